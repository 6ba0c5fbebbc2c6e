//! Tables 3, 4 and 5 and the results.

use kit::{Cell, ContentError, Sheet};

use super::lists::{Kinds, Words};
use crate::{
    facing::{Place, Row},
    ground::Terrain,
    troops::Class,
};

/// A code of Table 4, worst to best for the attacker (LINE-CRT-4).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Code {
    /// Attacker routs.
    ARt,
    /// Attacker retreats.
    AR,
    /// Attacker disrupted.
    AD,
    /// Defender disrupted.
    D,
    /// Defender retreats.
    R,
    /// Defender routs.
    Rt,
    /// Defender eliminated.
    E,
}

impl Code {
    /// Worst to best for the attacker.
    pub const ALL: [Self; 7] = [Self::ARt, Self::AR, Self::AD, Self::D, Self::R, Self::Rt, Self::E];
}

impl std::fmt::Display for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(["ARt", "AR", "AD", "D", "R", "Rt", "E"][*self as usize])
    }
}

impl Cell for Code {
    const EXPECTED: &'static str = "one of D, R, Rt, E, AD, AR, ARt";
    fn read(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|code| code.to_string() == text)
    }
}

/// The side a result strikes (LINE-CRT-5).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Struck {
    /// The attacking side.
    Attacker,
    /// The defender.
    Defender,
}

impl Cell for Struck {
    const EXPECTED: &'static str = "attacker or defender";
    fn read(text: &str) -> Option<Self> {
        match text {
            "attacker" => Some(Self::Attacker),
            "defender" => Some(Self::Defender),
            _ => None,
        }
    }
}

/// What a result makes of the unit it strikes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Becomes {
    /// It is flipped to its back.
    Disrupted,
    /// It leaves the game.
    Eliminated,
}

impl Cell for Becomes {
    const EXPECTED: &'static str = "Disrupted or Eliminated";
    fn read(text: &str) -> Option<Self> {
        match text {
            "Disrupted" => Some(Self::Disrupted),
            "Eliminated" => Some(Self::Eliminated),
            _ => None,
        }
    }
}

/// What a code of Table 4 does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Consequence {
    /// Whom it strikes.
    pub(crate) strikes: Struck,
    /// What it makes of him.
    pub(crate) becomes: Becomes,
    /// How many times its tactical movement factors he moves.
    pub(crate) moves: i32,
    /// Whether a unit without a safe hex is eliminated; else, if it moves, it routs instead.
    pub(crate) no_safe_hex_eliminates: bool,
}

pub(super) fn results(table: &Sheet) -> Result<Vec<Consequence>, ContentError> {
    let read = |code: Code| {
        let row = table.row(&code.to_string())?;
        Ok(Consequence {
            strikes: table.read(row, "Strikes")?,
            becomes: table.read(row, "Becomes")?,
            moves: table.read(row, "Moves T times")?,
            no_safe_hex_eliminates: table.read_with(
                row,
                "Without safe hex",
                "-, Rt, ARt, E or Eliminated",
                |cell| match cell {
                    "E" | "Eliminated" => Some(true),
                    "Rt" | "ARt" | "-" => Some(false),
                    _ => None,
                },
            )?,
        })
    };
    Code::ALL.into_iter().map(read).collect()
}

/// A row of Table 5 (LINE-DIR-2 to LINE-DIR-9).
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct DirectionEffect {
    /// What is added to the unit's own attack that way; nothing if it cannot attack that way.
    pub(crate) attack: Option<i32>,
    /// What is added to its defence when it is attacked from there; nothing if the defence is 0.
    pub(crate) defence: Option<i32>,
    /// What is added to its morale when it is attacked from there.
    pub(crate) morale: i32,
}

