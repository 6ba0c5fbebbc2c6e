//! Many games at once, for programs that learn: every game of a batch is advanced by one decision a call.
//!
//! [`AnyBatch`] is one object for a whole batch of any game, generic inside, so that nothing is paid for each decision. What
//! can be decided is a list; a decision goes in by its place in the list and has a number of its own for all states
//! ([`Scene::code`]). Games that are over begin anew by themselves. Seats that are not learned are played by [`Opponent`]s.

#![allow(clippy::similar_names, reason = "planes have places, and counters are counted")]

use std::fmt;

use crate::{
    Fraction, Game, Outcome, Pointed, Rolled, Seat, Session, Setup, SetupError, Status, Tactics, Viewer,
    chance,
    notation::Notation,
    observe::{FIGURES, Scene, TRAITS},
    random_play::caught,
};

/// A program that plays a seat inside a batch.
pub trait Opponent<G: Game>: Send {
    /// What it decides.
    fn choose(&mut self, game: &G, seat: Seat) -> Option<G::Action>;
}

/// Makes the opponent of a seat for a game with this seed; none for a seat that is played from outside.
pub type Maker<G> = Option<Box<dyn Fn(u64) -> Box<dyn Opponent<G>> + Send + Sync>>;

/// What a step has done to the games, one entry each.
#[derive(Debug)]
pub struct StepResults<'s> {
    /// [`GOING`], [`NOBODY`], or the seat that has won.
    pub winners: &'s mut [i8],
    /// By how much.
    pub margins: &'s mut [i32],
    /// 1 where a game was broken off because it had too many decisions.
    pub truncated: &'s mut [u8],
}

/// The game goes on.
pub const GOING: i8 = -2;
/// The game ended and nobody won.
pub const NOBODY: i8 = -1;

/// A game that made the program fail, with all that leads there again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failed {
    /// The seed of its dice.
    pub seed: u64,
    /// What went wrong.
    pub words: String,
    /// Its record up to the failure.
    pub record: String,
}

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the game with the seed {} has failed: {}", self.seed, self.words)
    }
}

impl std::error::Error for Failed {}

/// A batch of games of any kind.
pub trait AnyBatch: Send {
    /// How many games.
    fn len(&self) -> usize;

    /// Whether there are none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// What is alike in all of them.
    fn scene(&self) -> &Scene;

    /// Begins all games anew: the first with this seed, the others with those that follow by `stride`.
    fn reset(&mut self, seed: u64, stride: u64) -> Result<(), Failed>;

    /// Decides in every game, by places in the lists. One that is over begins anew; in a batch that plays each game once it
    /// has no choices any more and keeps its result. Whoever fails begins anew too, the others have been stepped.
    fn step(&mut self, choices: &[u32], steps: &mut StepResults<'_>) -> Result<(), Failed>;

    /// Who decides in a game.
    fn seat(&self, game: usize) -> u8;

    /// How many decisions a game has to choose from.
    fn choices(&self, game: usize) -> usize;

    /// Adds the codes of what can be decided in every game, and says how many each has.
    fn codes(&self, out: &mut Vec<u32>, counts: &mut [u32]);

    /// What a side may know of one game, whoever decides.
    fn observe_as(&self, game: usize, seat: Seat, planes: &mut [u8], vector: &mut [i32]);

    /// The counters of one game as a side may know them.
    fn entities_as(&self, game: usize, seat: Seat, out: &mut [i32]);

    /// What each deciding side may know.
    fn observe(&self, planes: &mut [u8], vectors: &mut [i32]);

    /// The counters as each deciding side may know them.
    fn entities(&self, out: &mut [i32]);

    /// How each game stands for the side that decides, in hundredths of the game's points.
    fn standings(&self, out: &mut [i32]);

    /// What can be decided in a game, as it is written.
    fn texts(&self, game: usize) -> Vec<String>;

    /// The seed of a game's dice and how many decisions it has had.
    fn progress(&self, game: usize) -> (u64, u32);

    /// The record of a game so far.
    fn record(&self, game: usize) -> String;

    /// Every state that a decision can lead to before anybody decides again, with its exact chance: batches of one game
    /// each, whose later dice follow their own seeds.
    fn outcomes(&self, game: usize, choice: usize) -> Result<Vec<Chance>, Failed>;

    /// A copy of one game.
    fn fork(&self, game: usize) -> Box<dyn AnyBatch>;
}

/// A state that can come, as a batch of one game, with its chance.
pub type Chance = (Fraction, Box<dyn AnyBatch>);

/// What all games of a batch share.
struct Shared<G: Game> {
    setup: Setup,
    start: G,
    scene: Scene,
    makers: Vec<Maker<G>>,
    terms: BatchTerms,
}

/// How a batch is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BatchTerms {
    /// How many games.
    pub games: usize,
    /// The seed of the first; the others follow.
    pub seed: u64,
    /// Games are broken off after so many decisions, if this is not 0.
    pub limit: u32,
    /// Whether a game that is over begins anew.
    pub anew: bool,
}

