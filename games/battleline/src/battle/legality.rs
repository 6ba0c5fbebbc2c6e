//! Who may attack whom (LINE-X-CMB-2, LINE-X-CMB-3), in which column (LINE-R1), and who may evade (LINE-X-EVA-1).

use super::{
    Announced, Placed,
    situation::{Attacker, Defender, Situation},
};
use crate::prelude::*;

/// Judges what can be judged before any factor is counted.
pub(super) fn announce(charts: &'static Charts, situation: &Situation) -> Result<Placed, Refusal> {
    let attackers = &situation.attackers;
    if attackers.is_empty() {
        return Err(Refusal::new("LINE-X-CMB-2", "nobody attacks: a combat has one or more attackers"));
    }
    if attackers.len() > MOST_ATTACKERS {
        let reason = format!(
            "{} units attack, but only {MOST_ATTACKERS} hexes lie round the defender",
            attackers.len()
        );
        return Err(Refusal::new("LINE-X-CMB-2", reason));
    }
    let mut places: SmallVec<[(Place, Place); 4]> = SmallVec::new();
    let mut troops: SmallVec<[Troop; 4]> = SmallVec::new();
    troops.push(defender(charts, situation)?);
    for (place, said) in attackers.iter().enumerate() {
        let name = situation.said(place + 1).name;
        let seen = places_of(said, &situation.defender, name)?;
        if places.iter().any(|&(from, _)| from == seen.0) {
            let reason =
                format!("two attackers stand in the {} hex of the defender: one unit to a hex", seen.0);
            return Err(Refusal::new("LINE-X-STK-1", reason).because_of(name));
        }
        places.push(seen);
        let joins = attacker(charts, situation, place, &troops[DEFENDER])?;
        troops.push(joins);
    }
    if situation.attackers.len() > 1 && attackers.iter().any(|attacker| attacker.last_of_army) {
        return Err(Refusal::new(
            "LINE-X-CMD-6",
            "one of several attackers is not the last unit of its army",
        ));
    }
    let leaders = attackers.iter().flat_map(|attacker| &attacker.leaders);
    leader::each_is_in_one_place(situation.defender.leaders.iter().chain(leaders))?;
    Ok(Placed { troops, places })
}

pub(crate) const ATTACKED_TWICE: &str =
    "it has been attacked in this phase, and no unit is attacked twice in one";

fn defender(charts: &'static Charts, situation: &Situation) -> Result<Troop, Refusal> {
    let said = situation.said(DEFENDER);
    no_first::<Refusal, 1>(said.name, [(situation.defender.attacked, "LINE-X-CMB-2", ATTACKED_TWICE)])?;
    said.troop(charts, situation.scenario)
}

fn attacker(
    charts: &'static Charts,
    situation: &Situation,
    place: usize,
    defender: &Troop,
) -> Result<Troop, Refusal> {
    let (said, alike) = (&situation.attackers[place], situation.said(place + 1));
    let troop = alike.troop(charts, situation.scenario)?;
    let has = |mark| match mark {
        Mark::Fired => said.fired,
        Mark::Attacked => said.attacked,
        _ => said.exchanged_back,
    };
    may_attack::<Refusal>(alike.name, &troop, has, said.hexside, defender)?;
    Ok(troop)
}

/// Whether a unit may join, as far as its factor is not asked for (LINE-X-CMB-3); `has` says what it has done in this turn.
pub(crate) fn may_attack<E: Objection>(
    name: &str,
    troop: &Troop,
    has: impl Fn(Mark) -> bool,
    hexside: Hexside,
    defender: &Troop,
) -> Result<(), E> {
    let twice = "it has attacked in this phase, and no unit attacks twice in one";
    let reasons = [
        (troop.marching, "LINE-X-STA-2", "a Marching unit cannot attack"),
        (has(Mark::Fired), "LINE-X-MIS-1", "it shot in this turn, and a unit that shoots does not attack"),
        (has(Mark::Attacked), "LINE-X-CMB-2", twice),
        (has(Mark::ExchangedBack), "LINE-X-EXC-2", "it was taken back in an exchange in this turn"),
    ];
    no_first(name, reasons)?;
    let levels = (troop.level - defender.level).abs();
    no_if(levels >= troop.charts.values.cliff, "LINE-X-CMB-3", name, || {
        format!("it stands {levels} levels off: no attack across two or more (LINE-X-MOV-10)")
    })?;
    no_if(hexside == Hexside::River, "LINE-X-CMB-3", name, || "a river without ford lies between".into())?;
    let barred = troop.charts.class(troop.figures.class).barred;
    no_if(barred.contains(defender.terrain), "LINE-X-CMB-3", name, || {
        format!("elephants never attack a unit in {}", defender.terrain)
    })
}

