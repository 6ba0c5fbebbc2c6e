//! The newest decisions, in the order in which they were made. They are put where the others of their game are when nothing
//! else is to be done, when there are many, and when the file is opened or closed.
//!
//! A decision that went straight to its game would change a page of its own with every sync, four thousand bytes for some
//! hundred; one after the other they share their pages, and many of a game are put away together.

use rusqlite::{Connection, Transaction, params};

use crate::store::StepRow;

/// So many are put away whatever else is to be done. Fewer would be put away more often, each time for fewer of a game, and
/// whoever decides meanwhile has to wait.
const MOST: u64 = 16_000;
/// So many are put away when nothing else is to be done.
const SOME: u64 = 256;

/// Decisions that were not put away yet.
#[derive(Default)]
pub struct Recent(u64);

impl Recent {
    /// What a file holds that was not closed.
    pub fn read(connection: &Connection) -> rusqlite::Result<Self> {
        let many = |row: &rusqlite::Row<'_>| row.get::<_, i64>(0);
        connection.query_row("SELECT count(*) FROM recent", [], many).map(|many| Self(many.cast_unsigned()))
    }

    /// So many more were written.
    pub fn add(&mut self, many: usize) {
        self.0 += many as u64;
    }

    /// Puts them away if there are very many.
    pub fn put_away_many(&mut self, connection: &mut Connection) {
        self.put_away(connection, MOST);
    }

    /// Puts them away if there are some.
    pub fn put_away_some(&mut self, connection: &mut Connection) {
        self.put_away(connection, SOME);
    }

    /// Puts all of them away.
    pub fn put_away_all(&mut self, connection: &mut Connection) {
        self.put_away(connection, 1);
    }

    /// Whether it can be done or not, nothing is lost: they are read where they are.
    fn put_away(&mut self, connection: &mut Connection, least: u64) {
        if self.0 < least {
            return;
        }
        self.0 = 0;
        // They are sorted in a file that is not kept. Where none can be made, it takes some memory instead.
        let mut done = put_away(connection);
        if done.is_err() && connection.pragma_update(None, "temp_store", "MEMORY").is_ok() {
            done = put_away(connection);
        }
        if let Err(error) = done {
            tracing::error!(%error, "the newest decisions could not be put away");
        }
    }
}

fn put_away(connection: &mut Connection) -> rusqlite::Result<()> {
    let transaction = connection.transaction()?;
    transaction.execute(
        "INSERT INTO steps (game, step, revision, seat, text, dice, hash, made, told)
         SELECT game, step, revision, seat, text, dice, hash, made, told FROM recent ORDER BY game, step",
        [],
    )?;
    transaction.execute("DELETE FROM recent", [])?;
    transaction.commit()
}

/// Writes a decision.
pub fn insert(to: &Transaction<'_>, game: &str, step: u64, row: &StepRow) -> rusqlite::Result<()> {
    to.prepare_cached(
        "INSERT INTO recent (game, step, revision, seat, text, dice, hash, made, told)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
    )?
    .execute(params![
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
        // The file as a crash would leave it.
        let copy = Folder::new("crashed");
        std::fs::create_dir_all(&copy.0).unwrap();
        for name in ["games.sqlite", "games.sqlite-wal"] {
            std::fs::copy(folder.0.join(name), copy.0.join(name)).unwrap();
        }
        drop((file, pen));
        let (file, mut pen) = File::open(&copy.0)?;
        assert_eq!(texts(&file, "a"), ["go 1", "go 2"]);
        step(&mut pen, "a", 3);
        assert_eq!(texts(&file, "a"), ["go 1", "go 2", "go 3"]);
        Ok(())
    }

    #[test]
    fn they_do_not_become_many() -> Result<(), StoreError> {
        let folder = Folder::new("many");
        let (file, mut pen) = File::open(&folder.0)?;
        begin(&mut pen, "a");
        let steps = |from: u64| {
            (from..from + 1_000).map(|step| {
                (Fence::NONE, Change::Step { game: "a".into(), step, row: row(step), over: false })
            })
        };
        for thousand in 0..=MOST / 1_000 {
            let changes: Vec<_> = steps(2 + thousand * 1_000).collect();
            assert!(pen.write(&changes).iter().all(Result::is_ok));
            pen.tidy();
        }
        let left = Recent::read(&pen.connection)?;
        assert!(left.0 <= 1_000, "{}", left.0);
        step(&mut pen, "a", 2 + MOST + 1_000);
        pen.rest();
        assert!(Recent::read(&pen.connection)?.0 < SOME);
        assert_eq!(file.steps("a")?.len() as u64, MOST + 1_002);
        Ok(())
    }
}
