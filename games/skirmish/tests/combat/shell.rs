//! Heavy weapons, direct fire: chapters HWF, PEN, EFF.

use crate::common::{ask, f, odds, refused_by};
use kit::{Dice, Die, Distribution, Purpose, chance, testing::assert_rolls_agree};
use sandtable_skirmish::{
    attack::Strike,
    condition::Condition,
    shell::Shells,
    words::{Hull, Speed},
};

/// A Panzer IV G at effective range, square on the front of a T-34, with more lines before and after.
fn at_t34(before: &str, target: &str) -> String {
    format!(
        "distance-mm = 1200\n{before}\n[firer]\nunit = \"G-PZ4G\"\n[target]\nunit = \"S-T34\"\n{target}\n"
    )
}

/// A shell at a target unit.
fn shell_at(firer: &str, mm: u32, before: &str, unit: &str, target: &str) -> String {
    format!(
        "distance-mm = {mm}\n{before}\n[firer]\nunit = \"{firer}\"\n[target]\nunit = \"{unit}\"\n{target}\n"
    )
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "chances ask by reference")]
fn wrecked(end: &Condition) -> bool {
    matches!(end.hull, Hull::Destroyed | Hull::Exploded)
}

/// Example X9: SKIR-HWF-1, SKIR-HWF-2, SKIR-HWF-4, SKIR-HWF-6, SKIR-HWF-11, SKIR-PEN-1, SKIR-PEN-2, SKIR-PEN-4,
/// SKIR-EFF-1, SKIR-EFF-2, SKIR-EFF-4, SKIR-R25.
#[test]
fn x9_tank_gun_hwf_2_hwf_11_pen_2_eff_1() {
    let attack = ask::<Shells>(&at_t34("", "")).attack;
    let faces = |place| attack.faces_that_strike(place);
    assert_eq!(attack.faces[..10].iter().filter(|&&strike| strike == Strike::Miss).count(), 2, "miss 1/5");
    assert_eq!([faces(0), faces(1), faces(2), faces(3)], [2, 2, 1, 3], "body, turret, track, choice");
    assert_eq!((attack.parts[0].needs, attack.parts[1].needs, attack.parts[2].needs), (6, 3, 1));
    assert_eq!(attack.parts[3].name, "turret", "the better choice");
    assert_eq!(odds::<Shells>(&at_t34("", "")).chance(wrecked), f(6, 25));
    // The track always gives way to this gun and is broken by 7 effects of 10; named by choice too: 4 faces of 10.
    let track = odds::<Shells>(&at_t34("choice = \"running-gear\"", "turn = \"over\""));
    let broken = |end: &Condition| end.speed == Speed::Stopped && !wrecked(end);
    let by_body = f(1, 100); // body 2/10 x pierced 5/10 x "immobilized" 1/10
    let both = track.chance(broken);
    assert_eq!(both, f(28 + 1, 100), "4/10 x 7/10 by the track, and {by_body} by the body");
    // Against the moving tank: miss 1/2, body 1/5, turret 1/5, track 1/10.
    let moving = ask::<Shells>(&at_t34("", "moving = true")).attack;
    let faces = |place| moving.faces_that_strike(place);
    assert_eq!([faces(0), faces(1), faces(2), faces(3)], [2, 2, 1, 0]);
}

/// Example X9: a 20 mm gun at the track, and the slanting shot: SKIR-R25, SKIR-PEN-4.
#[test]
fn x9_running_gear_and_angle_hwf_11_pen_4() {
    let oblique = |before: &str, firer: &str| {
        let text = format!("{}[bearing]\nsquare = false\n", shell_at(firer, 900, before, "S-T34", ""));
        ask::<Shells>(&text).attack
    };
    let square = ask::<Shells>(&shell_at("G-PZ2", 900, "", "S-T34", "")).attack;
    assert_eq!(square.parts[2].needs, 6, "1/2 on D10");
    assert_eq!(oblique("", "G-PZ2").parts[2].needs, 9, "1/5");
    assert_eq!(oblique("", "G-PZ4G").parts[0].needs, 10, "the body at less than 75 degrees: 1/10");
}

