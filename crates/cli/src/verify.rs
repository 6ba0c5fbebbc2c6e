//! `sandtable verify`: check the dice and the decisions of a record.

use clap::Args;
use server::{DiceVerdict, Noted, Verdict};

use crate::{draw::Page, failure::Failure, files, replay, serve};

/// Shown below the help.
pub const EXAMPLES: &str = "Examples:
  sandtable verify my.record
  cat my.record | sandtable verify - --json
  sandtable verify my.record --receipt 5d1f... --words 'German=any words'

The record is played again by the rules, and every die is derived again from the secret of the server, what the players
added, and the moment it was rolled in; docs/verify.md describes how, tools/verify.py does the same with nothing but
Python. Exit codes: 0 everything holds; 1 something does not; 2 there is nothing to check.";

/// What `sandtable verify` is asked.
#[derive(Args)]
pub struct Arguments {
    /// The record, `-` for standard input
    file: String,
    /// The receipt of the promise that you have kept since the beginning of the game
    #[arg(long, value_name = "HEX")]
    receipt: Option<String>,
    /// Words that you have added to the dice and kept
    #[arg(long, value_name = "SIDE=WORDS")]
    words: Vec<String>,
    /// For programs
    #[arg(long)]
    json: bool,
}

/// Checks a record.
pub fn run(arguments: &Arguments, page: &mut Page) -> Result<(), Failure> {
    let (name, bytes) = files::read(&arguments.file, "record", replay::MOST_BYTES)?;
    let text = String::from_utf8_lossy(&bytes);
    let mut noted = Noted { receipt: arguments.receipt.clone(), ..Noted::default() };
    for words in &arguments.words {
        let (side, words) = words
            .split_once('=')
            .ok_or_else(|| Failure::Usage("words are given as SIDE=WORDS".to_owned()))?;
        noted.words.insert(side.to_owned(), words.to_owned());
    }
    let verdict = server::verify(&text, &serve::shelf(), &noted).map_err(|why| Failure::NotA {
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
    if !verdict.noted && matches!(verdict.dice, DiceVerdict::Honest) {
        let words = "compared with the record itself only: --receipt compares it with what you have noted";
        page.hung("      ", words, "");
    }
    for fault in &verdict.faults {
        page.hung("wrong ", fault, "");
    }
    if verdict.holds {
        page.line("Everything holds.");
    }
}
