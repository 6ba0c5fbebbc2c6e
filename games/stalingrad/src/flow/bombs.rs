//! Bombs: lines over the city, the guns of the east bank, and single hexes in the older air system.

use kit::{
    Dice, Journal, chance,
    flow::Procedure,
    map::{Direction, HexId},
};

use super::event;
use crate::{
    action::{GUNS, KorpsId},
    air_attack::{AirAttack, AirAttackProgress, Bombed, Raid},
    bombing::{bombs_on_unit, lead_bombardier, silences},
    field::Status,
    game::Stalingrad,
    results::Fate,
    skies::Errand,
    units::UnitId,
};

/// The missions that got through are flown, one Fliegerkorps after the other.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Raids {
    korps: u8,
    /// The next part of its mission: a line, or the whole.
    part: u8,
}

impl Raids {
    pub(crate) const START: Self = Self { korps: 0, part: 0 };
}

impl Procedure<Stalingrad> for Raids {
    type End = ();

    fn throw<D: Dice>(self, _: &Stalingrad, _: &mut D) {}

    fn apply<J: Journal>(self, game: &mut Stalingrad, (): (), _: &mut J) {
        let Self { korps: place, part } = self;
        if usize::from(place) >= game.theatre().fliegerkorps.len() {
            return game.flow.done();
        }
        let korps = KorpsId(place);
        let on = Self { part: part + 1, ..self };
        match game.errand(korps) {
            Errand::Bombing if usize::from(part) < game.skies.laid(korps).len() => {
                game.flow.goto(on);
                game.flow.call(Bombardier { korps, line: part });
            }
            Errand::Silencing if part == 0 => {
                game.flow.goto(on);
                game.flow.call(Silencing { korps });
            }
            Errand::Strike(hex) if part == 0 => {
                game.flow.goto(on);
                game.flow.call(Strike { korps, hex });
            }
            _ => game.flow.goto(Self { korps: place + 1, part: 0 }),
        }
    }
}

/// The lead bombardier of a line (STAL-AIR-12).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Bombardier {
    korps: KorpsId,
    line: u8,
}

impl Procedure<Stalingrad> for Bombardier {
    type End = Option<Direction>;

    fn throw<D: Dice>(self, game: &Stalingrad, dice: &mut D) -> Option<Direction> {
        lead_bombardier(game.field.charts(), game.house.index, dice)
    }

    fn apply<J: Journal>(self, game: &mut Stalingrad, shift: Option<Direction>, journal: &mut J) {
        // STAL-R33: the first line makes it a turn of mass bombing.
        if game.skies.last_bombing != game.turn {
            game.skies.bombings += 1;
            game.skies.last_bombing = game.turn;
        }
        let from = game.skies.lines[usize::from(self.korps.0)][usize::from(self.line)].from;
        journal.tell(|| {
            let aim = if shift.is_some() { "is a hex off" } else { "is on target" };
            let words = format!("{}: the line from {} {aim}", game.korps_name(self.korps), game.number(from));
            event(game, "STAL-AIR-12", words, &[from]).to(self.korps)
        });
        game.flow.goto(Bombs { korps: self.korps, line: self.line, shift, hex: 0, after: 0 });
    }
}

/// Bombs fall along a line, unit by unit (STAL-AIR-13).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Bombs {
    korps: KorpsId,
    line: u8,
    shift: Option<Direction>,
    /// The hex of the line in which bombs fall now.
    hex: u8,
    /// Units up to this place of the roster are done with in that hex.
    after: u8,
}

impl Bombs {
    /// The next unit under the line. Hexes that a shift has moved off the map are lost (STAL-AIR-12).
    fn target(self, game: &Stalingrad) -> Option<(u8, HexId, UnitId)> {
        let line = game.skies.lines[usize::from(self.korps.0)][usize::from(self.line)];
        let map = &game.theatre().map;
        for (place, hex) in (0u8..).zip(game.northwards(line.from, line.hexes)).skip(self.hex.into()) {
            let Some(hex) = self.shift.map_or(Some(hex), |shift| map.neighbour(hex, shift)) else { continue };
            let first = if place == self.hex { usize::from(self.after) } else { 0 };
            let unit = game.field.units_in(hex).find(|unit| unit.index() >= first);
            if let Some(unit) = unit {
                return Some((place, hex, unit));
            }
        }
        None
    }
}

impl Procedure<Stalingrad> for Bombs {
    type End = Option<Fate>;

    fn throw<D: Dice>(self, game: &Stalingrad, dice: &mut D) -> Option<Fate> {
        self.target(game)?;
        Some(bombs_on_unit(game.field.charts(), game.house.index, game.bombing_wear(), dice))
    }

    fn apply<J: Journal>(self, game: &mut Stalingrad, end: Option<Fate>, journal: &mut J) {
        let (Some(fate), Some((hex, _, unit))) = (end, self.target(game)) else { return game.flow.done() };
        game.flow.goto(Self { hex, after: unit.index() as u8 + 1, ..self });
        game.suffer_bombs(unit, fate, "STAL-AIR-13", journal);
    }
}

