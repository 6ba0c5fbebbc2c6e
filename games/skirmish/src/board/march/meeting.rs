//! Lines that are crossed, and everything else that is met on a way (SKIR-MOV-6, SKIR-MOV-8 to SKIR-MOV-10).

use kit::{
    Objection, no_since,
    position::UnitId,
    tabletop::{Bounds, LARGEST, Outline, Point},
};
use smallvec::SmallVec;

use super::{March, first_that};
use crate::{
    board::{
        Pieces, path,
        scene::ModelKind,
        terrain::{Kind, PieceId},
    },
    words::{After, Going},
};

/// Holds every table.
const EVERYWHERE: Bounds = Bounds::of(Point::new(-LARGEST, -LARGEST), Point::new(2 * LARGEST, 2 * LARGEST));

/// An obstacle that is crossed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Obstacle {
    /// A piece of terrain.
    Piece(PieceId),
    /// The wreck of a unit.
    Wreck(UnitId),
}

/// What happens somewhere on a way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Meeting {
    /// A test for mines (SKIR-MIN-1).
    Mines,
    /// A dodge test for wire or cliffs (SKIR-MOV-10).
    Dodge,
    /// A gap is opened (SKIR-MOV-8).
    Remove,
    /// It is pushed aside.
    Push,
    /// A wooden house becomes ruins.
    Ruin,
}

/// Something that happens on a way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Encounter {
    /// Where, in micrometres from the start of the way.
    pub at: u64,
    /// With what.
    pub with: Obstacle,
    /// What.
    pub kind: Meeting,
}

