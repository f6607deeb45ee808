"""The outer form that PGN and PDN share: games of tags and moves in one text. What a move means is the game's affair.

Read leniently: comments in braces (nested ones too) and from a semicolon to the end of the line, variations in
parentheses, glyphs as signs and as numbers, lines that begin with a percent sign, move numbers with or without a space,
letters and digits of full width. A game ends with its result or where tags come again; what stands behind a result
(lines drawn, remarks) is no game unless it is numbered like one.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, NamedTuple

from game.records.annotations import take_annotations
from game.records.fault import fault
from game.records.glyphs import glyph_of
from game.records.results import is_result
from game.records.written import WrittenGame

RESULTS: Final = frozenset({"1-0", "0-1", "1/2-1/2", "2-0", "0-2", "1-1", "0-0", "*", "½-½", "1:0", "0:1", "1/2:1/2"})

_TAG = re.compile(
    r'\s*\[[\[\s]*+([A-Za-z0-9_]{1,64})\s++"((?:[^"\\\n]|\\.){0,10000})"\s*(?:\]|(?=[^\S\n]*(?:\n|\Z)))[^\S\n]*'
)
_BRACKETS = re.compile(r"[\[\s]+")
_LOOSE_TAG = re.compile(r'\[\s*+([A-Za-z0-9_]{1,64})\s++"?([^\n]*)')
"""As some programs write it: without quotes, or with unescaped ones inside. It ends at the line's last bracket."""
_LONGEST_LOOSE = 10_000
_NUMBER = re.compile(r"[0-9]{1,4}\.(?:\.\.)?|\.{2,3}|…")
_SUFFIXES = "!?‼⁇⁉⁈+#"
_WXF = re.compile(r"[A-Za-z0-9][+\-.=][+\-.=]?[0-9]|[A-Za-z][0-9][+\-.=][0-9]|[0-9]{2}[+\-.=][0-9]")
_SPACE = " \t\r\n\u3000\u00a0\ufeff"
_WORD = re.compile(rf"[{_SPACE}]*([^{_SPACE}{{}}()\[\];]*)")
"""Spaces and the word behind them, each perhaps empty."""
_BRACE = re.compile(r"[{}]")
_NEXT_GAME = re.compile(r'\n[^\S\n]*\[[A-Za-z0-9_]{1,64} "')
_JOINED = re.compile(r"(?<=[0-9])\s{0,3}[-x:]\s{0,3}[0-9]{1,2}(?![0-9./])")
_LONGEST_COMMENT = 1_000_000
_MOST_UNPAIRED = 4
"""After this many comments of a game whose braces do not come in pairs nobody looks for pairs any more: each look goes
on to the next game."""
_USUAL = 32
"""Longer words than this are not kept."""
_FULL_WIDTH = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}


def parse(text: str, spaced: bool = False, line: int = 1) -> list[WrittenGame]:
    """The games of a text, in order, whose first line has that number in its file. `spaced`: moves of two numbers may
    have spaces in them, `1- 6`. Never raises: what can't be made out is passed over and noted as a fault."""
    return _PgnParser(text, spaced, line).games()


class _OpenVariation:
    """A variation that is not closed yet: where the line goes on that it stands beside, its number among the game's
    spans, the line of its parenthesis, and what is said before its first move."""

    __slots__ = ("before", "goes_on_at", "has_moves", "line", "span")

    def __init__(self, goes_on_at: int, span: int, line: int) -> None:
        self.goes_on_at = goes_on_at
        self.span = span
        self.line = line
        self.before: list[str] = []
        self.has_moves = False


