//! What a commander with sense would not have done, counted for the lab.

use kit::tactics::{Follies, Folly};

use super::attacks::cleared;
use crate::{flow, prelude::*};

/// Units that died where no supply reached them.
const LOST_ISOLATED: Folly = Folly { what: "lost while isolated", of: "units lost" };
/// Units that died at the end of their own turn for want of supply (MARS-SUP-14).
const STARVED: Folly = Folly { what: "died of isolation", of: "units lost" };
/// Attacks that clear a hex or eliminate somebody on fewer faces than cost the attacker something, and that no other
/// attack made a duty.
const BELOW_SENSE: Folly = Folly { what: "attacks below sense", of: "attacks" };
/// Moves after which the unit is isolated and was not before.
const CUT_OFF: Folly = Folly { what: "moves that end isolated", of: "moves" };
/// Moves and advances by which the last German leaves a defence zone.
const ZONE_LEFT: Folly = Folly { what: "defence zones left empty", of: "moves and advances out of a zone" };
/// Units that could have joined an attack beside them and did not attack.
const IDLE: Folly = Folly { what: "idle beside a battle", of: "units beside a battle" };
/// Units that are attacked beside two others or more in the same hex, so that one die strikes them all.
const CROWDED: Folly = Folly { what: "attacked three or more in a hex", of: "units attacked" };

/// Counts what a decision tells.
pub(super) fn count(before: &Mars, action: Action, after: &Mars, follies: &mut Follies) {
    losses(before, after, follies);
    match action {
        Action::Commit => attacks(before, follies),
        Action::To(_) => {
            if let Step::Move(flow::Move { picked: Some(unit), .. }) = before.step() {
                moved(before, after, unit, follies);
            }
        }
        Action::Advance(unit, ..) => left_zone(before, after, unit, follies),
        _ => {}
    }
}

fn losses(before: &Mars, after: &Mars, follies: &mut Follies) {
    let gone = before.field.on_map() - after.field.on_map();
    let is_lost = |unit: &UnitId| after.field.place_of(*unit) == Location::Aside(Aside::Eliminated);
    let lost: Units = gone.iter().filter(is_lost).collect();
    if lost.is_empty() {
        return;
    }
    let isolated = Supplies::of(&before.field).isolated;
    for side in Side::ALL {
        let of_side = lost & before.field.all_of(side);
        let cut_off = (of_side & isolated).len();
        follies.add(seat(side), LOST_ISOLATED, cut_off, of_side.len());
        // Who is isolated never attacks, so nothing else kills him in his own turn.
        let starved = if side == before.phasing { cut_off } else { 0 };
        follies.add(seat(side), STARVED, starved, of_side.len());
    }
}

/// The attacks as they are bound.
fn attacks(game: &Mars, follies: &mut Follies) {
    let (field, plan, battling) = (&game.field, &game.plan, flow::battling(game));
    let charts = &game.theatre().charts;
    let of = seat(game.phasing);
    for battle in plan.battles() {
        let Ok(reckoned) =
            Reckoned::new(&battle.meeting(&battling).assault(field), &mut kit::Sums::default())
        else {
            continue;
        };
        let does_harm = |end: &&End| {
            cleared(charts, &reckoned, end)[..battle.targets().len()].contains(&true)
                || end.results.iter().any(|result| charts.effect(result).blow == Blow::Eliminated)
        };
        let ends = reckoned.ends(charts);
        let good = ends.iter().filter(does_harm).count();
        let bad = ends.iter().filter(|end| end.toll.ceil() > 0).count();
        // Without it, would the others ask for it?
        let mut others = *plan;
        others.drop_battle(field, battle.targets()[0], battling);
        let is_duty = battle.targets().iter().any(|&hex| others.unmet().contains(hex));
        follies.add(of, BELOW_SENSE, usize::from(good < bad && !is_duty), 1);
        let defenders: Vec<usize> = battle
            .targets()
            .iter()
            .map(|&hex| field.units_in(hex).count())
            .filter(|&units| units > 0)
            .collect();
        let crowded = defenders.iter().filter(|&&units| units > 2).sum();
        follies.add(seat(game.phasing.enemy()), CROWDED, crowded, defenders.iter().sum());
    }
    let mut idle = Units::NONE;
    plan.any_attack(field, |unit, hex| {
        if plan.attacked().contains(hex) {
            idle.insert(unit);
        }
        false
    });
    follies.add(of, IDLE, idle.len(), (idle | plan.attackers()).len());
}

fn moved(before: &Mars, after: &Mars, unit: UnitId, follies: &mut Follies) {
    let one = Units::of(unit);
    let is_cut_off = |game: &Mars| {
        let lines = Lines::of(&game.field, game.phasing);
        !lines.isolated(&game.field, one).is_empty()
    };
    // Who goes on through a town has not ended its move.
    if after.field.is(unit, Status::Moved) && after.field.hex_of(unit).is_some() {
        follies.add(seat(before.phasing), CUT_OFF, usize::from(is_cut_off(after) && !is_cut_off(before)), 1);
    }
    left_zone(before, after, unit, follies);
}

/// A German has left a hex: does anybody hold the zone now?
fn left_zone(before: &Mars, after: &Mars, unit: UnitId, follies: &mut Follies) {
    let theatre = before.theatre();
    let zone = before.field.hex_of(unit).and_then(|hex| theatre.zone_at(hex));
    let is_german = before.field.unit(unit).side == Side::German;
    let Some(zone) = zone.filter(|_| is_german && after.field.hex_of(unit) != before.field.hex_of(unit))
    else {
        return;
    };
    let held = theatre.zones[zone].hexes.meets(after.field.held_by(Side::German));
    follies.add(seat(Side::German), ZONE_LEFT, usize::from(!held), 1);
}
