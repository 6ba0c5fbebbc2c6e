//! What a game says of itself in a file.

use sandtable_kit::profile::Profile;

const TEXT: &str = "title = 'The ford'
about = 'Two patrols.'
[[scenario]]
name = 'dawn'
title = 'Before sunrise'
sides = ['Blue', { name = 'Carthage', formerly = 'Enemy' }]
[[option]]
name = 'mud'
words = 'Soft banks'
clause = 'DEMO-R2'
kind = 'switch'
[[option]]
name = 'bonus'
words = 'Points for Blue'
clause = 'DEMO-R3'
kind = 'number'
least = -5
most = 5
[[option]]
name = 'die'
words = 'Which die'
clause = 'DEMO-R4'
kind = 'choice'
values = [{ value = 'own', words = 'the own' }, { value = 'any', words = 'any' }]
";

fn choose(name: &str, value: &str) -> Result<(bool, i32, String), String> {
    let profile = Profile::read("game.toml", TEXT).unwrap();
    let chosen = [(name.to_owned(), value.to_owned())].into();
    let chosen = profile.choose(&chosen).map_err(|error| error.to_string())?;
    Ok((chosen.switch("mud"), chosen.number("bonus"), chosen.value("die").to_owned()))
}

#[test]
fn options_are_checked_by_their_kind() {
    assert_eq!(choose("mud", "on"), Ok((true, 0, "own".into())));
    assert_eq!(choose("bonus", "-5"), Ok((false, -5, "own".into())));
    assert_eq!(choose("die", "any"), Ok((false, 0, "any".into())));
    let wrong = |name, value| choose(name, value).unwrap_err();
    assert_eq!(wrong("mud", "deep"), "option `mud`: found `deep`, expected on or off");
    assert_eq!(wrong("bonus", "6"), "option `bonus`: found `6`, expected a whole number from -5 to 5");
    assert_eq!(wrong("die", "none"), "option `die`: found `none`, expected own or any");
    assert_eq!(wrong("fog", "on"), "there is no option `fog`: choose from mud, bonus, die");
}

#[test]
fn sides_keep_their_former_names() {
    let profile = Profile::read("game.toml", TEXT).unwrap();
    let sides = &profile.scenario("dawn").unwrap().sides;
    assert!(sides[1].is_called("Carthage") && sides[1].is_called("Enemy") && !sides[0].is_called("Enemy"));
    let error = profile.scenario("dusk").unwrap_err();
    assert_eq!(error.to_string(), "there is no scenario `dusk`: choose from dawn");
}

#[test]
fn mistakes_are_found_by_their_place() {
    let wrong =
        |from: &str, to: &str| Profile::read("game.toml", &TEXT.replace(from, to)).unwrap_err().to_string();
    assert!(wrong("least = -5", "least = 9").contains("the option `bonus` is a `switch`"));
    assert!(wrong("kind = 'switch'", "kind = 'lever'").starts_with("game.toml:"));
    assert!(wrong("about", "abaut").starts_with("game.toml:2:1: "));
}
