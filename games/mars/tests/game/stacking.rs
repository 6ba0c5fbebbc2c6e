//! What fits into a hex, and the field that keeps the stacks.

use crate::board::{Chance, Describe, assert_refused, empty, historical, unit, units, vazuza};
use crate::published::{piece, theatre};
use kit::hash_of;
use sandtable_mars::{
    Aside, Field, GermanZones, Location, Scenario, Side, Size, Status, UnitId, Units,
    stacking::{check, check_hex, fit_together, has_room},
};

fn german(names: &str) -> bool {
    fit_together(&empty(), Side::German, units(names))
}

fn russian(names: &str) -> bool {
    fit_together(&empty(), Side::Russian, units(names))
}

/// MARS-STK-1, MARS-STK-2, MARS-STK-3, MARS-STK-4, MARS-STK-5, MARS-STK-6, MARS-R20
#[test]
fn x16_stacking() {
    assert!(german("78.ID, 9.Pz a, 9.Pz b, GD a"), "division, panzer pair, extra Kampfgruppe");
    assert!(!german("12.Pz, 19.Pz"), "two panzer divisions");
    assert!(german("1.Pz a, 5.Pz a"), "a panzer place and the extra one");
    assert!(!german("1.Pz a, 5.Pz a, 9.Pz a"));
    assert!(german("12.Pz, 9.Pz a, 78.ID"));
    assert!(!german("12.Pz, 9.Pz a, 9.Pz b"), "a pair is the second panzer division");
    assert!(russian("6 TK, 251, 93") && russian("251, 331, 93") && russian("25, 93, 80"));
    assert!(!russian("251, 331, 354") && !russian("6 TK, 5 TK"));
}

/// MARS-STK-1
#[test]
fn mars_stk_1_two_divisions_and_a_kampfgruppe() {
    assert!(german("78.ID, 102.ID, GD a") && german("78.ID, 12.Pz, 5.Pz a"));
    assert!(!german("78.ID, 102.ID, 95.ID") && !german("78.ID, 102.ID, GD a, 14.PGD a"));
    let field = empty().put("78.ID, 102.ID", "1408");
    assert_refused(
        check(&field, unit("95.ID"), field.hex("1408")),
        "MARS-STK-1",
        &["1408", "78.ID", "102.ID"],
    );
}

/// MARS-STK-2
#[test]
fn mars_stk_2_a_pair_is_a_division() {
    assert!(german("78.ID, 14.PGD a, 14.PGD b, GD a") && german("14.PGD a, 14.PGD b, GD a, GD b, 1.Pz a"));
    assert!(!german("78.ID, 102.ID, 14.PGD a, 14.PGD b"), "the pair needs a division place");
}

/// MARS-STK-3, MARS-R20
#[test]
fn mars_stk_3_a_lone_kampfgruppe_may_fill_a_division_place() {
    assert!(german("GD a, 14.PGD a, 5.Pz a"));
    assert!(!german("GD a, 14.PGD a, 5.Pz a, 78.ID"));
    let field = empty().put("GD a, 14.PGD a, 5.Pz a", "1408");
    assert_refused(
        check(&field, unit("9.Pz a"), field.hex("1408")),
        "MARS-STK-3",
        &["1408", "GD a", "9.Pz a"],
    );
}

/// MARS-STK-4
#[test]
fn mars_stk_4_panzergrenadiers_and_cavalry_are_no_panzers() {
    assert!(
        german("12.Pz, SS-Kav.D") && german("12.Pz, GD a, GD b") && german("14.PGD a, 14.PGD b, GD a, GD b")
    );
}

/// MARS-STK-5
#[test]
fn mars_stk_5_a_tank_brigade_makes_room_for_a_third() {
    assert!(!russian("25, 93, 80, 31"));
    let field = empty().put("251, 331", "1707");
    assert!(has_room(&field, unit("93"), field.hex("1707")));
    assert_refused(
        check(&field, unit("354"), field.hex("1707")),
        "MARS-STK-5",
        &["1707", "251", "331", "354"],
    );
}

/// MARS-STK-6
#[test]
fn mars_stk_6_one_korps() {
    let field = empty().put("8 GRK", "1707");
    assert_refused(check(&field, unit("6 TK"), field.hex("1707")), "MARS-STK-6", &["1707", "8 GRK"]);
    assert!(russian("8 GRK, 251, 25"));
}

/// MARS-STK-7: the default deployments keep the limits, and a hex can be judged as it stands.
#[test]
fn mars_stk_7_the_limits_bind_at_set_up() {
    for theatre in [historical(), vazuza()] {
        Field::deployed(theatre).invariants().unwrap();
    }
    let field = empty().put("6 TK, 5 TK", "1707");
    assert_refused(check_hex(&field, field.hex("1707")), "MARS-STK-6", &["1707", "6 TK", "5 TK"]);
    assert!(field.invariants().is_err());
}

/// Some assignment of units to {division place, division place, extra Kampfgruppe place}, tried one by one: the
/// literal reading of MARS-STK-1 to MARS-STK-4.
fn some_assignment(stack: &[UnitId]) -> bool {
    (0..3_usize.pow(stack.len() as u32)).any(|code| {
        let place = |nth: usize| code / 3_usize.pow(nth as u32) % 3;
        let in_place =
            |wanted| (0..stack.len()).filter(move |&nth| place(nth) == wanted).map(|nth| stack[nth]);
        let is_kampfgruppe = |unit: UnitId| piece(unit).size == Size::Kampfgruppe;
        let division_place = |wanted: usize| {
            let here: Vec<UnitId> = in_place(wanted).collect();
            match here[..] {
                [] | [_] => true,
                [one, other] => piece(one).other_half == Some(other),
                _ => false,
            }
        };
        let panzers = (0..2).filter(|&wanted| in_place(wanted).any(|unit| piece(unit).panzer)).count();
        let extra: Vec<UnitId> = in_place(2).collect();
        division_place(0)
            && division_place(1)
            && panzers <= 1
            && extra.len() <= 1
            && extra.iter().all(|&unit| is_kampfgruppe(unit))
    })
}

