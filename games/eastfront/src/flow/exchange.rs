//! Who pays: exchanges forced and chosen (chapter EXC), the losses of AE (`EAST-RES-11`).

use kit::{
    Factor, Journal, Objection, Prompt, Seat,
    flow::Decision,
    objection::{no_if, no_since},
};
use smallvec::SmallVec;

use super::{event, out_of_place, retreat::Withdrawing};
use crate::{
    action::Action,
    battle::Battle,
    game::{EastFront, seat},
    losses::{Bill, Offer},
    results::CombatResult,
    roster::{Force, UnitId},
    unit::Picks,
};

/// What can be exchanged, with its prices.
fn offers(game: &EastFront, battle: &Battle) -> Vec<Offer> {
    match game.fight.voluntary {
        Some(result) => battle.offers_at(result),
        None => battle.forced_offers(),
    }
}

/// The numbers of defenders that can be exchanged (`EAST-EXC-2`).
fn numbers(game: &EastFront) -> SmallVec<[u8; 2]> {
    let Some(battle) = game.battle_in_hand() else { return SmallVec::new() };
    let mut numbers: SmallVec<[u8; 2]> =
        offers(game, &battle).iter().map(|offer| offer.defenders.count() as u8).collect();
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}

/// What the exchange of so many defenders can cost.
pub(crate) fn prices(game: &EastFront, number: u8) -> Vec<Factor> {
    let Some(battle) = game.battle_in_hand() else { return Vec::new() };
    let all = offers(game, &battle).into_iter();
    all.filter(|offer| offer.defenders.count() == usize::from(number)).map(|offer| offer.bill.price).collect()
}

/// The attacker says how many defenders he exchanges, or lets a voluntary exchange be (`EAST-EXC-2`, `EAST-EXC-8`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Exchanging;

impl Decision<EastFront> for Exchanging {
    fn prompt(self, game: &EastFront) -> Prompt {
        if game.fight.is_exchange {
            let words = format!("X in {}: how many defenders do you exchange?", game.battlefield());
            return Prompt::new(words, &["EAST-EXC-2", "EAST-EXC-1"]);
        }
        let code = game.fight.rolled.map_or("", CombatResult::printed);
        let words = format!(
            "{code} in {}: take it, or exchange German units for defenders instead?",
            game.battlefield()
        );
        Prompt::new(words, &["EAST-EXC-8", "EAST-EXC-9", "EAST-EXC-13"])
    }

    fn choices(self, game: &EastFront, out: &mut Vec<Action>) {
        if !game.fight.is_exchange {
            out.push(Action::Done);
        }
        out.extend(numbers(game).into_iter().map(Action::Exchange));
    }

    fn check<E: Objection>(self, game: &EastFront, action: Action) -> Result<(), E> {
        match action {
            Action::Done => no_if(game.fight.is_exchange, "EAST-EXC-2", "", || {
                "an exchange that can be paid for is made".into()
            }),
            Action::Exchange(number) => no_if(!numbers(game).contains(&number), "EAST-EXC-2", "", || {
                format!("{number} defenders cannot be paid for")
            }),
            _ => out_of_place(game, action),
        }
    }

    fn effect<J: Journal>(self, game: &mut EastFront, action: Action, journal: &mut J) {
        let Action::Exchange(number) = action else {
            game.fight.voluntary = None;
            return game.flow.goto(Losses);
        };
        if game.fight.voluntary.is_some() {
            let reach = game.battle_in_hand().and_then(|battle| battle.advance_after_voluntary_exchange());
            game.fight.exchange_instead();
            game.fight.allow(reach);
            game.fight.breaks_through = false;
        }
        game.fight.demand = number;
        journal.tell(|| {
            let [who, are] = if number == 1 { ["defender", "is"] } else { ["defenders", "are"] };
            let words = format!("{number} {who} of {} {are} to be exchanged", game.battlefield());
            event(game, "EAST-EXC-2", words, &[game.fight.target])
        });
        game.flow.goto(Sacrifice);
    }

    /// Where an X leaves no choice of number, none is asked for.
    fn is_open(self, game: &EastFront) -> bool {
        game.fight.voluntary.is_some() || (game.fight.is_exchange && numbers(game).len() > 1)
    }

    fn pass<J: Journal>(self, game: &mut EastFront, _: &mut J) {
        if game.fight.is_exchange {
            game.fight.demand = numbers(game).first().copied().unwrap_or(0);
            game.flow.goto(Sacrifice);
        } else {
            game.flow.goto(Losses);
        }
    }
}

