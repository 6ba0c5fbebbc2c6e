//! What is being decided, in words.

use kit::Prompt;

use super::{After, Step, number};
use crate::{charts::charts, game::Battleline, retreat::Flight};

/// The prompt of the step.
pub(crate) fn prompt(game: &Battleline) -> Prompt {
    let field = &game.field;
    let side = &game.battlefield().sides[game.active as usize].name;
    let leader_name = |leader| &game.battlefield().leader(leader).name;
    let combat = &game.combat;
    match game.step {
        Step::Deputy => Prompt::new(format!("{side} places a Deputy with a unit"), &["LINE-X-CMD-7"]),
        Step::Trumpets => {
            Prompt::new("The Romans blow their trumpets; the elephants must listen", &["LINE-X-ZAM-3"])
        }
        Step::Movement => Prompt::new(
            format!("{side} moves: pick a unit or a leader, or be done"),
            &["LINE-X-MOV-1", "LINE-X-CMD-2", "LINE-X-SEQ-4"],
        ),
        Step::Moving(unit) => Prompt::new(
            format!("Where does {} go? Its own hex is for turning", field.name(unit)),
            &["LINE-X-MOV-2", "LINE-X-OPS-1", "LINE-X-EXC-1"],
        ),
        Step::Entering(unit) => {
            Prompt::new(format!("Where does {} enter the map?", field.name(unit)), &["LINE-X-OPS-5"])
        }
        Step::Arriving(unit, entry) => Prompt::new(
            format!("{} enters at {}; where does it go?", field.name(unit), number(field, entry)),
            &["LINE-X-OPS-5"],
        ),
        Step::Turning { unit, then, .. } => {
            let clause = match then {
                After::Move => "LINE-X-MOV-6",
                After::Evasion => "LINE-X-EVA-1",
                After::Advance => "LINE-X-ADV-3",
                After::Reorganization => "LINE-X-REO-2",
            };
            let (name, hex) = (field.name(unit), number(field, field.hex(unit)));
            Prompt::new(format!("Which way does {name} face in {hex}?"), &[clause])
        }
        Step::Transferring(leader) => {
            Prompt::new(format!("Which unit does {} join?", leader_name(leader)), &["LINE-X-CMD-2"])
        }
        Step::Detaching => Prompt::new("Who else belongs to the detachment? Or be done", &["LINE-X-CYN-3"]),
        Step::Missile => Prompt::new(format!("{side} shoots, or is done"), &["LINE-X-MIS-1", "LINE-X-MIS-2"]),
        Step::Combat => Prompt::new(
            format!("{side} attacks: name a defender, or be done"),
            &["LINE-X-CMB-1", "LINE-X-CMB-2"],
        ),
        Step::Announcing => Prompt::new(
            format!("Who attacks {}? Fight when all have joined", field.name(combat.defender)),
            &["LINE-X-CMB-3", "LINE-R1"],
        ),
        Step::Leading => Prompt::new("Who leads the attack? He bears AD, AR and ARt", &["LINE-X-CMB-7"]),
        Step::Evading => Prompt::new(
            format!(
                "Does {} slip away ({} in 6) or stay? The column is {}",
                field.name(combat.defender),
                combat.evade,
                charts().tables.crt.sheet().heads()[usize::from(combat.column)]
            ),
            &["LINE-X-EVA-1"],
        ),
        Step::Order => Prompt::new("Which beaten attacker retreats next?", &["LINE-R9", "LINE-R36"]),
        Step::Fleeing { unit, flight } => {
            let (does, clause) = match flight {
                Flight::Retreat => ("retreat", "LINE-RES-4"),
                Flight::Rout => ("rout", "LINE-RES-8"),
                Flight::Evasion => ("slip away", "LINE-X-EVA-1"),
            };
            let words = format!("Where does {} {does} to?", field.name(unit));
            Prompt::new(words, &[clause, "LINE-R11", "LINE-X-RET-2"])
        }
        Step::Refuge(leader) => Prompt::new(
            format!("{} has lost his unit. Which of the nearest does he join?", leader_name(leader)),
            &["LINE-X-CMD-6"],
        ),
        Step::Advancing => Prompt::new(
            format!("Does {} advance into {}?", field.name(combat.lead), number(field, combat.hex)),
            &["LINE-X-ADV-1"],
        ),
        Step::Reorganizing => Prompt::new(
            format!("{side} reorganizes: name a Disrupted unit at rest, or be done"),
            &["LINE-X-REO-1"],
        ),
        Step::Over(verdict) => Prompt::new("The battle is over", &[verdict.clause]),
    }
}
