"""Figures by name, cases, dataframes, charts and pages."""

from __future__ import annotations

import subprocess
import sys

import fudgelab
import pandas
import polars
import pyarrow
import pytest


@pytest.fixture(scope="module")
def duel() -> fudgelab.Duel:
    snorri = fudgelab.Fighter("Snorri", "Great", offense=5, defense=3, weapon=4)
    brynhild = fudgelab.Fighter("Brynhild", "Good", offense=5, defense=2, weapon=3, shield=1)
    return fudgelab.Duel(snorri, brynhild)


@pytest.fixture(scope="module")
def sweep(duel: fudgelab.Duel) -> fudgelab.Results:
    snorri, brynhild = (side[0] for side in duel.sides.values())
    return fudgelab.Study.sweep("skill", [1, 2], lambda skill: fudgelab.Duel(snorri.replace(skill=skill), brynhild)).exact()


def test_simulated_figures_have_intervals_and_exact_figures_have_bounds(duel: fudgelab.Duel) -> None:
    exact, simulated = duel.exact()["snorri wins"], duel.simulate(trials=20_000)["Snorri wins"]
    assert (exact.low, exact.high, exact.trials, exact.method) == (None, None, None, "exact")
    assert 0 < exact.bound < 1e-9
    assert simulated.low < exact.value < simulated.high and simulated.trials == 20_000
    assert (simulated.id, simulated.subject, simulated.unit, simulated.level) == ("wins", "Snorri", "probability", 0.95)
    assert float(exact) == exact.value


def test_same_seed_gives_same_figures_on_any_number_of_threads(duel: fudgelab.Duel) -> None:
    one, three = (duel.run(trials=30_000, seed=9, threads=threads).json() for threads in [1, 3])
    assert one == three
    assert duel.run(trials=30_000, seed=10).json() != one


def test_run_continues_until_it_is_precise(duel: fudgelab.Duel) -> None:
    figure = duel.run(method="simulate", precision=0.01, figure="brynhild wins")["brynhild wins"]
    assert (figure.high - figure.low) / 2 <= 0.01 and figure.method == "sequence"
    limited = duel.run(method="simulate", precision=0.0001, max_trials=10_000)
    assert limited["snorri wins"].trials == 10_000 and limited.warnings


def test_unknown_names_report_known_names(duel: fudgelab.Duel, sweep: fudgelab.Results) -> None:
    results = duel.exact()
    with pytest.raises(fudgelab.UnknownNameError, match="did you mean `Snorri wins`"):
        results["snori wins"]
    with pytest.raises(KeyError, match="there is no table `round`"):
        results.table("round")
    assert "snorri wins" in results and "eve wins" not in results
    with pytest.raises(fudgelab.UnknownNameError, match="2 cases"):
        sweep["snorri wins"]
    with pytest.raises(fudgelab.UnknownNameError, match="no case matches"):
        sweep.case(skill=7)


def test_cases_are_found_by_varied_values(sweep: fudgelab.Results, duel: fudgelab.Duel) -> None:
    assert sweep.case(skill=2)["snorri wins"].value == duel.exact()["snorri wins"].value
    assert [figure.varied["skill"] for figure in sweep.figures("snorri wins")] == [1, 2]
    assert [case.varied for case in sweep.cases] == [{"skill": 1}, {"skill": 2}]


def test_variants_report_paired_differences(duel: fudgelab.Duel) -> None:
    without = fudgelab.Encounter(duel.sides, fudgelab.Rules("srd", graze="off"))
    results = fudgelab.Study.compare({"graze": duel, "no graze": without}).simulate(trials=20_000)
    change = next(row for row in results.table("differences").rows if row["title"] == "Snorri wins")
    one, other = results.figures("snorri wins")
    assert change["change"] == pytest.approx(other.value - one.value, abs=1e-12)
    # With shared rolls, the difference has a narrower interval than with independent rolls.
    paired = (change["high"] - change["low"]) / 2
    apart = sum(((figure.high - figure.low) / 2) ** 2 for figure in (one, other)) ** 0.5
    assert paired < 0.9 * apart
    assert results.case("no graze")["snorri wins"] == other


