//! The map with the counters on it, and the counters in words.

use kit::{
    Counter, CounterId, Ground, MarkKind, Overlay, View,
    any::{AnySession, Choice},
    map::{HexId, HexMap},
};

use crate::{
    draw::{Page, clean, window},
    map::{Caption, Picture, caption},
};

/// Backgrounds of the sides' stacks.
const SIDES: [u8; 4] = [41, 44, 42, 45];
/// The numbers of hexes that can be chosen.
const OFFERED: u8 = 92;
/// Lines of the window that the question and the news need below map and stacks.
const QUESTION: usize = 14;
/// So many lines of map are drawn in any window, and so many stacks are listed below it if it has no bottom.
const LEAST_MAP: usize = 22;
const MOST_STACKS: usize = 14;

/// What one viewer sees of a table.
pub struct Board<'b> {
    pub map: Option<&'static HexMap>,
    pub view: &'b View,
    pub seats: Vec<&'static str>,
}

impl<'b> Board<'b> {
    /// A table as a viewer sees it.
    pub fn new(table: &dyn AnySession, view: &'b View) -> Self {
        Self { map: table.map(), view, seats: table.seats() }
    }

    /// The letter of a side: the first that the sides before it do not have.
    pub fn letter(&self, seat: usize) -> char {
        let taken: Vec<char> = (0..seat).map(|other| self.letter(other)).collect();
        let mut letters = self.seats[seat].chars().flat_map(char::to_uppercase).filter(|c| c.is_alphabetic());
        letters.find(|letter| !taken.contains(letter)).unwrap_or('?')
    }

    /// The hexes that choices speak of: those they name, those where their units stand, and that of what is in hand.
    pub fn focus(&self, choices: &[Choice]) -> Vec<HexId> {
        let Some(map) = self.map else { return Vec::new() };
        let mut hexes: Vec<HexId> = Vec::new();
        for choice in choices {
            let unit = choice.units.first().and_then(|&unit| self.counter(unit));
            let places = choice.hexes.iter().chain(unit.map(|unit| &unit.place));
            hexes.extend(places.filter_map(|place| map.find(place).ok()));
        }
        let in_hand = self.view.marks.iter().filter(|mark| mark.kind == MarkKind::InHand);
        hexes.extend(in_hand.filter_map(|mark| map.find(&mark.hex).ok()));
        hexes.sort_unstable();
        hexes.dedup();
        hexes
    }

