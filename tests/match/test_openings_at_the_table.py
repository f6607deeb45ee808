"""A sitting that begins by an opening rule: who is asked, undo across a choice, clocks, the journal."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from patience import until
from sitting import FIRST, SECOND, Puppet, Sitting, Time

from game.match.autosave import Autosave
from game.match.clock import MatchClock, TimeControl
from game.match.match import Match, Seat
from game.match.match_record import match_record
from game.match.players import Human, Player
from game.match.saved_match import resume, unfinished
from game.records import native
from game.records.record import outcome_of
from game.rules.core import IllegalMoveError, OutOfTurnError, Side, Termination
from game.rules.game import Game
from game.rules.gomoku.variants import FREESTYLE
from game.storage.folders import find_folders
from game.storage.settings import LevelChoice
from game.tables.tables import Tables

THREE = ("h8", "h9", "j10")


class Opened(Sitting):
    """A sitting under an opening rule."""

    def __init__(self, opening: str, first: Player | None = None, second: Player | None = None, **options: object):
        self.time = Time()
        control = options.pop("control", None)
        assert control is None or isinstance(control, TimeControl)
        seats = (Seat(first or Human(), "Ada"), Seat(second or Human(), "Bo"))
        game = Game(FREESTYLE, FREESTYLE.start(15, opening))
        self.match = Match(game, seats, MatchClock(control, self.time), **options)  # type: ignore[arg-type]  # passed on


def test_the_same_player_is_asked_for_each_of_its_stones() -> None:
    first, second = Puppet(), Puppet()
    sitting = Opened("swap2", first, second)
    for number, text in enumerate(THREE, start=1):
        sitting.match.update()
        assert len(first.asked) == number
        assert first.asked[-1].start.endswith(" b swap2")
        first.say(text)
    sitting.match.update()
    assert len(second.asked) == 1
    assert second.asked[0].moves == THREE
    second.say("more")
    sitting.match.update()
    assert second.asked[-1].moves == (*THREE, "more")


def test_clocks_go_with_the_person_across_a_choice() -> None:
    sitting = Opened("swap", control=TimeControl(60, 0))
    sitting.play(*THREE)
    assert sitting.match.clock.left_s(FIRST) == 57.0
    sitting.play("black")
    assert sitting.match.turn is FIRST
    assert sitting.match.position.colour(FIRST) is Side.SECOND
    assert sitting.match.clock.left_s(SECOND) == 59.0
    sitting.play("a1")
    assert sitting.match.clock.left_s(FIRST) == 56.0
    sitting.time.now += 100
    sitting.match.update()
    assert sitting.match.outcome is not None
    assert (sitting.match.outcome.winner, sitting.match.outcome.termination) == (FIRST, Termination.TIME)


def test_nobody_acts_for_the_other_and_a_stone_is_no_choice() -> None:
    sitting = Opened("swap")
    sitting.play(*THREE)
    with pytest.raises(OutOfTurnError):
        sitting.match.submit(FIRST, sitting.move("black"))
    with pytest.raises(IllegalMoveError):
        sitting.match.submit(SECOND, sitting.move("a1"))
    assert sitting.texts() == list(THREE)


def test_undo_and_redo_across_a_choice_at_one_screen() -> None:
    sitting = Opened("swap2")
    sitting.play(*THREE, "black", "a1")
    assert sitting.match.turn is SECOND
    sitting.match.undo()
    assert sitting.match.turn is FIRST
    sitting.match.undo()
    assert sitting.texts() == list(THREE)
    assert sitting.match.turn is SECOND
    assert sitting.match.position.colour(SECOND) is SECOND
    sitting.match.redo()
    assert sitting.match.position.colour(SECOND) is FIRST
    sitting.match.undo()
    sitting.play("white")
    assert not sitting.match.can_redo
    assert sitting.match.turn is SECOND


def test_undo_against_an_engine_goes_back_to_what_the_person_did_last() -> None:
    engine = Puppet()
    sitting = Opened("swap", second=engine)
    sitting.play("h8", "h9")
    sitting.match.undo()
    assert sitting.texts() == ["h8"]
    sitting.play("h9", "j10")
    engine.say("black")
    sitting.match.update()
    assert sitting.match.may_move
    sitting.match.undo()
    assert sitting.texts() == ["h8", "h9"]
    sitting.play("j10")
    assert engine.asked[-1].moves == THREE


def test_a_person_who_has_only_to_choose_can_take_the_choice_back() -> None:
    engine = Puppet()
    sitting = Opened("swap", first=engine)
    for text in THREE:
        sitting.match.update()
        engine.say(text)
    sitting.match.update()
    assert not sitting.match.can_undo
    sitting.play("white")
    sitting.match.undo()
    assert sitting.texts() == list(THREE)
    assert sitting.match.may_move


@pytest.mark.parametrize(
    "played", [(), THREE[:2], THREE, (*THREE, "more"), (*THREE, "more", "a1", "b1", "white", "c1")]
)
def test_a_journal_brings_a_game_back_in_the_middle_of_its_opening(tmp_path: Path, played: tuple[str, ...]) -> None:
    folders = find_folders({"QIGUAN_DATA": str(tmp_path)})
    sitting = Opened("swap2", log=Autosave(folders))
    sitting.play(*(played or ("h8",)))
    if not played:
        sitting.match.undo()
    sitting.match.close()
    (saved,), notices = unfinished(folders)
    assert notices == []
    again = resume(saved, folders, lambda side, seat: Human())
    assert again.position == sitting.match.position
    assert again.turn is sitting.match.turn
    assert again.sheet.kept_texts == sitting.match.sheet.kept_texts
    again.close()


def test_a_record_names_the_winners_colour_and_finds_the_winner_again() -> None:
    sitting = Opened("swap")
    sitting.play(*THREE, "black", "a1")
    sitting.match.resign(FIRST)
    record = match_record(sitting.match)
    assert record.result is not None
    assert record.result.winner == "black"  # which SECOND has chosen
    reading = native.read(native.write(record))
    assert reading.problem is None
    assert reading.record == record
    outcome = outcome_of(reading.record, reading.game)
    assert outcome == sitting.match.outcome
    assert outcome is not None
    assert outcome.winner is SECOND


def test_a_table_is_set_with_the_opening_that_was_chosen_and_the_engine_plays_by_it(tmp_path: Path) -> None:
    tables = Tables(find_folders({"QIGUAN_DATA": str(tmp_path)}), random.Random(1))
    choice = LevelChoice(level="first-steps", side="second", opening="swap2")
    match = tables.new_match("gomoku", choice, "Ada")
    try:
        assert match.position.opening is not None
        until(lambda: match.may_move, match.update)
        assert match.ply == 3
        match.submit(SECOND, match.variant.read_move("more", match.position))
        for text in ("a1", "b1"):
            match.submit(SECOND, match.variant.read_move(text, match.position))
        until(lambda: match.ply > 6, match.update)
        assert match.line[6].text in ("black", "white")
        again = tables.rematch(match, swapped=True)
        assert again.position == match.game.start
        again.close()
        unknown = tables.new_match("gomoku", choice.with_(opening="soosorv-8"), "Ada")
        assert unknown.position.opening is None
        unknown.close()
    finally:
        match.close()
        tables.close()
