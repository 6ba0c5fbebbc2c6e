//! The lab as a designer uses it: `sim`, `lab`, `luck`.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    thread,
    time::Duration,
};

use crate::common::Folder;

fn complaint(folder: &Folder, arguments: &[&str]) -> String {
    folder.complaint(arguments, "")
}

fn answer(folder: &Folder, arguments: &[&str]) -> String {
    folder.answer(arguments, "")
}

fn write(folder: &Folder, name: &str, text: &str) {
    fs::write(folder.0.join(name), text).unwrap();
}

const RECRUITS: [&str; 8] =
    ["sim", "mars", "--scenario", "vazuza", "--russian", "bot:recruit", "--german", "bot:recruit"];

fn with<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&RECRUITS[..], more].concat()
}

#[test]
fn games_are_played_reported_and_compared() {
    let folder = Folder::new("whole");
    let said = answer(&folder, &with(&["--games", "30", "--out", "one"]));
    assert!(said.contains("30 games played"), "{said}");
    let again = answer(&folder, &with(&["--games", "30", "--threads", "1", "--out", "one"]));
    assert!(again.contains("0 games played") && again.contains("30 were there already"), "{again}");
    answer(&folder, &["lab", "report", "one"]);
    let page = fs::read_to_string(folder.0.join("one/report.html")).unwrap();
    assert!(
        page.contains("<svg") && page.contains("Sychevka") && page.contains("chi-squared"),
        "the map is there"
    );
    let text = fs::read_to_string(folder.0.join("one/report.md")).unwrap();
    assert!(text.contains("## Who wins") && text.contains("| 3:1 |"), "{text}");
    assert!(text.contains("## Measures of folly") && text.contains("German: lost while isolated"), "{text}");
    answer(&folder, &with(&["--games", "30", "--option", "handicap=50", "--out", "two"]));
    let said = answer(&folder, &["lab", "compare", "one", "two", "--json"]);
    let found: serde_json::Value = serde_json::from_str(&said).unwrap();
    assert_eq!((&found["pairs"], &found["shares"][1]), (&30.into(), &1.0.into()), "50 points win every game");
    assert!(complaint(&folder, &["lab", "compare", "one", "three"]).contains("holds no run"));
}

/// Every file of a run's tables with its bytes.
fn tables(run: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut files = BTreeMap::new();
    for table in ["games", "turns", "battles", "losses", "hexes", "follies"] {
        for file in fs::read_dir(run.join(table)).unwrap() {
            let file = file.unwrap().path();
            files.insert(file.strip_prefix(run).unwrap().to_owned(), fs::read(&file).unwrap());
        }
    }
    files
}

#[test]
fn a_killed_run_resumes_to_the_same_tables() {
    let folder = Folder::new("killed");
    answer(&folder, &with(&["--games", "300", "--threads", "3", "--out", "whole"]));
    let command = with(&["--games", "300", "--threads", "2", "--out", "killed"]);
    let log = folder.0.join("killed/open/000000.jsonl");
    let logged = || fs::metadata(&log).map_or(0, |log| log.len());
    // Killed twice in the middle; a kill gives the program no chance to say good-bye.
    for _ in 0..2 {
        let before = logged();
        let mut child = Command::new(env!("CARGO_BIN_EXE_sandtable"))
            .args(&command)
            .current_dir(&folder.0)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        while logged() < before + 20_000 && child.try_wait().unwrap().is_none() {
            thread::sleep(Duration::from_millis(1));
        }
        let _ = child.kill();
        let _ = child.wait();
    }
    assert!(!folder.0.join("killed/games/000000.parquet").exists(), "it was killed before its end");
    let said = answer(&folder, &command);
    assert!(said.contains("were there already"), "{said}");
    assert!(tables(&folder.0.join("whole")) == tables(&folder.0.join("killed")));
}

#[test]
fn a_rule_that_is_never_used_is_worth_nothing() {
    let folder = Folder::new("ablate");
    let players = ["--player", "russian=recruit", "--player", "german=recruit"];
    // No panzer division waits in the learning scenario, so the order of arrival says nothing; 6 TK attacks.
    let arms =
        ["--rule", "arrival_numerical=on", "--unit", "6 TK|attack=1", "--games", "40", "--out", "worth"];
    let start = ["lab", "ablate", "mars", "--scenario", "vazuza", "--json"];
    let said = answer(&folder, &[&start[..], &players, &arms].concat());
    let found: serde_json::Value = serde_json::from_str(&said).unwrap();
    let arms = found["arms"].as_array().unwrap();
    assert_eq!(arms.len(), 2);
    let unused = arms.iter().find(|arm| arm["arm"] == "arrival_numerical=on").unwrap();
    assert_eq!((&unused["share"], &unused["alike"]), (&0.0.into(), &unused["pairs"]));
    let weak = arms.iter().find(|arm| arm["arm"] == "6 TK|attack=1").unwrap();
    assert!(weak["alike"].as_u64() < weak["pairs"].as_u64(), "a weaker corps makes another game: {weak}");
}

