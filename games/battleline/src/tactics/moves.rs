//! Who goes where: relief and attacks first, then everybody else to a better place, the leaders last.

use super::{
    Note, Order,
    threat::{Stand, Threat, behind},
    values::Values,
    weights::Weights,
};
use crate::{exchange, prelude::*, reinforcement, reorganize};

/// From so far away a march is thought of.
const FAR_AWAY: u8 = 6;

/// Moves being planned on a map of their own.
pub(super) struct Planning<'g> {
    pub(super) game: &'g Battleline,
    pub(super) values: Values,
    pub(super) threat: Threat,
    pub(super) side: Side,
    /// The map as it is after the moves planned so far.
    pub(super) field: Field,
    /// Units that may still be moved.
    pub(super) free: Units,
    pub(super) orders: Vec<Order>,
    pub(super) notes: Vec<Note>,
}

/// The orders of a good player, the first one last, and what they are for.
pub(super) fn planned(game: &Battleline, manner: &Manner) -> (Vec<Order>, Vec<Note>) {
    // Zones of control change with every move, and with them what the enemy can do about it: the first draft shows where
    // everybody would stand, the second is made with an eye on what could come then.
    let mut draft = Planning::new(game, manner);
    draft.plan();
    let threat = Threat::exact(&draft.field, game.active, game.turn);
    let mut planning = Planning { threat, ..Planning::new(game, manner) };
    planning.plan();
    planning.orders.reverse();
    (planning.orders, planning.notes)
}

impl<'g> Planning<'g> {
    fn plan(&mut self) {
        self.call_detachment();
        self.relieve();
        let tied = self.gather_for_attacks();
        self.improve_places(tied);
        self.bring_in();
        self.post_leaders();
    }

