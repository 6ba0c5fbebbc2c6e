//! Who may and who must advance, against a literal reading that tries every set of units.

use crate::board::{Chance, SIDES};
use crate::published::{name, piece, theatre};
use kit::map::HexId;
use sandtable_mars::{
    Blow, Field, Fight, GermanZones, Scenario, Side, Size, UnitId, Units,
    advance::{self, Advances},
    engagement::Ground,
    stacking,
};

/// What a battle has done to one of its hexes.
#[derive(Clone, Copy, Debug)]
enum Left {
    /// Everybody was eliminated, or the line was broken by DE or X/2.
    ByDeath,
    /// Somebody retreated: the factors that count, and where those went first who went more than one hex.
    ByRetreat(u8),
    /// The line alone was opened by DR or DW.
    Line(u8),
    /// The line held.
    Closed,
}

/// A random end of a battle.
#[derive(Clone)]
struct End {
    field: Field,
    side: Side,
    targets: Vec<HexId>,
    left: Vec<Left>,
    attackers: Vec<UnitId>,
    fight: Fight,
    /// Attack factors that have entered each hex, what each asks for once somebody has, and whether it has been had.
    entered: Vec<u8>,
    asked: Vec<Option<u8>>,
    met: Vec<bool>,
}

#[allow(clippy::large_types_passed_by_value, reason = "a position is written where it is used")]
fn random_end(chance: &mut Chance, field: Field, side: Side) -> Option<End> {
    let map = &field.theatre().map;
    let held: Vec<HexId> = field.held_by(side).iter().collect();
    let from = held[chance.below(held.len())];
    let mut around: Vec<HexId> =
        map.neighbours(from).filter(|&hex| !field.held_by(side).contains(hex)).collect();
    let mut targets = Vec::new();
    while !around.is_empty() && (targets.is_empty() || (targets.len() < 3 && chance.one_in(2))) {
        targets.push(around.swap_remove(chance.below(around.len())));
    }
    let next_to_all = |hex: HexId| targets.iter().all(|&target| map.are_adjacent(hex, target));
    let attackers: Units = field
        .units_of(side)
        .iter()
        .filter(|&unit| field.hex_of(unit).is_some_and(next_to_all) && !chance.one_in(6))
        .collect();
    let mut fight = Fight::default();
    fight.attackers = attackers;
    fight.attacked_from = field.hexes_of(attackers);
    let mut left = Vec::new();
    for (place, &target) in targets.iter().enumerate() {
        let ground: &mut Ground = &mut fight.grounds[place];
        let strength = [0, 2, 5][chance.below(3)];
        left.push(match chance.below(6) {
            0 => Left::ByDeath,
            1 => {
                (ground.line_alone, ground.opened) = (true, Some(Blow::Eliminated));
                Left::ByDeath
            }
            2 => {
                let blow = [Blow::Routed, Blow::Withdrawn][chance.below(2)];
                (ground.line_alone, ground.opened, ground.strength) = (true, Some(blow), strength + 2);
                Left::Line(strength + 2)
            }
            3 if targets.len() == 1 => {
                ground.line_alone = true;
                Left::Closed
            }
            _ => {
                (ground.was_left, ground.strength, ground.retreated) =
                    (true, strength, chance.below(12) as u8);
                for way in map.steps(target).map(|(way, _)| way).filter(|_| chance.one_in(3)) {
                    ground.ways.insert(way);
                }
                Left::ByRetreat(ground.retreated + strength)
            }
        });
    }
    let attackers: Vec<UnitId> = attackers.iter().collect();
    let (entered, asked, met) =
        (vec![0; targets.len()], vec![None; targets.len()], vec![false; targets.len()]);
    (!targets.is_empty() && !attackers.is_empty() && attackers.len() < 12).then_some(End {
        field,
        side,
        targets,
        left,
        attackers,
        fight,
        entered,
        asked,
        met,
    })
}

fn attack(set: &[UnitId]) -> u8 {
    set.iter().map(|&unit| piece(unit).attack).sum()
}

impl End {
    /// All subsets of these units that stacking lets stand in a hex beside those who are there.
    fn sets_in(&self, hex: HexId, choice: &[UnitId], beside: &[UnitId]) -> Vec<Vec<UnitId>> {
        let there: Units = self.field.units_in(hex).chain(beside.iter().copied()).collect();
        let subsets = (0..1usize << choice.len()).map(|bits| {
            let picked = choice.iter().enumerate().filter(move |(place, _)| bits >> place & 1 == 1);
            picked.map(|(_, unit)| *unit).collect::<Vec<_>>()
        });
        let fits = |set: &Vec<UnitId>| {
            set.len() < 5
                && stacking::fit_together(&self.field, self.side, there | set.iter().copied().collect())
        };
        subsets.filter(fits).collect()
    }

    fn most(&self, hex: HexId, choice: &[UnitId], beside: &[UnitId]) -> u8 {
        self.sets_in(hex, choice, beside).iter().map(|set| attack(set)).max().unwrap_or(0)
    }

    /// No enemy is left in it, and a line that was attacked has been broken.
    fn is_open(&self, place: usize) -> bool {
        !matches!(self.left[place], Left::Closed)
            && !self.field.enemies_of(self.side).contains(self.targets[place])
    }

    /// MARS-ADV-1, MARS-ADV-8, MARS-ADV-9
    fn is_due(&self, place: usize) -> bool {
        let (Left::ByRetreat(demand) | Left::Line(demand)) = self.left[place] else { return false };
        self.is_open(place)
            && !self.met[place]
            && self.entered[place] < demand
            && self.most(self.targets[place], &self.attackers, &[]) > 0
    }

