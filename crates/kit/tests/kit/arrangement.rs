//! Positions of one's own as a line of text.

use sandtable_kit::arrangement::Arrangement;

#[test]
fn an_arrangement_is_read_as_it_is_written() {
    let text = "turn 3; side German; phase movement; others away; 331 at 0505 fortified; \
                Levy at 0612 facing 120 disrupted; 6 TK away; Squad at 820,415 facing 0 left 7 line";
    let read: Arrangement = text.parse().unwrap();
    assert_eq!(read.to_string(), text);
    assert_eq!((read.turn, read.counters.len()), (Some(3), 4));
    assert_eq!(read.counters[1].facing, Some(120));
    assert_eq!((read.counters[3].left, read.counters[3].conditions.len()), (Some(7), 1));
    assert_eq!("".parse::<Arrangement>().unwrap(), Arrangement::default());
}

#[test]
fn mistakes_are_told_with_the_entry() {
    for (text, said) in [
        ("331 0505", "found `331 0505`"),
        ("turn soon", "`soon` is no turn"),
        ("turn 1; turn 2", "`turn 2` stands where"),
        ("331 at 0505 facing 400", "degrees"),
        ("331 at 0505 left 0", "how many are left"),
        ("331 at 0505\nx", "one line"),
    ] {
        let error = text.parse::<Arrangement>().unwrap_err().to_string();
        assert!(error.contains(said), "{text}: {error}");
    }
}
