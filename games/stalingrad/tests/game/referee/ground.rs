//! Who controls what, and who starves (STAL-R63, STAL-SUP-7, STAL-R38, STAL-R82).

use super::{Action, Aside, BTreeSet, Hex, Location, Referee, Side, Stalingrad, Step, Table, hex};

impl Referee {
    /// STAL-R63: a hex with one side in it is that side's; empty and shared ones stay as they were.
    pub(super) fn look_at_control(&mut self, game: &Stalingrad, at: &str) {
        // In the middle of a combat control waits for its end.
        if self.combat.is_some() || matches!(game.step(), Step::SetUp(_)) {
            return;
        }
        let field = game.field();
        let table = Table::of(field);
        let german: BTreeSet<Hex> = field.german.iter().map(|at| hex(field, at)).collect();
        let held = [Side::German, Side::Russian].map(|side| -> BTreeSet<Hex> {
            table.pieces.iter().filter(|piece| piece.side == side).map(|piece| piece.hex).collect()
        });
        if let Some(known) = &self.german {
            for &place in table.ground.keys().filter(|&&place| table.land(place)) {
                let expected = match held.each_ref().map(|hexes| hexes.contains(&place)) {
                    [true, false] => true,
                    [false, true] => false,
                    // Somebody may have stood there alone and gone within one decision.
                    [false, false] if self.stood.contains(&place) => german.contains(&place),
                    _ => known.contains(&place),
                };
                assert_eq!(german.contains(&place), expected, "{at}: control of {place:?}");
            }
        }
        self.stood = table.pieces.iter().map(|piece| piece.hex).collect();
        self.german = Some(german);
    }

    /// STAL-SUP-7: at the end of the German player turn unsupplied Germans are eliminated, nobody else. Judged where the last
    /// decision has moved nobody.
    pub(super) fn starve(&mut self, before: &Stalingrad, action: Action, after: &Stalingrad, at: &str) {
        let ends = before.phasing() == Side::German && after.phasing() == Side::Russian;
        let still = matches!(action, Action::Done | Action::Pass) && !matches!(before.step(), Step::SetUp(_));
        let is_over = matches!(after.step(), Step::Over(_));
        if !ends || !still || is_over {
            return;
        }
        let field = after.field();
        let mut table = Table::of(before.field());
        for piece in &mut table.pieces {
            piece.disrupted = field.is_disrupted(piece.id);
        }
        let lost_in_combat = |unit| self.fallen.contains(&unit);
        table.pieces.retain(|piece| !lost_in_combat(piece.id));
        for piece in &table.pieces {
            let starves = piece.side == Side::German && !table.supplied(piece.side, piece.hex);
            let gone = Location::Aside(Aside::Gone);
            assert_eq!(
                field.place_of(piece.id) == gone,
                starves,
                "{at}: {} in {:?}",
                field.name(piece.id),
                piece.hex
            );
            if starves {
                *self.met.entry("starved".to_owned()).or_default() += 1;
            }
        }
    }
}
