//! Elephants that rout.

use crate::common::{question, refused_by, results};
use kit::{Fraction, chance, testing::assert_rolls_agree};
use sandtable_battleline::{
    battle::{Battle, Fate},
    rampage::Rampage,
};

fn lanes(rear: &str) -> String {
    format!("[elephants]\nunit = 'ELE'\n[[lanes]]\nroll = 4\n{rear}\n")
}

/// The chance of something, given that the die shows 4.
fn rear(text: &str, wanted: impl Fn(bool, u64) -> bool) -> Fraction {
    let odds = chance::odds(&question::<Rampage>(text)).unwrap();
    let share = odds.chance(|run| run.lane == Some(3) && wanted(run.lives(), run.shaken));
    assert_eq!(odds.chance(|run| run.lane == Some(3)), Fraction::new(1, 6));
    Fraction::new(share.numerator() * 6, share.denominator())
}

/// EX20: LINE-X-RAM-1, LINE-RES-10, LINE-R32. The Gauls stand in the third hex of the lane; eight hexes are run.
#[test]
fn ex20_rampage_line_x_ram_1_line_res_10() {
    let gauls = lanes("hexes = [{ at = 3, unit = 'GAL' }]");
    assert_eq!(rear(&gauls, |_, shaken| shaken != 0), Fraction::new(1, 3));
    assert_eq!(rear(&gauls, |alive, _| alive), Fraction::ONE);
    let occupied = lanes("hexes = [{ at = 3, unit = 'GAL' }, { at = 8, unit = 'CIT' }]");
    assert_eq!(rear(&occupied, |alive, _| alive), Fraction::ZERO, "with any unit in the last hex");
    let edge = lanes("edge-after = 5");
    assert_eq!(rear(&edge, |alive, _| alive), Fraction::ZERO, "stopped by the map edge with 3 left");
    assert_eq!(rear(&lanes("edge-after = 8"), |alive, _| alive), Fraction::ONE, "spent exactly at the edge");
    assert_eq!(results::<Rampage>(&edge), "survives 5/6, eliminated 1/6");
}

/// LINE-X-RAM-1: a die counted clockwise from the facing, 1 straight ahead.
#[test]
fn line_x_ram_1_one_is_straight_ahead() {
    let ahead = "[elephants]\nunit = 'ELE'\n[[lanes]]\nroll = 1\nedge-after = 0\n";
    let odds = chance::odds(&question::<Rampage>(ahead)).unwrap();
    assert_eq!(odds.chance(|run| !run.lives()), Fraction::new(1, 6));
    assert_eq!(odds.chance(|run| !run.lives() && run.lane == Some(0)), Fraction::new(1, 6));
}

/// LINE-X-RAM-1: prices of Table 2, and ground that stops the run.
#[test]
fn line_x_ram_1_ground() {
    let alive = |hexes: &str| rear(&lanes(hexes), |alive, _| alive) == Fraction::ONE;
    for forbidden in
        ["terrain = 'marsh'", "terrain = 'camp'", "terrain = 'water'", "level = 2", "hexside = 'river'"]
    {
        assert!(!alive(&format!("hexes = [{{ at = 8, {forbidden} }}]")), "{forbidden}");
        assert!(alive(&format!("hexes = [{{ at = 9, {forbidden} }}]")), "{forbidden} beyond the run");
    }
    // Wood at 8 costs 2 of the 1 left: the run ends before it, and that is full.
    assert!(alive("hexes = [{ at = 8, terrain = 'wood' }]"));
    assert!(!alive("hexes = [{ at = 8, terrain = 'wood' }, { at = 7, unit = 'GAL' }]"));
    // A slope and a stream: one more each, so that hex 6 is the last.
    assert!(alive("edge-after = 6\nhexes = [{ at = 1, level = 1 }, { at = 2, hexside = 'stream' }]"));
    assert!(!alive("edge-after = 6\nhexes = [{ at = 1, level = 1 }]"));
    assert!(!alive("hexes = [{ at = 8, enemy-zone = true }]"));
}

/// LINE-X-RAM-1: the last hex is judged after the tests, so a Disrupted enemy no longer controls it (LINE-R10).
#[test]
fn line_x_ram_1_zones_are_judged_after_the_tests() {
    let enemy = lanes("hexes = [{ at = 7, unit = 'HAS', side = 'enemy', controls-next = true }]");
    assert_eq!(rear(&enemy, |alive, _| alive), Fraction::new(1, 6), "only if the hastati fail");
    assert_eq!(rear(&enemy, |alive, shaken| alive == (shaken != 0)), Fraction::ONE);
    let disrupted = enemy.replace("unit = 'HAS'", "unit = 'HAS', status = 'disrupted'");
    assert_eq!(rear(&disrupted, |alive, shaken| alive && shaken == 0), Fraction::ONE);
}

