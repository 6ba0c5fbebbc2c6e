//! Combats on the map: the combat chapter with what stands there (LINE-X-CMB-1 to LINE-X-CMB-8).

use crate::{
    battle::{
        EVADE,
        factors::{self, Assault, Victim, add_attack, add_defence, add_stand, add_test},
        legality::{ATTACKED_TWICE, column, may_attack, may_slip_away},
    },
    prelude::*,
};

pub use crate::battle::factors::Announced;

/// A defender with its neighbourhood.
pub(crate) fn victim(field: &Field, house_rules: HouseRules, defender: UnitId) -> Victim<'static> {
    let piece = field.piece(defender);
    // LINE-X-ZAM-1: Roman light foot, in any status, next to a Roman defender.
    let light_foot = field.light_foot & field.units_of(Side::Rome);
    let lanes_open = field.scenario == Scenario::Zama
        && piece.side == Side::Rome
        && field.units_round(field.hex(defender)).any(|unit| light_foot.contains(unit));
    let (name, code, troop) = (&piece.name, &piece.code, field.troop(defender));
    Victim { name, unit: defender, troop, code, lanes_open, house_rules }
}

/// A unit as an attacker, or why it cannot be one (LINE-X-CMB-3).
fn assault<E: Objection>(
    field: &Field,
    victim: &Victim<'_>,
    attacker: UnitId,
) -> Result<Assault<'static>, E> {
    let (name, defender) = (field.name(attacker), victim.unit);
    if field.side(attacker) == field.side(defender) {
        return no("LINE-X-CMB-2", name, "a unit attacks enemies only");
    }
    let (Some(here), Some(there)) = (field.hex(attacker).some(), field.hex(defender).some()) else {
        return no("LINE-X-CMB-2", name, "attacker and defender are on the map");
    };
    let Some(way) = field.direction(here, there) else {
        return no("LINE-X-CMB-2", name, "it is not next to the defender");
    };
    no_first(name, [(field.is(attacker, Mark::Frozen), "LINE-X-ZAM-3", HELD)])?;
    let (troop, hexside) = (field.troop(attacker), field.hexside(here, way));
    may_attack(name, &troop, |mark| field.is(attacker, mark), hexside, &victim.troop)?;
    Ok(Assault {
        name,
        unit: attacker,
        troop,
        hexside,
        pinned_by: field.pinned_by(attacker).map(Row::number),
        towards: Place::seen(way, field.facing(attacker)),
        row: victim.troop.row_used(row_towards(field, defender, way.opposite())),
    })
}

/// Adds what a unit counts for against a defender, or says why it cannot join; the row in which the defender has it
/// (LINE-X-CMB-3, LINE-X-CMB-4).
fn join<E: Objection>(
    sums: &mut Sums,
    field: &Field,
    victim: &Victim<'_>,
    attacker: UnitId,
) -> Result<Row, E> {
    let assault = assault(field, victim, attacker)?;
    add_attack(sums, &assault, victim).map(|_| assault.row)
}

/// Whether a unit may join an attack, or why not.
pub fn may_join<E: Objection>(
    field: &Field,
    house_rules: HouseRules,
    defender: UnitId,
    attacker: UnitId,
) -> Result<(), E> {
    join(&mut Sums::default(), field, &victim(field, house_rules, defender), attacker).map(|_| ())
}

/// Whether an enemy may be attacked at all in this phase (LINE-X-CMB-2, LINE-R26).
pub(crate) fn may_be_attacked<E: Objection>(field: &Field, side: Side, defender: UnitId) -> Result<(), E> {
    let is_wrong = field.side(defender) == side || !field.hex(defender).is_some();
    let reasons = [
        (is_wrong, "LINE-X-CMB-2", "the defender of a combat is an enemy on the map"),
        (field.is(defender, Mark::Defended), "LINE-X-CMB-2", ATTACKED_TWICE),
    ];
    no_first(field.name(defender), reasons)
}

