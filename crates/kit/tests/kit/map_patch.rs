//! Changes to a map.

use sandtable_kit::map::{Direction, HexId, HexMap};
use sandtable_kit::{content::Sources, map::Grid, patch::Patch};

const MAP: &str = "title = 'The ford'
layout = 'flat, even columns down'
columns = '01-03'
rows = '01-02'
[layer.terrain]
legend = { '.' = 'clear', f = 'forest' }
drawn = '''
01  .f.
02  ..f
'''
[side.river]
Ford = '0101/0201 0102/0201'
[side.front]
Line = '0102>0202'
[link.road]
'Mill road' = '0101 0201 0302'
";

fn changed(cells: &[[&str; 3]]) -> Result<HexMap, String> {
    let cell = |[row, column, value]: &[&str; 3]| {
        format!("[[cell]]\ntable = 'ford'\nrow = '{row}'\ncolumn = '{column}'\nvalue = '{value}'\n")
    };
    let text = format!("game = 'demo'\n{}", cells.iter().map(cell).collect::<String>());
    let patch = Patch::read("my.toml", &text).unwrap();
    let sources = Sources::patched(&patch);
    let map = sources.map("ford", "ford.toml", MAP).map_err(|error| error.to_string())?;
    sources.finish().map_err(|error| error.to_string())?;
    Ok(map)
}

fn way(map: &Grid, from: &str, to: &str) -> (HexId, Direction) {
    let (from, to) = (map.find(from).unwrap(), map.find(to).unwrap());
    (from, map.direction(from, to).unwrap())
}

#[test]
fn hexes_sides_and_links_change_on_both_sides() {
    let map = changed(&[
        ["0101", "terrain", "forest"],
        ["0201/0101", "river", "no"],
        ["0201/0202", "river", "yes"],
        ["0202>0201", "front", "yes"],
        ["0101/0201", "road", "no"],
        ["0302/0202", "road", "yes"],
    ])
    .unwrap();
    assert_eq!(map.layer("terrain").unwrap().name_at(map.find("0101").unwrap()), "forest");
    let (river, road) = (map.side("river").unwrap(), map.link("road").unwrap());
    for (from, to, wet, paved) in [
        ("0101", "0201", false, false),
        ("0201", "0101", false, false),
        ("0201", "0202", true, false),
        ("0202", "0201", true, false),
        ("0202", "0302", false, true),
        ("0201", "0302", false, true),
    ] {
        let (hex, over) = way(&map, from, to);
        assert_eq!((river.at(hex).contains(over), road.at(hex).contains(over)), (wet, paved), "{from} {to}");
        assert_eq!(
            map.said(&format!("{from}/{to}"), "river").as_deref(),
            Some(if wet { "yes" } else { "no" })
        );
    }
    let front = map.side("front").unwrap();
    let (inner, out) = way(&map, "0202", "0201");
    assert!(front.outward(inner).contains(out));
    let (outer, back) = way(&map, "0201", "0202");
    assert!(front.inward(outer).contains(back) && !front.outward(outer).contains(back));
    assert_eq!(changed(&[]).unwrap(), HexMap::load("ford.toml", MAP).unwrap());
}

#[test]
fn what_a_map_does_not_have_is_refused_with_its_place() {
    for (cell, words) in [
        (["0909", "terrain", "forest"], "0909"),
        (["0101", "terrain", "swamp"], "expected one of clear, forest"),
        (["0101", "soil", "mud"], "the map has no `soil` there: terrain"),
        (["0101/0302", "river", "yes"], "are no neighbours"),
        (["0101/0201", "rail", "yes"], "the map has no `rail` there: river, front, road"),
        (["0101/0201", "river", "3"], "expected yes or no"),
    ] {
        let said = changed(&[cell]).unwrap_err();
        assert!(said.starts_with("my.toml:6:9: ") && said.contains(words), "{said}");
    }
}
