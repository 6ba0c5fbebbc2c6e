//! What can be laid over the map: zones of control, supply, the range of a unit, what must be taken, the river, the view
//! from the summit, threats.

mod threats;

use kit::{CounterId, HexNote, Look, Overlay, Trace, Viewer, map::HexId};

use super::{Stalingrad, seat, view::place_name};
use crate::{
    crossing::{Outlook, outlook},
    movement::MoveRange,
    supply::Supply,
    units::{Side, UnitId},
    victory,
};

/// Short names and titles.
pub(super) const OVERLAYS: &[(&str, &str)] = &[
    ("zones", "Zones of control"),
    ("supply", "Supply"),
    ("range", "Range"),
    ("objectives", "Objectives"),
    ("crossings", "Volga crossings"),
    ("observation", "Summit and guns"),
    ("threats", "Threats"),
];

const SIDES: [Side; 2] = [Side::German, Side::Russian];

pub(super) fn overlay(
    game: &Stalingrad,
    name: &str,
    viewer: Viewer,
    unit: Option<CounterId>,
) -> Option<Overlay> {
    let &(name, title) = OVERLAYS.iter().find(|(known, _)| *known == name)?;
    let blank = Overlay { name: name.to_owned(), title: title.to_owned(), ..Overlay::default() };
    let unit = unit.and_then(UnitId::on).filter(|&unit| game.theatre().units.contains(unit));
    Some(match name {
        "zones" => zones_of_control(game, blank),
        "supply" => supply(game, blank, unit),
        "range" => range(game, blank, unit),
        "objectives" => objectives(game, blank),
        "crossings" => crossings(game, blank, unit),
        "observation" => observation(game, blank),
        _ => threats::threats(game, blank, viewer),
    })
}

fn note(game: &Stalingrad, hex: HexId, side: Side, look: Look) -> HexNote {
    HexNote { hex: game.number(hex).to_owned(), seat: Some(seat(side)), look, ..HexNote::default() }
}

/// All zones stop movement (STAL-ZOC-2); those of undisrupted units bar supply and retreats too (STAL-R15).
fn zones_of_control(game: &Stalingrad, mut overlay: Overlay) -> Overlay {
    "Close hatching: zones of UnDisrupted units. Wide hatching: zones of Disrupted units, which stop movement but bar no \
     supply. Panzers and pioneers have none."
        .clone_into(&mut overlay.legend);
    overlay.clauses = vec!["STAL-ZOC-1", "STAL-ZOC-2", "STAL-R15"];
    for side in SIDES {
        let firm = game.theatre().beside(game.field.firm_sources(side));
        for hex in game.field.zones(side) {
            let (look, of) =
                if firm.contains(hex) { (Look::Hatch, "") } else { (Look::Thin, " of Disrupted units") };
            let words = format!("{} zone of control{of}", side.name());
            overlay.hexes.push(HexNote { words, ..note(game, hex, side, look) });
        }
    }
    overlay
}

/// Sources, contested hexes, who is cut off, and the line of a chosen unit (STAL-SUP-1 to STAL-SUP-5).
fn supply(game: &Stalingrad, mut overlay: Overlay, unit: Option<UnitId>) -> Overlay {
    let field = &game.field;
    let line = match unit {
        Some(_) => "Line: how supply reaches the selected unit.",
        None => "Select a unit to see its line.",
    };
    overlay.legend = format!(
        "Dots: sources. Wide hatching: contested hexes, of which a line passes two in a row at most. Crossed out: cut \
         off. {line}"
    );
    overlay.clauses = vec!["STAL-SUP-1", "STAL-SUP-2", "STAL-SUP-3", "STAL-SUP-4", "STAL-R62"];
    for side in SIDES {
        let (sources, cut_off) = (Supply::sources(field, side), Supply::of(field, side).cut_off(field));
        overlay.hexes.extend(sources.iter().map(|hex| note(game, hex, side, Look::Source)));
        for hex in Supply::contested(field, side) {
            let words = format!("contested for {} supply", side.name());
            overlay.hexes.push(HexNote { words, ..note(game, hex, side, Look::Thin) });
        }
        for hex in field.hexes_of(cut_off) {
            let words = format!("{} units are out of supply", side.name());
            overlay.hexes.push(HexNote { words, ..note(game, hex, side, Look::Cut) });
        }
    }
    if let Some((unit, hex)) = unit.and_then(|unit| Some((unit, field.hex_of(unit)?)))
        && let Some(line) = Supply::line(field, field.side(unit), hex)
    {
        let words = match line.len() {
            1 => format!("{} stands at a source", game.name(unit)),
            hexes => format!("supply of {}, {} hexes", game.name(unit), hexes - 1),
        };
        let hexes = line.into_iter().map(|hex| game.number(hex).to_owned()).collect();
        overlay.traces.push(Trace { words, hexes, seat: seat(field.side(unit)), whole: true });
    }
    overlay
}

/// Where a unit can go when it moves next (STAL-MOV-2 to STAL-MOV-9).
fn range(game: &Stalingrad, mut overlay: Overlay, unit: Option<UnitId>) -> Overlay {
    overlay.clauses = vec!["STAL-MOV-2", "STAL-MOV-3", "STAL-ZOC-2"];
    let Some(unit) = unit.filter(|&unit| game.field.hex_of(unit).is_some()) else {
        "Select a unit to see where it can go.".clone_into(&mut overlay.legend);
        return overlay;
    };
    let (name, side) = (game.name(unit), game.field.side(unit));
    let supply = Supply::of(&game.field, side);
    let range = MoveRange::of(&game.field, unit, &supply);
    overlay.legend = format!("Where {name} can go when it moves, and how many hexes it takes; ! is bombed.");
    for hex in range.ends() {
        let Some(way) = range.way(hex) else { continue };
        let hexes = way.hexes().len();
        let free = usize::from(game.field.charts().moves.free_of_attack);
        let is_bombed = side == Side::Russian && hexes > free && game.flyable_korps() > 0;
        let mut words = format!("{name}: {hexes} {}", if hexes == 1 { "hex" } else { "hexes" });
        if is_bombed {
            words.push_str(", bombed on the way");
        }
        overlay.hexes.push(HexNote {
            level: (5 + hexes * 4).min(90) as u8,
            label: format!("{hexes}{}", if is_bombed { "!" } else { "" }),
            words,
            ..note(game, hex, side, Look::Tint)
        });
    }
    overlay
}

