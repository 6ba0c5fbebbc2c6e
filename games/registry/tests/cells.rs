//! The cells of charts that a game tells of: they exist, the die leads to their row, and what they print was told.

use kit::{
    Rolled, Rulebook, Setup,
    any::{LogEntry, Playable},
    random_play::RandomPlayer,
};
use sandtable_registry::PLAYABLE;

/// Random games until a chart has been read so often.
const ENOUGH: usize = 40;
const MOST_GAMES: u64 = 60;
/// So many of a game that need not tell of its charts.
const FEW_GAMES: u64 = 4;

/// Games whose battles are read from a chart, and which say so.
const TELLING: [&str; 2] = ["mars", "battleline"];

fn steps_with_cells(game: &dyn Playable) -> Vec<LogEntry> {
    let scenario = &game.profile().scenarios.last().expect("a scenario").name;
    let mut found = Vec::new();
    let most = if TELLING.contains(&game.name()) { MOST_GAMES } else { FEW_GAMES };
    for seed in 0..most {
        let mut table = game.start(&Setup::of(scenario)).expect("a scenario that can be set up");
        let (mut player, mut dice) = (RandomPlayer::seeded(seed), Rolled::seeded(seed));
        while let Some(step) = table.act_at_random(&mut player, &mut dice) {
            if !step.cells.is_empty() {
                found.push(step);
            }
        }
        if found.len() >= ENOUGH {
            break;
        }
    }
    found
}

fn check(rulebook: &Rulebook, step: &LogEntry) {
    let told = step.events.iter().map(|event| event.words.as_str()).collect::<Vec<_>>().join(" ");
    for cell in &step.cells {
        let sheet = rulebook.sheet(&cell.table).expect("a table of the game");
        let row = (0..sheet.len()).find(|&row| sheet.key(row) == cell.row).expect("a row of the table");
        let column = sheet.column_named(&cell.column).expect("a column of the table");
        let printed = &sheet.cells(row)[column];
        assert!(told.contains(printed.as_str()), "{printed} was read but not told: {told}");
        let leads = |face: u16| sheet.labels(row).any(|label| label == face.to_string());
        assert!(step.dice.iter().any(|die| leads(die.face)), "no die leads to row {}", cell.row);
    }
}

#[test]
fn the_cells_that_were_read_are_those_of_the_chart() {
    for game in PLAYABLE.iter() {
        let steps = steps_with_cells(*game);
        assert!(!steps.is_empty() || !TELLING.contains(&game.name()), "{} tells of no cell", game.name());
        for step in &steps {
            check(game.rulebook(), step);
        }
    }
}
