//! What a side sees of the table.

use kit::{
    Badge, Branch, Counter, CounterId, Echelon, Figure, Figurine, Goal, Miniature, Objective, Prompt,
    ScoreLine, Spot, Status, Tone, View, Viewer, Wear, position::UnitId, tabletop::Heading,
};

use super::Skirmish;
use crate::{
    charts::{Class, UpperPart},
    state::{Flags, Side},
    victory,
    words::{Hull, Speed},
};

/// Men have counters of their own from this number on.
const MEN_FROM: u16 = 64;
/// Target markers from this number on.
const MARKERS_FROM: u16 = 512;

impl Skirmish {
    /// Whether a viewer may know where a unit is and how it stands (5.3).
    pub(crate) fn is_open_to(&self, viewer: Viewer, unit: UnitId) -> bool {
        let owner = self.board.side(unit);
        self.house.open
            || matches!(self.status_now(), Status::Over(_))
            || viewer == Viewer::Seat(owner.seat())
            || self.board.seen[owner.other() as usize].contains(unit)
    }

    fn status_now(&self) -> Status {
        kit::Game::status(self)
    }

    /// Turn and phase in words.
    pub(crate) fn moment_in_words(&self) -> String {
        let (turn, turns) = (self.turn.max(1), self.board.scenario().turns);
        match (self.turn, self.phase) {
            (0, _) => format!("turn {turn} of {turns}, units are placed"),
            (_, 0) => format!("turn {turn} of {turns}, indirect fire is planned"),
            (_, phase) => format!("turn {turn} of {turns}, phase {phase}"),
        }
    }

    pub(super) fn seen_by(&self, viewer: Viewer) -> View {
        let mut view = View { moment: self.moment_in_words(), turn: self.turn.into(), ..View::of(self) };
        // What is asked of the other side may name what only it knows.
        if let Some(seat) = view.deciding
            && viewer != Viewer::Seat(seat)
        {
            let side = self.side_name(Side::of(seat));
            view.prompt = Some(Prompt::new(format!("{side} decides"), &[]));
        }
        view.ground = Some(self.ground_for(viewer));
        if view.deciding.is_some_and(|seat| viewer == Viewer::Seat(seat)) {
            view.freehand = self.freehand();
        }
        for unit in self.board.everybody() {
            if self.is_open_to(viewer, unit) {
                self.add_counters(unit, &mut view.counters);
            } else if self.was_seen_by(viewer, unit) {
                view.counters.push(self.ghost(unit));
            }
        }
        self.add_markers(&mut view.counters);
        self.add_account(&mut view);
        view
    }

    /// Whether a viewer remembers an enemy who is out of sight now.
    fn was_seen_by(&self, viewer: Viewer, unit: UnitId) -> bool {
        viewer == Viewer::Seat(self.board.side(unit).other().seat())
            && self.board.known.contains(unit)
            && !self.board.is(unit, Flags::LOST)
    }

    /// Where an enemy was seen last.
    fn ghost(&self, unit: UnitId) -> Counter {
        let (x, y) = self.board.known_at[unit.index()];
        Counter {
            id: unit.into(),
            name: self.name(unit).to_owned(),
            seat: self.board.side(unit).seat(),
            place: "last seen here".to_owned(),
            kind: self.board.chart(unit).name.clone(),
            branch: self.branch(unit),
            statuses: vec!["last seen here".to_owned()],
            spent: true,
            spot: Some(self.spot(x.into(), y.into(), 20, 20)),
            model: Some(Miniature { wear: Wear::Ghost, ..self.miniature(unit) }),
            ..Counter::default()
        }
    }

    /// The silhouette of a unit: of its model, or of its leader.
    fn miniature(&self, unit: UnitId) -> Miniature {
        let (chart, state) = (self.board.chart(unit), self.board.unit(unit));
        if self.board.is_afoot(unit) {
            let figure = match chart.class {
                Class::Mortar if !state.is(Flags::ON_FOOT) => Figurine::Mortar,
                _ if self.bears_machine_gun(unit, state.leader) => Figurine::MachineGunner,
                _ => Figurine::Commander,
            };
            let floor = self.board.men(unit).get(usize::from(state.leader)).map_or(0, |man| man.floor);
            return Miniature { figure, floor, ..Miniature::default() };
        }
        self.thing(unit)
    }

