//! The charts: every table file, read once and proven.

use kit::{Content, ContentError, Die, Sheet, content::Sources, profile::Profile, tactics::WeightSets};

mod armoury;
mod columns;
mod crew;
mod figures;
mod rolls;
mod sights;
mod units;

pub use armoury::HeavyWeapon;
pub(crate) use armoury::{ArmorRow, Band, Device, LightWeapon};
pub use columns::EffectId;
pub(crate) use columns::{Columns, EffectColumn, Effects};
pub(crate) use crew::{CrewEffect, CrewLosses};
pub(crate) use figures::{Building, Fire, Limits, ManeuverLine, Rays, Wall};
pub use figures::{Reach, Sight};
pub use rolls::Test;
pub(crate) use rolls::{BelowOne, Origin, ScatterCase, TestDice};
pub(crate) use sights::{EyeHeights, EyeLine, Ground, Hiding, Layer, Opacity, Piece, Sights};
pub use units::{Arm, Hold, Size, Unit};
pub(crate) use units::{Class, SizeClass, Terrain, UpperPart};

use crate::{
    board,
    maneuver::Maneuver,
    scenario::{self, Scenario},
    spotting::{Status, Visibility},
    tactics::weights::{self, Weights},
    words::{Collapse, Effect, Mark, Shelter},
};

kit::charts! {
    /// The tables as printed, those of the sheet first.
    #[expect(missing_docs, reason = "a field has the name of its table")]
    pub struct Tables {
        procedure: String = "procedure",
        combat_skill: u8 = "combat-skill",
        commander_rank: u8 = "commander-rank",
        terrain_effects: String = "terrain-effects",
        spotting: Sight = "spotting",
        mines: Effect = "minefield-effects",
        crew_casualties: String = "crew-casualties",
        communications: Reach = "communications",
        scatter: String = "scatter",
        fire: Mark = "heavy-weapons-fire",
        oblique: Option<u16> = "armor-penetration-oblique",
        square: Option<u16> = "armor-penetration-square",
        effects: Effect = "heavy-weapons-effects",
        collapse: Collapse = "building-effects",
        flames: Effect = "incendiary-effects",
        tests: String = "tests",
        volley_on_vehicles: Effect = "light-fire-vehicles",
        volley_on_men: Option<u16> = "light-fire-infantry",
        light_weapons: String = "light-weapons",
        heavy_weapons: String = "heavy-weapons",
        devices: String = "devices",
        flame_shapes: String = "flames",
        teams: String = "teams",
        guns: String = "guns",
        vehicles: String = "vehicles",
        size_classes: String = "size-classes",
        gun_sizes: String = "gun-sizes",
        divisors: String = "divisors",
        casualty_order: String = "casualty-order",
        arcs: String = "arcs",
        eyes: String = "eyes",
        formations: String = "formations",
        visible_rays: String = "visible-rays",
        sines: String = "sines",
        limits: String = "limits",
        range_dice: String = "range-dice",
        shelter_denial: String = "shelter-denial",
        terrain_kinds: String = "terrain-kinds",
        buildings: String = "buildings",
        maneuvers: String = "maneuvers",
    }
}

