//! Volga crossings: the hazard of a landing, and boats at night and by day.

mod landing;
mod situation;

use kit::{Chain, Chart, Dice, Fact, Factor, Inquiry, Part, Purpose, Refusal, Sums, Tally, Told, chance};

use crate::{
    air::{Sortie, air_combat},
    charts::charts,
    hexes::Hex,
    index::DieIndex,
    turns::back_after,
};
pub use landing::Landing;
pub use situation::{Passenger, Situation};

/// How many units and snipers one question takes: each has a sum of its own in the reckoning.
const MOST: usize = 5;
const HAZARDS: [Part; MOST] = [
    Part::own(3, "1st hazard"),
    Part::own(4, "2nd hazard"),
    Part::own(5, "3rd hazard"),
    Part::own(6, "4th hazard"),
    Part::own(7, "5th hazard"),
];

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
pub struct River {
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

/// The crossings of one Russian turn.
#[derive(Clone, Debug)]
pub struct Crossing {
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
    fn very_bad() -> Self {
        Self(charts().tables.crossing.sheet().heads().len() - 1)
    }

    /// STAL-VOL-11: held between Minimal and Very Bad.
    fn of(levels: Factor) -> Self {
        Self(levels.floor().clamp(0, Self::very_bad().0 as i32) as usize)
    }

    fn name(self) -> &'static str {
        &charts().tables.crossing.sheet().heads()[self.0]
    }
}

impl Try {
    /// STAL-VOL-9, STAL-R27 and STAL-VOL-10: the levels by which this landing is worse or better than Minimal.
    fn reckon<'s, T: Tally<'s>>(&self, tally: &mut T, part: Part, who: &'s str) {
        let hazards = charts().hazards;
        if self.under_the_summit {
            tally.add(part, hazards.summit.levels, who, "Germans control the summit nearby", "STAL-VOL-9");
        }
        if self.under_the_shore {
            tally.add(part, hazards.shore.levels, who, "a German unit on a shore hex nearby", "STAL-VOL-9");
        }
        if self.next_to_german && self.held {
            tally.add(
                part,
                hazards.adjacent.levels,
                who,
                "a German next to the Russian-held landing",
                "STAL-VOL-9",
            );
        }
        if self.freezing {
            tally.add(part, hazards.freeze.levels, who, "the Volga is freezing", "STAL-VOL-9");
        }
        if self.headquarters {
            tally.add(
                part,
                hazards.headquarters.levels,
                who,
                "the headquarters in the landing hex",
                "STAL-VOL-10",
            );
        }
    }

    /// STAL-VOL-12: automatically Very Bad by day under the Luftwaffe (STAL-AIR-8) or on an empty hex beside Germans, whatever the sum and the headquarters (STAL-R26).
    fn is_very_bad(&self, by_day: bool, flyable: u8) -> bool {
        (by_day && flyable > 0) || (self.next_to_german && !self.held)
    }

    fn column(&self, by_day: bool, flyable: u8) -> HazardColumn {
        if self.is_very_bad(by_day, flyable) {
            return HazardColumn::very_bad();
        }
        let mut sums = Sums::default();
        self.reckon(&mut sums, HAZARDS[0], "");
        HazardColumn::of(sums.total(HAZARDS[0]))
    }
}

impl Crossing {
    /// STAL-R61: the try at `place` with what has landed before it: Russians now hold the hex, or the headquarters is there.
    fn as_it_is_now(&self, place: usize, river: &River) -> Try {
        let mut now = self.tries[place];
        for (other, earlier) in self.tries.iter().enumerate() {
            let landed =
                other != place && earlier.landing == now.landing && river.landings[other].is_across();
            now.held |= landed && !earlier.is_sniper;
            now.headquarters |= landed && earlier.is_headquarters;
        }
        now
    }

    /// Whether the try at `place` is made now.
    fn tries_now(&self, place: usize, river: &River) -> bool {
        let one = &self.tries[place];
        match river.light {
            // STAL-R25: a unit that needs more boats than are left stays where it is.
            Light::Night => one.night && one.boats <= river.night_left,
            Light::Day => one.day && river.landings[place] == Landing::Stays && one.boats <= river.day_left,
            Light::Snipers => one.is_sniper,
            Light::Dawn | Light::Over => false,
        }
    }

    /// Goes on to the next die: the next try, the interception at dawn, or the end.
    fn go_on(&self, river: &mut River) {
        loop {
            while usize::from(river.next) < self.tries.len() {
                if self.tries_now(river.next.into(), river) {
                    return;
                }
                river.next += 1;
            }
            river.next = 0;
            river.light = match river.light {
                Light::Night => Light::Dawn,
                Light::Dawn => Light::Day,
                Light::Day => Light::Snipers,
                Light::Snipers | Light::Over => Light::Over,
            };
            let waits_for_day =
                |place: usize| self.tries[place].day && river.landings[place] == Landing::Stays;
            let fight = self.river_interception && (0..self.tries.len()).any(waits_for_day);
            if river.light == Light::Over || (river.light == Light::Dawn && fight) {
                return;
            }
        }
    }

    /// What the boats bring: STAL-VOL-3 uses capacity for every try, STAL-VOL-8 takes some away for good.
    fn land(&self, river: &mut River, landing: Landing) {
        let place = usize::from(river.next);
        let boats = self.tries[place].boats;
        match river.light {
            Light::Night => river.night_left -= boats,
            Light::Day => river.day_left -= boats,
            _ => {}
        }
        river.landings[place] = landing;
        if landing == Landing::Destroyed && !self.tries[place].is_sniper {
            river.night_left = river.night_left.saturating_sub(charts().boats.lost);
            river.day_left = river.day_left.saturating_sub(charts().boats.lost);
        }
        river.next += 1;
    }
}

