//! Zones of control, stacking, ways back, surrounded units, must-attack and advances written a second time, slowly and
//! straight from the ledger, and compared with the game over the positions of random games.

use std::{collections::BTreeSet, sync::atomic::AtomicBool};

use bots::{Bot, Spec};
use kit::{Game, Rolled, Scripted, Setup, Status as GameStatus, map::HexId, random_play::RandomPlayer};
use sandtable_eastfront::{
    AttackPhase, CombatResult, EastFront, Hexside, Side,
    action::Action,
    board::{Board, Status},
    flow::Step,
    roster::UnitId,
};

use super::{
    literal::{Literal, is_overrun},
    reckonings,
};

/// Compares the game with the literal reading, wherever it stands.
fn compare(game: &EastFront) {
    let literal = Literal::of(game);
    match game.step() {
        Step::Declare(_) => compare_duties(game, &literal),
        Step::Battles(_) => compare_results(game),
        Step::Retreats(_) => compare_retreats(game, &literal),
        Step::Advance(_) => compare_advances(game, &literal),
        Step::Exchanging(_) => reckonings::compare_numbers(game),
        Step::Sacrifice(_) => reckonings::compare_sacrifice(game),
        Step::Losses(_) => reckonings::compare_losses(game),
        Step::Orders(_) => reckonings::compare_orders(game),
        _ => {}
    }
}

/// Whether there is something to compare.
const fn is_compared(step: Step) -> bool {
    matches!(
        step,
        Step::Declare(_)
            | Step::Battles(_)
            | Step::Retreats(_)
            | Step::Advance(_)
            | Step::Exchanging(_)
            | Step::Sacrifice(_)
            | Step::Losses(_)
            | Step::Orders(_)
    )
}

/// EAST-ATT-5 to EAST-ATT-8, EAST-ATT-13, EAST-RES-16: whether the declaration can be closed.
fn compare_duties(game: &EastFront, literal: &Literal<'_>) {
    let plan = game.plan();
    let breaking = plan.is_breaking_out();
    let mut targets: Vec<HexId> = Vec::new();
    let mut attackers: Vec<UnitId> = Vec::new();
    for (place, attack) in plan.attacks().iter().enumerate() {
        let units: Vec<UnitId> = plan.attackers(game.board(), place).iter().collect();
        if !units.is_empty() {
            targets.push(attack.target);
        }
        if attack.is_breakthrough == breaking {
            attackers.extend(units);
        }
    }
    if breaking {
        targets.extend(plan.attacked().iter());
    }
    let is_owed = game.phasing() == Side::Soviet
        && attackers.iter().flat_map(|&unit| literal.bound_by(unit)).any(|hex| !targets.contains(&hex));
    let refusal = game.check(&Action::Done).err();
    let clause = refusal.as_ref().map(|refusal| refusal.clause.0);
    if is_owed {
        assert!(matches!(clause, Some("EAST-ATT-5" | "EAST-RES-16" | "EAST-ATT-8")), "{refusal:?}");
    } else {
        assert!(matches!(clause, None | Some("EAST-ATT-8")), "{refusal:?}");
    }
    assert_eq!(game.choices().contains(&Action::Done), refusal.is_none());
}

/// EAST-RET-1 to EAST-RET-8 for everybody who has to go.
fn compare_retreats(game: &EastFront, literal: &Literal<'_>) {
    let pending: Vec<HexId> = game.plan().attacks().iter().map(|attack| attack.target).collect();
    let fight = game.fight();
    let from: BTreeSet<HexId> = fight.attackers.iter().map(|unit| literal.hex(unit)).collect();
    let from: Vec<HexId> = from.into_iter().collect();
    let mut expected = BTreeSet::new();
    for unit in fight.going() {
        let full = literal.routes(unit, fight.length().into(), &from, &pending);
        let routes = if full.is_empty() { literal.routes(unit, 1, &from, &pending) } else { full };
        assert!(!routes.is_empty(), "somebody without a way is converted");
        expected.extend(routes.into_iter().map(|route| (unit.index(), route)));
    }
    let listed: BTreeSet<(usize, Vec<HexId>)> = game
        .choices()
        .into_iter()
        .map(|action| {
            let Action::Retreat(unit, first, second) = action else { panic!("{action:?}") };
            (unit.index(), [first].into_iter().chain(second).collect())
        })
        .collect();
    assert_eq!(listed, expected);
}

