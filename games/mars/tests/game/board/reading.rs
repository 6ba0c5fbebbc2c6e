//! The literal second reading: movement, supply and retreats straight from the clauses, slow and without any code of
//! the game's chapters. It takes from the game only data: the map, the units and where they stand.

pub mod attacks;
mod lines;
mod routes;

use std::{
    cell::RefCell,
    collections::{BTreeMap, BTreeSet},
    ops::{Index, IndexMut},
    sync::LazyLock,
};

use crate::published::{self, learning_map, map, piece};
use kit::map::{HexId, HexMap};
use sandtable_mars::{Class, Field, GermanZones, Side, Size, Status, UnitId};

/// Column and row.
pub type Hex = (i32, i32);

/// The neighbours as the terms of the rulebook list them.
pub fn neighbours((column, row): Hex) -> [Hex; 6] {
    let (c, r) = (column, row);
    if c % 2 == 1 {
        [(c, r - 1), (c + 1, r - 1), (c + 1, r), (c, r + 1), (c - 1, r), (c - 1, r - 1)]
    } else {
        [(c, r - 1), (c + 1, r), (c + 1, r + 1), (c, r + 1), (c - 1, r + 1), (c - 1, r)]
    }
}

fn adjacent(one: Hex, other: Hex) -> bool {
    neighbours(one).contains(&other)
}

/// One value for each hex, and for those just beyond the edge.
#[derive(Clone)]
struct Sheet<T>(Vec<T>);

impl<T: Clone + Default> Sheet<T> {
    fn new() -> Self {
        Self(vec![T::default(); 26 * 20])
    }
}

impl<T> Index<Hex> for Sheet<T> {
    type Output = T;
    fn index(&self, (column, row): Hex) -> &T {
        &self.0[(column * 20 + row + 1) as usize]
    }
}

impl<T> IndexMut<Hex> for Sheet<T> {
    fn index_mut(&mut self, (column, row): Hex) -> &mut T {
        &mut self.0[(column * 20 + row + 1) as usize]
    }
}

/// A unit on the map.
#[derive(Clone, Debug)]
pub struct Piece {
    pub id: UnitId,
    pub side: Side,
    pub mobile: bool,
    pub size: Size,
    pub panzer: bool,
    pub hex: Hex,
    pub disrupted: bool,
    pub fortified: bool,
    pub rationed: bool,
    pub isolated: bool,
}

/// A map in plain lists.
struct Land {
    is_german: Sheet<Option<bool>>,
    roads: BTreeSet<(Hex, Hex)>,
    links: BTreeSet<(Hex, Hex)>,
    zones: Vec<Vec<Hex>>,
}

impl Land {
    fn of(map: &HexMap) -> Self {
        let number = |hex| number(map, hex);
        let initial = map.layer("initial").unwrap();
        let pair_up = |name: &str| {
            let courses = map.link(name).unwrap().courses.iter();
            let both = |(one, other)| [(number(one), number(other)), (number(other), number(one))];
            courses.flat_map(|course| course.pairs.clone()).flat_map(both).collect::<BTreeSet<_>>()
        };
        let zones = map.zones("defence").unwrap().zones.iter();
        let mut is_german = Sheet::new();
        for hex in map.hexes() {
            is_german[number(hex)] = Some(initial.name_at(hex) == "german");
        }
        Self {
            is_german,
            roads: pair_up("road"),
            links: &pair_up("road") | &pair_up("rail"),
            zones: zones.map(|zone| zone.hexes.iter().map(|&hex| number(hex)).collect()).collect(),
        }
    }
}

/// A position in plain lists.
pub struct Plain {
    pub pieces: Vec<Piece>,
    land: &'static Land,
    outward_option: bool,
    held: [Sheet<bool>; 2],
    /// What has been found out about sources, only to save time.
    known_sources: RefCell<[Sheet<Option<bool>>; 2]>,
    /// By side: whether its units control a hex, and the hexes from which they do so actively.
    control: [Sheet<bool>; 2],
    active: [Sheet<Vec<Hex>>; 2],
}

pub fn number(map: &HexMap, hex: HexId) -> Hex {
    let number = map.number(hex);
    (number.column.into(), number.row.into())
}

