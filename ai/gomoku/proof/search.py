"""The tree of the proof search, in memory: proof numbers over Black's candidates and White's replies.

A best-first proof-number search (Allis 1994) whose leaves are questions to other processes, as in job-level
proof-number search (Wu, Lin and others 2013). Positions are kept in their canonical form, so that whatever is the same
up to the board's symmetries or another order of moves is one node. The first numbers of a move of Black come from the
engine's scores. Among White's replies the ones most likely to refute come first, but not among the first two of a game:
there one is finished before another is begun, so that a proof that is not closed covers whole replies.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Final

from ai.gomoku.notation import BLACK, WHITE
from ai.gomoku.proof.examiner import Examined, ProofQuestion
from ai.gomoku.proof.symmetry import SIZE, SQUARES, after_move, canonical, image_of, square_of_image

INFINITE: Final = 10**9
MIDDLE: Final = SQUARES // 2
_HINTS: Final = 2
"""The number of moves that have won against other replies which are tried before the engine is asked."""
_ASK_ENGINE: Final = 8
"""The proof number of asking the engine, where such moves are being tried."""
_FIRST: Final = 4
"""The first proof number of the engine's favourite; it doubles with each HALF by which another scores less."""
_HALF: Final = 80
_MOST_FIRST: Final = 400
_HEAD_START: Final = 160
"""By how much a move that an earlier search has begun with scores more than the engine's favourite."""
_SURE: Final = 100
"""By how many hundredths of an open two Black stands better where the first disproof number is twice as large."""
_AWAY: Final = 40
"""What a question that is being answered adds to its numbers: the next one is looked for elsewhere."""
_ONE_BY_ONE_STONES: Final = 3
"""With so few stones White's replies are proven one after the other."""
_PATIENCE: Final = 8
"""One is left for another only if that looks this many times easier."""
_STINT: Final = 500
"""With this many questions below a reply it looks twice as hard: one that resists does not keep the others waiting."""
_CONSTANCY_STONES: Final = 2
_CONSTANCY: Final = 4
"""With so few stones Black's move with the most replies proven is kept, unless another looks this many times easier."""
_TOLD_STONES: Final = 4
"""`newly_won` tells of positions with this number of stones at most."""
_REPLY: Final = {2: 1000, 4: 20, 6: 4}
"""The first proof number of a reply of White, by the stones on the board; later 2, and more and more."""
_FEW_STONES: Final = 10
_DOUBLED_BY: Final = 6
"""First proof numbers double with every six stones beyond the few. A move with one reply adds nothing to them, so that
a search could follow threat after threat without an end: thousands of questions below one reply, once."""
_THIRD_STONE: Final = 200
_FIFTH_STONE: Final = 8
"""By how much the first proof number of a move of Black is larger with so few stones: few replies lose at once then."""


class SearchNode:
    """A position in its canonical form. `moves` is None before an answer has come."""

    __slots__ = ("asked", "cells", "disproof", "good", "hinted", "moves", "parents", "proof", "spent", "turn")

    def __init__(self, cells: bytes, turn: int, proof: int, disproof: int) -> None:
        self.cells = cells
        self.turn = turn
        self.proof = proof
        self.disproof = disproof
        self.moves: dict[int, SearchNode] | None = None
        self.parents: list[SearchNode] = []
        self.asked = False
        self.hinted = False
        """Black has only moves that won elsewhere; the engine was not asked yet."""
        self.spent = 0
        """After White's first replies: the questions asked below."""
        self.good: Counter[int] = Counter()
        """With White to move: what Black has won with against replies, as squares of this node's form."""

    @property
    def settled(self) -> bool:
        """Whether it is proven or given up."""
        return not self.proof or not self.disproof