/// The defender says which of his units are exchanged (`EAST-EXC-2`, `EAST-EXC-7`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Sacrifice;

impl Sacrifice {
    /// The sets of the demanded number that can be paid for.
    fn offers(game: &EastFront, battle: &Battle) -> Vec<Offer> {
        let mut all = if game.fight.defenders().next().is_none() {
            battle.city_offer().into_iter().collect()
        } else {
            offers(game, battle)
        };
        all.retain(|offer| offer.defenders.count() == usize::from(game.fight.demand));
        all
    }

    /// The units among which the defender chooses one: with two defenders that is the only choice there can be.
    fn choice(game: &EastFront) -> SmallVec<[UnitId; 2]> {
        if game.fight.demand != 1 {
            return SmallVec::new();
        }
        let Some(battle) = game.battle_in_hand() else { return SmallVec::new() };
        let sets = Self::offers(game, &battle);
        let all: SmallVec<[UnitId; 2]> = game.fight.defenders().collect();
        sets.iter().flat_map(|offer| offer.defenders.places()).map(|place| all[place]).collect()
    }

    /// The defenders are given up, and what they cost is due.
    fn settle<J: Journal>(game: &mut EastFront, given: Option<UnitId>, journal: &mut J) {
        let Some(battle) = game.battle_in_hand() else { return game.flow.goto(Losses) };
        let all: SmallVec<[UnitId; 2]> = game.fight.defenders().collect();
        let is_one = |offer: &&Offer| {
            given.is_none_or(|unit| offer.defenders.places().any(|place| all[place] == unit))
        };
        let offers = Self::offers(game, &battle);
        let Some(offer) = offers.iter().find(is_one) else { return game.flow.goto(Losses) };
        let is_voluntary = game.fight.voluntary.is_some();
        let payers = if is_voluntary { battle.may_pay_voluntarily() } else { battle.may_pay_for_exchange() };
        game.fight.lost = offer.defenders.places().map(|place| all[place]).collect();
        // EAST-EXC-4
        game.fight.razes = offer.intrinsic;
        game.fight.due = offer.bill.price;
        game.fight.pool = units_of(game, payers);
        journal.tell(|| {
            let lost = if game.fight.lost.is_empty() {
                "the factors of the city".into()
            } else {
                game.list(game.fight.lost)
            };
            let words = format!("{lost} exchanged for at least {} attack factors", game.fight.due);
            event(game, "EAST-EXC-1", words, &[game.fight.target])
        });
        game.flow.goto(Losses);
    }
}

/// Attackers by their places among those whom the rules count.
fn units_of(game: &EastFront, places: Picks) -> Force {
    let all = game.meeting_in_hand().in_order(&game.board);
    places.places().map(|place| all[place]).collect()
}

impl Decision<EastFront> for Sacrifice {
    fn decider(self, game: &EastFront) -> Option<Seat> {
        Some(seat(game.phasing.other()))
    }

    fn prompt(self, game: &EastFront) -> Prompt {
        let words = format!("Which unit do you give up in the exchange in {}?", game.battlefield());
        Prompt::new(words, &["EAST-EXC-2", "EAST-EXC-7"])
    }

    fn choices(self, game: &EastFront, out: &mut Vec<Action>) {
        out.extend(Self::choice(game).into_iter().map(Action::Give));
    }

    fn check<E: Objection>(self, game: &EastFront, action: Action) -> Result<(), E> {
        let Action::Give(unit) = action else { return out_of_place(game, action) };
        let name = game.name(unit);
        no_if(!Self::choice(game).contains(&unit), "EAST-EXC-2", name, || {
            format!("the attacker cannot pay for {name}, or it does not defend here")
        })
    }

    fn effect<J: Journal>(self, game: &mut EastFront, action: Action, journal: &mut J) {
        if let Action::Give(unit) = action {
            Self::settle(game, Some(unit), journal);
        }
    }

    fn is_open(self, game: &EastFront) -> bool {
        Self::choice(game).len() > 1
    }

    fn pass<J: Journal>(self, game: &mut EastFront, journal: &mut J) {
        Self::settle(game, None, journal);
    }
}

/// The attacker names his losses, none of which could be spared (`EAST-RES-13`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Losses;

