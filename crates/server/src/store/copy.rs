//! Whole copies, for operators.

use std::{fs, path::Path};

use super::{Change, Place, Restored, Store, StoreError, Writer as _, postgres, sqlite};
use crate::store::Books as _;

impl Store {
    /// Whether what is there has the format of this program.
    pub fn is_current(place: &Place) -> Result<bool, StoreError> {
        match place {
            Place::Folder(folder) => sqlite::File::read_only(folder)?.is_current(),
            // A database is not copied to be looked at: one of another format says so when it is opened.
            Place::Postgres(_) => Ok(true),
        }
    }

    /// Copies all games into a file, whoever else reads or writes them, and looks at the copy: how many there are.
    pub fn copy_to(place: &Place, to: &Path) -> Result<u64, StoreError> {
        match place {
            Place::Folder(folder) => sqlite::File::read_only(folder)?.copy_to(to),
            Place::Postgres(url) => {
                let database = postgres::Database::read_only(url)?;
                let copied = sqlite::File::fill(to, |pen| {
                    database.each(|game, steps, talk| {
                        let id = game.id.clone();
                        let begin = Change::Begin { game: Box::new(game), steps };
                        let say = talk.into_iter().map(|row| Change::Say { game: id.clone(), row });
                        std::iter::once(begin)
                            .chain(say)
                            .try_for_each(|change| pen.write(&[(super::Fence::NONE, change)]).remove(0))
                    })
                });
                database.close();
                copied
            }
        }
    }

    /// Puts a sound copy in place of the games of a folder, where what was there is kept under another name; or its games
    /// into a database that has none.
    pub fn restore(place: &Place, from: &Path) -> Result<Restored, StoreError> {
        let url = match place {
            Place::Folder(folder) => return sqlite::File::restore(folder, from),
            Place::Postgres(url) => url,
        };
        let copy = Copy::of(from)?;
        let (database, mut pen) = postgres::Database::open(url, None)?;
        let filled = (|| {
            if database.count()? > 0 {
                return Err(StoreError::Database(
                    "there are games in this database: name one that is empty".into(),
                ));
            }
            let fence = database.lease().map_or(super::Fence::NONE, super::Lease::fence);
            let listed = copy.file.list()?;
            let games = listed.len() as u64;
            for listed in listed {
                let Some(game) = copy.file.game(&listed.id)? else { continue };
                let steps = copy.file.steps(&listed.id)?;
                pen.write(&[(fence, Change::Begin { game: Box::new(game), steps })]).remove(0)?;
                for row in copy.file.talk(&listed.id, 0)? {
                    pen.write(&[(fence, Change::Say { game: listed.id.clone(), row })]).remove(0)?;
                }
            }
            Ok(Restored { games, kept: None })
        })();
        database.close();
        filled
    }
}

/// A copy that was brought up to date somewhere else, and goes away.
struct Copy {
    file: sqlite::File,
    folder: std::path::PathBuf,
}

impl Copy {
    fn of(from: &Path) -> Result<Self, StoreError> {
        let name = format!("sandtable-{}", crate::secret::hex(&crate::secret::random::<8>()));
        let folder = std::env::temp_dir().join(name);
        sqlite::make_folder(&folder)?;
        sqlite::File::restore(&folder, from)?;
        let (file, _) = sqlite::File::open(&folder)?;
        Ok(Self { file, folder })
    }
}

impl Drop for Copy {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}
