"""Any file or text with games in it: which kind it is, how it is read, and in which kind a game is written.

What a text is, is told by what stands in it; the file's name counts only where that tells nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from typing import Final

from game.records import dhtmlxq, draughts_pdn, native, othello_pgn, reversi_ggf, sgf, xiangqi_pgn
from game.records.collection import RecordSource, check_size, reading_of
from game.records.encoding import decode
from game.records.fault import fault, fault_of_rules
from game.records.native import Reading
from game.records.pgn import WrittenGame, WrittenMove, parse
from game.records.record import Record, RecordError
from game.records.unsupported import CHESS_MOVE, is_binary, unsupported_form
from game.rules.core import RulesError, Variant
from game.rules.gomoku.text import split_game
from game.rules.registry import VARIANTS, variant

EXTENSIONS: Final = (
    *(native.EXTENSION, sgf.EXTENSION, xiangqi_pgn.EXTENSION, draughts_pdn.EXTENSION, reversi_ggf.EXTENSION),
    *(".xq", ".txt"),
)
"""How the names of files end that may have games in them."""

_LONGEST_POSITION: Final = 2_000
_ICCS_MOVES: Final = re.compile(r"([a-i][0-9]-?[a-i][0-9]( |$))+", re.IGNORECASE)
_HEAD: Final = 20_000
"""So many characters of a file tell which game it has,"""
_FIRST_GAMES: Final = 8
"""or so many games."""
_OURS: Final = re.compile(r'\s*\{\s*("[^"\\]{0,40}"\s*:|\})')


@dataclass(frozen=True, slots=True)
class Form:
    """One way of writing games of one kind into a file: `name` is what the window's texts call it, `extension` ends the
    file's name, `write` gives the bytes. Only where `holds_many` can a file have several games."""

    name: str
    extension: str
    write: Callable[[Sequence[Record]], bytes]
    holds_many: bool = True


def _write_native(records: Sequence[Record]) -> bytes:
    return native.write(records[0])


_NATIVE: Final = Form("qiguan", native.EXTENSION, _write_native, holds_many=False)
_PGN: Final = xiangqi_pgn.EXTENSION

FORMS: Final[Mapping[str, tuple[Form, ...]]] = MappingProxyType(
    {
        "gomoku": (Form("sgf", sgf.EXTENSION, sgf.write), _NATIVE),
        "xiangqi": (
            Form("pgn-chinese", _PGN, partial(xiangqi_pgn.write, notation="chinese")),
            Form("pgn-wxf", _PGN, partial(xiangqi_pgn.write, notation="wxf")),
            Form("pgn-iccs", _PGN, partial(xiangqi_pgn.write, notation="iccs")),
            Form("dhtmlxq", dhtmlxq.EXTENSION, dhtmlxq.write),
            _NATIVE,
        ),
        "reversi": (
            Form("ggf", reversi_ggf.EXTENSION, reversi_ggf.write),
            Form("transcript", reversi_ggf.TRANSCRIPT, reversi_ggf.write_transcript, holds_many=False),
            _NATIVE,
        ),
        "draughts": (Form("pdn", draughts_pdn.EXTENSION, draughts_pdn.write), _NATIVE),
    }
)
"""The ways in which games of a kind can be written, the usual one first."""


def open_data(data: bytes, name: str = "") -> RecordSource:
    """The games in a file's bytes, yet to be played through. `name` is the file's. Raises RecordError for a file that
    is too large or in which no games can be made out."""
    check_size(data)
    stranger = unsupported_form(data)
    if stranger is not None:
        raise RecordError(fault("not-read", form=stranger))
    if is_binary(data):
        raise RecordError(fault("binary"))
    if reversi_ggf.is_ggf(data[:1000].decode("ascii", "replace")):
        return reversi_ggf.source(decode(data))
    if sgf.is_sgf(data[:1000].decode("ascii", "replace").replace("\ufffd", "")):
        return sgf.source(sgf.decode_sgf(data))
    return open_text(decode(data), name)


