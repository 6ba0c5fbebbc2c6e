//! Teams, guns, vehicles, and what the ground does to them.

use kit::{ContentError, Sheet};

use super::{Charts, EffectColumn, HeavyWeapon, LightWeapon, Tables, armoury::Shots, label};
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
pub(crate) struct SizeClass {
    pub(crate) name: String,
    pub(crate) fire: usize,
    pub(crate) body: EffectColumn,
    pub(crate) mine: usize,
    pub(crate) flame: usize,
    pub(crate) spotting: u8,
    /// Whether it runs on tracks.
    pub(crate) tracked: bool,
    /// Thickness of its running gear in cm (SKIR-HWF-11).
    pub(crate) running_gear: u8,
    /// SKIR-GEO-4.
    pub(crate) size: Size,
}

/// SKIR-GEO-4: length, width and height of a row.
fn size_in(sheet: &Sheet, row: usize) -> Result<Size, ContentError> {
    Ok(Size {
        length: sheet.read(row, "length mm")?,
        width: sheet.read(row, "width mm")?,
        height: sheet.read(row, "height mm")?,
    })
}

pub(super) fn sizes(tables: &Tables) -> Result<Vec<SizeClass>, ContentError> {
    let sheet = tables.size_classes.sheet();
    let column = |row, head: &str, chart: &Sheet| {
        sheet.read_with(row, head, "a column of the chart it leads to", |name| chart.column_named(name))
    };
    let tracked = |part: &str| match part {
        "track" => Some(true),
        "wheel" => Some(false),
        _ => None,
    };
    let size = |row| {
        Ok(SizeClass {
            name: label(sheet, row).to_owned(),
            fire: column(row, "fire column", tables.fire.sheet())?,
            body: EffectColumn(column(row, "body column", tables.effects.sheet())? as u8),
            mine: column(row, "mine column", tables.mines.sheet())?,
            flame: column(row, "flame column", tables.flames.sheet())?,
            spotting: sheet.read(row, "spotting group")?,
            tracked: sheet.read_with(row, "running part", "track or wheel", tracked)?,
            running_gear: sheet.read(row, "running gear cm")?,
            size: size_in(sheet, row)?,
        })
    };
    (0..sheet.len()).map(size).collect()
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
    pub(crate) weapon: String,
    /// Its place in the chart of light weapons.
    pub(crate) place: usize,
    /// How many have it.
    pub count: u8,
    /// In which rank its bearers fall (SKIR-LWF-9).
    pub(crate) rank: u8,
    /// How many of them carry a flame-thrower too.
    pub flames: u8,
}

/// A row of the unit charts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unit {
    /// Its id, such as `G-PZ4G`.
    pub id: String,
    pub(crate) name: String,
    pub(crate) class: Class,
    /// Men of a team, or crew.
    pub men: u8,
    /// Passengers it can take.
    pub capacity: u8,
    pub(crate) cs: u8,
    /// Commander Rank of its leader.
    pub(crate) cr: u8,
    /// Tactical movement in mm.
    pub tactical: u32,
    /// Its movement class as TERRAIN EFFECTS names it.
    pub(crate) movement: String,
    /// The place of that class among the going of a terrain (SKIR-MOV-2).
    pub(crate) going: usize,
    /// Its light weapons, the leader's first.
    pub light: Vec<Hold>,
    /// The place of its heavy weapon in their chart.
    pub(crate) heavy: Option<usize>,
    /// The mount whose machine gun that is, where it may fire as a heavy weapon instead (note to the charts: the .50 as an AA
    /// weapon).
    pub(crate) aa_mount: Option<u8>,
    /// Body armor front, side, rear in cm.
    pub(crate) body: [u8; 3],
    /// Turret or casemate and its armor.
    pub(crate) upper: Option<(UpperPart, [u8; 3])>,
    /// Top armor in cm.
    pub(crate) top: u8,
    /// Whether it is open above.
    pub(crate) open_top: bool,
    /// Thickness of a gun's shield in cm.
    pub(crate) shield: u8,
    /// Whether it has a radio.
    pub radio: bool,
    /// Whether only the platoon commander's has one.
    pub(crate) radio_of_commander: bool,
    pub(crate) devices: Vec<(u8, String)>,
    /// What it is worth (SKIR-VIC-1).
    pub points: u16,
    /// The footprint and height of the model, or of one man (SKIR-GEO-4).
    pub size: Size,
    /// What each man of a team bears, in the order of the chart (SKIR-R83).
    pub(crate) arms: Vec<Arm>,
}

/// Length, width and height in mm (SKIR-GEO-4).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Size {
    /// Along its heading.
    pub length: u16,
    /// Across it.
    pub width: u16,
    /// Up.
    pub height: u16,
}

