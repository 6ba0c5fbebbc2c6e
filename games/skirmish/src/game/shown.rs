//! Tests of what is shown: the table, what can be pointed at, what lies over it.

use kit::{
    AreaKind, CounterId, Dice as _, Die, Figurine, Game as _, LineLook, PatchLook, Purpose, Rolled, Seat,
    Setup, Viewer,
    any::{Playable as _, Proposal, Shelved},
};

use super::{Skirmish, overlays::OVERLAYS};
use crate::{
    action::{Action, Degrees, Order, Spot},
    fire::FireOrders,
    flow::{Deploying, Routing},
    scenario::Formation,
    state::Side,
    testing,
};

const GERMAN: Viewer = Viewer::Seat(Seat(0));

/// SKIR-GEO-12, SKIR-VIC-2: houses have floors and openings, objectives a place, models a silhouette.
#[test]
fn the_table_is_shown_as_it_stands() {
    let mut game = testing::empty("skir-learn");
    let car = testing::put(&mut game, "G-222", (600, 150), 45);
    game.board.unit_mut(car).turret = 30;
    let squad = testing::put(&mut game, "S-RIF", (710, 655), 180);
    game.board.men_mut(squad).iter_mut().for_each(|man| man.floor = 1);
    game.refresh_all_sight();
    let view = game.view(Viewer::Seat(Seat(1)));
    let ground = view.ground.unwrap();
    let house = ground.areas.iter().find(|area| area.kind == AreaKind::Building).unwrap();
    assert_eq!((house.floors, house.height), (2, 80));
    assert_eq!(house.openings.iter().filter(|opening| opening.door).count(), 1);
    // From the north-west corner: the house lies north of the middle.
    assert!(house.points.iter().all(|(_, y)| *y < 600));
    assert_eq!(view.objectives[0].spot, Some((710, 1200 - 740)));
    let model = |id: u16| {
        view.counters.iter().find(|counter| counter.id == CounterId(id)).and_then(|counter| counter.model)
    };
    let shown = model(car.0.into()).unwrap();
    assert_eq!((shown.figure, shown.turret), (Figurine::ArmouredCar, Some(75)));
    assert_eq!(model(squad.0.into()).unwrap().floor, 1);
    let men = view
        .counters
        .iter()
        .filter(|counter| counter.model.is_some_and(|model| model.of == Some(squad.into())));
    assert_eq!(men.count(), 9);
}

/// SKIR-R97: whatever can be pointed at is spelled as a decision that the rules judge.
#[test]
fn what_is_pointed_at_can_be_spelled() {
    let game = Skirmish::start(&Setup::of("skir-learn")).unwrap();
    let seat = game.view(Viewer::Spectator).deciding.unwrap();
    assert!(game.view(Viewer::Spectator).freehand.is_empty(), "only who decides can point");
    let all = game.view(Viewer::Seat(seat)).freehand;
    assert!(all.len() >= 7 * 2);
    let mut session = Shelved::<Skirmish>::NEW.start(&Setup::of("skir-learn")).unwrap();
    for tool in &all {
        let mut numbers = tool.numbers.clone();
        numbers.insert(tool.heading.unwrap().into(), 180);
        let proposal = Proposal {
            verb: tool.verb.clone(),
            units: tool.units.clone(),
            points: vec![(300, 300)],
            numbers,
            ..Proposal::default()
        };
        let text = session.spell(&proposal).unwrap();
        assert!(text.starts_with("place "), "{text}");
        assert!(session.outlook(&text).is_none_or(|outlook| !outlook.stands.is_empty()));
    }
    session.act("suggested", &mut Rolled::seeded(1)).unwrap();
}

/// SKIR-R97: who is placed stands where the outlook showed him.
#[test]
fn a_unit_is_shown_where_it_would_be_placed() {
    let game = Skirmish::start(&Setup::of("skir-learn")).unwrap();
    let side = game.board().scenario().deploys_first;
    let unit = game.unplaced(side).next().unwrap();
    let place = Action::Place(unit, Spot::of(&game, 700, 900), Degrees(180), Formation::Line, None);
    let shown = game.outlook(&place).unwrap().stands;
    let mut then = game;
    kit::flow::Decision::effect(Deploying { side }, &mut then, place, &mut ());
    let men: Vec<(i32, i32)> = then.board.living(unit).map(|(_, man)| then.on_screen(man.at())).collect();
    assert_eq!(shown.iter().map(|stand| (stand.x, stand.y)).collect::<Vec<_>>(), men);
    assert!(shown.iter().all(|stand| stand.facing == 180));
}

