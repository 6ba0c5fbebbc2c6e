//! How to play it well: what units are worth, who goes where, which attacks and shots pay.
//!
//! Attacks are weighed by the exact odds of the rules themselves; everything else by simple values of units and places.

mod attacks;
mod decisions;
mod follies;
mod gather;
mod missiles;
mod moves;
mod odds;
mod recruit;
mod threat;
mod values;
pub(crate) mod weights;
mod words;

use kit::{
    Stage, Tactics,
    random_play::RandomPlayer,
    tactics::{Follies, Judge, Level, Memory, WeightFiles},
};

use crate::{
    flow::{Arriving, Entering, Moving, Transferring, Turning},
    prelude::*,
};
use attacks::Attack;
use values::Values;

pub(crate) use values::Prospects;

/// What a unit or a leader is to do in the Movement Phase.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Order {
    /// It goes or turns, marches, or comes in as a reinforcement.
    Go { unit: UnitId, entry: Option<HexId>, marches: bool, to: HexId, facing: Direction },
    /// One maniple relieves another.
    Exchange { front: UnitId, rear: UnitId },
    /// A leader rides to another unit.
    Transfer { leader: LeaderId, unit: UnitId },
    /// It acts on its own (LINE-X-CYN-3).
    Detach(UnitId),
}

impl Order {
    /// By tactical movement.
    const fn go(unit: UnitId, to: HexId, facing: Direction) -> Self {
        Self::Go { unit, entry: None, marches: false, to, facing }
    }
}

/// Something that the player had in mind.
#[derive(Clone, Copy, Debug)]
enum Note {
    /// Units were sent against an enemy.
    Gathered { target: UnitId, column: u8 },
    /// An attack was made, or left alone.
    Attack { target: UnitId, attackers: Units, column: u8, value: i32, made: bool },
    /// A fresh unit took the place of a shaken one.
    Relief { front: UnitId, rear: UnitId },
    /// A shaken unit was taken out of danger.
    Saved(UnitId),
    /// A leader changed his post.
    Rides { leader: LeaderId, unit: UnitId },
}

/// What a player keeps in mind through a player-turn.
#[derive(Clone, Default, Debug)]
pub struct Mind {
    /// Orders still to be carried out, the next one last.
    orders: Option<Vec<Order>>,
    /// The attack being put together.
    attack: Option<Attack>,
    notes: Vec<Note>,
}

impl Battleline {
    /// Whether this is a decision of the Movement Phase for which orders are given.
    fn is_under_orders(&self) -> bool {
        matches!(self.flow.live()[0], Step::Movement(_))
            && !matches!(self.step(), Step::Deputy(_) | Step::Trumpets(_))
    }

    fn decider(&self) -> Side {
        kit::flow::decider(self).map_or(self.active, |seat| Side::ALL[usize::from(seat.0)])
    }

    /// The next click outside the orders; `attack` finds the next attack.
    fn click(
        &self,
        mind: &mut Mind,
        manner: &Manner,
        attack: impl FnOnce(&Values, &mut Vec<Note>) -> Option<Attack>,
    ) -> Action {
        let values = Values::of(self, self.decider(), manner);
        match self.step() {
            Step::Missile(_) => missiles::next(self, &values),
            Step::Combat(_) => {
                mind.attack = attack(&values, &mut mind.notes);
                mind.attack.map_or(Action::Done, |attack| Action::Attack(attack.target))
            }
            Step::Announcing(_) | Step::Leading(_) => put_together(self, &values, mind),
            _ => decisions::best(self, &values),
        }
    }
}

impl Tactics for Battleline {
    type Mind = Memory<Mind>;

    const TASTE: i32 = 20;

    fn weight_files(scenario: &str) -> Option<WeightFiles> {
        Scenario::ALL.into_iter().find(|known| known.name() == scenario).map(weights::files)
    }

    fn judge_as(&mut self, level: Level) {
        self.field.judge = Judge(level);
    }

    fn temperament(&self, of: Seat) -> Manner {
        self.battlefield().sides[usize::from(of.0)].temperament
    }

    fn standing(&self, seat_of: Seat) -> i32 {
        let rome = values::standing(self);
        if seat_of == seat(Side::Rome) { rome } else { -rome }
    }

    fn span(&self) -> u32 {
        u32::from(self.turn) * 2 + u32::from(self.active != self.battlefield().first)
    }

    fn stage(&self) -> Option<Stage> {
        // A player-turn is one plan: attacks, shots and advances follow from the moves. The manner that was chosen for them
        // decides the rest better than a handful of lines of play for each click.
        (self.decider() == self.active).then_some(Stage { part: 0, share: 100 })
    }