/// Example X9: the can't-fire test: SKIR-HWF-14, SKIR-PEN-9, SKIR-TST-5, SKIR-TST-6.
#[test]
fn x9_cant_fire_after_any_hit_hwf_14_pen_9_tst_6() {
    let ends = odds::<Shells>(&at_t34("", "crew = 4").replace("crew = 4", ""));
    // Not pierced, or pierced without wreck: 11/20 keep their fire. Unpierced hits alone: body 1/5 x 1/2, turret
    // (1/5 + 3/10) x 1/5.
    let unharmed = |end: &Condition| {
        end.hull == Hull::Whole
            && end.men() == 4
            && end.speed == Speed::Full
            && !end.gun_out()
            && !end.turret_blocked()
            && end.mgs_lost == 0
            && !end.fleeing()
    };
    assert_eq!(ends.chance(|end| unharmed(end) && end.no_fire()), f(9, 100), "1/5 of the shells x 9/20");
    let over = odds::<Shells>(&at_t34("", "turn = \"over\""));
    assert_eq!(over.chance(|end| end.no_fire()), f(0, 1));
    let lurking = odds::<Shells>(&at_t34("", "turn = \"lurking\""));
    assert!(lurking.chance(|end| end.no_fire()) > f(0, 1));
}

/// Example X10: SKIR-HWF-5, SKIR-HWF-7, SKIR-HWF-8.
#[test]
fn x10_shelter_denial_hwf_7_hwf_8() {
    let killed = |firer: &str, weapon: &str, shelter: &str| {
        let before = format!("ammunition = \"he\"\n{weapon}");
        let shelter = if shelter.is_empty() { String::new() } else { format!("shelter = [\"{shelter}\"]") };
        let text = shell_at(firer, 1000, &before, "S-RIF", &shelter);
        let attack = ask::<Shells>(&text).attack;
        attack.faces[..10].iter().filter(|&&strike| strike == Strike::Dead).count()
    };
    let (g75, g50) = (("G-PZ4G", ""), ("G-PZ3L", ""));
    assert_eq!(killed(g75.0, g75.1, ""), 7);
    assert_eq!(killed(g75.0, g75.1, "Flat - trees"), 7, "over 70 mm: no soft shelter");
    assert_eq!(killed(g50.0, g50.1, "Flat - trees"), 6, "50 mm: 3/5");
    assert_eq!(killed(g75.0, g75.1, "Trenches"), 4);
    assert_eq!(killed("S-SU122", "", "Flat - rough"), 3, "122 mm exactly is not over 122; CS 1");
    assert_eq!(killed("G-PZ4G", "weapon = \"S122\"", "Flat - rough"), 4, "the same at CS 2: 2/5");
    assert_eq!(killed("G-PZ4G", "weapon = \"S152\"", "Flat - rough"), 7, "152 mm: no medium shelter either");
    assert_eq!(killed("G-PZ4G", "weapon = \"S152\"", "Bunker"), 2, "hard shelter always holds");
}

/// Example X11, the near miss: SKIR-SCT-1, SKIR-SCT-6, SKIR-SCT-8 in the chain of a shell.
#[test]
fn x11_a_missed_he_shell_still_throws_fragments_sct_1_frg_3() {
    let text = shell_at("G-PZ4G", 1000, "ammunition = \"he\"", "S-RIF", "turn = \"over\"");
    let ends = odds::<Shells>(&text);
    // Hit: 7/10 kill. Miss 3/10: bursts in reach 21/32, then D10 + 2 kills with 7/10.
    let hit = f(7, 10);
    let astray = f(3 * 21 * 7, 10 * 32 * 10);
    assert_eq!(ends.chance(|end| end.crew == 9), f(7 * 320 + 441, 3200));
    assert!(hit > astray);
    // AP vanishes when it misses (SKIR-HWF-18).
    let ap = odds::<Shells>(&text.replace("\"he\"", "\"ap\""));
    assert_eq!(ap.chance(|end| end.crew == 9), hit);
    let eight = odds::<Shells>(&text.replace("ammunition", "eight-way = true\nammunition"));
    assert!(eight == ends, "an eighth is an eighth (SKIR-R34)");
}

