//! Maps drawn in a few lines.

use std::collections::{BTreeMap, VecDeque};

use proptest::prelude::*;

use sandtable_kit::map::*;

const FORD: &str = "\
title = 'The ford'
layout = 'flat, even columns down'
columns = '01-04'
rows = '01-03'

[layer.terrain]
legend = { '.' = 'clear', f = 'forest' }
drawn = '''
01  . f . .
02  . . f .
03  . . . _
'''

[side.river]
Ford = '0101/0201 0102/0201 0102/0202'
Beck = '0302/0301'

[side.wall]
wall = '0202>0302 0202>0303'

[link.road]
'Mill road' = '0101 0201 0302, 0401 0402'

[link.rail]
Line = '0103 0102 0101'

[place.town]
Mill = '0201'
[place.city]
Burg = '0303'

[zone.army]
West = '0101 0102 0103'
Mid = '0202 0102'
";

fn ford() -> HexMap {
    HexMap::load("ford.toml", FORD).unwrap()
}

/// What the reader says of the map with one thing changed: line, column, words.
fn complaint(from: &str, to: &str) -> (usize, usize, String) {
    assert!(FORD.contains(from), "{from}");
    let error = HexMap::load("ford.toml", &FORD.replacen(from, to, 1)).unwrap_err();
    assert_eq!(error.file, "ford.toml");
    (error.line, error.column, error.message)
}

fn hex(map: &HexMap, number: &str) -> HexId {
    map.find(number).unwrap()
}

fn way(map: &HexMap, from: &str, to: &str) -> Direction {
    map.direction(hex(map, from), hex(map, to)).unwrap()
}

#[test]
fn names_become_small_ids_in_the_order_of_the_file() {
    let map = ford();
    assert_eq!(map.len(), 11);
    assert_eq!(map.title(), "The ford");
    let terrain = map.layer("terrain").unwrap();
    let forest = terrain.value("forest").unwrap();
    assert_eq!(forest.index(), 1);
    let numbers: Vec<_> = terrain.hexes(forest).map(|hex| map.number(hex).to_string()).collect();
    assert_eq!(numbers, ["0201", "0302"]);
    assert_eq!((terrain.name_at(hex(&map, "0101")), terrain.sign(forest)), ("clear", 'f'));
    assert!(map.layer("weather").is_none() && terrain.value("swamp").is_none());
    assert_eq!(map.sides().iter().map(|side| side.name.as_str()).collect::<Vec<_>>(), ["river", "wall"]);
}

#[test]
fn a_hole_is_beyond_the_edge() {
    let map = ford();
    assert!(map.find("0403").unwrap_err().to_string().starts_with("there is no hex 0403"));
    assert!(map.find("403").unwrap_err().to_string().contains("four digits"));
    assert!(map.is_edge(hex(&map, "0303")));
    assert!(!map.is_edge(hex(&map, "0202")));
    assert_eq!(map.edge(Edge::South).count(), 3);
    assert_eq!(map.edge(Edge::East).count(), 2);
    assert_eq!(map.edge(Edge::North).count() + map.edge(Edge::West).count(), 4 + 3);
}

#[test]
fn a_feature_lies_on_both_hexes_of_a_side() {
    let map = ford();
    let river = map.side("river").unwrap();
    let (one, other) = (hex(&map, "0102"), hex(&map, "0201"));
    let over = way(&map, "0102", "0201");
    assert!(river.at(one).contains(over) && river.at(other).contains(over.opposite()));
    assert_eq!(river.course_at(&map, other, over.opposite()), Some("Ford"));
    assert_eq!(map.side_flags(one, over), 1);
    assert_eq!(river.at(hex(&map, "0302")).len(), 1);
    assert!(!river.directed && river.outward(one).is_empty() && river.inward(one).is_empty());
}

#[test]
fn a_wall_has_an_inside_and_an_outside() {
    let map = ford();
    let wall = map.side("wall").unwrap();
    let (inner, outer) = (hex(&map, "0202"), hex(&map, "0302"));
    assert!(wall.directed);
    assert_eq!(wall.outward(inner).len(), 2);
    assert!(wall.inward(inner).is_empty() && wall.outward(outer).is_empty());
    assert!(wall.inward(outer).contains(way(&map, "0302", "0202")));
    assert_eq!(map.side_flags(inner, way(&map, "0202", "0302")), 2);
}