def open_text(text: str, name: str = "") -> RecordSource:
    """The games in a text (a file's, or one that was copied), yet to be played through. A position is a game without
    moves. Raises RecordError where none can be made out."""
    text = text.lstrip("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    if not text.strip("\0 \n\t"):
        raise RecordError(fault("empty"))
    if _OURS.match(text) or text.strip() == "{":
        return _native_source(text)
    if reversi_ggf.is_ggf(text):
        return reversi_ggf.source(text)
    if sgf.is_sgf(text):
        return sgf.source(text)
    if dhtmlxq.is_dhtmlxq(text):
        return dhtmlxq.source(text)
    if len(text) <= _LONGEST_POSITION and "[" not in text and not name.lower().endswith(draughts_pdn.EXTENSION):
        words = " ".join(text.split())
        found = reversi_ggf.transcript(words) or _position(words) or _bare_moves(words)
        if found is not None:
            return found
    return _by_the_moves(text, name)


def _by_the_moves(text: str, name: str) -> RecordSource:
    """A text in the form of PGN, as the game in which most of its first moves can be made. Raises RecordError."""
    head = text[: text.rfind("\n", 0, _HEAD)] if len(text) > _HEAD else text
    games = parse(head, spaced=True)[:_FIRST_GAMES]
    tags = {tag for game in games for tag in game.tags}
    moves = sum(len(game.moves) for game in games)
    readers = [xiangqi_pgn.source, draughts_pdn.source]
    if othello_pgn.is_othello(games):
        readers.insert(0, othello_pgn.source)
    if name.lower().endswith(draughts_pdn.EXTENSION):
        readers.reverse()
    if "GameType" in tags:
        return draughts_pdn.source(text)
    if any(game.tags.get("Game", "").casefold() == xiangqi_pgn.GAME.casefold() for game in games):
        return xiangqi_pgn.source(text)
    played = [_played(reader(head)) for reader in readers]
    most = max(played)
    if most:
        return readers[played.index(most)](text)
    if "Game" in tags:
        return xiangqi_pgn.source(text)  # which says of each that it is another one
    if any("xiangqi" in game.tags.get("Variant", "").casefold() for game in games):
        raise RecordError(fault("not-read", form="WinBoard SAN (Xiangqi)"))
    if sum(bool(CHESS_MOVE.fullmatch(move.text)) for game in games for move in game.moves) * 5 > moves:
        raise RecordError(fault("chess-game"))
    if not tags:
        raise RecordError(fault("no-game"))
    return readers[0](text)


def _played(source: RecordSource) -> int:
    """How many moves of the first games can be made, a position that can be read counting as one."""
    count = 0
    for number, game in enumerate(source.written[:_FIRST_GAMES], 1):
        try:
            count += source.read(game, number).game.ply + ("FEN" in game.tags)
        except RecordError:
            continue
    return count


def _plays_any(source: RecordSource) -> bool:
    """Whether the first words of a text without tags are moves: else it is some other text."""
    first = source.written[0] if source.written else None
    if first is None or not first.moves:
        return False
    try:
        return source.read(WrittenGame(1, {}, first.moves[:1]), 1).problem is None
    except RecordError:
        return False


def _native_source(text: str) -> RecordSource:
    def read(_: WrittenGame, number: int) -> Reading:
        return native.read(text.encode("utf-8", "replace"))

    return RecordSource("Qiguan", [WrittenGame(1)], read)


def _position(text: str) -> RecordSource | None:
    """A position of any game, as a game without moves."""
    for rules in VARIANTS.values():
        try:
            rules.read_position(text)
        except RulesError:
            continue
        if not split_game(text):  # that is a game of Gomoku, whose moves are worth keeping
            return RecordSource("position", [WrittenGame(1, {"position": text})], partial(_read_start, rules))
    return None


def _read_start(rules: Variant, written: WrittenGame, number: int) -> Reading:
    return reading_of(WrittenGame(1), number, rules, written.tags["position"], None, False)


def _bare_moves(text: str) -> RecordSource | None:
    """Stones of Gomoku by their names alone: `h8 h9 i9`, `h8h9i9`, with numbers before them or without."""
    if _ICCS_MOVES.fullmatch(text) and _plays_any(xiangqi_pgn.source(text)):
        return None  # each word could be two points, but is a move of Xiangqi
    moves = split_game(re.sub(r"(?<![a-zA-Z])[0-9]+[.)]", "", text).replace(" ", "").replace(",", ""))
    if not moves:
        return None
    written = WrittenGame(1, {}, [WrittenMove(move, 1) for move in moves])
    rules = variant("gomoku-freestyle")
    return RecordSource("Gomoku", [written], lambda game, number: reading_of(game, number, rules, None, None, False))


def form_of(record: Record, name: str = "") -> Form:
    """A way of writing a record: the one of that name, else the usual one of its game. Raises RecordError for a record
    of an unknown variant."""
    try:
        game = variant(record.variant).game
    except RulesError as error:
        raise RecordError(fault_of_rules(error)) from error
    forms = FORMS.get(game, (_NATIVE,))
    return next((form for form in forms if form.name == name), forms[0])
