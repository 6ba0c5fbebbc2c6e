//! The description of the grid: how the map is projected and what becomes of what.

mod text;

use std::collections::BTreeMap;

use kit::{
    ContentError,
    content::{Ordered, read_toml},
    map::{HexNumber, Layout},
};
use serde::Deserialize;
use toml::Spanned;

use self::text::{File, LayerText, LinkText, ProjectionText, SideText};
use crate::{
    Source,
    plane::{Globe, Point, Projection},
};

/// Values of layers: any of them, in any of the layers.
pub type Values = BTreeMap<String, Vec<String>>;

/// The point at which a hex is judged.
#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Default, Debug)]
#[serde(rename_all = "lowercase")]
pub enum Anchor {
    /// Its centre.
    #[default]
    Centres,
    /// The place in it, if there is one, else its centre: so a town is always on its own bank.
    Places,
}

/// A value for every hex on the far side of a straight line that goes on without end.
#[derive(Debug)]
pub struct Beyond {
    /// The kind of the line.
    pub line: String,
    /// The place on whose side it is.
    pub towards: String,
    /// The value.
    pub value: String,
}

/// The side between the hexes of two places.
#[derive(Deserialize, Clone, Debug)]
#[serde(deny_unknown_fields)]
pub struct Across {
    /// The two.
    pub places: (String, String),
    /// What it is called.
    pub name: String,
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

/// What becomes a network of links.
#[derive(Debug)]
pub struct LinkRule {
    /// The kind of lines.
    pub lines: String,
    /// Whether a line goes straight from the hex of one of its points to the hex of the next.
    pub straight: bool,
    /// If any: only links of which a hex has one of these values.
    pub touching: Values,
    /// Only links of which no hex has one of these values.
    pub without: Values,
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
    /// Network and what becomes it.
    pub links: Vec<(String, LinkRule)>,
    /// Kind of place and the kind of points.
    pub places: Vec<(String, String)>,
    pub zones: Vec<(String, Vec<ZoneRule>)>,
    /// Groups of zones and the kinds of areas of which each becomes one.
    pub areas: Vec<(String, Vec<String>)>,
    pub anchor: Anchor,
    /// Hexes with these values have nothing on their sides but where they are said to have.
    pub water: Values,
    /// Hexes and sides around which straight lines go.
    pub closed: (Values, Vec<String>),
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
    /// Kinds of areas that hold no hex with a place.
    pub not_at_places: Vec<String>,
    pub beyond: Option<Beyond>,
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
    /// One side, which carries nothing else.
    Across(Across),
    /// Sides between the anchors of which something lies.
    Judged(Judged),
}

/// What must lie between the anchors of two hexes: one of these is enough.
#[derive(Debug)]
pub struct Judged {
    /// A kind of areas: the middle between the anchors lies in one.
    pub middle: Option<String>,
    /// A kind of lines: the stretch between the anchors crosses one an odd number of times.
    pub crossed: Option<String>,
    /// A kind of areas: the stretch crosses the shore of one twice or more.
    pub through: Option<String>,
}

/// The hexes of a zone by what they are.
#[derive(Clone, Debug)]
pub struct ZoneRule {
    pub name: String,
    pub columns: (u8, u8),
    pub rows: (u8, u8),
    /// Layer and character.
    pub values: Vec<(String, char)>,
    /// Only the hexes of these places.
    pub places: Option<Vec<String>>,
}

impl Description {
    pub fn read(source: Source<'_>) -> Result<Self, ContentError> {
        let file: File = read_toml(source.file, source.text)?;
        let at = |offset: usize, message: String| ContentError::at(source.file, source.text, offset, message);
        let layout =
            Layout::named(file.layout.get_ref()).map_err(|message| at(file.layout.span().start, message))?;
        let (columns, rows) = (range(&file.columns, &at)?, range(&file.rows, &at)?);
        let step = *file.hexes.step.get_ref();
        if !(step.0 > 0.0 && step.1 > 0.0 && step.0.is_finite() && step.1.is_finite()) {
            let message = "a step from column to column or row to row must be more than 0";
            return Err(at(file.hexes.step.span().start, message.into()));
        }
        let layers = file.layer.0.iter().map(|(name, layer)| layer.rule(name.get_ref(), &at));
        let layers: Vec<LayerRule> = layers.collect::<Result<_, _>>()?;
        let sides = side_rules(file.side, &layers, &at)?;
        let whole = ZoneRule { name: String::new(), columns, rows, values: Vec::new(), places: None };
        let zones = zone_rules(file.zone, &whole, &layers, &at)?;
        let first = *file.hexes.first.get_ref();
        let links: Vec<(String, LinkRule)> = file
            .link
            .0
            .into_iter()
            .map(|(name, text)| {
                let LinkText { lines, straight, touching, without } = text;
                (name.into_inner(), LinkRule { lines, straight, touching, without })
            })
            .collect();
        let named = links.iter().flat_map(|(_, rule)| [&rule.touching, &rule.without]);
        for values in named.chain([&file.hexes.water, &file.hexes.closed]) {
            for (layer, value) in
                values.iter().flat_map(|(layer, list)| list.iter().map(move |value| (layer, value)))
            {
                let known = layers.iter().find(|known| known.name == *layer);
                if known.is_none_or(|known| known.sign(value).is_none()) {
                    return Err(at(0, format!("there is no {layer} `{value}`")));
                }
            }
        }
        for closed in &file.hexes.closed_sides {
            if !sides.iter().any(|(name, _)| name == closed.get_ref()) {
                return Err(at(closed.span().start, format!("there is no side `{}`", closed.get_ref())));
            }
        }
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
            links,
            places: file.place.0.into_iter().map(|(name, rule)| (name.into_inner(), rule.points)).collect(),
            zones,
            areas: file.areas.0.into_iter().map(|(group, kinds)| (group.into_inner(), kinds)).collect(),
            anchor: file.hexes.anchor,
            water: file.hexes.water,
            closed: (
                file.hexes.closed,
                file.hexes.closed_sides.into_iter().map(Spanned::into_inner).collect(),
            ),
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

type At<'a> = dyn Fn(usize, String) -> ContentError + 'a;

fn side_rules(
    texts: Ordered<SideText>,
    layers: &[LayerRule],
    at: &At<'_>,
) -> Result<Vec<(String, SideRule)>, ContentError> {
    let mut sides = Vec::new();
    for (name, side) in texts.0 {
        let judged = Judged { middle: side.middle, crossed: side.crossed, through: side.through };
        let is_judged = judged.middle.is_some() || judged.crossed.is_some() || judged.through.is_some();
        let rule = match (side.lines, side.between, side.across, is_judged) {
            (Some(lines), None, None, false) => SideRule::Lines(lines),
            (None, None, Some(across), false) => SideRule::Across(across),
            (None, None, None, true) => SideRule::Judged(judged),
            (None, Some(between), None, false) => {
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
                let message = format!(
                    "`{}` needs one of `lines`, `between`, `across`, or of `middle`, `crossed`, `through`",
                    name.get_ref()
                );
                return Err(at(name.span().start, message));
            }
        };
        sides.push((name.into_inner(), rule));
    }
    Ok(sides)
}

fn zone_rules(
    texts: Ordered<Ordered<BTreeMap<String, Spanned<String>>>>,
    whole: &ZoneRule,
    layers: &[LayerRule],
    at: &At<'_>,
) -> Result<Vec<(String, Vec<ZoneRule>)>, ContentError> {
    let mut zones = Vec::new();
    for (group, rules) in texts.0 {
        let mut read = Vec::new();
        for (name, rule) in rules.0 {
            let mut zone = ZoneRule { name: name.into_inner(), ..whole.clone() };
            for (key, wanted) in rule {
                match key.as_str() {
                    "columns" => zone.columns = range(&wanted, at)?,
                    "rows" => zone.rows = range(&wanted, at)?,
                    "places" => {
                        let names = wanted.get_ref().split(',').map(|name| name.trim().to_owned());
                        zone.places = Some(names.collect());
                    }
                    layer => {
                        let known = layers.iter().find(|known| known.name == layer);
                        let sign = known.and_then(|layer| layer.sign(wanted.get_ref())).ok_or_else(|| {
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
    Ok(zones)
}

fn range(text: &Spanned<String>, at: &At<'_>) -> Result<(u8, u8), ContentError> {
    parse_range(text.get_ref()).ok_or_else(|| {
        let message = format!("found `{}`, expected first and last number such as `01-23`", text.get_ref());
        at(text.span().start, message)
    })
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
            not_at_places: self.not_at_places.clone(),
            beyond: self.beyond.as_ref().map(|beyond| Beyond {
                line: beyond.line.clone(),
                towards: beyond.towards.clone(),
                value: beyond.value.get_ref().clone(),
            }),
        };
        let beyond = self.beyond.as_ref().map(|beyond| &beyond.value);
        for value in self.areas.0.iter().map(|(_, value)| value).chain([&self.rest]).chain(beyond) {
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
