//! Hand bombs, explosive bags, magnetic mines and Molotov bombs on the table (SKIR-ASL-6 to SKIR-ASL-8, SKIR-INC-6).

use kit::{
    Dice, Journal, Objection, Prompt, Seat,
    flow::{Decision, Procedure},
    objection::{no_if, not_now},
    position::UnitId,
};

use crate::{
    action::Action,
    charts::{Class, Device},
    fire::{Aim, Burst, Hit, Inside, Lines, Shell, Stray, Way, kept, men_of},
    game::Skirmish,
    harm::Men,
    nerve::Nerve,
    state::Store,
    tell::told,
    words::printed,
};

use super::Flames;

printed! {
    /// A device that a man throws or places by hand.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum Tool {
        /// A hand bomb: every infantryman has them.
        HandBomb = "Hb",
        /// An explosive bag.
        Explosives = "Ex",
        /// A magnetic mine, for vehicles and bunkers.
        MagneticMine = "Mm",
        /// A Molotov bomb.
        Molotov = "Molotov",
    }
}

impl Tool {
    /// Where it is counted; hand bombs are not.
    const fn store(self) -> Option<Store> {
        match self {
            Self::HandBomb => None,
            Self::Explosives => Some(Store::Explosives),
            Self::MagneticMine => Some(Store::MagneticMines),
            Self::Molotov => Some(Store::Molotovs),
        }
    }
}

/// How a team uses a device.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Use {
    pub(crate) unit: UnitId,
    pub(crate) tool: Tool,
    pub(crate) target: UnitId,
    /// The man of a team who is aimed at.
    pub(crate) man: Option<u8>,
    /// Into the open top of a vehicle.
    pub(crate) inside: bool,
    /// In an assault: by men in contact.
    pub(crate) assault: bool,
}

impl Use {
    fn device(self, game: &Skirmish) -> Option<(u8, &'static Device)> {
        devices_of(game, self.tool)
    }

    /// SKIR-TST-8: whether it has to go into something: an open top, or by an opening at a man in a house.
    fn goes_inside(self, game: &Skirmish, user: u8) -> bool {
        let through = self.man.filter(|_| game.board.is_afoot(self.target)).is_some_and(|man| {
            let house = game.board.indoors(self.target, man);
            house.is_some() && house != game.board.indoors(self.unit, user)
        });
        self.inside || through
    }

    /// The man who uses it: unspent, in contact or within reach; the nearest.
    fn user(self, game: &Skirmish) -> Option<u8> {
        let (_, device) = self.device(game)?;
        let lines = Lines::known_to(game, self.unit);
        let target_man = self.man.unwrap_or(0);
        let fit = |man: &u8| {
            let free = (game.fire.spent | game.spent_before(self.unit)) >> man & 1 == 0;
            let near = if self.assault {
                game.touches(self.unit, *man, self.target)
            } else {
                device.throw > 0
                    && game
                        .shape(self.unit, *man)
                        .is_within(&game.shape(self.target, target_man), device.throw)
                    && lines.sees(self.unit, Some(*man), self.target, target_man)
            };
            free && near
        };
        let to = game.place(self.target, target_man);
        men_of(game.living_men(self.unit))
            .filter(fit)
            .min_by_key(|&man| (game.place(self.unit, man).square_to(to), man))
    }

