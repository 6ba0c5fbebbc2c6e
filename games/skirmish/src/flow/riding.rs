//! Guns behind carriers, teams aboard them (SKIR-MAN-6 to SKIR-MAN-11, SKIR-MAN-14 to SKIR-MAN-17, SKIR-R96).

use kit::{
    Journal, Objection, Prompt,
    flow::Decision,
    objection::{no, no_if, not_now},
    position::UnitId,
    tabletop::{Bounds, Heading, Point, Shape},
};

use crate::{
    action::{Action, Degrees, Spot},
    board::stand::BASE,
    charts::Class,
    game::Skirmish,
    placing::{Crowd, NEAR_SLOT, Placed, Standing},
    scenario::Formation,
    state::{Board, Flags},
    tell::told,
};

/// SKIR-MAN-6: the greatest gap for hooking, in mm.
const HOOK: u32 = 40;
/// SKIR-MAN-8: how near men must be to get in.
const BOARDING: u32 = 80;
/// SKIR-MAN-9: how far from the carrier they get down.
const GETTING_DOWN: u32 = 160;
/// The largest gun that a jeep tows, in mm (note to the charts).
const LIGHT_GUN: u16 = 60;

impl Board {
    /// The middle of the rear edge of a model: of a gun the end of its trail (SKIR-R96).
    pub(crate) fn rear(&self, unit: UnitId) -> Point {
        let heading = Heading::new(self.unit(unit).heading);
        self.model_at(unit).offset(heading.opposite(), i32::from(self.chart(unit).size.length) / 2)
    }

    /// SKIR-MAN-8, SKIR-MAN-9: whether a man is within so many mm of the sides or the rear of a carrier.
    fn is_beside(&self, carrier: UnitId, at: Point, mm: u32) -> bool {
        let shape = self.model_shape(carrier);
        let &[front_right, front_left, rear_left, rear_right] = shape.corners() else { return false };
        let man = Shape::disc(at, BASE);
        let sides = [(front_left, rear_left), (rear_left, rear_right), (rear_right, front_right)];
        sides.into_iter().any(|(a, b)| man.is_within(&Shape::lane(a, b, 0), mm))
    }

    /// SKIR-R96: whether a man stands before the line of the front edge of a carrier.
    fn is_ahead_of(&self, carrier: UnitId, at: Point) -> bool {
        let front = self.model_shape(carrier).corners()[0];
        Heading::new(self.unit(carrier).heading).parts(at - front).0 > 0
    }
}

impl Skirmish {
    /// Note to the charts: trucks, tractors, half-tracks and jeeps tow.
    pub(crate) fn can_tow(&self, unit: UnitId) -> bool {
        let Class::Vehicle(size) = self.board.chart(unit).class else { return false };
        let size = &self.board.rules.get().sizes[size].name;
        matches!(size.as_str(), "Truck" | "Tractor" | "Half-track" | "Jeep") && self.board.is_model(unit)
    }

    /// Note to the charts: a jeep tows light guns only.
    pub(super) fn is_strong_enough(&self, carrier: UnitId, gun: UnitId) -> bool {
        let Class::Vehicle(size) = self.board.chart(carrier).class else { return false };
        let charts = self.board.rules.get();
        let weapon = charts.heavy_weapon_of(self.board.chart(gun));
        charts.sizes[size].name != "Jeep" || weapon.is_none_or(|weapon| weapon.calibre <= LIGHT_GUN)
    }

    /// The gun behind a carrier.
    pub(crate) fn towed(&self, carrier: UnitId) -> Option<UnitId> {
        self.board.riders(carrier).find(|rider| self.board.is(*rider, Flags::HOOKED))
    }