    fn counter(&self, id: CounterId) -> Option<&'b Counter> {
        self.view.counters.iter().find(|counter| counter.id == id)
    }

    fn stack(&self, place: &str) -> Vec<&'b Counter> {
        self.view.counters.iter().filter(|counter| counter.place == place).collect()
    }

    /// `R2`: the side and how many counters.
    fn stack_sign(&self, stack: &[&Counter]) -> Option<(String, u8)> {
        let seat = usize::from(stack.first()?.seat.0);
        let mixed = stack.iter().any(|counter| usize::from(counter.seat.0) != seat);
        if mixed {
            return Some(("x".repeat(3), SIDES[3]));
        }
        Some((format!("{}{}", self.letter(seat), stack.len()), SIDES[seat % SIDES.len()]))
    }

    /// Draws the part of the map around the action, as much as the window holds, and what it means. The hexes that
    /// choices name stand out.
    pub fn draw(&self, focus: &[HexId], choices: &[Choice], page: &mut Page) {
        let Some(map) = self.map else { return };
        if !map.layout().is_flat() {
            let lines: Vec<String> =
                Picture::small(map, map.layers().first()).lines(page.in_colour()).collect();
            for line in &lines {
                page.line(line);
            }
            return;
        }
        let layer = map.layers().first();
        let caption = |hex: HexId| {
            let number = map.number(hex).to_string();
            let Caption { first, second, .. } = caption(map, layer, hex);
            let offered = choices.iter().any(|choice| choice.hexes.contains(&number));
            let name = if offered { OFFERED } else { 0 };
            let Some((sign, side)) = self.stack_sign(&self.stack(&number)) else {
                return Caption { first, second, colours: [name, 0] };
            };
            // A stack hides the ground; a mark beside it says that there is more to know.
            let marked = self.view.marks.iter().any(|mark| mark.hex == number) && sign.len() < 3;
            Caption {
                first,
                second: format!("{sign}{}", if marked { "!" } else { "" }),
                colours: [name, side],
            }
        };
        let (width, height) = window();
        let room =
            (width, height.map_or(usize::MAX, |height| height.saturating_sub(QUESTION + 8).max(LEAST_MAP)));
        let picture = Picture::large(map, layer, &caption).cut(map, focus, room);
        let lines: Vec<String> = picture.lines(page.in_colour()).collect();
        for line in &lines {
            page.line(line);
        }
        let sides = (0..self.seats.len())
            .map(|seat| format!("{}2 two {} counters", self.letter(seat), self.seats[seat]));
        let mut legend: Vec<String> = sides.collect();
        legend.extend(Picture::legend(map, layer, true));
        page.hung("", &legend.join(" · "), "");
    }

    /// The stacks in these hexes, one a line, and marks; as many as the window holds below the map.
    pub fn stacks(&self, hexes: &[HexId], page: &mut Page) {
        let Some(map) = self.map else { return };
        let drawn = page.text().lines().count();
        let most = window()
            .1
            .map_or(MOST_STACKS, |height| height.saturating_sub(drawn + QUESTION).clamp(3, MOST_STACKS));
        let mut shown = 0;
        for &hex in hexes {
            let number = map.number(hex).to_string();
            if self.stack(&number).is_empty() {
                continue;
            }
            shown += 1;
            if shown <= most {
                self.place(&number, page);
            }
        }
        if shown > most {
            page.line(&format!("  and {} more stacks: `units` lists all", shown - most));
        }
    }

    /// What stands in a hex or box.
    pub fn place(&self, place: &str, page: &mut Page) {
        let mut stack = self.stack(place);
        stack.sort_by_key(|counter| counter.seat.0);
        let sides: Vec<_> = stack.chunk_by(|one, other| one.seat == other.seat).collect();
        if sides.is_empty() {
            self.counters_in(place, &[], true, page);
        }
        for (nth, side) in sides.into_iter().enumerate() {
            self.counters_in(place, side, nth == 0, page);
        }
    }

    /// A line of counters; the marks of the place may be told with it.
    fn counters_in(&self, place: &str, stack: &[&Counter], tells_marks: bool, page: &mut Page) {
        let side = self.stack_sign(stack).map_or_else(|| "  ".to_owned(), |(sign, _)| sign);
        let ground = self.ground(place);
        let mut words: Vec<String> = stack.iter().map(|counter| describe(counter)).collect();
        words.extend(
            self.view
                .marks
                .iter()
                .filter(|mark| tells_marks && mark.hex == place)
                .map(|mark| format!("({})", mark.words)),
        );
        let ground = if ground.is_empty() { ground } else { format!(" {ground}") };
        page.hung(&format!("  {place}{ground}  {side}: "), &words.join(", "), "");
    }

    /// The name and the uncommon ground of a hex.
    fn ground(&self, place: &str) -> String {
        let Some((map, hex)) = self.map.and_then(|map| Some((map, map.find(place).ok()?))) else {
            return String::new();
        };
        let mut words: Vec<String> = map.place_at(hex).map(|place| place.name.clone()).into_iter().collect();
        let layer = map.layers().first().filter(|layer| layer.at(hex).index() > 0);
        words.extend(layer.map(|layer| layer.name_at(hex).to_owned()));
        words.join(", ")
    }

    /// A few words beside a choice: where its unit stands and how strong it is, what is in its hex.
    pub fn hint(&self, choice: &Choice) -> String {
        let mut words: Vec<String> = Vec::new();
        if let Some(counter) = choice.units.first().and_then(|&unit| self.counter(unit)) {
            words.push(counter.factors.clone());
            if choice.hexes.is_empty() {
                words.push(counter.place.clone());
                words.push(self.ground(&counter.place));
            }
            words.extend(counter.statuses.iter().cloned());
        }
        if let Some(hex) = choice.hexes.last() {
            words.push(self.ground(hex));
            words.extend(self.stack_sign(&self.stack(hex)).map(|(sign, _)| sign));
        }
        words.push(choice.hint.note.clone());
        words.extend(choice.hint.rolls.then(|| "(dice)".to_owned()));
        words.retain(|word| !word.is_empty());
        words.join(" ")
    }

    /// Every counter whose place, name or side is `wanted`, or all, by place.
    pub fn list(&self, wanted: &str, page: &mut Page) {
        let hit = |counter: &Counter| {
            let seat = self.seats[usize::from(counter.seat.0)];
            wanted.is_empty()
                || [counter.place.as_str(), counter.name.as_str(), seat]
                    .iter()
                    .any(|word| word.eq_ignore_ascii_case(wanted))
        };
        if let Some(ground) = &self.view.ground {
            // A figure of a man goes with his team.
            let whole = |counter: &&Counter| counter.model.is_none_or(|model| model.of.is_none());
            let mut found = self.view.counters.iter().filter(|counter| hit(counter)).filter(whole).peekable();
            if found.peek().is_none() {
                page.line(&format!("No unit or side is called `{}`.", clean(wanted)));
            }
            return found.for_each(|counter| self.on_the_table(counter, ground, page));
        }
        let mut places: Vec<&str> = Vec::new();
        for counter in self.view.counters.iter().filter(|counter| hit(counter)) {
            if !places.contains(&counter.place.as_str()) {
                places.push(&counter.place);
            }
        }
        places.sort_unstable();
        if places.is_empty() {
            let known = self.map.is_some_and(|map| map.find(wanted).is_ok());
            let ground = self.ground(wanted);
            page.line(&match (known, ground.is_empty()) {
                (true, true) => format!("Nobody stands in {wanted}."),
                (true, false) => format!("Nobody stands in {wanted} ({ground})."),
                _ => format!("No hex, unit or side is called `{}`.", clean(wanted)),
            });
        }
        let is_side = self.seats.iter().any(|seat| seat.eq_ignore_ascii_case(wanted));
        for place in places {
            if is_side {
                let own: Vec<_> = self.stack(place).into_iter().filter(|counter| hit(counter)).collect();
                self.counters_in(place, &own, true, page);
            } else {
                self.place(place, page);
            }
        }
    }

    /// A counter by its name, in whatever case.
    pub fn counter_named(&self, name: &str) -> Option<&'b Counter> {
        self.view.counters.iter().find(|counter| counter.name.eq_ignore_ascii_case(name))
    }

    /// What can be laid over the map, in words: its lines, then the hexes about which it says the same.
    pub fn lay_over(&self, overlay: &Overlay, page: &mut Page) {
        page.heading(&overlay.title);
        page.hung("  ", &overlay.legend, "");
        for trace in &overlay.traces {
            page.hung(&format!("  {}: ", trace.words), &trace.hexes.join(" "), "");
        }
        let mut groups: Vec<(String, Vec<String>)> = Vec::new();
        for note in &overlay.hexes {
            let side = note.seat.map_or("", |seat| self.seats[usize::from(seat.0)]);
            let words =
                [note.words.as_str(), note.label.as_str(), side].into_iter().find(|words| !words.is_empty());
            let words = words.unwrap_or("hexes");
            let place = self.ground_name(&note.hex);
            match groups.iter_mut().find(|(known, _)| known == words) {
                Some((_, hexes)) => hexes.push(place),
                None => groups.push((words.to_owned(), vec![place])),
            }
        }
        for (words, hexes) in groups {
            page.hung(&format!("  {words}: "), &hexes.join(", "), "");
        }
        for words in overlay
            .patches
            .iter()
            .map(|patch| &patch.words)
            .chain(overlay.lines.iter().map(|line| &line.words))
        {
            if !words.is_empty() {
                page.hung("  ", words, "");
            }
        }
    }

    /// The number of a hex and the place in it.
    fn ground_name(&self, hex: &str) -> String {
        let place = self.map.and_then(|map| map.place_at(map.find(hex).ok()?));
        place.map_or_else(|| hex.to_owned(), |place| format!("{hex} {}", place.name))
    }

    /// A counter of a table without hexes: where it stands, as decisions write it, and where it looks.
    fn on_the_table(&self, counter: &Counter, ground: &Ground, page: &mut Page) {
        let letter = self.letter(usize::from(counter.seat.0));
        let place = match (&counter.spot, counter.facing) {
            (Some(spot), facing) => {
                let facing = facing.map_or(String::new(), |facing| format!(", facing {facing}"));
                format!("at {},{}{facing}", spot.x, i64::from(ground.depth) - i64::from(spot.y))
            }
            (None, _) => counter.place.clone(),
        };
        page.hung(&format!("  {letter}  "), &format!("{}: {place}", describe(counter)), "");
    }

    /// How it went beside history, where that is known.
    pub fn history(&self, page: &mut Page) {
        if self.view.history.is_empty() {
            return;
        }
        page.heading("Beside history");
        for line in &self.view.history {
            let side = &self.seats[usize::from(line.seat.0)];
            page.line(&format!("  {side}: {} {} (history {})", line.here, line.words, line.history));
        }
    }

    /// The account of points, side by side.
    pub fn score(&self, page: &mut Page) {
        if self.view.score.is_empty() {
            page.line("No points yet.");
        }
        for (seat, name) in self.seats.iter().enumerate() {
            let lines = || self.view.score.iter().filter(|line| usize::from(line.seat.0) == seat);
            if lines().next().is_none() {
                continue;
            }
            page.heading(&format!("{name} {}", lines().map(|line| line.points).sum::<i32>()));
            for line in lines() {
                page.hung(&format!("  {:>4}  ", line.points), &line.words, line.clause);
            }
        }
    }
}

