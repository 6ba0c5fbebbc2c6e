"""The lab: many games between bots as data, on this machine or on a cluster of Ray.

    from sandtable import lab
    study = lab.sim("mars", "vazuza", out="vazuza", games=2000)                      # this machine
    study = lab.sim("mars", "vazuza", out="vazuza", games=2000, cluster="auto")      # the cluster that is there
    study.table("games")                                                              # a pyarrow.Table

What comes of a run does not depend on where it was played: the tables have the same bytes on one machine and on a hundred. A run
that was stopped goes on when the same call is made again, also elsewhere; with more `games` it is made longer. `out` is a
folder, or any address that fsspec knows (`s3://...`). `docs/lab.md` describes the tables.
"""

from __future__ import annotations

import contextlib
import itertools
import json
import math
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from . import _native, asked

#: The tables of a run.
TABLES: tuple[str, ...] = tuple(_native.TABLES)

#: Tasks that are lost with their machine are given out again so often.
TRIES = 20


@dataclass(frozen=True)
class Study:
    """A run that was played."""

    #: Where its tables are.
    out: str
    games: int
    #: Games that were there already.
    found: int
    #: Games that were played now.
    played: int
    seconds: float

    def report(self) -> dict[str, Any]:
        """Who won how often, by how much, and whether the dice were fair, with intervals."""
        with _local(self.out, write=False) as folder:
            return json.loads(_native.report(str(folder)))

    def table(self, name: str) -> Any:
        """One of the tables as a `pyarrow.Table`."""
        import pyarrow
        import pyarrow.parquet

        if name not in TABLES:
            raise _native.LabFailed(f"there is no table `{name}`; there are: {', '.join(TABLES)}")
        with _local(self.out, write=False) as folder:
            parts = sorted((folder / name).glob("*.parquet"))
            if not parts:
                raise _native.LabFailed(f"{self.out} holds no table `{name}`")
            return pyarrow.concat_tables([pyarrow.parquet.read_table(part) for part in parts])


def read(out: str | os.PathLike[str]) -> Study:
    """A run that lies in a folder."""
    with _local(_address(out), write=False) as folder:
        try:
            head = json.loads((folder / "run.json").read_text(encoding="utf-8"))
        except FileNotFoundError:
            raise _native.LabFailed(f"{out} holds no run: there is no run.json in it") from None
    return Study(str(out), head["games"], head["games"], 0, 0.0)


def sim(
    game: str,
    scenario: str | None = None,
    *,
    out: str | os.PathLike[str],
    games: int = 1000,
    seed: int = 1,
    players: Mapping[str, str] | None = None,
    options: Mapping[str, Any] | None = None,
    patch: str | None = None,
    cluster: str | None = None,
    chunk: int = 25,
    threads: int = 0,
    progress: bool | None = None,
) -> Study:
    """Plays many games between bots and keeps what happened in tables. A side that is not named is played by a regular.

    `cluster` is the address of a cluster of Ray: "auto" for the one that this machine belongs to, "local" for one that is started on
    this machine and ends with this process, or a head's address. Every task
    plays `chunk` games; one whose machine dies is played again elsewhere."""
    told, players = asked.options(options), asked.names("players", players)
    games, seed, chunk = asked.whole("games", games), asked.whole("seed", seed), asked.whole("chunk", chunk, 1)
    threads = asked.whole("threads", threads, 0, asked.THREADS)
    out = _address(out)
    words = {"scenario": scenario, "games": games, "seed": seed, "players": players, "options": told}
    given = ", ".join(f"{name}={value!r}" for name, value in words.items() if value not in (None, {}))
    command = f"sandtable.lab.sim({game!r}, {given})"
    head = _native.prepare(game, scenario, told, players, patch, games, seed, command)
    tell = _Progress(progress, f"{game} {scenario or ''}".strip())
    with _local(out, write=True) as folder:
        if cluster is None:
            found, played, seconds = _native.run(head, str(folder), threads, tell)
        else:
            found, played, seconds = _on_cluster(head, str(folder), cluster, chunk, tell)
    tell.end()
    return Study(out, games, found, played, seconds)


def _address(out: Any) -> str:
    """Where a run is to lie."""
    if not isinstance(out, (str, os.PathLike)):
        raise TypeError(f"`out` is a folder or an address: found {asked.shown(out)}")
    return os.fspath(out)


