//! The charts: every table file, read once and proven.

use std::sync::LazyLock;

use kit::{ContentError, Die, Sheet};

mod armoury;
mod columns;
mod crew;
mod figures;
mod rolls;
mod sights;
mod units;

pub use armoury::{ArmorRow, Band, Device, HeavyWeapon, LightWeapon, Ranges, Shots};
pub use columns::{Columns, EffectColumn, EffectId, Effects};
pub use crew::{CrewEffect, CrewLosses};
pub(crate) use figures::{Building, Fire, ManeuverLine, Rays, Wall};
pub use figures::{Limits, Reach, Sight};
pub use rolls::{Formula, Origin, ScatterCase, Test, TestDice};
pub(crate) use sights::{Ground, Hiding, Piece, Sights};
pub use units::{Class, Hold, Nation, SizeClass, Terrain, Unit, UpperPart};

use crate::{
    situation::Maneuver,
    words::{Collapse, Effect, Mark, Shelter},
};

kit::charts! {
    /// The tables as printed, those of the sheet first.
    pub struct Tables {
        /// The order of play.
        procedure: String = "procedure",
        /// COMBAT SKILL.
        combat_skill: u8 = "combat-skill",
        /// COMMANDER RANK.
        commander_rank: u8 = "commander-rank",
        /// TERRAIN EFFECTS.
        terrain_effects: String = "terrain-effects",
        /// SPOTTING.
        spotting: Sight = "spotting",
        /// MINEFIELD EFFECTS.
        mines: Effect = "minefield-effects",
        /// CREW CASUALTIES.
        crew_casualties: String = "crew-casualties",
        /// COMMUNICATIONS.
        communications: Reach = "communications",
        /// SCATTER.
        scatter: String = "scatter",
        /// HEAVY WEAPONS FIRE.
        fire: Mark = "heavy-weapons-fire",
        /// ARMOR PENETRATION below 75 degrees.
        oblique: Option<u16> = "armor-penetration-oblique",
        /// ARMOR PENETRATION of 75 degrees and more.
        square: Option<u16> = "armor-penetration-square",
        /// HEAVY WEAPONS EFFECTS.
        effects: Effect = "heavy-weapons-effects",
        /// EFFECTS AGAINST BUILDINGS.
        collapse: Collapse = "building-effects",
        /// INCENDIARY WEAPONS EFFECTS.
        flames: Effect = "incendiary-effects",
        /// TESTS.
        tests: String = "tests",
        /// LIGHT WEAPON FIRE against unarmored vehicles.
        volley_on_vehicles: Effect = "light-fire-vehicles",
        /// LIGHT WEAPON FIRE against infantry and artillery.
        volley_on_men: Option<u16> = "light-fire-infantry",
        /// Small arms.
        light_weapons: String = "light-weapons",
        /// Guns, mortars and launchers.
        heavy_weapons: String = "heavy-weapons",
        /// Hand-launched devices.
        devices: String = "devices",
        /// Flame-throwers and Molotov bombs.
        flame_shapes: String = "flames",
        /// Infantry and mortars.
        teams: String = "teams",
        /// Guns.
        guns: String = "guns",
        /// Vehicles.
        vehicles: String = "vehicles",
        /// Size classes of vehicles.
        size_classes: String = "size-classes",
        /// Sizes of guns.
        gun_sizes: String = "gun-sizes",
        /// Movement divisors.
        divisors: String = "divisors",
        /// In which order men fall.
        casualty_order: String = "casualty-order",
        /// Arcs of fire.
        arcs: String = "arcs",
        /// From where a unit sees.
        eyes: String = "eyes",
        /// Formations.
        formations: String = "formations",
        /// Rays of sight that must pass.
        visible_rays: String = "visible-rays",
        /// Sines of 0 to 90 degrees.
        sines: String = "sines",
        /// Distances and other figures.
        limits: String = "limits",
        /// The die of each range band.
        range_dice: String = "range-dice",
        /// Shells that shelter does not stop.
        shelter_denial: String = "shelter-denial",
        /// Kinds of terrain, for spotting and crossing.
        terrain_kinds: String = "terrain-kinds",
        /// Buildings.
        buildings: String = "buildings",
        /// Maneuvers.
        maneuvers: String = "maneuvers",
    }
}