/// LINE-X-ZAM-1: Roman light foot makes way at Zama; its zone remains.
#[test]
fn line_x_zam_1_lanes_at_zama() {
    let velites =
        "hexes = [{ at = 3, unit = 'VEL', side = 'enemy' }, { at = 4, unit = 'ACV', side = 'enemy' }]";
    let zama = format!("scenario = 'zama'\n{}", lanes(velites));
    assert_eq!(
        rear(&zama, |_, shaken| shaken.is_power_of_two()),
        Fraction::new(1, 2),
        "the horse alone, morale 4 - 1"
    );
    assert_eq!(rear(&lanes(velites), |_, shaken| shaken == 0), Fraction::new(1, 3), "elsewhere both test");
}

/// LINE-X-RAM-1 out of a combat: a routed elephant unit runs through attackers too.
#[test]
fn line_x_ram_1_elephants_run_out_of_a_combat() {
    let rear_attack = "[defender]\nunit = 'ELE'\n[[attackers]]\nunit = 'HAS'\nfrom = 'rear'\n";
    // Morale 4 - 3 = 1: fails 5/6, else Table 4 at >5-1 with Rt 1/3: rampage 5/6 + 1/18 = 8/9.
    let odds = chance::odds(&question::<Battle>(rear_attack)).unwrap();
    assert_eq!(odds.chance(|end| end.fates[0] == Fate::Rampages), Fraction::new(8, 9));
    // One way in six leads through the hastati, who fail on a 6.
    assert_eq!(odds.chance(|end| end.fates[1] == Fate::Disrupted), Fraction::new(8, 9 * 36));
    let penned = rear_attack.replace(
        "unit = 'ELE'",
        "unit = 'ELE'\nrout = false\nlanes = [{ roll = 1, edge-after = 3 }, { roll = 2, edge-after = 3 }, { roll = 3, edge-after = 3 }]",
    );
    let odds = chance::odds(&question::<Battle>(&penned)).unwrap();
    assert_eq!(
        odds.chance(|end| end.fates[0] == Fate::Rampages),
        Fraction::new(4, 9),
        "half of the ways are cut off"
    );
    assert_eq!(
        odds.chance(|end| end.fates[0] == Fate::Eliminated),
        Fraction::new(17, 36),
        "and E of Table 4"
    );
}

/// LINE-RES-22, LINE-R9, LINE-R36: an attacking elephant unit runs from `ARt` through the defender or a friend.
#[test]
fn line_res_22_attacking_elephants_rampage() {
    let text = "
        [defender]
        unit = 'LIB'
        [[attackers]]
        unit = 'ELE'
        status = 'disrupted'
        retreat = false
        [[attackers]]
        unit = 'VEL'
        from = 'right-front'
        towards = 'right-front'
    ";
    // Elephants 3 (Disrupted) and velites 1: 4 against 5, 1-2. The Libyans stand with 5/6; the lead is Disrupted, so
    // every A result kills it.
    let odds = chance::odds(&question::<Battle>(text)).unwrap();
    assert_eq!(
        odds.chance(|end| end.fates[1] == Fate::Eliminated),
        Fraction::new(5, 9),
        "no rampage, LINE-CRT-6"
    );
    let literal = format!("house-rules.disrupt_literal = true\n{text}");
    let odds = chance::odds(&question::<Battle>(&literal)).unwrap();
    // AR 1/3 without a safe hex: ARt, a rampage; one way through the Libyans, one through the velites.
    assert_eq!(odds.chance(|end| end.fates[1] == Fate::Rampages), Fraction::new(5, 18));
    let ran = |place: usize| {
        odds.chance(|end| end.fates[1] == Fate::Rampages && end.fates[place] == Fate::Disrupted)
    };
    assert_eq!(ran(0), Fraction::new(5, 18 * 6 * 6), "Libyans fail on a 6");
    assert_eq!(ran(2), Fraction::new(5, 18 * 6 * 3), "velites fail on 5 and 6");
}

#[test]
fn what_is_no_rampage_is_refused() {
    assert_eq!(refused_by::<Rampage>("[elephants]\nunit = 'HAS'"), "LINE-X-RAM-1");
    assert_eq!(refused_by::<Rampage>(&lanes("").replace("roll = 4", "roll = 7")), "LINE-X-RAM-1");
    assert_eq!(refused_by::<Rampage>(&format!("{}[[lanes]]\nroll = 4\n", lanes(""))), "LINE-X-RAM-1");
    assert_eq!(refused_by::<Rampage>(&lanes("hexes = [{ at = 0, terrain = 'wood' }]")), "LINE-X-RAM-1");
    assert_eq!(refused_by::<Rampage>(&lanes("hexes = [{ at = 3 }, { at = 3 }]")), "LINE-X-RAM-1");
    let stacked = "[defender]\nunit = 'ELE'\nlanes = [{ roll = 1, hexes = [{ at = 1, unit = 'GAL' }] }]\n[[attackers]]\nunit = 'HAS'\n";
    assert_eq!(refused_by::<Battle>(stacked), "LINE-X-STK-1");
}

#[test]
fn a_million_rolls_agree() {
    let example = sandtable_battleline::RULEBOOK.kind("rampage").unwrap().example;
    assert_rolls_agree(&question::<Rampage>(example), 1_000_000, 5);
}
