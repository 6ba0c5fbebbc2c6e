//! What an order would do, before it is given: exact chances from the chains that are played, with reasons.
//!
//! A side may not learn what it does not know: commanders out of its sight lend no rank here, and whether the target has fire
//! to lose is left open.

mod team;

use kit::{
    Factor, Fraction, Reckoning, Refusal, Report, Silent, chance,
    flow::OnStack as _,
    inquiry::{Fact, Told},
    position::UnitId,
    tabletop::{Heading, Shape},
};

use super::{FireOrders, Lines, Shell, weapons::men_of};
use crate::{
    action::Action,
    attack::Choice,
    condition::{Condition, Victim},
    flow::Step,
    game::Skirmish,
    light_fire::BANDS,
    report,
    shell::{Company, Flight, Salvo, Watch, armor_row},
    state::Side,
    words::Shelter,
};

use team::TeamFire;

/// What an order comes to on average.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Forecast {
    /// Men of the target who fall.
    pub dead: Fraction,
    /// How often the target is lost: wrecked, left or wiped out.
    pub lost: Fraction,
    /// How often it flees.
    pub flees: Fraction,
}

/// The chances of every order that the unit in hand can be given now.
pub fn reports(game: &Skirmish) -> Vec<Report> {
    let Step::FireOrders(orders) = game.flow().top() else { return Vec::new() };
    let mut choices = Vec::new();
    kit::flow::Decision::choices(orders, game, &mut choices);
    choices.into_iter().filter_map(|action| orders.report(game, action)).collect()
}

/// The means of one order.
pub fn forecast(game: &Skirmish, orders: FireOrders, action: Action) -> Option<Forecast> {
    let report = orders.report(game, action)?;
    let mean = |names: &[&str]| {
        let found = report.expected.iter().find(|expected| names.contains(&expected.what));
        found.map_or(Fraction::new(0, 1), |expected| expected.mean)
    };
    Some(Forecast {
        dead: mean(&["dead"]),
        lost: mean(&["team lost", "wrecked or abandoned"]),
        flees: mean(&["fleeing"]),
    })
}

impl Skirmish {
    /// A unit as an enemy knows it: ranks are lent only by commanders whom he sees, and CF is nobody's business.
    fn victim_known_to(&self, target: UnitId, side: Side) -> Victim {
        let known = self.commanders_near(target).filter(|unit| self.board.knows(side, *unit));
        let lent = known.map(|unit| self.own_rank(unit)).max().unwrap_or(0);
        Victim { lent, can_fire: false, ..self.victim(target) }
    }

    /// SKIR-SCT-1, SKIR-R90: for each face of the D8, how many headings burst so that fragments reach the model aimed at.
    /// None where a house or trench would have its say.
    fn near_misses(&self, target: UnitId, lines: &Lines<'_>) -> Option<[u16; 8]> {
        let reach = u32::from(self.blast().0) * 10;
        let line = self.fire.shell.from().bearing(self.aimed_point());
        let shape = self.board.model_shape(target);
        let mut headings = [0; 8];
        for (face, count) in (1u16..).zip(&mut headings) {
            let mm = face.saturating_sub(self.fire.shell.cs.into()) * 10;
            for degrees in 0..360 {
                let heading = Heading::new(degrees);
                if line.off(heading) <= self.board.rules.limits.overflight {
                    continue;
                }
                let at = self.astray(mm, heading);
                if lines.building_at(at).is_some() || lines.trench_at(at).is_some() {
                    return None;
                }
                let hits = self.board.terrain().holds(at)
                    && shape.is_within(&Shape::point(at), reach)
                    && lines.burst_reaches(at, None, target, 0);
                *count += u16::from(hits);
            }
        }
        Some(headings)
    }
}

impl FireOrders {
    /// The chances of one order, with what they are made of.
    pub(crate) fn report(self, game: &Skirmish, action: Action) -> Option<Report> {
        match action {
            Action::Volley(target) => self.volley_report(game, target),
            Action::Shoot(ammunition, target, man) => {
                let lines = Lines::known_to(game, self.unit);
                let shell = self.check_shell::<Silent>(game, ammunition, target, man, &lines).ok()?;
                let (weapon, _) = game.may_shell::<Silent>(self.unit, self.moving).ok()?;
                let left = weapon.shots.of(self.moving).saturating_sub(game.fire.shells.into()).min(6) as u8;
                if game.board.is_model(target) && !weapon.is_mortar() {
                    self.model_report(game, shell, target, left, &lines)
                } else if game.board.is_afoot(target) {
                    self.team_report(game, shell, target, left, &lines)
                } else {
                    None
                }
            }
            _ => None,
        }
    }

    fn volley_report(self, game: &Skirmish, target: UnitId) -> Option<Report> {
        let lines = Lines::known_to(game, self.unit);
        let hittable = self.may_target::<Silent>(game, target, &lines).ok()?;
        let bearers = self.bearers(game, target, hittable, &lines) | game.allotted_to(target);
        let mut fire = game.volley(self.unit, self.moving, target, bearers, &lines)?;
        fire.volley.victim = game.victim_known_to(target, game.board.side(self.unit));
        let mut reckoning = Reckoning::default();
        fire.volley.reckon_skill(&mut reckoning);
        let odds = chance::odds(&fire).ok()?;
        let victim = fire.volley.victim;
        let harm = if victim.is_team() { "SKIR-LWF-9" } else { "SKIR-LWF-11" };
        let tell = |end: &crate::light_fire::VolleyState| report::tell(&victim, end.now, harm, "SKIR-LWF-1");
        let report = Report::of("light-fire", "A volley of light weapons", &reckoning, &odds, tell);
        let mut facts = vec![Fact::new("at", game.name(target), "SKIR-SPT-1")];
        for (band, &shots) in BANDS.iter().zip(&fire.volley.shots) {
            if shots > 0 {
                let words =
                    format!("{shots} shots, {} + {}", game.board.rules.die_of(*band), fire.volley.shooter.cs);
                facts.push(Fact::new(band.name(), words, "SKIR-LWF-4"));
            }
        }
        facts.extend(self.lines_of_weapons(game, target, hittable, &lines));
        Some(Report { facts, ..report })
    }