class ProofSearch:
    """The search from one position. `known` tells of a form, Black to move, whether it is proven already; it is asked
    before anything is asked about it. `begun` tells what Black played where an earlier search has begun a proof."""

    def __init__(
        self,
        root: bytes,
        turn: int,
        known: Callable[[bytes], bool] = lambda form: False,
        begun: Callable[[bytes], int | None] = lambda form: None,
    ) -> None:
        self._known = known
        self._begun = begun
        self._nodes: dict[tuple[bytes, int], SearchNode] = {}
        self._won: list[bytes] = []
        self._way: list[SearchNode] = []
        """To the leaf that was found last: the positions with few stones, Black to move, the last ones first."""
        self.root = self._node(canonical(root)[0], turn, 1, 1)
        self.answers = 0

    # --- questions and answers --------------------------------------------------------------------------------------

    def questions(self, most: int) -> list[ProofQuestion]:
        """The most promising open questions, up to `most`; each is to be answered before it is given again."""
        found: list[ProofQuestion] = []
        while len(found) < most and not self.root.settled:
            self._way.clear()
            node = self._leaf(self.root)
            if node is None:
                break
            # another position may answer by now what was begun before
            held = next((each for each in (node, *self._way) if each.turn == BLACK and self._known(each.cells)), None)
            if held is not None:
                self._settle(held, True)
                self._pass_on(held.parents)
                continue
            node.asked = True
            found.append(self._question(node))
            node.proof += _AWAY
            node.disproof += _AWAY
            self._pass_on(node.parents)
        return found

    def fill(self, known: Callable[[ProofQuestion], Examined | None]) -> None:
        """Put all answers in their places that are known already, however unpromising the questions look by now."""
        before = -1
        while self.answers > before:
            before = self.answers
            waiting = list(self._nodes.values())
            for node in waiting:  # grows meanwhile
                if node.settled or (node.moves is not None and not node.hinted):
                    continue
                for question in (ProofQuestion(node.cells, node.turn), self._question(node)):
                    answer = known(question)
                    if answer is not None and (node.moves is None or not question.hints):
                        count = len(self._nodes)
                        self.take(question, answer)
                        added = list(islice(reversed(self._nodes.values()), len(self._nodes) - count))
                        waiting.extend(reversed(added))
                        break

    def take(self, question: ProofQuestion, answer: Examined) -> None:
        """Put an answer in its place."""
        node = self._nodes[question.cells, question.turn]
        node.asked = False
        self.answers += 1
        if answer.plies:
            self._settle(node, True)
        elif not answer.moves:
            node.hinted = False
            if not node.moves:
                self._settle(node, node.turn == WHITE and answer.moves is not None)
        elif node.turn == BLACK:
            self._open_black(node, answer.moves, bool(question.hints))
        else:
            self._open_white(node, [square for square, _ in answer.moves])
        self._pass_on([node, *node.parents])

    def _question(self, node: SearchNode) -> ProofQuestion:
        hints: tuple[int, ...] = ()
        if node.turn == BLACK and node.moves is None:
            hints = tuple(self._hints(node))
        return ProofQuestion(node.cells, node.turn, hints)

    def _hints(self, node: SearchNode) -> list[int]:
        """Moves that won against other replies at the position before, as squares of this node's form."""
        found: list[int] = []
        for parent in node.parents:
            reply = next((square for square, each in (parent.moves or {}).items() if each is node), None)
            if reply is None or not parent.good:
                continue
            symmetry = after_move(parent.cells, reply, WHITE)[1]
            for square, _ in parent.good.most_common(_HINTS):
                place = image_of(square, symmetry)
                if not node.cells[place] and place not in found:
                    found.append(place)
        return found[:_HINTS]

    def _open_black(self, node: SearchNode, moves: tuple[tuple[int, int], ...], hinted: bool) -> None:
        best = max(score for _, score in moves)
        begun = self._begun(node.cells)
        if begun is not None:
            best += _HEAD_START
            moves = ((begun, best), *(each for each in moves if each[0] != begun))
        node.moves = node.moves or {}
        node.hinted = hinted
        scale = {2: _THIRD_STONE, 4: _FIFTH_STONE}.get(_stones(node.cells)) or _growth(node.cells)
        for rank, (square, score) in enumerate(moves):
            if square not in node.moves:
                proof = int(min(_MOST_FIRST, int((_FIRST + rank) * 2.0 ** ((best - score) / _HALF))) * scale)
                disproof = max(1, int(2.0 ** (min(score, 1000) / _SURE)))
                form = after_move(node.cells, square, BLACK)[0]
                self._add(node, square, self._node(form, WHITE, proof, disproof))

    def _open_white(self, node: SearchNode, replies: list[int]) -> None:
        node.moves = {}
        images: dict[bytes, list[int]] = {}
        for square in replies:
            images.setdefault(after_move(node.cells, square, WHITE)[0], []).append(square)
        proof = _REPLY.get(_stones(node.cells) + 1) or int(2 * _growth(node.cells))
        # those far away first, because what wins after one of them wins after most
        for form, squares in sorted(images.items(), key=lambda each: -_distance(node.cells, each[1][0])):
            self._add(node, squares[0], self._node(form, BLACK, proof, 1))

    def _add(self, node: SearchNode, square: int, after: SearchNode) -> None:
        assert node.moves is not None
        node.moves[square] = after
        after.parents.append(node)

    def _node(self, cells: bytes, turn: int, proof: int, disproof: int) -> SearchNode:
        node = self._nodes.get((cells, turn))
        if node is None:
            node = self._nodes[cells, turn] = SearchNode(cells, turn, proof, disproof)
        return node

    # --- proof numbers ----------------------------------------------------------------------------------------------

    def _settle(self, node: SearchNode, won: bool) -> None:
        node.proof, node.disproof = (0, INFINITE) if won else (INFINITE, 0)
        if node.moves is None:
            node.moves = {}

    def _leaf(self, node: SearchNode) -> SearchNode | None:
        """The most promising position without an answer below a node; None where all of them are being asked."""
        if node.asked:
            return None
        if node.moves is None:
            return node
        below = [each for each in node.moves.values() if not each.settled]
        if node.turn == BLACK:
            below.sort(key=lambda each: (each.proof, -each.disproof))
            if below and _stones(node.cells) <= _CONSTANCY_STONES:
                most = _CONSTANCY * below[0].proof
                below.sort(key=lambda each: (each.proof > most, -_proven_replies(each)))
            if node.hinted and (not below or below[0].proof >= _ASK_ENGINE):
                return node
        elif _stones(node.cells) <= _ONE_BY_ONE_STONES:
            hardest = _PATIENCE * min(map(_hardness, below), default=0)
            below.sort(key=lambda each: _hardness(each) > hardest)
        else:
            below.sort(key=lambda each: (each.disproof, -each.proof))
        found = next((leaf for leaf in map(self._leaf, below) if leaf is not None), None)
        if found is not None and node.turn == BLACK and _stones(node.cells) <= _TOLD_STONES:
            self._way.append(node)
            node.spent += 1
        return found

    def _pass_on(self, changed: list[SearchNode]) -> None:
        """Work out the numbers of nodes again, and of all above whose numbers change thereby."""
        waiting = list(changed)
        while waiting:
            node = waiting.pop()
            if node.moves is None or node.settled or node.asked:
                continue
            before = node.proof, node.disproof
            self._sum_up(node)
            if (node.proof, node.disproof) != before:
                if not node.proof and node.turn == BLACK:
                    self._praise(node)
                    if _stones(node.cells) <= _TOLD_STONES:
                        self._won.append(node.cells)
                waiting.extend(node.parents)

    def _sum_up(self, node: SearchNode) -> None:
        assert node.moves is not None
        below = node.moves.values()
        if node.turn == BLACK:
            node.proof = min((each.proof for each in below), default=INFINITE)
            disproof = sum(each.disproof for each in below)
            if node.hinted:
                node.proof = min(node.proof, _ASK_ENGINE) if node.proof else 0
                disproof = max(1, disproof)
            node.disproof = INFINITE if not node.proof else min(INFINITE, disproof)
        else:
            node.disproof = min((each.disproof for each in below), default=INFINITE)
            node.proof = INFINITE if not node.disproof else min(INFINITE, sum(each.proof for each in below))
        if node.proof >= INFINITE:
            node.disproof = 0

    def _praise(self, node: SearchNode) -> None:
        """Tell the positions before what wins here: it may win against other replies, too."""
        won = next((square for square, each in (node.moves or {}).items() if not each.proof), None)
        if won is None:
            return
        for parent in node.parents:
            reply = next((square for square, each in (parent.moves or {}).items() if each is node), None)
            if reply is None:
                continue
            parent.good[square_of_image(won, after_move(parent.cells, reply, WHITE)[1])] += 1

    # --- what there is ----------------------------------------------------------------------------------------------

    def open_nodes(self) -> int:
        """How many positions wait for an answer or for those below them."""
        return sum(not node.settled for node in self._nodes.values())

    def __len__(self) -> int:
        return len(self._nodes)

    def proven_forms(self) -> Iterator[bytes]:
        """The proven forms with Black to move that a move of the search decides and that are reached by the moves
        nearest to a proof, those with fewer stones first."""
        reached = [self.root]
        seen = {self.root.cells}
        for node in reached:
            if node.turn == BLACK and not node.proof:
                if node.moves:
                    yield node.cells
                continue
            below = list((node.moves or {}).values())
            for each in sorted(below, key=lambda each: each.proof)[:1] if node.turn == BLACK else below:
                if each.cells not in seen:
                    seen.add(each.cells)
                    reached.append(each)

    def begun(self, most_stones: int) -> Iterator[tuple[bytes, int]]:
        """The forms that are not proven, Black to move, with at most `most_stones` stones, and Black's move after which
        the most replies are proven, where there are any."""
        for node in self._nodes.values():
            if node.turn == BLACK and node.proof and node.moves and _stones(node.cells) <= most_stones:
                move, best = min(node.moves.items(), key=lambda each: (-_proven_replies(each[1]), each[1].proof))
                if any(not each.proof for each in (best.moves or {}).values()):
                    yield node.cells, move

    def move_of(self, form: bytes) -> int | None:
        """Black's winning move in a form that a move of the search decides; None for all others."""
        node = self._nodes.get((form, BLACK))
        if node is None or node.proof:
            return None
        return next((square for square, each in (node.moves or {}).items() if not each.proof), None)

    def newly_won(self) -> list[bytes]:
        """The forms with few stones that were proven by moves of Black since the last call."""
        won, self._won = self._won, []
        return won


