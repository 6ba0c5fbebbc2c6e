//! `sandtable replay`: check a record and tell it.

use clap::Args;
use kit::{
    RecordError, RecordHead, Status, Viewer,
    any::{AnySession, LogEntry, Playable},
};
use serde_json::json;

use crate::{
    draw::{Page, pad, width},
    failure::{Failure, Shelf},
    files,
    play::board::Board,
};

/// Shown below the help.
pub const EXAMPLES: &str = "Examples:
  sandtable replay my.record
  sandtable replay my.record --to 12                (the first twelve decisions, and what is decided then)
  sandtable replay my.record --to 12 --map           (and the map as it stood)
  sandtable replay damaged.record --keep sound.record
  cat my.record | sandtable replay - --json

Exit codes: 0 every line holds; 1 a line does not hold (it is named, what stands before it is shown); 2 this is no
record, or of a game, version or scenario that cannot be played.";

/// No record is larger than this.
pub const MOST_BYTES: u64 = 64 << 20;

/// What `sandtable replay` is asked.
#[derive(Args)]
pub struct Arguments {
    /// The record, `-` for standard input
    file: String,
    /// Go no farther than this decision
    #[arg(long, value_name = "STEP")]
    to: Option<usize>,
    /// Write what holds to a new file
    #[arg(long, value_name = "FILE")]
    keep: Option<String>,
    /// Draw the map as it stands at the end
    #[arg(long)]
    map: bool,
    /// For programs: every decision with its dice, events and hash
    #[arg(long)]
    json: bool,
}

/// A record that was read and played again.
pub struct Opened {
    /// The game.
    pub game: &'static dyn Playable,
    /// The game as far as the record holds.
    pub table: Box<dyn AnySession>,
    /// The first line that does not hold.
    pub fault: Option<RecordError>,
    /// The record's file, to speak of it.
    pub name: String,
    /// What stands in it.
    pub text: String,
    /// An older version of the rules by which it was played, whose hashes were not compared.
    pub older: Option<u32>,
}

/// Reads a record.
pub fn open(file: &str, shelf: Shelf) -> Result<Opened, Failure> {
    let (name, bytes) = files::read(file, "record", MOST_BYTES)?;
    // A damaged letter damages its line, not the lines before it.
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let no_record =
        |error: RecordError| Failure::NotA { what: "record", name: name.clone(), why: error.to_string() };
    let head = RecordHead::read(&text).map_err(no_record)?;
    let game = Failure::playable(shelf, &head.game)?;
    let (table, fault) =
        game.open(&text).map_err(|error| Failure::Usage(format!("{name} cannot be played: {error}")))?;
    let older = (head.rules < game.rules()).then_some(head.rules);
    Ok(Opened { game, table, fault, name, text, older })
}

/// Checks a record and tells it.
pub fn run(arguments: &Arguments, shelf: Shelf, page: &mut Page) -> Result<(), Failure> {
    let Opened { game, mut table, fault, name, text, older } = open(&arguments.file, shelf)?;
    let sound = table.steps();
    let fault = fault.filter(|_| arguments.to.is_none_or(|to| to > sound));
    if let Some(to) = arguments.to {
        if to > sound && fault.is_none() {
            return Err(Failure::Usage(format!("{name} has {sound} decisions: --to takes 0 to {sound}")));
        }
        table.truncate(to);
    }
    if let Some(keep) = &arguments.keep {
        files::write_new(keep, &sound_part(&text, fault.as_ref(), arguments.to, &*table))?;
    }
    if arguments.json {
        page.line(&as_json(game, &*table, fault.as_ref(), older).to_string());
    } else {
        tell(game, &*table, arguments.map, page);
        if let Some(older) = older {
            let words = format!(
                "It was played by version {older} of the rules; this program plays version {}. Every decision and die was \
                 checked, but the hashes of the older version were not compared.",
                game.rules()
            );
            page.hung("", &words, "");
        }
    }
    fault.map_or(Ok(()), |error| Err(Failure::Record { name, error, sound }))
}

