//! A patch laid over a file of sections and keys, such as a scenario.

use std::{borrow::Cow, ops::Range};

use toml::de::{DeTable, DeValue};

use super::Change;
use crate::ContentError;

/// What strikes a line out.
const STRUCK_OUT: &str = "-";

/// A file with changes laid over it. A change calls the file `table`, its section `row` (`side.ROME`; nothing for the
/// lines above all sections) and the key `column`; the value `-` strikes the line out. What else a changed file may say
/// is for its reader to check.
pub(crate) fn replace<'t, 'c>(
    text: &'t str,
    name: &str,
    changes: impl Iterator<Item = &'c Change>,
    replaces: impl Fn(&Change, String),
) -> Result<Cow<'t, str>, ContentError> {
    let mut edits: Vec<(Range<usize>, String)> = Vec::new();
    for change in changes {
        // A file that cannot be read is its reader's to complain about.
        let Ok(file) = DeTable::parse(text) else { return Ok(Cow::Borrowed(text)) };
        let (place, written, old) = edit(file.get_ref(), name, change)?;
        replaces(change, plain(&text[old]));
        edits.push((place, written));
    }
    if edits.is_empty() {
        return Ok(Cow::Borrowed(text));
    }
    // From the end on, so that places further up stay where they are.
    edits.sort_by_key(|(place, _)| std::cmp::Reverse(place.start));
    let mut laid = text.to_owned();
    for (place, value) in edits {
        laid.replace_range(place, &value);
    }
    Ok(Cow::Owned(laid))
}

/// A value without its quotes, as a patch writes it.
fn plain(value: &str) -> String {
    let quoted = ['"', '\''].into_iter().find_map(|quote| value.strip_prefix(quote)?.strip_suffix(quote));
    quoted.unwrap_or(value).to_owned()
}

/// Which bytes of the file become what, and which of them hold the value.
fn edit(
    file: &DeTable<'_>,
    name: &str,
    change: &Change,
) -> Result<(Range<usize>, String, Range<usize>), ContentError> {
    let mut section = file;
    for part in change.row.split('.').filter(|part| !part.is_empty()) {
        section = section.get(part).and_then(|inner| inner.get_ref().as_table()).ok_or_else(|| {
            change.complain(format!("`{name}` has no section `{}`: {}", change.row, sections(file)))
        })?;
    }
    let line = section.iter().find(|(key, _)| *key.get_ref() == *change.column);
    let (key, value) = line.filter(|(_, value)| !value.get_ref().is_table()).ok_or_else(|| {
        let lines = section.iter().filter(|(_, value)| !value.get_ref().is_table());
        let known: Vec<&str> = lines.map(|(key, _)| &**key.get_ref()).collect();
        change.complain(format!("`{name}` has no line `{}` there: {}", change.column, known.join(", ")))
    })?;
    if change.value == STRUCK_OUT {
        return Ok((key.span().start..value.span().end, String::new(), value.span()));
    }
    let written = match value.get_ref() {
        DeValue::String(_) => Some(quoted(&change.value)),
        DeValue::Integer(_) => change.value.parse::<i64>().ok().map(|number| number.to_string()),
        DeValue::Boolean(_) => change.value.parse::<bool>().ok().map(|switch| switch.to_string()),
        _ => None,
    };
    let written = written.ok_or_else(|| {
        let kind = value.get_ref().type_str();
        change.complain(format!("found `{}`, but `{}` is of the kind {kind}", change.value, change.column))
    })?;
    Ok((value.span(), written, value.span()))
}

fn quoted(words: &str) -> String {
    format!("\"{}\"", words.replace('\\', "\\\\").replace('"', "\\\""))
}

/// The sections of a file by name.
fn sections(file: &DeTable<'_>) -> String {
    fn walk(table: &DeTable<'_>, path: &str, found: &mut Vec<String>) {
        for (key, value) in table {
            if let Some(inner) = value.get_ref().as_table() {
                let name = if path.is_empty() {
                    key.get_ref().to_string()
                } else {
                    format!("{path}.{}", key.get_ref())
                };
                found.push(name.clone());
                walk(inner, &name, found);
            }
        }
    }
    let mut found = Vec::new();
    walk(file, "", &mut found);
    found.join(", ")
}
