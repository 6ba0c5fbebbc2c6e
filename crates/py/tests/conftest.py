"""What the tests of the wheel share. They run against the installed package, never against its source folder."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

import sandtable

ROOT = Path(__file__).resolve().parents[3]


def playable():
    """Every game that can be played, with its learning scenario if it has one, else its first."""
    for name, info in sandtable.games().items():
        if info.playable:
            learning = [scenario for scenario, about in info.scenarios.items() if about.get("learning")]
            yield name, (learning or list(info.scenarios))[0]


def paced(name, many):
    """So many decisions, and far fewer on a table without hexes, where a list of choices takes much longer to make."""
    return many if sandtable.game(name).maps else max(3, many // 10)


@pytest.fixture(params=list(playable()), ids=lambda game: game[0])
def game(request):
    """Each playable game with a scenario."""
    return request.param


@pytest.fixture(scope="session")
def program():
    """The program that the wheel brings, or the one that is built."""
    found = os.environ.get("SANDTABLE_BIN") or shutil.which("sandtable")
    if not found:
        pytest.fail("there is no program `sandtable`: the wheel brings it, or name it with SANDTABLE_BIN")

    def run(*words, **more):
        return subprocess.run([found, *map(str, words)], capture_output=True, text=True, timeout=300, **more)

    run.words = [found]
    return run


@pytest.fixture(scope="session")
def examples():
    """The folders with ready examples, by game."""
    return {folder.parent.name: folder for folder in (ROOT / "games").glob("*/examples")}
