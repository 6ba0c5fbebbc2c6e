//! The newest decisions, in the order in which they were made. They are put where the others of their game are, a few at a
//! time between what others write, and all of them when the file is opened or closed.
//!
//! A decision that went straight to its game would change a page of its own with every sync, four thousand bytes for some
//! hundred; one after the other they share their pages, and many of a game are put away together. What was moved to its game
//! is removed here when all that was gathered with it has moved. Until then it stands in both, and whoever reads takes
//! from here only what is newer than what the game has.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use rusqlite::{Connection, Transaction, params};

use crate::store::{Change, StepRow};

/// So many are gathered before they are put away: enough of a game to fill pages.
const MANY: usize = if cfg!(test) { 60 } else { 16_000 };
/// When nothing else is to be done, so many are enough.
const SOME: usize = if cfg!(test) { 20 } else { 256 };
/// So many are moved in one go, or eight times as many removed: whoever decides meanwhile waits no longer.
const PIECE: usize = if cfg!(test) { 7 } else { 256 };
/// With each decision that comes so many are moved or removed: they go faster than they come.
const PACE: usize = 3;

/// Where a decision is that was not put away yet.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The number of its row.
    pub number: i64,
    /// The decision in its game, counted from 1.
    step: i64,
}

/// Where the newest decisions of each game are, so that nobody looks through those of all others.
#[derive(Default, Debug)]
pub struct Rows(Mutex<HashMap<String, Vec<Row>>>);

impl Rows {
    /// Nothing in it can be left half done, so a lock that somebody panicked with is as good as any.
    fn open(&self) -> MutexGuard<'_, HashMap<String, Vec<Row>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Those of a game after so many of its decisions.
    pub fn of(&self, game: &str, after: u64) -> Vec<Row> {
        let rows = self.open();
        let own = rows.get(game).into_iter().flatten();
        own.filter(|row| row.step > after.cast_signed()).copied().collect()
    }
}

/// Decisions that were not put away yet.
pub struct Recent {
    rows: Arc<Rows>,
    /// The number of the next row.
    next: i64,
    /// Rows up to this one are removed.
    removed: i64,
    /// So many are gathered and not yet being put away.
    gathered: usize,
    /// Those that are being put away.
    going: Option<Going>,
    /// So many may be moved or removed now.
    due: usize,
}

/// Decisions that are being put away.
struct Going {
    /// The last row of them.
    last: i64,
    /// The games whose decisions are to be moved; the last one is next.
    games: Vec<String>,
    /// So many of that one were moved.
    moved: usize,
}

impl Recent {
    /// What a file holds that was not closed.
    pub fn read(connection: &Connection) -> rusqlite::Result<Self> {
        let mut found = connection.prepare("SELECT game, number, step FROM recent ORDER BY number")?;
        let mut found = found.query([])?;
        let mut rows = HashMap::<String, Vec<Row>>::new();
        let (mut next, mut first, mut gathered) = (1, None, 0);
        while let Some(newer) = found.next()? {
            let row = Row { number: newer.get(1)?, step: newer.get(2)? };
            rows.entry(newer.get(0)?).or_default().push(row);
            first = first.or(Some(row.number));
            (next, gathered) = (row.number + 1, gathered + 1);
        }
        let removed = first.unwrap_or(next) - 1;
        let rows = Arc::new(Rows(Mutex::new(rows)));
        Ok(Self { rows, next, removed, gathered, going: None, due: 0 })
    }

    /// Where they are.
    pub const fn rows(&self) -> &Arc<Rows> {
        &self.rows
    }

    /// The number of the next row.
    pub const fn next(&self) -> i64 {
        self.next
    }

