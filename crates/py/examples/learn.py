"""Learning to beat a recruit, with NumPy alone: a small network that scores every choice.

    python learn.py                          # Operation Mars' learning scenario, both sides, three seeds
    python learn.py --game ford --minutes 2 --seeds 1

For each side a network first learns to decide as a regular does, from games that regulars play against recruits; then it plays recruits itself
and learns from how its games end, by the policy gradient with generalized advantages. Then it plays 1,000 games with fresh
seeds; so does a recruit in its place, with the same seeds, so that the two can be compared game by game. The network sees what the
side may know: for every choice what, which unit and which place (the batch's codes), the planes there and around, and the vector of the
rest. It does not look ahead and rolls no dice in its head.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path

import numpy as np

import sandtable as st

GAMES, STEPS = 128, 24
GAMES_TO_WATCH = 384
WIDTH, HIDDEN = 8, 64
PLANE_SCALE = np.array([4, 8, 1, 1, 2, 2, 12, 12, 12, 12, 2, 2, 2, 2, 2, 2, 2, 2, 1, 2], np.float32)


class Eyes:
    """Choices as rows of numbers."""

    def __init__(self, batch: st.Batch) -> None:
        self.codes = batch.numbering
        planes, height, width = batch.shape
        hexes = [one["properties"]["hex"] for one in st.Game(batch.game, batch.scenario).geojson()["features"]
                 if one["properties"]["kind"] == "hex"]
        columns = [int(name[:2]) for name in hexes]
        rows = [int(name[2:]) for name in hexes]
        cells = [(row - min(rows)) * width + column - min(columns) for row, column in zip(rows, columns)]
        # A place beyond the hexes, or none, looks at a cell where there is nothing.
        self.cell = np.full(self.codes.places + 1, height * width, np.int64)
        self.cell[1 : len(cells) + 1] = cells
        self.height, self.width = height, width
        self.own = 2 * len(st.PLANES) + len(st.FIGURES)

    def look(self, batch: st.Batch) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Of every choice its parts, its numbers, and its game."""
        game = np.repeat(np.arange(len(batch)), batch.counts)
        parts = self.codes.split(batch.codes)
        planes = batch.planes.astype(np.float32) / PLANE_SCALE[None, :, None, None]
        around = np.zeros_like(planes)
        padded = np.pad(planes, ((0, 0), (0, 0), (1, 1), (1, 1)))
        for down, right in ((0, 1), (2, 1), (1, 0), (1, 2), (0, 0), (0, 2), (2, 0), (2, 2)):
            around += padded[:, :, down : down + self.height, right : right + self.width]
        both = np.concatenate([planes, around / 4], 1).reshape(len(batch), 2 * len(st.PLANES), -1)
        both = np.pad(both, ((0, 0), (0, 0), (0, 1)))
        here = both[game, :, self.cell[parts[:, 2]]]
        vector = np.clip(batch.vectors / np.array([4, 1, 1, 20, 20, 10, 10, 10, 10, 10, 10]), -3, 3)
        return parts, np.concatenate([here, vector[game].astype(np.float32)], 1), game


