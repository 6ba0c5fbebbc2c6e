//! Zones of control, stacking, ways back, surrounded units, must-attack and advances written a second time, slowly and
//! straight from the ledger, and compared with the game over the positions of random games.

use std::collections::BTreeSet;

use kit::{
    Game, Rolled, Scripted, Setup, Status as GameStatus,
    map::{Direction, HexId},
    random_play::RandomPlayer,
};
use sandtable_eastfront::{
    Arm, AttackPhase, CombatResult, EastFront, Hexside, Nation, Side, Size, Weather,
    action::Action,
    board::{Board, Status},
    flow::Step,
    roster::UnitId,
};

/// The ledger read literally, on one position.
struct Literal<'g> {
    game: &'g EastFront,
    board: &'g Board,
}

impl<'g> Literal<'g> {
    fn of(game: &'g EastFront) -> Self {
        Self { game, board: game.board() }
    }

    fn all(&self) -> Vec<UnitId> {
        self.board.on_map().iter().collect()
    }

    fn hex(&self, unit: UnitId) -> HexId {
        self.board.hex_of(unit).unwrap()
    }

    fn side(&self, unit: UnitId) -> Side {
        self.board.piece(unit).counter.nation.side()
    }

    fn nation(&self, unit: UnitId) -> Nation {
        self.board.piece(unit).counter.nation
    }

    fn arm(&self, unit: UnitId) -> Arm {
        self.board.piece(unit).counter.arm
    }

    fn is(&self, unit: UnitId, status: Status) -> bool {
        self.board.is(unit, status)
    }

    fn in_hex(&self, hex: HexId) -> Vec<UnitId> {
        self.all().into_iter().filter(|&unit| self.hex(unit) == hex).collect()
    }

    fn steps(&self, hex: HexId) -> Vec<(Direction, HexId)> {
        self.board.theatre().map.steps(hex).collect()
    }

    fn distance(&self, one: HexId, other: HexId) -> u32 {
        self.board.theatre().map.distance(one, other)
    }

