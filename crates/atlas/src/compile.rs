//! From the three files to the text of a map.

use std::collections::BTreeSet;

use kit::map::{Draft, DraftLayer, DraftSides, HexId, HexMap, HexNumber, Named};

use crate::{
    Error, Source,
    geography::{self, Item},
    grid::{Description, LayerRule, SideRule},
    lines::Ground,
    overrides::Overrides,
    rivers::Corners,
};

/// Compiles geography onto hexes: the text of a map that the kit has read and found sound.
///
/// `remark` stands at the head of the text, `target` is the name of the file in complaints about the whole.
pub fn compile(
    grid: Source<'_>,
    geography: Source<'_>,
    overrides: Source<'_>,
    remark: &[&str],
    target: &str,
) -> Result<String, Error> {
    let description = Description::read(grid)?;
    let items = geography::read(geography, &description.projection)?;
    let compiler = Compiler { ground: Ground::new(&description), source: geography, items: &items };
    compiler.check_kinds()?;
    let overrides = Overrides::read(overrides)?;
    let mut layers = compiler.layers()?;
    overrides.lay_over_layers(&mut layers)?;
    let mut draft = compiler.draft(remark, layers)?;
    overrides.lay_over(&mut draft)?;
    let text = draft.to_string();
    HexMap::load(target, &text)?;
    Ok(text)
}

struct Compiler<'a> {
    ground: Ground<'a>,
    source: Source<'a>,
    items: &'a [Item],
}

