//! Games without their types, for whoever seats players at any of them: the program, the server.
//!
//! [`Playable`] is a game on the shelf, [`AnySession`] one that is being played. Decisions go in and come out in the game's
//! notation; nothing here knows a game. What plays millions of games stays with [`Game`] and pays nothing for this.

mod choice;
mod player;
mod session;

use std::{any::Any, marker::PhantomData, ops::Range};

use serde::Serialize;

use crate::{
    ChartCell, CounterId, Dice, Event, Game, Outlook, Overlay, Prompt, RecordError, Refusal, Report,
    Rulebook, Seat, Session, Setup, SetupError, Status, View, Viewer,
    arrangement::Arrangement,
    conformance::{Trials, assert_conforms},
    inquiry::RollText,
    map::HexMap,
    profile::{Profile, SideName},
    random_play::{self, RandomPlayer, Rush, Watched},
};

pub use choice::{Choice, Proposal};
pub use player::Player;

/// A game that can be played.
pub trait Playable: Send + Sync {
    /// Its short name, as typed and as its records say.
    fn name(&self) -> &'static str;
    /// Its charts and rules.
    fn rulebook(&self) -> &'static Rulebook;
    /// The version of its rules.
    fn rules(&self) -> u32;
    /// Its scenarios with their sides, and its house options.
    fn profile(&self) -> &'static Profile;
    /// The names of the sides of a scenario; none of one that there is not.
    fn seats(&self, scenario: &str) -> Vec<&'static str> {
        self.profile().scenario(scenario).map_or_else(|_| Vec::new(), |scenario| names(&scenario.sides))
    }
    /// What can be laid over the map: short name and title.
    fn overlays(&self) -> &'static [(&'static str, &'static str)];

    /// Whether one side knows what another does not.
    fn hides(&self) -> bool;

    /// The phases with which a position of one's own can begin, and the conditions of its counters; none where the game
    /// takes no positions.
    fn arranging(&self) -> Arranging;

    /// Sets a game up.
    fn start(&self, setup: &Setup) -> Result<Box<dyn AnySession>, SetupError>;

    /// Plays a record again. What comes before a fault is kept, and the fault is told with its line.
    fn open(&self, record: &str) -> Result<(Box<dyn AnySession>, Option<RecordError>), RecordError>;

    /// Watches a random game; `repeated` also reads its record again.
    fn watch(&self, setup: &Setup, seed: u64, most: usize, repeated: bool) -> Result<Watched, SetupError>;

    /// Plays a random game for each seed as fast as possible.
    fn rush(&self, setup: &Setup, seeds: Range<u64>, most: u64) -> Result<Rush, SetupError>;

    /// Runs the suite that every game must pass; see [`assert_conforms`].
    ///
    /// # Panics
    /// With what does not hold.
    fn assert_conforms(&self, setup: &Setup, trials: Trials);
}

/// A game being played, with its history.
pub trait AnySession: Send {
    /// What is being played.
    fn setup(&self) -> &Setup;
    /// The sides in the order of their seats.
    fn sides(&self) -> &'static [SideName];
    /// Their names.
    fn seats(&self) -> Vec<&'static str> {
        names(self.sides())
    }
    /// The map it is played on.
    fn map(&self) -> Option<&'static HexMap>;

    /// Who decides, or how it ended.
    fn status(&self) -> Status;
    /// What is being decided.
    fn prompt(&self) -> Prompt;
    /// What a viewer may see.
    fn view(&self, viewer: Viewer) -> View;
    /// What can be laid over the map: short name and title.
    fn overlays(&self) -> &'static [(&'static str, &'static str)];
    /// One of these as a viewer may see it, of one counter where it is about one; none if there is none of that name.
    fn overlay(&self, name: &str, viewer: Viewer, unit: Option<CounterId>) -> Option<Overlay>;
    /// The hash of the state.
    fn hash(&self) -> u64;

    /// Everything that can be decided now: for the side that decides, and nobody else.
    fn choices(&self) -> Vec<Choice>;
    /// A decision that is named by verb and ids, as it is written.
    fn spell(&self, proposal: &Proposal) -> Result<String, Refusal>;
    /// Whether the rules allow what is written, or why not.
    fn why(&self, text: &str) -> Result<(), Refusal>;
    /// What a decision on a table leads to, allowed or not.
    fn outlook(&self, text: &str) -> Option<Outlook>;
    /// Decides. What is refused changes nothing.
    fn act(&mut self, text: &str, dice: &mut dyn Dice) -> Result<LogEntry, Refusal>;
    /// Lets chance decide; nothing happens when the game is over or nothing can be decided.
    fn act_at_random(&mut self, player: &mut RandomPlayer, dice: &mut dyn Dice) -> Option<LogEntry>;

    /// The exact odds of what is being put together or is about to be rolled.
    fn odds(&self) -> Vec<Report>;
    /// What a decision can lead to, with exact chances: the decision is carried out with every die. Nothing if it rolls
    /// no dice, or so many that walking them all would take too long.
    fn chances(&self, text: &str) -> Result<Option<Report>, Refusal>;

    /// How many decisions were made.
    fn steps(&self) -> usize;
    /// The decisions of a part of the history, counted from 0, with what happened in each.
    fn story(&self, steps: Range<usize>) -> Vec<LogEntry>;
    /// The table as it was after so many decisions, or after the last if there are not so many.
    fn at(&self, step: usize) -> Box<dyn AnySession>;
    /// A copy of the present state without its history, for callers that only look or think ahead.
    fn snapshot(&self) -> Box<dyn AnySession>;
    /// The same with everything shuffled that a viewer cannot know. The viewer cannot tell it from the true state, so
    /// what it answers betrays nothing. Its dice must be fresh each time.
    fn shuffled_for(&self, viewer: Viewer, dice: &mut dyn Dice) -> Box<dyn AnySession>;
    /// Drops the oldest decisions from memory, for callers that persist them; all if there are not so many.
    fn drop_oldest(&mut self, steps: usize);
    /// How many of the last decisions a side may take back.
    fn undoable(&self, seat: Seat) -> usize;
    /// Takes back the last decision of a side; false if a new fact stands in the way.
    fn undo(&mut self, seat: Seat) -> bool;
    /// Goes on from an earlier point, forgetting what came after.
    fn truncate(&mut self, step: usize);
    /// The record of the game so far.
    fn record(&self) -> String;
    /// Where everybody stands now, as an arrangement of the same scenario; none where the game takes none.
    fn arrangement(&self) -> Option<Arrangement>;

    /// The table with everybody on it, hidden or not: for whoever puts a position together.
    fn laid_open(&self) -> View;

    /// The [`Session`] itself, for players who know the game.
    fn as_any(&self) -> &dyn Any;
}

