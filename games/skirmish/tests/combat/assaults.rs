//! Mines, crew losses, melee, overruns, devices: chapters MIN, CRW, ASL, MOR.

use crate::common::{ask, f, odds, refused_by};
use kit::{chance, testing::assert_rolls_agree};
use sandtable_skirmish::{
    building::Bombard,
    crew::Crew,
    device::Devices,
    melee::{Melee, MeleeEnd, MeleeStage},
    mines::Mines,
    overrun::Overrun,
    words::{Hull, Speed},
};

/// Example X14: SKIR-MIN-1, SKIR-MIN-2, SKIR-MIN-3, SKIR-MIN-4, SKIR-MIN-5.
#[test]
fn x14_mines_min_1_min_2_min_5() {
    let ends = odds::<Mines>("[target]\nunit = \"G-251\"\n");
    assert_eq!(ends.chance(|end| end.blown), f(9, 20));
    assert_eq!(ends.chance(|end| matches!(end.now.hull, Hull::Destroyed | Hull::Exploded)), f(9, 40));
    // Immobilized 3/6; CS 2 and no CR fail the CT with 5/16 and then leave the vehicle.
    assert_eq!(ends.chance(|end| end.now.speed == Speed::Stopped), f(9, 40));
    assert_eq!(ends.chance(|end| end.now.hull == Hull::Abandoned), f(9 * 5, 40 * 16), "SKIR-MOR-2");
    assert_eq!(ends.chance(|end| end.now.hull == Hull::Destroyed && end.now.men() == 2), f(9, 120), "saved");
    // A dash still asks for a CT (SKIR-MIN-5): a tank on 1.
    let tank = ask::<Mines>("[target]\nunit = \"S-T34\"\n");
    let mut dice = kit::Scripted::faces(&[1, 10, 1, 1, 8]);
    let end = chance::roll(&tank, &mut dice);
    assert!(
        dice.finish().is_ok() && end.now.fleeing() && end.now.hull == Hull::Whole,
        "SKIR-R50: it can still drive"
    );
    // SKIR-MIN-7: a broken track stops it for good.
    let mut dice = kit::Scripted::faces(&[1, 10, 2, 6, 1]);
    assert_eq!(chance::roll(&tank, &mut dice).now.speed, Speed::Stopped);
}

/// SKIR-MIN-3: teams, guns, mortars and tractors find their columns.
#[test]
fn every_unit_has_a_mine_column_min_3() {
    let dead = |unit: &str, faces: &[u16]| {
        let question = ask::<Mines>(&format!("[target]\nunit = \"{unit}\"\n"));
        let mut dice = kit::Scripted::faces(faces);
        let end = chance::roll(&question, &mut dice);
        dice.finish().unwrap_or_else(|misfit| panic!("{unit}: {misfit}"));
        end.now
    };
    assert_eq!(dead("S-RIF", &[1, 10, 6, 6, 1]).men(), 7);
    assert_eq!(dead("S-M50", &[1, 10, 3]).men(), 0, "nobody left to test");
    assert_eq!(dead("S-45", &[1, 10, 5, 6, 1]).men(), 2);
    assert_eq!(dead("S-STZ", &[1, 10, 5]).hull, Hull::Exploded);
    assert_eq!(dead("S-BA64", &[1, 10, 5]).men(), 0, "destroyed+dead");
    let still = "enters = false\nmoves-mm = 9\n[target]\nunit = \"S-RIF\"\n";
    assert_eq!(refused_by::<Mines>(still), "SKIR-MIN-1");
}

/// Example X17: SKIR-CRW-1, SKIR-CRW-2, SKIR-CRW-3, SKIR-CRW-4, SKIR-GEN-3.
#[test]
fn x17_crew_losses_crw_1_to_crw_4() {
    let crew = |unit: &str, dead: u8| ask::<Crew>(&format!("unit = \"{unit}\"\ndead = {dead}\n"));
    let effects = |crew: &Crew| (crew.slow_to_act(), crew.simple_only(), crew.light_weapons_only());
    assert_eq!(effects(&crew("G-PZ4G", 0)), (false, false, false));
    assert_eq!(effects(&crew("G-PZ4G", 1)), (true, false, false));
    assert_eq!(effects(&crew("G-PZ4G", 2)), (true, false, false));
    assert_eq!(effects(&crew("G-PZ4G", 3)), (true, true, false));
    assert_eq!(effects(&crew("G-PZ4G", 4)), (true, true, true));
    assert_eq!((crew("G-PZ4G", 3).nerve().cr, crew("G-PZ4G", 4).nerve().cr), (1, 0));
    assert_eq!(effects(&crew("S-T70", 1)), (true, true, true));
    assert_eq!(effects(&crew("S-GAZ", 0)), (false, false, false), "a crew of one starts unhurt");
    assert!(crew("S-T70", 2).is_lost(), "SKIR-CRW-5");
    assert!(crew("S-45", 2).can_push() && !crew("S-45", 3).can_push(), "SKIR-MOV-15: three of five");
    assert_eq!(refused_by::<Crew>("unit = \"S-RIF\"\ndead = 1\n"), "SKIR-CRW-1");
    assert_eq!(refused_by::<Crew>("unit = \"S-T70\"\ndead = 3\n"), "SKIR-CRW-6");
}

