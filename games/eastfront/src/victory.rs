//! Who has won (chapter VIC).

use kit::Outcome;

use crate::{
    board::{Aside, Board, Location},
    charts::LAST_AXIS_TURN,
    game::{EastFront, seat},
    map::Hexes,
    supply::{Lines, Net},
    terrain::Country,
    theatre::{Contest, Theatre},
    unit::Side,
};

/// How a game has ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ending {
    /// `EAST-VIC-2`: seven points in supply.
    AxisAtOnce,
    /// `EAST-VIC-3`: eight points in overland supply.
    SovietHolds,
    /// `EAST-VIC-4`, `EAST-R69`: neither; so many Axis points in supply.
    Undecided(u8),
    /// `EAST-VIC-5`, `EAST-R101`: eleven points by turn 24.
    AxisCampaign,
    /// `EAST-VIC-5`: all points and four capitals.
    SovietCampaign,
    /// `EAST-VIC-5`: all points and two or three capitals at the end.
    SovietAtLast,
    /// `EAST-VIC-5`: four points, or five capitals, at the end.
    AxisAtLast,
    /// `EAST-VIC-5`: neither at the end.
    CampaignDrawn,
    /// Smolensk is Axis in supply; whether Yartsevo and Yelnya are too.
    GateOpen(bool),
    /// Smolensk has been held.
    GateShut,
    /// `EAST-VIC-6`: this side has nobody left.
    Annihilated(Side),
}

impl Ending {
    /// Who has won.
    pub const fn winner(self) -> Option<Side> {
        match self {
            Self::AxisAtOnce | Self::AxisCampaign | Self::AxisAtLast | Self::GateOpen(_) => Some(Side::Axis),
            Self::SovietHolds | Self::SovietCampaign | Self::SovietAtLast | Self::GateShut => {
                Some(Side::Soviet)
            }
            Self::Annihilated(side) => Some(side.other()),
            Self::Undecided(_) | Self::CampaignDrawn => None,
        }
    }

    /// The rule.
    pub const fn clause(self) -> &'static str {
        match self {
            Self::AxisAtOnce => "EAST-VIC-2",
            Self::SovietHolds => "EAST-VIC-3",
            Self::Undecided(_) => "EAST-VIC-4",
            Self::AxisCampaign
            | Self::SovietCampaign
            | Self::SovietAtLast
            | Self::AxisAtLast
            | Self::CampaignDrawn => "EAST-VIC-5",
            Self::GateOpen(_) | Self::GateShut => "EAST-R68",
            Self::Annihilated(_) => "EAST-VIC-6",
        }
    }

    /// In a sentence.
    pub fn words(self) -> String {
        match self {
            Self::AxisAtOnce => "the Axis holds enough victory cities in supply and wins".to_owned(),
            Self::SovietHolds => "the Soviets hold enough victory cities in supply and win".to_owned(),
            Self::Undecided(points) => {
                let success = if points >= 5 { "Axis" } else { "Soviet" };
                format!("the Axis holds {points} points: a draw, and a marginal {success} success")
            }
            Self::AxisCampaign => "the Axis holds eleven points in supply and wins the war".to_owned(),
            Self::SovietCampaign => {
                "the Soviets hold every victory city and four capitals: they win the war".to_owned()
            }
            Self::SovietAtLast => {
                "the Soviets hold every victory city and carry the war abroad: they win".to_owned()
            }
            Self::AxisAtLast => "the Axis has held out to the end and wins".to_owned(),
            Self::CampaignDrawn => "neither side has won the war".to_owned(),
            Self::GateOpen(true) => {
                "Smolensk, Yartsevo and Yelnya are Axis: a decisive Axis victory".to_owned()
            }
            Self::GateOpen(false) => "Smolensk is Axis and in supply: the Axis wins".to_owned(),
            Self::GateShut => "the gate of Smolensk is held: the Soviets win".to_owned(),
            Self::Annihilated(side) => format!("the {side} side has no units left"),
        }
    }
}

/// The Axis points: all, and those in supply (`EAST-VIC-1`, `EAST-VIC-2`).
pub fn axis_points(board: &Board) -> (u8, u8) {
    let cities = &board.theatre().victory_cities;
    if !cities.iter().any(|city| board.controls(Side::Axis, city.hex)) {
        return (0, 0);
    }
    let supplied = Net::of(board, Side::Axis, Lines::Usual).supplied(board);
    points(board, Side::Axis, &supplied)
}

/// The Soviet points: all, and those in overland supply (`EAST-VIC-3`).
pub fn soviet_points(board: &Board) -> (u8, u8) {
    let supplied = Net::of(board, Side::Soviet, Lines::Overland).supplied(board);
    points(board, Side::Soviet, &supplied)
}

fn points(board: &Board, side: Side, supplied: &Hexes) -> (u8, u8) {
    let mine = board.theatre().victory_cities.iter().filter(|city| board.controls(side, city.hex));
    mine.fold((0, 0), |(all, counted), city| {
        let counts = if supplied.contains(city.hex) { city.points } else { 0 };
        (all + city.points, counted + counts)
    })
}

