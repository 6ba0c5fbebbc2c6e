//! Every outcome of a report says which rules decide it.

use kit::Throwing;
use sandtable_skirmish::RULEBOOK;

#[test]
fn every_outcome_of_every_example_names_clauses_of_the_ledger() {
    for kind in RULEBOOK.kinds {
        let report = kind.ask(None, kind.name, kind.example, Throwing::Nothing).unwrap();
        for outcome in &report.outcomes {
            assert!(!outcome.clauses.is_empty(), "{}: {}, {}", kind.name, outcome.result, outcome.words);
            for clause in &outcome.clauses {
                assert!((RULEBOOK.ledger)().find(clause).is_some(), "{} names {clause}", kind.name);
            }
        }
    }
}