/// `331 4-6 (disrupted)`.
fn describe(counter: &Counter) -> String {
    let mut words = counter.name.clone();
    if !counter.factors.is_empty() {
        words = format!("{words} {}", counter.factors);
    }
    if !counter.statuses.is_empty() {
        words = format!("{words} ({})", counter.statuses.join(", "));
    }
    words
}

#[cfg(test)]
mod tests {
    use kit::{Beside, HexNote, Mark, Miniature, ScoreLine, Seat, Spot, Trace};

    use super::*;

    fn map() -> &'static HexMap {
        let text = "title = 'The ford'\nlayout = 'flat, even columns down'\ncolumns = '01-20'\nrows = '01-03'\n\
                    [layer.terrain]\nlegend = { '.' = 'clear', f = 'forest' }\ndrawn = '''\n\
                    01  ....................\n02  ..f.................\n03  ....................\n'''\n\
                    [place.town]\nMill = '0201'\n";
        Box::leak(Box::new(HexMap::load("ford.toml", text).unwrap()))
    }

    fn counter(name: &str, seat: u8, place: &str) -> Counter {
        Counter {
            id: CounterId(name.parse().unwrap_or_default()),
            name: name.into(),
            seat: Seat(seat),
            place: place.into(),
            factors: "4-6".into(),
            statuses: if name == "331" { vec!["disrupted".into()] } else { Vec::new() },
            ..Counter::default()
        }
    }

    fn view() -> View {
        View {
            moment: "turn 1".into(),
            deciding: Some(Seat(0)),
            counters: vec![
                counter("331", 0, "0302"),
                counter("20", 0, "0302"),
                Counter { id: CounterId(78), ..counter("78.ID", 1, "0201") },
                counter("GD", 1, "reserve"),
                counter("5", 0, "reserve"),
            ],
            marks: vec![Mark::new("0302", "under attack", MarkKind::Target)],
            score: vec![ScoreLine { seat: Seat(1), points: 3, words: "Mill".into(), clause: "TEST-VIC-1" }],
            history: vec![Beside { seat: Seat(1), words: "mills".into(), here: 3, history: 2 }],
            ..View::default()
        }
    }

    fn shown(write: impl Fn(&Board<'_>, &mut Page)) -> String {
        let view = view();
        let board = Board { map: Some(map()), view: &view, seats: vec!["Russian", "Roman"] };
        let mut page = Page::new();
        write(&board, &mut page);
        page.take()
    }

    #[test]
    fn stacks_stand_on_the_map_with_their_side_and_number() {
        let drawn = shown(|board, page| board.draw(&[], &[], page));
        assert!(drawn.contains("R2!") && drawn.contains("O1"), "{drawn}");
        assert!(drawn.contains("R2 two Russian counters · O2 two Roman counters"), "{drawn}");
    }

    #[test]
    fn a_wide_map_is_cut_around_the_action() {
        let map = map();
        let lines = |around: &[HexId]| -> Vec<String> {
            let caption = |hex| caption(map, None, hex);
            Picture::large(map, None, &caption).cut(map, around, (40, 10)).lines(false).collect()
        };
        let west = lines(&[map.find("0101").unwrap()]);
        assert!(west[0].contains("01") && !west[0].contains("20") && west.len() == 10, "{west:?}");
        let east = lines(&[map.find("2001").unwrap()]);
        assert!(east[0].contains("20") && east.iter().any(|line| line.contains("2001")), "{east:?}");
        assert!(east.iter().any(|line| line.starts_with("01")), "rows keep their numbers: {east:?}");
        assert!(east.iter().all(|line| line.chars().count() <= 40));
    }

    #[test]
    fn units_are_found_by_hex_name_and_side() {
        let all = shown(|board, page| board.list("", page));
        assert!(all.contains("0302 forest  R2: 331 4-6 (disrupted), 20 4-6, (under attack)"), "{all}");
        assert!(all.contains("reserve  O1: GD 4-6"), "{all}");
        assert!(shown(|board, page| board.list("roman", page)).contains("0201 Mill  O1: 78.ID 4-6"));
        assert!(shown(|board, page| board.list("331", page)).contains("331 4-6"));
        assert_eq!(shown(|board, page| board.list("0101", page)), "Nobody stands in 0101.\n");
        assert!(shown(|board, page| board.list("9999", page)).contains("No hex, unit or side"));
        let both = |wanted: &str| shown(|board, page| board.list(wanted, page));
        assert!(both("").contains("reserve  R1: 5 4-6\n  reserve  O1: GD 4-6"), "{}", both(""));
        assert!(!both("roman").contains("R1"), "{}", both("roman"));
        let score: fn(&Board<'_>, &mut Page) = |board, page| board.score(page);
        assert!(shown(score).contains("Roman 3\n     3  Mill"));
        let history: fn(&Board<'_>, &mut Page) = |board, page| board.history(page);
        assert_eq!(shown(history), "Beside history\n  Roman: 3 mills (history 2)\n");
    }

    /// What is laid over a map is told in words: lines first, then the hexes about which the same is said.
    #[test]
    fn what_is_laid_over_the_map_is_told() {
        let note =
            |hex: &str, words: &str| HexNote { hex: hex.into(), words: words.into(), ..HexNote::default() };
        let line = ["0302", "0201"].map(str::to_owned).to_vec();
        let trace = Trace { words: "supply of 331".into(), hexes: line, seat: Seat(0), whole: true };
        let overlay = Overlay {
            hexes: vec![note("0201", "source"), note("0302", "cut off"), note("0303", "source")],
            traces: vec![trace],
            ..Overlay::new(("supply", "Supply"), "Dots: sources.", &[])
        };
        let told = shown(|board, page| board.lay_over(&overlay, page));
        let wanted = "Supply\n  Dots: sources.\n  supply of 331: 0302 0201\n  source: 0201 Mill, 0303\n  cut off: 0302\n";
        assert_eq!(told, wanted);
    }

    /// On a table without hexes a unit stands at a point, as decisions write it from the south-west corner; its men go with
    /// it.
    #[test]
    fn units_of_a_table_are_listed_with_their_places() {
        let spot = |x, y| Some(Spot { x, y, width: 20, depth: 20 });
        let of = Some(CounterId(331));
        let man = Miniature { of, ..Miniature::default() };
        let view = View {
            counters: vec![
                Counter { facing: Some(90), spot: spot(600, 1050), ..counter("331", 0, "on the table") },
                Counter { spot: spot(630, 1050), model: Some(man), ..counter("20", 0, "on the table") },
                counter("GD", 1, "to come"),
            ],
            ground: Some(Ground { width: 1200, depth: 1200, ..Ground::default() }),
            ..View::default()
        };
        let board = Board { map: None, view: &view, seats: vec!["Russian", "Roman"] };
        let mut page = Page::new();
        board.list("", &mut page);
        let all = page.take();
        assert!(all.contains("331 4-6") && all.contains("at 600,150, facing 90"), "{all}");
        assert!(all.contains("GD 4-6: to come") && !all.contains("20 4-6"), "{all}");
        board.list("nobody", &mut page);
        assert!(page.take().contains("No unit or side is called `nobody`."));
    }

    #[test]
    fn a_choice_says_where_its_unit_stands_and_what_its_hex_holds() {
        let choice = |unit: Option<&str>, hex: Option<&str>| Choice {
            text: String::new(),
            units: unit.map(|unit| CounterId(unit.parse().unwrap())).into_iter().collect(),
            hexes: hex.map(str::to_owned).into_iter().collect(),
            ..Choice::default()
        };
        let view = view();
        let board = Board { map: Some(map()), view: &view, seats: vec!["Russian", "Roman"] };
        assert_eq!(board.hint(&choice(Some("331"), None)), "4-6 0302 forest disrupted");
        assert_eq!(board.hint(&choice(None, Some("0201"))), "Mill O1");
        assert_eq!(board.hint(&choice(Some("20"), Some("0201"))), "4-6 Mill O1");
        assert_eq!(board.focus(&[choice(Some("331"), Some("0201"))]).len(), 2);
    }
}
