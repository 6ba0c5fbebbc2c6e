//! What a decision looks like before it is made.

use kit::{Hint, HintKind};

use crate::{
    flow::{Arriving, Fleeing, Moving},
    prelude::*,
    reorganize,
};

pub(super) fn hint(game: &Battleline, action: Action) -> Hint {
    let field = &game.field;
    let name = |unit: UnitId| field.name(unit);
    let plain = |label: String| Hint { label, ..Hint::default() };
    let of_kind = |kind, label: String| Hint { kind, ..plain(label) };
    match action {
        Action::Listen => Hint { rolls: true, ..plain("hear the trumpets".into()) },
        Action::Pick(unit) => of_kind(HintKind::Pick, format!("move {}", name(unit))),
        Action::To(to) => go(game, to),
        Action::March(to) => Hint {
            note: "operational movement: a Marching marker (LINE-X-OPS-4)".into(),
            ..of_kind(HintKind::Price, format!("march to {}", game.field.number(to)))
        },
        Action::Enter(at) => of_kind(HintKind::Go, format!("enter at {}", game.field.number(at))),
        Action::Exchange(unit) => of_kind(HintKind::Go, format!("be relieved by {}", name(unit))),
        Action::Face(way) => {
            Hint { facing: Some(way.index() as u16 * 60), ..plain(format!("face {}", compass(way))) }
        }
        Action::Transfer(leader) => {
            of_kind(HintKind::Pick, format!("transfer {}", game.field.leader(leader).name))
        }
        Action::With(unit) => plain(format!("join {}", name(unit))),
        Action::Detach(unit) => plain(format!("detach {}", name(unit))),
        Action::Shoot(firer, target) => shoot(game, firer, target),
        Action::Attack(unit) => of_kind(HintKind::Strike, format!("attack {}", name(unit))),
        Action::Join(unit) => plain(format!("{} joins", name(unit))),
        Action::Fight => {
            Hint { rolls: rolls_at_once(game, None), ..of_kind(HintKind::Strike, "fight".into()) }
        }
        Action::Lead(unit) => {
            let rolls = rolls_at_once(game, Some(unit));
            Hint { rolls, ..of_kind(HintKind::Strike, format!("{} leads", name(unit))) }
        }
        Action::Evade => {
            Hint { rolls: true, note: format!("{} in 6", game.combat.evade), ..plain("slip away".into()) }
        }
        Action::Stand => Hint { rolls: true, ..plain("stay and fight".into()) },
        Action::Next(unit) => plain(format!("{} goes first", name(unit))),
        Action::Retreat(end, facing) => flee(game, end, facing),
        Action::Advance => of_kind(HintKind::Go, "advance".into()),
        Action::Hold => plain("stay".into()),
        Action::Reorganize(unit) => {
            let sixths = reorganize::check::<Silent>(field, game.active, unit).unwrap_or(0);
            let note = format!("{sixths} in 6");
            Hint { rolls: true, note, ..plain(format!("reorganize {}", name(unit))) }
        }
        Action::Done => of_kind(HintKind::End, ending(game).into()),
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
        return Hint { label: "turn".into(), ..Hint::default() };
    }
    let (kind, note) = if zones::is_controlled(field, enemy, to) {
        (HintKind::Stop, "in an enemy zone of control".to_owned())
    } else {
        (HintKind::Go, String::new())
    };
    Hint { label: format!("go to {number}"), kind, note, ..Hint::default() }
}

fn shoot(game: &Battleline, firer: UnitId, target: UnitId) -> Hint {
    let field = &game.field;
    let steady = shooting::check::<Silent>(field, game.turn, firer, target).map_or(6, |shot| shot.steady);
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
