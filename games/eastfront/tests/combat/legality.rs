//! What is refused, and why (chapters GEN, ATT, STK).

use kit::{Inquiry, Problem, Scripted, Throwing};
use sandtable_eastfront::{Battle, RULEBOOK, Situation};

use crate::common::{a, d, facts, fight, from, refusal, situation};

fn rifles() -> Vec<String> {
    vec![d("rifles Soviet INF army 4")]
}

fn refused(head: &str, attack: &[String], defenders: &[String]) -> (&'static str, Vec<String>) {
    let refusal = refusal(&situation(head, attack, defenders));
    assert!(!refusal.reason.is_empty());
    (refusal.clause.0, refusal.responsible)
}

#[test]
fn att_1_who_may_not_attack() {
    // EAST-ATT-1
    for state in ["dispersed", "spent", "railed"] {
        let attack = [from("0", "", &[a(&format!("a German INF corps 9 state=\"{state}\""))])];
        assert_eq!(refused("turn = 2", &attack, &rifles()), ("EAST-ATT-1", vec!["a".to_owned()]), "{state}");
    }
    // EAST-RES-2: whoever has broken through attacks again though Spent.
    let spent = [from("0", "", &[a("a German INF corps 9 state=\"spent\"")])];
    fight(&situation("turn = 2\nbreakthrough = true", &spent, &rifles()));
}

#[test]
fn att_2_attackers_and_a_target() {
    // EAST-ATT-2
    assert_eq!(refused("turn = 2", &[], &rifles()).0, "EAST-ATT-2");
    assert_eq!(refused("turn = 2", &[from("0", "", &[])], &rifles()).0, "EAST-ATT-2");
    let corps = |name: &str| a(&format!("{name} German INF corps 9"));
    assert_eq!(refused("turn = 2", &[from("0", "", &[corps("a")])], &[]).0, "EAST-ATT-2");
    let twice = [from("0", "", &[corps("a")]), from("1", "", &[corps("a")])];
    assert_eq!(refused("turn = 2", &twice, &rifles()), ("EAST-ATT-2", vec!["a".to_owned()]));
    let same_hex = [from("0", "", &[corps("a")]), from("0", "", &[corps("b")])];
    assert_eq!(refused("turn = 2", &same_hex, &rifles()), ("EAST-ATT-2", vec!["0".to_owned()]));
    let seven: Vec<String> =
        (0..7).map(|hex| from(&hex.to_string(), "", &[corps(&format!("u{hex}"))])).collect();
    assert_eq!(refused("turn = 2", &seven, &rifles()).0, "EAST-ATT-2");
    // Six hexes with two each are the most there can be, and the answer still comes.
    let twelve: Vec<String> = (0..6)
        .map(|hex| from(&hex.to_string(), "", &[corps(&format!("a{hex}")), corps(&format!("b{hex}"))]))
        .collect();
    assert_eq!(fight(&situation("turn = 2", &twelve, &rifles())).column(), "10:1");
}

#[test]
fn gen_1_everybody_is_on_the_right_side() {
    // EAST-GEN-1
    let mixed = [from("0", "", &[a("a German INF corps 9"), a("b Soviet INF corps 9")])];
    assert_eq!(refused("turn = 2", &mixed, &rifles()), ("EAST-GEN-1", vec!["b".to_owned()]));
    let own = [from("0", "", &[a("a Soviet INF corps 9")])];
    assert_eq!(refused("turn = 2", &own, &rifles()), ("EAST-GEN-1", vec!["rifles".to_owned()]));
}

#[test]
fn gen_2_a_unit_needs_its_values() {
    // EAST-GEN-2: units of the game are known by name, and what is given goes before the chart.
    let read = |unit: &str| -> Situation {
        let text = format!(
            "turn = 2\nfrom = [{{ hex = \"0\", units = [{unit}] }}]\ndefenders = [{{ unit = \"S-4A\" }}]"
        );
        kit::content::read_situation("test.toml", &text).unwrap()
    };
    assert_eq!(fight(&read("{ unit = \"G-18A\" }")).strengths().0, kit::Factor::whole(7));
    assert_eq!(fight(&read("{ unit = \"G-18A\", af = 3 }")).strengths().0, kit::Factor::whole(3));
    for incomplete in [
        "{ unit = \"X\" }",
        "{ unit = \"X\", af = 3 }",
        "{ unit = \"X\", af = 3, nation = \"german\" }",
        "{ unit = \"X\", af = 3, nation = \"german\", type = \"INF\" }",
        "{ unit = \"G-18A\", af = 0 }",
    ] {
        let refusal = refusal(&read(incomplete));
        assert_eq!(refusal.clause.0, "EAST-GEN-2", "{incomplete}");
    }
}

#[test]
fn stk_1_2_7_no_stack_is_too_large() {
    // EAST-STK-1, EAST-STK-2, EAST-STK-7
    let corps = |name: &str, nation: &str| a(&format!("{name} {nation} INF corps 5"));
    let three = [from("0", "", &[corps("a", "German"), corps("b", "German"), corps("c", "German")])];
    assert_eq!(refused("turn = 2", &three, &rifles()).0, "EAST-STK-1");
    let armies = [from("0", "", &[a("a German INF army 5"), a("b German INF army 5")])];
    assert_eq!(refused("turn = 2", &armies, &rifles()).0, "EAST-STK-2");
    let quarrel = [from("0", "", &[corps("a", "Hungarian"), corps("b", "Romanian")])];
    assert_eq!(refused("turn = 2", &quarrel, &rifles()).0, "EAST-STK-7");
    let apart = [from("0", "", &[corps("a", "Hungarian")]), from("1", "", &[corps("b", "Romanian")])];
    fight(&situation("turn = 2", &apart, &rifles()));
    let attack = [from("0", "", &[corps("a", "German")])];
    let crowd: Vec<String> = (0..3).map(|place| d(&format!("s{place} Soviet INF corps 1"))).collect();
    assert_eq!(refused("turn = 2", &attack, &crowd).0, "EAST-STK-1");
}

