//! Phase A: reinforcements, replacements, disbanding, and nations that leave (chapter REP).

use kit::{
    Journal, Objection, Prompt, Seat,
    flow::Decision,
    map::HexId,
    objection::{no, no_if},
};

use super::{event, out_of_place};
use crate::{
    action::Action,
    board::{Aside, Location, Status},
    game::{EastFront, seat},
    reinforcement::Depot,
    roster::{Force, UnitId},
    terrain::Country,
    unit::{Nation, Side},
};

/// Units appear one after another; the rest is held back, or stays in the pool.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Muster {
    /// The unit that is being rebuilt.
    pub(crate) picked: Option<UnitId>,
}

impl Muster {
    pub(crate) const START: Self = Self { picked: None };

    fn appear<J: Journal>(game: &mut EastFront, unit: UnitId, hex: HexId, journal: &mut J) {
        game.board.place(unit, hex);
        journal.tell(|| {
            let words = format!("{} arrives at {}", game.name(unit), game.theatre().called(hex));
            event(game, "EAST-REP-1", words, &[hex]).to(unit)
        });
    }

    /// `EAST-REP-4`, `EAST-DSP-4`: rebuilt units arrive Dispersed.
    fn rebuild<J: Journal>(game: &mut EastFront, unit: UnitId, hex: HexId, journal: &mut J) {
        game.pay_for(unit);
        game.board.place(unit, hex);
        game.board.disperse(unit);
        game.board.set(unit, Status::Rebuilt, true);
        game.rebuilt_at.insert(hex);
        journal.tell(|| {
            let words = format!("{} is rebuilt at {}", game.name(unit), game.theatre().called(hex));
            event(game, "EAST-REP-3", words, &[hex]).to(unit)
        });
    }

    fn can_deploy(game: &EastFront, depot: &Depot) -> bool {
        game.arriving().iter().any(|unit| !depot.arrivals(game, unit).is_empty())
            || game.returning().iter().any(|unit| !depot.rebuilding(game, unit).is_empty())
    }

    /// Without replacements nobody is disbanded either.
    fn can_disband(game: &EastFront) -> bool {
        game.theatre().replacements && !game.board.units_of(game.phasing).is_empty()
    }

    /// Everybody who is due and every ally who comes back, one after another.
    fn deploy<J: Journal>(game: &mut EastFront, journal: &mut J) {
        for unit in game.arriving() {
            if let Some(hex) = Depot::of(game).arrivals(game, unit).first() {
                Self::appear(game, unit, hex, journal);
            }
        }
        for unit in game.returning() {
            if let Some(hex) = Depot::of(game).rebuilding(game, unit).first() {
                Self::rebuild(game, unit, hex, journal);
            }
        }
    }
}

impl Decision<EastFront> for Muster {
    fn prompt(self, game: &EastFront) -> Prompt {
        if let Some(unit) = self.picked {
            let words = format!("Where is {} rebuilt?", game.name(unit));
            return Prompt::new(words, &["EAST-REP-5", "EAST-REP-8", "EAST-R70"]);
        }
        let [infantry, armour] = game.stores(game.phasing);
        let words = format!(
            "Phase A: reinforcements and replacements ({infantry} infantry and {armour} armour factors in store)"
        );
        Prompt::new(words, &["EAST-SEQ-3", "EAST-REP-1", "EAST-REP-3", "EAST-REP-7"])
    }

    fn choices(self, game: &EastFront, out: &mut Vec<Action>) {
        let depot = Depot::of(game);
        if let Some(unit) = self.picked {
            out.extend(depot.rebuilding(game, unit).iter().map(Action::To));
            return out.push(Action::Stay);
        }
        if Self::can_deploy(game, &depot) {
            out.push(Action::Deploy);
        }
        for unit in game.arriving() {
            out.extend(depot.arrivals(game, unit).iter().map(|hex| Action::Arrive(unit, hex)));
        }
        out.extend(game.rebuildable().iter().map(Action::Pick));
        if Self::can_disband(game) {
            out.push(Action::Disbanding);
        }
        out.push(Action::Done);
    }

