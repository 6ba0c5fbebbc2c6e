//! What a unit fires at: orders one by one until its owner has enough.

use kit::{
    Journal, Objection, Prompt, Seat,
    flow::Decision,
    objection::{no, no_if, no_since, not_now},
    position::UnitId,
};
use smallvec::SmallVec;

use super::{
    Aim, Allotment, Hit, Lines, Lob, Shell, Volleys, WallHit, kept, lines::distance, weapons::men_of,
};
use crate::{
    action::{Action, Spot},
    board::PieceId,
    charts::Class,
    clash::{Tool, Use},
    game::Skirmish,
    harm::Men,
    light_fire::Against,
    scatter::ScatterKind,
    shell::Ammunition,
    state::Flags,
};

/// SKIR-LWF-2, SKIR-HWF-1, SKIR-HWF-21: the owner of a unit gives it targets, shot by shot, until he holds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FireOrders {
    /// Who fires.
    pub unit: UnitId,
    /// Whether the Moving number of shots holds.
    pub moving: bool,
    /// In reaction: the only unit that may be fired at (SKIR-MAN-22).
    pub only: Option<UnitId>,
}

/// SKIR-MAN-25: whether a unit has anything to fire at.
pub fn can_fire(game: &Skirmish, unit: UnitId, moving: bool) -> bool {
    let orders = FireOrders { unit, moving, only: None };
    let mut fresh = *game;
    fresh.fire.begin();
    orders.may_fire::<kit::Silent>(&fresh).is_ok() && orders.has_target(&fresh)
}

/// SKIR-MAN-20, SKIR-R93: whether a lurking unit can spot another, has it in range and arc, and may do something to it.
pub fn can_harm(game: &Skirmish, lurker: UnitId, target: UnitId) -> bool {
    let state = game.board.unit(lurker);
    if state.flags.any(Flags::NO_FIRE.and(Flags::FLEEING)) || !state.engaged.is_empty() {
        return false;
    }
    let lines = Lines::known_to(game, lurker);
    let mut fresh = *game;
    fresh.fire.begin();
    let orders = FireOrders { unit: lurker, moving: false, only: Some(target) };
    orders.volley_harms(&fresh, target, &lines) || orders.shell_harms(&fresh, target, &lines)
}

/// How many targets are offered at the most (5.6).
const NEAREST: usize = 8;

impl FireOrders {
    /// SKIR-MOR-6, SKIR-TST-6, SKIR-R49, SKIR-SPT-1: judges whether a unit may be fired at.
    pub(super) fn may_target<E: Objection>(
        self,
        game: &Skirmish,
        target: UnitId,
        lines: &Lines<'_>,
    ) -> Result<Men, E> {
        let board = &game.board;
        if target.index() >= board.scenario().muster.len() {
            return no("SKIR-SPT-1", "", "there is no such unit");
        }
        let name = game.name(target);
        no_if(board.side(target) == board.side(self.unit), "SKIR-PHA-11", name, || {
            format!("{name} is yours")
        })?;
        // What a side cannot know is refused as what is not in sight.
        let unseen = || format!("{} does not see it", game.name(self.unit));
        no_if(!board.is_on_table(target) || board.rides(target), "SKIR-SPT-1", name, unseen)?;
        no_if(self.only.is_some_and(|only| only != target), "SKIR-MAN-22", name, || {
            "reaction fire goes at the unit that triggered it".to_owned()
        })?;
        let hittable = lines.hittable(self.unit, target);
        no_if(hittable == 0, "SKIR-SPT-1", name, unseen)?;
        no_if(!board.unit(target).engaged.is_empty(), "SKIR-R49", name, || {
            "nobody fires into a melee".to_owned()
        })?;
        Ok(hittable)
    }

    fn may_fire<E: Objection>(self, game: &Skirmish) -> Result<(), E> {
        game.shooter(self.unit, self.moving).may_fire::<E>(game.board.rules.get())
    }

