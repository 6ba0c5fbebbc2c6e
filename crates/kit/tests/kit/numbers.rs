//! Strengths, fractions, distributions, sums and hashes.

use sandtable_kit::{Die, Distribution, Factor, Fraction, Part, Reckoning, Sums, Tally, TooFine, hash_of};
use std::cmp::Ordering;

#[test]
fn prints_and_reads_halves() {
    for (text, halves) in [("0", 0), ("7", 14), ("2.5", 5), ("½", 1), ("1/2", 1), ("0.5", 1), ("3.0", 6)] {
        assert_eq!(text.parse(), Ok(Factor::halves(halves)), "{text}");
    }
    assert_eq!(Factor::halves(-3).to_string(), "-1½");
    assert_eq!(Factor::whole(1).halved().halved().to_string(), "¼");
    assert_eq!(Factor::halves(3).signed(), "+1½");
}

#[test]
fn refuses_what_is_no_strength() {
    for text in ["", "-1", "2.25", "ten", "10001", "1e3", "+4", "NaN", "9999999999"] {
        assert!(text.parse::<Factor>().is_err(), "{text}");
    }
}

#[test]
fn rounds_both_ways() {
    assert_eq!((Factor::halves(9).floor(), Factor::halves(9).ceil()), (4, 5));
    assert_eq!((Factor::halves(-9).floor(), Factor::halves(-9).ceil()), (-5, -4));
}

#[test]
fn is_in_lowest_terms() {
    assert_eq!(Fraction::new(6, 36).to_string(), "1/6");
    assert_eq!(Fraction::new(0, 5), Fraction::ZERO);
    assert_eq!(Fraction::new(8, 4).to_string(), "2");
}

#[test]
fn rounds_for_show_only() {
    assert_eq!(Fraction::new(1, 6).percent(), "16.67");
    assert_eq!(Fraction::new(1, 1).percent(), "100.00");
    assert_eq!(Fraction::new(11, 4).decimal(), "2.75");
    assert_eq!(Fraction::new(u128::MAX / 2, u128::MAX).percent(), "50.00");
}

#[test]
fn orders_without_overflow() {
    let huge = u128::MAX;
    assert!(Fraction::new(huge - 1, huge) < Fraction::ONE);
    assert!(Fraction::new(1, 3) > Fraction::new(33, 100));
    assert_eq!(Fraction::new(2, 4).cmp(&Fraction::new(1, 2)), Ordering::Equal);
    assert!(Fraction::new(huge / 3, huge) < Fraction::new(1, 2));
}

#[test]
fn many_equal_outcomes_are_merged() {
    let mut sum = Distribution::certain(0u16);
    for _ in 0..20 {
        sum = sum.and_then(|&so_far| Distribution::of_die(Die::D6).map(|&face| so_far + face)).unwrap();
    }
    assert_eq!(sum.len(), 101);
    assert!(sum.is_whole());
    assert_eq!(sum.mean(|&n| Factor::whole(n.into())), Fraction::new(70, 1));
    assert_eq!(sum.chance(|&n| n == 20), Fraction::new(1, 6u128.pow(20)));
    assert!(sum.paths() < 700, "merging keeps the walk short: {}", sum.paths());
}

#[test]
fn unlike_totals_meet_in_one() {
    let mixed = Distribution::of_die(Die::D6)
        .and_then(
            |&face| {
                if face == 1 { Distribution::of_die(Die::D10) } else { Distribution::certain(face) }
            },
        )
        .unwrap();
    assert!(mixed.is_whole());
    assert_eq!(mixed.chance(|&n| n == 3), Fraction::new(1, 6).max(Fraction::new(11, 60)));
    assert_eq!(mixed.chance(|&n| n == 9), Fraction::new(1, 60));
}

#[test]
fn too_many_dice_are_refused_not_wrong() {
    let mut chain = Distribution::certain(Vec::new());
    let result = (0..60).try_for_each(|_| {
        chain = chain.and_then(|faces: &Vec<u16>| {
            Distribution::of_die(Die::DEGREES).map(|&face| if face == 1 { vec![face] } else { faces.clone() })
        })?;
        Ok(())
    });
    assert_eq!(result, Err(TooFine));
}

#[test]
fn both_tallies_sum_alike() {
    fn fill<'s>(tally: &mut impl Tally<'s>) -> (Factor, Factor) {
        let own = Part::own(3, "morale");
        tally.add(Part::ATTACK, Factor::halves(3), "tank", "printed", "TEST-1");
        tally.add(own, Factor::whole(4), "", "printed", "TEST-1");
        tally.explain(own, Factor::whole(-1), "", "TEST-2", || "from the rear".into());
        (tally.total(Part::ATTACK), tally.total(own))
    }
    let mut reckoning = Reckoning::default();
    assert_eq!(fill(&mut reckoning), fill(&mut Sums::default()));
    assert_eq!(reckoning.total(Part::own(3, "morale")), Factor::whole(3));
    assert_eq!(reckoning.lines().len(), 3);
}

/// If this fails, a compiler feeds a derived `Hash` otherwise than before, and no record's hashes hold.
#[test]
fn hashes_stay_as_they_are() {
    #[derive(Hash)]
    enum Place {
        Nowhere,
        Hex { column: u8, row: i16 },
    }
    let state = (Place::Hex { column: 3, row: -2 }, [1u8, 2, 3], Some(7u128), [Place::Nowhere], false);
    assert_eq!(hash_of(&state), 13_103_358_708_615_278_168);
}
