//! Battles: the die is rolled, a beaten unit retreats, a victor advances.

use kit::{
    Chart, Column, Dice, Die, Fact, Factor, Journal, Objection, Part, Prompt, Purpose, Reckoning, Report,
    Seat, Sums, Tally, Told,
    flow::{self, Decision, Procedure},
    map::{
        HexId,
        search::{self, RetreatStep},
    },
    objection::{no_if, not_now},
    position::{UnitId, Units},
    walk::{Policy, Walk},
};

use crate::{
    content::{CombatResult, Hexes},
    game::{Action, Ford, Status, Step, enemy},
};

impl Ford {
    /// Everybody who can attack a hex now (FORD-CMB-1).
    pub fn able(&self, target: HexId) -> Units {
        let near = if self.attacked.contains(target) { Hexes::EMPTY } else { self.rules.near(target) };
        let is_near = |unit: &UnitId| self.board.hex_of(*unit).is_some_and(|hex| near.contains(hex));
        (self.board.units_of(self.active) - self.board.all(Status::Fought)).iter().filter(is_near).collect()
    }

    /// Every battle that can be fought now: the odds of all are shown.
    pub fn battles(&self) -> impl Iterator<Item = Battle> {
        let is_on = matches!(self.flow.top(), Step::Orders(_));
        let targets = if is_on { self.board.enemies_of(self.active) } else { Hexes::EMPTY };
        targets.into_iter().filter(|&hex| !self.able(hex).is_empty()).map(|hex| Battle::of(self, hex))
    }

    /// Where a beaten unit can retreat to (FORD-RET-1, FORD-RET-2, FORD-GEN-4).
    fn ways_out(&self, unit: UnitId, hexes: u8) -> Hexes {
        let (side, start) = (self.board.side_of(unit), self.board.hex_of(unit).unwrap_or(HexId::NONE));
        let closed = self.board.enemies_of(side) | (self.zones_of(enemy(side)) - self.board.held_by(side));
        let is_open = |from, to| self.rules.near(from).contains(to) && !closed.contains(to);
        let step = |from, _, to| is_open(from, to).then_some(RetreatStep::STEP);
        let ways = search::RetreatSearch::new(&self.rules.map, start, start, step).ways::<1>(hexes);
        ways.iter().map(|way| way.end).collect::<Hexes>() - self.board.held_by(side)
    }
}

/// The die is rolled (FORD-CMB-4).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Battle {
    pub target: HexId,
    pub attackers: Units,
    column: u8,
}

impl Battle {
    /// Everybody who can takes part; all is reckoned before the die.
    pub fn of(game: &Ford, target: HexId) -> Self {
        let battle = Self { target, attackers: game.able(target), column: 0 };
        let column = battle.reckon(game, &mut Sums::default());
        Self { column: game.rules.ladder.printed(column) as u8, ..battle }
    }

    /// The head of its column.
    pub fn head(self, game: &Ford) -> &'static str {
        &game.rules.get().tables.combat.sheet().heads()[usize::from(self.column)]
    }

    /// The column of the combat table, with its reasons (FORD-CMB-2).
    fn reckon<T: Tally<'static>>(self, game: &Ford, tally: &mut T) -> Column {
        let (rules, shift) = (game.rules.get(), game.rules.ground(self.target).shift);
        let attackers = self.attackers.iter().map(|unit| (Part::ATTACK, unit));
        for (part, unit) in attackers.chain(game.board.unit_in(self.target).map(|unit| (Part::DEFENCE, unit)))
        {
            let piece = game.piece(unit);
            tally.add(part, Factor::whole(piece.strength.into()), &piece.name, "strength", "FORD-CMB-2");
        }
        let ground = rules.map.layers()[0].name_at(self.target);
        tally.add(Part::SHIFT, Factor::whole(shift.into()), ground, "the defender's ground", "FORD-CMB-3");
        let column = rules.ladder.reach_continued(tally.total(Part::ATTACK), tally.total(Part::DEFENCE));
        rules.ladder.clamp(column.shifted(shift))
    }

    /// The exact odds: the game's own steps, walked with every face of the die.
    pub fn report(self, game: &Ford) -> Report {
        let mut reckoning = Reckoning::default();
        self.reckon(game, &mut reckoning);
        // Where a beaten unit goes makes no difference here: the walk ends before that is decided.
        let end = |then: &Ford| {
            flow::waits(then).then(|| (then.points, matches!(then.flow.top(), Step::Orders(_))))
        };
        let attack = Action::Attack(self.target);
        let ends = Walk::default().after(game, attack, |_| Policy::Each, end).expect("one die");
        let own = usize::from(game.active.0);
        let tell = |&(points, is_over): &([i8; 2], bool)| match is_over {
            _ if points[own] > game.points[own] => Told::new("won", "the defender is lost").by("FORD-VIC-2"),
            _ if points != game.points => Told::new("lost", "the weakest attacker is lost").by("FORD-VIC-2"),
            false => Told::new("retreat", "the defender retreats").by("FORD-RET-1"),
            true => Told::new("no effect", "nothing happens").by("FORD-CMB-4"),
        };
        let mut report = Report::of("battle", "Battle", &reckoning, &ends.distribution(), tell);
        report.facts = vec![Fact::new("column", self.head(game), "FORD-CMB-2")];
        report.chart = Some(Chart { table: "combat", columns: vec![self.head(game).into()] });
        report
    }
}

