//! The air units: who can fly, what each Fliegerkorps is sent to do, and what is left of it for others.

use kit::map::HexId;

use crate::{
    action::KorpsId,
    air::{AirSystem, Wings, is_flyable},
    bombing::may_bomb,
    game::Stalingrad,
    hexes::NORTH,
    interception::{Over, may_intercept},
    units::Side,
};

/// How many Fliegerkorps a scenario can have.
pub const KORPS: usize = 2;
/// A Fliegerkorps lays one line, or two.
pub const LINES: usize = 2;

/// What a Fliegerkorps is sent to do in this German player turn (STAL-AIR-1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Errand {
    /// Nothing, or nothing any more.
    None,
    /// Lines of bombs.
    Bombing,
    /// Close support of a ground attack.
    Support,
    /// The guns of the east bank.
    Silencing,
    /// One hex, by the older air system (STAL-OPA-1).
    Strike(HexId),
}

/// A line of bombs, northwards from its first hex.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct LaidLine {
    /// Its southernmost hex.
    pub from: HexId,
    /// How many hexes it has; none if it is not laid.
    pub hexes: u8,
}

impl LaidLine {
    const NONE: Self = Self { from: HexId::NONE, hexes: 0 };
}

/// The air units of both sides.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Skies {
    /// The turn in which each Fliegerkorps was last knocked out; 0 if never.
    pub(crate) knocked_out: [u8; KORPS],
    /// The same of the Russian air unit.
    pub(crate) russian_out: u8,
    /// What each Fliegerkorps does in this German player turn.
    pub(crate) errands: [Errand; KORPS],
    /// The lines that each is to bomb.
    pub(crate) lines: [[LaidLine; LINES]; KORPS],
    /// Whether the Russian air unit has made its attempt of this game turn (STAL-AIR-2).
    pub(crate) attempt_made: bool,
    /// Who was turned away from the river in this daylight (STAL-AIR-9).
    pub(crate) chased: [bool; KORPS],
    /// On how many turns there was mass bombing (STAL-R33).
    pub(crate) bombings: u8,
    /// The last of them; 0 if there was none.
    pub(crate) last_bombing: u8,
}

impl Skies {
    pub(crate) const START: Self = Self {
        knocked_out: [0; KORPS],
        russian_out: 0,
        errands: [Errand::None; KORPS],
        lines: [[LaidLine::NONE; LINES]; KORPS],
        attempt_made: false,
        chased: [false; KORPS],
        bombings: 0,
        last_bombing: 0,
    };

    /// A German player turn begins: nobody has a mission yet, and the Russian air unit has its attempt again.
    pub(crate) const fn begin_turn(&mut self) {
        self.errands = [Errand::None; KORPS];
        self.lines = [[LaidLine::NONE; LINES]; KORPS];
        self.attempt_made = false;
        self.chased = [false; KORPS];
    }

    /// The lines that a Fliegerkorps has laid so far.
    pub(crate) fn laid(&self, korps: KorpsId) -> &[LaidLine] {
        let lines = &self.lines[usize::from(korps.0)];
        let laid = lines.iter().take_while(|line| line.hexes > 0).count();
        &lines[..laid]
    }

    /// Knocked out it is out for this game turn and the next, turned back for its mission only (STAL-AIR-4).
    pub(crate) fn strike_german(&mut self, korps: KorpsId, wings: Wings, over: Over, turn: u8) {
        let place = usize::from(korps.0);
        if wings == Wings::KnockedOut {
            self.knocked_out[place] = turn;
        }
        match over {
            // STAL-R55: it loses its lines.
            Over::Mission => self.errands[place] = Errand::None,
            Over::River => self.chased[place] = true,
        }
    }
}

const fn known(turn: u8) -> Option<u8> {
    if turn == 0 { None } else { Some(turn) }
}

impl Stalingrad {
    /// The Fliegerkorps of the scenario.
    pub(crate) fn korps(&self) -> impl Iterator<Item = KorpsId> + use<> {
        (0..self.theatre().fliegerkorps.len() as u8).map(KorpsId)
    }

