//! Interception, mass bombing, the older air attack, long moves.

use crate::common::{prepare, read, refused_by};
use kit::{Fraction, Inquiry, Sums, chance, testing::assert_rolls_agree};
use proptest::prelude::*;
use sandtable_stalingrad::{
    Rules,
    air::{AirResult, Sortie, Wings, flies_again, is_flyable},
    air_attack::AirAttack,
    bombing::Bombing,
    interception::Interception,
    long_move::LongMove,
    results::Fate,
};

fn part(num: u128, den: u128) -> Fraction {
    Fraction::new(num, den)
}

/// STAL-AIR-2, STAL-AIR-3, STAL-AIR-4
#[test]
fn w20_interception() {
    let odds = assert_rolls_agree(&prepare::<Interception>("turn = 3"), 1_000_000, 20);
    let rules = Rules::published();
    let after = |test: fn(Sortie) -> bool| odds.chance(|end| test(rules.sortie(end.unwrap())));
    assert_eq!(after(|sortie| sortie.flies()), part(4, 6));
    assert_eq!(after(|sortie| sortie.german == Wings::TurnedBack), part(1, 6));
    assert_eq!(after(|sortie| sortie.german == Wings::KnockedOut), part(1, 6));
    assert_eq!(after(|sortie| sortie.russian == Wings::KnockedOut), part(2, 6));
    assert_eq!(flies_again(&rules, 3), 5);
    // STAL-AIR-15.
    assert!(
        !is_flyable(&rules, Some(3), 3)
            && !is_flyable(&rules, Some(3), 4)
            && is_flyable(&rules, Some(3), 5)
            && is_flyable(&rules, None, 1)
    );
}

/// STAL-DIE-1
#[test]
fn index_b_mirrors_the_air_chart() {
    let odds = |index: &str| {
        chance::odds(&prepare::<Interception>(&format!("turn = 3\ndie-index = '{index}'"))).unwrap()
    };
    assert_eq!(odds("A"), odds("B"));
    let question = prepare::<Interception>("turn = 3\ndie-index = 'B'");
    let rolled = |face| chance::roll(&question, &mut kit::Scripted::faces(&[face]));
    assert_eq!((rolled(6), rolled(1)), (Some(AirResult::RussianOut), Some(AirResult::GermanOut)));
}

#[test]
fn interception_refusals() {
    assert_eq!(refused_by::<Interception>("turn = 1"), "STAL-AIR-2");
    assert_eq!(refused_by::<Interception>("turn = 4\nattempt-made = true"), "STAL-AIR-2");
    assert_eq!(refused_by::<Interception>("turn = 4\nrussian-knocked-out-in = 3"), "STAL-AIR-15");
    assert_eq!(refused_by::<Interception>("turn = 4\ngerman-knocked-out-in = 3"), "STAL-AIR-15");
    assert_eq!(refused_by::<Interception>("turn = 0"), "STAL-SEQ-1");
    assert_eq!(refused_by::<Interception>("turn = 14"), "STAL-SEQ-1");
    assert_eq!(refused_by::<Interception>("turn = 3\nrussian-knocked-out-in = 255"), "STAL-SEQ-1");
    // STAL-AIR-9: over the river the first turn is no exception.
    prepare::<Interception>("turn = 1\nover = 'river'");
    prepare::<Interception>("turn = 5\nrussian-knocked-out-in = 3");
}

const W11: &str = r#"
turn = 4
earlier-bombings = 1
units = [{ unit = "129.RB", at = "1307" }]
[[fliegerkorps]]
name = "VIII"
lines = [{ from = "1308", hexes = 3 }]
"#;

/// STAL-AIR-11, STAL-AIR-12, STAL-AIR-13, STAL-AIR-14
#[test]
fn w11_mass_bombing_second_time() {
    let odds = assert_rolls_agree(&prepare::<Bombing>(W11), 1_000_000, 11);
    assert_eq!(odds.chance(|end| end.toll.fate(0) == Fate::Disrupted), part(16, 27));
    assert_eq!(odds.chance(|end| end.toll.fate(0) == Fate::Eliminated), Fraction::ZERO);
}

