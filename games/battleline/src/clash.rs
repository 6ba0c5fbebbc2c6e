//! Combats on the map: the combat chapter with what stands there (LINE-X-CMB-1 to LINE-X-CMB-8).

use kit::{
    Factor, Sums, Tally,
    objection::{Objection, Silent, no},
};
use smallvec::SmallVec;

use crate::{
    army::{Side, UnitId, Units},
    battle::{
        EVADE, MOST_ATTACKERS, STAND,
        factors::{Assault, Victim, add_attack, add_defence},
        legality::{Deeds, column, may_attack, may_slip_away},
        situation::HouseRules,
    },
    battlefield::Scenario,
    charts::Test,
    facing::{Place, Row},
    field::{Field, Mark},
    movement::row_towards,
    retreat::{self, Flight},
    troop::{Occasion, Troop, test_morale},
};

/// A combat as it is announced; all of it is fixed from then on (LINE-R31).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Announced {
    /// What all attackers count for.
    pub attack: Factor,
    /// What the defender counts for.
    pub defence: Factor,
    /// The row of Table 5 used against the defender (LINE-X-CMB-6, LINE-R8).
    pub row: Row,
    /// The column of Table 4.
    pub column: u8,
    /// Sixths with which the defender stands, if it must test (LINE-X-MOR-3).
    pub stand: Option<u16>,
    /// The attackers that count for most (LINE-X-CMB-7).
    pub leads: Units,
    /// Whether elephants are among the attackers.
    elephants: bool,
}

/// The defender with its neighbourhood.
pub(crate) struct Defence {
    pub(crate) troop: Troop,
    lanes_open: bool,
}

impl Defence {
    pub(crate) fn of(field: &Field, defender: UnitId) -> Self {
        Self { troop: field.troop(defender), lanes_open: keeps_lanes(field, defender) }
    }

    fn victim<'s>(&'s self, field: &Field, defender: UnitId, house_rules: HouseRules) -> Victim<'s> {
        Victim {
            troop: &self.troop,
            code: &field.piece(defender).code,
            lanes_open: self.lanes_open,
            house_rules,
        }
    }
}

/// LINE-X-ZAM-1: Roman light foot, in any status, next to a Roman defender.
pub(crate) fn keeps_lanes(field: &Field, defender: UnitId) -> bool {
    let light_foot = field.light_foot & field.units_of(Side::Rome);
    field.scenario == Scenario::Zama
        && field.side(defender) == Side::Rome
        && field.units_round(field.hex(defender)).any(|unit| light_foot.contains(unit))
}

/// Adds the modified attack factor of a unit against a defender, or says why it cannot join (LINE-X-CMB-3,
/// LINE-X-CMB-4); with it comes the row in which the defender has it.
fn add<'s, T: Tally<'s>, E: Objection>(
    tally: &mut T,
    field: &Field,
    house_rules: HouseRules,
    (defender, defence): (UnitId, &Defence),
    attacker: UnitId,
) -> Result<(Factor, Row), E> {
    let name = field.name(attacker);
    if field.side(attacker) == field.side(defender) {
        return no("LINE-X-CMB-2", name, "a unit attacks enemies only");
    }
    let (Some(here), Some(there)) = (field.hex(attacker).some(), field.hex(defender).some()) else {
        return no("LINE-X-CMB-2", name, "attacker and defender are on the map");
    };
    let Some(way) = field.direction(here, there) else {
        return no("LINE-X-CMB-2", name, "it is not next to the defender");
    };
    if field.is(attacker, Mark::Frozen) {
        return no("LINE-X-ZAM-3", name, "the trumpets hold it: it neither moves nor attacks in this turn");
    }
    let troop = field.troop(attacker);
    let deeds = Deeds {
        fired: field.is(attacker, Mark::Fired),
        attacked: field.is(attacker, Mark::Attacked),
        exchanged_back: field.is(attacker, Mark::ExchangedBack),
    };
    let hexside = field.hexside(here, way);
    may_attack(name, &troop, deeds, hexside, &defence.troop)?;
    let row = defence.troop.row_used(row_towards(field, defender, way.opposite()));
    let assault = Assault {
        name,
        troop: &troop,
        hexside,
        pinned_by: field.pinned_by(attacker).map(Row::number),
        towards: Place::seen(way, field.facing(attacker)),
        row,
    };
    let victim = defence.victim(field, defender, house_rules);
    let attack = add_attack(tally, &assault, &victim)?;
    Ok((attack, row))
}

/// Whether a unit may join an attack, or why not.
pub fn may_join<E: Objection>(
    field: &Field,
    house_rules: HouseRules,
    defender: UnitId,
    attacker: UnitId,
) -> Result<(), E> {
    let defence = Defence::of(field, defender);
    add(&mut Sums::default(), field, house_rules, (defender, &defence), attacker).map(|_| ())
}

/// Whether an enemy may be attacked at all in this phase (LINE-X-CMB-2, LINE-R26).
pub(crate) fn may_be_attacked<E: Objection>(field: &Field, side: Side, defender: UnitId) -> Result<(), E> {
    let name = field.name(defender);
    if field.side(defender) == side || !field.hex(defender).is_some() {
        return no("LINE-X-CMB-2", name, "the defender of a combat is an enemy on the map");
    }
    if field.is(defender, Mark::Defended) {
        let reason = "it has been attacked in this phase, and no unit is attacked twice in one";
        return no("LINE-X-CMB-2", name, reason);
    }
    Ok(())
}

