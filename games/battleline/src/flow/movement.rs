//! The Movement Phase: trumpets, moves, marches, exchanges and entries.

use super::{
    Deputy, Detaching, Missile, Transferring, active_name,
    command::{detach, detachable, detaching},
    not_asked, tell, tell_of,
};
use crate::{morale::due::must_hear_trumpets, prelude::*};

/// A player's turn begins: marks are cleared, then comes the Deputy, then the trumpets (LINE-X-SEQ-3, LINE-R39).
pub(super) fn begin<J: Journal>(game: &mut Battleline, journal: &mut J) {
    game.field.begin_movement(game.active);
    let (turn, name) = (game.turn, active_name(game));
    journal.tell(|| {
        let words = format!("Turn {turn}: {name} moves.");
        Event { words, clause: "LINE-X-SEQ-2", ..Event::default() }
    });
    game.flow.goto(Movement);
    if !listeners(game).is_empty() {
        game.flow.call(Trumpets);
    }
    if command::owes_deputy(&game.field, game.active, game.deputy_used[game.active as usize]) {
        game.flow.call(Deputy);
    }
}

/// The elephants that must test before the trumpets (LINE-X-ZAM-3).
fn listeners(game: &Battleline) -> Units {
    let field = &game.field;
    if field.scenario != Scenario::Zama {
        return Units::NONE;
    }
    let hears = |unit: &UnitId| {
        field.nearest(game.active.other(), field.hex(*unit)).is_some_and(|distance| {
            must_hear_trumpets::<Silent>("", &field.troop(*unit), game.turn, distance as u8).is_ok()
        })
    };
    (field.units_of(game.active) & field.elephants).iter().filter(hears).collect()
}

/// The trumpets of Zama are heard (LINE-X-ZAM-3).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Trumpets;

impl Decision<Battleline> for Trumpets {
    fn prompt(self, _: &Battleline) -> Prompt {
        Prompt::new("The Romans blow their trumpets; the elephants must listen", &["LINE-X-ZAM-3"])
    }

    fn choices(self, _: &Battleline, out: &mut Vec<Action>) {
        out.push(Action::Listen);
    }

    fn check<E: Objection>(self, game: &Battleline, action: Action) -> Result<(), E> {
        if action == Action::Listen { Ok(()) } else { not_asked(game, action) }
    }

    fn effect<J: Journal>(self, game: &mut Battleline, _: Action, _: &mut J) {
        game.flow.goto(Listening(listeners(game)));
    }
}

/// These elephants test one after the other; those that fail stay where they are (LINE-X-ZAM-3).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Listening(Units);

impl Procedure<Battleline> for Listening {
    type End = bool;

    fn throw<D: Dice>(self, game: &Battleline, dice: &mut D) -> bool {
        let Some(unit) = self.0.first() else { return true };
        let morale = game.field.troop(unit).sixths(MoraleTest::plain(Test::Trumpets));
        dice.at_most(Die::D6, morale, Test::Trumpets.purpose())
    }

    fn apply<J: Journal>(self, game: &mut Battleline, obeys: bool, journal: &mut J) {
        let Some(unit) = self.0.first() else { return game.flow.done() };
        game.field.set(unit, Mark::Frozen, !obeys);
        game.flow.goto(Self(self.0 - Units::of(unit)));
        let does = if obeys { "does not mind the trumpets" } else { "is held by the trumpets" };
        tell_of(journal, "LINE-X-ZAM-3", &game.field, unit, does);
    }
}

/// The next move (LINE-X-SEQ-2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Movement;

impl Decision<Battleline> for Movement {
    fn prompt(self, game: &Battleline) -> Prompt {
        let words = format!("{} moves: pick a unit or a leader, or be done", active_name(game));
        Prompt::new(words, &["LINE-X-MOV-1", "LINE-X-CMD-2", "LINE-X-SEQ-4"])
    }

    fn choices(self, game: &Battleline, out: &mut Vec<Action>) {
        let (field, side) = (&game.field, game.active);
        let movable = movement::movable(field, side) | reinforcement::entering(field, side, game.turn);
        out.extend(movable.iter().map(Action::Pick));
        out.extend(command::free_leaders(field, side).map(Action::Transfer));
        out.extend(detachable(game, false).iter().map(Action::Detach));
        out.push(Action::Done);
    }

    fn check<E: Objection>(self, game: &Battleline, action: Action) -> Result<(), E> {
        let field = &game.field;
        match action {
            Action::Done => Ok(()),
            Action::Pick(unit) => {
                may_move(field, game.active, unit)?;
                let waits = field.waiting().contains(unit);
                if waits { reinforcement::check_entering(field, unit, game.turn) } else { Ok(()) }
            }
            Action::Transfer(leader) => command::may_transfer(field, game.active, leader),
            Action::Detach(unit) => detaching(game, unit, false),
            _ => not_asked(game, action),
        }
    }

