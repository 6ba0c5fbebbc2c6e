//! A map before it is one: what a compiler or an editor writes as text.

use std::{
    collections::BTreeMap,
    fmt::{self, Write},
};

use super::{HexNumber, Layout};

/// How a hex that is not there is drawn.
pub(super) const HOLE: char = '_';

/// The longest line of a list.
const WIDTH: usize = 110;

/// Names in their order, each with what it names.
pub type Named<T> = Vec<(String, T)>;

/// A map to be written; its `Display` is the text that [`super::HexMap::load`] reads.
///
/// Nothing is checked here: the reader does that, and says where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Draft {
    /// Lines of a remark at the head of the file.
    pub remark: Vec<String>,
    /// What the map shows.
    pub title: String,
    /// How columns and rows lie.
    pub layout: Layout,
    /// The first and the last column.
    pub columns: (u8, u8),
    /// The first and the last row.
    pub rows: (u8, u8),
    /// Attributes of hexes.
    pub layers: Vec<DraftLayer>,
    /// Features of sides.
    pub sides: Vec<DraftSides>,
    /// Networks: lines from hex to hex, by kind and name. Pieces of one name stand in several lists.
    pub links: Named<Named<Vec<Vec<HexNumber>>>>,
    /// Places by kind.
    pub places: Named<Named<HexNumber>>,
    /// Zones by group.
    pub zones: Named<Named<Vec<HexNumber>>>,
}

/// An attribute of hexes, to be written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DraftLayer {
    /// Its name.
    pub name: String,
    /// Characters and what they stand for.
    pub legend: Vec<(char, String)>,
    /// The character of each hex; a number that is not here is a hole in the map.
    pub drawn: BTreeMap<HexNumber, char>,
}

/// A feature of sides, to be written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DraftSides {
    /// Its name.
    pub name: String,
    /// Whether the first hex of each side is the inner one.
    pub directed: bool,
    /// Its parts.
    pub courses: Named<Vec<(HexNumber, HexNumber)>>,
}

impl fmt::Display for Draft {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for line in &self.remark {
            writeln!(f, "# {line}")?;
        }
        writeln!(f, "title = {}", quoted(&self.title))?;
        writeln!(f, "layout = {}", quoted(self.layout.name()))?;
        writeln!(f, "columns = \"{:02}-{:02}\"", self.columns.0, self.columns.1)?;
        writeln!(f, "rows = \"{:02}-{:02}\"", self.rows.0, self.rows.1)?;
        for layer in &self.layers {
            self.write_layer(f, layer)?;
        }
        for side in &self.sides {
            writeln!(f, "\n[side.{}]", key(&side.name))?;
            let mark = if side.directed { '>' } else { '/' };
            for (name, pairs) in &side.courses {
                let words = pairs.iter().map(|(one, other)| format!("{one}{mark}{other}"));
                write_list(f, name, words)?;
            }
        }
        for (kind, courses) in &self.links {
            writeln!(f, "\n[link.{}]", key(kind))?;
            for (name, pieces) in courses {
                let last = pieces.len().saturating_sub(1);
                let words = pieces.iter().enumerate().flat_map(|(index, piece)| {
                    let end = piece.len().saturating_sub(1);
                    piece.iter().enumerate().map(move |(at, number)| {
                        let comma = if at == end && index != last { "," } else { "" };
                        format!("{number}{comma}")
                    })
                });
                write_list(f, name, words)?;
            }
        }
        for (kind, places) in &self.places {
            writeln!(f, "\n[place.{}]", key(kind))?;
            for (name, number) in places {
                writeln!(f, "{} = \"{number}\"", key(name))?;
            }
        }
        for (group, zones) in &self.zones {
            writeln!(f, "\n[zone.{}]", key(group))?;
            for (name, hexes) in zones {
                write_list(f, name, hexes.iter().map(ToString::to_string))?;
            }
        }
        Ok(())
    }
}

impl Draft {
    fn write_layer(&self, f: &mut fmt::Formatter<'_>, layer: &DraftLayer) -> fmt::Result {
        writeln!(f, "\n[layer.{}]", key(&layer.name))?;
        let legend: Vec<_> = layer
            .legend
            .iter()
            .map(|(sign, value)| format!("{} = {}", key(&sign.to_string()), quoted(value)))
            .collect();
        writeln!(f, "legend = {{ {} }}", legend.join(", "))?;
        writeln!(f, "drawn = '''")?;
        for row in self.rows.0..=self.rows.1 {
            write!(f, "{row:02}  ")?;
            for column in self.columns.0..=self.columns.1 {
                f.write_char(layer.drawn.get(&HexNumber { column, row }).copied().unwrap_or(HOLE))?;
            }
            writeln!(f)?;
        }
        writeln!(f, "'''")
    }
}

/// A list in one line, or where that is too long in several.
fn write_list(f: &mut fmt::Formatter<'_>, name: &str, words: impl Iterator<Item = String>) -> fmt::Result {
    let words: Vec<String> = words.collect();
    let line = format!("{} = \"{}\"", key(name), words.join(" "));
    if line.len() <= WIDTH {
        return writeln!(f, "{line}");
    }
    writeln!(f, "{} = '''", key(name))?;
    let mut length = 0;
    for word in &words {
        if length > 0 && length + 1 + word.len() > WIDTH {
            writeln!(f)?;
            length = 0;
        }
        let gap = usize::from(length > 0);
        write!(f, "{}{word}", " ".repeat(gap))?;
        length += gap + word.len();
    }
    writeln!(f, "\n'''")
}

/// A name as a key: bare where TOML allows it.
fn key(name: &str) -> String {
    let bare = |letter: char| letter.is_ascii_alphanumeric() || letter == '-' || letter == '_';
    if !name.is_empty() && name.chars().all(bare) { name.to_owned() } else { quoted(name) }
}

fn quoted(words: &str) -> String {
    let mut text = String::from("\"");
    for letter in words.chars() {
        match letter {
            '"' | '\\' => {
                text.push('\\');
                text.push(letter);
            }
            letter if letter.is_control() => {
                let _ = write!(text, "\\u{:04x}", u32::from(letter));
            }
            letter => text.push(letter),
        }
    }
    text + "\""
}
