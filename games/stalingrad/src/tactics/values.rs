//! What units and places are worth, in hundredths of a strongpoint.

use kit::{Manner, map::HexId};

use super::weights::{self, Weights};
use crate::{
    field::{Aside, Field, Location, Status},
    game::Stalingrad,
    map::Hexes,
    theatre::Theatre,
    units::{Side, UnitId, UnitKind},
    victory,
};

/// What the German has won, as he stands.
const WON: i32 = 2_000;
/// Farther than this nobody counts.
const FAR: i32 = 16;

/// Values for one position and one way of playing.
pub(super) struct Values<'g> {
    pub(super) game: &'g Stalingrad,
    pub(super) manner: &'g Manner,
    /// What the German has still to take.
    wanted: Hexes,
    /// How many hexes each hex is from the nearest of these: both sides look at it.
    distances: Vec<u8>,
}

impl<'g> Values<'g> {
    pub(super) fn of(game: &'g Stalingrad, manner: &'g Manner) -> Self {
        let theatre = game.theatre();
        let wanted = wanted(game, victory::missing(game));
        Self { game, manner, wanted, distances: distances(theatre, wanted) }
    }

    pub(super) fn theatre(&self) -> &'static Theatre {
        self.game.theatre()
    }

    pub(super) fn weights(&self) -> &'static Weights {
        self.game.field.weights()
    }

    /// What a unit is worth; a Russian who can be replaced is only lost for a while.
    pub(super) fn unit(&self, unit: UnitId) -> i32 {
        worth(&self.weights().units, &self.game.field, unit)
    }

    /// What a unit weighs in an attack of a side. The German needs the city by the last turn and regiments no longer: the nearer
    /// the end, the less he spares anybody.
    pub(super) fn at_stake(&self, attacker: Side, unit: UnitId) -> i32 {
        let (left, weights) = (i32::from(self.theatre().last_turn() - self.game.turn), &self.weights().units);
        let share = match attacker {
            Side::German => (weights.at_the_end + weights.each_turn_left * left).min(100),
            Side::Russian => 100,
        };
        self.unit(unit) * share / 100
    }

    /// Whether the German still lacks it.
    pub(super) fn is_wanted(&self, hex: HexId) -> bool {
        self.wanted.contains(hex)
    }

    /// What it is worth to hold a hex, whoever holds it.
    pub(super) fn hex(&self, hex: HexId) -> i32 {
        let (theatre, weights) = (self.theatre(), &self.weights().hexes);
        let objective = if theatre.objectives.contains(hex) { weights.objective } else { 0 };
        let summit = if hex == theatre.summit { weights.summit } else { 0 };
        let landing = if (theatre.shore & theatre.city).contains(hex) { weights.landing } else { 0 };
        objective + summit + landing + self.nearness(hex)
    }

    /// How near a hex is to what the battle is about.
    pub(super) fn nearness(&self, hex: HexId) -> i32 {
        (FAR - i32::from(self.distances[hex.index()])).max(0) * self.weights().hexes.nearer
    }

    /// What it is worth to a side to take a hex from the other.
    pub(super) fn taking(&self, side: Side, hex: HexId) -> i32 {
        let weights = &self.weights().taking;
        let share = match side {
            Side::German if self.wanted.contains(hex) => weights.german_wanted,
            Side::German => weights.german_other,
            Side::Russian => weights.russian,
        };
        self.hex(hex) * share / 100
    }
}

/// What a unit is worth; a Russian who can be replaced is only lost for a while.
fn worth(weights: &weights::Units, field: &Field, unit: UnitId) -> i32 {
    let piece = field.piece(unit);
    let worth = field.unit(unit).factor.eighths() * weights.factor / 8;
    match piece.kind {
        UnitKind::Headquarters => weights.headquarters,
        UnitKind::Panzer => weights.panzer,
        UnitKind::Pioneer => weights.pioneer,
        _ if piece.side == Side::Russian && piece.replaced => worth * weights.replaced / 100,
        _ => worth,
    }
}

/// What the German still lacks: objectives, and when he has them all the headquarters.
fn wanted(game: &Stalingrad, missing: Hexes) -> Hexes {
    if missing.is_empty() {
        return game.field.headquarters().map_or(game.theatre().objectives, Hexes::of);
    }
    missing
}

/// How far every hex is from the nearest of these, over land.
fn distances(theatre: &Theatre, from: Hexes) -> Vec<u8> {
    let mut distances = vec![u8::MAX; theatre.map.len()];
    let (mut done, mut wave) = (Hexes::EMPTY, from);
    for steps in 0..u8::MAX {
        if wave.is_empty() {
            break;
        }
        wave.iter().for_each(|hex| distances[hex.index()] = steps);
        done |= wave;
        wave = theatre.beside(wave) - done;
    }
    distances
}