/// SKIR-EFF-3, SKIR-FRG-3, SKIR-LWF-13: the man named by the hit roll only, his comrades by fragments, one CT.
#[test]
fn comrades_are_attacked_one_by_one_eff_3_frg_3() {
    let text = |comrades: u8| {
        let before = format!("ammunition = \"he\"\ncomrades-in-radius = {comrades}");
        shell_at("G-PZ4G", 1000, &before, "S-RIF", "turn = \"over\"\nalive = 6")
    };
    let two = odds::<Shells>(&text(2));
    // Named dead 7/10, then two comrades 7/10 each: all three fall.
    assert_eq!(two.chance(|end| end.crew == 3), f(343, 1000));
    assert!(two.chance(|end| end.fleeing()) > f(0, 1), "at half strength");
    assert_eq!(refused_by::<Shells>(&text(6)), "SKIR-FRG-3");
    // The leader's death costs the team its CR (SKIR-GEN-3, SKIR-COM-2).
    let led = |named: &str| {
        let before = format!("named = \"{named}\"");
        odds::<Shells>(&shell_at("G-PZ4G", 1000, &before, "S-RIF", "turn = \"over\"\nalive = 6"))
    };
    let flees = |ends: &Distribution<Condition>| ends.chance(|end| end.fleeing());
    assert_eq!(flees(&led("man")), f(7 * 5, 10 * 16));
    assert_eq!(flees(&led("leader")), f(7 * 7, 10 * 16), "CS 1 alone: fails 7/16");
}

/// SKIR-HWF-9, SKIR-GEO-13, SKIR-PEN-8: the top from above, an open top without armor.
#[test]
fn from_above_the_top_may_be_chosen_hwf_9_pen_8() {
    let part =
        |unit: &str, before: &str| ask::<Shells>(&shell_at("G-PZ4G", 1200, before, unit, "")).attack.parts[3];
    let roof = part("S-T34", "higher-mm = 50\nchoice = \"top-of-upper\"");
    assert_eq!((roof.name, roof.armor, roof.needs), ("top", 2, 3), "2 cm in the left half");
    assert_eq!(part("S-SU76", "higher-mm = 50\nchoice = \"open-top\"").needs, 0);
    assert_eq!(part("S-SU76", "higher-mm = 50").name, "open top", "the best choice from above");
    let refused =
        |unit: &str, before: &str| refused_by::<Shells>(&shell_at("G-PZ4G", 1200, before, unit, ""));
    assert_eq!(refused("S-T34", "higher-mm = 49\nchoice = \"top-of-body\""), "SKIR-HWF-9");
    assert_eq!(refused("S-T34", "higher-mm = 60\nchoice = \"open-top\""), "SKIR-HWF-9");
    assert_eq!(refused("G-251", "choice = \"upper\""), "SKIR-HWF-9");
}

/// SKIR-HWF-10, SKIR-HWF-11: the shield toward the front, nothing elsewhere; the gun straight to its column.
#[test]
fn a_gun_has_a_shield_in_front_hwf_10() {
    let gun = |face: &str| {
        let text = format!(
            "{}[bearing]\nface = \"{face}\"\nsquare = false\n",
            shell_at("G-PZ2", 900, "", "S-45", "")
        );
        ask::<Shells>(&text).attack.parts
    };
    assert_eq!(gun("front")[0].needs, 6, "row 13-20 against 1 cm");
    assert_eq!(gun("rear")[0].needs, 0);
    assert_eq!(gun("front")[1].needs, 0);
}

