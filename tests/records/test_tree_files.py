"""Trees in files: what is read is kept, in our own form and in those of the field, node by node."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from game.records import formats, native
from game.records.collection import collect
from game.records.descriptor import Form
from game.records.entering import MOST_NODES
from game.records.native import Reading
from game.records.playing import play_tree
from game.records.record import Record, RecordError, Result, SeatInfo
from game.records.saying import unsaid
from game.records.tree import BoardShape, GameNode, GameTree, RecordedScore
from game.rules.core import Position, Side, Square, Termination
from game.rules.game import Game
from game.rules.registry import VARIANTS, variant

SEATS = (SeatInfo("human", "A"), SeatInfo("human", "B"))
WORDS = ("good", "the (only) move", "好棋", "two\nlines", "{braces} and ] [", "100% \\ sure", "; no end")


def random_tree(name: str, seed: int, told: bool = True, branches: int = 6) -> Record:
    """A record with variations at any depth and, where that is wanted, everything told that a node can tell."""
    chance = random.Random(f"{name} {seed}")
    rules = variant(name)
    start = rules.start()
    tree = GameTree()
    for _ in range(branches):
        record = Record(variant=name, start=rules.write_position(start), tree=tree)
        at = chance.randrange(len(tree))
        position = play_tree(record).positions[at]
        for _ in range(chance.randrange(2, 9)):
            moves = position.legal_moves()
            if position.outcome() is not None or not moves:
                break
            move = chance.choice(moves)
            text = rules.write_move(move, position)
            tree, at = tree.add(at, told_node(chance, rules, position, text) if told else GameNode(text))
            position = position.play(move)
    if told:
        tree = tree.replace(0, told_node(chance, rules, start, ""))
    return Record(variant=name, start=rules.write_position(start), tree=tree, seats=SEATS, date="1982-05")


def told_node(chance: random.Random, rules: Any, position: Position, text: str) -> GameNode:
    names = [rules.square_name(Square(square), position.board) for square in range(position.board.squares)]
    squares = [name for name in names if name]

    def some(values: Sequence[Any], most: int = 2) -> tuple[Any, ...]:
        return tuple(chance.sample(values, chance.randrange(most + 1)))

    score = chance.choice([None, RecordedScore(value=-1.25, depth=9), RecordedScore(mate=-3), RecordedScore(value=0.5)])
    return GameNode(
        text,
        chance.choice([0.0, 1.5, 3723.25]),
        comments=some(WORDS, 3),
        before=some(WORDS) if text else (),
        glyphs=some((1, 2, 3, 4, 5, 6, 10, 13, 18, 146, 255)) if text else (),
        clock_s=chance.choice([None, 0.0, 59.0, 3600.5]),
        score=score,
        shapes=some(
            (
                BoardShape("arrow", (squares[0], squares[-1]), colour="red"),
                BoardShape("ring", (squares[1],)),
                BoardShape("label", (squares[2],), "A1"),
                BoardShape("triangle", (squares[3],), colour="blue"),
            ),
            4,
        ),
        properties=some((("N", "a name"), ("%foo", "bar 1"), ("XY", "[x]"))),
    )


def only(data: bytes) -> Reading:
    found = collect(formats.open_data(data))
    assert found.problems == ()
    (reading,) = found.games
    return reading


@pytest.mark.parametrize("name", VARIANTS)
def test_our_own_form_keeps_every_tree(name: str) -> None:
    for seed in range(4):
        record = random_tree(name, seed)
        data = native.write(record)
        assert json.loads(data)["version"] == 2
        back = native.read(data)
        assert (back.record, back.problem, back.lost, back.is_cut) == (record, None, (), False)
        assert only(data).record == record
        assert native.write(back.record) == data


def test_a_line_is_written_as_before_and_a_tree_as_version_two() -> None:
    line = random_tree("xiangqi", 1, told=False, branches=1)
    document = json.loads(native.write(line))
    assert document["version"] == 1
    assert document["moves"] == [[node.text, 0.0] for node in line.moves]
    said = msgspec.structs.replace(line, tree=line.tree.replace(1, GameNode(line.moves[0].text, comments=("a",))))
    assert json.loads(native.write(said))["moves"][0] == [line.moves[0].text, 0.0, "a"]
    two = msgspec.structs.replace(line, tree=line.tree.replace(1, GameNode(line.moves[0].text, comments=("a", "b"))))
    document = json.loads(native.write(two))
    assert document["version"] == 2
    assert document["tree"][:2] == [{}, {"move": line.moves[0].text, "comments": ["a", "b"]}]


def tree_document(**changes: Any) -> dict[str, Any]:
    """1. h8 i9 (1... h9 2. h7 (2. a1)) 2. j8, as a file of ours."""
    nodes = ("", "h8", "i9", "j8", "h9", "h7", "a1")
    tree = GameTree(tuple(map(GameNode, nodes)), (0, 1, 2, 3, 2, 3, 3))
    record = Record(variant="gomoku-freestyle", start="15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 b", tree=tree)
    return {**json.loads(native.write(record)), **changes}


def shown(reading: Reading) -> list[tuple[int, str]]:
    tree = reading.record.tree
    return [(ply, node.text) for ply, node in zip(tree.plies[1:], tree.nodes[1:], strict=True)]


@pytest.mark.parametrize(
    ("index", "node", "kept", "where"),
    [
        (3, {"move": 7}, [(1, "h8"), (2, "i9"), (2, "h9"), (3, "h7"), (3, "a1")], "move 3"),
        (2, {"move": 7}, [(1, "h8")], "move 2"),  # a variation must not take its place
        (2, {"move": "h8"}, [(1, "h8")], "move 2"),
        (1, {}, [], "move 1"),
        (4, {"move": 7, "ply": 2}, [(1, "h8"), (2, "i9"), (3, "j8")], ""),
        (4, {"move": "h9", "ply": -1}, [(1, "h8"), (2, "i9"), (3, "j8")], "move 4"),  # it may have been played
        (4, 7, [(1, "h8"), (2, "i9"), (3, "j8")], "move 4"),
        (5, {"move": None}, [(1, "h8"), (2, "i9"), (3, "j8"), (2, "h9")], ""),
        (5, {"move": "h7", "ply": 9}, [(1, "h8"), (2, "i9"), (3, "j8"), (2, "h9")], ""),
        (6, [], [(1, "h8"), (2, "i9"), (3, "j8"), (2, "h9"), (3, "h7")], ""),
        (0, {"comments": 5}, [(1, "h8"), (2, "i9"), (3, "j8"), (2, "h9"), (3, "h7"), (3, "a1")], ""),
    ],
)
def test_damage_in_a_tree_costs_what_follows_and_no_variation_becomes_the_game(
    index: int, node: Any, kept: list[tuple[int, str]], where: str
) -> None:
    document = tree_document()
    document["tree"][index] = node
    back = native.read(json.dumps(document).encode())
    if where:
        assert back.problem is not None
        assert (back.problem.where, back.is_cut) == (where, True)
    else:
        assert (back.problem, len(back.lost), back.is_cut) == (None, 1, False)
    main = [node.text for node in back.record.moves]
    assert main == ["h8", "i9", "j8"][: len(main)]
    assert shown(back) == kept


def test_a_move_that_the_rules_refuse_ends_its_variation_and_stays_as_words() -> None:
    document = tree_document()
    document["tree"][5] = {"move": "h8", "ply": 3}
    back = native.read(json.dumps(document).encode())
    assert (back.problem, back.is_cut) == (None, False)
    assert shown(back) == [(1, "h8"), (2, "i9"), (3, "j8"), (2, "h9")]
    assert back.record.tree.nodes[4].comments == ("(h8)", "(a1)"), "what stood beside it does not take its place"
    (lost,) = back.lost
    assert lost.code == "illegal-move"
    assert lost.places[0] == ("variation", "")


def test_a_file_of_ours_with_too_many_moves_is_told_and_none_is_written() -> None:
    tree = GameTree((GameNode(), *[GameNode("h8")] * (MOST_NODES + 1)), (0, *[1] * (MOST_NODES + 1)))
    record = Record(variant="gomoku-freestyle", start="15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 b", tree=tree)
    with pytest.raises(RecordError, match="200001 moves in it"):
        native.write(record)


def test_a_hostile_depth_is_read_and_written() -> None:
    """A thousand variations within each other, of a piece that goes to and fro."""
    fen = "3k5/9/9/9/9/9/9/9/4R4/5K3 w - - 0 1"
    moves = ("e1d1", "d9e9", "d1e1", "e9d9")
    others = ("e1e2", "d9d8", "d1d2", "e9e8")
    body = "".join(f"{moves[n % 4]} ({others[n % 4]} " for n in range(0, 4_000, 1))
    (reading,) = collect(formats.open_text(f'[Game "Chinese Chess"]\n[FEN "{fen}"]\n{body}{")" * 4_000} *')).games
    assert reading.game.ply == 1
    assert native.read(native.write(reading.record)).record.tree == reading.record.tree
    line = " ".join(moves[n % 4] for n in range(4_000))
    (reading,) = collect(formats.open_text(f'[Game "Chinese Chess"]\n[FEN "{fen}"]\n{line} *')).games
    assert reading.game.ply == 4_000
    assert native.read(native.write(reading.record)).record == reading.record


PGN_TREE = """[Game "Chinese Chess"]
[Event "x"]