impl Compiler<'_> {
    fn description(&self) -> &Description {
        self.ground.description
    }

    fn number(&self, hex: HexId) -> HexNumber {
        self.ground.grid.number(hex)
    }

    fn of_kind<'b>(&'b self, kind: &'b str) -> impl Iterator<Item = &'b Item> {
        self.items.iter().filter(move |item| item.kind == kind)
    }

    /// A feature of which nothing becomes is most likely misspelled.
    fn check_kinds(&self) -> Result<(), Error> {
        let description = self.description();
        let mut known: BTreeSet<&str> = description.ignored.iter().map(String::as_str).collect();
        known.extend(
            description.layers.iter().flat_map(|layer| layer.areas.iter().map(|(kind, _)| kind.as_str())),
        );
        known.extend(description.sides.iter().filter_map(|(_, rule)| match rule {
            SideRule::Lines(kind) => Some(kind.as_str()),
            SideRule::Between(_) => None,
        }));
        known.extend(description.links.iter().chain(&description.places).map(|(_, kind)| kind.as_str()));
        for item in self.items {
            if !known.contains(item.kind.as_str()) {
                let known: Vec<_> = known.into_iter().collect();
                let message =
                    format!("the grid knows no kind `{}`; it knows: {}", item.kind, known.join(", "));
                return Err(item.wrong(self.source, message));
            }
        }
        Ok(())
    }

    fn layers(&self) -> Result<Vec<DraftLayer>, Error> {
        self.description().layers.iter().map(|rule| self.layer(rule)).collect()
    }

    fn draft(&self, remark: &[&str], layers: Vec<DraftLayer>) -> Result<Draft, Error> {
        let description = self.description();
        let places = self.places()?;
        let held = places.iter().flat_map(|(_, list)| list.iter().map(|(_, hex)| *hex)).collect();
        let links = description
            .links
            .iter()
            .map(|(name, kind)| Ok((name.clone(), self.links(kind, &held)?)))
            .collect::<Result<_, Error>>()?;
        let sides = self.sides(&layers)?;
        let zones = self.zones(&layers);
        let places = places.into_iter().map(|(kind, list)| {
            (kind, list.into_iter().map(|(name, hex)| (name, self.number(hex))).collect())
        });
        Ok(Draft {
            remark: remark.iter().map(|&line| line.to_owned()).collect(),
            title: description.title.clone(),
            layout: description.layout,
            columns: description.columns,
            rows: description.rows,
            layers,
            sides,
            links,
            places: places.collect(),
            zones,
        })
    }

    fn places(&self) -> Result<Named<Named<HexId>>, Error> {
        let mut places = Vec::new();
        for (name, kind) in &self.description().places {
            let mut list = Vec::new();
            for item in self.of_kind(kind) {
                let (hex, distance) = self.ground.nearest(item.point(self.source)?);
                if distance > self.description().pitch() {
                    let number = self.number(hex);
                    let message =
                        format!("it lies beyond the edge, {distance:.1} km from the centre of {number}");
                    return Err(item.wrong(self.source, message));
                }
                list.push((item.name.clone(), hex));
            }
            places.push((name.clone(), list));
        }
        Ok(places)
    }

    fn links(&self, kind: &str, places: &BTreeSet<HexId>) -> Result<Named<Vec<Vec<HexNumber>>>, Error> {
        let mut network: Named<Vec<Vec<HexNumber>>> = Vec::new();
        for item in self.of_kind(kind) {
            let lines = item.lines(self.source)?;
            let pieces = lines.iter().flat_map(|line| self.ground.follow(line, places));
            let pieces: Vec<Vec<HexNumber>> = pieces
                .map(|piece: Vec<HexId>| piece.into_iter().map(|hex| self.number(hex)).collect())
                .collect();
            self.not_empty(item, pieces.len())?;
            self.only_once(item, network.iter().map(|(name, _)| name))?;
            network.push((item.name.clone(), pieces));
        }
        Ok(network)
    }

    fn layer(&self, rule: &LayerRule) -> Result<DraftLayer, Error> {
        let mut areas = Vec::new();
        for item in self.items {
            if let Some((_, value)) = rule.areas.iter().find(|(kind, _)| *kind == item.kind) {
                areas.push((item.area(self.source)?, value));
            }
        }
        let sign = |hex| {
            let centre = self.ground.centre(hex);
            let area = areas.iter().find(|(rings, _)| centre.is_inside(rings));
            rule.sign(area.map_or(&rule.rest, |(_, value)| value)).expect("the grid was checked")
        };
        let drawn = self.ground.grid.hexes().map(|hex| (self.number(hex), sign(hex))).collect();
        Ok(DraftLayer { name: rule.name.clone(), legend: rule.legend.clone(), drawn })
    }

    fn sides(&self, layers: &[DraftLayer]) -> Result<Vec<DraftSides>, Error> {
        let corners = Corners::new(&self.ground);
        let mut features = Vec::new();
        for (name, rule) in &self.description().sides {
            let (directed, courses) = match rule {
                SideRule::Lines(kind) => {
                    let mut taken = BTreeSet::new();
                    let mut courses: Vec<(String, Vec<_>)> = Vec::new();
                    for item in self.of_kind(kind) {
                        let lines = item.lines(self.source)?;
                        let sides: Vec<_> =
                            lines.iter().flat_map(|line| corners.follow(line, &mut taken)).collect();
                        self.not_empty(item, sides.len())?;
                        self.only_once(item, courses.iter().map(|(name, _)| name))?;
                        courses.push((item.name.clone(), sides));
                    }
                    (false, courses)
                }
                SideRule::Between(between) => {
                    let layer = layers.iter().find(|layer| layer.name == between.layer);
                    let layer = layer.expect("the grid was checked");
                    let value = |number: HexNumber| {
                        let sign = layer.drawn[&number];
                        layer.legend.iter().find(|(known, _)| *known == sign).map(|(_, value)| value)
                    };
                    let mut sides = Vec::new();
                    for hex in self.ground.grid.hexes() {
                        let inner = self.number(hex);
                        let outer = self.ground.grid.neighbours(hex).map(|other| self.number(other));
                        if value(inner) == Some(&between.inner) {
                            let outer = outer.filter(|&outer| value(outer) == Some(&between.outer));
                            sides.extend(outer.map(|outer| (inner, outer)));
                        }
                    }
                    // Where the two values never meet there is no line.
                    let courses = if sides.is_empty() { vec![] } else { vec![(between.name.clone(), sides)] };
                    (true, courses)
                }
            };
            features.push(DraftSides { name: name.clone(), directed, courses });
        }
        Ok(features)
    }

    fn zones(&self, layers: &[DraftLayer]) -> Named<Named<Vec<HexNumber>>> {
        let is = |number: &HexNumber, (layer, sign): &(String, char)| {
            layers.iter().find(|known| known.name == *layer).is_some_and(|layer| layer.drawn[number] == *sign)
        };
        let zones = self.description().zones.iter().map(|(group, rules)| {
            let zones = rules.iter().map(|rule| {
                let hexes = self.ground.grid.hexes().map(|hex| self.number(hex)).filter(|number| {
                    (rule.columns.0..=rule.columns.1).contains(&number.column)
                        && (rule.rows.0..=rule.rows.1).contains(&number.row)
                        && rule.values.iter().all(|value| is(number, value))
                });
                (rule.name.clone(), hexes.collect())
            });
            (group.clone(), zones.collect())
        });
        zones.collect()
    }

    fn not_empty(&self, item: &Item, length: usize) -> Result<(), Error> {
        if length > 0 { Ok(()) } else { Err(item.wrong(self.source, "nothing of it lies on the map")) }
    }

    fn only_once<'b>(&self, item: &Item, mut names: impl Iterator<Item = &'b String>) -> Result<(), Error> {
        if names.any(|name| *name == item.name) {
            return Err(item.wrong(self.source, "there is another of this kind and name"));
        }
        Ok(())
    }
}
