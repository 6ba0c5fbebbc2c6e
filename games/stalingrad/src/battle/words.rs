//! An attack and its ends as a player reads them.

use kit::{Fact, Factor, Fraction, Told};

use super::{
    Battle, BattleProgress, Purchase,
    attack::{Attack, Defender, WayOut},
    losses::Units,
    outcome::{Cause, Consequences, DefenderEnd},
};
use crate::{
    air::bombs,
    index::IndexValue,
    results::{Fate, GroundResult, Price},
    turns::back_after,
    units::{Side, Unit, UnitKind},
};

/// The grain in which missing and spare strength is counted.
const HALF: Factor = Factor::halves(1);

/// What is settled before the die.
pub(super) fn facts(battle: &Battle, attack: &Attack<'_>) -> Vec<Fact> {
    let mut facts = Vec::new();
    odds_facts(battle, &mut facts);
    if battle.balka {
        facts.push(Fact::new("order", "resolved before attacks across no balka", "STAL-TER-3"));
    }
    let held: Vec<&str> = attack
        .defenders
        .iter()
        .zip(&battle.holders)
        .filter(|(_, holder)| holder.held)
        .map(|(defender, _)| defender.unit.name.as_str())
        .collect();
    if !held.is_empty() {
        let words = format!("{}: D1 becomes D, D2 becomes DE, no withdrawal", held.join(", "));
        facts.push(Fact::new("No Retreat", words, "STAL-NOR-1"));
    }
    if battle.overrun {
        facts.push(Fact::new("overrun", "D2 becomes DE", "STAL-OVR-1"));
    }
    if battle.exchange {
        exchange_facts(battle, attack, &mut facts);
    }
    if let Some(bombing) = &battle.friendly {
        let names =
            friends(battle, attack).iter().map(|unit| unit.name.as_str()).collect::<Vec<_>>().join(", ");
        let [eliminated, disrupted] =
            [Fate::Eliminated, Fate::Disrupted].map(|fate| friendly_chance(battle, fate));
        let words = format!(
            "on the worst roll {} is bombed; each of {names}, left there by the smallest loss, is eliminated with {eliminated}, Disrupted with {disrupted}",
            bombing.hex
        );
        facts.push(Fact::new("friendly bombing", words, "STAL-AIR-6"));
    }
    facts
}

/// The chance that the attack rolls worst and the bombs then do this to a unit.
fn friendly_chance(battle: &Battle, fate: Fate) -> Fraction {
    let worst = IndexValue::WORST.0;
    let rows = (1..=worst).filter(|&row| bombs(&battle.rules, IndexValue(row), 0).fate() == fate).count();
    Fraction::new(rows as u128, u128::from(worst) * u128::from(worst))
}

fn odds_facts(battle: &Battle, facts: &mut Vec<Fact>) {
    let ladder = &battle.rules.ladder;
    let heads = battle.rules.tables.crt.sheet().heads();
    let (attack, defence) = (battle.attack, battle.defence);
    let raw = ladder.reach(attack, defence);
    let words = raw.map_or_else(
        || format!("{attack} against {defence} is below {}", heads[0]),
        |column| format!("{attack} against {defence} reaches {}", heads[ladder.printed(column)]),
    );
    facts.push(Fact::new("odds", words, "STAL-CRT-2"));
    match battle.column {
        Some(column) => facts.push(Fact::new("column", heads[ladder.printed(column)].clone(), "STAL-CRT-4")),
        None => facts.push(Fact::new("column", "the attack is cancelled without effect", "STAL-CRT-6")),
    }
    let shift = raw.zip(battle.column).map_or(0, |(raw, read)| read.0 - raw.0);
    let crt = battle.rules.tables.crt.sheet();
    facts.extend(kit::inquiry::distance(crt, ladder, [attack, defence], HALF, shift, "STAL-CRT-2"));
}