/// EAST-ADV-1 to EAST-ADV-7, EAST-R73.
fn compare_advances(game: &EastFront, literal: &Literal<'_>) {
    let fight = game.fight();
    let side = game.phasing();
    let listed: BTreeSet<(usize, HexId)> = game
        .choices()
        .into_iter()
        .filter_map(|action| match action {
            Action::Advance(unit, hex) => Some((unit.index(), hex)),
            _ => None,
        })
        .collect();
    let mut expected = BTreeSet::new();
    if let Some((unit, left)) = fight.advancing() {
        let at = literal.hex(unit);
        let stopped = at != fight.target && literal.is_in_zone_of(side.other(), at);
        assert!(left > 0 && !stopped, "its advance would be over");
        for (way, to) in literal.steps(at) {
            let crosses = matches!(literal.across(at, way, to), Hexside::Plain | Hexside::River);
            let closed = side == Side::Axis && literal.stands(to);
            if crosses
                && !closed
                && literal.is_ground(to)
                && !literal.holds_enemy(side, to)
                && literal.is_open_to_nation(unit, to)
                && literal.has_room(unit, to)
            {
                expected.insert((unit.index(), to));
            }
        }
    } else {
        assert!(!literal.holds_enemy(side, fight.target), "the hex is empty");
        for unit in fight.attackers {
            let has_advanced = fight.advanced().contains(unit);
            if !has_advanced
                && !literal.is(unit, Status::Dispersed)
                && literal.has_room(unit, fight.target)
                && literal.is_open_to_nation(unit, fight.target)
            {
                expected.insert((unit.index(), fight.target));
            }
        }
    }
    assert_eq!(listed, expected);
}

/// EAST-CNV-1 to EAST-CNV-6, EAST-NRO-1, EAST-RES-3: what every face does to every defender, where nobody is asked before
/// conversions.
fn compare_results(game: &EastFront) {
    game.choices().into_iter().for_each(|resolve| compare_result(game, resolve));
}

fn compare_result(game: &EastFront, resolve: Action) {
    let Action::Resolve(target, wave) = resolve else { panic!("{resolve:?}") };
    let place = game.plan().named(target, wave.unwrap_or(1)).unwrap();
    let literal = Literal::of(game);
    let attackers: Vec<UnitId> = game.plan().attackers(game.board(), place).iter().collect();
    reckonings::compare_column(game, resolve, target, attackers.clone());
    let defenders: Vec<UnitId> =
        literal.in_hex(target).into_iter().filter(|&unit| literal.side(unit) != game.phasing()).collect();
    if defenders.is_empty() {
        return;
    }
    let from: BTreeSet<HexId> = attackers.iter().map(|&unit| literal.hex(unit)).collect();
    let from: Vec<HexId> = from.into_iter().collect();
    let mut pending: Vec<HexId> = game.plan().attacks().iter().map(|attack| attack.target).collect();
    let own = pending.iter().position(|&hex| hex == target).unwrap();
    pending.remove(own);
    for face in 1..=6 {
        let mut then = *game;
        then.perform(&resolve, &mut Scripted::faces(&[face]), &mut ());
        let fight = then.fight();
        // Only where the combat waits after conversions, and before anybody has gone.
        let waits = match then.step() {
            Step::Retreats(_) => true,
            Step::Exchanging(_) => !fight.is_exchange(),
            _ => false,
        };
        let Some(rolled) = fight.rolled.filter(|_| waits) else { continue };
        let overrun = is_overrun(game, &literal, &attackers, &defenders, target);
        for &unit in &defenders {
            let one = !literal.routes(unit, 1, &from, &pending).is_empty();
            let two = !literal.routes(unit, 2, &from, &pending).is_empty();
            let ordered = game.no_retreat() && game.phasing() == Side::Axis;
            let expected = match rolled {
                CombatResult::Retreat if overrun || ordered || !(one || two) => "lost",
                CombatResult::DispersedWithdrawal if ordered || !one => "scattered",
                CombatResult::Withdrawal if ordered || !one => "stays",
                CombatResult::Retreat | CombatResult::DispersedWithdrawal | CombatResult::Withdrawal => {
                    "going"
                }
                CombatResult::Nothing => "stays",
                other => panic!("{other:?} asks nothing here"),
            };
            let is = if fight.lost().contains(unit) {
                "lost"
            } else if fight.going().contains(unit) {
                "going"
            } else if fight.scattered().contains(unit) && !literal.is(unit, Status::Dispersed) {
                "scattered"
            } else {
                "stays"
            };
            let expected = if expected == "scattered" && literal.is(unit, Status::Dispersed) {
                "stays"
            } else {
                expected
            };
            assert_eq!(is, expected, "{} on {rolled:?}", game.board().name(unit));
        }
    }
}

