//! The Combat Phase up to the die: target, attackers, lead, evasion (LINE-X-CMB-1, LINE-X-CMB-8).

use std::borrow::Cow;

use kit::{Dice, Die, Fought, Journal, Reading, Refusal, Sums};

use super::{Combat, Step, outcome, tell};
use crate::{
    action::Action,
    army::{UnitId, Units},
    battle::results::{COMBAT, EVADE, STAND},
    charts::{Code, charts},
    clash::{self, Announced},
    field::Mark,
    game::{Battleline, seat},
    objection::{Objection, Silent, no},
    retreat::Flight,
};

pub(super) fn is_open(game: &Battleline) -> bool {
    clash::targets(&game.field, game.house_rules, game.active).next().is_some()
}

/// Those who may still join the attack.
fn joiners(game: &Battleline) -> Units {
    let combat = &game.combat;
    let joined: Units = combat.attackers().iter().copied().collect();
    clash::joiners(&game.field, game.house_rules, combat.defender) - joined
}

/// The attack as it stands.
fn announced<E: Objection>(game: &Battleline) -> Result<Announced, E> {
    let Combat { defender, .. } = game.combat;
    let attackers = game.combat.attackers();
    clash::announce(&mut Sums::default(), &game.field, game.house_rules, defender, attackers)
}

/// Those who count for most, one of whom leads.
fn leads(game: &Battleline) -> Units {
    announced::<Silent>(game).map_or(Units::NONE, |announced| announced.leads)
}

pub(super) fn actions(game: &Battleline, out: &mut Vec<Action>) {
    match game.step {
        Step::Combat => {
            out.extend(clash::targets(&game.field, game.house_rules, game.active).map(Action::Attack));
            out.push(Action::Done);
        }
        Step::Announcing => {
            out.extend(joiners(game).iter().map(Action::Join));
            if announced::<Silent>(game).is_ok() {
                out.push(Action::Fight);
            }
        }
        Step::Leading => out.extend(leads(game).iter().map(Action::Lead)),
        Step::Evading => out.extend([Action::Evade, Action::Stand]),
        _ => {}
    }
}

pub(super) fn check(game: &Battleline, action: Action) -> Option<Result<(), Refusal>> {
    Some(match (game.step, action) {
        (Step::Combat, Action::Done) | (Step::Evading, Action::Evade | Action::Stand) => Ok(()),
        (Step::Combat, Action::Attack(defender)) => check_target(game, defender),
        (Step::Announcing, Action::Join(unit)) => check_join(game, unit),
        (Step::Announcing, Action::Fight) => announced::<Refusal>(game).map(|_| ()),
        (Step::Leading, Action::Lead(unit)) => check_lead(game, unit),
        _ => return None,
    })
}

fn check_target(game: &Battleline, defender: UnitId) -> Result<(), Refusal> {
    let (field, name) = (&game.field, game.field.name(defender));
    clash::may_be_attacked::<Refusal>(field, game.active, defender)?;
    if clash::is_open_to_attack(field, game.house_rules, defender) {
        return Ok(());
    }
    let joiners: Vec<UnitId> = clash::joiners(field, game.house_rules, defender).iter().collect();
    if joiners.is_empty() {
        return no("LINE-X-CMB-3", name, "none of your units can join an attack on it");
    }
    clash::check_announcement(field, game.house_rules, defender, &joiners).map(|_| ())
}

fn check_join(game: &Battleline, unit: UnitId) -> Result<(), Refusal> {
    if game.combat.attackers().contains(&unit) {
        return no("LINE-X-CMB-2", game.field.name(unit), "it has joined this attack already");
    }
    clash::check_join(&game.field, game.house_rules, game.combat.defender, unit)
}

fn check_lead(game: &Battleline, unit: UnitId) -> Result<(), Refusal> {
    if leads(game).contains(unit) {
        return Ok(());
    }
    let reason = "the lead is an attacker whose modified attack factor is the greatest";
    no("LINE-X-CMB-7", game.field.name(unit), reason)
}

pub(super) fn perform<D: Dice, J: Journal>(
    game: &mut Battleline,
    action: Action,
    dice: &mut D,
    journal: &mut J,
) {
    match (game.step, action) {
        (_, Action::Attack(defender)) => {
            game.combat = Combat::against(defender, game.field.hex(defender));
            game.step = Step::Announcing;
        }
        (_, Action::Join(unit)) => game.combat.join(unit),
        (_, Action::Fight) => {
            let leads = leads(game);
            match leads.first() {
                Some(lead) if leads.len() == 1 => announce(game, lead, dice, journal),
                _ => game.step = Step::Leading,
            }
        }
        (_, Action::Lead(lead)) => announce(game, lead, dice, journal),
        (_, Action::Evade) => evade(game, dice, journal),
        (_, Action::Stand) => resolve(game, dice, journal),
        _ => {}
    }
}