impl Cell for DirectionEffect {
    const EXPECTED: &'static str =
        "None, or effects such as `-2 to Attack Factor, -1 to Defence Factor, -1 Morale`";
    fn read(cell: &str) -> Option<Self> {
        let mut effect = Self { attack: Some(0), defence: Some(0), morale: 0 };
        if cell == "None" {
            return Some(effect);
        }
        let number = |text: &str| text.parse::<i32>().ok().filter(|number| (-99..=0).contains(number));
        for part in cell.split(", ") {
            match part.split_once(' ')? {
                ("No", "Attack possible") => effect.attack = None,
                ("Defence", "Factors = 0") => effect.defence = None,
                (amount, "to Attack Factor") => effect.attack = Some(number(amount)?),
                (amount, "to Defence Factor") => effect.defence = Some(number(amount)?),
                (amount, "Morale") => effect.morale = number(amount)?,
                _ => return None,
            }
        }
        Some(effect)
    }
}

pub(super) fn rows(table: &Sheet) -> Result<[Row; 6], ContentError> {
    let mut rows = [Row::FRONT; 6];
    for place in Place::ALL {
        let line = table.row(&place.sides().to_string())?;
        table.read_with(line, "Place", "the place so many hexsides clockwise", |cell| {
            (cell == place.to_string()).then_some(())
        })?;
        rows[place.sides()] = table.read(line, "Row")?;
    }
    Ok(rows)
}

/// The factor that a case of Table 3 changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sum {
    /// The attack factor of one attacker.
    Attack,
    /// The defence factor of the defender.
    Defence,
}

impl Cell for Sum {
    const EXPECTED: &'static str = "A or D";
    fn read(text: &str) -> Option<Self> {
        match text {
            "A" => Some(Self::Attack),
            "D" => Some(Self::Defence),
            _ => None,
        }
    }
}

/// When a case of Table 3 applies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum When {
    /// The unit stands lower than its opponent.
    Lower,
    /// The unit stands higher than its opponent.
    Higher,
    /// A stream or ford lies between.
    StreamOrFord,
    /// The unit's hex or its opponent's has the terrain.
    EitherHex,
    /// The unit's own hex has the terrain.
    OwnHex,
    /// The opponent is in Good Order and has the attacker in its row 1 or 2.
    FirmFront,
    /// Always.
    Always,
}

impl Cell for When {
    const EXPECTED: &'static str = "lower, higher, stream or ford, either hex, own hex, firm front or always";
    fn read(text: &str) -> Option<Self> {
        Some(match text {
            "lower" => Self::Lower,
            "higher" => Self::Higher,
            "stream or ford" => Self::StreamOrFord,
            "either hex" => Self::EitherHex,
            "own hex" => Self::OwnHex,
            "firm front" => Self::FirmFront,
            "always" => Self::Always,
            _ => return None,
        })
    }
}

/// A case of Table 3.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Modifier {
    /// Its label, such as T3-7.
    pub(crate) case: String,
    /// What it changes.
    pub(crate) changes: Sum,
    /// By how much.
    pub(crate) change: i32,
    /// The classes of the unit whose factor changes.
    classes: Kinds,
    /// The classes of its opponent.
    against: Kinds,
    /// When it applies.
    pub(crate) when: When,
    terrain: Kinds,
    /// In a few words.
    pub(crate) words: String,
}

impl Modifier {
    /// Whether it speaks of a unit of this class against one of that.
    pub(crate) fn is_for(&self, class: Class, opponent: Class) -> bool {
        self.classes.contains(class as u8) && self.against.contains(opponent as u8)
    }

    /// Whether it speaks of this terrain.
    pub(crate) fn is_in(&self, terrain: Terrain) -> bool {
        self.terrain.contains(terrain as u8)
    }
}

pub(super) fn modifiers(table: &Sheet) -> Result<Vec<Modifier>, ContentError> {
    let classes = |words: Words<Class>| words.kinds(|class| class as u8);
    let read = |row: usize| {
        Ok(Modifier {
            case: table.key(row),
            changes: table.read(row, "Factor")?,
            change: table.read(row, "Change")?,
            classes: classes(table.read(row, "Class")?),
            against: classes(table.read(row, "Against")?),
            when: table.read(row, "When")?,
            terrain: table.read::<Words<Terrain>>(row, "Terrain")?.kinds(|terrain| terrain as u8),
            words: table.read(row, "Words")?,
        })
    };
    (0..table.len()).map(read).collect()
}
