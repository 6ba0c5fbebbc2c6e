//! What may be announced, and when the announcements may be closed, by the literal reading (STAL-ATK-1 to STAL-ATK-14,
//! STAL-EXC-1, STAL-EXC-9, STAL-R12, STAL-R69, STAL-R79).

use sandtable_stalingrad::action::KorpsId;

use super::{
    Action, Attack, BTreeSet, Field, Hex, HexId, Referee, Side, Stalingrad, Step, Table, UnitId, UnitKind,
    hex, id,
};
use crate::reading::{Piece, adjacent};

/// What the defender has said to an exchange.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Word {
    Nothing,
    Consent,
    Refusal,
    Holding,
}

/// An attack as it was announced.
#[derive(Clone, Debug)]
pub struct Announced {
    pub targets: Vec<Hex>,
    pub attackers: Vec<UnitId>,
    pub exchange: bool,
    pub korps: BTreeSet<u8>,
    pub word: Word,
    /// STAL-R79
    pub first: bool,
}

impl Announced {
    pub fn attack(&self, side: Side) -> Attack {
        Attack {
            side,
            attackers: self.attackers.clone(),
            targets: self.targets.clone(),
            korps: self.korps.len() as i32,
            struck: 0,
            newcomers: Vec::new(),
        }
    }
}

impl Referee {
    fn announced(&mut self, field: &Field, target: HexId) -> Option<&mut Announced> {
        let target = hex(field, target);
        self.plan.iter_mut().find(|attack| attack.targets[0] == target)
    }

    /// An attack with the support of the air, in either system.
    pub fn with_air(&self, table: &Table, mut attack: Attack) -> Attack {
        let open = attack.side == Side::German && attack.targets.iter().all(|&target| table.open(target));
        let struck = self.skies.struck.iter().filter(|struck| open && attack.targets.contains(struck));
        attack.struck = struck.count() as i32;
        attack
    }

    fn units(table: &Table, attack: &Announced) -> Vec<Piece> {
        attack.attackers.iter().map(|&unit| table.piece(unit).clone()).collect()
    }

    /// STAL-ATK-4 to STAL-ATK-9: whether some undisrupted enemy who must be attacked too is not.
    fn owes(&self, table: &Table, side: Side) -> bool {
        let attacked = |at: Hex| self.plan.iter().any(|attack| attack.targets.contains(&at));
        let away = !table.pieces.iter().any(|piece| piece.kind == UnitKind::Headquarters);
        let built = |at: Hex| table.stalingrad(at) || table.ground(at) == "summit";
        self.plan.iter().any(|attack| {
            Self::units(table, attack).iter().any(|piece| {
                let own_hex = attack.targets.contains(&piece.hex);
                let free = match side {
                    Side::German => away,
                    Side::Russian => built(piece.hex) && attack.targets.iter().all(|&at| built(at)),
                };
                let owed = |foe: &Piece| {
                    foe.side != side
                        && !foe.disrupted
                        && adjacent(foe.hex, piece.hex)
                        && !table.balkas.contains(&(piece.hex, foe.hex))
                        && !attacked(foe.hex)
                };
                !own_hex && !free && table.pieces.iter().any(owed)
            })
        })
    }

    /// STAL-EXC-9, STAL-R50, STAL-R87
    fn mixes(&self, table: &Table) -> bool {
        let plain: Vec<Hex> =
            self.plan.iter().filter(|attack| !attack.exchange).flat_map(|a| a.targets.clone()).collect();
        self.plan.iter().filter(|attack| attack.exchange).any(|attack| {
            Self::units(table, attack).iter().any(|piece| {
                !attack.targets.contains(&piece.hex) && plain.iter().any(|&at| adjacent(at, piece.hex))
            })
        })
    }

    fn closes(&self, table: &Table, side: Side) -> bool {
        let allowed = |attack: &Announced| table.may_be_made(&self.with_air(table, attack.attack(side)));
        !self.owes(table, side) && !self.mixes(table) && self.plan.iter().all(allowed)
    }