/// A batch of one kind of game.
pub struct Batch<G: Game> {
    shared: std::sync::Arc<Shared<G>>,
    lanes: Vec<Lane<G>>,
}

impl<G: Game> fmt::Debug for Batch<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} games of {}", self.lanes.len(), G::NAME)
    }
}

/// One game.
struct Lane<G: Game> {
    game: G,
    dice: Rolled,
    seed: u64,
    stride: u64,
    opponents: Vec<Option<Box<dyn Opponent<G>>>>,
    /// Every decision so far, so that a record can be had of it.
    trail: Vec<G::Action>,
    choices: Vec<G::Action>,
    /// A fork whose dice no longer follow from its seed has no record.
    forked: bool,
}

impl<G> Batch<G>
where
    G: Tactics + Send + Sync + 'static,
    G::Action: Send + Sync,
{
    /// A batch on these terms.
    pub fn new(setup: &Setup, terms: BatchTerms, makers: Vec<Maker<G>>) -> Result<Self, SetupError> {
        let BatchTerms { games, seed, .. } = terms;
        let start = G::start(setup)?;
        if makers.len() == G::SEATS && makers.iter().all(Option::is_some) {
            return Err(SetupError(
                "nobody is left to decide: one side at least has no opponent in it".into(),
            ));
        }
        let scene = Scene::of(&start);
        let shared = Shared { setup: setup.clone(), start, scene, makers, terms };
        let shared = std::sync::Arc::new(shared);
        let lanes = (0..games as u64).map(|game| Lane::new(&shared, seed.wrapping_add(game), games as u64));
        let lanes = lanes.collect();
        let mut batch = Self { shared, lanes };
        batch.reset(seed, games as u64).map_err(|failed| SetupError(failed.to_string()))?;
        Ok(batch)
    }
}

