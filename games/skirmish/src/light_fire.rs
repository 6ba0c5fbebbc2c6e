//! Light weapons: one volley of a unit at one enemy unit.

use kit::{Chain, Dice, Factor, Objection, Part, Purpose, Tally, objection::no_if};
use smallvec::SmallVec;

use crate::{
    charts::{Band, Charts, Hold, LightWeapon, Unit},
    condition::{Condition, Due, Victim},
    geometry::Face,
    maneuver::Shooter,
    shell::shield_shelter,
    words::Shelter,
};

/// Shots of a band.
const SHOTS: Part = Part::own(3, "shots");
/// What CS adds.
const DIE: Part = Part::own(4, "to each die");

/// The bands of small arms, nearest first (SKIR-LWF-4).
pub(crate) const BANDS: [Band; 3] = [Band::Short, Band::Effective, Band::Long];

/// Which chart a volley is read on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Against {
    /// Unarmored vehicles.
    Vehicle,
    /// Men in this shelter.
    Men(Shelter),
}

impl Against {
    /// SKIR-LWF-10, SKIR-LWF-12: a vehicle itself if it has no armor, else the men in its open top from above.
    pub fn vehicle<E: Objection>(unit: &Unit, higher_mm: i32, charts: &Charts) -> Result<Self, E> {
        if !unit.is_armored() {
            return Ok(Self::Vehicle);
        }
        no_if(!unit.open_top, "SKIR-LWF-12", &unit.id, || {
            format!("light weapons do nothing to {}: it is armored", unit.name)
        })?;
        no_if(higher_mm < charts.limits.above.into(), "SKIR-LWF-12", &unit.id, || {
            format!("the men in {} are hit only from 50 mm above, not {higher_mm}", unit.name)
        })?;
        Ok(Self::Men(Shelter::Medium))
    }

    /// SKIR-TER-6, SKIR-FRG-8: a gun's crew is behind its shield or in the shelter of its place, whichever is better.
    pub fn gun_crew(unit: &Unit, shelter: Shelter, face: Face) -> Self {
        Self::Men(shelter.max(shield_shelter(unit, face)))
    }

    /// The column of a number of shots (SKIR-LWF-6); none for no shots.
    pub(crate) fn column_for(self, shots: u16, charts: &Charts) -> Option<u8> {
        if shots == 0 {
            return None;
        }
        let column = match self {
            Self::Vehicle => charts.tables.volley_on_vehicles.sheet().column_for(shots.into())?,
            Self::Men(shelter) => {
                let group = charts.shot_groups.iter().rposition(|&least| shots >= least)?;
                group * 3 + usize::from(shelter >= Shelter::Soft) + usize::from(shelter >= Shelter::Medium)
            }
        };
        Some(column as u8)
    }
}

/// SKIR-LWF-8: the shelter of most of the men, ties to the better; `men` are counted by their shelters.
pub(crate) fn shelter_of_most(men: [u16; 4]) -> Shelter {
    let all = [Shelter::None, Shelter::Soft, Shelter::Medium, Shelter::Hard];
    all.into_iter().max_by_key(|&shelter| (men[shelter as usize], shelter)).unwrap_or_default()
}

/// All light fire of one unit in one action at one enemy unit; whether it may fire is judged before.
#[derive(Clone, Copy, Debug)]
pub struct Volley {
    pub(crate) shooter: Shooter,
    /// Shots in each band.
    pub shots: [u16; 3],
    pub(crate) victim: Victim,
    /// Whether the target moved in its last action.
    pub(crate) moving: bool,
    pub(crate) against: Against,
    /// Men who can be hit (SKIR-LWF-7).
    pub(crate) hittable: u8,
}

impl Volley {
    /// SKIR-LWF-1, SKIR-LWF-3, SKIR-LWF-4: so many like weapons fire at somebody so far away; false if they cannot.
    pub(crate) fn fire<'s, T: Tally<'s>>(
        &mut self,
        weapon: &'static LightWeapon,
        count: u8,
        mm: u32,
        tally: &mut T,
    ) -> bool {
        let each = weapon.shots.of(self.shooter.is_moving(&self.victim.rules));
        let Some(band) = weapon.ranges.band(mm).filter(|_| each > 0 && count > 0) else { return false };
        self.shots[band as usize] += u16::from(count) * each;
        let amount = Factor::whole(i32::from(count) * i32::from(each));
        tally.explain(SHOTS, amount, &self.shooter.unit.id, "SKIR-LWF-1", || {
            format!("{count} x {}, {each} shots each, {} range", weapon.id, band.name())
        });
        true
    }

    /// SKIR-LWF-5: what the skill of those who fire adds.
    pub(crate) fn reckon_skill<'s, T: Tally<'s>>(&self, tally: &mut T) {
        let Shooter { unit, cs, .. } = self.shooter;
        tally.add(DIE, Factor::whole(cs.into()), &unit.id, "Combat Skill of the firer", "SKIR-LWF-5");
    }

    /// Reads the charts, so that only dice are left.
    pub(crate) fn ready<E: Objection>(self) -> Result<LightFire, E> {
        let unit = self.shooter.unit;
        no_if(self.shots == [0; 3], "SKIR-LWF-6", &unit.id, || {
            format!("no light weapon of {} bears on the target", unit.name)
        })?;
        let columns = self.shots.map(|shots| self.against.column_for(shots, &self.victim.rules));
        Ok(LightFire { volley: self, columns })
    }
}

