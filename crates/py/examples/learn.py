"""Learning to beat a recruit, with NumPy alone: a small network that scores every choice.

    python learn.py                          # Operation Mars' learning scenario, both sides, three seeds
    python learn.py --seeds 1 --rounds 2     # a quick look

For each side a network learns from a teacher, the bot `regular`, in rounds. First it watches the teacher play against recruits. In
the rounds that follow it plays against recruits itself, nine decisions in ten, and the teacher says what he would have decided: so it
learns what to do in the positions that its own mistakes lead to. After each round it is fitted to all that it was told so far.
Then it plays 1,000 games with fresh seeds against recruits, alone; so does a recruit in its place with the same seeds, so that the two
can be compared game by game.

The network sees what the side may know: of every choice what, which unit and which place (the batch's codes), the twenty planes in the
nineteen hexes around that place, the unit's own figures and the vector of the rest. It does not look ahead and rolls no dice in its head.
"""

from __future__ import annotations

import argparse
import json
import os
import tempfile
import time
from pathlib import Path

# The matrices are small: more threads would only wait for each other.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

import sandtable as st
from sandtable import lab

WIDTH, HIDDEN = 8, 64
#: Choices of so many decisions are learned from at a time.
DECISIONS = 256
#: So often a round shows all that was told so far.
PASSES = 6
#: Games of the proof have seeds from here on, those of the curve from there; games of the training are others.
PROOF, WATCHED = 10**12, 2 * 10**12
#: What makes numbers of about one out of planes, vector and a counter's traits from its facing on.
PLANE_SCALE = np.array([4, 8, 1, 1, 2, 2, 12, 12, 12, 12, 2, 2, 2, 2, 2, 2, 2, 2, 1, 2], np.float32)
FIGURE_SCALE = np.array([4, 1, 1, 20, 20, 10, 10, 10, 10, 10, 10], np.float32)
TRAIT_SCALE = np.array([6, 10, 40, 40, 2, 2, 1], np.float32)


class Eyes:
    """Choices as rows of numbers."""

    def __init__(self, batch: st.Batch) -> None:
        self.codes = batch.numbering
        _, height, self.width = batch.shape
        hexes = [one for one in st.Game(batch.game, batch.scenario).geojson()["features"] if one["properties"]["kind"] == "hex"]
        numbers = np.array([[int(one["properties"]["hex"][:2]), int(one["properties"]["hex"][2:])] for one in hexes])
        column, row = (numbers - numbers.min(0)).T
        cell = row * self.width + column
        # A place beyond the hexes, or none, looks at a cell where there is nothing.
        self.nothing = height * self.width
        self.cell = np.full(self.codes.places + 1, self.nothing)
        self.cell[1 : len(cell) + 1] = cell
        # The nineteen hexes around each: steps from middle to middle are the same everywhere.
        middles = np.array([np.mean(one["geometry"]["coordinates"][0][:6], 0) for one in hexes])
        steps = middles[None] - middles[:, None]
        near = np.hypot(steps[..., 0], steps[..., 1]) < 2.2
        kinds = np.unique(np.round(steps[near] * 2).astype(int), axis=0)
        self.around = np.full((self.nothing + 1, len(kinds)), self.nothing)
        for place, kind in enumerate(kinds):
            here, there = np.nonzero(near & (np.round(steps * 2) == kind).all(-1))
            self.around[cell[here], place] = cell[there]
        self.bytes = len(kinds) * len(st.PLANES)
        self.numbers = len(st.PLANES) + len(st.FIGURES) + len(TRAIT_SCALE)
        self.scale = np.tile(1 / PLANE_SCALE, len(kinds))

    def look(self, batch: st.Batch) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """Of every choice what, who and where; the planes around it as bytes; other numbers; and its game."""
        games = len(batch)
        game = np.repeat(np.arange(games), batch.counts)
        verb, unit, place = self.codes.split(batch.codes).T
        in_hand = batch.entities[:, :, st.TRAITS.index("in hand")] > 0
        in_hand = np.where(in_hand.any(1), in_hand.argmax(1) + 1, 0)
        who = np.where(unit > 0, unit, in_hand[game])
        traits = batch.entities[game, np.maximum(who - 1, 0)]
        stands = (who > 0) & (traits[:, st.TRAITS.index("on the table")] > 0)
        at = np.where(stands, traits[:, st.TRAITS.index("y")] * self.width + traits[:, st.TRAITS.index("x")], self.nothing)
        to = np.where(self.cell[place] == self.nothing, at, self.cell[place])
        planes = np.zeros((games, self.nothing + 1, len(st.PLANES)), np.uint8)
        planes[:, :-1] = batch.planes.reshape(games, len(st.PLANES), -1).transpose(0, 2, 1)
        near = planes[game[:, None], self.around[to]].reshape(len(game), self.bytes)
        first = st.TRAITS.index("facing")
        own = np.clip(traits[:, first : first + len(TRAIT_SCALE)] / TRAIT_SCALE, -1, 3) * stands[:, None]
        rest = np.clip(batch.vectors / FIGURE_SCALE, -3, 3)[game]
        numbers = np.concatenate([planes[game, at] / PLANE_SCALE, rest, own], 1).astype(np.float32)
        return np.stack([verb, who, place], 1), near, numbers, game


