"""The rows of a tree's list: every move has its place, whatever the tree, what is folded hides the rest of its line,
and what was laid out before an edit is right after it."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from game.records.tree import GameNode, GameTree
from game.ui.scenes.variations.rows import Counted, KeptSections, RowMeasures, TreeRow, TreeRows

MEASURES = RowMeasures(300.0, 36.0, 50.0, lambda text: 6.0 * len(text), lambda glyphs: 10.0 * len(glyphs))


def counted(tree: GameTree) -> Counted:
    return Counted.of([node % 2 for node in range(len(tree.main_line))], max(tree.plies), 0)


def rows_of(tree: GameTree, folded: frozenset[str] = frozenset(), laid: KeptSections | None = None) -> TreeRows:
    def name(node: int) -> str:
        return tree.nodes[node].text

    return TreeRows(tree, counted(tree), lambda node: name(node) in folded, MEASURES, laid, name)


def all_rows(rows: TreeRows) -> list[TreeRow]:
    return [rows.at(index) for index in range(len(rows))]


def told(tree: GameTree, rows: TreeRows) -> list[str]:
    """The rows as text: depth, what stands before a move, moves."""
    found = []
    for row in all_rows(rows):
        words = [
            f"{cell.number} {tree.nodes[cell.node].text if cell.node > 0 else '...'}".strip() for cell in row.cells
        ]
        mark = {"comment": "#", "before": "<"}.get(row.kind, "")
        found.append(f"{'  ' * row.depth}{mark}{' '.join(words)}" + (f" +{row.hidden}" if row.hidden else ""))
    return found


TREE = GameTree(
    (
        GameNode(), GameNode("a"), GameNode("b", comments=("why",)), GameNode("c"), GameNode("d"),
        GameNode("D", glyphs=(1,)), GameNode("E"), GameNode("F"), GameNode("e2"), GameNode("B", before=("or",)),
    ),
    (0, 1, 2, 3, 4, 4, 5, 6, 5, 2),
)  # fmt: skip
"""1. a b {why} (1... {or} B) 2. c d (2... D! 3. E (3. e2) F)"""


def test_variations_stand_after_the_moves_beside_which_they_were_played() -> None:
    assert told(TREE, rows_of(TREE)) == [
        "1 a b",
        "#b",
        "  <B",
        "  1... B",
        "2 c d",
        "  2... D 3 E",
        "    3 e2",
        "  3... F",
    ]  # fmt: skip


def test_a_folded_variation_shows_its_beginning_and_how_many_moves_follow() -> None:
    rows = rows_of(TREE, frozenset({"D"}))
    assert told(TREE, rows)[4:] == ["2 c d", "  2... D +3"]
    assert [rows.row_of[node] for node in (5, 6, 7, 8)] == [5] * 4


def test_a_move_after_what_interrupts_its_row_stands_in_its_column() -> None:
    tree = GameTree((GameNode(), GameNode("a", comments=("x",)), GameNode("b")), (0, 1, 2))
    rows = all_rows(rows_of(tree))
    assert told(tree, rows_of(tree)) == ["1 a", "#a", "1 ... b"]
    assert rows[2].cells[1].left > rows[0].cells[0].left


def test_a_choice_has_a_row_to_itself_and_the_numbers_go_on() -> None:
    made = Counted.of([0, 1, None, 0], 6, 0)
    assert list(made.columns) == [None, 0, 1, None, 0, 1, 0]
    assert list(made.numbers) == [0, 1, 1, 2, 3, 3, 4]
    assert list(Counted.of([], 3, 1).columns) == [None, 1, 0, 1]


@st.composite
def trees(draw: st.DrawFn) -> GameTree:
    plies = [0]
    nodes = [GameNode()]
    for number in range(draw(st.integers(0, 40))):
        plies.append(draw(st.integers(1, plies[-1] + 1)))
        words = draw(st.sampled_from(((), (), (), ("words",))))
        nodes.append(GameNode(f"m{number}", comments=words, glyphs=draw(st.sampled_from(((), (), (1,))))))
    return GameTree(tuple(nodes), tuple(plies))


@settings(deadline=None)
@given(trees())
def test_every_move_stands_in_one_row_and_within_the_list(tree: GameTree) -> None:
    rows = rows_of(tree)
    shown = [cell for row in all_rows(rows) if row.kind in ("moves", "line") for cell in row.cells if cell.node > 0]
    assert sorted(cell.node for cell in shown) == list(range(1, len(tree)))
    assert all(cell.left + cell.width <= MEASURES.width + 0.01 for cell in shown)
    for node in range(1, len(tree)):
        assert node in [cell.node for cell in rows.at(rows.row_of[node]).cells]
    begins = [row.begins for row in all_rows(rows) if row.begins > 0]
    assert len(begins) == tree.variations


@settings(deadline=None)
@given(trees(), st.integers(0, 1000), st.integers(0, 3))
def test_what_was_laid_out_before_an_edit_is_right_after_it(tree: GameTree, number: int, kind: int) -> None:
    laid = KeptSections(None)
    rows_of(tree, laid=laid)
    at = number % len(tree)
    if kind == 0:
        tree, _ = tree.add(at, GameNode("new"))
    elif kind == 1 and at:
        tree = tree.remove(at)
    elif kind == 2:
        tree, _ = tree.promote(at)
    else:
        tree = tree.replace(at, GameNode(tree.nodes[at].text, comments=("other",)))
    again, fresh = rows_of(tree, laid=laid), rows_of(tree)
    assert all_rows(again) == all_rows(fresh)
    assert again.row_of == fresh.row_of
