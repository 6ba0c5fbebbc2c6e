//! Which attackers pay for a loss (MARS-CRT-3): whole units, no more of them than are needed.
//!
//! The attacker names them one by one. A unit can be named as long as some set of units that pays the loss, and from
//! which none could be left out, holds it and all that were named before.

use crate::{
    field::Field,
    roster::{UnitId, Units},
};

/// Sums of attack factors that some of the units make, a bit each.
type Sums = u128;

/// What a set of attackers is worth, in printed factors.
pub fn worth(field: &Field, units: Units) -> u32 {
    units.iter().map(|unit| u32::from(field.piece(unit).attack)).sum()
}

/// Units of which each can be named next, when `named` have been and `due` printed factors are owed in all.
pub fn candidates(field: &Field, attackers: Units, named: Units, due: u32) -> Units {
    let fits = |unit: &UnitId| is_part_of_payment(field, attackers, named | Units::of(*unit), due);
    (attackers - named).iter().filter(fits).collect()
}

/// Whether a minimal payment holds all of `named`. All attackers together are the payment if they are worth no more
/// than what is owed.
pub fn is_part_of_payment(field: &Field, attackers: Units, named: Units, due: u32) -> bool {
    if worth(field, attackers) <= due {
        return true;
    }
    let factor = |unit: UnitId| u32::from(field.piece(unit).attack);
    let paid = worth(field, named);
    let Some(least_named) = named.iter().map(factor).min() else { return true };
    // A payment is minimal exactly if it would fall short without its cheapest unit. Try each cheapest value.
    let mut values = 0u32;
    attackers.iter().for_each(|unit| values |= 1 << factor(unit));
    (1..=least_named).filter(|value| values >> value & 1 == 1).any(|least| {
        let others = (attackers - named).iter().map(factor).filter(|&value| value >= least);
        // Sums with none, and with at least one, of the units of the cheapest value among the others.
        let (mut without, mut with): (Sums, Sums) = (1 << paid, 0);
        for value in others {
            let so_far = with | without;
            if value == least {
                with |= so_far << value;
            } else {
                with |= with << value;
                without |= without << value;
            }
        }
        let sums = if least == least_named { with | without } else { with };
        (due..due + least).any(|sum| sum < Sums::BITS && sums >> sum & 1 == 1)
    })
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use kit::{Factor, losses};

    use super::*;
    use crate::theatre::{GermanZones, Scenario, theatre};

    /// MARS-CRT-3, against the kit's list of all minimal sets.
    #[test]
    fn units_are_named_as_the_minimal_sets_allow() {
        let field = Field::deployed(theatre(Scenario::Historical, GermanZones::Inward));
        let mut seed = 7u64;
        let mut random = |of: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) % of
        };
        for _ in 0..3000 {
            let first = 35 * random(2);
            let units: Vec<UnitId> = (0..=random(7))
                .map(|_| UnitId::new((first + random(35)) as usize))
                .collect::<Units>()
                .iter()
                .collect();
            let attackers: Units = units.iter().copied().collect();
            let due = 1 + random(25) as u32;
            let values: Vec<Factor> =
                units.iter().map(|unit| Factor::whole(field.piece(*unit).attack.into())).collect();
            let named: Units = units.iter().copied().filter(|_| random(3) == 0).collect();
            let mut expected = Units::NONE;
            let mut part = false;
            let _ = losses::each_minimal_set(&values, Factor::whole(due as i32), |set| {
                let payment: Units = units
                    .iter()
                    .enumerate()
                    .filter(|(place, _)| set >> place & 1 == 1)
                    .map(|(_, unit)| *unit)
                    .collect();
                if (named - payment).is_empty() {
                    part = true;
                    expected |= payment - named;
                }
                ControlFlow::Continue(())
            });
            if part {
                assert_eq!(
                    candidates(&field, attackers, named, due),
                    expected,
                    "{attackers:?} {named:?} {due}"
                );
            }
            assert_eq!(
                is_part_of_payment(&field, attackers, named, due),
                part,
                "{attackers:?} {named:?} {due}"
            );
        }
    }
}
