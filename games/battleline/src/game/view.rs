//! What a player sees. Nothing is hidden.

use kit::{
    Arrow, Back, Badge, Branch, Counter, Figure, Goal, Mark as Sign, MarkKind, Objective, ScoreLine, Tone,
    View,
};

use super::seat;
use crate::{flow::Entering, prelude::*, troops::Status as Order};

pub(super) fn view(game: &Battleline) -> View {
    let units = (0..game.field.pieces.len()).map(|place| unit_counter(game, UnitId::new(place)));
    let leaders =
        (0..game.field.leaders.len()).filter_map(|place| leader_counter(game, LeaderId::new(place)));
    View {
        moment: moment(game),
        counters: units.chain(leaders).collect(),
        turn: game.turn.into(),
        marks: marks(game),
        arrows: arrows(game),
        score: Side::ALL.map(|side| score(game, side)).into(),
        goals: Side::ALL.map(|side| goal(game, side)).into(),
        objectives: objectives(game),
        ..View::of(game)
    }
}

/// Turn and phase in words.
pub(super) fn moment(game: &Battleline) -> String {
    let (turn, last) = (game.turn, game.field.turns);
    let side = &game.field.sides[game.active as usize].name;
    let phase = match game.step() {
        Step::Over(_) => return format!("end of the battle on turn {turn}"),
        _ => match game.flow.live()[0] {
            Step::Movement(_) => "movement",
            Step::Missile(_) => "missiles",
            Step::Combat(_) => "combat",
            _ => "reorganization",
        },
    };
    format!("turn {turn} of {last}, {side} {phase}")
}

fn unit_counter(game: &Battleline, unit: UnitId) -> Counter {
    let (field, piece) = (&game.field, game.field.piece(unit));
    let status = field.status(unit);
    Counter {
        id: unit.into(),
        name: piece.name.clone(),
        seat: seat(piece.side),
        place: place(game, unit),
        factors: factors(&piece.figures, status),
        figures: figures(&piece.figures, status),
        back: Some(back(&piece.figures, status)),
        kind: field.charts().class(piece.figures.class).name.clone(),
        size: piece.kind.clone(),
        branch: branch(piece.figures.class, piece.figures.missile_range),
        statuses: statuses(game, unit),
        badges: badges(game, unit),
        in_hand: in_hand(game) == Some(unit),
        spent: is_spent(game, unit),
        facing: field.hex(unit).some().map(|_| field.facing(unit).index() as u16 * 60),
        ..Counter::default()
    }
}

/// What a face prints.
fn factors(figures: &Figures, status: Order) -> String {
    let face = figures.face(status);
    format!("{}-{}-{} {}", face.attack, face.defence, face.morale, figures.tactical)
}

/// The figures that differ between the two faces (LINE-X-UNI-2).
fn on_face(figures: &Figures, status: Order) -> Vec<Figure> {
    let face = figures.face(status);
    vec![
        Figure::strength("attack", Factor::whole(face.attack)),
        Figure::strength("defence", Factor::whole(face.defence)),
        Figure::new("morale", &face.morale),
    ]
}

/// All that is known of a unit (LINE-X-UNI-1).
fn figures(figures: &Figures, status: Order) -> Vec<Figure> {
    let mut all = on_face(figures, status);
    all.push(Figure::new("tactical movement", &figures.tactical));
    all.push(Figure::new("operational movement", &figures.operational));
    if figures.missile_range > 0 {
        all.push(Figure::new("missile range", &figures.missile_range));
    }
    all.push(Figure::new("value", &figures.value));
    all.extend(figures.special.map(|special| Figure::new("trait", &format!("{special:?}"))));
    all
}

/// The face that does not show.
fn back(figures: &Figures, status: Order) -> Back {
    let other = match status {
        Order::GoodOrder => Order::Disrupted,
        Order::Disrupted => Order::GoodOrder,
    };
    Back { words: other.to_string(), factors: factors(figures, other), figures: on_face(figures, other) }
}

