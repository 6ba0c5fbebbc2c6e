//! What a side cannot see could be otherwise, and nothing that it is shown or offered would change.

use kit::{
    Dice, Die, Game as _, Manner, Purpose, Rolled, Seat, Setup, Status, Tactics, Viewer,
    random_play::RandomPlayer, testing::act,
};
use sandtable_skirmish::{action::Action, game::Skirmish};

/// What a viewer is shown, and what he is offered if it is for him to decide.
fn shown(game: &Skirmish, viewer: Viewer) -> (kit::View, Vec<String>) {
    let decides =
        matches!((game.status(), viewer), (Status::Deciding(seat), Viewer::Seat(own)) if seat == own);
    let offered = if decides { game.choices() } else { Vec::new() };
    (game.view(viewer), offered.iter().map(|action| game.write(action)).collect())
}

/// 5.3, SKIR-R101, SKIR-R102: hidden units are moved about at many moments of a game of each scenario; every view and
/// every list of decisions stays as it is. Orders that are typed rather than clicked keep secrets the same way: whether they
/// are allowed does not hang on what is hidden.
#[test]
fn what_is_hidden_could_be_otherwise() {
    const SHUFFLED: u32 = 60;
    let (mut stormed, mut allotted) = (0, 0);
    for (scenario, seed) in [("skir-learn", 1), ("skir-workshop", 2), ("skir-height", 3)] {
        let mut game = Skirmish::start(&Setup::of(scenario)).unwrap();
        act(&mut game, "suggested", &[]);
        act(&mut game, "suggested", &[]);
        let (mut dice, mut chance) = (Rolled::seeded(seed), RandomPlayer::seeded(seed));
        let (mut step, mut compared, mut moved) = (0, 0, 0);
        let mut minds = [<Skirmish as Tactics>::Mind::default(), <Skirmish as Tactics>::Mind::default()];
        while let Status::Deciding(decider) = game.status() {
            step += 1;
            let choices = game.choices();
            let begins = |action: &Action, word: &str| game.write(action).starts_with(word);
            let any = |word: &str| choices.iter().any(|action| begins(action, word));
            // Every moment at which a device is used, some at which single weapons are given targets, and others by the way.
            let devices = any("plant") || any("toss");
            stormed += u32::from(devices);
            allotted += u32::from(any("volley"));
            let by_the_way = step % 7 == 0 || any("volley") && step % 3 == 0;
            if devices || by_the_way && compared < SHUFFLED {
                compared += 1;
                for viewer in [Viewer::Seat(Seat(0)), Viewer::Seat(Seat(1)), Viewer::Spectator] {
                    let mut other = game;
                    other.reshuffle_hidden(viewer, &mut Rolled::seeded(u64::from(compared)));
                    moved += u32::from(other != game);
                    assert_eq!(
                        shown(&game, viewer),
                        shown(&other, viewer),
                        "{scenario} step {step} {viewer:?}"
                    );
                    if viewer == Viewer::Seat(decider) {
                        typed_orders_agree(&game, &other, &mut dice);
                    }
                }
            }
            // Sensible players, who storm houses wherever they can and decide by lot now and then.
            let storms = choices.iter().find(|action| begins(action, "storm"));
            let action = match storms {
                Some(storms) => *storms,
                None if devices || chance.pick(5) == 0 => choices[chance.pick(choices.len())],
                None => game.best(&Manner::STEADY, &mut minds[usize::from(decider.0)]),
            };
            game.apply(&action, &mut dice, &mut ()).expect("it is allowed");
        }
        assert!(moved > SHUFFLED, "{scenario}: {moved} positions differed");
    }
    assert!(stormed >= 10 && allotted >= 100, "{stormed} devices, {allotted} volleys");
}

/// SKIR-LWF-1, SKIR-ASL-7: orders that name a weapon, a wall or a window are judged the same in both.
fn typed_orders_agree(game: &Skirmish, other: &Skirmish, dice: &mut Rolled) {
    let names: Vec<&str> = game.board().everybody().map(|unit| game.board().name(unit)).collect();
    let mut pick =
        |count: usize| usize::from(dice.roll(Die::with_sides(count as u16), Purpose::new("typed", ""))) - 1;
    let houses = ["hall", "office", "boiler", "house", "shed", "hut-1"];
    let mut orders = Vec::new();
    for _ in 0..6 {
        orders.push(format!("allot {} to {}", pick(10), names[pick(names.len())]));
        orders.push(format!("plant Ex at {}", houses[pick(houses.len())]));
        orders.push(format!("toss Hb into {} {}", houses[pick(houses.len())], pick(6)));
    }
    for order in orders {
        let judged = |game: &Skirmish| {
            game.read(&order).and_then(|action| game.check(&action)).map_err(|refusal| refusal.to_string())
        };
        assert_eq!(judged(game), judged(other), "{order}");
    }
}
