//! The Combat Phase up to the die: target, attackers, lead, evasion (LINE-X-CMB-1, LINE-X-CMB-8).

use super::{Evasion, Fight, Reorganizing, Standing, active_name, not_asked, tell};
use crate::{
    clash::{self, Announced},
    prelude::*,
};

/// The next combat (LINE-X-CMB-1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Combat;

impl Decision<Battleline> for Combat {
    fn prompt(self, game: &Battleline) -> Prompt {
        let words = format!("{} attacks: name a defender, or be done", active_name(game));
        Prompt::new(words, &["LINE-X-CMB-1", "LINE-X-CMB-2"])
    }

    fn choices(self, game: &Battleline, out: &mut Vec<Action>) {
        out.extend(clash::targets(&game.field, game.house_rules, game.active).map(Action::Attack));
        out.push(Action::Done);
    }

    fn check<E: Objection>(self, game: &Battleline, action: Action) -> Result<(), E> {
        match action {
            Action::Done => Ok(()),
            Action::Attack(defender) => check_target(game, defender),
            _ => not_asked(game, action),
        }
    }

    fn effect<J: Journal>(self, game: &mut Battleline, action: Action, journal: &mut J) {
        let Action::Attack(defender) = action else { return self.pass(game, journal) };
        game.combat = Fight::against(defender, game.field.hex(defender));
        game.flow.call(Announcing);
    }

    fn is_open(self, game: &Battleline) -> bool {
        clash::targets(&game.field, game.house_rules, game.active).next().is_some()
    }

    fn pass<J: Journal>(self, game: &mut Battleline, _: &mut J) {
        // LINE-R6: what pinned a unit counts in its own next Combat Phase, which is over.
        game.field.unpin(game.active);
        game.flow.goto(Reorganizing);
    }
}

fn check_target<E: Objection>(game: &Battleline, defender: UnitId) -> Result<(), E> {
    let (field, name) = (&game.field, game.field.name(defender));
    clash::may_be_attacked(field, game.active, defender)?;
    if clash::is_open_to_attack(field, game.house_rules, defender) {
        return Ok(());
    }
    let joiners: Vec<UnitId> = clash::joiners(field, game.house_rules, defender).iter().collect();
    no_if(joiners.is_empty(), "LINE-X-CMB-3", name, || "none of your units can join an attack on it".into())?;
    clash::announce(&mut Sums::default(), field, game.house_rules, defender, &joiners).map(|_| ())
}

/// The attack as it stands.
fn announced<E: Objection>(game: &Battleline) -> Result<Announced, E> {
    let fight = &game.combat;
    let (defender, attackers) = (fight.defender, fight.attackers());
    clash::announce(&mut Sums::default(), &game.field, game.house_rules, defender, attackers)
}

/// Those who count for most, one of whom leads.
fn leads(game: &Battleline) -> Units {
    announced::<Silent>(game).map_or(Units::NONE, |announced| announced.leads)
}

/// Who joins the attack.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Announcing;

impl Decision<Battleline> for Announcing {
    fn prompt(self, game: &Battleline) -> Prompt {
        let defender = game.field.name(game.combat.defender);
        let words = format!("Who attacks {defender}? Fight when all have joined");
        Prompt::new(words, &["LINE-X-CMB-3", "LINE-R1"])
    }

    fn choices(self, game: &Battleline, out: &mut Vec<Action>) {
        let joined: Units = game.combat.attackers().iter().copied().collect();
        let joiners = clash::joiners(&game.field, game.house_rules, game.combat.defender) - joined;
        out.extend(joiners.iter().map(Action::Join));
        if announced::<Silent>(game).is_ok() {
            out.push(Action::Fight);
        }
    }

    fn check<E: Objection>(self, game: &Battleline, action: Action) -> Result<(), E> {
        match action {
            Action::Fight => announced(game).map(|_| ()),
            Action::Join(unit) if game.combat.attackers().contains(&unit) => {
                no("LINE-X-CMB-2", game.field.name(unit), "it has joined this attack already")
            }
            Action::Join(unit) => clash::may_join(&game.field, game.house_rules, game.combat.defender, unit),
            _ => not_asked(game, action),
        }
    }

