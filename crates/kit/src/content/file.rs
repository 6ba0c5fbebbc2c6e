//! The files of a game.

use super::ContentError;

/// A file of a game's data, as published or with a patch laid over it; see [`data_file!`](crate::data_file).
#[derive(Clone, Copy, Debug)]
pub struct DataFile<'t> {
    /// What players or patches call it.
    pub name: &'static str,
    /// Where it lies in the folder of the game, for complaints.
    pub file: &'static str,
    /// What stands in it.
    pub text: &'t str,
}

impl DataFile<'_> {
    /// A mistake at a byte of the text.
    pub fn mistake(&self, at: usize, message: impl Into<String>) -> ContentError {
        ContentError::at(self.file, self.text, at, message)
    }

    /// A mistake where a word first stands in the text.
    pub fn mistake_at(&self, word: &str, message: impl Into<String>) -> ContentError {
        self.mistake(self.text.find(word).unwrap_or(0), message)
    }
}

/// A file of the crate as a [`DataFile`](crate::content::DataFile): its name, and its place in the crate's folder.
#[macro_export]
macro_rules! data_file {
    ($name:expr, $file:literal) => {
        $crate::content::DataFile {
            name: $name,
            file: $file,
            text: include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/", $file)),
        }
    };
}
