//! Light weapons: one volley of a unit at one enemy unit.

use kit::{Chain, Chart, Dice, Fact, Factor, Inquiry, Part, Purpose, Refusal, Tally, Told};

mod situation;

pub use situation::{Mixed, Situation, Volley};

use crate::{
    charts::{Band, Class, charts},
    condition::{Condition, Due, Victim},
    report,
    words::{Hull, Shelter},
};

/// Shots of a band.
pub(crate) const SHOTS: Part = Part::own(3, "shots");
/// What CS adds.
pub(crate) const DIE: Part = Part::own(4, "to each die");

/// The bands of small arms, nearest first (SKIR-LWF-4).
pub(crate) const BANDS: [Band; 3] = [Band::Short, Band::Effective, Band::Long];

/// Which chart the volley is read on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Aim {
    /// Unarmored vehicles, by a column of shots for each band.
    Vehicle,
    /// Men in this shelter.
    Men(Shelter),
}

/// A volley ready for its dice.
#[derive(Clone, Copy, Debug)]
pub struct LightFire {
    /// Shots in each band.
    pub shots: [u16; 3],
    columns: [Option<u8>; 3],
    aim: Aim,
    cs: u8,
    moving: bool,
    /// What is fired at.
    pub victim: Victim,
    /// Men who can be hit (SKIR-LWF-7).
    pub hittable: u8,
}

/// A moment of the volley.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Moment {
    /// The band whose die is next; three when all are rolled.
    pub band: u8,
    /// Men lost to this volley.
    pub fallen: u8,
    /// A `+CT` came up.
    pub frightened: bool,
    /// What is still due.
    pub due: Due,
    /// How the target stands.
    pub now: Condition,
}

const VOLLEY: Purpose = Purpose::new("volley", "SKIR-LWF-4");

impl LightFire {
    fn fire<D: Dice>(&self, mut at: Moment, dice: &mut D) -> Moment {
        let charts = charts();
        let band = usize::from(at.band);
        at.band += 1;
        let Some(column) = self.columns[band] else { return self.after_band(at) };
        // SKIR-LWF-5: die + CS in the row of a stationary or moving target.
        let index = u32::from(dice.roll(charts.die_of(BANDS[band]), VOLLEY)) + u32::from(self.cs);
        let moving = usize::from(self.moving);
        match self.aim {
            Aim::Vehicle => {
                let chart = &charts.tables.volley_on_vehicles;
                let effect = chart.at(chart.row_at(moving, index), column.into());
                let (now, due) = self.victim.suffer(at.now, effect, false);
                at.frightened |= effect.courage;
                (at.now, at.due) = (now, Due { courage: false, ..due });
            }
            Aim::Men(_) => {
                let chart = &charts.tables.volley_on_men;
                let row = chart.row_at(moving, index);
                let killed = chart.at(row, column.into()).unwrap_or(0) as u8;
                // SKIR-LWF-7: no more than can be hit.
                let killed = killed.min(self.hittable.saturating_sub(at.fallen)).min(at.now.men());
                at.fallen += killed;
                if at.now.riders > 0 && killed < at.now.men() {
                    at.due.deaths = killed;
                } else {
                    let crew = at.now.crew.min(killed);
                    at.now.crew -= crew;
                    at.now.riders -= killed - crew;
                }
            }
        }
        self.after_band(at)
    }

    /// Goes on to the next band that has shots, or to the one CT of the volley (SKIR-LWF-13, SKIR-MOR-7).
    fn after_band(&self, mut at: Moment) -> Moment {
        if at.due.deaths > 0 {
            return at;
        }
        while at.bands_left() && self.columns[usize::from(at.band)].is_none() {
            at.band += 1;
        }
        if at.bands_left() && !at.now.is_gone() {
            return at;
        }
        at.band = 3;
        if let Aim::Men(_) = self.aim {
            let before = Condition { crew: at.now.crew + at.fallen, ..at.now };
            if at.now.riders == 0 && self.victim.start.riders == 0 {
                (at.now, at.due) = self.victim.lose_men(before, at.fallen);
            } else if at.now.crew == 0 {
                at.now.hull = at.now.hull.max(Hull::Abandoned);
            }
        }
        at.due.courage |= at.frightened && at.now.men() > 0;
        (at.fallen, at.frightened) = (0, false);
        at
    }
}

