//! Victory points (MARS-VIC-1 to MARS-VIC-14), with a full account at any moment.
//!
//! Points are counted once, after the last German player-turn (MARS-VIC-1, MARS-R29); what is reckoned before shows what
//! they would be if the game ended now. Russian losses score nothing (MARS-VIC-13).

use kit::ScoreLine;

use crate::{prelude::*, supply::status_if_held};

/// What points are given for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// A zone with a German unit in supply, by its place in the theatre's list (MARS-VIC-2).
    ZoneHeld(usize),
    /// A zone without a German unit (MARS-VIC-3).
    ZoneLost(usize),
    /// A stronghold cut off, by its place in the list of towns (MARS-VIC-4).
    StrongholdIsolated(usize),
    /// A stronghold taken and supplied (MARS-VIC-5).
    StrongholdTaken(usize),
    /// Another town taken and supplied (MARS-VIC-6).
    TownTaken(usize),
    /// A German unit lost (MARS-VIC-7).
    Eliminated(UnitId),
    /// A panzer division that was thrown in (MARS-VIC-8).
    BroughtIn(UnitId),
    /// A panzer division sent away without a fight (MARS-VIC-9), on a turn.
    SentAway(UnitId, u8),
    /// A panzer Kampfgruppe that left the map (MARS-VIC-10), on a turn.
    Left(UnitId, u8),
    /// A panzer division that left the map again (MARS-VIC-12), on a turn.
    LeftAgain(UnitId, u8),
    /// The handicap agreed on (MARS-R41).
    Handicap,
}

/// Points and what they are for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Score {
    pub side: Side,
    pub points: i32,
    pub reason: Reason,
}

/// Calls `tell` with everything that scores now; lines worth nothing are told too where a unit has left.
pub fn each_score(field: &Field, handicap: i32, mut tell: impl FnMut(Score)) {
    let mut score = |side, points, reason| tell(Score { side, points, reason });
    zones(field, &mut score);
    towns(field, &mut score);
    panzers_and_losses(field, &mut score);
    if handicap != 0 {
        score(Side::Russian, handicap, Reason::Handicap);
    }
}

/// MARS-VIC-2, MARS-VIC-3: a zone whose only Germans are isolated counts for nobody. A zone counts once, however many
/// hexes it has.
fn zones(field: &Field, score: &mut impl FnMut(Side, i32, Reason)) {
    let points = &field.theatre().limits.points;
    let lines = Lines::of(field, Side::German);
    for (index, zone) in field.theatre().zones.iter().enumerate() {
        let held = zone.hexes & field.held_by(Side::German);
        if held.is_empty() {
            score(Side::Russian, points.zone_lost, Reason::ZoneLost(index));
        } else if held.iter().any(|hex| lines.in_supply(hex)) {
            score(Side::German, points.zone_held, Reason::ZoneHeld(index));
        }
    }
}

/// MARS-VIC-4, MARS-VIC-5, MARS-VIC-6, MARS-R30: for towns that were German at the start.
fn towns(field: &Field, score: &mut impl FnMut(Side, i32, Reason)) {
    let points = &field.theatre().limits.points;
    let towns = field.theatre().towns.iter().enumerate();
    for (index, town) in towns.filter(|(_, town)| town.initially == Side::German) {
        let taken = field.controller(index) == Side::Russian;
        let supplied = || status_if_held(field, Side::Russian, town.hex) != Supply::Isolated;
        if !town.is_stronghold {
            if taken && supplied() {
                score(Side::Russian, points.town_taken, Reason::TownTaken(index));
            }
            continue;
        }
        if taken || status_if_held(field, Side::German, town.hex) == Supply::Isolated {
            score(Side::Russian, points.stronghold_isolated, Reason::StrongholdIsolated(index));
        }
        if taken && supplied() {
            score(Side::Russian, points.stronghold_taken, Reason::StrongholdTaken(index));
        }
    }
}