impl Losses {
    /// Every set of units that pays without waste and holds those named already.
    fn ways(game: &EastFront) -> SmallVec<[Force; 8]> {
        let fight = &game.fight;
        let pool: SmallVec<[UnitId; 12]> = fight.pool.iter().collect();
        let worth: SmallVec<[Factor; 12]> =
            pool.iter().map(|&unit| game.board.piece(unit).counter.attack).collect();
        let bill = Bill::draw_up(fight.due, Picks::first(pool.len()), &worth);
        let ways = bill.ways.iter().map(|way| way.places().map(|place| pool[place]).collect::<Force>());
        ways.filter(|way| (fight.named - *way).is_empty()).collect()
    }

    fn worth(game: &EastFront, units: Force) -> Factor {
        units.iter().map(|unit| game.board.piece(unit).counter.attack).sum()
    }

    fn is_paid(game: &EastFront) -> bool {
        let fight = &game.fight;
        fight.named == fight.pool || Self::worth(game, fight.named) >= fight.due
    }

    /// Units of whom one must be named next.
    fn nameable(game: &EastFront) -> Force {
        let all = Self::ways(game).into_iter().fold(Force::NONE, |all, way| all | way);
        all - game.fight.named
    }
}

impl Decision<EastFront> for Losses {
    fn prompt(self, game: &EastFront) -> Prompt {
        let fight = &game.fight;
        let named = Self::worth(game, fight.named);
        let words =
            format!("Which attackers are lost? {named} of at least {} attack factors so far", fight.due);
        let clause = if fight.shakes { "EAST-RES-11" } else { "EAST-EXC-1" };
        Prompt::new(words, &[clause, "EAST-RES-13"])
    }

    fn choices(self, game: &EastFront, out: &mut Vec<Action>) {
        out.extend(Self::nameable(game).iter().map(Action::Lose));
    }

    fn check<E: Objection>(self, game: &EastFront, action: Action) -> Result<(), E> {
        let Action::Lose(unit) = action else { return out_of_place(game, action) };
        if Self::nameable(game).contains(unit) {
            return Ok(());
        }
        let name = game.name(unit);
        if !game.fight.attackers.contains(unit) {
            return no_since("EAST-RES-11", name, || format!("{name} does not attack here"));
        }
        if !game.fight.pool.contains(unit) {
            let clause = if game.fight.voluntary.is_some() { "EAST-EXC-12" } else { "EAST-EXC-6" };
            return no_since(clause, name, || format!("{name} may not pay for an exchange"));
        }
        no_since("EAST-RES-13", name, || format!("with {name} more would be lost than is due"))
    }

    fn effect<J: Journal>(self, game: &mut EastFront, action: Action, _: &mut J) {
        if let Action::Lose(unit) = action {
            game.fight.named.insert(unit);
        }
    }

    /// Where one way to pay is left, nothing is asked.
    fn is_open(self, game: &EastFront) -> bool {
        game.fight.due.is_positive() && !Self::is_paid(game) && Self::ways(game).len() > 1
    }

    /// The losses are taken; then the defenders are lost and Dispersed.
    fn pass<J: Journal>(self, game: &mut EastFront, journal: &mut J) {
        if game.fight.due.is_positive() && !Self::is_paid(game) {
            game.fight.named = Self::ways(game).first().copied().unwrap_or(game.fight.pool);
        }
        let named = game.fight.named;
        game.fight.attackers -= named;
        game.lose_in_combat(named, journal);
        let lost = game.fight.lost;
        game.lose_in_combat(lost, journal);
        let shaken = if game.fight.shakes { game.fight.attackers } else { Force::NONE };
        for unit in game.fight.scattered | shaken {
            game.board.disperse(unit);
        }
        if !shaken.is_empty() {
            journal.tell(|| {
                let words = format!("the surviving attackers are Dispersed: {}", game.list(shaken));
                event(game, "EAST-RES-11", words, &[game.fight.target])
            });
        }
        if game.fight.razes {
            game.board.raze(game.fight.target);
            journal.tell(|| {
                let words = format!("the factors of {} are destroyed", game.battlefield());
                event(game, "EAST-TER-22", words, &[game.fight.target])
            });
        }
        // EAST-VIC-6: at once.
        if !game.ends_by_annihilation(journal) {
            game.flow.goto(Withdrawing);
        }
    }
}

impl EastFront {
    /// Units are eliminated.
    pub(super) fn lose_in_combat<J: Journal>(&mut self, units: Force, journal: &mut J) {
        for unit in units {
            journal.tell(|| {
                let hex = self.board.hex_of(unit).unwrap_or(self.fight.target);
                let words = format!("{} is eliminated in {}", self.name(unit), self.theatre().called(hex));
                event(self, "EAST-RES-4", words, &[hex]).to(unit)
            });
            self.board.eliminate(unit, self.turn);
        }
    }
}
