//! Decisions that a point or a heading of the table completes.

use kit::{
    CounterId, Freehand, HintKind,
    flow::{Decision as _, OnStack as _},
    position::UnitId,
    tabletop::Point,
};

use super::Skirmish;
use crate::{
    action::{Action, Order},
    fire::FireOrders,
    flow::Step,
    placing::MOST_MEN,
    scenario::Formation,
};

/// A decision about a point.
fn at_point(label: &str, verb: &str) -> Freehand {
    Freehand {
        label: label.to_owned(),
        verb: verb.to_owned(),
        kind: HintKind::Go,
        point: true,
        ..Freehand::default()
    }
}

impl Skirmish {
    /// A decision about a heading, shown from a point.
    fn heading(&self, label: &str, verb: &str, from: Point, facing: u16) -> Freehand {
        Freehand {
            label: label.to_owned(),
            verb: verb.to_owned(),
            kind: HintKind::Go,
            heading: Some(0),
            from: Some(self.on_screen(from)),
            facing,
            ..Freehand::default()
        }
    }

    /// SKIR-GEO-6: every formation, in any direction.
    fn formations(&self, from: Point, facing: u16) -> impl Iterator<Item = Freehand> {
        Formation::ALL.into_iter().map(move |formation| Freehand {
            numbers: vec![formation as u16],
            heading: Some(1),
            ..self.heading(&capital(formation.name()), "form", from, facing)
        })
    }

    /// What can be decided about any point or heading now.
    pub(super) fn freehand(&self) -> Vec<Freehand> {
        match self.flow().top() {
            Step::Deploying(step) => self.unplaced(step.side).flat_map(|unit| self.placings(unit)).collect(),
            Step::Marking(_) => vec![
                at_point("A marker there", "mark"),
                at_point("All markers there", "mark-all"),
                at_point("A cross of markers there", "mark-cross"),
            ],
            Step::Routing(step) => self.ways(step.unit),
            Step::Forming(step) => {
                let end = self.way_so_far(step.unit);
                let end = end[end.len() - 1];
                let facing = step.ahead(self);
                if self.board.is_afoot(step.unit) {
                    let mut all: Vec<Freehand> = self.formations(end, facing).collect();
                    // Those that have room where it looks now come first.
                    all.sort_by_key(|tool| {
                        let formation = Formation::ALL[usize::from(tool.numbers[0])];
                        self.formed(step.unit, formation, facing).is_none()
                    });
                    all.extend(self.by_hand(step.unit));
                    all
                } else {
                    vec![self.heading("Look there", "face", end, facing)]
                }
            }
            Step::Alighting(step) => {
                let mut all = vec![at_point("Get down there", "to")];
                if let Some(anchor) = step.anchor(self) {
                    all.extend(self.formations(anchor, self.board.unit(step.team).heading));
                }
                all
            }
            Step::FireOrders(orders) => self.aimings(orders),
            _ => Vec::new(),
        }
    }

    /// SKIR-GEO-6: each man but the leader may be placed by hand.
    fn by_hand(&self, unit: UnitId) -> impl Iterator<Item = Freehand> {
        let leader = self.board.unit(unit).leader;
        let men = self.board.living(unit).map(|(man, _)| man).filter(move |man| *man != leader);
        men.map(move |man| Freehand {
            numbers: vec![u16::from(man)],
            grip: Some(self.figure(unit, man)),
            ..at_point(&self.called(unit, man), "man")
        })
    }

    /// A man with what he bears, or a weapon that is mounted.
    fn called(&self, unit: UnitId, man: u8) -> String {
        let arm = self.arm_of(unit, man);
        let what = if self.board.is_afoot(unit) { "Man" } else { "Weapon" };
        if arm.is_empty() { format!("{what} {man}") } else { format!("{what} {man}, {arm}") }
    }

    /// SKIR-LWF-2: one weapon after the other may be given a target; SKIR-HWF-4: HE goes at any point.
    fn aimings(&self, orders: FireOrders) -> Vec<Freehand> {
        let mut all = Vec::new();
        let FireOrders { unit, moving, only } = orders;
        if only.is_none() && self.may_shell::<kit::Silent>(unit, moving).is_ok() {
            all.push(Freehand { kind: HintKind::Strike, ..at_point("HE at that point", "blast-at") });
        }
        let mut listed = Vec::new();
        orders.choices(self, &mut listed);
        let targets: Vec<UnitId> = listed
            .iter()
            .filter_map(|action| match action {
                Action::Volley(target) => Some(*target),
                _ => None,
            })
            .collect();
        for bearer in 0..MOST_MEN as u8 {
            let may =
                |target: &UnitId| orders.check::<kit::Silent>(self, Action::Allot(bearer, *target)).is_ok();
            if targets.iter().any(may) {
                all.push(Freehand {
                    label: self.called(unit, bearer),
                    verb: "allot".to_owned(),
                    kind: HintKind::Strike,
                    numbers: vec![u16::from(bearer)],
                    grip: self.board.is_afoot(unit).then(|| self.figure(unit, bearer)),
                    target: true,
                    ..Freehand::default()
                });
            }
        }
        all
    }

    /// SKIR-R97: a unit in any formation, or a model.
    fn placings(&self, unit: UnitId) -> Vec<Freehand> {
        let suggestion = self.board.member(unit).suggestion;
        let place = |formation: Formation, label: String| Freehand {
            label,
            units: vec![CounterId::from(unit)],
            numbers: vec![formation as u16],
            heading: Some(0),
            facing: suggestion.facing,
            floors: self.board.is_afoot(unit),
            ..at_point("", "place")
        };
        if self.board.is_model(unit) {
            return vec![place(Formation::Line, "Place it".to_owned())];
        }
        let mut formations = Formation::ALL;
        // The one that the scenario suggests comes first.
        formations.sort_by_key(|formation| *formation != suggestion.formation);
        formations.into_iter().map(|formation| place(formation, capital(formation.name()))).collect()
    }

    /// SKIR-MOV-5, SKIR-MOV-11, SKIR-MOV-14: where a unit may be sent.
    fn ways(&self, unit: UnitId) -> Vec<Freehand> {
        if self.board.is(unit, crate::state::Flags::TO_COME) && !self.act.way.has_begun() {
            return vec![at_point("Come on there", "enter at")];
        }
        let mut all = vec![Freehand { floors: self.board.is_afoot(unit), ..at_point("Go there", "to") }];
        if self.act.order == Order::Assault {
            return all;
        }
        all.push(at_point("Go through there", "via"));
        if self.board.is_model(unit) && !self.act.way.has_begun() {
            if self.board.chart(unit).is_vehicle() {
                all.push(at_point("Back there", "back to"));
            }
            let state = self.board.unit(unit);
            all.push(self.heading("Turn in place", "turn to", self.board.model_at(unit), state.heading));
        }
        all
    }
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