/// STAL-DIE-3
#[test]
fn w11_the_bombs_reach_the_unit_eight_times_in_nine() {
    // On the first bombing turn only index 6 spares a bombed unit: 8/9 x 5/6 are hit, 8/9 x 1/6 eliminated.
    let first = W11.replace("earlier-bombings = 1", "");
    let odds = chance::odds(&prepare::<Bombing>(&first)).unwrap();
    assert_eq!(odds.chance(|end| end.toll.fate(0) == Fate::Unharmed), part(7, 27));
    assert_eq!(odds.chance(|end| end.toll.fate(0) == Fate::Eliminated), part(8, 54));
    // Scripted: bombardier 6, direction 2 (NE) misses without a third die; 1 (N) still covers 1307.
    let question = prepare::<Bombing>(&first);
    let mut script = kit::Scripted::faces(&[6, 2]);
    assert_eq!(chance::roll(&question, &mut script).toll.fate(0), Fate::Unharmed);
    assert_eq!(script.finish(), Ok(()));
    let mut script = kit::Scripted::parse("lead bombardier:6, direction:1, mass bombing:1").unwrap();
    assert_eq!(chance::roll(&question, &mut script).toll.fate(0), Fate::Eliminated);
    assert_eq!(script.finish(), Ok(()));
}

/// STAL-DIE-2
#[test]
fn under_index_b_the_bombardier_errs_on_1() {
    let question = prepare::<Bombing>(&format!("die-index = 'B'\n{W11}"));
    let mut script = kit::Scripted::faces(&[1, 2]);
    chance::roll(&question, &mut script);
    assert_eq!(script.finish(), Ok(()));
    assert_eq!(
        chance::odds(&question).unwrap().chance(|end| end.toll.fate(0) == Fate::Disrupted),
        part(16, 27)
    );
}

/// STAL-AIR-14
#[test]
fn every_bombing_turn_is_weaker() {
    let hit = |earlier: u8| {
        let text = W11.replace("earlier-bombings = 1", &format!("earlier-bombings = {earlier}"));
        chance::odds(&prepare::<Bombing>(&text)).unwrap().chance(|end| end.toll.fate(0) != Fate::Unharmed)
    };
    assert_eq!([0, 1, 2, 3].map(hit), [part(20, 27), part(16, 27), part(4, 9), part(8, 27)]);
}

/// STAL-AIR-10, STAL-AIR-11
#[test]
fn two_lines_and_two_corps_bomb_again() {
    // Both lines over the same unit, straight or by scatter: it is spared only if spared twice.
    let text = r#"
        turn = 1
        units = [{ unit = "129.RB", at = "1307" }]
        fliegerkorps = [
          { name = "VIII", lines = [{ from = "1308", hexes = 3 }] },
          { name = "IV", lines = [{ from = "1308", hexes = 3 }] },
        ]"#;
    let odds = assert_rolls_agree(&prepare::<Bombing>(text), 200_000, 12);
    assert_eq!(odds.chance(|end| end.toll.fate(0) == Fate::Unharmed), part(49, 729));
    // Eliminated by the first, or not and then by the second.
    assert_eq!(odds.chance(|end| end.toll.fate(0) == Fate::Eliminated), part(200, 729));
}

#[test]
fn many_units_are_counted_without_names() {
    let units: Vec<String> =
        ["516.R", "517.R", "518.R", "191.R", "194.R", "211.R", "129.RB", "112.RD", "42.RB"]
            .iter()
            .enumerate()
            .map(|(place, name)| format!("{{ unit = '{name}', at = '13{:02}' }}", 5 + place % 3))
            .collect();
    let text = W11.replace("{ unit = \"129.RB\", at = \"1307\" }", &units.join(","));
    let situation = read::<Bombing>(&text);
    let question = Bombing::prepare(Rules::published(), &situation, &mut Sums::default()).unwrap();
    let odds = assert_rolls_agree(&question, 100_000, 13);
    assert!(odds.len() < 60, "{}", odds.len());
    // Each unit's own chance is that of a lone unit in its hex: 1306 and 1307 alike here, 1305 only by a shift north.
    let facts = question.facts(&situation);
    let hit = facts.iter().filter(|fact| fact.words.contains("1305")).count();
    assert_eq!(hit, 3);
    let north = facts.iter().find(|fact| fact.words.starts_with("516.R")).unwrap();
    assert!(north.words.ends_with("eliminated 0, Disrupted 1/54"), "{}", north.words);
}

