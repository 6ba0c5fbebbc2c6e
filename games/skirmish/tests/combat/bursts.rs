//! Fragments, scatter, buildings, flames: chapters FRG, SCT, BLD, INC, IND.

use crate::common::{ask, f, odds, refused_by};
use kit::{chance, testing::assert_rolls_agree};
use sandtable_skirmish::{
    attack::{Choice, Shot},
    building::Bombard,
    charts::Rules,
    fragments::Fragments,
    geometry::{Aspect, Face},
    incendiary::Flames,
    scatter::{Fall, Scatter},
    shell::Shells,
    words::{Hull, Speed},
};

fn near(target: &str, more: &str) -> String {
    format!("weapon = \"S76\"\ncs = 2\ndistance-mm = 40\n{more}\n[target]\n{target}\n")
}

/// Example X21: SKIR-FRG-1, SKIR-FRG-2, SKIR-FRG-4, SKIR-HWF-3, SKIR-EFF-2.
#[test]
fn x21_fragments_on_a_half_track_frg_2_frg_4_eff_2() {
    let burst = odds::<Fragments>(&near("unit = \"G-251\"\nturn = \"over\"\nriders = 10", ""));
    // Body 2/5 and choice 1/5 (the body is the better part), pierced 3/5; then by the body's column.
    let through = |num: u128, den: u128| f(3 * 3 * num, 5 * 5 * den);
    let stopped = burst.chance(|end| end.speed == Speed::Stopped && end.men() == 9);
    assert_eq!(stopped, through(3, 10), "immobilized + 3 dead");
    assert_eq!(burst.chance(|end| end.hull == Hull::Destroyed && end.men() == 8), through(3, 10));
    assert_eq!(burst.chance(|end| end.hull == Hull::Destroyed && end.men() == 7), through(1, 10));
    // Against 4 cm fragments need 12 on a D10.
    let front = Aspect { face: Face::Front, square: true };
    let rules = Rules::published();
    let splinters = Shot::fragments(2, 76, [front, front], Choice::Best, &rules);
    assert_eq!((splinters.needs(1, false, &rules), splinters.needs(4, false, &rules)), (5, 12));
    let stuart = odds::<Fragments>(&near("unit = \"U-M5\"\nturn = \"over\"", "choice = \"upper\""));
    assert_eq!(stuart.chance(|end| matches!(end.hull, Hull::Destroyed | Hull::Exploded)), f(0, 1));
}

/// SKIR-FRG-3, SKIR-FRG-7: man by man; a saved man counts as hit and the team takes one CF.
#[test]
fn men_are_attacked_one_by_one_frg_3_frg_7() {
    let squad = "unit = \"S-RIF\"\nshelter = [\"Trenches\"]";
    let two = odds::<Fragments>(&near(squad, "men-in-radius = 2"));
    // D10 + 2 against medium shelter: 3/10 unhit, 3/10 saved, 4/10 dead.
    assert_eq!(two.chance(|end| end.crew == 8), f(16, 100));
    let hit = f(100 - 9, 100);
    assert_eq!(two.chance(|end| end.no_fire()), f(91 * 9, 100 * 20), "{hit} x 9/20");
    let led = odds::<Fragments>(&near(
        "unit = \"S-RIF\"\nalive = 5\nturn = \"over\"",
        "men-in-radius = 1\nleader-among-them = true",
    ));
    assert_eq!(led.chance(|end| end.fleeing()), f(7 * 7, 10 * 16), "without its leader CS 1 alone");
    let plain = odds::<Fragments>(&near(
        "unit = \"S-RIF\"\nturn = \"over\"",
        "men-in-radius = 1\nfragments-no-cs = true",
    ));
    assert_eq!(plain.chance(|end| end.crew == 9), f(1, 2), "SKIR-R42: 6 to 10 without CS");
}