/// The tables and what the rules read from them.
#[derive(Debug)]
pub struct Charts {
    /// The tables as printed.
    pub tables: Tables,
    /// HEAVY WEAPONS EFFECTS, the wheel column as SKIR-EFF-6 reads it.
    pub effects: Effects,
    /// TERRAIN EFFECTS without the shelter column.
    pub going: Vec<Terrain>,
    /// Small arms.
    pub light: Vec<LightWeapon>,
    /// Guns, mortars and launchers.
    pub heavy: Vec<HeavyWeapon>,
    /// Hand-launched devices.
    pub devices: Vec<Device>,
    /// Teams, guns and vehicles.
    pub units: Vec<Unit>,
    /// Size classes of vehicles.
    pub sizes: Vec<SizeClass>,
    /// The eight tests.
    pub tests: [TestDice; 8],
    /// The five cases of scatter.
    pub scatter: Vec<ScatterCase>,
    /// Sines of 0 to 90 degrees in millionths.
    pub sines: Vec<i64>,
    /// The least number of shots of each column group against men (SKIR-LWF-6).
    pub shot_groups: Vec<u16>,
    /// How far a flame-thrower reaches, in mm (SKIR-INC-1).
    pub flame_length: u32,
    /// How far a Molotov bomb is thrown, in mm (SKIR-INC-6).
    pub molotov_throw: u32,
    /// The row of fragments in ARMOR PENETRATION.
    pub fragment_row: ArmorRow,
    /// Columns that no size class names.
    pub columns: Columns,
    /// Distances and other figures of the rules.
    pub limits: Limits,
    /// What crew losses take away (SKIR-CRW-1 to SKIR-CRW-3).
    pub crew: CrewLosses,
    pub(crate) sights: Sights,
    grounds: Vec<(String, Ground)>,
    pub(crate) rays: Rays,
    dice: [Die; 6],
    denied_above: [Option<u16>; 4],
    buildings: figures::Buildings,
    maneuvers: figures::Maneuvers,
    unit_names: figures::Names,
    heavy_names: figures::Names,
}

impl Charts {
    fn read(tables: Tables) -> Result<Self, ContentError> {
        let limits = Limits::read(tables.limits.sheet())?;
        let sizes = units::sizes(&tables)?;
        let light = armoury::light(tables.light_weapons.sheet())?;
        let armor = tables.oblique.sheet();
        let heavy = armoury::heavy(tables.heavy_weapons.sheet(), armor)?;
        let ranks = tables.casualty_order.sheet();
        let reader =
            units::Reader { light: &light, heavy: &heavy, sizes: &sizes, ranks, on_foot: limits.on_foot };
        let mut units = reader.units(&tables)?;
        for unit in &mut units {
            // The shelter stands before the movement classes.
            unit.going = tables.terrain_effects.sheet().column(&unit.movement)?.saturating_sub(1);
        }
        let devices = armoury::devices(tables.devices.sheet(), armor)?;
        cover_every_die(&tables, &figures::range_dice(tables.range_dice.sheet())?)?;
        Ok(Self {
            effects: columns::lay_out(&tables.effects)?,
            going: units::going(tables.terrain_effects.sheet())?,
            molotov_throw: armoury::molotov_throw(tables.devices.sheet(), &devices)?,
            devices,
            crew: CrewLosses::read(tables.crew_casualties.sheet())?,
            sights: Sights::read(&tables.spotting)?,
            grounds: sights::grounds(tables.terrain_kinds.sheet())?,
            tests: rolls::tests(tables.tests.sheet())?,
            scatter: rolls::scatter(tables.scatter.sheet())?,
            sines: rolls::sines(tables.sines.sheet())?,
            shot_groups: shot_groups(tables.volley_on_men.sheet())?,
            flame_length: armoury::flame_length(tables.flame_shapes.sheet())?,
            fragment_row: armoury::fragment_row(armor)?,
            columns: Columns::read(&tables)?,
            rays: Rays::read(tables.visible_rays.sheet())?,
            dice: figures::range_dice(tables.range_dice.sheet())?,
            denied_above: figures::denials(tables.shelter_denial.sheet())?,
            buildings: figures::Buildings::read(tables.buildings.sheet(), &tables.collapse)?,
            maneuvers: figures::maneuvers(tables.maneuvers.sheet())?,
            unit_names: figures::Names::of(units.iter().map(|unit| unit.id.as_str())),
            heavy_names: figures::Names::of(heavy.iter().map(|weapon| weapon.id.as_str())),
            limits,
            light,
            heavy,
            units,
            sizes,
            tables,
        })
    }

    /// The die of a range band (SKIR-HWF-2, SKIR-LWF-3, SKIR-PEN-1).
    pub const fn die_of(&self, band: Band) -> Die {
        self.dice[band as usize]
    }

    /// SKIR-HWF-8: what a shelter is still worth against a shell of this calibre.
    pub fn shelter_against(&self, shelter: Shelter, calibre: u16) -> Shelter {
        let denied = self.denied_above[shelter as usize].is_some_and(|most| calibre > most);
        if denied { Shelter::None } else { shelter }
    }

    /// The unit with this id of the unit charts.
    pub fn unit(&self, id: &str) -> Option<&Unit> {
        self.unit_names.place(id).map(|place| &self.units[place])
    }