/// SKIR-HWF-11, SKIR-GEO-11: a turret turned away shows its own face; positions decide as words do.
#[test]
fn turret_and_hull_have_faces_of_their_own_hwf_11_geo_11() {
    let text = format!(
        "{}[bearing.measured]\nfirer = [1200, 1800]\ntarget = [1000, 1000]\nheading = 0\nturret-heading = 180\n",
        at_t34("", "")
    );
    let parts = ask::<Shells>(&text).attack.parts;
    assert_eq!((parts[0].armor, parts[0].needs), (8, 6), "front of the body, square on");
    assert_eq!(parts[1].armor, 5, "rear of the turret");
    assert_eq!(refused_by::<Shells>(&text.replace("heading = 0", "heading = 360")), "SKIR-GEO-11");
}

/// SKIR-IND-5: an indirect shell on a model: no roll to hit, top armor, left half, D10.
#[test]
fn an_indirect_shell_needs_no_hit_ind_5() {
    let on = |unit: &str, target: &str| {
        format!(
            "ammunition = \"he\"\nlands-on = \"upper\"\n[firer]\nunit = \"S-M30\"\n[target]\nunit = \"{unit}\"\n{target}\n"
        )
    };
    let tiger = ask::<Shells>(&on("G-TIG", ""));
    assert_eq!((tiger.attack.parts[3].armor, tiger.attack.parts[3].needs), (3, 4), "row 107-122, 3 cm");
    let ends = odds::<Shells>(&on("G-TIG", "turn = \"over\""));
    assert_eq!(ends.chance(wrecked), f(7 * 5, 100));
    let open = odds::<Shells>(&on("G-MAR", "turn = \"over\""));
    assert_eq!(open.chance(wrecked), f(7, 10), "open top: no armor");
    let soldier = |shelter: &str| odds::<Shells>(&on("G-RIF", shelter)).chance(|end| end.crew == 9);
    assert_eq!(soldier("shelter = [\"Trenches\"]"), f(1, 1));
    assert_eq!(soldier("shelter = [\"Bunker\"]"), f(0, 1));
    let ap = on("G-TIG", "").replace("\"he\"", "\"ap\"");
    assert_eq!(refused_by::<Shells>(&ap), "SKIR-IND-5");
}

/// SKIR-EFF-5, SKIR-EFF-6, SKIR-EFF-7, SKIR-EFF-8, SKIR-EFF-9, SKIR-EFF-11, SKIR-MOR-2: what the words do.
#[test]
fn damage_words_are_applied_eff_5_to_eff_11() {
    // A wheel destroyed stops the armored car and does not wreck it.
    let car = shell_at("G-PZ4G", 1200, "choice = \"running-gear\"", "G-231", "turn = \"over\"");
    let roll = |text: &str, faces: &[u16]| {
        let mut dice = kit::Scripted::faces(faces);
        let end = chance::roll(&ask::<Shells>(text), &mut dice);
        dice.finish().unwrap_or_else(|misfit| panic!("{misfit}"));
        end
    };
    let wheel = roll(&car, &[5, 1, 1, 6, 1]);
    assert_eq!((wheel.hull, wheel.speed, wheel.men()), (Hull::Whole, Speed::Stopped, 4));
    // The crew of a stopped vehicle that fails its CT leaves it.
    let left = roll(&car, &[5, 1, 1, 1, 8]);
    assert_eq!((left.hull, left.fleeing()), (Hull::Abandoned, true));
    // Body destroyed + 2 dead + CT: two men get out and stand.
    let tank = at_t34("", "turn = \"over\"");
    let out = roll(&tank, &[3, 10, 7, 6, 1]);
    assert_eq!((out.hull, out.men(), out.fleeing()), (Hull::Destroyed, 2, false));
    // Exploded: nobody left, nobody tests; neighbours are unharmed (SKIR-EFF-10).
    assert_eq!(roll(&tank, &[3, 10, 10]).men(), 0);
    // A gun destroyed + 3 dead: the rest of its crew stays as infantry (SKIR-EFF-11).
    let gun = shell_at("G-PZ4G", 1200, "", "S-Z3", "turn = \"over\"");
    let crew = roll(&gun, &[8, 4, 6, 1]);
    assert_eq!((crew.hull, crew.men()), (Hull::Destroyed, 3));
    // Fleeing already, another failure near an enemy is surrender (SKIR-MOR-8).
    let near = at_t34("", "turn = \"over\"\nfleeing = true\nenemy-mm = 160");
    assert!(roll(&near, &[3, 10, 1, 1, 8]).surrendered());
    assert!(!roll(&near.replace("160", "161"), &[3, 10, 1, 1, 8]).surrendered());
}

