//! A person at the table, line by line.

use crate::small_game::{Folder, run};

/// Plays pebbles with these lines; what the person sees.
fn table(folder: &Folder, more: &[&str], typed: &str) -> String {
    let file = folder.file("game.record");
    let arguments = [&["play", "pebbles", "--seed", "4", "--save", &file], more].concat();
    let (seen, failure) = run(&arguments, typed);
    assert!(failure.is_none(), "{}", failure.map_or_else(String::new, |failure| failure.to_string()));
    seen
}

#[test]
fn a_game_is_played_by_numbers_and_by_words() {
    let folder = Folder::new("numbers");
    let seen = table(&folder, &[], "3\ntake 3\n  take 3  \n3\n");
    assert!(seen.contains("White: you, Black: you"), "{seen}");
    assert!(seen.contains("White: Take 1 to 3 pebbles, or gamble"), "{seen}");
    assert!(seen.contains("1  take 1") && seen.contains("4  gamble"), "{seen}");
    assert!(seen.contains("Black> ") && seen.contains("3 pebbles are taken"), "{seen}");
    assert!(seen.contains("The game is over after 4 decisions: Black has won by 1."), "{seen}");
    assert_eq!(folder.read("game.record").lines().count(), 9);
}

#[test]
fn a_bot_answers_and_the_same_seed_plays_the_same_game() {
    let folder = Folder::new("bots");
    let bots = ["--white", "bot:random", "--black=bot:random", "--no-map"];
    let seen = table(&folder, &bots, "");
    assert!(
        seen.contains("White: bot:random, Black: bot:random") && seen.contains("The game is over"),
        "{seen}"
    );
    let once = folder.read("game.record");
    table(&folder, &bots, "");
    assert_eq!(folder.read("game.record"), once);
    let seen = table(&folder, &["--black", "bot:random"], "take 1\nquit\n");
    assert!(seen.contains("  Black  ") && seen.contains("Saved. To go on: sandtable play "), "{seen}");
}

#[test]
fn a_person_gives_up_his_own_side_only() {
    let folder = Folder::new("resign");
    let seen = table(&folder, &[], "take 1\nresign\nresign White\nresign black\n");
    assert_eq!(seen.matches("To give the game up type: resign Black").count(), 2, "{seen}");
    assert!(seen.contains("Black resigns after decision 1 and has lost."), "{seen}");
    assert!(folder.read("game.record").ends_with("-- Black resigns\n"));
    let (told, failure) = run(&["replay", &folder.file("game.record")], "");
    assert!(failure.is_none(), "{told}");
}

#[test]
fn bad_input_is_answered_and_changes_nothing() {
    let folder = Folder::new("bad");
    let wild = "\n99\n-1\n0\ntake 9\ntake\nundo\nundo x\nwhy\nwhy take 7\nodds take 1\nodds grab\nrules\nrules 9\n\
                units\nunits 0101\nshow\nshow supply\nmap\nmap 0101\nlog\nlog x\nscore\nsave\n\u{1b}[2J\u{0}\n\u{fffd}\nback\nlist\nhelp\n";
    let seen = table(&folder, &[], wild);
    assert!(seen.contains("Not allowed: 9 pebbles cannot be taken from 12"), "{seen}");
    assert!(seen.contains("There is nothing to take back."), "{seen}");
    assert!(seen.contains("Not allowed: 7 pebbles"), "{seen}");
    assert!(seen.contains("It rolls no dice at once"), "{seen}");
    assert!(seen.contains("This game has no map of hexes."), "{seen}");
    assert_eq!(seen.matches("Nothing can be laid over this game.").count(), 2, "{seen}");
    assert!(seen.contains("Nothing has been decided yet."), "{seen}");
    assert!(seen.contains("No points yet."), "{seen}");
    assert!(seen.contains("why DECISION") && !seen.contains('\u{1b}'), "{seen}");
    assert!(
        !std::path::Path::new(&folder.file("game.record")).exists(),
        "nothing was decided, nothing is saved"
    );
}

