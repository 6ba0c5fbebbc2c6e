//! What the ground, the water and the frost give (chapters TER and WEA).

use crate::common::{a, clauses, d, facts, fight, from, odds, plain, refusal, situation, whole};
use kit::Factor;

#[test]
fn x4_victory_city() {
    // EAST-TER-17, EAST-TER-19, EAST-TER-20, EAST-TER-26
    let attackers = [
        from("0", "", &[a("a German INF army 8"), a("b German ARM corps 8")]),
        from("1", "", &[a("c German INF army 8"), a("d German ARM corps 8")]),
        from("2", "", &[a("e German INF army 8"), a("f German ARM corps 5")]),
    ];
    let garrison = [d("37A Soviet INF army 4"), d("2MK Soviet ARM corps 2")];
    let kiev = situation("turn = 4\ntarget = { place = \"Kiev\" }", &attackers, &garrison);
    let battle = fight(&kiev);
    assert_eq!(battle.strengths(), whole(45, 15));
    assert_eq!((battle.column(), odds(&battle).as_str()), ("3:1", "DE 1/6, DR 1/3, DW 1/6, dw 1/6, D 1/6"));
    // EAST-TER-21: once taken, the city has no factors of its own.
    let taken = situation("turn = 4\ntarget = { place = \"Kiev\", taken = true }", &attackers, &garrison);
    assert_eq!(fight(&taken).strengths(), whole(45, 14));
    // EAST-TER-20: Moscow has two, a victory city of another map one.
    for (target, defence) in [("place = \"Moscow\"", 14), ("class = \"victory-city\"", 13)] {
        let head = format!("turn = 4\ntarget = {{ {target} }}");
        assert_eq!(fight(&situation(&head, &attackers, &garrison)).strengths(), whole(45, defence));
    }
}

#[test]
fn ter_19_to_21_a_german_garrison_is_doubled_without_the_citys_factors() {
    // EAST-TER-19 for either side; EAST-TER-20, EAST-TER-21: the city's factors were Soviet.
    let attackers = [from("0", "", &[a("a Soviet INF army 20")])];
    let kiev = situation("turn = 30\ntarget = { place = \"Kiev\" }", &attackers, &[d("b German INF army 5")]);
    assert_eq!(fight(&kiev).strengths(), whole(20, 10), "a fortress helps Soviets only (EAST-TER-17)");
}

#[test]
fn h1_the_river_counts_for_each_unit() {
    // EAST-H1, EAST-TER-3: 2 units make 2 columns; with a German 2 a unit, 4 at most.
    let head = "turn = 28\nhouse-rules = [\"h1\"]";
    let attack = [from("0", "across = \"river\"", &[a("a Soviet INF army 90")])];
    let column = |defenders: &[String]| fight(&situation(head, &attack, defenders)).column().to_owned();
    assert_eq!(column(&[d("b Italian INF corps 5"), d("c Romanian INF army 4")]), "5:1");
    assert_eq!(column(&[d("b German INF corps 5"), d("c Romanian INF army 4")]), "3:1");
    assert_eq!(column(&[d("b Italian INF corps 9")]), "7:1");
}

#[test]
fn x17_kerch() {
    // EAST-TER-11, EAST-TER-12, EAST-TER-13
    let kerch = "across = \"kerch\"";
    let both = [a("army Soviet INF army 4"), a("tanks Soviet ARM corps 4")];
    let defenders = [d("c Romanian INF corps 2")];
    let head =
        |bases: &str| format!("turn = 20\naxis-naval-bases = [{bases}]\ntarget = {{ place = \"Kerch\" }}");
    let lost = head("\"odessa\", \"sevastopol\"");
    let refused = refusal(&situation(&lost, &[from("2743", kerch, &both)], &defenders));
    assert_eq!(refused.clause.0, "EAST-TER-13");
    assert_eq!(refused.responsible, ["tanks", "2743"]);
    let alone = situation(&lost, &[from("2743", kerch, &both[..1])], &defenders);
    assert_eq!(fight(&alone).strengths(), whole(2, 3));
    assert_eq!(fight(&alone).column(), "1:2", "no shift without the Black Sea");
    let mastered = situation(&head("\"odessa\""), &[from("2743", kerch, &both)], &defenders);
    assert_eq!(fight(&mastered).strengths(), whole(8, 3));
    assert_eq!(fight(&mastered).column(), "3:2");
    assert!(clauses(&mastered).contains(&"EAST-TER-11"));
    assert!(facts(&mastered).contains("the attacker has the Black Sea [EAST-TER-12]"));
    assert!(facts(&alone).contains("the attacker has not the Black Sea [EAST-TER-12]"));
}

