"""Computers at the table: what they are asked, and what happens when a person changes their mind; hints."""

import pytest
from sitting import FIRST, SECOND, Puppet, Sitting, kinds, only

from ai.api import SearchInfo
from game.match import events as happened
from game.match.clock import TimeControl
from game.match.evaluation import Cp
from game.match.match import MatchError
from game.match.players import Chosen, Gone, Human, Reply
from game.rules.core import Outcome, Termination


def code(caught: pytest.ExceptionInfo[MatchError]) -> str:
    return caught.value.refusal.code


# --- against the computer -------------------------------------------------------------------------------------------


def test_the_computer_is_asked_with_the_whole_game_and_answers() -> None:
    engine = Puppet()
    sitting = Sitting(second=engine, control=TimeControl(60, 5))
    match = sitting.match
    match.update()
    assert engine.asked == []
    assert match.may_move
    sitting.play("h8")
    (turn,) = engine.asked
    assert (turn.side, turn.variant, turn.moves) == (SECOND, "gomoku-freestyle", ("h8",))
    assert (turn.left_s, turn.increment_s) == (60.0, 5.0)
    assert match.variant.read_position(turn.start) == match.game.start
    assert match.turns.waiting_for is SECOND
    assert not match.may_move
    engine.info = SearchInfo(3, 100, 0.1, Cp(12), ("h9",))
    assert match.thinking == engine.info
    match.move_now()
    assert engine.hurried == 1
    sitting.time.now += 2
    engine.say(Chosen("h9", info=engine.info))
    played = only(match.update(), happened.MovePlayed)
    assert (played.text, played.side, played.used_s, played.info) == ("h9", SECOND, 2.0, engine.info)
    assert match.line[1].score == Cp(12)
    assert match.line[0].score is None
    assert match.may_move
    assert match.thinking is None
    with pytest.raises(MatchError) as caught:
        match.submit(SECOND, sitting.move("a1"))
    assert code(caught) == "not-your-side"


def test_the_computer_may_begin() -> None:
    engine = Puppet()
    sitting = Sitting(first=engine)
    sitting.match.update()
    assert len(engine.asked) == 1
    engine.say("h8")
    sitting.match.update()
    assert not sitting.match.can_undo, "the person has no move to take back"
    assert sitting.match.person is SECOND
    sitting.exchange(engine, "h9", "j8")
    sitting.match.undo()
    assert sitting.texts() == ["h8"]


def test_undo_against_the_computer_takes_two_plies_and_redo_too() -> None:
    engine = Puppet()
    sitting = Sitting(second=engine)
    match = sitting.match
    sitting.exchange(engine, "h8", "h9")
    sitting.exchange(engine, "j8", "j9")
    match.undo()
    assert only(match.update(), happened.MovesUndone).plies == 2
    assert sitting.texts() == ["h8", "h9"]
    assert match.may_move
    match.undo()
    match.redo()
    match.redo()
    assert sitting.texts() == ["h8", "h9", "j8", "j9"]
    assert len(engine.asked) == 2, "nothing was asked anew"


def test_undo_while_the_computer_thinks_takes_back_the_persons_move_alone() -> None:
    engine = Puppet()
    sitting = Sitting(second=engine)
    match = sitting.match
    sitting.exchange(engine, "h8", "h9")
    sitting.play("j8")
    assert engine.turn is not None
    match.undo()
    assert engine.turn is None, "its search was cancelled"
    assert sitting.texts() == ["h8", "h9"]
    engine.say("a1")
    match.update()
    assert sitting.texts() == ["h8", "h9"], "a stale answer is dropped"
    match.redo()
    match.update()
    assert sitting.texts() == ["h8", "h9", "j8"]
    assert engine.turn is not None
    assert engine.turn.moves == ("h8", "h9", "j8")


def test_undo_after_the_computers_win_and_after_ones_own() -> None:
    engine = Puppet()
    sitting = Sitting(second=engine)
    for mine, its in zip(["h8", "h9", "j8", "j9", "o15"], ["a1", "b1", "c1", "d1", "e1"], strict=True):
        sitting.exchange(engine, mine, its)
    assert sitting.match.outcome is not None
    sitting.match.undo()
    assert (sitting.match.ply, sitting.match.turn) == (8, FIRST)
    own = Sitting(second=Puppet())
    for mine, its in zip(["a1", "b1", "c1", "d1"], ["h8", "h9", "j8", "j9"], strict=True):
        puppet = own.match.seat(SECOND).player
        assert isinstance(puppet, Puppet)
        own.exchange(puppet, mine, its)
    own.play("e1")
    assert own.match.outcome is not None
    own.match.undo()
    assert (own.match.ply, own.match.turn) == (8, FIRST)


