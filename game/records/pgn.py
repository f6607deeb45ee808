"""The outer form that PGN and PDN share: games of tags and moves in one text. What a move means is the game's affair.

Read leniently: comments in braces (nested ones too), from a semicolon to the end of the line, lines that begin with a
percent sign, variations in parentheses, NAGs, move numbers with or without a space. A game ends with its result or
where tags come again.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from game.records.fault import Fault, fault

LONGEST_FILE: Final = 64 << 20
"""Bytes; a larger file is refused unread."""

RESULTS: Final = frozenset({"1-0", "0-1", "1/2-1/2", "2-0", "0-2", "1-1", "0-0", "*", "½-½"})

_TAG = re.compile(r'\s*\[\s*([A-Za-z0-9_]{1,64})\s+"((?:[^"\\\n]|\\.){0,10000})"\s*\]?[^\S\n]*')
_NUMBER = re.compile(r"[0-9]{1,4}\.(?:\.\.)?|\.{2,3}|…")
_SUFFIX = re.compile(r"[!?+#]+$")
_SPACE = " \t\r\n\u3000\u00a0\ufeff"


@dataclass(frozen=True, slots=True)
class WrittenMove:
    """A move as it stands in the file, and its line there, counted from 1."""

    text: str
    line: int


@dataclass(slots=True)
class WrittenGame:
    """One game of a file: tags by name, the moves of the main line, the result's text (`*` where there is none), what
    was wrong with its form, each at its line, and how many variations stand beside the main line."""

    line: int
    tags: dict[str, str] = field(default_factory=dict)
    moves: list[WrittenMove] = field(default_factory=list)
    result: str = "*"
    faults: list[Fault] = field(default_factory=list)
    variations: int = 0

    @property
    def is_empty(self) -> bool:
        """Whether nothing was found that makes a game."""
        return not self.tags and not self.moves


def parse(text: str) -> list[WrittenGame]:
    """The games of a text, in order. Never raises: what can't be made out is passed over and noted as a fault."""
    return _Parser(text).games()


class _Parser:
    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._line = 1
        self._games: list[WrittenGame] = []
        self._game = WrittenGame(1)
        self._has_ended = False

    def games(self) -> list[WrittenGame]:
        text = self._text
        while self._at < len(text):
            character = text[self._at]
            if character in _SPACE:
                self._advance(self._at + 1)
            elif character == "[":
                self._read_tag()
            elif character == "{":
                self._skip_comment()
            elif character == ";" or (character == "%" and (self._at == 0 or text[self._at - 1] == "\n")):
                self._advance(self._end_of_line())
            elif character == "(":
                self._skip_variation()
            elif character in ")}]":
                self._game.faults.append(fault("unopened", character=character).at(line=self._line))
                self._advance(self._at + 1)
            else:
                self._read_word()
        self._next_game()
        return self._games

    def _advance(self, at: int) -> None:
        self._line += self._text.count("\n", self._at, at)
        self._at = at

    def _end_of_line(self) -> int:
        end = self._text.find("\n", self._at)
        return len(self._text) if end < 0 else end

    def _next_game(self) -> None:
        if not self._game.is_empty:
            self._games.append(self._game)
        self._game = WrittenGame(self._line)
        self._has_ended = False

    def _read_tag(self) -> None:
        if self._game.moves or self._has_ended:
            self._next_game()
        match = _TAG.match(self._text, self._at)
        if match is None:
            text = self._text[self._at : self._end_of_line()][:40]
            self._game.faults.append(fault("no-tag", text=text).at(line=self._line))
            self._advance(self._end_of_line())
            return
        self._game.tags.setdefault(match[1], re.sub(r"\\(.)", r"\1", match[2]))
        self._advance(match.end())

    def _skip_comment(self) -> None:
        """To the brace that closes it; where braces inside do not come in pairs, to the first that closes any."""
        depth, at = 0, self._at
        for match in re.finditer(r"[{}]", self._text[self._at : self._at + 1_000_000]):
            depth += 1 if match[0] == "{" else -1
            if depth == 0:
                at = self._at + match.end()
                break
        if depth:
            first = self._text.find("}", self._at)
            at = first + 1 if first >= 0 else len(self._text)
            self._game.faults.append(fault("comment-open").at(line=self._line))
        self._advance(at)

    def _skip_variation(self) -> None:
        begun = self._line
        depth = 0
        self._game.variations += 1
        while self._at < len(self._text):
            character = self._text[self._at]
            if character == "{":
                self._skip_comment()
                continue
            if character == ";":
                self._advance(self._end_of_line())
                continue
            if character == "[" and _TAG.match(self._text, self._at):
                break  # the next game: the variation was never closed
            depth += (character == "(") - (character == ")")
            self._advance(self._at + 1)
            if depth == 0:
                return
        self._game.faults.append(fault("variation-open").at(line=begun))

    def _read_word(self) -> None:
        end = self._at
        while end < len(self._text) and self._text[end] not in _SPACE and self._text[end] not in "{}()[];":
            end += 1
        word, line = self._text[self._at : end], self._line
        self._advance(max(end, self._at + 1))
        if word in RESULTS:
            self._game.result = word
            self._has_ended = True
            return
        if word.startswith("$"):
            return
        word = _SUFFIX.sub("", _NUMBER.sub("", word, count=1)) if not _is_wxf(word) else word
        if word in RESULTS:
            self._game.result = word
            self._has_ended = True
        elif word and not word.isdecimal():
            if self._has_ended:
                self._next_game()
            self._game.moves.append(WrittenMove(word, line))


def _is_wxf(word: str) -> bool:
    """Whether the plus at the end or the number at the front belongs to a move: `R+1`, `C+-2`."""
    return bool(re.fullmatch(r"[A-Za-z0-9][+\-.=][+\-.=]?[0-9]|[A-Za-z][0-9][+\-.=][0-9]|[0-9]{2}[+\-.=][0-9]", word))


def compose(tags: Mapping[str, str], moves: Sequence[str], result: str) -> str:
    """The text of one game: tags with their values escaped, numbered moves in lines of at most 79 characters, the
    result."""
    lines = [f'[{name} "{_escaped(value)}"]' for name, value in tags.items()]
    lines.append("")
    numbered = [
        f"{number}. {' '.join(moves[2 * (number - 1) : 2 * number])}" for number in range(1, (len(moves) + 1) // 2 + 1)
    ]
    lines += _wrapped([*numbered, result])
    return "\n".join(lines) + "\n"


def _escaped(value: str) -> str:
    clean = "".join(character if character.isprintable() else " " for character in value)
    return clean.replace("\\", "\\\\").replace('"', '\\"')


def _wrapped(parts: Sequence[str], width: int = 79) -> list[str]:
    lines = [""]
    for part in parts:
        if lines[-1] and len(lines[-1]) + 1 + len(part) > width:
            lines.append("")
        lines[-1] = f"{lines[-1]} {part}".strip()
    return lines
