//! The Combat Phase from the result on, on the map: retreats, routs, rampages, leaders, advance (LINE-X-CMB-8, f to i).

use std::borrow::Cow;

use kit::{Fought, Reading};

use super::{Fight, Occasion, Passing, Trampling, Turning, not_asked, tell, tell_of};
use crate::{
    advance,
    fight::{Ahead, Fighting, flee},
    prelude::*,
    retreat::{self, RetreatWay},
};

/// From where a beaten unit must get away: the defender from the lead, an attacker from the defender's hex (LINE-R11).
pub(crate) fn away_from(game: &Battleline, unit: UnitId) -> HexId {
    if unit == game.combat.defender { game.field.hex(game.combat.lead) } else { game.combat.hex }
}

/// The map on which the combat in hand is fought.
impl Fighting for Battleline {
    fn charts(&self) -> &'static Charts {
        self.field.charts()
    }

    fn house_rules(&self) -> HouseRules {
        self.house_rules
    }

    fn fight(&self) -> &Fight {
        &self.combat
    }

    fn fight_mut(&mut self) -> &mut Fight {
        &mut self.combat
    }

    fn troop(&self, unit: UnitId) -> Troop {
        self.field.troop(unit)
    }

    fn are_enemies(&self, one: UnitId, other: UnitId) -> bool {
        self.field.side(one) != self.field.side(other)
    }

    fn has_way(&self, unit: UnitId, flight: Flight) -> bool {
        !retreat::ways(&self.field, unit, away_from(self, unit), flight).is_empty()
    }

    /// Every step of a rout leads farther away (LINE-R11), so the nearest was passed first.
    fn next_passed(&self, runner: UnitId) -> Option<UnitId> {
        let from = away_from(self, runner);
        self.combat.passed.iter().min_by_key(|&friend| self.field.distance(self.field.hex(friend), from))
    }

    fn ahead(&self, elephants: UnitId, way: u8, at: u8) -> Ahead {
        match retreat::lane(&self.field, elephants, way).nth(usize::from(at) - 1) {
            Some(Some(hex)) => Ahead::Open(self.field.unit_in(hex)),
            Some(None) => Ahead::Barred,
            None => Ahead::Spent,
        }
    }

    fn is_safe_end(&self, elephants: UnitId, way: u8, hexes: u8) -> bool {
        let end = retreat::lane(&self.field, elephants, way).nth(usize::from(hexes) - 1).flatten();
        end.is_some_and(|end| retreat::is_safe(&self.field, elephants, end))
    }

    fn homeless(&self) -> Option<(LeaderId, bool)> {
        let leaders = (0..self.battlefield().leaders.len()).map(LeaderId::new);
        let mut homeless = leaders.filter(|&leader| matches!(self.field.post(leader), Post::Homeless(_)));
        homeless.next().map(|leader| (leader, !refuges(self, leader).is_empty()))
    }

    fn read<J: Journal>(&self, code: Option<Code>, journal: &mut J) {
        let (field, Fight { defender, column, .. }) = (&self.field, self.combat);
        if let Some(code) = code {
            let (face, crt) = (journal.face(0), &field.charts().tables.crt);
            let row = face.map(|face| crt.row_at(0, face.into()));
            if let Some(row) = row {
                journal.cell(|| crt.sheet().cell(row, usize::from(column), field.name(defender)));
            }
            tell(journal, "LINE-CRT-1", field, [defender], || {
                format!("The die shows {}: {code}.", face.unwrap_or_default())
            });
        } else {
            tell_of(journal, "LINE-X-MOR-3", field, defender, "does not stand and routs at once");
        }
        journal.battle(|| fought(self, code));
    }

    fn disrupted<J: Journal>(&self, unit: UnitId, journal: &mut J) {
        tell_of(journal, "LINE-RES-1", &self.field, unit, "is Disrupted");
    }

    fn shake(&mut self, unit: UnitId) {
        self.field.set(unit, Mark::Disrupted, true);
    }

    fn eliminate<J: Journal>(&mut self, unit: UnitId, journal: &mut J) {
        let (field, value) = (&self.field, self.field.piece(unit).figures.value);
        tell_of(journal, "LINE-RES-11", field, unit, format_args!("is eliminated: {value} loss points"));
        self.field.eliminate(unit);
    }

    fn choose_next<J: Journal>(&mut self, _: &mut J) {
        self.flow.call(Order);
    }

    /// The owner chooses where it goes, unless there is one way only.
    fn depart<J: Journal>(&mut self, unit: UnitId, flight: Flight, journal: &mut J) {
        let ways = retreat::ways(&self.field, unit, away_from(self, unit), flight);
        match ways.as_slice() {
            [way] => go(self, unit, flight, *way, journal),
            _ => self.flow.call(Fleeing { unit, flight }),
        }
    }

    fn tried_to_evade<J: Journal>(&self, slips_away: bool, journal: &mut J) {
        let does = if slips_away { "slips away" } else { "does not get away and must fight" };
        tell_of(journal, "LINE-X-EVA-1", &self.field, self.combat.defender, does);
    }

    fn carried_away<J: Journal>(&self, friend: UnitId, stands: bool, journal: &mut J) {
        let does = if stands { "lets the routers through" } else { "is carried away and Disrupted" };
        tell_of(journal, "LINE-X-MOR-5", &self.field, friend, does);
    }

    fn trampled<J: Journal>(&self, unit: UnitId, stands: bool, journal: &mut J) {
        let passes = "lets the elephants through and keeps its order";
        let does = if stands { passes } else { "is run over and Disrupted" };
        tell_of(journal, "LINE-X-RAM-1", &self.field, unit, does);
    }

    /// Their own hex is vacated either way.
    fn came_to_rest<J: Journal>(&mut self, run: Trampling, hexes: u8, lives: bool, journal: &mut J) {
        let unit = run.elephants;
        let way = self.field.facing(unit).turned(run.lane);
        let start = self.field.hex(unit);
        let end = retreat::lane(&self.field, unit, run.lane)
            .take(usize::from(hexes))
            .flatten()
            .last()
            .unwrap_or(start);
        let name = self.field.name(unit);
        journal.tell(|| {
            let (place, way) = (self.field.number(end), compass(way));
            let words = if lives {
                format!("{name} runs wild towards {way} and comes to rest in {place}, Disrupted.")
            } else {
                format!("{name} runs wild towards {way}, is stopped at {place} and is lost.")
            };
            Event {
                words,
                clause: "LINE-X-RAM-1",
                hexes: vec![self.field.number(start), place],
                units: vec![unit.into()],
            }
        });
        if lives {
            self.field.move_to(unit, end);
            self.field.turn(unit, way);
            self.field.set(unit, Mark::Disrupted, true);
            self.field.set(unit, Mark::Retreated, true);
        } else {
            self.field.eliminate(unit);
        }
    }

    fn falls<J: Journal>(&mut self, leader: LeaderId, journal: &mut J) {
        let line = self.battlefield().leader(leader);
        let Post::Homeless(hex) = self.field.post(leader) else { return };
        self.field.lose_leader(leader);
        journal.tell(|| {
            let words = format!("{} falls: {} loss points.", line.name, line.value);
            Event {
                words,
                clause: "LINE-X-CMD-6",
                hexes: vec![self.field.number(hex)],
                units: vec![leader.into()],
            }
        });
    }

    /// To the nearest friends; of several his owner chooses (LINE-X-CMD-6, LINE-R38).
    fn escapes<J: Journal>(&mut self, leader: LeaderId, journal: &mut J) {
        let refuges = refuges(self, leader);
        match refuges.first() {
            Some(unit) if refuges.len() == 1 => take_refuge(self, leader, unit, journal),
            _ => self.flow.call(Refuge(leader)),
        }
    }

    /// The lead may or must advance into the hex of the defender (LINE-X-ADV-1, LINE-X-ADV-4).
    fn settle<J: Journal>(&mut self, journal: &mut J) {
        let Fight { lead, hex, .. } = self.combat;
        if !advance::may_advance(&self.field, lead, hex) {
            self.flow.goto(CombatEnds);
        } else if advance::must_advance(&self.field, lead) {
            go_after(self, journal);
        } else {
            self.flow.goto(Advancing);
        }
    }
}

