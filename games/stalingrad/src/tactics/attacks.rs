//! Which attacks pay: they are put together one after another, each with the units that make it worth most, and with
//! everything that must be attacked along with it.

use kit::{
    Manner,
    map::HexId,
    random_play::RandomPlayer,
    tactics::{AttackDraft, AttackPlanner},
};

use super::{Note, Weighed, values::Values};
use crate::{
    action::{Action, KorpsId},
    allocation::{Plan, Terms},
    battle::{AttackStage, Battle, board},
    field::{Field, Status},
    game::Stalingrad,
    index::IndexValue,
    map::Hexes,
    results::Fate,
    units::{Side, UnitId},
};

/// What an attack is worth that may not be made.
const NOT_ALLOWED: i32 = -10_000;

/// Weighs attacks of the phasing side.
struct Search<'g> {
    game: &'g Stalingrad,
    values: Values<'g>,
    terms: Terms,
    side: Side,
    stage: AttackStage,
}

impl<'g> Search<'g> {
    fn new(game: &'g Stalingrad, manner: &'g Manner) -> Self {
        Self {
            game,
            values: Values::of(game, manner),
            terms: game.terms(),
            side: game.phasing,
            stage: AttackStage::Allocation,
        }
    }

    const fn field(&self) -> &Field {
        &self.game.field
    }

    /// An attack of a plan with its odds, its defenders looked at for a way back.
    fn battle_of(&self, plan: &Plan, place: usize) -> Option<Battle> {
        let mut meeting = plan.meeting(place, self.terms);
        (meeting.finds_ways, meeting.stage) = (true, self.stage);
        meeting.reckon(self.field())
    }

    /// What an attack is expected to bring, over all faces of the die.
    fn worth(&self, plan: &Plan, place: usize) -> i32 {
        let Some(battle) = self.battle_of(plan, place) else { return NOT_ALLOWED };
        let planned = &plan.attacks()[place];
        let total: i32 = (1..=IndexValue::WORST.0).map(|index| self.end(&battle, plan, place, index)).sum();
        let tied = planned.attackers.len() as i32 * self.values.weights().attacks.tied_down;
        let whim = (self.values.manner.fancy(planned.targets()[0].index()) - 100) / 2;
        total / i32::from(IndexValue::WORST.0) - tied + whim
    }