impl<G> Lane<G>
where
    G: Tactics + Send + Sync + 'static,
    G::Action: Send + Sync,
{
    fn new(shared: &Shared<G>, seed: u64, stride: u64) -> Self {
        Self {
            game: shared.start.clone(),
            dice: Rolled::seeded(seed),
            seed,
            stride,
            opponents: Vec::new(),
            trail: Vec::new(),
            choices: Vec::new(),
            forked: false,
        }
    }

    fn restart(&mut self, shared: &Shared<G>) {
        self.game.clone_from(&shared.start);
        self.dice = Rolled::seeded(self.seed);
        self.forked = false;
        self.trail.clear();
        let seats = shared.makers.iter().zip(0..);
        self.opponents.clear();
        // The seeds of bots are those that bots have in the arena.
        let seed = self.seed;
        self.opponents.extend(seats.map(|(maker, seat)| {
            maker.as_ref().map(|maker| maker(seed.wrapping_mul(31).wrapping_add(seat)))
        }));
    }

    /// Lets opponents play until somebody else decides, and lists what can be decided; tells how it ended if it did.
    fn settle(&mut self, shared: &Shared<G>) -> Result<Option<(Outcome, bool)>, String> {
        loop {
            let seat = match self.game.status() {
                Status::Over(outcome) => return Ok(Some((outcome, false))),
                Status::Deciding(seat) => seat,
            };
            if shared.terms.limit > 0 && self.trail.len() >= shared.terms.limit as usize {
                return Ok(Some((Outcome { winner: None, margin: 0 }, true)));
            }
            let opponent = self.opponents.get_mut(usize::from(seat.0)).and_then(Option::as_mut);
            let Some(opponent) = opponent else { break };
            let action = opponent.choose(&self.game, seat);
            let action = action.ok_or("an opponent has found nothing to decide")?;
            self.trail.push(action);
            self.game.perform(&action, &mut self.dice, &mut ());
        }
        self.choices.clear();
        self.game.actions(&mut self.choices);
        if self.choices.is_empty() {
            return Err("dead end: somebody has to decide and nothing can be decided".into());
        }
        Ok(None)
    }

    /// Begins anew until somebody decides.
    fn begin(&mut self, shared: &Shared<G>) -> Result<(), Failed> {
        self.restart(shared);
        match caught(|| self.settle(shared)) {
            Ok(Ok(None)) => Ok(()),
            Ok(Ok(Some(_))) => Err(self.failed(shared, "the opponents have ended it alone".into())),
            Ok(Err(words)) | Err(words) => Err(self.failed(shared, words)),
        }
    }

    #[inline]
    fn decide(&mut self, shared: &Shared<G>, choice: u32) -> Result<Option<(Outcome, bool)>, String> {
        let action = self.choices[choice as usize];
        self.trail.push(action);
        self.game.perform(&action, &mut self.dice, &mut ());
        self.settle(shared)
    }

    fn failed(&self, shared: &Shared<G>, words: String) -> Failed {
        Failed { seed: self.seed, words, record: self.record(shared) }
    }

    /// The decisions are carried out again with the same dice, as far as they can be.
    fn record(&self, shared: &Shared<G>) -> String {
        if self.forked {
            return "-- this game was forked off another and has no record of its own\n".into();
        }
        let Ok(mut session) = Session::<G>::new(shared.setup.clone()) else { return String::new() };
        let mut dice = Rolled::seeded(self.seed);
        let mut remark = String::new();
        for action in &self.trail {
            let text = session.now().write(action);
            match caught(|| session.act(action, &mut dice).map(drop)) {
                Ok(Ok(())) => {}
                Ok(Err(refusal)) => remark = format!("-- the decision was: {text}: {refusal}\n"),
                Err(words) => remark = format!("-- the decision was: {text}: {}\n", words.replace('\n', " ")),
            }
            if !remark.is_empty() {
                break;
            }
        }
        session.record() + &remark
    }

    fn seat(&self) -> Seat {
        match self.game.status() {
            Status::Deciding(seat) => seat,
            Status::Over(_) => Seat(0),
        }
    }

    fn copy(&self, shared: &Shared<G>) -> Self {
        let mut copy = Self::new(shared, self.seed, self.stride);
        copy.restart(shared);
        copy.game.clone_from(&self.game);
        copy.dice = self.dice.clone();
        copy.trail.clone_from(&self.trail);
        copy.choices.clone_from(&self.choices);
        copy.forked = self.forked;
        copy
    }
}

