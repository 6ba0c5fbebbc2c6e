//! A decision that is weighed, and what could have been done instead.

use std::sync::atomic::Ordering;

use kit::{
    CounterId, Dice, Die, Game, Manner, Pointed, Purpose, Revealed, Rolled, Seat, Silent, Status, Tactics,
    Viewer, coach::CoachProgress, flow::Steps, notation::Notation, random_play::RandomPlayer,
};

use crate::{
    foresight::{Fated, play_briefly},
    forward, veteran,
};

/// More decisions than these in a row are not followed.
const LONGEST: usize = 400;

/// Where so many things can be decided, each of some is an alternative.
const MOST_LISTED: usize = 24;
const TRIED: usize = 10;

/// Pairs of lines of play: one with an alternative, one with what was done.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Stats {
    pub(super) pairs: u64,
    /// How much better the alternative came out, in hundredths of points, and the squares of that.
    sum: i64,
    squares: i128,
    /// Pairs in which both reached the end of the game, and the results in half games: done, alternative.
    ended: u64,
    halves: [u64; 2],
}

impl Stats {
    fn add(&mut self, done: Line, instead: Line) {
        let lead = i64::from(instead.standing) - i64::from(done.standing);
        self.pairs += 1;
        self.sum += lead;
        self.squares += i128::from(lead) * i128::from(lead);
        if let (Some(done), Some(instead)) = (done.halves, instead.halves) {
            self.ended += 1;
            self.halves[0] += done;
            self.halves[1] += instead;
        }
    }

    /// What was done cost so many points.
    pub(super) fn mean(&self) -> f64 {
        self.sum as f64 / (self.pairs.max(1) * 100) as f64
    }

    /// The standard error of it.
    pub(super) fn error(&self) -> f64 {
        if self.pairs < 2 {
            return f64::INFINITY;
        }
        let (pairs, sum) = (self.pairs as f64, self.sum as f64);
        ((self.squares as f64 - sum * sum / pairs) / (pairs - 1.0) / pairs).max(0.0).sqrt() / 100.0
    }

    /// Whether it is more than one standard error from nothing.
    pub(super) fn is_more_than_luck(&self) -> bool {
        self.mean().abs() > self.error()
    }

    /// The shares of games won in hundredths, after what was done and after the alternative.
    pub(super) fn wins(&self) -> Option<[f64; 2]> {
        let enough = self.ended * 10 >= self.pairs * 8 && self.ended > 0;
        enough.then(|| self.halves.map(|halves| halves as f64 * 50.0 / self.ended as f64))
    }
}

/// What a line of play came to.
#[derive(Clone, Copy, Debug)]
struct Line {
    standing: i32,
    /// 2 for a game won, 1 for a draw, 0 for a game lost; none if it did not reach its end.
    halves: Option<u64>,
}

/// Something that could have been done.
#[derive(Clone, Debug)]
pub(super) struct Arm<A> {
    pub(super) actions: Vec<A>,
    /// What the player had in mind who would have done it.
    pub(super) why: Vec<String>,
    /// Whether it is about the same units as what was done.
    is_alike: bool,
    stats: Stats,
}

/// A decision that was made: one or more clicks, from a position in which nothing is half done to the next, or to a die.
#[derive(Clone, Debug)]
pub(super) struct Case<G: Tactics> {
    /// Its first click, counted from 0.
    pub(super) first: usize,
    pub(super) seat: usize,
    pub(super) before: G,
    pub(super) deed: Vec<G::Action>,
    /// Whether a regular would have done the same.
    pub(super) is_agreed: bool,
    /// Whether what is measured now was measured with fresh dice.
    pub(super) is_fresh: bool,
    /// Whether it is among what is told.
    pub(super) is_told: bool,
    arms: Vec<Arm<G::Action>>,
    chosen: usize,
    own: Manner,
    /// What everybody has in mind before it.
    minds: Vec<G::Mind>,
}

