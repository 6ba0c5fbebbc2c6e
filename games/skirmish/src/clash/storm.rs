//! Infantry against buildings: devices at the wall or in by an opening (SKIR-ASL-7).

use kit::{
    Journal, Objection, Prompt, Seat,
    flow::Decision,
    objection::{no_if, no_since, not_now},
    position::UnitId,
    tabletop::{Outline, Point, Shape, Vector},
};

use super::{CONTACT, Tool, device::devices_of};
use crate::{
    action::Action,
    board::{PieceId, Scene},
    charts::Wall,
    fire::{Aim, Lines, Shell, kept, men_of},
    game::Skirmish,
    harm::BASE,
};

/// SKIR-ASL-7: in an assault on a building each man in contact with it may use a device, one after the other.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Storming {
    /// Who assaults.
    pub unit: UnitId,
    /// The building.
    pub piece: PieceId,
}

/// SKIR-ASL-1: whether a man at a point stands outside a building and in contact with its wall.
pub(crate) fn is_at_wall(scene: &Scene<'_>, piece: PieceId, at: Point) -> bool {
    let man = Shape::disc(at, BASE);
    scene.outlines(piece).any(|outline| man.is_near(outline, CONTACT) && !outline.holds(at))
}

/// The point of a wall that is nearest to a man.
fn nearest_on_wall(outline: Outline<'_>, man: Point) -> Point {
    let corners = outline.corners();
    let sides = (0..corners.len()).map(|at| (corners[at], corners[(at + 1) % corners.len()]));
    let along = |(from, to): (Point, Point)| {
        let (way, length) = (to - from, i64::from((to - from).millimetres().max(1)));
        (0..=length).map(move |mm| {
            let part = |whole: i32| kit::tabletop::rounded(i64::from(whole) * mm, length) as i32;
            from + Vector::new(part(way.x), part(way.y))
        })
    };
    sides.flat_map(along).min_by_key(|at| (man.square_to(*at), at.y, at.x)).unwrap_or(man)
}

impl Storming {
    /// What a decision means: which device, and by which opening if not at the wall.
    fn meant(self, action: Action) -> Option<(Tool, Option<u8>)> {
        match action {
            Action::Plant(tool, piece) if piece == self.piece => Some((tool, None)),
            Action::Toss(tool, piece, opening) if piece == self.piece => Some((tool, Some(opening))),
            _ => None,
        }
    }

    /// Judges a device; gives it ready, with the man who uses it.
    fn ready<E: Objection>(self, game: &Skirmish, tool: Tool, opening: Option<u8>) -> Result<(Shell, u8), E> {
        let Self { unit, piece } = self;
        let (board, name, charts) = (&game.board, game.name(unit), game.board.rules.get());
        let Some((place, device)) = devices_of(game, tool) else { return not_now() };
        game.may_use_device::<E>(unit, tool, true)?;
        let terrain = board.terrain();
        let is_bunker = terrain.piece(piece).kind.building.and_then(|place| charts.building_at(place));
        let is_bunker = is_bunker.is_some_and(|building| building.wall == Wall::Bunker);
        let found = opening.map(|place| terrain.openings(piece).get(usize::from(place)));
        match found {
            None => {
                no_if(!device.breaks_walls, "SKIR-ASL-7", name, || {
                    format!("a {} goes in by an opening", device.name)
                })?;
                no_if(!device.against_men && !is_bunker, "SKIR-ASL-8", name, || {
                    format!("a {} is for vehicles and bunkers", device.name)
                })?;
            }
            Some(None) => return no_since("SKIR-ASL-7", name, || "there is no such opening".to_owned()),
            Some(Some(opening)) => {
                no_if(opening.floor > 0, "SKIR-R128", name, || {
                    "devices go in by openings of the ground floor".to_owned()
                })?;
                no_if(device.throw == 0, "SKIR-ASL-8", name, || {
                    format!("a {} is put to the wall", device.name)
                })?;
            }
        }
        let scene = Scene::new(terrain, &board.ground);
        let goal = found.flatten().map(|opening| opening.at);
        let off = |man: u8| goal.map_or(0, |goal| game.place(unit, man).square_to(goal));
        let spent = game.fire.spent | game.spent_before(unit);
        let user = men_of(game.living_men(unit) & !spent)
            .filter(|man| is_at_wall(&scene, piece, game.place(unit, *man)))
            .filter(|man| {
                goal.is_none_or(|goal| game.shape(unit, *man).is_within(&Shape::point(goal), device.throw))
            })
            .min_by_key(|man| (off(*man), *man));
        let Some(user) = user else {
            return no_since("SKIR-ASL-7", name, || {
                format!("no free man is near enough for a {}", device.name)
            });
        };
        let from = game.place(unit, user);
        let aim = match (opening, scene.outlines(piece).next()) {
            (Some(opening), _) => Aim::Opening(piece, opening),
            (None, Some(outline)) => {
                let (x, y) = kept(nearest_on_wall(outline, from));
                Aim::Line(piece, x, y)
            }
            (None, None) => Aim::Wall(piece, Some(0)),
        };
        let shell = Shell {
            firer: Some(unit),
            side: board.side(unit),
            weapon: 0,
            cs: board.chart(unit).cs,
            cr: 0,
            he: true,
            device: Some(place),
            inside: opening.is_some(),
            from: kept(from),
            height: Lines::of(game).elevation(unit, Some(user)) as i16,
            aim,
        };
        Ok((shell, user))
    }
}

impl Decision<Skirmish> for Storming {
    fn decider(self, game: &Skirmish) -> Option<Seat> {
        Some(game.board.side(self.unit).seat())
    }

    fn prompt(self, game: &Skirmish) -> Prompt {
        let (name, house) = (game.name(self.unit), &game.board.terrain().piece(self.piece).name);
        Prompt::new(format!("which device does {name} use on {house}?"), &["SKIR-ASL-7", "SKIR-ASL-8"])
    }

    fn choices(self, game: &Skirmish, out: &mut Vec<Action>) {
        let openings = game.board.terrain().openings(self.piece).len() as u8;
        for tool in Tool::ALL {
            let all = std::iter::once(Action::Plant(tool, self.piece))
                .chain((0..openings).map(|opening| Action::Toss(tool, self.piece, opening)));
            out.extend(all.filter(|action| self.check::<kit::Silent>(game, *action).is_ok()));
        }
        out.push(Action::Hold);
    }

    fn check<E: Objection>(self, game: &Skirmish, action: Action) -> Result<(), E> {
        match (action, self.meant(action)) {
            (Action::Hold, _) => Ok(()),
            (_, Some((tool, opening))) => self.ready::<E>(game, tool, opening).map(|_| ()),
            _ => not_now(),
        }
    }

    fn effect<J: Journal>(self, game: &mut Skirmish, action: Action, journal: &mut J) {
        let Some((tool, opening)) = self.meant(action) else { return self.pass(game, journal) };
        if let Ok((shell, user)) = self.ready::<kit::Silent>(game, tool, opening) {
            game.use_device(self.unit, user, tool, shell, journal);
        }
    }

    fn is_open(self, game: &Skirmish) -> bool {
        let stands = Scene::new(game.board.terrain(), &game.board.ground).is_building(self.piece);
        let mut out = Vec::new();
        stands
            && game.board.is_on_table(self.unit)
            && !game.board.is(self.unit, crate::state::Flags::FLEEING)
            && {
                self.choices(game, &mut out);
                out.len() > 1
            }
    }

    fn pass<J: Journal>(self, game: &mut Skirmish, _: &mut J) {
        game.fire.begin();
        game.flow.done();
    }
}