    pub(super) fn new(game: &'g Battleline, manner: &Manner) -> Self {
        let (field, side) = (game.field, game.active);
        Self {
            game,
            values: Values::of(game, side, manner),
            threat: Threat::exact(&field, side, game.turn),
            side,
            free: movement::movable(&field, side),
            field,
            orders: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// The numbers that it weighs by.
    pub(super) fn weights(&self) -> &'static Weights {
        self.field.weights()
    }

    /// Hundredths of a loss point.
    pub(super) const fn hundredths(&self, of: i32) -> i32 {
        self.values.point() * of / 100
    }

    pub(super) fn exposure(&self, stand: Stand) -> i32 {
        self.threat.exposure(&self.field, &self.values, stand)
    }

    /// How good it is for a unit to stand so at the end of its turn.
    pub(super) fn place(&self, stand: Stand) -> i32 {
        let (field, weights) = (&self.field, &self.weights().places);
        let away = i32::from(self.threat.nearest[stand.hex.index()]);
        let shaken = field.is(stand.unit, Mark::Disrupted);
        let mut value =
            if shaken { away.min(8) * weights.shaken_away } else { -self.way_to_go(stand.unit, away) };
        if let Some(front) = field.neighbour(stand.hex, stand.facing) {
            value += (away - i32::from(self.threat.nearest[front.index()])) * weights.looks_at_enemy;
        }
        value += self.company(stand) * weights.company;
        value += i32::from(field.level[stand.hex.index()]) * weights.height;
        value += (self.values.manner.fancy(stand.hex.index() * 64 + stand.unit.index()) - 100) / 6;
        if !command::commands(field, self.side, stand.hex) {
            value -= weights.out_of_command;
        }
        let is_open = behind(field, stand).next().is_some();
        let rear = if is_open { self.values.worth(stand.unit) * weights.rear / 100 } else { 0 };
        self.hundredths(value) + self.shots(stand) - self.exposure(stand) - rear
    }

    /// The pull of the enemy: strong until he is within a charge, weak from there on.
    fn way_to_go(&self, unit: UnitId, away: i32) -> i32 {
        let charge = self.field.piece(unit).figures.tactical + 1;
        let weights = &self.weights().places;
        let pull = (away - charge).max(0) * weights.far + away.min(charge) * weights.near;
        self.values.bold(pull)
    }

    /// Friends beside it, light foot not counted: a line is made of them.
    fn company(&self, stand: Stand) -> i32 {
        let field = &self.field;
        let friends = field
            .neighbours(stand.hex)
            .filter(|&hex| field.held_by(self.side).contains(hex) && hex != field.hex(stand.unit));
        (friends.count() as i32).min(3)
    }

    /// What the enemy may take less from the friends round a hex if a unit stands in it, because nobody can fall upon them
    /// from there. `without` is the map without the unit.
    fn cover(&self, without: &Field, unit: UnitId, hex: HexId) -> i32 {
        let weight = self.weights().places.cover;
        if weight == 0 || !self.threat.is_reached(hex) {
            return 0;
        }
        let mut there = *without;
        there.place(unit, hex, without.facing(unit));
        let saved = |friend: UnitId| {
            let stand = Stand::now(without, friend);
            let [open, covered] =
                [without, &there].map(|field| self.threat.exposure(field, &self.values, stand));
            (open - covered).max(0)
        };
        let friends = without.units_round(hex).filter(|&other| without.side(other) == self.side);
        friends.map(saved).sum::<i32>() * weight / 100
    }

    /// What a unit could do with its missiles from there.
    fn shots(&self, stand: Stand) -> i32 {
        let range = self.field.piece(stand.unit).figures.missile_range;
        let is_near = range > 0 && self.threat.nearest[stand.hex.index()] <= range;
        if !is_near || stand.marching || self.field.volleys(stand.unit) == 0 {
            return 0;
        }
        let mut there = self.field;
        there.move_to(stand.unit, stand.hex);
        there.turn(stand.unit, stand.facing);
        super::missiles::best_from(&there, self.game.turn, &self.values, stand.unit)
    }

    /// Where a unit had best go by tactical movement or by a march; nothing if it had best stay.
    fn better_place(&self, unit: UnitId) -> Option<Order> {
        let field = &self.field;
        let here = field.hex(unit);
        let mut without = *field;
        without.set_aside(unit);
        let stays = self.place(Stand::now(field, unit))
            + self.cover(&without, unit, here)
            + self.rally(unit)
            + self.hundredths(self.weights().places.worth_going);
        let range = movement::range(field, unit, self.game.turn);
        let mut best = (stays, None);
        // A hex covers the same friends whichever way the unit looks.
        let mut known: Option<(HexId, i32)> = None;
        for (to, facing) in range.ends() {
            known = known.filter(|&(hex, _)| hex == to);
            let (_, cover) = *known.get_or_insert_with(|| (to, self.cover(&without, unit, to)));
            let value = self.place(Stand::at(unit, to, facing)) + cover;
            if value > best.0 {
                best = (value, Some(Order::go(unit, to, facing)));
            }
        }
        if self.threat.nearest[here.index()] >= FAR_AWAY {
            for to in &march::range(field, unit, self.game.turn) {
                let facing = self.towards_enemy(to);
                let value = self.place(Stand { marching: true, ..Stand::at(unit, to, facing) });
                if value > best.0 {
                    best = (value, Some(Order::Go { unit, entry: None, marches: true, to, facing }));
                }
            }
        }
        best.1
    }

    /// The direction in which the enemy is nearest.
    pub(super) fn towards_enemy(&self, hex: HexId) -> Direction {
        let steps = self.field.steps(hex).min_by_key(|(_, next)| self.threat.nearest[next.index()]);
        steps.map_or(Direction::ALL[0], |(way, _)| way)
    }

    /// What a Disrupted unit may hope for if it keeps still (LINE-X-REO-1).
    fn rally(&self, unit: UnitId) -> i32 {
        let field = &self.field;
        let sixths = reorganize::check::<Silent>(field, self.side, unit).map_or(0, i32::from);
        self.values.worth(unit) * sixths / 6 * self.weights().places.rally / 100
    }

    /// Carries an order out on the map of the plan.
    pub(super) fn give(&mut self, order: Order) {
        let field = &mut self.field;
        match order {
            Order::Go { unit, entry, marches, to, facing } => {
                if entry.is_some() {
                    field.place(unit, to, facing);
                } else {
                    field.move_to(unit, to);
                    field.turn(unit, facing);
                }
                field.set(unit, Mark::Moved, true);
                field.set(unit, Mark::Marching, marches);
                self.free.remove(unit);
            }
            Order::Exchange { front, rear } => {
                exchange::make(field, front, rear);
                self.free.remove(front);
                self.free.remove(rear);
            }
            Order::Transfer { leader, unit } => field.transfer(leader, unit),
            Order::Detach(unit) => field.set(unit, Mark::Detached, true),
        }
        self.orders.push(order);
    }

    /// Maniples out of command act on their own where the scenario lets them (LINE-X-CYN-3).
    fn call_detachment(&mut self) {
        let mut kinds = [false; 8];
        for unit in self.free {
            let Some(kind) = self.field.piece(unit).detachment else { continue };
            let lost = !command::is_in_command(&self.field, unit);
            let may = || self.game.step().check::<Silent>(self.game, Action::Detach(unit)).is_ok();
            if lost && !kinds[usize::from(kind)] && may() {
                kinds[usize::from(kind)] = true;
                self.give(Order::Detach(unit));
            }
        }
    }

    /// Fresh maniples take the place of shaken ones (LINE-X-EXC-1).
    fn relieve(&mut self) {
        for front in self.free & self.field.all(Mark::Disrupted) {
            if !self.field.piece(front).exchanges || !self.free.contains(front) {
                continue;
            }
            let before = self.exposure(Stand::now(&self.field, front));
            let gain = |rear: UnitId| {
                let mut then = self.field;
                exchange::make(&mut then, front, rear);
                let of = |unit| self.threat.exposure(&then, &self.values, Stand::now(&then, unit));
                before + self.exposure(Stand::now(&self.field, rear)) - of(front) - of(rear)
            };
            let rears = exchange::relieving(&self.field, front).iter().map(|rear| (gain(rear), rear));
            let best = rears.max_by_key(|&(gain, rear)| (gain, std::cmp::Reverse(rear)));
            if let Some((_, rear)) = best.filter(|&(gain, _)| gain > self.hundredths(30)) {
                self.give(Order::Exchange { front, rear });
                self.notes.push(Note::Relief { front, rear });
            }
        }
    }

    /// Everybody who is not tied to an attack goes where it is better, those nearest to the enemy first.
    fn improve_places(&mut self, tied: Units) {
        let away = |unit: UnitId| self.threat.nearest[self.field.hex(unit).index()];
        let mut units: Vec<UnitId> = (self.free - tied).iter().collect();
        units.sort_by_key(|&unit| (away(unit), unit));
        let kept_back = units.len() * self.values.manner.reserve.clamp(0, 100) as usize / 100;
        let ready = units.len() - kept_back;
        for (rank, unit) in units.into_iter().enumerate() {
            let fresh = !self.field.is(unit, Mark::Disrupted);
            let in_danger = || self.exposure(Stand::now(&self.field, unit)) > 0;
            // A reserve is what stays where it is until it is needed.
            if rank >= ready && fresh && !in_danger() {
                continue;
            }
            if let Some(order) = self.better_place(unit) {
                self.give(order);
                if !fresh {
                    self.notes.push(Note::Saved(unit));
                }
            }
        }
    }

    /// Reinforcements come in and hurry (LINE-X-OPS-5).
    pub(super) fn bring_in(&mut self) {
        for unit in reinforcement::entering(&self.field, self.side, self.game.turn) {
            let entries = reinforcement::entries(&self.field, unit, self.game.turn);
            let mut best: Option<(i32, Order)> = None;
            for entry in &entries {
                let range = reinforcement::range(&self.field, unit, entry).destinations();
                let marches = reinforcement::march_range(&self.field, unit, entry);
                for (ends, marches) in [(range, false), (marches, true)] {
                    self.consider_entry(unit, entry, (ends, marches), &mut best);
                }
            }
            if let Some((_, order)) = best {
                self.give(order);
            }
        }
    }

    fn consider_entry(
        &self,
        unit: UnitId,
        entry: HexId,
        (ends, marches): (Hexes, bool),
        best: &mut Option<(i32, Order)>,
    ) {
        for to in &ends {
            let away = i32::from(self.threat.nearest[to.index()]);
            let value = -self.way_to_go(unit, away) * 2 - i32::from(marches);
            if best.is_none_or(|(most, _)| value > most) {
                let facing = self.towards_enemy(to);
                *best = Some((value, Order::Go { unit, entry: Some(entry), marches, to, facing }));
            }
        }
    }

    /// Leaders ride to where they are safe, reach everybody, and bring the shaken back to order.
    fn post_leaders(&mut self) {
        let leaders: Vec<LeaderId> = command::free_leaders(&self.field, self.side).collect();
        for leader in leaders {
            let Post::With(now) = self.field.post(leader) else { continue };
            let stays = self.post_value(leader, now) + self.hundredths(self.weights().leaders.worth_riding);
            let posts = command::destinations(&self.field, leader);
            let best = posts
                .map(|unit| (self.post_value(leader, unit), unit))
                .max_by_key(|&(value, unit)| (value, std::cmp::Reverse(unit)));
            if let Some((_, unit)) = best.filter(|&(value, _)| value > stays) {
                self.give(Order::Transfer { leader, unit });
                self.notes.push(Note::Rides { leader, unit });
            }
        }
    }

    /// How good a post is for a leader: whom he reaches, whom he helps, what may happen to him.
    pub(super) fn post_value(&self, leader: LeaderId, unit: UnitId) -> i32 {
        let field = &self.field;
        let line = field.leader(leader);
        let hex = field.hex(unit);
        let reached = field.units_of(self.side).iter();
        let reached = reached.filter(|&other| field.distance(field.hex(other), hex) <= line.range.into());
        let mut value = self.hundredths(reached.count() as i32 * self.weights().leaders.follower);
        let shaken = field.is(unit, Mark::Disrupted);
        if shaken && !zones::is_controlled(field, self.side.other(), hex) && !field.is(unit, Mark::Moved) {
            value += self.values.worth(unit) * line.bonus / 6 * self.weights().places.rally / 100;
        }
        // He falls with his unit twice in six (LINE-X-CMD-6), and is missed.
        let danger = self.exposure(Stand::now(field, unit));
        let lost = line.value.max(2) * self.values.point();
        value - danger * 100 / self.values.worth(unit).max(1) * lost / 300
    }
}
