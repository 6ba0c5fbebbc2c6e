//! The literal reading of ground combat: strengths, shifts, the column, what a result means, where the beaten can go and
//! who advances. Slow and plain, straight from the clauses; strengths are counted in eighths.

use sandtable_stalingrad::units::{Side, UnitId, UnitKind};

use crate::reading::{Hex, Piece, Table, adjacent, distance, neighbours};

/// The printed columns of the ground combat table.
const COLUMNS: [(i32, i32); 13] =
    [(1, 5), (1, 4), (1, 3), (1, 2), (1, 1), (3, 2), (2, 1), (3, 1), (4, 1), (5, 1), (6, 1), (7, 1), (10, 1)];

/// The table itself by index value, lines 1 to 11 of the seed.
const RESULTS: [[&str; 13]; 6] = [
    ["D/AE", "D", "D", "D2", "D2", "D2", "D2", "DE", "DE", "DE", "DE", "DE", "DE"],
    ["AD", "AD", "AD", "D1", "D1", "D1", "D2", "D2", "DE", "DE", "DE", "DE", "DE"],
    ["AE", "D/AE", "AD", "X", "D", "D1", "D1", "D2", "D2", "DE", "DE", "DE", "DE"],
    ["AE", "AE", "D/AE", "AD", "X", "D", "D1", "D1", "D2", "D2", "DE", "DE", "DE"],
    ["AE", "AE", "AE", "D/AE", "AD", "X", "D", "D", "D1", "D2", "D2", "DE", "DE"],
    ["AE", "AE", "AE", "AE", "D/AE", "AD", "X", "X", "X", "X/2", "X/2", "D2", "DE"],
];

/// What the table prints for a roll in a column.
pub fn printed(index: u16, column: usize) -> &'static str {
    RESULTS[usize::from(index) - 1][column]
}

/// An attack as it was allocated.
#[derive(Clone, Debug)]
pub struct Attack {
    pub side: Side,
    pub attackers: Vec<UnitId>,
    pub targets: Vec<Hex>,
    pub korps: i32,
    /// Fliegerkorps of the older air system that struck one of the targets, all of them open (STAL-OPA-3, STAL-R106).
    pub struck: i32,
    /// Defenders who have come into attacked hexes since.
    pub newcomers: Vec<UnitId>,
}

fn armour(kind: UnitKind) -> bool {
    matches!(kind, UnitKind::Panzer | UnitKind::TankBrigade)
}

impl Table {
    /// Attackers who are still there and not Disrupted (STAL-CRT-6, STAL-SNP-8).
    pub fn fighting(&self, attack: &Attack) -> Vec<&Piece> {
        self.pieces.iter().filter(|piece| attack.attackers.contains(&piece.id) && !piece.disrupted).collect()
    }

    pub fn defenders(&self, attack: &Attack) -> Vec<&Piece> {
        let in_hex = |hex: &Hex| {
            let hex = *hex;
            self.pieces.iter().filter(move |piece| piece.side != attack.side && piece.hex == hex)
        };
        attack.targets.iter().flat_map(in_hex).collect()
    }

    fn company(&self, piece: &Piece) -> bool {
        self.pieces
            .iter()
            .any(|other| other.id != piece.id && other.side == piece.side && other.hex == piece.hex)
    }

    /// STAL-PAN-1, STAL-PAN-2, STAL-R8, STAL-R58
    fn base(&self, piece: &Piece) -> i32 {
        let needy = matches!(piece.kind, UnitKind::Panzer | UnitKind::Pioneer);
        if needy && self.city(piece.hex) && !self.company(piece) { piece.factor / 2 } else { piece.factor }
    }

    /// STAL-CRT-3, STAL-PAN-3, STAL-R7, STAL-TER-3, STAL-R56
    pub fn attack_strength(&self, attack: &Attack, piece: &Piece) -> i32 {
        let mut strength = self.base(piece);
        let helped = self
            .fighting(attack)
            .iter()
            .any(|other| other.id != piece.id && other.hex == piece.hex && other.kind == UnitKind::Panzer);
        if helped && attack.targets.iter().all(|&hex| self.open(hex)) {
            strength += 8;
        }
        if attack.targets.iter().any(|&hex| self.balkas.contains(&(piece.hex, hex))) {
            strength /= 2;
        }
        strength
    }

    /// STAL-HQ-1: a shore hex with the undisrupted headquarters.
    pub fn headquarters_strongpoint(&self, hex: Hex) -> bool {
        let is_headquarters =
            |piece: &Piece| piece.kind == UnitKind::Headquarters && piece.hex == hex && !piece.disrupted;
        self.shore(hex) && self.pieces.iter().any(is_headquarters)
    }

