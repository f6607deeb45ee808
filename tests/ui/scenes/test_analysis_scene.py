"""The analysis board: engines follow what is on the board, their moves can be looked at and played, what is tried is
kept, and everything fits in every window."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pygame
import pytest
from analysis_board import XIANGQI, Boards, game_of, several
from fakes import press, settle
from looking import WINDOWS, faults

from ai.api import SearchInfo
from game.match.evaluation import Cp, Mate, Score
from game.match.lines import LONGEST
from game.match.players import Gone, TurnAsked
from game.records.analysed import AnalysedGame
from game.rules.core import Move, Outcome, Side, Termination
from game.rules.registry import variant
from game.storage.settings import AnalysisChoice, OtherEngine
from game.ui.scenes.analysis.engine_card import EngineLines
from game.ui.scenes.analysis.scene import AnalysisScene
from game.ui.stage import clipboard
from game.ui.stage.navigator import COLLECTIONS, MATCH, SETUP
from game.ui.stage.overlays import Popup

IN_A_HEAD = ("name_", "lines", "engine_on")
"""Widgets in the heads of the engines' cards."""


# ---- the engines follow


def test_the_engine_looks_at_what_is_on_the_board_at_once(boards: Boards) -> None:
    board = boards(game_of("xiangqi", XIANGQI, ("Lin", "Anna")))
    turn, lines = board.live.asked[-1]
    assert (turn.variant, list(turn.moves), lines) == ("xiangqi", XIANGQI, 3)
    assert {"Analysis · Lin v Anna", "depth 18 · 1.2 M nodes/s", "+1.2", "+0.9", "+0.6"} <= set(board.said())
    chances = [int(text.removesuffix("%")) for text in board.said() if text.endswith("%")]
    assert len(chances) == 3
    assert chances == sorted(chances, reverse=True)
    assert chances[-1] > 50
    board.press(pygame.K_LEFT)
    assert list(board.live.asked[-1][0].moves) == XIANGQI[:-1]
    assert "−1.2" in board.said(), "told from the view of the colour that begins"
    count = len(board.live.asked)
    board.press(pygame.K_f)
    assert len(board.live.asked) == count, "a turned board is no other position"


def test_lines_by_keys_from_one_to_five(boards: Boards) -> None:
    board = boards(game_of("reversi", ["d3"]))
    for lines in (4, 5, 5):
        board.press(pygame.K_RIGHTBRACKET)
        assert board.live.asked[-1][1] == lines
    board.press(*[pygame.K_LEFTBRACKET] * 6)
    assert board.live.asked[-1][1] == 1
    assert "1 line" in board.said() or "1" in board.said()


def test_one_key_turns_the_engine_off_and_on(boards: Boards) -> None:
    board = boards(game_of("xiangqi", XIANGQI))
    before = board.widget("moves").rect.height
    board.press(pygame.K_e)
    assert not board.live.is_thinking
    assert board.widget("moves").rect.height > before
    assert board.scene.board.annotations.candidates is None
    assert not board.scene.wants_engine
    board.press(pygame.K_LEFT)
    board.click(board.widget("engine_on").rect.center)
    assert board.live.is_thinking
    assert list(board.live.asked[-1][0].moves) == XIANGQI[:-1]


def test_nothing_is_thought_while_nobody_looks(boards: Boards) -> None:
    board = boards(game_of("xiangqi", XIANGQI))
    board.stage.stack.handle(pygame.event.Event(pygame.WINDOWMINIMIZED))
    settle(board.stage, 0.1)
    assert not board.live.is_thinking
    board.stage.stack.handle(pygame.event.Event(pygame.WINDOWRESTORED))
    settle(board.stage, 0.1)
    assert board.live.is_thinking
    board.scene._bar.end(board.scene.position, Outcome(Side.SECOND, Termination.CHECKMATE))
    assert board.scene.is_busy, "the bar moves"
    other = AnalysisScene(board.stage, game_of("reversi", []))
    board.stage.open(other)
    settle(board.stage, 0.1)
    assert not board.live.is_thinking, "another scene lies over it"
    assert not board.scene.is_busy, "and nothing keeps the window awake for it"
    other.close()
    board.stage.stack.handle(pygame.event.Event(pygame.USEREVENT))
    settle(board.stage, 0.1)
    assert board.live.is_thinking
    assert board.lives[1].closed


