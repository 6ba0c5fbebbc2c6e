//! A game is cut into decisions: from a position in which nothing is half done to the next, or to a die.

use std::sync::atomic::Ordering;

use kit::{Scripted, Session, Status, Tactics, coach::CoachProgress};

use super::case::Case;

/// The decisions of a game between alternatives; and how many each side made, and with how many the coach agrees.
pub(super) fn cases<G: Tactics>(
    session: &Session<G>,
    watch: &CoachProgress,
) -> (Vec<Case<G>>, Vec<[usize; 2]>) {
    let mut state = session.at(0);
    let (mut cases, mut counts) = (Vec::new(), vec![[0; 2]; G::SEATS]);
    let mut open: Option<(usize, G, Vec<G::Action>)> = None;
    for (place, entry) in session.entries().iter().enumerate() {
        if watch.stop.load(Ordering::Relaxed) {
            break;
        }
        let (first, before, mut deed) = open.take().unwrap_or_else(|| (place, state.clone(), Vec::new()));
        deed.push(entry.action);
        let faces: Vec<u16> = entry.dice.iter().map(|roll| roll.face).collect();
        state.perform(&entry.action, &mut Scripted::faces(&faces), &mut ());
        let goes_on = entry.dice.is_empty()
            && !entry.revealed
            && state.status() == Status::Deciding(entry.seat)
            && !state.is_settled();
        if goes_on {
            open = Some((first, before, deed));
            continue;
        }
        // Where there is nothing to choose nothing can be wrong.
        if deed.len() == 1 && before.choices().len() < 2 {
            continue;
        }
        let Some(case) = Case::new(first, entry.seat, before, deed) else { continue };
        let count = &mut counts[usize::from(entry.seat.0)];
        count[0] += 1;
        count[1] += usize::from(case.is_agreed);
        cases.push(case);
    }
    (cases, counts)
}
