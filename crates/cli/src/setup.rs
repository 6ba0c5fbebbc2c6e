//! A scenario, options and a patch as they are named on the command line.

use std::sync::Arc;

use clap::Args;
use kit::{Problem, Setup, any::Playable, arrangement::POSITION, patch::Patch};

use crate::{
    failure::{Failure, Shelf},
    files,
};

/// A game with its scenario and options, as most commands take them.
#[derive(Args, Clone)]
pub struct Chosen {
    /// The game (see `sandtable games`)
    pub game: String,
    /// The scenario; without it the first of the game
    #[arg(long)]
    pub scenario: Option<String>,
    /// A house option, such as name=value
    #[arg(long = "option", value_name = "NAME=VALUE")]
    pub options: Vec<String>,
}

impl Chosen {
    /// The game and how it is set up.
    pub fn find(&self, among: Shelf) -> Result<(&'static dyn Playable, Setup), Failure> {
        let game = Failure::playable(among, &self.game)?;
        let setup = read(game, self.scenario.as_deref(), &self.options)?;
        Ok((game, setup))
    }
}

/// The largest patch file.
const MOST_PATCH: u64 = 1 << 20;

/// Reads the scenario, the first if none is named, and options such as `name=value`.
pub fn read(game: &dyn Playable, scenario: Option<&str>, options: &[String]) -> Result<Setup, Failure> {
    let profile = game.profile();
    let known = &profile.scenarios;
    let scenario = match scenario {
        None => known.first().map_or("", |scenario| &scenario.name),
        Some(wanted) if known.iter().any(|scenario| scenario.name == wanted) => wanted,
        Some(wanted) => {
            let known = known.iter().map(|known| format!("{} ({})", known.name, known.title)).collect();
            return Err(Failure::Unknown { what: "scenario", name: wanted.to_owned(), known });
        }
    };
    let mut setup = Setup::of(scenario);
    for option in options {
        let (name, value) = option.split_once('=').ok_or_else(|| {
            Failure::Usage(format!("`{option}` is no option: write its name and value as name=value"))
        })?;
        let (name, value) = (name.trim(), value.trim());
        // Every game takes a position of one's own; whether it can be set up so, the game says.
        if name != POSITION && !profile.options.iter().any(|known| known.name == name) {
            let known: Vec<String> =
                profile.options.iter().map(|known| format!("{} ({})", known.name, known.words)).collect();
            let known = if known.is_empty() { vec!["none".to_owned()] } else { known };
            return Err(Failure::Unknown { what: "option", name: name.to_owned(), known });
        }
        // The record writes options in lines.
        if value.is_empty() || value.contains(char::is_control) {
            return Err(Failure::Usage(format!("the option `{name}` has no value: write {name}=value")));
        }
        setup.options.insert(name.to_owned(), value.to_owned());
    }
    Ok(setup)
}

/// Reads a patch of this game.
pub fn read_patch(game: &str, file: &str) -> Result<Patch, Failure> {
    let (name, bytes) = files::read(file, "patch", MOST_PATCH)?;
    let text = String::from_utf8(bytes).map_err(|_| Failure::NotA {
        what: "patch",
        name: name.clone(),
        why: "it is no text".into(),
    })?;
    let patch = Patch::read(&name, &text).map_err(Problem::Content)?;
    if patch.game != game {
        let why = format!("it is for {}, not for {game}", patch.game);
        return Err(Failure::NotA { what: "patch of this game", name, why });
    }
    Ok(patch)
}

/// Lays a patch over a setup, its options included, and has the game read its content with it, so that what is wrong is
/// found now.
pub fn lay_over(game: &dyn Playable, setup: &mut Setup, patch: Patch) -> Result<(), Failure> {
    for (name, value) in &patch.options {
        if setup.options.get(name).is_some_and(|told| told != value) {
            return Err(Failure::Usage(format!(
                "the option `{name}` is set here and, to {value}, in the patch: leave one out"
            )));
        }
        let told = [format!("{name}={value}")];
        setup.options.extend(read(game, Some(&setup.scenario), &told)?.options);
    }
    setup.patch = Some(Arc::new(patch));
    game.start(setup).map(drop).map_err(Failure::from)
}