{the game} 1. h2e2! {[%clk 0:59:58] centre} $10 (1. b2e2?! {or} h9g7 (1... b9c7) 2. h0g2) ({first} 1. c3c4 {then} {and})
1... h9g7 2. h0g2 i9h9 (2... zz9 it was once better) *
"""


def test_what_stands_in_a_pgn_is_kept() -> None:
    reading = only(PGN_TREE.encode())
    tree = reading.record.tree
    assert [node.text for node in tree.main_line] == ["h2e2", "h9g7", "h0g2", "i9h9"]
    assert shown(reading) == [
        (1, "h2e2"), (2, "h9g7"), (3, "h0g2"), (4, "i9h9"),
        (1, "b2e2"), (2, "h9g7"), (3, "h0g2"), (2, "b9c7"), (1, "c3c4"),
    ]  # fmt: skip
    first, other, third = (tree.nodes[index] for index in tree.children(0))
    assert tree.root.comments == ("the game",)
    assert (first.glyphs, first.clock_s, first.comments) == ((1, 10), 3598, ("centre",))
    assert (other.glyphs, other.comments) == ((6,), ("or",))
    assert (third.before, third.comments) == (("first",), ("then", "and"))
    assert tree.nodes[3].comments == ("(zz9 it was once better)",), "words in parentheses are words"
    assert [each.code for each in reading.lost] == ["unreadable-move"]
    assert native.read(native.write(reading.record)).record == reading.record
    for form in formats.FORMS["xiangqi"][:3]:
        assert only(form.write([reading.record])).record == reading.record


def test_both_clocks_of_a_move() -> None:
    """The small letter is the one who moved; word for word they go out again."""
    text = '[GameType "20"]\n\n1. 31-26 {[%clock w0:09:57 B0:09:58]} 18-22 {[%clock W0:09:57 b0:09:50] so} *\n'
    record = only(text.encode()).record
    assert [(node.clock_s, node.comments) for node in record.moves] == [(597, ()), (590, ("so",))]
    out = formats.FORMS["draughts"][0].write([record])
    assert b"[%clock W0:09:57 b0:09:50]" in out
    assert only(out).record == record


def test_headers_go_out_in_the_order_in_which_they_came() -> None:
    tags = ('Site "Delft"', 'Round "7"', 'Black "B"', 'Event "Cup"', 'White "A"', 'Source "Euwe"', 'Date "1982.05.??"')
    text = "\n".join(f"[{tag}]" for tag in tags)
    record = only(f'{text}\n[GameType "20"]\n[Result "2-0"]\n\n1. 32-28 2-0'.encode()).record
    assert record.header_order == ("Site", "Round", "Black", "Event", "White", "Source", "Date")
    out = formats.FORMS["draughts"][0].write([record]).decode()
    assert [line for line in out.split("\n") if line[1:-1] in tags] == [f"[{tag}]" for tag in tags]
    assert only(out.encode()).record == record
    assert native.read(native.write(record)).record == record
    renamed = msgspec.structs.replace(record, event="Cup 2")
    assert '[Event "Cup 2"]\n[White "A"]\n' in formats.FORMS["draughts"][0].write([renamed]).decode()


WRITTEN = [(game, form) for game, forms in formats.FORMS.items() for form in forms]


@pytest.mark.parametrize(("game", "form"), WRITTEN, ids=[f"{game}-{form.name}" for game, form in WRITTEN])
def test_what_a_form_does_not_tell_as_lost_comes_back(game: str, form: Form) -> None:
    """Kind by kind of what a node can tell: where `unsaid` says nothing, the tree is as it was, node by node."""
    names = [name for name in VARIANTS if VARIANTS[name].game == game]
    for name in names:
        for seed in range(6):
            whole = random_tree(name, seed)
            for kept in PARTS:
                record = only_with(whole, kept)
                told = unsaid(record, form.says)
                back = only(form.write([record]))
                assert back.problem is None
                is_same = what_is_told(back.record) == what_is_told(record)
                assert is_same is not bool(told), (kept, told, form.write([record]))


def what_is_told(record: Record) -> tuple[object, ...]:
    names = [seat.name for seat in record.seats]
    return record.tree, record.variant, names, record.event, record.date, record.result


@pytest.mark.parametrize(("game", "form"), WRITTEN, ids=[f"{game}-{form.name}" for game, form in WRITTEN])
@pytest.mark.parametrize("fact", ["rules", "players", "cut", "event", "date", "result"])
def test_who_played_by_which_rules_is_told_as_lost_or_comes_back(game: str, form: Form, fact: str) -> None:
    facts: dict[str, dict[str, object]] = {
        "players": {"seats": (SeatInfo("human", "Ada"), SeatInfo("human", "王天一"))},
        "cut": {"seats": (SeatInfo("human", "Augusta Ada King"), SeatInfo("human", "Bo"))},
        "event": {"event": "Club"},
        "date": {"date": "2024-05-01"},
    }
    for rules in (each for each in VARIANTS.values() if each.game == game):
        played = Game(rules)
        for _ in range(4):
            played.play(next(iter(played.position.legal_moves())))
        winner = rules.side_names[played.position.colour(Side.FIRST)]
        told = facts.get(fact, {"result": Result(winner, Termination.RESIGNATION)} if fact == "result" else {})
        record = msgspec.structs.replace(Record.from_game(played, (SeatInfo("human"), SeatInfo("human"))), **told)
        back = only(form.write([record])).record
        is_same = what_is_told(back) == what_is_told(record)
        assert is_same is not bool(unsaid(record, form.says)), (rules.name, back)


PARTS = ("comments", "before", "glyphs", "used_s", "clock_s", "score", "shapes", "properties", "variations", "")


def only_with(record: Record, part: str) -> Record:
    """A record of which only the moves and one kind of what is told is left."""
    tree = record.tree

    def bare(node: GameNode) -> GameNode:
        plain = GameNode(node.text)
        return (
            msgspec.structs.replace(plain, **{part: getattr(node, part)}) if part in node.__struct_fields__ else plain
        )

    if part != "variations":
        end = len(tree.main_line) + 1
        tree = GameTree(tree.nodes[:end], tree.plies[:end])
    return msgspec.structs.replace(record, tree=GameTree(tuple(map(bare, tree.nodes)), tree.plies))
