//! The battle in hand: what its die gave, and what is still to be done about it.
//!
//! The order inside a battle is fixed (MARS-RES-16): attacker losses, then the defenders' eliminations, Disruptions and
//! retreats, then the advance.

use kit::position::PerUnit;

use crate::{prelude::*, retreat::Route};

/// The farthest rout that there is room for; how far one really goes the chart of retreats says (MARS-RES-6).
pub const FARTHEST_ROUT: usize = 2;

/// What a battle does to one attacked hex.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Ground {
    /// The strength of the line that was counted in the defence (MARS-TER-6, MARS-TER-8, MARS-TER-12).
    pub strength: u8,
    /// Modified defence factors of the units that have retreated from it (MARS-ADV-1).
    pub retreated: u8,
    /// Whether any unit has retreated from it.
    pub was_left: bool,
    /// Whether the line alone was attacked, without units that count (MARS-ATT-5).
    pub line_alone: bool,
    /// How the line of a hex without units of its own was opened, if it was (MARS-RES-17).
    pub opened: Option<Blow>,
    /// Where those who retreated more than one hex went first (MARS-ADV-4).
    pub ways: Directions,
    /// Attack factors that have entered it (MARS-ADV-10).
    pub entered: u8,
    /// Whether the duty to advance into it has been met.
    pub met: bool,
}

impl Ground {
    /// The attack factors that must advance into it once it is empty: at least as many as have retreated from it, with
    /// the strength of the line that was beaten (MARS-ADV-1, MARS-ADV-8), also where Germans went instead of being
    /// Disrupted (MARS-RES-11); none where everybody was eliminated (MARS-ADV-2).
    pub const fn demand(&self) -> u8 {
        match self.opened {
            _ if self.was_left => self.retreated + self.strength,
            Some(Blow::Routed | Blow::Withdrawn) => self.strength,
            _ => 0,
        }
    }

    /// Whether an advance goes on from it in any direction: everybody was eliminated, or the line was broken by DE or
    /// X/2 (MARS-ADV-4, MARS-ADV-8).
    pub const fn is_wide_open(&self) -> bool {
        !self.was_left && !matches!(self.opened, Some(Blow::Routed | Blow::Withdrawn))
    }
}

/// The battle in hand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Fight {
    /// Which of the plan.
    pub battle: u8,
    /// Lowered to a probe (MARS-ODD-7).
    pub probe: bool,
    /// Whether the attacker has settled on a probe or none.
    pub terms_settled: bool,
    /// The index by which the die is read, chosen by house option (MARS-R1).
    pub index: DieIndex,
    pub reckoned: Reckoned,
    /// Defenders under a No Retreat order (MARS-NRT-1).
    pub no_retreat: Units,
    /// Where the attackers stood when it began.
    pub attacked_from: Hexes,
    /// Attackers who are alive and have not advanced.
    pub attackers: Units,
    /// Printed attack factors that the attacker owes (MARS-CRT-3).
    pub due: u32,
    /// Attackers named to pay for it.
    pub lost: Units,
    /// Defenders to be eliminated.
    pub dying: Units,
    /// Defenders to be Disrupted where they stand.
    pub stricken: Units,
    /// Defenders for which the attacker says how far they go (MARS-RES-6).
    pub routed: Units,
    /// Defenders that have to go 1 hex, and 2.
    pub must_go: [Units; FARTHEST_ROUT],
    /// Defenders that withdraw as their owner likes (MARS-RES-8).
    pub withdrawing: Units,
    /// German defenders that may retreat instead of being Disrupted (MARS-RES-10).
    pub may_go: Units,
    /// Defenders that were Disrupted before the battle (MARS-REC-3).
    pub weak: Units,
    /// Defenders that this battle has Disrupted, whatever they were before (MARS-REC-3).
    pub shaken: Units,
    /// Who is on the way back.
    pub retreating: Option<UnitId>,
    pub route: Route,
    /// Modified defence factors of the defenders.
    worth: PerUnit<u8, UNITS>,
    /// The attacked hexes, in the order of the plan.
    pub grounds: [Ground; MOST_TARGETS],
    /// The attacked hex whose duty to advance is being met, and the factors that it asks for.
    pub duty: Option<(u8, u8)>,
}

