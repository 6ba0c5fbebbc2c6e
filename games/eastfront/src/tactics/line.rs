//! What ground is worth to a unit: nearer to what its side wants, in supply, in a line without holes, on ground that
//! helps, and not where the enemy can strike hardest.

use kit::map::HexId;

use super::{
    rails,
    values::{self, Values},
};
use crate::{
    board::Board,
    map::Hexes,
    movement::MoveRange,
    roster::{Force, UnitId},
    supply::Supply,
    terrain::{Class, Ground as Terrain, Hexside},
    theatre::Contest,
    unit::{Nation, Side},
};

/// More attack factors than this are hardly brought against one hex.
const MOST_STRIKING: i32 = 36;
/// Who stands alone so near the enemy is in danger.
const ALONE_NEAR: u8 = 6;
/// The chance to be lost, in hundredths, from these odds on, in hundredths.
const LOST_AT: [(i32, i32); 7] =
    [(100, 5), (200, 15), (300, 35), (400, 55), (500, 75), (700, 90), (1000, 100)];

/// How far from the enemy ground is still looked at.
const SIGHT: u8 = 12;
/// Who is farther from him than this is brought up.
const REAR: u8 = 8;

/// From which turn of the calendar on the Soviets want to go west: something in the first winter, nothing in the second
/// summer, and all the way from November 1942.
const WINTER: u8 = 7;
const SUMMER: u8 = 11;
const AUTUMN: u8 = 16;
const LATER: u8 = 18;

/// How many attack factors the enemy of a side can bring against every hex in his next turn, as the map is: those who can
/// move, from wherever they would be in supply.
fn strikes(values: &Values<'_>, board: &Board, side: Side) -> Vec<u16> {
    let theatre = values.theatre();
    let mut strikes = vec![0; theatre.map.len()];
    if side == Side::Axis || !values.has_depth() {
        return strikes;
    }
    let enemy = side.other();
    let supply = Supply::of(board, enemy);
    let season = values.game.next_season();
    for unit in board.units_of(enemy).iter().filter(|&unit| !board.is_dispersed(unit)) {
        let Some(here) = board.hex_of(unit) else { continue };
        let mut from = MoveRange::new(board, unit, season).reached() & *supply.hexes(board.nation(unit));
        from.insert(here);
        for hex in theatre.neighbours.of(from) {
            strikes[hex.index()] += u16::from(board.piece(unit).attack);
        }
    }
    strikes
}

/// The ground as a side sees it at the start of a phase.
pub(super) struct Ground<'g> {
    values: &'g Values<'g>,
    side: Side,
    /// How far every hex is from the nearest enemy.
    to_enemy: Vec<u8>,
    /// How far every hex is from the nearest mobile enemy.
    to_armour: Vec<u8>,
    /// Where units of the side are in supply.
    pub(super) supplied: Hexes,
    /// The railways that the Axis wants.
    lines: Hexes,
    finnish: Hexes,
    /// How many attack factors of the enemy can be brought against every hex in his next turn.
    strikes: Vec<u16>,
    /// How far every hex is from where the side is in supply.
    to_supply: Vec<u8>,
}

impl<'g> Ground<'g> {
    pub(super) fn new(values: &'g Values<'g>, board: &Board, side: Side) -> Self {
        let theatre = values.theatre();
        let enemies = board.enemies_of(side);
        let armour: Force =
            board.units_of(side.other()).iter().filter(|&unit| board.piece(unit).is_mobile()).collect();
        let supply = Supply::of(board, side);
        Self {
            values,
            side,
            to_enemy: values::spread(theatre, enemies, values::FAR),
            to_armour: values::spread(theatre, board.hexes_of(armour), SIGHT),
            lines: if side == Side::Axis && values.has_depth() {
                rails::lines(values.game)
            } else {
                Hexes::EMPTY
            },
            supplied: *supply.hexes(Nation::German),
            finnish: *supply.hexes(Nation::Finnish),
            strikes: strikes(values, board, side),
            to_supply: values::spread(theatre, *supply.hexes(Nation::German), SIGHT),
        }
    }

    pub(super) fn to_enemy(&self, hex: HexId) -> u8 {
        self.to_enemy[hex.index()]
    }

    /// Lines are traced again, since friends who held them open have moved.
    pub(super) fn trace(&mut self, board: &Board) {
        let supply = Supply::of(board, self.side);
        (self.supplied, self.finnish) = (*supply.hexes(Nation::German), *supply.hexes(Nation::Finnish));
    }

    /// Where the isolated hold out longest (`EAST-SUP-6`).
    pub(super) fn holds_out(&self, hex: HexId) -> bool {
        self.values.theatre().strongholds.contains(hex)
    }