/// STAL-EXC-2, STAL-EXC-3: what each result costs.
fn exchange_facts(battle: &Battle, attack: &Attack<'_>, facts: &mut Vec<Fact>) {
    let purse = battle.risked.worth(&battle.attack_strengths);
    facts.push(Fact::new("risked", format!("{purse} attack strength"), "STAL-EXC-5"));
    let column = match battle.column {
        Some(column) => battle.rules.ladder.printed(column),
        None => return,
    };
    let mut seen = Vec::new();
    for row in 0..6 {
        let result = *battle.rules.tables.crt.at(row, column);
        let Price::Of(share) = battle.rules.price(result) else { continue };
        if seen.contains(&result) {
            continue;
        }
        seen.push(result);
        let prices: Vec<String> = battle
            .formations()
            .into_iter()
            .map(|members| {
                format!(
                    "{} {}",
                    names(members, attack.defenders.iter().map(|defender| defender.unit)),
                    battle.price(share, members)
                )
            })
            .collect();
        let all = battle.price(share, Units((1 << battle.holders.len()) - 1));
        let words = format!("{}: {}; all together {all}", result.name(), prices.join(", "));
        facts.push(Fact::new("price", words, "STAL-EXC-2"));
    }
}

fn names<'u>(set: Units, units: impl Iterator<Item = &'u Unit>) -> String {
    let chosen: Vec<&str> =
        units.enumerate().filter(|(place, _)| set.has(*place)).map(|(_, unit)| unit.name.as_str()).collect();
    chosen.join(" + ")
}

/// The units in the hex that friends bomb, in the order in which they are rolled for.
fn friends<'u>(battle: &Battle, attack: &Attack<'u>) -> Vec<&'u Unit> {
    let Some(bombing) = &battle.friendly else { return Vec::new() };
    let attackers = attack.attackers.iter().enumerate().filter(|(place, _)| bombing.attackers.has(*place));
    let bystanders = attack.bystanders.iter().enumerate().filter(|(place, _)| bombing.bystanders.has(*place));
    attackers.map(|(_, attacker)| attacker.unit).chain(bystanders.map(|(_, other)| other.unit)).collect()
}

/// An end of the attack.
/// More ways to pay than these are not listed one by one.
const SETS_NAMED: usize = 8;

pub(super) fn tell(battle: &Battle, attack: &Attack<'_>, end: BattleProgress) -> Told {
    let Some(printed) = battle.result(&end) else {
        let recovered: Vec<&str> = attack
            .defenders
            .iter()
            .zip(&battle.holders)
            .filter(|(_, holder)| holder.recovers(None))
            .map(|(defender, _)| defender.unit.name.as_str())
            .collect();
        let mut words = String::from("nothing happens; the remaining attackers have had their attack");
        if !recovered.is_empty() {
            words = format!("{words}; {} recover", recovered.join(", "));
        }
        return Told::new("cancelled", words).by("STAL-CRT-6");
    };
    let consequences = battle.consequences(printed);
    let mut words = Vec::new();
    words.extend(attackers(battle, attack, &consequences));
    words.extend(defenders(battle, attack, &consequences));
    words.extend(other_purchases(battle, attack, &consequences));
    words.extend(snipers(battle, attack, &consequences));
    let friends = friends(battle, attack);
    if battle.bombs_friends(end).is_some() {
        let bombs = end.friendly_toll().tell(&battle.rules, &friends);
        words.push(format!(
            "friendly bombing: {}",
            if bombs.words.is_empty() { bombs.result } else { bombs.words }
        ));
    }
    let lost_defenders = Units(
        consequences
            .defenders
            .iter()
            .enumerate()
            .filter(|(_, end)| end.fate == Fate::Eliminated)
            .fold(0, |set, (place, _)| set | 1 << place),
    );
    let told = Told {
        payments: payments(battle, attack, &consequences),
        ..Told::new(printed.name(), words.join("; "))
    };
    let told = each_unit(battle, attack, &consequences, told);
    let told = deciding(battle, &consequences)
        .into_iter()
        .fold(told, Told::by)
        .measuring("attack strength lost", consequences.lost.worth(&battle.attack_strengths))
        .measuring("defence strength lost", lost_defenders.worth(&battle.defence_strengths))
        .measuring("attacking units lost", Factor::whole(consequences.lost.count() as i32))
        .measuring("defending units lost", Factor::whole(lost_defenders.count() as i32));
    if battle.friendly.is_none() {
        return told;
    }
    let told = if battle.bombs_friends(end).is_some() { told.by("STAL-AIR-6") } else { told };
    let bombed = end.friendly_toll().count(&battle.rules, &friends, Side::German, Fate::Eliminated);
    told.measuring("Germans lost to friendly bombs", Factor::whole(bombed.into()))
}

