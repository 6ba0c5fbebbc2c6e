//! Light weapons on the table: allotments, then band after band (chapter LWF).

use kit::{Dice, Journal, Purpose, flow::Procedure, position::UnitId, tabletop::Point};
use smallvec::SmallVec;

use super::{Lines, VOLLEYS, weapons::men_of};
use crate::{
    charts::Class,
    game::Skirmish,
    harm::{Men, Tests},
    light_fire::{Against, BANDS, LightFire, Volley, shelter_of_most},
    maneuver::{Maneuver, Shooter},
    state::Flags,
    words::{Dead, Effect},
};

/// Light weapons of a unit at one enemy: who fires, and what that comes to once it is declared (SKIR-LWF-2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Allotment {
    pub(crate) target: UnitId,
    pub(crate) bearers: Men,
    /// Shots in each band, as they were when fire was opened.
    pub(crate) shots: [u16; 3],
    /// The chart, and the shelter of most who can be hit.
    pub(crate) against: Against,
}

/// The light fire that was allotted, unit after unit and band after band (SKIR-LWF-4); then the tests.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Volleys {
    pub(crate) unit: UnitId,
    pub(crate) moving: bool,
    /// Which of the allotments.
    pub(crate) place: u8,
    /// The band whose die is next.
    pub(crate) band: u8,
}

const VOLLEY: Purpose = Purpose::new("volley", "SKIR-LWF-4");

impl Skirmish {
    /// SKIR-LWF-7, SKIR-LWF-8, SKIR-LWF-10: the fire of some bearers of a unit at another, if anybody bears.
    pub(crate) fn volley(
        &self,
        unit: UnitId,
        moving: bool,
        target: UnitId,
        bearers: Men,
        lines: &Lines<'_>,
    ) -> Option<LightFire> {
        let hittable = lines.hittable(unit, target);
        let against = self.against(unit, target, hittable, lines)?;
        let victim = self.victim(target);
        let mut volley = Volley {
            shooter: self.shooter(unit, moving),
            shots: [0; 3],
            victim,
            moving: self.has_moved(target),
            against,
            hittable: match against {
                Against::Men(_) if self.board.is_afoot(target) => hittable.count_ones() as u8,
                _ => victim.start.men(),
            },
        };
        for gun in self.light_weapons(unit, 0, 0).iter().filter(|gun| bearers >> gun.bearer & 1 == 1) {
            if let Some(band) = self.band(unit, gun, target, hittable, moving, lines) {
                volley.shots[band as usize] += gun.weapon.shots.of(moving);
            }
        }
        volley.ready::<kit::Silent>().ok()
    }

    /// SKIR-R120: which chart a volley at a unit is read on; none if light weapons do nothing to it.
    fn against(&self, unit: UnitId, target: UnitId, hittable: Men, lines: &Lines<'_>) -> Option<Against> {
        let chart = self.board.chart(target);
        let from = self.at(unit);
        if hittable == 0 {
            return None;
        }
        if self.board.is_afoot(target) {
            let mut men = [0u16; 4];
            for man in men_of(hittable) {
                men[lines.shelter_of_man(target, man, from) as usize] += 1;
            }
            return Some(Against::Men(shelter_of_most(men)));
        }
        if chart.class == Class::Gun {
            let [hull, _] = self.aspects(target, from);
            return Some(Against::gun_crew(chart, lines.shelter_of_model(target, from), hull.face));
        }
        let higher = lines.highest(unit) - lines.elevation(target, None);
        Against::vehicle::<kit::Silent>(chart, higher, self.board.rules.get()).ok()
    }

    /// A unit about to fire, as the chapters see it.
    pub(crate) fn shooter(&self, unit: UnitId, moving: bool) -> Shooter {
        let (chart, state) = (self.board.chart(unit), self.board.unit(unit));
        Shooter {
            unit: chart,
            maneuver: if moving { Maneuver::MoveAndFire } else { Maneuver::Fire },
            cs: chart.cs,
            men: state.alive,
            no_fire: state.is(Flags::NO_FIRE),
            fleeing: state.is(Flags::FLEEING),
        }
    }