    fn check<E: Objection>(self, game: &EastFront, action: Action) -> Result<(), E> {
        match (action, self.picked) {
            (Action::Done, None) | (Action::Stay, Some(_)) => Ok(()),
            (Action::Deploy, None) => {
                no_if(!Self::can_deploy(game, &Depot::of(game)), "EAST-REP-1", "", || {
                    "nobody who is due finds a place".into()
                })
            }
            (Action::Disbanding, None) => no_if(!Self::can_disband(game), "EAST-REP-7", "", || {
                "there is nobody to disband, or there are no replacements here".into()
            }),
            (Action::Arrive(unit, hex), None) => game.check_arrival(unit, hex),
            (Action::Pick(unit), None) => game.check_rebuilding(unit),
            (Action::To(hex), Some(unit)) => Depot::of(game).check_rebuilding(game, unit, hex),
            _ => out_of_place(game, action),
        }
    }

    fn effect<J: Journal>(self, game: &mut EastFront, action: Action, journal: &mut J) {
        match (action, self.picked) {
            (Action::Arrive(unit, hex), _) => Self::appear(game, unit, hex, journal),
            (Action::Deploy, _) => Self::deploy(game, journal),
            (Action::Disbanding, _) => game.flow.call(Disbanding),
            (Action::Pick(unit), _) => game.flow.goto(Self { picked: Some(unit) }),
            (Action::To(hex), Some(unit)) => {
                Self::rebuild(game, unit, hex, journal);
                game.flow.goto(Self::START);
            }
            (Action::Stay, _) => game.flow.goto(Self::START),
            _ => game.flow.done(),
        }
    }

    fn is_open(self, game: &EastFront) -> bool {
        self.picked.is_some() || game.can_muster()
    }
}

/// `EAST-REP-7`: a unit of one's own is disbanded.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Disbanding;

impl Decision<EastFront> for Disbanding {
    fn prompt(self, _: &EastFront) -> Prompt {
        Prompt::new("Which unit is disbanded?", &["EAST-REP-7", "EAST-R75"])
    }

    fn choices(self, game: &EastFront, out: &mut Vec<Action>) {
        out.push(Action::Stay);
        out.extend(game.board.units_of(game.phasing).iter().map(Action::Disband));
    }

    fn check<E: Objection>(self, game: &EastFront, action: Action) -> Result<(), E> {
        let unit = match action {
            Action::Stay => return Ok(()),
            Action::Disband(unit) => unit,
            _ => return out_of_place(game, action),
        };
        let name = game.name(unit);
        no_if(game.board.hex_of(unit).is_none(), "EAST-REP-7", name, || "it is not on the map".into())?;
        no_if(game.board.side(unit) != game.phasing, "EAST-REP-7", name, || "it is the enemy's".into())
    }

    fn effect<J: Journal>(self, game: &mut EastFront, action: Action, journal: &mut J) {
        game.flow.done();
        if let Action::Disband(unit) = action {
            let hex = game.board.hex_of(unit).unwrap_or(HexId::NONE);
            journal.tell(|| {
                event(game, "EAST-REP-7", format!("{} is disbanded", game.name(unit)), &[hex]).to(unit)
            });
            // EAST-R75
            game.board.eliminate(unit, game.turn);
            // EAST-VIC-6: at once.
            game.ends_by_annihilation(journal);
        }
    }
}

/// Units that stand in Finland when it is closed are put elsewhere, by the Axis first (`EAST-R59`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Displaced {
    side: Side,
}

impl Displaced {
    /// Before phase A, where there is nobody to put elsewhere the step is passed over.
    pub(crate) const fn first(_: &EastFront) -> Self {
        Self { side: Side::Axis }
    }

    fn units(self, game: &EastFront) -> Force {
        game.displaced(self.side)
    }
}

impl Decision<EastFront> for Displaced {
    fn decider(self, _: &EastFront) -> Option<Seat> {
        Some(seat(self.side))
    }

    fn prompt(self, _: &EastFront) -> Prompt {
        Prompt::new("Finland has left the war: where do your units in it go?", &["EAST-R59", "EAST-R64"])
    }

