//! A3 and B5, second half: the battles one by one (MARS-SEQ-3, MARS-SEQ-9), up to the die.

use std::borrow::Cow;

use kit::{Dice, Fought, Journal, Prompt, Reading, Refusal, Report, Sums};

use super::{advance, allocate, enter, event, losses, out_of_place, recovery};
use crate::{
    action::Action,
    allocation::Planned,
    battle::{
        Battle, CrtResult, End,
        board::{Meeting, Supplies},
        reckon,
        situation::{DieIndex, Moment},
    },
    charts,
    engagement::Fight,
    flow::Step,
    game::{Mars, seat},
    roster::Units,
    units::Side,
};

// ---- which battle is next ----

pub(super) fn prompt_next(_: &Mars) -> Prompt {
    Prompt::new("which battle is fought next?", &["MARS-SEQ-3"])
}

pub(super) fn actions_next(game: &Mars, out: &mut Vec<Action>) {
    out.extend(game.plan.battles().iter().map(|battle| Action::Fight(battle.targets()[0])));
}

pub(super) fn check_next(game: &Mars, action: Action) -> Result<(), Refusal> {
    match action {
        Action::Fight(hex) => allocate::named_by_first(game, hex),
        _ => Err(out_of_place(game, action)),
    }
}

pub(super) fn perform_next<D: Dice, J: Journal>(
    game: &mut Mars,
    action: Action,
    dice: &mut D,
    journal: &mut J,
) {
    let Action::Fight(hex) = action else { return };
    let Some(place) = game.plan.battle_at(hex) else { return };
    let battle = game.plan.battles()[place];
    let there: Units = battle.targets().iter().flat_map(|&hex| game.field.units_in(hex)).collect();
    game.fight = Fight::begin(place, battle.attackers, there & game.plan.defenders(), &game.field);
    if battle.line_strength().is_some() && !game.field.enemies_of(game.phasing).contains(hex) {
        // MARS-RES-18: a hex without units is looked at again when its turn comes.
        if game.field.held_by(game.phasing).contains(hex) {
            journal.tell(|| {
                event(game, "MARS-RES-18", "the hex has been entered meanwhile: no battle".into(), &[hex])
            });
            return finish(game, journal);
        }
        if game.phasing == Side::Russian
            && crate::battle::board::garrison_strength(&game.field, hex, true).is_none()
        {
            journal.tell(|| {
                event(
                    game,
                    "MARS-RES-18",
                    "no garrison is left in the zone: the hex is open without a roll".into(),
                    &[hex],
                )
            });
            game.fight.open_without_roll();
            return advance::begin(game, journal);
        }
    }
    game.step = Step::Terms;
    if !may_probe(game) && !game.house.attacker_chooses_index {
        after_terms(game, dice, journal);
    }
}

// ---- how the die is read ----

/// The battle in hand as it stands now (MARS-ODD-6, MARS-SUP-10).
fn meeting<'b>(game: &Mars, battle: &'b Planned) -> Meeting<'b> {
    let die_index = match game.fight.index_a {
        None => DieIndex::BySide,
        Some(true) => DieIndex::A,
        Some(false) => DieIndex::B,
    };
    Meeting {
        side: game.phasing,
        turn: game.turn,
        moment: Moment::Resolution,
        probe: game.fight.probe,
        options: game.house.of_battle(die_index),
        attackers: battle.attackers,
        targets: battle.targets(),
        line_strength: battle.line_strength(),
        no_retreat: game.fight.no_retreat,
        newcomers: newcomers(game, battle),
        supplies: Supplies::of(&game.field),
    }
}

/// Units in an attacked hex that were not there when the attacks were allocated (MARS-RET-6).
fn newcomers(game: &Mars, battle: &Planned) -> Units {
    let there: Units = battle.targets().iter().flat_map(|&hex| game.field.units_in(hex)).collect();
    there - game.plan.defenders()
}

fn in_hand(game: &Mars) -> Planned {
    game.plan.battles()[usize::from(game.fight.battle)]
}

/// Whether the attacker may lower the odds to a probe: a German whose odds against some defender are above it
/// (MARS-ODD-7, MARS-R27).
fn may_probe(game: &Mars) -> bool {
    let battle = in_hand(game);
    game.phasing == Side::German
        && reckon(&meeting(game, &battle), game).is_some_and(|battle| {
            battle.reckoned().readings.iter().any(|reading| reading.final_odds > charts().probe)
        })
}

