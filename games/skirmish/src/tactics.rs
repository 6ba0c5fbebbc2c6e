//! How to play it well: use the ground, fire before moving, keep the front to guns, take what is fought for.
//!
//! Everything is judged by what the deciding side has in sight or saw last.

mod firepower;
mod foresight;
mod ground;
mod houses;
mod orders;
mod place;
mod plan;
mod storm;
mod targets;
pub(crate) mod weights;
mod words;

use kit::{
    Game, Manner, Seat, Stage, Status, Tactics, flow,
    position::UnitId,
    random_play::RandomPlayer,
    tabletop::Point,
    tactics::{Judge, Level, WeightFiles},
};

use self::{ground::Field, plan::Plan};
use crate::{
    action::Action,
    fire::Lines,
    flow::Step,
    game::Skirmish,
    state::{Flags, Side},
    victory,
    words::{Hull, Speed},
};

/// What a player keeps in mind: what he told himself to do this turn.
#[derive(Clone, Debug, Default)]
pub struct Mind {
    turn: u8,
    words: Vec<String>,
    plan: Plan,
}

/// What it is worth to have won, in hundredths of a point.
const VICTORY: i32 = 6000;
/// So much is told of a turn.
const MOST_WORDS: usize = 12;

impl Skirmish {
    fn deciding(&self) -> Side {
        flow::decider(self).map_or(self.first, Side::of)
    }

    /// What a side does in this turn as a whole.
    fn plan(&self, side: Side, before: &Plan, manner: &Manner) -> Plan {
        let scene = self.board.scene(Some(side));
        Field::of(self, side, &scene).planned(before, manner)
    }

    /// What the deciding side has in mind for this turn, thought about once.
    fn settle_plan(&self, manner: &Manner, mind: &mut Mind) {
        if mind.turn != self.turn {
            let plan = self.plan(self.deciding(), &mind.plan, manner);
            *mind = Mind { turn: self.turn, words: Vec::new(), plan };
        }
    }

    /// Every decision with what it promises, in the order of the list.
    fn judged(&self, manner: &Manner, plan: Option<&Plan>) -> Vec<(i32, Action)> {
        let side = self.deciding();
        let scene = self.board.scene(Some(side));
        let field = Field::of(self, side, &scene).with(plan);
        let mut actions = field.actions();
        let step = self.flow.top();
        let unit = self.act.unit.unwrap_or(UnitId::new(0));
        field.add_unlisted(step, unit, &mut actions);
        if let [only] = actions[..] {
            return vec![(0, only)];
        }
        let lines = match step {
            Step::FireOrders(orders) => Some(Lines::known_to(self, orders.unit)),
            Step::DeviceOrders(_) => Some(Lines::known_to(self, unit)),
            _ => None,
        };
        let judge = |action: Action| match step {
            Step::Orders(_) => match action {
                Action::Do(order, about) => field.order(unit, order, about, manner),
                Action::Storm(piece) => field.storming(unit, piece, manner),
                _ => 0,
            },
            Step::Routing(_) => field.destination(unit, action, manner.care),
            Step::Forming(_) => field.forming(unit, action),
            Step::FireOrders(orders) => match (action, &lines) {
                (Action::Hold, _) | (_, None) => 0,
                (_, Some(lines)) => field.fire(lines, orders.unit, orders.moving, action),
            },
            Step::DeviceOrders(_) => match (action, &lines) {
                (Action::Hold, _) | (_, None) => 0,
                (_, Some(lines)) => field.fire(lines, unit, true, action),
            },
            Step::Reacting(_) => match action {
                Action::React(unit) => field.reaction(unit),
                _ => 0,
            },
            _ => self.judge_rest(&field, action),
        };
        let fancy = |place: usize| (manner.fancy(place + usize::from(self.turn) * 97) - 100) / 4;
        actions
            .into_iter()
            .enumerate()
            .map(|(place, action)| (judge(action) + fancy(place), action))
            .collect()
    }