/// The attack is announced, and all of it is fixed, the facings too (LINE-R31, LINE-R25); what LINE-R24 once said of a
/// status that changes before the die cannot happen.
fn announce<D: Dice, J: Journal>(game: &mut Battleline, lead: UnitId, dice: &mut D, journal: &mut J) {
    let Ok(fixed) = announced::<Silent>(game) else { return };
    let combat = game.combat;
    let (defender, attackers) = (combat.defender, combat.attackers());
    let evade = clash::evasion::<Silent>(&game.field, &fixed, defender, attackers, lead);
    for &unit in attackers {
        game.field.set(unit, Mark::Attacked, true);
    }
    game.field.set(defender, Mark::Defended, true);
    if game.house_rules.pinned_factor {
        game.field.pin(defender, Some(fixed.row));
    }
    game.combat.lead = lead;
    game.combat.row = fixed.row;
    game.combat.column = fixed.column;
    game.combat.stand = fixed.stand.unwrap_or(0) as u8;
    game.combat.evade = evade.unwrap_or(0) as u8;
    let field = &game.field;
    tell(journal, "LINE-X-CMB-8", field, [defender, lead], || {
        let names: Vec<&str> = combat.attackers().iter().map(|&unit| field.name(unit)).collect();
        let column = &charts().tables.crt.sheet().heads()[usize::from(fixed.column)];
        let (attack, defence) = (fixed.attack, fixed.defence);
        let (names, target) = (names.join(", "), field.name(defender));
        format!("{names} attack {target}: {attack} to {defence}, column {column}, {}.", fixed.row)
    });
    if evade.is_ok() {
        game.step = Step::Evading;
    } else {
        resolve(game, dice, journal);
    }
}

/// The defender slips away, or the combat goes on (LINE-X-EVA-1).
fn evade<D: Dice, J: Journal>(game: &mut Battleline, dice: &mut D, journal: &mut J) {
    let Combat { defender, evade, .. } = game.combat;
    let slips_away = dice.at_most(Die::D6, evade.into(), EVADE);
    let field = &game.field;
    tell(journal, "LINE-X-EVA-1", field, [defender], || {
        let does = if slips_away { "slips away" } else { "does not get away and must fight" };
        format!("{} {does}.", field.name(defender))
    });
    if slips_away {
        outcome::choose_way(game, defender, Flight::Evasion, dice, journal);
    } else {
        resolve(game, dice, journal);
    }
}

/// The Stand Test if it is due, then the die on Table 4 (LINE-X-MOR-3, LINE-CRT-1, LINE-R17).
fn resolve<D: Dice, J: Journal>(game: &mut Battleline, dice: &mut D, journal: &mut J) {
    let Combat { defender, stand, column, .. } = game.combat;
    if stand > 0 && !dice.at_most(Die::D6, stand.into(), STAND) {
        let field = &game.field;
        tell(journal, "LINE-X-MOR-3", field, [defender], || {
            format!("{} does not stand and routs at once.", field.name(defender))
        });
        journal.battle(|| fought(game, None));
        return outcome::strike(game, Code::Rt, dice, journal);
    }
    let face = dice.roll(Die::D6, COMBAT);
    let crt = &charts().tables.crt;
    let (row, column) = (crt.row_at(0, face.into()), usize::from(column));
    let code = *crt.at(row, column);
    let field = &game.field;
    journal.cell(|| crt.sheet().cell(row, column, field.name(defender)));
    tell(journal, "LINE-CRT-1", field, [defender], || format!("The die shows {face}: {code}."));
    journal.battle(|| fought(game, Some(code)));
    outcome::strike(game, code, dice, journal);
}

/// The combat for studies: what came of it, nothing if the defender did not stand, and what the dice of the Stand Test and
/// of Table 4 could have given (LINE-X-MOR-3, LINE-CRT-1).
fn fought(game: &Battleline, code: Option<Code>) -> Fought {
    let Combat { defender, hex, stand, column, .. } = game.combat;
    let words =
        |code: Option<Code>| code.map_or(Cow::Borrowed("does not stand"), |code| code.to_string().into());
    let faces = Die::D6.sides();
    let (stands, flees) =
        if stand == 0 { (1, 0) } else { (stand.into(), u32::from(faces) - u32::from(stand)) };
    let codes = (1..=faces).map(|face| *charts().tables.crt.look_up(face.into(), usize::from(column)));
    let mut chances: Vec<(Cow<'static, str>, u32)> = Vec::new();
    let ways = codes.map(|code| (Some(code), stands)).chain([(None, flees * u32::from(faces))]);
    for (result, weight) in ways.filter(|(_, weight)| *weight > 0).map(|(code, weight)| (words(code), weight))
    {
        match chances.iter_mut().find(|(known, _)| *known == result) {
            Some((_, sum)) => *sum += weight,
            None => chances.push((result, weight)),
        }
    }
    Fought {
        seat: seat(game.active),
        attackers: game.combat.attackers().iter().map(|&unit| game.field.name(unit).into()).collect(),
        readings: vec![Reading {
            who: game.field.name(defender).into(),
            hex: game.battlefield().number(hex).into(),
            column: charts().tables.crt.sheet().heads()[usize::from(column)].as_str().into(),
            result: words(code),
            chances,
        }],
    }
}
