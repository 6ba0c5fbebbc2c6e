//! A tiny game with a secret, for the tests of whoever must keep one.

use crate::{
    Counter, Dice, Die, Digest, Event, Game, Journal, Ledger, Outcome, Prompt, Purpose, Refusal, Rulebook,
    Seat, Setup, SetupError, Sheet, Status, View, Viewer,
};

/// Who hides.
const HIDER: Seat = Seat(0);
/// Who searches.
const SEEKER: Seat = Seat(1);
const FIELDS: u8 = 6;
const SEARCHES: u8 = 8;
const SEARCH: Purpose = Purpose::new("search", "");

/// One side hides in a field and may slip away to the next one after every search; the other side searches field by
/// field and finds the hider there with a roll of 3 or more. Eight searches in vain and the hider has won.
#[derive(Clone, Debug)]
pub struct Ambush {
    hidden: u8,
    searched: u8,
    found: bool,
    turn: Seat,
}

/// What can be decided in [`Ambush`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ruse {
    /// Hides in a field, or slips away to it.
    Hide(u8),
    /// Stays where it is hidden.
    Stay,
    /// Searches a field.
    Search(u8),
}

impl Ambush {
    fn over(&self) -> bool {
        self.found || self.searched == SEARCHES
    }

    fn search<D: Dice, J: Journal>(&mut self, field: u8, dice: &mut D, journal: &mut J) {
        self.searched += 1;
        // The die is rolled whether anybody is there or not, so that it betrays nothing.
        self.found = dice.roll(Die::D6, SEARCH) >= 3 && field == self.hidden;
        journal.reveal();
        let words = if self.found { "the hider is found in" } else { "nobody is found in" };
        journal.tell(|| event(format!("{words} field {field}")));
    }
}

fn event(words: String) -> Event {
    Event { words, clause: "", hexes: Vec::new() }
}

impl Game for Ambush {
    type Action = Ruse;
    const NAME: &'static str = "ambush";
    const RULES: u32 = 1;
    const SEATS: &'static [&'static str] = &["Hider", "Seeker"];
    const SCENARIOS: &'static [(&'static str, &'static str)] = &[("meadow", "Six fields of high grass")];
    const HIDES: bool = true;

    fn start(setup: &Setup) -> Result<Self, SetupError> {
        if setup.scenario != "meadow" {
            return Err(SetupError(format!("no scenario `{}`; there is: meadow", setup.scenario)));
        }
        Ok(Self { hidden: 0, searched: 0, found: false, turn: HIDER })
    }

    fn status(&self) -> Status {
        if self.over() {
            let winner = if self.found { SEEKER } else { HIDER };
            Status::Over(Outcome { winner: Some(winner), margin: 1 })
        } else {
            Status::Deciding(self.turn)
        }
    }

    fn prompt(&self) -> Prompt {
        let words = if self.turn == HIDER { "Hide in a field, or stay" } else { "Search a field" };
        Prompt::new(words, &[])
    }

    fn actions(&self, out: &mut Vec<Ruse>) {
        if self.turn == SEEKER {
            out.extend((1..=FIELDS).map(Ruse::Search));
            return;
        }
        out.extend((1..=FIELDS).map(Ruse::Hide).filter(|ruse| self.check(ruse).is_ok()));
        if self.hidden > 0 {
            out.push(Ruse::Stay);
        }
    }

    fn check(&self, action: &Ruse) -> Result<(), Refusal> {
        let refused = |reason: &str| Err(Refusal::new("", reason));
        match *action {
            Ruse::Search(_) if self.turn != SEEKER => refused("the hider decides"),
            Ruse::Hide(_) | Ruse::Stay if self.turn != HIDER => refused("the seeker decides"),
            Ruse::Search(field) | Ruse::Hide(field) if !(1..=FIELDS).contains(&field) => {
                refused("there are fields 1 to 6")
            }
            Ruse::Hide(field) if self.hidden > 0 && field.abs_diff(self.hidden) != 1 => {
                refused("one slips away to the next field only")
            }
            Ruse::Stay if self.hidden == 0 => refused("nobody is hidden yet"),
            _ => Ok(()),
        }
    }

    fn perform<D: Dice, J: Journal>(&mut self, action: &Ruse, dice: &mut D, journal: &mut J) {
        match *action {
            Ruse::Search(field) => {
                self.search(field, dice, journal);
                self.turn = HIDER;
            }
            Ruse::Hide(_) | Ruse::Stay => {
                if let Ruse::Hide(field) = *action {
                    self.hidden = field;
                }
                let field = self.hidden;
                journal.tell_only(HIDER, || event(format!("you are hidden in field {field}")));
                journal.tell(|| event("the grass moves in the wind".into()));
                self.turn = SEEKER;
            }
        }
    }

    fn view(&self, viewer: Viewer) -> View {
        let seen = viewer == Viewer::Seat(HIDER) || self.over();
        let counter = Counter {
            name: "hider".into(),
            seat: HIDER,
            place: format!("field {}", self.hidden),
            ..Counter::default()
        };
        let (deciding, outcome) = match self.status() {
            Status::Deciding(seat) => (Some(seat), None),
            Status::Over(outcome) => (None, Some(outcome)),
        };
        View {
            moment: format!("search {}", self.searched + 1),
            deciding,
            outcome,
            prompt: Some(self.prompt()),
            counters: if seen && self.hidden > 0 { vec![counter] } else { Vec::new() },
            ..View::default()
        }
    }

    fn write(&self, action: &Ruse) -> String {
        match action {
            Ruse::Hide(field) => format!("hide {field}"),
            Ruse::Stay => "stay".into(),
            Ruse::Search(field) => format!("search {field}"),
        }
    }

    fn write_for_others(&self, action: &Ruse) -> String {
        match action {
            Ruse::Hide(_) | Ruse::Stay => "lie low".into(),
            Ruse::Search(_) => self.write(action),
        }
    }

    fn read(&self, text: &str) -> Result<Ruse, Refusal> {
        let no = || Refusal::new("", format!("`{text}` is no decision: hide 1, stay, search 1"));
        let (word, field) = text.split_once(' ').unwrap_or((text, ""));
        match (word, field.parse()) {
            ("hide", Ok(field)) => Ok(Ruse::Hide(field)),
            ("search", Ok(field)) => Ok(Ruse::Search(field)),
            ("stay", Err(_)) if field.is_empty() => Ok(Ruse::Stay),
            _ => Err(no()),
        }
    }

    fn digest(&self, digest: &mut Digest) {
        digest.bytes(&[self.hidden, self.searched, self.found.into(), self.turn.0]);
    }

    fn reshuffle_hidden(&mut self, viewer: Viewer, dice: &mut impl Dice) {
        if viewer != Viewer::Seat(HIDER) && self.hidden > 0 && !self.over() {
            self.hidden = dice.roll(Die::with_sides(FIELDS.into()), SEARCH) as u8;
        }
    }

    fn invariants(&self) -> Result<(), String> {
        if self.hidden <= FIELDS { Ok(()) } else { Err(format!("hidden in field {}", self.hidden)) }
    }
}

