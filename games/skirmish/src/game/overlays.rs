//! What can be laid over the table: sight, danger, arcs, shots and threats with their odds.

use kit::{
    CounterId, Fraction, LineLook, Overlay, PatchLook, Report, Status, TableLine, TablePatch, Viewer,
    position::UnitId,
    tabletop::{Heading, Point},
};

use super::Skirmish;
use crate::{
    action::Action,
    charts::Class,
    fire::FireOrders,
    shell::Ammunition,
    state::{Flags, Side},
    survey::{Exposure, Patch},
};

/// Short name and title of each.
pub(super) const OVERLAYS: &[(&str, &str)] = &[
    ("sight", "its sight"),
    ("watched", "who sees it"),
    ("danger", "enemy sight"),
    ("arcs", "arcs and ranges"),
    ("shots", "shots"),
    ("threats", "threats"),
    ("command", "command"),
];

impl Skirmish {
    /// One of the overlays as a viewer may see it.
    pub(super) fn overlay_for(
        &self,
        name: &str,
        viewer: Viewer,
        counter: Option<CounterId>,
    ) -> Option<Overlay> {
        let (name, title) = OVERLAYS.iter().find(|(known, _)| *known == name)?;
        let blank = Overlay { name: (*name).to_owned(), title: (*title).to_owned(), ..Overlay::default() };
        let side = match viewer {
            Viewer::Seat(seat) => Some(Side::of(seat)),
            Viewer::Spectator => None,
        };
        if *name == "danger" {
            return Some(match side {
                Some(side) => self.danger(blank, side),
                None => {
                    Overlay { legend: "Whoever has a seat sees what the enemy sees.".to_owned(), ..blank }
                }
            });
        }
        let everything_is_open = self.house.open || matches!(kit::Game::status(self), Status::Over(_));
        let unit = counter
            .and_then(|CounterId(id)| u8::try_from(id).ok())
            .map(UnitId)
            .filter(|unit| unit.index() < self.board.scenario().muster.len())
            .filter(|unit| self.board.is_on_table(*unit))
            .filter(|unit| everything_is_open || side == Some(self.board.side(*unit)));
        let Some(unit) = unit else {
            return Some(Overlay { legend: "Choose a unit of yours on the table.".to_owned(), ..blank });
        };
        Some(match *name {
            "sight" => self.sight_of(blank, unit),
            "watched" => self.watched(blank, unit),
            "arcs" => self.arcs(blank, unit),
            "shots" => self.own_shots(blank, unit),
            "threats" => self.threats(blank, unit),
            _ => self.command(blank, unit),
        })
    }

    fn patch(&self, patch: &Patch, look: PatchLook, words: &str) -> TablePatch {
        let (least, most) = (patch.bounds.least, patch.bounds.most);
        let corners = [least, Point::new(most.x, least.y), most, Point::new(least.x, most.y)];
        TablePatch {
            points: corners.map(|at| self.on_screen(at)).to_vec(),
            look,
            words: words.to_owned(),
            ..TablePatch::default()
        }
    }

    /// SKIR-SPT-2: what lies in the dark for a unit.
    fn sight_of(&self, mut overlay: Overlay, unit: UnitId) -> Overlay {
        overlay.legend = format!(
            "Dark ground is out of sight of {}; on dim ground it spots men only while they move or fire.",
            self.name(unit)
        );
        overlay.clauses = vec!["SKIR-SPT-2", "SKIR-SPT-9"];
        for patch in self.board.hidden_ground(unit) {
            let (look, words) = match patch.exposure {
                None => (PatchLook::Dark, "out of sight"),
                Some(Exposure::Firing) => (PatchLook::Dim, "men are spotted only while they fire"),
                Some(_) => (PatchLook::Dim, "men are spotted only while they move or fire"),
            };
            overlay.patches.push(self.patch(
                &Patch { bounds: patch.bounds, exposure: Exposure::Firing },
                look,
                words,
            ));
        }
        overlay
    }

    fn danger(&self, mut overlay: Overlay, side: Side) -> Overlay {
        overlay.legend.push_str("Ground on which a man of yours would be spotted by enemies whom you see.");
        overlay.clauses = vec!["SKIR-SPT-2", "SKIR-MAN-20"];
        for patch in self.board.danger_ground(side) {
            let words = match patch.exposure {
                Exposure::Always => "spotted even if he keeps still",
                Exposure::Moving => "spotted when he moves or fires",
                Exposure::Firing => "spotted when he fires",
            };
            let look = if patch.exposure == Exposure::Always { PatchLook::Danger } else { PatchLook::Dim };
            overlay.patches.push(self.patch(&patch, look, words));
        }
        overlay
    }

