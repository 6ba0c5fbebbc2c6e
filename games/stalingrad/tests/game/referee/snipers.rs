//! Snipers by the literal reading: where they are, who fires at whom, and what becomes of them (STAL-SNP-1 to STAL-SNP-11,
//! STAL-DIE-4, STAL-R35, STAL-R80, STAL-R92, STAL-R104).

use sandtable_stalingrad::field::{SniperId, SniperPlace};

use super::{Action, Hex, Referee, Side, Stalingrad, Step, Table, UnitId, hex, id, skies::Thrown};
use crate::reading::adjacent;

/// The numbers on their faces, section 6.2 and 6.3.
const NUMBERS: [u16; 6] = [4, 3, 3, 2, 3, 2];

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Post {
    Absent,
    Ready,
    At(Hex),
    Back(u8),
    Dead,
}

/// What a player who sees everything knows of the snipers.
#[derive(Clone)]
pub struct Snipers {
    posts: [Post; 6],
    fired: [bool; 6],
    /// Who has fired at whom, who answers.
    shooter: Option<usize>,
    duel: Option<(usize, usize)>,
}

const fn whose(sniper: usize) -> Side {
    if sniper < 4 { Side::Russian } else { Side::German }
}

fn post_of(game: &Stalingrad, place: SniperPlace) -> Post {
    match place {
        SniperPlace::Absent => Post::Absent,
        SniperPlace::Ready => Post::Ready,
        SniperPlace::Posted(at) => Post::At(hex(game.field(), at)),
        SniperPlace::Returning(turn) => Post::Back(turn),
        SniperPlace::Gone => Post::Dead,
    }
}

impl Snipers {
    pub fn of(game: &Stalingrad) -> Self {
        let posts = game.field().snipers.map(|sniper| post_of(game, sniper.place));
        Self { posts, fired: [false; 6], shooter: None, duel: None }
    }

    fn reaches(&self, sniper: usize, at: Hex) -> bool {
        matches!(self.posts[sniper], Post::At(post) if post == at || adjacent(post, at))
    }

    /// STAL-SNP-1, STAL-SNP-7: picked up and placed anew; a German comes back by himself.
    fn pick_up(&mut self, turn: u8) {
        for sniper in 0..6 {
            self.posts[sniper] = match self.posts[sniper] {
                Post::At(_) => Post::Ready,
                Post::Back(due) if whose(sniper) == Side::German && due <= turn => Post::Ready,
                other => other,
            };
        }
        self.fired = [false; 6];
    }
}

impl Referee {
    /// What may be decided about snipers; nothing elsewhere.
    pub(super) fn sniping(&self, game: &Stalingrad) -> Option<Vec<Action>> {
        let (field, table, snipers) = (game.field(), Table::of(game.field()), &self.snipers);
        let named = |sniper: usize| SniperId(sniper as u8);
        let mut all = vec![Action::Done];
        match game.step() {
            Step::Posting(_) => {
                // The Russian is asked first, and the German when he is done.
                let side = if self.posting_german { Side::German } else { Side::Russian };
                let held: std::collections::BTreeSet<Hex> =
                    table.pieces.iter().filter(|piece| piece.side == side).map(|piece| piece.hex).collect();
                for sniper in (0..6).filter(|&s| whose(s) == side && snipers.posts[s] == Post::Ready) {
                    all.extend(held.iter().map(|&at| Action::Post(named(sniper), id(field, at))));
                }
            }
            Step::Sniping(_) => {
                let germans = || table.pieces.iter().filter(|piece| piece.side == Side::German);
                for sniper in (0..4).filter(|&sniper| !snipers.fired[sniper]) {
                    let seen = germans().filter(|piece| snipers.reaches(sniper, piece.hex));
                    all.extend(seen.map(|piece| Action::Fire(named(sniper), piece.id)));
                }
            }
            Step::Answering(_) => {
                let Some(Post::At(shooter)) = snipers.shooter.map(|shooter| snipers.posts[shooter]) else {
                    panic!("nobody has fired")
                };
                let able = (4..6).filter(|&s| !snipers.fired[s] && snipers.reaches(s, shooter));
                all.extend(able.map(|sniper| Action::Answer(named(sniper))));
            }
            Step::ShootingBack(_) => all.push(Action::ShootBack),
            _ => return None,
        }
        Some(all)
    }

