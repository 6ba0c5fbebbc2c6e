//! Snipers: placed at the end of A.2.b (STAL-SNP-1), at work in A.2.e (STAL-SNP-2 to STAL-SNP-5).

use kit::{
    Dice, Journal, Objection, Prompt, Seat,
    flow::{Decision, Procedure},
    map::HexId,
    objection::{no, no_if},
};

use super::{event, out_of_place};
use crate::{
    action::Action,
    field::{SniperId, SniperPlace, Status},
    game::{Stalingrad, seat},
    map::Hexes,
    sniper::{Trigger, hits},
    units::{Side, UnitId},
};

/// A side places its snipers, one at a time; whom it does not place stays off the map.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Posting {
    side: Side,
}

impl Posting {
    /// STAL-SNP-1: all are picked up, then the Russian places his.
    pub(crate) fn begin(game: &mut Stalingrad) -> Self {
        game.field.pick_up_snipers(game.turn);
        Self { side: Side::Russian }
    }

    fn free(self, game: &Stalingrad) -> impl Iterator<Item = SniperId> {
        let is_free = |id: &SniperId| game.field.sniper(*id).place == SniperPlace::Ready;
        game.field.snipers_of(self.side).filter(is_free)
    }

    fn go_on(self, game: &mut Stalingrad) {
        match self.side {
            Side::Russian => game.flow.goto(Self { side: Side::German }),
            Side::German => game.flow.done(),
        }
    }
}

impl Decision<Stalingrad> for Posting {
    fn decider(self, _: &Stalingrad) -> Option<Seat> {
        Some(seat(self.side))
    }

    fn prompt(self, _: &Stalingrad) -> Prompt {
        Prompt::new("Place your snipers face down where your units are", &["STAL-SNP-1"])
    }

    fn choices(self, game: &Stalingrad, out: &mut Vec<Action>) {
        let held = game.field.held_by(self.side);
        for sniper in self.free(game) {
            out.extend(held.iter().map(|hex| Action::Post(sniper, hex)));
        }
        out.push(Action::Done);
    }

    fn check<E: Objection>(self, game: &Stalingrad, action: Action) -> Result<(), E> {
        match action {
            Action::Post(sniper, hex) => {
                // Whoever asks about snipers of the other side learns nothing of them.
                no_if(sniper.side() != self.side, "STAL-SNP-1", "", || "he is not your sniper".into())?;
                let is_free = self.free(game).any(|free| free == sniper);
                no_if(!is_free, "STAL-SNP-1", game.field.sniper_name(sniper), || {
                    "he is placed already, or out of the battle".into()
                })?;
                let is_held = game.field.held_by(self.side).contains(hex);
                no_if(!is_held, "STAL-SNP-1", game.field.sniper_name(sniper), || {
                    format!("no unit of his side is in {}", game.number(hex))
                })
            }
            Action::Done => Ok(()),
            _ => out_of_place(game, action),
        }
    }

    fn effect<J: Journal>(self, game: &mut Stalingrad, action: Action, journal: &mut J) {
        let Action::Post(sniper, hex) = action else { return self.go_on(game) };
        game.field.sniper_mut(sniper).place = SniperPlace::Posted(hex);
        journal.tell_only(seat(self.side), || {
            let (name, number) = (game.field.sniper_name(sniper), game.field.sniper_number(sniper));
            let words = format!("{name} ({number}) lies in {}", game.number(hex));
            event(game, "STAL-SNP-1", words, &[hex]).to(sniper)
        });
        journal.tell(|| {
            let words = format!("a {} sniper takes post in {}", self.side.name(), game.number(hex));
            event(game, "STAL-SNP-1", words, &[hex])
        });
    }

    fn is_open(self, game: &Stalingrad) -> bool {
        self.free(game).next().is_some() && !game.field.held_by(self.side).is_empty()
    }

    fn pass<J: Journal>(self, game: &mut Stalingrad, _: &mut J) {
        self.go_on(game);
    }
}

impl Stalingrad {
    /// A hex and its neighbours on land: what a sniper in it reaches.
    fn sights(&self, hex: HexId) -> Hexes {
        self.theatre().near(hex) | Hexes::of(hex)
    }

    /// The German units that a Russian sniper reaches (STAL-SNP-2), Disrupted or not (STAL-R104).
    pub(crate) fn sniper_targets(&self, sniper: SniperId) -> impl Iterator<Item = UnitId> {
        let sights = self.field.post_of(sniper).map_or(Hexes::EMPTY, |hex| self.sights(hex));
        let hexes = sights & self.field.held_by(Side::German);
        hexes.iter().flat_map(|hex| self.field.units_of_in(Side::German, hex))
    }

    /// The German snipers who can answer a Russian one (STAL-SNP-3, STAL-R35).
    pub(crate) fn answerers(&self, shooter: SniperId) -> impl Iterator<Item = SniperId> {
        let sights = self.field.post_of(shooter).map_or(Hexes::EMPTY, |hex| self.sights(hex));
        self.field.snipers_of(Side::German).filter(move |&german| {
            !self.field.sniper(german).fired
                && self.field.post_of(german).is_some_and(|hex| sights.contains(hex))
        })
    }