/// Example X15: SKIR-ASL-2, SKIR-ASL-3, SKIR-TST-10.
#[test]
fn x15_melee_asl_3_tst_10() {
    // One Soviet against two Germans in turn.
    let two = "engaged = true\n[attacker]\nunit = \"G-TH\"\nalive = 2\n[defender]\nunit = \"S-RIF\"\nfighting = 1\n";
    let ends = odds::<Melee>(two);
    assert_eq!(ends.chance(|end| end.defenders == 9), f(119, 144));
    // Eight against six: six pairs, two of them with a second German.
    let eight = "engaged = true\n[attacker]\nunit = \"G-PIO\"\n[defender]\nunit = \"S-RIF\"\nalive = 6\n";
    let ends = odds::<Melee>(eight);
    let all_dead = f(119u128.pow(2) * 7u128.pow(4), 144u128.pow(2) * 12u128.pow(4));
    assert_eq!(ends.chance(|end| end.defenders == 0), all_dead);
    assert_eq!(ends.chance(|end| end.stage == MeleeStage::Done(MeleeEnd::DefendersWiped)), all_dead);
    // The CT before the assault (SKIR-MOR-3): CS 2, CR 1 fails 5/24.
    let charge = odds::<Melee>(&eight.replace("engaged = true\n", ""));
    assert_eq!(charge.chance(|end| end.stage == MeleeStage::Done(MeleeEnd::NotMade)), f(5, 24));
    assert_eq!(
        charge.chance(|end| end.stage == MeleeStage::Done(MeleeEnd::NotMade) && end.attackers == 8),
        f(5, 24)
    );
}

/// SKIR-ASL-4, SKIR-ASL-5: the smaller side tests; a gun without crew is captured.
#[test]
fn the_smaller_side_tests_asl_4_asl_5() {
    let duel = "engaged = true\n[attacker]\nunit = \"G-TH\"\nalive = 1\n[defender]\nunit = \"S-RIF\"\nalive = 2\nfighting = 1\n";
    let ends = odds::<Melee>(duel);
    // Nobody falls 5/36: one against two, the attacker tests with CS 2, CR 1. If the defender falls: equal.
    assert_eq!(ends.chance(|end| end.stage == MeleeStage::Done(MeleeEnd::AttackersFlee)), f(5 * 5, 36 * 24));
    assert_eq!(ends.chance(|end| end.stage == MeleeStage::Done(MeleeEnd::AttackersWiped)), f(5, 18));
    assert_eq!(ends.chance(|end| end.stage == MeleeStage::Done(MeleeEnd::DefendersFlee)), f(0, 1));
    let gun = "engaged = true\n[attacker]\nunit = \"G-PIO\"\n[defender]\nunit = \"S-45\"\nalive = 1\n";
    let report = sandtable_skirmish::RULEBOOK
        .kind("melee")
        .unwrap()
        .ask(None, "gun", gun, kit::Throwing::Nothing)
        .unwrap();
    assert!(report.outcomes.iter().any(|outcome| outcome.result == "gun captured"));
    let no = |text: &str| refused_by::<Melee>(text);
    assert_eq!(no("[attacker]\nunit = \"G-TIG\"\n[defender]\nunit = \"S-RIF\"\n"), "SKIR-ASL-2");
    assert_eq!(no("[attacker]\nunit = \"G-M81\"\n[defender]\nunit = \"S-RIF\"\n"), "SKIR-ASL-2");
    assert_eq!(
        no("[attacker]\nunit = \"G-PIO\"\nfighting = 9\n[defender]\nunit = \"S-RIF\"\n"),
        "SKIR-ASL-3"
    );
}