/// The weapons a unit still has: SKIR-LWF-9 says who has fallen, SKIR-CRW-3 what a last man serves.
pub(crate) fn bearers(shooter: &Shooter, charts: &Charts) -> SmallVec<[(&'static Hold, u8); 8]> {
    let unit = shooter.unit;
    let mut held: SmallVec<[(&Hold, u8); 8]> = unit.light.iter().map(|hold| (hold, hold.count)).collect();
    if !unit.is_vehicle() {
        for place in falling_order(unit).take((unit.men - shooter.men).into()) {
            held[place].1 = held[place].1.saturating_sub(1);
        }
    }
    if shooter.is_last_man(charts) {
        let shots = |(hold, _): &&(&Hold, u8)| charts.light[hold.place].shots.stationary;
        let best = held.iter().filter(|(_, count)| *count > 0).max_by_key(shots);
        return best.map(|(hold, _)| (*hold, 1)).into_iter().collect();
    }
    held
}

/// SKIR-LWF-9: the places of a team's weapons as their bearers fall: by rank, the leader (listed first) last.
pub(crate) fn falling_order(team: &Unit) -> impl Iterator<Item = usize> {
    let men = |(place, hold): (usize, &Hold)| (hold.rank, place, hold.count - u8::from(place == 0));
    let mut order: SmallVec<[(u8, usize, u8); 8]> = team.light.iter().enumerate().map(men).collect();
    order.sort_unstable();
    let followers = order.into_iter().flat_map(|(_, place, men)| std::iter::repeat_n(place, men.into()));
    followers.chain([0])
}

/// A volley ready for its dice.
#[derive(Clone, Copy, Debug)]
pub struct LightFire {
    /// Who fires at whom.
    pub volley: Volley,
    pub(crate) columns: [Option<u8>; 3],
}

/// How far a volley is, and what it has done.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct VolleyState {
    /// The band whose die is next; three when all are rolled.
    pub(crate) band: u8,
    pub(crate) fallen: u8,
    /// A `+CT` came up.
    pub(crate) frightened: bool,
    pub(crate) due: Due,
    /// How the target stands.
    pub now: Condition,
}

const VOLLEY: Purpose = Purpose::new("volley", "SKIR-LWF-4");

impl LightFire {
    fn fire<D: Dice>(&self, mut at: VolleyState, dice: &mut D) -> VolleyState {
        let charts = self.volley.victim.rules.get();
        let band = usize::from(at.band);
        at.band += 1;
        let Some(column) = self.columns[band] else { return self.after_band(at) };
        // SKIR-LWF-5: die + CS in the row of a stationary or moving target.
        let index =
            u32::from(dice.roll(charts.die_of(BANDS[band]), VOLLEY)) + u32::from(self.volley.shooter.cs);
        let moving = usize::from(self.volley.moving);
        match self.volley.against {
            Against::Vehicle => {
                let chart = &charts.tables.volley_on_vehicles;
                let effect = chart.at(chart.row_at(moving, index), column.into());
                let (now, due) = self.volley.victim.suffer(at.now, effect, false);
                at.frightened |= effect.courage;
                (at.now, at.due) = (now, Due { courage: false, ..due });
            }
            Against::Men(_) => {
                let chart = &charts.tables.volley_on_men;
                let row = chart.row_at(moving, index);
                let killed = chart.at(row, column.into()).unwrap_or(0) as u8;
                // SKIR-LWF-7: no more than can be hit.
                let killed = killed.min(self.volley.hittable.saturating_sub(at.fallen)).min(at.now.men());
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
    fn after_band(&self, mut at: VolleyState) -> VolleyState {
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
        if let Against::Men(_) = self.volley.against {
            let before = Condition { crew: at.now.crew + at.fallen, ..at.now };
            if at.now.riders == 0 && self.volley.victim.start.riders == 0 {
                (at.now, at.due) = self.volley.victim.lose_men(before, at.fallen);
            } else {
                (at.now, at.due) = self.volley.victim.settle(at.now, at.due);
            }
        }
        at.due.courage |= at.frightened && at.now.men() > 0;
        (at.fallen, at.frightened) = (0, false);
        at
    }
}

impl VolleyState {
    const fn bands_left(&self) -> bool {
        self.band < 3
    }
}

impl Chain for LightFire {
    type State = VolleyState;

    fn start(&self) -> VolleyState {
        let at = VolleyState {
            band: 0,
            fallen: 0,
            frightened: false,
            due: Due::NOTHING,
            now: self.volley.victim.start,
        };
        self.after_band(at)
    }

    fn is_done(&self, at: &VolleyState) -> bool {
        !at.bands_left() && at.due == Due::NOTHING
    }

    fn step<D: Dice>(&self, at: &VolleyState, dice: &mut D) -> VolleyState {
        let mut at = *at;
        if at.due != Due::NOTHING {
            (at.now, at.due) = self.volley.victim.face_it(at.now, at.due, dice);
            return if at.due == Due::NOTHING && at.bands_left() { self.after_band(at) } else { at };
        }
        self.fire(at, dice)
    }
}
