//! The folder of a run: what it is, its tables in parts, and the games of the parts that are not full yet.
//!
//! A finished game is written down at once, a line a game, so that a run can be stopped at any moment; a full part becomes
//! Parquet files and its list is dropped. Parts are cut by the numbers of games, so the tables do not depend on when
//! or on how many processors they were made.

use std::{
    fmt, fs,
    fs::File,
    io::{self, Read, Write},
    path::{Path, PathBuf},
};

use crate::{
    frame::Frame,
    game_row::GameRow,
    head::Head,
    tables::{TABLES, frames},
};

/// Games in a part.
pub const PART: u64 = 2000;

/// What can go wrong with a run.
#[derive(Debug)]
pub enum LabError {
    /// A file cannot be read or written.
    File(PathBuf, io::Error),
    /// A file is not what it should be.
    Content(PathBuf, String),
    /// A folder that belongs to something else.
    Folder(String),
    /// A game that cannot be played to its end.
    Game(String),
}

impl fmt::Display for LabError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path, error) => write!(f, "cannot use {}: {error}", path.display()),
            Self::Content(path, why) => write!(f, "{}: {why}", path.display()),
            Self::Folder(words) | Self::Game(words) => f.write_str(words),
        }
    }
}

impl std::error::Error for LabError {}

/// The folder of a run.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    /// What is run there.
    pub head: Head,
    /// Locked as long as the run goes on.
    _lock: File,
}

/// The list of the finished games of a part that is not full.
#[derive(Debug)]
pub(crate) struct List {
    path: PathBuf,
    file: File,
}

impl Folder {
    const HEAD: &'static str = "run.json";
    const FRESH_HEAD: &'static str = "run.new";
    const LOCK: &'static str = "run.lock";
    const LISTS: &'static str = "open";

    /// Whether a run may use a folder: it is new, empty, or holds the same run. Nothing is written.
    pub fn check(path: &Path, head: &Head) -> Result<(), LabError> {
        if path.join(Self::HEAD).exists() {
            let known = read_head(path)?;
            return head.differs_from(&known).map_or(Ok(()), |difference| {
                let shown = path.display();
                Err(LabError::Folder(format!(
                    "{shown} holds another run: {difference}. Name another folder."
                )))
            });
        }
        // A run that was killed while it wrote its head has left no more than the beginning of it.
        let is_other = |entry: &io::Result<fs::DirEntry>| {
            let known = [Self::FRESH_HEAD, Self::LOCK];
            entry.as_ref().map_or(true, |entry| known.iter().all(|name| entry.file_name() != *name))
        };
        if path.exists() && fs::read_dir(path).map_err(failed(path))?.any(|entry| is_other(&entry)) {
            let words = format!("{} holds something else: name a new or an empty folder", path.display());
            return Err(LabError::Folder(words));
        }
        Ok(())
    }

    /// A folder for a run: a new one, or the same run to go on with.
    pub fn open(path: &Path, head: &Head) -> Result<Self, LabError> {
        Self::check(path, head)?;
        fs::create_dir_all(path).map_err(failed(path))?;
        let lock = path.join(Self::LOCK);
        let file = File::options().create(true).append(true).open(&lock).map_err(failed(&lock))?;
        if file.try_lock().is_err() {
            let words = format!("{} is being written by another run that has not ended", path.display());
            return Err(LabError::Folder(words));
        }
        let text = serde_json::to_string_pretty(head).expect("a head is plain");
        replace(&path.join(Self::HEAD), |file| fs::write(file, text + "\n"))?;
        for table in TABLES.into_iter().chain([Self::LISTS]) {
            let folder = path.join(table);
            fs::create_dir_all(&folder).map_err(failed(&folder))?;
        }
        Ok(Self { path: path.to_owned(), head: head.clone(), _lock: file })
    }

