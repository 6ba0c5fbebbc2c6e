//! Tables 3, 4 and 5 and the results.

use kit::{Cell, ContentError};

use super::reader::Reader;
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
pub enum Struck {
    /// The attacking side.
    Attacker,
    /// The defender.
    Defender,
}

/// What a result makes of the unit it strikes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Becomes {
    /// It is flipped to its back.
    Disrupted,
    /// It leaves the game.
    Eliminated,
}

/// What a code of Table 4 does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Consequence {
    /// Its name as printed.
    pub name: String,
    /// Whom it strikes.
    pub strikes: Struck,
    /// What it makes of him.
    pub becomes: Becomes,
    /// How many times its tactical movement factors he moves.
    pub moves: i32,
    /// Whether a unit without a safe hex is eliminated; else, if it moves, it routs instead.
    pub no_safe_hex_eliminates: bool,
}

pub(super) fn results(table: &Reader<'_>) -> Result<Vec<Consequence>, ContentError> {
    let read = |code: Code| {
        let row = table.row(&code.to_string())?;
        Ok(Consequence {
            name: table.words(row, "Name")?,
            strikes: table.read(row, "Strikes", "attacker or defender", |cell| match cell {
                "attacker" => Some(Struck::Attacker),
                "defender" => Some(Struck::Defender),
                _ => None,
            })?,
            becomes: table.read(row, "Becomes", "Disrupted or Eliminated", |cell| match cell {
                "Disrupted" => Some(Becomes::Disrupted),
                "Eliminated" => Some(Becomes::Eliminated),
                _ => None,
            })?,
            moves: table.number(row, "Moves T times")?,
            no_safe_hex_eliminates: table.read(
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
pub struct DirectionEffect {
    /// What is added to the unit's own attack that way; nothing if it cannot attack that way.
    pub attack: Option<i32>,
    /// What is added to its defence when it is attacked from there; nothing if the defence is 0.
    pub defence: Option<i32>,
    /// What is added to its morale when it is attacked from there.
    pub morale: i32,
}

impl DirectionEffect {
    /// Reads a row as printed: `-2 to Attack Factor, -1 to Defence Factor, -1 Morale`.
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

pub(super) fn directions(table: &Reader<'_>) -> Result<[DirectionEffect; 4], ContentError> {
    const EXPECTED: &str = "None, or effects such as `-1 to Attack Factor, -1 Morale`";
    let mut effects = [DirectionEffect::default(); 4];
    for (index, effect) in effects.iter_mut().enumerate() {
        let row = table.row(&(index + 1).to_string())?;
        *effect = table.read(row, "Effect on Defending Unit", EXPECTED, DirectionEffect::read)?;
    }
    Ok(effects)
}

fn read_row(cell: &str) -> Option<Row> {
    cell.parse().ok().and_then(Row::new)
}

pub(super) fn rows(table: &Reader<'_>) -> Result<[Row; 6], ContentError> {
    let mut rows = [Row::FRONT; 6];
    for place in Place::ALL {
        let line = table.row(&place.sides().to_string())?;
        table.read(line, "Place", "the place so many hexsides clockwise", |cell| {
            (cell.parse() == Ok(place)).then_some(())
        })?;
        rows[place.sides()] = table.read(line, "Row", "a row of Table 5, 1 to 4", read_row)?;
    }
    Ok(rows)
}

pub(super) fn marching(table: &Reader<'_>) -> Result<[Row; 4], ContentError> {
    let mut rows = [Row::FRONT; 4];
    for (index, row) in rows.iter_mut().enumerate() {
        let line = table.row(&(index + 1).to_string())?;
        *row = table.read(line, "Becomes", "a row of Table 5, 1 to 4", read_row)?;
    }
    Ok(rows)
}

/// The factor that a case of Table 3 changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sum {
    /// The attack factor of one attacker.
    Attack,
    /// The defence factor of the defender.
    Defence,
}

/// When a case of Table 3 applies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum When {
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

/// A case of Table 3.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Modifier {
    /// Its label, such as T3-7.
    pub case: String,
    /// What it changes.
    pub changes: Sum,
    /// By how much.
    pub change: i32,
    /// The classes of the unit whose factor changes; empty for any.
    classes: Vec<Class>,
    /// The classes of its opponent; empty for any.
    against: Vec<Class>,
    /// When it applies.
    pub when: When,
    terrain: Vec<Terrain>,
    /// In a few words.
    pub words: String,
}

impl Modifier {
    /// Whether it speaks of a unit of this class against one of that.
    pub fn is_for(&self, class: Class, opponent: Class) -> bool {
        let holds = |set: &[Class], class| set.is_empty() || set.contains(&class);
        holds(&self.classes, class) && holds(&self.against, opponent)
    }

    /// Whether it speaks of this terrain.
    pub fn is_in(&self, terrain: Terrain) -> bool {
        self.terrain.contains(&terrain)
    }
}

pub(super) fn modifiers(table: &Reader<'_>) -> Result<Vec<Modifier>, ContentError> {
    let read = |row: usize| {
        Ok(Modifier {
            case: table.label(row),
            changes: table.read(row, "Factor", "A or D", |cell| match cell {
                "A" => Some(Sum::Attack),
                "D" => Some(Sum::Defence),
                _ => None,
            })?,
            change: table.number(row, "Change")?,
            classes: table.set(row, "Class", "any", Class::read)?,
            against: table.set(row, "Against", "any", Class::read)?,
            when: table.read(
                row,
                "When",
                "lower, higher, stream or ford, either hex, own hex, firm front or always",
                |cell| match cell {
                    "lower" => Some(When::Lower),
                    "higher" => Some(When::Higher),
                    "stream or ford" => Some(When::StreamOrFord),
                    "either hex" => Some(When::EitherHex),
                    "own hex" => Some(When::OwnHex),
                    "firm front" => Some(When::FirmFront),
                    "always" => Some(When::Always),
                    _ => None,
                },
            )?,
            terrain: table.set(row, "Terrain", "any", Terrain::read)?,
            words: table.words(row, "Words")?,
        })
    };
    (0..table.len()).map(read).collect()
}
