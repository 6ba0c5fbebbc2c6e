//! STAL-SNP-1 to STAL-SNP-11, STAL-R35: placing, duels, and what the other side may know.

use kit::{
    Chronicle, Fraction, Game, Rolled, Scripted, Viewer,
    testing::{act, assert_refused},
    walk::{Policy, Walk},
};
use sandtable_stalingrad::{
    action::Action,
    field::{Field, Sniper, SniperId, SniperPlace},
    flow::{PlayerTurn, Step},
    game::{Stalingrad, seat},
    marksmen::SeenSniper,
    units::Side,
};

use crate::{
    board::{Describe, empty, unit},
    table::{acts, at, idle_until},
};

fn posting(field: Field) -> Stalingrad {
    at(field, 3, Side::German, PlayerTurn::Snipers)
}

fn square() -> Field {
    empty().put("112.RD", "1310").put("10.RB", "1411").put("516.R", "1209").put("517.R", "0112")
}

fn facing() -> Stalingrad {
    let mut game = posting(square());
    acts(&mut game, "post Russian first in 1310\ndone\npost German first in 1209\ndone");
    idle_until(&mut game, |game| matches!(game.step(), Step::Sniping(_)));
    game
}

/// STAL-SNP-1, STAL-SNP-10
#[test]
fn snipers_lie_where_their_friends_are() {
    let mut field = square();
    field.snipers[1].place = SniperPlace::Posted(field.hex("1411"));
    let mut game = posting(field);
    assert_refused(&game, "post Russian first in 1209", "STAL-SNP-1");
    assert_refused(&game, "post German first in 1209", "STAL-SNP-1");
    // The second one was picked up and can go elsewhere.
    act(&mut game, "post Russian second in 1310", &[]);
    assert_refused(&game, "post Russian second in 1411", "STAL-SNP-1");
    act(&mut game, "done", &[]);
    act(&mut game, "post German second in 1209", &[]);
}

/// W13, STAL-SNP-2, STAL-SNP-3, STAL-SNP-4, STAL-SNP-5, STAL-DIE-4
#[test]
fn w13_a_duel() {
    let game = facing();
    let (russian, german, target) = (SniperId(0), SniperId(4), unit("516.R"));
    let fire = Action::Fire(russian, target);
    let policy = |state: &Stalingrad| {
        Policy::Take(match state.step() {
            Step::Answering(_) => Action::Answer(german),
            _ => Action::ShootBack,
        })
    };
    let until = |state: &Stalingrad| {
        let is_duel = matches!(
            state.step(),
            Step::Shot(_)
                | Step::Answering(_)
                | Step::AnswerShot(_)
                | Step::ShootingBack(_)
                | Step::ShotBack(_)
        );
        let lives = |id: SniperId| state.field().sniper(id).place != SniperPlace::Gone;
        (!is_duel).then(|| (state.field().is_disrupted(target), lives(russian), lives(german)))
    };
    let ends = Walk::default().after(&game, fire, policy, until).unwrap().distribution();
    assert_eq!(ends.chance(|end| end.0), Fraction::new(2, 3));
    assert_eq!(ends.chance(|end| !end.1), Fraction::new(1, 2));
    assert_eq!(ends.chance(|end| !end.2), Fraction::new(1, 3));
    assert_eq!(ends.chance(|end| end.1 && end.2), Fraction::new(1, 6));
    // The Russian knows his own number and not the German's, which is 3 or 2: it is a mixture.
    let killed = |viewer: Side| {
        let odds = game.duel_odds(Viewer::Seat(seat(viewer)), russian, Some(german)).unwrap();
        (odds.chance(|end| end.target_hit), odds.chance(|end| end.russian_killed))
    };
    assert_eq!(killed(Side::Russian), (Fraction::new(2, 3), Fraction::new(5, 12)));
    assert_eq!(game.risk_note(&fire), "hits 66.67 %; if answered he falls 41.67 %, the German 38.89 %");
    assert_eq!(killed(Side::German), (Fraction::new(1, 2), Fraction::new(1, 2)));
}

/// STAL-SNP-2, STAL-SNP-8, STAL-R35: one shot each, at a neighbour, and Germans never begin.
#[test]
fn one_shot_each() {
    let mut game = facing();
    assert_refused(&game, "fire Russian first at 517.R", "STAL-SNP-2");
    assert_refused(&game, "fire Russian second at 516.R", "STAL-SNP-2");
    assert_refused(&game, "fire German first at 516.R", "STAL-R35");
    act(&mut game, "fire Russian first at 516.R", &[4]);
    assert!(game.field().is_disrupted(unit("516.R")));
    assert_refused(&game, "answer with German second", "STAL-SNP-3");
    act(&mut game, "done", &[]);
    assert!(!matches!(game.step(), Step::Sniping(_)), "nobody is left to fire");
}

