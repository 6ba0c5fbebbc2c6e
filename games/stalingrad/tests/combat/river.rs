//! Crossings, snipers, the barrage and the tractor factory.

use crate::common::{prepare, read, refused_by};
use kit::{Fraction, Inquiry, Reckoning, Scripted, chance, testing::assert_rolls_agree};
use proptest::prelude::*;
use sandtable_stalingrad::{
    Rules,
    barrage::Barrage,
    crossing::{Crossing, Landing},
    factory::Repair,
    results::Fate,
    sniper::Duel,
};

fn part(num: u128, den: u128) -> Fraction {
    Fraction::new(num, den)
}

const W10: &str = r#"
summit-german = true
headquarters = "1411"
germans = ["1410", "1212"]
shore = ["1410", "1411"]
flyable = 1
units = [{ unit = "10.RB", landing = "1411", day = true }]
"#;

fn landing(question: &Crossing, wanted: fn(Landing) -> bool) -> Fraction {
    chance::odds(question).unwrap().chance(|end| wanted(end.landings[0]))
}

/// STAL-VOL-9, STAL-VOL-10, STAL-VOL-11, STAL-VOL-12
#[test]
fn w10_volga_at_night_and_by_day() {
    let question = prepare::<Crossing>(W10);
    let odds = assert_rolls_agree(&question, 1_000_000, 10);
    assert_eq!(odds.chance(|end| end.landings[0].is_across()), part(11, 18));
    assert_eq!(odds.chance(|end| end.landings[0] == Landing::Destroyed), part(5, 18));
    assert_eq!(odds.chance(|end| end.landings[0] == Landing::Stays), part(1, 9));
    // The night alone: Serious.
    let night = prepare::<Crossing>(&W10.replace(", day = true", ""));
    assert_eq!(landing(&night, Landing::is_across), part(3, 6));
    assert_eq!(landing(&night, |landing| landing == Landing::Destroyed), part(1, 6));
}

#[test]
fn w10_the_reckoning_says_why() {
    let situation = read::<Crossing>(W10);
    let mut reckoning = Reckoning::default();
    let question = Crossing::prepare(Rules::published(), &situation, &mut reckoning).unwrap();
    let amounts: Vec<String> = reckoning.lines().iter().map(|line| line.amount.signed()).collect();
    assert_eq!(amounts, ["+1", "+1", "+1", "-1"]);
    let facts: Vec<String> = question.facts(&situation).into_iter().map(|fact| fact.words).collect();
    assert_eq!(facts[0], "10.RB to 1411: Serious");
    assert_eq!(facts[1], "10.RB to 1411: Very Bad, for a Fliegerkorps can fly");
    assert_eq!(facts[2], "10.RB: across 11/18, destroyed 5/18, still east 1/9");
}

/// The night's chance to come across with these lines about the landing in 1320.
fn across(more: &str) -> Fraction {
    let text = format!(
        "shore = ['1320', '1319', '1323', '1324', '1316']\nunits = [{{ unit = '10.RB', landing = '1320' }}]\n{more}"
    );
    landing(&prepare::<Crossing>(&text), Landing::is_across)
}

/// STAL-VOL-9
#[test]
fn each_hazard_is_one_level() {
    assert_eq!(across(""), part(5, 6), "Minimal");
    assert_eq!(across("freezing = true"), part(4, 6));
    // The summit is 8 hexes away from 1320: no matter.
    assert_eq!(across("summit-german = true"), part(5, 6));
    assert_eq!(across("germans = ['1323']"), part(4, 6), "a shore hex within 3");
    assert_eq!(across("germans = ['1324']"), part(5, 6), "four away");
    assert_eq!(across("germans = ['1220']\nrussians = ['1320']"), part(4, 6), "adjacent, but held");
    assert_eq!(
        across("germans = ['1220', '1319']\nrussians = ['1320']\nfreezing = true"),
        part(2, 6),
        "three worse"
    );
    // STAL-VOL-10, STAL-VOL-11: better than Minimal there is nothing.
    assert_eq!(across("headquarters = '1320'"), part(5, 6));
    assert_eq!(across("headquarters = '1320'\nfreezing = true"), part(5, 6));
}

