//! Supply (STAL-SUP-1 to STAL-SUP-7): Germans from the western edge, Russians over the Volga.

use kit::map::HexId;

use crate::{
    field::Field,
    map::Hexes,
    units::{Side, UnitId, Units},
};

/// How supply reaches the hexes of a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Supply {
    side: Side,
    /// Hexes that supply runs on from.
    pub through: Hexes,
    /// Hexes in which a unit is supplied.
    pub reached: Hexes,
}

/// What bars the supply of a side, found once for a position: enemies and, in the open, their zones (STAL-ZOC-7).
struct Bars {
    /// Hexes that a path may not pass (STAL-SUP-2, STAL-SUP-5).
    closed: Hexes,
    /// Unoccupied city hexes next to an enemy (STAL-SUP-4).
    contested: Hexes,
    /// The hexes of undisrupted enemies with a zone of control.
    firm: Hexes,
    /// Hexes in the zones of these, where a hex-side can be closed (STAL-SUP-3).
    near_firm: Hexes,
    /// Hexes of the side itself.
    own: Hexes,
}

impl Bars {
    fn of(field: &Field, side: Side) -> Self {
        let (theatre, enemy) = (field.theatre(), side.enemy());
        let (own, enemies) = (field.held_by(side), field.held_by(enemy));
        let firm = field.firm_sources(enemy);
        let near_firm = theatre.beside(firm);
        let empty = theatre.land - own - enemies;
        Self {
            closed: enemies | (empty & theatre.open & near_firm),
            contested: empty & theatre.city & theatre.beside(enemies),
            firm,
            near_firm,
            own,
        }
    }

    /// STAL-SUP-3, STAL-R21: an all-open side is closed if an undisrupted enemy touches one of its ends, unless both
    /// hexes are friendly-occupied.
    fn closes_side(&self, field: &Field, one: HexId, other: HexId) -> bool {
        self.near_firm.contains(one)
            && self.near_firm.contains(other)
            && !field.same_zone(self.firm, one, other).is_empty()
            && !(self.own.contains(one) && self.own.contains(other))
            && field.theatre().is_open_side(one, other)
    }

    /// All that can be passed from these hexes, they among it, until something wanted is met. Lines read the same from
    /// both ends.
    fn flood(&self, field: &Field, from: Hexes, wanted: Hexes) -> Hexes {
        let most = usize::from(field.charts().contested_hexes);
        let from = from - self.closed;
        // Hexes by the contested hexes in a row up to and with them; those that are new wait in `next`.
        let (mut rows, mut next) = ([Hexes::EMPTY; 8], [Hexes::EMPTY; 9]);
        (next[0], next[1]) = (from - self.contested, from & self.contested);
        let mut through = Hexes::EMPTY;
        loop {
            let mut grew = false;
            for run in 0..=most {
                let new = next[run] - rows[run];
                if new.is_empty() {
                    continue;
                }
                grew = true;
                rows[run] |= new;
                through |= new;
                let steps = self.steps(field, new) - self.closed;
                next[0] |= steps - self.contested;
                next[run + 1] |= steps & self.contested;
            }
            if !grew || through.meets(wanted) {
                return through;
            }
        }
    }

    /// Where a step leads from these hexes.
    fn steps(&self, field: &Field, from: Hexes) -> Hexes {
        let theatre = field.theatre();
        let free = theatre.beside(from - self.near_firm);
        let careful = (from & self.near_firm).iter().fold(Hexes::EMPTY, |all, hex| {
            let near = theatre.near(hex);
            let barred = (near & self.near_firm).iter().filter(|&to| self.closes_side(field, hex, to));
            all | (near - barred.collect())
        });
        free | careful
    }
}

impl Supply {
    /// Finds where a side's supply reaches.
    ///
    /// STAL-R62: contested hexes stand anywhere on a path, but never more than two in a row; a hex that friends hold alone
    /// and an uncontested hex end a row.
    pub fn of(field: &Field, side: Side) -> Self {
        let sources = Self::sources(field, side);
        let bars = Bars::of(field, side);
        let through = bars.flood(field, sources, Hexes::EMPTY);
        // A unit's own hex is tested by STAL-SUP-3 alone.
        let reached = sources | through | bars.steps(field, through);
        Self { side, through, reached }
    }

    /// Whether one unit on the map is in supply: its line is looked for from its own end, which is soon found.
    pub fn is_supplied(field: &Field, unit: UnitId) -> bool {
        let (side, Some(hex)) = (field.side(unit), field.hex_of(unit)) else { return true };
        let sources = Self::sources(field, side) | Self::quiet_rear(field, side);
        sources.contains(hex) || {
            let bars = Bars::of(field, side);
            bars.flood(field, bars.steps(field, Hexes::of(hex)), sources).meets(sources)
        }
    }

    /// Hexes that certainly have a line to a source: for the German the columns west of every Russian and his zones.
    pub(crate) fn quiet_rear(field: &Field, side: Side) -> Hexes {
        let westernmost = field.held_by(Side::Russian).first().filter(|_| side == Side::German);
        westernmost.map_or(Hexes::EMPTY, |hex| field.theatre().rear(hex))
    }

    /// Whether a unit of the side is in supply (STAL-SUP-1).
    pub fn supplies(&self, field: &Field, unit: UnitId) -> bool {
        field.hex_of(unit).is_none_or(|hex| self.reached.contains(hex))
    }

    /// The units of the side on the map that are out of supply.
    pub fn cut_off(&self, field: &Field) -> Units {
        field.units_of(self.side).iter().filter(|&unit| !self.supplies(field, unit)).collect()
    }

    /// The shortest line of supply of a unit in a hex, its own hex first, the source last; nothing where it is cut off.
    pub fn line(field: &Field, side: Side, hex: HexId) -> Option<Vec<HexId>> {
        let sources = Self::sources(field, side);
        if sources.contains(hex) {
            return Some(vec![hex]);
        }
        let bars = Bars::of(field, side);
        let most = usize::from(field.charts().contested_hexes);
        // Hexes by the contested hexes in a row up to them, each with the place in the list that it was come from.
        let mut walked = vec![(hex, 0, usize::MAX)];
        let mut seen = [Hexes::EMPTY; 8];
        let mut place = 0;
        while let Some(&(here, row, _)) = walked.get(place) {
            if place > 0 && sources.contains(here) {
                let mut line = vec![here];
                let mut from = walked[place].2;
                while from != usize::MAX {
                    line.push(walked[from].0);
                    from = walked[from].2;
                }
                line.reverse();
                return Some(line);
            }
            for to in bars.steps(field, Hexes::of(here)) - bars.closed {
                let row = if bars.contested.contains(to) { row + 1 } else { 0 };
                if row <= most && seen[row].insert(to) {
                    walked.push((to, row, place));
                }
            }
            place += 1;
        }
        None
    }

    /// Where the supply of a side comes from (STAL-SUP-1).
    pub fn sources(field: &Field, side: Side) -> Hexes {
        match side {
            Side::German => field.theatre().western_edge,
            Side::Russian => field.theatre().shore,
        }
    }

    /// The hexes that are contested for a side (STAL-SUP-4).
    pub fn contested(field: &Field, side: Side) -> Hexes {
        Bars::of(field, side).contested
    }

    /// The neighbours of a hex from which a unit in it draws supply: the next hexes of its supply paths (STAL-HUG-3).
    pub fn next_hexes(&self, field: &Field, hex: HexId) -> Hexes {
        let bars = Bars::of(field, self.side);
        let near = field.theatre().near(hex) & self.through;
        near.iter().filter(|&next| !bars.closes_side(field, hex, next)).collect()
    }
}
