//! What a battle and its results mean, in words.

use kit::{Fact, Factor, Told};

use super::{Aftermath, Attack, Battle, DefendingUnit, Mountains, Occasion, clauses::clauses};
use crate::{
    charts::Crossing,
    losses::{Bill, Offer},
    results::{CombatResult, Fate},
    terrain::Hexside,
    unit::Picks,
};

/// How many ways to pay are spelled out before the rest is only counted.
const WAYS_SHOWN: usize = 4;

/// The names in a battle, in the order in which its units are counted.
struct Names<'n> {
    attackers: Vec<&'n str>,
    defenders: Vec<&'n str>,
}

impl<'n> Names<'n> {
    fn of(attack: &Attack<'n>) -> Self {
        Self {
            attackers: attack.attackers.iter().map(|unit| unit.name).collect(),
            defenders: attack.defenders.iter().map(|unit| unit.name).collect(),
        }
    }
}

fn list(names: &[&str], units: Picks) -> String {
    units.places().map(|place| names[place]).collect::<Vec<_>>().join(" + ")
}

fn choose(battle: &Battle, wanted: impl Fn(&DefendingUnit) -> bool) -> Picks {
    battle.defenders.iter().enumerate().filter(|(_, unit)| wanted(unit)).map(|(place, _)| place).collect()
}

/// What is settled before the die.
pub(super) fn facts(battle: &Battle, attack: &Attack<'_>) -> Vec<Fact> {
    let names = Names::of(attack);
    let mut facts = vec![weather(battle, attack), column(battle)];
    facts.extend(distance(battle));
    facts.extend(water(battle, attack, &names));
    facts.extend(ground(battle));
    facts.extend(conversions(battle, &names));
    facts.extend(limits(battle, attack, &names));
    facts
}

fn weather(battle: &Battle, attack: &Attack<'_>) -> Fact {
    // Not the turn: before Smolensk the first one is already July.
    let month = battle.rules.month(attack.turn).map_or("", |month| month.name.as_str());
    Fact::new("weather", format!("{} ({month})", battle.weather), "EAST-WEA-1")
}

fn column(battle: &Battle) -> Fact {
    let heads = battle.rules.tables.crt.sheet().heads();
    let reached = &heads[battle.rules.ladder.printed(battle.odds.reached)];
    let (attack, defence) = battle.strengths();
    match battle.odds.shift {
        0 => Fact::new("column", format!("{attack} against {defence} is {reached}"), "EAST-CRT-2"),
        shift => {
            let words =
                format!("{attack} against {defence} is {reached}, shifted {shift:+} to {}", battle.column());
            Fact::new("column", words, "EAST-CRT-3")
        }
    }
}

/// How far it is to the next column and to the one before.
fn distance(battle: &Battle) -> Vec<Fact> {
    let (attack, defence) = battle.strengths();
    let charts = &battle.rules;
    let crt = charts.tables.crt.sheet();
    let shift = battle.odds.shift;
    kit::inquiry::distance(crt, &charts.ladder, [attack, defence], Factor::ONE, shift, "EAST-CRT-2")
}

/// Water that does not do what one might expect.
fn water(battle: &Battle, attack: &Attack<'_>, names: &Names<'_>) -> Vec<Fact> {
    let mut facts = Vec::new();
    let crossings = || battle.attackers.iter().map(|unit| unit.crossing);
    let dry = crossings().position(|crossing| !crossing.is_water());
    if let (Some(place), true) = (dry, crossings().any(|crossing| crossing == Crossing::River)) {
        let words = format!("no shift: {} does not attack across water", names.attackers[place]);
        facts.push(Fact::new("river", words, "EAST-TER-4"));
    }
    let across = attack.attackers.iter().map(|unit| attack.approach_of(unit).across);
    let freezing = |across| matches!(across, Hexside::River | Hexside::Lake);
    if across.zip(crossings()).any(|(across, crossing)| freezing(across) && crossing == Crossing::Plain) {
        facts.push(Fact::new(
            "frost",
            "rivers and lakes here are frozen and count as open ground",
            "EAST-WEA-5",
        ));
    }
    let strait = crossings().find_map(|crossing| match crossing {
        Crossing::KerchWithSea => Some("the attacker has the Black Sea"),
        Crossing::KerchWithoutSea => Some("the attacker has not the Black Sea"),
        _ => None,
    });
    facts.extend(strait.map(|words| Fact::new("Kerch Strait", words, "EAST-TER-12")));
    facts
}