def test_the_computers_answer_to_a_draw_is_heard() -> None:
    engine = Puppet(reply=Reply.NO)
    sitting = Sitting(second=engine)
    sitting.play("h8")
    sitting.match.offer_draw()
    assert kinds(sitting.match.update()) == ["RequestDeclined"]
    engine.reply = Reply.YES
    sitting.match.offer_draw()
    assert kinds(sitting.match.update()) == ["RequestGranted", "GameEnded"]
    assert [request.by for request in engine.considered] == [FIRST, FIRST]


@pytest.mark.parametrize("say", [Gone("the engine failed: ZeroDivisionError"), Chosen("h8"), Chosen("zz"), Chosen("")])
def test_a_crash_of_the_computer_leaves_the_game_alive(say: Gone | Chosen) -> None:
    engine = Puppet()
    sitting = Sitting(second=engine, control=TimeControl(60, 0))
    match = sitting.match
    sitting.play("h8")
    sitting.time.now += 4
    engine.say(say)
    failed = only(match.update(), happened.PlayerFailed)
    assert failed.side is SECOND
    assert failed.message
    assert match.turns.failed is SECOND
    sitting.time.now += 100
    assert match.update() == []
    assert len(engine.asked) == 1, "it is not asked again by itself"
    assert match.clock.left_s(SECOND) == 56.0, "the fault costs no time"
    match.retry()
    match.update()
    assert len(engine.asked) == 2
    sitting.time.now += 1
    engine.say("h9")
    match.update()
    assert sitting.texts() == ["h8", "h9"]
    assert match.clock.left_s(SECOND) == 55.0


def test_after_a_crash_the_person_may_take_over_or_undo() -> None:
    engine = Puppet()
    sitting = Sitting(second=engine)
    sitting.play("h8")
    engine.say(Gone("broken"))
    sitting.match.update()
    sitting.match.undo()
    assert sitting.match.turns.failed is None
    sitting.play("j8")
    engine.say(Gone("broken"))
    sitting.match.update()
    sitting.match.change_player(SECOND, Human(), "Cy")
    assert kinds(sitting.match.update()) == ["PlayerChanged"]
    assert sitting.match.may_move
    assert sitting.match.seat(SECOND).name == "Cy"
    sitting.play("j9")
    assert sitting.texts() == ["j8", "j9"]


def test_the_level_changes_in_the_middle_of_a_thought() -> None:
    weak, strong = Puppet(), Puppet()
    sitting = Sitting(second=weak, control=TimeControl(60, 0))
    sitting.play("h8")
    sitting.time.now += 3
    sitting.match.change_player(SECOND, strong)
    assert weak.closed
    assert weak.turn is None
    sitting.match.update()
    assert strong.asked[0].left_s == 57.0
    weak.say("a1")
    strong.say("h9")
    sitting.match.update()
    assert sitting.texts() == ["h8", "h9"]
    assert sitting.match.clock.left_s(SECOND) == 57.0


def test_a_pause_stops_the_search_and_resuming_asks_again() -> None:
    engine = Puppet()
    sitting = Sitting(second=engine, control=TimeControl(60, 0))
    sitting.play("h8")
    sitting.time.now += 2
    sitting.match.pause()
    assert engine.turn is None
    sitting.time.now += 50
    engine.say("a1")
    sitting.match.update()
    assert sitting.texts() == ["h8"]
    sitting.match.resume()
    sitting.match.update()
    assert engine.asked[-1].left_s == 58.0


def test_resigning_while_the_computer_thinks_stops_it() -> None:
    engine = Puppet()
    sitting = Sitting(second=engine)
    sitting.play("h8")
    sitting.match.resign()
    assert engine.turn is None
    assert sitting.match.outcome == Outcome(SECOND, Termination.RESIGNATION), "the person's side, though not to move"


def test_restart_while_the_computer_thinks() -> None:
    engine = Puppet()
    sitting = Sitting(first=engine)
    sitting.match.update()
    sitting.match.restart()
    assert engine.turn is None
    engine.say("a1")  # said to the old question
    sitting.match.update()
    assert engine.asked[-1].moves == ()


def test_closing_frees_the_players() -> None:
    engine, adviser = Puppet(), Puppet()
    sitting = Sitting(second=engine, adviser=adviser)
    sitting.match.update()
    sitting.match.ask_hint()
    sitting.match.close()
    assert engine.closed
    assert adviser.turn is None
    assert not sitting.match.clock.is_running


# --- computer against computer --------------------------------------------------------------------------------------


def watch(**options: object) -> tuple[Sitting, Puppet, Puppet]:
    first, second = Puppet(), Puppet()
    return Sitting(first, second, **options), first, second  # type: ignore[arg-type]  # options of the match