#[test]
fn ter_11_river_and_kerch_do_not_add_up() {
    // EAST-TER-11: on Temryuk the larger of the two counts.
    let attack = [
        from("kerch", "across = \"kerch\"", &[a("a German INF army 6")]),
        from("kuban", "across = \"river\"", &[a("b German INF corps 6")]),
    ];
    let head = "turn = 16\naxis-naval-bases = [\"odessa\", \"sevastopol\"]\ntarget = { place = \"Temryuk\" }";
    let temryuk = situation(head, &attack, &[d("c Soviet INF army 4")]);
    assert_eq!(fight(&temryuk).column(), "2:1");
    let shifts =
        clauses(&temryuk).into_iter().filter(|clause| ["EAST-TER-1", "EAST-TER-11"].contains(clause));
    assert_eq!(shifts.count(), 1);
    // Against Germans the river alone is worth two.
    let soviets = [
        from("kerch", "across = \"kerch\"", &[a("a Soviet INF army 6")]),
        from("kuban", "across = \"river\"", &[a("b Soviet INF corps 6")]),
    ];
    let temryuk =
        situation("turn = 28\ntarget = { place = \"Temryuk\" }", &soviets, &[d("c German INF army 4")]);
    assert_eq!(fight(&temryuk).column(), "3:2");
}

#[test]
fn ter_5_lakes_are_for_infantry_at_half_strength() {
    // EAST-TER-5, EAST-GEN-3, EAST-R48
    let lake = "across = \"lake\"";
    let defenders = [d("c Soviet INF army 4")];
    for arm in ["INF", "MTN", "MOT"] {
        let over =
            situation("turn = 4", &[from("0", lake, &[a(&format!("a German {arm} corps 5"))])], &defenders);
        assert_eq!(fight(&over).strengths(), (Factor::halves(5), Factor::whole(4)));
    }
    for arm in ["ARM", "CAV"] {
        let over =
            situation("turn = 4", &[from("0", lake, &[a(&format!("a German {arm} corps 5"))])], &defenders);
        assert_eq!(refusal(&over).clause.0, "EAST-TER-5");
    }
    // EAST-TER-1: a lake counts as water beside a river, but has no shift of its own.
    let both = [
        from("0", lake, &[a("a German INF corps 4")]),
        from("1", "across = \"river\"", &[a("b German INF corps 4")]),
    ];
    assert_eq!(fight(&situation("turn = 4", &both, &defenders)).column(), "1:1", "6 to 4 is 3:2, less 1");
    let lake_only = situation("turn = 4", &both[..1], &defenders);
    assert_eq!(fight(&lake_only).column(), "1:2");
}

#[test]
fn att_10_nobody_attacks_across_the_sea() {
    // EAST-ATT-10
    let mut over = plain("turn = 2", 9, 3);
    over.from[0].across = sandtable_eastfront::Hexside::Sea;
    assert_eq!(refusal(&over).clause.0, "EAST-ATT-10");
    // A river stops no type.
    for arm in ["INF", "MTN", "MOT", "ARM", "CAV"] {
        let unit = a(&format!("a German {arm} corps 5"));
        fight(&situation(
            "turn = 2",
            &[from("0", "across = \"river\"", &[unit])],
            &[d("c Soviet INF army 4")],
        ));
    }
}

#[test]
fn x18_stalin_line() {
    // EAST-TER-15, EAST-TER-16
    let line = from("0", "fortified = true", &[a("a German INF army 12")]);
    let flank = from("1", "", &[a("b German INF corps 6")]);
    let defenders = [d("c Soviet INF army 5")];
    assert_eq!(
        fight(&situation("turn = 4", std::slice::from_ref(&line), &defenders)).strengths(),
        whole(12, 6)
    );
    let flanked = situation("turn = 4", &[line.clone(), flank], &defenders);
    assert_eq!(fight(&flanked).strengths(), whole(18, 5));
    assert!(facts(&flanked).contains("[EAST-TER-16]"));
    assert_eq!(
        fight(&situation("turn = 2", std::slice::from_ref(&line), &defenders)).strengths(),
        whole(12, 5)
    );
    let horse = [d("c Soviet CAV corps 5")];
    assert_eq!(fight(&situation("turn = 4", &[line], &horse)).strengths(), whole(12, 5), "infantry only");
}

