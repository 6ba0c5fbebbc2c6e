//! A combat being followed, by the literal reading.

use super::{Attack, BTreeMap, BTreeSet, Drive, Field, Hex, Table, UnitId, Victory};

pub struct Defender {
    pub id: UnitId,
    pub hex: Hex,
    pub worth: i32,
    pub held: bool,
    pub was_disrupted: bool,
}

/// A combat being followed.
pub struct Combat {
    pub attack: Attack,
    pub exchange: bool,
    /// STAL-NOR-3, or the order of STAL-NOR-4.
    pub ordered: bool,
    pub risked: Vec<UnitId>,
    /// Nothing before the die.
    pub result: Option<&'static str>,
    pub overrun: bool,
    /// Whether the attacker's losses and the result for the defenders are settled.
    pub settled: bool,
    pub from: Vec<Hex>,
    pub fighting: Vec<(UnitId, i32)>,
    pub defenders: Vec<Defender>,
    pub bought: BTreeSet<UnitId>,
    pub named: BTreeSet<UnitId>,
    pub sacrificed: BTreeSet<UnitId>,
    /// Who is expected to be lost, and after how many turns a Russian is back.
    pub lost: BTreeMap<UnitId, u8>,
    pub must_go: BTreeMap<UnitId, u8>,
    pub may_go: BTreeMap<UnitId, u8>,
    pub driven: BTreeMap<UnitId, u8>,
    /// In the order in which they left.
    pub gone: Vec<UnitId>,
    pub on_the_way: Option<(UnitId, Hex)>,
    pub advanced: Vec<UnitId>,
    /// STAL-AIR-6: whether the worst roll of a supported attack in the city lets friends be bombed.
    pub bombs_friends: bool,
}

/// A whole point in eighths.
const EVEN: i32 = 8;

impl Combat {
    pub fn worth(&self, units: impl IntoIterator<Item = UnitId>) -> i32 {
        let of = |unit: UnitId| {
            let attacker = self.fighting.iter().find(|(id, _)| *id == unit).map(|(_, worth)| *worth);
            attacker.or_else(|| self.defenders.iter().find(|d| d.id == unit).map(|d| d.worth)).unwrap_or(0)
        };
        units.into_iter().map(of).sum()
    }

    pub fn defence(&self) -> i32 {
        self.defenders.iter().map(|defender| defender.worth).sum()
    }

    pub fn everybody(&self) -> Vec<UnitId> {
        self.fighting.iter().map(|(unit, _)| *unit).collect()
    }

    /// STAL-EXC-5: the risked of a German, all of a Russian.
    pub fn stake(&self) -> Vec<UnitId> {
        if self.risked.is_empty() { self.everybody() } else { self.risked.clone() }
    }

    /// STAL-EXC-2 as halves of the defence.
    pub fn ratio(&self) -> Option<i32> {
        let ratio = match self.result? {
            "D2" => 1,
            "D1" | "X/2" => 2,
            "D" => 3,
            "X" => 4,
            _ => return None,
        };
        self.exchange.then_some(ratio)
    }

    /// STAL-EXC-3: rounded up once, in whole points.
    pub fn price(&self, units: impl IntoIterator<Item = UnitId>) -> i32 {
        let halves = self.ratio().unwrap() * self.worth(units);
        (halves + 2 * EVEN - 1) / (2 * EVEN) * EVEN
    }

    /// STAL-EXC-4
    pub fn together(&self, field: &Field, unit: UnitId) -> Vec<UnitId> {
        let parent = |unit: UnitId| field.unit(unit).parent.clone();
        let same = |d: &&Defender| d.id == unit || parent(unit).is_some() && parent(d.id) == parent(unit);
        self.defenders.iter().filter(same).map(|d| d.id).collect()
    }

    pub fn for_sale(&self, field: &Field) -> Vec<UnitId> {
        let purse = self.worth(self.stake());
        let can_pay = |unit: &UnitId| {
            let mut all = self.bought.clone();
            all.extend(self.together(field, *unit));
            self.price(all) <= purse
        };
        let left = self.defenders.iter().map(|d| d.id).filter(|unit| !self.bought.contains(unit));
        left.filter(can_pay).collect()
    }

    /// What the attacker must lose, from whom, and whether it is an exchange: STAL-RES-5 to STAL-RES-9, STAL-EXC-6.
    pub fn losses(&self) -> (i32, Vec<UnitId>, bool) {
        let defence = self.defence();
        match (self.ratio(), self.result.unwrap()) {
            (Some(_), _) if self.bought.is_empty() => (defence, self.stake(), false),
            (Some(_), _) => (self.price(self.bought.iter().copied()), self.stake(), true),
            (None, "AD") if self.exchange => (defence, self.stake(), false),
            (None, "X") => (defence, self.everybody(), true),
            (None, "X/2") => (defence / 2, self.everybody(), true),
            (None, "AE" | "D/AE") => (defence, self.everybody(), false),
            _ => (0, Vec::new(), false),
        }
    }

