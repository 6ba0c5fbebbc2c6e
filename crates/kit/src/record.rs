//! The record of a game as readable text. `docs/record.md` describes it.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write,
    sync::Arc,
};

use crate::{ContentError, Game, Scripted, Session, Setup, Status, patch::Patch, session::replay};

/// The first word of a record and the version of its format.
const TITLE: &str = "sandtable-record 1";

/// What is wrong with a record, and where. What stood before is kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong.
    pub message: String,
}

impl std::fmt::Display for RecordError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for RecordError {}

/// The head of a record: which game it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordHead {
    /// The game's short name.
    pub game: String,
    /// The version of its rules.
    pub rules: u32,
    /// Scenario and options.
    pub setup: Setup,
    /// Where the dice came from, if the record tells: `commitment`, `secret`. `docs/verify.md` describes it.
    pub dice: BTreeMap<String, String>,
    /// The line on which the decisions begin, counted from 0.
    body: usize,
}

impl RecordHead {
    /// Reads the head.
    pub fn read(text: &str) -> Result<Self, RecordError> {
        let wrong = |line: usize, message: String| RecordError { line: line + 1, message };
        let mut lines = text.lines().enumerate();
        if lines.next().map(|(_, line)| line.trim()) != Some(TITLE) {
            return Err(wrong(0, format!("a record begins with `{TITLE}`")));
        }
        let (setup, dice) = (Setup::default(), BTreeMap::new());
        let mut changes = Vec::new();
        let mut seen = BTreeSet::new();
        let mut head = Self { game: String::new(), rules: 0, setup, dice, body: 1 };
        for (number, line) in lines {
            let line = line.trim();
            if line.is_empty() {
                head.body = number + 1;
                break;
            }
            // Some readers take these for ends of lines and would read another head.
            if line.contains(['\u{b}', '\u{c}', '\u{85}', '\u{2028}', '\u{2029}']) {
                return Err(wrong(number, "a head holds no separators but ends of lines".into()));
            }
            let (key, value) = line.split_once(": ").ok_or_else(|| {
                wrong(number, format!("found `{line}`, expected `name: value` or an empty line"))
            })?;
            if key != "patch" && !seen.insert(key) {
                return Err(wrong(number, format!("the entry `{key}` stands twice")));
            }
            match key.split_once(' ') {
                None if key == "game" => value.clone_into(&mut head.game),
                None if key == "scenario" => value.clone_into(&mut head.setup.scenario),
                None if key == "patch" => {
                    let change = serde_json::from_str(value).map_err(|_| {
                        let form = r#"["table", "row", "column", "value"]"#;
                        wrong(number, format!("found `{value}`, expected a change such as {form}"))
                    })?;
                    let start = line.as_ptr() as usize - text.as_ptr() as usize;
                    changes.push((change, ContentError::at("the record", text, start, "")));
                }
                None if key == "rules" => {
                    head.rules =
                        value.parse().map_err(|_| wrong(number, format!("`{value}` is no rules version")))?;
                }
                Some(("option", name)) => {
                    head.setup.options.insert(name.to_owned(), value.to_owned());
                }
                Some(("dice", name)) => {
                    head.dice.insert(name.to_owned(), value.to_owned());
                }
                _ => return Err(wrong(number, format!("unknown entry `{key}`"))),
            }
            head.body = number + 1;
        }
        if head.game.is_empty() || head.setup.scenario.is_empty() || head.rules == 0 {
            return Err(wrong(0, "the head names no game, rules version or scenario".into()));
        }
        if !changes.is_empty() {
            head.setup.patch = Some(Arc::new(Patch::of(&head.game, changes)));
        }
        Ok(head)
    }
}

impl<G: Game> Session<G> {
    /// The record of the game so far.
    pub fn record(&self) -> String {
        let setup = self.setup();
        let mut text =
            format!("{TITLE}\ngame: {}\nrules: {}\nscenario: {}\n", G::NAME, G::RULES, setup.scenario);
        for (name, value) in &setup.options {
            let _ = writeln!(text, "option {name}: {value}");
        }
        for change in setup.patch.iter().flat_map(|patch| &patch.changes) {
            let _ = writeln!(text, "patch: {}", serde_json::json!(change.said()));
        }
        text.push('\n');
        let mut state = self.at(0);
        for (step, entry) in self.entries().iter().enumerate() {
            let side = &self.sides()[usize::from(entry.seat.0)].name;
            let _ = write!(text, "{} {side}: {}", step + 1, state.write(&entry.action));
            if !entry.dice.is_empty() {
                let dice: Vec<String> =
                    entry.dice.iter().map(|roll| format!("{}:{}", roll.purpose.what, roll.face)).collect();
                let _ = write!(text, " [{}]", dice.join(", "));
            }
            let _ = writeln!(text, " #{:016x}", entry.hash);
            replay(&mut state, entry, &mut ());
        }
        text
    }

    /// Reads a record and plays it again, checking every action, die and hash. What comes before the first fault is
    /// kept. The hashes of an older version of the rules are not compared: its states were hashed otherwise.
    pub fn from_record(text: &str) -> Result<(Self, Option<RecordError>), RecordError> {
        let head = RecordHead::read(text)?;
        let wrong = |line: usize, message: String| RecordError { line: line + 1, message };
        if head.game != G::NAME {
            return Err(wrong(1, format!("this is a record of `{}`, not of `{}`", head.game, G::NAME)));
        }
        if head.rules > G::RULES {
            let message =
                format!("rules version {} was played; this program plays version {}", head.rules, G::RULES);
            return Err(wrong(2, message));
        }
        let compared = head.rules == G::RULES;
        let mut session = Self::new(head.setup.clone()).map_err(|error| wrong(3, error.to_string()))?;
        for (number, line) in text.lines().enumerate().skip(head.body) {
            if line.trim().is_empty() || line.starts_with("--") {
                continue;
            }
            if let Err(message) = session.read_line(line, compared) {
                return Ok((session, Some(wrong(number, message))));
            }
        }
        Ok((session, None))
    }

    fn read_line(&mut self, line: &str, compared: bool) -> Result<(), String> {
        let form = || format!("found `{line}`, expected `step Side: action [dice] #hash`");
        let (rest, hash) = line.trim_end().rsplit_once(" #").ok_or_else(form)?;
        let hash = u64::from_str_radix(hash, 16).ok().filter(|_| hash.len() == 16).ok_or_else(form)?;
        let (rest, dice) = match rest.strip_suffix(']').and_then(|rest| rest.rsplit_once(" [")) {
            Some((rest, dice)) => (rest, dice),
            None => (rest, ""),
        };
        let (step, rest) = rest.split_once(' ').ok_or_else(form)?;
        let (seat, action) = rest.split_once(": ").ok_or_else(form)?;
        let expected = self.entries().len() + 1;
        if step.parse() != Ok(expected) {
            return Err(format!("found step {step}, expected {expected}"));
        }
        match self.now().status() {
            Status::Deciding(deciding) => {
                let side = &self.sides()[usize::from(deciding.0)];
                if !side.is_called(seat) {
                    return Err(format!("{seat} decides here, but it is for {}", side.name));
                }
            }
            Status::Over(_) => return Err("the game was over before this".into()),
        }
        let action = self.now().read(action).map_err(|refusal| refusal.to_string())?;
        let dice = Scripted::parse(dice).map_err(|misfit| misfit.to_string())?;
        self.repeat(&action, dice, compared.then_some(hash))
    }
}
