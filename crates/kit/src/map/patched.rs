//! Changes to a map: other terrain in a hex, a river or a road more or less.

use super::{Course, Direction, Directions, HexId, HexMap};
use crate::{ContentError, patch::Change};

impl HexMap {
    /// Makes one change. Its row is a hex (`0101`) for a layer, or two neighbours (`0101/0102`, the inner hex first) for a
    /// feature of sides or a link, which a value of `yes` adds and `no` takes away.
    pub(crate) fn change(&mut self, change: &Change) -> Result<(), ContentError> {
        let Some((one, other)) = change.row.split_once(['/', '>']) else {
            return self.change_layer(change);
        };
        let hex = |number: &str| self.grid.find(number).map_err(|error| change.complain(error.to_string()));
        let (one, other) = (hex(one)?, hex(other)?);
        let way = self.grid.direction(one, other).ok_or_else(|| {
            change.complain(format!("`{}` are no neighbours, so they share no side", change.row))
        })?;
        let present = match change.value.as_str() {
            "yes" => true,
            "no" => false,
            found => return Err(change.complain(format!("found `{found}`, expected yes or no"))),
        };
        let between = Between { one, other, way, present };
        if let Some(index) = self.sides.iter().position(|side| side.name == change.column) {
            let side = &mut self.sides[index];
            between.mark(&mut side.masks);
            set(&mut side.outward, one, way, present && side.directed);
            set(&mut side.outward, other, way.opposite(), false);
            between.list(&mut side.courses, &side.name);
            for (hex, way) in [(one, way), (other, way.opposite())] {
                let flags = &mut self.side_flags[hex.index()][way.index()];
                *flags = *flags & !(1 << index) | u16::from(present) << index;
            }
        } else if let Some(link) = self.links.iter_mut().find(|link| link.name == change.column) {
            between.mark(&mut link.masks);
            between.list(&mut link.courses, &link.name);
        } else {
            let known =
                self.sides.iter().map(|side| &side.name).chain(self.links.iter().map(|link| &link.name));
            return Err(unknown(change, known));
        }
        Ok(())
    }

    fn change_layer(&mut self, change: &Change) -> Result<(), ContentError> {
        let hex = self.grid.find(&change.row).map_err(|error| change.complain(error.to_string()))?;
        let Some(layer) = self.layers.iter_mut().find(|layer| layer.name == change.column) else {
            return Err(unknown(change, self.layers.iter().map(|layer| &layer.name)));
        };
        let value = layer.value(&change.value).ok_or_else(|| {
            let known: Vec<&str> = layer.values.iter().map(|(_, name)| name.as_str()).collect();
            change.complain(format!("found `{}`, expected one of {}", change.value, known.join(", ")))
        })?;
        layer.of[hex.index()] = value;
        Ok(())
    }

    /// What a change would replace, in the words of a patch; for showing what differs.
    pub fn said(&self, row: &str, column: &str) -> Option<String> {
        let Some((one, other)) = row.split_once(['/', '>']) else {
            return Some(self.layer(column)?.name_at(self.grid.find(row).ok()?).to_owned());
        };
        let (one, other) = (self.grid.find(one).ok()?, self.grid.find(other).ok()?);
        let way = self.grid.direction(one, other)?;
        let there =
            self.side(column).map(|side| side.at(one)).or_else(|| Some(self.link(column)?.at(one)))?;
        Some(if there.contains(way) { "yes" } else { "no" }.to_owned())
    }
}

fn unknown<'n>(change: &Change, known: impl Iterator<Item = &'n String>) -> ContentError {
    let known: Vec<&str> = known.map(String::as_str).collect();
    change.complain(format!("the map has no `{}` there: {}", change.column, known.join(", ")))
}

/// A side between two neighbours that gets a feature or loses it.
struct Between {
    one: HexId,
    other: HexId,
    way: Direction,
    present: bool,
}

impl Between {
    fn mark(&self, masks: &mut [Directions]) {
        set(masks, self.one, self.way, self.present);
        set(masks, self.other, self.way.opposite(), self.present);
    }

    fn list(&self, courses: &mut Vec<Course>, name: &str) {
        let pair = (self.one, self.other);
        for course in courses.iter_mut() {
            course.pairs.retain(|&(one, other)| (one, other) != pair && (other, one) != pair);
        }
        if self.present {
            courses.push(Course { name: name.to_owned(), pairs: vec![pair] });
        }
    }
}

fn set(masks: &mut [Directions], hex: HexId, way: Direction, present: bool) {
    let mask = &mut masks[hex.index()];
    *mask = Directions::from_bits(mask.bits() & !(1 << way.index()) | u8::from(present) << way.index());
}
