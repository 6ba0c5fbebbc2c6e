//! What a decision looks like before it is made: its way, its price, the words for its button.

mod fighting;
mod support;

use kit::{Fraction, Hint, HintKind, chance, map::HexId, objection::Silent};

use super::{
    Stalingrad,
    view::{in_hand, place_name},
};
use crate::{
    action::Action,
    flow::{Move, Step},
    movement::{MoveRange, Way},
    results::Fate,
    skies::Errand,
    stacking,
    units::{Side, UnitId, UnitKind, Units},
};

pub(super) fn hint(game: &Stalingrad, action: Action) -> Hint {
    if let Some(hint) = fighting::hint(game, action).or_else(|| support::hint(game, action)) {
        return hint;
    }
    match action {
        Action::Deploy => plain("set up as history had it"),
        Action::Pick(_) => Hint { kind: HintKind::Pick, ..Hint::default() },
        Action::To(hex) => going(game, hex),
        Action::Step(hex) => stepping(game, hex),
        Action::Stay if game.way.hexes().is_empty() => back("put it back: it has not moved"),
        Action::Stay => back("give the way up: it has not moved"),
        Action::EastBank => plain("begin on the east bank"),
        Action::Guns(hex) => plain(&format!("the guns stand in {}", game.number(hex))),
        Action::NoRetreat => {
            let note = "D1 becomes D and D2 becomes elimination, until your next turn".to_owned();
            Hint { kind: HintKind::Price, note, ..plain("No Retreat! for all units") }
        }
        Action::Retreats => {
            let note = "strongpoints and the summit hold all the same".to_owned();
            Hint { note, ..plain("allow retreats") }
        }
        Action::Enter(unit, hex) => Hint {
            kind: HintKind::Go,
            note: "may move on in this turn".to_owned(),
            ..plain(&format!("{} comes on at {}", game.name(unit), game.number(hex)))
        },
        Action::Done => done(game),
        _ => Hint::default(),
    }
}

fn plain(label: &str) -> Hint {
    Hint { label: label.to_owned(), ..Hint::default() }
}

fn back(label: &str) -> Hint {
    Hint { kind: HintKind::Back, ..plain(label) }
}

/// A unit in hand goes to a hex: to begin there, or by the way that the rules take (STAL-R73).
fn going(game: &Stalingrad, hex: HexId) -> Hint {
    let Some(unit) = in_hand(game) else { return Hint::default() };
    if !matches!(game.step(), Step::Move(_)) {
        let room = stacking::size_in(&game.field, hex);
        let note = if room == 0 { String::new() } else { stacked(game, hex) };
        return Hint { kind: HintKind::Go, note, ..Hint::default() };
    }
    let range = game.range(unit);
    range.way(hex).map_or_else(Hint::default, |way| along(game, unit, &range, &way))
}

/// The next hex of a way that is laid hex by hex: what the way is like if it goes there.
fn stepping(game: &Stalingrad, hex: HexId) -> Hint {
    let Some(unit) = in_hand(game) else { return Hint::default() };
    let range = game.range(unit);
    let way = game.way.then(hex);
    let mut hint = along(game, unit, &range, &way);
    if range.check_way::<Silent>(&way).is_err() {
        let more = "but the way cannot end here";
        hint.note = format!("{}, {more}", hint.note);
    }
    Hint { label: format!("by way of {}", game.number(hex)), ..hint }
}

/// A way with its price: hexes, movement points where they count (STAL-MOV-2), bombs (STAL-MOV-5), the headquarters'
/// disruption (STAL-MOV-7), and whether it ends in a zone of control (STAL-ZOC-2).
fn along(game: &Stalingrad, unit: UnitId, range: &MoveRange<'_>, way: &Way) -> Hint {
    let Some(end) = way.end() else { return Hint::default() };
    let start = game.field.hex_of(unit);
    let path: Vec<String> = start.iter().chain(way.hexes()).map(|&hex| game.number(hex).to_owned()).collect();
    let spent = range.spent_along(way);
    let hexes = way.hexes().len();
    let mut notes = vec![match range.limit_to(end) {
        Some(limit) if hexes > 1 => {
            format!("{} of {limit} hexes, from contact to contact", spent.last().copied().unwrap_or_default())
        }
        _ if hexes == 1 => "1 hex".to_owned(),
        _ => format!("{hexes} hexes"),
    }];
    let mut kind = HintKind::Go;
    if game.field.is_mixed(end) {
        notes.push("into a shared hex, the whole move".into());
        kind = HintKind::Stop;
    } else if range.must_stop_in(end) {
        notes.push("stops in a zone of control".into());
        kind = HintKind::Stop;
    }
    if game.field.is_kind(unit, UnitKind::Headquarters) {
        notes.push("moving Disrupts it".into());
        kind = HintKind::Price;
    }
    if let Some(words) = bombs(game, unit, way) {
        notes.push(words);
        kind = HintKind::Price;
    }
    let spent = spent.iter().map(ToString::to_string).collect();
    Hint { kind, path, spent, note: notes.join(", "), ..Hint::default() }
}

