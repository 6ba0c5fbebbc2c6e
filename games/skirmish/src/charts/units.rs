//! Teams, guns, vehicles, and what the ground does to them.

use kit::{Cell, ContentError, Sheet};

use super::{
    EffectColumn, HeavyWeapon, LightWeapon, Source,
    armoury::{Rows, Shots},
};
use crate::words::{Going, Shelter};

/// What kind of unit it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    /// Infantry on foot.
    Infantry,
    /// A mortar with its men.
    Mortar,
    /// A gun with its crew.
    Gun,
    /// A vehicle of the size class at this place.
    Vehicle(usize),
}

/// What a size class is on the charts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SizeClass {
    /// Its name.
    pub name: String,
    /// Its column of HEAVY WEAPONS FIRE.
    pub fire: usize,
    /// The column of HEAVY WEAPONS EFFECTS for its body.
    pub body: EffectColumn,
    /// Its column of MINEFIELD EFFECTS.
    pub mine: usize,
    /// Its column of INCENDIARY WEAPONS EFFECTS.
    pub flame: usize,
    /// Its group of SPOTTING.
    pub spotting: u8,
    /// Whether it runs on tracks.
    pub tracked: bool,
    /// Thickness of its running gear in cm (SKIR-HWF-11).
    pub running_gear: u8,
}

/// The charts that have a column for each size class: fire, effects, mines, flames.
pub(super) type ColumnCharts<'c> = [&'c Sheet; 4];

pub(super) fn sizes(source: Source, charts: ColumnCharts<'_>) -> Result<Vec<SizeClass>, ContentError> {
    let rows = Rows::load(source)?;
    let column = |row, head: &str, chart: &Sheet| {
        let name = rows.words(row, head)?;
        let found = chart.column_named(name);
        found.ok_or_else(|| rows.wrong(row, format!("found {head} `{name}`, which `{}` lacks", chart.id)))
    };
    let [fire, effects, mines, flames] = charts;
    let size = |row| {
        Ok(SizeClass {
            name: rows.label(row).to_owned(),
            fire: column(row, "fire column", fire)?,
            body: EffectColumn(column(row, "body column", effects)? as u8),
            mine: column(row, "mine column", mines)?,
            flame: column(row, "flame column", flames)?,
            spotting: rows.number(row, "spotting group")?,
            tracked: rows.words(row, "running part")? == "track",
            running_gear: rows.number(row, "running gear cm")?,
        })
    };
    (0..rows.sheet.len()).map(size).collect()
}

/// Turret or casemate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UpperPart {
    /// It turns.
    Turret,
    /// It does not.
    Casemate,
}

/// One weapon of a unit and how many men or mounts have it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hold {
    /// The id of the light weapon.
    pub weapon: String,
    /// Its place in the chart of light weapons.
    pub place: usize,
    /// How many.
    pub count: u8,
    /// In which rank its bearers fall (SKIR-LWF-9).
    pub rank: u8,
    /// How many of them carry a flame-thrower too.
    pub flames: u8,
}

/// The army of a unit, by the first letter of its id.
pub type Nation = char;

/// A row of the unit charts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unit {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// What it is.
    pub class: Class,
    /// Men of a team, or crew.
    pub men: u8,
    /// Passengers it can take.
    pub capacity: u8,
    /// Combat Skill.
    pub cs: u8,
    /// Commander Rank of its leader.
    pub cr: u8,
    /// Tactical movement in mm.
    pub tactical: u32,
    /// Its movement class as TERRAIN EFFECTS names it.
    pub movement: String,
    /// Its light weapons.
    pub light: Vec<Hold>,
    /// Its heavy weapon.
    pub heavy: Option<String>,
    /// Body armor front, side, rear in cm.
    pub body: [u8; 3],
    /// Turret or casemate and its armor.
    pub upper: Option<(UpperPart, [u8; 3])>,
    /// Top armor in cm.
    pub top: u8,
    /// Whether it is open above.
    pub open_top: bool,
    /// Thickness of a gun's shield in cm.
    pub shield: u8,
    /// Whether it has a radio.
    pub radio: bool,
    /// Devices as the chart lists them.
    pub devices: Vec<(u8, String)>,
}

impl Unit {
    /// SKIR-GEN-7: armored from 1 cm on the front of the body.
    pub fn is_armored(&self) -> bool {
        matches!(self.class, Class::Vehicle(_)) && self.body[0] >= 1
    }

    /// Whether it is a team on foot, a mortar's included.
    pub const fn is_team(&self) -> bool {
        matches!(self.class, Class::Infantry | Class::Mortar)
    }

    /// How many machine guns it has to lose.
    pub fn machine_guns(&self) -> u8 {
        if self.is_team() { 0 } else { self.light.iter().map(|hold| hold.count).sum() }
    }

