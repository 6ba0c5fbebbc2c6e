//! The five steps of a turn.

use kit::{
    Dice, Journal,
    flow::{Procedure, Stack},
};

use super::{Deploying, Over, Phase, Planning, Step};
use crate::{
    game::Skirmish,
    scenario::PlatoonId,
    state::{Flags, Side},
    tell::told,
    victory,
};

/// What comes next in the turn (SKIR-SEQ-1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Part {
    /// One side places its units, then the other.
    Deploy(Side),
    /// Step 1: chips.
    Chips,
    /// Step 2: indirect fire is planned.
    Planning,
    /// Step 3: maneuver phases.
    Phases,
    /// Step 5.
    End,
}

/// The root of the sequence of play.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct GameTurn {
    part: Part,
}

impl GameTurn {
    /// Before the first decision: the side that places its units first.
    pub(crate) fn begin(first: Side) -> Stack<Step> {
        let mut flow = Stack::new(Self { part: Part::Deploy(first.other()) });
        flow.call(Deploying { side: first });
        flow
    }
}

impl Procedure<Skirmish> for GameTurn {
    type End = ();

    fn throw<D: Dice>(self, _: &Skirmish, _: &mut D) {}

    fn apply<J: Journal>(self, game: &mut Skirmish, (): (), journal: &mut J) {
        let goto = |game: &mut Skirmish, part| game.flow.goto(Self { part });
        match self.part {
            Part::Deploy(side) => {
                goto(game, Part::Chips);
                game.first = side;
                game.flow.call(Deploying { side });
            }
            Part::Chips => {
                game.begin_turn(journal);
                goto(game, Part::Planning);
            }
            Part::Planning => {
                goto(game, Part::Phases);
                game.flow.call(Planning { next: 0 });
            }
            Part::Phases => {
                goto(game, Part::End);
                game.flow.call(Phase);
            }
            Part::End => {
                game.end_turn(journal);
                if game.turn >= game.board.scenario().turns || victory::sudden_death(game).is_some() {
                    game.flow.goto(Over);
                } else {
                    goto(game, Part::Chips);
                }
            }
        }
    }
}

impl Skirmish {
    /// SKIR-CHP-1: platoons on the battlefield: with a unit on the table, or due as reinforcement.
    pub(crate) fn platoons_of(&self, side: Side) -> impl Iterator<Item = PlatoonId> {
        let scenario = self.board.scenario();
        scenario.platoon_ids().filter(move |id| scenario.platoon(*id).side == side && self.is_present(*id))
    }

    /// Whether a platoon has a unit on the table or one that is due.
    pub(crate) fn is_present(&self, platoon: PlatoonId) -> bool {
        let platoon = self.board.scenario().platoon(platoon);
        let is_due = platoon.enters.is_some_and(|entry| entry.turn <= self.turn);
        platoon
            .members
            .iter()
            .any(|unit| self.board.is_on_table(unit) || is_due && self.board.is(unit, Flags::TO_COME))
    }

    /// Step 1: SKIR-CHP-2, and who is first player (SKIR-PHA-3).
    fn begin_turn<J: Journal>(&mut self, journal: &mut J) {
        self.turn += 1;
        self.phase = 0;
        if self.turn > 1 {
            self.first_of_turn = self.first_of_turn.other();
        }
        self.first = self.first_of_turn;
        let counts = Side::BOTH.map(|side| self.platoons_of(side).count() as u8);
        self.chips = [counts[1].saturating_sub(counts[0]), counts[0].saturating_sub(counts[1])];
        for platoon in &mut self.platoons {
            *platoon = crate::game::PlatoonState::default();
        }
        self.refresh_all_sight();
        let turn = self.turn;
        journal.tell(|| told("SKIR-SEQ-1", format!("Turn {turn} begins")));
        for side in Side::BOTH {
            let chips = self.chips[side as usize];
            if chips > 0 {
                let name = self.side_name(side);
                journal.tell(|| told("SKIR-CHP-2", format!("{name} gets {chips} maneuver chips")));
            }
        }
    }

    /// Step 5: SKIR-SEQ-3.
    fn end_turn<J: Journal>(&mut self, _journal: &mut J) {
        self.chips = [0; 2];
        for platoon in &mut self.platoons {
            (platoon.marked, platoon.maneuvered, platoon.asked) = (0, false, false);
        }
        let once = Flags::NO_FIRE.and(Flags::ACTED).and(Flags::BOARDED).and(Flags::MOVED_THIS_TURN);
        for unit in &mut self.board.units {
            unit.set(once, false);
        }
        victory::bring_up_to_date(self);
    }

    /// The name of a side.
    pub(crate) fn side_name(&self, side: Side) -> &'static str {
        &self.board.scenario().sides[side as usize]
    }
}