class Net:
    """Tables for what, unit and place, and one hidden layer over them and the numbers: a score for each choice."""

    def __init__(self, eyes: Eyes, rng: np.random.Generator) -> None:
        inputs = 3 * WIDTH + eyes.own
        self.tables = [rng.normal(0, 0.3, (size, WIDTH)).astype(np.float32) for size in eyes.codes.shape]
        self.first = rng.normal(0, inputs**-0.5, (inputs, HIDDEN)).astype(np.float32)
        self.bias = np.zeros(HIDDEN, np.float32)
        self.last = rng.normal(0, 0.1 * HIDDEN**-0.5, HIDDEN).astype(np.float32)
        # One number for every code: what is good whatever the rest.
        self.plain = np.zeros(eyes.codes.count, np.float32)
        self.worth = np.zeros(3, np.float32)
        self.eyes = eyes
        self.moments = [[np.zeros_like(one), np.zeros_like(one)] for one in self.weights()]
        self.updates = 0

    def weights(self) -> list[np.ndarray]:
        return [*self.tables, self.first, self.bias, self.last, self.plain]

    def score(self, parts: np.ndarray, numbers: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        inputs = np.concatenate([*(table[column] for table, column in zip(self.tables, parts.T)), numbers], 1)
        hidden = np.tanh(inputs @ self.first + self.bias)
        return hidden @ self.last + self.plain[self.eyes.codes.join(parts)], hidden, inputs

    def value(self, standings: np.ndarray, turns: np.ndarray) -> np.ndarray:
        return np.tanh(self.worth[0] + self.worth[1] * standings + self.worth[2] * standings * turns)

    def slopes(self, parts: np.ndarray, hidden: np.ndarray, inputs: np.ndarray, upward: np.ndarray) -> list[np.ndarray]:
        """How each weight raises the scores by what they are to be raised."""
        found = [np.zeros_like(one) for one in self.weights()]
        back = upward[:, None] * self.last * (1 - hidden * hidden)
        into = back @ self.first.T
        for place in range(3):
            np.add.at(found[place], parts[:, place], into[:, place * WIDTH : (place + 1) * WIDTH])
        found[3] += inputs.T @ back
        found[4] += back.sum(0)
        found[5] += hidden.T @ upward
        np.add.at(found[6], self.eyes.codes.join(parts), upward)
        return found

    def learn(self, gradients: list[np.ndarray], rate: float) -> None:
        """Adam's step upwards."""
        self.updates += 1
        for weight, gradient, (mean, square) in zip(self.weights(), gradients, self.moments):
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient * gradient - square)
            weight += (
                rate * (mean / (1 - 0.9**self.updates)) / (np.sqrt(square / (1 - 0.999**self.updates)) + 1e-6)
            ).astype(np.float32)


def choose(scores: np.ndarray, game: np.ndarray, offsets: np.ndarray, noise: np.ndarray | float) -> np.ndarray:
    """The best of every list; with Gumbel's noise a draw by the scores."""
    noisy = scores + noise
    best = np.maximum.reduceat(noisy, offsets[:-1])
    first = np.flatnonzero(noisy >= best[game])
    _, places = np.unique(game[first], return_index=True)
    return first[places]


def shares(scores: np.ndarray, game: np.ndarray, offsets: np.ndarray) -> np.ndarray:
    """The chance of every choice."""
    raised = np.exp(scores - np.maximum.reduceat(scores, offsets[:-1])[game])
    return raised / np.add.reduceat(raised, offsets[:-1])[game]


def watch(terms: dict, seat: int, games: int, seed: int) -> list[tuple[np.ndarray, ...]]:
    """What a regular of this seat decided in games against a recruit: the choices that it had, and which it took."""
    sides = st.game(terms["game"]).sides(terms["scenario"])
    seen = []
    for first in range(seed, seed + games, 32):
        traces = []
        for own in range(first, first + 32):
            table = st.Game(**terms, seed=own)
            names = ["recruit", "recruit"]
            names[seat] = "regular"
            table.play({side: st.Bot(terms["game"], name, seed=own * 31 + place) for place, (side, name) in enumerate(zip(sides, names))})
            lines = [line.split(": ", 1)[1].rsplit(" #", 1)[0] for line in table.record().split("\n\n", 1)[1].splitlines()]
            traces.append([line.rsplit(" [", 1)[0] if line.endswith("]") else line for line in lines])
        # The same seeds roll the same dice in a batch: the games are played again, and seen as numbers.
        batch = st.Batch(**terms, games=32, seed=first, planes=True)
        eyes = Eyes(batch)
        for step in range(max(map(len, traces))):
            live = np.array([step < len(trace) for trace in traces])
            taken = np.array([batch.texts(place).index(trace[step]) if live[place] else 0 for place, trace in enumerate(traces)])
            wanted = live & (batch.seats == seat) & (batch.counts > 1)
            if wanted.any():
                parts, numbers, game = eyes.look(batch)
                rows = wanted[game]
                counts = batch.counts[wanted]
                offsets = np.concatenate([[0], np.cumsum(counts)])
                seen.append((parts[rows], numbers[rows], np.repeat(np.arange(len(counts)), counts), offsets, offsets[:-1] + taken[wanted]))
            batch.step(taken)
    return seen


def imitate(net: Net, seen: list[tuple[np.ndarray, ...]], minutes: float, rng: np.random.Generator) -> float:
    """Learns to take what was taken; tells how often it does in the end."""
    began, rate, right = time.monotonic(), 3e-3, []
    while time.monotonic() - began < minutes * 60:
        right = []
        for place in rng.permutation(len(seen)):
            parts, numbers, game, offsets, taken = seen[place]
            scores, hidden, inputs = net.score(parts, numbers)
            upward = -shares(scores, game, offsets)
            right.extend(choose(scores, game, offsets, 0.0) == taken)
            upward[taken] += 1
            net.learn(net.slopes(parts, hidden, inputs, (upward / len(taken)).astype(np.float32)), rate)
            if time.monotonic() - began > minutes * 60:
                break
        rate = max(3e-4, rate * 0.8)
    return float(np.mean(right))