fn ground(battle: &Battle) -> Vec<Fact> {
    let mut facts = Vec::new();
    if battle.flanked {
        let words = "an attacker comes over another hexside, so the fortified line counts for nothing";
        facts.push(Fact::new("flanked", words, "EAST-TER-16"));
    }
    if battle.is_empty_city() {
        let words = "the city fights without units: BR, DE, DR and a paid X destroy its factors, nothing else harms them";
        facts.push(Fact::new("city", words, "EAST-TER-22"));
    } else if battle.intrinsic.is_positive() {
        let words = "an attacker must move in to take the city; until then its factors stand unless an exchange pays for them";
        facts.push(Fact::new("city", words, "EAST-TER-27"));
    }
    facts
}

fn conversions(battle: &Battle, names: &Names<'_>) -> Vec<Fact> {
    let mut facts = Vec::new();
    if battle.is_overrun() {
        let words = "the armour overruns them: DR becomes DE, DE becomes BR";
        facts.push(Fact::new("overrun", words, "EAST-CNV-2"));
    }
    let surrounded = choose(battle, |unit| unit.way_out.is_surrounded(CombatResult::Retreat));
    if !surrounded.is_empty() {
        let words = format!(
            "{}: DR becomes DE, DE becomes BR if all are, DW becomes D, dw becomes -",
            list(&names.defenders, surrounded)
        );
        facts.push(Fact::new("surrounded", words, "EAST-CNV-1"));
    }
    let full = choose(battle, |unit| !unit.way_out.one && unit.way_out.two);
    if !full.is_empty() {
        let words = format!(
            "{}: the hexes behind are full, so that DE becomes BR if all are, DW becomes D, dw becomes -; 2 hexes on DR are open",
            list(&names.defenders, full)
        );
        facts.push(Fact::new("no room", words, "EAST-CNV-4"));
    }
    let ordered = choose(battle, |unit| unit.ordered);
    if !ordered.is_empty() {
        let words = format!(
            "{}: DE becomes BR, DR becomes DE, DW becomes D, dw becomes -",
            list(&names.defenders, ordered)
        );
        facts.push(Fact::new("no retreat", words, "EAST-NRO-2"));
    }
    facts
}

fn limits(battle: &Battle, attack: &Attack<'_>, names: &Names<'_>) -> Vec<Fact> {
    let mut facts = Vec::new();
    if battle.read_breakthrough(CombatResult::Breakthrough) != CombatResult::Breakthrough {
        facts.push(Fact::new("breakthrough", "a BR is read as DE in this phase and weather", "EAST-RES-3"));
    } else if battle.occasion == Occasion::Breakthrough {
        facts.push(Fact::new(
            "breakthrough",
            "a BR of this breakthrough attack gives no further attack",
            "EAST-RES-3",
        ));
    }
    let barred = Picks::first(battle.attackers.len()).without(battle.may_pay_for_exchange());
    if !barred.is_empty() {
        let words = format!("{} may not pay for an exchange", list(&names.attackers, barred));
        facts.push(Fact::new("exchange", words, "EAST-EXC-6"));
    }
    let refusal = match battle.mountains {
        Mountains::NoHelp => None,
        Mountains::MayRefuse => Some("the defender may refuse an X in these mountains; it would become dw"),
        Mountains::Refuses => Some("the defender refuses an X in these mountains: it becomes dw"),
    };
    facts.extend(refusal.map(|words| Fact::new("refusal", words, "EAST-EXC-14")));
    if let Some(unit) = attack.attackers.iter().find(|unit| unit.unsupplied) {
        facts.push(Fact::new("supply", format!("{} needs no supply to attack", unit.name), "EAST-ATT-9"));
    }
    if battle.all_attackers_on_ae {
        facts.push(Fact::new("house rule", "AE eliminates every attacker", "EAST-H3"));
    }
    if battle.may_withdraw_on_d {
        facts.push(Fact::new(
            "house rule",
            "on a D the defender may withdraw 1 hex by his own route",
            "EAST-H4",
        ));
    }
    facts
}

