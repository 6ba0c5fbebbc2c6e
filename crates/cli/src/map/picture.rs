//! A hex map in characters.
//!
//! ```text
//!   /─│─\      links to the north-west, north, north-east
//!  /Rzhev\     the place or the number
//!  \─ ◆ ─/     links to the south-west and south-east; the place or the sign of the ground
//!   \_│_/      the side to the south with what lies on it, a link over it
//! ```

use std::fmt::Write;

use kit::map::{Direction, HexId, HexMap, Layer};

/// What stands in a hex: up to five characters, then up to three, each in its own colour if it is not 0.
pub struct Caption {
    pub first: String,
    pub second: String,
    pub colours: [u8; 2],
}

/// A character and the code of its colour; 0 is none.
type Cell = (char, u8);

const FAINT: u8 = 90;
const BOLD: u8 = 1;
/// Colours of features and their characters: blue, then others.
const SIDES: [(char, u8); 4] = [('≈', 94), ('=', 96), ('+', 95), ('*', 93)];
const DIRECTED: (char, u8) = ('#', 91);
const LINKS: [u8; 3] = [33, 35, 36];
const VALUES: [u8; 5] = [0, 32, 33, 36, 35];

/// The width and height of a hex, and how far its neighbours are moved.
const WIDE: usize = 7;
const TALL: usize = 4;
const PITCH: usize = 5;
/// Room for the numbers of the rows and columns.
const LEFT: usize = 3;
const TOP: usize = 1;

/// Characters in rows, each with a colour.
pub struct Picture {
    rows: Vec<Vec<Cell>>,
}

impl Picture {
    /// Draws a map of flat-top hexes with its sides and links.
    pub fn large(map: &HexMap, layer: Option<&Layer>, caption: &dyn Fn(HexId) -> Caption) -> Self {
        let width = LEFT + map.columns().len() * PITCH + 2;
        let height = TOP + map.rows().len() * TALL + 3;
        let mut picture = Self { rows: vec![vec![(' ', 0); width]; height] };
        picture.label(map);
        for hex in map.hexes() {
            picture.outline(map, hex);
        }
        for hex in map.hexes() {
            picture.links(map, hex);
            let (x, y) = corner(map, hex);
            let Caption { first, second, colours } = caption(hex);
            let place = map.place_at(hex);
            let name = if place.is_some() { BOLD } else { FAINT };
            let ground = if place.is_some() { BOLD } else { value_colour(layer, hex) };
            let or = |colour: u8, usual: u8| if colour == 0 { usual } else { colour };
            picture.write(x + 1, y + 1, &first, 5, or(colours[0], name));
            picture.write(x + 2, y + 2, &second, 3, or(colours[1], ground));
        }
        picture
    }

    /// Draws two characters a hex: for wide maps and pointy hexes.
    pub fn small(map: &HexMap, layer: Option<&Layer>) -> Self {
        let flat = map.layout().is_flat();
        let lines = if flat { 2 } else { 1 };
        let mut picture = Self {
            rows: vec![
                vec![(' ', 0); LEFT + map.columns().len() * 2 + 2];
                TOP + map.rows().len() * lines + 1
            ],
        };
        for row in map.rows() {
            picture.write(
                0,
                TOP + usize::from(row - map.rows().start()) * lines,
                &format!("{row:02}"),
                2,
                FAINT,
            );
        }
        for hex in map.hexes() {
            let number = map.number(hex);
            let shoved = usize::from(map.layout().is_shoved(number));
            let (column, row) = (number.column - map.columns().start(), number.row - map.rows().start());
            let (mut x, mut y) = (LEFT + usize::from(column) * 2, TOP + usize::from(row) * lines);
            if flat {
                y += shoved;
            } else {
                x += shoved;
            }
            let sign = layer.map_or('.', |layer| layer.sign(layer.at(hex)));
            let place = map.place_at(hex);
            picture.put(
                x,
                y,
                place.map_or((sign, value_colour(layer, hex)), |place| {
                    (super::place_sign(map, &place.kind), BOLD)
                }),
            );
            if number.row == *map.rows().start() && number.column.is_multiple_of(5) {
                picture.write(x, 0, &format!("{:02}", number.column), 2, FAINT);
            }
        }
        picture
    }