    /// Decisions that are not about one unit's action.
    fn judge_rest(&self, field: &Field<'_>, action: Action) -> i32 {
        let side = field.side;
        let members = |platoon| self.board.scenario().platoon(platoon).members;
        match action {
            Action::Suggested => 1000,
            Action::Request(unit) => {
                let chart = self.board.chart(unit);
                let targets = field.watches.iter().map(|watch| field.shelling(watch.at)).max().unwrap_or(-1);
                if targets <= 0 {
                    -100
                } else {
                    let lines = Lines::known_to(self, unit);
                    // Only who sees a target can lay a marker on it.
                    let sees = |watch: &ground::Watch| {
                        watch.weight == 100
                            && field.shelling(watch.at) > 0
                            && lines.hittable(unit, watch.unit) != 0
                    };
                    let observes = i32::from(field.watches.iter().any(sees)) * 200;
                    100 + observes + i32::from(chart.cs) * 20 + i32::from(self.board.unit(unit).cr) * 20
                }
            }
            Action::Mark(spot) | Action::MarkAll(spot) | Action::MarkCross(spot) => {
                let preferred = i32::from(matches!(action, Action::MarkAll(_))) * 2;
                field.shelling(spot.at(self)) + preferred
            }
            Action::Drop(marker) => {
                let place = usize::from(marker.saturating_sub(1)).min(4);
                let scenario = self.board.scenario();
                let own = scenario.platoon_ids().filter(|id| scenario.platoon(*id).side == side);
                let laid = own
                    .map(|id| &self.platoons[id.index()])
                    .filter(|state| usize::from(state.marked) > place);
                let worth = laid.map(|state| {
                    let (x, y) = state.markers[place];
                    field.shelling(Point::new(x.into(), y.into()))
                });
                worth.max().unwrap_or(0)
            }
            Action::Declare(platoon) => {
                let urgency: i32 = members(platoon).iter().map(|unit| field.urgency(unit)).max().unwrap_or(0);
                100 + urgency
            }
            // A chip waits: it is played while nothing presses.
            Action::Chip => 120,
            Action::Next(unit) => field.urgency(unit),
            // Bombs are there to be used, the strong ones first.
            Action::Plant(..) => 200,
            Action::Toss(..) => 100,
            Action::Part(_) | Action::Place(..) | Action::Aboard(..) => 0,
            _ => i32::from(side == Side::A) - 1,
        }
    }

    /// What a unit is worth as it stands, in hundredths of a point.
    fn worth_of(&self, unit: UnitId) -> i32 {
        let (chart, state) = (self.board.chart(unit), self.board.unit(unit));
        if state.is(Flags::LOST) || state.alive == 0 || state.is(Flags::GONE) {
            return 0;
        }
        let points = i32::from(chart.points) * 100;
        let weights = &self.board.weights().units;
        let men = points * i32::from(state.alive) / i32::from(state.strength.max(1));
        let mut worth =
            if chart.is_team() { (points * (100 - weights.men) + men * weights.men) / 100 } else { points };
        if state.hull != Hull::Whole {
            worth = worth * weights.wreck / 100;
        }
        if state.speed == Speed::Stopped && chart.is_vehicle() {
            worth = worth * weights.stopped / 100;
        }
        if state.is(Flags::GUN_OUT) {
            worth = worth * weights.gun_out / 100;
        }
        if state.is(Flags::FLEEING) { worth * weights.fleeing / 100 } else { worth }
    }
}

impl Tactics for Skirmish {
    type Mind = Mind;

    fn weight_files(scenario: &str) -> Option<WeightFiles> {
        weights::files(scenario)
    }

    fn judge_as(&mut self, level: Level) {
        self.board.judge = Judge(level);
    }

    /// What is left of both armies, what is held, and how near the others are to what they want.
    fn standing(&self, seat: Seat) -> i32 {
        let side = Side::of(seat);
        if let Status::Over(outcome) = self.status() {
            let points = victory::points(self, side) - victory::points(self, side.other());
            let won = outcome.winner.map_or(0, |winner| if winner == seat { VICTORY } else { -VICTORY });
            return points * 100 + won;
        }
        let army = |side: Side| -> i32 { self.board.army(side).iter().map(|unit| self.worth_of(unit)).sum() };
        let held: i32 = self
            .board
            .scenario()
            .objectives
            .iter()
            .zip(self.holders)
            .map(|(objective, holder)| objective.worth * if holder == side { 100 } else { -100 })
            .sum();
        let scored = (self.scored[side as usize] - self.scored[side.other() as usize]) * 100;
        army(side) - army(side.other()) + held + scored
    }

    fn span(&self) -> u32 {
        u32::from(self.turn)
    }

    /// What a player has in mind for a turn is settled at its first decision.
    fn stage(&self) -> Option<Stage> {
        Some(Stage { part: 1, share: 100 })
    }

