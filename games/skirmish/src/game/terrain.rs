//! The table as it is drawn.

use kit::{
    Area, AreaKind, Ground, Seat, Viewer, WallOpening,
    tabletop::{Heading, Outline, Point},
};

use super::Skirmish;
use crate::{
    board::{OpeningKind, PieceId, Pieces},
    scenario::Prize,
    state::Side,
};

impl Skirmish {
    /// A point as screens count it: from the north-west corner.
    pub(super) fn on_screen(&self, at: Point) -> (i32, i32) {
        (at.x, self.board.scenario().depth - at.y)
    }

    fn outline_on_screen(&self, outline: Outline<'_>) -> Vec<(i32, i32)> {
        outline.corners().iter().map(|at| self.on_screen(*at)).collect()
    }

    /// Where the worth of what is fought for stands: at its northern edge, where it hides nobody.
    pub(super) fn edge_of(&self, prize: &Prize) -> Option<(i32, i32)> {
        let edge = match prize {
            Prize::Circle(x, y, radius) => Point::new(*x, y + radius),
            Prize::Piece(name) => {
                let terrain = self.board.terrain();
                let bounds = terrain.piece(terrain.named(name)?).bounds;
                Point::new(i32::midpoint(bounds.least.x, bounds.most.x), bounds.most.y)
            }
        };
        Some(self.on_screen(edge))
    }

    /// Pieces that a viewer does not know of (SKIR-MIN-6).
    pub(super) fn hidden_pieces(&self, viewer: Viewer) -> Pieces {
        let seat = |seat: Seat| self.board.ground.hidden_from(self.board.terrain(), seat.0);
        match viewer {
            _ if self.house.open => Pieces::NONE,
            Viewer::Seat(viewer) => seat(viewer),
            Viewer::Spectator => {
                Side::BOTH.map(|side| seat(side.seat())).into_iter().fold(Pieces::NONE, |all, one| all | one)
            }
        }
    }

    /// The table, hills first and obstacles last.
    pub(super) fn ground_for(&self, viewer: Viewer) -> Ground {
        let terrain = self.board.terrain();
        let hidden = self.hidden_pieces(viewer);
        let scene = self.board.scene(None);
        let mut areas = Vec::new();
        for (id, piece) in terrain.pieces().filter(|(id, _)| !hidden.contains(*id)) {
            let ruined = self.board.ground.ruined.contains(id);
            let burning = self.board.ground.burning.contains(id);
            let floors = if ruined { 0 } else { piece.floors };
            let mut words = Vec::new();
            if floors > 0 {
                words.push(format!("{floors} {}", if floors == 1 { "floor" } else { "floors" }));
                words.push(format!("room for {} men on each", piece.capacity));
            }
            if piece.is_hill() {
                words.push(format!("{} cm high", piece.base / 10));
            }
            if ruined {
                words.push("in ruins".to_owned());
            }
            if burning {
                words.push("burns".to_owned());
            }
            let openings = |opening: &crate::board::Opening| {
                let (x, y) = self.on_screen(opening.at);
                WallOpening { x, y, floor: opening.floor, door: opening.kind == OpeningKind::Door }
            };
            let height = if piece.is_hill() { piece.base } else { scene.top(id) - piece.base };
            for outline in scene.outlines(id) {
                areas.push(Area {
                    name: piece.name.clone(),
                    kind: self.look_of(id),
                    points: self.outline_on_screen(outline),
                    words: words.join(", "),
                    height: height.max(0).unsigned_abs(),
                    floors,
                    openings: if floors > 0 {
                        terrain.openings(id).iter().map(openings).collect()
                    } else {
                        Vec::new()
                    },
                    burning,
                    seat: piece.hidden_by.map(Seat),
                    ..Area::default()
                });
            }
        }
        self.add_zones(&mut areas);
        Ground { width: terrain.width.unsigned_abs(), depth: terrain.depth.unsigned_abs(), areas }
    }

    /// Circles that are fought for.
    fn add_zones(&self, areas: &mut Vec<Area>) {
        for (objective, holder) in self.board.scenario().objectives.iter().zip(self.holders) {
            if let Prize::Circle(x, y, radius) = objective.prize {
                let corner = |degrees| self.on_screen(Point::new(x, y).offset(Heading::new(degrees), radius));
                areas.push(Area {
                    name: objective.name.clone(),
                    kind: AreaKind::Zone,
                    points: (0..360).step_by(6).map(corner).collect(),
                    words: format!("{} points", objective.worth),
                    seat: Some(holder.seat()),
                    ..Area::default()
                });
            }
        }
    }

    fn look_of(&self, id: PieceId) -> AreaKind {
        if self.board.ground.ruined.contains(id) {
            return AreaKind::Ruin;
        }
        match self.board.terrain().piece(id).terrain.as_str() {
            name if name.ends_with("trees") => AreaKind::Wood,
            "Flat - crops" => AreaKind::Field,
            "Flat - rough" | "Slope - rocks" => AreaKind::Rough,
            "High rocks - cliffs" => AreaKind::Cliff,
            name if name.starts_with("Slope") || name.starts_with("Hill") => AreaKind::Hill,
            "Swamp" => AreaKind::Marsh,
            "Ford" | "Stream" => AreaKind::Water,
            "Ruins" | "Vehicle wrecks" | "Armored wrecks" => AreaKind::Ruin,
            "Roads" => AreaKind::Road,
            "Wall" => AreaKind::Wall,
            "Sand bags" => AreaKind::Sandbags,
            "Barricades" | "Anti tank obstacles" => AreaKind::Barrier,
            "Hedges" => AreaKind::Hedge,
            "Trench" | "Trenches" => AreaKind::Trench,
            "Barbed wire" => AreaKind::Wire,
            "Minefield" => AreaKind::Mines,
            "Wooden house" => AreaKind::Hut,
            "Bunker" => AreaKind::Bunker,
            _ => AreaKind::Building,
        }
    }
}
