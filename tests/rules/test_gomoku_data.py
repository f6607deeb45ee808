"""The rules against positions judged by other programs (`tests/data/gomoku/README.md`)."""

from __future__ import annotations

from typing import Any

import pytest
from gomoku_boards import data, played, point_name
from gomoku_fours import wins_by_fours

from game.rules.core import Move, Side
from game.rules.gomoku.position import GomokuPosition


def named(entry: dict[str, Any]) -> str:
    return str(entry["id"])


def present(entry: dict[str, Any]) -> GomokuPosition:
    position = played(entry).position
    assert isinstance(position, GomokuPosition)
    return position


@pytest.mark.parametrize("entry", data("renju_forbidden.json"), ids=named)
def test_forbidden_points_are_those_of_the_oracle(entry: dict[str, Any]) -> None:
    position = present(entry)
    assert position.turn is Side.FIRST
    expected = {position.board.square(x, y) for x, y in entry["forbidden"]}
    assert set(position.forbidden()) == expected
    allowed = {move.path[0] for move in position.legal_moves()}
    assert allowed == {at for at, cell in enumerate(position.cells) if cell == 0} - expected
    assert {position.board.square(x, y) for x, y in entry["fake_three_points"]} <= allowed


@pytest.mark.parametrize("entry", data("forced_wins.json"), ids=named)
def test_the_oracles_winning_line_can_be_played(entry: dict[str, Any]) -> None:
    game = played(entry)
    winner = game.turn
    assert game.variant.side_names[winner] == entry["to_move"]
    for text in entry["rapfi_pv"].split():
        move = game.variant.read_move(text, game.position)
        assert move in game.position.legal_moves()
        game.play(move)
    assert game.outcome is None or game.outcome.winner is winner


@pytest.mark.parametrize("entry", [entry for entry in data("forced_wins.json") if entry["vcf"]], ids=named)
def test_a_win_by_fours_ends_in_a_five(entry: dict[str, Any]) -> None:
    position = present(entry)
    plies = entry["vcf_plies"]
    line = wins_by_fours(position, plies)
    assert line is not None
    assert len(line) <= plies
    assert plies == 1 or wins_by_fours(position, plies - 2) is None, "the oracle's is the shortest"
    winner = position.turn
    for square in line:
        position = position.play(Move((square,)))
    outcome = position.outcome()
    assert outcome is not None
    assert outcome.winner is winner


@pytest.mark.parametrize("entry", data("defend.json"), ids=named)
def test_a_threat_is_there_unless_it_is_answered(entry: dict[str, Any]) -> None:
    game = played(entry)
    x, y = entry["threat_move"]
    position = present(entry)
    threatened = GomokuPosition(position.rule, position.board, position.cells, position.turn.other)
    line = wins_by_fours(threatened, min(entry["threat_plies"], 3))
    assert (line is not None) == (entry["threat_plies"] <= 3)
    assert position.cells[position.board.square(x, y)] == 0
    for x, y in entry["non_losing"]:
        game.play_text(point_name(x, y))
        assert game.outcome is None or game.outcome.winner is not game.turn
        game.undo()
