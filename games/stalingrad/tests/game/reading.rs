//! The literal second reading: zones, stacking, supply and movement straight from the clauses, slow and without any code
//! of the game's chapters. It takes from the game only data: the map, the counters and where they stand.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::OnceLock,
};

use kit::map::HexId;
use sandtable_stalingrad::{
    field::Field,
    theatre::Scenario,
    units::{Side, UnitId, UnitKind},
};

/// Column and row.
pub type Hex = (i32, i32);

/// N, NE, SE, S, SW, NW, as section 6.1 lists them: even columns lie half a hex lower.
pub fn neighbours((c, r): Hex) -> [Hex; 6] {
    if c % 2 == 1 {
        [(c, r - 1), (c + 1, r - 1), (c + 1, r), (c, r + 1), (c - 1, r), (c - 1, r - 1)]
    } else {
        [(c, r - 1), (c + 1, r), (c + 1, r + 1), (c, r + 1), (c - 1, r + 1), (c - 1, r)]
    }
}

pub fn adjacent(one: Hex, other: Hex) -> bool {
    neighbours(one).contains(&other)
}

#[derive(Clone, Debug)]
pub struct Piece {
    pub id: UnitId,
    pub side: Side,
    pub kind: UnitKind,
    pub parent: Option<String>,
    /// In eighths.
    pub factor: i32,
    pub hex: Hex,
    pub disrupted: bool,
}

/// How many hexes two hexes are apart.
pub fn distance(one: Hex, other: Hex) -> i32 {
    let slanted = |(c, r): Hex| r - i32::midpoint(c, c % 2);
    let (across, down) = (other.0 - one.0, slanted(other) - slanted(one));
    across.abs().max(down.abs()).max((across + down).abs())
}

/// The board as a person would look at it.
#[derive(Clone)]
pub struct Table {
    pub ground: &'static BTreeMap<Hex, String>,
    pub balkas: &'static BTreeSet<(Hex, Hex)>,
    pub pieces: Vec<Piece>,
    western: i32,
}

fn place(field: &Field, hex: HexId) -> Hex {
    let number = field.theatre().map.number(hex);
    (i32::from(number.column), i32::from(number.row))
}

/// What is printed on a map, read once.
type Sheet = (BTreeMap<Hex, String>, BTreeSet<(Hex, Hex)>);

fn sheet(field: &Field) -> &'static Sheet {
    static CITY: OnceLock<Sheet> = OnceLock::new();
    static LEARNING: OnceLock<Sheet> = OnceLock::new();
    let of = if field.theatre().scenario == Scenario::Historical { &CITY } else { &LEARNING };
    of.get_or_init(|| {
        let (map, place) = (&field.theatre().map, |hex| place(field, hex));
        let terrain = map.layer("terrain").unwrap();
        let ground = map.hexes().map(|hex| (place(hex), terrain.name_at(hex).to_owned())).collect();
        let side = map.side("balka").unwrap();
        let mut balkas = BTreeSet::new();
        for hex in map.hexes() {
            for (direction, other) in map.steps(hex) {
                if side.at(hex).contains(direction) {
                    balkas.insert((place(hex), place(other)));
                }
            }
        }
        (ground, balkas)
    })
}

/// A move that may end somewhere: how much it spends and by which directions it goes.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Route {
    pub spent: u32,
    pub directions: Vec<usize>,
}

impl Table {
    pub fn of(field: &Field) -> Self {
        let pieces = field.theatre().units.iter().filter_map(|id| {
            let printed = field.unit(id);
            Some(Piece {
                id,
                side: field.side(id),
                kind: printed.kind,
                parent: printed.parent.clone(),
                factor: printed.factor.eighths(),
                hex: place(field, field.hex_of(id)?),
                disrupted: field.is_disrupted(id),
            })
        });
        let (ground, balkas) = sheet(field);
        let map = &field.theatre().map;
        Self { ground, balkas, pieces: pieces.collect(), western: i32::from(*map.columns().start()) }
    }

    pub fn ground(&self, hex: Hex) -> &str {
        self.ground.get(&hex).map_or("off the map", String::as_str)
    }

    pub fn land(&self, hex: Hex) -> bool {
        ["open", "urban", "strongpoint", "slope", "summit"].contains(&self.ground(hex))
    }

    pub fn open(&self, hex: Hex) -> bool {
        self.ground(hex) == "open"
    }

    pub fn city(&self, hex: Hex) -> bool {
        ["urban", "strongpoint", "slope", "summit"].contains(&self.ground(hex))
    }

    pub fn stalingrad(&self, hex: Hex) -> bool {
        ["urban", "strongpoint"].contains(&self.ground(hex))
    }

    /// A west-bank land hex touching a Volga water hex.
    pub fn shore(&self, hex: Hex) -> bool {
        self.land(hex) && neighbours(hex).iter().any(|&near| self.ground(near) == "water")
    }

    /// STAL-TER-9
    pub fn all_open_side(&self, one: Hex, other: Hex) -> bool {
        self.open(one) && self.open(other) && !self.balkas.contains(&(one, other))
    }