/// The tables and what the rules read from them.
#[derive(Debug)]
pub struct Charts {
    profile: Profile,
    /// The tables as printed.
    pub tables: Tables,
    /// HEAVY WEAPONS EFFECTS, the wheel column as SKIR-EFF-6 reads it.
    pub(crate) effects: Effects,
    /// TERRAIN EFFECTS.
    pub(crate) terrains: Vec<Terrain>,
    pub(crate) light: Vec<LightWeapon>,
    /// Guns, mortars and launchers.
    pub heavy: Vec<HeavyWeapon>,
    pub(crate) devices: Vec<Device>,
    /// Teams, guns and vehicles.
    pub units: Vec<Unit>,
    pub(crate) sizes: Vec<SizeClass>,
    pub(crate) tests: [TestDice; 8],
    pub(crate) scatter: Vec<ScatterCase>,
    /// Sines of 0 to 90 degrees in millionths.
    pub(crate) sines: Vec<i64>,
    /// The least number of shots of each column group against men (SKIR-LWF-6).
    pub(crate) shot_groups: Vec<u16>,
    /// How far a flame-thrower reaches, in mm (SKIR-INC-1).
    pub(crate) flame_length: u32,
    /// How far a Molotov bomb is thrown, in mm (SKIR-INC-6).
    pub(crate) molotov_throw: u32,
    pub(crate) fragment_row: ArmorRow,
    pub(crate) columns: Columns,
    pub(crate) limits: Limits,
    /// What crew losses take away (SKIR-CRW-1 to SKIR-CRW-3).
    pub(crate) crew: CrewLosses,
    pub(crate) sights: Sights,
    grounds: Vec<(String, Ground)>,
    /// The tables of the scenarios by name.
    landscapes: Vec<(&'static str, board::Terrain)>,
    pub(crate) rays: Rays,
    /// SKIR-GEO-9.
    pub(crate) eyes: EyeHeights,
    dice: [Die; 6],
    denied_above: [Option<u16>; 4],
    buildings: Vec<Building>,
    maneuvers: figures::Maneuvers,
    unit_names: figures::Names,
    heavy_names: figures::Names,
    /// The place of infantry among the going of a terrain.
    pub(crate) on_foot: usize,
    /// The scenarios in the order of the profile.
    pub scenarios: Vec<Scenario>,
    /// What programs weigh things by, in the same order.
    pub(crate) weights: Vec<WeightSets<Weights>>,
}

impl Charts {
    fn read(profile: Profile, tables: Tables, sources: &Sources<'_>) -> Result<Self, ContentError> {
        let limits = tables.limits.sheet().column_as::<Limits>("figure")?;
        let sizes = units::sizes(&tables)?;
        let light = armoury::light(tables.light_weapons.sheet())?;
        let armor = tables.oblique.sheet();
        let heavy = armoury::heavy(tables.heavy_weapons.sheet(), armor)?;
        let ranks = tables.casualty_order.sheet();
        let reader = units::Reader {
            light: &light,
            heavy: &heavy,
            sizes: &sizes,
            ranks,
            gun_sizes: tables.gun_sizes.sheet(),
            on_foot: limits.on_foot.into(),
        };
        let mut units = reader.units(&tables)?;
        for unit in &mut units {
            // The shelter stands before the movement classes.
            unit.going = tables.terrain_effects.sheet().column(&unit.movement)?.saturating_sub(1);
        }
        let terrains = units::terrains(tables.terrain_effects.sheet())?;
        let grounds = sights::grounds(tables.terrain_kinds.sheet())?;
        let buildings = figures::buildings(tables.buildings.sheet(), &tables.collapse)?;
        let kinds = board::Kinds {
            terrains: &terrains,
            grounds: &grounds,
            buildings: &buildings,
            sheet: tables.terrain_effects.sheet(),
        };
        let landscapes = board::read_all(sources, &kinds)?;
        let devices = armoury::devices(tables.devices.sheet(), armor)?;
        let scenarios = scenario::scenarios(sources, scenario::Stock { units: &units, heavy: &heavy })?;
        // The proving ground of the tests is judged as the first.
        let weigh = |scenario: &Scenario| {
            WeightSets::read(weights::files(scenario.name).unwrap_or(weights::FILES[0]), sources)
        };
        cover_every_die(&tables, &figures::range_dice(tables.range_dice.sheet())?)?;
        Ok(Self {
            profile,
            effects: columns::lay_out(&tables.effects)?,
            terrains,
            landscapes,
            molotov_throw: armoury::molotov_throw(tables.devices.sheet(), &devices)?,
            devices,
            crew: CrewLosses::read(tables.crew_casualties.sheet())?,
            sights: Sights::read(&tables.spotting)?,
            grounds,
            tests: rolls::tests(tables.tests.sheet())?,
            scatter: tables.scatter.sheet().rows_as()?,
            sines: rolls::sines(tables.sines.sheet())?,
            shot_groups: shot_groups(tables.volley_on_men.sheet())?,
            flame_length: armoury::flame_length(tables.flame_shapes.sheet())?,
            fragment_row: armoury::fragment_row(armor)?,
            columns: Columns::read(&tables)?,
            eyes: EyeHeights::read(tables.eyes.sheet())?,
            rays: tables.visible_rays.sheet().column_as("must pass")?,
            dice: figures::range_dice(tables.range_dice.sheet())?,
            denied_above: figures::denials(tables.shelter_denial.sheet())?,
            buildings,
            maneuvers: figures::maneuvers(tables.maneuvers.sheet())?,
            unit_names: figures::Names::of(units.iter().map(|unit| unit.id.as_str())),
            heavy_names: figures::Names::of(heavy.iter().map(|weapon| weapon.id.as_str())),
            on_foot: tables.terrain_effects.sheet().column("Infantry/mortars")?.saturating_sub(1),
            weights: scenarios.iter().map(weigh).collect::<Result<_, _>>()?,
            scenarios,
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
    pub(crate) fn light_weapon(&self, id: &str) -> Option<&LightWeapon> {
        self.light.iter().find(|weapon| weapon.id == id)
    }

    /// The head of an effects column.
    pub fn effect_head(&self, column: EffectColumn) -> &str {
        &self.tables.effects.sheet().heads()[usize::from(column.0)]
    }

    /// The shelter of a terrain row or building (SKIR-TER-1, SKIR-TER-4, SKIR-TER-5).
    pub fn shelter_of(&self, terrain: &str) -> Option<Shelter> {
        let printed = self.terrains.iter().find(|known| known.name == terrain).map(|known| known.shelter);
        printed.or_else(|| self.building(terrain).map(|building| building.shelter))
    }

    /// How a terrain or building counts for spotting and crossing (SKIR-SPT-4, SKIR-MOV-6).
    pub(crate) fn ground(&self, name: &str) -> Option<Ground> {
        let row = self.terrain_row(name);
        self.grounds.iter().find(|(known, _)| known == row).map(|(_, ground)| *ground)
    }

    /// The row of TERRAIN EFFECTS of a terrain or building (SKIR-MOV-2).
    pub(crate) fn terrain(&self, name: &str) -> Option<&Terrain> {
        let row = self.terrain_row(name);
        self.terrains.iter().find(|known| known.name == row)
    }

    /// SKIR-FRG-1: whether men in it have walls around them: a house or a bunker.
    pub(crate) fn is_indoors(&self, name: &str) -> bool {
        self.building(name).is_some_and(|building| !building.is_open())
    }

    /// The table of a scenario by its place.
    pub(crate) fn landscape_at(&self, place: usize) -> &board::Terrain {
        &self.landscapes[place].1
    }

    /// The farthest that a unit that does this is ever spotted, in mm (SKIR-SPT-2).
    pub(crate) fn farthest_sight(&self, target: &Unit, status: Status, visibility: Visibility) -> u32 {
        let group = crate::spotting::group_of(target, self);
        let first = if visibility == Visibility::Reduced { 2 } else { 0 };
        let figure = |hiding, column: usize| {
            let row = self.sights.row(group, hiding, status);
            self.tables.spotting.at(row, usize::from(first as u8) + column).mm.into_iter().max().unwrap_or(0)
        };
        let hidings = [Hiding::Clear, Hiding::Others, Hiding::Covered];
        hidings.into_iter().flat_map(|hiding| [figure(hiding, 0), figure(hiding, 1)]).max().unwrap_or(0)
    }

    /// The table of a scenario by its name, such as `skir-learn` (SKIR-GEO-5).
    pub fn landscape(&self, name: &str) -> Option<&board::Terrain> {
        self.landscapes.iter().find(|(known, _)| *known == name).map(|(_, terrain)| terrain)
    }

    /// A row of the buildings chart.
    pub(crate) fn building(&self, name: &str) -> Option<&Building> {
        self.buildings.iter().find(|building| building.name == name)
    }

    /// A row of the buildings chart by its place.
    pub(crate) fn building_at(&self, place: usize) -> Option<&Building> {
        self.buildings.get(place)
    }

    /// A device that bursts: not the Molotov bomb.
    pub(crate) fn bursting_device(&self, id: &str) -> Option<&Device> {
        self.devices.iter().find(|device| device.id == id && device.row.is_some())
    }

    /// The heavy weapon of a unit.
    pub(crate) fn heavy_weapon_of(&self, unit: &Unit) -> Option<&HeavyWeapon> {
        unit.heavy.map(|place| &self.heavy[place])
    }

    /// The terrain row of a building; anything else is its own.
    fn terrain_row<'n>(&'n self, name: &'n str) -> &'n str {
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

/// The charts that a question is asked with, or a game is played with.
pub type Rules = kit::Rules<Charts>;

impl Content for Charts {
    const GAME: &'static str = "skirmish";
    const LEDGER: &'static str = include_str!("../data/ledger.toml");

    fn load(sources: &Sources<'_>) -> Result<Self, ContentError> {
        let profile = Profile::read("data/game.toml", include_str!("../data/game.toml"))?;
        Self::read(profile, Tables::load(sources)?, sources)
    }

    fn sheets(&self) -> Vec<&Sheet> {
        self.tables.sheets()
    }

    fn profile(&self) -> &Profile {
        &self.profile
    }
}
