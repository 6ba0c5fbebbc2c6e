//! Phase B written a second time, straight from the ledger, with an account of its own of what the railways still carry:
//! compared with what is listed, at every position of random games where somebody can go by rail.

use std::collections::BTreeSet;

use kit::{Game, Rolled, Status as GameStatus, random_play::RandomPlayer};
use sandtable_eastfront::{EastFront, Side, Size, action::Action, board::Status, flow::Step, roster::UnitId};

use super::{
    board::{game, numbers},
    literal::Reader,
};

/// What the ledger remembers of a player turn.
struct Account {
    left: u32,
    gone: BTreeSet<UnitId>,
    rebuilt: BTreeSet<UnitId>,
    picked: Option<UnitId>,
}

/// EAST-RAIL-3: army 2, corps or division 1.
fn price(game: &EastFront, unit: UnitId) -> u32 {
    if game.board().piece(unit).size() == Size::Army { 2 } else { 1 }
}

impl Account {
    /// EAST-RAIL-3: Axis 8; Soviet 12 in 1941, 16 from January 1942, which is turn 8.
    fn of(side: Side, turn: u8) -> Self {
        let left = match side {
            Side::Axis => 8,
            Side::Soviet if turn < 8 => 12,
            Side::Soviet => 16,
        };
        Self { left, gone: BTreeSet::new(), rebuilt: BTreeSet::new(), picked: None }
    }

    /// EAST-SEQ-7, EAST-RAIL-1 to EAST-RAIL-4: everybody who may go by rail now.
    fn passengers(&self, game: &EastFront) -> BTreeSet<UnitId> {
        let (board, side, reader) = (game.board(), game.phasing(), Reader::of(game));
        let zones = reader.zones(side.other());
        let may_ride = |unit: &UnitId| {
            let is_fit =
                !board.is(*unit, Status::Dispersed) || side == Side::Soviet && self.rebuilt.contains(unit);
            is_fit && !self.gone.contains(unit) && price(game, *unit) <= self.left
        };
        board
            .on_map()
            .iter()
            .filter(|&unit| board.side(unit) == side)
            .filter(may_ride)
            .filter(|&unit| reader.is_at_station(unit, &zones))
            .collect()
    }

    /// Compares a position of phase B with what is listed.
    fn compare(&self, game: &EastFront, choices: &[Action], context: &str) {
        let board = game.board();
        let Some(unit) = self.picked else {
            let (last, listed) = choices.split_last().unwrap();
            assert_eq!(*last, Action::Done, "{context}");
            let picked = |action: &Action| match *action {
                Action::Pick(unit) => unit,
                other => panic!("{context}: {other:?} is offered"),
            };
            let fast: BTreeSet<UnitId> = listed.iter().map(picked).collect();
            assert_eq!(fast, self.passengers(game), "{context}: with {} points left", self.left);
            let left =
                if self.left == 1 { "1 point is".to_owned() } else { format!("{} points are", self.left) };
            assert!(game.prompt().words.contains(&left), "{context}: {}", game.prompt().words);
            return;
        };
        let ends = choices.iter().filter_map(|action| match action {
            Action::To(hex) => Some(*hex),
            _ => None,
        });
        let plain = Reader::of(game).rides(unit);
        assert_eq!(numbers(board, ends), numbers(board, plain), "{context}: {}", board.name(unit));
        assert!(choices.contains(&Action::Stay), "{context}");
    }

    /// A unit goes to where it was sent: which one.
    fn note(&mut self, action: Action) -> Option<UnitId> {
        let sent = self.picked.take();
        if let Action::Pick(unit) = action {
            self.picked = Some(unit);
        }
        sent.filter(|_| matches!(action, Action::To(_)))
    }
}

/// Plays at random and compares every position of phase B: how many there were, how many rides were made, and in how many
/// player turns too little was left for somebody.
fn read_twice(scenario: &str, seed: u64, last_turn: u8) -> [u32; 3] {
    let mut now = game(scenario);
    let (mut chance, mut dice) = (RandomPlayer::seeded(seed), Rolled::seeded(seed));
    let mut account = Account::of(now.phasing(), now.turn());
    let (mut told, mut actions) = ([0; 3], Vec::new());
    while matches!(now.status(), GameStatus::Deciding(_)) && now.turn() <= last_turn {
        let context = format!("{scenario} {seed}, turn {} of {}", now.turn(), now.phasing());
        actions.clear();
        now.actions(&mut actions);
        let action = actions[chance.pick(actions.len())];
        let before = now;
        now.apply(&action, &mut dice, &mut ()).unwrap();
        match before.step() {
            Step::Ride(_) => {
                account.compare(&before, &actions, &context);
                told[0] += 1;
                if let Some(unit) = account.note(action) {
                    account.left -= price(&before, unit);
                    account.gone.insert(unit);
                    told[1] += 1;
                }
                if !matches!(now.step(), Step::Ride(_)) && action != Action::Done {
                    // Nobody is asked any more: the ledger must find nobody either.
                    assert!(account.passengers(&now).is_empty(), "{context}: {} points left", account.left);
                    told[2] += 1;
                }
            }
            Step::Muster(_) => {
                let rebuilt = account.note(action);
                account.rebuilt.extend(rebuilt);
            }
            _ => {}
        }
        if (before.turn(), before.phasing()) != (now.turn(), now.phasing()) {
            account = Account::of(now.phasing(), now.turn());
        }
    }
    told
}

/// EAST-RAIL-1 to EAST-RAIL-5, EAST-SEQ-7
#[test]
fn rail_capacity_is_read_twice() {
    let great = (1..=2).map(|seed| read_twice("barbarossa", seed, 10));
    let war = (3..=4).map(|seed| read_twice("campaign", seed, 12));
    let all = great.chain(war).fold([0; 3], |all, one| [0, 1, 2].map(|place| all[place] + one[place]));
    assert!(all[0] >= 800 && all[1] >= 300 && all[2] >= 10, "{all:?}");
}