    /// The name of a Fliegerkorps.
    pub(crate) fn korps_name(&self, korps: KorpsId) -> &'static str {
        &self.theatre().fliegerkorps[usize::from(korps.0)]
    }

    /// STAL-AIR-15: whether a Fliegerkorps can fly.
    pub fn can_fly(&self, korps: KorpsId) -> bool {
        let out = known(self.skies.knocked_out[usize::from(korps.0)]);
        is_flyable(self.field.charts(), out, self.turn)
    }

    /// How many Fliegerkorps can fly now (STAL-AIR-15).
    pub(crate) fn flyable_korps(&self) -> u8 {
        self.korps().filter(|&korps| self.can_fly(korps)).count() as u8
    }

    /// Whether a Fliegerkorps is over the river in this daylight (STAL-AIR-8, STAL-AIR-9).
    pub(crate) fn is_over_the_river(&self, korps: KorpsId) -> bool {
        self.can_fly(korps) && !self.skies.chased[usize::from(korps.0)]
    }

    /// How many are.
    pub(crate) fn korps_over_the_river(&self) -> u8 {
        self.korps().filter(|&korps| self.is_over_the_river(korps)).count() as u8
    }

    /// What a Fliegerkorps is sent to do.
    pub fn errand(&self, korps: KorpsId) -> Errand {
        self.skies.errands[usize::from(korps.0)]
    }

    /// Whether a Fliegerkorps is there to support a ground attack: it was sent, and neither turned back nor used up.
    pub fn korps_supports(&self, korps: KorpsId) -> bool {
        let is_known = usize::from(korps.0) < KORPS && self.phasing == Side::German;
        is_known && self.errand(korps) == Errand::Support
    }

    /// STAL-OPA-3: how many Fliegerkorps that struck an open hex support ground attacks on it, in the older air system.
    pub fn strikes_supporting(&self, hex: HexId) -> u8 {
        self.struck_from_the_air().into_iter().filter(|&struck| struck == hex).count() as u8
    }

    /// STAL-OPA-3: the open hex that each Fliegerkorps has struck in this turn without being knocked out; no hex where it
    /// has not.
    pub fn struck_from_the_air(&self) -> [HexId; KORPS] {
        self.skies.errands.map(|errand| match errand {
            Errand::Strike(hex) if self.theatre().open.contains(hex) => hex,
            _ => HexId::NONE,
        })
    }

    /// STAL-AIR-10: whether there can be mass bombing in this turn, or why not.
    pub(crate) fn check_bombing_turn(&self) -> Result<(), kit::Refusal> {
        let (charts, most) = (self.field.charts(), self.theatre().bombing_turns);
        may_bomb(charts, most, self.skies.bombings, known(self.skies.last_bombing), self.turn)
    }

    /// On how many more turns there can be mass bombing (STAL-R33); the one under way is counted.
    pub(crate) fn bombings_left(&self) -> u8 {
        self.theatre().bombing_turns.saturating_sub(self.skies.bombings)
    }

    /// STAL-AIR-14: what is added to the index value in this turn's bombing.
    pub(crate) fn bombing_wear(&self) -> u8 {
        let counted = u8::from(self.skies.last_bombing == self.turn);
        (self.skies.bombings - counted) * self.field.charts().bombing.wear
    }

    /// STAL-AIR-2: whether the Russian air unit may go for a Fliegerkorps now, or why not.
    pub(crate) fn check_interception(&self, over: Over) -> Result<(), kit::Refusal> {
        if !self.theatre().russian_air {
            return Err(kit::Refusal::new("STAL-AIR-2", "there is no Russian air unit in this scenario"));
        }
        let out = known(self.skies.russian_out);
        may_intercept(self.field.charts(), self.turn, over, out, self.skies.attempt_made)
    }

    /// Whether the Russian air unit can fly (STAL-AIR-15).
    pub fn russian_air_flies(&self) -> bool {
        is_flyable(self.field.charts(), known(self.skies.russian_out), self.turn)
    }

    /// Whether the older air system is played (STAL-R28).
    pub(crate) fn uses_older_air(&self) -> bool {
        self.house.air_system == AirSystem::AirAttackTable
    }

    /// What must hold of air units and boats in every state.
    pub(crate) fn skies_hold(&self) -> Result<(), String> {
        let (skies, bank, theatre) = (&self.skies, &self.bank, self.theatre());
        if skies.bombings > theatre.bombing_turns || skies.last_bombing > self.turn {
            return Err(format!("mass bombing on {} turns, the last {}", skies.bombings, skies.last_bombing));
        }
        let idle = skies.errands.iter().skip(theatre.fliegerkorps.len());
        if idle.into_iter().any(|&errand| errand != Errand::None) {
            return Err("a Fliegerkorps that takes no part has a mission".to_owned());
        }
        let bombed = |korps: KorpsId| -> u8 { skies.laid(korps).iter().map(|line| line.hexes).sum() };
        let most = self.field.charts().bombing.hexes;
        if self.korps().any(|korps| bombed(korps) > most) {
            return Err("a Fliegerkorps bombs too many hexes".to_owned());
        }
        let boats = self.field.charts().boats.night;
        if bank.capacity.max(bank.night).max(bank.day) > boats {
            return Err(format!("more boats than {boats}: {bank:?}"));
        }
        if bank.guns_fired && bank.guns_moved {
            return Err("the guns have fired and moved in one turn".to_owned());
        }
        Ok(())
    }

    /// The hexes of a line from a hex, northwards, that lie on the map; at most so many.
    pub(crate) fn northwards(&self, from: HexId, hexes: u8) -> impl Iterator<Item = HexId> + use<> {
        let map = &self.theatre().map;
        std::iter::successors(Some(from), |&hex| map.neighbour(hex, NORTH)).take(hexes.into())
    }
}