def test_computers_play_by_themselves_with_a_pace() -> None:
    sitting, first, second = watch(pace_s=0.5)
    match = sitting.match
    assert match.is_watched
    assert match.person is None
    match.update()
    first.say("h8")
    match.update()
    assert second.asked == [], "the pace is kept"
    assert not match.clock.is_running, "and costs nobody time"
    sitting.time.now += 0.6
    match.update()
    assert len(second.asked) == 1
    match.pace_s = 0.0
    second.say("h9")
    match.update()
    assert len(first.asked) == 2
    with pytest.raises(MatchError) as caught:
        match.resign()
    assert code(caught) == "not-your-side"


def test_who_goes_on_after_a_pause_does_not_wait_for_the_pace() -> None:
    sitting, first, second = watch(pace_s=60.0)
    sitting.match.update()
    first.say("h8")
    sitting.match.update()
    sitting.match.pause()
    sitting.match.resume()
    sitting.match.update()
    assert len(second.asked) == 1


def test_step_by_step() -> None:
    sitting, first, second = watch(paused=True)
    match = sitting.match
    for _ in range(3):
        match.update()
    assert first.asked == []
    match.step()
    match.step()
    match.update()
    assert len(first.asked) == 1
    first.say("h8")
    match.update()
    match.update()
    assert sitting.texts() == ["h8"]
    assert second.asked == []
    match.step()
    match.update()
    second.say("h9")
    match.update()
    match.update()
    assert sitting.texts() == ["h8", "h9"]
    assert len(first.asked) == 1
    match.resume()
    assert kinds(match.update()) == ["Resumed"]
    assert len(first.asked) == 2
    match.step()  # finishes the move in progress and stands
    first.say("j8")
    assert kinds(match.update()) == ["Paused", "MovePlayed"]
    assert match.update() == []
    assert match.is_paused
    assert sitting.texts() == ["h8", "h9", "j8"]
    assert len(second.asked) == 1


def test_stepping_is_for_computers_alone() -> None:
    sitting = Sitting(second=Puppet())
    sitting.match.update()
    sitting.match.step()
    assert not sitting.match.is_paused
    over, first, _ = watch()
    over.match.update()
    over.match.abandon()
    over.match.step()
    over.match.update()
    assert not over.match.is_paused
    assert first.turn is None


def test_undo_between_computers_takes_one_ply_and_stands() -> None:
    sitting, first, second = watch()
    match = sitting.match
    match.update()
    first.say("h8")
    match.update()
    second.say("h9")
    match.update()
    match.undo()
    assert kinds(match.update()) == ["MovesUndone", "Paused"]
    assert sitting.texts() == ["h8"]
    assert (first.turn, second.turn) == (None, None)
    match.redo()
    assert sitting.texts() == ["h8", "h9"]
    match.resume()
    match.update()
    assert first.turn is not None


# --- hints ----------------------------------------------------------------------------------------------------------


def test_a_hint_is_one_best_move() -> None:
    adviser = Puppet()
    sitting = Sitting(second=Puppet(), adviser=adviser, control=TimeControl(60, 0))
    match = sitting.match
    assert match.can_hint
    match.update()
    match.ask_hint()
    match.ask_hint()
    assert match.hints.is_pending
    (turn,) = adviser.asked
    assert turn.left_s is None, "the adviser has no clock"
    info = SearchInfo(5, 1000, 0.2, Cp(30), ("h8", "h9", "j8"))
    adviser.info = info
    assert match.thinking == info
    adviser.say(Chosen("h8", info=info))
    ready = only(match.update(), happened.HintReady)
    assert (ready.text, ready.line, ready.move) == ("h8", ("h8", "h9", "j8"), sitting.move("h8"))
    assert match.hints.current is not None
    assert match.hints.current.info == info
    assert not match.hints.is_pending
    sitting.play("h8")
    assert match.hints.current is None, "it was for the position before"


def test_a_hint_that_was_overtaken_is_dropped() -> None:
    adviser = Puppet()
    sitting = Sitting(adviser=adviser)
    sitting.match.ask_hint()
    sitting.play("h8")
    assert adviser.turn is None
    adviser.say("j8")
    assert sitting.match.update() == []
    assert sitting.match.hints.current is None


def test_a_hint_that_fails_is_told_and_costs_nothing() -> None:
    adviser = Puppet()
    sitting = Sitting(adviser=adviser)
    sitting.match.update()
    for say in (Gone("broken"), Chosen("nonsense")):
        sitting.match.ask_hint()
        adviser.say(say)
        failed = only(sitting.match.update(), happened.PlayerFailed)
        assert failed.side is None
    assert sitting.match.may_move


def test_hints_only_for_the_person_to_move() -> None:
    nobody = Sitting()
    assert not nobody.match.can_hint
    with pytest.raises(MatchError) as caught:
        nobody.match.ask_hint()
    assert code(caught) == "no-hint"
    sitting = Sitting(second=Puppet(), adviser=Puppet())
    sitting.play("h8")
    with pytest.raises(MatchError):
        sitting.match.ask_hint()
