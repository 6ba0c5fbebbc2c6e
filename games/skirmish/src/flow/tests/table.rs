//! Ground, communication, assaults and victory on the table.

use kit::{
    Game as _, Scripted,
    flow::{self, Stack},
    tabletop::{Bounds, Heading, Point, Shape},
    testing::{act, assert_refused},
};

use super::{listed, on_turn, witnesses};
use crate::{
    board::Build,
    charts::Layer,
    flow::Over,
    game::Skirmish,
    placing::{Crowd, Standing},
    scenario::{Formation, PlatoonId},
    state::{Flags, Side},
    testing::{field, field_on, named, proving},
    words::Hull,
};

/// SKIR-TER-7, SKIR-GEO-4: a wreck is an obstacle with the footprint of its model: soft-skinned or armored.
#[test]
fn wrecks_are_obstacles_ter_7() {
    let mut game = proving();
    witnesses(&mut game);
    let truck = field(&mut game, "Truck", (600, 400), 0);
    let tank = field(&mut game, "1st tank", (900, 400), 90);
    let shapes = [game.board.model_shape(truck), game.board.model_shape(tank)];
    for (unit, hull) in [(truck, Hull::Destroyed), (tank, Hull::Exploded)] {
        game.board.unit_mut(unit).hull = hull;
        game.board.unit_mut(unit).alive = 0;
        game.wreck(unit, &mut ());
        assert!(game.board.leaves_thing(unit) && !game.board.is_on_table(unit));
    }
    let scene = game.board.scene(None);
    let wrecks = || scene.models().iter().filter(|model| model.hull.is_wreck());
    assert_eq!(wrecks().count(), 2);
    for shape in shapes {
        assert!(wrecks().any(|model| model.shape.corners() == shape.corners()));
    }
    let heights: Vec<i32> = wrecks().map(|model| model.top).collect();
    let mut sorted = heights.clone();
    sorted.sort_unstable();
    assert_eq!(sorted, [30, 32], "vehicle wreck 30, armored wreck 32");
    drop(scene);
    // Armored cars cannot pass wrecks; tanks push the soft-skinned one aside.
    let car = field(&mut game, "Car", (600, 250), 0);
    on_turn(&mut game, car);
    act(&mut game, "do move", &[]);
    assert_refused(&game, "to 600,430", "SKIR-MOV-7");
    let other = field(&mut game, "2nd tank", (600, 250), 0);
    game.remove(car);
    on_turn(&mut game, other);
    act(&mut game, "do move", &[]);
    act(&mut game, "to 600,360", &[]);
    act(&mut game, "face 0", &[]);
    assert_ne!(game.board.model_at(truck), Point::new(600, 400), "SKIR-MOV-8: pushed aside");
}

/// SKIR-GEO-4: the footprints of the charts.
#[test]
fn footprints_geo_4() {
    let game = proving();
    let sizes = [
        ("Tiger", (90, 50, 42)),
        ("1st tank", (82, 42, 36)),
        ("T-70", (65, 34, 30)),
        ("Car", (70, 34, 33)),
        ("1st track", (80, 32, 30)),
        ("Truck", (85, 32, 36)),
        ("Tractor", (70, 32, 33)),
        ("Jeep", (46, 22, 25)),
        ("Bike", (30, 12, 20)),
        ("Light gun", (50, 30, 18)),
        ("Medium gun", (70, 36, 22)),
        ("Howitzer", (90, 42, 25)),
    ];
    for (name, wanted) in sizes {
        let size = game.board.chart(named(&game, name)).size;
        assert_eq!((size.length, size.width, size.height), wanted, "{name}");
    }
    let mut game = proving();
    let squad = field(&mut game, "1st squad", (300, 300), 0);
    assert!(
        game.board.bodies(squad).iter().any(|body| body.is_within(&Shape::point(Point::new(300, 310)), 0))
    );
    // The tube stands on its leader's base.
    let tube = field(&mut game, "1st tube", (600, 300), 0);
    assert_eq!(game.heavy_weapon(tube).unwrap().1, Some(game.board.unit(tube).leader));
}

