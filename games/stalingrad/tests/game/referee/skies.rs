//! Missions, bombs and air combat by the literal reading (STAL-AIR-1 to STAL-AIR-15, STAL-OPA-1 to STAL-OPA-5, STAL-ART-7,
//! STAL-R31, STAL-R33, STAL-R55, STAL-R86, STAL-R101).

use sandtable_stalingrad::action::KorpsId;

use super::{
    Action, Aside, BTreeSet, Hex, Location, Referee, Side, Stalingrad, Step, Table, UnitId, hex, id,
};
use crate::reading::neighbours;

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Errand {
    Bombing(Vec<(Hex, i32)>),
    Support,
    Silencing,
    Strike(Hex),
}

/// What a player notes of the air.
#[derive(Default)]
pub struct Skies {
    /// The turn in which each Fliegerkorps, and the Russian air unit, was knocked out.
    out: [u8; 2],
    russian_out: u8,
    /// The turn of the last interception.
    tried: u8,
    /// Turns of mass bombing.
    bombed: Vec<u8>,
    errands: [Option<Errand>; 2],
    /// Who lays lines, and where the line in hand begins.
    laying: Option<(usize, Option<Hex>)>,
    /// STAL-OPA-3: open hexes that were struck by who supports attacks on them.
    pub struck: Vec<Hex>,
}

impl Skies {
    /// STAL-AIR-4, STAL-AIR-15: out for the rest of the turn and the whole next one.
    fn flies(out: u8, turn: u8) -> bool {
        out == 0 || turn > out + 1
    }

    pub fn supporters(&self) -> Vec<u8> {
        (0..2u8).filter(|&korps| self.errands[usize::from(korps)] == Some(Errand::Support)).collect()
    }

    /// A German player turn begins.
    pub fn begin_turn(&mut self) {
        self.errands = [None, None];
        self.struck.clear();
    }

    /// STAL-AIR-10
    fn may_bomb(&self, game: &Stalingrad) -> bool {
        let most = if game.theatre().last_turn() == 13 { 4 } else { 1 };
        let others = self.bombed.iter().filter(|&&turn| turn != game.turn());
        others.count() < most && self.bombed.last().is_none_or(|&last| last + 1 < game.turn())
    }

    fn left(&self, korps: usize) -> i32 {
        match &self.errands[korps] {
            Some(Errand::Bombing(lines)) => 8 - lines.iter().map(|(_, hexes)| hexes).sum::<i32>(),
            _ => 8,
        }
    }

    pub fn missions(&self, game: &Stalingrad, older: bool) -> Vec<Action> {
        let (field, table) = (game.field(), Table::of(game.field()));
        let on_map = |(c, r): Hex, north: i32| table.ground.contains_key(&(c, r - north));
        let mut all = Vec::new();
        match self.laying {
            Some((korps, None)) => {
                let begins = table.ground.keys().filter(|&&at| on_map(at, 2));
                all.extend(begins.map(|&at| Action::LineFrom(id(field, at))));
                all.extend((self.left(korps) < 8).then_some(Action::Done));
            }
            Some((korps, Some((c, r)))) => {
                let ends = (3..=self.left(korps)).filter(|hexes| on_map((c, r), hexes - 1));
                all.extend(ends.map(|hexes| Action::LineTo(id(field, (c, r - hexes + 1)))));
            }
            None => {
                for korps in 0..game.theatre().fliegerkorps.len() {
                    let flies = Self::flies(self.out[korps], game.turn());
                    if !flies || self.errands[korps].is_some() {
                        continue;
                    }
                    let named = KorpsId(korps as u8);
                    all.extend(self.may_bomb(game).then_some(Action::Bomb(named)));
                    all.push(Action::Silence(named));
                    if older {
                        let held: BTreeSet<Hex> = table.pieces.iter().map(|piece| piece.hex).collect();
                        all.extend(held.into_iter().map(|at| Action::Strike(id(field, at), named)));
                    } else {
                        all.push(Action::Support(named));
                    }
                }
                all.push(Action::Done);
            }
        }
        all
    }