    /// How many characters it is wide.
    pub fn width(map: &HexMap) -> usize {
        LEFT + map.columns().len() * PITCH + 2
    }

    /// As much of it as there is room for, around these hexes; rows and columns keep their numbers.
    #[must_use]
    pub fn cut(mut self, map: &HexMap, around: &[HexId], (width, height): (usize, usize)) -> Self {
        let corners: Vec<(usize, usize)> = around.iter().map(|&hex| corner(map, hex)).collect();
        let middle = |places: &mut dyn Iterator<Item = usize>, size: usize| {
            let (low, high) =
                places.fold((usize::MAX, 0), |(low, high), at| (low.min(at), high.max(at + size)));
            if low > high { 0 } else { usize::midpoint(low, high) }
        };
        let rows = part(self.rows.len(), TOP, height, middle(&mut corners.iter().map(|&(_, y)| y), TALL));
        let wide = self.rows.first().map_or(0, Vec::len);
        let columns = part(wide, LEFT, width, middle(&mut corners.iter().map(|&(x, _)| x), WIDE));
        let head: Vec<Vec<Cell>> = self.rows.drain(..TOP).collect();
        let kept = self.rows.drain(rows.start - TOP..rows.end - TOP);
        let narrow = |row: Vec<Cell>| row[..LEFT].iter().chain(&row[columns.clone()]).copied().collect();
        Self { rows: head.into_iter().chain(kept).map(narrow).collect() }
    }

    fn put(&mut self, x: usize, y: usize, cell: Cell) {
        if let Some(place) = self.rows.get_mut(y).and_then(|row| row.get_mut(x)) {
            *place = cell;
        }
    }

    fn write(&mut self, x: usize, y: usize, words: &str, most: usize, colour: u8) {
        for (at, letter) in words.chars().take(most).enumerate() {
            if letter != ' ' {
                self.put(x + at, y, (letter, colour));
            }
        }
    }

    fn label(&mut self, map: &HexMap) {
        for column in map.columns() {
            let x = LEFT + usize::from(column - map.columns().start()) * PITCH;
            self.write(x + 2, 0, &format!("{column:02}"), 2, FAINT);
        }
        for row in map.rows() {
            let y = TOP + usize::from(row - map.rows().start()) * TALL;
            self.write(0, y + 2, &format!("{row:02}"), 2, FAINT);
        }
    }

    /// The six sides, each with what lies on it.
    fn outline(&mut self, map: &HexMap, hex: HexId) {
        let (x, y) = corner(map, hex);
        let far = x + WIDE - 1;
        let places: [&[(usize, usize)]; 6] = [
            // The top belongs to the hex above, or there is none.
            &[(x + 2, y.wrapping_sub(1)), (x + 3, y.wrapping_sub(1)), (x + 4, y.wrapping_sub(1))],
            &[(far - 1, y), (far, y + 1)],
            &[(far, y + 2), (far - 1, y + 3)],
            &[(x + 2, y + 3), (x + 3, y + 3), (x + 4, y + 3)],
            &[(x, y + 2), (x + 1, y + 3)],
            &[(x + 1, y), (x, y + 1)],
        ];
        for (direction, places) in Direction::ALL.into_iter().zip(places) {
            let plain =
                [('_', FAINT), ('\\', FAINT), ('/', FAINT), ('_', FAINT), ('\\', FAINT), ('/', FAINT)];
            let mut marks: Vec<Cell> = Vec::new();
            let mut undirected = SIDES.iter().cycle();
            for side in map.sides() {
                let mark = if side.directed { DIRECTED } else { *undirected.next().expect("a cycle") };
                if side.at(hex).contains(direction) {
                    marks.push(mark);
                }
            }
            if marks.is_empty() {
                marks.push(plain[direction.index()]);
            }
            for (index, &(x, y)) in places.iter().enumerate() {
                self.put(x, y, marks[index * marks.len() / places.len()]);
            }
        }
    }

