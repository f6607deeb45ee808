"""The outer form that PGN and PDN share: games of tags and moves in one text. What a move means is the game's affair.

Read leniently: comments in braces (nested ones too), from a semicolon to the end of the line, lines that begin with a
percent sign, variations in parentheses, NAGs, move numbers with or without a space, letters and digits of full width. A
game ends with its result or where tags come again; what stands behind a result (lines drawn, remarks) is no game unless
it is numbered like one.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from game.records.fault import Fault, fault

LONGEST_FILE: Final = 64 << 20
"""Bytes; a larger file is refused unread."""

RESULTS: Final = frozenset({"1-0", "0-1", "1/2-1/2", "2-0", "0-2", "1-1", "0-0", "*", "½-½", "1:0", "0:1", "1/2:1/2"})

_TAG = re.compile(
    r'\s*\[\s*([A-Za-z0-9_]{1,64})\s+"((?:[^"\\\n]|\\.){0,10000})"\s*(?:\]|(?=[^\S\n]*(?:\n|\Z)))[^\S\n]*'
)
_LOOSE_TAG = re.compile(r'\[\s*([A-Za-z0-9_]{1,64})\s+"?([^\n]{0,10000}?)"?[^\S\n]*\][^\S\n]*(?=\n|\Z)')
"""As some programs write it: without quotes, or with unescaped ones inside."""
_NUMBER = re.compile(r"[0-9]{1,4}\.(?:\.\.)?|\.{2,3}|…")
_SUFFIX = re.compile(r"[!?+#]+$")
_SPACE = " \t\r\n\u3000\u00a0\ufeff"
_BRACE = re.compile(r"[{}]")
_NEXT_GAME = re.compile(r'\n[^\S\n]*\[[A-Za-z0-9_]{1,64} "')
_JOINED = re.compile(r"(?<=[0-9])\s{0,3}[-x:]\s{0,3}[0-9]{1,2}(?![0-9./])")
_LONGEST_COMMENT = 1_000_000
_MOST_UNPAIRED = 4
"""After this many comments of a game whose braces do not come in pairs nobody looks for pairs any more: each look goes
on to the next game."""
_FULL_WIDTH = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}


@dataclass(frozen=True, slots=True)
class WrittenMove:
    """A move as it stands in the file, its line there, counted from 1, what is said after it, and the seconds that it
    took (0 = not told)."""

    text: str
    line: int
    comment: str = ""
    used_s: float = 0.0


@dataclass(slots=True)
class WrittenGame:
    """One game of a file: tags by name, the moves of the main line, the result's text (`*` where there is none), what
    was wrong with its form, each at its line, how many variations stand beside the main line, and what is said before
    the first move."""

    line: int
    tags: dict[str, str] = field(default_factory=dict)
    moves: list[WrittenMove] = field(default_factory=list)
    result: str = "*"
    faults: list[Fault] = field(default_factory=list)
    variations: int = 0
    comment: str = ""

    @property
    def is_empty(self) -> bool:
        """Whether nothing was found that makes a game."""
        return not self.tags and not self.moves

    def say(self, comment: str) -> None:
        """Add a comment: to the last move, before the first to the game."""
        comment = comment.strip()
        if not comment:
            return
        if self.moves:
            last = self.moves[-1]
            self.moves[-1] = replace(last, comment="\n".join(filter(None, (last.comment, comment))))
        else:
            self.comment = "\n".join(filter(None, (self.comment, comment)))


def parse(text: str, spaced: bool = False) -> list[WrittenGame]:
    """The games of a text, in order. `spaced`: moves of two numbers may have spaces in them, `1- 6`. Never raises: what
    can't be made out is passed over and noted as a fault."""
    return _PgnParser(text, spaced).games()