/// Short names and titles of what a position of one's own can be made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Arranging {
    /// The phases with which it can begin.
    pub phases: &'static [(&'static str, &'static str)],
    /// The conditions in which its counters can be.
    pub conditions: &'static [(&'static str, &'static str)],
}

fn names(sides: &'static [SideName]) -> Vec<&'static str> {
    sides.iter().map(|side| side.name.as_str()).collect()
}

/// One decision of a history, for reading.
#[derive(Clone, Serialize, Debug)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LogEntry {
    /// Its number, counted from 1.
    pub number: usize,
    /// Who decided.
    pub seat: Seat,
    /// When: turn and phase before the decision.
    pub moment: String,
    /// What, in the game's notation.
    pub text: String,
    /// The dice that followed.
    pub dice: Vec<RollText>,
    /// What happened.
    pub events: Vec<Event>,
    /// The cells of charts that were read, in the order of the dice.
    pub cells: Vec<ChartCell>,
    /// The hash of the state after it, as the record writes it.
    pub hash: String,
    /// Whether something hidden was shown.
    #[serde(skip)]
    pub revealed: bool,
    /// What of this is not for everybody.
    #[serde(skip)]
    pub secrets: Secrets,
}

/// What of a decision not everybody may know.
#[derive(Clone, Default, Debug)]
pub struct Secrets {
    /// Whether there is anything hidden in this game.
    pub hides: bool,
    /// What was decided, as the other sides may read it.
    pub text_for_others: String,
    /// Which events only one side may know of, by their places.
    pub private: Vec<(usize, Seat)>,
}

impl LogEntry {
    /// The decision as a viewer may know it. Of a game that hides things the hash is left out: it would tell two
    /// states apart that look the same.
    #[must_use]
    pub fn seen_by(mut self, viewer: Viewer) -> Self {
        if !self.secrets.hides {
            return self;
        }
        if viewer != Viewer::Seat(self.seat) {
            self.text = std::mem::take(&mut self.secrets.text_for_others);
        }
        let private = std::mem::take(&mut self.secrets.private);
        let open = |place: usize| {
            private.iter().all(|&(secret, seat)| secret != place || viewer == Viewer::Seat(seat))
        };
        let events = std::mem::take(&mut self.events).into_iter().enumerate();
        self.events = events.filter(|&(place, _)| open(place)).map(|(_, event)| event).collect();
        self.hash.clear();
        self
    }
}

/// A [`Game`] as a [`Playable`].
#[derive(Debug)]
pub struct Shelved<G>(PhantomData<fn() -> G>);

impl<G> Shelved<G> {
    /// The game on the shelf.
    pub const NEW: Self = Self(PhantomData);
}

impl<G> Playable for Shelved<G>
where
    G: Game + Send + 'static,
    G::Action: Send,
{
    fn name(&self) -> &'static str {
        G::NAME
    }

    fn rulebook(&self) -> &'static Rulebook {
        G::rulebook()
    }

    fn rules(&self) -> u32 {
        G::RULES
    }

    fn profile(&self) -> &'static Profile {
        (G::rulebook().profile)()
    }

    fn overlays(&self) -> &'static [(&'static str, &'static str)] {
        G::OVERLAYS
    }

    fn hides(&self) -> bool {
        G::HIDES
    }

    fn arranging(&self) -> Arranging {
        Arranging { phases: G::PHASES, conditions: G::CONDITIONS }
    }

    fn start(&self, setup: &Setup) -> Result<Box<dyn AnySession>, SetupError> {
        Ok(Box::new(Session::<G>::new(setup.clone())?))
    }

    fn open(&self, record: &str) -> Result<(Box<dyn AnySession>, Option<RecordError>), RecordError> {
        let (session, fault) = Session::<G>::from_record(record)?;
        Ok((Box::new(session), fault))
    }

    fn watch(&self, setup: &Setup, seed: u64, most: usize, repeated: bool) -> Result<Watched, SetupError> {
        random_play::caught_game::<G>(setup, seed, most, repeated)
    }

    fn rush(&self, setup: &Setup, seeds: Range<u64>, most: u64) -> Result<Rush, SetupError> {
        random_play::rush::<G>(setup, seeds, most)
    }

    fn assert_conforms(&self, setup: &Setup, trials: Trials) {
        assert_conforms::<G>(setup, trials);
    }
}
