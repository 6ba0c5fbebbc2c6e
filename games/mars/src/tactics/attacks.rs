//! Which attacks pay: battles are put together one after another, each with the units that make it worth most, and with
//! everything that must be attacked along with it.

use std::cmp::Reverse;

use kit::{HexId, Manner, random_play::RandomPlayer};

use super::{Note, Weighed, values::Values};
use crate::{
    Action, Battling, Blow, Charts, End, Field, MOST_TARGETS, Mars, Plan, Planned, Reckoned, Side, UnitId,
    Units, flow,
};

/// What committing one more unit costs: it could be needed elsewhere.
const UNIT_TIED_DOWN: i32 = 4;

/// An attack is made if it brings at least so much.
const WORTH_IT: i32 = 8;

/// What an attack is worth that may not be made.
const NOT_ALLOWED: i32 = -10_000;

/// So many attacks that were not made are told.
const MOST_LEFT_ALONE: usize = 3;

/// How many battles a duty may drag along.
const DEEPEST: usize = 8;

/// A plan on the way, with the clicks that make it and what it is worth.
#[derive(Clone)]
struct Draft {
    plan: Plan,
    clicks: Vec<Action>,
    value: i32,
}

/// Weighs attacks of the phasing side.
struct Search<'g> {
    game: &'g Mars,
    values: Values<'g>,
    battling: Battling,
    side: Side,
}

impl<'g> Search<'g> {
    fn new(game: &'g Mars, manner: &Manner) -> Self {
        Self { game, values: Values::of(game, manner), battling: flow::battling(game), side: game.phasing }
    }

    const fn field(&self) -> &Field {
        &self.game.field
    }