def _hardness(node: SearchNode) -> float:
    """How hard a reply looks that is worked on."""
    return node.proof * math.exp2(node.spent / _STINT)


def _proven_replies(node: SearchNode) -> int:
    return sum(not each.proof for each in (node.moves or {}).values())


def _distance(cells: bytes, square: int) -> int:
    """How far a square lies from the nearest black stone, in a king's steps."""
    row, column = divmod(square, SIZE)
    black = (divmod(place, SIZE) for place, cell in enumerate(cells) if cell == BLACK + 1)
    return min((max(abs(row - up), abs(column - right)) for up, right in black), default=0)


def _growth(cells: bytes) -> float:
    """The factor by which first proof numbers are larger on a board with more stones."""
    return math.exp2(max(0, _stones(cells) - _FEW_STONES) / _DOUBLED_BY)


def _stones(cells: bytes) -> int:
    return SQUARES - cells.count(0)


def shares(search: ProofSearch) -> tuple[float, float, float]:
    """The part of White's first, second and third replies that is proven, each reply of the board counting the same,
    Black playing what is nearest to a proof."""
    return _share(search.root, 1), _share(search.root, 2), _share(search.root, 3)


def _share(node: SearchNode, depth: int) -> float:
    """The part of White's replies `depth` moves on, from a position with White to move."""
    if not node.proof:
        return 1.0
    if node.moves is None or not node.disproof or depth == 0:
        return 0.0
    total = SQUARES - sum(map(bool, node.cells))
    # replies that are the same up to symmetry stand for each other
    weights: Counter[bytes] = Counter()
    if _stones(node.cells) <= _ONE_BY_ONE_STONES:
        for square in range(SQUARES):
            if not node.cells[square]:
                weights[after_move(node.cells, square, WHITE)[0]] += 1
    open_part = 0.0
    for after in node.moves.values():
        weight = weights[after.cells] if weights else 1
        if after.proof:
            best = min((each for each in (after.moves or {}).values()), key=lambda each: each.proof, default=None)
            done = _share(best, depth - 1) if best is not None and depth > 1 else 0.0
            open_part += weight * (1 - done)
    return 1 - open_part / total
