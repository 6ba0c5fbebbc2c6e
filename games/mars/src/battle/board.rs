//! A battle as it stands on the map: units, crossings, garrisons and supply read off the field.

use super::assault::{Assault, Attacker, Defender, Options, Origins, Place, Target};
use crate::{fortification, prelude::*};

/// Who is badly supplied at a moment; everybody else is in full supply.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Supplies {
    /// Units with a long line.
    pub rationed: Units,
    /// Units with none.
    pub isolated: Units,
}

impl Supplies {
    /// Of everybody on the map, now (MARS-SUP-10).
    pub fn of(field: &Field) -> Self {
        let mut supplies = Self::default();
        for side in [Side::Russian, Side::German] {
            let lines = Lines::of(field, side);
            for unit in field.units_of(side) {
                match field.hex_of(unit).map_or(Supply::Full, |hex| lines.status(hex)) {
                    Supply::Full => {}
                    Supply::Rationed => supplies.rationed |= Units::of(unit),
                    Supply::Isolated => supplies.isolated |= Units::of(unit),
                }
            }
        }
        supplies
    }

    #[inline]
    pub fn status(&self, unit: UnitId) -> Supply {
        Supply::of(self.isolated.contains(unit), self.rationed.contains(unit))
    }
}

/// What all battles of a combat step have in common.
#[derive(Clone, Copy, Debug)]
pub struct Battling {
    /// Whose attack it is.
    pub side: Side,
    pub turn: u8,
    pub options: Options,
    pub supplies: Supplies,
}

impl Battling {
    /// A battle that is being planned.
    pub const fn meeting<'b>(
        &self,
        attackers: Units,
        targets: &'b [HexId],
        line_strength: Option<u8>,
    ) -> Meeting<'b> {
        let (moment, battling, none) = (Moment::Allocation, *self, Units::NONE);
        Meeting {
            battling,
            moment,
            probe: false,
            attackers,
            targets,
            line_strength,
            no_retreat: none,
            newcomers: none,
        }
    }
}

/// What a battle on the map is made of besides the map.
#[derive(Clone, Copy, Debug)]
pub struct Meeting<'b> {
    /// What it has in common with others.
    pub battling: Battling,
    /// Planned, or about to be rolled.
    pub moment: Moment,
    /// Lowered to 2:1.
    pub probe: bool,
    pub attackers: Units,
    pub targets: &'b [HexId],
    /// The strength that an attacked hex without units had when the attack was allocated; none if units were there.
    pub line_strength: Option<u8>,
    /// Units under a No Retreat order.
    pub no_retreat: Units,
    /// Units that have retreated into an attacked hex since the allocation (MARS-RET-6).
    pub newcomers: Units,
}

/// The hexes that attackers come from, in the order in which they were met.
type From = SmallVec<[HexId; 6]>;

impl Meeting<'_> {
    /// The battle as the rules see it.
    pub fn assault(&self, field: &Field) -> Assault<'static> {
        let mut from = From::new();
        let mut attackers = SmallVec::new();
        for unit in self.attackers {
            let Some(hex) = field.hex_of(unit) else { continue };
            let place = from.iter().position(|&known| known == hex).unwrap_or_else(|| {
                from.push(hex);
                from.len() - 1
            });
            let supply = self.battling.supplies.status(unit);
            attackers.push(Attacker { unit: field.unit(unit), origin: 1 << place, supply });
        }
        let targets = self.targets.iter().map(|&hex| self.target(field, hex, &from)).collect();
        let Self { battling: Battling { side, turn, options, .. }, moment, probe, .. } = *self;
        let charts = &field.theatre().charts;
        Assault { charts, side, turn, moment, probe, options, attackers, targets }
    }

    fn target(&self, field: &Field, hex: HexId, from: &From) -> Target<'static> {
        let theatre = field.theatre();
        let (mut line, mut river): (Origins, Origins) = (0, 0);
        for (place, &origin) in from.iter().enumerate() {
            let Some(way) = theatre.map.direction(hex, origin) else { continue };
            line |= Origins::from(theatre.line.at(hex).contains(way)) << place;
            river |= Origins::from(theatre.rivers.at(hex).contains(way)) << place;
        }
        let initially =
            if theatre.initially[Side::German as usize].contains(hex) { Side::German } else { Side::Russian };
        Target {
            name: theatre.name(hex),
            initially,
            line,
            river,
            place: place(theatre, hex),
            forest: theatre.forest.contains(hex),
            line_strength: self.garrison(field, hex).map(|factor| Factor::whole(factor.into())),
            defenders: field.units_in(hex).map(|unit| self.defender(field, unit)).collect(),
        }
    }

    fn defender(&self, field: &Field, unit: UnitId) -> Defender<'static> {
        Defender {
            unit: field.unit(unit),
            order: unit.index(),
            infantry: field.arm(unit).class == Class::Infantry,
            supply: self.battling.supplies.status(unit),
            disrupted: field.is(unit, Status::Disrupted),
            fortified: field.is(unit, Status::Fortified),
            no_retreat: self.no_retreat.contains(unit),
            retreated_in: self.newcomers.contains(unit),
        }
    }

    /// The strength that the zone's garrison gives to a hex. Where the hex itself was attacked without units in it, a
    /// garrison that has come in since gives it still, and the hex keeps what it had if all garrison is gone but
    /// another unit has come in (MARS-RES-18, MARS-R47).
    fn garrison(&self, field: &Field, hex: HexId) -> Option<u8> {
        let Some(had) = self.line_strength else { return garrison_strength(field, hex, false) };
        garrison_strength(field, hex, true)
            .or_else(|| self.newcomers.meets(field.units_in(hex).collect()).then_some(had))
    }
}

pub(super) fn place(theatre: &Theatre, hex: HexId) -> Place {
    match theatre.town_at(hex) {
        None => Place::Open,
        Some(town) if theatre.towns[town].is_city => Place::City,
        Some(_) => Place::Town,
    }
}

/// The current defence of the strongest German infantry in the zone of a hex, in its other hexes or in all of them
/// (MARS-TER-5, MARS-TER-6); none for a hex in no zone or a zone without garrison (MARS-TER-10).
pub fn garrison_strength(field: &Field, hex: HexId, here_too: bool) -> Option<u8> {
    let theatre = field.theatre();
    let zone = &theatre.zones[theatre.zone_at(hex)?];
    let hexes = zone.hexes.iter().filter(|&other| here_too || other != hex);
    let garrison = hexes
        .flat_map(|other| field.units_in(other))
        .filter(|&unit| theatre.roster().garrisons.contains(unit));
    garrison.map(|unit| fortification::current_defence(field, unit)).max()
}
