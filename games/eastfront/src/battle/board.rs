//! An attack as it stands on the map.

use kit::{Chart, Fact, Inquiry, Objection, Reckoning, Report, Sums, map::HexId};
use smallvec::SmallVec;

use super::{
    Access, Approach, Attack, Attacker, Battle, Defender, Readiness, TargetHex, WayOut, crossing, words,
};
use crate::{
    attacks::{Plan, Terms},
    board::Board,
    charts::Crossing,
    results::CombatResult,
    retreat::Pressure,
    roster::{Force, UnitId},
    terrain::{Class, Country},
    unit::Side,
};

/// Attackers and the hex that they attack, with what is known of the combat.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Meeting {
    pub(crate) terms: Terms,
    pub(crate) target: HexId,
    pub(crate) attackers: Force,
    /// Whether it is made out of a breakthrough.
    pub(crate) is_breakthrough: bool,
    /// Germans who are ordered to stand (`EAST-NRO-3`).
    pub(crate) ordered: Force,
    /// Whether an X is refused (`EAST-EXC-14`).
    pub(crate) refuses: bool,
}

impl Meeting {
    /// Units about to attack a hex.
    pub(crate) const fn new(terms: Terms, target: HexId, attackers: Force, is_breakthrough: bool) -> Self {
        Self { terms, target, attackers, is_breakthrough, ordered: Force::NONE, refuses: false }
    }

    /// Whether a unit may attack a hex next to it, whatever the odds, or why not.
    pub(crate) fn access<E: Objection>(
        board: &Board,
        terms: Terms,
        unit: UnitId,
        target: HexId,
    ) -> Result<(), E> {
        let from = board.hex_of(unit).unwrap_or(HexId::NONE);
        let access = Access {
            rules: board.charts(),
            turn: terms.month,
            target: &target_hex(board, target),
            over: crossing_between(board, terms.side, from, target),
            from: board.theatre().number(from),
        };
        access.check(board.name(unit), &board.piece(unit).counter)
    }

    /// The attack as the rules see it. Ways back are looked for if the attacks that wait are given (`EAST-RET-3`).
    pub(crate) fn attack(&self, board: &Board, pending: Option<&Plan>) -> Attack<'static> {
        let theatre = board.theatre();
        let Terms { side, month, weather, phase, house, no_retreat } = self.terms;
        let mut attack = Attack {
            rules: board.rules(),
            turn: month,
            weather,
            side,
            phase,
            breakthrough: self.is_breakthrough,
            soviet_no_retreat: no_retreat,
            refuse_exchange: self.refuses,
            axis_naval_bases: board.axis_naval_bases(),
            house_rules: house,
            target: target_hex(board, self.target),
            approaches: SmallVec::new(),
            attackers: SmallVec::new(),
            defenders: SmallVec::new(),
        };
        for (way, from) in theatre.map.steps(self.target) {
            let place = attack.approaches.len();
            for unit in board.units_in(from).filter(|&unit| self.attackers.contains(unit)) {
                attack.attackers.push(Attacker {
                    name: board.name(unit),
                    counter: board.piece(unit).counter,
                    approach: place as u8,
                    readiness: Readiness::Ready,
                    unsupplied: false,
                });
            }
            if attack.attackers.last().is_some_and(|unit| usize::from(unit.approach) == place) {
                attack.approaches.push(Approach {
                    hex: theatre.number(from),
                    across: theatre.side(self.target, way),
                    fortified: theatre.forts(self.target).contains(way),
                    north_east: theatre.north_east.contains(from),
                });
            }
        }
        let pressure = pending.map(|plan| self.pressure(board, plan));
        for unit in board.units_of_in(side.other(), self.target) {
            let free = WayOut { one: true, two: true };
            attack.defenders.push(Defender {
                name: board.name(unit),
                counter: board.piece(unit).counter,
                dispersed: board.is_dispersed(unit),
                way_out: pressure.as_ref().map_or(free, |pressure| pressure.way_out(board, unit)),
                no_retreat: self.ordered.contains(unit),
            });
        }
        attack
    }

    /// What drives the defenders.
    pub(crate) fn pressure<'p>(&self, board: &Board, plan: &'p Plan) -> Pressure<'p> {
        let from = board.theatre().map.neighbours(self.target);
        let is_one = |hex: &HexId| board.units_in(*hex).any(|unit| self.attackers.contains(unit));
        Pressure::new(self.target, from.filter(is_one), self.terms.month, plan)
    }

    /// The attackers in the order in which the rules count them.
    pub(crate) fn in_order(&self, board: &Board) -> SmallVec<[UnitId; 12]> {
        let around = board.theatre().map.neighbours(self.target);
        around.flat_map(|hex| board.units_in(hex)).filter(|&unit| self.attackers.contains(unit)).collect()
    }

    /// The attack with its strengths and its column; none if its odds are too low (`EAST-ATT-12`).
    pub(crate) fn reckon(&self, board: &Board, pending: Option<&Plan>) -> Option<Battle> {
        Battle::reckon(&self.attack(board, pending), &mut Sums::default()).ok()
    }

    /// The odds of the attack with reasons, from the dice of `throws`; nothing for one that may not be made.
    pub(crate) fn report(
        &self,
        board: &Board,
        pending: &Plan,
        throws: impl FnOnce(u8) -> kit::Distribution<CombatResult>,
    ) -> Option<Report> {
        let attack = self.attack(board, Some(pending));
        let mut reckoning = Reckoning::default();
        let battle = Battle::reckon(&attack, &mut reckoning).ok()?;
        let odds = throws(battle.printed_column()).map(|&rolled| battle.resolve(rolled));
        let tell = |end: &super::Aftermath| words::tell(&battle, &attack, end);
        let mut report = Report::of(Battle::KIND, Battle::TITLE, &reckoning, &odds, tell);
        let names: Vec<&str> = attack.attackers.iter().map(|unit| unit.name).collect();
        let words = format!("{} against {}", names.join(", "), board.theatre().called(self.target));
        report.facts = vec![Fact::new("attack", words, "EAST-ATT-2")];
        report.facts.extend(words::facts(&battle, &attack));
        report.chart = Some(Chart { table: "crt", columns: vec![battle.column().to_owned()] });
        Some(report)
    }
}

/// What a unit attacks across between two hexes.
pub(crate) fn crossing_between(board: &Board, side: Side, from: HexId, to: HexId) -> Crossing {
    let theatre = board.theatre();
    let Some(way) = theatre.map.direction(from, to) else { return Crossing::Sea };
    let north_east = &theatre.north_east;
    let frozen = board.is_frozen() && north_east.contains(from) && north_east.contains(to);
    crossing(theatre.side(from, way), frozen, board.black_sea() == side)
}

/// A hex as combat knows it.
pub(crate) fn target_hex(board: &Board, hex: HexId) -> TargetHex<'static> {
    let theatre = board.theatre();
    let place = theatre.place(hex);
    TargetHex {
        name: place.map_or_else(|| theatre.number(hex), |place| &place.name),
        class: place.map(|place| place.class),
        fortress: place.is_some_and(|place| place.fortress),
        ground: theatre.ground(hex),
        intrinsic: match place {
            Some(place) if place.class == Class::VictoryCity && board.standing().contains(hex) => {
                place.intrinsic
            }
            _ => kit::Factor::ZERO,
        },
        bars_finns: place.is_some_and(|place| place.bars_finns),
        north_east: theatre.north_east.contains(hex),
        country: if theatre.land.contains(hex) { theatre.country_at(hex) } else { Country::Ussr },
    }
}