    /// Everything that can be decided while attacks are announced.
    pub(super) fn announcements(&self, game: &Stalingrad) -> Vec<Action> {
        let (field, side, mut all) = (game.field(), game.phasing(), Vec::new());
        let table = Table::of(field);
        if self.plan.is_empty() || self.closes(&table, side) {
            all.push(Action::Done);
        }
        if !self.plan.is_empty() {
            all.push(Action::Pass);
        }
        let busy = |unit: UnitId| self.plan.iter().any(|attack| attack.attackers.contains(&unit));
        let held: BTreeSet<Hex> =
            table.pieces.iter().filter(|piece| piece.side != side).map(|piece| piece.hex).collect();
        for piece in table.pieces.iter().filter(|piece| piece.side == side && !piece.disrupted) {
            if busy(piece.id) {
                continue;
            }
            for &target in &held {
                let own = target == piece.hex;
                let near = adjacent(target, piece.hex) && !table.mixed(piece.hex);
                let known = self.plan.iter().find(|attack| attack.targets.contains(&target));
                let fits = known.is_none_or(|attack| {
                    if own {
                        attack.targets.len() == 1
                    } else {
                        attack.targets.iter().all(|&at| adjacent(at, piece.hex))
                    }
                });
                if (own || near) && fits {
                    all.push(Action::Attack(piece.id, id(field, target)));
                }
            }
        }
        for attack in &self.plan {
            let name = id(field, attack.targets[0]);
            let units = Self::units(&table, attack);
            let within = units.iter().any(|piece| attack.targets.contains(&piece.hex));
            let taken = |at: Hex| self.plan.iter().any(|other| other.targets.contains(&at));
            for &target in held.iter().filter(|&&at| !within && !taken(at)) {
                if units.iter().all(|piece| adjacent(piece.hex, target)) {
                    all.push(Action::Include(id(field, target), name));
                }
            }
            all.push(if attack.exchange { Action::Plain(name) } else { Action::Exchange(name) });
            all.push(Action::Drop(name));
            all.extend(attack.attackers.iter().map(|&unit| Action::Release(unit)));
        }
        // STAL-AIR-5: German attacks are supported.
        for korps in self.skies.supporters().into_iter().filter(|_| side == Side::German) {
            if self.plan.iter().any(|attack| attack.korps.contains(&korps)) {
                all.push(Action::Uncover(KorpsId(korps)));
            } else {
                let names = self.plan.iter().map(|attack| id(field, attack.targets[0]));
                all.extend(names.map(|name| Action::Cover(name, KorpsId(korps))));
            }
        }
        all
    }

    /// Follows the announcements and the answers to them.
    pub(super) fn announce(&mut self, before: &Stalingrad, action: Action, after: &Stalingrad, at: &str) {
        let (field, side) = (before.field(), before.phasing());
        match action {
            Action::Attack(unit, target) => {
                let target = hex(field, target);
                match self.plan.iter_mut().find(|attack| attack.targets.contains(&target)) {
                    Some(attack) => attack.attackers.push(unit),
                    None => self.plan.push(Announced {
                        targets: vec![target],
                        attackers: vec![unit],
                        exchange: false,
                        korps: BTreeSet::new(),
                        word: Word::Nothing,
                        first: false,
                    }),
                }
            }
            Action::Include(new, known) => {
                let new = hex(field, new);
                self.announced(field, known).unwrap().targets.push(new);
            }
            Action::Release(unit) => {
                self.plan.iter_mut().for_each(|attack| attack.attackers.retain(|&other| other != unit));
                self.plan.retain(|attack| !attack.attackers.is_empty());
            }
            Action::Drop(target) => {
                let target = hex(field, target);
                self.plan.retain(|attack| attack.targets[0] != target);
            }
            Action::Exchange(target) => self.announced(field, target).unwrap().exchange = true,
            Action::Plain(target) => self.announced(field, target).unwrap().exchange = false,
            Action::Cover(target, korps) => {
                self.announced(field, target).unwrap().korps.insert(korps.0);
            }
            Action::Uncover(korps) => self.plan.iter_mut().for_each(|attack| {
                attack.korps.remove(&korps.0);
            }),
            Action::Pass => self.plan.clear(),
            Action::Consent | Action::Refuse | Action::NoRetreat => {
                let asked = self.asked(before).unwrap();
                let attack = &mut self.plan[asked];
                (attack.exchange, attack.word) = match action {
                    Action::Consent => (true, Word::Consent),
                    Action::Refuse => (false, Word::Refusal),
                    _ => (true, Word::Holding),
                };
                self.meet(&format!("{action:?}"));
            }
            _ => {}
        }
        if matches!(action, Action::Done | Action::Pass) {
            let table = Table::of(field);
            for place in 0..self.plan.len() {
                let attack = &self.plan[place];
                let across = Self::units(&table, attack)
                    .iter()
                    .any(|piece| attack.targets.iter().any(|&at| table.balkas.contains(&(piece.hex, at))));
                self.plan[place].first = across;
            }
            self.meet("closed");
        }
        if matches!(before.step(), Step::Allocate(_)) && matches!(after.step(), Step::Allocate(_)) {
            return;
        }
        // STAL-EXC-1, STAL-R12: who is asked, and nobody else.
        let asks = matches!(after.step(), Step::Answers(_)) && after.phasing() == side;
        assert_eq!(self.asked(before).is_some(), asks, "{at}: {:?}", self.plan);
    }

    /// The first exchange that needs an answer.
    pub(super) fn asked(&self, game: &Stalingrad) -> Option<usize> {
        let (table, side) = (Table::of(game.field()), game.phasing());
        self.plan.iter().position(|planned| {
            let attack = planned.attack(side);
            let ordered = side == Side::German && self.russians_hold;
            planned.exchange
                && planned.word == Word::Nothing
                && attack.targets.iter().any(|&target| !table.held(&attack, target, ordered))
        })
    }
}