def train(terms: dict, seat: int, minutes: float, seed: int, told) -> tuple[Net, list[tuple[float, float]]]:
    """A network for a side, and the share of games that it won on the way."""
    rng = np.random.default_rng(seed)
    sides = st.game(terms["game"]).sides(terms["scenario"])
    batch = st.Batch(
        **terms, games=GAMES, seed=seed << 32, opponents={sides[1 - seat]: "recruit"}, planes=True, standings=True, limit=1500
    )
    net = Net(Eyes(batch), rng)
    start = time.monotonic()
    seen = watch(terms, seat, GAMES_TO_WATCH, (seed << 32) + (1 << 24))
    told(f"  {sum(len(one[4]) for one in seen)} decisions of a regular seen in {time.monotonic() - start:.0f} s")
    right = imitate(net, seen, minutes / 3, rng)
    told(f"  takes what the regular took in {right:.3f}")
    began, curve, won = time.monotonic(), [], []
    minutes -= (began - start) / 60
    while (spent := time.monotonic() - began) < minutes * 60:
        rate = 1e-3 * max(0.1, 1 - spent / (minutes * 60))
        seen, values, rewards, ends = [], [], [], []
        for _ in range(STEPS):
            parts, numbers, game = net.eyes.look(batch)
            scores, hidden, inputs = net.score(parts, numbers)
            noise = rng.gumbel(size=len(scores)).astype(np.float32)
            picked = choose(scores, game, batch.offsets, noise)
            seen.append((parts, hidden, inputs, shares(scores, game, batch.offsets), game, picked, batch.standings / 1000, batch.vectors[:, 0] / 8))
            values.append(net.value(batch.standings / 1000, batch.vectors[:, 0] / 8))
            batch.step(picked - batch.offsets[:-1])
            over = batch.winners != -2
            reward = np.where(over, np.where(batch.winners == seat, 1.0, -1.0), 0.0)
            rewards.append(reward)
            ends.append(over)
            won.extend(batch.winners[over] == seat)
        values.append(net.value(batch.standings / 1000, batch.vectors[:, 0] / 8))
        advantage, total = np.zeros(GAMES), []
        for step in range(STEPS - 1, -1, -1):
            onward = np.where(ends[step], 0, values[step + 1])
            advantage = rewards[step] + onward - values[step] + 0.95 * np.where(ends[step], 0, advantage)
            total.append(advantage)
        total = np.stack(total[::-1])
        scale = total.std() + 1e-6
        gradients = [np.zeros_like(one) for one in net.weights()]
        worth = np.zeros(3)
        for step, (parts, hidden, inputs, share, game, picked, standings, turns) in enumerate(seen):
            weight = (np.clip(total[step] / scale, -3, 3) / (GAMES * STEPS)).astype(np.float32)
            upward = -share * weight[game]
            upward[picked] += weight
            # A little for staying open: entropy.
            plain = share * (np.log(share + 1e-9) - np.add.reduceat(share * np.log(share + 1e-9), np.flatnonzero(np.diff(game, prepend=-1)))[game])
            upward -= 0.003 / (GAMES * STEPS) * plain
            upward = upward.astype(np.float32)
            for sum_of, one in zip(gradients, net.slopes(parts, hidden, inputs, upward)):
                sum_of += one
            slope = total[step] * (1 - values[step] ** 2)
            worth += [slope.sum(), (slope * standings).sum(), (slope * standings * turns).sum()]
        net.learn(gradients, rate)
        net.worth += (0.5 * worth / (GAMES * STEPS)).astype(np.float32)
        if len(won) >= 256:
            curve.append((time.monotonic() - start, float(np.mean(won))))
            told(f"  {curve[-1][0]:5.0f} s  {curve[-1][1]:.3f} won of the last {len(won)}")
            won = []
    return net, curve


