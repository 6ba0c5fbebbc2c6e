//! Exchanges, forced and voluntary (chapter EXC).

use kit::Factor;
use sandtable_eastfront::{CombatResult, Fate, Offer, Reach, Rules, Side, Situation, Weather};

use crate::common::{a, d, facts, fight, from, group, roll, situation, told};

/// The defenders, the price and the number of ways of each offer.
fn priced(offers: &[Offer]) -> Vec<(Vec<usize>, Factor, usize)> {
    offers
        .iter()
        .map(|offer| (offer.defenders.places().collect(), offer.bill.price, offer.bill.ways.len()))
        .collect()
}

#[test]
fn x7_exchange_partial() {
    // EAST-EXC-1, EAST-EXC-2, EAST-EXC-7, EAST-RES-10, EAST-RES-13
    let attack = [from("0", "", &[a("army Soviet INF army 4"), a("tanks Soviet ARM corps 4")])];
    let stack =
        situation("turn = 2", &attack, &[d("corps German INF corps 5"), d("allies Romanian INF corps 2")]);
    let battle = fight(&stack);
    let x = roll(&battle, 2);
    assert_eq!((battle.column(), x.result), ("1:1", CombatResult::Exchange));
    assert_eq!(x.fates[..], [Fate::AtStake, Fate::AtStake]);
    let offers = battle.forced_offers();
    assert_eq!(
        priced(&offers),
        [(vec![0], Factor::whole(5), 1), (vec![1], Factor::whole(2), 2), (vec![0, 1], Factor::whole(7), 1),]
    );
    // One unit pays for the Romanians (both would be waste), both for the Germans or for all.
    assert_eq!(offers[1].bill.ways, [group(&[0]), group(&[1])]);
    assert_eq!(offers[2].bill.ways, [group(&[0, 1])]);
    assert_eq!(battle.empties_the_hex(&x), None, "the attacker has yet to say how many");
    assert_eq!(battle.attackers_lost(&x), (Factor::whole(4), Factor::whole(8)));
    assert_eq!(battle.defenders_lost(&x), (Factor::whole(2), Factor::whole(7)));
    let words = told(&stack, 2);
    assert!(words.contains("the attacker asks for 1 or 2, the defender picks which"), "{words}");
    assert!(words.contains("allies for 2 or more: army (4) or tanks (4)"), "{words}");
    assert!(words.contains("advance if the hex is emptied"), "{words}");
}

#[test]
fn x8_exchange_impossible() {
    // EAST-EXC-3, EAST-EXC-6, EAST-RES-11
    let attack =
        [from("0", "", &[a("R-4A Romanian INF army 5")]), from("1", "", &[a("corps German INF corps 4")])];
    let swamp = "turn = 2\ntarget = { ground = \"swamp\" }";
    let stack = situation(swamp, &attack, &[d("b Soviet INF army 5")]);
    let battle = fight(&stack);
    assert_eq!((battle.strengths(), battle.column()), ((Factor::whole(9), Factor::whole(6)), "3:2"));
    let x = roll(&battle, 1);
    assert_eq!(x.result, CombatResult::AttackersEliminated);
    let bill = battle.bill(&x).unwrap();
    assert_eq!((bill.price, bill.ways), (Factor::whole(6), vec![group(&[0, 1])]));
    assert!(facts(&stack).contains("R-4A may not pay for an exchange [EAST-EXC-6]"));
}

#[test]
fn exc_6_who_pays_in_an_axis_attack() {
    // EAST-EXC-6: Germans and Finns pay in an X; the three southern allies never do.
    for (nation, pays) in
        [("German", true), ("Finnish", true), ("Hungarian", false), ("Italian", false), ("Romanian", false)]
    {
        let attack = [from("0", "", &[a(&format!("a {nation} INF corps 6"))])];
        let battle = fight(&situation("turn = 5", &attack, &[d("b Soviet INF army 4")]));
        let expected = if pays { CombatResult::Exchange } else { CombatResult::AttackersEliminated };
        assert_eq!(roll(&battle, 1).result, expected, "{nation}");
    }
}

