//! Checks a record: every decision by the rules, every die by the secret.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use kit::{RecordHead, any::Playable};

use crate::{
    dice::{DiceBox, Rolling, commitment, receipt, seal},
    error::shortened,
    shelf::Shelf,
};

/// What a check has found.
#[derive(Clone, PartialEq, Eq, Serialize, utoipa::ToSchema, Debug)]
pub struct Verdict {
    /// Whether nothing is wrong. Dice without a promise are not wrong, they are only not checked.
    pub holds: bool,
    /// Whether it was compared with a receipt that somebody has kept. If not, the record was only compared with itself.
    pub noted: bool,
    /// The game.
    pub game: String,
    /// Decisions that were played again and hold.
    pub decisions: usize,
    /// What can be said of the dice.
    pub dice: DiceVerdict,
    /// Dice that follow from the secret.
    pub checked: usize,
    /// Dice that were rolled before the promise, or without one.
    pub unchecked: usize,
    /// Seats that sealed words and did not open them in time: the dice went without them.
    pub lapsed: Vec<String>,
    /// What is wrong, first things first.
    pub faults: Vec<String>,
}

/// What can be said of the dice of a record.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, utoipa::ToSchema, Debug)]
#[serde(rename_all = "lowercase")]
pub enum DiceVerdict {
    /// Every one since the promise follows from the secret that was committed to, and there was at least one.
    Honest,
    /// There is a promise and its secret, but no die that it covers: nothing was checked.
    Unchecked,
    /// At least one does not.
    Dishonest,
    /// There is a commitment, but the game is not over and its secret not known.
    Sealed,
    /// The players entered them.
    Entered,
    /// The record makes no promise.
    Unpromised,
}

/// What somebody has kept since the beginning of a game. Without it a record can only be checked against itself, and
/// whoever wrote it could have written another.
#[derive(Clone, Default, Debug)]
pub struct Noted {
    /// The receipt of the promise.
    pub receipt: Option<String>,
    /// Words that were mixed into the dice, by seat.
    pub words: BTreeMap<String, String>,
}

/// What a record says otherwise than what was noted.
fn contradictions(head: &RecordHead, noted: &Noted) -> Vec<String> {
    let entry = |name: &str| head.dice.get(name).map(String::as_str);
    let mut faults = Vec::new();
    if let Some(noted) = &noted.receipt {
        let since = entry("since").and_then(|since| since.parse().ok()).unwrap_or(0);
        let told = receipt(entry("game").unwrap_or_default(), since, entry("commitment").unwrap_or_default());
        if entry("kind") != Some("committed") || !told.eq_ignore_ascii_case(noted.trim()) {
            faults.push("the promise of the dice is not the one that you have noted".to_owned());
        }
    }
    for (seat, words) in &noted.words {
        if entry(&format!("contribution {seat}")) != Some(words.trim()) {
            faults.push(format!("the words of {seat} are not the ones that you have noted"));
        }
    }
    for (name, sealed) in &head.dice {
        let Some(seat) = name.strip_prefix("seal ") else { continue };
        match entry(&format!("contribution {seat}")) {
            Some(words) if seal(words) == *sealed => {}
            Some(_) => faults.push(format!("the words of {seat} are not the ones that were sealed")),
            // The record says that they were not opened in time. Whoever did open his has noted them.
            None if entry(&format!("lapsed {seat}")).is_some() => {}
            None => faults.push(format!("{seat} has sealed words and not opened them")),
        }
    }
    faults
}

