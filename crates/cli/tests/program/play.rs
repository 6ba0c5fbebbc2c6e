//! Whole games as a person or a script plays them: `play`, `replay`, `fuzz` over the games on the shelf.

use std::fs;

use crate::common::Folder;

const VAZUZA: [&str; 4] = ["play", "mars", "--scenario", "vazuza"];

#[test]
fn the_learning_scenario_is_played_to_its_end_from_a_script() {
    let folder = Folder::new("end");
    let typed = "1\n".repeat(2_000);
    let seen = folder.answer(&[&VAZUZA[..], &["--german", "bot:random", "--seed", "7"]].concat(), &typed);
    assert!(seen.contains("Russian: you, German: bot:random"), "{seen}");
    assert!(seen.contains("The game is over after"), "{seen}");
    assert!(seen.contains("Its record: sandtable replay mars-vazuza.record"), "{seen}");
    let told = folder.answer(&["replay", "mars-vazuza.record"], "");
    assert!(told.contains("Vazuza bridgehead") && told.contains("The game is over after"), "{told}");
    // Another game never writes over this one.
    let first = fs::read_to_string(folder.0.join("mars-vazuza.record")).unwrap();
    folder.answer(&VAZUZA, "1\n");
    assert_eq!(fs::read_to_string(folder.0.join("mars-vazuza.record")).unwrap(), first);
    assert!(folder.0.join("mars-vazuza-2.record").exists());
}

/// The map shows the stacks, a unit is moved by its name and a hex, and what is not offered says why.
#[test]
fn units_are_moved_by_name_and_hex() {
    let folder = Folder::new("move");
    // Both sides as the scenario has them, no fortification, then movement.
    let typed = "deploy\ndone\ndeploy\ndone\ndone\n6 TK\n0504\nwhy to 0505\n0402\nunits 6 TK\nundo 2\nlog 3\nscore\nquit\n";
    let seen = folder.answer(&VAZUZA, typed);
    assert!(seen.contains("R3") && seen.contains("G1"), "stacks on the map: {seen}");
    assert!(seen.contains("(pick 6 TK)") && seen.contains("where does 6 TK go?"), "{seen}");
    assert!(seen.contains("to 0504:\nNot allowed (MARS-MOV-8)"), "{seen}");
    assert!(seen.contains("Not allowed (MARS-MOV-10)"), "{seen}");
    assert!(seen.contains("(to 0402)") && seen.contains("  0402  R1: 6 TK 7-5"), "{seen}");
    assert!(seen.contains("2 decisions are taken back"), "{seen}");
    assert!(seen.contains("Saved. To go on: sandtable play mars-vazuza.record"), "{seen}");
    let on = folder.answer(&["play", "mars-vazuza.record", "--no-map"], "");
    assert!(on.contains("The game goes on after decision") && on.contains("which unit moves next?"), "{on}");
}

/// A hex is called by its place as well as by its number; what is known and has no part in a question is told so.
#[test]
fn a_hex_is_called_by_its_place() {
    let folder = Folder::new("place");
    let typed = "retreats\ndone\nG-14PzK\nG-26K\nWarsaw\ncracow\nshow weather\nshow supply G-26K\nquit\n";
    let seen = folder.answer(&["play", "eastfront", "--scenario", "barbarossa", "--no-map"], typed);
    assert!(seen.contains("Nothing can be done with G-26K here"), "{seen}");
    assert!(seen.contains("to 0524:\nNot allowed (EAST-STK-1)"), "Warsaw is full: {seen}");
    assert!(seen.contains("(to 0229)") && seen.contains("G-14PzK goes by rail to Cracow (0229)"), "{seen}");
    assert!(seen.contains("Nothing called `weather` can be laid over the map; there are:"), "{seen}");
    assert!(seen.contains("  show supply"), "{seen}");
}

/// An attack is put together, its odds are exact and name the rules, and real dice decide it.
#[test]
fn a_battle_is_fought_with_real_dice() {
    let folder = Folder::new("battle");
    let typed = "deploy\ndone\ndeploy\ndone\ndone\ndone\n\
                 attack 0504 with 8 GRK\nattack 0504 with 42 G\nattack 0504 with 6 TK\nodds\ncommit\n\n\
                 odds roll\nroll\n7\n6\nlog 1\n";
    let seen = folder.answer(&[&VAZUZA[..], &["--dice", "real", "--no-map"]].concat(), typed);
    assert!(seen.contains("opening bombardment: all attack factors doubled"), "{seen}");
    assert!(seen.contains("what can happen") && seen.contains("exact: 6 paths of dice walked"), "{seen}");
    assert!(seen.contains("what a decision can lead to"), "{seen}");
    assert!(seen.contains("Roll a D6 for battle (MARS-CRT-1): 7\nA D6 shows 1 to 6."), "{seen}");
    assert!(seen.contains("battle: D6 6") && seen.contains("78.ID is Disrupted"), "{seen}");
    assert!(seen.contains("German   roll [D6 6 for battle]"), "{seen}");
    let record = fs::read_to_string(folder.0.join("mars-vazuza.record")).unwrap();
    assert!(record.contains("German: roll [battle:6] #"), "{record}");
}

