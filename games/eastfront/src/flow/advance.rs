//! Tactical advance after combat (chapter ADV), and that of attacks which have lapsed (`EAST-ATT-11`).

use kit::{
    Journal, Objection, Prompt,
    flow::Decision,
    map::HexId,
    objection::{no_if, no_since, refuse},
};

use super::{combat::CombatEnd, event, out_of_place};
use crate::{
    action::Action,
    battle::board::crossing_between,
    board::Status,
    charts::Crossing,
    game::EastFront,
    map::Hexes,
    roster::{Force, UnitId},
    stacking,
    unit::Side,
};

/// The attacker advances one unit after another, until he stops (`EAST-R64`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Advance;

impl Advance {
    /// `EAST-ADV-2`: whether the hex has been left to the attackers. A city without units is, once its factors are
    /// destroyed (`EAST-TER-22`); one with units falls although its factors stand (`EAST-TER-27`).
    fn is_vacated(game: &EastFront) -> bool {
        let fight = &game.fight;
        let holds_out = fight.defenders().next().is_none()
            && game.phasing == Side::Axis
            && game.board.standing().contains(fight.target);
        game.board.units_of_in(game.phasing.other(), fight.target).next().is_none() && !holds_out
    }

    /// `EAST-ADV-1`: attackers of this combat who are left, Undispersed, and have not advanced.
    fn able(game: &EastFront) -> Force {
        game.fight.attackers - game.fight.advanced - game.board.all(Status::Dispersed)
    }

    /// `EAST-ADV-3`, `EAST-ADV-4`, `EAST-ADV-7`: how far a unit may go.
    fn reach(game: &EastFront, unit: UnitId) -> u8 {
        let fight = &game.fight;
        let from = game.board.hex_of(unit).unwrap_or(fight.target);
        let most = fight.reach[usize::from(!game.board.piece(unit).is_mobile())].min(fight.shortest);
        let over = crossing_between(&game.board, game.phasing, from, fight.target);
        let is_ferry = matches!(over, Crossing::Lake | Crossing::KerchWithSea | Crossing::KerchWithoutSea);
        if is_ferry { most.min(1) } else { most }
    }

    /// Where a unit may be by its nation: the defended hex is open although the factors of its city stand.
    fn is_open_to(game: &EastFront, unit: UnitId, hex: HexId) -> bool {
        let board = &game.board;
        board.ground().contains(hex) && !board.theatre().barred_to(board.nation(unit)).contains(hex)
    }

    /// Whether a unit can begin its advance.
    fn can_begin(game: &EastFront, unit: UnitId) -> bool {
        Self::reach(game, unit) > 0
            && Self::is_open_to(game, unit, game.fight.target)
            && stacking::has_room(&game.board, unit, game.fight.target)
    }

    /// `EAST-ADV-5`, `EAST-ADV-6`, `EAST-STK-5`, `EAST-R73`: where the unit that is advancing can go on to.
    fn onward(game: &EastFront, unit: UnitId) -> impl Iterator<Item = HexId> {
        let board = &game.board;
        let theatre = board.theatre();
        let at = board.hex_of(unit).unwrap_or(game.fight.target);
        let open = passable(game, unit);
        let ways = theatre.ways(at, board.is_frozen());
        let steps = theatre.map.steps(at);
        steps
            .filter(move |&(way, to)| {
                ways.contains(way) && open.contains(to) && stacking::has_room(board, unit, to)
            })
            .map(|(_, to)| to)
    }

    /// Ends the advance of the unit in hand where it cannot or need not go on.
    fn settle(game: &mut EastFront) {
        let Some((unit, left)) = game.fight.advancing else { return };
        let at = game.board.hex_of(unit).unwrap_or(game.fight.target);
        let is_stopped = at != game.fight.target && game.board.enemy_zones(game.phasing).contains(at);
        if left == 0 || is_stopped || Self::onward(game, unit).next().is_none() {
            game.fight.advancing = None;
        }
    }
}

/// `EAST-ADV-5`: passable as in movement.
fn passable(game: &EastFront, unit: UnitId) -> Hexes {
    let open = game.board.open_to(unit);
    // EAST-MOV-10
    if game.phasing == Side::Soviet && game.season().june_1941 {
        open - game.theatre().neutral_in_june()
    } else {
        open
    }
}

