"""Playing at the table: moves, take-backs, ends, clocks."""

import pytest
from sitting import BLACK_WINS, FIRST, SECOND, Puppet, Sitting, kinds, only

from game.match import events as happened
from game.match.clock import TimeControl
from game.match.events import RequestKind
from game.match.match import Match, MatchError, Seat
from game.match.players import Human, PlayerKind
from game.rules.core import GameOverError, IllegalMoveError, Move, Outcome, OutOfTurnError, Side, Square, Termination
from game.rules.game import Game
from game.rules.registry import variant


def code(caught: pytest.ExceptionInfo[MatchError]) -> str:
    return caught.value.refusal.code


# --- two people at one screen ---------------------------------------------------------------------------------------


def test_two_people_play_to_the_end() -> None:
    sitting = Sitting()
    match = sitting.match
    events = sitting.play(*BLACK_WINS)
    assert kinds(events) == ["MovePlayed"] * 9 + ["GameEnded"]
    first = events[0]
    assert isinstance(first, happened.MovePlayed)
    assert (first.text, first.side, first.ply, first.used_s) == ("a1", FIRST, 1, 1.0)
    assert len(first.before.pieces()) == 0
    assert len(first.after.pieces()) == 1
    outcome = only(events, happened.GameEnded).outcome
    assert (outcome.winner, outcome.termination, len(outcome.line)) == (FIRST, Termination.FIVE, 5)
    assert match.outcome == outcome
    assert not match.may_move
    assert sitting.texts() == BLACK_WINS
    assert [played.side for played in match.line] == [FIRST, SECOND] * 4 + [FIRST]
    assert [played.used_s for played in match.line] == [1.0] * 9
    sitting.time.now += 60
    assert match.update() == []
    assert (match.clock.used_s(FIRST), match.clock.used_s(SECOND)) == (5.0, 4.0)


def test_what_the_rules_refuse_changes_nothing() -> None:
    sitting = Sitting()
    match = sitting.match
    sitting.play("h8")
    with pytest.raises(OutOfTurnError):
        match.submit(FIRST, sitting.move("h9"))
    with pytest.raises(IllegalMoveError) as caught:
        match.submit(SECOND, Move((Square(112),)))
    assert caught.value.refusal.code == "occupied"
    assert sitting.texts() == ["h8"]
    assert match.update() == []
    assert match.clock.side is SECOND
    sitting.play("h9")
    assert sitting.texts() == ["h8", "h9"]


def test_no_move_comes_after_the_end() -> None:
    sitting = Sitting()
    sitting.play(*BLACK_WINS)
    with pytest.raises(GameOverError):
        sitting.match.submit(SECOND, Move((Square(200),)))
    resigned = Sitting()
    resigned.play("h8")
    resigned.match.resign()
    with pytest.raises(GameOverError):
        resigned.match.submit(SECOND, resigned.move("h9"))


def test_a_move_before_the_first_frame_is_taken() -> None:
    sitting = Sitting()
    sitting.match.submit(FIRST, sitting.move("h8"))
    assert kinds(sitting.match.update()) == ["MovePlayed"]
    assert sitting.match.line[0].used_s == 0.0


def test_at_one_screen_undo_takes_one_ply_and_redo_gives_it_back() -> None:
    sitting = Sitting()
    match = sitting.match
    assert not match.can_undo
    with pytest.raises(MatchError) as caught:
        match.undo()
    assert code(caught) == "nothing-to-undo"
    with pytest.raises(MatchError) as caught:
        match.redo()
    assert code(caught) == "nothing-to-redo"
    sitting.play("h8", "h9", "j8")
    match.undo()
    match.undo()
    undone = match.update()
    assert kinds(undone) == ["MovesUndone", "MovesUndone"]
    assert isinstance(undone[0], happened.MovesUndone)
    assert undone[0].plies == 1
    assert sitting.texts() == ["h8"]
    assert match.turn is SECOND
    assert match.person is SECOND
    match.redo()
    redone = only(match.update(), happened.MovesRedone)
    assert (redone.plies, len(redone.before.pieces()), len(redone.after.pieces())) == (1, 1, 2)
    assert sitting.texts() == ["h8", "h9"]
    sitting.play("a1")
    assert not match.can_redo, "a new move clears what could be redone"
    assert sitting.texts() == ["h8", "h9", "a1"]


