//! Which attacks pay: each is put together with the units that make it worth most, the best is taken, and so on; Soviet
//! attackers take along everything that they must attack too.

use std::cmp::Reverse;

use kit::{Manner, Silent, map::HexId, random_play::RandomPlayer};

use super::{
    Note, Weighed,
    values::{self, Values},
    weights,
};
use crate::{
    action::Action,
    attacks::{Plan, Terms},
    battle::{AttackPhase, Battle, board::Meeting},
    board::{Board, Status},
    game::EastFront,
    map::Hexes,
    results::{CombatResult, Fate},
    roster::{Force, UnitId},
    unit::{Nation, Side},
};

/// So many attacks that were not made are told.
const MOST_LEFT_ALONE: usize = 3;
/// The column of two to one.
const TWO_TO_ONE: usize = 5;
/// How many attacks a duty may drag along.
const DEEPEST: usize = 10;

/// Weighs attacks of a side on a board.
pub(super) struct Search<'g> {
    values: &'g Values<'g>,
    board: &'g Board,
    terms: Terms,
}

/// Attacks that wait, for ways back: none.
static NOTHING_WAITS: Plan = Plan::EMPTY;

/// An attack with what it is expected to bring.
#[derive(Clone, Copy)]
pub(super) struct Draft {
    pub(super) target: HexId,
    pub(super) attackers: Force,
    pub(super) gain: i32,
}

impl<'g> Search<'g> {
    pub(super) fn new(values: &'g Values<'g>, board: &'g Board, phase: AttackPhase) -> Self {
        let terms = Terms { phase, ..values.game.terms() };
        Self { values, board, terms }
    }

