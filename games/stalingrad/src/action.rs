//! The decisions of the game, and how a person writes them.

use kit::{
    CounterId, Pointed, Taken,
    map::{HexId, HexMap},
    notation::{Arg, OnMap},
};

use crate::{
    field::SniperId,
    game::Stalingrad,
    theatre::SNIPERS,
    units::{UNITS, UnitId},
};

kit::notation! {
    /// One decision: a click.
    pub enum Action by Stalingrad {
        /// Sets up everybody of the side who is not placed yet as history had it.
        Deploy = ["deploy"];
        /// Takes a unit in hand, to place or to move it.
        Pick(unit: UnitId) = ["pick" unit];
        /// The unit in hand goes there.
        To(hex: HexId) = ["to" hex];
        /// The unit in hand goes on to the next hex of its way.
        Step(hex: HexId) = ["step" hex];
        /// Lets the unit in hand be; a move that has begun ends here.
        Stay = ["stay"];
        /// The unit in hand begins on the east bank.
        EastBank = ["east-bank"];
        /// The guns of the east bank stand there.
        Guns(hex: HexId) = ["guns" hex];
        /// Everybody holds where he stands.
        NoRetreat = ["no-retreat"];
        /// Retreats are allowed.
        Retreats = ["retreats"];
        /// A unit comes on at the western edge.
        Enter(unit: UnitId, hex: HexId) = ["enter" unit "at" hex];
        /// A Fliegerkorps bombs the city in lines.
        Bomb(korps: KorpsId) = ["bomb" "with" korps];
        /// A line of bombs begins there.
        LineFrom(hex: HexId) = ["line" "from" hex];
        /// And ends there.
        LineTo(hex: HexId) = ["line" "to" hex];
        /// A Fliegerkorps will support a ground attack.
        Support(korps: KorpsId) = ["support" "with" korps];
        /// A Fliegerkorps bombs the guns.
        Silence(korps: KorpsId) = ["silence" "with" korps];
        /// A Fliegerkorps attacks a hex, by the older air system.
        Strike(hex: HexId, korps: KorpsId) = ["strike" hex "with" korps];
        /// The Russian air unit goes for a Fliegerkorps.
        Intercept(korps: KorpsId) = ["intercept" korps];
        /// A sniper is placed.
        Post(sniper: SniperId, hex: HexId) = ["post" sniper "in" hex];
        /// A sniper fires.
        Fire(sniper: SniperId, unit: UnitId) = ["fire" sniper "at" unit];
        /// A sniper answers.
        Answer(sniper: SniperId) = ["answer" "with" sniper];
        /// The Russian sniper shoots back.
        ShootBack = ["shoot" "back"];
        /// A unit joins the attack on a hex.
        Attack(unit: UnitId, hex: HexId) = ["attack" hex "with" unit];
        /// A hex is taken into the attack on another: the new one first.
        Include(hex: HexId, known: HexId) = ["include" hex "with" known];
        /// A unit is taken out of its attack.
        Release(unit: UnitId) = ["release" unit];
        /// The attack on a hex is taken back.
        Drop(hex: HexId) = ["drop" hex];
        /// A Fliegerkorps supports the attack on a hex.
        Cover(hex: HexId, korps: KorpsId) = ["cover" hex "with" korps];
        /// A Fliegerkorps is taken off its attack.
        Uncover(korps: KorpsId) = ["uncover" korps];
        /// The attack on a hex is to be an exchange.
        Exchange(hex: HexId) = ["exchange" hex];
        /// The attack on a hex is to be a plain one.
        Plain(hex: HexId) = ["plain" hex];
        /// The defender consents to an exchange.
        Consent = ["consent"];
        /// The defender refuses an exchange.
        Refuse = ["refuse"];
        /// The attack on a hex is resolved next.
        Resolve(hex: HexId) = ["resolve" hex];
        /// A unit is risked in an exchange attack.
        Risk(unit: UnitId) = ["risk" unit];
        /// The die is cast.
        Roll = ["roll"];
        /// A unit is lost.
        Lose(unit: UnitId) = ["lose" unit];
        /// A defender is paid for.
        Buy(unit: UnitId) = ["buy" unit];
        /// The defenders in a hex have to retreat so many hexes.
        Demand(hex: HexId, hexes: u8) = ["demand" hex hexes];
        /// A unit retreats into the next hex.
        Retreat(unit: UnitId, hex: HexId) = ["retreat" unit hex];
        /// The retreat in hand ends.
        Halt = ["halt"];
        /// A hex is named for friendly bombing.
        Misdirect(hex: HexId) = ["misdirect" hex];
        /// A unit advances into a hex, and on into a second one.
        Advance(unit: UnitId, hex: HexId, on: Option<HexId>) = ["advance" unit hex on];
        /// Units are to be eliminated by their owner.
        Volunteers = ["volunteers"];
        /// A unit is eliminated by its owner.
        Disband(unit: UnitId) = ["disband" unit];
        /// The tractor factory repairs a brigade, which appears there.
        Repair(unit: UnitId, hex: HexId) = ["repair" unit "in" hex];
        /// A unit tries to cross the Volga.
        Cross(unit: UnitId, hex: HexId) = ["cross" unit "to" hex];
        /// A sniper tries to come back over the Volga.
        Return(sniper: SniperId, hex: HexId) = ["return" sniper "to" hex];
        /// The guns fire at a triangle: the reference hex, then the two others.
        Barrage(hex: HexId, second: HexId, third: HexId) = ["barrage" hex second third];
        /// This unit is rolled for first.
        First(unit: UnitId) = ["first" unit];
        /// All attacks are taken back, and nobody attacks.
        Pass = ["pass"];
        /// This step is over.
        Done = ["done"];
    }
}

