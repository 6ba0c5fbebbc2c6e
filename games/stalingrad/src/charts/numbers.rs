//! The numbers that the rules state in running text, as their tables hold them.

use kit::{ContentError, Factor, Sheet};

use super::Share;

/// What changes a unit's strength (STAL-CRT-3).
#[derive(Clone, Copy, Debug)]
pub struct Changes {
    pub(crate) alone_in_the_city: Share,
    pub(crate) beside_a_panzer: Factor,
    pub(crate) across_a_balka: Share,
    pub(crate) in_a_strongpoint: Share,
    pub(crate) with_the_headquarters: Share,
}

/// What moves the column (STAL-CRT-4).
#[derive(Clone, Copy, Debug)]
pub struct Shifts {
    pub(crate) support_in_the_open: Factor,
    pub(crate) support_in_the_city: Factor,
    pub(crate) disrupted: Factor,
    pub(crate) unsupplied_defenders: Factor,
    pub(crate) unsupplied_attackers: Factor,
    pub(crate) headquarters: Factor,
    pub(crate) older_support: Factor,
}

/// How much armour each point of infantry takes (STAL-OVR-1).
#[derive(Clone, Copy, Debug)]
pub struct Overrun {
    pub(crate) undisrupted: i32,
    pub(crate) disrupted: i32,
}

/// Turns until lost Russians are back (STAL-REP-3).
#[derive(Clone, Copy, Debug)]
pub struct Delays {
    pub(crate) eliminated: u8,
    pub(crate) attackers_eliminated: u8,
    pub(crate) bombed: u8,
    pub(crate) drowned: u8,
    pub(crate) exchanged: u8,
    pub(crate) sniper: u8,
}

/// The numbers of mass bombing (STAL-AIR-10 to STAL-AIR-14) and of the air units.
#[derive(Clone, Copy, Debug)]
pub struct AirNumbers {
    pub(crate) bombing_turns: u8,
    pub(crate) turns_between: u8,
    pub(crate) hexes: u8,
    pub(crate) shortest_line: u8,
    pub(crate) bombardier_errs: u8,
    pub(crate) wear: u8,
    pub(crate) fliegerkorps: u8,
    pub(crate) first_interception: u8,
    pub(crate) turns_out: u8,
}

/// The numbers of the barrage (STAL-ART-1 to STAL-ART-4).
#[derive(Clone, Copy, Debug)]
pub struct BarrageNumbers {
    pub(crate) first_turn: u8,
    pub(crate) range: u8,
    pub(crate) triangle: usize,
    pub(crate) disrupts: u8,
    pub(crate) observed: u8,
}

/// One line of the hazards (STAL-VOL-9): how much worse, and within how many hexes.
#[derive(Clone, Copy, Debug)]
pub struct Hazard {
    pub(crate) levels: Factor,
    pub(crate) within: u8,
}

/// The hazards of a crossing.
#[derive(Clone, Copy, Debug)]
pub struct Hazards {
    pub(crate) summit: Hazard,
    pub(crate) shore: Hazard,
    pub(crate) adjacent: Hazard,
    pub(crate) freeze: Hazard,
    pub(crate) headquarters: Hazard,
}

/// Boats (STAL-VOL-1, STAL-VOL-2, STAL-VOL-8).
#[derive(Clone, Copy, Debug)]
pub struct Boats {
    pub(crate) night: u8,
    pub(crate) day: u8,
    pub(crate) lost: u8,
}

/// Movement that the air attack on long moves asks about (STAL-MOV-5).
#[derive(Clone, Copy, Debug)]
pub struct Moves {
    pub(crate) free_of_attack: u8,
    pub(crate) headquarters: u8,
    pub(crate) unsupplied: u8,
}

/// The index values up to which the factory repairs (STAL-REP-5); 0 is never.
#[derive(Clone, Copy, Debug)]
pub struct Factory {
    pub(crate) adjacent: u8,
    pub(crate) one_hex: u8,
    pub(crate) both_hexes: u8,
}

impl Changes {
    pub(super) fn read(sheet: &Sheet) -> Result<Self, ContentError> {
        let share = |row| sheet.value::<Share>(row, "effect");
        Ok(Self {
            alone_in_the_city: share("panzer or pioneer alone in the city")?,
            beside_a_panzer: Factor::whole(sheet.value("stacked with a panzer", "effect")?),
            across_a_balka: share("attacking across a balka")?,
            in_a_strongpoint: share("Russian in a strongpoint or on the summit")?,
            with_the_headquarters: share("Russian with the headquarters")?,
        })
    }
}