class _Progress:
    """A line on a terminal, four times a second."""

    def __init__(self, shown: bool | None, what: str) -> None:
        self.shown = sys.stderr.isatty() if shown is None else shown
        self.what, self.began, self.last = what, time.monotonic(), 0.0

    def __call__(self, done: int, of: int) -> None:
        now = time.monotonic()
        if self.shown and (now - self.last > 0.25 or done == of):
            self.last = now
            rate = done / max(now - self.began, 1e-9)
            sys.stderr.write(f"\r\x1b[K{self.what}: {done} of {of} games, {rate:.0f} a second")
            sys.stderr.flush()

    def end(self) -> None:
        if self.shown:
            sys.stderr.write("\n")


@contextlib.contextmanager
def _local(out: str, *, write: bool) -> Iterator[Path]:
    """A local folder for a run: the folder itself, or a copy of what lies at an address, brought back afterwards."""
    if "://" not in out or out.startswith("file://"):
        yield Path(out.removeprefix("file://"))
        return
    import fsspec

    try:
        files, root = fsspec.core.url_to_fs(out)
    except (ValueError, ImportError) as error:
        raise _native.LabFailed(f"cannot use {out}: {error}") from None
    staged = Path(tempfile.mkdtemp(prefix="sandtable-run-"))
    try:
        if files.exists(root):
            for name in files.find(root):
                here = staged / os.path.relpath(name, root)
                here.parent.mkdir(parents=True, exist_ok=True)
                files.get_file(name, str(here))
        try:
            yield staged
        finally:
            # What a stopped run has played goes along, so that it can go on elsewhere.
            if write:
                _bring_back(files, root, staged)
    finally:
        shutil.rmtree(staged, ignore_errors=True)


def _bring_back(files: Any, root: str, staged: Path) -> None:
    kept = {path.relative_to(staged).as_posix() for path in staged.rglob("*") if path.is_file()} - {"run.lock"}
    for name in sorted(kept):
        there = f"{root.rstrip('/')}/{name}"
        files.makedirs(there.rsplit("/", 1)[0], exist_ok=True)
        files.put_file(str(staged / name), there)
    for name in files.find(root):
        if os.path.relpath(name, root) not in kept:
            files.rm_file(name)


_players: dict[str, Any] = {}


def _play(head: str, games: list[int]) -> str:
    """A task: plays games of a run on whatever machine it is."""
    if head not in _players:
        _players.clear()
        _players[head] = _native.Games(head)
    return _players[head].play(games)


def _on_cluster(
    head: str, folder: str, address: str, chunk: int, tell: Callable[[int, int], object]
) -> tuple[int, int, float]:
    """Gives the missing games out in tasks and puts together what comes back, in whatever order and however often."""
    import ray

    if not ray.is_initialized():
        try:
            own = {"include_dashboard": False} if address == "local" else {}
            ray.init(address=address, log_to_driver=False, **own)
        except (ConnectionError, ValueError, SystemExit) as error:
            # Ray ends the whole interpreter where it cannot reach the address of a cluster that is gone.
            why = "nobody answers there" if isinstance(error, SystemExit) else error
            raise _native.LabFailed(f"there is no cluster of Ray at {address}: {why}") from None
    task = ray.remote(num_cpus=1, max_retries=TRIES, scheduling_strategy="SPREAD")(_play)
    began = time.monotonic()
    run = _native.Run(head, folder)
    try:
        games = json.loads(head)["games"]
        missing, found = run.missing(), run.found()
        shared = ray.put(head)
        waiting = [missing[first : first + chunk] for first in range(0, len(missing), chunk)][::-1]
        tries: dict[int, int] = {}
        under_way: dict[Any, list[int]] = {}
        while waiting or under_way:
            room = max(4, 4 * int(ray.cluster_resources().get("CPU", 1)))
            while waiting and len(under_way) < room:
                part = waiting.pop()
                under_way[task.remote(shared, part)] = part
            done, _ = ray.wait(list(under_way), num_returns=1, timeout=10)
            for reference in done:
                part = under_way.pop(reference)
                try:
                    left = run.add(ray.get(reference))
                    tell(games - left, games)
                except ray.exceptions.RayTaskError as error:
                    raise error.as_instanceof_cause() from None
                except ray.exceptions.RayError:
                    # The machine is gone with what it had found: somebody else plays it.
                    tries[part[0]] = tries.get(part[0], 0) + 1
                    if tries[part[0]] > TRIES:
                        raise
                    waiting.append(part)
        return found, len(missing), time.monotonic() - began
    finally:
        run.close()


