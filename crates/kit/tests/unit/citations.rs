//! Compiled with `src/ledger.rs`, whose inside it looks at.

use super::*;

#[test]
fn ids_are_whole_words() {
    let ids: Vec<&str> =
        cited_ids("TEST-ODD-1. (TEST-X-MOV-12) MYTEST-ODD-1 TEST-ODD TEST-R3/", "TEST").collect();
    assert_eq!(ids, ["TEST-ODD-1", "TEST-X-MOV-12", "TEST-R3"]);
}