    fn weights(&self) -> &'static weights::Attacks {
        &self.values.weights().attacks
    }

    fn battle(&self, target: HexId, attackers: Force) -> Option<Battle> {
        let is_breakthrough = self.values.game.plan.is_breaking_out;
        Meeting::new(self.terms, target, attackers, is_breakthrough).reckon(self.board, Some(&NOTHING_WAITS))
    }

    /// What an attack is expected to bring, over all faces of the die; nothing if it may not be made.
    pub(super) fn worth(&self, target: HexId, attackers: Force) -> Option<i32> {
        let battle = self.battle(target, attackers)?;
        let column = usize::from(battle.printed_column());
        if column < TWO_TO_ONE && self.can_wait(target) {
            return None;
        }
        let crt = &self.board.charts().tables.crt;
        let total: i32 =
            (1..=6).map(|face| self.end(&battle, *crt.look_up(face, column), target, attackers)).sum();
        Some(total / 6 - self.commitment(attackers))
    }

    /// A city of the great map is not attacked weakly in phase C: others come up in phase D, and all attack in phase E.
    fn can_wait(&self, target: HexId) -> bool {
        self.terms.side == Side::Axis
            && self.terms.phase == AttackPhase::Prepared
            && self.values.has_depth()
            && !self.values.game.plan.is_breaking_out
            && self.values.theatre().fortified_cities.contains(target)
    }

    /// What it costs to commit units: before the moves they could still go elsewhere.
    fn commitment(&self, attackers: Force) -> i32 {
        let weights = self.weights();
        let spent = |unit: UnitId| match (self.terms.phase, self.board.piece(unit).is_mobile()) {
            (AttackPhase::Operational, _) => 1,
            (AttackPhase::Prepared, true) => weights.spent_mobile,
            (AttackPhase::Prepared, false) => weights.spent_on_foot,
        };
        attackers.iter().map(spent).sum()
    }

    /// What one result brings.
    fn end(&self, battle: &Battle, rolled: CombatResult, target: HexId, attackers: Force) -> i32 {
        let (board, manner, weights) = (self.board, self.values.manner, self.weights());
        let ends = battle.resolve(rolled);
        let (mut gain, mut price, mut is_held) = (0, 0, false);
        let (mut strongest, mut defence) = (0, 0);
        for (unit, fate) in board.units_of_in(self.terms.side.other(), target).zip(&ends.fates) {
            let mut worth = values::worth(board, unit);
            if self.values.doomed.contains(unit) {
                worth = worth * weights.doomed / 100;
            }
            strongest = strongest.max(worth);
            defence += i32::from(board.piece(unit).defence);
            match *fate {
                Fate::Eliminated => gain += worth * weights.eliminated / 100,
                Fate::Retreats { .. } => gain += worth * weights.retreats / 100,
                Fate::Stays { dispersed } => {
                    is_held = true;
                    let news = dispersed && !board.is_dispersed(unit);
                    gain += if news { worth * weights.dispersed / 100 } else { 0 };
                }
                Fate::AtStake => {
                    // An exchange: as much is lost as is won, in factors.
                    gain += worth * weights.exchanged / 100;
                    price += i32::from(board.piece(unit).defence) * self.dearness();
                }
            }
        }
        let stands = board.standing().contains(target) && self.terms.side == Side::Axis;
        let is_empty_city = ends.fates.is_empty();
        if is_empty_city {
            is_held = !ends.city_falls;
        }
        gain += self.values.relief(target) * Self::opening(&ends.fates) / 100;
        if !is_held {
            gain += self.values.taking(self.terms.side, target);
            let far = matches!(
                ends.result,
                CombatResult::Breakthrough | CombatResult::DefendersEliminated | CombatResult::Retreat
            );
            let mobile = attackers.iter().filter(|&unit| board.piece(unit).is_mobile()).count() as i32;
            gain += if far { mobile * weights.pursuit } else { 0 };
            if ends.result == CombatResult::Breakthrough {
                gain += weights.breakthrough;
            }
        }
        if matches!(ends.result, CombatResult::AttackersEliminated | CombatResult::DispersalAndLosses) {
            let strength = if stands { defence * 2 + 2 } else { defence };
            let total: i32 = attackers.iter().map(|unit| i32::from(board.piece(unit).attack)).sum();
            let all: i32 = attackers.iter().map(|unit| values::worth(board, unit)).sum();
            let share = (strength.max(1) * 100 / total.max(1)).min(100);
            price += all * share / 100 + all * (100 - share) / 600;
        }
        (gain * manner.boldness - price * manner.care) / 100
    }

    /// How far a ring is open where these have stood, in hundredths: who is Dispersed has no zone of control.
    fn opening(fates: &[Fate]) -> i32 {
        let open = |fate: &Fate| match *fate {
            Fate::Eliminated | Fate::AtStake => 100,
            Fate::Retreats { dispersed, .. } => {
                if dispersed {
                    90
                } else {
                    50
                }
            }
            Fate::Stays { dispersed } => {
                if dispersed {
                    70
                } else {
                    0
                }
            }
        };
        fates.iter().map(open).min().unwrap_or(0)
    }

    /// What a factor costs the attacker in an exchange.
    fn dearness(&self) -> i32 {
        match self.terms.side {
            Side::Axis => self.weights().axis_factor,
            Side::Soviet => self.weights().soviet_factor,
        }
    }

    /// Units that could be sent against a hex, the strongest first.
    fn candidates(&self, target: HexId, free: Force) -> Vec<UnitId> {
        let around = self.values.theatre().map.neighbours(target);
        let mut units: Vec<UnitId> = around
            .flat_map(|hex| self.board.units_in(hex))
            .filter(|&unit| free.contains(unit))
            .filter(|&unit| Meeting::access::<Silent>(self.board, self.terms, unit, target).is_ok())
            .collect();
        units.sort_by_key(|&unit| (Reverse(self.board.piece(unit).attack), unit));
        units
    }

    /// `EAST-STK-4`: one ARM unit a hex against rough ground.
    fn is_too_much_armour(&self, target: HexId, attackers: Force, unit: UnitId) -> bool {
        self.board.is_rough(target) && self.board.piece(unit).is_armour() && {
            let hex = self.board.hex_of(unit);
            attackers
                .iter()
                .any(|other| self.board.piece(other).is_armour() && self.board.hex_of(other) == hex)
        }
    }

    /// The best attack on a hex with whoever is free: units are added as long as it gets better.
    pub(super) fn attack(&self, target: HexId, free: Force) -> Option<Draft> {
        let mut best: Option<Draft> = None;
        let mut attackers = Force::NONE;
        let mut duties = Hexes::EMPTY;
        for unit in self.candidates(target, free) {
            if self.is_too_much_armour(target, attackers, unit) {
                continue;
            }
            attackers.insert(unit);
            duties |= self.duties(unit, target);
            let Some(worth) = self.worth(target, attackers) else { continue };
            let gain = worth - duties.len() as i32 * self.weights().duty;
            if best.is_none_or(|best| gain > best.gain) {
                best = Some(Draft { target, attackers, gain });
            }
        }
        best
    }

    /// Other hexes with Undispersed Germans next to a Soviet unit (`EAST-ATT-5`).
    fn duties(&self, unit: UnitId, target: HexId) -> Hexes {
        if self.terms.side == Side::Axis {
            return Hexes::EMPTY;
        }
        let Some(hex) = self.board.hex_of(unit) else { return Hexes::EMPTY };
        let is_one = |other: &HexId| {
            *other != target
                && self.board.units_in(*other).any(|enemy| {
                    self.board.nation(enemy) == Nation::German && !self.board.is_dispersed(enemy)
                })
        };
        self.values.theatre().map.neighbours(hex).filter(is_one).collect()
    }

    /// Everything that can be attacked.
    pub(super) fn targets(&self, free: Force) -> Vec<HexId> {
        let side = self.terms.side;
        let mut targets = self.board.enemies_of(side);
        if side == Side::Axis {
            targets |= *self.board.standing();
        }
        let near = self.values.theatre().neighbours.of(self.board.hexes_of(free));
        (targets & near).iter().collect()
    }

    fn weighed(&self, draft: &Draft, made: bool) -> Option<Weighed> {
        let battle = self.battle(draft.target, draft.attackers)?;
        let column = battle.printed_column();
        let crt = &self.board.charts().tables.crt;
        let clears = |face: &u32| {
            let ends = battle.resolve(*crt.look_up(*face, usize::from(column)));
            let goes = |fate: &Fate| matches!(fate, Fate::Eliminated | Fate::Retreats { .. });
            if ends.fates.is_empty() { ends.city_falls } else { ends.fates.iter().all(goes) }
        };
        let clears = (1..=6).filter(clears).count() as u8;
        let Draft { target, attackers, gain } = *draft;
        Some(Weighed { target, attackers, column, clears, gain, made })
    }
}