impl Plain {
    pub fn of(field: &Field) -> Self {
        static LANDS: LazyLock<[Land; 2]> = LazyLock::new(|| [Land::of(map()), Land::of(learning_map())]);
        let piece = |id: UnitId| Piece {
            id,
            side: piece(id).side,
            mobile: piece(id).class == Class::Mobile,
            size: piece(id).size,
            panzer: piece(id).panzer,
            hex: number(&field.theatre().map, field.hex_of(id).unwrap()),
            disrupted: field.is(id, Status::Disrupted),
            fortified: field.is(id, Status::Fortified),
            rationed: field.is(id, Status::Rationed),
            isolated: field.is(id, Status::Isolated),
        };
        let mut plain = Self {
            pieces: field.on_map().iter().map(piece).collect(),
            land: &LANDS[field.theatre().scenario as usize],
            outward_option: field.theatre().german_zones == GermanZones::Outward,
            held: [Sheet::new(), Sheet::new()],
            known_sources: RefCell::new([Sheet::new(), Sheet::new()]),
            control: [Sheet::new(), Sheet::new()],
            active: [Sheet::new(), Sheet::new()],
        };
        for piece in &plain.pieces {
            plain.held[piece.side as usize][piece.hex] = true;
            for hex in neighbours(piece.hex) {
                if plain.controls(piece, hex) {
                    plain.control[piece.side as usize][hex] = true;
                    let from = &mut plain.active[piece.side as usize][hex];
                    if Self::is_active(piece) && !from.contains(&piece.hex) {
                        from.push(piece.hex);
                    }
                }
            }
        }
        plain
    }

    fn on_map(&self, hex: Hex) -> bool {
        self.land.is_german[hex].is_some()
    }

    fn inside(&self, hex: Hex) -> bool {
        self.land.is_german[hex].unwrap()
    }

    fn holds(&self, side: Side, hex: Hex) -> bool {
        self.held[side as usize][hex]
    }

    /// MARS-ZOC-2, MARS-ZOC-3
    fn controls(&self, piece: &Piece, hex: Hex) -> bool {
        if piece.disrupted || !adjacent(piece.hex, hex) || !self.on_map(hex) {
            return false;
        }
        match piece.side {
            Side::Russian => self.inside(piece.hex) || !self.inside(hex),
            Side::German => self.outward_option || !self.inside(piece.hex) || self.inside(hex),
        }
    }

    /// MARS-ZOC-4, MARS-ZOC-5
    fn is_active(piece: &Piece) -> bool {
        piece.side == Side::German
            || piece.size == Size::Korps
            || (piece.size == Size::Division && piece.fortified)
    }

    /// The hexes from which the enemy of `side` actively controls a hex.
    fn active_against(&self, side: Side, hex: Hex) -> &[Hex] {
        &self.active[side.enemy() as usize][hex]
    }

    /// MARS-TER-9, MARS-R14: a garrison in the hex or in an adjacent hex of the same zone.
    fn garrison_bars(&self, hex: Hex) -> bool {
        let zone = self.land.zones.iter().find(|zone| zone.contains(&hex));
        let near = zone.into_iter().flatten().filter(|&&other| other == hex || adjacent(other, hex));
        near.into_iter().any(|&other| {
            self.pieces.iter().any(|piece| piece.side == Side::German && !piece.mobile && piece.hex == other)
        })
    }

    /// MARS-MOV-10, MARS-MOV-11
    fn line_allows(&self, side: Side, from: Hex, to: Hex) -> bool {
        match (side, self.inside(from), self.inside(to)) {
            (Side::Russian, false, true) => !self.garrison_bars(to),
            (Side::German, true, false) => false,
            _ => true,
        }
    }

