//! The Russian bank of the Volga: boats, the factory and the guns, and the chances of whoever crosses.

use kit::{Distribution, Refusal, Sums, chance, map::HexId};
use smallvec::SmallVec;

use crate::{
    charts::Charts,
    crossing::{Crossing, Flotilla, Landing, Passenger},
    factory::{FactoryHex, Repair, RepairAttempt},
    field::{Aside, Location, Status},
    game::Stalingrad,
    hexes::Hex,
    map::Hexes,
    stacking,
    units::{Side, UnitId, UnitKind, Units},
};

/// What the Russian player turn counts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Bank {
    /// Boat units that can cross in a night, and as many by day (STAL-VOL-1, STAL-VOL-8).
    pub(crate) capacity: u8,
    /// Boat units left for this night.
    pub(crate) night: u8,
    /// And for this daylight.
    pub(crate) day: u8,
    /// Whether the factory has made its one attempt of this turn (STAL-REP-5).
    pub(crate) repair_tried: bool,
    /// Whether the guns have fired in this turn (STAL-ART-1).
    pub(crate) guns_fired: bool,
    /// Whether the guns have been moved in this turn (STAL-ART-6).
    pub(crate) guns_moved: bool,
}

/// Night or day.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Light {
    /// Before dawn.
    Night,
    /// In the daylight of the same turn.
    Day,
}

impl Light {
    /// The mark of a unit that has tried in it (STAL-VOL-3).
    pub(crate) const fn tried(self) -> Status {
        match self {
            Self::Night => Status::TriedNight,
            Self::Day => Status::TriedDay,
        }
    }

    /// In words.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Night => "at night",
            Self::Day => "by day",
        }
    }
}

impl Bank {
    pub(crate) const fn new(charts: &Charts) -> Self {
        let capacity = charts.boats.night;
        Self { capacity, night: 0, day: 0, repair_tried: false, guns_fired: false, guns_moved: false }
    }

    /// STAL-R24: the turn begins with one boat unit more, up to the capacity.
    pub(crate) fn begin_turn(&mut self, charts: &Charts) {
        let boats = charts.boats;
        self.capacity = (self.capacity + boats.restored).min(boats.night);
        *self = Self { night: self.capacity, day: self.capacity.min(boats.day), ..*self };
        (self.repair_tried, self.guns_fired, self.guns_moved) = (false, false, false);
    }

    /// Boats left in a light.
    pub const fn left(&self, light: Light) -> u8 {
        match light {
            Light::Night => self.night,
            Light::Day => self.day,
        }
    }

    /// STAL-VOL-3: an attempt uses boats, whatever comes of it.
    pub(crate) const fn use_boats(&mut self, light: Light, boats: u8) {
        match light {
            Light::Night => self.night -= boats,
            Light::Day => self.day -= boats,
        }
    }

    /// STAL-VOL-8, STAL-R25: what is destroyed lowers both capacities at once.
    pub(crate) const fn lose_boats(&mut self, boats: u8) {
        self.capacity = self.capacity.saturating_sub(boats);
        self.night = self.night.saturating_sub(boats);
        self.day = self.day.saturating_sub(boats);
    }
}

/// Who crosses.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Crosser {
    /// A unit.
    Unit(UnitId),
    /// A sniper who comes back (STAL-VOL-13).
    Sniper,
}

impl Stalingrad {
    /// The Russian units that wait on the east bank.
    pub(crate) fn on_the_east_bank(&self) -> impl Iterator<Item = UnitId> {
        let waits = |unit: &UnitId| self.field.place_of(*unit) == Location::Aside(Aside::EastBank);
        self.field.all_of(Side::Russian).iter().filter(waits)
    }

    /// STAL-VOL-12, STAL-R84: where a unit can land.
    pub(crate) fn landings(&self, unit: UnitId) -> impl Iterator<Item = HexId> {
        self.free_shore().iter().filter(move |&hex| stacking::has_room(&self.field, unit, hex))
    }

    /// Shore hexes without Germans.
    pub(crate) fn free_shore(&self) -> Hexes {
        self.theatre().shore - self.field.held_by(Side::German)
    }

    /// Who can try in a light: waiting, not tried yet, and with boats for it (STAL-VOL-3, STAL-R25).
    pub(crate) fn may_try(&self, unit: UnitId, light: Light) -> bool {
        self.field.place_of(unit) == Location::Aside(Aside::EastBank)
            && !self.field.is(unit, light.tried())
            && self.field.piece(unit).boats.is_some_and(|boats| boats <= self.bank.left(light))
    }

    /// One attempt to cross, judged as the shore stands now, up to its die.
    pub(crate) fn attempt(&self, who: Crosser, hex: HexId, light: Light) -> Result<Crossing, Refusal> {
        self.attempts(who, hex, light == Light::Night, light == Light::Day)
    }

