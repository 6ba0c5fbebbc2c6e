//! Faults that were found once, each against a second small enumeration straight from the ledger.

use crate::common::{ask, f, odds, refused_by};
use kit::{Fraction, Throwing};
use sandtable_skirmish::{
    RULEBOOK, building::Bombard, fragments::Fragments, incendiary::Flames, melee::Melee, movement::Movement,
    overrun::Overrun, shell::Shells, trial::Trial,
};

/// The mean of a measure in a report.
fn mean(kind: &str, text: &str, what: &str) -> Fraction {
    let report = RULEBOOK.kind(kind).unwrap().ask(None, "fault", text, Throwing::Nothing).unwrap();
    report.expected.iter().find(|expected| expected.what == what).unwrap().mean
}

/// Sums of fractions over one denominator.
#[derive(Clone, Copy)]
struct Sum(u128, u128);

impl Sum {
    const ZERO: Self = Self(0, 1);

    fn of(of: Fraction) -> Self {
        Self(of.numerator(), of.denominator())
    }

    fn plus(self, other: Self) -> Self {
        Self::of(f(self.0 * other.1 + other.0 * self.1, self.1 * other.1))
    }

    fn times(self, other: Self) -> Self {
        Self::of(f(self.0 * other.0, self.1 * other.1))
    }
}

/// The chance that D6 + bonus is less than a die: counted pair by pair (SKIR-TST-11).
fn fails(bonus: u128, die: u128) -> Sum {
    let pairs = (1..=6).flat_map(|mine| (1..=die).map(move |theirs| (mine, theirs)));
    let failed = pairs.filter(|(mine, theirs)| mine + bonus < *theirs).count() as u128;
    Sum::of(f(failed, 6 * die))
}

fn fraction(sum: Sum) -> Fraction {
    f(sum.0, sum.1)
}

/// Men of a team who each fall with the same chance, the leader among them: how often the survivors flee (SKIR-LWF-13,
/// SKIR-GEN-3). Every set of dead is counted by itself.
fn flight_of(men: u32, falls: Fraction, cs: u128, cr: u128) -> Fraction {
    let stands = f(falls.denominator() - falls.numerator(), falls.denominator());
    let mut flees = Sum::ZERO;
    for dead in 0u32..1 << men {
        let left = men - dead.count_ones();
        if dead == 0 || left == 0 || left * 2 > men {
            continue;
        }
        let leader_dead = dead & 1 != 0;
        let mut chance = fails(cs + if leader_dead { 0 } else { cr }, 8);
        for man in 0..men {
            chance = chance.times(Sum::of(if dead & (1 << man) != 0 { falls } else { stands }));
        }
        flees = flees.plus(chance);
    }
    fraction(flees)
}

/// SKIR-MOR-2: the dead do not flee. Two shells of a Panzer IV G at a T-34, effective range, square on the front.
#[test]
fn the_dead_do_not_flee_mor_2() {
    let text = "shells = 2\ndistance-mm = 1200\n[firer]\nunit = \"G-PZ4G\"\n[target]\nunit = \"S-T34\"\n";
    assert_eq!(mean("shell", text, "fleeing"), f(585_203, 2_560_000));
    let everything = text.replace("shells = 2", "shells = 2\nwatch = \"everything\"");
    assert_eq!(mean("shell", &everything, "fleeing"), f(585_203, 2_560_000));
    assert_eq!(two_shells_at_a_t34(), f(585_203, 2_560_000), "reckoned by hand");
}