/// STAL-R35: where a sniper is the other side sees, and no number before he fires; the events name nobody.
#[test]
fn numbers_are_secret_until_a_shot() {
    let mut game = posting(square());
    let post = game.read("post Russian second in 1310").unwrap();
    assert_eq!(game.write_for_others(&post), "post a sniper in 1310");
    let mut journal = Chronicle::default();
    game.apply(&post, &mut Scripted::faces(&[]), &mut journal).unwrap();
    let public = journal
        .events
        .iter()
        .enumerate()
        .filter(|(place, _)| journal.private.iter().all(|(private, _)| private != place));
    for (_, event) in public {
        assert!(event.units.is_empty() && !event.words.contains("second"), "{}", event.words);
    }
    let german = Viewer::Seat(seat(Side::German));
    let seen = |game: &Stalingrad| {
        let view = game.view(german);
        let snipers = view
            .counters
            .into_iter()
            .filter(|counter| counter.kind == "sniper" && counter.seat == seat(Side::Russian));
        snipers.map(|counter| (counter.name, counter.factors)).collect::<Vec<_>>()
    };
    assert!(seen(&game).iter().all(|(name, factors)| name == "sniper" && factors.is_empty()));
    // For the German a sniper is any of the four: 4, 3, 3 and 2.
    assert_eq!(game.sniper_odds(german, SniperId(1)), Fraction::new(12, 24));
    assert_eq!(game.sniper_odds(Viewer::Seat(seat(Side::Russian)), SniperId(1)), Fraction::new(3, 6));
    idle_until(&mut game, |game| matches!(game.step(), Step::Sniping(_)));
    let fire = game.read("fire Russian second at 516.R").unwrap();
    let mut journal = Chronicle::default();
    game.apply(&fire, &mut Scripted::faces(&[5]), &mut journal).unwrap();
    assert!(journal.revealed, "nothing can be taken back");
    assert!(seen(&game).contains(&("Russian second".into(), "3".into())));
    // The others could now be 4, 3 or 2.
    assert_eq!(game.sniper_odds(german, SniperId(0)), Fraction::new(9, 18));
}

/// What a viewer cannot know can be exchanged, and he sees no difference; what he knows stays.
#[test]
fn hidden_snipers_change_places_unseen() {
    let mut game = posting(square());
    acts(
        &mut game,
        "post Russian first in 1310\npost Russian fourth in 1411\ndone\npost German second in 1209\ndone",
    );
    let german = Viewer::Seat(seat(Side::German));
    let mut found = std::collections::BTreeSet::new();
    for seed in 0..40 {
        let mut other = game;
        other.reshuffle_hidden(german, &mut Rolled::seeded(seed));
        assert_eq!(other.view(german), game.view(german));
        assert_eq!(other.field().sniper(SniperId(5)), game.field().sniper(SniperId(5)), "his own stay");
        let hex = game.field().hex("1310");
        found.extend(SniperId::all().filter(|&id| other.field().post_of(id) == Some(hex)));
    }
    assert_eq!(found.len(), 4, "any of the four could lie there");
}

/// STAL-R102: who dies unseen stays unknown, who was seen stays known though he is off the map.
#[test]
fn the_dead_keep_their_secret() {
    let mut field = square();
    let hex = field.hex("1310");
    field.snipers[0].place = SniperPlace::Posted(hex);
    field.snipers[1] = Sniper { place: SniperPlace::Posted(hex), revealed: true, fired: true };
    let mut field = field.without("112.RD");
    field.bury_snipers(Side::Russian, hex);
    let game = at(field, 3, Side::Russian, PlayerTurn::Movement);
    let german = Viewer::Seat(seat(Side::German));
    let numbers: Vec<_> = game.seen_snipers(german, Side::Russian).iter().map(|seen| seen.number).collect();
    assert_eq!(numbers, [None, Some(3), None, None]);
    let gone = |sniper: &&SeenSniper| sniper.place == SniperPlace::Gone;
    assert_eq!(game.seen_snipers(german, Side::Russian).iter().filter(gone).count(), 2);
}

/// STAL-R102: a sniper who has fired and then loses his stack is known as before, dead or on his way back.
#[test]
fn who_has_fired_stays_known_when_his_stack_is_lost() {
    let fought = |face: u16| {
        let mut game = posting(square().put("518.R,54.R,191.R", "1309").put("62.A HQ", "1316"));
        acts(&mut game, "post Russian first in 1310\npost Russian second in 1411\ndone\ndone");
        for name in ["518.R", "54.R", "191.R"] {
            act(&mut game, &format!("attack 1310 with {name}"), &[]);
        }
        act(&mut game, "done", &[]);
        act(&mut game, "fire Russian first at 516.R", &[6]);
        act(&mut game, "resolve 1310", &[face]);
        if face == 6 {
            acts(&mut game, "lose 518.R\ndone");
        }
        let seen = game.seen_snipers(Viewer::Seat(seat(Side::German)), Side::Russian);
        assert!(seen[1..].iter().all(|other| other.number.is_none()));
        (seen[0].place, seen[0].number)
    };
    // 6 against 2 is 3:1: DE on a 1, X on a 6.
    assert_eq!(fought(1), (SniperPlace::Gone, Some(4)));
    assert_eq!(fought(6), (SniperPlace::Returning(5), Some(4)));
}

/// STAL-R104
#[test]
fn a_disrupted_unit_can_be_shot_at() {
    let mut game = facing();
    act(&mut game, "fire Russian first at 516.R", &[1]);
    let mut field = *game.field();
    field.snipers[0] =
        Sniper { place: SniperPlace::Posted(field.hex("1310")), revealed: false, fired: false };
    let game = at(field, 3, Side::German, PlayerTurn::SniperFire);
    assert!(
        field.is_disrupted(unit("516.R")) && game.check(&Action::Fire(SniperId(0), unit("516.R"))).is_ok()
    );
}

/// STAL-SNP-11, STAL-SNP-6
#[test]
fn snipers_share_the_fate_of_their_friends() {
    let posted = || {
        let mut field = square();
        let hex = field.hex("1310");
        field.snipers[0].place = SniperPlace::Posted(hex);
        (field.without("112.RD"), hex)
    };
    let (mut lifted, _) = posted();
    lifted.lift_lone_snipers();
    assert_eq!(lifted.sniper(SniperId(0)).place, SniperPlace::Ready);
    let (mut buried, hex) = posted();
    buried.bury_snipers(Side::Russian, hex);
    assert_eq!(buried.sniper(SniperId(0)).place, SniperPlace::Gone);
}
