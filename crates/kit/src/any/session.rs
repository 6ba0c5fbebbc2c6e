//! A session without its types.

use std::{any::Any, ops::Range};

use super::{AnySession, Choice, LogEntry, Proposal, Secrets, choice};
use crate::{
    Chronicle, CounterId, Dice, Die, Distribution, Game, Hint, Outlook, Overlay, Prompt, Purpose, Reckoning,
    Refusal, Report, Rolled, Seat, Session, Setup, Status, Told, View, Viewer,
    arrangement::{self, Arrangement},
    chance,
    inquiry::RollText,
    map::HexMap,
    profile::SideName,
    random_play::RandomPlayer,
    session::{RecordedDecision, replay},
};

/// A decision whose dice have more paths than this is not walked.
const MOST_PATHS: u64 = 50_000;

impl<G> AnySession for Session<G>
where
    G: Game + Send + 'static,
    G::Action: Send,
{
    fn setup(&self) -> &Setup {
        self.setup()
    }

    fn sides(&self) -> &'static [SideName] {
        self.sides()
    }

    fn map(&self) -> Option<&'static HexMap> {
        self.now().map()
    }

    fn status(&self) -> Status {
        self.now().status()
    }

    fn prompt(&self) -> Prompt {
        self.now().prompt()
    }

    fn view(&self, viewer: Viewer) -> View {
        self.now().view(viewer)
    }

    fn overlays(&self) -> &'static [(&'static str, &'static str)] {
        G::OVERLAYS
    }

    fn overlay(&self, name: &str, viewer: Viewer, unit: Option<CounterId>) -> Option<Overlay> {
        self.now().overlay(name, viewer, unit)
    }

    fn hash(&self) -> u64 {
        self.now().digest()
    }

    fn choices(&self) -> Vec<Choice> {
        let game = self.now();
        let actions = if open(game).is_ok() { game.choices() } else { Vec::new() };
        actions.iter().map(|action| Choice::new(game, action, hint(game, action))).collect()
    }

    fn spell(&self, proposal: &Proposal) -> Result<String, Refusal> {
        choice::spell(self.now(), proposal)
    }

    fn why(&self, text: &str) -> Result<(), Refusal> {
        open(self.now())?;
        let action = self.now().read(text)?;
        self.now().check(&action).map_err(|refusal| choice::located(self.now(), refusal))
    }

    fn outlook(&self, text: &str) -> Option<Outlook> {
        open(self.now()).ok()?;
        let action = self.now().read(text).ok()?;
        self.now().outlook(&action)
    }

    fn act(&mut self, text: &str, dice: &mut dyn Dice) -> Result<LogEntry, Refusal> {
        open(self.now())?;
        let action = self.now().read(text)?;
        decide(self, &action, dice).map_err(|refusal| choice::located(self.now(), refusal))
    }

    fn act_at_random(&mut self, player: &mut RandomPlayer, dice: &mut dyn Dice) -> Option<LogEntry> {
        open(self.now()).ok()?;
        let mut actions = self.now().choices();
        if actions.is_empty() {
            return None;
        }
        let action = actions.swap_remove(player.pick(actions.len()));
        decide(self, &action, dice).ok()
    }

    fn odds(&self) -> Vec<Report> {
        self.now().odds()
    }

    fn chances(&self, text: &str) -> Result<Option<Report>, Refusal> {
        open(self.now())?;
        let action = self.now().read(text)?;
        self.now().check(&action)?;
        Ok(can_be_walked(self.now(), &action).then(|| walk(self.now(), &action)))
    }

    fn steps(&self) -> usize {
        self.entries().len()
    }

    fn story(&self, steps: Range<usize>) -> Vec<LogEntry> {
        let steps = steps.start.min(self.steps())..steps.end.min(self.steps());
        let mut state = self.at(steps.start);
        let mut tell = |number: usize| {
            let entry = &self.entries()[number];
            let before = Before::new(&state, &entry.action);
            let mut chronicle = Chronicle::default();
            replay(&mut state, entry, &mut chronicle);
            before.step(number, entry, chronicle)
        };
        steps.map(&mut tell).collect()
    }

    fn at(&self, step: usize) -> Box<dyn AnySession> {
        let mut earlier = self.clone();
        earlier.truncate(step.min(self.steps()));
        Box::new(earlier)
    }

    fn snapshot(&self) -> Box<dyn AnySession> {
        Box::new(self.snapshot())
    }

    fn shuffled_for(&self, viewer: Viewer, mut dice: &mut dyn Dice) -> Box<dyn AnySession> {
        Box::new(self.shuffled_for(viewer, &mut dice))
    }

    fn drop_oldest(&mut self, steps: usize) {
        Session::drop_oldest(self, steps.min(self.entries().len()));
    }

    fn undoable(&self, seat: Seat) -> usize {
        self.undoable(seat)
    }

    fn undo(&mut self, seat: Seat) -> bool {
        self.undo(seat)
    }

    fn truncate(&mut self, step: usize) {
        self.truncate(step.min(self.entries().len()));
    }

    fn record(&self) -> String {
        self.record()
    }

    fn arrangement(&self) -> Option<Arrangement> {
        let sides: Vec<&str> = self.sides().iter().map(|side| side.name.as_str()).collect();
        arrangement::arrangement(self.now(), &sides)
    }

    fn laid_open(&self) -> View {
        arrangement::laid_open(self.now(), self.sides().len())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Nothing is decided after the end.
fn open(game: &impl Game) -> Result<(), Refusal> {
    match game.status() {
        Status::Deciding(_) => Ok(()),
        Status::Over(_) => Err(Refusal::new("", "the game is over")),
    }
}

fn decide<G: Game>(
    session: &mut Session<G>,
    action: &G::Action,
    mut dice: &mut dyn Dice,
) -> Result<LogEntry, Refusal> {
    let before = Before::new(session.now(), action);
    let chronicle = session.act(action, &mut dice)?;
    let number = session.entries().len() - 1;
    Ok(before.step(number, &session.entries()[number], chronicle))
}

/// What must be asked before a decision is carried out.
struct Before {
    moment: String,
    text: String,
    hides: bool,
    text_for_others: String,
}

impl Before {
    fn new<G: Game>(state: &G, action: &G::Action) -> Self {
        // The words for others are only made where they may differ.
        let text_for_others = if G::HIDES { state.write_for_others(action) } else { String::new() };
        Self { moment: state.moment(), text: state.write(action), hides: G::HIDES, text_for_others }
    }

    fn step<A>(self, number: usize, entry: &RecordedDecision<A>, chronicle: Chronicle) -> LogEntry {
        LogEntry {
            number: number + 1,
            seat: entry.seat,
            moment: self.moment,
            text: self.text,
            dice: entry.dice.iter().map(RollText::from).collect(),
            events: chronicle.events,
            cells: chronicle.cells,
            hash: format!("{:016x}", entry.hash),
            revealed: chronicle.revealed,
            secrets: Secrets {
                hides: self.hides,
                text_for_others: self.text_for_others,
                private: chronicle.private,
            },
        }
    }
}

/// The game's hint; whether dice follow is seen by trying, so that no game can forget it.
fn hint<G: Game>(game: &G, action: &G::Action) -> Hint {
    Hint { rolls: Counted::tried(game, action, 0).rolled, ..game.hint(action) }
}

/// Counts the paths that dice could go.
struct Counted {
    dice: Rolled,
    rolled: bool,
    paths: u64,
}

impl Counted {
    /// What a decision rolled in one trial.
    fn tried<G: Game>(game: &G, action: &G::Action, seed: u64) -> Self {
        let mut dice = Self { dice: Rolled::seeded(seed), rolled: false, paths: 1 };
        game.clone().perform(action, &mut dice, &mut ());
        dice
    }
}

impl Dice for Counted {
    fn roll(&mut self, die: Die, purpose: Purpose) -> u16 {
        self.rolled = true;
        self.paths = self.paths.saturating_mul(die.sides().into());
        self.dice.roll(die, purpose)
    }
}

/// Whether a decision rolls dice, and few enough, as far as a few trials tell.
fn can_be_walked<G: Game>(game: &G, action: &G::Action) -> bool {
    let trials: Vec<Counted> = (0..8).map(|seed| Counted::tried(game, action, seed)).collect();
    trials.iter().any(|trial| trial.rolled) && trials.iter().all(|trial| trial.paths <= MOST_PATHS)
}

/// What a decision can lead to, told as the game tells it; what reads alike counts as one.
fn walk<G: Game>(game: &G, action: &G::Action) -> Report {
    let odds: Distribution<Vec<(String, &'static str)>> = chance::every(|dice| {
        let mut chronicle = Chronicle::default();
        game.clone().perform(action, dice, &mut chronicle);
        chronicle.events.into_iter().map(|event| (event.words, event.clause)).collect()
    });
    let tell = |events: &Vec<(String, &'static str)>| {
        let words: Vec<&str> = events.iter().map(|(words, _)| words.as_str()).collect();
        let clauses = events.iter().map(|(_, clause)| *clause).filter(|clause| !clause.is_empty());
        clauses.fold(Told::new("", words.join("; ")), Told::by)
    };
    Report::of("decision", "what a decision can lead to", &Reckoning::default(), &odds, tell)
}
