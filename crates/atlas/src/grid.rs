//! The description of the grid: how the map is projected and what becomes of what.

use std::collections::BTreeMap;

use kit::{
    ContentError,
    content::{Ordered, read_toml},
    map::{HexNumber, Layout},
};
use serde::Deserialize;
use toml::Spanned;

use crate::{
    Source,
    plane::{Globe, Point, Projection},
};

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct File {
    title: String,
    layout: Spanned<String>,
    columns: Spanned<String>,
    rows: Spanned<String>,
    projection: ProjectionText,
    hexes: HexesText,
    #[serde(default)]
    ignored: Vec<String>,
    #[serde(default)]
    layer: Ordered<LayerText>,
    #[serde(default)]
    side: Ordered<SideText>,
    #[serde(default)]
    link: Ordered<Lines>,
    #[serde(default)]
    place: Ordered<Points>,
    #[serde(default)]
    zone: Ordered<Ordered<BTreeMap<String, Spanned<String>>>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", rename_all_fields = "kebab-case", tag = "kind")]
enum ProjectionText {
    Plain {
        origin: (f64, f64),
        km_per_degree: (f64, f64),
        #[serde(default)]
        north: f64,
    },
    Albers {
        origin: (f64, f64),
        parallels: (f64, f64),
        radius: f64,
    },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct HexesText {
    first: Spanned<(f64, f64)>,
    step: Spanned<(f64, f64)>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LayerText {
    legend: Ordered<Spanned<String>>,
    rest: Spanned<String>,
    #[serde(default)]
    areas: Ordered<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SideText {
    lines: Option<String>,
    between: Option<Between>,
}

/// A feature on every side between two values of a layer.
#[derive(Deserialize, Clone, Debug)]
#[serde(deny_unknown_fields)]
pub struct Between {
    /// The layer.
    pub layer: String,
    /// The value of the inner hex.
    pub inner: String,
    /// The value of the outer hex.
    pub outer: String,
    /// The name of the line.
    pub name: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Lines {
    lines: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Points {
    points: String,
}

/// What the description says.
#[derive(Debug)]
pub struct Description {
    pub title: String,
    pub layout: Layout,
    pub columns: (u8, u8),
    pub rows: (u8, u8),
    pub projection: Projection,
    first: Point,
    /// From column to column and from row to row.
    step: (f64, f64),
    /// Kinds of features that are for drawing only.
    pub ignored: Vec<String>,
    pub layers: Vec<LayerRule>,
    pub sides: Vec<(String, SideRule)>,
    /// Network and the kind of lines.
    pub links: Vec<(String, String)>,
    /// Kind of place and the kind of points.
    pub places: Vec<(String, String)>,
    pub zones: Vec<(String, Vec<ZoneRule>)>,
}

/// What becomes a layer.
#[derive(Debug)]
pub struct LayerRule {
    pub name: String,
    pub legend: Vec<(char, String)>,
    /// The value where no area lies.
    pub rest: String,
    /// The kind of areas and the value they give.
    pub areas: Vec<(String, String)>,
}

impl LayerRule {
    /// The character of a value.
    pub fn sign(&self, value: &str) -> Option<char> {
        self.legend.iter().find(|(_, known)| known == value).map(|(sign, _)| *sign)
    }
}

/// What becomes a feature of sides.
#[derive(Debug)]
pub enum SideRule {
    /// Lines of a kind.
    Lines(String),
    /// The border between two values.
    Between(Between),
}

/// The hexes of a zone by what they are.
#[derive(Debug)]
pub struct ZoneRule {
    pub name: String,
    pub columns: (u8, u8),
    pub rows: (u8, u8),
    /// Layer and character.
    pub values: Vec<(String, char)>,
}

impl Description {
    pub fn read(source: Source<'_>) -> Result<Self, ContentError> {
        let file: File = read_toml(source.file, source.text)?;
        let at = |offset: usize, message: String| ContentError::at(source.file, source.text, offset, message);
        let layout =
            Layout::named(file.layout.get_ref()).map_err(|message| at(file.layout.span().start, message))?;
        let range = |text: &Spanned<String>| {
            parse_range(text.get_ref()).ok_or_else(|| {
                let message =
                    format!("found `{}`, expected first and last number such as `01-23`", text.get_ref());
                at(text.span().start, message)
            })
        };
        let (columns, rows) = (range(&file.columns)?, range(&file.rows)?);
        let step = *file.hexes.step.get_ref();
        if !(step.0 > 0.0 && step.1 > 0.0 && step.0.is_finite() && step.1.is_finite()) {
            let message = "a step from column to column or row to row must be more than 0";
            return Err(at(file.hexes.step.span().start, message.into()));
        }
        let layers = file.layer.0.iter().map(|(name, layer)| layer.rule(name.get_ref(), &at));
        let layers: Vec<LayerRule> = layers.collect::<Result<_, _>>()?;
        let mut sides = Vec::new();
        for (name, side) in file.side.0 {
            let rule = match (side.lines, side.between) {
                (Some(lines), None) => SideRule::Lines(lines),
                (None, Some(between)) => {
                    let layer = layers.iter().find(|layer| layer.name == between.layer);
                    let sign = |value| layer.and_then(|layer| layer.sign(value));
                    if sign(&between.inner).is_none() || sign(&between.outer).is_none() {
                        let message =
                            format!("`{}` speaks of a layer or value that is not there", name.get_ref());
                        return Err(at(name.span().start, message));
                    }
                    SideRule::Between(between)
                }
                _ => {
                    let message = format!("`{}` needs either `lines` or `between`", name.get_ref());
                    return Err(at(name.span().start, message));
                }
            };
            sides.push((name.into_inner(), rule));
        }
        let mut zones = Vec::new();
        for (group, rules) in file.zone.0 {
            let mut read = Vec::new();
            for (name, rule) in rules.0 {
                let mut zone = ZoneRule { name: name.into_inner(), columns, rows, values: Vec::new() };
                for (key, wanted) in rule {
                    match key.as_str() {
                        "columns" => zone.columns = range(&wanted)?,
                        "rows" => zone.rows = range(&wanted)?,
                        layer => {
                            let known = layers.iter().find(|known| known.name == layer);
                            let sign =
                                known.and_then(|layer| layer.sign(wanted.get_ref())).ok_or_else(|| {
                                    let message = format!("there is no {layer} `{}`", wanted.get_ref());
                                    at(wanted.span().start, message)
                                })?;
                            zone.values.push((key, sign));
                        }
                    }
                }
                read.push(zone);
            }
            zones.push((group.into_inner(), read));
        }
        let first = *file.hexes.first.get_ref();
        Ok(Self {
            title: file.title,
            layout,
            columns,
            rows,
            projection: file.projection.into(),
            first: Point { x: first.0, y: first.1 },
            step,
            ignored: file.ignored,
            layers,
            sides,
            links: file.link.0.into_iter().map(|(name, rule)| (name.into_inner(), rule.lines)).collect(),
            places: file.place.0.into_iter().map(|(name, rule)| (name.into_inner(), rule.points)).collect(),
            zones,
        })
    }

    /// The centre of a hex.
    pub fn centre(&self, number: HexNumber) -> Point {
        let (x, y) = self.lattice(number);
        self.point(x, y)
    }

    /// The centre of a hex on the lattice of corners: thirds of a step along the straight lines of hexes, halves across.
    pub fn lattice(&self, number: HexNumber) -> (i32, i32) {
        let (column, row) = (
            i32::from(number.column) - i32::from(self.columns.0),
            i32::from(number.row) - i32::from(self.rows.0),
        );
        let shoved = i32::from(self.layout.is_shoved(number));
        if self.layout.is_flat() { (3 * column, 2 * row + shoved) } else { (2 * column + shoved, 3 * row) }
    }

    /// A point of the lattice.
    pub fn point(&self, x: i32, y: i32) -> Point {
        let (across, down) = if self.layout.is_flat() { (3.0, 2.0) } else { (2.0, 3.0) };
        Point {
            x: self.first.x + f64::from(x) * self.step.0 / across,
            y: self.first.y + f64::from(y) * self.step.1 / down,
        }
    }

    /// From centre to centre of neighbours, measured along a straight line of hexes.
    pub fn pitch(&self) -> f64 {
        if self.layout.is_flat() { self.step.1 } else { self.step.0 }
    }
}

impl LayerText {
    fn rule(
        &self,
        name: &str,
        at: &dyn Fn(usize, String) -> ContentError,
    ) -> Result<LayerRule, ContentError> {
        let mut legend = Vec::new();
        for (sign, value) in &self.legend.0 {
            let mut letters = sign.get_ref().chars();
            let (Some(letter), None) = (letters.next(), letters.next()) else {
                let message = format!("found sign `{}`, expected one character", sign.get_ref());
                return Err(at(sign.span().start, message));
            };
            legend.push((letter, value.get_ref().clone()));
        }
        let areas =
            self.areas.0.iter().map(|(kind, value)| (kind.get_ref().clone(), value.get_ref().clone()));
        let rule = LayerRule {
            name: name.to_owned(),
            legend,
            rest: self.rest.get_ref().clone(),
            areas: areas.collect(),
        };
        for value in self.areas.0.iter().map(|(_, value)| value).chain([&self.rest]) {
            if rule.sign(value.get_ref()).is_none() {
                let message = format!("`{}` is not in the legend of {name}", value.get_ref());
                return Err(at(value.span().start, message));
            }
        }
        Ok(rule)
    }
}

impl From<ProjectionText> for Projection {
    fn from(text: ProjectionText) -> Self {
        let globe = |(longitude, latitude)| Globe { longitude, latitude };
        match text {
            ProjectionText::Plain { origin, km_per_degree, north } => {
                Self::Plain { origin: globe(origin), per_degree: km_per_degree, north }
            }
            ProjectionText::Albers { origin, parallels, radius } => {
                Self::Albers { origin: globe(origin), parallels, radius }
            }
        }
    }
}

/// `01-23`, or `07` for one.
fn parse_range(text: &str) -> Option<(u8, u8)> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let number = |half: &str| {
        let digits = half.len() == 2 && half.bytes().all(|digit| digit.is_ascii_digit());
        digits.then(|| half.parse().ok()).flatten()
    };
    let range: (u8, u8) = (number(first)?, number(last)?);
    (range.0 <= range.1).then_some(range)
}