/// SKIR-FRG-5, SKIR-FRG-8: unarmored and guns straight to the effects, gun and crew as one.
#[test]
fn guns_and_trucks_have_no_armor_to_fragments_frg_5_frg_8() {
    let truck = odds::<Fragments>(&near("unit = \"S-GAZ\"\nturn = \"over\"\nriders = 10", ""));
    // Hit with 5 and more on D10 + 2: a wheel on 5, the body from 6 on; destroyed by 7-10 of ten.
    assert_eq!(truck.chance(|end| end.hull == Hull::Destroyed), f(7 * 4, 100));
    let gun = ask::<Fragments>(&near("unit = \"S-45\"", ""));
    let ends = chance::odds(&gun).unwrap();
    assert!(ends.chance(|end| end.hull == Hull::Destroyed) > f(0, 1));
}

/// SKIR-FRG-1, SKIR-FRG-9: who is out of it.
#[test]
fn who_is_not_attacked_frg_1_frg_9() {
    let no = |target: &str, more: &str| refused_by::<Fragments>(&near(target, more));
    let squad = "unit = \"S-RIF\"";
    assert_eq!(no(squad, "place = \"other-floor\""), "SKIR-FRG-1");
    assert_eq!(no(squad, "place = \"riding\""), "SKIR-FRG-1");
    assert_eq!(no(squad, "place = \"behind-cover\""), "SKIR-FRG-1");
    assert_eq!(no(squad, "men-in-radius = 11"), "SKIR-FRG-1");
    assert_eq!(no("unit = \"S-T34\"", "choice = \"open-top\""), "SKIR-FRG-9");
    assert_eq!(refused_by::<Fragments>(&near(squad, "").replace("= 40", "= 41")), "SKIR-FRG-1");
    assert_eq!(refused_by::<Fragments>(&near(squad, "").replace("S76", "XX")), "SKIR-FRG-1");
}

/// Example X11: SKIR-SCT-1, SKIR-SCT-2, SKIR-SCT-6, SKIR-SCT-7, SKIR-SCT-8.
#[test]
fn x11_scatter_of_a_missed_shell_sct_1_sct_6_sct_8() {
    for case in ["direct-he", "device"] {
        let ends = odds::<Scatter>(&format!("case = \"{case}\"\ncs = 2\nradius-cm = 4\nline-of-fire = 90\n"));
        let at = |fall| ends.chance(|end| end.fall == Some(fall));
        assert_eq!(at(Fall::Over), f(1, 8));
        assert_eq!(at(Fall::Off(0)), f(7 * 2, 64));
        for cm in 1..=6 {
            assert_eq!(at(Fall::Off(cm)), f(7, 64));
        }
        assert_eq!(ends.chance(|end| end.near == 1), f(21, 32));
    }
    let over = |line, drawn| Rules::published().flies_over(line, drawn);
    assert!(over(90, 112) && !over(90, 113) && over(10, 350) && over(350, 12));
    // SKIR-GEO-15: the line of fire from two points.
    let shell: Scatter = ask("case = \"direct-he\"\ncs = 0\nfrom-to = [[0, 0], [100, 0]]\n");
    let mut dice = kit::Scripted::faces(&[5, 112]);
    assert_eq!(chance::roll(&shell, &mut dice).fall, Some(Fall::Over));
    let mut dice = kit::Scripted::faces(&[5, 113]);
    assert_eq!(chance::roll(&shell, &mut dice).fall, Some(Fall::Off(5)));
    let eight = odds::<Scatter>("case = \"direct-he\"\ncs = 2\neight-way = true\nline-of-fire = 77\n");
    assert_eq!(eight.chance(|end| end.fall == Some(Fall::Over)), f(1, 8), "SKIR-R34");
}

/// Example X12: SKIR-SCT-3, SKIR-SCT-4, SKIR-SCT-5, SKIR-SCT-6, SKIR-SCT-10.
#[test]
fn x12_exact_impacts_sct_3_sct_4_sct_5() {
    let exact = |case: &str, cs: u8, cr: u8| {
        let ends = odds::<Scatter>(&format!("case = \"{case}\"\ncs = {cs}\ncr = {cr}\n"));
        ends.chance(|end| end.fall == Some(Fall::Exact))
    };
    assert_eq!(exact("mortar", 2, 0), f(1, 60));
    assert_eq!(exact("mortar", 2, 3), f(1, 60), "CR does not help a mortar");
    assert_eq!(exact("mortar", 3, 0), f(1, 20));
    assert_eq!(exact("on-table", 2, 2), f(1, 20));
    assert_eq!(exact("off-table", 2, 2), f(1, 360));
}