impl<G: Tactics> Case<G> {
    /// A decision beside what a regular would have done; nothing where he knows of nothing.
    pub(super) fn new(first: usize, seat: Seat, before: G, deed: Vec<G::Action>) -> Option<Self> {
        let own = before.temperament(seat);
        let plan = Plan::of(&before, seat, &own, None);
        let usual = plan.runs.first()?.clone();
        // It makes no difference in which order things are done that are part of the plan.
        let about = unit_of(&deed);
        let is_agreed = usual == deed || (about.is_some() && plan.runs.contains(&deed));
        let alike = about.and_then(|_| plan.runs.iter().find(|run| unit_of(run) == about)).cloned();
        let mut why = plan.why.clone();
        let is_named = |action: &G::Action| about.is_some_and(|unit| units_of(action).contains(&unit));
        if about.is_some() && !plan.runs.iter().flatten().any(is_named) {
            why.insert(0, "the coach would have left that unit alone, and gone on with others".to_owned());
        }
        let is_alike = alike.as_ref() == Some(&usual);
        let mut arms = vec![Arm { actions: usual, why, is_alike, stats: Stats::default() }];
        let other = alike.filter(|alike| *alike != arms[0].actions);
        arms.extend(other.map(|actions| Arm {
            actions,
            why: plan.why,
            is_alike: true,
            stats: Stats::default(),
        }));
        let (seat, is_fresh, is_told, chosen) = (usize::from(seat.0), false, false, 0);
        let seen = seen(&before, Seat(seat as u8), 0);
        let minds = (0..G::SEATS).map(|seat| seen.fresh_mind(Seat(seat as u8))).collect();
        Some(Self { first, seat, before, deed, is_agreed, is_fresh, is_told, arms, chosen, own, minds })
    }

    /// What could have been done instead.
    pub(super) fn instead(&self) -> &Arm<G::Action> {
        &self.arms[self.chosen]
    }

    /// What is known about it.
    pub(super) fn measured(&self) -> &Stats {
        &self.arms[self.chosen].stats
    }

    /// More alternatives: what players of other manners would have done, and what else there was.
    pub(super) fn find_alternatives(&mut self) {
        let seat = Seat(self.seat as u8);
        for (manner, words) in veteran::manners(self.own, self.first as u64, 10).into_iter().skip(1) {
            let plan = Plan::of(&self.before, seat, &manner, None);
            let about = unit_of(&self.deed);
            let alike = about.and_then(|_| plan.runs.iter().find(|run| unit_of(run) == about)).cloned();
            let is_alike = alike.is_some();
            let Some(actions) = alike.or_else(|| plan.runs.into_iter().next()) else { continue };
            let why = [format!("so would have done a player who {words}")].into_iter().chain(plan.why);
            self.add(actions, why.collect(), is_alike);
        }
        // What a veteran of a game compares who looks ahead decision by decision.
        let (known, mut mind) = (seen(&self.before, seat, 0), self.minds[self.seat].clone());
        let mut others = known.alternatives(&self.own, &mut mind).0;
        if self.deed.len() == 1 {
            let listed = self.before.choices();
            if listed.len() <= MOST_LISTED {
                let each = listed.len().div_ceil(TRIED).max(1);
                others.extend(listed.into_iter().step_by(each));
            }
        }
        for first in others {
            // It goes on until nothing is half done.
            let Plan { runs, why } = Plan::of(&self.before, seat, &self.own, Some(first));
            // A plan made after a click says nothing of the click.
            let why = if G::FORESEES { why } else { Vec::new() };
            self.add(runs.into_iter().next().unwrap_or_else(|| vec![first]), why, true);
        }
    }

    fn add(&mut self, actions: Vec<G::Action>, why: Vec<String>, is_alike: bool) {
        if actions != self.deed && self.arms.iter().all(|arm| arm.actions != actions) {
            self.arms.push(Arm { actions, why, is_alike, stats: Stats::default() });
        }
    }

