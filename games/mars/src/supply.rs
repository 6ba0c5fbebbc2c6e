//! Supply: sources, lines and what the want of them does (MARS-SUP-1 to MARS-SUP-17).
//!
//! Supply cannot be refused or stored (MARS-SUP-17): it is read off the map whenever somebody asks. Lines are followed
//! from the sources to the units, all at once: one step of the whole area at a time.

use crate::prelude::*;

/// What is open to the supply of one side.
#[derive(Clone, Copy)]
struct Country {
    /// Hexes a line may use: without enemies, and without their zones of control unless a friend is there
    /// (MARS-SUP-2).
    open: Hexes,
    /// Hexes from which supply comes home over the line, which is not always free (MARS-SUP-5).
    passable: Hexes,
    theatre: &'static Theatre,
    side: Side,
}

impl Country {
    /// As it is, or as it would be with one more unit of the side in `supposed`.
    fn of(field: &Field, side: Side, supposed: Hexes) -> Self {
        let theatre = field.theatre();
        let held = field.held_by(side) | supposed;
        let blocked = zones::controlled_by(field, side.enemy()) - held;
        // MARS-SUP-5: towards the edge a Russian line goes outward freely, inward where movement could or a Russian
        // stands; a German one goes inward freely, outward only to a German unit.
        let passable = match side {
            Side::Russian => theatre.zone_hexes & (held | !zones::closed_to_russians(field)),
            Side::German => theatre.initially[Side::Russian as usize] & held,
        };
        let everywhere = theatre.initially[0] | theatre.initially[1];
        let open = everywhere - field.enemies_of(side) - blocked;
        Self { open, passable, theatre, side }
    }

    /// One step away from the source.
    #[inline]
    fn farther(&self, area: Hexes) -> Hexes {
        let steps = |area| self.theatre.neighbours.of(area);
        self.theatre.entering(self.side, area, self.passable, steps) & self.open
    }

    /// One step away from the source along a road or rail.
    #[inline]
    fn farther_along_links(&self, area: Hexes) -> Hexes {
        let steps = |area| self.theatre.links_from.of(area);
        self.theatre.entering(self.side, area, self.passable, steps) & self.open
    }

    /// MARS-SUP-3, MARS-SUP-4: unblocked hexes of the friendly edge, and what roads and rails join to them without a
    /// break.
    fn sources(&self, edge: Hexes) -> Hexes {
        let mut sources = edge & self.open;
        let mut new = sources;
        while !new.is_empty() {
            new = self.farther_along_links(new) - sources;
            sources |= new;
        }
        sources
    }
}

/// The supply of one side, hex by hex.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lines {
    /// Where supply comes from (MARS-SUP-3).
    pub sources: Hexes,
    /// Hexes with a line short enough for full supply (MARS-SUP-6).
    pub full: Hexes,
    /// Hexes with a longer line that still gives supply (MARS-SUP-6).
    pub rationed: Hexes,
}

impl Lines {
    /// The supply of `side` as the map stands.
    pub fn of(field: &Field, side: Side) -> Self {
        Self::in_country(field, side, &Country::of(field, side, Hexes::EMPTY))
    }

    fn in_country(field: &Field, side: Side, country: &Country) -> Self {
        let theatre = field.theatre();
        let sources = country.sources(theatre.edge[side as usize]);
        let (mut reached, mut new, mut full) = (sources, sources, sources);
        // MARS-SUP-1, MARS-SUP-7: the n-th round reaches what is n steps from the nearest source.
        for length in 1..=theatre.limits.longest_line {
            new = country.farther(new) - reached;
            reached |= new;
            if length == theatre.limits.full_line {
                full = reached;
            }
        }
        Self { sources, full, rationed: reached - full }
    }

    /// The supply of the side's units in a hex; of a hex without any only if no enemy zone of control lies on it
    /// (see [`status_if_held`]).
    #[inline]
    pub fn status(&self, hex: HexId) -> Supply {
        Supply::of(!self.in_supply(hex), self.rationed.contains(hex))
    }

    /// Full or rationed (MARS-SUP-8).
    #[inline]
    pub fn in_supply(&self, hex: HexId) -> bool {
        self.full.contains(hex) || self.rationed.contains(hex)
    }

    /// The units among these that are isolated.
    pub fn isolated(&self, field: &Field, units: Units) -> Units {
        let cut_off = |unit: &UnitId| field.hex_of(*unit).is_some_and(|hex| !self.in_supply(hex));
        units.iter().filter(cut_off).collect()
    }
}

/// The supply that a unit of `side` would have in a hex, whether or not one is there; the own hex is always fine
/// (MARS-SUP-2, MARS-R45).
pub fn status_if_held(field: &Field, side: Side, hex: HexId) -> Supply {
    let country = Country::of(field, side, Hexes::of(hex));
    Lines::in_country(field, side, &country).status(hex)
}

/// A shortest line from a hex to a source, both included, as if a unit of `side` were there; none if there is no line.
/// Of equal steps the first neighbour clockwise from the north is taken.
pub fn line(field: &Field, side: Side, hex: HexId) -> Option<Vec<HexId>> {
    let theatre = field.theatre();
    let country = Country::of(field, side, Hexes::of(hex));
    let mut rounds = vec![country.sources(theatre.edge[side as usize])];
    let mut reached = rounds[0];
    while !reached.contains(hex) {
        let new = country.farther(*rounds.last()?) - reached;
        if new.is_empty() {
            return None;
        }
        reached |= new;
        rounds.push(new);
    }
    let mut line = vec![hex];
    let mut here = hex;
    for round in rounds.iter().rev().skip(1) {
        let leads_here =
            |&nearer: &HexId| round.contains(nearer) && country.farther(Hexes::of(nearer)).contains(here);
        here = theatre.map.neighbours(here).find(leads_here)?;
        line.push(here);
    }
    Some(line)
}

