"""The proof search: its tree, its file of answers, and the proof that it writes."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_gomoku_proof_trees import cells_of

from ai.common.book import BookError
from ai.gomoku.notation import BLACK, WHITE, read_move
from ai.gomoku.proof.examiner import Examined, ProofQuestion, examine
from ai.gomoku.proof.file import ProofBook, ProofEntry, read_proof, write_proof
from ai.gomoku.proof.journal import ProofJournal
from ai.gomoku.proof.maker import ProofMaker
from ai.gomoku.proof.search import ProofSearch, shares
from ai.gomoku.proof.symmetry import SIZE, SQUARES, after_stone, canonical, square_of_image
from ai.gomoku.proof.trees import check, moved, read_win
from ai.gomoku.proof.windows import WindowBoard
from ai.gomoku.verify.walk import verify

START = cells_of("h8 a1 i9 a3")
"""White has played nothing that matters, twice: the proof takes a second."""


def _solve(journal: ProofJournal | None = None) -> tuple[ProofSearch, list[ProofQuestion]]:
    search = ProofSearch(START, BLACK)
    asked = []
    while questions := search.questions(8):
        for question in questions:
            answer = journal.answer(question) if journal is not None else None
            if answer is None:
                answer = examine(question)
                asked.append(question)
                if journal is not None:
                    journal.add(question, answer)
            search.take(question, answer)
    return search, asked


@pytest.fixture(scope="module")
def solved(tmp_path_factory: pytest.TempPathFactory) -> tuple[ProofSearch, list[ProofQuestion], Path]:
    """The search from START, what it asked, and its file of answers."""
    path = tmp_path_factory.mktemp("proof") / "answers.jsonl"
    journal = ProofJournal(path)
    search, asked = _solve(journal)
    journal.close()
    return search, asked, path


def test_a_won_position_is_proven(solved: tuple[ProofSearch, list[ProofQuestion], Path]) -> None:
    search, asked, _ = solved
    assert search.root.proof == 0
    assert search.move_of(canonical(START)[0]) is not None
    assert search.newly_won() == [canonical(START)[0]]
    assert search.newly_won() == []
    assert search.open_nodes() < len(search)
    assert len(asked) == search.answers


def test_a_search_goes_on_where_it_was_broken_off(
    solved: tuple[ProofSearch, list[ProofQuestion], Path], tmp_path: Path
) -> None:
    search, asked, path = solved
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    torn = tmp_path / "torn.jsonl"
    torn.write_text("".join(lines[: len(lines) // 2]) + lines[-1][:9], encoding="utf-8")
    journal = ProofJournal(torn)
    again, more = _solve(journal)
    journal.close()
    assert again.root.proof == 0
    assert more == asked[len(lines) // 2 :]
    assert again.move_of(canonical(START)[0]) == search.move_of(canonical(START)[0])
    assert len(again) == len(search)
    assert sorted(torn.read_text(encoding="utf-8").splitlines()) == sorted(line.rstrip() for line in lines)


def test_what_is_known_is_filled_in_without_a_question(
    solved: tuple[ProofSearch, list[ProofQuestion], Path],
) -> None:
    search, _, path = solved
    journal = ProofJournal(path)
    filled = ProofSearch(START, BLACK)
    filled.fill(journal.answer)
    journal.close()
    assert filled.root.proof == 0
    assert filled.move_of(canonical(START)[0]) == search.move_of(canonical(START)[0])


def test_a_file_of_something_else_is_told(tmp_path: Path) -> None:
    path = tmp_path / "other.jsonl"
    path.write_text("h8 i9\n", encoding="utf-8")
    with pytest.raises(ValueError, match="line 1 of"):
        ProofJournal(path)


def test_white_refutes_and_shares_count() -> None:
    search = ProofSearch(cells_of("h8"), WHITE)
    (question,) = search.questions(1)
    assert search.questions(1) == [], "there is nothing else to ask"
    search.take(question, examine(question))
    assert len(search) == 36, "White's replies up to symmetry"
    assert shares(search) == (0.0, 0.0, 0.0)
    for question in search.questions(50):
        search.take(question, Examined(9, None, 1))
    assert shares(search) == (1.0, 1.0, 1.0)
    lost = ProofSearch(cells_of("h8 e8 i9"), WHITE)
    (question,) = lost.questions(4)
    lost.take(question, Examined(0, None, 1))
    assert (lost.root.proof > 0, lost.root.disproof) == (True, 0)


def _two_moves(known: set[bytes]) -> ProofSearch:
    """After h8 b1 Black may play i9 or h9, and White may answer everywhere."""
    search = ProofSearch(cells_of("h8 b1"), BLACK, known.__contains__)
    (question,) = search.questions(1)
    search.take(question, Examined(0, ((read_move("i9", SIZE), 0), (read_move("h9", SIZE), 0)), 1))
    for question in search.questions(2):
        replies = tuple((square, 0) for square, cell in enumerate(question.cells) if not cell)
        search.take(question, Examined(0, replies, 1))
    return search


def _is_diagonal(cells: bytes) -> bool:
    (one, other), _ = ([divmod(at, SIZE) for at, cell in enumerate(cells) if cell == side] for side in (1, 2))
    return one[0] != other[0] and one[1] != other[1]


def test_black_keeps_to_the_move_with_proven_replies() -> None:
    """However hard the next reply looks."""
    search = _two_moves(set())
    (question,) = search.questions(1)
    search.take(question, Examined(9, None, 1))
    begun = _is_diagonal(question.cells)
    for _ in range(9):
        (question,) = search.questions(1)
        assert question.cells.count(1) > 2 or _is_diagonal(question.cells) == begun
        empty = [square for square, cell in enumerate(question.cells) if not cell]
        tried = empty[:3] if question.turn == BLACK else empty[::7]
        search.take(question, Examined(0, tuple((square, 0) for square in tried), 1))


@pytest.mark.parametrize(("questions", "stays"), [(1_500, True), (2_000, False)])
def test_a_reply_that_resists_is_left_for_others(questions: int, stays: bool) -> None:
    search = ProofSearch(cells_of("h8"), WHITE)
    (question,) = search.questions(1)
    search.take(question, examine(question))
    (first,) = search.questions(1)
    search.take(first, Examined(0, ((read_move("b2", SIZE), 0),), 1))
    begun = next(node for node in (search.root.moves or {}).values() if node.cells == first.cells)
    begun.spent = questions
    (after,) = search.questions(1)
    assert (after.turn == WHITE) == stays


@pytest.mark.parametrize(("begun", "next_move"), [(None, 16), (17, 17), (18, 18)])
def test_black_goes_on_with_what_an_earlier_search_has_begun(begun: int | None, next_move: int) -> None:
    """Though the engine likes another move better, or has not named it."""
    search = ProofSearch(cells_of("h8 a1"), BLACK, begun=lambda form: begun)
    (question,) = search.questions(1)
    search.take(question, Examined(0, ((16, 50), (17, 0)), 1))
    (question,) = search.questions(1)
    assert question.cells == canonical(after_stone(search.root.cells, next_move, BLACK))[0]


def test_the_deeper_the_harder_it_looks() -> None:
    """A row of threats with one reply each would be followed for ever: it adds nothing to proof numbers."""
    numbers = []
    for stones in (8, 22, 34):
        cells = bytes(at % 2 + 1 for at in range(stones)) + bytes(SQUARES - stones)
        search = ProofSearch(cells, BLACK)
        (question,) = search.questions(1)
        search.take(question, Examined(0, ((100, 50), (101, 0)), 1))
        numbers.append(search.root.proof)
    few, more, most = numbers
    assert (more, most) == (4 * few, 16 * few)


def test_what_was_begun_is_left_where_another_position_answers_it() -> None:
    known: set[bytes] = set()
    search = _two_moves(known)
    (question,) = search.questions(1)
    search.take(question, Examined(9, None, 1))
    (question,) = search.questions(1)
    moves = [(square, 0) for square, cell in enumerate(question.cells) if not cell][:3]
    search.take(question, Examined(0, tuple(moves), 1))
    (below,) = search.questions(1)
    assert below.turn == WHITE
    search.take(below, Examined(0, tuple((square, 0) for square in range(30, 60)), 1))
    known.add(question.cells)
    (after,) = search.questions(1)
    assert after.turn == BLACK
    assert after.cells.count(0) == question.cells.count(0), "the next reply, and nothing below this one"


def test_the_proof_is_written_and_every_win_in_it_holds(
    solved: tuple[ProofSearch, list[ProofQuestion], Path],
) -> None:
    search, _, _ = solved
    maker = ProofMaker(search.move_of, None, lambda line: None)
    assert maker.prove(START) > 0
    maker.add_open(cells_of("h8 a1"), read_move("i9", SIZE))
    book = read_proof(write_proof(maker.book(cells_of("h8"), "a test")))
    assert verify(write_proof(book)).faults == []
    assert len(maker.book(cells_of("h8 a1 i9"), "a test")) == len(book) - 1
    form, symmetry = canonical(START)
    entry = book.entry(form)
    assert entry is not None
    assert book.is_proven(form)
    assert not book.is_proven(canonical(cells_of("h8 a1"))[0])
    move = square_of_image(entry.move, symmetry)
    assert not START[move]
    after = WindowBoard(START)
    after.place(move, BLACK)
    wins = [
        read_win(moved(book.wins[number], lambda square, by=turn: _seen(square, by, symmetry)))  # type: ignore[misc]
        for number, turn in entry.wins
    ]
    assert wins
    for win in wins:
        held = 0
        for reply in range(SIZE * SIZE):
            if not after.taken >> reply & 1:
                after.place(reply, WHITE)
                held += check(win, after, 0) is not None
                after.lift(reply, WHITE)
        assert held, "each answers some reply"
    again = ProofMaker(lambda form: None, book, lambda line: None)
    assert again.prove(START) == entry.plies, "what is proven is taken over"


def _seen(square: int, turn: int, symmetry: int) -> int:
    """A square of a win, on the board before it was turned to its form."""
    assert turn == symmetry, "this proof was made on one board"
    return square


def test_a_damaged_proof_is_told() -> None:
    book = ProofBook({"made": "here"}, [b"\x00\xff"], {b"abcdef": ProofEntry(3, 5, ((0, 2),))}, {})
    content = write_proof(book)
    assert read_proof(content).entries == book.entries
    for wrong in (content[1:], content[:-3], content[:-1] + b"\x00", content.replace(b"here", b"hare")):
        with pytest.raises(BookError):
            read_proof(wrong)
