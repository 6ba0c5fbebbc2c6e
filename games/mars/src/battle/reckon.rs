//! Strengths and columns of a battle.

use kit::{Die, Part, Purpose};

use super::{
    assault::{Assault, Defender, MOST_UNITS, Place, Target},
    results::{Results, Rounding, toll},
};
use crate::{charts::Halves, prelude::*};

/// A defending unit, or an empty hex of the line, with all that its result depends on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct TargetReading {
    /// Its modified defence: what an exchange is paid for (MARS-RES-3).
    pub defence: Factor,
    /// The column after all shifts and the probe.
    pub final_odds: Column,
    /// The column its result is read in.
    pub column: Column,
    hex: u8,
    /// Its place counted from 1; 0 for an empty hex.
    unit: u8,
    /// Disrupted before the battle.
    pub disrupted: bool,
    /// Counts in the defence.
    pub counts: bool,
}

impl TargetReading {
    /// A reader before its columns are known.
    fn of(hex: usize, unit: Option<usize>, defence: Factor, disrupted: bool, counts: bool) -> Self {
        let unit = unit.map_or(0, |unit| unit as u8 + 1);
        Self { defence, hex: hex as u8, unit, disrupted, counts, ..Self::default() }
    }

    /// The attacked hex, by its place in the battle.
    pub const fn hex(&self) -> usize {
        self.hex as usize
    }

    /// The unit in that hex, by its place; none for an empty hex.
    pub const fn unit(&self) -> Option<usize> {
        (self.unit as usize).checked_sub(1)
    }
}

/// Everything that reads a result, in the order of the battle.
pub type Readings = List<TargetReading, MOST_UNITS>;

/// A battle ready for its die. A state keeps it until the battle is over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Reckoned {
    /// Attack factors, doubled where they count double.
    pub attack: Factor,
    /// Modified defence factors.
    pub defence: Factor,
    /// The column before shifts.
    pub basic: Column,
    pub readings: Readings,
    /// The strength that each attacked hex itself adds (MARS-TER-6, MARS-TER-8, MARS-TER-12).
    pub hex_strengths: [Factor; MOST_TARGETS],
    /// The lowest final odds before a probe; an attack under 1:4 may not be allocated (MARS-ODD-6).
    pub lowest_odds: Column,
    /// The lowest column that counts for the attacker's losses (MARS-CRT-2).
    pub lowest: Column,
    pub exchange_rounding: Rounding,
    pub half_attack_rounding: Rounding,
    /// Whether the die is read by index A, where a 6 is best.
    pub reads_index_a: bool,
}

impl Reckoned {
    /// Rolls the die of the battle and reads what it gives.
    #[inline]
    pub fn throw<D: Dice>(&self, charts: &Charts, dice: &mut D) -> End {
        let face = dice.roll(Die::D6, Purpose::new("battle", "MARS-CRT-1"));
        self.read(charts, self.row(charts, face))
    }

    /// What each face of the die gives, from 1 up; all are equally likely.
    pub fn ends(&self, charts: &Charts) -> [End; 6] {
        std::array::from_fn(|face| self.read(charts, self.row(charts, face as u16 + 1)))
    }

    /// The row of the chart that a face leads to (MARS-CRT-1).
    #[inline]
    pub fn row(&self, charts: &Charts, face: u16) -> usize {
        charts.tables.crt.row_at(usize::from(!self.reads_index_a), face.into())
    }

    /// MARS-CRT-1, MARS-CRT-2: one die for the battle, read by each defender in its own column.
    #[inline]
    fn read(&self, charts: &Charts, row: usize) -> End {
        let result = |column: Column| *charts.tables.crt.at(row, column.0 as usize);
        let mut results = Results::default();
        for reading in self.readings.iter() {
            results.push(result(reading.column));
        }
        End { results, toll: toll(charts, self, results, result(self.lowest)) }
    }

    /// Whether the odds let it be allocated (MARS-ODD-6).
    pub fn may_be_allocated(&self) -> bool {
        !is_too_low(self.lowest_odds)
    }

