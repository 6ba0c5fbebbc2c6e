//! A referee who watches whole games and judges every combat by the literal reading alone: what is rolled on, what may be
//! decided after it, who is lost for how long, who recovers. Of the game he takes where everybody is, who attacks what, what
//! is decided, and the dice.

use std::collections::{BTreeMap, BTreeSet};

use kit::{Dice, Die, Game, Purpose, Rolled, Setup, Status, map::HexId, random_play::RandomPlayer};
use sandtable_stalingrad::{
    action::Action,
    allocation::Answer,
    field::{Aside, Field, Location},
    flow::Step,
    game::Stalingrad,
    units::{Side, UnitId, UnitKind},
};

use crate::{
    combat_reading::{Attack, Drive, Victory, printed},
    reading::{Hex, Table},
    second_reading::position,
};

/// Dice that are written down, each with what it was for.
pub struct Written {
    pub dice: Rolled,
    pub faces: Vec<(&'static str, u16)>,
}

impl Dice for Written {
    fn roll(&mut self, die: Die, purpose: Purpose) -> u16 {
        let face = self.dice.roll(die, purpose);
        self.faces.push((purpose.what, face));
        face
    }
}

pub fn hex(field: &Field, hex: HexId) -> Hex {
    let number = field.theatre().map.number(hex);
    (i32::from(number.column), i32::from(number.row))
}

pub fn id(field: &Field, (c, r): Hex) -> HexId {
    field.theatre().map.find(&format!("{c:02}{r:02}")).unwrap()
}

/// What random players decide who like to fight: attacks are added, and closed as soon as that is allowed.
pub fn keen(game: &Stalingrad, actions: &[Action], haste: usize, player: &mut RandomPlayer) -> Action {
    let is_adding = |action: &&Action| {
        matches!(action, Action::Attack(..) | Action::Include(..) | Action::Exchange(_) | Action::Cover(..))
    };
    let wanted: Vec<Action> = match game.step() {
        Step::Allocate(_)
            if actions.contains(&Action::Done) && !game.plan().is_empty() && player.pick(haste) < 2 =>
        {
            vec![Action::Done]
        }
        Step::Allocate(_) if player.pick(12) > 0 => actions.iter().filter(is_adding).copied().collect(),
        Step::Move(_) if player.pick(8) == 0 => vec![Action::Done],
        // Boats, not disbanding.
        Step::HoldOrder(_) => vec![Action::NoRetreat, Action::Retreats],
        Step::Crossings(_) if player.pick(4) > 0 => {
            actions.iter().filter(|action| matches!(action, Action::Cross(..))).copied().collect()
        }
        _ => Vec::new(),
    };
    let wanted: Vec<Action> = wanted.into_iter().filter(|action| actions.contains(action)).collect();
    let list = if wanted.is_empty() { actions } else { &wanted };
    list[player.pick(list.len())]
}

struct Defender {
    id: UnitId,
    hex: Hex,
    worth: i32,
    held: bool,
    was_disrupted: bool,
}

/// A combat being followed.
struct Combat {
    attack: Attack,
    exchange: bool,
    /// STAL-NOR-3, or the order of STAL-NOR-4.
    ordered: bool,
    risked: Vec<UnitId>,
    /// Nothing before the die.
    result: Option<&'static str>,
    overrun: bool,
    /// Whether the attacker's losses and the result for the defenders are settled.
    settled: bool,
    from: Vec<Hex>,
    fighting: Vec<(UnitId, i32)>,
    defenders: Vec<Defender>,
    bought: BTreeSet<UnitId>,
    named: BTreeSet<UnitId>,
    sacrificed: BTreeSet<UnitId>,
    /// Who is expected to be lost, and after how many turns a Russian is back.
    lost: BTreeMap<UnitId, u8>,
    must_go: BTreeMap<UnitId, u8>,
    may_go: BTreeMap<UnitId, u8>,
    driven: BTreeMap<UnitId, u8>,
    gone: BTreeSet<UnitId>,
    on_the_way: Option<(UnitId, Hex)>,
    advanced: Vec<UnitId>,
}

const EVEN: i32 = 8;

impl Combat {
    fn worth(&self, units: impl IntoIterator<Item = UnitId>) -> i32 {
        let of = |unit: UnitId| {
            let attacker = self.fighting.iter().find(|(id, _)| *id == unit).map(|(_, worth)| *worth);
            attacker.or_else(|| self.defenders.iter().find(|d| d.id == unit).map(|d| d.worth)).unwrap_or(0)
        };
        units.into_iter().map(of).sum()
    }