class _PgnParser:
    def __init__(self, text: str, spaced: bool, line: int) -> None:
        self._text = text
        self._spaced = spaced
        self._at = 0
        self._line = line
        self._games: list[WrittenGame] = []
        self._game = self._new_game()
        self._open: list[_OpenVariation] = []
        self._has_ended = False
        self._is_numbered = False
        self._said: list[str] = []  # since the last move
        self._line_comment_ends_at = -1
        self._next_game_at = 0  # as far as it was looked for
        self._unpaired = 0

    def games(self) -> list[WrittenGame]:
        text, find = self._text, _WORD.match
        while self._at < len(text):
            found = find(text, self._at)
            assert found is not None
            start, end = found.span(1)
            self._line += text.count("\n", self._at, start)
            self._at = start
            if start < end and (text[start] != "%" or (start and text[start - 1] != "\n")):
                self._read_word(start, end)
                continue
            if start == len(text):
                break
            character = text[start]
            if character == "[":
                self._read_bracket()
            elif character == "{":
                self._said.append(self._comment())
            elif character == ";":
                self._read_line_comment()
            elif character == "%":
                self._advance(self._end_of_line())
            elif character == "(":
                self._open_variation()
            elif character == ")" and self._open:
                self._close_variation()
                self._advance(self._at + 1)
            else:
                if not self._game.faults:  # the first is told
                    self._game.faults.append(fault("unopened", character=character).at(line=self._line))
                self._advance(self._at + 1)
        self._next_game()
        return self._games

    def _advance(self, at: int) -> None:
        self._line += self._text.count("\n", self._at, at)
        self._at = at

    def _end_of_line(self) -> int:
        end = self._text.find("\n", self._at)
        return len(self._text) if end < 0 else end

    # --- what is said -------------------------------------------------------------------------------------------------

    def _flush(self) -> None:
        """What was said belongs to the last move, or in a variation without moves so far to the one that comes: joined
        at once, for there may be thousands of comments."""
        if not self._said:
            return
        open_ = self._open[-1] if self._open else None
        move = self._game.nodes[self._game.at]
        if open_ is not None and not open_.has_moves:
            open_.before += self._said
        else:
            told = (take_annotations(move, said).strip() for said in self._said)
            move.comments += tuple(filter(None, told))
        self._said.clear()

    def _read_line_comment(self) -> None:
        """To the end of the line; lines that follow each other are one comment."""
        end = self._end_of_line()
        said = self._text[self._at + 1 : end].strip()
        if self._said and (last := self._line_comment_ends_at) >= 0 and not self._text[last : self._at].strip():
            self._said[-1] = f"{self._said[-1]}\n{said}"
        else:
            self._said.append(said)
        self._advance(end)
        self._line_comment_ends_at = end

    def _comment(self) -> str:
        """What stands up to the brace that closes it; where braces inside do not come in pairs before the next game, up
        to the first that closes any."""
        self._line_comment_ends_at = -1
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

    # --- variations ---------------------------------------------------------------------------------------------------

    def _open_variation(self) -> None:
        """Moves in parentheses stand in the place of the one before them, or where there is none yet, of the one that
        comes."""
        self._flush()
        game = self._game
        is_first = bool(self._open) and not self._open[-1].has_moves
        game.spans.append(len(self._text))
        self._open.append(_OpenVariation(game.at, len(game.spans) - 1, self._line))
        if game.at and not is_first:
            game.go_on(game.nodes[game.at].parent)
        self._advance(self._at + 1)

    def _close_variation(self) -> None:
        self._flush()
        closed = self._open.pop()
        self._game.spans[closed.span] = self._at
        self._game.go_on(closed.goes_on_at)
        self._said += closed.before  # of a variation without moves

    # --- games --------------------------------------------------------------------------------------------------------

    def _next_game(self) -> None:
        if self._open:
            self._game.faults.append(fault("variation-open").at(line=self._open[0].line))
        while self._open:
            self._close_variation()
        self._flush()
        if not self._game.is_empty:
            self._games.append(self._game)
        self._close_main(self._at)
        self._game = self._new_game()
        self._has_ended = self._is_numbered = False

    def _new_game(self) -> WrittenGame:
        """A game whose main line is the first of its spans."""
        return WrittenGame(self._line, text=self._text, is_tagged=True, spans=[-1])

    def _close_main(self, at: int) -> None:
        """The main line ends there, if it has not before."""
        if self._game.spans[0] < 0:
            self._game.spans[0] = at

    def _read_bracket(self) -> None:
        match = _TAG.match(self._text, self._at)
        if match is None and self._open:
            brackets = _BRACKETS.match(self._text, self._at)
            assert brackets is not None
            self._advance(brackets.end())  # what no tag begins with at the first of them begins none at the next
            return
        if len(self._game.nodes) > 1 or self._has_ended:
            self._next_game()
        if match is not None:
            self._take_tag(match[1], match[2])
            self._advance(match.end())
            return
        if (loose := _LOOSE_TAG.match(self._text, self._at)) and (value := _loose_value(loose[2])) is not None:
            self._take_tag(loose[1], value)
            self._advance(loose.end())
            return
        text = self._text[self._at : self._end_of_line()][:40]
        self._game.faults.append(fault("no-tag", text=text).at(line=self._line))
        self._advance(self._end_of_line())

    def _take_tag(self, name: str, value: str) -> None:
        self._game.tags.setdefault(name, re.sub(r"\\(.)", r"\1", value))

    def _read_word(self, start: int, end: int) -> None:
        line, text = self._line, self._text
        word = text[start:end]
        if self._spaced and (joined := self._joined(end)) > end:
            word, end = "".join(text[start:joined].split()), joined
            self._advance(end)
        else:
            self._at = end
        sense = _sense(word) if len(word) <= _USUAL else _sense_of(word)
        if sense.is_first and not self._open:
            self._is_numbered = True
        if sense.is_result:
            self._end(sense.text, start)
            return
        if sense.text:
            self._move(sense.text, line, start)
        if sense.glyph is not None:
            self._judge(sense.glyph)

    def _joined(self, end: int) -> int:
        """Where a move ends that has spaces in it: `1 - 6`, `1- 6`."""
        while joined := _JOINED.match(self._text, end) or _JOINED.match(self._text, end - 1):
            end = joined.end()
        return end

    def _judge(self, glyph: int) -> None:
        move = self._game.nodes[self._game.at]
        if (not self._open or self._open[-1].has_moves) and glyph not in move.glyphs:
            move.glyphs += (glyph,)

    def _move(self, word: str, line: int, start: int) -> None:
        if self._has_ended and not self._open:
            if self._game.tags and not self._is_numbered:
                return
            self._next_game()
        if self._said:
            self._flush()
        open_ = self._open[-1] if self._open else None
        if open_ is None or open_.has_moves:
            self._game.add(word, line, is_main=True)
        else:
            self._game.add(word, line)
        move = self._game.nodes[self._game.at]
        move.source = (start, open_.span if open_ is not None else 0)
        if open_ is not None and not open_.has_moves:
            told = (take_annotations(move, said).strip() for said in open_.before)
            move.before = tuple(filter(None, told))
            open_.before.clear()
            open_.has_moves = True

    def _end(self, result: str, start: int) -> None:
        if self._open:
            return  # it tells how the variation would have ended
        self._game.result = result
        self._close_main(start)
        self._has_ended = True
        self._is_numbered = False


