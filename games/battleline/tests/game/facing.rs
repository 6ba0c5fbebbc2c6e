//! Hexes and directions as questions name them.

use kit::map::HexNumber;
use sandtable_battleline::facing::{Direction, Hex, LAYOUT};

fn hex(number: &str) -> Hex {
    Hex::try_from(number.to_owned()).unwrap()
}

#[test]
fn line_x_map_2_neighbours_of_odd_and_even_columns() {
    let round = |number: &str| {
        let number: HexNumber = number.parse().unwrap();
        Direction::ALL.map(|direction| LAYOUT.beside(number, direction).unwrap().to_string())
    };
    assert_eq!(round("0505"), ["0504", "0604", "0605", "0506", "0405", "0404"]);
    assert_eq!(round("1010"), ["1009", "1110", "1111", "1011", "0911", "0910"]);
}

#[test]
fn every_neighbour_looks_back() {
    for number in ["0505", "0606", "1203"] {
        for direction in Direction::ALL {
            let there = LAYOUT.beside(number.parse().unwrap(), direction).unwrap().to_string();
            assert_eq!(hex(&there).direction_to(hex(number)), Some(direction.turned(3)));
        }
    }
}

#[test]
fn line_x_mis_3_hexes_between() {
    let between = |a: &str, b: &str| hex(a).between(hex(b)).map(|hex| hex.to_string()).collect::<Vec<_>>();
    assert_eq!(between("0505", "0503"), ["0504"]);
    assert_eq!(between("0505", "0704"), ["0604"]);
    assert_eq!(between("0505", "0603"), ["0504", "0604"]);
    assert!(between("0505", "0508").is_empty());
}

#[test]
fn bad_hexes_and_directions_are_refused() {
    for text in ["", "505", "00505", "0a05", "0005", "0500", "५५"] {
        assert!(Hex::try_from(text.to_owned()).is_err(), "{text}");
    }
    assert!(Direction::try_from(6).is_err());
}
