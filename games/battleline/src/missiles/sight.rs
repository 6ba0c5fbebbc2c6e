//! The line from shooter to target (LINE-X-MIS-2, LINE-X-MIS-3).

use kit::objection::no as object;

use super::situation::{Between, Situation};
use crate::prelude::*;

/// How shooter and target see each other.
pub(crate) struct Sight {
    pub(crate) charts: &'static Charts,
    pub(crate) distance: u8,
    /// The neighbouring target itself, or the hexes between.
    pub(crate) lines: SmallVec<[Line; 2]>,
}

/// One hex through which the shot can go.
pub(crate) struct Line {
    /// Where the target sees it.
    pub(crate) from: Place,
    /// Where the shooter sees it.
    pub(crate) towards: Place,
    pub(crate) blocked: bool,
}

impl Line {
    /// Through a hex that lies in these directions from target and shooter, who face so.
    pub(crate) const fn through(
        (out, facing): (Direction, Direction),
        (back, its_facing): (Direction, Direction),
        blocked: bool,
    ) -> Self {
        Self { from: Place::seen(out, facing), towards: Place::seen(back, its_facing), blocked }
    }
}

impl Sight {
    /// Finds the line from what the situation says.
    pub(super) fn take(charts: &'static Charts, situation: &Situation) -> Result<Self, Refusal> {
        let (firer, target) = (&situation.firer, &situation.target);
        match (firer.hex, firer.facing, target.hex, target.facing) {
            (None, None, None, None) => Self::in_words(charts, situation),
            (Some(firer), Some(its_facing), Some(target), Some(facing)) => {
                Self::on_map(charts, situation, (firer, its_facing), (target, facing))
            }
            _ => no("LINE-DIR-1", "positions by hexes need hex and facing of shooter and target"),
        }
    }

    fn in_words(charts: &'static Charts, situation: &Situation) -> Result<Self, Refusal> {
        let distance = situation.distance.unwrap_or(1);
        let between = &situation.between;
        let (from, towards) = (situation.target.from, situation.firer.towards);
        let line = |hex: Between| Line {
            from: hex.from.unwrap_or_default(),
            towards: hex.towards.unwrap_or_default(),
            blocked: blocks(situation, hex),
        };
        let lines: SmallVec<[Line; 2]> = match (distance, between.as_slice()) {
            (1, []) => {
                let before = line(Between { from, towards, ..Between::default() });
                SmallVec::from_iter([Line { blocked: false, ..before }])
            }
            (1, _) => return no("LINE-X-MIS-3", "nothing lies between neighbours: leave out `between`"),
            (2, _) if from.is_some() || towards.is_some() => {
                return no("LINE-X-MIS-2", "at distance 2 say from and towards of the hexes between");
            }
            (2, []) => SmallVec::from_iter([line(Between::default())]),
            (2, [_] | [_, _]) => between.iter().copied().map(line).collect(),
            (2, _) => return no("LINE-X-MIS-3", "at distance 2 one or two hexes lie between, not more"),
            _ => return no("LINE-X-MIS-2", format!("distance {distance} is out of all range: 1 or 2")),
        };
        if between.iter().any(|hex| hex.hex.is_some()) {
            return no("LINE-DIR-1", "a hex between has a number, but shooter and target have none");
        }
        if let [one, two] = lines.as_slice() {
            // What follows clockwise for the one comes before it for the other.
            let fits = two.from == one.from.turned(1) && one.towards == two.towards.turned(1)
                || one.from == two.from.turned(1) && two.towards == one.towards.turned(1);
            if !fits {
                return no(
                    "LINE-X-MIS-3",
                    "two hexes between lie side by side, in opposite order for shooter and target",
                );
            }
        }
        Ok(Self { charts, distance, lines })
    }

    fn on_map(
        charts: &'static Charts,
        situation: &Situation,
        (firer, its_facing): (Hex, Direction),
        (target, facing): (Hex, Direction),
    ) -> Result<Self, Refusal> {
        if situation.firer.towards.is_some() || situation.target.from.is_some() {
            return no(
                "LINE-DIR-1",
                "positions are given twice, by hexes and by from or towards: leave one out",
            );
        }
        let neighbours = target.direction_to(firer).zip(firer.direction_to(target));
        let (distance, lines): (u8, SmallVec<[Line; 2]>) = if let Some((out, back)) = neighbours {
            (1, SmallVec::from_iter([Line::through((out, facing), (back, its_facing), false)]))
        } else {
            let said = |hex: Hex| situation.between.iter().find(|said| said.hex == Some(hex));
            let lines = target.between(firer).filter_map(|hex| {
                let (out, back) = target.direction_to(hex).zip(firer.direction_to(hex))?;
                let blocked = said(hex).is_some_and(|said| blocks(situation, *said));
                Some(Line::through((out, facing), (back, its_facing), blocked))
            });
            (2, lines.collect())
        };
        if lines.is_empty() || firer == target {
            return no("LINE-X-MIS-2", format!("{target} is out of all range of {firer}: 1 or 2"));
        }
        if situation.distance.is_some_and(|said| said != distance) {
            return no("LINE-X-MAP-4", format!("{target} is at distance {distance} from {firer}"));
        }
        for said in &situation.between {
            if distance == 1 || said.hex.is_none_or(|hex| !target.between(firer).any(|known| known == hex)) {
                return no(
                    "LINE-X-MIS-3",
                    format!("`between` names a hex that does not lie between {firer} and {target}"),
                );
            }
        }
        Ok(Self { charts, distance, lines })
    }

    /// Whether the target is in the shooter's arc and some line is open.
    pub(crate) fn is_open<E: Objection>(&self, firer: &str) -> Result<(), E> {
        if !self.lines.iter().any(|line| self.charts.row(line.towards).is_forward()) {
            let reason = "the target lies neither before it nor beside its front: only its rows 1 and 2 are in the arc";
            return object("LINE-X-MIS-2", firer, reason);
        }
        if self.lines.iter().all(|line| line.blocked) {
            let reason = "every hex between is blocked by a unit, wood or higher ground";
            return object("LINE-X-MIS-3", firer, reason);
        }
        Ok(())
    }

    /// The row of the target from which the shot comes: of two hexes between, the lower row, blocked or not
    /// (LINE-X-MIS-4).
    pub(crate) fn row(&self) -> Row {
        self.lines.iter().map(|line| self.charts.row(line.from)).min().unwrap_or(Row::FRONT)
    }
}

/// A unit, wood, or ground higher than both ends blocks a hex (LINE-X-MIS-3).
fn blocks(situation: &Situation, hex: Between) -> bool {
    is_blocked(hex.occupied, hex.terrain, hex.level, situation.firer.level.max(situation.target.level))
}

/// The same, with the level of the higher of shooter and target.
pub(crate) fn is_blocked(occupied: bool, terrain: Terrain, level: i8, ends: i8) -> bool {
    occupied || terrain == Terrain::Wood || level > ends
}

fn no<T>(clause: &'static str, reason: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal::new(clause, reason))
}
