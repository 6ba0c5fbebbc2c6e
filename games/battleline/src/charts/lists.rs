//! Tables 1 and 2, leaders, tests and single values.

use std::marker::PhantomData;

use crate::{
    prelude::*,
    troops::{Face, UnitType},
};

/// A set of classes, terrains or rows by their numbers: combats ask it many times.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Kinds<T>(u8, PhantomData<T>);

impl<T: Into<u8>> Kinds<T> {
    #[inline]
    pub(crate) fn contains(self, kind: T) -> bool {
        self.0 >> kind.into() & 1 == 1
    }
}

impl<T: Cell + Into<u8>> Cell for Kinds<T> {
    const EXPECTED: &'static str = "any, - or words parted by blanks";
    fn read(text: &str) -> Option<Self> {
        let mut words = text.split_whitespace();
        let kinds = match text {
            "any" => u8::MAX,
            "-" => 0,
            _ => words.try_fold(0, |kinds, word| Some(kinds | 1 << T::read(word)?.into()))?,
        };
        Some(Self(kinds, PhantomData))
    }
}

pub(super) fn units(table: &Sheet) -> Result<Vec<UnitType>, ContentError> {
    let face = |row: usize, heads: [&str; 3]| {
        Ok(Face {
            attack: table.read(row, heads[0])?,
            defence: table.read(row, heads[1])?,
            morale: table.read(row, heads[2])?,
        })
    };
    let read = |row: usize| {
        let figures = Figures {
            class: table.read(row, "Class")?,
            front: face(row, ["A", "D", "M"])?,
            back: face(row, ["A'", "D'", "M'"])?,
            tactical: table.read(row, "T")?,
            operational: table.read(row, "O")?,
            value: table.read(row, "V")?,
            missile_range: table.read::<Option<u16>>(row, "Missile range")?.unwrap_or(0) as u8,
            special: table.read_with(row, "Trait", Trait::EXPECTED, |cell| match cell {
                "-" => Some(None),
                _ => Trait::read(cell).map(Some),
            })?,
        };
        Ok(UnitType { code: table.key(row), name: table.read(row, "Type")?, figures })
    };
    (0..table.len()).map(read).collect()
}

/// What a line of Table 2 asks of a class: movement factors, or nothing where it is forbidden.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StepPrice(pub(crate) Option<i32>);

impl Cell for StepPrice {
    const EXPECTED: &'static str = "a number or no";
    fn read(text: &str) -> Option<Self> {
        if text == "no" { Some(Self(None)) } else { text.parse().ok().map(|factors| Self(Some(factors))) }
    }
}

kit::spelled! {
    /// The lines of Table 2 that belong to hexsides and levels, in their order; those of terrain come before them.
    pub(crate) enum CostLine {
        OneLevelUp = "one level up",
        OneLevelDown = "one level down",
        /// A cliff.
        TwoLevels = "two levels or more",
        StreamOrFord = "stream or ford hexside",
        River = "river hexside, no ford",
        Turn = "turn one hexside",
        /// A step into row 2.
        Oblique = "oblique step (row 2)",
        /// The first step out of an enemy zone of control.
        LeavingZone = "leaving enemy ZOC (first step)",
    }
}

kit::spelled! {
    /// Why a unit tests its morale.
    #[derive(serde::Deserialize, schemars::JsonSchema)]
    #[serde(rename_all = "kebab-case")]
    pub enum Test {
        /// It is struck from behind or by elephants.
        Stand = "stand",
        /// It tries to slip away from an attack.
        Evade = "evade",
        /// It is shot at; a question about that is one about missiles.
        #[serde(skip)]
        Missile = "missile",
        /// A routing friend passes through it.
        CarryAway = "carry-away",
        /// Elephants run through it.
        Rampage = "rampage",
        /// It tries to come back to Good Order.
        Reorganize = "reorganize",
        /// Elephants before the Roman trumpets at Zama.
        Trumpets = "trumpets",
    }
}

impl Test {
    /// What its die is rolled for.
    pub(crate) const fn purpose(self) -> Purpose {
        match self {
            Self::Stand => Purpose::new("stand test", "LINE-X-MOR-3"),
            Self::Evade => Purpose::new("evade test", "LINE-X-EVA-1"),
            Self::Missile => Purpose::new("missile test", "LINE-X-MIS-4"),
            Self::CarryAway => Purpose::new("carry-away test", "LINE-X-MOR-5"),
            Self::Rampage => Purpose::new("rampage test", "LINE-X-RAM-1"),
            Self::Reorganize => Purpose::new("reorganize", "LINE-X-REO-2"),
            Self::Trumpets => Purpose::new("trumpets", "LINE-X-ZAM-3"),
        }
    }

    /// What passing and failing mean.
    pub(crate) const fn ends(self) -> [&'static str; 2] {
        match self {
            Self::Stand => ["stands", "routs at once"],
            Self::Evade => ["evades in Good Order", "must fight"],
            Self::Missile | Self::CarryAway | Self::Rampage => ["keeps its order", "is Disrupted"],
            Self::Reorganize => ["is back in Good Order", "stays Disrupted"],
            Self::Trumpets => ["obeys", "neither moves nor attacks this turn"],
        }
    }
}

