//! What is offered to fire at (5.6): a sample of what may be ordered, the nearest targets first.

use kit::position::UnitId;
use smallvec::SmallVec;

use super::{Aim, FireOrders, Lines, lines::distance, weapons::men_of};
use crate::{action::Action, board::PieceId, clash::Tool, game::Skirmish, shell::Ammunition};

/// How many targets are offered at the most (5.6).
pub(super) const NEAREST: usize = 8;

impl FireOrders {
    /// The enemies in sight, nearest first.
    pub(super) fn targets(self, game: &Skirmish, lines: &Lines<'_>) -> impl Iterator<Item = UnitId> {
        let board = &game.board;
        let enemies = board.army(board.side(self.unit).other());
        let mut found: SmallVec<[(u32, UnitId); 32]> = enemies
            .iter()
            .filter(|enemy| board.is_on_table(*enemy))
            .map(|enemy| (distance(game.at(self.unit), game.at(enemy)), enemy))
            .collect();
        found.sort_unstable();
        // Lines of sight are dear: nobody is looked for who is not asked for.
        let in_sight = move |enemy: &UnitId| self.may_target::<kit::Silent>(game, *enemy, lines).is_ok();
        found.into_iter().map(|(_, enemy)| enemy).filter(in_sight).take(NEAREST)
    }

    /// Devices and flames at a unit that is near enough.
    pub(super) fn close_choices(
        self,
        game: &Skirmish,
        target: UnitId,
        lines: &Lines<'_>,
        out: &mut Vec<Action>,
    ) {
        if game.check_flame::<kit::Silent>(self.unit, target, lines).is_ok() {
            out.push(Action::Flame(target));
        }
        let man = self.best_man(game, target, lines);
        for tool in Tool::ALL {
            if self.throws(tool, target, man).check::<kit::Silent>(game).is_ok() {
                out.push(Action::Use(tool, target, man));
            }
        }
    }

    /// 5.6: buildings that are known to hold enemies, as targets of HE.
    pub(super) fn house_choices(
        self,
        game: &Skirmish,
        lines: &Lines<'_>,
        targets: &[UnitId],
        out: &mut Vec<Action>,
    ) {
        if !self.heavy_left(game) || self.only.is_some() {
            return;
        }
        let mut houses: SmallVec<[(PieceId, u8); 8]> = SmallVec::new();
        for &target in targets.iter().filter(|target| game.board.is_afoot(**target)) {
            for man in men_of(lines.hittable(self.unit, target)) {
                if let Some(house) = lines.indoors(target, man)
                    && !houses.contains(&house)
                {
                    houses.push(house);
                }
            }
        }
        for (piece, floor) in houses {
            for aim in [Aim::Wall(piece, None), Aim::Wall(piece, Some(floor))] {
                if self.check_place::<kit::Silent>(game, Ammunition::He, aim, lines).is_ok() {
                    out.push(Action::Blast(
                        Ammunition::He,
                        piece,
                        match aim {
                            Aim::Wall(_, floor) => floor,
                            _ => None,
                        },
                    ));
                }
            }
        }
    }

    fn has_no_he(self, game: &Skirmish) -> bool {
        game.heavy_weapon(self.unit).is_some_and(|(weapon, _)| weapon.he_row.is_none())
    }

    /// Whether there is anything to choose but to hold: the same as asking whether the list has more than that.
    pub(super) fn has_target(self, game: &Skirmish) -> bool {
        let lines = Lines::known_to(game, self.unit);
        let mut targets: SmallVec<[UnitId; NEAREST]> = SmallVec::new();
        let mut out = Vec::new();
        self.targets(game, &lines).any(|target| {
            targets.push(target);
            self.choices_at(game, target, &lines, &mut out);
            !out.is_empty()
        }) || targets.iter().any(|target| {
            self.close_choices(game, *target, &lines, &mut out);
            !out.is_empty()
        }) || {
            self.house_choices(game, &lines, &targets, &mut out);
            !out.is_empty()
        }
    }

    /// Volleys and shells at a unit.
    pub(super) fn choices_at(
        self,
        game: &Skirmish,
        target: UnitId,
        lines: &Lines<'_>,
        out: &mut Vec<Action>,
    ) {
        if !game.fire.opened && self.volley_harms(game, target, lines) {
            out.push(Action::Volley(target));
        }
        if !self.heavy_left(game) {
            return;
        }
        let man = self.best_man(game, target, lines);
        for ammunition in [Ammunition::Ap, Ammunition::He] {
            // AP at men is allowed and never better than HE.
            let offered = ammunition == Ammunition::He || game.board.is_model(target) || self.has_no_he(game);
            if offered && self.check_shell::<kit::Silent>(game, ammunition, target, man, lines).is_ok() {
                out.push(Action::Shoot(ammunition, target, man));
            }
        }
    }
}
