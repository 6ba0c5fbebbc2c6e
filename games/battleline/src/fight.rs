//! A combat from its announcement on (LINE-X-CMB-8): one sequence of steps, on the map and in a question.
//!
//! `Fighting` is what the steps ask of the ground on which they are fought, and what they do to it. The map answers
//! from what stands there; a question answers from what it was told. The steps are the same.

use kit::List;

use crate::{charts::Becomes, prelude::*, rampage::meeting};

const COMBAT: Purpose = Purpose::new("combat", "LINE-CRT-1");
const DIRECTION: Purpose = Purpose::new("rampage direction", "LINE-X-RAM-1");

/// The combat in hand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Fight {
    pub defender: UnitId,
    pub(crate) attackers: List<UnitId, MOST_ATTACKERS>,
    /// Who leads the attack (LINE-X-CMB-7).
    pub lead: UnitId,
    /// The row of Table 5 used against the defender.
    pub row: Row,
    /// The column of Table 4.
    pub column: u8,
    /// Sixths with which the defender stands; 0 if it need not test.
    pub stand: u8,
    /// Sixths with which it slips away; 0 if it may not try.
    pub evade: u8,
    /// Where the defender stood.
    pub hex: HexId,
    pub code: Code,
    /// Those who still have to leave their hexes.
    pub fleeing: Units,
    /// Friends in the way of the rout in hand who still have to test.
    pub(crate) passed: Units,
}

impl Fight {
    /// A combat against this unit, nobody attacking yet.
    pub(crate) fn against(defender: UnitId, hex: HexId) -> Self {
        Self { defender, hex, ..Self::default() }
    }

    /// The attackers in the order in which they were named.
    pub fn attackers(&self) -> &[UnitId] {
        &self.attackers
    }

    pub(crate) fn join(&mut self, unit: UnitId) {
        self.attackers.push(unit);
    }

    /// Whom a result strikes: the defender, or the lead alone (LINE-CRT-5, LINE-X-CMB-7, LINE-R9).
    pub(crate) fn struck(&self, charts: &Charts, code: Code, house_rules: HouseRules) -> Units {
        match charts.result(code).strikes {
            Struck::Defender => Units::of(self.defender),
            Struck::Attacker if house_rules.all_attackers_suffer => {
                self.attackers().iter().copied().collect()
            }
            Struck::Attacker => Units::of(self.lead),
        }
    }
}

/// What elephants find at the next hex of their way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ahead {
    /// They enter it, and somebody may stand there.
    Open(Option<UnitId>),
    /// Their movement is spent.
    Spent,
    /// The map ends, or the ground is forbidden.
    Barred,
}

/// Ground on which a combat is fought.
pub(crate) trait Fighting:
    Flow<
    Step: From<Standing>
              + From<CombatRoll>
              + From<Flights>
              + From<Passing>
              + From<Stampede>
              + From<Trampling>
              + From<Leaders>,
