//! Pockets and ways out of them, in small positions.

use kit::{Game, Manner, Rolled, Rules, Status as GameStatus, Tactics, flow::Steps, map::HexId};
use sandtable_eastfront::{
    Charts, EastFront, Side,
    action::Action,
    board::{Board, Status},
    flow::{PlayerTurn, Step},
    game::House,
    map::Hexes,
    roster::UnitId,
    supply::Supply,
    theatre::Scenario,
};

fn unit(name: &str) -> UnitId {
    Rules::<Charts>::published().get().unit_named(name).unwrap_or_else(|| panic!("no {name}"))
}

fn hex(board: &Board, place: &str) -> HexId {
    board.theatre().hex_named(place).unwrap_or_else(|| board.theatre().map.find(place).unwrap())
}

/// The front between Minsk and Smolensk in July 1941: the Axis has everything as far as this column, its railways are
/// converted; some units stand far away on both sides.
fn front(column: u8) -> Board {
    let mut board = Board::empty(Rules::<Charts>::published(), Scenario::Barbarossa);
    let theatre = board.theatre();
    for hex in theatre.land.iter().filter(|&hex| theatre.map.number(hex).column <= column) {
        board.enter(Side::Axis, hex);
        if theatre.rail_hexes.contains(hex) {
            board.convert(hex);
        }
    }
    put(board, "G-51K", "Koenigsberg")
}

fn put(mut board: Board, names: &str, place: &str) -> Board {
    let place = hex(&board, place);
    names.split(',').for_each(|name| board.move_to(unit(name), place));
    board
}

fn dispersed(mut board: Board, names: &str, isolated: u8) -> Board {
    for name in names.split(',') {
        board.set(unit(name), Status::Dispersed, true);
        board.set_isolated(unit(name), isolated);
    }
    board
}

fn is_supplied(board: &Board, name: &str) -> bool {
    Supply::of(board, board.side(unit(name))).reaches_unit(board, unit(name))
}

/// A regular plays phase D of a turn.
fn moved(board: &Board, turn: u8, side: Side) -> EastFront {
    played(board, turn, side, PlayerTurn::Movement)
}

/// A regular plays phase B or D of a turn.
fn played(board: &Board, turn: u8, side: Side, phase: PlayerTurn) -> EastFront {
    let mut game = EastFront::in_phase(board, House::default(), turn, side, phase);
    let mut mind = <EastFront as Tactics>::Mind::default();
    let first = std::mem::discriminant(&game.step());
    while matches!(game.status(), GameStatus::Deciding(_)) && std::mem::discriminant(&game.step()) == first {
        let action = game.best(&Manner::STEADY, &mut mind);
        assert!(game.step().check::<kit::Silent>(&game, action).is_ok(), "{}", game.write(&action));
        game.perform(&action, &mut Rolled::seeded(1), &mut ());
    }
    game
}

/// Two units on opposite sides of a hex close it: their zones cover the rest (EAST-SUP-3).
fn ringed(names: &str, at: &str, west: &str, east: &str) -> Board {
    let board = put(front(20), names, at);
    let board = put(board, "G-47PzK", west);
    put(board, "G-24PzK", east)
}

/// EAST-SUP-6: who is out of supply and can walk out does.
#[test]
fn an_army_that_is_cut_off_walks_out() {
    let board = put(put(front(20), "S-20A,S-5MK", "1420"), "S-24A", "Vyazma");
    let board = put(board, "G-47PzK", "1217");
    assert!(!is_supplied(&board, "S-20A"), "too far from the railways");
    let game = moved(&board, 3, Side::Soviet);
    for name in ["S-20A", "S-5MK"] {
        assert!(is_supplied(game.board(), name), "{name} is out");
    }
}

/// EAST-SUP-3: a friend in an enemy zone opens it.
#[test]
fn a_way_to_those_who_are_cut_off_is_opened() {
    let pocket = dispersed(ringed("S-20A,S-5MK", "1720", "1620", "1820"), "S-20A,S-5MK", 0);
    let alone = moved(&pocket, 3, Side::Soviet);
    assert!(!is_supplied(alone.board(), "S-20A"), "nobody can help");
    let helped = put(put(pocket, "S-13A", "1917"), "S-24A", "Smolensk");
    let game = moved(&helped, 3, Side::Soviet);
    assert!(is_supplied(game.board(), "S-20A"), "somebody has stepped between");
}

