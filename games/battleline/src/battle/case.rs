//! A question on its way through the dice: the steps of a combat, fought on what the question says.

use std::{cmp::Ordering, convert::Infallible};

use kit::{Scripted, flow::Over, walk::Walk};

use crate::{
    fight::{Ahead, CombatRoll, Fighting, Flights, Leaders, Passing, Stampede, Trampling, flee},
    prelude::*,
    rampage::Courses,
};

/// The defender and at most so many attackers.
const MOST_FIGHTERS: usize = MOST_ATTACKERS + 1;
/// At most so many others: all units of a question have numbers as those of a battle do.
pub(crate) const MOST_BYSTANDERS: usize = MOST_UNITS - MOST_FIGHTERS;

/// Whom a question is about, and what it says of the ground.
#[derive(Clone, Debug)]
pub(crate) struct Scene {
    pub(crate) charts: &'static Charts,
    pub(crate) house_rules: HouseRules,
    /// The defender, then the attackers.
    pub(crate) fighters: SmallVec<[Fighter; 4]>,
    pub(crate) bystanders: Vec<Bystander>,
}

/// A unit of a combat.
#[derive(Clone, Debug)]
pub(crate) struct Fighter {
    pub(crate) name: Box<str>,
    pub(crate) troop: Troop,
    pub(crate) leaders: SmallVec<[&'static str; 2]>,
    pub(crate) retreat_is_safe: bool,
    pub(crate) rout_is_safe: bool,
    /// Friends that test when it routs, as bystanders in the order passed (LINE-X-MOR-5).
    pub(crate) passes: SmallVec<[u8; 2]>,
    /// Where it runs if it is an elephant unit.
    pub(crate) stampede: Option<Box<Courses>>,
    pub(crate) last_of_army: bool,
}

/// A unit that no combat is about but that may be shaken.
#[derive(Clone, Debug)]
pub(crate) struct Bystander {
    pub(crate) name: Box<str>,
    pub(crate) troop: Troop,
    /// Whether it is an enemy of the elephants in whose way it stands.
    pub(crate) is_enemy: bool,
}

/// The number of a bystander.
pub(crate) const fn bystander(place: usize) -> UnitId {
    UnitId::new(MOST_FIGHTERS + place)
}

/// How a combat ended, worst to best for the attacker.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum CombatOutcome {
    /// The lead is eliminated: by a second disruption or by a rout without a safe hex (LINE-RES-23).
    LeadEliminated,
    /// A result of Table 4 as it is applied, conversions made.
    Applied(Code),
    /// The defender slipped away (LINE-X-EVA-1).
    Evaded,
}

/// How far the dice of a question have come.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CaseState {
    pub outcome: Option<CombatOutcome>,
    /// The defender, then the attackers in their order.
    pub fates: [Fate; MOST_FIGHTERS],
    /// Which bystanders were Disrupted, a bit for each.
    pub shaken: u64,
    /// Which leaders fell, four bits for each unit of the combat.
    pub fallen: u32,
    /// Where elephants ran that a question of their own is about: 0 for straight ahead.
    pub lane: Option<u8>,
    /// Leaders who still have to roll.
    homeless: u32,
    fight: Fight,
    flow: Stack<CaseStep>,
}

impl CaseState {
    /// Before the first die.
    pub(crate) fn new(fight: Fight, first: CaseStep) -> Self {
        let mut flow = Stack::new(Over);
        flow.call(first);
        let fates = [Fate::Steady; MOST_FIGHTERS];
        Self { outcome: None, fates, shaken: 0, fallen: 0, lane: None, homeless: 0, fight, flow }
    }

    /// Elephants that run, and their leaders.
    pub(crate) fn of_rampage() -> Self {
        let mut course = Self::new(Fight::default(), Leaders.into());
        course.fates[DEFENDER] = Fate::Disrupted;
        course.flow.call(Stampede(UnitId::new(DEFENDER)));
        course
    }

    /// Whether nothing is left to roll for.
    pub(crate) const fn is_settled(&self) -> bool {
        matches!(self.flow.top(), CaseStep::Over(_))
    }

    /// Whether the elephants of a rampage live.
    pub fn lives(&self) -> bool {
        self.lane.is_some() && self.fates[DEFENDER] != Fate::Eliminated
    }

    /// The leaders of a unit who fell.
    pub(crate) const fn fallen_of(&self, place: usize) -> u32 {
        self.fallen >> (MOST_LEADERS * place) & ((1 << MOST_LEADERS) - 1)
    }
}

/// Ends are told from the worst for the attacker on.
impl Ord for CaseState {
    fn cmp(&self, other: &Self) -> Ordering {
        let key = |end: &Self| (end.lane, end.lives(), end.outcome, end.fates, end.shaken, end.fallen);
        key(self).cmp(&key(other))
    }
}

