//! Phases A, F, G and J written a second time, straight from the ledger: who arrives where, who is rebuilt where and for
//! what, who recovers, who starves, how many points each side has. Compared with the game over positions of random games.

use std::collections::BTreeSet;

use kit::{Game, Rolled, Status as GameStatus, map::HexId, random_play::RandomPlayer};
use sandtable_eastfront::{
    Arm, Class, EastFront, Nation, Side,
    action::Action,
    board::{Aside, Location, Status},
    flow::{PlayerTurn, Step},
    game::House,
    roster::{UNITS, UnitId},
    theatre::Start,
    victory,
};

use super::{
    board::{game, numbers},
    literal::Reader,
};

const SIDES: [Side; 2] = [Side::Axis, Side::Soviet];
const GREAT: [&str; 2] = ["Leningrad", "Moscow"];
const TANKS: [&str; 3] = ["Leningrad", "Kharkov", "Stalingrad"];

/// The ledger read literally, on one position.
struct Month<'g> {
    game: &'g EastFront,
    reader: Reader<'g>,
    /// Where units were rebuilt in this phase.
    rebuilt_at: &'g BTreeSet<HexId>,
}

impl<'g> Month<'g> {
    fn of(game: &'g EastFront, rebuilt_at: &'g BTreeSet<HexId>) -> Self {
        Self { game, reader: Reader::of(game), rebuilt_at }
    }

