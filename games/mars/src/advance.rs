//! Advance after combat (MARS-ADV-1 to MARS-ADV-10): who goes into the hexes that a battle has emptied.

use kit::{Refusal, map::HexId};

use crate::{
    area::Area,
    engagement::Fight,
    field::{Field, Status},
    roster::{UnitId, Units},
    stacking,
    units::Side,
};

/// The advance after the battle in hand.
#[derive(Clone, Copy, Debug)]
pub struct Advance<'g> {
    /// Where everybody is.
    pub field: &'g Field,
    /// The battle.
    pub fight: &'g Fight,
    /// Its attacked hexes.
    pub targets: &'g [HexId],
    /// Who has attacked.
    pub side: Side,
}

impl Advance<'_> {
    /// Whether an attacked hex can be entered: no enemy is in it (MARS-ADV-9), and where the line alone was attacked, it
    /// was opened or left (MARS-RES-17, MARS-RES-18).
    fn is_open(&self, place: usize) -> bool {
        let ground = &self.fight.grounds[place];
        !self.field.enemies_of(self.side).contains(self.targets[place])
            && (!ground.line_alone || ground.opened.is_some() || ground.was_left)
    }

    /// The attacked hexes, by their place, whose duty to advance is not met yet (MARS-ADV-1, MARS-ADV-7). No duty where
    /// nobody is left who could go (MARS-ADV-9).
    pub fn duties(&self) -> impl Iterator<Item = usize> {
        (0..self.targets.len()).filter(|&place| {
            let ground = &self.fight.grounds[place];
            ground.entered < ground.demand()
                && !ground.met
                && self.is_open(place)
                && self.most_further(place, self.fight.attackers, Units::NONE) > 0
        })
    }

    /// The most attack factors that stacking lets further attackers bring into a hex, with `beside` there too.
    fn most_further(&self, place: usize, attackers: Units, beside: Units) -> u8 {
        let there: Units = self.field.units_in(self.targets[place]).collect();
        self.heaviest(attackers, there | beside)
    }

    /// Parts of what stacks together stack too, so units can be added one by one.
    fn heaviest(&self, choice: Units, stack: Units) -> u8 {
        let mut best = 0;
        let mut rest = choice;
        for unit in choice.iter() {
            rest.remove(unit);
            let with = stack | Units::of(unit);
            if stacking::fit_together(self.field, self.side, with) {
                best = best.max(self.field.piece(unit).attack + self.heaviest(rest, with));
            }
        }
        best
    }

    /// The attack factors that must enter a hex: as many as it demands, or as many as stacking lets in (MARS-ADV-1).
    pub fn asked(&self, place: usize) -> u8 {
        match self.fight.duty {
            Some((hex, factors)) if usize::from(hex) == place => factors,
            _ => {
                let ground = &self.fight.grounds[place];
                let most = ground.entered + self.most_further(place, self.fight.attackers, Units::NONE);
                ground.demand().min(most)
            }
        }
    }

    /// Whether a unit can advance there, with the duty in mind: while duties are unmet, one hex after the other is
    /// taken in the attacker's order and others wait (MARS-ADV-7, MARS-R48), and nobody may go who makes it impossible
    /// to bring in what is asked.
    fn serves_duty(&self, unit: UnitId, place: usize, goes_on: bool) -> bool {
        if self.duties().next().is_none() {
            return true;
        }
        if !self.duties().any(|duty| duty == place) {
            return false;
        }
        if self.fight.duty.is_some_and(|(hex, _)| usize::from(hex) != place) {
            return false;
        }
        let rest = self.fight.attackers - Units::of(unit);
        let stays = if goes_on { Units::NONE } else { Units::of(unit) };
        let so_far = self.fight.grounds[place].entered + self.field.piece(unit).attack;
        so_far + self.most_further(place, rest, stays) >= self.asked(place)
    }

    /// Where a unit that has entered a hex can go on to (MARS-ADV-4, MARS-ADV-8, MARS-R25): tanks and panzers, and they
    /// only (MARS-R39), one hex farther.
    pub fn second_hexes(&self, unit: UnitId, place: usize) -> Area {
        if self.field.piece(unit).advance < 2 {
            return Area::EMPTY;
        }
        let hex = self.targets[place];
        let ground = &self.fight.grounds[place];
        let map = self.field.theatre().map;
        let start = self.field.hex_of(unit);
        map.steps(hex)
            .filter(|&(way, _)| ground.is_wide_open() || ground.ways.contains(way))
            .map(|(_, to)| to)
            .filter(|&to| {
                start != Some(to)
                    && !self.field.enemies_of(self.side).contains(to)
                    && stacking::has_room(self.field, unit, to)
            })
            .collect()
    }

    /// Calls `found` with every advance that can be made now.
    pub fn each(&self, mut found: impl FnMut(UnitId, HexId, Option<HexId>)) {
        for (place, &hex) in self.targets.iter().enumerate() {
            if !self.is_open(place) {
                continue;
            }
            for unit in self.fight.attackers.iter() {
                if !stacking::has_room(self.field, unit, hex) {
                    continue;
                }
                if self.serves_duty(unit, place, false) {
                    found(unit, hex, None);
                }
                let beyond = self.second_hexes(unit, place);
                if !beyond.is_empty() && self.serves_duty(unit, place, true) {
                    beyond.iter().for_each(|on| found(unit, hex, Some(on)));
                }
            }
        }
    }

    /// Whether a unit can advance so, or why not.
    pub fn check(&self, unit: UnitId, hex: HexId, on: Option<HexId>) -> Result<(), Refusal> {
        let theatre = self.field.theatre();
        let number = theatre.name(hex);
        let refused = |clause, words: String| Err(Refusal::new(clause, words).because_of(unit.name()));
        if !self.fight.attackers.contains(unit) {
            let words = format!("{unit} did not take part in this battle, is lost, or has advanced already");
            return refused("MARS-ADV-6", words);
        }
        let Some(place) =
            self.targets.iter().position(|&target| target == hex).filter(|&place| self.is_open(place))
        else {
            let words = format!("{number} was not emptied by this battle");
            return refused("MARS-ADV-9", words).map_err(|refusal| refusal.because_of(number));
        };
        stacking::check(self.field, unit, hex)?;
        if let Some(on) = on {
            self.check_second(unit, place, on)?;
        }
        if self.serves_duty(unit, place, on.is_some()) {
            return Ok(());
        }
        self.refuse_for_duty(unit, place)
    }

    fn check_second(&self, unit: UnitId, place: usize, on: HexId) -> Result<(), Refusal> {
        let theatre = self.field.theatre();
        let (number, first) = (theatre.name(on), theatre.name(self.targets[place]));
        let refused =
            |words: String| Err(Refusal::new("MARS-ADV-4", words).because_of(unit.name()).because_of(number));
        if self.field.piece(unit).advance < 2 {
            return refused(format!("{unit} has no tanks or panzers and advances one hex only"));
        }
        if self.field.enemies_of(self.side).contains(on) {
            return refused(format!("an enemy unit is in {number}"));
        }
        let way = theatre.map.direction(self.targets[place], on);
        let ground = &self.fight.grounds[place];
        if !way.is_some_and(|way| ground.is_wide_open() || ground.ways.contains(way)) {
            return refused(format!("nobody retreated from {first} over {number}, and defenders are left"));
        }
        if self.second_hexes(unit, place).contains(on) {
            Ok(())
        } else {
            stacking::check(self.field, unit, on)?;
            refused(format!("{unit} would only go back to {number}"))
        }
    }

    /// MARS-ADV-1, MARS-ADV-7
    fn refuse_for_duty(&self, unit: UnitId, place: usize) -> Result<(), Refusal> {
        let theatre = self.field.theatre();
        let number = theatre.name(self.targets[place]);
        if self.duties().any(|duty| duty == place)
            && self.fight.duty.is_none_or(|(hex, _)| usize::from(hex) == place)
        {
            let words = format!(
                "attack factors of at least {} must advance into {number}, and with {unit} there the others would not reach it",
                self.asked(place)
            );
            return Err(Refusal::new("MARS-ADV-1", words).because_of(unit.name()).because_of(number));
        }
        let owed =
            self.duties().find(|&duty| self.fight.duty.is_none_or(|(hex, _)| usize::from(hex) == duty));
        let owed = owed.map_or(number, |duty| theatre.name(self.targets[duty]));
        let words = format!("{owed} must be entered first, in the strength that its defenders had");
        Err(Refusal::new("MARS-ADV-7", words).because_of(owed))
    }
}

