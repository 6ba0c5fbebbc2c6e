//! The charts: every table file, read once and proven.

use std::sync::LazyLock;

use kit::{Cell, ContentError, Die, Sheet, Table};

mod armoury;
mod columns;
mod rolls;
mod units;

pub use armoury::{ArmorRow, Band, Device, HeavyWeapon, LightWeapon, Ranges, Shots};
pub use columns::{Columns, EffectColumn, Effects};
pub use rolls::{Formula, Origin, ScatterCase, Test, TestDice};
pub use units::{Class, Hold, Nation, SizeClass, Unit, UpperPart};

use crate::words::{Collapse, Effect, Going, Mark, Shelter};

/// All charts of the game.
#[derive(Debug)]
pub struct Charts {
    /// HEAVY WEAPONS FIRE.
    pub fire: Table<Mark>,
    /// ARMOR PENETRATION below 75 degrees.
    pub oblique: Table<Option<u16>>,
    /// ARMOR PENETRATION of 75 degrees and more.
    pub square: Table<Option<u16>>,
    /// HEAVY WEAPONS EFFECTS, the wheel column as SKIR-EFF-6 reads it.
    pub effects: Effects,
    /// EFFECTS AGAINST BUILDINGS.
    pub collapse: Table<Collapse>,
    /// INCENDIARY WEAPONS EFFECTS.
    pub flames: Table<Effect>,
    /// MINEFIELD EFFECTS.
    pub mines: Table<Effect>,
    /// LIGHT WEAPON FIRE against unarmored vehicles.
    pub volley_on_vehicles: Table<Effect>,
    /// LIGHT WEAPON FIRE against infantry and artillery.
    pub volley_on_men: Table<Option<u16>>,
    /// TERRAIN EFFECTS without the shelter column.
    pub going: Vec<(String, Shelter, Vec<Going>)>,
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
    /// The row of fragments in ARMOR PENETRATION.
    pub fragment_row: ArmorRow,
    /// Columns that no size class names.
    pub columns: Columns,
    dice: [Die; 6],
    limits: Sheet,
    range_dice: Sheet,
    denial: Sheet,
    skills: Sheet,
    ranks: Sheet,
    terrain: Sheet,
    kinds: Sheet,
    buildings: Sheet,
    spotting: Sheet,
    links: Sheet,
    maneuvers: Sheet,
    crew: Sheet,
    effects_sheet: Sheet,
    others: Vec<Sheet>,
}

macro_rules! file {
    ($id:literal) => {
        (
            concat!("games/skirmish/data/tables/", $id, ".toml"),
            include_str!(concat!("../data/tables/", $id, ".toml")),
        )
    };
}

/// A chart file: its name in messages and its text.
pub(crate) type Source = (&'static str, &'static str);

fn table<R: Cell>((file, text): Source) -> Result<Table<R>, ContentError> {
    Table::load(file, text)
}

fn sheet((file, text): Source) -> Result<Sheet, ContentError> {
    Sheet::load(file, text)
}