/// A training goes on where it was stopped, gives the same whatever the stops, and what it writes can be played with.
#[test]
fn weights_are_learned_and_can_be_played_with() {
    let folder = Folder::new("train");
    let train = |rounds: &str, out: &str, more: &[&str]| {
        let start = ["lab", "train", "ford", "--pairs", "2", "--confirm", "6", "--json"];
        answer(&folder, &[&start[..], &["--rounds", rounds, "--out", out], more].concat())
    };
    train("2", "stopped", &[]);
    let learned: serde_json::Value = serde_json::from_str(&train("5", "stopped", &[])).unwrap();
    let whole: serde_json::Value = serde_json::from_str(&train("5", "whole", &[])).unwrap();
    assert_eq!((&learned["rounds"], &learned["games"]), (&5.into(), &12.into()));
    assert_eq!((&learned["weights"], &learned["won"]), (&whole["weights"], &whole["won"]));
    assert!(!learned["weights"].as_array().unwrap().is_empty(), "something has moved: {learned}");
    let file = |name: &str| fs::read_to_string(folder.0.join("stopped").join(name)).unwrap();
    assert!(file("weights.toml").contains("[judgement]") && file("patch.toml").contains("\"tactics\""));
    let duel = ["duel", "ford", "--one", "regular", "--other", "regular", "--pairs", "2", "--json"];
    answer(&folder, &[&duel[..], &["--one-weights", "stopped/patch.toml"]].concat());
    let other = ["lab", "train", "ford", "--pairs", "3", "--out", "stopped"];
    assert!(complaint(&folder, &other).contains("holds another training"));
    let none = ["lab", "train", "ford", "--weight", "courage", "--out", "none"];
    assert!(complaint(&folder, &none).contains("no weight is called courage"));
    // Every game has weights; who does not play a scenario has none there.
    let general = ["lab", "train", "ford", "--player", "general", "--out", "none"];
    assert!(complaint(&folder, &general).contains("there is no player `general` in the scenario"));
}

#[test]
fn the_cheapest_change_to_a_goal_is_proposed() {
    let folder = Folder::new("tune");
    write(
        &folder,
        "choices.toml",
        "game = 'mars'\n[[choice]]\noption = 'handicap'\nvalues = ['100']\n[[choice]]\noption = 'handicap'\nvalues = ['-100']\ncost = 2\n",
    );
    let said = answer(
        &folder,
        &[
            "lab",
            "tune",
            "mars",
            "--scenario",
            "vazuza",
            "--russian",
            "bot:recruit",
            "--german",
            "bot:recruit",
            "--goal",
            "german=100%",
            "--near",
            "0.5",
            "--within",
            "choices.toml",
            "--games",
            "20",
            "--out",
            "tuned",
        ],
    );
    assert!(said.contains("Proposed: handicap=-100."), "{said}");
}

/// Break Levels stand in a scenario's file; a setting that names the same level twice is none.
#[test]
fn the_ready_files_of_choices_can_be_searched() {
    let folder = Folder::new("ready");
    let ready = concat!(env!("CARGO_MANIFEST_DIR"), "/../../crates/lab/examples");
    let file = format!("{ready}/break-learn.toml");
    let start = [
        "lab",
        "tune",
        "battleline",
        "--scenario",
        "learn",
        "--rome",
        "bot:recruit",
        "--enemy",
        "bot:recruit",
    ];
    let rest = [
        "--goal",
        "wins=100%",
        "--near",
        "0.5",
        "--games",
        "2",
        "--json",
        "--out",
        "tuned",
        "--within",
        &file,
    ];
    let said = answer(&folder, &[&start[..], &rest].concat());
    let found: serde_json::Value = serde_json::from_str(&said).unwrap();
    let tried = found["tried"].as_array().unwrap();
    assert!(tried.len() > 1 && tried[0]["setting"] == "as-it-is", "{said}");
    for entry in fs::read_dir(ready).unwrap() {
        let text = fs::read_to_string(entry.unwrap().path()).unwrap();
        assert!(text.contains("[[choice]]") && text.contains("values = ["), "{text}");
    }
    let wrong = fs::read_to_string(&file).unwrap().replace("side.CART", "side.GAUL");
    write(&folder, "wrong.toml", &wrong);
    let rest = ["--goal", "wins=50%", "--games", "12", "--out", "other", "--within", "wrong.toml"];
    assert!(complaint(&folder, &[&start[..], &rest].concat()).contains("`learn` has no section `side.GAUL`"));
    assert!(!folder.0.join("other/as-it-is-seed-1").exists(), "nothing was run");
}