impl PartialOrd for CaseState {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The bits of so many leaders of a unit.
const fn leaders_of(place: usize, count: usize) -> u32 {
    ((1 << count) - 1) << (MOST_LEADERS * place)
}

/// A question and how far its dice have come.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Case<'q> {
    scene: &'q Scene,
    course: CaseState,
}

impl Scene {
    /// Throws the next dice and goes on to those that follow.
    pub(crate) fn step<D: Dice>(&self, course: &CaseState, dice: &mut D) -> CaseState {
        let mut case = Case { scene: self, course: *course };
        case.course.flow.top().proceed(&mut case, dice, &mut ());
        self.to_next_die(case.course)
    }

    /// Goes on as long as nothing is rolled for.
    pub(crate) fn to_next_die(&self, course: CaseState) -> CaseState {
        let mut case = Case { scene: self, course };
        while !case.course.is_settled() {
            let (mut then, mut no_dice) = (case, Scripted::faces(&[]));
            then.course.flow.top().proceed(&mut then, &mut no_dice, &mut ());
            if no_dice.finish().is_err() {
                break;
            }
            case = then;
        }
        case.course
    }

    /// Every end with its chance: the steps walked with every throw.
    pub(crate) fn odds(&self, start: CaseState) -> Result<Distribution<CaseState>, TooFine> {
        let case = Case { scene: self, course: start };
        let until = |case: &Case<'_>| case.course.is_settled().then_some(case.course);
        let nobody_decides = |_: &Case<'_>| unreachable!("a question has no decisions");
        Walk::default().from(&case, nobody_decides, until).map(kit::walk::Ends::distribution)
    }

    fn unit(&self, unit: UnitId) -> &Troop {
        match unit.index().checked_sub(MOST_FIGHTERS) {
            Some(place) => &self.bystanders[place].troop,
            None => &self.fighters[unit.index()].troop,
        }
    }

    /// What the result of a combat has come to.
    fn outcome(&self, fight: &Fight, fates: &[Fate]) -> CombatOutcome {
        let lead = fight.lead.index();
        match self.charts.result(fight.code).strikes {
            _ if fates[DEFENDER] == Fate::Evades => CombatOutcome::Evaded,
            Struck::Defender => {
                CombatOutcome::Applied(applied(fates[DEFENDER], [Code::D, Code::R, Code::Rt, Code::E]))
            }
            Struck::Attacker if fates[lead] == Fate::Eliminated => CombatOutcome::LeadEliminated,
            Struck::Attacker => {
                CombatOutcome::Applied(applied(fates[lead], [Code::AD, Code::AR, Code::ARt, Code::ARt]))
            }
        }
    }
}

/// The code under which a fate of the unit struck is known: disrupted, retreated, routed, eliminated.
const fn applied(fate: Fate, codes: [Code; 4]) -> Code {
    match fate {
        Fate::Retreats => codes[1],
        Fate::Routs | Fate::Rampages => codes[2],
        Fate::Eliminated => codes[3],
        _ => codes[0],
    }
}

kit::steps! {
    pub(crate) enum CaseStep of Case<'q> where 'q at course.flow {
        decisions { Over }
        procedures { Evasion, Standing, CombatRoll, Flights, Passing, Stampede, Trampling, Leaders }
    }
}

/// The same question at the same point.
impl PartialEq for Case<'_> {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.scene, other.scene) && self.course == other.course
    }
}

impl Flow for Case<'_> {
    type Action = Infallible;

    fn on_turn(&self) -> Seat {
        Seat(0)
    }

    fn outcome(&self) -> kit::Outcome {
        kit::Outcome { winner: None, margin: 0 }
    }
}

