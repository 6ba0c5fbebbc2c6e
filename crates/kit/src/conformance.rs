//! What every game must keep, whatever its rules: one suite that runs over all of them.

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    Game, Pointed, RollCall, Rolled, Seat, Session, Setup, Status, Taken, Viewer,
    arrangement::{Arranged, POSITION, arrangement},
    chance,
    notation::Notation,
    observe::{FIGURES, PLANES, Scene},
    random_play::{RandomPlayer, watched_game},
    session::{RecordedDecision, replay},
    walk::Walk,
};

/// How much of a game is tried.
#[derive(Clone, Copy, Debug)]
pub struct Trials {
    /// Random games.
    pub games: u64,
    /// Decisions after which a game counts as endless.
    pub most: usize,
    /// Rolled runs for each chance that is compared with its exact odds.
    pub rolls: u64,
}

/// Plays random games and makes sure that each ends, that what is listed is allowed, that what is refused changes
/// nothing, that notation, record, replay and undo give back what was played, that exact odds sum to one and agree
/// with rolled dice, and that a view does not change when only hidden things do.
///
/// # Panics
/// With what does not hold, and the seed of the game.
pub fn assert_conforms<G: Game>(setup: &Setup, trials: Trials) {
    for seed in 0..trials.games {
        let (session, fault) = watched_game::<G>(setup, seed, trials.most).expect("a known scenario");
        if let Some(fault) = fault {
            panic!("seed {seed}: {fault}\n{}", session.record());
        }
        let context = format!("{} {} seed {seed}", G::NAME, setup.scenario);
        round_trips(&session, &context);
        let history = History::of(&session);
        undo_restores(&history, &context);
        let mut lottery = Lottery::new(seed);
        refusals_change_nothing(&history, &mut lottery, &context);
        chances_are_exact(&history, &mut lottery, trials.rolls, &context);
        hidden_things_stay_hidden(&history, &mut lottery, &context);
        numbers_are_those_of_the_view(&history, &mut lottery, &context);
        positions_stand_where_they_were_put(&history, &mut lottery, &context);
    }
}

/// A session that need not be played from its start for every look at it.
struct History<'s, G: Game> {
    session: &'s Session<G>,
    /// The states after every so many decisions.
    kept: Vec<G>,
}

impl<'s, G: Game> History<'s, G> {
    /// So many decisions lie between two states that are kept.
    const EVERY: usize = 16;

    fn of(session: &'s Session<G>) -> Self {
        let mut state = session.at(0);
        let mut kept = vec![state.clone()];
        for (step, entry) in (1..).zip(session.entries()) {
            replay(&mut state, entry, &mut ());
            if step % Self::EVERY == 0 {
                kept.push(state.clone());
            }
        }
        Self { session, kept }
    }

    fn entries(&self) -> &'s [RecordedDecision<G::Action>] {
        self.session.entries()
    }

    /// The state after so many decisions.
    fn at(&self, step: usize) -> G {
        let place = step / Self::EVERY;
        let mut state = self.kept[place].clone();
        for entry in &self.entries()[place * Self::EVERY..step] {
            replay(&mut state, entry, &mut ());
        }
        state
    }

    /// At least so many of the last decisions, if there are as many, as a session of their own.
    fn end(&self, least: usize) -> Session<G> {
        let place = self.entries().len().saturating_sub(least) / Self::EVERY;
        self.session.since(place * Self::EVERY, self.kept[place].clone())
    }
}

/// Places in a history to look at, by lot.
struct Lottery(RandomPlayer);

impl Lottery {
    fn new(seed: u64) -> Self {
        Self(RandomPlayer::seeded(!seed))
    }

    fn steps(&mut self, of: usize, many: usize) -> Vec<usize> {
        if of == 0 { Vec::new() } else { (0..many).map(|_| self.0.pick(of)).collect() }
    }
}

/// The record read again is the same game, and every listed action is read as it is written.
fn round_trips<G: Game>(session: &Session<G>, context: &str) {
    let record = session.record();
    let (again, fault) =
        Session::<G>::from_record(&record).unwrap_or_else(|error| panic!("{context}: {error}"));
    assert!(fault.is_none(), "{context}: {}", fault.map_or_else(String::new, |fault| fault.to_string()));
    assert_eq!(again.record(), record, "{context}");
    assert_eq!(again.now().digest(), session.now().digest(), "{context}: replay equals play");
    assert_eq!(session.at(session.entries().len()).digest(), session.now().digest(), "{context}");
}