    /// Something that could have been done where a regular would have done the same; false if there is nothing else.
    pub(super) fn find_worse(&mut self) -> bool {
        self.arms.clear();
        self.find_alternatives();
        if self.arms.is_empty() {
            let mut listed = self.before.choices();
            listed.retain(|action| self.deed.first() != Some(action));
            if !listed.is_empty() && self.deed.len() == 1 {
                let action = listed.swap_remove(RandomPlayer::seeded(self.first as u64).pick(listed.len()));
                self.add(vec![action], Vec::new(), true);
            }
        }
        self.arms.truncate(1);
        self.chosen = 0;
        if self.arms.is_empty() {
            // There is always something to be measured by.
            let (actions, why) = (self.deed.clone(), Vec::new());
            self.arms.push(Arm { actions, why, is_alike: true, stats: Stats::default() });
            return false;
        }
        true
    }

    /// Chooses the alternative that promised most; one about the same units, if it is nearly as good.
    pub(super) fn choose(&mut self) {
        let tried = |arm: &&Arm<G::Action>| arm.stats.pairs >= 2;
        let Some(best) = self
            .arms
            .iter()
            .filter(tried)
            .max_by(|one, other| one.stats.mean().total_cmp(&other.stats.mean()))
        else {
            return;
        };
        let enough = best.stats.mean() - best.stats.error() / 2.0;
        let wanted = best.actions.clone();
        let alike = self
            .arms
            .iter()
            .filter(tried)
            .filter(|arm| arm.is_alike && arm.stats.mean() >= enough)
            .max_by(|one, other| one.stats.mean().total_cmp(&other.stats.mean()))
            .map(|arm| arm.actions.clone());
        let wanted = alike.unwrap_or(wanted);
        self.chosen = self.arms.iter().position(|arm| arm.actions == wanted).unwrap_or(self.chosen);
    }

    /// Keeps the chosen alternative alone and forgets what was measured.
    pub(super) fn begin_anew(&mut self) {
        let mut arm = self.arms.swap_remove(self.chosen);
        arm.stats = Stats::default();
        (self.arms, self.chosen, self.is_fresh) = (vec![arm], 0, true);
    }

    /// Plays what was done and every alternative forward once, with the same dice and the same guess at what is hidden.
    pub(super) fn round(&mut self, round: u64, watch: &CoachProgress) {
        let Some(done) = self.line(&self.deed, round, watch) else { return };
        for place in 0..self.arms.len() {
            let Some(instead) = self.line(&self.arms[place].actions, round, watch) else { continue };
            self.arms[place].stats.add(done, instead);
        }
    }

    /// How the game stands for the player after these decisions and what comes next, between regulars and as far as a veteran looks
    /// ahead; nothing if they cannot be made in this guess at what is hidden, or the coach is told to stop.
    fn line(&self, actions: &[G::Action], round: u64, watch: &CoachProgress) -> Option<Line> {
        let seat = Seat(self.seat as u8);
        let seed = round.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ self.first as u64;
        let mut game = seen(&self.before, seat, seed);
        let (mut minds, mut fated) = (self.minds.clone(), Fated::new(!seed));
        let (mut dice, first) = (Rolled::seeded(!seed), game.span());
        for action in actions {
            if game.status() != Status::Deciding(seat) || !may(&game, action) {
                return None;
            }
            if G::FORESEES {
                fated.decide(&mut game, action);
            } else {
                game.perform(action, &mut dice, &mut ());
            }
        }
        let manners: Vec<Manner> = (0..G::SEATS).map(|seat| game.temperament(Seat(seat as u8))).collect();
        let is_late = || watch.stop.load(Ordering::Relaxed);
        if G::FORESEES {
            let manner = |seat: Seat| manners[usize::from(seat.0)];
            play_briefly(&mut game, &self.before, &mut minds, &mut fated, manner, is_late)?;
        } else {
            take_over(&mut game, &mut minds, &manners, &mut dice);
            let manner = |seat: Seat, _| manners[usize::from(seat.0)];
            forward::play_on(&mut game, first, &mut minds, &mut dice, manner, is_late)?;
        }
        watch.add(1);
        let halves = match game.status() {
            Status::Over(outcome) => Some(outcome.winner.map_or(1, |winner| 2 * u64::from(winner == seat))),
            Status::Deciding(_) => None,
        };
        let standing = if G::FORESEES { game.prospect(seat) } else { game.standing(seat) };
        Some(Line { standing, halves })
    }
}

