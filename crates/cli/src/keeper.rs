//! `sandtable games ...`: the games of a server, for whoever runs it.

use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use server::{
    Config,
    keeper::{self, Checked, KeepError, Listed, Reader},
};

use crate::{draw::Page, failure::Failure, files, replay, serve, tables};

/// Shown below the help.
pub const EXAMPLES: &str = "Examples:
  sandtable games                               (the games on the shelf)
  sandtable games list                          (the games that a server keeps)
  sandtable games backup nightly.sqlite         (a whole copy, while the server runs)
  sandtable games restore nightly.sqlite        (with the server stopped)
  sandtable games check                         (does every game hold by this program?)

backup, list, export and check read, also beside a server that runs. restore, import, delete and forget change the file: stop the \
server first, or they refuse. The file of a server's games holds hashes of secrets and the dice to come: keep its \
copies as carefully. docs/operating.md says more.";

/// What `sandtable games` is asked.
#[derive(Args)]
pub struct Arguments {
    #[command(subcommand)]
    what: Option<What>,
}

/// Where the games are.
#[derive(Args)]
struct Place {
    /// The folder of the games, if not the usual one for data on this system
    #[arg(long, value_name = "FOLDER")]
    data: Option<PathBuf>,
    /// The database of the games, if not a file in the folder
    #[arg(long, value_name = "postgres://USER@HOST/DATABASE", value_parser = server::Place::read, env = "SANDTABLE_STORE", hide_env_values = true)]
    store: Option<server::Place>,
}

#[derive(Subcommand)]
enum What {
    /// List the games that a server keeps
    List {
        #[command(flatten)]
        place: Place,
        /// For programs
        #[arg(long)]
        json: bool,
    },
    /// Copy all games into a file, also while the server runs
    Backup {
        /// The copy
        file: PathBuf,
        #[command(flatten)]
        place: Place,
    },
    /// Put a copy back; what was there is kept as games-before-restore.sqlite
    Restore {
        /// The copy
        file: PathBuf,
        #[command(flatten)]
        place: Place,
    },
    /// Write the record of a game, or of all into a folder
    Export {
        /// The game; without it all
        id: Option<String>,
        /// The folder for the records of all
        #[arg(long, value_name = "FOLDER", required_unless_present = "id")]
        to: Option<PathBuf>,
        #[command(flatten)]
        place: Place,
    },
    /// Set a game up from a record, and print the links of its seats
    Import {
        /// The record, `-` for standard input
        file: String,
        #[command(flatten)]
        place: Place,
    },
    /// Delete games with all that was decided and said in them
    Delete {
        /// The games
        #[arg(required = true)]
        ids: Vec<String>,
        #[command(flatten)]
        place: Place,
    },
    /// Delete what the person in a seat has said, and where to tell that it is his turn; what was decided stays
    Forget {
        /// The game
        id: String,
        /// The side, by name or by number counted from 0
        side: String,
        #[command(flatten)]
        place: Place,
    },
    /// Read the whole file and play every game again by the rules of this program
    Check {
        #[command(flatten)]
        place: Place,
        /// For programs: a line for each game
        #[arg(long)]
        json: bool,
    },
}

impl Place {
    fn of_games(&self) -> Result<server::Place, Failure> {
        match &self.store {
            Some(store) => Ok(store.clone()),
            None => serve::data_folder(self.data.as_deref()).map(server::Place::from),
        }
    }

    fn config(&self) -> Result<Config, Failure> {
        let folder =
            if self.store.is_some() { PathBuf::new() } else { serve::data_folder(self.data.as_deref())? };
        let mut config = Config::new(folder);
        config.store.clone_from(&self.store);
        Ok(config)
    }
}

/// So many games, at the beginning of a sentence.
fn counted(games: u64) -> String {
    if games == 1 { "1 game is".to_owned() } else { format!("{games} games are") }
}

fn failed(error: &KeepError) -> Failure {
    Failure::Usage(error.to_string())
}

/// Does what is asked.
pub fn run(arguments: &Arguments, page: &mut Page) -> Result<(), Failure> {
    match &arguments.what {
        None => {
            tables::games(page);
            Ok(())
        }
        Some(What::List { place, json }) => list(&place.of_games()?, *json, page),
        Some(What::Backup { file, place }) => {
            let games = keeper::backup(place.of_games()?, file).map_err(|error| failed(&error))?;
            page.line(&format!("{} in {}.", counted(games), file.display()));
            Ok(())
        }
        Some(What::Restore { file, place }) => {
            let done = keeper::restore(place.of_games()?, file).map_err(|error| failed(&error))?;
            page.line(&format!("{} back.", counted(done.games)));
            if let Some(kept) = done.kept {
                page.line(&format!("What was there before is in {}.", kept.display()));
            }
            Ok(())
        }
        Some(What::Export { id, to, place }) => {
            export(&place.of_games()?, id.as_deref(), to.as_deref(), page)
        }
        Some(What::Import { file, place }) => {
            let (name, bytes) = files::read(file, "record", replay::MOST_BYTES)?;
            let no_text = |_| Failure::NotA { what: "record", name, why: "it is no text".into() };
            let record = String::from_utf8(bytes).map_err(no_text)?;
            let made = keeper::import(place.config()?, serve::shelf(), record);
            page.line(&made.map_err(|error| failed(&error))?);
            Ok(())
        }
        Some(What::Delete { ids, place }) => {
            let deleted = keeper::delete(place.of_games()?, ids).map_err(|error| failed(&error))?;
            page.line(&format!("{} deleted.", counted(deleted)));
            Ok(())
        }
        Some(What::Forget { id, side, place }) => {
            let forgotten = keeper::forget(place.of_games()?, &serve::shelf(), id, side);
            forgotten.map_err(|error| failed(&error))
        }
        Some(What::Check { place, json }) => check(&place.of_games()?, *json, page),
    }
}