#[test]
fn x19_subarctic() {
    // EAST-WEA-4, EAST-WEA-5, EAST-CRT-4
    let over_ice = |keys: &str| {
        from(
            "0",
            &format!("across = \"river\"{keys}"),
            &[a("1ShA Soviet INF army 5"), a("1GdCavC Soviet CAV corps 3")],
        )
    };
    let more = from("1", "across = \"river\"", &[a("10A2 Soviet INF army 4")]);
    let corps = [d("c German INF corps 5 dispersed=true")];
    let open = "turn = 8\ntarget = { north-east = true }";
    let battle = fight(&situation(open, &[over_ice(""), more.clone()], &corps));
    assert_eq!(battle.strengths(), whole(12, 5));
    assert_eq!(battle.column(), "4:1");
    assert_eq!(odds(&battle), "BR 1/6, DE 1/6, DR 1/3, DW 1/6, dw 1/6");
    assert!(!battle.is_overrun(), "EAST-CNV-5: no armour attacks");
    assert!(facts(&situation(open, &[over_ice(""), more.clone()], &corps)).contains("[EAST-WEA-5]"));
    let town = "turn = 8\ntarget = { north-east = true, class = \"town\" }";
    assert_eq!(fight(&situation(town, &[over_ice(""), more.clone()], &corps)).column(), "3:1");
    // EAST-WEA-5: a hexside freezes only if both its hexes lie beyond the line.
    let half_frozen = [over_ice(", north-east = false")];
    assert_eq!(
        fight(&situation(open, &half_frozen, &corps)).column(),
        "3:2",
        "8 to 5 is 3:2; +1, +1 and -2 for the river"
    );
    // South-west of the line neither frost nor bonus.
    assert_eq!(fight(&situation("turn = 8", &[over_ice(""), more.clone()], &corps)).column(), "3:2");
    // EAST-WEA-1: Snow is not Subarctic.
    assert_eq!(
        fight(&situation("turn = 10\ntarget = { north-east = true }", &[over_ice(""), more], &corps))
            .column(),
        "3:2"
    );
}

#[test]
fn wea_4_not_against_finns_alone_nor_for_the_axis() {
    // EAST-WEA-4
    let head = "turn = 8\ntarget = { north-east = true }";
    let soviets = [from("0", "", &[a("a Soviet INF army 8")])];
    let column = |defenders: &[String]| fight(&situation(head, &soviets, defenders)).column().to_owned();
    assert_eq!(column(&[d("b Finnish INF corps 4")]), "2:1");
    assert_eq!(column(&[d("b Finnish INF corps 2"), d("c German INF corps 2")]), "3:1");
    let axis = situation(head, &[from("0", "", &[a("a German INF army 8")])], &[d("b Soviet INF corps 4")]);
    assert_eq!(fight(&axis).column(), "2:1");
}

#[test]
fn ter_6_to_8_and_23_24_who_gets_what() {
    // EAST-TER-6, EAST-TER-7, EAST-TER-8, EAST-TER-17, EAST-TER-23, EAST-TER-24, EAST-GEN-3: added to a DF of 4.
    let cases = [
        ("ground = \"swamp\"", [1, 0, 1, 0, 0]),
        ("ground = \"hills\"", [1, 1, 1, 0, 0]),
        ("ground = \"mountain\"", [1, 1, 1, 0, 0]),
        ("fortress = true", [1, 0, 1, 0, 0]),
        ("class = \"major-city\"", [1, 1, 1, 0, 0]),
        ("class = \"dot-city\"", [1, 1, 0, 0, 0]),
        ("class = \"town\"", [0, 0, 0, 0, 0]),
        ("class = \"major-city\", fortress = true, ground = \"hills\"", [3, 2, 3, 0, 0]),
    ];
    let units = [
        "Soviet INF army",
        "German MTN corps",
        "Soviet MOT division",
        "Soviet ARM corps",
        "Soviet CAV corps",
    ];
    for (target, added) in cases {
        for (unit, added) in units.iter().zip(added) {
            let nation = if unit.starts_with("Soviet") { "German" } else { "Soviet" };
            let attack = [from("0", "", &[a(&format!("a {nation} INF corps 9"))])];
            let head = format!("turn = 5\ntarget = {{ {target} }}");
            let battle = fight(&situation(&head, &attack, &[d(&format!("b {unit} 4"))]));
            assert_eq!(battle.strengths(), whole(9, 4 + added), "{unit} in {target}");
        }
    }
}

#[test]
fn wea_5_a_frozen_swamp_is_clear_ground() {
    // EAST-WEA-5, EAST-TER-6, EAST-STK-4
    let panzers = [from("0", "", &[a("a German ARM army 9"), a("b German ARM corps 9")])];
    let rifles = [d("c Soviet INF army 4")];
    let swamp = |turn, north_east| {
        situation(
            &format!("turn = {turn}\ntarget = {{ ground = \"swamp\", north-east = {north_east} }}"),
            &panzers,
            &rifles,
        )
    };
    assert_eq!(fight(&swamp(8, true)).strengths(), whole(18, 4));
    assert_eq!(refusal(&swamp(8, false)).clause.0, "EAST-STK-4");
    assert_eq!(refusal(&swamp(6, true)).clause.0, "EAST-STK-4", "Hard Frost does not freeze");
}