/// A game as a side may know it, with a guess at what is hidden from it.
fn seen<G: Tactics>(game: &G, seat: Seat, guess: u64) -> G {
    let mut seen = game.clone();
    seen.reshuffle_hidden(Viewer::Seat(seat), &mut Rolled::seeded(guess));
    seen
}

/// Ends what was half put together: a player who takes over may have a plan that does not fit.
fn take_over<G: Tactics>(game: &mut G, minds: &mut [G::Mind], manners: &[Manner], dice: &mut Rolled) {
    for _ in 0..LONGEST {
        let Status::Deciding(seat) = game.status() else { return };
        if game.is_settled() {
            return;
        }
        let seat = usize::from(seat.0);
        let mut action = game.best(&manners[seat], &mut minds[seat]);
        if !may(game, &action) {
            minds[seat] = G::Mind::default();
            action = game.choices()[0];
        }
        game.perform(&action, dice, &mut ());
    }
}

fn may<G: Tactics>(game: &G, action: &G::Action) -> bool {
    game.flow().top().check::<Silent>(game, *action).is_ok()
}

/// The unit that a decision names first.
fn unit_of<G: Game>(run: &[impl Notation<G>]) -> Option<CounterId> {
    units_of(run.first()?).first().copied()
}

/// The units that a click names.
fn units_of<G: Game>(action: &impl Notation<G>) -> Vec<CounterId> {
    let mut at = Pointed::default();
    action.points_at(&mut at);
    at.units
}

/// What a regular would do from a position on, or after a decision, as far as no die falls and nobody else decides.
struct Plan<A> {
    /// Decisions of one or more clicks.
    runs: Vec<Vec<A>>,
    why: Vec<String>,
}

impl<A: Copy> Plan<A> {
    fn of<G: Tactics<Action = A>>(before: &G, seat: Seat, manner: &Manner, mut first: Option<A>) -> Self {
        let mut game = seen(before, seat, 0);
        let (mut mind, mut runs, mut run) = (G::Mind::default(), Vec::new(), Vec::new());
        if let Some(first) = &first {
            mind = game.fresh_mind(seat);
            game.decided(first, &mut mind);
        }
        let (span, part) = (game.span(), game.stage().map(|stage| stage.part));
        for _ in 0..LONGEST {
            let action = first.take().unwrap_or_else(|| game.best(manner, &mut mind));
            if !may(&game, &action) {
                break;
            }
            let mut listening = Listening { dice: Rolled::seeded(1), has_news: false };
            let mut told = Revealed(false);
            run.push(action);
            game.perform(&action, &mut listening, &mut told);
            let is_over = listening.has_news || told.0 || game.status() != Status::Deciding(seat);
            if is_over || game.is_settled() {
                runs.push(std::mem::take(&mut run));
            }
            let goes_on = part.is_some()
                && game.span() == span
                && game.stage().map(|stage| stage.part) == part
                && !is_over;
            if !goes_on && run.is_empty() {
                break;
            }
        }
        Self { runs, why: before.account(&mind) }
    }
}

/// Dice that notice when they are rolled.
pub(super) struct Listening {
    pub(super) dice: Rolled,
    pub(super) has_news: bool,
}

impl Dice for Listening {
    fn roll(&mut self, die: Die, purpose: Purpose) -> u16 {
        self.has_news = true;
        self.dice.roll(die, purpose)
    }
}
