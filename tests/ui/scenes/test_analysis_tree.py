"""What is tried on the analysis board grows as variations, is a draft on disk, and is saved on request."""

from __future__ import annotations

import pygame
import pytest
from analysis_board import XIANGQI, Board, Boards, game_of
from fakes import settle
from looking import WINDOWS, faults, read

from game.records import native
from game.records.tree import GameTree
from game.ui.scenes.analysis.drafts import DraftsDialog


def test_moves_on_the_board_grow_variations_that_survive_a_kill(boards: Boards) -> None:
    board = boards(game_of("gomoku-renju", ["h8", "i9"]))
    assert board.drafts() == [], "nothing is written before the first edit"
    board.press(pygame.K_LEFT)
    board.click_square("h9")
    assert board.texts() == ["h8", "h9"]
    assert board.scene.editing.cursor.branch
    board.until(lambda: board.widget("moves").state == "Draft saved")
    (draft,) = board.drafts()
    assert native.read(draft.read_bytes()).record.tree == board.tree
    board.press(pygame.K_z, mod=pygame.KMOD_CTRL)
    assert len(board.tree) == 3
    board.until(lambda: native.read(draft.read_bytes()).record.tree == board.tree)
    again = boards()  # as after a kill: the one before was not closed
    again.until(lambda: len(again.tree) == 3)
    assert again.scene.variant.name == "gomoku-renju"
    again.click_square("h10")
    again.until(lambda: again.widget("moves").state == "Draft saved")
    assert again.drafts() == [draft], "it goes on in the same draft"


def keep_drafts(boards: Boards) -> Board:
    """Three drafts of different games, the newest on the board."""
    board = boards(game_of("xiangqi", XIANGQI))
    for number, name in enumerate(("", "gomoku-renju", "reversi")):
        if name:
            board.scene.take(game_of(name, [], ("An", "Bo") if number == 1 else ("", "")))
            settle(board.stage, 0.3)
        board.press(pygame.K_SPACE)
        board.until(lambda: board.widget("moves").state == "Draft saved")
    return board


def opened_drafts(board: Board) -> DraftsDialog:
    board.press(pygame.K_o, mod=pygame.KMOD_CTRL)
    dialog = board.stage.stack.top
    assert isinstance(dialog, DraftsDialog)
    board.until(lambda: not dialog.is_busy)
    return dialog


def test_drafts_are_listed_and_gone_on_with(boards: Boards) -> None:
    board = keep_drafts(boards)
    dialog = opened_drafts(board)
    said = [text for text, _ in read(board.stage, board.window, dialog).drawn]
    games = [each for each in said if each in ("Reversi", "Gomoku · Renju", "Xiangqi")]
    assert games == ["Reversi", "Gomoku · Renju", "Xiangqi"], "the newest first"
    assert {"An v Bo", "on the board", "7 moves"} <= set(said)
    board.press(pygame.K_DOWN, pygame.K_DOWN, pygame.K_RETURN)
    assert board.stage.stack.top is board.scene
    assert (board.scene.variant.name, board.texts()[:6]) == ("xiangqi", XIANGQI)
    before = board.drafts()
    board.press(pygame.K_SPACE)
    board.until(lambda: board.widget("moves").state == "Draft saved")
    assert board.drafts() == before, "it goes on in the same draft"


def test_a_draft_is_deleted_when_that_is_confirmed(boards: Boards) -> None:
    board = keep_drafts(boards)
    dialog = opened_drafts(board)
    board.press(pygame.K_DELETE)
    assert board.stage.stack.top is dialog, "the one on the board is being edited"
    board.press(pygame.K_DOWN, pygame.K_DELETE, pygame.K_ESCAPE)
    assert (board.stage.stack.top, len(board.drafts())) == (dialog, 3), "kept after all"
    delete = next(each for each in dialog.widgets.widgets if each.name == "delete")
    board.click(delete.rect.center)
    read(board.stage, board.window, board.stage.stack.top)  # a question is laid out when it is drawn
    answer = next(each for each in board.stage.stack.top.widgets.widgets if each.name == "Delete")
    board.click(answer.rect.center)
    board.until(lambda: len(board.drafts()) == 2)
    names = {native.read(each.read_bytes()).record.variant for each in board.drafts()}
    assert names == {"xiangqi", "reversi"}


def test_the_question_whether_to_delete_a_draft_is_answered_by_keys(boards: Boards) -> None:
    board = keep_drafts(boards)
    dialog = opened_drafts(board)
    board.press(pygame.K_DOWN, pygame.K_DELETE)
    read(board.stage, board.window, board.stage.stack.top)  # it is laid out when it is drawn
    board.press(pygame.K_RETURN)
    assert (board.stage.stack.top, len(board.drafts())) == (dialog, 3), "the safe answer has the focus"
    board.press(pygame.K_DELETE)
    question = board.stage.stack.top
    read(board.stage, board.window, question)
    board.press(pygame.K_TAB)
    assert question.widgets.focus is not None
    assert question.widgets.focus.name == "Delete"
    board.press(pygame.K_RETURN)
    board.until(lambda: len(board.drafts()) == 2)
    assert board.stage.stack.top is dialog
    board.press(pygame.K_ESCAPE)
    assert board.stage.stack.top is board.scene


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_list_of_drafts_fits_in_every_window(boards: Boards, language: str) -> None:
    keep_drafts(boards)
    for window, scale in WINDOWS:
        board = boards(game_of("reversi", []), window, language=language, scale=scale)
        dialog = opened_drafts(board)
        assert (window, scale, faults(board.stage, window, dialog)) == (window, scale, [])


def test_without_a_draft_it_begins_with_the_game_that_was_set_up_last(boards: Boards) -> None:
    board = boards()
    assert (board.scene.variant.name, len(board.tree)) == ("gomoku-freestyle", 1)


def test_what_is_saved_lies_in_the_library_and_follows_every_edit(boards: Boards) -> None:
    board = boards(game_of("xiangqi", XIANGQI))
    board.press(pygame.K_SPACE)
    board.until(lambda: board.widget("moves").state == "Draft saved")
    board.press(pygame.K_s, mod=pygame.KMOD_CTRL)
    board.until(lambda: board.widget("moves").state == "Saved")
    board.until(lambda: board.drafts() == [])
    (file,) = board.folders.records.glob("*.qiguan")
    assert native.read(file.read_bytes()).record.tree == board.tree
    board.press(pygame.K_SPACE)
    board.until(lambda: native.read(file.read_bytes()).record.tree == board.tree)
    assert board.drafts() == []


def test_a_game_that_is_open_elsewhere_gets_its_tree_back(boards: Boards) -> None:
    kept: list[GameTree] = []
    board = boards(game_of("xiangqi", XIANGQI, keep=kept.append))
    board.press(pygame.K_SPACE)
    assert kept == [], "only when it is asked for"
    board.press(pygame.K_s, mod=pygame.KMOD_CTRL)
    assert kept == [board.tree]
    board.press(pygame.K_SPACE)
    assert kept[-1] == board.tree
    board.until(lambda: board.drafts() == [])
    assert list(board.folders.records.glob("*")) == []
