//! What a game says of itself before it is played: its scenarios with their sides, and its house options.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{ContentError, SetupError, content::read_toml};

/// A game as a lobby shows it. The file `data/game.toml` of each game says it.
///
/// ```
/// use sandtable_kit::profile::Profile;
///
/// let profile = Profile::read("data/game.toml", r#"
/// title = "The ford"
/// about = "Two patrols want the same crossing."
/// [[scenario]]
/// name = "dawn"
/// title = "Before sunrise"
/// turns = 4
/// sides = ["Blue", "Red"]
/// learning = true
/// situation = "Blue holds the ford and must not lose it."
/// victory = "Who holds the ford after four turns wins."
/// [[option]]
/// name = "mud"
/// words = "Rain has softened the banks"
/// clause = "DEMO-R2"
/// kind = "switch"
/// "#).unwrap();
/// let chosen = [("mud".to_owned(), "on".to_owned())].into();
/// assert!(profile.choose(&chosen).unwrap().switch("mud"));
/// assert_eq!(profile.scenario("dawn").unwrap().sides[1].name, "Red");
/// ```
#[derive(Clone, PartialEq, Eq, Deserialize, Serialize, Debug)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Profile {
    /// Its title.
    pub title: String,
    /// What it is about, one sentence.
    pub about: String,
    /// The scenarios in the order in which they are offered.
    #[serde(rename = "scenario")]
    pub scenarios: Vec<ScenarioProfile>,
    /// How the sides look on screens; one that is not named has the colours of its seat.
    #[serde(rename = "army", default)]
    pub armies: Vec<Army>,
    /// The house options; all are as published unless somebody says otherwise.
    #[serde(rename = "option", default)]
    pub options: Vec<HouseOption>,
}

/// How a side looks on screens, in every scenario that has it.
#[derive(Clone, PartialEq, Eq, Deserialize, Serialize, Debug)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Army {
    /// The side's name.
    pub side: String,
    /// Its colour, light enough for dark ink: `#b4c7d4`.
    pub colour: String,
    /// The same for lines and rims, dark enough for white words.
    pub dark: String,
    /// The face of its counters, where that is not the colour itself.
    #[serde(default)]
    pub face: Option<String>,
    /// The corners of its counters; sides without it differ by seat.
    #[serde(default)]
    pub corners: Option<Corners>,
}

impl Army {
    fn colours(&self) -> impl Iterator<Item = &str> {
        [Some(self.colour.as_str()), Some(self.dark.as_str()), self.face.as_deref()].into_iter().flatten()
    }
}

/// How the corners of a side's counters are made, so that sides differ by shape as well as by colour.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize, Serialize, Debug)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Corners {
    /// As they are.
    Square,
    /// Cut off.
    Cut,
    /// Rounded.
    Round,
}

/// A scenario as a lobby shows it.
#[derive(Clone, PartialEq, Eq, Deserialize, Serialize, Debug)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct ScenarioProfile {
    /// Its short name, as typed.
    pub name: String,
    /// Its title.
    pub title: String,
    /// The sides in the order of their seats. A game whose scenario files name them fills them in.
    #[serde(default)]
    pub sides: Vec<SideName>,
    /// How many turns it lasts. A game whose scenario files say it fills it in.
    #[serde(default)]
    pub turns: u16,
    /// Whether it is made for learning the game.
    #[serde(default)]
    pub learning: bool,
    /// Who fights where and why, in a few sentences.
    #[serde(default)]
    pub situation: String,
    /// How it is won.
    #[serde(default)]
    pub victory: String,
    /// What a newcomer should look at first.
    #[serde(default)]
    pub advice: String,
    /// A guided first game: the first side is led through its first turn, on the real rules.
    #[serde(default)]
    pub lesson: Vec<LessonStep>,
}

