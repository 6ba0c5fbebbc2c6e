//! What a game reads from its files: checked, with mistakes reported by place, and shared by all states that are played
//! with it.

use std::fmt;

use serde::de::DeserializeOwned;

mod file;
mod library;
mod ordered;
mod sources;

pub use file::DataFile;
pub use library::Rules;
pub use ordered::Ordered;
pub use sources::Sources;

use crate::{Sheet, profile::Profile};

/// All that a game reads from its files, checked: charts, maps, forces, scenarios.
///
/// The published game and any number of variants live side by side as [`Rules`].
pub trait Content: Sized + Send + Sync + 'static {
    /// The short name of the game, which a patch says.
    const GAME: &'static str;
    /// The text of `data/ledger.toml`, which has its rules by their ids.
    const LEDGER: &'static str;

    /// Reads everything; the first mistake is reported with its place.
    fn load(sources: &Sources<'_>) -> Result<Self, ContentError>;

    /// The tables in the order in which they are shown.
    fn sheets(&self) -> Vec<&Sheet>;

    /// What the game says of itself before it is played.
    fn profile(&self) -> &Profile;
}

/// A mistake in a file: where, and what to do about it.
#[derive(Clone, PartialEq, Eq)]
pub struct ContentError {
    /// The file as the reader knows it.
    pub file: String,
    /// Counted from 1.
    pub line: usize,
    /// Counted from 1, in characters.
    pub column: usize,
    /// What was found and what was expected.
    pub message: String,
    /// The line of the file, for showing.
    pub source_line: String,
}

impl ContentError {
    /// A mistake at a byte of `text`.
    pub fn at(file: &str, text: &str, offset: usize, message: impl Into<String>) -> Self {
        let mut offset = offset.min(text.len());
        while !text.is_char_boundary(offset) {
            offset -= 1;
        }
        let before = &text[..offset];
        let start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let end = text[start..].find('\n').map_or(text.len(), |length| start + length);
        Self {
            file: file.to_owned(),
            line: before.matches('\n').count() + 1,
            column: text[start..offset].chars().count() + 1,
            message: message.into(),
            source_line: text[start..end].trim_end_matches('\r').to_owned(),
        }
    }
}

/// No complaint echoes more of a file than this.
const MOST_SHOWN: usize = 500;

impl fmt::Display for ContentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, line, column, message, source_line } = self;
        write!(f, "{file}:{line}:{column}: ")?;
        let mut shown = message.chars();
        shown.by_ref().take(MOST_SHOWN).try_for_each(|c| write!(f, "{c}"))?;
        if shown.next().is_some() {
            f.write_str(" ...")?;
        }
        if !source_line.trim().is_empty() {
            let shown: String = source_line.chars().take(200).collect();
            let number = line.to_string();
            let caret = " ".repeat(column.saturating_sub(1).min(200));
            write!(f, "\n  {number} | {shown}\n  {} | {caret}^", " ".repeat(number.len()))?;
        }
        Ok(())
    }
}

/// As people read it, so that a file that cannot be loaded says so even where nobody can go on without it.
impl fmt::Debug for ContentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for ContentError {}

/// A complaint of a reader of data: what is wanted in words instead of by the name of a Rust type.
pub fn in_words(message: &str) -> String {
    let Some((before, wanted)) = message.rsplit_once("expected ") else { return message.to_owned() };
    let named = match wanted {
        "u8" => "a whole number from 0 to 255",
        "u16" => "a whole number from 0 to 65535",
        "u32" | "u64" | "u128" | "usize" => "a whole number from 0 up",
        "i8" => "a whole number from -128 to 127",
        "i16" | "i32" | "i64" | "i128" | "isize" => "a whole number",
        "f32" | "f64" => "a number",
        "a boolean" => "true or false",
        "a string" | "str" => "a text in quotation marks",
        "a sequence" => "a list in square brackets",
        "a map" => "a group of fields",
        other if other.starts_with("struct ") => "a group of fields",
        other if other.starts_with("a tuple") => "a list in square brackets",
        other => other,
    };
    format!("{before}expected {named}")
}

/// Reads a TOML file.
pub fn read_toml<T: DeserializeOwned>(file: &str, text: &str) -> Result<T, ContentError> {
    toml::from_str(text).map_err(|error| {
        let offset = error.span().map_or(0, |span| span.start);
        ContentError::at(file, text, offset, in_words(&error.message().trim().replace('\n', "; ")))
    })
}

/// Reads a situation, written in TOML or JSON: JSON begins with a brace.
pub fn read_situation<T: DeserializeOwned>(file: &str, text: &str) -> Result<T, ContentError> {
    // Some editors begin a file with a byte order mark.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if !text.trim_start().starts_with('{') {
        return read_toml(file, text);
    }
    serde_json::from_str(text).map_err(|error| {
        let start: usize =
            text.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum();
        let message = error.to_string();
        let message = message.rsplit_once(" at line ").map_or(message.as_str(), |(words, _)| words);
        ContentError::at(file, text, start + error.column().saturating_sub(1), in_words(message))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, serde::Deserialize)]
    struct Question {
        #[expect(dead_code, reason = "only whether it can be read counts")]
        range: u32,
    }

    #[test]
    fn what_is_wanted_is_said_in_words_and_not_by_a_rust_type() {
        for (text, wanted) in [
            ("range = \"far\"", "invalid type: string \"far\", expected a whole number from 0 up"),
            ("range = -1", "expected a whole number from 0 up"),
            ("{\"range\": true}", "invalid type: boolean `true`, expected a whole number from 0 up"),
        ] {
            let told = read_situation::<Question>("my.toml", text).unwrap_err().to_string();
            assert!(told.contains(wanted), "{told}");
            assert!(!told.contains("u32"), "{told}");
        }
        assert_eq!(
            in_words("invalid type: integer `1`, expected struct Unit"),
            "invalid type: integer `1`, expected a group of fields"
        );
    }
}
