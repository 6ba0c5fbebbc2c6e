//! What must be as the designer says, whatever the geography gives.

use kit::{
    ContentError,
    content::{Ordered, read_toml},
    map::{Draft, DraftLayer, DraftSides, HexNumber, Named},
};
use serde::Deserialize;
use toml::Spanned;

use crate::Source;

type Lists = Ordered<Ordered<Spanned<String>>>;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    layer: Lists,
    #[serde(default)]
    side: Lists,
    #[serde(default)]
    link: Lists,
    #[serde(default)]
    place: Lists,
    #[serde(default)]
    zone: Lists,
}

/// The file of overrides: what has the same name is replaced, what is empty is taken away, the rest is added.
///
/// Whether numbers are on the map and hexes are neighbours, the reader of the map says afterwards.
pub struct Overrides<'a> {
    source: Source<'a>,
    file: File,
}

impl<'a> Overrides<'a> {
    pub fn read(source: Source<'a>) -> Result<Self, ContentError> {
        Ok(Self { source, file: read_toml(source.file, source.text)? })
    }

    /// Values of hexes come first: borders and zones follow from them.
    pub fn lay_over_layers(&self, layers: &mut [DraftLayer]) -> Result<(), ContentError> {
        for (name, values) in &self.file.layer.0 {
            let Some(layer) = layers.iter_mut().find(|layer| layer.name == *name.get_ref()) else {
                return Err(self.at(name, format!("there is no layer `{}`", name.get_ref())));
            };
            for (value, list) in &values.0 {
                let Some(&(sign, _)) = layer.legend.iter().find(|(_, known)| known == value.get_ref()) else {
                    return Err(self.at(value, format!("`{}` is not in the legend", value.get_ref())));
                };
                for hex in self.hexes(list)? {
                    if layer.drawn.insert(hex, sign).is_none() {
                        return Err(self.at(list, format!("there is no hex {hex}")));
                    }
                }
            }
        }
        Ok(())
    }

    /// Everything else.
    pub fn lay_over(&self, draft: &mut Draft) -> Result<(), ContentError> {
        for (name, courses) in &self.file.side.0 {
            let is_it = |side: &DraftSides| side.name == *name.get_ref();
            let index = find_or_add(&mut draft.sides, is_it, || DraftSides {
                name: name.get_ref().clone(),
                directed: courses.0.iter().any(|(_, list)| list.get_ref().contains('>')),
                courses: Vec::new(),
            });
            for (course, list) in &courses.0 {
                let mark = if draft.sides[index].directed { '>' } else { '/' };
                let sides = self.sides(list, mark)?;
                replace(&mut draft.sides[index].courses, course.get_ref(), sides);
            }
        }
        for (name, courses) in &self.file.link.0 {
            let index = group(&mut draft.links, name.get_ref());
            for (course, list) in &courses.0 {
                replace(&mut draft.links[index].1, course.get_ref(), self.pieces(list)?);
            }
        }
        for (kind, places) in &self.file.place.0 {
            for (place, number) in &places.0 {
                for (_, known) in &mut draft.places {
                    known.retain(|(name, _)| name != place.get_ref());
                }
                let index = group(&mut draft.places, kind.get_ref());
                let hexes = self.hexes(number)?;
                draft.places[index].1.extend(hexes.into_iter().map(|hex| (place.get_ref().clone(), hex)));
            }
        }
        for (name, zones) in &self.file.zone.0 {
            let index = group(&mut draft.zones, name.get_ref());
            for (zone, list) in &zones.0 {
                replace(&mut draft.zones[index].1, zone.get_ref(), self.hexes(list)?);
            }
        }
        Ok(())
    }

    fn at(&self, place: &Spanned<String>, message: String) -> ContentError {
        ContentError::at(self.source.file, self.source.text, place.span().start, message)
    }

    fn hex(&self, list: &Spanned<String>, word: &str) -> Result<HexNumber, ContentError> {
        word.parse().map_err(|error| self.at(list, format!("found `{word}`: {error}")))
    }

    fn hexes(&self, list: &Spanned<String>) -> Result<Vec<HexNumber>, ContentError> {
        list.get_ref().split_whitespace().map(|word| self.hex(list, word)).collect()
    }

    fn pieces(&self, list: &Spanned<String>) -> Result<Vec<Vec<HexNumber>>, ContentError> {
        let pieces = list.get_ref().split(',').filter(|piece| !piece.trim().is_empty());
        pieces.map(|piece| piece.split_whitespace().map(|word| self.hex(list, word)).collect()).collect()
    }

    fn sides(&self, list: &Spanned<String>, mark: char) -> Result<Vec<(HexNumber, HexNumber)>, ContentError> {
        let side = |word: &str| {
            let (one, other) = word.split_once(mark).ok_or_else(|| {
                self.at(list, format!("found `{word}`, expected a side such as 0101{mark}0102"))
            })?;
            Ok((self.hex(list, one)?, self.hex(list, other)?))
        };
        list.get_ref().split_whitespace().map(side).collect()
    }
}

fn find_or_add<T>(list: &mut Vec<T>, is_it: impl Fn(&T) -> bool, new: impl FnOnce() -> T) -> usize {
    list.iter().position(is_it).unwrap_or_else(|| {
        list.push(new());
        list.len() - 1
    })
}

fn group<T>(groups: &mut Named<Vec<T>>, name: &str) -> usize {
    find_or_add(groups, |(known, _)| known == name, || (name.to_owned(), Vec::new()))
}

fn replace<T>(list: &mut Named<Vec<T>>, name: &str, value: Vec<T>) {
    let known = list.iter().position(|(known, _)| known == name);
    match (known, value.is_empty()) {
        (Some(index), true) => {
            list.remove(index);
        }
        (Some(index), false) => list[index].1 = value,
        (None, true) => {}
        (None, false) => list.push((name.to_owned(), value)),
    }
}
