//! A combat in words.

use kit::inquiry::distance;

use super::{Battle, CombatOutcome, clauses::clauses};
use crate::prelude::*;

/// What is settled before the dice.
pub(crate) fn facts(battle: &Battle) -> Vec<Fact> {
    let scene = &battle.scene;
    let mut facts = odds_facts(battle);
    let mut say = |what: &'static str, words: String, clause| facts.push(Fact::new(what, words, clause));
    say("row", format!("the defender is attacked in {}", battle.fixed.row), "LINE-X-CMB-6");
    let (lead, defender) = (battle.name(battle.lead), battle.name(DEFENDER));
    if scene.house_rules.all_attackers_suffer && scene.fighters.len() > 2 {
        say("lead", format!("{lead} leads; AD, AR and ARt strike every attacker"), "LINE-R9");
    } else {
        say("lead", format!("{lead} leads and bears AD, AR and ARt"), "LINE-X-CMB-7");
    }
    if let Some(morale) = battle.evade {
        say("evasion", format!("{defender} slips away with {}", sixths(morale)), "LINE-X-EVA-1");
    }
    if let Some(morale) = battle.fixed.stand {
        let words = format!("{defender} stands with {}, else it routs at once", sixths(morale));
        say("stand test", words, "LINE-X-MOR-3");
    }
    for place in 0..scene.fighters.len() {
        facts.extend(way_out_fact(battle, place));
    }
    facts.push(advance_fact(battle));
    for fighter in &scene.fighters {
        for &friend in &fighter.passes {
            let friend = &scene.bystanders[usize::from(friend)];
            let Ok(morale) = carry_away::<Silent>(&friend.name, &fighter.troop, &friend.troop) else {
                continue;
            };
            let words =
                format!("{} tests if the rout passes it and stands with {}", friend.name, sixths(morale));
            facts.push(Fact::new("carry-away", words, "LINE-X-MOR-5"));
        }
    }
    let in_lanes = scene.bystanders.iter().enumerate().filter(|&(place, _)| !scene.is_passed(place));
    facts.extend(in_lanes.map(|(_, bystander)| rampage::in_the_way(bystander)));
    facts
}

fn odds_facts(battle: &Battle) -> Vec<Fact> {
    let (attack, defence, scene) = (battle.fixed.attack, battle.fixed.defence, &battle.scene);
    let (sheet, ladder) =
        (scene.charts.tables.crt.sheet(), scene.charts.ladder(scene.house_rules.five_inclusive));
    let head = &sheet.heads()[usize::from(battle.fixed.column)];
    let (words, clause) = if ladder.reach(attack, defence).is_none() {
        (format!("{attack} against {defence} is under 1-3 and reads {head}"), "LINE-R1")
    } else if defence == Factor::ZERO {
        (format!("{attack} against a defence of 0 reads {head}"), "LINE-R3")
    } else {
        (format!("{attack} against {defence} reads {head}"), "LINE-CRT-2")
    };
    let mut facts = vec![Fact::new("column", words, clause)];
    facts.extend(distance(sheet, ladder, [attack, defence], Factor::ONE, 0, "LINE-R1"));
    facts
}

/// What a retreat becomes for a unit without a safe hex.
fn way_out_fact(battle: &Battle, place: usize) -> Option<Fact> {
    let scene = &battle.scene;
    let fighter = &scene.fighters[place];
    let struck = place == DEFENDER || place == battle.lead || scene.house_rules.all_attackers_suffer;
    let name = &fighter.name;
    let (retreat_clause, rout_clause) =
        if place == DEFENDER { ("LINE-RES-6", "LINE-RES-10") } else { ("LINE-RES-18", "LINE-RES-22") };
    let runs_wild = fighter.stampede.is_some();
    let (words, clause) = match (fighter.retreat_is_safe, fighter.rout_is_safe || runs_wild) {
        _ if !struck => return None,
        (true, true) => return None,
        (true, false) => (format!("{name} has no safe hex for a rout: eliminated"), rout_clause),
        (false, true) => {
            let does = if runs_wild { "rampages" } else { "routs" };
            (format!("{name} has no safe hex for a retreat: it {does}"), retreat_clause)
        }
        (false, false) => (format!("{name} has no way out: a retreat or rout eliminates it"), rout_clause),
    };
    Some(Fact::new("way out", words, clause))
}