fn read_along(scenario: &str, seed: u64, most: u32) -> u32 {
    let mut game = EastFront::start(&Setup::of(scenario)).unwrap();
    let (mut player, mut dice) = (RandomPlayer::seeded(seed), Rolled::seeded(seed));
    let (mut actions, mut compared) = (Vec::new(), 0);
    for _ in 0..most {
        if let GameStatus::Over(_) = game.status() {
            break;
        }
        if is_compared(game.step()) {
            compare(&game);
            compared += 1;
        }
        actions.clear();
        game.actions(&mut actions);
        if matches!(game.step(), Step::Declare(_)) && actions.len() > 2 {
            actions.retain(|action| {
                !matches!(action, Action::Pass | Action::Release(_) | Action::Drop(..) | Action::Wave(_))
            });
            if actions.is_empty() {
                actions.push(Action::Pass);
            }
        }
        let action = actions[player.pick(actions.len())];
        game.perform(&action, &mut dice, &mut ());
    }
    compared
}

#[test]
fn combat_reads_like_the_ledger_in_the_gate_of_smolensk() {
    let compared: u32 = (0..40).map(|seed| read_along("smolensk-gate", seed, 3_000)).sum();
    assert!(compared > 500, "{compared}");
}

#[test]
fn combat_reads_like_the_ledger_on_the_whole_front() {
    let compared: u32 = (0..3).map(|seed| read_along("barbarossa", 100 + seed, 6_000)).sum();
    assert!(compared > 200, "{compared}");
}

/// The same where programs fight who mean it: attacks that hang together, breakthroughs, duties that are met.
fn read_along_with_programs(scenario: &str, seed: u64, most: u32) -> u32 {
    let mut game = EastFront::start(&Setup::of(scenario)).unwrap();
    let spec = || Spec::parse("regular").unwrap();
    let mut players = [Bot::new(spec(), seed), Bot::new(spec(), seed + 1)];
    let (stop, mut dice, mut compared) = (AtomicBool::new(false), Rolled::seeded(seed), 0);
    for _ in 0..most {
        let GameStatus::Deciding(seat) = game.status() else { break };
        if is_compared(game.step()) {
            compare(&game);
            compared += 1;
        }
        let action = players[usize::from(seat.0)].choose(&game, seat, &stop).unwrap();
        game.perform(&action, &mut dice, &mut ());
    }
    compared
}

#[test]
fn combat_reads_like_the_ledger_where_programs_fight() {
    let compared: u32 = (0..4).map(|seed| read_along_with_programs("smolensk-gate", seed, 2_000)).sum();
    assert!(compared > 60, "{compared}");
    let compared = read_along_with_programs("barbarossa", 40, 1_200);
    assert!(compared > 200, "{compared}");
}

