//! Counters: kinds, factors and the order of battle.

use kit::{Cell, ContentError, Factor, Id, IdSet, Sheet};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{charts::Charts, hexes::Hex};

/// The two sides.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize, JsonSchema, Debug)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The Germans.
    German,
    /// The Russians.
    Russian,
}

impl Side {
    /// As printed.
    pub const fn name(self) -> &'static str {
        match self {
            Self::German => "German",
            Self::Russian => "Russian",
        }
    }

    /// The other one.
    #[must_use]
    pub const fn enemy(self) -> Self {
        match self {
            Self::German => Self::Russian,
            Self::Russian => Self::German,
        }
    }
}

kit::spelled!(Side { "German" => Self::German, "Russian" => Self::Russian });

/// What kind of counter it is (STAL-UNI-3).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize, JsonSchema, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum UnitKind {
    /// A German panzer regiment or battalion.
    Panzer,
    /// A regiment on halftracks.
    PanzerGrenadier,
    /// A German regiment on trucks.
    MotorizedInfantry,
    /// A German regiment on foot.
    Infantry,
    /// A German engineer battalion.
    Pioneer,
    /// A Russian division.
    RifleDivision,
    /// A Russian brigade.
    RifleBrigade,
    /// A regiment of a Guards division, never replaced.
    GuardsRegiment,
    /// Russian tanks.
    TankBrigade,
    /// 62. Army.
    Headquarters,
}

/// What STAL-UNI-3 sorts units into for overruns and doubling.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arm {
    /// Pure tank units.
    Armour,
    /// Every other ground unit but the headquarters.
    Infantry,
    /// 62. Army.
    Headquarters,
}

kit::spelled!(Arm {
    "armour" => Self::Armour,
    "infantry" => Self::Infantry,
    "headquarters" => Self::Headquarters,
});

impl UnitKind {
    /// All kinds in the order of the chart.
    pub const ALL: [Self; 10] = [
        Self::Panzer,
        Self::PanzerGrenadier,
        Self::MotorizedInfantry,
        Self::Infantry,
        Self::Pioneer,
        Self::RifleDivision,
        Self::RifleBrigade,
        Self::GuardsRegiment,
        Self::TankBrigade,
        Self::Headquarters,
    ];

    /// Its name in the charts.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Panzer => "panzer",
            Self::PanzerGrenadier => "panzer grenadier",
            Self::MotorizedInfantry => "motorized infantry",
            Self::Infantry => "infantry",
            Self::Pioneer => "pioneer",
            Self::RifleDivision => "rifle division",
            Self::RifleBrigade => "rifle brigade",
            Self::GuardsRegiment => "guards regiment",
            Self::TankBrigade => "tank brigade",
            Self::Headquarters => "headquarters",
        }
    }

    /// STAL-PAN-1: panzers and pioneers have their factor in parentheses and need company in the city.
    pub const fn needs_company(self) -> bool {
        matches!(self, Self::Panzer | Self::Pioneer)
    }
}

impl Cell for UnitKind {
    const EXPECTED: &'static str = "a kind of unit";
    fn read(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == text)
    }
}

/// How a unit pays for balkas and how far it goes from contact to contact (STAL-MOV-2, STAL-MOV-4).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gait {
    /// On tracks or wheels.
    Mobile,
    /// On foot.
    Foot,
}

kit::spelled!(Gait { "mobile" => Self::Mobile, "foot" => Self::Foot });

kit::cells! {
    /// What the chart says about a kind.
    #[derive(Clone, Copy, Debug)]
    pub(crate) struct KindTraits {
        pub(crate) side: Side = "side",
        pub(crate) arm: Arm = "arm",
        pub(crate) gait: Gait = "moves as",
        pub(crate) zone: bool = "zone",
        pub(crate) stacking: Factor = "stacking",
    }
}

/// A ground unit: what is printed on its counter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unit {
    /// What it is called.
    pub name: String,
    /// Its kind.
    pub kind: UnitKind,
    /// Its one factor, for attack and defence (STAL-UNI-2).
    pub factor: Factor,
    /// The division or corps it is part of.
    pub parent: Option<String>,
    /// Whether it comes back when it is lost (STAL-REP-2).
    pub replaced: bool,
}

