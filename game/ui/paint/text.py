"""Text on the screen: three faces at any size, rendered once and cached, with a fallback for rare characters.

A face's `Font.metrics` does not tell which glyphs are missing, so the character map is read from the font file itself.
What a face lacks is drawn in REGULAR, which has the traditional characters as well; what that lacks too (a rare name),
in a system font if there is one.
"""

from __future__ import annotations

import enum
import itertools
import logging
import struct
from collections import OrderedDict
from collections.abc import Callable, Iterable
from functools import lru_cache
from pathlib import Path

import pygame

from game.ui.paint.surfaces import Colour

log = logging.getLogger(__name__)

_TINY, _TIGHT = 10, 11
"""Up to these sizes in pixels a space of the text face is two pixels wide, hardly more than what lies between
two letters: words would run together. They stand further apart where there is room."""
_TIGHT_SPACE = "\u00a0"
"""As wide as the face has it, at every size."""
_CACHED_TEXTS = 4096
_FALLBACKS = [
    "notosanscjksc",
    "notosanscjktc",
    "notosanscjkjp",
    "sourcehansanscn",
    "microsoftyahei",
    "pingfangsc",
    "wenquanyimicrohei",
    "simhei",
]
# The share of the font size that a capital or half an ideograph rises above the baseline: texts are centred by it.
_CAP_HEIGHT = 0.73


class Face(enum.StrEnum):
    """REGULAR for text, MEDIUM for emphasis, TITLE (a brush-like face) for Chinese titles and the seal."""

    REGULAR = "qiguan-text-regular.otf"
    MEDIUM = "qiguan-text-medium.otf"
    TITLE = "qiguan-title-bold.ttf"


def read_character_map(path: Path) -> frozenset[int]:
    """The code points that a TrueType or OpenType file has glyphs for (from its cmap tables of format 4 and 12).

    Raises ValueError when the file has no readable character map.
    """
    data = path.read_bytes()
    try:
        tables = struct.unpack_from(">H", data, 4)[0]
        records = [struct.unpack_from(">4sIII", data, 12 + 16 * i) for i in range(tables)]
        cmap = next(offset for tag, _, offset, _ in records if tag == b"cmap")
        count = struct.unpack_from(">H", data, cmap + 2)[0]
        # several platforms mostly share one table; one of format 12 says all that those of format 4 beside it say
        offsets = {cmap + struct.unpack_from(">HHI", data, cmap + 4 + 8 * i)[2] for i in range(count)}
        kinds = {offset: struct.unpack_from(">H", data, offset)[0] for offset in sorted(offsets)}
        best = 12 if 12 in kinds.values() else 4
        points: set[int] = set()
        for offset, kind in kinds.items():
            if kind == best:
                points.update(_read_subtable(data, offset, kind))
    except (struct.error, StopIteration) as error:
        raise ValueError(f"{path.name}: no readable character map") from error
    if not points:
        raise ValueError(f"{path.name}: no readable character map")
    return frozenset(points)


def _read_subtable(data: bytes, offset: int, kind: int) -> Iterable[int]:
    """The code points of a table of format 4 or 12. Raises struct.error where it is cut off."""
    if kind == 4:
        segments = struct.unpack_from(">H", data, offset + 6)[0] // 2
        ends = struct.unpack_from(f">{segments}H", data, offset + 14)
        starts = struct.unpack_from(f">{segments}H", data, offset + 16 + 2 * segments)
        ranges = (range(start, min(end, 0xFFFE) + 1) for start, end in zip(starts, ends, strict=True))
    else:
        groups = struct.unpack_from(">I", data, offset + 12)[0]
        values = struct.unpack_from(f">{3 * groups}I", data, offset + 16)
        ranges = (range(start, end + 1) for start, end in zip(values[::3], values[1::3], strict=True))
    return itertools.chain.from_iterable(ranges)