/// Counters strewn over a part of the front in some season: positions that play does not reach.
fn strewn(player: &mut RandomPlayer) -> (EastFront, Board) {
    let mut board = super::board::front();
    let theatre = board.theatre();
    let places: Vec<HexId> = theatre.place_hexes.iter().collect();
    let centre = places[player.pick(places.len())];
    let near: Vec<HexId> =
        theatre.map.hexes().filter(|&hex| theatre.map.distance(centre, hex) <= 3).collect();
    let everybody: Vec<UnitId> = theatre.units.iter().collect();
    let turn = [2, 5, 8, 10, 13, 20][player.pick(6)];
    let base = super::board::game("campaign").on_turn_number(turn);
    board.freeze(base.board().is_frozen());
    // Of each side more on its own half, so that there are fronts as well as pockets.
    for _ in 0..90 {
        let unit = everybody[player.pick(everybody.len())];
        let hex = near[player.pick(near.len())];
        let side = board.piece(unit).side;
        let is_west = theatre.map.number(hex).column <= theatre.map.number(centre).column;
        let strays = is_west != (side == Side::Axis) && player.pick(5) > 0;
        let mut game = base;
        game = game.attacking(&board, side, AttackPhase::Prepared);
        let literal = Literal::of(&game);
        if strays
            || board.on_map().contains(unit)
            || !literal.is_ground(hex)
            || literal.holds_enemy(side, hex)
            || !literal.has_room(unit, hex)
            || !literal.is_open_to_nation(unit, hex)
        {
            continue;
        }
        board.move_to(unit, hex);
        board.set(unit, Status::Dispersed, player.pick(5) == 0);
    }
    (base, board)
}

fn is_in_combat(game: &EastFront) -> bool {
    matches!(
        game.step(),
        Step::Declare(_)
            | Step::Battles(_)
            | Step::Refusing(_)
            | Step::Orders(_)
            | Step::Exchanging(_)
            | Step::Sacrifice(_)
            | Step::Losses(_)
            | Step::Retreats(_)
            | Step::Advance(_)
    )
}

#[test]
fn combat_reads_like_the_ledger_in_strewn_positions() {
    let (mut compared, mut payments) = ([0; 3], [0; 4]);
    for seed in 0..120 {
        let mut player = RandomPlayer::seeded(1_000 + seed);
        let (base, board) = strewn(&mut player);
        let side = if seed % 3 == 0 { Side::Soviet } else { Side::Axis };
        let mut game = base.attacking(&board, side, AttackPhase::Prepared);
        kit::flow::proceed(&mut game, &mut Scripted::faces(&[]), &mut ());
        let mut dice = Rolled::seeded(seed);
        let mut actions = Vec::new();
        while is_in_combat(&game) && game.phasing() == side {
            match game.step() {
                Step::Declare(_) if player.pick(4) > 0 => {}
                step => {
                    compare(&game);
                    compared[0] += u32::from(matches!(step, Step::Battles(_)));
                    compared[1] += u32::from(matches!(step, Step::Retreats(_)));
                    compared[2] += u32::from(matches!(step, Step::Advance(_)));
                    payments[0] += u32::from(matches!(step, Step::Losses(_)));
                    payments[1] += u32::from(matches!(step, Step::Exchanging(_)));
                    payments[2] += u32::from(matches!(step, Step::Sacrifice(_)));
                    payments[3] += u32::from(matches!(step, Step::Orders(_)));
                }
            }
            actions.clear();
            game.actions(&mut actions);
            if matches!(game.step(), Step::Declare(_)) {
                // As many attacks as there can be, so that they hang on each other.
                let attacks = actions.iter().filter(|action| matches!(action, Action::Attack(..))).count();
                let may_close = actions.contains(&Action::Done);
                if attacks > 0 && player.pick(30) > 0 {
                    actions.retain(|action| matches!(action, Action::Attack(..)));
                } else {
                    actions = vec![if may_close { Action::Done } else { Action::Pass }];
                }
            }
            let action = actions[player.pick(actions.len())];
            game.perform(&action, &mut dice, &mut ());
        }
    }
    assert!(compared.iter().all(|&times| times > 50), "{compared:?}");
    assert!(payments.iter().all(|&times| times > 0), "{payments:?}");
}
