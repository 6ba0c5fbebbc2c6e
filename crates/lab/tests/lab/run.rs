//! Runs: the same tables however they were made, nothing lost, nothing played twice.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use sandtable_lab::{
    BattleRow, Folder, FollyRow, GameRow, Head, HistoryRow, LossRow, PART, TurnRow, Watcher, read_head,
    report::Subject, run, summary::Summary,
};

/// A folder that is gone when the test is over.
struct Temporary(PathBuf);

impl Temporary {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("sandtable-lab-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        Self(path)
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn head(games: u64) -> Head {
    Head {
        command: "sandtable sim coins".into(),
        version: "1".into(),
        game: "coins".into(),
        rules: 1,
        seats: vec!["Heads".into(), "Tails".into()],
        scenario: "one".into(),
        options: BTreeMap::new(),
        bots: vec!["regular".into(); 2],
        patch: String::new(),
        seed: 100,
        games,
    }
}

/// A game of a few bits of its seed: a die, a lead that changes hands, a loss.
fn game(number: u64, seed: u64) -> GameRow {
    let mixed = (seed ^ 0x5bd1_e995).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 20;
    let face = mixed % 6 + 1;
    let winner = (face != 6).then_some(u8::from(face > 2));
    let turn = |turn: u16, points: [i32; 2]| TurnRow {
        turn,
        seat: 0,
        points: points.to_vec(),
        standing: (points[0] - points[1]) * 100,
        units: vec![1, 1],
    };
    let battle = BattleRow {
        battle: 0,
        reading: 0,
        turn: 1,
        seat: 0,
        hex: "0101".into(),
        who: "B".into(),
        column: "1:1".into(),
        result: if face < 3 { "win" } else { "loss" }.into(),
        chances: "win 2, loss 4".into(),
        attackers_lost: 0,
        defender_lost: 1,
    };
    let (unit, hex, end) = ("B".into(), "0102".into(), "eliminated".into());
    GameRow {
        game: number,
        seed,
        winner,
        margin: winner.map_or(0, |_| 3),
        decisions: 7,
        hash: mixed,
        turns: vec![turn(1, [0, 1]), turn(2, if winner == Some(0) { [2, 1] } else { [0, 3] })],
        battles: vec![battle],
        losses: vec![LossRow { turn: 1, seat: 1, unit, hex, fate: end, battle: Some(0) }],
        stood: vec![(0, "0101".into(), 2)],
        history: vec![HistoryRow {
            turn: 2,
            seat: 1,
            what: "points".into(),
            here: if winner == Some(0) { 1 } else { 3 },
            history: 2,
        }],
        // Heads is foolish in every third game, twice of four times.
        follies: if number.is_multiple_of(3) { vec![folly(2)] } else { vec![folly(0)] },
    }
}

fn folly(times: u32) -> FollyRow {
    FollyRow { turn: 1, seat: 0, what: "bets lost twice".into(), of: "bets".into(), times, cases: 4 }
}

fn watcher(played: &Arc<AtomicU64>, fails_at: Option<u64>) -> Watcher {
    let played = Arc::clone(played);
    Box::new(move |number, seed| {
        if fails_at == Some(number) {
            return Err("the power is cut".into());
        }
        played.fetch_add(1, Ordering::Relaxed);
        Ok(game(number, seed))
    })
}

fn play(path: &Path, games: u64, threads: usize, fails_at: Option<u64>) -> (u64, Result<u64, String>) {
    let played = Arc::new(AtomicU64::new(0));
    let folder = Folder::open(path, &head(games)).unwrap();
    let done = run(&folder, &watcher(&played, fails_at), threads, &mut |_| {});
    (played.load(Ordering::Relaxed), done.map(|done| done.found).map_err(|error| error.to_string()))
}

/// Every file of the tables with its bytes.
fn tables(path: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut files = BTreeMap::new();
    for table in sandtable_lab::tables::TABLES {
        for file in fs::read_dir(path.join(table)).unwrap() {
            let file = file.unwrap().path();
            files.insert(file.strip_prefix(path).unwrap().to_owned(), fs::read(&file).unwrap());
        }
    }
    files
}

const GAMES: u64 = PART * 2 + 345;

#[test]
fn tables_do_not_depend_on_threads() {
    let (one, three) = (Temporary::new("one"), Temporary::new("three"));
    assert_eq!(play(&one.0, GAMES, 1, None), (GAMES, Ok(0)));
    assert_eq!(play(&three.0, GAMES, 3, None), (GAMES, Ok(0)));
    assert_eq!(tables(&one.0).len(), 21);
    assert!(tables(&one.0) == tables(&three.0));
}

#[test]
fn a_stopped_run_goes_on_without_losing_or_repeating_a_game() {
    let (whole, stopped) = (Temporary::new("whole"), Temporary::new("stopped"));
    assert!(play(&whole.0, GAMES, 2, None).1.is_ok());
    let (before, failed) = play(&stopped.0, GAMES, 2, Some(PART + 700));
    assert!(failed.unwrap_err().contains("the power is cut"));
    assert!(before >= PART + 700);
    // A kill in the middle of a line leaves half of it.
    let log = stopped.0.join("open/000001.jsonl");
    let mut text = fs::read(&log).unwrap();
    text.extend(b"{\"game\":4123,\"se");
    fs::write(&log, text).unwrap();
    let (after, found) = play(&stopped.0, GAMES, 1, None);
    assert_eq!((found, before + after), (Ok(before), GAMES), "nothing is played twice");
    assert!(tables(&whole.0) == tables(&stopped.0));
    assert_eq!(play(&stopped.0, GAMES, 1, None), (0, Ok(GAMES)), "what is done is done");
}

#[test]
fn a_run_can_be_made_longer() {
    let (whole, longer) = (Temporary::new("long"), Temporary::new("longer"));
    assert!(play(&whole.0, GAMES, 2, None).1.is_ok());
    let first = PART + 10;
    assert_eq!(play(&longer.0, first, 2, None), (first, Ok(0)));
    assert_eq!(play(&longer.0, GAMES, 2, None), (GAMES - first, Ok(first)));
    assert!(tables(&whole.0) == tables(&longer.0));
    assert_eq!(read_head(&longer.0).unwrap().games, GAMES);
}

#[test]
fn a_folder_of_something_else_is_refused() {
    let folder = Temporary::new("other");
    assert!(play(&folder.0, 3, 1, None).1.is_ok());
    let complaint = |change: fn(&mut Head)| {
        let mut other = head(3);
        change(&mut other);
        let said = Folder::check(&folder.0, &other).unwrap_err().to_string();
        assert_eq!(said, Folder::open(&folder.0, &other).unwrap_err().to_string());
        said
    };
    assert!(complaint(|head| head.seed = 7).contains("its first seed is 100, not 7"));
    assert!(complaint(|head| head.bots[1] = "veteran".into()).contains("list of players"));
    assert!(complaint(|head| head.patch = "game = 'coins'".into()).contains("another patch"));
    assert!(complaint(|head| head.scenario = "two".into()).contains("scenario"));
    let busy = Folder::open(&folder.0, &head(3)).unwrap();
    assert!(Folder::open(&folder.0, &head(3)).unwrap_err().to_string().contains("has not ended"));
    drop(busy);
    fs::remove_file(folder.0.join("run.json")).unwrap();
    assert!(Folder::open(&folder.0, &head(3)).unwrap_err().to_string().contains("something else"));
    assert!(Summary::read(&folder.0).unwrap_err().to_string().contains("holds no run"));
    let killed = Temporary::new("killed-at-once");
    fs::create_dir_all(&killed.0).unwrap();
    fs::write(killed.0.join("run.new"), "{\"comm").unwrap();
    assert!(play(&killed.0, 3, 1, None).1.is_ok(), "killed while its head was written, it begins anew");
}

#[test]
fn a_summary_counts_what_happened() {
    let folder = Temporary::new("summary");
    assert!(play(&folder.0, GAMES, 2, None).1.is_ok());
    let summary = Summary::read(&folder.0).unwrap();
    let games: Vec<GameRow> = (0..GAMES).map(|number| game(number, 100 + number)).collect();
    let won = |seat: Option<u8>| games.iter().filter(|game| game.winner == seat).count() as u64;
    assert_eq!((summary.games, summary.draws), (GAMES, won(None)));
    assert_eq!(summary.wins, [won(Some(0)), won(Some(1))]);
    assert_eq!(summary.margins[&3], won(Some(0)));
    assert_eq!(summary.lead_changes[&1], won(Some(0)), "who wins as Heads has come from behind");
    assert_eq!(summary.decided, BTreeMap::from([(1, won(Some(1))), (2, won(Some(0)))]));
    // Turn 1 is the same in every game; draws stand as the games do that Tails wins, so only a lead of Heads is sure.
    assert_eq!(summary.settled, BTreeMap::from([(2, won(Some(0)))]));
    assert_eq!(summary.places[0].attacks["0101"], GAMES);
    assert_eq!(summary.places[0].stood["0101"], GAMES * 2);
    assert_eq!(summary.losses_by_unit[1]["B"]["eliminated"], GAMES);
    let column = &summary.columns["1:1"];
    assert_eq!(
        column.counted["win"],
        games.iter().filter(|game| game.battles[0].result == "win").count() as u64
    );
    assert!((column.expected["win"] - f64::from(GAMES as u32) / 3.0).abs() < 1e-6);
    assert!(summary.straying().2 > 0.001, "the die is fair");
    let beside = &summary.history[&(1, "points".to_owned())][&2];
    assert_eq!((beside.history, beside.here.count), (2, GAMES));
    let sum = won(Some(0)) + 3 * (GAMES - won(Some(0)));
    let mean = f64::from(sum as u32) / f64::from(GAMES as u32);
    assert!((beside.here.mean() - mean).abs() < 1e-9);
    assert!((beside.distance.mean() - 1.0).abs() < 1e-9, "one too many or one too few, but never as it was");
    let foolish = &summary.follies[&(0, "bets lost twice".to_owned())];
    assert_eq!(
        (foolish.of.as_str(), foolish.times, foolish.cases),
        ("bets", 2 * GAMES.div_ceil(3), 4 * GAMES)
    );
    let a_game = foolish.a_game(GAMES);
    assert!((a_game.value - 2.0 / 3.0).abs() < 0.001 && a_game.holds(2.0 / 3.0), "{a_game:?}");
    let report = sandtable_lab::report::report(&summary, &Subject::default());
    let (page, markdown) = (report.html(), report.markdown());
    assert!(page.starts_with("<!doctype html>") && page.ends_with("</html>\n"));
    assert!(!page.contains("src=") && !page.contains("href="), "the page stands alone");
    assert!(markdown.contains(&format!("| Heads | {} |", won(Some(0)))), "{markdown}");
    assert!(
        markdown.contains("## Measures of folly") && markdown.contains("Heads: bets lost twice"),
        "{markdown}"
    );
    assert!(markdown.contains("| Tails: points | games | mean | history | distance |"), "{markdown}");
}