/// STAL-MOV-5: what awaits a long Russian move; nothing where no bombs fall.
fn bombs(game: &Stalingrad, unit: UnitId, way: &Way) -> Option<String> {
    if game.field.side(unit) != Side::Russian
        || way.hexes().len() <= game.field.charts().moves.free_of_attack.into()
    {
        return None;
    }
    let march = game.bombs_on(unit, way);
    let odds = chance::odds(&march).ok()?;
    let fates = [Fate::Unharmed, Fate::Disrupted, Fate::Eliminated];
    let [whole, stopped, lost] = fates.map(|fate| odds.chance(|end| end.fate == fate));
    if whole == Fraction::new(1, 1) {
        return None;
    }
    let from = if game.house.attack_whole_move { "on every hex" } else { "from the fourth hex on" };
    Some(format!("bombed {from}: arrives {whole}, Disrupted on the way {stopped}, eliminated {lost}"))
}

/// How much stands in a hex already.
fn stacked(game: &Stalingrad, hex: HexId) -> String {
    let halves = |size: u8| kit::Factor::halves(size.into());
    let most = game.field.charts().stacking_limit;
    format!("{} of {} stacked there", halves(stacking::size_in(&game.field, hex)), halves(most))
}

fn done(game: &Stalingrad) -> Hint {
    match game.step() {
        Step::SetUp(_) => plain("begin the battle"),
        Step::Arrivals(_) => Hint { kind: HintKind::End, ..plain("end reinforcements") },
        Step::Move(Move { picked: None }) => {
            let left = game.movable().len();
            let note = format!("{left} {} not moved", if left == 1 { "unit has" } else { "units have" });
            Hint { kind: HintKind::End, note, ..plain("end movement") }
        }
        Step::Move(Move { picked: Some(unit) }) => {
            let hint = along(game, unit, &game.range(unit), &game.way);
            let end = game.way.end().map(|hex| place_name(game, hex)).unwrap_or_default();
            Hint { label: format!("march to {end}"), ..hint }
        }
        // Who has placed his last sniper and says once more that he is done must see what he closes.
        Step::Allocate(_) if game.plan.is_empty() => {
            let able = could_attack(game).len();
            let note = format!("{able} {} attack", if able == 1 { "unit could" } else { "units could" });
            Hint { kind: HintKind::End, note, ..plain("nobody attacks") }
        }
        Step::Allocate(_) => plain("resolve the attacks"),
        Step::Missions(step) if step.is_laying() => plain("these are all lines"),
        // If nobody flies, the moves come next and it can be taken back until then; else bombs fall, and it cannot.
        Step::Missions(_) if game.korps().all(|korps| game.errand(korps) == Errand::None) => {
            plain("no more missions")
        }
        Step::Missions(_) => Hint { kind: HintKind::End, ..plain("no more missions") },
        Step::Intercepting(_) => Hint { kind: HintKind::End, ..plain("let them fly") },
        Step::Posting(_) => Hint { kind: HintKind::End, ..plain("the snipers lie well") },
        Step::Sniping(_) | Step::Firing(_) => Hint { kind: HintKind::End, ..plain("hold fire") },
        Step::Answering(_) | Step::ShootingBack(_) => plain("do not answer"),
        Step::Disbanding(_) => plain("nobody else"),
        Step::Repairs(_) => Hint { kind: HintKind::End, ..plain("no repairs") },
        Step::Crossings(_) | Step::SniperReturns(_) => Hint { kind: HintKind::End, ..plain("no more boats") },
        Step::Advance(_) => Hint { kind: HintKind::End, ..plain("nobody else advances") },
        _ => Hint { kind: HintKind::End, ..plain("done") },
    }
}

/// Who could be sent against somebody.
fn could_attack(game: &Stalingrad) -> Units {
    let mut able = Units::NONE;
    game.plan.any_attack(&game.field, game.phasing, |unit, _| {
        able.insert(unit);
        false
    });
    able
}
