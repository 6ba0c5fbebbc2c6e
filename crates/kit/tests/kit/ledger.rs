//! The ledger of a game and the account of what names it.

use sandtable_kit::{Coverage, Ledger, Stray};

const SAMPLE: &str = r#"
game = "test"
title = "Test"
prefix = "TEST"
finished = ["combat"]
[[clause]]
id = "TEST-ODD-1"
chapter = "combat"
text = "Odds."
seed = "3"
[[clause]]
id = "TEST-X-MOV-1"
chapter = "movement"
text = "Moves."
[[ruling]]
id = "TEST-R1"
text = "Ruled."
"#;

#[test]
fn counts_code_and_tests_apart() {
    let ledger = Ledger::load("ledger.toml", SAMPLE).unwrap();
    let mut coverage = Coverage::new(&ledger);
    coverage.read("src/combat.rs", "// TEST-ODD-1, TEST-R1\nfn a() {}\n#[cfg(test)]\n// TEST-ODD-9\n");
    let gaps: Vec<&str> = coverage.accounts().filter(|a| a.gap).map(|a| a.id).collect();
    assert_eq!(gaps, ["TEST-ODD-1"], "no test names it yet");
    assert_eq!(
        coverage.strays()[0],
        Stray { id: "TEST-ODD-9".into(), file: "src/combat.rs".into(), line: 4 }
    );
    coverage.read("tests/combat.rs", "/// TEST-ODD-1: proven");
    assert!(!coverage.accounts().any(|account| account.gap));
}

#[test]
fn a_faulty_ledger_is_refused() {
    let complaint =
        |from: &str, to: &str| Ledger::load("l.toml", &SAMPLE.replacen(from, to, 1)).unwrap_err().message;
    assert!(complaint("TEST-X-MOV-1", "TEST-ODD-1").contains("twice"));
    assert!(complaint("TEST-X-MOV-1", "EAST-MOV-1").contains("expected such as TEST-ODD-2"));
    assert!(complaint("Odds.", " ").contains("no text"));
    assert!(complaint("chapter = \"movement\"", "").contains("no chapter"));
    assert!(complaint("title", "titel").contains("titel"));
}

#[test]
fn an_entry_is_found_as_a_person_types_it() {
    let ledger = Ledger::load("ledger.toml", SAMPLE).unwrap();
    for id in ["TEST-ODD-1", "odd-1", "test-odd-1"] {
        assert_eq!(ledger.find(id).unwrap().id, "TEST-ODD-1");
    }
    assert!(ledger.find("ODD-7").is_none());
}
