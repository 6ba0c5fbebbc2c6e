"""Decisions a second for programs that learn, side by side in one run: Sandtable, OpenSpiel and PettingZoo.

    pip install target/wheels/sandtable-*.whl open_spiel pettingzoo chess pymunk pygame
    python benches/learning_side_by_side.py

Every line is the best of several runs of a second or more, so that other work on the machine counts for less; beside it decisions
for each second of a processor's time, which other work hardly changes (two threads spend two of them in a second). Random decisions are
drawn the same way for everybody: in Python for one call a decision, with NumPy for batches.
"""

from __future__ import annotations

import os
import random
import time

import numpy as np

import sandtable as st

SECONDS, RUNS = 1.5, 5
GAME, SCENARIO = "mars", "vazuza"


def best(run):
    """The best rates of several runs, by the clock and by the processors' time."""
    rates = []
    for _ in range(RUNS):
        clock, spent = time.perf_counter(), time.process_time()
        rate = run()
        rates.append((rate, rate * (time.perf_counter() - clock) / (time.process_time() - spent)))
    return tuple(map(max, zip(*rates)))


def one_call():
    solo, draw = st.Solo(GAME, SCENARIO), random.random
    step, many, decisions = solo.step, solo.choices(), 0
    began = time.perf_counter()
    while time.perf_counter() - began < SECONDS:
        for _ in range(20_000):
            many = step(int(draw() * many))
        decisions += 20_000
    return decisions / (time.perf_counter() - began)


def batches(planes, codes=True):
    batch = st.Batch(GAME, SCENARIO, 256, planes=planes, codes=codes)
    rng, decisions = np.random.default_rng(0), 0
    began = time.perf_counter()
    while time.perf_counter() - began < SECONDS:
        for _ in range(100):
            batch.step((rng.random(256) * batch.counts).astype(np.uint32))
        decisions += 25_600
    return decisions / (time.perf_counter() - began)


def open_spiel(tensor):
    import pyspiel

    game, draw, decisions = pyspiel.load_game("chess"), random.random, 0
    state = game.new_initial_state()
    began = time.perf_counter()
    while time.perf_counter() - began < SECONDS:
        for _ in range(500):
            if state.is_terminal():
                state = game.new_initial_state()
            actions = state.legal_actions()
            if tensor:
                state.observation_tensor(state.current_player())
            state.apply_action(actions[int(draw() * len(actions))])
        decisions += 500
    return decisions / (time.perf_counter() - began)


def petting_zoo(env):
    decisions = 0
    env.reset(seed=0)
    began = time.perf_counter()
    while time.perf_counter() - began < SECONDS:
        for _ in range(50):
            observation, _, ended, broken_off, _ = env.last()
            if ended or broken_off:
                env.reset()
                continue
            env.step(int(random.choice(np.flatnonzero(observation["action_mask"]))))
        decisions += 50
    return decisions / (time.perf_counter() - began)


def chess_of_petting_zoo():
    from pettingzoo.classic import chess_v6

    return petting_zoo(chess_v6.env())


def own_petting_zoo():
    from sandtable import envs

    return petting_zoo(envs.aec(GAME, SCENARIO))


def main():
    print(f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}; decisions a second, best of {RUNS} runs")
    print(f"{'':<56}{'by the clock':>14}{'by processor time':>20}")
    lines = [
        ("Sandtable, Mars: one call a decision", one_call),
        ("Sandtable, Mars: batches of 256, lists", lambda: batches(False)),
        ("Sandtable, Mars: batches of 256, lists and 20 planes", lambda: batches(True)),
        ("Sandtable, Mars: PettingZoo", own_petting_zoo),
        ("OpenSpiel, chess", lambda: open_spiel(False)),
        ("OpenSpiel, chess, with its tensor", lambda: open_spiel(True)),
        ("PettingZoo, chess", chess_of_petting_zoo),
    ]
    for name, run in lines:
        try:
            clock, spent = best(run)
            print(f"{name:<56}{clock:>14,.0f}{spent:>20,.0f}", flush=True)
        except ImportError as error:
            print(f"{name:<56}{'missing: ' + str(error.name):>14}", flush=True)


if __name__ == "__main__":
    main()
