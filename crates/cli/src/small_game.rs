//! A shelf with one small game, for tests of what is done with any game.

use std::{fs, path::PathBuf, process};

use clap::Parser;
use kit::any::Shelved;

use crate::{Command, draw::Page, failure::Failure, failure::Shelf, fuzz, play, replay};
use testgames::pebbles::Pebbles;

/// The shelf.
pub static SHELF: Shelf = &[&Shelved::<Pebbles>::NEW];

/// A folder of a test's own, gone with it.
pub struct Folder(PathBuf);

impl Folder {
    /// A new folder.
    pub fn new(test: &str) -> Self {
        let path = std::env::temp_dir().join(format!("sandtable-{}-{test}", process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    /// A file in it.
    pub fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }

    /// Writes a file.
    pub fn write(&self, name: &str, text: &str) -> String {
        let file = self.file(name);
        fs::write(&file, text).unwrap();
        file
    }

    /// Reads a file.
    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.file(name)).unwrap()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Runs a command line over the shelf with typed lines; what was written, and the complaint if there was one.
pub fn run(arguments: &[&str], typed: &str) -> (String, Option<Failure>) {
    let words = ["sandtable"].iter().chain(arguments).map(Into::into);
    let parsed = crate::Arguments::try_parse_from(play::expand(words, SHELF));
    let command = match parsed {
        Ok(arguments) => arguments.command,
        Err(error) => return (String::new(), Some(Failure::Usage(error.to_string()))),
    };
    let mut page = Page::new();
    let result = match &command {
        Command::Play(arguments) => {
            let mut written = Vec::new();
            let result = play::run_with(arguments, SHELF, &mut typed.as_bytes(), &mut written, true);
            return (String::from_utf8(written).unwrap(), result.err());
        }
        Command::Replay(arguments) => replay::run(arguments, SHELF, &mut page),
        Command::Fuzz(arguments) => fuzz::run(arguments, SHELF, &mut page),
        _ => panic!("no command over a shelf"),
    };
    (page.take(), result.err())
}

mod tests {
    use super::*;

    fn record(folder: &Folder) -> String {
        let file = folder.file("game.record");
        let typed = "take 2\ngamble\ntake 1\nquit\n";
        let (_, failure) = run(&["play", "pebbles", "--seed", "4", "--save", &file], typed);
        assert!(failure.is_none());
        folder.read("game.record")
    }

    #[test]
    fn a_record_is_told_in_sentences() {
        let folder = Folder::new("told");
        let record = record(&folder);
        let file = folder.file("game.record");
        let (told, failure) = run(&["replay", &file], "");
        assert!(failure.is_none());
        assert!(told.contains("Pebbles · Twelve pebbles"), "{told}");
        assert!(told.contains("1  White  take 2") && told.contains("2 pebbles are taken"), "{told}");
        assert!(told.contains("for gamble]") && told.contains("3 decisions. "), "{told}");
        let (told, _) = run(&["replay", &file, "--to", "1"], "");
        assert!(told.contains("1 decision. 10 left") && !told.contains("gamble]"), "{told}");
        let (json, _) = run(&["replay", &file, "--json"], "");
        let json: serde_json::Value = serde_json::from_str(&json).unwrap();
        assert_eq!(json["steps"][1]["dice"][0]["purpose"], "gamble");
        assert!(record.contains(json["steps"][2]["hash"].as_str().unwrap()));
        assert!(json["fault"].is_null());
        let (_, failure) = run(&["replay", &file, "--to", "9"], "");
        assert!(failure.unwrap().to_string().contains("--to takes 0 to 3"));
    }

    #[test]
    fn a_fault_is_named_and_what_stands_before_it_is_kept() {
        let folder = Folder::new("fault");
        let damaged = record(&folder).replace("3 White: take 1", "-- well\n3 White: take 7");
        let file = folder.write("damaged.record", &damaged);
        let kept = folder.file("kept.record");
        let (told, failure) = run(&["replay", &file, "--keep", &kept], "");
        let failure = failure.unwrap();
        assert_eq!(failure.code(), 1);
        let words = failure.to_string();
        assert!(words.contains("damaged.record, line 9: not allowed: 7 pebbles"), "{words}");
        assert!(words.contains("The 2 decisions before that line are sound"), "{words}");
        assert!(told.contains("2  Black  gamble") && !told.contains("3  White"), "{told}");
        let kept_text = folder.read("kept.record");
        assert!(damaged.starts_with(&kept_text) && kept_text.ends_with("-- well\n"));
        assert!(run(&["replay", &kept], "").1.is_none());
        assert!(run(&["replay", &file, "--keep", &kept], "").1.unwrap().to_string().contains("already"));
        let (json, failure) = run(&["replay", &file, "--json"], "");
        let json: serde_json::Value = serde_json::from_str(&json).unwrap();
        assert_eq!((json["fault"]["line"].as_u64(), failure.unwrap().code()), (Some(9), 1));
        // Up to the sound part nothing is wrong.
        assert!(run(&["replay", &file, "--to", "2"], "").1.is_none());
    }

    #[test]
    fn what_is_no_record_is_refused() {
        let folder = Folder::new("none");
        let refused = |name: &str, text: &str| {
            let (_, failure) = run(&["replay", &folder.write(name, text)], "");
            let failure = failure.unwrap();
            assert_eq!(failure.code(), 2);
            failure.to_string()
        };
        assert!(refused("a", "").contains("is no record: line 1: a record begins with"));
        let head = "sandtable-record 1\ngame: chess\nrules: 1\nscenario: short\n\n";
        assert!(refused("b", head).contains("no playable game `chess`; there are: pebbles"));
        assert!(
            refused("c", &head.replace("chess", "pebbles").replace("rules: 1", "rules: 8"))
                .contains("version 8")
        );
        assert!(run(&["replay", "no-such.record"], "").1.unwrap().to_string().contains("no-such.record"));
    }

    #[test]
    fn random_games_are_counted_and_do_not_depend_on_threads() {
        let totals = |more: &[&str]| {
            let arguments = [&["fuzz", "pebbles", "--games", "60", "--seed", "3", "--json"], more].concat();
            let (json, failure) = run(&arguments, "");
            assert!(failure.is_none());
            let json: serde_json::Value = serde_json::from_str(&json).unwrap();
            (json["games"].clone(), json["decisions"].clone(), json["wins"].clone())
        };
        let one = totals(&["--threads", "1"]);
        assert_eq!(one.0, 60);
        assert_eq!(one, totals(&["--threads", "3", "--replay"]));
        assert_eq!(one, totals(&["--threads", "2", "--fast"]));
        let (words, _) = run(&["fuzz", "pebbles", "--games", "2"], "");
        assert!(
            words.contains("pebbles short: 2 random games, watched") && words.contains("decisions/s"),
            "{words}"
        );
    }

    /// A failure of the program is found, in the first game that has it, and its record leads to it.
    #[test]
    fn a_fault_in_a_random_game_leaves_a_record() {
        let folder = Folder::new("brittle");
        let out = folder.file("fault.record");
        for how in [&["--threads", "2"][..], &["--fast"]] {
            let arguments =
                [&["fuzz", "pebbles", "--option", "brittle=on", "--games", "500", "--out", &out], how]
                    .concat();
            let (words, failure) = run(&arguments, "");
            assert_eq!(failure.unwrap().code(), 1);
            assert!(words.contains("the program failed: a six breaks it (at "), "{words}");
            let record = folder.read("fault.record");
            assert!(record.contains("option brittle: on") && record.contains("[gamble:6]"), "{record}");
            assert!(run(&["replay", &out], "").1.is_none());
        }
        let (words, failure) = run(&["fuzz", "pebbles", "--most", "2", "--games", "1", "--out", &out], "");
        assert!(failure.is_some() && words.contains("endless"), "{words}");
    }

    #[test]
    fn wrong_words_on_the_command_line_are_met_with_the_right_ones() {
        let complaint = |arguments: &[&str]| run(arguments, "").1.unwrap().to_string();
        assert!(complaint(&["fuzz", "chess"]).contains("there are: pebbles"));
        assert!(complaint(&["fuzz", "pebbles", "--scenario", "long"]).contains("short (Twelve pebbles)"));
        assert!(
            complaint(&["fuzz", "pebbles", "--option", "stones=3"]).contains("pebbles (how many there are)")
        );
        assert!(complaint(&["fuzz", "pebbles", "--option", "pebbles"]).contains("name=value"));
        assert!(complaint(&["fuzz", "pebbles", "--option", "pebbles=many"]).contains("a whole number"));
        assert!(complaint(&["play", "pebbles", "--white", "bot:clever"]).contains("no player `clever`"));
        assert!(complaint(&["play", "pebbles", "--white", "me"]).contains("there are: human, bot:random"));
        assert!(complaint(&["play", "pebbles", "--white"]).contains("human, bot:random"));
        assert!(complaint(&["play", "pebbles", "--player", "green=human"]).contains("white, black"));
        assert!(complaint(&["play", "pebbles", "--green", "human"]).contains("--green"));
    }
}