#[test]
fn roads_lead_both_ways_and_a_comma_lifts_the_pen() {
    let map = ford();
    let road = map.link("road").unwrap();
    assert_eq!(road.at(hex(&map, "0201")).len(), 2);
    assert!(!road.at(hex(&map, "0302")).contains(way(&map, "0302", "0401")));
    assert!(road.at(hex(&map, "0402")).contains(way(&map, "0402", "0401")));
    assert_eq!(road.course_at(&map, hex(&map, "0101"), way(&map, "0101", "0201")), Some("Mill road"));
    assert_eq!(map.link("rail").unwrap().courses[0].pairs.len(), 2);
}

#[test]
fn places_and_zones_are_found_by_hex() {
    let map = ford();
    assert_eq!(map.place_at(hex(&map, "0201")).unwrap().name, "Mill");
    assert_eq!(map.place("Burg").unwrap().kind, "city");
    assert!(map.place_at(hex(&map, "0101")).is_none());
    let army = map.zones("army").unwrap();
    assert_eq!(army.index_at(hex(&map, "0202")), Some(1));
    assert_eq!(army.at(hex(&map, "0102")).unwrap().name, "West", "the first of several");
    assert!(army.at(hex(&map, "0401")).is_none());
    assert_eq!(army.zone("Mid").unwrap().hexes.len(), 2);
}

#[test]
fn mistakes_are_reported_with_their_place() {
    for (from, to, line, column, words) in [
        ("flat, even columns down", "round", 2, 10, "found layout `round`, expected `flat, even"),
        ("'01-04'", "'1-4'", 3, 11, "such as `01-23`"),
        ("'01-03'", "'03-01'", 4, 8, "such as `01-23`"),
        ("01  . f . .", "01  . f .", 9, 10, "row 01 has 3 hexes, expected 4"),
        ("01  . f . .", "01  . f . . .", 9, 13, "row 01 has 5 hexes, expected 4"),
        ("02  . . f .", "03  . . f .", 10, 1, "expected row 02"),
        ("03  . . . _\n", "", 11, 4, "row 03 is missing"),
        ("03  . . . _\n", "03  . . . _\n04  ....\n", 12, 1, "no more rows"),
        ("02  . . f .", "02  . x f .", 10, 7, "found `x` for 0202, expected one of the legend: `.` `f`"),
        ("f = 'forest'", "ff = 'forest'", 7, 27, "expected one character"),
        ("f = 'forest'", "_ = 'forest'", 7, 27, "is a hole"),
        ("f = 'forest'", "f = 'clear'", 7, 31, "the legend has `clear` twice"),
        ("0101/0201", "0101/0901", 15, 14, "there is no hex 0901: columns run from 01 to 04"),
        ("0101/0201", "0101/0301", 15, 9, "0101 and 0301 are no neighbours"),
        ("0101/0201", "0101", 15, 9, "expected a side such as"),
        ("0302/0301", "0201/0101", 16, 9, "river lies on 0201/0101 already"),
        ("0302/0301", "0302>0301", 16, 9, "either sides with"),
        ("0302/0301", " ", 16, 1, "`Beck` is empty"),
        ("0101 0201 0302", "0101 0302", 22, 21, "0101 and 0302 are no neighbours"),
        ("0101 0201 0302", "0101 0403", 22, 21, "there is no hex 0403"),
        ("Burg = '0303'", "Burg = '0201'", 30, 9, "0201 has a place already: Mill"),
        ("Burg = '0303'", "Mill = '0303'", 30, 1, "there are two places `Mill`"),
        ("Mid = '0202 0102'", "Mid = '0202 0202'", 34, 13, "0202 stands twice in `Mid`"),
        ("Mid = '", "West = '", 34, 1, "duplicate key"),
        ("title = ", "tilte = ", 1, 1, "unknown field `tilte`"),
    ] {
        let found = complaint(from, to);
        assert_eq!((found.0, found.1), (line, column), "{from} -> {to}: {found:?}");
        assert!(found.2.contains(words), "{from} -> {to}: {found:?}");
    }
}