/// STAL-VOL-12
#[test]
fn automatically_very_bad() {
    assert_eq!(across("germans = ['1220']"), part(2, 6), "empty and next to a German");
    let by_day = |more: &str| {
        let text = format!(
            "shore = ['1320']\nunits = [{{ unit = '10.RB', landing = '1320', night = false, day = true }}]\n{more}"
        );
        prepare::<Crossing>(&text)
    };
    assert_eq!(landing(&by_day("flyable = 1"), Landing::is_across), part(2, 6));
    // STAL-AIR-8: the Luftwaffe is what makes the day dangerous; STAL-R26: the headquarters does not help.
    assert_eq!(landing(&by_day("flyable = 0"), Landing::is_across), part(5, 6));
    assert_eq!(landing(&by_day("flyable = 2\nheadquarters = '1320'"), Landing::is_across), part(2, 6));
    // STAL-AIR-9: the only Fliegerkorps is driven off with 2/6.
    let fought = by_day("flyable = 1\nriver-interception = true");
    assert_eq!(landing(&fought, Landing::is_across), part(2 * 5 + 4 * 2, 36));
    let one_of_two = by_day("flyable = 2\nriver-interception = true");
    assert_eq!(landing(&one_of_two, Landing::is_across), part(2, 6));
}

/// STAL-VOL-4, STAL-VOL-5, STAL-VOL-6, STAL-VOL-7
#[test]
fn results_are_read_from_the_chart() {
    let question = prepare::<Crossing>("shore = ['1320']\nunits = [{ unit = '112.RD', landing = '1320' }]");
    let rolled = |face| chance::roll(&question, &mut Scripted::faces(&[face])).landings[0];
    assert_eq!([1, 2, 3, 6].map(rolled), [Landing::Ready, Landing::Ready, Landing::Crossed, Landing::Stays]);
}

/// STAL-VOL-8, STAL-R25
#[test]
fn a_sunk_boat_costs_capacity() {
    // Very Bad for all: if the division (2 boats) is destroyed, the capacity left for the night is 3 - 2 - 1 = 0.
    let text = r#"
        shore = ["1320", "1319"]
        germans = ["1219"]
        units = [{ unit = "112.RD", landing = "1320" }, { unit = "10.RB", landing = "1319" }]"#;
    let odds = assert_rolls_agree(&prepare::<Crossing>(text), 200_000, 8);
    let sunk = |first: Landing, second: Landing| {
        odds.chance(|end| end.landings[0] == first && end.landings[1] == second)
    };
    assert_eq!(sunk(Landing::Destroyed, Landing::Stays), part(1, 3), "no boat is left for the brigade");
    assert_eq!(sunk(Landing::Destroyed, Landing::Destroyed), Fraction::ZERO);
    assert_eq!(sunk(Landing::Stays, Landing::Destroyed), part(1, 9), "both landings are next to 1219");
}

/// STAL-VOL-3
#[test]
fn once_at_night_and_once_by_day() {
    let text = "shore = ['1320']\nunits = [{ unit = '10.RB', landing = '1320', day = true }]";
    // Without aircraft and Germans both tries are Minimal: east after both with 1/36, and two dice at most.
    let question = prepare::<Crossing>(text);
    assert_eq!(landing(&question, |landing| landing == Landing::Stays), part(1, 36));
    let mut script = Scripted::faces(&[6, 6]);
    chance::roll(&question, &mut script);
    assert_eq!(script.finish(), Ok(()));
}

/// STAL-R61
#[test]
fn who_has_landed_holds_the_hex() {
    // The first lands on an empty hex next to a German: Very Bad. Once across it holds the hex: Significant.
    let text = r#"
        shore = ["1320"]
        germans = ["1220"]
        units = [{ unit = "10.RB", landing = "1320" }, { unit = "38.RB", landing = "1320" }]"#;
    let odds = chance::odds(&prepare::<Crossing>(text)).unwrap();
    assert_eq!(odds.chance(|end| end.landings[1].is_across()), part(2 * 4 + 4 * 2, 36));
}

