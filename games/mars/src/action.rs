//! The decisions of the game, and how a person writes them.

use kit::{Refusal, map::HexId};

use crate::{roster::UnitId, theatre::Theatre};

/// One decision: a click.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// Sets up everybody who is not placed yet where the scenario puts them.
    Deploy,
    /// Takes a unit in hand, to place or to move it.
    Pick(UnitId),
    /// Lets the unit in hand be; a move that has begun ends here.
    Stay,
    /// The unit in hand goes there.
    To(HexId),
    /// The unit in hand goes through a town on its way.
    Via(HexId),
    /// The unit in hand leaves the map.
    Exit,
    /// A unit fortifies.
    Fortify(UnitId),
    /// A waiting panzer division is sent away for good.
    SendAway(UnitId),
    /// A waiting panzer division arrives.
    BringIn(UnitId, HexId),
    /// A unit is allocated against a hex.
    Attack(UnitId, HexId),
    /// A hex is taken into the battle against another: the new one first.
    Include(HexId, HexId),
    /// A unit is taken out of its battle.
    Release(UnitId),
    /// The battle against a hex is dropped.
    Drop(HexId),
    /// The allocation is bound.
    Commit,
    /// No attacks at all.
    Pass,
    /// The battle against a hex is fought next.
    Fight(HexId),
    /// The attack is lowered to a probe.
    Probe,
    /// The attack is made in full.
    Full,
    /// The die is read by index A.
    IndexA,
    /// The die is read by index B.
    IndexB,
    /// A defending unit is ordered not to retreat.
    NoRetreat(UnitId),
    /// The die is cast.
    Roll,
    /// An attacking unit is lost.
    Lose(UnitId),
    /// A routed unit has to retreat so many hexes.
    Rout(UnitId, u8),
    /// A unit retreats into the next hex.
    Retreat(UnitId, HexId),
    /// The retreat in hand ends.
    Halt,
    /// A unit takes the Disruption instead of a retreat.
    Stand(UnitId),
    /// A unit advances into a hex, and on into a second one.
    Advance(UnitId, HexId, Option<HexId>),
    /// An isolated unit in a stronghold is spared.
    Spare(UnitId),
    /// This step is over.
    Done,
}

/// Every verb with what follows it, as help shows it.
const FORMS: &[&str] = &[
    "deploy",
    "pick UNIT",
    "to HEX",
    "via HEX",
    "stay",
    "exit",
    "fortify UNIT",
    "send UNIT",
    "bring UNIT HEX",
    "attack HEX with UNIT",
    "include HEX with HEX",
    "release UNIT",
    "drop HEX",
    "commit",
    "pass",
    "battle HEX",
    "probe",
    "full",
    "index A",
    "index B",
    "no-retreat UNIT",
    "roll",
    "lose UNIT",
    "rout UNIT NUMBER",
    "retreat UNIT HEX",
    "halt",
    "stand UNIT",
    "advance UNIT HEX [HEX]",
    "spare UNIT",
    "done",
];

impl Action {
    /// As a person writes it.
    pub fn write(self, theatre: &Theatre) -> String {
        let hex = |hex: HexId| theatre.map.number(hex);
        match self {
            Self::Deploy => "deploy".into(),
            Self::Pick(unit) => format!("pick {unit}"),
            Self::Stay => "stay".into(),
            Self::To(to) => format!("to {}", hex(to)),
            Self::Via(town) => format!("via {}", hex(town)),
            Self::Exit => "exit".into(),
            Self::Fortify(unit) => format!("fortify {unit}"),
            Self::SendAway(unit) => format!("send {unit}"),
            Self::BringIn(unit, to) => format!("bring {unit} {}", hex(to)),
            Self::Attack(unit, target) => format!("attack {} with {unit}", hex(target)),
            Self::Include(new, known) => format!("include {} with {}", hex(new), hex(known)),
            Self::Release(unit) => format!("release {unit}"),
            Self::Drop(target) => format!("drop {}", hex(target)),
            Self::Commit => "commit".into(),
            Self::Pass => "pass".into(),
            Self::Fight(target) => format!("battle {}", hex(target)),
            Self::Probe => "probe".into(),
            Self::Full => "full".into(),
            Self::IndexA => "index A".into(),
            Self::IndexB => "index B".into(),
            Self::NoRetreat(unit) => format!("no-retreat {unit}"),
            Self::Roll => "roll".into(),
            Self::Lose(unit) => format!("lose {unit}"),
            Self::Rout(unit, hexes) => format!("rout {unit} {hexes}"),
            Self::Retreat(unit, to) => format!("retreat {unit} {}", hex(to)),
            Self::Halt => "halt".into(),
            Self::Stand(unit) => format!("stand {unit}"),
            Self::Advance(unit, to, None) => format!("advance {unit} {}", hex(to)),
            Self::Advance(unit, to, Some(on)) => format!("advance {unit} {} {}", hex(to), hex(on)),
            Self::Spare(unit) => format!("spare {unit}"),
            Self::Done => "done".into(),
        }
    }