/// A position of one's own is a house option here too, and what the game does not allow is refused.
#[test]
fn a_position_of_ones_own_is_played_on_from() {
    let folder = Folder::new("position");
    let with = |position: &'static str| ["play", "ford", "--no-map", "--option", position];
    let seen = folder.answer(&with("position=turn 3; side Crown; others away; Hussars at 0404"), "quit\n");
    assert!(seen.contains("turn 3 of 6, Crown"), "{seen}");
    let refused = folder.complaint(&with("position=Hussars at 0402; Lancers at 0402"), "");
    assert!(refused.contains("0402"), "{refused}");
}

/// Whatever is typed, in whatever order, is answered: no line stops the program or spoils the record.
#[test]
fn nonsense_is_answered_line_by_line() {
    let folder = Folder::new("nonsense");
    let words = [
        "pick",
        "to",
        "attack",
        "0504",
        "with",
        "6 TK",
        "331",
        "done",
        "undo",
        "undo 3",
        "odds",
        "odds roll",
        "why",
        "map 9999",
        "units german",
        "rules",
        "log 99999999999999999999",
        "-1",
        "7",
        "1",
        "2",
        "0",
        "back",
        "",
        "\u{1b}[2J",
        "ß∂ƒ",
        "commit",
        "pass",
        "roll",
        "advance 6 TK 0404 0405",
        "rout 78.ID 300",
        "retreat",
        "exit now",
        "help me",
    ];
    let mut number = 1_942u64;
    let mut next = |most: u64| {
        number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (number >> 33) % most
    };
    let mut typed = String::new();
    for _ in 0..600 {
        for _ in 0..=next(3) {
            typed.push_str(words[next(words.len() as u64) as usize]);
            typed.push(' ');
        }
        typed.push('\n');
    }
    let seen = folder.answer(&[&VAZUZA[..], &["--seed", "3", "--no-map"]].concat(), &typed);
    assert!(seen.contains("Not allowed") && !seen.contains('\u{1b}'), "{seen}");
    folder.answer(&["replay", "mars-vazuza.record"], "");
}

#[test]
fn a_damaged_record_of_mars_is_good_up_to_its_fault() {
    let folder = Folder::new("damaged");
    folder
        .answer(&[&VAZUZA[..], &["--russian=bot:random", "--german=bot:random", "--seed", "3"]].concat(), "");
    let record = fs::read_to_string(folder.0.join("mars-vazuza.record")).unwrap();
    let lines: Vec<&str> = record.lines().collect();
    let at = lines.len() / 2;
    let mut damaged: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
    let last = damaged[at].pop();
    damaged[at].push(if last == Some('0') { '1' } else { '0' });
    fs::write(folder.0.join("damaged.record"), damaged.join("\n")).unwrap();
    let output = folder.run(&["replay", "damaged.record", "--keep", "sound.record"], "");
    let words = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(
        words.contains(&format!("damaged.record, line {}: the state after it has the hash", at + 1)),
        "{words}"
    );
    let sound = fs::read_to_string(folder.0.join("sound.record")).unwrap();
    assert_eq!(sound.lines().collect::<Vec<_>>(), lines[..at]);
    folder.answer(&["replay", "sound.record"], "");
}

/// The games one beside the other: the great ones take a minute.
#[test]
fn random_games_of_every_playable_game_are_clean() {
    let folder = &Folder::new("fuzz");
    std::thread::scope(|threads| {
        for game in registry::PLAYABLE.iter() {
            threads.spawn(move || {
                for scenario in &game.profile().scenarios {
                    // The larger ones are played by the conformance suite too.
                    let games = if scenario.learning { 2 } else { 1 };
                    let (name, many) = (game.name(), games.to_string());
                    let arguments =
                        ["fuzz", name, "--scenario", &scenario.name, "--games", &many, "--replay", "--json"];
                    let answer = folder.answer(&arguments, "");
                    let json: serde_json::Value = serde_json::from_str(&answer).unwrap();
                    assert!(json["fault"].is_null() && json["games"] == games, "{answer}");
                }
            });
        }
    });
}

/// A skilled bot plays its side; before it has played there is no plan to ask for.
#[test]
fn a_skilled_bot_plays_its_side() {
    let folder = Folder::new("skilled");
    let typed = "plan\ndeploy\ndone\ndone\ndone\npass\nquit\n";
    let seen = folder
        .answer(&[&VAZUZA[..], &["--german", "bot:regular", "--seed", "2", "--no-map"]].concat(), typed);
    assert!(seen.contains("German: bot:regular") && seen.contains("Nobody has a plan to tell."), "{seen}");
    assert!(seen.contains("turn 2 of 4"), "the German turn was played: {seen}");
}

#[test]
fn help_shows_real_examples() {
    let folder = Folder::new("help");
    for command in ["play", "replay", "fuzz"] {
        let help = folder.answer(&[command, "--help"], "");
        assert!(help.contains("Examples:") && help.contains(&format!("sandtable {command} ")), "{help}");
    }
    assert!(folder.answer(&["games"], "").contains("play: historical, vazuza (Russian against German)"));
}