    /// The bearers of a unit who can fire at a target in this action, and are not spent.
    pub(super) fn bearers(self, game: &Skirmish, target: UnitId, hittable: Men, lines: &Lines<'_>) -> Men {
        let guns = game.light_weapons(self.unit, game.fire.spent, game.fire.shells);
        let bears = guns
            .iter()
            .filter(|gun| game.band(self.unit, gun, target, hittable, self.moving, lines).is_some());
        bears.fold(0, |men, gun| men | 1 << gun.bearer)
    }

    fn volley_harms(self, game: &Skirmish, target: UnitId, lines: &Lines<'_>) -> bool {
        let Ok(hittable) = self.may_target::<kit::Silent>(game, target, lines) else { return false };
        let bearers = self.bearers(game, target, hittable, lines);
        bearers != 0 && game.volley(self.unit, self.moving, target, bearers, lines).is_some()
    }

    fn shell_harms(self, game: &Skirmish, target: UnitId, lines: &Lines<'_>) -> bool {
        [Ammunition::Ap, Ammunition::He].into_iter().any(|ammunition| {
            let man = self.best_man(game, target, lines);
            self.check_shell::<kit::Silent>(game, ammunition, target, man, lines).is_ok()
        })
    }

    /// 5.6: the man with most comrades within the fragments radius, of equals the leader, then the first.
    fn best_man(self, game: &Skirmish, target: UnitId, lines: &Lines<'_>) -> Option<u8> {
        if game.board.is_model(target) {
            return None;
        }
        let radius = game.heavy_weapon(self.unit).map_or(0, |(weapon, _)| u32::from(weapon.radius) * 10);
        let leader = game.board.unit(target).leader;
        let comrades = |man: u8| {
            let at = game.place(target, man);
            let near =
                |other: &u8| game.shape(target, *other).is_within(&kit::tabletop::Shape::point(at), radius);
            men_of(game.living_men(target)).filter(near).count()
        };
        let men = men_of(lines.hittable(self.unit, target));
        men.max_by_key(|&man| (comrades(man), man == leader, std::cmp::Reverse(man)))
    }

    /// SKIR-HWF-2, SKIR-HWF-18, SKIR-HWF-19, SKIR-SCT-3: judges a shell at a unit; gives what it is aimed at.
    pub(super) fn check_shell<E: Objection>(
        self,
        game: &Skirmish,
        ammunition: Ammunition,
        target: UnitId,
        man: Option<u8>,
        lines: &Lines<'_>,
    ) -> Result<Shell, E> {
        let (weapon, bearer) = game.may_shell::<E>(self.unit, self.moving)?;
        let hittable = self.may_target::<E>(game, target, lines)?;
        let name = game.name(target);
        let man = match (game.board.is_model(target), man) {
            (true, _) => 0,
            (false, Some(man)) if man < 16 && hittable >> man & 1 == 1 => man,
            (false, Some(_)) => return no("SKIR-HWF-5", name, "that man cannot be hit"),
            (false, None) => return no("SKIR-HWF-5", name, "name one of its men"),
        };
        let shell = self.shell(game, ammunition, bearer);
        crate::shell::armor_row::<E>(weapon, ammunition)?;
        let to = game.place(target, man);
        self.check_reach::<E>(game, weapon, shell.from(), to, name)?;
        no_if(!lines.sees(self.unit, bearer, target, man), "SKIR-SPT-1", name, || {
            "the weapon has no line of its own".to_owned()
        })?;
        let aim = if game.board.is_model(target) { Aim::Model(target) } else { Aim::Man(target, man) };
        Ok(Shell { aim, ..shell })
    }

    /// Range and arc of the heavy weapon.
    fn check_reach<E: Objection>(
        self,
        game: &Skirmish,
        weapon: &crate::charts::HeavyWeapon,
        from: kit::tabletop::Point,
        to: kit::tabletop::Point,
        name: &str,
    ) -> Result<(), E> {
        let mm = distance(from, to);
        let least = if weapon.is_mortar() { weapon.least } else { 0 };
        let clause = if weapon.is_mortar() { "SKIR-SCT-3" } else { "SKIR-HWF-2" };
        no_if(mm < least || mm > weapon.ranges.long, clause, name, || {
            format!("{} reaches from {least} to {} mm, not {mm}", weapon.name, weapon.ranges.long)
        })?;
        if let Some((ahead, degrees)) = game.heavy_arc(self.unit) {
            let off = ahead.off(from.bearing(to));
            no_if(off > degrees, "SKIR-GEO-14", name, || {
                format!("it lies {off} degrees off, the weapon turns {degrees} to either side")
            })?;
        }
        Ok(())
    }