    /// STAL-CRT-3, STAL-PAN-3, STAL-TER-7, STAL-HQ-1, STAL-HQ-2
    pub fn defence_strength(&self, attack: &Attack, piece: &Piece) -> i32 {
        let strength = self.base(piece);
        if piece.side == Side::German {
            let panzer = self.pieces.iter().any(|other| {
                other.id != piece.id && other.hex == piece.hex && other.kind == UnitKind::Panzer
            });
            let in_the_open = self.open(piece.hex)
                || self.fighting(attack).iter().all(|foe| self.all_open_side(foe.hex, piece.hex));
            return if panzer && in_the_open { strength + 8 } else { strength };
        }
        let infantry = !armour(piece.kind) && piece.kind != UnitKind::Headquarters;
        let strongpoint = ["strongpoint", "summit"].contains(&self.ground(piece.hex));
        let doubled = infantry && strongpoint
            || piece.kind != UnitKind::Headquarters && self.headquarters_strongpoint(piece.hex);
        if doubled { 2 * strength } else { strength }
    }

    /// STAL-CRT-4: the sum of all shifts.
    fn shift(&self, attack: &Attack, fighting: &[&Piece], defenders: &[&Piece]) -> i32 {
        let mut shift = 0;
        // STAL-AIR-5
        let built_up = |hex: &Hex| self.city(*hex) || self.headquarters_strongpoint(*hex);
        shift += attack.korps * if attack.targets.iter().any(built_up) { 1 } else { 2 } + attack.struck;
        // STAL-DIS-2
        let worth = |piece: &&&Piece| self.defence_strength(attack, piece);
        let all: i32 = defenders.iter().map(|piece| worth(&piece)).sum();
        let shaken: i32 = defenders.iter().filter(|piece| piece.disrupted).map(|piece| worth(&piece)).sum();
        shift += i32::from(shaken > 0 && 2 * shaken >= all);
        // STAL-SUP-6
        shift += i32::from(defenders.iter().any(|piece| !self.supplied(piece.side, piece.hex)));
        shift -= i32::from(fighting.iter().any(|piece| !self.supplied(piece.side, piece.hex)));
        // STAL-HQ-3
        let headquarters =
            self.pieces.iter().find(|piece| piece.kind == UnitKind::Headquarters && !piece.disrupted);
        let around = |at: Hex| fighting.iter().all(|piece| distance(piece.hex, at) <= 1);
        shift + i32::from(attack.side == Side::Russian && headquarters.is_some_and(|piece| around(piece.hex)))
    }

    /// The column that is read at resolution, nothing if the attack is cancelled: STAL-CRT-2, STAL-CRT-5, STAL-CRT-6,
    /// STAL-R59, STAL-R67.
    pub fn column(&self, attack: &Attack) -> Option<usize> {
        let fighting = self.fighting(attack);
        if fighting.is_empty() {
            return None;
        }
        let reckoned = |defenders: &[&Piece]| {
            let attacking: i32 = fighting.iter().map(|piece| self.attack_strength(attack, piece)).sum();
            let defending: i32 = defenders.iter().map(|piece| self.defence_strength(attack, piece)).sum();
            let raw = COLUMNS.iter().rposition(|&(one, other)| attacking * other >= defending * one);
            (raw, self.shift(attack, &fighting, defenders))
        };
        let everybody = self.defenders(attack);
        if fighting.len() < attack.attackers.len() {
            let first: Vec<&Piece> =
                everybody.iter().copied().filter(|piece| !attack.newcomers.contains(&piece.id)).collect();
            let (raw, shift) = reckoned(&first);
            if raw? as i32 + shift < 0 {
                return None;
            }
        }
        let (raw, shift) = reckoned(&everybody);
        Some((raw.unwrap_or(0) as i32 + shift).clamp(0, COLUMNS.len() as i32 - 1) as usize)
    }

    /// Whether an attack may be announced: STAL-CRT-5, STAL-R2.
    pub fn may_be_made(&self, attack: &Attack) -> bool {
        let (fighting, defenders) = (self.fighting(attack), self.defenders(attack));
        let attacking: i32 = fighting.iter().map(|piece| self.attack_strength(attack, piece)).sum();
        let defending: i32 = defenders.iter().map(|piece| self.defence_strength(attack, piece)).sum();
        let raw = COLUMNS.iter().rposition(|&(one, other)| attacking * other >= defending * one);
        raw.is_some_and(|raw| raw as i32 + self.shift(attack, &fighting, &defenders) >= 0)
    }

