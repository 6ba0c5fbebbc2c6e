//! Movement, spotting, communication: chapters MOV, SPT, COM.

use crate::common::{ask, f, odds, refused_by};
use kit::testing::assert_rolls_agree;
use sandtable_skirmish::{
    communication::Link,
    movement::{MoveState, Movement},
    spotting::Spotting,
};

fn into(text: &str) -> (u32, u32) {
    let movement: Movement = ask(text);
    (movement.rest_mm, movement.total_mm)
}

/// Example X2: SKIR-MOV-1, SKIR-MOV-2, SKIR-MOV-3, SKIR-MOV-5.
#[test]
fn x2_infantry_in_mixed_terrain_mov_1_mov_3_mov_5() {
    let way = |maneuver: &str| {
        format!(
            "unit = \"G-RIF\"\nmaneuver = \"{maneuver}\"\ninto = \"Flat - rough\"\n[[stretches]]\nterrain = \"Flat - clear\"\nmm = 60\n"
        )
    };
    assert_eq!(into(&way("move")), (50, 110));
    assert_eq!(into(&way("move-and-fire")), (20, 80));
    let conceal =
        |terrain: &str| into(&format!("unit = \"G-RIF\"\nmaneuver = \"conceal\"\ninto = \"{terrain}\"\n")).1;
    assert_eq!((conceal("Flat - clear"), conceal("Flat - rough")), (40, 40));
}

/// Example X3: SKIR-MOV-4, SKIR-MOV-6, SKIR-MOV-2.
#[test]
fn x3_vehicles_mov_4_mov_6() {
    let road = "unit = \"G-251\"\ninto = \"Flat - trees\"\n[[stretches]]\nterrain = \"Roads\"\nmm = 90\n[[stretches]]\nterrain = \"Flat - crops\"\nmm = 100\n";
    assert_eq!(into(road).0, 87);
    let wall = |unit: &str, mm: u32| {
        format!(
            "unit = \"{unit}\"\n[[stretches]]\nterrain = \"Flat - clear\"\nmm = {mm}\ncrosses = [\"Wall\"]\n"
        )
    };
    assert_eq!(into(&wall("G-PZ4G", 140)).1, 140);
    assert_eq!(refused_by::<Movement>(&wall("G-PZ4G", 141)), "SKIR-MOV-5");
    assert_eq!(into(&wall("G-251", 80)).1, 80);
    assert_eq!(refused_by::<Movement>(&wall("G-251", 81)), "SKIR-MOV-5");
    assert_eq!(refused_by::<Movement>(&wall("G-222", 10)), "SKIR-MOV-2");
    let area = wall("G-RIF", 10).replace("Wall", "Trenches");
    assert_eq!(refused_by::<Movement>(&area), "SKIR-MOV-6");
}

/// SKIR-MOV-5: legs are measured in micrometres, so that cutting a way up gains nothing.
#[test]
fn legs_are_measured_by_their_running_sum_mov_5() {
    let legs = |n: usize| {
        let leg = "[[stretches]]\nterrain = \"Flat - clear\"\nleg = [1, 1]\n";
        let movement: Movement = ask(&format!("unit = \"G-RIF\"\n{}", leg.repeat(n)));
        movement.total_mm
    };
    assert_eq!((legs(1), legs(5), legs(10)), (1, 7, 14));
    let both = "unit = \"G-RIF\"\n[[stretches]]\nterrain = \"Flat - clear\"\nleg = [1, 1]\nmm = 1\n";
    assert_eq!(refused_by::<Movement>(both), "SKIR-MOV-5");
}

/// SKIR-MOV-10: infantry dodges at cliffs and wire and stops there if it fails.
#[test]
fn wire_is_dodged_or_stops_the_team_mov_10() {
    let wire = "unit = \"G-RIF\"\n[[stretches]]\nterrain = \"Flat - clear\"\nmm = 10\n[[stretches]]\nterrain = \"Flat - clear\"\nmm = 20\ncrosses = [\"Barbed wire\"]\n";
    let movement: Movement = ask(wire);
    let ends = odds::<Movement>(wire);
    assert_eq!(ends.chance(|end| *end == MoveState::Through), f(11, 20));
    assert_eq!(movement.reached(MoveState::Stopped(0)), 10);
    assert_eq!(movement.reached(MoveState::Through), 30);
    let cliff = "unit = \"S-RIF\"\ninto = \"High rocks - cliffs\"\n";
    assert_eq!(odds::<Movement>(cliff).chance(|end| *end == MoveState::Through), f(9, 20));
    assert_rolls_agree(&movement, 1_000_000, 9);
}

