//! The program as a person or another program calls it.

use crate::common::{ROOT, answered, complained, run};

fn answer(arguments: &[&str]) -> String {
    answered(arguments, run(ROOT, 100, arguments, ""))
}

fn json(arguments: &[&str]) -> serde_json::Value {
    serde_json::from_str(&answer(arguments)).unwrap()
}

fn complaint(arguments: &[&str], input: &str) -> String {
    complained(arguments, run(ROOT, 100, arguments, input)).1
}

#[test]
fn every_game_table_and_kind_answers() {
    for game in registry::GAMES.iter() {
        assert!(answer(&["games"]).contains(game.title()));
        assert!(answer(&["rules", game.name]).contains((game.ledger)().clauses[0].id.as_str()));
        for sheet in game.published_sheets() {
            let table = json(&["table", game.name, &sheet.id, "--json"]);
            assert_eq!(table["columns"].as_array().unwrap().len(), sheet.heads().len());
            assert_eq!(table["rows"].as_array().unwrap().len(), sheet.len());
            assert!(answer(&["table", game.name, &sheet.id]).contains(&sheet.title));
        }
        for kind in game.kinds {
            let file = format!("games/{}/examples/{}.toml", game.name, kind.name);
            assert!(answer(&["odds", game.name, kind.name, &file]).contains("what can happen"), "{file}");
            let report = json(&["odds", game.name, kind.name, &file, "--json", "--roll", "1"]);
            assert_eq!(report["game"], game.name);
            assert!(report["rolled"]["result"].is_string());
            assert!(json(&["odds", game.name, kind.name, "--schema"])["properties"].is_object(), "{file}");
            assert_eq!(answer(&["odds", game.name, kind.name, "--example"]).trim(), kind.example.trim());
        }
    }
}

#[test]
fn a_table_is_given_to_programs_as_the_seed_prints_it() {
    let table = json(&["table", "mars", "crt", "--json"]);
    assert_eq!(table["game"], "mars");
    assert_eq!(table["table"], "crt");
    assert_eq!(table["columns"][0], "1:4");
    assert_eq!(table["rows"][1]["key"], "5/2");
    assert_eq!(table["rows"][1]["cells"][0], "DAE");
}

#[test]
fn odds_are_read_from_standard_input_in_both_languages() {
    let example = registry::game("mars").unwrap().kind("battle").unwrap().example;
    let output = run(ROOT, 100, &["odds", "mars", "battle", "-", "--json"], example);
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["outcomes"][3]["chance"], "1/6");
    let battle = r#"{"side": "german", "turn": 4, "attackers": [{"unit": "72.ID", "from": "a"}],
        "hexes": [{"name": "b", "initially": "german", "units": [{"unit": "251"}]}]}"#;
    let output = run(ROOT, 100, &["odds", "mars", "battle", "-", "--json", "--dice", "battle:1"], battle);
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["rolled"]["result"], "DR");
    assert_eq!(report["rolled"]["dice"][0]["clause"], "MARS-CRT-1");
}

#[test]
fn the_same_seed_gives_the_same_dice() {
    let once = answer(&["odds", "mars", "battle", "--roll", "1942"]);
    assert_eq!(once, answer(&["odds", "mars", "battle", "--roll", "1942"]));
    assert!(once.contains("rolled (seed 1942)"));
    assert!(answer(&["odds", "mars", "battle", "--roll"]).contains("rolled (seed "));
}

#[test]
fn a_clause_is_found_as_it_is_typed() {
    for id in ["MARS-ODD-7", "odd-7", "Mars-Odd-7"] {
        assert!(answer(&["rules", "mars", id]).contains("MARS-ODD-7"));
    }
    assert_eq!(json(&["rules", "mars", "R1", "--json"])[0]["id"], "MARS-R1");
}

#[test]
fn unknown_names_are_met_with_what_there_is() {
    assert!(complaint(&["table", "waterloo"], "").contains("there are: mars"));
    assert!(complaint(&["table", "mars", "cart"], "").contains("crt"));
    assert!(complaint(&["odds", "mars", "siege"], "").contains("battle"));
    assert!(complaint(&["rules", "mars", "ODD-99"], "").contains("MARS-ODD-8"));
    assert!(complaint(&["rules"], "").contains("name a game"));
    assert!(complaint(&["frobnicate"], "").contains("frobnicate"));
}

