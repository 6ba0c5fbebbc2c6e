//! What a decision looks like before it is made: its way, its price, the words for its button.

use kit::{Hint, HintKind};

use crate::{
    deployment::{missing, to_place},
    flow::Move,
    prelude::*,
};

pub(super) fn hint(game: &Mars, action: Action) -> Hint {
    let name = |hex: HexId| game.number(hex);
    match action {
        Action::Deploy => {
            // Who has been placed by hand stays there.
            let (all, missing) = (to_place(&game.field, game.phasing), missing(&game.field, game.phasing));
            let whom = if missing == all { "set up" } else { "set up the rest" };
            Hint::new(format!("{whom} as the scenario has it"))
        }
        Action::Pick(_) => Hint::of(HintKind::Pick, ""),
        Action::To(hex) | Action::Via(hex) => going(game, hex, matches!(action, Action::Via(_))),
        Action::Stay => staying(game),
        Action::Exit => Hint::of(HintKind::Price, "leave the map for good"),
        Action::Attack(unit, hex) => {
            Hint { kind: HintKind::Strike, path: between(game, unit, hex), ..Hint::default() }
        }
        Action::Include(new, known) => {
            Hint::new(format!("attack {} together with {}", name(new), name(known)))
        }
        Action::Release(unit) => {
            Hint::of(HintKind::Back, format!("take {} out of its attack", game.name(unit)))
        }
        Action::Drop(hex) => Hint::of(HintKind::Back, format!("drop the attack on {}", name(hex))),
        Action::Commit => Hint::new("resolve the attacks"),
        Action::Pass if game.plan.battles().is_empty() => Hint::of(HintKind::End, "no attacks"),
        // What was planned would be lost: nobody is to do that by the way.
        Action::Pass => Hint::of(HintKind::Discard, "drop all attacks"),
        Action::Fight(hex) => Hint::of(HintKind::Strike, format!("fight for {}", name(hex))),
        Action::Probe => Hint::new("lower it to a probe"),
        Action::Full => Hint::new("attack in full"),
        Action::NoRetreat(unit) => Hint::new(format!("order {} not to retreat", game.name(unit))),
        Action::Roll => Hint::new("roll the die"),
        Action::IndexA => Hint::new("read the die by index A"),
        Action::IndexB => Hint::new("read the die by index B"),
        Action::Rout(unit, hexes) => Hint::new(match hexes {
            0 => format!("{} stays where it is", game.name(unit)),
            1 => format!("{} must retreat 1 hex", game.name(unit)),
            more => format!("{} must retreat {more} hexes", game.name(unit)),
        }),
        // Their orders say all.
        Action::Fortify(_) | Action::Lose(_) | Action::Spare(_) => Hint::default(),
        Action::SendAway(unit) => Hint::new(format!("send {} away for good", game.name(unit))),
        Action::BringIn(unit, hex) => {
            Hint::of(HintKind::Go, format!("bring {} in at {}", game.name(unit), name(hex)))
        }
        Action::Retreat(unit, hex) => {
            let words = format!("{} retreats to {}", game.name(unit), name(hex));
            Hint { path: between(game, unit, hex), ..Hint::of(HintKind::Go, words) }
        }
        Action::Halt => Hint::new("end the retreat here"),
        Action::Stand(unit) => {
            Hint::of(HintKind::Price, format!("{} stands and is Disrupted", game.name(unit)))
        }
        Action::Advance(unit, hex, on) => {
            let mut path = between(game, unit, hex);
            path.extend(on.map(|on| name(on).to_owned()));
            let farther = on.map(|on| format!(" and on to {}", name(on))).unwrap_or_default();
            let words = format!("{} advances to {}{farther}", game.name(unit), name(hex));
            Hint { path, ..Hint::of(HintKind::Go, words) }
        }
        Action::Done => done(game),
    }
}

fn between(game: &Mars, unit: UnitId, hex: HexId) -> Vec<String> {
    let from = game.field.hex_of(unit);
    from.into_iter().chain([hex]).map(|hex| game.number(hex).to_owned()).collect()
}

/// The way of the unit in hand to a hex and what it costs (MARS-MOV-2); a zone of control stops it (MARS-ZOC-6), a long
/// way takes its attack (MARS-MOV-3).
fn going(game: &Mars, hex: HexId, through: bool) -> Hint {
    let Step::Move(Move { picked: Some(unit), spent }) = game.step() else {
        return Hint { kind: HintKind::Go, ..Hint::default() };
    };
    let Ok(way) = movement::check_move_after::<Silent>(&game.field, unit, spent, hex) else {
        return Hint::default();
    };
    let name = |hex: HexId| game.number(hex).to_owned();
    let start = game.field.hex_of(unit).into_iter();
    let path = start.chain(way.path.hexes().iter().copied()).map(name).collect();
    let march = March::of(&game.field, game.phasing);
    let range = march.range_after(&game.field, unit, spent);
    let so_far = |&hex: &HexId| range.ordinary(hex).map(|more| halves(spent + more));
    let costs = way.path.hexes().iter().map_while(so_far).collect();
    let stops = march.zones.must_stop_in(hex);
    let at_most = movement::allowance(&game.field, unit).at_most;
    let mut note = match at_most {
        Some(most) if way.spent + spent <= most => {
            format!("{} of {} hexes", halves(way.spent + spent), halves(most))
        }
        _ => "minimum move".to_owned(),
    };
    let kind = if way.strains {
        note.push_str(", may not attack afterwards");
        HintKind::Price
    } else if stops {
        note.push_str(", stops in a zone of control");
        HintKind::Stop
    } else {
        HintKind::Go
    };
    let label = if through { format!("go through {}", name(hex)) } else { String::new() };
    Hint { label, kind, path, spent: costs, note, ..Hint::default() }
}

/// Half-hexes as hexes.
pub(super) fn halves(half_hexes: u8) -> String {
    match (half_hexes / 2, half_hexes % 2) {
        (0, 1) => "½".to_owned(),
        (whole, 0) => whole.to_string(),
        (whole, _) => format!("{whole}½"),
    }
}

fn staying(game: &Mars) -> Hint {
    match game.step() {
        Step::Move(Move { spent, .. }) if spent > 0 => Hint::new("stop here"),
        _ => Hint::of(HintKind::Back, "put it back"),
    }
}

fn done(game: &Mars) -> Hint {
    let (kind, label) = match game.step() {
        Step::SetUp(_) => (HintKind::Plain, "set-up is done"),
        Step::Fortify(_) => (HintKind::End, "end fortification"),
        Step::Reinforce(_) => (HintKind::End, "end reinforcements"),
        Step::Move(_) => (HintKind::End, "end movement"),
        Step::Advance(_) => (HintKind::End, "end the advance"),
        _ => (HintKind::Plain, "go on"),
    };
    Hint::of(kind, label)
}