/// STAL-VOL-13
#[test]
fn a_sniper_comes_back() {
    let text = "shore = ['1320']\nsnipers = ['1320']\nflyable = 2\nfreezing = true";
    let odds = assert_rolls_agree(&prepare::<Crossing>(text), 100_000, 13);
    assert_eq!(odds.chance(|end| end.landings[0].is_across()), part(4, 6), "the night's hazard, Significant");
    assert_eq!(odds.chance(|end| end.landings[0] == Landing::Destroyed), Fraction::ZERO);
    // He needs no boats: three boat units are already under way, and a sunk one does not keep him.
    let crowded = "shore = ['1320', '1319']\nsnipers = ['1320']\nunits = [{ unit = '112.RD', landing = '1319' }, { unit = '10.RB', landing = '1319' }]";
    let odds = chance::odds(&prepare::<Crossing>(crowded)).unwrap();
    assert_eq!(odds.chance(|end| end.landings[2].is_across()), part(5, 6));
}

#[test]
fn crossing_refusals() {
    let refused = |text: &str| refused_by::<Crossing>(text);
    let one = "units = [{ unit = '10.RB', landing = '1320' }]\n";
    assert_eq!(refused("shore = ['1320']"), "STAL-VOL-1");
    assert_eq!(refused(&format!("{one}shore = []")), "STAL-VOL-1");
    assert_eq!(refused(&format!("{one}shore = ['1320']\nnight-capacity = 0")), "STAL-VOL-1");
    assert_eq!(refused(&format!("{one}shore = ['1320']\nnight-capacity = 4")), "STAL-VOL-1");
    assert_eq!(refused(&format!("{one}shore = ['1320']\ngermans = ['1320']")), "STAL-VOL-12");
    assert_eq!(refused(&format!("{one}shore = ['1320']\nfull = ['1320']")), "STAL-VOL-12");
    assert_eq!(refused(&format!("{one}shore = ['1320']\nflyable = 3")), "STAL-AIR-1");
    assert_eq!(refused(&format!("{one}shore = ['1320']\nriver-interception = true")), "STAL-AIR-9");
    assert_eq!(refused("shore = ['1320']\nunits = [{ unit = '516.R', landing = '1320' }]"), "STAL-TER-5");
    assert_eq!(
        refused("shore = ['1320']\nunits = [{ unit = '10.RB', landing = '1320', night = false }]"),
        "STAL-VOL-3"
    );
    let divisions = "units = [{ unit = '112.RD', landing = '1320' }, { unit = '95.RD', landing = '1320' }]\nshore = ['1320']";
    // STAL-VOL-2: two divisions are four boat units.
    assert_eq!(refused(divisions), "STAL-VOL-1");
    let by_day = "units = [{ unit = '112.RD', landing = '1320', night = false, day = true }]\nshore = ['1320']\nday-capacity = 1";
    assert_eq!(refused(by_day), "STAL-VOL-1");
}

const W13: &str = "russian = { number = 4, at = '1310' }\ntarget = { unit = '516.R', at = '1309' }\n";

/// STAL-SNP-2, STAL-SNP-3, STAL-SNP-4, STAL-SNP-5
#[test]
fn w13_sniper_duel() {
    let question = prepare::<Duel>(&format!("{W13}german = {{ number = 3, at = '1310' }}"));
    let odds = assert_rolls_agree(&question, 1_000_000, 13);
    assert_eq!(odds.chance(|end| end.target_hit), part(2, 3));
    assert_eq!(odds.chance(|end| end.russian_killed), part(1, 2));
    assert_eq!(odds.chance(|end| end.german_killed), part(1, 3));
    assert_eq!(odds.chance(|end| !end.russian_killed && !end.german_killed), part(1, 6));
}