    /// Judges it.
    pub(crate) fn check<E: Objection>(self, game: &Skirmish) -> Result<Shell, E> {
        let Self { unit, tool, target, .. } = self;
        let (board, name) = (&game.board, game.name(unit));
        let chart = board.chart(unit);
        let Some((place, device)) = self.device(game) else { return not_now() };
        game.may_use_device::<E>(unit, tool, self.assault)?;
        let model = board.is_model(target);
        no_if(
            !(device.against_men || model && board.chart(target).is_vehicle()),
            "SKIR-ASL-8",
            name,
            || format!("a {} is for vehicles and bunkers", device.name),
        )?;
        no_if(self.inside && !(model && board.chart(target).open_top), "SKIR-ASL-6", name, || {
            format!("{} is not open above", game.name(target))
        })?;
        let hittable = Lines::known_to(game, unit).hittable(unit, target);
        let man = if model { 0 } else { self.man.unwrap_or(u8::MAX) };
        no_if(
            !self.assault && (man > 15 || hittable >> man & 1 == 0),
            "SKIR-SPT-1",
            game.name(target),
            || format!("{name} does not see it"),
        )?;
        let Some(user) = self.user(game) else {
            return kit::objection::no_since("SKIR-ASL-8", name, || {
                format!("no free man is near enough for a {}", device.name)
            });
        };
        Ok(Shell {
            firer: Some(unit),
            side: board.side(unit),
            weapon: 0,
            cs: chart.cs,
            cr: 0,
            he: true,
            device: Some(place),
            inside: self.goes_inside(game, user),
            from: kept(game.place(unit, user)),
            height: Lines::of(game).elevation(unit, Some(user)) as i16,
            aim: if model { Aim::Model(target) } else { Aim::Man(target, man) },
        })
    }

    /// Uses it, in a step that is called.
    pub(crate) fn perform<J: Journal>(self, game: &mut Skirmish, journal: &mut J) {
        let Ok(shell) = self.check::<kit::Silent>(game) else { return };
        let user = self.user(game).unwrap_or(0);
        game.use_device(self.unit, user, self.tool, shell, journal);
    }
}

/// A device by its place in the chart.
pub(super) fn devices_of(game: &Skirmish, tool: Tool) -> Option<(u8, &'static Device)> {
    let devices = &game.board.rules.get().devices;
    let place = devices.iter().position(|device| device.id == tool.name())?;
    Some((place as u8, &devices[place]))
}

impl Skirmish {
    /// SKIR-ASL-8, SKIR-ASL-12: men who have fired earlier in the action; what befell them before it does not matter.
    pub(super) fn spent_before(&self, unit: UnitId) -> Men {
        if self.act.unit == Some(unit) { self.act.spent } else { 0 }
    }

    /// SKIR-ASL-8: judges whether a team has a device left, and may use one more in this action.
    pub(super) fn may_use_device<E: Objection>(
        &self,
        unit: UnitId,
        tool: Tool,
        assault: bool,
    ) -> Result<(), E> {
        let (board, name, chart) = (&self.board, self.name(unit), self.board.chart(unit));
        let infantry = board.is_afoot(unit) && (chart.class == Class::Infantry || chart.has_crew());
        no_if(!infantry, "SKIR-ASL-8", name, || format!("{name} is not infantry"))?;
        let stock = tool.store().map_or(u8::MAX, |store| board.unit(unit).store(store));
        no_if(stock == 0, "SKIR-ASL-8", name, || format!("{name} has no {} left", tool.name()))?;
        let limits = &board.rules.limits;
        let most = if assault { limits.assailants } else { limits.devices };
        no_if(u16::from(self.fire.devices) >= most, "SKIR-ASL-8", name, || {
            format!("{most} devices are used already")
        })
    }

    /// A man uses a device, in a step that is called.
    pub(super) fn use_device<J: Journal>(
        &mut self,
        unit: UnitId,
        user: u8,
        tool: Tool,
        shell: Shell,
        journal: &mut J,
    ) {
        self.fire.shell = shell;
        self.fire.spent |= 1 << user;
        self.fire.devices += 1;
        if let Some(store) = tool.store() {
            self.board.unit_mut(unit).devices[store as usize] -= 1;
        }
        self.mark_fired(unit, journal);
        self.flow.call(Throw);
    }
}

/// SKIR-TST-8: the precision test of a device; failed, it scatters (SKIR-SCT-2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Throw;

impl Procedure<Skirmish> for Throw {
    type End = bool;

    fn throw<D: Dice>(self, game: &Skirmish, dice: &mut D) -> bool {
        let shell = &game.fire.shell;
        // SKIR-R40: by the house rule the fire table decides.
        if game.house.devices_use_table_only && !shell.inside {
            return true;
        }
        game.board.rules.places(shell.inside, Nerve { cs: shell.cs, cr: 0 }, dice)
    }

