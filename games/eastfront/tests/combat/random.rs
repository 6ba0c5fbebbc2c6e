//! Whatever the situation: what always holds.

use kit::{Factor, Inquiry, Sums, chance, testing::assert_rolls_agree};
use proptest::prelude::*;
use sandtable_eastfront::{
    ApproachEntry, Arm, AttackPhase, AttackerEntry, Battle, Class, CombatResult, Country, DefenderEntry,
    Fate, Ground, Hexside, HouseRule, Nation, Picks, Readiness, Rules, Situation, Size, TargetEntry, Weather,
};

use crate::common::fight;

const ARMS: [Arm; 5] = Arm::ALL;

fn nation(axis: bool) -> impl Strategy<Value = Nation> {
    let axis_nations =
        vec![Nation::German, Nation::German, Nation::Romanian, Nation::Italian, Nation::Finnish];
    prop::sample::select(if axis { axis_nations } else { vec![Nation::Soviet] })
}

fn attacker(axis: bool) -> impl Strategy<Value = AttackerEntry> {
    (nation(axis), prop::sample::select(&ARMS[..]), 1i32..19).prop_map(|(nation, arm, halves)| {
        AttackerEntry {
            unit: String::new(),
            nation: Some(nation),
            arm: Some(arm),
            size: Some(Size::Corps),
            af: Some(Factor::halves(halves)),
            state: Readiness::Ready,
            unsupplied: false,
        }
    })
}

fn defender(axis: bool) -> impl Strategy<Value = DefenderEntry> {
    let size = prop::sample::select(vec![Size::Corps, Size::Division]);
    let rest = (1i32..15, any::<bool>(), 0u8..3, any::<bool>());
    (nation(axis), prop::sample::select(&ARMS[..]), size, rest).prop_map(
        |(nation, arm, size, (halves, dispersed, retreat, order))| DefenderEntry {
            unit: String::new(),
            nation: Some(nation),
            arm: Some(arm),
            size: Some(size),
            df: Some(Factor::halves(halves)),
            dispersed,
            retreat,
            no_retreat: order && nation == Nation::German,
        },
    )
}

fn approach(axis: bool) -> impl Strategy<Value = ApproachEntry> {
    let across = prop::sample::select(vec![
        Hexside::Plain,
        Hexside::River,
        Hexside::River,
        Hexside::Lake,
        Hexside::Kerch,
    ]);
    let units = prop::collection::vec(attacker(axis), 1..3);
    (across, any::<bool>(), any::<bool>(), prop::option::of(any::<bool>()), units).prop_map(
        |(across, fortified, road, north_east, units)| ApproachEntry {
            hex: String::new(),
            across,
            fortified,
            road,
            north_east,
            units,
        },
    )
}

fn target() -> impl Strategy<Value = TargetEntry> {
    let ground = prop::sample::select(vec![
        Ground::Clear,
        Ground::Clear,
        Ground::Swamp,
        Ground::Hills,
        Ground::Mountain,
    ]);
    let class = prop::option::of(prop::sample::select(&Class::ALL[..]));
    (class, any::<bool>(), ground, any::<bool>(), any::<bool>()).prop_map(
        |(class, fortress, ground, taken, north_east)| TargetEntry {
            place: None,
            hex: None,
            class,
            fortress,
            ground: Some(ground),
            taken,
            north_east: Some(north_east),
            country: Some(Country::Ussr),
        },
    )
}

fn any_situation() -> impl Strategy<Value = Situation> {
    let when = (1u8..49, prop::option::of(prop::sample::select(&Weather::ALL[..])), any::<bool>());
    let rules = prop::sample::subsequence(vec![HouseRule::H1, HouseRule::H3, HouseRule::H4], 0..=3);
    any::<bool>()
        .prop_flat_map(move |axis| {
            let forces =
                (prop::collection::vec(approach(axis), 1..4), prop::collection::vec(defender(!axis), 0..3));
            (when.clone(), any::<bool>(), any::<bool>(), rules.clone(), target(), forces)
        })
        .prop_map(
            |(
                (turn, weather, prepared),
                no_retreat,
                refuse,
                house_rules,
                target,
                (mut from, mut defenders),
            )| {
                for (place, approach) in from.iter_mut().enumerate() {
                    approach.hex = format!("hex {place}");
                    for (number, unit) in approach.units.iter_mut().enumerate() {
                        unit.unit = format!("a{place}{number}");
                    }
                }
                for (place, unit) in defenders.iter_mut().enumerate() {
                    unit.unit = format!("d{place}");
                }
                Situation {
                    scenario: None,
                    turn,
                    weather,
                    phase: if prepared { AttackPhase::Prepared } else { AttackPhase::Operational },
                    breakthrough: false,
                    soviet_no_retreat: no_retreat,
                    refuse_exchange: refuse,
                    axis_naval_bases: Vec::new(),
                    house_rules,
                    target,
                    from,
                    defenders,
                }
            },
        )
}