def prove(terms: dict, seat: int, games: int, net: Net | None) -> np.ndarray:
    """Which games of fresh seeds a side wins against a recruit: with the network, or as a recruit itself."""
    sides = st.game(terms["game"]).sides(terms["scenario"])
    won = np.zeros(games, bool)
    if net is None:
        for seed in range(games):
            table = st.Game(terms["game"], terms["scenario"], seed=PROOF + seed)
            bots = {side: st.Bot(terms["game"], "recruit", seed=(PROOF + seed) * 31 + place) for place, side in enumerate(sides)}
            won[seed] = table.play(bots).winner == sides[seat]
        return won
    batch = st.Batch(
        **terms, games=games, seed=PROOF, opponents={sides[1 - seat]: "recruit"}, planes=True, limit=1500
    )
    rng, open_games = np.random.default_rng(0), np.ones(games, bool)
    while open_games.any():
        parts, numbers, game = net.eyes.look(batch)
        scores, _, _ = net.score(parts, numbers)
        noise = 0.3 * rng.gumbel(size=len(scores)).astype(np.float32)
        batch.step(choose(scores, game, batch.offsets, noise) - batch.offsets[:-1])
        ended = open_games & (batch.winners != -2)
        won[ended] = batch.winners[ended] == seat
        open_games &= ~ended
    return won


PROOF = 10**12


def interval(shares: np.ndarray) -> tuple[float, float]:
    """The mean of paired differences, 95 in 100."""
    reach = 1.96 * shares.std(ddof=1) / len(shares) ** 0.5
    return float(shares.mean() - reach), float(shares.mean() + reach)


def picture(curves: dict[str, list[list[tuple[float, float]]]], out: Path) -> None:
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(8, 4.5), layout="constrained")
    for (side, runs), colour in zip(curves.items(), ("#a3402c", "#3a5a78")):
        for place, curve in enumerate(runs):
            times, won = zip(*curve)
            smooth = np.convolve(np.pad(won, 2, "edge"), np.ones(5) / 5, "valid")
            axes.plot(np.array(times) / 60, smooth, color=colour, lw=1.6, alpha=0.85, label=side if place == 0 else None)
    axes.axhline(0.5, color="#777", lw=0.8, ls="--")
    axes.set(xlabel="minutes of training", ylabel="share of games won against a recruit", ylim=(0, 1))
    axes.legend(frameon=False)
    axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(out, dpi=110)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--game", default="mars")
    arguments.add_argument("--scenario", default=None)
    arguments.add_argument("--minutes", type=float, default=4.0, help="of training for each side")
    arguments.add_argument("--seeds", type=int, default=3)
    arguments.add_argument("--games", type=int, default=1000, help="to prove it in, for each side")
    arguments.add_argument("--out", type=Path, default=Path("learning"))
    told = arguments.parse_args()
    scenario = told.scenario or next(
        name for name, about in st.game(told.game).scenarios.items() if about.get("learning")
    )
    terms = {"game": told.game, "scenario": scenario}
    told.out.mkdir(exist_ok=True)
    curves: dict[str, list] = {}
    figures = []
    for seat, side in enumerate(st.game(told.game).sides(scenario)):
        as_recruit = prove(terms, seat, told.games, None)
        print(f"{side}: a recruit in its place wins {as_recruit.mean():.3f}", flush=True)
        for seed in range(1, told.seeds + 1):
            net, curve = train(terms, seat, told.minutes, seed, lambda line: print(line, flush=True))
            won = prove(terms, seat, told.games, net)
            low, high = st_wilson(won)
            gain = won.astype(float) - as_recruit
            figures.append(
                {"side": side, "seed": seed, "won": float(won.mean()), "interval": [low, high],
                 "more_than_a_recruit": float(gain.mean()), "paired_interval": interval(gain), "games": told.games,
                 "minutes": told.minutes}
            )
            curves.setdefault(side, []).append(curve)
            print(f"{side}, seed {seed}: {won.mean():.3f} won ({low:.3f} to {high:.3f}), "
                  f"{gain.mean():+.3f} ({interval(gain)[0]:+.3f} to {interval(gain)[1]:+.3f}) against a recruit", flush=True)
    (told.out / "figures.json").write_text(json.dumps(figures, indent=1) + "\n")
    (told.out / "curves.json").write_text(json.dumps(curves) + "\n")
    picture(curves, told.out / "curve.png")


def st_wilson(won: np.ndarray) -> tuple[float, float]:
    from sandtable.lab import wilson

    return wilson(float(won.sum()), len(won))


if __name__ == "__main__":
    main()
