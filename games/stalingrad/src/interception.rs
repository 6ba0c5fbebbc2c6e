//! Interception: the Russian air unit goes for a Fliegerkorps.

use kit::{Chain, Chart, Dice, Fact, Factor, Inquiry, Refusal, Tally, Told};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    air::{AirResult, Wings, air_combat, flies_again, is_flyable},
    charts::{Charts, Rules},
    index::DieIndex,
    turns::check_turn,
};

/// Where the Fliegerkorps is met.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum Over {
    /// On its mission in the German player turn.
    #[default]
    Mission,
    /// Over the river while Russians cross by day (STAL-AIR-9).
    River,
}

/// A Fliegerkorps and the Russian air unit.
#[derive(Clone, Copy, Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[schemars(rename = "Situation")]
pub struct Encounter {
    /// The game turn.
    pub turn: u8,
    /// Where they meet.
    #[serde(default)]
    pub over: Over,
    /// The turn in which the Russian air unit was last knocked out.
    #[serde(default)]
    pub russian_knocked_out_in: Option<u8>,
    /// The turn in which the Fliegerkorps was last knocked out.
    #[serde(default)]
    pub german_knocked_out_in: Option<u8>,
    /// Whether the Russian air unit has already made its attempt of this game turn.
    #[serde(default)]
    pub attempt_made: bool,
    /// The index column of the game.
    #[serde(default)]
    pub die_index: DieIndex,
}

/// An interception that is allowed, up to its die.
#[derive(Clone, Copy, Debug)]
pub struct Interception {
    rules: Rules,
    index: DieIndex,
    turn: u8,
    over: Over,
}

impl Interception {
    /// Refuses an encounter that the rules do not allow.
    pub(crate) fn judge(rules: Rules, encounter: Encounter) -> Result<Self, Refusal> {
        let Encounter { turn, over, russian_knocked_out_in, german_knocked_out_in, attempt_made, die_index } =
            encounter;
        for turn in [Some(turn), russian_knocked_out_in, german_knocked_out_in].into_iter().flatten() {
            check_turn(&rules, turn)?;
        }
        may_intercept(&rules, turn, over, russian_knocked_out_in, attempt_made)?;
        if let Some(out) = german_knocked_out_in.filter(|_| !is_flyable(&rules, german_knocked_out_in, turn))
        {
            let words = format!(
                "knocked out in turn {out}, the Fliegerkorps flies again in turn {}: there is nothing to intercept",
                flies_again(&rules, out)
            );
            return Err(Refusal::new("STAL-AIR-15", words));
        }
        Ok(Self { rules, index: die_index, turn, over })
    }
}

/// STAL-AIR-2: the Russian air unit may try once a game turn, but not in the first German player turn.
pub(crate) fn may_intercept(
    charts: &Charts,
    turn: u8,
    over: Over,
    knocked_out_in: Option<u8>,
    attempt_made: bool,
) -> Result<(), Refusal> {
    if over == Over::Mission && turn < charts.air_units.first_interception {
        return Err(Refusal::new(
            "STAL-AIR-2",
            "the Russian air unit does not fly in the German player turn of turn 1",
        ));
    }
    if attempt_made {
        return Err(Refusal::new(
            "STAL-AIR-2",
            "the Russian air unit has made its one attempt of this game turn",
        ));
    }
    if let Some(out) = knocked_out_in.filter(|_| !is_flyable(charts, knocked_out_in, turn)) {
        let words = format!(
            "knocked out in turn {out}, the Russian air unit flies again in turn {}",
            flies_again(charts, out)
        );
        return Err(Refusal::new("STAL-AIR-15", words));
    }
    Ok(())
}

impl Chain for Interception {
    type State = Option<AirResult>;

    fn start(&self) -> Self::State {
        None
    }

    fn is_done(&self, result: &Self::State) -> bool {
        result.is_some()
    }

    fn step<D: Dice>(&self, _: &Self::State, dice: &mut D) -> Self::State {
        Some(air_combat(&self.rules, self.index, dice))
    }
}

impl Inquiry for Interception {
    type Content = Charts;
    /// A file says of an encounter just what the rules read.
    type Situation = Encounter;
    const KIND: &'static str = "interception";
    const TITLE: &'static str = "the Russian air unit meets a Fliegerkorps";
    const EXAMPLE: &'static str =
        include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/interception.toml"));

    fn prepare<'s, T: Tally<'s>>(rules: Rules, encounter: &'s Encounter, _: &mut T) -> Result<Self, Refusal> {
        Self::judge(rules, *encounter)
    }

    fn facts(&self, _: &Encounter) -> Vec<Fact> {
        let again = flies_again(&self.rules, self.turn);
        vec![
            Fact::new("die", "the German player rolls, whoever intercepts", "STAL-R32"),
            Fact::new("knocked out", format!("flies again in turn {again}"), "STAL-AIR-4"),
            Fact::new(
                "attempt",
                "the Russian air unit's only one this game turn, whatever comes of it",
                "STAL-AIR-2",
            ),
        ]
    }

    fn chart(&self) -> Option<Chart> {
        Some(Chart { table: "air", columns: vec!["Air Combat".into()] })
    }

    fn tell(&self, _: &Encounter, end: &Self::State) -> Told {
        let Some(result) = *end else { return Told::new("-", "") };
        let sortie = self.rules.sortie(result);
        let mission = match (self.over, sortie.flies()) {
            (Over::Mission, true) => "the mission is flown",
            (Over::Mission, false) => "the mission is lost",
            // STAL-AIR-9: over the river it no longer counts as flyable.
            (Over::River, true) => "the Fliegerkorps stays over the river",
            (Over::River, false) => "the Fliegerkorps does not count for this day's crossings",
        };
        let again = flies_again(&self.rules, self.turn);
        let air_units = match (sortie.german, sortie.russian) {
            (Wings::KnockedOut, _) => format!("; the Fliegerkorps is knocked out until turn {again}"),
            (Wings::TurnedBack, _) => "; the Fliegerkorps turns back".into(),
            (_, Wings::KnockedOut) => format!("; the Russian air unit is knocked out until turn {again}"),
            (_, Wings::TurnedBack) => "; the Russian air unit turns back".into(),
            _ => String::new(),
        };
        let one = |yes: bool| Factor::whole(yes.into());
        let fate = |wings: Wings| match wings {
            Wings::KnockedOut => "knocked out",
            Wings::TurnedBack => "turns back",
            Wings::Ready => "flies on",
        };
        Told::new(result.name(), format!("{mission}{air_units}"))
            .does("the Fliegerkorps", result.name(), fate(sortie.german))
            .does("the Russian air unit", result.name(), fate(sortie.russian))
            .by("STAL-AIR-3")
            .by(if self.over == Over::River { "STAL-AIR-9" } else { "STAL-AIR-4" })
            .measuring("missions flown", one(sortie.flies()))
            .measuring("Fliegerkorps knocked out", one(sortie.german == Wings::KnockedOut))
            .measuring("Russian air units knocked out", one(sortie.russian == Wings::KnockedOut))
    }
}