    /// SKIR-MAN-6, SKIR-MAN-10: whether a carrier may hook a gun.
    pub(crate) fn may_hook<E: Objection>(&self, carrier: UnitId, gun: UnitId) -> Result<(), E> {
        let board = &self.board;
        let (clause, name) = ("SKIR-MAN-6", self.name(gun));
        no_if(board.side(gun) != board.side(carrier) || !board.is_served_gun(gun), clause, name, || {
            format!("{name} is no gun of yours with its crew")
        })?;
        no_if(!board.is_on_table(gun) || board.rides(gun), clause, name, || {
            format!("{name} is not there to be hooked")
        })?;
        let state = board.unit(gun);
        no_if(state.is(Flags::FLEEING) || !state.engaged.is_empty(), clause, name, || {
            format!("{name} flees or is engaged")
        })?;
        no_if(state.is(Flags::ACTED), "SKIR-MAN-10", name, || format!("{name} has acted this turn"))?;
        no_if(state.is(Flags::CARRIAGE_BLOCKED), "SKIR-EFF-5", name, || {
            format!("the carriage of {name} is blocked")
        })?;
        no_if(self.towed(carrier).is_some(), clause, self.name(carrier), || {
            "it tows a gun already".to_owned()
        })?;
        no_if(!self.is_strong_enough(carrier, gun), clause, name, || {
            format!("{name} is too heavy for a jeep")
        })?;
        let shape = board.model_shape(carrier);
        let &[_, _, rear_left, rear_right] = shape.corners() else { return Ok(()) };
        let edge = Shape::lane(rear_left, rear_right, 0);
        no_if(!Shape::point(board.rear(gun)).is_within(&edge, HOOK), clause, name, || {
            format!("its trail is not within {HOOK} mm of the rear of {}", self.name(carrier))
        })
    }

    /// SKIR-MAN-10: the gun has acted with it.
    pub(crate) fn hook<J: Journal>(&mut self, carrier: UnitId, gun: UnitId, journal: &mut J) {
        let state = self.board.unit_mut(gun);
        state.ride(Some(carrier));
        state.set(Flags::HOOKED.and(Flags::ACTED), true);
        state.set(Flags::LURKING.and(Flags::LURKED), false);
        let (gun_name, name) = (self.name(gun), self.name(carrier));
        self.tell_about(carrier, journal, || told("SKIR-MAN-6", format!("{name} hooks {gun_name} on")));
    }

    /// SKIR-MAN-7, SKIR-MAN-10: whether a carrier may let its gun go.
    pub(crate) fn may_unhook<E: Objection>(&self, carrier: UnitId) -> Result<(), E> {
        let Some(gun) = self.towed(carrier) else {
            return no("SKIR-MAN-7", self.name(carrier), "it tows nothing");
        };
        let name = self.name(gun);
        no_if(self.board.is(gun, Flags::ACTED), "SKIR-MAN-10", name, || {
            format!("{name} has acted this turn")
        })?;
        let somehow = (0..360).step_by(10).any(|degrees| self.has_room_unhooked(carrier, gun, degrees));
        no_if(!somehow, "SKIR-MAN-25", name, || format!("there is no room for {name} behind its carrier"))
    }

    /// SKIR-R96: where an unhooked gun with this heading stands.
    fn unhooked_at(&self, carrier: UnitId, gun: UnitId, degrees: u16) -> (Point, Shape) {
        let heading = Heading::new(degrees);
        let half = i32::from(self.board.chart(gun).size.length) / 2;
        let at = self.board.rear(carrier).offset(heading, half);
        (at, self.board.shape_at(gun, at, heading))
    }

    fn has_room_unhooked(&self, carrier: UnitId, gun: UnitId, degrees: u16) -> bool {
        let (at, shape) = self.unhooked_at(carrier, gun, degrees);
        let side = self.board.side(gun);
        let scene = self.board.scene(Some(side));
        let crowd = Crowd::near(&self.board, &scene, gun, Some(side), shape.bounds());
        crowd.has_room_for_model(at, &shape)
    }