/// SKIR-GEO-5: room in buildings, priority of pieces, elevation of the ground.
#[test]
fn pieces_geo_5() {
    let game = proving();
    let terrain = game.board.terrain();
    let piece = |name: &str| terrain.piece(terrain.named(name).unwrap());
    // 14 by 10 cm and 10 by 8 cm, 6 square cm a man.
    assert_eq!((piece("house").capacity, piece("shed").capacity), (23, 13));
    let elevations =
        [(300, 300), (1750, 1350), (2000, 1500)].map(|(x, y)| terrain.elevation(Point::new(x, y)));
    assert_eq!(elevations, [0, 30, 60], "open ground, slope, hill top");
    let scene = game.board.scene(None);
    let layer = |x, y| scene.ground(Point::new(x, y)).map(|piece| scene.kind(piece).ground.layer);
    assert_eq!(layer(270, 1050), Some(Layer::House));
    assert_eq!(layer(1200, 1010), Some(Layer::Trench));
    assert_eq!(layer(1200, 820), Some(Layer::Road));
    assert_eq!(layer(300, 300), None, "open ground is no piece");
    assert_eq!(layer(1800, 250), None, "mines lie on the ground they cover");
    // A point on a border belongs to the piece.
    assert_eq!(layer(200, 1000), Some(Layer::House));
}

/// SKIR-GEO-6, SKIR-R89: formations, and where a man goes whose slot is taken.
#[test]
fn formations_geo_6() {
    let mut game = proving();
    let squad = field(&mut game, "1st squad", (600, 400), 0);
    let stands = |game: &Skirmish, formation, facing| {
        let (anchor, scene) = (Point::new(600, 450), game.board.scene(None));
        let crowd = Crowd::near(&game.board, &scene, squad, None, &Bounds::of(anchor, anchor).grown(420));
        let standing = Standing { anchor, floor: 0, facing: Heading::new(facing), formation, within: 80 };
        let placed = game.board.place_team(&crowd, squad, &standing, |_, _| true, |_, _, _| true).unwrap();
        placed.at[..10].iter().map(|at| (at.x - 600, at.y - 450)).collect::<Vec<_>>()
    };
    let line = stands(&game, Formation::Line, 0);
    assert_eq!(line, [0, 30, -30, 60, -60, 90, -90, 120, -120, 150].map(|x| (x, 0)));
    let column = stands(&game, Formation::Column, 90);
    assert_eq!(column, [0, 30, 60, 90, 120, 150, 180, 210, 240, 270].map(|x| (-x, 0)));
    let cluster = stands(&game, Formation::Cluster, 0);
    assert_eq!(cluster[..4], [(0, 0), (-25, 0), (25, 0), (-25, -25)]);
    // SPREAD: five in front 60 mm apart, five behind, shifted by 30.
    let spread = stands(&game, Formation::Spread, 0);
    assert_eq!(spread[..5], [0, 60, -60, 120, -120].map(|x| (x, 0)));
    assert_eq!(spread[5..], [30, 90, -30, 150, -90].map(|x| (x, -60)));
    // A jeep on the second slot: its man stands on the nearest free point of the grid, ties by smaller y, then x.
    field(&mut game, "Jeep", (635, 450), 0);
    let jeep = game.board.model_shape(named(&game, "Jeep"));
    let line = stands(&game, Formation::Line, 0);
    let legal = |x: i32, y: i32| !Shape::disc(Point::new(x, y), 10).overlaps(&jeep);
    assert!(!legal(630, 450) && line.iter().all(|(x, y)| legal(600 + x, 450 + y)), "{line:?}");
    let off = |(x, y): (i32, i32)| (i64::from(x - 30).pow(2) + i64::from(y).pow(2), y, x);
    let grid = (-80..=80).step_by(10).flat_map(|y| (-50..=110).step_by(10).map(move |x| (x, y)));
    let free = grid.filter(|(x, y)| legal(600 + x, 450 + y) && x * x + y * y >= 400);
    assert_eq!(Some(line[1]), free.min_by_key(|at| off(*at)));
}