/// Taking back gives the state that was.
fn undo_restores<G: Game>(history: &History<'_, G>, context: &str) {
    let many = 5;
    let mut session = history.end(many);
    for _ in 0..many {
        let Some(last) = session.entries().last() else { return };
        let (seat, steps) = (last.seat, session.entries().len());
        let free = last.dice.is_empty() && !last.revealed;
        assert_eq!(session.undo(seat), free, "{context}: undo goes back to the last new fact");
        if !free {
            session.truncate(steps - 1);
        }
        let expected = session.entries().last().map_or_else(|| session.at(0).digest(), |entry| entry.hash);
        assert_eq!(session.now().digest(), expected, "{context}: undo restores the state");
    }
}

/// Where a game takes positions of one's own: a position that came about in play, put together again, has everybody
/// where he was; one that the game refuses says why.
fn positions_stand_where_they_were_put<G: Game>(
    history: &History<'_, G>,
    lottery: &mut Lottery,
    context: &str,
) {
    let sides: Vec<&str> = history.session.sides().iter().map(|side| side.name.as_str()).collect();
    for step in lottery.steps(history.entries().len(), 3).into_iter().chain([0]) {
        let Some(wanted) = arrangement(&history.at(step), &sides) else { return };
        let text = wanted.to_string();
        assert_eq!(text.parse().as_ref(), Ok(&wanted), "{context} step {step}: read as it was written");
        let mut setup = history.session.setup().clone();
        setup.options.insert(POSITION.to_owned(), text.clone());
        match Session::<G>::new(setup) {
            Ok(again) => {
                let found = arrangement(again.now(), &sides).map(|found| found.counters);
                let stood = |counters: Vec<Arranged>| {
                    counters.into_iter().map(|one| (one.name, one.place)).collect::<BTreeSet<_>>()
                };
                let found = found.map(stood).unwrap_or_default();
                assert_eq!(found, stood(wanted.counters), "{context} step {step}: {text}");
                let record = again.record();
                let (read, fault) = Session::<G>::from_record(&record).expect("a head that can be read");
                assert!(fault.is_none(), "{context} step {step}");
                assert_eq!(read.now().digest(), again.now().digest(), "{context} step {step}: {record}");
            }
            Err(error) => assert!(!error.to_string().is_empty(), "{context} step {step}"),
        }
    }
}

/// Verb and ids make the same action again, and name counters that the deciding side sees.
fn ids_say_what_words_do<G: Game>(state: &G, listed: &[G::Action], context: &str) {
    let Status::Deciding(seat) = state.status() else { return };
    let counters = state.view(Viewer::Seat(seat)).counters;
    let ids: BTreeSet<_> = counters.iter().map(|counter| counter.id).collect();
    assert_eq!(ids.len(), counters.len(), "{context}: two counters have one id");
    for action in listed {
        let mut at = Pointed::default();
        action.points_at(&mut at);
        if at.verb.is_empty() {
            continue;
        }
        let mut taken = Taken::from(&at);
        let formed = G::Action::formed(at.verb, &mut taken);
        assert_eq!(formed.as_ref(), Some(action), "{context}: {at:?}");
        assert!(taken.is_empty(), "{context}: {action:?} does not need all of {at:?}");
        let unseen = at.units.iter().find(|unit| !ids.contains(unit));
        assert_eq!(unseen, None, "{context}: {action:?} names a counter that is not there");
    }
}

/// Actions of other moments are refused without a trace, or are listed.
fn refusals_change_nothing<G: Game>(history: &History<'_, G>, lottery: &mut Lottery, context: &str) {
    let entries = history.entries();
    let strange: Vec<&G::Action> =
        lottery.steps(entries.len(), 24).into_iter().map(|at| &entries[at].action).collect();
    for step in lottery.steps(entries.len(), 6) {
        let state = history.at(step);
        let listed = state.choices();
        for action in &listed {
            let text = state.write(action);
            let read = state
                .read(&text)
                .unwrap_or_else(|refusal| panic!("{context} step {step}: `{text}`: {refusal}"));
            assert_eq!(&read, action, "{context} step {step}: `{text}` is read as it was written");
        }
        ids_say_what_words_do(&state, &listed, &format!("{context} step {step}"));
        for action in &strange {
            let mut tried = state.clone();
            match state.check(action) {
                Ok(()) => {
                    assert!(
                        G::SAMPLES || listed.contains(action),
                        "{context} step {step}: allowed but not listed: {action:?}"
                    );
                }
                Err(refusal) => {
                    assert!(!listed.contains(action), "{context} step {step}: listed but refused: {refusal}");
                    let mut dice = Rolled::seeded(1);
                    assert!(
                        tried.apply(action, &mut dice, &mut ()).is_err(),
                        "{context} step {step}: {action:?}"
                    );
                    assert_eq!(
                        tried.digest(),
                        state.digest(),
                        "{context} step {step}: a refused action changed the state"
                    );
                }
            }
        }
    }
}

