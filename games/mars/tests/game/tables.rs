//! What is read from the charts, and the rule of payments.

use std::ops::ControlFlow;

use crate::{
    common::{attack, hex, unit},
    published::{charts, theatre},
};
use kit::{
    Factor, Inquiry, Part, Sheet, Sums, Tally,
    content::{DataFile, Rules},
    losses,
};
use sandtable_mars::{
    Class, Field, GermanZones, MarsContent, Nation, Scenario, Side, UnitId, UnitType, Units,
    battle::{Battle, situation::Attacker},
    charts::Retreats,
    losses::{candidates, is_part_of_payment},
    theatre::Reader,
};

/// MARS-CRT-3, against the kit's list of all minimal sets.
#[test]
fn units_are_named_as_the_minimal_sets_allow() {
    let field = Field::deployed(theatre(Scenario::Historical, GermanZones::Inward));
    let mut seed = 7u64;
    let mut random = |of: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % of
    };
    for _ in 0..3000 {
        let first = 35 * random(2);
        let units: Vec<UnitId> = (0..=random(7))
            .map(|_| UnitId::new((first + random(35)) as usize))
            .collect::<Units>()
            .iter()
            .collect();
        let attackers: Units = units.iter().copied().collect();
        let due = 1 + random(25) as u32;
        let values: Vec<Factor> = units.iter().map(|unit| field.unit(*unit).attack).collect();
        let named: Units = units.iter().copied().filter(|_| random(3) == 0).collect();
        let mut expected = Units::NONE;
        let mut part = false;
        let _ = losses::each_minimal_set(&values, Factor::whole(due as i32), |set| {
            let payment: Units = units
                .iter()
                .enumerate()
                .filter(|(place, _)| set >> place & 1 == 1)
                .map(|(_, unit)| *unit)
                .collect();
            if (named - payment).is_empty() {
                part = true;
                expected |= payment - named;
            }
            ControlFlow::Continue(())
        });
        if part {
            assert_eq!(candidates(&field, attackers, named, due), expected, "{attackers:?} {named:?} {due}");
        }
        assert_eq!(is_part_of_payment(&field, attackers, named, due), part, "{attackers:?} {named:?} {due}");
    }
}

/// MARS-GEN-3, MARS-TER-5
#[test]
fn the_sets_of_the_roster() {
    let roster = &charts().roster;
    assert_eq!(roster.of_side.map(Units::len), [35, 35]);
    assert_eq!(roster.garrisons.len(), 21, "the German infantry divisions");
    let named = |name| roster.named(name).unwrap();
    let piece = |name| crate::published::piece(named(name));
    assert_eq!(piece("9.Pz a").other_half, Some(named("9.Pz b")));
    assert_eq!(piece("12.Pz").other_half, None);
    assert_eq!((roster.always_active - roster.of_side[1]).len(), 7, "the Russian korps");
    assert_eq!((roster.active_fortified - roster.of_side[1]).len(), 24, "korps and divisions");
    assert!(piece("8 GRK").guards && piece("8 GRK").fortifies);
    assert_eq!(Units::of(named("240")).iter().next(), Some(named("240")), "beyond the 64th bit");
    let russians = roster.units.iter().filter(|unit| unit.side == Side::Russian);
    let attack: i32 = russians.map(|unit| unit.attack.floor()).sum();
    assert_eq!((roster.units.len(), attack), (70, 107));
}

/// MARS-R50: the German reserve as it is published; a Kampfgruppe behind the line as in example X20.
#[test]
fn mars_r50_the_german_reserve() {
    let roster = &MarsContent::published().charts.roster;
    let factors = |name: &str| {
        let unit = &roster[roster.named(name).unwrap()];
        [unit.attack.floor(), unit.defence.floor()]
    };
    let pair = |name: &str| [format!("{name} a"), format!("{name} b")].map(|half| factors(&half));
    assert_eq!([pair("1.Pz"), pair("5.Pz"), pair("9.Pz")], [[[7, 5], [6, 5]], [[6, 5]; 2], [[7, 5], [6, 5]]]);
    assert_eq!([pair("GD"), pair("14.PGD")], [[[8, 7], [8, 6]], [[5, 5], [5, 4]]]);
    assert_eq!(["12.Pz", "19.Pz", "20.Pz", "SS-Kav.D"].map(factors), [[8, 7], [9, 8], [8, 7], [6, 5]]);
    for (from, defence) in [(&["1708"][..], 5 + 7), (&["1708", "1609"], 5)] {
        let target = hex("1608", Side::German).line(&["1708"]).garrison_elsewhere(7).holds(unit("5.Pz a"));
        let case = from.iter().fold(attack(Side::Russian, 3), |case, hex| case.from(hex, &["6 TK"]));
        let mut sums = Sums::default();
        Battle::prepare(Rules::published(), case.on(target).situation(), &mut sums).unwrap();
        assert_eq!(sums.total(Part::DEFENCE).floor(), defence);
    }
}

