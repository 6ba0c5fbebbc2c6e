//! The unit charts, row by row.

use kit::{ContentError, Sheet};

use super::{Arm, Class, Hold, Size, SizeClass, Unit, UpperPart, size_in};
use crate::charts::{HeavyWeapon, LightWeapon, Tables, label};

/// What the unit charts refer to.
pub(in crate::charts) struct Reader<'c> {
    pub(in crate::charts) light: &'c [LightWeapon],
    pub(in crate::charts) heavy: &'c [HeavyWeapon],
    pub(in crate::charts) sizes: &'c [SizeClass],
    pub(in crate::charts) ranks: &'c Sheet,
    pub(in crate::charts) gun_sizes: &'c Sheet,
    /// Tactical movement of infantry in mm (SKIR-MOV-1).
    pub(in crate::charts) on_foot: u32,
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
    pub(in crate::charts) fn units(&self, tables: &Tables) -> Result<Vec<Unit>, ContentError> {
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
