//! Small geographies, and what becomes of them.

use atlas::{Error, Source, compile};
use kit::map::HexMap;
use sandtable_atlas as atlas;

/// Four columns and three rows of hexes, 10 km apart, at the equator: a tenth of a degree is about a hex.
const GRID: &str = r#"
title = "Small"
layout = "flat, even columns down"
columns = "01-04"
rows = "01-03"
ignored = ["note"]

[projection]
kind = "plain"
origin = [0.0, 0.0]
km-per-degree = [100.0, 100.0]

[hexes]
first = [0.0, 0.0]
step = [8.66, 10.0]

[layer.terrain]
legend = { "." = "clear", f = "forest", w = "water" }
rest = "clear"
areas = { wood = "forest", lake = "water" }

[side.river]
lines = "river"

[side.shore]
between = { layer = "terrain", inner = "water", outer = "clear", name = "shore" }

[link.road]
lines = "road"

[place.town]
points = "town"

[zone.army]
East = { columns = "03-04", terrain = "clear" }
"#;

fn feature(kind: &str, name: &str, shape: &str, coordinates: &str) -> String {
    format!(
        r#"{{"type": "Feature", "properties": {{"kind": "{kind}", "name": "{name}"}}, "geometry": {{"type": "{shape}", "coordinates": {coordinates}}}}}"#
    )
}

