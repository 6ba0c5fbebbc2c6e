//! Odds columns.

use proptest::prelude::*;
use sandtable_kit::{Column, Factor, OddsLadder};

fn whole(n: i32) -> Factor {
    Factor::whole(n)
}

#[test]
fn reads_the_heads_of_all_systems() {
    assert!(OddsLadder::parse(&["1:5", "1:1", "3:2", "10:1"]).is_ok());
    assert!(OddsLadder::parse(&["1-3", "1.5-1", "2-1", "4-1", ">5-1"]).is_ok());
    assert_eq!(OddsLadder::parse(&["1:1", "1:2"]).unwrap_err(), 1);
    assert_eq!(OddsLadder::parse(&["1:1", "two to one"]).unwrap_err(), 1);
    assert_eq!(OddsLadder::parse(&["0:1"]).unwrap_err(), 0);
    assert_eq!(OddsLadder::parse::<&str>(&[]).unwrap_err(), 0);
}

#[test]
fn beyond_is_more_than() {
    let ladder = OddsLadder::parse(&["4-1", ">5-1"]).unwrap();
    assert_eq!(ladder.reach(whole(10), whole(2)), Some(Column(0)));
    assert_eq!(ladder.reach(whole(11), whole(2)), Some(Column(1)));
    assert_eq!(ladder.missing(whole(10), whole(2), whole(1)), Some(whole(1)));
    assert_eq!(ladder.missing(whole(10), whole(2), Factor::halves(1)), Some(Factor::halves(1)));
    assert_eq!(ladder.reach(whole(3), whole(0)), Some(Column(1)), "against nothing every attack is beyond");
}

#[test]
fn goes_on_below_by_whole_numbers() {
    let ladder = OddsLadder::parse(&["1:4", "1:3"]).unwrap();
    assert_eq!(ladder.reach(whole(4), whole(17)), None);
    assert_eq!(ladder.reach_continued(whole(4), whole(17)), Column(-1));
    assert_eq!(ladder.reach_continued(whole(1), whole(6)), Column(-2));
    assert_eq!(ladder.reach_continued(whole(4), whole(16)), Column(0));
}

proptest! {
    #[test]
    fn missing_and_spare_are_the_literal_distances(a in 1i32..200, d in 1i32..60, half in 1i32..3) {
        let ladder = OddsLadder::parse(&["1:4", "1:2", "1:1", "3:2", "2:1", "4:1", ">5:1", "10:1"]).unwrap();
        let (attack, defence, grain) = (Factor::halves(a), Factor::halves(d), Factor::halves(half));
        let here = ladder.reach(attack, defence);
        let steps = |sign: i32, holds: &dyn Fn(Option<Column>) -> bool| {
            (1..10_000).map(|n| grain * (n * sign)).take_while(|&x| (attack + x).is_positive()
                && holds(ladder.reach(attack + x, defence))).count() as i32
        };
        if let Some(missing) = ladder.missing(attack, defence, grain) {
            prop_assert_eq!(missing, grain * (steps(1, &|c| c == here) + 1));
        } else {
            prop_assert_eq!(here, Some(ladder.top()));
        }
        if let Some(spare) = ladder.spare(attack, defence, grain) {
            prop_assert_eq!(spare, grain * steps(-1, &|c| c == here));
        } else {
            prop_assert_eq!(here, None);
        }
    }
}
