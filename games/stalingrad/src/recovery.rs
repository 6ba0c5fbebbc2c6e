//! Recovery from Disruption (STAL-DIS-4 to STAL-DIS-6): always of the side that is not at turn.

use kit::Journal;

use crate::{
    field::Status,
    flow::event,
    game::Stalingrad,
    supply::Supply,
    units::{UnitId, Units},
};

impl Stalingrad {
    /// A defender suffers a D-type result: it is Disrupted, and does not recover in this phase.
    pub(crate) fn strike(&mut self, unit: UnitId) {
        self.field.set(unit, Status::Disrupted, true);
        self.field.set(unit, Status::Struck, true);
    }

    /// A.2.d and B.2.d: who is not attacked recovers (STAL-SEQ-6, STAL-SEQ-14).
    pub(crate) fn recover_the_unattacked<J: Journal>(&mut self, journal: &mut J) {
        let enemies = self.field.units_of(self.phasing.enemy());
        self.recover(enemies - self.field.all(Status::Attackee), journal);
    }

    /// Those of the units that are Disrupted and in supply recover. STAL-R82: supply is found before anybody does.
    pub(crate) fn recover<J: Journal>(&mut self, units: Units, journal: &mut J) {
        let weak = units & self.field.on_map() & self.field.all(Status::Disrupted);
        if weak.is_empty() {
            return;
        }
        let supply = Supply::of(&self.field, self.phasing.enemy());
        let ready: Units = weak.iter().filter(|&unit| supply.supplies(&self.field, unit)).collect();
        self.field.clear(ready, Status::Disrupted);
        if !ready.is_empty() {
            journal.tell(|| {
                let clause = match self.phasing {
                    crate::units::Side::German => "STAL-DIS-4",
                    crate::units::Side::Russian => "STAL-DIS-5",
                };
                let mut told = event(self, clause, format!("recovered: {}", self.list(ready)), &[]);
                told.units = ready.iter().map(Into::into).collect();
                told
            });
        }
    }
}
