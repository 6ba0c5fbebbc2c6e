//! Attacks, combats and what follows them.

use kit::{Hint, HintKind, map::HexId};

use super::{Stalingrad, back, plain};
use crate::{
    action::{Action, KorpsId},
    flow::Step,
    units::{Side, UnitId},
};

/// The hint of a decision about attacks and combats; none for any other.
pub(super) fn hint(game: &Stalingrad, action: Action) -> Option<Hint> {
    let (name, number) = (|unit: UnitId| game.name(unit), |hex: HexId| game.number(hex));
    let korps_name = |korps: KorpsId| game.korps_name(korps);
    Some(match action {
        Action::Attack(unit, hex) => {
            let note = joined(game, hex);
            let label = format!("attack {} with {}", number(hex), name(unit));
            Hint { kind: HintKind::Strike, path: between(game, unit, &[hex]), note, ..plain(&label) }
        }
        Action::Include(new, known) => Hint {
            kind: HintKind::Strike,
            ..plain(&format!("attack {} together with {}", number(new), number(known)))
        },
        Action::Release(unit) => back(&format!("take {} out of its attack", name(unit))),
        Action::Drop(hex) => back(&format!("drop the attack on {}", number(hex))),
        Action::Cover(hex, korps) => Hint {
            kind: HintKind::Strike,
            ..plain(&format!("{} supports the attack on {}", korps_name(korps), number(hex)))
        },
        Action::Uncover(korps) => back(&format!("take {} off its attack", korps_name(korps))),
        Action::Exchange(hex) => Hint {
            kind: HintKind::Price,
            note: "defenders are paid for with attackers".into(),
            ..plain(&format!("make the attack on {} an exchange", number(hex)))
        },
        Action::Plain(hex) => back(&format!("make the attack on {} a plain one", number(hex))),
        Action::Pass if game.plan.is_empty() => Hint { kind: HintKind::End, ..plain("no attacks") },
        // What was planned would be lost: nobody is to do that by the way.
        Action::Pass => Hint { kind: HintKind::Discard, ..plain("drop all attacks") },
        Action::Consent => {
            Hint { kind: HintKind::Price, ..plain("consent: the attack is fought as an exchange") }
        }
        Action::Refuse => plain("refuse the exchange"),
        Action::Resolve(hex) => Hint {
            kind: HintKind::Strike,
            rolls: rolls_at_once(game, hex),
            ..plain(&format!("fight for {}", number(hex)))
        },
        Action::Risk(unit) => Hint { kind: HintKind::Price, ..plain(&format!("risk {}", name(unit))) },
        Action::Roll => Hint { rolls: true, ..plain("roll the die") },
        Action::Lose(unit) => Hint { kind: HintKind::Price, ..plain(&format!("lose {}", name(unit))) },
        Action::Buy(unit) => buying(game, unit),
        Action::Demand(hex, hexes) => demand(number(hex), hexes),
        Action::Retreat(unit, hex) => Hint {
            kind: HintKind::Go,
            path: between(game, unit, &[hex]),
            ..plain(&format!("{} retreats to {}", name(unit), number(hex)))
        },
        Action::Halt if game.fight.retreating.is_some() => plain("end the retreat here"),
        Action::Halt => Hint { kind: HintKind::End, ..plain("nobody else withdraws") },
        Action::Misdirect(hex) => {
            Hint { kind: HintKind::Strike, ..plain(&format!("the bombs fall on {}", number(hex))) }
        }
        Action::Advance(unit, hex, on) => advance(game, unit, hex, on),
        Action::NoRetreat if matches!(game.step(), Step::Orders(_)) => Hint {
            kind: HintKind::Price,
            note: "D1 becomes D and D2 becomes elimination".into(),
            rolls: true,
            ..plain("No Retreat! for this attack")
        },
        Action::Retreats if matches!(game.step(), Step::Orders(_)) => {
            Hint { rolls: true, ..plain("allow retreats") }
        }
        _ => return None,
    })
}

/// Who attacks a hex so far.
fn joined(game: &Stalingrad, hex: HexId) -> String {
    let attack = game.plan.attack_on(hex).map(|place| game.plan.attacks()[place]);
    attack.map_or_else(String::new, |attack| format!("joins {}", game.list(attack.attackers)))
}

/// Where a unit is, and where it goes or strikes.
fn between(game: &Stalingrad, unit: UnitId, to: &[HexId]) -> Vec<String> {
    let from = game.field.hex_of(unit);
    from.iter().chain(to).map(|&hex| game.number(hex).to_owned()).collect()
}

/// The die follows at once where nobody is asked for risks or orders and the attack is not called off (STAL-CRT-6).
fn rolls_at_once(game: &Stalingrad, hex: HexId) -> bool {
    let Some(place) = game.plan.named(hex) else { return false };
    let planned = &game.plan.attacks()[place];
    let is_whole = (planned.attackers - game.field.on_map()).is_empty()
        && !planned.attackers.meets(game.field.all(crate::field::Status::Disrupted));
    game.phasing == Side::German && !planned.exchange && is_whole
}

fn buying(game: &Stalingrad, unit: UnitId) -> Hint {
    let fight = &game.fight;
    let more = fight.bought | fight.formation(&game.field, unit);
    let note = format!("{} to pay in all", fight.price(game.field.charts(), more));
    Hint { kind: HintKind::Price, note, ..plain(&format!("pay for {}", game.name(unit))) }
}

fn demand(number: &str, hexes: u8) -> Hint {
    plain(&match hexes {
        0 => format!("the defenders of {number} may stay"),
        1 => format!("the defenders of {number} retreat 1 hex"),
        _ => format!("the defenders of {number} retreat {hexes} hexes"),
    })
}

fn advance(game: &Stalingrad, unit: UnitId, hex: HexId, on: Option<HexId>) -> Hint {
    let hexes: Vec<HexId> = [hex].into_iter().chain(on).collect();
    let end = game.number(on.unwrap_or(hex));
    let hugs = game.field.held_by(game.phasing.enemy()).contains(hex);
    let (kind, verb) =
        if hugs { (HintKind::Stop, "goes in among the enemy in") } else { (HintKind::Go, "advances to") };
    Hint { kind, path: between(game, unit, &hexes), ..plain(&format!("{} {verb} {end}", game.name(unit))) }
}
