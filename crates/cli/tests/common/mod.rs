//! The program as somebody runs it, in a folder of a test's own.

use std::{
    fs,
    io::Write,
    path::PathBuf,
    process::{self, Command, Output, Stdio},
};

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
        let mut child = Command::new(env!("CARGO_BIN_EXE_sandtable"))
            .args(arguments)
            .current_dir(&self.0)
            .env("COLUMNS", "100")
            .env_remove("LINES")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // A program that is done does not wait for the rest.
        let _ = child.stdin.take().unwrap().write_all(typed.as_bytes());
        child.wait_with_output().unwrap()
    }

    pub fn answer(&self, arguments: &[&str], typed: &str) -> String {
        let output = self.run(arguments, typed);
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
