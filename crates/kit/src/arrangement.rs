//! Positions of one's own: counters put where somebody wants them, to be asked about and played on from.
//!
//! An arrangement is a line of text: what differs from the set-up of its scenario, entry by entry.
//!
//! ```text
//! turn 3; side German; phase movement; others away; 331 at 0505 fortified; Levy at 0612 facing 120 disrupted; 6 TK away
//! ```
//!
//! On a table without hexes a place is a point, as the view tells it: millimetres from the west and from the north edge.
//! Who has not all its men left says how many.
//!
//! ```text
//! side Soviet; 1st Squad at 820,415 facing 180 left 7 line
//! ```
//!
//! It is the house option `position` of every game that takes arrangements, so that a record, a stored game and an address
//! carry it like any other option. The game checks it: what its invariants do not allow is refused.

use std::{collections::BTreeSet, fmt, str::FromStr};

use crate::{
    Counter, CounterId, Direction, Game, HexId, HexMap, Refusal, Scripted, Seat, SetupError, Status, View,
    Viewer, flow,
};

/// The house option that holds an arrangement.
pub const POSITION: &str = "position";

/// The longest arrangement that is read, in bytes.
const LONGEST: usize = 32 << 10;

/// What differs from the set-up of a scenario.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Arrangement {
    /// The turn; the first unless it says so.
    pub turn: Option<u16>,
    /// Whose turn it is, by the name of the side; who begins the scenario unless it says so.
    pub side: Option<String>,
    /// With which phase it begins; the first that the game offers unless it says so.
    pub phase: Option<String>,
    /// Whether counters that are not named leave the map.
    pub others_away: bool,
    /// The counters that are named.
    pub counters: Vec<Arranged>,
}

/// A counter that was put somewhere.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Arranged {
    /// Its name.
    pub name: String,
    /// The hex, or the point of a table; none for a counter that takes no part.
    pub place: Option<String>,
    /// Where it faces, in degrees clockwise from north, if that matters.
    pub facing: Option<u16>,
    /// How many of its men are left, if somebody is missing.
    pub left: Option<u16>,
    /// The conditions it is in, by their short names.
    pub conditions: Vec<String>,
}

impl fmt::Display for Arranged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(place) = &self.place else { return write!(f, "{} away", self.name) };
        write!(f, "{} at {place}", self.name)?;
        if let Some(facing) = self.facing {
            write!(f, " facing {facing}")?;
        }
        if let Some(left) = self.left {
            write!(f, " left {left}")?;
        }
        self.conditions.iter().try_for_each(|condition| write!(f, " {condition}"))
    }
}

impl fmt::Display for Arrangement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut entries = Vec::new();
        entries.extend(self.turn.map(|turn| format!("turn {turn}")));
        entries.extend(self.side.as_ref().map(|side| format!("side {side}")));
        entries.extend(self.phase.as_ref().map(|phase| format!("phase {phase}")));
        entries.extend(self.others_away.then(|| "others away".to_owned()));
        entries.extend(self.counters.iter().map(ToString::to_string));
        f.write_str(&entries.join("; "))
    }
}

impl FromStr for Arranged {
    type Err = SetupError;

    fn from_str(entry: &str) -> Result<Self, SetupError> {
        if let Some(name) = entry.strip_suffix(" away") {
            let name = name.to_owned();
            return Ok(Self { name, place: None, facing: None, left: None, conditions: Vec::new() });
        }
        let form =
            || wrong(format!("found `{entry}`, expected `UNIT at HEX`, `UNIT away`, or `others away`"));
        let (name, rest) = entry.rsplit_once(" at ").ok_or_else(form)?;
        let mut words = rest.split_whitespace();
        let place = Some(words.next().ok_or_else(form)?.to_owned());
        let (mut facing, mut left, mut conditions) = (None, None, Vec::new());
        while let Some(word) = words.next() {
            let mut number = |allowed: std::ops::Range<u16>, what: &str| {
                let number = words.next().and_then(|number| number.parse().ok());
                number
                    .filter(|number| allowed.contains(number))
                    .ok_or_else(|| wrong(format!("found `{entry}`, expected {what} after `{word}`")))
            };
            match word {
                "facing" => facing = Some(number(0..360, "degrees from 0 to 359")?),
                "left" => left = Some(number(1..u16::MAX, "how many are left")?),
                condition => conditions.push(condition.to_owned()),
            }
        }
        Ok(Self { name: name.to_owned(), place, facing, left, conditions })
    }
}

