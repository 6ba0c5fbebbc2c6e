//! What fire promises: losses on the mean of the dice, in hundredths of a point.

use kit::position::UnitId;

use crate::{
    attack::{Attack, Choice, Shot, Strike},
    charts::Class,
    game::Skirmish,
    geometry::Aspect,
    light_fire::{Against, BANDS},
    words::Shelter,
};

/// How a target is met.
#[derive(Clone, Copy)]
pub(super) struct Meeting {
    /// Who fires.
    pub(super) firer: UnitId,
    /// At whom.
    pub(super) target: UnitId,
    /// How far away it is.
    pub(super) mm: u32,
    /// What covers it.
    pub(super) shelter: Shelter,
    /// Whether it moved.
    pub(super) moved: bool,
    /// Whether the firer moves, and so has its Moving shots.
    pub(super) moving: bool,
    /// How a shot meets its hull and its turret.
    pub(super) aspects: [Aspect; 2],
}

impl Skirmish {
    /// What a man of a unit is worth, in hundredths of a point; leaders and fear for the rest count a little.
    pub(super) fn worth_of_man(&self, unit: UnitId) -> i32 {
        let (chart, state) = (self.board.chart(unit), self.board.unit(unit));
        let points = if self.board.is_afoot(unit) && !chart.is_team() { 10 } else { i32::from(chart.points) };
        points * 120 / i32::from(state.strength.max(1))
    }

    /// What the losses of a target are worth that one action of fire promises.
    pub(super) fn promise(&self, meeting: &Meeting) -> i32 {
        let shots = self.shots(meeting.firer, meeting.mm, meeting.moving);
        // Not every man of a team has a line.
        let shots = if self.board.is_afoot(meeting.firer) { shots.map(|count| count * 3 / 4) } else { shots };
        self.volley_promise(meeting, shots) + self.shells_promise(meeting)
    }

    /// What a volley of so many shots by band promises.
    pub(super) fn volley_promise(&self, meeting: &Meeting, shots: [u16; 3]) -> i32 {
        let (charts, weights) = (self.board.rules.get(), &self.board.weights().fire);
        let target = self.board.chart(meeting.target);
        let is_afoot = self.board.is_afoot(meeting.target);
        if !is_afoot && target.is_armored() {
            return 0;
        }
        let against = match target.class {
            Class::Vehicle(_) if !is_afoot => Against::Vehicle,
            Class::Gun if !is_afoot => Against::gun_crew(target, meeting.shelter, meeting.aspects[0].face),
            _ => Against::Men(meeting.shelter),
        };
        let cs = u32::from(self.board.chart(meeting.firer).cs);
        let mut men = 0;
        for (band, count) in BANDS.into_iter().zip(shots) {
            let Some(column) = against.column_for(count, charts) else { continue };
            let sides = u32::from(charts.die_of(band).sides());
            let moved = usize::from(meeting.moved);
            let sum: i32 = (1..=sides)
                .map(|face| match against {
                    Against::Men(_) => {
                        let chart = &charts.tables.volley_on_men;
                        i32::from(chart.at(chart.row_at(moved, face + cs), column.into()).unwrap_or(0)) * 100
                    }
                    Against::Vehicle => {
                        let chart = &charts.tables.volley_on_vehicles;
                        let effect = chart.at(chart.row_at(moved, face + cs), column.into());
                        // A vehicle is worth about three men of its kind.
                        if effect.courage { weights.shaken } else { weights.hit }
                    }
                })
                .sum();
            men += sum / sides as i32;
        }
        self.toll(meeting.target, men)
    }

    /// What it is worth that so many hundredths of a man fall, with the fear of those who are left (SKIR-MOR-1).
    fn toll(&self, unit: UnitId, men: i32) -> i32 {
        let state = self.board.unit(unit);
        let (alive, strength) = (i32::from(state.alive) * 100, i32::from(state.strength) * 100);
        let men = men.min(alive);
        let left = alive - men;
        // How sure it is that they come to half strength: by one man more or less than the mean.
        let sure = (strength / 2 - left + 100).clamp(0, 200) / 2;
        let fear = if men < 30 { sure * men / 30 } else { sure };
        (men + left * fear / 100 * self.board.weights().fire.flight / 100) * self.worth_of_man(unit) / 100
    }

