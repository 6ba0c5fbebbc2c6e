//! Any text is read as a table or refused with a line and a column; nothing panics, and a table that was read can be
//! looked up everywhere.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match kit::Table::<Option<u16>>::load("fuzz.toml", text) {
        Ok(table) => {
            let sheet = table.sheet();
            for row in 0..sheet.len() {
                assert_eq!(sheet.cells(row).len(), sheet.heads().len());
                assert_eq!(sheet.labels(row).count(), sheet.index_names().count());
            }
            for value in 0..40 {
                for index in 0..sheet.index_names().count() {
                    if let Some(row) = table.row_for(index, value) {
                        table.at(row, 0);
                    }
                }
            }
        }
        Err(error) => {
            assert!(error.line >= 1 && error.column >= 1);
            let _ = error.to_string();
        }
    }
});
