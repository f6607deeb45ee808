"""Draughts games as PDN 3.0: tags, numbered moves, GameType for the variant, FEN where the start is not the usual one.

Where GameType is missing the squares that occur and the moves tell: all variants that could be are tried, and the one
in which most games of the file play through is taken. Russian and Brazilian draughts are written with letters, as their
GameType says (`c3-d4`, `c3:e5`, Brazilian `c3xe5`), the others with numbers; results as 2-0, 1-1, 0-2 in games on
10x10, else as 1-0, 1/2-1/2, 0-1. All of that is read in all of them, and moves with spaces inside (`1- 6`). Letters in
English draughts count from White's left, or from that of the side that begins, as the first move tells. Numbers may
begin with 0, in any corner (`counting`).

Reference: https://wiegerw.github.io/pdn/ (grammar, GameType, results).
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import Final

from game.records.collection import Collection, RecordSource, check_size, collect, reading_of
from game.records.draughts.counting import counted_by_rule, names_zero
from game.records.encoding import decode
from game.records.fault import fault
from game.records.headers import with_headers, written_date, written_event, written_termination
from game.records.native import Reading
from game.records.pgn import parse
from game.records.pgn_writing import compose
from game.records.playing import play_tree
from game.records.record import Record, RecordError
from game.records.written import WrittenGame
from game.rules.core import RulesError, Side
from game.rules.draughts.board import Crowning, Ruleset
from game.rules.draughts.variants import BRAZILIAN, ENGLISH, FIFTEEN, INTERNATIONAL, RUSSIAN, DraughtsVariant

EXTENSION: Final = ".pdn"

_GAME_TYPES: Final = {
    INTERNATIONAL.name: "20,W,10,10,N2,0",
    FIFTEEN.name: "20,W,10,10,N2,0",
    BRAZILIAN.name: "26,W,8,8,A0,0",
    RUSSIAN.name: "25,W,8,8,A0,0",
    ENGLISH.name: "21,B,8,8,N1,0",
}
_BY_TYPE: Final = {"20": INTERNATIONAL, "21": ENGLISH, "25": RUSSIAN, "26": BRAZILIAN}
_OTHERS: Final = {
    "22": "italian", "23": "pool", "24": "spanish", "27": "canadian", "28": "portuguese", "29": "czech",
    "30": "turkish", "31": "thai", "40": "frisian", "41": "spantsiretti",
}  # fmt: skip
"""Kinds that are known by name; the window has words for them."""
_OWN: Final = frozenset({"GameType", "FEN", "SetUp", "Setup"})
"""Tags that the record's variant, start and moves say."""
_RESULTS: Final = {
    "2-0": Side.FIRST,
    "1-0": Side.FIRST,
    "1:0": Side.FIRST,
    "0-2": Side.SECOND,
    "0-1": Side.SECOND,
    "0:1": Side.SECOND,
    "1-1": None,
    "1/2-1/2": None,
    "1/2:1/2": None,
    "½-½": None,
}
"""Who won by a result's text: the first number is White's in most variants, Black's in English draughts; both are the
side that begins."""
_BY_NAME: Final = {
    "english": ENGLISH, "american": ENGLISH, "checkers": ENGLISH, "russian": RUSSIAN, "brazilian": BRAZILIAN,
    "international": INTERNATIONAL,
}  # fmt: skip
"""What some programs write into a tag Variant."""
_NEIGHBOURS: Final = (
    ("czech", replace(RUSSIAN, name="czech", rules=Ruleset(8, 12, False, False, True, Crowning.AT_END)), False),
    ("italian", replace(BRAZILIAN, name="italian", rules=Ruleset(8, 12, True, False, False, Crowning.AT_END)), True),
)
"""Kinds that are told but not played: with the rules by which all of their games can be played (a king has to capture
before a man in both, which only leaves fewer moves), and whether squares are counted from the other side."""
_SAMPLE: Final = 16
"""This many games of a file that does not name its variant are played in each to find it out."""
_TELLING: Final = 4
"""Fewer of them tell nothing about the others."""
_JUMP: Final = re.compile(r"([0-9]{1,2}|[a-h][1-8])((?:[x:×]([0-9]{1,2}|[a-h][1-8]))+)")
_REMARK: Final = re.compile(r"([0-9]{1,2}(?:[-x:×][0-9]{1,2})+)((?!x[0-9])[A-Za-z].*)")
_NUMBER: Final = re.compile(r"[0-9]+")
_LETTERED: Final = re.compile("[a-h][1-8]")
_CAPTURE: Final = re.compile("([0-9]{1,2})[x:×]([0-9]{1,2})")
_SMALL: Final = (ENGLISH, RUSSIAN, BRAZILIAN)