    /// Notes changes that were written, decisions in rows from the next one on.
    pub fn note<'c>(&mut self, changes: impl Iterator<Item = &'c Change>) {
        let mut rows = self.rows.open();
        for change in changes {
            match change {
                Change::Step { game, step, .. } => {
                    let row = Row { number: self.next, step: step.cast_signed() };
                    match rows.get_mut(game) {
                        Some(own) => own.push(row),
                        None => drop(rows.insert(game.clone(), vec![row])),
                    }
                    self.next += 1;
                    self.gathered += 1;
                    self.due += PACE;
                }
                Change::Undo { game, steps, .. } => {
                    if let Some(own) = rows.get_mut(game) {
                        own.retain(|row| row.step <= steps.cast_signed());
                    }
                }
                Change::Delete { game } => drop(rows.remove(game)),
                _ => {}
            }
        }
    }

    /// Whether some must be put away while others come.
    pub fn is_due(&mut self) -> bool {
        if self.going.is_none() && self.gathered < MANY {
            self.due = 0;
        }
        self.due >= PIECE
    }

    /// Puts some away while others come.
    pub fn put_away_in_passing(&mut self, connection: &mut Connection) {
        while self.due >= PIECE && self.put_away_some(connection) {
            self.due -= PIECE;
        }
    }

    /// Puts some away while none come; whether there are more.
    pub fn put_away_at_rest(&mut self, connection: &mut Connection) -> bool {
        (self.going.is_some() || self.gathered >= SOME) && self.put_away_some(connection)
    }

    /// Puts all of them away.
    pub fn put_away_all(&mut self, connection: &mut Connection) {
        while (self.going.is_some() || self.gathered > 0) && self.put_away_some(connection) {}
    }

    /// Moves or removes some; whether that could be done. If not, nothing is lost: they are read where they are.
    fn put_away_some(&mut self, connection: &mut Connection) -> bool {
        let mut going = self.going.take().unwrap_or_else(|| self.gather());
        let done = if going.games.is_empty() {
            self.remove(connection, going.last)
        } else {
            self.move_to_games(connection, &mut going)
        };
        if let Err(error) = done {
            tracing::error!(%error, "the newest decisions could not be put away");
            // They are gathered again with those that come.
            (self.gathered, self.due) = (0, 0);
            return false;
        }
        if self.removed < going.last || !going.games.is_empty() {
            self.going = Some(going);
        }
        true
    }

    /// All that there are now.
    fn gather(&mut self) -> Going {
        self.gathered = 0;
        let mut games: Vec<String> = self.rows.open().keys().cloned().collect();
        games.sort_unstable();
        Going { last: self.next - 1, games, moved: 0 }
    }

    fn move_to_games(&self, connection: &mut Connection, going: &mut Going) -> rusqlite::Result<()> {
        let (mut games, mut moved, mut left) = (going.games.len(), going.moved, PIECE);
        let transaction = connection.transaction()?;
        let mut copy = transaction.prepare_cached(
            "INSERT INTO steps (game, step, revision, seat, text, dice, hash, made, told)
             SELECT game, step, revision, seat, text, dice, hash, made, told FROM recent WHERE number = ?
             ON CONFLICT (game, step) DO NOTHING",
        )?;
        while left > 0 && games > 0 {
            let mut rows = self.rows.of(&going.games[games - 1], 0);
            rows.retain(|row| row.number <= going.last);
            for row in rows.iter().skip(moved).take(left) {
                copy.execute([row.number])?;
                moved += 1;
                left -= 1;
            }
            if left > 0 {
                (games, moved) = (games - 1, 0);
            }
        }
        drop(copy);
        transaction.commit()?;
        going.games.truncate(games);
        going.moved = moved;
        Ok(())
    }

    fn remove(&mut self, connection: &Connection, last: i64) -> rusqlite::Result<()> {
        let removed = last.min(self.removed + 8 * PIECE as i64);
        connection.prepare_cached("DELETE FROM recent WHERE number <= ?")?.execute([removed])?;
        self.removed = removed;
        if removed == last {
            self.rows.open().retain(|_, own| {
                own.retain(|row| row.number > last);
                !own.is_empty()
            });
        }
        Ok(())
    }
}

