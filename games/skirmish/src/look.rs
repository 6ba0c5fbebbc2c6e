//! Who sees whom on the board (SKIR-SPT-1 to SKIR-SPT-12), and what each side knows.

use kit::{
    position::{UnitId, Units},
    tabletop::{Bounds, Point},
};
use smallvec::SmallVec;

use crate::{
    board::{Build, Eyes, Model, ModelKind, PieceId, Scene, Stand, Terrain, recall},
    charts::{self, Class, Layer},
    game::Skirmish,
    placing::MOST_MEN,
    spotting::Status,
    state::{Board, Flags, Side},
    words::{Hull, Shelter},
};

/// Where all the men of a unit, or its model, stand.
type Stands = SmallVec<[(u8, Stand); 12]>;

impl Board {
    /// The pieces of the table.
    #[inline]
    pub fn terrain(&self) -> &'static Terrain {
        self.rules.get().landscape_at(self.scenario.into())
    }

    /// The table with its models. For a side, vehicles that it does not know hide nothing from it (SKIR-R101).
    pub fn scene(&self, side: Option<Side>) -> Scene<'_> {
        self.scene_with(|unit| side.is_none_or(|side| self.knows(side, unit)))
    }

    /// The table with the models that are known, and every wreck.
    fn scene_with(&self, knows: impl Fn(UnitId) -> bool) -> Scene<'_> {
        let mut scene = Scene::new(self.terrain(), &self.ground);
        let mut posts = recall::Posts::new();
        for unit in self.everybody() {
            let state = self.unit(unit);
            let is_thing = self.leaves_thing(unit);
            let stands = is_thing || self.is_on_table(unit) && self.is_model(unit) && !self.rides(unit);
            if !stands || !is_thing && !knows(unit) {
                continue;
            }
            let chart = self.chart(unit);
            let hull = match chart.class {
                Class::Gun => ModelKind::Gun,
                _ if state.hull == Hull::Whole => ModelKind::Vehicle,
                _ if chart.is_armored() => ModelKind::ArmoredWreck,
                _ => ModelKind::Wreck,
            };
            let base = self.terrain().elevation(self.model_at(unit));
            let height = match hull {
                ModelKind::Wreck => scene.terrain.wrecks[0].ground.height,
                ModelKind::ArmoredWreck => scene.terrain.wrecks[1].ground.height,
                ModelKind::Vehicle | ModelKind::Gun => chart.size.height,
            };
            let top = base + i32::from(height);
            scene.put(Model { unit, shape: self.model_shape(unit), top, hull });
            posts.push(recall::Post { unit, at: (state.x, state.y), heading: state.heading, hull });
        }
        scene.number = recall::number(self.terrain().serial(), &self.ground, &posts);
        scene
    }

    /// Eyes on a scene of this board.
    pub(crate) fn eyes<'s>(&self, scene: &'s Scene<'s>) -> Eyes<'s> {
        Eyes { scene, charts: self.rules.get(), visibility: self.scenario().visibility }
    }

    /// Where a man of a unit stands; of a model, the model itself.
    pub(crate) fn stand(&self, scene: &Scene<'_>, unit: UnitId, man: u8) -> Stand {
        let charts = self.rules.get();
        if self.is_afoot(unit) {
            let man = self.men(unit)[usize::from(man)];
            return scene.man(charts, unit, man.at(), man.floor);
        }
        let chart = self.chart(unit);
        let build = match chart.class {
            Class::Vehicle(_) if crate::spotting::hides_like_men(chart, charts) => Build::Bike,
            _ => Build::Model,
        };
        let shape = (self.model_shape(unit), chart.size.height);
        scene.model(charts, unit, self.model_at(unit), shape, build)
    }

    /// Where everybody of a unit stands, the leader first.
    fn stands(&self, scene: &Scene<'_>, unit: UnitId) -> Stands {
        if !self.is_afoot(unit) {
            return [(0, self.stand(scene, unit, 0))].into_iter().collect();
        }
        self.rank_and_file(unit).iter().map(|&man| (man, self.stand(scene, unit, man))).collect()
    }

    /// The chart by which a unit is looked for: crews on foot are infantry (SKIR-EFF-8).
    pub(crate) fn looked_for_as(&self, unit: UnitId) -> &'static charts::Unit {
        let chart = self.chart(unit);
        if !self.is(unit, Flags::ON_FOOT) {
            return chart;
        }
        self.rules.get().units.iter().find(|known| known.class == Class::Infantry).unwrap_or(chart)
    }

    /// SKIR-SPT-9: what the unit is seen doing.
    pub(crate) const fn status(&self, unit: UnitId) -> Status {
        let state = self.unit(unit);
        if state.is(Flags::FIRED_LAST) {
            Status::Firing
        } else if state.is(Flags::MOVED_LAST) {
            Status::Moving
        } else {
            Status::Stationary
        }
    }

    /// Whether somebody of the unit can look out: on the table, not riding (SKIR-MAN-24).
    pub(crate) fn has_eyes(&self, unit: UnitId) -> bool {
        self.is_on_table(unit) && !self.rides(unit) && self.unit(unit).alive > 0
    }

    /// The rectangle that a unit stands in.
    fn extent(&self, unit: UnitId) -> Bounds {
        if !self.is_afoot(unit) {
            return *self.model_shape(unit).bounds();
        }
        let mut men = self.living(unit).map(|(_, man)| man.at());
        let first = men.next().unwrap_or_default();
        men.fold(Bounds::of(first, first), Bounds::with)
    }

    /// Whether the farthest figure that could apply reaches from one unit to the other: what is refused here is out of
    /// reach whatever stands between.
    fn may_reach(&self, observer: UnitId, target: UnitId) -> bool {
        let reach = self.rules.get().farthest_sight(
            self.looked_for_as(target),
            self.status(target),
            self.scenario().visibility,
        );
        self.extent(observer).grown(reach as i32).meets(&self.extent(target))
    }

    /// SKIR-SPT-2, SKIR-SPT-8: which men of the target the unit itself spots; bit 0 for a model.
    fn spotted_by(&self, scene: &Scene<'_>, observer: UnitId, target: UnitId, all: bool) -> u16 {
        if !self.has_eyes(observer) || !self.is_on_table(target) || self.rides(target) {
            return 0;
        }
        // SKIR-SPT-12: whoever is in contact is always spotted.
        if self.unit(observer).engaged.contains(target) {
            return self.lookouts(target).iter().fold(0, |men, man| men | 1 << man);
        }
        recall::spotted(self, scene.number, (observer, target), all, || {
            if self.may_reach(observer, target) { self.looked_for(scene, observer, target, all) } else { 0 }
        })
    }

    /// The same, reckoned man by man.
    fn looked_for(&self, scene: &Scene<'_>, observer: UnitId, target: UnitId, all: bool) -> u16 {
        let theirs = self.lookouts(target);
        let (eyes, chart, status) = (self.eyes(scene), self.looked_for_as(target), self.status(target));
        let farthest = self.rules.get().farthest_sight(chart, status, self.scenario().visibility);
        let lookouts = self.lookouts(observer);
        // Where the observers stand is reckoned once for each, and only if somebody is within reach.
        let mut mine: SmallVec<[Option<Stand>; 12]> = SmallVec::from_elem(None, lookouts.len());
        let mut seen = 0;
        for &man in &theirs {
            let at = self.place_of(target, man);
            let mut stand = None;
            let mut spots = |(place, lookout): (usize, &u8)| {
                self.place_of(observer, *lookout).is_within(at, farthest) && {
                    let stand = stand.get_or_insert_with(|| self.stand(scene, target, man));
                    let eye = mine[place].get_or_insert_with(|| self.stand(scene, observer, *lookout));
                    eyes.spots(eye, stand, chart, status)
                }
            };
            if lookouts.iter().enumerate().any(&mut spots) {
                seen |= 1 << man;
                if !all {
                    break;
                }
            }
        }
        seen
    }

    /// Who of a unit looks out, the leader first; a model as a whole.
    fn lookouts(&self, unit: UnitId) -> SmallVec<[u8; MOST_MEN]> {
        if self.is_afoot(unit) { self.rank_and_file(unit) } else { SmallVec::from_elem(0, 1) }
    }

    /// Where a man of a unit is, or its model.
    fn place_of(&self, unit: UnitId, man: u8) -> Point {
        if self.is_afoot(unit) { self.men(unit)[usize::from(man)].at() } else { self.model_at(unit) }
    }

    /// SKIR-SPT-10: friendly infantry beside a vehicle, which spots for it.
    fn helpers(&self, vehicle: UnitId) -> impl Iterator<Item = UnitId> {
        let is_vehicle = self.chart(vehicle).is_vehicle() && self.is_model(vehicle);
        let army = if is_vehicle { self.army(self.side(vehicle)) } else { Units::NONE };
        let near = self.rules.limits.spots_with_infantry.into();
        army.iter().filter(move |unit| {
            *unit != vehicle
                && self.is_afoot(*unit)
                && self.looked_for_as(*unit).class == Class::Infantry
                && self.has_eyes(*unit)
                && !self.is(*unit, Flags::FLEEING)
                && {
                    let shape = self.model_shape(vehicle);
                    self.bodies(*unit).iter().any(|body| body.is_within(&shape, near))
                }
        })
    }

    /// SKIR-SPT-8: which men of the target can be hit by direct fire of the spotter; bit 0 for a model; 0 if it is not
    /// spotted.
    pub fn hittable(&self, spotter: UnitId, target: UnitId) -> u16 {
        self.hittable_in(&self.scene(Some(self.side(spotter))), spotter, target)
    }

    /// The same on a scene that is there already.
    pub(crate) fn hittable_in(&self, scene: &Scene<'_>, spotter: UnitId, target: UnitId) -> u16 {
        let own = self.spotted_by(scene, spotter, target, true);
        self.helpers(spotter).fold(own, |men, helper| men | self.spotted_by(scene, helper, target, true))
    }

    /// Whether a unit spots another (SKIR-SPT-2, SKIR-SPT-10).
    pub fn spots(&self, observer: UnitId, target: UnitId) -> bool {
        let scene = self.scene(Some(self.side(observer)));
        self.spots_in(&scene, observer, target)
    }

    fn spots_in(&self, scene: &Scene<'_>, observer: UnitId, target: UnitId) -> bool {
        self.spotted_by(scene, observer, target, false) != 0
            || self.helpers(observer).any(|helper| self.spotted_by(scene, helper, target, false) != 0)
    }

    /// SKIR-SPT-1, SKIR-R92: whether one weapon has a line of its own to a man, or to the model: visible, whatever the
    /// distance. The bearer is a man of a team; a model looks from its centre.
    pub fn sees(&self, from: UnitId, bearer: Option<u8>, target: UnitId, man: u8) -> bool {
        self.sees_in(&self.scene(Some(self.side(from))), from, bearer, target, man)
    }

    /// The same on a scene that is there already.
    pub(crate) fn sees_in(
        &self,
        scene: &Scene<'_>,
        from: UnitId,
        bearer: Option<u8>,
        target: UnitId,
        man: u8,
    ) -> bool {
        let (mine, theirs) = (self.stand(scene, from, bearer.unwrap_or(0)), self.stand(scene, target, man));
        if self.unit(from).engaged.contains(target) {
            return true;
        }
        let eyes = self.eyes(scene);
        eyes.shows(
            &mine,
            &theirs,
            eyes.figure_within(&mine, &theirs, self.looked_for_as(target), self.status(target)),
        )
    }

    /// SKIR-SPT-11, SKIR-R70: whether a unit, or one man of it, has a line to a point of the ground.
    pub fn sees_point_from(&self, unit: UnitId, bearer: Option<u8>, at: Point) -> bool {
        let scene = self.scene(Some(self.side(unit)));
        let eyes = self.eyes(&scene);
        match bearer {
            Some(man) => eyes.sees_point(&self.stand(&scene, unit, man), at, 0),
            None => {
                self.has_eyes(unit)
                    && self.stands(&scene, unit).iter().any(|(_, stand)| eyes.sees_point(stand, at, 0))
            }
        }
    }

    /// The same for anybody of the unit.
    pub fn sees_point(&self, unit: UnitId, at: Point) -> bool {
        self.sees_point_from(unit, None, at)
    }

    /// SKIR-R69, SKIR-R98: leaders or models see each other if either sees the other, at any distance.
    pub(crate) fn sees_each_other(&self, scene: &Scene<'_>, a: UnitId, b: UnitId) -> bool {
        let lead = |unit: UnitId| {
            let stands_for = self.unit(unit).carrier().unwrap_or(unit);
            self.stand(scene, stands_for, self.unit(stands_for).leader)
        };
        let (a, b) = (lead(a), lead(b));
        let eyes = self.eyes(scene);
        // SKIR-R70: 80 mm stand for the figure of SPOTTING.
        let stretch = 80;
        eyes.shows(&a, &b, stretch) || eyes.shows(&b, &a, stretch)
    }

    /// SKIR-FRG-1: whether fragments reach a man or a model: houses and bunkers keep them off unless the burst is on the same
    /// floor of the same piece. The radius is asked elsewhere.
    pub fn burst_reaches(
        &self,
        burst: Point,
        inside: Option<(PieceId, u8)>,
        target: UnitId,
        man: u8,
    ) -> bool {
        let scene = self.scene(None);
        let stand = self.stand(&scene, target, man);
        match (inside, stand.house) {
            (None, None) => self.eyes(&scene).burst_reaches(burst, &stand),
            (here, there) => here == there,
        }
    }

    /// SKIR-TER-2: what covers a man, or the place of a gun, against something from a point.
    pub fn shelter_of(&self, unit: UnitId, man: u8, from: Point) -> Shelter {
        let scene = self.scene(None);
        scene.shelter(&self.stand(&scene, unit, man), from)
    }

    /// The standing house or bunker that a man is in, and his floor.
    pub fn indoors(&self, unit: UnitId, man: u8) -> Option<(PieceId, u8)> {
        let scene = Scene::new(self.terrain(), &self.ground);
        if !self.is_afoot(unit) {
            return None;
        }
        let man = self.men(unit)[usize::from(man)];
        let piece = scene.ground(man.at())?;
        scene.is_building(piece).then_some((piece, man.floor))
    }

    /// The trench at a point.
    pub fn trench_at(&self, at: Point) -> Option<PieceId> {
        let scene = Scene::new(self.terrain(), &self.ground);
        scene.ground(at).filter(|piece| scene.kind(*piece).ground.layer == Layer::Trench)
    }

    /// The standing building at a point.
    pub fn building_at(&self, at: Point) -> Option<PieceId> {
        let scene = Scene::new(self.terrain(), &self.ground);
        scene.ground(at).filter(|piece| scene.is_building(*piece))
    }

    /// SKIR-GEO-13: how high a man or model stands, in mm: ground and floor.
    pub fn elevation(&self, unit: UnitId, man: u8) -> i32 {
        let scene = Scene::new(self.terrain(), &self.ground);
        self.stand(&scene, unit, man).elevation
    }
}