    /// A sniper shows himself: from here nothing is taken back.
    fn reveal_sniper<J: Journal>(&mut self, sniper: SniperId, journal: &mut J) {
        let shown = self.field.sniper_mut(sniper);
        (shown.revealed, shown.fired) = (true, true);
        journal.reveal();
    }

    /// STAL-SNP-5
    fn kill_sniper<J: Journal>(&mut self, sniper: SniperId, by: SniperId, journal: &mut J) {
        let hex = self.field.post_of(sniper).unwrap_or(HexId::NONE);
        self.field.sniper_mut(sniper).place = SniperPlace::Gone;
        journal.tell(|| {
            let (victim, killer) = (self.field.sniper_name(sniper), self.field.sniper_name(by));
            let words = format!("{killer} kills {victim}, who is out for good");
            event(self, "STAL-SNP-5", words, &[hex]).to(sniper).to(by)
        });
    }

    fn sniper_misses<J: Journal>(&self, sniper: SniperId, clause: &'static str, journal: &mut J) {
        journal.tell(|| {
            let hexes: Vec<HexId> = self.field.post_of(sniper).into_iter().collect();
            let words = format!("{} misses", self.field.sniper_name(sniper));
            event(self, clause, words, &hexes).to(sniper)
        });
    }
}

/// Russian snipers fire, one at a time (STAL-SNP-2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Sniping;

impl Sniping {
    fn shooters(game: &Stalingrad) -> impl Iterator<Item = SniperId> {
        game.field.snipers_of(Side::Russian).filter(|&id| !game.field.sniper(id).fired)
    }
}

impl Decision<Stalingrad> for Sniping {
    fn decider(self, _: &Stalingrad) -> Option<Seat> {
        Some(seat(Side::Russian))
    }

    fn prompt(self, _: &Stalingrad) -> Prompt {
        Prompt::new("Your snipers may fire at Germans beside them", &["STAL-SEQ-7", "STAL-SNP-2"])
    }

    fn choices(self, game: &Stalingrad, out: &mut Vec<Action>) {
        for sniper in Self::shooters(game) {
            out.extend(game.sniper_targets(sniper).map(|unit| Action::Fire(sniper, unit)));
        }
        out.push(Action::Done);
    }

    fn check<E: Objection>(self, game: &Stalingrad, action: Action) -> Result<(), E> {
        match action {
            Action::Fire(sniper, unit) => {
                no_if(sniper.side() == Side::German, "STAL-R35", "", || "Germans never begin".into())?;
                let name = game.field.sniper_name(sniper);
                no_if(game.field.post_of(sniper).is_none(), "STAL-SNP-2", name, || {
                    "he is not on the map".into()
                })?;
                no_if(game.field.sniper(sniper).fired, "STAL-SNP-2", name, || {
                    "he has fired his one shot of this turn".into()
                })?;
                let is_target = game.sniper_targets(sniper).any(|target| target == unit);
                no_if(!is_target, "STAL-SNP-2", name, || {
                    format!("{} is no German in his own or a neighbouring hex", game.name(unit))
                })
            }
            Action::Done => Ok(()),
            _ => out_of_place(game, action),
        }
    }

    fn effect<J: Journal>(self, game: &mut Stalingrad, action: Action, journal: &mut J) {
        let Action::Fire(sniper, unit) = action else { return game.flow.done() };
        game.reveal_sniper(sniper, journal);
        game.flow.call(Shot { sniper, unit });
    }

    fn is_open(self, game: &Stalingrad) -> bool {
        Self::shooters(game).any(|sniper| game.sniper_targets(sniper).next().is_some())
    }

    fn pass<J: Journal>(self, game: &mut Stalingrad, _: &mut J) {
        game.flow.done();
    }
}

/// A Russian sniper's shot (STAL-SNP-2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Shot {
    sniper: SniperId,
    unit: UnitId,
}

impl Procedure<Stalingrad> for Shot {
    type End = bool;

    fn throw<D: Dice>(self, game: &Stalingrad, dice: &mut D) -> bool {
        hits(game.field.sniper_number(self.sniper), dice, Trigger::Shot)
    }

    fn apply<J: Journal>(self, game: &mut Stalingrad, hit: bool, journal: &mut J) {
        // STAL-SNP-8: a Disrupted attacker drops out of its attack; STAL-RET-11: nobody retreats.
        if hit {
            game.field.set(self.unit, Status::Disrupted, true);
        }
        journal.tell(|| {
            let (name, unit) = (game.field.sniper_name(self.sniper), game.name(self.unit));
            let what = if hit { "it is Disrupted" } else { "he misses" };
            let hexes = [game.field.post_of(self.sniper), game.field.hex_of(self.unit)];
            let hexes: Vec<HexId> = hexes.into_iter().flatten().collect();
            event(game, "STAL-SNP-2", format!("{name} fires at {unit}: {what}"), &hexes)
                .to(self.sniper)
                .to(self.unit)
        });
        game.flow.goto(Answering { shooter: self.sniper });
    }
}

