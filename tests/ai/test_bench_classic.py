"""The table of the source documents' algorithms: what it counts and what it claims."""

from __future__ import annotations

import pytest
from engine_helpers import job_of

from ai.bench import classic_gomoku, classic_variants
from ai.bench.classic_gomoku import minimax_nodes, thesis_rows
from ai.bench.comparison import engine_row
from ai.classic.engine import LinesEngine
from ai.classic.engines import ThesisEngine
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
    monkeypatch.setattr(classic_gomoku, "JOBS", classic_gomoku.JOBS[1:2])
    monkeypatch.setattr(classic_gomoku, "_BUDGET", 100_000)
    table = "\n".join(classic_gomoku.lines())
    assert table.count("minimax  ") == 2
    assert "estimated from its first 100,000 nodes" in table
    for name in ("alpha-beta, narrowed board", "572 winning lines, 2 plies", "ours, 4 plies", "ours, 8 plies"):
        assert name in table


def test_variants_of_an_evaluation_are_measured_and_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(classic_variants, "XIANGQI_STEPS", classic_variants.XIANGQI_STEPS[:2])
    table = list(classic_variants.lines(2))
    assert [line[2:15].strip() for line in table[1:3]] == ["material", "and squares"]
    assert "2 games at 3 plies" in table[0]
    assert "the sum as printed" in table[4]
    for line in (table[2], table[5]):
        wins, draws, losses = (int(each[1:]) for each in line.split("nodes")[1].split("Elo")[0].split()[2:5])
        assert wins + draws + losses == 2


def test_a_match_is_the_same_every_time() -> None:
    steps = classic_variants.DRAUGHTS_STEPS
    said = [classic_variants.match("draughts", "draughts-international", steps, 2, 3) for _ in range(2)]
    assert said[0] == said[1]
    assert "Elo" in said[0]