fn collection(features: &[String]) -> String {
    format!(r#"{{"type": "FeatureCollection", "features": [{}]}}"#, features.join(",\n"))
}

fn try_all(grid: &str, features: &[String], overrides: &str) -> Result<String, Error> {
    let geography = collection(features);
    compile(
        Source { file: "grid.toml", text: grid },
        Source { file: "geography.geojson", text: &geography },
        Source { file: "overrides.toml", text: overrides },
        &["made"],
        "map.toml",
    )
}

fn map(features: &[String], overrides: &str) -> HexMap {
    let text = try_all(GRID, features, overrides).unwrap_or_else(|error| panic!("{error}"));
    HexMap::load("map.toml", &text).unwrap_or_else(|error| panic!("{error}"))
}

fn numbers(map: &HexMap, hexes: impl Iterator<Item = kit::map::HexId>) -> Vec<String> {
    hexes.map(|hex| map.number(hex).to_string()).collect()
}

fn pairs(map: &HexMap, pairs: &[(kit::map::HexId, kit::map::HexId)]) -> Vec<String> {
    pairs.iter().map(|&(one, other)| format!("{}-{}", map.number(one), map.number(other))).collect()
}

#[test]
fn a_place_goes_to_the_nearest_centre() {
    let map = map(&[feature("town", "Mill", "Point", "[0.09, -0.03]")], "");
    assert_eq!(map.place("Mill").unwrap().hex, map.find("0201").unwrap());
}

#[test]
fn an_area_holds_the_hexes_whose_centre_it_holds_and_the_first_area_wins() {
    let lake = feature(
        "lake",
        "Pond",
        "Polygon",
        "[[[-1, 0.05], [0.05, 0.05], [0.05, -0.15], [-1, -0.15], [-1, 0.05]]]",
    );
    let wood = feature(
        "wood",
        "Big",
        "Polygon",
        "[[[-1, 0.05], [0.10, 0.05], [0.10, -0.16], [-1, -0.16], [-1, 0.05]]]",
    );
    let map = map(&[lake, wood], "");
    let terrain = map.layer("terrain").unwrap();
    assert_eq!(numbers(&map, terrain.hexes(terrain.value("water").unwrap())), ["0101", "0102"]);
    assert_eq!(numbers(&map, terrain.hexes(terrain.value("forest").unwrap())), ["0201", "0202"]);
    let shore = map.side("shore").unwrap();
    assert!(shore.directed);
    assert_eq!(pairs(&map, &shore.courses[0].pairs), ["0102-0103"]);
    let army = map.zones("army").unwrap();
    assert_eq!(
        numbers(&map, army.zones[0].hexes.iter().copied()),
        ["0301", "0302", "0303", "0401", "0402", "0403"]
    );
}

#[test]
fn a_road_joins_neighbours_and_cuts_no_corner() {
    // From 0101 to 0401 a little south of the straight line: it grazes 0302 but does not go there.
    let road =
        feature("road", "Main", "LineString", "[[0, 0], [0.0866, -0.05], [0.1732, -0.045], [0.2598, -0.05]]");
    let plain = map(std::slice::from_ref(&road), "");
    assert_eq!(
        pairs(&plain, &plain.link("road").unwrap().courses[0].pairs),
        ["0101-0201", "0201-0301", "0301-0401"]
    );
    // With a town in a hex it passes, it goes there.
    let town = feature("town", "Mill", "Point", "[0.1732, -0.10]");
    let detour = feature("road", "Main", "LineString", "[[0.0866, -0.05], [0.1732, -0.06], [0.2598, -0.05]]");
    let with_town = map(&[town, detour.clone()], "");
    let line = pairs(&with_town, &with_town.link("road").unwrap().courses[0].pairs);
    assert_eq!(line, ["0201-0302", "0302-0401"]);
}

#[test]
fn a_road_that_leaves_the_map_comes_back_as_another_piece() {
    let road = feature(
        "road",
        "Loop",
        "LineString",
        "[[0, 0], [0.0866, -0.05], [0.0866, 1], [0.1732, 1], [0.1732, 0], [0.1732, -0.1]]",
    );
    let text = try_all(GRID, &[road], "").unwrap();
    assert!(text.contains("Loop = \"0101 0201, 0301 0302\""), "{text}");
}

#[test]
fn a_river_runs_between_hexes_and_ends_at_another() {
    // Down between the first and the second column.
    let main = feature("river", "Main", "LineString", "[[0.04, 0.05], [0.04, -0.22]]");
    let beck =
        feature("river", "Beck", "LineString", "[[0.17, -0.05], [0.12, -0.05], [0.04, -0.1], [0.04, -0.2]]");
    let map = map(&[main, beck], "");
    let river = map.side("river").unwrap();
    assert_eq!(pairs(&map, &river.courses[0].pairs), ["0101-0201", "0102-0201", "0102-0202", "0103-0202"]);
    let beck = pairs(&map, &river.courses[1].pairs);
    assert!(!beck.is_empty() && beck.iter().all(|side| !side.starts_with("01")), "{beck:?}");
}

#[test]
fn overrides_replace_add_and_take_away() {
    let features = [
        feature("town", "Mill", "Point", "[0, 0]"),
        feature("road", "Main", "LineString", "[[0, 0], [0.0866, -0.05]]"),
        feature("road", "Side", "LineString", "[[0, 0], [0, -0.1]]"),
        feature("river", "Main", "LineString", "[[0.04, 0.05], [0.04, -0.22]]"),
    ];
    let overrides = r#"
[layer.terrain]
water = "0303"
[side.river]
Main = "0101/0102"
[side.wall]
wall = "0101>0201"
[link.road]
Main = ""
Side = "0101 0102 0103"
Other = "0401 0402, 0303 0302"
[place.town]
Mill = "0202"
[place.city]
Burg = "0103"
[zone.army]
West = "0101"
"#;
    let map = map(&features, overrides);
    assert_eq!(pairs(&map, &map.side("river").unwrap().courses[0].pairs), ["0101-0102"]);
    assert_eq!(map.side("shore").unwrap().courses[0].pairs.len(), 5, "borders follow overridden terrain");
    assert!(map.side("wall").unwrap().directed);
    let road = map.link("road").unwrap();
    assert_eq!(road.courses.iter().map(|course| course.name.as_str()).collect::<Vec<_>>(), ["Side", "Other"]);
    assert_eq!(pairs(&map, &road.courses[1].pairs), ["0401-0402", "0303-0302"]);
    assert_eq!(map.place("Mill").unwrap().hex, map.find("0202").unwrap());
    assert_eq!(map.place("Burg").unwrap().kind, "city");
    assert_eq!(map.zones("army").unwrap().zones[1].name, "West");
    assert!(!map.zones("army").unwrap().zones[0].hexes.contains(&map.find("0303").unwrap()));
}

#[test]
fn the_text_is_the_same_every_time() {
    let features = [feature("river", "Main", "LineString", "[[0.04, 0.05], [0.04, -0.22]]")];
    assert_eq!(try_all(GRID, &features, "").unwrap(), try_all(GRID, &features, "").unwrap());
}

#[test]
fn pointy_hexes_are_drawn_on_too() {
    let grid = GRID
        .replace("flat, even columns down", "pointy, odd rows right")
        .replace("01-04", "00-03")
        .replace("01-03", "00-02")
        .replace("03-04", "02-03")
        .replace("[8.66, 10.0]", "[10.0, 8.66]");
    let features = [
        feature("town", "Mill", "Point", "[0.05, -0.0866]"),
        feature("road", "Main", "LineString", "[[0, 0], [0.05, -0.0866], [0.15, -0.0866]]"),
        feature("river", "Main", "LineString", "[[-0.03, -0.045], [0.13, -0.045]]"),
    ];
    let text = try_all(&grid, &features, "").unwrap_or_else(|error| panic!("{error}"));
    let map = HexMap::load("map.toml", &text).unwrap();
    assert_eq!(map.place("Mill").unwrap().hex, map.find("0001").unwrap());
    assert_eq!(pairs(&map, &map.link("road").unwrap().courses[0].pairs), ["0000-0001", "0001-0101"]);
    let river = pairs(&map, &map.side("river").unwrap().courses[0].pairs);
    assert_eq!(river, ["0000-0001", "0001-0100", "0100-0101"]);
}

/// Five columns and four rows of pointy hexes, 10 km apart, judged at their places.
const ANCHORED: &str = r#"
title = "Anchored"
layout = "pointy, odd rows right"
columns = "00-04"
rows = "00-03"

[projection]
kind = "plain"
origin = [0.0, 0.0]
km-per-degree = [100.0, 100.0]

[hexes]
first = [0.0, 0.0]
step = [10.0, 8.66]
anchor = "places"
water = { terrain = ["sea"] }
closed = { terrain = ["sea"] }
closed-sides = ["strait"]

[layer.terrain]
legend = { "." = "clear", "~" = "sea" }
rest = "clear"
areas = { sea = "sea" }
not-at-places = ["sea"]

[layer.weather]
legend = { w = "west", e = "east" }
rest = "west"
beyond = { line = "weather line", towards = "Port", value = "east" }

[side.strait]
across = { places = ["Port", "Isle"], name = "Strait" }
[side.river]
crossed = "river"
[side.marsh]
through = "marsh"
middle = "gulf"
[side.wall]
crossed = "wall"

[link.rail]
lines = "rail"
straight = true
without = { weather = ["east"] }
[link."eastern rail"]
lines = "rail"
straight = true
with = { weather = ["east"] }

[place.town]
points = "town"

[zone.port]
ports = { places = "Port, Isle" }

[areas]
region = ["sea"]
"#;

fn anchored(features: &[String]) -> HexMap {
    let mut all = vec![
        feature("town", "Port", "Point", "[0.31, 0.0]"),
        feature("town", "Isle", "Point", "[0.41, 0.0]"),
        feature("weather line", "weather line", "LineString", "[[0.12, 0.1], [0.12, 0.05]]"),
    ];
    all.extend_from_slice(features);
    let text = try_all(ANCHORED, &all, "").unwrap_or_else(|error| panic!("{error}"));
    HexMap::load("map.toml", &text).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn a_hex_is_judged_at_the_place_in_it() {
    // A bay over hexes 0300 and 0301; the port in 0300 keeps its hex dry, and lies on its own bank.
    let map = anchored(&[
        feature(
            "sea",
            "Bay",
            "Polygon",
            "[[[0.26, 0.1], [0.37, 0.1], [0.37, -0.12], [0.26, -0.12], [0.26, 0.1]]]",
        ),
        feature("river", "Creek", "LineString", "[[0.305, 0.2], [0.305, -0.12]]"),
    ]);
    let terrain = map.layer("terrain").unwrap();
    let sea = terrain.value("sea").unwrap();
    assert_eq!(numbers(&map, terrain.hexes(sea)), ["0301"]);
    // The line runs between the centre of 0200 and the port, but not between the port and 0400; sides of water and
    // the strait carry nothing.
    let river = map.side("river").unwrap();
    assert_eq!(pairs(&map, &river.courses[0].pairs), ["0200-0300", "0201-0300"]);
    assert_eq!(pairs(&map, &map.side("strait").unwrap().courses[0].pairs), ["0300-0400"]);
    // East of a line that goes on without end.
    let weather = map.layer("weather").unwrap();
    let east = weather.value("east").unwrap();
    let wanted = [
        "0101", "0103", "0200", "0201", "0202", "0203", "0300", "0301", "0302", "0303", "0400", "0401",
        "0402", "0403",
    ];
    assert_eq!(numbers(&map, weather.hexes(east)), wanted);
    assert_eq!(numbers(&map, map.zones("port").unwrap().zones[0].hexes.iter().copied()), ["0300", "0400"]);
    let regions = &map.zones("region").unwrap().zones;
    assert_eq!(
        (regions[0].name.as_str(), numbers(&map, regions[0].hexes.iter().copied())),
        ("Bay", vec!["0301".to_owned()])
    );
}

#[test]
fn what_lies_between_two_anchors_lies_on_their_side() {
    let map = anchored(&[
        // Narrow water between 0002 and 0102: the stretch enters and leaves it.
        feature(
            "marsh",
            "Fen",
            "Polygon",
            "[[[0.04, -0.16], [0.06, -0.16], [0.06, -0.19], [0.04, -0.19], [0.04, -0.16]]]",
        ),
        // The middle between 0202 and 0302 lies in the gulf, which reaches beyond both.
        feature(
            "gulf",
            "Gulf",
            "Polygon",
            "[[[0.24, -0.16], [0.26, -0.16], [0.26, -0.19], [0.24, -0.19], [0.24, -0.16]]]",
        ),
        // Crossed twice by the stretch from 0102 to 0202: there and back is not across.
        feature("river", "Loop", "LineString", "[[0.14, -0.1], [0.14, -0.18], [0.16, -0.18], [0.16, -0.1]]"),
    ]);
    let marsh = map.side("marsh").unwrap();
    assert_eq!(pairs(&map, &marsh.courses[0].pairs), ["0002-0102"]);
    assert_eq!(pairs(&map, &marsh.courses[1].pairs), ["0202-0302"]);
    let loops = pairs(&map, &map.side("river").unwrap().courses[0].pairs);
    assert!(!loops.is_empty() && !loops.contains(&"0102-0202".to_owned()), "{loops:?}");
}

#[test]
fn a_wall_has_its_inner_hexes_where_it_says() {
    let wall = |inner: &str| {
        let wall = feature("wall", "Wall", "LineString", "[[0.15, 0.04], [0.15, -0.05]]");
        wall.replace("\"name\"", &format!("\"inner\": \"{inner}\", \"name\""))
    };
    let east = anchored(&[wall("east")]);
    assert_eq!(pairs(&east, &east.side("wall").unwrap().courses[0].pairs), ["0200-0100"]);
    // Within a row nothing lies south.
    assert!(anchored(&[wall("south")]).side("wall").unwrap().courses.is_empty());
    let mut features = vec![
        feature("town", "Port", "Point", "[0.31, 0.0]"),
        feature("town", "Isle", "Point", "[0.41, 0.0]"),
    ];
    let wrong = try_all(ANCHORED, &features, "").unwrap_err().to_string();
    assert!(wrong.contains("weather line: there is no such line"), "{wrong}");
    features.push(feature("weather line", "weather line", "LineString", "[[0.12, 0.1], [0.12, 0.05]]"));
    features.push(wall("up"));
    let wrong = try_all(ANCHORED, &features, "").unwrap_err().to_string();
    assert!(wrong.ends_with("found `up` as its `inner`, expected `east` or `south`"), "{wrong}");
}

#[test]
fn a_straight_rail_goes_round_what_is_closed_and_is_parted_by_what_its_hexes_are() {
    let rail = feature("rail", "Line", "LineString", "[[0.0, 0.0], [0.4, 0.0]]");
    let map = anchored(std::slice::from_ref(&rail));
    // 0300-0400 is the strait: round it by the south, since west, north-east and north-west lead nowhere.
    let pieces = |map: &HexMap, name: &str| pairs(map, &map.link(name).unwrap().courses[0].pairs);
    assert_eq!(pieces(&map, "rail"), ["0000-0100"]);
    assert_eq!(pieces(&map, "eastern rail"), ["0100-0200", "0200-0300", "0300-0301", "0301-0400"]);
    // Off the map there is no way at all.
    let sea = "[[[0.26, 0.1], [0.9, 0.1], [0.9, -0.9], [0.26, -0.9], [0.26, 0.1]]]";
    let mut features = vec![
        feature("town", "Port", "Point", "[0.31, 0.0]"),
        feature("town", "Isle", "Point", "[0.41, 0.0]"),
        feature("weather line", "weather line", "LineString", "[[0.12, 0.1], [0.12, 0.05]]"),
        feature("sea", "Sea", "Polygon", sea),
        rail,
    ];
    let wrong = try_all(ANCHORED, &features, "").unwrap_err().to_string();
    assert!(wrong.ends_with("there is no way from 0000 to 0400"), "{wrong}");
    features.pop();
    let wrong = try_all(&ANCHORED.replace("Port, Isle", "Port, Atlantis"), &features, "").unwrap_err();
    assert!(wrong.to_string().contains("there is no place `Atlantis`"), "{wrong}");
    let wrong = try_all(&ANCHORED.replace("[\"strait\"]", "[\"moat\"]"), &features, "").unwrap_err();
    assert!(wrong.to_string().contains("there is no side `moat`"), "{wrong}");
    let wrong = try_all(&ANCHORED.replace("[\"east\"]", "[\"up\"]"), &features, "").unwrap_err();
    assert!(wrong.to_string().contains("there is no weather `up`"), "{wrong}");
}

#[test]
fn mistakes_name_file_and_feature() {
    let town = |at: &str| feature("town", "Mill", "Point", at);
    let triangle = "[[[0, 0], [1, 0], [0, 0]]]";
    for (one, words) in [
        (
            feature("twon", "Mill", "Point", "[0, 0]"),
            "feature 1 (twon `Mill`): the grid knows no kind `twon`; it knows: lake, note, river, road, town, wood",
        ),
        (feature("", "", "Point", "[0, 0]"), "feature 1: expected the properties `kind` and `name`"),
        (town("[9, 0]"), "(town `Mill`): it lies beyond the edge"),
        (town("[0, 95]"), "is not on the globe; longitude comes first"),
        (town("[0]"), "A position must contain two or more elements"),
        (feature("town", "Mill", "LineString", "[[0, 0], [1, 1]]"), "expected a Point"),
        (feature("road", "Main", "Point", "[0, 0]"), "expected a LineString"),
        (feature("wood", "Big", "Point", "[0, 0]"), "expected a Polygon"),
        (feature("wood", "Big", "Polygon", triangle), "found 3 points, expected at least 4"),
        (feature("road", "Main", "LineString", "[[9, 9], [9, 8]]"), "nothing of it lies on the map"),
        (feature("road", "Main", "MultiPoint", "[[0, 0]]"), "a MultiPoint cannot be drawn on hexes"),
        (feature("town", "Mill", "Pint", "[0, 0]"), "feature 1 (town `Mill`): "),
    ] {
        let error = try_all(GRID, &[one], "").unwrap_err().to_string();
        assert!(error.starts_with("geography.geojson: feature 1"), "{error}");
        assert!(error.contains(words), "{error}");
    }
    let twice = [
        feature("road", "Main", "LineString", "[[0, 0], [0, -0.1]]"),
        feature("road", "Main", "LineString", "[[0, 0], [0, -0.1]]"),
    ];
    let error = try_all(GRID, &twice, "").unwrap_err().to_string();
    assert!(error.contains("feature 2 (road `Main`): there is another"), "{error}");
    let two = [town("[0, 0]"), feature("town", "Town", "Point", "[0, 0]")];
    let error = try_all(GRID, &two, "").unwrap_err().to_string();
    assert!(error.starts_with("map.toml:") && error.contains("0101 has a place already: Mill"), "{error}");
}

#[test]
fn mistakes_in_the_other_files_have_line_and_column() {
    let at = |grid: &str, overrides: &str| try_all(grid, &[], overrides).unwrap_err().to_string();
    for (from, to, words) in [
        ("flat, even columns down", "flat", "grid.toml:3:10: found layout `flat`"),
        ("\"01-04\"", "\"4\"", "grid.toml:4:11: found `4`"),
        ("rest = \"clear\"", "rest = \"sand\"", "grid.toml:19:8: `sand` is not in the legend of terrain"),
        ("[8.66, 10.0]", "[8.66, 0.0]", "grid.toml:15:8: a step"),
        ("inner = \"water\"", "inner = \"wine\"", "grid.toml:25:7: `shore` speaks of"),
        ("lines = \"river\"", "", "grid.toml:22:7: `river` needs one of"),
        ("terrain = \"clear\" }", "terrain = \"sand\" }", "grid.toml:35:39: there is no terrain `sand`"),
        ("kind = \"plain\"", "kind = \"round\"", "grid.toml:9:8: unknown variant `round`"),
    ] {
        assert!(GRID.contains(from), "{from}");
        let error = at(&GRID.replacen(from, to, 1), "");
        assert!(error.starts_with(words), "{from} -> {to}: {error}");
    }
    for (text, words) in [
        ("[layer.weather]\nsnow = '0101'", "overrides.toml:1:8: there is no layer `weather`"),
        ("[layer.terrain]\nsnow = '0101'", "overrides.toml:2:1: `snow` is not in the legend"),
        ("[layer.terrain]\nwater = '0909'", "overrides.toml:2:9: there is no hex 0909"),
        ("[side.river]\nA = '0101>0102'", "overrides.toml:2:5: found `0101>0102`, expected a side"),
        ("[link.road]\nA = '0101 02'", "overrides.toml:2:5: found `02`"),
        ("[link.road]\nA = '0101 0301'", "map.toml:"),
        ("[roads]", "overrides.toml:1:2: unknown field `roads`"),
    ] {
        let error = at(GRID, text);
        assert!(error.starts_with(words), "{text}: {error}");
    }
    let error = compile(
        Source { file: "grid.toml", text: GRID },
        Source { file: "geography.geojson", text: "{\n  \"type\": }" },
        Source { file: "overrides.toml", text: "" },
        &[],
        "map.toml",
    );
    assert!(error.unwrap_err().to_string().starts_with("geography.geojson:2:"));
}