/// The attack of X9: 57PzK 6, 5K 5 and 6K 5 on a Soviet army of 5.
fn x9(head: &str) -> Situation {
    let attack = [
        from("0", "", &[a("57PzK German ARM corps 6"), a("5K German INF corps 5")]),
        from("1", "", &[a("6K German INF corps 5")]),
    ];
    situation(head, &attack, &[d("army Soviet INF army 5")])
}

#[test]
fn x9_voluntary_exchange() {
    // EAST-EXC-8, EAST-EXC-9, EAST-EXC-12, EAST-EXC-13, EAST-WEA-7
    let battle = fight(&x9("turn = 2"));
    assert_eq!(battle.column(), "3:1");
    let offers = |face| battle.voluntary_offers(&roll(&battle, face));
    // DW at 3: any one unit pays 5.
    let dw = offers(3);
    assert_eq!((dw[0].bill.price, dw[0].bill.ways.len()), (Factor::whole(5), 3));
    // dw at 2: 10 by any two.
    let withdrawal = offers(2);
    assert_eq!(withdrawal[0].bill.price, Factor::whole(10));
    assert_eq!(withdrawal[0].bill.ways.len(), 3);
    assert!(withdrawal[0].bill.ways.contains(&group(&[1, 2])));
    // DR at 4 and 5: 2 and a half by any one.
    for face in [4, 5] {
        let dr = offers(face);
        assert_eq!((dr[0].bill.price, dr[0].bill.ways.len()), (Factor::halves(5), 3));
    }
    // EAST-EXC-11: nothing to choose after D and DE.
    for face in [1, 6] {
        assert!(offers(face).is_empty());
        assert_eq!(roll(&battle, face).voluntary, None);
    }
    // EAST-EXC-8, EAST-WEA-7: open in Hard Frost, closed in Mud and Snow.
    for (weather, open) in [("hard-frost", true), ("mud", false), ("snow", false), ("subarctic", false)] {
        let battle = fight(&x9(&format!("turn = 2\nweather = \"{weather}\"")));
        assert_eq!(roll(&battle, 3).voluntary.is_some(), open, "{weather}");
    }
    let words = told(&x9("turn = 2"), 3);
    assert!(
        words.contains(
            "or the Germans exchange and nothing else happens: army for 5 or more: 5K or 6K or 57PzK (6)"
        ),
        "{words}"
    );
}

#[test]
fn exc_9_a_dash_costs_three_times() {
    // EAST-EXC-9: at 3:2 a 2 gives -, the army of 4 costs 12 of the 6 there are: not possible (EAST-EXC-12).
    let attack =
        |factor| [from("0", "", &[a(&format!("a German INF army {factor}")), a("b German INF corps 1")])];
    let few = fight(&situation("turn = 2", &attack(5), &[d("c Soviet INF army 4")]));
    assert_eq!(
        (few.column(), roll(&few, 2).result, roll(&few, 2).voluntary),
        ("3:2", CombatResult::Nothing, None)
    );
    // Against two corps of 2, one of them costs 6.
    let pair = [d("c Soviet INF corps 2"), d("e Soviet INF corps 2")];
    let battle = fight(&situation("turn = 2", &attack(5), &pair));
    assert_eq!(
        priced(&battle.voluntary_offers(&roll(&battle, 2))),
        [(vec![0], Factor::whole(6), 1), (vec![1], Factor::whole(6), 1)]
    );
}

