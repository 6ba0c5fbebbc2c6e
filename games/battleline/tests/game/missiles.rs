//! Volleys.

use crate::common::{lines, question, refused_by, results};
use kit::testing::assert_rolls_agree;
use sandtable_battleline::missiles::Volley;

fn shot(more: &str, firer: &str, target: &str, between: &str) -> String {
    format!("{more}\n[firer]\n{firer}\n[target]\n{target}\n{between}")
}

fn disrupted(text: &str) -> String {
    results::<Volley>(text)
}

const AHEAD: &str = "distance = 2";

/// EX12: LINE-X-MIS-4.
#[test]
fn ex12_missiles_line_x_mis_4() {
    let slingers_on_hastati = shot(AHEAD, "unit = 'BAL'", "unit = 'HAS'", "");
    assert_eq!(disrupted(&slingers_on_hastati), "Disrupted 1/6, no effect 5/6");
    assert_eq!(
        lines::<Volley>(&slingers_on_hastati, "morale"),
        [
            "+5 printed morale [LINE-X-UNI-1]",
            "+1 formed foot shot from row 1 or 2 [LINE-X-MIS-4]",
            "+1 distance 2 [LINE-X-MIS-4]",
            "-2 never more than 5: a 6 always fails [LINE-X-MOR-1]",
        ]
    );
    assert_eq!(disrupted(&shot(AHEAD, "unit = 'BAL'", "unit = 'GAL'", "")), "Disrupted 1/6, no effect 5/6");
    assert_eq!(disrupted(&shot("", "unit = 'VEL'", "unit = 'GAL'", "")), "Disrupted 1/3, no effect 2/3");
    let behind = shot("", "unit = 'VEL'", "unit = 'HAS'\nfrom = 'rear'", "");
    assert_eq!(disrupted(&behind), "Disrupted 1/3, no effect 2/3", "-1, not the -3 of attacks");
}

/// LINE-X-MIS-4, LINE-X-MIS-5, LINE-X-STA-2: cover, camp and marching.
#[test]
fn line_x_mis_5_marching_makes_the_row_worse() {
    let target = |target: &str| lines::<Volley>(&shot("", "unit = 'VEL'", target, ""), "morale").len();
    assert_eq!(target("unit = 'HAS'"), 3, "shield and clamp");
    assert_eq!(target("unit = 'GAL'\nterrain = 'wood'"), 2);
    let marching = shot("", "unit = 'VEL'", "unit = 'PHA'\nmarching = true\nfrom = 'right-front'", "");
    assert_eq!(lines::<Volley>(&marching, "morale")[1], "-1 shot from row 3 or 4 [LINE-X-MIS-4]");
    let camp = shot("", "unit = 'VEL'", "unit = 'PRI'\nterrain = 'camp'\nfrom = 'rear'", "");
    assert_eq!(
        lines::<Volley>(&camp, "morale")[1..3],
        ["+1 formed foot shot from row 1 or 2 [LINE-X-MIS-4]", "+1 in wood or camp [LINE-X-MIS-4]"]
    );
}

/// LINE-X-MIS-1: who may shoot.
#[test]
fn line_x_mis_1_who_may_shoot() {
    let cases = [
        (shot("", "unit = 'HAS'", "unit = 'GAL'", ""), "LINE-X-MIS-1"),
        (shot("", "unit = 'VEL'\nstatus = 'disrupted'", "unit = 'GAL'", ""), "LINE-X-STA-1"),
        (shot("", "unit = 'VEL'\nmarching = true", "unit = 'GAL'", ""), "LINE-X-STA-2"),
        (shot("", "unit = 'VEL'\nfired = true", "unit = 'GAL'", ""), "LINE-X-MIS-1"),
        (shot("", "unit = 'VEL'\nvolleys = 0", "unit = 'GAL'", ""), "LINE-X-MIS-1"),
        (shot("", "unit = 'VEL'\nvolleys = 4", "unit = 'GAL'", ""), "LINE-X-MIS-1"),
        (shot(AHEAD, "unit = 'BAL'\nin-enemy-zone = true", "unit = 'GAL'", ""), "LINE-X-MIS-1"),
        (shot(AHEAD, "unit = 'VEL'", "unit = 'GAL'", ""), "LINE-X-MIS-2"),
        (shot("distance = 3", "unit = 'BAL'", "unit = 'GAL'", ""), "LINE-X-MIS-2"),
        (shot("", "unit = 'VEL'", "unit = 'GAL'\nstatus = 'disrupted'", ""), "LINE-X-MIS-2"),
        (shot("", "unit = 'VEL'", "unit = 'GAL'\nshot-at = true", ""), "LINE-X-MIS-2"),
        (shot("", "unit = 'VEL'\ntowards = 'left-rear'", "unit = 'GAL'", ""), "LINE-X-MIS-2"),
    ];
    for (text, clause) in cases {
        assert_eq!(refused_by::<Volley>(&text), clause, "{text}");
    }
}