/// The unit that is being decided about.
fn in_hand(game: &Battleline) -> Option<UnitId> {
    match game.step() {
        Step::Moving(Moving(unit))
        | Step::Entering(Entering(unit))
        | Step::Arriving(Arriving { unit, .. })
        | Step::Turning(Turning { unit, .. })
        | Step::Fleeing(Fleeing { unit, .. }) => Some(unit),
        Step::Evading(_) => Some(game.combat.defender),
        Step::Advancing(_) => Some(game.combat.lead),
        _ => None,
    }
}

/// Whether a unit of the side whose turn it is has done what it can do in this phase.
fn is_spent(game: &Battleline, unit: UnitId) -> bool {
    let mark = match game.step() {
        Step::Missile(_) => Mark::Fired,
        Step::Combat(_) | Step::Announcing(_) | Step::Leading(_) => Mark::Attacked,
        Step::Reorganizing(_) => Mark::Tried,
        _ => Mark::Moved,
    };
    game.field.side(unit) == game.active && game.field.is(unit, mark)
}

const fn branch(class: Class, missile_range: u8) -> Branch {
    match class {
        Class::Ph => Branch::Phalanx,
        Class::Hi => Branch::HeavyFoot,
        Class::Mi => Branch::MediumFoot,
        Class::Li if missile_range > 1 => Branch::Archers,
        Class::Li => Branch::LightFoot,
        Class::Hc => Branch::HeavyHorse,
        Class::Lc => Branch::LightHorse,
        Class::El => Branch::Elephants,
    }
}

/// What the face shows besides the factors.
fn badges(game: &Battleline, unit: UnitId) -> Vec<Badge> {
    let shown = [(Mark::Disrupted, "D"), (Mark::Marching, "M"), (Mark::Frozen, "T")];
    let held = shown.into_iter().filter(|(mark, _)| game.field.is(unit, *mark));
    held.map(|(mark, sign)| Badge::new(sign, Tone::Bad, mark.name())).collect()
}

fn place(game: &Battleline, unit: UnitId) -> String {
    match (game.field.hex(unit).some(), game.field.piece(unit).start) {
        (Some(hex), _) => game.field.number(hex),
        (None, _) if !game.field.waiting().contains(unit) => "eliminated".to_owned(),
        (None, Start::Arrives { turn, .. }) => format!("off the map, from turn {turn}"),
        // Put there by hand, in a position of somebody's own.
        (None, Start::Placed(..)) => "not in this battle".to_owned(),
    }
}

fn statuses(game: &Battleline, unit: UnitId) -> Vec<String> {
    let field = &game.field;
    if !field.hex(unit).is_some() {
        return Vec::new();
    }
    let mut words = vec![format!("facing {}", compass(field.facing(unit)))];
    let shown = Mark::ALL.into_iter().filter(|&mark| field.is(unit, mark) && mark != Mark::Exchanged);
    words.extend(shown.map(|mark| mark.to_string()));
    if field.piece(unit).figures.missile_range > 0 {
        words.push(format!("{} volleys", field.volleys(unit)));
    }
    if let Some(row) = field.pinned_by(unit) {
        words.push(format!("pinned by {row}"));
    }
    words
}

/// A leader's counter lies with his unit's; a Deputy who is not needed has none.
fn leader_counter(game: &Battleline, leader: LeaderId) -> Option<Counter> {
    let line = game.field.leader(leader);
    let place = match game.field.post(leader) {
        Post::With(unit) => place(game, unit),
        Post::Homeless(hex) => game.field.number(hex),
        Post::Gone => {
            line.starts_with?;
            "eliminated".to_owned()
        }
    };
    let mut statuses = Vec::new();
    if let Post::With(unit) = game.field.post(leader) {
        statuses.push(format!("with {}", game.field.name(unit)));
    }
    if game.field.has_transferred(leader) {
        statuses.push("has transferred".to_owned());
    }
    Some(Counter {
        id: leader.into(),
        name: line.name.clone(),
        seat: seat(line.side),
        place,
        factors: format!("{} +{}", line.range, line.bonus),
        figures: vec![
            Figure::new("range of command", &line.range),
            Figure::new("bonus", &format!("+{}", line.bonus)),
        ],
        kind: "leader".to_owned(),
        size: if line.commands_army { "army commander" } else { "leader" }.to_owned(),
        branch: Branch::Leader,
        statuses,
        ..Counter::default()
    })
}

