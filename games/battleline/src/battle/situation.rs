//! What a player says about a combat.

use serde::{Deserializer, de};

use crate::{prelude::*, rampage::Lane};

/// One combat: one defender against one or more attackers.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Situation {
    /// The battle, where its special rules matter: learn, cannae, zama, cynoscephalae. Where units have hexes, ground,
    /// level and hexsides are read off its map.
    pub scenario: Option<Scenario>,
    /// Optional rules; all are off unless switched on.
    #[serde(default)]
    pub house_rules: HouseRules,
    /// The unit that is attacked.
    pub defender: Defender,
    /// The units that attack it, one to six.
    #[schemars(extend("minItems" = 1, "maxItems" = 6))]
    pub attackers: Vec<Attacker>,
}

/// Optional rules.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct HouseRules {
    /// Attacks under 1-3 are allowed and read column 1-3 (LINE-R1).
    pub low_odds_allowed: bool,
    /// Exactly 5 to 1 reads the last column (LINE-R2).
    pub five_inclusive: bool,
    /// Only D and AD count as a second disruption (LINE-R4).
    pub disrupt_literal: bool,
    /// Having been attacked weakens a unit's own next attacks (LINE-R6).
    pub pinned_factor: bool,
    /// `AD`, `AR` and `ARt` strike every attacker (LINE-R9).
    pub all_attackers_suffer: bool,
}

said! {
    /// The unit that is attacked.
    pub struct Defender: unit status marching leaders terrain level position way_out {
        /// Whether it has already been attacked in this phase.
        #[serde(default)]
        pub attacked: bool,
        /// Whether its owner tries to evade.
        #[serde(default)]
        pub evades: bool,
        /// At Zama: whether Roman light foot, in any status, is next to it.
        #[serde(default)]
        pub light_foot_adjacent: bool,
    }
}

said! {
    /// A unit that attacks.
    pub struct Attacker: unit status marching leaders terrain level position way_out {
        /// What runs along the hexside between it and the defender.
        #[serde(default)]
        pub hexside: Hexside,
        /// Where it stands as the defender sees it; left out: front.
        pub from: Option<Place>,
        /// Where the defender is as this unit sees it; left out: front.
        pub towards: Option<Place>,
        /// Whether it shot in this turn.
        #[serde(default)]
        pub fired: bool,
        /// Whether it has already attacked in this phase.
        #[serde(default)]
        pub attacked: bool,
        /// Whether it was taken back in an exchange in this turn.
        #[serde(default)]
        pub exchanged_back: bool,
        /// Whether its owner names it the lead, where several count for equally much.
        #[serde(default)]
        pub lead: bool,
        /// With the rule `pinned_factor`: the row of Table 5 used in the last attack on it, 1 to 4.
        #[schemars(extend("minimum" = 1, "maximum" = 4))]
        pub pinned_by: Option<u8>,
    }
}

/// What is said alike of the defender and of attackers.
pub(super) struct Said<'s> {
    pub(super) name: &'s str,
    unit: &'s Unit,
    status: Status,
    marching: bool,
    pub(super) leaders: &'s [LeaderName],
    terrain: Terrain,
    level: i8,
    pub(super) retreat: &'s WayOut,
    pub(super) rout: &'s WayOut,
    pub(super) rout_passes: &'s [Passed],
    pub(super) lanes: &'s [Lane],
    pub(super) last_of_army: bool,
}

macro_rules! alike {
    ($unit:expr) => {
        Said {
            name: $unit.called(),
            unit: &$unit.unit,
            status: $unit.status,
            marching: $unit.marching,
            leaders: &$unit.leaders,
            terrain: $unit.terrain,
            level: $unit.level,
            retreat: &$unit.retreat,
            rout: &$unit.rout,
            rout_passes: &$unit.rout_passes,
            lanes: &$unit.lanes,
            last_of_army: $unit.last_of_army,
        }
    };
}

impl Said<'_> {
    /// The unit as the rules see it.
    pub(super) fn troop(
        &self,
        charts: &'static Charts,
        scenario: Option<Scenario>,
    ) -> Result<Troop, Refusal> {
        Troop::new(charts, self.unit, self.name, self.status, self.leaders, scenario)?
            .standing(self.name, self.terrain, self.level)?
            .marching(self.name, self.marching)
    }
}

impl Situation {
    /// What is said of a unit of the combat: the defender comes first, then the attackers.
    #[inline]
    pub(super) fn said(&self, fighter: usize) -> Said<'_> {
        if fighter == DEFENDER { alike!(self.defender) } else { alike!(self.attackers[fighter - 1]) }
    }
}

said! {
    /// A friend in whose hex a routing unit passes.
    pub struct Passed: unit status leaders {
    }
}

/// At most so many hexes in which a retreat may end.
const MOST_ENDS: usize = 100;

/// Whether a retreat or rout has a safe hex to end in: yes or no, or the hexes in which it could end.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum WayOut {
    /// There is a safe hex, or there is none.
    Known(bool),
    /// The hexes in which it could end.
    Ends(Vec<EndHex>),
}

/// A hex in which a retreat could end.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct EndHex {
    /// Whether another unit of either side stands in it.
    pub occupied: bool,
    /// Whether it lies in an enemy zone of control.
    pub enemy_zone: bool,
    /// Whether the retreat is cut short there with movement left: map edge, enemies, forbidden ground.
    pub cut_short: bool,
}

impl<'de> Deserialize<'de> for WayOut {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Self, D::Error> {
        struct Reader;
        impl<'de> de::Visitor<'de> for Reader {
            type Value = WayOut;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("true, false or a list of hexes such as [{ occupied = true }]")
            }
            fn visit_bool<E: de::Error>(self, safe: bool) -> Result<WayOut, E> {
                Ok(WayOut::Known(safe))
            }
            fn visit_seq<S: de::SeqAccess<'de>>(self, mut hexes: S) -> Result<WayOut, S::Error> {
                let mut ends = Vec::new();
                while let Some(end) = hexes.next_element()? {
                    if ends.len() == MOST_ENDS {
                        return Err(de::Error::custom(format!(
                            "found more than {MOST_ENDS} hexes in which a move may end"
                        )));
                    }
                    ends.push(end);
                }
                Ok(WayOut::Ends(ends))
            }
        }
        source.deserialize_any(Reader)
    }
}

impl Default for WayOut {
    fn default() -> Self {
        Self::Known(true)
    }
}

impl WayOut {
    /// Whether one of the hexes is safe: full retreat, no unit in it, no enemy zone of control (LINE-R10,
    /// LINE-R13).
    pub fn is_safe(&self) -> bool {
        match self {
            Self::Known(safe) => *safe,
            // LINE-RES-5, LINE-RES-9, LINE-RES-17, LINE-RES-21: nobody may finish where another unit stands.
            Self::Ends(ends) => ends.iter().any(|end| !end.occupied && !end.enemy_zone && !end.cut_short),
        }
    }
}