@pytest.mark.parametrize("name", ["summary", "rounds", "wounds"])
def test_dataframes_equal_rows(name: str, sweep: fudgelab.Results) -> None:
    rows = sweep.table(name).rows
    assert rows
    assert polars.DataFrame(sweep.table(name)).to_dicts() == rows
    assert pyarrow.table(sweep.table(name)).to_pylist() == rows
    assert sweep.to_polars(name).to_dicts() == rows
    assert sweep.to_pyarrow(name).to_pylist() == rows
    back = sweep.to_pandas(name).astype(object)
    assert back.where(pandas.notna(back), None).to_dict("records") == rows


def test_results_convert_to_dataframe_of_summary(sweep: fudgelab.Results) -> None:
    frame = polars.DataFrame(sweep)
    assert frame.to_dicts() == sweep.document["summary"]
    assert frame.schema["skill"] == polars.Int64 and frame.schema["value"] == polars.Float64
    # The schema can be requested by itself, and the stream more than once.
    assert pyarrow.schema(sweep).names == frame.columns == pyarrow.table(sweep).column_names


def test_arrow_memory_is_shared_and_outlives_results() -> None:
    def column() -> pyarrow.ChunkedArray:
        return pyarrow.table(fudgelab.odds("4dF").distribution)["probability"]

    table = fudgelab.odds("4dF").distribution
    addresses = {pyarrow.table(table)["probability"].chunk(0).buffers()[1].address for _ in range(2)}
    assert len(addresses) == 1
    kept = column()
    assert sum(kept.to_pylist()) == pytest.approx(1.0)


def test_results_need_no_optional_libraries() -> None:
    code = (
        "import sys\n"
        "sys.modules |= dict.fromkeys(['polars', 'pandas', 'pyarrow', 'tqdm', 'typing_extensions'])\n"
        "import fudgelab\n"
        "results = fudgelab.run('check = { trait = 1, difficulty = 2 }')\n"
        "assert results.rows and results._repr_html_() and results.table().__arrow_c_stream__()\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_notebook_shows_answer_table_and_chart(duel: fudgelab.Duel) -> None:
    html = duel.exact()._repr_html_()
    assert "Snorri wins 56.10 % of the time" in html and "<table" in html and "<svg" in html
    hostile = fudgelab.Duel(fudgelab.Fighter("<script>alert(1)</script>", 1), fudgelab.Fighter("B & B", 0)).exact()
    assert "<script" not in hostile._repr_html_() and "B &amp; B" in hostile._repr_html_()
    assert "<table" in fudgelab.odds(trait=1, difficulty=2)._repr_html_()
    assert "<table" in fudgelab.table()._repr_html_() and "<table" in duel.exact().table()._repr_html_()


def test_charts_and_reports_contain_results(duel: fudgelab.Duel, tmp_path) -> None:
    results = duel.exact()
    charts = results.charts()
    assert charts and all(chart.svg.startswith("<svg") for chart in charts)
    charts[0].save(tmp_path / "chart.svg")
    assert (tmp_path / "chart.svg").read_text(encoding="utf-8") == charts[0].svg
    page = results.report_html()
    assert page.startswith("<!") and "Snorri wins" in page
    assert results.markdown().lstrip().startswith("#") or "|" in results.markdown()


def test_results_report_answers_of_analyses() -> None:
    text = "[fighters.ada]\nskill = 1\n[fighters.bo]\nskill = 0\n[[ask]]\ntune = 'fighters.bo.skill'\nto = 'ada wins = 50 %'\n"
    results = fudgelab.run(text)
    assert results.answers[0]["kind"] == "tune"
    assert results.sentences[0].startswith("bo's skill = Good comes nearest")
    assert "tune" in results.tables and results.table("tune").rows