/// The same from the ledger: faces of D10 + 2 (X9), penetration 6 for the body, 3 for the turret, 1 for the track, and the
/// columns of HEAVY WEAPONS EFFECTS as (faces, dead, wrecked, stopped, CT).
fn two_shells_at_a_t34() -> Fraction {
    const ALL: u32 = 9;
    // Faces of ten, men dead, the tank is a wreck, it is stopped.
    type Row = (u128, u32, bool, bool);
    // Men alive, stopped, fleeing, wrecked.
    type Tank = (u32, bool, bool, bool);
    let body: [Row; 7] = [
        (1, 0, false, false),
        (2, 1, false, false),
        (2, 0, false, false),
        (1, 1, false, true),
        (1, 2, true, false),
        (1, 3, true, false),
        (2, ALL, true, false),
    ];
    let turret: [Row; 4] =
        [(3, 1, false, false), (2, 2, false, false), (2, 3, true, false), (3, ALL, true, false)];
    let track: [Row; 3] = [(3, 0, false, false), (3, 0, false, true), (4, 1, false, true)];
    // Of a hundred pairs of hit and penetration: body 2 x 5, turret (2 + choice 3) x 8, track 1 x 10.
    let parts: [(u128, &[Row]); 3] = [(10, &body), (40, &turret), (10, &track)];
    let mut open: Vec<(Tank, Sum)> = vec![((4, false, false, false), Sum(1, 1))];
    for _ in 0..2 {
        let mut next = Vec::new();
        for (tank, chance) in open {
            let (men, stopped, fleeing, wrecked) = tank;
            if wrecked || men == 0 {
                next.push((tank, chance));
                continue;
            }
            // Missed 2/10 or not pierced: nothing that matters here.
            next.push((tank, chance.times(Sum(40, 100))));
            for (pairs, rows) in parts {
                for &(faces, dead, wrecks, stops) in rows {
                    let left = men.saturating_sub(dead);
                    let chance = chance.times(Sum(pairs * faces, 1000));
                    if left == 0 {
                        next.push(((0, true, false, true), chance));
                        continue;
                    }
                    // CT with CS 1 and CR 1; a crew of one has no CR (SKIR-GEN-3). An immobilized tank is left.
                    let failed = fails(if left == 1 { 1 } else { 2 }, 8);
                    let stopped = stopped || stops;
                    next.push(((left, stopped, true, wrecks || stopped), chance.times(failed)));
                    let passed = Sum(failed.1 - failed.0, failed.1);
                    next.push(((left, stopped, fleeing, wrecks), chance.times(passed)));
                }
            }
        }
        open = next;
    }
    let fleeing = open.into_iter().filter(|((men, _, fleeing, _), _)| *fleeing && *men > 0);
    fraction(fleeing.fold(Sum::ZERO, |sum, (_, chance)| sum.plus(chance)))
}

/// SKIR-GEN-3, SKIR-COM-2: the leader falls as any man does, and with him the team's CR.
#[test]
fn the_leader_falls_like_any_man_gen_3_com_2() {
    // S76 of CS 2: 7 of 10 faces kill in the open; U-HQ has 4 men, CS 2, CR 2.
    let fragments = "weapon = \"S76\"\ncs = 2\ndistance-mm = 0\n[target]\nunit = \"U-HQ\"\nturn = \"over\"\n";
    let ends = odds::<Fragments>(fragments);
    assert_eq!(ends.chance(|end| end.fleeing()), f(13_377, 80_000));
    assert_eq!(flight_of(4, f(7, 10), 2, 2), f(13_377, 80_000));
    // S-HQ has 3 men, CS 1, CR 2: each is rammed with 11/20, or burnt with 4/5.
    let overrun = "vehicle = \"G-PZ4G\"\n[target]\nunit = \"S-HQ\"\n";
    assert_eq!(odds::<Overrun>(overrun).chance(|end| end.now.fleeing()), f(4719, 32_000));
    assert_eq!(flight_of(3, f(11, 20), 1, 2), f(4719, 32_000));
    let flames =
        "weapon = \"flame-thrower\"\ncs = 1\ndistance-mm = 100\n[target]\nunit = \"S-HQ\"\nturn = \"over\"\n";
    assert_eq!(odds::<Flames>(flames).chance(|end| end.now.fleeing()), f(52, 375));
    assert_eq!(flight_of(3, f(4, 5), 1, 2), f(52, 375));
    // Of some of the men the question says whether he is one; what it takes for granted is told.
    let some = overrun.replace("[target]", "swept = 2\n[target]");
    let aside = odds::<Overrun>(&some).chance(|end| end.now.fleeing());
    assert_eq!(aside, f(11 * 11 * 5, 20 * 20 * 24), "both others fall, he fails with CS 1 and CR 2");
    let swept = odds::<Overrun>(&some.replace("swept = 2", "swept = 2\nleader = \"swept\""));
    assert!(swept.chance(|end| end.now.leader_down()) == f(11, 20));
    let hemmed =
        odds::<Overrun>(&some.replace("swept = 2", "swept = 2\nhemmed-in = 1\nleader = \"hemmed-in\""));
    assert!(hemmed.chance(|end| end.now.leader_down()) == f(1, 1));
    let report = RULEBOOK.kind("overrun").unwrap().ask(None, "some", &some, Throwing::Nothing).unwrap();
    assert!(report.facts.iter().any(|fact| fact.words == "taken to be not in its way"));
    let without = fragments.replace("[target]", "leader-among-them = false\n[target]");
    assert_eq!(refused_by::<Fragments>(&without), "SKIR-COM-2");
}

