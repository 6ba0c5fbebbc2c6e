//! A patch laid over tables: it holds for a whole run of a program, so this program has one.

use sandtable_kit::{
    Table,
    patch::{self, Patch},
};

const TABLE: &str = "id = 'range'
title = 'How far a weapon reaches'
seed = ''
body = '''
die | rifle | gun
1-3 | 20    | 60
4+  | 40    | 90
'''
[[index]]
name = 'die'
covers = '1+'
[proof]
cells = 4
counts = { 90 = 1 }
";

fn load(package: &str, id: &str) -> Result<Table<u16>, String> {
    let text = TABLE.replace("'range'", &format!("'{id}'"));
    Table::load_patched(package, "range.toml", &text).map_err(|error| error.to_string())
}

fn cell(table: &str, row: &str, column: &str, value: &str) -> String {
    format!("[[cell]]\ntable = '{table}'\nrow = '{row}'\ncolumn = '{column}'\nvalue = {value}\n")
}

#[test]
fn a_patch_changes_cells_of_its_game_and_nothing_else() {
    let text = ["game = 'demo'\n".to_owned()]
        .into_iter()
        .chain([
            cell("range", "4+", "gun", "120"),
            cell("rows", "7", "gun", "1"),
            cell("columns", "4+", "bow", "1"),
            cell("values", "4+", "gun", "'far'"),
            cell("nowhere", "4+", "gun", "1"),
        ])
        .collect::<String>();
    patch::install(Patch::read("my.toml", &text).unwrap()).unwrap();
    let table = load("sandtable-demo", "range").unwrap();
    assert_eq!((*table.look_up(5, 1), *table.look_up(5, 0)), (120, 40), "the proof sheet is not asked");
    assert_eq!(table.sheet().cells(1), ["40", "120"], "the sheet shows what holds");
    assert_eq!(*load("sandtable-other", "range").unwrap().look_up(5, 1), 90, "another game has its own");
    let complaint = |id: &str| load("sandtable-demo", id).unwrap_err();
    assert!(complaint("rows").starts_with("my.toml:11:9: the table `rows` has no row `7`: 1-3, 4+"));
    assert!(complaint("columns").starts_with("my.toml:16:9: the table `columns` has no column `bow`"));
    assert!(complaint("values").starts_with("my.toml:21:9: found `far`, expected"));
    assert_eq!(patch::unmet().unwrap().table, "rows", "the first that no table has taken");
    assert!(patch::install(Patch::read("my.toml", "game = 'demo'").unwrap()).is_err(), "one is enough");
}