/// What a man of a team bears (SKIR-R83).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Arm {
    /// The place of his light weapon in its chart.
    pub light: Option<u8>,
    /// Whether he bears the heavy weapon of the team, other than a mortar.
    pub heavy: bool,
    /// Whether he bears a flame-thrower.
    pub flame: bool,
    /// In which rank he falls (SKIR-LWF-9).
    pub rank: u8,
}

impl Unit {
    /// SKIR-GEN-7: armored from 1 cm on the front of the body.
    pub fn is_armored(&self) -> bool {
        self.is_vehicle() && self.body[0] >= 1
    }

    /// Whether it is a vehicle of any size.
    pub const fn is_vehicle(&self) -> bool {
        matches!(self.class, Class::Vehicle(_))
    }

    /// Whether it is a team on foot, a mortar's included.
    pub const fn is_team(&self) -> bool {
        matches!(self.class, Class::Infantry | Class::Mortar)
    }

    /// SKIR-R83: the first man who does not bear the machine gun or special weapon leads.
    pub fn first_leader(&self) -> u8 {
        let plain = self.arms.iter().position(|arm| arm.rank <= PLAIN_RANK);
        plain.unwrap_or(0) as u8
    }

    /// What a terrain row lets its men do on foot (SKIR-MOV-2).
    pub(crate) fn going_afoot(&self, charts: &Charts, row: usize) -> Going {
        let going = if self.is_team() { self.going } else { charts.on_foot };
        charts.terrains[row].going[going]
    }

    /// How many machine guns it has to lose.
    pub fn machine_guns(&self) -> u8 {
        if self.is_team() { 0 } else { self.light.iter().map(|hold| hold.count).sum() }
    }

    /// How many of a device it has.
    pub fn devices_of(&self, id: &str) -> u8 {
        self.devices.iter().find(|(_, known)| known == id).map_or(0, |(count, _)| *count)
    }

    /// SKIR-CRW-1 to SKIR-CRW-5 are for those who serve something: vehicles, guns and mortars.
    pub const fn has_crew(&self) -> bool {
        !matches!(self.class, Class::Infantry)
    }
}

/// SKIR-LWF-9: riflemen, men with submachine guns and assistants bear nothing special.
const PLAIN_RANK: u8 = 3;

/// What the unit charts refer to.
pub(super) struct Reader<'c> {
    pub(super) light: &'c [LightWeapon],
    pub(super) heavy: &'c [HeavyWeapon],
    pub(super) sizes: &'c [SizeClass],
    pub(super) ranks: &'c Sheet,
    pub(super) gun_sizes: &'c Sheet,
    /// Tactical movement of infantry in mm (SKIR-MOV-1).
    pub(super) on_foot: u32,
}

/// What a weapons field lists: light weapons, and a heavy one.
type Arms = (Vec<Hold>, Option<usize>);

