//! Which attacks pay: they are put together one after another, each with the units that make it worth most, and with
//! everything that must be attacked along with it.

use std::cmp::Reverse;

use kit::{Manner, map::HexId, random_play::RandomPlayer};

use super::{Note, Weighed, values::Values};
use crate::{
    action::{Action, KorpsId},
    allocation::{Plan, Terms},
    battle::{Battle, board},
    field::Field,
    game::Stalingrad,
    index::IndexValue,
    map::Hexes,
    results::Fate,
    units::{Side, UnitId},
};

/// What committing one more unit costs: it could be needed elsewhere.
const UNIT_TIED_DOWN: i32 = 2;
/// An attack is made if it brings at least so much. Time works for the Russian, who need not attack at all.
const WORTH_IT_TO_GERMANS: i32 = 0;
const WORTH_IT_TO_RUSSIANS: i32 = 30;
/// What an attack is worth that may not be made.
const NOT_ALLOWED: i32 = -10_000;
/// So many attacks that were not made are told.
const MOST_LEFT_ALONE: usize = 3;
/// How many attacks a duty may drag along.
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
    game: &'g Stalingrad,
    values: Values<'g>,
    terms: Terms,
    side: Side,
}

impl<'g> Search<'g> {
    fn new(game: &'g Stalingrad, manner: &'g Manner) -> Self {
        Self { game, values: Values::of(game, manner), terms: game.terms(), side: game.phasing }
    }

    const fn field(&self) -> &Field {
        &self.game.field
    }

    /// An attack of a plan with its odds, its defenders looked at for a way back.
    fn battle_of(&self, plan: &Plan, place: usize) -> Option<Battle> {
        let mut meeting = plan.meeting(place, self.terms);
        meeting.finds_ways = true;
        meeting.reckon(self.field())
    }

    /// What an attack is expected to bring, over all faces of the die.
    fn worth(&self, plan: &Plan, place: usize) -> i32 {
        let Some(battle) = self.battle_of(plan, place) else { return NOT_ALLOWED };
        let planned = &plan.attacks()[place];
        let total: i32 = (1..=IndexValue::WORST.0).map(|index| self.end(&battle, plan, place, index)).sum();
        let tied = planned.attackers.len() as i32 * UNIT_TIED_DOWN;
        total / i32::from(IndexValue::WORST.0) - tied
    }

    /// What one face brings.
    fn end(&self, battle: &Battle, plan: &Plan, place: usize, index: u8) -> i32 {
        let (field, planned, manner) = (self.field(), &plan.attacks()[place], self.values.manner);
        let Some(result) = battle.printed(IndexValue(index)) else { return 0 };
        let ends = battle.consequences(result);
        let (mut gain, mut held) = (0, Hexes::EMPTY);
        for (unit, end) in board::defenders(field, self.side, planned.targets()).zip(&ends.defenders) {
            let worth = self.values.unit(unit);
            gain += match end.fate {
                Fate::Eliminated => worth,
                // A German who is Disrupted in his enemy's turn is fresh again sooner than a Russian.
                Fate::Disrupted if end.demanded > 0 => worth / 3,
                Fate::Disrupted => worth / 6,
                Fate::Unharmed => 0,
            };
            if let Some(hex) = field.hex_of(unit)
                && end.fate != Fate::Eliminated
                && end.demanded == 0
            {
                held.insert(hex);
            }
        }
        let taken = planned.targets().iter().filter(|hex| !held.contains(**hex));
        gain += taken.map(|&hex| self.values.taking(self.side, hex)).sum::<i32>();
        let mut price = 0;
        for (at, unit) in board::attackers(field, planned).enumerate() {
            let worth = self.values.unit(unit);
            if ends.lost.has(at) {
                price += worth;
            } else if ends.disrupted.has(at) {
                price += worth / 5;
            }
        }
        (gain * manner.boldness - price * manner.care) / 100
    }

    fn value(&self, plan: &Plan) -> i32 {
        (0..plan.attacks().len()).map(|place| self.worth(plan, place)).sum()
    }

    /// Units that could still be sent against a hex, the strongest first.
    fn candidates(&self, plan: &Plan, target: HexId) -> Vec<UnitId> {
        let mut units = Vec::new();
        plan.any_attack(self.field(), self.side, |unit, hex| {
            if hex == target {
                units.push(unit);
            }
            false
        });
        units.sort_by_key(|&unit| (Reverse(self.field().unit(unit).factor), unit));
        units
    }

    /// The best attack on a hex with whoever is free: units are added as long as it gets better.
    fn attack(&self, draft: &Draft, target: HexId) -> Option<Draft> {
        let mut best: Option<Draft> = None;
        let mut so_far = draft.clone();
        for unit in self.candidates(&draft.plan, target) {
            if self.is_kept_back(unit) {
                continue;
            }
            so_far.plan.attack(self.field(), unit, target, self.terms);
            so_far.clicks.push(Action::Attack(unit, target));
            so_far.value = self.value(&so_far.plan);
            if so_far.value > NOT_ALLOWED / 2 && best.as_ref().is_none_or(|best| so_far.value > best.value) {
                best = Some(so_far.clone());
            }
        }
        best
    }

    /// The headquarters does not storm.
    fn is_kept_back(&self, unit: UnitId) -> bool {
        unit == self.game.theatre().headquarters
    }

