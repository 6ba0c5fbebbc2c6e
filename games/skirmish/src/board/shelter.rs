//! What covers a man or a gun (SKIR-TER-2, SKIR-TER-3).

use kit::tabletop::{Outline, Point};

use super::{
    Scene, Stand,
    scene::{Model, ModelKind},
    terrain::PieceId,
};
use crate::words::Shelter;

impl Scene<'_> {
    /// SKIR-TER-2, SKIR-TER-3: the best shelter of a stand against fire or a burst from a point: areas that hold its
    /// centre from every side, lines that it lines only if they lie between.
    pub fn shelter(&self, stand: &Stand, from: Point) -> Shelter {
        // SKIR-R129: of the levels of a hill only the highest shelters, as only it counts underfoot.
        let level = |id| self.terrain.piece(id).level();
        let highest = stand.areas.iter().filter_map(level).max();
        let counts = |id: &PieceId| level(*id).is_none_or(|level| Some(level) == highest);
        let areas = stand.areas.iter().filter(counts).map(|piece| self.kind(piece).shelter);
        let is_between = |outline: Outline<'_>| !outline.spans(from, stand.at).is_empty();
        let lines = stand.lines.iter().filter(|piece| self.outlines(*piece).any(is_between));
        let lines = lines.map(|piece| self.kind(piece).shelter);
        let wreck = |model: &Model| {
            let place = usize::from(model.hull == ModelKind::ArmoredWreck);
            let counts = stand.wrecks.contains(model.unit) && is_between(Outline::new(model.shape.corners()));
            counts.then(|| self.terrain.wrecks[place].shelter)
        };
        let wrecks = self.models().iter().filter_map(wreck);
        areas.chain(lines).chain(wrecks).max().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use kit::{
        position::UnitId,
        tabletop::{Heading, Shape},
    };

    use super::*;
    use crate::{board::Condition, charts::Rules};

    fn man(scene: &Scene<'_>, x: i32, y: i32) -> Stand {
        scene.man(Rules::published().get(), UnitId(0), Point::new(x, y), 0)
    }

    /// SKIR-TER-2, SKIR-TER-3: the crossroads farm.
    #[test]
    fn shelter_of_the_farm_ter_2() {
        let condition = Condition::default();
        let terrain = Rules::published().get().landscape("skir-learn").unwrap();
        let mut scene = Scene::new(terrain, &condition);
        let south = Point::new(600, 100);
        let shelter = |scene: &Scene<'_>, x, y, from| scene.shelter(&man(scene, x, y), from);
        // Areas protect from every side.
        assert_eq!(shelter(&scene, 700, 700, south), Shelter::Medium);
        assert_eq!(shelter(&scene, 500, 680, south), Shelter::Soft);
        assert_eq!(shelter(&scene, 200, 900, south), Shelter::Soft);
        assert_eq!(shelter(&scene, 1000, 500, south), Shelter::Medium);
        assert_eq!(shelter(&scene, 300, 300, south), Shelter::None);
        // Sand bags protect who lines them, if they lie between; the base may be 20 mm away and no more.
        assert_eq!(shelter(&scene, 545, 575, south), Shelter::Medium);
        assert_eq!(shelter(&scene, 545, 575, Point::new(545, 1100)), Shelter::None);
        assert_eq!(shelter(&scene, 545, 595, Point::new(545, 100)), Shelter::Medium);
        assert_eq!(shelter(&scene, 545, 596, Point::new(545, 100)), Shelter::None);
        // A wreck is an obstacle too.
        let shape = Shape::model(Point::new(300, 500), Heading::new(90), 82, 42);
        let hull = ModelKind::ArmoredWreck;
        scene.put(Model { unit: UnitId(9), shape, top: 32, hull });
        assert_eq!(shelter(&scene, 300, 540, Point::new(300, 100)), Shelter::Medium);
        assert_eq!(shelter(&scene, 300, 540, Point::new(300, 1000)), Shelter::None);
    }

    /// SKIR-R129: the slope runs all round the hill top and gives soft shelter; the top itself gives none.
    #[test]
    fn the_slope_shelters_nobody_on_the_hill_top_r129() {
        let condition = Condition::default();
        let terrain = Rules::published().get().landscape("skir-height").unwrap();
        let scene = Scene::new(terrain, &condition);
        let south = Point::new(1200, 100);
        let shelter = |x, y| scene.shelter(&man(&scene, x, y), south);
        assert_eq!(shelter(1250, 1200), Shelter::None);
        assert_eq!(shelter(1250, 1350), Shelter::Soft);
        // A trench on the top shelters as trenches do.
        assert_eq!(shelter(1100, 1015), Shelter::Medium);
    }

    /// SKIR-TER-4: a house that has collapsed shelters like rough ground.
    #[test]
    fn ruins_shelter_like_rough_ground_ter_4() {
        let terrain = Rules::published().get().landscape("skir-learn").unwrap();
        let mut condition = Condition::default();
        condition.ruined = terrain.named("shed").into_iter().collect();
        let scene = Scene::new(terrain, &condition);
        let inside = man(&scene, 500, 680);
        assert_eq!(scene.shelter(&inside, Point::new(0, 0)), Shelter::Medium);
        assert_eq!(inside.house, None);
    }
}