impl Unit {
    /// Whose it is.
    pub fn side(&self, charts: &Charts) -> Side {
        charts.side(self.kind)
    }
}

/// A unit on the map.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Placed<'u> {
    pub(crate) unit: &'u Unit,
    pub(crate) at: Hex,
}

/// How many ground units the order of battle has.
pub const UNITS: usize = 72;

/// A counter of the order of battle, by its place in the roster. Every variant of the game has the same counters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct UnitId(u8);

impl UnitId {
    /// The counter in this place of the roster.
    pub const fn new(place: usize) -> Self {
        assert!(place < UNITS, "a counter of the order of battle");
        Self(place as u8)
    }

    /// For arrays with one entry a counter.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A set of ground units.
pub type Units = IdSet<UnitId, 2>;

impl Id for UnitId {
    #[inline]
    fn numbered(number: usize) -> Self {
        Self(number as u8)
    }

    #[inline]
    fn number(self) -> usize {
        self.index()
    }
}

/// A ground unit as the board chapters see it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Piece {
    /// Whose it is.
    pub side: Side,
    /// Its kind.
    pub kind: UnitKind,
    /// How it moves.
    pub gait: Gait,
    /// Whether it has a zone of control (STAL-ZOC-1).
    pub zone: bool,
    /// Its stacking size in half units (STAL-STK-3, STAL-STK-4, STAL-STK-5), nothing for the headquarters (STAL-STK-6,
    /// STAL-HQ-5).
    pub stacking: u8,
    /// The first counter of the same parent: itself if it has none (STAL-STK-3).
    pub formation: UnitId,
    /// Its boat size; Germans do not cross (STAL-VOL-2).
    pub boats: Option<u8>,
    /// Whether it comes back when it is lost (STAL-REP-2).
    pub replaced: bool,
}

/// All counters, and the boats each kind takes.
#[derive(Debug)]
pub(crate) struct Roster {
    units: Vec<Unit>,
    /// The same as the board chapters see them.
    pub(crate) pieces: [Piece; UNITS],
    /// Units with a zone of control (STAL-ZOC-1).
    pub(crate) with_zone: Units,
    boats: [Option<u8>; UnitKind::ALL.len()],
}

impl Roster {
    /// STAL-VOL-2: how many boat units a unit of this kind takes; Germans do not cross.
    pub(crate) const fn boats(&self, kind: UnitKind) -> Option<u8> {
        self.boats[kind as usize]
    }

    /// What is printed on a counter.
    pub(crate) fn unit(&self, unit: UnitId) -> &Unit {
        &self.units[usize::from(unit.0)]
    }

    /// The counter with this name: `516.R`, or with its parent before a slash, `295.ID/516.R` (STAL-UNI-1).
    pub(crate) fn find(&self, name: &str) -> Option<UnitId> {
        let is_called = |unit: &Unit| {
            unit.name == name
                || name
                    .split_once('/')
                    .is_some_and(|(parent, rest)| unit.name == rest && unit.parent.as_deref() == Some(parent))
        };
        self.units.iter().position(is_called).map(|place| UnitId(place as u8))
    }