/// SKIR-IND-4, SKIR-IND-7, SKIR-HWF-17: each shell for itself, and what mortars may not do.
#[test]
fn every_shell_scatters_for_itself_ind_4_sct_3() {
    let one = odds::<Scatter>("case = \"on-table\"\ncs = 2\ncr = 2\nweapon = \"G105\"\n");
    let near = one.chance(|end| end.near == 1);
    let four = odds::<Scatter>("case = \"on-table\"\ncs = 2\ncr = 2\nweapon = \"G105\"\nshells = 4\n");
    let (n, d) = (near.numerator(), near.denominator());
    assert_eq!(four.chance(|end| end.near == 4), f(n.pow(4), d.pow(4)));
    let no = |text: &str| refused_by::<Scatter>(text);
    assert_eq!(no("case = \"mortar\"\ncs = 1\nweapon = \"M81\"\ndistance-mm = 159\n"), "SKIR-SCT-3");
    assert_eq!(no("case = \"mortar\"\ncs = 1\nweapon = \"G75\"\n"), "SKIR-HWF-17");
    assert_eq!(no("case = \"direct-he\"\ncs = 1\nweapon = \"M81\"\n"), "SKIR-HWF-17");
    assert_eq!(no("case = \"off-table\"\ncs = 1\ncr = 0\nshells = 13\n"), "SKIR-IND-4");
    assert_eq!(no("case = \"device\"\ncs = 1\nline-of-fire = 360\n"), "SKIR-SCT-7");
}

fn su152(more: &str) -> String {
    format!(
        "building = \"Brick house\"\nfloors = 2\ndistance-mm = 1000\n{more}\n[firer]\nunit = \"S-SU152\"\n"
    )
}

/// Example X13: SKIR-HWF-3, SKIR-HWF-4, SKIR-HWF-15, SKIR-PEN-6, SKIR-TER-8, SKIR-BLD-1, SKIR-BLD-2, SKIR-BLD-6.
#[test]
fn x13_house_bld_1_bld_6_pen_6() {
    let men = "men-on-floor = 4\nmen-in-radius = [3]\nmen-elsewhere = 2\ncs-inside = 0\ncr-inside = 0";
    let square = odds::<Bombard>(&su152(&format!("aim = \"floor-wall\"\nsquare = true\n{men}")));
    assert_eq!(square.chance(|end| end.hits == 1), f(3, 5));
    assert_eq!(square.chance(|end| end.ruined), f(3, 25));
    assert_eq!(square.chance(|end| end.floor == 1), f(3 * 6, 50), "SKIR-BLD-3: blast radius 6/10");
    assert_eq!(
        square.chance(|end| end.floor == 0 && end.elsewhere == 2 && !end.burning),
        f(3, 50),
        "SKIR-BLD-4"
    );
    assert_eq!(square.chance(|end| end.burning), f(3, 50), "SKIR-BLD-5");
    assert_eq!(square.chance(|end| end.fled), f(3 * 9, 50 * 16), "CS 0: the others fail 9/16");
    let oblique = odds::<Bombard>(&su152(&format!("aim = \"floor-wall\"\nsquare = false\n{men}")));
    assert_eq!(oblique.chance(|end| end.ruined), f(12, 125));
    // SKIR-HWF-15: the middle of the front wall is the easier aim.
    let front = odds::<Bombard>(&su152(&format!("aim = \"front-wall\"\nsquare = false\n{men}")));
    assert_eq!(front.chance(|end| end.hits == 1), f(4, 5));
    let kind = sandtable_skirmish::RULEBOOK.kind("building").unwrap();
    let report =
        kind.ask(None, "x13", &su152("aim = \"front-wall\"\nsquare = true"), kit::Throwing::Nothing).unwrap();
    assert!(report.facts.iter().any(|fact| fact.words == "floor 0 of 2, counted from 0"));
}

