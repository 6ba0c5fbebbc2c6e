//! A round of melee, man against man (SKIR-ASL-3, SKIR-ASL-4, SKIR-ASL-5).

use std::cmp::Ordering;

use kit::{
    Dice, Journal,
    flow::Procedure,
    position::UnitId,
    tabletop::{Point, Ratio, Shape},
};
use smallvec::SmallVec;

use crate::{
    board::Scene,
    charts::{Class, Test},
    fire::men_of,
    game::Skirmish,
    harm::{BASE, Men, men_in_words},
    nerve::Nerve,
    state::Flags,
    tell::told,
    words::Hull,
};

/// SKIR-ASL-1: so near is contact, in mm edge to edge.
pub(crate) const CONTACT: u32 = 10;
/// SKIR-ASL-3: whoever is so near to a comrade in contact fights too.
const BESIDE: u32 = 30;

/// One round between two units in contact.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Melee {
    /// Whose action it is.
    pub attacker: UnitId,
    /// Whom it fights.
    pub defender: UnitId,
}

/// A man with his opponents, one after the other: of the larger side whoever is over is added to one who has one already.
type Bouts = SmallVec<[(u8, u8); 24]>;

impl Melee {
    /// SKIR-ASL-3: attackers in contact; defenders in contact or beside a comrade who is. The crew of a gun or mortar fights
    /// with every man alive (SKIR-ASL-5).
    fn fighters(self, game: &Skirmish) -> (Men, Men) {
        let Self { attacker, defender } = self;
        let crew = |gun: UnitId| ((1u32 << game.board.unit(gun).alive) - 1) as Men;
        let in_contact = |unit: UnitId, enemy: UnitId| {
            let men = men_of(game.living_men(unit)).filter(|&man| game.touches(unit, man, enemy));
            men.fold(0, |all: Men, man| all | 1 << man)
        };
        let all_of = |unit: UnitId, some: Men| {
            let mortar =
                game.board.chart(unit).class == Class::Mortar && !game.board.is(unit, Flags::ON_FOOT);
            if mortar && some != 0 { game.living_men(unit) } else { some }
        };
        // SKIR-ASL-5: contact with the gun is contact with its crew.
        let attackers = if game.board.is_model(attacker) {
            if in_contact(defender, attacker) == 0 { 0 } else { crew(attacker) }
        } else {
            all_of(attacker, in_contact(attacker, defender))
        };
        if game.board.is_model(defender) {
            return (attackers, if attackers == 0 { 0 } else { crew(defender) });
        }
        let first = if game.board.is_model(attacker) {
            in_contact(defender, attacker)
        } else {
            let fights = |man: &u8| {
                men_of(attackers).any(|other| game.are_in_contact((attacker, other), (defender, *man)))
            };
            men_of(game.living_men(defender)).filter(fights).fold(0, |all: Men, man| all | 1 << man)
        };
        let beside = |man: &u8| {
            men_of(first)
                .any(|comrade| game.shape(defender, *man).is_within(&game.shape(defender, comrade), BESIDE))
        };
        let defenders = men_of(game.living_men(defender)).filter(beside).fold(first, |of, man| of | 1 << man);
        (attackers, all_of(defender, defenders))
    }