    /// The heavy weapon with this id.
    pub fn heavy_weapon(&self, id: &str) -> Option<&HeavyWeapon> {
        self.heavy_names.place(id).map(|place| &self.heavy[place])
    }

    /// The light weapon with this id.
    pub fn light_weapon(&self, id: &str) -> Option<&LightWeapon> {
        self.light.iter().find(|weapon| weapon.id == id)
    }

    /// The head of an effects column.
    pub fn effect_head(&self, column: EffectColumn) -> &str {
        &self.tables.effects.sheet().heads()[usize::from(column.0)]
    }

    /// The shelter of a terrain row or building (SKIR-TER-1, SKIR-TER-4, SKIR-TER-5).
    pub fn shelter_of(&self, terrain: &str) -> Option<Shelter> {
        let printed = self.going.iter().find(|(name, ..)| name == terrain).map(|(_, shelter, _)| *shelter);
        printed.or_else(|| self.building(terrain).map(|building| building.shelter))
    }

    /// How a terrain or building counts for spotting and crossing (SKIR-SPT-4, SKIR-MOV-6).
    pub(crate) fn ground(&self, name: &str) -> Option<Ground> {
        let row = self.terrain_row(name);
        self.grounds.iter().find(|(known, _)| known == row).map(|(_, ground)| *ground)
    }

    /// A row of the buildings chart.
    pub(crate) fn building(&self, name: &str) -> Option<&Building> {
        self.buildings.named(name)
    }

    /// The terrain row of a building; anything else is its own.
    pub(crate) fn terrain_row<'n>(&'n self, name: &'n str) -> &'n str {
        self.building(name).map_or(name, |building| &building.terrain)
    }

    /// What the chart says of a maneuver.
    pub(crate) const fn maneuver(&self, maneuver: Maneuver) -> &ManeuverLine {
        &self.maneuvers[maneuver as usize]
    }

    /// The CS of a named skill (SKIR-GEN-1).
    pub fn combat_skill(&self, name: &str) -> Option<u8> {
        let skills = &self.tables.combat_skill;
        skills.sheet().row_named(0, &name.to_uppercase()).map(|row| *skills.at(row, 0))
    }

    /// The CR of a named rank (SKIR-GEN-2): any of the words of a row will do.
    pub fn commander_rank(&self, name: &str) -> Option<u8> {
        let wanted = name.to_uppercase();
        let ranks = &self.tables.commander_rank;
        let row = (0..ranks.sheet().len()).find(|&row| {
            label(ranks.sheet(), row)
                .split(" and ")
                .any(|part| part == wanted || part.trim_end_matches('S') == wanted)
        })?;
        Some(*ranks.at(row, 0))
    }
}

/// The first label of a row.
fn label(sheet: &Sheet, row: usize) -> &str {
    sheet.labels(row).next().unwrap_or("")
}

/// The first number of every third head: `13-17 !` begins at 13, `>75 !` at 76.
fn shot_groups(men: &Sheet) -> Result<Vec<u16>, ContentError> {
    let least = |head: &String| {
        let group = head.split(' ').next().unwrap_or(head);
        let number = |words: &str| words.split('-').next().and_then(|first| first.parse::<u16>().ok());
        let least = group.strip_prefix('>').and_then(number).and_then(|n| n.checked_add(1));
        let message = || format!("found the head `{head}`, expected a group of shots such as 13-17 or >75");
        least.or_else(|| number(group)).ok_or_else(|| men.complain(message()))
    };
    men.heads().iter().step_by(3).map(least).collect()
}

/// The rows that dice lead to are there, so that rules may look them up without asking.
fn cover_every_die(tables: &Tables, dice: &[Die]) -> Result<(), ContentError> {
    let highest = dice.iter().map(|die| u32::from(die.sides())).max().unwrap_or(0) + HIGHEST_SKILL;
    for index in 0..2 {
        // Die and Combat Skill, at a target that stands or moves.
        tables.fire.sheet().covers(index, 1..=highest)?;
        tables.volley_on_vehicles.sheet().covers(index, 1..=highest)?;
        tables.volley_on_men.sheet().covers(index, 1..=highest)?;
        tables.collapse.sheet().covers(index, 1..=Die::D10.sides().into())?;
    }
    tables.flames.sheet().covers(0, 1..=Die::D10.sides().into())?;
    tables.mines.sheet().covers(0, 1..=Die::D6.sides().into())
}

/// SKIR-GEN-1: what a unit adds at the most.
const HIGHEST_SKILL: u32 = 3;

/// The charts as they come with the game.
pub fn charts() -> &'static Charts {
    static CHARTS: LazyLock<Charts> =
        LazyLock::new(|| Tables::load().and_then(Charts::read).expect("the charts of the game"));
    &CHARTS
}
