//! Each outcome names the rules that decide it.

use kit::{Factor, Inquiry};
use sandtable_eastfront::Situation;

use crate::common::{a, d, fight, from, infantry, roll, situation};

/// The rules of the outcome that a face of the die brings, without `EAST-`.
fn rules(situation: &Situation, face: u16) -> String {
    let battle = fight(situation);
    let told = battle.tell(situation, &Some(roll(&battle, face)));
    told.clauses.join(" ").replace("EAST-", "")
}

#[test]
fn a_plain_result_is_decided_by_its_own_rule() {
    let open = infantry("turn = 13", "");
    let all: Vec<String> = (1..=6).map(|face| rules(&open, face)).collect();
    assert_eq!(
        all,
        [
            "RES-7 EXC-8 ADV-3",
            "RES-6 EXC-8 ADV-3",
            "RES-5 EXC-8 ADV-3",
            "RES-5 EXC-8 ADV-3",
            "RES-4 ADV-3",
            "RES-2 ADV-3",
        ]
    );
}

#[test]
fn conversions_are_named_where_they_change_something() {
    // EAST-CNV-1, EAST-NRO-2, EAST-CNV-2
    assert_eq!(rules(&infantry("turn = 13", "retreat=0"), 2), "RES-8 CNV-1 EXC-8");
    assert_eq!(rules(&infantry("turn = 13", "retreat=0"), 5), "RES-2 CNV-1 ADV-3");
    let ordered = infantry("turn = 13\nsoviet-no-retreat = true", "");
    assert_eq!(rules(&ordered, 3), "RES-4 NRO-2 ADV-3");
    let tanks = [from("0", "", &[a("a German ARM army 16")])];
    let overrun = situation("turn = 13", &tanks, &[d("army Soviet INF army 4")]);
    assert_eq!(rules(&overrun, 4), "RES-4 CNV-2 ADV-3");
    assert_eq!(rules(&overrun, 1), "RES-7 EXC-8 ADV-3", "an overrun leaves dw as it is");
    // EAST-RES-3: in phase E the BR of the table is a DE, whatever surrounds the defender.
    let operational = infantry("turn = 13\nphase = \"operational\"", "retreat=0");
    assert_eq!(rules(&operational, 6), "RES-4 CNV-1 RES-3 ADV-3", "DR by EAST-CNV-1 or BR by EAST-RES-3");
}

#[test]
fn exchanges_name_who_pays_and_why() {
    // EAST-EXC-2, EAST-EXC-3, EAST-EXC-14
    let attack = [from("0", "", &[a("army Soviet INF army 4"), a("tanks Soviet ARM corps 4")])];
    let stack = |df: u8| situation("turn = 13", &attack, &[d(&format!("corps German INF corps {df}"))]);
    assert_eq!(rules(&stack(5), 1), "RES-10 EXC-2 ADV-3");
    assert_eq!(rules(&stack(7), 1), "RES-11 RES-13", "at 1:1 a 1 is AE");
    let hungarians = [from("0", "", &[a("a Hungarian INF army 5")])];
    let unpaid = situation("turn = 13", &hungarians, &[d("army Soviet INF army 4")]);
    assert_eq!(rules(&unpaid, 2), "RES-11 EXC-3 RES-13", "X at 1:1");
    let refused = "turn = 13\nrefuse-exchange = true\ntarget = { ground = \"mountain\" }";
    let mountains = situation(refused, &attack, &[d("corps German INF corps 4")]);
    assert_eq!(rules(&mountains, 1), "RES-7 EXC-14 ADV-3");
}

#[test]
fn an_empty_city_and_house_rules_are_named() {
    // EAST-TER-22, EAST-H3
    let attack = [from("0", "", &[a("a German INF army 8")])];
    let city = situation("turn = 13\ntarget = { place = \"Kharkov\" }", &attack, &[]);
    assert_eq!(rules(&city, 6), "RES-2 TER-22 ADV-3");
    let mut weak = infantry("turn = 13\nhouse-rules = [\"H3\"]", "");
    weak.from[0].units[0].af = Some(Factor::whole(1));
    assert_eq!(rules(&weak, 1), "RES-11 H3");
}