/// SKIR-HWF-12, SKIR-HWF-13, SKIR-BLD-7, SKIR-BLD-8: through an opening without a wall roll; AP along its line.
#[test]
fn openings_let_shells_in_hwf_12_hwf_13_bld_7_bld_8() {
    let inside = "men-on-floor = 6\nmen-in-line = 2\nmen-in-radius = [6, 5, 4, 3, 2, 1]\ngun-on-floor = true";
    let window = ask::<Bombard>(&su152(&format!("aim = \"opening\"\n{inside}")));
    let mut dice = kit::Scripted::faces(&[8, 3, 1]);
    let end = chance::roll(&window, &mut dice);
    assert_eq!((end.floor, end.gun_lost), (2, false), "3 cm inside four men are in the radius");
    let mut dice = kit::Scripted::faces(&[8, 3, 7]);
    let end = chance::roll(&window, &mut dice);
    assert!(end.floor == 0 && end.gun_lost);
    let ap = odds::<Bombard>(&su152(&format!(
        "aim = \"opening\"\nammunition = \"ap\"\n{}",
        inside.replace("[6, 5, 4, 3, 2, 1]", "[6]")
    )));
    assert_eq!(ap.chance(|end| end.floor == 4), f(3, 10), "9 and more on D10 + 1");
    assert_eq!(ap.chance(|end| end.floor < 4), f(0, 1));
    // SKIR-R26: AP through a pierced wall does the same.
    let wall = odds::<Bombard>(&su152(
        "aim = \"floor-wall\"\nammunition = \"ap\"\nsquare = true\nmen-on-floor = 2\nmen-in-line = 1",
    ));
    assert_eq!(wall.chance(|end| end.floor == 1), f(3, 5));
}

/// SKIR-HWF-16, SKIR-HWF-20, SKIR-BLD-4, SKIR-BLD-9, SKIR-IND-6, SKIR-FRG-6: trench, point, wall, roof, fragments.
#[test]
fn trenches_points_walls_and_roofs_bld_4_bld_9_ind_6_frg_6() {
    let trench =
        su152("aim = \"opening\"\nmen-on-floor = 3\nmen-in-radius = [1]").replace("Brick house", "Trench");
    let ends = odds::<Bombard>(&trench);
    assert_eq!(ends.chance(|end| end.ruined || end.burning), f(0, 1), "a trench stays and does not burn");
    assert_eq!(ends.chance(|end| end.floor == 0), f(3 * 4, 100), "floor, fire and collapse reach 100 mm");
    let bags = su152("aim = \"floor-wall\"\nsquare = true\nmen-on-floor = 3\nmen-in-radius = [1]")
        .replace("Brick house", "Sand bags");
    assert!(odds::<Bombard>(&bags).chance(|end| end.ruined) > f(0, 1), "a gap of 100 mm");
    let roof = odds::<Bombard>(&su152("aim = \"roof\"\nmen-on-floor = 3\nmen-in-radius = [1]"));
    assert_eq!(roof.chance(|end| end.ruined), f(4 * 2, 50), "no roll to hit, left half, D10: needs 3");
    let splinters = ask::<Bombard>(&su152("aim = \"fragments\"\nmen-on-floor = 3\nmen-in-radius = [1]"));
    let ends = chance::odds(&splinters).unwrap();
    assert_eq!(ends.chance(|end| end.ruined), f(3 * 2, 5 * 10 * 10), "brick needs 10 in the fragment row");
    let no =
        |more: &str, building: &str| refused_by::<Bombard>(&su152(more).replace("Brick house", building));
    assert_eq!(no("aim = \"point\"\nammunition = \"ap\"", "Brick house"), "SKIR-HWF-16");
    assert_eq!(no("aim = \"slit\"", "Brick house"), "SKIR-HWF-4");
    assert_eq!(no("aim = \"floor-wall\"", "Trench"), "SKIR-HWF-12");
    assert_eq!(no("aim = \"floor-wall\"\nammunition = \"ap\"", "Garden wall"), "SKIR-BLD-9");
    assert_eq!(no("aim = \"opening\"", "Sand bags"), "SKIR-BLD-9");
    assert_eq!(no("aim = \"roof\"\nammunition = \"ap\"", "Brick house"), "SKIR-IND-6");
    assert_eq!(no("aim = \"front-wall\"", "Igloo"), "SKIR-BLD-2");
    assert_eq!(no("aim = \"front-wall\"\nsquare = true\nmen-in-radius = [1, 2]", "Fort"), "SKIR-BLD-7");
    let flat = su152("aim = \"front-wall\"\nsquare = true").replace("floors = 2", "floors = 0");
    assert_eq!(refused_by::<Bombard>(&flat), "SKIR-HWF-15");
}