/// What an aftermath means and what it costs.
pub(super) fn tell(battle: &Battle, attack: &Attack<'_>, aftermath: &Aftermath) -> Told {
    let names = Names::of(attack);
    let mut parts = Vec::new();
    parts.extend(defenders_part(battle, aftermath, &names));
    if let Some(bill) = battle.bill(aftermath) {
        parts.push(losses_part(battle, &bill, &names));
    }
    parts.extend(exchange_part(battle, aftermath, &names));
    parts.extend(advance_part(battle, aftermath));
    parts.extend(choices_part(battle, aftermath, &names));
    let told = each_unit(battle, aftermath, &names, Told::new(aftermath.result.printed(), parts.join("; ")));
    let (attackers_least, attackers_most) = battle.attackers_lost(aftermath);
    let (defenders_least, defenders_most) = battle.defenders_lost(aftermath);
    clauses(battle, aftermath)
        .into_iter()
        .fold(told, Told::by)
        .measuring("attack factors lost, least", attackers_least)
        .measuring("attack factors lost, most", attackers_most)
        .measuring("defence factors lost, least", defenders_least)
        .measuring("defence factors lost, most", defenders_most)
}

/// What the result does to each unit of both sides, and the groups of attackers that pay for it.
fn each_unit(battle: &Battle, aftermath: &Aftermath, names: &Names<'_>, mut told: Told) -> Told {
    let result = aftermath.result.printed();
    for (name, fate) in names.defenders.iter().zip(&aftermath.fates) {
        told = told.does(*name, result, fate.to_string());
    }
    if battle.is_empty_city() {
        told = told.does(
            "the city",
            result,
            if aftermath.city_falls { "its factors are destroyed" } else { "its factors hold" },
        );
    }
    let bills: Vec<Bill> = match battle.bill(aftermath) {
        Some(bill) => vec![bill],
        None => battle.offers(aftermath).into_iter().map(|offer| offer.bill).collect(),
    };
    let ways = || bills.iter().flat_map(|bill| &bill.ways);
    for (place, name) in names.attackers.iter().enumerate() {
        let pays = |way: &Picks| way.places().any(|other| other == place);
        let words = match (ways().any(pays), bills.len() == 1 && ways().all(pays)) {
            (true, true) => "eliminated",
            (true, false) => "may be given up",
            (false, _) => "unharmed",
        };
        told = told.does(*name, result, words);
    }
    let listed = |way: &Picks| way.places().map(|place| names.attackers[place].to_owned()).collect();
    told.payments = ways().map(listed).collect();
    told
}

fn defenders_part(battle: &Battle, aftermath: &Aftermath, names: &Names<'_>) -> Vec<String> {
    if battle.is_empty_city() {
        let words = match aftermath.result {
            CombatResult::Exchange => return Vec::new(),
            _ if aftermath.city_falls => "the city's factors are destroyed",
            _ => "the city's factors hold",
        };
        return vec![words.to_owned()];
    }
    let changed =
        |place: usize, fate: Fate| fate != Fate::Stays { dispersed: battle.defenders[place].dispersed };
    let fates = aftermath.fates.iter().copied().enumerate();
    let told: Vec<String> = fates
        .filter(|&(place, fate)| fate != Fate::AtStake && changed(place, fate))
        .map(|(place, fate)| format!("{} {fate}", names.defenders[place]))
        .collect();
    if told.is_empty() && aftermath.result != CombatResult::Exchange {
        return vec!["defenders unharmed".to_owned()];
    }
    told
}