/// The rulebook of [`Ambush`]: no charts, no questions, one rule.
pub static RULEBOOK: Rulebook = Rulebook {
    name: Ambush::NAME,
    title: "Ambush",
    about: "One side hides in high grass, the other searches.",
    kinds: &[],
    ledger,
    sheets: no_sheets,
};

fn no_sheets() -> Vec<&'static Sheet> {
    Vec::new()
}

fn ledger() -> &'static Ledger {
    static LEDGER: std::sync::LazyLock<Ledger> = std::sync::LazyLock::new(|| Ledger {
        game: Ambush::NAME.into(),
        title: "Ambush".into(),
        prefix: "AMBUSH".into(),
        finished: Vec::new(),
        clauses: Vec::new(),
        rulings: Vec::new(),
    });
    &LEDGER
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Scripted,
        any::{Playable, Shelved, Step},
        conformance::{Effort, assert_conforms},
    };

    #[test]
    fn the_ambush_keeps_the_rules_of_every_game() {
        assert_conforms::<Ambush>(&Setup::of("meadow"), Effort { games: 20, most: 100, rolls: 2_000 });
    }

    #[test]
    fn a_step_tells_others_only_what_they_may_know() {
        let told = |decision: &str, viewer: Viewer| {
            let mut table = Shelved::<Ambush>::new(&RULEBOOK).start(&Setup::of("meadow")).unwrap();
            table.act(decision, &mut Scripted::faces(&[])).unwrap().seen_by(viewer)
        };
        let words = |step: &Step| step.events.iter().map(|event| event.words.clone()).collect::<Vec<_>>();
        let own = told("hide 3", Viewer::Seat(HIDER));
        assert_eq!(own.text, "hide 3");
        assert_eq!(words(&own), ["you are hidden in field 3", "the grass moves in the wind"]);
        for viewer in [Viewer::Seat(SEEKER), Viewer::Spectator] {
            let (one, other) = (told("hide 3", viewer), told("hide 5", viewer));
            assert_eq!(serde_json::to_string(&one).unwrap(), serde_json::to_string(&other).unwrap());
            assert_eq!((one.text.as_str(), one.hash.as_str()), ("lie low", ""));
            assert_eq!(words(&one), ["the grass moves in the wind"]);
        }
    }
}
