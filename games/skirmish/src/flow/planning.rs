//! Step 2: indirect fire is planned (SKIR-IFP-1 to SKIR-IFP-8).

use kit::{
    Dice, Journal, Objection, Prompt, Seat,
    flow::{Decision, Procedure},
    objection::{no, no_if, not_now},
    position::UnitId,
    tabletop::Point,
};
use smallvec::SmallVec;

use crate::{
    action::{Action, Spot},
    charts::Test,
    game::Skirmish,
    scenario::{PlatoonId, PlatoonKind},
    state::{Flags, Side},
    tell::told,
};

/// Battery after battery, the first player's before the other's (SKIR-IFP-8).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Planning {
    pub(super) next: u8,
}

impl Planning {
    /// All batteries in the order in which they are asked.
    fn batteries(game: &Skirmish) -> SmallVec<[PlatoonId; 8]> {
        let scenario = game.board.scenario();
        let of = |side: Side| {
            scenario.platoon_ids().filter(move |id| {
                let platoon = scenario.platoon(*id);
                platoon.side == side && platoon.kind != PlatoonKind::Platoon
            })
        };
        of(game.first_of_turn).chain(of(game.first_of_turn.other())).collect()
    }
}

impl Procedure<Skirmish> for Planning {
    type End = ();

    fn throw<D: Dice>(self, _: &Skirmish, _: &mut D) {}

    fn apply<J: Journal>(self, game: &mut Skirmish, (): (), _: &mut J) {
        let Some(battery) = Self::batteries(game).get(usize::from(self.next)).copied() else {
            return game.flow.done();
        };
        game.flow.goto(Self { next: self.next + 1 });
        game.flow.call(Requesting { battery });
    }
}

/// A player asks a battery for fire, or does not (SKIR-IFP-1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Requesting {
    battery: PlatoonId,
}

impl Requesting {
    fn side(self, game: &Skirmish) -> Side {
        game.board.scenario().platoon(self.battery).side
    }

    /// SKIR-IND-3: whether the battery has anything that could fire later.
    fn can_serve(self, game: &Skirmish) -> bool {
        let platoon = game.board.scenario().platoon(self.battery);
        platoon.off_board.is_some()
            || platoon.members.iter().any(|unit| game.serves_indirectly(unit) && game.board.is_on_table(unit))
    }
}

impl Skirmish {
    /// Whether a unit of a battery has a gun or mortar to fire indirectly with.
    pub(crate) fn serves_indirectly(&self, unit: UnitId) -> bool {
        let (chart, state) = (self.board.chart(unit), self.board.unit(unit));
        chart.heavy.is_some()
            && !chart.is_vehicle()
            && !state.flags.any(
                Flags::ON_FOOT
                    .and(Flags::GUN_OUT)
                    .and(Flags::FLEEING)
                    .and(Flags::HOOKED)
                    .and(Flags::EMBARKED),
            )
    }

    /// SKIR-IFP-1: who may ask a battery for fire.
    fn may_request<E: Objection>(&self, unit: UnitId, battery: PlatoonId) -> Result<(), E> {
        let platoon = self.board.scenario().platoon(battery);
        let clause = "SKIR-IFP-1";
        if unit.index() >= self.board.scenario().muster.len() || self.board.side(unit) != platoon.side {
            return no(clause, "", "only a unit of your own asks for fire");
        }
        let (name, state) = (self.name(unit), self.board.unit(unit));
        no_if(!self.board.is_on_table(unit), clause, name, || format!("{name} is not on the table"))?;
        no_if(state.is(Flags::FLEEING), "SKIR-MOR-6", name, || format!("{name} flees"))?;
        no_if(self.board.rides(unit), clause, name, || format!("{name} rides"))?;
        no_if(!state.engaged.is_empty(), clause, name, || format!("{name} is engaged"))?;
        no_if(!self.reaches_battery(unit, battery), "SKIR-IFP-2", name, || {
            format!("{name} is not in communication with {}", platoon.name)
        })
    }
}

