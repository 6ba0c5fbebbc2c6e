//! Random situations: the chances sum to one, agree with rolled dice, and nothing panics.

mod common;

use kit::{Inquiry, Refusal, Sums, testing::assert_rolls_agree};
use proptest::prelude::*;
use sandtable_battleline::{
    battle::{Battle, Fate},
    charts::charts,
    leader::Leaders,
    missiles::Volley,
    morale::Morale,
    rampage::Rampage,
};

const PLACES: [&str; 6] = ["front", "right-front", "right-rear", "rear", "left-rear", "left-front"];

fn unit() -> impl Strategy<Value = String> {
    (0..charts().units.len()).prop_map(|place| charts().units[place].code.clone())
}

fn place() -> impl Strategy<Value = &'static str> {
    prop::sample::select(&PLACES[..])
}

fn terrain() -> impl Strategy<Value = &'static str> {
    prop::sample::select(&["clear", "clear", "rough", "wood", "marsh", "camp"][..])
}

fn status() -> impl Strategy<Value = &'static str> {
    prop::sample::select(&["good-order", "good-order", "disrupted"][..])
}

fn leaders() -> impl Strategy<Value = &'static str> {
    prop::sample::select(&["", "", "'Hannibal'", "'Scipio', 'Laelius'"][..])
}

/// What attackers and defenders have in common.
fn troop() -> impl Strategy<Value = String> {
    let on_table = (unit(), status(), leaders(), terrain(), -1i8..2);
    let way_out = (any::<bool>(), any::<bool>(), any::<bool>(), 0u8..9);
    (on_table, way_out).prop_map(|((unit, status, leaders, terrain, level), (retreat, rout, friends, edge))| {
        let passes = if friends { "{ unit = 'GAL' }, { unit = 'HAS', leaders = ['Varro'] }" } else { "" };
        format!(
            "unit = '{unit}'\nstatus = '{status}'\nleaders = [{leaders}]\nterrain = '{terrain}'\nlevel = {level}\n\
             retreat = {retreat}\nrout = {rout}\nrout-passes = [{passes}]\n\
             lanes = [{{ roll = 2, edge-after = {edge} }}, {{ roll = 5, hexes = [{{ at = 3, unit = 'ACV' }}] }}]\n"
        )
    })
}

fn battle() -> impl Strategy<Value = String> {
    let house_rules = (any::<bool>(), any::<bool>(), any::<bool>(), any::<bool>(), any::<bool>());
    let attacker = (troop(), place(), place(), 0u8..5);
    let attackers = prop::collection::vec(attacker, 1..4);
    let scenario = prop::sample::select(&["", "scenario = 'zama'", "scenario = 'cannae'"][..]);
    (house_rules, scenario, troop(), any::<bool>(), attackers).prop_map(
        |((low, five, literal, pinned, all), scenario, defender, evades, attackers)| {
            let mut text = format!(
                "{scenario}\nhouse-rules = {{ low_odds_allowed = {low}, five_inclusive = {five}, \
                 disrupt_literal = {literal}, pinned_factor = {pinned}, all_attackers_suffer = {all} }}\n\
                 [defender]\n{defender}evades = {evades}\nlight-foot-adjacent = {evades}\n"
            );
            for (troop, from, towards, pinned) in attackers {
                let pinned = if pinned == 0 { String::new() } else { format!("pinned-by = {pinned}\n") };
                text += &format!("[[attackers]]\n{troop}from = '{from}'\ntowards = '{towards}'\n{pinned}");
            }
            text
        },
    )
}

