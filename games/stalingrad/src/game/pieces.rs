//! The counters that are no ground units, as a viewer sees them: snipers, air units, the guns.

use kit::{Branch, Counter, Figure, Viewer};

use crate::{
    action::{GUNS, RUSSIAN_AIR},
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
            place: if game.can_fly(korps) { "airfield" } else { "knocked out" }.to_owned(),
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
            place: if game.russian_air_flies() { "airfield" } else { "knocked out" }.to_owned(),
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
    counters
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
