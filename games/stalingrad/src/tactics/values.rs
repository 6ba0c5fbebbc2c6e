//! What units and places are worth, in hundredths of a strongpoint.

use kit::{Manner, map::HexId};

use crate::{
    field::{Aside, Field, Location, Status},
    game::Stalingrad,
    map::Hexes,
    theatre::Theatre,
    units::{Side, UnitId, UnitKind},
    victory,
};

/// What it is worth to hold an objective.
pub(super) const OBJECTIVE: i32 = 100;
/// The summit looks down on the river and on the works.
const SUMMIT: i32 = 60;
/// Shore hexes of the city: boats land there.
const LANDING: i32 = 12;
/// What a factor of strength is worth on the map.
const FACTOR: i32 = 30;
/// A garrison holds as firmly as it is threatened by so many times its strength.
const FIRMNESS: i32 = 4;
/// What a unit weighs to a German attacker on the last turn, and how much more for each turn left, in hundredths of its worth.
const AT_THE_END: i32 = 20;
const EACH_TURN_LEFT: i32 = 30;
/// What a boat unit that crosses in every night is worth.
const BOAT: i32 = 30;
/// Nearer to what is to be taken or held, for each hex.
const NEARER: i32 = 4;
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

    /// What a unit is worth; a Russian who can be replaced is only lost for a while.
    pub(super) fn unit(&self, unit: UnitId) -> i32 {
        worth(&self.game.field, unit)
    }

    /// What a unit weighs in an attack of a side. The German needs the city by the last turn and regiments no longer: the nearer
    /// the end, the less he spares anybody.
    pub(super) fn at_stake(&self, attacker: Side, unit: UnitId) -> i32 {
        let left = i32::from(self.theatre().last_turn() - self.game.turn);
        let share = match attacker {
            Side::German => (AT_THE_END + EACH_TURN_LEFT * left).min(100),
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
        let theatre = self.theatre();
        let objective = if theatre.objectives.contains(hex) { OBJECTIVE } else { 0 };
        let summit = if hex == theatre.summit { SUMMIT } else { 0 };
        let landing = if (theatre.shore & theatre.city).contains(hex) { LANDING } else { 0 };
        objective + summit + landing + self.nearness(hex)
    }

    /// How near a hex is to what the battle is about.
    pub(super) fn nearness(&self, hex: HexId) -> i32 {
        (FAR - i32::from(self.distances[hex.index()])).max(0) * NEARER
    }

    /// What it is worth to a side to take a hex from the other.
    pub(super) fn taking(&self, side: Side, hex: HexId) -> i32 {
        match side {
            Side::German if self.wanted.contains(hex) => self.hex(hex) * 4 / 5,
            // Other ground is only a way there.
            Side::German => self.hex(hex) * 3 / 10,
            // Ground retaken is lost again soon, but for the strongpoints.
            Side::Russian => self.hex(hex) / 3,
        }
    }
}

/// What a unit is worth; a Russian who can be replaced is only lost for a while.
fn worth(field: &Field, unit: UnitId) -> i32 {
    let piece = field.piece(unit);
    let worth = field.unit(unit).factor.eighths() * FACTOR / 8;
    match piece.kind {
        UnitKind::Headquarters => 120,
        UnitKind::Panzer => 45,
        UnitKind::Pioneer => 30,
        _ if piece.side == Side::Russian && piece.replaced => worth * 2 / 3,
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
    let missing = victory::missing(game);
    let taken = theatre.objectives.len() as i32 - missing.len() as i32;
    let summit = if field.german.contains(theatre.summit) { SUMMIT } else { 0 };
    let won = if missing.is_empty() && !victory::headquarters_holds(game) { 20 * OBJECTIVE } else { 0 };
    let of = |side: Side| -> i32 {
        field.all_of(side).iter().map(|unit| presence(field, unit, game.turn)).sum::<i32>()
    };
    // What is not taken by the end counts for nothing: time runs against the German.
    let left = i32::from(theatre.last_turn() - game.turn) * 6;
    let boats = i32::from(game.bank.capacity) * BOAT;
    let present = of(Side::German) - of(Side::Russian) + closeness(game, wanted(game, missing));
    taken * OBJECTIVE + summit + won + left + present - grip(game, missing) - boats
}

/// How near the Germans are to what the battle is about, less how near the Russians are.
fn closeness(game: &Stalingrad, wanted: Hexes) -> i32 {
    let (field, theatre) = (&game.field, game.theatre());
    let (german, russian) = (field.held_by(Side::German), field.held_by(Side::Russian));
    let (mut sum, mut done, mut wave) = (0, Hexes::EMPTY, wanted);
    for steps in 0..FAR {
        let here = (wave & (german | russian)).iter().flat_map(|hex| field.units_in(hex));
        let each = (FAR - steps) * NEARER / 8;
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
    let (field, theatre) = (&game.field, game.theatre());
    let strength = |units: Hexes, side: Side| -> i32 {
        let all = units.iter().flat_map(|hex| field.units_of_in(side, hex));
        all.map(|unit| field.unit(unit).factor.eighths() / 4).sum()
    };
    let worth = OBJECTIVE / 2 + 2 * OBJECTIVE / missing.len().max(1) as i32;
    let held = missing.iter().map(|hex| {
        let garrison = strength(Hexes::of(hex) & field.held_by(Side::Russian), Side::Russian) * FIRMNESS;
        let danger = strength(theatre.within(hex, 2) & field.held_by(Side::German), Side::German);
        worth * garrison / (garrison + danger).max(1)
    });
    held.sum()
}

/// What a unit counts for where it is.
fn presence(field: &Field, unit: UnitId, turn: u8) -> i32 {
    let worth = worth(field, unit);
    match field.place_of(unit) {
        Location::Hex(_) => {
            let condition = if field.is(unit, Status::Disrupted) { 75 } else { 100 };
            worth * condition / 100
        }
        Location::Aside(Aside::EastBank) => worth * 65 / 100,
        Location::Aside(Aside::Track(due) | Aside::Calendar(due)) => {
            worth * (60 - 8 * i32::from(due.saturating_sub(turn))).max(10) / 100
        }
        Location::Aside(_) => 0,
    }
}
