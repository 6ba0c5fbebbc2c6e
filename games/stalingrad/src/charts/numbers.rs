//! The numbers that the rules state in running text, as their tables hold them.

use super::Share;
use crate::index::IndexValue;

kit::cells! {
    /// What changes a unit's strength (STAL-CRT-3).
    #[derive(Clone, Copy, Debug)]
    pub struct Changes {
        pub(crate) alone_in_the_city: Share = "panzer or pioneer alone in the city",
        pub(crate) beside_a_panzer: i32 = "stacked with a panzer",
        pub(crate) across_a_balka: Share = "attacking across a balka",
        pub(crate) in_a_strongpoint: Share = "Russian in a strongpoint or on the summit",
        pub(crate) with_the_headquarters: Share = "Russian with the headquarters",
    }

    /// How far attackers advance after a result (STAL-ADV-2, STAL-ADV-3).
    #[derive(Clone, Copy, Debug)]
    pub struct AdvanceRow {
        pub(crate) mobile: u8 = "tanks and panzer grenadiers",
        pub(crate) others: u8 = "others",
    }

    /// What moves the column (STAL-CRT-4).
    #[derive(Clone, Copy, Debug)]
    pub struct Shifts {
        pub(crate) support_in_the_open: i32 = "close support in the open, each Fliegerkorps",
        pub(crate) support_in_the_city: i32 = "close support in the city, each Fliegerkorps",
        pub(crate) disrupted: i32 = "defenders Disrupted",
        pub(crate) unsupplied_defenders: i32 = "defenders unsupplied",
        pub(crate) unsupplied_attackers: i32 = "attackers unsupplied",
        pub(crate) headquarters: i32 = "Russian attack around the headquarters",
        pub(crate) older_support: i32 = "older air support in the open, each Fliegerkorps",
    }

    /// How much armour each point of infantry takes (STAL-OVR-1).
    #[derive(Clone, Copy, Debug)]
    pub struct Overrun {
        pub(crate) undisrupted: u8 = "UnDisrupted infantry",
        pub(crate) disrupted: u8 = "Disrupted infantry",
    }

    /// Turns until lost Russians are back (STAL-REP-3).
    #[derive(Clone, Copy, Debug)]
    pub struct Delays {
        pub(crate) eliminated: u8 = "DE",
        pub(crate) attackers_eliminated: u8 = "AE",
        pub(crate) bombed: u8 = "bombing",
        pub(crate) drowned: u8 = "crossing",
        pub(crate) exchanged: u8 = "exchange",
        pub(crate) overstacked: u8 = "overstacking",
        pub(crate) voluntary: u8 = "voluntary elimination",
        pub(crate) sniper: u8 = "sniper with an exchanged stack",
    }

    /// The numbers of mass bombing (STAL-AIR-10 to STAL-AIR-14).
    #[derive(Clone, Copy, Debug)]
    pub struct BombingNumbers {
        pub(crate) bombing_turns: u8 = "bombing turns in a game",
        pub(crate) turns_between: u8 = "turns between two bombings",
        pub(crate) hexes: u8 = "hexes for each Fliegerkorps",
        pub(crate) shortest_line: u8 = "shortest line",
        pub(crate) bombardier_errs: u8 = "bombardier errs from index",
        pub(crate) wear: u8 = "index added for each earlier bombing turn",
    }

    /// The numbers of the air units (STAL-AIR-1, STAL-AIR-2, STAL-AIR-4).
    #[derive(Clone, Copy, Debug)]
    pub struct AirUnits {
        pub(crate) fliegerkorps: u8 = "Fliegerkorps",
        pub(crate) first_interception: u8 = "first turn of interception in the German player turn",
        pub(crate) turns_out: u8 = "turns out after Xd besides the present one",
    }

    /// The numbers of the barrage (STAL-ART-1 to STAL-ART-4).
    #[derive(Clone, Copy, Debug)]
    pub struct BarrageNumbers {
        pub(crate) first_turn: u8 = "first turn",
        pub(crate) range: u8 = "range to the reference hex",
        pub(crate) triangle: u8 = "hexes in the triangle",
        pub(crate) disrupts: u8 = "Disrupted up to index",
        pub(crate) observed: u8 = "observed from the summit within",
    }

    /// One line of the hazards (STAL-VOL-9): how much worse, and within how many hexes.
    #[derive(Clone, Copy, Debug)]
    pub struct Hazard {
        pub(crate) levels: i32 = "levels",
        pub(crate) within: Option<u16> = "within hexes",
    }

    /// Boats (STAL-VOL-1, STAL-VOL-2, STAL-VOL-8).
    #[derive(Clone, Copy, Debug)]
    pub struct Boats {
        pub(crate) night: u8 = "capacity at night",
        pub(crate) day: u8 = "capacity by day",
        pub(crate) lost: u8 = "lost for each counter destroyed",
        pub(crate) restored: u8 = "restored each turn",
    }

    /// Movement that the air attack on long moves asks about (STAL-MOV-5).
    #[derive(Clone, Copy, Debug)]
    pub struct Moves {
        pub(crate) free_of_attack: u8 = "Russian move free of air attack",
        pub(crate) mobile_in_contact: u8 = "from contact to contact, German mobile",
        pub(crate) others_in_contact: u8 = "from contact to contact, others",
        pub(crate) balka_mobile: u8 = "added by a balka, mobile",
        pub(crate) balka_foot: u8 = "added by a balka, infantry-type",
        pub(crate) headquarters: u8 = "headquarters",
        pub(crate) unsupplied: u8 = "unsupplied",
    }

    /// The index values up to which the factory repairs (STAL-REP-5).
    #[derive(Clone, Copy, Debug)]
    pub struct Factory {
        pub(crate) undisturbed: IndexValue = "no German adjacent",
        pub(crate) adjacent: IndexValue = "German adjacent",
        pub(crate) one_hex: IndexValue = "one hex German",
        pub(crate) both_hexes: IndexValue = "both hexes German",
    }

    /// The size of the map.
    #[derive(Clone, Copy, Debug)]
    pub struct MapSize {
        pub(crate) columns: u8 = "columns",
        pub(crate) rows: u8 = "rows",
    }
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
