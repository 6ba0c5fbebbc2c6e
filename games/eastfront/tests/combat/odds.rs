//! Strengths and shifts: from a situation to its column (chapter CRT).

use crate::common::{a, clauses, d, facts, fight, from, odds, plain, refusal, roll, situation, whole};
use kit::Factor;
use sandtable_eastfront::CombatResult;

#[test]
fn x1_storm_on_brest() {
    // EAST-CRT-1, EAST-CRT-2, EAST-CRT-3, EAST-TER-1, EAST-TER-17, EAST-TER-24, EAST-SEQ-8, EAST-GEN-2
    let (storm, _) = kit::inquiry::question::<sandtable_eastfront::Battle>(
        kit::Rules::published(),
        "battle.toml",
        sandtable_eastfront::RULEBOOK.kinds[0].example,
    )
    .unwrap();
    let battle = fight(&storm);
    assert_eq!(battle.strengths(), whole(28, 7));
    assert_eq!(battle.column(), "4:1");
    assert_eq!(odds(&battle), "BR 1/6, DE 1/6, DR 1/3, DW 1/6, dw 1/6");
    let lines = clauses(&storm);
    for clause in ["EAST-TER-17", "EAST-TER-24", "EAST-TER-1", "EAST-SEQ-8"] {
        assert_eq!(lines.iter().filter(|&&line| line == clause).count(), 1, "{clause}");
    }
    // EAST-CNV-5: armour among the defenders, bonuses and the river all forbid an overrun.
    assert!(!battle.is_overrun());
}

#[test]
fn x2_rounding_in_the_defenders_favour() {
    // EAST-CRT-2, EAST-GEN-4
    let battle = fight(&plain("turn = 2", 17, 6));
    assert_eq!((battle.column(), odds(&battle).as_str()), ("2:1", "DR 1/3, DW 1/6, dw 1/6, D 1/6, X 1/6"));
    let battle = fight(&plain("turn = 2", 18, 6));
    assert_eq!((battle.column(), odds(&battle).as_str()), ("3:1", "DE 1/6, DR 1/3, DW 1/6, dw 1/6, D 1/6"));
    assert_eq!(fight(&plain("turn = 2", 12, 8)).column(), "3:2");
    for (attack, defence, column) in
        [(6, 1, "5:1"), (9, 1, "7:1"), (5, 4, "1:1"), (2, 3, "1:2"), (40, 1, "10:1")]
    {
        assert_eq!(fight(&plain("turn = 2", attack, defence)).column(), column);
    }
    // EAST-GEN-4: 5 and a half against 3 and a half is 1.57.
    let mut halves = plain("turn = 2", 5, 3);
    halves.from[0].units[0].af = Some(Factor::halves(11));
    halves.defenders[0].df = Some(Factor::halves(7));
    assert_eq!(fight(&halves).column(), "3:2");
}

#[test]
fn x3_lower_limit() {
    // EAST-ATT-8
    let refused = refusal(&plain("turn = 2", 3, 13));
    assert_eq!(refused.clause.0, "EAST-ATT-8");
    assert!(refused.reason.contains("it lacks 1 attack"), "{refused}");
    assert_eq!(fight(&plain("turn = 2", 3, 12)).column(), "1:4");
    // EAST-CRT-3: a shift cannot lower it further.
    let mut river = plain("turn = 2", 3, 12);
    river.from[0].across = sandtable_eastfront::Hexside::River;
    assert_eq!(odds(&fight(&river)), "D/AE 1/6, AE 5/6");
}

#[test]
fn x5_german_river_line() {
    // EAST-TER-2, EAST-TER-25
    let river = "across = \"river\"";
    let defenders = [d("b German INF corps 5"), d("c Romanian INF army 4")];
    let head = "turn = 28\ntarget = { class = \"town\" }";
    let line = situation(head, &[from("0", river, &[a("a Soviet INF army 24")])], &defenders);
    let battle = fight(&line);
    assert_eq!(battle.strengths(), whole(24, 9));
    assert_eq!(battle.column(), "1:1");
    assert_eq!(odds(&battle), "DR 1/6, dw 1/6, D 1/6, - 1/6, X 1/6, AE 1/6");
    // EAST-TER-4: one corps on the same bank undoes it.
    let both = [from("0", river, &[a("a Soviet INF army 20")]), from("1", "", &[a("e Soviet INF corps 4")])];
    assert_eq!(fight(&situation(head, &both, &defenders)).column(), "2:1");
    assert!(facts(&situation(head, &both, &defenders)).contains("no shift: e does not attack across water"));
    // EAST-TER-1, EAST-TER-3: without Germans one column, for the attack and not for each unit.
    let allies = [d("b Italian INF corps 5"), d("c Romanian INF army 4")];
    let line = situation(head, &[from("0", river, &[a("a Soviet INF army 24")])], &allies);
    assert_eq!(fight(&line).column(), "3:2");
}