/// The combat for studies: what came of it, nothing if the defender did not stand, and what the dice of the Stand Test and
/// of Table 4 could have given (LINE-X-MOR-3, LINE-CRT-1).
fn fought(game: &Battleline, code: Option<Code>) -> Fought {
    let Fight { defender, hex, stand, column, .. } = game.combat;
    let words =
        |code: Option<Code>| code.map_or(Cow::Borrowed("does not stand"), |code| code.to_string().into());
    let faces = Die::D6.sides();
    let (stands, flees) =
        if stand == 0 { (1, 0) } else { (stand.into(), u32::from(faces) - u32::from(stand)) };
    let codes = game.field.charts().codes(column).iter().map(|&code| (Some(code), stands));
    let all = codes.chain([(None, flees * u32::from(faces))]).filter(|(_, weight)| *weight > 0);
    let chances = Reading::weigh(all.map(|(code, weight)| (words(code), weight)));
    Fought {
        seat: seat(game.active),
        attackers: game.combat.attackers().iter().map(|&unit| game.field.name(unit).into()).collect(),
        readings: vec![Reading {
            who: game.field.name(defender).into(),
            hex: game.field.number(hex).into(),
            column: game.field.charts().heads()[usize::from(column)].as_str().into(),
            result: words(code),
            chances,
        }],
    }
}