/// STAL-AIR-11, STAL-AIR-13: units bombed by two lines and counted together are as likely hit as each by itself.
#[test]
fn counts_of_many_units_are_the_sum_of_their_own_chances() {
    let places = [
        ("129.RB", "1307"),
        ("42.RB", "1307"),
        ("38.RB", "1306"),
        ("516.R", "1307"),
        ("517.R", "1307"),
        ("54.R", "1309"),
    ];
    let text = |units: &[(&str, &str)]| {
        let units: Vec<String> =
            units.iter().map(|(name, at)| format!("{{ unit = '{name}', at = '{at}' }}")).collect();
        format!(
            "turn = 1\nunits = [{}]\n[[fliegerkorps]]\nname = 'VIII'\nlines = [{{ from = '1308', hexes = 3 }}, {{ from = '1310', hexes = 4 }}]",
            units.join(",")
        )
    };
    let mean = |units: &[(&str, &str)], what: &str| {
        let kind = sandtable_stalingrad::RULEBOOK.kind("bombing").unwrap();
        let report = kind.ask(None, "b", &text(units), kit::Throwing::Nothing).unwrap();
        report.expected.iter().find(|mean| mean.what == what).map_or(Fraction::ZERO, |mean| mean.mean)
    };
    let sum = |what: &str| {
        let each = places.iter().map(|place| mean(&[*place], what));
        each.fold((0, 1), |(num, den), one| {
            (num * one.denominator() + one.numerator() * den, den * one.denominator())
        })
    };
    for what in [
        "Russian units eliminated",
        "Russian units Disrupted",
        "German units eliminated",
        "German units Disrupted",
    ] {
        let (num, den) = sum(what);
        assert_eq!(mean(&places, what), part(num, den), "{what}");
    }
    assert_rolls_agree(&prepare::<Bombing>(&text(&places)), 200_000, 44);
}

/// STAL-ART-7
#[test]
fn silencing_the_guns() {
    let text =
        "turn = 2\nearlier-bombings = 4\nfliegerkorps = [{ name = 'IV', mission = 'silence-artillery' }]";
    let odds = assert_rolls_agree(&prepare::<Bombing>(text), 1_000_000, 7);
    // STAL-R34: undiminished and not one of the four bombing turns.
    assert_eq!(odds.chance(|end| end.silenced), part(5, 6));
}

/// STAL-R55
#[test]
fn an_intercepted_corps_loses_its_lines() {
    let text = format!("interception = 'VIII'\n{W11}");
    let odds = chance::odds(&prepare::<Bombing>(&text)).unwrap();
    assert_eq!(odds.chance(|end| end.turned_back), part(1, 3));
    assert_eq!(odds.chance(|end| end.toll.fate(0) == Fate::Disrupted), part(32, 81));
    // The other corps bombs on.
    let both = text.replace(
        "[[fliegerkorps]]",
        "[[fliegerkorps]]\nname = 'IV'\nlines = [{ from = '0908', hexes = 3 }]\n[[fliegerkorps]]",
    );
    let odds = chance::odds(&prepare::<Bombing>(&both)).unwrap();
    assert_eq!(odds.chance(|end| end.toll.fate(0) == Fate::Disrupted), part(32, 81));
}