fn list(from: &server::Place, json: bool, page: &mut Page) -> Result<(), Failure> {
    let reader = Reader::open(from.clone()).map_err(|error| failed(&error))?;
    for game in reader.list().map_err(|error| failed(&error))? {
        if json {
            page.line(&serde_json::to_string(&game).expect("a game is plain JSON"));
        } else {
            let Listed { id, game, rules, scenario, steps, over, created, last } = game;
            let state = if over { "over" } else { "open" };
            let (since, last) = (day(created), day(last));
            page.line(&format!(
                "{id}  {since}  {last}  {state}  {steps:>5}  {game} {scenario} (rules {rules})"
            ));
        }
    }
    Ok(())
}

fn export(from: &server::Place, id: Option<&str>, to: Option<&Path>, page: &mut Page) -> Result<(), Failure> {
    let reader = Reader::open(from.clone()).map_err(|error| failed(&error))?;
    let record = |id: &str| reader.record(&serve::shelf(), id).map_err(|error| failed(&error));
    let Some(to) = to else {
        for line in record(id.unwrap_or_default())?.lines() {
            page.line(line);
        }
        return Ok(());
    };
    let file = |path: &Path, error| Failure::File { name: path.display().to_string(), error };
    let mut listed = reader.list().map_err(|error| failed(&error))?;
    if let Some(id) = id {
        listed.retain(|game| game.id == id);
        // It says that there is none.
        record(id)?;
    }
    std::fs::create_dir_all(to).map_err(|error| file(to, error))?;
    let mut unreadable = 0;
    for game in &listed {
        let path = to.join(format!("{}-{}.record", game.game, game.id));
        match reader.record(&serve::shelf(), &game.id) {
            Ok(record) => std::fs::write(&path, record).map_err(|error| file(&path, error))?,
            // The others are all the more worth keeping.
            Err(error) => {
                unreadable += 1;
                page.hung(&format!("{}  ", game.id), &format!("{}: {error}", game.game), "");
            }
        }
    }
    page.line(&format!("{} in {}.", counted(listed.len() as u64 - unreadable), to.display()));
    if unreadable == 0 { Ok(()) } else { Err(Failure::Found) }
}

/// Checks all games; says of each that cannot be played on why.
pub fn check(from: &server::Place, json: bool, page: &mut Page) -> Result<(), Failure> {
    let reader = Reader::open(from.clone()).map_err(|error| failed(&error))?;
    let (mut sound, mut closed) = (0, 0);
    let tell = |game: Checked| {
        if json {
            page.line(&serde_json::to_string(&game).expect("a game is plain JSON"));
        }
        match game.closed {
            None => sound += 1,
            Some(why) => {
                closed += 1;
                if !json {
                    page.hung(&format!("{}  ", game.id), &format!("{}: {why}", game.game), "");
                }
            }
        }
    };
    reader.check(&serve::shelf(), tell).map_err(|error| failed(&error))?;
    if !json {
        page.line(&format!("{sound} games hold, {closed} can be read but not played on. The file is sound."));
    }
    if closed == 0 { Ok(()) } else { Err(Failure::Found) }
}

/// A day as people write it for machines, of seconds since 1970.
fn day(seconds: u64) -> String {
    let mut days = seconds / 86_400;
    let mut year = 1970;
    let is_leap =
        |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    loop {
        let length = if is_leap(year) { 366 } else { 365 };
        if days < length {
            break;
        }
        (days, year) = (days - length, year + 1);
    }
    let mut month = 0;
    let lengths = [31, if is_leap(year) { 29 } else { 28 }, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    while days >= lengths[month] {
        (days, month) = (days - lengths[month], month + 1);
    }
    format!("{year}-{:02}-{:02}", month + 1, days + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_counted_with_leap_years() {
        let days = [0, 951_782_400, 951_868_800, 1_735_689_599, 4_107_542_400].map(day);
        assert_eq!(days, ["1970-01-01", "2000-02-29", "2000-03-01", "2024-12-31", "2100-03-01"]);
    }
}