impl Shifts {
    pub(super) fn read(sheet: &Sheet) -> Result<Self, ContentError> {
        let columns = |row| sheet.value(row, "columns").map(Factor::whole);
        Ok(Self {
            support_in_the_open: columns("close support in the open, each Fliegerkorps")?,
            support_in_the_city: columns("close support in the city, each Fliegerkorps")?,
            disrupted: columns("defenders Disrupted")?,
            unsupplied_defenders: columns("defenders unsupplied")?,
            unsupplied_attackers: columns("attackers unsupplied")?,
            headquarters: columns("Russian attack around the headquarters")?,
            older_support: columns("older air support in the open, each Fliegerkorps")?,
        })
    }
}

impl Overrun {
    pub(super) fn read(sheet: &Sheet) -> Result<Self, ContentError> {
        let number = |row| sheet.value::<u8>(row, "armour needed for each point");
        Ok(Self {
            undisrupted: number("UnDisrupted infantry")?.into(),
            disrupted: number("Disrupted infantry")?.into(),
        })
    }
}

impl Delays {
    pub(super) fn read(sheet: &Sheet) -> Result<Self, ContentError> {
        let number = |row| sheet.value::<u8>(row, "turns");
        Ok(Self {
            eliminated: number("DE")?,
            attackers_eliminated: number("AE")?,
            bombed: number("bombing")?,
            drowned: number("crossing")?,
            exchanged: number("exchange")?,
            sniper: number("sniper with an exchanged stack")?,
        })
    }
}

impl AirNumbers {
    pub(super) fn read(bombing: &Sheet, units: &Sheet) -> Result<Self, ContentError> {
        let bombing = |row| bombing.value::<u8>(row, "number");
        let units = |row| units.value::<u8>(row, "number");
        Ok(Self {
            bombing_turns: bombing("bombing turns in a game")?,
            turns_between: bombing("turns between two bombings")?,
            hexes: bombing("hexes for each Fliegerkorps")?,
            shortest_line: bombing("shortest line")?,
            bombardier_errs: bombing("bombardier errs from index")?,
            wear: bombing("index added for each earlier bombing turn")?,
            fliegerkorps: units("Fliegerkorps")?,
            first_interception: units("first turn of interception in the German player turn")?,
            turns_out: units("turns out after Xd besides the present one")?,
        })
    }
}

impl BarrageNumbers {
    pub(super) fn read(sheet: &Sheet) -> Result<Self, ContentError> {
        let number = |row| sheet.value::<u8>(row, "number");
        Ok(Self {
            first_turn: number("first turn")?,
            range: number("range to the reference hex")?,
            triangle: number("hexes in the triangle")?.into(),
            disrupts: number("Disrupted up to index")?,
            observed: number("observed from the summit within")?,
        })
    }
}

impl Hazards {
    pub(super) fn read(sheet: &Sheet) -> Result<Self, ContentError> {
        let hazard = |label| {
            let row = sheet.row(label)?;
            let within: Option<u16> = sheet.read(row, "within hexes")?;
            Ok::<_, ContentError>(Hazard {
                levels: Factor::whole(sheet.read(row, "levels")?),
                within: within.map_or(0, |hexes| hexes.min(u8::MAX.into()) as u8),
            })
        };
        Ok(Self {
            summit: hazard("Germans control the summit")?,
            shore: hazard("German unit on a shore hex")?,
            adjacent: hazard("German next to a Russian-held landing hex")?,
            freeze: hazard("Volga freezing")?,
            headquarters: hazard("headquarters in the landing hex")?,
        })
    }
}

impl Boats {
    pub(super) fn read(sheet: &Sheet) -> Result<Self, ContentError> {
        let number = |row| sheet.value::<u8>(row, "boat units");
        Ok(Self {
            night: number("capacity at night")?,
            day: number("capacity by day")?,
            lost: number("lost for each counter destroyed")?,
        })
    }
}

impl Moves {
    pub(super) fn read(sheet: &Sheet) -> Result<Self, ContentError> {
        let number = |row| sheet.value::<u8>(row, "hexes");
        Ok(Self {
            free_of_attack: number("Russian move free of air attack")?,
            headquarters: number("headquarters")?,
            unsupplied: number("unsupplied")?,
        })
    }
}

impl Factory {
    pub(super) fn read(sheet: &Sheet) -> Result<Self, ContentError> {
        // "1-4" is every index up to 4, "never" up to 0.
        let most = |cell: &str| match cell {
            "never" => Some(0),
            _ => cell.strip_prefix("1-")?.parse().ok(),
        };
        let up_to = |row| sheet.read_with(sheet.row(row)?, "repairs on index", "such as 1-4, or never", most);
        Ok(Self {
            adjacent: up_to("German adjacent")?,
            one_hex: up_to("one hex German")?,
            both_hexes: up_to("both hexes German")?,
        })
    }
}