impl Decision<EastFront> for Advance {
    fn prompt(self, game: &EastFront) -> Prompt {
        if let Some((unit, left)) = game.fight.advancing {
            let words = format!("{} can go on by {left}: where to, or does it halt?", game.name(unit));
            return Prompt::new(words, &["EAST-ADV-3", "EAST-ADV-5"]);
        }
        let words = format!("Who advances into {}?", game.battlefield());
        let clause = if game.fight.is_lapsed { "EAST-ATT-11" } else { "EAST-ADV-1" };
        Prompt::new(words, &[clause, "EAST-ADV-2", "EAST-ADV-3"])
    }

    fn choices(self, game: &EastFront, out: &mut Vec<Action>) {
        if let Some((unit, _)) = game.fight.advancing {
            out.push(Action::Halt);
            out.extend(Self::onward(game, unit).map(|hex| Action::Advance(unit, hex)));
            return;
        }
        out.push(Action::Done);
        let able = Self::able(game).iter().filter(|&unit| Self::can_begin(game, unit));
        out.extend(able.map(|unit| Action::Advance(unit, game.fight.target)));
    }

    fn check<E: Objection>(self, game: &EastFront, action: Action) -> Result<(), E> {
        match (action, game.fight.advancing) {
            (Action::Halt, Some(_)) | (Action::Done, None) => Ok(()),
            (Action::Advance(unit, hex), Some((in_hand, _))) => {
                let name = game.name(in_hand);
                no_if(unit != in_hand, "EAST-R64", name, || {
                    format!("{name} is advancing: it goes on or halts first")
                })?;
                if Self::onward(game, unit).any(|open| open == hex) {
                    return Ok(());
                }
                no_if(passable(game, unit).contains(hex), "EAST-ADV-6", name, || {
                    format!("there is no room or no way for {name} to {}", game.theatre().called(hex))
                })?;
                refuse("EAST-ADV-5", name, format_args!("cannot go on to {}", game.theatre().called(hex)))
            }
            (Action::Advance(unit, hex), None) => {
                let name = game.name(unit);
                no_if(!Self::able(game).contains(unit), "EAST-ADV-1", name, || {
                    format!("{name} did not attack here, is Dispersed or lost, or has advanced")
                })?;
                no_if(hex != game.fight.target, "EAST-ADV-2", name, || {
                    format!("the first hex of an advance is {}", game.battlefield())
                })?;
                no_if(!Self::is_open_to(game, unit, hex), "EAST-STK-7", name, || {
                    format!("{name} may never be in {}", game.battlefield())
                })?;
                stacking::check_room(&game.board, unit, hex)?;
                no_if(Self::reach(game, unit) == 0, "EAST-ADV-3", name, || {
                    "this result allows no advance".into()
                })
            }
            (Action::Halt, None) => no_since("EAST-ADV-1", "", || "nobody is advancing".into()),
            (Action::Done, Some((unit, _))) => {
                let name = game.name(unit);
                no_since("EAST-R64", name, || format!("{name} is advancing: it goes on or halts first"))
            }
            _ => out_of_place(game, action),
        }
    }

    fn effect<J: Journal>(self, game: &mut EastFront, action: Action, journal: &mut J) {
        match action {
            Action::Advance(unit, hex) => {
                let left = match game.fight.advancing {
                    Some((_, left)) => left,
                    None => Self::reach(game, unit),
                };
                let from = game.board.hex_of(unit).unwrap_or(HexId::NONE);
                game.fight.advanced.insert(unit);
                game.fight.advancing = Some((unit, left.saturating_sub(1)));
                // EAST-ADV-8: a victory city is taken by entering it. EAST-SEQ-6: whatever the unit has done before.
                game.board.move_to(unit, hex);
                // EAST-ATT-11: whoever advances out of a lapsed attack is Spent.
                game.board.set(unit, Status::Spent, true);
                journal.tell(|| {
                    let words = format!("{} advances to {}", game.name(unit), game.theatre().called(hex));
                    event(game, "EAST-ADV-1", words, &[from, hex]).to(unit)
                });
                Self::settle(game);
            }
            Action::Halt => game.fight.advancing = None,
            _ => self.pass(game, journal),
        }
    }

    fn is_open(self, game: &EastFront) -> bool {
        game.fight.advancing.is_some()
            || (Self::is_vacated(game) && Self::able(game).iter().any(|unit| Self::can_begin(game, unit)))
    }

    fn pass<J: Journal>(self, game: &mut EastFront, _: &mut J) {
        game.flow.goto(CombatEnd);
    }
}