    /// The silhouette of a vehicle or gun, also if its crew is gone.
    fn thing(&self, unit: UnitId) -> Miniature {
        let (chart, state) = (self.board.chart(unit), self.board.unit(unit));
        let has_turret = chart.upper.is_some_and(|(upper, _)| upper == UpperPart::Turret);
        let figure = match (chart.class, chart.movement.as_str()) {
            (Class::Gun | Class::Mortar | Class::Infantry, _) => Figurine::Gun,
            (_, "Tanks") if has_turret => Figurine::Tank,
            (_, "Tanks") => Figurine::AssaultGun,
            (_, "Armored cars") => Figurine::ArmouredCar,
            (_, "Half-tracks") => Figurine::HalfTrack,
            (_, "Jeeps/Cars") => Figurine::Car,
            (_, "Bikes") => Figurine::Bike,
            _ => Figurine::Truck,
        };
        // Half of the model, and more the larger the gun.
        let calibre = self.board.rules.get().heavy_weapon_of(chart).map(|weapon| weapon.calibre);
        let barrel = calibre.map_or(0, |calibre| chart.size.length / 2 + calibre / 4);
        let turret = has_turret.then(|| Heading::new(state.heading).turned(state.turret.into()).degrees());
        Miniature { figure, turret, barrel, ..Miniature::default() }
    }

    /// Whether a man serves a machine gun: the weapons that fall last of all (SKIR-LWF-9).
    fn bears_machine_gun(&self, unit: UnitId, man: u8) -> bool {
        self.board.chart(unit).arms.get(usize::from(man)).is_some_and(|arm| arm.rank == 5)
    }

    pub(super) fn spot(&self, x: i32, y: i32, width: u32, depth: u32) -> Spot {
        Spot { x, y: self.board.scenario().depth - y, width, depth }
    }

    fn branch(&self, unit: UnitId) -> Branch {
        let chart = self.board.chart(unit);
        if self.board.is(unit, Flags::ON_FOOT) {
            return Branch::Infantry;
        }
        match chart.class {
            Class::Mortar => Branch::Mortar,
            Class::Gun => Branch::AntiTank,
            Class::Vehicle(_) if chart.capacity > 0 => Branch::MechanizedInfantry,
            Class::Vehicle(_) if chart.movement == "Armored cars" => Branch::Reconnaissance,
            Class::Vehicle(_) if chart.is_armored() => Branch::Armour,
            Class::Vehicle(_) => Branch::Supply,
            Class::Infantry if chart.cr >= 2 => Branch::Headquarters,
            Class::Infantry if chart.arms.iter().any(|arm| arm.rank == 5) && chart.men <= 4 => {
                Branch::MachineGun
            }
            Class::Infantry if chart.arms.iter().any(|arm| arm.heavy) => Branch::AntiTank,
            Class::Infantry if chart.arms.iter().any(|arm| arm.flame) => Branch::Engineers,
            Class::Infantry => Branch::Infantry,
        }
    }

    fn add_counters(&self, unit: UnitId, out: &mut Vec<Counter>) {
        let (board, state, chart) = (&self.board, self.board.unit(unit), self.board.chart(unit));
        if !board.is_on_table(unit) {
            let coming = state.flags.any(Flags::TO_COME.and(Flags::UNPLACED));
            if coming {
                out.push(
                    self.counter(unit, if state.is(Flags::TO_COME) { "to come" } else { "to be placed" }),
                );
            }
            if self.is_away(unit) {
                out.push(self.counter(unit, "takes no part"));
            }
            if board.leaves_thing(unit) {
                out.push(self.thing_left(unit));
            }
            return;
        }
        let mut counter = match state.carrier() {
            Some(carrier) => self.counter(unit, &format!("with {}", self.name(carrier))),
            None => self.counter(unit, "on the table"),
        };
        counter.facing = Some(state.heading);
        if state.carrier().is_none() {
            let at = board.centre(unit);
            let size = chart.size;
            let (width, depth) =
                if board.is_afoot(unit) { (20, 20) } else { (u32::from(size.width), u32::from(size.length)) };
            counter.spot = Some(self.spot(at.x, at.y, width, depth));
            counter.model = Some(self.miniature(unit));
        }
        out.push(counter);
        if board.leaves_thing(unit) {
            out.push(self.thing_left(unit));
        }
        if board.is_afoot(unit) && state.carrier().is_none() {
            let others = board.living(unit).filter(|(man, _)| *man != state.leader);
            for (man, place) in others {
                out.push(Counter {
                    id: self.figure(unit, man),
                    name: format!("man {man} of {}", self.name(unit)),
                    seat: board.side(unit).seat(),
                    place: "on the table".to_owned(),
                    kind: self.arm_of(unit, man),
                    branch: Branch::Infantry,
                    echelon: Some(Echelon::Team),
                    facing: Some(state.heading),
                    spot: Some(self.spot(place.x.into(), place.y.into(), 20, 20)),
                    model: Some(Miniature {
                        figure: if self.bears_machine_gun(unit, man) {
                            Figurine::MachineGunner
                        } else {
                            Figurine::Man
                        },
                        of: Some(unit.into()),
                        floor: place.floor,
                        ..Miniature::default()
                    }),
                    ..Counter::default()
                });
            }
        }
    }