    /// SKIR-ASL-3, SKIR-R121: pairs nearest to nearest; whoever is over joins the nearest enemy who has fewest opponents.
    fn bouts(self, game: &Skirmish) -> Bouts {
        let (attackers, defenders) = self.fighters(game);
        let place = |unit: UnitId, man: u8| game.place(unit, man);
        let mut all: Vec<(i64, u8, u8)> = Vec::new();
        for a in men_of(attackers) {
            for d in men_of(defenders) {
                all.push((place(self.attacker, a).square_to(place(self.defender, d)), a, d));
            }
        }
        all.sort_unstable();
        let mut bouts = Bouts::new();
        let (mut free_a, mut free_d) = (attackers, defenders);
        for &(_, a, d) in &all {
            if free_a >> a & 1 == 1 && free_d >> d & 1 == 1 {
                bouts.push((a, d));
                free_a &= !(1 << a);
                free_d &= !(1 << d);
            }
        }
        let fewest =
            |bouts: &Bouts, of: &dyn Fn(&(u8, u8)) -> bool| bouts.iter().filter(|bout| of(bout)).count();
        for over in men_of(free_a) {
            let against = all.iter().filter(|(_, a, _)| *a == over);
            let chosen = against.min_by_key(|(far, _, d)| (fewest(&bouts, &|bout| bout.1 == *d), *far, *d));
            if let Some(&(_, a, d)) = chosen {
                bouts.push((a, d));
            }
        }
        for over in men_of(free_d) {
            let against = all.iter().filter(|(_, _, d)| *d == over);
            let chosen = against.min_by_key(|(far, a, _)| (fewest(&bouts, &|bout| bout.0 == *a), *far, *a));
            if let Some(&(_, a, d)) = chosen {
                bouts.push((a, d));
            }
        }
        bouts
    }
}

impl Procedure<Skirmish> for Melee {
    /// The dead of either side.
    type End = (Men, Men);

    fn throw<D: Dice>(self, game: &Skirmish, dice: &mut D) -> (Men, Men) {
        let skill = |unit: UnitId| Nerve { cs: game.board.chart(unit).cs, cr: 0 };
        let (mine, theirs) = (skill(self.attacker), skill(self.defender));
        let (mut fallen, mut killed): (Men, Men) = (0, 0);
        for (a, d) in self.bouts(game) {
            // Whoever is dead has no further fight.
            if fallen >> a & 1 == 1 || killed >> d & 1 == 1 {
                continue;
            }
            match game.board.rules.melee(mine, theirs, dice) {
                Ordering::Greater => killed |= 1 << d,
                Ordering::Less => fallen |= 1 << a,
                Ordering::Equal => {}
            }
        }
        (fallen, killed)
    }

    fn apply<J: Journal>(self, game: &mut Skirmish, (fallen, killed): (Men, Men), journal: &mut J) {
        let Self { attacker, defender } = self;
        let (name, enemy) = (game.name(attacker), game.name(defender));
        let (lost, won) = (fallen.count_ones() as u8, killed.count_ones() as u8);
        let words = format!(
            "{name} and {enemy} fight hand to hand: {name} loses {}, {enemy} {}",
            men_in_words(lost),
            men_in_words(won)
        );
        journal.tell(|| told("SKIR-ASL-3", words).to(attacker).to(defender));
        for (unit, dead) in [(attacker, fallen), (defender, killed)] {
            if game.board.is_afoot(unit) {
                game.lose_men(unit, dead, true, journal);
            } else {
                game.lose_crew(unit, dead.count_ones() as u8);
                if game.board.unit(unit).alive == 0 {
                    game.capture(unit, journal);
                }
            }
        }
        game.flow.goto(MeleeNerve { attacker, defender });
    }
}

/// SKIR-ASL-4: the side with fewer survivors takes a CT, or both are engaged.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MeleeNerve {
    attacker: UnitId,
    defender: UnitId,
}

impl MeleeNerve {
    fn tester(self, game: &Skirmish) -> Option<UnitId> {
        let alive = |unit: UnitId| if game.board.is_on_table(unit) { game.board.unit(unit).alive } else { 0 };
        match (alive(self.attacker), alive(self.defender)) {
            (0, _) | (_, 0) => None,
            (a, d) if a < d => Some(self.attacker),
            (a, d) if d < a => Some(self.defender),
            _ => None,
        }
    }
}

impl Procedure<Skirmish> for MeleeNerve {
    type End = bool;

    fn throw<D: Dice>(self, game: &Skirmish, dice: &mut D) -> bool {
        self.tester(game).is_none_or(|unit| game.board.rules.passes(Test::Courage, game.nerve(unit), dice))
    }

