//! Ground combat: what changes strengths and columns.

use crate::common::{head, open_attack, prepare, refused_by, whole};
use kit::Factor;
use sandtable_stalingrad::{Rules, battle::Battle, results::GroundResult};

/// STAL-R56
#[test]
fn a_balka_to_any_attacked_hex_halves() {
    let text = r#"
        side = "german"
        attackers = [{ unit = "191.R", at = "1112" }]
        defenders = [{ unit = "42.RB", at = "1111" }, { unit = "38.RB", at = "1211" }]
        hexes = { 1112 = "slope", 1111 = "open", 1211 = "slope" }
        "#;
    assert_eq!(prepare::<Battle>(text).attack, whole(2));
    assert_eq!(prepare::<Battle>(&format!("balka = ['1111|1112']{text}")).attack, whole(1));
}

/// STAL-PAN-2
#[test]
fn a_lone_panzer_or_pioneer_in_the_city_has_a_half() {
    let text = r#"
        side = "german"
        attackers = [{ unit = "UNIT", at = "1310" }]
        defenders = [{ unit = { name = "D", kind = "rifle-brigade", factor = 0.5 }, at = "1409" }]
        hexes = { 1310 = "urban", 1409 = "urban" }
        "#;
    let strength =
        |unit: &str, more: &str| prepare::<Battle>(&format!("{more}{}", text.replace("UNIT", unit))).attack;
    assert_eq!(strength("Pz.R.24", ""), Factor::halves(1));
    assert_eq!(strength("Pi.45", ""), Factor::halves(1));
    assert_eq!(strength("21.PzGR", ""), whole(2));
    // STAL-R58: company need not attack.
    assert_eq!(strength("Pz.R.24", "bystanders = [{ unit = 'Pi.45', at = '1310' }]"), whole(1));
    // Outside the city always 1.
    assert_eq!(
        prepare::<Battle>(&text.replace("UNIT", "Pz.R.24").replace("1310 = \"urban\"", "1310 = \"open\""))
            .attack,
        whole(1)
    );
    // Across a balka a quarter (STAL-TER-2: effects add up).
    assert_eq!(strength("Pz.R.24", "balka = ['1310|1409']").to_string(), "¼");
    // Defending alone too; two pioneers are company for each other.
    let defend = |units: &str| {
        let text = format!(
            "side = 'russian'\nattackers = [{{ unit = '112.RD', at = '1310' }}]\ndefenders = [{units}]\nhexes = {{ 1310 = 'urban', 1409 = 'urban' }}"
        );
        prepare::<Battle>(&text).defence
    };
    assert_eq!(defend("{ unit = 'Pi.45', at = '1409' }"), Factor::halves(1));
    assert_eq!(defend("{ unit = 'Pi.45', at = '1409' }, { unit = 'Pi.50', at = '1409' }"), whole(2));
}

/// STAL-PAN-1
#[test]
fn panzers_and_pioneers_have_a_factor_of_one() {
    for name in ["Pz.R.24", "Pi.45"] {
        assert_eq!(Rules::published().counter(name).unwrap().factor, Factor::ONE);
    }
    let text = open_attack("2", "1", "").replace("'infantry', factor = 2", "'panzer', factor = 2");
    let error =
        kit::content::read_situation::<sandtable_stalingrad::battle::Situation>("t", &text).unwrap_err();
    assert!(error.message.contains("STAL-PAN-1"), "{error}");
}

/// STAL-PAN-3, STAL-PAN-4
#[test]
fn panzers_lift_their_neighbours_once() {
    let attack = |units: &[&str], target: &str| {
        let units: Vec<String> =
            units.iter().map(|unit| format!("{{ unit = '{unit}', at = '0809' }}")).collect();
        let text = format!(
            "side = 'german'\nattackers = [{}]\ndefenders = [{{ unit = '42.RB', at = '0910' }}]\nhexes = {{ 0809 = 'open', 0910 = '{target}' }}",
            units.join(",")
        );
        prepare::<Battle>(&text).attack
    };
    assert_eq!(attack(&["Pz.R.24", "21.PzGR"], "open"), whole(4));
    assert_eq!(attack(&["Pz.R.24", "21.PzGR"], "urban"), whole(3), "not against the city");
    assert_eq!(attack(&["Pz.R.24", "Pz.R.36"], "open"), whole(4), "panzers help each other");
    assert_eq!(attack(&["Pz.R.24", "Pz.R.36", "21.PzGR"], "open"), whole(7), "once a unit");
    // STAL-R7: a panzer that takes no part helps nobody.
    let absent = "side = 'german'\nattackers = [{ unit = '21.PzGR', at = '0809' }]\nbystanders = [{ unit = 'Pz.R.24', at = '0809' }]\ndefenders = [{ unit = '42.RB', at = '0910' }]\nhexes = { 0809 = 'open', 0910 = 'open' }";
    assert_eq!(prepare::<Battle>(absent).attack, whole(2));
}