    fn effect<J: Journal>(self, game: &mut Battleline, action: Action, journal: &mut J) {
        if let Action::Join(unit) = action {
            return game.combat.join(unit);
        }
        let leads = leads(game);
        match leads.first() {
            Some(lead) if leads.len() == 1 => announce(game, lead, journal),
            _ => game.flow.goto(Leading),
        }
    }
}

/// Who leads it (LINE-X-CMB-7).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Leading;

impl Decision<Battleline> for Leading {
    fn prompt(self, _: &Battleline) -> Prompt {
        Prompt::new("Who leads the attack? He bears AD, AR and ARt", &["LINE-X-CMB-7"])
    }

    fn choices(self, game: &Battleline, out: &mut Vec<Action>) {
        out.extend(leads(game).iter().map(Action::Lead));
    }

    fn check<E: Objection>(self, game: &Battleline, action: Action) -> Result<(), E> {
        let Action::Lead(unit) = action else { return not_asked(game, action) };
        no_if(!leads(game).contains(unit), "LINE-X-CMB-7", game.field.name(unit), || {
            "the lead is an attacker whose modified attack factor is the greatest".into()
        })
    }

    fn effect<J: Journal>(self, game: &mut Battleline, action: Action, journal: &mut J) {
        if let Action::Lead(lead) = action {
            announce(game, lead, journal);
        }
    }
}

/// The attack is announced, and all of it is fixed, the facings too (LINE-R31, LINE-R25); what LINE-R24 once said of a
/// status that changes before the die cannot happen.
fn announce<J: Journal>(game: &mut Battleline, lead: UnitId, journal: &mut J) {
    let Ok(fixed) = announced::<Silent>(game) else { return };
    let Fight { defender, .. } = game.combat;
    let evade = clash::evasion::<_, Silent>(
        &mut Sums::default(),
        &game.field,
        &fixed,
        defender,
        game.combat.attackers(),
        lead,
    );
    for &unit in game.combat.attackers() {
        game.field.set(unit, Mark::Attacked, true);
    }
    game.field.set(defender, Mark::Defended, true);
    if game.house_rules.pinned_factor {
        game.field.pin(defender, Some(fixed.row));
    }
    game.combat = Fight {
        lead,
        row: fixed.row,
        column: fixed.column,
        stand: fixed.stand.unwrap_or(0) as u8,
        evade: evade.unwrap_or(0) as u8,
        ..game.combat
    };
    if evade.is_ok() {
        game.flow.goto(Evading);
    } else {
        game.flow.goto(Standing);
    }
    let (field, combat) = (&game.field, &game.combat);
    tell(journal, "LINE-X-CMB-8", field, [defender, lead], || {
        let names = field.names(combat.attackers().iter().copied());
        let column = &field.charts().heads()[usize::from(fixed.column)];
        let (attack, defence) = (fixed.attack, fixed.defence);
        let target = field.name(defender);
        format!("{names} attack {target}: {attack} to {defence}, column {column}, {}.", fixed.row)
    });
}

/// Whether the defender tries to slip away (LINE-X-EVA-1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Evading;

impl Decision<Battleline> for Evading {
    fn decider(self, game: &Battleline) -> Option<Seat> {
        Some(seat(game.field.side(game.combat.defender)))
    }

    fn prompt(self, game: &Battleline) -> Prompt {
        let Fight { defender, evade, column, .. } = game.combat;
        let (name, head) = (game.field.name(defender), &game.field.charts().heads()[usize::from(column)]);
        let words = format!("Does {name} slip away ({evade} in 6) or stay? The column is {head}");
        Prompt::new(words, &["LINE-X-EVA-1"])
    }

    fn choices(self, _: &Battleline, out: &mut Vec<Action>) {
        out.extend([Action::Evade, Action::Stand]);
    }

    fn check<E: Objection>(self, game: &Battleline, action: Action) -> Result<(), E> {
        if matches!(action, Action::Evade | Action::Stand) { Ok(()) } else { not_asked(game, action) }
    }

    fn effect<J: Journal>(self, game: &mut Battleline, action: Action, _: &mut J) {
        if action == Action::Evade {
            game.flow.goto(Evasion);
        } else {
            game.flow.goto(Standing);
        }
    }
}
