//! What a unit fires at: orders one by one until its owner has enough.

use kit::{
    Journal, Objection, Prompt, Seat,
    flow::Decision,
    objection::{no_if, no_since, not_now},
    position::UnitId,
    tabletop::Point,
};
use smallvec::SmallVec;

use super::{Aim, Allotment, Hit, Lines, Lob, Shell, Volleys, WallHit, listing::NEAREST};
use crate::{
    action::{Action, Order, Spot},
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

/// Where ground before a gun is looked at, in millimetres.
const AHEAD: [i32; 3] = [100, 300, 700];

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

/// SKIR-SPT-11, SKIR-HWF-16: whether a unit could send a shell somewhere though it sees nobody.
pub fn can_shell_ground(game: &Skirmish, unit: UnitId) -> bool {
    let orders = FireOrders { unit, moving: false, only: None };
    let mut fresh = *game;
    fresh.fire.begin();
    orders.may_fire::<kit::Silent>(&fresh).is_ok() && orders.reaches_ground(&fresh)
}

/// Whether a unit that stands still could fire so, from where it is.
pub fn could_order(game: &Skirmish, unit: UnitId, action: Action) -> bool {
    let orders = FireOrders { unit, moving: false, only: None };
    let mut fresh = *game;
    fresh.fire.begin();
    orders.check::<kit::Silent>(&fresh, action).is_ok()
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
            let targets: SmallVec<[UnitId; NEAREST]> = self.targets(game, &lines).collect();
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
    pub(super) const fn throws(self, tool: Tool, target: UnitId, man: Option<u8>) -> Use {
        Use { unit: self.unit, tool, target, man, inside: false, assault: false }
    }

    pub(super) fn heavy_left(self, game: &Skirmish) -> bool {
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
            || self.shells_ground(game)
    }

    /// SKIR-HWF-16: whether a gun told to fire though it sees nobody has still a shell for a house or the ground.
    fn shells_ground(self, game: &Skirmish) -> bool {
        let is_told = game.act.order == Order::Fire && self.only.is_none() && !game.fire.opened;
        let at_place = !matches!(game.fire.shell.aim, Aim::Model(_) | Aim::Man(..));
        is_told && (game.fire.shells == 0 || at_place) && self.reaches_ground(game)
    }

    /// SKIR-SPT-11, SKIR-HWF-16: whether a shell can go at a building, or at the ground before its gun.
    fn reaches_ground(self, game: &Skirmish) -> bool {
        if !self.heavy_left(game) {
            return false;
        }
        let (lines, terrain, at) =
            (Lines::known_to(game, self.unit), game.board.terrain(), game.at(self.unit));
        let reaches = |aim| self.check_place::<kit::Silent>(game, Ammunition::He, aim, &lines).is_ok();
        let mut walls = terrain.pieces().filter_map(|(piece, _)| game.aim_at(piece, None, self.unit));
        let least = game.heavy_weapon(self.unit).map_or(0, |(weapon, _)| weapon.least) as i32;
        let middle = Point::new(terrain.width / 2, terrain.depth / 2);
        let ahead = game.heavy_arc(self.unit).map_or_else(|| at.bearing(middle), |(ahead, _)| ahead);
        let mut ground =
            AHEAD.iter().map(|step| at.offset(ahead, least + step)).filter(|to| terrain.holds(*to));
        walls.any(reaches) || ground.any(|to| reaches(Aim::Ground(to.x as i16, to.y as i16)))
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
