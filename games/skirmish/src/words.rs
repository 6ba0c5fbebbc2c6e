//! The words of the printed charts, read once into what they mean.

use kit::Cell;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::condition::Markers;

/// Declares an enum whose variants have names on a chart: `Variant = "printed"`.
macro_rules! printed {
    ($(#[$about:meta])* pub enum $enum:ident {
        $($(#[$variant_about:meta])* $variant:ident = $printed:literal,)+
    }) => {
        $(#[$about])*
        pub enum $enum {
            $($(#[$variant_about])* $variant,)+
        }

        impl $enum {
            pub(crate) const ALL: [Self; [$($printed),+].len()] = [$(Self::$variant),+];

            /// Its name on the chart.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $printed,)+
                }
            }
        }
    };
}

pub(crate) use printed;

/// How well something covers a man (SKIR-TER-1). The better shelter is the greater (SKIR-TER-3).
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Deserialize, Serialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Shelter {
    /// Nothing between him and the shot.
    #[default]
    None,
    /// Trees, slopes, wooden walls.
    Soft,
    /// Rough ground, brick, trenches.
    Medium,
    /// Bunkers.
    Hard,
}

impl Shelter {
    /// Where a man in it is, in words.
    pub const fn in_words(self) -> &'static str {
        match self {
            Self::None => "without shelter",
            Self::Soft => "in soft shelter",
            Self::Medium => "in medium shelter",
            Self::Hard => "in hard shelter",
        }
    }
}

kit::spelled!(Shelter {
    "-" => Self::None,
    "S soft" => Self::Soft,
    "M medium" => Self::Medium,
    "H hard" => Self::Hard,
});

/// What a die on HEAVY WEAPONS FIRE strikes (SKIR-HWF-6).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Mark {
    /// A dash.
    Miss,
    /// The hull.
    Body,
    /// The turret, or the casemate of a vehicle without one.
    Upper,
    /// A track.
    Track,
    /// A wheel.
    Wheel,
    /// Whichever of the two the vehicle runs on.
    WheelOrTrack,
    /// The part the firer likes.
    Choice,
    /// The shield of a gun.
    Shield,
    /// The gun itself.
    Gun,
    /// A building.
    Hit,
    /// A soldier, unless he has at least this shelter (SKIR-HWF-7).
    Dead(Option<Shelter>),
}

kit::spelled!(Mark {
    "-" => Self::Miss,
    "body" => Self::Body,
    "turret/casemate" => Self::Upper,
    "track" => Self::Track,
    "wheel" => Self::Wheel,
    "wheel/track" => Self::WheelOrTrack,
    "choice" => Self::Choice,
    "shield" => Self::Shield,
    "gun" => Self::Gun,
    "hit" => Self::Hit,
    "dead" => Self::Dead(None),
    "dead -S" => Self::Dead(Some(Shelter::Soft)),
    "dead -M" => Self::Dead(Some(Shelter::Medium)),
    "dead -H" => Self::Dead(Some(Shelter::Hard)),
});

/// How fast a damaged vehicle still is. Slower is greater: damage never gets better (SKIR-EFF-9).
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Deserialize, Serialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Speed {
    /// As its chart says.
    #[default]
    Full,
    /// Half of it, for good.
    Brief,
    /// A quarter of it, for good.
    Slow,
    /// Never again: immobilized, track broken or wheel gone.
    Stopped,
}

/// What is left of a vehicle or gun as a thing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Hull {
    /// It stands and is served.
    #[default]
    Whole,
    /// Nobody serves it any more: a vehicle is a wreck, a gun stays unmanned (SKIR-CRW-5, SKIR-MOR-2).
    Abandoned,
    /// A wreck.
    Destroyed,
    /// A wreck without survivors.
    Exploded,
}

/// How many die.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Dead {
    /// So many, or as many as there are.
    Some(u8),
    /// Everybody aboard.
    #[default]
    All,
}

impl Dead {
    /// Nobody.
    pub const NONE: Self = Self::Some(0);
}

/// A result of the damage charts (SKIR-EFF-5, SKIR-LWF-11, SKIR-MIN-4, SKIR-INC-5), taken apart.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Effect {
    /// What becomes of the model.
    pub hull: Hull,
    /// What becomes of its speed.
    pub speed: Speed,
    /// What stops working: main gun, turret, carriage.
    pub broken: Markers,
    /// One machine gun is gone.
    pub mg_lost: bool,
    /// The men lost.
    pub dead: Dead,
    /// The shelter that spares a soldier (SKIR-INC-4).
    pub spares: Option<Shelter>,
    /// The survivors test their courage.
    pub courage: bool,
    /// The unit tests whether it can still fire (SKIR-INC-3: SF is the CF test).
    pub cant_fire: bool,
}

