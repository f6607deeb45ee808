"""The game tree: lines and variations, edits that leave the old tree as it was, and trees deeper than any recursion."""

from __future__ import annotations

import pickle
import random

import pytest

from game.records.tree import GameNode, GameTree, TreeError

TREE = GameTree(
    tuple(map(GameNode, ("", "h8", "i9", "j8", "h9", "h7", "a1"))),
    (0, 1, 2, 3, 2, 3, 3),
)
"""1. h8 i9 (1... h9 2. h7 (2. a1)) 2. j8"""


def texts(tree: GameTree) -> str:
    """The tree as `h8[i9[j8]h9[h7 a1]]`: what follows a move in brackets behind it."""

    def told(index: int) -> str:
        inner = "".join(told(child) for child in tree.children(index))
        return tree.nodes[index].text + (f"[{inner}]" if inner else "")

    return told(0)


def test_lines_and_variations() -> None:
    assert texts(TREE) == "[h8[i9[j8]h9[h7a1]]]"
    assert [node.text for node in TREE.main_line] == ["h8", "i9", "j8"]
    assert TREE.variations == 2
    assert [TREE.parent(index) for index in range(7)] == [-1, 0, 1, 2, 1, 4, 4]
    assert TREE.children(1) == (2, 4)
    assert [TREE.end(index) for index in range(7)] == [7, 7, 4, 4, 7, 6, 7]
    assert TREE.path(6) == (1, 4, 6)
    assert TREE.line(4) == (1, 4, 5)
    assert TREE.line(0) == (1, 2, 3)
    assert GameTree().main_line == ()
    assert len(GameTree()) == 1


def test_a_played_game_is_a_tree_of_one_line() -> None:
    tree = GameTree.of_line(map(GameNode, ("a", "b")), GameNode(comments=("why",)))
    assert (tree.plies, tree.variations, tree.root.comment) == ((0, 1, 2), 0, "why")
    assert texts(tree) == "[a[b]]"


def test_a_move_is_added_behind_the_others_and_never_twice() -> None:
    tree, at = TREE.add(1, GameNode("o15"))
    assert (texts(tree), at) == ("[h8[i9[j8]h9[h7a1]o15]]", 7)
    assert tree.add(1, GameNode("h9", comments=("again",))) == (tree, 4)
    tree, at = TREE.add(2, GameNode("x"))
    assert (texts(tree), at) == ("[h8[i9[j8x]h9[h7a1]]]", 4)
    assert texts(TREE) == "[h8[i9[j8]h9[h7a1]]]", "the old one is as it was"


def test_nodes_are_replaced_and_removed_with_what_follows() -> None:
    tree = TREE.replace(4, GameNode("h9", glyphs=(1,)))
    assert tree.nodes[4].glyphs == (1,)
    assert tree.plies == TREE.plies
    assert texts(TREE.remove(4)) == "[h8[i9[j8]]]"
    assert texts(TREE.remove(2)) == "[h8[h9[h7a1]]]", "the variation is the main line now"
    for wrong in (lambda: TREE.remove(0), lambda: TREE.replace(0, GameNode("h8")), lambda: TREE.replace(1, GameNode())):
        with pytest.raises(TreeError):
            wrong()
    with pytest.raises(TreeError):
        TREE.add(0, GameNode())


def test_a_variation_is_promoted() -> None:
    tree, at = TREE.promote(6)
    assert (texts(tree), at) == ("[h8[i9[j8]h9[a1h7]]]", 5)
    tree, at = TREE.promote(4)
    assert (texts(tree), at) == ("[h8[h9[h7a1]i9[j8]]]", 2)
    assert TREE.promote(2) == (TREE, 2)
    assert TREE.promote(0) == (TREE, 0)
    tree, at = TREE.make_main(6)
    assert (texts(tree), tree.nodes[at].text) == ("[h8[h9[a1h7]i9[j8]]]", "a1")
    assert [node.text for node in tree.main_line] == ["h8", "h9", "a1"]


@pytest.mark.parametrize("plies", [(), (1,), (0, 0), (0, 2), (0, 1, 3), (0, 1, -1), (0, 1, 2)])
def test_what_makes_no_tree(plies: tuple[int, ...]) -> None:
    nodes = (GameNode(), GameNode("a")) if len(plies) != 3 else (GameNode(), GameNode("a"), GameNode("b"))
    if plies == (0, 1, 2):
        nodes = nodes[:2]
    with pytest.raises(TreeError):
        GameTree(nodes, plies)


def test_trees_deeper_and_wider_than_any_recursion() -> None:
    many = 100_000
    deep = GameTree.of_line(GameNode(f"m{number}") for number in range(many))
    wide = GameTree((GameNode(), *(GameNode(f"m{number}") for number in range(many))), (0, *[1] * many))
    assert len(deep.main_line) == many
    assert (len(wide.main_line), wide.variations) == (1, many - 1)
    assert len(deep.path(many)) == many
    assert len(wide.children(0)) == many
    assert deep == GameTree(tuple(deep.nodes), tuple(deep.plies))
    assert hash(wide) != hash(deep)
    assert len(pickle.loads(pickle.dumps(deep))) == many + 1
    assert len(deep.remove(5)) == 5
    assert wide.promote(many)[0].main_line[0].text == f"m{many - 1}"


def test_random_edits_keep_a_tree() -> None:
    """Against trees of nested lists, edited the plain way."""
    chance = random.Random(5)
    for _ in range(60):
        tree, plain = GameTree(), _Plain("")
        for step in range(40):
            index = chance.randrange(len(tree))
            found, above = plain.find(index)
            kind = chance.choice(("add", "add", "add", "remove", "promote"))
            if kind == "add":
                tree, at = tree.add(index, GameNode(f"m{step}"))
                found.after.append(_Plain(f"m{step}"))
                assert tree.nodes[at].text == f"m{step}"
            elif index and above is not None:
                above.after.remove(found)
                if kind == "remove":
                    tree = tree.remove(index)
                else:
                    tree, at = tree.promote(index)
                    above.after.insert(0, found)
                    assert tree.nodes[at].text == found.text
            assert texts(tree) == plain.told()


class _Plain:
    def __init__(self, text: str) -> None:
        self.text = text
        self.after: list[_Plain] = []

    def told(self) -> str:
        inner = "".join(each.told() for each in self.after)
        return self.text + (f"[{inner}]" if inner else "")

    def find(self, index: int) -> tuple[_Plain, _Plain | None]:
        """The node of that place in the order of a tree, and the one before it."""
        waiting: list[tuple[_Plain, _Plain | None]] = [(self, None)]
        while True:
            found = waiting.pop()
            if index == 0:
                return found
            index -= 1
            waiting += [(each, found[0]) for each in reversed(found[0].after)]