    fn is_settled(&self) -> bool {
        !matches!(
            self.step(),
            Step::Moving(_)
                | Step::Entering(_)
                | Step::Arriving(_)
                | Step::Turning(_)
                | Step::Transferring(_)
                | Step::Detaching(_)
                | Step::Announcing(_)
                | Step::Leading(_)
        )
    }

    fn blunder_free(&self, mind: &mut Memory<Mind>, chance: &mut RandomPlayer) -> Action {
        let mind = mind.of(self.span());
        if self.is_under_orders() {
            let orders = mind.orders.get_or_insert_with(|| recruit::moves(self, chance));
            return next_order(self, orders);
        }
        self.click(mind, &Manner::STEADY, |values, _| recruit::attack(self, values, chance))
    }

    fn best(&self, manner: &Manner, mind: &mut Memory<Mind>) -> Action {
        let mind = mind.of(self.span());
        if self.is_under_orders() {
            if mind.orders.is_none() {
                let (orders, notes) = moves::planned(self, manner);
                mind.orders = Some(orders);
                mind.notes.extend(notes);
            }
            return next_order(self, mind.orders.get_or_insert_default());
        }
        self.click(mind, manner, |values, notes| attacks::best(self, values, notes))
    }

    fn account(&self, mind: &Memory<Mind>) -> Vec<String> {
        // What is in mind may be of an earlier player-turn.
        let notes = mind.get(self.span()).into_iter().flat_map(|mind| &mind.notes);
        notes.map(|note| words::say(self, note)).collect()
    }

    fn follies(&self, action: &Action, after: &Self, follies: &mut Follies) {
        follies::count(self, *action, after, follies);
    }
}

/// The next click of the orders. An order that has become impossible is left out.
fn next_order(game: &Battleline, orders: &mut Vec<Order>) -> Action {
    let may = |action: &Action| game.step().check::<Silent>(game, *action).is_ok();
    match game.step() {
        Step::Movement(_) | Step::Detaching(_) => {
            while let Some(&order) = orders.last() {
                let click = match order {
                    Order::Go { unit, .. } => Action::Pick(unit),
                    Order::Exchange { front, .. } => Action::Pick(front),
                    Order::Transfer { leader, .. } => Action::Transfer(leader),
                    Order::Detach(unit) => Action::Detach(unit),
                };
                if matches!(order, Order::Detach(_)) {
                    orders.pop();
                }
                if may(&click) {
                    return click;
                }
                if matches!(game.step(), Step::Detaching(_)) {
                    break;
                }
                orders.pop();
            }
            Action::Done
        }
        _ => {
            let click = orders.last().and_then(|&order| click_of(game.step(), order));
            if matches!(game.step(), Step::Turning(_) | Step::Transferring(_))
                || matches!(click, Some(Action::Exchange(_)))
            {
                orders.pop();
            }
            click.filter(may).unwrap_or_else(|| first_listed(game))
        }
    }
}

/// What an order says to a step, if it is about the unit in hand.
fn click_of(step: Step, order: Order) -> Option<Action> {
    match (step, order) {
        (
            Step::Moving(Moving(hand)) | Step::Arriving(Arriving { unit: hand, .. }),
            Order::Go { unit, to, marches, .. },
        ) if hand == unit => Some(if marches { Action::March(to) } else { Action::To(to) }),
        (Step::Moving(Moving(hand)), Order::Exchange { front, rear }) if hand == front => {
            Some(Action::Exchange(rear))
        }
        (Step::Entering(Entering(hand)), Order::Go { unit, entry, .. }) if hand == unit => {
            entry.map(Action::Enter)
        }
        (Step::Turning(Turning { unit: hand, .. }), Order::Go { unit, facing, .. }) if hand == unit => {
            Some(Action::Face(facing))
        }
        (Step::Transferring(Transferring(hand)), Order::Transfer { leader, unit }) if hand == leader => {
            Some(Action::With(unit))
        }
        _ => None,
    }
}

fn first_listed(game: &Battleline) -> Action {
    let mut actions = Vec::new();
    game.step().choices(game, &mut actions);
    actions[0]
}

/// The next click of an attack: who joins, the announcement, the lead.
fn put_together(game: &Battleline, values: &Values, mind: &mut Mind) -> Action {
    let combat = &game.combat;
    let planned = mind.attack.filter(|attack| attack.target == combat.defender);
    let attack = planned.or_else(|| attacks::on(&game.field, game.house_rules, values, combat.defender));
    mind.attack = attack;
    let Some(attack) = attack else { return first_listed(game) };
    if matches!(game.step(), Step::Leading(_)) {
        return Action::Lead(attack.lead);
    }
    let joined: Units = combat.attackers().iter().copied().collect();
    let click = (attack.attackers - joined).first().map_or(Action::Fight, Action::Join);
    if game.step().check::<Silent>(game, click).is_ok() { click } else { first_listed(game) }
}