/// SKIR-GEO-6, SKIR-MOV-14: men may be placed by hand, one by one; the formation is for the others.
#[test]
fn men_by_hand_geo_6() {
    let mut game = proving();
    witnesses(&mut game);
    let team = field(&mut game, "Blue HQ", (600, 400), 0);
    on_turn(&mut game, team);
    act(&mut game, "do move", &[]);
    act(&mut game, "to 600,450", &[]);
    let leader = game.board.unit(team).leader;
    let man = (0..4).find(|man| *man != leader).unwrap();
    assert_refused(&game, &format!("man {leader} at 650,450"), "SKIR-GEO-6");
    assert_refused(&game, &format!("man {man} at 900,450"), "SKIR-GEO-6");
    assert_refused(&game, "man 9 at 650,450", "SKIR-GEO-6");
    act(&mut game, &format!("man {man} at 623,487"), &[]);
    let mut apart = game;
    act(&mut game, "form line facing 0", &[]);
    assert_eq!(game.board.men(team)[usize::from(man)].at(), Point::new(623, 487));
    let others = game.board.living(team).filter(|(other, _)| *other != man);
    assert!(others.into_iter().all(|(_, other)| other.y == 450), "the others stand in line");
    // A place that another man has been given is not given twice.
    let other = (0..4).find(|other| *other != leader && *other != man).unwrap();
    act(&mut apart, &format!("man {other} at 625,487"), &[]);
    assert_refused(&apart, "form line facing 0", "SKIR-GEO-6");
}

/// SKIR-GEO-9, SKIR-R66, SKIR-R67: eyes and samples.
#[test]
fn heights_geo_9() {
    let mut game = proving();
    let squad = field(&mut game, "1st squad", (300, 300), 0);
    let trench = field(&mut game, "2nd squad", (1250, 1015), 0);
    let upstairs = field_on(&mut game, "Pioneers", (270, 1050), 0, 1);
    let tank = field(&mut game, "1st tank", (600, 300), 0);
    let gun = field(&mut game, "Light gun", (800, 300), 0);
    let on_hill = field(&mut game, "Blue HQ", (2000, 1500), 0);
    let scene = game.board.scene(None);
    let height = |unit, man| {
        let stand = game.board.stand(&scene, unit, man);
        (stand.eye, stand.sample)
    };
    let leader = |unit| game.board.unit(unit).leader;
    assert_eq!(height(squad, leader(squad)), (18, 16));
    assert_eq!(height(trench, leader(trench)), (14, 8));
    assert_eq!(height(upstairs, leader(upstairs)), (58, 56));
    assert_eq!(height(tank, 0), (27, 27));
    assert_eq!(height(gun, 0), (13, 13));
    assert_eq!(height(on_hill, leader(on_hill)), (78, 76));
    let bike = game.board.stand(&scene, named(&game, "Bike"), 0);
    assert_eq!(bike.build, Build::Bike);
}

/// SKIR-SPT-1, SKIR-SPT-8: a unit spots; each weapon needs a line of its own; only men in sight and range are hit.
#[test]
fn spotting_and_lines_spt_1_spt_8() {
    let mut game = proving();
    witnesses(&mut game);
    // Half of a squad stands behind the shed, seen from the south.
    let red = field(&mut game, "Red 1", (550, 1150), 180);
    for man in 0..10i16 {
        let at = if man < 5 { (520 + 15 * man, 1120) } else { (690 + 8 * man, 1120) };
        let man = &mut game.board.men_mut(red)[man as usize];
        (man.x, man.y) = at;
    }
    game.board.unit_mut(red).set(Flags::FIRED_LAST, true);
    let squad = field(&mut game, "1st squad", (550, 800), 0);
    for man in 0..10i16 {
        let man = &mut game.board.men_mut(squad)[man as usize];
        (man.x, man.y) = (550, 800);
    }
    game.refresh_all_sight();
    assert_eq!(game.board.hittable(squad, red), 0b11_1110_0000, "those behind the shed cannot be hit");
    on_turn(&mut game, squad);
    act(&mut game, "do fire", &[]);
    // Nine would fall by the table; five can be hit.
    act(&mut game, "volley at Red 1", &[12, 10, 6, 1, 1]);
    assert!(game.board.living(red).all(|(man, _)| man < 5 || game.board.unit(red).alive > 5));
    assert!(game.board.unit(red).alive >= 5);
    // A man of the firing team without a line of his own does not fire at him.
    let mut blind = game;
    for man in 1..10 {
        let man = &mut blind.board.men_mut(squad)[man];
        (man.x, man.y) = (30, 30);
    }
    assert!(
        !blind.board.sees(squad, Some(1), red, 0) || blind.board.men(squad)[1].at() == Point::new(30, 30)
    );
}