/// Those who may join an attack on a defender.
pub fn joiners(field: &Field, house_rules: HouseRules, defender: UnitId) -> Units {
    let victim = victim(field, house_rules, defender);
    let near = field.units_round(field.hex(defender));
    near.filter(|&unit| join::<Silent>(&mut Sums::default(), field, &victim, unit).is_ok()).collect()
}

/// Whether somebody may be attacked with some of those who can join. More attackers never make a column worse, so as
/// soon as some of them reach one, all is said.
pub(crate) fn is_open_to_attack(field: &Field, house_rules: HouseRules, defender: UnitId) -> bool {
    let victim = victim(field, house_rules, defender);
    let (mut sums, mut worst) = (Sums::default(), Row::FRONT);
    field.units_round(field.hex(defender)).any(|unit| {
        let mut tried = sums;
        let Ok(row) = join::<Silent>(&mut tried, field, &victim, unit) else { return false };
        (sums, worst) = (tried, worst.max(row));
        let defence = add_defence(&mut Sums::default(), "", &victim.troop, worst);
        column::<Silent>(field.charts(), house_rules, sums.total(Part::ATTACK), defence).is_ok()
    })
}

/// The enemies whom a side may attack now.
pub fn targets(field: &Field, house_rules: HouseRules, side: Side) -> impl Iterator<Item = UnitId> {
    let spent = field.all(Mark::Attacked)
        | field.all(Mark::Fired)
        | field.all(Mark::ExchangedBack)
        | field.all(Mark::Marching)
        | field.all(Mark::Frozen);
    let mut near = Units::NONE;
    for unit in field.units_of(side) - spent {
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
pub fn announce<T: Tally<'static>, E: Objection>(
    tally: &mut T,
    field: &Field,
    house_rules: HouseRules,
    defender: UnitId,
    attackers: &[UnitId],
) -> Result<Announced, E> {
    let victim = victim(field, house_rules, defender);
    let mut fixed = reckon(tally, field, &victim, attackers)?;
    add_stand(tally, &victim, &mut fixed);
    Ok(fixed)
}

/// The same where nobody asks why.
pub fn announced(
    field: &Field,
    house_rules: HouseRules,
    defender: UnitId,
    attackers: &[UnitId],
) -> Option<Announced> {
    announce::<_, Silent>(&mut Sums::default(), field, house_rules, defender, attackers).ok()
}

/// The same without the Stand Test.
pub(crate) fn reckon<T: Tally<'static>, E: Objection>(
    tally: &mut T,
    field: &Field,
    victim: &Victim<'static>,
    attackers: &[UnitId],
) -> Result<Announced, E> {
    if attackers.is_empty() {
        return no("LINE-X-CMB-2", "", "nobody attacks: a combat has one or more attackers");
    }
    factors::reckon(tally, victim, attackers.iter().map(|&unit| assault(field, victim, unit)))
}

/// Sixths with which a defender slips away from these attackers, or why it may not try (LINE-X-EVA-1).
pub(crate) fn evasion<T: Tally<'static>, E: Objection>(
    tally: &mut T,
    field: &Field,
    fixed: &Announced,
    defender: UnitId,
    attackers: &[UnitId],
    lead: UnitId,
) -> Result<u16, E> {
    let victim = victim(field, HouseRules::default(), defender);
    victim.troop.may_evade(victim.name)?;
    let others: SmallVec<[(&str, Troop); MOST_ATTACKERS]> =
        attackers.iter().map(|&unit| (field.name(unit), field.troop(unit))).collect();
    let seen = others.iter().map(|(name, troop)| (*name, troop));
    let is_safe = !retreat::ways(field, defender, field.hex(lead), Flight::Evasion).is_empty();
    may_slip_away(victim.name, &victim.troop, seen, is_safe)?;
    Ok(add_test(tally, &victim, fixed, (EVADE, Test::Evade)))
}
