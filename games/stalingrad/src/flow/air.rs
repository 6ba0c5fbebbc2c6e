//! A.2.a: the German names missions and lays lines, the Russian intercepts, air combat (STAL-SEQ-3, STAL-R55).

use kit::{
    Dice, Journal, Objection, Prompt, Seat, chance,
    flow::{Decision, Procedure},
    map::HexId,
    objection::{no, no_if, no_since},
};

use super::{bombs::Raids, event, out_of_place};
use crate::{
    action::{Action, KorpsId, RUSSIAN_AIR},
    air::{AIR_COMBAT, AirResult, Wings},
    game::{Stalingrad, seat},
    interception::{Encounter, Interception, Over},
    skies::{Errand, LINES, LaidLine},
    units::Side,
};

/// The German names missions and lays lines; everything is fixed before any die (STAL-AIR-11).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Missions {
    /// Who is laying lines.
    korps: Option<KorpsId>,
    /// Where the line in hand begins.
    from: HexId,
}

impl Missions {
    pub(crate) const START: Self = Self { korps: None, from: HexId::NONE };

    /// Whether a Fliegerkorps is laying its lines.
    pub(crate) const fn is_laying(self) -> bool {
        self.korps.is_some()
    }

    /// Where the line in hand begins.
    pub const fn line_from(self) -> HexId {
        self.from
    }

    /// How many hexes a Fliegerkorps can still bomb.
    fn hexes_left(game: &Stalingrad, korps: KorpsId) -> u8 {
        let laid: u8 = game.skies.laid(korps).iter().map(|line| line.hexes).sum();
        game.field.charts().bombing.hexes - laid
    }

    /// The shortest line, if it still fits.
    fn may_lay_more(game: &Stalingrad, korps: KorpsId) -> bool {
        let has_room = game.skies.laid(korps).len() < LINES;
        has_room && Self::hexes_left(game, korps) >= game.field.charts().bombing.shortest_line
    }

    /// Whether a line can begin in a hex: the shortest one lies on the map (STAL-R33), over land or not (STAL-R103).
    fn begins(game: &Stalingrad, hex: HexId) -> bool {
        let shortest = game.field.charts().bombing.shortest_line;
        game.northwards(hex, shortest).count() == usize::from(shortest)
    }

    /// The hexes in which the line in hand can end.
    fn ends(game: &Stalingrad, korps: KorpsId, from: HexId) -> impl Iterator<Item = HexId> {
        let shortest = game.field.charts().bombing.shortest_line;
        game.northwards(from, Self::hexes_left(game, korps)).skip(usize::from(shortest) - 1)
    }

    fn check_korps<E: Objection>(game: &Stalingrad, korps: KorpsId) -> Result<(), E> {
        let name = game.korps_name(korps);
        no_if(!game.can_fly(korps), "STAL-AIR-15", name, || "it is knocked out and cannot fly".into())?;
        let is_free = game.errand(korps) == Errand::None;
        no_if(!is_free, "STAL-AIR-1", name, || "it has its one mission already".into())
    }

    fn check_strike<E: Objection>(game: &Stalingrad, hex: HexId, korps: KorpsId) -> Result<(), E> {
        let name = game.korps_name(korps);
        no_if(!game.uses_older_air(), "STAL-R28", name, || {
            "hexes are struck in the older air system only".into()
        })?;
        no_if(game.field.unit_in(hex).is_none(), "STAL-R101", name, || {
            format!("nobody is in {} to be attacked", game.number(hex))
        })?;
        Self::check_korps(game, korps)
    }
}

impl Decision<Stalingrad> for Missions {
    fn decider(self, _: &Stalingrad) -> Option<Seat> {
        Some(seat(Side::German))
    }

    fn prompt(self, game: &Stalingrad) -> Prompt {
        match self {
            Self { korps: None, .. } => {
                Prompt::new("Send out your Fliegerkorps", &["STAL-SEQ-3", "STAL-AIR-1"])
            }
            Self { korps: Some(korps), from: HexId::NONE } => {
                let name = game.korps_name(korps);
                let words = format!("{name}: where does a line of bombs begin?");
                Prompt::new(words, &["STAL-AIR-11"])
            }
            Self { from, .. } => {
                let words = format!("How far north does the line from {} go?", game.number(from));
                Prompt::new(words, &["STAL-AIR-11"])
            }
        }
    }

