//! A scenario and options as they are named on the command line.

use kit::{Setup, any::Playable};

use crate::failure::Failure;

/// Reads the scenario, the first if none is named, and options such as `name=value`.
pub fn read(game: &dyn Playable, scenario: Option<&str>, options: &[String]) -> Result<Setup, Failure> {
    let known = game.scenarios();
    let scenario = match scenario {
        None => known.first().map_or("", |(name, _)| name),
        Some(wanted) => {
            known.iter().map(|(name, _)| *name).find(|name| *name == wanted).ok_or_else(|| {
                let known = known.iter().map(|(name, title)| format!("{name} ({title})")).collect();
                Failure::Unknown { what: "scenario", name: wanted.to_owned(), known }
            })?
        }
    };
    let mut setup = Setup::of(scenario);
    for option in options {
        let (name, value) = option.split_once('=').ok_or_else(|| {
            Failure::Usage(format!("`{option}` is no option: write its name and value as name=value"))
        })?;
        let (name, value) = (name.trim(), value.trim());
        if !game.options().iter().any(|(known, _)| *known == name) {
            let known: Vec<String> =
                game.options().iter().map(|(name, words)| format!("{name} ({words})")).collect();
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