    fn shell(self, game: &Skirmish, ammunition: Ammunition, bearer: Option<u8>) -> Shell {
        let board = &game.board;
        let chart = board.chart(self.unit);
        let from = bearer.map_or_else(|| board.model_at(self.unit), |man| game.place(self.unit, man));
        Shell {
            firer: Some(self.unit),
            side: board.side(self.unit),
            weapon: chart.heavy.unwrap_or(0) as u8,
            cs: chart.cs,
            cr: game.own_rank(self.unit),
            he: ammunition == Ammunition::He,
            device: None,
            inside: false,
            from: kept(from),
            aim: Aim::Nothing,
        }
    }

    /// SKIR-SPT-11, SKIR-HWF-16, SKIR-HWF-20: judges a shell at a building, a trench, a wall or a point.
    fn check_place<E: Objection>(
        self,
        game: &Skirmish,
        ammunition: Ammunition,
        aim: Aim,
        lines: &Lines<'_>,
    ) -> Result<Shell, E> {
        let (weapon, bearer) = game.may_shell::<E>(self.unit, self.moving)?;
        no_if(self.only.is_some(), "SKIR-MAN-22", "", || "reaction fire goes at a unit".to_owned())?;
        crate::shell::armor_row::<E>(weapon, ammunition)?;
        let mut shell = self.shell(game, ammunition, bearer);
        shell.aim = aim;
        let ground = matches!(aim, Aim::Ground(..));
        no_if(ground && ammunition == Ammunition::Ap, "SKIR-HWF-16", "", || {
            "only HE is fired at a point of ground".to_owned()
        })?;
        let mut aimed = *game;
        aimed.fire.shell = shell;
        let to = aimed.aimed_point();
        self.check_reach::<E>(game, weapon, shell.from(), to, "")?;
        if let Some(check) = aimed.check_aim::<E>() {
            check?;
        }
        let seen = match aim {
            Aim::Opening(piece, place) => lines.sees_opening(self.unit, bearer, piece, place),
            _ => lines.sees_point(self.unit, bearer, to),
        };
        no_if(!seen, "SKIR-SPT-11", "", || "the weapon has no line to it".to_owned())?;
        Ok(shell)
    }

    /// The enemies in sight, nearest first.
    fn targets(self, game: &Skirmish, lines: &Lines<'_>) -> SmallVec<[UnitId; NEAREST]> {
        let board = &game.board;
        let enemies = board.army(board.side(self.unit).other());
        let mut found: SmallVec<[(u32, UnitId); 16]> = enemies
            .iter()
            .filter(|enemy| self.may_target::<kit::Silent>(game, *enemy, lines).is_ok())
            .map(|enemy| (distance(game.at(self.unit), game.at(enemy)), enemy))
            .collect();
        found.sort_unstable();
        found.into_iter().take(NEAREST).map(|(_, enemy)| enemy).collect()
    }

    /// Devices and flames at a unit that is near enough.
    fn close_choices(self, game: &Skirmish, target: UnitId, lines: &Lines<'_>, out: &mut Vec<Action>) {
        if game.check_flame::<kit::Silent>(self.unit, target, lines).is_ok() {
            out.push(Action::Flame(target));
        }
        let man = self.best_man(game, target, lines);
        for tool in Tool::ALL {
            if self.throws(tool, target, man).check::<kit::Silent>(game).is_ok() {
                out.push(Action::Use(tool, target, man));
            }
        }
    }

