//! What units are worth and what results do to them, in hundredths of the margin: ten thousand is a whole Break Level.

use crate::{battle::legality::column, charts::Struck, prelude::*, victory};

/// A whole Break Level.
const WHOLE: i32 = 10_000;

/// What winning is worth, by however little.
const WIN: i32 = WHOLE;

/// Columns of Table 4.
const COLUMNS: usize = 9;

/// More attack factors than these make no difference.
pub(super) const MOST_ATTACK: usize = 48;

/// More defence factors than any unit has.
const MOST_DEFENCE: usize = 16;

/// Table 4 as the players of this chapter read it, made once.
#[derive(Debug)]
pub(crate) struct Prospects {
    /// What a defender loses on the average in hundredths of its worth, by [`Status`] and column.
    pub(super) harm: [[i32; COLUMNS]; 2],
    /// What the lead loses, by [`Status`] and column.
    pub(super) toll: [[i32; COLUMNS]; 2],
    /// The column for attack and defence factors by the published rules.
    columns: [[Option<u8>; MOST_DEFENCE]; MOST_ATTACK],
}

impl Prospects {
    /// The column of a ratio; none below 1-3.
    #[inline]
    pub(super) fn column(&self, attack: i32, defence: i32) -> Option<usize> {
        let attack = (attack.max(0) as usize).min(MOST_ATTACK - 1);
        self.columns[attack][(defence.max(0) as usize).min(MOST_DEFENCE - 1)].map(usize::from)
    }

    fn new(charts: &Charts, weights: &Weights) -> Self {
        let mean = |column: usize, struck: Struck, disrupted: bool| {
            let codes = charts.codes(column as u8).iter().copied();
            let hits = codes.filter(|&code| charts.result(code).strikes == struck);
            hits.map(|code| if disrupted { 100 } else { harm_of(weights, code) }).sum::<i32>() / 6
        };
        let by_column = |struck, disrupted| std::array::from_fn(|column| mean(column, struck, disrupted));
        let ratio = |attack: usize, defence: usize| {
            let [attack, defence] = [attack, defence].map(|factors| Factor::whole(factors as i32));
            column::<Silent>(charts, HouseRules::default(), attack, defence).ok().map(|column| column as u8)
        };
        Self {
            harm: [by_column(Struck::Defender, false), by_column(Struck::Defender, true)],
            toll: [by_column(Struck::Attacker, false), by_column(Struck::Attacker, true)],
            columns: std::array::from_fn(|attack| {
                std::array::from_fn(|defence| if attack == 0 { None } else { ratio(attack, defence) })
            }),
        }
    }
}

/// Table 4 in numbers.
pub(super) fn prospects(field: &Field) -> &'static Prospects {
    let battlefield = field.battlefield();
    let prospects = battlefield.prospects.of(field.judge);
    prospects.get_or_init(|| Prospects::new(battlefield.charts(), field.weights()))
}

/// Hundredths of its worth that a Good Order unit loses by a result that strikes it and has a way out.
pub(super) const fn harm_of(weights: &Weights, code: Code) -> i32 {
    let Weights { harm, toll, .. } = weights;
    match code {
        Code::D => harm.disrupted,
        Code::R => harm.retreated,
        Code::Rt => harm.routed,
        Code::E => 100,
        Code::AD => toll.disrupted,
        Code::AR => toll.retreated,
        Code::ARt => toll.routed,
    }
}

/// What things are worth to a side now.
#[derive(Clone, Debug)]
pub(super) struct Values {
    /// Whose values these are.
    pub(super) side: Side,
    pub(super) manner: Manner,
    /// A loss point of the side, and of its enemy, by [`Side`].
    points: [i32; 2],
    /// What its owner loses with a unit.
    worth: [i32; MOST_UNITS],
}

impl Values {
    pub(super) fn of(game: &Battleline, side: Side, manner: &Manner) -> Self {
        let field = &game.field;
        let points = Side::ALL.map(|side| point(field, side));
        let mut worth = [0; MOST_UNITS];
        let left = turns_left(game);
        for unit in field.on_map() {
            worth[unit.index()] = worth_of(field, unit, left) * points[field.side(unit) as usize] / EIGHTHS;
        }
        Self { side, manner: near_the_end(game, side, *manner), points, worth }
    }

