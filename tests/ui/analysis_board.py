"""The analysis board with scripted engines, for its tests."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pygame
from fakes import FakeServices, press, settle, settle_until
from fakes import make_stage as new_stage
from looking import read

from ai.api import Choice, SearchInfo
from game.library.library import Library
from game.match.evaluation import Cp
from game.match.players import Gone, TurnAsked
from game.records.analysed import AnalysedGame
from game.records.record import Record, SeatInfo
from game.records.tree import GameTree
from game.rules.core import Square
from game.rules.game import Game
from game.rules.registry import variant
from game.storage.folders import find_folders
from game.storage.settings import Settings
from game.ui.scenes.analysis.scene import AnalysisScene

WINDOW = (1280, 800)
XIANGQI = ["h2e2", "h9g7", "h0g2", "i9h9", "i0h0", "b9c7"]


class Live:
    """Stands for `LiveAnalysis`: says at once what it is told to say of each position."""

    def __init__(self, name: str, tells: Callable[[TurnAsked, int], SearchInfo | Gone | None]) -> None:
        self.name, self._tells = name, tells
        self.asked: list[tuple[TurnAsked, int]] = []
        self.info: SearchInfo | None = None
        self.fault: Gone | None = None
        self.is_thinking = self.is_solved = self.is_over = self.tells_one_line = self.closed = False

    def look(self, turn: TurnAsked, lines: int) -> None:
        self.asked.append((turn, lines))
        self.info, self.fault, self.is_thinking = None, None, True

    def stop(self) -> None:
        self.is_thinking = False

    def update(self) -> None:
        if self.is_thinking and self.info is None:
            told = self._tells(*self.asked[-1])
            if isinstance(told, Gone):
                self.fault, self.is_thinking = told, False
            else:
                self.info = told

    def close(self) -> None:
        self.closed, self.is_thinking = True, False


def several(turn: TurnAsked, lines: int) -> SearchInfo:
    """As many of the legal moves as are asked for, each with an answer to it, 30 hundredths apart."""
    rules = variant(turn.variant)
    position = rules.start() if turn.start == "start" else rules.read_position(turn.start)
    for text in turn.moves:
        position = position.play(rules.read_move(text, position))
    found = []
    for rank, move in enumerate(position.legal_moves()[:lines]):
        after = position.play(move)
        texts = [rules.write_move(move, position)]
        for _ in range(8):
            answers = after.legal_moves()
            if not answers:
                break
            texts.append(rules.write_move(answers[0], after))
            after = after.play(answers[0])
        found.append(Choice(Cp(120 - 30 * rank), tuple(texts)))
    return SearchInfo(18, 2_400_000, 2.0, found[0].score, found[0].line, tuple(found[1:]))


class Board:
    """The scene with scripted engines, its library in a folder."""

    def __init__(
        self,
        folder: Path,
        analysed: AnalysedGame | None = None,
        window: tuple[int, int] = WINDOW,
        tells: Callable[[TurnAsked, int], SearchInfo | Gone | None] = several,
        **settings: Any,
    ) -> None:
        self.folders = find_folders({"QIGUAN_DATA": str(folder)})
        self.services = FakeServices(Settings(**{"language": "en", "reduced_motion": True, **settings}))
        self.services.library = Library(self.folders)
        self.lives: list[Live] = []
        self.services.analyst = lambda game, program: self.made(program, tells)
        self.stage, self.window = new_stage(window, self.services), window
        self.scene = AnalysisScene(self.stage, analysed)
        self.stage.open(self.scene)
        settle(self.stage, 0.5)

    def made(self, program: str, tells: Callable[[TurnAsked, int], SearchInfo | Gone | None]) -> Live:
        self.lives.append(Live(program, tells))
        return self.lives[-1]

    @property
    def live(self) -> Live:
        return self.lives[0]

    @property
    def tree(self) -> GameTree:
        return self.scene.editing.cursor.tree

    def texts(self) -> list[str]:
        """The moves on the board."""
        return list(self.scene.editing.cursor.texts(self.scene.ply))

    def said(self) -> list[str]:
        return [text for text, _ in read(self.stage, self.window, self.scene).drawn]

    def widget(self, name: str) -> Any:
        return next(each for each in self.scene.widgets.widgets if each.name == name)

    def press(self, *keys: int, mod: int = 0) -> None:
        press(self.stage, *keys, mod=mod)
        settle(self.stage, 0.5)

    def mouse(self, kind: int, pos: tuple[float, float]) -> None:
        if kind == pygame.MOUSEMOTION:
            self.stage.stack.handle(pygame.event.Event(kind, pos=pos, rel=(0, 0), buttons=(0, 0, 0)))
        else:
            self.stage.stack.handle(pygame.event.Event(kind, pos=pos, button=1))

    def click(self, pos: tuple[float, float]) -> None:
        self.mouse(pygame.MOUSEMOTION, pos)
        self.mouse(pygame.MOUSEBUTTONDOWN, pos)
        self.mouse(pygame.MOUSEBUTTONUP, pos)
        settle(self.stage, 0.5)

    def click_square(self, name: str) -> None:
        rules, board = self.scene.variant, self.scene.board
        squares = map(Square, range(board.position.board.squares))
        at = next(each for each in squares if rules.square_name(each, board.position.board) == name)
        self.click(board.square_rect(at).center)

    def until(self, happened: Callable[[], bool]) -> None:
        settle_until(self.stage, happened)

    def drafts(self) -> list[Path]:
        return sorted((self.folders.data / "analysis").glob("*.qiguan"))


Boards = Callable[..., Board]


def game_of(name: str, moves: list[str], names: tuple[str, str] = ("", ""), keep: Any = None) -> AnalysedGame:
    game = Game(variant(name))
    for text in moves:
        game.enter_text(text)
    record = Record.from_game(game, (SeatInfo("human", names[0]), SeatInfo("human", names[1])))
    return AnalysedGame(record, game, len(moves), keep)