/// SKIR-FRG-3: HE at a man of a team: his comrades and the leader among them are attacked, near a miss too, and what is
/// not reckoned is told.
#[test]
fn he_at_a_team_attacks_his_comrades_frg_3() {
    let at = |more: &str| {
        format!(
            "ammunition = \"he\"\ndistance-mm = 1000\n{more}\n[firer]\nunit = \"G-PZ4G\"\n[target]\nunit = \"U-HQ\"\nturn = \"over\"\n"
        )
    };
    // A hit 7/10 attacks all four; a miss 3/10 bursts near with 21/32 (X11) and attacks all four too.
    let all = at("comrades-in-radius = 3\ncomrades-near-a-miss = 3");
    let hit = |men: u32| {
        // The man named is dead already; the others fall with 7/10 each, the leader is one of them.
        let mut flees = Sum::ZERO;
        for dead in 0u32..1 << (men - 1) {
            let left = men - 1 - dead.count_ones();
            if left == 0 || left * 2 > men {
                continue;
            }
            let ways = Sum(7u128.pow(dead.count_ones()) * 3u128.pow(left), 10u128.pow(men - 1));
            flees = flees.plus(fails(2 + if dead & 1 != 0 { 0 } else { 2 }, 8).times(ways));
        }
        flees
    };
    let near = Sum::of(flight_of(4, f(7, 10), 2, 2));
    let expected = hit(4).times(Sum(7, 10)).plus(near.times(Sum(3 * 21, 10 * 32)));
    assert_eq!(odds::<Shells>(&all).chance(|end| end.fleeing()), fraction(expected));
    let told = |text: &str, words: &str| {
        let report = RULEBOOK.kind("shell").unwrap().ask(None, "he", text, Throwing::Nothing).unwrap();
        report.facts.iter().any(|fact| fact.words.contains(words))
    };
    assert!(told(&at("comrades-in-radius = 3"), "attacks the man named only"));
    assert!(told(&all, "the man named and 3 comrades"));
    // SKIR-FRG-1: behind walls a miss reaches nobody.
    let house = at("").replace("turn", "shelter = [\"Brick house\"]\nturn");
    let dead = odds::<Shells>(&house).chance(|end| end.crew < 4);
    assert_eq!(dead, f(4, 10), "medium shelter: -H and dead on D10 + 2, nothing by fragments");
    assert!(told(&house, "a miss bursts outside his walls"));
}