    /// SKIR-CRW-1 to SKIR-CRW-5 are for those who serve something: vehicles, guns and mortars.
    pub const fn has_crew(&self) -> bool {
        !matches!(self.class, Class::Infantry)
    }
}

struct Reader<'c> {
    light: &'c [LightWeapon],
    heavy: &'c [HeavyWeapon],
    sizes: &'c [SizeClass],
    ranks: Rows,
    /// Tactical movement of infantry in mm (SKIR-MOV-1).
    on_foot: u32,
}

/// What a weapons field lists: light weapons, and a heavy one.
type Arms = (Vec<Hold>, Option<String>);

impl Reader<'_> {
    fn rank_of(&self, weapon: &str) -> u8 {
        let row = (0..self.ranks.sheet.len())
            .find(|&row| self.ranks.sheet.cells(row)[1].split(' ').any(|known| known == weapon));
        // Whoever the chart does not name falls with the SMG and other men.
        row.and_then(|row| self.ranks.label(row).parse().ok()).unwrap_or(2)
    }

    /// `1 SMG (Sgt), 1 LMG, 7 RIF`: what stands in brackets is a leader or a second weapon.
    fn weapons(&self, rows: &Rows, row: usize, head: &str) -> Result<Arms, ContentError> {
        let printed = rows.words(row, head)?;
        let (mut light, mut heavy): Arms = (Vec::new(), None);
        let mut plain = String::new();
        let mut bracket = String::new();
        let mut inside = false;
        for letter in printed.chars().chain([',']) {
            match letter {
                '(' => inside = true,
                ')' => inside = false,
                ',' if !inside => {
                    self.arm(plain.trim(), &bracket, &mut light, &mut heavy).ok_or_else(|| {
                        rows.wrong(row, format!("found weapon `{}`, expected such as 2 RIF", plain.trim()))
                    })?;
                    plain.clear();
                    bracket.clear();
                }
                _ if inside => bracket.push(letter),
                _ => plain.push(letter),
            }
        }
        Ok((light, heavy))
    }

    fn arm(
        &self,
        words: &str,
        bracket: &str,
        light: &mut Vec<Hold>,
        heavy: &mut Option<String>,
    ) -> Option<()> {
        if words == "-" {
            return Some(());
        }
        let (count, id) = match words.split_once(' ') {
            Some((count, id)) => (count.parse().ok()?, id),
            None => (1, words),
        };
        let (id, flames) = if id == "flame-thrower" { (bracket, count) } else { (id, 0) };
        if let Some(place) = self.light.iter().position(|weapon| weapon.id == id) {
            let rank = if flames > 0 { self.rank_of("flame-thrower") } else { self.rank_of(id) };
            light.push(Hold { weapon: id.to_owned(), place, count, rank, flames });
        } else {
            self.heavy.iter().find(|weapon| weapon.id == id)?;
            *heavy = Some(id.to_owned());
        }
        Some(())
    }

    fn team(&self, rows: &Rows, row: usize) -> Result<Unit, ContentError> {
        let (light, heavy) = self.weapons(rows, row, "weapons (leader in brackets)")?;
        let mortar = rows.words(row, "group")? == "Mortars";
        let mut devices = Vec::new();
        for words in rows.words(row, "devices")?.split(", ").filter(|&words| words != "-") {
            let bad = || rows.wrong(row, format!("found device `{words}`, expected such as 2 Ex"));
            let (count, id) = words.split_once(' ').ok_or_else(bad)?;
            devices.push((count.parse().map_err(|_| bad())?, id.to_owned()));
        }
        Ok(Unit {
            id: rows.label(row).to_owned(),
            name: rows.words(row, "team")?.to_owned(),
            class: if mortar { Class::Mortar } else { Class::Infantry },
            men: rows.number(row, "men")?,
            capacity: 0,
            cs: rows.number(row, "CS")?,
            cr: rows.number(row, "CR")?,
            tactical: self.on_foot,
            movement: "Infantry/mortars".to_owned(),
            light,
            heavy,
            body: [0; 3],
            upper: None,
            top: 0,
            open_top: false,
            shield: 0,
            radio: rows.words(row, "radio/other")?.starts_with("radio"),
            devices,
        })
    }

    fn gun(&self, rows: &Rows, row: usize) -> Result<Unit, ContentError> {
        let (_, heavy) = self.weapons(rows, row, "weapon")?;
        let crew = rows.number(row, "crew")?;
        let pistol = self.light.iter().position(|weapon| weapon.id == "PIS");
        let place =
            pistol.ok_or_else(|| rows.wrong(row, "found no pistol among the light weapons".into()))?;
        Ok(Unit {
            id: rows.label(row).to_owned(),
            name: rows.words(row, "gun")?.to_owned(),
            class: Class::Gun,
            men: crew,
            capacity: 0,
            cs: rows.number(row, "CS")?,
            cr: rows.number(row, "CR")?,
            tactical: rows.number::<u32>(row, "T cm")? * 10,
            movement: "Artillery units".to_owned(),
            light: vec![Hold { weapon: "PIS".to_owned(), place, count: crew, rank: 2, flames: 0 }],
            heavy,
            body: [0; 3],
            upper: None,
            top: 0,
            open_top: false,
            shield: rows.number(row, "shield cm")?,
            radio: false,
            devices: Vec::new(),
        })
    }

    fn vehicle(&self, rows: &Rows, row: usize) -> Result<Unit, ContentError> {
        let (light, heavy) = self.weapons(rows, row, "weapons")?;
        let size = rows.words(row, "size class")?;
        let place = self.sizes.iter().position(|known| known.name == size);
        let place = place.ok_or_else(|| rows.wrong(row, format!("found size class `{size}`")))?;
        let upper = match rows.words(row, "upper")? {
            "-" => None,
            "turret" => Some((UpperPart::Turret, faces(rows, row, "upper F/S/R")?)),
            "casemate" => Some((UpperPart::Casemate, faces(rows, row, "upper F/S/R")?)),
            other => {
                return Err(rows.wrong(row, format!("found upper `{other}`, expected turret or casemate")));
            }
        };
        Ok(Unit {
            id: rows.label(row).to_owned(),
            name: rows.words(row, "vehicle")?.to_owned(),
            class: Class::Vehicle(place),
            men: rows.number(row, "crew")?,
            capacity: rows.number(row, "capacity")?,
            cs: rows.number(row, "CS")?,
            cr: rows.number(row, "CR")?,
            tactical: rows.number::<u32>(row, "T cm")? * 10,
            movement: rows.words(row, "movement class")?.to_owned(),
            light,
            heavy,
            body: faces(rows, row, "body F/S/R")?,
            upper,
            top: rows.number(row, "top")?,
            open_top: rows.words(row, "open top")? == "y",
            shield: 0,
            radio: rows.words(row, "radio")? == "y",
            devices: Vec::new(),
        })
    }
}