#[test]
fn exc_10_the_rate_is_that_of_the_result_as_rolled() {
    // EAST-EXC-10: surrounded, a DW has become D and keeps 1.0, a dw has become - and keeps 2.0.
    let mut trapped = x9("turn = 2");
    trapped.defenders[0].retreat = 0;
    let battle = fight(&trapped);
    let d = roll(&battle, 3);
    assert_eq!((d.result, d.voluntary), (CombatResult::Dispersal, Some(CombatResult::DispersedWithdrawal)));
    assert_eq!(battle.voluntary_offers(&d)[0].bill.price, Factor::whole(5));
    let dash = roll(&battle, 2);
    assert_eq!((dash.result, dash.voluntary), (CombatResult::Nothing, Some(CombatResult::Withdrawal)));
    assert_eq!(battle.voluntary_offers(&dash)[0].bill.price, Factor::whole(10));
    // A DR that has become DE for all is not exchanged; if one keeps DR the whole stack may be.
    assert_eq!(
        (roll(&battle, 4).result, roll(&battle, 4).voluntary),
        (CombatResult::DefendersEliminated, None)
    );
    trapped.defenders[0].df = Some(Factor::whole(3));
    trapped.defenders.push(Situation::clone(&trapped).defenders[0].clone());
    trapped.defenders[1].unit = "free".into();
    trapped.defenders[1].size = Some(sandtable_eastfront::Size::Corps);
    trapped.defenders[1].df = Some(Factor::whole(2));
    trapped.defenders[1].retreat = 2;
    let battle = fight(&trapped);
    assert_eq!(battle.column(), "3:1");
    let dr = roll(&battle, 4);
    assert_eq!((dr.result, dr.voluntary), (CombatResult::Retreat, Some(CombatResult::Retreat)));
    let prices: Vec<Factor> = battle.voluntary_offers(&dr).iter().map(|offer| offer.bill.price).collect();
    assert_eq!(prices, [Factor::halves(3), Factor::ONE, Factor::halves(5)]);
}

#[test]
fn exc_12_only_germans_pay_at_will() {
    // EAST-EXC-8, EAST-EXC-12: no German, no choice; with one, his factors alone count.
    let attack = |second: &str| [from("0", "", &[a("a Finnish INF corps 9"), a(second)])];
    let none = fight(&situation("turn = 2", &attack("b Finnish INF corps 3"), &[d("c Soviet INF army 4")]));
    assert_eq!((none.column(), roll(&none, 3).voluntary), ("3:1", None));
    let weak = fight(&situation("turn = 2", &attack("b German INF corps 3"), &[d("c Soviet INF army 4")]));
    assert_eq!(roll(&weak, 3).voluntary, None, "DW costs 4, the German corps is worth 3");
    assert_eq!(roll(&weak, 4).voluntary, Some(CombatResult::Retreat), "DR costs 2");
    assert_eq!(weak.voluntary_offers(&roll(&weak, 4))[0].bill.ways, [group(&[1])]);
    // Soviets have no such choice.
    let soviets = [from("0", "", &[a("a Soviet INF army 12")])];
    let battle = fight(&situation("turn = 2", &soviets, &[d("c German INF army 4")]));
    assert_eq!(roll(&battle, 3).voluntary, None);
}

#[test]
fn exc_4_the_citys_factors_are_part_of_the_price_for_all() {
    // EAST-EXC-4: Kiev (fortress) with armies modified 10 and 4 and 1 of its own.
    let attack = [
        from("0", "", &[a("a German INF army 8"), a("b German INF corps 8")]),
        from("1", "", &[a("c German INF army 8")]),
    ];
    let garrison = [d("37A Soviet INF army 4"), d("2MK Soviet ARM corps 2")];
    let battle = fight(&situation("turn = 5\ntarget = { place = \"Kiev\" }", &attack, &garrison));
    assert_eq!(battle.column(), "3:2");
    assert_eq!(roll(&battle, 1).result, CombatResult::Exchange);
    let offers = battle.forced_offers();
    assert_eq!(
        priced(&offers),
        [(vec![0], Factor::whole(10), 3), (vec![1], Factor::whole(4), 3), (vec![0, 1], Factor::whole(15), 3),]
    );
    assert_eq!(offers.iter().map(|offer| offer.intrinsic).collect::<Vec<_>>(), [false, false, true]);
    // With 14 the two units could be paid for, but not the city with them: only one of them can go.
    let attack = [
        from("0", "", &[a("a German INF army 7"), a("b German INF corps 7")]),
        from("1", "", &[a("c Romanian INF army 9")]),
    ];
    let battle = fight(&situation("turn = 5\ntarget = { place = \"Kiev\" }", &attack, &garrison));
    assert_eq!(battle.forced_offers().len(), 2);
    assert_eq!(battle.empties_the_hex(&roll(&battle, 1)), Some(false));
    assert_eq!(battle.advance(&roll(&battle, 1)), None);
}

