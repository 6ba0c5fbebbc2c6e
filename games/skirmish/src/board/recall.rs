//! Who was spotted by whom: reckoned once and kept while neither of them nor the table has changed.
//!
//! Kept outside of the state, each thread for itself: it is a memory of answers, and forgetting changes none. An answer is
//! given again only if everything that it depends on is the same; nothing is trusted to a hash.

use std::cell::RefCell;

use kit::position::UnitId;
use smallvec::SmallVec;

use super::{Condition, ModelKind};
use crate::{
    placing::MOST_MEN,
    spotting::Status,
    state::{Board, Man, UNITS},
};

/// As many tables are remembered at the same time: what either side knows of it, now and a moment ago.
const KEPT: usize = 8;

/// Where a model stands that may hide something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Post {
    pub(crate) unit: UnitId,
    pub(crate) at: (i16, i16),
    pub(crate) heading: u16,
    pub(crate) hull: ModelKind,
}

/// All models of a table.
pub(crate) type Posts = SmallVec<[Post; 24]>;

/// A table with everything on it that may hide something.
struct Table {
    terrain: u32,
    condition: Condition,
    posts: Posts,
    number: u32,
}

/// How a unit stands.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Stance {
    /// Of a model; nothing of men.
    model: Option<(i16, i16, u16)>,
    leader: u8,
    /// Of a unit on foot; nobody of a model.
    men: [Man; MOST_MEN],
}

/// An answer and all that it depends on.
#[derive(Clone, Copy)]
struct Answer {
    table: u32,
    observer: Stance,
    target: Stance,
    status: Status,
    /// Whether everybody was looked for, not just anybody.
    is_whole: bool,
    men: u16,
}

#[derive(Default)]
struct Memory {
    tables: Vec<Table>,
    next: usize,
    /// Tables are counted from 1.
    count: u32,
    answers: Vec<Option<Answer>>,
}

thread_local! {
    static MEMORY: RefCell<Memory> = RefCell::default();
}

/// The number by which answers about a table are remembered: another for every table that differs.
pub(crate) fn number(terrain: u32, condition: &Condition, posts: &Posts) -> u32 {
    MEMORY.with_borrow_mut(|memory| {
        let is_same = |table: &&Table| {
            table.terrain == terrain && table.posts == *posts && table.condition == *condition
        };
        if let Some(table) = memory.tables.iter().find(is_same) {
            return table.number;
        }
        // Numbers are never used twice: after the last one nothing is remembered.
        let Some(number) = memory.count.checked_add(1) else { return 0 };
        memory.count = number;
        let table = Table { terrain, condition: *condition, posts: posts.clone(), number };
        if memory.tables.len() < KEPT {
            memory.tables.push(table);
        } else {
            memory.next = (memory.next + 1) % KEPT;
            let oldest = memory.next;
            memory.tables[oldest] = table;
        }
        number
    })
}

impl Board {
    fn stance(&self, unit: UnitId) -> Option<Stance> {
        let state = self.unit(unit);
        let mut men = [Man::default(); MOST_MEN];
        if !self.is_afoot(unit) {
            return Some(Stance { model: Some((state.x, state.y, state.heading)), leader: 0, men });
        }
        let team = self.men(unit);
        men.get_mut(..team.len())?.copy_from_slice(team);
        Some(Stance { model: None, leader: state.leader, men })
    }
}

/// Whom of the target the observer spots on a table: as it is remembered, or as `look` finds it. Everybody is asked for by
/// `all`; otherwise anybody will do.
pub(crate) fn spotted(
    board: &Board,
    table: u32,
    (observer, target): (UnitId, UnitId),
    all: bool,
    look: impl FnOnce() -> u16,
) -> u16 {
    let stances = board.stance(observer).zip(board.stance(target)).filter(|_| table != 0);
    let Some((from, to)) = stances else { return look() };
    let status = board.status(target);
    let place = observer.index() * UNITS + target.index();
    let known = MEMORY.with_borrow(|memory| {
        let answer = memory.answers.get(place)?.as_ref()?;
        let is_same = answer.table == table
            && answer.status == status
            && answer.observer == from
            && answer.target == to
            // Nobody is nobody, however one looks.
            && (answer.is_whole || !all || answer.men == 0);
        is_same.then_some(answer.men)
    });
    known.unwrap_or_else(|| {
        let men = look();
        let answer = Answer { table, observer: from, target: to, status, is_whole: all, men };
        MEMORY.with_borrow_mut(|memory| {
            if memory.answers.is_empty() {
                memory.answers.resize(UNITS * UNITS, None);
            }
            memory.answers[place] = Some(answer);
        });
        men
    })
}

#[cfg(test)]
mod tests {
    use kit::{Game, Rolled, Setup, Status, random_play::RandomPlayer};

    use crate::{game::Skirmish, state::Side};

    /// What is remembered is what is reckoned, through a whole game and after another table was looked at (SKIR-SPT-2).
    #[test]
    fn nothing_is_remembered_wrongly() {
        let mut games =
            ["skir-learn", "skir-workshop"].map(|scenario| Skirmish::start(&Setup::of(scenario)).unwrap());
        let (mut player, mut dice) = (RandomPlayer::seeded(3), Rolled::seeded(3));
        let mut asked = 0;
        for decision in 0..300 {
            let game = &mut games[decision % 2];
            if let Status::Over(_) = game.status() {
                continue;
            }
            let actions = game.choices();
            game.perform(&actions[player.pick(actions.len())], &mut dice, &mut ());
            let board = &game.board;
            for (observer, side) in
                board.everybody().map(|unit| (unit, board.side(unit))).skip(decision % 5).step_by(5)
            {
                let known = board.scene(Some(side));
                let mut unknown = known.clone();
                unknown.number = 0;
                for target in board.army(if side == Side::A { Side::B } else { Side::A }) {
                    let fresh = board.hittable_in(&unknown, observer, target);
                    for _ in 0..2 {
                        assert_eq!(board.hittable_in(&known, observer, target), fresh, "{}", game.moment());
                    }
                    asked += usize::from(fresh != 0);
                }
            }
        }
        assert!(asked > 100, "only {asked} were in sight");
    }
}
