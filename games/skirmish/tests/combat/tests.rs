//! The eight tests: chapter TST.

use crate::common::{ask, f, odds, refused_by};
use kit::{chance, testing::assert_rolls_agree};
use sandtable_skirmish::trial::{Trial, Verdict};

fn passes(test: &str, cs: u8, cr: u8, more: &str) -> kit::Fraction {
    odds::<Trial>(&format!("test = \"{test}\"\ncs = {cs}\ncr = {cr}\n{more}"))
        .chance(|&verdict| verdict == Verdict::Passed)
}

/// Example X6: SKIR-TST-3, SKIR-TST-4, SKIR-TST-5, SKIR-TST-7, SKIR-TST-8, SKIR-TST-9, SKIR-TST-11.
#[test]
fn x6_test_odds_tst_3_to_tst_9() {
    let d8 = [(7, 16), (9, 16), (11, 16), (19, 24), (7, 8), (15, 16), (47, 48)];
    let d10 = [(7, 20), (9, 20), (11, 20), (13, 20), (3, 4), (5, 6), (9, 10)];
    let d12 = [(7, 24), (3, 8), (11, 24), (13, 24), (5, 8), (17, 24), (19, 24)];
    for k in 0..7u8 {
        let (cs, cr) = (k.min(3), k - k.min(3));
        let at = |odds: [(u128, u128); 7]| f(odds[usize::from(k)].0, odds[usize::from(k)].1);
        assert_eq!(passes("CT", cs, cr, ""), at(d8));
        assert_eq!(passes("DFR", cs, cr, "battery = \"on-table\""), at(d10));
        assert_eq!(passes("CF", cs, cr, ""), at(d10));
        assert_eq!(passes("IFR", cs, cr, "battery = \"off-table\""), at(d12));
        if k <= 3 {
            // CR does not help to throw or to dodge.
            assert_eq!(passes("DT", cs, 3, ""), at(d10));
            assert_eq!(passes("PT", cs, 3, ""), at(d10));
            assert_eq!(passes("PT", cs, 3, "into-opening = true"), at(d12));
        }
    }
}

/// Example X5: SKIR-TST-1, SKIR-TST-2, SKIR-CRW-1.
#[test]
fn x5_readiness_tst_1_tst_2_crw_1() {
    let squad = "test = \"RT\"\ncs = 2\ncr = 1\n[opponent]\ncs = 1\ncr = 1\n";
    let scores = odds::<Trial>(squad);
    assert_eq!(scores.chance(|&v| v == Verdict::Higher), f(7, 12));
    assert_eq!(scores.chance(|&v| v == Verdict::Equal), f(5, 36));
    assert_eq!(scores.chance(|&v| v == Verdict::Lower), f(5, 18));
    let hurt = odds::<Trial>(&format!("crew-hurt = true\n{squad}"));
    assert_eq!(hurt.chance(|&v| v == Verdict::Higher), f(1, 6));
    assert_eq!(hurt.chance(|&v| v == Verdict::Equal), f(1, 6));
    // SKIR-TST-2: a tie is the second player's; the report says whose.
    let kind = sandtable_skirmish::RULEBOOK.kind("test").unwrap();
    let first_acts = |text: &str| {
        let report = kind.ask(None, "x5", text, kit::Throwing::Nothing).unwrap();
        let first = report.outcomes.iter().filter(|o| o.words.starts_with("the tester acts first"));
        let told = first.map(|o| o.chance.scaled(36)).sum::<u128>();
        assert_eq!(report.expected[0].mean.scaled(36), told, "the mean says what the rows say");
        told
    };
    assert_eq!(first_acts(squad), 21, "7/12 as first player");
    assert_eq!(first_acts(&format!("second-player = true\n{squad}")), 26, "13/18 as second player");
    // SKIR-R4: by the house rule the first player leaves CR out.
    let literal = odds::<Trial>(&format!("rt-literal = true\n{squad}"));
    assert_eq!(literal.chance(|&v| v == Verdict::Higher), f(5, 12));
}

