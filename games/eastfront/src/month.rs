//! The weather of a month: the calendar, or a die in October (`EAST-WEA-1`, `EAST-H2`).

use kit::{Chain, Chart, Dice, Die, Fact, Inquiry, Purpose, Refusal, Tally, Told};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    charts::{Charts, Rules},
    unit::Side,
    weather::Weather,
};

/// A month whose weather is asked for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct MonthOfWar {
    /// The game turn, 1 (June 1941) to 48 (May 1945).
    pub turn: u8,
    /// Whether the October die of house rule EAST-H2 is in use.
    #[serde(default)]
    pub october_die: bool,
    /// In November: what the October die showed, if it has been rolled.
    #[serde(default)]
    pub rolled: Option<u8>,
}

/// The weather of a month, up to its die.
#[derive(Clone, Copy, Debug)]
pub struct WeatherOfMonth {
    rules: Rules,
    source: Source,
}

/// Where the weather comes from.
#[derive(Clone, Copy, Debug)]
enum Source {
    /// It is known.
    Certain(Weather),
    /// From the October die: which of the two months is asked for.
    October(usize),
}

/// The die of `EAST-H2`.
const OCTOBER_DIE: Purpose = Purpose::new("october", "EAST-H2");

impl Chain for WeatherOfMonth {
    type State = Option<Weather>;

    fn start(&self) -> Option<Weather> {
        match self.source {
            Source::Certain(weather) => Some(weather),
            Source::October(_) => None,
        }
    }

    fn is_done(&self, state: &Option<Weather>) -> bool {
        state.is_some()
    }

    fn step<D: Dice>(&self, state: &Option<Weather>, dice: &mut D) -> Option<Weather> {
        match self.source {
            Source::Certain(_) => *state,
            Source::October(month) => Some(self.rules.october(dice.roll(Die::D6, OCTOBER_DIE))[month]),
        }
    }
}

impl Inquiry for WeatherOfMonth {
    type Content = Charts;
    /// A file says of a month just what the rules read.
    type Situation = MonthOfWar;

    const KIND: &'static str = "weather";
    const TITLE: &'static str = "The weather of a month";
    const EXAMPLE: &'static str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/weather.toml"));

    fn prepare<'s, T: Tally<'s>>(rules: Rules, month: &'s MonthOfWar, _: &mut T) -> Result<Self, Refusal> {
        Self::judge(rules, month)
    }

    fn facts(&self, situation: &MonthOfWar) -> Vec<Fact> {
        let month = self.rules.month(situation.turn).map_or("", |month| month.name.as_str());
        let words = match self.source {
            Source::Certain(_) if situation.rolled.is_some() => "settled by the October die",
            Source::Certain(_) => "fixed by the calendar",
            Source::October(_) => "one die in October settles October and November",
        };
        vec![
            Fact::new("month", format!("turn {}, {month}", situation.turn), "EAST-WEA-1"),
            Fact::new("weather", words, self.clause(situation)),
        ]
    }

    fn chart(&self) -> Option<Chart> {
        match self.source {
            Source::Certain(_) => None,
            Source::October(month) => {
                Some(Chart { table: "october", columns: vec![["October", "November"][month].to_owned()] })
            }
        }
    }

    fn tell(&self, situation: &MonthOfWar, end: &Option<Weather>) -> Told {
        let Some(weather) = *end else { return Told::new("", "") };
        Told::new(weather.name(), self.meaning(weather)).by(self.clause(situation))
    }
}

impl WeatherOfMonth {
    /// Where the weather of the month comes from; refuses months and dice that there are not.
    pub(crate) fn judge(rules: Rules, asked: &MonthOfWar) -> Result<Self, Refusal> {
        let Some(month) = rules.month(asked.turn) else {
            let words = format!("there is no game turn {}: the calendar has turns 1 to 48", asked.turn);
            return Err(Refusal::new("EAST-WEA-1", words));
        };
        if asked.rolled.is_some_and(|face| !(1..=6).contains(&face)) {
            return Err(Refusal::new("EAST-H2", "the October die has the faces 1 to 6"));
        }
        // EAST-R54: every October of the war and the November after it.
        let of_the_die = ["Oct ", "Nov "].iter().position(|name| month.name.starts_with(name));
        let source = match (of_the_die, asked.rolled) {
            (Some(which), Some(face)) if asked.october_die => {
                Source::Certain(rules.october(face.into())[which])
            }
            (Some(which), None) if asked.october_die => Source::October(which),
            (_, Some(_)) => {
                let words = format!("the October die has no part in the weather of {}", month.name);
                return Err(Refusal::new("EAST-H2", words));
            }
            _ => Source::Certain(month.weather),
        };
        Ok(Self { rules, source })
    }

    /// The rule that settles the weather.
    const fn clause(&self, situation: &MonthOfWar) -> &'static str {
        match self.source {
            Source::Certain(_) if situation.rolled.is_none() => "EAST-WEA-1",
            _ => "EAST-H2",
        }
    }

    /// What the weather means for battles (`EAST-WEA-5` to `EAST-WEA-7`).
    fn meaning(&self, weather: Weather) -> String {
        let effect = self.rules.weather(weather);
        let for_whom = |allowed: &dyn Fn(Side) -> bool| match (allowed(Side::Axis), allowed(Side::Soviet)) {
            (true, true) => "both sides",
            (true, false) => "the Axis",
            (false, true) => "the Soviets",
            (false, false) => "nobody",
        };
        format!(
            "breakthrough attacks: {}; overrun: {}; voluntary exchange: {}{}",
            for_whom(&|side| effect.allows_breakthrough(side)),
            for_whom(&|side| effect.allows_overrun(side)),
            if effect.voluntary_exchange { "the Germans" } else { "nobody" },
            if effect.freezes {
                "; rivers, lakes and swamps frozen north-east of the weather line"
            } else {
                ""
            },
        )
    }
}