/// Only situations that the rules allow.
fn allowed() -> impl Strategy<Value = Situation> {
    any_situation().prop_filter("refused by the rules", |situation| {
        Battle::prepare(Rules::published(), situation, &mut Sums::default()).is_ok()
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 30, max_global_rejects: 100_000, max_local_rejects: 1_000_000, ..ProptestConfig::default() })]
    #[test]
    fn crt_5_exact_odds_agree_with_rolled_dice(situation in allowed(), seed: u64) {
        // EAST-CRT-5
        assert_rolls_agree(&fight(&situation), 20_000, seed);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, max_global_rejects: 100_000, max_local_rejects: 1_000_000, ..ProptestConfig::default() })]

    #[test]
    fn crt_2_and_3_the_column_is_the_literal_one(situation in allowed()) {
        // EAST-CRT-2: the last of the eleven whose ratio A : D reaches, before shifts.
        let battle = fight(&situation);
        let (attack, defence) = battle.strengths();
        let columns = [(1, 4), (1, 3), (1, 2), (1, 1), (3, 2), (2, 1), (3, 1), (4, 1), (5, 1), (7, 1), (10, 1)];
        let reached = columns.iter().rposition(|&(a, d)| attack * d >= defence * a).unwrap() as i32;
        let mut reckoning = kit::Reckoning::default();
        Battle::prepare(Rules::published(), &situation, &mut reckoning).unwrap();
        let shift = kit::Tally::total(&reckoning, kit::Part::SHIFT).floor();
        // EAST-CRT-3: the sum once, held within the table.
        let (a, d) = columns[(reached + shift).clamp(0, 10) as usize];
        prop_assert_eq!(battle.column(), format!("{a}:{d}"));
    }

    #[test]
    fn res_13_every_way_to_pay_is_enough_and_without_waste(situation in allowed()) {
        // EAST-RES-13, EAST-EXC-2, EAST-EXC-6, EAST-RES-11
        let battle = fight(&situation);
        let factors: Vec<Factor> = situation.from.iter().flat_map(|f| &f.units).map(|u| u.af.unwrap()).collect();
        let all = Picks::first(factors.len());
        for (end, _) in chance::odds(&battle).unwrap().iter() {
            let end = end.as_ref().unwrap();
            let offers = if end.result == CombatResult::Exchange && !end.fates.is_empty() { battle.forced_offers() } else { Vec::new() };
            let bills = offers.iter().map(|offer| &offer.bill).cloned();
            for bill in bills.chain(battle.bill(end)).chain(battle.voluntary_offers(end).into_iter().map(|o| o.bill)) {
                prop_assert!(!bill.ways.is_empty());
                for way in &bill.ways {
                    let total = way.total(&factors);
                    let waste = way.places().any(|place| total - factors[place] >= bill.price);
                    prop_assert!(*way == all || (total >= bill.price && !waste), "{bill:?}");
                    prop_assert!(bill.certain().without(*way).is_empty());
                }
            }
        }
    }

    #[test]
    fn cnv_3_a_result_never_moves_two_steps(situation in allowed()) {
        // EAST-CNV-3: without any cause the table's own results come out; with all of them each moves one step.
        let mut free = situation.clone();
        free.soviet_no_retreat = false;
        free.refuse_exchange = false;
        for unit in &mut free.defenders {
            (unit.retreat, unit.no_retreat) = (2, false);
        }
        let mut bound = free.clone();
        bound.soviet_no_retreat = true;
        for unit in &mut bound.defenders {
            (unit.retreat, unit.no_retreat) = (0, unit.nation == Some(Nation::German));
        }
        let (free_battle, bound_battle) = (fight(&free), fight(&bound));
        for face in 1..=6 {
            let (one, other) = (crate::common::roll(&free_battle, face), crate::common::roll(&bound_battle, face));
            for (mine, theirs) in one.fates.iter().zip(&other.fates) {
                let one_step = match mine {
                    Fate::Retreats { hexes: 2, .. } | Fate::Eliminated => *theirs == Fate::Eliminated,
                    Fate::Retreats { .. } => matches!(theirs, Fate::Stays { .. }),
                    same => same == theirs,
                };
                prop_assert!(one_step, "{mine:?} became {theirs:?}");
            }
        }
    }

    #[test]
    fn a_report_can_be_made_of_anything(situation in any_situation()) {
        // Refused with a reason, or told in full.
        match Battle::prepare(Rules::published(), &situation, &mut Sums::default()) {
            Err(refusal) => prop_assert!(refusal.clause.0.starts_with("EAST-") && !refusal.reason.is_empty()),
            Ok(battle) => {
                prop_assert!(battle.facts(&situation).len() >= 2);
                for (end, _) in chance::odds(&battle).unwrap().iter() {
                    let told = battle.tell(&situation, end);
                    prop_assert!(!told.result.is_empty() && !told.words.is_empty());
                    let (least, most) = battle.attackers_lost(end.as_ref().unwrap());
                    prop_assert!(least <= most);
                    let (least, most) = battle.defenders_lost(end.as_ref().unwrap());
                    prop_assert!(least <= most);
                }
            }
        }
    }
}

#[test]
fn crt_5_a_million_battles() {
    // EAST-CRT-5
    let (storm, _) =
        kit::inquiry::question::<Battle>(Rules::published(), "battle.toml", Battle::EXAMPLE).unwrap();
    assert_rolls_agree(&fight(&storm), 1_000_000, 22_061_941);
}
