"""Playing."""

import copy
import multiprocessing
import pickle

import pytest

import sandtable as st
from conftest import paced


def played(name, scenario, decisions=60, seed=3):
    game = st.Game(name, scenario, seed=seed)
    bot = st.Bot(name, "random", seed=seed)
    for _ in range(decisions):
        decision = bot.decide(game)
        if decision is None:
            break
        game.act(decision)
    return game


def test_a_game_has_choices_checks_and_a_record(game, program, tmp_path):
    name, scenario = game
    table = played(name, scenario, paced(name, 60))
    assert table.steps > 0 and table.sides == st.game(name).sides(scenario)
    assert table.deciding in table.sides and table.prompt
    for choice in table.choices()[:20]:
        table.check(choice)
    record = table.record()
    again = st.Game.from_record(record)
    assert (again.record(), again.hash) == (record, table.hash)
    path = tmp_path / "game.record"
    path.write_text(record)
    told = program("replay", path, "--json")
    assert told.returncode == 0, told.stderr
    assert record.strip().endswith(f"#{table.hash:016x}")


def test_a_refusal_explains_itself():
    game = st.Game("ford")
    with pytest.raises(st.Refused) as refused:
        game.act("attack 0101")
    assert refused.value.clause.startswith("FORD-") and refused.value.reason in str(refused.value)
    with pytest.raises(st.Refused, match="is no order"):
        game.check("dance")
    assert game.steps == 0, "what is refused changes nothing"
    assert isinstance(refused.value.responsible, list)


def test_the_same_seed_rolls_the_same_dice_and_dice_can_be_told():
    one, other = played("mars", "vazuza", 200), played("mars", "vazuza", 200)
    assert one.record() == other.record()
    rolled = next(entry for entry in one.journal() if len(entry.dice) == 1)
    before = one.at(rolled.number - 1)
    face = rolled.dice[0]["face"]
    assert before.act(rolled.text, dice=str(face)).hash == rolled.hash
    wrong = one.at(rolled.number - 1)
    with pytest.raises(st.Unanswerable):
        wrong.act(rolled.text, dice="1,1,1,1,1")
    assert wrong.steps == rolled.number - 1, "dice that do not fit change nothing"


def test_undo_goes_back_to_the_last_new_fact():
    game = st.Game("ford", seed=1)
    start = game.hash
    side = game.deciding
    game.act(next(choice for choice in game.choices() if not choice.rolls and choice.verb == "move"))
    assert game.undoable(side) == 1 and game.undo()
    assert (game.hash, game.steps) == (start, 0)
    assert not game.undo(side)


def test_views_and_journals_tell_a_side_no_more_than_it_may_know():
    game = played("stalingrad", "red-october", 120)
    for side in game.sides:
        view = game.view(side)
        assert view["counters"] and view["moment"]
        assert all(entry.hash == "" for entry in game.journal(side=side)), "a hash would betray what is hidden"
    assert len(game.journal()) == game.steps
    assert all(entry.hash for entry in game.journal())


def test_odds_at_the_table_are_exact():
    game = st.Game("ford", seed=2)
    bot = st.Bot("ford", "regular", seed=2)
    for _ in range(400):
        rolling = [choice for choice in game.choices() if choice.rolls]
        if rolling or game.over:
            break
        game.act(bot.decide(game))
    chances = game.chances(rolling[0])
    assert sum(outcome.chance for outcome in chances) == 1
    assert game.odds()[0].outcomes


def test_bots_play_a_whole_game_and_luck_is_told():
    game = st.Game("ford", seed=5)
    game.play({side: st.Bot("ford", "regular", seed=place) for place, side in enumerate(game.sides)})
    assert game.over and game.deciding is None
    assert game.winner in [*game.sides, None]
    told = st.luck(game)
    assert told["for"] == game.sides[0] and 0 <= told["percentile"] <= 100
    assert sum(len(entry.dice) > 0 for entry in game.journal()) == len(told["rolls"])
    with pytest.raises(st.Refused, match="the game is over"):
        game.act("done")
    with pytest.raises(st.Misconfigured, match="there is no player `marshal`"):
        st.Bot("ford", "marshal")


def test_a_general_sits_down_only_where_there_is_one():
    shelf = st.games()["battleline"]
    assert "general" in shelf.players and "general" in shelf.scenario_players["learn"]
    for scenario, players in shelf.scenario_players.items():
        game, general = st.Game("battleline", scenario, seed=1), st.Bot("battleline", "general/steady/4")
        if "general" in players:
            assert general.decide(game) in [str(choice) for choice in game.choices()]
        else:
            with pytest.raises(st.Misconfigured, match="no player `general` in the scenario"):
                general.decide(game)
    with pytest.raises(st.Misconfigured, match="no player `general` in the scenario"):
        st.Bot("skirmish", "general")


def test_duels_count_and_can_be_repeated():
    one = st.duel("ford", "regular", "random", pairs=5, seed=1)
    assert one["games"] == 10 and one["won"] + one["drawn"] + one["lost"] == 10
    assert one == st.duel("ford", "regular", "random", pairs=5, seed=1)


def test_overlays_and_maps_of_the_table():
    game = played("mars", "vazuza")
    assert game.overlay("supply")["hexes"] is not None
    with pytest.raises(st.Misconfigured, match="there is no overlay"):
        game.overlay("nothing")
    assert game.geojson()["features"]


def test_a_game_is_pickled_by_its_record_and_goes_on_with_the_same_dice():
    game = played("mars", "vazuza", 60)
    for copied in (pickle.loads(pickle.dumps(game)), copy.deepcopy(game), copy.copy(game)):
        here, there = pickle.loads(pickle.dumps(game)), copied
        one, other = st.Bot("mars", "random", seed=9), st.Bot("mars", "random", seed=9)
        for _ in range(60):
            here.act(one.decide(here))
            there.act(other.decide(there))
        assert here.record() == there.record()


def test_a_wrong_record_says_where():
    record = played("ford", None, 10).record()
    lines = record.splitlines()
    lines[-1] = lines[-1][:-4] + "0000"
    with pytest.raises(st.BadRecord, match=f"line {len(lines)}: ") as raised:
        st.Game.from_record("\n".join(lines) + "\n")
    assert raised.value.line == len(lines)


def test_wrong_setups_are_refused_in_the_same_words(program):
    with pytest.raises(st.Misconfigured):
        st.Game("mars", "stalingrad")
    with pytest.raises(st.Misconfigured):
        st.Game("mars", options={"nothing": 1})
    with pytest.raises(st.Misconfigured):
        st.Game("mars", options={"handicap": "many"})
    assert st.Game("mars", options={"handicap": 3}).options == {"handicap": "3"}


def in_a_child(queue):
    batch = st.Batch("ford", games=64, threads=2)
    batch.step([0] * 64)
    queue.put(int(batch.offsets[-1]))


def test_a_forked_child_has_threads_of_its_own():
    batch = st.Batch("ford", games=64, threads=2)
    batch.step([0] * 64)
    context = multiprocessing.get_context("fork")
    queue = context.Queue()
    child = context.Process(target=in_a_child, args=(queue,))
    child.start()
    try:
        assert queue.get(timeout=60) == int(batch.offsets[-1])
    finally:
        child.join(10)
        if child.is_alive():
            child.kill()