class Fonts:
    """The faces at every size that was asked for, and the texts rendered with them. Sizes are pixels."""

    def __init__(self, folder: Path) -> None:
        """`folder` holds the font files; one that is missing or damaged is replaced by a face of the system."""
        self._folder = folder
        self._fonts: dict[tuple[Face, int], pygame.font.Font] = {}
        self._fallbacks: dict[int, pygame.font.Font] = {}
        self._texts: OrderedDict[tuple[str, int, Colour, Face], pygame.Surface] = OrderedDict()
        self._widths: dict[tuple[str, int, Face], int] = {}
        self._fitted: dict[tuple[str, int, Face, int | None], tuple[str, int]] = {}
        self._maps: dict[Face, frozenset[int]] = {}
        self.missing: list[str] = []
        """Names of font files that could not be used; the window says so once."""
        for face in Face:
            try:
                self._maps[face] = read_character_map(folder / face.value)
            except (OSError, ValueError) as error:
                log.warning("font %s can't be used: %s", face.value, error)
                self.missing.append(face.value)

    def font(self, face: Face, size: int) -> pygame.font.Font:
        """A face at a size in pixels."""
        key = (face, size)
        found = self._fonts.get(key)
        if found is None:
            if face in self._maps:
                found = pygame.font.Font(self._folder / face.value, size)
            else:
                found = self._system_font(size)
            self._fonts[key] = found
        return found

    def forget_sizes(self) -> None:
        """Drop faces and texts made for one scale; called when the window takes another."""
        self._fonts.clear()
        self._fallbacks.clear()
        self._texts.clear()
        self._widths.clear()
        self._fitted.clear()

    def covers(self, face: Face, text: str) -> bool:
        """Whether the face has a glyph for every character."""
        covered = self._maps.get(face)
        return covered is not None and all(ord(c) in covered for c in text)

    def face_for(self, face: Face, text: str) -> Face:
        """The face to use for a text: TITLE only for Chinese titles that it covers, otherwise MEDIUM. An English title
        with a Chinese name in it is an English one."""
        if face is not Face.TITLE:
            return face
        chinese = sum(ord(c) > 0x2E80 for c in text)
        latin = sum(c.isascii() and c.isalpha() for c in text)
        return face if chinese and chinese >= latin and self.covers(face, text) else Face.MEDIUM

    def width(self, text: str, size: int, face: Face = Face.REGULAR) -> int:
        """The width of a line of text in pixels."""
        key = (text, size, face)
        width = self._widths.get(key)
        if width is None:
            if len(self._widths) > 4 * _CACHED_TEXTS:
                self._widths.clear()
            width = sum(font.size(part)[0] + _more_space(part, size) for part, font in self._runs(text, size, face))
            self._widths[key] = width
        return width

    def fitted(self, text: str, size: int, face: Face, room: int | None) -> tuple[str, int]:
        """A line of text as it is shown in this many pixels, cut with three dots if need be, and its width."""
        key = (text, size, face, room)
        found = self._fitted.get(key)
        if found is None:
            if len(self._fitted) > _CACHED_TEXTS:
                self._fitted.clear()
            shown = text
            if room is not None and self.width(text, size, face) > room:
                tight = text.replace(" ", _TIGHT_SPACE) if size <= _TIGHT else text
                shown = shorten(tight, room, lambda part: self.width(part, size, face))
            found = self._fitted[key] = (shown, self.width(shown, size, face))
        return found

    def render(self, text: str, size: int, colour: Colour, face: Face = Face.REGULAR) -> pygame.Surface:
        """A line of text as a surface, cached. Its baseline lies `ascent(face, size)` below its top."""
        key = (text, size, colour, face)
        surface = self._texts.get(key)
        if surface is not None:
            self._texts.move_to_end(key)
            return surface
        surface = self._render(text, size, colour, face)
        self._texts[key] = surface
        if len(self._texts) > _CACHED_TEXTS:
            self._texts.popitem(last=False)
        return surface

    def top_for_middle(self, size: int, face: Face, middle: float) -> int:
        """Where a text's surface must begin so that its capitals and ideographs are centred on `middle`."""
        return round(middle - (self.font(face, size).get_ascent() - size * _CAP_HEIGHT / 2))

    def _runs(self, text: str, size: int, face: Face) -> list[tuple[str, pygame.font.Font]]:
        """The text in pieces that one font can draw, small ones cut after each word."""
        own = self.font(face, size)
        covered = self._maps.get(face)
        if covered is None or all(ord(c) in covered for c in text):
            if size > _TIGHT or " " not in text:
                return [(text, own)]
            *words, last = text.split(" ")
            return [(f"{word} ", own) for word in words] + ([(last, own)] if last else [])
        runs: list[tuple[str, pygame.font.Font]] = []
        for character in text:
            font = own if ord(character) in covered else self._fallback(character, size)
            if runs and runs[-1][1] is font and not _more_space(runs[-1][0], size):
                runs[-1] = (runs[-1][0] + character, font)
            else:
                runs.append((character, font))
        return runs

    def _render(self, text: str, size: int, colour: Colour, face: Face) -> pygame.Surface:
        runs = self._runs(text, size, face)
        if len(runs) == 1:
            return runs[0][1].render(runs[0][0], True, colour)
        own = self.font(face, size)
        parts = [(font.render(part, True, colour), font.get_ascent()) for part, font in runs]
        steps = [part.get_width() + _more_space(run, size) for (part, _), (run, _) in zip(parts, runs, strict=True)]
        whole = pygame.Surface((sum(steps), own.get_height()), pygame.SRCALPHA)
        whole.fill((*colour, 0))
        x = 0
        for (part, ascent), step in zip(parts, steps, strict=True):
            whole.blit(part, (x, own.get_ascent() - ascent))
            x += step
        return whole

    def _fallback(self, character: str, size: int) -> pygame.font.Font:
        if self.covers(Face.REGULAR, character):
            return self.font(Face.REGULAR, size)
        found = self._fallbacks.get(size)
        if found is None:
            found = self._fallbacks[size] = self._system_font(size)
        return found

    @staticmethod
    def _system_font(size: int) -> pygame.font.Font:
        path = _system_font_path()
        return pygame.font.Font(path, size)


