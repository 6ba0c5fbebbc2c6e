//! What the table shows of attacks: arrows with their odds, hexes that are or must be attacked, the words of buttons.

use kit::{Arrow, Hint, HintKind, Mark, MarkKind, flow::Decision, map::HexId};

use crate::{
    action::Action,
    battle::AttackPhase,
    flow::{Declare, Step, exchange, outlook},
    game::{EastFront, seat},
    roster::{Force, UnitId},
    unit::Side,
};

impl EastFront {
    /// From everybody who attacks to what is attacked, with the column of the odds.
    pub(crate) fn attack_arrows(&self) -> Vec<Arrow> {
        let mut arrows = Vec::new();
        let mut reports = 0;
        for (place, column) in outlook::columns(self) {
            let target = self.plan.attacks()[place].target;
            let attackers = self.plan.attackers(&self.board, place);
            let report = column.is_some().then_some(reports);
            reports += u16::from(column.is_some());
            for from in self.board.hexes_of(attackers) {
                let here: Force =
                    self.board.units_in(from).filter(|&unit| attackers.contains(unit)).collect();
                arrows.push(Arrow {
                    from: self.number(from).to_owned(),
                    to: self.number(target).to_owned(),
                    seat: seat(self.phasing),
                    words: format!("{} against {}", self.list(here), self.theatre().called(target)),
                    label: column.clone().unwrap_or_else(|| self.why_without_odds(target).to_owned()),
                    report,
                });
            }
        }
        arrows
    }

