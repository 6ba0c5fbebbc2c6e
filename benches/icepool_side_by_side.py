#!/usr/bin/env python3
"""The same questions asked of Sandtable and of the Python library icepool, in one run.

Installs icepool into a virtual environment under target/, reads the charts from Sandtable itself, checks that both give
the same fractions, and prints the times. Run from the root of the checkout: make bench.
"""

import json
import pathlib
import subprocess
import sys
import time
import venv
from fractions import Fraction

ROOT = pathlib.Path(__file__).resolve().parent.parent
PLACE = ROOT / "target" / "icepool-venv"
CARGO = ["cargo", "run", "--quiet", "--profile", "bench", "--locked"]


def in_own_environment():
    """Runs this script again inside the environment that has icepool."""
    python = PLACE / "bin" / "python"
    if not python.exists():
        venv.create(PLACE, with_pip=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", "icepool"], check=True)
    raise SystemExit(subprocess.run([python, __file__, "--inside"], check=False).returncode)


def sandtable(*arguments):
    command = [*CARGO, "-p", "sandtable", "--", *arguments, "--json"]
    return json.loads(subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout)


def timings():
    command = [*CARGO, "-p", "sandtable-benches", "--bin", "timings", "--", "--json"]
    return json.loads(subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout)


def best_nanoseconds(call, seconds=2.0):
    """The best of many calls."""
    best, end = None, time.perf_counter() + seconds
    while time.perf_counter() < end or best is None:
        start = time.perf_counter_ns()
        call()
        spent = time.perf_counter_ns() - start
        best = spent if best is None else min(best, spent)
    return best


def mars_battle(chart):
    """Example X1: six units on turn 1 over a river against a fortified garrison: factors, column, results, losses."""
    from icepool import d6

    heads = chart["columns"]
    ratios = [tuple(int(part) for part in head.split(":")) for head in heads]
    rows = {int(row["key"].split("/")[0]): row["cells"] for row in chart["rows"]}
    attackers = [("8 GRK", 6), ("42 G", 3), ("25", 2), ("6 TK", 7), ("251", 2), ("93", 2)]

    def ask():
        lines = [(name, factor, "attack factor", "MARS-ODD-1") for name, factor in attackers]
        attack = sum(line[1] for line in lines)
        lines.append(("", attack, "doubled", "MARS-SET-8"))
        attack *= 2
        defence = 0
        for amount, why, clause in [(5, "defence", "MARS-ODD-1"), (2, "fortified", "MARS-FOR-3"), (2, "line", "MARS-TER-7")]:
            defence += amount
            lines.append(("78.ID", amount, why, clause))
        column = max(place for place, (a, d) in enumerate(ratios) if attack * d >= defence * a) - 1
        lines.append(("1607", -1, "river", "MARS-TER-2"))

        def read(face):
            result = rows[face][column]
            return result, -(-defence // 2) if result == "X/2" else 0

        return d6.map(read)

    return ask


# Example X9 of Skirmish: what pierces each part, from the penetration chart, and the column of the effects chart.
PARTS = {"body": (6, 0), "turret/casemate": (3, 1), "track": (1, 2), "choice": (3, 1)}


def shell(hits, effects):
    """One AP shell: hit and part, penetration, effect, can't-fire test and courage test."""
    import icepool
    from icepool import d10, d6, d8

    def span(label, value):
        low, _, high = label.partition("-")
        return value >= int(low.rstrip("+") or 11) and (label == "+" or label.endswith("+") or value <= int(high or low))

    column = hits["columns"].index("Tank, SPG, Assault gun")
    heads = effects["columns"]
    columns = [next(i for i, head in enumerate(heads) if head.startswith(start)) for start in ("Body of Tank", "Turret", "Track")]

    def part_of(face):
        return next(row["cells"][column] for row in hits["rows"] if span(row["key"].split("/")[0], face + 2))

    def effect_of(place, face):
        return next(row["cells"][columns[place]] for row in effects["rows"] if span(row["key"].split("/")[0], face))

    def ask():
        nerve = icepool.map(lambda mine, theirs: mine + 2 >= theirs, d6, d10)
        courage = icepool.map(lambda mine, theirs: mine + 2 >= theirs, d6, d8)

        def after_part(part):
            if part == "-":
                return icepool.Die([("miss", True, True)])
            needed, place = PARTS[part]

            def after_piercing(face):
                if face < needed:
                    return nerve.map(lambda fires: ("no effect", fires, True))
                effect = d10.map(lambda face: effect_of(place, face))
                return icepool.map(lambda *ends: ends, effect, nerve, courage)

            return d10.map(after_piercing)

        return d10.map(part_of).map(after_part)

    return ask


def wrecked(effect):
    return effect.startswith(("destroyed", "exploded"))


def five_shells(one):
    """Five such shells on one target: whether it is wrecked, its worst state so far, who has fled."""
    import icepool

    def ask():
        single = one()

        def fold(state, shot):
            gone, hit, flees = state
            if gone:
                return state
            effect, _, stands = shot
            return (wrecked(effect), hit or effect not in ("miss", "no effect", "-"), flees or not stands)

        state = icepool.Die([(False, False, False)])
        for _ in range(5):
            state = icepool.map(fold, state, single)
        return state

    return ask


def main():
    ours = timings()
    crt = sandtable("table", "mars", "crt")
    hits = sandtable("table", "skirmish", "heavy-weapons-fire")
    effects = sandtable("table", "skirmish", "heavy-weapons-effects")

    battle = mars_battle(crt)
    ours_exact = {outcome["result"]: Fraction(outcome["chance"]) for outcome in sandtable("odds", "mars", "battle")["outcomes"]}
    theirs_exact = {result: Fraction(count, battle().denominator()) for (result, _), count in battle().items()}
    assert ours_exact == theirs_exact, (ours_exact, theirs_exact)

    one = shell(hits, effects)
    lost = sum(count for end, count in one().items() if wrecked(end[0]))
    assert Fraction(lost, one().denominator()) == Fraction(6, 25), "example X9: destroyed with 6/25"

    rows = [
        ("mars battle, with reckoning", battle),
        ("skirmish shell", one),
        ("skirmish five shells", five_shells(one)),
    ]
    print(f"{'one call':30} {'Sandtable ns':>14} {'icepool ns':>14} {'times':>9}")
    for name, ask in rows:
        spent = best_nanoseconds(ask)
        print(f"{name:30} {ours[name]:>14,} {spent:>14,} {spent / ours[name]:>9,.0f}")


if __name__ == "__main__":
    if "--inside" in sys.argv:
        main()
    else:
        in_own_environment()