def _more_space(run: str, size: int) -> int:
    """How many pixels more than the face's own a space at the end of a run has."""
    if size > _TIGHT or not run.endswith(" "):
        return 0
    return 2 if size <= _TINY else 1


@lru_cache(1)
def _system_font_path() -> str | None:
    """The file of a system font with Chinese characters, or None for pygame's own. Searched once: it takes a while."""
    return pygame.font.match_font(_FALLBACKS)


NO_LINE_START = "，。：；！？、）》」』…·,.:;!?)"
"""Characters that no line may begin with."""


def wrap(text: str, width: float, measure: Callable[[str], float]) -> list[str]:
    """The text in lines no wider than `width`: Latin text breaks at spaces, Chinese between any two characters but
    never before closing punctuation. A word that is too long stands alone on its line."""
    lines: list[str] = []
    for paragraph in text.split("\n"):
        line = ""
        for piece in _pieces(paragraph):
            if line and piece[0] not in NO_LINE_START and measure((line + piece).rstrip()) > width:
                lines.append(line.rstrip())
                line = piece.lstrip()
            else:
                line += piece
        lines.append(line.rstrip())
    return lines


def _pieces(text: str) -> list[str]:
    """What a line may be broken between: words with the space after them, and single Chinese characters."""
    pieces: list[str] = []
    word = ""
    for character in text:
        if ord(character) > 0x2E80:
            pieces += [word] if word else []
            pieces.append(character)
            word = ""
        elif character == " ":
            pieces.append(word + " ")
            word = ""
        else:
            word += character
    return pieces + ([word] if word else [])


def shorten(text: str, width: float, measure: Callable[[str], float]) -> str:
    """The text, or as much of its beginning as fits into `width` with three dots after it."""
    if measure(text) <= width:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if measure(text[:middle].rstrip() + "...") <= width:
            low = middle
        else:
            high = middle - 1
    return text[:low].rstrip() + "..."