impl FromStr for Arrangement {
    type Err = SetupError;

    fn from_str(text: &str) -> Result<Self, SetupError> {
        if text.len() > LONGEST || text.contains(char::is_control) {
            return Err(wrong(format!("a position is one line of at most {LONGEST} bytes")));
        }
        let mut read = Self::default();
        let twice = |entry: &str| wrong(format!("`{entry}` stands where the same was said before"));
        for entry in text.split(';').map(str::trim).filter(|entry| !entry.is_empty()) {
            if let Some(turn) = entry.strip_prefix("turn ") {
                let turn = turn.parse().map_err(|_| wrong(format!("`{turn}` is no turn")))?;
                if read.turn.replace(turn).is_some() {
                    return Err(twice(entry));
                }
            } else if let Some(side) = entry.strip_prefix("side ") {
                if read.side.replace(side.to_owned()).is_some() {
                    return Err(twice(entry));
                }
            } else if let Some(phase) = entry.strip_prefix("phase ") {
                if read.phase.replace(phase.to_owned()).is_some() {
                    return Err(twice(entry));
                }
            } else if entry == "others away" {
                read.others_away = true;
            } else {
                read.counters.push(entry.parse()?);
            }
        }
        Ok(read)
    }
}

fn wrong(message: String) -> SetupError {
    SetupError(message)
}

fn refused(entry: &Arranged, refusal: &Refusal) -> SetupError {
    wrong(format!("`{entry}`: {refusal}"))
}

/// Makes of the set-up of a scenario the position that somebody has put together.
pub fn arranged<G: Game>(game: &G, text: &str, sides: &[&str], turns: u16) -> Result<G, SetupError> {
    let wanted: Arrangement = text.parse()?;
    if G::PHASES.is_empty() {
        return Err(wrong("this game takes no positions of one's own".into()));
    }
    let mut game = game.set_out();
    let map = game.map();
    let counters = laid_open(&game, sides.len()).counters;
    let mut named: Vec<(&Arranged, CounterId)> = Vec::new();
    let mut seen = BTreeSet::new();
    for entry in &wanted.counters {
        let mut alike = counters.iter().filter(|counter| counter.name == entry.name);
        let (Some(counter), None) = (alike.next(), alike.next()) else {
            return Err(wrong(format!("there is no counter `{}` in this scenario", entry.name)));
        };
        if !seen.insert(counter.id.0) {
            return Err(wrong(format!("`{}` is put somewhere twice", entry.name)));
        }
        let known = |word: &String| G::CONDITIONS.iter().any(|(condition, _)| condition == word);
        if let Some(word) = entry.conditions.iter().find(|word| !known(word)) {
            let known: Vec<&str> = G::CONDITIONS.iter().map(|(condition, _)| *condition).collect();
            return Err(wrong(format!(
                "`{entry}`: there is no condition `{word}`; there is: {}",
                known.join(", ")
            )));
        }
        named.push((entry, counter.id));
    }
    // Everybody leaves before anybody comes, so that counters can change places.
    for counter in counters.iter().filter(|counter| place_of(map, counter).is_some()) {
        let entry = named.iter().find(|(_, id)| *id == counter.id).map(|(entry, _)| entry);
        if wanted.others_away || entry.is_some() {
            let lifted = game.lift(counter.id);
            // Who is put elsewhere next need not be able to leave.
            if let (Err(refusal), Some(entry)) = (lifted, entry.filter(|entry| entry.place.is_none())) {
                return Err(refused(entry, &refusal));
            }
        }
    }
    for (entry, counter) in &named {
        let Some(place) = &entry.place else { continue };
        let conditions: Vec<&str> = entry.conditions.iter().map(String::as_str).collect();
        let put = if let Some(map) = map {
            let hex = map.find(place).map_err(|error| wrong(format!("`{entry}`: {error}")))?;
            let facing = entry.facing.map(|degrees| Direction::ALL[usize::from(degrees / 60) % 6]);
            game.put(*counter, &Stand { hex, facing, conditions: &conditions })
        } else {
            let at = point(place)
                .ok_or_else(|| wrong(format!("`{entry}`: found `{place}`, expected a point like 820,415")))?;
            let stand = TableStand { at, facing: entry.facing, left: entry.left, conditions: &conditions };
            game.put_on_table(*counter, &stand)
        };
        put.map_err(|refusal| refused(entry, &refusal))?;
    }
    begin(&mut game, &wanted, sides, turns)?;
    game.invariants()
        .map_err(|complaint| wrong(format!("the rules do not allow this position: {complaint}")))?;
    Ok(game)
}

