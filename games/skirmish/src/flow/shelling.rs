//! Step 4: indirect fire falls (SKIR-IND-1 to SKIR-IND-8).

use kit::{
    Dice, Die, Journal, Objection, Prompt, Purpose, Seat,
    flow::{Decision, Procedure},
    objection::{no_if, not_now},
    position::UnitId,
    tabletop::Point,
};
use smallvec::SmallVec;

use crate::{
    action::Action,
    barrage::Bombard,
    charts::HeavyWeapon,
    game::Skirmish,
    nerve::Nerve,
    scenario::{PlatoonId, PlatoonKind},
    state::{Flags, Side},
    tell::told,
};

/// First the batteries on the table, then those behind it; in each group by readiness (SKIR-IND-1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Shelling {
    pub(super) off_board: bool,
    /// Platoons up to this one have rolled; all if it is the greatest.
    pub(super) rolled: u8,
}

const READINESS: Purpose = Purpose::new("readiness of a battery", "SKIR-IND-1");
const ALL: u8 = u8::MAX;

impl Shelling {
    /// The group on the table rolls first.
    pub(super) const BEGIN: Self = Self { off_board: false, rolled: 0 };

    fn group(self, game: &Skirmish) -> impl Iterator<Item = PlatoonId> {
        let scenario = game.board.scenario();
        let kind = if self.off_board { PlatoonKind::OffBoard } else { PlatoonKind::Battery };
        scenario
            .platoon_ids()
            .filter(move |id| scenario.platoon(*id).kind == kind && game.platoons[id.index()].marked > 0)
    }

    fn next_to_roll(self, game: &Skirmish) -> Option<PlatoonId> {
        if self.rolled == ALL { None } else { self.group(game).find(|id| id.0 >= self.rolled) }
    }
}

impl Skirmish {
    /// SKIR-IND-1, SKIR-IND-8: what a battery brings to its readiness and to scatter, and whether its die is fixed at 1.
    pub(crate) fn battery_nerve(&self, battery: PlatoonId) -> (Nerve, bool) {
        let platoon = self.board.scenario().platoon(battery);
        if let Some(guns) = platoon.off_board {
            return (Nerve { cs: guns.cs, cr: guns.cr }, false);
        }
        match self.commander(battery) {
            Some(unit) => (self.nerve(unit), self.is_slow_to_act(unit)),
            None => (Nerve::default(), false),
        }
    }
}

impl Procedure<Skirmish> for Shelling {
    type End = u8;

    fn throw<D: Dice>(self, game: &Skirmish, dice: &mut D) -> u8 {
        let Some(battery) = self.next_to_roll(game) else { return 0 };
        let (nerve, hurt) = game.battery_nerve(battery);
        let face = if hurt { 1 } else { dice.roll(Die::D6, READINESS) as u8 };
        face + nerve.cs + nerve.cr
    }

    fn apply<J: Journal>(self, game: &mut Skirmish, score: u8, _: &mut J) {
        if let Some(battery) = self.next_to_roll(game) {
            game.scores[battery.index()] = score;
            return game.flow.goto(Self { rolled: battery.0 + 1, ..self });
        }
        // SKIR-TST-2: descending; of equals the second player's first, then the order of the list.
        let second = |id: &PlatoonId| game.board.scenario().platoon(*id).side != game.first_of_turn;
        let best =
            self.group(game).max_by_key(|id| (game.scores[id.index()], second(id), std::cmp::Reverse(id.0)));
        match best {
            Some(battery) => {
                game.flow.goto(Self { rolled: ALL, ..self });
                game.flow.call(Dropping::first_of(battery));
            }
            None if !self.off_board => game.flow.goto(Self { off_board: true, rolled: 0 }),
            None => {
                game.scores = [0; _];
                game.flow.done();
            }
        }
    }
}

/// The next shell of a battery goes to one of its markers (SKIR-IND-2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Dropping {
    battery: PlatoonId,
    /// Which gun of the battery.
    gun: u8,
    /// Which of its shells.
    shell: u8,
}

impl Dropping {
    /// The first shell of the first gun.
    pub(super) const fn first_of(battery: PlatoonId) -> Self {
        Self { battery, gun: 0, shell: 0 }
    }

    fn side(self, game: &Skirmish) -> Side {
        game.board.scenario().platoon(self.battery).side
    }

    /// The gun: a unit on the table, or nobody for one behind it; none if there are no more guns.
    fn gun(self, game: &Skirmish) -> Option<(Option<UnitId>, &'static HeavyWeapon)> {
        let charts = game.board.rules.get();
        let platoon = game.board.scenario().platoon(self.battery);
        if let Some(guns) = platoon.off_board {
            return (self.gun < guns.guns).then(|| (None, &charts.heavy[guns.weapon]));
        }
        let unit = platoon.members.iter().nth(self.gun.into())?;
        let weapon = charts.heavy_weapon_of(game.board.chart(unit));
        weapon.map(|weapon| (Some(unit), weapon)).or(Some((Some(unit), charts.heavy.first()?)))
    }