/// SKIR-HWF-18, SKIR-HWF-17, SKIR-HWF-19, SKIR-CRW-3 and ranges: what may not be fired.
#[test]
fn what_may_not_be_fired_is_refused_hwf_17_hwf_18_hwf_19() {
    let no =
        |firer: &str, mm: u32, before: &str| refused_by::<Shells>(&shell_at(firer, mm, before, "S-T34", ""));
    assert_eq!(no("G-PZ4G", 4001, ""), "SKIR-HWF-2");
    assert_eq!(no("G-PZ4G", 1000, "shells = 3"), "SKIR-HWF-19");
    assert_eq!(no("G-PZ4G", 1000, "shells = 0"), "SKIR-HWF-19");
    assert_eq!(no("G-RIF", 100, ""), "SKIR-HWF-1");
    assert_eq!(no("G-RIF", 100, "weapon = \"XXL\""), "SKIR-HWF-1");
    assert_eq!(no("G-M81", 500, "ammunition = \"he\""), "SKIR-HWF-17");
    assert_eq!(no("B-PIAT", 100, "ammunition = \"he\""), "SKIR-HWF-18");
    assert_eq!(no("G-IG33", 500, "ammunition = \"ap\""), "SKIR-HWF-18");
    let with = |firer: &str| {
        format!("distance-mm = 1000\n[firer]\nunit = \"G-PZ4G\"\n{firer}\n[target]\nunit = \"S-T34\"\n")
    };
    assert_eq!(refused_by::<Shells>(&with("alive = 1")), "SKIR-CRW-3");
    let heavy = "distance-mm = 1000\nammunition = \"he\"\n[firer]\nunit = \"G-FH18\"\nmaneuver = \"move-and-fire\"\n[target]\nunit = \"S-T34\"\n";
    assert_eq!(refused_by::<Shells>(heavy), "SKIR-HWF-19", "no Moving shots (SKIR-R53)");
    assert_eq!(refused_by::<Shells>(&at_t34("", "riders = 2")), "SKIR-MAN-8");
    assert_eq!(refused_by::<Shells>(&at_t34("", "alive = 0")), "SKIR-CRW-5");
    assert_eq!(
        refused_by::<Shells>(&shell_at("G-PZ4G", 10, "", "S-RIF", "shelter = [\"Moon\"]")),
        "SKIR-TER-1"
    );
}

/// SKIR-PEN-3, SKIR-PEN-5, SKIR-PEN-7: named rows, thick plates, rows below the first.
#[test]
fn rows_and_columns_of_the_armor_chart_pen_3_pen_5_pen_7() {
    let needs = |weapon: &str, unit: &str| {
        let before = format!("weapon = \"{weapon}\"");
        ask::<Shells>(&shell_at("G-PZ4G", 300, &before, unit, "")).attack.parts[0].needs
    };
    assert_eq!(needs("G50", "S-T34"), 9, "50L stands at 51-60: 8 cm square on");
    assert_eq!(needs("G75L", "G-PAN"), 8, "75L at 91-106: 14 cm");
    assert_eq!(needs("S76", "G-PAN"), 12);
    assert!(needs("K20", "G-PAN") > 12, "no die helps");
    // SKIR-PEN-7: the .50 as AA has the first HE row and no AP row at all.
    let text = shell_at("U-M3HT", 300, "weapon = \"B50AA\"\nammunition = \"he\"", "G-251", "");
    assert_eq!(ask::<Shells>(&text).attack.parts[0].needs, 7);
    let charts = sandtable_skirmish::charts::Rules::published();
    assert_eq!(charts.tables.oblique.row_for(0, 12), None);
    assert_eq!(charts.tables.oblique.row_for(1, 10), None);
    assert_eq!(
        (charts.tables.oblique.sheet().column_for(17), charts.tables.oblique.sheet().column_for(40)),
        (Some(12), Some(12))
    );
    assert_eq!(
        (charts.tables.square.sheet().column_for(18), charts.tables.square.sheet().column_for(19)),
        (Some(12), Some(13))
    );
}

