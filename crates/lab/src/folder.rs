//! The folder of a run: what it is, its tables in parts, and the games of the part that is not full yet.
//!
//! A finished game is written down at once, a line a game, so that a run can be stopped at any moment; a full part becomes
//! Parquet files and its lines are dropped. Parts are cut by the numbers of games, so the tables do not depend on when
//! or on how many processors they were made.

use std::{
    collections::BTreeMap,
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
    log: File,
}

impl Folder {
    const HEAD: &'static str = "run.json";
    const FRESH_HEAD: &'static str = "run.new";
    const LOG: &'static str = "open-part.jsonl";

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
            entry.as_ref().map_or(true, |entry| *entry.file_name() != *Self::FRESH_HEAD)
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
        let text = serde_json::to_string_pretty(head).expect("a head is plain");
        replace(&path.join(Self::HEAD), |file| fs::write(file, text + "\n"))?;
        for table in TABLES {
            let folder = path.join(table);
            fs::create_dir_all(&folder).map_err(failed(&folder))?;
        }
        let log = path.join(Self::LOG);
        let file = File::options().create(true).read(true).append(true).open(&log).map_err(failed(&log))?;
        if file.try_lock().is_err() {
            let words = format!("{} is being written by another run that has not ended", path.display());
            return Err(LabError::Folder(words));
        }
        Ok(Self { path: path.to_owned(), head: head.clone(), log: file })
    }

    /// The finished games of a part that is not full, by their numbers. A line cut off by a kill is no game.
    pub fn logged(&mut self) -> Result<BTreeMap<u64, GameRow>, LabError> {
        let mut text = Vec::new();
        let path = self.path.join(Self::LOG);
        let failed = failed(&path);
        self.log.read_to_end(&mut text).map_err(&failed)?;
        let whole = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        if whole < text.len() {
            self.log.set_len(whole as u64).map_err(failed)?;
        }
        let lines = text[..whole].split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
        let rows = lines.filter_map(|line| serde_json::from_slice::<GameRow>(line).ok());
        Ok(rows.map(|row| (row.game, row)).collect())
    }

    /// Writes a finished game down.
    pub fn log(&mut self, line: &[u8]) -> Result<(), LabError> {
        self.log.write_all(line).map_err(|error| LabError::File(self.path.join(Self::LOG), error))
    }

    /// Drops the lines of a part that is full and safe in its tables.
    pub fn clear_log(&mut self) -> Result<(), LabError> {
        self.log.set_len(0).map_err(|error| LabError::File(self.path.join(Self::LOG), error))
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

fn failed(path: &Path) -> impl Fn(io::Error) -> LabError + use<> {
    let path = path.to_owned();
    move |error| LabError::File(path.clone(), error)
}

fn part_file(folder: &Path, table: &str, part: u64) -> PathBuf {
    folder.join(table).join(format!("{part:06}.parquet"))
}

/// Writes a file as a whole: a kill in between leaves the old one.
fn replace(path: &Path, write: impl FnOnce(&Path) -> io::Result<()>) -> Result<(), LabError> {
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
