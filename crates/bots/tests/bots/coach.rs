//! The coach finds what was planted, says the same whoever plays the lines, and stops when told to.

use std::{
    ops::Range,
    sync::atomic::{AtomicBool, Ordering},
    time::Duration,
};

use battleline::game::Battleline;
use eastfront::game::EastFront;
use kit::{
    Counter, CounterId, Direction, Echelon, Flow, Game, HexId, Manner, Pointed, Rolled, Seat, Session, Setup,
    Spot, Status, Tactics, Viewer,
    coach::{CoachBudget, CoachProgress, Coaching},
    notation::Notation,
};
use mars::game::Mars;
use sandtable_bots::{Bot, Spec, coach};
use skirmish::game::Skirmish;
use stalingrad::game::Stalingrad;
use testgames::pebbles::{Move, Pebbles};

/// Finds a blunder that can be made now.
type Blunder<G> = fn(&G, Seat) -> Option<Vec<<G as Flow>::Action>>;

/// A game between regulars in which one decision is a blunder: the game, the clicks of it, and whose it is.
fn planted<G>(
    scenario: &str,
    seed: u64,
    within: Range<usize>,
    blunder: Blunder<G>,
) -> Option<(Session<G>, Range<usize>, Seat)>
where
    G: Tactics + Send + Sync + 'static,
    G::Action: Send + Sync,
{
    let mut session = Session::<G>::new(Setup::of(scenario)).unwrap();
    let names = ["regular/aggressive", "regular/cautious"];
    let mut bots = names.map(|name| Bot::<G>::new(Spec::parse(name).unwrap(), seed));
    let (mut dice, mut found) = (Rolled::seeded(seed), None);
    let within = within.start + seed as usize % 3 * 12..within.end;
    while let Status::Deciding(seat) = session.now().status() {
        let decisions = session.entries().len();
        let can_be_planted = within.contains(&decisions) && session.now().is_settled();
        if found.is_none()
            && can_be_planted
            && let Some(deed) = blunder(session.now(), seat)
        {
            found = Some((decisions..decisions + deed.len(), seat));
            for action in &deed {
                session.act(action, &mut dice).unwrap();
            }
            continue;
        }
        let action = bots[usize::from(seat.0)].choose(session.now(), seat, &AtomicBool::new(false)).unwrap();
        session.act(&action, &mut dice).unwrap();
    }
    found.map(|(at, seat)| (session, at, seat))
}

fn pointed<G: Game>(action: &G::Action) -> Pointed {
    let mut at = Pointed::default();
    action.points_at(&mut at);
    at
}

fn after<G: Game>(game: &G, action: &G::Action) -> G {
    let mut then = game.clone();
    then.perform(action, &mut Rolled::seeded(1), &mut ());
    then
}

/// The strongest unit that can do it attacks all alone at odds that begin so, and nobody else attacks in this phase: `attack` and
/// what ends the declaration.
fn alone_at<G: Game>(game: &G, odds: &[&str], ends: &str) -> Option<Vec<G::Action>> {
    let view = game.view(Viewer::Spectator);
    let factor = |unit: CounterId| {
        let counter = view.counters.iter().find(|counter| counter.id == unit)?;
        counter.factors.split('-').next()?.parse::<u32>().ok()
    };
    let hopeless = |attack: G::Action| {
        let factor = factor(*pointed::<G>(&attack).units.first()?)?;
        let then = after(game, &attack);
        let facts = then.odds().into_iter().flat_map(|report| report.facts);
        let is_hopeless = |words: String| odds.iter().any(|odds| words.contains(odds));
        let end = then.choices().into_iter().find(|action| then.write(action) == ends)?;
        facts.map(|fact| fact.words).any(is_hopeless).then(|| (factor, vec![attack, end]))
    };
    let attacks = game.choices().into_iter().filter(|action| game.write(action).starts_with("attack"));
    attacks.filter_map(hopeless).max_by_key(|(factor, _)| *factor).map(|(_, deed)| deed)
}

/// A strong Russian unit attacks a fortified line all alone, at one to three or worse.
fn forlorn_hope(game: &Mars, seat: Seat) -> Option<Vec<mars::action::Action>> {
    (seat == Seat(0)).then(|| alone_at(game, &["1:3", "1:4", "1:5"], "commit"))?
}