    /// Reckons the battle and judges its odds.
    pub fn new<'s>(assault: &Assault<'s>, tally: &mut impl Tally<'s>) -> Result<Self, Refusal> {
        let charts = assault.charts;
        let attack = attack_strength(assault, tally);
        let mut reckoned = Self { attack, reads_index_a: assault.reads_index_a(), ..Self::default() };
        defence_strength(assault, &mut reckoned, tally);
        let readings = &mut reckoned.readings;
        let defence = tally.total(Part::DEFENCE);
        // Fractions favour the defender; below 1:4 the ladder goes on by whole numbers (MARS-ODD-2, MARS-ODD-3).
        let basic = charts.ladder.reach_continued(attack, defence);
        let common = attackers_supply_shift(assault, attack, tally);
        for (place, target) in assault.targets.iter().enumerate() {
            let hex_shift = common + hex_shifts(assault, target, attack, tally);
            for reading in readings.iter_mut().filter(|reading| reading.hex() == place) {
                let unit = reading.unit().map(|unit| &target.defenders[unit]);
                let shift = hex_shift
                    + unit.map_or(0, |defender| defenders_supply_shift(assault.charts, defender, tally));
                // The basic column never stands above 7:1, so one cap after the shift is enough (MARS-ODD-5).
                reading.final_odds = basic.shifted(shift).min(charts.ladder.top());
            }
        }
        let counted = readings.iter().filter(|reading| reading.counts).map(|reading| reading.final_odds);
        let lowest_odds = counted.min().expect("a battle has a defender that counts");
        if assault.moment == Moment::Allocation && is_too_low(lowest_odds) {
            return Err(refuse_low_odds(charts, lowest_odds, attack, defence));
        }
        probe(assault, readings)?;
        for reading in readings.iter_mut() {
            // Odds that have sunk under 1:4 since the allocation are rolled on 1:4 (MARS-ODD-6).
            let odds = charts.ladder.clamp(reading.final_odds);
            let worse = if reading.disrupted { charts.shifts.disrupted } else { 0 };
            reading.column = charts.ladder.clamp(odds.shifted(worse)); // MARS-ODD-8
        }
        // MARS-RES-4: it matters who attacks and whether any attacked hex was Russian (MARS-TER-13, MARS-R4).
        let into_russia = assault.targets.iter().any(|target| target.initially == Side::Russian);
        let attack_kind = match (assault.side, into_russia) {
            (Side::Russian, _) => 0,
            (Side::German, true) => 1,
            (Side::German, false) => 2,
        };
        let counted = readings.iter().filter(|reading| reading.counts).map(|reading| reading.column);
        reckoned.lowest = counted.min().expect("a battle has a defender that counts");
        let Halves { exchange, attack: half_attack } = charts.rounding[attack_kind];
        (reckoned.exchange_rounding, reckoned.half_attack_rounding) = (exchange, half_attack);
        (reckoned.defence, reckoned.basic, reckoned.lowest_odds) = (defence, basic, lowest_odds);
        Ok(reckoned)
    }
}

/// MARS-ODD-1: attack factors of all attackers, doubled for Russians on turn 1 (MARS-SET-8).
fn attack_strength<'s>(assault: &Assault<'s>, tally: &mut impl Tally<'s>) -> Factor {
    for attacker in &assault.attackers {
        tally.add(Part::ATTACK, attacker.unit.attack, &attacker.unit.name, "attack factor", "MARS-ODD-1");
    }
    let more = assault.attack_times() - 1;
    if more > 0 {
        let printed = tally.total(Part::ATTACK);
        tally.add(
            Part::ATTACK,
            printed * more,
            "",
            "opening bombardment: all attack factors doubled",
            "MARS-SET-8",
        );
    }
    tally.total(Part::ATTACK)
}

/// MARS-ODD-1: printed defence, fortification, town or city, and what the frontline gives.
fn defence_strength<'s>(assault: &Assault<'s>, reckoned: &mut Reckoned, tally: &mut impl Tally<'s>) {
    let Reckoned { readings, hex_strengths, .. } = reckoned;
    for (hex, target) in assault.targets.iter().enumerate() {
        let over_line = assault.comes_over_the_line_only(target);
        let garrison = if over_line { bonus_garrison(assault.side, target) } else { None };
        let town = town_unit(target);
        for (place, defender) in target.defenders.iter().enumerate() {
            let before = tally.total(Part::DEFENCE);
            if !defender.retreated_in {
                unit_defence(
                    assault.charts,
                    target,
                    defender,
                    garrison == Some(place),
                    town == Some(place),
                    tally,
                );
            }
            let defence = tally.total(Part::DEFENCE) - before;
            readings.push(TargetReading::of(
                hex,
                Some(place),
                defence,
                defender.disrupted,
                !defender.retreated_in,
            ));
        }
        hex_strengths[hex] = hex_strength(assault, target, over_line, tally);
        if !readings.iter().any(|reading| reading.hex() == hex && reading.counts) {
            // The strength of the line alone is attacked: one fresh defender in full supply (MARS-ATT-5).
            readings.push(TargetReading::of(hex, None, Factor::ZERO, false, true));
        }
    }
}