/// Whether the lead may follow into the defender's hex (LINE-X-ADV-1, LINE-X-ADV-2, LINE-X-ADV-4).
fn advance_fact(battle: &Battle) -> Fact {
    let scene = &battle.scene;
    let lead = &scene.fighters[battle.lead].troop;
    let name = battle.name(battle.lead);
    let terrain = scene.fighters[DEFENDER].troop.terrain;
    let (words, clause) = if scene.charts.enter(terrain, lead.figures.class).is_none() {
        (format!("{name} cannot enter {terrain} and does not advance"), "LINE-X-ADV-2")
    } else if lead.figures.is(Trait::Impetuous) && !lead.is_disrupted() {
        (format!("{name} must advance if the defender's hex is left"), "LINE-X-ADV-4")
    } else {
        (format!("{name} may advance if the defender's hex is left"), "LINE-X-ADV-1")
    };
    Fact::new("advance", words, clause)
}

/// What an end of the combat means.
pub(crate) fn tell(battle: &Battle, end: &CaseState) -> Told {
    let scene = &battle.scene;
    let result = match end.outcome {
        Some(CombatOutcome::LeadEliminated) => "attacker eliminated".to_owned(),
        Some(CombatOutcome::Applied(code)) => code.to_string(),
        Some(CombatOutcome::Evaded) | None => "evaded".to_owned(),
    };
    let mut sentences: Vec<String> = Vec::new();
    let mut lost = [0, 0];
    let mut disrupted = [0, 0];
    let mut told = Told::new(result, "");
    for (place, fighter) in scene.fighters.iter().enumerate() {
        let side = usize::from(place == DEFENDER);
        let fate = end.fates[place];
        let fallen = end.fallen_of(place);
        let words = fate_in_words(scene.charts, fate, fighter.troop.figures.tactical)
            .map(|words| format!("{words}{}", leader::told(&fighter.leaders, fallen)));
        let result = told.result.clone();
        told = told.does(&*fighter.name, result, words.as_deref().unwrap_or("unharmed"));
        sentences.extend(words.map(|words| format!("{} {words}", fighter.name)));
        lost[side] += leader::value(&fighter.troop.leaders, fallen);
        match fate {
            Fate::Eliminated => lost[side] += fighter.troop.figures.value,
            Fate::Disrupted | Fate::Retreats | Fate::Routs | Fate::Rampages
                if !fighter.troop.is_disrupted() =>
            {
                disrupted[side] += 1;
            }
            _ => {}
        }
    }
    if end.shaken != 0 {
        sentences.push(format!("{} Disrupted", rampage::names_of(&scene.bystanders, end.shaken)));
    }
    for (place, bystander) in scene.bystanders.iter().enumerate() {
        let fate = if end.shaken >> place & 1 == 1 { "Disrupted" } else { "unharmed" };
        told = told.does(&*bystander.name, fate, fate);
    }
    told.words = sentences.join("; ");
    let told = clauses(battle, end)
        .into_iter()
        .fold(told, Told::by)
        .measuring("value lost by the attacker", Factor::whole(lost[0]))
        .measuring("value lost by the defender", Factor::whole(lost[1]))
        .measuring("attackers Disrupted", Factor::whole(disrupted[0]))
        .measuring("defenders Disrupted", Factor::whole(disrupted[1]));
    if scene.bystanders.is_empty() {
        told
    } else {
        told.measuring("other units Disrupted", Factor::whole(end.shaken.count_ones() as i32))
    }
}

fn fate_in_words(charts: &Charts, fate: Fate, tactical: i32) -> Option<String> {
    let far = |code: Code| tactical * charts.result(code).moves;
    Some(match fate {
        Fate::Steady => return None,
        Fate::Disrupted => "is Disrupted".into(),
        Fate::Retreats => format!("retreats {} movement factors, Disrupted", far(Code::R)),
        Fate::Routs => format!("routs {} movement factors, Disrupted", far(Code::Rt)),
        Fate::Rampages => format!("rampages {} movement factors, Disrupted", far(Code::Rt)),
        Fate::Evades => format!("evades {} movement factors in Good Order", far(Code::R)),
        Fate::Eliminated => "is eliminated".into(),
    })
}
