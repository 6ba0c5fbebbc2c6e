//! `sandtable luck`: how much the dice decided.

use clap::Args;
use kit::{RecordHead, SetupError, any::Playable};
use lab::luck::{GameLuck, Judge};
use server::{LuckData, RollLuck, TurnLuck};

use crate::{
    draw::Page,
    failure::{Failure, Shelf},
    files, replay,
};

/// Shown below the help.
pub const EXAMPLES: &str = "Examples:
  sandtable luck mars-vazuza.record                    (by the game's own judgement, in points)
  sandtable luck mars-vazuza.record --playouts 200     (by games that regulars play on, in hundredths of games won)

A roll counts by how much better or worse what came of it is than what was to be expected of it. The percentile says
how many of a hundred games with the same decisions and every roll rolled again would have had less luck.";

/// What `sandtable luck` is asked.
#[derive(Args)]
pub struct Arguments {
    /// The record of a game, or - for standard input
    record: String,
    /// Judge by so many games played on from every state, and not by the game's own judgement
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    playouts: Option<u32>,
    /// Every roll, not only the five that mattered most
    #[arg(long)]
    all: bool,
    /// For programs
    #[arg(long)]
    json: bool,
}

/// Weighs the rolls of a record for a table in the browser.
#[expect(clippy::float_arithmetic, reason = "a statistic, not a rule")]
pub fn weigh(game: &dyn Playable, record: &str) -> Result<LuckData, SetupError> {
    let found = registry::luck(game, record, Judge::Evaluation)?;
    if let Some(fault) = found.fault {
        return Err(SetupError(fault));
    }
    let turns = found.by_turn().into_iter().map(|(turn, by_side)| TurnLuck { turn, by_side }).collect();
    let roll = |roll: &lab::luck::JudgedRoll| {
        let share = |counts: &dyn Fn(f64) -> bool| {
            let all = roll.chances.iter().filter(|(luck, _)| counts(*luck));
            100.0 * all.map(|(_, chance)| chance).sum::<f64>()
        };
        RollLuck {
            step: roll.step as u64,
            turn: roll.turn,
            seat: roll.seat,
            luck: roll.luck(),
            as_good: share(&|luck| luck > roll.luck() - 1e-9),
            as_bad: share(&|luck| luck < roll.luck() + 1e-9),
        }
    };
    let rolls = found.rolls.iter().map(roll).collect();
    Ok(LuckData { luck: found.luck(), percentile: found.percentile, turns, rolls })
}

/// Weighs the rolls of a record.
pub fn run(arguments: &Arguments, shelf: Shelf, page: &mut Page) -> Result<(), Failure> {
    let (name, bytes) = files::read(&arguments.record, "record", replay::MOST_BYTES)?;
    let text = String::from_utf8_lossy(&bytes);
    let head =
        RecordHead::read(&text).map_err(|error| Failure::Record { name: name.clone(), error, sound: 0 })?;
    let game = Failure::playable(shelf, &head.game)?;
    let judge = arguments.playouts.map_or(Judge::Evaluation, Judge::Playouts);
    let found = registry::luck(game, &text, judge)?;
    if arguments.json {
        page.line(&found.json().to_string());
    } else {
        show(&found, arguments.all, page);
    }
    Ok(())
}

#[expect(clippy::float_arithmetic, reason = "a statistic, not a rule")]
fn show(found: &GameLuck, all: bool, page: &mut Page) {
    let (scale, unit) = match found.judge {
        Judge::Evaluation => (1.0, "points"),
        Judge::Playouts(_) => (100.0, "hundredths of games won"),
    };
    let amount = |luck: f64| format!("{:+.2}", luck * scale);
    let first = found.seats[0];
    if let Some(fault) = &found.fault {
        page.line(&format!("The record can be read only so far: {fault}"));
    }
    if found.rolls.is_empty() {
        page.line("No die was rolled: nothing was luck.");
        return;
    }
    page.line(&format!(
        "{} rolls gave {first} {} {unit}: more luck than {:.0} of 100 games with other dice.",
        found.rolls.len(),
        amount(found.luck()),
        found.percentile
    ));
    page.gap();
    let mut heads = vec!["turn".to_owned()];
    heads.extend(found.seats.iter().map(|seat| format!("in rolls of {seat}")));
    heads.push(format!("luck of {first}"));
    let rows: Vec<Vec<String>> = found
        .by_turn()
        .iter()
        .map(|(turn, by_side)| {
            let cells = by_side.iter().map(|luck| amount(*luck));
            let turn = if *turn == 0 { "set-up".to_owned() } else { turn.to_string() };
            [turn].into_iter().chain(cells).chain([amount(by_side.iter().sum())]).collect()
        })
        .collect();
    page.columns(&heads, &rows, 1, &[]);
    page.gap();
    let mut rolls: Vec<&lab::luck::JudgedRoll> = found.rolls.iter().collect();
    if !all {
        rolls.sort_by(|one, other| other.luck().abs().total_cmp(&one.luck().abs()));
        rolls.truncate(5);
        page.line("The rolls that mattered most:");
    }
    let rows: Vec<Vec<String>> = rolls
        .iter()
        .map(|roll| {
            let dice: Vec<String> = roll.faces.iter().map(u16::to_string).collect();
            vec![
                roll.step.to_string(),
                format!("turn {}", roll.turn),
                found.seats[usize::from(roll.seat)].to_owned(),
                roll.text.clone(),
                dice.join(" "),
                amount(roll.expected),
                amount(roll.came),
                amount(roll.luck()),
            ]
        })
        .collect();
    let heads = ["step", "", "side", "decision", "dice", "expected", "came", "luck"].map(str::to_owned);
    page.columns(&heads, &rows, 4, &[]);
}
