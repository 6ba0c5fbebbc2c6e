//! Light weapons: chapter LWF.

use crate::common::{ask, f, odds, refused_by};
use kit::testing::assert_rolls_agree;
use sandtable_skirmish::{
    light_fire::{LightFire, VolleyState},
    words::{Hull, Speed},
};

/// A German rifle squad fires at a Soviet one 50 cm away.
fn squads(target: &str) -> String {
    format!("distance-mm = 500\n[firer]\nunit = \"G-RIF\"\n[target]\nunit = \"S-RIF\"\n{target}")
}

fn dead(odds: &kit::Distribution<VolleyState>, of: u8, men: u8) -> kit::Fraction {
    odds.chance(|end| of - end.now.men() == men)
}

/// Example X7: SKIR-LWF-1, SKIR-LWF-3, SKIR-LWF-4, SKIR-LWF-5, SKIR-LWF-6, SKIR-LWF-7, SKIR-LWF-13, SKIR-MAN-4.
#[test]
fn x7_light_fire_on_infantry_lwf_3_lwf_4_lwf_7_lwf_13() {
    let volley: LightFire = ask(&squads(""));
    assert_eq!(volley.volley.shots, [0, 26, 0], "7 rifles x 2 and an LMG, effective range");
    let open = odds::<LightFire>(&squads(""));
    for men in 2..=6 {
        assert_eq!(dead(&open, 10, men), f(1, 5));
    }
    assert_eq!(open.chance(|end| end.now.fleeing()), f(1, 8), "SKIR-LWF-14: 2/5 x 5/16");
    let trees = odds::<LightFire>(&squads("shelter = [\"Flat - trees\"]"));
    let wanted = [f(1, 10), f(2, 5), f(3, 10), f(1, 5)];
    for (men, chance) in (1..=4).zip(wanted) {
        assert_eq!(dead(&trees, 10, men), chance);
    }
    let moved = odds::<LightFire>(&squads("moving = true"));
    let wanted = [f(2, 5), f(1, 5), f(1, 5), f(1, 5)];
    for (men, chance) in (2..=5).zip(wanted) {
        assert_eq!(dead(&moved, 10, men), chance);
    }
}

/// Example X8: SKIR-LWF-6, SKIR-LWF-10, SKIR-LWF-11.
#[test]
fn x8_light_fire_on_a_truck_lwf_10_lwf_11() {
    let truck = |riders: u8| {
        let text = format!(
            "distance-mm = 500\n[firer]\nunit = \"G-RIF\"\n[target]\nunit = \"S-GAZ\"\nmoving = true\nriders = {riders}\n"
        );
        odds::<LightFire>(&text)
    };
    let full = truck(10);
    assert_eq!(full.chance(|end| end.now.men() == 9 && end.now.speed == Speed::Full), f(2, 5), "2 dead");
    let limited = |speed: Speed| full.chance(|end| end.now.speed == speed && end.now.men() == 8);
    assert_eq!(limited(Speed::Brief), f(1, 10));
    assert_eq!(limited(Speed::Slow), f(1, 10));
    let stopped = full.chance(|end| end.now.speed == Speed::Stopped);
    assert_eq!(stopped, f(1, 5), "immobilized + 4 dead");
    assert_eq!(full.chance(|end| end.now.hull == Hull::Destroyed && end.now.men() == 6), f(1, 5));
    // With a driver and two men aboard `+5 dead` kills three.
    let few = truck(2);
    assert_eq!(
        few.chance(|end| end.now.hull == Hull::Destroyed),
        few.chance(|end| end.now.hull == Hull::Destroyed && end.now.men() == 0)
    );
    assert_eq!(few.chance(|end| end.now.hull == Hull::Destroyed), f(1, 5));
}