def test_a_second_engine_thinks_beside_the_first(boards: Boards) -> None:
    guest = OtherEngine(name="Pika", path="/x", game="xiangqi")
    board = boards(game_of("xiangqi", XIANGQI), engines=(guest,))
    board.press(pygame.K_e, mod=pygame.KMOD_SHIFT)
    popup = board.stage.stack.top
    assert isinstance(popup, Popup)
    board.click(popup.widgets.widgets[-1].rect.center)
    assert [live.name for live in board.lives] == ["", "external:Pika"]
    assert {"Qiguan", "Pika"} <= set(board.said())
    board.press(pygame.K_LEFT)
    assert [list(live.asked[-1][0].moves) for live in board.lives] == [XIANGQI[:-1]] * 2
    board.press(pygame.K_e, mod=pygame.KMOD_SHIFT)
    assert board.lives[1].closed
    assert "Pika" not in board.said()


def test_the_board_is_found_as_it_was_left(boards: Boards) -> None:
    guest = OtherEngine(name="Pika", path="/x", game="xiangqi")
    board = boards(game_of("xiangqi", XIANGQI), engines=(guest,))
    board.press(pygame.K_RIGHTBRACKET)
    board.press(pygame.K_a)
    board.scene._cards.choose(("external:Pika", ""))
    assert board.services.settings.analysis == AnalysisChoice(
        lines=4, arrows=False, engines={"xiangqi": ("external:Pika", "")}
    )
    again = AnalysisScene(board.stage, game_of("xiangqi", XIANGQI))
    assert (again.engines.lines, again.engines.programs) == (4, ("external:Pika", ""))
    board.services.settings = board.services.settings.with_(engines=())
    gone = AnalysisScene(board.stage, game_of("xiangqi", XIANGQI))
    assert gone.engines.programs == ("",), "a program that the settings do not name any more"
    for each in (again, gone):
        each.left()


def test_an_engine_that_fails_says_why(boards: Boards) -> None:
    board = boards(
        game_of("xiangqi", XIANGQI), tells=lambda turn, lines: Gone("in English", "program-moveless", {"name": "Pika"})
    )
    assert "Pika gave no move." in board.said()


def test_an_engine_that_is_being_prepared_begins_by_itself(boards: Boards) -> None:
    board = boards(game_of("xiangqi", XIANGQI))
    analyst = board.services.analyst
    board.services.analyst = lambda game, program: None
    board.scene.take(game_of("reversi", []))
    settle(board.stage, 0.2)
    assert "The engine is getting ready and starts by itself." in board.said()
    board.services.analyst = analyst
    settle(board.stage, 0.2)
    assert board.lives[-1].asked[-1][0].variant == "reversi"


# ---- their moves


def test_a_click_on_a_move_plays_up_to_there_and_the_tree_grows(boards: Boards) -> None:
    board = boards(game_of("reversi", []))
    info = board.live.info
    assert info is not None
    board.click(board.widget("engine_0").places(1)[2].center)
    assert board.texts() == list(info.others[0].line[:3])
    board.press(pygame.K_HOME)
    board.press(pygame.K_SPACE)
    assert board.texts() == [info.line[0]]
    assert len(board.tree.children(0)) == 2, "a variation"


def test_a_line_of_the_position_before_is_not_played(boards: Boards) -> None:
    """Two acts within one frame: at the second one the card still shows the lines of the position before."""
    board = boards(game_of("reversi", ["d3", "c3"]))
    place = board.widget("engine_0").places(1)[2].center
    board.mouse(pygame.MOUSEMOTION, place)
    press(board.stage, pygame.K_HOME)
    board.mouse(pygame.MOUSEBUTTONDOWN, place)
    board.mouse(pygame.MOUSEBUTTONUP, place)
    settle(board.stage, 0.5)
    assert board.scene.editing.cursor.ply == 0
    assert len(board.tree.children(0)) == 1, "no variation"