/// A Fliegerkorps by its place in the scenario.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct KorpsId(pub u8);

impl OnMap for Stalingrad {
    fn map(&self) -> &HexMap {
        &self.field().theatre().map
    }
}

/// Counters beyond the ground units: snipers, then Fliegerkorps, then the Russian air unit, then the guns.
const FIRST_SNIPER: u16 = UNITS as u16;
const FIRST_KORPS: u16 = FIRST_SNIPER + SNIPERS as u16;

/// The counter of the Russian air unit.
pub const RUSSIAN_AIR: CounterId = CounterId(FIRST_KORPS + 2);
/// The counter of the guns.
pub const GUNS: CounterId = CounterId(FIRST_KORPS + 3);
/// The boats of the Volga among all counters.
pub const BOATS: CounterId = CounterId(FIRST_KORPS + 4);

impl From<UnitId> for CounterId {
    fn from(unit: UnitId) -> Self {
        Self(unit.index() as u16)
    }
}

impl From<SniperId> for CounterId {
    fn from(sniper: SniperId) -> Self {
        Self(FIRST_SNIPER + u16::from(sniper.0))
    }
}

impl From<KorpsId> for CounterId {
    fn from(korps: KorpsId) -> Self {
        Self(FIRST_KORPS + u16::from(korps.0))
    }
}

impl UnitId {
    /// The unit on a counter.
    pub fn on(counter: CounterId) -> Option<Self> {
        let place = usize::from(counter.0);
        (place < UNITS).then(|| Self::new(place))
    }
}

impl Arg<Stalingrad> for UnitId {
    fn write(self, game: &Stalingrad, out: &mut String) {
        out.push_str(game.field().name(self));
    }

    fn read(text: &str, game: &Stalingrad) -> Result<Self, String> {
        let known =
            (0..UNITS).map(Self::new).find(|&unit| game.field().name(unit).eq_ignore_ascii_case(text));
        known
            .filter(|&unit| game.field().theatre().units.contains(unit))
            .ok_or_else(|| format!("there is no unit `{text}` in this scenario"))
    }

    fn point(self, at: &mut Pointed) {
        at.unit(self);
    }

    fn take(from: &mut Taken<'_>) -> Option<Self> {
        Self::on(from.unit()?)
    }
}

impl Arg<Stalingrad> for SniperId {
    fn write(self, game: &Stalingrad, out: &mut String) {
        out.push_str(game.field().sniper_name(self));
    }

    fn read(text: &str, game: &Stalingrad) -> Result<Self, String> {
        let known = Self::all().find(|&id| game.field().sniper_name(id).eq_ignore_ascii_case(text));
        known.ok_or_else(|| format!("there is no sniper `{text}`"))
    }

    fn point(self, at: &mut Pointed) {
        at.unit(self);
    }

    fn take(from: &mut Taken<'_>) -> Option<Self> {
        let place = from.unit()?.0.checked_sub(FIRST_SNIPER)?;
        (usize::from(place) < SNIPERS).then_some(Self(place as u8))
    }
}

impl Arg<Stalingrad> for KorpsId {
    fn write(self, game: &Stalingrad, out: &mut String) {
        out.push_str(&game.field().theatre().fliegerkorps[usize::from(self.0)]);
    }

    fn read(text: &str, game: &Stalingrad) -> Result<Self, String> {
        let mut names = game.field().theatre().fliegerkorps.iter();
        let known = names.position(|name| name.eq_ignore_ascii_case(text));
        known.map(|place| Self(place as u8)).ok_or_else(|| format!("there is no Fliegerkorps `{text}`"))
    }

    fn point(self, at: &mut Pointed) {
        at.unit(self);
    }

    fn take(from: &mut Taken<'_>) -> Option<Self> {
        from.unit()?.0.checked_sub(FIRST_KORPS).filter(|place| *place < 2).map(|place| Self(place as u8))
    }
}