/// What the German needs to win (STAL-VIC-1).
fn objectives(game: &Stalingrad, mut overlay: Overlay) -> Overlay {
    let (theatre, missing) = (game.theatre(), victory::missing(game));
    overlay.legend = format!(
        "The German holds {} of {} objectives; hatched: taken, tinted: to be taken.",
        theatre.objectives.len() - missing.len(),
        theatre.objectives.len()
    );
    overlay.clauses = vec!["STAL-VIC-1", "STAL-R37"];
    for hex in theatre.objectives {
        let place = place_name(game, hex);
        overlay.hexes.push(if missing.contains(hex) {
            let shared = game.field.german.contains(hex);
            let words =
                if shared { format!("{place}: Russians are in it") } else { format!("{place} is Russian") };
            HexNote { level: 60, label: "take".into(), words, ..note(game, hex, Side::Russian, Look::Tint) }
        } else {
            HexNote { words: format!("{place} is taken"), ..note(game, hex, Side::German, Look::Hatch) }
        });
    }
    if let Some(hex) = game.field.headquarters().filter(|_| theatre.headquarters_matters) {
        let holds = victory::headquarters_holds(game);
        let words = format!(
            "62nd Army's headquarters {}",
            if holds { "is in the city and must be driven out" } else { "is out of the city" }
        );
        let look = if holds { Look::Cut } else { Look::Source };
        overlay.hexes.push(HexNote { label: "HQ".into(), words, ..note(game, hex, Side::Russian, look) });
    }
    overlay
}

/// The hazard of every landing hex (STAL-VOL-9 to STAL-VOL-12), with its account.
fn crossings(game: &Stalingrad, mut overlay: Overlay, unit: Option<UnitId>) -> Overlay {
    "How a crossing fares at night on each shore hex: the darker, the worse; the number is the chance to get across."
        .clone_into(&mut overlay.legend);
    overlay.clauses = vec!["STAL-VOL-9", "STAL-VOL-10", "STAL-VOL-11", "STAL-VOL-12"];
    let (theatre, field) = (game.theatre(), &game.field);
    let freezing = theatre.turn(game.turn).freezing;
    for hex in theatre.shore {
        let place = place_name(game, hex);
        let Some(outlook) = outlook(field, hex, freezing, game.flyable_korps()) else {
            let words = format!("{place}: nobody lands on Germans");
            overlay.hexes.push(HexNote { words, ..note(game, hex, Side::Russian, Look::Cut) });
            continue;
        };
        let Outlook { level, levels, night, day, ref reasons, across, destroyed } = outlook;
        let why = if reasons.is_empty() { "nothing against it".to_owned() } else { reasons.join(", ") };
        let is_full = unit.is_some_and(|unit| {
            field.side(unit) == Side::Russian && !crate::stacking::has_room(field, unit, hex)
        });
        let room = if is_full { "; no room for the selected unit" } else { "" };
        overlay.hexes.push(HexNote {
            level: (level * 100 / (levels - 1)) as u8,
            label: format!("{across}/6"),
            words: format!(
                "{place}, {night} at night ({why}): across on {across} of 6, destroyed on {destroyed}; {day} by day{room}"
            ),
            ..note(game, hex, Side::Russian, Look::Tint)
        });
    }
    overlay
}

/// What the summit of Mamaev Kurgan sees (STAL-ART-4, STAL-VOL-9), and how far the guns reach (STAL-ART-2).
fn observation(game: &Stalingrad, mut overlay: Overlay) -> Overlay {
    let (theatre, field, charts) = (game.theatre(), &game.field, game.field.charts());
    overlay.clauses = vec!["STAL-ART-2", "STAL-ART-4", "STAL-VOL-9"];
    let owner = if field.german.contains(theatre.summit) { Side::German } else { Side::Russian };
    let observes = field.held_by(Side::Russian).contains(theatre.summit);
    let meaning = match (owner, observes) {
        (Side::German, _) => "Germans on the summit make landings in its view more dangerous",
        (Side::Russian, true) => "Russians on the summit observe for the guns",
        (Side::Russian, false) => "nobody on the summit observes for the guns",
    };
    overlay.legend =
        format!("Close hatching: in view of the summit; {meaning}. Wide hatching: within reach of the guns.");
    let view = theatre.within(theatre.summit, charts.barrage.observed) & theatre.land;
    let reach = theatre.within(field.guns, charts.barrage.range) & theatre.land;
    let looks = [
        (view, owner, Look::Hatch, "in view of the summit"),
        (reach, Side::Russian, Look::Thin, "within reach of the guns"),
    ];
    for (hexes, side, look, words) in looks {
        let notes =
            hexes.iter().map(|hex| HexNote { words: words.to_owned(), ..note(game, hex, side, look) });
        overlay.hexes.extend(notes);
    }
    for (hex, label, side) in [(theatre.summit, "summit", owner), (field.guns, "guns", Side::Russian)] {
        overlay.hexes.push(HexNote {
            label: label.into(),
            words: label.into(),
            ..note(game, hex, side, Look::Source)
        });
    }
    overlay
}