    /// Ground on which a unit does not stand without supply; Finns have their own.
    pub(super) fn safe_for(&self, board: &Board, unit: UnitId) -> Hexes {
        if board.nation(unit) == Nation::Finnish { self.finnish } else { self.supplied }
    }

    /// How promising a hex is for cutting the enemy's lines: his rails, behind his units.
    pub(super) fn rear(&self, board: &Board, hex: HexId) -> i32 {
        let theatre = self.values.theatre();
        let near = self.to_enemy(hex);
        if near > 4 {
            return 0;
        }
        let rail = theatre.rail_hexes.contains(hex)
            || theatre.map.neighbours(hex).any(|other| theatre.rail_hexes.contains(other));
        let behind = board
            .enemies_of(self.side)
            .iter()
            .filter(|&enemy| theatre.map.distance(enemy, hex) <= 4)
            .filter(|&enemy| self.values.way_to_go(self.side, enemy) > self.values.way_to_go(self.side, hex))
            .count() as i32;
        let weights = &self.values.weights().pockets;
        behind * weights.behind
            + if rail { weights.rail } else { 0 }
            + (30 - self.values.way_to_go(self.side, hex)).max(0) / 3
    }

    /// How much the ground adds to a stand, in half factors.
    fn cover(&self, board: &Board, hex: HexId) -> i32 {
        let theatre = self.values.theatre();
        let soviet = self.side == Side::Soviet;
        let place = match theatre.class(hex) {
            Some(Class::VictoryCity) => 8,
            Some(Class::MajorCity) => 3,
            Some(Class::DotCity) => 2,
            Some(Class::Town) | None => 0,
        };
        let ground = match theatre.ground(hex) {
            Terrain::Mountain | Terrain::Hills => 2,
            Terrain::Swamp if soviet => 2,
            _ => 0,
        };
        // Rivers towards the enemy.
        let rivers = theatre.map.steps(hex).filter(|&(way, other)| {
            theatre.side(hex, way) == Hexside::River && self.to_enemy(other) <= self.to_enemy(hex)
        });
        let forts = if soviet && board.charts().lines.include(self.values.game.month()) {
            theatre.forts(hex).iter().count() as i32
        } else {
            0
        };
        place + ground + (rivers.count() as i32).min(3) + forts.min(2)
    }

    /// How strongly the enemy can strike at a hex: those beside it in full, those who can come up in part.
    fn threat(&self, board: &Board, hex: HexId) -> i32 {
        let theatre = self.values.theatre();
        let enemy = self.side.other();
        let beside: i32 = theatre
            .map
            .neighbours(hex)
            .flat_map(|other| board.units_of_in(enemy, other))
            .map(|unit| i32::from(board.piece(unit).attack))
            .sum();
        let coming = match self.to_armour[hex.index()] {
            0..=2 => 10,
            3..=5 => 7,
            6..=8 => 4,
            _ => 0,
        };
        beside + coming
    }

    /// What a place is worth to a unit that is not counted on the board.
    pub(super) fn place(&self, board: &Board, unit: UnitId, hex: HexId) -> i32 {
        let piece = board.piece(unit);
        let (manner, weights) = (self.values.manner, self.values.weights());
        let (axis, soviet) = (&weights.axis, &weights.soviet);
        let others: i32 = board
            .units_of_in(self.side, hex)
            .filter(|&other| other != unit)
            .map(|other| i32::from(board.piece(other).defence))
            .sum();
        let stand = (others + i32::from(piece.defence)) * 2 + self.cover(board, hex);
        let is_fed = self.safe_for(board, unit).contains(hex);
        let fed = match self.side {
            _ if is_fed => 0,
            // Who drives beyond his railway is Dispersed at the end of the turn: the road is not worth it.
            Side::Axis => -weights.axis.unsupplied,
            Side::Soviet if self.holds_out(hex) => 0,
            Side::Soviet if self.values.has_depth() => {
                -soviet.unsupplied - soviet.nearer_supply * i32::from(self.to_supply[hex.index()].min(SIGHT))
            }
            Side::Soviet => -soviet.unsupplied,
        };
        let exposed = (self.threat(board, hex) * 2 - stand * 2).max(0) * manner.care / 100;
        let near = self.to_enemy(hex);
        let fresh = self.fresh_zone(board, hex);
        match self.side {
            Side::Axis => {
                // Where there is depth, ground counts for more and the flanks for less: the enemy has to go back anyway.
                let step = if piece.is_mobile() { axis.mobile } else { axis.on_foot };
                let forward = -self.values.way_of(unit, hex) * step;
                let company = if others > 0 { -axis.company } else { 0 };
                let garrison = if self.is_bare_city(board, unit, hex) { axis.garrison } else { 0 };
                let track = self.lines.contains(hex) && !board.controls(Side::Axis, hex);
                let track = if track { axis.track } else { 0 };
                forward + fed + company + garrison + fresh * axis.zone + track - exposed * axis.exposed / 1000
            }
            Side::Soviet => {
                // Not beside the enemy without need: he would strike with everything and break through. Where there is
                // no depth to fall back into, he is met sooner.
                let contact = match near {
                    0 | 1 => self.cover(board, hex) * 2 - soviet.contact,
                    2 => soviet.second,
                    3 => soviet.third,
                    4 => soviet.fourth,
                    5 => soviet.fifth,
                    6 => soviet.sixth,
                    _ => {
                        let behind = i32::from(near.min(values::FAR).saturating_sub(REAR));
                        -i32::from(near.min(SIGHT)) * soviet.farther - behind * soviet.rear
                    }
                };
                // In front of what must be held, and later towards what was lost.
                let front = -self.values.way_to_go(Side::Axis, hex) * soviet.front;
                let back = -self.values.way_to_go(Side::Soviet, hex) * self.eagerness() / 100;
                let garrison = if self.is_bare_city(board, unit, hex) { soviet.garrison } else { 0 };
                let strong = if others > 0 { soviet.company } else { 0 };
                let [risk, astray] = if self.values.has_depth() {
                    [self.risk(board, unit, hex, others), self.astray(board, hex)]
                } else {
                    [exposed * soviet.exposed / 1000, 0]
                };
                contact
                    + front.max(-40)
                    + back
                    + fed
                    + garrison
                    + strong
                    + fresh * soviet.zone
                    + self.cover(board, hex)
                    - risk
                    - astray
            }
        }
    }

