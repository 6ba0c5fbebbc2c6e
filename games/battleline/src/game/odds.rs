//! The exact odds of the combat in hand: the position as the combat chapter is told of it.

use kit::{
    Report, Throwing,
    inquiry::report,
    map::{HexId, HexNumber},
};

use super::Battleline;
use crate::{
    army::{Side, UnitId},
    battle::{
        Battle,
        situation::{Attacker, Defender, Passed, Situation, WayOut},
    },
    clash,
    facing::{Direction, Hex},
    field::{Field, Mark},
    flow::Step,
    rampage::{self, Lane, LaneHex},
    retreat::{self, Flight},
    troops::{LeaderName, Unit},
    zones,
};

/// What the attack will do as it stands; while the defender may slip away, what it does if he tries and if not.
pub(super) fn odds(game: &Battleline) -> Vec<Report> {
    let wanted: &[bool] = match game.step {
        Step::Announcing | Step::Leading => &[false],
        Step::Evading => &[true, false],
        _ => return Vec::new(),
    };
    let answer = |&evades: &bool| report::<Battle>(&situation(game, evades), Throwing::Nothing).ok();
    wanted.iter().filter_map(answer).collect()
}

/// The combat in hand in the words of the combat chapter.
pub(crate) fn situation(game: &Battleline, evades: bool) -> Situation {
    let (field, combat) = (&game.field, &game.combat);
    let lead = (game.step == Step::Evading).then_some(combat.lead).or_else(|| first_lead(game));
    let attackers = combat.attackers();
    let from = lead.map_or(HexId::NONE, |lead| field.hex(lead));
    Situation {
        scenario: Some(game.battlefield().scenario),
        house_rules: game.house_rules,
        defender: defender(field, combat.defender, from, attackers, evades),
        attackers: attackers
            .iter()
            .map(|&unit| attacker(game, unit, combat.defender, attackers, lead == Some(unit)))
            .collect(),
    }
}

/// The lead where it is not yet named: the first of those that count for most.
fn first_lead(game: &Battleline) -> Option<UnitId> {
    let (attackers, defender) = (game.combat.attackers(), game.combat.defender);
    let fixed = clash::check_announcement(&game.field, game.house_rules, defender, attackers).ok()?;
    attackers.iter().copied().find(|&unit| fixed.leads.contains(unit))
}

/// What is said alike of every unit of a combat.
macro_rules! fighter {
    ($kind:ident, $field:expr, $unit:expr, $from:expr, $others:expr, { $($more:tt)* }) => {{
        let (field, unit): (&Field, UnitId) = ($field, $unit);
        let (retreat, rout, rout_passes) = ways_out(field, unit, $from);
        let hex = field.hex(unit).index();
        $kind {
            unit: type_of(field, unit),
            name: Some(field.name(unit).to_owned()),
            status: field.status(unit),
            marching: field.is(unit, Mark::Marching),
            leaders: leaders(field, unit),
            terrain: field.battlefield().terrain[hex],
            level: field.battlefield().level[hex],
            hex: Some(number(field, field.hex(unit))),
            facing: Some(field.facing(unit)),
            retreat,
            rout,
            rout_passes,
            lanes: lanes(field, unit, $others),
            last_of_army: field.units_of(field.side(unit)).len() == 1,
            $($more)*
        }
    }};
}

fn defender(field: &Field, unit: UnitId, from: HexId, attackers: &[UnitId], evades: bool) -> Defender {
    fighter!(Defender, field, unit, from, attackers, {
        attacked: false,
        evades,
        light_foot_adjacent: clash::keeps_lanes(field, unit),
    })
}

fn attacker(game: &Battleline, unit: UnitId, defender: UnitId, attackers: &[UnitId], lead: bool) -> Attacker {
    let (field, from) = (&game.field, game.field.hex(defender));
    let mut others = attackers.to_vec();
    others.push(defender);
    let way = field.battlefield().direction(field.hex(unit), from);
    fighter!(Attacker, field, unit, from, &others, {
        hexside: way.map_or_else(Default::default, |way| field.battlefield().hexside(field.hex(unit), way)),
        from: None,
        towards: None,
        fired: field.is(unit, Mark::Fired),
        // Where the attack is announced already, this very one is meant.
        attacked: game.step != Step::Evading && field.is(unit, Mark::Attacked),
        exchanged_back: field.is(unit, Mark::ExchangedBack),
        lead,
        pinned_by: field.pinned_by(unit).map(crate::facing::Row::number),
    })
}

