//! Volga crossings: the hazard of a landing, and boats at night and by day.

mod judge;
mod landing;
mod outlook;
mod situation;

use kit::{Chain, Chart, Dice, Fact, Factor, Inquiry, Part, Purpose, Refusal, Sums, Tally, Told, chance};
use smallvec::SmallVec;

use crate::{
    air::air_combat,
    charts::{Charts, Hazard, Hazards, Rules},
    hexes::Hex,
    index::DieIndex,
    turns::back_after,
    units::Unit,
};
pub use landing::Landing;
pub use outlook::{Outlook, outlook};
pub use situation::Situation;

/// How many units and snipers one question takes: each has a sum of its own in the reckoning.
const MOST: usize = 5;
const HAZARDS: [Part; MOST] = [
    Part::own(3, "1st hazard"),
    Part::own(4, "2nd hazard"),
    Part::own(5, "3rd hazard"),
    Part::own(6, "4th hazard"),
    Part::own(7, "5th hazard"),
];

/// A unit on the east bank that is to cross.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Passenger<'u> {
    pub(crate) unit: &'u Unit,
    pub(crate) landing: Hex,
    pub(crate) night: bool,
    /// Whether it tries by day, if it is then still on the east bank.
    pub(crate) day: bool,
}

/// All that crosses in one Russian turn, in the order in which it is tried, and what awaits it.
#[derive(Clone, Debug)]
pub(crate) struct Flotilla<'u> {
    pub(crate) units: SmallVec<[Passenger<'u>; MOST]>,
    /// The landing hexes of snipers who come back.
    pub(crate) snipers: &'u [Hex],
    /// Which of the hexes named here are west-bank shore hexes.
    pub(crate) shore: &'u [Hex],
    /// Hexes with German ground units near the landings.
    pub(crate) germans: &'u [Hex],
    /// Landing hexes held by Russian ground units.
    pub(crate) russians: &'u [Hex],
    /// Where the headquarters stands on the west bank.
    pub(crate) headquarters: Option<Hex>,
    /// Landing hexes without stacking room for what is to land.
    pub(crate) full: &'u [Hex],
    pub(crate) summit_german: bool,
    pub(crate) freezing: bool,
    /// How many Fliegerkorps can fly by day.
    pub(crate) flyable: u8,
    pub(crate) river_interception: bool,
    /// Boat units that can still cross at night.
    pub(crate) night_boats: u8,
    pub(crate) day_boats: u8,
    pub(crate) turn: Option<u8>,
    pub(crate) index: DieIndex,
}

impl<'u> Flotilla<'u> {
    /// What the unit or sniper at `place` is called.
    fn name(&self, place: usize) -> &'u str {
        self.units.get(place).map_or("sniper", |passenger| &passenger.unit.name)
    }
}

/// Night or day.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Light {
    Night,
    /// The Russian air unit goes for a Fliegerkorps over the river (STAL-AIR-9).
    Dawn,
    Day,
    /// STAL-R24: snipers come last.
    Snipers,
    Over,
}

/// How the crossings stand.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct CrossingProgress {
    light: Light,
    next: u8,
    night_left: u8,
    day_left: u8,
    flyable: u8,
    /// Where each unit is, then each sniper.
    pub landings: [Landing; MOST],
}

/// A unit or sniper, its landing hex, and what is known of that before the first boat leaves.
#[derive(Clone, Copy, Debug)]
struct Try {
    landing: Hex,
    boats: u8,
    is_headquarters: bool,
    is_sniper: bool,
    night: bool,
    day: bool,
    under_the_summit: bool,
    under_the_shore: bool,
    next_to_german: bool,
    freezing: bool,
    held: bool,
    headquarters: bool,
}

/// Crossings that are allowed, up to their dice.
#[derive(Clone, Debug)]
pub struct Crossing {
    rules: Rules,
    index: DieIndex,
    tries: Vec<Try>,
    night_boats: u8,
    day_boats: u8,
    flyable: u8,
    river_interception: bool,
}

/// A column of the crossing chart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct HazardColumn(usize);

impl HazardColumn {
    fn very_bad(charts: &Charts) -> Self {
        Self(charts.tables.crossing.sheet().heads().len() - 1)
    }

