//! The fast rules and the plain ones agree, over positions of random games and over scattered ones.

use kit::{
    Dice as _, Die, Game, Purpose, Rolled, Setup, map::HexId, objection::Silent, random_play::watched_game,
};
use sandtable_eastfront::{
    EastFront, Nation, Side,
    action::Action,
    board::{Board, Status},
    movement::MoveRange,
    rail,
    supply::{Lines, Net, Supply},
};

use super::{
    board::{empty, game, numbers, on_turn},
    literal::Reader,
};

const SIDES: [Side; 2] = [Side::Axis, Side::Soviet];

fn agree(game: &EastFront, every: usize, context: &str) {
    let (board, reader) = (game.board(), Reader::of(game));
    for side in SIDES {
        let plain = reader.zones(side);
        assert_eq!(
            numbers(board, *board.zones_of(side)),
            numbers(board, plain.iter().copied()),
            "{context}: zones of {side}"
        );
        supply_agrees(game, &reader, side, every, context);
        let units: Vec<_> = board.units_of(side).iter().collect();
        for &unit in units.iter().step_by(every) {
            let range = MoveRange::new(board, unit, game.season());
            let costs = reader.moves(unit);
            let (fast, plain) = (numbers(board, range.ends()), numbers(board, costs.keys().copied()));
            assert_eq!(
                fast,
                plain,
                "{context}: moves of {} from {}",
                board.name(unit),
                where_is(board, unit)
            );
            for end in range.ends() {
                let way = range.way(end).unwrap_or_else(|| panic!("{context}: no way"));
                let mut so_far = sandtable_eastfront::movement::Way::NOWHERE;
                for &hex in way.hexes() {
                    assert!(range.check_step::<Silent>(&so_far, hex).is_ok(), "{context}: a step of a way");
                    so_far = so_far.then(hex);
                }
                assert!(range.check_way::<Silent>(&way).is_ok(), "{context}: the whole way");
                assert_eq!(range.price(&way), costs[&end], "{context}: the price of a way");
            }
            let rides = rail::reach(board, unit, game.season()) & game.theatre().stations;
            let start = board.hex_of(unit).unwrap();
            let begins =
                game.theatre().stations.contains(start) && rail::open_net(board, side).contains(start);
            let fast: Vec<HexId> = rides.iter().filter(|&hex| begins && reader.has_room(unit, hex)).collect();
            assert_eq!(
                numbers(board, fast),
                numbers(board, reader.rides(unit)),
                "{context}: rides of {}",
                board.name(unit)
            );
        }
    }
    assert_eq!(
        numbers(board, rail::convertible(board)),
        numbers(board, reader.convertible()),
        "{context}: conversions"
    );
}

fn where_is(board: &Board, unit: sandtable_eastfront::roster::UnitId) -> String {
    numbers(board, board.hex_of(unit))
}

fn supply_agrees(game: &EastFront, reader: &Reader<'_>, side: Side, every: usize, context: &str) {
    let board = game.board();
    let zones = reader.zones(side.other());
    let supply = Supply::of(board, side);
    for unit in board.units_of(side).iter().step_by(every) {
        let hex = board.hex_of(unit).unwrap();
        let plain = reader.is_supplied(board.nation(unit), false, hex, &zones);
        let fast = supply.reaches_unit(board, unit);
        assert_eq!(fast, plain, "{context}: supply of {} in {}", board.name(unit), where_is(board, unit));
        let lines = if board.nation(unit) == Nation::Finnish { Lines::Finnish } else { Lines::Usual };
        assert_eq!(Net::of(board, side, lines).line(board, hex).is_some(), plain, "{context}: the line");
    }
    let overland = Net::of(board, side, Lines::Overland).supplied(board);
    let nation = if side == Side::Axis { Nation::German } else { Nation::Soviet };
    for city in &game.theatre().victory_cities {
        if board.controls(side, city.hex) {
            let plain = reader.is_supplied(nation, true, city.hex, &zones);
            assert_eq!(
                overland.contains(city.hex),
                plain,
                "{context}: overland {}",
                numbers(board, [city.hex])
            );
            let plain = reader.is_supplied(nation, false, city.hex, &zones);
            assert_eq!(
                supply.hexes(nation).contains(city.hex),
                plain,
                "{context}: {}",
                numbers(board, [city.hex])
            );
        }
    }
}