    /// STAL-NOR-3 to STAL-NOR-5, STAL-R11: whether the defenders of a hex are bound to hold.
    pub fn held(&self, attack: &Attack, hex: Hex, ordered: bool) -> bool {
        let always = ["strongpoint", "summit"].contains(&self.ground(hex))
            || self.stalingrad(hex) && self.headquarters_strongpoint(hex);
        ordered || attack.side == Side::German && always
    }

    /// STAL-OVR-1, STAL-OVR-2
    pub fn overruns(&self, attack: &Attack) -> bool {
        let sum = |pieces: &[&Piece], worth: &dyn Fn(&Piece) -> i32| -> i32 {
            pieces.iter().map(|piece| worth(piece)).sum()
        };
        let (fighting, defenders) = (self.fighting(attack), self.defenders(attack));
        let strength = |piece: &Piece| self.attack_strength(attack, piece);
        let defence = |piece: &Piece| self.defence_strength(attack, piece);
        let tanks = sum(&fighting, &|piece| if armour(piece.kind) { strength(piece) } else { 0 });
        let against = sum(&defenders, &|piece| if armour(piece.kind) { defence(piece) } else { 0 });
        let needed = sum(&defenders, &|piece| match (armour(piece.kind), piece.disrupted) {
            (true, _) => 0,
            (false, false) => 2 * defence(piece),
            (false, true) => defence(piece),
        });
        let infantry = defenders.iter().any(|piece| !armour(piece.kind));
        attack.targets.iter().all(|&hex| self.open(hex))
            && infantry
            && tanks > against
            && tanks - against >= needed
    }
}

/// What drives the beaten: the attacked hexes, all hexes attacked from, and those where an attacker still stands.
pub struct Drive {
    pub attacked: Vec<Hex>,
    pub from: Vec<Hex>,
    pub still: Vec<Hex>,
}

impl Drive {
    /// Where a beaten unit can take its next step: STAL-RET-1 to STAL-RET-7, STAL-R44, STAL-R66, STAL-R76.
    pub fn steps(&self, table: &Table, side: Side, origin: Hex, from: Hex, step: i32) -> Vec<Hex> {
        let enemy = side.enemy();
        let may = |to: &Hex| {
            let to = *to;
            if !table.land(to) || table.stands(enemy, to) || self.attacked.contains(&to) {
                return false;
            }
            let friends = table.stands(side, to);
            if table.city(to) {
                let watched = self.still.iter().any(|&foe| foe != origin && adjacent(foe, to));
                return friends || !watched;
            }
            let away = distance(origin, to) == step;
            let closer = self.still.iter().any(|&foe| distance(to, foe) < distance(from, foe));
            let touched = self.from.iter().any(|&foe| adjacent(foe, from) && adjacent(foe, to));
            let firm = |piece: &Piece| piece.side == enemy && !piece.disrupted && adjacent(piece.hex, to);
            let guarded = !friends && table.pieces.iter().any(firm);
            let barred = touched && table.all_open_side(from, to);
            away && !closer && !barred && !guarded
        };
        neighbours(from).into_iter().filter(may).collect()
    }

    /// The second hexes of a retreat that has passed `via` (STAL-RET-8).
    pub fn seconds(&self, table: &Table, piece: &Piece, origin: Hex, via: Hex) -> Vec<Hex> {
        let mut ends = self.steps(table, piece.side, origin, via, 2);
        ends.retain(|&end| table.room(piece, end));
        ends
    }

    /// STAL-RET-9
    pub fn one_is_enough(table: &Table, piece: &Piece, origin: Hex, to: Hex) -> bool {
        piece.side == Side::Russian && table.city(origin) && table.city(to)
    }

    /// The first hexes of a forced retreat of one or two hexes that can be completed (STAL-R9).
    pub fn firsts(&self, table: &Table, piece: &Piece, origin: Hex, hexes: u8) -> Vec<Hex> {
        let mut firsts = self.steps(table, piece.side, origin, origin, 1);
        firsts.retain(|&to| {
            let ends = hexes == 1 || Self::one_is_enough(table, piece, origin, to);
            ends && table.room(piece, to) || hexes == 2 && !self.seconds(table, piece, origin, to).is_empty()
        });
        firsts
    }
}

