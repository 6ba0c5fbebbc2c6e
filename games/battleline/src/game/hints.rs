//! What a decision looks like before it is made.

use kit::{Hint, HintKind};

use crate::prelude::*;

pub(super) fn hint(game: &Battleline, action: Action) -> Hint {
    let field = &game.field;
    let name = |unit: UnitId| field.name(unit);
    match action {
        Action::Listen => Hint { rolls: true, ..Hint::new("hear the trumpets") },
        Action::Pick(unit) => Hint::of(HintKind::Pick, format!("move {}", name(unit))),
        Action::To(to) => go(game, to),
        Action::March(to) => Hint {
            note: "operational movement: a Marching marker (LINE-X-OPS-4)".into(),
            ..Hint::of(HintKind::Price, format!("march to {}", game.field.number(to)))
        },
        Action::Enter(at) => Hint::of(HintKind::Go, format!("enter at {}", game.field.number(at))),
        Action::Exchange(unit) => Hint::of(HintKind::Go, format!("be relieved by {}", name(unit))),
        Action::Face(way) => {
            Hint { facing: Some(way.index() as u16 * 60), ..Hint::new(format!("face {}", compass(way))) }
        }
        Action::Transfer(leader) => {
            Hint::of(HintKind::Pick, format!("transfer {}", field.leader(leader).name))
        }
        Action::With(unit) => Hint::new(format!("join {}", name(unit))),
        Action::Detach(_) => Hint::default(),
        Action::Shoot(firer, target) => shoot(game, firer, target),
        Action::Attack(_) => Hint::of(HintKind::Strike, ""),
        Action::Join(unit) => Hint::new(format!("{} joins", name(unit))),
        Action::Fight => Hint { rolls: rolls_at_once(game, None), ..Hint::of(HintKind::Strike, "") },
        Action::Lead(unit) => {
            let rolls = rolls_at_once(game, Some(unit));
            Hint { rolls, ..Hint::of(HintKind::Strike, format!("{} leads", name(unit))) }
        }
        Action::Evade => {
            Hint { rolls: true, note: format!("{} in 6", game.combat.evade), ..Hint::new("slip away") }
        }
        Action::Stand => Hint { rolls: true, ..Hint::new("stay and fight") },
        Action::Next(unit) => Hint::new(format!("{} goes first", name(unit))),
        Action::Retreat(end, facing) => flee(game, end, facing),
        Action::Advance => Hint::of(HintKind::Go, ""),
        Action::Hold => Hint::new("stay"),
        Action::Reorganize(unit) => {
            let sixths = reorganize::check::<Silent>(field, game.active, unit).unwrap_or(0);
            Hint { rolls: true, note: format!("{sixths} in 6"), ..Hint::default() }
        }
        Action::Done => Hint::of(HintKind::End, ending(game)),
    }
}

/// What ends a step, in the words of its phase.
fn ending(game: &Battleline) -> &'static str {
    match game.flow.live()[0] {
        Step::Movement(_) => "end movement",
        Step::Missile(_) => "end missile fire",
        Step::Combat(_) => "end combat",
        _ => "end the turn",
    }
}

/// Whether the dice follow the announcement at once: the lead is settled and the defender cannot slip away.
fn rolls_at_once(game: &Battleline, named: Option<UnitId>) -> bool {
    let (field, combat) = (&game.field, &game.combat);
    let (defender, attackers) = (combat.defender, combat.attackers());
    let Some(fixed) = clash::announced(field, game.house_rules, defender, attackers) else { return false };
    let alone = fixed.leads.first().filter(|_| fixed.leads.len() == 1);
    named.or(alone).is_some_and(|lead| {
        clash::evasion::<_, Silent>(&mut Sums::default(), field, &fixed, defender, attackers, lead).is_err()
    })
}

/// A tactical move: into an enemy zone of control it must stop.
fn go(game: &Battleline, to: HexId) -> Hint {
    let (Step::Moving(Moving(unit)) | Step::Arriving(Arriving { unit, .. })) = game.step() else {
        return Hint::default();
    };
    let (field, number) = (&game.field, game.field.number(to));
    let enemy = field.side(unit).other();
    if field.hex(unit) == to {
        return Hint::new("turn");
    }
    let label = format!("go to {number}");
    if zones::is_controlled(field, enemy, to) {
        let note = "in an enemy zone of control".to_owned();
        return Hint { note, ..Hint::of(HintKind::Stop, label) };
    }
    Hint::of(HintKind::Go, label)
}

fn shoot(game: &Battleline, firer: UnitId, target: UnitId) -> Hint {
    let field = &game.field;
    let steady = shooting::check::<Silent>(field, game.turn, firer, target).unwrap_or(6);
    Hint {
        label: format!("{} shoots at {}", field.name(firer), field.name(target)),
        kind: HintKind::Strike,
        path: vec![game.field.number(field.hex(firer)), game.field.number(field.hex(target))],
        note: format!("Disrupts with {} in 6", 6 - steady),
        rolls: true,
        ..Hint::default()
    }
}

/// A way out, hex by hex, with those who will test.
fn flee(game: &Battleline, end: HexId, facing: Option<Direction>) -> Hint {
    let Step::Fleeing(fleeing) = game.step() else { return Hint::default() };
    let Fleeing { unit, flight } = fleeing;
    let field = &game.field;
    let Ok(way) = fleeing.way::<Silent>(game, end, facing) else { return Hint::default() };
    let hexes = std::iter::once(field.hex(unit)).chain(retreat::path(field, unit, &way));
    let path = hexes.map(|hex| field.number(hex)).collect();
    let tests = if flight == Flight::Rout { way.demerits() } else { 0 };
    Hint {
        label: match facing {
            Some(facing) => format!("go to {} and face {}", field.number(end), compass(facing)),
            None => format!("go to {}", field.number(end)),
        },
        kind: if tests > 0 { HintKind::Price } else { HintKind::Go },
        path,
        note: if tests > 0 { format!("{tests} friends on the way must test") } else { String::new() },
        rolls: tests > 0,
        ..Hint::default()
    }
}