/// Positions as they come about in play.
#[test]
fn positions_of_random_games_are_read_twice() {
    for (scenario, seed, places, every) in [("smolensk-gate", 3, 12, 1), ("barbarossa", 5, 5, 9)] {
        let (session, fault) = watched_game::<EastFront>(&Setup::of(scenario), seed, 20_000).unwrap();
        assert_eq!(fault, None);
        let steps = session.entries().len();
        for place in 1..=places {
            let step = steps * place / (places + 1);
            agree(&session.at(step), every, &format!("{scenario} {seed} step {step}"));
        }
    }
}

/// Everybody anywhere, Dispersed or not, in all weather: what seldom comes about in play.
fn scattered(seed: u64) -> EastFront {
    let mut dice = Rolled::seeded(seed);
    let mut lot =
        |sides: usize| usize::from(dice.roll(Die::with_sides(sides as u16), Purpose::new("lot", ""))) - 1;
    let turn = [1, 2, 5, 6, 8, 8, 9, 10, 20, 33][lot(10)];
    let mut board = on_turn(&empty(), turn).board().to_owned();
    let theatre = board.theatre();
    // A front from north to south, somewhere; both sides have strays behind it.
    let front = 8 + lot(24) as u8;
    let land: Vec<HexId> = board.ground().iter().collect();
    for &hex in &land {
        let side =
            if (theatre.map.number(hex).column < front) ^ (lot(20) == 0) { Side::Axis } else { Side::Soviet };
        if theatre.land.contains(hex) {
            board.enter(side, hex);
        }
    }
    for hex in theatre.rail_hexes {
        if board.controls(Side::Axis, hex) && lot(5) > 0 {
            board.convert(hex);
        }
    }
    for unit in theatre.units.iter().step_by(1 + lot(3)) {
        let side = board.side(unit);
        for _ in 0..40 {
            let hex = land[lot(land.len())];
            let column = theatre.map.number(hex).column;
            let is_near = column.abs_diff(front) < 6 || lot(12) == 0;
            let is_own = board.controls(side, hex) || theatre.lakes.contains(hex);
            if is_near
                && is_own
                && board.open_to(unit).contains(hex)
                && sandtable_eastfront::stacking::has_room(&board, unit, hex)
            {
                board.place(unit, hex);
                board.set(unit, Status::Dispersed, lot(5) == 0);
                break;
            }
        }
    }
    on_turn(&board, turn)
}

#[test]
fn scattered_positions_are_read_twice() {
    for seed in 0..8 {
        let game = scattered(seed);
        game.invariants().unwrap_or_else(|fault| panic!("{seed}: {fault}"));
        agree(&game, 11, &format!("scattered {seed} on turn {}", game.turn()));
    }
}

/// What is listed in phase D is what the plain rule gives.
#[test]
fn listed_moves_are_the_plain_ones() {
    let mut game = game("smolensk-gate");
    super::board::go(&mut game, "retreats");
    while !game.choices().iter().any(|action| matches!(action, Action::Pick(_))) {
        super::board::go(&mut game, "done");
    }
    for action in game.choices() {
        let Action::Pick(unit) = action else { continue };
        let mut then = game;
        then.apply(&action, &mut Rolled::seeded(1), &mut ()).unwrap();
        let plain = Reader::of(&then).moves(unit).into_keys();
        let listed = then.choices().into_iter().filter_map(|action| match action {
            Action::To(hex) => Some(hex),
            _ => None,
        });
        assert_eq!(numbers(then.board(), listed), numbers(then.board(), plain));
    }
}