/// MARS-STK-3: a hex is legal if some assignment satisfies the limits.
#[test]
fn mars_stk_3_against_every_assignment() {
    let mut chance = Chance::seeded(1942);
    let field = empty();
    let germans: Vec<UnitId> = historical().roster().of_side[1].iter().skip(18).collect();
    let mut legal = 0;
    for _ in 0..3000 {
        let size = 1 + chance.below(5);
        let stack: Units = (0..size).map(|_| germans[chance.below(germans.len())]).collect();
        let members: Vec<UnitId> = stack.iter().collect();
        let fits = fit_together(&field, Side::German, stack);
        assert_eq!(fits, some_assignment(&members), "{members:?}");
        legal += usize::from(fits);
    }
    assert!((300..2700).contains(&legal), "{legal}");
}

/// A field is small, and its stacks keep the order of the chart.
#[test]
fn the_field_keeps_stacks_and_statuses() {
    assert!(size_of::<Field>() <= 1200, "{}", size_of::<Field>());
    let mut field = empty().put("93, 6 TK", "1708").put("251", "1708").disrupted("251");
    let hex = field.hex("1708");
    assert_eq!(field.names_in(hex).collect::<Vec<_>>(), ["6 TK", "251", "93"]);
    field.move_to(unit("251"), field.hex("1608"));
    assert_eq!(field.names_in(hex).collect::<Vec<_>>(), ["6 TK", "93"]);
    assert!(field.is(unit("251"), Status::Disrupted));
    field.remove(unit("251"), Aside::Eliminated);
    assert!(
        !field.is(unit("251"), Status::Disrupted)
            && !field.held_by(Side::Russian).contains(field.hex("1608"))
    );
    assert_eq!(field.place_of(unit("251")), Location::Aside(Aside::Eliminated));
    field.invariants().unwrap();
    let wrong = field.put("78.ID", "1708");
    assert_eq!(wrong.invariants().unwrap_err(), "both sides stand in 1708");
}

/// The same position reached in two ways is the same state.
#[test]
fn the_digest_does_not_depend_on_the_way() {
    let hash = |field: &Field| hash_of(field);
    let one = empty().put("93", "1708").put("6 TK", "1708");
    let other = empty().put("6 TK", "1607").put("6 TK", "1708").put("93", "1708");
    assert_eq!((hash(&one), one), (hash(&other), other));
    assert_ne!(hash(&one), hash(&one.disrupted("93")));
    assert_ne!(
        hash(&one),
        hash(&empty().put("93", "1406").put("6 TK, 93", "1708")),
        "Osuga has changed hands"
    );
}

/// MARS-SET-2, MARS-SET-3, MARS-SET-4, MARS-SET-5, MARS-SET-6, MARS-SET-7, MARS-R37, MARS-R50: what the files bring.
#[test]
fn the_two_scenarios() {
    let (great, small) = (historical(), vazuza());
    assert_eq!((great.units.len(), great.turns, great.zones.len(), great.towns.len()), (70, 11, 21, 26));
    assert_eq!((small.units.len(), small.turns, small.zones.len(), small.towns.len()), (14, 4, 4, 2));
    for theatre in [great, small] {
        let field = Field::deployed(theatre);
        let garrison = field.units_of(Side::German) & theatre.roster().garrisons;
        let mut zones: Vec<_> =
            garrison.iter().map(|unit| theatre.zone_at(field.hex_of(unit).unwrap()).unwrap()).collect();
        zones.sort_unstable();
        assert_eq!(zones, (0..theatre.zones.len()).collect::<Vec<_>>(), "one division a zone");
        assert_eq!(field.all(Status::Fortified), garrison);
        let reserves = field.units_of(Side::German) - garrison;
        assert_eq!(field.hexes_of(reserves) - theatre.reserves, sandtable_mars::map::Hexes::EMPTY);
    }
    let waiting = |theatre| {
        let field = Field::deployed(theatre);
        theatre
            .units
            .iter()
            .filter(|&unit| field.place_of(unit) == Location::Aside(Aside::OffBoard))
            .collect::<Units>()
    };
    assert_eq!((waiting(great), waiting(small)), (units("12.Pz, 19.Pz, 20.Pz"), Units::NONE));
    let strongholds = |theatre: &'static sandtable_mars::theatre::Theatre| {
        theatre
            .towns
            .iter()
            .filter(|town| town.is_stronghold)
            .map(|town| town.name.as_str())
            .collect::<Vec<_>>()
    };
    assert_eq!((strongholds(great), strongholds(small)), (vec!["Rzhev", "Gzhatsk"], vec!["Sychevka"]));
    let kalinin = Field::deployed(great).units_of(Side::Russian).iter().filter(|unit| {
        let hex = Field::deployed(great).hex_of(*unit).unwrap();
        great.kalinin_front.contains(hex)
    });
    let mut sizes = [0; 4];
    kalinin.for_each(|unit| sizes[piece(unit).size as usize] += 1);
    assert_eq!(sizes, [6, 0, 9, 3], "exactly the limits of MARS-SET-7");
    let outward = theatre(Scenario::Vazuza, GermanZones::Outward);
    assert_eq!((outward.title.as_str(), outward.german_zones), ("Vazuza bridgehead", GermanZones::Outward));
}
