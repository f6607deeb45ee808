"""RIF, the XML of the base of RenjuNet: all games of renju with their players and tournaments.

    <database> <countries> <country id="1" name="..." abbr="..."/> ... <cities> <rules> <openings> <players>
      <tournaments>
      <games> <game id="1" tournament="1" round="1" rule="1" black="1" white="2" bresult="1" ...>
                <move>h8 i9 ...</move> <info>...</info> </game> ...

What stands before the games is read at once, each game when it is asked for: the whole base has more than a hundred
thousand. `bresult` are Black's points: 1, 0.5, 0. The fields
are those of the base as RenjuNet (https://www.renju.net) gives it out.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from game.records.collection import RecordSource
from game.records.fault import fault
from game.records.gomoku.rulings import read_by_fitting
from game.records.lazy_games import LazyGames
from game.records.markup import MarkupReader, root_of
from game.records.native import Reading
from game.records.written import WrittenGame
from game.rules.core import Side
from game.rules.gomoku.variants import FREESTYLE, RENJU, STANDARD

_GAMES: Final = re.compile(rb"<games\b[^<>]*+>")
_GAME: Final = re.compile(rb"<game\b")
_GAME_END: Final = b"</game>"
_WINNERS: Final = {1.0: Side.FIRST, 0.0: Side.SECOND, 0.5: None}
_OWN: Final = frozenset({"tournament", "rule", "black", "white", "bresult", "opening", "round"})
_LISTS: Final = ("country", "city", "rule", "opening", "player", "tournament")

_Entries = Mapping[str, Mapping[str, str]]


def is_rif(data: bytes) -> bool:
    """Whether bytes begin as this form does."""
    return root_of(data) == "database"


def source(data: bytes) -> RecordSource:
    """The games of a base, yet to be played through."""
    begin = _GAMES.search(data)
    first = begin.end() if begin else len(data)
    lists: dict[str, dict[str, Mapping[str, str]]] = {name: {} for name in _LISTS}
    reader = MarkupReader(data[: begin.start() if begin else len(data)] + b"</database>")
    for element in reader.elements():
        if element.name in lists and "id" in element.attributes:
            lists[element.name][element.attributes["id"]] = element.attributes
    starts = [match.start() for match in _GAME.finditer(data, first)]
    lines = _lines(data, starts)
    ends = [*starts[1:], len(data)]

    def make(index: int) -> WrittenGame:
        end = data.find(_GAME_END, starts[index], ends[index])
        part = data[starts[index] : ends[index] if end < 0 else end + len(_GAME_END)]
        return _written(part, lines[index], lists)

    return RecordSource("RIF", LazyGames(len(starts), make), _read_game)


def _lines(data: bytes, starts: list[int]) -> list[int]:
    """The line on which each game begins."""
    lines, line, at = [], 1, 0
    for start in starts:
        line += data.count(b"\n", at, start)
        lines.append(line)
        at = start
    return lines


def _written(data: bytes, line: int, lists: Mapping[str, _Entries]) -> WrittenGame:
    game = WrittenGame(line)
    reader = MarkupReader(data)
    for element in reader.elements():
        if element.name == "game":
            game.tags = _tags(element.attributes, lists)
        elif element.name == "move":
            for move in element.text.lower().split():
                game.add(move, line + element.line - 1)
        elif element.name == "info" and element.text:
            game.root.comments += (element.text,)
    if reader.fault is not None:
        game.faults.append(fault("cut-off").at(line=line))
    return game


def _tags(said: Mapping[str, str], lists: Mapping[str, _Entries]) -> dict[str, str]:
    tournament = lists["tournament"].get(said.get("tournament", ""), {})
    tags = {
        "Event": tournament.get("name", ""), "Site": _site(tournament, lists), "Date": _date(tournament),
        "Round": said.get("round", ""), "Black": _player(said.get("black", ""), lists),
        "White": _player(said.get("white", ""), lists), "Result": said.get("bresult", ""),
        "Rules": _named("rule", said.get("rule", "") or tournament.get("rule", ""), lists),
        "Opening": _named("opening", said.get("opening", ""), lists),
    }  # fmt: skip
    return tags | {name: value for name, value in said.items() if name not in _OWN}


def _player(number: str, lists: Mapping[str, _Entries]) -> str:
    player = lists["player"].get(number, {})
    name = " ".join(filter(None, (player.get("name", "").strip(), player.get("surname", "").strip())))
    return name or (f"#{number}" if number else "")


def _named(kind: str, number: str, lists: Mapping[str, _Entries]) -> str:
    return lists[kind].get(number, {}).get("name", number)


def _site(tournament: Mapping[str, str], lists: Mapping[str, _Entries]) -> str:
    city = lists["city"].get(tournament.get("city", ""), {})
    country = lists["country"].get(tournament.get("country", "") or city.get("country", ""), {})
    return ", ".join(filter(None, (city.get("name", ""), country.get("name", ""))))


def _date(tournament: Mapping[str, str]) -> str:
    """As much of the day as is known: `0000` and `00` stand for what is not."""
    start = tournament.get("start", "")
    if not start or start.startswith("0000"):
        start = "-".join(filter(None, (tournament.get("year", ""), tournament.get("month", "").zfill(2))))
    return re.sub(r"(-00)+$", "", start)


def _read_game(written: WrittenGame, number: int) -> Reading:
    tags = dict(written.tags)
    result, rules = tags.pop("Result", ""), tags.get("Rules", "").casefold()
    try:
        points = float(result)
    except ValueError:
        points = -1.0
    others = any(word in rules for word in ("gomoku", "pro", "swap2", "standard", "free"))
    variants = (STANDARD, FREESTYLE, RENJU) if others else (RENJU, STANDARD, FREESTYLE)
    game = WrittenGame(written.line, tags, faults=written.faults, nodes=written.nodes)
    return read_by_fitting(variants, game, number, None, _WINNERS.get(points), points in _WINNERS)