    /// MARS-STK-1 to MARS-STK-6: whether a piece fits into a hex beside those in it.
    pub fn room(&self, piece: &Piece, hex: Hex) -> bool {
        let mut stack: Vec<&Piece> =
            self.pieces.iter().filter(|other| other.hex == hex && other.id != piece.id).collect();
        stack.push(piece);
        if piece.side == Side::Russian {
            let korps = stack.iter().filter(|unit| unit.size == Size::Korps).count();
            let brigade = stack.iter().any(|unit| unit.size == Size::Brigade);
            return korps <= 1 && stack.len() <= if brigade { 3 } else { 2 };
        }
        // Some Kampfgruppe, or none, takes the extra place; the others must fill at most two division places.
        (0..=stack.len()).any(|extra| {
            let rest: Vec<&&Piece> =
                stack.iter().enumerate().filter(|(nth, _)| *nth != extra).map(|it| it.1).collect();
            let extra_is_kampfgruppe = stack.get(extra).is_none_or(|unit| unit.size == Size::Kampfgruppe);
            // One place for every division and for every division of which there are Kampfgruppen.
            let places: BTreeSet<(UnitId, bool)> = rest
                .iter()
                .map(|unit| {
                    (
                        published::piece(unit.id).other_half.map_or(unit.id, |half| half.min(unit.id)),
                        unit.panzer,
                    )
                })
                .collect();
            extra_is_kampfgruppe
                && places.len() <= 2
                && places.iter().filter(|(_, panzer)| *panzer).count() <= 1
        })
    }

    pub fn piece(&self, id: UnitId) -> &Piece {
        self.pieces.iter().find(|piece| piece.id == id).unwrap()
    }

    /// MARS-MOV-2 to MARS-MOV-7: half-hexes to attack and at most.
    fn allowance(piece: &Piece) -> (i32, i32) {
        match (piece.isolated, piece.rationed, piece.mobile) {
            (true, _, true) => (0, 0),
            (true, _, false) => (0, 4),
            (_, true, _) => (2, 6),
            (_, _, true) => (6, 10),
            (_, _, false) => (4, 8),
        }
    }

    /// Every hex a unit can move to, with the half-hexes spent and whether it may not attack afterwards.
    pub fn moves(&self, id: UnitId) -> BTreeMap<Hex, (i32, bool)> {
        let piece = self.piece(id);
        let (to_attack, at_most) = Self::allowance(piece);
        let mut best: BTreeMap<Hex, i32> = BTreeMap::from([(piece.hex, 0)]);
        let mut open = vec![(piece.hex, 0)];
        if piece.disrupted {
            return BTreeMap::new();
        }
        while let Some((from, spent)) = open.pop() {
            // MARS-ZOC-6
            if from != piece.hex && !self.active_against(piece.side, from).is_empty() {
                continue;
            }
            for to in neighbours(from) {
                if !self.may_enter(piece, to) || !self.line_allows(piece.side, from, to) {
                    continue;
                }
                // MARS-ZOC-7
                let (here, there) =
                    (self.active_against(piece.side, from), self.active_against(piece.side, to));
                if here.iter().any(|enemy| there.contains(enemy)) {
                    continue;
                }
                let spent = spent + if piece.mobile && self.land.roads.contains(&(from, to)) { 1 } else { 2 };
                if spent <= at_most && best.get(&to).is_none_or(|&known| known > spent) {
                    best.insert(to, spent);
                    open.push((to, spent));
                }
            }
        }
        best.remove(&piece.hex);
        let mut moves: BTreeMap<Hex, (i32, bool)> =
            best.into_iter().map(|(hex, spent)| (hex, (spent, spent > to_attack))).collect();
        for to in neighbours(piece.hex) {
            if self.minimum_move(piece, to) {
                let spent = moves.get(&to).map_or(2, |&(spent, _)| spent.min(2));
                moves.insert(to, (spent, false));
            }
        }
        moves
    }

    /// On the map, no enemy, within stacking.
    fn may_enter(&self, piece: &Piece, hex: Hex) -> bool {
        self.on_map(hex) && !self.holds(piece.side.enemy(), hex) && self.room(piece, hex)
    }

    /// MARS-MIN-1, MARS-MIN-2, MARS-MIN-3, MARS-R46
    fn minimum_move(&self, piece: &Piece, to: Hex) -> bool {
        if !self.may_enter(piece, to) {
            return false;
        }
        if self.holds(piece.side, to) {
            return true;
        }
        let (here, there) = (self.active_against(piece.side, piece.hex), self.active_against(piece.side, to));
        let different = here.iter().any(|x| there.iter().any(|y| x != y));
        different && self.line_allows(piece.side, piece.hex, to)
    }
}