impl Decision<Skirmish> for Requesting {
    fn decider(self, game: &Skirmish) -> Option<Seat> {
        Some(self.side(game).seat())
    }

    fn prompt(self, game: &Skirmish) -> Prompt {
        let battery = &game.board.scenario().platoon(self.battery).name;
        Prompt::new(format!("who asks {battery} for indirect fire?"), &["SKIR-IFP-1", "SKIR-IFP-2"])
    }

    fn choices(self, game: &Skirmish, out: &mut Vec<Action>) {
        let army = game.board.army(self.side(game));
        let may = |unit: &UnitId| game.may_request::<kit::Silent>(*unit, self.battery).is_ok();
        out.extend(army.iter().filter(may).map(Action::Request));
        out.push(Action::NoRequest);
    }

    fn check<E: Objection>(self, game: &Skirmish, action: Action) -> Result<(), E> {
        match action {
            Action::Request(unit) => game.may_request(unit, self.battery),
            Action::NoRequest => Ok(()),
            _ => not_now(),
        }
    }

    fn effect<J: Journal>(self, game: &mut Skirmish, action: Action, _: &mut J) {
        game.platoons[self.battery.index()].asked = true;
        match action {
            Action::Request(unit) => game.flow.goto(Asking { battery: self.battery, unit }),
            _ => game.flow.done(),
        }
    }

    fn is_open(self, game: &Skirmish) -> bool {
        self.can_serve(game)
            && game
                .board
                .army(self.side(game))
                .iter()
                .any(|unit| game.may_request::<kit::Silent>(unit, self.battery).is_ok())
    }
}

/// The request is tested: DFR for a battery on the table, IFR behind it (SKIR-IFP-3, SKIR-IFP-4).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Asking {
    battery: PlatoonId,
    unit: UnitId,
}

impl Procedure<Skirmish> for Asking {
    type End = bool;

    fn throw<D: Dice>(self, game: &Skirmish, dice: &mut D) -> bool {
        let off_board = game.board.scenario().platoon(self.battery).off_board.is_some();
        let test = if off_board { Test::IndirectRequest } else { Test::DirectRequest };
        game.board.rules.get().passes(test, game.nerve(self.unit), dice)
    }

    fn apply<J: Journal>(self, game: &mut Skirmish, passed: bool, journal: &mut J) {
        let battery = &game.board.scenario().platoon(self.battery).name;
        let side = game.side_name(game.board.side(self.unit));
        let result = if passed { "answers" } else { "does not answer" };
        journal.tell(|| told("SKIR-IFP-5", format!("{side} asks {battery} for fire: it {result}")));
        if passed {
            game.flow.goto(Marking { battery: self.battery, unit: self.unit });
        } else {
            game.flow.done();
        }
    }
}

/// Up to five target markers are laid (SKIR-IFP-5, SKIR-IFP-6).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Marking {
    battery: PlatoonId,
    unit: UnitId,
}

/// The arms of a cross of markers, in mm (5.6).
const CROSS: i32 = 60;
/// For how many of the nearest enemies markers are offered (5.6).
const OFFERED: usize = 6;

impl Marking {
    fn laid(self, game: &Skirmish) -> u8 {
        game.platoons[self.battery.index()].marked
    }

    /// SKIR-IFP-6: whether a marker may lie there.
    fn may_mark<E: Objection>(self, game: &Skirmish, at: Point) -> Result<(), E> {
        let state = &game.platoons[self.battery.index()];
        let most = 5;
        no_if(state.marked >= most, "SKIR-IFP-5", "", || format!("{most} markers lie already"))?;
        no_if(!game.board.terrain().holds(at), "SKIR-IFP-6", "", || {
            format!("{},{} is not on the table", at.x, at.y)
        })?;
        if state.marked == 0 {
            let name = game.name(self.unit);
            let seen = game.board.seen[game.board.side(self.unit) as usize];
            let on_enemy = seen.iter().any(|enemy| {
                game.board.bodies(enemy).iter().any(|body| body.holds(at))
                    && game.board.spots(self.unit, enemy)
            });
            return no_if(!on_enemy && !game.board.sees_point(self.unit, at), "SKIR-IFP-6", name, || {
                format!("{name} does not see {},{}", at.x, at.y)
            });
        }
        let (x, y) = state.markers[0];
        let far = 240;
        no_if(!at.is_within(Point::new(x.into(), y.into()), far), "SKIR-IFP-6", "", || {
            format!("markers lie within {far} mm of the first one")
        })
    }