    /// SKIR-IND-3: whether a gun on the table may fire at all.
    fn may_fire(game: &Skirmish, unit: UnitId, shell: u8) -> bool {
        let state = game.board.unit(unit);
        let ready = state.is(Flags::LURKED) || shell > 0 && state.is(Flags::FIRED_LAST);
        let silent = Flags::NO_FIRE.and(Flags::GUN_OUT);
        game.board.is_on_table(unit)
            && game.serves_indirectly(unit)
            && ready
            && !state.flags.any(silent)
            && state.engaged.is_empty()
            && !game.suffers(unit, crate::charts::CrewEffect::LightWeaponsOnly)
    }

    /// The markers that the gun reaches, each place once.
    fn markers(self, game: &Skirmish) -> SmallVec<[u8; 5]> {
        let Some((unit, weapon)) = self.gun(game) else { return SmallVec::new() };
        if unit.is_some_and(|unit| !Self::may_fire(game, unit, self.shell)) {
            return SmallVec::new();
        }
        let state = &game.platoons[self.battery.index()];
        let reached = |at: Point| {
            unit.is_none_or(|unit| {
                let from = game.board.centre(unit);
                let too_near = weapon.least > 0 && from.is_within(at, weapon.least - 1);
                !too_near && from.is_within(at, weapon.ranges.long)
            })
        };
        let mut markers: SmallVec<[u8; 5]> = SmallVec::new();
        for place in 0..state.marked {
            let known = state.markers[..usize::from(place)].contains(&state.markers[usize::from(place)]);
            let (x, y) = state.markers[usize::from(place)];
            if !known && reached(Point::new(x.into(), y.into())) {
                markers.push(place + 1);
            }
        }
        markers
    }

    fn go_on(self, game: &mut Skirmish) {
        let shells = self.gun(game).map_or(0, |(_, weapon)| weapon.shots.of(false));
        let next = if u16::from(self.shell) + 1 < shells {
            Self { shell: self.shell + 1, ..self }
        } else {
            Self { gun: self.gun + 1, shell: 0, ..self }
        };
        game.flow.goto(next);
    }
}

impl Decision<Skirmish> for Dropping {
    fn decider(self, game: &Skirmish) -> Option<Seat> {
        Some(self.side(game).seat())
    }

    fn prompt(self, game: &Skirmish) -> Prompt {
        let battery = &game.board.scenario().platoon(self.battery).name;
        let (gun, shell) = (self.gun + 1, self.shell + 1);
        let words = format!("{battery}, gun {gun}, shell {shell}: to which marker?");
        Prompt::new(words, &["SKIR-IND-2", "SKIR-IND-3"])
    }

    fn choices(self, game: &Skirmish, out: &mut Vec<Action>) {
        out.extend(self.markers(game).into_iter().map(Action::Drop));
        out.push(Action::Hold);
    }

    fn check<E: Objection>(self, game: &Skirmish, action: Action) -> Result<(), E> {
        match action {
            Action::Drop(marker) => no_if(!self.markers(game).contains(&marker), "SKIR-IND-2", "", || {
                format!("marker {marker} is not one of the battery's in range")
            }),
            Action::Hold => Ok(()),
            _ => not_now(),
        }
    }

    fn effect<J: Journal>(self, game: &mut Skirmish, action: Action, journal: &mut J) {
        let gun = self.gun(game);
        self.go_on(game);
        if let (Action::Drop(marker), Some((unit, weapon))) = (action, gun) {
            if let Some(unit) = unit {
                // SKIR-IND-3: its lurking is over, and it has fired (SKIR-SPT-9).
                let state = game.board.unit_mut(unit);
                state.set(Flags::LURKING.and(Flags::LURKED), false);
                state.set(Flags::FIRED_LAST, true);
            }
            let battery = &game.board.scenario().platoon(self.battery).name;
            journal.tell(|| {
                told("SKIR-IND-2", format!("{battery}: a shell of {} to marker {marker}", weapon.name))
            });
            game.flow.call(Bombard { firer: unit, battery: self.battery, marker: marker - 1 });
        }
    }

    /// Guns that cannot fire are passed over; after the last the battery has fired.
    fn is_open(self, game: &Skirmish) -> bool {
        !self.markers(game).is_empty()
    }

    fn pass<J: Journal>(self, game: &mut Skirmish, _: &mut J) {
        if self.gun(game).is_some() {
            return game.flow.goto(Self { gun: self.gun + 1, shell: 0, ..self });
        }
        game.platoons[self.battery.index()].marked = 0;
        game.flow.done();
    }
}