    /// The figure of a man: the leader stands for his team.
    pub(super) fn figure(&self, unit: UnitId, man: u8) -> CounterId {
        if man == self.board.unit(unit).leader {
            return unit.into();
        }
        CounterId(MEN_FROM + u16::from(self.board.member(unit).first_man) + u16::from(man))
    }

    /// What a man bears.
    pub(super) fn arm_of(&self, unit: UnitId, man: u8) -> String {
        let (charts, chart) = (self.board.rules.get(), self.board.chart(unit));
        let arm = chart.arms.get(usize::from(man));
        let light = arm.and_then(|arm| arm.light).map(|place| charts.light[usize::from(place)].name.clone());
        let heavy = arm.filter(|arm| arm.heavy).and_then(|_| charts.heavy_weapon_of(chart));
        heavy.map(|weapon| weapon.name.clone()).or(light).unwrap_or_default()
    }

    fn thing_left(&self, unit: UnitId) -> Counter {
        let (state, size) = (self.board.unit(unit), self.board.chart(unit).size);
        Counter {
            id: CounterId(MEN_FROM + 256 + u16::from(unit.0)),
            name: format!("wreck of {}", self.name(unit)),
            seat: self.board.side(unit).seat(),
            place: "on the table".to_owned(),
            kind: if self.board.chart(unit).is_vehicle() { "wreck" } else { "gun without crew" }.to_owned(),
            spent: true,
            facing: Some(state.heading),
            spot: Some(self.spot(state.x.into(), state.y.into(), size.width.into(), size.length.into())),
            model: Some(Miniature {
                wear: if state.hull == Hull::Abandoned { Wear::Left } else { Wear::Wreck },
                ..self.thing(unit)
            }),
            ..Counter::default()
        }
    }

    fn counter(&self, unit: UnitId, place: &str) -> Counter {
        let (board, state, chart) = (&self.board, self.board.unit(unit), self.board.chart(unit));
        let men = if board.is_afoot(unit) { "men" } else { "crew" };
        let mut figures =
            vec![Figure::new(men, &state.alive), Figure::new("CS", &chart.cs), Figure::new("CR", &state.cr)];
        // SKIR-EFF-8: a crew on foot walks like infantry and is worth nothing more.
        let on_foot = state.is(Flags::ON_FOOT);
        let mm = if on_foot { board.rules.limits.on_foot.into() } else { chart.tactical };
        figures.push(Figure::new("movement cm", &(mm / 10)));
        figures.push(Figure::new("points", &if on_foot { 0 } else { chart.points }));
        if chart.is_armored() && board.is_model(unit) {
            let [front, side, rear] = chart.body;
            figures.push(Figure::new("armor", &format!("{front}/{side}/{rear}")));
        }
        if let Some(weapon) = board.rules.get().heavy_weapon_of(chart).filter(|_| !on_foot) {
            figures.push(Figure::new("gun", &weapon.name));
        }
        let (statuses, badges) = self.statuses(unit);
        Counter {
            id: unit.into(),
            name: self.name(unit).to_owned(),
            seat: board.side(unit).seat(),
            place: place.to_owned(),
            factors: format!("{}/{}", state.alive, state.strength),
            figures,
            kind: chart.name.clone(),
            size: board.scenario().platoon(board.member(unit).platoon).name.clone(),
            branch: self.branch(unit),
            echelon: Some(if board.is_afoot(unit) && chart.men > 5 { Echelon::Squad } else { Echelon::Team }),
            statuses,
            badges,
            in_hand: self.act.unit == Some(unit),
            spent: state.is(Flags::ACTED),
            ..Counter::default()
        }
    }