impl Chain for Crossing {
    type State = River;

    fn start(&self) -> River {
        let (night_left, day_left) = (self.night_boats, self.day_boats);
        let landings = [Landing::Stays; MOST];
        let mut river =
            River { light: Light::Night, next: 0, night_left, day_left, flyable: self.flyable, landings };
        self.go_on(&mut river);
        river
    }

    fn is_done(&self, river: &River) -> bool {
        river.light == Light::Over
    }

    fn step<D: Dice>(&self, river: &River, dice: &mut D) -> River {
        let mut now = *river;
        if river.light == Light::Dawn {
            // STAL-AIR-9: turned back or knocked out, it is not flyable for this daylight.
            let sortie = Sortie::after(air_combat(self.index, dice));
            now.flyable -= u8::from(!sortie.flies);
            now.light = Light::Day;
        } else {
            let place = usize::from(river.next);
            let column = self.as_it_is_now(place, river).column(river.light == Light::Day, river.flyable);
            // STAL-VOL-4; STAL-VOL-13 for a sniper, at the night's hazard and without boats.
            let value = self.index.roll(dice, Purpose::new("crossing", "STAL-VOL-4"));
            self.land(&mut now, *charts().tables.crossing.at(value.row(), column.0));
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
    type Situation = Situation;
    const KIND: &'static str = "crossing";
    const TITLE: &'static str = "boats cross the Volga, at night and by day";
    const EXAMPLE: &'static str = include_str!("../../../examples/stalingrad/crossing.toml");

    fn prepare<'s, T: Tally<'s>>(situation: &'s Situation, tally: &mut T) -> Result<Self, Refusal> {
        let tries = situation.tries()?;
        for (place, one) in tries.iter().enumerate() {
            let who = situation.units.get(place).map_or("sniper", |passenger| passenger.unit.name.as_str());
            one.reckon(tally, HAZARDS[place], who);
        }
        Ok(Self {
            index: situation.die_index,
            tries,
            night_boats: situation.night_boats(),
            day_boats: situation.day_boats(),
            flyable: situation.flyable,
            river_interception: situation.river_interception,
        })
    }

    fn facts(&self, situation: &Situation) -> Vec<Fact> {
        let mut facts = Vec::new();
        for (place, one) in self.tries.iter().enumerate() {
            let who = name(situation, place);
            let mut say = |label, by_day| {
                let why = match (one.is_very_bad(by_day, self.flyable), by_day && self.flyable > 0) {
                    (true, true) => (", for a Fliegerkorps can fly", "STAL-VOL-12"),
                    (true, false) => (", for the hex is empty and next to a German", "STAL-VOL-12"),
                    (false, _) => ("", "STAL-VOL-11"),
                };
                let column = one.column(by_day, self.flyable).name();
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
                    name(situation, place)
                );
                facts.push(Fact::new("in all", words, "STAL-VOL-4"));
            }
        }
        facts
    }

    fn chart(&self) -> Option<Chart> {
        let mut columns: Vec<String> = Vec::new();
        let mut read = |column: HazardColumn| {
            if !columns.iter().any(|known| known == column.name()) {
                columns.push(column.name().to_owned());
            }
        };
        for one in &self.tries {
            if one.night || one.is_sniper {
                read(one.column(false, self.flyable));
            }
            if one.day {
                read(one.column(true, self.flyable));
            }
        }
        Some(Chart { table: "crossing", columns })
    }

    fn tell(&self, situation: &Situation, end: &River) -> Told {
        let landings = &end.landings[..self.tries.len()];
        let result: Vec<&str> = landings.iter().map(|landing| landing.name()).collect();
        let words: Vec<String> = landings
            .iter()
            .enumerate()
            .map(|(place, &landing)| self.tell_one(situation, place, landing))
            .collect();
        let count = |wanted: fn(Landing) -> bool| {
            Factor::whole(landings.iter().filter(|landing| wanted(**landing)).count() as i32)
        };
        let mut told = Told::new(result.join(", "), words.join("; "));
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
    fn tell_one(&self, situation: &Situation, place: usize, landing: Landing) -> String {
        let who = name(situation, place);
        let at = self.tries[place].landing;
        let sniper = self.tries[place].is_sniper;
        let replaced = situation.units.get(place).is_some_and(|passenger| passenger.unit.replaced);
        match landing {
            // STAL-VOL-13: a sniper across can be placed next time, Disrupted or not.
            Landing::Ready | Landing::Crossed if sniper => format!("{who} is available again"),
            Landing::Ready => format!("{who} lands in {at}, ready to move and fight"),
            Landing::Crossed => format!("{who} lands in {at}, Disrupted"),
            Landing::Stays => format!("{who} stays on the east bank"),
            Landing::Destroyed if sniper => format!("{who} is out for good"),
            Landing::Destroyed if !replaced => {
                format!("{who} is lost for good, boats -{}", charts().boats.lost)
            }
            Landing::Destroyed => {
                let back = back_after(charts().delays.drowned, situation.turn);
                format!("{who} is lost, {back}, boats -{}", charts().boats.lost)
            }
        }
    }
}

fn name(situation: &Situation, place: usize) -> &str {
    situation.units.get(place).map_or("sniper", |passenger| passenger.unit.name.as_str())
}