    /// Why an attack on a hex has no odds: nobody is left there (`EAST-ATT-11`), or they are too low (`EAST-ATT-8`).
    fn why_without_odds(&self, target: HexId) -> &'static str {
        let is_empty = self.board.units_of_in(self.phasing.other(), target).next().is_none();
        let stands = self.phasing == Side::Axis && self.board.standing().contains(target);
        if is_empty && !stands { "lapses" } else { "below 1:4" }
    }

    /// What is attacked, what must still be (`EAST-ATT-5`), and what is fought for.
    pub(crate) fn attack_marks(&self) -> Vec<Mark> {
        let mark =
            |hex: HexId, words: String, kind| Mark::new(self.number(hex), words, kind).of(seat(self.phasing));
        let mut targets: Vec<HexId> = self.plan.attacks().iter().map(|attack| attack.target).collect();
        targets.sort_unstable();
        targets.dedup();
        let called = |hex: HexId| self.theatre().called(hex);
        let mut marks: Vec<Mark> = targets
            .into_iter()
            .map(|hex| mark(hex, format!("{} is attacked", called(hex)), MarkKind::Target))
            .collect();
        if self.fight.is_on() {
            let hex = self.fight.target;
            marks.push(mark(hex, format!("the combat for {}", called(hex)), MarkKind::Target));
        }
        if matches!(self.step(), Step::Declare(_)) {
            let owed = self.plan.owed(&self.board);
            marks.extend(
                owed.iter()
                    .map(|hex| mark(hex, format!("{} must be attacked too", called(hex)), MarkKind::Duty)),
            );
        }
        marks
    }

    /// How a decision about attacks and combats looks before it is made; none for any other.
    pub(crate) fn attack_hint(&self, action: Action) -> Option<Hint> {
        let (name, called) = (|unit: UnitId| self.name(unit), |hex: HexId| self.theatre().called(hex));
        Some(match action {
            Action::Attack(unit, hex) => Hint {
                kind: HintKind::Strike,
                path: self.between(unit, &[hex]),
                note: self.outlook(unit, hex),
                ..plain(format!("attack {} with {}", called(hex), name(unit)))
            },
            Action::Storm(hex) => Hint {
                kind: HintKind::Strike,
                note: self.storm_outlook(hex),
                ..plain(format!("attack {} with everybody who can", called(hex)))
            },
            Action::Wave(hex) => {
                plain(format!("a new wave against {}: who comes next attacks apart", called(hex)))
            }
            Action::Release(unit) => back(format!("take {} out of its attack", name(unit))),
            Action::Drop(hex, wave) => back(format!("drop the attack on {}{}", called(hex), numbered(wave))),
            Action::Pass if self.plan.is_breaking_out => {
                Hint { kind: HintKind::Discard, ..plain("no breakthrough attacks".into()) }
            }
            // What was planned would be lost: nobody is to do that by the way.
            Action::Pass => {
                Hint { kind: HintKind::Discard, ..plain("drop all attacks: nobody attacks".into()) }
            }
            Action::Resolve(hex, wave) => Hint {
                kind: HintKind::Strike,
                rolls: self.rolls_at_once(hex, wave),
                ..plain(format!("fight for {}{}", called(hex), numbered(wave)))
            },
            Action::Accept => Hint { kind: HintKind::Price, ..plain("accept the exchange".into()) },
            Action::Refuse => plain("refuse it: withdraw 1 hex in good order instead".into()),
            Action::Hold(unit) => Hint {
                kind: HintKind::Price,
                note: "DR becomes elimination, DW becomes D, dw becomes nothing".into(),
                ..plain(format!("no retreat for {}", name(unit)))
            },
            Action::Exchange(number) => Hint {
                kind: HintKind::Price,
                note: self.price_of(number),
                ..plain(format!("exchange {number}"))
            },
            Action::Give(unit) => Hint { kind: HintKind::Price, ..plain(format!("give up {}", name(unit))) },
            Action::Lose(unit) if matches!(self.step(), Step::Losses(_)) => {
                let worth = self.board.piece(unit).attack;
                Hint {
                    kind: HintKind::Price,
                    note: format!("worth {worth}"),
                    ..plain(format!("lose {}", name(unit)))
                }
            }
            Action::Withdraw(unit, hex) => Hint {
                kind: HintKind::Go,
                path: self.between(unit, &[hex]),
                ..plain(format!("{} withdraws to {}", name(unit), called(hex)))
            },
            Action::Retreat(unit, first, second) => {
                let hexes: Vec<HexId> = [first].into_iter().chain(second).collect();
                let end = called(second.unwrap_or(first));
                Hint {
                    kind: HintKind::Go,
                    path: self.between(unit, &hexes),
                    ..plain(format!("{} goes back to {end}", name(unit)))
                }
            }
            Action::Advance(unit, hex) => {
                let stops = hex != self.fight.target && self.board.enemy_zones(self.phasing).contains(hex);
                let (kind, note) =
                    if stops { (HintKind::Stop, "stops in a zone of control") } else { (HintKind::Go, "") };
                Hint {
                    kind,
                    path: self.between(unit, &[hex]),
                    note: note.into(),
                    ..plain(format!("{} advances to {}", name(unit), called(hex)))
                }
            }
            Action::Halt => Hint { kind: HintKind::End, ..plain("it goes no farther".into()) },
            Action::Done => self.end_of_step()?,
            _ => return None,
        })
    }

    fn end_of_step(&self) -> Option<Hint> {
        let label = match self.step() {
            Step::Declare(_) if self.plan.is_breaking_out => "close the breakthrough attacks",
            Step::Declare(_) if self.plan.is_empty() => "no attacks in this phase",
            Step::Declare(_) => "close the declaration: these attacks are made",
            Step::Orders(_) => "no more orders",
            Step::Exchanging(_) => "no exchange: take the result",
            Step::Withdrawing(_) => "nobody else withdraws",
            Step::Advance(_) => "nobody else advances",
            _ => return None,
        };
        // Attacks come again after the moves: whoever attacks nobody now has nothing to be asked about.
        let is_early = matches!(self.step(), Step::Declare(_))
            && self.plan.is_empty()
            && !self.plan.is_breaking_out
            && self.terms().phase == AttackPhase::Prepared;
        let hint = plain(label.into());
        Some(if is_early { hint } else { Hint { kind: HintKind::End, ..hint } })
    }

    /// What the attack would come to with one unit more.
    fn outlook(&self, unit: UnitId, hex: HexId) -> String {
        let mut then = *self;
        then.plan.attack(&self.board, self.terms(), unit, hex);
        let Some(place) = then.plan.attack_of(unit) else { return String::new() };
        then.odds_of(then.plan.merged_into(place))
    }

    /// Strengths and column of an attack of the plan.
    fn odds_of(&self, place: usize) -> String {
        let battle = self.plan.meeting(&self.board, self.terms(), place).reckon(&self.board, None);
        battle.map_or_else(
            || "below 1:4 so far: not allowed alone".to_owned(),
            |battle| {
                let (attack, defence) = battle.strengths();
                format!("{attack} against {defence}, column {}", battle.column())
            },
        )
    }

    /// What an attack by everybody who can would come to.
    fn storm_outlook(&self, hex: HexId) -> String {
        let all = self.plan.stormers(&self.board, self.phasing, hex);
        let mut then = *self;
        Declare.effect(&mut then, Action::Storm(hex), &mut ());
        let place = all.first().and_then(|unit| then.plan.attack_of(unit));
        place.map_or_else(String::new, |place| then.odds_of(place))
    }

    /// What an exchange of so many defenders costs.
    fn price_of(&self, number: u8) -> String {
        let prices = exchange::prices(self, number);
        match (prices.iter().min(), prices.iter().max()) {
            (Some(least), Some(most)) if least == most => format!("costs at least {least} attack factors"),
            (Some(least), Some(most)) => {
                format!("costs at least {least} or {most} attack factors, as the defender picks")
            }
            _ => String::new(),
        }
    }

    /// Where a unit is, and where it goes or strikes.
    fn between(&self, unit: UnitId, to: &[HexId]) -> Vec<String> {
        let from = self.board.hex_of(unit);
        from.iter().chain(to).map(|&hex| self.number(hex).to_owned()).collect()
    }

    /// The die follows at once, unless the attack lapses or is cancelled (`EAST-ATT-11`, `EAST-ATT-12`).
    fn rolls_at_once(&self, hex: HexId, wave: Option<u8>) -> bool {
        let Some(place) = self.plan.named(hex, wave.unwrap_or(1)) else { return false };
        self.plan.meeting(&self.board, self.terms(), place).reckon(&self.board, None).is_some()
    }
}

fn numbered(wave: Option<u8>) -> String {
    wave.map_or_else(String::new, |wave| format!(", wave {wave}"))
}

fn plain(label: String) -> Hint {
    Hint { label, ..Hint::default() }
}

fn back(label: String) -> Hint {
    Hint { kind: HintKind::Back, ..plain(label) }
}