#[test]
fn bombing_refusals() {
    let with_lines = |lines: &str| format!("turn = 4\n[[fliegerkorps]]\nname = 'VIII'\nlines = [{lines}]");
    let refused = |text: &str| refused_by::<Bombing>(text);
    assert_eq!(refused(&with_lines("{ from = '1308', hexes = 2 }")), "STAL-AIR-11");
    assert_eq!(refused(&with_lines("{ from = '1320', hexes = 9 }")), "STAL-AIR-11");
    assert_eq!(
        refused(&with_lines("{ from = '1320', hexes = 5 }, { from = '1210', hexes = 4 }")),
        "STAL-AIR-11"
    );
    assert_eq!(refused(&with_lines("")), "STAL-AIR-11");
    assert_eq!(refused(&with_lines("{ from = '1302', hexes = 3 }")), "STAL-R33");
    prepare::<Bombing>(&with_lines("{ from = '1320', hexes = 5 }, { from = '1210', hexes = 3 }"));
    assert_eq!(refused("turn = 4\nfliegerkorps = []"), "STAL-AIR-1");
    let three = "{ name = 'I', mission = 'silence-artillery' }";
    assert_eq!(refused(&format!("turn = 4\nfliegerkorps = [{three}, {three}, {three}]")), "STAL-AIR-1");
    assert_eq!(
        refused(&format!(
            "turn = 4\nfliegerkorps = [{}]",
            three.replace(" }", ", lines = [{ from = '1308', hexes = 3 }] }")
        )),
        "STAL-AIR-1"
    );
    assert_eq!(refused(&W11.replace("earlier-bombings = 1", "earlier-bombings = 4")), "STAL-AIR-10");
    assert_eq!(refused(&format!("last-bombing = 3\n{W11}")), "STAL-AIR-10");
    assert_eq!(refused(&format!("last-bombing = 4\n{W11}")), "STAL-AIR-10");
    prepare::<Bombing>(&format!("last-bombing = 2\n{W11}"));
    let crowd = |count: usize, at: &str| vec![format!("{{ unit = '42.RB', at = '{at}' }}"); count].join(",");
    let crowded = |count, at| W11.replace("{ unit = \"129.RB\", at = \"1307\" }", &crowd(count, at));
    assert_eq!(refused(&crowded(21, "0101")), "STAL-AIR-13");
    prepare::<Bombing>(&crowded(20, "1307"));
    let twice = crowded(7, "1307").replace("hexes = 3 }", "hexes = 3 }, { from = '1308', hexes = 3 }");
    assert_eq!(refused(&twice), "STAL-AIR-13");
    assert_eq!(refused(&format!("interception = 'IX'\n{W11}")), "STAL-AIR-2");
    assert_eq!(
        refused(&format!("interception = 'VIII'\n{}", W11.replace("turn = 4", "turn = 1"))),
        "STAL-AIR-2"
    );
}

fn air_attack(terrain: &str, korps: u8, units: &str) -> AirAttack {
    prepare::<AirAttack>(&format!(
        "at = '1310'\nterrain = '{terrain}'\nfliegerkorps = {korps}\nunits = [{units}]"
    ))
}

/// STAL-OPA-1
#[test]
fn the_column_follows_the_terrain() {
    let fates = |terrain: &str| {
        let odds = chance::odds(&air_attack(terrain, 1, "{ unit = '42.RB' }")).unwrap();
        [Fate::Eliminated, Fate::Disrupted].map(|fate| odds.chance(|end| end.toll.fate(0) == fate))
    };
    assert_eq!(fates("open"), [part(1, 6), part(3, 6)]);
    assert_eq!(fates("urban"), [Fraction::ZERO, part(3, 6)]);
    assert_eq!(fates("slope"), fates("urban"));
    assert_eq!(fates("strongpoint"), [Fraction::ZERO, part(2, 6)]);
    assert_eq!(fates("summit"), fates("strongpoint"));
}

/// STAL-OPA-4, STAL-R31
#[test]
fn aircraft_are_checked_on_aa() {
    // Two units: the second is attacked unless the first drew AA? (1/6) and the check went wrong (1/2).
    let question = air_attack("open", 1, "{ unit = '42.RB' }, { unit = '516.R' }");
    let odds = assert_rolls_agree(&question, 1_000_000, 31);
    assert_eq!(odds.chance(|end| end.toll.fate(1) == Fate::Eliminated), part(11, 72));
    assert_eq!(odds.chance(|end| end.knocked_out == 1), part(23, 144));
    // STAL-OPA-3: support in the open unless knocked out.
    assert_eq!(odds.chance(|end| question.support(end) == 1), part(121, 144));
    // STAL-OPA-5: none in the city.
    let city = air_attack("urban", 2, "{ unit = '42.RB' }");
    assert!(chance::odds(&city).unwrap().iter().all(|(end, _)| city.support(end) == 0));
}

