"""A monkey at a window that meets a restless person over loopback: invitations, moves, chat, requests and farewells in
any order, at any moment. Nothing may fail at either side.

QIGUAN_MONKEY_MINUTES gives them less time, QIGUAN_MONKEY_SEED another mind.
"""

from __future__ import annotations

import contextlib
import logging
import os
import random
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from lan_helpers import let_invite_again
from monkey import Monkey, keep_within
from test_lan_window import Meeting

from game.lan.views import GameTerms, Lan
from game.match.errors import MatchError
from game.rules.core import RulesError
from game.rules.registry import VARIANTS
from game.ui.scenes.match.scene import MatchScene
from game.ui.scenes.menu import Menu
from game.ui.stage.navigator import LOBBY

_MINUTES = float(os.environ.get("QIGUAN_MONKEY_MINUTES", "8"))
_SEED = int(os.environ.get("QIGUAN_MONKEY_SEED", "19"))
_ROUND_S = 20.0
_REFUSED = (MatchError, RulesError)
"""What a window would not have offered, or what the other side was faster with."""


def invite(lan: Lan, meeting: Meeting, dice: random.Random) -> None:
    """One side invites the other to some game, if it sees anybody."""
    let_invite_again(meeting.anna.lan, *meeting.made)
    rules = VARIANTS[dice.choice(list(VARIANTS))]
    base_s = dice.choice((None, 5, 60))
    for person in lan.people[:1]:
        terms = GameTerms(rules.name, dice.choice(rules.sizes), base_s, 1 if base_s else 0, watchers=True)
        lan.invite(person.instance, terms, dice.choice(("", "快一点")))


class Restless:
    """Anna, who does something now and then."""

    def __init__(self, meeting: Meeting, dice: random.Random) -> None:
        self._meeting = meeting
        self._dice = dice

    def act(self) -> None:
        """One frame, and perhaps a deed."""
        self._meeting.anna.frame()
        if self._dice.random() < 0.12:
            deed = self._dice.choice(
                (self._answer, self._answer, self._invite, *(self._move,) * 6, self._ask, self._end)
            )
            with contextlib.suppress(*_REFUSED):
                deed()

    def _answer(self) -> None:
        """Invitations first, then what was asked at the table."""
        anna, dice = self._meeting.anna, self._dice
        if anna.lan.invitations:
            anna.lan.answer(anna.lan.invitations[0].id, dice.random() < 0.9, dice.choice(("", "busy")))
        elif anna.seated and (request := anna.match.requests.to_answer) is not None:
            anna.match.requests.answer(request, dice.random() < 0.6)

    def _invite(self) -> None:
        invite(self._meeting.anna.lan, self._meeting, self._dice)

    def _move(self) -> None:
        anna = self._meeting.anna
        if anna.seated and anna.match.may_move:
            anna.match.submit(anna.match.turn, self._dice.choice(anna.match.position.legal_moves()))

    def _ask(self) -> None:
        anna, dice = self._meeting.anna, self._dice
        if anna.seated:
            match = anna.match
            deeds = (match.undo, match.offer_draw, match.restart, match.pause, match.resume)
            dice.choice((*deeds, lambda: anna.table.say("你好 hello")))()

    def _end(self) -> None:
        anna, dice = self._meeting.anna, self._dice
        if anna.seated and dice.random() < 0.4:
            dice.choice((anna.match.resign, anna.table.leave, lambda: anna.table.invite_again(dice.random() < 0.5)))()


@pytest.fixture
def meeting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Meeting]:
    keep_within(tmp_path, monkeypatch)
    meeting = Meeting(tmp_path)
    yield meeting
    meeting.close()


@pytest.mark.slow
def test_a_monkey_and_a_restless_person_meet(meeting: Meeting, caplog: pytest.LogCaptureFixture) -> None:
    dice, program = random.Random(_SEED), meeting.program
    monkey, anna = Monkey(meeting, dice), Restless(meeting, dice)
    caplog.set_level(logging.ERROR)
    end, games = time.monotonic() + 60 * _MINUTES, 0
    while time.monotonic() < end:
        if dice.random() < 0.5:
            program.stage.to_menu()
        if isinstance(meeting.top, Menu):
            program.stage.go(LOBBY)
        lan = program.services.lan
        for blocked in lan.blocked:
            lan.unblock(blocked.id)
        lan.set_quiet(False)
        if not isinstance(meeting.top, MatchScene):
            invite(lan, meeting, dice)
        program.services.preferences.change(
            language=dice.choice(("en", "zh")), fullscreen=False, reduced_motion=dice.random() < 0.2
        )
        until = time.monotonic() + _ROUND_S
        while time.monotonic() < until:
            try:
                monkey.act()
                anna.act()
            except Exception as error:
                deeds = "\n".join(monkey.deeds)
                raise AssertionError(f"seed {_SEED}: {error!r} after\n{deeds}") from error
        games = len(meeting.anna.seated)
    assert games > _MINUTES / 2, "they hardly met"
    wrong = [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]
    assert wrong == []
