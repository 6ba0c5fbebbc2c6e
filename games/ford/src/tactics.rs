//! How to play it well enough: every decision is judged by the position that it leads to, attacks by their exact odds.

use kit::{
    Game, Manner, Seat, Stage, Tactics,
    flow::{self, Stack},
    random_play::RandomPlayer,
    tactics::WeightFiles,
    walk,
};

use crate::{
    battle::Battle,
    content::{CombatResult, Hexes, WEIGHTS},
    game::{Action, Ford, Status, Step, enemy},
    orders::Orders,
};

impl Ford {
    /// What an attack promises on the mean of its exact odds.
    fn promise(&self, battle: Battle, manner: &Manner) -> i32 {
        let worth = &self.rules.weights.worth;
        let village = if battle.target == self.rules.village { worth.village } else { 0 };
        let value = |result| match result {
            CombatResult::AttackerLost => -worth.loss * manner.care,
            CombatResult::Nothing => 0,
            CombatResult::Retreat(hexes) => (worth.retreat * i32::from(hexes) + village) * manner.boldness,
            CombatResult::DefenderLost => (worth.kill + village) * manner.boldness,
        };
        let odds = walk::throws(battle, self);
        let sum: i32 = odds.weights().map(|(result, weight)| value(*result) * weight as i32).sum();
        sum / (100 * odds.total() as i32)
    }

    /// What the attacks of a side promise that it could make from where it stands.
    fn threats(&self, side: Seat) -> i32 {
        let mut then = Self { active: side, attacked: Hexes::EMPTY, flow: Stack::new(Orders), ..*self };
        then.board.clear(then.board.all_of(side), Status::Fought);
        then.battles().map(|battle| then.promise(battle, &Manner::STEADY).max(0)).sum()
    }

    /// Every decision with what it is worth.
    fn judged(&self, manner: &Manner) -> Vec<(i32, Action)> {
        let side = flow::decider(self).unwrap_or(self.active);
        let weights = &self.rules.weights;
        let judge = |action| {
            let (mut then, mut worth) = (*self, 0);
            match (action, self.flow.top()) {
                // An attack must be worth the dice.
                (Action::Attack(hex), _) => {
                    worth = self.promise(Battle::of(self, hex), manner) - weights.worth.dice;
                }
                (Action::Move(unit, hex) | Action::Retreat(unit, hex), _) => then.board.move_to(unit, hex),
                (Action::Advance(unit), Step::Advance(advance)) => then.board.move_to(unit, advance.target),
                _ => {}
            }
            let [hope, fear] =
                [weights.judgement.hope * manner.boldness / 100, weights.judgement.fear * manner.care / 100];
            worth += then.threats(side) * hope / 100 - then.threats(enemy(side)) * fear / 100;
            worth + then.standing(side) + (manner.fancy(then.digest() as usize) - 100) / 5
        };
        let mut actions = Vec::new();
        self.actions(&mut actions);
        actions.into_iter().map(|action| (judge(action), action)).collect()
    }
}

impl Tactics for Ford {
    type Mind = ();

    fn weight_files(_: &str) -> Option<WeightFiles> {
        Some(WeightFiles::of_everybody(WEIGHTS))
    }

    /// Points, strength, and nearness to the village.
    fn standing(&self, seat: Seat) -> i32 {
        let worth = &self.rules.weights.worth;
        let unit = |unit| {
            let far =
                self.board.hex_of(unit).map_or(0, |hex| self.rules.map.distance(hex, self.rules.village));
            i32::from(self.piece(unit).strength) * worth.strength - worth.near * far as i32
        };
        let of = |side: Seat| {
            let village =
                if self.board.held_by(side).contains(self.rules.village) { worth.village } else { 0 };
            let units: i32 = self.board.units_of(side).iter().map(unit).sum();
            village + units + i32::from(self.points[usize::from(side.0)]) * 100
        };
        of(seat) - of(enemy(seat))
    }

    fn span(&self) -> u32 {
        u32::from(self.turn) * 2 + u32::from(self.active.0)
    }

    fn stage(&self) -> Option<Stage> {
        (flow::decider(self) == Some(self.active)).then_some(Stage { part: 0, share: 100 })
    }

    /// Anything of the better third.
    fn blunder_free(&self, (): &mut (), chance: &mut RandomPlayer) -> Action {
        let mut judged = self.judged(&Manner::STEADY);
        judged.sort_by_key(|(worth, _)| -worth);
        judged[chance.pick(judged.len().div_ceil(3))].1
    }

    fn best(&self, manner: &Manner, (): &mut ()) -> Action {
        let judged = self.judged(manner);
        judged.iter().rev().max_by_key(|(worth, _)| *worth).map_or(Action::Done, |(_, action)| *action)
    }

    fn account(&self, (): &()) -> Vec<String> {
        vec!["Lynford pays every turn: I look for the attack with the best odds on the way there.".into()]
    }
}
