//! Tables 3, 4 and 5 and the results.

use super::lists::Kinds;
use crate::prelude::*;

kit::spelled! {
    /// A code of Table 4, worst to best for the attacker (LINE-CRT-4).
    #[derive(PartialOrd, Ord, Hash, Default)]
    pub enum Code {
        /// Attacker routs.
        ARt = "ARt",
        /// Attacker retreats.
        AR = "AR",
        /// Attacker disrupted.
        AD = "AD",
        /// Defender disrupted.
        #[default]
        D = "D",
        /// Defender retreats.
        R = "R",
        /// Defender routs.
        Rt = "Rt",
        /// Defender eliminated.
        E = "E",
    }
}

kit::spelled! {
    /// The side a result strikes (LINE-CRT-5).
    pub(crate) enum Struck {
        Attacker = "attacker",
        Defender = "defender",
    }
}

kit::spelled! {
    /// What a result makes of the unit it strikes.
    pub(crate) enum Becomes {
        /// It is flipped to its back.
        Disrupted = "Disrupted",
        Eliminated = "Eliminated",
    }
}

/// Whether a unit without a safe hex is eliminated; else, if it moves, it routs instead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Eliminates(pub(crate) bool);

kit::spelled!(Eliminates { "E" | "Eliminated" => Self(true), "Rt" | "ARt" | "-" => Self(false) });

kit::spelled! {
    /// The factor that a case of Table 3 changes.
    pub(crate) enum Sum {
        /// The attack factor of one attacker.
        Attack = "A",
        /// The defence factor of the defender.
        Defence = "D",
    }
}

kit::spelled! {
    /// When a case of Table 3 applies.
    pub(crate) enum When {
        Lower = "lower",
        Higher = "higher",
        StreamOrFord = "stream or ford",
        /// The unit's hex or its opponent's has the terrain.
        EitherHex = "either hex",
        OwnHex = "own hex",
        /// The opponent is in Good Order and has the attacker in its row 1 or 2.
        FirmFront = "firm front",
        Always = "always",
    }
}

kit::cells! {
    /// What a code of Table 4 does.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub(crate) struct Consequence {
        pub(crate) strikes: Struck = "Strikes",
        pub(crate) becomes: Becomes = "Becomes",
        /// How many times its tactical movement factors he moves.
        pub(crate) moves: i32 = "Moves T times",
        /// What becomes of a unit without a safe hex.
        pub(crate) no_safe_hex: Eliminates = "Without safe hex",
    }

    /// A case of Table 3.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub(crate) struct Modifier {
        /// Its label, such as T3-7.
        pub(crate) case: String = "Case",
        /// What it changes.
        pub(crate) changes: Sum = "Factor",
        /// By how much.
        pub(crate) change: i32 = "Change",
        /// The classes of the unit whose factor changes.
        pub(crate) classes: Kinds<Class> = "Class",
        /// The classes of its opponent.
        pub(crate) against: Kinds<Class> = "Against",
        pub(crate) when: When = "When",
        pub(crate) terrain: Kinds<Terrain> = "Terrain",
        pub(crate) words: String = "Words",
    }
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
    for (line, place) in Place::ALL.into_iter().enumerate() {
        table.read_with(line, "Place", "the place so many hexsides clockwise", |cell| {
            (cell == place.name()).then_some(())
        })?;
        rows[line] = table.read(line, "Row")?;
    }
    Ok(rows)
}