/// Marks the units of `side` with the supply they move with: a snapshot at the start of its movement step (MARS-SUP-9,
/// MARS-R17).
pub fn take_snapshot(field: &mut Field, side: Side) {
    let lines = Lines::of(field, side);
    for unit in field.units_of(side) {
        let status = field.hex_of(unit).map_or(Supply::Full, |hex| lines.status(hex));
        field.set(unit, Status::Rationed, status == Supply::Rationed);
        field.set(unit, Status::Isolated, status == Supply::Isolated);
    }
}

/// What sustained isolation does to a side (MARS-SUP-14).
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Sustained {
    /// Isolated and Undisrupted: they become Disrupted.
    pub disrupted: Units,
    /// Isolated and Disrupted already: they are eliminated, which counts for victory (MARS-SUP-16).
    pub eliminated: Units,
}

/// The isolated units of `side` in each stronghold, of which one may be exempt; nothing for a stronghold without any
/// (MARS-SUP-15, MARS-R33).
pub fn exemptions(field: &Field, side: Side, lines: &Lines) -> impl Iterator<Item = Units> {
    let strongholds = field.theatre().towns.iter().filter(|town| town.is_stronghold);
    strongholds.map(move |town| {
        let here: Units = field.units_in(town.hex).filter(|&unit| field.unit(unit).side == side).collect();
        lines.isolated(field, here)
    })
}

/// At most one isolated unit in each stronghold, and nobody else, can be exempt (MARS-SUP-15).
pub fn check_exempt<E: Objection>(field: &Field, side: Side, lines: &Lines, exempt: Units) -> Result<(), E> {
    let mut allowed = Units::NONE;
    for candidates in exemptions(field, side, lines) {
        if (candidates & exempt).len() > 1 {
            let reason = || "the stocks of a stronghold feed one isolated unit, not more".to_owned();
            return Err(E::raise("MARS-SUP-15", "", reason).blame(field.names(candidates & exempt)));
        }
        allowed |= candidates;
    }
    let Some(unit) = (exempt - allowed).first() else { return Ok(()) };
    refuse("MARS-SUP-15", field.name(unit), format_args!("is not an isolated {side} unit in a stronghold"))
}

/// Who suffers from isolation at the end of the side's player-turn, all judged before anything is applied
/// (MARS-SUP-14), but for the exempt units (MARS-SUP-15).
pub fn sustained(field: &Field, side: Side, lines: &Lines, exempt: Units) -> Sustained {
    let suffering = lines.isolated(field, field.units_of(side)) - exempt;
    let weakened = field.all(Status::Disrupted);
    Sustained { disrupted: suffering - weakened, eliminated: suffering & weakened }
}

/// A4 and B6: what sustained isolation does (MARS-SEQ-4, MARS-SEQ-10, MARS-SUP-14 to MARS-SUP-16). First the owner says
/// whom the stocks of a stronghold feed (MARS-SUP-15).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Relief;

impl Relief {
    /// Isolated units in a stronghold of which one is to be spared.
    fn choice(game: &Mars) -> Units {
        let lines = Lines::of(&game.field, game.phasing);
        let mut open = exemptions(&game.field, game.phasing, &lines)
            .filter(|units| units.len() > 1 && !units.meets(game.spared));
        open.next().unwrap_or(Units::NONE)
    }
}

impl Decision<Mars> for Relief {
    fn prompt(self, game: &Mars) -> Prompt {
        let units = game.list(Self::choice(game));
        let words = format!("which isolated unit do the stocks of the town feed: {units}?");
        Prompt::new(words, &["MARS-SUP-15", "MARS-R33"])
    }

    fn choices(self, game: &Mars, out: &mut Vec<Action>) {
        out.extend(Self::choice(game).iter().map(Action::Spare));
    }

    fn check<E: Objection>(self, game: &Mars, action: Action) -> Result<(), E> {
        let Action::Spare(unit) = action else { return game.out_of_place(action) };
        if Self::choice(game).contains(unit) {
            return Ok(());
        }
        let lines = Lines::of(&game.field, game.phasing);
        check_exempt(&game.field, game.phasing, &lines, game.spared | Units::of(unit))?;
        refuse("MARS-SUP-15", game.name(unit), "is not among those that can be spared now")
    }

    fn effect<J: Journal>(self, game: &mut Mars, action: Action, _: &mut J) {
        if let Action::Spare(unit) = action {
            game.spared.insert(unit);
        }
    }

    fn is_open(self, game: &Mars) -> bool {
        !Self::choice(game).is_empty()
    }

    /// Once nothing is to be chosen, isolation takes its toll; all is judged before anything is applied.
    fn pass<J: Journal>(self, game: &mut Mars, journal: &mut J) {
        let lines = Lines::of(&game.field, game.phasing);
        let alone = exemptions(&game.field, game.phasing, &lines).filter(|units| units.len() == 1);
        let exempt = alone.fold(game.spared, |all, units| all | units);
        let suffering = sustained(&game.field, game.phasing, &lines, exempt);
        for unit in suffering.disrupted {
            game.field.set(unit, Status::Disrupted, true);
            let (hex, words) =
                (game.field.hex_of(unit), || format!("{} is isolated and Disrupted", game.name(unit)));
            journal.tell(|| game.event("MARS-SUP-14", words(), hex.as_slice()));
        }
        for unit in suffering.eliminated {
            let hex = game.field.hex_of(unit);
            game.field.remove(unit, Aside::Eliminated);
            let words = || format!("{}, still isolated, is eliminated", game.name(unit));
            journal.tell(|| game.event("MARS-SUP-14", words(), hex.as_slice()));
        }
        game.flow.done();
    }
}