fn rampage() -> impl Strategy<Value = String> {
    let hex = (1u8..9, unit(), status(), terrain(), any::<bool>(), any::<bool>());
    let lane = (prop::collection::vec(hex, 0..4), 0u8..12);
    prop::collection::vec(lane, 6).prop_map(|lanes| {
        let mut text = "[elephants]\nunit = 'ELE'\nleaders = ['Hannibal']\n".to_owned();
        for (roll, (hexes, edge)) in (1..).zip(lanes) {
            text += &format!("[[lanes]]\nroll = {roll}\nedge-after = {edge}\n");
            let mut taken = Vec::new();
            for (at, unit, status, terrain, enemy, zone) in hexes {
                if taken.contains(&at) {
                    continue;
                }
                taken.push(at);
                let side = if enemy { "enemy" } else { "own" };
                text += &format!(
                    "[[lanes.hexes]]\nat = {at}\nunit = '{unit}'\nstatus = '{status}'\nterrain = '{terrain}'\n\
                     side = '{side}'\nenemy-zone = {zone}\ncontrols-next = {enemy}\n"
                );
            }
        }
        text
    })
}

fn prepared<Q: Inquiry>(text: &str) -> Result<Q, Refusal> {
    Q::prepare(&common::situation::<Q>(text), &mut Sums::default())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 120, failure_persistence: None, ..ProptestConfig::default() })]

    /// LINE-CRT-5: a result strikes one side; LINE-CRT-6: with the usual rules nobody Disrupted survives one.
    #[test]
    fn battles_agree_with_the_dice(text in battle(), seed in any::<u64>()) {
        let Ok(battle) = prepared::<Battle>(&text) else { return Ok(()) };
        let odds = assert_rolls_agree(&battle, 20_000, seed);
        for (end, _) in odds.iter() {
            let fled = end.fates.iter().any(|&fate| fate == Fate::Rampages);
            let attackers_hit = end.fates[1..].iter().any(|&fate| fate != Fate::Steady);
            let eliminated = end.fates.iter().any(|&fate| fate == Fate::Eliminated);
            prop_assert!(
                fled || eliminated || (end.fates[0] == Fate::Steady) == attackers_hit,
                "one side and never both, unless elephants run wild: {end:?}"
            );
        }
    }

    /// Every attacker more is as good or better for the attack: the column never goes down (LINE-CRT-2).
    #[test]
    fn elephants_agree_with_the_dice(text in rampage(), seed in any::<u64>()) {
        let rampage = prepared::<Rampage>(&text).map_err(|refusal| TestCaseError::fail(refusal.to_string()))?;
        assert_rolls_agree(&rampage, 20_000, seed);
    }

    #[test]
    fn tests_agree_with_the_dice(unit in unit(), status in status(), row in 1u8..5, turns in 1u8..4, seed in any::<u64>()) {
        for test in ["stand", "evade", "carry-away", "rampage", "reorganize"] {
            let turns = if test == "reorganize" { turns } else { 1 };
            let text = format!(
                "test = '{test}'\nrow = {row}\nelephants = true\nrouting = 'SOC'\nturns = {turns}\n[[units]]\nunit = '{unit}'\nstatus = '{status}'\n"
            );
            if let Ok(morale) = prepared::<Morale>(&text) {
                assert_rolls_agree(&morale, 5_000, seed);
            }
        }
    }

    #[test]
    fn shots_agree_with_the_dice(
        firer in unit(), target in unit(), from in place(), towards in place(), distance in 1u8..3, ground in terrain(), seed in any::<u64>()
    ) {
        let position = if distance == 1 {
            format!("[firer]\nunit = '{firer}'\ntowards = '{towards}'\n[target]\nunit = '{target}'\nfrom = '{from}'\n")
        } else {
            format!("[firer]\nunit = '{firer}'\n[target]\nunit = '{target}'\n[[between]]\nfrom = '{from}'\ntowards = '{towards}'\nterrain = '{ground}'\n")
        };
        if let Ok(volley) = prepared::<Volley>(&format!("distance = {distance}\n{position}")) {
            assert_rolls_agree(&volley, 5_000, seed);
        }
    }

    #[test]
    fn leaders_agree_with_the_dice(count in 1usize..5, last in any::<bool>(), seed in any::<u64>()) {
        let names = ["'Scipio'", "'Laelius'", "'Masinissa'", "'Legate'"][..count].join(", ");
        let leaders = prepared::<Leaders>(&format!("leaders = [{names}]\nlast-of-army = {last}"));
        assert_rolls_agree(&leaders.map_err(|refusal| TestCaseError::fail(refusal.to_string()))?, 5_000, seed);
    }
}
