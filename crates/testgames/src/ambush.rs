//! A tiny game with a secret, for the tests of whoever must keep one.

use kit::{
    Content, ContentError, Counter, Dice, Die, Event, Game, Journal, Objection, Outcome, Prompt, Purpose,
    Rulebook, Rules, Seat, Sheet, Status, View, Viewer,
    content::Sources,
    flow::{Decision, Flow, Over, Procedure, Stack},
    notation,
    objection::no,
    profile::{Chosen, Profile},
    steps,
};

/// Who hides.
pub const HIDER: Seat = Seat(0);
/// Who searches.
pub const SEEKER: Seat = Seat(1);
const FIELDS: u8 = 6;
const SEARCHES: u8 = 8;
const SEARCH: Purpose = Purpose::new("search", "");
const PROFILE: &str = "title = 'Ambush'
about = 'One side hides in high grass, the other searches.'
[[scenario]]
name = 'meadow'
title = 'Six fields of high grass'
turns = 8
sides = ['Hider', 'Seeker']
";

/// One side hides in a field and may slip away to the next one after every search; the other side searches field by
/// field and finds the hider there with a roll of 3 or more. Eight searches in vain and the hider has won.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ambush {
    hidden: u8,
    searched: u8,
    found: bool,
    flow: Stack<Step>,
}

notation! {
    /// What can be decided in [`Ambush`].
    pub enum Ruse by Ambush {
        /// Hides in a field, or slips away to it.
        Hide(field: u8) = ["hide" field];
        /// Stays where it is hidden.
        Stay = ["stay"];
        /// Searches a field.
        Search(field: u8) = ["search" field];
    }
}

steps! {
    /// The steps of [`Ambush`].
    pub enum Step of Ambush {
        decisions { Hiding, Seeking, Over }
        procedures { Searching }
    }
}

/// The hider hides or slips away.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Hiding;

/// The seeker names a field.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Seeking;

/// A field is searched.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Searching(u8);

fn event(words: String) -> Event {
    Event { words, ..Event::default() }
}

impl Decision<Ambush> for Hiding {
    fn prompt(self, _: &Ambush) -> Prompt {
        Prompt::new("Hide in a field, or stay", &[])
    }

    fn choices(self, game: &Ambush, out: &mut Vec<Ruse>) {
        out.extend((1..=FIELDS).map(Ruse::Hide).filter(|ruse| game.check(ruse).is_ok()));
        if game.hidden > 0 {
            out.push(Ruse::Stay);
        }
    }

    fn check<E: Objection>(self, game: &Ambush, action: Ruse) -> Result<(), E> {
        match action {
            Ruse::Search(_) => no("", "", "the hider decides"),
            Ruse::Hide(field) if !(1..=FIELDS).contains(&field) => no("", "", "there are fields 1 to 6"),
            Ruse::Hide(field) if game.hidden > 0 && field.abs_diff(game.hidden) != 1 => {
                no("", "", "one slips away to the next field only")
            }
            Ruse::Stay if game.hidden == 0 => no("", "", "nobody is hidden yet"),
            _ => Ok(()),
        }
    }

    fn effect<J: Journal>(self, game: &mut Ambush, action: Ruse, journal: &mut J) {
        if let Ruse::Hide(field) = action {
            game.hidden = field;
        }
        let field = game.hidden;
        journal.tell_only(HIDER, || event(format!("you are hidden in field {field}")));
        journal.tell(|| event("the grass moves in the wind".into()));
        game.flow.goto(Seeking);
    }
}

impl Decision<Ambush> for Seeking {
    fn decider(self, _: &Ambush) -> Option<Seat> {
        Some(SEEKER)
    }

    fn prompt(self, _: &Ambush) -> Prompt {
        Prompt::new("Search a field", &[])
    }

    fn choices(self, _: &Ambush, out: &mut Vec<Ruse>) {
        out.extend((1..=FIELDS).map(Ruse::Search));
    }

    fn check<E: Objection>(self, _: &Ambush, action: Ruse) -> Result<(), E> {
        match action {
            Ruse::Search(1..=FIELDS) => Ok(()),
            Ruse::Search(_) => no("", "", "there are fields 1 to 6"),
            Ruse::Hide(_) | Ruse::Stay => no("", "", "the seeker decides"),
        }
    }

    fn effect<J: Journal>(self, game: &mut Ambush, action: Ruse, _: &mut J) {
        if let Ruse::Search(field) = action {
            game.flow.goto(Searching(field));
        }
    }
}

impl Procedure<Ambush> for Searching {
    type End = bool;

    /// The die is rolled whether anybody is there or not, so that it betrays nothing.
    fn throw<D: Dice>(self, game: &Ambush, dice: &mut D) -> bool {
        dice.roll(Die::D6, SEARCH) >= 3 && self.0 == game.hidden
    }

    fn apply<J: Journal>(self, game: &mut Ambush, found: bool, journal: &mut J) {
        game.searched += 1;
        game.found = found;
        journal.reveal();
        let words = if found { "the hider is found in" } else { "nobody is found in" };
        journal.tell(|| event(format!("{words} field {}", self.0)));
        if game.over() { game.flow.goto(Over) } else { game.flow.goto(Hiding) }
    }
}

impl Ambush {
    fn over(&self) -> bool {
        self.found || self.searched == SEARCHES
    }
}

impl Flow for Ambush {
    type Action = Ruse;

    fn on_turn(&self) -> Seat {
        HIDER
    }

    fn outcome(&self) -> Outcome {
        Outcome { winner: Some(if self.found { SEEKER } else { HIDER }), margin: 1 }
    }
}

/// What [`Ambush`] reads from files.
#[derive(Debug)]
pub struct Meadow(Profile);

impl Content for Meadow {
    const GAME: &'static str = "ambush";
    const LEDGER: &'static str =
        "game = 'ambush'\ntitle = 'Ambush'\nprefix = 'AMBUSH'\nfinished = []\nclause = []";

    fn load(_: &Sources<'_>) -> Result<Self, ContentError> {
        Profile::read("ambush.toml", PROFILE).map(Self)
    }

    fn sheets(&self) -> Vec<&Sheet> {
        Vec::new()
    }

    fn profile(&self) -> &Profile {
        &self.0
    }
}

impl kit::arrangement::Arrange for Ambush {}

impl Game for Ambush {
    type Content = Meadow;
    const RULES: u32 = 1;
    const HIDES: bool = true;

    fn rulebook() -> &'static Rulebook {
        &RULEBOOK
    }

    fn set_up(_: Rules<Meadow>, _: &str, _: &Chosen<'_>) -> Self {
        Self { hidden: 0, searched: 0, found: false, flow: Stack::new(Hiding) }
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

    fn write_for_others(&self, action: &Ruse) -> String {
        match action {
            Ruse::Hide(_) | Ruse::Stay => "lie low".into(),
            Ruse::Search(_) => self.write(action),
        }
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

static RULEBOOK: Rulebook = Rulebook::of::<Meadow>(&[], &[]);