    fn choices(self, game: &Stalingrad, out: &mut Vec<Action>) {
        match self {
            Self { korps: Some(korps), from: HexId::NONE } => {
                let hexes = game.theatre().map.hexes();
                out.extend(hexes.filter(|&hex| Self::begins(game, hex)).map(Action::LineFrom));
                if !game.skies.laid(korps).is_empty() {
                    out.push(Action::Done);
                }
            }
            Self { korps: Some(korps), from } => {
                out.extend(Self::ends(game, korps, from).map(Action::LineTo));
            }
            Self { korps: None, .. } => {
                let may_bomb = game.check_bombing_turn().is_ok();
                let is_free = |korps: &KorpsId| game.can_fly(*korps) && game.errand(*korps) == Errand::None;
                for korps in game.korps().filter(is_free) {
                    if may_bomb {
                        out.push(Action::Bomb(korps));
                    }
                    out.push(Action::Silence(korps));
                    if game.uses_older_air() {
                        let held = game.field.held_by(Side::German) | game.field.held_by(Side::Russian);
                        out.extend(held.iter().map(|hex| Action::Strike(hex, korps)));
                    } else {
                        out.push(Action::Support(korps));
                    }
                }
                out.push(Action::Done);
            }
        }
    }

    fn check<E: Objection>(self, game: &Stalingrad, action: Action) -> Result<(), E> {
        let (laying, from) = (self.korps, self.from.some());
        match (action, laying, from) {
            (Action::Bomb(korps), None, _) => {
                Self::check_korps(game, korps)?;
                game.check_bombing_turn().map_err(|refusal| E::explain(|| refusal))
            }
            (Action::Support(korps), None, _) => {
                no_if(game.uses_older_air(), "STAL-OPA-5", game.korps_name(korps), || {
                    "there is no close support in the older air system".into()
                })?;
                Self::check_korps(game, korps)
            }
            (Action::Silence(korps), None, _) => Self::check_korps(game, korps),
            (Action::Strike(hex, korps), None, _) => Self::check_strike(game, hex, korps),
            (Action::Done, None, _) => Ok(()),
            (Action::LineFrom(hex), Some(korps), None) => {
                no_if(!Self::begins(game, hex), "STAL-R33", game.korps_name(korps), || {
                    format!("a line northwards from {} leaves the map", game.number(hex))
                })
            }
            (Action::LineTo(hex), Some(korps), Some(from)) => {
                if Self::ends(game, korps, from).any(|end| end == hex) {
                    return Ok(());
                }
                no_since("STAL-AIR-11", game.korps_name(korps), || {
                    let shortest = game.field.charts().bombing.shortest_line;
                    format!(
                        "a line runs north from {} and has {shortest} to {} hexes",
                        game.number(from),
                        Self::hexes_left(game, korps)
                    )
                })
            }
            (Action::Done, Some(korps), None) => {
                let has_line = !game.skies.laid(korps).is_empty();
                no_if(!has_line, "STAL-AIR-11", game.korps_name(korps), || "it has no line to bomb".into())
            }
            _ => out_of_place(game, action),
        }
    }

    fn effect<J: Journal>(self, game: &mut Stalingrad, action: Action, journal: &mut J) {
        let mut send = |game: &mut Stalingrad, korps: KorpsId, errand: Errand, what: &str| {
            game.skies.errands[usize::from(korps.0)] = errand;
            journal.tell(|| {
                let words = format!("{} {what}", game.korps_name(korps));
                event(game, "STAL-AIR-1", words, &[]).to(korps)
            });
        };
        match (action, self.korps) {
            (Action::Bomb(korps), _) => {
                send(game, korps, Errand::Bombing, "is to bomb the city");
                game.flow.goto(Self { korps: Some(korps), from: HexId::NONE });
            }
            (Action::Support(korps), _) => {
                send(game, korps, Errand::Support, "is to support a ground attack");
            }
            (Action::Silence(korps), _) => {
                send(game, korps, Errand::Silencing, "is to silence the guns of the east bank");
            }
            (Action::Strike(hex, korps), _) => {
                let what = format!("is to strike {}", game.number(hex));
                send(game, korps, Errand::Strike(hex), &what);
            }
            (Action::LineFrom(from), _) => game.flow.goto(Self { from, ..self }),
            (Action::LineTo(hex), Some(korps)) => {
                let length = game.theatre().map.distance(self.from, hex) as u8 + 1;
                let place = game.skies.laid(korps).len();
                game.skies.lines[usize::from(korps.0)][place] = LaidLine { from: self.from, hexes: length };
                journal.tell(|| {
                    let (from, to) = (game.number(self.from), game.number(hex));
                    let words = format!("{} lays a line from {from} to {to}", game.korps_name(korps));
                    event(game, "STAL-AIR-11", words, &[self.from, hex]).to(korps)
                });
                let goes_on = Self::may_lay_more(game, korps);
                game.flow.goto(Self { korps: goes_on.then_some(korps), from: HexId::NONE });
            }
            (Action::Done, Some(_)) => game.flow.goto(Self::START),
            _ => game.flow.goto(Intercepting),
        }
    }

