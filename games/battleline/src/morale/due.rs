//! Who must or may test when.

use super::{
    carry_away,
    situation::{Condition, Situation, Test, Tester},
};
use crate::{
    prelude::*,
    rampage::{Side, meeting},
};

/// At most so many turns of trying.
const MOST_TURNS: u8 = 20;

pub(super) fn turns(situation: &Situation) -> Result<u8, Refusal> {
    let turns = situation.turns;
    if !(1..=MOST_TURNS).contains(&turns) {
        let reason = format!("{turns} turns of trying, expected 1 to {MOST_TURNS}");
        return Err(Refusal::new("LINE-X-REO-2", reason));
    }
    if turns > 1 && situation.test != Test::Reorganize {
        return Err(Refusal::new("LINE-X-REO-2", "only reorganizing can be tried again in a later turn"));
    }
    Ok(turns)
}

pub(super) fn row(situation: &Situation) -> Result<Row, Refusal> {
    Row::new(situation.row).ok_or_else(|| {
        Refusal::new(
            "LINE-X-MAP-3",
            format!("row {} is not on Table 5, which has rows 1 to 4", situation.row),
        )
    })
}

pub(super) fn troop(
    charts: &'static Charts,
    tester: &Tester,
    name: &str,
    scenario: Option<Scenario>,
) -> Result<Troop, Refusal> {
    let status = match tester.status {
        Condition::GoodOrder => Status::GoodOrder,
        Condition::Disrupted => Status::Disrupted,
        Condition::Eliminated => {
            let reason = "it is eliminated: out of the game, never to be reorganized";
            return Err(Refusal::new("LINE-RES-12", reason).because_of(name));
        }
    };
    Troop::new(charts, &tester.unit, name, status, &tester.leaders, scenario)?
        .standing(name, Terrain::Clear, 0)?
        .marching(name, tester.marching)
}

/// Whether the test is one that this unit must or may take now.
pub(super) fn due(
    situation: &Situation,
    tester: &Tester,
    name: &str,
    troop: &Troop,
    row: Row,
) -> Result<(), Refusal> {
    match situation.test {
        Test::Stand => troop.must_stand(name, troop.row_used(row), situation.elephants),
        Test::Evade => troop.may_evade(name),
        Test::Missile => no("LINE-X-MIS-4", name, "a question about a shot is one about missiles"),
        Test::CarryAway => carried_away(situation, name, troop),
        Test::Rampage => meeting(name, troop, tester.side == Side::Enemy).map(|_: u16| ()),
        Test::Reorganize => {
            let has = |mark| match mark {
                Mark::Exchanged => tester.exchanged,
                Mark::Moved => tester.moved,
                Mark::Attacked => tester.attacked,
                _ => tester.retreated,
            };
            may_reorganize(name, troop, (tester.in_command, tester.in_enemy_zone), has)
        }
        Test::Trumpets => trumpets_sound(situation, tester, name, troop),
    }
}

/// LINE-X-MOR-5.
fn carried_away(situation: &Situation, name: &str, friend: &Troop) -> Result<(), Refusal> {
    let Some(routing) = &situation.routing else {
        return Err(Refusal::new("LINE-X-MOR-5", "name the type of the unit that routs: routing = \"HAS\""));
    };
    let runner = Troop::new(friend.charts, routing, routing.code(), Status::Disrupted, &[], None)?;
    carry_away(name, &runner, friend).map(|_: u16| ())
}

/// LINE-X-REO-1, LINE-X-EXC-2, LINE-X-CMD-3; `has` says how the unit has spent the turn.
pub(crate) fn may_reorganize<E: Objection>(
    name: &str,
    troop: &Troop,
    (in_command, in_enemy_zone): (bool, bool),
    has: impl Fn(Mark) -> bool,
) -> Result<(), E> {
    let reasons = [
        (!troop.is_disrupted(), "LINE-X-REO-1", "it is in Good Order: only Disrupted units reorganize"),
        (!in_command, "LINE-X-REO-1", "it is out of command: no leader of its side has it in his range"),
        (in_enemy_zone, "LINE-X-REO-1", "it stands in an enemy zone of control"),
        (has(Mark::Exchanged), "LINE-X-EXC-2", "it was exchanged in this turn"),
        (has(Mark::Moved), "LINE-X-REO-1", "it moved or turned in this turn"),
        (has(Mark::Attacked), "LINE-X-REO-1", "it attacked in this turn"),
        (has(Mark::Retreated), "LINE-X-REO-1", "it retreated in this turn"),
    ];
    no_first(name, reasons)
}

/// LINE-X-ZAM-3.
fn trumpets_sound(situation: &Situation, tester: &Tester, name: &str, troop: &Troop) -> Result<(), Refusal> {
    match tester.enemy_distance {
        Some(distance) => must_hear_trumpets(name, troop, situation.turn, distance),
        None => no("LINE-X-ZAM-3", name, "say how far the nearest Roman unit is: enemy-distance = 5"),
    }
}

/// The same for elephants that stand somewhere.
pub(crate) fn must_hear_trumpets<E: Objection>(
    name: &str,
    troop: &Troop,
    turn: u8,
    distance: u8,
) -> Result<(), E> {
    let battles = &troop.charts.battles;
    let is_elsewhere = troop.scenario != Some(Scenario::Zama);
    let reasons = [
        (is_elsewhere, "LINE-X-ZAM-3", "trumpets are blown at Zama only: scenario = \"zama\""),
        (!troop.is_terror(), "LINE-X-ZAM-3", "only elephants mind the trumpets"),
    ];
    no_first(name, reasons)?;
    no_if(turn > battles.trumpets_last_turn || turn == 0, "LINE-X-ZAM-3", name, || {
        format!("on turn {turn} there are no trumpets: turns 1 and 2")
    })?;
    let most = battles.trumpets_distance;
    no_if(distance > most, "LINE-X-ZAM-3", name, || {
        format!("the nearest Roman is {distance} hexes off, and only {most} count")
    })
}