    fn charts(&self) -> &'static Charts {
        &self.game.theatre().charts
    }

    /// What a battle brings on the average over its six faces.
    fn worth(&self, battle: &Planned) -> i32 {
        let assault = battle.meeting(&self.battling).assault(self.field());
        let Ok(reckoned) = Reckoned::new(&assault, &mut kit::Sums::default()) else { return NOT_ALLOWED };
        let (manner, times) = (&self.values.manner, assault.attack_times());
        let ends = reckoned.ends(self.charts());
        let faces = ends.len() as i32;
        let mut total = 0;
        for end in ends {
            let toll = (end.toll.ceil().max(0) as u32).div_ceil(times as u32) as i32;
            total += self.gain(battle, &reckoned, &end) * manner.boldness / 100;
            total -= self.price(battle.attackers, toll) * manner.care / 100;
        }
        // A whim tips the scales where an attack is neither good nor bad.
        let fancy = (manner.fancy(battle.targets()[0].index()) - 100) / 2;
        total / faces + fancy - UNIT_TIED_DOWN * battle.attackers.len() as i32
    }

    /// What one end of a battle does to the defender.
    fn gain(&self, battle: &Planned, reckoned: &Reckoned, end: &End) -> i32 {
        let mut gain = 0;
        for (reading, result) in reckoned.readings.iter().zip(end.results.iter()) {
            let blow = self.charts().effect(result).blow;
            let hex = battle.targets()[reading.hex()];
            let unit = reading.unit().and_then(|place| self.field().units_in(hex).nth(place));
            let worth = unit.map_or(0, |unit| self.values.unit(unit));
            gain += match blow {
                Blow::Eliminated => worth,
                Blow::Routed => worth * 3 / 10,
                Blow::Withdrawn => worth / 10,
                // A Russian misses his next turn, a German is soon fresh again.
                Blow::Disrupted if self.side == Side::German => worth / 6,
                Blow::Disrupted => worth / 15,
                Blow::Unharmed => 0,
            };
        }
        let cleared = cleared(self.charts(), reckoned, end);
        let taken = battle.targets().iter().enumerate().filter(|(place, _)| cleared[*place]);
        gain + taken.map(|(_, &hex)| self.values.taking(self.side, hex)).sum::<i32>()
    }

    /// What it costs to lose so many attack factors: the cheapest way is hardly ever exact, so units weigh in full.
    fn price(&self, attackers: Units, due: i32) -> i32 {
        if due == 0 {
            return 0;
        }
        let (mut worth, mut factors, mut cheapest) = (0, 0, i32::MAX);
        for unit in attackers.iter() {
            let attack = i32::from(self.field().attack(unit));
            worth += self.values.unit(unit);
            factors += attack;
            if attack >= due {
                cheapest = cheapest.min(self.values.unit(unit));
            }
        }
        let share = worth * due.min(factors) / factors.max(1);
        share.max(worth / attackers.len().max(1) as i32 / 2).min(cheapest.max(share))
    }

    /// An attack of a plan as the player remembers it.
    fn weighed(&self, plan: &Plan, target: HexId, gain: i32, made: bool) -> Option<Weighed> {
        let battle = &plan.battles()[plan.battle_at(target)?];
        let hex = battle.targets().iter().position(|&hex| hex == target)?;
        let assault = battle.meeting(&self.battling).assault(self.field());
        let reckoned = Reckoned::new(&assault, &mut kit::Sums::default()).ok()?;
        let readings = &reckoned.readings;
        let odds =
            readings.iter().filter(|reading| reading.hex() == hex).map(|reading| reading.final_odds).min()?;
        let ends = reckoned.ends(self.charts());
        let clears = ends.iter().filter(|end| cleared(self.charts(), &reckoned, end)[hex]).count() as u8;
        let clears = [clears, ends.len() as u8];
        Some(Weighed { target, attackers: battle.attackers, odds, clears, gain, made })
    }

    fn value(&self, plan: &Plan) -> i32 {
        plan.battles().iter().map(|battle| self.worth(battle)).sum()
    }

    /// Units that could still be allocated against a hex, the strongest first.
    fn candidates(&self, plan: &Plan, target: HexId) -> Vec<UnitId> {
        let mut units = Vec::new();
        plan.any_attack(self.field(), |unit, hex| {
            if hex == target {
                units.push(unit);
            }
            false
        });
        units.sort_by_key(|&unit| (Reverse(self.field().attack(unit)), unit));
        units
    }

    /// The best battle against a hex with whoever is free: units are added as long as it gets better.
    fn battle(&self, draft: &Draft, target: HexId) -> Option<Draft> {
        let mut best: Option<Draft> = None;
        let mut so_far = draft.clone();
        for unit in self.candidates(&draft.plan, target) {
            so_far.plan.attack(self.field(), unit, target, self.battling);
            so_far.clicks.push(Action::Attack(unit, target));
            so_far.value = self.value(&so_far.plan);
            let allowed =
                so_far.plan.battle_at(target).is_some_and(|place| so_far.plan.battles()[place].is_allowed());
            if allowed && best.as_ref().is_none_or(|best| so_far.value > best.value) {
                best = Some(so_far.clone());
            }
        }
        best
    }

    /// Meets every duty that a draft has brought up, or gives up.
    fn with_duties(&self, mut draft: Draft) -> Option<Draft> {
        for _ in 0..DEEPEST {
            let Some(duty) = draft.plan.unmet().iter().next() else { return Some(draft) };
            let mut ways: Vec<Draft> = self.battle(&draft, duty).into_iter().collect();
            draft.plan.each_inclusion(self.field(), |new, known| {
                if new == duty {
                    let mut other = draft.clone();
                    other.plan.include(self.field(), new, known, self.battling);
                    other.clicks.push(Action::Include(new, known));
                    other.value = self.value(&other.plan);
                    if other.plan.battles().iter().all(Planned::is_allowed) {
                        ways.push(other);
                    }
                }
            });
            draft = ways.into_iter().max_by_key(|draft| draft.value)?;
        }
        None
    }

    /// Everything that somebody could attack now.
    fn targets(&self, plan: &Plan) -> Vec<HexId> {
        let mut targets = Vec::new();
        plan.any_attack(self.field(), |_, hex| {
            targets.push(hex);
            false
        });
        targets.sort_unstable();
        targets.dedup();
        targets.retain(|&hex| plan.battle_at(hex).is_none());
        targets
    }

    fn empty(&self) -> Draft {
        let mut plan = self.game.plan;
        plan.drop_all();
        Draft { plan, clicks: Vec::new(), value: 0 }
    }
}

