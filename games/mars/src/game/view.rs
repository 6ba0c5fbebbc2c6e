//! What a player sees. Nothing is hidden (MARS-GEN-1); north is up (MARS-GEN-4).

use kit::{
    Arrow, Badge, Branch, Counter, Echelon, Figure, Game, HexId, Mark, MarkKind, Status as Deciding, Tone,
    View,
};

use super::{Mars, seat};
use crate::{
    Arm, Aside, Location, Size, Status, Step, Unit, UnitId, UnitType,
    deployment::SetUp,
    flow::{self, Move},
    victory,
};

pub(super) fn view(game: &Mars) -> View {
    let (deciding, outcome) = match game.status() {
        Deciding::Deciding(seat) => (Some(seat), None),
        Deciding::Over(outcome) => (None, Some(outcome)),
    };
    View {
        moment: moment(game),
        turn: if matches!(game.step(), Step::SetUp(_)) { 0 } else { game.turn.into() },
        deciding,
        outcome,
        prompt: deciding.map(|_| game.prompt()),
        counters: game.theatre().units.iter().map(|unit| counter(game, unit)).collect(),
        marks: marks(game),
        arrows: arrows(game),
        ground: None,
        score: victory::account(&game.field, game.house.handicap),
    }
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
        place: place(game, unit),
        factors: format!("{}-{}", chart.attack, chart.defence),
        figures: figures(chart, game.field.arm(unit)),
        back: None,
        kind: chart.kind.to_string(),
        size: chart.size.to_string(),
        branch: branch(chart.kind),
        echelon: Some(echelon(chart.size)),
        statuses: statuses(game, unit),
        badges: badges(game, unit),
        in_hand: in_hand(game) == Some(unit),
        spent: game.field.is(unit, Status::Moved) || game.field.is(unit, Status::DugIn),
        facing: None,
        spot: None,
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

/// The symbol for a type of unit.
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
        (Status::Disrupted, "D", Tone::Bad, "Disrupted"),
        (Status::Isolated, "IS", Tone::Bad, "isolated"),
        (Status::Rationed, "R", Tone::Bad, "rationed"),
        (Status::Strained, "NA", Tone::Plain, "may not attack"),
        (Status::Fortified, "F", Tone::Good, "fortified"),
    ];
    let held = shown.iter().filter(|(status, ..)| field.is(unit, *status));
    held.map(|&(_, sign, tone, words)| Badge::new(sign, tone, words)).collect()
}

/// The unit that is being placed or moved.
fn in_hand(game: &Mars) -> Option<UnitId> {
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

fn place(game: &Mars, unit: UnitId) -> String {
    match game.field.place_of(unit) {
        Location::Hex(hex) => game.number(hex).to_owned(),
        Location::Aside(Aside::OffBoard) => "off the map".to_owned(),
        Location::Aside(Aside::Eliminated) => "eliminated".to_owned(),
        Location::Aside(Aside::Withdrawn(turn)) => format!("withdrawn on turn {turn}"),
        Location::Aside(Aside::Absent) => "not in this scenario".to_owned(),
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
    let shown = [
        (Status::Fortified, "fortified"),
        (Status::Moved, "moved"),
        (Status::Strained, "may not attack"),
        (Status::Rationed, "rationed"),
        (Status::Isolated, "isolated"),
    ];
    words.extend(
        shown.iter().filter(|(status, _)| field.is(unit, *status)).map(|(_, word)| (*word).to_owned()),
    );
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