kit::cells! {
    /// What a class is.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub(crate) struct ClassLine {
        /// In words.
        pub(crate) name: String = "Name",
        /// Foot in close order.
        pub(crate) formed: bool = "Formed",
        /// On horseback.
        pub(crate) mounted: bool = "Mounted",
        /// May slip away from an attack.
        pub(crate) evades: bool = "Evades",
        /// Terrain into which it never attacks.
        pub(crate) barred: Kinds<Terrain> = "May not attack into",
        /// The rows of Table 5 into which it steps.
        pub(crate) steps_into: Kinds<Row> = "Steps into rows",
    }

    /// Single numbers of the rules that combats, shots and tests use.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub(crate) struct Values {
        pub(crate) volleys: i32 = "volleys of a missile unit",
        pub(crate) least_morale: i32 = "least morale in a test",
        pub(crate) most_morale: i32 = "most morale in a test",
        pub(crate) fear: i32 = "fear of elephants",
        pub(crate) leader_attack: i32 = "attack factor for a leader",
        pub(crate) least_attack: i32 = "least attack factor to join",
        /// What Table 3 leaves of a defence at least.
        pub(crate) least_defence: i32 = "least defence after Table 3",
        /// Levels between two hexes that bar an attack and a step.
        pub(crate) cliff: i32 = "levels that bar an attack",
        /// How far a leader can transfer (LINE-X-CMD-2).
        pub(crate) transfer: u16 = "leader transfer distance",
        /// How far every enemy must be where a march starts (LINE-X-OPS-1).
        pub(crate) march_start: u16 = "march starts at distance",
        /// A march enters no hex so near to an enemy (LINE-X-OPS-2).
        pub(crate) march_keeps_beyond: u16 = "march keeps from enemies beyond",
        /// Hexsides turned in an enemy zone of control, in all of a phase (LINE-X-ZOC-4).
        pub(crate) turns_in_zone: u8 = "hexsides turned in an enemy zone",
        /// Hexsides turned after an advance (LINE-X-ADV-3).
        pub(crate) turns_after_advance: u8 = "hexsides turned after an advance",
        /// So many fifths of loss to break level ahead is a marginal victory (LINE-X-VIC-4).
        pub(crate) marginal_fifths: i32 = "fifths ahead for a marginal victory",
    }

    /// What changes the morale of a unit that is shot at (LINE-X-MIS-4).
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub(crate) struct MissileModifiers {
        /// From row 3 or 4.
        pub(crate) from_behind: i32 = "shot from row 3 or 4",
        /// Formed foot from row 1 or 2.
        pub(crate) shields: i32 = "formed foot shot from row 1 or 2",
        /// At distance 2.
        pub(crate) far: i32 = "distance 2",
        pub(crate) cover: i32 = "target in wood or camp",
    }

    /// What a Morale Test takes into account (LINE-X-MOR-2).
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub(crate) struct TestLine {
        /// The morale modifier of Table 5.
        pub(crate) direction: bool = "Table 5 morale",
        /// The fear of elephants (LINE-X-MOR-4).
        pub(crate) fear: bool = "Fear of elephants",
    }

    /// What the special rules of the battles change.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub(crate) struct BattleFigures {
        /// Morale of raw levies at Cannae (LINE-X-CAN-2).
        pub(crate) levies: i32 = "levies",
        /// What packed maniples pay at Cannae to turn one hexside (LINE-X-CAN-1).
        pub(crate) packed: u8 = "packed",
        /// How many units of heavy foot must have cut through at Cannae (LINE-X-CAN-3).
        pub(crate) cut_through: u8 = "cut through",
        /// From which map row on they have.
        pub(crate) cut_through_row: u8 = "beyond",
        /// Attack of elephants against the lanes of Zama (LINE-X-ZAM-1).
        pub(crate) lanes: i32 = "lanes",
        /// How near a Roman unit must be for the trumpets at Zama (LINE-X-ZAM-3).
        pub(crate) trumpets_distance: u8 = "trumpets",
        /// The last turn with trumpets.
        pub(crate) trumpets_last_turn: u8 = "music",
        /// The turn on which the veterans of Zama may step (LINE-X-ZAM-2).
        pub(crate) held_back_until: u8 = "held back",
        /// How near an enemy wakes them before.
        pub(crate) woken_within: u16 = "woken",
        /// The last turn with mist at Cynoscephalae (LINE-X-CYN-1).
        pub(crate) mist_last_turn: u8 = "mist",
        /// The shortest distance that cannot be shot in the mist.
        pub(crate) mist_distance: u8 = "range",
        /// The turn from which a detachment may be called at Cynoscephalae (LINE-X-CYN-3).
        pub(crate) detachment_from: u8 = "detachment",
        /// The level of the height at Cynoscephalae (LINE-X-CYN-4).
        pub(crate) height: i32 = "height",
    }

    /// The types of units with which they do it.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub(crate) struct BattleTypes {
        pub(crate) levies: Vec<String> = "levies",
        pub(crate) packed: Vec<String> = "packed",
        /// Those that keep lanes.
        pub(crate) lanes: Vec<String> = "lanes",
        pub(crate) held_back: Vec<String> = "held back",
        /// A detachment has one of each.
        pub(crate) detachment: Vec<String> = "detachment",
    }
}