#[test]
fn x6_dispersed_mixed_stack() {
    // EAST-CRT-4, EAST-DSP-2
    let attack = [from("0", "", &[a("a Soviet INF army 20")])];
    let stack = |other: &str| situation("turn = 2", &attack, &[d("b German INF army 5"), d(other)]);
    assert_eq!(fight(&stack("c German INF corps 5 dispersed=true")).column(), "3:1");
    assert_eq!(fight(&stack("c German INF corps 2 dispersed=true")).column(), "2:1");
    assert_eq!(fight(&stack("c German INF corps 5")).column(), "2:1");
    // EAST-DSP-2: a Dispersed unit still has its hills.
    let hills = situation(
        "turn = 2\ntarget = { ground = \"hills\" }",
        &attack,
        &[d("b German INF army 4 dispersed=true")],
    );
    assert_eq!(fight(&hills).strengths(), whole(20, 5));
    assert!(clauses(&hills).contains(&"EAST-DSP-2"));
}

#[test]
fn seq_8_surprise_only_in_the_first_prepared_phase_of_the_axis() {
    // EAST-SEQ-8
    assert_eq!(fight(&plain("turn = 1", 12, 6)).column(), "3:1");
    assert_eq!(fight(&plain("turn = 1\nphase = \"operational\"", 12, 6)).column(), "2:1");
    assert_eq!(fight(&plain("turn = 2", 12, 6)).column(), "2:1");
    let soviets = [from("0", "", &[a("a Soviet INF army 12")])];
    assert_eq!(fight(&situation("turn = 1", &soviets, &[d("b German INF army 6")])).column(), "2:1");
}

#[test]
fn crt_3_shifts_are_summed_and_applied_once() {
    // EAST-CRT-3: over 10:1, river -1 and Dispersed +1 leave 10:1; surplus odds are no reserve.
    let river = "across = \"river\"";
    let attack = |factor| [from("0", river, &[a(&format!("a German INF army {factor}"))])];
    let cases =
        [(40, "dispersed=true", "10:1"), (40, "dispersed=false", "7:1"), (10, "dispersed=true", "10:1")];
    for (factor, state, column) in cases {
        let battle =
            fight(&situation("turn = 4", &attack(factor), &[d(&format!("b Soviet INF army 1 {state}"))]));
        assert_eq!(battle.column(), column);
    }
    // At the low end river -2 and Dispersed +1: one column down from 1:3, not two up and down again.
    let low = situation(
        "turn = 30",
        &[from("0", river, &[a("a Soviet INF army 2")])],
        &[d("b German INF army 6 dispersed=true")],
    );
    assert_eq!(fight(&low).column(), "1:4");
}

#[test]
fn crt_5_the_face_picks_the_row() {
    // EAST-CRT-5, EAST-RES-1: the 3:2 column from 1 to 6.
    let battle = fight(&plain("turn = 5", 9, 6));
    let column: Vec<CombatResult> = (1..=6).map(|face| roll(&battle, face).result).collect();
    let printed: Vec<&str> = column.iter().map(|result| result.printed()).collect();
    assert_eq!(printed, ["X", "-", "D", "dw", "DW", "DR"]);
}

#[test]
fn wea_1_the_calendar_gives_the_weather_unless_told_otherwise() {
    // EAST-WEA-1
    assert!(facts(&plain("turn = 5", 9, 6)).contains("weather: Mud (Oct 1941) [EAST-WEA-1]"));
    assert!(facts(&plain("turn = 5\nweather = \"good\"", 9, 6)).contains("weather: Good"));
    for turn in [0, 49, 255] {
        assert_eq!(refusal(&plain(&format!("turn = {turn}"), 9, 6)).clause.0, "EAST-WEA-1");
    }
}

#[test]
fn the_distance_to_the_next_column_is_told() {
    // EAST-CRT-2
    let told = facts(&plain("turn = 2", 17, 6));
    assert!(told.contains("17 against 6 is 2:1"), "{told}");
    assert!(told.contains("1 more attack would make it 3:1"), "{told}");
    assert!(told.contains("5 attack can be left out for the same odds"), "{told}");
}
