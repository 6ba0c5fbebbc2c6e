//! Hexes judged at their anchors: what lies on the stretch from anchor to anchor lies on the side between.

use std::collections::{BTreeMap, BTreeSet};

use kit::map::{DraftLayer, DraftSides, HexId, HexNumber, Named};

use crate::{
    Error, Source,
    geography::Item,
    grid::{Anchor, Beyond, Judged, Values},
    lines::Ground,
    plane::{Point, crossings},
    rivers::Side,
};

/// Where each hex is judged, and which hexes hold a place.
pub struct Anchors {
    points: Vec<Point>,
    at_places: BTreeSet<HexId>,
}

impl Anchors {
    /// At centres, or at the places that were put on the map.
    pub fn new(ground: &Ground<'_>, anchor: Anchor, places: &[(HexId, Point)]) -> Self {
        let mut points: Vec<Point> = ground.grid.hexes().map(|hex| ground.centre(hex)).collect();
        if anchor == Anchor::Places {
            for &(hex, point) in places {
                points[hex.index()] = point;
            }
        }
        Self { points, at_places: places.iter().map(|&(hex, _)| hex).collect() }
    }

    pub fn at(&self, hex: HexId) -> Point {
        self.points[hex.index()]
    }

    pub fn holds_place(&self, hex: HexId) -> bool {
        self.at_places.contains(&hex)
    }
}

/// Whether hexes lie on the far side of a line.
pub struct FarSide {
    line: (Point, Point),
    sign: bool,
}

impl FarSide {
    /// The line of a layer, and the side of the place it names.
    pub fn find(beyond: &Beyond, items: &[Item], source: Source<'_>) -> Result<Self, Error> {
        let wrong = |message: String| Error::Feature {
            file: source.file.to_owned(),
            feature: beyond.line.clone(),
            message,
        };
        let item = items.iter().find(|item| item.kind == beyond.line);
        let item = item.ok_or_else(|| wrong("there is no such line".into()))?;
        let [line] = item.lines(source)? else { return Err(item.wrong(source, "expected one line")) };
        let &[start, end] = line.as_slice() else {
            return Err(item.wrong(source, "expected a straight line of two points"));
        };
        let place = items.iter().find(|item| item.name == beyond.towards);
        let place = place.ok_or_else(|| wrong(format!("there is no place `{}`", beyond.towards)))?;
        let line = (start, end);
        Ok(Self { line, sign: place.point(source)?.turn(line) > 0.0 })
    }

    pub fn holds(&self, point: Point) -> bool {
        (point.turn(self.line) > 0.0) == self.sign
    }
}

/// The values of the layers, to be asked by hex.
pub struct Ask<'a>(pub &'a [DraftLayer]);

impl Ask<'_> {
    /// Whether a hex has one of these values.
    pub fn has(&self, number: HexNumber, values: &Values) -> bool {
        values.iter().any(|(layer, list)| {
            let layer = self.0.iter().find(|known| known.name == *layer).expect("the grid was checked");
            let sign = layer.drawn[&number];
            let value = layer.legend.iter().find(|(known, _)| *known == sign).map(|(_, value)| value);
            value.is_some_and(|value| list.contains(value))
        })
    }
}

/// The sides on which something lies, judged from anchor to anchor.
pub struct Judge<'a> {
    pub ground: &'a Ground<'a>,
    pub anchors: &'a Anchors,
    pub items: &'a [Item],
    pub source: Source<'a>,
}

impl Judge<'_> {
    /// The sides of one feature among those that can carry one.
    pub fn sides(&self, name: &str, rule: &Judged, open: &[(HexId, HexId)]) -> Result<DraftSides, Error> {
        let mut taken: BTreeSet<Side> = BTreeSet::new();
        let mut courses: Named<Vec<Side>> = Vec::new();
        let mut directed = None;
        for feature in self.items {
            let is = |kind: &Option<String>| kind.as_ref() == Some(&feature.kind);
            let (middle, crossed, through) = (is(&rule.middle), is(&rule.crossed), is(&rule.through));
            if !(middle || crossed || through) {
                continue;
            }
            let inner = Inner::read(feature, self.source)?;
            if *directed.get_or_insert(inner.is_some()) != inner.is_some() {
                return Err(feature.wrong(self.source, "either every line of its kind has `inner` or none"));
            }
            let lines = if crossed { feature.lines(self.source)? } else { feature.area(self.source)? };
            let mut sides = Vec::new();
            for &(one, other) in open {
                let (start, end) = (self.anchors.at(one), self.anchors.at(other));
                let count = lines.iter().map(|line| crossings((start, end), line)).sum::<usize>();
                let is_there = (crossed && count % 2 == 1)
                    || (through && count >= 2)
                    || (middle && start.towards(end, 0.5).is_inside(lines));
                if !is_there {
                    continue;
                }
                let Some(side) = self.laid(one, other, inner) else { continue };
                // A side that two share belongs to the first in the file.
                if taken.insert((side.0.min(side.1), side.0.max(side.1))) {
                    sides.push(side);
                }
            }
            if let Some((_, known)) = courses.iter_mut().find(|(known, _)| *known == feature.name) {
                known.extend(sides);
            } else if !sides.is_empty() {
                courses.push((feature.name.clone(), sides));
            }
        }
        Ok(DraftSides { name: name.to_owned(), directed: directed.unwrap_or(false), courses })
    }

    /// The side in the order in which it is written; none where a line with an inside has none.
    fn laid(&self, one: HexId, other: HexId, inner: Option<Inner>) -> Option<Side> {
        let (first, second) = (self.ground.grid.number(one), self.ground.grid.number(other));
        let (start, end) = (self.ground.centre(one), self.ground.centre(other));
        let is_second = match inner {
            None => return Some((first.min(second), first.max(second))),
            Some(Inner::East) => end.x > start.x,
            Some(Inner::South) if first.row == second.row => return None,
            Some(Inner::South) => second.row > first.row,
        };
        Some(if is_second { (second, first) } else { (first, second) })
    }
}

/// Where the inner hexes of a line lie.
#[derive(Clone, Copy)]
enum Inner {
    /// The hex whose centre lies further east.
    East,
    /// The hex of the greater row; sides within a row carry nothing.
    South,
}

impl Inner {
    fn read(item: &Item, source: Source<'_>) -> Result<Option<Self>, Error> {
        match item.inner.as_deref() {
            None => Ok(None),
            Some("east") => Ok(Some(Self::East)),
            Some("south") => Ok(Some(Self::South)),
            Some(other) => {
                let message = format!("found `{other}` as its `inner`, expected `east` or `south`");
                Err(item.wrong(source, message))
            }
        }
    }
}

/// The points of places by name.
pub fn by_name(places: &Named<Named<HexId>>) -> BTreeMap<&str, HexId> {
    places.iter().flat_map(|(_, list)| list.iter().map(|(name, hex)| (name.as_str(), *hex))).collect()
}
