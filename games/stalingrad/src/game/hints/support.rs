//! Air, river, snipers and guns.

use kit::{Fraction, Hint, HintKind, map::HexId};

use super::{Stalingrad, plain};
use crate::{action::Action, units::UnitId};

/// The hint of a decision about air units, boats, snipers or guns, with its exact chances; none for any other.
pub(super) fn hint(game: &Stalingrad, action: Action) -> Option<Hint> {
    let (name, number) = (|unit: UnitId| game.name(unit), |hex: HexId| game.number(hex));
    let risky =
        |kind, rolls, label: &str| Hint { kind, rolls, note: game.risk_note(&action), ..plain(label) };
    Some(match action {
        Action::Bomb(korps) => {
            Hint { kind: HintKind::Strike, ..plain(&format!("{}: mass bombing", game.korps_name(korps))) }
        }
        Action::LineFrom(hex) => {
            Hint { kind: HintKind::Pick, ..plain(&format!("bombs from {} northward", number(hex))) }
        }
        Action::LineTo(hex) => risky(HintKind::Strike, false, &format!("bombs up to {}", number(hex))),
        Action::Support(korps) => plain(&format!("{}: close air support", game.korps_name(korps))),
        Action::Silence(korps) => {
            Hint { kind: HintKind::Strike, ..plain(&format!("{} silences the guns", game.korps_name(korps))) }
        }
        Action::Strike(hex, korps) => Hint {
            kind: HintKind::Strike,
            note: game.risk_note(&action),
            ..plain(&format!("{} attacks {}", game.korps_name(korps), number(hex)))
        },
        Action::Intercept(korps) => {
            risky(HintKind::Strike, true, &format!("intercept {}", game.korps_name(korps)))
        }
        Action::Post(sniper, hex) => Hint {
            kind: HintKind::Go,
            ..plain(&format!("{} lies in {}", game.field.sniper_name(sniper), number(hex)))
        },
        Action::Fire(sniper, unit) => {
            let label = format!("{} fires at {}", game.field.sniper_name(sniper), name(unit));
            risky(HintKind::Strike, true, &label)
        }
        Action::Answer(sniper) => {
            risky(HintKind::Strike, true, &format!("{} answers", game.field.sniper_name(sniper)))
        }
        Action::ShootBack => risky(HintKind::Strike, true, "shoot back"),
        Action::Volunteers => Hint { kind: HintKind::Price, ..plain("give units up of your own will") },
        Action::Disband(unit) => {
            Hint { kind: HintKind::Price, ..plain(&format!("{} is given up", name(unit))) }
        }
        Action::Repair(unit, hex) => {
            // With the Germans far off no die is needed.
            let rolls = game.repair_odds(unit) != Some(Fraction::new(1, 1));
            risky(HintKind::Go, rolls, &format!("repair {} in {}", name(unit), number(hex)))
        }
        Action::Cross(unit, hex) => {
            risky(HintKind::Price, true, &format!("{} crosses to {}", name(unit), number(hex)))
        }
        Action::Return(sniper, hex) => {
            let label = format!("{} crosses to {}", game.field.sniper_name(sniper), number(hex));
            risky(HintKind::Price, true, &label)
        }
        Action::Barrage(hex, second, third) => Hint {
            kind: HintKind::Strike,
            note: game.risk_note(&action),
            ..plain(&format!("shell {}, {} and {}", number(hex), number(second), number(third)))
        },
        Action::First(unit) => risky(HintKind::Plain, true, &format!("roll for {} first", name(unit))),
        _ => return None,
    })
}