    fn effect<J: Journal>(self, game: &mut Battleline, action: Action, journal: &mut J) {
        match action {
            Action::Pick(unit) if game.field.waiting().contains(unit) => {
                let entries = reinforcement::entries(&game.field, unit, game.turn);
                match entries.first() {
                    Some(entry) if entries.len() == 1 => game.flow.call(Arriving { unit, entry }),
                    _ => game.flow.call(Entering(unit)),
                }
            }
            Action::Pick(unit) => game.flow.call(Moving(unit)),
            Action::Transfer(leader) => game.flow.call(Transferring(leader)),
            Action::Detach(unit) => {
                game.flow.call(Detaching);
                detach(game, unit, journal);
            }
            _ => self.pass(game, journal),
        }
    }

    fn is_open(self, game: &Battleline) -> bool {
        let (field, side) = (&game.field, game.active);
        !movement::movable(field, side).is_empty()
            || command::free_leaders(field, side).next().is_some()
            || !reinforcement::entering(field, side, game.turn).is_empty()
    }

    fn pass<J: Journal>(self, game: &mut Battleline, _: &mut J) {
        // LINE-X-CYN-3: for that Movement Phase only.
        game.field.clear(Mark::Detached);
        game.flow.goto(Missile);
    }
}

/// Where the unit in hand goes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Moving(pub UnitId);

impl Decision<Battleline> for Moving {
    fn prompt(self, game: &Battleline) -> Prompt {
        let words = format!("Where does {} go? Its own hex is for turning", game.field.name(self.0));
        Prompt::new(words, &["LINE-X-MOV-2", "LINE-X-OPS-1", "LINE-X-EXC-1"])
    }

    fn choices(self, game: &Battleline, out: &mut Vec<Action>) {
        let (field, unit) = (&game.field, self.0);
        out.extend(movement::range(field, unit, game.turn).destinations().iter().map(Action::To));
        out.extend(march::range(field, unit, game.turn).iter().map(Action::March));
        out.extend(exchange::relieving(field, unit).iter().map(Action::Exchange));
    }

    fn check<E: Objection>(self, game: &Battleline, action: Action) -> Result<(), E> {
        let (field, unit, turn) = (&game.field, self.0, game.turn);
        match action {
            Action::To(to) => movement::reach(field, unit, turn, to),
            Action::March(to) => march::check(field, unit, turn, to),
            Action::Exchange(rear) => exchange::check(field, unit, rear),
            _ => not_asked(game, action),
        }
    }

    fn effect<J: Journal>(self, game: &mut Battleline, action: Action, journal: &mut J) {
        let unit = self.0;
        match action {
            Action::To(to) => {
                let facings = movement::facings_at(&game.field, unit, game.turn, to);
                go(game, unit, to, facings, journal);
            }
            Action::March(to) => march(game, unit, to, journal),
            Action::Exchange(rear) => {
                exchange::make(&mut game.field, unit, rear);
                game.flow.done();
                let field = &game.field;
                tell(journal, "LINE-X-EXC-1", field, [rear, unit], || {
                    format!("{} relieves {}.", field.name(rear), field.name(unit))
                });
            }
            _ => {}
        }
    }
}

/// Where the reinforcement in hand enters (LINE-X-OPS-5).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Entering(pub UnitId);

impl Decision<Battleline> for Entering {
    fn prompt(self, game: &Battleline) -> Prompt {
        Prompt::new(format!("Where does {} enter the map?", game.field.name(self.0)), &["LINE-X-OPS-5"])
    }

    fn choices(self, game: &Battleline, out: &mut Vec<Action>) {
        out.extend(reinforcement::entries(&game.field, self.0, game.turn).iter().map(Action::Enter));
    }

    fn check<E: Objection>(self, game: &Battleline, action: Action) -> Result<(), E> {
        let Action::Enter(hex) = action else { return not_asked(game, action) };
        let enters = reinforcement::entries(&game.field, self.0, game.turn).contains(hex);
        no_if(!enters, "LINE-X-OPS-5", game.field.name(self.0), || {
            "it enters at its stated hex, or at the nearest of that edge that is free of units and zones"
                .into()
        })
    }

    fn effect<J: Journal>(self, game: &mut Battleline, action: Action, _: &mut J) {
        if let Action::Enter(entry) = action {
            game.flow.goto(Arriving { unit: self.0, entry });
        }
    }
}

/// Where the reinforcement goes that enters at this hex.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Arriving {
    pub unit: UnitId,
    /// Where it enters.
    pub entry: HexId,
}

impl Decision<Battleline> for Arriving {
    fn prompt(self, game: &Battleline) -> Prompt {
        let (name, entry) = (game.field.name(self.unit), game.field.number(self.entry));
        Prompt::new(format!("{name} enters at {entry}; where does it go?"), &["LINE-X-OPS-5"])
    }

    fn choices(self, game: &Battleline, out: &mut Vec<Action>) {
        let (field, Self { unit, entry }) = (&game.field, self);
        out.extend(reinforcement::range(field, unit, entry).destinations().iter().map(Action::To));
        out.extend(reinforcement::march_range(field, unit, entry).iter().map(Action::March));
    }

    fn check<E: Objection>(self, game: &Battleline, action: Action) -> Result<(), E> {
        let (field, Self { unit, entry }) = (&game.field, self);
        match action {
            Action::To(to) => reinforcement::check_move(field, unit, entry, to),
            Action::March(to) => reinforcement::check_march(field, unit, entry, to),
            _ => not_asked(game, action),
        }
    }

