//! Each outcome names the rules that decide it.

use crate::common::{DUEL, EVADING, SECOND, question, situation};
use kit::{Inquiry, chance};
use sandtable_battleline::{
    battle::Battle, leader::Leaders, missiles::Volley, morale::Morale, rampage::Rampage,
};

/// Every result with the rules of its outcomes, as `D: RES-1`.
fn rules<Q: Inquiry>(text: &str) -> Vec<String> {
    let (said, question) = (situation::<Q>(text), question::<Q>(text));
    let odds = chance::odds(&question).unwrap();
    let mut told: Vec<String> = Vec::new();
    for (end, _) in odds.iter() {
        let told_end = question.tell(&said, end);
        told.push(format!("{}: {}", told_end.result, told_end.clauses.join(" ").replace("LINE-", "")));
    }
    told.sort();
    told.dedup();
    told
}

/// LINE-RES-1, LINE-RES-4, LINE-RES-13, LINE-RES-16: a duel at 1-1.
#[test]
fn a_plain_result_is_decided_by_its_own_rule() {
    assert_eq!(rules::<Battle>(DUEL), ["AD: RES-13", "AR: RES-16", "D: RES-1", "R: RES-4"]);
}

/// LINE-RES-6, LINE-RES-10, LINE-CRT-6: what a result becomes.
#[test]
fn conversions_are_named() {
    let cut_off = |way: &str| DUEL.replace("[[attackers]]", &format!("{way}\n[[attackers]]"));
    let rules_of = |text: &str| rules::<Battle>(text).join(", ");
    assert!(rules_of(&cut_off("retreat = false")).ends_with("Rt: RES-8 RES-6"));
    let lost = rules_of(&cut_off("retreat = false\nrout = false"));
    assert!(lost.contains("E: RES-11 RES-10") && !lost.contains("Rt:"), "{lost}");
    assert!(rules_of(SECOND).contains("E: RES-11 CRT-6"), "{}", rules_of(SECOND));
    assert!(rules_of(EVADING).contains("evaded: X-EVA-1"), "{}", rules_of(EVADING));
}

/// LINE-X-MOR-3, LINE-X-MOR-5, LINE-X-CMD-6: a failed Stand Test routs through friends, and Hannibal falls.
#[test]
fn tests_and_leaders_are_named() {
    let example = rules::<Battle>(Battle::EXAMPLE).join(", ");
    assert!(example.contains("Rt: RES-8 X-MOR-3 RES-6, Rt: RES-8 X-MOR-3 RES-6 X-MOR-5"), "{example}");
    let led = SECOND.replace("[[attackers]]", "leaders = ['Scipio']\n[[attackers]]");
    assert!(rules::<Battle>(&led).contains(&"E: RES-11 CRT-6 X-CMD-6".to_owned()));
}

/// LINE-X-RAM-1: elephants that run through the attackers.
#[test]
fn those_run_over_are_shaken_by_the_rampage() {
    let text = "[defender]\nunit = 'ELE'\nretreat = false\n[[attackers]]\nunit = 'HAS'\nfrom = 'rear'\n";
    let all = rules::<Battle>(text);
    assert!(all.iter().any(|end| end == "Rt: X-RAM-1 X-MOR-3 RES-6"), "{all:?}");
    assert!(all.iter().any(|end| end == "E: RES-11 X-RAM-1"), "{all:?}");
}

/// LINE-X-MIS-4, LINE-X-REO-2, LINE-X-RAM-1, LINE-X-CMD-6, LINE-R35: the other kinds.
#[test]
fn every_kind_names_its_rule() {
    assert_eq!(rules::<Volley>(Volley::EXAMPLE), ["Disrupted: X-MIS-4", "no effect: X-MIS-4"]);
    assert!(rules::<Morale>(Morale::EXAMPLE).iter().all(|end| end.contains(": X-")));
    assert!(rules::<Rampage>(Rampage::EXAMPLE).iter().all(|end| end.contains("X-RAM-1")));
    assert_eq!(rules::<Leaders>("leaders = ['Mago']"), ["escape: X-CMD-6", "fall: X-CMD-6"]);
    assert_eq!(rules::<Leaders>("leaders = ['Mago']\nlast-of-army = true"), ["fall: R35"]);
}

/// Ten friends may stand in the way of one rout; each has a sum of its own (LINE-X-MOR-5).
#[test]
fn ten_units_test_at_once() {
    let ten = "[[units]]\nunit = 'PRI'\n".repeat(10);
    let ends = rules::<Morale>(&format!("test = 'carry-away'\nrouting = 'HAS'\n{ten}"));
    assert_eq!(ends.len(), 11, "none to all of them fail");
}
