//! What attackers and defender count for: Tables 1, 3 and 5 (LINE-X-CMB-4, LINE-X-CMB-5).
//!
//! Table 5 is read from each unit's own facing: an attacker's for its attack, the defender's for its defence. How the
//! defender stands never changes an attacker's factor by Table 5 (LINE-DIR-10).

use super::{STAND, legality::column};
use crate::{
    charts::{Modifier, Sum, When},
    prelude::*,
};

/// An attacker as the reckoning sees it.
#[derive(Clone)]
pub(crate) struct Assault<'s> {
    pub(crate) name: &'s str,
    pub(crate) unit: UnitId,
    pub(crate) troop: Troop,
    /// What runs along the hexside between it and the defender.
    pub(crate) hexside: Hexside,
    /// With the rule `pinned_factor`: the row of Table 5 used in the last attack on it.
    pub(crate) pinned_by: Option<u8>,
    /// Where the defender is as this attacker sees it.
    pub(crate) towards: Place,
    /// The row of Table 5 in which the defender has it, marching and camp counted.
    pub(crate) row: Row,
}

/// The defender and the circumstances that all attackers share.
pub(crate) struct Victim<'s> {
    pub(crate) name: &'s str,
    pub(crate) unit: UnitId,
    pub(crate) troop: Troop,
    pub(crate) code: &'s str,
    /// Roman light foot next to it (LINE-X-ZAM-1).
    pub(crate) lanes_open: bool,
    pub(crate) house_rules: HouseRules,
}

/// A combat as it is announced; all of it is fixed from then on (LINE-R31).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Announced {
    /// What all attackers count for.
    pub attack: Factor,
    /// What the defender counts for.
    pub defence: Factor,
    /// The row of Table 5 used against the defender: the worst, and once (LINE-X-CMB-6, LINE-R8).
    pub row: Row,
    /// The column of Table 4.
    pub column: u8,
    /// Sixths with which the defender stands, if it must test (LINE-X-MOR-3).
    pub stand: Option<u16>,
    /// The attackers that count for most (LINE-X-CMB-7).
    pub leads: Units,
    /// What each of these counts for.
    pub most: Factor,
    /// Whether elephants are among the attackers.
    pub(crate) elephants: bool,
}

/// Adds up a combat (LINE-CRT-2): rows, factors, lead and column are fixed, or says why it is not allowed. What the Stand
/// Test comes to is added later.
pub(crate) fn reckon<'s, T: Tally<'s>, E: Objection>(
    tally: &mut T,
    victim: &Victim<'s>,
    assaults: impl IntoIterator<Item = Result<Assault<'s>, E>>,
) -> Result<Announced, E> {
    let (mut row, mut most, mut leads, mut elephants) = (Row::FRONT, Factor::ZERO, Units::NONE, false);
    for assault in assaults {
        let assault = assault?;
        let count = add_attack(tally, &assault, victim)?;
        row = row.max(assault.row);
        elephants |= assault.troop.is_terror();
        if count > most {
            (most, leads) = (count, Units::NONE);
        }
        if count == most {
            leads.insert(assault.unit);
        }
    }
    let attack = tally.total(Part::ATTACK);
    let defence = add_defence(tally, victim.name, &victim.troop, row);
    let column = column(victim.troop.charts, victim.house_rules, attack, defence)? as u8;
    Ok(Announced { attack, defence, row, column, stand: None, leads, most, elephants })
}

/// The sixths of a defender that tests before it is fought with: whether it slips away, or whether it stands.
pub(crate) fn add_test<'s, T: Tally<'s>>(
    tally: &mut T,
    victim: &Victim<'s>,
    fixed: &Announced,
    (part, test): (Part, Test),
) -> u16 {
    let Announced { row, elephants, .. } = *fixed;
    test_morale(tally, part, victim.name, &victim.troop, MoraleTest { test, row, elephants })
}

/// Adds the sixths with which a defender stands, if it must test (LINE-X-MOR-3).
pub(crate) fn add_stand<'s, T: Tally<'s>>(tally: &mut T, victim: &Victim<'s>, fixed: &mut Announced) {
    let must = victim.troop.must_stand::<Silent>(victim.name, fixed.row, fixed.elephants);
    fixed.stand = must.ok().map(|()| add_test(tally, victim, fixed, (STAND, Test::Stand)));
}

/// Adds the modified attack factor of one attacker, or says why it cannot join (LINE-X-CMB-4).
pub(crate) fn add_attack<'s, T: Tally<'s>, E: Objection>(
    tally: &mut T,
    assault: &Assault<'s>,
    victim: &Victim<'_>,
) -> Result<Factor, E> {
    let Assault { name, ref troop, .. } = *assault;
    let charts = troop.charts;
    let before = tally.total(Part::ATTACK);
    let (why, clause) = match troop.status {
        Status::GoodOrder => ("printed attack", "LINE-X-UNI-1"),
        Status::Disrupted => ("printed attack, Disrupted side", "LINE-R15"),
    };
    tally.add(Part::ATTACK, Factor::whole(troop.face().attack), name, why, clause);
    add_own_direction(tally, assault, victim.house_rules)?;
    for case in charts.modifiers.iter().filter(|case| case.changes == Sum::Attack) {
        if applies(case, troop, &victim.troop, assault.hexside, assault.row) {
            tally.explain(Part::ATTACK, Factor::whole(case.change), name, "LINE-X-CMB-4", || table_3(case));
        }
    }
    if victim.troop.scenario == Some(Scenario::Zama)
        && victim.lanes_open
        && troop.is_terror()
        && charts.battle_types.lanes.iter().any(|code| code == victim.code)
    {
        let open_lanes = Factor::whole(charts.battles.lanes);
        tally.add(Part::ATTACK, open_lanes, name, "light foot keeps lanes open", "LINE-X-ZAM-1");
    }
    if !troop.leaders.is_empty() {
        let bonus = Factor::whole(charts.values.leader_attack);
        tally.add(Part::ATTACK, bonus, name, "leader in the hex", "LINE-X-CMD-5");
    }
    let attack = tally.total(Part::ATTACK) - before;
    if attack < Factor::whole(charts.values.least_attack) {
        let clause = if troop.is_disrupted() { "LINE-R15" } else { "LINE-R22" };
        return no_since(clause, name, || {
            format!("its modified attack factor is {attack}, and an attacker must count for 1 (LINE-X-CMB-3)")
        });
    }
    Ok(attack)
}