/// A regiment storms alone at one to three or worse, and that costs something: who stands well can afford it.
fn lonely_storm(game: &Stalingrad, seat: Seat) -> Option<Vec<stalingrad::action::Action>> {
    let deed = alone_at(game, &["reaches 1:3", "reaches 1:4", "reaches 1:5"], "done")?;
    (cost(game, seat, &deed, 200) >= 150).then_some(deed)
}

/// The only unit in a place that counts walks off as far as it can, although an enemy stands within two hexes of it, and nobody
/// else moves any more.
fn open_city(game: &EastFront, seat: Seat) -> Option<Vec<eastfront::action::Action>> {
    let (map, view) = (game.map()?, game.view(Viewer::Spectator));
    let prized: Vec<&String> = view.objectives.iter().flat_map(|objective| &objective.hexes).collect();
    let hex_of = |counter: &Counter| map.id(counter.place.parse().ok()?);
    let held_alone = |unit: CounterId| {
        let guard = view.counters.iter().find(|counter| counter.id == unit)?;
        let city = hex_of(guard).filter(|_| prized.contains(&&guard.place))?;
        let mut foes = view.counters.iter().filter(|counter| counter.seat != seat).filter_map(hex_of);
        let many = view.counters.iter().filter(|counter| counter.place == guard.place).count();
        (many == 1 && foes.any(|foe| map.distance(foe, city) <= 2)).then_some(city)
    };
    game.choices().into_iter().find_map(|pick| {
        let at = pointed::<EastFront>(&pick);
        let city = held_alone(*at.units.first().filter(|_| at.verb == "pick")?)?;
        let picked = after(game, &pick);
        let ways = picked.choices().into_iter().filter_map(|to| {
            let at = pointed::<EastFront>(&to);
            at.hexes.first().filter(|_| at.verb == "to").map(|&hex| (map.distance(hex, city), to))
        });
        let (_, to) = ways.max_by_key(|(away, _)| *away)?;
        let done = eastfront::action::Action::Done;
        after(&picked, &to).choices().contains(&done).then(|| vec![pick, to, done])
    })
}

/// How many hundredths of points worse a side stands at the end of the next turn, on the average of some games between regulars,
/// after this deed than after what a regular does.
fn cost<G: Tactics>(game: &G, seat: Seat, deed: &[G::Action], rounds: u64) -> i32 {
    let stands = |deed: &[G::Action], round: u64| {
        let (mut then, mut dice) = (game.clone(), Rolled::seeded(round));
        for action in deed {
            then.perform(action, &mut dice, &mut ());
        }
        let mut minds = vec![G::Mind::default(); G::SEATS];
        while let Status::Deciding(who) = then.status()
            && then.span() <= game.span() + 1
        {
            let action = then.best(&Manner::STEADY, &mut minds[usize::from(who.0)]);
            then.perform(&action, &mut dice, &mut ());
        }
        then.standing(seat)
    };
    (0..rounds).map(|round| stands(&[], round) - stands(deed, round)).sum::<i32>() / rounds as i32
}

/// A squad or vehicle walks, without a shot, to where the most enemies who have not acted yet have it before their guns, and that
/// costs dearly.
fn walk_before_the_guns(game: &Skirmish, seat: Seat) -> Option<Vec<skirmish::action::Action>> {
    const NEAR: i32 = 300;
    const DEAR: i32 = 600;
    let walk = game.choices().into_iter().find(|action| game.write(action) == "do move")?;
    let view = game.view(Viewer::Seat(seat));
    let walker = view.counters.iter().find(|counter| counter.in_hand)?;
    let is_vehicle = walker.model.is_some_and(|model| model.turret.is_some());
    if walker.echelon != Some(Echelon::Squad) && !is_vehicle {
        return None;
    }
    let foes = view.counters.iter().filter(|counter| counter.seat != seat && !counter.spent);
    let leaders = foes.filter(|counter| counter.model.is_some_and(|model| model.of.is_none()));
    let foes: Vec<Spot> = leaders.filter_map(|counter| counter.spot).collect();
    let around = |x: i32, y: i32| {
        foes.iter().filter(|foe| (foe.x - x).pow(2) + (foe.y - y).pow(2) <= NEAR * NEAR).count()
    };
    let walking = after(game, &walk);
    let ways = walking.choices().into_iter().filter_map(|to| {
        let at = pointed::<Skirmish>(&to);
        at.points.first().filter(|_| at.verb == "to").map(|&(x, y)| (around(x, y), to))
    });
    let (_, to) = ways.filter(|(many, _)| *many >= 2).max_by_key(|(many, _)| *many)?;
    let (mut then, mut deed) = (after(&walking, &to), vec![walk, to]);
    while then.status() == Status::Deciding(seat) && !then.is_settled() && deed.len() < 6 {
        let first = *then.choices().first()?;
        then = after(&then, &first);
        deed.push(first);
    }
    (cost(game, seat, &deed, 100) >= DEAR).then_some(deed)
}

