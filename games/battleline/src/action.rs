//! The decisions of the game, and how a person writes them.

use kit::{
    Pointed, Taken,
    notation::{Arg, OnMap},
};

use crate::prelude::*;

kit::notation! {
    /// One decision: a click.
    pub enum Action by Battleline {
        /// The trumpets of Zama are heard.
        Listen = ["listen"];
        /// A unit is taken in hand, to move it.
        Pick(unit: UnitId) = ["pick" unit];
        /// The unit in hand goes there, or turns where it stands.
        To(hex: HexId) = ["to" hex];
        /// The unit in hand marches there by operational movement.
        March(hex: HexId) = ["march" hex];
        /// The reinforcement in hand enters there.
        Enter(hex: HexId) = ["enter" hex];
        /// The unit in hand is relieved by the one behind it.
        Exchange(unit: UnitId) = ["exchange" unit];
        /// The unit in hand faces that way.
        Face(direction: Direction) = ["face" direction];
        /// A leader leaves his unit.
        Transfer(leader: LeaderId) = ["transfer" leader];
        /// The leader in hand joins a unit.
        With(unit: UnitId) = ["with" unit];
        /// A unit is named for the detachment.
        Detach(unit: UnitId) = ["detach" unit];
        /// A unit shoots at another.
        Shoot(unit: UnitId, target: UnitId) = ["shoot" unit "at" target];
        /// An enemy is to be attacked.
        Attack(unit: UnitId) = ["attack" unit];
        /// A unit joins the attack.
        Join(unit: UnitId) = ["join" unit];
        /// The attack is announced as it stands.
        Fight = ["fight"];
        /// Of several that count for most this one leads.
        Lead(unit: UnitId) = ["lead" unit];
        /// The defender tries to slip away.
        Evade = ["evade"];
        /// The defender stays.
        Stand = ["stand"];
        /// Of several beaten attackers this one retreats next.
        Next(unit: UnitId) = ["next" unit];
        /// The beaten unit goes there; where its ways there end in different facings, also so that it faces that way.
        Retreat(hex: HexId, facing: Option<Direction>) = ["retreat" hex facing];
        /// The lead advances.
        Advance = ["advance"];
        /// The lead stays where it is.
        Hold = ["hold"];
        /// A Disrupted unit tries to come back to order.
        Reorganize(unit: UnitId) = ["reorganize" unit];
        /// The phase is over.
        Done = ["done"];
    }
}

impl OnMap for Battleline {
    fn map(&self) -> &HexMap {
        &self.field.map
    }
}

impl Roster for Battleline {
    fn unit_name(&self, unit: UnitId) -> Option<&str> {
        self.field.pieces.get(unit.index()).map(|piece| piece.name.as_str())
    }
}

impl Arg<Battleline> for LeaderId {
    fn write(self, game: &Battleline, out: &mut String) {
        out.push_str(game.field.leaders.get(self.index()).map_or("nobody", |leader| &leader.name));
    }

    fn read(text: &str, game: &Battleline) -> Result<Self, String> {
        // Each side may have a Deputy, so a name alone can mean two men.
        let of = |side| {
            let mut leaders = game.field.leaders_of(side);
            leaders.find(|leader| game.field.leader(*leader).name.eq_ignore_ascii_case(text))
        };
        let known = of(game.active()).or_else(|| of(game.active().other()));
        known.ok_or_else(|| format!("there is no leader `{text}` in this battle"))
    }

    fn point(self, at: &mut Pointed) {
        at.unit(self);
    }

    fn take(from: &mut Taken<'_>) -> Option<Self> {
        usize::from(from.unit()?.0).checked_sub(MOST_UNITS).map(Self::new)
    }
}

impl Arg<Battleline> for Direction {
    fn write(self, _: &Battleline, out: &mut String) {
        out.push_str(compass(self));
    }

    fn read(text: &str, _: &Battleline) -> Result<Self, String> {
        let known = |way: &Self| compass(*way).eq_ignore_ascii_case(text) || way.index().to_string() == text;
        let way = Self::ALL.into_iter().find(known);
        way.ok_or_else(|| format!("`{text}` is no direction: N, NE, SE, S, SW, NW or 0 to 5"))
    }

    fn point(self, at: &mut Pointed) {
        at.number(self.index() as u16);
    }

    fn take(from: &mut Taken<'_>) -> Option<Self> {
        Self::ALL.get(usize::from(from.number()?)).copied()
    }

    fn hole(_: &str) -> String {
        "N|NE|SE|S|SW|NW".to_owned()
    }
}