/// Two stacks side by side, which three units can close in.
fn bulge() -> Board {
    put(put(put(front(16), "S-20A,S-5MK", "1720"), "S-19A,S-7MK", "1721"), "S-24A", "Moscow")
}

const CAUGHT: [&str; 4] = ["S-20A", "S-5MK", "S-19A", "S-7MK"];

/// A pocket that can be closed is closed.
#[test]
fn a_pocket_is_closed() {
    let board = put(put(put(bulge(), "G-4A", "1620"), "G-47PzK", "1717"), "G-24PzK", "1723");
    assert!(CAUGHT.iter().all(|name| is_supplied(&board, name)), "the ring is open");
    let game = moved(&board, 3, Side::Axis);
    assert!(CAUGHT.iter().all(|name| !is_supplied(game.board(), name)), "they are cut off");
}

/// Whoever holds a ring stays in it, where it holds more than the way forward is worth.
#[test]
fn a_ring_stays_closed() {
    let ring = put(put(put(bulge(), "G-4A", "1620"), "G-47PzK", "1820"), "G-24PzK", "1722");
    let ring = dispersed(ring, "S-20A,S-5MK,S-19A,S-7MK", 1);
    assert!(CAUGHT.iter().all(|name| !is_supplied(&ring, name)));
    let game = moved(&ring, 3, Side::Axis);
    assert!(CAUGHT.iter().all(|name| !is_supplied(game.board(), name)), "the pocket is kept");
}

/// A lone ring is struck where that frees a stack, and left alone where nobody is freed.
#[test]
fn a_thin_ring_is_struck() {
    let attacked = |board: &Board| {
        let mut game = EastFront::in_phase(board, House::default(), 3, Side::Soviet, PlayerTurn::Prepared);
        let mut mind = <EastFront as Tactics>::Mind::default();
        let mut targets = Hexes::EMPTY;
        while let (GameStatus::Deciding(_), Step::Declare(_)) = (game.status(), game.step()) {
            let action = game.best(&Manner::STEADY, &mut mind);
            if let Action::Attack(_, target) = action {
                targets.insert(target);
            }
            if action == Action::Done {
                break;
            }
            game.perform(&action, &mut Rolled::seeded(1), &mut ());
        }
        targets
    };
    let relief = |board: Board| put(put(board, "S-13A,S-7MK", "1920"), "S-24A", "1821");
    let pocket = relief(dispersed(ringed("S-20A,S-5MK", "1720", "1620", "1820"), "S-20A,S-5MK", 1));
    assert!(!is_supplied(&pocket, "S-20A"));
    assert!(attacked(&pocket).contains(hex(&pocket, "1820")));
    let free = relief(put(put(front(17), "G-47PzK", "1620"), "G-24PzK", "1820"));
    assert!(!attacked(&free).contains(hex(&free, "1820")), "{:?}", attacked(&free).len());
}

/// Nobody is left behind: an army far in the rear goes by rail, or marches, until it is near.
#[test]
fn an_army_in_the_rear_is_brought_up() {
    let board = put(front(20), "G-47PzK,G-4A", "1920");
    let enemy = hex(&board, "1920");
    let far = |board: &Board| board.theatre().map.distance(board.hex_of(unit("S-60A")).unwrap(), enemy);
    for (start, phase) in
        [("Gorki", PlayerTurn::Rail), ("Gorki", PlayerTurn::Movement), ("2927", PlayerTurn::Movement)]
    {
        for turn in [8, 10] {
            let before = put(board, "S-60A", start);
            let game = played(&before, turn, Side::Soviet, phase);
            let (then, now) = (far(&before), far(game.board()));
            assert!(
                then > 10 && now < then,
                "{start} in {phase:?} on turn {turn}: from {then} to {now} hexes"
            );
        }
    }
}