    fn statuses(&self, unit: UnitId) -> (Vec<String>, Vec<Badge>) {
        let state = self.board.unit(unit);
        let signs: [(Flags, &'static str, Tone, &str); 8] = [
            (Flags::FLEEING, "F", Tone::Bad, "flees"),
            (Flags::LURKING, "L", Tone::Good, "lurks"),
            (Flags::NO_FIRE, "NF", Tone::Bad, "has lost its fire this turn"),
            (Flags::GUN_OUT, "G", Tone::Bad, "main gun out of action"),
            (Flags::TURRET_BLOCKED, "T", Tone::Bad, "turret blocked"),
            (Flags::CARRIAGE_BLOCKED, "C", Tone::Bad, "carriage blocked"),
            (Flags::FIRED_LAST, "*", Tone::Plain, "fired"),
            (Flags::MOVED_LAST, ">", Tone::Plain, "moved"),
        ];
        let (mut statuses, mut badges) = (Vec::new(), Vec::new());
        for (flag, sign, tone, words) in signs {
            if state.is(flag) {
                statuses.push(words.to_owned());
                badges.push(Badge::new(sign, tone, words));
            }
        }
        // SKIR-EFF-5: what lasts; a crew on foot has left it behind.
        if self.board.is_model(unit) {
            let limit = match state.speed {
                Speed::Full => None,
                Speed::Brief => Some(("1/2", "brief movement at most")),
                Speed::Slow => Some(("1/4", "slow movement at most")),
                Speed::Stopped => Some(("X", "immobilized")),
            };
            let lost = (state.mgs != 0).then(|| match state.mgs.count_ones() {
                1 => ("M", "a machine gun lost"),
                _ => ("M", "machine guns lost"),
            });
            for (sign, words) in limit.into_iter().chain(lost) {
                statuses.push(words.to_owned());
                badges.push(Badge::new(sign, Tone::Bad, words));
            }
        }
        if !state.engaged.is_empty() {
            statuses.push("engaged".to_owned());
            badges.push(Badge::new("E", Tone::Bad, "engaged"));
        }
        if state.hull != Hull::Whole && self.board.is_afoot(unit) {
            statuses.push("crew on foot".to_owned());
        }
        (statuses, badges)
    }

    /// SKIR-R56: markers lie open.
    fn add_markers(&self, out: &mut Vec<Counter>) {
        for id in self.board.scenario().platoon_ids() {
            let (platoon, state) = (self.board.scenario().platoon(id), &self.platoons[id.index()]);
            for marker in 0..state.marked {
                let (x, y) = state.markers[usize::from(marker)];
                out.push(Counter {
                    id: CounterId(MARKERS_FROM + u16::from(id.0) * 8 + u16::from(marker)),
                    name: format!("marker {} of {}", marker + 1, platoon.name),
                    seat: platoon.side.seat(),
                    place: "on the table".to_owned(),
                    kind: "target marker".to_owned(),
                    branch: Branch::Artillery,
                    spot: Some(self.spot(x.into(), y.into(), 16, 16)),
                    model: Some(Miniature { figure: Figurine::Marker, ..Miniature::default() }),
                    ..Counter::default()
                });
            }
        }
    }

    /// Points, objectives and what is missing.
    fn add_account(&self, view: &mut View) {
        for side in Side::BOTH {
            let lost: i32 =
                self.board.army(side.other()).iter().map(|unit| victory::price_of(self, unit)).sum();
            let line = |points, words: &str, clause| ScoreLine {
                seat: side.seat(),
                points,
                words: words.to_owned(),
                clause,
            };
            view.score.push(line(self.scored[side as usize], "objectives that were counted", "SKIR-VIC-2"));
            view.score.push(line(lost, "enemy losses by their worth", "SKIR-VIC-1"));
            let have = victory::points(self, side);
            let need = victory::points(self, side.other()) + self.board.scenario().wins_by[side as usize];
            let words = match need - have {
                ..=0 => "far enough ahead".to_owned(),
                1 => "1 point more to win".to_owned(),
                missing => format!("{missing} points more to win"),
            };
            view.goals.push(Goal { seat: side.seat(), have, need: Some(need), words });
        }
        for (objective, holder) in self.board.scenario().objectives.iter().zip(self.holders) {
            let turns: Vec<String> = objective.checks.iter().map(|(turn, _)| turn.to_string()).collect();
            view.objectives.push(Objective {
                name: objective.name.clone(),
                hexes: Vec::new(),
                spot: self.edge_of(&objective.prize),
                worth: objective.worth.to_string(),
                holder: Some(holder.seat()),
                words: format!("counted after turn {}", turns.join(" and ")),
                clause: "SKIR-VIC-2",
            });
        }
    }
}
