//! Reading `GeoJSON`.

use geojson::{Feature, GeometryValue, Position};
use kit::ContentError;
use serde_json::Value;

use crate::{
    Error, Source,
    plane::{Globe, Point, Projection},
};

/// A feature of the geography, on the plane of the map.
#[derive(Debug)]
pub struct Item {
    /// Its property `kind`.
    pub kind: String,
    /// Its property `name`.
    pub name: String,
    /// Its property `inner`, if it has one: on which side of a line the inner hexes lie.
    pub inner: Option<String>,
    /// Where it lies.
    pub shape: Shape,
    label: String,
}

/// The shape of a feature.
#[derive(Debug)]
pub enum Shape {
    Point(Point),
    /// One or several lines of at least two points.
    Lines(Vec<Vec<Point>>),
    /// Rings that close themselves.
    Area(Vec<Vec<Point>>),
}

impl Item {
    /// A complaint about this feature.
    pub fn wrong(&self, source: Source<'_>, message: impl Into<String>) -> Error {
        Error::Feature { file: source.file.to_owned(), feature: self.label.clone(), message: message.into() }
    }

    /// Its point, if it is one.
    pub fn point(&self, source: Source<'_>) -> Result<Point, Error> {
        match &self.shape {
            Shape::Point(point) => Ok(*point),
            _ => Err(self.wrong(source, "expected a Point")),
        }
    }

    /// Its lines, if it is some.
    pub fn lines(&self, source: Source<'_>) -> Result<&[Vec<Point>], Error> {
        match &self.shape {
            Shape::Lines(lines) => Ok(lines),
            _ => Err(self.wrong(source, "expected a LineString or MultiLineString")),
        }
    }

    /// Its rings, if it is an area.
    pub fn area(&self, source: Source<'_>) -> Result<&[Vec<Point>], Error> {
        match &self.shape {
            Shape::Area(rings) => Ok(rings),
            _ => Err(self.wrong(source, "expected a Polygon or MultiPolygon")),
        }
    }
}

/// Reads a collection of features and lays them on the plane.
pub fn read(source: Source<'_>, projection: &Projection) -> Result<Vec<Item>, Error> {
    let value: Value = serde_json::from_str(source.text).map_err(|error| {
        let start: usize =
            source.text.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum();
        ContentError::at(
            source.file,
            source.text,
            start + error.column().saturating_sub(1),
            error.to_string(),
        )
    })?;
    let features = match &value["features"] {
        Value::Array(features) if value["type"] == "FeatureCollection" => features,
        _ => {
            let message = "expected a GeoJSON FeatureCollection";
            return Err(ContentError::at(source.file, source.text, 0, message).into());
        }
    };
    features.iter().enumerate().map(|(index, feature)| item(source, projection, index, feature)).collect()
}

fn item(source: Source<'_>, projection: &Projection, index: usize, value: &Value) -> Result<Item, Error> {
    let word = |key: &str| value["properties"][key].as_str().unwrap_or_default().to_owned();
    let (kind, name) = (word("kind"), word("name"));
    let label = format!("feature {}", index + 1);
    let label = if kind.is_empty() && name.is_empty() { label } else { format!("{label} ({kind} `{name}`)") };
    let wrong =
        |message: String| Error::Feature { file: source.file.to_owned(), feature: label.clone(), message };
    let feature =
        serde_json::from_value::<Feature>(value.clone()).map_err(|error| wrong(error.to_string()))?;
    if kind.is_empty() || name.is_empty() {
        return Err(wrong("expected the properties `kind` and `name`".into()));
    }
    let geometry = feature.geometry.ok_or_else(|| wrong("there is no geometry".into()))?;
    let place = |position: &Position| {
        let &[longitude, latitude, ..] = position.as_slice() else {
            return Err(wrong("a position is [longitude, latitude]".into()));
        };
        if !(-180.0..=180.0).contains(&longitude) || !(-90.0..=90.0).contains(&latitude) {
            let message = format!("[{longitude}, {latitude}] is not on the globe; longitude comes first");
            return Err(wrong(message));
        }
        Ok(projection.plane(Globe { longitude, latitude }))
    };
    let line = |positions: &Vec<Position>, least: usize| {
        if positions.len() < least {
            return Err(wrong(format!("found {} points, expected at least {least}", positions.len())));
        }
        positions.iter().map(place).collect::<Result<Vec<_>, _>>()
    };
    let lines = |lists: &[Vec<Position>], least: usize| {
        lists.iter().map(|list| line(list, least)).collect::<Result<Vec<_>, _>>()
    };
    let shape = match &geometry.value {
        GeometryValue::Point { coordinates } => Shape::Point(place(coordinates)?),
        GeometryValue::LineString { coordinates } => Shape::Lines(vec![line(coordinates, 2)?]),
        GeometryValue::MultiLineString { coordinates } => Shape::Lines(lines(coordinates, 2)?),
        GeometryValue::Polygon { coordinates } => Shape::Area(lines(coordinates, 4)?),
        GeometryValue::MultiPolygon { coordinates } => {
            let areas = coordinates.iter().map(|rings| lines(rings, 4)).collect::<Result<Vec<_>, _>>()?;
            Shape::Area(areas.concat())
        }
        other => return Err(wrong(format!("a {} cannot be drawn on hexes", other.type_name()))),
    };
    let inner = value["properties"]["inner"].as_str().map(str::to_owned);
    Ok(Item { kind, name, inner, shape, label })
}