def read(data: bytes) -> Collection:
    """The games of a file. Raises RecordError when there is none in it, or the file is too large."""
    check_size(data)
    return collect(source(decode(data)))


def source(text: str, line: int = 1) -> RecordSource:
    """The games of a text, yet to be played through; its first line has that number in the file."""
    games = parse(text, spaced=True, line=line)
    for game in games:
        _part_remarks(game)
        _join_jumps(game)
    if any(map(names_zero, games)):
        highest = max(
            int(number) for game in games for move in game.moves for number in _NUMBER.findall(move.text[:20])
        )
        variants = _SMALL if highest < 32 else (INTERNATIONAL,)
        games = counted_by_rule(games, variants, _plays_through) or games
        # where that is not possible, each game is refused
    return RecordSource("PDN", games, partial(_read_game, others=_Unnamed(games)))


def _part_remarks(game: WrittenGame) -> None:
    """Make comments of remarks that stand at a move without a brace and without a blank."""
    for move in game.nodes:
        if match := _REMARK.fullmatch(move.text):
            move.text = match[1]
            move.comments = (match[2], *move.comments)


def _join_jumps(game: WrittenGame) -> None:
    """Make jumps that are written one by one (`a1:c3 c3:e5`) one capture: nobody else can go on from where a piece has
    landed."""
    nodes = game.nodes
    waiting = [0]
    while waiting:
        at = waiting.pop()
        move = nodes[at]
        while len(move.children) == 1 and (jumps := _joined(move.text, nodes[move.children[0]].text)):
            other = nodes[move.children[0]]
            move.text, move.children = jumps, other.children
            move.comments += other.before + other.comments
            move.glyphs += other.glyphs
            for child in other.children:
                nodes[child].parent = at
        waiting += move.children


def _joined(one: str, other: str) -> str:
    """Two captures as one, where the second goes on from the end of the first; else empty."""
    first, second = _JUMP.fullmatch(one.lower()), _JUMP.fullmatch(other.lower())
    return f"{first[0]}{second[2]}" if first and second and first[3] == second[1] else ""


# --- which variant --------------------------------------------------------------------------------------------------


class _Unnamed:
    """The games of a file that do not name their variant, by the variants whose board they could be played on."""

    def __init__(self, games: Sequence[WrittenGame]) -> None:
        self._games = [game for game in games if "GameType" not in game.tags and _told_variant(game) is None]
        self._usual: dict[tuple[str, ...], tuple[DraughtsVariant | None, bool]] = {}

    def usual(self, candidates: Sequence[DraughtsVariant]) -> tuple[DraughtsVariant | None, bool]:
        """The candidate in which most of these games play through, at least half of them, or None; and whether there
        are enough of them to trust in that."""
        names = tuple(each.name for each in candidates)
        if names not in self._usual:
            alike = (game for game in self._games if _candidates(game) == tuple(candidates))
            self._usual[names] = _usual_variant(list(islice(alike, _SAMPLE)), candidates)
        return self._usual[names]