/// STAL-OPA-1
#[test]
fn both_corps_may_attack_one_hex() {
    let odds = assert_rolls_agree(&air_attack("open", 2, "{ unit = '42.RB' }"), 200_000, 32);
    // Eliminated by the first, or spared or Disrupted by it and eliminated by the second.
    assert_eq!(odds.chance(|end| end.toll.fate(0) == Fate::Eliminated), part(11, 36));
}

/// STAL-HQ-1
#[test]
fn the_headquarters_hex_is_a_strongpoint_for_bombs_too() {
    let text = "at = '1411'\nterrain = 'urban'\nshore = true\nfliegerkorps = 1\nunits = [{ unit = '62.A HQ' }, { unit = '42.RB' }]";
    let disrupted = |text: &str| {
        chance::odds(&prepare::<AirAttack>(text)).unwrap().chance(|end| end.toll.fate(0) == Fate::Disrupted)
    };
    assert_eq!(disrupted(text), part(2, 6));
    assert_eq!(disrupted(&text.replace("'62.A HQ'", "'62.A HQ', disrupted = true")), part(3, 6));
}

/// STAL-OPA-2
#[test]
fn air_attack_refusals() {
    let text = |terrain: &str, korps: u8, units: &str| {
        format!("at = '1310'\nterrain = '{terrain}'\nfliegerkorps = {korps}\nunits = [{units}]")
    };
    let one = "{ unit = '42.RB' }";
    assert_eq!(refused_by::<AirAttack>(&text("open", 3, one)), "STAL-AIR-1");
    assert_eq!(refused_by::<AirAttack>(&text("open", 0, one)), "STAL-AIR-1");
    assert_eq!(refused_by::<AirAttack>(&text("water", 1, one)), "STAL-OPA-1");
    assert_eq!(refused_by::<AirAttack>(&text("open", 1, "")), "STAL-STK-1");
    assert_eq!(refused_by::<AirAttack>(&text("open", 1, &[one; 9].join(","))), "STAL-STK-1");
    // STAL-OPA-2: the columns that both systems share are the same.
    let sheet = |id: &str| sandtable_stalingrad::RULEBOOK.sheet(id).unwrap();
    for row in 0..6 {
        assert_eq!(sheet("air").cells(row), &sheet("air-attack").cells(row)[3..]);
    }
}

const MARCH: &str = "unit = '124.RB'\nfrom = '1402'\nflyable = 1\n";

fn march(more: &str) -> LongMove {
    prepare::<LongMove>(&format!("{MARCH}{more}"))
}

/// STAL-MOV-5
#[test]
fn each_hex_after_the_third_is_bombed() {
    let five = "path = ['1403', '1404', '1405', '1406', '1407']";
    let odds = assert_rolls_agree(&march(five), 1_000_000, 5);
    assert_eq!(odds.chance(|end| end.fate == Fate::Unharmed), part(1, 36));
    // DE and D in the fourth hex, or after 1/6 in the fifth.
    assert_eq!(odds.chance(|end| end.fate == Fate::Eliminated), part(7, 36));
    assert_eq!(odds.chance(|end| end.fate == Fate::Disrupted && end.entered == 4), part(4, 6));
    assert_eq!(odds.chance(|end| end.fate == Fate::Disrupted && end.entered == 5), part(4, 36));
    // Three hexes, or nobody in the air: nothing is rolled.
    let safe = |question: &LongMove| chance::odds(question).unwrap().chance(|end| end.fate == Fate::Unharmed);
    assert_eq!(safe(&march("path = ['1403', '1404', '1405']")), Fraction::ONE);
    let grounded = prepare::<LongMove>(&format!("{}{five}", MARCH.replace("flyable = 1", "flyable = 0")));
    assert_eq!(safe(&grounded), Fraction::ONE);
}