fn type_of(field: &Field, unit: UnitId) -> Unit {
    Unit::of(&field.piece(unit).code).expect("a type of Table 1")
}

fn leaders(field: &Field, unit: UnitId) -> Vec<LeaderName> {
    let names = field.leaders_with(unit).map(|leader| field.battlefield().leader(leader).name.clone());
    names.filter_map(|name| LeaderName::try_from(name).ok()).collect()
}

fn number(field: &Field, hex: HexId) -> Hex {
    let HexNumber { column, row } = field.battlefield().map.number(hex);
    Hex::new(column, row)
}

/// Whether there are safe hexes for a retreat and for a rout, and whom the usual rout passes.
fn ways_out(field: &Field, unit: UnitId, from: HexId) -> (WayOut, WayOut, Vec<Passed>) {
    if !from.is_some() {
        return (WayOut::default(), WayOut::default(), Vec::new());
    }
    let retreat = retreat::ways(field, unit, from, Flight::Retreat);
    let mut rout = retreat::ways(field, unit, from, Flight::Rout);
    retreat::by_choice(field, unit, &mut rout);
    let in_the_way = rout.first().map_or_else(Default::default, |way| retreat::passed(field, unit, way));
    let passes = in_the_way.iter().map(|&friend| Passed {
        unit: type_of(field, friend),
        name: Some(field.name(friend).to_owned()),
        status: field.status(friend),
        leaders: leaders(field, friend),
    });
    (WayOut::Known(!retreat.is_empty()), WayOut::Known(!rout.is_empty()), passes.collect())
}

/// The six ways in which elephants may run; `fighters` are units of the combat, which the chapter places itself.
fn lanes(field: &Field, unit: UnitId, fighters: &[UnitId]) -> Vec<Lane> {
    if !field.battlefield().elephants.contains(unit) {
        return Vec::new();
    }
    (0..6).map(|sides| lane(field, unit, field.facing(unit).turned(sides), sides + 1, fighters)).collect()
}

fn lane(field: &Field, unit: UnitId, way: Direction, roll: u8, fighters: &[UnitId]) -> Lane {
    let battlefield = field.battlefield();
    let (mut hex, mut hexes) = (field.hex(unit), Vec::new());
    let mut edge_after = None;
    for at in 1..=Flight::Rout.budget(field, unit) {
        let before = hex;
        hex = battlefield.neighbour(before, way);
        if !hex.is_some() {
            edge_after = Some(at - 1);
            break;
        }
        hexes.push(lane_hex(field, unit, (before, hex, way), at, fighters));
    }
    Lane { roll, edge_after, hexes }
}

fn lane_hex(
    field: &Field,
    unit: UnitId,
    (before, hex, way): (HexId, HexId, Direction),
    at: u8,
    fighters: &[UnitId],
) -> LaneHex {
    let battlefield = field.battlefield();
    let side = field.side(unit);
    let other = field.unit_in(hex).filter(|other| !fighters.contains(other));
    let next = battlefield.neighbour(hex, way);
    // Who is run through on the way there has lost his hold or says so himself.
    let is_passed = |source: &UnitId| field.hex(*source) == before && !fighters.contains(source);
    let sources = zones::sources(field, side.other(), hex);
    LaneHex {
        at,
        terrain: battlefield.terrain[hex.index()],
        level: Some(battlefield.level[hex.index()]),
        hexside: battlefield.hexside(before, way),
        unit: other.map(|other| type_of(field, other)),
        name: other.map(|other| field.name(other).to_owned()),
        side: other.map_or(rampage::Side::Own, |other| as_seen(side, field.side(other))),
        status: other.map_or_else(Default::default, |other| field.status(other)),
        leaders: other.map_or_else(Vec::new, |other| leaders(field, other)),
        enemy_zone: sources.iter().any(|source| !is_passed(&source)),
        controls_next: other.is_some_and(|other| next.is_some() && zones::controls(field, other, next)),
    }
}

fn as_seen(elephants: Side, other: Side) -> rampage::Side {
    if elephants == other { rampage::Side::Own } else { rampage::Side::Enemy }
}