#[test]
fn stk_8_and_mov_10_politics() {
    // EAST-STK-8, EAST-MOV-10
    let finns = [from("0", "", &[a("a Finnish INF corps 9")])];
    let leningrad = "turn = 4\ntarget = { place = \"Leningrad\" }";
    assert_eq!(refused(leningrad, &finns, &rifles()), ("EAST-STK-8", vec!["a".to_owned()]));
    let soviets = [from("0", "", &[a("a Soviet INF army 9")])];
    for country in ["finland", "romania", "hungary"] {
        let head = |turn: u8| format!("turn = {turn}\ntarget = {{ country = \"{country}\" }}");
        assert_eq!(refused(&head(1), &soviets, &[d("b Romanian INF army 4")]).0, "EAST-MOV-10");
        fight(&situation(&head(2), &soviets, &[d("b Romanian INF army 4")]));
    }
    fight(&situation("turn = 1\ntarget = { country = \"germany\" }", &soviets, &[d("b German INF army 4")]));
}

#[test]
fn att_9_supply_is_not_asked_for() {
    // EAST-ATT-9
    let cut_off = [from("0", "", &[a("a German INF corps 9 unsupplied=true")])];
    assert!(facts(&situation("turn = 2", &cut_off, &rifles())).contains("[EAST-ATT-9]"));
}

#[test]
fn res_3_and_wea_6_when_there_are_no_breakthrough_attacks() {
    // EAST-RES-3, EAST-WEA-6
    let attack = [from("0", "", &[a("a German INF corps 9")])];
    let head = "turn = 2\nbreakthrough = true\nphase = \"operational\"";
    assert_eq!(refused(head, &attack, &rifles()).0, "EAST-RES-3");
    for turn in [5, 8, 10] {
        assert_eq!(
            refused(&format!("turn = {turn}\nbreakthrough = true"), &attack, &rifles()).0,
            "EAST-WEA-6"
        );
    }
}

#[test]
fn ter_26_a_place_is_one_thing() {
    // EAST-TER-26
    let attack = [from("0", "", &[a("a German INF corps 9")])];
    assert_eq!(refused("turn = 2\ntarget = { place = \"Atlantis\" }", &attack, &rifles()).0, "EAST-TER-26");
    let wrong = "turn = 2\ntarget = { place = \"Kiev\", class = \"town\" }";
    assert_eq!(refused(wrong, &attack, &rifles()).0, "EAST-TER-26");
    fight(&situation(
        "turn = 2\ntarget = { place = \"Kiev\", class = \"victory-city\" }",
        &attack,
        &rifles(),
    ));
}

#[test]
fn cnv_4_a_retreat_is_two_hexes_at_most() {
    // EAST-CNV-4
    let attack = [from("0", "", &[a("a German INF corps 9")])];
    let far = [d("b Soviet INF army 4 retreat=3")];
    assert_eq!(refused("turn = 2", &attack, &far), ("EAST-CNV-4", vec!["b".to_owned()]));
}

#[test]
fn mistakes_in_a_file_are_found() {
    let battle = &RULEBOOK.kinds[0];
    let ask = |text: &str| battle.ask(None, "attack.toml", text, Throwing::Nothing).unwrap_err();
    let cases = [
        ("turn = 2\nfrom = []\nweather = \"fog\"", 3, "fog"),
        ("turn = 300\nfrom = []", 1, "300"),
        ("turn = 2\nfrom = [{ hex = \"0\", units = [{ unit = \"a\", type = \"TANK\" }] }]", 2, "TANK"),
        ("turn = 2\nfrom = [{ hex = \"0\", units = [{ unit = \"a\", af = -4 }] }]", 2, "-4"),
        ("turn = 2\nfrom = [{ hex = \"0\", across = \"bog\", units = [] }]", 2, "bog"),
        ("turn = 2\nform = []", 2, "form"),
        ("turn = 2", 1, "from"),
    ];
    for (text, line, word) in cases {
        let Problem::Content(error) = ask(text) else { panic!("{text}") };
        assert_eq!(error.line, line, "{error}");
        assert!(error.message.contains(word), "{error}");
    }
    assert!(matches!(ask("turn = 2\nfrom = []"), Problem::Refused(_)));
}

#[test]
fn given_dice_must_fit() {
    let battle = &RULEBOOK.kinds[0];
    let ask =
        |faces: &[u16]| battle.ask(None, "-", Battle::EXAMPLE, Throwing::Script(Scripted::faces(faces)));
    assert_eq!(ask(&[5]).unwrap().rolled.unwrap().result, "DE");
    for faces in [&[][..], &[5, 5], &[7], &[0]] {
        assert!(matches!(ask(faces), Err(Problem::Dice(_))), "{faces:?}");
    }
}

#[test]
fn names_may_be_typed_in_any_case() {
    let text = "turn = 1\ntarget = { place = \"brest-litovsk\" }\ndefenders = [{ unit = \"s-4a\" }]\n\
                from = [{ hex = \"0725\", units = [{ unit = \"g-2pzgr\" }, { unit = \"G-47PZK\" }] }]";
    let battle = fight(&kit::content::read_situation("test.toml", text).unwrap());
    assert_eq!(battle.strengths(), (kit::Factor::whole(15), kit::Factor::whole(6)));
}
