//! The decisions of the game, and how a person writes them.

use kit::{
    map::{HexId, HexMap},
    notation::OnMap,
    position::Roster,
};

use crate::{
    game::EastFront,
    roster::{UNITS, UnitId},
};

kit::notation! {
    /// One decision: a click.
    pub enum Action by EastFront {
        // Orders.
        /// No Soviet unit retreats in this turn.
        NoRetreat = ["no-retreat"];
        /// Retreats are allowed.
        Retreats = ["retreats"];
        // Phase A.
        /// Everybody who is due, and every ally who comes back, appears at his place, or at the first place that is open.
        Deploy = ["deploy"];
        /// A unit that is due appears.
        Arrive(unit: UnitId, hex: HexId) = ["arrive" unit "at" hex];
        /// Units of one's own are to be disbanded.
        Disbanding = ["disbanding"];
        /// A unit is disbanded by its owner.
        Disband(unit: UnitId) = ["disband" unit];
        /// A unit that stands in closed Finland is put elsewhere.
        Displace(unit: UnitId, hex: HexId) = ["displace" unit "to" hex];
        // Movement.
        /// Takes a unit in hand, to rebuild or to move it.
        Pick(unit: UnitId) = ["pick" unit];
        /// The unit in hand goes there.
        To(hex: HexId) = ["to" hex];
        /// The unit in hand goes on to the next hex of its way.
        Step(hex: HexId) = ["step" hex];
        /// A unit marches where the last one of its stack went.
        Follow(unit: UnitId) = ["follow" "with" unit];
        /// Lets the unit in hand be.
        Stay = ["stay"];
        /// A unit is lost.
        Lose(unit: UnitId) = ["lose" unit];
        // Phase H.
        /// A rail hex is converted.
        Convert(hex: HexId) = ["convert" hex];
        /// The rest is converted by the usual order: nearest to an army first.
        Rails = ["rails"];
        // Combat.
        /// A unit joins the attack on a hex.
        Attack(unit: UnitId, hex: HexId) = ["attack" hex "with" unit];
        /// Everybody who can joins the attack on a hex.
        Storm(hex: HexId) = ["storm" hex];
        /// Whoever is sent against a hex from now on attacks in a new wave.
        Wave(hex: HexId) = ["wave" hex];
        /// A unit is taken out of its attack.
        Release(unit: UnitId) = ["release" unit];
        /// An attack on a hex is taken back; the second one by its number.
        Drop(hex: HexId, wave: Option<u8>) = ["drop" hex wave];
        /// All attacks that are being declared are taken back, and nobody attacks.
        Pass = ["pass"];
        /// An attack on a hex is resolved next; the second one by its number.
        Resolve(hex: HexId, wave: Option<u8>) = ["resolve" hex wave];
        /// An exchange in mountains is accepted.
        Accept = ["accept"];
        /// It is refused.
        Refuse = ["refuse"];
        /// A German unit is ordered not to retreat.
        Hold(unit: UnitId) = ["hold" unit];
        /// So many defenders are exchanged.
        Exchange(number: u8) = ["exchange" number];
        /// A defender is given up in an exchange.
        Give(unit: UnitId) = ["give" unit];
        /// A unit withdraws by its owner's will.
        Withdraw(unit: UnitId, hex: HexId) = ["withdraw" unit "to" hex];
        /// A beaten unit goes back by this way.
        Retreat(unit: UnitId, hex: HexId, on: Option<HexId>) = ["retreat" unit hex on];
        /// A unit advances into the next hex.
        Advance(unit: UnitId, hex: HexId) = ["advance" unit "to" hex];
        /// The unit that is advancing goes no farther.
        Halt = ["halt"];
        /// This step is over.
        Done = ["done"];
    }
}

impl OnMap for EastFront {
    fn map(&self) -> &HexMap {
        &self.board.theatre().map
    }
}

impl Roster for EastFront {
    fn unit_name(&self, unit: UnitId) -> Option<&str> {
        (unit.index() < UNITS).then(|| self.board.name(unit))
    }

    fn takes_part(&self, unit: UnitId) -> bool {
        self.board.theatre().units.contains(unit)
    }
}