impl Stalingrad {
    /// STAL-AIR-7: from the air D Disrupts and DE eliminates; nobody retreats (STAL-RET-11).
    pub(crate) fn suffer_bombs<J: Journal>(
        &mut self,
        unit: UnitId,
        fate: Fate,
        clause: &'static str,
        journal: &mut J,
    ) {
        let Some(hex) = self.field.hex_of(unit) else { return };
        match fate {
            Fate::Unharmed => {}
            Fate::Disrupted => self.field.set(unit, Status::Disrupted, true),
            Fate::Eliminated => {
                let (side, delay) = (self.field.side(unit), self.field.charts().delays.bombed);
                self.field.eliminate(unit, self.turn, delay);
                // STAL-SNP-6, STAL-SNP-11: bombs that take the last unit take its sniper too.
                self.field.bury_snipers(side, hex);
                self.field.settle_control();
            }
        }
        journal.tell(|| {
            let what = match fate {
                Fate::Unharmed => "miss",
                Fate::Disrupted => "Disrupt",
                Fate::Eliminated => "destroy",
            };
            let words = format!("bombs {what} {} in {}", self.name(unit), self.number(hex));
            event(self, clause, words, &[hex]).to(unit)
        });
    }
}

/// Bombs on the guns of the east bank (STAL-ART-7).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Silencing {
    korps: KorpsId,
}

impl Procedure<Stalingrad> for Silencing {
    type End = bool;

    fn throw<D: Dice>(self, game: &Stalingrad, dice: &mut D) -> bool {
        silences(game.field.charts(), game.house.index, dice)
    }

    fn apply<J: Journal>(self, game: &mut Stalingrad, silent: bool, journal: &mut J) {
        game.flow.done();
        game.field.guns_disrupted |= silent;
        journal.tell(|| {
            let name = game.korps_name(self.korps);
            let words = if silent {
                format!("{name} silences the guns of the east bank for the coming Russian player turn")
            } else {
                format!("{name} bombs the guns of the east bank in vain")
            };
            event(game, "STAL-ART-7", words, &[game.field.guns]).to(self.korps).to(GUNS)
        });
    }
}

/// A Fliegerkorps attacks one hex, by the older air system (STAL-OPA-1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Strike {
    korps: KorpsId,
    hex: HexId,
}

impl Stalingrad {
    /// Fliegerkorps over one hex as it stands, up to their dice.
    pub(crate) fn strike_on(&self, hex: HexId, fliegerkorps: u8) -> Option<AirAttack> {
        let (field, theatre) = (&self.field, self.theatre());
        let bombed = |unit: UnitId| Bombed { unit: field.unit(unit), disrupted: field.is_disrupted(unit) };
        let raid = Raid {
            at: theatre.hex(hex),
            terrain: theatre.terrain(hex),
            shore: theatre.shore.contains(hex),
            units: field.units_in(hex).map(bombed).collect(),
            fliegerkorps,
            index: self.house.index,
        };
        AirAttack::judge(field.rules(), &raid).ok()
    }
}

impl Procedure<Stalingrad> for Strike {
    type End = Option<AirAttackProgress>;

    fn throw<D: Dice>(self, game: &Stalingrad, dice: &mut D) -> Option<AirAttackProgress> {
        game.strike_on(self.hex, 1).map(|attack| chance::roll(&attack, dice))
    }

    fn apply<J: Journal>(self, game: &mut Stalingrad, end: Option<AirAttackProgress>, journal: &mut J) {
        game.flow.done();
        let Some(end) = end else { return };
        let units: smallvec::SmallVec<[UnitId; 8]> = game.field.units_in(self.hex).collect();
        for (place, unit) in units.into_iter().enumerate() {
            match end.toll.fate(place) {
                Fate::Unharmed => {}
                fate => game.suffer_bombs(unit, fate, "STAL-OPA-1", journal),
            }
        }
        if end.knocked_out > 0 {
            // STAL-OPA-4, STAL-R31: out for this and the next turn, and no support.
            game.skies.knocked_out[usize::from(self.korps.0)] = game.turn;
            game.skies.errands[usize::from(self.korps.0)] = Errand::None;
        }
        journal.tell(|| {
            let (name, hex) = (game.korps_name(self.korps), game.number(self.hex));
            let words = match (end.knocked_out, game.strikes_supporting(self.hex)) {
                (1.., _) => format!("{name} is knocked out over {hex}"),
                (_, 1..) => format!("{name} has struck {hex} and supports attacks on it"),
                _ => format!("{name} has struck {hex}"),
            };
            let clause = if end.knocked_out > 0 { "STAL-OPA-4" } else { "STAL-OPA-3" };
            event(game, clause, words, &[self.hex]).to(self.korps)
        });
    }
}
