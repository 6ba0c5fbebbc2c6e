//! All that the game reads from its files: charts, maps and the four battles.

use std::sync::Arc;

use kit::{
    Content, ContentError, Sheet,
    content::Sources,
    map::{HexMap, MapSource},
    profile::{Profile, SideName},
    tactics::WeightSets,
};

use crate::{
    battlefield::{
        Battlefield,
        load::{self, Source},
    },
    map::MAPS,
    prelude::*,
    tactics::weights,
};

/// The files of the game, read and checked.
#[derive(Debug)]
pub struct LineContent {
    pub charts: Arc<Charts>,
    battles: Vec<Battlefield>,
    profile: Profile,
}

impl LineContent {
    pub fn published() -> &'static Self {
        Rules::<Self>::published().get()
    }

    #[inline]
    pub fn battle(&self, scenario: Scenario) -> &Battlefield {
        &self.battles[scenario as usize]
    }
}

impl Content for LineContent {
    const GAME: &'static str = "battleline";
    const LEDGER: &'static str = include_str!("../data/ledger.toml");

    fn load(sources: &Sources<'_>) -> Result<Self, ContentError> {
        let charts = Arc::new(Charts::load(sources)?);
        // A patch tells the map from the battle that is fought on it.
        let map = |source: &MapSource| {
            sources.map(&format!("{} map", source.name), source.file, source.text).map(Arc::new)
        };
        let maps: Vec<Arc<HexMap>> = MAPS.iter().map(map).collect::<Result<_, _>>()?;
        assert!(maps.iter().all(|map| map.len() <= MOST_HEXES), "a set of hexes holds every map");
        let named = |name: &str| MAPS.iter().zip(&maps).find(|(source, _)| source.name == name);
        let battle = |scenario: Scenario| {
            let source = Source::of(scenario);
            let text = sources.text(scenario.name(), source.text)?;
            let source = Source { text: &text, ..source };
            let weights = WeightSets::read(weights::files(scenario), sources)?;
            load::read(charts.clone(), weights, source, scenario, |name| {
                named(name).map(|(_, map)| map.clone())
            })
        };
        let battles: Vec<Battlefield> = Scenario::ALL.into_iter().map(battle).collect::<Result<_, _>>()?;
        let mut profile = Profile::read("data/game.toml", include_str!("../data/game.toml"))?;
        for (scenario, battle) in profile.scenarios.iter_mut().zip(&battles) {
            scenario.turns = battle.turns.into();
            // Records of the first version call every enemy of Rome so.
            let formerly = [None, Some("Enemy".to_owned())];
            let sides = battle.sides.iter().zip(formerly);
            scenario.sides =
                sides.map(|(side, formerly)| SideName { name: side.name.clone(), formerly }).collect();
        }
        Ok(Self { charts, battles, profile })
    }

    fn profile(&self) -> &Profile {
        &self.profile
    }

    fn sheets(&self) -> Vec<&Sheet> {
        self.charts.tables.sheets()
    }
}