#[test]
fn stk_4_and_ter_10_one_armoured_unit_a_hex_into_rough_ground() {
    // EAST-STK-4, EAST-TER-10: mountains in all weather; one from each hex is allowed.
    let rifles = [d("c Soviet INF army 4")];
    let head = "turn = 8\ntarget = { ground = \"mountain\", north-east = true }";
    let together = [from("0", "", &[a("a German ARM army 9"), a("b German ARM corps 9")])];
    let refused = refusal(&situation(head, &together, &rifles));
    assert_eq!((refused.clause.0, refused.responsible), ("EAST-STK-4", vec!["0".to_owned()]));
    let apart = [from("0", "", &[a("a German ARM army 9")]), from("1", "", &[a("b German ARM corps 9")])];
    assert_eq!(fight(&situation(head, &apart, &rifles)).strengths(), whole(18, 5));
}

#[test]
fn ter_18_roads_and_ter_25_towns_mean_nothing() {
    // EAST-TER-18, EAST-TER-25
    let mut road = plain("turn = 4\ntarget = { class = \"town\" }", 12, 6);
    road.from[0].road = true;
    assert_eq!(fight(&road).strengths(), fight(&plain("turn = 4", 12, 6)).strengths());
    assert_eq!(fight(&road).column(), "2:1");
}

#[test]
fn ter_26_a_named_place_brings_its_ground_its_country_and_its_side_of_the_weather_line() {
    // EAST-WEA-5: in January the Dnepr before Smolensk is frozen, before Kiev it is not.
    let river = [from("west", "across = \"river\"", &[a("a Soviet INF army 9")])];
    let german = [d("b German INF army 4")];
    let column = |place: &str| {
        let head = format!("turn = 8\ntarget = {{ place = \"{place}\", taken = true }}");
        fight(&situation(&head, &river, &german)).column().to_owned()
    };
    assert_eq!(
        [column("Smolensk"), column("Kiev")],
        ["1:1", "1:3"],
        "9 against 8, with and without the river"
    );
    // EAST-TER-26: nobody tells the map otherwise.
    let wrong = "turn = 13\ntarget = { place = \"Smolensk\", north-east = false }";
    assert_eq!(refusal(&situation(wrong, &river, &german)).clause.0, "EAST-WEA-5");
    let wrong = "turn = 13\ntarget = { place = \"Smolensk\", ground = \"swamp\" }";
    assert_eq!(refusal(&situation(wrong, &river, &german)).clause.0, "EAST-TER-26");
    // EAST-MOV-10: Bucharest lies in Romania, without a word about it.
    let march = [from("north", "", &[a("a Soviet INF army 9")])];
    let june = situation("turn = 1\ntarget = { place = \"Bucharest\" }", &march, &german);
    assert_eq!(refusal(&june).clause.0, "EAST-MOV-10");
    fight(&situation("turn = 2\ntarget = { place = \"Bucharest\" }", &march, &german));
}

/// EAST-TER-26, EAST-ATT-2: the map of the scenario brings the hexsides, and cannot be denied.
#[test]
fn a_question_reads_its_map() {
    let ask = |text: &str| {
        kit::Kind::of::<sandtable_eastfront::Battle>().ask(None, "test", text, kit::Throwing::Nothing)
    };
    let question = |scenario: &str, across: &str, from: &str| {
        format!(
            "{scenario}turn = 1\n[target]\nplace = 'Brest-Litovsk'\n[[defenders]]\nunit = 'S-4A'\n\
            [[from]]\nhex = '{from}'\n{across}units = [{{ unit = 'G-2PzGr' }}, {{ unit = 'G-47PzK' }}]\n"
        )
    };
    let scenario = "scenario = 'campaign'\n";
    let mapped = ask(&question(scenario, "", "0725")).unwrap();
    let said = ask(&question("", "across = 'river'\n", "0725")).unwrap();
    assert_eq!(mapped.sums, said.sums);
    assert_eq!(mapped.chart, said.chart);
    assert!(mapped.facts.iter().any(|fact| fact.words.contains("over a river")), "{:?}", mapped.facts);
    let denied = ask(&question(scenario, "across = 'lake'\n", "0725")).unwrap_err().to_string();
    assert!(denied.contains("the map says otherwise"), "{denied}");
    let far = ask(&question(scenario, "", "0101")).unwrap_err().to_string();
    assert!(far.contains("is not next to Brest-Litovsk"), "{far}");
}