/// Which attacked hexes nobody holds after one end of a battle.
fn cleared(charts: &Charts, reckoned: &Reckoned, end: &End) -> [bool; MOST_TARGETS] {
    let mut cleared = [true; MOST_TARGETS];
    for (reading, result) in reckoned.readings.iter().zip(end.results.iter()) {
        cleared[reading.hex()] &= match reading.unit() {
            None => charts.effect(result).opens_empty_hex(),
            Some(_) => {
                matches!(charts.effect(result).blow, Blow::Eliminated | Blow::Routed | Blow::Withdrawn)
            }
        };
    }
    cleared
}

/// The clicks in the order in which they are taken from the end: attacks, then the binding.
fn clicks(draft: Draft) -> Vec<Action> {
    if draft.plan.is_empty() {
        return vec![Action::Pass];
    }
    let mut clicks = draft.clicks;
    clicks.push(Action::Commit);
    clicks.reverse();
    clicks
}

/// The attacks that pay, best first, until none does. They are noted, and the best of those that do not pay.
pub(super) fn planned(game: &Mars, manner: &Manner, notes: &mut Vec<Note>) -> Vec<Action> {
    let search = Search::new(game, manner);
    let mut draft = search.empty();
    loop {
        let tries = search.targets(&draft.plan).into_iter().filter_map(|target| {
            let with = search.battle(&draft, target).and_then(|draft| search.with_duties(draft))?;
            Some((with.value - draft.value, target, with))
        });
        let mut tries: Vec<(i32, HexId, Draft)> = tries.collect();
        tries.sort_by_key(|(gain, target, _)| (Reverse(*gain), *target));
        let pays = tries.first().is_some_and(|(gain, ..)| *gain >= WORTH_IT);
        let told = if pays { 1 } else { MOST_LEFT_ALONE };
        for (gain, target, with) in tries.iter().take(told) {
            notes.extend(search.weighed(&with.plan, *target, *gain, pays).map(Note::Attack));
        }
        match tries.into_iter().next() {
            Some((.., with)) if pays => draft = with,
            _ => return clicks(draft),
        }
    }
}

/// Attacks of a beginner: some of those that are not hopeless.
pub(super) fn at_random(game: &Mars, chance: &mut RandomPlayer, notes: &mut Vec<Note>) -> Vec<Action> {
    let search = Search::new(game, &Manner::STEADY);
    let mut draft = search.empty();
    for target in search.targets(&draft.plan) {
        if draft.plan.attacked().contains(target) || chance.pick(2) == 0 {
            continue;
        }
        let with = search.battle(&draft, target).and_then(|draft| search.with_duties(draft));
        let hopeful = |draft: &Draft| draft.plan.battles().iter().all(|battle| search.is_hopeful(battle));
        if let Some(with) = with.filter(hopeful) {
            notes
                .extend(search.weighed(&with.plan, target, with.value - draft.value, true).map(Note::Attack));
            draft = with;
        }
    }
    clicks(draft)
}

impl Search<'_> {
    /// At least as strong as the defence.
    fn is_hopeful(&self, battle: &Planned) -> bool {
        let assault = battle.meeting(&self.battling).assault(self.field());
        Reckoned::new(&assault, &mut kit::Sums::default()).is_ok_and(|battle| battle.attack >= battle.defence)
    }
}
