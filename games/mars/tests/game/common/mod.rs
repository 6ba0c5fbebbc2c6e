//! Battles in a few words, for tests.

use crate::published::charts;
use kit::{Factor, Inquiry, Scripted, Sums, Told, chance, losses};
use sandtable_mars::{
    CrtResult, Moment, Side, Supply, UnitType,
    battle::{
        Battle, Fate, Situation,
        assault::{Options, Place},
        results::fate,
        situation::{Attacker, Defender, Hex},
    },
    units::UnitRef,
};

/// A battle being described.
#[derive(Clone, Debug)]
pub struct Case(Situation);

pub fn attack(side: Side, turn: u8) -> Case {
    Case(Situation {
        scenario: None,
        side,
        turn,
        moment: Moment::Allocation,
        probe: false,
        options: Options::default(),
        attackers: Vec::new(),
        hexes: Vec::new(),
    })
}

impl Case {
    pub fn from(mut self, hex: &str, units: &[&str]) -> Self {
        for name in units {
            self = self.with_one(hex, name, Supply::Full);
        }
        self
    }

    pub fn with_one(self, hex: &str, name: &str, supply: Supply) -> Self {
        let mut case = self.with_own(hex, unit(name));
        case.0.attackers.last_mut().unwrap().supply = supply;
        case
    }

    pub fn with_own(mut self, hex: &str, unit: Holder) -> Self {
        self.0.attackers.push(Attacker {
            unit: unit.0.unit,
            from: hex.to_owned(),
            supply: Supply::Full,
            disrupted: false,
            fortified_this_turn: false,
            moved_too_far: false,
        });
        self
    }

    pub fn on(mut self, target: Target) -> Self {
        self.0.hexes.push(target.0);
        self
    }

    pub fn probe(mut self) -> Self {
        self.0.probe = true;
        self
    }

    pub fn no_probe(mut self) -> Self {
        self.0.probe = false;
        self
    }

    pub fn moment(mut self, moment: Moment) -> Self {
        self.0.moment = moment;
        self
    }

    pub fn option(mut self, change: impl FnOnce(&mut Options)) -> Self {
        change(&mut self.0.options);
        self
    }

    /// Changes the first attacker.
    pub fn attacker(mut self, change: impl FnOnce(&mut Attacker)) -> Self {
        change(&mut self.0.attackers[0]);
        self
    }

    pub fn situation(&self) -> &Situation {
        &self.0
    }

    pub fn battle(&self) -> Battle {
        Battle::prepare(crate::published::rules(), &self.0, &mut Sums::default()).unwrap()
    }

    /// The heads of the columns that the defenders read.
    pub fn columns(&self) -> Vec<String> {
        let heads = charts().tables.crt.sheet().heads();
        let battle = self.battle();
        battle.reckoned.readings.iter().map(|reading| heads[reading.column.0 as usize].clone()).collect()
    }

    fn end(&self, face: u16) -> sandtable_mars::battle::End {
        chance::roll(&self.battle(), &mut Scripted::faces(&[face]))
    }

    pub fn toll(&self, face: u16) -> Factor {
        self.end(face).toll
    }

    pub fn told(&self, face: u16) -> Told {
        self.battle().tell(&self.0, &self.end(face))
    }

    /// The sets of attackers that can pay the toll of a roll, by name.
    pub fn loss_sets(&self, face: u16) -> Vec<String> {
        let assault = self.0.assault(charts()).unwrap();
        let times = assault.attack_times();
        let values: Vec<Factor> =
            assault.attackers.iter().map(|attacker| attacker.unit.attack * times).collect();
        let (sets, complete) = losses::minimal_sets(&values, self.toll(face), 100);
        assert!(complete);
        let names = |set: losses::UnitSet| {
            let all = assault.attackers.iter().enumerate();
            let units = all
                .filter(|(place, _)| set >> place & 1 == 1)
                .map(|(_, attacker)| attacker.unit.name.as_str());
            units.collect::<Vec<_>>().join("+")
        };
        // Smaller sets first, and those with earlier attackers first.
        let mut sets = sets;
        sets.sort_by_key(|set| (set.count_ones(), std::cmp::Reverse(set.reverse_bits())));
        sets.into_iter().map(names).collect()
    }