/// SKIR-LWF-4: each band has its own die, and one CT follows for all of them (SKIR-MOR-7).
#[test]
fn bands_are_rolled_apart_lwf_4_mor_7() {
    let text = "[firer]\nunit = \"G-RIF\"\n[target]\nunit = \"S-RIF\"\n\
        [[volleys]]\nweapon = \"RIF\"\ncount = 3\ndistance-mm = 200\n\
        [[volleys]]\nweapon = \"RIF\"\ncount = 4\ndistance-mm = 700\n";
    let volley: LightFire = ask(text);
    assert_eq!(volley.volley.shots, [6, 0, 8]);
    let ends = assert_rolls_agree(&volley, 200_000, 5);
    // D12 + 2 in 4-7 and D8 + 2 in 8-12, in the open: at most 2 and 3 dead.
    assert_eq!(ends.chance(|end| end.now.men() < 5), f(0, 1));
    let mut dice = kit::Scripted::faces(&[12, 8]);
    let end = kit::chance::roll(&volley, &mut dice);
    assert_eq!(end.now.men(), 5, "2 by the short band, 3 by the long one; half strength asks for a CT");
    assert!(dice.finish().is_err(), "the CT needs two more dice");
}

/// SKIR-LWF-8, SKIR-TER-1, SKIR-TER-3, SKIR-TER-4, SKIR-TER-5: shelter of the majority, the best of several.
#[test]
fn mixed_shelter_goes_by_the_majority_lwf_8_ter_3() {
    let mixed = |groups: &str| {
        odds::<LightFire>(&format!(
            "distance-mm = 500\n{groups}\n[firer]\nunit = \"G-RIF\"\n[target]\nunit = \"S-RIF\"\n"
        ))
    };
    let open = odds::<LightFire>(&squads(""));
    let wall = odds::<LightFire>(&squads("shelter = [\"Wall\", \"Flat - trees\"]"));
    let ruins = odds::<LightFire>(&squads("shelter = [\"Ruins\"]"));
    let palace = odds::<LightFire>(&squads("shelter = [\"Palace\"]"));
    assert!(wall == ruins && wall == palace, "all medium");
    assert!(wall != open);
    assert!(mixed("mixed = [{ men = 6 }, { men = 4, shelter = [\"Wall\"] }]") == open);
    assert!(mixed("mixed = [{ men = 5 }, { men = 5, shelter = [\"Wall\"] }]") == wall, "ties to the better");
    let text =
        "distance-mm = 500\nmixed = [{ men = 3 }]\n[firer]\nunit = \"G-RIF\"\n[target]\nunit = \"S-RIF\"\n";
    assert_eq!(refused_by::<LightFire>(text), "SKIR-LWF-8");
}

/// SKIR-LWF-9: who has fallen no longer fires; the leader falls last.
#[test]
fn losses_take_weapons_in_order_lwf_9() {
    let shots = |alive: u8, mm: u32| {
        let text = format!(
            "distance-mm = {mm}\n[firer]\nunit = \"G-RIF\"\nalive = {alive}\n[target]\nunit = \"S-RIF\"\n"
        );
        ask::<LightFire>(&text).volley.shots
    };
    assert_eq!(shots(3, 500), [0, 12, 0], "seven rifles gone, the LMG left");
    assert_eq!(shots(2, 100), [6 + 12, 0, 0], "the pistol went before the LMG and the leader");
    assert_eq!(shots(1, 100), [6, 0, 0], "the leader with his SMG");
}

/// SKIR-TER-6, SKIR-FRG-8, SKIR-LWF-7: a gun's shield shelters its crew from the front; no CT by losses.
#[test]
fn a_gun_shield_shelters_its_crew_ter_6() {
    let gun = |face: &str| {
        odds::<LightFire>(&format!(
            "distance-mm = 500\n[firer]\nunit = \"G-RIF\"\n[target]\nunit = \"S-45\"\n[bearing]\nface = \"{face}\"\n"
        ))
    };
    let lost = |odds: &kit::Distribution<VolleyState>| {
        odds.mean(|end| kit::Factor::whole(i32::from(5 - end.now.crew)))
    };
    assert!(lost(&gun("front")) < lost(&gun("side")));
    assert_eq!(gun("side").chance(|end| end.now.fleeing()), f(0, 1), "SKIR-LWF-13 spares crews");
    assert_eq!(
        gun("side").chance(|end| end.now.hull == Hull::Abandoned),
        gun("side").chance(|end| end.now.crew == 0)
    );
}

