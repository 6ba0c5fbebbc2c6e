"""Batches: every game one decision further with each call."""

from fractions import Fraction

import numpy as np
import pytest

import sandtable as st
from conftest import paced


def pick(batch, rng):
    return (rng.random(len(batch)) * batch.counts).astype(np.uint32)


def test_a_batch_plays_the_games_of_its_seeds(game):
    name, scenario = game
    batch = st.Batch(name, scenario, 4, seed=11, threads=2)
    rng = np.random.default_rng(1)
    many = paced(name, 30)
    for _ in range(many):
        batch.step(pick(batch, rng))
    for place in range(4):
        assert batch.seed_of(place) == 11 + place and batch.decisions(place) == many
        table = st.Game.from_record(batch.record(place))
        assert table.steps == many
        assert [choice.text for choice in table.choices()] == batch.texts(place)
        assert table.sides[batch.seats[place]] == table.deciding


def test_what_comes_of_it_does_not_depend_on_threads():
    def ends(threads):
        batch = st.Batch("ford", games=40, seed=5, threads=threads, planes=True, entities=True, standings=True)
        rng, seen = np.random.default_rng(2), []
        for _ in range(150):
            batch.step(pick(batch, rng))
            seen.append((batch.winners.copy(), batch.margins.copy(), batch.codes, batch.planes.sum(), batch.standings.sum()))
        return seen

    for one, other in zip(ends(1), ends(2)):
        assert all(np.array_equal(a, b) for a, b in zip(one, other))


def test_codes_name_what_unit_and_place():
    batch = st.Batch("ford", games=1)
    codes = batch.numbering
    parts = codes.split(batch.codes)
    assert np.array_equal(codes.join(parts), batch.codes)
    texts = batch.texts(0)
    verbs = [codes.verbs[what] for what, _, _ in parts]
    assert all(text.split()[0] == verb.split()[0] for text, verb in zip(texts, verbs))
    table = st.Game("ford")
    for (what, unit, place), choice in zip(parts, table.choices()):
        assert choice.verb == codes.verbs[what]
        assert unit == (choice.units[0] + 1 if choice.units else 0)
        assert (place > 0) == bool(choice.hexes)
    assert batch.mask(0).sum() == len(set(batch.codes)) and len(batch.mask(0)) == codes.count


@pytest.mark.parametrize("name,scenario", [("ford", None), ("mars", "vazuza"), ("stalingrad", "red-october")])
def test_planes_are_what_the_side_may_see(name, scenario):
    batch = st.Batch(name, scenario, 1, seed=3, planes=True, entities=True)
    rng = np.random.default_rng(3)
    for _ in range(200):
        batch.step(pick(batch, rng))
        if batch.winners[0] != -2:
            continue
    table = st.Game.from_record(batch.record(0))
    view = table.view(table.deciding)
    own = table.sides.index(table.deciding)
    numbers = {hex["properties"]["hex"] for hex in table.geojson()["features"] if hex["properties"]["kind"] == "hex"}
    here = [counter for counter in view["counters"] if counter["place"] in numbers]
    plane = dict(zip(st.PLANES, batch.planes[0]))
    figure = dict(zip(st.FIGURES, batch.vectors[0]))
    assert plane["own units"].sum() == sum(counter["seat"] == own for counter in here)
    assert plane["enemy units"].sum() == sum(counter["seat"] != own for counter in here)
    assert figure["own units on the map"] == plane["own units"].sum()
    assert figure["own decision"] == 1 and figure["seat"] == own
    assert (plane["terrain"] > 0).sum() == len(numbers)
    for counter in here:
        traits = dict(zip(st.TRAITS, batch.entities[0][counter["id"]]))
        assert traits["known"] == 1 and traits["own"] == (counter["seat"] == own)
        assert plane["own units" if traits["own"] else "enemy units"][traits["y"], traits["x"]] > 0


def test_games_begin_anew_and_opponents_play_inside():
    sides = st.game("ford").sides()
    batch = st.Batch("ford", games=16, seed=1, opponents={sides[1]: "recruit"}, standings=True)
    rng, ended = np.random.default_rng(4), 0
    for _ in range(400):
        batch.step(pick(batch, rng))
        assert (batch.seats == 0).all(), "the other seat is played inside"
        ended += int((batch.winners != -2).sum())
    assert ended > 16 and batch.seed_of(0) >= 16


