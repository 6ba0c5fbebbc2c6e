//! CREW CASUALTIES: from how many dead on, or down to how many alive, a crew loses what.

use kit::{ContentError, Sheet};

use super::label;

/// What crew losses take away.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CrewEffect {
    /// SKIR-CRW-1: 1 counts for the die of readiness.
    SlowToAct,
    /// SKIR-CRW-2: simple maneuvers only.
    SimpleOnly,
    /// SKIR-CRW-3: light weapons only.
    LightWeaponsOnly,
}

kit::spelled!(CrewEffect {
    "readiness counts 1 for the die: CR + CS + 1" => Self::SlowToAct,
    "simple maneuvers only" => Self::SimpleOnly,
    "light weapons only" => Self::LightWeaponsOnly,
});

/// Losses that are heavy enough for something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Losses {
    /// So many dead.
    Dead(u16),
    /// So many dead of a hundred.
    Percent(u16),
    /// So many alive of more.
    Survivors(u16),
}

impl Losses {
    /// `1 dead or more`, `50% dead or more`, `just 1 survived`.
    fn read(words: &str) -> Option<Self> {
        if let Some(dead) = words.strip_suffix(" dead or more") {
            return match dead.strip_suffix('%') {
                Some(percent) => percent.parse().ok().filter(|percent| *percent <= 100).map(Self::Percent),
                None => dead.parse().ok().map(Self::Dead),
            };
        }
        words.strip_prefix("just ")?.strip_suffix(" survived")?.parse().ok().map(Self::Survivors)
    }

    fn reached(self, men: u8, alive: u8) -> bool {
        let dead = u16::from(men.saturating_sub(alive));
        dead > 0
            && match self {
                Self::Dead(least) => dead >= least,
                Self::Percent(least) => dead * 100 >= least * u16::from(men),
                Self::Survivors(most) => u16::from(alive) <= most,
            }
    }
}

/// The rows of the chart, which add up (SKIR-CRW-4).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CrewLosses(Vec<(Losses, CrewEffect)>);

impl CrewLosses {
    pub(super) fn read(sheet: &Sheet) -> Result<Self, ContentError> {
        let head = &sheet.heads()[0];
        let row = |row| {
            let losses = Losses::read(label(sheet, row)).ok_or_else(|| {
                let expected = "`1 dead or more`, `50% dead or more` or `just 1 survived`";
                sheet.complain(format!("found the row `{}`, expected {expected}", label(sheet, row)))
            })?;
            Ok((losses, sheet.read(row, head)?))
        };
        Ok(Self((0..sheet.len()).map(row).collect::<Result<_, _>>()?))
    }

    /// Whether a crew of which so many are alive suffers an effect.
    pub fn hold(&self, effect: CrewEffect, men: u8, alive: u8) -> bool {
        self.0.iter().any(|&(losses, known)| known == effect && losses.reached(men, alive))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// SKIR-CRW-1, SKIR-CRW-2, SKIR-CRW-3: the rule is what the chart says.
    #[test]
    fn another_chart_is_another_rule() {
        let text = include_str!("../../data/tables/crew-casualties.toml");
        let read = |text: &str| CrewLosses::read(&Sheet::load("crew.toml", text)?);
        let printed = read(text).unwrap();
        assert!(printed.hold(CrewEffect::SimpleOnly, 4, 2) && !printed.hold(CrewEffect::SimpleOnly, 5, 3));
        assert!(!printed.hold(CrewEffect::LightWeaponsOnly, 1, 1), "nobody is lost");
        let patched = read(&text.replace("50% dead", "40% dead").replace("just 1 ", "just 2 ")).unwrap();
        assert!(
            patched.hold(CrewEffect::SimpleOnly, 5, 3) && patched.hold(CrewEffect::LightWeaponsOnly, 5, 2)
        );
        for (good, bad) in [("50% dead", "half dead"), ("light weapons only", "no weapons")] {
            let error = read(&text.replace(good, bad)).unwrap_err();
            assert!(error.message.contains(bad), "{error}");
        }
    }
}