impl Fight {
    pub fn begin(battle: usize, attackers: Units, defenders: Units, field: &Field) -> Self {
        Self {
            battle: battle as u8,
            attackers,
            attacked_from: field.hexes_of(attackers),
            weak: defenders & field.all(Status::Disrupted),
            ..Self::default()
        }
    }

    /// The only attacked hex has lost its strength: it counts as opened by DE without a roll (MARS-RES-18).
    pub const fn open_without_roll(&mut self) {
        self.grounds[0].line_alone = true;
        self.grounds[0].opened = Some(Blow::Eliminated);
    }

    /// Notes what the die gave: who pays, who dies, who goes. `times` is how often attack factors counted.
    pub fn note(&mut self, field: &Field, targets: &[HexId], end: &End, times: i32) {
        // What is owed was counted as the odds were (MARS-SET-8, MARS-R42); units are named by printed factors.
        self.due = (end.toll.ceil().max(0) as u32).div_ceil(times as u32);
        let reckoned = self.reckoned;
        for (ground, strength) in self.grounds.iter_mut().zip(&reckoned.hex_strengths) {
            ground.strength = strength.floor() as u8;
        }
        for (reading, result) in reckoned.readings.iter().zip(end.results.iter()) {
            let hex = reading.hex();
            let unit = reading.unit().and_then(|place| field.units_in(targets[hex]).nth(place));
            if let Some(unit) = unit {
                self.worth[unit] = reading.defence.floor() as u8;
                self.sort(field, unit, result);
            } else {
                let effect = field.theatre().charts.effect(result);
                let ground = &mut self.grounds[hex];
                ground.line_alone = true;
                ground.opened = effect.opens_empty_hex().then_some(effect.blow);
            }
        }
    }

    /// What a result asks of one defender (MARS-RES-1 to MARS-RES-15, MARS-NRT-2).
    fn sort(&mut self, field: &Field, unit: UnitId, result: CrtResult) {
        let ordered = self.no_retreat.contains(unit);
        let charts = &field.theatre().charts;
        // MARS-RES-10: only a German may retreat instead.
        let may_go = || charts.retreats.offered(Nation::of(field.unit(unit)));
        let set = match charts.effect(result).blow {
            Blow::Unharmed => return,
            Blow::Eliminated => &mut self.dying,
            Blow::Routed => &mut self.routed,
            Blow::Withdrawn if !ordered => &mut self.withdrawing,
            Blow::Disrupted if !ordered && may_go() => &mut self.may_go,
            Blow::Withdrawn | Blow::Disrupted => &mut self.stricken,
        };
        set.insert(unit);
    }

    /// Everybody who is still to retreat or to stand.
    pub fn pending(&self) -> Units {
        self.must_go[0] | self.must_go[1] | self.withdrawing | self.may_go
    }

    /// A defender is done with its retreat, or with having none.
    pub fn settle(&mut self, unit: UnitId) {
        let one = Units::of(unit);
        self.must_go[0] -= one;
        self.must_go[1] -= one;
        self.withdrawing -= one;
        self.may_go -= one;
        (self.retreating, self.route) = (None, Route::NOWHERE);
    }

    /// The hexes that a pending unit may retreat: at least and at most.
    pub fn demanded(&self, retreats: &Retreats, unit: UnitId) -> (usize, usize) {
        if self.must_go[0].contains(unit) {
            (1, 1)
        } else if self.must_go[1].contains(unit) {
            (2, 2)
        } else if self.withdrawing.contains(unit) {
            (1, retreats.withdrawn)
        } else {
            (1, retreats.longest)
        }
    }

    /// A defender becomes Disrupted by this battle (MARS-DIS-3: once more does nothing but stop its recovery).
    pub fn shake(&mut self, field: &mut Field, unit: UnitId) {
        field.set(unit, Status::Disrupted, true);
        self.shaken.insert(unit);
    }

    /// What a defender counted in the defence.
    pub fn worth(&self, unit: UnitId) -> u8 {
        self.worth[unit]
    }
}