def test_going_back_to_an_earlier_move_takes_all_after_it() -> None:
    sitting = Sitting()
    match = sitting.match
    sitting.play("h8", "h9", "j8", "j9")
    match.undo_to(1)
    undone = only(match.update(), happened.MovesUndone)
    assert undone.plies == 3
    assert match.variant.write_move(undone.move, undone.after) == "h9"
    assert sitting.texts() == ["h8"]
    for ply in (1, 2, -1):
        with pytest.raises(MatchError) as caught:
            match.undo_to(ply)
        assert code(caught) == "nothing-to-undo"
    match.take_backs = False
    with pytest.raises(MatchError) as caught:
        match.undo_to(0)
    assert code(caught) == "take-backs-forbidden"


def test_undo_gives_the_clock_back_and_forgets_the_thought() -> None:
    sitting = Sitting(control=TimeControl(60, 2))
    match = sitting.match
    sitting.play("h8", "h9")
    sitting.time.now += 30
    match.undo()
    match.update()
    assert (match.clock.left_s(FIRST), match.clock.left_s(SECOND)) == (61.0, 60.0)
    sitting.time.now += 5
    assert match.clock.left_s(SECOND) == 55.0
    match.redo()
    match.update()
    assert (match.clock.left_s(FIRST), match.clock.left_s(SECOND)) == (61.0, 61.0)


def test_undo_opens_a_finished_game_again() -> None:
    sitting = Sitting()
    sitting.play(*BLACK_WINS)
    sitting.match.undo()
    assert sitting.match.outcome is None
    assert sitting.match.may_move
    sitting.match.redo()
    assert kinds(sitting.match.update()) == ["MovesUndone", "MovesRedone", "GameEnded"]
    assert sitting.match.outcome is not None
    declared = Sitting()
    declared.play("h8")
    declared.match.resign(SECOND)
    declared.match.undo()
    declared.match.redo()
    assert declared.match.outcome is None, "what was declared does not come back by itself"


def test_take_backs_can_be_forbidden() -> None:
    sitting = Sitting(take_backs=False)
    sitting.play("h8")
    assert not sitting.match.can_undo
    for action in (sitting.match.undo, sitting.match.redo):
        with pytest.raises(MatchError) as caught:
            action()
        assert code(caught) == "take-backs-forbidden"


def test_a_draw_at_one_screen_is_asked_and_answered() -> None:
    sitting = Sitting()
    match = sitting.match
    sitting.play("h8")
    match.offer_draw()
    made = only(match.update(), happened.RequestMade).request
    assert (made.kind, made.by) == (RequestKind.DRAW, SECOND)
    assert match.requests.to_answer == made
    with pytest.raises(MatchError) as caught:
        match.offer_draw()
    assert code(caught) == "already-asked"
    match.requests.answer(RequestKind.DRAW, False)
    assert kinds(match.update()) == ["RequestDeclined"]
    assert match.outcome is None
    assert match.requests.open == ()
    with pytest.raises(MatchError) as caught:
        match.requests.answer(RequestKind.DRAW, True)
    assert code(caught) == "nothing-asked"
    match.offer_draw(SECOND)
    match.requests.answer(RequestKind.DRAW, True)
    events = match.update()
    assert kinds(events) == ["RequestMade", "RequestGranted", "GameEnded"]
    assert match.outcome == Outcome(None, Termination.AGREEMENT)


def test_crossing_draw_offers_are_an_agreement() -> None:
    sitting = Sitting()
    sitting.play("h8")
    sitting.match.offer_draw(FIRST)
    sitting.match.offer_draw(SECOND)
    assert sitting.match.outcome == Outcome(None, Termination.AGREEMENT)


def test_an_offer_lapses_with_the_next_move() -> None:
    sitting = Sitting()
    sitting.play("h8")
    sitting.match.offer_draw()
    events = sitting.play("h9")
    assert kinds(events) == ["RequestMade", "RequestLapsed", "MovePlayed"]
    assert sitting.match.requests.to_answer is None