    /// Shots of light weapons by band.
    fn shots(&self, unit: UnitId, mm: u32, moving: bool) -> [u16; 3] {
        let charts = self.board.rules.get();
        let (chart, state) = (self.board.chart(unit), self.board.unit(unit));
        let mut shots = [0; 3];
        let mut add = |place: usize, count: u16| {
            let weapon = &charts.light[place];
            if let Some(band) = weapon.ranges.band(mm) {
                shots[band as usize] += weapon.shots.of(moving) * count;
            }
        };
        if chart.is_team() {
            for (man, _) in self.board.living(unit) {
                if let Some(place) = chart.arms.get(usize::from(man)).and_then(|arm| arm.light) {
                    add(place.into(), 1);
                }
            }
        } else if chart.is_vehicle() && self.board.is_model(unit) {
            let lost = state.mgs.count_ones() as u16;
            for hold in &chart.light {
                add(hold.place, u16::from(hold.count).saturating_sub(lost));
            }
        }
        shots
    }

    /// What the shells of one action promise.
    pub(super) fn shells_promise(&self, meeting: &Meeting) -> i32 {
        let (charts, weights) = (self.board.rules.get(), &self.board.weights().fire);
        let (firer, target) = (self.board.chart(meeting.firer), self.board.chart(meeting.target));
        let state = self.board.unit(meeting.firer);
        if state.is(crate::state::Flags::GUN_OUT) || self.board.is_afoot(meeting.firer) != firer.is_team() {
            return 0;
        }
        let Some(weapon) = charts.heavy_weapon_of(firer) else { return 0 };
        let shells = i32::from(weapon.shots.of(meeting.moving));
        let Some(band) = weapon.ranges.band(meeting.mm) else { return 0 };
        if shells == 0 || firer.class == Class::Mortar && meeting.mm < weapon.least {
            return 0;
        }
        let is_model = self.board.is_model(meeting.target);
        let shelter = charts.shelter_against(meeting.shelter, weapon.calibre);
        let radius = i32::from(weapon.radius);
        if firer.class == Class::Mortar {
            let men = weights.blind(shelter) * radius * shells;
            return if is_model && target.is_armored() { 0 } else { self.toll(meeting.target, men) };
        }
        let shot = |row| Shot {
            band,
            cs: firer.cs,
            moving: meeting.moved,
            row,
            calibre: weapon.calibre,
            hull: meeting.aspects[0],
            turret: meeting.aspects[1],
            choice: Choice::Best,
            from_above: false,
        };
        if is_model {
            let rows = [weapon.ap_row, weapon.he_row];
            let best = rows.into_iter().flatten().map(|row| {
                let attack = Attack::on(target, shelter, &shot(Some(row)), charts);
                pierced(&attack)
            });
            return best.max().unwrap_or(0) * shells * i32::from(target.points) * weights.pierced / 100;
        }
        if weapon.he_row.is_none() {
            return 0;
        }
        let attack = Attack::on_man(shelter, &shot(weapon.he_row), charts);
        let sides = usize::from(attack.die.sides());
        let dead = attack.faces[..sides].iter().filter(|strike| **strike == Strike::Dead).count() as i32;
        let men = dead * 100 / sides as i32 + weights.nearby(shelter) * radius;
        self.toll(meeting.target, men * shells)
    }
}

/// The chance that a shell strikes and pierces, in hundredths.
fn pierced(attack: &Attack) -> i32 {
    let sides = usize::from(attack.die.sides());
    let through = |place: u8| {
        let (needs, most) = (i32::from(attack.part(place).needs), i32::from(attack.pierce.sides()));
        if needs == 0 { 100 } else { (most - needs + 1).max(0) * 100 / most }
    };
    let sum: i32 = attack.faces[..sides]
        .iter()
        .map(|strike| match strike {
            Strike::Part(place) => through(*place),
            _ => 0,
        })
        .sum();
    sum / sides as i32
}