/// The exact odds of decisions with dice sum to one and agree with rolled dice.
fn chances_are_exact<G: Game>(history: &History<'_, G>, lottery: &mut Lottery, rolls: u64, context: &str) {
    let with_dice: Vec<usize> = (0..history.entries().len())
        .filter(|&step| (1..=3).contains(&history.entries()[step].dice.len()))
        .collect();
    for place in lottery.steps(with_dice.len(), 2) {
        let step = with_dice[place];
        let (state, action) = (history.at(step), &history.entries()[step].action);
        let odds = chance::every(|dice| {
            let mut then = state.clone();
            then.perform(action, dice, &mut ());
            then.digest()
        });
        assert!(odds.is_whole(), "{context} step {step}: the chances sum to one");
        let walked = Walk::default().to_next_decision(&state, *action, G::digest).expect("few dice");
        assert!(walked.distribution() == odds, "{context} step {step}: a walk merges only what is equal");
        let mut dice = Rolled::seeded(step as u64);
        let mut counts = BTreeMap::<u64, u64>::new();
        for _ in 0..rolls {
            let mut then = state.clone();
            then.perform(action, &mut dice, &mut ());
            *counts.entry(then.digest()).or_default() += 1;
        }
        let known: u64 = odds.iter().filter_map(|(hash, _)| counts.get(hash)).sum();
        assert_eq!(known, rolls, "{context} step {step}: rolled what the odds do not know");
        for (hash, chance) in odds.iter() {
            let expected = chance.scaled(u128::from(rolls)) as u64;
            let found = counts.get(hash).copied().unwrap_or(0);
            let off = found.abs_diff(expected);
            assert!(
                off * off <= 36 * (expected + 3),
                "{context} step {step}: {found} rolled, {expected} expected"
            );
        }
    }
}

/// A view is the same before and after what its viewer cannot see has been changed.
fn hidden_things_stay_hidden<G: Game>(history: &History<'_, G>, lottery: &mut Lottery, context: &str) {
    for step in lottery.steps(history.entries().len(), 4) {
        let state = history.at(step);
        for viewer in (0..G::SEATS as u8).map(|seat| Viewer::Seat(Seat(seat))).chain([Viewer::Spectator]) {
            let mut other = state.clone();
            other.reshuffle_hidden(viewer, &mut Rolled::seeded(step as u64));
            assert_eq!(
                state.view(viewer),
                other.view(viewer),
                "{context} step {step}: a view shows what is hidden"
            );
        }
    }
}

/// What a program that learns or counts is given is what the view tells, however fast it was found.
fn numbers_are_those_of_the_view<G: Game>(history: &History<'_, G>, lottery: &mut Lottery, context: &str) {
    let scene = Scene::of(&history.at(0));
    let numbers = || (vec![7; scene.planes()], vec![7; FIGURES.len()]);
    for step in lottery.steps(history.entries().len() + 1, 12) {
        let state = history.at(step);
        let called = RollCall::of(state.view(Viewer::Spectator), state.map(), G::SEATS);
        assert_eq!(state.roll_call(), called, "{context} step {step}");
        for seat in (0..G::SEATS as u8).map(Seat) {
            let ((mut planes, mut vector), (mut seen, mut told)) = (numbers(), numbers());
            state.observe(&scene, seat, &mut planes, &mut vector);
            scene.look(&state.view(Viewer::Seat(seat)), seat, G::OUT_OF_SUPPLY, &mut seen, &mut told);
            assert_eq!(vector, told, "{context} step {step}: {FIGURES:?}");
            let size = scene.size().max(1);
            let differs = planes.chunks(size).zip(seen.chunks(size)).position(|(one, other)| one != other);
            assert_eq!(
                differs.map(|plane| PLANES[plane]),
                None,
                "{context} step {step}: a plane is not the view's"
            );
        }
    }
}

/// How many different states can be reached in 1, 2, ... `depth` decisions, every die counted: a fingerprint of the
/// rules of a position.
pub fn perft<G: Game>(start: &G, depth: usize) -> Vec<usize> {
    let mut level = vec![start.clone()];
    let mut counts = Vec::new();
    for _ in 0..depth {
        let mut seen = BTreeSet::new();
        let mut next = Vec::new();
        let mut actions = Vec::new();
        for state in &level {
            if matches!(state.status(), Status::Over(_)) {
                continue;
            }
            actions.clear();
            state.actions(&mut actions);
            for action in &actions {
                chance::every(|dice| {
                    let mut then = state.clone();
                    then.perform(action, dice, &mut ());
                    if seen.insert(then.digest()) {
                        next.push(then);
                    }
                });
            }
        }
        counts.push(next.len());
        level = next;
    }
    counts
}