class _PgnParser:
    def __init__(self, text: str, spaced: bool) -> None:
        self._text = text
        self._spaced = spaced
        self._at = 0
        self._line = 1
        self._games: list[WrittenGame] = []
        self._game = WrittenGame(1)
        self._has_ended = False
        self._is_numbered = False
        self._said: list[str] = []  # since the last move
        self._next_game_at = 0  # as far as it was looked for
        self._unpaired = 0

    def games(self) -> list[WrittenGame]:
        text = self._text
        while self._at < len(text):
            character = text[self._at]
            if character in _SPACE:
                self._advance(self._at + 1)
            elif character == "[":
                self._read_tag()
            elif character == "{":
                self._said.append(self._comment())
            elif character == ";":
                end = self._end_of_line()
                self._said.append(text[self._at + 1 : end])
                self._advance(end)
            elif character == "%" and (self._at == 0 or text[self._at - 1] == "\n"):
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

    def _flush(self) -> None:
        """What was said belongs to the last move: joined at once, for there may be thousands of comments."""
        self._game.say("\n".join(filter(None, map(str.strip, self._said))))
        self._said.clear()

    def _next_game(self) -> None:
        self._flush()
        if not self._game.is_empty:
            self._games.append(self._game)
        self._game = WrittenGame(self._line)
        self._has_ended = self._is_numbered = False

    def _read_tag(self) -> None:
        if self._game.moves or self._has_ended:
            self._next_game()
        match = _TAG.match(self._text, self._at) or _LOOSE_TAG.match(self._text, self._at)
        if match is None:
            text = self._text[self._at : self._end_of_line()][:40]
            self._game.faults.append(fault("no-tag", text=text).at(line=self._line))
            self._advance(self._end_of_line())
            return
        self._game.tags.setdefault(match[1], re.sub(r"\\(.)", r"\1", match[2]))
        self._advance(match.end())

    def _comment(self) -> str:
        """What stands up to the brace that closes it; where braces inside do not come in pairs before the next game, up
        to the first that closes any."""
        at = self._paired() or self._text.find("}", self._at) + 1
        begun = self._at + 1
        if at <= 0:
            at = len(self._text) + 1
            self._game.faults.append(fault("comment-open").at(line=self._line))
        self._advance(min(at, len(self._text)))
        return self._text[begun : at - 1]

    def _paired(self) -> int:
        """Where the comment ends that begins here, by its pairs of braces; 0 where they are none."""
        if self._at >= self._next_game_at:
            following = _NEXT_GAME.search(self._text, self._at)
            self._next_game_at = following.end() if following else len(self._text)
            self._unpaired = 0
        if self._unpaired >= _MOST_UNPAIRED:
            return 0
        depth = 0
        for match in _BRACE.finditer(self._text, self._at, min(self._next_game_at, self._at + _LONGEST_COMMENT)):
            depth += 1 if match[0] == "{" else -1
            if depth == 0:
                return match.end()
        self._unpaired += 1
        return 0

    def _skip_variation(self) -> None:
        begun = self._line
        depth = 0
        self._game.variations += 1
        while self._at < len(self._text):
            character = self._text[self._at]
            if character == "{":
                self._comment()
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
        line = self._line
        if self._spaced:  # `1 - 6`, `1- 6`
            while joined := _JOINED.match(self._text, end) or _JOINED.match(self._text, end - 1):
                end = joined.end()
        word = re.sub(r"\s+", "", self._text[self._at : end]).translate(_FULL_WIDTH)
        self._advance(max(end, self._at + 1))
        if word in RESULTS:
            self._end(word)
            return
        if word.startswith("$") or not any(map(str.isalnum, word)):
            return
        if not _is_wxf(word):
            unnumbered = _NUMBER.sub("", word, count=1)
            self._is_numbered |= word.startswith("1.")
            word = _SUFFIX.sub("", unnumbered)
        if word in RESULTS:
            self._end(word)
        elif word and not word.isdecimal():
            if self._has_ended and self._game.tags and not self._is_numbered:
                return
            if self._has_ended:
                self._next_game()
            self._flush()
            self._game.moves.append(WrittenMove(word, line))

    def _end(self, result: str) -> None:
        self._game.result = result
        self._has_ended = True
        self._is_numbered = False


def _is_wxf(word: str) -> bool:
    """Whether the plus at the end or the number at the front belongs to a move: `R+1`, `C+-2`."""
    return bool(re.fullmatch(r"[A-Za-z0-9][+\-.=][+\-.=]?[0-9]|[A-Za-z][0-9][+\-.=][0-9]|[0-9]{2}[+\-.=][0-9]", word))


def compose(
    tags: Mapping[str, str], moves: Sequence[str], result: str, comment: str = "", said: Sequence[str] = ()
) -> str:
    """The text of one game: tags with their values escaped, numbered moves in lines of at most 79 characters, the
    result. `comment` is said of the game, `said` after each move."""
    lines = [f'[{name} "{_escaped(value)}"]' for name, value in tags.items()]
    lines.append("")
    parts = [_told(comment)] if comment else []
    is_open = False  # a first move stands there that the second can follow
    for ply, move in enumerate(moves):
        number = ply // 2 + 1
        if is_open:
            parts[-1] += f" {move}"
        else:
            parts.append(f"{number}{'...' if ply % 2 else '.'} {move}")
        is_open = ply % 2 == 0
        if ply < len(said) and said[ply]:
            parts.append(_told(said[ply]))
            is_open = False
    return "\n".join(lines + _wrapped([*parts, result])) + "\n"


def _told(comment: str) -> str:
    """A comment in braces; one that has braces itself, which can't stand there, as lines of its own."""
    if "{" in comment or "}" in comment:
        return "\n" + "\n".join(f"; {line}" for line in comment.split("\n")) + "\n"
    return f"{{{comment}}}"


def _escaped(value: str) -> str:
    clean = "".join(character if character.isprintable() else " " for character in value)
    return clean.replace("\\", "\\\\").replace('"', '\\"')


def _wrapped(parts: Sequence[str], width: int = 79) -> list[str]:
    lines = [""]
    for part in parts:
        first, _, rest = part.partition("\n")
        if lines[-1] and len(lines[-1]) + 1 + len(first) > width:
            lines.append("")
        lines[-1] = f"{lines[-1]} {first}".strip()
        if rest:  # the comment has lines of its own
            lines += rest.split("\n")
    return lines