def _loose_value(rest: str) -> str | None:
    """The value of a loose tag in the rest of its line; None where no bracket ends the line. Searched for by a pattern,
    a line of ten thousand spaces takes half an hour."""
    rest = rest.rstrip()
    if not rest.endswith("]"):
        return None
    value = rest[:-1].rstrip().removesuffix('"')
    return value if len(value) <= _LONGEST_LOOSE else None


class _Sense(NamedTuple):
    """What a word says: a move or a result, or neither; a glyph; and whether it has the number of the first move."""

    text: str = ""
    is_result: bool = False
    glyph: int | None = None
    is_first: bool = False


def _sense_of(word: str) -> _Sense:
    if not word.isascii():
        word = "".join(word.split()).translate(_FULL_WIDTH)
    if not word:  # of spaces that few programs write
        return _Sense()
    if word[-1] == "." and word[:-1].isdecimal():  # a number, as every other word is
        return _Sense(is_first=word == "1.")
    if word in RESULTS or is_result(word):
        return _Sense(word, is_result=True)
    if (glyph := glyph_of(word)) is not None:
        return _Sense(glyph=glyph)
    if word.startswith("$") or not any(map(str.isalnum, word)):
        return _Sense()
    if _is_wxf(word):
        return _Sense("" if word.isdecimal() else word)
    text = _NUMBER.sub("", word, count=1)
    is_first = word.startswith("1.")
    bare = text.rstrip(_SUFFIXES)
    if suffix := text[len(bare) :]:
        glyph = glyph_of(suffix.strip("+#")[:2])
        text = bare
    if text in RESULTS:
        return _Sense(text, is_result=True, is_first=is_first)
    if not text or text.isdecimal():
        return _Sense(is_first=is_first)
    return _Sense(text, glyph=glyph, is_first=is_first)


_sense: Final = lru_cache(8_192)(_sense_of)
"""The same few thousand words make up most files."""


def _is_wxf(word: str) -> bool:
    """Whether the plus at the end or the number at the front belongs to a move: `R+1`, `C+-2`."""
    return bool(_WXF.fullmatch(word))