/// A unit leaves the line and stands among enemies, with its back to whoever it may be.
fn alone_among_enemies(game: &Battleline, seat: Seat) -> Option<Vec<battleline::action::Action>> {
    let (map, view) = (game.map()?, game.view(Viewer::Spectator));
    let beside = |hex: HexId, own: bool| {
        let near: Vec<String> = Direction::ALL
            .iter()
            .filter_map(|&direction| map.neighbour(hex, direction))
            .map(|hex| map.number(hex).to_string())
            .collect();
        let is_near = |counter: &&Counter| (counter.seat == seat) == own && near.contains(&counter.place);
        view.counters.iter().filter(is_near).count() as i32
    };
    let mut worst: Option<(i32, Vec<battleline::action::Action>)> = None;
    for pick in game.choices() {
        if pointed::<Battleline>(&pick).verb != "pick" {
            continue;
        }
        let picked = after(game, &pick);
        for to in picked.choices() {
            let at = pointed::<Battleline>(&to);
            let Some(&hex) = at.hexes.first().filter(|_| at.verb == "to") else { continue };
            let (foes, friends) = (beside(hex, false), beside(hex, true));
            let (mut then, mut deed) = (after(&picked, &to), vec![pick, to]);
            while then.status() == Status::Deciding(seat) && !then.is_settled() && deed.len() < 6 {
                let last = *then.choices().last()?;
                then = after(&then, &last);
                deed.push(last);
            }
            let folly = 3 * foes - 2 * friends;
            if foes >= 2 && worst.as_ref().is_none_or(|(known, _)| folly > *known) {
                worst = Some((folly, deed));
            }
        }
    }
    worst.map(|(_, deed)| deed)
}

const fn budget(lines: u32, threads: usize) -> CoachBudget {
    CoachBudget { lines, time: None, threads }
}

/// In how many of so many games the coach names the blunder, and how many there are.
fn named<G>(scenario: &str, within: Range<usize>, blunder: Blunder<G>, games: usize, lines: u32) -> [usize; 2]
where
    G: Tactics + Send + Sync + 'static,
    G::Action: Send + Sync,
{
    // Where hardly any game offers the blunder there is nothing to be measured.
    let seeds = 0..10 * games as u64;
    let all = seeds.filter_map(|seed| planted::<G>(scenario, seed, within.clone(), blunder)).take(games);
    all.fold([0; 2], |[named, all], (session, at, seat)| {
        let coaching = coach(&session, budget(lines, 2), &CoachProgress::default());
        let costly = &coaching.sides[usize::from(seat.0)].costly;
        assert!(costly.len() <= 5);
        [named + usize::from(costly.iter().any(|judged| at.contains(&judged.position))), all + 1]
    })
}

/// In how many of so many games the coach names what was planted, and in how many something was.
type Measure = fn(usize) -> [usize; 2];

/// Whole games take long: `SANDTABLE_PLANTED=20` in a release build; `SANDTABLE_PLANTED_IN` names one game.
#[test]
fn the_coach_names_a_blunder_planted_in_a_whole_game() {
    let wanted = std::env::var("SANDTABLE_PLANTED").ok().and_then(|many| many.parse::<usize>().ok());
    let Some(games) = wanted else { return };
    let only = std::env::var("SANDTABLE_PLANTED_IN").ok();
    let all: [(&str, Measure); 5] = [
        ("mars", |games| named::<Mars>("vazuza", 0..60, forlorn_hope, games, 60_000)),
        ("battleline", |games| named::<Battleline>("learn", 0..60, alone_among_enemies, games, 12_000)),
        ("stalingrad", |games| named::<Stalingrad>("red-october", 0..110, lonely_storm, games, 12_000)),
        ("eastfront", |games| named::<EastFront>("smolensk-gate", 24..120, open_city, games, 12_000)),
        ("skirmish", |games| named::<Skirmish>("skir-learn", 40..250, walk_before_the_guns, games, 12_000)),
    ];
    for (game, named) in all.into_iter().filter(|(game, _)| only.as_ref().is_none_or(|only| only == game)) {
        let [found, all] = named(games);
        println!("{game}: {found} of {all}");
        assert!(all == games && found * 10 >= all * 9, "{game}: {found} of {all}");
    }
}