/// STAL-PAN-3, STAL-TER-9
#[test]
fn panzers_defend_in_the_open_or_across_open_sides() {
    let defence = |terrain: &str, more: &str| {
        let text = format!(
            "side = 'russian'\nattackers = [{{ unit = '112.RD', at = '0809' }}]\n\
             defenders = [{{ unit = 'Pz.R.24', at = '0910', disrupted = true }}, {{ unit = '21.PzGR', at = '0910' }}]\n{more}\nhexes = {{ 0809 = 'open', 0910 = '{terrain}' }}"
        );
        prepare::<Battle>(&text).defence
    };
    assert_eq!(defence("open", ""), whole(4), "a Disrupted panzer helps too");
    assert_eq!(defence("urban", ""), whole(3));
    assert_eq!(defence("urban", "open-sides = ['0809|0910']"), whole(4));
}

/// STAL-TER-7, STAL-DIS-3, STAL-UNI-3
#[test]
fn who_is_doubled_where() {
    let defence = |unit: &str, terrain: &str, more: &str| {
        let text = format!(
            "side = 'german'\nattackers = [{{ unit = '516.R', at = '1310' }}]\ndefenders = [{{ unit = '{unit}', at = '1410' {more} }}]\nhexes = {{ 1310 = 'urban', 1410 = '{terrain}' }}"
        );
        prepare::<Battle>(&text).defence
    };
    assert_eq!(defence("42.RB", "strongpoint", ""), whole(2));
    assert_eq!(defence("42.RB", "summit", ""), whole(2));
    assert_eq!(defence("42.RB", "slope", ""), whole(1));
    assert_eq!(defence("133.TB", "strongpoint", ""), whole(1), "tanks are no infantry");
    assert_eq!(defence("42.RB", "strongpoint", ", disrupted = true"), whole(2), "STAL-DIS-3");
    assert_eq!(defence("62.A HQ", "strongpoint", ""), whole(2), "STAL-HQ-2: never doubled");
}

/// STAL-HQ-1, STAL-HQ-2
#[test]
fn the_headquarters_makes_a_strongpoint() {
    let battle = |headquarters: &str, shore: &str| {
        prepare::<Battle>(&format!(
            "side = 'german'\nattackers = [{{ unit = {{ name = 'A', kind = 'infantry', factor = 9 }}, at = '1311' }}]\nshore = [{shore}]\n\
             defenders = [{{ unit = '62.A HQ', at = '1411' {headquarters} }}, {{ unit = '133.TB', at = '1411' }}, {{ unit = '42.RB', at = '1411' }}]\nhexes = {{ 1311 = 'urban', 1411 = 'urban' }}"
        ))
    };
    assert_eq!(battle("", "'1411'").defence, whole(6), "2, and tanks and brigade doubled");
    assert_eq!(battle(", disrupted = true", "'1411'").defence, whole(4), "2 even when Disrupted");
    assert_eq!(battle("", "").defence, whole(4), "not on the shore");
    // STAL-R11: and nobody retreats from it.
    assert_eq!(battle("", "'1411'").effective(GroundResult::Routed, 2), GroundResult::DefenderEliminated);
    assert_eq!(battle("", "").effective(GroundResult::Routed, 2), GroundResult::Routed);
}