/// SKIR-MOV-3, SKIR-MOV-15, SKIR-MOV-16, SKIR-MIN-7: damage, hand-pushed guns, floors, what does not move.
#[test]
fn damage_crews_and_floors_mov_3_mov_15_mov_16() {
    assert_eq!(into("unit = \"S-T34\"\nspeed = \"slow\"\ninto = \"Flat - trees\"\n").1, 90);
    assert_eq!(into("unit = \"S-T34\"\nbackwards = true\ninto = \"Flat - clear\"\n").1, 180);
    assert_eq!(into("unit = \"S-45\"\nalive = 3\ninto = \"Flat - clear\"\n").1, 80);
    assert_eq!(into("unit = \"G-RIF\"\nfloors = 2\ninto = \"Brick house\"\n").1, 80);
    let no = |text: &str| refused_by::<Movement>(text);
    assert_eq!(no("unit = \"S-45\"\nalive = 2\ninto = \"Flat - clear\"\n"), "SKIR-MOV-15");
    assert_eq!(no("unit = \"S-T34\"\nspeed = \"stopped\"\n"), "SKIR-MIN-7");
    assert_eq!(no("unit = \"S-T34\"\nfloors = 1\n"), "SKIR-MOV-16");
    assert_eq!(no("unit = \"G-RIF\"\nmaneuver = \"fire\"\n"), "SKIR-MOV-3");
    assert_eq!(no("unit = \"S-T34\"\nmaneuver = \"conceal\"\n"), "SKIR-MAN-13");
    assert_eq!(no("unit = \"G-RIF\"\nbackwards = true\n"), "SKIR-MOV-11");
    assert_eq!(no("unit = \"G-RIF\"\ninto = \"Stream\"\n"), "SKIR-MOV-2");
    assert_eq!(no("unit = \"G-RIF\"\ninto = \"Lava\"\n"), "SKIR-TER-1");
}

/// How far it would be spotted: the same however far it is.
fn seen(text: &str) -> u32 {
    ask::<Spotting>(&format!("{text}distance-mm = 1\n")).reach_mm.unwrap()
}

/// Example X4: SKIR-SPT-2, SKIR-SPT-3, SKIR-SPT-4, SKIR-SPT-5, SKIR-SPT-6, SKIR-SPT-7, SKIR-SPT-10.
#[test]
fn x4_spotting_spt_2_to_spt_7_spt_10() {
    let squad = |terrain: &str, status: &str, more: &str| {
        seen(&format!("target = \"S-RIF\"\nterrain = \"{terrain}\"\nstatus = \"{status}\"\n{more}\n"))
    };
    assert_eq!(squad("Trenches", "stationary", ""), 200);
    assert_eq!(squad("Trenches", "moving", ""), 200);
    assert_eq!(squad("Trenches", "firing", ""), 800);
    assert_eq!(squad("Flat - trees", "moving", ""), 400);
    assert_eq!(squad("Brick house", "moving", "visibility = \"reduced\"\nwithin-area = true"), 60);
    let unit = |unit: &str, terrain: &str, status: &str, more: &str| {
        seen(&format!("target = \"{unit}\"\nterrain = \"{terrain}\"\nstatus = \"{status}\"\n{more}\n"))
    };
    assert_eq!(unit("S-T34", "Flat - clear", "stationary", ""), 1500);
    assert_eq!(unit("S-T34", "Flat - trees", "firing", ""), 2400);
    assert_eq!(unit("S-T34", "Flat - trees", "firing", "within-area = true"), 500);
    assert_eq!(unit("S-T70", "Flat - clear", "moving", "visibility = \"reduced\""), 1800);
    let maxim = "target = \"S-MAX\"\nterrain = \"Trenches\"\nstatus = \"stationary\"\ndistance-mm = 900\n";
    assert!(!ask::<Spotting>(maxim).spotted);
    assert!(ask::<Spotting>(&format!("{maxim}beside-spotting-infantry-mm = 30\n")).spotted);
    assert!(!ask::<Spotting>(&format!("{maxim}beside-spotting-infantry-mm = 41\n")).spotted);
}

