//! The attacked hex: what it gives its defenders and what lies around it (chapters TER and WEA).

use kit::Factor;

use super::attack::{Attack, NEIGHBOURS};
use crate::{
    charts::{Benefit, Crossing},
    terrain::{Class, Ground, Hexside},
    unit::Side,
};

/// The ground of a battle with weather, dates and seas taken into account.
#[derive(Clone, Copy, Debug)]
pub(super) struct Field {
    pub(super) ground: Ground,
    pub(super) class: Option<Class>,
    fortress: bool,
    /// The city's own factors, if they still stand.
    pub(super) intrinsic: Factor,
    pub(super) line: FortifiedLine,
    /// It lies north-east of the weather line in freezing weather (`EAST-WEA-5`).
    frozen: bool,
    /// What is attacked across from each of the approaches.
    pub(super) crossings: [Crossing; NEIGHBOURS],
}

/// A fortified line before the attacked hex.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum FortifiedLine {
    /// None, or none yet.
    Absent,
    /// Every attacker comes over a fortified hexside (`EAST-TER-15`).
    Attacked,
    /// Somebody comes over another hexside (`EAST-TER-16`).
    Flanked,
}

impl Field {
    pub(super) fn survey(attack: &Attack<'_>) -> Self {
        let (charts, target) = (attack.rules, &attack.target);
        let frozen = target.north_east && charts.weather(attack.weather).freezes;
        let has_black_sea = charts.black_sea(attack.axis_naval_bases) == attack.side;
        let mut crossings = [Crossing::Plain; NEIGHBOURS];
        for (over, approach) in crossings.iter_mut().zip(&attack.approaches) {
            *over = crossing(approach.across, frozen && approach.north_east, has_black_sea);
        }
        Self {
            ground: target.ground,
            class: target.class,
            fortress: target.fortress,
            // EAST-TER-20, EAST-TER-21: Soviet factors, until taken; where Axis units defend, the city has been.
            intrinsic: if attack.side == Side::Axis { target.intrinsic } else { Factor::ZERO },
            line: line_before(attack),
            frozen,
            crossings,
        }
    }

    /// `EAST-WEA-5`: a swamp freezes with the hex.
    pub(super) const fn is_unfrozen_swamp(&self) -> bool {
        matches!(self.ground, Ground::Swamp) && !self.frozen
    }

    /// Ground that limits armour: `EAST-STK-4`, `EAST-TER-10`.
    pub(super) const fn is_rough(&self) -> bool {
        matches!(self.ground, Ground::Mountain) || self.is_unfrozen_swamp()
    }

    pub(super) const fn ground_name(&self) -> &'static str {
        match self.ground {
            Ground::Clear => "clear ground",
            Ground::Swamp => "an unfrozen swamp",
            Ground::Hills => "hills",
            Ground::Mountain => "mountains",
        }
    }

    /// What adds to the defence factors here: what, in words, by which rule. Towns and roads have no part in it
    /// (`EAST-TER-18`, `EAST-TER-25`); a place in the hex counts besides its ground (`EAST-TER-26`).
    pub(super) fn benefits(&self) -> impl Iterator<Item = (Benefit, &'static str, &'static str)> {
        let ground = match self.ground {
            Ground::Swamp if self.is_unfrozen_swamp() => {
                Some((Benefit::Swamp, "in an unfrozen swamp", "EAST-TER-6"))
            }
            Ground::Hills => Some((Benefit::Hills, "on hills", "EAST-TER-7")),
            Ground::Mountain => Some((Benefit::Mountain, "in mountains", "EAST-TER-8")),
            Ground::Swamp | Ground::Clear => None,
        };
        let line = (self.line == FortifiedLine::Attacked).then_some((
            Benefit::Line,
            "behind a fortified line",
            "EAST-TER-15",
        ));
        let fortress = self.fortress.then_some((Benefit::Fortress, "in a fortress", "EAST-TER-17"));
        let place = match self.class {
            Some(Class::MajorCity) => Some((Benefit::MajorCity, "in a major city", "EAST-TER-23")),
            Some(Class::DotCity) => Some((Benefit::DotCity, "in a dot city", "EAST-TER-24")),
            Some(Class::VictoryCity | Class::Town) | None => None,
        };
        [ground, line, fortress, place].into_iter().flatten()
    }
}

/// What is attacked across over a hexside, with frost (`EAST-WEA-5`: both hexes must lie north-east) and the Black Sea
/// (`EAST-TER-11`, `EAST-TER-13`); sea and Kerch never freeze.
pub(crate) const fn crossing(across: Hexside, frozen: bool, has_black_sea: bool) -> Crossing {
    match across {
        Hexside::River | Hexside::Lake if frozen => Crossing::Plain,
        Hexside::Plain => Crossing::Plain,
        Hexside::River => Crossing::River,
        Hexside::Lake => Crossing::Lake,
        Hexside::Kerch if has_black_sea => Crossing::KerchWithSea,
        Hexside::Kerch => Crossing::KerchWithoutSea,
        Hexside::Sea => Crossing::Sea,
    }
}

/// `EAST-TER-15`, `EAST-TER-16`: a line helps if all attackers come over it, and from its date on.
fn line_before(attack: &Attack<'_>) -> FortifiedLine {
    let fortified = attack.approaches.iter().filter(|approach| approach.fortified).count();
    if fortified == 0 || !attack.rules.lines.include(attack.turn) {
        FortifiedLine::Absent
    } else if fortified == attack.approaches.len() {
        FortifiedLine::Attacked
    } else {
        FortifiedLine::Flanked
    }
}
