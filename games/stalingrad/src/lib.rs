//! Stalingrad, autumn 1942: the battle for the city.
//!
//! ```
//! use kit::{Fraction, Inquiry, Rules, Sums, chance, content::read_situation};
//! use sandtable_stalingrad::{battle::Battle, results::Fate};
//!
//! // The ready example is the storm of Mamaev Kurgan with one Fliegerkorps in support: 3:1.
//! let mut situation = read_situation("battle.toml", Battle::EXAMPLE).unwrap();
//! // What its map knows is read off it.
//! Battle::survey(Rules::published(), &mut situation).unwrap();
//! let battle = Battle::prepare(Rules::published(), &situation, &mut Sums::default()).unwrap();
//! let odds = chance::odds(&battle).unwrap();
//! let taken = odds.chance(|end| battle.result(end).is_some_and(|result| battle.consequences(result).clears()));
//! assert_eq!(taken, Fraction::new(2, 3));
//! ```

pub mod action;
pub mod advance;
pub mod air;
pub mod air_attack;
pub mod allocation;
pub mod bank;
pub mod barrage;
pub mod battle;
pub mod bombing;
mod casualties;
mod charts;
pub mod crossing;
pub mod deployment;
pub mod engagement;
pub mod factory;
pub mod field;
pub mod flow;
pub mod foresight;
pub mod game;
pub mod hexes;
pub mod index;
pub mod interception;
pub mod long_move;
pub mod map;
pub mod marksmen;
pub mod movement;
mod recovery;
pub mod reinforcement;
pub mod results;
pub mod retreat;
mod situation;
pub mod skies;
pub mod sniper;
pub mod stacking;
pub mod supply;
pub mod tactics;
pub mod terrain;
pub mod theatre;
pub mod toll;
mod turns;
pub mod units;
pub mod victory;
pub mod zones;

use kit::{Kind, Rulebook};

pub use charts::{Charts, Rules, Share, Tables};

/// What the game brings before it is played.
pub static RULEBOOK: Rulebook = Rulebook::of::<Charts>(
    &[
        Kind::of::<battle::Battle>(),
        Kind::of::<bombing::Bombing>(),
        Kind::of::<air_attack::AirAttack>(),
        Kind::of::<interception::Interception>(),
        Kind::of::<crossing::Crossing>(),
        Kind::of::<sniper::Duel>(),
        Kind::of::<barrage::Barrage>(),
        Kind::of::<factory::Repair>(),
        Kind::of::<long_move::LongMove>(),
    ],
    map::MAPS,
);