/// A Disrupted unit defends with all of this as well (MARS-DIS-1).
fn unit_defence<'s>(
    charts: &Charts,
    target: &Target<'s>,
    defender: &Defender<'s>,
    garrison: bool,
    town: bool,
    tally: &mut impl Tally<'s>,
) {
    let name = &defender.unit.name;
    tally.add(Part::DEFENCE, defender.unit.defence, name, "defence factor", "MARS-ODD-1");
    if defender.fortified {
        tally.add(Part::DEFENCE, defender.unit.fort, name, "fortified", "MARS-FOR-3");
    }
    if garrison {
        tally.add(
            Part::DEFENCE,
            charts.additions.garrison,
            name,
            "garrison attacked over the frontline only",
            "MARS-TER-7",
        );
    }
    if target.place == Place::City && holds_a_place(target, defender) {
        tally.add(Part::DEFENCE, charts.additions.city, name, "in a city", "MARS-TER-14");
    }
    if town {
        tally.add(Part::DEFENCE, charts.additions.town, name, "in a town", "MARS-TER-15");
    }
}

/// MARS-TER-7: of the infantry in an attacked zone hex the strongest is the one that gains from the line.
fn bonus_garrison(attacking: Side, target: &Target<'_>) -> Option<usize> {
    if attacking != Side::Russian || target.initially != Side::German {
        return None;
    }
    strongest(target, |defender| defender.infantry && !defender.retreated_in)
}

/// The eligible defender with the highest current defence, on a tie the first of the chart.
fn strongest(target: &Target<'_>, eligible: impl Fn(&Defender<'_>) -> bool) -> Option<usize> {
    let rank = |place: &usize| {
        let defender = &target.defenders[*place];
        (defender.current_defence(), std::cmp::Reverse((defender.order, *place)))
    };
    (0..target.defenders.len()).filter(|&place| eligible(&target.defenders[place])).max_by_key(rank)
}

/// MARS-TER-14: infantry class, and 14.PGD when both its halves are there (one point, reckoned to a);
/// MARS-TER-16: no other mobile unit ever.
fn holds_a_place(target: &Target<'_>, defender: &Defender<'_>) -> bool {
    let both_halves =
        || target.defenders.iter().any(|other| other.unit.is_of_14_pgd(Half::B) && !other.retreated_in);
    defender.infantry || (defender.unit.is_of_14_pgd(Half::A) && both_halves())
}

/// MARS-TER-15, MARS-TER-16: the one unit that holds a town: an Undisrupted one first, then the strongest.
fn town_unit(target: &Target<'_>) -> Option<usize> {
    if target.place != Place::Town {
        return None;
    }
    let eligible = |defender: &Defender<'_>| holds_a_place(target, defender) && !defender.retreated_in;
    strongest(target, |defender| eligible(defender) && !defender.disrupted)
        .or_else(|| strongest(target, eligible))
}

/// What the frontline itself adds to a hex.
fn hex_strength<'s>(
    assault: &Assault<'s>,
    target: &Target<'s>,
    over_line: bool,
    tally: &mut impl Tally<'s>,
) -> Factor {
    let has_garrison = || target.defenders.iter().any(|defender| defender.infantry && !defender.retreated_in);
    let (strength, why, clause) = match (assault.side, target.initially) {
        _ if !over_line => return Factor::ZERO,
        // The garrison elsewhere in the zone, fortified or not, Disrupted or not (MARS-TER-5).
        (Side::Russian, Side::German) if !has_garrison() => match target.line_strength {
            Some(factor) if target.defenders.is_empty() => {
                (factor, "frontline held by the zone's garrison", "MARS-TER-6")
            }
            // It was attacked without units, and whoever has come in since adds nothing of his own (MARS-RET-6).
            Some(factor) if target.defenders.iter().all(|defender| defender.retreated_in) => {
                (factor, "the hex keeps its strength", "MARS-RES-18")
            }
            Some(factor) => (factor, "frontline held by the garrison elsewhere in the zone", "MARS-TER-8"),
            None => return Factor::ZERO, // MARS-TER-10
        },
        (Side::German, Side::Russian) => {
            (assault.charts.additions.russian_line, "Russian side of the frontline", "MARS-TER-12")
        }
        _ => return Factor::ZERO,
    };
    tally.add(Part::DEFENCE, strength, target.name, why, clause);
    strength
}

