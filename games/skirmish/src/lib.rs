//! The rules and content of skirmish.
pub mod act;
pub mod action;
pub mod attack;
pub mod barrage;
pub mod board;
pub mod building;
pub mod charts;
pub mod clash;
pub mod command;
pub mod communication;
pub mod condition;
pub mod crew;
pub mod device;
pub mod fire;
pub mod flow;
pub mod fragments;
pub mod game;
pub mod geometry;
pub mod harm;
pub mod incendiary;
pub mod light_fire;
mod look;
pub mod maneuver;
pub mod melee;
pub mod mines;
pub mod movement;
pub mod nerve;
pub mod overrun;
pub mod placing;
mod report;
pub mod scatter;
pub mod scenario;
pub mod shell;
pub mod situation;
pub mod spotting;
pub mod state;
pub mod survey;
pub mod tactics;
mod tell;
#[cfg(test)]
mod testing;
pub mod trial;
mod victory;
pub mod words;

use kit::{Kind, Rulebook};

/// What the game brings to the table.
pub static RULEBOOK: Rulebook = Rulebook::of::<charts::Charts>(
    &[
        Kind::of::<shell::Shells>(),
        Kind::of::<light_fire::LightFire>(),
        Kind::of::<trial::Trial>(),
        Kind::of::<fragments::Fragments>(),
        Kind::of::<scatter::Scatter>(),
        Kind::of::<building::Bombard>(),
        Kind::of::<incendiary::Flames>(),
        Kind::of::<mines::Mines>(),
        Kind::of::<crew::Crew>(),
        Kind::of::<spotting::Spotting>(),
        Kind::of::<communication::Link>(),
        Kind::of::<movement::Movement>(),
        Kind::of::<melee::Melee>(),
        Kind::of::<overrun::Overrun>(),
        Kind::of::<device::Devices>(),
    ],
    &[],
);