/// The unit's own facing: -1 through row 2, -2 through row 3, none through row 4 (LINE-DIR-2 to LINE-DIR-4,
/// LINE-DIR-7, LINE-R6). Being pinned counts instead where it is worse.
fn add_own_direction<'s, T: Tally<'s>, E: Objection>(
    tally: &mut T,
    assault: &Assault<'s>,
    house_rules: HouseRules,
) -> Result<(), E> {
    let charts = assault.troop.charts;
    let own = charts.row(assault.towards);
    let Some(by_facing) = charts.direction(own).attack else {
        return no("LINE-DIR-7", assault.name, "the defender is behind it, and no unit attacks to its rear");
    };
    let pinned = if house_rules.pinned_factor { pinned_by(assault)? } else { Row::FRONT };
    let Some(by_pin) = charts.direction(pinned).attack else {
        let reason = "it was attacked in the rear and is pinned: no attack in its next Combat Phase";
        return no("LINE-R6", assault.name, reason);
    };
    if by_pin < by_facing {
        tally.add(Part::ATTACK, Factor::whole(by_pin), assault.name, "pinned by the attack on it", "LINE-R6");
    } else if by_facing != 0 {
        let (why, clause) = if own == Row::FRONT_FLANK {
            ("attacks through its row 2", "LINE-DIR-3")
        } else {
            ("attacks through its row 3", "LINE-DIR-4")
        };
        tally.add(Part::ATTACK, Factor::whole(by_facing), assault.name, why, clause);
    }
    Ok(())
}

fn pinned_by<E: Objection>(assault: &Assault<'_>) -> Result<Row, E> {
    let Some(number) = assault.pinned_by else { return Ok(Row::FRONT) };
    Row::new(number).ok_or_else(|| {
        E::raise("LINE-R6", assault.name, || format!("pinned-by is {number}, but Table 5 has rows 1 to 4"))
    })
}

/// Adds the modified defence factor (LINE-X-CMB-5).
pub(crate) fn add_defence<'s, T: Tally<'s>>(tally: &mut T, name: &'s str, troop: &Troop, row: Row) -> Factor {
    let (why, clause) = match troop.status {
        Status::GoodOrder => ("printed defence", "LINE-X-UNI-1"),
        Status::Disrupted => ("printed defence, Disrupted side", "LINE-X-STA-1"),
    };
    tally.add(Part::DEFENCE, Factor::whole(troop.face().defence), name, why, clause);
    for case in troop.charts.modifiers.iter().filter(|case| case.changes == Sum::Defence) {
        if applies(case, troop, troop, Hexside::Open, row) {
            tally.explain(Part::DEFENCE, Factor::whole(case.change), name, "LINE-X-CMB-5", || table_3(case));
        }
    }
    let least = Factor::whole(troop.charts.values.least_defence);
    let so_far = tally.total(Part::DEFENCE);
    if so_far < least {
        tally.add(Part::DEFENCE, least - so_far, name, "Table 3 leaves at least 1", "LINE-X-CMB-5");
    }
    let so_far = tally.total(Part::DEFENCE);
    match troop.charts.direction(row).defence {
        // LINE-R7: terrain and camp are wiped out as well.
        None => tally.add(Part::DEFENCE, -so_far, name, "attacked in row 4: all defence is 0", "LINE-DIR-8"),
        Some(0) => {}
        Some(change) => {
            let change = Factor::whole(change).max(-so_far);
            tally.add(Part::DEFENCE, change, name, "attacked in row 3", "LINE-DIR-5");
        }
    }
    tally.total(Part::DEFENCE)
}

fn table_3(case: &Modifier) -> String {
    format!("{}: {}", case.case, case.words)
}

/// Whether a case of Table 3 applies to `unit` against `opponent`; `row` is where the opponent has it.
fn applies(case: &Modifier, unit: &Troop, opponent: &Troop, hexside: Hexside, row: Row) -> bool {
    let holds = |terrain: Terrain| case.terrain.contains(terrain);
    case.classes.contains(unit.figures.class)
        && case.against.contains(opponent.figures.class)
        && match case.when {
            When::Lower => unit.level < opponent.level,
            When::Higher => unit.level > opponent.level,
            When::StreamOrFord => hexside.is_shallow(),
            When::EitherHex => holds(unit.terrain) || holds(opponent.terrain),
            When::OwnHex => holds(unit.terrain),
            When::FirmFront => !opponent.is_disrupted() && row.is_forward(),
            When::Always => true,
        }
}