impl Moment {
    const fn bands_left(&self) -> bool {
        self.band < 3
    }
}

impl Chain for LightFire {
    type State = Moment;

    fn start(&self) -> Moment {
        let at = Moment { band: 0, fallen: 0, frightened: false, due: Due::NOTHING, now: self.victim.start };
        self.after_band(at)
    }

    fn is_done(&self, at: &Moment) -> bool {
        !at.bands_left() && at.due == Due::NOTHING
    }

    fn step<D: Dice>(&self, at: &Moment, dice: &mut D) -> Moment {
        let mut at = *at;
        if at.due != Due::NOTHING {
            (at.now, at.due) = self.victim.face_it(at.now, at.due, dice);
            return if at.due == Due::NOTHING && at.bands_left() { self.after_band(at) } else { at };
        }
        self.fire(at, dice)
    }
}

impl Inquiry for LightFire {
    type Situation = Situation;
    const KIND: &'static str = "light-fire";
    const TITLE: &'static str = "Light weapons: a volley at infantry, a gun crew or an unarmored vehicle";
    const EXAMPLE: &'static str = include_str!("../../../examples/skirmish/light-fire.toml");

    fn prepare<'s, T: Tally<'s>>(said: &'s Situation, tally: &mut T) -> Result<Self, Refusal> {
        situation::prepare(said, tally)
    }

    fn facts(&self, said: &Situation) -> Vec<Fact> {
        let charts = charts();
        let mut facts = Vec::new();
        for (band, &shots) in BANDS.iter().zip(&self.shots) {
            if shots > 0 {
                let words = format!("{shots} shots, {} + {}", charts.die_of(*band), self.cs);
                facts.push(Fact::new(band.name(), words, "SKIR-LWF-4"));
            }
        }
        match self.aim {
            Aim::Vehicle => facts.push(Fact::new("chart", "unarmored vehicles", "SKIR-LWF-10")),
            Aim::Men(shelter) => {
                let words = format!("men {}, {} can be hit", shelter.in_words(), self.hittable);
                facts.push(Fact::new("chart", words, "SKIR-LWF-7"));
            }
        }
        if self.victim.class == Class::Infantry {
            let half = self.victim.strength / 2;
            facts.push(Fact::new("courage", format!("a CT at {half} men or fewer"), "SKIR-LWF-13"));
            if let Some(order) = situation::falling_order(&said.target.unit) {
                facts.push(Fact::new("they fall", order, "SKIR-LWF-9"));
            }
        }
        facts
    }

    fn chart(&self) -> Option<Chart> {
        let charts = charts();
        let (table, heads) = match self.aim {
            Aim::Vehicle => ("light-fire-vehicles", charts.tables.volley_on_vehicles.sheet().heads()),
            Aim::Men(_) => ("light-fire-infantry", charts.tables.volley_on_men.sheet().heads()),
        };
        let columns =
            self.columns.iter().flatten().map(|&column| heads[usize::from(column)].clone()).collect();
        Some(Chart { table, columns })
    }

    fn tell(&self, _: &Situation, end: &Moment) -> Told {
        let harm = if matches!(self.victim.class, Class::Vehicle(_)) { "SKIR-LWF-11" } else { "SKIR-LWF-9" };
        report::tell(&self.victim, end.now, harm, "SKIR-LWF-1")
    }
}

/// The column of a number of shots (SKIR-LWF-6); none for no shots.
fn column_for(aim: Aim, shots: u16) -> Option<u8> {
    if shots == 0 {
        return None;
    }
    let charts = charts();
    let column = match aim {
        Aim::Vehicle => charts.tables.volley_on_vehicles.sheet().column_for(shots.into())?,
        Aim::Men(shelter) => {
            let group = charts.shot_groups.iter().rposition(|&least| shots >= least)?;
            group * 3 + usize::from(shelter >= Shelter::Soft) + usize::from(shelter >= Shelter::Medium)
        }
    };
    Some(column as u8)
}

/// A line for shots of a weapon.
fn line<'s, T: Tally<'s>>(tally: &mut T, who: &'s str, count: u8, weapon: &str, each: u16, band: Band) {
    let amount = Factor::whole(i32::from(count) * i32::from(each));
    tally.explain(SHOTS, amount, who, "SKIR-LWF-1", || {
        format!("{count} x {weapon}, {each} shots each, {} range", band.name())
    });
}