/// Example X16: SKIR-ASL-9, SKIR-ASL-10, SKIR-TST-9.
#[test]
fn x16_overrun_asl_9_asl_10() {
    let text = "vehicle = \"G-PZ4G\"\nswept = 5\n[target]\nunit = \"S-RIF\"\n";
    let ends = odds::<Overrun>(text);
    assert_eq!(ends.mean(|end| kit::Factor::whole(i32::from(10 - end.now.crew))), f(11, 4));
    assert_eq!(ends.chance(|end| end.now.crew == 5), f(11u128.pow(5), 20u128.pow(5)));
    let hemmed = odds::<Overrun>(&text.replace("swept", "hemmed-in = 2\nswept"));
    assert_eq!(hemmed.chance(|end| end.now.crew == 8), f(9u128.pow(3), 20u128.pow(3)), "two have no room");
    // A rammed truck: the jeep's column, full shot; a rammed gun: its own.
    let truck = odds::<Overrun>("vehicle = \"G-PZ4G\"\n[target]\nunit = \"S-GAZ\"\nriders = 5\n");
    assert_eq!(truck.chance(|end| end.now.hull == Hull::Exploded), f(11 * 3, 200));
    let gun = odds::<Overrun>("vehicle = \"G-PZ4G\"\n[target]\nunit = \"S-45\"\n");
    assert_eq!(gun.chance(|end| end.now.hull == Hull::Exploded), f(11, 200));
}

/// SKIR-ASL-9, SKIR-ASL-11: who overruns nobody, and who cannot be overrun.
#[test]
fn who_cannot_be_overrun_asl_11() {
    let no = |vehicle: &str, target: &str| {
        refused_by::<Overrun>(&format!("vehicle = \"{vehicle}\"\n[target]\n{target}\n"))
    };
    assert_eq!(no("G-BLI", "unit = \"S-RIF\""), "SKIR-ASL-9");
    assert_eq!(no("G-PZ4G", "unit = \"S-T70\""), "SKIR-ASL-11");
    assert_eq!(no("G-PZ4G", "unit = \"S-RIF\"\nshelter = [\"Trenches\"]"), "SKIR-ASL-11");
    assert_eq!(no("G-PZ4G", "unit = \"S-RIF\"\nshelter = [\"Brick house\"]"), "SKIR-ASL-11");
}

fn at_half_track(more: &str) -> String {
    format!("team = \"S-ASG\"\ndevice = \"Hb\"\n{more}\n[target]\nunit = \"G-251\"\nturn = \"over\"\n")
}

/// Example X20: SKIR-ASL-6, SKIR-TST-8, SKIR-EFF-4, SKIR-MOR-3.
#[test]
fn x20_assault_on_a_half_track_asl_6_tst_8() {
    let one = odds::<Devices>(&at_half_track("into-open-top = true"));
    assert_eq!(one.chance(|end| end.refused), f(5, 24));
    assert_eq!(one.chance(|end| end.hit), f(19 * 11, 24 * 24));
    let inside = |num: u128| f(19 * 11 * num, 24 * 24 * 10);
    assert_eq!(one.chance(|end| end.target.hull == Hull::Destroyed), inside(4));
    assert_eq!(one.chance(|end| end.target.hull == Hull::Exploded), inside(3));
    assert_eq!(one.chance(|end| end.target.hull == Hull::Abandoned), inside(3), "intact but empty");
    assert_eq!(one.chance(|end| end.hit && end.target.men() > 0), f(0, 1));
    let four = odds::<Devices>(&at_half_track("into-open-top = true\nusers = 4"));
    assert_eq!(four.chance(|end| end.hit), f(19 * 303_215, 24 * 331_776));
}

/// SKIR-ASL-7, SKIR-PEN-4, SKIR-R40: against armor no CT; PT with D10, part by D12 + CS, right half, D12.
#[test]
fn devices_against_armor_asl_7() {
    let mine = "team = \"G-TH\"\ndevice = \"Mm\"\n[target]\nunit = \"S-T34\"\nturn = \"over\"\n";
    let ends = odds::<Devices>(mine);
    assert_eq!(ends.chance(|end| end.refused), f(0, 1));
    assert_eq!(ends.chance(|end| end.hit), f(11, 20));
    // By the house rule the chart decides alone: 1 to 2 on D12 + 2 miss.
    let table = odds::<Devices>(&format!("devices-use-table-only = true\n{mine}"));
    assert!(
        table.chance(|end| end.target.hull != Hull::Whole)
            > ends.chance(|end| end.target.hull != Hull::Whole)
    );
    let brave = odds::<Devices>(&format!("ct-all-assaults = true\n{mine}"));
    assert_eq!(brave.chance(|end| end.refused), f(5, 24), "SKIR-R46");
}

