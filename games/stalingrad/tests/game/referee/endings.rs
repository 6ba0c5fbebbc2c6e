//! What must be true when a part of a combat is over.

use super::{
    Action, Aside, BTreeSet, Combat, Field, Location, Referee, Side, Stalingrad, Step, Table, UnitId,
    UnitKind, hex,
};

fn stands(field: &Field, unit: UnitId) -> bool {
    field.hex_of(unit).is_some()
}

impl Combat {
    /// Attackers who are Disrupted if they live: STAL-RES-7, STAL-RES-8, STAL-EXC-6.
    fn shaken(&self) -> Vec<UnitId> {
        match (self.ratio(), self.result.unwrap()) {
            (Some(_), _) if self.bought.is_empty() => self.stake(),
            (None, "AD" | "AE" | "D/AE") => self.everybody(),
            _ => Vec::new(),
        }
    }

    /// The board after the attacker's losses and the retreats so far, before anybody is lost who could not go.
    fn board(&self, before: &Stalingrad, after: &Stalingrad) -> Table {
        let mut table = Table::of(before.field());
        let shaken = self.shaken();
        table.pieces.retain(|piece| !self.lost.contains_key(&piece.id) || stands(after.field(), piece.id));
        for piece in &mut table.pieces {
            piece.disrupted |= shaken.contains(&piece.id);
            if let (true, Some(now)) = (self.gone.contains(&piece.id), after.field().hex_of(piece.id)) {
                piece.hex = hex(after.field(), now);
            }
        }
        table
    }
}

impl Referee {
    /// After a decision within a combat whose die has fallen.
    pub(super) fn settle(&mut self, before: &Stalingrad, after: &Stalingrad, at: &str) {
        let combat = self.combat.as_mut().unwrap();
        if matches!(after.step(), Step::Buying(_) | Step::Losses(_) | Step::Sacrifice(_)) {
            return;
        }
        if !combat.settled {
            combat.settled = true;
            let (due, pool, exchanged) = combat.losses();
            let all = combat.worth(pool.iter().copied()) <= due || pool.len() == 1;
            if due > 0 && all {
                combat.named = pool.iter().copied().collect();
            }
            let named = combat.worth(combat.named.iter().copied());
            assert!(named >= due || combat.named.len() == pool.len(), "{at}: {named} lost of {due}");
            while let [only] = combat.sacrifices()[..] {
                combat.sacrificed.insert(only);
            }
            assert!(combat.sacrifices().is_empty(), "{at}: STAL-R5 leaves a choice");
            for &unit in &combat.named {
                combat.lost.insert(unit, if exchanged { 2 } else { 3 });
            }
            combat.strike();
            // The end of the German turn may take more (STAL-SUP-7).
            let same_turn = after.phasing() == before.phasing();
            for unit in combat.everybody().into_iter().filter(|_| same_turn) {
                let expected = combat.shaken().contains(&unit);
                let lost = combat.named.contains(&unit);
                assert_eq!(!lost, stands(after.field(), unit), "{at}: {}", after.field().name(unit));
                assert!(lost || after.field().is_disrupted(unit) == expected, "{at}: {unit:?} Disrupted");
            }
        }
        let waits = matches!(after.step(), Step::Distances(_) | Step::Retreats(_));
        let (combat, table) =
            (self.combat.as_ref().unwrap(), self.combat.as_ref().unwrap().board(before, after));
        if waits {
            return;
        }
        // STAL-R91: whoever must go still cannot.
        let stuck: Vec<UnitId> = combat.must_go.keys().copied().collect();
        for &unit in &stuck {
            let ways = combat.ways(&table, unit, true);
            assert!(ways.is_empty(), "{at}: {} could retreat to {ways:?}", before.field().name(unit));
        }
        let combat = self.combat.as_mut().unwrap();
        combat.must_go.clear();
        for unit in stuck {
            combat.may_go.remove(&unit);
            if combat.result == Some("D2") {
                combat.lost.insert(unit, 3);
            }
            *self.met.entry("nowhere to go".to_owned()).or_default() += 1;
        }
        self.headquarters(after, &table, at);
    }

    /// STAL-HQ-6, STAL-R42: lost for good where it had no first step.
    fn headquarters(&mut self, after: &Stalingrad, table: &Table, at: &str) {
        let (combat, field) = (self.combat.as_mut().unwrap(), after.field());
        let is_headquarters = |unit: &UnitId| field.is_kind(*unit, UnitKind::Headquarters);
        let lost = combat.defenders.iter().map(|d| d.id).find(is_headquarters);
        let Some(unit) = lost.filter(|unit| combat.lost.contains_key(unit)) else { return };
        let (origin, drive) = (combat.origin(unit), combat.drive(table));
        let surrounded = drive.steps(table, Side::Russian, origin, origin, 1).is_empty();
        let place = field.place_of(unit);
        assert_eq!(place == Location::Aside(Aside::Gone), surrounded, "{at}: headquarters in {origin:?}");
        combat.lost.remove(&unit);
        self.fallen.insert(unit);
        *self.met.entry("headquarters lost".to_owned()).or_default() += 1;
    }

