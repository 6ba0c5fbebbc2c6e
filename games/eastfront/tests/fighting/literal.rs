//! The ledger read literally: slow, plain functions on one position.

use std::collections::BTreeSet;

use kit::map::{Direction, HexId};
use sandtable_eastfront::{
    Arm, Class, EastFront, Hexside, Nation, Side, Size, Weather,
    board::{Board, Status},
    roster::UnitId,
};

/// The ledger read literally, on one position.
pub struct Literal<'g> {
    game: &'g EastFront,
    board: &'g Board,
}

impl<'g> Literal<'g> {
    pub fn of(game: &'g EastFront) -> Self {
        Self { game, board: game.board() }
    }

    pub fn all(&self) -> Vec<UnitId> {
        self.board.on_map().iter().collect()
    }

    pub fn hex(&self, unit: UnitId) -> HexId {
        self.board.hex_of(unit).unwrap()
    }

    pub fn side(&self, unit: UnitId) -> Side {
        self.board.piece(unit).counter.nation.side()
    }

    pub fn nation(&self, unit: UnitId) -> Nation {
        self.board.piece(unit).counter.nation
    }

    pub fn arm(&self, unit: UnitId) -> Arm {
        self.board.piece(unit).counter.arm
    }

    pub fn is(&self, unit: UnitId, status: Status) -> bool {
        self.board.is(unit, status)
    }

    pub fn in_hex(&self, hex: HexId) -> Vec<UnitId> {
        self.all().into_iter().filter(|&unit| self.hex(unit) == hex).collect()
    }

    pub fn steps(&self, hex: HexId) -> Vec<(Direction, HexId)> {
        self.board.theatre().map.steps(hex).collect()
    }

    pub fn distance(&self, one: HexId, other: HexId) -> u32 {
        self.board.theatre().map.distance(one, other)
    }

    pub fn layer(&self, layer: &str, hex: HexId) -> &'static str {
        self.board.theatre().map.layer(layer).unwrap().name_at(hex)
    }

    /// EAST-WEA-5: Subarctic, north-east of the weather line.
    pub fn freezes(&self, hex: HexId) -> bool {
        self.game.weather() == Weather::Subarctic && self.layer("weather", hex) == "north-east"
    }

    pub fn is_ground(&self, hex: HexId) -> bool {
        match self.layer("terrain", hex) {
            "sea" => false,
            "lake" => self.freezes(hex),
            _ => self.layer("country", hex) != "neutral",
        }
    }

    pub fn across(&self, from: HexId, way: Direction, to: HexId) -> Hexside {
        match self.board.theatre().side(from, way) {
            Hexside::River | Hexside::Lake if self.freezes(from) && self.freezes(to) => Hexside::Plain,
            side => side,
        }
    }

    /// EAST-ZOC-1, EAST-ZOC-2.
    pub fn is_in_zone_of(&self, side: Side, hex: HexId) -> bool {
        self.is_ground(hex)
            && self.steps(hex).into_iter().any(|(way, near)| {
                let crosses = matches!(self.across(hex, way, near), Hexside::Plain | Hexside::River);
                let units = self.in_hex(near);
                crosses
                    && units.iter().any(|&unit| self.side(unit) == side && !self.is(unit, Status::Dispersed))
            })
    }

    /// EAST-STK-1 to EAST-STK-3, EAST-STK-7.
    pub fn has_room(&self, unit: UnitId, hex: HexId) -> bool {
        let mut units: Vec<UnitId> = self.in_hex(hex).into_iter().filter(|&other| other != unit).collect();
        units.push(unit);
        let count = |wanted: &dyn Fn(UnitId) -> bool| units.iter().filter(|&&unit| wanted(unit)).count();
        let terrain = self.layer("terrain", hex);
        let rough = terrain == "mountain" || (terrain == "swamp" && !self.freezes(hex));
        units.len() <= 2
            && count(&|unit| self.board.piece(unit).counter.size == Size::Army) <= 1
            && !(rough && count(&|unit| self.arm(unit) == Arm::Armour) > 1)
            && !(count(&|unit| self.nation(unit) == Nation::Hungarian) > 0
                && count(&|unit| self.nation(unit) == Nation::Romanian) > 0)
    }

    /// EAST-STK-7, EAST-STK-8, EAST-MOV-10.
    pub fn is_open_to_nation(&self, unit: UnitId, hex: HexId) -> bool {
        let country = self.layer("country", hex);
        let is_neutral = matches!(country, "Finland" | "Romania" | "Hungary");
        match self.nation(unit) {
            Nation::Hungarian => country != "Romania",
            Nation::Finnish => self.board.theatre().map.number(hex).row <= 5,
            Nation::Soviet => !(is_neutral && self.game.month() == 1),
            _ => true,
        }
    }

    pub fn holds_enemy(&self, side: Side, hex: HexId) -> bool {
        self.in_hex(hex).iter().any(|&unit| self.side(unit) != side)
    }

    pub fn stands(&self, hex: HexId) -> bool {
        self.board.standing().contains(hex)
    }

    pub fn has_black_sea(&self, side: Side) -> bool {
        let bases = ["Odessa", "Sevastopol", "Novorossiysk"];
        let hexes = bases.iter().filter_map(|name| self.board.theatre().hex_named(name));
        let axis = hexes.filter(|&hex| self.board.controls(Side::Axis, hex)).count();
        (if axis >= 2 { Side::Axis } else { Side::Soviet }) == side
    }

    /// EAST-RET-2 to EAST-RET-5 for one step; `pending` are the hexes with attacks still to be resolved.
    pub fn may_step(
        &self,
        unit: UnitId,
        [origin, at, to]: [HexId; 3],
        way: Direction,
        step: u32,
        from: &[HexId],
        pending: &[HexId],
    ) -> bool {
        let side = self.side(unit);
        let away = self.distance(origin, to) == step;
        let friend = self.in_hex(to).iter().any(|&other| self.side(other) == side);
        let safe = !self.is_in_zone_of(side.other(), to) || (friend && !pending.contains(&to));
        let no_closer = from.iter().all(|&foe| self.distance(foe, to) >= self.distance(foe, at));
        let passable = match self.across(at, way, to) {
            Hexside::Plain | Hexside::River => true,
            Hexside::Kerch => self.has_black_sea(side),
            Hexside::Lake | Hexside::Sea => false,
        };
        away && safe
            && no_closer
            && passable
            && self.is_ground(to)
            && !self.holds_enemy(side, to)
            && self.is_open_to_nation(unit, to)
            && !(side == Side::Axis && self.stands(to))
    }

    pub fn routes(
        &self,
        unit: UnitId,
        length: u32,
        from: &[HexId],
        pending: &[HexId],
    ) -> BTreeSet<Vec<HexId>> {
        let origin = self.hex(unit);
        let mut routes = BTreeSet::new();
        for (way, first) in self.steps(origin) {
            if !self.may_step(unit, [origin, origin, first], way, 1, from, pending) {
                continue;
            }
            if length == 1 {
                if self.has_room(unit, first) {
                    routes.insert(vec![first]);
                }
                continue;
            }
            for (way, second) in self.steps(first) {
                if self.may_step(unit, [origin, first, second], way, 2, from, pending)
                    && self.has_room(unit, second)
                {
                    routes.insert(vec![first, second]);
                }
            }
        }
        routes
    }

    /// EAST-ATT-5 (a) and (b), EAST-ATT-10, EAST-TER-5, EAST-TER-13: the hexes next to an attacker that it is not barred
    /// from and in which an Undispersed German stands.
    pub fn bound_by(&self, unit: UnitId) -> Vec<HexId> {
        let at = self.hex(unit);
        let infantry = matches!(self.arm(unit), Arm::Infantry | Arm::Mountain | Arm::Motorised);
        let near = self.steps(at).into_iter().filter(|&(way, hex)| {
            let german = self
                .in_hex(hex)
                .iter()
                .any(|&other| self.nation(other) == Nation::German && !self.is(other, Status::Dispersed));
            let open = match self.across(at, way, hex) {
                Hexside::Plain | Hexside::River => true,
                Hexside::Lake => infantry,
                Hexside::Kerch => infantry || self.has_black_sea(Side::Soviet),
                Hexside::Sea => false,
            };
            german && open && self.is_open_to_nation(unit, hex)
        });
        near.map(|(_, hex)| hex).collect()
    }
}