def report(out: str | os.PathLike[str]) -> dict[str, Any]:
    """What a run says, in short."""
    return read(out).report()


def compare(one: str | os.PathLike[str], other: str | os.PathLike[str]) -> dict[str, Any]:
    """What changes from one run to another, game by game with the same seeds, for the first side."""
    with _local(str(one), write=False) as first, _local(str(other), write=False) as second:
        return json.loads(_native.compared(str(first), str(second)))


@dataclass(frozen=True)
class Arm:
    """Something that is changed: house options, cells of tables by (table, row, column), or the text of a patch."""

    name: str
    options: Mapping[str, Any] | None = None
    cells: Mapping[tuple[str, str, str], Any] | None = None
    patch: str | None = None

    def text(self, game: str) -> str | None:
        """Its patch."""
        if self.patch is not None or not self.cells:
            return self.patch
        lines = [f"game = {json.dumps(game)}"]
        for (table, row, column), value in self.cells.items():
            names = {"table": table, "row": row, "column": column, "value": str(value)}
            lines += ["[[cell]]", *(f"{name} = {json.dumps(words)}" for name, words in names.items())]
        return "\n".join(lines) + "\n"


AS_IT_IS = Arm("as-it-is")


def _slug(words: str) -> str:
    plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-."
    return "".join(sign if sign in plain else f"_{ord(sign):x}" for sign in words)


def _under(out: str | os.PathLike[str], name: str) -> str:
    return f"{str(out).rstrip('/')}/{name}"


class _Bench:
    """Runs of arms in folders of their own."""

    def __init__(self, game: str, scenario: str | None, out: Any, seed: int, options: Mapping[str, Any], terms: Any):
        self.game, self.scenario, self.out, self.seed, self.options = game, scenario, out, seed, options
        self.terms = terms

    def check(self, arm: Arm) -> None:
        """Whatever is wrong with an arm is found before anything is played."""
        options = asked.options({**self.options, **asked.names("options", arm.options)})
        players = dict(self.terms.get("players") or {})
        try:
            _native.prepare(self.game, self.scenario, options, players, arm.text(self.game), 1, self.seed, "")
        except _native.SandtableError as error:
            raise type(error)(f"{arm.name}: {error}") from None

    def run(self, arm: Arm, games: int, seed: int) -> str:
        """Plays the first so many games of an arm and tells where they are."""
        out = _under(self.out, f"{_slug(arm.name)}-seed-{seed}")
        with contextlib.suppress(_native.LabFailed):
            # A run that is longer already is not cut.
            known = read(out).games
            if known >= games:
                return out
        options = {**self.options, **(arm.options or {})}
        patch = arm.text(self.game)
        sim(self.game, self.scenario, out=out, games=games, seed=seed, options=options, patch=patch, **self.terms)
        return out


def ablate(
    game: str,
    scenario: str | None = None,
    *,
    arms: Sequence[Arm],
    out: str | os.PathLike[str],
    games: int = 2000,
    reach: float = 0.01,
    seed: int = 1,
    options: Mapping[str, Any] | None = None,
    **terms: Any,
) -> list[dict[str, Any]]:
    """What single changes are worth to the first side, in paired games with intervals; the greatest first. Every arm is played
    until its interval reaches no further than `reach` to either side, or for `games`. `players`, `cluster` and the like go to
    `sim`."""
    reach = asked.share("reach", reach)
    bench = _Bench(game, scenario, _address(out), seed, asked.names("options", options), terms)
    for arm in (AS_IT_IS, *arms):
        bench.check(arm)

    def play(arm: int | None, games: int, fresh: bool) -> str:
        return bench.run(AS_IT_IS if arm is None else arms[arm], games, seed)

    found = json.loads(_native.ablation(len(arms), 250, games, reach, play))
    return [{**row, "arm": arms[row["arm"]].name} for row in found]


@dataclass(frozen=True)
class Allowed:
    """A change that tuning may make: a house option, or a cell by (table, row, column), with values from the mildest to the
    strongest; every step down the list costs `cost`."""

    values: Sequence[Any]
    option: str | None = None
    cell: tuple[str, str, str] | None = None
    cost: int = 1