#[test]
fn a_faulty_situation_is_found_by_line_and_column() {
    let ask = |text: &str| complaint(&["odds", "mars", "battle", "-"], text);
    let example = registry::game("mars").unwrap().kind("battle").unwrap().example;
    let with = |from: &str, to: &str| {
        assert!(example.contains(from), "{from}");
        ask(&example.replacen(from, to, 1))
    };
    assert!(
        with("\"78.ID\"", "\"79.ID\"").contains("standard input:31:8: no unit `79.ID`"),
        "{}",
        with("\"78.ID\"", "\"79.ID\"")
    );
    assert!(
        with("fortified = true", "fortifyed = true")
            .contains("standard input:32:1: unknown field `fortifyed`")
    );
    assert!(with("\"russian\"", "\"soviet\"").contains("standard input:6:8: unknown variant `soviet`"));
    assert!(with("turn = 1", "turn = -1").contains("standard input:7:8: "));
    assert!(with("turn = 1", "turn = 40").contains("there is no turn 40"));
    assert!(
        with(
            "unit = \"25\"",
            "unit = { name = \"x\", side = \"russian\", type = \"tank\", attack = -2, defence = 1 }"
        )
        .contains(":16:")
    );
    assert!(ask("side = ").contains("standard input:1:8: "));
    assert!(ask("{\n\"side\": russian}").contains("standard input:2:"));
    let short = ask("");
    assert!(short.contains("missing field") && short.contains("--example"), "{short}");
    assert!(ask(&"x".repeat(2 << 20)).contains("larger than 1 MiB"));
}

#[test]
fn what_the_rules_do_not_allow_is_refused_with_its_clause() {
    let ask = |attackers: &str, unit: &str| {
        let text = format!(
            "side = 'german'\nturn = 4\nattackers = [{attackers}]\n[[hexes]]\nname = 'b'\ninitially = 'german'\nunits = [{{ unit = '{unit}' }}]"
        );
        complaint(&["odds", "mars", "battle", "-"], &text)
    };
    assert!(ask("", "251").contains("not allowed (MARS-ATT-1)"));
    let hopeless = "{ unit = { name = 'scouts', side = 'german', type = 'panzer', attack = 0.5, defence = 1 }, from = 'a' }";
    assert!(ask(hopeless, "8 GRK").contains("not allowed (MARS-ODD-6)"));
    assert!(
        ask(&hopeless.replace("0.5", "0"), "8 GRK")
            .contains("not allowed (MARS-ODD-1): scouts has no attack factor")
    );
}

#[test]
fn dice_that_do_not_fit_are_refused() {
    let ask = |dice: &str| complaint(&["odds", "mars", "battle", "--dice", dice], "");
    assert!(ask("").contains("a D6 for battle (MARS-CRT-1) is needed next"));
    assert!(ask("3,5").contains("the script holds 2 dice, but 1 are rolled: leave out the last 1"));
    assert!(ask("7").contains("die 1 of the script shows 7"));
    assert!(ask("0").contains("1 to 6"));
    assert!(ask("sniper:3").contains("is for `sniper`"));
    assert!(ask("three").contains("`three` is no die"));
    assert!(complaint(&["odds", "mars", "battle", "--roll", "x"], "").contains("`x` is no seed"));
}

#[test]
fn files_that_cannot_be_read_are_named() {
    assert!(
        complaint(&["odds", "mars", "battle", "no-such-file.toml"], "")
            .contains("cannot use no-such-file.toml")
    );
    assert!(
        complaint(&["odds", "mars", "battle", "games"], "").contains("games is no situation: it is a folder")
    );
}

#[test]
fn help_shows_a_real_example() {
    for command in ["games", "table", "rules", "odds"] {
        assert!(answer(&[command, "--help"]).contains(&format!("sandtable {command}")), "{command}");
    }
}

#[test]
fn the_account_of_the_rules_is_whole() {
    let account = json(&["rules", "--coverage", "--json"]);
    for game in account["games"].as_array().unwrap() {
        assert_eq!(game["unknown"].as_array().unwrap().len(), 0, "{game}");
        assert!(game["clauses"].as_array().unwrap().iter().all(|clause| clause["gap"] == false));
    }
    assert!(complaint(&["rules", "--coverage", "--source", "/"], "").contains("run it in a checkout"));
}
