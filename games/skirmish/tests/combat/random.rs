//! Any situation at all: it is refused with a clause, or its chances sum to one and agree with rolled dice.

use crate::common::try_ask;
use kit::{Inquiry, testing::assert_rolls_agree};
use proptest::{prelude::*, sample::select, test_runner::Config};
use sandtable_skirmish::{
    building::Bombard, charts::Rules, device::Devices, fragments::Fragments, incendiary::Flames,
    light_fire::LightFire, melee::Melee, mines::Mines, overrun::Overrun, scatter::Scatter, shell::Shells,
};

fn units() -> impl Strategy<Value = String> {
    select(Rules::published().units.iter().map(|unit| unit.id.clone()).collect::<Vec<_>>())
}

fn terrains() -> impl Strategy<Value = String> {
    select(vec!["Flat - clear", "Flat - trees", "Trenches", "Bunker", "Ruins"]).prop_map(str::to_owned)
}

fn weapons() -> impl Strategy<Value = String> {
    select(Rules::published().heavy.iter().map(|weapon| weapon.id.clone()).collect::<Vec<_>>())
}

/// The chapter's question on any target, with lines of its own before.
fn target() -> impl Strategy<Value = String> {
    (units(), any::<bool>(), 0u8..4, any::<bool>(), select(vec!["to-come", "over", "lurking"]), terrains()).prop_map(
        |(unit, moving, riders, fleeing, turn, terrain)| {
            let riders = riders.min(Rules::published().unit(&unit).map_or(0, |unit| unit.capacity));
            let team = Rules::published().unit(&unit).is_some_and(sandtable_skirmish::charts::Unit::is_team);
            let shelter = if team { format!("shelter = [\"{terrain}\"]\n") } else { String::new() };
            format!("unit = \"{unit}\"\nmoving = {moving}\nriders = {riders}\nfleeing = {fleeing}\nenemy-mm = 100\nturn = \"{turn}\"\n{shelter}")
        },
    )
}

/// Refused by a clause of the ledger, or right.
fn check<Q: Inquiry>(toml: &str)
where
    Q::State: std::fmt::Debug,
{
    match try_ask::<Q>(toml) {
        Ok(question) => {
            assert_rolls_agree(&question, 20_000, 1943);
        }
        Err(refusal) => assert!(Rules::ledger().find(refusal.clause.0).is_some(), "{refusal}"),
    }
}

fn cases(cases: u32) -> Config {
    Config { cases, failure_persistence: None, ..Config::default() }
}

proptest! {
    #![proptest_config(cases(30))]

    #[test]
    fn shells(
        (firer, mm) in (units(), 0u32..3000),
        he in any::<bool>(),
        (face, square) in (select(vec!["front", "side", "rear"]), any::<bool>()),
        target in target(),
    ) {
        let ammunition = if he { "he" } else { "ap" };
        check::<Shells>(&format!(
            "distance-mm = {mm}\nammunition = \"{ammunition}\"\n[firer]\nunit = \"{firer}\"\n[bearing]\nface = \"{face}\"\nsquare = {square}\n[target]\n{target}"
        ));
    }

    #[test]
    fn volleys((firer, mm) in (units(), 0u32..2500), higher in 0i32..60, target in target()) {
        check::<LightFire>(&format!(
            "distance-mm = {mm}\nhigher-mm = {higher}\n[firer]\nunit = \"{firer}\"\n[target]\n{target}"
        ));
    }

    #[test]
    fn bursts(weapon in weapons(), cs in 0u8..4, mm in 0u32..60, target in target()) {
        check::<Fragments>(&format!("weapon = \"{weapon}\"\ncs = {cs}\ndistance-mm = {mm}\n[target]\n{target}"));
    }

    #[test]
    fn flames(molotov in any::<bool>(), cs in 0u8..4, target in target()) {
        let weapon = if molotov { "molotov" } else { "flame-thrower" };
        check::<Flames>(&format!("weapon = \"{weapon}\"\ncs = {cs}\ndistance-mm = 50\n[target]\n{target}"));
    }

    #[test]
    fn mines(target in target()) {
        check::<Mines>(&format!("[target]\n{target}"));
    }

    #[test]
    fn overruns(vehicle in units(), target in target()) {
        check::<Overrun>(&format!("vehicle = \"{vehicle}\"\n[target]\n{target}"));
    }

    #[test]
    fn devices(team in units(), device in select(vec!["Hb", "Ex", "Mm"]), top in any::<bool>(), target in target()) {
        check::<Devices>(&format!("team = \"{team}\"\ndevice = \"{device}\"\ninto-open-top = {top}\n[target]\n{target}"));
    }

    #[test]
    fn melees(a in units(), d in units(), engaged in any::<bool>()) {
        check::<Melee>(&format!("engaged = {engaged}\n[attacker]\nunit = \"{a}\"\n[defender]\nunit = \"{d}\"\n"));
    }

    #[test]
    fn scatters(
        case in select(vec!["direct-he", "device", "mortar", "on-table", "off-table"]),
        (cs, cr) in (0u8..4, 0u8..4),
        line in 0u16..360,
    ) {
        check::<Scatter>(&format!("case = \"{case}\"\ncs = {cs}\ncr = {cr}\nline-of-fire = {line}\nradius-cm = 4\n"));
    }

    #[test]
    fn buildings(
        (firer, mm) in (units(), 0u32..2000),
        building in select(vec!["Wooden house", "Brick house", "Palace", "Bunker", "Trench", "Sand bags", "Garden wall"]),
        aim in select(vec!["front-wall", "floor-wall", "opening", "slit", "point", "roof", "fragments"]),
        he in any::<bool>(),
    ) {
        let ammunition = if he { "he" } else { "ap" };
        check::<Bombard>(&format!(
            "building = \"{building}\"\naim = \"{aim}\"\nammunition = \"{ammunition}\"\ndistance-mm = {mm}\nmen-on-floor = 6\nmen-in-radius = [3]\nmen-elsewhere = 2\nmen-in-line = 1\ncs-inside = 1\ncr-inside = 2\nsquare = true\n[firer]\nunit = \"{firer}\"\n"
        ));
    }
}
