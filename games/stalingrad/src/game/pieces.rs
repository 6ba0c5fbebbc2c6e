//! The counters that are no ground units, as a viewer sees them: snipers, air units, the guns.

use kit::{Branch, Counter, Figure, Viewer};

use crate::{
    action::{BOATS, GUNS, RUSSIAN_AIR},
    air::flies_again,
    bank::Light,
    field::SniperPlace,
    game::{Stalingrad, seat},
    marksmen::SeenSniper,
    skies::Errand,
    units::Side,
};

/// All of them.
pub fn counters(game: &Stalingrad, viewer: Viewer) -> Vec<Counter> {
    let mut counters = Vec::new();
    for side in [Side::Russian, Side::German] {
        let seen = game.seen_snipers(viewer, side);
        counters.extend(seen.into_iter().map(|sniper| sniper_counter(game, side, sniper)));
    }
    counters.extend(game.korps().map(|korps| {
        let errand = match game.errand(korps) {
            Errand::None => None,
            Errand::Bombing => Some("bombing".to_owned()),
            Errand::Support => Some("close support".to_owned()),
            Errand::Silencing => Some("silencing the guns".to_owned()),
            Errand::Strike(hex) => Some(format!("striking {}", game.number(hex))),
        };
        Counter {
            id: korps.into(),
            name: game.korps_name(korps).to_owned(),
            seat: seat(Side::German),
            place: air_place(game, game.can_fly(korps), game.skies.knocked_out[usize::from(korps.0)]),
            figures: vec![Figure::new("turns of mass bombing left", &game.bombings_left())],
            kind: "Fliegerkorps".to_owned(),
            branch: Branch::Aircraft,
            statuses: errand.into_iter().collect(),
            ..Counter::default()
        }
    }));
    if game.theatre().russian_air {
        counters.push(Counter {
            id: RUSSIAN_AIR,
            name: "8th Air Army".to_owned(),
            seat: seat(Side::Russian),
            place: air_place(game, game.russian_air_flies(), game.skies.russian_out),
            kind: "air unit".to_owned(),
            branch: Branch::Aircraft,
            ..Counter::default()
        });
    }
    let silenced = game.field.guns_disrupted.then(|| "Disrupted".to_owned());
    counters.push(Counter {
        id: GUNS,
        name: "heavy artillery".to_owned(),
        seat: seat(Side::Russian),
        place: game.number(game.field.guns).to_owned(),
        kind: "artillery".to_owned(),
        branch: Branch::Artillery,
        statuses: silenced.into_iter().collect(),
        ..Counter::default()
    });
    counters.push(boats(game));
    counters
}

/// The box of an air unit, which says when it flies again (STAL-AIR-4, STAL-AIR-15).
fn air_place(game: &Stalingrad, flies: bool, knocked_out: u8) -> String {
    let back = flies_again(game.field.charts(), knocked_out);
    match flies {
        true => "airfield".to_owned(),
        false if back > game.theatre().last_turn() => "knocked out to the end".to_owned(),
        false => format!("knocked out, back in turn {back}"),
    }
}

/// The boats with what they can still carry, and how many were lost (STAL-VOL-1, STAL-VOL-8).
fn boats(game: &Stalingrad) -> Counter {
    let (bank, most) = (&game.bank, game.field.charts().boats.night);
    let lost = most.saturating_sub(bank.capacity);
    Counter {
        id: BOATS,
        name: "boats".to_owned(),
        seat: seat(Side::Russian),
        place: "east bank".to_owned(),
        factors: bank.capacity.to_string(),
        figures: vec![
            Figure::new("boat units", &bank.capacity),
            Figure::new("left for the night", &bank.left(Light::Night)),
            Figure::new("left for the day", &bank.left(Light::Day)),
        ],
        kind: "river flotilla".to_owned(),
        branch: Branch::Boats,
        statuses: (lost > 0).then(|| format!("{lost} of {most} lost")).into_iter().collect(),
        ..Counter::default()
    }
}

/// STAL-R35: a sniper whose number the viewer does not know is just a sniper.
fn sniper_counter(game: &Stalingrad, side: Side, sniper: SeenSniper) -> Counter {
    let place = match sniper.place {
        SniperPlace::Posted(hex) => game.number(hex).to_owned(),
        SniperPlace::Ready | SniperPlace::Absent => "ready to be placed".to_owned(),
        SniperPlace::Returning(turn) => format!("back in turn {turn}"),
        SniperPlace::Gone => "eliminated".to_owned(),
    };
    Counter {
        id: sniper.id.into(),
        name: sniper.number.map_or("sniper", |_| game.field.sniper_name(sniper.id)).to_owned(),
        seat: seat(side),
        place,
        factors: sniper.number.map_or_else(String::new, |number| number.to_string()),
        figures: sniper.number.map(|number| Figure::new("number", &number)).into_iter().collect(),
        kind: "sniper".to_owned(),
        branch: Branch::Sniper,
        ..Counter::default()
    }
}