impl Reader<'_> {
    fn rank_of(&self, weapon: &str) -> u8 {
        let named = |row: &usize| self.ranks.cells(*row)[1].split(' ').any(|known| known == weapon);
        // Whoever the chart does not name falls with the SMG and other men.
        (0..self.ranks.len()).find(named).and_then(|row| label(self.ranks, row).parse().ok()).unwrap_or(2)
    }

    /// `1 SMG (Sgt), 1 LMG, 7 RIF`: what stands in brackets is a leader or a second weapon.
    fn weapons(&self, printed: &str) -> Option<Arms> {
        let (mut light, mut heavy): Arms = (Vec::new(), None);
        let mut plain = String::new();
        let mut bracket = String::new();
        let mut inside = false;
        for letter in printed.chars().chain([',']) {
            match letter {
                '(' => inside = true,
                ')' => inside = false,
                ',' if !inside => {
                    self.arm(plain.trim(), &bracket, &mut light, &mut heavy)?;
                    plain.clear();
                    bracket.clear();
                }
                _ if inside => bracket.push(letter),
                _ => plain.push(letter),
            }
        }
        Some((light, heavy))
    }

    fn arms(&self, sheet: &Sheet, row: usize, head: &str) -> Result<Arms, ContentError> {
        sheet.read_with(row, head, "weapons such as 1 SMG (Sgt), 2 RIF", |printed| self.weapons(printed))
    }

    fn arm(
        &self,
        words: &str,
        bracket: &str,
        light: &mut Vec<Hold>,
        heavy: &mut Option<usize>,
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
            *heavy = Some(self.heavy.iter().position(|weapon| weapon.id == id)?);
        }
        Some(())
    }

    /// SKIR-R83: man after man in the order of the chart; the special weapon's bearer first.
    fn arms_of_men(&self, light: &[Hold], heavy: Option<usize>) -> Vec<Arm> {
        let bearer = heavy.map(|place| Arm {
            light: None,
            heavy: true,
            flame: false,
            rank: self.rank_of(&self.heavy[place].id),
        });
        let mut arms: Vec<Arm> = bearer.into_iter().collect();
        for hold in light {
            let arm = Arm {
                light: u8::try_from(hold.place).ok(),
                heavy: false,
                flame: hold.flames > 0,
                rank: hold.rank,
            };
            arms.extend(std::iter::repeat_n(arm, hold.count.into()));
        }
        arms
    }

    /// The first mount whose machine gun has a row as an AA weapon, and that row.
    fn anti_air(&self, light: &[Hold]) -> Option<(u8, usize)> {
        let mounts = light.iter().flat_map(|hold| std::iter::repeat_n(hold, hold.count.into()));
        (0..).zip(mounts).find_map(|(mount, hold)| {
            let heavy = |weapon: &HeavyWeapon| weapon.id.strip_suffix("AA") == Some(&hold.weapon);
            Some((mount, self.heavy.iter().position(heavy)?))
        })
    }

    fn size_of(&self, name: &str) -> Result<Size, ContentError> {
        let sheet = self.gun_sizes;
        let row = sheet.row_named(0, name);
        let row = row.ok_or_else(|| sheet.complain(format!("there is no size `{name}`")))?;
        size_in(sheet, row)
    }

    /// All units: teams, then guns, then vehicles.
    pub(super) fn units(&self, tables: &Tables) -> Result<Vec<Unit>, ContentError> {
        let (teams, guns, vehicles) = (tables.teams.sheet(), tables.guns.sheet(), tables.vehicles.sheet());
        let teams = (0..teams.len()).map(|row| self.team(teams, row));
        let guns = (0..guns.len()).map(|row| self.gun(guns, row));
        let vehicles = (0..vehicles.len()).map(|row| self.vehicle(vehicles, row));
        teams.chain(guns).chain(vehicles).collect()
    }

    fn team(&self, sheet: &Sheet, row: usize) -> Result<Unit, ContentError> {
        let (light, heavy) = self.arms(sheet, row, "weapons (leader in brackets)")?;
        let mortar = sheet.read::<String>(row, "group")? == "Mortars";
        let devices = sheet.read_with(row, "devices", "devices such as 2 Ex, or -", devices)?;
        let arms = self.arms_of_men(&light, heavy.filter(|_| !mortar));
        let men: u8 = sheet.read(row, "men")?;
        if arms.len() != usize::from(men) {
            let found = format!("found weapons for {} men, expected them for {men}", arms.len());
            return Err(sheet.complain(found));
        }
        Ok(Unit {
            id: label(sheet, row).to_owned(),
            name: sheet.read(row, "team")?,
            class: if mortar { Class::Mortar } else { Class::Infantry },
            men,
            capacity: 0,
            cs: sheet.read(row, "CS")?,
            cr: sheet.read(row, "CR")?,
            tactical: self.on_foot,
            movement: "Infantry/mortars".to_owned(),
            going: 0,
            light,
            heavy,
            aa_mount: None,
            body: [0; 3],
            upper: None,
            top: 0,
            open_top: false,
            shield: 0,
            radio: sheet.read::<String>(row, "radio/other")?.starts_with("radio"),
            radio_of_commander: false,
            devices,
            points: sheet.read(row, "points")?,
            size: self.size_of("miniature")?,
            arms,
        })
    }

    fn gun(&self, sheet: &Sheet, row: usize) -> Result<Unit, ContentError> {
        let (_, heavy) = self.arms(sheet, row, "weapon")?;
        let crew = sheet.read(row, "crew")?;
        // Its crew has pistols.
        let pistol = |_: &str| self.light.iter().position(|weapon| weapon.id == "PIS");
        let place = sheet.read_with(row, "crew", "men whose pistols the light weapons list", pistol)?;
        Ok(Unit {
            id: label(sheet, row).to_owned(),
            name: sheet.read(row, "gun")?,
            class: Class::Gun,
            men: crew,
            capacity: 0,
            cs: sheet.read(row, "CS")?,
            cr: sheet.read(row, "CR")?,
            tactical: u32::from(sheet.read::<u16>(row, "T cm")?) * 10,
            movement: "Artillery units".to_owned(),
            going: 0,
            light: vec![Hold { weapon: "PIS".to_owned(), place, count: crew, rank: 2, flames: 0 }],
            heavy,
            aa_mount: None,
            body: [0; 3],
            upper: None,
            top: 0,
            open_top: false,
            shield: sheet.read(row, "shield cm")?,
            radio: false,
            radio_of_commander: false,
            devices: Vec::new(),
            points: sheet.read(row, "points")?,
            size: self.size_of(&sheet.read::<String>(row, "size")?)?,
            arms: vec![
                Arm { light: u8::try_from(place).ok(), heavy: false, flame: false, rank: 2 };
                crew.into()
            ],
        })
    }

    fn vehicle(&self, sheet: &Sheet, row: usize) -> Result<Unit, ContentError> {
        let (light, heavy) = self.arms(sheet, row, "weapons")?;
        let size = |name: &str| self.sizes.iter().position(|known| known.name == name);
        let size_class = sheet.read_with(row, "size class", "a size class", size)?;
        let crew: u8 = sheet.read(row, "crew")?;
        // Crews that get out have a pistol each.
        let pistol = self.light.iter().position(|weapon| weapon.id == "PIS");
        let pistol = pistol.and_then(|place| u8::try_from(place).ok());
        let anti_air = self.anti_air(&light);
        Ok(Unit {
            id: label(sheet, row).to_owned(),
            name: sheet.read(row, "vehicle")?,
            class: Class::Vehicle(size_class),
            men: crew,
            capacity: sheet.read(row, "capacity")?,
            cs: sheet.read(row, "CS")?,
            cr: sheet.read(row, "CR")?,
            tactical: u32::from(sheet.read::<u16>(row, "T cm")?) * 10,
            movement: sheet.read(row, "movement class")?,
            going: 0,
            light,
            heavy: heavy.or(anti_air.map(|(_, weapon)| weapon)),
            aa_mount: anti_air.filter(|_| heavy.is_none()).map(|(mount, _)| mount),
            body: faces(sheet, row, "body F/S/R")?,
            upper: upper_of(sheet, row)?,
            top: sheet.read(row, "top")?,
            open_top: sheet.read_with(row, "open top", "y, n or n*", yes_or_no)?,
            shield: 0,
            radio: sheet.read_with(row, "radio", "y, n or n*", yes_or_no)?,
            radio_of_commander: sheet.read::<String>(row, "radio")? == "n*",
            devices: Vec::new(),
            points: sheet.read(row, "points")?,
            size: self.sizes[size_class].size,
            arms: vec![Arm { light: pistol, heavy: false, flame: false, rank: 2 }; crew.into()],
        })
    }
}

