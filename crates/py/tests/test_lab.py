"""The lab: on this machine, and on a cluster of two nodes of which one is killed in the middle."""

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import sandtable as st
from sandtable import lab

TERMS = {"games": 30, "seed": 7, "players": {"Russian": "random", "German": "random"}}


def hashes(folder):
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(Path(folder).rglob("*.parquet"))
    }


def test_a_run_has_the_bytes_of_the_programs(tmp_path, program):
    lab.sim("mars", "vazuza", out=tmp_path / "ours", **TERMS)
    told = program(
        "sim", "mars", "--scenario", "vazuza", "--russian", "bot:random", "--german", "bot:random",
        "--games", 30, "--seed", 7, "--out", tmp_path / "theirs",
    )
    assert told.returncode == 0, told.stderr
    assert hashes(tmp_path / "ours") == hashes(tmp_path / "theirs")
    assert len(hashes(tmp_path / "ours")) == len(lab.TABLES)


def test_a_run_goes_on_and_grows(tmp_path):
    first = lab.sim("mars", "vazuza", out=tmp_path / "run", **TERMS)
    assert (first.played, first.found) == (30, 0)
    again = lab.sim("mars", "vazuza", out=tmp_path / "run", **{**TERMS, "games": 40})
    assert (again.played, again.found) == (10, 30)
    whole = lab.sim("mars", "vazuza", out=tmp_path / "whole", threads=1, **{**TERMS, "games": 40})
    assert hashes(tmp_path / "run") == hashes(tmp_path / "whole")
    assert whole.table("games").num_rows == 40
    with pytest.raises(st.LabFailed, match="holds another run"):
        lab.sim("mars", "vazuza", out=tmp_path / "run", **{**TERMS, "seed": 8})


def test_a_run_that_is_stopped_keeps_what_it_has(tmp_path):
    def stop(done, of):
        if done >= 8:
            raise KeyboardInterrupt

    head = st._native.prepare("mars", "vazuza", {}, TERMS["players"], None, 30, 7, "")
    with pytest.raises(KeyboardInterrupt):
        st._native.run(head, str(tmp_path / "run"), 1, stop)
    study = lab.sim("mars", "vazuza", out=tmp_path / "run", **TERMS)
    assert study.found >= 8 and study.found + study.played == 30


def test_a_run_tells_how_far_it_is(tmp_path, capsys):
    lab.sim("mars", "vazuza", out=tmp_path / "run", progress=True, **{**TERMS, "games": 12})
    told = capsys.readouterr().err
    assert "mars vazuza: 12 of 12 games" in told and told.endswith("\n")
    lab.sim("mars", "vazuza", out=tmp_path / "other", progress=False, **{**TERMS, "games": 2})
    assert not capsys.readouterr().err


def test_runs_at_any_address(tmp_path):
    lab.sim("mars", "vazuza", out="memory://runs/one", **{**TERMS, "games": 10})
    study = lab.sim("mars", "vazuza", out="memory://runs/one", **{**TERMS, "games": 20})
    assert (study.found, study.played) == (10, 10)
    here = lab.sim("mars", "vazuza", out=tmp_path / "here", **{**TERMS, "games": 20})
    assert study.table("games").equals(here.table("games"))
    assert study.report() == here.report()


def test_reports_comparisons_and_what_a_change_is_worth(tmp_path):
    lab.sim("mars", "vazuza", out=tmp_path / "one", **TERMS)
    lab.sim("mars", "vazuza", out=tmp_path / "other", options={"handicap": 20}, **TERMS)
    told = lab.report(tmp_path / "one")
    assert told["games"] == 30 and sum(side["won"] for side in told["sides"]) + told["draws"] == 30
    compared = lab.compare(tmp_path / "one", tmp_path / "other")
    assert compared["pairs"] == 30 and compared["share"] > 0
    [worth] = lab.ablate(
        "mars", "vazuza", arms=[lab.Arm("handicap", {"handicap": 20})], out=tmp_path / "worth", games=30,
        reach=0.0, seed=7, players=TERMS["players"],
    )
    assert worth["arm"] == "handicap" and worth["share"] == pytest.approx(compared["share"])
    with pytest.raises(st.SandtableError, match="nonsense: "):
        lab.ablate("mars", arms=[lab.Arm("nonsense", {"nothing": 1})], out=tmp_path / "wrong")


def test_tuning_finds_the_cheapest_change(tmp_path):
    found = lab.tune(
        "mars", "vazuza", goal=("Russian", 1.0), near=0.1, within=[lab.Allowed([50], option="handicap")],
        out=tmp_path / "tuned", games=20, players=TERMS["players"],
    )
    assert found["tried"][0]["setting"] == "as-it-is" and found["tried"][-1]["setting"] == "handicap=50"
    assert found["reached"] and found["tried"][-1]["confirmed"]


def test_a_ladder_of_bots(tmp_path):
    rows = lab.ladder("mars", "vazuza", bots=["random", "recruit"], out=tmp_path / "ladder", pairs=6)
    assert [row["bot"] for row in rows] == ["recruit", "random"]
    assert rows[0]["share"] + rows[1]["share"] == pytest.approx(1)


def test_what_cannot_be_run_says_so(tmp_path):
    with pytest.raises(st.Misconfigured, match="thinks by the clock"):
        lab.sim("mars", "vazuza", out=tmp_path / "run", players={"German": "veteran/steady/2s"})
    with pytest.raises(st.LabFailed, match="holds no run"):
        lab.report(tmp_path / "nothing")
    with pytest.raises(st.LabFailed, match="no games are asked for"):
        lab.sim("mars", out=tmp_path / "run", games=0)
    assert not (tmp_path / "run").exists()


def test_a_killed_node_loses_nothing_and_plays_nothing_twice(tmp_path):
    own = [] if os.geteuid() == 0 else ["-r"]
    words = ["unshare", *own, "-n", "-p", "-f", "--mount-proc", "--kill-child", sys.executable, str(Path(__file__).parent / "box.py")]
    told = subprocess.run([*words, str(tmp_path)], capture_output=True, text=True, timeout=570)
    assert told.returncode == 0, told.stderr[-4000:]
    # Ray has its own things to say before and after.
    found = json.loads(next(line for line in told.stdout.splitlines() if line.startswith("{")))
    assert found["nodes"] == 2 and found["alive"] == 1 and found["killed_at"], found
    assert found["listening"] == ["lo"], "nobody outside can reach it"
    assert found["alike"] and found["games"], "the same bytes as a single run"
    assert (found["played"], found["found"], found["again"]) == (120, 0, 0)
    assert found["rest"] == [60, 60] and found["half_alike"]
    assert found["ablate_alike"] and found["tune_alike"]
    assert found["ladder_alike"] and found["ladder_tables_alike"]
