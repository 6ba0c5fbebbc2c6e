//! Shells among the men of one team whose places are known: every scatter and every man, exactly.

use kit::{
    Chain, Dice, Die, Purpose,
    chance::Drawn,
    position::UnitId,
    tabletop::{Heading, Point, Shape},
};

use crate::{
    attack::{Attack, Choice, Shot, Strike},
    condition::{Condition, Markers, Victim},
    fire::{Aim, Lines, Shell, men_of},
    game::Skirmish,
    geometry::{Aspect, Face},
    harm::{BASE, Men},
    scatter::ScatterKind,
    words::Shelter,
};

/// Whom a burst reaches: men by what shelters them from it, and one whom it strikes himself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Reach {
    sheltered: [Men; 4],
    direct: Option<u8>,
}

/// What can happen to a shell at one man.
#[derive(Clone, Debug)]
struct AtMan {
    man: u8,
    hit: Option<Attack>,
    /// Where it bursts if it hits.
    on_him: Reach,
    /// Where it comes down, by distance in cm and heading: a place among the reaches; none if nobody is reached.
    falls: Vec<Option<u16>>,
    shot: Drawn<Men>,
    fall: Drawn<Option<u16>>,
}

/// Shells at a team.
#[derive(Clone, Debug)]
pub(super) struct TeamFire {
    victim: Victim,
    shells: u8,
    leader: u8,
    start: Men,
    radius: u32,
    places: Vec<(u8, Point)>,
    /// The dice of the distance, and what is taken off.
    dice: Vec<Die>,
    less: u16,
    /// Fragments, or a direct hit from above, on a man in each shelter.
    fragments: [Attack; 4],
    reaches: Vec<Reach>,
    at: Vec<AtMan>,
    /// Whether it is a mortar, which never rolls to hit.
    pub(super) lobs: bool,
    /// A house or trench has its say where some shell comes down.
    unclear: bool,
}

/// Who is alive, and how the team stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct TeamState {
    alive: Men,
    pub(super) now: Condition,
}

const DISTANCE: Purpose = Purpose::new("scatter distance", "SKIR-SCT-1");
const ARROW: Purpose = Purpose::new("scatter arrow", "SKIR-SCT-7");

const SHELTERS: [Shelter; 4] = [Shelter::None, Shelter::Soft, Shelter::Medium, Shelter::Hard];

impl TeamFire {
    pub(super) fn of(
        game: &Skirmish,
        shell: Shell,
        target: UnitId,
        victim: Victim,
        shells: u8,
        lines: &Lines<'_>,
    ) -> Option<Self> {
        let Aim::Man(_, named) = shell.aim else { return None };
        // Behind walls other rules decide about a burst: no forecast is better than a wrong one.
        let covered =
            |man| lines.indoors(target, man).is_some() || lines.trench_at(game.place(target, man)).is_some();
        if men_of(game.living_men(target)).any(covered) || game.house.eight_way {
            return None;
        }
        let mut aimed = *game;
        aimed.fire.shell = shell;
        let charts = game.board.rules.get();
        let weapon = aimed.gun();
        let lobs = weapon.is_mortar();
        let kind = if lobs { ScatterKind::Mortar } else { ScatterKind::DirectHe };
        let cs = if game.house.fragments_no_cs { 0 } else { shell.cs };
        let none = [Aspect { face: Face::Front, square: false }; 2];
        let splinters = Shot::fragments(cs, weapon.calibre, none, Choice::Best, charts);
        let mut fire = Self {
            victim,
            shells,
            leader: game.board.unit(target).leader,
            start: game.living_men(target),
            radius: u32::from(weapon.radius) * 10,
            places: men_of(game.living_men(target)).map(|man| (man, game.place(target, man))).collect(),
            dice: charts.scatter[kind as usize].formula.dice.clone(),
            less: shell.cs.into(),
            fragments: SHELTERS.map(|shelter| Attack::on_man(shelter, &splinters, charts)),
            reaches: Vec::new(),
            at: Vec::new(),
            lobs,
            unclear: false,
        };
        let true_lines = Lines::of(game);
        let hittable = lines.hittable(shell.firer?, target);
        for man in men_of(hittable | 1 << named) {
            aimed.fire.shell.aim = Aim::Man(target, man);
            let at = fire.at_man(&aimed, target, man, shell.he, &true_lines);
            fire.at.push(at);
        }
        (!fire.unclear).then_some(fire)
    }

    fn at_man(&mut self, game: &Skirmish, target: UnitId, man: u8, he: bool, lines: &Lines<'_>) -> AtMan {
        let him = game.place(target, man);
        let bursts = he || game.gun().is_launcher();
        let on_him = if bursts {
            Reach { direct: Some(man), ..self.reach(target, him, lines) }
        } else {
            Reach { sheltered: [0; 4], direct: Some(man) }
        };
        let most: u16 = self.dice.iter().map(|die| die.sides()).sum();
        let line = game.fire.shell.from().bearing(him);
        let mut falls = Vec::new();
        for cm in 0..=most.saturating_sub(self.less) {
            for degrees in 0..360 {
                let heading = Heading::new(degrees);
                let over = !self.lobs && line.off(heading) <= game.board.rules.limits.overflight;
                falls.push(if over || !he {
                    None
                } else {
                    self.fall(game, target, man, (cm, heading), lines)
                });
            }
        }
        let hit = if self.lobs { None } else { game.attack(Choice::Best) };
        AtMan { man, hit, on_him, falls, shot: Drawn::default(), fall: Drawn::default() }
    }

