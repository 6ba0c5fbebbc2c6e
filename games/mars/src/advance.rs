//! Advance after combat (MARS-ADV-1 to MARS-ADV-10): who goes into the hexes that a battle has emptied.

use crate::prelude::*;

/// The advances that can be made after the battle in hand.
#[derive(Clone, Copy, Debug)]
pub struct Advances<'g> {
    pub field: &'g Field,
    pub fight: &'g Fight,
    pub targets: &'g [HexId],
    /// Who has attacked.
    pub side: Side,
}

impl Advances<'_> {
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
                && self.most_further(place) > 0
        })
    }

    /// The most attack factors that stacking lets further attackers bring into a hex.
    fn most_further(&self, place: usize) -> u8 {
        self.heaviest(self.fight.attackers, self.field.units_in(self.targets[place]).collect())
    }

    /// Parts of what stacks together stack too, so units can be added one by one.
    fn heaviest(&self, choice: Units, stack: Units) -> u8 {
        let mut best = 0;
        let mut rest = choice;
        for unit in choice {
            rest.remove(unit);
            let with = stack | Units::of(unit);
            if stacking::fit_together(self.field, self.side, with) {
                best = best.max(self.field.attack(unit) + self.heaviest(rest, with));
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
                let most = ground.entered + self.most_further(place);
                ground.demand().min(most)
            }
        }
    }

    /// Whether a unit can advance there, with the duty in mind: while duties are unmet, one hex after the other is
    /// taken in the attacker's order and others wait (MARS-ADV-7, MARS-R48), and nobody may go who makes it impossible
    /// to bring in what is asked.
    fn serves_duty(&self, unit: UnitId, place: usize, on: Option<HexId>) -> bool {
        if self.duties().next().is_none() {
            return true;
        }
        let in_hand = self.fight.duty.is_none_or(|(hex, _)| usize::from(hex) == place);
        if !in_hand || !self.duties().any(|duty| duty == place) {
            return false;
        }
        let there: Units = self.field.units_in(self.targets[place]).collect();
        let stack = if on.is_some() { there } else { there | Units::of(unit) };
        let so_far = self.fight.grounds[place].entered + self.field.attack(unit);
        let owed = self.asked(place).saturating_sub(so_far);
        let mut gone_on: SmallVec<[(UnitId, HexId); 8]> = on.map(|on| (unit, on)).into_iter().collect();
        self.can_bring(owed, place, self.fight.attackers - Units::of(unit), stack, &mut gone_on)
    }

    /// Whether some of these attackers can bring so many attack factors into a hex beside a stack; the others have
    /// advanced. Whoever goes on to a second hex counts and leaves room (MARS-R48); `gone_on` have done so.
    fn can_bring(
        &self,
        owed: u8,
        place: usize,
        units: Units,
        stack: Units,
        gone_on: &mut SmallVec<[(UnitId, HexId); 8]>,
    ) -> bool {
        if self.heaviest(units, stack) >= owed {
            return true;
        }
        let fits = |units: Units| stacking::fit_together(self.field, self.side, units);
        units.iter().filter(|&unit| fits(stack | Units::of(unit))).any(|unit| {
            let rest = units - Units::of(unit);
            let left = owed.saturating_sub(self.field.attack(unit));
            self.beyond(unit, place).any(|on| {
                let stayed: Units =
                    self.field.units_in(on).collect::<Units>() - (self.fight.attackers - units);
                let came: Units =
                    gone_on.iter().filter(|(_, hex)| *hex == on).map(|(came, _)| *came).collect();
                gone_on.push((unit, on));
                let has_room = fits(stayed | came | Units::of(unit));
                let met = has_room && self.can_bring(left, place, rest, stack, gone_on);
                gone_on.pop();
                met
            })
        })
    }

    /// The hexes that an advance of a unit can lead on to, whoever of its own side is there (MARS-ADV-4, MARS-ADV-8,
    /// MARS-R25): tanks and panzers, and they only (MARS-R39), go one hex farther.
    fn beyond(&self, unit: UnitId, place: usize) -> impl Iterator<Item = HexId> {
        let ground = &self.fight.grounds[place];
        let far = self.field.arm(unit).advance >= 2;
        let steps = self.field.theatre().map.steps(self.targets[place]);
        steps
            .filter(move |&(way, to)| {
                far && (ground.is_wide_open() || ground.ways.contains(way))
                    && self.field.hex_of(unit) != Some(to)
                    && !self.field.enemies_of(self.side).contains(to)
            })
            .map(|(_, to)| to)
    }

    /// Where a unit that has entered a hex can go on to.
    pub fn second_hexes(&self, unit: UnitId, place: usize) -> Hexes {
        self.beyond(unit, place).filter(|&to| stacking::has_room(self.field, unit, to)).collect()
    }

    /// Calls `found` with every advance that can be made now, until it says stop; whether it did.
    pub fn any(&self, mut found: impl FnMut(UnitId, HexId, Option<HexId>) -> bool) -> bool {
        self.targets.iter().enumerate().filter(|&(place, _)| self.is_open(place)).any(|(place, &hex)| {
            let fitting = |unit: &UnitId| stacking::has_room(self.field, *unit, hex);
            self.fight.attackers.iter().filter(fitting).any(|unit| {
                let mut beyond = self.second_hexes(unit, place).iter();
                (self.serves_duty(unit, place, None) && found(unit, hex, None))
                    || beyond.any(|on| self.serves_duty(unit, place, Some(on)) && found(unit, hex, Some(on)))
            })
        })
    }

    /// Whether a unit can advance so, or why not.
    pub fn check<E: Objection>(&self, unit: UnitId, hex: HexId, on: Option<HexId>) -> Result<(), E> {
        let (name, number) = (self.field.name(unit), self.field.theatre().name(hex));
        if !self.fight.attackers.contains(unit) {
            return refuse(
                "MARS-ADV-6",
                name,
                "did not take part in this battle, is lost, or has advanced already",
            );
        }
        let emptied = self.targets.iter().position(|&target| target == hex);
        let Some(place) = emptied.filter(|&place| self.is_open(place)) else {
            let reason = || format!("{number} was not emptied by this battle");
            return Err(E::raise("MARS-ADV-9", name, reason).blame([number]));
        };
        stacking::check(self.field, unit, hex)?;
        if let Some(on) = on {
            self.check_second(unit, place, on)?;
        }
        if self.serves_duty(unit, place, on) { Ok(()) } else { self.refuse_for_duty(unit, place) }
    }

    fn check_second<E: Objection>(&self, unit: UnitId, place: usize, on: HexId) -> Result<(), E> {
        let theatre = self.field.theatre();
        let name = self.field.name(unit);
        let (number, first) = (theatre.name(on), theatre.name(self.targets[place]));
        let refused = |words: String| Err(E::raise("MARS-ADV-4", name, || words).blame([number]));
        if self.field.arm(unit).advance < 2 {
            return refused(format!("{name} has no tanks or panzers and advances one hex only"));
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
            return Ok(());
        }
        stacking::check(self.field, unit, on)?;
        refused(format!("{name} would only go back to {number}"))
    }

    /// MARS-ADV-1, MARS-ADV-7
    fn refuse_for_duty<E: Objection>(&self, unit: UnitId, place: usize) -> Result<(), E> {
        let (name, number) = (self.field.name(unit), self.field.theatre().name(self.targets[place]));
        let in_hand = |duty: &usize| self.fight.duty.is_none_or(|(hex, _)| usize::from(hex) == *duty);
        if self.duties().any(|duty| duty == place) && in_hand(&place) {
            let reason = || {
                let asked = self.asked(place);
                format!(
                    "attack factors of at least {asked} must advance into {number}, and with {name} there the others would \
                     not reach it"
                )
            };
            return Err(E::raise("MARS-ADV-1", name, reason).blame([number]));
        }
        let owed = self.duties().find(in_hand);
        let owed = owed.map_or(number, |duty| self.field.theatre().name(self.targets[duty]));
        refuse("MARS-ADV-7", owed, "must be entered first, in the strength that its defenders had")
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
    let side = field.unit(unit).side;
    let Some(place) = targets.iter().position(|&target| target == hex) else { return };
    let advance = Advances { field, fight, targets, side };
    let duty = advance.duties().any(|duty| duty == place).then(|| (place as u8, advance.asked(place)));
    field.go(unit, &[hex, on.unwrap_or(hex)]);
    fight.attackers.remove(unit);
    // Printed factors, on turn 1 too (MARS-R24).
    fight.grounds[place].entered += field.attack(unit);
    // MARS-R49: whoever goes on into another hex that this battle has emptied has entered that one too.
    if let Some(second) = targets.iter().position(|&target| on == Some(target)) {
        fight.grounds[second].entered += field.attack(unit);
    }
    let ground = &mut fight.grounds[place];
    if let Some((_, asked)) = duty {
        ground.met = ground.entered >= asked;
        fight.duty = duty.filter(|_| !ground.met);
    }
}

