//! `sandtable coach`: where a game was lost.

use std::{
    io::{self, IsTerminal, Write},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::Duration,
};

use clap::Args;
use kit::{
    Viewer,
    coach::{CoachBudget, CoachProgress, CoachedSide, Coaching, JudgedDecision},
};

use crate::{
    draw::Page,
    failure::{Failure, Shelf},
    play::{self, board::Board},
    replay::{self, Opened},
};

/// Shown below the help.
pub const EXAMPLES: &str = "Examples:
  sandtable coach mars-vazuza.record
  sandtable coach mars-vazuza.record --side german --boards
  sandtable coach mars-vazuza.record --lines 50000 --time 600      (ten minutes at the most)

Every decision is weighed before its dice: what was done and what could have been done are played forward with the same
dice by regulars. Enter stops it; it then tells what it has found so far. With --time 0 there is no limit, and the same
record and lines give the same answer on every machine.";

/// How often the progress is shown.
const GLANCE: Duration = Duration::from_millis(200);

/// What `sandtable coach` is asked.
#[derive(Args)]
pub struct Arguments {
    /// The record of a game, or - for standard input
    record: String,
    /// For this side only
    #[arg(long)]
    side: Option<String>,
    /// Lines of play in all, about
    #[arg(long, default_value_t = 16_000, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    lines: u32,
    /// Seconds that it may take; 0 for as long as it takes
    #[arg(long, default_value_t = 55)]
    time: u64,
    /// Threads; without it as many as there are processors
    #[arg(long)]
    threads: Option<std::num::NonZeroUsize>,
    /// Draw the map of each position
    #[arg(long)]
    boards: bool,
    /// For programs
    #[arg(long)]
    json: bool,
}

/// Weighs the decisions of a record.
pub fn run(arguments: &Arguments, shelf: Shelf, page: &mut Page) -> Result<(), Failure> {
    let opened = replay::open(&arguments.record, shelf)?;
    let sides = opened.table.sides();
    let only = arguments.side.as_ref().map(|side| play::seat_of(sides, side)).transpose()?;
    let threads = arguments.threads.or_else(|| thread::available_parallelism().ok());
    let budget = CoachBudget {
        lines: arguments.lines,
        time: (arguments.time > 0).then(|| Duration::from_secs(arguments.time)),
        threads: threads.map_or(1, std::num::NonZeroUsize::get),
    };
    let mut coaching = think(&opened, budget, !arguments.json && arguments.record != "-")?;
    if let Some(only) = only {
        coaching.sides.retain(|side| usize::from(side.seat.0) == only);
    }
    if arguments.json {
        page.line(&serde_json::json!(coaching).to_string());
    } else {
        show(&opened, &coaching, arguments.boards, page);
    }
    match opened.fault {
        Some(error) => Err(Failure::Record { name: opened.name, error, sound: opened.table.steps() }),
        None => Ok(()),
    }
}

/// Lets the coach think, with his progress on a line of the terminal.
fn think(opened: &Opened, budget: CoachBudget, is_shown: bool) -> Result<Coaching, Failure> {
    let watch = Arc::new(CoachProgress::default());
    let is_shown = is_shown && io::stderr().is_terminal();
    let can_be_stopped = is_shown && io::stdin().is_terminal();
    if can_be_stopped {
        let watch = Arc::clone(&watch);
        // It ends with the program, whether anybody types or not.
        thread::spawn(move || {
            let _ = io::stdin().read_line(&mut String::new());
            watch.stop.store(true, Ordering::Relaxed);
        });
    }
    let is_done = AtomicBool::new(false);
    thread::scope(|scope| {
        if is_shown {
            scope.spawn(|| {
                let how = if can_be_stopped { " (Enter stops)" } else { "" };
                while !is_done.load(Ordering::Relaxed) {
                    let [done, planned] = watch.progress();
                    let _ = write!(
                        io::stderr().lock(),
                        "\rthe coach thinks: {done} of {planned} lines of play{how}\x1b[K"
                    );
                    thread::sleep(GLANCE);
                }
                let _ = write!(io::stderr().lock(), "\r\x1b[K");
            });
        }
        let coaching = registry::coach(opened.game, &*opened.table, budget, &watch);
        is_done.store(true, Ordering::Relaxed);
        Ok(coaching?)
    })
}

fn show(opened: &Opened, coaching: &Coaching, boards: bool, page: &mut Page) {
    replay::heading(opened.game, &*opened.table, page);
    for words in &coaching.judge {
        page.hung("", words, "");
    }
    let early = if coaching.stopped { ", and stopped before everything was weighed" } else { "" };
    page.line(&format!("{} lines of play{early}.", coaching.lines));
    for side in &coaching.sides {
        tell(opened, side, boards, page);
    }
}

fn tell(opened: &Opened, side: &CoachedSide, boards: bool, page: &mut Page) {
    page.gap();
    page.heading(&side.name);
    page.line(&format!(
        "{} decisions between alternatives; in {} of them the coach would have done the same.",
        side.decisions, side.agreed
    ));
    if side.costly.is_empty() {
        page.line("No decision cost more than the coach can tell from chance.");
    }
    for (place, judged) in side.costly.iter().enumerate() {
        page.gap();
        let title = format!("{}. ", place + 1);
        one(opened, &title, judged, boards, page);
    }
    if let Some(best) = &side.best {
        page.gap();
        one(opened, "Best: ", best, boards, page);
    }
}

fn one(opened: &Opened, title: &str, judged: &JudgedDecision, boards: bool, page: &mut Page) {
    let is_mistake = judged.gain < 0.0;
    let verb = if is_mistake { "cost" } else { "gained" };
    page.hung(
        title,
        &format!(
            "{}, decision {}: it {verb} {:.2} points (standard error {:.2}, {} pairs of lines; {}).",
            judged.moment,
            judged.position + 1,
            judged.gain.abs(),
            judged.error,
            judged.pairs,
            judged.sure
        ),
        "",
    );
    if let Some([done, instead]) = judged.wins {
        page.hung("   ", &format!("Games won after it: {done:.0} %; after the other: {instead:.0} %."), "");
    }
    page.hung("   done:    ", &judged.done.join(", "), "");
    page.hung(if is_mistake { "   better:  " } else { "   worse:   " }, &judged.instead.join(", "), "");
    for odds in &judged.odds {
        page.hung("   odds:    ", odds, "");
    }
    for odds in &judged.odds_instead {
        page.hung("   instead: ", odds, "");
    }
    for why in &judged.why {
        page.hung("   why:     ", why, "");
    }
    if boards {
        let table = opened.table.at(judged.position);
        let view = table.view(Viewer::Spectator);
        Board::new(&*table, &view).draw(&[], &[], page);
    }
}
