//! All that the game reads from its files, the published ones or a variant.

use kit::{content::Content, profile::Profile};

use crate::prelude::*;

/// The charts, both maps, and both scenarios with either setting of the option on German zones of control.
#[derive(Debug)]
pub struct MarsContent {
    /// The charts, the units among them.
    pub charts: Arc<Charts>,
    /// The maps in the order of [`MAPS`].
    pub maps: [Arc<HexMap>; 2],
    theatres: Vec<Theatre>,
    profile: Profile,
}

impl MarsContent {
    pub fn published() -> &'static Self {
        Rules::<Self>::published().get()
    }

    /// A scenario with or without the house option.
    pub fn theatre(&self, scenario: Scenario, german_zones: GermanZones) -> &Theatre {
        &self.theatres[scenario as usize * 2 + german_zones as usize]
    }
}

impl Content for MarsContent {
    const GAME: &'static str = "mars";
    const LEDGER: &'static str = include_str!("../data/ledger.toml");

    fn load(sources: &Sources<'_>) -> Result<Self, ContentError> {
        let charts = Arc::new(Charts::load(sources)?);
        let map = |place: usize, name| sources.map(name, MAPS[place].file, MAPS[place].text).map(Arc::new);
        let maps = [map(0, "map")?, map(1, "learning-map")?];
        let mut theatres = Vec::new();
        for scenario in Scenario::ALL {
            for zones in [GermanZones::Inward, GermanZones::Outward] {
                theatres.push(Theatre::load(sources, scenario, zones, &charts, &maps)?);
            }
        }
        let mut profile = Profile::read("data/game.toml", include_str!("../data/game.toml"))?;
        for (scenario, theatres) in profile.scenarios.iter_mut().zip(theatres.chunks(2)) {
            scenario.turns = theatres[0].turns.into();
        }
        Ok(Self { charts, maps, theatres, profile })
    }

    fn sheets(&self) -> Vec<&Sheet> {
        self.charts.tables.sheets()
    }

    fn profile(&self) -> &Profile {
        &self.profile
    }
}