    /// What one face brings.
    fn end(&self, battle: &Battle, plan: &Plan, place: usize, index: u8) -> i32 {
        let (field, planned, manner) = (self.field(), &plan.attacks()[place], self.values.manner);
        let Some(result) = battle.printed(IndexValue(index)) else { return 0 };
        let (ends, weights) = (battle.consequences(result), &self.values.weights().attacks);
        let (mut gain, mut held) = (0, Hexes::EMPTY);
        for (unit, end) in board::defenders(field, self.side, planned.targets()).zip(&ends.defenders) {
            let worth = self.values.at_stake(self.side, unit);
            gain += match end.fate {
                Fate::Eliminated => worth,
                // A German who is Disrupted in his enemy's turn is fresh again sooner than a Russian.
                Fate::Disrupted if end.demanded > 0 => worth * weights.driven_out / 100,
                Fate::Disrupted => worth * weights.disrupted / 100,
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
            let worth = self.values.at_stake(self.side, unit);
            if ends.lost.has(at) {
                price += worth;
            } else if ends.disrupted.has(at) {
                price += worth * weights.disrupted_attacker / 100;
            }
        }
        (gain * manner.boldness - price * manner.care) / 100
    }

    /// Close support goes where it is worth most.
    fn with_support(&self, mut draft: AttackDraft<Plan, Action>) -> AttackDraft<Plan, Action> {
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
}

impl AttackPlanner for Search<'_> {
    type Plan = Plan;
    type Action = Action;
    type Unit = UnitId;
    type Note = Note;

    fn empty(&self) -> AttackDraft<Plan, Action> {
        let mut plan = self.game.plan;
        plan.drop_all();
        let clicks = self.game.plan.attacks().iter().map(|attack| Action::Drop(attack.name())).collect();
        AttackDraft { plan, clicks, value: 0 }
    }

    fn value(&self, plan: &Plan) -> i32 {
        (0..plan.attacks().len()).map(|place| self.worth(plan, place)).sum()
    }

    fn is_allowed(&self, draft: &AttackDraft<Plan, Action>) -> bool {
        draft.value > NOT_ALLOWED / 2
    }

    fn is_attacked(&self, plan: &Plan, hex: HexId) -> bool {
        plan.attacked().contains(hex)
    }

    /// The headquarters does not storm.
    fn each_attack(&self, plan: &Plan, mut found: impl FnMut(UnitId, HexId)) {
        let headquarters = self.game.theatre().headquarters;
        plan.any_attack(self.field(), self.side, |unit, hex| {
            if unit != headquarters {
                found(unit, hex);
            }
            false
        });
    }

    fn strength(&self, unit: UnitId) -> i32 {
        self.field().unit(unit).factor.eighths()
    }

    fn attack(&self, plan: &mut Plan, unit: UnitId, target: HexId) -> Action {
        plan.attack(self.field(), unit, target, self.terms);
        Action::Attack(unit, target)
    }

    fn duty(&self, plan: &Plan) -> Option<HexId> {
        plan.uncovered(self.field(), self.side).first()
    }

    fn inclusions(&self, plan: &Plan, hex: HexId) -> Vec<(Plan, Action)> {
        let takes = plan
            .attacks()
            .iter()
            .filter(|attack| plan.inclusions(self.field(), self.side, attack).contains(hex));
        let with = takes.map(|attack| {
            let (mut with, known) = (*plan, attack.name());
            with.include(self.field(), hex, known, self.terms);
            (with, Action::Include(hex, known))
        });
        with.collect()
    }

    fn is_hopeful(&self, plan: &Plan) -> bool {
        (0..plan.attacks().len())
            .all(|place| self.battle_of(plan, place).is_some_and(|battle| battle.attack >= battle.defence))
    }

    fn note(&self, plan: &Plan, target: HexId, gain: i32, made: bool) -> Option<Note> {
        let place = plan.attack_on(target)?;
        let battle = self.battle_of(plan, place)?;
        let clears = (1..=IndexValue::WORST.0)
            .filter_map(|index| battle.printed(IndexValue(index)))
            .filter(|&result| battle.consequences(result).clears())
            .count() as u8;
        let attackers = plan.attacks()[place].attackers;
        let column = battle.column()?;
        Some(Note::Attack(Weighed { target, attackers, column, clears, gain, made }))
    }
}

/// The clicks in the order in which they are taken from the end: attacks, then the close.
fn clicks(draft: AttackDraft<Plan, Action>) -> Vec<Action> {
    let mut clicks = draft.clicks;
    clicks.push(Action::Done);
    clicks.reverse();
    clicks
}

/// The attacks that pay, with the close support that helps them.
pub(super) fn planned(game: &Stalingrad, manner: &Manner, notes: &mut Vec<Note>) -> Vec<Action> {
    let search = Search::new(game, manner);
    let weights = &search.values.weights().attacks;
    let worth_it = match search.side {
        Side::German => weights.worth_it_to_germans,
        Side::Russian => weights.worth_it_to_russians,
    };
    let draft = search.planned(worth_it, notes);
    clicks(search.with_support(draft))
}

/// What it costs the phasing side that a unit drops out of the attack that it has joined (STAL-SNP-8).
pub(super) fn spoiling(game: &Stalingrad, manner: &Manner, unit: UnitId) -> i32 {
    let Some(place) = game.plan.attacks().iter().position(|attack| attack.attackers.contains(unit)) else {
        return 0;
    };
    // An attack for which too few are left is cancelled (STAL-CRT-6).
    let worth = |game: &Stalingrad| {
        let search = Search { stage: AttackStage::Resolution, ..Search::new(game, manner) };
        Some(search.worth(&game.plan, place)).filter(|&worth| worth != NOT_ALLOWED).unwrap_or_default()
    };
    let mut hit = *game;
    hit.field.set(unit, Status::Disrupted, true);
    worth(game) - worth(&hit)
}

/// Attacks of a beginner.
pub(super) fn at_random(game: &Stalingrad, chance: &mut RandomPlayer, notes: &mut Vec<Note>) -> Vec<Action> {
    clicks(Search::new(game, &Manner::STEADY).at_random(chance, notes))
}