    pub(super) fn snipe(
        &mut self,
        before: &Stalingrad,
        action: Action,
        after: &Stalingrad,
        faces: &[(&'static str, u16)],
        at: &str,
    ) {
        let snipers = &mut self.snipers;
        match (before.step(), action) {
            (Step::Posting(_), Action::Post(sniper, at)) => {
                snipers.posts[usize::from(sniper.0)] = Post::At(hex(before.field(), at));
                self.meet("posted");
            }
            (Step::Posting(_), _) => self.posting_german = true,
            (Step::Sniping(_), Action::Fire(sniper, unit)) => {
                let sniper = usize::from(sniper.0);
                (snipers.fired[sniper], snipers.shooter) = (true, Some(sniper));
                // STAL-SNP-2, STAL-DIE-4: as the die falls, under either index.
                let mut thrown = Thrown::of(faces, false);
                let hit = thrown.raw("sniper") <= NUMBERS[sniper];
                if before.phasing() == after.phasing() {
                    let was = before.field().is_disrupted(unit);
                    assert_eq!(after.field().is_disrupted(unit), was || hit, "{at}");
                }
                self.meet(if hit { "hit by a sniper" } else { "missed by a sniper" });
            }
            (Step::Answering(_), Action::Answer(sniper)) => {
                let (german, russian) = (usize::from(sniper.0), snipers.shooter.unwrap());
                snipers.fired[german] = true;
                let mut thrown = Thrown::of(faces, false);
                if thrown.raw("answer") <= NUMBERS[german] {
                    snipers.posts[russian] = Post::Dead;
                    self.meet("a Russian sniper is killed");
                } else {
                    snipers.duel = Some((russian, german));
                }
            }
            (Step::ShootingBack(_), Action::ShootBack) => {
                let (russian, german) = snipers.duel.unwrap();
                let mut thrown = Thrown::of(faces, false);
                if thrown.raw("shot back") <= NUMBERS[russian] {
                    snipers.posts[german] = Post::Dead;
                    self.meet("a German sniper is killed");
                }
            }
            (Step::SniperReturns(_), Action::Return(..)) => {
                // The river's referee judges the crossing.
                self.snipers.posts = Snipers::of(after).posts;
            }
            _ => {}
        }
        if after.phasing() != before.phasing() {
            self.posting_german = false;
        }
        // A new placing begins when German movement is over, whoever is asked first.
        let places = matches!(after.step(), Step::Posting(_)) && !matches!(before.step(), Step::Posting(_));
        if places {
            self.snipers.pick_up(before.turn());
            let free = |side| (0..6).any(|s| whose(s) == side && self.snipers.posts[s] == Post::Ready);
            self.posting_german = !free(Side::Russian) || !table_has(after, Side::Russian);
        } else if matches!(after.step(), Step::Posting(_)) && !self.posting_german {
            let left = (0..4).any(|sniper| self.snipers.posts[sniper] == Post::Ready);
            self.posting_german = !left;
        }
    }

    /// Who has lost his last friend: he follows, waits, is back later or is dead. The combat is the one in which it happened.
    pub(super) fn bereave(&mut self, before: &Stalingrad, action: Action, after: &Stalingrad, at: &str) {
        let (field, table) = (after.field(), Table::of(after.field()));
        // Nobody asks where nobody can be placed: then they have been taken up all the same.
        let moves = |step: Step| {
            use Step::{Arrivals, Excess, Intercepting, Missions, Move, SetUp};
            matches!(step, SetUp(_) | Arrivals(_) | Missions(_) | Intercepting(_) | Move(_) | Excess(_))
        };
        let unseen =
            moves(before.step()) && !moves(after.step()) && !matches!(after.step(), Step::Posting(_));
        if unseen || before.phasing() != after.phasing() {
            let now = Snipers::of(after);
            self.snipers = Snipers { posts: now.posts, ..self.snipers.clone() };
            return;
        }
        for sniper in 0..6 {
            let Post::At(post) = self.snipers.posts[sniper] else { continue };
            let side = whose(sniper);
            if table.stands(side, post) {
                continue;
            }
            let due = before.turn() + 2;
            let next = match &self.combat {
                Some(combat) if side != before.phasing() => {
                    // STAL-SNP-9: also with one who goes on from where he has taken him.
                    let stood = |unit: UnitId| before.field().hex_of(unit).map(|at| hex(before.field(), at));
                    let from_here =
                        |unit: &UnitId| combat.origin(*unit) == post || stood(*unit) == Some(post);
                    let mut away = combat.gone.iter().rev().filter(|unit| from_here(unit));
                    let refuge = away.find_map(|&unit| field.hex_of(unit));
                    let bought = combat
                        .result
                        .is_some_and(|result| combat.ratio().is_some() || matches!(result, "X" | "X/2"));
                    match refuge {
                        Some(refuge) => Post::At(hex(field, refuge)),
                        None if bought => Post::Back(due),
                        None => Post::Dead,
                    }
                }
                Some(combat) => {
                    let exchanged = combat.result.is_some() && combat.losses().2;
                    match action {
                        Action::Advance(..) => Post::Ready,
                        Action::Misdirect(_) => Post::Dead,
                        _ if exchanged => Post::Back(due),
                        _ => Post::Ready,
                    }
                }
                None if matches!(before.step(), Step::Missions(_) | Step::Intercepting(_)) => Post::Dead,
                None => Post::Ready,
            };
            self.snipers.posts[sniper] = next;
            self.meet(match next {
                Post::At(_) => "a sniper goes along",
                Post::Back(_) => "a sniper comes back later",
                Post::Dead => "a sniper dies with his stack",
                _ => "a sniper is taken up",
            });
        }
        let found = Snipers::of(after).posts;
        assert_eq!(found, self.snipers.posts, "{at}");
    }
}

fn table_has(game: &Stalingrad, side: Side) -> bool {
    !game.field().held_by(side).is_empty()
}
