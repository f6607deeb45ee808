"""The tree of explored openings, over searches that are made up."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ai.gomoku.book import SIZE, canonical_key, entry_of
from ai.gomoku.explorer import WIN, Explored, Explorer, Found, points_of
from ai.gomoku.fouls import BLACK
from ai.gomoku.notation import Rule, read_move, write_move

# A game of few positions: what each search finds, best move first, as values for Black. At first White's h9 seems to
# hold out best and Black to do best with a1, but there White finds a2; with b1 Black wins against all.
_GAME: dict[str, Found] = {
    "h8": {"h9": 2000, "i9": 6000, "g8": 7000, "f8": 8000},
    "h8 h9": {"a1": 4000, "b1": 3000},
    "h8 h9 a1": {"a2": -5000, "a3": 0, "a4": 0, "a5": 0},
    "h8 h9 b1": {"c1": 3500, "c2": 3600, "c3": 3700, "c4": 3800},
    "h8 h9 b1 c1": {"d1": WIN - 9, "d2": 5000},
    "h8 i9": {"e1": WIN - 7, "e2": 0},
}


def _search(moves: tuple[str, ...], width: int) -> Found:
    return dict(list(_GAME[" ".join(moves)].items())[:width])


def _grown(explorer: Explorer, steps: int) -> list[str]:
    return [" ".join(node.moves) for _ in range(steps) if (node := explorer.grow())]


def test_what_best_play_leads_to_is_searched_next_and_a_refuted_move_is_left() -> None:
    explorer = Explorer(_search, frozenset(), ["h8"])
    assert _grown(explorer, 5) == ["h8", "h8 h9", "h8 h9 a1", "h8 h9 b1", "h8 h9 b1 c1"]
    assert explorer.roots[0].value == 3600, "White turns to c2, as c1 loses"
    assert dict(explorer.black_moves()) == {("h8", "h9"): "b1", ("h8", "h9", "b1", "c1"): "d1"}


def test_moves_that_were_hardly_looked_at_get_their_turn() -> None:
    values = {"h9": 0, "i9": 60, "g8": 200}
    looked = dict.fromkeys(values, 0)

    def search(moves: tuple[str, ...], width: int) -> Found:
        if len(moves) == 1:
            return values
        looked[moves[1]] += 1
        return {write_move(len(moves), SIZE): values[moves[1]]}

    _grown(Explorer(search, frozenset(), ["h8"]), 60)
    assert looked["h9"] > looked["i9"] > looked["g8"] > 0


def test_proven_positions_are_not_searched() -> None:
    moves = ("h8", "h9", "b1", "c1")
    explorer = Explorer(_search, frozenset({canonical_key(points_of(moves), BLACK)}), ["h8"])
    _grown(explorer, 5)
    assert explorer.roots[0].value == 3600
    assert moves not in dict(explorer.black_moves())


def test_where_all_of_whites_moves_lose_others_are_looked_for() -> None:
    asked: list[tuple[tuple[str, ...], int]] = []
    lost = ["h9", "i9", "g8", "f8", "a1", "a2"]

    def search(moves: tuple[str, ...], width: int) -> Found:
        asked.append((moves, width))
        if len(moves) == 1:
            return {move: 10 + number for number, move in enumerate(lost[:width])}
        return {"o15": WIN - 5}

    explorer = Explorer(search, frozenset(), ["h8"])
    while explorer.grow():
        pass
    assert explorer.roots[0].value == WIN - 5
    assert [width for moves, width in asked if len(moves) == 1] == [4, 8], (
        "the second search has found all that there are"
    )
    assert {moves[1] for moves, _ in asked if len(moves) == 2} == set(lost)


def test_the_order_of_moves_does_not_matter() -> None:
    game = {
        ("h8",): {"h9": 0},
        ("h8", "h9"): {"a1": 300, "b1": 200},
        ("h8", "h9", "a1"): {"c1": 100},
        ("h8", "h9", "b1"): {"c1": 0},
        ("h8", "h9", "a1", "c1"): {"b1": 100},
        ("h8", "h9", "a1", "c1", "b1"): {"d1": -900},
    }
    explorer = Explorer(lambda moves, width: game[moves], frozenset(), ["h8"])
    _grown(explorer, 6)
    assert explorer.roots[0].value == 0, "after a1 c1 b1 it stands as after b1 c1 a1"


def test_a_work_file_makes_the_same_tree_again(tmp_path: Path) -> None:
    path = tmp_path / "work.jsonl"
    work = Explored(path, Rule.FREESTYLE)

    def search(moves: tuple[str, ...], width: int) -> Found:
        found = _search(moves, width)
        work.add(moves, width, found)
        return found

    explorer = Explorer(search, frozenset(), ["h8"])
    _grown(explorer, 5)
    again = Explored(path, Rule.FREESTYLE)
    played = {"h8 h9": "b1", "h8 h9 b1 c1": "d1"}
    assert again.entries(frozenset(), ["h8"]) == dict(
        entry_of(points_of(moves.split()), BLACK, read_move(move, SIZE)) for moves, move in played.items()
    )
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps({"rule": "FREESTYLE", "moves": ["h8"], "width": 4, "found": 3}) + "\n")
    with pytest.raises(ValueError, match=r"line 6 of .*work\.jsonl"):
        Explored(path, Rule.FREESTYLE)
    with pytest.raises(ValueError, match="it is about FREESTYLE"):
        Explored(path, Rule.STANDARD)