    fn defence(&self) -> i32 {
        self.defenders.iter().map(|defender| defender.worth).sum()
    }

    fn everybody(&self) -> Vec<UnitId> {
        self.fighting.iter().map(|(unit, _)| *unit).collect()
    }

    /// STAL-EXC-5: the risked of a German, all of a Russian.
    fn stake(&self) -> Vec<UnitId> {
        if self.risked.is_empty() { self.everybody() } else { self.risked.clone() }
    }

    /// STAL-EXC-2 as halves of the defence.
    fn ratio(&self) -> Option<i32> {
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
    fn price(&self, units: impl IntoIterator<Item = UnitId>) -> i32 {
        let halves = self.ratio().unwrap() * self.worth(units);
        (halves + 2 * EVEN - 1) / (2 * EVEN) * EVEN
    }

    /// STAL-EXC-4
    fn together(&self, field: &Field, unit: UnitId) -> Vec<UnitId> {
        let parent = |unit: UnitId| field.unit(unit).parent.clone();
        let same = |d: &&Defender| d.id == unit || parent(unit).is_some() && parent(d.id) == parent(unit);
        self.defenders.iter().filter(same).map(|d| d.id).collect()
    }

    fn for_sale(&self, field: &Field) -> Vec<UnitId> {
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
    fn losses(&self) -> (i32, Vec<UnitId>, bool) {
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
    fn quota(&self) -> Option<i32> {
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

    fn sacrifices(&self) -> Vec<UnitId> {
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
    fn is_d_type(&self) -> bool {
        !matches!(self.result.unwrap(), "AD" | "AE")
    }

    /// The attacker's losses are settled: what happens to the defenders (STAL-RES-1 to STAL-RES-9, STAL-NOR-1, STAL-OVR-1).
    fn strike(&mut self) {
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

    fn drive(&self, table: &Table) -> Drive {
        let stands = |unit: &UnitId| table.pieces.iter().find(|piece| piece.id == *unit).map(|p| p.hex);
        Drive {
            attacked: self.attack.targets.clone(),
            from: self.from.clone(),
            still: self.everybody().iter().filter_map(stands).collect(),
        }
    }

    fn origin(&self, unit: UnitId) -> Hex {
        self.defenders.iter().find(|d| d.id == unit).unwrap().hex
    }

    /// Where a defender can go next.
    fn ways(&self, table: &Table, unit: UnitId, is_forced: bool) -> Vec<Hex> {
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

    fn victory(&self) -> Victory<'_> {
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

/// What a referee knows.
pub struct Referee {
    combat: Option<Combat>,
    /// STAL-NOR-4
    russians_hold: bool,
    /// Defenders with a D-type result in this phase (STAL-DIS-4).
    struck: BTreeSet<UnitId>,
    displaced: BTreeSet<UnitId>,
    /// What was met, so that a test can see that it looked at something.
    pub met: BTreeMap<String, u32>,
}

impl Referee {
    pub fn new() -> Self {
        Self {
            combat: None,
            russians_hold: false,
            struck: BTreeSet::new(),
            displaced: BTreeSet::new(),
            met: BTreeMap::new(),
        }
    }

    fn meet(&mut self, what: &str) {
        *self.met.entry(what.to_owned()).or_default() += 1;
    }

    /// What may be decided in a combat, by the literal reading; nothing where it has no opinion.
    fn meant(&self, game: &Stalingrad) -> Option<Vec<Action>> {
        let combat = self.combat.as_ref()?;
        combat.result?;
        let (field, table) = (game.field(), || Table::of(game.field()));
        let mut all = Vec::new();
        match game.step() {
            Step::Buying(_) => {
                all.extend(combat.for_sale(field).into_iter().map(Action::Buy));
                all.extend((!combat.bought.is_empty()).then_some(Action::Done));
            }
            Step::Losses(_) => {
                let (due, pool, _) = combat.losses();
                let named = combat.worth(combat.named.iter().copied());
                all.extend(pool.into_iter().filter(|unit| !combat.named.contains(unit)).map(Action::Lose));
                all.extend((named >= due).then_some(Action::Done));
            }
            Step::Sacrifice(_) => all.extend(combat.sacrifices().into_iter().map(Action::Lose)),
            Step::Distances(_) => {
                for &target in &combat.attack.targets {
                    let here = combat.driven.iter().filter(|(unit, _)| combat.origin(**unit) == target);
                    if let Some(most) = here.map(|(_, most)| *most).max() {
                        all.extend((0..=most).map(|hexes| Action::Demand(id(field, target), hexes)));
                    }
                }
            }
            Step::Retreats(_) | Step::Withdrawals(_) => {
                let is_forced = matches!(game.step(), Step::Retreats(_));
                let table = table();
                let units = if is_forced { &combat.must_go } else { &combat.may_go };
                let units: Vec<UnitId> = match combat.on_the_way {
                    Some((unit, _)) => vec![unit],
                    None => units.keys().copied().collect(),
                };
                for unit in units {
                    let ways = combat.ways(&table, unit, is_forced);
                    all.extend(ways.into_iter().map(|to| Action::Retreat(unit, id(field, to))));
                }
                let halts = match combat.on_the_way {
                    None => !is_forced,
                    Some((unit, via)) => {
                        let (piece, origin) = (table.piece(unit), combat.origin(unit));
                        let enough = !is_forced || Drive::one_is_enough(&table, piece, origin, via);
                        enough && table.room(piece, via)
                    }
                };
                all.extend(halts.then_some(Action::Halt));
            }
            Step::Advance(_) => {
                let (table, victory) = (table(), combat.victory());
                all.extend(
                    victory.advances(&table).into_iter().map(|(unit, to, on)| {
                        Action::Advance(unit, id(field, to), on.map(|on| id(field, on)))
                    }),
                );
                all.extend(victory.owed(&table).is_empty().then_some(Action::Done));
            }
            _ => return None,
        }
        Some(all)
    }

    /// Compares what the game offers with what the reading does.
    pub fn look(&mut self, game: &Stalingrad, offered: &[Action], at: &str) {
        let Some(meant) = self.meant(game) else { return };
        let write = |actions: &[Action]| -> BTreeSet<String> {
            actions.iter().map(|action| game.write(action)).collect()
        };
        assert_eq!(write(offered), write(&meant), "{at}: {:?}", game.step());
        self.meet(format!("{:?}", game.step()).split('(').next().unwrap_or_default());
    }

    /// Follows a decision: the game before and after it, and the dice that it took.
    pub fn follow(
        &mut self,
        before: &Stalingrad,
        action: Action,
        after: &Stalingrad,
        faces: &[(&str, u16)],
        at: &str,
    ) {
        let field = before.field();
        match (before.step(), action) {
            (Step::SetUp(_) | Step::HoldOrder(_), Action::NoRetreat) => self.russians_hold = true,
            (Step::SetUp(_) | Step::HoldOrder(_), Action::Retreats) => self.russians_hold = false,
            (Step::Battles(_), Action::Resolve(target)) => self.begin(before, target),
            (Step::Risks(_), Action::Risk(unit)) => self.combat.as_mut().unwrap().risked.push(unit),
            (Step::Orders(_), _) => {
                self.combat.as_mut().unwrap().ordered = action == Action::NoRetreat;
            }
            (Step::Buying(_), Action::Buy(unit)) => {
                let combat = self.combat.as_mut().unwrap();
                let together = combat.together(field, unit);
                combat.bought.extend(together);
            }
            (Step::Losses(_), Action::Lose(unit)) => drop(self.combat.as_mut().unwrap().named.insert(unit)),
            (Step::Sacrifice(_), Action::Lose(unit)) => {
                self.combat.as_mut().unwrap().sacrificed.insert(unit);
            }
            (Step::Distances(_), Action::Demand(target, hexes)) => {
                let (combat, target) = (self.combat.as_mut().unwrap(), hex(field, target));
                let here: Vec<UnitId> =
                    combat.driven.keys().copied().filter(|unit| combat.origin(*unit) == target).collect();
                for unit in here {
                    combat.driven.remove(&unit);
                    if hexes > 0 {
                        combat.must_go.insert(unit, hexes);
                    }
                }
            }
            (Step::Retreats(_) | Step::Withdrawals(_), _) => self.walk(before, action, after),
            (Step::Advance(_), Action::Advance(unit, to, on)) => {
                self.combat.as_mut().unwrap().advanced.push(unit);
                if on.is_some() {
                    self.meet("two hexes on");
                }
                if field.held_by(before.phasing().enemy()).contains(to) {
                    self.meet("hugging");
                }
            }
            _ => {}
        }
        if matches!(before.step(), Step::Allocate(_) | Step::Answers(_)) {
            self.allocated(before, after, at);
        }
        if let Some(face) = faces.iter().find(|(what, _)| *what == "battle") {
            self.roll(before, face.1, at);
        }
        if self.combat.as_ref().is_some_and(|combat| combat.result.is_some()) {
            self.settle(before, after, at);
        }
        let over = self.combat.is_some()
            && (after.plan().attacks().len() < before.plan().attacks().len() || after.plan().is_empty());
        if over {
            self.close(before, after, at);
        }
    }

    fn begin(&mut self, game: &Stalingrad, target: HexId) {
        let (field, plan) = (game.field(), game.plan());
        let planned = plan.attacks()[plan.named(target).unwrap()];
        let attack = Attack {
            side: game.phasing(),
            attackers: planned.attackers.iter().collect(),
            targets: planned.targets().iter().map(|&target| hex(field, target)).collect(),
            korps: planned.support.count_ones() as i32,
            newcomers: self.displaced.iter().copied().collect(),
        };
        let ordered = match game.phasing() {
            Side::German => self.russians_hold,
            Side::Russian => planned.answer == Answer::Holds,
        };
        let table = Table::of(field);
        let defenders = table.defenders(&attack).into_iter().map(|piece| Defender {
            id: piece.id,
            hex: piece.hex,
            worth: table.defence_strength(&attack, piece),
            held: false,
            was_disrupted: piece.disrupted,
        });
        self.combat = Some(Combat {
            defenders: defenders.collect(),
            exchange: planned.exchange,
            ordered,
            attack,
            risked: Vec::new(),
            result: None,
            overrun: false,
            settled: false,
            from: Vec::new(),
            fighting: Vec::new(),
            bought: BTreeSet::new(),
            named: BTreeSet::new(),
            sacrificed: BTreeSet::new(),
            lost: BTreeMap::new(),
            must_go: BTreeMap::new(),
            may_go: BTreeMap::new(),
            driven: BTreeMap::new(),
            gone: BTreeSet::new(),
            on_the_way: None,
            advanced: Vec::new(),
        });
    }

    /// The die has fallen on the board as it was.
    fn roll(&mut self, before: &Stalingrad, face: u16, at: &str) {
        let (table, combat) = (Table::of(before.field()), self.combat.as_mut().unwrap());
        let column = table.column(&combat.attack);
        let column = column.unwrap_or_else(|| panic!("{at}: a cancelled attack is rolled for"));
        combat.result = Some(printed(face, column));
        combat.overrun = table.overruns(&combat.attack);
        let fighting = table.fighting(&combat.attack);
        combat.from = fighting.iter().map(|piece| piece.hex).collect();
        combat.fighting =
            fighting.iter().map(|piece| (piece.id, table.attack_strength(&combat.attack, piece))).collect();
        for d in &mut combat.defenders {
            d.held = table.held(&combat.attack, d.hex, combat.ordered);
        }
        let what = combat.result.unwrap();
        let overruns = combat.overrun && !combat.exchange && what == "D2";
        let what = if combat.exchange { format!("exchange {what}") } else { what.to_owned() };
        self.meet(&what);
        if overruns {
            self.meet("overrun");
        }
    }
}

mod endings;
