"""How people elsewhere are shown: their disc, what they are doing, how good the line to them is, how time runs out."""

from __future__ import annotations

import math
import zlib

import pygame

from game.lan.views import Person, PersonPresence, Standing, seal_of
from game.rules.registry import VARIANTS
from game.ui.paint.canvas import Canvas
from game.ui.paint.key_seal import key_seal
from game.ui.paint.pen import circle_points
from game.ui.paint.surfaces import Colour
from game.ui.paint.text import Face, shorten
from game.ui.paint.theme import BODY, CAPTION
from game.ui.scenes.names import game_title
from game.ui.scenes.page import draw_chip, measure
from game.ui.stage.language import Language
from game.ui.stage.stage import Stage

_GROUNDS: tuple[Colour, ...] = (
    (38, 86, 140),
    (150, 96, 40),
    (132, 70, 110),
    (60, 104, 120),
    (96, 104, 60),
    (150, 62, 52),
)
_STEPS_S = (0.020, 0.050, 0.150)
"""Round trips up to which the line has four, three and two bars."""

_SPINNER_S = 1.1
BARS_WIDTH = 22.0


def ground_of(name: str) -> Colour:
    """The ground of somebody's disc: the same for the same name, wherever and whenever it is shown."""
    return _GROUNDS[zlib.crc32(name.encode("utf-8", "replace")) % len(_GROUNDS)]


def draw_person(canvas: Canvas, name: str, x: float, y: float, diameter: float) -> None:
    """Somebody's disc with the first character of the name, centred on x, y."""
    canvas.initial(name, x, y, diameter, ground_of(name))


def draw_known(canvas: Canvas, name: str, key: str, standing: Standing, x: float, y: float, side: float) -> None:
    """The seal of somebody's key, centred on x, y: red, or bronze as long as nothing is known of it. Without a key the
    disc of the name."""
    if not key:
        draw_person(canvas, name, x, y, side)
        return
    seal, pixels = seal_of(key), canvas.px(side)
    is_bronze = standing in (Standing.NEW, Standing.OTHER)
    picture = key_seal(canvas.fonts, pixels, seal.characters, seal.is_filled, is_bronze)
    canvas.lay(picture, (round(x * canvas.scale - pixels / 2), round(y * canvas.scale - pixels / 2)))


def seal_words(t: Language, key: str) -> str:
    """What a seal says, to be read out: its characters, or its four words."""
    seal = seal_of(key)
    return seal.characters if t.is_chinese else " ".join(seal.words)


def seal_lines(t: Language, key: str) -> tuple[str, ...]:
    """The same for a narrow column: four words in two lines, as the longest four need 330 units."""
    seal = seal_of(key)
    return (seal.characters,) if t.is_chinese else (" ".join(seal.words[:2]), " ".join(seal.words[2:]))


def draw_standing(canvas: Canvas, t: Language, x: float, y: float, standing: Standing, room: float) -> float:
    """A check mark for a seal that was compared, a chip for a new one (an icon where that has no room), from x on;
    returns the width, 0 where there is nothing to say."""
    theme = canvas.theme
    if standing is Standing.COMPARED:
        canvas.icon("check", x + 9, y, 18, theme.jade)
        return 18.0
    if standing is Standing.MET:
        return 0.0
    text = t(f"lan.standing_{standing.name.lower()}")
    is_other = standing is Standing.OTHER
    fill, ink = (theme.red_tint, theme.red) if is_other else (theme.gold_tint, theme.gold_ink)
    if canvas.text_width(text, CAPTION, Face.MEDIUM) + 24 > room:
        canvas.icon("warning" if is_other else "info", x + 9, y, 18, ink)
        return 18.0
    return draw_chip(canvas, x, y, text, fill, ink)


def short_person(stage: Stage, name: str, room: float, size: float = BODY, face: Face = Face.REGULAR) -> str:
    """A name no wider than `room` units, so that the sentence around it is still seen."""
    return shorten(name, room * stage.scale, lambda part: measure(stage, part, size, face) * stage.scale)


def with_name(stage: Stage, key: str, name: str, room: float, size: float = BODY, face: Face = Face.REGULAR) -> str:
    """The text of a key with somebody's name in it, the name cut as far as the whole has no room."""
    rest = measure(stage, stage.t(key, name=""), size, face)
    return stage.t(key, name=short_person(stage, name, max(0.0, room - rest - 1), size, face))