    fn apply<J: Journal>(self, game: &mut Skirmish, passed: bool, journal: &mut J) {
        let Self { attacker, defender } = self;
        game.flow.done();
        let both = game.board.is_on_table(attacker) && game.board.is_on_table(defender);
        if let (Some(unit), false) = (self.tester(game), passed) {
            game.take_flight(unit, journal);
            if game.board.is_model(unit) {
                game.board.unit_mut(unit).hull = Hull::Abandoned;
                game.wreck(unit, journal);
                game.board.unit_mut(unit).set(Flags::FLEEING, true);
            }
            game.harm.routed.insert(unit);
        } else if both && game.board.unit(attacker).alive > 0 && game.board.unit(defender).alive > 0 {
            game.board.unit_mut(attacker).engaged.insert(defender);
            game.board.unit_mut(defender).engaged.insert(attacker);
            let (name, enemy) = (game.name(attacker), game.name(defender));
            journal.tell(|| {
                told("SKIR-ASL-4", format!("{name} and {enemy} are engaged")).to(attacker).to(defender)
            });
        }
    }
}

impl Skirmish {
    /// SKIR-ASL-1, SKIR-R65: whether a man touches anybody of a unit, or its model.
    pub(crate) fn touches(&self, unit: UnitId, man: u8, enemy: UnitId) -> bool {
        if self.board.is_model(enemy) {
            return self.shape(unit, man).is_within(&self.board.model_shape(enemy), CONTACT);
        }
        let mut others = self.board.living(enemy);
        others.any(|(other, _)| self.are_in_contact((unit, man), (enemy, other)))
    }

    /// SKIR-R65: whether two men are in contact.
    fn are_in_contact(&self, (unit, man): (UnitId, u8), (enemy, other): (UnitId, u8)) -> bool {
        let scene = Scene::new(self.board.terrain(), &self.board.ground);
        let place = |unit: UnitId, man: u8| {
            let man = self.board.men(unit)[usize::from(man)];
            (man.at(), man.floor)
        };
        touch(&scene, place(unit, man), place(enemy, other))
    }

    /// SKIR-ASL-5: a gun whose crew is dead is captured: lost to its owner, of no use to anybody.
    fn capture<J: Journal>(&mut self, gun: UnitId, journal: &mut J) {
        let name = self.name(gun);
        journal.tell(|| told("SKIR-ASL-5", format!("{name} is captured")).to(gun));
        let state = self.board.unit_mut(gun);
        state.hull = Hull::Abandoned;
        state.set(Flags::CAPTURED, true);
        self.remove(gun);
    }
}

/// SKIR-ASL-1, SKIR-R65: whether two men, each at a point and on a floor, are in contact: the same floor and no wall of a
/// building between them, or one that the line between them crosses within 40 mm of an opening of that floor.
pub(crate) fn touch(scene: &Scene<'_>, here: (Point, u8), there: (Point, u8)) -> bool {
    if !Shape::disc(here.0, BASE).is_within(&Shape::disc(there.0, BASE), CONTACT) {
        return false;
    }
    let house = |at: Point| scene.ground(at).filter(|piece| scene.is_building(*piece));
    // Out of doors the floor is the ground.
    let floor = |(at, floor): (Point, u8)| house(at).map_or(0, |_| floor);
    if floor(here) != floor(there) {
        return false;
    }
    let houses = scene.terrain.pieces().map(|(piece, _)| piece).filter(|piece| scene.is_building(*piece));
    houses.into_iter().all(|piece| {
        let crosses_well = |at: Ratio| scene.is_at_opening(piece, floor(here), [here.0, there.0], at);
        scene.outlines(piece).all(|outline| {
            let mut spans = outline.spans(here.0, there.0).into_iter();
            spans.all(|(first, last)| {
                let begins = first.num() == 0 || crosses_well(first);
                let ends = last.num() == last.den() || crosses_well(last);
                first == last || begins && ends
            })
        })
    })
}
