//! `sandtable map` as a person or another program calls it.

use std::{
    fs,
    path::{Path, PathBuf},
};

use crate::common::{ROOT, answered, complained, run};

fn answer(arguments: &[&str], columns: u32) -> String {
    answered(arguments, run(ROOT, columns, arguments, ""))
}

fn complaint(arguments: &[&str]) -> (String, String) {
    complained(arguments, run(ROOT, 120, arguments, ""))
}

#[test]
fn every_registered_map_is_drawn_within_120_columns() {
    for game in registry::GAMES.iter() {
        for source in game.maps {
            let drawn = answer(&["map", "show", game.name, source.name], 120);
            assert!(drawn.lines().all(|line| line.chars().count() <= 120), "{drawn}");
            let map = kit::map::HexMap::load(source.file, source.text).unwrap();
            assert!(drawn.contains(map.title()), "{drawn}");
            // A long name may be broken where a line ends.
            let words = drawn.split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(map.places().iter().all(|place| words.contains(&place.name)), "{drawn}");
            let small = answer(&["map", "show", game.name, source.name], 60);
            // Two characters a column and the numbers of the rows are the least that a map can be drawn with.
            let least = 60.max(map.columns().len() * 2 + 5);
            assert!(small.lines().all(|line| line.chars().count() <= least), "{small}");
        }
    }
}

#[test]
fn the_learning_map_looks_like_this() {
    let drawn = answer(&["map", "show", "mars", "learning"], 120);
    let lines: Vec<&str> = drawn.lines().collect();
    let at = lines.iter().position(|line| line.starts_with("03 ")).unwrap();
    assert_eq!(
        lines[at..at + 5],
        [
            r"03 /0103 \___/0303 \___/0503 \___/0703 \___/",
            r"   \     /   \     /   \     /   \     /   \",
            r"    \###/0203 \###/0403 \≈│#/0603 \≈≈#/0803 \",
            r"    /   #     #   #     ≈ │ ≈     ≈   ≈     /",
            r"04 /0104 #####0304 #####0504 #≈≈##0704 #≈≈#/",
        ],
        "{drawn}"
    );
}

#[test]
fn programs_get_every_hex() {
    let text = answer(&["map", "show", "mars", "--json"], 120);
    let map: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(map["hexes"].as_array().unwrap().len(), 368);
    let rzhev = map["hexes"].as_array().unwrap().iter().find(|hex| hex["hex"] == "1504").unwrap();
    assert_eq!(rzhev["place"]["name"], "Rzhev");
    assert_eq!(rzhev["layers"]["initial"], "german");
    assert_eq!(rzhev["zones"]["defence"][0], "Z13");
    assert_eq!(rzhev["sides"]["river"].as_array().unwrap().len(), 2);
    assert_eq!(rzhev["links"]["road"][0], "1503");
}

#[test]
fn committed_maps_are_what_their_geography_gives() {
    assert!(answer(&["map", "check"], 120).contains("games/mars/data/map.toml is sound and as compiled"));
}

#[test]
fn mistakes_are_said_and_the_exit_code_is_2() {
    for (arguments, words) in [
        (vec!["map", "show", "marz"], "there is no game `marz`"),
        (vec!["map", "show", "mars", "moon"], "there is no map `moon`; there are: historical, learning"),
        (
            vec!["map", "show", "mars", "--layer", "snow"],
            "there is no layer `snow`; there are: terrain, initial",
        ),
        (vec!["map", "show", "skirmish"], "has no map"),
        (vec!["map", "build", "skirmish"], "there is no game with geography (data/map) `skirmish`"),
        (vec!["map", "check", "nothing"], "there are: eastfront, mars"),
    ] {
        let (_, complained) = complaint(&arguments);
        assert!(complained.contains(words), "{arguments:?}: {complained}");
    }
}

/// A checkout with nothing in it but Mars' map.
struct Checkout(PathBuf);

impl Checkout {
    fn new(name: &str) -> Self {
        let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_dir_all(&root);
        fs::create_dir_all(root.join("crates/kit")).unwrap();
        fs::create_dir_all(root.join("games/mars/data/map")).unwrap();
        for file in ["map.toml", "map/grid.toml", "map/geography.geojson", "map/overrides.toml"] {
            let name = format!("games/mars/data/{file}");
            fs::copy(Path::new(ROOT).join(&name), root.join(&name)).unwrap();
        }
        Self(root)
    }

    fn change(&self, file: &str, from: &str, to: &str) {
        let path = self.0.join("games/mars/data").join(file);
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains(from));
        fs::write(path, text.replacen(from, to, 1)).unwrap();
    }

    fn root(&self) -> &str {
        self.0.to_str().unwrap()
    }
}

#[test]
fn a_changed_geography_is_seen_built_and_then_in_order() {
    let checkout = Checkout::new("changed");
    checkout.change("map/geography.geojson", "[34.328, 56.262]", "[34.500, 56.262]");
    let (seen, words) = complaint(&["map", "check", "--source", checkout.root()]);
    assert!(seen.contains("Rzhev = \"1504\"") && words.contains("sandtable map build mars"), "{seen}{words}");
    let built = answer(&["map", "build", "mars", "--source", checkout.root()], 120);
    assert!(built.contains("games/mars/data/map.toml written"), "{built}");
    let again = answer(&["map", "build", "mars", "--source", checkout.root()], 120);
    assert!(again.contains("up to date"), "{again}");
    answer(&["map", "check", "mars", "--source", checkout.root()], 120);
}

#[test]
fn a_broken_geography_names_file_and_feature_or_line() {
    let checkout = Checkout::new("broken");
    checkout.change("map/geography.geojson", "[34.328, 56.262]", "[34.328, 156.262]");
    let (_, words) = complaint(&["map", "build", "mars", "--source", checkout.root()]);
    assert!(words.contains("geography.geojson: feature 1 (city `Rzhev`): "), "{words}");
    let checkout = Checkout::new("grid");
    checkout.change("map/grid.toml", "flat, even columns down", "flat");
    let (_, words) = complaint(&["map", "build", "mars", "--source", checkout.root()]);
    assert!(words.contains("games/mars/data/map/grid.toml:2:10: found layout `flat`"), "{words}");
}