/// Who may attack by his state (`EAST-ATT-1`); out of a breakthrough those who have won the right.
pub(super) fn fit(game: &EastFront, board: &Board) -> Force {
    if game.plan.is_breaking_out {
        return board.all(Status::Breakthrough) & board.units_of(game.phasing);
    }
    let barred = board.all(Status::Dispersed) | board.all(Status::Spent) | board.all(Status::Railed);
    board.units_of(game.phasing) - barred
}

/// The clicks in the order in which they are taken from the end: attacks, then the close.
fn clicks(game: &EastFront, drafts: &[Draft]) -> Vec<Action> {
    let mut clicks: Vec<Action> = released(game);
    for draft in drafts {
        clicks.extend(draft.attackers.iter().map(|unit| Action::Attack(unit, draft.target)));
    }
    clicks.push(Action::Done);
    clicks.reverse();
    clicks
}

/// Clicks that take back what stands already, where somebody else began the declaration: the last one first, since
/// waves are counted.
fn released(game: &EastFront) -> Vec<Action> {
    let places = (0..game.plan.attacks().len()).rev().filter(|&place| game.plan.is_being_declared(place));
    places
        .map(|place| {
            let (hex, wave) = game.wave_of(place);
            Action::Drop(hex, wave)
        })
        .collect()
}

/// The attacks that pay, best first, until none does. They are noted, and the best of those that do not pay.
pub(super) fn planned(game: &EastFront, manner: &Manner, notes: &mut Vec<Note>) -> Vec<Action> {
    let values = Values::of(game, manner);
    let search = Search::new(&values, &game.board, game.plan.phase);
    let worth_it = search.weights().worth_it;
    let mut free = fit(game, &game.board);
    let mut drafts: Vec<Draft> = Vec::new();
    let mut tries: Vec<(HexId, Option<Draft>)> =
        search.targets(free).into_iter().map(|target| (target, search.attack(target, free))).collect();
    loop {
        let best = tries.iter().filter_map(|(_, draft)| *draft).filter(|draft| draft.gain >= worth_it);
        let Some(best) = best.max_by_key(|draft| (draft.gain, Reverse(draft.target))) else { break };
        let together = if game.phasing == Side::Soviet {
            with_duties(&search, best, &drafts, free)
        } else {
            Some(vec![best])
        };
        match together.filter(|all| all.iter().map(|draft| draft.gain).sum::<i32>() >= worth_it) {
            Some(all) => {
                for draft in all {
                    notes.extend(search.weighed(&draft, true).map(Note::Attack));
                    free -= draft.attackers;
                    tries.retain(|(target, _)| *target != draft.target);
                    drafts.push(draft);
                }
            }
            None => tries.retain(|(target, _)| *target != best.target),
        }
        for (target, draft) in &mut tries {
            if draft.is_some_and(|draft| !(draft.attackers - free).is_empty()) {
                *draft = search.attack(*target, free);
            }
        }
    }
    let mut left: Vec<Draft> = tries.into_iter().filter_map(|(_, draft)| draft).collect();
    left.sort_by_key(|draft| (Reverse(draft.gain), draft.target));
    let told = left.iter().take(MOST_LEFT_ALONE).filter_map(|draft| search.weighed(draft, false));
    notes.extend(told.map(Note::Attack));
    clicks(game, &drafts)
}

