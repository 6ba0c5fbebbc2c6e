//! Loss points, breaking and the end of the game (LINE-X-VIC-1 to LINE-X-VIC-4, LINE-X-CAN-3, LINE-X-ZAM-4,
//! LINE-X-CYN-4).

use std::cmp::Ordering;

use crate::prelude::*;

/// How a battle ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// Who has won; nobody in a draw.
    pub winner: Option<Side>,
    /// Whether the loser was broken.
    pub by_breaking: bool,
    /// The rule that decides it.
    pub clause: &'static str,
}

/// Whether a side is broken: its loss points reach its Break Level (LINE-X-VIC-2).
pub fn is_broken(field: &Field, side: Side) -> bool {
    field.losses(side) >= field.sides[side as usize].break_level
}

/// Loss over Break Level of Rome against that of its enemy, as whole numbers over a common measure.
fn fractions(field: &Field) -> [i32; 2] {
    let [rome, enemy] = Side::ALL.map(|side| field.sides[side as usize].break_level);
    [field.losses(Side::Rome) * enemy, field.losses(Side::Enemy) * rome]
}

/// How a battle ends that ends now.
pub fn verdict(field: &Field) -> Verdict {
    break_check(field).unwrap_or_else(|| final_check(field))
}

/// The Break check at the end of a player's turn; it counts both sides, whoever was active (LINE-X-VIC-2,
/// LINE-X-VIC-3, LINE-R27).
pub fn break_check(field: &Field) -> Option<Verdict> {
    let broken = Side::ALL.map(|side| is_broken(field, side));
    let (winner, clause) = match broken {
        [false, false] => return None,
        [true, false] => (Some(Side::Enemy), "LINE-X-VIC-2"),
        [false, true] => (Some(Side::Rome), "LINE-X-VIC-2"),
        [true, true] => {
            let [rome, enemy] = fractions(field);
            (who_has_more([enemy, rome]), "LINE-X-VIC-3")
        }
    };
    Some(Verdict { winner, by_breaking: true, clause })
}

/// How the game ends after its last turn if nobody is broken (LINE-X-VIC-4): a side whose loss is lower by a fifth of
/// its Break Level or more wins marginally; else the scenario decides, or it is a draw.
pub fn final_check(field: &Field) -> Verdict {
    let [rome, enemy] = fractions(field);
    let [of_rome, of_enemy] = Side::ALL.map(|side| field.sides[side as usize].break_level);
    // loss/level differs by so many fifths or more: 5 x difference >= fifths x (level x level).
    let ahead =
        |difference: i32| 5 * difference >= field.charts().values.marginal_fifths * of_rome * of_enemy;
    let marginal = |side| Verdict { winner: Some(side), by_breaking: false, clause: "LINE-X-VIC-4" };
    if ahead(enemy - rome) {
        marginal(Side::Rome)
    } else if ahead(rome - enemy) {
        marginal(Side::Enemy)
    } else {
        drawn(field)
    }
}

/// A game that would be drawn, where the scenario says more.
fn drawn(field: &Field) -> Verdict {
    let (winner, clause) = match field.scenario {
        Scenario::Cannae if has_cut_through(field) => (Some(Side::Rome), "LINE-X-CAN-3"),
        Scenario::Zama => (Some(Side::Rome), "LINE-X-ZAM-4"),
        Scenario::Cynoscephalae => (holds_the_height(field), "LINE-X-CYN-4"),
        _ => (None, "LINE-X-VIC-4"),
    };
    Verdict { winner, by_breaking: false, clause }
}

/// LINE-X-CAN-3: three Good Order units of Roman heavy foot in map row 14 or beyond.
fn has_cut_through(field: &Field) -> bool {
    let figures = &field.charts().battles;
    let through = (field.units_of(Side::Rome) - field.all(Mark::Disrupted)).iter().filter(|&unit| {
        field.piece(unit).figures.class == Class::Hi
            && field.map.number(field.hex(unit)).row >= figures.cut_through_row
    });
    through.count() >= usize::from(figures.cut_through)
}

/// LINE-X-CYN-4: the side with more Good Order units on the height.
fn holds_the_height(field: &Field) -> Option<Side> {
    let height = field.charts().battles.height;
    who_has_more(Side::ALL.map(|side| {
        let steady = field.units_of(side) - field.all(Mark::Disrupted);
        steady.iter().filter(|&unit| i32::from(field.level[field.hex(unit).index()]) == height).count()
    }))
}

fn who_has_more<T: Ord>([rome, enemy]: [T; 2]) -> Option<Side> {
    match rome.cmp(&enemy) {
        Ordering::Greater => Some(Side::Rome),
        Ordering::Equal => None,
        Ordering::Less => Some(Side::Enemy),
    }
}

/// By how many hundredths of its Break Level the loser has lost more than the winner. Who wins by a rule of the scenario
/// alone may have lost more: then it is nothing.
pub fn margin(field: &Field, winner: Option<Side>) -> i32 {
    let Some(winner) = winner else { return 0 };
    let [own, other] = [winner, winner.other()]
        .map(|side| field.losses(side) * 100 / field.sides[side as usize].break_level);
    (other - own).max(0)
}
