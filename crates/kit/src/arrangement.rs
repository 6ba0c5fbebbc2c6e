//! Positions of one's own: counters put where somebody wants them, to be asked about and played on from.
//!
//! An arrangement is a line of text: what differs from the set-up of its scenario, entry by entry.
//!
//! ```text
//! turn 3; side German; phase movement; others away; 331 at 0505 fortified; Levy at 0612 facing 120 disrupted; 6 TK away
//! ```
//!
//! It is the house option `position` of every game that takes arrangements, so that a record, a stored game and an address
//! carry it like any other option. The game checks it: what its invariants do not allow is refused.

use std::{collections::BTreeSet, fmt, str::FromStr};

use crate::{CounterId, Direction, Game, HexId, Refusal, Scripted, Seat, SetupError, Status, Viewer, flow};

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
    /// The hex; none for a counter that takes no part.
    pub place: Option<String>,
    /// Where it faces, in degrees clockwise from north, if that matters.
    pub facing: Option<u16>,
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
            return Ok(Self { name, place: None, facing: None, conditions: Vec::new() });
        }
        let form =
            || wrong(format!("found `{entry}`, expected `UNIT at HEX`, `UNIT away`, or `others away`"));
        let (name, rest) = entry.rsplit_once(" at ").ok_or_else(form)?;
        let mut words = rest.split_whitespace();
        let place = Some(words.next().ok_or_else(form)?.to_owned());
        let (mut facing, mut conditions) = (None, Vec::new());
        while let Some(word) = words.next() {
            if word == "facing" {
                let degrees = words.next().and_then(|degrees| degrees.parse().ok());
                let degrees = degrees.filter(|degrees| *degrees < 360);
                facing = Some(degrees.ok_or_else(|| {
                    wrong(format!("found `{entry}`, expected degrees from 0 to 359 after `facing`"))
                })?);
            } else {
                conditions.push(word.to_owned());
            }
        }
        Ok(Self { name: name.to_owned(), place, facing, conditions })
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
    let map = game.map().ok_or_else(|| wrong("this game is not played on hexes".into()))?;
    let counters = game.view(Viewer::Spectator).counters;
    let is_placed = |place: &str| map.find(place).is_ok();
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
    for counter in counters.iter().filter(|counter| is_placed(&counter.place)) {
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
        let hex = map.find(place).map_err(|error| wrong(format!("`{entry}`: {error}")))?;
        let facing = entry.facing.map(|degrees| Direction::ALL[usize::from(degrees / 60) % 6]);
        let conditions: Vec<&str> = entry.conditions.iter().map(String::as_str).collect();
        let stand = Stand { hex, facing, conditions: &conditions };
        game.put(*counter, &stand).map_err(|refusal| refused(entry, &refusal))?;
    }
    begin(&mut game, &wanted, sides, turns)?;
    game.invariants()
        .map_err(|complaint| wrong(format!("the rules do not allow this position: {complaint}")))?;
    Ok(game)
}

/// How a counter is to stand.
#[derive(Clone, Copy, Debug)]
pub struct Stand<'a> {
    /// Where.
    pub hex: HexId,
    /// Where it faces; as it is usual unless somebody says so.
    pub facing: Option<Direction>,
    /// In which of the game's [`Game::CONDITIONS`].
    pub conditions: &'a [&'a str],
}

impl Stand<'_> {
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
    let map = game.map().filter(|_| !G::PHASES.is_empty())?;
    let view = game.view(Viewer::Spectator);
    let mut counters: Vec<Arranged> = Vec::new();
    for counter in view.counters.iter().filter(|counter| map.find(&counter.place).is_ok()) {
        let Some(conditions) = game.conditions_of(counter.id) else { continue };
        counters.push(Arranged {
            name: counter.name.clone(),
            place: Some(counter.place.clone()),
            facing: counter.facing,
            conditions: conditions.into_iter().map(str::to_owned).collect(),
        });
    }
    let side = sides.get(usize::from(game.on_turn().0)).map(|side| (*side).to_owned());
    Some(Arrangement { turn: Some(view.turn.max(1)), side, phase: None, others_away: true, counters })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_arrangement_is_read_as_it_is_written() {
        let text = "turn 3; side German; phase movement; others away; 331 at 0505 fortified; \
                    Levy at 0612 facing 120 disrupted; 6 TK away";
        let read: Arrangement = text.parse().unwrap();
        assert_eq!(read.to_string(), text);
        assert_eq!((read.turn, read.counters.len()), (Some(3), 3));
        assert_eq!(read.counters[1].facing, Some(120));
        assert_eq!("".parse::<Arrangement>().unwrap(), Arrangement::default());
    }

    #[test]
    fn mistakes_are_told_with_the_entry() {
        for (text, said) in [
            ("331 0505", "found `331 0505`"),
            ("turn soon", "`soon` is no turn"),
            ("turn 1; turn 2", "`turn 2` stands where"),
            ("331 at 0505 facing 400", "degrees"),
            ("331 at 0505\nx", "one line"),
        ] {
            let error = text.parse::<Arrangement>().unwrap_err().to_string();
            assert!(error.contains(said), "{text}: {error}");
        }
    }
}
