//! Columns, results, exchanges and losses as the game has them, compared with plain sums.

use std::collections::BTreeSet;

use kit::{Event, Fought, Game, Journal, Reading, Scripted, map::HexId};
use sandtable_eastfront::{
    CombatResult, EastFront, Nation, Side, action::Action, board::Status, flow::Step, roster::UnitId,
};

use super::{
    literal::{Literal, is_overrun},
    sums::{Combat, ODDS, result},
};

/// Hears what was read from the table.
#[derive(Default)]
struct Heard(Vec<Reading>);

impl Journal for Heard {
    fn tell(&mut self, _: impl FnOnce() -> Event) {}

    fn battle(&mut self, fought: impl FnOnce() -> Fought) {
        self.0.extend(fought().readings);
    }
}

/// EAST-CRT-1 to EAST-CRT-5, EAST-ATT-8, EAST-ATT-11, EAST-ATT-12, and what AE costs where nobody can choose
/// (EAST-RES-11): an attack resolved with every face.
pub fn compare_column(game: &EastFront, resolve: Action, target: HexId, attackers: Vec<UnitId>) {
    let literal = Literal::of(game);
    let combat = Combat::of(game, &literal, target, attackers);
    let lapses = combat.defenders.is_empty() && combat.intrinsic() == 0;
    for face in 1..=6 {
        let (mut then, mut heard) = (*game, Heard::default());
        then.perform(&resolve, &mut Scripted::faces(&[face]), &mut heard);
        let read = heard.0.first().map(|reading| (reading.column.to_string(), reading.result.to_string()));
        let expected = combat.column().filter(|_| !lapses).map(|column| {
            let (one, to) = ODDS[column];
            (format!("{one}:{to}"), result(face, column).to_owned())
        });
        assert_eq!(read, expected, "{} with {face}", game.theatre().called(target));
        let Some((_, code)) = read else { continue };
        if code == "AE" || code == "D/AE" {
            compare_attrition(&combat, &then);
        }
        compare_offer(game, &combat, &then, &code);
    }
}

/// EAST-RES-11, EAST-RES-12: the attackers pay the defence strength, and who is left is Dispersed.
fn compare_attrition(combat: &Combat<'_, '_>, then: &EastFront) {
    let ways = combat.payments(&combat.attackers, combat.defence() * 2);
    if ways.len() > 1 {
        assert!(matches!(then.step(), Step::Losses(_)), "somebody chooses");
        return;
    }
    for unit in &combat.attackers {
        let is_lost = ways[0].contains(&unit.index());
        assert_eq!(then.board().hex_of(*unit).is_none(), is_lost, "{}", then.board().name(*unit));
        assert!(is_lost || then.board().is_dispersed(*unit));
    }
}

/// EAST-EXC-2, EAST-EXC-3, EAST-EXC-8 to EAST-EXC-12: whether something can be exchanged.
fn compare_offer(game: &EastFront, combat: &Combat<'_, '_>, then: &EastFront, code: &str) {
    let rolled = CombatResult::ALL.into_iter().find(|result| result.printed() == code).unwrap();
    let Some(rate) = combat.rate(rolled) else { return };
    let literal = Literal::of(game);
    let is_open = !combat.affordable(Some(rate)).is_empty();
    let is_asked = matches!(then.step(), Step::Exchanging(_));
    if rolled == CombatResult::Retreat {
        // EAST-EXC-10: not where everybody is lost anyway.
        let doomed = is_overrun(game, &literal, &combat.attackers, &combat.defenders, combat.target);
        assert!(!(is_asked && doomed));
        assert!(!is_asked || is_open);
    } else {
        assert_eq!(is_asked, is_open, "{code} in {}", game.theatre().called(combat.target));
    }
}

fn in_hand<'l, 'g>(game: &'g EastFront, literal: &'l Literal<'g>) -> Combat<'l, 'g> {
    let fight = game.fight();
    Combat::of(game, literal, fight.target, fight.attackers.iter().collect())
}