    fn name(&self, hex: HexId) -> &'g str {
        self.game.theatre().place(hex).map_or("", |place| place.name.as_str())
    }

    fn hexes(&self) -> impl Iterator<Item = HexId> + use<'g> {
        self.game.theatre().land.iter()
    }

    fn controls(&self, hex: HexId) -> bool {
        self.game.board().controls(self.game.phasing(), hex)
    }

    fn is_city(&self, hex: HexId) -> bool {
        let class = self.game.theatre().class(hex);
        matches!(class, Some(Class::VictoryCity | Class::MajorCity | Class::DotCity))
    }

    /// As for a German unit, for Finns as for a Finnish one (EAST-R58).
    fn is_supplied(&self, nation: Nation, hex: HexId) -> bool {
        let line = match nation {
            Nation::Soviet | Nation::Finnish => nation,
            _ => Nation::German,
        };
        let zones = self.reader.zones(self.game.phasing().other());
        self.reader.is_supplied(line, false, hex, &zones)
    }

    /// EAST-STK-7, EAST-STK-8
    fn is_open_to(&self, nation: Nation, hex: HexId) -> bool {
        let theatre = self.game.theatre();
        match nation {
            Nation::Hungarian => theatre.country_at(hex) != sandtable_eastfront::Country::Romania,
            Nation::Finnish => theatre.map.number(hex).row <= 5,
            _ => true,
        }
    }

    /// EAST-REP-1, EAST-R58
    fn arrivals(&self, unit: UnitId) -> BTreeSet<HexId> {
        let board = self.game.board();
        let Location::Aside(Aside::Due(due)) = board.place_of(unit) else { return BTreeSet::new() };
        let Start::Turn(_, place) = self.game.theatre().starts[unit.index()] else { return BTreeSet::new() };
        if due > self.game.turn() || board.side(unit) != self.game.phasing() {
            return BTreeSet::new();
        }
        let zones = self.reader.zones(self.game.phasing().other());
        let is_free =
            |hex: HexId| self.controls(hex) && !zones.contains(&hex) && self.reader.has_room(unit, hex);
        if is_free(place) {
            return BTreeSet::from([place]);
        }
        let (map, nation) = (&self.game.theatre().map, board.nation(unit));
        let is_one = |hex: &HexId| {
            let fits = if map.len() == 64 {
                map.number(*hex).column == 7
            } else {
                self.is_city(*hex) && self.is_open_to(nation, *hex)
            };
            fits && is_free(*hex) && (map.len() == 64 || self.is_supplied(nation, *hex))
        };
        let open: Vec<HexId> = self.hexes().filter(is_one).collect();
        let least = open.iter().map(|&hex| map.distance(place, hex)).min();
        open.into_iter().filter(|&hex| Some(map.distance(place, hex)) == least).collect()
    }

    /// EAST-REP-2, EAST-REP-3, EAST-REP-8
    fn can_be_rebuilt(&self, unit: UnitId) -> bool {
        let (board, turn) = (self.game.board(), self.game.turn());
        let Location::Aside(Aside::Pool(lost)) = board.place_of(unit) else { return false };
        let piece = board.piece(unit);
        if lost >= turn || piece.side != self.game.phasing() {
            return false;
        }
        let [infantry, armour] = self.game.stores(piece.side);
        match (piece.nation(), piece.arm()) {
            (Nation::German | Nation::Soviet, Arm::Armour) => u16::from(piece.attack) <= armour,
            (Nation::German | Nation::Soviet, _) => u16::from(piece.defence) <= infantry + armour,
            _ => [11, 23, 35, 47].contains(&turn),
        }
    }

    /// EAST-REP-5, EAST-REP-8, EAST-R70
    fn rebuilding(&self, unit: UnitId) -> BTreeSet<HexId> {
        let (theatre, nation) = (self.game.theatre(), self.game.board().nation(unit));
        let zones = self.reader.zones(self.game.phasing().other());
        let has_room = |hex: HexId| self.controls(hex) && self.reader.has_room(unit, hex);
        if nation == Nation::Soviet {
            let is_one = |hex: &HexId| {
                let at_edge = theatre.map.number(*hex).column == 44;
                let in_city = || self.is_city(*hex) && !zones.contains(hex) && self.is_supplied(nation, *hex);
                has_room(*hex) && !self.rebuilt_at.contains(hex) && (at_edge || in_city())
            };
            return self.hexes().filter(is_one).collect();
        }
        let named = |name: &str| theatre.hex_named(name).unwrap();
        let base = match nation {
            Nation::Romanian => named("Jassy"),
            Nation::Finnish => named("Helsinki"),
            Nation::German if !self.controls(named("Warsaw")) => named("Koenigsberg"),
            _ => named("Warsaw"),
        };
        if nation == Nation::German && !self.controls(base) {
            return BTreeSet::new();
        }
        let is_free = |hex: &HexId| {
            has_room(*hex)
                && self.is_open_to(nation, *hex)
                && (nation != Nation::German || !zones.contains(hex))
        };
        if is_free(&base) {
            return BTreeSet::from([base]);
        }
        theatre.map.neighbours(base).filter(|hex| theatre.land.contains(*hex)).filter(is_free).collect()
    }

    /// EAST-REP-6, as far as 1942.
    fn income(&self) -> [u16; 2] {
        let turn = self.game.turn();
        assert!(turn < 20, "1943 gives more");
        match self.game.phasing() {
            _ if turn == 1 || !self.game.theatre().replacements => [0, 0],
            Side::Axis => [2, 1],
            Side::Soviet => {
                let own: Vec<&str> = self
                    .hexes()
                    .filter(|&hex| self.game.theatre().class(hex) == Some(Class::VictoryCity))
                    .filter(|&hex| self.controls(hex))
                    .map(|hex| self.name(hex))
                    .collect();
                let great = own.iter().filter(|name| GREAT.contains(name)).count();
                let tanks = own.iter().filter(|name| TANKS.contains(name)).count();
                [(own.len() + great + 5) as u16, tanks as u16 + if turn < 10 { 1 } else { 2 }]
            }
        }
    }

    /// EAST-VIC-1, EAST-VIC-2, EAST-VIC-3: points in supply, those of the Soviets over land.
    fn points(&self, side: Side) -> u8 {
        let zones = self.reader.zones(side.other());
        let nation = if side == Side::Axis { Nation::German } else { Nation::Soviet };
        let counts = |hex: &HexId| {
            self.game.theatre().class(*hex) == Some(Class::VictoryCity)
                && self.game.board().controls(side, *hex)
                && self.reader.is_supplied(nation, side == Side::Soviet, *hex, &zones)
        };
        self.hexes().filter(counts).map(|hex| 1 + u8::from(GREAT.contains(&self.name(hex)))).sum()
    }
}

fn compare_muster(month: &Month<'_>, context: &str) {
    let game = month.game;
    let board = game.board();
    let choices = game.choices();
    for unit in (0..UNITS).map(UnitId::new) {
        let listed = choices.iter().filter_map(|action| match *action {
            Action::Arrive(known, hex) if known == unit => Some(hex),
            _ => None,
        });
        let (listed, plain) = (numbers(board, listed), numbers(board, month.arrivals(unit)));
        assert_eq!(listed, plain, "{context}: arrival of {}", board.name(unit));
        let is_listed = choices.contains(&Action::Pick(unit));
        assert_eq!(is_listed, month.can_be_rebuilt(unit), "{context}: rebuilding {}", board.name(unit));
        if is_listed {
            let mut then = *game;
            then.apply(&Action::Pick(unit), &mut Rolled::seeded(1), &mut ()).unwrap();
            let listed = then.choices().into_iter().filter_map(|action| match action {
                Action::To(hex) => Some(hex),
                _ => None,
            });
            let (listed, plain) = (numbers(board, listed), numbers(board, month.rebuilding(unit)));
            assert_eq!(listed, plain, "{context}: places for {}", board.name(unit));
        }
    }
}