/// Example X15, one pair: SKIR-TST-10.
#[test]
fn x15_one_pair_tst_10() {
    let pair = odds::<Trial>("test = \"MC\"\ncs = 2\n[opponent]\ncs = 1\n");
    assert_eq!(pair.chance(|&v| v == Verdict::Higher), f(7, 12));
    assert_eq!(pair.chance(|&v| v == Verdict::Equal), f(5, 36));
    assert_eq!(pair.chance(|&v| v == Verdict::Lower), f(5, 18));
}

/// SKIR-GEN-3: the better of the own leader and a commander near.
#[test]
fn a_commander_near_lends_his_rank_gen_3() {
    let near = "[[commanders]]\ncr = 3\ndistance-mm = 80\n";
    assert_eq!(passes("CT", 1, 0, near), f(7, 8));
    assert_eq!(passes("CT", 1, 0, &near.replace("80", "81")), f(9, 16));
    assert_eq!(passes("CT", 1, 0, &format!("{near}fleeing = true\n")), f(9, 16));
}

/// SKIR-IFP-3, SKIR-IFP-4, SKIR-IFP-5, SKIR-TST-6, SKIR-MOR-1, SKIR-MOR-3: what the ends mean.
#[test]
fn the_report_says_what_follows_ifp_5_tst_6_mor_3() {
    let kind = sandtable_skirmish::RULEBOOK.kind("test").unwrap();
    let words = |text: &str| {
        let report = kind.ask(None, "t", text, kit::Throwing::Nothing).unwrap();
        report.outcomes.iter().map(|o| format!("{}: {}", o.result, o.words)).collect::<Vec<_>>().join("; ")
    };
    assert!(words("test = \"DFR\"\ncs = 1\ncr = 0\n").contains("five target markers"));
    assert!(words("test = \"CF\"\ncs = 1\ncr = 0\n").contains("failed: no fire for the rest of the turn"));
    assert!(words("test = \"CT\"\ncs = 1\ncr = 0\nreason = \"assault\"\n").contains("it does not flee"));
    assert!(words("test = \"CT\"\ncs = 1\ncr = 0\nreason = \"recovery\"\n").contains("recovers"));
    assert!(words("test = \"CT\"\ncs = 1\ncr = 0\n").contains("it flees"));
    assert_eq!(refused_by::<Trial>("test = \"DFR\"\nbattery = \"off-table\"\n"), "SKIR-IFP-3");
    assert_eq!(refused_by::<Trial>("test = \"IFR\"\nbattery = \"on-table\"\n"), "SKIR-IFP-3");
}

#[test]
fn what_the_charts_do_not_know_is_refused() {
    assert_eq!(refused_by::<Trial>("test = \"CT\"\ncs = 4\n"), "SKIR-GEN-1");
    assert_eq!(refused_by::<Trial>("test = \"CT\"\nskill = \"hero\"\n"), "SKIR-GEN-1");
    assert_eq!(refused_by::<Trial>("test = \"CT\"\ncs = 0\ncr = 9\n"), "SKIR-GEN-2");
    assert_eq!(refused_by::<Trial>("test = \"CT\"\ncs = 1\nskill = \"elite\"\n"), "SKIR-GEN-1");
    assert_eq!(refused_by::<Trial>("test = \"RT\"\n"), "SKIR-TST-1");
    assert_eq!(refused_by::<Trial>("test = \"MC\"\n"), "SKIR-TST-10");
    assert_eq!(refused_by::<Trial>("test = \"CT\"\n[opponent]\ncs = 1\n"), "SKIR-TST-11");
}

#[test]
fn a_million_rolls_agree() {
    for text in
        ["test = \"CT\"\ncs = 2\ncr = 0\n", "test = \"RT\"\ncs = 2\ncr = 2\n[opponent]\ncs = 1\ncr = 0\n"]
    {
        assert_rolls_agree(&ask::<Trial>(text), 1_000_000, 3);
    }
    assert_eq!(chance::odds(&ask::<Trial>("test = \"PT\"\ncs = 0\n")).unwrap().len(), 2);
}