/// What the result does to each unit of both sides, as far as nobody has to choose.
fn each_unit(battle: &Battle, attack: &Attack<'_>, end: &Consequences, mut told: Told) -> Told {
    for (place, (defender, unit_end)) in attack.defenders.iter().zip(&end.defenders).enumerate() {
        let words = one_defender(battle, attack, defender, *unit_end, &becomes(battle, end.printed, place));
        let result = if battle.exchange { end.printed } else { battle.effective(end.printed, place) };
        told = told.does(&defender.unit.name, result.name(), words);
    }
    let all_lost = end.required.is_positive() && end.pool.worth(&battle.attack_strengths) <= end.required;
    for (place, attacker) in attack.attackers.iter().enumerate() {
        let words = match () {
            () if !battle.fighting.has(place) => continue,
            () if all_lost && end.pool.has(place) => "eliminated",
            () if end.required.is_positive() && end.pool.has(place) => "may be given up",
            () if end.disrupted.has(place) => "Disrupted",
            () => "unharmed",
        };
        told = told.does(&attacker.unit.name, end.printed.name(), words);
    }
    told
}

/// STAL-RES-10: sets of attackers from which nobody can be left out and any of which is enough.
fn payments(battle: &Battle, attack: &Attack<'_>, end: &Consequences) -> Vec<Vec<String>> {
    if !end.required.is_positive() {
        return Vec::new();
    }
    let pool: Vec<usize> = (0..attack.attackers.len()).filter(|&place| end.pool.has(place)).collect();
    let values: Vec<Factor> = pool.iter().map(|&place| battle.attack_strengths[place]).collect();
    let (sets, _) = kit::losses::minimal_sets(&values, end.required, SETS_NAMED);
    let name = |&place: &usize| attack.attackers[place].unit.name.clone();
    let picked = |set: u64| pool.iter().enumerate().filter(move |(at, _)| set >> at & 1 == 1);
    sets.into_iter().map(|set| picked(set).map(|(_, place)| name(place)).collect()).collect()
}

/// The rules that decide a result: its own, those that change it for some, and the exchange attack.
fn deciding(battle: &Battle, end: &Consequences) -> Vec<&'static str> {
    let printed = end.printed;
    let mut clauses = vec![printed.clause()];
    if battle.exchange {
        let price = match battle.rules.price(printed) {
            Price::Of(_) => "STAL-EXC-2",
            Price::Plain(_) => "STAL-EXC-10",
        };
        clauses.push(price);
        let bought = end.purchases.first();
        let paid_for_some = bought.is_some() && !end.clears();
        let could_not_pay =
            bought.is_none() && end.cause == Cause::AttackFailed && end.required.is_positive();
        clauses.extend((end.purchases.len() > 1).then_some("STAL-EXC-3"));
        clauses.extend((could_not_pay && end.pool == battle.risked).then_some("STAL-EXC-6"));
        clauses.extend(paid_for_some.then_some("STAL-EXC-7"));
        return clauses;
    }
    for clause in (0..end.defenders.len()).flat_map(|place| battle.converted_by(printed, place)) {
        if !clauses.contains(clause) {
            clauses.push(clause);
        }
    }
    clauses
}

fn attackers(battle: &Battle, attack: &Attack<'_>, end: &Consequences) -> Vec<String> {
    let units = || attack.attackers.iter().map(|attacker| attacker.unit);
    let mut words = Vec::new();
    if end.required.is_positive() {
        let pool = if end.pool == battle.fighting { "attackers" } else { "risked attackers" };
        let worth = end.pool.worth(&battle.attack_strengths);
        let back = attackers_back(battle, attack, end);
        words.push(if worth <= end.required {
            format!("all {pool} are lost{back}")
        } else {
            let smallest = end.lost.worth(&battle.attack_strengths);
            format!(
                "{pool} lose {} or more (at the least {} = {smallest}){back}",
                end.required,
                names(end.lost, units())
            )
        });
    }
    let disrupted = end.disrupted.without(end.lost);
    if !disrupted.is_empty() {
        words.push(if end.lost.is_empty() {
            "attackers Disrupted".into()
        } else {
            "surviving attackers Disrupted".into()
        });
    }
    words
}

/// STAL-EXC-3: what else the attacker may buy with the same result; whoever is not bought suffers D (STAL-EXC-7).
fn other_purchases(battle: &Battle, attack: &Attack<'_>, end: &Consequences) -> Vec<String> {
    let buyers = || attack.attackers.iter().map(|attacker| attacker.unit);
    let bought = || attack.defenders.iter().map(|defender| defender.unit);
    let other = |purchase: &Purchase| {
        format!(
            "or {} eliminated for {} (at the least {} = {}), the rest D",
            names(purchase.picked, bought()),
            purchase.price,
            names(purchase.lost, buyers()),
            purchase.lost.worth(&battle.attack_strengths)
        )
    };
    end.purchases.iter().skip(1).map(other).collect()
}

