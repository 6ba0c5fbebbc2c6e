//! The questions that every game answers.

use std::{collections::BTreeMap, fmt, hash::Hash, sync::Arc};

use serde::Serialize;

use crate::{
    Content, CounterId, Dice, Hint, Journal, Outlook, Overlay, Refusal, Report, RollCall, Rulebook, Rules,
    View,
    arrangement::{Arrange, POSITION, arranged},
    flow::{self, Flow, Steps},
    hash_of,
    map::HexMap,
    notation::Notation,
    observe::Scene,
    patch::Patch,
    profile::{Chosen, SideName},
};

/// A place at the table: the side a player has.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Debug)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Seat(pub u8);

/// Who looks at a game: a side sees what it may know; a spectator sees what everybody may.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Viewer {
    /// A side.
    Seat(Seat),
    /// Nobody in particular.
    Spectator,
}

/// Whether somebody has to decide.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// This side decides one thing.
    Deciding(Seat),
    /// The game is over.
    Over(Outcome),
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Debug)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = GameOutcome))]
pub struct Outcome {
    /// Who has won; nobody in a draw.
    pub winner: Option<Seat>,
    /// By how much, in the game's own points.
    pub margin: i32,
}

/// What is being decided, in words.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Prompt {
    /// One sentence.
    pub words: String,
    /// The rules it comes from.
    pub clauses: Vec<&'static str>,
}

impl Prompt {
    /// A prompt by these rules.
    pub fn new(words: impl Into<String>, clauses: &[&'static str]) -> Self {
        Self { words: words.into(), clauses: clauses.to_vec() }
    }
}

/// Which game is to be played: a scenario and options by name.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The scenario's short name.
    pub scenario: String,
    /// Options that differ from the published rules, by name.
    pub options: BTreeMap<String, String>,
    /// Other values laid over the published content.
    pub patch: Option<Arc<Patch>>,
}

impl Setup {
    /// A scenario as published.
    pub fn of(scenario: &str) -> Self {
        Self { scenario: scenario.to_owned(), ..Self::default() }
    }
}

/// A scenario or option that a game does not have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetupError(pub String);

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for SetupError {}

/// A game in play: its state, whose decision it is, what can be decided, and what each decision does.
///
/// A state always waits for one side to decide one thing, or it is over. It holds no dice. The sequence of play is its
/// [`Flow`]; what it reads from files is its [`Content`].
pub trait Game: Flow<Action: Notation<Self>> + Arrange + PartialEq + Hash {
    /// All that it reads from its files.
    type Content: Content;

    /// Its short name.
    const NAME: &'static str = <Self::Content as Content>::GAME;
    /// Raised whenever the same record would give another game or other hashes.
    const RULES: u32;
    /// How many sides there are.
    const SEATS: usize = 2;
    /// What can be laid over the map: short name and title.
    const OVERLAYS: &'static [(&'static str, &'static str)] = &[];

    /// Whether one side knows what another does not. The hash of such a game's state is a secret too.
    const HIDES: bool = false;

    /// Whether [`Game::actions`] lists only a sample: on a table without hexes nobody can list every point.
    /// [`Game::check`] decides about the rest.
    const SAMPLES: bool = false;