    /// The tries of a turn, as the shore stands now, up to their dice: by day whoever is then still on the east bank.
    fn attempts(&self, who: Crosser, hex: HexId, night: bool, day: bool) -> Result<Crossing, Refusal> {
        let (field, theatre) = (&self.field, self.theatre());
        let hexes = |set: Hexes| set.iter().map(|hex| theatre.hex(hex)).collect::<SmallVec<[Hex; 40]>>();
        let landing = theatre.hex(hex);
        let is_full = matches!(who, Crosser::Unit(unit) if !stacking::has_room(field, unit, hex));
        let units = match who {
            Crosser::Unit(unit) => {
                [Passenger { unit: field.unit(unit), landing, night, day }].into_iter().collect()
            }
            Crosser::Sniper => SmallVec::new(),
        };
        let flotilla = Flotilla {
            units,
            snipers: if who == Crosser::Sniper { &[landing] } else { &[] },
            shore: &hexes(theatre.shore),
            germans: &hexes(field.held_by(Side::German)),
            russians: &hexes(field.held_by(Side::Russian) & Hexes::of(hex)),
            headquarters: field.headquarters().map(|hex| theatre.hex(hex)),
            full: if is_full { &[landing] } else { &[] },
            summit_german: field.german.contains(theatre.summit),
            freezing: theatre.turn(self.turn).freezing,
            flyable: if day { self.korps_over_the_river() } else { 0 },
            river_interception: false,
            night_boats: self.bank.night,
            day_boats: self.bank.day,
            turn: Some(self.turn),
            index: self.house.index,
        };
        Crossing::reckon(field.rules(), &flotilla, &mut Sums::default())
    }

    /// The chances of one attempt to cross, as the shore stands now; nothing if it is not allowed.
    pub fn crossing_odds(&self, unit: UnitId, hex: HexId, light: Light) -> Option<Distribution<Landing>> {
        self.odds_of_attempt(Crosser::Unit(unit), hex, light)
    }

    /// The chances of a unit that tries at night and, if it is still on the east bank, the same hex by day, as the shore stands
    /// now; nothing if that is not allowed.
    pub fn whole_crossing_odds(&self, unit: UnitId, hex: HexId) -> Option<Distribution<Landing>> {
        let attempts = self.attempts(Crosser::Unit(unit), hex, true, true).ok()?;
        Some(chance::odds(&attempts).ok()?.map(|end| end.landings[0]))
    }

    /// The chances of a sniper who comes back (STAL-VOL-13).
    pub fn return_odds(&self, hex: HexId) -> Option<Distribution<Landing>> {
        self.odds_of_attempt(Crosser::Sniper, hex, Light::Night)
    }

    fn odds_of_attempt(&self, who: Crosser, hex: HexId, light: Light) -> Option<Distribution<Landing>> {
        let attempt = self.attempt(who, hex, light).ok()?;
        Some(chance::odds(&attempt).ok()?.map(|end| end.landings[0]))
    }

    /// The hazard of a landing as the chart calls it: `Serious`.
    pub fn hazard(&self, who: Crosser, hex: HexId, light: Light) -> Option<String> {
        self.attempt(who, hex, light).ok().map(|attempt| attempt.hazard(light == Light::Day).to_owned())
    }

    /// The eliminated tank brigades that the factory can repair (STAL-REP-5, STAL-R64).
    pub(crate) fn wrecks(&self) -> Units {
        let is_wreck = |unit: &UnitId| {
            self.field.is_kind(*unit, UnitKind::TankBrigade)
                && matches!(self.field.place_of(*unit), Location::Aside(Aside::Track(_)))
                && !self.field.is(*unit, Status::Volunteered)
        };
        self.field.all_of(Side::Russian).iter().filter(is_wreck).collect()
    }

    /// STAL-REP-6: the factory hexes in which a repaired brigade can appear.
    pub(crate) fn workshops(&self, unit: UnitId) -> impl Iterator<Item = HexId> {
        let free = (self.theatre().factory - self.field.german) - self.field.held_by(Side::German);
        free.iter().filter(move |&hex| stacking::has_room(&self.field, unit, hex))
    }

    /// The factory tries to repair a brigade, up to its die (STAL-REP-5).
    pub fn repair(&self, unit: UnitId) -> Result<Repair, Refusal> {
        let (field, theatre) = (&self.field, self.theatre());
        let germans = field.held_by(Side::German);
        let mut hexes = theatre.factory.iter().map(|hex| FactoryHex {
            held_by: if field.german.contains(hex) { Side::German } else { Side::Russian },
            germans_inside: germans.contains(hex),
            room: stacking::has_room(field, unit, hex),
        });
        let (Some(north), Some(south)) = (hexes.next(), hexes.next()) else {
            return Err(Refusal::new("STAL-REP-5", "there is no tractor factory in this scenario"));
        };
        let attempt = RepairAttempt {
            brigade: field.unit(unit),
            north,
            south,
            german_adjacent: theatre.beside(theatre.factory).meets(germans),
            tried: self.bank.repair_tried,
            index: self.house.index,
        };
        Repair::judge(field.rules(), &attempt)
    }
}