impl<G> AnyBatch for Batch<G>
where
    G: Tactics + Send + Sync + 'static,
    G::Action: Send + Sync,
{
    fn len(&self) -> usize {
        self.lanes.len()
    }

    fn scene(&self) -> &Scene {
        &self.shared.scene
    }

    fn reset(&mut self, seed: u64, stride: u64) -> Result<(), Failed> {
        for (lane, place) in self.lanes.iter_mut().zip(0..) {
            (lane.seed, lane.stride) = (seed.wrapping_add(place), stride);
            lane.begin(&self.shared)?;
        }
        Ok(())
    }

    fn step(&mut self, choices: &[u32], steps: &mut StepResults<'_>) -> Result<(), Failed> {
        let mut first = None;
        for (place, (lane, &choice)) in self.lanes.iter_mut().zip(choices).enumerate() {
            let shared = &*self.shared;
            // A game that is over and does not begin anew keeps its result.
            if lane.choices.is_empty() && !shared.terms.anew {
                continue;
            }
            steps.winners[place] = GOING;
            steps.margins[place] = 0;
            steps.truncated[place] = 0;
            match caught(|| lane.decide(shared, choice)) {
                Ok(Ok(None)) => continue,
                Ok(Ok(Some((outcome, truncated)))) => {
                    steps.winners[place] = outcome.winner.map_or(NOBODY, |seat| seat.0 as i8);
                    steps.margins[place] = outcome.margin;
                    steps.truncated[place] = truncated.into();
                    if !shared.terms.anew {
                        lane.choices.clear();
                        continue;
                    }
                }
                Ok(Err(words)) | Err(words) => {
                    first.get_or_insert_with(|| lane.failed(shared, words));
                }
            }
            lane.seed = lane.seed.wrapping_add(lane.stride);
            if let Err(failed) = lane.begin(shared) {
                first.get_or_insert(failed);
            }
        }
        first.map_or(Ok(()), Err)
    }

    fn seat(&self, game: usize) -> u8 {
        self.lanes[game].seat().0
    }

    fn choices(&self, game: usize) -> usize {
        self.lanes[game].choices.len()
    }

    fn codes(&self, out: &mut Vec<u32>, counts: &mut [u32]) {
        let mut at = Pointed::default();
        for (lane, count) in self.lanes.iter().zip(counts) {
            *count = lane.choices.len() as u32;
            for action in &lane.choices {
                at.units.clear();
                at.hexes.clear();
                at.points.clear();
                at.numbers.clear();
                action.points_at(&mut at);
                out.push(self.shared.scene.code(action.ordinal(), &at));
            }
        }
    }

    fn observe(&self, planes: &mut [u8], vectors: &mut [i32]) {
        let scene = &self.shared.scene;
        // A buffer that is left out is empty for every game.
        let size = if planes.is_empty() { 0 } else { scene.planes() };
        let mut rest = planes;
        for (lane, vector) in self.lanes.iter().zip(vectors.chunks_exact_mut(FIGURES.len())) {
            let (own, others) = rest.split_at_mut(size);
            rest = others;
            lane.game.observe(scene, lane.seat(), own, vector);
        }
    }

    fn observe_as(&self, game: usize, seat: Seat, planes: &mut [u8], vector: &mut [i32]) {
        self.lanes[game].game.observe(&self.shared.scene, seat, planes, vector);
    }

    fn entities_as(&self, game: usize, seat: Seat, out: &mut [i32]) {
        let view = self.lanes[game].game.view(Viewer::Seat(seat));
        self.shared.scene.list(&view, seat, G::OUT_OF_SUPPLY, out);
    }

    fn entities(&self, out: &mut [i32]) {
        let scene = &self.shared.scene;
        for (lane, rows) in self.lanes.iter().zip(out.chunks_exact_mut(scene.units * TRAITS.len())) {
            let seat = lane.seat();
            scene.list(&lane.game.view(Viewer::Seat(seat)), seat, G::OUT_OF_SUPPLY, rows);
        }
    }

    fn standings(&self, out: &mut [i32]) {
        for (lane, standing) in self.lanes.iter().zip(out) {
            *standing = lane.game.standing(lane.seat());
        }
    }

    fn texts(&self, game: usize) -> Vec<String> {
        let lane = &self.lanes[game];
        lane.choices.iter().map(|action| lane.game.write(action)).collect()
    }

    fn progress(&self, game: usize) -> (u64, u32) {
        (self.lanes[game].seed, self.lanes[game].trail.len() as u32)
    }

    fn record(&self, game: usize) -> String {
        self.lanes[game].record(&self.shared)
    }

    fn outcomes(&self, game: usize, choice: usize) -> Result<Vec<Chance>, Failed> {
        let lane = &self.lanes[game];
        let action = lane.choices[choice];
        let mut ends = std::collections::BTreeMap::new();
        let odds = caught(|| {
            chance::every(|dice| {
                let mut then = lane.game.clone();
                then.perform(&action, dice, &mut ());
                let hash = then.digest();
                ends.entry(hash).or_insert(then);
                hash
            })
        });
        let odds = odds.map_err(|words| lane.failed(&self.shared, words))?;
        let end = |(hash, chance): (&u64, Fraction)| {
            let mut next = lane.copy(&self.shared);
            next.game.clone_from(&ends[hash]);
            next.trail.push(action);
            next.dice = Rolled::seeded(lane.seed ^ *hash);
            next.forked = true;
            next.choices.clear();
            if let Status::Deciding(_) = next.game.status() {
                next.game.actions(&mut next.choices);
            }
            let batch: Box<dyn AnyBatch> = Box::new(Self { shared: self.shared.clone(), lanes: vec![next] });
            (chance, batch)
        };
        Ok(odds.iter().map(end).collect())
    }

    fn fork(&self, game: usize) -> Box<dyn AnyBatch> {
        let lane = self.lanes[game].copy(&self.shared);
        Box::new(Self { shared: self.shared.clone(), lanes: vec![lane] })
    }
}