    /// The signs of the badges that say that a unit lacks supply.
    const OUT_OF_SUPPLY: &'static [&'static str] = &[];

    /// Its charts, rules and questions.
    fn rulebook() -> &'static Rulebook;

    /// Sets up a scenario of the profile with options that it allows.
    fn set_up(rules: Rules<Self::Content>, scenario: &str, options: &Chosen<'_>) -> Self;

    /// Sets up what is asked for, or says why it cannot be.
    fn start(setup: &Setup) -> Result<Self, SetupError> {
        let rules = Rules::<Self::Content>::of(setup)?;
        let profile = rules.get().profile();
        let scenario = profile.scenario(&setup.scenario)?;
        let Some(position) = setup.options.get(POSITION) else {
            return Ok(Self::set_up(rules, &setup.scenario, &profile.choose(&setup.options)?));
        };
        let mut options = setup.options.clone();
        options.remove(POSITION);
        let game = Self::set_up(rules, &setup.scenario, &profile.choose(&options)?);
        let sides: Vec<&str> = scenario.sides.iter().map(|side| side.name.as_str()).collect();
        arranged(&game, position, &sides, scenario.turns)
    }

    /// The sides of a scenario in the order of their seats.
    fn sides(setup: &Setup) -> Result<&'static [SideName], SetupError> {
        Ok(&Rules::<Self::Content>::of(setup)?.get().profile().scenario(&setup.scenario)?.sides)
    }

    /// Who decides, or how it ended.
    fn status(&self) -> Status {
        flow::status(self)
    }

    /// What is being decided.
    fn prompt(&self) -> Prompt {
        self.flow().top().prompt(self)
    }

    /// Adds everything that can be decided now; `out` may hold other things already.
    fn actions(&self, out: &mut Vec<Self::Action>) {
        self.flow().top().choices(self, out);
    }

    /// Everything that can be decided now.
    fn choices(&self) -> Vec<Self::Action> {
        let mut out = Vec::new();
        self.actions(&mut out);
        out
    }

    /// Whether the rules allow an action now, or why not.
    fn check(&self, action: &Self::Action) -> Result<(), Refusal> {
        self.flow().top().check(self, *action)
    }

    /// Carries out an action that [`Game::check`] allows, up to the next decision.
    fn perform<D: Dice, J: Journal>(&mut self, action: &Self::Action, dice: &mut D, journal: &mut J) {
        flow::perform(self, *action, dice, journal);
    }

    /// Carries out an action if the rules allow it; otherwise nothing changes.
    fn apply<D: Dice, J: Journal>(
        &mut self,
        action: &Self::Action,
        dice: &mut D,
        journal: &mut J,
    ) -> Result<(), Refusal> {
        self.check(action)?;
        self.perform(action, dice, journal);
        Ok(())
    }

    /// The map it is played on, if it is one of hexes.
    fn map(&self) -> Option<&'static HexMap> {
        None
    }

    /// The exact odds of what is being put together or is about to be rolled, with reasons; nothing where no die is
    /// near.
    fn odds(&self) -> Vec<Report> {
        Vec::new()
    }

    /// What a viewer may see.
    fn view(&self, viewer: Viewer) -> View;

    /// What a side may know, as numbers for a program that learns: planes on the hexes and a vector of the rest. A game that
    /// is observed millions of times may do without the view, but must give the same numbers.
    fn observe(&self, scene: &Scene, seat: Seat, planes: &mut [u8], vector: &mut [i32]) {
        scene.look(&self.view(Viewer::Seat(seat)), seat, Self::OUT_OF_SUPPLY, planes, vector);
    }

    /// Who stands where, for programs that watch games by the thousand. A game may do without the view, but must give the
    /// same.
    fn roll_call(&self) -> RollCall {
        RollCall::of(self.view(Viewer::Spectator), self.map(), Self::SEATS)
    }

    /// One of [`Game::OVERLAYS`] as a viewer may see it; `unit` is the counter it is asked about, if it is one.
    fn overlay(&self, _name: &str, _viewer: Viewer, _unit: Option<CounterId>) -> Option<Overlay> {
        None
    }

    /// How a legal action can be shown before it is decided on: its way, its price, the words for its button.
    fn hint(&self, _action: &Self::Action) -> Hint {
        Hint::default()
    }

    /// What an action on a table leads to, allowed or not, by what its side knows: asked while somebody still points.
    fn outlook(&self, _action: &Self::Action) -> Option<Outlook> {
        None
    }

    /// An action as a person writes it.
    fn write(&self, action: &Self::Action) -> String {
        Notation::write(*action, self)
    }

    /// An action as everybody but the side that decides on it may read it.
    fn write_for_others(&self, action: &Self::Action) -> String {
        self.write(action)
    }

    /// Turn and phase in words, as in the view; worth a short way of its own where a view takes long.
    fn moment(&self) -> String {
        self.view(Viewer::Spectator).moment
    }

    /// Reads what a person has written; the answer may still be refused by [`Game::check`].
    fn read(&self, text: &str) -> Result<Self::Action, Refusal> {
        Ok(Notation::read(text, self)?)
    }

    /// Changes only what `viewer` cannot know, at random: for searches and for the proof that a view betrays nothing.
    /// A game without secrets changes nothing.
    fn reshuffle_hidden(&mut self, _viewer: Viewer, _dice: &mut impl Dice) {}

    /// What must hold in every state; the complaint is for the builder of the game.
    fn invariants(&self) -> Result<(), String>;

    /// The hash of the state, the same on every machine.
    fn digest(&self) -> u64 {
        hash_of(self)
    }
}