/// STAL-HQ-3
#[test]
fn russians_attack_better_around_the_headquarters() {
    let column = |more: &str| {
        let text = format!(
            "side = 'russian'\nattackers = [{{ unit = '112.RD', at = '1310' }}, {{ unit = '42.RB', at = '1311' }}]\ndefenders = [{{ unit = '54.R', at = '1210' }}]\n{more}\nhexes = {{ 1310 = 'urban', 1311 = 'urban', 1210 = 'urban', 1411 = 'urban' }}"
        );
        head(&prepare::<Battle>(&text))
    };
    assert_eq!(column(""), "3:2");
    assert_eq!(column("headquarters = '1311'"), "2:1");
    assert_eq!(column("headquarters = '1411'"), "3:2", "1310 is two hexes from 1411");
    // STAL-ATK-14: it may attack itself, with its 2.
    let own = "side = 'russian'\nattackers = [{ unit = '62.A HQ', at = '1311' }]\ndefenders = [{ unit = '54.R', at = '1210' }]\nhexes = { 1311 = 'urban', 1210 = 'urban' }";
    assert_eq!((prepare::<Battle>(own).attack, head(&prepare::<Battle>(own))), (whole(2), "3:2"));
}

/// STAL-AIR-5, STAL-AIR-1
#[test]
fn close_support_in_the_open_and_in_the_city() {
    let column = |terrain: &str, korps: u8| {
        let text = open_attack("2", "2", &format!("close-support = {korps}"))
            .replace("0910 = 'open'", &format!("0910 = '{terrain}'"));
        head(&prepare::<Battle>(&text))
    };
    assert_eq!([1, 2].map(|korps| column("open", korps)), ["2:1", "4:1"]);
    assert_eq!([1, 2].map(|korps| column("urban", korps)), ["3:2", "2:1"]);
    assert_eq!(column("slope", 1), "3:2");
}

/// STAL-DIS-2, STAL-DIS-7
#[test]
fn half_of_the_defence_disrupted() {
    let column = |first: &str, second: &str| {
        let text = format!(
            "side = 'german'\nattackers = [{{ unit = {{ name = 'A', kind = 'infantry', factor = 3 }}, at = '0809' }}]\n\
             defenders = [{{ unit = '112.RD', at = '0910' {first} }}, {{ unit = '42.RB', at = '0910' {second} }}]\nhexes = {{ 0809 = 'open', 0910 = 'open' }}"
        );
        head(&prepare::<Battle>(&text))
    };
    assert_eq!(column("", ""), "1:1");
    assert_eq!(column("", ", disrupted = true"), "1:1", "1 of 3");
    assert_eq!(column(", disrupted = true", ""), "3:2", "2 of 3, and still worth 2");
    assert_eq!(column(", disrupted = true, unsupplied = true", ""), "2:1", "STAL-SUP-6 adds one");
}

/// STAL-CRT-4
#[test]
fn shifts_are_netted_and_made_once() {
    // +2 for support, -1 for supply: one up from 10:1 and down again stays 10:1, not 7:1.
    let text =
        open_attack("10", "1", "close-support = 1").replace("at = '0809'", "at = '0809', unsupplied = true");
    assert_eq!(head(&prepare::<Battle>(&text)), "10:1");
    let seven = open_attack("7", "1", "").replace("at = '0910'", "at = '0910', unsupplied = true");
    assert_eq!(head(&prepare::<Battle>(&seven)), "10:1", "one shift");
    let down = open_attack("10", "1", "").replace("at = '0809'", "at = '0809', unsupplied = true");
    assert_eq!(head(&prepare::<Battle>(&down)), "7:1");
}

/// STAL-OPA-3, STAL-OPA-5
#[test]
fn support_in_the_older_system() {
    let older = "air-system = 'air-attack-table'\nolder-support = 2";
    assert_eq!(head(&prepare::<Battle>(&open_attack("2", "2", older))), "2:1");
    let city = open_attack("2", "2", older).replace("0910 = 'open'", "0910 = 'urban'");
    assert_eq!(refused_by::<Battle>(&city), "STAL-OPA-5");
    assert_eq!(
        refused_by::<Battle>(&open_attack("2", "2", "air-system = 'air-attack-table'\nclose-support = 1")),
        "STAL-OPA-5"
    );
    assert_eq!(refused_by::<Battle>(&open_attack("2", "2", "older-support = 1")), "STAL-OPA-3");
}
