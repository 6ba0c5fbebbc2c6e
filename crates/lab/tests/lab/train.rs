//! Learning by self-play, on a contest that is known.

use std::{collections::BTreeMap, ops::Range};

use sandtable_lab::train::{Training, TrainingPlan};

fn course(start: &[i64]) -> TrainingPlan {
    let start = start.iter().enumerate();
    TrainingPlan {
        game: "none".into(),
        scenario: String::new(),
        options: BTreeMap::new(),
        player: String::new(),
        seed: 7,
        pairs: 1,
        reach: 20,
        step: 40,
        start: start.map(|(place, value)| ("all".into(), place.to_string(), *value)).collect(),
    }
}

/// Whoever is nearer to the best weights scores more; the training finds them, and goes on where it was stopped.
#[test]
fn weights_move_to_where_games_are_won() {
    let best = [60.0, 30.0, 100.0];
    let far = |weights: &[i64]| -> f64 {
        weights
            .iter()
            .zip(best)
            .map(|(weight, best)| ((f64::from(*weight as i32) - best) / best).powi(2))
            .sum()
    };
    let play = |[one, other]: [Vec<i64>; 2], seeds: Range<u64>| -> Result<f64, ()> {
        assert_eq!(seeds.end - seeds.start, 1);
        Ok(0.5 + (far(&other) - far(&one)).clamp(-0.5, 0.5))
    };
    let mut training = Training::new(course(&[100, 30, 50]));
    assert_eq!(training.weights(), [100, 30, 50], "nothing has moved");
    (0..150).for_each(|_| training.round(play).unwrap());
    assert!(far(&training.weights()) < far(&[100, 30, 50]) / 20.0, "{:?}", training.weights());
    let mut again = Training::new(course(&[100, 30, 50]));
    (0..70).for_each(|_| again.round(play).unwrap());
    let text = serde_json::to_string(&again).unwrap();
    let mut again: Training = serde_json::from_str(&text).unwrap();
    (70..150).for_each(|_| again.round(play).unwrap());
    assert_eq!(again, training, "a training that was stopped and went on is the same");
}

#[test]
fn a_patch_names_what_has_changed() {
    let training = Training::new(course(&[8, 0]));
    let patch = training.patch("tactics", &[8, 3]);
    assert_eq!(
        patch.changes.iter().map(kit::patch::Change::said).collect::<Vec<_>>(),
        [["tactics", "all", "1", "3"]]
    );
    assert!(training.fresh_seeds(9).start > training.course.seed + 1_000_000_000);
}
