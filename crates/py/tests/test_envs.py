"""PettingZoo and Gymnasium, for every playable game."""

import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

import sandtable as st
from conftest import paced
from sandtable import envs


@pytest.mark.filterwarnings("ignore")
def test_pettingzoo_accepts_it(game):
    name, scenario = game
    api_test(envs.aec(name, scenario, limit=paced(name, 60)), num_cycles=paced(name, 150), verbose_progress=False)
    seed_test(lambda: envs.aec(name, scenario, limit=paced(name, 40)), num_cycles=paced(name, 10))


@pytest.mark.filterwarnings("ignore")
def test_gymnasium_accepts_it(game):
    name, scenario = game
    for side in st.game(name).sides(scenario):
        check_env(envs.single(name, scenario, side=side, opponent="random", limit=paced(name, 200)), skip_render_check=True)


def test_a_learner_plays_by_the_mask_to_the_end():
    env = envs.single("ford", opponent="random")
    observation, _ = env.reset(seed=4)
    rng, ended = np.random.default_rng(1), False
    for _ in range(1000):
        action = rng.choice(np.flatnonzero(observation["action_mask"]))
        observation, reward, ended, broken_off, info = env.step(int(action))
        if ended or broken_off:
            break
    assert ended and reward in (-1.0, 0.0, 1.0)
    table = st.Game.from_record(env.record())
    assert table.over and (reward > 0) == (table.winner == table.sides[0])
    assert not observation["action_mask"].any() and "margin" in info


def test_actions_may_be_codes_for_all_states():
    env = envs.aec("ford", actions="code")
    env.reset(seed=1)
    observation = env.observe(env.agent_selection)
    listed = np.flatnonzero(observation["action_mask"])
    codes = env._table.codes
    choices = observation["observation"]["choices"]
    assert set(codes.join(choices[choices.any(axis=1)])) <= set(listed)
    env.step(int(listed[-1]))
    assert len(env.record().strip().splitlines()) > 4


def test_an_action_that_is_none_loses_or_raises():
    env = envs.single("ford", opponent="random", most=512)
    env.reset(seed=1)
    _, reward, ended, _, info = env.step(511)
    assert (reward, ended) == (-1.0, True) and "is no choice now" in info["illegal"]
    env = envs.single("ford", opponent="random", illegal="raise")
    env.reset(seed=1)
    with pytest.raises(st.Misconfigured):
        env.step(1023)


def test_choices_without_room_are_told():
    env = envs.single("ford", opponent="random", most=3)
    observation, info = env.reset(seed=1)
    assert info["left_off"] > 0 and observation["action_mask"].sum() == 3


def test_exact_chance_by_choice():
    env = envs.aec("ford")
    env.reset(seed=1)
    assert sum(chance for chance, _ in env.outcomes(0)) == 1


def test_spaces_hold_what_is_observed(game):
    name, scenario = game
    env = envs.aec(name, scenario, entities=True)
    env.reset(seed=2)
    for side in env.agents:
        assert env.observation_space(side).contains(env.observe(side))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert isinstance(env.action_space(side), gymnasium.spaces.Discrete)