/// SKIR-ASL-8: throws, stocks and limits.
#[test]
fn throws_and_stocks_asl_8() {
    let thrown = |device: &str, mm: u32, users: u8, unit: &str| {
        format!(
            "team = \"S-ASG\"\ndevice = \"{device}\"\nassault = false\ndistance-mm = {mm}\nusers = {users}\n[target]\nunit = \"{unit}\"\nturn = \"over\"\n"
        )
    };
    let bomb = odds::<Devices>(&thrown("Hb", 80, 1, "G-RIF"));
    // PT with D10 at CS 2 11/20, then 6 and more on D12 + 2: nine faces of twelve.
    assert_eq!(bomb.chance(|end| end.target.crew == 9), f(11 * 9, 20 * 12));
    let no = |text: String| refused_by::<Devices>(&text);
    assert_eq!(no(thrown("Hb", 81, 1, "G-RIF")), "SKIR-ASL-8");
    assert_eq!(no(thrown("Ex", 31, 1, "G-RIF")), "SKIR-ASL-8");
    assert_eq!(no(thrown("Hb", 10, 3, "G-RIF")), "SKIR-ASL-8");
    assert_eq!(no(thrown("Mm", 10, 1, "G-251")), "SKIR-ASL-8");
    assert_eq!(no(thrown("Molotov", 10, 1, "G-251")), "SKIR-ASL-8");
    assert_eq!(no(at_half_track("users = 5")), "SKIR-ASL-6");
    assert_eq!(no(at_half_track("into-open-top = true").replace("G-251", "G-TIG")), "SKIR-ASL-6");
    assert_eq!(no(at_half_track("").replace("G-251", "G-RIF")), "SKIR-ASL-2");
}

#[test]
fn a_million_rolls_agree() {
    assert_rolls_agree(&ask::<Mines>("[target]\nunit = \"S-GAZ\"\nriders = 6\n"), 1_000_000, 1);
    let melee = "[attacker]\nunit = \"G-TH\"\n[defender]\nunit = \"S-ATR\"\n";
    assert_rolls_agree(&ask::<Melee>(melee), 1_000_000, 2);
    assert_rolls_agree(
        &ask::<Overrun>("vehicle = \"G-TIG\"\nswept = 3\n[target]\nunit = \"S-RIF\"\nalive = 6\n"),
        1_000_000,
        3,
    );
    assert_rolls_agree(&ask::<Devices>(&at_half_track("users = 2\ninto-open-top = true")), 1_000_000, 4);
}

/// SKIR-ASL-7: devices against buildings: through an opening with D12, Ex and Mm at the wall as 70 mm.
#[test]
fn devices_against_buildings_asl_7() {
    let house = |more: &str| {
        format!(
            "building = \"Wooden house\"\nmen-on-floor = 5\nmen-in-radius = [2]\n{more}\n[firer]\nunit = \"S-ASG\"\nmaneuver = \"assault\"\n"
        )
    };
    let bomb = odds::<Bombard>(&house("device = \"Hb\"\naim = \"opening\""));
    assert_eq!(bomb.chance(|end| end.floor == 3), f(11, 24), "a blast radius without a roll");
    let bag = odds::<Bombard>(&house("device = \"Ex\"\naim = \"floor-wall\""));
    // PT with D10 11/20; wood is always pierced; the +70 index: destroyed on 10.
    assert_eq!(bag.chance(|end| end.ruined), f(11, 200));
    let no = |more: &str| refused_by::<Bombard>(&house(more));
    assert_eq!(no("device = \"Hb\"\naim = \"floor-wall\""), "SKIR-ASL-7");
    assert_eq!(no("device = \"Mm\"\naim = \"floor-wall\""), "SKIR-ASL-8");
    assert_eq!(no("device = \"Hb\"\naim = \"opening\"\nshells = 5"), "SKIR-ASL-8");
    assert_eq!(no("device = \"Molotov\"\naim = \"opening\""), "SKIR-ASL-7");
}