#[test]
fn exc_5_survivors_advance_as_after_dr() {
    // EAST-EXC-5, EAST-EXC-13
    let battle = fight(&situation(
        "turn = 2",
        &[from("0", "", &[a("a German ARM army 6")])],
        &[d("b Soviet ARM army 4")],
    ));
    let x = roll(&battle, 1);
    assert_eq!((x.result, battle.empties_the_hex(&x)), (CombatResult::Exchange, Some(true)));
    assert_eq!(battle.advance(&x), Some(Reach { mobile: 2, foot: 1 }));
    assert_eq!(battle.advance_after_voluntary_exchange(), battle.advance(&x));
    for weather in Weather::ALL {
        for side in [Side::Axis, Side::Soviet] {
            let after = |result| Rules::published().advance(result, weather, side);
            assert_eq!(after(CombatResult::Exchange), after(CombatResult::Retreat), "{weather} {side}");
        }
    }
}

#[test]
fn exc_14_mountain_troops_may_refuse() {
    // EAST-EXC-14, EAST-TER-9
    let attack = [from("0", "", &[a("a Soviet INF army 10")])];
    let hold = |head: &str, defender: &str| {
        situation(&format!("turn = 2\n{head}\ntarget = {{ ground = \"mountain\" }}"), &attack, &[d(defender)])
    };
    let battle = fight(&hold("refuse-exchange = true", "b German MTN corps 4"));
    assert_eq!(battle.column(), "2:1");
    let refused = roll(&battle, 1);
    assert_eq!(refused.result, CombatResult::Withdrawal);
    assert_eq!(refused.fates[..], [Fate::Retreats { hexes: 1, dispersed: false }]);
    // Conversions apply to the dw: surrounded, or ordered to stand, nothing happens.
    for keys in ["retreat=0", "no-retreat=true"] {
        let battle = fight(&hold("refuse-exchange = true", &format!("b German MTN corps 4 {keys}")));
        assert_eq!(roll(&battle, 1).result, CombatResult::Nothing, "{keys}");
    }
    // EAST-R57: even an X that could not be paid for is refused first: Romanians never pay.
    let few = [from("0", "", &[a("a Romanian INF army 10")])];
    let head = |refuse| format!("turn = 2\nrefuse-exchange = {refuse}\ntarget = {{ ground = \"mountain\" }}");
    let results = [true, false].map(|refuse| {
        let battle = fight(&situation(&head(refuse), &few, &[d("b Soviet MTN corps 4")]));
        roll(&battle, 1).result
    });
    assert_eq!(results, [CombatResult::Withdrawal, CombatResult::AttackersEliminated]);
    // Not refused it is an X, and the facts say that it could be.
    let stays = hold("", "b German MTN corps 4");
    assert_eq!(roll(&fight(&stays), 1).result, CombatResult::Exchange);
    assert!(facts(&stays).contains("[EAST-EXC-14]"));
    // Armour and cavalry alone cannot, nor can anyone elsewhere.
    let horse = fight(&hold("refuse-exchange = true", "b Romanian CAV corps 5"));
    assert_eq!(roll(&horse, 1).result, CombatResult::Exchange);
    let hills = situation(
        "turn = 2\nrefuse-exchange = true\ntarget = { ground = \"hills\" }",
        &attack,
        &[d("b German MTN corps 4")],
    );
    assert_eq!(roll(&fight(&hills), 1).result, CombatResult::Exchange);
}

#[test]
fn exc_14_no_voluntary_exchange_follows_a_refusal() {
    // EAST-EXC-14, EAST-EXC-8
    let attack = [from("0", "", &[a("a German INF army 10")])];
    let head = "turn = 2\nrefuse-exchange = true\ntarget = { ground = \"mountain\" }";
    let battle = fight(&situation(head, &attack, &[d("b Soviet INF army 4")]));
    assert_eq!((roll(&battle, 1).result, roll(&battle, 1).voluntary), (CombatResult::Withdrawal, None));
    assert_eq!(
        roll(&battle, 3).voluntary,
        Some(CombatResult::Withdrawal),
        "a dw from the table is open, 10 for 10"
    );
}