class Net:
    """Tables for what, who and where, and one hidden layer over them and the numbers: a score for each choice."""

    def __init__(self, eyes: Eyes, rng: np.random.Generator) -> None:
        inputs = 3 * WIDTH + eyes.numbers + eyes.bytes
        tables = [rng.normal(0, 0.3, (size, WIDTH)) for size in eyes.codes.shape]
        first = rng.normal(0, inputs**-0.5, (inputs, HIDDEN))
        last = rng.normal(0, 0.1 * HIDDEN**-0.5, HIDDEN)
        # The last is one number for every code: what is good whatever the rest.
        weights = [*tables, first, np.zeros(HIDDEN), last, np.zeros(eyes.codes.count)]
        self.weights = [one.astype(np.float32) for one in weights]
        self.moments = [(np.zeros_like(one), np.zeros_like(one)) for one in self.weights]
        self.eyes, self.updates = eyes, 0

    def score(self, parts: np.ndarray, near: np.ndarray, numbers: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        *tables, first, bias, last, plain = self.weights
        known = [table[column] for table, column in zip(tables, parts.T)]
        inputs = np.concatenate([*known, numbers, near * self.eyes.scale], 1)
        hidden = np.maximum(inputs @ first + bias, 0)
        return hidden @ last + plain[self.eyes.codes.join(parts)], hidden, inputs

    def learn(self, parts: np.ndarray, hidden: np.ndarray, inputs: np.ndarray, upward: np.ndarray, rate: float) -> None:
        """Adam's step that raises the scores by what they are to be raised."""
        *tables, first, _, last, plain = self.weights
        back = upward[:, None] * last * (hidden > 0)
        into = back @ first[: 3 * WIDTH].T
        slopes = [np.zeros_like(table) for table in tables]
        for place, slope in enumerate(slopes):
            np.add.at(slope, parts[:, place], into[:, place * WIDTH : (place + 1) * WIDTH])
        plainly = np.bincount(self.eyes.codes.join(parts), upward, len(plain))
        slopes += [inputs.T @ back, back.sum(0), hidden.T @ upward, plainly]
        self.updates += 1
        soon, late = 1 - 0.9**self.updates, 1 - 0.999**self.updates
        for weight, slope, (mean, square) in zip(self.weights, slopes, self.moments):
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope * slope - square)
            weight += (rate * (mean / soon) / (np.sqrt(square / late) + 1e-6)).astype(np.float32)


def best(scores: np.ndarray, game: np.ndarray, offsets: np.ndarray) -> np.ndarray:
    """The highest score of every list, as its row; of equals the first."""
    rows = np.flatnonzero(scores >= np.maximum.reduceat(scores, offsets[:-1])[game])
    return rows[np.unique(game[rows], return_index=True)[1]]


class Memory:
    """What was decided in each game since its turn began. A network that scores positions alone would dither: it takes a unit in
    hand, puts it back, and takes it again. So it is the more loath to do something the more often it has done it in this turn."""

    def __init__(self, batch: st.Batch) -> None:
        self.done = np.zeros((len(batch), batch.numbering.count), np.uint8)
        self.turn = batch.vectors[:, 0].copy()

    def loath(self, batch: st.Batch, game: np.ndarray) -> np.ndarray:
        new = batch.vectors[:, 0] != self.turn
        self.done[new] = 0
        self.turn = batch.vectors[:, 0].copy()
        return 0.5 * self.done[game, batch.codes]

    def keep(self, batch: st.Batch, taken: np.ndarray) -> None:
        place = np.arange(len(batch)), batch.codes[batch.offsets[:-1] + taken]
        self.done[place] = np.minimum(self.done[place], 254) + 1


