//! One volley (LINE-X-MIS-1 to LINE-X-MIS-5).

use crate::{
    prelude::*,
    troop::{add_morale, settle_morale},
};
use sight::Sight;
use situation::{Firer, Situation};

pub(crate) mod sight;
pub mod situation;

const MORALE: Part = Part::own(3, "morale");

/// A shot that may be fired.
#[derive(Clone, Debug)]
pub struct Volley {
    morale: u16,
    row: Row,
    volleys_left: u8,
}

impl Chain for Volley {
    /// Whether the target keeps its order, once it has tested.
    type State = Option<bool>;

    fn start(&self) -> Option<bool> {
        None
    }

    fn is_done(&self, steady: &Option<bool>) -> bool {
        steady.is_some()
    }

    fn step<D: Dice>(&self, _: &Option<bool>, dice: &mut D) -> Option<bool> {
        Some(dice.at_most(Die::D6, self.morale, Test::Missile.purpose()))
    }
}

impl Inquiry for Volley {
    type Content = LineContent;
    type Situation = Situation;

    const KIND: &'static str = "missiles";
    const TITLE: &'static str = "One volley";
    const EXAMPLE: &'static str =
        include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/missiles.toml"));

    fn prepare<'s, T: Tally<'s>>(
        rules: Rules<LineContent>,
        situation: &'s Situation,
        tally: &mut T,
    ) -> Result<Self, Refusal> {
        let charts: &'static Charts = &rules.get().charts;
        let sight = Sight::take(charts, situation)?;
        let said = &situation.firer;
        let firer = said.called();
        let troop =
            Troop::new(charts, &said.unit, firer, said.status, &[], None)?.marching(firer, said.marching)?;
        let Firer { fired, in_enemy_zone, .. } = *said;
        let volleys = said.volleys.unwrap_or(charts.values.volleys as u8);
        let shooter = Shooter { fired, volleys, in_enemy_zone };
        may_fire::<Refusal>(firer, &troop, shooter, sight.distance)?;
        clear_of_mist::<Refusal>(charts, situation.scenario, situation.turn, sight.distance)?;
        let target = target(charts, situation)?;
        sight.is_open::<Refusal>(firer)?;
        let row = target.row_used(sight.row());
        let name = situation.target.called();
        let morale = target_morale(tally, name, &target, row, sight.distance);
        Ok(Self { morale, row, volleys_left: volleys - 1 })
    }

    fn facts(&self, situation: &Situation) -> Vec<Fact> {
        let name = situation.target.called();
        let firer = situation.firer.called();
        vec![
            Fact::new("row", format!("the shot comes from {}", self.row), "LINE-X-MIS-4"),
            Fact::new("test", format!("{name} keeps its order with {}", sixths(self.morale)), "LINE-X-MOR-1"),
            Fact::new(
                "volleys",
                format!("{firer} has {} left after this one", self.volleys_left),
                "LINE-X-MIS-1",
            ),
            Fact::new("afterwards", format!("{firer} cannot attack in this turn"), "LINE-X-MIS-1"),
        ]
    }

    fn tell(&self, situation: &Situation, end: &Option<bool>) -> Told {
        let name = situation.target.called();
        let disrupted = *end == Some(false);
        // LINE-X-MIS-5: missiles never eliminate.
        let told = if disrupted {
            Told::new("Disrupted", format!("{name} is Disrupted"))
        } else {
            Told::new("no effect", format!("{name} keeps its order"))
        };
        told.to(name).by("LINE-X-MIS-4").measuring("targets Disrupted", Factor::whole(disrupted.into()))
    }
}

/// The morale with which a unit that is shot at keeps its order (LINE-X-MIS-4).
pub(crate) fn target_morale<'s, T: Tally<'s>>(
    tally: &mut T,
    name: &'s str,
    target: &Troop,
    row: Row,
    distance: u8,
) -> u16 {
    add_morale(tally, MORALE, name, target, MoraleTest { row, ..MoraleTest::plain(Test::Missile) });
    add_circumstances(tally, name, target, row, distance);
    settle_morale(tally, MORALE, name, target)
}