    /// What a unit is likely to lose in a hex in the enemy's next turn.
    fn risk(&self, board: &Board, unit: UnitId, hex: HexId, others: i32) -> i32 {
        let theatre = self.values.theatre();
        let is_city = theatre.fortified_cities.contains(hex);
        let own = others + i32::from(board.piece(unit).defence);
        let cover = self.cover(board, hex);
        // Twice the factors.
        let defence = if is_city { (own + 1) * 4 + 2 } else { own * 2 + cover };
        let strike = i32::from(self.strikes[hex.index()]).min(MOST_STRIKING);
        let odds = strike * 200 / defence.max(1);
        let chance = LOST_AT.iter().rev().find(|(least, _)| *least <= odds).map_or(0, |(_, chance)| *chance);
        let risk = self.values.weights().soviet.risk;
        values::worth(board, unit) * chance / 100 * risk / 100 * self.values.manner.care / 100
    }

    /// What speaks against a hex that is no part of a line: nobody stands near on either side, or it is the enemy's
    /// ground while there is nothing to be taken back yet.
    fn astray(&self, board: &Board, hex: HexId) -> i32 {
        let theatre = self.values.theatre();
        let around = theatre.neighbours.of(Hexes::of(hex));
        let near = around | theatre.neighbours.of(around);
        let is_alone = (near & board.held_by(self.side)).is_empty()
            && self.to_enemy(hex) <= ALONE_NEAR
            && !theatre.fortified_cities.contains(hex);
        let is_abroad = self.eagerness() == 0 && !board.controls(self.side, hex);
        let weights = &self.values.weights().soviet;
        i32::from(is_alone) * weights.alone + i32::from(is_abroad) * weights.abroad
    }

    /// How much the Soviets want to go west, in hundredths.
    fn eagerness(&self) -> i32 {
        if self.values.theatre().contest == Contest::Gate {
            return 0;
        }
        let weights = &self.values.weights().soviet;
        match self.values.game.month() {
            WINTER..SUMMER => weights.winter,
            AUTUMN..LATER => weights.autumn,
            LATER.. => weights.later,
            _ => 0,
        }
    }

    /// A city that counts, within reach of the enemy and held by nobody else.
    fn is_bare_city(&self, board: &Board, unit: UnitId, hex: HexId) -> bool {
        let theatre = self.values.theatre();
        theatre.fortified_cities.contains(hex)
            && board.controls(self.side, hex)
            && self.to_enemy(hex) <= 6
            && board.units_of_in(self.side, hex).all(|other| other == unit)
    }

    /// How many hexes towards the enemy a zone of control from here would newly cover: so that a line has no holes.
    fn fresh_zone(&self, board: &Board, hex: HexId) -> i32 {
        let zones = board.zones_of(self.side);
        let held = board.held_by(self.side);
        let keeps_home = self.side == Side::Soviet && self.values.has_depth() && self.eagerness() == 0;
        let fresh = self.values.theatre().map.neighbours(hex).filter(|&other| {
            !zones.contains(other)
                && !held.contains(other)
                && (!keeps_home || board.controls(self.side, other))
                && self.to_enemy(other) <= 7
                && board.ground().contains(other)
        });
        fresh.count() as i32
    }
}
