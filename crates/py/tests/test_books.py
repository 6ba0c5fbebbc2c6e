"""Games, rules, charts, maps and odds."""

import json
from fractions import Fraction

import pytest

import sandtable as st


def test_every_game_says_what_it_is():
    shelf = st.games()
    assert {"mars", "ford"} <= set(shelf)
    assert shelf["mars"].sides("vazuza") == ["Russian", "German"]
    assert shelf["mars"].title and shelf["mars"].questions and shelf["mars"].charts
    assert "regular" in shelf["mars"].players


def test_what_there_is_not_is_said_in_the_programs_words(program):
    with pytest.raises(st.Misconfigured) as raised:
        st.rules("chess")
    assert str(raised.value) in program("rules", "chess").stderr
    with pytest.raises(st.Misconfigured, match="there is no table `nothing`; there are: "):
        st.chart("mars", "nothing")
    with pytest.raises(st.Misconfigured, match="there is no question"):
        st.odds("mars", "nothing")
    assert issubclass(st.Misconfigured, st.SandtableError)


def test_rules_are_found_by_their_ids(program):
    all_rules = st.rules("mars")
    assert len(all_rules) == len(json.loads(program("rules", "mars", "--json").stdout))
    assert st.rule("mars", "odd-7").id == "MARS-ODD-7"
    assert st.rule("mars", "odd-7") in all_rules


def test_charts_are_those_of_the_program(program):
    for name, info in st.games().items():
        for id in info.charts:
            told = json.loads(program("table", name, id, "--json").stdout)
            chart = st.chart(name, id)
            assert chart.columns == told["columns"]
            assert chart.cells == [row["cells"] for row in told["rows"]]
        break
    crt = st.chart("mars", "crt")
    assert crt[crt.keys[0], crt.columns[1]] == crt.cells[0][1]


def test_charts_are_arrow_tables():
    import duckdb
    import polars
    import pyarrow

    crt = st.chart("mars", "crt")
    table = pyarrow.table(crt)
    assert table.column_names == ["row", *crt.columns]
    assert table.column("row").to_pylist() == crt.keys
    assert polars.DataFrame(crt).height == len(crt.keys)
    assert table.to_pandas().shape == (len(crt.keys), len(crt.columns) + 1)
    arrow = crt.arrow()
    assert duckdb.sql("select count(*) from arrow").fetchall() == [(len(crt.keys),)]
    assert polars.DataFrame(st.odds("mars", "battle"))["share"].sum() == pytest.approx(1)


def test_arrow_tables_are_handed_over_without_a_copy():
    import pyarrow

    arrow = st.odds("mars", "battle").arrow()
    taken = pyarrow.RecordBatchReader.from_stream(arrow).read_all()
    for one, other in zip(arrow.column("share").chunks, taken.column("share").chunks, strict=True):
        assert one.buffers()[1].address == other.buffers()[1].address, "the same memory on both sides"
        assert one.to_numpy(zero_copy_only=True).ctypes.data == one.buffers()[1].address


def test_a_patch_changes_a_chart_and_says_what():
    crt = st.chart("mars", "crt")
    row, column = crt.keys[0], crt.columns[0]
    value = crt.cells[0][1]
    patch = f'game = "mars"\n[[cell]]\ntable = "crt"\nrow = "{row}"\ncolumn = "{column}"\nvalue = "{value}"\n'
    assert st.chart("mars", "crt", patch)[row, column] == value
    [changed] = st.differences("mars", patch)
    assert (changed["table"], changed["new"]) == ("crt", value)
    with pytest.raises(st.Unanswerable):
        st.chart("mars", "crt", patch.replace(f'row = "{row}"', 'row = "no such row"'))


def test_odds_are_exact_and_add_up():
    odds = st.odds("mars", "battle")
    assert sum(outcome.chance for outcome in odds) == Fraction(1)
    assert all(isinstance(outcome.chance, Fraction) for outcome in odds)
    assert odds.chance(odds.outcomes[0].result) >= odds.outcomes[0].chance
    assert odds.reckoning and all(line.clause.startswith("MARS-") for line in odds.reckoning)
    sums = {}
    for line in odds.reckoning:
        sums[line.part] = sums.get(line.part, 0) + line.value
    assert set(sums) == set(odds.sums)


def test_odds_of_every_ready_example_are_the_programs(program, examples):
    asked = 0
    for name, info in st.games().items():
        for kind in info.questions:
            told = json.loads(program("odds", name, kind, "--json").stdout)
            ours = st.odds(name, kind)
            assert [(one.result, one.words, one.chance) for one in ours] == [
                (one["result"], one["words"], Fraction(one["chance"])) for one in told["outcomes"]
            ]
            assert {what: mean for what, mean in ours.expected.items()} == {
                one["what"]: Fraction(one["mean"]) for one in told["expected"]
            }
            asked += 1
    assert asked >= 20


def test_a_situation_may_be_a_text_a_dict_or_a_file(tmp_path):
    import tomllib

    text = st.example("mars", "battle")
    path = tmp_path / "battle.toml"
    path.write_text(text)
    plain = st.odds("mars", "battle")
    assert st.odds("mars", "battle", text).outcomes == plain.outcomes
    assert st.odds("mars", "battle", path).outcomes == plain.outcomes
    assert st.odds("mars", "battle", tomllib.loads(text)).outcomes == plain.outcomes
    assert st.odds("mars", "battle", seed=7).rolled["seed"] == 7
    with pytest.raises(st.Unanswerable, match=r":\d+:\d+: unknown field `nonsense`"):
        st.odds("mars", "battle", text + "\nnonsense = 1\n")


def test_maps_are_geojson():
    for name, info in st.games().items():
        for map in info.maps:
            data = st.geojson(name, map)
            assert data["type"] == "FeatureCollection"
            hexes = [one for one in data["features"] if one["properties"]["kind"] == "hex"]
            assert hexes and all(len(one["geometry"]["coordinates"][0]) == 7 for one in hexes)
            ring = hexes[0]["geometry"]["coordinates"][0]
            area = sum(x * v - u * y for (x, y), (u, v) in zip(ring, ring[1:])) / 2
            assert area == pytest.approx(3**0.5 / 2, rel=1e-3), "hexes are 1 wide from side to side"
    json.dumps(data)


def test_neighbouring_hexes_of_a_map_share_a_side():
    data = st.geojson("mars")
    corners = [
        {(round(x, 3), round(y, 3)) for x, y in one["geometry"]["coordinates"][0]}
        for one in data["features"]
        if one["properties"]["kind"] == "hex"
    ]
    shared = [sum(len(one & other) == 2 for other in corners) for one in corners]
    assert max(shared) == 6
    sides = [one for one in data["features"] if one["properties"]["kind"] == "side"]
    points = set().union(*corners)
    for line in sides[0]["geometry"]["coordinates"]:
        assert all((round(x, 3), round(y, 3)) in points for x, y in line), "a side runs from corner to corner"
