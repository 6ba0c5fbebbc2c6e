//! A line of play: regulars play on from a state for some player-turns.

use kit::{Manner, Rolled, Seat, Status, Tactics};

/// Decisions after which a line of play is broken off.
const LONGEST: usize = 20_000;

/// Plays on from a state of a line that began in the player-turn `first`: the reply, and what comes of it, for as many
/// player-turns as the game asks for. `manner` says how a seat plays, in that
/// player-turn and later. Nothing if `is_late` says that there is no more time.
pub(crate) fn play_on<G: Tactics>(
    game: &mut G,
    first: u32,
    minds: &mut [G::Mind],
    dice: &mut Rolled,
    manner: impl Fn(Seat, bool) -> Manner,
    is_late: impl Fn() -> bool,
) -> Option<()> {
    let (mut span, mut turned, most) = (first, 0, game.player_turns_ahead());
    for _ in 0..LONGEST {
        let Status::Deciding(decider) = game.status() else { break };
        if game.span() != span {
            (span, turned) = (game.span(), turned + 1);
            if turned == most {
                break;
            }
        }
        if is_late() {
            return None;
        }
        let action = game.best(&manner(decider, span == first), &mut minds[usize::from(decider.0)]);
        game.perform(&action, dice, &mut ());
    }
    Some(())
}