/// SKIR-FRG-1: a wall keeps fragments out; nobody is outside by silence.
#[test]
fn fragments_do_not_pass_walls_frg_1() {
    let in_house = |more: &str, house: &str| {
        format!(
            "weapon = \"S76\"\ncs = 2\ndistance-mm = 10\n{more}\n[target]\nunit = \"S-RIF\"\nshelter = [\"{house}\"]\n"
        )
    };
    for house in ["Bunker", "Brick house", "Wooden house", "Palace", "Pill-box"] {
        assert_eq!(refused_by::<Fragments>(&in_house("", house)), "SKIR-FRG-1", "{house}");
        assert_eq!(refused_by::<Fragments>(&in_house("place = \"outside\"", house)), "SKIR-FRG-1");
        assert_eq!(refused_by::<Fragments>(&in_house("place = \"other-floor\"", house)), "SKIR-FRG-1");
        ask::<Fragments>(&in_house("place = \"same-floor\"", house));
    }
    for open in ["Trenches", "Flat - trees", "Sand bags"] {
        ask::<Fragments>(&in_house("", open));
    }
}

/// SKIR-MAN-1: one CT for each leader, with his own rank.
#[test]
fn every_leader_tries_to_rally_man_1() {
    let text = |reason: &str| {
        format!(
            "test = \"CT\"\ncs = 1\ncr = 1\nreason = \"{reason}\"\n[[commanders]]\ncr = 3\ndistance-mm = 80\n"
        )
    };
    let passed = |text: &str| mean("test", text, "success");
    let both = fails(2, 8).times(fails(4, 8));
    assert_eq!(passed(&text("recovery")), fraction(Sum(both.1 - both.0, both.1)));
    assert_eq!(passed(&text("recovery")), f(123, 128));
    assert_eq!(passed(&text("damage")), f(7, 8), "after damage the best rank counts once");
    let far = text("recovery").replace("= 80", "= 81");
    assert_eq!(passed(&far), f(11, 16));
    let fleeing = text("recovery").replace("= 80", "= 80\nfleeing = true");
    assert_eq!(passed(&fleeing), f(11, 16));
    kit::testing::assert_rolls_agree(&ask::<Trial>(&text("recovery")), 200_000, 5);
}

/// SKIR-MIN-1, SKIR-MIN-2: mined ground is dodged by everybody who moves on it.
#[test]
fn a_way_into_mines_is_dodged_min_1_min_2() {
    let ends = |text: &str| {
        let movement: Movement = ask(text);
        let mut ends: Vec<(u32, Fraction)> = Vec::new();
        for (end, chance) in kit::chance::odds(&movement).unwrap().iter() {
            ends.push((movement.reached(*end), chance));
        }
        ends.sort_by_key(|(mm, _)| *mm);
        ends
    };
    assert_eq!(ends("unit = \"S-T34\"\ninto = \"Minefield\"\n"), [(20, f(11, 20)), (90, f(9, 20))]);
    // On the way: 100 mm of open ground, 40 mm of mines (slow), then open ground again.
    let way = "[[stretches]]\nterrain = \"Flat - clear\"\nmm = 100\n[[stretches]]\nterrain = \"Minefield\"\nmm = 40\n[[stretches]]\nterrain = \"Flat - clear\"\nmm = 50\n";
    assert_eq!(ends(&format!("unit = \"S-T34\"\n{way}")), [(120, f(11, 20)), (190, f(9, 20))]);
    // Whoever stands on mines is stopped where he stood; 9 mm ask for no test.
    let inside = "starts-on-mines = true\n[[stretches]]\nterrain = \"Minefield\"\nmm = 10\n";
    assert_eq!(ends(&format!("unit = \"G-RIF\"\n{inside}")), [(0, f(9, 20)), (10, f(11, 20))]);
    let still = inside.replace("= 10", "= 9");
    assert_eq!(ends(&format!("unit = \"G-RIF\"\n{still}")), [(9, f(1, 1))]);
}

