"""Standing in a tree of moves and changing it: a cursor's ways and edits, undo of every edit, positions on demand."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.records.branches import Branches
from game.records.tree import BoardShape, GameNode, GameTree, TreeError
from game.records.tree_cursor import TreeCursor
from game.records.tree_history import TreeHistory
from game.rules.core import RulesError
from game.rules.game import Game
from game.rules.registry import variant

TREE = GameTree(
    tuple(map(GameNode, ("", "h8", "i9", "j8", "h9", "h7", "a1"))),
    (0, 1, 2, 3, 2, 3, 3),
)
"""1. h8 i9 (1... h9 2. h7 (2. a1)) 2. j8"""


def test_stepping_stays_on_the_line() -> None:
    cursor = TreeCursor.at(TREE)
    assert cursor.line == (1, 2, 3)
    cursor = cursor.to(4)
    assert (cursor.ply, cursor.line, cursor.texts()) == (2, (1, 4, 5), ("h8", "h9", "h7"))
    assert cursor.at_ply(1).index == 1
    assert cursor.at_ply(1).at_ply(2).index == 4, "the variation goes on where it was left"
    assert cursor.at_ply(99).node.text == "h7"
    assert cursor.at_ply(-1).index == 0
    assert cursor.to(1).line == (1, 4, 5)
    assert cursor.to(2).line == (1, 2, 3)
    assert cursor.texts(1) == ("h8",)


def test_the_moves_in_place_of_one_go_round() -> None:
    cursor = TreeCursor.at(TREE, 2)
    assert cursor.sibling(1).index == 4
    assert cursor.sibling(1).sibling(1).index == 2
    assert cursor.sibling(-1).index == 4
    assert TreeCursor.at(TREE).sibling(1).index == 0


def test_the_innermost_variation_is_found() -> None:
    assert [TreeCursor.at(TREE, index).branch for index in range(7)] == [0, 0, 0, 0, 4, 4, 6]


def test_a_move_played_goes_along_the_tree_or_makes_it_grow() -> None:
    start = TreeCursor.at(TREE, 1)
    known = start.play("h9")
    assert (known.tree is TREE, known.index) == (True, 4)
    grown = start.play("o15")
    assert [node.text for node in grown.tree.nodes] == ["", "h8", "i9", "j8", "h9", "h7", "a1", "o15"]
    assert (grown.node.text, grown.line) == ("o15", (1, 7))
    with pytest.raises(TreeError):
        start.play("")


def test_variations_are_promoted_made_main_and_removed() -> None:
    deep = TreeCursor.at(TREE, 6)
    once = deep.promoted()
    assert (once.node.text, once.branch and once.tree.nodes[once.branch].text) == ("a1", "h9")
    twice = once.promoted()
    assert (twice.node.text, twice.branch) == ("a1", 0)
    assert [node.text for node in twice.tree.main_line] == ["h8", "h9", "a1"]
    assert twice.promoted() == twice
    main = deep.made_main()
    assert (main.node.text, main.branch) == ("a1", 0)
    assert [node.text for node in main.tree.main_line] == ["h8", "h9", "a1"]
    gone = TreeCursor.at(TREE, 4).removed()
    assert (gone.node.text, [node.text for node in gone.tree.nodes]) == ("h8", ["", "h8", "i9", "j8"])
    with pytest.raises(TreeError):
        TreeCursor.at(TREE).removed()


def test_words_glyphs_and_shapes_at_a_move() -> None:
    cursor = TreeCursor.at(TREE, 3).commented("好棋")
    assert cursor.node.comments == ("好棋",)
    assert cursor.commented("  ").node.comments == ()
    judged = cursor.judged(14).judged(1).judged(4)
    assert judged.node.glyphs == (4, 14), "of those that judge the move one stands"
    assert judged.judged(4).node.glyphs == (14,)
    ring, red = BoardShape("ring", ("h8",)), BoardShape("ring", ("h8",), colour="red")
    drawn = cursor.drawn(ring).drawn(BoardShape("arrow", ("h8", "i9")))
    assert len(drawn.node.shapes) == 2
    assert drawn.drawn(red).node.shapes[-1] == red
    assert drawn.drawn(ring).node.shapes == drawn.node.shapes[1:]
    assert drawn.wiped().node == cursor.node
    assert TREE.nodes[3] == GameNode("j8"), "the old tree is as it was"


def test_undo_and_redo_of_every_edit() -> None:
    history = TreeHistory(TreeCursor.at(TREE, 1))
    assert not history.undo()
    assert history.do(history.cursor.play("o15"))
    assert history.do(history.cursor.judged(3))
    assert history.undo()
    assert (history.cursor.tree.nodes[-1].glyphs, history.cursor.index) == ((), 7)
    assert history.undo()
    assert (history.cursor.tree, history.cursor.index) == (TREE, 1)
    assert history.redo()
    assert history.cursor.node.text == "o15"
    history.do(history.cursor.judged(1))
    assert not history.can_redo, "another edit takes the place of what was undone"


def test_the_letters_of_one_comment_are_undone_together() -> None:
    history = TreeHistory(TreeCursor.at(TREE, 2))
    for text in ("w", "wh", "why"):
        history.do(history.cursor.commented(text), "comment")
    history.go(history.cursor.at_ply(1))
    history.do(history.cursor.commented("x"), "comment")
    history.do(history.cursor.commented("xy"), "comment")
    history.go(history.cursor)
    history.do(history.cursor.commented("xyz"), "comment")
    for expected in ("xy", "", ""):
        history.undo()
        assert history.cursor.tree.nodes[1].comment == expected
    assert history.cursor.tree == TREE


def test_an_edit_that_changes_nothing_is_none() -> None:
    history = TreeHistory(TreeCursor.at(TREE, 1))
    assert not history.do(history.cursor.play("i9"))
    assert history.cursor.index == 2
    assert not history.do(history.cursor.promoted())
    assert not history.can_undo


EDITS = st.lists(st.tuples(st.integers(0, 8), st.integers(0, 10_000)), max_size=40)


@settings(deadline=None)
@given(EDITS)
def test_whatever_was_done_can_be_undone_and_done_again(edits: list[tuple[int, int]]) -> None:
    history = TreeHistory(TreeCursor.at(TREE))
    trees = [TREE]
    for kind, number in edits:
        history.go(TreeCursor.at(history.cursor.tree, number % len(history.cursor.tree)))
        cursor = history.cursor
        ways = (
            lambda c=cursor, n=number: c.play("abc"[n % 3]),
            lambda c=cursor, n=number: c.play(f"m{n}"),
            lambda c=cursor: c.removed() if c.index else c,
            TreeCursor.promoted.__get__(cursor),
            TreeCursor.made_main.__get__(cursor),
            lambda c=cursor, n=number: c.commented(f"word {n}"),
            lambda c=cursor, n=number: c.judged(n % 8 + 1),
            lambda c=cursor, n=number: c.drawn(BoardShape("ring", (f"h{n % 3}",))),
            TreeCursor.wiped.__get__(cursor),
        )
        if history.do(ways[kind]()):
            trees.append(history.cursor.tree)
        assert history.cursor.tree == trees[-1]
    for tree in reversed(trees[:-1]):
        assert history.undo()
        assert history.cursor.tree == tree
    for tree in trees[1:]:
        assert history.redo()
        assert history.cursor.tree == tree
    assert not history.can_redo


def test_positions_are_made_when_they_are_asked_for() -> None:
    rules = variant("gomoku-freestyle")
    game = Game(rules)
    game.enter_text("h8")
    branches = Branches(game)
    places = branches.of(TREE)
    assert [place.is_known for place in places] == [True, True, False, False, False, False, False]
    assert sorted(branches.at(places[6]).pieces()) == sorted(
        game.start.play(rules.read_move("h8", game.start)).pieces().keys()
        | {rules.read_move(text, game.start).path[0] for text in ("h9", "a1")}
    )
    assert [place.is_known for place in places] == [True, True, False, False, True, False, True]
    after = TreeCursor.at(TREE, 4).promoted().tree
    assert [branches.of(after)[at] for at in (2, 5)] == [places[4], places[2]], "places outlive edits"
    move = branches.move(places[5])
    assert move is not None
    assert rules.write_move(move, branches.at(places[4])) == "h7"
    with pytest.raises(RulesError):
        branches.at(branches.start.after("h8").after("h8"))


def test_a_line_of_a_hundred_thousand_moves_is_stood_in() -> None:
    tree = GameTree.of_line(GameNode("x") for _ in range(100_000))
    cursor = TreeCursor.at(tree, 100_000)
    assert (cursor.branch, cursor.ply, cursor.at_ply(5).index) == (0, 100_000, 5)