/// LINE-X-MIS-2, LINE-X-MIS-3: of two hexes between one must be open and one in the arc; the lower row counts.
#[test]
fn line_x_mis_3_two_hexes_between() {
    let bent = |one: &str, two: &str| {
        shot(
            AHEAD,
            "unit = 'BAL'",
            "unit = 'HAS'",
            &format!("between = [{{ from = 'right-front', towards = 'right-rear'{one} }}, {{ from = 'right-rear', towards = 'right-front'{two} }}]"),
        )
        .replace("[target]\nunit = 'HAS'\nbetween", "target.unit = 'HAS'\nbetween")
        .replace("[firer]\nunit = 'BAL'", "firer.unit = 'BAL'")
    };
    assert_eq!(
        lines::<Volley>(&bent("", ""), "morale")[1],
        "+1 formed foot shot from row 1 or 2 [LINE-X-MIS-4]"
    );
    let blocked_low = bent(", occupied = true", "");
    assert_eq!(
        lines::<Volley>(&blocked_low, "morale")[1],
        "+1 formed foot shot from row 1 or 2 [LINE-X-MIS-4]"
    );
    assert_eq!(refused_by::<Volley>(&bent(", terrain = 'wood'", ", level = 1")), "LINE-X-MIS-3");
    let impossible = bent("", "")
        .replace("from = 'right-rear', towards = 'right-front'", "from = 'rear', towards = 'front'");
    assert_eq!(refused_by::<Volley>(&impossible), "LINE-X-MIS-3");
}

/// LINE-X-MIS-3 on the map: 0505 shoots past 0504 or 0604 at 0603.
#[test]
fn line_x_mis_3_hexes_of_the_map() {
    let on_map = |between: &str| {
        format!(
            "{between}\n[firer]\nunit = 'CRE'\nhex = '0505'\nfacing = 0\n[target]\nunit = 'HAS'\nhex = '0603'\nfacing = 2\n"
        )
    };
    // 0603 faces south-east: 0604 is south, its row 2; 0504 is south-west, its row 3. The lower row counts.
    assert_eq!(
        lines::<Volley>(&on_map(""), "morale")[1],
        "+1 formed foot shot from row 1 or 2 [LINE-X-MIS-4]"
    );
    assert_eq!(
        disrupted(&on_map("between = [{ hex = '0504', occupied = true }]")),
        "Disrupted 1/6, no effect 5/6"
    );
    let both = "between = [{ hex = '0504', occupied = true }, { hex = '0604', terrain = 'wood' }]";
    assert_eq!(refused_by::<Volley>(&on_map(both)), "LINE-X-MIS-3");
    assert_eq!(
        refused_by::<Volley>(&on_map("between = [{ hex = '0506', occupied = true }]")),
        "LINE-X-MIS-3"
    );
    assert_eq!(refused_by::<Volley>(&on_map("distance = 1")), "LINE-X-MAP-4");
    assert_eq!(refused_by::<Volley>(&on_map("").replace("0603", "0608")), "LINE-X-MIS-2");
    assert_eq!(refused_by::<Volley>(&on_map("").replace("0603", "0505")), "LINE-X-MIS-2");
    let half = on_map("").replace("facing = 2", "");
    assert_eq!(refused_by::<Volley>(&half), "LINE-DIR-1");
}

/// LINE-X-CYN-1: mist on turns 1 and 2.
#[test]
fn line_x_cyn_1_mist() {
    let foggy = |turn: &str| {
        shot(&format!("scenario = 'cynoscephalae'\n{AHEAD}\n{turn}"), "unit = 'CRE'", "unit = 'HAS'", "")
    };
    assert_eq!(refused_by::<Volley>(&foggy("turn = 2")), "LINE-X-CYN-1");
    assert_eq!(refused_by::<Volley>(&foggy("")), "LINE-X-CYN-1");
    assert_eq!(disrupted(&foggy("turn = 3")), "Disrupted 1/6, no effect 5/6");
    let near = foggy("turn = 1").replace("distance = 2", "distance = 1");
    assert_eq!(disrupted(&near), "Disrupted 1/6, no effect 5/6");
}

#[test]
fn a_million_rolls_agree() {
    let example = sandtable_battleline::RULEBOOK.kind("missiles").unwrap().example;
    assert_rolls_agree(&question::<Volley>(example), 1_000_000, 2);
}