    fn effect<J: Journal>(self, game: &mut Battleline, action: Action, journal: &mut J) {
        let Self { unit, entry } = self;
        match action {
            Action::To(to) => {
                let facings = reinforcement::range(&game.field, unit, entry).facings(to);
                go(game, unit, to, facings, journal);
            }
            Action::March(to) => march(game, unit, to, journal),
            _ => {}
        }
    }
}

/// Facing at the end of a march is free, and a marker shows that it was one (LINE-X-OPS-4).
fn march<J: Journal>(game: &mut Battleline, unit: UnitId, to: HexId, journal: &mut J) {
    go(game, unit, to, Directions::ALL, journal);
    game.field.set(unit, Mark::Marching, true);
}

/// The unit goes to its destination and has moved; then it sets its facing.
fn go<J: Journal>(game: &mut Battleline, unit: UnitId, to: HexId, facings: Directions, journal: &mut J) {
    let from = game.field.hex(unit);
    let first = facings.iter().next().expect("a move ends with some facing");
    if from.is_some() {
        game.field.move_to(unit, to);
    } else {
        game.field.place(unit, to, first);
    }
    game.field.set(unit, Mark::Moved, true);
    if from != to {
        let field = &game.field;
        tell(journal, "LINE-X-MOV-1", field, [unit], || {
            let start = from.some().map_or_else(|| "the edge".to_owned(), |from| field.number(from));
            format!("{} goes from {start} to {}.", field.name(unit), field.number(to))
        });
    }
    let turning = Turning { unit, facings, occasion: Occasion::Move };
    game.flow.goto(turning);
    if facings.len() == 1 {
        turning.effect(game, Action::Face(first), journal);
    }
}

/// Why a unit sets its facing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Occasion {
    /// It has moved.
    Move,
    /// It has slipped away.
    Evasion,
    /// It has advanced.
    Advance,
    /// It is back in Good Order.
    Recovery,
}

impl Occasion {
    /// The rule that lets a unit, which may have marched.
    const fn clause(self, has_marched: bool) -> &'static str {
        match self {
            Self::Move if has_marched => "LINE-X-OPS-4",
            Self::Move => "LINE-X-MOV-6",
            Self::Evasion => "LINE-X-EVA-1",
            Self::Advance => "LINE-X-ADV-3",
            Self::Recovery => "LINE-X-REO-2",
        }
    }
}

/// Which way a unit faces.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Turning {
    pub unit: UnitId,
    /// The facings from which its owner chooses.
    pub facings: Directions,
    pub occasion: Occasion,
}

impl Turning {
    /// The rule that lets the unit choose. No Marching marker is older than the Movement Phase in hand.
    fn clause(self, game: &Battleline) -> &'static str {
        self.occasion.clause(game.field.is(self.unit, Mark::Marching))
    }

    /// Whether only an enemy zone of control keeps the unit from turning further: it could turn to both sides.
    fn is_held(self, game: &Battleline) -> bool {
        let (field, unit) = (&game.field, self.unit);
        zones::is_controlled(field, field.side(unit).other(), field.hex(unit))
            && !self.facings.turned(2).intersection(self.facings).is_empty()
    }
}

impl Decision<Battleline> for Turning {
    fn decider(self, game: &Battleline) -> Option<Seat> {
        Some(seat(game.field.side(self.unit)))
    }

    fn prompt(self, game: &Battleline) -> Prompt {
        let (name, hex) = (game.field.name(self.unit), game.field.number(game.field.hex(self.unit)));
        Prompt::new(format!("Which way does {name} face in {hex}?"), &[self.clause(game)])
    }

    fn choices(self, game: &Battleline, out: &mut Vec<Action>) {
        // Facing unchanged is offered first.
        let now = Directions::of(game.field.facing(self.unit));
        let ways = [self.facings.intersection(now), self.facings.without(now)];
        out.extend(ways.into_iter().flat_map(Directions::iter).map(Action::Face));
    }

    fn check<E: Objection>(self, game: &Battleline, action: Action) -> Result<(), E> {
        let Action::Face(way) = action else { return not_asked(game, action) };
        if self.facings.contains(way) {
            return Ok(());
        }
        let name = game.field.name(self.unit);
        if self.occasion == Occasion::Move && self.is_held(game) {
            return no_since("LINE-X-ZOC-4", name, || {
                format!("{name} stands in an enemy zone of control and turns by one hexside there at most")
            });
        }
        no_since(self.clause(game), name, || {
            format!("{name} cannot turn to {} there with what it has left", compass(way))
        })
    }

    fn effect<J: Journal>(self, game: &mut Battleline, action: Action, journal: &mut J) {
        let Action::Face(facing) = action else { return };
        let unit = self.unit;
        game.field.turn(unit, facing);
        game.flow.done();
        let (hex, facing) = (game.field.map.number(game.field.hex(unit)), compass(facing));
        tell_of(journal, "LINE-DIR-1", &game.field, unit, format_args!("stands in {hex} and faces {facing}"));
    }
}
