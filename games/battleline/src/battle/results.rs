//! The dice of a combat and what its results do (LINE-CRT-1, LINE-CRT-6, LINE-RES-1 to LINE-RES-23).

use kit::{Chain, Dice, Die, Purpose};

use super::{Battle, DEFENDER, Fighter, MOST_ATTACKERS, situation::HouseRules};
use crate::{
    charts::{Becomes, Code, Struck, charts},
    leader,
    rampage::{self, Meeting, Occupant, Side, Trampled},
    troop::Troop,
};

/// What has become of a unit of a combat.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub enum Fate {
    /// It is as it was.
    #[default]
    Steady,
    /// Turned to its Disrupted side where it stands; nobody moves (D: LINE-RES-1, LINE-RES-2; AD: LINE-RES-13,
    /// LINE-RES-14).
    Disrupted,
    /// Disrupted and gone at once by a retreat of its tactical movement (R: LINE-RES-3, LINE-RES-4; AR: LINE-RES-15,
    /// LINE-RES-16).
    Retreats,
    /// Disrupted and gone at once by a rout of twice its tactical movement (Rt: LINE-RES-7, LINE-RES-8; `ARt`:
    /// LINE-RES-19, LINE-RES-20).
    Routs,
    /// Elephants gone in a rampage, Disrupted.
    Rampages,
    /// Slipped away in Good Order.
    Evades,
    /// Out of the game for good (E: LINE-RES-11, LINE-RES-12; LINE-R14).
    Eliminated,
}

/// How a combat ended, worst to best for the attacker.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Outcome {
    /// The lead is eliminated: by a second disruption or by a rout without a safe hex (LINE-RES-23).
    LeadEliminated,
    /// A result of Table 4 as it is applied, conversions made.
    Applied(Code),
    /// The defender slipped away (LINE-X-EVA-1).
    Evaded,
}

/// Where a combat stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Field {
    stage: Stage,
    /// How it ended; known as soon as the result is.
    pub outcome: Option<Outcome>,
    /// The defender, then the attackers in their order.
    pub fates: [Fate; MOST_ATTACKERS + 1],
    /// Which bystanders were Disrupted, a bit for each.
    pub shaken: u64,
    /// Which leaders fell, four bits for each unit of the combat.
    pub fallen: u32,
}

/// The parts of a combat that have dice (LINE-X-CMB-8).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Stage {
    Evasion,
    Standing,
    Combat,
    /// Rout or rampage of the fighter at this place.
    Flight(u8),
    /// Leaders of the fighter at this place.
    Leaders(u8),
    Over,
}

pub(crate) const EVADE: Purpose = Purpose::new("evade test", "LINE-X-EVA-1");
pub(crate) const STAND: Purpose = Purpose::new("stand test", "LINE-X-MOR-3");
pub(crate) const COMBAT: Purpose = Purpose::new("combat", "LINE-CRT-1");
pub(crate) const CARRY_AWAY: Purpose = Purpose::new("carry-away test", "LINE-X-MOR-5");

/// Bits of `Field::fallen` for one unit.
const LEADER_BITS: u32 = crate::troop::MOST_LEADERS as u32;

impl Chain for Battle {
    type State = Field;

    fn start(&self) -> Field {
        let stage = if self.evade.is_some() { Stage::Evasion } else { self.after_evasion() };
        Field { stage, outcome: None, fates: [Fate::Steady; MOST_ATTACKERS + 1], shaken: 0, fallen: 0 }
    }

    fn is_done(&self, field: &Field) -> bool {
        field.stage == Stage::Over
    }

    fn step<D: Dice>(&self, field: &Field, dice: &mut D) -> Field {
        let mut next = *field;
        match field.stage {
            Stage::Evasion => self.evade(&mut next, dice),
            Stage::Standing => self.stand(&mut next, dice),
            Stage::Combat => {
                // LINE-CRT-1: the die is never modified.
                let face = dice.roll(Die::D6, COMBAT);
                self.strike(&mut next, *charts().tables.crt.look_up(face.into(), self.column));
            }
            Stage::Flight(fighter) => {
                self.flee(&mut next, usize::from(fighter), dice);
                next.stage = self.flight_from(&next, usize::from(fighter) + 1);
            }
            Stage::Leaders(fighter) => {
                let place = usize::from(fighter);
                let unit = &self.fighters[place];
                let fallen = leader::fallen(unit.troop.leaders.len(), unit.last_of_army, dice);
                next.fallen |= fallen << (LEADER_BITS * u32::from(fighter));
                next.stage = self.leaders_from(&next, place + 1);
            }
            Stage::Over => {}
        }
        next
    }
}

