//! Any text is read as a map or refused with a line and a column; nothing panics, and in a map that was read every
//! neighbour, side and link leads back.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match kit::map::HexMap::load("fuzz.toml", text) {
        Ok(map) => {
            for hex in map.hexes() {
                assert_eq!(map.find(&map.number(hex).to_string()), Ok(hex));
                for (way, other) in map.steps(hex) {
                    assert_eq!(map.neighbour(other, way.opposite()), Some(hex));
                    for side in map.sides() {
                        assert_eq!(side.at(hex).contains(way), side.at(other).contains(way.opposite()));
                    }
                    for link in map.links() {
                        assert_eq!(link.at(hex).contains(way), link.at(other).contains(way.opposite()));
                    }
                }
            }
        }
        Err(error) => {
            assert!(error.line >= 1 && error.column >= 1);
            let _ = error.to_string();
        }
    }
});
