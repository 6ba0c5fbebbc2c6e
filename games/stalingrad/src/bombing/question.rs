//! The calculator's question about a bombing run.

use kit::{Chart, Fact, Inquiry, Refusal, Tally, Told, chance};

use super::{BombTarget, Bombing, BombingProgress, Situation};
use crate::{
    charts::{Charts, Rules},
    results::Fate,
    units::Unit,
};

impl Inquiry for Bombing {
    type Content = Charts;
    type Situation = Situation;
    const KIND: &'static str = "bombing";
    const TITLE: &'static str = "mass bombing along lines, or bombs on the east bank guns";
    const EXAMPLE: &'static str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/bombing.toml"));

    fn prepare<'s, T: Tally<'s>>(rules: Rules, situation: &'s Situation, _: &mut T) -> Result<Self, Refusal> {
        Self::judge(rules, &situation.run(rules.get()))
    }

    fn facts(&self, situation: &Situation) -> Vec<Fact> {
        let (run, mut facts) = (situation.run(&self.rules), Vec::new());
        if self.korps.iter().any(|target| matches!(target, BombTarget::Lines(_))) {
            let ordinal = run.earlier_bombings + 1;
            let words = format!(
                "bombing turn {ordinal} of {}: index value +{}",
                self.rules.bombing.bombing_turns, self.wear
            );
            facts.push(Fact::new("effect", words, "STAL-AIR-14"));
        }
        for (place, placed) in run.units.iter().enumerate() {
            if let Ok(odds) = chance::odds(&self.only(place)) {
                let [eliminated, disrupted] = [Fate::Eliminated, Fate::Disrupted]
                    .map(|fate| odds.chance(|end| end.toll.fate(0) == fate));
                let words = format!(
                    "{} in {}: eliminated {eliminated}, Disrupted {disrupted}",
                    placed.unit.name, placed.at
                );
                facts.push(Fact::new("unit", words, "STAL-AIR-13"));
            }
        }
        facts
    }

    fn chart(&self) -> Option<Chart> {
        Some(Chart { table: "air", columns: vec!["Mass Bombing".into()] })
    }

    fn tell(&self, situation: &Situation, end: &BombingProgress) -> Told {
        let run = situation.run(&self.rules);
        let units: Vec<&Unit> = run.units.iter().map(|placed| placed.unit).collect();
        let mut told = end.toll.tell(&self.rules, &units);
        let mut words = Vec::new();
        if let Some(place) = self.intercepted.filter(|_| end.turned_back) {
            words.push(format!("{} loses its mission", run.flights[place].name));
        }
        if self.korps.contains(&BombTarget::Guns) {
            let guns = if end.silenced {
                "the guns are silent in the next Russian player turn"
            } else {
                "the guns can fire"
            };
            words.push(guns.into());
        }
        if !units.is_empty() && !told.words.is_empty() {
            words.push(told.words);
        }
        told.words = words.join("; ");
        if units.is_empty() {
            told = Told::new(if end.silenced { "D" } else { "-" }, told.words);
        }
        if !units.is_empty() {
            told = told.by("STAL-AIR-13").by("STAL-AIR-7");
        }
        if self.korps.contains(&BombTarget::Guns) {
            told = told.by("STAL-ART-7").measuring("guns silenced", kit::Factor::whole(end.silenced.into()));
        }
        told
    }
}