def test_what_is_pointed_at_is_shown_on_the_board(boards: Boards) -> None:
    board = boards(game_of("reversi", []))
    annotations = board.scene.board.annotations
    assert annotations.candidates is not None
    assert len(annotations.candidates.moves) == 3
    assert annotations.best_line == ()
    info = board.live.info
    assert info is not None
    card = board.widget("engine_0")
    row = pygame.FRect(card.rect.left + 8, card.rect.top + 44, 120, 20)
    board.mouse(pygame.MOUSEMOTION, row.center)
    settle(board.stage, 0.05)
    assert board.scene.board.annotations.candidates is None
    assert [move.target for move in annotations.best_line] == [variant_move("reversi", info.line[0]).target]
    board.mouse(pygame.MOUSEMOTION, (5, 5))
    settle(board.stage, 0.05)
    assert board.scene.board.annotations.candidates is not None
    board.press(pygame.K_a)
    assert board.scene.board.annotations.candidates is None, "no arrows are wanted"


def variant_move(name: str, text: str) -> Move:
    rules = variant(name)
    return rules.read_move(text, rules.start())


def test_lines_are_walked_and_played_by_the_keyboard(boards: Boards) -> None:
    board = boards(game_of("reversi", []))
    info = board.live.info
    assert info is not None
    board.scene.widgets.focus_on("engine_0", show=True)
    card = board.widget("engine_0")
    assert isinstance(card, EngineLines)
    board.press(pygame.K_DOWN)
    board.press(pygame.K_RIGHT)
    assert card.pointed is not None
    assert card.pointed[1] == 2
    board.press(pygame.K_RETURN)
    assert board.texts() == list(info.others[0].line[:2])


def test_the_bar_follows_the_best_line(boards: Boards) -> None:
    board = boards(game_of("xiangqi", XIANGQI))
    assert 0.5 < board.scene._bar.share < 0.7
    board.press(pygame.K_LEFT)
    assert 0.3 < board.scene._bar.share < 0.5


def mate(score: Score) -> Callable[[TurnAsked, int], SearchInfo]:
    def told(turn: TurnAsked, lines: int) -> SearchInfo:
        info = several(turn, lines)
        return SearchInfo(info.depth, info.nodes, info.time_s, score, info.line, info.others)

    return told


def red_wins(turn: TurnAsked, lines: int) -> SearchInfo:
    """Whoever is to move."""
    return mate(Mate(17) if turn.side is Side.FIRST else Mate(-16))(turn, lines)


def test_a_forced_win_is_told_as_certain_and_its_line_kept_to_the_end(boards: Boards) -> None:
    board = boards(game_of("xiangqi", XIANGQI), tells=red_wins)
    assert "Red wins in 9 moves" in board.said()
    assert "+W9" in board.said()
    assert board.live.info is not None
    first = list(board.live.info.line)
    board.click(board.widget("show_line").rect.center)
    settle(board.stage, 1.0)
    assert board.texts() == XIANGQI, "one stays where one is"
    following = board.tree.line(board.scene.editing.cursor.index)[len(XIANGQI) :]
    texts = [board.tree.nodes[index].text for index in following]
    assert texts[: len(first)] == first
    assert len(texts) >= LONGEST, "the engine was asked again where its lines ended"
    assert list(board.live.asked[-1][0].moves) == XIANGQI, "and looks at the board again"
    assert "Red wins in 9 moves" in board.said()


def test_a_forced_loss_is_told_from_the_side_to_move(boards: Boards) -> None:
    board = boards(game_of("xiangqi", XIANGQI[:-1]), tells=mate(Mate(-4)))
    assert "Black loses in 2 moves" in board.said()


def test_of_a_program_that_knows_one_line_alone_the_card_says_so(boards: Boards) -> None:
    note = "gives only its best line"
    board = boards(game_of("xiangqi", XIANGQI), tells=lambda turn, lines: several(turn, 1))
    assert not any(note in each for each in board.said()), "it has found no more yet"
    board.live.tells_one_line = True
    board.press(pygame.K_RIGHT)
    board.press(pygame.K_LEFT)
    assert any(note in each for each in board.said())


