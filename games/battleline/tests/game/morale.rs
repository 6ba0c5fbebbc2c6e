//! Morale Tests and the fate of leaders.

use crate::common::{lines, question, refused_by, results};
use kit::{Fraction, chance, testing::assert_rolls_agree};
use sandtable_battleline::{leader::Leaders, morale::Morale};

fn test(kind: &str, more: &str, unit: &str) -> String {
    format!("test = '{kind}'\n{more}\n[[units]]\n{unit}\n")
}

fn outcome(kind: &str, more: &str, unit: &str) -> String {
    results::<Morale>(&test(kind, more, unit))
}

/// EX13: LINE-X-REO-2, LINE-X-CMD-4, LINE-X-MOR-1.
#[test]
fn ex13_reorganizing_line_x_reo_2_line_x_cmd_4() {
    let hastati = "unit = 'HAS'\nstatus = 'disrupted'";
    assert_eq!(outcome("reorganize", "", hastati), "passed 2/3, failed 1/3");
    let with_scipio = format!("{hastati}\nleaders = ['Scipio']");
    assert_eq!(outcome("reorganize", "", &with_scipio), "passed 5/6, failed 1/6");
    assert_eq!(
        lines::<Morale>(&test("reorganize", "", &with_scipio), "morale"),
        [
            "+4 printed morale, Disrupted side [LINE-X-UNI-2]",
            "+2 leader in the hex [LINE-X-CMD-4]",
            "-1 never more than 5: a 6 always fails [LINE-X-MOR-1]",
        ]
    );
    assert_eq!(outcome("reorganize", "turns = 2", hastati), "passed 8/9, failed 1/9");
}

/// LINE-X-REO-1, LINE-RES-12, LINE-X-EXC-2: who may not try.
#[test]
fn line_x_reo_1_line_res_12_line_x_exc_2_who_may_not_reorganize() {
    let cases = [
        ("", "LINE-X-REO-1"),
        ("status = 'disrupted'\nin-command = false", "LINE-X-REO-1"),
        ("status = 'disrupted'\nin-enemy-zone = true", "LINE-X-REO-1"),
        ("status = 'disrupted'\nmoved = true", "LINE-X-REO-1"),
        ("status = 'disrupted'\nattacked = true", "LINE-X-REO-1"),
        ("status = 'disrupted'\nretreated = true", "LINE-X-REO-1"),
        ("status = 'disrupted'\nexchanged = true", "LINE-X-EXC-2"),
        ("status = 'eliminated'", "LINE-RES-12"),
    ];
    for (more, clause) in cases {
        let text = test("reorganize", "", &format!("unit = 'HAS'\n{more}"));
        assert_eq!(refused_by::<Morale>(&text), clause, "{more}");
    }
    assert_eq!(
        refused_by::<Morale>(&test("reorganize", "turns = 0", "unit = 'HAS'\nstatus = 'disrupted'")),
        "LINE-X-REO-2"
    );
    assert_eq!(refused_by::<Morale>(&test("stand", "turns = 2\nrow = 4", "unit = 'HAS'")), "LINE-X-REO-2");
}

/// LINE-X-MOR-1: however bad, a 1 passes; however good, a 6 fails.
#[test]
fn line_x_mor_1_one_always_passes_and_six_always_fails() {
    assert_eq!(outcome("stand", "row = 4", "unit = 'LEV'"), "passed 1/6, failed 5/6");
    assert_eq!(
        outcome("carry-away", "routing = 'HAS'", "unit = 'VET'\nleaders = ['Hannibal']"),
        "passed 5/6, failed 1/6"
    );
}