/// SKIR-HWF-6: the best choice is a part that can be pierced.
#[test]
fn the_best_choice_can_be_pierced_hwf_6() {
    let at = |choice: &str| {
        format!(
            "shells = 4\ndistance-mm = 300\nchoice = \"{choice}\"\n[firer]\nunit = \"G-222\"\n[target]\nunit = \"S-KV1\"\n"
        )
    };
    assert_eq!(ask::<Shells>(&at("best")).attack.parts[3].name, "track");
    let lost = |choice: &str| mean("shell", &at(choice), "wrecked or abandoned");
    assert_eq!(lost("best"), lost("running-gear"));
    assert_eq!((lost("body").decimal(), lost("best").decimal()), ("0.03".into(), "0.18".into()));
    // X9: where something wrecks it, that counts first.
    let t34 = at("best").replace("shells = 4\n", "").replace("G-222", "G-PZ4G").replace("S-KV1", "S-T34");
    assert_eq!(ask::<Shells>(&t34).attack.parts[3].name, "turret");
}

/// SKIR-BLD-3: men die once. Two 75 mm shells at one point of a brick wall; five of eight men are near it.
#[test]
fn a_blast_does_not_kill_twice_bld_3() {
    let text = "building = \"Brick house\"\nfloors = 2\naim = \"floor-wall\"\nsquare = true\ndistance-mm = 1000\nshells = 2\nmen-on-floor = 8\nmen-in-radius = [5]\nmen-elsewhere = 6\ncs-inside = 2\ncr-inside = 1\nweapon = \"S76\"\n[firer]\nunit = \"G-PZ4G\"\n";
    let ends = odds::<Bombard>(text);
    // Hit 7/10; row 71-80 through 3 cm: 1 or more. The +70 index: 1-8 blast, 9 floor, 10 on fire.
    let mut open = vec![((8u32, 6u32, false, false), Sum(1, 1))];
    for _ in 0..2 {
        let mut next = Vec::new();
        for ((floor, elsewhere, blasted, fled), chance) in open {
            next.push(((floor, elsewhere, blasted, fled), chance.times(Sum(3, 10))));
            let left = if blasted { floor } else { floor.saturating_sub(5) };
            next.push(((left, elsewhere, true, fled), chance.times(Sum(7 * 8, 100))));
            next.push(((0, elsewhere, true, fled), chance.times(Sum(7, 100))));
            next.push(((0, elsewhere, true, fled), chance.times(Sum(7, 100))));
        }
        open = next;
    }
    let dead = open.iter().fold(Sum::ZERO, |sum, ((floor, elsewhere, ..), chance)| {
        sum.plus(chance.times(Sum(u128::from(14 - floor - elsewhere), 1)))
    });
    assert_eq!(mean("building", text, "dead"), fraction(dead));
    assert!(ends.is_whole());
    // The figures of the complaint: 75 mm at 1 cm of wood, 7/10 to hit and 8/10 through; 5.416 dead if men died twice.
    let wood = "building = \"Wooden house\"\naim = \"floor-wall\"\nsquare = false\ndistance-mm = 1000\nshells = 2\nmen-on-floor = 8\nmen-in-radius = [5]\n[firer]\nunit = \"G-PZ4G\"\n";
    assert_eq!(mean("building", wood, "dead"), f(4_955_328, 1_000_000));
    // Where everybody is dead nobody flees.
    let report = RULEBOOK.kind("building").unwrap().ask(None, "two", text, Throwing::Nothing).unwrap();
    for outcome in &report.outcomes {
        assert!(!(outcome.words.contains("14 dead") && outcome.words.contains("flee")), "{}", outcome.words);
    }
    // Through a window the same man is reached at several depths: he dies once.
    let window = "building = \"Brick house\"\naim = \"opening\"\ndistance-mm = 1000\nshells = 2\nmen-on-floor = 2\nreached-at = [[1, 3], [3, 6]]\n[firer]\nunit = \"G-PZ4G\"\n";
    let both = odds::<Bombard>(window).chance(|end| end.floor == 0);
    // Hit 4/10 (9 and more on D10 + 2). A burst: blast 8/10, else the floor. By depth: 1, 2 the first man, 3 both,
    // 4 to 6 the second.
    let blast = |sixths: u128| Sum(4 * 8 * sixths, 600);
    let floor = Sum(4 * 2, 100);
    let all_at_once = floor.plus(blast(1));
    let (first, second) = (blast(2), blast(3));
    let nothing = Sum(6, 10);
    let then = |alive: Sum, kill: Sum| alive.times(kill);
    let expected = all_at_once
        .plus(nothing.times(all_at_once))
        .plus(then(first, all_at_once.plus(second)))
        .plus(then(second, all_at_once.plus(first)));
    assert_eq!(both, fraction(expected));
    let six = window.replace("reached-at = [[1, 3], [3, 6]]", "men-in-radius = [1, 1, 2, 1, 1, 1]");
    assert_eq!(refused_by::<Bombard>(&six), "SKIR-BLD-7");
}