    fn line_to(&self, from: UnitId, to: UnitId, look: LineLook, words: String) -> TableLine {
        let at = |unit| self.on_screen(self.board.centre(unit));
        TableLine {
            points: vec![at(from), at(to)],
            seat: Some(self.board.side(from).seat()),
            look,
            words,
            ..TableLine::default()
        }
    }

    /// Enemies in sight who see a unit, and those who do not.
    fn watched(&self, mut overlay: Overlay, unit: UnitId) -> Overlay {
        overlay.clauses = vec!["SKIR-SPT-2"];
        let watchers = self.board.seen_by(unit);
        overlay.legend = format!("{} of the enemies in sight see {}.", watchers.len(), self.name(unit));
        for enemy in self.board.seen[self.board.side(unit) as usize] {
            let sees = watchers.contains(&enemy);
            let words = format!("{} {}", self.name(enemy), if sees { "sees it" } else { "does not see it" });
            let look = if sees { LineLook::Sight } else { LineLook::Blocked };
            overlay.lines.push(self.line_to(enemy, unit, look, words));
        }
        overlay
    }

    /// A part of a ring around a point.
    fn sector(&self, at: Point, arc: Option<(Heading, u16)>, near: u32, far: u32) -> Vec<(i32, i32)> {
        let (from, to) = arc.map_or((0, 360), |(ahead, degrees)| {
            let ahead = i32::from(ahead.degrees());
            (ahead - i32::from(degrees), ahead + i32::from(degrees))
        });
        let rim = |mm: u32| {
            let steps = (from..to).step_by(4).chain([to]);
            steps.map(move |degrees| {
                let heading = Heading::new(degrees.rem_euclid(360) as u16);
                self.on_screen(at.offset(heading, mm as i32))
            })
        };
        let mut points: Vec<(i32, i32)> = rim(near).collect();
        points.reverse();
        points.extend(rim(far));
        points
    }

    /// SKIR-GEO-14, SKIR-HWF-2: where a unit's best weapon reaches, band by band.
    fn arcs(&self, mut overlay: Overlay, unit: UnitId) -> Overlay {
        overlay.clauses = vec!["SKIR-GEO-14", "SKIR-LWF-3", "SKIR-HWF-2"];
        let heavy = self.heavy_weapon(unit).filter(|_| self.board.chart(unit).class != Class::Infantry);
        let (name, from, arc, bands) = if let Some((weapon, bearer)) = heavy {
            let from = bearer.map_or_else(|| self.board.model_at(unit), |man| self.place(unit, man));
            let (least, ranges) = (if weapon.is_mortar() { weapon.least } else { 0 }, weapon.ranges);
            let bands = [least, ranges.short, ranges.effective, ranges.long];
            (weapon.name.clone(), from, self.heavy_arc(unit), bands)
        } else {
            let guns = self.light_weapons(unit, 0, 0);
            let Some(gun) = guns.iter().max_by_key(|gun| gun.weapon.ranges.long) else {
                return Overlay { legend: format!("{} has no weapon to fire.", self.name(unit)), ..overlay };
            };
            let ranges = gun.weapon.ranges;
            (gun.weapon.name.clone(), gun.from, gun.arc, [0, ranges.short, ranges.effective, ranges.long])
        };
        overlay.legend = format!("{name} of {}: short, effective and long range.", self.name(unit));
        let looks = [PatchLook::Near, PatchLook::Middle, PatchLook::Far];
        for ((near, far), look) in bands.iter().zip(&bands[1..]).zip(looks) {
            if far > near {
                overlay.patches.push(TablePatch {
                    points: self.sector(from, arc, *near, *far),
                    look,
                    label: format!("{} cm", far / 10),
                    words: format!("{} to {} cm", near / 10, far / 10),
                    seat: Some(self.board.side(unit).seat()),
                });
            }
        }
        overlay
    }

    /// Fire orders as if the unit began to fire now.
    fn all_shots(&self, unit: UnitId, target: UnitId) -> Vec<Report> {
        let mut fresh = *self;
        fresh.fire.begin();
        let orders = FireOrders { unit, moving: false, only: None };
        let man = self.board.is_afoot(target).then(|| self.board.unit(target).leader);
        let tries = [
            Action::Volley(target),
            Action::Shoot(Ammunition::Ap, target, man),
            Action::Shoot(Ammunition::He, target, man),
        ];
        let allowed =
            |action: &Action| kit::flow::Decision::check::<kit::Silent>(orders, &fresh, *action).is_ok();
        tries.into_iter().filter(allowed).filter_map(|action| orders.report(&fresh, action)).collect()
    }