    /// STAL-R5, STAL-RES-6: the strength that defenders give up to a weaker attacker.
    pub fn quota(&self) -> Option<i32> {
        let times = match (self.exchange, self.result.unwrap()) {
            (false, "X") => 1,
            (false, "X/2") => 2,
            _ => return None,
        };
        let has = times * self.worth(self.everybody());
        if has >= self.defence() {
            return None;
        }
        let sums = (0..1u32 << self.defenders.len()).map(|set| {
            let picked = self.defenders.iter().enumerate().filter(|(place, _)| set >> place & 1 == 1);
            picked.map(|(_, d)| d.worth).sum::<i32>()
        });
        sums.filter(|sum| *sum <= has).max()
    }

    pub fn sacrifices(&self) -> Vec<UnitId> {
        let Some(quota) = self.quota() else { return Vec::new() };
        let fits = |unit: UnitId| {
            (0..1u32 << self.defenders.len()).any(|set| {
                let has = |id: UnitId| {
                    let place = self.defenders.iter().position(|d| d.id == id).unwrap();
                    set >> place & 1 == 1
                };
                let picked: Vec<UnitId> = self.defenders.iter().map(|d| d.id).filter(|id| has(*id)).collect();
                self.worth(picked) == quota && has(unit) && self.sacrificed.iter().all(|id| has(*id))
            })
        };
        let left = self.defenders.iter().map(|d| d.id).filter(|unit| !self.sacrificed.contains(unit));
        left.filter(|unit| fits(*unit)).collect()
    }

    /// Whether the result is D-type for a defender (STAL-DIS-4): also what is left of an exchange.
    pub fn is_d_type(&self) -> bool {
        !matches!(self.result.unwrap(), "AD" | "AE")
    }

    /// The attacker's losses are settled: what happens to the defenders (STAL-RES-1 to STAL-RES-9, STAL-NOR-1, STAL-OVR-1).
    pub fn strike(&mut self) {
        let (overrun, result) = (self.overrun && !self.exchange, self.result.unwrap());
        let exchanged: Option<BTreeSet<UnitId>> = match (self.ratio(), result) {
            (Some(_), _) => Some(self.bought.clone()),
            (None, "X" | "X/2") if self.quota().is_some() => Some(self.sacrificed.clone()),
            (None, "X" | "X/2") => Some(self.defenders.iter().map(|d| d.id).collect()),
            _ => None,
        };
        for d in &self.defenders {
            if let Some(exchanged) = &exchanged {
                if exchanged.contains(&d.id) {
                    self.lost.insert(d.id, 2);
                } else if !d.held {
                    self.may_go.insert(d.id, 2);
                }
                continue;
            }
            match (result, d.held) {
                ("DE", _) | ("D2", true) => drop(self.lost.insert(d.id, 3)),
                ("D2", false) if overrun => drop(self.lost.insert(d.id, 3)),
                ("D2", false) => drop(self.driven.insert(d.id, 2)),
                ("D1", false) => {
                    self.driven.insert(d.id, 1);
                    self.may_go.insert(d.id, 1);
                }
                ("D" | "D/AE", false) => drop(self.may_go.insert(d.id, 2)),
                _ => {}
            }
        }
    }

    pub fn drive(&self, table: &Table) -> Drive {
        let stands = |unit: &UnitId| table.pieces.iter().find(|piece| piece.id == *unit).map(|p| p.hex);
        Drive {
            attacked: self.attack.targets.clone(),
            from: self.from.clone(),
            still: self.everybody().iter().filter_map(stands).collect(),
        }
    }

    pub fn origin(&self, unit: UnitId) -> Hex {
        self.defenders.iter().find(|d| d.id == unit).unwrap().hex
    }

    /// Where a defender can go next.
    pub fn ways(&self, table: &Table, unit: UnitId, is_forced: bool) -> Vec<Hex> {
        let (drive, origin) = (self.drive(table), self.origin(unit));
        let Some(piece) = table.pieces.iter().find(|piece| piece.id == unit) else { return Vec::new() };
        if let Some((_, via)) = self.on_the_way {
            return drive.seconds(table, piece, origin, via);
        }
        if is_forced {
            return drive.firsts(table, piece, origin, self.must_go[&unit]);
        }
        let step = if self.gone.contains(&unit) { 2 } else { 1 };
        let mut ways = drive.steps(table, piece.side, origin, piece.hex, step);
        ways.retain(|&to| {
            table.room(piece, to)
                || self.may_go[&unit] == 2 && !drive.seconds(table, piece, origin, to).is_empty()
        });
        ways
    }

    pub fn victory(&self) -> Victory<'_> {
        let due = |hex: &Hex| self.defenders.iter().filter(|d| d.hex == *hex).map(|d| d.worth).sum();
        let result = self.result.unwrap();
        let (due_loss, _, exchanged) = self.losses();
        Victory {
            side: self.attack.side,
            targets: &self.attack.targets,
            due: self.attack.targets.iter().map(due).collect(),
            attackers: &self.fighting,
            gone: &self.advanced,
            far: self.ratio().is_none() && matches!(result, "DE" | "D2"),
            hugs: exchanged || due_loss == 0,
        }
    }
}