    /// A defender takes a step, or stops.
    pub(super) fn walk(&mut self, before: &Stalingrad, action: Action, after: &Stalingrad) {
        let is_forced = matches!(before.step(), Step::Retreats(_));
        let (combat, table) = (self.combat.as_mut().unwrap(), Table::of(before.field()));
        let (unit, end) = match (action, combat.on_the_way) {
            (Action::Retreat(unit, to), None) => {
                let to = hex(before.field(), to);
                let hexes = if is_forced { combat.must_go[&unit] } else { combat.may_go[&unit] };
                let origin = combat.origin(unit);
                let goes_on = !combat.drive(&table).seconds(&table, table.piece(unit), origin, to).is_empty();
                if hexes == 2 && goes_on {
                    combat.on_the_way = Some((unit, to));
                    return;
                }
                (unit, to)
            }
            (Action::Retreat(unit, to), Some(_)) => (unit, hex(before.field(), to)),
            (_, Some((unit, via))) => (unit, via),
            (_, None) => return combat.may_go.clear(),
        };
        if is_forced {
            combat.must_go.remove(&unit);
        } else {
            combat.may_go.remove(&unit);
        }
        combat.on_the_way = None;
        combat.gone.push(unit);
        self.displaced.insert(unit);
        if let Some(now) = after.field().hex_of(unit) {
            assert_eq!(hex(after.field(), now), end, "{}", before.field().name(unit));
        }
    }

    /// STAL-DIS-4, STAL-DIS-5, STAL-DIS-6: who is not attacked recovers if in supply, before the first combat.
    pub(super) fn allocated(&mut self, before: &Stalingrad, after: &Stalingrad, at: &str) {
        let closed = !matches!(after.step(), Step::Allocate(_) | Step::Answers(_));
        if !closed || after.phasing() != before.phasing() {
            return;
        }
        let table = Table::of(before.field());
        let attacked: BTreeSet<_> =
            after.plan().attacked().iter().map(|target| hex(after.field(), target)).collect();
        for piece in table.pieces.iter().filter(|piece| piece.side != before.phasing()) {
            let stays =
                piece.disrupted && (attacked.contains(&piece.hex) || !table.supplied(piece.side, piece.hex));
            let name = before.field().name(piece.id);
            assert_eq!(after.field().is_disrupted(piece.id), stays, "{at}: {name} in {:?}", piece.hex);
            if piece.disrupted {
                *self
                    .met
                    .entry(if stays { "still Disrupted" } else { "recovered" }.to_owned())
                    .or_default() += 1;
            }
        }
    }

    /// A combat is over.
    pub(super) fn close(&mut self, before: &Stalingrad, after: &Stalingrad, at: &str) {
        let combat = self.combat.take().unwrap();
        self.fallen.extend(combat.lost.keys());
        let (field, same_turn) = (after.field(), after.phasing() == before.phasing());
        if combat.result.is_none() {
            let column = Table::of(before.field()).column(&combat.attack);
            assert_eq!(column, None, "{at}: cancelled, though it could be rolled for");
            *self.met.entry("cancelled".to_owned()).or_default() += 1;
        } else {
            if combat.is_d_type() {
                self.struck.extend(combat.defenders.iter().map(|d| d.id));
            }
            for (&unit, &delay) in &combat.lost {
                // STAL-REP-2, STAL-REP-3, STAL-EXC-11
                let back = field.side(unit) == Side::Russian && field.unit(unit).replaced;
                let back = if back { Aside::Track(before.turn() + delay) } else { Aside::Gone };
                assert_eq!(field.place_of(unit), Location::Aside(back), "{at}: {}", field.name(unit));
            }
            let owed = combat.victory().owed(&Table::of(field));
            assert!(!same_turn || owed.is_empty(), "{at}: {owed:?} must be entered");
        }
        let table = Table::of(field);
        for d in combat.defenders.iter().filter(|d| same_turn && stands(field, d.id)) {
            let piece = table.piece(d.id);
            let weak =
                self.struck.contains(&d.id) || d.was_disrupted && !table.supplied(piece.side, piece.hex);
            assert_eq!(field.is_disrupted(d.id), weak, "{at}: {} after combat", field.name(d.id));
            assert!(!combat.lost.contains_key(&d.id), "{at}: {} should be lost", field.name(d.id));
        }
        if after.plan().is_empty() {
            self.struck.clear();
            self.displaced.clear();
        }
    }
}