/// How the battle stands for the German: what he holds, what both have left, and how far he still has to go.
pub(super) fn standing(game: &Stalingrad) -> i32 {
    let (field, theatre) = (&game.field, game.theatre());
    let (weights, missing) = (&field.weights().standing, victory::missing(game));
    let taken = theatre.objectives.len() as i32 - missing.len() as i32;
    let summit = if field.german.contains(theatre.summit) { weights.summit } else { 0 };
    let won = if missing.is_empty() && !victory::headquarters_holds(game) { WON } else { 0 };
    let nights = crowd(game) / (2 * i32::from(field.charts().boats.night));
    let of = |side: Side| -> i32 {
        field.all_of(side).iter().map(|unit| presence(field, unit, game.turn, nights)).sum::<i32>()
    };
    // Time runs against the German.
    let left = i32::from(theatre.last_turn() - game.turn) * weights.turn_left;
    // Those of the next night, one of which comes back (STAL-VOL-8).
    let numbers = field.charts().boats;
    let boats = i32::from((game.bank.capacity + numbers.restored).min(numbers.night)) * weights.boat;
    let present = (of(Side::German) * weights.german - of(Side::Russian) * weights.russian) / 100
        + closeness(game, wanted(game, missing));
    taken * weights.objective + summit + won + left + present - grip(game, missing) - boats
}

/// The boat units that all who wait on the east bank need.
pub(super) fn crowd(game: &Stalingrad) -> i32 {
    let boats = |unit| game.field.piece(unit).boats.unwrap_or(0);
    game.on_the_east_bank().map(|unit| i32::from(boats(unit))).sum()
}

/// The strength of a side in some hexes, in halves.
pub(super) fn strength_in(field: &Field, hexes: Hexes, side: Side) -> i32 {
    let units = hexes.iter().flat_map(|hex| field.units_of_in(side, hex));
    units.map(|unit| field.unit(unit).factor.eighths() / 4).sum()
}

/// The Germans within two hexes, in halves.
pub(super) fn danger(field: &Field, hex: HexId) -> i32 {
    strength_in(field, field.theatre().within(hex, 2) & field.held_by(Side::German), Side::German)
}

/// How near the Germans are to what the battle is about, less how near the Russians are.
fn closeness(game: &Stalingrad, wanted: Hexes) -> i32 {
    let (field, theatre) = (&game.field, game.theatre());
    let (german, russian) = (field.held_by(Side::German), field.held_by(Side::Russian));
    let closeness = field.weights().standing.closeness;
    let (mut sum, mut done, mut wave) = (0, Hexes::EMPTY, wanted);
    for steps in 0..FAR {
        let here = (wave & (german | russian)).iter().flat_map(|hex| field.units_in(hex));
        let each = (FAR - steps) * closeness / 100;
        sum += here.map(|unit| if field.side(unit) == Side::German { each } else { -each }).sum::<i32>();
        done |= wave;
        wave = theatre.beside(wave) - done;
        if wave.is_empty() {
            break;
        }
    }
    sum
}

/// How firmly the Russians hold what the German still lacks: he needs all of it, so that the last strongpoints weigh most.
fn grip(game: &Stalingrad, missing: Hexes) -> i32 {
    let field = &game.field;
    let weights = &field.weights().standing;
    let worth = weights.held + weights.last_held / missing.len().max(1) as i32;
    let held = missing.iter().map(|hex| {
        let garrison = strength_in(field, Hexes::of(hex), Side::Russian) * weights.firmness;
        let danger = danger(field, hex) * 100;
        worth * garrison / (garrison + danger).max(1)
    });
    held.sum()
}

/// What a unit counts for where it is; who waits for boats does so for so many nights.
fn presence(field: &Field, unit: UnitId, turn: u8, nights: i32) -> i32 {
    let weights = field.weights();
    let worth = worth(&weights.units, field, unit);
    let weights = &weights.standing;
    match field.place_of(unit) {
        Location::Hex(_) => {
            let condition = if field.is(unit, Status::Disrupted) { weights.disrupted } else { 100 };
            worth * condition / 100
        }
        Location::Aside(Aside::EastBank) => {
            worth * (weights.east_bank - weights.each_turn_away * nights).max(weights.far_away) / 100
        }
        Location::Aside(Aside::Track(due) | Aside::Calendar(due)) => {
            let away = weights.each_turn_away * i32::from(due.saturating_sub(turn));
            worth * (weights.coming - away).max(weights.far_away) / 100
        }
        Location::Aside(_) => 0,
    }
}