/// Which beaten attacker retreats next (LINE-R9, LINE-R36).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Order;

impl Decision<Battleline> for Order {
    fn prompt(self, _: &Battleline) -> Prompt {
        Prompt::new("Which beaten attacker retreats next?", &["LINE-R9", "LINE-R36"])
    }

    fn choices(self, game: &Battleline, out: &mut Vec<Action>) {
        out.extend(game.combat.fleeing.iter().map(Action::Next));
    }

    fn check<E: Objection>(self, game: &Battleline, action: Action) -> Result<(), E> {
        let Action::Next(unit) = action else { return not_asked(game, action) };
        no_if(!game.combat.fleeing.contains(unit), "LINE-R9", game.field.name(unit), || {
            "it is not one of the attackers that must retreat".into()
        })
    }

    fn effect<J: Journal>(self, game: &mut Battleline, action: Action, journal: &mut J) {
        game.flow.done();
        if let Action::Next(unit) = action {
            flee(game, unit, journal);
        }
    }
}

/// Where a beaten unit goes (LINE-X-RET-2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Fleeing {
    pub unit: UnitId,
    pub flight: Flight,
}

impl Fleeing {
    /// The way to an end, or why there is none.
    pub(crate) fn way<E: Objection>(
        self,
        game: &Battleline,
        end: HexId,
        facing: Option<Direction>,
    ) -> Result<RetreatWay, E> {
        let Self { unit, flight } = self;
        retreat::way(&game.field, unit, away_from(game, unit), flight, (end, facing))
    }
}

impl Decision<Battleline> for Fleeing {
    fn decider(self, game: &Battleline) -> Option<Seat> {
        Some(seat(game.field.side(self.unit)))
    }

    fn prompt(self, game: &Battleline) -> Prompt {
        let [does, _, clause] = self.flight.in_words();
        let words = format!("Where does {} {does} to?", game.field.name(self.unit));
        Prompt::new(words, &[clause, "LINE-R11", "LINE-X-RET-2"])
    }

    fn choices(self, game: &Battleline, out: &mut Vec<Action>) {
        let mut ways = retreat::ways(&game.field, self.unit, away_from(game, self.unit), self.flight);
        retreat::by_choice(&game.field, self.unit, &mut ways);
        for way in &ways {
            let others = self.flight.facings(way).skip(1).map(Some);
            let facings = std::iter::once(None).chain(others);
            out.extend(facings.map(|facing| Action::Retreat(way.end, facing)));
        }
    }

    fn check<E: Objection>(self, game: &Battleline, action: Action) -> Result<(), E> {
        let Action::Retreat(end, facing) = action else { return not_asked(game, action) };
        self.way(game, end, facing).map(|_| ())
    }

    fn effect<J: Journal>(self, game: &mut Battleline, action: Action, journal: &mut J) {
        let Action::Retreat(end, facing) = action else { return };
        let way = self.way::<Silent>(game, end, facing);
        game.flow.done();
        if let Ok(way) = way {
            go(game, self.unit, self.flight, way, journal);
        }
    }
}