    /// Whether a team may get into a carrier (SKIR-MAN-8, SKIR-MAN-11, SKIR-R96).
    pub(crate) fn may_board<E: Objection>(&self, carrier: UnitId, team: UnitId) -> Result<(), E> {
        let board = &self.board;
        let (clause, name) = ("SKIR-MAN-8", self.name(team));
        let chart = board.chart(carrier);
        // SKIR-EFF-8: a crew that has left its vehicle is infantry.
        no_if(board.side(team) != board.side(carrier) || !board.is_afoot(team), clause, name, || {
            format!("{name} is no team of yours")
        })?;
        no_if(
            chart.capacity == 0 || !board.is_model(carrier) || !board.is_on_table(carrier),
            clause,
            self.name(carrier),
            || "it takes nobody aboard".to_owned(),
        )?;
        let (rider, vehicle) = (board.unit(team), board.unit(carrier));
        no_if(!board.is_on_table(team) || board.rides(team), clause, name, || {
            format!("{name} is not there")
        })?;
        no_if(
            rider.is(Flags::FLEEING) || !rider.engaged.is_empty() || vehicle.is(Flags::FLEEING),
            clause,
            name,
            || "who flees or is engaged does not board".to_owned(),
        )?;
        // SKIR-MAN-24: loaded by its carrier, it must not have acted yet.
        no_if(self.act.unit != Some(team) && rider.is(Flags::ACTED), "SKIR-MAN-24", name, || {
            format!("{name} has acted this turn")
        })?;
        no_if(vehicle.is(Flags::MOVED_THIS_TURN), "SKIR-MAN-11", self.name(carrier), || {
            format!("{} has moved this turn", self.name(carrier))
        })?;
        let aboard: u8 = board
            .riders(carrier)
            .filter(|rider| board.is(*rider, Flags::EMBARKED))
            .map(|rider| board.unit(rider).alive)
            .sum();
        no_if(aboard + rider.alive > chart.capacity, clause, name, || {
            format!("{} takes {} men, {aboard} are aboard", self.name(carrier), chart.capacity)
        })?;
        let far = board.living(team).any(|(_, man)| {
            !board.is_beside(carrier, man.at(), BOARDING) || board.is_ahead_of(carrier, man.at())
        });
        no_if(far, clause, name, || {
            format!("every man must be within {BOARDING} mm of the sides or rear of {}", self.name(carrier))
        })
    }

    /// SKIR-MAN-8, SKIR-MAN-11.
    pub(crate) fn embark<J: Journal>(&mut self, carrier: UnitId, team: UnitId, journal: &mut J) {
        let state = self.board.unit_mut(team);
        state.ride(Some(carrier));
        state.set(Flags::EMBARKED.and(Flags::ACTED), true);
        state.set(Flags::LURKING.and(Flags::LURKED).and(Flags::MOVED_LAST).and(Flags::FIRED_LAST), false);
        self.board.unit_mut(carrier).set(Flags::BOARDED, true);
        let (team_name, name) = (self.name(team), self.name(carrier));
        self.tell_about(carrier, journal, || told("SKIR-MAN-8", format!("{team_name} gets into {name}")));
    }

    /// SKIR-MAN-17, SKIR-MAN-24: whether a carrier may put a team down.
    pub(crate) fn may_set_down<E: Objection>(&self, carrier: UnitId, team: UnitId) -> Result<(), E> {
        let name = self.name(team);
        let aboard = self.board.unit(team).carrier() == Some(carrier) && self.board.is(team, Flags::EMBARKED);
        no_if(!aboard, "SKIR-MAN-17", name, || format!("{name} is not aboard"))?;
        no_if(self.board.is(team, Flags::ACTED), "SKIR-MAN-24", name, || {
            format!("{name} has acted this turn")
        })
    }

