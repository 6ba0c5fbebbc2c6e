//! The house rules (all off by default).

use std::collections::BTreeMap;

use kit::SetupError;

use crate::battle::situation::HouseRules;

pub(super) const OPTIONS: &[(&str, &str)] = &[
    ("low_odds_allowed", "on: attacks under 1-3 are made on column 1-3 (LINE-R1)"),
    ("five_inclusive", "on: exactly 5 to 1 reads the last column (LINE-R2)"),
    ("disrupt_literal", "on: only D and AD count as a second disruption (LINE-R4)"),
    ("pinned_factor", "on: having been attacked weakens a unit's own next attacks (LINE-R6)"),
    ("all_attackers_suffer", "on: AD, AR and ARt strike every attacker (LINE-R9)"),
];

/// Reads the options of a game.
pub(super) fn read(options: &BTreeMap<String, String>) -> Result<HouseRules, SetupError> {
    let mut rules = HouseRules::default();
    for (name, value) in options {
        let rule = match name.as_str() {
            "low_odds_allowed" => &mut rules.low_odds_allowed,
            "five_inclusive" => &mut rules.five_inclusive,
            "disrupt_literal" => &mut rules.disrupt_literal,
            "pinned_factor" => &mut rules.pinned_factor,
            "all_attackers_suffer" => &mut rules.all_attackers_suffer,
            _ => {
                let known: Vec<&str> = OPTIONS.iter().map(|(name, _)| *name).collect();
                let message = format!("there is no option `{name}`: choose among {}", known.join(", "));
                return Err(SetupError(message));
            }
        };
        *rule = match value.as_str() {
            "on" => true,
            "off" => false,
            _ => return Err(SetupError(format!("option {name} is `{value}`, expected on or off"))),
        };
    }
    Ok(rules)
}