impl Procedure<Ford> for Battle {
    type End = CombatResult;

    fn throw<D: Dice>(self, game: &Ford, dice: &mut D) -> CombatResult {
        let face = dice.roll(Die::D6, Purpose::new("battle", "FORD-CMB-4"));
        *game.rules.tables.combat.look_up(face.into(), self.column.into())
    }

    fn apply<J: Journal>(self, game: &mut Ford, result: CombatResult, journal: &mut J) {
        let Self { target, attackers, .. } = self;
        let Some(defender) = game.board.unit_in(target) else { return };
        let (sheet, column) = (game.rules.get().tables.combat.sheet(), usize::from(self.column));
        if let Some(row) = journal.face(0).and_then(|face| sheet.row_for(0, face.into())) {
            let what = format!("is attacked at {}, {}, in", self.head(game), sheet.cells(row)[column]);
            journal.cell(|| sheet.cell(row, column, &game.piece(defender).name));
            journal.tell(|| game.event("FORD-CMB-4", defender, &what, target));
        }
        game.attacked.insert(target);
        attackers.iter().for_each(|unit| game.board.set(unit, Status::Fought, true));
        match result {
            CombatResult::Nothing => game.flow.done(),
            CombatResult::AttackerLost => {
                if let Some(weakest) = attackers.iter().min_by_key(|&unit| game.piece(unit).strength) {
                    game.eliminate(weakest);
                }
                game.flow.done();
            }
            CombatResult::Retreat(hexes) => game.flow.goto(Retreat { unit: defender, hexes, attackers }),
            CombatResult::DefenderLost => {
                game.eliminate(defender);
                game.flow.goto(Advance { target, attackers });
            }
        }
    }
}

/// The owner of a beaten unit chooses its way, in the middle of the enemy's turn (FORD-RET-1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Retreat {
    unit: UnitId,
    hexes: u8,
    attackers: Units,
}

impl Decision<Ford> for Retreat {
    fn decider(self, game: &Ford) -> Option<Seat> {
        Some(game.board.side_of(self.unit))
    }

    fn prompt(self, game: &Ford) -> Prompt {
        let name = &game.piece(self.unit).name;
        Prompt::new(format!("{name} retreats, hexes: {}. Where to?", self.hexes), &["FORD-RET-1"])
    }

    fn choices(self, game: &Ford, out: &mut Vec<Action>) {
        out.extend(game.ways_out(self.unit, self.hexes).iter().map(|hex| Action::Retreat(self.unit, hex)));
    }

    fn check<E: Objection>(self, game: &Ford, action: Action) -> Result<(), E> {
        let Action::Retreat(unit, hex) = action else { return not_now() };
        let (name, start) = (&game.piece(unit).name, game.board.hex_of(self.unit).unwrap_or(hex));
        let is_far = unit == self.unit && game.rules.map.distance(start, hex) == u32::from(self.hexes);
        no_if(!is_far, "FORD-RET-1", name, || format!("it is not {} hexes away", self.hexes))?;
        let is_way = game.ways_out(unit, self.hexes).contains(hex);
        no_if(!is_way, "FORD-RET-2", name, || "others or the river bar the way".into())
    }

    fn effect<J: Journal>(self, game: &mut Ford, action: Action, journal: &mut J) {
        let Action::Retreat(unit, hex) = action else { return };
        let target = game.board.hex_of(unit).unwrap_or(hex);
        journal.tell(|| game.event("FORD-RET-1", unit, "retreats to", hex));
        game.board.move_to(unit, hex);
        game.flow.goto(Advance { target, attackers: self.attackers });
    }

    fn is_open(self, game: &Ford) -> bool {
        !game.ways_out(self.unit, self.hexes).is_empty()
    }

    /// FORD-RET-3: who has no way is eliminated.
    fn pass<J: Journal>(self, game: &mut Ford, journal: &mut J) {
        let Some(target) = game.board.hex_of(self.unit) else { return };
        journal.tell(|| game.event("FORD-RET-3", self.unit, "is eliminated in", target));
        game.eliminate(self.unit);
        game.flow.goto(Advance { target, attackers: self.attackers });
    }
}

/// One of the attackers may go into the empty hex (FORD-CMB-5).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Advance {
    pub target: HexId,
    attackers: Units,
}

impl Decision<Ford> for Advance {
    fn prompt(self, game: &Ford) -> Prompt {
        Prompt::new(format!("who advances into {}?", game.number(self.target)), &["FORD-CMB-5"])
    }

    fn choices(self, _: &Ford, out: &mut Vec<Action>) {
        out.push(Action::Hold);
        out.extend(self.attackers.iter().map(Action::Advance));
    }

    fn check<E: Objection>(self, game: &Ford, action: Action) -> Result<(), E> {
        match action {
            Action::Advance(unit) => {
                let (name, was_there) = (&game.piece(unit).name, self.attackers.contains(unit));
                no_if(!was_there, "FORD-CMB-5", name, || "it was not among the attackers".into())
            }
            Action::Hold => Ok(()),
            _ => not_now(),
        }
    }

    fn effect<J: Journal>(self, game: &mut Ford, action: Action, journal: &mut J) {
        if let Action::Advance(unit) = action {
            journal.tell(|| game.event("FORD-CMB-5", unit, "advances to", self.target));
            game.board.move_to(unit, self.target);
        }
        game.flow.done();
    }
}