    fn is_open(self, game: &Stalingrad) -> bool {
        self.korps.is_some() || game.flyable_korps() > 0
    }

    fn pass<J: Journal>(self, game: &mut Stalingrad, _: &mut J) {
        game.flow.done();
    }
}

/// The Russian air unit goes for one of the missions, or for none (STAL-AIR-2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Intercepting;

impl Intercepting {
    fn flights(game: &Stalingrad) -> impl Iterator<Item = KorpsId> {
        game.korps().filter(|&korps| game.errand(korps) != Errand::None)
    }
}

impl Decision<Stalingrad> for Intercepting {
    fn decider(self, _: &Stalingrad) -> Option<Seat> {
        Some(seat(Side::Russian))
    }

    fn prompt(self, _: &Stalingrad) -> Prompt {
        Prompt::new("Which Fliegerkorps does the Russian air unit intercept?", &["STAL-AIR-2"])
    }

    fn choices(self, game: &Stalingrad, out: &mut Vec<Action>) {
        out.extend(Self::flights(game).map(Action::Intercept));
        out.push(Action::Done);
    }

    fn check<E: Objection>(self, game: &Stalingrad, action: Action) -> Result<(), E> {
        match action {
            Action::Intercept(korps) if Self::flights(game).all(|other| other != korps) => {
                no("STAL-AIR-2", game.korps_name(korps), "it flies no mission")
            }
            Action::Intercept(_) | Action::Done => Ok(()),
            _ => out_of_place(game, action),
        }
    }

    fn effect<J: Journal>(self, game: &mut Stalingrad, action: Action, _: &mut J) {
        game.flow.goto(Raids::START);
        if let Action::Intercept(korps) = action {
            game.flow.call(AirCombat { korps, over: Over::Mission });
        }
    }

    fn is_open(self, game: &Stalingrad) -> bool {
        game.check_interception(Over::Mission).is_ok() && Self::flights(game).next().is_some()
    }

    fn pass<J: Journal>(self, game: &mut Stalingrad, _: &mut J) {
        game.flow.goto(Raids::START);
    }
}

/// The Russian air unit meets a Fliegerkorps (STAL-AIR-3).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct AirCombat {
    pub(crate) korps: KorpsId,
    pub(crate) over: Over,
}

impl Stalingrad {
    /// The fight of the Russian air unit with a Fliegerkorps, up to its die.
    pub(crate) fn air_combat(&self, over: Over) -> Option<Interception> {
        let encounter = Encounter {
            turn: self.turn,
            over,
            russian_knocked_out_in: None,
            german_knocked_out_in: None,
            attempt_made: false,
            die_index: self.house.index,
        };
        Interception::judge(self.field.rules(), encounter).ok()
    }
}

impl Procedure<Stalingrad> for AirCombat {
    type End = Option<AirResult>;

    fn throw<D: Dice>(self, game: &Stalingrad, dice: &mut D) -> Option<AirResult> {
        game.air_combat(self.over).and_then(|combat| chance::roll(&combat, dice))
    }

    fn apply<J: Journal>(self, game: &mut Stalingrad, end: Option<AirResult>, journal: &mut J) {
        game.flow.done();
        let Some(result) = end else { return };
        let sortie = game.field.charts().sortie(result);
        game.read_cell(
            game.field.charts().tables.air.sheet(),
            AIR_COMBAT,
            game.korps_name(self.korps),
            journal,
        );
        game.skies.attempt_made = true;
        if sortie.russian == Wings::KnockedOut {
            game.skies.russian_out = game.turn;
        }
        if !sortie.flies() {
            game.skies.strike_german(self.korps, sortie.german, self.over, game.turn);
        }
        journal.tell(|| {
            let name = game.korps_name(self.korps);
            let words = match (sortie.german, sortie.russian) {
                (Wings::KnockedOut, _) => format!("{name} is shot out of the sky by the Russian air unit"),
                (Wings::TurnedBack, _) => format!("the Russian air unit turns {name} back"),
                (_, Wings::KnockedOut) => format!("{name} knocks out the Russian air unit"),
                (_, Wings::TurnedBack) => format!("{name} turns the Russian air unit back"),
                _ => format!("the Russian air unit meets {name} without effect"),
            };
            let words = format!("air combat, {}: {words}", result.name());
            event(game, "STAL-AIR-3", words, &[]).to(self.korps).to(RUSSIAN_AIR)
        });
    }
}