/// STAL-DIE-4
#[test]
fn the_sniper_reads_the_die_as_it_falls() {
    let question = prepare::<Duel>(W13);
    let hit = |face| chance::roll(&question, &mut Scripted::faces(&[face])).target_hit;
    assert_eq!([1, 4, 5, 6].map(hit), [true, true, false, false]);
}

/// STAL-SNP-4
#[test]
fn a_sniper_may_hold_his_second_shot() {
    let question =
        prepare::<Duel>(&format!("{W13}german = {{ number = 3, at = '1309' }}\nshoot-back = false"));
    let odds = chance::odds(&question).unwrap();
    assert_eq!(odds.chance(|end| end.german_killed), Fraction::ZERO);
    assert_eq!(odds.chance(|end| end.russian_killed), part(1, 2));
}

/// STAL-SNP-8, STAL-RET-11
#[test]
fn a_unit_hit_drops_out_where_it_stands() {
    let text = W13.replace("at = '1309'", "at = '1309', attacking = true");
    let situation = read::<Duel>(&text);
    let question = prepare::<Duel>(&text);
    let end = chance::roll(&question, &mut Scripted::faces(&[2]));
    assert_eq!(question.tell(&situation, &end).words, "516.R Disrupted and out of its attack");
}

#[test]
fn sniper_refusals() {
    let refused = |text: &str| refused_by::<Duel>(text);
    assert_eq!(refused(&W13.replace("'1309'", "'1308'")), "STAL-SNP-2");
    assert_eq!(refused(&W13.replace("516.R", "42.RB")), "STAL-SNP-2");
    assert_eq!(refused(&W13.replace("number = 4", "number = 4, fired = true")), "STAL-SNP-2");
    assert_eq!(refused(&W13.replace("number = 4", "number = 7")), "STAL-DIE-4");
    assert_eq!(refused(&W13.replace("number = 4", "number = 0")), "STAL-DIE-4");
    assert_eq!(refused(&format!("{W13}german = {{ number = 3, at = '1308' }}")), "STAL-SNP-3");
    assert_eq!(refused(&format!("{W13}german = {{ number = 3, at = '1309', fired = true }}")), "STAL-R35");
}

const W12: &str = r#"
turn = 3
guns = "1513"
reference = "1311"
triangle = ["1311", "1310", "1210"]
units = [{ unit = "191.R", at = "1311" }, { unit = "194.R", at = "1311" }]
"#;

/// STAL-ART-3, STAL-ART-5
#[test]
fn w12_barrage_without_observation() {
    let question = prepare::<Barrage>(W12);
    let odds = assert_rolls_agree(&question, 1_000_000, 12);
    let hit = |place: usize| odds.chance(|end| end.toll.fate(place) == Fate::Disrupted);
    assert_eq!(hit(0), part(11, 27));
    assert_eq!(hit(1), part(5, 27));
    let hits = |count: usize| {
        odds.chance(|end| (0..2).filter(|&place| end.toll.fate(place) == Fate::Disrupted).count() == count)
    };
    assert_eq!((hits(2), hits(0)), (part(11, 81), part(44, 81)));
    // Index B: the same chances, mirrored dice.
    assert_eq!(chance::odds(&prepare::<Barrage>(&format!("die-index = 'B'{W12}"))).unwrap(), odds);
}

#[test]
fn w12_each_unit_has_its_own_chance_in_the_facts() {
    let words = |text: &str| {
        let situation = read::<Barrage>(text);
        prepare::<Barrage>(text).facts(&situation).into_iter().map(|fact| fact.words).collect::<Vec<_>>()
    };
    let facts = words(W12);
    assert!(facts[1].starts_with("191.R in 1311: Disrupted 11/27"), "{facts:?}");
    assert!(facts[2].starts_with("194.R in 1311: Disrupted 5/27"), "{facts:?}");
    // A unit listed before the first one under fire is hit only by scatter: 2/3 off, 1/6 the way to 1312, 1/3.
    let with_friend = W12.replace("units = [", "units = [{ unit = '42.RB', at = '1312' }, ");
    assert!(words(&with_friend)[1].starts_with("42.RB in 1312: Disrupted 1/27"), "{:?}", words(&with_friend));
}

