//! The heavy artillery on the east bank.

use kit::{Chain, Dice, Die, Fact, Inquiry, Purpose, Refusal, Tally, Told, chance};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::{
    charts::charts,
    hexes::{Direction, Hex},
    index::{DieIndex, IndexValue},
    results::Fate,
    toll::{MOST_UNITS, NAMED, Toll},
    turns::check_turn,
    units::{Side, Unit},
};

/// A unit on the map.
#[derive(Clone, Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Placed {
    /// The unit.
    pub unit: Unit,
    /// Where it stands.
    pub at: Hex,
}

/// A barrage.
#[derive(Clone, Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Situation {
    /// The game turn.
    pub turn: u8,
    /// Where the guns stand on the east bank.
    pub guns: Hex,
    /// The reference hex.
    pub reference: Hex,
    /// The three hexes of the triangle, the reference hex among them.
    pub triangle: Vec<Hex>,
    /// All units, of both sides, that could be hit, also after scattering, in the order in which they are rolled for.
    pub units: Vec<Placed>,
    /// Whether a Russian unit is on the Mamaev summit.
    #[serde(default)]
    pub summit_russian: bool,
    /// Whether the guns are Disrupted.
    #[serde(default)]
    pub disrupted: bool,
    /// Whether the guns have been or are to be moved this turn.
    #[serde(default)]
    pub moved: bool,
    /// Whether they have fired this turn.
    #[serde(default)]
    pub fired: bool,
    /// The index column of the game.
    #[serde(default)]
    pub die_index: DieIndex,
}

/// One barrage.
#[derive(Clone, Debug)]
pub struct Barrage {
    index: DieIndex,
    triangle: [Hex; 3],
    units: Vec<(Hex, Side)>,
    observed: bool,
    named: bool,
}

/// How a barrage stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Fire {
    aim: Aim,
    next: u8,
    /// Who was hit.
    pub toll: Toll,
}

/// Where the shells fall.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Aim {
    /// Unobserved, before the first roll.
    Unknown,
    /// On target.
    On,
    /// Off target, before the direction die.
    Off,
    /// Off target that way.
    Scattered(Direction),
}

impl Barrage {
    fn covers(&self, aim: Aim, hex: Hex) -> bool {
        self.triangle.iter().any(|&part| match aim {
            // STAL-ART-9: a hex that has left the map holds nobody.
            Aim::Scattered(direction) => part.towards(direction) == hex,
            _ => part == hex,
        })
    }

    /// The next unit under fire from `from` on, or the number of units.
    fn next_target(&self, aim: Aim, from: u8) -> u8 {
        let rest = self.units.iter().skip(from.into());
        from + rest.take_while(|(hex, _)| !self.covers(aim, *hex)).count() as u8
    }

    /// STAL-ART-3: Disrupted on index 1 or 2.
    fn hits<D: Dice>(&self, dice: &mut D) -> bool {
        let value = self.index.roll(dice, Purpose::new("barrage", "STAL-ART-3"));
        value <= IndexValue(charts().barrage.disrupts)
    }

    fn strike(&self, fire: &mut Fire, hit: bool) {
        let place = usize::from(fire.next);
        if hit {
            fire.toll.suffer(place, Fate::Disrupted);
        }
        if !self.named {
            fire.toll.settle(place, self.units[place].1);
        }
        fire.next = self.next_target(fire.aim, fire.next + 1);
    }

    /// This barrage with nobody there but the unit at `place` and the one rolled for first, on whom the aim depends.
    fn only(&self, place: usize) -> (Self, usize) {
        let first = usize::from(self.next_target(Aim::On, 0));
        let (mut kept, mut of_kept) = (vec![self.units[first]], 0);
        if place != first {
            of_kept = usize::from(place > first);
            kept.insert(of_kept, self.units[place]);
        }
        (Self { units: kept, named: true, ..self.clone() }, of_kept)
    }
}

impl Chain for Barrage {
    type State = Fire;

    fn start(&self) -> Fire {
        let aim = if self.observed { Aim::On } else { Aim::Unknown };
        Fire { aim, next: self.next_target(aim, 0), toll: Toll::default() }
    }

    fn is_done(&self, fire: &Fire) -> bool {
        fire.aim != Aim::Off && usize::from(fire.next) == self.units.len()
    }

    fn step<D: Dice>(&self, fire: &Fire, dice: &mut D) -> Fire {
        let mut now = *fire;
        match fire.aim {
            // STAL-ART-5: unobserved, the first roll decides whether the barrage is on target.
            Aim::Unknown => {
                if self.hits(dice) {
                    now.aim = Aim::On;
                    self.strike(&mut now, true);
                } else {
                    now.aim = Aim::Off;
                }
            }
            Aim::Off => {
                let face = dice.roll(Die::D6, Purpose::new("direction", "STAL-DIE-3"));
                now.aim = Aim::Scattered(Direction::of_die(face));
                now.next = self.next_target(now.aim, 0);
            }
            Aim::On | Aim::Scattered(_) => {
                let hit = self.hits(dice);
                self.strike(&mut now, hit);
            }
        }
        if self.is_done(&now) {
            // How it came about no longer matters: ends with the same toll are one.
            now.aim = Aim::On;
        }
        now
    }
}

