use kit::{Refusal, Silent, position::UnitId, tabletop::Heading};
use proptest::prelude::*;

use super::*;
use crate::{
    board::{Condition, Pieces},
    charts::Rules,
    scenario::Edge,
    state::Flags,
};

/// A board with one unit of a chart on it.
struct Lone {
    board: Board,
    unit: UnitId,
    ground: Condition,
}

fn lone(scenario: usize, chart: &str, x: i32, y: i32) -> Lone {
    let rules = Rules::published();
    let mut board = Board::new(rules, scenario as u8);
    let unit = board.everybody().find(|unit| board.chart(*unit).id == chart).expect("the scenario has one");
    let state = board.unit_mut(unit);
    state.set(Flags::UNPLACED.and(Flags::TO_COME), false);
    (state.x, state.y) = (x as i16, y as i16);
    for man in board.men_mut(unit) {
        (man.x, man.y) = (x as i16, y as i16);
    }
    let ground = board.ground;
    Lone { board, unit, ground }
}

impl Lone {
    fn with<T>(&self, divisor: u8, ask: impl FnOnce(&March<'_>) -> T) -> T {
        let scene = Scene::new(self.board.terrain(), &self.ground);
        let mover = Mover::new(&scene, &self.board, self.unit, divisor, false);
        ask(&March::new(&scene, &self.board, mover))
    }

    fn price(&self, divisor: u8, way: &[(i32, i32)]) -> Result<u64, String> {
        let way: Vec<Point> = way.iter().map(|&at| Point::from(at)).collect();
        let judged = self.with(divisor, |march| march.judge::<Refusal>(&way, 0));
        judged.map(|price| price.points).map_err(|refusal| refusal.clause.to_string())
    }
}

const LEARN: usize = 0;
const WORKSHOP: usize = 1;
const HEIGHT: usize = 2;

/// Example X2: SKIR-MOV-3, SKIR-MOV-5, SKIR-R10, SKIR-R11.
#[test]
fn x2_infantry_in_mixed_terrain() {
    let squad = lone(LEARN, "G-RIF", 860, 500);
    assert_eq!(squad.price(1, &[(860, 500), (970, 500)]), Ok(1920));
    assert_eq!(squad.price(1, &[(860, 500), (971, 500)]), Err("SKIR-MOV-5".to_owned()));
    // Move and fire: 80 mm, not 70. Conceal: 40 mm.
    assert_eq!(squad.price(2, &[(860, 500), (940, 500)]), Ok(1920));
    assert!(squad.price(2, &[(860, 500), (941, 500)]).is_err());
    assert_eq!(squad.price(4, &[(860, 500), (900, 500)]), Ok(1920));
    assert!(squad.price(4, &[(860, 500), (901, 500)]).is_err());
    // Many small legs gain nothing.
    let steps: Vec<(i32, i32)> = (860..=970).map(|x| (x, 500)).collect();
    assert_eq!(squad.price(1, &steps), Ok(1920));
    assert_eq!(
        squad.with(1, |march| march.farthest(Point::new(860, 500), Heading::new(90))),
        Some(Point::new(970, 500))
    );
}

/// Example X3, on the tables: SKIR-MOV-4, SKIR-MOV-6, SKIR-MOV-7.
#[test]
fn x3_vehicles_on_roads_and_at_lines() {
    // An armored car on the road: three millimetres for one.
    let car = lone(LEARN, "G-222", 600, 100);
    assert_eq!(car.price(1, &[(600, 100), (600, 1180)]), Ok(1080 * 4));
    assert!(car.price(1, &[(600, 100), (600, 1181)]).is_err());
    // A wall stops it.
    let car = lone(LEARN, "G-222", 740, 900);
    assert_eq!(car.price(1, &[(740, 900), (740, 760)]), Err("SKIR-MOV-7".to_owned()));
    // Infantry climbs it at half speed, for the whole move.
    let squad = lone(LEARN, "S-RIF", 740, 900);
    assert_eq!(squad.price(1, &[(740, 840), (740, 760)]), Ok(80 * 24));
    assert!(squad.price(1, &[(740, 841), (740, 760)]).is_err());
    // A Panzer IV at the wire: brief, and it leaves a gap of its width and 20 mm.
    let tank = lone(HEIGHT, "G-PZ4G", 1200, 760);
    assert_eq!(tank.price(1, &[(1200, 760), (1200, 790)]), Ok(30 * 12));
    let gap = tank.with(1, |march| {
        let way = [Point::new(1200, 760), Point::new(1200, 830)];
        let met = march.encounters(&way);
        assert_eq!(met.len(), 1);
        assert_eq!(met[0].kind, Meeting::Remove);
        // Its front is 41 mm ahead of its centre, the wire begins at y 835.
        assert_eq!(met[0].at, 35_000);
        let Obstacle::Piece(piece) = met[0].with else { panic!("the wire is a piece") };
        march.scene().gaps(&march.mover, way[0], way[1], piece)
    });
    assert_eq!((gap[0].from, gap[0].to), (169, 231));
}

/// SKIR-MOV-7: houses are entered at openings, and not when they burn.
#[test]
fn houses_are_entered_at_openings_mov_7() {
    let squad = lone(LEARN, "S-RIF", 710, 600);
    assert!(squad.price(1, &[(710, 600), (710, 700)]).is_ok());
    // Windows at 680 and 760 mm, a door at 710: nowhere along the south wall is it 40 mm to the next.
    assert!(squad.price(1, &[(760, 600), (760, 700)]).is_ok());
    // The east wall has one window, 40 mm from its south end.
    assert!(squad.price(1, &[(825, 720), (750, 720)]).is_ok());
    assert_eq!(squad.price(1, &[(825, 735), (750, 735)]), Err("SKIR-MOV-7".to_owned()));
    // A corner on the wall does not help.
    assert_eq!(squad.price(1, &[(825, 735), (780, 735), (750, 735)]), Err("SKIR-MOV-7".to_owned()));
    let mut burning = lone(LEARN, "S-RIF", 710, 600);
    burning.ground.burning = burning.board.terrain().named("house").into_iter().collect();
    assert_eq!(burning.price(1, &[(710, 600), (710, 700)]), Err("SKIR-SEQ-3".to_owned()));
    assert!(burning.price(1, &[(710, 700), (710, 600)]).is_ok());
    // The way through a door is found.
    let way = squad.with(1, |march| march.way_to(Point::new(800, 735), Point::new(740, 700)));
    assert!(way.is_some_and(|way| way.len() > 2));
    // Cars do not enter.
    let car = lone(LEARN, "G-222", 710, 590);
    assert_eq!(car.price(1, &[(710, 590), (710, 700)]), Err("SKIR-MOV-7".to_owned()));
}

/// SKIR-MIN-1, SKIR-MIN-6, SKIR-MIN-8: mines cost nothing before they are known, and end the move where they are met.
#[test]
fn hidden_mines_are_no_part_of_the_price_min_8() {
    let tank = lone(HEIGHT, "G-PZ4G", 1520, 720);
    let way = [(1520, 720), (1520, 840)];
    assert_eq!(tank.price(1, &way), Ok(120 * 12));
    let way = way.map(Point::from);
    tank.with(1, |march| {
        let met = march.encounters(&way);
        assert_eq!((met.len(), met[0].kind, met[0].at), (1, Meeting::Mines, 20_000));
        // 20 mm before, 60 mm of mines at 48 points, and 20 mm behind them are paid for.
        assert_eq!(march.truly_affordable(&way), 100_000);
    });
    let mut known = lone(HEIGHT, "G-PZ4G", 1520, 720);
    known.ground.known_mines = known.board.terrain().pieces().map(|(id, _)| id).collect::<Pieces>();
    assert_eq!(known.price(1, &[(1520, 720), (1520, 780)]), Ok(20 * 12 + 40 * 48));
    assert!(known.price(1, &[(1520, 720), (1520, 840)]).is_err());
}

/// SKIR-MOV-8: a barricade is pushed aside, to the side it lies on.
#[test]
fn barricades_are_pushed_aside_mov_8() {
    let gun = lone(WORKSHOP, "G-STG", 600, 540);
    gun.with(1, |march| {
        let way = [Point::new(600, 540), Point::new(740, 540)];
        let met = march.encounters(&way);
        assert_eq!((met.len(), met[0].kind), (1, Meeting::Push));
        let by = march.scene().push(&march.mover, way[0], way[1], met[0].with).expect("there is room");
        // The barricade reaches from y 500 to 560: most of it lies to the right, south of the way.
        assert_eq!((by.x, by.y), (0, -50));
    });
}

/// SKIR-MOR-5, SKIR-R77: the way home.
#[test]
fn who_flees_goes_home_by_the_cheapest_way_mor_5() {
    let squad = lone(LEARN, "G-RIF", 310, 500);
    let way = squad.with(1, |march| march.way_home(Point::new(310, 500), Edge::South)).expect("there is one");
    assert_eq!(way.last().map(|at| at.y), Some(0));
    // First the nearest point of the grid, then straight south through the crops, which do not hinder men.
    assert_eq!(way[1], Point::new(300, 500));
    assert!(way[1..].iter().all(|at| at.x == 300));
    let end = squad.with(1, |march| march.farthest_along(&way));
    assert_eq!(end, 160_000);
    // A hedge is crossed only if that leads farther: at 20 mm from it half the movement does.
    let beside = lone(LEARN, "G-RIF", 520, 300);
    beside.with(1, |march| {
        let way = [Point::new(520, 300), Point::new(300, 300)];
        assert_eq!(march.farthest_along(&way), 80_000);
        let way = [Point::new(640, 300), Point::new(300, 300)];
        assert_eq!(march.farthest_along(&way), 134_000);
    });
}

/// SKIR-MOV-12: nobody goes closer than 20 mm to enemies in sight; those out of sight stop him (SKIR-MOV-17).
#[test]
fn enemies_are_kept_off_mov_12() {
    let mut squad = lone(LEARN, "G-RIF", 300, 500);
    let enemy =
        squad.board.everybody().find(|unit| squad.board.chart(*unit).id == "S-HQ").expect("there is one");
    squad.board.unit_mut(enemy).set(Flags::UNPLACED, false);
    for man in squad.board.men_mut(enemy) {
        (man.x, man.y) = (300, 600);
    }
    let way = [Point::new(300, 500), Point::new(300, 580)];
    // Nobody knows of them: the way is open, and ends where they are met.
    assert!(squad.price(1, &[(300, 500), (300, 580)]).is_ok());
    assert_eq!(
        squad.with(1, |march| march.runs_into(&way)).map(|(at, unit)| (at / 1000, unit)),
        Some((60, enemy))
    );
    squad.board.seen[0] = kit::position::Units::of(enemy);
    assert_eq!(squad.price(1, &[(300, 500), (300, 580)]), Err("SKIR-MOV-12".to_owned()));
    assert!(squad.price(1, &[(300, 500), (300, 560)]).is_ok());
    assert!(squad.price(1, &[(300, 500), (300, 561)]).is_err());
    // Who assaults goes on.
    let scene = Scene::new(squad.board.terrain(), &squad.ground);
    let mover = Mover::new(&scene, &squad.board, squad.unit, 1, true);
    let march = March::new(&scene, &squad.board, mover);
    assert!(march.judge::<Silent>(&way, 0).is_ok());
    let contact = march.contact(way[0], &Shape::disc(Point::new(300, 600), BASE), Point::new(300, 600));
    assert_eq!(contact, Some(Point::new(300, 575)));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Whoever goes a way to its end has gone all of it. What it costs is compared with the letter of the ledger in
    /// `path/literal.rs`.
    #[test]
    fn a_way_is_cut_at_its_ends_to_itself(from in (0..2400i32, 0..1800i32), to in (0..2400i32, 0..1800i32)) {
        let way = [Point::from(from), Point::from(to)];
        prop_assume!(way[0] != way[1]);
        let length = path::length(&way);
        prop_assert_eq!(path::cut(&way, length)[1], way[1]);
        prop_assert_eq!(path::at(&way, 0).0, way[0]);
    }
}

/// What is remembered of the grid is what is reckoned, for every kind of mover and also after the ground has changed.
#[test]
fn remembered_legs_cost_what_they_cost_r77() {
    for (scenario, chart) in [(LEARN, "G-RIF"), (LEARN, "G-222"), (WORKSHOP, "S-RIF"), (HEIGHT, "G-PZ4G")] {
        let mut mover = lone(scenario, chart, 600, 600);
        for ruined in [Pieces::NONE, mover.board.terrain().pieces().map(|(id, _)| id).take(4).collect()] {
            mover.ground.ruined = ruined;
            mover.with(1, |march| {
                let legs = [(20, 0), (20, 20), (0, 20), (-20, 20), (40, 20), (7, 3)];
                let points = (0..2000).map(|n| Point::new(20 * (n * 7 % 60), 20 * (n * 11 % 45)));
                march.with_ground_costs(|cost| {
                    for (at, by) in points.flat_map(|at| legs.map(|by| (at, by))) {
                        let to = Point::new(at.x + by.0, at.y + by.1);
                        let known = march.ground_cost(at, to);
                        // Asked twice: reckoned, then remembered; and backwards.
                        assert_eq!([cost(at, to), cost(at, to)], [known; 2], "{chart} {at:?} {to:?}");
                        assert_eq!(cost(to, at), march.ground_cost(to, at), "{chart} {to:?} {at:?}");
                    }
                });
            });
        }
    }
}

proptest! {
    /// SKIR-MOV-5: nobody is told that a point is beyond his movement who could go there.
    #[test]
    fn what_is_beyond_the_movement_cannot_be_reached_mov_5(
        place in (0..1200_i32, 0..900_i32), end in (0..1200_i32, 0..900_i32), divisor in 1..5_u8,
    ) {
        for chart in ["G-RIF", "G-222"] {
            let mover = lone(LEARN, chart, place.0, place.1);
            let way = [Point::from(place), Point::from(end)];
            mover.with(divisor, |march| {
                let goes = march.judge::<Silent>(&way, 0).is_ok();
                prop_assert!(!goes || !march.is_beyond(way[0], way[1]) && march.may_go(&way, 0));
                Ok(())
            })?;
        }
    }
}
