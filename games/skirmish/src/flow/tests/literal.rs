//! A second reading, slow and by the letter of the ledger, of what the game asks most: compared at many moments of random games.

use kit::{
    Dice, Die, Game as _, Purpose, Setup, Status, flow,
    position::{UnitId, Units},
    tabletop::{Outline, Point, Shape},
};

use crate::{
    charts::Class,
    game::Skirmish,
    state::{Flags, Side},
    victory,
    words::{Hull, Shelter, Speed},
};

/// Dice and choices that are the same in every run.
struct Fate(u64);

impl Fate {
    fn below(&mut self, most: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % most
    }
}

impl Dice for Fate {
    fn roll(&mut self, die: Die, _: Purpose) -> u16 {
        self.below(die.sides().into()) as u16 + 1
    }
}

/// SKIR-TER-2, SKIR-TER-3: every area that holds the centre, from all sides; every line within 20 mm of the base that the
/// straight line crosses; the best of them.
fn shelter(game: &Skirmish, at: Point, from: Point) -> Shelter {
    let scene = game.board.scene(None);
    let base = Shape::disc(at, 10);
    let crosses = |outline: Outline<'_>| !outline.spans(from, at).is_empty();
    let mut best = Shelter::None;
    for (id, piece) in scene.terrain.pieces() {
        for outline in scene.outlines(id) {
            let counts = if piece.is_line() { base.is_near(outline, 20) } else { outline.holds(at) };
            let between = !piece.is_line() || scene.outlines(id).any(crosses);
            // SKIR-R129: nobody stands on a lower level of a hill.
            let underfoot = !piece.is_hill() || piece.base == scene.terrain.elevation(at);
            if counts && between && underfoot {
                best = best.max(scene.kind(id).shelter);
            }
        }
    }
    for unit in game.board.everybody().filter(|unit| game.board.leaves_thing(*unit)) {
        let (chart, shape) = (game.board.chart(unit), game.board.model_shape(unit));
        if chart.class != Class::Gun && base.is_within(&shape, 20) && crosses(Outline::new(shape.corners())) {
            best = best.max(scene.terrain.wrecks[usize::from(chart.is_armored())].shelter);
        }
    }
    best
}

/// SKIR-MAN-2, SKIR-MAN-20: who may react to a unit.
fn may_react(game: &Skirmish, to: UnitId) -> Units {
    let ready = |unit: &UnitId| {
        let state = game.board.unit(*unit);
        let out = [Flags::GONE, Flags::TO_COME, Flags::UNPLACED, Flags::EMBARKED, Flags::HOOKED];
        let silent = [Flags::NO_FIRE, Flags::FLEEING];
        game.board.side(*unit) != game.board.side(to)
            && state.is(Flags::LURKING)
            && !out.into_iter().chain(silent).any(|flag| state.is(flag))
            && state.engaged == Units::NONE
    };
    game.board.everybody().filter(ready).collect()
}

/// SKIR-VIC-1: what a side has.
fn points(game: &Skirmish, side: Side) -> i32 {
    let mut sum = game.scored[side as usize];
    for unit in game.board.everybody().filter(|unit| game.board.side(*unit) != side) {
        let (chart, state) = (game.board.chart(unit), game.board.unit(unit));
        let all = i32::from(chart.points);
        let half = if chart.is_team() {
            state.alive * 2 <= state.strength
        } else {
            state.is(Flags::GUN_OUT) || chart.is_vehicle() && state.speed == Speed::Stopped
        };
        sum += match (state.is(Flags::LOST), half && state.hull == Hull::Whole) {
            (true, _) => all,
            (false, true) => all / 2,
            (false, false) => 0,
        };
    }
    sum
}

/// SKIR-CHP-1: platoons that count.
fn platoons(game: &Skirmish, side: Side) -> usize {
    let scenario = game.board.scenario();
    let counts = |platoon: &&crate::scenario::Platoon| {
        let due = platoon.enters.is_some_and(|entry| entry.turn <= game.turn);
        platoon.side == side
            && platoon.members.iter().any(|unit| {
                let state = game.board.unit(unit);
                !state.is(Flags::GONE) && !state.is(Flags::UNPLACED) && (due || !state.is(Flags::TO_COME))
            })
    };
    scenario.platoons.iter().filter(counts).count()
}

fn compare(game: &Skirmish, fate: &mut Fate) {
    let board = &game.board;
    for side in Side::BOTH {
        assert_eq!(victory::points(game, side), points(game, side));
        assert_eq!(game.platoons_of(side).count(), platoons(game, side));
    }
    let afoot: Vec<UnitId> = board
        .everybody()
        .filter(|unit| board.is_on_table(*unit) && board.is_afoot(*unit) && !board.rides(*unit))
        .collect();
    for &unit in &afoot {
        assert_eq!(game.lurkers(unit), may_react(game, unit), "{}", board.name(unit));
    }
    let Some(&unit) = afoot.get(fate.below(afoot.len().max(1) as u64) as usize) else { return };
    let from = Point::new(
        fate.below(board.scenario().width as u64) as i32,
        fate.below(board.scenario().depth as u64) as i32,
    );
    for (man, stands) in board.living(unit) {
        assert_eq!(
            board.shelter_of(unit, man, from),
            shelter(game, stands.at(), from),
            "{stands:?} {from:?}"
        );
        // SKIR-FRG-1, SKIR-GEO-3: within the radius by squares, a base adds its 10 mm.
        let (dx, dy) = (i64::from(from.x) - i64::from(stands.x), i64::from(from.y) - i64::from(stands.y));
        for radius in [10u32, 40, 90] {
            let by_squares = dx * dx + dy * dy <= i64::from(radius + 10).pow(2);
            assert_eq!(game.shape(unit, man).is_within(&Shape::point(from), radius), by_squares);
        }
    }
}

/// SKIR-TER-2, SKIR-TER-3, SKIR-FRG-1, SKIR-MAN-20, SKIR-VIC-1, SKIR-CHP-1: the game answers as the ledger reads.
#[test]
fn the_game_reads_like_the_ledger() {
    for (scenario, seed) in [("skir-learn", 1), ("skir-workshop", 2), ("skir-height", 3)] {
        let mut game = Skirmish::start(&Setup::of(scenario)).unwrap();
        let mut fate = Fate(seed);
        for _ in 0..160 {
            if matches!(game.status(), Status::Over(_)) {
                break;
            }
            let choices = game.choices();
            let place = if game.turn == 0 { 0 } else { fate.below(choices.len() as u64) as usize };
            flow::perform(&mut game, choices[place], &mut fate, &mut ());
            compare(&game, &mut fate);
        }
        assert!(game.turn > 0, "{scenario}");
    }
}