fn marks(game: &Battleline) -> Vec<Sign> {
    let attacked = game.combat.hex.some();
    let sign = attacked.map(|hex| Sign::new(game.field.number(hex), "attacked", MarkKind::Target));
    sign.into_iter().collect()
}

/// The column of Table 4 that the attack is read in: as it would be, and from the announcement on as it is (LINE-R31).
fn column(game: &Battleline) -> Option<&'static str> {
    let combat = &game.combat;
    let column = match game.step() {
        Step::Announcing(_) | Step::Leading(_) => {
            clash::announced(&game.field, game.house_rules, combat.defender, combat.attackers())?.column
        }
        _ => combat.column,
    };
    Some(&game.field.charts().tables.crt.sheet().heads()[usize::from(column)])
}

/// From each attacker to the defender, with the odds at the head.
fn arrows(game: &Battleline) -> Vec<Arrow> {
    let (field, combat) = (&game.field, &game.combat);
    if combat.attackers().is_empty() {
        return Vec::new();
    }
    let label = column(game).unwrap_or_default();
    let arrow = |&unit: &UnitId| {
        Some(Arrow {
            from: game.field.number(field.hex(unit).some()?),
            to: game.field.number(combat.hex),
            seat: seat(field.side(unit)),
            words: format!("{} against {}", field.name(unit), field.name(combat.defender)),
            label: label.to_owned(),
            report: matches!(game.step(), Step::Announcing(_) | Step::Leading(_) | Step::Evading(_))
                .then_some(0),
        })
    };
    combat.attackers().iter().filter_map(arrow).collect()
}

fn score(game: &Battleline, side: Side) -> ScoreLine {
    let card = &game.field.sides[side as usize];
    ScoreLine {
        seat: seat(side),
        points: game.field.losses(side),
        words: format!("loss points of {}; {} break it", card.name, card.break_level),
        clause: "LINE-X-VIC-1",
    }
}

/// What a side still has to take from the other to break it (LINE-X-VIC-2).
fn goal(game: &Battleline, side: Side) -> Goal {
    let enemy = side.other();
    let card = &game.battlefield().sides[enemy as usize];
    let (have, need) = (game.field.losses(enemy), card.break_level);
    let words = if have < need {
        format!("{} more loss points break {}", need - have, card.name)
    } else {
        format!("{} is broken", card.name)
    };
    Goal { seat: seat(side), have, need: Some(need), words }
}

/// The ground that decides a drawn battle, where a scenario has such ground (LINE-X-CAN-3, LINE-X-CYN-4).
fn objectives(game: &Battleline) -> Vec<Objective> {
    let (field, battlefield) = (&game.field, game.battlefield());
    let figures = &field.charts().battles;
    let drawn = victory::final_check(field);
    let holder = |clause| if drawn.clause == clause { drawn.winner.map(seat) } else { None };
    let hexes = |counts: &dyn Fn(HexId) -> bool| -> Vec<String> {
        battlefield.map.hexes().filter(|&hex| counts(hex)).map(|hex| battlefield.number(hex)).collect()
    };
    match battlefield.scenario {
        Scenario::Cannae => {
            let (needed, row) = (figures.cut_through, figures.cut_through_row);
            vec![Objective {
                spot: None,
                name: "the way south".into(),
                hexes: hexes(&|hex| battlefield.map.number(hex).row >= row),
                worth: needed.to_string(),
                holder: holder("LINE-X-CAN-3"),
                words: format!("{needed} units of heavy foot in Good Order here win a drawn battle for Rome"),
                clause: "LINE-X-CAN-3",
            }]
        }
        Scenario::Cynoscephalae => vec![Objective {
            spot: None,
            name: "the height".into(),
            hexes: hexes(&|hex| i32::from(battlefield.level[hex.index()]) == figures.height),
            worth: "½".into(),
            holder: holder("LINE-X-CYN-4"),
            words: "more units in Good Order here win a drawn battle".into(),
            clause: "LINE-X-CYN-4",
        }],
        _ => Vec::new(),
    }
}