def test_the_opponents_are_the_bots_of_the_table():
    sides = st.game("ford").sides()
    batch = st.Batch("ford", games=1, seed=21, opponents={sides[1]: "recruit"}, anew=False)
    rng = np.random.default_rng(5)
    while batch.winners[0] == -2:
        batch.step(pick(batch, rng))
    table = st.Game.from_record(batch.record(0))
    assert table.over
    recruit = st.Bot("ford", "recruit", seed=21 * 31 + 1)
    for entry in table.journal():
        if entry.side == sides[1]:
            assert recruit.decide(table.at(entry.number - 1)) == entry.text


def test_a_limit_breaks_a_game_off():
    batch = st.Batch("mars", "vazuza", 2, limit=5)
    for step in range(1, 6):
        batch.step([0, 0])
        assert (batch.truncated == (step == 5)).all()
    assert (batch.winners == -1).all() and batch.decisions(0) == 0


def test_games_that_are_over_keep_their_results_until_all_are():
    batch = st.Batch("ford", games=24, seed=4, anew=False, threads=2)
    rng, results = np.random.default_rng(8), {}
    while (batch.winners == -2).any():
        batch.step(pick(batch, rng))
        for place in np.flatnonzero(batch.winners != -2):
            found = (int(batch.winners[place]), int(batch.margins[place]), batch.decisions(place))
            assert results.setdefault(place, found) == found and batch.counts[place] == 0
    for place, (winner, margin, _) in results.items():
        table = st.Game.from_record(batch.record(place))
        assert table.over and table.margin == margin
        assert table.winner == (None if winner == -1 else table.sides[winner])


def test_what_is_no_choice_is_refused_and_changes_nothing():
    batch = st.Batch("ford", games=3)
    with pytest.raises(IndexError, match="game 1 has .* choices, counted from 0: 999 is none of them"):
        batch.step([0, 999, 0])
    assert batch.decisions(0) == 0
    with pytest.raises(ValueError, match="2 decisions for 3 games"):
        batch.step([0, 0])
    with pytest.raises(st.Misconfigured, match="nobody is left to decide"):
        st.Batch("ford", games=1, opponents={side: "recruit" for side in st.game("ford").sides()})
    with pytest.raises(st.Misconfigured, match="there is no side"):
        st.Batch("ford", games=1, opponents={"Green": "recruit"})


def test_chance_is_exact_where_it_is_asked():
    batch = st.Batch("ford", games=1, seed=8)
    rng = np.random.default_rng(6)
    for _ in range(300):
        for choice in range(int(batch.counts[0])):
            outcomes = batch.outcomes(0, choice)
            assert sum(chance for chance, _ in outcomes) == Fraction(1)
            if len(outcomes) > 1:
                assert all(len(then) == 1 for _, then in outcomes)
                return
        batch.step(pick(batch, rng))
    pytest.fail("no decision rolled dice")


def test_a_fork_goes_its_own_way():
    batch = st.Batch("ford", games=2, seed=8)
    batch.step([0, 0])
    fork = batch.fork(1)
    assert fork.texts(0) == batch.texts(1) and fork.record(0) == batch.record(1)
    fork.step([0])
    assert fork.decisions(0) == 2 and batch.decisions(1) == 1


def test_one_call_for_each_decision():
    solo = st.Solo("ford", seed=1)
    batch = st.Batch("ford", games=1, seed=1)
    rng, many = np.random.default_rng(7), solo.choices()
    for _ in range(500):
        choice = int(rng.random() * many)
        batch.step([choice])
        many = solo.step(choice)
        assert many == batch.counts[0] and solo.winner == batch.winners[0]
    assert solo.games > 0
    with pytest.raises(IndexError):
        solo.step(10_000)


def test_buffers_that_do_not_fit_are_refused():
    batch = st.Batch("ford", games=2, planes=True)
    batch.planes = batch.planes[:1]
    with pytest.raises(ValueError, match="the buffer `planes` holds"):
        batch.step([0, 0])
    with pytest.raises(ValueError):
        batch.observe(0, 0, np.zeros(3, np.uint8), np.zeros(11, np.int32))


def test_a_failure_of_the_program_comes_with_its_seed_and_record():
    batch = st.Batch("mars", "vazuza", 1, seed=77)
    batch.step([0])
    planes = np.zeros(batch.shape, np.uint8)
    with pytest.raises(st.GameFailed) as raised:
        # A seat that no game has, past the package's own checks.
        batch._native.observe(0, 200, planes, np.zeros(len(st.FIGURES), np.int32), None)
    assert raised.value.seed == 77
    assert st.Game.from_record(raised.value.record).steps == 1
    batch.step([0])
    assert batch.decisions(0) == 2, "the batch goes on"
