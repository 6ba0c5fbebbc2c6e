//! The account of every clause: which code and which tests name it.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use kit::{Account, Coverage, Rulebook, Stray};
use serde_json::json;

use crate::{draw::Page, failure::Failure};

/// The account of one game.
pub struct GameAccount {
    game: &'static str,
    clauses: Vec<Account<'static>>,
    strays: Vec<Stray>,
}

impl GameAccount {
    fn gaps(&self) -> impl Iterator<Item = &Account<'static>> {
        self.clauses.iter().filter(|account| account.gap)
    }

    fn is_whole(&self) -> bool {
        self.strays.is_empty() && self.gaps().next().is_none()
    }
}

/// Shows the account and fails if a finished chapter has a gap or an id that no ledger holds is named.
pub fn run(games: &[&Rulebook], source: Option<&Path>, json: bool, page: &mut Page) -> Result<(), Failure> {
    let root = find_source(source)?;
    let accounts = count(games, &root)?;
    if json {
        page.line(&as_json(&accounts).to_string());
    } else {
        show(games, &accounts, page);
    }
    if accounts.iter().all(GameAccount::is_whole) { Ok(()) } else { Err(Failure::Found) }
}

/// The checkout: where it is said to be, or the nearest folder from here upwards.
pub fn find_source(told: Option<&Path>) -> Result<PathBuf, Failure> {
    let here =
        std::env::current_dir().map_err(|error| Failure::File { name: "this folder".into(), error })?;
    let start = told.map_or(here, Path::to_path_buf);
    let is_source = |folder: &Path| folder.join("games").is_dir() && folder.join("crates/kit").is_dir();
    let found = start.ancestors().find(|folder| is_source(folder)).map(Path::to_path_buf);
    found.ok_or_else(|| {
        Failure::Usage("--coverage reads the source: run it in a checkout, or name one with --source".into())
    })
}

/// Reads every source file under the root and counts the ids of every game in it.
pub fn count(games: &[&Rulebook], root: &Path) -> Result<Vec<GameAccount>, Failure> {
    let mut files = Vec::new();
    for folder in ["crates", "games", "benches", "fuzz"] {
        collect(&root.join(folder), &mut files)
            .map_err(|error| Failure::File { name: folder.to_owned(), error })?;
    }
    let mut accounts = Vec::new();
    for game in games {
        // Only the game's own folder can implement or prove its rules; a wrong id is wrong anywhere.
        let home = root.join("games").join(game.name);
        let ledger = (game.ledger)();
        let (mut own, mut all) = (Coverage::new(ledger), Coverage::new(ledger));
        for (path, text) in &files {
            let name = path.strip_prefix(root).unwrap_or(path).to_string_lossy().replace('\\', "/");
            all.read(&name, text);
            if path.starts_with(&home) {
                own.read(&name, text);
            }
        }
        accounts.push(GameAccount {
            game: game.name,
            clauses: own.accounts().collect(),
            strays: all.strays().to_vec(),
        });
    }
    Ok(accounts)
}

fn collect(folder: &Path, files: &mut Vec<(PathBuf, String)>) -> io::Result<()> {
    if !folder.is_dir() {
        return Ok(());
    }
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path())).collect::<Result<_, _>>()?;
    paths.sort();
    for path in paths {
        if path.is_dir() && path.file_name().is_some_and(|name| name != "target") {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            files.push((path.clone(), fs::read_to_string(&path)?));
        }
    }
    Ok(())
}

fn as_json(accounts: &[GameAccount]) -> serde_json::Value {
    let games: Vec<_> = accounts
        .iter()
        .map(|account| json!({"game": account.game, "clauses": account.clauses, "unknown": account.strays}))
        .collect();
    json!({ "games": games })
}

fn show(games: &[&Rulebook], accounts: &[GameAccount], page: &mut Page) {
    for (game, account) in games.iter().zip(accounts) {
        let finished = &(game.ledger)().finished;
        page.heading(&format!("{} · {} clauses", game.title(), account.clauses.len()));
        let mut chapters: Vec<&str> = Vec::new();
        for clause in &account.clauses {
            if !chapters.contains(&clause.chapter) {
                chapters.push(clause.chapter);
            }
        }
        let mut rows = Vec::new();
        for chapter in chapters {
            let of: Vec<&Account<'_>> =
                account.clauses.iter().filter(|clause| clause.chapter == chapter).collect();
            let named =
                |by: fn(&Account<'_>) -> usize| of.iter().filter(|clause| by(clause) > 0).count().to_string();
            let state =
                match (finished.iter().any(|name| name == chapter), of.iter().any(|clause| clause.gap)) {
                    (true, true) => "gaps",
                    (true, false) => "finished",
                    (false, _) => "to come",
                };
            rows.push(vec![
                chapter.to_owned(),
                of.len().to_string(),
                named(|clause| clause.code),
                named(|clause| clause.test),
                state.to_owned(),
            ]);
        }
        let heads = ["chapter", "clauses", "in code", "in tests", "state"].map(str::to_owned);
        page.columns(&heads, &rows, 1, &[]);
        for gap in account.gaps() {
            let lacks = match (gap.code, gap.test) {
                (0, 0) => "neither code nor a test names it",
                (0, _) => "no code names it",
                _ => "no test names it",
            };
            page.line(&format!("gap: {} ({lacks})", gap.id));
        }
        for stray in &account.strays {
            page.line(&format!("unknown: {} at {}:{}", stray.id, stray.file, stray.line));
        }
        page.gap();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every id that code or a test names is in its ledger, and every clause of a finished chapter is named by both.
    #[test]
    fn no_finished_chapter_has_a_gap() {
        let mut page = Page::new();
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let result = run(&registry::GAMES, Some(root), false, &mut page);
        assert!(result.is_ok(), "{}", page.text());
    }
}
