//! The decisions of the game, and how a person writes them.

use kit::notation::OnMap;

use crate::prelude::*;

kit::notation! {
    /// One decision: a click.
    pub enum Action by Mars {
        /// Sets up everybody who is not placed yet where the scenario puts them.
        Deploy = ["deploy"];
        /// Takes a unit in hand, to place or to move it.
        Pick(unit: UnitId) = ["pick" unit];
        /// The unit in hand goes there.
        To(hex: HexId) = ["to" hex];
        /// The unit in hand goes through a town on its way.
        Via(hex: HexId) = ["via" hex];
        /// Lets the unit in hand be; a move that has begun ends here.
        Stay = ["stay"];
        /// The unit in hand leaves the map.
        Exit = ["exit"];
        /// A unit fortifies.
        Fortify(unit: UnitId) = ["fortify" unit];
        /// A waiting panzer division is sent away for good.
        SendAway(unit: UnitId) = ["send" unit];
        /// A waiting panzer division arrives.
        BringIn(unit: UnitId, hex: HexId) = ["bring" unit hex];
        /// A unit is allocated against a hex.
        Attack(unit: UnitId, hex: HexId) = ["attack" hex "with" unit];
        /// A hex is taken into the battle against another: the new one first.
        Include(hex: HexId, known: HexId) = ["include" hex "with" known];
        /// A unit is taken out of its battle.
        Release(unit: UnitId) = ["release" unit];
        /// The battle against a hex is dropped.
        Drop(hex: HexId) = ["drop" hex];
        /// The allocation is bound.
        Commit = ["commit"];
        /// No attacks at all.
        Pass = ["pass"];
        /// The battle against a hex is fought next.
        Fight(hex: HexId) = ["battle" hex];
        /// The attack is lowered to a probe.
        Probe = ["probe"];
        /// The attack is made in full.
        Full = ["full"];
        /// The die is read by index A.
        IndexA = ["index" "A"];
        /// The die is read by index B.
        IndexB = ["index" "B"];
        /// A defending unit is ordered not to retreat.
        NoRetreat(unit: UnitId) = ["no-retreat" unit];
        /// The die is cast.
        Roll = ["roll"];
        /// An attacking unit is lost.
        Lose(unit: UnitId) = ["lose" unit];
        /// A routed unit has to retreat so many hexes.
        Rout(unit: UnitId, number: u8) = ["rout" unit number];
        /// A unit retreats into the next hex.
        Retreat(unit: UnitId, hex: HexId) = ["retreat" unit hex];
        /// The retreat in hand ends.
        Halt = ["halt"];
        /// A unit takes the Disruption instead of a retreat.
        Stand(unit: UnitId) = ["stand" unit];
        /// A unit advances into a hex, and on into a second one.
        Advance(unit: UnitId, hex: HexId, on: Option<HexId>) = ["advance" unit hex on];
        /// An isolated unit in a stronghold is spared.
        Spare(unit: UnitId) = ["spare" unit];
        /// This step is over.
        Done = ["done"];
    }
}

impl OnMap for Mars {
    fn map(&self) -> &HexMap {
        &self.theatre().map
    }
}

impl kit::position::Roster for Mars {
    fn unit_name(&self, unit: UnitId) -> Option<&str> {
        self.theatre().roster().units.get(unit.index()).map(|unit| unit.name.as_str())
    }

    fn takes_part(&self, unit: UnitId) -> bool {
        self.theatre().units.contains(unit)
    }
}