fn reckon(meeting: &Meeting<'_>, game: &Mars) -> Option<Battle> {
    Battle::of(&meeting.assault(&game.field), &mut Sums::default()).ok()
}

pub(super) fn prompt_terms(game: &Mars) -> Prompt {
    if may_settle_probe(game) {
        return Prompt::new("is the attack made in full, or as a probe at 2:1?", &["MARS-ODD-7"]);
    }
    Prompt::new("by which index is the die read?", &["MARS-R1"])
}

/// The probe is settled first, then the index.
fn may_settle_probe(game: &Mars) -> bool {
    !game.fight.terms_settled && may_probe(game)
}

pub(super) fn actions_terms(game: &Mars, out: &mut Vec<Action>) {
    if may_settle_probe(game) {
        out.extend([Action::Full, Action::Probe]);
    } else {
        out.extend([Action::IndexA, Action::IndexB]);
    }
}

pub(super) fn check_terms(game: &Mars, action: Action) -> Result<(), Refusal> {
    match action {
        Action::Full | Action::Probe if may_settle_probe(game) => Ok(()),
        Action::IndexA | Action::IndexB if !may_settle_probe(game) => Ok(()),
        Action::Probe if game.phasing == Side::Russian => {
            Err(Refusal::new("MARS-ODD-7", "Russians never probe"))
        }
        _ => Err(out_of_place(game, action)),
    }
}

pub(super) fn perform_terms<D: Dice, J: Journal>(
    game: &mut Mars,
    action: Action,
    dice: &mut D,
    journal: &mut J,
) {
    match action {
        Action::Full | Action::Probe => {
            (game.fight.probe, game.fight.terms_settled) = (action == Action::Probe, true);
            if game.house.attacker_chooses_index {
                return;
            }
        }
        Action::IndexA | Action::IndexB => game.fight.index_a = Some(action == Action::IndexA),
        _ => {}
    }
    after_terms(game, dice, journal);
}

fn after_terms<D: Dice, J: Journal>(game: &mut Mars, dice: &mut D, journal: &mut J) {
    game.fight.terms_settled = true;
    if defenders(game).is_empty() {
        return roll(game, dice, journal);
    }
    game.step = Step::Orders;
}

// ---- No Retreat orders ----

/// The units in the attacked hexes.
fn defenders(game: &Mars) -> Units {
    in_hand(game).targets().iter().flat_map(|&hex| game.field.units_in(hex)).collect()
}

pub(super) fn prompt_orders(_: &Mars) -> Prompt {
    Prompt::new("which units are ordered not to retreat? Then the die is cast", &["MARS-NRT-1", "MARS-R18"])
}

pub(super) fn actions_orders(game: &Mars, out: &mut Vec<Action>) {
    out.push(Action::Roll);
    out.extend((defenders(game) - game.fight.no_retreat).iter().map(Action::NoRetreat));
}

pub(super) fn check_orders(game: &Mars, action: Action) -> Result<(), Refusal> {
    match action {
        Action::Roll => Ok(()),
        Action::NoRetreat(unit) if game.fight.no_retreat.contains(unit) => {
            let words = format!("{unit} has its order already");
            Err(Refusal::new("MARS-NRT-1", words).because_of(unit.name()))
        }
        Action::NoRetreat(unit) if defenders(game).contains(unit) => Ok(()),
        Action::NoRetreat(unit) => {
            let words = format!("{unit} does not defend in this battle");
            Err(Refusal::new("MARS-NRT-1", words).because_of(unit.name()))
        }
        _ => Err(out_of_place(game, action)),
    }
}

pub(super) fn perform_orders<D: Dice, J: Journal>(
    game: &mut Mars,
    action: Action,
    dice: &mut D,
    journal: &mut J,
) {
    match action {
        Action::NoRetreat(unit) => {
            game.fight.no_retreat.insert(unit);
            journal.tell(|| {
                event(
                    game,
                    "MARS-NRT-1",
                    format!("{unit} is ordered not to retreat"),
                    game.field.hex_of(unit).as_slice(),
                )
            });
        }
        _ => roll(game, dice, journal),
    }
}

// ---- the die ----

