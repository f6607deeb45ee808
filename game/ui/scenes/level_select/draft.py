"""What is being chosen for the next game: the settings remember it, the tables know who is ready to play."""

from __future__ import annotations

from typing import Any, Final

from game.rules.core import FREE_OPENING, Side, Variant
from game.rules.handicaps import NO_HANDICAP, handicaps_of
from game.rules.registry import VARIANTS, variants_of
from game.storage.settings import LevelChoice, Settings
from game.tables.opponents import CLASSIC, EXTERNAL, Opponent, Readiness
from game.ui.scenes.colours import colours_are_open
from game.ui.stage.stage import Stage
from game.ui.widgets.base import Action

CUSTOM: Final = "custom"
"""The entry of the list behind which every `depth:N`, `seconds:N` and `classic:N` stands."""

PROGRAMS: Final = "external"
"""The entry of the list behind which all other programs (`external:NAME`) stand."""

DEEPEST: Final = 10
LONGEST_S: Final = 60
_USUAL_CUSTOM: Final = "depth:6"
_USUAL_LEVEL: Final = "beginner"
_USUAL_SECOND: Final = "intermediate"


def entry_of(level: str) -> str:
    """The entry of the list that a level belongs to."""
    if level.startswith(EXTERNAL):
        return PROGRAMS
    return CUSTOM if ":" in level else level


