//! What a player carries from one decision of a player-turn to the next.

use crate::{Game, Silent, flow::Steps};

/// What a player keeps in mind through one player-turn and forgets with the next.
#[derive(Clone, Default, Debug)]
pub struct Memory<T> {
    span: u32,
    kept: T,
}

impl<T: Default> Memory<T> {
    /// What is kept of this player-turn ([`Tactics::span`](crate::Tactics::span)): nothing yet at its first decision.
    pub fn of(&mut self, span: u32) -> &mut T {
        if self.span != span {
            *self = Self { span, kept: T::default() };
        }
        &mut self.kept
    }

    /// What is kept, if it belongs to this player-turn.
    pub fn get(&self, span: u32) -> Option<&T> {
        (self.span == span).then_some(&self.kept)
    }
}

/// The next click of planned moves, where a unit is first taken in hand and then sent to its goal. The next move comes
/// last. Moves that have become impossible are dropped; nothing is returned if none is left, or none for the unit in hand.
pub fn next_move<G: Game, U: Copy + PartialEq, T>(
    game: &G,
    in_hand: Option<U>,
    moves: &mut Vec<(U, T)>,
    pick: impl Fn(U) -> G::Action,
    go: impl FnOnce(T) -> G::Action,
) -> Option<G::Action> {
    let may = |action: &G::Action| game.flow().top().check::<Silent>(game, *action).is_ok();
    if let Some(unit) = in_hand {
        let wanted = moves.pop().filter(|(planned, _)| *planned == unit);
        return wanted.map(|(_, goal)| go(goal)).filter(may);
    }
    while let Some((unit, _)) = moves.last() {
        let click = pick(*unit);
        if may(&click) {
            return Some(click);
        }
        moves.pop();
    }
    None
}
