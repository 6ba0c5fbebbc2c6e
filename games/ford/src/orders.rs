//! A player's turn: units move and attack in any order (FORD-GEN-3).

use kit::{
    Journal, Objection, Prompt, Refusal, Seat,
    flow::{Decision, Over},
    map::{
        Direction, HexId,
        search::{Path, Reach},
    },
    objection::not_now,
    position::UnitId,
};

use crate::{
    battle::Battle,
    content::Hexes,
    game::{Action, Ford, Status, enemy},
};

/// More movement points than any unit has.
const LEVELS: usize = 8;

impl Ford {
    /// What a step costs a unit that stops in `zones`, if it may be taken at all.
    fn cost(&self, unit: UnitId, zones: Hexes) -> impl Fn(HexId, Direction, HexId) -> Option<u8> {
        let (start, enemies) = (self.board.hex_of(unit), self.board.enemies_of(self.board.side_of(unit)));
        move |from, _, to| {
            let is_first = Some(from) == start;
            // FORD-MOV-3, FORD-ZOC-3
            if enemies.contains(to) || is_first && zones.contains(from) && zones.contains(to) {
                return None;
            }
            // FORD-MOV-2
            let river = if self.rules.near(from).contains(to) { 0 } else { self.rules.river.cost };
            Some(self.rules.ground(to).cost + river)
        }
    }

    /// Every hex that a unit can get to, by the movement points it takes (FORD-MOV-1, FORD-ZOC-2).
    fn reach(&self, unit: UnitId, zones: Hexes) -> Reach<1, LEVELS> {
        let Some(start) = self.board.hex_of(unit) else { return Reach::NOTHING };
        let (map, movement) = (&self.rules.map, self.piece(unit).movement);
        Reach::find(map, start, movement, |hex| !zones.contains(hex), self.cost(unit, zones))
    }

    /// The way of a move and the movement points it takes.
    pub fn way(&self, unit: UnitId, to: HexId) -> Option<(Path<LEVELS>, u8)> {
        let zones = self.zones_of(enemy(self.active));
        let reach = self.reach(unit, zones);
        reach
            .path(&self.rules.map, to, |hex| !zones.contains(hex), self.cost(unit, zones))
            .zip(reach.cost(to))
    }

    /// Where a unit can end its move; nowhere if it has moved or fought (FORD-GEN-3, FORD-GEN-4).
    fn destinations(&self, unit: UnitId) -> Hexes {
        let done = self.board.all(Status::Moved) | self.board.all(Status::Fought);
        if !(self.board.units_of(self.active) - done).contains(unit) {
            return Hexes::EMPTY;
        }
        self.reach(unit, self.zones_of(enemy(self.active))).destinations() - self.board.held_by(self.active)
    }

    /// Why a unit does not get to a hex: what would have to be otherwise.
    fn why_not(&self, unit: UnitId, to: HexId) -> Refusal {
        let (name, zones) = (&self.piece(unit).name, self.zones_of(enemy(self.active)));
        let slides =
            |from| zones.contains(from) && zones.contains(to) && self.rules.map.are_adjacent(from, to);
        let (clause, why) = if self.board.side_of(unit) != self.active {
            ("FORD-GEN-3", "it is the other side's")
        } else if self.board.all(Status::Moved).contains(unit) {
            ("FORD-GEN-3", "it has moved in this turn")
        } else if self.board.all(Status::Fought).contains(unit) {
            ("FORD-GEN-3", "it has attacked, so it does not move any more in this turn")
        } else if self.destinations(unit).is_empty() {
            ("FORD-MOV-1", "it cannot go anywhere from where it is")
        } else if self.board.enemies_of(self.active).contains(to) {
            ("FORD-MOV-3", "an enemy is there")
        } else if self.board.held_by(self.active).contains(to) {
            ("FORD-GEN-4", "a friend is there")
        } else if self.board.hex_of(unit).is_some_and(slides) {
            ("FORD-ZOC-3", "it would step from one enemy zone of control into another")
        } else if self.reach(unit, Hexes::EMPTY).cost(to).is_some() {
            ("FORD-ZOC-2", "an enemy zone of control stops it on the way")
        } else {
            ("FORD-MOV-1", "it is too far")
        };
        Refusal::new(clause, format!("{name} does not get to {}: {why}", self.number(to))).because_of(name)
    }

    /// Why nobody attacks a hex.
    fn why_no_attack(&self, target: HexId) -> Refusal {
        let near = self.rules.near(target);
        let why = if self.board.held_by(self.active).contains(target) {
            "a unit of yours is there"
        } else if !self.board.enemies_of(self.active).contains(target) {
            "no enemy is there"
        } else if self.attacked.contains(target) {
            "it has been attacked in this turn"
        } else if (near & self.board.held_by(self.active)).is_empty() {
            "nobody of yours stands beside it, or only over the river: move there first"
        } else {
            "everybody beside it has attacked in this turn"
        };
        Refusal::new("FORD-CMB-1", format!("{}: {why}", self.number(target)))
    }

    /// FORD-GEN-1: the other side plays, in the next turn if both have; FORD-VIC-1: the village is a point.
    fn end_turn<J: Journal>(&mut self, journal: &mut J) {
        self.board.clear(self.board.all_of(self.active), Status::Moved);
        self.board.clear(self.board.all_of(self.active), Status::Fought);
        (self.attacked, self.active) = (Hexes::EMPTY, enemy(self.active));
        if self.active == Seat(0) {
            if let Some(holder) = self.board.unit_in(self.rules.village) {
                self.points[usize::from(self.board.side_of(holder).0)] += 1;
                journal.tell(|| self.event("FORD-VIC-1", holder, "gains a point in", self.rules.village));
            }
            if self.turn == self.rules.profile.scenarios[0].turns {
                self.flow.goto(Over);
            } else {
                self.turn += 1;
            }
        }
    }
}

/// Units move and attack.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Orders;

impl Decision<Ford> for Orders {
    fn prompt(self, _: &Ford) -> Prompt {
        Prompt::new("move a unit, attack a hex, or end the turn", &["FORD-GEN-3"])
    }

    fn choices(self, game: &Ford, out: &mut Vec<Action>) {
        for unit in game.board.units_of(game.active) {
            out.extend(game.destinations(unit).iter().map(|hex| Action::Move(unit, hex)));
        }
        out.extend(game.battles().map(|battle| Action::Attack(battle.target)));
        out.push(Action::Done);
    }

    fn check<E: Objection>(self, game: &Ford, action: Action) -> Result<(), E> {
        match action {
            Action::Move(unit, hex) if game.destinations(unit).contains(hex) => Ok(()),
            Action::Move(unit, hex) => Err(E::explain(|| game.why_not(unit, hex))),
            Action::Attack(hex) => {
                let is_target =
                    game.board.enemies_of(game.active).contains(hex) && !game.able(hex).is_empty();
                if is_target { Ok(()) } else { Err(E::explain(|| game.why_no_attack(hex))) }
            }
            Action::Done => Ok(()),
            _ => not_now(),
        }
    }

    fn effect<J: Journal>(self, game: &mut Ford, action: Action, journal: &mut J) {
        match action {
            Action::Move(unit, hex) => {
                journal.tell(|| game.event("FORD-MOV-1", unit, "moves to", hex));
                game.board.move_to(unit, hex);
                game.board.set(unit, Status::Moved, true);
            }
            Action::Attack(target) => game.flow.call(Battle::of(game, target)),
            _ => game.end_turn(journal),
        }
    }
}