/// Where a counter stands, in the words of an arrangement; none beside the map or table.
fn place_of(map: Option<&HexMap>, counter: &Counter) -> Option<String> {
    match map {
        Some(map) => map.find(&counter.place).is_ok().then(|| counter.place.clone()),
        None => counter.spot.map(|spot| format!("{},{}", spot.x, spot.y)),
    }
}

/// A point of a table: so far from the west and from the north edge.
fn point(place: &str) -> Option<(i32, i32)> {
    let (x, y) = place.split_once(',')?;
    Some((x.parse().ok()?, y.parse().ok()?))
}

/// A position with everybody in it: whoever puts it together has no secrets from himself.
pub fn laid_open<G: Game>(game: &G, sides: usize) -> View {
    let mut view = game.view(Viewer::Spectator);
    if G::HIDES {
        let own = |seat: u8| {
            let counters = game.view(Viewer::Seat(Seat(seat))).counters;
            counters.into_iter().filter(move |counter| counter.seat == Seat(seat))
        };
        view.counters = (0..sides as u8).flat_map(own).collect();
    }
    view
}

/// What a game does with positions of one's own. One without [`Arrange::PHASES`] takes none and leaves all of this out.
pub trait Arrange: Clone {
    /// The phases with which a position can begin: short name and title, the usual one first.
    const PHASES: &'static [(&'static str, &'static str)] = &[];

    /// The conditions in which a counter can be: one word and a title.
    const CONDITIONS: &'static [(&'static str, &'static str)] = &[];

    /// The set-up from which a position is made: everybody where the scenario has him.
    #[must_use]
    fn set_out(&self) -> Self {
        self.clone()
    }

    /// Takes a counter off the map as if it took no part.
    fn lift(&mut self, _counter: CounterId) -> Result<(), Refusal> {
        Err(Refusal::new("", "this counter cannot be put somewhere by hand"))
    }

    /// Puts a counter that is not on the map where somebody wants it.
    fn put(&mut self, _counter: CounterId, _stand: &Stand<'_>) -> Result<(), Refusal> {
        Err(Refusal::new("", "this counter cannot be put somewhere by hand"))
    }

    /// The same on a table without hexes.
    fn put_on_table(&mut self, _counter: CounterId, _stand: &TableStand<'_>) -> Result<(), Refusal> {
        Err(Refusal::new("", "this counter cannot be put somewhere by hand"))
    }

    /// How many of a counter's men are left, if somebody is missing.
    fn left_of(&self, _counter: CounterId) -> Option<u16> {
        None
    }

