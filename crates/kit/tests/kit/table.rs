//! Tables, their proof sheets and their mistakes.

use sandtable_kit::Factor;
use sandtable_kit::{Cell, ContentError, Sheet, Table};

const GOOD: &str = r#"id = "crt"
title = "Sample"
clauses = ["TEST-1"]
seed = "1-4"
body = '''
A   | B   | 1:2 | 1:1 | 3:1
3   | 1   | -   | D   | DE
1-2 | 2-3 | AE  | -   | D
'''
[[index]]
name = "A"
covers = "1-3"
[[index]]
name = "B"
covers = "1-3"
[columns]
kind = "odds"
[proof]
cells = 6
counts = { D = 2 }
[[proof.monotone]]
order = ["AE", "-", "D", "DE"]
down = "falls"
right = "rises"
"#;

#[derive(Clone, Copy, PartialEq, Debug)]
enum Result4 {
    Ae,
    None,
    D,
    De,
}

impl Cell for Result4 {
    const EXPECTED: &'static str = "one of AE, -, D, DE";
    fn read(text: &str) -> Option<Self> {
        [("AE", Self::Ae), ("-", Self::None), ("D", Self::D), ("DE", Self::De)]
            .into_iter()
            .find_map(|(name, result)| (name == text).then_some(result))
    }
}

fn load(text: &str) -> Result<Table<Result4>, ContentError> {
    Table::load("crt.toml", text)
}

/// The complaint about the good table with `from` replaced by `to`.
fn complaint(from: &str, to: &str) -> String {
    assert!(GOOD.contains(from), "{from}");
    load(&GOOD.replacen(from, to, 1)).expect_err(to).to_string()
}

#[test]
fn a_good_table_is_read_by_either_index() {
    let table = load(GOOD).unwrap();
    assert_eq!(*table.look_up(3, 2), Result4::De);
    assert_eq!(*table.at(table.row_for(1, 3).unwrap(), 0), Result4::Ae);
    assert_eq!(table.row_for(0, 4), None);
    assert_eq!(table.row_for(0, 400), None);
    assert_eq!(table.sheet().key(1), "1-2/2-3");
    assert_eq!(table.sheet().cells(0), ["-", "D", "DE"]);
    assert_eq!(table.sheet().ladder().top().0, 2);
}

#[test]
fn an_unknown_token_is_found_by_line_and_column() {
    let error = load(&GOOD.replacen("| D   | DE", "| DX  | DE", 1)).unwrap_err();
    assert_eq!((error.line, error.column), (7, 19), "{error}");
    assert!(error.message.contains("found `DX`, expected one of AE"), "{error}");
}

#[test]
fn gaps_overlaps_and_strays_are_refused() {
    assert!(complaint("1-2 | 2-3", "2   | 2-3").contains("gap: nothing covers 1"));
    assert!(complaint("1-2 | 2-3", "1-3 | 2-3").contains("overlap: 3 is covered before"));
    assert!(complaint("1-2 | 2-3", "1-2 | 2").contains("exactly 1-3"));
    assert!(complaint("1-2 | 2-3", "one | 2-3").contains("found `one`"));
    assert!(complaint("| AE  ", "|     ").contains("blank cell"));
    assert!(complaint("| AE  ", "").contains("found 4 cells, expected 5"));
    assert!(complaint("1:2 | 1:1", "1:1 | 1:2").contains("higher than those before"));
    assert!(complaint("1:2 | 1:1", "1:1 | 1:1").contains("twice"));
    assert!(complaint("A   | B", "A   | C").contains("expected the index column `B`"));
    assert!(complaint("covers = \"1-3\"", "covers = \"x\"").contains("expected such as 1-6"));
}

#[test]
fn the_proof_sheet_is_kept() {
    assert!(
        complaint("cells = 6", "cells = 7").contains("found 6 cells in the body, the proof sheet expects 7")
    );
    assert!(complaint("D = 2", "D = 3").contains("`D` stands in 2 cells"));
    assert!(complaint("down = \"falls\"", "down = \"rises\"").contains("never fall going down"));
    assert!(complaint("right = \"rises\"", "right = \"falls\"").contains("never rise going right"));
    assert!(complaint("[\"AE\", \"-\"", "[\"AE\"").contains("no place in the order"));
}

#[test]
fn a_file_that_is_no_table_is_refused() {
    for text in ["", "id = 3", "body = \"x\"", &GOOD.replace("'''", "\"\"\""), &GOOD.replace("id =", "idd =")]
    {
        assert!(load(text).is_err(), "{text}");
    }
}

#[test]
fn a_mixed_table_is_read_cell_by_cell() {
    let text = "id = \"a\"\ntitle = \"A\"\nseed = \"\"\nbody = '''\nwho | much | far | here\nwe  | 2.5  | 3   | yes\nyou | lots | -1  | no\n'''\n\
                [[index]]\nname = \"who\"\n[proof]\ncells = 6\n";
    let sheet = Sheet::load("a.toml", text).unwrap();
    assert_eq!(sheet.value::<Factor>("we", "much"), Ok(Factor::halves(5)));
    assert_eq!(sheet.value::<i32>("you", "far"), Ok(-1));
    assert_eq!(sheet.value::<bool>("you", "here"), Ok(false));
    let error = sheet.value::<Factor>("you", "much").unwrap_err();
    assert_eq!((error.line, error.column), (7, 7), "{error}");
    assert!(error.message.contains("found `lots` under `much`, expected a number"), "{error}");
    assert!(sheet.value::<bool>("they", "here").unwrap_err().message.contains("no row `they`"));
    assert_eq!(sheet.value::<bool>("we", "there").unwrap_err().line, 4);
}

#[test]
fn rows_and_columns_become_structs() {
    sandtable_kit::cells! {
        #[derive(PartialEq, Debug)]
        struct Row {
            who: String = "who",
            much: Factor = "much",
            far: i32 = "far",
        }
        #[derive(PartialEq, Debug)]
        struct Far {
            we: i32 = "we",
            you: i32 = "you",
        }
        #[derive(PartialEq, Debug)]
        struct Wrong {
            who: u8 = "who",
        }
    }
    let text = |much: &str| {
        format!(
            "id = \"a\"\ntitle = \"A\"\nseed = \"\"\nbody = '''\nwho | much   | far\nwe  | 2.5    | 3\nyou | {much} | -1\n'''\n\
             [[index]]\nname = \"who\"\n[proof]\ncells = 4\n"
        )
    };
    let sheet = Sheet::load("a.toml", &text("1")).unwrap();
    let we = Row { who: "we".into(), much: Factor::halves(5), far: 3 };
    let you = Row { who: "you".into(), much: Factor::ONE, far: -1 };
    assert_eq!(sheet.rows_named(["you"]), Ok([you]));
    assert_eq!(sheet.rows_as::<Row>().unwrap()[0], we);
    assert_eq!(sheet.column_as("far"), Ok(Far { we: 3, you: -1 }));
    let error = Sheet::load("a.toml", &text("lots")).unwrap().rows_as::<Row>().unwrap_err();
    assert_eq!((error.line, error.column), (7, 7), "{error}");
    let error = sheet.column_as::<Far>("much").unwrap_err();
    assert_eq!((error.line, error.column), (6, 7), "{error}");
    assert!(error.message.contains("found `2.5` under `much`, expected a whole number"), "{error}");
    let error = sheet.row_as::<Wrong>(0).unwrap_err();
    assert!(error.message.contains("found the row `we`, expected a whole number"), "{error}");
}