/// MARS-ODD-4, MARS-SUP-10: the worst supplied attacker costs the whole attack its columns, once (MARS-R7).
fn attackers_supply_shift<'s>(assault: &Assault<'s>, attack: Factor, tally: &mut impl Tally<'s>) -> i16 {
    let worst = |supply: Supply| assault.attackers.iter().filter(move |attacker| attacker.supply >= supply);
    let status = if worst(Supply::Isolated).next().is_some() {
        Supply::Isolated
    } else if worst(Supply::Rationed).next().is_some() {
        Supply::Rationed
    } else {
        return 0;
    };
    let share: Factor =
        worst(Supply::Rationed).map(|attacker| attacker.unit.attack * assault.attack_times()).sum();
    if status == Supply::Rationed && assault.options.ration_majority && share.doubled() <= attack {
        return 0;
    }
    let shift = assault.charts.supply_shifts[status as usize].attacker;
    let who = worst(status).next().map_or("", |attacker| attacker.unit.name.as_str());
    let why = if status == Supply::Rationed {
        "attacker rationed"
    } else {
        "attacker isolated since the allocation"
    };
    tally.add(Part::SHIFT, Factor::whole(shift.into()), who, why, "MARS-ODD-4");
    shift
}

/// MARS-ODD-4, MARS-SUP-12: a badly supplied defender is easier to beat, each for itself.
fn defenders_supply_shift<'s>(charts: &Charts, defender: &Defender<'s>, tally: &mut impl Tally<'s>) -> i16 {
    let shift = charts.supply_shifts[defender.supply as usize].defender;
    let (why, clause) = match defender.supply {
        Supply::Full => return 0,
        Supply::Rationed => ("defender rationed", "MARS-ODD-4"),
        Supply::Isolated => ("defender isolated", "MARS-SUP-12"),
    };
    tally.add(Part::SHIFT, Factor::whole(shift.into()), &defender.unit.name, why, clause);
    shift
}

/// River (MARS-TER-2, MARS-R38) and, by option, forest; the frontline and the river count side by side (MARS-TER-3).
fn hex_shifts<'s>(
    assault: &Assault<'s>,
    target: &Target<'s>,
    attack: Factor,
    tally: &mut impl Tally<'s>,
) -> i16 {
    let mut shift = 0;
    let wet = assault.attackers.iter().filter(|attacker| attacker.origin & target.river != 0);
    let crossing: Factor = wet.map(|attacker| attacker.unit.attack * assault.attack_times()).sum();
    if crossing.doubled() > attack {
        shift += assault.charts.shifts.river;
        tally.explain(Part::SHIFT, Factor::whole(shift.into()), target.name, "MARS-TER-2", || {
            format!("{crossing} of {attack} attack over a river")
        });
    }
    if target.forest && assault.options.forest_shift {
        // MARS-TER-1: without the house option a forest is open ground.
        shift += assault.charts.shifts.forest;
        tally.add(
            Part::SHIFT,
            Factor::whole(assault.charts.shifts.forest.into()),
            target.name,
            "forest (house option)",
            "MARS-R16",
        );
    }
    shift
}

/// MARS-ODD-6: an attack whose lowest final odds are under 1:4 may not be allocated.
fn is_too_low(lowest: Column) -> bool {
    lowest < Column(0)
}

fn refuse_low_odds(charts: &Charts, lowest: Column, attack: Factor, defence: Factor) -> Refusal {
    let worst_printed = charts.head(Column(0));
    let reason = format!(
        "final odds are {} column{} under {worst_printed} ({attack} against {defence})",
        -lowest.0,
        if lowest.0 == -1 { "" } else { "s" },
    );
    Refusal::new("MARS-ODD-6", reason)
}

/// MARS-ODD-7: a German attacker may lower everything above 2:1 to 2:1.
fn probe(assault: &Assault<'_>, readings: &mut Readings) -> Result<(), Refusal> {
    if !assault.probe {
        return Ok(());
    }
    let limit = assault.charts.probe;
    if assault.side == Side::Russian {
        return Err(Refusal::new("MARS-ODD-7", "Russians never probe"));
    }
    if readings.iter().all(|reading| reading.final_odds <= limit) {
        return Err(Refusal::new("MARS-ODD-7", "a probe lowers odds to 2:1, and these are not above it"));
    }
    for reading in readings.iter_mut() {
        reading.final_odds = reading.final_odds.min(limit);
    }
    Ok(())
}