    /// What its owner loses with a unit, its leaders' danger included.
    #[inline]
    pub(super) const fn worth(&self, unit: UnitId) -> i32 {
        self.worth[unit.index()]
    }

    /// A loss point of the side itself.
    #[inline]
    pub(super) const fn point(&self) -> i32 {
        self.points[self.side as usize]
    }

    /// What is won counts so much.
    #[inline]
    pub(super) const fn bold(&self, gain: i32) -> i32 {
        gain * self.manner.boldness / 100
    }

    /// What may be lost counts so much.
    #[inline]
    pub(super) const fn careful(&self, loss: i32) -> i32 {
        loss * self.manner.care / 100
    }
}

/// So many Game-Turns before the last a player begins to think of the result.
const THE_END: u8 = 2;

/// Who would not win if the battle ended now has less to lose the nearer the end is.
fn near_the_end(game: &Battleline, side: Side, manner: Manner) -> Manner {
    let to_come = game.field.turns.saturating_sub(game.turn);
    if to_come > THE_END || victory::final_check(&game.field).winner == Some(side) {
        return manner;
    }
    Manner { boldness: manner.boldness * 130 / 100, care: manner.care * 80 / 100, ..manner }
}

/// Worth is counted in eighths of a loss point.
const EIGHTHS: i32 = 8;

/// A loss point of a side.
fn point(field: &Field, side: Side) -> i32 {
    WHOLE / field.sides[side as usize].break_level.max(1)
}

/// Player-turns matter less near the end.
fn turns_left(game: &Battleline) -> i32 {
    i32::from(game.field.turns.saturating_sub(game.turn)).min(4)
}

/// What is lost with a unit in eighths of a loss point: its value, what it could still do, and a third of its leaders
/// (LINE-X-CMD-6).
fn worth_of(field: &Field, unit: UnitId, left: i32) -> i32 {
    let leaders: i32 = field.leaders_with(unit).map(|leader| field.leader(leader).value).sum();
    field.piece(unit).figures.value * EIGHTHS + force(field, unit) * left / 4 + leaders * EIGHTHS / 3
}

/// What a unit can do, in eighths of a loss point.
fn force(field: &Field, unit: UnitId) -> i32 {
    let front = field.piece(unit).figures.front;
    front.attack + front.defence
}

/// How the battle stands for Rome.
pub(super) fn standing(game: &Battleline) -> i32 {
    let field = &game.field;
    let [rome, enemy] = Side::ALL.map(|side| strength(game, side));
    match game.verdict() {
        // To win by little is better than nearly to win.
        Some(verdict) => {
            let margin = losses(field, Side::Enemy) - losses(field, Side::Rome);
            margin / 4
                + match verdict.winner {
                    Some(Side::Rome) => WIN,
                    Some(Side::Enemy) => -WIN,
                    None => 0,
                }
        }
        None => rome - enemy,
    }
}

fn losses(field: &Field, side: Side) -> i32 {
    field.losses(side).min(2 * field.sides[side as usize].break_level) * point(field, side)
}

/// What a side has left: it has lost so much, and what it has can still do something; who is Disrupted is half lost.
fn strength(game: &Battleline, side: Side) -> i32 {
    let field = &game.field;
    let left = turns_left(game);
    let held = zones::controlled_by(field, side.other());
    let mut eighths = 0;
    for unit in field.units_of(side) | (field.waiting() & field.battlefield().units_of(side)) {
        eighths += force(field, unit) * left / 4;
        if field.is(unit, Mark::Disrupted) {
            let caught = field.hex(unit).some().is_some_and(|hex| held.contains(hex));
            let weights = &field.weights().standing;
            let share = if caught { weights.caught } else { weights.disrupted };
            eighths -= worth_of(field, unit, left.max(1)) * share / 100;
        }
    }
    let leaders = field.leaders_of(side);
    let lost = leaders.filter(|&leader| field.post(leader) == Post::Gone).count() as i32;
    (eighths - lost * 4) * point(field, side) / EIGHTHS - losses(field, side)
}

/// The place of a status in the tables of this chapter.
#[inline]
pub(super) const fn shown(status: Status) -> usize {
    match status {
        Status::GoodOrder => 0,
        Status::Disrupted => 1,
    }
}
