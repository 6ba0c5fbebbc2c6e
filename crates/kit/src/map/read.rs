//! Reading the text of a map.

use std::collections::BTreeSet;

use serde::Deserialize;
use toml::Spanned;

use super::{
    Course, Direction, Directions, Grid, HexId, HexMap, HexNumber, Layer, Layout, NamedPlace, Network,
    SideFeature, Value, Zone, ZoneGroup,
    draft::HOLE,
    source::{Drawing, Source, Word},
};
use crate::{
    ContentError,
    content::{Ordered, read_toml},
};

type Lists = Ordered<Ordered<Spanned<String>>>;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    title: String,
    layout: Spanned<String>,
    columns: Spanned<String>,
    rows: Spanned<String>,
    #[serde(default)]
    layer: Ordered<LayerText>,
    #[serde(default)]
    side: Lists,
    #[serde(default)]
    link: Lists,
    #[serde(default)]
    place: Lists,
    #[serde(default)]
    zone: Lists,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LayerText {
    legend: Ordered<Spanned<String>>,
    drawn: Spanned<String>,
}

/// At most so many features of sides, so that their flags fit into a word.
const MOST_SIDES: usize = 16;

/// Reads a map or says where it is wrong.
pub(super) fn read(file: &str, text: &str) -> Result<HexMap, ContentError> {
    let head: File = read_toml(file, text)?;
    let source = Source { file, text };
    let layout = Layout::named(head.layout.get_ref()).map_err(source.wrong_at(&head.layout))?;
    let (columns, rows) = (source.range(&head.columns)?, source.range(&head.rows)?);
    let drawings: Vec<Drawing> = head
        .layer
        .0
        .iter()
        .map(|(_, layer)| source.drawing(&layer.drawn, columns, rows))
        .collect::<Result<_, _>>()?;
    let is_there = |number| drawings.first().is_none_or(|drawing| drawing.sign_at(number).0 != HOLE);
    let grid = Grid::new(layout, columns.0..=columns.1, rows.0..=rows.1, is_there);
    if grid.len() == 0 {
        return Err(source.at(head.columns.span().start, "the map has no hex".into()));
    }
    let read = Reader { source, grid };
    let layers = read.layers(&head.layer, &drawings)?;
    let sides = read.sides(&head.side)?;
    let links = read.links(&head.link)?;
    let places = read.places(&head.place)?;
    let zones = read.zones(&head.zone)?;
    let grid = read.grid;

    let flags = |hex: HexId| {
        Direction::ALL.map(|direction| {
            let bit =
                |(index, side): (usize, &SideFeature)| u16::from(side.at(hex).contains(direction)) << index;
            sides.iter().enumerate().map(bit).sum()
        })
    };
    let side_flags = grid.hexes().map(flags).collect();
    let mut place_at = vec![u16::MAX; grid.len()].into_boxed_slice();
    for (index, place) in places.iter().enumerate() {
        place_at[place.hex.index()] = index as u16;
    }
    Ok(HexMap { title: head.title, grid, layers, sides, side_flags, links, places, place_at, zones })
}

/// The text and the hexes it speaks of.
struct Reader<'a> {
    source: Source<'a>,
    grid: Grid,
}

