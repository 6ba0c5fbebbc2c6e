//! Positions in a few words, for tests.

use crate::published::theatre;
use kit::{
    Refusal,
    map::{HexId, HexMap},
};
use sandtable_mars::{
    Aside, Field, GermanZones, Hexes, Location, Scenario, Side, Status, Theatre, Units, stacking,
};

pub mod reading;
pub mod table;

pub use crate::published::unit;

/// Units by their names, separated by commas.
pub fn units(names: &str) -> Units {
    names.split(',').map(str::trim).filter(|name| !name.is_empty()).map(unit).collect()
}

pub fn historical() -> &'static Theatre {
    theatre(Scenario::Historical, GermanZones::Inward)
}

pub fn vazuza() -> &'static Theatre {
    theatre(Scenario::Vazuza, GermanZones::Inward)
}

/// A field to which units are added in a few words.
pub trait Describe {
    /// Puts units, named with commas between them, into a hex, wherever they are now.
    fn put(self, names: &str, number: &str) -> Self;
    fn with(self, names: &str, status: Status) -> Self;
    fn disrupted(self, names: &str) -> Self;
    fn fortified(self, names: &str) -> Self;
    fn without(self, names: &str) -> Self;
    fn hex(&self, number: &str) -> HexId;
    fn area(&self, numbers: &str) -> Hexes;
}

impl Describe for Field {
    fn put(mut self, names: &str, number: &str) -> Self {
        let hex = self.hex(number);
        units(names).iter().for_each(|unit| self.move_to(unit, hex));
        self
    }

    fn with(mut self, names: &str, status: Status) -> Self {
        units(names).iter().for_each(|unit| self.set(unit, status, true));
        self
    }

    fn disrupted(self, names: &str) -> Self {
        self.with(names, Status::Disrupted)
    }

    fn fortified(self, names: &str) -> Self {
        self.with(names, Status::Fortified)
    }

    fn without(mut self, names: &str) -> Self {
        units(names).iter().for_each(|unit| self.remove(unit, Aside::Eliminated));
        self
    }

    fn hex(&self, number: &str) -> HexId {
        self.theatre().map.find(number).unwrap()
    }

    fn area(&self, numbers: &str) -> Hexes {
        numbers.split_whitespace().map(|number| self.hex(number)).collect()
    }
}

/// The empty historical map.
pub fn empty() -> Field {
    Field::empty(historical())
}

/// The historical map with the default German infantry, fortified.
pub fn infantry() -> Field {
    let mut field = Field::deployed(historical());
    let others = field.on_map() - historical().roster().garrisons;
    others.iter().for_each(|unit| field.remove(unit, Aside::OffBoard));
    field
}

/// X15: two German units cut off behind the Russian lines.
pub fn cut_off() -> Field {
    infantry()
        .put("9.Pz a", "1408")
        .put("6 TK", "1407")
        .put("1 MK", "0609")
        .put("GD a", "1504")
        .put("8 GRK", "1405")
        .put("2 GKK", "1305")
}

/// The numbers of hexes, in their order.
pub fn numbers(map: &HexMap, hexes: impl IntoIterator<Item = HexId>) -> String {
    hexes.into_iter().map(|hex| map.number(hex).to_string()).collect::<Vec<_>>().join(" ")
}

/// A refusal must name its clause and everybody responsible.
pub fn assert_refused(result: Result<impl std::fmt::Debug, Refusal>, clause: &str, responsible: &[&str]) {
    let refusal = result.expect_err(clause);
    assert_eq!(refusal.clause.0, clause, "{refusal}");
    for who in responsible {
        assert!(refusal.responsible.iter().any(|it| it == who), "{who} in: {refusal}");
    }
    assert!(refusal.reason.split_whitespace().count() > 4, "{refusal}");
}

/// A generator of positions.
pub struct Chance(u64);

impl Chance {
    pub const fn seeded(seed: u64) -> Self {
        Self(seed)
    }

    /// 0 to `sides` - 1.
    pub fn below(&mut self, sides: usize) -> usize {
        // SplitMix64: positions are the same on every machine.
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % sides as u64) as usize
    }

    pub fn one_in(&mut self, sides: usize) -> bool {
        self.below(sides) == 0
    }

    /// A legal position: some of the units where they begin, the others anywhere, stacked as the rules allow, and in
    /// all conditions.
    pub fn position(&mut self, theatre: &'static Theatre) -> Field {
        let mut field = Field::empty(theatre);
        let stay = 1 + self.below(4);
        let hexes: Vec<HexId> = theatre.map.hexes().collect();
        // Crowds meet more often than units strewn over the map.
        let centre = hexes[self.below(hexes.len())];
        let reach = 3 + self.below(12) as u32;
        let near: Vec<HexId> =
            hexes.iter().copied().filter(|&hex| theatre.map.distance(hex, centre) <= reach).collect();
        for unit in theatre.units {
            let wanted = match theatre.deployment[unit.index()] {
                Location::Hex(hex) if self.below(4) < stay => hex,
                _ => near[self.below(near.len())],
            };
            let side = field.unit(unit).side;
            if !field.enemies_of(side).contains(wanted)
                && stacking::has_room(&field, unit, wanted)
                && !self.one_in(8)
            {
                field.place(unit, wanted);
                field.set(unit, Status::Disrupted, self.one_in(5));
                let fortified = field.arm(unit).fortifies && self.one_in(2);
                field.set(unit, Status::Fortified, fortified);
            }
        }
        field.invariants().unwrap();
        field
    }
}

pub const SIDES: [Side; 2] = [Side::Russian, Side::German];