    /// What happens to each defending unit on a roll.
    pub fn fates(&self, face: u16) -> Vec<Fate> {
        let assault = self.0.assault(charts()).unwrap();
        let end = self.end(face);
        let battle = self.battle();
        let readings = battle.reckoned.readings.iter().zip(end.results.iter());
        readings
            .map(|(reading, result)| {
                fate(charts(), result, &assault.targets[reading.hex()].defenders[reading.unit().unwrap()])
            })
            .collect()
    }
}

/// What every defender reads on a roll.
pub fn results(battle: &Battle, face: u16) -> Vec<&'static str> {
    let end = chance::roll(battle, &mut Scripted::faces(&[face]));
    end.results.iter().map(CrtResult::name).collect()
}

/// The results of the first defender with their chances, worst for the attacker first.
pub fn codes(battle: &Battle) -> Vec<(&'static str, u128, u128)> {
    let odds = chance::odds(battle).unwrap().map(|end| end.results.get(0).unwrap());
    odds.iter().map(|(result, chance)| (result.name(), chance.numerator(), chance.denominator())).collect()
}

/// An attacked hex being described.
#[derive(Clone, Debug)]
pub struct Target(Hex);

pub fn hex(name: &str, initially: Side) -> Target {
    Target(Hex {
        name: name.to_owned(),
        initially: Some(initially),
        over_line: Vec::new(),
        over_river: Vec::new(),
        place: Place::Open,
        forest: false,
        garrison_elsewhere: None,
        units: Vec::new(),
    })
}

impl Target {
    pub fn line(mut self, from: &[&str]) -> Self {
        self.0.over_line = from.iter().map(|&hex| hex.to_owned()).collect();
        self
    }

    pub fn river(mut self, from: &[&str]) -> Self {
        self.0.over_river = from.iter().map(|&hex| hex.to_owned()).collect();
        self
    }

    pub fn place(mut self, place: Place) -> Self {
        self.0.place = place;
        self
    }

    pub fn forest(mut self) -> Self {
        self.0.forest = true;
        self
    }

    pub fn garrison_elsewhere(mut self, factor: i32) -> Self {
        self.0.garrison_elsewhere = Some(Factor::whole(factor));
        self
    }

    pub fn holds(mut self, holder: Holder) -> Self {
        self.0.units.push(holder.0);
        self
    }
}

/// A defending unit being described.
#[derive(Clone, Debug)]
pub struct Holder(Defender);

/// A unit of the chart.
pub fn unit(name: &str) -> Holder {
    of(UnitRef::OfTheChart(crate::published::unit(name)))
}

/// A unit of a test's own, of the infantry class.
pub fn own(name: &str, side: Side, attack: i32, defence: i32) -> Holder {
    let mut unit = charts().roster.units[crate::published::unit("331").index()].clone();
    name.clone_into(&mut unit.name);
    unit.side = side;
    unit.attack = Factor::whole(attack);
    unit.defence = Factor::whole(defence);
    unit.kind = UnitType::Rifle;
    of(UnitRef::Own(unit))
}

const fn of(unit: UnitRef) -> Holder {
    Holder(Defender {
        unit,
        supply: Supply::Full,
        disrupted: false,
        fortified: false,
        no_retreat: false,
        retreated_in: false,
    })
}

impl Holder {
    pub fn is_german(&self) -> bool {
        self.0.unit.unit(charts()).side == Side::German
    }

    pub fn fortified(mut self) -> Self {
        self.0.fortified = true;
        self
    }

    pub fn disrupted(mut self) -> Self {
        self.0.disrupted = true;
        self
    }

    pub fn no_retreat(mut self) -> Self {
        self.0.no_retreat = true;
        self
    }

    pub fn retreated_in(mut self) -> Self {
        self.0.retreated_in = true;
        self
    }

    pub fn supply(mut self, supply: Supply) -> Self {
        self.0.supply = supply;
        self
    }
}