    fn lay(self, game: &mut Skirmish, at: Point) {
        let state = &mut game.platoons[self.battery.index()];
        state.markers[usize::from(state.marked)] = (at.x as i16, at.y as i16);
        state.marked += 1;
    }

    /// The points of a cross that are on the table, its middle first.
    fn cross(game: &Skirmish, at: Point) -> impl Iterator<Item = Point> {
        let arms = [(0, 0), (0, CROSS), (CROSS, 0), (0, -CROSS), (-CROSS, 0)];
        let terrain = game.board.terrain();
        arms.into_iter().map(move |(x, y)| Point::new(at.x + x, at.y + y)).filter(|at| terrain.holds(*at))
    }
}

impl Decision<Skirmish> for Marking {
    fn decider(self, game: &Skirmish) -> Option<Seat> {
        Some(game.board.side(self.unit).seat())
    }

    fn prompt(self, game: &Skirmish) -> Prompt {
        let left = 5 - self.laid(game);
        Prompt::new(format!("lay up to {left} target markers"), &["SKIR-IFP-5", "SKIR-IFP-6"])
    }

    fn choices(self, game: &Skirmish, out: &mut Vec<Action>) {
        let side = game.board.side(self.unit);
        let from = game.board.centre(self.unit);
        let mut enemies: SmallVec<[(i64, UnitId); 48]> = game.board.seen[side as usize]
            .iter()
            .map(|enemy| (from.square_to(game.board.centre(enemy)), enemy))
            .collect();
        enemies.sort_unstable();
        let points = enemies.into_iter().take(OFFERED).map(|(_, enemy)| game.board.centre(enemy));
        for at in points {
            if self.may_mark::<kit::Silent>(game, at).is_err() {
                continue;
            }
            let spot = Spot::of(game, at.x, at.y);
            out.push(Action::Mark(spot));
            if self.laid(game) == 0 {
                out.extend([Action::MarkAll(spot), Action::MarkCross(spot)]);
            }
        }
        out.push(Action::Marked);
    }

    fn check<E: Objection>(self, game: &Skirmish, action: Action) -> Result<(), E> {
        match action {
            Action::Mark(spot) => self.may_mark(game, spot.at(game)),
            Action::MarkAll(spot) | Action::MarkCross(spot) => {
                no_if(self.laid(game) > 0, "SKIR-IFP-5", "", || "a marker lies already".to_owned())?;
                self.may_mark(game, spot.at(game))
            }
            Action::Marked => Ok(()),
            _ => not_now(),
        }
    }

    fn effect<J: Journal>(self, game: &mut Skirmish, action: Action, journal: &mut J) {
        match action {
            Action::Mark(spot) => self.lay(game, spot.at(game)),
            Action::MarkAll(spot) => (0..5).for_each(|_| self.lay(game, spot.at(game))),
            Action::MarkCross(spot) => {
                let points: SmallVec<[Point; 5]> = Self::cross(game, spot.at(game)).collect();
                points.into_iter().for_each(|at| self.lay(game, at));
            }
            _ => {
                let (many, battery) = (self.laid(game), &game.board.scenario().platoon(self.battery).name);
                journal.tell(|| {
                    told(
                        "SKIR-IFP-6",
                        match many {
                            0 => format!("no marker of {battery} is laid"),
                            1 => format!("a marker of {battery} lies on the table"),
                            many => format!("{many} markers of {battery} lie on the table"),
                        },
                    )
                });
                game.flow.done();
            }
        }
    }
}