    /// So many that a turn takes about two seconds.
    fn lines_of_play(&self) -> u32 {
        self.board.weights().foresight.lines as u32
    }

    /// A maneuver is one decision: what, where to and how, and the fire that goes with it as far as no die falls.
    fn is_settled(&self) -> bool {
        !matches!(
            self.flow.top(),
            Step::Routing(_)
                | Step::Forming(_)
                | Step::Alighting(_)
                | Step::Unhooking(_)
                | Step::FireOrders(_)
                | Step::PickPart(_)
                | Step::DeviceOrders(_)
                | Step::Storming(_)
                | Step::Marking(_)
        )
    }

    /// Anything of the better two thirds.
    fn blunder_free(&self, _: &mut Mind, chance: &mut RandomPlayer) -> Action {
        let mut judged = self.judged(&Manner::STEADY, None);
        judged.sort_by_key(|(worth, _)| -worth);
        let keep = (judged.len() * 2).div_ceil(3);
        judged[chance.pick(keep)].1
    }

    fn best(&self, manner: &Manner, mind: &mut Mind) -> Action {
        self.settle_plan(manner, mind);
        let judged = self.judged(manner, Some(&mind.plan));
        let best = judged.iter().rev().max_by_key(|(worth, _)| *worth);
        let action = best.map_or(Action::Hold, |(_, action)| *action);
        self.decided(&action, mind);
        action
    }

    fn decided(&self, action: &Action, mind: &mut Mind) {
        if let (Step::Orders(_), Action::Do(order, about), Some(unit)) =
            (self.flow.top(), *action, self.act.unit)
            && mind.words.len() < MOST_WORDS
        {
            mind.words.extend(self.in_words(unit, order, about, &mind.plan));
        }
    }

    fn account(&self, mind: &Mind) -> Vec<String> {
        mind.words.clone()
    }

    /// Plans for the whole turn differ less than their dice; what a unit does tells more.
    const FORESEES: bool = true;

    fn alternatives(&self, manner: &Manner, mind: &mut Mind) -> (Vec<Action>, u32) {
        self.settle_plan(manner, mind);
        self.worth_a_thought(manner, &mind.plan)
    }

    fn fresh_mind(&self, seat: Seat) -> Mind {
        let plan = self.plan(Side::of(seat), &Plan::default(), &Manner::STEADY);
        Mind { turn: self.turn, words: Vec::new(), plan }
    }

    /// A phase is as far as a maneuver makes a difference that dice do not hide; in the last turns all depends on who holds
    /// what when they end.
    fn is_foreseen(&self, start: &Self) -> bool {
        let to_come = i32::from(self.board.scenario().turns) - i32::from(start.turn);
        let is_late = to_come < self.board.weights().foresight.last_turns;
        self.turn != start.turn || !is_late && self.phase != start.phase
    }

    fn prospect(&self, seat: Seat) -> i32 {
        self.likely(seat)
    }
}

#[cfg(test)]
mod tests {
    use kit::{Rolled, Setup, Silent, Viewer, flow::Steps};

    use super::*;

    /// Players of both levels decide only what may be decided, and give their reasons, to the end of a game.
    #[test]
    fn a_game_between_players_is_legal_to_its_end() {
        let mut game = Skirmish::start(&Setup::of("skir-learn")).expect("a scenario");
        let mut dice = Rolled::seeded(5);
        let mut chance = RandomPlayer::seeded(5);
        let mut minds = [Mind::default(), Mind::default()];
        let mut told = 0;
        for decision in 0..4000 {
            let Status::Deciding(seat) = game.status() else {
                assert!(told > 0, "a regular says what it does");
                return;
            };
            let mut seen = game;
            seen.reshuffle_hidden(Viewer::Seat(seat), &mut Rolled::seeded(decision));
            let mind = &mut minds[usize::from(seat.0)];
            let action = if seat == Seat(0) {
                seen.best(&Manner::STEADY, mind)
            } else {
                seen.blunder_free(mind, &mut chance)
            };
            assert!(seen.flow.top().check::<Silent>(&seen, action).is_ok(), "{}", seen.write(&action));
            told += seen.account(mind).len();
            let action = if game.check(&action).is_ok() {
                action
            } else {
                // What was shuffled away may forbid it.
                let mut listed = Vec::new();
                game.actions(&mut listed);
                listed[0]
            };
            game.apply(&action, &mut dice, &mut ()).expect("it was checked");
        }
        panic!("the game does not end");
    }
}
