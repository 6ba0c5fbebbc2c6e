//! One rule with one throw and with every throw.

use std::cmp::Ordering;

use sandtable_kit::{
    Chain, Dice, Distribution, TooFine,
    chance::{Drawn, Every, every, fine_odds, odds, roll},
};
use sandtable_kit::{Die, Fraction, Purpose, Rolled, Throw};

const FOR: Purpose = Purpose::new("test", "TEST-1");

/// Five shots, each hits with 4+ on a D6 and kills with 9+ on a D10; the target counts wounds.
struct Volley;

impl Chain for Volley {
    type State = (u8, u8);
    fn start(&self) -> (u8, u8) {
        (5, 0)
    }
    fn is_done(&self, &(shots, _): &(u8, u8)) -> bool {
        shots == 0
    }
    fn step<D: Dice>(&self, &(shots, kills): &(u8, u8), dice: &mut D) -> (u8, u8) {
        let kill = dice.roll(Die::D6, FOR) >= 4 && dice.roll(Die::D10, FOR) >= 9;
        (shots - 1, kills + u8::from(kill))
    }
}

#[test]
fn a_chain_is_exact_and_short() {
    let ends = odds(&Volley).unwrap();
    assert!(ends.is_whole());
    assert_eq!(ends.chance(|&(_, kills)| kills == 0), Fraction::new(9u128.pow(5), 10u128.pow(5)));
    assert_eq!(ends.chance(|&(_, kills)| kills == 5), Fraction::new(1, 10u128.pow(5)));
    assert!(ends.paths() < 33 * 16, "{}", ends.paths());
}

/// The same shots without a count: so many like rounds, until three wounds are enough. What is kept of the end is
/// whether they were.
struct Rounds(u32);

impl Chain for Rounds {
    type State = u8;
    fn start(&self) -> u8 {
        0
    }
    fn is_done(&self, &wounds: &u8) -> bool {
        wounds == 3
    }
    fn step<D: Dice>(&self, &wounds: &u8, dice: &mut D) -> u8 {
        wounds + u8::from(dice.at_most(Die::D6, 3, FOR) && dice.read(Die::D6, &[0, 0, 1, 1, 0, 1], FOR) == 1)
    }
    fn rounds(&self) -> Option<u32> {
        Some(self.0)
    }
    fn keep(&self, wounds: u8) -> u8 {
        wounds / 3
    }
}

#[test]
fn like_rounds_are_walked_once() {
    for rounds in 0..7 {
        let literal = every(|dice| roll(&Rounds(rounds), dice));
        let ends = odds(&Rounds(rounds)).unwrap();
        assert!(ends == literal, "{rounds}");
        assert!(fine_odds(&Rounds(rounds)).unwrap().iter().eq(literal.iter()), "{rounds}");
    }
    assert!(odds(&Rounds(30)).unwrap().paths() < 3 * 6);
    assert_eq!(odds(&Rounds(200)).map(|_| ()), Err(TooFine));
    assert!(fine_odds(&Rounds(200)).unwrap().is_whole());
}

#[test]
fn what_is_drawn_once_weighs_like_its_dice() {
    let drawn = Drawn::default();
    let one = |dice: &mut Every| dice.roll(Die::D6, FOR).max(dice.roll(Die::D6, FOR));
    let literal = every(|dice| one(dice) + one(dice));
    let short = every(|dice| dice.draw(&drawn, one) + dice.draw(&drawn, one));
    assert!(short == literal && (short.paths(), literal.paths()) == (36, 1296));
    let beside = every(|dice| {
        dice.aside(|dice| _ = dice.roll(Die::D6, FOR));
        dice.roll(Die::D6, FOR)
    });
    assert!(beside == Distribution::of_die(Die::D6));
    let mut scripted = sandtable_kit::Scripted::faces(&[2, 5, 3]);
    assert_eq!(scripted.draw(&Drawn::default(), |dice| dice.roll(Die::D6, FOR)), 2);
    scripted.aside(|dice| _ = dice.roll(Die::D6, FOR));
    assert_eq!(scripted.read(Die::D6, &['a', 'b', 'c', 'd', 'e', 'f'], FOR), 'c');
}

#[test]
fn comparing_branches_weigh_like_faces() {
    let fast = every(|dice| dice.compare(Throw::new(Die::D6, 2), Throw::new(Die::D10, 0), FOR));
    let literal = every(|dice| (dice.roll(Die::D6, FOR) + 2).cmp(&dice.roll(Die::D10, FOR)));
    assert!(fast == literal && fast.paths() == 3 && literal.paths() == 60);
    let never_less = every(|dice| dice.compare(Throw::new(Die::D6, 9), Throw::new(Die::D6, 0), FOR));
    assert_eq!(never_less, Distribution::certain(Ordering::Greater));
    for most in 0..8 {
        let fast = every(|dice| dice.at_most(Die::D6, most, FOR));
        assert_eq!(fast.chance(|&hit| hit), Fraction::new(most.min(6).into(), 6));
    }
}

/// So many dice that no total could hold them: refused, never wrong, never a crash.
struct Endless;

impl Chain for Endless {
    type State = (u8, u64);
    fn start(&self) -> (u8, u64) {
        (40, 0)
    }
    fn is_done(&self, &(left, _): &(u8, u64)) -> bool {
        left == 0
    }
    fn step<D: Dice>(&self, &(left, sum): &(u8, u64), dice: &mut D) -> (u8, u64) {
        (left - 1, sum + u64::from(dice.roll(Die::DEGREES, FOR) / 120))
    }
}

#[test]
fn what_does_not_fit_is_refused() {
    assert_eq!(odds(&Endless).map(|_| ()), Err(TooFine));
}

#[test]
fn rolled_runs_agree_with_the_odds() {
    let ends = odds(&Volley).unwrap();
    let mut dice = Rolled::seeded(3);
    let kills = (0..60_000).filter(|_| roll(&Volley, &mut dice).1 > 0).count() as u128;
    let expected = ends.chance(|&(_, kills)| kills > 0).scaled(60_000);
    assert!(kills.abs_diff(expected) < 900, "{kills} against {expected}");
}
