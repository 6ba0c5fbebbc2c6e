//! Which player: how good, in which manner, with how much time.

use std::time::Duration;

use kit::{
    Manner, SetupError, Tactics,
    tactics::{Judge, Level, WeightFile},
};

/// How much a veteran may think in one turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Budget {
    /// So many lines of play; the same on every machine.
    Simulations(u32),
    /// So much time.
    Time(Duration),
}

/// A player by name: `regular`, `veteran/cautious`, `veteran/200`, `veteran/steady/200`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spec {
    /// How good.
    pub level: Level,
    /// In which manner; none for the one that the scenario asks for.
    pub manner: Option<Manner>,
    /// With how much thought; none for what the game finds fit for a position of its size.
    pub budget: Option<Budget>,
}

/// The deepest thought that can be asked for; a server adds a limit of time.
const MOST_SIMULATIONS: u32 = 100_000;

impl Spec {
    /// Reads `level`, `level/manner`, `level/simulations` or `level/manner/simulations`, with or without `bot:` before it.
    pub fn parse(text: &str) -> Result<Self, SetupError> {
        let mut parts = text.strip_prefix("bot:").unwrap_or(text).split('/').peekable();
        let name = parts.next().unwrap_or_default();
        let level = pick("player", name, &Level::ALL)?;
        let is_budget = |part: &&str| part.starts_with(|first: char| first.is_ascii_digit());
        let manner = parts.next_if(|part| !is_budget(part));
        let manner = manner.map(|name| pick("temperament", name, &Manner::NAMED)).transpose()?;
        let budget = parts.next().map(budget).transpose()?;
        match parts.next() {
            None => Ok(Self { level, manner, budget }),
            Some(more) => Err(SetupError(format!("`{more}` is too much: write LEVEL/TEMPERAMENT/BUDGET"))),
        }
    }
}

impl Spec {
    /// The file with the numbers by which he weighs a scenario.
    pub fn weights<G: Tactics>(&self, scenario: &str) -> Option<WeightFile> {
        G::weight_files(scenario).map(|files| *files.of(Judge(self.level)))
    }

    /// Refuses a player who does not exist in a scenario.
    pub fn check<G: Tactics>(&self, scenario: &str) -> Result<(), SetupError> {
        if self.level != Level::General || G::has_general(scenario) {
            return Ok(());
        }
        let known: Vec<&str> = Level::names(false).collect();
        Err(SetupError(format!(
            "there is no player `general` in the scenario `{scenario}`: choose from {}",
            known.join(", ")
        )))
    }
}

fn pick<T: Copy>(what: &str, name: &str, known: &[(&str, T)]) -> Result<T, SetupError> {
    let found = known.iter().find(|(spelling, _)| spelling.eq_ignore_ascii_case(name));
    found.map(|(_, value)| *value).ok_or_else(|| {
        let names: Vec<&str> = known.iter().map(|(spelling, _)| *spelling).collect();
        SetupError(format!("there is no {what} `{name}`: choose from {}", names.join(", ")))
    })
}

/// `200` simulations, or `2s`, `500ms`.
fn budget(text: &str) -> Result<Budget, SetupError> {
    let wrong = || {
        SetupError(format!(
            "`{text}` is no budget: write a number of simulations from 1 to {MOST_SIMULATIONS}, or a time such as 2s or 500ms"
        ))
    };
    let number = |digits: &str| digits.parse::<u32>().ok().filter(|&number| number > 0).ok_or_else(wrong);
    if let Some(digits) = text.strip_suffix("ms") {
        return Ok(Budget::Time(Duration::from_millis(number(digits)?.into())));
    }
    if let Some(digits) = text.strip_suffix('s') {
        return Ok(Budget::Time(Duration::from_secs(number(digits)?.into())));
    }
    let simulations = number(text)?;
    if simulations > MOST_SIMULATIONS { Err(wrong()) } else { Ok(Budget::Simulations(simulations)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_read_or_refused_with_a_reason() {
        let spec = Spec::parse("bot:veteran/cautious/200").unwrap();
        assert_eq!(
            (spec.level, spec.manner, spec.budget),
            (Level::Veteran, Some(Manner::CAUTIOUS), Some(Budget::Simulations(200)))
        );
        assert_eq!(Spec::parse("Regular").unwrap().manner, None);
        assert_eq!(Spec::parse("veteran").unwrap().budget, None);
        let thrifty = Spec::parse("veteran/60").unwrap();
        assert_eq!((thrifty.manner, thrifty.budget), (None, Some(Budget::Simulations(60))));
        assert_eq!(Spec::parse("veteran/2s").unwrap().budget, Some(Budget::Time(Duration::from_secs(2))));
        assert_eq!(
            Spec::parse("veteran/steady/500ms").unwrap().budget,
            Some(Budget::Time(Duration::from_millis(500)))
        );
        let refused = |text: &str| Spec::parse(text).unwrap_err().0;
        assert!(refused("marshal").contains("recruit, regular, veteran, general"));
        assert!(refused("regular/angry").contains("cautious, steady, aggressive"));
        assert!(refused("veteran/steady/0").contains("no budget"));
        assert!(refused("veteran/steady/0s").contains("no budget"));
        assert!(Spec::parse("veteran/steady/100000").is_ok());
        assert!(refused("veteran/steady/100001").contains("from 1 to 100000"));
        assert!(refused("veteran/steady/2s/more").contains("too much"));
        assert!(refused("veteran/60/steady").contains("too much"));
        assert!(refused("veteran/").contains("no temperament"));
        assert!(refused("").contains("no player"));
    }
}
