//! A referee who watches whole games and judges them by the literal reading alone: which attacks may be announced and when that
//! may be closed, what flies and what is bombed, who snipes at whom, what a combat is rolled on, what may be decided after it,
//! who is lost for how long, who recovers, who starves, who controls what. Of the game he takes where everybody is, what is
//! decided, and the dice.

use std::collections::{BTreeMap, BTreeSet};

use kit::{Dice, Die, Game, Purpose, Rolled, Setup, map::HexId, random_play::RandomPlayer};
use sandtable_stalingrad::{
    action::Action,
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
use allocation::{Announced, Word};
use combat::{Combat, Defender};
use skies::Skies;
use snipers::Snipers;

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

/// What a referee knows.
pub struct Referee {
    combat: Option<Combat>,
    /// STAL-NOR-4
    russians_hold: bool,
    /// Defenders with a D-type result in this phase (STAL-DIS-4).
    struck: BTreeSet<UnitId>,
    displaced: BTreeSet<UnitId>,
    /// Attacks that are announced and not yet resolved.
    plan: Vec<Announced>,
    skies: Skies,
    snipers: Snipers,
    /// Whether the German places his snipers, the Russian being done.
    posting_german: bool,
    /// Whether index B is read (STAL-DIE-1), and the older air system is played (STAL-R28).
    mirrored: bool,
    older: bool,
    /// The hexes that the German controls, and those in which somebody stood, when last looked at.
    german: Option<BTreeSet<Hex>>,
    stood: BTreeSet<Hex>,
    /// Who was lost in the combat that has just ended.
    fallen: BTreeSet<UnitId>,
    /// What was met, so that a test can see that it looked at something.
    pub met: BTreeMap<String, u32>,
}

impl Referee {
    /// A referee of a game with these options.
    pub fn of(game: &Stalingrad, setup: &Setup) -> Self {
        let is_set = |option: &str, value: &str| setup.options.get(option).is_some_and(|is| is == value);
        Self {
            combat: None,
            russians_hold: false,
            struck: BTreeSet::new(),
            displaced: BTreeSet::new(),
            plan: Vec::new(),
            skies: Skies::default(),
            snipers: Snipers::of(game),
            posting_german: false,
            mirrored: is_set("die_index", "B"),
            older: is_set("air_system", "air-attack-table"),
            german: None,
            stood: BTreeSet::new(),
            fallen: BTreeSet::new(),
            met: BTreeMap::new(),
        }
    }

    fn meet(&mut self, what: &str) {
        *self.met.entry(what.to_owned()).or_default() += 1;
    }

    fn index(&self, face: u16) -> u16 {
        if self.mirrored { 7 - face } else { face }
    }

    /// What may be decided, by the literal reading; nothing where it has no opinion.
    fn meant(&self, game: &Stalingrad) -> Option<Vec<Action>> {
        match game.step() {
            Step::Allocate(_) => Some(self.announcements(game)),
            Step::Answers(_) => {
                let holds = (game.phasing() == Side::Russian).then_some(Action::NoRetreat);
                Some([Action::Refuse, Action::Consent].into_iter().chain(holds).collect())
            }
            Step::Missions(_) => Some(self.skies.missions(game, self.older)),
            Step::Intercepting(_) => Some(self.skies.interceptions(game)),
            Step::Battles(_) => Some(self.resolvable(game)),
            Step::Misdirection(_) => Some(self.misdirections(game)),
            Step::Posting(_) | Step::Sniping(_) | Step::Answering(_) | Step::ShootingBack(_) => {
                self.sniping(game)
            }
            _ => self.in_combat(game),
        }
    }

    /// STAL-TER-3, STAL-R79: attacks over a balka come first.
    fn resolvable(&self, game: &Stalingrad) -> Vec<Action> {
        let first = self.plan.iter().any(|attack| attack.first);
        let next = self.plan.iter().filter(|attack| attack.first == first);
        next.map(|attack| Action::Resolve(id(game.field(), attack.targets[0]))).collect()
    }

    fn in_combat(&self, game: &Stalingrad) -> Option<Vec<Action>> {
        let combat = self.combat.as_ref()?;
        let (field, table) = (game.field(), || Table::of(game.field()));
        let mut all = Vec::new();
        match game.step() {
            // STAL-EXC-5
            Step::Risks(_) => {
                let left = combat.everybody();
                let left = left.into_iter().filter(|unit| !combat.risked.contains(unit));
                all.extend(left.map(Action::Risk));
                all.extend((!combat.risked.is_empty()).then_some(Action::Roll));
            }
            // STAL-NOR-3
            Step::Orders(_) => all.extend([Action::Retreats, Action::NoRetreat]),
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
        self.look_at_control(game, at);
        if matches!(game.step(), Step::Advance(_))
            && self.combat.as_ref().is_some_and(|combat| combat.bombs_friends && combat.advanced.is_empty())
        {
            assert!(self.misdirections(game).is_empty(), "{at}: nobody was asked for a hex");
        }
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
        faces: &[(&'static str, u16)],
        at: &str,
    ) {
        let field = before.field();
        self.fallen.clear();
        if before.phasing() != after.phasing() && after.phasing() == Side::German {
            self.skies.begin_turn();
        }
        match (before.step(), action) {
            (Step::SetUp(_) | Step::HoldOrder(_), Action::NoRetreat) => self.russians_hold = true,
            (Step::SetUp(_) | Step::HoldOrder(_), Action::Retreats) => self.russians_hold = false,
            (Step::Allocate(_) | Step::Answers(_), _) => self.announce(before, action, after, at),
            (Step::Battles(_), Action::Resolve(target)) => self.begin(before, target, at),
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
            (Step::Misdirection(_), Action::Misdirect(target)) => {
                self.misdirect(before, hex(field, target), after, faces);
            }
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
        self.fly(before, action, after, faces);
        self.snipe(before, action, after, faces, at);
        if matches!(before.step(), Step::Allocate(_) | Step::Answers(_)) {
            self.allocated(before, after, at);
        }
        if let Some(face) = faces.iter().find(|(what, _)| *what == "battle") {
            self.roll(before, face.1, at);
        }
        if self.combat.as_ref().is_some_and(|combat| combat.result.is_some()) {
            self.settle(before, after, at);
        }
        self.bereave(before, action, after, at);
        let over = self.combat.is_some()
            && (after.plan().attacks().len() < before.plan().attacks().len() || after.plan().is_empty());
        if over {
            self.close(before, after, at);
        }
        self.starve(before, action, after, at);
        if before.phasing() != after.phasing() {
            self.plan.clear();
        }
    }

    fn begin(&mut self, game: &Stalingrad, target: HexId, at: &str) {
        let (field, target) = (game.field(), hex(game.field(), target));
        let place = self.plan.iter().position(|attack| attack.targets[0] == target);
        let announced = self.plan.remove(place.unwrap_or_else(|| panic!("{at}: not announced")));
        let table = Table::of(field);
        let mut attack = self.with_air(&table, announced.attack(game.phasing()));
        attack.newcomers = self.displaced.iter().copied().collect();
        let ordered = match game.phasing() {
            Side::German => self.russians_hold,
            Side::Russian => announced.word == Word::Holding,
        };
        let defenders = table.defenders(&attack).into_iter().map(|piece| Defender {
            id: piece.id,
            hex: piece.hex,
            worth: table.defence_strength(&attack, piece),
            held: false,
            was_disrupted: piece.disrupted,
        });
        let defenders = defenders.collect();
        let fighting = table.fighting(&attack).iter().map(|piece| (piece.id, 0)).collect();
        if attack.korps > 0 {
            self.meet("close support");
        }
        if attack.struck > 0 {
            self.meet("older support");
        }
        self.combat = Some(Combat {
            defenders,
            exchange: announced.exchange,
            ordered,
            attack,
            risked: Vec::new(),
            result: None,
            overrun: false,
            settled: false,
            from: Vec::new(),
            fighting,
            bought: BTreeSet::new(),
            named: BTreeSet::new(),
            sacrificed: BTreeSet::new(),
            lost: BTreeMap::new(),
            must_go: BTreeMap::new(),
            may_go: BTreeMap::new(),
            driven: BTreeMap::new(),
            gone: Vec::new(),
            on_the_way: None,
            advanced: Vec::new(),
            bombs_friends: false,
        });
    }

    /// The die has fallen on the board as it was.
    fn roll(&mut self, before: &Stalingrad, face: u16, at: &str) {
        let index = self.index(face);
        let (table, combat) = (Table::of(before.field()), self.combat.as_mut().unwrap());
        let column = table.column(&combat.attack);
        let column = column.unwrap_or_else(|| panic!("{at}: a cancelled attack is rolled for"));
        combat.result = Some(printed(index, column));
        combat.overrun = table.overruns(&combat.attack);
        combat.bombs_friends = index == 6 && Self::can_misdirect(&table, &combat.attack);
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

mod allocation;
mod combat;
mod endings;
mod ground;
mod skies;
mod snipers;
mod watching;