/// SKIR-LWF-12: armor, and the way round it from above.
#[test]
fn armor_stops_small_arms_lwf_12() {
    let at = |unit: &str, higher: i32| {
        format!(
            "distance-mm = 400\nhigher-mm = {higher}\n[firer]\nunit = \"G-RIF\"\n[target]\nunit = \"{unit}\"\nriders = 0\n"
        )
    };
    assert_eq!(refused_by::<LightFire>(&at("S-T34", 100)), "SKIR-LWF-12");
    assert_eq!(refused_by::<LightFire>(&at("G-251", 49)), "SKIR-LWF-12");
    let above = odds::<LightFire>(&at("G-251", 50));
    assert!(above.chance(|end| end.now.crew < 2) > f(0, 1));
}

/// SKIR-MAN-12, SKIR-MAN-13, SKIR-CRW-2, SKIR-CRW-3, SKIR-R53: shots by maneuver and by crew.
#[test]
fn maneuvers_and_crews_decide_the_shots_man_12_man_13_crw_3() {
    let fire = |unit: &str, maneuver: &str, more: &str| {
        format!(
            "distance-mm = 200\n[firer]\nunit = \"{unit}\"\nmaneuver = \"{maneuver}\"\n{more}\n[target]\nunit = \"S-RIF\"\n"
        )
    };
    assert_eq!(
        ask::<LightFire>(&fire("G-RIF", "move-and-fire", "")).volley.shots,
        [7 + 6, 5, 1],
        "the pistol just reaches 200 mm (SKIR-R52)"
    );
    assert_eq!(
        ask::<LightFire>(&fire("G-PZ4G", "fire", "alive = 1")).volley.shots,
        [10, 0, 0],
        "one MG of two"
    );
    assert_eq!(refused_by::<LightFire>(&fire("G-PZ4G", "move-and-fire", "alive = 2")), "SKIR-CRW-2");
    assert_eq!(refused_by::<LightFire>(&fire("G-222", "fire-and-conceal", "")), "SKIR-MAN-13");
    assert_eq!(refused_by::<LightFire>(&fire("G-RIF", "move", "")), "SKIR-MAN-4");
    assert_eq!(refused_by::<LightFire>(&fire("G-RIF", "fire", "fleeing = true")), "SKIR-MOR-6");
    assert_eq!(refused_by::<LightFire>(&fire("G-RIF", "fire", "no-fire = true")), "SKIR-TST-6");
    assert_eq!(refused_by::<LightFire>(&fire("G-XXX", "fire", "")), "SKIR-GEN-5");
    assert_eq!(refused_by::<LightFire>(&fire("G-RIF", "fire", "alive = 11")), "SKIR-LWF-10");
    let far = "distance-mm = 9000\n[firer]\nunit = \"G-RIF\"\n[target]\nunit = \"S-RIF\"\n";
    assert_eq!(refused_by::<LightFire>(far), "SKIR-LWF-6");
    let nobody = squads("").replace("distance-mm = 500", "distance-mm = 500\nhittable = 0");
    assert_eq!(refused_by::<LightFire>(&nobody), "SKIR-LWF-7");
    let too_many = "[firer]\nunit = \"G-RIF\"\n[target]\nunit = \"S-RIF\"\n[[volleys]]\nweapon = \"LMG\"\ncount = 2\ndistance-mm = 10\n";
    assert_eq!(refused_by::<LightFire>(too_many), "SKIR-LWF-1");
}

/// SKIR-CRW-6: each man aboard is as likely to fall.
#[test]
fn the_dead_of_a_loaded_truck_are_drawn_by_lot_crw_6() {
    let text = "distance-mm = 500\n[firer]\nunit = \"G-RIF\"\n[target]\nunit = \"S-GAZ\"\nmoving = true\nriders = 9\n";
    let ends = odds::<LightFire>(text);
    // Two of ten dead: the one driver is among them with 1/5 and then the truck is abandoned.
    assert_eq!(ends.chance(|end| end.now.men() == 8 && end.now.speed == Speed::Full), f(2, 5));
    let abandoned = ends.chance(|end| end.now.men() == 8 && end.now.hull == Hull::Abandoned);
    assert_eq!(abandoned, f(2, 25), "SKIR-CRW-5");
}

#[test]
fn a_million_rolls_agree() {
    assert_rolls_agree(&ask::<LightFire>(&squads("alive = 7")), 1_000_000, 7);
}
