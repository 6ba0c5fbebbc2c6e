//! Dice that are rolled or scripted.

use sandtable_kit::{Dice, Die, Misfit, Purpose, Rolled, Scripted};

const FOR: Purpose = Purpose::new("battle", "TEST-1");

#[test]
fn rolled_dice_never_change() {
    let mut dice = Rolled::seeded(1942);
    let faces: Vec<u16> = (0..12).map(|_| dice.roll(Die::D6, FOR)).collect();
    assert_eq!(faces, VECTOR_D6, "a change here breaks every recorded game");
    let headings: Vec<u16> = (0..4).map(|_| dice.roll(Die::DEGREES, FOR)).collect();
    assert_eq!(headings, VECTOR_DEGREES);
}
const VECTOR_D6: [u16; 12] = [3, 1, 4, 2, 1, 6, 1, 6, 5, 1, 5, 1];
const VECTOR_DEGREES: [u16; 4] = [295, 41, 264, 148];

#[test]
fn rolled_dice_are_fair() {
    let mut dice = Rolled::seeded(1);
    let mut counts = [0u32; 12];
    for _ in 0..120_000 {
        counts[usize::from(dice.roll(Die::D12, FOR)) - 1] += 1;
    }
    // Six standard deviations of 10,000 expected are about 575.
    assert!(counts.iter().all(|&n| n.abs_diff(10_000) < 575), "{counts:?}");
}

#[test]
fn scripts_that_do_not_fit_say_why() {
    let run = |script: &str, rolls: usize| {
        let mut dice = Scripted::parse(script)?;
        for _ in 0..rolls {
            dice.roll(Die::D6, FOR);
        }
        dice.finish()
    };
    assert_eq!(run("1,6", 2), Ok(()));
    assert_eq!(run("", 0), Ok(()));
    assert_eq!(run("4", 2), Err(Misfit::TooShort(1, FOR, Die::D6)));
    assert_eq!(run("4,4,4", 2), Err(Misfit::TooLong(2, 3)));
    assert_eq!(run("4,7", 2), Err(Misfit::OutOfRange(2, 7, FOR, Die::D6)));
    assert_eq!(run("0", 1), Err(Misfit::OutOfRange(1, 0, FOR, Die::D6)));
    assert_eq!(run("scatter:3", 1), Err(Misfit::OtherPurpose(1, "scatter".into(), FOR)));
    assert_eq!(run("three", 1), Err(Misfit::Unreadable("three".into())));
    assert_eq!(run("99999", 1), Err(Misfit::Unreadable("99999".into())));
}