>
{
    fn charts(&self) -> &'static Charts;
    fn house_rules(&self) -> HouseRules;
    fn fight(&self) -> &Fight;
    fn fight_mut(&mut self) -> &mut Fight;

    /// A unit as it is now.
    fn troop(&self, unit: UnitId) -> Troop;
    fn are_enemies(&self, one: UnitId, other: UnitId) -> bool;
    /// Whether a beaten unit has a safe hex to go to.
    fn has_way(&self, unit: UnitId, flight: Flight) -> bool;
    /// The next friend in the way of a rout who has not yet tested.
    fn next_passed(&self, runner: UnitId) -> Option<UnitId>;
    /// The hex of a lane, counted from 1, that elephants enter next; lanes are counted clockwise from straight ahead.
    fn ahead(&self, elephants: UnitId, lane: u8, at: u8) -> Ahead;
    /// Whether a run may end at the last hex entered.
    fn is_safe_end(&self, elephants: UnitId, lane: u8, hexes: u8) -> bool;
    /// The next leader without a unit, and whether there is a friend to go to.
    fn homeless(&self) -> Option<(LeaderId, bool)>;

    /// The Stand Test or the die on Table 4 has been read; nothing if the defender does not stand.
    fn read<J: Journal>(&self, _code: Option<Code>, _journal: &mut J) {}
    /// A result or a failed test flips a unit.
    fn shake(&mut self, unit: UnitId);
    /// It was a result that flips a unit where it stands.
    fn disrupted<J: Journal>(&self, _unit: UnitId, _journal: &mut J) {}
    fn eliminate<J: Journal>(&mut self, unit: UnitId, journal: &mut J);
    /// Several have to leave: which is next?
    fn choose_next<J: Journal>(&mut self, journal: &mut J);
    /// A unit leaves by one of its ways.
    fn depart<J: Journal>(&mut self, unit: UnitId, flight: Flight, journal: &mut J);
    /// The defender has tried to slip away.
    fn tried_to_evade<J: Journal>(&self, _slips_away: bool, _journal: &mut J) {}
    /// A friend in the way of a rout has tested.
    fn carried_away<J: Journal>(&self, _friend: UnitId, _stands: bool, _journal: &mut J) {}
    /// A unit in the way of elephants has tested.
    fn trampled<J: Journal>(&self, _unit: UnitId, _stands: bool, _journal: &mut J) {}
    /// The elephants have run so many hexes and stand there Disrupted, or are lost.
    fn came_to_rest<J: Journal>(&mut self, run: Trampling, hexes: u8, lives: bool, journal: &mut J);
    fn falls<J: Journal>(&mut self, leader: LeaderId, journal: &mut J);
    /// A leader gets away to the nearest friends.
    fn escapes<J: Journal>(&mut self, leader: LeaderId, journal: &mut J);
    /// Nobody has anything to roll for any more.
    fn settle<J: Journal>(&mut self, journal: &mut J);
}

/// The defender tries to slip away (LINE-X-EVA-1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Evasion;

impl<G: Fighting> Procedure<G> for Evasion {
    type End = bool;

    fn throw<D: Dice>(self, game: &G, dice: &mut D) -> bool {
        dice.at_most(Die::D6, game.fight().evade.into(), Test::Evade.purpose())
    }

    fn apply<J: Journal>(self, game: &mut G, slips_away: bool, journal: &mut J) {
        game.tried_to_evade(slips_away, journal);
        if slips_away {
            game.flow_mut().goto(Flights);
            game.depart(game.fight().defender, Flight::Evasion, journal);
        } else {
            game.flow_mut().goto(Standing);
        }
    }
}

/// The Stand Test, if it is due; who does not stand routs without a roll on Table 4 (LINE-X-MOR-3, LINE-R17).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Standing;

impl<G: Fighting> Procedure<G> for Standing {
    type End = bool;

    fn throw<D: Dice>(self, game: &G, dice: &mut D) -> bool {
        let stand = game.fight().stand;
        stand == 0 || dice.at_most(Die::D6, stand.into(), Test::Stand.purpose())
    }

    fn apply<J: Journal>(self, game: &mut G, stands: bool, journal: &mut J) {
        if stands {
            game.flow_mut().goto(CombatRoll);
        } else {
            game.read(None, journal);
            strike(game, Code::Rt, journal);
        }
    }
}

/// The die on Table 4, which is never modified (LINE-CRT-1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CombatRoll;

impl<G: Fighting> Procedure<G> for CombatRoll {
    type End = Code;

    fn throw<D: Dice>(self, game: &G, dice: &mut D) -> Code {
        let face = dice.roll(Die::D6, COMBAT);
        game.charts().codes(game.fight().column)[usize::from(face) - 1]
    }

    fn apply<J: Journal>(self, game: &mut G, code: Code, journal: &mut J) {
        game.read(Some(code), journal);
        strike(game, code, journal);
    }
}