/// Carries out an advance that can be made. Zones of control, the frontline and movement spent before do not matter
/// (MARS-ADV-5); towns change hands (MARS-VIC-14).
pub fn make(
    field: &mut Field,
    fight: &mut Fight,
    targets: &[HexId],
    unit: UnitId,
    hex: HexId,
    on: Option<HexId>,
) {
    let side = field.piece(unit).side;
    let Some(place) = targets.iter().position(|&target| target == hex) else { return };
    let advance = Advance { field, fight, targets, side };
    let duty = advance.duties().any(|duty| duty == place).then(|| (place as u8, advance.asked(place)));
    field.pass(side, hex);
    field.move_to(unit, on.unwrap_or(hex));
    // MARS-FOR-6
    field.set(unit, Status::Fortified, false);
    fight.attackers.remove(unit);
    // Printed factors, on turn 1 too (MARS-R24).
    fight.grounds[place].entered += field.piece(unit).attack;
    // MARS-R49: whoever goes on into another hex that this battle has emptied has entered that one too.
    if let Some(second) = targets.iter().position(|&target| on == Some(target)) {
        fight.grounds[second].entered += field.piece(unit).attack;
    }
    let ground = &mut fight.grounds[place];
    if let Some((_, asked)) = duty {
        ground.met = ground.entered >= asked;
        fight.duty = duty.filter(|_| !ground.met);
    }
}
