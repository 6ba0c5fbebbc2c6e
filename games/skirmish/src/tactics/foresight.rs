//! What a player who looks ahead gives a thought to, and what is likely to come of how the table stands.

use kit::{Game, Manner, Seat, Status, Tactics};

use super::{ground::Field, plan::Plan};
use crate::{
    action::Action,
    flow::Step,
    game::Skirmish,
    scenario::Objective,
    state::{Flags, Side},
    victory,
};

impl Skirmish {
    /// The decisions that are worth a thought, the usual one first, and how much of what is left they deserve, in hundredths:
    /// what a unit does, whom it fires at first, whether a lurker fires, which platoon goes.
    pub(super) fn worth_a_thought(&self, manner: &Manner, plan: &Plan) -> (Vec<Action>, u32) {
        let weights = &self.board.weights().foresight;
        let (few, halves) = match self.flow.top() {
            Step::Orders(_) => (weights.maneuvers, 2),
            Step::FireOrders(_) if self.fire.shells == 0 && !self.fire.opened => (weights.others, 1),
            Step::Reacting(_) | Step::Declaring(_) => (weights.others, 1),
            _ => return (Vec::new(), 0),
        };
        let mut judged = self.judged(manner, Some(plan));
        judged.sort_by_key(|(worth, _)| -worth);
        let worst = judged.first().map_or(0, |(best, _)| best - weights.far_worse * 10);
        let few = judged.iter().take(few as usize).filter(|(worth, _)| *worth >= worst);
        let actions = few.map(|(_, action)| *action).collect();
        let board = &self.board;
        let waits = |unit: &kit::position::UnitId| board.is_on_table(*unit) && !board.is(*unit, Flags::ACTED);
        let left = board.army(self.deciding()).iter().filter(waits).count() as u32;
        (actions, 50 * halves / (left + 1).max(2))
    }

    /// How the game stands for a side, and what is likely to come of where everybody is.
    pub(super) fn likely(&self, seat: Seat) -> i32 {
        let standing = self.standing(seat);
        if matches!(self.status(), Status::Over(_)) {
            return standing;
        }
        let side = Side::of(seat);
        let weights = &self.board.weights().foresight;
        let places = self.places_of(side) - self.places_of(side.other());
        standing + places * weights.places / 100 + self.changes_hands(side) * weights.takes
    }

    /// What a side would take if the turn ended here, less what it would lose: objectives change hands only then, long after
    /// most lines of play have ended.
    fn changes_hands(&self, side: Side) -> i32 {
        let sign = |holder: Side| if holder == side { 1 } else { -1 };
        let objectives = self.board.scenario().objectives.iter().zip(self.holders);
        let change = |(objective, holder): (&Objective, Side)| {
            let then = victory::sole_holder(self, &objective.prize).unwrap_or(holder);
            objective.worth * (sign(then) - sign(holder))
        };
        objectives.map(change).sum()
    }

    /// What the places of a side's units are worth together, as it sees the table.
    fn places_of(&self, side: Side) -> i32 {
        let board = &self.board;
        let scene = board.scene(Some(side));
        let field = Field::of(self, side, &scene);
        let out = Flags::FLEEING.and(Flags::LOST);
        let counts = |unit: &kit::position::UnitId| {
            board.is_on_table(*unit) && !board.rides(*unit) && !board.unit(*unit).flags.any(out)
        };
        let units = board.army(side).iter().filter(counts);
        units.map(|unit| field.worth(&field.here(unit, board.status(unit)), Manner::STEADY.care)).sum()
    }
}

#[cfg(test)]
mod tests {
    use kit::{Rolled, Setup, Silent, flow::Steps};

    use super::*;
    use crate::testing::{empty, put};

    /// What is weighed may be decided, begins with what a regular does, and gets a part of the thought that leaves some for
    /// everybody who has still to act.
    #[test]
    fn what_is_worth_a_thought_may_be_decided() {
        let mut game = Skirmish::start(&Setup::of("skir-learn")).expect("a scenario");
        let (mut dice, mut minds, mut weighed) =
            (Rolled::seeded(7), [super::super::Mind::default(), super::super::Mind::default()], 0);
        for _ in 0..120 {
            let Status::Deciding(seat) = game.status() else { break };
            let mind = &mut minds[usize::from(seat.0)];
            let (actions, share) = game.alternatives(&Manner::STEADY, mind);
            let usual = game.best(&Manner::STEADY, mind);
            if actions.len() > 1 {
                weighed += 1;
                assert_eq!(actions[0], usual);
                assert!((1..=50).contains(&share), "{share}");
                assert!(actions.len() <= game.board.weights().foresight.maneuvers as usize);
            }
            assert!(actions.iter().all(|action| game.flow.top().check::<Silent>(&game, *action).is_ok()));
            game.perform(&usual, &mut dice, &mut ());
        }
        assert!(weighed > 10, "{weighed}");
    }

    /// How it stands for one side is how it does not for the other, and a mind made up beforehand plans what a player would
    /// plan himself.
    #[test]
    fn prospects_are_two_sides_of_one_thing() {
        let mut game = Skirmish::start(&Setup::of("skir-learn")).expect("a scenario");
        let (mut dice, mut mind) = (Rolled::seeded(3), super::super::Mind::default());
        for _ in 0..3 {
            let action = game.best(&Manner::STEADY, &mut mind);
            game.perform(&action, &mut dice, &mut ());
        }
        assert_eq!(game.prospect(Seat(0)), -game.prospect(Seat(1)));
        let Status::Deciding(seat) = game.status() else { panic!("it has hardly begun") };
        let mut own = super::super::Mind::default();
        let usual = game.best(&Manner::STEADY, &mut own);
        assert_eq!(game.best(&Manner::STEADY, &mut game.fresh_mind(seat)), usual);
    }

    /// Whoever stands alone in what is fought for is about to take it, unless he runs.
    #[test]
    fn who_is_there_alone_takes_it() {
        let mut game = empty("skir-workshop");
        let objective = &game.board.scenario().objectives[0];
        let bounds = game.bounds_of(0);
        let middle = [bounds.least.x.midpoint(bounds.most.x), bounds.least.y.midpoint(bounds.most.y)];
        let [x, y] = middle.map(|at| at as i16);
        let [own, other] = if game.holders[0] == Side::A { [Side::B, Side::A] } else { [Side::A, Side::B] };
        let unit = game.board.army(own).iter().find(|unit| game.board.is_afoot(*unit)).expect("men on foot");
        let chart = game.board.chart(unit).id.clone();
        assert_eq!(game.changes_hands(own), 0);
        let unit = put(&mut game, &chart, (x, y), 0);
        assert_eq!(game.changes_hands(own), 2 * objective.worth);
        assert_eq!(game.changes_hands(other), -2 * objective.worth);
        game.board.unit_mut(unit).set(Flags::FLEEING, true);
        assert_eq!(game.changes_hands(own), 0);
    }

    /// Lines of play end with the phase, in the last turn with the game.
    #[test]
    fn the_last_turn_is_foreseen_to_its_end() {
        let mut start = empty("skir-height");
        let last = start.board.scenario().turns;
        for (turn, ends) in [(last - 1, true), (last, false)] {
            start.turn = turn;
            assert!(!start.is_foreseen(&start));
            let mut then = start;
            then.phase += 1;
            assert_eq!(then.is_foreseen(&start), ends);
        }
    }
}
