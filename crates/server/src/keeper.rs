//! The games in a folder, for whoever runs the server: copies, lists, records, deletion, what an update would change.
//!
//! What only reads works beside a server that runs, also on a file of an older format: that is copied and brought up to
//! date elsewhere. What changes the file needs it for itself.

use std::{
    fs,
    path::{Path, PathBuf},
};

use serde::Serialize;

use crate::{
    api,
    archive::Kept,
    config::Config,
    error::Failure,
    host::Host,
    shelf::Shelf,
    store::{Change, GameRow, Place, Store, StoreError, lease::Owner},
};

pub use crate::store::Restored;

/// Why something cannot be done with the games.
#[derive(Debug)]
pub enum KeepError {
    /// The file cannot be used.
    Store(StoreError),
    /// There is no such game, or it cannot be done with it.
    Game(String),
}

impl std::fmt::Display for KeepError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Store(error) => error.fmt(f),
            Self::Game(words) => f.write_str(words),
        }
    }
}

impl std::error::Error for KeepError {}

impl From<StoreError> for KeepError {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl From<Failure> for KeepError {
    fn from(failure: Failure) -> Self {
        Self::Game(failure.to_string())
    }
}

/// A game in a list.
#[derive(Clone, Serialize, Debug)]
pub struct Listed {
    /// Its public name.
    pub id: String,
    /// Which game is played.
    pub game: String,
    /// The version of its rules.
    pub rules: u32,
    /// The scenario.
    pub scenario: String,
    /// How many decisions stand.
    pub steps: u64,
    /// Whether it is over.
    pub over: bool,
    /// When it was set up, in seconds since 1970.
    pub created: u64,
    /// When something was last decided, or it was set up, in seconds since 1970.
    pub last: u64,
}

/// What a check has found out about a game.
#[derive(Clone, Serialize, Debug)]
pub struct Checked {
    /// Its public name.
    pub id: String,
    /// Which game is played.
    pub game: String,
    /// Why this program could not play it on; null where it can.
    pub closed: Option<String>,
}

/// Copies all games into a file, also while a server runs: how many there are.
pub fn backup(from: impl Into<Place>, to: &Path) -> Result<u64, KeepError> {
    Ok(Store::copy_to(&from.into(), to)?)
}

/// Puts a copy back in place of the games in a folder, if it is sound; what was there stays beside it, in a file
/// `games-before-restore.sqlite` or with a number. Or puts its games into a database that has none.
pub fn restore(to: impl Into<Place>, from: &Path) -> Result<Restored, KeepError> {
    Ok(Store::restore(&to.into(), from)?)
}

/// A folder whose games can be read.
#[derive(Debug)]
pub struct Reader {
    store: Store,
    /// A copy that goes away.
    _copy: Option<Copy>,
}

/// A folder that goes away with whoever needs it.
#[derive(Debug)]
struct Copy(PathBuf);

impl Drop for Copy {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

impl Reader {
    /// Reads the games of a folder, also while a server runs.
    pub fn open(place: impl Into<Place>) -> Result<Self, KeepError> {
        let place = place.into();
        if Store::is_current(&place)? {
            return Ok(Self { store: Store::read_only(&place)?, _copy: None });
        }
        let name = format!("sandtable-{}", crate::secret::hex(&crate::secret::random::<8>()));
        let copy = Copy(std::env::temp_dir().join(name));
        crate::store::make_folder(&copy.0)?;
        Store::copy_to(&place, &copy.0.join("games.sqlite"))?;
        Ok(Self { store: Store::open(&Place::from(&copy.0), None)?, _copy: Some(copy) })
    }

    /// All games, the oldest first.
    pub fn list(&self) -> Result<Vec<Listed>, KeepError> {
        Ok(self.store.books.list()?)
    }

    /// The record of a game; with the secret of its dice if it is over.
    pub fn record(&self, on: &Shelf, id: &str) -> Result<String, KeepError> {
        let kept = Kept::read(&self.store, id)?;
        Ok(kept.record(on, kept.row.over)?)
    }

    /// Reads the whole file, and plays every game again by the rules of this program.
    pub fn check(&self, on: &Shelf, mut each: impl FnMut(Checked)) -> Result<(), KeepError> {
        self.store.books.examine()?;
        for Listed { id, game, .. } in self.store.books.list()? {
            let replayed = Kept::read(&self.store, &id).and_then(|kept| kept.replay(on));
            let closed = match replayed {
                Ok(archived) => archived.closed,
                Err(failure) => Some(failure.to_string()),
            };
            each(Checked { id, game, closed });
        }
        Ok(())
    }
}

/// Deletes games with all that was decided and said in them. No server may run on the folder; of a database, games that
/// a node owns are left alone. How many there were.
pub fn delete(place: impl Into<Place>, ids: &[String]) -> Result<u64, KeepError> {
    change(&place.into(), ids, "deleted", |id, _| Ok(Change::Delete { game: id.to_owned() }))
}

/// Deletes what the person in a seat has said and left: the talk, and where to tell that it is his turn. The side is
/// named, or its number counted from 0. No server may have the game.
pub fn forget(place: impl Into<Place>, on: &Shelf, id: &str, side: &str) -> Result<(), KeepError> {
    let forgotten = change(&place.into(), &[id.to_owned()], "forgotten", |id, row| {
        let sides = on.playable(&row.game).map(|game| game.seats(&row.scenario)).unwrap_or_default();
        let named = sides.iter().position(|name| name.eq_ignore_ascii_case(side));
        let seat = named.or_else(|| side.parse().ok()).filter(|seat| *seat < row.seats.len());
        let Some(seat) = seat else {
            return Err(KeepError::Game(format!("there is no side `{side}`: they are {}", sides.join(", "))));
        };
        Ok(Change::Unsay { game: id.to_owned(), seat: seat as u8 })
    });
    forgotten.map(|_| ())
}

/// Changes games that no server has: how many.
fn change(
    place: &Place,
    ids: &[String],
    done: &str,
    make: impl Fn(&str, &GameRow) -> Result<Change, KeepError>,
) -> Result<u64, KeepError> {
    // Nothing is made where there is nothing.
    Store::is_current(place)?;
    let store = Store::open(place, None)?;
    let mut changes = Vec::new();
    for id in ids {
        let Some(row) = store.books.game(id)? else {
            return Err(KeepError::Game(format!("there is no game `{id}`; nothing was {done}")));
        };
        match store.books.own(id)? {
            Owner::Mine(fence) => changes.push((fence, make(id, &row)?)),
            _ => {
                return Err(KeepError::Game(format!("a server has the game `{id}`; nothing was {done}")));
            }
        }
    }
    waiting(async {
        let many = changes.len() as u64;
        for (fence, change) in changes {
            store.write(fence, change).await?;
        }
        Ok(many)
    })
}

/// Sets a game up from a record; the answer has the links of its seats. No server may run on the folder.
pub fn import(config: Config, shelf: Shelf, record: String) -> Result<String, KeepError> {
    let host = Host::open(config, shelf, None)?;
    waiting(async {
        let made = api::import(&host, record).await?;
        host.stop();
        let store = std::sync::Arc::clone(&host.store);
        let _ = tokio::task::spawn_blocking(move || store.close()).await;
        Ok(made)
    })
}

/// Runs something that waits for the writer.
fn waiting<T>(work: impl Future<Output = Result<T, KeepError>>) -> Result<T, KeepError> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let failed = |error: std::io::Error| KeepError::Game(error.to_string());
    runtime.map_err(failed)?.block_on(work)
}