fn roll<D: Dice, J: Journal>(game: &mut Mars, dice: &mut D, journal: &mut J) {
    let planned = in_hand(game);
    let meeting = meeting(game, &planned);
    let assault = meeting.assault(&game.field);
    // A battle that could be allocated can be fought, whatever its odds have become (MARS-ODD-6).
    let Ok(battle) = Battle::of(&assault, &mut Sums::default()) else { return finish(game, journal) };
    let (row, end) = battle.throw(dice);
    let times = assault.attack_times();
    game.fight.note(&game.field, planned.targets(), battle.reckoned(), &end, times);
    journal.tell(|| {
        let reckoned = battle.reckoned();
        let heads = charts().tables.crt.sheet().heads();
        let mut readings: Vec<String> = Vec::new();
        for (reading, result) in reckoned.readings.iter().zip(end.results.iter()) {
            let hex = planned.targets()[reading.hex];
            let unit = reading.unit.and_then(|place| game.field.units_in(hex).nth(place));
            let who = unit.map_or_else(|| game.theatre().name(hex), crate::roster::UnitId::name);
            readings.push(format!(
                "{who} {} ({})",
                CrtResult::code(result),
                heads[reading.column.0 as usize]
            ));
        }
        let words = format!("{} against {}: {}", reckoned.attack, reckoned.defence, readings.join(", "));
        event(game, "MARS-CRT-2", words, planned.targets())
    });
    tell_cells(game, &planned, &battle, row, journal);
    journal.battle(|| fought(game, &planned, &battle, &end));
    losses::begin(game, journal);
}

/// The cell of the chart that each defender read (MARS-CRT-2).
fn tell_cells<J: Journal>(game: &Mars, planned: &Planned, battle: &Battle, row: usize, journal: &mut J) {
    for reading in &battle.reckoned().readings {
        journal.cell(|| {
            let hex = planned.targets()[reading.hex];
            let unit = reading.unit.and_then(|place| game.field.units_in(hex).nth(place));
            let who = unit.map_or_else(|| game.theatre().name(hex), crate::roster::UnitId::name);
            charts().tables.crt.sheet().cell(row, reading.column.0 as usize, who)
        });
    }
}

/// The battle for studies: columns, results, and what the die could have given (MARS-CRT-1, MARS-CRT-2).
fn fought(game: &Mars, planned: &Planned, battle: &Battle, end: &End) -> Fought {
    let heads = charts().tables.crt.sheet().heads();
    let ends = battle.ends();
    let reading = |(place, reading): (usize, &reckon::Reading)| {
        let hex = planned.targets()[reading.hex];
        let unit = reading.unit.and_then(|place| game.field.units_in(hex).nth(place));
        let name = game.theatre().name(hex);
        let at = |end: &End| end.results.iter().nth(place).map_or("-", CrtResult::code);
        let mut chances: Vec<(Cow<'static, str>, u32)> = Vec::new();
        for result in ends.iter().map(at) {
            match chances.iter_mut().find(|(known, _)| known == result) {
                Some((_, faces)) => *faces += 1,
                None => chances.push((result.into(), 1)),
            }
        }
        Reading {
            who: unit.map_or(name, crate::roster::UnitId::name).into(),
            hex: name.into(),
            column: heads[reading.column.0 as usize].as_str().into(),
            result: at(end).into(),
            chances,
        }
    };
    Fought {
        seat: seat(game.phasing),
        attackers: planned.attackers.iter().map(|unit| unit.name().into()).collect(),
        readings: battle.reckoned().readings.iter().enumerate().map(reading).collect(),
    }
}

/// The battle in hand is over: Russians that were attacked may recover (MARS-SEQ-9), and the next one is chosen.
pub(super) fn finish<J: Journal>(game: &mut Mars, journal: &mut J) {
    if game.phasing == Side::German {
        recovery::of_attacked_russians(game, journal);
    }
    game.plan.finish(usize::from(game.fight.battle));
    game.fight = Fight::NONE;
    enter(game, Step::Battles, journal);
}

/// The odds of the battle in hand, or of all that are still to be fought.
pub(super) fn odds(game: &Mars) -> Vec<Report> {
    let all = game.plan.battles().iter().enumerate();
    let wanted =
        all.filter(|(place, _)| game.step == Step::Battles || *place == usize::from(game.fight.battle));
    wanted.filter_map(|(_, battle)| allocate::report(game, battle, &meeting(game, battle))).collect()
}