/// Those who may join an attack on a defender.
pub fn joiners(field: &Field, house_rules: HouseRules, defender: UnitId) -> Units {
    let defence = Defence::of(field, defender);
    let near = field.units_round(field.hex(defender));
    near.filter(|&unit| {
        add::<_, Silent>(&mut Sums::default(), field, house_rules, (defender, &defence), unit).is_ok()
    })
    .collect()
}

/// Whether somebody may be attacked with some of those who can join. More attackers never make a column worse, so as
/// soon as some of them reach one, all is said.
pub(crate) fn is_open_to_attack(field: &Field, house_rules: HouseRules, defender: UnitId) -> bool {
    let defence = Defence::of(field, defender);
    let mut sums = Sums::default();
    let mut worst = Row::FRONT;
    for unit in field.units_round(field.hex(defender)) {
        let mut tried = sums;
        let joined = add::<_, Silent>(&mut tried, field, house_rules, (defender, &defence), unit);
        let Ok((_, row)) = joined else { continue };
        sums = tried;
        worst = worst.max(row);
        let attack = sums.total(kit::Part::ATTACK);
        let defence = add_defence(&mut Sums::default(), "", &defence.troop, worst);
        if column::<Silent>(field.charts(), house_rules, attack, defence).is_ok() {
            return true;
        }
    }
    false
}

/// The enemies whom a side may attack now.
pub fn targets(field: &Field, house_rules: HouseRules, side: Side) -> impl Iterator<Item = UnitId> {
    let spent = field.all(Mark::Attacked)
        | field.all(Mark::Fired)
        | field.all(Mark::ExchangedBack)
        | field.all(Mark::Marching)
        | field.all(Mark::Frozen);
    let mut near = Units::NONE;
    for unit in (field.units_of(side) - spent).iter() {
        let (hex, facing) = (field.hex(unit), field.facing(unit));
        // LINE-DIR-7: never to the rear.
        for sides in [0, 1, 2, 4, 5] {
            let next = field.neighbour(hex, facing.turned(sides));
            near |= next.and_then(|next| field.unit_in(next)).map_or(Units::NONE, Units::of);
        }
    }
    let enemies = near & (field.units_of(side.other()) - field.all(Mark::Defended));
    enemies.iter().filter(move |&enemy| is_open_to_attack(field, house_rules, enemy))
}

/// Announces a combat: rows, factors, lead and column are fixed (LINE-R31), or says why it is not allowed.
pub fn announce<'s, T: Tally<'s>, E: Objection>(
    tally: &mut T,
    field: &Field,
    house_rules: HouseRules,
    defender: UnitId,
    attackers: &[UnitId],
) -> Result<Announced, E> {
    let defence = Defence::of(field, defender);
    let announced = reckon(tally, field, house_rules, (defender, &defence), attackers)?;
    let stand = stand(tally, field.name(defender), &defence.troop, &announced);
    Ok(Announced { stand, ..announced })
}

/// Sixths with which a defender stands, if it must test (LINE-X-MOR-3).
pub(crate) fn stand<'s, T: Tally<'s>>(
    tally: &mut T,
    name: &'s str,
    troop: &Troop,
    announced: &Announced,
) -> Option<u16> {
    let Announced { row, elephants, .. } = *announced;
    let occasion = Occasion { test: Test::Stand, row, elephants };
    let must = troop.must_stand::<Silent>(name, row, elephants);
    must.ok().map(|()| test_morale(tally, STAND, name, troop, occasion))
}

/// The same without the Stand Test.
pub(crate) fn reckon<'s, T: Tally<'s>, E: Objection>(
    tally: &mut T,
    field: &Field,
    house_rules: HouseRules,
    (defender, defence): (UnitId, &Defence),
    attackers: &[UnitId],
) -> Result<Announced, E> {
    if attackers.is_empty() {
        return no("LINE-X-CMB-2", "", "nobody attacks: a combat has one or more attackers");
    }
    let mut worst = Row::FRONT;
    let mut most = Factor::ZERO;
    let mut leads = Units::NONE;
    let mut elephants = false;
    for &unit in attackers {
        let (count, row) = add(tally, field, house_rules, (defender, defence), unit)?;
        worst = worst.max(row);
        elephants |= field.elephants.contains(unit);
        if count > most {
            (most, leads) = (count, Units::NONE);
        }
        if count == most {
            leads.insert(unit);
        }
    }
    let attack = tally.total(kit::Part::ATTACK);
    let name = field.name(defender);
    let factor = add_defence(tally, name, &defence.troop, worst);
    let column = column(field.charts(), house_rules, attack, factor)? as u8;
    Ok(Announced { attack, defence: factor, row: worst, column, stand: None, leads, elephants })
}

/// Sixths with which a defender slips away from these attackers, or why it may not try (LINE-X-EVA-1).
pub(crate) fn evasion<'s, T: Tally<'s>, E: Objection>(
    tally: &mut T,
    field: &Field,
    announced: &Announced,
    defender: UnitId,
    attackers: &[UnitId],
    lead: UnitId,
) -> Result<u16, E> {
    let troop = field.troop(defender);
    let name = field.name(defender);
    troop.may_evade(name)?;
    let others: SmallVec<[(&str, Troop); MOST_ATTACKERS]> =
        attackers.iter().map(|&unit| (field.name(unit), field.troop(unit))).collect();
    let seen = others.iter().map(|(name, troop)| (*name, troop));
    let is_safe = !retreat::ways(field, defender, field.hex(lead), Flight::Evasion).is_empty();
    may_slip_away(name, &troop, seen, is_safe)?;
    let Announced { row, elephants, .. } = *announced;
    Ok(test_morale(tally, EVADE, name, &troop, Occasion { test: Test::Evade, row, elephants }))
}