@pytest.mark.parametrize("side", [FIRST, SECOND])
def test_resigning_gives_the_game_to_the_other(side: Side) -> None:
    sitting = Sitting()
    sitting.play("h8", "h9", "j8")
    sitting.match.resign(side)
    assert only(sitting.match.update(), happened.GameEnded).outcome == Outcome(side.other, Termination.RESIGNATION)
    for action in (sitting.match.resign, sitting.match.offer_draw):
        with pytest.raises(MatchError) as caught:
            action()
        assert code(caught) == "game-over"


def test_restart_begins_with_full_clocks_and_no_history() -> None:
    sitting = Sitting(control=TimeControl(60, 0))
    match = sitting.match
    sitting.play(*BLACK_WINS)
    match.restart()
    assert kinds(match.update()) == ["Restarted"]
    assert match.outcome is None
    assert (match.ply, match.line, match.can_undo, match.can_redo) == (0, (), False, False)
    assert match.clock.left_s(SECOND) == 60.0
    assert match.may_move
    sitting.play("h8")
    assert sitting.texts() == ["h8"]


def test_an_abandoned_game_has_no_winner() -> None:
    sitting = Sitting()
    sitting.play("h8")
    sitting.match.abandon()
    sitting.match.abandon()
    assert only(sitting.match.update(), happened.GameEnded).outcome == Outcome(None, Termination.ABANDONED)


# --- the clock ------------------------------------------------------------------------------------------------------


def test_who_runs_out_of_time_loses() -> None:
    sitting = Sitting(control=TimeControl(25, 0))
    match = sitting.match
    sitting.play("h8")
    events = []
    for _ in range(30):
        sitting.time.now += 1
        events += match.update()
    low = [event.left_s for event in events if isinstance(event, happened.ClockLow)]
    assert low == [20, 10, 5, 4, 3, 2, 1]
    assert only(events, happened.GameEnded).outcome == Outcome(FIRST, Termination.TIME)
    assert match.clock.left_s(SECOND) == 0.0
    assert match.clock.left_s(FIRST) == 24.0


def test_a_move_after_the_flag_is_too_late() -> None:
    sitting = Sitting(control=TimeControl(5, 0))
    sitting.match.update()
    sitting.time.now += 5.1
    with pytest.raises(GameOverError):
        sitting.match.submit(FIRST, sitting.move("h8"))
    assert sitting.match.outcome == Outcome(SECOND, Termination.TIME)
    engine = Puppet()
    late = Sitting(second=engine, control=TimeControl(5, 0))
    late.play("h8")
    late.time.now += 6
    engine.say("h9")
    assert kinds(late.match.update()) == ["GameEnded"]
    assert late.texts() == ["h8"]


def test_a_pause_stands_still() -> None:
    sitting = Sitting(control=TimeControl(60, 0))
    match = sitting.match
    match.update()
    sitting.time.now += 10
    match.pause()
    match.pause()
    sitting.time.now += 1000
    assert kinds(match.update()) == ["Paused"]
    assert match.is_paused
    assert not match.may_move
    with pytest.raises(MatchError) as caught:
        match.submit(FIRST, sitting.move("h8"))
    assert code(caught) == "paused"
    match.resume()
    match.resume()
    sitting.time.now += 1
    assert kinds(match.update()) == ["Resumed"]
    assert match.clock.left_s(FIRST) == 49.0


# --- taken up in the middle -----------------------------------------------------------------------------------------


def test_a_match_can_begin_from_a_game_already_played_with_its_redo_list() -> None:
    game = Game(variant("gomoku-renju"))
    for text in ("h8", "h9", "j8"):
        game.play_text(text)
    game.undo(2)
    match = Match(game, (Seat(Human()), Seat(Puppet(PlayerKind.ENGINE))))
    assert [played.text for played in match.line] == ["h8"]
    match.redo()
    assert [played.text for played in match.line] == ["h8", "h9"]
    assert match.can_redo
