//! The attacked hex: what it gives its defenders and what lies around it (chapters TER and WEA).

use kit::{Factor, Refusal};

use crate::{
    charts::{Benefit, Charts, Crossing},
    situation::{Approach, Class, Ground, Hexside, NavalBase, Situation},
    unit::Side,
    weather::Weather,
};

/// The ground of a battle with weather, dates and seas taken into account.
#[derive(Clone, Copy, Debug)]
pub(super) struct Field {
    /// The name on the map, if the hex has one.
    pub(super) place: Option<&'static str>,
    pub(super) ground: Ground,
    pub(super) class: Option<Class>,
    pub(super) fortress: bool,
    /// The city's own factors, if they still stand.
    pub(super) intrinsic: Factor,
    pub(super) line: Line,
    pub(super) north_east: bool,
    /// It lies north-east of the weather line in freezing weather (`EAST-WEA-5`).
    frozen: bool,
    /// How the Kerch Strait is crossed: it depends on whether the attacker has the Black Sea.
    kerch: Crossing,
}

/// A fortified line before the attacked hex.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Line {
    /// None, or none yet.
    Absent,
    /// Every attacker comes over a fortified hexside (`EAST-TER-15`).
    Attacked,
    /// Somebody comes over another hexside (`EAST-TER-16`).
    Flanked,
}

impl Field {
    pub(super) fn survey(
        situation: &Situation,
        charts: &'static Charts,
        weather: Weather,
        attacker: Side,
    ) -> Result<Self, Refusal> {
        let target = &situation.target;
        let place = match &target.place {
            Some(name) => Some(charts.place(name).ok_or_else(|| {
                let words =
                    format!("the map has no place called {name}: give its class and fortress instead");
                Refusal::new("EAST-TER-26", words).because_of(name)
            })?),
            None => None,
        };
        if let (Some(place), Some(class)) = (place, target.class)
            && place.class != class
        {
            let words = format!("{} is a {}, not a {}", place.name, place.class.name(), class.name());
            return Err(Refusal::new("EAST-TER-26", words).because_of(&place.name));
        }
        let class = place.map(|place| place.class).or(target.class);
        let name = place.map(|place| place.name.as_str());
        Ok(Self {
            place: name,
            ground: target.ground,
            class,
            fortress: target.fortress || place.is_some_and(|place| place.fortress),
            // EAST-TER-20, EAST-TER-21: Soviet factors, until taken; where Axis units defend, the city has been.
            intrinsic: if attacker == Side::Axis && !target.taken {
                standing_factors(charts, class, name)
            } else {
                Factor::ZERO
            },
            line: line_before(situation, charts),
            north_east: target.north_east,
            frozen: target.north_east && charts.weather(weather).freezes,
            kerch: if holder_of_the_black_sea(&situation.axis_naval_bases, charts) == attacker {
                Crossing::KerchWithSea
            } else {
                Crossing::KerchWithoutSea
            },
        })
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

    /// What the units of a hex attack across, with frost (`EAST-WEA-5`: both hexes must lie north-east) and the
    /// Black Sea (`EAST-TER-11`, `EAST-TER-13`); sea and Kerch never freeze.
    pub(super) fn crossing(&self, approach: &Approach) -> Crossing {
        let frozen = self.frozen && approach.north_east.unwrap_or(self.north_east);
        match approach.across {
            Hexside::River | Hexside::Lake if frozen => Crossing::Plain,
            Hexside::Plain => Crossing::Plain,
            Hexside::River => Crossing::River,
            Hexside::Lake => Crossing::Lake,
            Hexside::Kerch => self.kerch,
            Hexside::Sea => Crossing::Sea,
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
        let line = (self.line == Line::Attacked).then_some((
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

/// `EAST-TER-20`: the factors of a victory city, by its name.
fn standing_factors(charts: &Charts, class: Option<Class>, name: Option<&str>) -> Factor {
    if class != Some(Class::VictoryCity) {
        return Factor::ZERO;
    }
    name.and_then(|name| charts.intrinsic(name)).unwrap_or_else(|| charts.intrinsic_elsewhere())
}

/// `EAST-TER-15`, `EAST-TER-16`: a line helps if all attackers come over it, and from its date on.
fn line_before(situation: &Situation, charts: &Charts) -> Line {
    let fortified = situation.from.iter().filter(|approach| approach.fortified).count();
    if fortified == 0 || !charts.lines.include(situation.turn) {
        Line::Absent
    } else if fortified == situation.from.len() {
        Line::Attacked
    } else {
        Line::Flanked
    }
}

/// `EAST-TER-12`: whoever holds enough of the three bases.
fn holder_of_the_black_sea(axis_bases: &[NavalBase], charts: &Charts) -> Side {
    let held = [NavalBase::Odessa, NavalBase::Sevastopol, NavalBase::Novorossiysk]
        .into_iter()
        .filter(|base| axis_bases.contains(base));
    charts.black_sea(held.count())
}
