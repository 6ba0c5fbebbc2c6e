//! A game with its history: play, undo, any earlier state.

use smallvec::SmallVec;

use crate::{
    Chronicle, Dice, Game, Journal, Logged, Refusal, Revealed, Roll, Scripted, Seat, Setup, SetupError,
    Status, Viewer, profile::SideName,
};

/// One decision of a game with all that makes it repeatable.
#[derive(Clone, PartialEq, Debug)]
pub struct RecordedDecision<A> {
    /// Who decided.
    pub seat: Seat,
    /// What.
    pub action: A,
    /// The dice that followed.
    pub dice: Box<[Roll]>,
    /// Whether something hidden was shown.
    pub revealed: bool,
    /// The hash of the state after it.
    pub hash: u64,
}

/// A game with its history. The history is the game: everything else can be had from it again.
#[derive(Clone, Debug)]
pub struct Session<G: Game> {
    setup: Setup,
    sides: &'static [SideName],
    start: G,
    now: G,
    entries: Vec<RecordedDecision<G::Action>>,
}

impl<G: Game> Session<G> {
    /// A new game.
    pub fn new(setup: Setup) -> Result<Self, SetupError> {
        let (start, sides) = (G::start(&setup)?, G::sides(&setup)?);
        Ok(Self { setup, sides, now: start.clone(), start, entries: Vec::new() })
    }

    /// What is being played.
    pub const fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The sides in the order of their seats.
    pub const fn sides(&self) -> &'static [SideName] {
        self.sides
    }

    /// The state now.
    pub const fn now(&self) -> &G {
        &self.now
    }

    /// Every decision so far.
    pub fn entries(&self) -> &[RecordedDecision<G::Action>] {
        &self.entries
    }

    /// Decides; what happened is told. A refused action changes nothing.
    pub fn act(&mut self, action: &G::Action, dice: &mut impl Dice) -> Result<Chronicle, Refusal> {
        let mut chronicle = Chronicle::default();
        self.carry_out(action, dice, &mut chronicle)?;
        if let Some(entry) = self.entries.last_mut() {
            entry.revealed = chronicle.revealed;
        }
        Ok(chronicle)
    }

    /// Carries a decision out and adds it to the history as one that has shown nothing hidden.
    fn carry_out(
        &mut self,
        action: &G::Action,
        dice: &mut impl Dice,
        journal: &mut impl Journal,
    ) -> Result<(), Refusal> {
        let Status::Deciding(seat) = self.now.status() else {
            return Err(Refusal::new("", "the game is over"));
        };
        self.now.check(action)?;
        let mut logged = Logged::new(dice);
        self.now.perform(action, &mut logged, journal);
        let (_, dice) = logged.finish();
        let (dice, hash) = (dice.into(), self.now.digest());
        // A server holds many games for long and lets each grow slowly: doubling would leave half of the room empty.
        if self.entries.len() == self.entries.capacity() {
            self.entries.reserve_exact(16 + self.entries.len() / 8);
        }
        self.entries.push(RecordedDecision { seat, action: *action, dice, revealed: false, hash });
        Ok(())
    }

    /// How many of the last decisions `seat` may take back: those since the last new fact, which is a die, something
    /// hidden that was shown, or a decision of another side.
    pub fn undoable(&self, seat: Seat) -> usize {
        let own = |entry: &&RecordedDecision<G::Action>| {
            entry.seat == seat && entry.dice.is_empty() && !entry.revealed
        };
        self.entries.iter().rev().take_while(own).count()
    }

    /// Takes back the last decision of `seat`; false if a new fact stands in the way.
    pub fn undo(&mut self, seat: Seat) -> bool {
        let possible = self.undoable(seat) > 0;
        if possible {
            self.truncate(self.entries.len() - 1);
        }
        possible
    }

    /// The state after so many decisions.
    ///
    /// # Panics
    /// If there are not so many.
    pub fn at(&self, step: usize) -> G {
        let mut state = self.start.clone();
        for entry in &self.entries[..step] {
            replay(&mut state, entry, &mut ());
        }
        state
    }

    /// Goes on from an earlier point, forgetting what came after.
    pub fn truncate(&mut self, step: usize) {
        self.now = self.at(step);
        self.entries.truncate(step);
    }

    /// What was decided since a step, at which the game stood like this.
    #[must_use]
    pub(crate) fn since(&self, step: usize, start: G) -> Self {
        let (setup, sides, now) = (self.setup.clone(), self.sides, self.now.clone());
        Self { setup, sides, start, now, entries: self.entries[step..].to_vec() }
    }

    /// A copy of the present state without its history.
    #[must_use]
    pub fn snapshot(&self) -> Self {
        let (setup, sides, now) = (self.setup.clone(), self.sides, self.now.clone());
        Self { setup, sides, start: now.clone(), now, entries: Vec::new() }
    }

    /// The present state without its history, everything shuffled that a viewer cannot know.
    #[must_use]
    pub fn shuffled_for(&self, viewer: Viewer, dice: &mut impl Dice) -> Self {
        let mut shuffled = self.snapshot();
        shuffled.now.reshuffle_hidden(viewer, dice);
        shuffled.start = shuffled.now.clone();
        shuffled
    }

    /// Drops the oldest decisions from memory, for callers that persist them: the history begins after them.
    ///
    /// # Panics
    /// If there are not so many.
    pub fn drop_oldest(&mut self, steps: usize) {
        self.start = if steps == self.entries.len() { self.now.clone() } else { self.at(steps) };
        self.entries.drain(..steps);
        self.entries.shrink_to_fit();
    }

    /// Adds a decision of a record: its dice must fit and the state after it must have its hash, if it is known.
    pub(crate) fn repeat(
        &mut self,
        action: &G::Action,
        mut dice: Scripted,
        hash: Option<u64>,
    ) -> Result<(), String> {
        let mut secrets = Revealed(false);
        self.carry_out(action, &mut dice, &mut secrets).map_err(|refusal| refusal.to_string())?;
        let entry = self.entries.last_mut().expect("a decision was added");
        entry.revealed = secrets.0;
        let found = entry.hash;
        let fault = match dice.finish() {
            Err(misfit) => Some(misfit.to_string()),
            Ok(()) => hash.filter(|&hash| hash != found).map(|hash| {
                format!("the state after it has the hash {found:016x}, the record says {hash:016x}")
            }),
        };
        if let Some(fault) = fault {
            // Faults are rare: the state before it is played again rather than copied at every decision.
            self.truncate(self.entries.len() - 1);
            return Err(fault);
        }
        Ok(())
    }
}

/// Carries out a decision of a history again.
pub(crate) fn replay<G: Game>(
    state: &mut G,
    entry: &RecordedDecision<G::Action>,
    journal: &mut impl Journal,
) {
    let faces: SmallVec<[u16; 8]> = entry.dice.iter().map(|roll| roll.face).collect();
    state.perform(&entry.action, &mut Scripted::faces(&faces), journal);
}