/// LINE-X-MOR-3, LINE-R18: when a Stand Test is due.
#[test]
fn line_x_mor_3_line_r18_when_a_unit_must_stand() {
    assert_eq!(outcome("stand", "row = 3", "unit = 'PRI'"), "passed 2/3, failed 1/3");
    assert_eq!(outcome("stand", "elephants = true", "unit = 'PRI'"), "passed 5/6, failed 1/6");
    assert_eq!(outcome("stand", "row = 2", "unit = 'PRI'\nmarching = true"), "passed 2/3, failed 1/3");
    assert_eq!(refused_by::<Morale>(&test("stand", "row = 2", "unit = 'PRI'")), "LINE-R18");
    assert_eq!(
        refused_by::<Morale>(&test("stand", "row = 3", "unit = 'PRI'\nstatus = 'disrupted'")),
        "LINE-X-MOR-3"
    );
    assert_eq!(refused_by::<Morale>(&test("stand", "row = 5", "unit = 'PRI'")), "LINE-X-MAP-3");
    let two = test("stand", "row = 3", "unit = 'PRI'\n[[units]]\nunit = 'PRI'");
    assert_eq!(refused_by::<Morale>(&two), "LINE-X-MOR-1");
}

/// LINE-X-MOR-2, LINE-X-MOR-4: only what the test is about counts.
#[test]
fn line_x_mor_2_line_x_mor_4_what_counts_in_which_test() {
    assert_eq!(outcome("stand", "row = 3\nelephants = true", "unit = 'ACV'"), "passed 1/3, failed 2/3");
    assert_eq!(
        outcome("evade", "row = 3\nelephants = true", "unit = 'NUM'"),
        "passed 2/3, failed 1/3",
        "Accustomed"
    );
    assert_eq!(outcome("rampage", "row = 3", "unit = 'ACV'"), "passed 1/2, failed 1/2", "no Table 5");
    assert_eq!(
        outcome("carry-away", "row = 4\nelephants = true\nrouting = 'HAS'", "unit = 'ACV'"),
        "passed 2/3, failed 1/3"
    );
    assert_eq!(refused_by::<Morale>(&test("evade", "", "unit = 'ACV'")), "LINE-X-EVA-1");
    assert_eq!(
        refused_by::<Morale>(&test("evade", "", "unit = 'VEL'\nstatus = 'disrupted'")),
        "LINE-X-STA-1"
    );
    assert_eq!(refused_by::<Morale>(&test("evade", "", "unit = 'VEL'\nmarching = true")), "LINE-X-STA-2");
}

/// LINE-X-MOR-5: several friends in a row, some of whom take no test.
#[test]
fn line_x_mor_5_carry_away() {
    let row = test(
        "carry-away",
        "routing = 'HAS'",
        "unit = 'GAL'\n[[units]]\nunit = 'VEL'\n[[units]]\nunit = 'HAS'",
    );
    assert_eq!(results::<Morale>(&row), "passed 5/9, 1 failed 7/18, 2 failed 1/18");
    let text = |routing: &str, unit: &str| test("carry-away", routing, unit);
    assert_eq!(refused_by::<Morale>(&text("routing = 'VEL'", "unit = 'GAL'")), "LINE-X-MOR-5");
    assert_eq!(refused_by::<Morale>(&text("routing = 'HAS'", "unit = 'VEL'")), "LINE-X-MOR-5");
    assert_eq!(
        refused_by::<Morale>(&text("routing = 'HAS'", "unit = 'GAL'\nstatus = 'disrupted'")),
        "LINE-X-MOR-5"
    );
    assert_eq!(refused_by::<Morale>(&text("", "unit = 'GAL'")), "LINE-X-MOR-5");
}

/// LINE-X-RAM-1, LINE-X-ZAM-1: who is not tested when elephants come through.
#[test]
fn line_x_ram_1_line_x_zam_1_rampage_tests() {
    assert_eq!(
        refused_by::<Morale>(&test("rampage", "", "unit = 'GAL'\nstatus = 'disrupted'")),
        "LINE-X-RAM-1"
    );
    let velites = test("rampage", "scenario = 'zama'", "unit = 'VEL'\nside = 'enemy'");
    assert_eq!(refused_by::<Morale>(&velites), "LINE-X-ZAM-1");
    assert_eq!(
        outcome("rampage", "scenario = 'zama'", "unit = 'LSK'"),
        "passed 2/3, failed 1/3",
        "Carthage's own"
    );
}

