"""What is being chosen for the next game: for which seat, what is remembered, who is waited for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from fakes import OPPONENTS, FakeServices, make_stage

from game.rules.core import Side
from game.storage.settings import LevelChoice, OtherEngine, Settings
from game.tables.opponents import Opponent, Readiness
from game.ui.scenes.level_select.draft import CUSTOM, PROGRAMS, Draft, entry_of

FIRST, SECOND = Side.FIRST, Side.SECOND
PELA = OtherEngine(name="Pela", path="/opt/pela", seconds=5)
RAPFI = OtherEngine(name="Rapfi", path="/opt/rapfi", seconds=7)
CYCLONE = OtherEngine(name="Pela", path="/opt/cyclone", game="xiangqi", seconds=9)


class Chosen:
    """A draft for a game; `changes` counts how often it told of one."""

    def __init__(
        self,
        choice: LevelChoice | None = None,
        game: str = "gomoku",
        engines: tuple[OtherEngine, ...] = (PELA, RAPFI, CYCLONE),
        levels: Sequence[Opponent] = OPPONENTS,
    ) -> None:
        choices = {} if choice is None else {game: choice}
        self.hall = FakeServices(Settings(language="en", choices=choices, engines=engines))
        self.hall.levels = tuple(levels)
        self.changes = 0
        self.draft = Draft(make_stage((1280, 800), self.hall), game, self._changed)

    def _changed(self) -> None:
        self.changes += 1

    @property
    def kept(self) -> LevelChoice:
        """What the settings remember."""
        return self.hall.settings.choices[self.draft.game]


def with_readiness(**states: Readiness) -> tuple[Opponent, ...]:
    return tuple(replace(each, readiness=states.get(each.name, Readiness.READY)) for each in OPPONENTS)


WATCH = LevelChoice(mode="watch", level="beginner", second_level="expert")


@pytest.mark.parametrize(
    ("level", "entry"),
    [
        ("expert", "expert"), ("adaptive", "adaptive"), ("depth:6", CUSTOM), ("seconds:2.5", CUSTOM),
        ("classic:4", CUSTOM), ("external:Pela", PROGRAMS), ("external:a:b", PROGRAMS),
    ],
)  # fmt: skip
def test_the_entry_of_a_level(level: str, entry: str) -> None:
    assert entry_of(level) == entry


def test_a_level_is_chosen_for_the_seat_at_hand() -> None:
    chosen = Chosen(WATCH)
    draft = chosen.draft
    assert (draft.seat, draft.level) == (FIRST, "beginner")
    draft.choose_level("advanced")
    draft.choose_seat(SECOND)
    assert draft.level == "expert"
    draft.choose_level("master")
    assert (chosen.kept.level, chosen.kept.second_level) == ("advanced", "master")
    assert chosen.changes == 3
    draft.change(mode="computer")
    assert draft.level == "advanced", "there is one computer"
    draft.choose_level("intermediate")
    assert (chosen.kept.level, chosen.kept.second_level) == ("intermediate", "master")


def test_which_sides_an_entry_plays() -> None:
    draft = Chosen(WATCH.with_(second_level="depth:3")).draft
    assert (draft.seats_of("beginner"), draft.seats_of(CUSTOM), draft.seats_of("master")) == ((FIRST,), (SECOND,), ())
    both = Chosen(WATCH.with_(second_level="beginner")).draft
    assert both.seats_of("beginner") == (FIRST, SECOND)


def test_own_levels_and_programs_are_remembered_while_others_are_looked_at() -> None:
    draft = Chosen(LevelChoice(level="seconds:3")).draft
    draft.choose_entry("expert")
    assert draft.level == "expert"
    draft.choose_entry(CUSTOM)
    assert (draft.level, draft.entry) == ("seconds:3", CUSTOM)
    draft.choose_entry(PROGRAMS)
    assert (draft.level, draft.entry) == ("external:Pela", PROGRAMS), "the first one"
    draft.choose_level("external:Rapfi")
    draft.choose_level("depth:9")
    draft.choose_entry(PROGRAMS)
    assert draft.level == "external:Rapfi"
    draft.choose_entry(CUSTOM)
    assert draft.level == "depth:9"
    new = Chosen().draft
    new.choose_entry(CUSTOM)
    assert new.level == "depth:6"


def test_a_program_that_was_taken_out_is_not_chosen_again() -> None:
    chosen = Chosen(LevelChoice(level="external:Rapfi"))
    chosen.draft.choose_entry("expert")
    chosen.hall.settings = chosen.hall.settings.with_(engines=(PELA,))
    chosen.draft.choose_entry(PROGRAMS)
    assert chosen.draft.level == "external:Pela"
    gone = Chosen(LevelChoice(level="external:Rapfi"), engines=(PELA,))
    assert gone.draft.level == "beginner"


def test_levels_and_programs_are_listed_apart() -> None:
    draft = Chosen().draft
    assert [each.name for each in draft.opponents] == [each.name for each in OPPONENTS]
    assert [each.name for each in draft.programs] == ["external:Pela", "external:Rapfi"]
    assert draft.names == (*(each.name for each in OPPONENTS), CUSTOM)
    assert [each.name for each in Chosen(game="xiangqi").draft.programs] == ["external:Pela"]


def test_a_program_is_given_its_seconds_in_its_game_alone() -> None:
    chosen = Chosen(LevelChoice(level="external:Pela"))
    chosen.draft.give_seconds(20)
    assert [each.seconds for each in chosen.hall.settings.engines] == [20, 7, 9]


@pytest.mark.parametrize(
    ("choice", "expected"),
    [
        (LevelChoice(variant="gomoku-renju", size=19), ("gomoku-renju", 19, "free", "none")),
        (LevelChoice(variant="xiangqi", size=9), ("gomoku-freestyle", 15, "free", "none")),
        (LevelChoice(opening="pie"), ("gomoku-freestyle", 15, "free", "none")),
        (LevelChoice(handicap="stones"), ("gomoku-freestyle", 15, "free", "stones")),
        (LevelChoice(handicap="stones", opening="swap2"), ("gomoku-freestyle", 15, "swap2", "none")),
        (LevelChoice(handicap="horses"), ("gomoku-freestyle", 15, "free", "none")),
    ],
)
def test_what_fits_together(choice: LevelChoice, expected: tuple[str, int, str, str]) -> None:
    draft = Chosen(choice).draft
    found = draft.choice
    assert (found.variant, found.size, found.opening, found.handicap) == expected
    assert draft.variant.name == expected[0]
    assert draft.colours_are_open is (expected[2] == "swap2")


@pytest.mark.parametrize(
    ("ready", "level", "second"),
    [
        ({}, "beginner", "intermediate"),
        ({"intermediate": Readiness.PREPARING}, "beginner", "beginner"),
        ({"beginner": Readiness.PREPARING}, "first-steps", "intermediate"),
        ({each.name: Readiness.FAILED for each in OPPONENTS}, "beginner", "beginner"),
    ],
)
def test_somebody_new_meets_a_level_that_can_play(ready: dict[str, Readiness], level: str, second: str) -> None:
    choice = Chosen(levels=with_readiness(**ready)).draft.choice
    assert (choice.level, choice.second_level) == (level, second)


@pytest.mark.parametrize(
    ("choice", "playing", "readiness"),
    [
        (LevelChoice(level="expert"), ["expert"], Readiness.PREPARING),
        (LevelChoice(level="master"), ["master"], Readiness.FAILED),
        (LevelChoice(level="beginner"), ["beginner"], Readiness.READY),
        (LevelChoice(mode="two", level="master"), [], Readiness.READY),
        (WATCH, ["beginner", "expert"], Readiness.PREPARING),
        (WATCH.with_(level="master"), ["master", "expert"], Readiness.FAILED),
    ],
)
def test_who_is_waited_for(choice: LevelChoice, playing: list[str], readiness: Readiness) -> None:
    chosen = Chosen(choice, levels=with_readiness(expert=Readiness.PREPARING, master=Readiness.FAILED))
    assert chosen.draft.readiness() is readiness
    chosen.draft.expect()
    assert chosen.hall.expected == [("gomoku", level) for level in playing]


def test_how_far_the_preparation_is_where_it_is_the_same_for_all() -> None:
    def steps(beginner: tuple[int, int] | None, expert: tuple[int, int] | None) -> tuple[int, int] | None:
        told = {"beginner": beginner, "expert": expert}
        levels = [
            replace(each, readiness=Readiness.PREPARING, steps=told[each.name]) if each.name in told else each
            for each in OPPONENTS
        ]
        return Chosen(WATCH, levels=levels).draft.steps

    assert steps((3, 40), (3, 40)) == (3, 40)
    assert steps((3, 40), (4, 40)) is None
    assert steps(None, None) is None
    assert Chosen(WATCH).draft.steps is None


def test_leaving_it_as_it_is_shows_it_again_and_keeps_nothing() -> None:
    chosen = Chosen(WATCH)
    before = chosen.hall.settings
    chosen.draft.keep()
    assert (chosen.changes, chosen.hall.settings) == (1, before)