/// SKIR-BLD-1: under 30 mm no roll; 30, 70 and 120 are the limits (SKIR-R31).
#[test]
fn calibre_picks_the_index_bld_1() {
    let with = |weapon: &str| {
        let text = format!(
            "building = \"Wooden house\"\naim = \"floor-wall\"\nsquare = true\ndistance-mm = 500\nmen-on-floor = 1\nmen-in-radius = [1]\nweapon = \"{weapon}\"\n[firer]\nunit = \"G-PZ4G\"\n"
        );
        odds::<Bombard>(&text)
    };
    // 20 mm: no roll but fragments: hit 7/10, through the wall 1/2, soft shelter leaves 6 faces of ten.
    assert_eq!(with("K20").chance(|end| end.floor == 0), f(21, 100));
    assert_eq!(with("K20").chance(|end| end.ruined || end.burning), f(0, 1));
    assert!(with("G75").chance(|end| end.ruined) > f(0, 1));
    assert_eq!(with("G50").chance(|end| end.ruined), f(0, 1), "the +30 index ends at `floor`");
}

/// Example X19: SKIR-INC-1, SKIR-INC-2, SKIR-INC-4, SKIR-INC-6.
#[test]
fn x19_flames_inc_1_inc_4() {
    let killed = |shelter: &str| {
        let text = format!(
            "weapon = \"flame-thrower\"\ncs = 2\ndistance-mm = 90\nmen-touched = 1\ninside = true\nthrough-opening = true\n[target]\nunit = \"S-RIF\"\n{shelter}\n"
        );
        odds::<Flames>(&text).chance(|end| end.now.crew == 9)
    };
    assert_eq!(killed("shelter = [\"Brick house\"]"), f(3, 5));
    assert_eq!(killed(""), f(4, 5));
    assert_eq!(killed("shelter = [\"Bunker\"]"), f(1, 2));
}

/// SKIR-INC-3, SKIR-INC-5, SKIR-INC-7: vehicles, crews, and flames that go out.
#[test]
fn flames_on_vehicles_and_crews_inc_3_inc_5_inc_7() {
    let on = |unit: &str, more: &str| {
        format!("weapon = \"flame-thrower\"\ncs = 2\ndistance-mm = 90\n[target]\nunit = \"{unit}\"\n{more}\n")
    };
    let tank = odds::<Flames>(&on("S-T34", ""));
    assert_eq!(tank.chance(|end| end.now.hull == Hull::Exploded), f(1, 10));
    assert_eq!(tank.chance(|end| end.now.hull == Hull::Destroyed && end.now.men() == 4), f(1, 10), "saved");
    assert_eq!(tank.chance(|end| end.now.hull == Hull::Destroyed && end.now.men() == 0), f(1, 10));
    assert_eq!(
        tank.chance(|end| end.now.no_fire()),
        f(3 * 9, 10 * 20),
        "extinguished+SF on 3 to 5, CF fails 9/20"
    );
    let gun = odds::<Flames>(&on("S-45", "turn = \"over\""));
    assert_eq!(
        gun.chance(|end| matches!(end.now.hull, Hull::Destroyed | Hull::Exploded)),
        f(0, 1),
        "the gun takes no harm"
    );
    assert_eq!(gun.chance(|end| end.now.crew == 0), f(4u128.pow(5), 5u128.pow(5)));
}

/// SKIR-INC-2, SKIR-INC-6: a Molotov is thrown, harder through an opening.
#[test]
fn a_molotov_needs_precision_inc_2_inc_6() {
    let throw = |more: &str| {
        format!("weapon = \"molotov\"\ncs = 2\ndistance-mm = 60\n{more}\n[target]\nunit = \"S-GAZ\"\n")
    };
    let missed = |text: &str| odds::<Flames>(text).chance(|end| end.missed);
    assert_eq!(missed(&throw("")), f(9, 20));
    assert_eq!(missed(&throw("through-opening = true")), f(13, 24));
    assert_eq!(refused_by::<Flames>(&throw("inside = true")), "SKIR-INC-2");
    assert_eq!(refused_by::<Flames>(&throw("").replace("= 60", "= 61")), "SKIR-INC-6");
    assert_eq!(
        refused_by::<Flames>(
            "weapon = \"flame-thrower\"\ncs = 1\ndistance-mm = 10\nmen-touched = 11\n[target]\nunit = \"S-RIF\"\n"
        ),
        "SKIR-INC-1"
    );
}