impl Reader<'_> {
    fn at(&self, word: Word<'_>, message: String) -> ContentError {
        self.source.at(word.offset, message)
    }

    fn hex(&self, word: Word<'_>) -> Result<HexId, ContentError> {
        self.grid.find(word.text).map_err(|error| self.at(word, error.to_string()))
    }

    /// The way from a hex to its neighbour.
    fn step(&self, word: Word<'_>, from: HexId, to: HexId) -> Result<Direction, ContentError> {
        self.grid.direction(from, to).ok_or_else(|| {
            let (from, to) = (self.grid.number(from), self.grid.number(to));
            self.at(word, format!("{from} and {to} are no neighbours"))
        })
    }

    fn no_masks(&self) -> Box<[Directions]> {
        vec![Directions::NONE; self.grid.len()].into()
    }

    fn layers(&self, layers: &Ordered<LayerText>, drawings: &[Drawing]) -> Result<Vec<Layer>, ContentError> {
        layers
            .0
            .iter()
            .zip(drawings)
            .map(|((name, layer), drawing)| self.layer(name, layer, drawing))
            .collect()
    }

    fn layer(
        &self,
        name: &Spanned<String>,
        layer: &LayerText,
        drawing: &Drawing,
    ) -> Result<Layer, ContentError> {
        let values = self.legend(&layer.legend)?;
        let grid = &self.grid;
        for row in grid.rows() {
            for number in grid.columns().map(|column| HexNumber { column, row }) {
                let (sign, place) = drawing.sign_at(number);
                if (sign == HOLE) != grid.id(number).is_none() {
                    let message = format!("{number} is a hole (`{HOLE}`) in one layer and a hex in another");
                    return Err(self.source.at(place, message));
                }
            }
        }
        let value = |hex| {
            let (sign, place) = drawing.sign_at(grid.number(hex));
            values.iter().position(|(known, _)| *known == sign).map(|index| Value(index as u8)).ok_or_else(
                || {
                    let number = grid.number(hex);
                    let known: Vec<_> = values.iter().map(|(known, _)| format!("`{known}`")).collect();
                    let message = format!(
                        "found `{sign}` for {number}, expected one of the legend: {}",
                        known.join(" ")
                    );
                    self.source.at(place, message)
                },
            )
        };
        let of = grid.hexes().map(value).collect::<Result<_, _>>()?;
        Ok(Layer { name: name.get_ref().clone(), values, of })
    }

    fn legend(&self, legend: &Ordered<Spanned<String>>) -> Result<Vec<(char, String)>, ContentError> {
        let mut values: Vec<(char, String)> = Vec::new();
        for (sign, name) in &legend.0 {
            let mut letters = sign.get_ref().chars();
            let (Some(letter), None) = (letters.next(), letters.next()) else {
                let found = sign.get_ref();
                return Err(self.source.wrong_at(sign)(format!(
                    "found sign `{found}`, expected one character"
                )));
            };
            if letter == HOLE || letter.is_whitespace() {
                let message =
                    format!("`{letter}` cannot stand for a value: `{HOLE}` is a hole, blanks do not count");
                return Err(self.source.wrong_at(sign)(message));
            }
            if values.iter().any(|(_, known)| known == name.get_ref()) {
                let message = format!("the legend has `{}` twice", name.get_ref());
                return Err(self.source.wrong_at(name)(message));
            }
            if values.len() == usize::from(u8::MAX) {
                return Err(self.source.wrong_at(sign)("a legend has at most 255 values".into()));
            }
            values.push((letter, name.get_ref().clone()));
        }
        Ok(values)
    }

    fn sides(&self, kinds: &Lists) -> Result<Vec<SideFeature>, ContentError> {
        if let Some((kind, _)) = kinds.0.get(MOST_SIDES) {
            return Err(self.source.wrong_at(kind)(format!(
                "there are at most {MOST_SIDES} features of sides"
            )));
        }
        kinds.0.iter().map(|(kind, courses)| self.side(kind.get_ref(), courses)).collect()
    }

    fn side(&self, kind: &str, lists: &Ordered<Spanned<String>>) -> Result<SideFeature, ContentError> {
        let (mut masks, mut outward) = (self.no_masks(), self.no_masks());
        let mut directed = None;
        let mut courses = Vec::new();
        for (name, list) in &lists.0 {
            let mut pairs = Vec::new();
            for word in self.source.words(list.span()) {
                let Some(cut) = word.text.find(['/', '>']) else {
                    let message = format!("found `{}`, expected a side such as 0101/0102", word.text);
                    return Err(self.at(word, message));
                };
                let is_directed = word.text[cut..].starts_with('>');
                if *directed.get_or_insert(is_directed) != is_directed {
                    let message = "one feature has either sides with `/` or, inner hex first, sides with `>`";
                    return Err(self.at(word, message.into()));
                }
                let other = Word { text: &word.text[cut + 1..], offset: word.offset + cut + 1 };
                let inner = self.hex(Word { text: &word.text[..cut], offset: word.offset })?;
                let outer = self.hex(other)?;
                let way = self.step(word, inner, outer)?;
                if masks[inner.index()].contains(way) {
                    return Err(self.at(word, format!("{kind} lies on {} already", word.text)));
                }
                masks[inner.index()].insert(way);
                masks[outer.index()].insert(way.opposite());
                if is_directed {
                    outward[inner.index()].insert(way);
                }
                pairs.push((inner, outer));
            }
            self.not_empty(name, pairs.len())?;
            courses.push(Course { name: name.get_ref().clone(), pairs });
        }
        let directed = directed == Some(true);
        Ok(SideFeature { name: kind.to_owned(), directed, courses, masks, outward })
    }

    fn links(&self, kinds: &Lists) -> Result<Vec<Network>, ContentError> {
        kinds.0.iter().map(|(kind, courses)| self.link(kind.get_ref(), courses)).collect()
    }

    /// Lines from hex to hex; a comma begins a new line of the same name.
    fn link(&self, kind: &str, lists: &Ordered<Spanned<String>>) -> Result<Network, ContentError> {
        let mut masks = self.no_masks();
        let mut courses = Vec::new();
        for (name, list) in &lists.0 {
            let mut pairs = Vec::new();
            let mut last: Option<HexId> = None;
            for word in self.source.words(list.span()) {
                let number = word.text.strip_suffix(',');
                let hex = self.hex(Word { text: number.unwrap_or(word.text), offset: word.offset })?;
                if let Some(last) = last {
                    let way = self.step(word, last, hex)?;
                    masks[last.index()].insert(way);
                    masks[hex.index()].insert(way.opposite());
                    pairs.push((last, hex));
                }
                last = if number.is_some() { None } else { Some(hex) };
            }
            self.not_empty(name, pairs.len())?;
            courses.push(Course { name: name.get_ref().clone(), pairs });
        }
        Ok(Network { name: kind.to_owned(), courses, masks })
    }

    fn not_empty(&self, name: &Spanned<String>, length: usize) -> Result<(), ContentError> {
        if length > 0 {
            return Ok(());
        }
        Err(self.source.wrong_at(name)(format!("`{}` is empty", name.get_ref())))
    }

    fn places(&self, kinds: &Lists) -> Result<Vec<NamedPlace>, ContentError> {
        let mut places: Vec<NamedPlace> = Vec::new();
        for (kind, list) in &kinds.0 {
            for (name, number) in &list.0 {
                let word = self.source.inside(number.span());
                let hex = self.hex(word)?;
                if places.iter().any(|place| place.name == *name.get_ref()) {
                    let message = format!("there are two places `{}`", name.get_ref());
                    return Err(self.source.wrong_at(name)(message));
                }
                if let Some(other) = places.iter().find(|place| place.hex == hex) {
                    return Err(self.at(word, format!("{} has a place already: {}", word.text, other.name)));
                }
                places.push(NamedPlace { name: name.get_ref().clone(), kind: kind.get_ref().clone(), hex });
            }
        }
        Ok(places)
    }

    fn zones(&self, groups: &Lists) -> Result<Vec<ZoneGroup>, ContentError> {
        groups.0.iter().map(|(group, lists)| self.group(group.get_ref(), lists)).collect()
    }

    fn group(&self, name: &str, lists: &Ordered<Spanned<String>>) -> Result<ZoneGroup, ContentError> {
        let mut of = vec![u16::MAX; self.grid.len()].into_boxed_slice();
        let mut zones = Vec::new();
        for (zone, list) in &lists.0 {
            let mut hexes = Vec::new();
            let mut known = BTreeSet::new();
            for word in self.source.words(list.span()) {
                let hex = self.hex(word)?;
                if !known.insert(hex) {
                    let message = format!("{} stands twice in `{}`", word.text, zone.get_ref());
                    return Err(self.at(word, message));
                }
                hexes.push(hex);
                let first = &mut of[hex.index()];
                *first = (*first).min(zones.len() as u16);
            }
            self.not_empty(zone, hexes.len())?;
            zones.push(Zone { name: zone.get_ref().clone(), hexes });
        }
        Ok(ZoneGroup { name: name.to_owned(), zones, of })
    }
}
