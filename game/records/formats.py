"""Any file or text with games in it: which kind it is, how it is read, and in which kind a game is written.

What a text is, is told by what stands in it; the file's name counts only where that tells nothing. The forms of each
game stand in `game.records.registry`.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from itertools import islice
from types import MappingProxyType
from typing import Final

import msgspec

from game.records import link, native
from game.records.collection import RecordSource, check_size, reading_of
from game.records.descriptor import Companions, Form, TaggedForm
from game.records.encoding import decode
from game.records.fault import fault, fault_of_rules
from game.records.lines import source_of_lines
from game.records.native import Reading
from game.records.pgn import parse
from game.records.record import Record, RecordError
from game.records.registry import GAMES
from game.records.unsupported import CHESS_MOVE, is_binary
from game.records.written import WrittenGame
from game.rules import registry
from game.rules.core import RulesError, Variant

EXTENSIONS: Final = (native.EXTENSION, *(extension for game in GAMES for extension in game.extensions), ".txt")
"""How the names of files end that may have games in them."""

_BINARY: Final = tuple(form for game in GAMES for form in game.binary)
_MARKED: Final = tuple(form for game in GAMES for form in game.marked)
_TAGGED: Final = tuple(form for game in GAMES for form in game.tagged)
_BARE: Final = tuple(game.bare for game in GAMES if game.bare is not None)
_LONGEST_BARE: Final = 2_000
_HEAD: Final = 20_000
"""This many characters of a file tell which game it has,"""
_FIRST_GAMES: Final = 8
"""or this many games."""
_TAG_LINES: Final = re.compile(r"\s*(?:\[[^\n]*\][^\S\n]*\n)+")
_OURS: Final = re.compile(r'\s*\{\s*("[^"\\]{0,40}"\s*:|\})')
_OUR_FIELDS: Final = re.compile('"(?:format|version|variant|start)"')
_KNOWN: Final = " ".join(dict.fromkeys(EXTENSIONS))
"""What is told where a file is of no kind that is known."""


def _write_native(records: Sequence[Record]) -> bytes:
    return native.write(records[0])


NATIVE: Final = "qiguan"
"""The name of our own form."""
_OWN: Final = (
    Form(NATIVE, native.EXTENSION, _write_native, holds_many=False),
    Form(link.NAME, link.EXTENSION, link.write),
)

FORMS: Final[Mapping[str, tuple[Form, ...]]] = MappingProxyType(
    {name: (*(form for each in GAMES if each.name == name for form in each.forms), *_OWN) for name in registry.GAMES}
)
"""The ways in which games of a kind can be written, the usual one first."""


def open_data(data: bytes, name: str = "", beside: Companions | None = None) -> RecordSource:
    """The games in a file's bytes, yet to be played through. `name` is the file's, `beside` gives those in its folder.
    Raises RecordError for a file that is too large or in which no games can be made out."""
    check_size(data)
    for binary in _BINARY:
        if binary.is_one(data):
            if beside is not None and binary.source_among is not None:
                return binary.source_among(data, beside)
            return binary.source(data)
    if is_binary(data):
        raise RecordError(fault("binary", known=_KNOWN))
    head = data[:1000].decode("ascii", "replace").replace("\ufffd", "")
    for form in _MARKED:
        if form.decode is not None and form.is_one(head):
            return form.source(form.decode(data))
    return open_text(decode(data), name)


def open_text(text: str, name: str = "") -> RecordSource:
    """The games in a text (a file's, or one that was copied), yet to be played through. A position is a game without
    moves. Raises RecordError where none can be made out."""
    text = text.lstrip("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    if not text.strip("\0 \n\t"):
        raise RecordError(fault("empty"))
    if _OURS.match(text) or text.strip() == "{":
        if not _OUR_FIELDS.search(text) and _is_json(text):
            raise RecordError(fault("no-game", known=_KNOWN))
        return _native_source(text)
    if link.is_link(text):
        return link.source(text)
    if text.lstrip().startswith("<"):
        data = text.encode("utf-8", "replace")
        for binary in _BINARY:
            if binary.is_one(data):
                return binary.source(data)
    for form in _MARKED:
        if form.is_one(text):
            return form.source(text)
    if "[" not in text[:_HEAD] and not any(_is_named_for(form, name) for form in _TAGGED):
        found = _position(" ".join(text.split())) or _bare_moves(text) if len(text) <= _LONGEST_BARE else None
        if found is None or _is_cut(found):
            found = source_of_lines(text, _BARE) or found
        if found is not None:
            return found
    return _by_the_moves(text, name)


def _is_named_for(form: TaggedForm, name: str) -> bool:
    return bool(form.extension) and name.lower().endswith(form.extension)


def is_tagged_text(data: bytes, head: str) -> bool:
    """Whether a file begins, as text, with the tags of a game as PGN has them; `head` is its first characters."""
    if any(binary.is_one(data) for binary in _BINARY) or is_binary(data) or any(form.is_one(head) for form in _MARKED):
        return False
    return head.lstrip("\ufeff \r\n\t").startswith("[") and bool(parse(head)[:1])


def tagged_form(text: str, name: str) -> TaggedForm | None:
    """The form of a text that is written as PGN is: the one that its tags name, else the one of the game in which most
    of its first moves can be made; None if there is none."""
    first = _TAG_LINES.match(text)
    named = first and _named(_TAGGED, parse(first[0]))  # before all moves are looked at
    if named:
        return named
    head, games, forms = _candidates(text, name)
    named = _named(forms, games)
    if named:
        return named
    played = [_played(form.source(head)) for form in forms]
    most = max(played)
    return forms[played.index(most)] if most else None


def _named(forms: Iterable[TaggedForm], games: Sequence[WrittenGame]) -> TaggedForm | None:
    """The first form that the tags of games name."""
    return next((form for form in forms if form.may_be(games) and form.is_named(games)), None)


def _candidates(text: str, name: str) -> tuple[str, list[WrittenGame], list[TaggedForm]]:
    """The beginning of a text, its first games, and the forms that they may have."""
    head = text if len(text) <= _HEAD else text[: max(text.rfind("\n", 0, _HEAD), 0) or _HEAD]
    games = parse(head, spaced=True)[:_FIRST_GAMES]
    forms = [form for form in _TAGGED if form.may_be(games)]
    forms.sort(key=lambda form: not _is_named_for(form, name))  # stable
    return head, games, forms


def _by_the_moves(text: str, name: str) -> RecordSource:
    """A text in the form of PGN, as the game in which most of its first moves can be made. Raises RecordError."""
    known_form = tagged_form(text, name)
    if known_form is not None:
        return known_form.source(text)
    _, games, forms = _candidates(text, name)
    for form in forms:
        known = form.unplayable(text, games)
        if known is not None:
            return known
    moves = [move.text for game in games for move in game.moves]
    if sum(bool(CHESS_MOVE.fullmatch(move)) for move in moves) * 5 > len(moves):
        raise RecordError(fault("chess-game"))
    found = (game.within(text) for game in GAMES if game.within is not None)
    among = next((source for source in found if source is not None), None)
    if among is not None:
        return among
    if not any(game.tags for game in games):
        raise RecordError(fault("no-game", known=_KNOWN))
    return forms[0].source(text)


def _played(source: RecordSource) -> int:
    """How many moves of the first games can be made, a position that can be read counting as one."""
    count = 0
    for number, game in enumerate(source.written[:_FIRST_GAMES], 1):
        try:
            count += source.read(game, number).game.ply + ("FEN" in game.tags)
        except RecordError:
            continue
    return count


def _is_json(text: str) -> bool:
    try:
        msgspec.json.decode(text)
    except (ValueError, RecursionError):
        return False
    return True


def _native_source(text: str) -> RecordSource:
    def read(_: WrittenGame, number: int) -> Reading:
        return native.read(text.encode("utf-8", "replace"))

    return RecordSource("Qiguan", [WrittenGame(1)], read)


def _position(text: str) -> RecordSource | None:
    """A position of any game, as a game without moves: of the variants that have it the one that begins with it, or
    else has the smallest board, and of those the one in which positions are written so."""
    found: list[tuple[bool, int, int, Variant]] = []
    for rules in registry.VARIANTS.values():
        with contextlib.suppress(RulesError):
            position = rules.read_position(text)
            if not registry.GAMES[rules.game].is_moves(text):  # those are worth keeping
                custom = next((game.custom(text, rules.name) for game in GAMES if game.name == rules.game), 0)
                found.append((position != rules.start(), position.board.squares, custom, rules))
    if not found:
        return None
    rules = min(found, key=lambda each: each[:3])[3]
    return RecordSource("position", [WrittenGame(1, {"position": text})], partial(_read_start, rules))


def _read_start(rules: Variant, written: WrittenGame, number: int) -> Reading:
    return reading_of(WrittenGame(1), number, rules, written.tags["position"], None, False)


def _bare_moves(text: str) -> RecordSource | None:
    """A game whose moves stand there alone."""
    return next((source for source in (bare(text) for bare in _BARE) if source is not None), None)


def _is_cut(source: RecordSource) -> bool:
    """Whether the first game of a text ends before its moves do."""
    return any(isinstance(found, Reading) and found.is_cut for found in islice(source.readings(), 1))


def form_of(record: Record, name: str = "") -> Form:
    """A way of writing a record: the one of that name, else the usual one of its game. Raises RecordError for a record
    of an unknown variant."""
    try:
        game = registry.variant(record.variant).game
    except RulesError as error:
        raise RecordError(fault_of_rules(error)) from error
    forms = FORMS[game]
    return next((form for form in forms if form.name == name), forms[0])


def form_named(record: Record, name: str) -> Form:
    """The way of writing a record of that name. Raises RecordError where its game has none."""
    form = form_of(record, name)
    if form.name != name:
        raise RecordError(fault("not-this-form", form=name, variant=record.variant))
    return form