/// SKIR-GEN-3: a gun crew of one man has no rank of its own, in melee too.
#[test]
fn the_last_gunner_has_no_rank_gen_3_asl_4() {
    let text =
        "engaged = true\n[attacker]\nunit = \"G-TH\"\nalive = 2\n[defender]\nunit = \"S-45\"\nalive = 2\n";
    let flees = |text: &str| {
        let report = RULEBOOK.kind("melee").unwrap().ask(None, "gun", text, Throwing::Nothing).unwrap();
        let flee = report.outcomes.iter().filter(|outcome| outcome.result == "defenders flee");
        fraction(flee.fold(Sum::ZERO, |sum, outcome| sum.plus(Sum::of(outcome.chance))))
    };
    // Two pairs: a Soviet dies 7/12, nobody 5/36, a German 5/18 (X15). One crewman left against two, or one.
    let (kills, nobody) = (Sum(7, 12), Sum(5, 36));
    let one_left_of_two = Sum(2, 1).times(kills).times(nobody);
    assert_eq!(flees(text), fraction(one_left_of_two.times(fails(1, 8))), "CS 1 alone");
    let lent = format!("{text}[[defender.commanders]]\ncr = 2\ndistance-mm = 10\n");
    assert_eq!(flees(&lent), fraction(one_left_of_two.times(fails(3, 8))), "a rank that is lent stays");
    // Eight men of CS 1 and CR 1 storm a gun with three men of CS 2 and CR 1: a longer reckoning of the same kind.
    let storm = "[attacker]\nunit = \"S-SMG\"\n[defender]\nunit = \"G-P36\"\nalive = 3\n";
    assert_eq!(flees(storm), f(135_537_599_207_725, 1_083_306_204_463_104));
    ask::<Melee>(text);
}

/// What a question leaves out and the answer depends on is asked for.
#[test]
fn nothing_is_taken_for_granted_in_silence() {
    let shell = "[firer]\nunit = \"G-PZ4G\"\n[target]\nunit = \"S-T34\"\n";
    assert_eq!(refused_by::<Shells>(shell), "SKIR-HWF-2");
    assert_eq!(refused_by::<Trial>("test = \"CT\"\ncr = 1\n"), "SKIR-GEN-1");
    assert_eq!(refused_by::<Trial>("test = \"CT\"\ncs = 1\n"), "SKIR-GEN-2");
    ask::<Trial>("test = \"DT\"\ncs = 1\n");
    let house = "building = \"Brick house\"\naim = \"floor-wall\"\n[firer]\nunit = \"S-SU152\"\n";
    assert_eq!(refused_by::<Bombard>(house), "SKIR-HWF-2");
    let far = format!("distance-mm = 500\n{house}");
    assert_eq!(refused_by::<Bombard>(&far), "SKIR-PEN-4");
    let men = format!("square = true\nmen-on-floor = 3\n{far}");
    assert_eq!(refused_by::<Bombard>(&men), "SKIR-BLD-7");
    let elsewhere = format!("square = true\nmen-elsewhere = 3\n{far}");
    assert_eq!(refused_by::<Bombard>(&elsewhere), "SKIR-BLD-5");
    // A fact that changes nothing is no reason to refuse.
    let harmless = format!("distance-mm = 500\n{shell}shelter = [\"Flat - trees\"]\n");
    assert!(odds::<Shells>(&harmless) == odds::<Shells>(&format!("distance-mm = 500\n{shell}")));
}

