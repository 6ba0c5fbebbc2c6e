//! The numbers that the rules state in running text, as their tables hold them.

use kit::{Factor, Table};

use super::{Share, table};

/// A table of words and values, read cell by cell.
pub(crate) struct Values(pub(super) Table<String>);

impl Values {
    pub(super) fn of(id: &str) -> Self {
        Self(table(id))
    }

    pub(super) fn cell(&self, row: &str, column: usize) -> &str {
        let sheet = self.0.sheet();
        let place =
            sheet.row_named(0, row).unwrap_or_else(|| panic!("table {} has no row `{row}`", sheet.id));
        self.0.at(place, column)
    }

    pub(super) fn read<V>(&self, row: &str, column: usize, read: impl Fn(&str) -> Option<V>) -> V {
        let cell = self.cell(row, column);
        read(cell)
            .unwrap_or_else(|| panic!("table {}, row `{row}`: `{cell}` cannot be read", self.0.sheet().id))
    }

    pub(super) fn number(&self, row: &str) -> u8 {
        self.read(row, 0, |cell| cell.parse().ok())
    }

    /// A number with its sign: a shift, an addition, a level.
    fn signed(&self, row: &str, column: usize) -> Factor {
        self.read(row, column, |cell| cell.parse().ok().map(Factor::whole))
    }
}

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
    pub(super) fn read() -> Self {
        let values = Values::of("strength");
        let share = |row| values.read(row, 1, Share::read);
        Self {
            alone_in_the_city: share("panzer or pioneer alone in the city"),
            beside_a_panzer: values.signed("stacked with a panzer", 1),
            across_a_balka: share("attacking across a balka"),
            in_a_strongpoint: share("Russian in a strongpoint or on the summit"),
            with_the_headquarters: share("Russian with the headquarters"),
        }
    }
}

impl Shifts {
    pub(super) fn read() -> Self {
        let values = Values::of("shifts");
        let columns = |row| values.signed(row, 0);
        Self {
            support_in_the_open: columns("close support in the open, each Fliegerkorps"),
            support_in_the_city: columns("close support in the city, each Fliegerkorps"),
            disrupted: columns("defenders Disrupted"),
            unsupplied_defenders: columns("defenders unsupplied"),
            unsupplied_attackers: columns("attackers unsupplied"),
            headquarters: columns("Russian attack around the headquarters"),
            older_support: columns("older air support in the open, each Fliegerkorps"),
        }
    }
}

impl Overrun {
    pub(super) fn read() -> Self {
        let values = Values::of("overrun");
        Self {
            undisrupted: values.number("UnDisrupted infantry").into(),
            disrupted: values.number("Disrupted infantry").into(),
        }
    }
}

impl Delays {
    pub(super) fn read() -> Self {
        let values = Values::of("delays");
        Self {
            eliminated: values.number("DE"),
            attackers_eliminated: values.number("AE"),
            bombed: values.number("bombing"),
            drowned: values.number("crossing"),
            exchanged: values.number("exchange"),
            sniper: values.number("sniper with an exchanged stack"),
        }
    }
}

impl AirNumbers {
    pub(super) fn read() -> Self {
        let (bombing, units) = (Values::of("bombing"), Values::of("air-units"));
        Self {
            bombing_turns: bombing.number("bombing turns in a game"),
            turns_between: bombing.number("turns between two bombings"),
            hexes: bombing.number("hexes for each Fliegerkorps"),
            shortest_line: bombing.number("shortest line"),
            bombardier_errs: bombing.number("bombardier errs from index"),
            wear: bombing.number("index added for each earlier bombing turn"),
            fliegerkorps: units.number("Fliegerkorps"),
            first_interception: units.number("first turn of interception in the German player turn"),
            turns_out: units.number("turns out after Xd besides the present one"),
        }
    }
}

impl BarrageNumbers {
    pub(super) fn read() -> Self {
        let values = Values::of("barrage");
        Self {
            first_turn: values.number("first turn"),
            range: values.number("range to the reference hex"),
            triangle: values.number("hexes in the triangle").into(),
            disrupts: values.number("Disrupted up to index"),
            observed: values.number("observed from the summit within"),
        }
    }
}

impl Hazards {
    pub(super) fn read() -> Self {
        let values = Values::of("hazard");
        let hazard = |row| Hazard {
            levels: values.signed(row, 0),
            within: values.read(row, 1, |cell| if cell == "-" { Some(0) } else { cell.parse().ok() }),
        };
        Self {
            summit: hazard("Germans control the summit"),
            shore: hazard("German unit on a shore hex"),
            adjacent: hazard("German next to a Russian-held landing hex"),
            freeze: hazard("Volga freezing"),
            headquarters: hazard("headquarters in the landing hex"),
        }
    }
}

impl Boats {
    pub(super) fn read() -> Self {
        let values = Values::of("boats");
        Self {
            night: values.number("capacity at night"),
            day: values.number("capacity by day"),
            lost: values.number("lost for each counter destroyed"),
        }
    }
}

impl Moves {
    pub(super) fn read() -> Self {
        let values = Values::of("movement");
        Self {
            free_of_attack: values.number("Russian move free of air attack"),
            headquarters: values.number("headquarters"),
            unsupplied: values.number("unsupplied"),
        }
    }
}

impl Factory {
    pub(super) fn read() -> Self {
        let values = Values::of("factory");
        // "1-4" is every index up to 4, "never" up to 0.
        let up_to = |row| {
            values.read(row, 0, |cell| match cell {
                "never" => Some(0),
                _ => cell.strip_prefix("1-")?.parse().ok(),
            })
        };
        Self {
            adjacent: up_to("German adjacent"),
            one_hex: up_to("one hex German"),
            both_hexes: up_to("both hexes German"),
        }
    }
}