/// A step of a guided game: something to read, or a decision that is waited for.
#[derive(Clone, PartialEq, Eq, Deserialize, Serialize, Debug)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct LessonStep {
    /// What is said; nothing where the table plays on without a word.
    #[serde(default)]
    pub words: String,
    /// The hexes that are pointed at.
    #[serde(default)]
    pub point: Vec<String>,
    /// How the decision begins that is waited for; empty: who reads goes on.
    #[serde(default)]
    pub expects: String,
    /// How decisions begin that lead to it, and so are neither the one that is waited for nor something else.
    #[serde(default)]
    pub via: Vec<String>,
    /// What is said when something else was decided.
    #[serde(default)]
    pub otherwise: String,
    /// It is passed over unless a decision that begins so can be made.
    #[serde(default)]
    pub when: String,
    /// The table makes the decision: it is the other side's.
    #[serde(default)]
    pub plays: bool,
    /// What the dice of the decision show, so that the lesson has something to show; beyond these chance has its way.
    #[serde(default)]
    pub faces: Vec<u16>,
}

/// A side's name, and names that older records have for it.
#[derive(Clone, PartialEq, Eq, Deserialize, Serialize, Debug)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(from = "SideText")]
pub struct SideName {
    /// As it is shown.
    pub name: String,
    /// What it was called before.
    #[serde(skip)]
    pub formerly: Option<String>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum SideText {
    Name(String),
    Renamed { name: String, formerly: String },
}

impl From<SideText> for SideName {
    fn from(text: SideText) -> Self {
        match text {
            SideText::Name(name) => Self { name, formerly: None },
            SideText::Renamed { name, formerly } => Self { name, formerly: Some(formerly) },
        }
    }
}

impl SideName {
    /// Whether the side is or was called so.
    pub fn is_called(&self, name: &str) -> bool {
        self.name == name || self.formerly.as_deref() == Some(name)
    }
}

/// A house option: something that players can agree on and the published rules do otherwise.
#[derive(Clone, PartialEq, Eq, Deserialize, Serialize, Debug)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(try_from = "OptionText")]
pub struct HouseOption {
    /// Its short name, as typed.
    pub name: String,
    /// What it does, one sentence.
    pub words: String,
    /// The rule that allows it.
    pub clause: String,
    /// What can be chosen.
    #[serde(flatten)]
    pub kind: OptionKind,
}

/// An option as the file writes it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OptionText {
    name: String,
    words: String,
    clause: String,
    kind: String,
    #[serde(default)]
    values: Vec<OptionValue>,
    least: Option<i32>,
    most: Option<i32>,
    #[serde(default)]
    published: i32,
}

impl TryFrom<OptionText> for HouseOption {
    type Error = String;

    fn try_from(text: OptionText) -> Result<Self, String> {
        let OptionText { name, words, clause, kind, values, least, most, published } = text;
        let kind = match (kind.as_str(), least, most) {
            ("switch", None, None) if values.is_empty() => OptionKind::Switch,
            ("choice", None, None) if values.len() > 1 => OptionKind::Choice { values },
            ("number", Some(least), Some(most)) if (least..=most).contains(&published) => {
                OptionKind::Number { least, most, published }
            }
            _ => {
                return Err(format!(
                    "the option `{name}` is a `switch`, a `choice` of at least two `values`, or a `number` from `least` \
                     to `most` with what is `published` between them"
                ));
            }
        };
        Ok(Self { name, words, clause, kind })
    }
}

/// What can be chosen.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum OptionKind {
    /// On or off; off as published.
    Switch,
    /// One of several values, each with its meaning; the first as published.
    Choice {
        /// The values.
        values: Vec<OptionValue>,
    },
    /// A whole number.
    Number {
        /// The smallest.
        least: i32,
        /// The largest.
        most: i32,
        /// As published.
        published: i32,
    },
}

/// A value of an option and what it means.
#[derive(Clone, PartialEq, Eq, Deserialize, Serialize, Debug)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct OptionValue {
    /// As typed.
    pub value: String,
    /// What it means.
    pub words: String,
}

