//! Strengths, shifts and the odds column (chapter CRT).

use kit::{Column, Factor, Part, Refusal, Tally};
use smallvec::SmallVec;

use super::{
    attack::{Defender, Muster},
    terms::{AttackPhase, HouseRule},
};
use crate::{
    charts::{Charts, Crossing},
    terrain::Class,
    unit::{Arm, Nation, Side},
    weather::Weather,
};

/// What the strengths and the column have come to.
#[derive(Clone, Debug)]
pub(super) struct Odds {
    /// A: the attackers' strength.
    pub(super) attack: Factor,
    /// D: the defenders' strength.
    pub(super) defence: Factor,
    /// The modified defence factor of each defender.
    pub(super) modified: SmallVec<[Factor; 2]>,
    /// The column of A : D.
    pub(super) reached: Column,
    /// The sum of all shifts.
    pub(super) shift: i16,
    /// The column that is read.
    pub(super) column: Column,
    /// Armour Overrun holds (`EAST-CNV-5`); nobody has to ask for it (`EAST-CNV-6`).
    pub(super) overrun: bool,
}

impl Odds {
    /// `EAST-CRT-1` to `EAST-CRT-4`.
    pub(super) fn reckon<'n, T: Tally<'n>>(muster: &Muster<'_, 'n>, tally: &mut T) -> Result<Self, Refusal> {
        attack_strength(muster, tally);
        let modified = defence_strength(muster, tally);
        let (attack, defence) = (tally.total(Part::ATTACK), tally.total(Part::DEFENCE));
        let ladder = &muster.attack.rules.ladder;
        let Some(reached) = ladder.reach(attack, defence) else {
            return Err(odds_too_low(&muster.attack.rules, attack, defence));
        };
        let water = water_shift(muster, tally);
        other_shifts(muster, tally);
        let shift = tally.total(Part::SHIFT).floor() as i16;
        // EAST-CRT-3: the sum is applied once, then held within the table.
        let column = ladder.clamp(reached.shifted(shift));
        let printed = muster.attack.defenders.iter().map(|unit| unit.counter.defence).sum::<Factor>();
        let unaided =
            defence == printed && !water && !muster.crossings().any(|crossing| is_halved(muster, crossing));
        let overrun = unaided && overruns(muster, printed);
        Ok(Self { attack, defence, modified, reached, shift, column, overrun })
    }
}

/// `EAST-ATT-8`, judged before any shift.
fn odds_too_low(charts: &Charts, attack: Factor, defence: Factor) -> Refusal {
    let missing = charts.ladder.missing(attack, defence, Factor::ONE).unwrap_or_default();
    let lowest = &charts.tables.crt.sheet().heads()[0];
    let words = format!("{attack} against {defence} is below {lowest}: it lacks {missing} attack");
    Refusal::new("EAST-ATT-8", words)
}

fn is_halved(muster: &Muster<'_, '_>, crossing: Crossing) -> bool {
    muster.attack.rules.passage(crossing).is_halved()
}

/// `EAST-CRT-1`: printed attack factors, halved across a lake (`EAST-TER-5`) and across Kerch without the Black
/// Sea (`EAST-TER-13`).
fn attack_strength<'n>(muster: &Muster<'_, 'n>, tally: &mut impl Tally<'n>) {
    for unit in &muster.attack.attackers {
        let printed = unit.counter.attack;
        tally.add(Part::ATTACK, printed, unit.name, "printed attack factor", "EAST-CRT-1");
        let crossing = muster.crossing(unit);
        if is_halved(muster, crossing) {
            let (words, clause) = match crossing {
                Crossing::KerchWithoutSea => ("halved across Kerch without the Black Sea", "EAST-TER-13"),
                _ => ("halved across an unfrozen lake", "EAST-TER-5"),
            };
            tally.add(Part::ATTACK, printed.halved() - printed, unit.name, words, clause);
        }
    }
}

/// `EAST-CRT-1`, `EAST-TER-26`: additions, then doubling, then the city's own factors. Returns the modified factor
/// of each defender, read off the same tally.
fn defence_strength<'n>(muster: &Muster<'_, 'n>, tally: &mut impl Tally<'n>) -> SmallVec<[Factor; 2]> {
    let modified = muster.attack.defenders.iter().map(|unit| modified_defence(muster, unit, tally)).collect();
    if muster.field.intrinsic.is_positive() {
        let city = muster.attack.target.name;
        tally.add(Part::DEFENCE, muster.field.intrinsic, city, "factors of the untaken city", "EAST-TER-20");
    }
    modified
}

fn modified_defence<'n>(muster: &Muster<'_, 'n>, unit: &Defender<'n>, tally: &mut impl Tally<'n>) -> Factor {
    let before = tally.total(Part::DEFENCE);
    // EAST-DSP-2: a Dispersed unit has all of its factor and every benefit of the ground.
    let (words, clause) = if unit.dispersed {
        ("printed defence factor, Dispersed but whole", "EAST-DSP-2")
    } else {
        ("printed defence factor", "EAST-CRT-1")
    };
    tally.add(Part::DEFENCE, unit.counter.defence, unit.name, words, clause);
    for (benefit, words, clause) in muster.field.benefits() {
        if let Some(added) = muster.attack.rules.addition(benefit, &unit.counter) {
            tally.add(Part::DEFENCE, added, unit.name, words, clause);
        }
    }
    if muster.field.class == Some(Class::VictoryCity) {
        let so_far = tally.total(Part::DEFENCE) - before;
        tally.add(Part::DEFENCE, so_far, unit.name, "doubled in a victory city", "EAST-TER-19");
    }
    tally.total(Part::DEFENCE) - before
}