    /// 5.6: buildings that are known to hold enemies, as targets of HE.
    fn house_choices(self, game: &Skirmish, lines: &Lines<'_>, targets: &[UnitId], out: &mut Vec<Action>) {
        if !self.heavy_left(game) || self.only.is_some() {
            return;
        }
        let mut houses: SmallVec<[(PieceId, u8); 8]> = SmallVec::new();
        for &target in targets.iter().filter(|target| game.board.is_afoot(**target)) {
            for man in men_of(lines.hittable(self.unit, target)) {
                if let Some(house) = lines.indoors(target, man)
                    && !houses.contains(&house)
                {
                    houses.push(house);
                }
            }
        }
        for (piece, floor) in houses {
            for aim in [Aim::Wall(piece, None), Aim::Wall(piece, Some(floor))] {
                if self.check_place::<kit::Silent>(game, Ammunition::He, aim, lines).is_ok() {
                    out.push(Action::Blast(
                        Ammunition::He,
                        piece,
                        match aim {
                            Aim::Wall(_, floor) => floor,
                            _ => None,
                        },
                    ));
                }
            }
        }
    }
}

impl Decision<Skirmish> for FireOrders {
    fn decider(self, game: &Skirmish) -> Option<Seat> {
        Some(game.board.side(self.unit).seat())
    }

    fn prompt(self, game: &Skirmish) -> Prompt {
        let name = game.name(self.unit);
        Prompt::new(format!("what does {name} fire at?"), &["SKIR-LWF-2", "SKIR-HWF-1", "SKIR-HWF-21"])
    }

    fn choices(self, game: &Skirmish, out: &mut Vec<Action>) {
        if self.may_fire::<kit::Silent>(game).is_ok() {
            let lines = Lines::known_to(game, self.unit);
            let targets = self.targets(game, &lines);
            for &target in &targets {
                self.choices_at(game, target, &lines, out);
            }
            for &target in &targets {
                self.close_choices(game, target, &lines, out);
            }
            self.house_choices(game, &lines, &targets, out);
        }
        out.push(Action::Hold);
    }

    fn check<E: Objection>(self, game: &Skirmish, action: Action) -> Result<(), E> {
        if action == Action::Hold {
            return Ok(());
        }
        let fires = matches!(
            action,
            Action::Volley(_)
                | Action::Allot(..)
                | Action::Shoot(..)
                | Action::Blast(..)
                | Action::BlastOpening(..)
                | Action::BlastAt(..)
                | Action::Use(..)
                | Action::Flame(_)
        );
        if !fires {
            return not_now();
        }
        self.may_fire::<E>(game)?;
        let lines = Lines::known_to(game, self.unit);
        match action {
            Action::Volley(target) => {
                self.check_light::<E>(game)?;
                let hittable = self.may_target::<E>(game, target, &lines)?;
                let bearers = self.bearers(game, target, hittable, &lines) | game.allotted_to(target);
                let name = game.name(target);
                no_if(bearers == 0, "SKIR-LWF-3", name, || "no light weapon bears on it".to_owned())?;
                no_if(
                    game.volley(self.unit, self.moving, target, bearers, &lines).is_none(),
                    "SKIR-LWF-12",
                    name,
                    || "light weapons do nothing to it".to_owned(),
                )
            }
            Action::Allot(bearer, target) => {
                self.check_light::<E>(game)?;
                let hittable = self.may_target::<E>(game, target, &lines)?;
                let bears = bearer < 16 && self.bearers(game, target, hittable, &lines) >> bearer & 1 == 1;
                no_if(!bears, "SKIR-LWF-3", game.name(target), || {
                    "that weapon does not bear on it".to_owned()
                })?;
                let room = game
                    .fire
                    .volleys
                    .iter()
                    .any(|allotted| allotted.is_none_or(|allotted| allotted.target == target));
                no_if(!room, "SKIR-LWF-2", "", || "the fire is split between enough targets".to_owned())
            }
            Action::Shoot(ammunition, target, man) => {
                self.check_shell::<E>(game, ammunition, target, man, &lines).map(|_| ())
            }
            Action::Use(tool, target, man) => {
                self.may_target::<E>(game, target, &lines)?;
                self.throws(tool, target, man).check::<E>(game).map(|_| ())
            }
            Action::Flame(target) => {
                self.may_target::<E>(game, target, &lines)?;
                game.check_flame::<E>(self.unit, target, &lines).map(|_| ())
            }
            _ => match self.place_of(game, action) {
                Some((ammunition, aim)) => self.check_place::<E>(game, ammunition, aim, &lines).map(|_| ()),
                None => no_since("SKIR-HWF-4", "", || "there is nothing to aim at".to_owned()),
            },
        }
    }