#[test]
fn odds_are_exact_at_the_table() {
    let folder = Folder::new("odds");
    let seen = table(&folder, &[], "odds\nodds 4\nodds gamble\n");
    assert!(seen.contains("No dice are near"), "{seen}");
    assert_eq!(seen.matches("6 paths of dice walked").count(), 2, "{seen}");
    assert!(seen.contains("1/6   16.67 %"), "{seen}");
}

#[test]
fn decisions_are_taken_back_up_to_the_last_die() {
    let folder = Folder::new("undo");
    let seen = table(&folder, &[], "take 1\nundo\ngamble\nundo\nquit\n");
    assert!(seen.contains("One decision is taken back; 0 more can be."), "{seen}");
    assert!(seen.contains("Nothing can be taken back: a die has fallen"), "{seen}");
    let record = folder.read("game.record");
    assert!(record.contains("1 White: gamble [gamble:") && record.lines().count() == 6, "{record}");
}

#[test]
fn a_rule_and_the_log_are_read_at_the_table() {
    let folder = Folder::new("rules");
    let copy = folder.file("copy.record");
    let seen =
        table(&folder, &[], &format!("rules end-1\nrules foo-3\ntake 2\nlog\nsave {copy}\nsave {copy}\n"));
    assert!(seen.contains("PEB-END-1  Who takes the last wins."), "{seen}");
    assert!(seen.contains("there is no clause `foo-3`"), "{seen}");
    assert!(seen.contains("1  White  take 2") && seen.contains("Saved in "), "{seen}");
    assert_eq!(folder.read("copy.record"), folder.read("game.record"));
    let precious = folder.write("letter.txt", "Dear reader");
    let seen = table(&folder, &[], &format!("save {precious}\n"));
    assert!(seen.contains("is no record") && folder.read("letter.txt") == "Dear reader", "{seen}");
}

#[test]
fn a_saved_game_goes_on() {
    let folder = Folder::new("on");
    let file = folder.file("game.record");
    table(&folder, &[], "take 1\ntake 2\n");
    for arguments in [&["play", &file][..], &["play", "pebbles", &file]] {
        let (seen, failure) = run(arguments, "take 3\nundo\n");
        assert!(failure.is_none());
        assert!(seen.contains("The game goes on after decision 2"), "{seen}");
        assert!(seen.contains("9 left · decision 3"), "{seen}");
    }
    // A damaged record is left alone; the game goes on beside it.
    let damaged = folder.read("game.record").replace("take 2", "take 5");
    let broken = folder.write("broken.record", &damaged);
    let beside = folder.file("beside.record");
    let (seen, failure) = run(&["play", &broken, "--save", &beside], "take 3\n");
    assert!(failure.is_none());
    assert!(seen.contains("line 7: not allowed: 5 pebbles"), "{seen}");
    assert!(seen.contains("goes on from the 1 decisions"), "{seen}");
    assert_eq!(folder.read("broken.record"), damaged);
    assert!(folder.read("beside.record").contains("2 Black: take 3"));
}

#[test]
fn people_may_roll_their_own_dice() {
    let folder = Folder::new("dice");
    let seen = table(&folder, &["--dice", "real"], "gamble\n9\nsix\n5\ngamble\nstop\ntake 1\nquit\n");
    assert!(seen.contains("You roll the dice.") && seen.contains("Roll a D6 for gamble: "), "{seen}");
    assert!(seen.contains("A D6 shows 1 to 6."), "{seen}");
    assert!(seen.contains("The dice were not all rolled: the decision is taken back."), "{seen}");
    let record = folder.read("game.record");
    assert!(record.contains("1 White: gamble [gamble:5]") && record.contains("2 Black: take 1"), "{record}");
    // Whoever goes away in the middle of a roll leaves a whole game.
    table(&folder, &["--dice", "real"], "take 1\ngamble\n");
    assert_eq!(folder.read("game.record").lines().count(), 6);
}

#[test]
fn the_beginning_of_a_decision_is_enough() {
    let folder = Folder::new("beginning");
    let seen = table(&folder, &[], "gam\ntake\n0\n2\nquit\n");
    assert!(seen.contains("(gamble)"), "{seen}");
    assert!(seen.contains("0  back to everything"), "{seen}");
    assert!(folder.read("game.record").contains("2 Black: take 2"));
}