    fn apply<J: Journal>(self, game: &mut Skirmish, there: bool, journal: &mut J) {
        let what = game.device().map_or_else(|| "a device".to_owned(), Device::with_article);
        journal.tell(|| {
            told(
                "SKIR-TST-8",
                format!("{what} {}", if there { "is where it should be" } else { "goes astray" }),
            )
        });
        match (there, game.is_molotov()) {
            (false, _) => game.flow.goto(Stray),
            // SKIR-R128: by an opening it burns around the middle of that.
            (true, true) => game.burn_at(game.aimed_point()),
            (true, false) => match game.fire.shell.aim {
                Aim::Opening(piece, _) | Aim::Line(piece, ..) | Aim::Wall(piece, _) => {
                    game.flow.goto(Inside { piece, floor: 0, way: Way::Aimed });
                }
                _ => game.flow.goto(Hit),
            },
        }
    }
}

/// SKIR-ASL-6, SKIR-ASL-7: in an assault on a vehicle each man in contact may use a device, one after the other.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct DeviceOrders {
    /// Who assaults.
    pub unit: UnitId,
    /// The vehicle.
    pub target: UnitId,
}

impl DeviceOrders {
    fn used(self, action: Action) -> Option<Use> {
        let of = |tool, inside| Use {
            unit: self.unit,
            tool,
            target: self.target,
            man: None,
            inside,
            assault: true,
        };
        match action {
            Action::Use(tool, target, None) if target == self.target => Some(of(tool, false)),
            Action::PutInto(tool, target) if target == self.target => Some(of(tool, true)),
            _ => None,
        }
    }
}

impl Decision<Skirmish> for DeviceOrders {
    fn decider(self, game: &Skirmish) -> Option<Seat> {
        Some(game.board.side(self.unit).seat())
    }

    fn prompt(self, game: &Skirmish) -> Prompt {
        let words = format!("which device does {} use on {}?", game.name(self.unit), game.name(self.target));
        Prompt::new(words, &["SKIR-ASL-6", "SKIR-ASL-7"])
    }

    fn choices(self, game: &Skirmish, out: &mut Vec<Action>) {
        let all = Tool::ALL
            .into_iter()
            .flat_map(|tool| [Action::Use(tool, self.target, None), Action::PutInto(tool, self.target)]);
        out.extend(all.filter(|action| self.check::<kit::Silent>(game, *action).is_ok()));
        out.push(Action::Hold);
    }

    fn check<E: Objection>(self, game: &Skirmish, action: Action) -> Result<(), E> {
        if action == Action::Hold {
            return Ok(());
        }
        match self.used(action) {
            Some(used) => used.check::<E>(game).map(|_| ()),
            None => not_now(),
        }
    }

    fn effect<J: Journal>(self, game: &mut Skirmish, action: Action, journal: &mut J) {
        match self.used(action) {
            Some(used) => used.perform(game, journal),
            None => self.pass(game, journal),
        }
    }

    fn is_open(self, game: &Skirmish) -> bool {
        let there = |unit: UnitId| game.board.is_on_table(unit);
        let mut out = Vec::new();
        there(self.unit) && there(self.target) && game.board.is_model(self.target) && {
            self.choices(game, &mut out);
            out.len() > 1
        }
    }

    fn pass<J: Journal>(self, game: &mut Skirmish, _: &mut J) {
        game.fire.begin();
        game.flow.done();
    }
}

impl Skirmish {
    /// Whether the device in the air burns.
    pub(crate) fn is_molotov(&self) -> bool {
        self.device().is_some_and(|device| device.row.is_none())
    }

    /// SKIR-INC-6: a Molotov bomb burns around a point, in place of the step at work.
    pub(crate) fn burn_at(&mut self, at: kit::tabletop::Point) {
        let left = self.board.everybody().collect();
        self.fire.burst = Burst { at: kept(at), radius: self.blast().0, left, ..Burst::NONE };
        self.flow.goto(Flames { thrower: false });
    }
}