/// SKIR-MOV-5, SKIR-MAN-20: a way that is pointed at is priced ground by ground, also where it is too far.
#[test]
fn a_way_is_shown_with_its_price() {
    let mut game = testing::empty("skir-learn");
    let squad = testing::put(&mut game, "G-RIF", (820, 500), 0);
    testing::put(&mut game, "S-MAX", (820, 830), 180);
    (game.act.unit, game.act.order) = (Some(squad), Order::Move);
    testing::ready(&mut game, Routing { unit: squad });
    let to = |x, y| Action::To(Spot::of(&game, x, y), None);
    let near = game.outlook(&to(930, 500)).unwrap();
    assert_eq!(near.way, [(820, 700), (930, 700)]);
    assert_eq!(near.stages.len(), 2, "open ground, then broken ground");
    assert!(near.stages.iter().all(|stage| !stage.beyond));
    assert!(near.note.starts_with("11.0 cm"), "{}", near.note);
    assert_eq!((near.watchers.len(), near.sees.len()), (1, 1), "the Maxim is in sight of each other");
    let far = game.outlook(&to(1190, 500)).unwrap();
    assert!(far.stages.last().unwrap().beyond);
    assert!(game.check(&to(1190, 500)).is_err());
}

/// SKIR-LWF-2: each light weapon that bears can be pointed with by itself, and is spelled as the notation has it.
#[test]
fn a_single_weapon_can_be_pointed_with() {
    let mut game = testing::empty("skir-learn");
    let squad = testing::put(&mut game, "G-RIF", (820, 500), 0);
    let maxim = testing::put(&mut game, "S-MAX", (820, 700), 180);
    let orders = FireOrders { unit: squad, moving: false, only: None };
    testing::ready(&mut game, orders);
    let tools: Vec<kit::Freehand> = game.freehand().into_iter().filter(|tool| tool.target).collect();
    assert!(tools.len() > 1, "several men bear on it");
    for tool in &tools {
        let pointed = kit::Pointed {
            units: vec![maxim.into()],
            numbers: tool.numbers.clone(),
            ..kit::Pointed::default()
        };
        let action = <Action as kit::notation::Notation<Skirmish>>::formed(
            &tool.verb,
            &mut kit::Taken::from(&pointed),
        );
        assert_eq!(action, Some(Action::Allot(tool.numbers[0] as u8, maxim)));
        assert!(game.check(&action.unwrap()).is_ok());
        let grip = tool.grip.expect("a man's figure is taken hold of");
        assert!(game.view(GERMAN).counters.iter().any(|counter| counter.id == grip), "{}", tool.label);
    }
}

/// SKIR-R92: lines of fire that pass, with the odds of the whole chain, before the order is given.
#[test]
fn a_shot_is_shown_with_its_odds() {
    let mut game = testing::empty("skir-learn");
    let car = testing::put(&mut game, "G-222", (600, 300), 0);
    let gun = testing::put(&mut game, "S-45", (600, 690), 180);
    let orders = FireOrders { unit: car, moving: false, only: None };
    testing::ready(&mut game, orders);
    let outlook = game.outlook(&Action::Volley(gun)).unwrap();
    assert!(outlook.lines.iter().any(|line| line.look == LineLook::Fire));
    assert!(outlook.report.is_some_and(|report| !report.expected.is_empty()));
    let shots = game.overlay("shots", GERMAN, Some(car.into())).unwrap();
    assert_eq!(shots.lines.len(), 1);
    assert!(!shots.lines[0].label.is_empty());
    let arcs = game.overlay("arcs", GERMAN, Some(car.into())).unwrap();
    assert_eq!(
        arcs.patches.iter().map(|patch| patch.look).collect::<Vec<_>>(),
        [PatchLook::Near, PatchLook::Middle, PatchLook::Far]
    );
}

/// 5.3: overlays and outlooks say the same wherever the hidden units are; those of an enemy are nobody's business.
#[test]
fn overlays_betray_nothing() {
    let setup = Setup::of("skir-learn");
    let mut game = Skirmish::start(&setup).unwrap();
    let mut dice = Rolled::seeded(7);
    for step in 0..60 {
        let choices = game.choices();
        let Some(pick) = choices.get(
            usize::from(dice.roll(Die::with_sides(100), Purpose::new("pick", ""))) % choices.len().max(1),
        ) else {
            break;
        };
        game.perform(pick, &mut dice, &mut ());
        if step % 20 != 19 {
            continue;
        }
        let mut other = game;
        other.reshuffle_hidden(GERMAN, &mut Rolled::seeded(step));
        let units = game.board().army(Side::A) | game.board().army(Side::B);
        for (name, _) in OVERLAYS {
            for unit in units.iter().map(CounterId::from) {
                let shown = |game: &Skirmish| game.overlay(name, GERMAN, Some(unit));
                assert_eq!(shown(&game), shown(&other), "{name} at step {step}");
            }
        }
    }
    let enemy = game.board().army(Side::B).iter().next().unwrap();
    let sight = game.overlay("sight", GERMAN, Some(enemy.into())).unwrap();
    assert!(sight.patches.is_empty(), "{}", sight.legend);
}

/// SKIR-VIC-2: whatever is fought for lies somewhere on its table.
#[test]
fn every_objective_has_its_place() {
    for scenario in crate::scenario::SCENARIOS.map(|source| source.name) {
        let view = Skirmish::start(&Setup::of(scenario)).unwrap().view(Viewer::Spectator);
        assert!(!view.objectives.is_empty());
        for objective in view.objectives {
            assert!(objective.spot.is_some(), "{scenario}: {}", objective.name);
        }
    }
}