def tune(
    game: str,
    scenario: str | None = None,
    *,
    goal: tuple[str, float],
    within: Sequence[Allowed],
    out: str | os.PathLike[str],
    near: float = 0.02,
    games: int = 2000,
    every: bool = False,
    seed: int = 1,
    options: Mapping[str, Any] | None = None,
    **terms: Any,
) -> dict[str, Any]:
    """The cheapest change among those that are allowed after which a side wins the share that is wanted, `goal` such as
    ("Russian", 0.5); found on one set of seeds and confirmed on another."""
    from .batches import seats_of

    sides = seats_of(game, scenario)
    seat, wanted, near = asked.side(goal[0], sides), asked.share("goal", goal[1]), asked.share("near", near)
    for choice in within:
        if (choice.option is None) == (choice.cell is None) or not choice.values:
            raise _native.Misconfigured(f"a change has an option or a cell, and values to try: found {asked.shown(choice)}")
    bench = _Bench(game, scenario, _address(out), seed, asked.names("options", options), terms)
    sound, arms, costs = [], [], []
    for setting, cost in _native.settings([(len(choice.values), choice.cost) for choice in within]):
        picked = [(choice, choice.values[value]) for choice, value in zip(within, setting) if value is not None]
        targets = [(choice.option, choice.cell) for choice, _ in picked]
        if len(set(targets)) < len(targets):
            continue
        names = [f"{choice.option or '|'.join(choice.cell or ())}={value}" for choice, value in picked]
        changed = {choice.option: value for choice, value in picked if choice.option}
        cells = {choice.cell: value for choice, value in picked if choice.cell}
        sound.append(setting)
        costs.append(cost)
        arms.append(Arm(", ".join(names), changed, cells) if names else AS_IT_IS)
        if len(names) < 2:
            bench.check(arms[-1])

    def play(setting: int | None, games: int, fresh: bool) -> str:
        return bench.run(arms[setting or 0], games, seed + (1 << 40) if fresh else seed)

    found = json.loads(_native.tuning(sound, seat, wanted, near, 100, games, every, play))
    found["tried"] = [
        {**tried, "setting": arms[tried["setting"]].name, "cost": costs[tried["setting"]]} for tried in found["tried"]
    ]
    return found


def wilson(won: float, games: int) -> tuple[float, float]:
    """Wilson's interval around a share, at 95 in 100; of no games it is the whole range."""
    if games == 0:
        return (0.0, 1.0)
    z, share = 1.959964, won / games
    middle, spread = share + z * z / (2 * games), z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    return ((middle - spread) / (1 + z * z / games), (middle + spread) / (1 + z * z / games))


def ladder(
    game: str,
    scenario: str | None = None,
    *,
    bots: Sequence[str],
    out: str | os.PathLike[str],
    pairs: int = 100,
    seed: int = 1,
    **terms: Any,
) -> list[dict[str, Any]]:
    """Every bot against every other, each pair of games with the same seed and the sides changed; the best first. A draw counts
    half. Every row tells what a bot has won against each of the others, with Wilson's interval."""
    from .batches import seats_of

    sides = seats_of(game, scenario)
    if len(sides) != 2:
        raise _native.LabFailed("a ladder is for games of two sides")
    if len(set(bots)) < max(len(bots), 2):
        raise _native.LabFailed("a ladder has at least two bots, each named once")
    score: dict[str, dict[str, list[float]]] = {bot: {} for bot in bots}
    for one, other in itertools.combinations(bots, 2):
        won = [0.0, 0.0]
        for first, second in ((one, other), (other, one)):
            players = dict(zip(sides, (first, second)))
            folder = _under(out, f"{_slug(first)}-against-{_slug(second)}-seed-{seed}")
            told = sim(game, scenario, out=folder, games=pairs, seed=seed, players=players, **terms).report()
            points = [side["won"] + told["draws"] / 2 for side in told["sides"]]
            for bot, point in zip((first, second), points):
                won[0 if bot == one else 1] += point
        score[one][other], score[other][one] = [won[0], 2 * pairs], [won[1], 2 * pairs]
    rows = []
    for bot in bots:
        won, games = (sum(column) for column in zip(*score[bot].values()))
        against = {
            other: {"share": won / games, "interval": wilson(won, int(games))}
            for other, (won, games) in score[bot].items()
        }
        rows.append({"bot": bot, "share": won / games, "interval": wilson(won, int(games)), "against": against})
    return sorted(rows, key=lambda row: -row["share"])