/// A German sniper answers, or not (STAL-SNP-3).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Answering {
    shooter: SniperId,
}

impl Decision<Stalingrad> for Answering {
    fn decider(self, _: &Stalingrad) -> Option<Seat> {
        Some(seat(Side::German))
    }

    fn prompt(self, game: &Stalingrad) -> Prompt {
        let words = format!("Which sniper answers {}?", game.field.sniper_name(self.shooter));
        Prompt::new(words, &["STAL-SNP-3"])
    }

    fn choices(self, game: &Stalingrad, out: &mut Vec<Action>) {
        out.extend(game.answerers(self.shooter).map(Action::Answer));
        out.push(Action::Done);
    }

    fn check<E: Objection>(self, game: &Stalingrad, action: Action) -> Result<(), E> {
        match action {
            Action::Answer(sniper) if sniper.side() == Side::Russian => {
                no("STAL-SNP-3", "", "a German sniper answers")
            }
            Action::Answer(sniper) => {
                let can = game.answerers(self.shooter).any(|able| able == sniper);
                no_if(!can, "STAL-SNP-3", game.field.sniper_name(sniper), || {
                    "he is not in the same or a neighbouring hex, or has answered in this turn".into()
                })
            }
            Action::Done => Ok(()),
            _ => out_of_place(game, action),
        }
    }

    fn effect<J: Journal>(self, game: &mut Stalingrad, action: Action, journal: &mut J) {
        let Action::Answer(german) = action else { return game.flow.done() };
        game.reveal_sniper(german, journal);
        game.flow.goto(AnswerShot { duel: DuelOf { russian: self.shooter, german } });
    }

    fn is_open(self, game: &Stalingrad) -> bool {
        game.answerers(self.shooter).next().is_some()
    }

    fn pass<J: Journal>(self, game: &mut Stalingrad, _: &mut J) {
        game.flow.done();
    }
}

/// Two snipers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct DuelOf {
    russian: SniperId,
    german: SniperId,
}

/// The German sniper's shot (STAL-SNP-3).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct AnswerShot {
    duel: DuelOf,
}

impl Procedure<Stalingrad> for AnswerShot {
    type End = bool;

    fn throw<D: Dice>(self, game: &Stalingrad, dice: &mut D) -> bool {
        hits(game.field.sniper_number(self.duel.german), dice, Trigger::Answer)
    }

    fn apply<J: Journal>(self, game: &mut Stalingrad, hit: bool, journal: &mut J) {
        let DuelOf { russian, german } = self.duel;
        if hit {
            game.kill_sniper(russian, german, journal);
            game.flow.done();
        } else {
            game.sniper_misses(german, "STAL-SNP-3", journal);
            game.flow.goto(ShootingBack { duel: self.duel });
        }
    }
}

/// The Russian sniper, missed, shoots back or not (STAL-SNP-4).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ShootingBack {
    duel: DuelOf,
}

impl ShootingBack {
    /// Who shoots back.
    pub const fn shooter(self) -> SniperId {
        self.duel.russian
    }
}

impl Decision<Stalingrad> for ShootingBack {
    fn decider(self, _: &Stalingrad) -> Option<Seat> {
        Some(seat(Side::Russian))
    }

    fn prompt(self, game: &Stalingrad) -> Prompt {
        let name = |id| game.field.sniper_name(id);
        let words = format!("Does {} shoot back at {}?", name(self.duel.russian), name(self.duel.german));
        Prompt::new(words, &["STAL-SNP-4"])
    }

    fn choices(self, _: &Stalingrad, out: &mut Vec<Action>) {
        out.extend([Action::ShootBack, Action::Done]);
    }

    fn check<E: Objection>(self, game: &Stalingrad, action: Action) -> Result<(), E> {
        match action {
            Action::ShootBack | Action::Done => Ok(()),
            _ => out_of_place(game, action),
        }
    }

    fn effect<J: Journal>(self, game: &mut Stalingrad, action: Action, _: &mut J) {
        match action {
            Action::ShootBack => game.flow.goto(ShotBack { duel: self.duel }),
            _ => game.flow.done(),
        }
    }
}

/// The Russian sniper's second shot (STAL-SNP-4).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ShotBack {
    duel: DuelOf,
}

impl Procedure<Stalingrad> for ShotBack {
    type End = bool;

    fn throw<D: Dice>(self, game: &Stalingrad, dice: &mut D) -> bool {
        hits(game.field.sniper_number(self.duel.russian), dice, Trigger::ShotBack)
    }

    fn apply<J: Journal>(self, game: &mut Stalingrad, hit: bool, journal: &mut J) {
        let DuelOf { russian, german } = self.duel;
        game.flow.done();
        if hit {
            game.kill_sniper(german, russian, journal);
        } else {
            game.sniper_misses(russian, "STAL-SNP-4", journal);
        }
    }
}
