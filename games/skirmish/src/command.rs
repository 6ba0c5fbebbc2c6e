//! Ranks and links on the board: whose CR counts, who understands whom.

use kit::{
    position::{UnitId, Units},
    tabletop::{Point, Shape},
};
use smallvec::SmallVec;

use crate::{
    board::{Scene, stand::BASE},
    charts::{CrewEffect, Layer},
    communication::{Between, Call},
    game::Skirmish,
    nerve::Nerve,
    scenario::PlatoonId,
    state::{Board, Flags, Side},
    words::Shelter,
};

/// SKIR-GEN-2: the rank of a captain, who leads a company.
const CAPTAIN: u8 = 3;
/// SKIR-COM-4: so near to sand bags a unit is entrenched, in mm.
const BESIDE_SAND_BAGS: u32 = 20;

impl Board {
    /// What a unit covers: its model, its men, or the carrier it rides in.
    pub(crate) fn bodies(&self, unit: UnitId) -> SmallVec<[Shape; 12]> {
        if let Some(carrier) = self.unit(unit).carrier() {
            return [self.model_shape(carrier)].into_iter().collect();
        }
        if self.is_afoot(unit) {
            self.living(unit).map(|(_, man)| Shape::disc(man.at(), BASE)).collect()
        } else {
            [self.model_shape(unit)].into_iter().collect()
        }
    }

    /// What stands for its leader: his miniature, its model, or the carrier he rides in.
    pub(crate) fn leading_body(&self, unit: UnitId) -> Shape {
        if let Some(carrier) = self.unit(unit).carrier() {
            self.model_shape(carrier)
        } else if self.is_afoot(unit) {
            Shape::disc(self.centre(unit), BASE)
        } else {
            self.model_shape(unit)
        }
    }

    /// SKIR-COM-4: leader or model in a trench or bunker, or beside sand bags.
    pub(crate) fn is_entrenched(&self, scene: &Scene<'_>, unit: UnitId) -> bool {
        let at = self.centre(unit);
        let dug_in = scene.ground(at).is_some_and(|piece| {
            let kind = scene.kind(piece);
            kind.ground.layer == Layer::Trench || scene.is_building(piece) && kind.shelter == Shelter::Hard
        });
        let beside = |piece: crate::board::PieceId| scene.terrain.piece(piece).terrain == "Sand bags";
        dug_in || scene.lines_near(&self.leading_body(unit), BESIDE_SAND_BAGS).iter().any(beside)
    }
}

impl Board {
    /// SKIR-GEN-6, SKIR-R80: the distance between two units in mm, edge to edge: anybody may measure it.
    pub fn gap_between(&self, one: UnitId, other: UnitId) -> u32 {
        let theirs = self.bodies(other);
        let gaps =
            self.bodies(one).into_iter().flat_map(|mine| theirs.iter().map(move |body| mine.distance(body)));
        gaps.min().unwrap_or(0)
    }
}

/// SKIR-R80, SKIR-GEO-2: the smallest whole number of mm within which two points are.
fn apart(a: Point, b: Point) -> u32 {
    let square = a.square_to(b).unsigned_abs();
    let root = square.isqrt();
    (root + u64::from(root * root < square)) as u32
}

impl Skirmish {
    /// SKIR-GEN-3: the CR of a unit's own leader; 0 for a crew of one.
    pub(crate) fn own_rank(&self, unit: UnitId) -> u8 {
        let (chart, state) = (self.board.chart(unit), self.board.unit(unit));
        let alone = chart.has_crew() && !state.is(Flags::ON_FOOT) && state.alive <= 1 && state.strength > 1;
        if alone { 0 } else { state.cr }
    }

    /// SKIR-COM-5: who commands a platoon: its commander, or else the steady unit with the highest CR of its own.
    pub(crate) fn commander(&self, platoon: PlatoonId) -> Option<UnitId> {
        let platoon = self.board.scenario().platoon(platoon);
        let is_steady = |unit: UnitId| self.board.is_on_table(unit) && !self.board.is(unit, Flags::FLEEING);
        let born = platoon.commander;
        // A leader who has fallen has left a CR of 0 behind.
        let lives = self.board.unit(born).cr > 0 || self.board.member(born).cr == 0;
        if !platoon.members.is_empty() && is_steady(born) && lives {
            return Some(born);
        }
        let steady = platoon.members.iter().filter(|unit| is_steady(*unit));
        steady.max_by_key(|unit| (self.own_rank(*unit), std::cmp::Reverse(unit.0)))
    }

    /// SKIR-GEN-3: commanders who are near enough to a unit to lend it their CR.
    pub(crate) fn commanders_near(&self, unit: UnitId) -> impl Iterator<Item = UnitId> {
        let side = self.board.side(unit);
        let commander = self.commander(self.board.member(unit).platoon);
        let captains = self.board.army(side).iter().filter(move |other| {
            Some(*other) != commander
                && self.board.is_on_table(*other)
                && !self.board.is(*other, Flags::FLEEING)
                && self.own_rank(*other) >= CAPTAIN
        });
        let bodies = self.board.bodies(unit);
        let lent: u32 = self.board.rules.limits.rank_lent.into();
        commander.into_iter().chain(captains).filter(move |other| {
            *other != unit && {
                let leader = self.board.leading_body(*other);
                bodies.iter().any(|body| body.is_within(&leader, lent))
            }
        })
    }

