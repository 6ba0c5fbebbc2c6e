//! What a viewer sees: everything (`EAST-GEN-5`).

use kit::{Goal, Mark, MarkKind, Objective, ScoreLine, View, Viewer, map::HexId};

use super::{EastFront, counters, seat};
use crate::{
    charts::LAST_AXIS_TURN,
    flow::{Move, Muster, PlayerTurn, Ride, SetUp, Step},
    map::Hexes,
    roster::UnitId,
    supply::{Lines, Net},
    theatre::{Contest, VictoryCity},
    unit::Side,
    victory,
};

/// The game as a viewer may see it.
pub(super) fn view(game: &EastFront, _: Viewer) -> View {
    let supplied = [
        Net::of(&game.board, Side::Axis, Lines::Usual).supplied(&game.board),
        Net::of(&game.board, Side::Soviet, Lines::Overland).supplied(&game.board),
    ];
    View {
        moment: moment(game),
        turn: if matches!(game.step(), Step::SetUp(_)) { 0 } else { game.turn.into() },
        counters: counters::counters(game),
        marks: marks(game),
        arrows: game.attack_arrows(),
        score: score(game, &supplied),
        objectives: objectives(game, &supplied),
        goals: goals(game),
        history: crate::history::beside(game),
        ..View::of(game)
    }
}

/// Turn and phase in words.
pub(super) fn moment(game: &EastFront) -> String {
    let (turn, last) = (game.turn, game.theatre().last_turn);
    if matches!(game.step(), Step::Over(_)) {
        return format!("end of turn {turn}");
    }
    if matches!(game.step(), Step::SetUp(_)) {
        return "Axis set-up".to_owned();
    }
    let month = game.charts().month(game.month()).map_or("", |month| month.name.as_str());
    let when = format!("turn {turn} of {last} ({month}, {})", game.weather);
    match phase(game) {
        Some(phase) => format!("{when}, {} {phase}", game.phasing),
        None => format!("{when}, orders"),
    }
}

/// The phase by the frame of the player turn, which names the phase after the one that is played.
fn phase(game: &EastFront) -> Option<&'static str> {
    let turn = game.flow.live().iter().find_map(|step| match step {
        Step::PlayerTurn(turn) => Some(*turn),
        _ => None,
    })?;
    Some(match turn {
        PlayerTurn::Beginning => return None,
        PlayerTurn::Arrivals => "player turn",
        PlayerTurn::Rail => "phase A: reinforcements",
        PlayerTurn::Prepared => "phase B: rail movement",
        PlayerTurn::Movement => "phase C: Prepared Attacks",
        PlayerTurn::Crowding => "phase D: movement",
        PlayerTurn::Operational => "end of phase D: crowded swamps",
        PlayerTurn::Recovery => "phase E: Operational Attacks",
        PlayerTurn::Conversion => "phase H: rail conversion",
        PlayerTurn::Refacing => "victory",
    })
}

/// The unit that is being placed or moved.
pub(super) fn in_hand(game: &EastFront) -> Option<UnitId> {
    match game.step() {
        Step::Move(Move { picked })
        | Step::Ride(Ride { picked })
        | Step::Muster(Muster { picked })
        | Step::SetUp(SetUp { picked }) => picked,
        _ => None,
    }
}

fn owner(game: &EastFront, hex: HexId) -> Side {
    if game.board.controls(Side::Axis, hex) { Side::Axis } else { Side::Soviet }
}

/// Cities that have changed hands, what is in hand, and what combat marks.
fn marks(game: &EastFront) -> Vec<Mark> {
    let (theatre, board) = (game.theatre(), &game.board);
    let mut marks = Vec::new();
    for hex in theatre.cities {
        let side = owner(game, hex);
        let was_axis = theatre.axis_at_start.contains(hex);
        if was_axis != (side == Side::Axis) {
            let words = format!("{} is {side}", theatre.called(hex));
            marks.push(Mark::new(game.number(hex), words, MarkKind::Control).of(seat(side)));
        }
    }
    if let Some((unit, hex)) = in_hand(game).and_then(|unit| Some((unit, board.hex_of(unit)?))) {
        let words = format!("{} in hand", game.name(unit));
        marks.push(Mark::new(game.number(hex), words, MarkKind::InHand).of(seat(board.side(unit))));
    }
    marks.extend(game.attack_marks());
    marks
}

fn is_counted(game: &EastFront, city: VictoryCity, supplied: &[Hexes; 2]) -> bool {
    supplied[owner(game, city.hex) as usize].contains(city.hex)
}