/// STAL-ART-4
#[test]
fn observed_fire_is_on_target() {
    let odds = chance::odds(&prepare::<Barrage>(&format!("summit-russian = true{W12}"))).unwrap();
    assert_eq!(odds.chance(|end| end.toll.fate(0) == Fate::Disrupted), part(1, 3));
    assert_eq!(odds.chance(|end| end.toll.fate(1) == Fate::Disrupted), part(1, 3));
    // Too far from the summit (1212 to 1317 is 5 hexes): the first roll decides again.
    let far = r#"
        summit-russian = true
        turn = 3
        guns = "1516"
        reference = "1317"
        triangle = ["1317", "1316", "1216"]
        units = [{ unit = "191.R", at = "1317" }, { unit = "194.R", at = "1317" }]"#;
    let odds = chance::odds(&prepare::<Barrage>(far)).unwrap();
    assert_eq!(odds.chance(|end| end.toll.fate(1) == Fate::Disrupted), part(5, 27));
}

#[test]
fn many_units_under_fire_are_counted_without_names() {
    let names = ["516.R", "517.R", "518.R", "54.R", "227.R", "369.R", "267.R"];
    let units: Vec<String> = names.iter().map(|name| format!("{{ unit = '{name}', at = '1311' }}")).collect();
    let text = W12.replace("units = [", &format!("units = [{}, ", units.join(",")));
    let odds = assert_rolls_agree(&prepare::<Barrage>(&text), 100_000, 14);
    assert_eq!(odds.len(), 10, "0 to 9 Germans Disrupted");
}

/// STAL-ART-9
#[test]
fn barrage_refusals() {
    let refused = |from: &str, to: &str| refused_by::<Barrage>(&W12.replace(from, to));
    assert_eq!(refused("turn = 3", "turn = 1"), "STAL-ART-1");
    assert_eq!(refused("turn = 3", "turn = 3\nfired = true"), "STAL-ART-1");
    assert_eq!(refused("turn = 3", "turn = 3\nmoved = true"), "STAL-ART-6");
    assert_eq!(refused("turn = 3", "turn = 3\ndisrupted = true"), "STAL-ART-8");
    assert_eq!(refused("guns = \"1513\"", "guns = \"1613\""), "STAL-ART-2");
    assert_eq!(refused("\"1311\", \"1310\", \"1210\"", "\"1311\", \"1310\", \"1309\""), "STAL-ART-2");
    assert_eq!(refused("\"1311\", \"1310\", \"1210\"", "\"1311\", \"1310\""), "STAL-ART-2");
    assert_eq!(refused("\"1311\", \"1310\", \"1210\"", "\"1312\", \"1412\", \"1313\""), "STAL-ART-2");
    assert_eq!(
        refused(
            "\"191.R\", at = \"1311\" }, { unit = \"194.R\"",
            "\"42.RB\", at = \"1311\" }, { unit = \"38.RB\""
        ),
        "STAL-R34"
    );
    // STAL-ART-9: the triangle may lie half in the river.
    prepare::<Barrage>(
        &W12.replace("\"1311\", \"1310\", \"1210\"", "\"1311\", \"1411\", \"1312\"")
            .replace("1312\"]", "1410\"]"),
    );
}

fn factory(more: &str) -> String {
    format!("brigade = '27.TB'\n{more}")
}
const BOTH_RUSSIAN: &str = "north = { held-by = 'russian' }\nsouth = { held-by = 'russian' }\n";