    fn links(&mut self, map: &HexMap, hex: HexId) {
        let (x, y) = corner(map, hex);
        let places = [(x + 3, y), (x + 4, y), (x + 5, y + 2), (x + 3, y + 3), (x + 1, y + 2), (x + 2, y)];
        let full = ['│', '─', '─', '│', '─', '─'];
        let thin = ['┊', '┄', '┄', '┊', '┄', '┄'];
        for (direction, (x, y)) in Direction::ALL.into_iter().zip(places) {
            let first = map.links().iter().position(|link| link.at(hex).contains(direction));
            let Some(first) = first else { continue };
            let stroke = if first == 0 { full } else { thin };
            self.put(x, y, (stroke[direction.index()], LINKS[first % LINKS.len()]));
        }
    }

    /// The lines, in colour or without.
    pub fn lines(&self, in_colour: bool) -> impl Iterator<Item = String> + '_ {
        self.rows.iter().map(move |row| {
            let mut line = String::new();
            let mut last = 0;
            for &(letter, colour) in row {
                // A blank needs no colour, but a background must not run on into it.
                let colour = if letter == ' ' && !(40..50).contains(&last) { last } else { colour };
                if in_colour && colour != last {
                    let _ = write!(line, "\u{1b}[0;{colour}m");
                    last = colour;
                }
                line.push(letter);
            }
            let mut line = line.trim_end().to_owned();
            if in_colour && last != 0 {
                line.push_str("\u{1b}[0m");
            }
            line
        })
    }

    /// What the characters mean: of the ground, and in a large picture of sides and links.
    pub fn legend(map: &HexMap, layer: Option<&Layer>, large: bool) -> Vec<String> {
        let mut undirected = SIDES.iter().cycle();
        let mut words = Vec::new();
        if !large {
            return Self::ground(layer).into_iter().collect();
        }
        for side in map.sides() {
            let (sign, _) = if side.directed { DIRECTED } else { *undirected.next().expect("a cycle") };
            words.push(format!("{sign} {}", side.name));
        }
        for (index, link) in map.links().iter().enumerate() {
            words.push(format!("{} {}", if index == 0 { "│ ─" } else { "┊ ┄" }, link.name));
        }
        words.extend(Self::ground(layer));
        words
    }

    fn ground(layer: Option<&Layer>) -> Option<String> {
        let layer = layer?;
        let word = |value| format!("{} {}", layer.sign(value), layer.value_name(value));
        let values: Vec<_> = layer.values().map(word).collect();
        Some(format!("{}: {}", layer.name, values.join(", ")))
    }
}

/// Which places of `all` are shown in `room` beside the first `fixed`: those around `middle`.
fn part(all: usize, fixed: usize, room: usize, middle: usize) -> std::ops::Range<usize> {
    let many = room.saturating_sub(fixed).max(1).min(all - fixed);
    let start = middle.saturating_sub(many / 2).clamp(fixed, all - many);
    start..start + many
}

fn value_colour(layer: Option<&Layer>, hex: HexId) -> u8 {
    layer.map_or(0, |layer| VALUES[layer.at(hex).index() % VALUES.len()])
}

/// The upper left corner of the box around a hex.
fn corner(map: &HexMap, hex: HexId) -> (usize, usize) {
    let number = map.number(hex);
    let shoved = if map.layout().is_shoved(number) { TALL / 2 } else { 0 };
    let column = usize::from(number.column - map.columns().start());
    let row = usize::from(number.row - map.rows().start());
    (LEFT + column * PITCH, TOP + 1 + row * TALL + shoved)
}
