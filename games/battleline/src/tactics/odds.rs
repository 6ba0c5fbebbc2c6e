//! What an attack is worth, by the exact odds of the rules' own code.

use std::cell::OnceCell;

use super::values::{Values, harm_of};
use crate::{
    charts::Struck,
    clash::{self, Announced},
    fight::{Fate, fate},
    prelude::*,
};

/// An attack that may be made.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weighed {
    /// What it brings on the average.
    pub(super) value: i32,
    /// What is fixed when it is announced.
    pub(super) announced: Announced,
    /// Who had best lead it.
    pub(super) lead: UnitId,
}

/// Weighs an attack; nothing if it may not be made.
pub(super) fn weigh(
    field: &Field,
    house_rules: HouseRules,
    values: &Values,
    defender: UnitId,
    attackers: &[UnitId],
) -> Option<Weighed> {
    let announced = clash::announced(field, house_rules, defender, attackers)?;
    let lead = best_lead(field, values, announced.leads);
    let ends = Ends {
        field,
        house_rules,
        values,
        defender: Struckling::new(field, defender, lead),
        lead: Struckling::new(field, lead, defender),
    };
    let mut value = ends.fight(&announced);
    if value > 0 {
        // A defender who may slip away does so where he would lose by staying.
        let slips =
            clash::evasion::<_, Silent>(&mut Sums::default(), field, &announced, defender, attackers, lead)
                .unwrap_or(0);
        value = value * (6 - i32::from(slips)) / 6;
    }
    Some(Weighed { value, announced, lead })
}

/// Of those who may lead the one that is missed least, in Good Order if there is one.
pub(super) fn best_lead(field: &Field, values: &Values, leads: Units) -> UnitId {
    let disrupted = field.all(Mark::Disrupted);
    let cheapest = leads.iter().min_by_key(|&unit| (disrupted.contains(unit), values.worth(unit), unit));
    cheapest.expect("an attack has a lead (LINE-X-CMB-7)")
}

/// A unit that the result may strike.
struct Struckling {
    unit: UnitId,
    troop: Troop,
    /// Whom it must get away from.
    from: UnitId,
    retreat: OnceCell<bool>,
    rout: OnceCell<bool>,
}

impl Struckling {
    fn new(field: &Field, unit: UnitId, from: UnitId) -> Self {
        Self { unit, troop: field.troop(unit), from, retreat: OnceCell::new(), rout: OnceCell::new() }
    }
}

struct Ends<'a> {
    field: &'a Field,
    house_rules: HouseRules,
    values: &'a Values,
    defender: Struckling,
    lead: Struckling,
}

impl Ends<'_> {
    /// The mean over the Stand Test, if it is due, and the six faces (LINE-X-MOR-3, LINE-CRT-1).
    fn fight(&self, announced: &Announced) -> i32 {
        let codes = self.field.charts().codes(announced.column);
        let rolled = codes.iter().map(|&code| self.end(code)).sum::<i32>() / 6;
        match announced.stand {
            None => rolled,
            Some(stands) => {
                let stands = i32::from(stands);
                (rolled * stands + self.end(Code::Rt) * (6 - stands)) / 6
            }
        }
    }

    fn end(&self, code: Code) -> i32 {
        match self.field.charts().result(code).strikes {
            Struck::Defender => self.values.bold(self.loss(&self.defender, code)),
            Struck::Attacker => -self.values.careful(self.loss(&self.lead, code)),
        }
    }

    /// What a result takes from whom it strikes.
    fn loss(&self, struck: &Struckling, code: Code) -> i32 {
        let worth = self.values.worth(struck.unit);
        let safe = |known: &OnceCell<bool>, flight| {
            *known.get_or_init(|| {
                !retreat::ways(self.field, struck.unit, self.field.hex(struck.from), flight).is_empty()
            })
        };
        let retreats = || safe(&struck.retreat, Flight::Retreat);
        let routs = || safe(&struck.rout, Flight::Rout);
        let share = match fate(code, &struck.troop, self.house_rules, retreats, routs) {
            Fate::Eliminated => 100,
            Fate::Rampages => self.field.weights().harm.rampaged,
            Fate::Routs => harm_of(self.field.weights(), Code::Rt),
            _ => harm_of(self.field.weights(), code),
        };
        worth * share / 100
    }
}