/// What stands on the hull, if anything does, and its armor.
fn upper_of(sheet: &Sheet, row: usize) -> Result<Option<(UpperPart, [u8; 3])>, ContentError> {
    let part = sheet.read_with(row, "upper", "turret, casemate or -", |text| match text {
        "-" => Some(None),
        "turret" => Some(Some(UpperPart::Turret)),
        "casemate" => Some(Some(UpperPart::Casemate)),
        _ => None,
    })?;
    part.map(|part| Ok((part, faces(sheet, row, "upper F/S/R")?))).transpose()
}

fn yes_or_no(letter: &str) -> Option<bool> {
    match letter {
        "y" => Some(true),
        // A star: only the tank of a platoon commander has one.
        "n" | "n*" => Some(false),
        _ => None,
    }
}

/// `2 Ex, 1 Mm`.
fn devices(words: &str) -> Option<Vec<(u8, String)>> {
    let device = |words: &str| {
        let (count, id) = words.split_once(' ')?;
        Some((count.parse().ok()?, id.to_owned()))
    };
    words.split(", ").filter(|&words| words != "-").map(device).collect()
}

/// `8/5/5`: front, side, rear.
fn faces(sheet: &Sheet, row: usize, head: &str) -> Result<[u8; 3], ContentError> {
    sheet.read_with(row, head, "armor such as 8/5/5", |words| {
        let faces: Option<Vec<u8>> = words.split('/').map(|part| part.parse().ok()).collect();
        faces?.try_into().ok()
    })
}

/// A row of TERRAIN EFFECTS.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Terrain {
    pub(crate) name: String,
    /// What it is worth to a man in it (SKIR-TER-1).
    pub(crate) shelter: Shelter,
    /// What it lets each movement class do; a unit has its place in [`Unit::going`].
    pub(crate) going: Vec<Going>,
}

pub(super) fn terrains(sheet: &Sheet) -> Result<Vec<Terrain>, ContentError> {
    let terrain = |row: usize| {
        let going = sheet.heads()[1..].iter().map(|head| sheet.read(row, head));
        Ok(Terrain {
            name: label(sheet, row).to_owned(),
            shelter: sheet.read(row, "SHELTER")?,
            going: going.collect::<Result<_, ContentError>>()?,
        })
    };
    (0..sheet.len()).map(terrain).collect()
}

impl Shots {
    /// The number of a maneuver.
    pub const fn of(self, moving: bool) -> u16 {
        if moving { self.moving } else { self.stationary }
    }
}