impl Effect {
    /// Nothing at all.
    pub const NOTHING: Self = Self {
        hull: Hull::Whole,
        speed: Speed::Full,
        broken: Markers::NONE,
        mg_lost: false,
        dead: Dead::NONE,
        spares: None,
        courage: false,
        cant_fire: false,
    };

    /// Whether the model is a wreck afterwards.
    pub fn wrecks(&self) -> bool {
        matches!(self.hull, Hull::Destroyed | Hull::Exploded)
    }

    /// Whether the model cannot move or fire its main gun any more.
    pub fn disables(&self) -> bool {
        self.speed == Speed::Stopped || self.broken.has(Markers::GUN_OUT)
    }

    /// What of it decides whether a model and its men live: wreck, immobility, dead, courage.
    pub(crate) fn fate(mut self) -> Self {
        if self.speed != Speed::Stopped {
            self.speed = Speed::Full;
        }
        (self.broken, self.mg_lost) = (Markers::NONE, false);
        self
    }

    /// As a sentence says it.
    pub fn in_words(&self) -> String {
        let mut words: Vec<String> = Vec::new();
        match self.hull {
            Hull::Whole => {}
            Hull::Abandoned => words.push("abandoned".to_owned()),
            Hull::Destroyed => words.push("destroyed".to_owned()),
            Hull::Exploded => words.push("it explodes".to_owned()),
        }
        match self.speed {
            Speed::Full => {}
            Speed::Brief => words.push("brief movement only".to_owned()),
            Speed::Slow => words.push("slow movement only".to_owned()),
            Speed::Stopped => words.push("immobilized".to_owned()),
        }
        for (mark, what) in [
            (Markers::GUN_OUT, "main gun out"),
            (Markers::TURRET_BLOCKED, "turret blocked"),
            (Markers::CARRIAGE_BLOCKED, "carriage blocked"),
        ] {
            if self.broken.has(mark) {
                words.push(what.to_owned());
            }
        }
        if self.mg_lost {
            words.push("a machine gun lost".to_owned());
        }
        match self.dead {
            Dead::Some(0) => {}
            Dead::Some(1) => words.push("a man dead".to_owned()),
            Dead::Some(men) => words.push(format!("{men} men dead")),
            Dead::All => words.push("all aboard dead".to_owned()),
        }
        if self.cant_fire {
            words.push("the flames go out".to_owned());
        }
        if words.is_empty() { "no effect".to_owned() } else { words.join(", ") }
    }

    /// SKIR-EFF-6: in the wheel column it is the wheel that is destroyed.
    pub(crate) fn on_a_wheel(mut self) -> Self {
        if self.hull == Hull::Destroyed {
            (self.hull, self.speed) = (Hull::Whole, Speed::Stopped);
        }
        self
    }

    fn add(&mut self, word: &str) -> Option<()> {
        match word {
            "" => return None,
            "-" | "saved" | "save" | "extinguished" => {}
            "CT" => self.courage = true,
            "SF" => self.cant_fire = true,
            "dead" | "all dead" => self.dead = Dead::All,
            "dead /MP" => (self.dead, self.spares) = (Dead::All, Some(Shelter::Medium)),
            "dead /P" => (self.dead, self.spares) = (Dead::All, Some(Shelter::Hard)),
            "brief movement" | "brief move" => self.speed = Speed::Brief,
            "slow movement" | "slow move" => self.speed = Speed::Slow,
            "immobilized" | "broken" | "track broken" => self.speed = Speed::Stopped,
            "MG destroyed" => self.mg_lost = true,
            "turret blocked" => self.broken = self.broken.and(Markers::TURRET_BLOCKED),
            "carriage blocked" => self.broken = self.broken.and(Markers::CARRIAGE_BLOCKED),
            "cannon blocked" | "cannon destroyed" | "main weapon destroyed" => {
                self.broken = self.broken.and(Markers::GUN_OUT);
            }
            "destroyed" | "on fire" => self.hull = Hull::Destroyed,
            "exploded" => (self.hull, self.dead) = (Hull::Exploded, Dead::All),
            number => {
                let men = number.strip_suffix("dead")?.trim().parse().ok()?;
                self.dead = Dead::Some(men);
            }
        }
        Some(())
    }
}