    /// STAL-VOL-11: held between Minimal and Very Bad.
    fn of(charts: &Charts, levels: Factor) -> Self {
        Self(levels.floor().clamp(0, Self::very_bad(charts).0 as i32) as usize)
    }

    fn name(self, charts: &Charts) -> &str {
        &charts.tables.crossing.sheet().heads()[self.0]
    }
}

impl Try {
    /// STAL-VOL-9, STAL-R27 and STAL-VOL-10: the levels by which this landing is worse or better than Minimal.
    fn reckon<'s, T: Tally<'s>>(&self, hazards: &Hazards, tally: &mut T, part: Part, who: &'s str) {
        let mut add =
            |hazard: Hazard, why, clause| tally.add(part, Factor::whole(hazard.levels), who, why, clause);
        if self.under_the_summit {
            add(hazards.summit, "Germans control the summit nearby", "STAL-VOL-9");
        }
        if self.under_the_shore {
            add(hazards.shore, "a German unit on a shore hex nearby", "STAL-VOL-9");
        }
        if self.next_to_german && self.held {
            add(hazards.adjacent, "a German next to the Russian-held landing", "STAL-VOL-9");
        }
        if self.freezing {
            add(hazards.freeze, "the Volga is freezing", "STAL-VOL-9");
        }
        if self.headquarters {
            add(hazards.headquarters, "the headquarters in the landing hex", "STAL-VOL-10");
        }
    }

    /// STAL-VOL-12: automatically Very Bad by day under the Luftwaffe (STAL-AIR-8) or on an empty hex beside Germans, whatever the sum and the headquarters (STAL-R26).
    fn is_very_bad(&self, by_day: bool, flyable: u8) -> bool {
        (by_day && flyable > 0) || (self.next_to_german && !self.held)
    }

    fn column(&self, charts: &Charts, by_day: bool, flyable: u8) -> HazardColumn {
        if self.is_very_bad(by_day, flyable) {
            return HazardColumn::very_bad(charts);
        }
        let mut sums = Sums::default();
        self.reckon(&charts.hazards, &mut sums, HAZARDS[0], "");
        HazardColumn::of(charts, sums.total(HAZARDS[0]))
    }
}

impl Crossing {
    /// Refuses crossings that the rules do not allow, and reckons the hazard of each.
    pub(crate) fn reckon<'u, T: Tally<'u>>(
        rules: Rules,
        flotilla: &Flotilla<'u>,
        tally: &mut T,
    ) -> Result<Self, Refusal> {
        let tries = flotilla.tries(&rules)?;
        for (place, one) in tries.iter().enumerate() {
            one.reckon(&rules.hazards, tally, HAZARDS[place], flotilla.name(place));
        }
        Ok(Self {
            rules,
            index: flotilla.index,
            tries,
            night_boats: flotilla.night_boats,
            day_boats: flotilla.day_boats,
            flyable: flotilla.flyable,
            river_interception: flotilla.river_interception,
        })
    }

    /// The column of the first try in the chart.
    pub(crate) fn hazard_column(&self, by_day: bool) -> usize {
        self.tries[0].column(self.rules.get(), by_day, self.flyable).0
    }