/// The attacker advances (MARS-ADV-1 to MARS-ADV-10).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Advance;

fn advances(game: &Mars) -> Advances<'_> {
    let targets = game.battle_in_hand().targets();
    Advances { field: &game.field, fight: &game.fight, targets, side: game.phasing }
}

impl Decision<Mars> for Advance {
    fn prompt(self, game: &Mars) -> Prompt {
        let advances = advances(game);
        let Some(place) = advances.duties().next() else {
            return Prompt::new("who advances?", &["MARS-ADV-2", "MARS-ADV-3", "MARS-ADV-4"]);
        };
        let asked = advances.asked(place).saturating_sub(game.fight.grounds[place].entered);
        let hex = game.number(advances.targets[place]);
        let words = format!("who advances into {hex}? Attack factors of at least {asked} must");
        Prompt::new(words, &["MARS-ADV-1", "MARS-ADV-4"])
    }

    fn choices(self, game: &Mars, out: &mut Vec<Action>) {
        let advances = advances(game);
        if advances.duties().next().is_none() {
            out.push(Action::Done);
        }
        advances.any(|unit, hex, on| {
            out.push(Action::Advance(unit, hex, on));
            false
        });
    }

    fn check<E: Objection>(self, game: &Mars, action: Action) -> Result<(), E> {
        let advances = advances(game);
        match action {
            Action::Advance(unit, hex, on) => advances.check(unit, hex, on),
            Action::Done => {
                let Some(place) = advances.duties().next() else { return Ok(()) };
                let hex = game.number(advances.targets[place]);
                no_since("MARS-ADV-1", hex, || {
                    let (asked, entered) = (advances.asked(place), game.fight.grounds[place].entered);
                    format!(
                        "attack factors of at least {asked} must advance into {hex}, which was left by its defenders; \
                         {entered} have"
                    )
                })
            }
            _ => game.out_of_place(action),
        }
    }

    fn effect<J: Journal>(self, game: &mut Mars, action: Action, journal: &mut J) {
        let Action::Advance(unit, hex, on) = action else { return game.flow.done() };
        let planned = *game.battle_in_hand();
        make(&mut game.field, &mut game.fight, planned.targets(), unit, hex, on);
        let to = on.unwrap_or(hex);
        let words = || format!("{} advances to {}", game.name(unit), game.number(to));
        journal.tell(|| game.event("MARS-ADV-10", words(), &[hex, to]).to(unit));
    }

    fn is_open(self, game: &Mars) -> bool {
        advances(game).any(|_, _, _| true)
    }
}
