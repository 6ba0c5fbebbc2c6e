//! The decisions of the game, and how a person writes them.

use kit::{Refusal, map::HexId};

use crate::{
    army::{LeaderId, UnitId},
    battlefield::Battlefield,
    facing::Direction,
};

/// One decision: a click.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// The trumpets of Zama are heard.
    Listen,
    /// A unit is taken in hand, to move it.
    Pick(UnitId),
    /// The unit in hand goes there, or turns where it stands.
    To(HexId),
    /// The unit in hand marches there by operational movement.
    March(HexId),
    /// The reinforcement in hand enters there.
    Enter(HexId),
    /// The unit in hand is relieved by the one behind it.
    Exchange(UnitId),
    /// The unit in hand faces that way.
    Face(Direction),
    /// A leader leaves his unit.
    Transfer(LeaderId),
    /// The leader in hand joins a unit.
    With(UnitId),
    /// A unit is named for the detachment.
    Detach(UnitId),
    /// A unit shoots at another.
    Shoot(UnitId, UnitId),
    /// An enemy is to be attacked.
    Attack(UnitId),
    /// A unit joins the attack.
    Join(UnitId),
    /// The attack is announced as it stands.
    Fight,
    /// Of several that count for most this one leads.
    Lead(UnitId),
    /// The defender tries to slip away.
    Evade,
    /// The defender stays.
    Stand,
    /// Of several beaten attackers this one retreats next.
    Next(UnitId),
    /// The beaten unit goes there.
    Retreat(HexId),
    /// The lead advances.
    Advance,
    /// The lead stays where it is.
    Hold,
    /// A Disrupted unit tries to come back to order.
    Reorganize(UnitId),
    /// The phase is over.
    Done,
}

/// Every verb with what follows it, as help shows it.
const FORMS: &[&str] = &[
    "listen",
    "pick UNIT",
    "to HEX",
    "march HEX",
    "enter HEX",
    "exchange UNIT",
    "face N|NE|SE|S|SW|NW",
    "transfer LEADER",
    "with UNIT",
    "detach UNIT",
    "shoot UNIT at UNIT",
    "attack UNIT",
    "join UNIT",
    "fight",
    "lead UNIT",
    "evade",
    "stand",
    "next UNIT",
    "retreat HEX",
    "advance",
    "hold",
    "reorganize UNIT",
    "done",
];

impl Action {
    /// As a person writes it.
    pub fn write(self, battlefield: &Battlefield) -> String {
        let name = |unit: UnitId| &battlefield.piece(unit).name;
        let hex = |hex: HexId| battlefield.map.number(hex);
        match self {
            Self::Listen => "listen".into(),
            Self::Pick(unit) => format!("pick {}", name(unit)),
            Self::To(to) => format!("to {}", hex(to)),
            Self::March(to) => format!("march {}", hex(to)),
            Self::Enter(at) => format!("enter {}", hex(at)),
            Self::Exchange(unit) => format!("exchange {}", name(unit)),
            Self::Face(way) => format!("face {way}"),
            Self::Transfer(leader) => format!("transfer {}", battlefield.leader(leader).name),
            Self::With(unit) => format!("with {}", name(unit)),
            Self::Detach(unit) => format!("detach {}", name(unit)),
            Self::Shoot(firer, target) => format!("shoot {} at {}", name(firer), name(target)),
            Self::Attack(unit) => format!("attack {}", name(unit)),
            Self::Join(unit) => format!("join {}", name(unit)),
            Self::Fight => "fight".into(),
            Self::Lead(unit) => format!("lead {}", name(unit)),
            Self::Evade => "evade".into(),
            Self::Stand => "stand".into(),
            Self::Next(unit) => format!("next {}", name(unit)),
            Self::Retreat(to) => format!("retreat {}", hex(to)),
            Self::Advance => "advance".into(),
            Self::Hold => "hold".into(),
            Self::Reorganize(unit) => format!("reorganize {}", name(unit)),
            Self::Done => "done".into(),
        }
    }

    /// Reads what a person has written.
    pub fn read(text: &str, battlefield: &Battlefield, side: crate::army::Side) -> Result<Self, Refusal> {
        let text = text.trim();
        let (verb, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let rest = rest.trim();
        let unit = || find_unit(rest, battlefield);
        let hex = || battlefield.map.find(rest).map_err(|error| Refusal::new("", error.to_string()));
        let action = match (verb.to_ascii_lowercase().as_str(), rest.is_empty()) {
            ("listen", true) => Self::Listen,
            ("pick", false) => Self::Pick(unit()?),
            ("to", false) => Self::To(hex()?),
            ("march", false) => Self::March(hex()?),
            ("enter", false) => Self::Enter(hex()?),
            ("exchange", false) => Self::Exchange(unit()?),
            ("face", false) => Self::Face(find_direction(rest)?),
            ("transfer", false) => Self::Transfer(find_leader(rest, battlefield, side)?),
            ("with", false) => Self::With(unit()?),
            ("detach", false) => Self::Detach(unit()?),
            ("shoot", false) => {
                let (firer, target) = rest.split_once(" at ").ok_or_else(|| unknown(text))?;
                Self::Shoot(find_unit(firer, battlefield)?, find_unit(target, battlefield)?)
            }
            ("attack", false) => Self::Attack(unit()?),
            ("join", false) => Self::Join(unit()?),
            ("fight", true) => Self::Fight,
            ("lead", false) => Self::Lead(unit()?),
            ("evade", true) => Self::Evade,
            ("stand", true) => Self::Stand,
            ("next", false) => Self::Next(unit()?),
            ("retreat", false) => Self::Retreat(hex()?),
            ("advance", true) => Self::Advance,
            ("hold", true) => Self::Hold,
            ("reorganize", false) => Self::Reorganize(unit()?),
            ("done", true) => Self::Done,
            _ => return Err(unknown(text)),
        };
        Ok(action)
    }
}

fn unknown(text: &str) -> Refusal {
    Refusal::new("", format!("`{text}` is no decision: expected one of {}", FORMS.join(", ")))
}

fn find_unit(name: &str, battlefield: &Battlefield) -> Result<UnitId, Refusal> {
    let name = name.trim();
    battlefield
        .unit(name)
        .ok_or_else(|| Refusal::new("", format!("there is no unit `{name}` in this battle")))
}

fn find_leader(name: &str, battlefield: &Battlefield, side: crate::army::Side) -> Result<LeaderId, Refusal> {
    // Each side may have a Deputy, so a name alone can mean two men.
    let named = |leader: &LeaderId| battlefield.leader(*leader).name.eq_ignore_ascii_case(name);
    let own = battlefield.leaders_of(side).find(named);
    own.or_else(|| battlefield.leaders_of(side.other()).find(named))
        .ok_or_else(|| Refusal::new("", format!("there is no leader `{name}` in this battle")))
}

fn find_direction(name: &str) -> Result<Direction, Refusal> {
    let known =
        |way: &Direction| way.to_string().eq_ignore_ascii_case(name) || way.index().to_string() == name;
    Direction::ALL
        .into_iter()
        .find(known)
        .ok_or_else(|| Refusal::new("", format!("`{name}` is no direction: N, NE, SE, S, SW, NW or 0 to 5")))
}