impl Charts {
    fn load() -> Result<Self, ContentError> {
        let fire = table::<Mark>(file!("heavy-weapons-fire"))?;
        let oblique = table::<Option<u16>>(file!("armor-penetration-oblique"))?;
        let effects = table::<Effect>(file!("heavy-weapons-effects"))?;
        let flames = table::<Effect>(file!("incendiary-effects"))?;
        let mines = table::<Effect>(file!("minefield-effects"))?;
        let limits = sheet(file!("limits"))?;
        let by_size = [fire.sheet(), effects.sheet(), mines.sheet(), flames.sheet()];
        let sizes = units::sizes(file!("size-classes"), by_size)?;
        let light = armoury::light(file!("light-weapons"))?;
        let heavy = armoury::heavy(file!("heavy-weapons"), oblique.sheet())?;
        let units = units::units(
            [file!("teams"), file!("guns"), file!("vehicles")],
            file!("casualty-order"),
            &light,
            &heavy,
            &sizes,
            limit(&limits, "infantry tactical"),
        )?;
        let volley_on_men = table::<Option<u16>>(file!("light-fire-infantry"))?;
        let shot_groups = shot_groups(volley_on_men.sheet());
        let range_dice = sheet(file!("range-dice"))?;
        let terrain = file!("terrain-effects");
        let armor = oblique.sheet();
        let devices = armoury::devices(file!("devices"), armor)?;
        let fragment_row =
            armoury::armor_row(armor, true, "☼").expect("the armor chart has a row for fragments");
        let columns = Columns::of(&fire, effects.sheet(), &flames, &mines);
        Ok(Self {
            fire,
            oblique,
            square: table(file!("armor-penetration-square"))?,
            effects: columns::lay_out(&effects),
            effects_sheet: effects.sheet().clone(),
            collapse: table(file!("building-effects"))?,
            flames,
            mines,
            fragment_row,
            flame_length: armoury::flame_length(file!("flames"))?,
            columns,
            dice: Band::ALL.map(|band| die_of(&range_dice, band)),
            volley_on_vehicles: table(file!("light-fire-vehicles"))?,
            volley_on_men,
            shot_groups,
            going: units::going(terrain)?,
            light,
            heavy,
            devices,
            units,
            sizes,
            tests: rolls::tests(file!("tests"))?,
            scatter: rolls::scatter(file!("scatter"))?,
            sines: rolls::sines(file!("sines"))?,
            limits,
            range_dice,
            denial: sheet(file!("shelter-denial"))?,
            skills: sheet(file!("combat-skill"))?,
            ranks: sheet(file!("commander-rank"))?,
            terrain: sheet(terrain)?,
            kinds: sheet(file!("terrain-kinds"))?,
            buildings: sheet(file!("buildings"))?,
            spotting: sheet(file!("spotting"))?,
            links: sheet(file!("communications"))?,
            maneuvers: sheet(file!("maneuvers"))?,
            crew: sheet(file!("crew-casualties"))?,
            others: [
                file!("procedure"),
                file!("tests"),
                file!("scatter"),
                file!("light-weapons"),
                file!("heavy-weapons"),
                file!("devices"),
                file!("flames"),
                file!("teams"),
                file!("guns"),
                file!("vehicles"),
                file!("size-classes"),
                file!("gun-sizes"),
                file!("divisors"),
                file!("casualty-order"),
                file!("arcs"),
                file!("eyes"),
                file!("formations"),
                file!("visible-rays"),
                file!("sines"),
            ]
            .into_iter()
            .map(sheet)
            .collect::<Result<_, _>>()?,
        })
    }

    /// Every chart, those of the sheet first.
    pub fn sheets(&self) -> Vec<&Sheet> {
        let other = |id: &str| self.others.iter().filter(move |sheet| sheet.id == id).collect::<Vec<_>>();
        let mut all = other("procedure");
        all.extend([&self.skills, &self.ranks, &self.terrain, &self.spotting, self.mines.sheet()]);
        all.extend([&self.crew, &self.links]);
        all.extend(other("scatter"));
        all.extend([self.fire.sheet(), self.oblique.sheet(), self.square.sheet(), &self.effects_sheet]);
        all.extend([self.collapse.sheet(), self.flames.sheet()]);
        all.extend(other("tests"));
        all.extend([self.volley_on_vehicles.sheet(), self.volley_on_men.sheet()]);
        all.extend(
            self.others.iter().filter(|sheet| !["procedure", "tests", "scatter"].contains(&&*sheet.id)),
        );
        all.extend([&self.limits, &self.range_dice, &self.denial, &self.kinds, &self.buildings]);
        all.push(&self.maneuvers);
        all
    }

    /// A figure of the rules by its name in the chart of limits.
    ///
    /// # Panics
    /// If the chart has no such limit.
    pub fn limit(&self, name: &str) -> u32 {
        limit(&self.limits, name)
    }

    /// The die of a range band (SKIR-HWF-2, SKIR-LWF-3, SKIR-PEN-1).
    pub const fn die_of(&self, band: Band) -> Die {
        self.dice[band as usize]
    }

    /// SKIR-HWF-8: what a shelter is still worth against a shell of this calibre.
    pub fn shelter_against(&self, shelter: Shelter, calibre: u16) -> Shelter {
        let denied = (0..self.denial.len()).any(|row| {
            Shelter::read(self.denial.labels(row).next().unwrap_or("")) == Some(shelter)
                && self.denial.cells(row)[0].parse().is_ok_and(|most: u16| calibre > most)
        });
        if denied { Shelter::None } else { shelter }
    }

    /// The unit with this id of the unit charts.
    pub fn unit(&self, id: &str) -> Option<&Unit> {
        self.units.iter().find(|unit| unit.id == id)
    }

    /// The heavy weapon with this id.
    pub fn heavy_weapon(&self, id: &str) -> Option<&HeavyWeapon> {
        self.heavy.iter().find(|weapon| weapon.id == id)
    }