impl Battle {
    fn after_evasion(&self) -> Stage {
        if self.stand.is_some() { Stage::Standing } else { Stage::Combat }
    }

    /// The defender slips away in Good Order, or the combat goes on (LINE-X-EVA-1).
    fn evade<D: Dice>(&self, field: &mut Field, dice: &mut D) {
        if dice.at_most(Die::D6, self.evade.unwrap_or(0), EVADE) {
            field.fates[DEFENDER] = Fate::Evades;
            field.outcome = Some(Outcome::Evaded);
            field.stage = Stage::Over;
        } else {
            field.stage = self.after_evasion();
        }
    }

    /// The defender stands, or routs without a roll on Table 4 (LINE-X-MOR-3, LINE-R17).
    fn stand<D: Dice>(&self, field: &mut Field, dice: &mut D) {
        if dice.at_most(Die::D6, self.stand.unwrap_or(0), STAND) {
            field.stage = Stage::Combat;
        } else {
            self.strike(field, Code::Rt);
        }
    }

    /// Whether a result against this side strikes the unit at `place`: the defender, or the lead alone (LINE-CRT-5,
    /// LINE-X-CMB-7, LINE-R9).
    pub(super) fn strikes(&self, side: Struck, place: usize) -> bool {
        match side {
            Struck::Defender => place == DEFENDER,
            Struck::Attacker => {
                place == self.lead || (self.house_rules.all_attackers_suffer && place != DEFENDER)
            }
        }
    }

    /// Applies a result to the units it strikes.
    fn strike(&self, field: &mut Field, code: Code) {
        let strikes = charts().result(code).strikes;
        for place in 0..self.fighters.len() {
            if self.strikes(strikes, place) {
                field.fates[place] = self.suffer(place, code);
            }
        }
        field.outcome = Some(match strikes {
            Struck::Defender => {
                Outcome::Applied(applied(field.fates[DEFENDER], [Code::D, Code::R, Code::Rt, Code::E]))
            }
            Struck::Attacker if field.fates[self.lead] == Fate::Eliminated => Outcome::LeadEliminated,
            Struck::Attacker => {
                Outcome::Applied(applied(field.fates[self.lead], [Code::AD, Code::AR, Code::ARt, Code::ARt]))
            }
        });
        field.stage = self.flight_from(field, 0);
    }

    /// What a result makes of one unit. A second disruption comes first and takes the place of everything else
    /// (LINE-CRT-6, LINE-R4); a retreat without a safe hex becomes a rout, a rout without one an elimination
    /// (LINE-RES-6, LINE-RES-10, LINE-RES-18, LINE-RES-22, LINE-R12).
    fn suffer(&self, place: usize, code: Code) -> Fate {
        let Fighter { troop, retreat_is_safe, rout_is_safe, .. } = &self.fighters[place];
        fate(code, troop, self.house_rules, || *retreat_is_safe, || *rout_is_safe)
    }

    pub(super) fn has_leaders(&self, place: usize) -> bool {
        !self.fighters[place].troop.leaders.is_empty()
    }

    /// Whether the bystander is a friend through whom a rout leads; the others stand in the lanes of elephants.
    pub(super) fn is_passed(&self, bystander: usize) -> bool {
        self.fighters.iter().any(|fighter| fighter.passes.contains(&(bystander as u8)))
    }

    /// How a steady unit of the combat meets the elephants of `runner`.
    fn meeting(&self, place: usize, runner: usize) -> Meeting {
        let side = if (place == DEFENDER) == (runner == DEFENDER) { Side::Own } else { Side::Enemy };
        rampage::meeting(&self.fighters[place].troop, side, self.scenario)
    }

    /// The next flight that has dice, from the fighter at `place` on.
    fn flight_from(&self, field: &Field, place: usize) -> Stage {
        let has_dice = |place: &usize| match field.fates[*place] {
            Fate::Routs => !self.fighters[*place].passes.is_empty(),
            Fate::Rampages => true,
            _ => false,
        };
        match (place..self.fighters.len()).find(has_dice) {
            Some(place) => Stage::Flight(place as u8),
            None => self.leaders_from(field, 0),
        }
    }