/// EAST-CNV-5.
pub fn is_overrun(
    game: &EastFront,
    literal: &Literal<'_>,
    attackers: &[UnitId],
    defenders: &[UnitId],
    target: HexId,
) -> bool {
    let board = game.board();
    let weather = game.weather();
    let snow = matches!(weather, Weather::Snow | Weather::Subarctic);
    let allowed = weather == Weather::Good || (snow && game.phasing() == Side::Soviet);
    let armour: u32 = attackers
        .iter()
        .filter(|&&unit| literal.arm(unit) == Arm::Armour)
        .map(|&unit| u32::from(board.piece(unit).attack))
        .sum();
    let printed: u32 = defenders.iter().map(|&unit| u32::from(board.piece(unit).defence)).sum();
    let supported = defenders.iter().any(|&unit| literal.arm(unit) == Arm::Armour);
    if !allowed || supported || armour <= 2 * printed {
        return false;
    }
    let infantry: Vec<UnitId> =
        defenders.iter().copied().filter(|&unit| literal.arm(unit) != Arm::Cavalry).collect();
    let soviet = infantry.iter().any(|&unit| literal.nation(unit) == Nation::Soviet);
    let terrain = literal.layer("terrain", target);
    let theatre = board.theatre();
    let place = theatre.place(target);
    let class = place.map(|place| place.class);
    let ways: Vec<(Direction, HexId)> = literal
        .steps(target)
        .into_iter()
        .filter(|&(_, hex)| attackers.iter().any(|&unit| literal.hex(unit) == hex))
        .collect();
    let sides: Vec<Hexside> = ways.iter().map(|&(way, hex)| literal.across(target, way, hex)).collect();
    let all_wet = sides.iter().all(|side| *side != Hexside::Plain);
    let line = game.month() >= 3 && ways.iter().all(|&(way, _)| theatre.forts(target).contains(way));
    let helped = (terrain == "swamp" && !literal.freezes(target) && soviet)
        || (matches!(terrain, "hills" | "mountain") && !infantry.is_empty())
        || (place.is_some_and(|place| place.fortress) && soviet)
        || (line && soviet)
        || class == Some(Class::VictoryCity)
        || (class == Some(Class::MajorCity) && !infantry.is_empty())
        || (class == Some(Class::DotCity)
            && infantry.iter().any(|&unit| board.piece(unit).counter.size != Size::Division))
        || (all_wet && sides.iter().any(|side| matches!(side, Hexside::River | Hexside::Kerch)))
        || sides.iter().any(|side| matches!(side, Hexside::Lake))
        || sides.iter().any(|side| matches!(side, Hexside::Kerch) && !literal.has_black_sea(game.phasing()));
    !helped
}
