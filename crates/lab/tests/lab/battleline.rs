//! A game whose battles take two dice, and whose points count against a side.

use battleline::game::Battleline;
use bots::Spec;
use kit::Setup;
use sandtable_lab::watcher;

#[test]
fn battles_are_told_with_the_chances_of_all_their_dice() {
    let recruits = vec![Spec::parse("recruit").unwrap(); 2];
    let watcher = watcher::<Battleline>(&Setup::of("learn"), &recruits).unwrap();
    let rows: Vec<_> = (0..40).map(|seed| watcher(seed, seed).unwrap()).collect();
    let battles: Vec<_> = rows.iter().flat_map(|row| &row.battles).collect();
    let parts = |chances: &str| -> Vec<(String, u32)> {
        let part = |part: &str| {
            part.rsplit_once(' ').map(|(result, weight)| (result.to_owned(), weight.parse().unwrap()))
        };
        chances.split(", ").filter_map(part).collect()
    };
    for battle in &battles {
        let parts = parts(&battle.chances);
        let total: u32 = parts.iter().map(|(_, weight)| weight).sum();
        let tested = parts.iter().any(|(result, _)| result == "does not stand");
        assert!(if tested { total == 36 } else { total.is_multiple_of(6) }, "{}", battle.chances);
        assert!(parts.iter().any(|(result, _)| *result == battle.result), "{battle:?}");
    }
    assert!(
        battles.iter().any(|battle| battle.chances.contains("does not stand")),
        "a Stand Test is among them"
    );
    let told: usize = battles.iter().map(|row| usize::from(row.attackers_lost + row.defender_lost)).sum();
    let blamed = rows.iter().flat_map(|row| &row.losses).filter(|loss| loss.battle.is_some()).count();
    assert!(told > 0 && told == blamed, "every loss in a battle is told with it: {told} of {blamed}");
}

/// Points are losses here, so the lead is read from the game's own judgement.
#[test]
fn who_wins_stands_better_at_the_end() {
    let recruits = vec![Spec::parse("recruit").unwrap(); 2];
    let watcher = watcher::<Battleline>(&Setup::of("learn"), &recruits).unwrap();
    for seed in 0..20 {
        let row = watcher(seed, seed).unwrap();
        let standing = row.turns.last().unwrap().standing;
        match row.winner {
            Some(0) => assert!(standing > 0, "seed {seed}: {standing}"),
            Some(_) => assert!(standing < 0, "seed {seed}: {standing}"),
            None => {}
        }
    }
}

/// Who decides by lot attacks without sense far more often than a regular; and whoever is attacked was attacked by
/// somebody.
#[test]
fn follies_tell_sense_from_chance() {
    let counted = |name: &str| {
        let watcher = watcher::<Battleline>(&Setup::of("learn"), &[Spec::parse(name).unwrap(); 2]).unwrap();
        let rows: Vec<_> = (0..20).flat_map(|seed| watcher(seed, seed).unwrap().follies).collect();
        assert!(rows.iter().all(|row| row.times <= row.cases), "{name}");
        let sum = move |what: &str, seat: Option<u8>| {
            let rows = rows.iter().filter(|row| row.what == what && seat.is_none_or(|seat| row.seat == seat));
            rows.fold([0, 0], |sum, row| [sum[0] + row.times, sum[1] + row.cases])
        };
        for seat in 0..2 {
            let (made, suffered) =
                (sum("attacks below sense", Some(seat)), sum("attacked from behind", Some(1 - seat)));
            assert!(made[1] > 0 && made[1] == suffered[1], "{name}: {made:?} {suffered:?}");
        }
        assert!(sum("moves that end with the rear open", None)[0] > 0, "{name}");
        let [times, cases] = sum("attacks below sense", None);
        f64::from(times) / f64::from(cases)
    };
    let (by_lot, by_plan) = (counted("random"), counted("regular"));
    assert!(by_lot > 2.0 * by_plan, "{by_lot:.3} by lot, {by_plan:.3} by plan");
}
