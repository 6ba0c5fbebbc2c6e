//! What a decision looks like before it is made.

use kit::{Hint, HintKind, Silent, flow::Flow as _, position::UnitId};

use super::Skirmish;
use crate::{
    action::{Action, Degrees, Order},
    board::March,
    flow::Step,
    shell::Ammunition,
};

fn labelled(kind: HintKind, label: impl Into<String>) -> Hint {
    Hint { kind, label: label.into(), ..Hint::default() }
}

impl Skirmish {
    /// SKIR-MOV-5: a way with its price; everything else in words.
    pub(super) fn hint_for(&self, action: &Action) -> Hint {
        match *action {
            Action::To(spot, floor) => self.way_hint(spot.at(self), floor),
            Action::Via(_) | Action::Back(_) | Action::Enter(_) | Action::Place(..) => {
                Hint { kind: HintKind::Go, ..Hint::default() }
            }
            Action::Turn(Degrees(to)) | Action::Face(Degrees(to)) => {
                Hint { facing: Some(to), ..labelled(HintKind::Go, format!("look toward {to}°")) }
            }
            Action::Form(formation, Degrees(to)) => {
                labelled(HintKind::Go, format!("{} toward {to}°", formation.name()))
            }
            Action::Do(order, about) => self.order_hint(order, about),
            Action::Next(unit) => labelled(HintKind::Pick, format!("{} acts", self.name(unit))),
            Action::React(unit) => labelled(HintKind::Strike, format!("{} fires", self.name(unit))),
            Action::Request(unit) => labelled(HintKind::Plain, format!("{} asks for fire", self.name(unit))),
            Action::NoRequest => labelled(HintKind::End, "nobody asks"),
            Action::Marked => labelled(HintKind::End, "no more markers"),
            Action::Suggested => labelled(HintKind::Plain, "take the suggested places"),
            Action::Chip => labelled(HintKind::Plain, "play a chip: wait"),
            Action::Declare(platoon) => labelled(
                HintKind::Plain,
                format!("{} maneuvers", self.board.scenario().platoon(platoon).name),
            ),
            Action::Hold => labelled(HintKind::End, self.holding()),
            Action::Volley(target) => {
                self.shot_hint(action, format!("all light weapons at {}", self.name(target)))
            }
            Action::Shoot(ammunition, target, man) => {
                let shell = if ammunition == Ammunition::Ap { "AP" } else { "HE" };
                let at = man.map_or_else(String::new, |man| format!(", man {man}"));
                self.shot_hint(action, format!("{shell} at {}{at}", self.name(target)))
            }
            Action::Blast(ammunition, piece, floor) => {
                let shell = if ammunition == Ammunition::Ap { "AP" } else { "HE" };
                let floor = floor.map_or_else(String::new, |floor| format!(", floor {floor}"));
                let name = &self.board.terrain().piece(piece).name;
                labelled(HintKind::Strike, format!("{shell} at {name}{floor}"))
            }
            Action::Use(tool, target, _) => {
                labelled(HintKind::Strike, format!("{} at {}", tool.name(), self.name(target)))
            }
            Action::Flame(target) => labelled(HintKind::Strike, format!("flames at {}", self.name(target))),
            Action::Storm(piece) => {
                labelled(HintKind::Strike, format!("storm {}", self.board.terrain().piece(piece).name))
            }
            _ => Hint::default(),
        }
    }

    /// What it means to do nothing now.
    fn holding(&self) -> &'static str {
        match self.flow().top() {
            Step::Reacting(_) => "nobody reacts",
            Step::FireOrders(_) if self.fire.volleys.iter().any(Option::is_some) && !self.fire.opened => {
                "open fire as allotted"
            }
            Step::FireOrders(_) => "fire no more",
            Step::Routing(_) | Step::Forming(_) | Step::Alighting(_) => "stay there",
            _ => "no more",
        }
    }

    fn order_hint(&self, order: Order, about: Option<UnitId>) -> Hint {
        let words = order.name().replace('-', " ");
        let label = about.map_or_else(|| words.clone(), |other| format!("{words}: {}", self.name(other)));
        let kind = if order == Order::Assault { HintKind::Strike } else { HintKind::Plain };
        let note = match order.divisor() {
            _ if !order.moves() => "",
            2 => "half its movement",
            4 => "a quarter of its movement",
            _ => "",
        };
        Hint { note: note.to_owned(), ..labelled(kind, label) }
    }

    fn way_hint(&self, to: kit::tabletop::Point, floor: Option<u8>) -> Hint {
        let (Some(unit), Step::Routing(_)) = (self.act.unit, self.flow().top()) else {
            return Hint { kind: HintKind::Go, ..Hint::default() };
        };
        let scene = self.board.scene(Some(self.board.side(unit)));
        let march = March::new(&scene, &self.board, self.mover(&scene, unit, false));
        let way = self.way_to::<Silent>(&march, &scene, unit, to, floor);
        let price = way.ok().and_then(|way| march.judge::<Silent>(&way, 0).ok());
        let note = price.map_or_else(String::new, |price| {
            let (cm, mm) = (price.length / 10_000, price.length / 1000 % 10);
            let share = (price.points * 100).checked_div(price.budget).unwrap_or(0);
            format!("{cm}.{mm} cm, {share} % of its movement")
        });
        Hint { kind: HintKind::Go, note, ..Hint::default() }
    }

    /// The means of a shot beside its name.
    fn shot_hint(&self, action: &Action, label: String) -> Hint {
        let note = match self.flow().top() {
            Step::FireOrders(orders) => orders.report(self, *action).map_or_else(String::new, |report| {
                let means = report.expected.iter().filter(|mean| mean.decimal != "0");
                let means: Vec<String> =
                    means.map(|mean| format!("{} {}", mean.what, mean.decimal)).collect();
                means.join(", ")
            }),
            _ => String::new(),
        };
        Hint { note, ..labelled(HintKind::Strike, label) }
    }
}
