//! The program as somebody runs it.

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
    process::{self, Command, Output, Stdio},
};

/// Where the maps and the examples are found.
pub const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// Runs the program in a folder, on a screen of so many columns.
pub fn run(folder: impl AsRef<Path>, columns: u32, arguments: &[&str], typed: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_sandtable"))
        .args(arguments)
        .current_dir(folder)
        .env("COLUMNS", columns.to_string())
        .env_remove("LINES")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that is done or refuses its arguments does not wait for the rest.
    let _ = child.stdin.take().unwrap().write_all(typed.as_bytes());
    child.wait_with_output().unwrap()
}

/// What it answered, after making sure that it did.
pub fn answered(arguments: &[&str], output: Output) -> String {
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// What it printed and what it complained, after making sure that it did: exit code 2 and a message.
pub fn complained(arguments: &[&str], output: Output) -> (String, String) {
    let words = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {words}");
    assert!(!words.contains("panicked"), "{words}");
    (String::from_utf8(output.stdout).unwrap(), words)
}

/// A folder of a test's own, in which its games are saved; gone with it.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new(test: &str) -> Self {
        let path = std::env::temp_dir().join(format!("sandtable-cli-{}-{test}", process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    pub fn run(&self, arguments: &[&str], typed: &str) -> Output {
        run(&self.0, 100, arguments, typed)
    }

    pub fn answer(&self, arguments: &[&str], typed: &str) -> String {
        answered(arguments, self.run(arguments, typed))
    }

    pub fn complaint(&self, arguments: &[&str], typed: &str) -> String {
        complained(arguments, self.run(arguments, typed)).1
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