#[test]
fn layers_agree_on_the_holes() {
    let other = "[layer.owner]\nlegend = { r = 'red' }\ndrawn = '''\n01  rrrr\n02  rrrr\n03  rrrr\n'''\n\n[side.river]";
    let (line, column, words) = complaint("[side.river]", other);
    assert_eq!((line, column), (19, 8), "{words}");
    assert!(words.contains("0403 is a hole"), "{words}");
    let all = FORD.replace("01  . f . .\n02  . . f .\n03  . . . _", "01  ____\n02  ____\n03  ____");
    assert!(HexMap::load("-", &all).unwrap_err().message.contains("no hex"));
}

#[test]
fn a_draft_is_written_as_the_text_that_is_read() {
    let number = |text: &str| text.parse::<HexNumber>().unwrap();
    let list = |text: &str| text.split(' ').map(number).collect::<Vec<_>>();
    let mut drawn: BTreeMap<_, _> = list("0101 0102 0201 0202").into_iter().map(|hex| (hex, '.')).collect();
    drawn.remove(&number("0202"));
    let draft = Draft {
        remark: vec!["A \"tiny\" map".into()],
        title: "Quotes \" and \\".into(),
        layout: Layout::PointyOddRight,
        columns: (1, 2),
        rows: (1, 2),
        layers: vec![DraftLayer { name: "terrain".into(), legend: vec![('.', "clear".into())], drawn }],
        sides: vec![DraftSides {
            name: "wall".into(),
            directed: true,
            courses: vec![("west side".into(), vec![(number("0101"), number("0201"))])],
        }],
        links: vec![("road".into(), vec![("a".into(), vec![list("0101 0102"), list("0101 0201")])])],
        places: vec![("town".into(), vec![("Old Mill".into(), number("0102"))])],
        zones: vec![("army".into(), vec![("all".into(), list("0101 0102 0201"))])],
    };
    let text = draft.to_string();
    let map = HexMap::load("draft.toml", &text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!((map.len(), map.title()), (3, "Quotes \" and \\"));
    assert_eq!(map.link("road").unwrap().at(hex(&map, "0101")).len(), 2);
    assert_eq!(map.place("Old Mill").unwrap().hex, hex(&map, "0102"));
    assert!(text.contains("a = \"0101 0102, 0101 0201\"\n"), "{text}");
    assert!(text.starts_with("# A \"tiny\" map\ntitle = \"Quotes \\\" and \\\\\"\n"), "{text}");
}

#[test]
fn the_example_of_the_manual_is_a_map() {
    let manual = include_str!("../../../../docs/maps.md");
    let (_, rest) = manual.split_once("```toml\n").unwrap();
    let (text, _) = rest.split_once("```\n").unwrap();
    let map = HexMap::load("maps.md", text).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!((map.len(), map.sides().len(), map.zone_groups().len()), (11, 2, 1));
}

#[test]
fn neighbours_lie_where_the_rulebooks_say() {
    let around = |layout: Layout, number: &str| {
        let number: HexNumber = number.parse().unwrap();
        Direction::ALL.map(|way| layout.beside(number, way).map_or("-".into(), |other| other.to_string()))
    };
    // N, NE, SE, S, SW, NW
    assert_eq!(around(Layout::FlatEvenDown, "0505"), ["0504", "0604", "0605", "0506", "0405", "0404"]);
    assert_eq!(around(Layout::FlatEvenDown, "0605"), ["0604", "0705", "0706", "0606", "0506", "0505"]);
    assert_eq!(around(Layout::FlatOddDown, "0605"), ["0604", "0704", "0705", "0606", "0505", "0504"]);
    // NE, E, SE, SW, W, NW
    assert_eq!(around(Layout::PointyOddRight, "0203"), ["0302", "0303", "0304", "0204", "0103", "0202"]);
    assert_eq!(around(Layout::PointyOddRight, "0202"), ["0201", "0302", "0203", "0103", "0102", "0101"]);
    assert_eq!(around(Layout::PointyEvenRight, "0202"), ["0301", "0302", "0303", "0203", "0102", "0201"]);
    assert_eq!(around(Layout::PointyOddRight, "0000"), ["-", "0100", "0001", "-", "-", "-"]);
}

fn grids() -> impl Strategy<Value = Grid> {
    let layout = prop::sample::select(Layout::NAMES.map(|(layout, _)| layout).to_vec());
    (layout, 0..60u8, 1..30u8, 0..60u8, 1..30u8).prop_map(|(layout, column, width, row, height)| {
        Grid::new(layout, column..=column + width - 1, row..=row + height - 1, |_| true)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_neighbour_has_me_for_a_neighbour(grid in grids()) {
        for hex in grid.hexes() {
            for (way, other) in grid.steps(hex) {
                prop_assert_eq!(grid.neighbour(other, way.opposite()), Some(hex));
                prop_assert_eq!(grid.direction(hex, other), Some(way));
                prop_assert!(grid.are_adjacent(hex, other));
            }
            prop_assert_eq!(grid.open_sides(hex).len() as usize + grid.neighbours(hex).count(), 6);
            prop_assert_eq!(grid.direction(hex, hex), None);
        }
    }

    #[test]
    fn a_set_steps_as_its_hexes_do(grid in grids(), every in 1..9usize) {
        prop_assume!(grid.rows().len() < 64 && grid.len() <= HexSet::<15>::CAPACITY);
        let neighbours = Neighbours::<15>::new(&grid);
        let some: HexSet<15> = grid.hexes().step_by(every).collect();
        prop_assert_eq!(neighbours.of(some), some.iter().flat_map(|hex| grid.neighbours(hex)).collect());
    }

    #[test]
    fn numbers_lead_back_to_their_hexes(grid in grids()) {
        let mut last = None;
        for hex in grid.hexes() {
            let number = grid.number(hex);
            prop_assert_eq!(grid.id(number), Some(hex));
            prop_assert_eq!(grid.find(&number.to_string()).unwrap(), hex);
            prop_assert!(last < Some(number), "ids follow the numbers");
            last = Some(number);
        }
    }

    #[test]
    fn distance_is_the_number_of_steps(grid in grids(), start in any::<prop::sample::Index>()) {
        let start = HexId::new(start.index(grid.len()) as u16);
        let mut steps = vec![u32::MAX; grid.len()];
        steps[start.index()] = 0;
        let mut queue = VecDeque::from([start]);
        while let Some(hex) = queue.pop_front() {
            for other in grid.neighbours(hex) {
                if steps[other.index()] == u32::MAX {
                    steps[other.index()] = steps[hex.index()] + 1;
                    queue.push_back(other);
                }
            }
        }
        // A single row of shoved columns is no convex shape: steps within it may be more.
        let convex = grid.rows().len() > 1 && grid.columns().len() > 1;
        for hex in grid.hexes() {
            let distance = grid.distance(start, hex);
            prop_assert!(distance <= steps[hex.index()]);
            prop_assert!(!convex || distance == steps[hex.index()]);
        }
    }

    #[test]
    fn sets_do_what_sets_of_the_library_do(one in prop::collection::btree_set(0..256u16, 0..80), other in prop::collection::btree_set(0..256u16, 0..80)) {
        let set = |ids: &std::collections::BTreeSet<u16>| ids.iter().copied().map(HexId::new).collect::<HexSet<4>>();
        let (mine, theirs) = (set(&one), set(&other));
        prop_assert_eq!(mine.iter().map(HexId::raw).collect::<Vec<_>>(), one.iter().copied().collect::<Vec<_>>());
        prop_assert_eq!(mine.len(), one.len());
        prop_assert_eq!(mine | theirs, set(&(&one | &other)));
        prop_assert_eq!(mine & theirs, set(&(&one & &other)));
        prop_assert_eq!(mine - theirs, set(&(&one - &other)));
        prop_assert_eq!(mine.meets(theirs), !one.is_disjoint(&other));
        prop_assert_eq!(mine.is_subset(theirs), one.is_subset(&other));
        prop_assert_eq!(mine.is_empty(), one.is_empty());
        let mut rest = mine;
        for hex in mine {
            prop_assert!(mine.contains(hex) && rest.remove(hex) && rest.insert(hex));
            rest.remove(hex);
        }
        prop_assert!(rest.is_empty() && !rest.remove(HexId::NONE));
    }

    #[test]
    fn any_text_is_read_or_refused(text in "(?s).{0,200}", cut in 0..FORD.len()) {
        let _ = HexMap::load("-", &text);
        let _ = HexMap::load("-", &FORD[..cut]);
        let _ = HexMap::load("-", &format!("{}{text}{}", &FORD[..cut], &FORD[cut..]));
    }
}
