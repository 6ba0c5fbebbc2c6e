//! A game of hide and seek that blurts out where the hider is, in every reason and every odds: the server must not pass
//! it on. The mistake is an easy one, since a rule looks at the true state.

use std::{any::Any, ops::Range};

use crate::common::AMBUSH;
use kit::{
    CounterId, Dice, Outlook, Overlay, Prompt, RecordError, Refusal, Report, Rulebook, Seat, Setup,
    SetupError, Status, View, Viewer,
    any::{AnySession, Arranging, Choice, LogEntry, Playable, Proposal},
    arrangement::Arrangement,
    conformance::Trials,
    map::HexMap,
    profile::{Profile, SideName},
    random_play::{RandomPlayer, Rush, Watched},
};

/// The game.
pub struct Leaky;

/// A table of it.
struct Table(Box<dyn AnySession>);

impl Table {
    /// Where the hider is.
    fn place(&self) -> String {
        let view = self.0.view(Viewer::Seat(Seat(0)));
        view.counters.first().map_or_else(String::new, |counter| counter.place.clone())
    }

    fn blurted<T>(&self, result: Result<T, Refusal>) -> Result<T, Refusal> {
        result.map_err(|refusal| {
            Refusal::new("", format!("{}, since the hider is in {}", refusal.reason, self.place()))
        })
    }
}

impl Playable for Leaky {
    fn name(&self) -> &'static str {
        AMBUSH.name()
    }
    fn rulebook(&self) -> &'static Rulebook {
        AMBUSH.rulebook()
    }
    fn rules(&self) -> u32 {
        AMBUSH.rules()
    }
    fn profile(&self) -> &'static Profile {
        AMBUSH.profile()
    }
    fn overlays(&self) -> &'static [(&'static str, &'static str)] {
        AMBUSH.overlays()
    }
    fn hides(&self) -> bool {
        true
    }
    fn arranging(&self) -> Arranging {
        AMBUSH.arranging()
    }
    fn start(&self, setup: &Setup) -> Result<Box<dyn AnySession>, SetupError> {
        Ok(Box::new(Table(AMBUSH.start(setup)?)))
    }
    fn open(&self, record: &str) -> Result<(Box<dyn AnySession>, Option<RecordError>), RecordError> {
        let (table, fault) = AMBUSH.open(record)?;
        Ok((Box::new(Table(table)), fault))
    }
    fn watch(&self, setup: &Setup, seed: u64, most: usize, repeated: bool) -> Result<Watched, SetupError> {
        AMBUSH.watch(setup, seed, most, repeated)
    }
    fn rush(&self, setup: &Setup, seeds: Range<u64>, most: u64) -> Result<Rush, SetupError> {
        AMBUSH.rush(setup, seeds, most)
    }
    fn assert_conforms(&self, setup: &Setup, trials: Trials) {
        AMBUSH.assert_conforms(setup, trials);
    }
}

impl AnySession for Table {
    fn setup(&self) -> &Setup {
        self.0.setup()
    }
    fn sides(&self) -> &'static [SideName] {
        self.0.sides()
    }
    fn map(&self) -> Option<&'static HexMap> {
        self.0.map()
    }
    fn status(&self) -> Status {
        self.0.status()
    }
    fn prompt(&self) -> Prompt {
        self.0.prompt()
    }
    fn view(&self, viewer: Viewer) -> View {
        self.0.view(viewer)
    }
    fn overlays(&self) -> &'static [(&'static str, &'static str)] {
        self.0.overlays()
    }
    fn overlay(&self, name: &str, viewer: Viewer, unit: Option<CounterId>) -> Option<Overlay> {
        self.0.overlay(name, viewer, unit)
    }
    fn hash(&self) -> u64 {
        self.0.hash()
    }
    fn choices(&self) -> Vec<Choice> {
        self.0.choices()
    }
    fn spell(&self, proposal: &Proposal) -> Result<String, Refusal> {
        self.blurted(self.0.spell(proposal))
    }
    fn why(&self, text: &str) -> Result<(), Refusal> {
        self.blurted(self.0.why(text))
    }
    fn outlook(&self, _: &str) -> Option<Outlook> {
        Some(Outlook { note: format!("the hider is in {}", self.place()), ..Outlook::default() })
    }
    fn act(&mut self, text: &str, dice: &mut dyn Dice) -> Result<LogEntry, Refusal> {
        let acted = self.0.act(text, dice);
        self.blurted(acted)
    }
    fn act_at_random(&mut self, player: &mut RandomPlayer, dice: &mut dyn Dice) -> Option<LogEntry> {
        self.0.act_at_random(player, dice)
    }
    fn odds(&self) -> Vec<Report> {
        let mut reports: Vec<Report> = self.0.chances("search 1").ok().flatten().into_iter().collect();
        for report in &mut reports {
            report.outcomes[0].words = format!("the hider is in {}", self.place());
        }
        reports
    }
    fn chances(&self, text: &str) -> Result<Option<Report>, Refusal> {
        self.0.chances(text)
    }
    fn steps(&self) -> usize {
        self.0.steps()
    }
    fn story(&self, steps: Range<usize>) -> Vec<LogEntry> {
        self.0.story(steps)
    }
    fn at(&self, step: usize) -> Box<dyn AnySession> {
        Box::new(Self(self.0.at(step)))
    }
    fn shuffled_for(&self, viewer: Viewer, dice: &mut dyn Dice) -> Box<dyn AnySession> {
        Box::new(Self(self.0.shuffled_for(viewer, dice)))
    }
    fn snapshot(&self) -> Box<dyn AnySession> {
        Box::new(Self(self.0.snapshot()))
    }
    fn drop_oldest(&mut self, steps: usize) {
        self.0.drop_oldest(steps);
    }
    fn undoable(&self, seat: Seat) -> usize {
        self.0.undoable(seat)
    }
    fn undo(&mut self, seat: Seat) -> bool {
        self.0.undo(seat)
    }
    fn truncate(&mut self, step: usize) {
        self.0.truncate(step);
    }
    fn arrangement(&self) -> Option<Arrangement> {
        self.0.arrangement()
    }

    fn laid_open(&self) -> View {
        self.0.laid_open()
    }
    fn record(&self) -> String {
        self.0.record()
    }
    fn as_any(&self) -> &dyn Any {
        self.0.as_any()
    }
}
