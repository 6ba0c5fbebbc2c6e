//! The text of a grid, as it is written.

use std::collections::BTreeMap;

use kit::content::Ordered;
use serde::Deserialize;
use toml::Spanned;

use super::{Across, Anchor, Between, Values};

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct File {
    pub title: String,
    pub layout: Spanned<String>,
    pub columns: Spanned<String>,
    pub rows: Spanned<String>,
    pub projection: ProjectionText,
    pub hexes: HexesText,
    #[serde(default)]
    pub ignored: Vec<String>,
    #[serde(default)]
    pub layer: Ordered<LayerText>,
    #[serde(default)]
    pub side: Ordered<SideText>,
    #[serde(default)]
    pub link: Ordered<LinkText>,
    #[serde(default)]
    pub place: Ordered<Points>,
    #[serde(default)]
    pub zone: Ordered<Ordered<BTreeMap<String, Spanned<String>>>>,
    #[serde(default)]
    pub areas: Ordered<Vec<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", rename_all_fields = "kebab-case", tag = "kind")]
pub enum ProjectionText {
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
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct HexesText {
    pub first: Spanned<(f64, f64)>,
    pub step: Spanned<(f64, f64)>,
    #[serde(default)]
    pub anchor: Anchor,
    #[serde(default)]
    pub water: Values,
    #[serde(default)]
    pub closed: Values,
    #[serde(default)]
    pub closed_sides: Vec<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct LayerText {
    pub legend: Ordered<Spanned<String>>,
    pub rest: Spanned<String>,
    #[serde(default)]
    pub areas: Ordered<Spanned<String>>,
    #[serde(default)]
    pub not_at_places: Vec<String>,
    pub beyond: Option<BeyondText>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BeyondText {
    pub line: String,
    pub towards: String,
    pub value: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SideText {
    pub lines: Option<String>,
    pub between: Option<Between>,
    pub across: Option<Across>,
    pub middle: Option<String>,
    pub crossed: Option<String>,
    pub through: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LinkText {
    pub lines: String,
    #[serde(default)]
    pub straight: bool,
    #[serde(default, rename = "with")]
    pub touching: Values,
    #[serde(default)]
    pub without: Values,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Points {
    pub points: String,
}