    fn layer(&self, layer: &str, hex: HexId) -> &'static str {
        self.board.theatre().map.layer(layer).unwrap().name_at(hex)
    }

    /// EAST-WEA-5: Subarctic, north-east of the weather line.
    fn freezes(&self, hex: HexId) -> bool {
        self.game.weather() == Weather::Subarctic && self.layer("weather", hex) == "north-east"
    }

    fn is_ground(&self, hex: HexId) -> bool {
        match self.layer("terrain", hex) {
            "sea" => false,
            "lake" => self.freezes(hex),
            _ => self.layer("country", hex) != "neutral",
        }
    }

    fn across(&self, from: HexId, way: Direction, to: HexId) -> Hexside {
        match self.board.theatre().side(from, way) {
            Hexside::River | Hexside::Lake if self.freezes(from) && self.freezes(to) => Hexside::Plain,
            side => side,
        }
    }

    /// EAST-ZOC-1, EAST-ZOC-2.
    fn is_in_zone_of(&self, side: Side, hex: HexId) -> bool {
        self.is_ground(hex)
            && self.steps(hex).into_iter().any(|(way, near)| {
                let crosses = matches!(self.across(hex, way, near), Hexside::Plain | Hexside::River);
                let units = self.in_hex(near);
                crosses
                    && units.iter().any(|&unit| self.side(unit) == side && !self.is(unit, Status::Dispersed))
            })
    }

    /// EAST-STK-1 to EAST-STK-3, EAST-STK-7.
    fn has_room(&self, unit: UnitId, hex: HexId) -> bool {
        let mut units: Vec<UnitId> = self.in_hex(hex).into_iter().filter(|&other| other != unit).collect();
        units.push(unit);
        let count = |wanted: &dyn Fn(UnitId) -> bool| units.iter().filter(|&&unit| wanted(unit)).count();
        let terrain = self.layer("terrain", hex);
        let rough = terrain == "mountain" || (terrain == "swamp" && !self.freezes(hex));
        units.len() <= 2
            && count(&|unit| self.board.piece(unit).counter.size == Size::Army) <= 1
            && !(rough && count(&|unit| self.arm(unit) == Arm::Armour) > 1)
            && !(count(&|unit| self.nation(unit) == Nation::Hungarian) > 0
                && count(&|unit| self.nation(unit) == Nation::Romanian) > 0)
    }

    /// EAST-STK-7, EAST-STK-8, EAST-MOV-10.
    fn is_open_to_nation(&self, unit: UnitId, hex: HexId) -> bool {
        let country = self.layer("country", hex);
        let is_neutral = matches!(country, "Finland" | "Romania" | "Hungary");
        match self.nation(unit) {
            Nation::Hungarian => country != "Romania",
            Nation::Finnish => self.board.theatre().map.number(hex).row <= 5,
            Nation::Soviet => !(is_neutral && self.game.month() == 1),
            _ => true,
        }
    }

    fn holds_enemy(&self, side: Side, hex: HexId) -> bool {
        self.in_hex(hex).iter().any(|&unit| self.side(unit) != side)
    }

    fn stands(&self, hex: HexId) -> bool {
        self.board.standing().contains(hex)
    }

    fn has_black_sea(&self, side: Side) -> bool {
        let bases = ["Odessa", "Sevastopol", "Novorossiysk"];
        let hexes = bases.iter().filter_map(|name| self.board.theatre().hex_named(name));
        let axis = hexes.filter(|&hex| self.board.controls(Side::Axis, hex)).count();
        (if axis >= 2 { Side::Axis } else { Side::Soviet }) == side
    }

    /// EAST-RET-2 to EAST-RET-5 for one step; `pending` are the hexes with attacks still to be resolved.
    fn may_step(
        &self,
        unit: UnitId,
        [origin, at, to]: [HexId; 3],
        way: Direction,
        step: u32,
        from: &[HexId],
        pending: &[HexId],
    ) -> bool {
        let side = self.side(unit);
        let away = self.distance(origin, to) == step;
        let friend = self.in_hex(to).iter().any(|&other| self.side(other) == side);
        let safe = !self.is_in_zone_of(side.other(), to) || (friend && !pending.contains(&to));
        let no_closer = from.iter().all(|&foe| self.distance(foe, to) >= self.distance(foe, at));
        let passable = match self.across(at, way, to) {
            Hexside::Plain | Hexside::River => true,
            Hexside::Kerch => self.has_black_sea(side),
            Hexside::Lake | Hexside::Sea => false,
        };
        away && safe
            && no_closer
            && passable
            && self.is_ground(to)
            && !self.holds_enemy(side, to)
            && self.is_open_to_nation(unit, to)
            && !(side == Side::Axis && self.stands(to))
    }

    fn routes(&self, unit: UnitId, length: u32, from: &[HexId], pending: &[HexId]) -> BTreeSet<Vec<HexId>> {
        let origin = self.hex(unit);
        let mut routes = BTreeSet::new();
        for (way, first) in self.steps(origin) {
            if !self.may_step(unit, [origin, origin, first], way, 1, from, pending) {
                continue;
            }
            if length == 1 {
                if self.has_room(unit, first) {
                    routes.insert(vec![first]);
                }
                continue;
            }
            for (way, second) in self.steps(first) {
                if self.may_step(unit, [origin, first, second], way, 2, from, pending)
                    && self.has_room(unit, second)
                {
                    routes.insert(vec![first, second]);
                }
            }
        }
        routes
    }

    /// EAST-ATT-5 (a) and (b), EAST-ATT-10, EAST-TER-5, EAST-TER-13: the hexes next to an attacker that it is not barred
    /// from and in which an Undispersed German stands.
    fn bound_by(&self, unit: UnitId) -> Vec<HexId> {
        let at = self.hex(unit);
        let infantry = matches!(self.arm(unit), Arm::Infantry | Arm::Mountain | Arm::Motorised);
        let near = self.steps(at).into_iter().filter(|&(way, hex)| {
            let german = self
                .in_hex(hex)
                .iter()
                .any(|&other| self.nation(other) == Nation::German && !self.is(other, Status::Dispersed));
            let open = match self.across(at, way, hex) {
                Hexside::Plain | Hexside::River => true,
                Hexside::Lake => infantry,
                Hexside::Kerch => infantry || self.has_black_sea(Side::Soviet),
                Hexside::Sea => false,
            };
            german && open && self.is_open_to_nation(unit, hex)
        });
        near.map(|(_, hex)| hex).collect()
    }
}