    /// SKIR-GEN-3: the best CR that a commander lends; 0 if nobody does.
    pub(crate) fn lent_rank(&self, unit: UnitId) -> u8 {
        if !self.board.is_on_table(unit) {
            return 0;
        }
        self.commanders_near(unit).map(|other| self.own_rank(other)).max().unwrap_or(0)
    }

    /// What a unit brings to its tests: CS and effective CR (SKIR-GEN-3, SKIR-GEN-4).
    pub(crate) fn nerve(&self, unit: UnitId) -> Nerve {
        Nerve { cs: self.board.chart(unit).cs, cr: self.own_rank(unit).max(self.lent_rank(unit)) }
    }

    /// SKIR-CRW-1: whether crew losses fix the readiness die at 1.
    pub(crate) fn is_slow_to_act(&self, unit: UnitId) -> bool {
        self.suffers(unit, CrewEffect::SlowToAct)
    }

    /// SKIR-CRW-1 to SKIR-CRW-4: whether a crew suffers from its losses so; crews on foot are infantry.
    pub(crate) fn suffers(&self, unit: UnitId, effect: CrewEffect) -> bool {
        let (chart, state) = (self.board.chart(unit), self.board.unit(unit));
        chart.has_crew()
            && !state.is(Flags::ON_FOOT)
            && self.board.rules.crew.hold(effect, state.strength, state.alive)
    }

    /// SKIR-TST-1: what a unit adds to its readiness die; SKIR-R4 as a house rule.
    pub(crate) fn readiness_bonus(&self, unit: UnitId) -> u8 {
        let Nerve { cs, cr } = self.nerve(unit);
        let literal = self.house.rt_literal && self.board.side(unit) == self.first;
        if literal { cs } else { cs + cr }
    }

    /// SKIR-COM-2 to SKIR-COM-4: whether two units of one army understand each other.
    pub(crate) fn are_linked(&self, scene: &Scene<'_>, a: UnitId, b: UnitId) -> bool {
        let board = &self.board;
        let charts = board.rules.get();
        let mm = apart(board.centre(a), board.centre(b));
        let radios = board.member(a).radio && board.member(b).radio;
        let trenched = || board.is_entrenched(scene, a) || board.is_entrenched(scene, b);
        let call = |in_sight, entrenched| Call {
            between: Between::UnitsOfAPlatoon,
            in_sight,
            both_radios: radios,
            entrenched,
        };
        if call(false, false).judge(mm, charts).linked {
            return true;
        }
        // Soldiers who stand together need neither sight nor radio.
        let near: u32 = charts.limits.understood.into();
        let bodies = board.bodies(b);
        if board.bodies(a).iter().any(|one| bodies.iter().any(|other| one.is_within(other, near))) {
            return true;
        }
        call(false, true).judge(mm, charts).linked && trenched()
            || call(true, false).judge(mm, charts).linked && board.sees_each_other(scene, a, b)
    }

    /// All who are linked to one of `from` through a chain of `through` (SKIR-COM-5, SKIR-COM-6).
    fn chain(&self, from: UnitId, through: Units) -> Units {
        let scene = self.board.scene(Some(self.board.side(from)));
        let mut linked = Units::of(from);
        let mut fresh: SmallVec<[UnitId; 16]> = [from].into_iter().collect();
        while let Some(unit) = fresh.pop() {
            for other in through - linked {
                if self.are_linked(&scene, unit, other) {
                    linked.insert(other);
                    fresh.push(other);
                }
            }
        }
        linked
    }

    /// The units of a side that can pass a message on.
    fn on_the_line(&self, side: Side) -> Units {
        self.board.army(side).iter().filter(|unit| self.board.is_on_table(*unit)).collect()
    }

    /// SKIR-COM-5: whether a unit is in communication with the commander of its platoon.
    pub(crate) fn is_in_communication(&self, unit: UnitId) -> bool {
        let platoon = self.board.member(unit).platoon;
        let Some(commander) = self.commander(platoon) else { return false };
        if commander == unit {
            return true;
        }
        let members = self.board.scenario().platoon(platoon).members;
        let through = members & self.on_the_line(self.board.side(unit));
        self.chain(unit, through).contains(commander)
    }

    /// SKIR-IFP-2, SKIR-COM-6: whether a unit reaches a battery, by relays if need be; off-board batteries answer a radio or
    /// a field telephone.
    pub(crate) fn reaches_battery(&self, unit: UnitId, battery: PlatoonId) -> bool {
        let side = self.board.side(unit);
        let platoon = self.board.scenario().platoon(battery);
        let scene = self.board.scene(Some(side));
        if platoon.off_board.is_some() {
            let speaks = |unit: UnitId| self.board.member(unit).radio;
            return speaks(unit)
                || self.board.is_entrenched(&scene, unit)
                || self.chain(unit, self.on_the_line(side)).iter().any(speaks);
        }
        // SKIR-IFP-7: of the battery itself.
        platoon.members.contains(unit) || self.chain(unit, self.on_the_line(side)).meets(platoon.members)
    }
}

impl Skirmish {
    /// Units on the table that are out of communication with their platoons.
    pub fn out_of_communication(&self) -> impl Iterator<Item = UnitId> {
        self.board
            .everybody()
            .filter(|unit| self.board.is_on_table(*unit) && !self.is_in_communication(*unit))
    }
}
