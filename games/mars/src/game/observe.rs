//! What a side may know as numbers, without the words of the view. Nothing is hidden (MARS-GEN-1).

#![allow(clippy::similar_names, reason = "planes have places, and counters are counted")]

use kit::observe::{Plane, Scene, whole};

use super::view::in_hand;
use crate::{prelude::*, victory::Reason};

/// Planes and vector for a side.
pub(super) fn observe(game: &Mars, scene: &Scene, own: Seat, planes: &mut [u8], vector: &mut [i32]) {
    let theatre = game.theatre();
    let has_planes = !planes.is_empty();
    if has_planes {
        scene.begin(planes);
    }
    let mut points = [0; 2];
    victory::each_score(&game.field, game.house.handicap, |score| {
        points[score.side as usize] += score.points;
        if let Reason::ZoneHeld(zone) | Reason::ZoneLost(zone) = score.reason
            && has_planes
        {
            let enemy = seat(score.side) != own;
            for hex in theatre.zones[zone].hexes {
                scene.set(planes, Plane::Control, enemy, hex, 1);
            }
        }
    });
    figures(game, own, points, vector);
    if has_planes {
        towns(game, scene, own, planes);
        attacks(game, scene, planes);
        units(game, scene, own, planes);
    }
}

fn figures(game: &Mars, own: Seat, points: [i32; 2], vector: &mut [i32]) {
    let (field, own_place) = (&game.field, usize::from(own.0));
    let (here, there) = (points[own_place], points[1 - own_place]);
    let set_up = matches!(game.step(), Step::SetUp(_));
    let mut counts = [[0; 2]; 2];
    for unit in game.theatre().units {
        let enemy = seat(field.unit(unit).side) != own;
        let aside = matches!(field.place_of(unit), Location::Aside(_));
        counts[usize::from(aside)][usize::from(enemy)] += 1;
    }
    vector.copy_from_slice(&[
        if set_up { 0 } else { game.turn.into() },
        own.0.into(),
        i32::from(kit::flow::decider(game) == Some(own)),
        here,
        there,
        counts[0][0],
        counts[0][1],
        counts[1][0],
        counts[1][1],
        there + 1 - here,
        here + 1 - there,
    ]);
}

/// Towns by who controls them; a town that changed hands tells of its hex alone.
fn towns(game: &Mars, scene: &Scene, own: Seat, planes: &mut [u8]) {
    for (index, town) in game.theatre().towns.iter().enumerate() {
        let side = game.field.controller(index);
        let enemy = seat(side) != own;
        if town.initially == Side::German || side != town.initially {
            scene.set(planes, Plane::Control, enemy, town.hex, 1);
        }
        if side != town.initially {
            scene.set(planes, Plane::Control, !enemy, town.hex, 0);
        }
    }
}

fn attacks(game: &Mars, scene: &Scene, planes: &mut [u8]) {
    for hex in game.plan.attacked() {
        scene.set(planes, Plane::Attacked, false, hex, 1);
    }
    for hex in game.plan.unmet() {
        scene.set(planes, Plane::Attacked, false, hex, 2);
    }
}

fn units(game: &Mars, scene: &Scene, own: Seat, planes: &mut [u8]) {
    let field = &game.field;
    let in_hand = in_hand(game);
    for side in [Side::Russian, Side::German] {
        let enemy = seat(side) != own;
        for hex in field.held_by(side) {
            let (mut attack, mut defence) = (0, 0);
            for unit in field.units_in(hex) {
                let chart = field.unit(unit);
                attack += chart.attack.eighths();
                defence += chart.defence.eighths();
                scene.add(planes, Plane::Units, enemy, hex, 1);
                let mut count = |plane, is: bool| {
                    if is {
                        scene.add(planes, plane, enemy, hex, 1);
                    }
                };
                count(Plane::Good, field.is(unit, Status::Fortified));
                count(Plane::Bad, field.is(unit, Status::Disrupted));
                count(Plane::OutOfSupply, field.is(unit, Status::Isolated));
                count(Plane::OutOfSupply, field.is(unit, Status::Rationed));
                count(Plane::Spent, field.is(unit, Status::Moved) || field.is(unit, Status::DugIn));
                if in_hand == Some(unit) {
                    scene.add(planes, Plane::InHand, false, hex, 1);
                }
            }
            scene.set(planes, Plane::First, enemy, hex, whole(attack));
            scene.set(planes, Plane::Second, enemy, hex, whole(defence));
        }
    }
}