/// The victory cities with their worth and holders (`EAST-VIC-1`), and the capitals of the campaign (`EAST-VIC-5`).
fn objectives(game: &EastFront, supplied: &[Hexes; 2]) -> Vec<Objective> {
    let theatre = game.theatre();
    let name =
        |hex| theatre.place(hex).map_or_else(|| game.number(hex).to_owned(), |place| place.name.clone());
    let city = |city: &VictoryCity| {
        let holder = owner(game, city.hex);
        let supply = if is_counted(game, *city, supplied) {
            "in supply"
        } else {
            "out of supply, so it does not count"
        };
        let factors = if game.board.standing().contains(city.hex) { "; its own factors stand" } else { "" };
        Objective {
            spot: None,
            name: name(city.hex),
            hexes: vec![game.number(city.hex).to_owned()],
            worth: city.points.to_string(),
            holder: Some(seat(holder)),
            words: format!("{holder}, {supply}{factors}"),
            clause: "EAST-VIC-1",
        }
    };
    let other = |hex: HexId, words: &str, clause| Objective {
        spot: None,
        name: name(hex),
        hexes: vec![game.number(hex).to_owned()],
        worth: String::new(),
        holder: Some(seat(owner(game, hex))),
        words: words.to_owned(),
        clause,
    };
    let mut all: Vec<Objective> = theatre.victory_cities.iter().map(city).collect();
    match theatre.contest {
        Contest::Barbarossa => {}
        Contest::Campaign => all.extend(
            theatre
                .capitals
                .iter()
                .map(|&(hex, _)| other(hex, "one of six capitals that end the war", "EAST-VIC-5")),
        ),
        Contest::Gate => {
            all.extend(
                victory::outposts(theatre)
                    .map(|hex| other(hex, "makes an Axis victory decisive", "EAST-R68")),
            );
        }
    }
    all
}

/// What each side has and lacks.
fn goals(game: &EastFront) -> Vec<Goal> {
    let (board, theatre) = (&game.board, game.theatre());
    let needed = game.charts().play.victory;
    let ((axis_all, axis), (_, soviet)) = (victory::axis_points(board), victory::soviet_points(board));
    let goal = |side, have: u8, need: u8, words: String| Goal {
        seat: seat(side),
        have: have.into(),
        need: Some(need.into()),
        words,
    };
    let more = |have: u8, need: u8, what: &str| match need.saturating_sub(have) {
        0 => "has what is needed".to_owned(),
        points => format!("{points} more {what}"),
    };
    match theatre.contest {
        Contest::Gate => {
            let left = theatre.last_turn + 1 - game.turn.min(theatre.last_turn);
            let hold = format!("hold Smolensk for {left} {}", if left == 1 { "turn" } else { "turns" });
            vec![
                goal(
                    Side::Axis,
                    axis,
                    1,
                    if axis > 0 {
                        "has Smolensk in supply".into()
                    } else {
                        "take Smolensk and keep it in supply".into()
                    },
                ),
                goal(Side::Soviet, 1 - axis.min(1), 1, hold),
            ]
        }
        Contest::Barbarossa => vec![
            goal(
                Side::Axis,
                axis,
                needed.axis_1941,
                more(axis, needed.axis_1941, "points in supply, at once"),
            ),
            goal(
                Side::Soviet,
                soviet,
                needed.soviet_1941,
                more(soviet, needed.soviet_1941, "points in overland supply at the end of turn 10"),
            ),
        ],
        Contest::Campaign => {
            let (points, capitals) = needed.soviet_campaign;
            let held = victory::soviet_capitals(board);
            let axis_goal = if game.turn <= LAST_AXIS_TURN {
                goal(
                    Side::Axis,
                    axis,
                    needed.axis_campaign,
                    more(axis, needed.axis_campaign, "points in supply by turn 24"),
                )
            } else {
                goal(
                    Side::Axis,
                    axis_all,
                    needed.axis_at_end,
                    "4 points, or five capitals, at the end of turn 48".into(),
                )
            };
            let all = victory::all_soviet_points(board);
            let words = format!("{points} points and {capitals} capitals; {held} capitals so far");
            vec![axis_goal, goal(Side::Soviet, all, points, words)]
        }
    }
}

/// The points of both sides, city by city (`EAST-VIC-1`).
fn score(game: &EastFront, supplied: &[Hexes; 2]) -> Vec<ScoreLine> {
    let theatre = game.theatre();
    let line = |city: &VictoryCity| {
        let side = owner(game, city.hex);
        let counts = is_counted(game, *city, supplied);
        let place = theatre.called(city.hex);
        ScoreLine {
            seat: seat(side),
            points: if counts { city.points.into() } else { 0 },
            words: if counts { place } else { format!("{place}, out of supply") },
            clause: if side == Side::Axis { "EAST-VIC-2" } else { "EAST-VIC-3" },
        }
    };
    theatre.victory_cities.iter().map(line).collect()
}