/// SKIR-GEO-1, SKIR-GEO-3, SKIR-R60: a scatter as far as the radius is inside only where the rounding of its point lets it.
#[test]
fn rounding_decides_at_the_edge_of_the_radius_geo_1_geo_3() {
    let text = |more: &str| {
        format!(
            "ammunition = \"he\"\ndistance-mm = 1000\n{more}\n[firer]\nunit = \"G-PZ4G\"\n[target]\nunit = \"S-RIF\"\nturn = \"over\"\n"
        )
    };
    let measured =
        format!("{}[bearing.measured]\nfirer = [0, 0]\ntarget = [1000, 0]\nheading = 270\n", text(""));
    // D8 of 1, 2 is 0 cm, 3 to 8 are 1 to 6 cm, from 10 mm beside his centre; the line of fire is heading 90.
    let sine = |degrees: i64| {
        let rules = sandtable_skirmish::charts::Rules::published();
        rules.sine((degrees % 360) as u16)
    };
    let along = |mm: i64, degrees: i64| {
        let millionths = mm * sine(degrees);
        (millionths.abs() + 500_000) / 1_000_000 * millionths.signum()
    };
    let mut inside = 0u128;
    for cm in [0, 0, 1, 2, 3, 4, 5, 6] {
        for heading in (0..360i64).filter(|heading| (heading - 90).abs() > 22) {
            let (x, y) = (along(10 + cm * 10, heading), along(10 + cm * 10, heading + 90));
            inside += u128::from(x * x + y * y <= 50 * 50);
        }
    }
    let killed = odds::<Shells>(&measured).chance(|end| end.crew == 9);
    let astray = Sum(3 * inside * 7, 10 * 8 * 360 * 10);
    assert_eq!(killed, fraction(Sum(7, 10).plus(astray)));
    assert!(
        killed < odds::<Shells>(&text("")).chance(|end| end.crew == 9),
        "without positions all of them count"
    );
}

/// SKIR-MIN-1, SKIR-MIN-2: a field that is told in several stretches is one field.
#[test]
fn a_minefield_in_pieces_is_one_minefield_min_1_min_2() {
    let stopped = |text: &str| {
        let movement: Movement = ask(text);
        let mut ends: Vec<u32> =
            kit::chance::odds(&movement).unwrap().iter().map(|(end, _)| movement.reached(*end)).collect();
        ends.sort_unstable();
        ends
    };
    let mines = |mm: u32| format!("[[stretches]]\nterrain = \"Minefield\"\nmm = {mm}\n");
    let inside = format!("unit = \"G-RIF\"\nstarts-on-mines = true\n{}{}", mines(6), mines(6));
    assert_eq!(stopped(&inside), [0, 12], "12 mm in all ask for a test");
    let clear = "[[stretches]]\nterrain = \"Flat - clear\"\nmm = 30\n";
    let into = format!("unit = \"G-RIF\"\n{clear}{}{}", mines(5), mines(20));
    assert_eq!(stopped(&into), [50, 55], "20 mm behind the border of the field");
}

/// Note to the charts: the .50 as an AA weapon has no fragments, neither for its target nor for others.
#[test]
fn a_shell_without_fragments_does_nothing_by_a_miss() {
    let text = "ammunition = \"he\"\ndistance-mm = 1000\nweapon = \"B50AA\"\ncomrades-in-radius = 9\n[firer]\nunit = \"U-M3HT\"\n[target]\nunit = \"S-RIF\"\nturn = \"over\"\n";
    let ends = odds::<Shells>(text);
    // D10 + 1: 6 and more strike a man in the open.
    assert_eq!(ends.chance(|end| end.crew == 9), f(6, 10));
    assert_eq!(ends.chance(|end| end.crew == 10), f(4, 10));
}

