//! Stacking: what fits into a hex (MARS-STK-1 to MARS-STK-8).
//!
//! The limits bind at set-up, in movement, reinforcement, retreat and advance (MARS-STK-7); a full hex may not even be
//! passed (MARS-STK-8). Each of those chapters asks [`has_room`].

use crate::{limits::Stacking, prelude::*};

/// What stands in a hex, as far as stacking asks.
#[derive(Clone, Copy, Default)]
struct Stacked {
    units: u8,
    korps: u8,
    brigades: u8,
    divisions: u8,
    /// Divisions of which one Kampfgruppe is here, of any type.
    lone: u8,
    /// Divisions of which both Kampfgruppen are here (MARS-STK-2).
    pairs: u8,
    panzer_divisions: u8,
    panzer_lone: u8,
    panzer_pairs: u8,
}

impl Stacked {
    fn of(field: &Field, members: impl Iterator<Item = UnitId>) -> Self {
        let mut stack = Self::default();
        let mut here = Units::NONE;
        for unit in members {
            stack.add(field, unit, here);
            here.insert(unit);
        }
        stack
    }

    fn add(&mut self, field: &Field, unit: UnitId, here: Units) {
        let roster = field.theatre().roster();
        // MARS-STK-4: only the panzer type counts as panzer, not panzergrenadiers and cavalry.
        let panzer = u8::from(roster.panzers.contains(unit));
        self.units += 1;
        match roster[unit].size {
            Size::Korps => self.korps += 1,
            Size::Brigade => self.brigades += 1,
            Size::Division => {
                self.divisions += 1;
                self.panzer_divisions += panzer;
            }
            Size::Kampfgruppe if roster.other_half[unit.index()].is_some_and(|half| here.contains(half)) => {
                self.lone -= 1;
                self.panzer_lone -= panzer;
                self.pairs += 1;
                self.panzer_pairs += panzer;
            }
            Size::Kampfgruppe => {
                self.lone += 1;
                self.panzer_lone += panzer;
            }
        }
    }

    /// MARS-STK-1 to MARS-STK-4, MARS-R20: everything but the extra Kampfgruppe finds a division place, as a division,
    /// as a pair, or as a lone Kampfgruppe that counts as its division. Taking a lone panzer Kampfgruppe for the extra
    /// place helps most; half of a pair would only leave the other half where the pair was.
    fn fits_german(self, limits: Stacking) -> bool {
        let extra = self.lone.min(limits.extra_kampfgruppen);
        let extra_panzer = self.panzer_lone.min(extra);
        let places = self.divisions + self.pairs + self.lone - extra;
        let panzers = self.panzer_divisions + self.panzer_pairs + self.panzer_lone - extra_panzer;
        places <= limits.divisions && panzers <= limits.panzer_divisions
    }

    /// MARS-STK-5
    fn most_russians(self, limits: Stacking) -> u8 {
        if self.brigades > 0 { limits.units_with_brigade } else { limits.units }
    }

    /// MARS-STK-5, MARS-STK-6
    fn fits_russian(self, limits: Stacking) -> bool {
        self.units <= self.most_russians(limits) && self.korps <= limits.korps
    }

    fn fits(self, side: Side, limits: Stacking) -> bool {
        match side {
            Side::German => self.fits_german(limits),
            Side::Russian => self.fits_russian(limits),
        }
    }
}

/// Whether a unit fits into a hex beside the friends that are there now (MARS-STK-7, MARS-STK-8).
#[inline]
pub fn has_room(field: &Field, unit: UnitId, hex: HexId) -> bool {
    let side = field.unit(unit).side;
    !field.held_by(side).contains(hex) || {
        let others = field.units_in(hex).filter(|&other| other != unit);
        Stacked::of(field, others.chain([unit])).fits(side, field.theatre().limits.stacking)
    }
}

/// The hexes of an area in which a unit would have room.
pub fn with_room(field: &Field, unit: UnitId, mut area: Hexes) -> Hexes {
    for hex in area & field.held_by(field.unit(unit).side) {
        if !has_room(field, unit, hex) {
            area.remove(hex);
        }
    }
    area
}

/// Whether these units of one side could stand in one hex.
pub fn fit_together(field: &Field, side: Side, units: Units) -> bool {
    Stacked::of(field, units.iter()).fits(side, field.theatre().limits.stacking)
}

/// [`has_room`], or why not.
pub fn check<E: Objection>(field: &Field, unit: UnitId, hex: HexId) -> Result<(), E> {
    if has_room(field, unit, hex) {
        return Ok(());
    }
    let others: Units = field.units_in(hex).filter(|&other| other != unit).collect();
    Err(overfull(field, hex, others | Units::of(unit)))
}

/// Whether the units in a hex may be there together.
pub fn check_hex(field: &Field, hex: HexId) -> Result<(), Refusal> {
    let units: Units = field.units_in(hex).collect();
    let Some(unit) = units.first() else { return Ok(()) };
    if fit_together(field, field.unit(unit).side, units) { Ok(()) } else { Err(overfull(field, hex, units)) }
}

/// Says what is too much.
fn overfull<E: Objection>(field: &Field, hex: HexId, units: Units) -> E {
    let limits = field.theatre().limits.stacking;
    let stack = Stacked::of(field, units.iter());
    let number = field.theatre().name(hex);
    let side = units.first().map_or(Side::German, |unit| field.unit(unit).side);
    let panzers = stack.panzer_divisions + stack.panzer_pairs;
    let (clause, words) = match side {
        Side::Russian if stack.korps > limits.korps => {
            ("MARS-STK-6", format!("{number} would hold {} korps; a hex takes {}", stack.korps, limits.korps))
        }
        Side::Russian => {
            let (units, most) = (stack.units, stack.most_russians(limits));
            let brigade = if stack.brigades > 0 { "with" } else { "without" };
            let words =
                format!("{number} would hold {units} units; {brigade} a tank brigade it takes {most}");
            ("MARS-STK-5", words)
        }
        Side::German if stack.pairs + stack.lone == 0 || panzers > limits.panzer_divisions => {
            let words = format!(
                "{number} would hold {} divisions, {panzers} of them panzer; it takes {}, of them {} panzer",
                stack.divisions + stack.pairs,
                limits.divisions,
                limits.panzer_divisions
            );
            ("MARS-STK-1", words)
        }
        Side::German => {
            let words = format!(
                "the units in {number} do not fit into {} division places, one of them for panzers, and a place for a \
                 Kampfgruppe",
                limits.divisions
            );
            ("MARS-STK-3", words)
        }
    };
    E::raise(clause, number, || words).blame(field.names(units))
}
