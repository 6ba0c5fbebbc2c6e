//! What a player sees. Nothing is hidden (MARS-GEN-1); north is up (MARS-GEN-4).

use std::borrow::Cow;

use kit::{
    Arrow, Badge, Branch, Called, Counter, Echelon, Figure, Goal, Mark, MarkKind, Objective, RollCall, Tone,
    View,
};

use crate::{
    flow::{self, Move},
    prelude::*,
    victory::Reason,
};

pub(super) fn view(game: &Mars) -> View {
    View {
        moment: moment(game),
        turn: turn(game),
        counters: game.theatre().units.iter().map(|unit| counter(game, unit)).collect(),
        marks: marks(game),
        arrows: arrows(game),
        score: victory::account(&game.field, game.house.handicap),
        objectives: objectives(game),
        goals: goals(game),
        ..View::of(game)
    }
}

/// What is counted of it, without the words that only a page needs.
pub(super) fn roll_call(game: &Mars) -> RollCall {
    let called = |unit| Called {
        name: game.name(unit).into(),
        seat: seat(game.field.unit(unit).side),
        hex: game.field.hex_of(unit),
        place: place(game, unit),
        is_on_table: false,
    };
    RollCall {
        turn: turn(game),
        points: game.points().into(),
        counters: game.theatre().units.iter().map(called).collect(),
        history: Vec::new(),
    }
}

fn turn(game: &Mars) -> u16 {
    if matches!(game.step(), Step::SetUp(_)) { 0 } else { game.turn.into() }
}

/// Turn and phase in words.
pub(super) fn moment(game: &Mars) -> String {
    let (turn, last, side) = (game.turn, game.theatre().turns, game.phasing);
    let dates = game.theatre().dates(turn);
    let phase = match game.step() {
        Step::SetUp(_) => return format!("{side} set-up"),
        Step::Over(_) => return format!("end of turn {turn}"),
        Step::Fortify(_) => "fortification",
        Step::Reinforce(_) => "reinforcements",
        Step::Move(_) => "movement",
        Step::Allocate(_) => "allocation of attacks",
        Step::Battles(_) | Step::Terms(_) | Step::Orders(_) => "battles",
        Step::Losses(_) => "attacker losses",
        Step::Rout(_) | Step::Retreats(_) => "retreats",
        Step::Advance(_) => "advance",
        _ => "supply",
    };
    format!("turn {turn} of {last} ({dates}), {side} {phase}")
}

fn counter(game: &Mars, unit: UnitId) -> Counter {
    let chart = game.field.unit(unit);
    Counter {
        id: unit.into(),
        name: game.name(unit).to_owned(),
        seat: seat(chart.side),
        place: place(game, unit).into_owned(),
        factors: format!("{}-{}", chart.attack, chart.defence),
        figures: figures(chart, game.field.arm(unit)),
        kind: chart.kind.to_string(),
        size: chart.size.to_string(),
        branch: branch(chart.kind),
        echelon: Some(echelon(chart.size)),
        statuses: statuses(game, unit),
        badges: badges(game, unit),
        in_hand: in_hand(game) == Some(unit),
        spent: game.field.is(unit, Status::Moved) || game.field.is(unit, Status::DugIn),
        ..Counter::default()
    }
}

/// The figures of a unit. It has no second side with others: a unit is whole or eliminated (MARS-GEN-3), and a Disrupted
/// one fights with full factors (MARS-DIS-1).
fn figures(unit: &Unit, arm: &Arm) -> Vec<Figure> {
    let mut figures =
        vec![Figure::strength("attack", unit.attack), Figure::strength("defence", unit.defence)];
    if arm.fortifies {
        figures.push(Figure::new("fortification adds", &unit.fort));
    }
    figures.push(Figure::new("advance after combat", &arm.advance));
    figures
}

const fn branch(kind: UnitType) -> Branch {
    match kind {
        UnitType::Infantry | UnitType::Rifle | UnitType::Luftwaffe => Branch::Infantry,
        UnitType::Panzer | UnitType::Tank => Branch::Armour,
        UnitType::Panzergrenadier | UnitType::MotorRifle => Branch::MotorizedInfantry,
        UnitType::Mech => Branch::MechanizedInfantry,
        UnitType::Cavalry => Branch::Cavalry,
    }
}

const fn echelon(size: Size) -> Echelon {
    match size {
        Size::Korps => Echelon::Corps,
        Size::Division => Echelon::Division,
        Size::Brigade => Echelon::Brigade,
        Size::Kampfgruppe => Echelon::Regiment,
    }
}

/// What the face shows besides the factors.
fn badges(game: &Mars, unit: UnitId) -> Vec<Badge> {
    let field = &game.field;
    let shown = [
        (Status::Disrupted, "D", Tone::Bad),
        (Status::Isolated, "IS", Tone::Bad),
        (Status::Rationed, "R", Tone::Bad),
        (Status::Strained, "NA", Tone::Plain),
        (Status::Fortified, "F", Tone::Good),
    ];
    let held = shown.iter().filter(|(status, ..)| field.is(unit, *status));
    held.map(|&(status, sign, tone)| Badge::new(sign, tone, status.name())).collect()
}

/// The unit that is being placed or moved.
pub(super) fn in_hand(game: &Mars) -> Option<UnitId> {
    match game.step() {
        Step::SetUp(SetUp { picked }) | Step::Move(Move { picked, .. }) => picked,
        _ => None,
    }
}