/// SKIR-SPT-4: obstacles, and terrain that no block names; SKIR-SPT-9: the status a maneuver leaves.
#[test]
fn rows_by_terrain_and_status_spt_4_spt_9() {
    let at = |more: &str| seen(&format!("target = \"S-RIF\"\n{more}\n"));
    assert_eq!(at("terrain = \"Flat - clear\"\nbehind = \"Wall\"\nstatus = \"firing\""), 1400);
    assert_eq!(
        at("terrain = \"Flat - trees\"\nbehind = \"Wall\"\nstatus = \"firing\""),
        800,
        "the harder row"
    );
    assert_eq!(at("terrain = \"Swamp\"\nstatus = \"moving\""), 800);
    assert_eq!(at("terrain = \"Slope - clear\"\nstatus = \"moving\""), 1200);
    assert_eq!(
        seen("target = \"S-T34\"\nterrain = \"Flat - rough\"\nstatus = \"moving\"\n"),
        4000,
        "vehicles: clear"
    );
    assert_eq!(at("after = \"fire-and-conceal\""), 800, "stationary");
    assert_eq!(at("after = \"reaction\""), 1600, "firing");
    assert_eq!(at("after = \"move\""), 1200);
    let no = |more: &str| refused_by::<Spotting>(&format!("target = \"S-RIF\"\ndistance-mm = 1\n{more}\n"));
    assert_eq!(no("terrain = \"Minefield\""), "SKIR-SPT-4");
    assert_eq!(no("behind = \"Swamp\""), "SKIR-SPT-4");
    assert_eq!(no("status = \"moving\"\nafter = \"move\""), "SKIR-SPT-9");
    assert_eq!(refused_by::<Spotting>("distance-mm = 5\n"), "SKIR-SPT-3");
}

/// SKIR-SPT-2, SKIR-SPT-11, SKIR-SPT-12: silhouettes, places, contact.
#[test]
fn what_shows_and_what_needs_no_distance_spt_11_spt_12() {
    let look = |text: &str| ask::<Spotting>(text).spotted;
    let near = |unit: &str, rays: u8| look(&format!("target = \"{unit}\"\ndistance-mm = 1\nrays = {rays}\n"));
    assert!(near("S-T34", 4) && !near("S-T34", 3));
    assert!(near("S-M72", 6) && !near("S-M72", 5));
    assert!(near("S-RIF", 2) && !near("S-RIF", 1));
    assert_eq!(
        refused_by::<Spotting>("target = \"S-T34\"\nrays = 4\n"),
        "SKIR-SPT-6",
        "how far is asked for"
    );
    assert!(look("looked = \"at-place\"\ndistance-mm = 99999\n"));
    assert!(look("target = \"S-RIF\"\nin-contact = true\nterrain = \"Bunker\"\ndistance-mm = 9999\n"));
}

/// SKIR-COM-1, SKIR-COM-2, SKIR-COM-3, SKIR-COM-4.
#[test]
fn links_by_sight_radio_and_trench_com_1_to_com_4() {
    let reach = |between: &str, more: &str| {
        ask::<Link>(&format!("between = \"{between}\"\ndistance-mm = 160\n{more}\n")).reach_mm
    };
    assert_eq!((reach("men-of-a-team", "in-sight = true"), reach("men-of-a-team", "")), (160, 80));
    assert_eq!((reach("units-of-a-platoon", "in-sight = true"), reach("units-of-a-platoon", "")), (320, 160));
    let radio = |sight: &str| reach("units-of-a-platoon", &format!("both-radios = true\n{sight}"));
    assert_eq!((radio("in-sight = true"), radio("")), (1280, 640));
    assert_eq!(reach("units-of-a-platoon", "entrenched = true"), 1280);
    assert_eq!(reach("soldiers", ""), 80);
    assert!(ask::<Link>("between = \"units-of-a-platoon\"\ndistance-mm = 160\n").linked);
    assert!(!ask::<Link>("between = \"units-of-a-platoon\"\ndistance-mm = 161\n").linked);
    assert_eq!(
        refused_by::<Link>("between = \"men-of-a-team\"\ndistance-mm = 1\nboth-radios = true\n"),
        "SKIR-COM-1"
    );
}
