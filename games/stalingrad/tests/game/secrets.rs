//! STAL-R35, STAL-R102: the numbers of snipers who have not fired are the owner's secret, whatever is looked at.

use std::fmt::Write as _;

use kit::{Chronicle, Game, Rolled, Setup, Status, Viewer, random_play::RandomPlayer};
use sandtable_stalingrad::{
    action::Action,
    field::{SniperId, SniperPlace},
    flow::Step,
    game::{Stalingrad, seat},
    units::Side,
};

use crate::referee::keen;

const SIDES: [Side; 2] = [Side::German, Side::Russian];

/// Everything that somebody could read off a game: what is drawn, told, laid over the map, offered, refused.
fn everything(game: &Stalingrad, viewer: Viewer, decides: bool) -> String {
    let mut all = format!("{:?} {} {:?}", game.view(viewer), game.moment(), game.odds());
    for (name, _) in Stalingrad::OVERLAYS {
        for chosen in [None, Some(SniperId(0).into()), Some(SniperId(5).into())] {
            let _ = write!(all, "{:?}", game.overlay(name, viewer, chosen));
        }
    }
    for side in SIDES {
        let _ = write!(all, "{:?}", game.seen_snipers(viewer, side));
        for sniper in game.field().snipers_of(side) {
            let _ = write!(all, "{:?}", game.sniper_odds(viewer, sniper));
        }
    }
    if decides {
        let mut offered = Vec::new();
        game.actions(&mut offered);
        for action in offered {
            let _ = write!(all, "{} {:?}; ", game.write(&action), game.hint(&action));
        }
        // What is typed about snipers, his own and the others', is allowed or refused in the same words.
        for sniper in SniperId::all() {
            let hex = game.field().units_of(sniper.side()).first().and_then(|unit| game.field().hex_of(unit));
            let target = game.field().units_of(Side::German).first();
            let typed = [
                hex.map(|hex| Action::Post(sniper, hex)),
                hex.map(|hex| Action::Return(sniper, hex)),
                target.map(|unit| Action::Fire(sniper, unit)),
                Some(Action::Answer(sniper)),
            ];
            for action in typed.into_iter().flatten() {
                let own = Viewer::Seat(seat(sniper.side())) == viewer;
                let why = game.check(&action).map_err(|refusal| refusal.to_string());
                // He knows who his own are; of the others he may not learn even that an order would be allowed.
                let _ = write!(all, "{own} {why:?}; ");
            }
        }
    }
    all
}

/// What everybody reads of a decision.
fn told(game: &Stalingrad, action: Action) -> (Vec<String>, String, Stalingrad) {
    let (mut journal, mut after) = (Chronicle::default(), *game);
    after.apply(&action, &mut Rolled::seeded(3), &mut journal).unwrap();
    let is_public = |place: &usize| journal.private.iter().all(|(private, _)| private != place);
    let events = journal.events.iter().enumerate().filter(|(place, _)| is_public(place));
    let events = events.map(|(_, event)| format!("{event:?}")).collect();
    (events, game.write_for_others(&action), after)
}

/// STAL-R35, STAL-SNP-1, STAL-SNP-7, STAL-VOL-13: at many moments of random games nothing changes for anybody when snipers whom
/// he cannot know change places, and nobody reads from a placing or a return who it was.
#[test]
fn nothing_tells_who_a_hidden_sniper_is() {
    let (mut hidden, mut placed) = (0, 0);
    for seed in 0..6 {
        let scenario = if seed == 0 { "historical" } else { "red-october" };
        let mut game = Stalingrad::start(&Setup::of(scenario)).unwrap();
        let (mut player, mut dice) = (RandomPlayer::seeded(900 + seed), Rolled::seeded(seed));
        let mut actions = Vec::new();
        for step in 0..1_500 {
            let Status::Deciding(decider) = game.status() else { break };
            actions.clear();
            game.actions(&mut actions);
            let action = keen(&game, &actions, 3, &mut player);
            let about_snipers =
                matches!(game.step(), Step::Sniping(_) | Step::Answering(_) | Step::ShootingBack(_));
            if about_snipers || step % 25 == 0 {
                for viewer in
                    [Viewer::Seat(seat(Side::German)), Viewer::Seat(seat(Side::Russian)), Viewer::Spectator]
                {
                    let asked = viewer == Viewer::Seat(decider);
                    let mut other = game;
                    other.reshuffle_hidden(viewer, &mut Rolled::seeded(step));
                    hidden += u32::from(other != game);
                    let at = format!("{scenario} {seed} step {step}");
                    assert_eq!(everything(&game, viewer, asked), everything(&other, viewer, asked), "{at}");
                }
            }
            if let Action::Post(sniper, hex) = action {
                let (events, written, after) = told(&game, action);
                let field = game.field();
                let free = |other: &SniperId| {
                    other.side() == sniper.side() && field.sniper(*other).place == SniperPlace::Ready
                };
                for other in SniperId::all().filter(free) {
                    let again = told(&game, Action::Post(other, hex));
                    let enemy = Viewer::Seat(seat(sniper.side().enemy()));
                    assert_eq!((&again.0, &again.1), (&events, &written));
                    assert_eq!(again.2.view(enemy), after.view(enemy));
                    placed += u32::from(other != sniper);
                }
            }
            game.perform(&action, &mut dice, &mut ());
        }
    }
    assert!(hidden > 20 && placed > 20, "{hidden} reshuffled, {placed} placings compared");
}
