//! Setting up (STAL-SET-1 to STAL-SET-3, STAL-R40): the Russian first, with his guns and his order to hold, then the
//! German.

use kit::{
    Journal, Objection, Prompt, Seat,
    flow::Decision,
    map::HexId,
    objection::{no, no_if},
};

use crate::{
    action::Action,
    field::{Aside, Location},
    flow::{PlayerTurn, event, out_of_place},
    game::{Stalingrad, seat},
    map::Hexes,
    stacking,
    units::{Side, UnitId, Units},
};

/// A side sets up; one unit at a time is in hand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SetUp {
    pub(crate) picked: Option<UnitId>,
}

impl SetUp {
    /// Who is still to be placed.
    fn waiting(game: &Stalingrad) -> Units {
        let waits = |unit: &UnitId| game.field.place_of(*unit) == Location::Aside(Aside::SettingUp);
        game.field.all_of(game.phasing).iter().filter(waits).collect()
    }

    /// Where units of the side may begin.
    fn area(game: &Stalingrad) -> Hexes {
        let theatre = game.theatre();
        match game.phasing {
            Side::Russian => theatre.land - theatre.western_edge,
            Side::German => theatre.western_edge,
        }
    }

    fn check_place<E: Objection>(game: &Stalingrad, unit: UnitId, hex: HexId) -> Result<(), E> {
        let name = game.name(unit);
        if !Self::area(game).contains(hex) {
            return match game.phasing {
                Side::Russian => {
                    no("STAL-SET-1", name, "Russians begin on land, anywhere but in the westernmost column")
                }
                Side::German => no("STAL-SET-2", name, "Germans begin in the westernmost column"),
            };
        }
        stacking::check_room(&game.field, unit, hex)
    }
}

impl Decision<Stalingrad> for SetUp {
    fn decider(self, game: &Stalingrad) -> Option<Seat> {
        Some(seat(game.phasing))
    }

    fn prompt(self, game: &Stalingrad) -> Prompt {
        match (self.picked, game.phasing) {
            (Some(unit), _) => {
                Prompt::new(format!("Where does {} begin?", game.name(unit)), &["STAL-SET-1", "STAL-SET-2"])
            }
            (None, _) if !Self::waiting(game).is_empty() => {
                Prompt::new("Set up your units", &["STAL-SET-1", "STAL-SET-2", "STAL-SET-3"])
            }
            (None, Side::Russian) if !game.house.free_set_up => {
                Prompt::new("Order everybody to hold, or allow retreats", &["STAL-NOR-4"])
            }
            (None, Side::Russian) => Prompt::new(
                "Place the guns, then order everybody to hold, or allow retreats",
                &["STAL-NOR-4", "STAL-ART-1"],
            ),
            (None, Side::German) => Prompt::new("Begin the battle", &["STAL-SET-2"]),
        }
    }

    fn choices(self, game: &Stalingrad, out: &mut Vec<Action>) {
        if let Some(unit) = self.picked {
            let has_room = |hex: &HexId| stacking::has_room(&game.field, unit, *hex);
            out.extend(Self::area(game).iter().filter(has_room).map(Action::To));
            if game.phasing == Side::Russian {
                out.push(Action::EastBank);
            }
            return;
        }
        let waiting = Self::waiting(game);
        if !waiting.is_empty() {
            out.push(Action::Deploy);
            return out.extend(waiting.iter().map(Action::Pick));
        }
        match game.phasing {
            Side::Russian => {
                out.extend([Action::NoRetreat, Action::Retreats]);
                let free = game.theatre().east_bank.iter().filter(|&hex| hex != game.field.guns);
                out.extend(free.filter(|_| game.house.free_set_up).map(Action::Guns));
            }
            Side::German => out.push(Action::Done),
        }
    }

    fn check<E: Objection>(self, game: &Stalingrad, action: Action) -> Result<(), E> {
        let waiting = Self::waiting(game);
        match (action, self.picked) {
            (Action::To(hex), Some(unit)) => Self::check_place(game, unit, hex),
            (Action::EastBank, Some(_)) if game.phasing == Side::Russian => Ok(()),
            (Action::Pick(unit), None) => {
                no_if(!waiting.contains(unit), "STAL-SET-1", game.name(unit), || {
                    "it is not waiting to be set up".into()
                })
            }
            (Action::Deploy, None) => {
                no_if(waiting.is_empty(), "STAL-SET-3", "", || "everybody is set up already".into())
            }
            (Action::NoRetreat | Action::Retreats, None) if game.phasing == Side::Russian => {
                no_if(!waiting.is_empty(), "STAL-SET-1", "", || "some units are not set up yet".into())
            }
            (Action::Guns(hex), None) if game.phasing == Side::Russian && waiting.is_empty() => {
                no_if(!game.house.free_set_up, "STAL-SET-3", "", || {
                    "the guns begin where history had them".into()
                })?;
                let is_place = game.theatre().east_bank.contains(hex) && hex != game.field.guns;
                no_if(!is_place, "STAL-ART-1", "", || "the guns stand on another hex of the east bank".into())
            }
            (Action::Done, None) if game.phasing == Side::German => {
                no_if(!waiting.is_empty(), "STAL-SET-2", "", || "some units are not set up yet".into())
            }
            _ => out_of_place(game, action),
        }
    }

    fn effect<J: Journal>(self, game: &mut Stalingrad, action: Action, journal: &mut J) {
        match (action, self.picked) {
            (Action::To(hex), Some(unit)) => {
                game.field.place(unit, hex);
                journal.tell(|| {
                    let words = format!("{} begins in {}", game.name(unit), game.number(hex));
                    event(game, "STAL-SET-1", words, &[hex]).to(unit)
                });
                game.flow.goto(Self { picked: None });
            }
            (Action::EastBank, Some(unit)) => {
                game.field.remove(unit, Aside::EastBank);
                journal.tell(|| {
                    let words = format!("{} begins on the east bank", game.name(unit));
                    event(game, "STAL-R40", words, &[]).to(unit)
                });
                game.flow.goto(Self { picked: None });
            }
            (Action::Pick(unit), _) => game.flow.goto(Self { picked: Some(unit) }),
            (Action::Deploy, _) => {
                let side = game.phasing;
                let displaced = game.field.deploy(side);
                journal.tell(|| {
                    let words = format!("the other {} units begin where history had them", side.name());
                    event(game, "STAL-SET-3", words, &[])
                });
                for unit in displaced {
                    let hex = game.field.hex_of(unit).unwrap_or(HexId::NONE);
                    journal.tell(|| {
                        let words = format!(
                            "{} finds its hex full and begins in {}",
                            game.name(unit),
                            game.number(hex)
                        );
                        event(game, "STAL-STK-7", words, &[hex]).to(unit)
                    });
                }
            }
            (Action::Guns(hex), _) => game.field.guns = hex,
            (Action::NoRetreat | Action::Retreats, _) => {
                game.no_retreat = action == Action::NoRetreat;
                game.field.settle_control();
                game.phasing = Side::German;
                game.flow.goto(Self { picked: None });
            }
            _ => {
                game.field.settle_control();
                game.flow.goto(PlayerTurn::Beginning);
            }
        }
    }

    /// With the historical set-up the German has nothing to decide.
    fn is_open(self, game: &Stalingrad) -> bool {
        game.phasing == Side::Russian || !Self::waiting(game).is_empty() || game.house.free_set_up
    }

    fn pass<J: Journal>(self, game: &mut Stalingrad, _: &mut J) {
        game.field.settle_control();
        game.flow.goto(PlayerTurn::Beginning);
    }
}
