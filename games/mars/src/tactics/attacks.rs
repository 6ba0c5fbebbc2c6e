//! Which attacks pay: battles are put together one after another, each with the units that make it worth most, and with
//! everything that must be attacked along with it.

use kit::{
    Manner,
    random_play::RandomPlayer,
    tactics::{AttackDraft, AttackPlanner},
};

use super::{Note, Weighed, values::Values};
use crate::{flow, prelude::*};

/// What an attack is worth that may not be made.
const NOT_ALLOWED: i32 = -10_000;

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
        total / faces + fancy - self.values.weights().attacks.tied_down * battle.attackers.len() as i32
    }

    /// What one end of a battle does to the defender.
    fn gain(&self, battle: &Planned, reckoned: &Reckoned, end: &End) -> i32 {
        let (mut gain, weights) = (0, &self.values.weights().attacks);
        for (reading, result) in reckoned.readings.iter().zip(end.results.iter()) {
            let blow = self.charts().effect(result).blow;
            let hex = battle.targets()[reading.hex()];
            let unit = reading.unit().and_then(|place| self.field().units_in(hex).nth(place));
            let worth = unit.map_or(0, |unit| self.values.unit(unit));
            gain += match blow {
                Blow::Eliminated => worth,
                Blow::Routed => worth * weights.routed / 100,
                Blow::Withdrawn => worth * weights.withdrawn / 100,
                // A Russian misses his next turn, a German is soon fresh again.
                Blow::Disrupted if self.side == Side::German => worth * weights.disrupted_russian / 100,
                Blow::Disrupted => worth * weights.disrupted_german / 100,
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
        for unit in attackers {
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

    /// At least twice as strong as the defence: who attacks at even odds loses more than he takes, and sits better still.
    fn is_hopeful(&self, battle: &Planned) -> bool {
        let assault = battle.meeting(&self.battling).assault(self.field());
        Reckoned::new(&assault, &mut kit::Sums::default())
            .is_ok_and(|battle| battle.attack >= battle.defence * 2)
    }
}

impl AttackPlanner for Search<'_> {
    type Plan = Plan;
    type Action = Action;
    type Unit = UnitId;
    type Note = Note;

    fn empty(&self) -> AttackDraft<Plan, Action> {
        let mut plan = self.game.plan;
        plan.drop_all();
        AttackDraft { plan, clicks: Vec::new(), value: 0 }
    }

    fn value(&self, plan: &Plan) -> i32 {
        plan.battles().iter().map(|battle| self.worth(battle)).sum()
    }

    fn is_allowed(&self, draft: &AttackDraft<Plan, Action>) -> bool {
        draft.plan.battles().iter().all(Planned::is_allowed)
    }

    fn is_attacked(&self, plan: &Plan, hex: HexId) -> bool {
        plan.attacked().contains(hex)
    }

    fn each_attack(&self, plan: &Plan, mut found: impl FnMut(UnitId, HexId)) {
        plan.any_attack(self.field(), |unit, hex| {
            found(unit, hex);
            false
        });
    }

    fn strength(&self, unit: UnitId) -> i32 {
        self.field().attack(unit).into()
    }

    fn attack(&self, plan: &mut Plan, unit: UnitId, target: HexId) -> Action {
        plan.attack(self.field(), unit, target, self.battling);
        Action::Attack(unit, target)
    }

    fn duty(&self, plan: &Plan) -> Option<HexId> {
        plan.unmet().first()
    }

    fn inclusions(&self, plan: &Plan, hex: HexId) -> Vec<(Plan, Action)> {
        let mut ways = Vec::new();
        plan.each_inclusion(self.field(), |new, known| {
            if new == hex {
                let mut with = *plan;
                with.include(self.field(), new, known, self.battling);
                ways.push((with, Action::Include(new, known)));
            }
        });
        ways
    }

    fn is_hopeful(&self, plan: &Plan) -> bool {
        plan.battles().iter().all(|battle| self.is_hopeful(battle))
    }

    fn note(&self, plan: &Plan, target: HexId, gain: i32, made: bool) -> Option<Note> {
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
        Some(Note::Attack(Weighed { target, attackers: battle.attackers, odds, clears, gain, made }))
    }
}

/// Which attacked hexes nobody holds after one end of a battle.
pub(super) fn cleared(charts: &Charts, reckoned: &Reckoned, end: &End) -> [bool; MOST_TARGETS] {
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
fn clicks(draft: AttackDraft<Plan, Action>) -> Vec<Action> {
    if draft.plan.is_empty() {
        return vec![Action::Pass];
    }
    let mut clicks = draft.clicks;
    clicks.push(Action::Commit);
    clicks.reverse();
    clicks
}

/// The attacks that pay.
pub(super) fn planned(game: &Mars, manner: &Manner, notes: &mut Vec<Note>) -> Vec<Action> {
    let worth_it = game.field.weights().attacks.worth_it;
    clicks(Search::new(game, manner).planned(worth_it, notes))
}

/// Attacks of a beginner.
pub(super) fn at_random(game: &Mars, chance: &mut RandomPlayer, notes: &mut Vec<Note>) -> Vec<Action> {
    clicks(Search::new(game, &Manner::STEADY).at_random(chance, notes))
}