fn check_guns(situation: &Situation) -> Result<(), Refusal> {
    let refuse =
        |clause, words: &str| Err(Refusal::new(clause, words).because_of(situation.guns.to_string()));
    if situation.turn < charts().barrage.first_turn {
        return refuse("STAL-ART-1", "the guns do not fire before turn 2");
    }
    if situation.fired {
        return refuse("STAL-ART-1", "the guns have fired their one barrage of this turn");
    }
    if situation.disrupted {
        return refuse("STAL-ART-8", "the guns are Disrupted");
    }
    if situation.moved {
        return refuse("STAL-ART-6", "the guns do not fire in a turn in which they move");
    }
    Ok(())
}

fn check_triangle(situation: &Situation) -> Result<[Hex; 3], Refusal> {
    let Situation { guns, reference, triangle, .. } = situation;
    let numbers = charts().barrage;
    let distance = guns.distance(*reference);
    if distance > numbers.range {
        let words =
            format!("{reference} is {distance} hexes from the guns in {guns}: they reach {}", numbers.range);
        return Err(Refusal::new("STAL-ART-2", words).because_of(reference.to_string()));
    }
    let &[one, two, three] = triangle.as_slice() else {
        let words = format!("the triangle has {} hexes: expected {}", triangle.len(), numbers.triangle);
        return Err(Refusal::new("STAL-ART-2", words));
    };
    if !(one.is_next_to(two) && two.is_next_to(three) && three.is_next_to(one)) {
        let words = format!("{one}, {two} and {three} do not all touch each other");
        return Err(Refusal::new("STAL-ART-2", words));
    }
    if !triangle.contains(reference) {
        let words = format!("the reference hex {reference} is not in the triangle");
        return Err(Refusal::new("STAL-ART-2", words).because_of(reference.to_string()));
    }
    Ok([one, two, three])
}

impl Inquiry for Barrage {
    type Situation = Situation;
    const KIND: &'static str = "barrage";
    const TITLE: &'static str = "the guns on the east bank fire a barrage";
    const EXAMPLE: &'static str = include_str!("../../../examples/stalingrad/barrage.toml");

    fn prepare<'s, T: Tally<'s>>(situation: &'s Situation, _: &mut T) -> Result<Self, Refusal> {
        check_turn(situation.turn)?;
        check_guns(situation)?;
        let triangle = check_triangle(situation)?;
        let units = &situation.units;
        if units.len() > MOST_UNITS {
            let words = format!("{} units: one question takes at most {MOST_UNITS}", units.len());
            return Err(Refusal::new("STAL-ART-3", words));
        }
        if !units.iter().any(|placed| placed.unit.side() == Side::German && triangle.contains(&placed.at)) {
            return Err(Refusal::new("STAL-R34", "no German unit is in the triangle"));
        }
        let distance = charts().summit.distance(situation.reference);
        Ok(Self {
            index: situation.die_index,
            triangle,
            units: units.iter().map(|placed| (placed.at, placed.unit.side())).collect(),
            // STAL-ART-4.
            observed: situation.summit_russian && distance <= charts().barrage.observed,
            named: units.len() <= NAMED,
        })
    }

    fn facts(&self, situation: &Situation) -> Vec<Fact> {
        let distance = charts().summit.distance(situation.reference);
        let aim = if self.observed {
            format!(
                "on target: Russians on the summit, {distance} hexes from {}, observe",
                situation.reference
            )
        } else if situation.summit_russian {
            format!("unobserved: {} is {distance} hexes from the summit", situation.reference)
        } else {
            "unobserved: no Russian is on the summit, the first roll decides".into()
        };
        let mut facts = vec![Fact::new("aim", aim, if self.observed { "STAL-ART-4" } else { "STAL-ART-5" })];
        for (place, placed) in situation.units.iter().enumerate() {
            let (alone, of_alone) = self.only(place);
            if let Ok(odds) = chance::odds(&alone) {
                let hit = odds.chance(|end| end.toll.fate(of_alone) == Fate::Disrupted);
                let words =
                    format!("{} in {}: Disrupted {hit} ({} %)", placed.unit.name, placed.at, hit.percent());
                facts.push(Fact::new("unit", words, "STAL-ART-3"));
            }
        }
        facts
    }

    fn tell(&self, situation: &Situation, end: &Fire) -> Told {
        let units: Vec<&Unit> = situation.units.iter().map(|placed| &placed.unit).collect();
        end.toll.tell(&units).by("STAL-ART-3")
    }
}