/// SKIR-HWF-18: Bazooka, PIAT and Panzerfaust throw fragments where they hit, and only there.
#[test]
fn launchers_burst_where_they_hit_hwf_18() {
    let text =
        "distance-mm = 150\ncomrades-in-radius = 1\n[firer]\nunit = \"U-BAZ\"\n[target]\nunit = \"G-RIF\"\n";
    let launcher = ask::<Shells>(text);
    assert!(launcher.explosion.splinters && !launcher.explosion.scatters);
    assert!(odds::<Shells>(text).chance(|end| end.crew == 8) > f(0, 1));
}

#[test]
fn a_million_rolls_agree() {
    assert_rolls_agree(&ask::<Fragments>(&near("unit = \"G-251\"\nriders = 4", "")), 1_000_000, 1);
    assert_rolls_agree(
        &ask::<Scatter>("case = \"direct-he\"\ncs = 1\nshells = 2\nradius-cm = 3\n"),
        1_000_000,
        2,
    );
    assert_rolls_agree(
        &ask::<Bombard>(&su152(
            "aim = \"floor-wall\"\nsquare = true\nmen-on-floor = 4\nmen-in-radius = [2]\nmen-elsewhere = 3\ncs-inside = 1\ncr-inside = 0",
        )),
        1_000_000,
        3,
    );
    assert_rolls_agree(
        &ask::<Flames>(
            "weapon = \"molotov\"\ncs = 1\ndistance-mm = 30\n[target]\nunit = \"S-GAZ\"\nriders = 5\n",
        ),
        1_000_000,
        4,
    );
}

/// SKIR-SCT-3, SKIR-SCT-6, SKIR-SCT-9, SKIR-IND-5, SKIR-FRG-3: a mortar's direct fire at a team is one question. Counted again
/// die by die and heading by heading, with sines of our own.
#[test]
fn a_mortar_at_a_team_is_one_question_sct_3() {
    let text = "ammunition = \"he\"\ndistance-mm = 1000\n[firer]\nunit = \"G-M81\"\n[target]\nunit = \"S-RIF\"\nturn = \"over\"\n";
    let (mut on, mut near) = (0u128, 0u128);
    for ten in 1..=10i64 {
        for six in 1..=6i64 {
            let mm = (ten + six - 2).max(0) * 10;
            for degrees in 0..360i32 {
                let part = |degrees: i32| {
                    let sine = (f64::from(degrees).to_radians().sin() * 1e6).round() as i64;
                    let whole = mm * sine;
                    (2 * whole + whole.signum() * 1_000_000) / 2_000_000
                };
                let (x, y) = (part(degrees), part(degrees + 90));
                let square = x * x + y * y;
                on += u128::from(square <= 100);
                // 40 mm from the edge of a base of 10 mm.
                near += u128::from(square > 100 && square <= 50 * 50);
            }
        }
    }
    let all = 60 * 360;
    // D10 + 2 on a man in the open: dead from 6 on.
    let dead = odds::<Shells>(text).chance(|end| end.crew == 9);
    assert_eq!(dead, f(on * 10 + near * 7, all * 10));
    // Hard shelter saves him from a direct hit, and from fragments but for plain "dead" (11 and more: 2 of 10).
    let hard = text.replace("turn", "shelter = [\"Bunker\"]\nturn");
    assert_eq!(refused_by::<Shells>(&hard), "SKIR-IND-6");
    assert_eq!(refused_by::<Shells>(&text.replace("1000", "159")), "SKIR-SCT-3");
    assert_eq!(refused_by::<Shells>(&text.replace("1000", "2401")), "SKIR-SCT-3");
    assert_eq!(refused_by::<Shells>(&text.replace("S-RIF", "S-T34")), "SKIR-HWF-17");
}