    /// The names of all counters.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.units.iter().map(|unit| unit.name.as_str())
    }

    /// The counters of a formation, or the one counter of this name.
    pub(crate) fn members(&self, name: &str) -> Units {
        let is_member = |unit: &Unit| unit.parent.as_deref() == Some(name);
        let members: Units =
            (0..UNITS).filter(|&place| is_member(&self.units[place])).map(UnitId::new).collect();
        if members.is_empty() { self.find(name).into_iter().collect() } else { members }
    }

    /// The units of a side.
    pub(crate) fn of_side(&self, side: Side) -> Units {
        (0..UNITS).map(UnitId::new).filter(|unit| self.pieces[unit.index()].side == side).collect()
    }

    pub(crate) fn read(
        german: &Sheet,
        russian: &Sheet,
        boats: &Sheet,
        kinds: &[KindTraits; UnitKind::ALL.len()],
    ) -> Result<Self, ContentError> {
        let germans = (0..german.len()).map(|row| read_unit(german, row, false));
        let russians = (0..russian.len()).map(|row| read_unit(russian, row, russian.read(row, "replaced")?));
        let units: Vec<Unit> = germans.chain(russians).collect::<Result<_, _>>()?;
        if units.len() != UNITS {
            return Err(german.complain(format!("{} units, expected {UNITS} in both lists", units.len())));
        }
        let mut room = [None; UnitKind::ALL.len()];
        for kind in UnitKind::ALL {
            // Germans have no row: they do not cross.
            if let Some(row) = boats.row_named(0, kind.name()) {
                room[kind as usize] = Some(boats.read(row, "boat units")?);
            }
        }
        let piece = |place: usize| {
            let unit = &units[place];
            let traits = kinds[unit.kind as usize];
            let same = |other: &Unit| unit.parent.is_some() && other.parent == unit.parent;
            Piece {
                side: traits.side,
                kind: unit.kind,
                gait: traits.gait,
                zone: traits.zone,
                stacking: (traits.stacking * 2).floor() as u8,
                formation: UnitId::new(units.iter().position(same).unwrap_or(place)),
                boats: room[unit.kind as usize],
                replaced: unit.replaced,
            }
        };
        let pieces: [Piece; UNITS] = std::array::from_fn(piece);
        let with_zone = (0..UNITS).filter(|&place| pieces[place].zone).map(UnitId::new).collect();
        Ok(Self { units, pieces, with_zone, boats: room })
    }
}

fn read_unit(sheet: &Sheet, row: usize, replaced: bool) -> Result<Unit, ContentError> {
    let in_brackets = |cell: &str| cell.trim_matches(['(', ')']).parse().ok();
    Ok(Unit {
        name: sheet.labels(row).next().unwrap_or_default().to_owned(),
        kind: sheet.read(row, "kind")?,
        factor: sheet.read_with(row, "factor", "a factor such as 2 or (1)", in_brackets)?,
        parent: Some(sheet.read(row, "parent")?).filter(|parent: &String| parent != "-"),
        replaced,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::charts::Rules;

    fn named(name: &str) -> Option<&'static Unit> {
        Rules::published().get().counter(name)
    }

    #[test]
    fn counters_are_found_by_name() {
        let regiment = named("295.ID/516.R").unwrap();
        assert_eq!(
            (regiment.factor, regiment.kind, regiment.replaced),
            (Factor::whole(2), UnitKind::Infantry, false)
        );
        assert_eq!(named("516.R"), Some(regiment));
        assert_eq!(named("71.ID/516.R"), None);
        assert_eq!(named("Pz.R.24").unwrap().factor, Factor::ONE);
    }

    /// STAL-REP-2
    #[test]
    fn who_is_never_replaced() {
        let rules = Rules::published();
        let gone: Vec<_> = rules
            .roster
            .units
            .iter()
            .filter(|unit| unit.side(&rules) == Side::Russian && !unit.replaced)
            .collect();
        assert_eq!(
            gone.iter().map(|unit| unit.name.as_str()).collect::<Vec<_>>(),
            ["34.R", "39.R", "42.R", "92.RB"]
        );
    }

    #[test]
    fn names_are_unique() {
        let rules = Rules::published();
        let mut names: Vec<_> = rules.roster.names().collect();
        names.sort_unstable();
        assert!(names.windows(2).all(|pair| pair[0] != pair[1]));
        assert_eq!(names.len(), 72);
    }

    /// STAL-VOL-2
    #[test]
    fn boats_for_each_kind() {
        let rules = Rules::published();
        let boats = |name: &str| rules.roster.boats(named(name).unwrap().kind);
        assert_eq!(
            ["10.RB", "34.R", "62.A HQ", "112.RD", "133.TB"].map(boats),
            [Some(1), Some(1), Some(1), Some(2), Some(2)]
        );
        assert_eq!(boats("516.R"), None);
    }
}
