"""Who gives hints and judges: settled when they are asked, and let go with their answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from game.match.players import Analyst, Chosen, EnginePlayer, Reply, Report, TurnAsked
from game.tables.advisers import Adviser, LateJudge

TURN = cast(TurnAsked, "the position")


class Expert:
    """Answers at the second look."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.thinking = f"{name} thinks"
        self.asked: list[object] = []
        self.cancelled = 0
        self._looks = 0

    def ask(self, turn: object, *time_s: float) -> None:
        self.asked.append((turn, *time_s))

    def cancel(self) -> None:
        self.cancelled += 1

    def poll(self) -> Sequence[Report]:
        self._looks += 1
        return (Chosen(self.name),) if self._looks == 2 else ()


class Experts:
    """Each question gets another one."""

    def __init__(self) -> None:
        self.came: list[Expert] = []

    def __call__(self) -> EnginePlayer:
        self.came.append(Expert(str(len(self.came))))
        return cast(EnginePlayer, self.came[-1])


def test_each_question_has_its_own_adviser_who_goes_with_the_answer() -> None:
    experts = Experts()
    adviser = Adviser(experts)
    assert (experts.came, adviser.poll(), adviser.thinking) == ([], (), None)
    for number in range(2):
        adviser.ask(TURN)
        expert = experts.came[number]
        assert expert.asked == [(TURN,)]
        assert adviser.thinking == f"{number} thinks"
        assert adviser.poll() == ()
        assert adviser.poll() == (Chosen(str(number)),)
        assert (adviser.thinking, adviser.poll()) == (None, ())
        assert expert.cancelled == 0
    assert adviser.consider(cast("object", None)) is Reply.NO  # type: ignore[arg-type]  # whatever it is


def test_a_question_that_is_dropped_or_asked_again_stops_who_was_asked() -> None:
    experts = Experts()
    adviser = Adviser(experts)
    adviser.ask(TURN)
    adviser.ask(TURN)
    assert [each.cancelled for each in experts.came] == [1, 0]
    adviser.cancel()
    assert [each.cancelled for each in experts.came] == [1, 1]
    adviser.cancel()
    assert experts.came[1].cancelled == 1
    assert (adviser.poll(), adviser.thinking) == ((), None)


def test_a_judge_is_made_with_the_first_question() -> None:
    experts, ready = Experts(), [False, True]
    judge = LateJudge(lambda: cast(Analyst, experts()), lambda: ready.pop(0))
    assert (judge.is_ready, judge.is_ready) == (False, True)
    judge.cancel()
    assert (judge.poll(), experts.came) == (None, [])
    judge.ask(TURN, 0.5)
    judge.ask(TURN, 0.7)
    (expert,) = experts.came
    assert expert.asked == [(TURN, 0.5), (TURN, 0.7)]
    judge.cancel()
    assert expert.cancelled == 1
    judge.poll()
    assert judge.poll() == (Chosen("0"),)