impl March<'_> {
    /// Every line on a way, with its kind and its polygons.
    fn lines(&self, way: &[Point], mut tell: impl FnMut(Obstacle, &Kind, Outline<'_>)) {
        let scene = self.scene;
        let mut told = Pieces::NONE;
        for leg in way.windows(2) {
            let reach = self.mover.track(leg[0], leg[1]);
            for id in scene.lines_within(&reach) {
                if told.contains(id) {
                    continue;
                }
                told.insert(id);
                // One leg is asked quickly; on a way of several the others may cross what this one does not.
                let outlines = scene.outlines_within(id, if way.len() == 2 { &reach } else { &EVERYWHERE });
                for outline in outlines {
                    tell(Obstacle::Piece(id), scene.kind(id), outline);
                }
            }
        }
        for model in scene.models().iter().filter(|model| model.hull.is_wreck()) {
            if way.len() == 2 && !model.shape.bounds().meets(&self.mover.track(way[0], way[1])) {
                continue;
            }
            let kind = &scene.terrain.wrecks[usize::from(model.hull == ModelKind::ArmoredWreck)];
            tell(Obstacle::Wreck(model.unit), kind, Outline::new(model.shape.corners()));
        }
    }

    /// SKIR-R74: where on a way an obstacle is first crossed, in micrometres.
    fn first_crossing(&self, way: &[Point], outline: Outline<'_>) -> Option<u64> {
        let mut start = 0;
        for leg in way.windows(2) {
            let length = (leg[1] - leg[0]).micrometres();
            if self.mover.is_afoot {
                if let Some(entry) = outline.entry(leg[0], leg[1]) {
                    return Some(start + entry.of(length));
                }
            } else if self.mover.sweep(leg[0], leg[1]).enters(outline) {
                let enters = |mm: u64| {
                    let to = path::point_at(leg, mm * 1000);
                    self.mover
                        .shape(leg[0], self.mover.facing(leg[0], leg[1]))
                        .swept(to - leg[0])
                        .enters(outline)
                };
                return Some(start + first_that(length / 1000, enters) * 1000);
            }
            start += length;
        }
        None
    }

    /// SKIR-MOV-6: the slowest mode of all lines that a way crosses; an objection where one cannot be crossed.
    pub(super) fn cross_lines<E: Objection>(&self, way: &[Point]) -> Result<u64, E> {
        let mut whole = 1;
        let mut closed = None;
        self.lines(way, |obstacle, kind, outline| {
            if self.crosses(way, outline) {
                match self.mover.going(kind).divisor {
                    Some(divisor) => whole = whole.max(u64::from(divisor)),
                    None => closed = Some(obstacle),
                }
            }
        });
        let Some(obstacle) = closed else { return Ok(whole) };
        no_since("SKIR-MOV-7", self.name, || {
            let what = match obstacle {
                Obstacle::Piece(piece) => self.scene.terrain.piece(piece).name.clone(),
                Obstacle::Wreck(_) => "a wreck".to_owned(),
            };
            format!("{what} is impassable to {}", self.name)
        })
    }

    /// How many lines a way crosses.
    pub(in crate::board) fn lines_crossed(&self, way: &[Point]) -> u64 {
        let mut crossed: SmallVec<[Obstacle; 4]> = SmallVec::new();
        self.lines(way, |obstacle, _, outline| {
            if !crossed.contains(&obstacle) && self.crosses(way, outline) {
                crossed.push(obstacle);
            }
        });
        crossed.len() as u64
    }

    /// Where a way crosses lines, in micrometres, and by what each divides the move; none where it cannot be crossed.
    pub(in crate::board) fn crossings(&self, way: &[Point]) -> SmallVec<[(u64, Option<u8>); 4]> {
        let mut met = SmallVec::new();
        self.lines(way, |_, kind, outline| {
            if let Some(at) = self.first_crossing(way, outline) {
                met.push((at, self.mover.going(kind).divisor));
            }
        });
        met
    }

    fn crosses(&self, way: &[Point], outline: Outline<'_>) -> bool {
        way.windows(2).any(|leg| {
            if self.mover.is_afoot {
                outline.entry(leg[0], leg[1]).is_some()
            } else {
                self.mover.sweep(leg[0], leg[1]).enters(outline)
            }
        })
    }

    /// What is met on a way, in its order, with every minefield counted.
    pub fn encounters(&self, way: &[Point]) -> SmallVec<[Encounter; 4]> {
        let Self { scene, mover, .. } = self;
        let mut met: SmallVec<[Encounter; 4]> = SmallVec::new();
        let mut add = |encounter: Encounter| {
            if !met.iter().any(|known| (known.with, known.kind) == (encounter.with, encounter.kind)) {
                met.push(encounter);
            }
        };
        let after = |going: Going| match going.after {
            After::Stays => None,
            After::Removed => Some(Meeting::Remove),
            After::Moved => Some(Meeting::Push),
            After::Ruins => Some(Meeting::Ruin),
        };
        self.lines(way, |obstacle, kind, outline| {
            if !self.crosses(way, outline) {
                return;
            }
            let going = mover.going(kind);
            let Some(at) = self.first_crossing(way, outline) else { return };
            if going.dodge && mover.is_afoot {
                add(Encounter { at, with: obstacle, kind: Meeting::Dodge });
            }
            if let Some(kind) = after(going).filter(|_| !mover.is_afoot) {
                add(Encounter { at, with: obstacle, kind });
            }
        });
        // SKIR-MOV-11, SKIR-MIN-1: who turns in place on mined ground has moved 10 mm inside.
        if let [at] = way {
            for piece in scene.areas(*at).iter().filter(|piece| scene.terrain.piece(*piece).is_mined()) {
                add(Encounter { at: 0, with: Obstacle::Piece(piece), kind: Meeting::Mines });
            }
        }
        // Areas: mines and cliffs where the centre enters, wooden houses where any part does.
        let mut within = Pieces::NONE;
        // On mines from the start: the field, as long as it has not been left, and how far it goes in it.
        let mut from_start: Option<PieceId> = None;
        path::stretches(scene, way, Pieces::NONE, |stretch| {
            if stretch.from == 0 {
                from_start = stretch.mines;
            }
            from_start = from_start.filter(|piece| stretch.mines == Some(*piece));
            if let Some(piece) = stretch.mines {
                let begins = from_start == Some(piece);
                if begins && stretch.to >= 10_000 {
                    add(Encounter { at: 0, with: Obstacle::Piece(piece), kind: Meeting::Mines });
                } else if !begins && !within.contains(piece) {
                    add(Encounter { at: stretch.from, with: Obstacle::Piece(piece), kind: Meeting::Mines });
                }
            }
            let dodges = |piece: &PieceId| mover.is_afoot && mover.going(scene.kind(*piece)).dodge;
            if let Some(piece) = stretch.ground.filter(dodges)
                && !within.contains(piece)
                && stretch.from > 0
            {
                add(Encounter { at: stretch.from, with: Obstacle::Piece(piece), kind: Meeting::Dodge });
            }
            within = stretch.ground.into_iter().chain(stretch.mines).collect();
        });
        if !mover.is_afoot {
            for (id, _) in scene.terrain.pieces().filter(|(id, _)| scene.is_building(*id)) {
                if after(mover.going(scene.kind(id))) == Some(Meeting::Ruin) {
                    for outline in scene.outlines(id) {
                        if let Some(at) = self.first_crossing(way, outline) {
                            add(Encounter { at, with: Obstacle::Piece(id), kind: Meeting::Ruin });
                        }
                    }
                }
            }
        }
        met.sort_by_key(|encounter| encounter.at);
        met
    }
}