    /// SKIR-MAN-9: how a team would stand beside its carrier.
    fn alighted(&self, team: UnitId, anchor: Point, formation: Formation, facing: u16) -> Option<Placed> {
        let carrier = self.board.unit(team).carrier()?;
        let side = self.board.side(team);
        let scene = self.board.scene(Some(side));
        let around = Bounds::of(anchor, anchor).grown(420);
        let crowd = Crowd::near(&self.board, &scene, team, Some(side), &around);
        let standing =
            Standing { anchor, floor: 0, facing: Heading::new(facing), formation, within: NEAR_SLOT };
        let near = |_, at: Point, _| {
            self.board.is_beside(carrier, at, GETTING_DOWN)
                && scene.ground(at).is_none_or(|piece| !scene.is_building(piece))
        };
        // SKIR-COM-1 holds at the end of every move.
        self.board
            .place_team(&crowd, team, &standing, |_, _| true, near)
            .filter(|placed| self.is_together(&scene, team, placed))
    }

    /// Places beside a carrier that a team may be put around: behind it, and on either side.
    fn places_beside(&self, carrier: UnitId) -> [Point; 3] {
        let state = self.board.unit(carrier);
        let (heading, size) = (Heading::new(state.heading), self.board.chart(carrier).size);
        let (at, aside) = (self.board.model_at(carrier), i32::from(size.width) / 2 + 40);
        [
            self.board.rear(carrier).offset(heading.opposite(), 30),
            at.offset(heading.turned(-90), aside),
            at.offset(heading.turned(90), aside),
        ]
    }
}

/// A team gets down from its carrier: where, and how it stands (SKIR-MAN-9).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Alighting {
    pub(crate) team: UnitId,
}

impl Alighting {
    pub(crate) fn anchor(self, game: &Skirmish) -> Option<Point> {
        let carrier = game.board.unit(self.team).carrier()?;
        let chosen = game.act.anchor.map(|(x, y)| Point::new(x.into(), y.into()));
        chosen.or_else(|| {
            game.places_beside(carrier).into_iter().find(|at| self.fits_around(game, carrier, *at))
        })
    }

    /// Whether the team finds room around a point: close together, facing as its carrier does.
    fn fits_around(self, game: &Skirmish, carrier: UnitId, at: Point) -> bool {
        let facing = game.board.unit(carrier).heading;
        game.alighted(self.team, at, Formation::Cluster, facing).is_some()
    }
}

impl Decision<Skirmish> for Alighting {
    fn prompt(self, game: &Skirmish) -> Prompt {
        let name = game.name(self.team);
        Prompt::new(format!("how does {name} stand after getting down?"), &["SKIR-MAN-9", "SKIR-GEO-6"])
    }

    fn choices(self, game: &Skirmish, out: &mut Vec<Action>) {
        let Some(carrier) = game.board.unit(self.team).carrier() else { return };
        let facing = game.board.unit(carrier).heading;
        if let Some(anchor) = self.anchor(game) {
            for formation in [Formation::Line, Formation::Spread, Formation::Cluster] {
                if game.alighted(self.team, anchor, formation, facing).is_some() {
                    out.push(Action::Form(formation, Degrees(facing)));
                }
            }
        }
        if game.act.anchor.is_none() {
            let free = game
                .places_beside(carrier)
                .into_iter()
                .filter(|at| game.board.terrain().holds(*at) && self.fits_around(game, carrier, *at));
            out.extend(free.map(|at| Action::To(Spot::from(game, at), None)));
        }
        if out.is_empty() {
            // SKIR-MAN-25: nobody finds room; they stay aboard.
            out.push(Action::Hold);
        }
    }

    fn check<E: Objection>(self, game: &Skirmish, action: Action) -> Result<(), E> {
        let name = game.name(self.team);
        let room = |fits: bool| {
            no_if(!fits, "SKIR-MAN-9", name, || {
                format!("somebody of {name} finds no place within {GETTING_DOWN} mm of the carrier")
            })
        };
        match action {
            Action::To(spot, None) => {
                let carrier = game.board.unit(self.team).carrier();
                room(carrier.is_some_and(|carrier| self.fits_around(game, carrier, spot.at(game))))
            }
            Action::Form(formation, Degrees(facing)) => {
                let anchor = self.anchor(game);
                room(anchor.is_some_and(|at| game.alighted(self.team, at, formation, facing).is_some()))
            }
            Action::Hold => {
                let mut listed = Vec::new();
                self.choices(game, &mut listed);
                no_if(!listed.contains(&Action::Hold), "SKIR-MAN-9", name, || "there is room".to_owned())
            }
            _ => not_now(),
        }
    }

