//! Positions of one's own: units and leaders put where somebody wants them.

use kit::{CounterId, arrangement::Stand};

use super::Battleline;
use crate::{army::LeaderId, field::Mark, prelude::*};

pub(super) const PHASES: &[(&str, &str)] = &[("movement", "Movement")];

pub(super) const CONDITIONS: &[(&str, &str)] = &[("disrupted", "Disrupted"), ("marching", "Marching")];
const MARKS: [Mark; 2] = [Mark::Disrupted, Mark::Marching];

fn unit_of(game: &Battleline, counter: CounterId) -> Option<UnitId> {
    (0..game.field.pieces.len()).map(UnitId::new).find(|&unit| CounterId::from(unit) == counter)
}

fn leader_of(game: &Battleline, counter: CounterId) -> Result<LeaderId, Refusal> {
    let leaders = (0..game.field.leaders.len()).map(LeaderId::new);
    let leader = leaders.into_iter().find(|&leader| CounterId::from(leader) == counter);
    leader.ok_or_else(|| Refusal::new("", "there is no such counter"))
}

/// A unit off the map waits for a turn that never comes, so that it is nobody's loss; a leader goes with one of his side
/// (LINE-X-CMD-1).
pub(super) fn lift(game: &mut Battleline, counter: CounterId) -> Result<(), Refusal> {
    if let Some(unit) = unit_of(game, counter) {
        game.field.set_aside(unit);
        return Ok(());
    }
    let leader = leader_of(game, counter)?;
    let side = game.field.leader(leader).side;
    let away = (game.field.waiting() & game.battlefield().units_of(side)).iter().next();
    let away =
        away.ok_or_else(|| Refusal::new("LINE-X-CMD-1", "a leader is off the map only with a unit that is"))?;
    game.field.attach(leader, away);
    Ok(())
}

pub(super) fn put(game: &mut Battleline, counter: CounterId, stand: &Stand<'_>) -> Result<(), Refusal> {
    let there = game.field.unit_in(stand.hex);
    let Some(unit) = unit_of(game, counter) else {
        let leader = leader_of(game, counter)?;
        let side = game.field.leader(leader).side;
        let unit = there.filter(|&unit| game.field.side(unit) == side);
        let unit = unit.ok_or_else(|| {
            Refusal::new("LINE-X-CMD-1", "a leader needs a unit of his side there; name it before him")
        })?;
        game.field.attach(leader, unit);
        return Ok(());
    };
    if let Some(other) = there {
        let words = format!("{} is there already", game.field.name(other));
        return Err(Refusal::new("LINE-X-STK-1", words));
    }
    let facing = stand.facing.unwrap_or_else(|| game.field.facing(unit));
    game.field.place(unit, stand.hex, facing);
    for ((word, _), mark) in CONDITIONS.iter().zip(MARKS) {
        game.field.set(unit, mark, stand.is(word));
    }
    Ok(())
}

pub(super) fn conditions_of(game: &Battleline, counter: CounterId) -> Option<Vec<&'static str>> {
    let Some(unit) = unit_of(game, counter) else { return leader_of(game, counter).ok().map(|_| Vec::new()) };
    let held = CONDITIONS.iter().zip(MARKS).filter(|&(_, mark)| game.field.is(unit, mark));
    Some(held.map(|((word, _), _)| *word).collect())
}

pub(super) fn begin_at(game: &mut Battleline, turn: u16, side: Seat) {
    let active = if side.0 == 0 { Side::Rome } else { Side::Enemy };
    *game = Battleline::at(game.field, game.house_rules, turn as u8, active);
}
