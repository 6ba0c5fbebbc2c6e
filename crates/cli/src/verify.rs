//! `sandtable verify`: check the dice and the decisions of a record.

use clap::Args;
use server::{DiceVerdict, Verdict};

use crate::{draw::Page, failure::Failure, files, replay, serve};

/// Shown below the help.
pub const EXAMPLES: &str = "Examples:
  sandtable verify my.record
  cat my.record | sandtable verify - --json

The record is played again by the rules, and every die is derived again from the secret of the server, what the players
added, and the moment it was rolled in; docs/verify.md describes how, tools/verify.py does the same with nothing but
Python. Exit codes: 0 everything holds; 1 something does not; 2 there is nothing to check.";

/// What `sandtable verify` is asked.
#[derive(Args)]
pub struct Arguments {
    /// The record, `-` for standard input
    file: String,
    /// For programs
    #[arg(long)]
    json: bool,
}

/// Checks a record.
pub fn run(arguments: &Arguments, page: &mut Page) -> Result<(), Failure> {
    let (name, bytes) = files::read(&arguments.file, "record", replay::MOST_BYTES)?;
    let text = String::from_utf8_lossy(&bytes);
    let verdict = server::verify(&text, &serve::shelf()).map_err(|why| Failure::NotA {
        what: "record that can be checked",
        name,
        why,
    })?;
    if arguments.json {
        page.line(&serde_json::to_string(&verdict).expect("a verdict is plain JSON"));
    } else {
        tell(&verdict, page);
    }
    if verdict.holds { Ok(()) } else { Err(Failure::Found) }
}

fn tell(verdict: &Verdict, page: &mut Page) {
    page.heading(&format!("{}: {} decisions played again", verdict.game, verdict.decisions));
    let dice = match verdict.dice {
        DiceVerdict::Honest => "every die follows from the secret that was committed to",
        DiceVerdict::Unchecked => "no die was rolled since the promise: nothing was checked",
        DiceVerdict::Dishonest => "the dice do not follow from the secret that was committed to",
        DiceVerdict::Sealed => "the secret of the dice is not revealed before the game is over",
        DiceVerdict::Entered => "the players rolled: there is nothing to check",
        DiceVerdict::Unpromised => "the record makes no promise about its dice",
    };
    page.hung("dice  ", dice, "");
    let counts = format!("{} checked, {} without a promise", verdict.checked, verdict.unchecked);
    page.hung("      ", &counts, "");
    for fault in &verdict.faults {
        page.hung("wrong ", fault, "");
    }
    if verdict.holds {
        page.line("Everything holds.");
    }
}
