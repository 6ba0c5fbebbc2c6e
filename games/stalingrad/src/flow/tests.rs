//! What only the state itself can set up: close support before missions are flown, attackers who drop out.

use kit::{Fraction, Game, Scripted, Setup, chance, map::HexId};

use super::{Battles, Step};
use crate::{
    field::{Field, SniperPlace, Status},
    game::Stalingrad,
    theatre::Scenario,
    units::{Side, UNITS, UnitId},
};

fn unit(field: &Field, name: &str) -> UnitId {
    (0..UNITS).map(UnitId::new).find(|&unit| field.name(unit) == name).unwrap()
}

/// Units by name, each in a hex.
fn field(units: &[(&str, &str)]) -> Field {
    let mut field = Field::empty(kit::Rules::published(), Scenario::Historical);
    for (name, number) in units {
        field.move_to(unit(&field, name), hex(&field, number));
    }
    field.settle_control();
    field
}

fn hex(field: &Field, number: &str) -> HexId {
    field.theatre().map.find(number).unwrap()
}

fn attacking(field: &Field, side: Side) -> Stalingrad {
    Stalingrad::start(&Setup::of("historical")).unwrap().allocating(field, side)
}

fn go(game: &mut Stalingrad, text: &str, faces: &[u16]) {
    let action = game.read(text).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
    game.apply(&action, &mut Scripted::faces(faces), &mut ()).unwrap_or_else(|refusal| panic!("{refusal}"));
}

fn column(game: &Stalingrad) -> String {
    game.odds()[0].chart.as_ref().unwrap().columns[0].clone()
}

/// The first attack is supported by a Fliegerkorps.
fn support(game: &mut Stalingrad, korps: u8) {
    let terms = game.terms();
    game.plan.change(&game.field, 0, terms, |attack| attack.support |= 1 << korps);
}

/// W1 with a Fliegerkorps: STAL-AIR-5
#[test]
fn w1_one_fliegerkorps_on_the_summit() {
    let units = ["516.R", "517.R", "518.R"].map(|name| (name, "1112"));
    let panzers = ["Pz.R.24", "21.PzGR"].map(|name| (name, "1113"));
    let all: Vec<_> = [("112.RD", "1212")].into_iter().chain(units).chain(panzers).collect();
    let mut game = attacking(&field(&all), Side::German);
    for (name, _) in units.iter().chain(&panzers) {
        go(&mut game, &format!("attack 1212 with {name}"), &[]);
    }
    assert_eq!(column(&game), "2:1");
    support(&mut game, 0);
    assert_eq!(column(&game), "3:1");
    support(&mut game, 1);
    assert_eq!(column(&game), "4:1");
}

fn supported() -> Stalingrad {
    let mut field = field(&[("42.RB", "1310"), ("516.R", "1309"), ("517.R", "1309"), ("54.R", "1209")]);
    field.snipers[4].place = SniperPlace::Posted(hex(&field, "1209"));
    let mut game = attacking(&field, Side::German);
    go(&mut game, "attack 1310 with 516.R", &[]);
    go(&mut game, "attack 1310 with 517.R", &[]);
    support(&mut game, 0);
    go(&mut game, "done", &[]);
    game
}

/// W19, STAL-AIR-6, STAL-R30, STAL-R57, STAL-SNP-6
#[test]
fn w19_friendly_bombing() {
    let mut game = supported();
    // 4:1 and one column: X/2 on the worst roll.
    assert_eq!(column(&game), "5:1");
    go(&mut game, "resolve 1310", &[6]);
    go(&mut game, "lose 516.R", &[]);
    go(&mut game, "done", &[]);
    let mut listed = Vec::new();
    game.actions(&mut listed);
    let listed: Vec<String> = listed.iter().map(|action| game.write(action)).collect();
    assert_eq!(listed, ["misdirect 1209", "misdirect 1309"]);
    let action = game.read("misdirect 1209").unwrap();
    let lost = chance::every(|dice| {
        let mut then = game;
        then.perform(&action, dice, &mut ());
        let place = then.field.snipers[4].place;
        (then.field.hex_of(unit(&then.field, "54.R")).is_none(), place == SniperPlace::Gone)
    });
    assert_eq!(lost.chance(|end| *end == (true, true)), Fraction::new(1, 6), "with its sniper");
    assert_eq!(lost.chance(|end| *end == (false, false)), Fraction::new(5, 6));
    // The survivor of the attack advances.
    go(&mut game, "misdirect 1209", &[4]);
    assert!(game.field.is_disrupted(unit(&game.field, "54.R")));
    go(&mut game, "advance 517.R 1310", &[]);
}

/// STAL-AIR-6: not without support, and not on a better roll.
#[test]
fn friends_are_bombed_on_the_worst_roll_only() {
    let mut game = supported();
    go(&mut game, "resolve 1310", &[5]);
    assert!(!game.fight.bombs_friends);
}

/// STAL-CRT-6, STAL-SNP-8: an attack is reckoned with who is left, or cancelled.
#[test]
fn attackers_drop_out() {
    let start = || {
        let field = field(&[("112.RD", "1212"), ("227.R", "1112"), ("369.R", "1112"), ("516.R", "1112")]);
        let mut game = attacking(&field, Side::German);
        for name in ["227.R", "516.R"] {
            go(&mut game, &format!("attack 1212 with {name}"), &[]);
        }
        go(&mut game, "done", &[]);
        assert_eq!(column(&game), "1:2");
        game
    };
    let mut weaker = start();
    let name = unit(&weaker.field, "516.R");
    weaker.field.set(name, Status::Disrupted, true);
    assert_eq!(column(&weaker), "1:4", "1 against 4");
    let mut nobody = weaker;
    let other = unit(&nobody.field, "227.R");
    nobody.field.remove(other, crate::field::Aside::Gone);
    let defender = unit(&nobody.field, "112.RD");
    nobody.field.set(defender, Status::Disrupted, true);
    go(&mut nobody, "resolve 1212", &[]);
    assert!(!nobody.field.is_disrupted(defender), "cancelled, and the defender recovers");
    assert!(nobody.field.hex_of(defender).is_some());
}

/// STAL-R67: newcomers alone never cancel an attack from which somebody has dropped out.
#[test]
fn newcomers_do_not_cancel() {
    let field = field(&[("112.RD", "1212"), ("10.RB", "1212"), ("227.R", "1112"), ("516.R", "1112")]);
    let mut game = attacking(&field, Side::German);
    go(&mut game, "attack 1212 with 227.R", &[]);
    go(&mut game, "attack 1212 with 516.R", &[]);
    go(&mut game, "done", &[]);
    let (gone, came) = (unit(&game.field, "516.R"), unit(&game.field, "10.RB"));
    game.field.set(gone, Status::Disrupted, true);
    // 1 against 6.
    let planned = game.plan.attacks()[0];
    assert!(super::combat::meeting(&game, &planned).reckon(&game.field).is_none());
    game.plan.displaced.insert(came);
    let battle = super::combat::meeting(&game, &planned).reckon(&game.field).unwrap();
    assert_eq!(battle.column(), Some(kit::Column(0)), "held at 1:5");
    assert!(matches!(game.step(), Step::Battles(Battles)));
}