    /// The light weapon with this id.
    pub fn light_weapon(&self, id: &str) -> Option<&LightWeapon> {
        self.light.iter().find(|weapon| weapon.id == id)
    }

    /// The head of an effects column.
    pub fn effect_head(&self, column: EffectColumn) -> &str {
        &self.effects_sheet.heads()[usize::from(column.0)]
    }

    /// The shelter of a terrain row or building (SKIR-TER-1, SKIR-TER-4, SKIR-TER-5).
    pub fn shelter_of(&self, terrain: &str) -> Option<Shelter> {
        let printed = self.going.iter().find(|(name, ..)| name == terrain).map(|(_, shelter, _)| *shelter);
        printed.or_else(|| {
            let row = self.buildings.row_named(0, terrain)?;
            Shelter::read(&self.buildings.cells(row)[2])
        })
    }

    /// The place of a movement class among the going of a terrain (SKIR-MOV-2).
    pub fn movement_class(&self, name: &str) -> Option<usize> {
        self.terrain.heads()[1..].iter().position(|head| head == name)
    }

    /// A row of the buildings chart.
    pub(crate) fn building(&self, name: &str) -> Option<&[String]> {
        self.buildings.row_named(0, name).map(|row| self.buildings.cells(row))
    }

    /// A row of the maneuvers chart: kind, shots, divisor, status left.
    pub(crate) fn maneuver(&self, name: &str) -> Option<&[String]> {
        self.maneuvers.row_named(0, name).map(|row| self.maneuvers.cells(row))
    }

    /// The kinds of terrain, for spotting and crossing.
    pub(crate) const fn terrain_kinds(&self) -> &Sheet {
        &self.kinds
    }

    /// SPOTTING as printed.
    pub(crate) const fn spotting(&self) -> &Sheet {
        &self.spotting
    }

    /// How many rays of sight must reach a target of this kind (SKIR-SPT-2).
    pub(crate) fn rays_needed(&self, kind: &str) -> u8 {
        let sheet = self.others.iter().find(|sheet| sheet.id == "visible-rays").expect("the chart is loaded");
        let row = sheet.row_named(0, kind).expect("every kind has a row");
        sheet.cells(row)[1].parse().expect("rays are numbers")
    }

    /// COMMUNICATIONS as printed.
    pub(crate) const fn links(&self) -> &Sheet {
        &self.links
    }

    /// The CS of a named skill (SKIR-GEN-1).
    pub fn combat_skill(&self, name: &str) -> Option<u8> {
        let row = self.skills.row_named(0, &name.to_uppercase())?;
        self.skills.cells(row)[0].parse().ok()
    }

    /// The CR of a named rank (SKIR-GEN-2): any of the words of a row will do.
    pub fn commander_rank(&self, name: &str) -> Option<u8> {
        let wanted = name.to_uppercase();
        let row = (0..self.ranks.len()).find(|&row| {
            self.ranks.labels(row).any(|label| {
                label.split(" and ").any(|part| part == wanted || part.trim_end_matches('S') == wanted)
            })
        })?;
        self.ranks.cells(row)[0].parse().ok()
    }
}

/// The first number of every third head: `13-17 !` begins at 13, `>75 !` at 76.
fn shot_groups(men: &Sheet) -> Vec<u16> {
    let least = |head: &String| {
        let group = head.split(' ').next().unwrap_or(head);
        let number = |words: &str| words.split('-').next().and_then(|first| first.parse::<u16>().ok());
        group
            .strip_prefix('>')
            .and_then(number)
            .map(|n| n + 1)
            .or_else(|| number(group))
            .expect("a group of shots")
    };
    men.heads().iter().step_by(3).map(least).collect()
}

fn limit(limits: &Sheet, name: &str) -> u32 {
    let row = limits.row_named(0, name).unwrap_or_else(|| panic!("no limit called {name}"));
    limits.cells(row)[0].parse().expect("a limit is a number")
}

fn die_of(range_dice: &Sheet, band: Band) -> Die {
    let row = range_dice.row_named(0, band.name()).expect("every band has a die");
    Die::with_sides(range_dice.cells(row)[0].parse().expect("a die is a number"))
}

/// The charts as they come with the game.
pub fn charts() -> &'static Charts {
    static CHARTS: LazyLock<Charts> = LazyLock::new(|| {
        Charts::load().unwrap_or_else(|error| panic!("a chart of the game is broken: {error}"))
    });
    &CHARTS
}