#[test]
fn bad_input_is_told_before_anything_is_run() {
    let folder = Folder::new("bad");
    let told = |more: &[&str]| complaint(&folder, &with(&[more, &["--out", "out"]].concat()));
    assert!(told(&["--player", "german=marshal"]).contains("no player `marshal`"));
    assert!(told(&["--player", "german=veteran/steady/2s"]).contains("by the clock"));
    assert!(told(&["--player", "roman=recruit"]).contains("russian, german"));
    assert!(told(&["--option", "handicap=lots"]).contains("a whole number"));
    assert!(told(&["--option", "weather=bad"]).contains("no option `weather`"));
    assert!(told(&["--games", "0"]).contains("--games"));
    assert!(told(&["--patch", "nothing.toml"]).contains("nothing.toml"));
    let patched = |cell: &str| {
        write(&folder, "my.toml", &format!("game = 'mars'\n[[cell]]\n{cell}\n"));
        told(&["--patch", "my.toml"])
    };
    let cell = |table: &str, row: &str, column: &str, value: &str| {
        patched(&format!("table = '{table}'\nrow = '{row}'\ncolumn = '{column}'\nvalue = '{value}'"))
    };
    assert!(cell("crx", "6/1", "3:1", "DE").contains("my.toml:6:9: there is no table `crx`: crt, results"));
    assert!(cell("crt", "9/1", "3:1", "DE").contains("my.toml:6:9: the table `crt` has no row `9/1`"));
    assert!(cell("crt", "6/1", "9:1", "DE").contains("my.toml:6:9: the table `crt` has no column `9:1`"));
    assert!(cell("crt", "6/1", "3:1", "BOOM").contains("my.toml:6:9: found `BOOM`, expected"));
    assert!(
        cell("vazuza", "deploiment", "12.Pz", "-")
            .contains("my.toml:6:9: `vazuza` has no section `deploiment`")
    );
    assert!(cell("vazuza", "deployment", "13.Pz", "-").contains("my.toml:6:9: `vazuza` has no line `13.Pz`"));
    assert!(cell("vazuza", "", "turns", "40").contains("found 40 turns, expected 1 to 11"));
    assert!(cell("units", "6 TK", "attack", "much").contains("my.toml:6:9: found `much` under `attack`"));
    write(&folder, "other.toml", "game = 'stalingrad'\n");
    assert!(told(&["--patch", "other.toml"]).contains("for stalingrad, not for mars"));
    assert!(!folder.0.join("out").exists(), "nothing was written");
    write(&folder, "note.txt", "mine");
    assert!(complaint(&folder, &with(&["--out", "."])).contains("holds something else"));
    assert!(complaint(&folder, &with(&["--out", ".", "--check"])).contains("holds something else"));
}

#[test]
fn luck_is_told_by_turn() {
    let folder = Folder::new("luck");
    let typed = "1\n".repeat(2_000);
    let played = ["play", "mars", "--scenario", "vazuza", "--german", "bot:regular", "--seed", "7"];
    folder.answer(&played, &typed);
    let said = answer(&folder, &["luck", "mars-vazuza.record"]);
    assert!(said.contains("of 100 games with other dice") || said.contains("No die was rolled"), "{said}");
    let said = answer(&folder, &["luck", "mars-vazuza.record", "--json"]);
    let found: serde_json::Value = serde_json::from_str(&said).unwrap();
    let sum: f64 = found["rolls"].as_array().unwrap().iter().filter_map(|roll| roll["luck"].as_f64()).sum();
    assert!((sum - found["luck"].as_f64().unwrap()).abs() < 1e-9);
    write(&folder, "no.record", "no record");
    assert!(!folder.run(&["luck", "no.record"], "").status.success());
}