/// STAL-REP-5
#[test]
fn w18_factory() {
    let repaired = |text: &str| {
        chance::odds(&prepare::<Repair>(&factory(text))).unwrap().chance(|end| *end == Some(true))
    };
    assert_eq!(repaired(BOTH_RUSSIAN), Fraction::ONE);
    assert_eq!(repaired(&format!("{BOTH_RUSSIAN}german-adjacent = true")), part(2, 3));
    let one_taken =
        "north = { held-by = 'german', germans-inside = true }\nsouth = { held-by = 'russian' }\n";
    assert_eq!(repaired(one_taken), part(1, 3));
    assert_eq!(repaired(&format!("{one_taken}german-adjacent = true")), part(1, 3), "the worst case counts");
    let both = BOTH_RUSSIAN.replace("russian", "german");
    assert_eq!(refused_by::<Repair>(&factory(&both)), "STAL-REP-5");
    // STAL-R41, STAL-R60: a shared hex that was Russian before makes Germans adjacent, no more.
    let shared = "north = { held-by = 'russian', germans-inside = true }\nsouth = { held-by = 'russian' }\n";
    assert_eq!(repaired(shared), part(2, 3));
}

/// STAL-DIE-2
#[test]
fn w18_under_index_b_3_to_6_repair() {
    let question =
        prepare::<Repair>(&factory(&format!("{BOTH_RUSSIAN}german-adjacent = true\ndie-index = 'B'")));
    let rolled = |face| chance::roll(&question, &mut Scripted::faces(&[face])) == Some(true);
    assert_eq!([1, 2, 3, 4, 5, 6].map(rolled), [false, false, true, true, true, true]);
    assert_rolls_agree(&question, 1_000_000, 18);
}

/// STAL-REP-6
#[test]
fn the_brigade_needs_a_place() {
    let full = BOTH_RUSSIAN.replace("'russian'", "'russian', room = false");
    assert_eq!(refused_by::<Repair>(&factory(&full)), "STAL-REP-6");
    let shared = "north = { held-by = 'german' }\nsouth = { held-by = 'russian', germans-inside = true }\n";
    assert_eq!(refused_by::<Repair>(&factory(shared)), "STAL-REP-6");
    assert_eq!(refused_by::<Repair>(&format!("brigade = '112.RD'\n{BOTH_RUSSIAN}")), "STAL-REP-5");
    assert_eq!(refused_by::<Repair>(&factory(&format!("{BOTH_RUSSIAN}tried = true"))), "STAL-REP-5");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20))]

    #[test]
    fn any_crossing_sums_to_one_and_agrees_with_rolled_dice(
        units in prop::collection::vec((0usize..4, 18u8..21, any::<bool>()), 1..3),
        germans in prop::collection::vec(prop::sample::select(vec!["1219", "1220", "1317", "1321"]), 0..3),
        freezing in any::<bool>(), flyable in 0u8..3, sniper in any::<bool>(), seed in any::<u64>(),
    ) {
        let names = ["10.RB", "34.R", "62.A HQ", "92.RB"];
        let units: Vec<String> = units.iter().map(|(name, row, day)| format!("{{ unit = '{}', landing = '13{row}', day = {day} }}", names[*name])).collect();
        let text = format!(
            "shore = ['1317', '1318', '1319', '1320', '1321']\nunits = [{}]\ngermans = {germans:?}\nfreezing = {freezing}\nflyable = {flyable}\nriver-interception = {}\n{}",
            units.join(","), flyable > 0, if sniper { "snipers = ['1318']" } else { "" }
        );
        assert_rolls_agree(&prepare::<Crossing>(&text), 20_000, seed);
    }

    #[test]
    fn any_barrage_sums_to_one_and_agrees_with_rolled_dice(
        units in prop::collection::vec((prop::sample::select(vec!["516.R", "42.RB"]), 11u8..14, 9u8..13), 0..6),
        observed in any::<bool>(), index in prop::sample::select(vec!["A", "B"]), seed in any::<u64>(),
    ) {
        let units: Vec<String> = units.iter().map(|(name, column, row)| format!("{{ unit = '{name}', at = '{column:02}{row:02}' }}, ")).collect();
        let text = W12.replace("units = [", &format!("die-index = '{index}'\nsummit-russian = {observed}\nunits = [{}", units.concat()));
        assert_rolls_agree(&prepare::<Barrage>(&text), 20_000, seed);
    }
}