    pub fn piece(&self, id: UnitId) -> &Piece {
        self.pieces.iter().find(|piece| piece.id == id).unwrap()
    }

    pub fn stands(&self, side: Side, hex: Hex) -> bool {
        self.pieces.iter().any(|piece| piece.side == side && piece.hex == hex)
    }

    pub fn mixed(&self, hex: Hex) -> bool {
        self.stands(Side::German, hex) && self.stands(Side::Russian, hex)
    }

    /// STAL-ZOC-1: German units with parenthesised factors have none.
    fn has_zone(piece: &Piece) -> bool {
        !matches!(piece.kind, UnitKind::Panzer | UnitKind::Pioneer)
    }

    /// Units of a side whose zone of control covers a hex.
    pub fn zone_of(&self, side: Side, hex: Hex) -> Vec<&Piece> {
        let covers = |piece: &&Piece| piece.side == side && Self::has_zone(piece) && adjacent(piece.hex, hex);
        if self.land(hex) { self.pieces.iter().filter(covers).collect() } else { Vec::new() }
    }

    /// STAL-R20: adjacent to an enemy ground unit or in a mixed hex.
    pub fn contact(&self, side: Side, hex: Hex) -> bool {
        let enemy = side.enemy();
        self.mixed(hex) || neighbours(hex).iter().any(|&near| self.stands(enemy, near))
    }