/// From every hex of a planned battle to the hexes it attacks.
fn arrows(game: &Mars) -> Vec<Arrow> {
    let theatre = game.theatre();
    let mut arrows = Vec::new();
    // The odds come battle by battle; should one have none, nobody gets a wrong label or account.
    let columns: Option<Vec<_>> =
        game.plan.battles().iter().map(|battle| flow::columns(game, battle)).collect();
    for (place, battle) in game.plan.battles().iter().enumerate() {
        let label = columns.as_ref().map_or_else(String::new, |columns| columns[place].join(" "));
        let report = columns.as_ref().map(|_| place as u16);
        for from in game.field.hexes_of(battle.attackers) {
            let here: Vec<&str> = game
                .field
                .units_in(from)
                .filter(|&unit| battle.attackers.contains(unit))
                .map(|unit| game.name(unit))
                .collect();
            for &to in battle.targets() {
                arrows.push(Arrow {
                    from: theatre.name(from).to_owned(),
                    to: theatre.name(to).to_owned(),
                    seat: seat(game.phasing),
                    words: format!("{} against {}", here.join(", "), theatre.name(to)),
                    label: label.clone(),
                    report,
                });
            }
        }
    }
    arrows
}

fn place(game: &Mars, unit: UnitId) -> Cow<'static, str> {
    match game.field.place_of(unit) {
        Location::Hex(hex) => game.number(hex).into(),
        Location::Aside(Aside::OffBoard) => "off the map".into(),
        Location::Aside(Aside::Eliminated) => "eliminated".into(),
        Location::Aside(Aside::Withdrawn(turn)) => format!("withdrawn on turn {turn}").into(),
        Location::Aside(Aside::Absent) => "not in this scenario".into(),
    }
}

fn statuses(game: &Mars, unit: UnitId) -> Vec<String> {
    let field = &game.field;
    let mut words = Vec::new();
    if field.unit(unit).guards {
        words.push("Guards".to_owned());
    }
    if field.is(unit, Status::Disrupted) {
        // MARS-DIS-2: turned to face the enemy, or its smoking side up.
        words.push(format!("Disrupted ({})", field.arm(unit).disrupted_shows));
    }
    let shown =
        [Status::Fortified, Status::Moved, Status::Strained, Status::Rationed, Status::Isolated].into_iter();
    words.extend(shown.filter(|&status| field.is(unit, status)).map(|status| status.name().to_owned()));
    words
}

fn marks(game: &Mars) -> Vec<Mark> {
    let theatre = game.theatre();
    let mark = |hex: HexId, words: &str, kind| Mark::new(theatre.name(hex), words, kind);
    let mut marks = Vec::new();
    for (index, town) in theatre.towns.iter().enumerate() {
        let side = game.field.controller(index);
        if side != town.initially {
            let words = format!("{} is {side}", town.name);
            marks.push(mark(town.hex, &words, MarkKind::Control).of(seat(side)));
        }
    }
    for hex in game.plan.attacked() {
        marks.push(mark(hex, "attacked", MarkKind::Target));
    }
    for hex in game.plan.unmet() {
        marks.push(mark(hex, "must be attacked too", MarkKind::Duty));
    }
    if let Some(unit) = in_hand(game)
        && let Some(hex) = game.field.hex_of(unit)
    {
        marks.push(mark(hex, &format!("{} in hand", game.name(unit)), MarkKind::InHand));
    }
    marks
}

/// Zones and towns with what they are worth and who has them (MARS-VIC-2 to MARS-VIC-6). A zone that scores for neither
/// side is nobody's.
fn objectives(game: &Mars) -> Vec<Objective> {
    let theatre = game.theatre();
    let points = &theatre.limits.points;
    let mut holders: Vec<Option<Seat>> = vec![None; theatre.zones.len()];
    victory::each_score(&game.field, 0, |score| {
        if let Reason::ZoneHeld(zone) | Reason::ZoneLost(zone) = score.reason {
            holders[zone] = Some(seat(score.side));
        }
    });
    let zones = theatre.zones.iter().zip(holders).map(|(zone, holder)| Objective {
        spot: None,
        name: format!("zone {}", zone.name),
        hexes: zone.hexes.iter().map(|hex| game.number(hex).to_owned()).collect(),
        worth: points.zone_held.max(points.zone_lost).to_string(),
        holder,
        words: format!(
            "{} points for the German with a unit in supply in it, {} for the Russian with no German in it",
            points.zone_held, points.zone_lost
        ),
        clause: "MARS-VIC-2",
    });
    let german = theatre.towns.iter().enumerate().filter(|(_, town)| town.initially == Side::German);
    let towns = german.map(|(index, town)| {
        let worth = if town.is_stronghold {
            points.stronghold_isolated + points.stronghold_taken
        } else {
            points.town_taken
        };
        Objective {
            spot: None,
            name: town.name.clone(),
            hexes: vec![game.number(town.hex).to_owned()],
            worth: worth.to_string(),
            holder: Some(seat(game.field.controller(index))),
            words: format!("{worth} points for the Russian who has taken it and supplies it"),
            clause: if town.is_stronghold { "MARS-VIC-5" } else { "MARS-VIC-6" },
        }
    });
    zones.chain(towns).collect()
}

/// Points now, and how many are missing for the lead (MARS-VIC-1).
fn goals(game: &Mars) -> Vec<Goal> {
    let points = victory::points(&game.field, game.house.handicap);
    let goal = |side: Side| {
        let (have, other) = (points[side as usize], points[1 - side as usize]);
        let words = match have - other {
            0 => "level: one more point wins".to_owned(),
            ahead if ahead > 0 => format!("ahead by {ahead}"),
            behind => format!("{} more to win", 1 - behind),
        };
        Goal { seat: seat(side), have, need: Some(other + 1), words }
    };
    [Side::Russian, Side::German].map(goal).into()
}