@pytest.mark.parametrize(
    ("fen", "tabled", "score", "english", "chinese"),
    [
        ("B:WK46:B10,K14", 0, Cp(0), "Drawn, by the endgame tables", "和棋（残局库）"),
        ("W:WK46,K40,K48:BK32", 1, Cp(10_240), "White wins, by the endgame tables", "白方胜（残局库）"),
        ("B:WK46,K40,K48:BK32", 1, Cp(10_240), "Black wins, by the endgame tables", "黑方胜（残局库）"),
        ("W:WK46,K40,K48:BK32", 1, Cp(0), "", ""),  # by the tables alone: moves are counted
        ("W:WK46,K40,K48:BK32", 1, Mate(5), "White wins in 3 moves", "白方 3 步内胜"),
    ],
)
def test_what_endgame_tables_say_is_told(
    boards: Boards, fen: str, tabled: int, score: Score, english: str, chinese: str
) -> None:
    def tells(turn: TurnAsked, lines: int) -> SearchInfo:
        return replace(several(turn, 1), score=score, tabled=tabled)

    rules = variant("draughts-international")
    for language, words in (("en", english), ("zh", chinese)):
        position = AnalysedGame.of_position(rules, rules.read_position(fen))
        said = boards(position, tells=tells, language=language).said()
        shown = [each for each in said if "endgame tables" in each or "残局库" in each or each == words]
        assert shown == ([words] if words else [])
        value = {Cp(10_240): "+W" if "White" in english else "−W", Cp(0): "0.0"}.get(score, "+W3")
        assert value in said, "in place of the hundredths that stand for it"


def test_without_a_certain_end_nothing_is_told_as_certain(boards: Boards) -> None:
    board = boards(game_of("xiangqi", XIANGQI))
    assert all(each.name != "show_line" for each in board.scene.widgets.widgets)
    board.live.is_solved = True  # it has looked as deep as it ever does
    settle(board.stage, 0.5)
    assert all(each.name != "show_line" for each in board.scene.widgets.widgets)


@pytest.mark.parametrize(
    ("language", "text", "words"),
    [
        ("en", "OOOOXXXXOOXXXXOOOXOOOXXOOOXOOXXOOOOOXXXOOOXXXOXOOO-XXXOOO-XXXXXO X", "Solved: White wins, 40 to 24"),
        ("zh", "OOOXOOOOOXOOOOOXOOXOOXOOOXXOXOOOOOXXOXO-OOXXXXXOOOOXXX-OXXXXXXXX X", "已算清：白方胜，37 比 27"),
        ("en", "XXOOOOXXXXOO-OXXOOOOOOOXOOXOOOX-OXOOOXXXOOXOXOXOOXOXXXXOOOOOXXXO X", "Solved: a draw, 32 to 32"),
    ],
)
def test_how_a_solved_game_of_points_ends_is_told(boards: Boards, language: str, text: str, words: str) -> None:
    reversi = variant("reversi")
    position = AnalysedGame.of_position(reversi, reversi.read_position(text))
    board = boards(position, language=language)
    assert words not in board.said(), "not before the search is over"
    board.live.is_solved = True
    settle(board.stage, 0.5)
    assert words in board.said()
    assert "100%" in board.said(), "the scripted engine says that Black is ahead"


# ---- the threat


@pytest.mark.parametrize(
    ("name", "moves"),
    [("xiangqi", XIANGQI), ("gomoku-renju", ["h8", "i9"]), ("draughts-international", ["32-28"]), ("reversi", ["d3"])],
)
def test_a_threat_is_what_the_other_side_would_play(boards: Boards, name: str, moves: list[str]) -> None:
    board = boards(game_of(name, moves))
    turn = board.live.asked[-1][0]
    board.press(pygame.K_x)
    threat = board.live.asked[-1][0]
    assert (threat.side, threat.moves) == (turn.side.other, ())
    shown = board.scene.board.annotations.candidates
    assert shown is not None
    assert shown.is_threat
    assert board.scene.ply == len(moves), "nothing was played"
    board.press(pygame.K_SPACE)
    assert board.texts() == moves, "nor is the threat"
    board.press(pygame.K_ESCAPE)
    assert board.live.asked[-1][0] == turn
    assert board.stage.stack.top is board.scene


def test_where_no_pass_can_be_threats_are_told_by_the_rules(boards: Boards) -> None:
    board = boards(game_of("gomoku-freestyle", ["h8", "a1", "h9", "a2", "h10"]))
    board.press(pygame.K_x)
    assert board.scene.board.annotations.show_threats
    assert board.live.asked[-1][0].moves, "the engine looks at the position as it is"
    board.press(pygame.K_x)
    assert not board.scene.board.annotations.show_threats