/// LINE-X-CAN-2: the levies of Cannae on both faces.
#[test]
fn line_x_can_2_raw_levies() {
    assert_eq!(
        outcome("reorganize", "scenario = 'cannae'", "unit = 'SOC'\nstatus = 'disrupted'"),
        "passed 1/2, failed 1/2"
    );
    assert_eq!(
        outcome("carry-away", "scenario = 'cannae'\nrouting = 'HAS'", "unit = 'HAS'"),
        "passed 2/3, failed 1/3"
    );
}

/// LINE-X-ZAM-3: trumpets against elephants.
#[test]
fn line_x_zam_3_trumpets() {
    let elephants = |more: &str, distance: &str| test("trumpets", more, &format!("unit = 'ELE'\n{distance}"));
    let near = elephants("scenario = 'zama'\nturn = 2", "enemy-distance = 5");
    assert_eq!(results::<Morale>(&near), "passed 2/3, failed 1/3");
    for (more, distance) in [
        ("", "enemy-distance = 5"),
        ("scenario = 'zama'\nturn = 3", "enemy-distance = 5"),
        ("scenario = 'zama'\nturn = 0", "enemy-distance = 5"),
        ("scenario = 'zama'", "enemy-distance = 6"),
        ("scenario = 'zama'", ""),
    ] {
        assert_eq!(refused_by::<Morale>(&elephants(more, distance)), "LINE-X-ZAM-3", "{more} {distance}");
    }
    assert_eq!(refused_by::<Morale>(&near.replace("ELE", "HCC")), "LINE-X-ZAM-3");
}

#[test]
fn nobody_or_a_crowd_is_refused() {
    assert_eq!(refused_by::<Morale>("test = 'stand'\nunits = []"), "LINE-X-MOR-1");
    let crowd = test("rampage", "", &["unit = 'GAL'"; 11].join("\n[[units]]\n"));
    assert_eq!(refused_by::<Morale>(&crowd), "LINE-X-MOR-1");
}

/// LINE-X-CMD-6, LINE-R35: 1 or 2 and he falls; without a friend he is lost.
#[test]
fn line_x_cmd_6_line_r35_leaders() {
    assert_eq!(results::<Leaders>("leaders = ['Scipio']"), "escape 2/3, fall 1/3");
    assert_eq!(results::<Leaders>("leaders = ['Scipio']\nlast-of-army = true"), "fall 1");
    let two = question::<Leaders>("leaders = ['Scipio', 'Laelius']");
    let odds = chance::odds(&two).unwrap();
    assert_eq!(odds.chance(|&(_, fallen)| fallen == 0b01), Fraction::new(2, 9), "Scipio alone");
    let report = sandtable_battleline::RULEBOOK
        .kind("leader")
        .unwrap()
        .ask(None, "test", "leaders = ['Scipio', 'Laelius']", kit::Throwing::Nothing)
        .unwrap();
    assert_eq!(report.expected[0].mean, Fraction::new(3, 1), "a third of 6 and of 3");
    assert_eq!(refused_by::<Leaders>("leaders = []"), "LINE-X-CMD-6");
    assert_eq!(refused_by::<Leaders>("leaders = ['Mago', 'Mago']"), "LINE-X-CMD-1");
}

#[test]
fn a_million_rolls_agree() {
    let example = |kind: &str| sandtable_battleline::RULEBOOK.kind(kind).unwrap().example;
    assert_rolls_agree(&question::<Morale>(example("morale")), 1_000_000, 3);
    assert_rolls_agree(&question::<Leaders>(example("leader")), 1_000_000, 4);
}