class Lessons:
    """Decisions with all their choices, and which of them the teacher took."""

    def __init__(self) -> None:
        self.kept: list[tuple[np.ndarray, ...]] = []

    def add(self, wanted: np.ndarray, look: tuple[np.ndarray, ...], counts: np.ndarray, told: np.ndarray) -> None:
        parts, near, numbers, game = look
        rows = wanted[game]
        self.kept.append((parts[rows], near[rows], numbers[rows], counts[wanted].astype(np.int64), told[wanted]))

    def teach(self, net: Net, passes: int, rng: np.random.Generator, after) -> float:
        """Shows the network all of it so many times, and calls `after` each of them; tells how often it took the same at last."""
        parts, near, numbers, counts, told = (np.concatenate(column) for column in zip(*self.kept))
        self.kept = [(parts, near, numbers, counts, told)]
        starts = np.cumsum(counts) - counts
        orders = [rng.permutation(len(counts)) for _ in range(passes)]
        steps = [(order, first) for order in orders for first in range(0, len(order), DECISIONS)]
        same = []
        for place, (order, first) in enumerate(steps):
            chosen = order[first : first + DECISIONS]
            offsets = np.concatenate([[0], np.cumsum(counts[chosen])])
            game = np.repeat(np.arange(len(chosen)), counts[chosen])
            rows = np.arange(offsets[-1]) + np.repeat(starts[chosen] - offsets[:-1], counts[chosen])
            scores, hidden, inputs = net.score(parts[rows], near[rows], numbers[rows])
            raised = np.exp(scores - np.maximum.reduceat(scores, offsets[:-1])[game])
            upward = -raised / np.add.reduceat(raised, offsets[:-1])[game]
            taken = offsets[:-1] + told[chosen]
            upward[taken] += 1
            same = same[-len(steps) // passes :] + [np.mean(best(scores, game, offsets) == taken)]
            rate = 2e-3 * 0.1 ** (place / len(steps))
            net.learn(parts[rows], hidden, inputs, (upward / len(chosen)).astype(np.float32), rate)
            if first + DECISIONS >= len(order):
                after()
        return float(np.mean(same))


def practise(
    terms: dict, seat: int, games: int, seed: int, net: Net | None, lessons: Lessons, rng: np.random.Generator
) -> tuple[Eyes, float]:
    """Games against recruits, of the teacher or of the network with the teacher beside it; the share that was won."""
    batch = st.Batch(**terms, games=games, seed=seed, planes=True, entities=True)
    eyes = net.eyes if net else Eyes(batch)
    # The same seeds roll the same dice at a table, where bots read what can be decided.
    tables = [st.Game(**terms, seed=seed + place) for place in range(games)]
    names = ["regular" if place == seat else "recruit" for place in range(2)]
    bots = [[st.Bot(terms["game"], name, seed=own * 31 + place) for place, name in enumerate(names)] for own in range(seed, seed + games)]
    memory, going, won = Memory(batch), np.ones(games, bool), np.zeros(games, bool)
    while going.any():
        look = eyes.look(batch)
        offsets = batch.offsets.astype(np.int64)
        taken, told = np.zeros(games, np.int64), np.zeros(games, np.int64)
        own = going & (batch.seats == seat)
        if net:
            taken = best(net.score(*look[:3])[0] - memory.loath(batch, look[3]), look[3], offsets) - offsets[:-1]
        led = ~own | (rng.random(games) < (0.1 if net else 1.0))
        for place in np.flatnonzero(going):
            texts = batch.texts(place)
            told[place] = texts.index(bots[place][batch.seats[place]].decide(tables[place]))
            if led[place]:
                taken[place] = told[place]
            tables[place].act(texts[taken[place]])
        lessons.add(own & (batch.counts > 1), look, batch.counts, told)
        memory.keep(batch, taken)
        batch.step(taken)
        ended = going & (batch.winners != -2)
        won[ended] = batch.winners[ended] == seat
        going &= ~ended
        # A network that does not know yet when to stop would go on for ever.
        going &= np.array([table.steps < 1500 for table in tables])
    return eyes, float(won.mean())


def train(terms: dict, seat: int, seed: int, rounds: int, games: int, told) -> tuple[Net, list[tuple[float, float]]]:
    """A network for a side, and the share of games that it won alone on the way, by the processor minutes spent on learning."""
    rng, lessons = np.random.default_rng(seed), Lessons()
    first, curve, aside, began = (seed << 36) + (seat << 32), [], 0.0, time.process_time()
    eyes, won = practise(terms, seat, games, first, None, lessons, rng)
    net = Net(eyes, rng)

    def measure() -> None:
        # What is only measured is no part of the training, neither its games nor its time.
        nonlocal aside
        now = time.process_time()
        curve.append(((now - began - aside) / 60, float(prove(terms, seat, 128, net, WATCHED).mean())))
        aside += time.process_time() - now

    told(f"  the teacher won {won:.3f} of {games} games")
    measure()
    for place in range(rounds):
        if place:
            _, won = practise(terms, seat, games, first + place * games, net, lessons, rng)
        same = lessons.teach(net, PASSES, rng, measure)
        told(f"  round {place + 1}: decides as the teacher in {same:.3f}, wins {curve[-1][1]:.3f}, {curve[-1][0]:.2f} processor minutes")
    return net, curve


def prove(terms: dict, seat: int, games: int, net: Net, seed: int) -> np.ndarray:
    """Which games of fresh seeds the network wins against a recruit, alone. What is drawn or broken off is not won."""
    sides = st.game(terms["game"]).sides(terms["scenario"])
    batch = st.Batch(
        **terms, games=games, seed=seed, opponents={sides[1 - seat]: "recruit"}, planes=True, entities=True, limit=1500
    )
    memory, going, won = Memory(batch), np.ones(games, bool), np.zeros(games, bool)
    while going.any():
        *seen, game = net.eyes.look(batch)
        offsets = batch.offsets.astype(np.int64)
        taken = best(net.score(*seen)[0] - memory.loath(batch, game), game, offsets) - offsets[:-1]
        memory.keep(batch, taken)
        batch.step(taken)
        ended = going & (batch.winners != -2)
        won[ended] = batch.winners[ended] == seat
        going &= ~ended
    return won


def recruits(terms: dict, games: int) -> list[np.ndarray]:
    """Which of the same games a recruit wins against a recruit, for each seat."""
    sides = st.game(terms["game"]).sides(terms["scenario"])
    with tempfile.TemporaryDirectory() as folder:
        study = lab.sim(**terms, out=folder, games=games, seed=PROOF, players=dict.fromkeys(sides, "recruit"))
        winners = np.array(study.table("games").sort_by("seed")["winner"].to_pylist(), object)
    return [winners == side for side in sides]


def interval(gains: np.ndarray) -> tuple[float, float]:
    """The mean of paired differences, 95 in 100."""
    reach = 1.96 * gains.std(ddof=1) / len(gains) ** 0.5
    return float(gains.mean() - reach), float(gains.mean() + reach)


def picture(curves: dict[str, list[list[tuple[float, float]]]], out: Path) -> None:
    try:
        import matplotlib
    except ImportError:
        print("matplotlib is not installed: there is no picture of the curves")
        return
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(7, 3.6), layout="constrained")
    for (side, runs), colour in zip(curves.items(), ("#a3402c", "#3a5a78")):
        for place, curve in enumerate(runs):
            minutes, won = zip(*curve)
            axes.plot(minutes, won, color=colour, lw=1.4, marker="o", ms=3, alpha=0.85, label=side if place == 0 else None)
    axes.axhline(0.5, color="#777", lw=0.8, ls="--")
    axes.set(xlabel="processor minutes of training", ylabel="games won against a recruit", ylim=(0, 1), xlim=(0, None))
    axes.legend(frameon=False, loc="lower right")
    axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(out, dpi=100)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--game", default="mars")
    arguments.add_argument("--scenario", default=None, help="the game's learning scenario unless told otherwise")
    arguments.add_argument("--seeds", type=int, default=3)
    arguments.add_argument("--rounds", type=int, default=3)
    arguments.add_argument("--practice", type=int, default=192, help="games of each round")
    arguments.add_argument("--games", type=int, default=1000, help="to prove it in, for each side")
    arguments.add_argument("--out", type=Path, default=Path("learning"))
    told = arguments.parse_args()
    scenario = told.scenario or next(name for name, about in st.game(told.game).scenarios.items() if about.get("learning"))
    terms = {"game": told.game, "scenario": scenario}
    told.out.mkdir(exist_ok=True)
    curves: dict[str, list] = {}
    figures = []
    began = time.monotonic()
    in_its_place = recruits(terms, told.games)
    for seat, side in enumerate(st.game(told.game).sides(scenario)):
        print(f"{side}: a recruit in its place wins {in_its_place[seat].mean():.3f}", flush=True)
        for seed in range(1, told.seeds + 1):
            net, curve = train(terms, seat, seed, told.rounds, told.practice, lambda line: print(line, flush=True))
            won = prove(terms, seat, told.games, net, PROOF)
            gain = won.astype(float) - in_its_place[seat]
            (low, high), (less, more) = lab.wilson(float(won.sum()), len(won)), interval(gain)
            curves.setdefault(side, []).append(curve)
            figures.append(
                {"side": side, "seed": seed, "games": told.games, "won": float(won.mean()), "interval": [low, high],
                 "more_than_a_recruit": float(gain.mean()), "paired_interval": [less, more], "processor_minutes": curve[-1][0]}
            )
            print(f"{side}, seed {seed}: {won.mean():.3f} won ({low:.3f} to {high:.3f}), "
                  f"{gain.mean():+.3f} ({less:+.3f} to {more:+.3f}) against a recruit in its place", flush=True)
    print(f"{(time.monotonic() - began) / 60:.1f} minutes by the clock, {time.process_time() / 60:.1f} processor minutes in all")
    (told.out / "figures.json").write_text(json.dumps(figures, indent=1) + "\n")
    (told.out / "curves.json").write_text(json.dumps(curves) + "\n")
    picture(curves, told.out / "curve.png")


if __name__ == "__main__":
    main()
