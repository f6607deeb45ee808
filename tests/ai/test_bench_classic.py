"""The table of the source documents' algorithms: what it counts and what it claims."""

from __future__ import annotations

import pytest
from engine_helpers import job_of

from ai import bench_classic
from ai.bench_classic import engine_row, minimax_nodes, thesis_rows
from ai.classic.engine import LinesEngine
from ai.classic.thesis import ThesisEngine
from ai.gomoku.notation import read_job

MOVES = "h8 i9 i7 g9 h9 h7 g6 j10"


def test_minimax_visits_what_was_reckoned_and_pruning_changes_no_value() -> None:
    ThesisEngine().load()
    positions = [read_job(job_of(MOVES))]
    minimax, pruned, narrowed = thesis_rows(positions, 2)
    assert minimax.nodes == minimax_nodes(positions[0], 2) == 1 + 217 + 217 * 216
    assert not minimax.estimated
    assert minimax.scores == pruned.scores
    assert narrowed.nodes < pruned.nodes < minimax.nodes


def test_what_is_too_much_is_estimated_from_a_part() -> None:
    positions = [read_job(job_of(MOVES))]
    minimax, pruned, _ = thesis_rows(positions, 3, budget=200_000)
    assert minimax.estimated
    assert minimax.scores == [None]
    assert minimax.nodes == minimax_nodes(positions[0], 3) > 200_000
    assert minimax.time_s > 0
    assert not pruned.estimated


def test_an_engine_is_timed_on_the_same_positions() -> None:
    row = engine_row("lines", LinesEngine, [job_of(MOVES), job_of("h8")], 2)
    assert row.nodes > 2 * 200 * 200
    assert row.time_s > 0


def test_the_table_says_what_is_estimated(monkeypatch: pytest.MonkeyPatch, kernels: None) -> None:
    monkeypatch.setattr(bench_classic, "_POSITIONS", bench_classic._POSITIONS[1:2])
    monkeypatch.setattr(bench_classic, "_BUDGET", 100_000)
    table = "\n".join(bench_classic.lines())
    assert table.count("minimax  ") == 2
    assert "estimated from its first 100,000 nodes" in table
    for name in ("alpha-beta, narrowed board", "572 winning lines, 2 plies", "ours, 4 plies", "ours, 8 plies"):
        assert name in table
