//! Heat maps: counts on the game's own map, as a picture in SVG.
#![expect(clippy::float_arithmetic, clippy::cast_precision_loss, reason = "a picture, not a rule")]

use std::fmt::Write;

use kit::map::{HexId, HexMap};

use crate::summary::Counts;

/// The radius of a hex, from its middle to a corner.
const SIZE: f64 = 22.0;

fn middle(map: &HexMap, hex: HexId) -> (f64, f64) {
    let at = map.coordinate(hex);
    let (x, y) = (f64::from(at.x), f64::from(at.y));
    let half = 3_f64.sqrt();
    if map.layout().is_flat() {
        (SIZE * 1.5 * x, SIZE * half * (y + x / 2.0))
    } else {
        (SIZE * half * (x + y / 2.0), SIZE * 1.5 * y)
    }
}

fn corners(map: &HexMap, (x, y): (f64, f64)) -> String {
    let turn = if map.layout().is_flat() { 0.0 } else { 30.0 };
    let mut points = String::new();
    for corner in 0..6 {
        let angle = (f64::from(corner) * 60.0 + turn).to_radians();
        let _ = write!(points, "{:.1},{:.1} ", x + SIZE * angle.cos(), y + SIZE * angle.sin());
    }
    points
}

/// The map with every hex the darker the more was counted there. `colour` is red, green, blue.
pub fn picture(map: &HexMap, counts: &Counts, title: &str, colour: [u8; 3]) -> String {
    let most = counts.values().copied().max().unwrap_or(0).max(1) as f64;
    let spots: Vec<(HexId, (f64, f64))> = map.hexes().map(|hex| (hex, middle(map, hex))).collect();
    let least = |of: fn(&(f64, f64)) -> f64| spots.iter().map(|(_, at)| of(at)).fold(f64::INFINITY, f64::min);
    let greatest =
        |of: fn(&(f64, f64)) -> f64| spots.iter().map(|(_, at)| of(at)).fold(f64::NEG_INFINITY, f64::max);
    let (left, top) = (least(|at| at.0) - SIZE - 2.0, least(|at| at.1) - SIZE - 2.0);
    let (right, bottom) = (greatest(|at| at.0) + SIZE + 2.0, greatest(|at| at.1) + SIZE + 2.0);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{left:.0} {top:.0} {:.0} {:.0}\" role=\"img\" \
         aria-label=\"{}\">\n",
        right - left,
        bottom - top,
        escape(title)
    );
    for (hex, at) in &spots {
        let number = map.number(*hex).to_string();
        let count = counts.get(&number).copied().unwrap_or(0);
        // The root makes the difference between few and none visible.
        let heat = (count as f64 / most).sqrt();
        let [r, g, b] = colour;
        let _ = writeln!(
            svg,
            "<polygon points=\"{}\" fill=\"rgb({r},{g},{b})\" fill-opacity=\"{heat:.3}\" stroke=\"#9a958a\" \
             stroke-width=\"0.6\"><title>{number}: {count}</title></polygon>",
            corners(map, *at).trim_end()
        );
    }
    sides(map, &mut svg);
    for place in map.places() {
        let (x, y) = middle(map, place.hex);
        let _ = writeln!(
            svg,
            "<text x=\"{x:.0}\" y=\"{:.0}\" font-size=\"9\" text-anchor=\"middle\">{}</text>",
            y + 3.0,
            escape(&place.name)
        );
    }
    svg.push_str("</svg>\n");
    svg
}

/// What lies between hexes: rivers, the front.
fn sides(map: &HexMap, svg: &mut String) {
    for (place, feature) in map.sides().iter().enumerate() {
        let (colour, width) =
            if feature.directed { ("#333", 2.5) } else { (["#4a7fb5", "#7a6"][place % 2], 2.0) };
        for &(one, other) in feature.courses.iter().flat_map(|course| &course.pairs) {
            let ((ax, ay), (bx, by)) = (middle(map, one), middle(map, other));
            let (mx, my) = (f64::midpoint(ax, bx), f64::midpoint(ay, by));
            // The side stands across the line between the two middles, and is as long as a radius.
            let length = (bx - ax).hypot(by - ay);
            let (dx, dy) = ((by - ay) / length * SIZE / 2.0, (ax - bx) / length * SIZE / 2.0);
            let _ = writeln!(
                svg,
                "<line x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\" stroke=\"{colour}\" \
                 stroke-width=\"{width}\" stroke-linecap=\"round\"/>",
                mx - dx,
                my - dy,
                mx + dx,
                my + dy
            );
        }
    }
}

/// Words as they may stand in a page.
pub fn escape(words: &str) -> String {
    words.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