/// MARS-MOV-2, MARS-MOV-3, MARS-MOV-4, MARS-MOV-6, MARS-MOV-7, MARS-SUP-6
#[test]
fn the_tables_are_read_in_half_hexes() {
    let limits = &theatre(Scenario::Historical, GermanZones::Inward).limits;
    let pairs = limits.allowances.map(|class| class.map(|it| (it.to_attack, it.at_most)));
    let rationed = (Some(2), Some(6));
    assert_eq!(pairs[0], [(Some(4), Some(8)), rationed, (None, Some(4))]);
    assert_eq!(pairs[1], [(Some(6), Some(10)), rationed, (None, None)]);
    assert_eq!((limits.step, limits.road_step), ([2, 2], [2, 1]));
    assert_eq!((limits.full_line, limits.longest_line), (4, 8));
}

#[test]
fn every_table_file_is_listed() {
    let mut files: Vec<String> = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/data/tables"))
        .unwrap()
        .map(|file| file.unwrap().file_name().into_string().unwrap().replace(".toml", ""))
        .collect();
    let sheets = charts().tables.sheets();
    let mut listed: Vec<String> = sheets.iter().map(|sheet| sheet.id.clone()).collect();
    files.sort();
    listed.sort();
    assert_eq!(files, listed);
}

#[test]
fn every_type_is_in_the_chart() {
    use UnitType::{Cavalry, Infantry, Luftwaffe, Mech, MotorRifle, Panzer, Panzergrenadier, Rifle, Tank};
    let class = |kind| charts().roster.arms[kind as usize].class;
    let mobile = [Panzer, Panzergrenadier, Tank, Mech, MotorRifle, Cavalry];
    assert!(mobile.into_iter().all(|kind| class(kind) == Class::Mobile));
    assert!([Infantry, Luftwaffe, Rifle].into_iter().all(|kind| class(kind) == Class::Infantry));
}

#[test]
fn an_unknown_unit_is_met_with_a_hint() {
    let complaint = |name: &str| {
        let text = format!("unit = \"{name}\"\nfrom = \"0101\"\n");
        kit::content::read_situation::<Attacker>("attacker.toml", &text).unwrap_err().to_string()
    };
    assert!(complaint("8 GKR").contains("8 GRK"));
    assert!(complaint("pz").contains("1.Pz a"));
    assert!(complaint("zzz").contains("no unit `zzz`") && !complaint("zzz").contains("did you mean"));
}

/// MARS-RES-8, MARS-RES-10: another chart is another rule, and one that no rule can follow is refused.
#[test]
fn the_chart_says_who_keeps_his_order() {
    let text = include_str!("../../data/tables/retreats.toml");
    let read = |text: &str| {
        let text: String =
            text.lines().filter(|line| !line.starts_with("counts")).flat_map(|line| [line, "\n"]).collect();
        Retreats::read(&Sheet::load("retreats.toml", &text)?)
    };
    let printed = read(text).unwrap();
    assert_eq!(printed.longest, 3);
    assert_eq!(
        [Nation::German, Nation::Guards, Nation::OtherRussian].map(|nation| printed.in_order(nation)),
        [true, true, false]
    );
    assert_eq!(
        [Nation::German, Nation::Guards, Nation::OtherRussian].map(|nation| printed.offered(nation)),
        [true, false, false]
    );
    let line = "DW, 1 hex                 | defender        | as it was  | as it was  | Disrupted";
    let patched =
        read(&text.replace(line, "DW, 1 hex | defender | Disrupted | as it was | as it was")).unwrap();
    assert!(!patched.in_order(Nation::German) && patched.in_order(Nation::OtherRussian));
    for (good, bad) in
        [("D, 3 hexes ", "D, 4 hexes "), ("DR, 1 hex ", "DX, 1 hex "), ("as it was", "eliminated")]
    {
        assert!(read(&text.replace(good, bad)).is_err(), "{bad}");
    }
}

#[test]
fn mistakes_in_a_scenario_are_found() {
    let complaint = |from: &str, to: &str| {
        let source = Scenario::Vazuza.source();
        let text = source.text.replacen(from, to, 1);
        let MarsContent { charts, maps, .. } = MarsContent::published();
        let reader = Reader { source: DataFile { text: &text, ..source }, charts, maps };
        reader.read(Scenario::Vazuza, GermanZones::Inward).unwrap_err().to_string()
    };
    let shown = complaint("\"78.ID\"", "\"78.IC\"");
    assert!(shown.starts_with("data/scenarios/vazuza.toml:11:1: "), "{shown}");
    assert!(shown.contains("no unit `78.IC`"), "{shown}");
    assert!(complaint("0504", "0954").contains("0954"));
    assert!(complaint("0504", "0503").contains("which the enemy holds"));
    assert!(complaint("\"Sychevka\"", "\"Sichevka\"").contains("no place `Sichevka`"));
    assert!(complaint("withdrawal-vazuza", "points").contains("no table `points`"));
    assert!(complaint("\"learning\"", "\"lernen\"").contains("expected `historical` or `learning`"));
    assert!(complaint("turns = 4", "turns = 12").contains("expected 1 to 11"));
    let shown = complaint("turns = 4", "turns = 4\ntemperaments = { german = \"angry\" }");
    assert!(shown.contains("vazuza.toml:5:27") && shown.contains("cautious, steady, aggressive"), "{shown}");
}
