//! The five steps of a turn.

use kit::{
    Dice, Die, Journal, Purpose, Throw,
    flow::{Procedure, Stack},
};

use super::{Deploying, Over, Phase, Planning, Shelling, Step};
use crate::{
    game::Skirmish,
    harm::Tests,
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
    /// Step 4: indirect fire falls.
    Indirect,
    /// Step 5: what ends with the turn.
    End,
    /// And after the tests of those who got out of a fire: who is ahead, and whether there is another turn.
    Close,
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

    /// In a turn that has begun: before indirect fire is planned, or after.
    pub(crate) fn from_planning(is_planned: bool) -> Stack<Step> {
        Stack::new(Self { part: if is_planned { Part::Phases } else { Part::Planning } })
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
                if game.house.initiative_roll {
                    game.flow.call(Initiative);
                }
            }
            Part::Planning => {
                goto(game, Part::Phases);
                game.flow.call(Planning { next: 0 });
            }
            Part::Phases => {
                goto(game, Part::Indirect);
                game.flow.call(Phase);
            }
            Part::Indirect => {
                goto(game, Part::End);
                game.flow.call(Shelling::BEGIN);
            }
            Part::End => {
                goto(game, Part::Close);
                game.end_turn(journal);
                if !game.harm.is_settled() {
                    game.flow.call(Tests);
                }
            }
            Part::Close => {
                victory::bring_up_to_date(game, journal);
                if game.turn >= game.board.scenario().turns || victory::is_decided(game) {
                    game.flow.goto(Over);
                } else {
                    goto(game, Part::Chips);
                }
            }
        }
    }
}

/// SKIR-R2, as a house rule: both roll a D6 and add their highest CR on the table; the higher is first player, equals roll
/// again.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Initiative;

const INITIATIVE: Purpose = Purpose::new("initiative", "SKIR-R2");

impl Procedure<Skirmish> for Initiative {
    type End = std::cmp::Ordering;

    fn throw<D: Dice>(self, game: &Skirmish, dice: &mut D) -> std::cmp::Ordering {
        let best = |side: Side| {
            let army = game.board.army(side).iter().filter(|unit| game.board.is_on_table(*unit));
            army.map(|unit| game.own_rank(unit)).max().unwrap_or(0)
        };
        let throw = |side| Throw::new(Die::D6, i16::from(best(side)));
        dice.compare(throw(Side::A), throw(Side::B), INITIATIVE)
    }

    fn apply<J: Journal>(self, game: &mut Skirmish, order: std::cmp::Ordering, journal: &mut J) {
        let first = match order {
            std::cmp::Ordering::Greater => Side::A,
            std::cmp::Ordering::Less => Side::B,
            std::cmp::Ordering::Equal => return,
        };
        (game.first_of_turn, game.first) = (first, first);
        let name = game.side_name(first);
        journal.tell(|| told("SKIR-R2", format!("{name} is first player")));
        game.flow.done();
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
    pub(crate) fn begin_turn<J: Journal>(&mut self, journal: &mut J) {
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
                journal.tell(|| {
                    told("SKIR-CHP-2", {
                        let plural = if chips == 1 { "" } else { "s" };
                        format!("{name} gets {chips} maneuver chip{plural}")
                    })
                });
            }
        }
    }

    /// Step 5: SKIR-SEQ-3; chips that were not used are void (SKIR-CHP-4).
    pub(super) fn end_turn<J: Journal>(&mut self, journal: &mut J) {
        self.chips = [0; 2];
        for platoon in &mut self.platoons {
            (platoon.marked, platoon.maneuvered, platoon.asked) = (0, false, false);
        }
        let once = Flags::NO_FIRE.and(Flags::ACTED).and(Flags::BOARDED).and(Flags::MOVED_THIS_TURN);
        for unit in &mut self.board.units {
            unit.set(once, false);
        }
        self.burn_down(journal);
    }

    /// SKIR-SEQ-3, SKIR-R135: whoever is still in a building that has burned since an earlier turn dies in it, man by man.
    fn burn_down<J: Journal>(&mut self, journal: &mut J) {
        let burning = self.board.ground.burning - self.board.ground.fresh_fires;
        self.board.ground.fresh_fires = crate::board::Pieces::NONE;
        if burning.is_empty() {
            return;
        }
        for unit in self.board.everybody() {
            let inside = self.men_in(unit, burning);
            if inside != 0 {
                let name = self.name(unit);
                self.tell_about(unit, journal, || {
                    let who = if inside == self.living_men(unit) { "" } else { "who of " };
                    let end = if who.is_empty() { "dies" } else { "is still inside dies" };
                    told("SKIR-SEQ-3", format!("{who}{name} {end} in the flames"))
                });
                self.lose_men(unit, inside, false, journal);
            }
        }
    }

    /// The name of a side.
    pub(crate) fn side_name(&self, side: Side) -> &'static str {
        &self.board.scenario().sides[side as usize]
    }
}

#[cfg(test)]
impl GameTurn {
    /// Step 5 is next.
    pub(crate) const END: Self = Self { part: Part::End };
}