    /// Meets every duty that a draft has brought up, or gives up.
    fn with_duties(&self, mut draft: Draft) -> Option<Draft> {
        for _ in 0..DEEPEST {
            let duties = draft.plan.uncovered(self.field(), self.side);
            let Some(duty) = duties.first() else { return Some(draft) };
            let mut ways: Vec<Draft> = self.attack(&draft, duty).into_iter().collect();
            for place in 0..draft.plan.attacks().len() {
                let attack = &draft.plan.attacks()[place];
                if !draft.plan.inclusions(self.field(), self.side, attack).contains(duty) {
                    continue;
                }
                let mut other = draft.clone();
                let known = attack.name();
                other.plan.include(self.field(), duty, known, self.terms);
                other.clicks.push(Action::Include(duty, known));
                other.value = self.value(&other.plan);
                if other.value > NOT_ALLOWED / 2 {
                    ways.push(other);
                }
            }
            draft = ways.into_iter().max_by_key(|draft| draft.value)?;
        }
        None
    }

    /// Everything that somebody could attack now.
    fn targets(&self, plan: &Plan) -> Vec<HexId> {
        let mut targets = Hexes::EMPTY;
        plan.any_attack(self.field(), self.side, |_, hex| {
            targets.insert(hex);
            false
        });
        (targets - plan.attacked()).iter().collect()
    }

    fn empty(&self) -> Draft {
        let mut plan = self.game.plan;
        plan.drop_all();
        Draft { plan, clicks: self.released(), value: 0 }
    }

    /// Clicks that take back what stands already, where somebody else began the allocation.
    fn released(&self) -> Vec<Action> {
        self.game.plan.attacks().iter().map(|attack| Action::Drop(attack.name())).collect()
    }

    /// Close support goes where it is worth most.
    fn with_support(&self, mut draft: Draft) -> Draft {
        for korps in 0..self.game.theatre().fliegerkorps.len() as u8 {
            if !self.game.korps_supports(KorpsId(korps)) {
                continue;
            }
            let covered = |place: usize| {
                let mut with = draft.clone();
                with.plan.change(self.field(), place, self.terms, |attack| attack.support |= 1 << korps);
                with.clicks.push(Action::Cover(draft.plan.attacks()[place].name(), KorpsId(korps)));
                with.value = self.value(&with.plan);
                with
            };
            let best = (0..draft.plan.attacks().len()).map(covered).max_by_key(|with| with.value);
            draft = best.filter(|with| with.value > draft.value).unwrap_or(draft);
        }
        draft
    }

    /// An attack of a plan as the player remembers it.
    fn weighed(&self, plan: &Plan, target: HexId, gain: i32, made: bool) -> Option<Weighed> {
        let place = plan.attack_on(target)?;
        let battle = self.battle_of(plan, place)?;
        let clears = (1..=IndexValue::WORST.0)
            .filter_map(|index| battle.printed(IndexValue(index)))
            .filter(|&result| battle.consequences(result).clears())
            .count() as u8;
        let attackers = plan.attacks()[place].attackers;
        Some(Weighed { target, attackers, column: battle.column()?, clears, gain, made })
    }
}

/// The clicks in the order in which they are taken from the end: attacks, then the close.
fn clicks(draft: Draft) -> Vec<Action> {
    let mut clicks = draft.clicks;
    clicks.push(Action::Done);
    clicks.reverse();
    clicks
}

/// The attacks that pay, best first, until none does. They are noted, and the best of those that do not pay.
pub(super) fn planned(game: &Stalingrad, manner: &Manner, notes: &mut Vec<Note>) -> Vec<Action> {
    let search = Search::new(game, manner);
    let mut draft = search.empty();
    let worth_it = match search.side {
        Side::German => WORTH_IT_TO_GERMANS,
        Side::Russian => WORTH_IT_TO_RUSSIANS,
    };
    loop {
        let tries = search.targets(&draft.plan).into_iter().filter_map(|target| {
            let with = search.attack(&draft, target).and_then(|draft| search.with_duties(draft))?;
            Some((with.value - draft.value, target, with))
        });
        let mut tries: Vec<(i32, HexId, Draft)> = tries.collect();
        tries.sort_by_key(|(gain, target, _)| (Reverse(*gain), *target));
        let pays = tries.first().is_some_and(|(gain, ..)| *gain >= worth_it);
        let told = if pays { 1 } else { MOST_LEFT_ALONE };
        for (gain, target, with) in tries.iter().take(told) {
            notes.extend(search.weighed(&with.plan, *target, *gain, pays).map(Note::Attack));
        }
        match tries.into_iter().next() {
            Some((.., with)) if pays => draft = with,
            _ => return clicks(search.with_support(draft)),
        }
    }
}

/// Attacks of a beginner: some of those that are not hopeless.
pub(super) fn at_random(game: &Stalingrad, chance: &mut RandomPlayer, notes: &mut Vec<Note>) -> Vec<Action> {
    let manner = Manner::STEADY;
    let search = Search::new(game, &manner);
    let mut draft = search.empty();
    for target in search.targets(&draft.plan) {
        if draft.plan.attacked().contains(target) || chance.pick(2) == 0 {
            continue;
        }
        let with = search.attack(&draft, target).and_then(|draft| search.with_duties(draft));
        let is_hopeful = |draft: &Draft| {
            (0..draft.plan.attacks().len()).all(|place| {
                search.battle_of(&draft.plan, place).is_some_and(|battle| battle.attack >= battle.defence)
            })
        };
        if let Some(with) = with.filter(is_hopeful) {
            notes
                .extend(search.weighed(&with.plan, target, with.value - draft.value, true).map(Note::Attack));
            draft = with;
        }
    }
    clicks(draft)
}
