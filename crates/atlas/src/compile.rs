//! From the three files to the text of a map.

use std::collections::BTreeSet;

use kit::map::{Draft, DraftLayer, DraftSides, HexId, HexMap, HexNumber, Named};

use crate::{
    Error, Source,
    anchors::{Anchors, Ask, FarSide, Judge, by_name},
    geography::{self, Item},
    grid::{Between, Description, LayerRule, LinkRule, SideRule},
    lines::Ground,
    overrides::Overrides,
    plane::Point,
    rivers::{Corners, Side},
    straight,
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
    let ground = Ground::new(&description);
    let places = places(&ground, &items, geography)?;
    let points: Vec<(HexId, Point)> =
        places.iter().flat_map(|(_, list)| list.clone()).map(|(_, at)| at).collect();
    let anchors = Anchors::new(&ground, description.anchor, &points);
    let places = places
        .into_iter()
        .map(|(kind, list)| (kind, list.into_iter().map(|(name, (hex, _))| (name, hex)).collect()));
    let places = places.collect();
    let compiler = Compiler { ground, anchors, places, source: geography, items: &items };
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
    anchors: Anchors,
    places: Named<Named<HexId>>,
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
        known
            .extend(description.layers.iter().filter_map(|layer| Some(layer.beyond.as_ref()?.line.as_str())));
        for (_, rule) in &description.sides {
            match rule {
                SideRule::Lines(kind) => known.extend([kind.as_str()]),
                SideRule::Judged(rule) => {
                    known.extend(
                        [&rule.middle, &rule.crossed, &rule.through]
                            .into_iter()
                            .flatten()
                            .map(String::as_str),
                    );
                }
                SideRule::Between(_) | SideRule::Across(_) => {}
            }
        }
        known.extend(description.links.iter().map(|(_, rule)| rule.lines.as_str()));
        known.extend(description.places.iter().map(|(_, kind)| kind.as_str()));
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
        let sides = self.sides(&layers)?;
        let links = description
            .links
            .iter()
            .map(|(name, rule)| Ok((name.clone(), self.links(rule, &layers, &sides)?)))
            .collect::<Result<_, Error>>()?;
        let mut zones = self.zones(&layers)?;
        for (group, kinds) in &description.areas {
            zones.push((group.clone(), self.areas(kinds)));
        }
        let places = self.places.iter().map(|(kind, list)| {
            (kind.clone(), list.iter().map(|(name, hex)| (name.clone(), self.number(*hex))).collect())
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

    fn links(
        &self,
        rule: &LinkRule,
        layers: &[DraftLayer],
        sides: &[DraftSides],
    ) -> Result<Named<Vec<Vec<HexNumber>>>, Error> {
        let held = self.places.iter().flat_map(|(_, list)| list.iter().map(|(_, hex)| *hex)).collect();
        let ask = Ask(layers);
        let mut network: Named<Vec<Vec<HexNumber>>> = Vec::new();
        for item in self.of_kind(&rule.lines) {
            let lines = item.lines(self.source)?;
            let mut pieces: Vec<Vec<HexId>> = Vec::new();
            for line in lines {
                if rule.straight {
                    pieces.push(self.straight(item, line, &ask, sides)?);
                } else {
                    pieces.extend(self.ground.follow(line, &held));
                }
            }
            self.not_empty(item, pieces.len())?;
            self.only_once(item, network.iter().map(|(name, _)| name))?;
            let pieces =
                pieces.into_iter().map(|piece| piece.into_iter().map(|hex| self.number(hex)).collect());
            let kept = kept(pieces, |one, other| {
                let any = |values| ask.has(one, values) || ask.has(other, values);
                (rule.touching.is_empty() || any(&rule.touching)) && !any(&rule.without)
            });
            // Of a line that is parted by what its hexes are, nothing may be left.
            if !kept.is_empty() {
                network.push((item.name.clone(), kept));
            }
        }
        Ok(network)
    }

    /// From the hex of each point of a line to the hex of the next.
    fn straight(
        &self,
        item: &Item,
        line: &[Point],
        ask: &Ask<'_>,
        sides: &[DraftSides],
    ) -> Result<Vec<HexId>, Error> {
        let description = self.description();
        let (closed, closed_sides) = &description.closed;
        let shut: BTreeSet<Side> = sides
            .iter()
            .filter(|side| closed_sides.contains(&side.name))
            .flat_map(|side| side.courses.iter().flat_map(|(_, sides)| sides.iter().copied()))
            .flat_map(|(one, other)| [(one, other), (other, one)])
            .collect();
        let is_open = |from: HexId, to: HexId| {
            let (from, to) = (self.number(from), self.number(to));
            !ask.has(to, closed) && !shut.contains(&(from, to))
        };
        let hexes: Vec<HexId> = line.iter().map(|&point| self.ground.nearest(point).0).collect();
        let mut way = vec![hexes[0]];
        for pair in hexes.windows(2) {
            let next = straight::way(&self.ground.grid, pair[0], pair[1], is_open).ok_or_else(|| {
                let (one, other) = (self.number(pair[0]), self.number(pair[1]));
                item.wrong(self.source, format!("there is no way from {one} to {other}"))
            })?;
            way.extend(next.into_iter().skip(1));
        }
        Ok(way)
    }

    /// The feature that gives each hex its value of a layer.
    fn owner<'b>(&'b self, rule: &'b LayerRule, hex: HexId) -> Option<(&'b Item, &'b str)> {
        let (point, held) = (self.anchors.at(hex), self.anchors.holds_place(hex));
        self.items.iter().find_map(|item| {
            let (kind, value) = rule.areas.iter().find(|(kind, _)| *kind == item.kind)?;
            let is_barred = held && rule.not_at_places.contains(kind);
            (!is_barred && item.area(self.source).is_ok_and(|rings| point.is_inside(rings)))
                .then_some((item, value.as_str()))
        })
    }

    fn layer(&self, rule: &LayerRule) -> Result<DraftLayer, Error> {
        for item in self.items.iter().filter(|item| rule.areas.iter().any(|(kind, _)| *kind == item.kind)) {
            item.area(self.source)?;
        }
        let beyond = rule.beyond.as_ref();
        let beyond = beyond
            .map(|beyond| {
                Ok::<_, Error>((FarSide::find(beyond, self.items, self.source)?, beyond.value.as_str()))
            })
            .transpose()?;
        let sign = |hex| {
            let far =
                beyond.as_ref().filter(|(side, _)| side.holds(self.anchors.at(hex))).map(|(_, value)| *value);
            let value = self.owner(rule, hex).map(|(_, value)| value).or(far).unwrap_or(&rule.rest);
            rule.sign(value).expect("the grid was checked")
        };
        let drawn = self.ground.grid.hexes().map(|hex| (self.number(hex), sign(hex))).collect();
        Ok(DraftLayer { name: rule.name.clone(), legend: rule.legend.clone(), drawn })
    }

    fn sides(&self, layers: &[DraftLayer]) -> Result<Vec<DraftSides>, Error> {
        let description = self.description();
        let corners = Corners::new(&self.ground);
        let (known, ask) = (by_name(&self.places), Ask(layers));
        let find = |name: &str| {
            known.get(name).copied().ok_or_else(|| Error::Feature {
                file: self.source.file.to_owned(),
                feature: name.to_owned(),
                message: "there is no such place".into(),
            })
        };
        // A side that is named carries nothing else.
        let mut alone = BTreeSet::new();
        for (_, rule) in &description.sides {
            if let SideRule::Across(across) = rule {
                let (one, other) = (find(&across.places.0)?, find(&across.places.1)?);
                alone.extend([(one, other), (other, one)]);
            }
        }
        let dry = |hex: HexId| !ask.has(self.number(hex), &description.water);
        let open: Vec<(HexId, HexId)> = self
            .ground
            .grid
            .hexes()
            .filter(|&hex| dry(hex))
            .flat_map(|hex| self.ground.grid.neighbours(hex).map(move |other| (hex, other)))
            .filter(|&(one, other)| one < other && dry(other) && !alone.contains(&(one, other)))
            .collect();
        let judge =
            Judge { ground: &self.ground, anchors: &self.anchors, items: self.items, source: self.source };
        let mut features = Vec::new();
        for (name, rule) in &description.sides {
            let (directed, courses) = match rule {
                SideRule::Lines(kind) => (false, self.rivers(&corners, kind)?),
                SideRule::Between(between) => (true, self.border(layers, between)),
                SideRule::Across(across) => {
                    let (one, other) = (find(&across.places.0)?, find(&across.places.1)?);
                    (false, vec![(across.name.clone(), vec![(self.number(one), self.number(other))])])
                }
                SideRule::Judged(rule) => {
                    features.push(judge.sides(name, rule, &open)?);
                    continue;
                }
            };
            features.push(DraftSides { name: name.clone(), directed, courses });
        }
        Ok(features)
    }

    fn rivers(&self, corners: &Corners<'_>, kind: &str) -> Result<Named<Vec<Side>>, Error> {
        let mut taken = BTreeSet::new();
        let mut courses: Named<Vec<Side>> = Vec::new();
        for item in self.of_kind(kind) {
            let lines = item.lines(self.source)?;
            let sides: Vec<_> = lines.iter().flat_map(|line| corners.follow(line, &mut taken)).collect();
            self.not_empty(item, sides.len())?;
            self.only_once(item, courses.iter().map(|(name, _)| name))?;
            courses.push((item.name.clone(), sides));
        }
        Ok(courses)
    }

    fn border(&self, layers: &[DraftLayer], between: &Between) -> Named<Vec<Side>> {
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
        if sides.is_empty() { vec![] } else { vec![(between.name.clone(), sides)] }
    }

    fn zones(&self, layers: &[DraftLayer]) -> Result<Named<Named<Vec<HexNumber>>>, Error> {
        let known = by_name(&self.places);
        let is = |number: &HexNumber, (layer, sign): &(String, char)| {
            layers.iter().find(|known| known.name == *layer).is_some_and(|layer| layer.drawn[number] == *sign)
        };
        let mut zones = Vec::new();
        for (group, rules) in &self.description().zones {
            let mut named = Vec::new();
            for rule in rules {
                let places = rule.places.as_ref().map(|places| {
                    places
                        .iter()
                        .map(|name| {
                            known.get(name.as_str()).copied().ok_or_else(|| Error::Feature {
                                file: self.source.file.to_owned(),
                                feature: format!("zone `{}`", rule.name),
                                message: format!("there is no place `{name}`"),
                            })
                        })
                        .collect::<Result<BTreeSet<HexId>, Error>>()
                });
                let places = places.transpose()?;
                let hexes = self.ground.grid.hexes().filter(|hex| {
                    let number = self.number(*hex);
                    places.as_ref().is_none_or(|places| places.contains(hex))
                        && (rule.columns.0..=rule.columns.1).contains(&number.column)
                        && (rule.rows.0..=rule.rows.1).contains(&number.row)
                        && rule.values.iter().all(|value| is(&number, value))
                });
                named.push((rule.name.clone(), hexes.map(|hex| self.number(hex)).collect()));
            }
            zones.push((group.clone(), named));
        }
        Ok(zones)
    }

    /// Each area of these kinds with the hexes that have their value from it.
    fn areas(&self, kinds: &[String]) -> Named<Vec<HexNumber>> {
        let mut zones: Named<Vec<HexNumber>> = Vec::new();
        for item in self.items.iter().filter(|item| kinds.contains(&item.kind)) {
            let rules = &self.description().layers;
            let rule = rules.iter().find(|rule| rule.areas.iter().any(|(kind, _)| *kind == item.kind));
            let is_its = |hex: &HexId| {
                let owner = rule.and_then(|rule| self.owner(rule, *hex));
                owner.is_some_and(|(owner, _)| std::ptr::eq(owner, item))
            };
            let hexes: Vec<_> = self.ground.grid.hexes().filter(is_its).map(|hex| self.number(hex)).collect();
            if !hexes.is_empty() {
                zones.push((item.name.clone(), hexes));
            }
        }
        zones
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

/// The places by kind and name: hex and point.
fn places(
    ground: &Ground<'_>,
    items: &[Item],
    source: Source<'_>,
) -> Result<Named<Named<(HexId, Point)>>, Error> {
    let mut places = Vec::new();
    for (name, kind) in &ground.description.places {
        let mut list = Vec::new();
        for item in items.iter().filter(|item| item.kind == *kind) {
            let point = item.point(source)?;
            let (hex, distance) = ground.nearest(point);
            if distance > ground.description.pitch() {
                let number = ground.grid.number(hex);
                let message =
                    format!("it lies beyond the edge, {distance:.1} km from the centre of {number}");
                return Err(item.wrong(source, message));
            }
            list.push((item.name.clone(), (hex, point)));
        }
        places.push((name.clone(), list));
    }
    Ok(places)
}

/// The parts of lines whose links are wanted.
fn kept(
    lines: impl Iterator<Item = Vec<HexNumber>>,
    is_wanted: impl Fn(HexNumber, HexNumber) -> bool,
) -> Vec<Vec<HexNumber>> {
    let mut pieces: Vec<Vec<HexNumber>> = Vec::new();
    for line in lines {
        let mut piece: Vec<HexNumber> = Vec::new();
        for link in line.windows(2) {
            if is_wanted(link[0], link[1]) {
                if piece.is_empty() {
                    piece.push(link[0]);
                }
                piece.push(link[1]);
            } else if !piece.is_empty() {
                pieces.push(std::mem::take(&mut piece));
            }
        }
        if !piece.is_empty() {
            pieces.push(piece);
        }
    }
    pieces
}
