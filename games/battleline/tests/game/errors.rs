//! Situations that cannot be read, and reports that can.

use kit::{Problem, Scripted, Throwing};
use sandtable_battleline::RULEBOOK;

fn ask(kind: &str, text: &str) -> Result<kit::Report, Problem> {
    RULEBOOK.kind(kind).unwrap().ask(None, "file.toml", text, Throwing::Nothing)
}

fn unreadable(kind: &str, text: &str) -> (usize, String) {
    match ask(kind, text) {
        Err(Problem::Content(error)) => (error.line, error.message),
        other => panic!("read: {other:?}"),
    }
}

#[test]
fn every_example_is_answered_and_every_schema_is_written() {
    for kind in RULEBOOK.kinds {
        let report =
            ask(kind.name, kind.example).unwrap_or_else(|problem| panic!("{}: {problem}", kind.name));
        assert!(report.outcomes.len() > 1, "{}", kind.name);
        let schema = kind.schema();
        assert!(schema["properties"].as_object().is_some_and(|fields| !fields.is_empty()), "{schema}");
    }
}

#[test]
fn mistakes_are_found_with_line_and_reason() {
    let (line, message) = unreadable("battle", "[defender]\nunit = 'XXX'\n[[attackers]]\nunit = 'HAS'\n");
    assert!(line == 2 && message.contains("found unit type `XXX`, expected one of HAS"), "{line}: {message}");
    let (line, message) = unreadable("battle", "[defender]\nunit = 'HAS'\nterrain = 'swamp'\n");
    assert!(line == 3 && message.contains("swamp"), "{line}: {message}");
    let (_, message) = unreadable("battle", "[defender]\nunit = 'HAS'\nleaders = ['Caesar']\n");
    assert!(message.contains("found leader `Caesar`"), "{message}");
    let (_, message) = unreadable("battle", "[defender]\nunit = 'HAS'\nhex = '505'\n");
    assert!(message.contains("is no hex"), "{message}");
    let (_, message) = unreadable("battle", "[defender]\nunit = 'HAS'\nfacing = 6\n");
    assert!(message.contains("is no direction"), "{message}");
    let (_, message) = unreadable("battle", "[defender]\nunit = 'HAS'\nretreat = 'yes'\n");
    assert!(message.contains("true, false or a list of hexes"), "{message}");
    let own = "unit = { class = 'HI', attack = 3, defence = 0, morale = 4, movement = 3 }";
    let (_, message) = unreadable("battle", &format!("[defender]\n{own}\n"));
    assert!(message.contains("found defence 0, expected 1 to 20"), "{message}");
    let (_, message) =
        unreadable("battle", &format!("[defender]\n{}\n", own.replace("defence = 0", "defense = 4")));
    assert!(message.contains("defense"), "{message}");
    let (_, message) = unreadable("morale", "test = 'courage'\n");
    assert!(message.contains("courage"), "{message}");
    let (_, message) = unreadable("leader", "{\"leaders\": [\"Scipio\"], \"lost\": 1}");
    assert!(message.contains("lost"), "{message}");
}

#[test]
fn scripts_that_do_not_fit_are_refused() {
    let kind = RULEBOOK.kind("battle").unwrap();
    let duel = "[defender]\nunit = 'LIB'\n[[attackers]]\nunit = 'HAS'\n";
    let throw = |faces: &[u16]| kind.ask(None, "-", duel, Throwing::Script(Scripted::faces(faces)));
    assert_eq!(throw(&[6]).unwrap().rolled.unwrap().result, "R");
    for faces in [&[][..], &[1, 2], &[7], &[0]] {
        assert!(matches!(throw(faces), Err(Problem::Dice(_))), "{faces:?}");
    }
}

#[test]
fn a_unit_may_be_given_by_its_figures() {
    let by_code = ask("battle", "[defender]\nunit = 'LIB'\n[[attackers]]\nunit = 'HAS'\n").unwrap();
    let figures = "[defender]\nunit = { class = 'HI', attack = 5, defence = 5, morale = 5, movement = 3, value = 4 }\n[[attackers]]\nunit = 'HAS'\n";
    let by_figures = ask("battle", figures).unwrap();
    let chances =
        |report: &kit::Report| report.outcomes.iter().map(|outcome| outcome.chance).collect::<Vec<_>>();
    assert_eq!(chances(&by_code), chances(&by_figures));
}