/// A combat after its die, as far as advances go.
pub struct Victory<'c> {
    pub side: Side,
    pub targets: &'c [Hex],
    /// What stood in each of them counted.
    pub due: Vec<i32>,
    /// All attackers with what they counted.
    pub attackers: &'c [(UnitId, i32)],
    /// Those who have advanced.
    pub gone: &'c [UnitId],
    /// Two hexes for tanks and panzer grenadiers (STAL-ADV-2).
    pub far: bool,
    /// STAL-HUG-1, STAL-R71
    pub hugs: bool,
}

/// An advance: who, where, and where on to.
pub type Advance = (UnitId, Hex, Option<Hex>);

impl Victory<'_> {
    fn able<'t>(&self, table: &'t Table) -> Vec<&'t Piece> {
        let is_one = |piece: &&Piece| {
            self.attackers.iter().any(|(unit, worth)| *unit == piece.id && *worth > 0)
                && !self.gone.contains(&piece.id)
                && !piece.disrupted
        };
        table.pieces.iter().filter(is_one).collect()
    }

    fn vacated(&self, table: &Table) -> Vec<Hex> {
        self.targets.iter().copied().filter(|&hex| !table.stands(self.side.enemy(), hex)).collect()
    }

    fn fits(table: &Table, piece: &Piece, hex: Hex) -> bool {
        piece.hex != hex && table.room(piece, hex)
    }

    /// STAL-ADV-5, STAL-R43, STAL-R65: vacated hexes that must still be entered.
    pub fn owed(&self, table: &Table) -> Vec<Hex> {
        let mut owed = self.vacated(table);
        owed.retain(|&hex| {
            let place = self.targets.iter().position(|&target| target == hex).unwrap();
            let inside = |unit: UnitId| table.pieces.iter().any(|piece| piece.id == unit && piece.hex == hex);
            let entered: i32 =
                self.attackers.iter().filter(|(unit, _)| inside(*unit)).map(|(_, worth)| worth).sum();
            let can_come =
                |piece: &&Piece| piece.kind != UnitKind::Headquarters && Self::fits(table, piece, hex);
            entered < self.due[place] && self.able(table).iter().any(can_come)
        });
        owed
    }

    /// Every advance that can be made now: STAL-ADV-1 to STAL-ADV-6, STAL-HUG-1, STAL-HUG-2, STAL-R45.
    pub fn advances(&self, table: &Table) -> Vec<Advance> {
        let (owed, enemy, able) = (self.owed(table), self.side.enemy(), self.able(table));
        let mut all = Vec::new();
        if !owed.is_empty() {
            for hex in owed {
                all.extend(
                    able.iter().filter(|piece| Self::fits(table, piece, hex)).map(|p| (p.id, hex, None)),
                );
            }
            return all;
        }
        let vacated = self.vacated(table);
        for piece in able {
            let from = piece.hex;
            let far = self.far
                && matches!(piece.kind, UnitKind::Panzer | UnitKind::PanzerGrenadier | UnitKind::TankBrigade);
            for &hex in vacated.iter().filter(|&&hex| hex != from) {
                if table.room(piece, hex) {
                    all.push((piece.id, hex, None));
                }
                if far && table.all_open_side(from, hex) && table.zone_of(enemy, hex).is_empty() {
                    let on = neighbours(hex).into_iter().filter(|&on| {
                        on != from
                            && !table.stands(enemy, on)
                            && table.all_open_side(hex, on)
                            && Self::fits(table, piece, on)
                    });
                    all.extend(on.map(|on| (piece.id, hex, Some(on))));
                }
            }
            let zone = |hex: Hex| -> Vec<UnitId> {
                table.zone_of(enemy, hex).iter().map(|guard| guard.id).collect()
            };
            for to in neighbours(from) {
                let beside = vacated.iter().any(|&hex| adjacent(hex, to)) && !vacated.contains(&to);
                let same = zone(from).iter().any(|guard| zone(to).contains(guard));
                let free = !table.stands(enemy, to) && (table.stands(self.side, to) || !same);
                if beside && free && table.all_open_side(from, to) && Self::fits(table, piece, to) {
                    all.push((piece.id, to, None));
                }
            }
            let infantry = !armour(piece.kind) && piece.kind != UnitKind::Headquarters;
            if self.side == Side::Russian && self.hugs && infantry && !table.mixed(from) {
                let held = self.targets.iter().filter(|&&hex| table.stands(enemy, hex));
                let held = held.filter(|&&hex| table.stalingrad(hex) && Self::fits(table, piece, hex));
                all.extend(held.map(|&hex| (piece.id, hex, None)));
            }
        }
        all.sort();
        all.dedup();
        all
    }
}