/// STAL-REP-2, STAL-REP-3: when lost attackers are back.
fn attackers_back(battle: &Battle, attack: &Attack<'_>, end: &Consequences) -> String {
    if battle.side() == Side::German {
        return String::new();
    }
    let back = back_after(&battle.rules, battle.delay(end.cause), attack.turn);
    let mut pool = attack.attackers.iter().enumerate().filter(|(place, _)| end.pool.has(*place));
    match (
        pool.clone().any(|(_, attacker)| attacker.unit.replaced),
        pool.all(|(_, attacker)| attacker.unit.replaced),
    ) {
        (_, true) => format!(", {back}"),
        (true, false) => format!(", {back} where they are replaced"),
        (false, false) => " for good".into(),
    }
}

fn defenders(battle: &Battle, attack: &Attack<'_>, end: &Consequences) -> Vec<String> {
    let mut groups: Vec<(String, Vec<&str>)> = Vec::new();
    for (place, (defender, unit_end)) in attack.defenders.iter().zip(&end.defenders).enumerate() {
        let words = one_defender(battle, attack, defender, *unit_end, &becomes(battle, end.printed, place));
        let name = defender.unit.name.as_str();
        match groups.iter_mut().find(|(known, _)| *known == words) {
            Some((_, names)) => names.push(name),
            None => groups.push((words, vec![name])),
        }
    }
    groups.into_iter().map(|(words, names)| format!("{} {words}", names.join(", "))).collect()
}

/// ` (D2 becomes DE)` where orders, want of retreat or an overrun change the result for a unit.
fn becomes(battle: &Battle, printed: GroundResult, place: usize) -> String {
    let effective = battle.effective(printed, place);
    if battle.exchange || effective == printed {
        return String::new();
    }
    format!(" ({} becomes {})", printed.name(), effective.name())
}

fn one_defender(
    battle: &Battle,
    attack: &Attack<'_>,
    defender: &Defender<'_>,
    end: DefenderEnd,
    becomes: &str,
) -> String {
    match end.fate {
        Fate::Eliminated => {
            format!("eliminated{becomes}{}", coming_back(battle, attack, defender, end.cause))
        }
        Fate::Disrupted => {
            let demanded = match end.demanded {
                0 => String::new(),
                hexes => format!(", retreats up to {hexes} as the attacker says"),
            };
            let further = match end.withdrawal {
                0 => String::new(),
                hexes => format!(", may withdraw up to {hexes}"),
            };
            format!("Disrupted{becomes}{demanded}{further}")
        }
        Fate::Unharmed if end.recovers => "recovers".into(),
        Fate::Unharmed => "unharmed".into(),
    }
}

/// STAL-REP-2, STAL-REP-3, STAL-HQ-6, STAL-R42: when a lost defender is back.
fn coming_back(battle: &Battle, attack: &Attack<'_>, defender: &Defender<'_>, cause: Cause) -> String {
    let Defender { unit, way_out, .. } = defender;
    if unit.side(&battle.rules) == Side::German {
        return String::new();
    }
    let surrounded_headquarters = unit.kind == UnitKind::Headquarters && *way_out == WayOut::None;
    if !unit.replaced || surrounded_headquarters {
        return " for good".into();
    }
    format!(", {}", back_after(&battle.rules, battle.delay(cause), attack.turn))
}

/// STAL-SNP-6, STAL-SNP-7: a sniper shares the fate of his stack.
fn snipers(battle: &Battle, attack: &Attack<'_>, end: &Consequences) -> Vec<String> {
    let mut words = Vec::new();
    for hex in &attack.snipers {
        let mut stack = attack
            .defenders
            .iter()
            .zip(&end.defenders)
            .filter(|(defender, _)| defender.at == *hex)
            .peekable();
        let known = stack.peek().is_some();
        let ends: Vec<DefenderEnd> = stack.map(|(_, end)| *end).collect();
        if !known || ends.iter().any(|end| end.fate != Fate::Eliminated) {
            continue;
        }
        words.push(if ends.iter().all(|end| end.cause == Cause::Exchanged) {
            format!("the sniper in {hex} returns after {} turns", battle.rules.delays.sniper)
        } else {
            format!("the sniper in {hex} is lost for good")
        });
    }
    words
}
