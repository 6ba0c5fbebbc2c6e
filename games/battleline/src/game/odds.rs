//! The exact odds of the combat in hand: the question that the position puts.

use kit::{Reckoning, Report};

use crate::{
    battle::{Battle, factors::add_stand, facts, tell},
    prelude::*,
    rampage::{Courses, Entered, Track, add_bystander},
};

/// What the attack will do as it stands; while the defender may slip away, what it does if he tries and if not.
pub(super) fn odds(game: &Battleline) -> Vec<Report> {
    let wanted: &[bool] = match game.step() {
        Step::Announcing(_) | Step::Leading(_) => &[false],
        Step::Evading(_) => &[true, false],
        _ => return Vec::new(),
    };
    let answer = |&evades: &bool| {
        let mut reckoning = Reckoning::default();
        let battle = battle(game, evades, &mut reckoning)?;
        let (odds, tell) = (battle.odds().ok()?, |end: &CaseState| tell(&battle, end));
        let report = Report::of(Battle::KIND, Battle::TITLE, &reckoning, &odds, tell);
        Some(Report { facts: facts(&battle), chart: battle.chart(), ..report })
    };
    wanted.iter().filter_map(answer).collect()
}

/// The combat in hand as a question; nothing if it may not be fought so. Where a unit would choose its way, the usual one
/// is taken: farthest from the nearest enemy.
pub(super) fn battle<T: Tally<'static>>(game: &Battleline, evades: bool, tally: &mut T) -> Option<Battle> {
    let (mut field, fight, house_rules) = (game.field, &game.combat, game.house_rules);
    let (defender, attackers) = (fight.defender, fight.attackers());
    // Where the attack is announced already, this very one is meant.
    let is_announced = matches!(game.step(), Step::Evading(_));
    attackers.iter().filter(|_| is_announced).for_each(|&unit| field.set(unit, Mark::Attacked, false));
    let victim = clash::victim(&field, house_rules, defender);
    let mut fixed = clash::reckon::<_, Silent>(tally, &field, &victim, attackers).ok()?;
    let first = || attackers.iter().copied().find(|&unit| fixed.leads.contains(unit));
    let lead = if is_announced { fight.lead } else { first()? };
    let evade = if evades {
        Some(clash::evasion::<_, Silent>(tally, &field, &fixed, defender, attackers, lead).ok()?)
    } else {
        None
    };
    add_stand(tally, &victim, &mut fixed);
    let mut crew = Crew { field: &field, fighters: SmallVec::from_iter([defender]), bystanders: Vec::new() };
    crew.fighters.extend_from_slice(attackers);
    let mut fighters = SmallVec::new();
    for place in 0..crew.fighters.len() {
        let from = if place == DEFENDER { lead } else { defender };
        fighters.push(crew.fighter(crew.fighters[place], field.hex(from))?);
    }
    let lead = crew.fighters.iter().position(|&unit| unit == lead)?;
    let scene = Scene { charts: field.charts(), house_rules, fighters, bystanders: crew.bystanders };
    Some(Battle { scene, lead, fixed, evade })
}

/// Those of a combat on the map, and others who may be shaken in it.
struct Crew<'f> {
    field: &'f Field,
    fighters: SmallVec<[UnitId; 7]>,
    bystanders: Vec<Bystander>,
}

impl Crew<'_> {
    /// A unit that would have to get away from a hex; nothing if a question cannot hold it.
    fn fighter(&mut self, unit: UnitId, from: HexId) -> Option<Fighter> {
        let field = self.field;
        let troop = field.troop(unit);
        let leaders: SmallVec<[&'static str; 2]> =
            field.leaders_with(unit).map(|leader| field.battlefield().leader(leader).name.as_str()).collect();
        let retreat = retreat::ways(field, unit, from, Flight::Retreat);
        let mut rout = retreat::ways(field, unit, from, Flight::Rout);
        retreat::by_choice(field, unit, &mut rout);
        let on_the_way = rout.first().map_or_else(Default::default, |way| retreat::passed(field, unit, way));
        let mut passes = SmallVec::new();
        for friend in on_the_way {
            if carry_away::<Silent>("", &troop, &field.troop(friend)).is_ok() {
                passes.push(self.add(friend, false)?);
            }
        }
        let stampede = if troop.is_terror() { Some(Box::new(self.courses(unit)?)) } else { None };
        (leaders.len() <= MOST_LEADERS).then(|| Fighter {
            name: field.name(unit).into(),
            leaders,
            retreat_is_safe: !retreat.is_empty(),
            rout_is_safe: !rout.is_empty(),
            passes,
            stampede,
            last_of_army: field.units_of(field.side(unit)).len() == 1,
            troop,
        })
    }

    fn add(&mut self, unit: UnitId, is_enemy: bool) -> Option<u8> {
        add_bystander(&mut self.bystanders, self.field.name(unit), self.field.troop(unit), is_enemy).ok()
    }

    /// The six ways in which elephants may run.
    fn courses(&mut self, unit: UnitId) -> Option<Courses> {
        let mut courses = Courses::default();
        for (lane, course) in (0..).zip(&mut courses) {
            *course = self.track(unit, lane)?;
        }
        Some(courses)
    }

    fn track(&mut self, unit: UnitId, lane: u8) -> Option<Track> {
        let field = self.field;
        let way = field.facing(unit).turned(lane);
        let enemy = field.side(unit).other();
        let mut track = Track::default();
        let mut behind = None;
        for step in retreat::lane(field, unit, lane) {
            let Some(hex) = step else {
                track.cut_off = true;
                break;
            };
            let (other, next) = (field.unit_in(hex), field.neighbour(hex, way));
            let is_enemy = other.is_some_and(|other| field.side(other) == enemy);
            let occupant = match other {
                Some(other) => Some(match self.fighters.iter().position(|&fighter| fighter == other) {
                    Some(place) => UnitId::new(place),
                    None => bystander(self.add(other, is_enemy)?.into()),
                }),
                None => None,
            };
            track.entered.push(Entered {
                occupant,
                // Who is run through on the way there says so himself.
                enemy_zone: zones::sources(field, enemy, hex).any(|unit| Some(unit) != behind),
                controls_next: next
                    .is_some_and(|next| zones::sources(field, enemy, next).any(|unit| Some(unit) == other)),
            });
            behind = other;
        }
        Some(track)
    }
}
