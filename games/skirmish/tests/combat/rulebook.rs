//! The charts, the ledger and the examples as a whole.

use std::{fs, path::Path};

use kit::{Scripted, Throwing};
use sandtable_skirmish::{RULEBOOK, charts::Rules};

fn data(folder: &str) -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data").join(folder);
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn every_table_file_is_a_chart_of_the_game() {
    let mut listed: Vec<String> =
        RULEBOOK.published_sheets().iter().map(|sheet| format!("{}.toml", sheet.id)).collect();
    listed.sort();
    assert_eq!(listed, data("tables"));
}

#[test]
fn charts_cite_clauses_that_the_ledger_holds() {
    for sheet in RULEBOOK.published_sheets() {
        for clause in &sheet.clauses {
            assert!((RULEBOOK.ledger)().find(clause).is_some(), "{} cites {clause}", sheet.id);
        }
    }
}

#[test]
fn every_example_is_answered_in_whole_chances() {
    for kind in RULEBOOK.kinds {
        let report =
            kind.ask(None, "example", kind.example, Throwing::Seed(1942)).unwrap_or_else(|problem| {
                panic!("{}: {problem}", kind.name);
            });
        let sum = report.outcomes.iter().fold((0u128, 1u128), |(num, den), outcome| {
            let (n, d) = (outcome.chance.numerator(), outcome.chance.denominator());
            let sum = kit::Fraction::new(num * d + n * den, den * d);
            (sum.numerator(), sum.denominator())
        });
        assert_eq!(sum, (1, 1), "{}", kind.name);
        assert!(report.rolled.is_some() && !report.facts.is_empty(), "{}", kind.name);
        assert!(kind.schema().get("properties").is_some(), "{}", kind.name);
    }
    assert_eq!(RULEBOOK.kinds.len(), 15);
}

/// A melee has many ends and few rows, and the rows of a scattered shell go from near to far.
#[test]
fn reports_are_short_and_in_order() {
    let rows = |kind: &str, text: &str| {
        let kind = RULEBOOK.kinds.iter().find(|known| known.name == kind).unwrap();
        kind.ask(None, "test", text, Throwing::Nothing).unwrap().outcomes
    };
    let melee = rows("melee", "[attacker]\nunit = \"G-RIF\"\n[defender]\nunit = \"S-RIF\"\n");
    assert!((8..=16).contains(&melee.len()), "{} rows", melee.len());
    let scatter = rows("scatter", "case = \"mortar\"\ncs = 2\nradius-cm = 3\n");
    let cm = |row: &kit::inquiry::PossibleResult| {
        row.result.strip_suffix(" cm").and_then(|cm| cm.parse::<u8>().ok())
    };
    let far: Vec<u8> = scatter.iter().filter_map(cm).collect();
    assert!(far.len() > 4 && far.is_sorted(), "{far:?}");
}

#[test]
fn bad_input_is_an_error_and_never_a_panic() {
    for kind in RULEBOOK.kinds {
        for text in ["", "{", "x = 1", "unit = 3", "target = \"S-T34\"\ntargets = []", "\u{feff}"] {
            assert!(
                kind.ask(None, "bad", text, Throwing::Nothing).is_err() || text.is_empty(),
                "{}: {text}",
                kind.name
            );
        }
    }
    let shell = RULEBOOK.kind("shell").unwrap();
    let short = shell.ask(None, "example", shell.example, Throwing::Script(Scripted::faces(&[9])));
    assert!(short.unwrap_err().to_string().contains("penetration"));
}

/// SKIR-GEN-1, SKIR-GEN-2: skills and ranks by name.
#[test]
fn skills_and_ranks_have_their_figures() {
    let charts = Rules::published();
    for (name, cs) in [("recruit", 0), ("skilled", 1), ("Veteran", 2), ("ELITE", 3)] {
        assert_eq!(charts.combat_skill(name), Some(cs));
    }
    for (name, cr) in
        [("corporal", 0), ("sergeant", 1), ("political commissar", 1), ("lieutenant", 2), ("captain", 3)]
    {
        assert_eq!(charts.commander_rank(name), Some(cr), "{name}");
    }
    assert_eq!(charts.combat_skill("hero"), None);
}

/// SKIR-GEN-7, SKIR-MOV-1: what the unit charts say.
#[test]
fn unit_charts_are_read_whole() {
    let charts = Rules::published();
    assert_eq!(charts.units.len(), 28 + 11 + 38);
    let squad = charts.unit("G-RIF").unwrap();
    assert_eq!((squad.men, squad.tactical, squad.light.len()), (10, 160, 4));
    assert!(!squad.is_armored());
    assert!(charts.unit("G-251").unwrap().is_armored() && !charts.unit("G-BLI").unwrap().is_armored());
    for unit in &charts.units {
        assert_eq!(unit.tactical % 40, 0, "{}: brief and slow are whole mm", unit.id);
        if unit.is_team() {
            let armed: u8 = unit.light.iter().map(|hold| hold.count).sum();
            let served = u8::from(armed < unit.men);
            assert_eq!(armed + served, unit.men, "{}: every man has a weapon", unit.id);
        }
    }
}

/// SKIR-PEN-2: the right half is never worse than the left, as the chart's own shape says.
#[test]
fn a_square_hit_is_never_worse() {
    let charts = Rules::published();
    for row in 0..13 {
        for cm in 1..=16 {
            let at = |half: &kit::Table<Option<u16>>| {
                let column = half.sheet().column_for(cm).unwrap();
                half.at(row, column).unwrap_or(99)
            };
            assert!(at(&charts.tables.square) <= at(&charts.tables.oblique), "row {row}, {cm} cm");
        }
    }
}