/// SKIR-COM-6: relays of any platoon carry a request, each hop within its limit.
#[test]
fn relays_com_6() {
    let mut game = proving();
    field(&mut game, "Howitzer", (300, 100), 0);
    let far = field(&mut game, "2nd squad", (900, 100), 0);
    let battery = game.board.member(named(&game, "Howitzer")).platoon;
    assert!(!game.reaches_battery(far, battery), "600 mm, no radio");
    let relay = field(&mut game, "Truck", (600, 100), 0);
    assert!(game.reaches_battery(far, battery), "300 mm and 300 mm in sight");
    game.board.unit_mut(relay).y = 460;
    assert!(!game.reaches_battery(far, battery), "more than 320 mm either way");
}

/// SKIR-MOV-9, SKIR-MIN-6, SKIR-MIN-8, SKIR-MOV-14: a team that walks on hidden mines tests once, slowly, and they are known.
#[test]
fn mines_on_the_way_mov_9() {
    let mut game = proving();
    witnesses(&mut game);
    let mines = game.board.terrain().named("mines").unwrap();
    let squad = field(&mut game, "1st squad", (1800, 150), 0);
    on_turn(&mut game, squad);
    act(&mut game, "do move", &[]);
    // Nobody knows of them: the order is accepted.
    act(&mut game, "to 1800,300", &[]);
    // 50 mm clear cost 600 of 1920; the mines 48 a mm: 27 mm. The DT is passed.
    act(&mut game, "form column facing 0", &[6, 1]);
    assert_eq!(game.board.centre(squad), Point::new(1800, 227));
    assert!(game.board.ground.known_mines.contains(mines));
    // SKIR-MOV-14: the leader passes beside them, a man of his line does not.
    let mut beside = proving();
    witnesses(&mut beside);
    let team = field(&mut beside, "Blue HQ", (1680, 170), 0);
    on_turn(&mut beside, team);
    act(&mut beside, "do move", &[]);
    act(&mut beside, "to 1680,290", &[]);
    // One test for the team: it fails, D6 1 is "-", and the CT is passed.
    act(&mut beside, "form line facing 0", &[1, 10, 1, 6, 1]);
    assert!(beside.board.ground.known_mines.contains(mines));
    // The second man, first in the list to touch them, goes from x 1655 to 1710 and is over the border at 45/55 of his way: the
    // leader has come to y 268, and 20 mm on they stop.
    assert_eq!(beside.board.centre(team), Point::new(1680, 288));
}

/// SKIR-ASL-12: whoever was driven over and lives uses his devices in his next action as always.
#[test]
fn after_being_driven_over_asl_12() {
    let mut game = proving();
    witnesses(&mut game);
    let squad = field(&mut game, "Storm group", (600, 400), 0);
    for (man, place) in game.board.men_mut(squad).iter_mut().zip(0..) {
        (man.x, man.y) = (600, 400 + 30 * place);
    }
    let tank = field(&mut game, "1st tank", (600, 250), 0);
    on_turn(&mut game, tank);
    act(&mut game, "do assault Storm group", &[]);
    act(&mut game, "hold", &[]);
    // Everybody dodges.
    act(&mut game, "to 600,500", &[6, 1, 6, 1, 6, 1, 6, 1, 6, 1, 6, 1, 6, 1, 6, 1]);
    assert_eq!(game.board.unit(squad).alive, 8, "{:?}", game.board.unit(squad));
    on_turn(&mut game, squad);
    assert!(listed(&game).iter().any(|text| text == "do assault 1st tank"), "{:?}", listed(&game));
    act(&mut game, "do assault 1st tank", &[]);
    if listed(&game).contains(&"hold".to_owned()) {
        act(&mut game, "hold", &[]);
    }
    let to = listed(&game).into_iter().find(|text| text.starts_with("to ")).unwrap();
    act(&mut game, &to, &[]);
    assert!(listed(&game).contains(&"use Ex on 1st tank".to_owned()), "{:?}", listed(&game));
}