/// A Soviet attack with everything that must be attacked along with it (`EAST-ATT-5`), or nothing if that cannot be done.
fn with_duties(search: &Search<'_>, first: Draft, made: &[Draft], free: Force) -> Option<Vec<Draft>> {
    let undone = first.gain;
    let worth = search.worth(first.target, first.attackers)?;
    let mut all = vec![Draft { gain: worth, ..first }];
    let mut free = free - first.attackers;
    debug_assert!(undone <= worth);
    for _ in 0..DEEPEST {
        let targets: Hexes = made.iter().chain(&all).map(|draft| draft.target).collect();
        let owed = all
            .iter()
            .flat_map(|draft| draft.attackers.iter().map(move |unit| (unit, draft.target)))
            .fold(Hexes::EMPTY, |owed, (unit, target)| {
                owed | accessible(search, unit, search.duties(unit, target))
            });
        let Some(duty) = (owed - targets).first() else { return Some(all) };
        let next = search.token(duty, free)?;
        free -= next.attackers;
        all.push(next);
    }
    None
}

fn accessible(search: &Search<'_>, unit: UnitId, hexes: Hexes) -> Hexes {
    let can = |hex: &HexId| Meeting::access::<Silent>(search.board, search.terms, unit, *hex).is_ok();
    hexes.iter().filter(can).collect()
}

impl Search<'_> {
    /// The attack on a hex that costs least: the weakest units that reach 1:4, or a real attack if that is better.
    fn token(&self, target: HexId, free: Force) -> Option<Draft> {
        let real = self
            .attack(target, free)
            .and_then(|draft| Some(Draft { gain: self.worth(target, draft.attackers)?, ..draft }));
        let mut units = self.candidates(target, free);
        units.reverse();
        let mut attackers = Force::NONE;
        let mut cheap = None;
        for unit in units {
            if self.is_too_much_armour(target, attackers, unit) {
                continue;
            }
            attackers.insert(unit);
            if let Some(gain) = self.worth(target, attackers) {
                cheap = Some(Draft { target, attackers, gain });
                break;
            }
        }
        real.into_iter().chain(cheap).max_by_key(|draft| draft.gain)
    }
}

/// Attacks of a beginner: some of those that are not hopeless.
pub(super) fn at_random(game: &EastFront, chance: &mut RandomPlayer, notes: &mut Vec<Note>) -> Vec<Action> {
    let manner = Manner::STEADY;
    let values = Values::of(game, &manner);
    let search = Search::new(&values, &game.board, game.plan.phase);
    let mut free = fit(game, &game.board);
    let mut drafts: Vec<Draft> = Vec::new();
    for target in search.targets(free) {
        if drafts.iter().any(|draft| draft.target == target) || chance.pick(2) == 0 {
            continue;
        }
        let Some(draft) = search.attack(target, free) else { continue };
        let is_hopeful = search.battle(target, draft.attackers).is_some_and(|battle| {
            let (attack, defence) = battle.strengths();
            attack >= defence
        });
        let together = match game.phasing {
            Side::Axis => Some(vec![draft]),
            Side::Soviet => with_duties(&search, draft, &drafts, free),
        };
        let Some(all) = together.filter(|_| is_hopeful) else { continue };
        for draft in all {
            notes.extend(search.weighed(&draft, true).map(Note::Attack));
            free -= draft.attackers;
            drafts.push(draft);
        }
    }
    clicks(game, &drafts)
}