/// `8/5/5`: front, side, rear.
fn faces(rows: &Rows, row: usize, head: &str) -> Result<[u8; 3], ContentError> {
    let words = rows.words(row, head)?;
    let numbers: Vec<u8> = words.split('/').filter_map(|part| part.parse().ok()).collect();
    numbers.try_into().map_err(|_| rows.wrong(row, format!("found armor `{words}`, expected such as 8/5/5")))
}

pub(super) fn units(
    [teams, guns, vehicles]: [Source; 3],
    ranks: Source,
    light: &[LightWeapon],
    heavy: &[HeavyWeapon],
    sizes: &[SizeClass],
    on_foot: u32,
) -> Result<Vec<Unit>, ContentError> {
    let reader = Reader { light, heavy, sizes, ranks: Rows::load(ranks)?, on_foot };
    let mut all = Vec::new();
    let rows = Rows::load(teams)?;
    for row in 0..rows.sheet.len() {
        all.push(reader.team(&rows, row)?);
    }
    let rows = Rows::load(guns)?;
    for row in 0..rows.sheet.len() {
        all.push(reader.gun(&rows, row)?);
    }
    let rows = Rows::load(vehicles)?;
    for row in 0..rows.sheet.len() {
        all.push(reader.vehicle(&rows, row)?);
    }
    Ok(all)
}

/// TERRAIN EFFECTS: the name, the shelter and the going of each movement class.
pub(super) fn going(source: Source) -> Result<Vec<(String, Shelter, Vec<Going>)>, ContentError> {
    let rows = Rows::load(source)?;
    let terrain = |row: usize| {
        let cells = rows.sheet.cells(row);
        let bad =
            |words: &str, expected: &str| rows.wrong(row, format!("found `{words}`, expected {expected}"));
        let shelter = Shelter::read(&cells[0]).ok_or_else(|| bad(&cells[0], Shelter::EXPECTED))?;
        let read = |words: &String| Going::read(words).ok_or_else(|| bad(words, Going::EXPECTED));
        Ok((rows.label(row).to_owned(), shelter, cells[1..].iter().map(read).collect::<Result<_, _>>()?))
    };
    (0..rows.sheet.len()).map(terrain).collect()
}

impl Shots {
    /// The number of a maneuver.
    pub const fn of(self, moving: bool) -> u16 {
        if moving { self.moving } else { self.stationary }
    }
}