/// Applies a result: second disruptions first, all flips at once, then the flights (LINE-CRT-5, LINE-CRT-6, LINE-R36).
fn strike<G: Fighting, J: Journal>(game: &mut G, code: Code, journal: &mut J) {
    let house_rules = game.house_rules();
    game.fight_mut().code = code;
    for unit in game.fight().struck(game.charts(), code, house_rules) {
        match fate(code, &game.troop(unit), house_rules, || true, || true) {
            Fate::Eliminated => game.eliminate(unit, journal),
            Fate::Disrupted => {
                game.shake(unit);
                game.disrupted(unit, journal);
            }
            _ => {
                game.shake(unit);
                game.fight_mut().fleeing.insert(unit);
            }
        }
    }
    game.flow_mut().goto(Flights);
}

/// The beaten units leave one after the other; then the leaders are looked after.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Flights;

impl<G: Fighting> Procedure<G> for Flights {
    type End = ();

    fn throw<D: Dice>(self, _: &G, _: &mut D) {}

    fn apply<J: Journal>(self, game: &mut G, (): (), journal: &mut J) {
        let fleeing = game.fight().fleeing;
        match fleeing.first() {
            None => game.flow_mut().goto(Leaders),
            Some(unit) if fleeing.len() == 1 => flee(game, unit, journal),
            Some(_) => game.choose_next(journal),
        }
    }
}

/// A beaten unit, flipped already, leaves its hex: retreat, else rout, else elimination (LINE-RES-6, LINE-RES-10,
/// LINE-RES-18, LINE-RES-22, LINE-R12).
pub(crate) fn flee<G: Fighting, J: Journal>(game: &mut G, unit: UnitId, journal: &mut J) {
    game.fight_mut().fleeing.remove(unit);
    let mut troop = game.troop(unit);
    // The flip belongs to this very result and is no second disruption.
    troop.status = Status::GoodOrder;
    let has_way = |flight| game.has_way(unit, flight);
    let (retreats, routs) = (|| has_way(Flight::Retreat), || has_way(Flight::Rout));
    match fate(game.fight().code, &troop, game.house_rules(), retreats, routs) {
        Fate::Retreats => game.depart(unit, Flight::Retreat, journal),
        Fate::Routs => game.depart(unit, Flight::Rout, journal),
        Fate::Rampages => game.flow_mut().call(Stampede(unit)),
        _ => game.eliminate(unit, journal),
    }
}

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

/// What a result makes of a unit that it strikes. A second disruption comes first and takes the place of everything else
/// (LINE-CRT-6, LINE-R4); a retreat without a safe hex becomes a rout, a rout without one an elimination. The ways out are
/// only asked for where they matter.
pub(crate) fn fate(
    code: Code,
    troop: &Troop,
    house_rules: HouseRules,
    retreat_is_safe: impl FnOnce() -> bool,
    rout_is_safe: impl FnOnce() -> bool,
) -> Fate {
    let result = troop.charts.result(code);
    if result.becomes == Becomes::Eliminated {
        return Fate::Eliminated;
    }
    let counts_as_disrupt = result.moves == 0 || !house_rules.disrupt_literal;
    if troop.is_disrupted() && counts_as_disrupt {
        return Fate::Eliminated;
    }
    match result.moves {
        0 => Fate::Disrupted,
        _ if !result.no_safe_hex.0 && retreat_is_safe() => Fate::Retreats,
        // LINE-X-RAM-1: elephants rout by running wild, and their lane decides.
        _ if troop.is_terror() => Fate::Rampages,
        _ if rout_is_safe() => Fate::Routs,
        _ => Fate::Eliminated,
    }
}

/// Friends through whom this unit routs test, one after the other (LINE-X-MOR-5).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Passing(pub(crate) UnitId);

impl Passing {
    fn morale<G: Fighting>(self, game: &G, friend: UnitId) -> Option<u16> {
        carry_away::<Silent>("", &game.troop(self.0), &game.troop(friend)).ok()
    }
}