/// SKIR-ASL-8: in an assault whoever has fired uses no device.
#[test]
fn one_weapon_a_man_asl_8() {
    let mut game = proving();
    witnesses(&mut game);
    let squad = field(&mut game, "Storm group", (600, 400), 0);
    field(&mut game, "1st squad", (700, 430), 0);
    field(&mut game, "Truck", (600, 500), 0);
    on_turn(&mut game, squad);
    act(&mut game, "do assault Truck", &[]);
    // Everybody fires at the squad beside it.
    act(&mut game, "volley at 1st squad", &[1, 6, 1]);
    if listed(&game).contains(&"hold".to_owned()) {
        act(&mut game, "hold", &[6, 1]);
    }
    let to = listed(&game).into_iter().find(|text| text.starts_with("to "));
    if let Some(to) = to {
        act(&mut game, &to, &[]);
    }
    assert!(!listed(&game).iter().any(|text| text.starts_with("use ")), "{:?}", listed(&game));
    assert!(game.board.is(squad, Flags::ACTED));
}

/// SKIR-SCT-9: where stray and indirect shells come down: on men, on roofs, off the table.
#[test]
fn where_shells_land_sct_9() {
    use crate::{
        fire::{Aim, Lob, Shell, kept},
        scatter::ScatterKind,
    };
    let aim = |game: &mut Skirmish, at: (i16, i16)| {
        let shell = Shell {
            firer: None,
            side: Side::A,
            weapon: game.board.scenario().platoon(PlatoonId(6)).off_board.unwrap().weapon as u8,
            cs: 2,
            cr: 2,
            he: true,
            device: None,
            inside: false,
            from: kept(Point::new(at.0.into(), at.1.into())),
            height: 0,
            aim: Aim::Ground(at.0, at.1),
        };
        game.fire.shell = shell;
        game.flow = Stack::new(Over);
        game.flow.call(Lob { kind: ScatterKind::OffTable });
    };
    // Exactly on a tank: top armor, left half; on an open top none at all.
    let mut game = proving();
    witnesses(&mut game);
    let open = field(&mut game, "Open gun", (600, 400), 0);
    aim(&mut game, (600, 400));
    flow::proceed(&mut game, &mut Scripted::faces(&[1, 1, 1, 10]), &mut ());
    assert_ne!(game.board.unit(open).hull, Hull::Whole, "into the open top without an armor roll");
    // Off the table: nothing.
    let mut game = proving();
    let red = field(&mut game, "Red 1", (20, 400), 0);
    aim(&mut game, (20, 400));
    flow::proceed(&mut game, &mut Scripted::faces(&[12, 12, 10, 270]), &mut ());
    assert_eq!(game.board.unit(red).alive, 10);
    // On a house: the roof. 105 mm HE at 3 cm of brick; it does not get through: harmless inside.
    let mut game = proving();
    let inside = field_on(&mut game, "Red 1", (270, 1050), 0, 1);
    aim(&mut game, (270, 1050));
    let mut chronicle = kit::Chronicle::default();
    flow::proceed(&mut game, &mut Scripted::faces(&[1, 1, 1, 1, 1, 1]), &mut chronicle);
    let told: Vec<&str> = chronicle.events.iter().map(|event| event.words.as_str()).collect();
    assert!(
        game.board.unit(inside).alive == 10 && told.iter().any(|words| words.contains("does not get into")),
        "{told:?}"
    );
}