    /// Reads what a person has written.
    pub fn read(text: &str, theatre: &Theatre) -> Result<Self, Refusal> {
        let text = text.trim();
        let (verb, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let rest = rest.trim();
        let words = Words { verb, rest, theatre };
        match verb.to_ascii_lowercase().as_str() {
            "pick" => Ok(Self::Pick(words.unit(rest)?)),
            "to" => Ok(Self::To(words.hex(rest)?)),
            "via" => Ok(Self::Via(words.hex(rest)?)),
            "fortify" => Ok(Self::Fortify(words.unit(rest)?)),
            "send" => Ok(Self::SendAway(words.unit(rest)?)),
            "release" => Ok(Self::Release(words.unit(rest)?)),
            "drop" => Ok(Self::Drop(words.hex(rest)?)),
            "battle" => Ok(Self::Fight(words.hex(rest)?)),
            "no-retreat" => Ok(Self::NoRetreat(words.unit(rest)?)),
            "lose" => Ok(Self::Lose(words.unit(rest)?)),
            "stand" => Ok(Self::Stand(words.unit(rest)?)),
            "spare" => Ok(Self::Spare(words.unit(rest)?)),
            "bring" => words.unit_and_hex().map(|(unit, hex)| Self::BringIn(unit, hex)),
            "retreat" => words.unit_and_hex().map(|(unit, hex)| Self::Retreat(unit, hex)),
            "attack" => {
                let (target, unit) = words.split("with")?;
                Ok(Self::Attack(words.unit(unit)?, words.hex(target)?))
            }
            "include" => {
                let (new, known) = words.split("with")?;
                Ok(Self::Include(words.hex(new)?, words.hex(known)?))
            }
            "index" if rest.eq_ignore_ascii_case("a") => Ok(Self::IndexA),
            "index" if rest.eq_ignore_ascii_case("b") => Ok(Self::IndexB),
            "rout" => {
                let (unit, hexes) = words.last()?;
                let hexes = hexes.parse().map_err(|_| words.misread())?;
                Ok(Self::Rout(words.unit(unit)?, hexes))
            }
            "advance" => words.advance(),
            _ => words.alone(),
        }
    }
}

/// What a person has written, being read.
struct Words<'t> {
    verb: &'t str,
    rest: &'t str,
    theatre: &'t Theatre,
}

impl<'t> Words<'t> {
    /// Verbs that nothing follows.
    fn alone(&self) -> Result<Action, Refusal> {
        let action = match self.verb.to_ascii_lowercase().as_str() {
            "deploy" => Action::Deploy,
            "stay" => Action::Stay,
            "exit" => Action::Exit,
            "commit" => Action::Commit,
            "pass" => Action::Pass,
            "probe" => Action::Probe,
            "full" => Action::Full,
            "roll" => Action::Roll,
            "halt" => Action::Halt,
            "done" => Action::Done,
            _ => return Err(self.misread()),
        };
        if self.rest.is_empty() { Ok(action) } else { Err(self.misread()) }
    }

    fn misread(&self) -> Refusal {
        let verb_of = |form: &&'static str| form.split(' ').next().unwrap_or_default();
        let form = FORMS.iter().filter(|form| verb_of(form).eq_ignore_ascii_case(self.verb));
        let forms: Vec<String> = form.map(|form| format!("`{form}`")).collect();
        if forms.is_empty() {
            let mut verbs: Vec<&str> = FORMS.iter().map(verb_of).collect();
            verbs.dedup();
            let words = format!("`{}` is no order; orders begin with {}", self.verb, verbs.join(", "));
            return Refusal::new("", words);
        }
        Refusal::new(
            "",
            format!("`{} {}` cannot be read; the order is {}", self.verb, self.rest, forms.join(" or ")),
        )
    }

    fn unit(&self, name: &str) -> Result<UnitId, Refusal> {
        if name.is_empty() {
            return Err(self.misread());
        }
        UnitId::named(name)
            .filter(|&unit| self.theatre.units.contains(unit))
            .ok_or_else(|| Refusal::new("", format!("there is no unit `{name}` in this scenario")))
    }

    fn hex(&self, number: &str) -> Result<HexId, Refusal> {
        if number.is_empty() {
            return Err(self.misread());
        }
        self.theatre.map.find(number).map_err(|error| Refusal::new("", error.to_string()))
    }

    /// What stands before a word and what after it.
    fn split(&self, word: &str) -> Result<(&'t str, &'t str), Refusal> {
        let parts = self.rest.split_once(&format!(" {word} "));
        parts.map(|(one, other)| (one.trim(), other.trim())).ok_or_else(|| self.misread())
    }

    /// The last word and what stands before it.
    fn last(&self) -> Result<(&'t str, &'t str), Refusal> {
        let parts = self.rest.rsplit_once(char::is_whitespace);
        parts.map(|(before, last)| (before.trim(), last)).ok_or_else(|| self.misread())
    }

    fn unit_and_hex(&self) -> Result<(UnitId, HexId), Refusal> {
        let (unit, hex) = self.last()?;
        Ok((self.unit(unit)?, self.hex(hex)?))
    }

    /// A unit and one or two hexes.
    fn advance(&self) -> Result<Action, Refusal> {
        let (before, last) = self.last()?;
        let on = self.hex(last)?;
        if let Some(unit) = UnitId::named(before) {
            return Ok(Action::Advance(self.unit(unit.name())?, on, None));
        }
        let (unit, to) = Words { rest: before, ..*self }.last()?;
        Ok(Action::Advance(self.unit(unit)?, self.hex(to)?, Some(on)))
    }
}