    /// STAL-STK-1 to STAL-STK-6 in half stacking units.
    pub fn stacked<'p>(pieces: impl Iterator<Item = &'p Piece>) -> u32 {
        let mut parents: BTreeMap<String, u32> = BTreeMap::new();
        let mut total = 0;
        for piece in pieces {
            match (piece.kind, &piece.parent) {
                (UnitKind::Headquarters, _) => {}
                (UnitKind::Pioneer, _) => total += 1,
                (UnitKind::RifleDivision, _) => total += 4,
                (_, Some(parent)) => *parents.entry(parent.clone()).or_default() += 1,
                (_, None) => total += 2,
            }
        }
        total + parents.values().map(|&parts| 2 * parts.min(2)).sum::<u32>()
    }

    pub fn room(&self, piece: &Piece, hex: Hex) -> bool {
        let there = self.pieces.iter().filter(|other| other.hex == hex && other.id != piece.id);
        Self::stacked(there.chain([piece])) <= 7
    }

    /// STAL-SUP-2, STAL-SUP-5: whether a path may lead on from or over a hex.
    fn may_pass(&self, side: Side, hex: Hex) -> bool {
        let firm = self.zone_of(side.enemy(), hex).iter().any(|piece| !piece.disrupted);
        let empty = !self.stands(side, hex) && !self.stands(side.enemy(), hex);
        self.land(hex) && !self.stands(side.enemy(), hex) && !(empty && self.open(hex) && firm)
    }

    /// STAL-SUP-4
    fn contested(&self, side: Side, hex: Hex) -> bool {
        let empty = !self.stands(side, hex) && !self.stands(side.enemy(), hex);
        empty && self.city(hex) && neighbours(hex).iter().any(|&near| self.stands(side.enemy(), near))
    }

    /// STAL-SUP-3, STAL-R21
    fn side_closed(&self, side: Side, one: Hex, other: Hex) -> bool {
        let touched = self.pieces.iter().any(|piece| {
            piece.side != side
                && !piece.disrupted
                && Self::has_zone(piece)
                && adjacent(piece.hex, one)
                && adjacent(piece.hex, other)
        });
        let friendly = self.stands(side, one) && self.stands(side, other);
        self.all_open_side(one, other) && touched && !friendly
    }

    fn source(&self, side: Side, hex: Hex) -> bool {
        match side {
            Side::German => self.land(hex) && hex.0 == self.western,
            Side::Russian => self.shore(hex),
        }
    }

    /// Whether a line of supply can begin with these hexes, the unit's own first, and go on to a source: STAL-SUP-1 to
    /// STAL-SUP-5 with STAL-R62 and STAL-R83. Walked from the unit, where the game walks from the sources.
    fn line_from(&self, side: Side, own: Hex, first: Option<Hex>) -> bool {
        let mut open: Vec<(Hex, u32)> = Vec::new();
        let mut seen = BTreeSet::new();
        let step = |from: Hex, row: u32, to: Hex| -> Option<(Hex, u32)> {
            if !self.may_pass(side, to) || self.side_closed(side, from, to) {
                return None;
            }
            let row = if self.contested(side, to) { row + 1 } else { 0 };
            (row <= 2).then_some((to, row))
        };
        for to in neighbours(own) {
            if first.is_none_or(|first| first == to) {
                open.extend(step(own, 0, to));
            }
        }
        while let Some((hex, row)) = open.pop() {
            if !seen.insert((hex, row)) {
                continue;
            }
            if self.source(side, hex) {
                return true;
            }
            for to in neighbours(hex) {
                open.extend(step(hex, row, to));
            }
        }
        false
    }

    pub fn supplied(&self, side: Side, hex: Hex) -> bool {
        self.source(side, hex) || self.line_from(side, hex, None)
    }

    /// Whether a unit may step from the first hex of its move to the next (STAL-ZOC-3 to STAL-ZOC-6, STAL-HUG-3).
    fn first_step(&self, piece: &Piece, to: Hex) -> bool {
        let (side, enemy, from) = (piece.side, piece.side.enemy(), piece.hex);
        if self.mixed(from) {
            return self.stalingrad(to) && self.line_from(side, from, Some(to));
        }
        let (here, there) = (self.zone_of(enemy, from), self.zone_of(enemy, to));
        let same: Vec<&&Piece> =
            here.iter().filter(|one| there.iter().any(|other| one.id == other.id)).collect();
        // STAL-ZOC-4 with the friend of STAL-ZOC-3.
        if same.is_empty() || self.stands(side, to) {
            return true;
        }
        // STAL-ZOC-5
        self.city(from)
            && self.city(to)
            && (side == Side::Russian || same.iter().all(|guard| guard.disrupted))
    }

    /// What a step costs under STAL-MOV-2 and STAL-MOV-4.
    fn points(&self, piece: &Piece, from: Hex, to: Hex) -> u32 {
        let mobile = matches!(
            piece.kind,
            UnitKind::Panzer
                | UnitKind::PanzerGrenadier
                | UnitKind::MotorizedInfantry
                | UnitKind::Pioneer
                | UnitKind::TankBrigade
        );
        let balka = self.balkas.contains(&(from, to));
        1 + if !balka {
            0
        } else if mobile {
            2
        } else {
            1
        }
    }

    /// The best routes to every hex, by hexes or by movement points (STAL-R73): the cheapest, then the first by its
    /// directions from the start.
    fn routes(&self, piece: &Piece, by_points: bool, most_hexes: u32) -> BTreeMap<Hex, Route> {
        let enemy = piece.side.enemy();
        let nowhere = Route { spent: 0, directions: Vec::new() };
        let mut best: BTreeMap<Hex, Route> = BTreeMap::new();
        // The best route of all that are left comes next, so the first one to reach a hex is the best one.
        let mut open = BTreeSet::from([(nowhere, piece.hex)]);
        while let Some((route, from)) = open.pop_first() {
            if best.contains_key(&from) {
                continue;
            }
            best.insert(from, route.clone());
            let begins = from == piece.hex;
            // STAL-ZOC-2
            let stops = !begins && !self.zone_of(enemy, from).is_empty();
            if stops || route.directions.len() as u32 >= most_hexes {
                continue;
            }
            for (direction, to) in neighbours(from).into_iter().enumerate() {
                // STAL-MOV-6, STAL-MOV-9
                if !self.land(to) || self.stands(enemy, to) || begins && !self.first_step(piece, to) {
                    continue;
                }
                let price = if by_points { self.points(piece, from, to) } else { 1 };
                let mut next = Route { spent: route.spent + price, directions: route.directions.clone() };
                next.directions.push(direction);
                open.insert((next, to));
            }
        }
        best
    }

    /// Where an operational move of a unit can end, and by which route it goes if only the end is named.
    pub fn moves(&self, id: UnitId) -> BTreeMap<Hex, Vec<Hex>> {
        let piece = self.piece(id);
        let most_hexes = if !self.supplied(piece.side, piece.hex) {
            1
        } else if piece.kind == UnitKind::Headquarters {
            3
        } else {
            u32::MAX
        };
        let mobile = matches!(
            piece.kind,
            UnitKind::Panzer | UnitKind::PanzerGrenadier | UnitKind::MotorizedInfantry | UnitKind::Pioneer
        );
        let limit = if mobile { 6 } else { 3 };
        let by_hexes = self.routes(piece, false, most_hexes);
        let by_points = self.routes(piece, true, u32::MAX);
        let starts_in_contact = self.contact(piece.side, piece.hex);
        let mut ends: BTreeMap<Hex, Vec<Hex>> = BTreeMap::new();
        for (&hex, route) in by_hexes.iter().filter(|(hex, _)| **hex != piece.hex) {
            let bound = starts_in_contact && self.contact(piece.side, hex) && route.directions.len() > 1;
            let route = if bound { &by_points[&hex] } else { route };
            if self.room(piece, hex) && !(bound && route.spent > limit) {
                ends.insert(hex, walked(piece.hex, &route.directions));
            }
        }
        // STAL-HUG-4, STAL-R72
        for to in neighbours(piece.hex) {
            if self.stalingrad(piece.hex) && self.mixed(to) && self.room(piece, to) {
                ends.insert(to, vec![to]);
            }
        }
        ends
    }
}

fn walked(from: Hex, directions: &[usize]) -> Vec<Hex> {
    let mut here = from;
    let step = |&direction: &usize| {
        here = neighbours(here)[direction];
        here
    };
    directions.iter().map(step).collect()
}