/// A game of so many pebbles, played as well as it can be, but that White makes one mistake: the game, and where.
fn one_mistake(pebbles: u8, turn: usize) -> (Session<Pebbles>, usize) {
    let mut setup = Setup::of("short");
    setup.options.insert("pebbles".into(), pebbles.to_string());
    let mut session = Session::<Pebbles>::new(setup).unwrap();
    let (mut dice, mut at) = (Rolled::seeded(1), None);
    while let Status::Deciding(seat) = session.now().status() {
        let right = session.now().best(&Manner::STEADY, &mut ());
        let wrong = session
            .now()
            .choices()
            .into_iter()
            .find(|action| matches!(action, Move::Take(_)) && *action != right);
        let is_mistake = seat == Seat(0) && session.entries().len() == 2 * turn;
        let action = wrong.filter(|_| is_mistake).unwrap_or(right);
        if action != right {
            at = Some(session.entries().len());
        }
        session.act(&action, &mut dice).unwrap();
    }
    (session, at.unwrap())
}

/// Pebbles is solved, so that everybody knows what a mistake is: who can leave a multiple of four and does not.
#[test]
fn the_coach_names_the_one_mistake_of_a_game_that_is_solved() {
    for (place, pebbles) in (21_u8..51).filter(|pebbles| !pebbles.is_multiple_of(4)).enumerate() {
        let (session, at) = one_mistake(pebbles, place % 4);
        let coaching = coach(&session, budget(500, 1), &CoachProgress::default());
        let [white, black] = &coaching.sides[..] else { panic!() };
        let [mistake] = &white.costly[..] else { panic!("{pebbles}: {white:?}") };
        assert_eq!(mistake.position, at, "{pebbles}: {mistake:?}");
        // The game is thrown away: from won to lost.
        assert!((mistake.gain + 20.0).abs() < 1e-9 && mistake.sure == "sure", "{mistake:?}");
        let right = session.at(at).best(&Manner::STEADY, &mut ());
        assert_eq!(mistake.instead, [session.at(at).write(&right)]);
        assert!(mistake.why.iter().any(|why| why.contains("multiple of four")), "{mistake:?}");
        assert!(black.costly.is_empty() && black.agreed == black.decisions, "{black:?}");
        // Black took what was offered: his best decision is one that was needed.
        assert!(black.best.as_ref().is_some_and(|best| best.gain > 0.0), "{black:?}");
    }
}

#[test]
fn the_coach_says_the_same_with_more_threads() {
    let (session, _) = one_mistake(43, 2);
    let [one, two]: [Coaching; 2] =
        [1, 2].map(|threads| coach(&session, budget(2000, threads), &CoachProgress::default()));
    assert_eq!(one, two);
    assert!(!one.stopped && one.lines > 100, "{one:?}");
}

#[test]
fn the_coach_stops_when_told_to_and_when_time_is_up() {
    let (session, _) = one_mistake(43, 2);
    let watch = CoachProgress::default();
    watch.stop.store(true, Ordering::Relaxed);
    let coaching = coach(&session, budget(1_000_000, 1), &watch);
    assert!(coaching.stopped && coaching.lines == 0 && coaching.sides.len() == 2);
    let watch = CoachProgress::default();
    let limited = CoachBudget { time: Some(Duration::ZERO), ..budget(1_000_000, 1) };
    let coaching = coach(&session, limited, &watch);
    let [done, planned] = watch.progress();
    assert!(coaching.stopped && done == coaching.lines && planned >= done);
    // Two rounds of what is needed, and no more.
    assert!(done < 500, "{done}");
}
