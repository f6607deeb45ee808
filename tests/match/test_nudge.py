"""A piece pushed just after it was put down: in time or too late, with the clocks, and how an engine waits for it."""

from __future__ import annotations

import dataclasses

import pytest
from sitting import FIRST, SECOND, Puppet, Sitting, Time, kinds, only

from ai.api import Limit, SearchInfo, SearchResult
from ai.engines import ENGINES
from ai.level import Level
from ai.runtime.worker import Done
from game.match.clock import TimeControl
from game.match.evaluation import Cp
from game.match.events import MovesUndone
from game.match.match import MatchError
from game.match.nudge import GRABBED_S, NUDGE_S, nudge_of
from game.match.players import Chosen, EnginePlayer, EngineRoom, Human, PlayerKind, TurnAsked
from game.rules.core import Square
from game.rules.registry import variant


def _sitting(other: Puppet | Human, **options: object) -> Sitting:
    sitting = Sitting(Human(), other, **options)  # type: ignore[arg-type]  # passed on as they are
    sitting.match.nudges.enabled = True
    return sitting


def _square(sitting: Sitting, text: str) -> Square:
    return sitting.move(text).path[-1]


def test_the_move_is_replaced_keeps_its_time_and_is_asked_about_anew() -> None:
    puppet = Puppet()
    sitting = _sitting(puppet, control=TimeControl(60, 2))
    target = _square(sitting, "i9")
    sitting.play("h8")
    sitting.time.now += 0.5
    sitting.match.nudges.push(target)
    events = sitting.match.update()
    assert kinds(events) == ["MovesUndone", "MovePlayed"]
    assert only(events, MovesUndone).is_nudge
    assert sitting.texts() == ["i9"]
    assert sitting.match.clock.times_s == (1.0,)
    assert sitting.match.clock.left_s(FIRST) == 61.0
    assert sitting.match.clock.left_s(SECOND) == 60.0
    assert [turn.moves for turn in puppet.asked] == [("h8",), ("i9",)]
    assert sitting.match.nudges.current is not None  # pushed too far, it can be pushed again


def test_too_late() -> None:
    sitting = _sitting(Puppet())
    target = _square(sitting, "i9")
    sitting.play("h8")
    sitting.time.now += NUDGE_S
    assert sitting.match.nudges.current is None
    with pytest.raises(MatchError):
        sitting.match.nudges.push(target)
    with pytest.raises(MatchError):
        sitting.match.nudges.grab()
    assert sitting.texts() == ["h8"]


def test_not_once_it_is_answered_nor_over_the_lan_nor_after_the_end() -> None:
    puppet = Puppet()
    answered = _sitting(puppet)
    answered.exchange(puppet, "h8", "h9")
    assert answered.match.nudges.current is None
    remote = _sitting(Puppet(PlayerKind.REMOTE))
    remote.play("h8")
    assert remote.match.nudges.current is None
    won = _sitting(Human())
    won.play("a1", "a2", "b1", "b2", "c1", "c2", "d1", "d2")
    assert won.match.nudges.current is not None  # between two people too
    won.play("e1")
    assert won.match.nudges.current is None


def test_in_hand_nobody_answers_and_no_time_passes_but_not_for_ever() -> None:
    puppet = Puppet()
    sitting = _sitting(puppet, control=TimeControl(60, 0))
    sitting.play("h8")
    sitting.match.nudges.grab()
    sitting.time.now += GRABBED_S - 1
    puppet.say("h9")
    sitting.match.update()
    assert sitting.texts() == ["h8"]
    assert sitting.match.clock.left_s(SECOND) == 60.0
    sitting.time.now += 2
    sitting.match.update()
    assert sitting.texts() == ["h8", "h9"]
    assert not sitting.match.clock.is_held


def test_where_a_piece_can_be_pushed() -> None:
    xiangqi = variant("xiangqi")
    start = xiangqi.start()
    nudge = nudge_of(start, xiangqi.read_move("b0c2", start))
    assert nudge is not None
    assert [xiangqi.write_move(move, start) for move in nudge.moves.values()] == ["b0a2"]
    corner = variant("gomoku-freestyle")
    nudge = nudge_of(corner.start(), corner.read_move("a1", corner.start()))
    assert nudge is not None
    assert len(nudge.moves) == 3
    draughts = variant("draughts-international")
    forced = draughts.read_position("W:W32:B28")
    assert nudge_of(forced, forced.legal_moves()[0]) is None


class _Worker:
    """Answers every job at once."""

    def __init__(self) -> None:
        self.reports: list[Done] = []

    def submit(self, engine: object, job: object, limit: object, token: int) -> None:
        self.reports.append(Done(token, SearchResult("h9", SearchInfo(1, 1, 0.0, Cp(0), ("h9",)))))

    def stop(self, token: int | None = None) -> None:
        pass

    def cancel(self, token: int) -> None:
        pass

    def poll(self) -> list[Done]:
        reports, self.reports = self.reports, []
        return reports


def _quick() -> tuple[Time, EnginePlayer, TurnAsked]:
    time = Time()
    room = EngineRoom(_Worker())  # type: ignore[arg-type]  # as much of one as is needed
    player = EnginePlayer(Level("plain", "gomoku", Limit(depth=3), ENGINES["lines"]), room, now=time)
    return time, player, TurnAsked(SECOND, "gomoku-freestyle", "start", ("h8",), settle_s=0.8)


def test_a_quick_answer_waits_until_the_stone_has_settled_and_is_charged_what_it_used() -> None:
    time, player, turn = _quick()
    player.ask(turn)
    time.now += 0.1
    assert list(player.poll()) == []
    assert player.flag_grace_s == 0.8
    time.now += 0.5
    assert list(player.poll()) == []
    time.now += 0.3
    (answer,) = player.poll()
    assert isinstance(answer, Chosen)
    assert answer.used_s == pytest.approx(0.1)
    assert list(player.poll()) == []


def test_nothing_waits_without_need_when_hurried_or_once_cancelled() -> None:
    _, player, turn = _quick()
    player.ask(dataclasses.replace(turn, settle_s=0.0))
    assert len(player.poll()) == 1
    player.ask(turn)
    assert list(player.poll()) == []
    player.move_now()
    assert len(player.poll()) == 1
    time, player, turn = _quick()
    player.ask(turn)
    assert list(player.poll()) == []
    player.cancel()
    time.now += 2
    assert list(player.poll()) == []


def test_the_match_tells_how_long_the_stone_settles() -> None:
    puppet = Puppet()
    sitting = _sitting(puppet)
    sitting.play("h8")
    assert puppet.asked[0].settle_s == NUDGE_S
    sitting.match.nudges.enabled = False
    puppet.say("h9")
    sitting.match.update()
    sitting.play("i9")
    assert puppet.asked[1].settle_s == 0.0