    fn shot_lines(&self, from: UnitId, to: UnitId, overlay: &mut Overlay) {
        // The best of its weapons stands at the line, all of them in its words.
        let reports = self.all_shots(from, to);
        let mut words = vec![format!("{} at {}", self.name(from), self.name(to))];
        let mut best: Option<(usize, Fraction, String)> = None;
        for report in &reports {
            let means: Vec<String> =
                report.expected.iter().map(|mean| format!("{} {}", mean.what, mean.decimal)).collect();
            words.push(format!("{}: {}", report.title, means.join(", ")));
            for (rank, (what, said)) in LOSSES.into_iter().enumerate() {
                let Some(mean) = report.expected.iter().find(|mean| mean.what == what) else { continue };
                // Less than one in a hundred is not worth a word.
                let tells = mean.mean > Fraction::new(1, 100);
                let better = best
                    .as_ref()
                    .is_none_or(|(known, value, _)| rank < *known || rank == *known && mean.mean > *value);
                if tells && better {
                    let figure = if what == "dead" {
                        mean.decimal.clone()
                    } else {
                        format!("{} %", mean.mean.percent())
                    };
                    best = Some((rank, mean.mean, format!("{said} {figure}")));
                }
            }
        }
        let look = if reports.is_empty() { LineLook::Blocked } else { LineLook::Fire };
        let label = best.map_or_else(|| "next to nothing".to_owned(), |(_, _, label)| label);
        let label = if reports.is_empty() { String::new() } else { label };
        overlay.lines.push(TableLine { label, ..self.line_to(from, to, look, words.join("; ")) });
    }

    /// What the unit could fire at now, with the exact odds of the whole chain.
    fn own_shots(&self, mut overlay: Overlay, unit: UnitId) -> Overlay {
        overlay.clauses = vec!["SKIR-LWF-1", "SKIR-HWF-1"];
        overlay.legend =
            format!("What {} could fire at if it stood still, and what comes of it.", self.name(unit));
        for enemy in self.board.seen[self.board.side(unit) as usize] {
            self.shot_lines(unit, enemy, &mut overlay);
        }
        overlay
    }

    /// What the enemies in sight could do to the unit, taken that they see it.
    fn threats(&self, mut overlay: Overlay, unit: UnitId) -> Overlay {
        overlay.clauses = vec!["SKIR-LWF-1", "SKIR-HWF-1"];
        overlay.legend =
            format!("What the enemies in sight could do to {} if they stood still.", self.name(unit));
        let side = self.board.side(unit);
        // Nothing that the side cannot know may have a say.
        let mut known = *self;
        for enemy in self.board.army(side.other()) {
            if !self.board.knows(side, enemy) && self.board.is_on_table(enemy) {
                known.board.unit_mut(enemy).set(Flags::GONE, true);
            }
        }
        known.board.seen[side.other() as usize] = self.board.army(side);
        known.board.ground = self.board.ground;
        for enemy in self.board.seen[side as usize] {
            known.shot_lines(enemy, unit, &mut overlay);
        }
        overlay
    }

    /// SKIR-COM-1: who hears his commander.
    fn command(&self, mut overlay: Overlay, unit: UnitId) -> Overlay {
        overlay.clauses = vec!["SKIR-COM-1", "SKIR-COM-5"];
        let platoon = self.board.scenario().platoon(self.board.member(unit).platoon);
        overlay.legend = format!(
            "{}: whoever is linked to {} may do everything, the others simple maneuvers only.",
            platoon.name,
            self.name(platoon.commander)
        );
        let others = platoon.members.iter().filter(|member| *member != platoon.commander);
        for member in others.filter(|member| self.board.is_on_table(*member)) {
            let linked = self.is_in_communication(member);
            let words =
                format!("{} is {} communication", self.name(member), if linked { "in" } else { "out of" });
            let look = if linked { LineLook::Link } else { LineLook::Blocked };
            if self.board.is_on_table(platoon.commander) {
                overlay.lines.push(self.line_to(platoon.commander, member, look, words));
            }
        }
        overlay
    }
}

/// What a shot is judged by, the worst for the target first, and the word for it.
const LOSSES: [(&str, &str); 4] =
    [("wrecked or abandoned", "knocked out"), ("team lost", "lost"), ("dead", "dead"), ("fleeing", "flees")];