    /// STAL-AIR-2: none in the German player turn of turn 1, one a turn.
    pub fn interceptions(&self, game: &Stalingrad) -> Vec<Action> {
        let may = game.turn() > 1
            && game.theatre().russian_air
            && Self::flies(self.russian_out, game.turn())
            && self.tried != game.turn();
        let flights = (0..2u8).filter(|&korps| may && self.errands[usize::from(korps)].is_some());
        flights.map(|korps| Action::Intercept(KorpsId(korps))).chain([Action::Done]).collect()
    }

    /// STAL-AIR-3: what the die of air combat does; whether the mission is lost.
    fn meets(&mut self, korps: usize, index: u16, turn: u8) -> bool {
        self.tried = turn;
        match index {
            1 | 2 => self.russian_out = turn,
            6 => self.out[korps] = turn,
            _ => {}
        }
        index >= 5
    }
}

/// The dice of one decision, taken in their order and for what they must be for.
pub struct Thrown<'f> {
    faces: std::slice::Iter<'f, (&'static str, u16)>,
    mirrored: bool,
}

impl<'f> Thrown<'f> {
    pub fn of(faces: &'f [(&'static str, u16)], mirrored: bool) -> Self {
        Self { faces: faces.iter(), mirrored }
    }

    /// The number as it falls (STAL-DIE-3, STAL-DIE-4).
    pub fn raw(&mut self, what: &str) -> u16 {
        let &(found, face) = self.faces.next().unwrap_or_else(|| panic!("no die for {what}"));
        assert_eq!(found, what);
        face
    }

    /// STAL-DIE-1
    pub fn index(&mut self, what: &str) -> u16 {
        let face = self.raw(what);
        if self.mirrored { 7 - face } else { face }
    }

    pub fn over(mut self) {
        assert_eq!(self.faces.next(), None);
    }
}

/// STAL-AIR-13, STAL-AIR-14: the mass bombing column.
fn bombs(index: u16) -> &'static str {
    match index {
        1 => "DE",
        2..=5 => "D",
        _ => "-",
    }
}

/// The older chart by the column of the hex.
fn air_attack(index: u16, column: usize) -> &'static str {
    [["DE", "D", "D"], ["D", "D", "D"], ["D", "D", "-"], ["D", "-", "-"], ["-", "-", "-"], ["AA?"; 3]]
        [usize::from(index) - 1][column]
}

/// A result from the air falls on a unit; whether it is lost.
fn suffer(table: &mut Table, unit: UnitId, result: &str) -> bool {
    match result {
        "DE" => table.pieces.retain(|piece| piece.id != unit),
        "D" => table.pieces.iter_mut().filter(|piece| piece.id == unit).for_each(|p| p.disrupted = true),
        _ => {}
    }
    result == "DE"
}