def _usual_variant(
    games: Sequence[WrittenGame], candidates: Sequence[DraughtsVariant]
) -> tuple[DraughtsVariant | None, bool]:
    is_sure = len(games) >= _TELLING
    # nearly every game of Brazilian draughts is one of Russian draughts too, but not the other way round, for there the
    # most must be taken: where many games fit both, it is Brazilian
    order = list(candidates)
    if is_sure and RUSSIAN in order:
        one, other = order.index(RUSSIAN), order.index(BRAZILIAN)
        order[one], order[other] = BRAZILIAN, RUSSIAN
    whole = [sum(_plays_through(game, each) for game in games) for each in order]
    most = max(whole, default=0)
    best = order[whole.index(most)] if most and 2 * most >= len(games) else None  # the first of equals
    return best, is_sure


def _candidates(game: WrittenGame) -> tuple[DraughtsVariant, ...]:
    """The variants whose board has the squares that a game names."""
    fen = game.tags.get("FEN", "")
    if any(move.text[:1].isalpha() for move in game.moves) or re.search("[a-h][1-8]", fen):
        return (RUSSIAN, BRAZILIAN, ENGLISH)
    texts = (fen, *(move.text for move in game.moves))
    numbers = [int(number) for text in texts for number in _NUMBER.findall(text) if len(number) < 4]
    highest = max(numbers, default=0)
    if highest > 50:
        return ()
    return (INTERNATIONAL,) if highest > 32 else (*_SMALL, INTERNATIONAL)


def _plays_through(game: WrittenGame, variant: DraughtsVariant) -> bool:
    try:
        return not _read_as(game, 1, variant).is_cut
    except RecordError:
        return False


def _read_game(written: WrittenGame, number: int, others: _Unnamed) -> Reading:
    if names_zero(written):
        raise RecordError(fault("counts-from-zero"))
    if "GameType" in written.tags:
        told: DraughtsVariant | None = _named_variant(written.tags["GameType"])
    else:
        told = _told_variant(written)
    if told is ENGLISH and "FEN" not in written.tags and not _can_begin(written):
        turned = _turned(written)
        written = turned if _can_begin(turned) else written
    if told is not None:
        return _read_as(written, number, told)
    candidates = _candidates(written)
    usual, is_sure = others.usual(candidates)
    if len(candidates) == 1 or (usual is not None and is_sure and "FEN" in written.tags):
        reading = _read_as(written, number, usual or candidates[0])  # a position fits easily into what it is not
        if _is_frisian(reading, written):
            raise RecordError(fault("other-kind", name="frisian", game=INTERNATIONAL.game))
        return reading
    if not candidates or (usual is None and is_sure):
        raise _of_no_kind(written)
    found: list[Reading] = []
    for variant in sorted(candidates, key=lambda each: each is not usual):  # stable
        with contextlib.suppress(RecordError):
            found.append(_read_as(written, number, variant))
            if not found[-1].is_cut:
                return found[-1]
    best = max(found, key=lambda each: each.game.ply, default=None)
    if best is None or (usual is None and 2 * best.game.ply < len(written.moves)):
        raise _of_no_kind(written)
    return next((each for each in found if each.game.variant is usual), best)


def _of_no_kind(written: WrittenGame) -> RecordError:
    """What is said of a game that fits no variant: the kind by whose moves it can be played, which is not played here,
    or that there is none."""
    for name, variant, is_mirrored in _NEIGHBOURS:
        game = WrittenGame(1)
        for move in written.moves:
            game.add(_NUMBER.sub(_mirrored, move.text) if is_mirrored else move.text, 1)
        if game.moves and _plays_through(game, variant):
            return RecordError(fault("other-kind", name=name, game=INTERNATIONAL.game))
    return RecordError(fault("which-kind", game=INTERNATIONAL.game))


