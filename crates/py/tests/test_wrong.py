"""What is wrong raises an exception with a sentence that says so: no panic, no silence, nothing rounded or wrapped around."""

import numpy as np
import pytest

import sandtable as st
from sandtable import envs, lab

NAN, HUGE = float("nan"), 10**30


def batch(**terms):
    return st.Batch("ford", games=3, planes=True, standings=True, **terms)


def table():
    return st.Game("mars", "vazuza", seed=1)


def stepped(**buffers):
    games = batch()
    for name, buffer in buffers.items():
        setattr(games, name, buffer)
    games.step([0, 0, 0])


def read_only():
    buffer = np.zeros(3, np.int8)
    buffer.flags.writeable = False
    return buffer


def shared():
    games = batch()
    games.margins = games.standings
    games.step([0, 0, 0])


def side():
    return st.game("ford").sides()[0]


REFUSED = [
    # Numbers.
    ("a seed below 0", lambda: st.Game("mars", seed=-1), st.Misconfigured, "`seed` is a whole number from 0 to"),
    ("a huge seed", lambda: st.Game("mars", seed=HUGE), st.Misconfigured, "`seed` is a whole number from 0 to"),
    ("a seed that is no number", lambda: st.Game("mars", seed=NAN), TypeError, "`seed` is a whole number: found nan"),
    ("no seed", lambda: st.Batch("ford", seed=None), TypeError, "`seed` is a whole number: found None"),
    ("a seed of odds", lambda: st.odds("mars", "battle", seed=1.5), TypeError, "`seed` is a whole number"),
    ("no games", lambda: st.Batch("ford", games=0), st.Misconfigured, "`games` is a whole number from 1 to"),
    ("too many games", lambda: st.Batch("ford", games=10**12), st.Misconfigured, "`games` is a whole number from 1 to"),
    ("half a game", lambda: st.Batch("ford", games=1.5), TypeError, "`games` is a whole number: found 1.5"),
    ("too many threads", lambda: batch(threads=10**9), st.Misconfigured, "`threads` is a whole number from 0 to 256"),
    ("threads below 0", lambda: batch(threads=-1), st.Misconfigured, "`threads` is a whole number"),
    ("a limit below 0", lambda: batch(limit=-1), st.Misconfigured, "`limit` is a whole number"),
    ("a bot's seed", lambda: st.Bot("mars", "recruit", seed=-5), st.Misconfigured, "`seed` is a whole number"),
    ("no pairs", lambda: st.duel("mars", "recruit", "recruit", pairs=0), st.Misconfigured, "`pairs` is a whole number from 1"),
    ("playouts", lambda: st.luck(table(), playouts=-1), st.Misconfigured, "`playouts` is a whole number from 1"),
    ("room for choices", lambda: envs.single("mars", "vazuza", most=0), st.Misconfigured, "`most` is a whole number from 1"),
    # Names.
    ("options as a list", lambda: st.Game("mars", options=["handicap"]), TypeError, "`options` is a dict whose keys are names"),
    ("an option without a name", lambda: st.Game("mars", options={3: 3}), TypeError, "`options` is a dict whose keys are names"),
    ("an option that is no number", lambda: st.Game("mars", options={"handicap": NAN}), st.Misconfigured, "found `nan`"),
    ("opponents as a list", lambda: batch(opponents=["recruit"]), TypeError, "`opponents` is a dict"),
    ("an opponent that is no text", lambda: batch(opponents={side(): 5}), TypeError, "`opponent` is a text: found 5"),
    ("a bot that is none", lambda: table().play({"German": 5}), TypeError, "`bot` is a text: found 5"),
    ("a side that is none", lambda: table().play({"Green": "recruit"}), st.Misconfigured, "there is no side `Green`"),
    ("a bot of another game", lambda: st.Bot("ford", "recruit").decide(table()), st.Misconfigured, "this bot plays ford, not mars"),
    ("nothing to decide in", lambda: st.Bot("mars", "recruit").decide(None), TypeError, "decides in a `sandtable.Game`: found None"),
    ("an agent that is none", lambda: envs.aec("ford").observe("Green"), st.Misconfigured, "there is no side `Green`"),
    ("a side to learn", lambda: envs.single("ford", side="Green"), st.Misconfigured, "there is no side `Green`"),
    ("what illegal does", lambda: envs.single("ford", illegal="ignore"), st.Misconfigured, "may `lose` or `raise`"),
    ("a map of a table", lambda: st.geojson("skirmish"), st.Misconfigured, "a table without hexes: it has no map"),
    # Texts and files.
    ("a situation of bytes", lambda: st.odds("mars", "battle", b"x"), TypeError, "a situation is a text, a dict or the path of a file"),
    ("a situation as a list", lambda: st.odds("mars", "battle", [1]), TypeError, "a situation is a text, a dict or the path of a file"),
    ("a set in a situation", lambda: st.odds("mars", "battle", {"a": {1}}), st.Unanswerable, "the situation: .*set"),
    ("not a number in one", lambda: st.odds("mars", "battle", {"turn": NAN}), st.Unanswerable, "the situation: "),
    ("a deep one", lambda: st.odds("mars", "battle", "a=" + "[" * 50_000), st.Unanswerable, "recursion"),
    ("no record", lambda: st.Game.from_record(None), TypeError, "`record` is a text"),
    ("luck of a number", lambda: st.luck(5), TypeError, "`game` is a text: found 5"),
    ("no order", lambda: table().act("x" * 10**6), st.Refused, "is no order"),
    # Places.
    ("a step that was not", lambda: table().at(7), st.Misconfigured, "`step` is a whole number from 0 to 0: found 7"),
    ("a step before the first", lambda: table().at(-1), st.Misconfigured, "`step` is a whole number"),
    ("a journal from before it", lambda: table().journal(-3), st.Misconfigured, "`first` is a whole number"),
    ("a unit below 0", lambda: table().overlay("zones", unit=-1), st.Misconfigured, "`unit` is a whole number"),
    ("a game below 0", lambda: batch().texts(-1), IndexError, "there is no game -1 in a batch of 3"),
    ("a game too far", lambda: batch().mask(3), IndexError, "there is no game 3 in a batch of 3"),
    ("a choice below 0", lambda: batch().outcomes(0, -1), IndexError, "-1 is none of them"),
    ("a seat that is none", lambda: batch().observe(0, 9, np.zeros(1, np.uint8), np.zeros(1, np.int32)), IndexError, "there is no seat 9"),
    ("reset below 0", lambda: batch().reset(-1), st.Misconfigured, "`seed` is a whole number"),
    # Decisions: nothing is rounded, cut off or wrapped around.
    ("a decision below 0", lambda: batch().step([0, -1, 0]), IndexError, "game 1 has .* -1 is none of them"),
    ("half a decision", lambda: batch().step([0.7, 0, 0]), TypeError, "decisions are whole numbers"),
    ("no number", lambda: batch().step([NAN, 0, 0]), TypeError, "decisions are whole numbers"),
    ("infinity", lambda: batch().step(np.array([np.inf, 0, 0])), TypeError, "decisions are whole numbers"),
    ("a decision that would wrap", lambda: batch().step(np.array([2**32, 0, 0])), IndexError, "4294967296 is none of them"),
    ("texts", lambda: batch().step(["a", "b", "c"]), TypeError, "decisions are whole numbers"),
    ("truths", lambda: batch().step([True, False, True]), TypeError, "decisions are whole numbers"),
    ("nothing", lambda: batch().step(None), TypeError, "decisions are whole numbers"),
    ("a square", lambda: batch().step(np.zeros((3, 1), np.int64)), TypeError, "one for each game"),
    ("uneven", lambda: batch().step([[0], [0, 0]]), TypeError, "one for each game"),
    ("one for all", lambda: batch().step(0), TypeError, "one for each game"),
    ("alone, below 0", lambda: st.Solo("ford").step(-1), IndexError, "-1 is none of them"),
    ("alone, half a decision", lambda: st.Solo("ford").step(0.5), TypeError, "integer"),
    ("before the first reset", lambda: envs.aec("ford").step(0), st.Misconfigured, "`reset` comes first"),
    # Buffers.
    ("another kind of numbers", lambda: stepped(winners=np.zeros(3, np.int64)), TypeError, "the buffer `winners` is a NumPy array of int8"),
    ("a list", lambda: stepped(winners=[0, 0, 0]), TypeError, "the buffer `winners` is a NumPy array of int8"),
    ("none", lambda: stepped(winners=None), TypeError, "the buffer `winners` is missing"),
    ("read-only", lambda: stepped(winners=read_only()), TypeError, "the buffer `winners` cannot be written"),
    ("too short", lambda: stepped(winners=np.zeros(2, np.int8)), ValueError, "`winners` holds 2 numbers, and 3 are needed"),
    ("with gaps", lambda: stepped(standings=np.zeros(6, np.int32)[::2]), TypeError, "not contiguous"),
    ("one for two", shared, TypeError, "the buffer `standings` cannot be written"),
    ("planes without a vector", lambda: stepped(vectors=None), ValueError, "planes are written together with vectors"),
    # The lab.
    ("a run nowhere", lambda: lab.sim("mars", out=None), TypeError, "`out` is a folder or an address: found None"),
    ("an unknown kind of address", lambda: lab.sim("mars", out="nosuch://x", games=1), st.LabFailed, "cannot use nosuch://x"),
    ("games below 0", lambda: lab.sim("mars", out="x", games=-1), st.Misconfigured, "`games` is a whole number"),
    ("empty tasks", lambda: lab.sim("mars", out="x", games=1, chunk=0), st.Misconfigured, "`chunk` is a whole number from 1"),
    ("threads of a run", lambda: lab.sim("mars", out="x", threads=10**9), st.Misconfigured, "`threads` is a whole number"),
    ("players as a list", lambda: lab.sim("mars", out="x", players=["recruit"]), TypeError, "`players` is a dict"),
    ("a goal that is no share", lambda: lab.tune("mars", goal=("Russian", NAN), within=[], out="x"), st.Misconfigured, "`goal` is a number from 0 to 1"),
    ("a change of nothing", lambda: lab.tune("mars", goal=("Russian", 0.5), within=[lab.Allowed([1])], out="x"), st.Misconfigured, "a change has an option or a cell"),
    ("a reach", lambda: lab.ablate("mars", arms=[], out="x", reach=NAN), st.Misconfigured, "`reach` is a number from 0 to 1"),
    ("a ladder of one", lambda: lab.ladder("mars", bots=["recruit"], out="x"), st.LabFailed, "at least two bots"),
    ("a ladder of twins", lambda: lab.ladder("mars", bots=["recruit", "recruit"], out="x"), st.LabFailed, "each named once"),
    ("a table that is not there", lambda: lab.Study("nowhere", 1, 1, 0, 0.0).table("games"), st.LabFailed, "holds no table `games`"),
]


@pytest.mark.parametrize("asked,error,words", [one[1:] for one in REFUSED], ids=[one[0] for one in REFUSED])
def test_wrong_input_is_told_in_a_sentence(asked, error, words, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(error, match=words):
        asked()
    assert not list(tmp_path.iterdir()), "nothing was begun"


def test_what_was_refused_has_changed_nothing():
    games = batch()
    for wrong in ([0, -1, 0], np.array([2**32, 0, 0]), [0.7, 0, 0]):
        with pytest.raises((IndexError, TypeError)):
            games.step(wrong)
    assert [games.decisions(place) for place in range(3)] == [0, 0, 0]
    games.step(np.zeros(3, np.int64))
    games.step(np.zeros(6, np.uint32)[::2])
    assert games.decisions(0) == 2


def test_bots_may_be_named():
    game = table().play({"Russian": "recruit", "german": "recruit"})
    assert game.over