/// Checks a record, also against what somebody has noted. An error says why there is nothing to check: no record, no such
/// game, other rules.
pub fn verify(record: &str, shelf: &Shelf, noted: &Noted) -> Result<Verdict, String> {
    let head = RecordHead::read(record).map_err(|error| error.to_string())?;
    let game: &dyn Playable =
        shelf.playable(&head.game).ok_or_else(|| format!("there is no playable game `{}`", head.game))?;
    let (table, fault) = game.open(record).map_err(|error| error.to_string())?;
    let mut faults: Vec<String> = fault.map(|fault| shortened(fault.to_string())).into_iter().collect();
    let contradictions = contradictions(&head, noted);
    let story = table.story(0..table.steps());
    let rolled: usize = story.iter().map(|step| step.dice.len()).sum();
    let (dice, checked) = match promise(&head) {
        Err(dice) => (dice, 0),
        Ok(Err(fault)) => {
            faults.push(fault);
            (DiceVerdict::Dishonest, 0)
        }
        Ok(Ok(dice)) => {
            let (checked, wrong) = check(&dice, &story);
            let verdict = match (wrong.is_empty(), checked) {
                (false, _) => DiceVerdict::Dishonest,
                (true, 0) => DiceVerdict::Unchecked,
                (true, _) => DiceVerdict::Honest,
            };
            faults.extend(wrong);
            (verdict, checked)
        }
    };
    let dice = if contradictions.is_empty() { dice } else { DiceVerdict::Dishonest };
    faults.extend(contradictions);
    let lapsed = head.dice.keys().filter_map(|name| name.strip_prefix("lapsed ").map(str::to_owned));
    Ok(Verdict {
        lapsed: lapsed.collect(),
        noted: noted.receipt.is_some(),
        holds: faults.is_empty(),
        game: head.game,
        decisions: table.steps(),
        dice,
        checked,
        unchecked: rolled - checked.min(rolled),
        faults,
    })
}

/// The longest head of a record that a stranger may send.
const LONGEST_HEAD: usize = 256 << 10;
/// No such head has more lines: every one becomes an entry in memory before the game can say that it knows no such option.
const MOST_HEAD_LINES: usize = 1_000;

/// Looks at the head of a record that a stranger has sent, before anything is made of it.
pub fn glance(record: &str) -> Result<(), String> {
    let mut length = 0;
    for (number, line) in record.lines().enumerate() {
        length += line.len() + 1;
        if number >= MOST_HEAD_LINES || length > LONGEST_HEAD {
            return Err(format!(
                "the head of a record has at most {MOST_HEAD_LINES} lines and {LONGEST_HEAD} bytes"
            ));
        }
        if line.trim().is_empty() {
            break;
        }
    }
    Ok(())
}

/// The dice box that a record promises; what else can be said if it promises none; a fault if the promise is broken.
fn promise(head: &RecordHead) -> Result<Result<DiceBox, String>, DiceVerdict> {
    let entry = |name: &str| head.dice.get(name).map(String::as_str);
    match entry("kind") {
        Some("committed") => {}
        Some("entered") => return Err(DiceVerdict::Entered),
        _ => return Err(DiceVerdict::Unpromised),
    }
    let Some(secret) = entry("secret") else { return Err(DiceVerdict::Sealed) };
    if entry("commitment") != Some(commitment(secret).as_str()) {
        return Ok(Err("the secret of the dice is not the one that was committed to".into()));
    }
    let Some(since) = entry("since").and_then(|since| since.parse().ok()) else {
        return Ok(
            Err("the record does not say since which decision the dice follow from the secret".into()),
        );
    };
    let contributions = head.dice.iter().filter_map(|(name, words)| {
        name.strip_prefix("contribution ").map(|seat| (seat.to_owned(), words.clone()))
    });
    Ok(Ok(DiceBox {
        kind: Rolling::Committed,
        secret: secret.to_owned(),
        game: entry("game").unwrap_or_default().to_owned(),
        contributions: contributions.collect(),
        sealed: BTreeMap::new(),
        sealed_at: 0,
        lapsed: BTreeSet::new(),
        since,
    }))
}

/// How many dice follow from the secret, and which do not.
fn check(dice: &DiceBox, story: &[kit::any::LogEntry]) -> (usize, Vec<String>) {
    let (mut checked, mut wrong) = (0, Vec::new());
    for step in story.iter().filter(|step| step.number as u64 >= dice.since) {
        let faces = dice.decision(step.number as u64);
        for (place, die) in step.dice.iter().enumerate() {
            let sides = die.die.trim_start_matches('D').parse().unwrap_or(1);
            if faces.face(place as u32, sides, die.purpose) == die.face {
                checked += 1;
            } else {
                wrong.push(format!(
                    "decision {}, die {}: the {} for {} shows {}, which does not follow from the secret",
                    step.number,
                    place + 1,
                    die.die,
                    die.purpose,
                    die.face
                ));
            }
        }
    }
    (checked, wrong)
}