/// STAL-R17
#[test]
fn options_of_long_moves() {
    let four = "path = ['1403', '1404', '1405', '1406']\n";
    let unharmed = |more: &str| {
        chance::odds(&march(&format!("{four}{more}"))).unwrap().chance(|end| end.fate == Fate::Unharmed)
    };
    assert_eq!(unharmed(""), part(1, 6));
    assert_eq!(unharmed("long-move-attacks = 'all'"), part(1, 1296));
    // Older system: the terrain column of the hex entered, AA? ignored.
    assert_eq!(unharmed("air-system = 'air-attack-table'\nhexes = { 1406 = 'strongpoint' }"), part(4, 6));
    assert_eq!(unharmed("air-system = 'air-attack-table'\nhexes = { 1406 = 'urban' }"), part(3, 6));
    assert_eq!(unharmed("air-system = 'air-attack-table'"), part(2, 6));
}

#[test]
fn long_move_refusals() {
    let refused = |text: &str| refused_by::<LongMove>(text);
    let path = "path = ['1403', '1404', '1405', '1406']";
    assert_eq!(refused(&format!("unit = '516.R'\nfrom = '1402'\nflyable = 1\n{path}")), "STAL-MOV-5");
    assert_eq!(refused(&format!("unit = '62.A HQ'\nfrom = '1402'\nflyable = 1\n{path}")), "STAL-MOV-7");
    assert_eq!(refused(&format!("{MARCH}{path}\nunsupplied = true")), "STAL-MOV-8");
    assert_eq!(refused(&format!("{MARCH}{path}\ndisrupted = true")), "STAL-DIS-1");
    assert_eq!(refused(&format!("{MARCH}path = ['1404']")), "STAL-MOV-1");
    assert_eq!(refused(&format!("{MARCH}path = []")), "STAL-MOV-1");
    assert_eq!(refused(&format!("{MARCH}{path}\nturn = 255")), "STAL-SEQ-1");
    assert_eq!(refused(&format!("{MARCH}path = ['1502']\nhexes = {{ 1502 = 'water' }}")), "STAL-MOV-6");
    assert_eq!(refused(&format!("{}{path}", MARCH.replace("flyable = 1", "flyable = 3"))), "STAL-AIR-1");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn any_bombing_sums_to_one_and_agrees_with_rolled_dice(
        earlier in 0u8..4,
        starts in prop::collection::vec((11u8..14, 8u8..12, 3u8..5), 1..3),
        units in prop::collection::vec((0usize..4, 11u8..14, 5u8..12), 0..6),
        index in prop::sample::select(vec!["A", "B"]),
        met in any::<bool>(),
        seed in any::<u64>(),
    ) {
        let names = ["516.R", "129.RB", "62.A HQ", "Pi.45"];
        let lines: Vec<String> = starts.iter().map(|(column, row, hexes)| format!("{{ from = '{column:02}{row:02}', hexes = {hexes} }}")).collect();
        let units: Vec<String> = units.iter().map(|(name, column, row)| format!("{{ unit = '{}', at = '{column:02}{row:02}' }}", names[*name])).collect();
        let interception = if met { "interception = 'VIII'\n" } else { "" };
        let text = format!(
            "turn = 3\nearlier-bombings = {earlier}\ndie-index = '{index}'\n{interception}units = [{}]\n[[fliegerkorps]]\nname = 'VIII'\nlines = [{}]",
            units.join(","), lines.join(",")
        );
        assert_rolls_agree(&prepare::<Bombing>(&text), 20_000, seed);
    }

    #[test]
    fn any_air_attack_sums_to_one_and_agrees_with_rolled_dice(
        terrain in prop::sample::select(vec!["open", "urban", "slope", "strongpoint", "summit"]),
        korps in 1u8..3,
        units in prop::collection::vec(prop::sample::select(vec!["{ unit = '42.RB' }", "{ unit = '516.R' }"]), 1..5),
        seed in any::<u64>(),
    ) {
        assert_rolls_agree(&air_attack(terrain, korps, &units.join(",")), 20_000, seed);
    }
}
