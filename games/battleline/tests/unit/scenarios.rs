//! A mistake in a scenario is found where it stands.

use kit::content::Sources;

use super::*;
use crate::content::LineContent;

fn complaint(from: &str, to: &str) -> ContentError {
    let text = include_str!("../../data/scenarios/learn.toml");
    assert!(text.contains(from), "{from}");
    let text = &text.replacen(from, to, 1);
    let published = LineContent::published();
    let map = published.battle(Scenario::Learn).map.clone();
    let named = |name: &str| (name == "learn").then(|| map.clone());
    let source = Source { file: "learn.toml", text };
    let files = crate::tactics::weights::files(Scenario::Learn);
    let weights = WeightSets::read(files, &Sources::published()).unwrap();
    read(published.charts.clone(), weights, source, Scenario::Learn, named).expect_err(to)
}

#[test]
fn mistakes_are_found_by_line_and_column() {
    let cases = [
        ("map = \"learn\"", "map = \"lern\"", 3, "expected one of learn, cannae"),
        ("turns = 5", "turns = 0", 4, "expected 1 or more"),
        ("first = \"ROME\"", "first = \"GAUL\"", 5, "expected ROME or CART"),
        ("break = 8", "break = 0", 7, "expected 1 or more"),
        ("Legate = \"PRI1\"", "Consul = \"PRI1\"", 11, "which no table has"),
        ("Legate = \"PRI1\"", "Legate = \"LIB1\"", 11, "expected one of his side"),
        ("HAS1 = \"0408 facing 0\"", "HAZ1 = \"0408 facing 0\"", 13, "found unit type `HAZ`"),
        ("HAS1 = \"0408 facing 0\"", "HAS1 = \"1108 facing 0\"", 13, "there is no hex 1108"),
        ("HAS1 = \"0408 facing 0\"", "HAS1 = \"0408 facing 6\"", 13, "6 is no direction"),
        ("HAS1 = \"0408 facing 0\"", "HAS1 = \"0408 north\"", 13, "expected such as"),
        ("SOC1 = \"0608 facing 0\"", "SOC1 = \"0408 facing 0\"", 14, "one unit to a hex"),
        ("SOC1 = \"0608 facing 0\"", "SOC1 = \"turn 2 at 0608\"", 14, "is no hex of the edge"),
    ];
    for (from, to, line, words) in cases {
        let error = complaint(from, to);
        assert_eq!(error.line, line, "{error}");
        assert!(error.to_string().contains(words), "{error}");
    }
}