    /// The same by its name.
    pub(crate) fn hazard(&self, by_day: bool) -> &'static str {
        HazardColumn(self.hazard_column(by_day)).name(self.rules.get())
    }

    /// STAL-R61: the try at `place` with what has landed before it: Russians now hold the hex, or the headquarters is there.
    fn as_it_is_now(&self, place: usize, progress: &CrossingProgress) -> Try {
        let mut now = self.tries[place];
        for (other, earlier) in self.tries.iter().enumerate() {
            let landed =
                other != place && earlier.landing == now.landing && progress.landings[other].is_across();
            now.held |= landed && !earlier.is_sniper;
            now.headquarters |= landed && earlier.is_headquarters;
        }
        now
    }

    /// Whether the try at `place` is made now.
    fn tries_now(&self, place: usize, progress: &CrossingProgress) -> bool {
        let one = &self.tries[place];
        match progress.light {
            // STAL-R25: a unit that needs more boats than are left stays where it is.
            Light::Night => one.night && one.boats <= progress.night_left,
            Light::Day => {
                one.day && progress.landings[place] == Landing::Stays && one.boats <= progress.day_left
            }
            Light::Snipers => one.is_sniper,
            Light::Dawn | Light::Over => false,
        }
    }

    /// Goes on to the next die: the next try, the interception at dawn, or the end.
    fn go_on(&self, progress: &mut CrossingProgress) {
        loop {
            while usize::from(progress.next) < self.tries.len() {
                if self.tries_now(progress.next.into(), progress) {
                    return;
                }
                progress.next += 1;
            }
            progress.next = 0;
            progress.light = match progress.light {
                Light::Night => Light::Dawn,
                Light::Dawn => Light::Day,
                Light::Day => Light::Snipers,
                Light::Snipers | Light::Over => Light::Over,
            };
            let waits_for_day =
                |place: usize| self.tries[place].day && progress.landings[place] == Landing::Stays;
            let fight = self.river_interception && (0..self.tries.len()).any(waits_for_day);
            if progress.light == Light::Over || (progress.light == Light::Dawn && fight) {
                return;
            }
        }
    }

    /// What the boats bring: STAL-VOL-3 uses capacity for every try, STAL-VOL-8 takes some away for good.
    fn land(&self, progress: &mut CrossingProgress, landing: Landing) {
        let place = usize::from(progress.next);
        let boats = self.tries[place].boats;
        match progress.light {
            Light::Night => progress.night_left -= boats,
            Light::Day => progress.day_left -= boats,
            _ => {}
        }
        progress.landings[place] = landing;
        if landing == Landing::Destroyed && !self.tries[place].is_sniper {
            progress.night_left = progress.night_left.saturating_sub(self.rules.boats.lost);
            progress.day_left = progress.day_left.saturating_sub(self.rules.boats.lost);
        }
        progress.next += 1;
    }
}

impl Chain for Crossing {
    type State = CrossingProgress;

    fn start(&self) -> CrossingProgress {
        let (night_left, day_left) = (self.night_boats, self.day_boats);
        let landings = [Landing::Stays; MOST];
        let mut progress = CrossingProgress {
            light: Light::Night,
            next: 0,
            night_left,
            day_left,
            flyable: self.flyable,
            landings,
        };
        self.go_on(&mut progress);
        progress
    }

    fn is_done(&self, progress: &CrossingProgress) -> bool {
        progress.light == Light::Over
    }

    fn step<D: Dice>(&self, progress: &CrossingProgress, dice: &mut D) -> CrossingProgress {
        let mut now = *progress;
        if progress.light == Light::Dawn {
            // STAL-AIR-9: turned back or knocked out, it is not flyable for this daylight.
            let sortie = self.rules.sortie(air_combat(&self.rules, self.index, dice));
            now.flyable -= u8::from(!sortie.flies());
            now.light = Light::Day;
        } else {
            let place = usize::from(progress.next);
            let by_day = progress.light == Light::Day;
            let column = self.as_it_is_now(place, progress).column(&self.rules, by_day, progress.flyable);
            // STAL-VOL-4; STAL-VOL-13 for a sniper, at the night's hazard and without boats.
            let value = self.index.roll(dice, Purpose::new("crossing", "STAL-VOL-4"));
            self.land(&mut now, *self.rules.tables.crossing.at(value.row(), column.0));
        }
        self.go_on(&mut now);
        if self.is_done(&now) {
            // Boats and aircraft that are left decide nothing more.
            (now.night_left, now.day_left, now.flyable) = (0, 0, 0);
        }
        now
    }
}

impl Inquiry for Crossing {
    type Content = Charts;
    type Situation = Situation;
    const KIND: &'static str = "crossing";
    const TITLE: &'static str = "boats cross the Volga, at night and by day";
    const EXAMPLE: &'static str =
        include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/crossing.toml"));

    fn prepare<'s, T: Tally<'s>>(
        rules: Rules,
        situation: &'s Situation,
        tally: &mut T,
    ) -> Result<Self, Refusal> {
        Self::reckon(rules, &situation.flotilla(rules.get()), tally)
    }