/// It goes and faces as the rule says; then those in its way test (LINE-X-RET-1, LINE-X-MOR-5).
fn go<J: Journal>(game: &mut Battleline, unit: UnitId, flight: Flight, way: RetreatWay, journal: &mut J) {
    let passed = retreat::passed(&game.field, unit, &way);
    game.field.move_to(unit, way.end);
    game.field.set(unit, Mark::Retreated, true);
    let [_, does, clause] = flight.in_words();
    let end = game.field.map.number(way.end);
    tell_of(journal, clause, &game.field, unit, format_args!("{does} to {end}"));
    match flight.facings(&way).next() {
        Some(facing) if flight != Flight::Evasion => game.field.turn(unit, facing),
        _ => game.flow.call(Turning { unit, facings: Directions::ALL, occasion: Occasion::Evasion }),
    }
    if flight == Flight::Rout && !passed.is_empty() {
        game.combat.passed = passed.into_iter().collect();
        game.flow.call(Passing(unit));
    }
}

/// The friendly units from which the owner of a homeless leader chooses.
fn refuges(game: &Battleline, leader: LeaderId) -> Units {
    match game.field.post(leader) {
        Post::Homeless(from) => command::refuges(&game.field, game.field.leader(leader).side, from),
        _ => Units::NONE,
    }
}

fn take_refuge<J: Journal>(game: &mut Battleline, leader: LeaderId, unit: UnitId, journal: &mut J) {
    game.field.attach(leader, unit);
    let field = &game.field;
    tell(journal, "LINE-X-CMD-6", field, [unit], || {
        format!("{} gets away to {}.", field.leader(leader).name, field.name(unit))
    });
}

/// Whom a leader joins whose unit is gone (LINE-X-CMD-6).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Refuge(pub LeaderId);

impl Decision<Battleline> for Refuge {
    fn decider(self, game: &Battleline) -> Option<Seat> {
        Some(seat(game.field.leader(self.0).side))
    }

    fn prompt(self, game: &Battleline) -> Prompt {
        let name = &game.field.leader(self.0).name;
        Prompt::new(
            format!("{name} has lost his unit. Which of the nearest does he join?"),
            &["LINE-X-CMD-6"],
        )
    }

    fn choices(self, game: &Battleline, out: &mut Vec<Action>) {
        out.extend(refuges(game, self.0).iter().map(Action::With));
    }

    fn check<E: Objection>(self, game: &Battleline, action: Action) -> Result<(), E> {
        let Action::With(unit) = action else { return not_asked(game, action) };
        no_if(!refuges(game, self.0).contains(unit), "LINE-X-CMD-6", game.field.name(unit), || {
            "he goes to the nearest friendly unit on the map".into()
        })
    }

    fn effect<J: Journal>(self, game: &mut Battleline, action: Action, journal: &mut J) {
        game.flow.done();
        if let Action::With(unit) = action {
            take_refuge(game, self.0, unit, journal);
        }
    }
}

/// Whether the lead advances (LINE-X-ADV-1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Advancing;

impl Decision<Battleline> for Advancing {
    fn prompt(self, game: &Battleline) -> Prompt {
        let (lead, hex) = (game.field.name(game.combat.lead), game.field.number(game.combat.hex));
        Prompt::new(format!("Does {lead} advance into {hex}?"), &["LINE-X-ADV-1"])
    }

    fn choices(self, _: &Battleline, out: &mut Vec<Action>) {
        out.extend([Action::Hold, Action::Advance]);
    }

    fn check<E: Objection>(self, game: &Battleline, action: Action) -> Result<(), E> {
        if matches!(action, Action::Hold | Action::Advance) { Ok(()) } else { not_asked(game, action) }
    }

    fn effect<J: Journal>(self, game: &mut Battleline, action: Action, journal: &mut J) {
        if action == Action::Advance {
            go_after(game, journal);
        } else {
            game.flow.goto(CombatEnds);
        }
    }
}

fn go_after<J: Journal>(game: &mut Battleline, journal: &mut J) {
    let Fight { lead, hex, .. } = game.combat;
    game.field.move_to(lead, hex);
    let facings = advance::facings(&game.field, lead);
    game.flow.goto(CombatEnds);
    game.flow.call(Turning { unit: lead, facings, occasion: Occasion::Advance });
    let to = game.field.map.number(hex);
    tell_of(journal, "LINE-X-ADV-1", &game.field, lead, format_args!("advances to {to}"));
}

/// The combat is over; the next may be announced.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CombatEnds;

impl Procedure<Battleline> for CombatEnds {
    type End = ();

    fn throw<D: Dice>(self, _: &Battleline, _: &mut D) {}

    fn apply<J: Journal>(self, game: &mut Battleline, (): (), _: &mut J) {
        game.combat = Fight::default();
        game.flow.done();
    }
}
