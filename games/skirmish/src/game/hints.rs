//! What a decision looks like before it is made.

use kit::{
    Hint, HintKind, Silent,
    flow::OnStack as _,
    position::UnitId,
    tabletop::{Bounds, Point},
};

use super::Skirmish;
use crate::{
    action::{Action, Degrees, Order},
    board::{March, OpeningKind, PieceId},
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
                Hint {
                    spot: Some(self.middle(piece)),
                    ..labelled(HintKind::Strike, format!("{shell} at {name}{floor}"))
                }
            }
            Action::BlastOpening(ammunition, piece, opening) => {
                let shell = if ammunition == Ammunition::Ap { "AP" } else { "HE" };
                self.opening_hint(piece, opening, format!("{shell} at"))
            }
            Action::Plant(tool, piece) => {
                let name = &self.board.terrain().piece(piece).name;
                let label = format!("{} at the wall of {name}", tool.name());
                Hint { spot: Some(self.middle(piece)), ..labelled(HintKind::Strike, label) }
            }
            Action::Toss(tool, piece, opening) => {
                self.opening_hint(piece, opening, format!("{} through", tool.name()))
            }
            Action::Allot(bearer, target) => {
                labelled(HintKind::Strike, format!("weapon {bearer} at {}", self.name(target)))
            }
            Action::Man(man, _) => labelled(HintKind::Go, format!("place man {man} by hand")),
            Action::Use(tool, target, _) => {
                labelled(HintKind::Strike, format!("{} at {}", tool.name(), self.name(target)))
            }
            Action::Flame(target) => labelled(HintKind::Strike, format!("flames at {}", self.name(target))),
            Action::Storm(piece) => {
                let label = format!("storm {}", self.board.terrain().piece(piece).name);
                Hint { spot: Some(self.middle(piece)), ..labelled(HintKind::Strike, label) }
            }
            _ => Hint::default(),
        }
    }

    /// The middle of a piece of terrain, on the screen.
    fn middle(&self, piece: PieceId) -> (i32, i32) {
        let Bounds { least, most } = self.board.terrain().piece(piece).bounds;
        self.on_screen(Point { x: i32::midpoint(least.x, most.x), y: i32::midpoint(least.y, most.y) })
    }

    /// Something that goes at an opening of a building.
    fn opening_hint(&self, piece: PieceId, number: u8, what: String) -> Hint {
        let house = &self.board.terrain().piece(piece).name;
        let Some(opening) = self.board.terrain().openings(piece).get(usize::from(number)) else {
            return labelled(HintKind::Strike, what);
        };
        let kind = match opening.kind {
            OpeningKind::Door => "door",
            OpeningKind::Window => "window",
            OpeningKind::Slit => "slit",
        };
        let floor = if opening.floor == 0 { String::new() } else { format!(", floor {}", opening.floor) };
        let label = format!("{what} {kind} {number} of {house}{floor}");
        Hint { spot: Some(self.on_screen(opening.at)), ..labelled(HintKind::Strike, label) }
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

    fn way_hint(&self, to: Point, floor: Option<u8>) -> Hint {
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