impl Referee {
    /// Follows missions, interception and what they come to.
    pub(super) fn fly(
        &mut self,
        before: &Stalingrad,
        action: Action,
        after: &Stalingrad,
        faces: &[(&'static str, u16)],
    ) {
        let field = before.field();
        let skies = &mut self.skies;
        match (before.step(), action) {
            (Step::Missions(_), Action::Bomb(korps)) => {
                let korps = usize::from(korps.0);
                skies.errands[korps] = Some(Errand::Bombing(Vec::new()));
                skies.laying = Some((korps, None));
            }
            (Step::Missions(_), Action::Support(korps)) => {
                skies.errands[usize::from(korps.0)] = Some(Errand::Support);
            }
            (Step::Missions(_), Action::Silence(korps)) => {
                skies.errands[usize::from(korps.0)] = Some(Errand::Silencing);
            }
            (Step::Missions(_), Action::Strike(at, korps)) => {
                skies.errands[usize::from(korps.0)] = Some(Errand::Strike(hex(field, at)));
            }
            (Step::Missions(_), Action::LineFrom(at)) => {
                skies.laying = skies.laying.map(|(korps, _)| (korps, Some(hex(field, at))));
            }
            (Step::Missions(_), Action::LineTo(end)) => {
                let Some((korps, Some(from))) = skies.laying else { panic!("no line is being laid") };
                let Some(Errand::Bombing(lines)) = &mut skies.errands[korps] else { panic!("no bomber") };
                lines.push((from, from.1 - hex(field, end).1 + 1));
                // STAL-AIR-11: a second line needs three hexes more.
                let more = lines.len() < 2;
                skies.laying = (more && skies.left(korps) >= 3).then_some((korps, None));
            }
            (Step::Missions(_), Action::Done) if skies.laying.is_some() => skies.laying = None,
            (Step::Missions(_), Action::Done) => {
                // Nobody is asked where nobody can intercept.
                let asks = matches!(after.step(), Step::Intercepting(_));
                assert_eq!(skies.interceptions(before).len() > 1, asks);
                if !asks {
                    self.raid(before, None, after, faces);
                }
            }
            (Step::Intercepting(_), Action::Intercept(korps)) => {
                self.raid(before, Some(usize::from(korps.0)), after, faces);
            }
            (Step::Intercepting(_), Action::Done) => self.raid(before, None, after, faces),
            (Step::Crossings(_), Action::Intercept(korps)) => {
                let mut thrown = Thrown::of(faces, self.mirrored);
                let index = thrown.index("air combat");
                skies.meets(usize::from(korps.0), index, before.turn());
            }
            _ => {}
        }
        let skies = &self.skies;
        for korps in 0..after.theatre().fliegerkorps.len() {
            assert_eq!(
                after.can_fly(KorpsId(korps as u8)),
                Skies::flies(skies.out[korps], after.turn()),
                "{:?}",
                skies.out
            );
        }
        assert_eq!(after.russian_air_flies(), Skies::flies(skies.russian_out, after.turn()));
    }

    /// All missions are flown: dice and what they do.
    fn raid(
        &mut self,
        before: &Stalingrad,
        intercepted: Option<usize>,
        after: &Stalingrad,
        faces: &[(&'static str, u16)],
    ) {
        let mut table = Table::of(before.field());
        let mut thrown = Thrown::of(faces, self.mirrored);
        let (turn, mut lost, mut silenced) = (before.turn(), Vec::new(), before.field().guns_disrupted);
        if let Some(korps) = intercepted {
            let index = thrown.index("air combat");
            if self.skies.meets(korps, index, turn) {
                self.skies.errands[korps] = None;
            }
            self.meet("interception");
        }
        for korps in 0..2 {
            match self.skies.errands[korps].clone() {
                Some(Errand::Bombing(lines)) => {
                    for line in lines {
                        self.bomb(&mut table, turn, line, &mut thrown, &mut lost);
                    }
                }
                Some(Errand::Silencing) => {
                    silenced |= bombs(thrown.index("silencing")) != "-";
                    self.meet("silencing");
                }
                Some(Errand::Strike(at)) => {
                    self.strike(&mut table, turn, korps, at, &mut thrown, &mut lost);
                }
                Some(Errand::Support) | None => {}
            }
        }
        thrown.over();
        let field = after.field();
        assert_eq!(field.guns_disrupted, silenced);
        for &unit in &lost {
            let back = field.side(unit) == Side::Russian && field.unit(unit).replaced;
            let back = if back { Aside::Track(turn + 3) } else { Aside::Gone };
            assert_eq!(field.place_of(unit), Location::Aside(back), "{} under bombs", field.name(unit));
        }
        // Where nobody moves or lies in wait, more may have happened since.
        if matches!(after.step(), Step::Move(_) | Step::Posting(_)) {
            let now = Table::of(field);
            let seen = |table: &Table| -> Vec<(UnitId, Hex, bool)> {
                table.pieces.iter().map(|piece| (piece.id, piece.hex, piece.disrupted)).collect()
            };
            assert_eq!(seen(&now), seen(&table), "after {faces:?}");
        }
    }

    /// STAL-AIR-11 to STAL-AIR-14, STAL-R86: one line.
    fn bomb(
        &mut self,
        table: &mut Table,
        turn: u8,
        ((c, r), hexes): (Hex, i32),
        thrown: &mut Thrown<'_>,
        lost: &mut Vec<UnitId>,
    ) {
        if self.skies.bombed.last() != Some(&turn) {
            self.skies.bombed.push(turn);
        }
        let wear = self.skies.bombed.len() as u16 - 1;
        let shift = (thrown.index("lead bombardier") == 6).then(|| usize::from(thrown.raw("direction")) - 1);
        self.meet(if shift.is_some() { "scattered line" } else { "line" });
        for at in (0..hexes).map(|north| (c, r - north)) {
            let at = shift.map_or(at, |way| neighbours(at)[way]);
            let under: Vec<UnitId> =
                table.pieces.iter().filter(|piece| piece.hex == at).map(|piece| piece.id).collect();
            for unit in under {
                let index = thrown.index("mass bombing") + wear;
                if suffer(table, unit, bombs(index.min(6))) {
                    lost.push(unit);
                }
                self.meet(if wear > 0 { "bombed later" } else { "bombed" });
            }
        }
    }

    /// STAL-OPA-1, STAL-OPA-4, STAL-R31, STAL-R101: one Fliegerkorps over a hex.
    fn strike(
        &mut self,
        table: &mut Table,
        turn: u8,
        korps: usize,
        at: Hex,
        thrown: &mut Thrown<'_>,
        lost: &mut Vec<UnitId>,
    ) {
        let column = match table.ground(at) {
            _ if table.headquarters_strongpoint(at) => 2,
            "strongpoint" | "summit" => 2,
            "urban" | "slope" => 1,
            _ => 0,
        };
        let under: Vec<UnitId> =
            table.pieces.iter().filter(|piece| piece.hex == at).map(|piece| piece.id).collect();
        for unit in under {
            let result = air_attack(thrown.index("air attack"), column);
            if suffer(table, unit, result) {
                lost.push(unit);
            }
            self.meet(result);
            if result == "AA?" && thrown.index("aircraft check") >= 4 {
                self.skies.out[korps] = turn;
                self.skies.errands[korps] = None;
                self.meet("knocked out");
                return;
            }
        }
        if table.open(at) {
            self.skies.struck.push(at);
        }
    }

    /// STAL-AIR-6, STAL-R30, STAL-R57: what may be named for friendly bombing.
    pub(super) fn misdirections(&self, game: &Stalingrad) -> Vec<Action> {
        let (field, table) = (game.field(), Table::of(game.field()));
        let Some(combat) = &self.combat else { return Vec::new() };
        let near = |at: Hex| neighbours(at).iter().any(|beside| combat.attack.targets.contains(beside));
        let held: BTreeSet<Hex> = table
            .pieces
            .iter()
            .filter(|piece| piece.side == Side::German && table.ground(piece.hex) == "urban")
            .map(|piece| piece.hex)
            .filter(|&at| near(at))
            .collect();
        held.into_iter().map(|at| Action::Misdirect(id(field, at))).collect()
    }

    /// STAL-AIR-6, STAL-AIR-7: friends are bombed at full effect.
    pub(super) fn misdirect(
        &mut self,
        before: &Stalingrad,
        at: Hex,
        after: &Stalingrad,
        faces: &[(&'static str, u16)],
    ) {
        let (table, field) = (Table::of(before.field()), after.field());
        let mut thrown = Thrown::of(faces, self.mirrored);
        for piece in table.pieces.iter().filter(|piece| piece.side == Side::German && piece.hex == at) {
            match bombs(thrown.index("friendly bombing")) {
                "DE" => assert_eq!(field.place_of(piece.id), Location::Aside(Aside::Gone)),
                _ if after.phasing() != before.phasing() => {}
                result => {
                    assert_eq!(field.is_disrupted(piece.id), piece.disrupted || result == "D");
                }
            }
        }
        thrown.over();
        self.combat.as_mut().unwrap().bombs_friends = false;
        self.meet("friendly bombing");
    }

    /// Whether the worst roll of this attack makes friends be bombed.
    pub(super) fn can_misdirect(table: &Table, attack: &super::Attack) -> bool {
        let plain = |at: &Hex| table.ground(*at) == "urban" && !table.headquarters_strongpoint(*at);
        attack.korps > 0 && attack.targets.iter().all(plain)
    }
}