class Draft:
    """The choice for one game. Every change is kept at once in the settings.

    When two computers play, `seat` says whose level is being chosen: `level` plays FIRST and `second_level` SECOND.
    """

    def __init__(self, stage: Stage, game: str, on_change: Action) -> None:
        """`on_change` is called after each change, so that what shows the draft can be laid out again."""
        self._stage = stage
        self._on_change = on_change
        self.game = game
        self.seat = Side.FIRST
        self._known: tuple[Settings, LevelChoice] | None = None
        self._usual = self._first_choice()
        chosen = (self.choice.level, self.choice.second_level)
        self._custom = next((each for each in chosen if entry_of(each) == CUSTOM), None)
        self._program = next((each for each in chosen if entry_of(each) == PROGRAMS), None)

    def _first_choice(self) -> LevelChoice:
        """For somebody who has chosen nothing yet: a level that can be played now."""
        ready = [each.name for each in self.opponents if each.readiness is Readiness.READY]
        level = _USUAL_LEVEL if _USUAL_LEVEL in ready or not ready else ready[0]
        return LevelChoice(level=level, second_level=_USUAL_SECOND if _USUAL_SECOND in ready else level)

    @property
    def choice(self) -> LevelChoice:
        """What is chosen now, with names that exist."""
        settings = self._stage.settings  # which also say what other programs there are
        if self._known is None or self._known[0] is not settings:
            self._known = settings, self._choice()
        return self._known[1]

    def _choice(self) -> LevelChoice:
        choice = self._stage.settings.choices.get(self.game) or self._usual
        rules = next((each for each in self.variants if each.name == choice.variant), self.variants[0])
        size = choice.size if choice.size in rules.sizes else rules.sizes[0]
        opening = choice.opening if choice.opening in rules.openings else rules.openings[0]
        is_offered = choice.handicap in self.handicaps and opening == FREE_OPENING
        handicap = choice.handicap if is_offered else NO_HANDICAP
        choice = choice.with_(variant=rules.name, size=size, opening=opening, handicap=handicap)
        for field in ("level", "second_level"):
            if not self._exists(getattr(choice, field)):
                choice = choice.with_(**{field: self._usual.level})
        return choice

    def change(self, **changes: Any) -> None:
        """Change some of it and keep it."""
        settings = self._stage.settings.with_choice(self.game, self.choice.with_(**changes))
        self._stage.services.preferences.change(choices=settings.choices)
        self._on_change()

    def keep(self) -> None:
        """Leave it as it is: whoever shows it goes back to what is chosen."""
        self._on_change()

    @property
    def variants(self) -> tuple[Variant, ...]:
        """The rules on offer, the usual ones first."""
        return variants_of(self.game)

    @property
    def variant(self) -> Variant:
        """The rules that are chosen."""
        return VARIANTS[self.choice.variant or self.variants[0].name]

    @property
    def handicaps(self) -> tuple[str, ...]:
        """What one side can give the other where no opening rule governs, `none` first; `none` alone where the game
        knows no handicaps."""
        return handicaps_of(self.game)

    @property
    def colours_are_open(self) -> bool:
        """Whether the opening rule has the colours chosen only once the first stones stand."""
        return colours_are_open(self.variant, self.choice.opening)

    @property
    def opponents(self) -> tuple[Opponent, ...]:
        """The named levels, weakest first."""
        return tuple(
            each for each in self._stage.services.tables.opponents(self.game) if entry_of(each.name) != PROGRAMS
        )

    @property
    def programs(self) -> tuple[Opponent, ...]:
        """The other programs."""
        return tuple(
            each for each in self._stage.services.tables.opponents(self.game) if entry_of(each.name) == PROGRAMS
        )

    @property
    def has_classic(self) -> bool:
        """Whether there is a source document's engine for the game, to any depth (`classic:N`)."""
        return self._exists(f"{CLASSIC}:1")

    @property
    def names(self) -> tuple[str, ...]:
        """The entries of the list: the named levels and Custom."""
        return (*(each.name for each in self.opponents), CUSTOM)

    # ---- the level of the seat that is being chosen for

    @property
    def level(self) -> str:
        """The level chosen for the seat at hand."""
        choice = self.choice
        return choice.second_level if choice.mode == "watch" and self.seat is Side.SECOND else choice.level

    @property
    def entry(self) -> str:
        """The entry of the list that the level belongs to."""
        return entry_of(self.level)

    def choose_entry(self, name: str) -> None:
        """Choose an entry of the list for the seat at hand."""
        if name == PROGRAMS:
            there = [each.name for each in self.programs]
            self.choose_level(self._program if self._program in there else there[0])
        else:
            self.choose_level((self._custom or _USUAL_CUSTOM) if name == CUSTOM else name)

    def choose_seat(self, seat: Side) -> None:
        """From now on choose the level of this side, when two computers play."""
        self.seat = seat
        self._on_change()

    def choose_level(self, level: str) -> None:
        """Choose a level by its name for the seat at hand."""
        if entry_of(level) == CUSTOM:
            self._custom = level
        elif entry_of(level) == PROGRAMS:
            self._program = level
        second = self.choice.mode == "watch" and self.seat is Side.SECOND
        self.change(**{"second_level" if second else "level": level})

    def give_seconds(self, seconds: int) -> None:
        """Give the program that is chosen so much time for a move, here and in the settings."""
        name = self.level.removeprefix(EXTERNAL)
        engines = tuple(
            each.with_(seconds=seconds) if (each.game, each.name) == (self.game, name) else each
            for each in self._stage.settings.engines
        )
        self._stage.services.preferences.change(engines=engines)

    def seats_of(self, entry: str) -> tuple[Side, ...]:
        """When two computers play: the sides that an entry of the list plays."""
        choice = self.choice
        levels = {Side.FIRST: choice.level, Side.SECOND: choice.second_level}
        return tuple(side for side, level in levels.items() if entry_of(level) == entry)

    # ---- readiness

    def opponent(self, level: str) -> Opponent:
        """The opponent of a level that exists."""
        return self._stage.services.tables.opponent(self.game, level)

    def readiness(self) -> Readiness:
        """Whether everybody who is to play can: a failure counts more than waiting."""
        found = [self.opponent(level).readiness for level in self._playing]
        for state in (Readiness.FAILED, Readiness.PREPARING):
            if state in found:
                return state
        return Readiness.READY

    @property
    def steps(self) -> tuple[int, int] | None:
        """How many steps of preparing those who are to play are done, of how many; None if that is not known."""
        found = {each.steps for each in map(self.opponent, self._playing) if each.readiness is Readiness.PREPARING}
        return next(iter(found)) if len(found) == 1 else None

    def expect(self) -> None:
        """Have those who are to play prepared before all others."""
        for level in self._playing:
            self._stage.services.tables.expect(self.game, level)

    @property
    def _playing(self) -> tuple[str, ...]:
        """The levels that are to play."""
        choice = self.choice
        return {"computer": (choice.level,), "watch": (choice.level, choice.second_level)}.get(choice.mode, ())

    def _exists(self, level: str) -> bool:
        try:
            self.opponent(level)
        except ValueError:
            return False
        return True