/// SKIR-SCT-1, SKIR-SCT-9: a shell that misses a man at a window strays from the window, and bursts there if it would fall inside.
#[test]
fn a_miss_at_a_window_sct_1_sct_9() {
    let mut game = proving();
    witnesses(&mut game);
    let red = field_on(&mut game, "Red 1", (240, 1015), 180, 0);
    game.board.unit_mut(red).set(Flags::FIRED_LAST, true);
    let tank = field(&mut game, "1st tank", (240, 500), 0);
    on_turn(&mut game, tank);
    act(&mut game, "do fire", &[]);
    let shot = listed(&game).into_iter().find(|text| text.starts_with("shoot HE at Red 1")).unwrap();
    // A miss; 3 - 2 cm to the north-east: inside. It bursts at the window instead, outside.
    let mut chronicle = kit::Chronicle::default();
    let action = game.read(&shot).unwrap();
    flow::perform(&mut game, action, &mut Scripted::faces(&[1, 3, 60, 1, 1]), &mut chronicle);
    let told: Vec<&str> = chronicle.events.iter().map(|event| event.words.as_str()).collect();
    assert!(told.contains(&"The shell bursts against a wall"), "{told:?}");
    assert_eq!(game.board.unit(red).alive, 10);
    assert_eq!(game.fire.burst.at().y, 1000, "on the south wall: {:?}", game.fire.burst.at());
}

/// SKIR-BLD-1: a shell of less than 30 mm that bursts inside has fragments only, on that floor.
#[test]
fn small_shells_inside_bld_1() {
    let mut game = proving();
    witnesses(&mut game);
    let red = field_on(&mut game, "Red 1", (240, 1015), 180, 0);
    let above = field_on(&mut game, "Red 2", (240, 1015), 180, 1);
    let car = field(&mut game, "Car", (240, 500), 0);
    on_turn(&mut game, car);
    let opening = game
        .board
        .terrain()
        .openings(game.board.terrain().named("house").unwrap())
        .iter()
        .position(|opening| opening.floor == 0 && opening.at == Point::new(240, 1000))
        .unwrap();
    for unit in [red, above] {
        game.board.unit_mut(unit).set(Flags::FIRED_LAST, true);
    }
    on_turn(&mut game, car);
    act(&mut game, "do fire", &[]);
    // Every man of the floor within 1 cm of the burst rolls D10 + 2: plain "dead" on 11 and more.
    act(
        &mut game,
        &format!("blast-opening HE house {opening}"),
        &[10, 1, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 6, 1, 6, 1],
    );
    assert!(game.board.unit(red).alive < 10, "{:?}", game.board.unit(red));
    assert_eq!(game.board.unit(above).alive, 10, "another floor");
    assert!(!game.board.ground.burning.contains(game.board.terrain().named("house").unwrap()));
}

/// SKIR-COM-1, SKIR-R127: no formation that leaves a man out of touch with his leader.
#[test]
fn a_team_stays_together_com_1() {
    let mut game = proving();
    let squad = field(&mut game, "Red HQ", (300, 300), 0);
    let scene = game.board.scene(None);
    let placed = |at: [(i32, i32); 3]| {
        let mut all = crate::placing::Placed { at: [Point::new(0, 0); 12], floors: [0; 12] };
        for (place, (x, y)) in all.at.iter_mut().zip(at) {
            *place = Point::new(x, y);
        }
        all
    };
    assert!(
        game.is_together(&scene, squad, &placed([(300, 300), (460, 300), (620, 300)])),
        "in sight 160 mm, hop by hop"
    );
    assert!(!game.is_together(&scene, squad, &placed([(300, 300), (461, 300), (620, 300)])));
    // Behind the bunker: 80 mm.
    assert!(!game.is_together(&scene, squad, &placed([(850, 990), (850, 1095), (850, 1100)])));
}

/// SKIR-GEO-2, SKIR-R80: distances by squares, centre to centre unless edges are named.
#[test]
fn distances_geo_2() {
    let origin = Point::new(0, 0);
    assert!(Point::new(30, 40).is_within(origin, 50) && !Point::new(30, 41).is_within(origin, 50));
    let mut game = proving();
    let one = field(&mut game, "1st squad", (300, 300), 0);
    let other = field(&mut game, "Truck", (300, 500), 0);
    // Centres 200 mm, edges 200 - 10 - 43 (half of 85, rounded): what is named counts.
    assert!(game.board.centre(one).is_within(game.board.centre(other), 200));
    assert!(!game.board.centre(one).is_within(game.board.centre(other), 199));
    assert_eq!(game.board.gap_between(one, other), 147);
}