    fn effect<J: Journal>(self, game: &mut Skirmish, action: Action, journal: &mut J) {
        match action {
            Action::To(spot, _) => {
                let at = spot.at(game);
                game.act.anchor = Some((at.x as i16, at.y as i16));
                return;
            }
            Action::Form(formation, Degrees(facing)) => {
                let placed = self.anchor(game).and_then(|at| game.alighted(self.team, at, formation, facing));
                if let Some(placed) = placed {
                    game.board.put_team(self.team, &placed);
                    let state = game.board.unit_mut(self.team);
                    state.ride(None);
                    state.heading = facing;
                    state.set(Flags::EMBARKED, false);
                    // Table 5.4: disembarking leaves it moving.
                    state.set(Flags::MOVED_LAST.and(Flags::ACTED), true);
                    let name = game.name(self.team);
                    game.tell_about(self.team, journal, || told("SKIR-MAN-9", format!("{name} gets down")));
                }
            }
            _ => {}
        }
        game.act.anchor = None;
        game.flow.done();
    }
}

/// A gun is let go behind its carrier: where it points (SKIR-MAN-7).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Unhooking {
    pub(super) carrier: UnitId,
}

impl Decision<Skirmish> for Unhooking {
    fn prompt(self, _: &Skirmish) -> Prompt {
        Prompt::new("where does the gun point?", &["SKIR-MAN-7", "SKIR-R96"])
    }

    fn choices(self, game: &Skirmish, out: &mut Vec<Action>) {
        let Some(gun) = game.towed(self.carrier) else { return };
        let back = game.board.unit(self.carrier).heading + 180;
        let every = |degrees: u16| (back + degrees) % 360;
        let free =
            (0..360).step_by(30).map(every).filter(|to| game.has_room_unhooked(self.carrier, gun, *to));
        out.extend(free.map(|to| Action::Face(Degrees(to))));
        if out.is_empty() {
            let fine = (0..360).filter(|to| game.has_room_unhooked(self.carrier, gun, *to));
            out.extend(fine.take(4).map(|to| Action::Face(Degrees(to))));
        }
    }

    fn check<E: Objection>(self, game: &Skirmish, action: Action) -> Result<(), E> {
        let (Action::Face(Degrees(to)), Some(gun)) = (action, game.towed(self.carrier)) else {
            return not_now();
        };
        no_if(!game.has_room_unhooked(self.carrier, gun, to), "SKIR-MAN-7", game.name(gun), || {
            "there is no room for the gun with this heading".to_owned()
        })
    }

    fn effect<J: Journal>(self, game: &mut Skirmish, action: Action, journal: &mut J) {
        if let (Action::Face(Degrees(to)), Some(gun)) = (action, game.towed(self.carrier)) {
            let (at, _) = game.unhooked_at(self.carrier, gun, to);
            let state = game.board.unit_mut(gun);
            (state.x, state.y, state.heading) = (at.x as i16, at.y as i16, to);
            state.ride(None);
            state.set(Flags::HOOKED, false);
            state.set(Flags::ACTED, true);
            let (gun_name, name) = (game.name(gun), game.name(self.carrier));
            game.tell_about(self.carrier, journal, || {
                told("SKIR-MAN-7", format!("{name} lets {gun_name} go"))
            });
        }
        game.flow.done();
    }

    fn is_open(self, game: &Skirmish) -> bool {
        game.towed(self.carrier).is_some()
    }
}
