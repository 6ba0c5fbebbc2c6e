//! The game with a secret keeps it.

use kit::{
    Scripted, Setup, Viewer,
    any::{LogEntry, Playable, Shelved},
    conformance::{Trials, assert_conforms},
};
use sandtable_testgames::ambush::{Ambush, HIDER, SEEKER};

#[test]
fn the_ambush_keeps_the_rules_of_every_game() {
    assert_conforms::<Ambush>(&Setup::of("meadow"), Trials { games: 20, most: 100, rolls: 2_000 });
}

#[test]
fn a_step_tells_others_only_what_they_may_know() {
    let told = |decision: &str, viewer: Viewer| {
        let mut table = Shelved::<Ambush>::NEW.start(&Setup::of("meadow")).unwrap();
        table.act(decision, &mut Scripted::faces(&[])).unwrap().seen_by(viewer)
    };
    let words = |step: &LogEntry| step.events.iter().map(|event| event.words.clone()).collect::<Vec<_>>();
    let own = told("hide 3", Viewer::Seat(HIDER));
    assert_eq!(own.text, "hide 3");
    assert_eq!(words(&own), ["you are hidden in field 3", "the grass moves in the wind"]);
    for viewer in [Viewer::Seat(SEEKER), Viewer::Spectator] {
        let (one, other) = (told("hide 3", viewer), told("hide 5", viewer));
        assert_eq!(serde_json::to_string(&one).unwrap(), serde_json::to_string(&other).unwrap());
        assert_eq!((one.text.as_str(), one.hash.as_str()), ("lie low", ""));
        assert_eq!(words(&one), ["the grass moves in the wind"]);
    }
}
