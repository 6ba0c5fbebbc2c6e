//! Positions of one's own: units put on the table where somebody wants them. Who rides stays with its carrier.

use kit::{
    CounterId, Refusal, Seat,
    arrangement::{Arrange, TableStand},
    position::{Roster as _, UnitId},
    tabletop::{Heading, Point},
};

use super::Skirmish;
use crate::{
    flow::{GameTurn, Stood},
    scenario::Formation,
    state::{Flags, Side},
    words::Hull,
};

/// Conditions that are a flag of the unit.
const FLAGS: [(&str, Flags); 5] = [
    ("lurking", Flags::LURKING),
    ("fleeing", Flags::FLEEING),
    ("gun-out", Flags::GUN_OUT),
    ("turret-blocked", Flags::TURRET_BLOCKED),
    ("carriage-blocked", Flags::CARRIAGE_BLOCKED),
];
/// Floors above the ground, from the first.
const FLOORS: [&str; 2] = ["upstairs", "attic"];

impl Arrange for Skirmish {
    const PHASES: &'static [(&'static str, &'static str)] =
        &[("maneuver", "Maneuver"), ("planning", "Planning of indirect fire")];
    const CONDITIONS: &'static [(&'static str, &'static str)] = &[
        ("line", "In line"),
        ("column", "In column"),
        ("cluster", "In a cluster"),
        ("spread", "Spread out"),
        ("upstairs", "One floor up"),
        ("attic", "Two floors up"),
        ("lurking", "Lurks"),
        ("fleeing", "Flees"),
        ("gun-out", "Main gun out of action"),
        ("turret-blocked", "Turret blocked"),
        ("carriage-blocked", "Carriage blocked"),
    ];

    fn set_out(&self) -> Self {
        let mut game = *self;
        for unit in game.board.everybody() {
            if game.board.is(unit, Flags::UNPLACED) {
                game.place_as_suggested(unit);
            }
        }
        game
    }

    fn lift(&mut self, counter: CounterId) -> Result<(), Refusal> {
        let unit = self.unit_on(counter)?;
        self.board.unit_mut(unit).set(Flags::GONE, true);
        Ok(())
    }

    fn put_on_table(&mut self, counter: CounterId, stand: &TableStand<'_>) -> Result<(), Refusal> {
        let unit = self.unit_on(counter)?;
        let (name, suggestion) = (self.name(unit), self.board.member(unit).suggestion);
        let refuse = |words: String| Err(Refusal::new("SKIR-R97", &words));
        let at = Point::new(stand.at.0, self.board.scenario().depth - stand.at.1);
        if !self.board.terrain().holds(at) {
            return refuse(format!("{},{} is not on the table", stand.at.0, stand.at.1));
        }
        if let Some(left) = stand.left {
            let full = self.board.chart(unit).men;
            if left > u16::from(full) {
                return refuse(format!("{name} has {full} men at the most"));
            }
            self.leave_only(unit, left as u8);
        }
        let state = self.board.unit_mut(unit);
        state.ride(None);
        state.set(Flags::EMBARKED.and(Flags::HOOKED).and(Flags::GONE).and(Flags::TO_COME), false);
        for (word, flag) in FLAGS {
            state.set(flag, stand.is(word));
        }
        let facing = stand.facing.unwrap_or(suggestion.facing);
        let floor = (1..).zip(FLOORS).find(|(_, word)| stand.is(word)).map_or(0, |(floor, _)| floor);
        // Of several the one that was said last.
        let mut last = stand.conditions.iter().rev();
        let wanted = last.find_map(|word| Formation::ALL.into_iter().find(|one| one.name() == *word));
        let usual = [suggestion.formation, Formation::Cluster, Formation::Line, Formation::Column];
        let tries: &[Formation] = wanted.as_ref().map_or(&usual[..], std::slice::from_ref);
        let stood = tries.iter().find_map(|formation| self.stood(unit, at, facing, *formation, floor));
        self.stand_at(unit, facing, stood);
        if stood.is_none() || self.board.centre(unit) != at {
            return refuse(format!("{name} finds no room at {},{}", stand.at.0, stand.at.1));
        }
        Ok(())
    }

    fn left_of(&self, counter: CounterId) -> Option<u16> {
        let unit = self.unit_on(counter).ok()?;
        let alive = self.board.unit(unit).alive;
        (alive < self.board.chart(unit).men).then_some(alive.into())
    }

    fn conditions_of(&self, counter: CounterId) -> Option<Vec<&'static str>> {
        let unit = self.unit_on(counter).ok()?;
        let (board, state) = (&self.board, self.board.unit(unit));
        let stands = board.is_on_table(unit) && !board.rides(unit) && state.hull == Hull::Whole;
        if !stands || state.is(Flags::ON_FOOT) {
            return None;
        }
        let mut words = Vec::new();
        if board.is_afoot(unit) {
            let leader = board.men(unit)[usize::from(state.leader)];
            words.extend(self.formation_of(unit, leader.at(), leader.floor).map(Formation::name));
            words.extend(FLOORS.get(usize::from(leader.floor).wrapping_sub(1)));
        }
        words.extend(FLAGS.into_iter().filter(|(_, flag)| state.is(*flag)).map(|(word, _)| word));
        Some(words)
    }

    fn begin_at(&mut self, turn: u16, side: Seat, phase: usize) {
        for unit in self.board.everybody() {
            let carrier = self.board.unit(unit).carrier();
            if carrier.is_some_and(|carrier| !self.board.is_on_table(carrier)) {
                let state = self.board.unit_mut(unit);
                state.ride(None);
                state.set(Flags::EMBARKED.and(Flags::HOOKED), false);
                state.set(Flags::GONE, true);
            }
        }
        self.turn = turn as u8 - 1;
        self.begin_turn(&mut ());
        (self.first_of_turn, self.first) = (Side::of(side), Side::of(side));
        self.flow = GameTurn::from_planning(phase == 0);
    }
}

impl Skirmish {
    /// Whether a unit takes no part in a position of one's own.
    pub(super) fn is_away(&self, unit: UnitId) -> bool {
        let state = self.board.unit(unit);
        state.is(Flags::GONE) && !state.is(Flags::LOST) && state.hull == Hull::Whole && state.alive > 0
    }

    /// How a unit would stand anywhere on the table, clear of everybody.
    fn stood(&self, unit: UnitId, at: Point, facing: u16, formation: Formation, floor: u8) -> Option<Stood> {
        self.would_stand(unit, at, Heading::new(facing), (formation, floor), None, |_| true)
    }

    /// The formation in which the men of a team stand around their leader; none where they stand otherwise.
    fn formation_of(&self, unit: UnitId, at: Point, floor: u8) -> Option<Formation> {
        let facing = self.board.unit(unit).heading;
        Formation::ALL.into_iter().find(|formation| {
            let Some(Stood::Men(placed)) = self.stood(unit, at, facing, *formation, floor) else {
                return false;
            };
            self.board.living(unit).all(|(man, stands)| {
                let man = usize::from(man);
                (placed.at[man], placed.floors[man]) == (stands.at(), stands.floor)
            })
        })
    }

    /// A unit has only so many men left, its leader among them.
    fn leave_only(&mut self, unit: UnitId, left: u8) {
        let stay = self.board.rank_and_file(unit);
        for (place, man) in stay.iter().enumerate() {
            self.board.men_mut(unit)[usize::from(*man)].alive = place < usize::from(left);
        }
        self.board.unit_mut(unit).alive = left;
    }
}