    fn effect<J: Journal>(self, game: &mut Skirmish, action: Action, journal: &mut J) {
        match action {
            Action::Hold => {
                if game.fire.volleys.iter().any(Option::is_some) && !game.fire.opened {
                    // What was allotted is fired.
                    return self.open_fire(game, journal);
                }
                game.cease_fire(self.unit);
                game.flow.done();
            }
            Action::Allot(bearer, target) => Self::allot(game, target, 1 << bearer),
            Action::Volley(target) => {
                let lines = Lines::known_to(game, self.unit);
                let hittable = lines.hittable(self.unit, target);
                let bearers = self.bearers(game, target, hittable, &lines);
                drop(lines);
                Self::allot(game, target, bearers);
                self.open_fire(game, journal);
            }
            Action::Shoot(ammunition, target, man) => {
                let lines = Lines::known_to(game, self.unit);
                let shell = self.check_shell::<kit::Silent>(game, ammunition, target, man, &lines);
                drop(lines);
                if let Ok(shell) = shell {
                    self.loose(game, shell, journal);
                }
            }
            Action::Use(tool, target, man) => self.throws(tool, target, man).perform(game, journal),
            Action::Flame(target) => game.flame(self.unit, target, journal),
            action => {
                let Some((ammunition, aim)) = self.place_of(game, action) else { return };
                let lines = Lines::known_to(game, self.unit);
                let shell = self.check_place::<kit::Silent>(game, ammunition, aim, &lines);
                drop(lines);
                if let Ok(shell) = shell {
                    self.loose(game, shell, journal);
                }
            }
        }
    }

    fn is_open(self, game: &Skirmish) -> bool {
        // A unit that is gone, flees or is silenced in the middle of its fire has no more to order.
        game.board.is_on_table(self.unit) && self.may_fire::<kit::Silent>(game).is_ok() && self.has_more(game)
    }

    fn pass<J: Journal>(self, game: &mut Skirmish, _: &mut J) {
        game.cease_fire(self.unit);
        game.flow.done();
    }
}

impl FireOrders {
    /// SKIR-ASL-8: a device thrown outside an assault.
    const fn throws(self, tool: Tool, target: UnitId, man: Option<u8>) -> Use {
        Use { unit: self.unit, tool, target, man, inside: false, assault: false }
    }

    fn has_no_he(self, game: &Skirmish) -> bool {
        game.heavy_weapon(self.unit).is_some_and(|(weapon, _)| weapon.he_row.is_none())
    }

    fn heavy_left(self, game: &Skirmish) -> bool {
        game.may_shell::<kit::Silent>(self.unit, self.moving).is_ok()
    }

    /// Whether anything is left that could fire at somebody.
    fn has_more(self, game: &Skirmish) -> bool {
        let light = !game.fire.opened
            && game
                .light_weapons(self.unit, game.fire.spent, game.fire.shells)
                .iter()
                .any(|gun| gun.weapon.shots.of(self.moving) > 0);
        let allotted = !game.fire.opened && game.fire.volleys.iter().any(Option::is_some);
        allotted
            || (light || self.heavy_left(game) || game.board.is_afoot(self.unit)) && self.has_target(game)
    }

    /// Whether there is anything to choose but to hold: the same as asking whether the list has more than that.
    fn has_target(self, game: &Skirmish) -> bool {
        let lines = Lines::known_to(game, self.unit);
        let targets = self.targets(game, &lines);
        let mut out = Vec::new();
        targets.iter().any(|target| {
            self.choices_at(game, *target, &lines, &mut out);
            !out.is_empty()
        }) || targets.iter().any(|target| {
            self.close_choices(game, *target, &lines, &mut out);
            !out.is_empty()
        }) || {
            self.house_choices(game, &lines, &targets, &mut out);
            !out.is_empty()
        }
    }