/// MARS-VIC-7 to MARS-VIC-13: German units by what has become of them. A withdrawn unit is not an eliminated one
/// (MARS-VIC-13), and one that was brought in scores for the Russian whatever it does later (MARS-VIC-8, MARS-REI-6).
fn panzers_and_losses(field: &Field, score: &mut impl FnMut(Side, i32, Reason)) {
    let theatre = field.theatre();
    let points = &theatre.limits.points;
    for unit in theatre.units & theatre.roster().of_side[Side::German as usize] {
        let brought_in = field.is(unit, Status::BroughtIn);
        if brought_in {
            score(Side::Russian, points.panzer_division_brought_in, Reason::BroughtIn(unit));
        }
        match field.place_of(unit) {
            Location::Aside(Aside::Eliminated) => {
                score(Side::Russian, elimination_points(field, unit), Reason::Eliminated(unit));
            }
            Location::Aside(Aside::Withdrawn(turn)) => {
                let reason = match field.unit(unit).size {
                    Size::Kampfgruppe => Reason::Left(unit, turn),
                    _ if brought_in => Reason::LeftAgain(unit, turn),
                    _ => Reason::SentAway(unit, turn),
                };
                score(Side::German, theatre.withdrawal_points(unit, turn, brought_in), reason);
            }
            _ => {}
        }
    }
}

/// MARS-VIC-7, MARS-SUP-16: the same however the unit was lost.
fn elimination_points(field: &Field, unit: UnitId) -> i32 {
    let points = &field.theatre().limits.points;
    let is_panzer = field.theatre().roster().panzers.contains(unit);
    match (field.unit(unit).size, is_panzer, field.arm(unit).class) {
        (Size::Kampfgruppe, ..) => points.kampfgruppe_eliminated,
        (_, true, _) => points.panzer_division_eliminated,
        (_, false, Class::Infantry) => points.infantry_division_eliminated,
        (_, false, Class::Mobile) => points.cavalry_division_eliminated,
    }
}

/// The points of both sides, Russian and German, without words.
pub fn points(field: &Field, handicap: i32) -> [i32; 2] {
    let mut points = [0; 2];
    each_score(field, handicap, |score| points[score.side as usize] += score.points);
    points
}

/// Who has more; nobody if both have the same (MARS-VIC-1).
pub const fn leader(points: [i32; 2]) -> Option<Side> {
    match points {
        [russian, german] if russian > german => Some(Side::Russian),
        [russian, german] if russian < german => Some(Side::German),
        _ => None,
    }
}

/// The account of points line by line. Seats are numbered as the sides are: the Russian first.
pub fn account(field: &Field, handicap: i32) -> Vec<ScoreLine> {
    let mut lines = Vec::new();
    each_score(field, handicap, |score| {
        let (words, clause) = words(field, score.reason);
        lines.push(ScoreLine { seat: Seat(score.side as u8), points: score.points, words, clause });
    });
    lines
}

fn words(field: &Field, reason: Reason) -> (String, &'static str) {
    let theatre = field.theatre();
    let zone = |index: usize| &theatre.zones[index].name;
    let town = |index: usize| &theatre.towns[index].name;
    match reason {
        Reason::ZoneHeld(index) => (format!("zone {}: a German unit in supply", zone(index)), "MARS-VIC-2"),
        Reason::ZoneLost(index) => (format!("zone {}: no German unit", zone(index)), "MARS-VIC-3"),
        Reason::StrongholdIsolated(index) => (format!("{} is isolated", town(index)), "MARS-VIC-4"),
        Reason::StrongholdTaken(index) => (format!("{} is taken and in supply", town(index)), "MARS-VIC-5"),
        Reason::TownTaken(index) => (format!("{} is taken and in supply", town(index)), "MARS-VIC-6"),
        Reason::Eliminated(unit) => (format!("{} was eliminated", field.name(unit)), "MARS-VIC-7"),
        Reason::BroughtIn(unit) => (format!("{} was brought in", field.name(unit)), "MARS-VIC-8"),
        Reason::SentAway(unit, turn) => {
            (format!("{} was sent away on turn {turn}", field.name(unit)), "MARS-VIC-9")
        }
        Reason::Left(unit, turn) => {
            (format!("{} left the map on turn {turn}", field.name(unit)), "MARS-VIC-10")
        }
        Reason::LeftAgain(unit, turn) => {
            (format!("{} left the map again on turn {turn}", field.name(unit)), "MARS-VIC-12")
        }
        Reason::Handicap => ("the handicap agreed on".to_owned(), "MARS-R41"),
    }
}