/// Writes a decision into a row.
pub fn insert(
    to: &Transaction<'_>,
    number: i64,
    game: &str,
    step: u64,
    row: &StepRow,
) -> rusqlite::Result<()> {
    to.prepare_cached(
        "INSERT INTO recent (number, game, step, revision, seat, text, dice, hash, made, told)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    )?
    .execute(params![
        number,
        game,
        step.cast_signed(),
        row.revision.cast_signed(),
        row.seat,
        row.text,
        row.dice,
        row.hash.cast_signed(),
        row.made.map(u64::cast_signed),
        row.told
    ])
    .map(|_| ())
}

/// Removes decisions from their rows.
pub fn remove(from: &Transaction<'_>, rows: &[Row]) -> rusqlite::Result<()> {
    let mut delete = from.prepare_cached("DELETE FROM recent WHERE number = ?")?;
    rows.iter().try_for_each(|row| delete.execute([row.number]).map(|_| ()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{
        Books, Change, GameRow, StoreError, Writer,
        lease::Fence,
        sqlite::{File, Pen},
    };

    struct Folder(std::path::PathBuf);

    impl Folder {
        fn new(name: &str) -> Self {
            let path = std::env::temp_dir().join(format!("sandtable-recent-{name}-{}", std::process::id()));
            let _ = std::fs::remove_dir_all(&path);
            Self(path)
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }

    fn row(revision: u64) -> StepRow {
        StepRow {
            revision,
            text: format!("go {revision}"),
            made: Some(revision * 1_000),
            ..StepRow::default()
        }
    }

    fn write(pen: &mut Pen, change: Change) {
        let written = pen.write(&[(Fence::NONE, change)]);
        assert!(written.iter().all(Result::is_ok), "{written:?}");
    }

    fn step(pen: &mut Pen, game: &str, step: u64) {
        write(pen, Change::Step { game: game.into(), step, row: row(step), over: false });
    }

    fn texts(file: &File, game: &str) -> Vec<String> {
        file.steps(game).unwrap().into_iter().map(|row| row.text).collect()
    }

    fn begin(pen: &mut Pen, game: &str) {
        let game = GameRow { id: game.into(), terms: "{}".into(), ..GameRow::default() };
        write(pen, Change::Begin { game: Box::new(game), steps: vec![row(1)] });
    }

    #[test]
    fn it_makes_no_difference_where_a_decision_is() -> Result<(), StoreError> {
        let folder = Folder::new("where");
        let (file, mut pen) = File::open(&folder.0)?;
        begin(&mut pen, "a");
        begin(&mut pen, "b");
        for number in 2..=4 {
            step(&mut pen, "a", number);
            step(&mut pen, "b", number);
        }
        let told = |file: &File| {
            let listed =
                file.list().unwrap().into_iter().map(|it| (it.id, it.steps, it.last)).collect::<Vec<_>>();
            let timed = file.timed().unwrap().into_iter().map(|it| (it.id, it.since)).collect::<Vec<_>>();
            (texts(file, "a"), texts(file, "b"), listed, timed)
        };
        let before = told(&file);
        assert_eq!(before.0, ["go 1", "go 2", "go 3", "go 4"]);
        assert_eq!(before.2, [("a".into(), 4, 4), ("b".into(), 4, 4)]);
        assert_eq!(before.3, [("a".into(), 4_000), ("b".into(), 4_000)]);
        pen.put_away();
        assert_eq!(told(&file), before);
        // What is taken back goes wherever it is, and a number can be used again.
        step(&mut pen, "a", 5);
        write(&mut pen, Change::Undo { game: "a".into(), steps: 3, revision: 6 });
        assert_eq!(texts(&file, "a"), ["go 1", "go 2", "go 3"]);
        step(&mut pen, "a", 4);
        pen.put_away();
        assert_eq!(texts(&file, "a"), ["go 1", "go 2", "go 3", "go 4"]);
        step(&mut pen, "b", 5);
        write(&mut pen, Change::Delete { game: "b".into() });
        assert!(texts(&file, "b").is_empty());
        pen.put_away();
        assert!(texts(&file, "b").is_empty());
        Ok(())
    }

    #[test]
    fn what_was_not_put_away_is_there_after_a_crash() -> Result<(), StoreError> {
        let folder = Folder::new("crash");
        let (file, mut pen) = File::open(&folder.0)?;
        begin(&mut pen, "a");
        step(&mut pen, "a", 2);
        let copy = crashed(&folder);
        drop((file, pen));
        let (file, mut pen) = File::open(&copy.0)?;
        assert_eq!(texts(&file, "a"), ["go 1", "go 2"]);
        step(&mut pen, "a", 3);
        assert_eq!(texts(&file, "a"), ["go 1", "go 2", "go 3"]);
        Ok(())
    }

    /// The file as a crash would leave it.
    fn crashed(folder: &Folder) -> Folder {
        let copy = Folder::new(&format!("crashed-{}", folder.0.display().to_string().len()));
        std::fs::create_dir_all(&copy.0).unwrap();
        for name in ["games.sqlite", "games.sqlite-wal"] {
            std::fs::copy(folder.0.join(name), copy.0.join(name)).unwrap();
        }
        copy
    }

    /// Whatever is decided, taken back and deleted while decisions move: each is read once, in order, by whoever writes,
    /// by another process, and after a crash.
    #[test]
    fn decisions_that_are_on_the_way_are_read_once() -> Result<(), StoreError> {
        let folder = Folder::new("way");
        let (file, mut pen) = File::open(&folder.0)?;
        let beside = File::read_only(&folder.0)?;
        let mut games: Vec<(String, Vec<String>)> = Vec::new();
        let (mut chance, mut on_the_way, mut revision) = (7u64, 0, 0);
        for turn in 0..300 {
            chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let (kind, which) = ((chance >> 33) % 40, (chance >> 45) as usize);
            if games.len() < 4 {
                games.push((format!("game {turn}"), vec!["go 1".to_owned()]));
                begin(&mut pen, &games[games.len() - 1].0);
            }
            let which = which % games.len();
            let (game, steps) = &mut games[which];
            match kind {
                0 => {
                    write(&mut pen, Change::Delete { game: game.clone() });
                    assert!(file.steps(game)?.is_empty() && beside.steps(game)?.is_empty());
                    games.remove(which);
                }
                1..=5 => {
                    steps.truncate((steps.len() - steps.len() / 3).max(1));
                    let steps = steps.len() as u64;
                    write(&mut pen, Change::Undo { game: game.clone(), steps, revision: 0 });
                }
                _ => {
                    revision += 1;
                    steps.push(format!("go {revision}"));
                    let (step, row) = (steps.len() as u64, row(revision));
                    write(&mut pen, Change::Step { game: game.clone(), step, row, over: false });
                }
            }
            if kind == 7 {
                pen.rest();
            }
            pen.tidy();
            on_the_way += u32::from(pen.recent.going.is_some());
            for (game, steps) in &games {
                assert_eq!(&texts(&file, game), steps, "{turn}");
                assert_eq!(&texts(&beside, game), steps, "{turn}, beside");
            }
            let told: Vec<u64> = beside.list()?.iter().map(|it| it.steps).collect();
            assert_eq!(told, games.iter().map(|(_, steps)| steps.len() as u64).collect::<Vec<_>>());
            if turn % 100 == 0 {
                let copy = crashed(&folder);
                let (file, _pen) = File::open(&copy.0)?;
                for (game, steps) in &games {
                    assert_eq!(&texts(&file, game), steps, "{turn}, after a crash");
                }
            }
        }
        assert!(on_the_way > 30, "{on_the_way}");
        Ok(())
    }

    #[test]
    fn they_do_not_become_many_and_nobody_waits_for_many() -> Result<(), StoreError> {
        let folder = Folder::new("many");
        let (file, mut pen) = File::open(&folder.0)?;
        begin(&mut pen, "a");
        let count = |pen: &Pen| {
            let many = "SELECT count(*) FROM recent";
            pen.connection.query_row(many, [], |row| row.get::<_, i64>(0)).map(i64::cast_unsigned)
        };
        let settled = |pen: &Pen| {
            let many = "SELECT count(*) FROM steps";
            pen.connection.query_row(many, [], |row| row.get::<_, i64>(0)).map(i64::cast_unsigned)
        };
        for number in 2..400 {
            step(&mut pen, "a", number);
            let before = settled(&pen)?;
            pen.tidy();
            assert!(settled(&pen)? - before <= PIECE as u64, "a piece at a time");
            assert!(count(&pen)? <= 2 * MANY as u64);
        }
        while pen.rest() {}
        assert!(count(&pen)? < SOME as u64);
        assert_eq!(file.steps("a")?.len(), 399);
        Ok(())
    }

    /// Under writers that never rest the log begins again from the front.
    #[test]
    fn the_log_does_not_grow_without_end() -> Result<(), StoreError> {
        let folder = Folder::new("log");
        let (_file, mut pen) = File::open(&folder.0)?;
        begin(&mut pen, "a");
        let length = || std::fs::metadata(folder.0.join("games.sqlite-wal")).map_or(0, |data| data.len());
        let (mut longest, mut written) = (0, 0);
        for number in 2..300 {
            let mut row = row(number);
            row.told = Some("x".repeat(100_000));
            written += 100_000;
            write(&mut pen, Change::Step { game: "a".into(), step: number, row, over: false });
            pen.tidy();
            longest = longest.max(length());
        }
        assert!(longest < written / 2, "{longest} of {written}");
        Ok(())
    }
}
