//! Files: where a mistake stands, and what somebody may have meant.

use std::borrow::Cow;

use sandtable_kit::{
    content::{Sources, read_situation, read_toml},
    inquiry::{alike, did_you_mean},
    patch::Patch,
};

use serde::Deserialize;

#[derive(Deserialize, Debug, PartialEq)]
#[serde(deny_unknown_fields)]
struct Sample {
    name: String,
    size: u8,
}

#[test]
fn finds_the_line_and_column() {
    let error = read_toml::<Sample>("a.toml", "name = \"x\"\nsize = 300\n").unwrap_err();
    assert_eq!((error.line, error.column), (2, 8), "{error}");
    assert!(error.to_string().starts_with("a.toml:2:8: "), "{error}");
    assert!(error.to_string().ends_with("  2 | size = 300\n    |        ^"), "{error}");
    let error = read_situation::<Sample>("-", "{\n  \"name\": \"x\",\n  \"sise\": 3}").unwrap_err();
    assert_eq!(error.line, 3, "{error}");
    assert!(error.message.contains("sise"), "{error}");
}

#[test]
fn json_and_toml_are_both_read() {
    let wanted = Sample { name: "x".into(), size: 3 };
    assert_eq!(read_situation::<Sample>("-", "name = 'x'\nsize = 3").unwrap(), wanted);
    assert_eq!(read_situation::<Sample>("-", " {\"name\":\"x\",\"size\":3}").unwrap(), wanted);
    assert_eq!(read_situation::<Sample>("-", "\u{feff}{\"name\":\"x\",\"size\":3}").unwrap(), wanted);
    assert!(read_situation::<Sample>("-", "").is_err());
    assert!(read_situation::<Sample>("-", "{").is_err());
    assert!(read_situation::<Sample>("-", "\u{feff}ä = [").is_err());
}

fn complaint(text: &str) -> String {
    Patch::read("my.toml", text).unwrap_err().to_string()
}

#[test]
fn mistakes_are_found_by_line_and_column() {
    let cell = "[[cell]]\ntable = 'a'\nrow = 1\ncolumn = '3:1'\nvalue = ";
    assert!(complaint(&format!("game = 'x'\n{cell}'a | b'")).starts_with("my.toml:6:9: a cell holds"));
    assert!(complaint(&format!("game = 'x'\n{cell}5\n{cell}5")).starts_with("my.toml:11:9: this cell"));
    assert!(complaint("game = 'x'\ncells = 4\n").starts_with("my.toml:2:1: "));
    assert!(complaint(cell).contains("my.toml:5:"));
}

#[test]
fn a_written_patch_reads_as_the_same() {
    let text = "game = 'x'\n[[cell]]\ntable = 'a'\nrow = '5 \"Pz\"'\ncolumn = '3:1'\nvalue = 'D\\'\n[options]\nfog = true\n";
    let patch = Patch::read("my.toml", text).unwrap();
    let again = Patch::read("again.toml", &patch.write()).unwrap();
    assert_eq!(patch, again);
    assert_eq!((patch.changes.len(), patch.options.len()), (1, 1));
}

#[test]
fn the_most_alike_come_first() {
    let units = ["516.R", "517.R", "51.RD", "151.R", "112.RD"];
    assert_eq!(alike("516R", units, 2), ["516.R", "517.R"]);
    assert_eq!(did_you_mean("112RD", units), "; did you mean 112.RD, 51.RD?");
    assert_eq!(did_you_mean("Grossdeutschland", units), "");
    assert_eq!(alike("", units, 4), Vec::<&str>::new());
}

const FILE: &str = "turns = 4 # so many
[side.ROME]
break = 8 # points
[side.ROME.units]
\"5.Pz a\" = \"0506 facing 0\"
HAS1 = '0408'
";

fn laid(cells: &[[&str; 3]]) -> Result<String, String> {
    let cell = |[row, column, value]: &[&str; 3]| {
        format!("[[cell]]\ntable = 'x'\nrow = '{row}'\ncolumn = '{column}'\nvalue = '{value}'\n")
    };
    let text = format!("game = 'demo'\n{}", cells.iter().map(cell).collect::<String>());
    let patch = Patch::read("my.toml", &text).unwrap();
    let laid = Sources::patched(&patch).text("x", FILE);
    laid.map(Cow::into_owned).map_err(|error| error.to_string())
}

#[test]
fn lines_are_changed_where_they_stand() {
    assert_eq!(laid(&[]).unwrap(), FILE);
    let changed = laid(&[
        ["side.ROME", "break", "11"],
        ["", "turns", "5"],
        ["side.ROME.units", "5.Pz a", "turn 2 at \"1401\""],
        ["side.ROME.units", "HAS1", "-"],
    ]);
    let expected = "turns = 5 # so many
[side.ROME]
break = 11 # points
[side.ROME.units]
\"5.Pz a\" = \"turn 2 at \\\"1401\\\"\"

";
    assert_eq!(changed.unwrap(), expected);
}

#[test]
fn what_is_not_there_cannot_be_changed() {
    let complaint = |row, column, value| laid(&[[row, column, value]]).unwrap_err();
    let said = complaint("side.GAUL", "break", "1");
    assert!(said.starts_with("my.toml:6:9: `x` has no section `side.GAUL`: side, side.ROME"), "{said}");
    let said = complaint("side.ROME", "brake", "1");
    assert!(said.starts_with("my.toml:6:9: `x` has no line `brake` there: break\n"), "{said}");
    let said = complaint("side.ROME", "break", "many");
    assert!(said.starts_with("my.toml:6:9: found `many`, but `break` is of the kind integer"), "{said}");
    assert!(complaint("side", "ROME", "1").contains("no line `ROME`"));
}