impl<G: Fighting> Procedure<G> for Passing {
    type End = bool;

    fn throw<D: Dice>(self, game: &G, dice: &mut D) -> bool {
        let morale = game.next_passed(self.0).and_then(|friend| self.morale(game, friend));
        morale.is_none_or(|morale| dice.at_most(Die::D6, morale, Test::CarryAway.purpose()))
    }

    fn apply<J: Journal>(self, game: &mut G, stands: bool, journal: &mut J) {
        let Some(friend) = game.next_passed(self.0) else { return game.flow_mut().done() };
        game.fight_mut().passed.remove(friend);
        if self.morale(game, friend).is_some() {
            if !stands {
                game.shake(friend);
            }
            game.carried_away(friend, stands, journal);
        }
    }
}

/// Elephants run wild: the die gives the direction (LINE-X-RAM-1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Stampede(pub(crate) UnitId);

impl<G: Fighting> Procedure<G> for Stampede {
    type End = u8;

    fn throw<D: Dice>(self, _: &G, dice: &mut D) -> u8 {
        dice.roll(Die::D6, DIRECTION) as u8 - 1
    }

    fn apply<J: Journal>(self, game: &mut G, lane: u8, _: &mut J) {
        game.flow_mut().goto(Trampling { elephants: self.0, lane, at: 1 });
    }
}

/// The next hex of their run; who stands there in Good Order tests (LINE-X-RAM-1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Trampling {
    pub(crate) elephants: UnitId,
    /// Hexsides clockwise from straight ahead.
    pub(crate) lane: u8,
    /// The hex, counted from 1.
    at: u8,
}

impl Trampling {
    fn morale<G: Fighting>(self, game: &G, other: UnitId) -> Option<u16> {
        let is_enemy = game.are_enemies(self.elephants, other);
        meeting::<Silent>("", &game.troop(other), is_enemy).ok()
    }
}

impl<G: Fighting> Procedure<G> for Trampling {
    type End = bool;

    fn throw<D: Dice>(self, game: &G, dice: &mut D) -> bool {
        let Ahead::Open(Some(other)) = game.ahead(self.elephants, self.lane, self.at) else { return true };
        self.morale(game, other).is_none_or(|morale| dice.at_most(Die::D6, morale, Test::Rampage.purpose()))
    }

    fn apply<J: Journal>(self, game: &mut G, stands: bool, journal: &mut J) {
        let Self { elephants, lane, at } = self;
        let ahead = game.ahead(elephants, lane, at);
        if let Ahead::Open(met) = ahead {
            if let Some(other) = met.filter(|&other| self.morale(game, other).is_some()) {
                if !stands {
                    game.shake(other);
                }
                game.trampled(other, stands, journal);
            }
            return game.flow_mut().goto(Self { at: at + 1, ..self });
        }
        // LINE-RES-10, LINE-RES-22, LINE-R32: no safe hex, no elephants. Nor is standing still a run (LINE-R11).
        let hexes = at - 1;
        let lives = ahead == Ahead::Spent && hexes > 0 && game.is_safe_end(elephants, lane, hexes);
        game.flow_mut().done();
        game.came_to_rest(self, hexes, lives, journal);
    }
}

/// Leaders without a unit roll, one after the other; with nobody left to go to they are lost without a die
/// (LINE-X-CMD-6, LINE-R35).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Leaders;

impl<G: Fighting> Procedure<G> for Leaders {
    type End = bool;

    fn throw<D: Dice>(self, game: &G, dice: &mut D) -> bool {
        game.homeless().is_some_and(|(_, has_refuge)| !has_refuge || leader::falls(game.charts(), dice))
    }

    fn apply<J: Journal>(self, game: &mut G, falls: bool, journal: &mut J) {
        match game.homeless() {
            Some((leader, _)) if falls => game.falls(leader, journal),
            Some((leader, _)) => game.escapes(leader, journal),
            None => game.settle(journal),
        }
    }
}