def _is_frisian(reading: Reading, written: WrittenGame) -> bool:
    """Whether a game on 10x10 comes to its end with a capture along a row or a column, which Frisian draughts has."""
    if not reading.is_cut or reading.game.variant is not INTERNATIONAL:
        return False
    match = _CAPTURE.fullmatch(written.moves[reading.game.ply].text)
    if match is None:
        return False
    one, other = sorted((int(match[1]) - 1, int(match[2]) - 1))
    return other - one == 20 or (other - one == 2 and one // 5 == other // 5)


def _mirrored(number: re.Match[str]) -> str:
    """The square of the board that has its long diagonal on the other side."""
    row, nth = divmod(int(number[0][:3]) - 1, 4)
    return str(4 * row + 4 - nth)


def _named_variant(game_type: str) -> DraughtsVariant:
    text = game_type.split(",")[0].strip()
    if text not in _BY_TYPE:
        raise RecordError(
            fault("other-kind", name=_OTHERS.get(text, text[:20]), game=INTERNATIONAL.game).at(tag="GameType")
        )
    return _BY_TYPE[text]


def _told_variant(game: WrittenGame) -> DraughtsVariant | None:
    """The variant that a tag tells by its name, `American/English`."""
    words = re.findall("[a-z]+", game.tags.get("Variant", "").lower())
    return next((_BY_NAME[word] for word in words if word in _BY_NAME), None)


def _read_as(written: WrittenGame, number: int, variant: DraughtsVariant) -> Reading:
    start = written.tags.get("FEN") or None
    if start is not None and variant is INTERNATIONAL:
        try:
            if INTERNATIONAL.read_position(start) == INTERNATIONAL.read_position(FIFTEEN.start_text):
                variant = FIFTEEN
        except RulesError:
            pass  # said with its place when the game is read
    result, spent = written.tags.get("Result", written.result), _OWN
    if result in _RESULTS or result == "*":
        spent |= {"Result"}
    if result not in _RESULTS:
        result = written.result
    return reading_of(written, number, variant, start, _RESULTS.get(result), result in _RESULTS, spent)


def _can_begin(written: WrittenGame) -> bool:
    """Whether the first move of a game of English draughts can be made, or is not told by letters."""
    position = ENGLISH.start()
    for move in written.moves[:1]:
        try:
            position.play(ENGLISH.read_move(move.text, position))
        except RulesError:
            return not _LETTERED.search(move.text)
    return True


def _turned(written: WrittenGame) -> WrittenGame:
    """A game with the board turned round: what letters name counts from the other side."""

    def other(square: re.Match[str]) -> str:
        return chr(ord("a") + ord("h") - ord(square[0][0])) + str(9 - int(square[0][1]))

    return replace(written, nodes=[replace(move, text=_LETTERED.sub(other, move.text)) for move in written.nodes])


# --- writing --------------------------------------------------------------------------------------------------------


def write(records: Sequence[Record]) -> bytes:
    """The file of games, UTF-8. Raises RecordError for a record of another game or with moves that the rules refuse."""
    return "\n".join(map(_write_game, records)).encode()


def _write_game(record: Record) -> str:
    if record.variant not in _GAME_TYPES:
        raise RecordError(fault("not-this-game", variant=record.variant, game=INTERNATIONAL.game))
    played = play_tree(record)
    variant, start = played.variant, played.positions[0]
    assert isinstance(variant, DraughtsVariant)
    names = variant.side_names
    result = "*"
    if record.result is not None:
        won, drawn, lost = ("2-0", "1-1", "0-2") if variant.sizes == (10,) else ("1-0", "1/2-1/2", "0-1")
        winner = record.result.winner
        result = drawn if winner is None else (won if winner == names[Side.FIRST] else lost)
    tags = {
        "Event": written_event(record),
        "Date": written_date(record),
        **{name.capitalize(): seat.name or "?" for name, seat in zip(names, record.seats, strict=True)},
        "Result": result,
        **written_termination(record),
        "GameType": _GAME_TYPES[record.variant],
    }
    if start != INTERNATIONAL.start() and (variant is FIFTEEN or start != variant.start()):
        tags |= {"SetUp": "1", "FEN": _lettered(variant, variant.write_position(start))}
    texts = [_lettered(variant, node.text) for node in record.tree.nodes]
    return compose(with_headers(tags, record), record.tree, texts, result)


def _lettered(variant: DraughtsVariant, text: str) -> str:
    """A move or a position with letters where the variant's GameType says so."""
    if not variant.algebraic:
        return text
    return (
        variant.native(text) if variant is RUSSIAN else variant.native(text).replace(":", "x" if "x" in text else ":")
    )