/// Dice that know no short cut: everything is rolled face by face.
struct Literal<'d>(&'d mut chance::Every);

impl Dice for Literal<'_> {
    fn roll(&mut self, die: Die, purpose: Purpose) -> u16 {
        self.0.roll(die, purpose)
    }
}

/// What is drawn once for all shells, read in runs and passed over is the same as every face of every die.
#[test]
fn short_cuts_change_no_chance() {
    for (ammunition, unit, target, before) in [
        ("ap", "S-T34", "", ""),
        ("ap", "S-T34", "speed = \"slow\"", "watch = \"fate\""),
        ("ap", "S-GAZ", "riders = 2\nturn = \"over\"", ""),
        ("he", "S-45", "turn = \"over\"", "eight-way = true"),
        ("he", "S-RIF", "alive = 4", "eight-way = true\ncomrades-in-radius = 2"),
    ] {
        let before = format!("{before}\nammunition = \"{ammunition}\"");
        let shell: Shells = ask(&shell_at("G-PZ4G", 1200, &before, unit, target));
        let literal = chance::every(|dice| chance::roll(&shell, &mut Literal(dice)));
        assert!(chance::odds(&shell).unwrap() == literal, "{ammunition} at {unit}");
    }
}

/// Several shells are one shell after another.
#[test]
fn shells_follow_each_other() {
    for watch in ["everything", "fate"] {
        let text = |shells: u8| at_t34(&format!("weapons = 3\nshells = {shells}\nwatch = \"{watch}\""), "");
        let one_more = |now: Condition| {
            let mut shell: Shells = ask(&text(1));
            shell.victim.start = now;
            if now.is_gone() { Distribution::certain(now) } else { chance::odds(&shell).unwrap() }
        };
        let mut by_hand = Distribution::certain(ask::<Shells>(&text(1)).victim.start);
        for shells in 1..=3 {
            by_hand = by_hand.and_then(|&now| one_more(now)).unwrap();
            assert!(chance::odds(&ask::<Shells>(&text(shells))).unwrap() == by_hand, "{shells}");
        }
    }
}

/// Six shells among ten men take more than 128 bits, and are answered all the same: SKIR-HWF-1, SKIR-FRG-3.
#[test]
fn the_longest_salvo_is_answered_frg_3() {
    let before = "weapons = 3\nshells = 6\nammunition = \"he\"\ncomrades-in-radius = 9";
    let shell: Shells = ask(&shell_at("G-PZ4G", 1000, before, "S-RIF", ""));
    assert_eq!(chance::odds(&shell).map(|_| ()), Err(kit::TooFine));
    let fine = chance::fine_odds(&shell).unwrap();
    assert!(fine.is_whole());
    // One shell of it is not too fine: both ways of counting agree.
    let mut one = shell;
    one.shells = 1;
    let (small, wide) = (chance::odds(&one).unwrap(), chance::fine_odds(&one).unwrap());
    assert!(small.iter().eq(wide.iter()));
}

#[test]
fn a_million_rolls_agree() {
    assert_rolls_agree(&ask::<Shells>(&at_t34("", "")), 1_000_000, 11);
    let text = shell_at("G-PZ4G", 1000, "ammunition = \"he\"\nshells = 2", "S-GAZ", "riders = 3");
    assert_rolls_agree(&ask::<Shells>(&text), 200_000, 12);
}