/// How many of the six capitals the Soviets have: Helsinki counts as theirs when Finland has left (section 6.4).
pub fn soviet_capitals(board: &Board) -> u8 {
    let theatre = board.theatre();
    let is_soviet = |hex| {
        (board.is_finland_closed() && theatre.country(Country::Finland).contains(hex))
            || board.controls(Side::Soviet, hex)
    };
    theatre.capitals.iter().filter(|(hex, _)| is_soviet(*hex)).count() as u8
}

/// `EAST-VIC-6`: a side with nobody on the map and nobody due has lost; the pool does not count (`EAST-R68`).
pub fn annihilation(game: &EastFront) -> Option<Ending> {
    let board = &game.board;
    let is_gone = |side: Side| {
        let is_due = |unit| matches!(board.place_of(unit), Location::Aside(Aside::Due(_) | Aside::SettingUp));
        board.units_of(side).is_empty() && !board.all_of(side).iter().any(is_due)
    };
    [Side::Soviet, Side::Axis].into_iter().find(|&side| is_gone(side)).map(Ending::Annihilated)
}

/// Phase J of the phasing player (`EAST-VIC-2`, `EAST-VIC-3`, `EAST-VIC-5`).
pub fn determination(game: &EastFront) -> Option<Ending> {
    let (board, theatre) = (&game.board, game.theatre());
    let needed = game.charts().play.victory;
    match (theatre.contest, game.phasing) {
        (Contest::Gate, _) => None,
        (Contest::Barbarossa, Side::Axis) => {
            (axis_points(board).1 >= needed.axis_1941).then_some(Ending::AxisAtOnce)
        }
        (Contest::Barbarossa, Side::Soviet) => {
            let is_last = game.turn == theatre.last_turn;
            (is_last && soviet_points(board).1 >= needed.soviet_1941).then_some(Ending::SovietHolds)
        }
        (Contest::Campaign, Side::Axis) => {
            let counts = game.turn <= LAST_AXIS_TURN;
            (counts && axis_points(board).1 >= needed.axis_campaign).then_some(Ending::AxisCampaign)
        }
        (Contest::Campaign, Side::Soviet) => {
            let (points, capitals) = needed.soviet_campaign;
            let has_won = all_soviet_points(board) >= points && soviet_capitals(board) >= capitals;
            has_won.then_some(Ending::SovietCampaign)
        }
    }
}

/// All Soviet points, in supply or not.
pub fn all_soviet_points(board: &Board) -> u8 {
    let mine = board.theatre().victory_cities.iter().filter(|city| board.controls(Side::Soviet, city.hex));
    mine.map(|city| city.points).sum()
}

/// When the last turn is over (`EAST-VIC-4`, `EAST-VIC-5`, `EAST-R69`, section 6.6).
pub fn at_the_end(game: &EastFront) -> Ending {
    let (board, theatre) = (&game.board, game.theatre());
    let needed = game.charts().play.victory;
    match theatre.contest {
        Contest::Gate => {
            if axis_points(board).1 == 0 {
                return Ending::GateShut;
            }
            Ending::GateOpen(outposts(theatre).all(|hex| board.controls(Side::Axis, hex)))
        }
        Contest::Barbarossa => match axis_points(board).1 {
            points if points >= needed.axis_1941 => Ending::AxisAtOnce,
            points => Ending::Undecided(points),
        },
        Contest::Campaign => {
            let axis: u8 = axis_points(board).0;
            let holds = |&(hex, needed): &(_, bool)| !needed || board.controls(Side::Axis, hex);
            if all_soviet_points(board) >= needed.soviet_campaign.0
                && soviet_capitals(board) >= needed.soviet_capitals_at_end
            {
                Ending::SovietAtLast
            } else if axis >= needed.axis_at_end || theatre.capitals.iter().all(holds) {
                Ending::AxisAtLast
            } else {
                Ending::CampaignDrawn
            }
        }
    }
}

/// What makes the victory at the gate of Smolensk decisive.
pub fn outposts(theatre: &Theatre) -> impl Iterator<Item = kit::map::HexId> + '_ {
    ["Yartsevo", "Yelnya"].into_iter().filter_map(|name| theatre.hex_named(name))
}

/// The outcome for the table: the margin is the points in supply of the winner, in a draw of the Axis; before Smolensk how
/// decisive it was.
pub fn outcome(game: &EastFront) -> Outcome {
    let theatre = game.theatre();
    let winner = game.ending.and_then(Ending::winner).map(seat);
    let margin = match game.ending {
        // EAST-R68: whoever leaves the Soviets nobody before Smolensk has won decisively.
        Some(Ending::Annihilated(side)) if theatre.contest == Contest::Gate => {
            if side == Side::Soviet {
                2
            } else {
                1
            }
        }
        Some(Ending::GateOpen(true)) => 2,
        Some(Ending::GateOpen(false) | Ending::GateShut) => 1,
        Some(Ending::SovietHolds | Ending::SovietCampaign | Ending::SovietAtLast) => {
            i32::from(soviet_points(&game.board).1)
        }
        _ => i32::from(axis_points(&game.board).1),
    };
    Outcome { winner, margin }
}
