//! What holds for every battle, over random ones.

use crate::common::{Case, Holder, Target, attack, hex, unit};
use crate::published::{self, charts, piece};
use kit::{Inquiry, Part, Reckoning, Sums, Tally, chance, content::Rules, testing::assert_rolls_agree};
use proptest::{prelude::*, sample::select};
use sandtable_mars::{
    Class, CrtResult, Moment, Side, Supply,
    battle::{Battle, assault::Place},
};

fn side() -> impl Strategy<Value = Side> {
    select(vec![Side::Russian, Side::German])
}

fn supply() -> impl Strategy<Value = Supply> {
    prop_oneof![4 => Just(Supply::Full), 1 => Just(Supply::Rationed), 1 => Just(Supply::Isolated)]
}

fn names(side: Side) -> Vec<&'static str> {
    charts().roster.units.iter().filter(|unit| unit.side == side).map(|unit| unit.name.as_str()).collect()
}

prop_compose! {
    fn holder(side: Side)(
        name in select(names(side)),
        supply in supply(),
        statuses in any::<(bool, bool, bool, bool)>(),
    ) -> Holder {
        let mut holder = unit(name).supply(supply);
        let infantry = piece(published::unit(name)).class == Class::Infantry;
        let (disrupted, fortified, no_retreat, retreated_in) = statuses;
        if disrupted { holder = holder.disrupted() }
        if fortified && infantry { holder = holder.fortified() }
        if no_retreat { holder = holder.no_retreat() }
        if retreated_in && !fortified { holder = holder.retreated_in() }
        holder
    }
}

prop_compose! {
    fn target(defending: Side)(
        initially in side(),
        line in any::<[bool; 2]>(),
        river in any::<[bool; 2]>(),
        place in select(vec![Place::Open, Place::Town, Place::City]),
        garrison in prop::option::of(1i32..9),
        holders in prop::collection::vec(holder(defending), 0..4),
    ) -> Target {
        let chosen = |bits: [bool; 2]| ["west", "north"].into_iter().zip(bits).filter(|(_, on)| *on).map(|(n, _)| n).collect::<Vec<_>>();
        let mut target = hex("target", initially).line(&chosen(line)).river(&chosen(river)).place(place);
        if let Some(factor) = garrison { target = target.garrison_elsewhere(factor) }
        holders.into_iter().fold(target, Target::holds)
    }
}

fn battle() -> impl Strategy<Value = Case> {
    (side(), 1u8..12, any::<bool>()).prop_flat_map(|(side, turn, probe)| {
        let attackers =
            prop::collection::vec((select(names(side)), select(vec!["west", "north"]), supply()), 1..6);
        (attackers, prop::collection::vec(target(side.enemy()), 1..3)).prop_map(
            move |(attackers, targets)| {
                let case = attackers
                    .into_iter()
                    .fold(attack(side, turn).moment(Moment::Resolution), |case, (name, from, supply)| {
                        case.with_one(from, name, supply)
                    });
                let case = targets.into_iter().fold(case, Case::on);
                if probe
                    && side == Side::German
                    && Battle::prepare(Rules::published(), case.situation(), &mut Sums::default()).is_ok()
                {
                    let probing = case.probe();
                    if Battle::prepare(Rules::published(), probing.situation(), &mut Sums::default()).is_ok()
                    {
                        probing
                    } else {
                        probing.no_probe()
                    }
                } else {
                    case
                }
            },
        )
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// Exact odds sum to one and agree with rolled dice, and both tallies reckon alike.
    #[test]
    fn odds_agree_with_rolled_dice(case in battle(), seed in any::<u64>()) {
        let Ok(battle) = Battle::prepare(Rules::published(), case.situation(), &mut Sums::default()) else { return Ok(()) };
        assert_rolls_agree(&battle, 20_000, seed);
        let (mut sums, mut reckoning) = (Sums::default(), Reckoning::default());
        Battle::prepare(Rules::published(), case.situation(), &mut sums).unwrap();
        Battle::prepare(Rules::published(), case.situation(), &mut reckoning).unwrap();
        for part in [Part::ATTACK, Part::DEFENCE, Part::SHIFT] {
            prop_assert_eq!(sums.total(part), reckoning.total(part));
        }
    }

    /// No roll costs the attacker by its lowest column and by an exchange at once, and never more than he has.
    #[test]
    fn one_die_asks_for_one_loss(case in battle()) {
        let Ok(battle) = Battle::prepare(Rules::published(), case.situation(), &mut Sums::default()) else { return Ok(()) };
        for (end, _) in chance::odds(&battle).unwrap().iter() {
            prop_assert!(end.toll <= battle.reckoned.attack);
            let lowest = battle.reckoned.lowest;
            let by_column = battle.reckoned.readings.iter().zip(end.results.iter()).any(|(reading, result)| {
                reading.counts && reading.column == lowest && result <= CrtResult::DisruptedHalfAttackers
            });
            let by_exchange = battle.reckoned.readings.iter().zip(end.results.iter()).any(|(reading, result)| {
                reading.counts && !reading.disrupted && result == CrtResult::Exchange
            });
            prop_assert!(!(by_column && by_exchange));
        }
    }

    /// Whatever is asked is answered in words.
    #[test]
    fn every_battle_can_be_told(case in battle()) {
        let Ok(battle) = Battle::prepare(Rules::published(), case.situation(), &mut Sums::default()) else { return Ok(()) };
        prop_assert!(!battle.facts(case.situation()).is_empty());
        for (end, _) in chance::odds(&battle).unwrap().iter() {
            prop_assert!(!battle.tell(case.situation(), end).words.is_empty());
        }
    }
}

#[test]
fn a_million_rolls_agree() {
    let kind: kit::Kind = sandtable_mars::RULEBOOK.kinds[0];
    let (situation, _) =
        kit::inquiry::question::<Battle>(Rules::published(), "battle.toml", kind.example).unwrap();
    let battle = Battle::prepare(Rules::published(), &situation, &mut Sums::default()).unwrap();
    assert_rolls_agree(&battle, 1_000_000, 1942);
}