    /// SKIR-LWF-9: which of these men fall first: by rank, the leader last, the nearest to the firer first.
    pub(crate) fn who_falls(&self, unit: UnitId, among: Men, dead: u8, from: Point) -> Men {
        let (chart, state) = (self.board.chart(unit), self.board.unit(unit));
        let mut order: SmallVec<[_; 16]> = men_of(among)
            .map(|man| {
                let rank = chart.arms.get(usize::from(man)).map_or(0, |arm| arm.rank);
                let rank = if man == state.leader { u8::MAX } else { rank };
                (rank, self.place(unit, man).square_to(from), man)
            })
            .collect();
        order.sort_unstable();
        order.iter().take(dead.into()).fold(0, |men, (.., man)| men | 1 << man)
    }
}

impl Volleys {
    fn allotted(self, game: &Skirmish) -> Option<Allotment> {
        let allotted = game.fire.volleys.get(usize::from(self.place)).copied().flatten()?;
        game.board.is_on_table(allotted.target).then_some(allotted)
    }

    /// The column of the chart for the shots of this band; none if nobody fires in it.
    fn column(self, game: &Skirmish) -> Option<(Allotment, usize)> {
        let allotted = self.allotted(game)?;
        let shots = allotted.shots[usize::from(self.band)];
        let column = allotted.against.column_for(shots, game.board.rules.get())?;
        Some((allotted, column.into()))
    }
}

impl Procedure<Skirmish> for Volleys {
    /// SKIR-LWF-5: die and CS, if a die was rolled.
    type End = Option<u32>;

    fn throw<D: Dice>(self, game: &Skirmish, dice: &mut D) -> Option<u32> {
        self.column(game)?;
        let of = game.board.rules.die_of(BANDS[usize::from(self.band)]);
        Some(u32::from(dice.roll(of, VOLLEY)) + u32::from(game.board.chart(self.unit).cs))
    }

    fn apply<J: Journal>(self, game: &mut Skirmish, index: Option<u32>, journal: &mut J) {
        let fired = self.column(game);
        if self.band < 2 && self.allotted(game).is_some() {
            game.flow.goto(Self { band: self.band + 1, ..self });
        } else if usize::from(self.place) + 1 < VOLLEYS {
            game.flow.goto(Self { place: self.place + 1, band: 0, ..self });
        } else {
            game.flow.goto(Tests);
        }
        if let (Some((allotted, column)), Some(index)) = (fired, index) {
            self.hit(game, allotted, (index, column), journal);
        }
    }
}

impl Volleys {
    fn hit<J: Journal>(
        self,
        game: &mut Skirmish,
        Allotment { target, shots, against, .. }: Allotment,
        (index, column): (u32, usize),
        journal: &mut J,
    ) {
        let charts = game.board.rules.get();
        let moving = usize::from(game.has_moved(target));
        let shots = shots[usize::from(self.band)];
        let band = BANDS[usize::from(self.band)].name();
        let say = |game: &Skirmish, journal: &mut J, what: &str| {
            let shots = if shots == 1 { "one shot".to_owned() } else { format!("{shots} shots") };
            let fire = format!("fires {shots} at {}, {band} range: {what}", game.name(target));
            game.tell_of_fire(self.unit, target, journal, "SKIR-LWF-4", &fire);
        };
        if against == Against::Vehicle {
            let chart = &charts.tables.volley_on_vehicles;
            let effect = *chart.at(chart.row_at(moving, index), column);
            say(game, journal, &effect.in_words());
            return game.suffer(target, &effect, false, journal);
        }
        let chart = &charts.tables.volley_on_men;
        // SKIR-LWF-7: no more than can be hit.
        let killed = chart.at(chart.row_at(moving, index), column).unwrap_or(0) as u8;
        let among = Lines::known_to(game, self.unit).hittable(self.unit, target);
        if game.board.is_afoot(target) {
            let fallen = game.who_falls(target, among, killed, game.at(self.unit));
            let words = match fallen.count_ones() {
                0 => "nobody falls".to_owned(),
                1 => "one man falls".to_owned(),
                men => format!("{men} men fall"),
            };
            say(game, journal, &words);
            game.lose_men(target, fallen, false, journal);
        } else {
            // SKIR-FRG-8, SKIR-LWF-12: crews are numbers; with passengers it goes by lot.
            let killed = killed.min(game.condition(target).men());
            if killed == 0 {
                return say(game, journal, "nobody falls");
            }
            say(game, journal, &format!("{killed} dead"));
            let effect = Effect { dead: Dead::Some(killed), ..Effect::NOTHING };
            game.suffer(target, &effect, false, journal);
        }
    }
}