    /// The factors that must enter a hex in all: what it demands, or the most that stacking allows.
    fn required(&self, place: usize) -> u8 {
        let (Left::ByRetreat(demand) | Left::Line(demand)) = self.left[place] else { return 0 };
        let most = || self.entered[place] + self.most(self.targets[place], &self.attackers, &[]);
        self.asked[place].unwrap_or_else(|| demand.min(most()))
    }

    /// MARS-ADV-7, MARS-R48
    fn duty_lets(&self, unit: UnitId, place: usize, on: Option<HexId>) -> bool {
        let due: Vec<usize> = (0..self.targets.len()).filter(|&place| self.is_due(place)).collect();
        if due.is_empty() {
            return true;
        }
        let begun = due.iter().find(|&&place| self.asked[place].is_some());
        if !due.contains(&place) || begun.is_some_and(|&begun| begun != place) {
            return false;
        }
        let mut then = self.clone();
        then.make((unit, self.targets[place], on));
        then.can_meet(place)
    }

    /// Whether the rest can still bring in what is required: by standing there together, or by going on one after another
    /// before.
    fn can_meet(&self, place: usize) -> bool {
        let hex = self.targets[place];
        if self.met[place]
            || self.entered[place] + self.most(hex, &self.attackers, &[]) >= self.required(place)
        {
            return true;
        }
        self.attackers.iter().filter(|&&unit| stacking::has_room(&self.field, unit, hex)).any(|&unit| {
            self.seconds(unit, place).into_iter().any(|on| {
                let mut then = self.clone();
                then.make((unit, hex, Some(on)));
                then.can_meet(place)
            })
        })
    }

    /// MARS-ADV-4, MARS-R39
    fn seconds(&self, unit: UnitId, place: usize) -> Vec<HexId> {
        let map = &self.field.theatre().map;
        let tanks = piece(unit).panzer || piece(unit).size == Size::Brigade || name(unit).ends_with(" TK");
        let steps = map.steps(self.targets[place]).filter(|_| tanks);
        let free = |hex: HexId| {
            !self.field.enemies_of(self.side).contains(hex)
                && self.field.hex_of(unit) != Some(hex)
                && stacking::has_room(&self.field, unit, hex)
        };
        let ways = self.fight.grounds[place].ways;
        let follows = |way| match self.left[place] {
            Left::ByDeath => true,
            Left::ByRetreat(_) => ways.contains(way),
            Left::Line(_) | Left::Closed => false,
        };
        steps.filter(|&(way, hex)| follows(way) && free(hex)).map(|(_, hex)| hex).collect()
    }

    /// Every advance that can be made now.
    fn advances(&self) -> Vec<(UnitId, HexId, Option<HexId>)> {
        let mut all = Vec::new();
        for (place, &hex) in self.targets.iter().enumerate().filter(|(place, _)| self.is_open(*place)) {
            for &unit in self.attackers.iter().filter(|&&unit| stacking::has_room(&self.field, unit, hex)) {
                let seconds = self.seconds(unit, place).into_iter().map(Some);
                let ends = std::iter::once(None).chain(seconds);
                all.extend(ends.filter(|&on| self.duty_lets(unit, place, on)).map(|on| (unit, hex, on)));
            }
        }
        all.sort_unstable();
        all
    }

    fn make(&mut self, (unit, hex, on): (UnitId, HexId, Option<HexId>)) {
        let place = self.targets.iter().position(|&target| target == hex).unwrap();
        if self.is_due(place) {
            self.asked[place] = Some(self.required(place));
        }
        advance::make(&mut self.field, &mut self.fight, &self.targets, unit, hex, on);
        self.attackers.retain(|&other| other != unit);
        // MARS-ADV-10, MARS-R49
        for place in
            (0..self.targets.len()).filter(|&place| [Some(hex), on].contains(&Some(self.targets[place])))
        {
            self.entered[place] += piece(unit).attack;
        }
        self.met[place] |= self.asked[place].is_some_and(|asked| self.entered[place] >= asked);
    }
}

/// MARS-ADV-1, MARS-ADV-4, MARS-ADV-7, MARS-ADV-8, MARS-ADV-9, MARS-ADV-10, MARS-R48, MARS-R49
#[test]
fn literal_reading_of_advances() {
    let mut chance = Chance::seeded(48);
    let (mut ends, mut due, mut second, mut several) = (0, 0, 0, 0);
    while ends < 700 {
        let scenario = if ends % 3 == 0 { Scenario::Vazuza } else { Scenario::Historical };
        let field = chance.position(theatre(scenario, GermanZones::Inward));
        let side = SIDES[chance.below(2)];
        if field.units_of(side).is_empty() {
            continue;
        }
        let Some(mut end) = random_end(&mut chance, field, side) else { continue };
        ends += 1;
        several += usize::from(end.targets.len() > 1);
        loop {
            let expected = end.advances();
            let advance = Advances { field: &end.field, fight: &end.fight, targets: &end.targets, side };
            let mut found = Vec::new();
            advance.any(|unit, hex, on| {
                found.push((unit, hex, on));
                false
            });
            found.sort_unstable();
            assert_eq!(found, expected, "{:?} {:?} {:?}", end.targets, end.left, end.field);
            let owed: Vec<usize> = advance.duties().collect();
            assert_eq!(owed, (0..end.targets.len()).filter(|&it| end.is_due(it)).collect::<Vec<_>>());
            assert!(owed.is_empty() || !found.is_empty(), "who must advance can");
            due += usize::from(!owed.is_empty());
            if found.is_empty() {
                break;
            }
            let chosen = found[chance.below(found.len())];
            second += usize::from(chosen.2.is_some());
            end.make(chosen);
        }
    }
    assert!(due > 150 && second > 150 && several > 150, "{due} {second} {several}");
}