def strength(round_trip_s: float | None) -> int:
    """How many of four bars a line has; 0 before the first measurement."""
    if round_trip_s is None:
        return 0
    return 4 - sum(round_trip_s > step for step in _STEPS_S)


def draw_bars(canvas: Canvas, x: float, y: float, count: int, colour: Colour | None = None) -> None:
    """Four bars that rise to the right from the left edge x, this many of them full; y is their middle.

    The empty ones are pale, in high contrast hollow.
    """
    theme = canvas.theme
    full = colour or (theme.jade if count > 2 else theme.gold)
    if theme.is_contrast:
        full = theme.ink
    for i in range(4):
        height = 5.0 + 4 * i
        bar = pygame.FRect(x + 6 * i, y + 8.5 - height, 4, height)
        if i < count:
            canvas.rounded(bar, 1.5, full)
        elif theme.is_contrast:
            canvas.rounded(bar, 1.5, None, theme.ink, 1)
        else:
            canvas.rounded(bar, 1.5, theme.line)


def delay_text(t: Language, round_trip_s: float | None) -> str:
    """The round trip in milliseconds, or a dash before it is known."""
    if round_trip_s is None:
        return "-"
    return t("lan.ms", n=max(1, min(9999, round(round_trip_s * 1000))))


def draw_presence(canvas: Canvas, x: float, y: float, presence: PersonPresence) -> None:
    """Free is a full dot, playing a half one, away a ring: the shape tells, not colour alone."""
    ink = presence_ink(canvas, presence)
    if presence is PersonPresence.FREE:
        canvas.circle(x, y, 5, ink)
    elif presence is PersonPresence.AWAY:
        canvas.circle(x, y, 4.2, ink, stroke=1.7)
    else:
        canvas.circle(x, y, 4.2, ink, stroke=1.7)
        canvas.line(circle_points(x, y, 4.2, 90, 270), 0.5, ink, fill=True)


def presence_ink(canvas: Canvas, presence: PersonPresence) -> Colour:
    """The colour of the word and the dot for what somebody is doing."""
    theme = canvas.theme
    if presence is PersonPresence.FREE:
        return theme.jade
    return theme.muted if presence is PersonPresence.AWAY else theme.gold_ink


def presence_words(t: Language, person: Person) -> str:
    """What somebody is doing, in a word or two."""
    if person.presence is PersonPresence.AWAY:
        minutes = int(person.since_s // 60)
        return t("lan.away_for", n=minutes) if minutes else t("lan.away")
    return t("lan.free" if person.presence is PersonPresence.FREE else "lan.playing")


def variant_words(t: Language, name: str) -> str:
    """A variant's game and rules as people read them, or the game's name where any of its rules will do; of one that
    this program does not know, that it is another."""
    if any(rules.game == name for rules in VARIANTS.values()):
        return t(f"common.{name}")
    rules = VARIANTS.get(name)
    if rules is None:
        return t("lan.another_game")
    return game_title(t, rules)


def draw_spinner(canvas: Canvas, x: float, y: float, at_s: float, colour: Colour) -> None:
    """An arc on a ring, one turn in 1.1 seconds."""
    canvas.circle(x, y, 8, canvas.theme.line, stroke=2.2)
    # sixteen places are enough for the eye and keep the cache of drawn lines small
    turn = math.floor(at_s / _SPINNER_S * 16) % 16 / 16 * 360
    canvas.line(circle_points(x, y, 8, turn - 60, turn + 70), 2.2, colour)


def draw_countdown(canvas: Canvas, x: float, y: float, left_s: float, whole_s: float, radius: float = 18.0) -> None:
    """A ring that empties clockwise, the seconds that are left in its middle."""
    theme = canvas.theme
    seconds = max(0, math.ceil(left_s))
    canvas.circle(x, y, radius, theme.line if not theme.is_contrast else theme.hover, stroke=3)
    share = min(1.0, seconds / whole_s) if whole_s > 0 else 0.0
    if share > 0:
        canvas.arc(x, y, radius, share, 3, theme.red)
    canvas.text(str(seconds), x, y, CAPTION, align="centre", face=Face.MEDIUM)