/// Columns as a part of the reckoning.
fn columns(number: i16) -> Factor {
    Factor::whole(number.into())
}

/// `EAST-TER-1` to `EAST-TER-4` and `EAST-TER-11`: whether water shifts the attack. River and Kerch do not add
/// up; the larger counts.
fn water_shift<'n>(muster: &Muster<'_, 'n>, tally: &mut impl Tally<'n>) -> bool {
    if !muster.crossings().all(Crossing::is_water) {
        return false;
    }
    let across = |crossing| muster.crossings().any(|known| known == crossing);
    let shifts = &muster.attack.rules.shifts;
    let river = if across(Crossing::River) { river_shift(muster) } else { 0 };
    let kerch = if across(Crossing::KerchWithSea) { shifts.kerch } else { 0 };
    if river == 0 && kerch == 0 {
        return false;
    }
    if kerch < river {
        tally.add(Part::SHIFT, columns(kerch), "", "all across water, the Kerch Strait", "EAST-TER-11");
    } else if muster.attack.plays(HouseRule::H1) {
        tally.add(Part::SHIFT, columns(river), "", "all across water, for each defending unit", "EAST-H1");
    } else if has_german_defender(muster) {
        tally.add(
            Part::SHIFT,
            columns(river),
            "",
            "all across the river, a German in the stack",
            "EAST-TER-2",
        );
    } else {
        tally.add(Part::SHIFT, columns(river), "", "all across the river", "EAST-TER-1");
    }
    true
}

/// One shift for the attack (`EAST-TER-3`), or one for each defending unit under `EAST-H1`; a city without units
/// is one defender (`EAST-R55`).
fn river_shift(muster: &Muster<'_, '_>) -> i16 {
    let shifts = &muster.attack.rules.shifts;
    let once = if has_german_defender(muster) { shifts.river_german } else { shifts.river };
    if muster.attack.plays(HouseRule::H1) {
        (once * muster.attack.defenders.len().max(1) as i16).max(shifts.river_most)
    } else {
        once
    }
}

fn has_german_defender(muster: &Muster<'_, '_>) -> bool {
    muster.attack.defenders.iter().any(|unit| unit.counter.nation == Nation::German)
}

fn other_shifts<'n>(muster: &Muster<'_, 'n>, tally: &mut impl Tally<'n>) {
    let shifts = &muster.attack.rules.shifts;
    if stack_counts_as_dispersed(muster) {
        tally.add(
            Part::SHIFT,
            columns(shifts.dispersed),
            "",
            "defenders Dispersed, by half at least",
            "EAST-CRT-4",
        );
    }
    let prepared = muster.attack.phase == AttackPhase::Prepared;
    if muster.attack.side == Side::Axis
        && prepared
        && muster.attack.rules.surprise.include(muster.attack.turn)
    {
        tally.add(Part::SHIFT, columns(shifts.surprise), "", "surprise", "EAST-SEQ-8");
    }
    if is_subarctic_attack(muster) {
        tally.add(
            Part::SHIFT,
            columns(shifts.subarctic),
            "",
            "Soviet attack in Subarctic weather",
            "EAST-WEA-4",
        );
    }
}

/// `EAST-CRT-4`: half of the printed defence factors or more.
fn stack_counts_as_dispersed(muster: &Muster<'_, '_>) -> bool {
    let factors = |wanted: &dyn Fn(&Defender<'_>) -> bool| {
        muster
            .attack
            .defenders
            .iter()
            .filter(|unit| wanted(unit))
            .map(|unit| unit.counter.defence)
            .sum::<Factor>()
    };
    let dispersed = factors(&|unit| unit.dispersed);
    dispersed.is_positive() && dispersed.doubled() >= factors(&|_| true)
}

/// `EAST-WEA-4`: open ground north-east of the line, and not Finns alone.
fn is_subarctic_attack(muster: &Muster<'_, '_>) -> bool {
    muster.attack.weather == Weather::Subarctic
        && muster.attack.side == Side::Soviet
        && muster.attack.target.north_east
        && muster.field.class.is_none()
        && muster.attack.defenders.iter().any(|unit| unit.counter.nation != Nation::Finnish)
}

/// `EAST-CNV-5`, but for the ground: strong enough armour, infantry or cavalry only, the right weather.
fn overruns(muster: &Muster<'_, '_>, printed_defence: Factor) -> bool {
    let armour = muster.attack.attackers.iter().filter(|unit| unit.counter.arm == Arm::Armour);
    let strength = armour.map(|unit| unit.counter.attack).sum::<Factor>();
    let no_armour_support = muster.attack.defenders.iter().all(|unit| unit.counter.arm != Arm::Armour);
    !muster.attack.defenders.is_empty()
        && no_armour_support
        && strength > printed_defence.doubled()
        && muster.attack.rules.weather(muster.attack.weather).allows_overrun(muster.attack.side)
}