    /// Which weapons have a line to the target, and which have not.
    fn lines_of_weapons(
        self,
        game: &Skirmish,
        target: UnitId,
        hittable: crate::harm::Men,
        lines: &Lines<'_>,
    ) -> Vec<Fact> {
        let guns = game.light_weapons(self.unit, 0, 0);
        let (mut bear, mut fail): (Vec<&str>, Vec<&str>) = (Vec::new(), Vec::new());
        for gun in &guns {
            let bears = game.band(self.unit, gun, target, hittable, self.moving, lines).is_some();
            if bears { &mut bear } else { &mut fail }.push(&gun.weapon.id);
        }
        let list = |label, what: Vec<&str>, clause| {
            (!what.is_empty()).then(|| Fact::new(label, what.join(", "), clause))
        };
        let bear = list("in range and in sight", bear, "SKIR-R92");
        bear.into_iter().chain(list("out of range, arc or sight", fail, "SKIR-LWF-3")).collect()
    }

    fn model_report(
        self,
        game: &Skirmish,
        shell: Shell,
        target: UnitId,
        shells: u8,
        lines: &Lines<'_>,
    ) -> Option<Report> {
        let mut aimed = *game;
        aimed.fire.shell = shell;
        let weapon = aimed.gun();
        let victim = game.victim_known_to(target, shell.side);
        let ammunition = shell.ammunition();
        let higher = i32::from(shell.height) - lines.elevation(target, None);
        let exact = if shell.he && !game.house.eight_way {
            Some(aimed.near_misses(target, &Lines::of(game))?)
        } else {
            None
        };
        let salvo = Salvo {
            shooter: game.shooter(self.unit, self.moving),
            weapon,
            ammunition,
            row: armor_row::<Silent>(weapon, ammunition).ok()?,
            shells,
            flight: Flight::Direct(aimed.shell_band()),
            higher_mm: higher,
            aspects: game.aspects(target, shell.from()),
            choice: Choice::Best,
            victim,
            moving: game.has_moved(target),
            shelter: Shelter::None,
            at_leader: false,
            near: Company::default(),
            near_miss: Company::default(),
            indoors: false,
            watch: Watch::Fate,
            fragments_no_cs: game.house.fragments_no_cs,
            eight_way: game.house.eight_way,
            exact,
        };
        let mut reckoning = Reckoning::default();
        let shells = salvo.ready::<Refusal, _>(&mut reckoning).ok()?;
        let odds = chance::odds(&shells).ok()?;
        let tell = |end: &Condition| report::tell(&victim, *end, "SKIR-EFF-5", "SKIR-HWF-1");
        let title =
            if shell.he { "HE shells, one after the other" } else { "AP shells, one after the other" };
        let report = Report::of("shell", title, &reckoning, &odds, tell);
        let mut facts = vec![Fact::new("at", game.name(target), "SKIR-SPT-1")];
        for (place, part) in (0u8..).zip(&shells.attack.parts) {
            let striking = shells.attack.faces_that_strike(place);
            if striking > 0 {
                let needs = match part.needs {
                    0 => "no armor".to_owned(),
                    needs if needs > shells.attack.pierce.sides() => format!("{} cm hold", part.armor),
                    needs => format!("{} cm give way to {needs} or more", part.armor),
                };
                let words = format!("{}: {striking} of {}; {needs}", part.name, shells.attack.die);
                facts.push(Fact::new(if place == 3 { "choice" } else { "part" }, words, "SKIR-HWF-11"));
            }
        }
        Some(Report { facts, ..report })
    }

    fn team_report(
        self,
        game: &Skirmish,
        shell: Shell,
        target: UnitId,
        shells: u8,
        lines: &Lines<'_>,
    ) -> Option<Report> {
        let victim = game.victim_known_to(target, shell.side);
        let fire = TeamFire::of(game, shell, target, victim, shells, lines)?;
        let odds = chance::odds(&fire).ok()?;
        let mut reckoning = Reckoning::default();
        let cs = Factor::whole(shell.cs.into());
        kit::Tally::add(
            &mut reckoning,
            crate::shell::DIE,
            cs,
            game.name(self.unit),
            "Combat Skill of the firer",
            "SKIR-HWF-2",
        );
        let tell =
            |end: &team::TeamState| -> Told { report::tell(&victim, end.now, "SKIR-FRG-3", "SKIR-HWF-1") };
        let title = if fire.lobs { "Mortar grenades among men" } else { "Shells among men" };
        let report = Report::of("shell", title, &reckoning, &odds, tell);
        let reached = men_of(fire.reached_by_a_hit()).count();
        let facts = vec![
            Fact::new("at", game.name(target), "SKIR-HWF-5"),
            Fact::new("a burst on him reaches", format!("{reached} men"), "SKIR-FRG-3"),
        ];
        Some(Report { facts, ..report })
    }
}