# ---- ways here and on


@pytest.mark.parametrize(
    ("text", "name", "moves"),
    [
        ("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w", "xiangqi", 0),
        ('[Game "Chinese Chess"]\n1. 炮二平五 马8进7 2. 马二进三 *', "xiangqi", 3),
        ("W:W31-50:B1-20", "draughts-international", 0),
    ],
)
def test_what_is_pasted_is_analysed(
    boards: Boards, monkeypatch: pytest.MonkeyPatch, text: str, name: str, moves: int
) -> None:
    board = boards()
    monkeypatch.setattr(clipboard, "get", lambda: text)
    board.press(pygame.K_v, mod=pygame.KMOD_CTRL)
    assert board.scene.variant.name == name
    assert len(board.tree.main_line) == moves
    assert board.lives[-1].asked[-1][0].variant == name


@pytest.mark.parametrize("text", ["", "nothing of the kind", "9/9/9/9/9/9/9/9/9/9 w"])
def test_what_can_not_be_analysed_is_told(boards: Boards, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    board = boards(game_of("xiangqi", XIANGQI))
    monkeypatch.setattr(clipboard, "get", lambda: text)
    board.press(pygame.K_v, mod=pygame.KMOD_CTRL)
    assert board.texts() == XIANGQI
    assert board.stage.toasts.text


def test_another_game_and_the_ways_on(boards: Boards) -> None:
    board = boards(game_of("xiangqi", XIANGQI))
    board.press(pygame.K_n)
    popup = board.stage.stack.top
    assert isinstance(popup, Popup)
    board.click(popup.widgets.widgets[-1].rect.center)
    assert board.scene.variant.name == "reversi"
    assert board.live.closed, "the engine of the other game"
    board.press(pygame.K_s)
    board.press(pygame.K_f, mod=pygame.KMOD_CTRL)
    assert [went[0] for went in board.stage.went] == [SETUP, COLLECTIONS]
    board.press(pygame.K_g)
    popup = board.stage.stack.top
    assert isinstance(popup, Popup)
    board.click(popup.widgets.widgets[0].rect.center)
    assert board.stage.went[-1][0] is MATCH
    assert board.services.sat_down[-1][0] == "play_position"


def test_after_the_end_nothing_is_thought(boards: Boards) -> None:
    board = boards(game_of("gomoku-freestyle", ["h8", "a1", "h9", "a2", "h10", "a3", "h11", "a4", "h12"]))
    assert board.lives == [] or not board.live.is_thinking
    assert "The game is over: five in a row." in board.said()
    assert board.scene._bar.share == 1.0
    board.press(pygame.K_LEFT)
    assert board.live.is_thinking


# ---- everything fits


@pytest.mark.parametrize(
    ("language", "name", "moves", "lines"), [("en", "xiangqi", XIANGQI, 5), ("zh", "gomoku-renju", ["h8", "i9"], 3)]
)
def test_everything_fits_in_every_window(
    boards: Boards, language: str, name: str, moves: list[str], lines: int
) -> None:
    found = []
    guest = OtherEngine(name="Wilhelmina van Oranje", path="/x", game=variant(name).game)
    for number, (window, scale) in enumerate(WINDOWS):
        theme = ("light", "dark", "contrast")[number % 3]
        game = game_of(name, moves, ("Wilhelmina van Oranje", "胡荣华"))
        board = boards(game, window, mate(Mate(17)), language=language, scale=scale, theme=theme, engines=(guest,))
        if number % 2 or window == (960, 640):
            board.scene._cards.choose(("", "external:Wilhelmina van Oranje"))
        board.scene._cards.set_lines(lines)
        settle(board.stage, 0.2)
        found += [f"{window} at {scale}: {fault}" for fault in faults(board.stage, window, board.scene)]
    assert [each for each in found if not is_meant(each.partition(": ")[2])] == []


def is_meant(fault: str) -> bool:
    """Buttons stand in the title rows of cards; names that are too long are cut off."""
    if "overlap" in fault and "'engine_" in fault:
        return any(name in fault for name in IN_A_HEAD)
    if "overlap" in fault and "'moves' and" in fault:
        return any(name in fault for name in ("comment_button", "tree_menu", "explorer_button"))
    return fault == "text 'Wilhelmina van Oranje' is cut off"