/// Where defender and attacker see each other: said in words, or found from their hexes and facings
/// (LINE-DIR-1, LINE-X-MAP-3).
fn places_of(attacker: &Attacker, defender: &Defender, name: &str) -> Result<(Place, Place), Refusal> {
    let no = |reason: String| Err(Refusal::new("LINE-DIR-1", reason).because_of(name));
    let on_map = (defender.hex, defender.facing, attacker.hex, attacker.facing);
    match on_map {
        (None, None, None, None) => {
            Ok((attacker.from.unwrap_or_default(), attacker.towards.unwrap_or_default()))
        }
        (Some(_), Some(_), Some(_), Some(_)) if attacker.from.is_some() || attacker.towards.is_some() => {
            no("its position is given twice, by hexes and by from or towards: leave one out".into())
        }
        (Some(here), Some(facing), Some(there), Some(its_facing)) => {
            let Some((out, back)) = here.direction_to(there).zip(there.direction_to(here)) else {
                let reason = format!("{there} is not next to the defender's hex {here}");
                return Err(Refusal::new("LINE-X-CMB-2", reason).because_of(name));
            };
            Ok((Place::seen(out, facing), Place::seen(back, its_facing)))
        }
        _ => no("positions by hexes need hex and facing of the defender and of every attacker".into()),
    }
}

/// The lead: the attacker that counts for most; of equals the one its owner names, or the first
/// (LINE-X-CMB-7, LINE-R9, LINE-R37).
pub(super) fn lead(
    situation: &Situation,
    fixed: &Announced,
    counts: impl Fn(usize) -> Result<Factor, Refusal>,
) -> Result<usize, Refusal> {
    let mut named = situation.attackers.iter().enumerate().filter(|(_, attacker)| attacker.lead);
    match (named.next(), named.next()) {
        (None, _) => Ok(fixed.leads.first().map_or(1, UnitId::index)),
        (Some((place, _)), None) if fixed.leads.contains(UnitId::new(place + 1)) => Ok(place + 1),
        (Some((place, _)), None) => {
            let (name, count, most) = (situation.said(place + 1).name, counts(place)?, fixed.most);
            let reason = format!("it counts for {count}, but the lead is a unit that counts for {most}");
            Err(Refusal::new("LINE-X-CMB-7", reason).because_of(name))
        }
        (Some(_), Some(_)) => Err(Refusal::new("LINE-X-CMB-7", "several attackers are named as the lead")),
    }
}

/// The column of Table 4 (LINE-CRT-2, LINE-CRT-3, LINE-R1, LINE-R2, LINE-R3).
pub(crate) fn column<E: Objection>(
    charts: &Charts,
    house_rules: HouseRules,
    attack: Factor,
    defence: Factor,
) -> Result<usize, E> {
    let ladder = charts.ladder(house_rules.five_inclusive);
    match ladder.reach(attack, defence) {
        Some(column) => Ok(ladder.printed(column)),
        None if house_rules.low_odds_allowed => Ok(0),
        None => no_since("LINE-R1", "", || {
            let missing = ladder.missing(attack, defence, Factor::ONE).unwrap_or(Factor::ZERO);
            format!("{attack} against {defence} is less than 1-3: it lacks {missing} attack")
        }),
    }
}

/// Whether the defender may try to slip away (LINE-X-EVA-1).
pub(super) fn may_evade(situation: &Situation, troops: &[Troop]) -> Result<(), Refusal> {
    let said = situation.said(DEFENDER);
    let attackers = (1..troops.len()).map(|place| (situation.said(place).name, &troops[place]));
    may_slip_away(said.name, &troops[DEFENDER], attackers, said.retreat.is_safe())
}

/// The same for units that stand somewhere: nobody faster among the attackers, and somewhere to go.
pub(crate) fn may_slip_away<'a, E: Objection>(
    name: &str,
    defender: &Troop,
    attackers: impl IntoIterator<Item = (&'a str, &'a Troop)>,
    retreat_is_safe: bool,
) -> Result<(), E> {
    defender.may_evade(name)?;
    let own = defender.figures.tactical;
    for (faster, attacker) in attackers {
        let its = attacker.figures.tactical;
        if its > own {
            return no_since("LINE-X-EVA-1", faster, || {
                format!("an attacker has {its} tactical movement factors, more than its {own}")
            });
        }
    }
    no_if(!retreat_is_safe, "LINE-X-EVA-1", name, || "it has no safe hex for a retreat".into())?;
    Ok(())
}