/// Compares the game with the literal reading, wherever it stands.
fn compare(game: &EastFront) {
    let literal = Literal::of(game);
    match game.step() {
        Step::Declare(_) => compare_duties(game, &literal),
        Step::Battles(_) => compare_results(game),
        Step::Retreats(_) => compare_retreats(game, &literal),
        Step::Advance(_) => compare_advances(game, &literal),
        _ => {}
    }
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
    for unit in fight.going().iter() {
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
        for unit in fight.attackers.iter() {
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

/// EAST-CNV-5.
fn is_overrun(
    game: &EastFront,
    literal: &Literal<'_>,
    attackers: &[UnitId],
    defenders: &[UnitId],
    target: HexId,
) -> bool {
    let board = game.board();
    let weather = game.weather();
    let snow = matches!(weather, Weather::Snow | Weather::Subarctic);
    let allowed = weather == Weather::Good || (snow && game.phasing() == Side::Soviet);
    let armour: u32 = attackers
        .iter()
        .filter(|&&unit| literal.arm(unit) == Arm::Armour)
        .map(|&unit| u32::from(board.piece(unit).attack))
        .sum();
    let printed: u32 = defenders.iter().map(|&unit| u32::from(board.piece(unit).defence)).sum();
    let supported = defenders.iter().any(|&unit| literal.arm(unit) == Arm::Armour);
    if !allowed || supported || armour <= 2 * printed {
        return false;
    }
    let infantry: Vec<UnitId> =
        defenders.iter().copied().filter(|&unit| literal.arm(unit) != Arm::Cavalry).collect();
    let soviet = infantry.iter().any(|&unit| literal.nation(unit) == Nation::Soviet);
    let terrain = literal.layer("terrain", target);
    let theatre = board.theatre();
    let place = theatre.place(target);
    let class = place.map(|place| place.class);
    let ways: Vec<(Direction, HexId)> = literal
        .steps(target)
        .into_iter()
        .filter(|&(_, hex)| attackers.iter().any(|&unit| literal.hex(unit) == hex))
        .collect();
    let sides: Vec<Hexside> = ways.iter().map(|&(way, hex)| literal.across(target, way, hex)).collect();
    let all_wet = sides.iter().all(|side| *side != Hexside::Plain);
    let line = game.month() >= 3 && ways.iter().all(|&(way, _)| theatre.forts(target).contains(way));
    let helped = (terrain == "swamp" && !literal.freezes(target) && soviet)
        || (matches!(terrain, "hills" | "mountain") && !infantry.is_empty())
        || (place.is_some_and(|place| place.fortress) && soviet)
        || (line && soviet)
        || class == Some(sandtable_eastfront::Class::VictoryCity)
        || (class == Some(sandtable_eastfront::Class::MajorCity) && !infantry.is_empty())
        || (class == Some(sandtable_eastfront::Class::DotCity)
            && infantry.iter().any(|&unit| board.piece(unit).counter.size != Size::Division))
        || (all_wet && sides.iter().any(|side| matches!(side, Hexside::River | Hexside::Kerch)))
        || sides.iter().any(|side| matches!(side, Hexside::Lake))
        || sides.iter().any(|side| matches!(side, Hexside::Kerch) && !literal.has_black_sea(game.phasing()));
    !helped
}

fn read_along(scenario: &str, seed: u64, most: u32) -> u32 {
    let mut game = EastFront::start(&Setup::of(scenario)).unwrap();
    let (mut player, mut dice) = (RandomPlayer::seeded(seed), Rolled::seeded(seed));
    let (mut actions, mut compared) = (Vec::new(), 0);
    for _ in 0..most {
        if let GameStatus::Over(_) = game.status() {
            break;
        }
        if matches!(game.step(), Step::Declare(_) | Step::Battles(_) | Step::Retreats(_) | Step::Advance(_)) {
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
    let mut compared = [0; 3];
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
}