/// SKIR-BLD-1, SKIR-HWF-20, SKIR-FRG-3: a shell under 30 mm that gets into a house has fragments, on one man after another.
#[test]
fn a_small_shell_in_a_house_has_fragments_bld_1() {
    let text = "building = \"Brick house\"\naim = \"opening\"\ndistance-mm = 1000\nmen-on-floor = 3\nmen-in-radius = [0, 2, 2, 0, 0, 0]\n[firer]\nunit = \"G-222\"\n";
    // 9 and more on D10 + 2 hit the window; a burst at depth 2 or 3 attacks two men, whom medium shelter leaves dead from 9 on.
    let ends = odds::<Bombard>(text);
    let reached = Sum(4 * 2, 10 * 6);
    let both = reached.times(Sum(16, 100));
    let one = reached.times(Sum(2 * 4 * 6, 100));
    assert_eq!(ends.chance(|end| end.floor == 1), fraction(both));
    assert_eq!(ends.chance(|end| end.floor == 2), fraction(one));
    // Two shells at one place find those who are left.
    let two = text.replace("[0, 2, 2, 0, 0, 0]", "[2]").replace("aim", "shells = 2\naim");
    let all_by_two = odds::<Bombard>(&two).chance(|end| end.floor == 1);
    let (hit, none, first, second) = (Sum(4, 10), Sum(36, 100), Sum(48, 100), Sum(16, 100));
    let by_one = hit.times(second);
    let then = hit.times(first).times(hit).times(Sum(4, 10));
    let later = Sum(6, 10).plus(hit.times(none)).times(by_one);
    assert_eq!(all_by_two, fraction(by_one.plus(then).plus(later)));
    let outside =
        text.replace("aim = \"opening\"", "aim = \"fragments\"").replace("[0, 2, 2, 0, 0, 0]", "[3]");
    assert_eq!(odds::<Bombard>(&outside).chance(|end| end.floor == 3), f(1, 1), "what bursts outside");
    let many = text.replace("men-in-radius = [0, 2, 2, 0, 0, 0]", "shells = 2\nreached-at = [[1, 3]]");
    assert_eq!(refused_by::<Bombard>(&many), "SKIR-BLD-1");
}

/// SKIR-BLD-7, SKIR-ASL-7: a hand bomb that goes in by a window bursts a D6 inside as everything does.
#[test]
fn a_hand_bomb_bursts_inside_the_room_bld_7() {
    let text = "building = \"Brick house\"\naim = \"opening\"\ndevice = \"Hb\"\nmen-on-floor = 4\nmen-in-radius = [0, 1, 3, 0, 0, 0]\n[firer]\nunit = \"G-RIF\"\n";
    let ends = odds::<Bombard>(text);
    // PT with D12 and CS 2: 11/24.
    assert_eq!(ends.chance(|end| end.floor == 3), f(11, 24 * 6));
    assert_eq!(ends.chance(|end| end.floor == 1), f(11, 24 * 6));
    assert_eq!(ends.chance(|end| end.floor == 4), fraction(Sum(13, 24).plus(Sum(11 * 4, 24 * 6))));
}

/// SKIR-ASL-8: every man of a mortar team has hand bombs too, but mortars do not assault (SKIR-MAN-18).
#[test]
fn mortar_men_throw_hand_bombs_asl_8() {
    let text = |assault: bool, target: &str| {
        format!(
            "team = \"G-M50\"\ndevice = \"Hb\"\nassault = {assault}\ndistance-mm = 80\n[target]\nunit = \"{target}\"\n"
        )
    };
    ask::<sandtable_skirmish::device::Devices>(&text(false, "S-RIF"));
    assert_eq!(refused_by::<sandtable_skirmish::device::Devices>(&text(true, "S-GAZ")), "SKIR-ASL-8");
}
