//! Neighbours of the faults: what questions took for granted in silence. The fractions were counted by a second enumeration
//! straight from the ledger and the charts, in another language.

use crate::common::{f, odds};
use kit::{Fraction, Throwing};
use sandtable_skirmish::{
    RULEBOOK,
    device::Devices,
    incendiary::Flames,
    light_fire::LightFire,
    melee::{Melee, MeleeEnd, MeleeStage},
    overrun::Overrun,
    shell::Shells,
};

/// The means of a report.
fn mean(kind: &str, text: &str, what: &str) -> Fraction {
    let report = RULEBOOK.kind(kind).unwrap().ask(None, "neighbour", text, Throwing::Nothing).unwrap();
    report.expected.iter().find(|expected| expected.what == what).unwrap().mean
}

fn says(kind: &str, text: &str, words: &str) -> bool {
    let report = RULEBOOK.kind(kind).unwrap().ask(None, "neighbour", text, Throwing::Nothing).unwrap();
    report.facts.iter().any(|fact| fact.words.contains(words))
}

/// SKIR-MOR-8: men with mines in contact are enemies within 160 mm, whether the question says so or not.
#[test]
fn who_flees_from_men_at_his_side_surrenders_mor_8() {
    let mines = "team = \"G-TH\"\ndevice = \"Mm\"\nusers = 2\nface = \"side\"\n[target]\nunit = \"S-T34\"\n";
    let ends = odds::<Devices>(mines);
    assert_eq!(ends.chance(|end| end.target.surrendered()), f(28_794_733, 3_538_944_000));
    assert_eq!(mean("device", mines, "wrecked or abandoned"), f(7_211_776_693, 17_694_720_000));
    assert_eq!(mean("device", mines, "fleeing"), f(159_033_083, 829_440_000));
    assert_eq!(mean("device", mines, "dead"), f(314_977_993, 184_320_000));
    let farther = format!("{mines}enemy-mm = 400\n");
    assert_eq!(
        odds::<Devices>(&farther).chance(|end| end.target.surrendered()),
        f(28_794_733, 3_538_944_000)
    );
    assert!(says("device", mines, "surrenders"));
    assert!(
        !says("device", &mines.replace("users = 2", "users = 1"), "surrenders"),
        "one event: it cannot happen"
    );
}

/// SKIR-MOR-8: the same of a tank that drives over them, flames, and whoever fires from so near.
#[test]
fn who_attacks_from_near_takes_surrenders_mor_8() {
    let tank = "vehicle = \"G-PZ4G\"\n[target]\nunit = \"S-HQ\"\nfleeing = true\n";
    // As in the fault of the leader: 4719/32000 fail; whoever flees already surrenders.
    let ends = odds::<Overrun>(tank);
    assert_eq!(ends.chance(|end| end.now.surrendered()), f(4719, 32_000));
    let flames =
        "weapon = \"flame-thrower\"\ncs = 1\ndistance-mm = 100\n[target]\nunit = \"S-HQ\"\nfleeing = true\n";
    assert_eq!(odds::<Flames>(flames).chance(|end| end.now.surrendered()), f(52, 375));
    let volley = |mm: u32| {
        format!("distance-mm = {mm}\n[firer]\nunit = \"G-RIF\"\n[target]\nunit = \"S-RIF\"\nfleeing = true\n")
    };
    assert!(odds::<LightFire>(&volley(160)).chance(|end| end.now.surrendered()) > f(0, 1));
    assert_eq!(odds::<LightFire>(&volley(161)).chance(|end| end.now.surrendered()), f(0, 1));
    assert!(says("light-fire", &volley(161), "enemy-mm"), "what is taken for granted is told");
    let shells = |mm: u32, more: &str| {
        format!(
            "ammunition = \"ap\"\nshells = 2\ndistance-mm = {mm}\n[firer]\nunit = \"G-PZ4G\"\n[target]\nunit = \"S-KV1\"\n{more}"
        )
    };
    assert!(odds::<Shells>(&shells(160, "")).chance(|end| end.surrendered()) > f(0, 1));
    assert_eq!(odds::<Shells>(&shells(161, "")).chance(|end| end.surrendered()), f(0, 1));
    assert!(odds::<Shells>(&shells(161, "enemy-mm = 160\n")).chance(|end| end.surrendered()) > f(0, 1));
}

/// SKIR-HWF-14, SKIR-MOR-6: whoever flees has no fire to lose, and takes no CF; as on the table.
#[test]
fn who_flees_takes_no_cant_fire_test_hwf_14() {
    let shells = "ammunition = \"ap\"\nshells = 2\nwatch = \"everything\"\ndistance-mm = 1000\n[firer]\nunit = \"G-PZ4G\"\n[target]\nunit = \"S-T34\"\n";
    let ends = odds::<Shells>(&format!("{shells}fleeing = true\n"));
    assert_eq!(ends.chance(|end| end.no_fire()), f(0, 1));
    assert!(odds::<Shells>(shells).chance(|end| end.no_fire()) > f(0, 1));
    let flames =
        "weapon = \"flame-thrower\"\ncs = 1\ndistance-mm = 100\n[target]\nunit = \"S-RIF\"\nalive = 3\n";
    assert!(odds::<Flames>(flames).chance(|end| end.now.no_fire()) > f(0, 1));
    let fleeing = format!("{flames}fleeing = true\n");
    assert_eq!(odds::<Flames>(&fleeing).chance(|end| end.now.no_fire()), f(0, 1));
}

/// SKIR-ASL-3, SKIR-ASL-4, SKIR-ASL-5: three men against the last two of a gun, man by man.
#[test]
fn melee_with_a_crew_asl_5() {
    let text = "[attacker]\nunit = \"S-ASG\"\nalive = 3\n[defender]\nunit = \"G-P36\"\nalive = 2\n";
    let ends = odds::<Melee>(text);
    let chance = |how: MeleeEnd| ends.chance(|end| end.stage == MeleeStage::Done(how));
    assert_eq!(chance(MeleeEnd::DefendersWiped), f(9025, 41_472));
    assert_eq!(chance(MeleeEnd::DefendersFlee), f(47_405, 497_664));
    assert_eq!(chance(MeleeEnd::AttackersFlee), f(2375, 165_888));
    assert_eq!(chance(MeleeEnd::AttackersWiped), f(2375, 41_472));
    assert_eq!(mean("melee", text, "attackers lost"), f(2945, 3456));
}