/// What a question says of the ground on which it is fought.
impl Fighting for Case<'_> {
    fn charts(&self) -> &'static Charts {
        self.scene.charts
    }

    fn house_rules(&self) -> HouseRules {
        self.scene.house_rules
    }

    fn fight(&self) -> &Fight {
        &self.course.fight
    }

    fn fight_mut(&mut self) -> &mut Fight {
        &mut self.course.fight
    }

    fn troop(&self, unit: UnitId) -> Troop {
        let mut troop = self.scene.unit(unit).clone();
        let is_shaken = match unit.index().checked_sub(MOST_FIGHTERS) {
            Some(place) => self.course.shaken >> place & 1 == 1,
            None => self.course.fates[unit.index()] != Fate::Steady,
        };
        if is_shaken {
            troop.status = Status::Disrupted;
        }
        troop
    }

    fn are_enemies(&self, elephants: UnitId, other: UnitId) -> bool {
        match other.index().checked_sub(MOST_FIGHTERS) {
            Some(place) => self.scene.bystanders[place].is_enemy,
            None => (elephants.index() == DEFENDER) != (other.index() == DEFENDER),
        }
    }

    fn has_way(&self, unit: UnitId, flight: Flight) -> bool {
        let fighter = &self.scene.fighters[unit.index()];
        if flight == Flight::Rout { fighter.rout_is_safe } else { fighter.retreat_is_safe }
    }

    /// A question names them in the order in which they are passed.
    fn next_passed(&self, _: UnitId) -> Option<UnitId> {
        self.course.fight.passed.first()
    }

    fn ahead(&self, elephants: UnitId, lane: u8, at: u8) -> Ahead {
        let course = &self.courses(elephants)[usize::from(lane)];
        let Some(hex) = course.entered.get(usize::from(at) - 1) else {
            return if course.cut_off { Ahead::Barred } else { Ahead::Spent };
        };
        Ahead::Open(hex.occupant.filter(|&other| self.is_there(other)))
    }

    fn is_safe_end(&self, elephants: UnitId, lane: u8, hexes: u8) -> bool {
        let entered = &self.courses(elephants)[usize::from(lane)].entered;
        let last = usize::from(hexes) - 1;
        let held = |place: usize| entered[place].occupant.filter(|&other| self.is_there(other));
        // Who was run through on the way there and kept his order may control the end.
        let behind = last.checked_sub(1).filter(|&place| entered[place].controls_next).and_then(held);
        let is_held = behind.is_some_and(|other| !self.troop(other).is_disrupted());
        held(last).is_none() && !entered[last].enemy_zone && !is_held
    }

    fn homeless(&self) -> Option<(LeaderId, bool)> {
        let homeless = self.course.homeless;
        (homeless != 0).then(|| {
            let place = homeless.trailing_zeros() as usize;
            (LeaderId::new(place), !self.scene.fighters[place / MOST_LEADERS].last_of_army)
        })
    }

    fn shake(&mut self, unit: UnitId) {
        match unit.index().checked_sub(MOST_FIGHTERS) {
            Some(place) => self.course.shaken |= 1 << place,
            None => self.course.fates[unit.index()] = Fate::Disrupted,
        }
    }

    fn eliminate<J: Journal>(&mut self, unit: UnitId, _: &mut J) {
        let place = unit.index();
        self.course.fates[place] = Fate::Eliminated;
        self.course.homeless |= leaders_of(place, self.scene.fighters[place].troop.leaders.len());
    }

    /// All were flipped at once, and they leave in their order (LINE-R36).
    fn choose_next<J: Journal>(&mut self, journal: &mut J) {
        if let Some(unit) = self.course.fight.fleeing.first() {
            flee(self, unit, journal);
        }
    }

    fn depart<J: Journal>(&mut self, unit: UnitId, flight: Flight, _: &mut J) {
        self.course.fates[unit.index()] = match flight {
            Flight::Retreat => Fate::Retreats,
            Flight::Rout => Fate::Routs,
            Flight::Evasion => Fate::Evades,
        };
        let passes = &self.scene.fighters[unit.index()].passes;
        if flight == Flight::Rout && !passes.is_empty() {
            self.course.fight.passed = passes.iter().map(|&place| bystander(place.into())).collect();
            self.course.flow.call(Passing(unit));
        }
    }

    fn came_to_rest<J: Journal>(&mut self, run: Trampling, _: u8, lives: bool, journal: &mut J) {
        if lives {
            self.course.fates[run.elephants.index()] = Fate::Rampages;
        } else {
            self.eliminate(run.elephants, journal);
        }
        if self.scene.is_rampage() {
            self.course.lane = Some(run.lane);
        }
    }

    fn falls<J: Journal>(&mut self, leader: LeaderId, _: &mut J) {
        self.course.homeless &= !(1 << leader.index());
        self.course.fallen |= 1 << leader.index();
    }

    fn escapes<J: Journal>(&mut self, leader: LeaderId, _: &mut J) {
        self.course.homeless &= !(1 << leader.index());
    }

    fn settle<J: Journal>(&mut self, _: &mut J) {
        let CaseState { fight, fates, .. } = self.course;
        if !self.scene.is_rampage() {
            self.course.outcome = Some(self.scene.outcome(&fight, &fates));
        }
        self.course.fight = Fight::default();
        self.course.flow.done();
    }
}

impl Case<'_> {
    fn courses(&self, elephants: UnitId) -> &Courses {
        let courses = self.scene.fighters[elephants.index()].stampede.as_ref();
        courses.expect("elephants have lanes")
    }

    /// Whether a unit is still where it was.
    fn is_there(&self, unit: UnitId) -> bool {
        let fate = self.course.fates.get(unit.index());
        fate.is_none_or(|fate| matches!(fate, Fate::Steady | Fate::Disrupted))
    }
}

impl Scene {
    /// Whether the bystander is a friend through whom a rout leads; the others stand in the lanes of elephants.
    pub(crate) fn is_passed(&self, bystander: usize) -> bool {
        self.fighters.iter().any(|fighter| fighter.passes.contains(&(bystander as u8)))
    }

    /// Whether it is about one unit and no combat.
    fn is_rampage(&self) -> bool {
        self.fighters.len() == 1
    }
}