    /// The next eliminated unit with leaders, from the fighter at `place` on (LINE-X-CMD-6).
    fn leaders_from(&self, field: &Field, place: usize) -> Stage {
        let has_leaders = |&place: &usize| field.fates[place] == Fate::Eliminated && self.has_leaders(place);
        match (place..self.fighters.len()).find(has_leaders) {
            Some(place) => Stage::Leaders(place as u8),
            None => Stage::Over,
        }
    }

    /// A rout through friends, or a rampage.
    fn flee<D: Dice>(&self, field: &mut Field, place: usize, dice: &mut D) {
        let fighter = &self.fighters[place];
        let Some(courses) = &fighter.stampede else {
            for &friend in &fighter.passes {
                if let Meeting::Tests(morale) = self.bystanders[usize::from(friend)].meeting
                    && !dice.at_most(Die::D6, morale, CARRY_AWAY)
                {
                    field.shaken |= 1 << friend;
                }
            }
            return;
        };
        let lane = rampage::roll_direction(dice);
        let mut ground = Ground { battle: self, runner: place, field };
        if !rampage::run_lane(courses, lane, &mut ground, dice) {
            field.fates[place] = Fate::Eliminated;
            let outcome = if place == DEFENDER { Outcome::Applied(Code::E) } else { Outcome::LeadEliminated };
            if place == DEFENDER || place == self.lead {
                field.outcome = Some(outcome);
            }
        }
    }
}

/// What a result makes of a unit that it strikes. The ways out are only asked for where they matter.
pub(crate) fn fate(
    code: Code,
    troop: &Troop,
    house_rules: HouseRules,
    retreat_is_safe: impl FnOnce() -> bool,
    rout_is_safe: impl FnOnce() -> bool,
) -> Fate {
    let result = charts().result(code);
    if result.becomes == Becomes::Eliminated {
        return Fate::Eliminated;
    }
    let counts_as_disrupt = result.moves == 0 || !house_rules.disrupt_literal;
    if troop.is_disrupted() && counts_as_disrupt {
        return Fate::Eliminated;
    }
    match result.moves {
        0 => Fate::Disrupted,
        _ if !result.no_safe_hex_eliminates && retreat_is_safe() => Fate::Retreats,
        // LINE-X-RAM-1: elephants rout by running wild, and their lane decides.
        _ if troop.is_terror() => Fate::Rampages,
        _ if rout_is_safe() => Fate::Routs,
        _ => Fate::Eliminated,
    }
}

/// The code under which a fate of the unit struck is known: disrupted, retreated, routed, eliminated.
fn applied(fate: Fate, codes: [Code; 4]) -> Code {
    match fate {
        Fate::Retreats => codes[1],
        Fate::Routs | Fate::Rampages => codes[2],
        Fate::Eliminated => codes[3],
        _ => codes[0],
    }
}

/// Those through whom elephants run from this combat.
struct Ground<'b> {
    battle: &'b Battle,
    /// The elephants' place in the combat.
    runner: usize,
    field: &'b mut Field,
}

impl Trampled for Ground<'_> {
    fn meet(&self, occupant: Occupant) -> Meeting {
        match occupant {
            Occupant::Bystander(place) if self.field.shaken >> place & 1 == 1 => Meeting::Disrupted,
            Occupant::Bystander(place) => self.battle.bystanders[usize::from(place)].meeting,
            Occupant::Fighter(place) => match self.field.fates[usize::from(place)] {
                Fate::Steady => self.battle.meeting(usize::from(place), self.runner),
                Fate::Disrupted => Meeting::Disrupted,
                Fate::Eliminated | Fate::Evades => Meeting::Gone,
                // All were flipped at once, and they leave in their order (LINE-R36): who comes later is still there.
                _ if usize::from(place) > self.runner => Meeting::Disrupted,
                _ => Meeting::Gone,
            },
        }
    }

    fn shake(&mut self, occupant: Occupant) {
        match occupant {
            Occupant::Bystander(place) => self.field.shaken |= 1 << place,
            Occupant::Fighter(place) => self.field.fates[usize::from(place)] = Fate::Disrupted,
        }
    }
}