fn losses_part(battle: &Battle, bill: &Bill, names: &Names<'_>) -> String {
    let everyone = bill.ways == [Picks::first(names.attackers.len())];
    if everyone {
        return "all attackers eliminated".to_owned();
    }
    format!("attackers lose {} or more: {}; the others Dispersed", bill.price, ways(battle, bill, names))
}

/// The ways to pay a bill, the cheapest first; what a way is worth is said where it is more than the price.
fn ways(battle: &Battle, bill: &Bill, names: &Names<'_>) -> String {
    let way = |&units: &Picks| {
        let worth = units.total(&battle.factors);
        let surplus = if worth > bill.price { format!(" ({worth})") } else { String::new() };
        list(&names.attackers, units) + &surplus
    };
    let mut parts: Vec<String> = bill.ways.iter().take(WAYS_SHOWN).map(way).collect();
    if bill.ways.len() > WAYS_SHOWN {
        parts.push(format!("{} other ways", bill.ways.len() - WAYS_SHOWN));
    }
    parts.join(" or ")
}

fn exchange_part(battle: &Battle, aftermath: &Aftermath, names: &Names<'_>) -> Vec<String> {
    let offers = battle.offers(aftermath);
    let (fewest, most) = sizes(&offers);
    let mut parts: Vec<String> = offers.iter().map(|offer| offer_part(battle, offer, names)).collect();
    if fewest < most {
        parts.insert(0, format!("the attacker asks for {fewest} or {most}, the defender picks which"));
    } else if offers.len() > 1 {
        parts.insert(0, format!("{fewest} is exchanged, the defender picks which"));
    }
    parts
}

fn sizes(offers: &[Offer]) -> (usize, usize) {
    let sizes = || offers.iter().map(|offer| offer.defenders.count());
    (sizes().min().unwrap_or(0), sizes().max().unwrap_or(0))
}

fn offer_part(battle: &Battle, offer: &Offer, names: &Names<'_>) -> String {
    let mut what = list(&names.defenders, offer.defenders);
    if offer.intrinsic {
        what += if what.is_empty() { "the city's factors" } else { " with the city's factors" };
    }
    format!("{what} for {} or more: {}", offer.bill.price, ways(battle, &offer.bill, names))
}

fn advance_part(battle: &Battle, aftermath: &Aftermath) -> Vec<String> {
    let mut parts = Vec::new();
    if let Some(reach) = battle.advance(aftermath) {
        let condition =
            if battle.empties_the_hex(aftermath).is_none() { " if the hex is emptied" } else { "" };
        let short = if battle.has_short_advance() { ", over lake or strait 1" } else { "" };
        let words = format!("advance{condition}: ARM and MOT {}, others {}{short}", reach.mobile, reach.foot);
        parts.push(words);
    }
    if battle.allows_second_attack(aftermath) {
        parts.push("each surviving attacker may attack once more".to_owned());
    }
    parts
}

/// What players may still choose to have otherwise.
fn choices_part(battle: &Battle, aftermath: &Aftermath, names: &Names<'_>) -> Vec<String> {
    let mut parts = Vec::new();
    for (place, name) in names.defenders.iter().enumerate() {
        if let Some(fate) = battle.fate_if_ordered(aftermath, place) {
            parts.push(format!("No Retreat for {name} would leave it {fate}"));
        }
    }
    parts.extend(voluntary_part(battle, aftermath, names));
    parts
}

/// `EAST-EXC-13`: the exchange takes the place of the whole result.
fn voluntary_part(battle: &Battle, aftermath: &Aftermath, names: &Names<'_>) -> Option<String> {
    let offers = battle.voluntary_offers(aftermath);
    let reach = battle.advance_after_voluntary_exchange()?;
    if offers.is_empty() {
        return None;
    }
    let offers: Vec<String> = offers.iter().map(|offer| offer_part(battle, offer, names)).collect();
    let advance =
        format!("if that empties the hex, advance: ARM and MOT {}, others {}", reach.mobile, reach.foot);
    Some(format!("or the Germans exchange and nothing else happens: {} ({advance})", offers.join(" | ")))
}