/// EAST-EXC-2, EAST-EXC-9, EAST-EXC-12: the numbers of defenders that can be exchanged.
pub fn compare_numbers(game: &EastFront) {
    let literal = Literal::of(game);
    let (combat, fight) = (in_hand(game, &literal), game.fight());
    let rate = fight.rolled.and_then(|rolled| combat.rate(rolled));
    let expected: BTreeSet<u8> =
        combat.affordable(rate).into_iter().map(|(units, _)| units.len() as u8).collect();
    let choices = game.choices();
    let listed: BTreeSet<u8> = choices
        .iter()
        .filter_map(|action| if let Action::Exchange(number) = action { Some(*number) } else { None })
        .collect();
    assert_eq!(listed, expected);
    assert_eq!(choices.contains(&Action::Done), !fight.is_exchange());
}

/// EAST-EXC-2, EAST-EXC-7: who can be given up.
pub fn compare_sacrifice(game: &EastFront) {
    let literal = Literal::of(game);
    let combat = in_hand(game, &literal);
    let rate = game.fight().rolled.and_then(|rolled| combat.rate(rolled));
    let sets = combat.affordable(rate).into_iter().filter(|(units, _)| units.len() == 1);
    let expected: BTreeSet<usize> = sets.map(|(units, _)| units[0].index()).collect();
    let listed = game.choices().into_iter().map(|action| match action {
        Action::Give(unit) => unit.index(),
        other => panic!("{other:?}"),
    });
    assert_eq!(listed.collect::<BTreeSet<_>>(), expected);
}

/// EAST-RES-11, EAST-RES-13, EAST-EXC-1, EAST-EXC-6, EAST-EXC-12: who can be named next.
pub fn compare_losses(game: &EastFront) {
    let literal = Literal::of(game);
    let (combat, fight) = (in_hand(game, &literal), game.fight());
    let rate = fight.rolled.and_then(|rolled| combat.rate(rolled)).filter(|_| fight.is_exchange());
    let due = if !fight.is_exchange() {
        combat.defence() * 2
    } else if combat.defenders.is_empty() {
        combat.intrinsic() * 2
    } else {
        let lost = |units: &[UnitId]| {
            units.len() == fight.lost().len() && units.iter().all(|&unit| fight.lost().contains(unit))
        };
        combat.affordable(rate).into_iter().find(|(units, _)| lost(units)).unwrap().1
    };
    let payers = combat.purse(rate, fight.is_exchange());
    let named: BTreeSet<usize> = fight.named().iter().map(UnitId::index).collect();
    let ways = combat.payments(&payers, due).into_iter().filter(|way| named.is_subset(way));
    let expected: BTreeSet<usize> = ways.flatten().filter(|unit| !named.contains(unit)).collect();
    let listed = game.choices().into_iter().map(|action| match action {
        Action::Lose(unit) => unit.index(),
        other => panic!("{other:?}"),
    });
    assert_eq!(listed.collect::<BTreeSet<_>>(), expected);
}

/// EAST-NRO-3, EAST-NRO-4, EAST-R78: Germans who would go back can be ordered to stand.
pub fn compare_orders(game: &EastFront) {
    let literal = Literal::of(game);
    let (combat, fight) = (in_hand(game, &literal), game.fight());
    assert_eq!(game.phasing(), Side::Soviet);
    let from: BTreeSet<HexId> = combat.attackers.iter().map(|&unit| literal.hex(unit)).collect();
    let from: Vec<HexId> = from.into_iter().collect();
    let pending: Vec<HexId> = game.plan().attacks().iter().map(|attack| attack.target).collect();
    let doomed = fight.rolled == Some(CombatResult::Retreat)
        && is_overrun(game, &literal, &combat.attackers, &combat.defenders, combat.target);
    let goes = |unit: UnitId| {
        let has = |length| !literal.routes(unit, length, &from, &pending).is_empty();
        has(1) || (fight.rolled == Some(CombatResult::Retreat) && has(2))
    };
    let germans = combat.defenders.iter().filter(|&&unit| literal.nation(unit) == Nation::German);
    let expected: BTreeSet<usize> = germans
        .filter(|&&unit| !doomed && !fight.ordered().contains(unit) && goes(unit))
        .map(|unit| unit.index())
        .collect();
    let listed = game.choices().into_iter().filter_map(|action| match action {
        Action::Hold(unit) => Some(unit.index()),
        Action::Done => None,
        other => panic!("{other:?}"),
    });
    assert_eq!(listed.collect::<BTreeSet<_>>(), expected);
    assert!(combat.attackers.iter().all(|&unit| literal.is(unit, Status::Spent)), "EAST-SEQ-5");
}
