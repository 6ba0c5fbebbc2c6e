//! The game turns.

use kit::Refusal;

use crate::charts::Charts;

/// The calendar knows this turn.
pub(crate) fn check_turn(charts: &Charts, turn: u8) -> Result<(), Refusal> {
    let last = charts.last_turn;
    if (1..=last).contains(&turn) {
        return Ok(());
    }
    Err(Refusal::new("STAL-SEQ-1", format!("there is no turn {turn}: the calendar has turns 1 to {last}")))
}

/// STAL-REP-3: when a Russian unit that is lost now comes back, in words.
pub(crate) fn back_after(charts: &Charts, turns: u8, now: Option<u8>) -> String {
    match now {
        Some(turn) if turn.saturating_add(turns) <= charts.last_turn => {
            format!("back in turn {}", turn + turns)
        }
        Some(_) => "not back before the end of the game".into(),
        None => format!("back {turns} turns later"),
    }
}