impl Profile {
    /// Reads the file.
    pub fn read(file: &str, text: &str) -> Result<Self, ContentError> {
        let profile: Self = read_toml(file, text)?;
        for (place, scenario) in profile.scenarios.iter().enumerate() {
            if profile.scenarios[..place].iter().any(|known| known.name == scenario.name) {
                let offset = text.rfind(&scenario.name).unwrap_or_default();
                let message = format!("there are two scenarios `{}`", scenario.name);
                return Err(ContentError::at(file, text, offset, message));
            }
        }
        for colour in profile.armies.iter().flat_map(Army::colours) {
            let digits = colour.strip_prefix('#').unwrap_or_default();
            if digits.len() != 6 || !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
                let offset = text.find(colour).unwrap_or_default();
                let message = format!("`{colour}` is no colour: write it as #b4c7d4");
                return Err(ContentError::at(file, text, offset, message));
            }
        }
        Ok(profile)
    }

    /// The scenario with this name.
    pub fn scenario(&self, name: &str) -> Result<&ScenarioProfile, SetupError> {
        self.scenarios.iter().find(|scenario| scenario.name == name).ok_or_else(|| {
            let known: Vec<&str> = self.scenarios.iter().map(|scenario| scenario.name.as_str()).collect();
            SetupError(format!("there is no scenario `{name}`: choose from {}", known.join(" or ")))
        })
    }

    /// Checks what players have chosen by name; what they have not is as published.
    pub fn choose<'c>(&'c self, chosen: &'c BTreeMap<String, String>) -> Result<Chosen<'c>, SetupError> {
        for (name, value) in chosen {
            let Some(option) = self.options.iter().find(|option| option.name == *name) else {
                let known: Vec<&str> = self.options.iter().map(|option| option.name.as_str()).collect();
                let known = if known.is_empty() { "this game has none".to_owned() } else { known.join(", ") };
                return Err(SetupError(format!("there is no option `{name}`: choose from {known}")));
            };
            if !option.kind.allows(value) {
                let expected = option.kind.expected();
                return Err(SetupError(format!("option `{name}`: found `{value}`, expected {expected}")));
            }
        }
        Ok(Chosen { options: &self.options, chosen })
    }
}

impl OptionKind {
    fn allows(&self, value: &str) -> bool {
        match self {
            Self::Switch => switch(value).is_some(),
            Self::Choice { values } => values.iter().any(|known| known.value == value),
            Self::Number { least, most, .. } => {
                value.parse().is_ok_and(|number: i32| (least..=most).contains(&&number))
            }
        }
    }

    /// What can be chosen, in words.
    pub fn expected(&self) -> String {
        match self {
            Self::Switch => "on or off".into(),
            Self::Choice { values } => {
                let values: Vec<&str> = values.iter().map(|known| known.value.as_str()).collect();
                values.join(" or ")
            }
            Self::Number { least, most, .. } => format!("a whole number from {least} to {most}"),
        }
    }
}

fn switch(value: &str) -> Option<bool> {
    match value {
        "on" | "true" => Some(true),
        "off" | "false" => Some(false),
        _ => None,
    }
}

/// Options as they hold in a game: checked, and as published where nobody chose.
#[derive(Clone, Copy, Debug)]
pub struct Chosen<'c> {
    options: &'c [HouseOption],
    chosen: &'c BTreeMap<String, String>,
}

impl<'c> Chosen<'c> {
    fn option(&self, name: &str) -> (&'c OptionKind, Option<&'c str>) {
        let option = self.options.iter().find(|option| option.name == name);
        let option = option.unwrap_or_else(|| panic!("`data/game.toml` has no option `{name}`"));
        (&option.kind, self.chosen.get(name).map(String::as_str))
    }

    /// Whether a switch is on.
    ///
    /// # Panics
    /// If the profile has no such option.
    pub fn switch(&self, name: &str) -> bool {
        self.option(name).1.and_then(switch).unwrap_or(false)
    }

    /// The value of a number.
    ///
    /// # Panics
    /// If the profile has no such number.
    pub fn number(&self, name: &str) -> i32 {
        let (OptionKind::Number { published, .. }, chosen) = self.option(name) else {
            panic!("the option `{name}` is no number");
        };
        chosen.and_then(|value| value.parse().ok()).unwrap_or(*published)
    }

    /// The value of a choice.
    ///
    /// # Panics
    /// If the profile has no such choice.
    pub fn value(&self, name: &str) -> &'c str {
        let (OptionKind::Choice { values }, chosen) = self.option(name) else {
            panic!("the option `{name}` is no choice");
        };
        chosen.unwrap_or(&values[0].value)
    }
}