impl Cell for Effect {
    const EXPECTED: &'static str = "damage words joined by +, such as `immobilized + 1 dead + CT`";
    fn read(text: &str) -> Option<Self> {
        let mut effect = Self::NOTHING;
        for word in text.split('+') {
            effect.add(word.trim())?;
        }
        Some(effect)
    }
}

/// What a shell does inside a building (SKIR-BLD-3 to SKIR-BLD-6). Worse is greater.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Collapse {
    /// Kills within the fragments radius on that floor.
    BlastRadius,
    /// Kills everybody on that floor.
    Floor,
    /// As the floor, and the building burns.
    OnFire,
    /// Ruins, everybody in it dead.
    Destroyed,
}

impl Collapse {
    /// As a sentence says it.
    pub const fn in_words(self) -> &'static str {
        match self {
            Self::BlastRadius => "whoever is near dies",
            Self::Floor => "everybody on the floor dies",
            Self::OnFire => "everybody on the floor dies and it burns",
            Self::Destroyed => "it collapses",
        }
    }
}

kit::spelled!(Collapse {
    "blast radius" => Self::BlastRadius,
    "floor" => Self::Floor,
    "on fire+CT" => Self::OnFire,
    "destroyed" => Self::Destroyed,
});

/// What a terrain lets a movement class do (SKIR-MOV-2).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Going {
    /// The divisor of the mode: 1 tactical, 2 brief, 4 slow; none where it is impassable.
    pub divisor: Option<u8>,
    /// The multiplier of a road (SKIR-MOV-4); 1 elsewhere.
    pub road: u8,
    /// A dodge test on entering (SKIR-MOV-10).
    pub dodge: bool,
    /// What becomes of the piece (SKIR-MOV-8).
    pub after: After,
}

/// What becomes of a piece that a vehicle drives through (SKIR-MOV-8).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum After {
    /// Nothing.
    #[default]
    Stays,
    /// A gap is left.
    Removed,
    /// It is pushed aside.
    Moved,
    /// A wooden house becomes ruins.
    Ruins,
}

impl Cell for Going {
    const EXPECTED: &'static str =
        "tactical, brief, slow or impassable, with / remove, / move, / ruins or +DT, or `2 cm each 1`";
    fn read(text: &str) -> Option<Self> {
        if let Some(road) = text.strip_suffix(" cm each 1") {
            let road = road.parse().ok().filter(|road| (1..=12).contains(road) && 12 % road == 0)?;
            return Some(Self { divisor: Some(1), road, dodge: false, after: After::Stays });
        }
        let (mode, dodge) = text.strip_suffix(" +DT").map_or((text, false), |mode| (mode, true));
        let (mode, after) =
            [(" / remove", After::Removed), (" / move", After::Moved), (" / ruins", After::Ruins)]
                .into_iter()
                .find_map(|(words, after)| Some((mode.strip_suffix(words)?, after)))
                .unwrap_or((mode, After::Stays));
        let divisor = match mode {
            "tactical" => Some(1),
            "brief" => Some(2),
            "slow" => Some(4),
            "impassable" => None,
            _ => return None,
        };
        Some(Self { divisor, road: 1, dodge, after })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn damage_words_are_read_as_printed() {
        let read = |text: &str| Effect::read(text).unwrap();
        assert_eq!(read("-"), Effect::NOTHING);
        let hit = read("brief move +3 dead +CT");
        assert_eq!((hit.speed, hit.dead, hit.courage), (Speed::Brief, Dead::Some(3), true));
        assert_eq!(read("destroyed + 2dead").dead, Dead::Some(2));
        assert_eq!(read("destroyed+saved").dead, Dead::NONE);
        assert_eq!(read("exploded").dead, Dead::All);
        assert_eq!(read("dead /MP").spares, Some(Shelter::Medium));
        assert!(read("extinguished+SF").cant_fire);
        for bad in ["", "destroyed +", "two dead", "melted"] {
            assert_eq!(Effect::read(bad), None, "{bad}");
        }
    }

    /// SKIR-MOV-2, SKIR-MOV-4, SKIR-MOV-10.
    #[test]
    fn going_is_read_as_printed() {
        let read = |text: &str| Going::read(text).unwrap();
        assert_eq!((read("brief / remove").divisor, read("brief / remove").after), (Some(2), After::Removed));
        assert_eq!((read("brief / ruins").after, read("brief").after), (After::Ruins, After::Stays));
        assert_eq!(read("impassable").divisor, None);
        assert!(read("slow +DT").dodge);
        assert_eq!(read("3 cm each 1").road, 3);
        assert!(Going::read("5 cm each 1").is_none() && Going::read("quick").is_none());
    }
}