    /// The list of a part, and the games that stand in it.
    pub(crate) fn list(&self, part: u64) -> Result<(List, Vec<GameRow>), LabError> {
        let path = self.list_file(part);
        let file = File::options().create(true).read(true).append(true).open(&path).map_err(failed(&path))?;
        let mut list = List { path, file };
        let rows = list.read()?;
        Ok((list, rows))
    }

    /// Drops the list of a part that is full and safe in its tables.
    pub(crate) fn drop_list(&self, part: u64) -> Result<(), LabError> {
        let path = self.list_file(part);
        match fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(LabError::File(path, error)),
            _ => Ok(()),
        }
    }

    fn list_file(&self, part: u64) -> PathBuf {
        self.path.join(Self::LISTS).join(format!("{part:06}.jsonl"))
    }

    /// How many games a part holds.
    pub fn part_len(&self, part: u64) -> u64 {
        Frame::count(&part_file(&self.path, "games", part)).unwrap_or(0)
    }

    /// Writes the tables of a part, the games last: a part counts by them.
    pub fn write_part(&self, part: u64, rows: &[GameRow]) -> Result<(), LabError> {
        let tables = frames(&self.head.seats, rows);
        for (table, frame) in TABLES.iter().zip(tables).rev() {
            let file = part_file(&self.path, table, part);
            replace(&file, |fresh| frame.write(fresh).map_err(io::Error::other))?;
        }
        Ok(())
    }
}

impl List {
    /// The games that stand in it. A line cut off by a kill is no game.
    fn read(&mut self) -> Result<Vec<GameRow>, LabError> {
        let mut text = Vec::new();
        self.file.read_to_end(&mut text).map_err(failed(&self.path))?;
        let whole = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        if whole < text.len() {
            self.file.set_len(whole as u64).map_err(failed(&self.path))?;
        }
        let lines = text[..whole].split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
        Ok(lines.filter_map(|line| serde_json::from_slice(line).ok()).collect())
    }

    /// Writes a finished game down; in one piece, so that lines of several processors do not mix.
    pub(crate) fn add(&self, row: &GameRow) -> Result<(), LabError> {
        let mut line = serde_json::to_vec(row).map_err(|error| LabError::Game(error.to_string()))?;
        line.push(b'\n');
        (&self.file).write_all(&line).map_err(failed(&self.path))
    }
}

fn failed(path: &Path) -> impl Fn(io::Error) -> LabError + use<> {
    let path = path.to_owned();
    move |error| LabError::File(path.clone(), error)
}

fn part_file(folder: &Path, table: &str, part: u64) -> PathBuf {
    folder.join(table).join(format!("{part:06}.parquet"))
}

/// Writes a file as a whole: a kill in between leaves the old one.
pub(crate) fn replace(path: &Path, write: impl FnOnce(&Path) -> io::Result<()>) -> Result<(), LabError> {
    let fresh = path.with_extension("new");
    let written = write(&fresh).and_then(|()| fs::rename(&fresh, path));
    written.map_err(|error| LabError::File(path.to_owned(), error))
}

/// What was run in a folder.
pub fn read_head(folder: &Path) -> Result<Head, LabError> {
    let path = folder.join(Folder::HEAD);
    let text = fs::read(&path).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => {
            LabError::Folder(format!("{} holds no run: there is no {} in it", folder.display(), Folder::HEAD))
        }
        _ => LabError::File(path.clone(), error),
    })?;
    serde_json::from_slice(&text).map_err(|error| LabError::Content(path, error.to_string()))
}

/// The parts of a table of a run, in order.
pub fn read_table<'f>(
    folder: &'f Path,
    table: &'static str,
) -> impl Iterator<Item = Result<Frame, LabError>> + use<'f> {
    let files = (0..).map(move |part| part_file(folder, table, part)).take_while(|file| file.exists());
    files.map(|file| Frame::read(&file).map_err(|error| LabError::Content(file, error.to_string())))
}
