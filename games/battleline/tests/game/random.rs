//! Random situations: the chances sum to one, agree with rolled dice, and nothing panics.

use kit::{Inquiry, Part, Refusal, Rules, Sums, Tally, testing::assert_rolls_agree};
use proptest::prelude::*;
use sandtable_battleline::{
    battle::{Battle, Fate},
    leader::Leaders,
    missiles::Volley,
    morale::Morale,
    rampage::Rampage,
};

const PLACES: [&str; 6] = ["front", "right-front", "right-rear", "rear", "left-rear", "left-front"];

fn one_of(words: &'static [&'static str]) -> impl Strategy<Value = &'static str> {
    prop::sample::select(words)
}

fn unit() -> impl Strategy<Value = String> {
    (0..crate::common::charts().units.len())
        .prop_map(|place| crate::common::charts().units[place].code.clone())
}

fn terrain() -> impl Strategy<Value = &'static str> {
    one_of(&["clear", "clear", "clear", "rough", "wood", "marsh", "camp"])
}

fn status() -> impl Strategy<Value = &'static str> {
    one_of(&["good-order", "good-order", "disrupted"])
}

/// What attackers and defenders have in common; `leaders` are those it may have.
fn troop(leaders: &'static [&'static str]) -> impl Strategy<Value = String> {
    let on_table = (unit(), status(), one_of(leaders), terrain(), 0i8..2);
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

/// A combat whose attackers can be counted off.
#[derive(Clone, Debug)]
struct Case {
    head: String,
    attackers: Vec<String>,
}

impl Case {
    /// The situation with the first so many attackers.
    fn with(&self, count: usize) -> String {
        let attackers = self.attackers[..count].iter().map(|attacker| format!("[[attackers]]\n{attacker}"));
        self.head.clone() + &attackers.collect::<String>()
    }

    fn has_elephants(&self) -> bool {
        self.with(self.attackers.len()).contains("unit = 'ELE'")
    }
}

fn battle() -> impl Strategy<Value = Case> {
    let towards = one_of(&["front", "front", "front", "right-front", "left-rear"]);
    let attacker = (troop(&["", "'Scipio'"]), towards, 1u8..4);
    let attackers = prop::collection::vec(attacker, 1..4);
    let scenario = one_of(&["", "scenario = 'zama'\n", "scenario = 'cannae'\n"]);
    let rules = (any::<bool>(), any::<bool>(), any::<bool>(), any::<bool>(), any::<bool>());
    let defender = troop(&["", "", "'Hannibal'", "'Hannibal', 'Tychaeus'"]);
    (rules, scenario, defender, any::<bool>(), 0usize..6, attackers).prop_map(
        |((low, five, literal, pinned, all), scenario, defender, evades, first, attackers)| Case {
            head: format!(
                "{scenario}house-rules = {{ low_odds_allowed = {low}, five_inclusive = {five}, \
                 disrupt_literal = {literal}, pinned_factor = {pinned}, all_attackers_suffer = {all} }}\n\
                 [defender]\n{defender}evades = {evades}\nlight-foot-adjacent = {low}\n"
            ),
            attackers: attackers
                .into_iter()
                .enumerate()
                .map(|(place, (troop, towards, pinned))| {
                    // Only the first keeps a leader: nobody is in two places.
                    let troop = if place == 0 { troop } else { troop.replace("'Scipio'", "") };
                    let from = PLACES[(first + place) % 6];
                    format!("{troop}from = '{from}'\ntowards = '{towards}'\npinned-by = {pinned}\n")
                })
                .collect(),
        },
    )
}

fn rampage() -> impl Strategy<Value = String> {
    let hex = (1u8..9, unit(), status(), terrain(), any::<bool>(), any::<bool>());
    let lane = (prop::collection::vec(hex, 0..4), 0u8..12);
    prop::collection::vec(lane, 6).prop_map(|lanes| {
        let lanes = lanes.into_iter().zip(1..).map(|((mut hexes, edge), roll)| {
            hexes.sort_unstable_by_key(|hex| hex.0);
            hexes.dedup_by_key(|hex| hex.0);
            let hexes = hexes.into_iter().map(|(at, unit, status, terrain, enemy, zone)| {
                let side = if enemy { "enemy" } else { "own" };
                format!(
                    "[[lanes.hexes]]\nat = {at}\nunit = '{unit}'\nstatus = '{status}'\nterrain = '{terrain}'\n\
                     side = '{side}'\nenemy-zone = {zone}\ncontrols-next = {enemy}\n"
                )
            });
            format!("[[lanes]]\nroll = {roll}\nedge-after = {edge}\n{}", hexes.collect::<String>())
        });
        format!("[elephants]\nunit = 'ELE'\nleaders = ['Hannibal']\n{}", lanes.collect::<String>())
    })
}

fn prepared<Q: Inquiry>(text: &str) -> Result<Q, Refusal> {
    Q::prepare(Rules::published(), &crate::common::situation::<Q>(text), &mut Sums::default())
}

fn must<Q: Inquiry>(text: &str) -> Result<Q, TestCaseError> {
    prepared(text).map_err(|refusal| TestCaseError::fail(refusal.to_string()))
}

/// Refusals that leave a random situation out of the count.
fn allowed<Q: Inquiry>(text: &str) -> Result<Q, TestCaseError> {
    prepared(text).map_err(|refusal| TestCaseError::reject(refusal.clause.0))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, max_global_rejects: 100_000, ..ProptestConfig::default() })]

    /// LINE-CRT-5: a result strikes one side and never both, unless elephants run wild.
    #[test]
    fn battles_agree_with_the_dice(case in battle(), seed in any::<u64>()) {
        let battle = allowed::<Battle>(&case.with(case.attackers.len()))?;
        let odds = assert_rolls_agree(&battle, 20_000, seed);
        for (end, _) in odds.iter().filter(|_| !case.has_elephants()) {
            let attackers_hit = end.fates[1..].iter().any(|&fate| fate != Fate::Steady);
            prop_assert_eq!(end.fates[0] == Fate::Steady, attackers_hit, "{:?}", end);
        }
    }

    /// LINE-CRT-2, LINE-X-CMB-6: one more attacker never makes the attack weaker or the defence stronger.
    #[test]
    fn one_more_attacker_never_harms(case in battle()) {
        let sums = |count: usize| {
            let mut sums = Sums::default();
            Battle::prepare(Rules::published(), &crate::common::situation::<Battle>(&case.with(count)), &mut sums)
                .map(|_| (sums.total(Part::ATTACK), sums.total(Part::DEFENCE)))
                .map_err(|refusal| TestCaseError::reject(refusal.clause.0))
        };
        let (mut attack, mut defence) = sums(1)?;
        for count in 2..=case.attackers.len() {
            let (more, less) = sums(count)?;
            prop_assert!(more > attack && less <= defence);
            (attack, defence) = (more, less);
        }
    }

    #[test]
    fn elephants_agree_with_the_dice(text in rampage(), seed in any::<u64>()) {
        assert_rolls_agree(&must::<Rampage>(&text)?, 20_000, seed);
    }

    #[test]
    fn tests_agree_with_the_dice(unit in unit(), status in status(), row in 1u8..5, turns in 1u8..4, seed in any::<u64>()) {
        for test in ["stand", "evade", "carry-away", "rampage", "reorganize"] {
            let turns = if test == "reorganize" { turns } else { 1 };
            let text = format!(
                "test = '{test}'\nrow = {row}\nelephants = true\nrouting = 'SOC'\nturns = {turns}\n\
                 [[units]]\nunit = '{unit}'\nstatus = '{status}'\n"
            );
            if let Ok(morale) = prepared::<Morale>(&text) {
                assert_rolls_agree(&morale, 5_000, seed);
            }
        }
    }

    #[test]
    fn shots_agree_with_the_dice(
        firer in one_of(&["VEL", "BAL", "CRE", "NUM", "AET"]),
        target in unit(),
        from in one_of(&PLACES),
        towards in one_of(&PLACES),
        distance in 1u8..3,
        ground in terrain(),
        seed in any::<u64>(),
    ) {
        let position = if distance == 1 {
            format!("[firer]\nunit = '{firer}'\ntowards = '{towards}'\n[target]\nunit = '{target}'\nfrom = '{from}'\n")
        } else {
            format!(
                "[firer]\nunit = '{firer}'\n[target]\nunit = '{target}'\n\
                 [[between]]\nfrom = '{from}'\ntowards = '{towards}'\nterrain = '{ground}'\n"
            )
        };
        assert_rolls_agree(&allowed::<Volley>(&format!("distance = {distance}\n{position}"))?, 5_000, seed);
    }

    #[test]
    fn leaders_agree_with_the_dice(count in 1usize..5, last in any::<bool>(), seed in any::<u64>()) {
        let names = ["'Scipio'", "'Laelius'", "'Masinissa'", "'Legate'"][..count].join(", ");
        assert_rolls_agree(&must::<Leaders>(&format!("leaders = [{names}]\nlast-of-army = {last}"))?, 5_000, seed);
    }
}
