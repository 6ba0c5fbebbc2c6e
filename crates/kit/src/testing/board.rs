//! Small boards drawn in a few lines, and what can be asserted about them.

use crate::{
    Game, Refusal, Scripted,
    map::{Grid, HexId, HexMap, HexNumber},
};

/// The words of a drawing with their columns and rows, both counted from 0.
fn words(text: &str) -> impl Iterator<Item = (u8, u8, &str)> {
    let rows = text.lines().filter(|line| !line.trim().is_empty()).zip(0..);
    rows.flat_map(|(line, row)| {
        line.split_whitespace().zip(0..).map(move |(word, column)| (column, row, word))
    })
}

/// A map of flat-top hexes, the even columns half a hex lower, with one character for each hex: the value of its layer
/// `terrain`, by the same name. Hexes are numbered from 0101.
///
/// ```
/// let map = sandtable_kit::testing::map("
///     . . f
///     . ~ f
/// ");
/// assert_eq!(map.len(), 6);
/// assert_eq!(map.layer("terrain").unwrap().name_at(map.find("0202").unwrap()), "~");
/// ```
///
/// # Panics
/// If its lines are not equally long, or a word has more than one character.
pub fn map(text: &str) -> HexMap {
    let (mut rows, mut signs) = (Vec::<String>::new(), Vec::new());
    for (column, row, word) in words(text) {
        if column == 0 {
            rows.push(format!("{:02}  ", row + 1));
        }
        rows.last_mut().expect("a row begins with a column").push_str(word);
        if !signs.contains(&word) {
            signs.push(word);
        }
    }
    let columns = rows.first().map_or(0, |row| row.chars().count() - 4);
    let legend: Vec<String> = signs.iter().map(|sign| format!("'{sign}' = '{sign}'")).collect();
    let text = format!(
        "title = 'Small'\nlayout = 'flat, even columns down'\ncolumns = '01-{columns:02}'\nrows = '01-{:02}'\n\
         [layer.terrain]\nlegend = {{ {} }}\ndrawn = '''\n{}\n'''\n",
        rows.len(),
        legend.join(", "),
        rows.join("\n")
    );
    HexMap::load("small map", &text).unwrap_or_else(|error| panic!("{error}"))
}

/// What is drawn on a part of a map, whose north-west corner is the hex `corner`: words in rows, one for a hex, `.` for
/// nothing, `+` between units of a stack. Blanks within a name are written `_`.
///
/// ```
/// use sandtable_kit::testing::{drawn, map};
///
/// let map = map(". . .\n. . .\n. . .");
/// let units = drawn(&map, "0201", "
///     .      2_Jgr
///     A+B    .
/// ");
/// let hex = |number| map.find(number).unwrap();
/// assert_eq!(units, [(hex("0301"), "2 Jgr".into()), (hex("0202"), "A".into()), (hex("0202"), "B".into())]);
/// ```
///
/// # Panics
/// If it does not lie on the map.
pub fn drawn(map: &Grid, corner: &str, text: &str) -> Vec<(HexId, String)> {
    let corner: HexNumber = corner.parse().unwrap_or_else(|error| panic!("`{corner}`: {error}"));
    let mut units = Vec::new();
    for (column, row, word) in words(text).filter(|(_, _, word)| *word != ".") {
        let number = HexNumber::new(corner.column + column, corner.row + row);
        let hex = map.id(number).unwrap_or_else(|| panic!("`{word}` is drawn at {number}, off the map"));
        units.extend(word.split('+').map(|name| (hex, name.replace('_', " "))));
    }
    units
}

/// Makes sure that a decision, as a person writes it, is refused by a clause and is not offered. Gives the refusal, for
/// looking at its words.
///
/// # Panics
/// If it is allowed, offered, or refused by another clause.
#[track_caller]
pub fn assert_refused<G: Game>(game: &G, text: &str, clause: &str) -> Refusal {
    let action = game.read(text).unwrap_or_else(|refusal| panic!("`{text}` cannot be read: {refusal}"));
    let Err(refusal) = game.check(&action) else { panic!("`{text}` is allowed, not refused by {clause}") };
    assert_eq!(refusal.clause.0, clause, "`{text}`: {refusal}");
    assert!(!game.choices().contains(&action), "`{text}` is offered, and refused: {refusal}");
    refusal
}

/// Makes a decision, as a person writes it, with dice that show these faces.
///
/// # Panics
/// If it is refused.
#[track_caller]
pub fn act<G: Game>(game: &mut G, text: &str, faces: &[u16]) {
    let action = game.read(text).unwrap_or_else(|refusal| panic!("`{text}` cannot be read: {refusal}"));
    let done = game.apply(&action, &mut Scripted::faces(faces), &mut ());
    done.unwrap_or_else(|refusal| panic!("`{text}`: {refusal}"));
}
