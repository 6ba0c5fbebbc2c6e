//! One volley (LINE-X-MIS-1 to LINE-X-MIS-5).

use kit::{Chain, Dice, Die, Fact, Factor, Inquiry, Part, Purpose, Refusal, Tally, Told};

use crate::{
    charts::{Test, charts},
    facing::Row,
    ground::Terrain,
    troop::{Occasion, Scenario, Sixths, Troop, add_morale, called, settle_morale},
    troops::Status,
};

mod sight;
pub mod situation;

use sight::Sight;
use situation::Situation;

const MORALE: Part = Part::own(3, "morale");
const SHOT: Purpose = Purpose::new("missile test", "LINE-X-MIS-4");

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
        Some(dice.at_most(Die::D6, self.morale, SHOT))
    }
}

impl Inquiry for Volley {
    type Situation = Situation;

    const KIND: &'static str = "missiles";
    const TITLE: &'static str = "One volley";
    const EXAMPLE: &'static str = include_str!("../../../examples/battleline/missiles.toml");

    fn prepare<'s, T: Tally<'s>>(situation: &'s Situation, tally: &mut T) -> Result<Self, Refusal> {
        let sight = Sight::take(situation)?;
        may_fire(situation, &sight)?;
        let target = target(situation)?;
        sight.is_open(situation)?;
        let row = target.row_used(sight.row());
        let name = called(situation.target.name.as_ref(), &situation.target.unit);
        add_morale(tally, MORALE, name, &target, Occasion { row, ..Occasion::plain(Test::Missile) });
        add_circumstances(tally, name, &target, row, sight.distance);
        let morale = settle_morale(tally, MORALE, name);
        Ok(Self { morale, row, volleys_left: situation.firer.volleys - 1 })
    }

    fn facts(&self, situation: &Situation) -> Vec<Fact> {
        let name = called(situation.target.name.as_ref(), &situation.target.unit);
        let firer = called(situation.firer.name.as_ref(), &situation.firer.unit);
        vec![
            Fact::new("row", format!("the shot comes from {}", self.row), "LINE-X-MIS-4"),
            Fact::new("test", format!("{name} keeps its order with {}", Sixths(self.morale)), "LINE-X-MOR-1"),
            Fact::new(
                "volleys",
                format!("{firer} has {} left after this one", self.volleys_left),
                "LINE-X-MIS-1",
            ),
            Fact::new("afterwards", format!("{firer} cannot attack in this turn"), "LINE-X-MIS-1"),
        ]
    }

    fn tell(&self, situation: &Situation, end: &Option<bool>) -> Told {
        let name = called(situation.target.name.as_ref(), &situation.target.unit);
        let disrupted = *end == Some(false);
        // LINE-X-MIS-5: missiles never eliminate.
        let told = if disrupted {
            Told::new("Disrupted", format!("{name} is Disrupted"))
        } else {
            Told::new("no effect", format!("{name} keeps its order"))
        };
        told.by("LINE-X-MIS-4").measuring("targets Disrupted", Factor::whole(disrupted.into()))
    }
}

/// What the circumstances of the shot do to the target's morale (LINE-X-MIS-4).
fn add_circumstances<'s, T: Tally<'s>>(tally: &mut T, name: &'s str, target: &Troop, row: Row, distance: u8) {
    let changes = &charts().missiles;
    let mut add = |change: i32, why| tally.add(MORALE, Factor::whole(change), name, why, "LINE-X-MIS-4");
    if !row.is_forward() {
        add(changes.from_behind, "shot from row 3 or 4");
    } else if target.figures.class.is_formed_foot() {
        add(changes.shields, "formed foot shot from row 1 or 2");
    }
    if distance == 2 {
        add(changes.far, "distance 2");
    }
    if matches!(target.terrain, Terrain::Wood | Terrain::Camp) {
        add(changes.cover, "in wood or camp");
    }
}

/// Who may shoot, and how far (LINE-X-MIS-1, LINE-X-MIS-2, LINE-X-CYN-1).
fn may_fire(situation: &Situation, sight: &Sight) -> Result<(), Refusal> {
    let said = &situation.firer;
    let name = called(said.name.as_ref(), &said.unit);
    let no = |clause, reason: String| Err(Refusal::new(clause, reason).because_of(name));
    let troop = Troop::new(&said.unit, name, said.status, &[], None)?.marching(name, said.marching)?;
    let (range, most) = (troop.figures.missile_range, charts().values.volleys);
    if range == 0 {
        return no("LINE-X-MIS-1", "it has no missiles".into());
    }
    if troop.is_disrupted() {
        return no("LINE-X-STA-1", "a Disrupted unit cannot shoot".into());
    }
    if troop.marching {
        return no("LINE-X-STA-2", "a Marching unit cannot shoot".into());
    }
    if said.fired {
        return no("LINE-X-MIS-1", "it has shot in this phase, and a unit shoots once".into());
    }
    if said.volleys == 0 {
        return no("LINE-X-MIS-1", "it has no volley left".into());
    }
    if i32::from(said.volleys) > most {
        return no(
            "LINE-X-MIS-1",
            format!("{} volleys are left, but no unit has more than {most}", said.volleys),
        );
    }
    if sight.distance > range {
        return no(
            "LINE-X-MIS-2",
            format!("the target is at distance {}, its range is {range}", sight.distance),
        );
    }
    if said.in_enemy_zone && sight.distance > 1 {
        return no("LINE-X-MIS-1", "in an enemy zone of control it shoots at neighbours only".into());
    }
    clear_of_mist(situation, sight.distance)
}

/// Mist hides everything at distance 2 in the first turns of Cynoscephalae (LINE-X-CYN-1).
fn clear_of_mist(situation: &Situation, distance: u8) -> Result<(), Refusal> {
    let battles = &charts().battles;
    if situation.scenario != Some(Scenario::Cynoscephalae) || i32::from(distance) < battles.mist_distance {
        return Ok(());
    }
    match situation.turn {
        None => Err(Refusal::new(
            "LINE-X-CYN-1",
            "say which turn it is: the mist of turns 1 and 2 bars this shot",
        )),
        Some(turn) if i32::from(turn) <= battles.mist_last_turn => Err(Refusal::new(
            "LINE-X-CYN-1",
            format!("on turn {turn} the mist hides everything at distance 2"),
        )),
        Some(_) => Ok(()),
    }
}

/// Who may be shot at (LINE-X-MIS-2).
fn target(situation: &Situation) -> Result<Troop, Refusal> {
    let said = &situation.target;
    let name = called(said.name.as_ref(), &said.unit);
    let no = |reason: &str| Err(Refusal::new("LINE-X-MIS-2", reason).because_of(name));
    if said.status == Status::Disrupted {
        return no("it is Disrupted, and only Good Order units are targets");
    }
    if said.shot_at {
        return no("it has been shot at in this phase, and nobody is shot at twice");
    }
    Troop::new(&said.unit, name, said.status, &said.leaders, situation.scenario)?
        .standing(name, said.terrain, said.level)?
        .marching(name, said.marching)
}