    fn fall(
        &mut self,
        game: &Skirmish,
        target: UnitId,
        man: u8,
        (cm, heading): (u16, Heading),
        lines: &Lines<'_>,
    ) -> Option<u16> {
        let him = game.place(target, man);
        let off = if self.lobs { i32::from(cm) * 10 } else { i32::from(BASE) + i32::from(cm) * 10 };
        let at = if off == 0 { him } else { him.offset(heading, off) };
        // Farther than the radius from everybody nothing happens to them.
        let far = self.radius + u32::from(BASE);
        if !self.places.iter().any(|(_, place)| place.is_within(at, far)) || !game.board.terrain().holds(at) {
            return None;
        }
        self.unclear |= lines.building_at(at).is_some() || lines.trench_at(at).is_some();
        let mut reach = self.reach(target, at, lines);
        // SKIR-SCT-9: on a base it is a direct hit, but never on the man just missed.
        let under =
            self.places.iter().find(|(_, place)| place.is_within(at, BASE.into())).map(|(man, _)| *man);
        reach.direct = under.filter(|under| self.lobs || *under != man);
        let known = self.reaches.iter().position(|known| *known == reach);
        let place = known.unwrap_or_else(|| {
            self.reaches.push(reach);
            self.reaches.len() - 1
        });
        Some(place as u16)
    }

    /// SKIR-FRG-1, SKIR-FRG-3: who is within the radius of a burst, by his shelter from it.
    fn reach(&self, target: UnitId, at: Point, lines: &Lines<'_>) -> Reach {
        let point = Shape::point(at);
        let mut sheltered = [0; 4];
        for &(man, place) in &self.places {
            if Shape::disc(place, BASE).is_within(&point, self.radius)
                && lines.burst_reaches(at, None, target, man)
            {
                sheltered[lines.shelter_of_man(target, man, at) as usize] |= 1 << man;
            }
        }
        Reach { sheltered, direct: None }
    }

    /// 5.6: the man with most comrades near him, of equals the leader, then the first; the one named as long as he lives.
    fn named(&self, alive: Men) -> Option<&AtMan> {
        let near = |at: &AtMan| {
            let all = at.on_him.sheltered.iter().fold(0, |all, men| all | men);
            (all & alive).count_ones()
        };
        let living = self.at.iter().filter(|at| alive >> at.man & 1 == 1);
        living.max_by_key(|at| (near(at), at.man == self.leader, std::cmp::Reverse(at.man)))
    }

    /// Whom a burst on the man named reaches.
    pub(super) fn reached_by_a_hit(&self) -> Men {
        let named = self.named(self.start);
        named.map_or(0, |at| at.on_him.sheltered.iter().fold(0, |all, men| all | men))
    }

    /// SKIR-FRG-3: one by one; whoever was struck himself gets no fragments.
    fn splinter<D: Dice>(&self, reach: &Reach, dice: &mut D) -> Men {
        let mut dead = 0;
        for (attack, &men) in self.fragments.iter().zip(&reach.sheltered) {
            for man in men_of(men).filter(|man| reach.direct != Some(*man)) {
                if attack.hit(dice) == Strike::Dead {
                    dead |= 1 << man;
                }
            }
        }
        dead
    }

    fn shell<D: Dice>(&self, at: &AtMan, dice: &mut D) -> Men {
        if let Some(attack) = &at.hit {
            let strike = attack.hit(dice);
            if strike != Strike::Miss {
                let dead = if strike == Strike::Dead { 1 << at.man } else { 0 };
                return dead | self.splinter(&at.on_him, dice);
            }
        }
        let fall = dice.draw(&at.fall, |dice| {
            let sum: u16 = self.dice.iter().map(|&die| dice.roll(die, DISTANCE)).sum();
            let row = usize::from(sum.saturating_sub(self.less)) * 360;
            dice.read(Die::DEGREES, &at.falls[row..row + 360], ARROW)
        });
        let Some(reach) = fall.map(|place| &self.reaches[usize::from(place)]) else { return 0 };
        // SKIR-IND-5: a man under the shell dies unless he is in hard shelter.
        let hard = reach.sheltered[Shelter::Hard as usize];
        let direct = reach.direct.filter(|man| hard >> man & 1 == 0).map_or(0, |man| 1 << man);
        direct | self.splinter(reach, dice)
    }
}

impl Chain for TeamFire {
    type State = TeamState;

    fn start(&self) -> TeamState {
        TeamState { alive: self.start, now: self.victim.start }
    }

    fn is_done(&self, at: &TeamState) -> bool {
        at.now.is_gone() || self.named(at.alive).is_none()
    }

    fn step<D: Dice>(&self, state: &TeamState, dice: &mut D) -> TeamState {
        let mut state = *state;
        let Some(at) = self.named(state.alive) else { return state };
        // Who would fall is the same whoever is dead already; only the living do.
        let fallen = dice.draw(&at.shot, |dice| self.shell(at, dice)) & state.alive;
        state.alive &= !fallen;
        if fallen >> self.leader & 1 == 1 {
            state.now.set(Markers::LEADER_DOWN, true);
        }
        let (now, due) = self.victim.lose_men(state.now, fallen.count_ones() as u8);
        state.now = if due.courage { self.victim.take_courage(now, dice) } else { now };
        state
    }

    fn rounds(&self) -> Option<u32> {
        Some(self.shells.into())
    }

    fn keep(&self, end: TeamState) -> TeamState {
        // Which of them fell does not matter any more.
        TeamState { alive: 0, ..end }
    }
}
