//! The turn on which a game was settled: from then on its later winner had at least nine chances in ten, judged by how the
//! games of the run ended that stood alike on that turn. A lead that everybody has at the start settles nothing.
#![expect(clippy::float_arithmetic, reason = "statistics, not rules")]
#![expect(clippy::cast_precision_loss, reason = "standings stay far below what a double can count")]

use std::collections::BTreeMap;

/// The chance from which a game counts as settled.
pub const SURE: f64 = 0.9;

/// How a game stood at the end of its turns, and who won it.
#[derive(Clone, Default, Debug)]
pub struct LeadByTurn {
    /// The first side's lead, by turn.
    pub standings: BTreeMap<i64, i64>,
    /// The winner; nobody in a draw.
    pub winner: Option<usize>,
}

/// How many games were settled on which turn. Draws and games that were open to the last are on none.
pub fn settled(courses: &[LeadByTurn]) -> BTreeMap<i64, u64> {
    let mut cases: BTreeMap<i64, Vec<(f64, f64)>> = BTreeMap::new();
    for course in courses {
        let won = course.winner.map_or(0.5, |seat| if seat == 0 { 1.0 } else { 0.0 });
        for (&turn, &standing) in &course.standings {
            cases.entry(turn).or_default().push((standing as f64, won));
        }
    }
    let curves: BTreeMap<i64, Curve> = cases.iter().map(|(&turn, cases)| (turn, Curve::fit(cases))).collect();
    let mut turns = BTreeMap::new();
    for course in courses {
        let Some(winner) = course.winner else { continue };
        let is_sure = |(turn, standing): &(&i64, &i64)| {
            let first = curves[turn].chance(**standing as f64);
            (if winner == 0 { first } else { 1.0 - first }) >= SURE
        };
        if let Some((&turn, _)) = course.standings.iter().rev().take_while(is_sure).last() {
            *turns.entry(turn).or_default() += 1;
        }
    }
    turns
}

/// The first side's chance by its lead: a logistic curve.
struct Curve {
    middle: f64,
    spread: f64,
    level: f64,
    slope: f64,
}

impl Curve {
    /// The curve nearest to what came of each lead, found by Newton's steps. Half a case of doubt for level and slope keeps
    /// it finite where the lead tells the winner without fail.
    fn fit(cases: &[(f64, f64)]) -> Self {
        const DOUBT: f64 = 0.5;
        let count = cases.len() as f64;
        let middle = cases.iter().map(|case| case.0).sum::<f64>() / count;
        let variance = cases.iter().map(|case| (case.0 - middle).powi(2)).sum::<f64>() / count;
        let mut curve = Self { middle, spread: variance.sqrt().max(1.0), level: 0.0, slope: 0.0 };
        for _ in 0..40 {
            let (mut up, mut along) = (-DOUBT * curve.level, -DOUBT * curve.slope);
            let (mut here, mut cross, mut there) = (DOUBT, 0.0, DOUBT);
            for &(lead, won) in cases {
                let at = (lead - curve.middle) / curve.spread;
                let chance = curve.chance(lead);
                let weight = chance * (1.0 - chance);
                up += won - chance;
                along += (won - chance) * at;
                here += weight;
                cross += weight * at;
                there += weight * at * at;
            }
            let determinant = here * there - cross * cross;
            let step =
                ((up * there - along * cross) / determinant, (along * here - up * cross) / determinant);
            curve.level += step.0.clamp(-2.0, 2.0);
            curve.slope += step.1.clamp(-2.0, 2.0);
            if step.0.abs() + step.1.abs() < 1e-9 {
                break;
            }
        }
        curve
    }

    fn chance(&self, lead: f64) -> f64 {
        1.0 / (1.0 + (-self.level - self.slope * (lead - self.middle) / self.spread).exp())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn course(standings: &[i64], winner: Option<usize>) -> LeadByTurn {
        LeadByTurn { standings: (1..).zip(standings.iter().copied()).collect(), winner }
    }

    #[test]
    fn a_lead_that_both_winners_have_settles_nothing() {
        // Side 0 leads by 10 in every first turn and wins half of the games; the second turn tells who.
        let mut courses = vec![course(&[10, 30], Some(0)); 40];
        courses.extend(vec![course(&[10, 2], Some(1)); 40]);
        assert_eq!(settled(&courses), BTreeMap::from([(2, 80)]));
    }

    #[test]
    fn a_game_is_settled_when_those_that_stood_alike_were_won_nine_times_in_ten() {
        // Of a hundred games with a lead of 20 on turn 1 side 0 wins all but two; of those behind it wins none.
        let mut courses = vec![course(&[20, 20], Some(0)); 98];
        courses.extend(vec![course(&[20, -20], Some(1)); 2]);
        courses.extend(vec![course(&[-20, -20], Some(1)); 100]);
        assert_eq!(settled(&courses), BTreeMap::from([(1, 198), (2, 2)]));
    }

    #[test]
    fn an_open_game_and_a_draw_are_settled_on_no_turn() {
        let mut courses: Vec<LeadByTurn> = (0..100).map(|game| course(&[0, 0], Some(game % 2))).collect();
        courses.push(course(&[0, 0], None));
        assert_eq!(settled(&courses), BTreeMap::new());
    }
}
