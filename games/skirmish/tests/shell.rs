//! Heavy weapons, direct fire: chapters HWF, PEN, EFF.

mod common;

use common::{ask, f, odds, refused_by};
use kit::{chance, testing::assert_rolls_agree};
use sandtable_skirmish::{
    attack::Strike,
    shell::{Moment, Shells},
    words::{Hull, Speed},
};

/// A Panzer IV G at effective range, square on the front of a T-34, with more lines at the top.
fn at_t34(more: &str) -> String {
    format!("distance-mm = 1200\n{more}\n[firer]\nunit = \"G-PZ4G\"\n[target]\nunit = \"S-T34\"\n")
}

fn wrecked(end: &Moment) -> bool {
    matches!(end.now.hull, Hull::Destroyed | Hull::Exploded)
}

/// Example X9: SKIR-HWF-2, SKIR-HWF-6, SKIR-HWF-11, SKIR-PEN-2, SKIR-PEN-4, SKIR-EFF-1, SKIR-R25.
#[test]
fn x9_tank_gun_hwf_2_hwf_11_pen_2_eff_1() {
    let shell: Shells = ask(&at_t34(""));
    let attack = shell.attack;
    let faces = |place| attack.faces_that_strike(place);
    assert_eq!(attack.faces[..10].iter().filter(|&&s| s == Strike::Miss).count(), 2, "miss 1/5");
    assert_eq!([faces(0), faces(1), faces(2), faces(3)], [2, 2, 1, 3], "body, turret, track, choice");
    assert_eq!((attack.parts[0].needs, attack.parts[1].needs, attack.parts[2].needs), (6, 3, 1));
    assert_eq!(attack.parts[3].name, "turret", "the better choice");
    let ends = odds::<Shells>(&at_t34(""));
    assert_eq!(ends.chance(wrecked), f(6, 25));
    let against_track = odds::<Shells>(&at_t34("choice = \"running-gear\""));
    assert!(against_track.chance(wrecked) < f(6, 25));
}