    /// The [`Arrange::CONDITIONS`] that a counter is in; none for a counter that cannot be put somewhere by hand.
    fn conditions_of(&self, _counter: CounterId) -> Option<Vec<&'static str>> {
        None
    }

    /// Lets the turn of a side begin with one of the [`Arrange::PHASES`]; the kit goes on to the first decision.
    fn begin_at(&mut self, _turn: u16, _side: Seat, _phase: usize) {}
}

/// How a counter is to stand.
#[derive(Clone, Copy, Debug)]
pub struct Stand<'a> {
    /// Where.
    pub hex: HexId,
    /// Where it faces; as it is usual unless somebody says so.
    pub facing: Option<Direction>,
    /// In which of the game's [`Arrange::CONDITIONS`].
    pub conditions: &'a [&'a str],
}

impl Stand<'_> {
    /// Whether it is to be in a condition.
    pub fn is(&self, condition: &str) -> bool {
        self.conditions.contains(&condition)
    }
}

/// How a counter is to stand on a table without hexes.
#[derive(Clone, Copy, Debug)]
pub struct TableStand<'a> {
    /// Where, in millimetres from the west and from the north edge.
    pub at: (i32, i32),
    /// Where it faces, in degrees clockwise from north; as it is usual unless somebody says so.
    pub facing: Option<u16>,
    /// How many of its men are left; all unless somebody says so.
    pub left: Option<u16>,
    /// In which of the game's [`Arrange::CONDITIONS`].
    pub conditions: &'a [&'a str],
}

impl TableStand<'_> {
    /// Whether it is to be in a condition.
    pub fn is(&self, condition: &str) -> bool {
        self.conditions.contains(&condition)
    }
}

/// Goes to the first decision of the turn, side and phase that are wanted.
fn begin<G: Game>(game: &mut G, wanted: &Arrangement, sides: &[&str], turns: u16) -> Result<(), SetupError> {
    let turn = wanted.turn.unwrap_or(1);
    if !(1..=turns.max(1)).contains(&turn) {
        return Err(wrong(format!("there is no turn {turn}: the scenario has {turns}")));
    }
    let seat = match &wanted.side {
        None => game.on_turn(),
        Some(name) => {
            let seat = sides.iter().position(|side| side == name);
            let seat = seat
                .ok_or_else(|| wrong(format!("there is no side `{name}`; there is: {}", sides.join(", "))))?;
            Seat(seat as u8)
        }
    };
    let phase = match &wanted.phase {
        None => 0,
        Some(name) => G::PHASES.iter().position(|(phase, _)| phase == name).ok_or_else(|| {
            let known: Vec<&str> = G::PHASES.iter().map(|(phase, _)| *phase).collect();
            wrong(format!("there is no phase `{name}`; there is: {}", known.join(", ")))
        })?,
    };
    game.begin_at(turn, seat, phase);
    let mut dice = Scripted::faces(&[]);
    flow::proceed(game, &mut dice, &mut ());
    if dice.finish().is_err() || matches!(game.status(), Status::Over(_)) {
        return Err(wrong("nobody has anything to decide in this position".into()));
    }
    Ok(())
}

/// Where everybody stands now, as an arrangement of the same scenario.
pub fn arrangement<G: Game>(game: &G, sides: &[&str]) -> Option<Arrangement> {
    if G::PHASES.is_empty() {
        return None;
    }
    let view = laid_open(game, sides.len());
    let mut counters: Vec<Arranged> = Vec::new();
    for counter in &view.counters {
        let Some(place) = place_of(game.map(), counter) else { continue };
        let Some(conditions) = game.conditions_of(counter.id) else { continue };
        counters.push(Arranged {
            name: counter.name.clone(),
            place: Some(place),
            facing: counter.facing,
            left: game.left_of(counter.id),
            conditions: conditions.into_iter().map(str::to_owned).collect(),
        });
    }
    let side = sides.get(usize::from(game.on_turn().0)).map(|side| (*side).to_owned());
    Some(Arrangement { turn: Some(view.turn.max(1)), side, phase: None, others_away: true, counters })
}
