//! Whom and what the weapons of a unit may be aimed at (SKIR-SPT-1, SKIR-HWF-2, SKIR-HWF-20).

use kit::{
    Objection,
    objection::{no, no_if},
    position::UnitId,
    tabletop::Point,
};

use super::{Aim, FireOrders, Lines, Shell, kept, lines::distance, weapons::men_of};
use crate::{charts::HeavyWeapon, game::Skirmish, harm::Men, shell::Ammunition};

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

    pub(super) fn may_fire<E: Objection>(self, game: &Skirmish) -> Result<(), E> {
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

    pub(super) fn volley_harms(self, game: &Skirmish, target: UnitId, lines: &Lines<'_>) -> bool {
        let Ok(hittable) = self.may_target::<kit::Silent>(game, target, lines) else { return false };
        let bearers = self.bearers(game, target, hittable, lines);
        bearers != 0 && game.volley(self.unit, self.moving, target, bearers, lines).is_some()
    }

    pub(super) fn shell_harms(self, game: &Skirmish, target: UnitId, lines: &Lines<'_>) -> bool {
        [Ammunition::Ap, Ammunition::He].into_iter().any(|ammunition| {
            let man = self.best_man(game, target, lines);
            self.check_shell::<kit::Silent>(game, ammunition, target, man, lines).is_ok()
        })
    }

    /// 5.6: the man with most comrades within the fragments radius, of equals the leader, then the first.
    pub(super) fn best_man(self, game: &Skirmish, target: UnitId, lines: &Lines<'_>) -> Option<u8> {
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
    pub(crate) fn check_shell<E: Objection>(
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
        let shell = self.shell(ammunition, bearer, lines);
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
        weapon: &HeavyWeapon,
        from: Point,
        to: Point,
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

    fn shell(self, ammunition: Ammunition, bearer: Option<u8>, lines: &Lines<'_>) -> Shell {
        let game = lines.game();
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
            height: lines.elevation(self.unit, bearer) as i16,
            aim: Aim::Nothing,
        }
    }

    /// SKIR-SPT-11, SKIR-HWF-16, SKIR-HWF-20: judges a shell at a building, a trench, a wall or a point.
    pub(super) fn check_place<E: Objection>(
        self,
        game: &Skirmish,
        ammunition: Ammunition,
        aim: Aim,
        lines: &Lines<'_>,
    ) -> Result<Shell, E> {
        let (weapon, bearer) = game.may_shell::<E>(self.unit, self.moving)?;
        no_if(self.only.is_some(), "SKIR-MAN-22", "", || "reaction fire goes at a unit".to_owned())?;
        crate::shell::armor_row::<E>(weapon, ammunition)?;
        let mut shell = self.shell(ammunition, bearer, lines);
        shell.aim = aim;
        let ground = matches!(aim, Aim::Ground(..));
        if let Aim::Ground(x, y) = aim {
            let is_off = !game.board.terrain().holds(Point::new(x.into(), y.into()));
            no_if(is_off, "SKIR-HWF-16", "", || format!("{x},{y} is not on the table"))?;
        }
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
            Aim::Wall(piece, floor) => {
                let floor = floor.unwrap_or_else(|| game.middle_floor(piece));
                lines.sees_wall(self.unit, bearer, (piece, floor), to)
            }
            // SKIR-R134: half a floor above the ground, and not in its own way.
            Aim::Line(piece, ..) => lines.sees_wall(self.unit, bearer, (piece, 0), to),
            _ => lines.sees_point(self.unit, bearer, to),
        };
        no_if(!seen, "SKIR-SPT-11", "", || "the weapon has no line to it".to_owned())?;
        Ok(shell)
    }
}