/// The lines that hold, with their remarks.
fn sound_part(text: &str, fault: Option<&RecordError>, to: Option<usize>, table: &dyn AnySession) -> String {
    if to.is_some() {
        return table.record();
    }
    let lines = fault.map_or(usize::MAX, |fault| fault.line - 1);
    text.lines().take(lines).flat_map(|line| [line, "\n"]).collect()
}

fn tell(game: &dyn Playable, table: &dyn AnySession, map: bool, page: &mut Page) {
    heading(game, table, page);
    steps(&table.seats(), &table.story(0..table.steps()), page);
    page.gap();
    if map {
        let view = table.view(Viewer::Spectator);
        Board::new(table, &view).draw(&[], &[], page);
        page.gap();
    }
    end(table, page);
}

/// Game, scenario and options.
pub fn heading(game: &dyn Playable, table: &dyn AnySession, page: &mut Page) {
    let setup = table.setup();
    let title = game.profile().scenario(&setup.scenario).map_or(&setup.scenario, |scenario| &scenario.title);
    page.heading(&format!("{} · {title}", game.rulebook().title()));
    for change in setup.patch.iter().flat_map(|patch| &patch.changes) {
        let [table, row, column, value] = change.said();
        page.hung("variant ", &format!("{table}, {row}, {column}: {value}"), "");
    }
    for (name, value) in &setup.options {
        page.hung("option ", &format!("{name}: {value}"), "");
    }
}

/// Decisions in sentences, under the moments at which they were made.
pub fn steps(seats: &[&str], steps: &[LogEntry], page: &mut Page) {
    let numbers = steps.last().map_or(1, |step| step.number.to_string().len());
    let names = seats.iter().map(|seat| width(seat)).max().unwrap_or(0);
    let mut moment = None;
    for step in steps {
        if moment != Some(&step.moment) {
            moment = Some(&step.moment);
            page.gap();
            page.heading(&step.moment);
        }
        let dice: Vec<String> =
            step.dice.iter().map(|die| format!("{} {} for {}", die.die, die.face, die.purpose)).collect();
        let dice = if dice.is_empty() { String::new() } else { format!(" [{}]", dice.join(", ")) };
        let first = format!("{:>numbers$}  {}  ", step.number, pad(seats[usize::from(step.seat.0)], names));
        page.hung(&first, &format!("{}{dice}", step.text), "");
        for event in &step.events {
            page.hung(&" ".repeat(numbers + 4), &event.words, event.clause);
        }
    }
}

/// How it stands after the last decision told.
pub fn end(table: &dyn AnySession, page: &mut Page) {
    let seats = table.seats();
    let many = table.steps();
    let decisions = format!("{many} decision{}", if many == 1 { "" } else { "s" });
    match table.status() {
        Status::Over(outcome) => {
            let words = match outcome.winner {
                Some(seat) => format!("{} has won by {}", seats[usize::from(seat.0)], outcome.margin),
                None => "nobody has won".to_owned(),
            };
            page.heading(&format!("The game is over after {decisions}: {words}."));
        }
        Status::Deciding(seat) => {
            let prompt = table.prompt();
            page.heading(&format!("{decisions}. {}", table.view(Viewer::Spectator).moment));
            let seat = format!("{}: ", seats[usize::from(seat.0)]);
            page.hung(&seat, &prompt.words, &prompt.clauses.join(" "));
        }
    }
}

fn as_json(
    game: &dyn Playable,
    table: &dyn AnySession,
    fault: Option<&RecordError>,
    older: Option<u32>,
) -> serde_json::Value {
    let view = table.view(Viewer::Spectator);
    json!({
        "game": game.name(),
        "rules": older.unwrap_or_else(|| game.rules()),
        "hashes_compared": older.is_none(),
        "scenario": table.setup().scenario,
        "options": table.setup().options,
        "seats": table.seats(),
        "steps": table.story(0..table.steps()),
        "now": view,
        "fault": fault.map(|fault| json!({"line": fault.line, "message": fault.message})),
    })
}