    fn facts(&self, situation: &Situation) -> Vec<Fact> {
        let (flotilla, mut facts) = (situation.flotilla(&self.rules), Vec::new());
        for (place, one) in self.tries.iter().enumerate() {
            let who = flotilla.name(place);
            let mut say = |label, by_day| {
                let why = match (one.is_very_bad(by_day, self.flyable), by_day && self.flyable > 0) {
                    (true, true) => (", for a Fliegerkorps can fly", "STAL-VOL-12"),
                    (true, false) => (", for the hex is empty and next to a German", "STAL-VOL-12"),
                    (false, _) => ("", "STAL-VOL-11"),
                };
                let column = one.column(&self.rules, by_day, self.flyable).name(&self.rules);
                facts.push(Fact::new(label, format!("{who} to {}: {column}{}", one.landing, why.0), why.1));
            };
            if one.night || one.is_sniper {
                say("night", false);
            }
            if one.day {
                say("day", true);
            }
        }
        if let Ok(odds) = chance::odds(self) {
            for place in 0..self.tries.len() {
                let across = odds.chance(|end| end.landings[place].is_across());
                let lost = odds.chance(|end| end.landings[place] == Landing::Destroyed);
                let stays = odds.chance(|end| end.landings[place] == Landing::Stays);
                let words = format!(
                    "{}: across {across}, destroyed {lost}, still east {stays}",
                    flotilla.name(place)
                );
                facts.push(Fact::new("in all", words, "STAL-VOL-4"));
            }
        }
        facts
    }

    fn chart(&self) -> Option<Chart> {
        let mut columns: Vec<String> = Vec::new();
        let mut read = |column: HazardColumn| {
            let name = column.name(&self.rules);
            if !columns.iter().any(|known| known == name) {
                columns.push(name.to_owned());
            }
        };
        for one in &self.tries {
            if one.night || one.is_sniper {
                read(one.column(&self.rules, false, self.flyable));
            }
            if one.day {
                read(one.column(&self.rules, true, self.flyable));
            }
        }
        Some(Chart { table: "crossing", columns })
    }

    fn tell(&self, situation: &Situation, end: &CrossingProgress) -> Told {
        let flotilla = situation.flotilla(&self.rules);
        let landings = &end.landings[..self.tries.len()];
        let result: Vec<&str> = landings.iter().map(|landing| landing.name()).collect();
        let words: Vec<String> = landings
            .iter()
            .enumerate()
            .map(|(place, &landing)| self.tell_one(&flotilla, place, landing))
            .collect();
        let count = |wanted: fn(Landing) -> bool| {
            Factor::whole(landings.iter().filter(|landing| wanted(**landing)).count() as i32)
        };
        let mut told = Told::new(result.join(", "), words.join("; "));
        for (place, words) in words.into_iter().enumerate() {
            told = told.does(flotilla.name(place), result[place], words);
        }
        for landing in landings {
            if !told.clauses.contains(&landing.clause()) {
                told = told.by(landing.clause());
            }
        }
        if self.tries.iter().any(|attempt| attempt.is_sniper) {
            told = told.by("STAL-VOL-13");
        }
        told.measuring("across", count(Landing::is_across))
            .measuring("destroyed", count(|landing| landing == Landing::Destroyed))
            .measuring("still east", count(|landing| landing == Landing::Stays))
    }
}

impl Crossing {
    fn tell_one(&self, flotilla: &Flotilla<'_>, place: usize, landing: Landing) -> String {
        let (who, lost) = (flotilla.name(place), self.rules.boats.lost);
        let at = self.tries[place].landing;
        let sniper = self.tries[place].is_sniper;
        let replaced = flotilla.units.get(place).is_some_and(|passenger| passenger.unit.replaced);
        match landing {
            // STAL-VOL-13: a sniper across can be placed next time, Disrupted or not.
            Landing::Ready | Landing::Crossed if sniper => format!("{who} is available again"),
            Landing::Ready => format!("{who} lands in {at}, ready to move and fight"),
            Landing::Crossed => format!("{who} lands in {at}, Disrupted"),
            Landing::Stays => format!("{who} stays on the east bank"),
            Landing::Destroyed if sniper => format!("{who} is out for good"),
            Landing::Destroyed if !replaced => {
                format!("{who} is lost for good, boats -{lost}")
            }
            Landing::Destroyed => {
                let back = back_after(&self.rules, self.rules.delays.drowned, flotilla.turn);
                format!("{who} is lost, {back}, boats -{lost}")
            }
        }
    }
}