    /// Volleys and shells at a unit.
    fn choices_at(self, game: &Skirmish, target: UnitId, lines: &Lines<'_>, out: &mut Vec<Action>) {
        if !game.fire.opened && self.volley_harms(game, target, lines) {
            out.push(Action::Volley(target));
        }
        if !self.heavy_left(game) {
            return;
        }
        let man = self.best_man(game, target, lines);
        for ammunition in [Ammunition::Ap, Ammunition::He] {
            // AP at men is allowed and never better than HE.
            let offered = ammunition == Ammunition::He || game.board.is_model(target) || self.has_no_he(game);
            if offered && self.check_shell::<kit::Silent>(game, ammunition, target, man, lines).is_ok() {
                out.push(Action::Shoot(ammunition, target, man));
            }
        }
    }

    fn check_light<E: Objection>(self, game: &Skirmish) -> Result<(), E> {
        no_if(game.fire.opened, "SKIR-HWF-21", game.name(self.unit), || {
            "all light weapons are allotted before the first of them fires".to_owned()
        })
    }

    /// What an action aims at that is no unit.
    fn place_of(self, game: &Skirmish, action: Action) -> Option<(Ammunition, Aim)> {
        let terrain = game.board.terrain();
        let known = |piece: PieceId| piece.index() < terrain.pieces().len();
        match action {
            Action::Blast(ammunition, piece, floor) if known(piece) => {
                Some((ammunition, game.aim_at(piece, floor, self.unit)?))
            }
            Action::BlastOpening(ammunition, piece, place) if known(piece) => {
                let openings = terrain.openings(piece).len();
                (usize::from(place) < openings).then_some((ammunition, Aim::Opening(piece, place)))
            }
            Action::BlastAt(spot) => {
                let (x, y) = Spot::xy(spot, game);
                Some((Ammunition::He, Aim::Ground(x as i16, y as i16)))
            }
            _ => None,
        }
    }

    fn allot(game: &mut Skirmish, target: UnitId, bearers: Men) {
        game.fire.spent |= bearers;
        let known =
            game.fire.volleys.iter().position(|allotted| allotted.is_some_and(|it| it.target == target));
        let place = known.or_else(|| game.fire.volleys.iter().position(Option::is_none));
        let Some(place) = place else { return };
        let before = game.fire.volleys[place].map_or(0, |allotted| allotted.bearers);
        let against = Against::Vehicle;
        game.fire.volleys[place] =
            Some(Allotment { target, bearers: before | bearers, shots: [0; 3], against });
    }

    /// SKIR-LWF-1: counts the shots of every allotment, then fires them.
    fn open_fire<J: Journal>(self, game: &mut Skirmish, journal: &mut J) {
        game.fire.opened = true;
        let lines = Lines::known_to(game, self.unit);
        let mut volleys = game.fire.volleys;
        for place in &mut volleys {
            let fire =
                place.and_then(|it| game.volley(self.unit, self.moving, it.target, it.bearers, &lines));
            *place = place.zip(fire).map(|(it, fire)| Allotment {
                shots: fire.volley.shots,
                against: fire.volley.against,
                ..it
            });
        }
        drop(lines);
        game.fire.volleys = volleys;
        if let Some(first) = volleys.iter().flatten().next() {
            game.aim_turret(self.unit, game.at(first.target));
        }
        game.mark_fired(self.unit, journal);
        game.flow.call(Volleys { unit: self.unit, moving: self.moving, place: 0, band: 0 });
    }

    /// A shell leaves the barrel.
    fn loose<J: Journal>(self, game: &mut Skirmish, shell: Shell, journal: &mut J) {
        game.fire.shells += 1;
        game.fire.shell = shell;
        if let (Some((weapon, Some(man))), true) =
            (game.heavy_weapon(self.unit), game.board.is_afoot(self.unit))
        {
            let _ = weapon;
            if game.board.chart(self.unit).class == Class::Infantry {
                game.fire.spent |= 1 << man;
            }
        }
        let at = game.aimed_point();
        game.aim_turret(self.unit, at);
        game.mark_fired(self.unit, journal);
        match shell.aim {
            _ if game.gun().is_mortar() => game.flow.call(Lob { kind: ScatterKind::Mortar }),
            Aim::Model(_) | Aim::Man(..) => game.flow.call(Hit),
            _ => game.flow.call(WallHit),
        }
    }
}