    fn choices(self, game: &EastFront, out: &mut Vec<Action>) {
        for unit in self.units(game) {
            out.extend(game.refuges(unit).iter().map(|hex| Action::Displace(unit, hex)));
        }
    }

    fn check<E: Objection>(self, game: &EastFront, action: Action) -> Result<(), E> {
        let Action::Displace(unit, hex) = action else { return out_of_place(game, action) };
        let name = game.name(unit);
        if !self.units(game).contains(unit) {
            return no("EAST-R59", name, "it does not have to leave Finland");
        }
        no_if(!game.refuges(unit).contains(hex), "EAST-R59", name, || {
            format!("{} is none of the nearest friendly hexes with room", game.number(hex))
        })
    }

    fn effect<J: Journal>(self, game: &mut EastFront, action: Action, journal: &mut J) {
        let Action::Displace(unit, hex) = action else { return };
        game.board.move_to(unit, hex);
        journal
            .tell(|| event(game, "EAST-R59", format!("{} leaves Finland", game.name(unit)), &[hex]).to(unit));
    }

    fn is_open(self, game: &EastFront) -> bool {
        self.units(game).iter().any(|unit| !game.refuges(unit).is_empty())
    }

    fn pass<J: Journal>(self, game: &mut EastFront, _: &mut J) {
        // Whoever finds no hex anywhere is lost.
        for unit in game.displaced(self.side) {
            game.board.eliminate(unit, game.turn);
        }
        match self.side {
            Side::Axis => game.flow.goto(Self { side: Side::Soviet }),
            Side::Soviet => game.flow.done(),
        }
    }
}

impl EastFront {
    /// `EAST-REP-11`, `EAST-R59`: who is to be withdrawn is taken off before anything else, from wherever it is.
    pub(crate) fn withdraw<J: Journal>(&mut self, journal: &mut J) {
        for withdrawal in self.theatre().withdrawals.iter().filter(|leaving| leaving.turn == self.turn) {
            let unit = withdrawal.unit;
            match (self.board.place_of(unit), withdrawal.back) {
                (Location::Aside(Aside::Gone), _) => continue,
                // One that comes back, or that can still be rebuilt, stays in the pool.
                (Location::Aside(Aside::Pool(_)), _) if self.is_rebuilt_after(unit) => continue,
                (_, Some((turn, _))) => self.board.remove(unit, Aside::Due(turn)),
                (_, None) => self.board.remove(unit, Aside::Gone),
            }
            journal.tell(|| {
                event(self, "EAST-REP-11", format!("{} is withdrawn", self.name(unit)), &[]).to(unit)
            });
        }
    }

    /// Romania may defect, Finland leaves (section 6.4, `EAST-R59`).
    pub(crate) fn nations_leave<J: Journal>(&mut self, journal: &mut J) {
        if self.theatre().withdrawals.is_empty() {
            return;
        }
        self.romania_leaves(journal);
        self.finland_leaves(journal);
    }

    fn take_off(&mut self, units: Force) {
        for unit in units {
            self.board.remove(unit, Aside::Gone);
        }
    }

    fn romania_leaves<J: Journal>(&mut self, journal: &mut J) {
        let romania = *self.theatre().country(Country::Romania);
        let towns = romania & self.theatre().place_hexes;
        let is_entered = towns.meets(self.board.controlled_by(Side::Soviet));
        if self.romania_left || !self.charts().play.romania.include(self.turn) || !is_entered {
            return;
        }
        self.romania_left = true;
        self.take_off(self.theatre().nations[Nation::Romanian as usize]);
        // Hungarians are never here and the Italians have left: whoever stands here still is German.
        self.board.hand_over(Side::Soviet, romania - self.board.held_by(Side::Axis));
        journal.tell(|| event(self, "EAST-R59", "Romania changes sides".into(), &[]));
    }

    fn finland_leaves<J: Journal>(&mut self, journal: &mut J) {
        if self.board.is_finland_closed() || !self.charts().play.finland.include(self.turn) {
            return;
        }
        self.take_off(self.theatre().nations[Nation::Finnish as usize]);
        self.board.close_finland();
        journal.tell(|| event(self, "EAST-R59", "Finland leaves the war".into(), &[]));
    }
}