/// What the circumstances of the shot do to the target's morale (LINE-X-MIS-4).
fn add_circumstances<'s, T: Tally<'s>>(tally: &mut T, name: &'s str, target: &Troop, row: Row, distance: u8) {
    let changes = &target.charts.missiles;
    let mut add = |change: i32, why| tally.add(MORALE, Factor::whole(change), name, why, "LINE-X-MIS-4");
    if !row.is_forward() {
        add(changes.from_behind, "shot from row 3 or 4");
    } else if target.charts.class(target.figures.class).formed {
        add(changes.shields, "formed foot shot from row 1 or 2");
    }
    if distance == 2 {
        add(changes.far, "distance 2");
    }
    if matches!(target.terrain, Terrain::Wood | Terrain::Camp) {
        add(changes.cover, "in wood or camp");
    }
}

/// What bears on a unit's shooting besides its counter.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shooter {
    pub(crate) fired: bool,
    pub(crate) volleys: u8,
    pub(crate) in_enemy_zone: bool,
}

/// Who may shoot, and how far (LINE-X-MIS-1, LINE-X-MIS-2).
pub(crate) fn may_fire<E: Objection>(
    name: &str,
    troop: &Troop,
    shooter: Shooter,
    distance: u8,
) -> Result<(), E> {
    let (range, most) = (troop.figures.missile_range, troop.charts.values.volleys);
    let reasons = [
        (range == 0, "LINE-X-MIS-1", "it has no missiles"),
        (troop.is_disrupted(), "LINE-X-STA-1", "a Disrupted unit cannot shoot"),
        (troop.marching, "LINE-X-STA-2", "a Marching unit cannot shoot"),
        (shooter.fired, "LINE-X-MIS-1", "it has shot in this phase, and a unit shoots once"),
        (shooter.volleys == 0, "LINE-X-MIS-1", "it has no volley left"),
    ];
    no_first(name, reasons)?;
    no_if(i32::from(shooter.volleys) > most, "LINE-X-MIS-1", name, || {
        format!("{} volleys are left, but no unit has more than {most}", shooter.volleys)
    })?;
    no_if(distance > range, "LINE-X-MIS-2", name, || {
        format!("the target is at distance {distance}, its range is {range}")
    })?;
    no_if(shooter.in_enemy_zone && distance > 1, "LINE-X-MIS-1", name, || {
        "in an enemy zone of control it shoots at neighbours only".into()
    })
}

/// Mist hides everything at distance 2 in the first turns of Cynoscephalae (LINE-X-CYN-1).
pub(crate) fn clear_of_mist<E: Objection>(
    charts: &Charts,
    scenario: Option<Scenario>,
    turn: Option<u8>,
    distance: u8,
) -> Result<(), E> {
    let battles = &charts.battles;
    if scenario != Some(Scenario::Cynoscephalae) || distance < battles.mist_distance {
        return Ok(());
    }
    match turn {
        None => no("LINE-X-CYN-1", "", "say which turn it is: the mist of turns 1 and 2 bars this shot"),
        Some(turn) if turn <= battles.mist_last_turn => {
            no_since("LINE-X-CYN-1", "", || format!("on turn {turn} the mist hides everything at distance 2"))
        }
        Some(_) => Ok(()),
    }
}

/// Which units are targets (LINE-X-MIS-2).
pub(crate) fn may_be_shot_at<E: Objection>(name: &str, status: Status, shot_at: bool) -> Result<(), E> {
    let is_shaken = status == Status::Disrupted;
    let reasons = [
        (is_shaken, "LINE-X-MIS-2", "it is Disrupted, and only Good Order units are targets"),
        (shot_at, "LINE-X-MIS-2", "it has been shot at in this phase, and nobody is shot at twice"),
    ];
    no_first(name, reasons)
}

/// Who may be shot at (LINE-X-MIS-2).
fn target(charts: &'static Charts, situation: &Situation) -> Result<Troop, Refusal> {
    let said = &situation.target;
    let name = said.called();
    may_be_shot_at::<Refusal>(name, said.status, said.shot_at)?;
    Troop::new(charts, &said.unit, name, said.status, &said.leaders, situation.scenario)?
        .standing(name, said.terrain, said.level)?
        .marching(name, said.marching)
}