impl Skirmish {
    /// SKIR-R102: what both sides have in sight is brought up to date after a unit has acted or fired: whom it sees, and
    /// who sees it.
    pub(crate) fn refresh_sight(&mut self, unit: UnitId) {
        let side = self.board.side(unit);
        let enemies = self.board.army(side.other());
        self.look_around(side, enemies, Some(unit));
        self.look_around(side.other(), Units::of(unit), None);
    }

    /// Everybody looks again.
    pub(crate) fn refresh_all_sight(&mut self) {
        for side in Side::BOTH {
            self.look_around(side, self.board.army(side.other()), None);
        }
    }

    /// Which of these enemies a side has in sight now; `first` is who most likely sees them. They are looked for one after
    /// the other: a vehicle that is found hides from then on what is behind it (SKIR-R101).
    fn look_around(&mut self, side: Side, enemies: Units, first: Option<UnitId>) {
        let board = &self.board;
        let mut seen = board.seen[side as usize];
        let knows = |seen: Units, unit: UnitId| board.side(unit) == side || seen.contains(unit);
        let mut scene = board.scene_with(|unit| knows(seen, unit));
        let watchers: Units =
            board.army(side).iter().filter(|unit| !board.is(*unit, Flags::FLEEING)).collect();
        for enemy in enemies {
            let was = seen.contains(enemy);
            let spots = |unit: &UnitId| board.spotted_by(&scene, *unit, enemy, false) != 0;
            let is_there = board.is_on_table(enemy) && !board.rides(enemy);
            let is_seen = is_there
                && (first.filter(|unit| watchers.contains(*unit)).as_ref().is_some_and(spots)
                    // Whoever was out of sight can only have been found by the one who acted.
                    || (was || first.is_none()) && watchers.iter().any(|unit| spots(&unit)));
            // Who rides is where his carrier is, and as well known.
            let rides = board.unit(enemy).carrier().filter(|_| board.is_on_table(enemy));
            let is_seen = is_seen || rides.is_some_and(|carrier| seen.contains(carrier));
            if is_seen == was {
                continue;
            }
            if is_seen {
                seen.insert(enemy);
            } else {
                seen.remove(enemy);
            }
            if board.is_model(enemy) {
                scene = board.scene_with(|unit| knows(seen, unit));
            }
        }
        drop(scene);
        self.board.seen[side as usize] = seen;
        for enemy in seen & enemies {
            self.board.known.insert(enemy);
            let at = self.board.centre(enemy);
            self.board.known_at[enemy.index()] = (at.x as i16, at.y as i16);
        }
    }
}