/// EAST-DSP-3, EAST-SUP-1, EAST-SUP-6, EAST-R61: the end of a player turn, every second Dispersed unit having been so
/// before it, and some having been out of supply before.
fn compare_supply(game: &EastFront, side: Side, context: &str) {
    let mut board = *game.board();
    for (number, unit) in board.units_of(side).iter().enumerate() {
        let is_old = board.is_dispersed(unit) && number % 2 == 0;
        board.set(unit, Status::DispersedBefore, is_old);
        if board.is_dispersed(unit) {
            board.set_isolated(unit, (number % 4) as u8);
        }
    }
    let before = EastFront::new(board, House::default()).on_turn_number(game.turn());
    let reader = Reader::of(&before);
    let zones = reader.zones(side.other());
    let after = EastFront::in_phase(&board, House::default(), game.turn(), side, PlayerTurn::Recovery);
    for unit in board.units_of(side) {
        let hex = board.hex_of(unit).unwrap();
        let line = match board.nation(unit) {
            Nation::Soviet => Nation::Soviet,
            Nation::Finnish => Nation::Finnish,
            _ => Nation::German,
        };
        let marks = board.isolated(unit);
        let place = game.theatre().place(hex);
        let strong = place.is_some_and(|place| {
            place.fortress || matches!(place.class, Class::VictoryCity | Class::MajorCity)
        });
        let (is_dispersed, marks) = if reader.is_supplied(line, false, hex, &zones) {
            (board.is_dispersed(unit) && !board.is(unit, Status::DispersedBefore), 0)
        } else {
            (true, marks + 1)
        };
        let is_lost = marks >= if strong { 4 } else { 2 };
        let then = after.board();
        assert_eq!(then.hex_of(unit).is_none(), is_lost, "{context}: {} lost", board.name(unit));
        if !is_lost {
            let (plain, fast) = ((is_dispersed, marks), (then.is_dispersed(unit), then.isolated(unit)));
            assert_eq!(fast, plain, "{context}: {}", board.name(unit));
        }
    }
}

/// Plays at random and compares as often as there is time for; how often that was.
fn read_twice(scenario: &str, seed: u64, last_turn: u8, every: u32) -> [u32; 3] {
    let mut now = game(scenario);
    let (mut chance, mut dice) = (RandomPlayer::seeded(seed), Rolled::seeded(seed));
    let mut rebuilt_at = BTreeSet::new();
    let (mut musters, mut compared) = (0, [0; 3]);
    while matches!(now.status(), GameStatus::Deciding(_)) && now.turn() <= last_turn {
        let context = format!("{scenario} {seed}, turn {} of {}", now.turn(), now.phasing());
        let choices = now.choices();
        let in_muster = matches!(now.step(), Step::Muster(_));
        if in_muster && choices.contains(&Action::Done) {
            musters += 1;
            if musters % every == 0 {
                compared[0] += 1;
                compare_muster(&Month::of(&now, &rebuilt_at), &context);
            }
        }
        let action = choices[chance.pick(choices.len())];
        if let (true, Action::To(hex)) = (in_muster, action) {
            rebuilt_at.insert(hex);
        }
        let before = now;
        now.apply(&action, &mut dice, &mut ()).unwrap();
        if (before.turn(), before.phasing()) == (now.turn(), now.phasing()) {
            continue;
        }
        // Another player turn has begun.
        rebuilt_at.clear();
        compared[1] += 1;
        let month = Month::of(&now, &rebuilt_at);
        let side = now.phasing();
        let stores = [before.stores(side), now.stores(side)];
        let received = [stores[1][0] - stores[0][0], stores[1][1] - stores[0][1]];
        if matches!(now.status(), GameStatus::Deciding(_)) && !matches!(now.step(), Step::Holding(_)) {
            assert_eq!(received, month.income(), "{context}: factors");
        }
        assert_eq!(victory::axis_points(now.board()).1, month.points(Side::Axis), "{context}");
        if scenario != "smolensk-gate" {
            assert_eq!(victory::soviet_points(now.board()).1, month.points(Side::Soviet), "{context}");
        }
        if compared[1] % 4 == 0 && now.turn() < now.theatre().last_turn {
            compared[2] += 1;
            for side in SIDES {
                compare_supply(&now, side, &context);
            }
        }
    }
    compared
}

#[test]
fn rep_sup_and_vic_are_read_twice() {
    let gate = (1..=6)
        .map(|seed| read_twice("smolensk-gate", seed, 4, 1))
        .fold([0; 3], |all, one| [0, 1, 2].map(|place| all[place] + one[place]));
    let great = read_twice("barbarossa", 3, 10, 8);
    let war = read_twice("campaign", 8, 12, 8);
    assert!(gate[0] > 5 && great[0] > 5 && war[0] > 5, "{gate:?} {great:?} {war:?}");
    assert!(great[2] >= 3 && war[2] >= 3, "{gate:?} {great:?} {war:?}");
}
