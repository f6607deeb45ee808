"""Setting up a position by clicks, drags and keys."""

from __future__ import annotations

import dataclasses

import pygame
import pytest
from fakes import FakeServices, click, click_on, make_stage, picture, press, widget
from looking import faults, read

from game.rules.core import Piece, Side, Square
from game.rules.registry import VARIANTS, variant
from game.storage.settings import Settings
from game.tables.opponents import Readiness
from game.ui.scenes.setup.reading import position_in
from game.ui.scenes.setup.scene import PositionSetupScene
from game.ui.stage import clipboard

WINDOW = (1280, 800)
SIZES = (((960, 640), 2.0), ((1280, 800), 1.0), ((1920, 1080), 1.5), ((2560, 1080), 0.75))
FIRST, SECOND = Side.FIRST, Side.SECOND


class Bench:
    """A stage with the scene on it; the services tell what a game was begun from."""

    def __init__(self, name: str = "xiangqi", text: str = "", **settings: object) -> None:
        self.hall = FakeServices(Settings(**{"language": "en", **settings}))  # type: ignore[arg-type]  # the test's words
        self.stage = make_stage(WINDOW, self.hall)
        rules = variant(name)
        position = rules.read_position(text) if text else rules.start()
        self.scene = PositionSetupScene(self.stage, rules, position)
        self.stage.open(self.scene)
        self.look()

    def look(self) -> None:
        picture(self.stage, WINDOW)

    def square(self, name: str) -> Square:
        board, rules = self.scene.draft.laid.board, self.scene.draft.variant
        return next(Square(at) for at in range(board.squares) if rules.square_name(Square(at), board) == name)

    def at(self, name: str) -> Piece | None:
        return self.scene.draft.piece_at(self.square(name))

    def middle(self, name: str) -> tuple[float, float]:
        return self.scene.board.square_rect(self.square(name)).center

    def click(self, *names: str) -> None:
        for name in names:
            click(self.stage, self.middle(name))

    def drag(self, name: str, to: tuple[float, float]) -> None:
        self.take_up(self.square(name), to)
        self.button(1, to, presses=False)

    def take_up(self, square: Square, to: tuple[float, float]) -> None:
        """Press on a square and carry what lies there elsewhere, without letting go."""
        begin = self.scene.board.square_rect(square).center
        self._mouse(pygame.MOUSEMOTION, begin)
        self._mouse(pygame.MOUSEBUTTONDOWN, begin, button=1)
        for share in (0.3, 0.7, 1.0):
            at = (begin[0] + (to[0] - begin[0]) * share, begin[1] + (to[1] - begin[1]) * share)
            self._mouse(pygame.MOUSEMOTION, at)
        self.look()

    def right_click(self, name: str) -> None:
        self._mouse(pygame.MOUSEMOTION, self.middle(name))
        self.button(3, self.middle(name))

    def button(self, button: int, at: tuple[float, float], presses: bool = True) -> None:
        """Press and let go where the mouse is already."""
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP)[not presses :]:
            self._mouse(kind, at, button=button)

    def _mouse(self, kind: int, at: tuple[float, float], **more: object) -> None:
        rest = {"rel": (0, 0), "buttons": (1, 0, 0)} if kind == pygame.MOUSEMOTION else more
        self.stage.stack.handle(pygame.event.Event(kind, pos=at, **rest))

    @property
    def texts(self) -> list[str]:
        return [text for text, _ in read(self.stage, WINDOW, self.scene).drawn]

    def say(self, text: str) -> bool:
        assert self.scene.words().heading in self.texts
        return self.scene.words().said == text


def test_pieces_are_put_down_taken_away_and_dragged() -> None:
    bench = Bench("draughts-international")
    bench.scene.draft.clear()
    assert bench.say("White has no pieces.")
    bench.click("28", "33")
    assert bench.at("28") == bench.at("33") == Piece(FIRST, "man")
    press(bench.stage, pygame.K_2, pygame.K_x)
    bench.click("6")
    assert bench.at("6") == Piece(SECOND, "king")
    assert bench.say("A game can start from here.")
    bench.click("6")
    assert bench.at("6") is None
    press(bench.stage, pygame.K_u)
    assert bench.at("6") == Piece(SECOND, "king")
    bench.drag("33", bench.middle("39"))
    assert (bench.at("33"), bench.at("39")) == (None, Piece(FIRST, "man"))
    bench.drag("39", (bench.scene.beside.right, bench.scene.beside.centery))
    assert bench.at("39") is None
    bench.right_click("28")
    assert bench.scene.draft.laid.laid == {bench.square("6"): Piece(SECOND, "king")}
    press(bench.stage, pygame.K_u, pygame.K_u, pygame.K_r, pygame.K_r)
    assert bench.at("28") is None
    light = bench.scene.board.square_rect(Square(bench.square("28") + 1)).center
    click(bench.stage, light)
    assert len(bench.scene.draft.laid.laid) == 1
    assert "light" in bench.stage.toasts.text


def test_the_right_button_takes_away_what_lies_under_the_mouse() -> None:
    bench = Bench()
    bench.click("e1")  # there is the keyboard's cursor then
    press(bench.stage, pygame.K_LEFT, pygame.K_LEFT, pygame.K_DOWN)
    assert bench.scene.board.hovered_square == bench.square("d0")
    for at in (bench.scene.beside.center, bench.middle("b2")):
        bench.button(3, at)
    assert bench.at("d0") == Piece(FIRST, "advisor")  # under the keyboard's cursor
    assert bench.at("b2") is None


def test_the_right_button_lets_go_of_a_dragged_piece() -> None:
    bench = Bench()
    corner = bench.scene.draft.laid.board.squares - 1
    for square in (Square(0), Square(corner)):
        bench.take_up(square, bench.middle("e3"))
        bench.button(3, bench.middle("e3"))
        assert bench.scene.board.movable.picked is None
        bench.button(1, bench.middle("e3"), presses=False)
    assert not bench.scene.draft.can_undo


def test_the_arrow_keys_stay_in_a_colours_row_of_pieces() -> None:
    bench = Bench("draughts-international")
    bench.scene.widgets.focus_on("picker")
    seen = []
    for key in (pygame.K_LEFT, pygame.K_DOWN, pygame.K_LEFT, pygame.K_RIGHT, pygame.K_RIGHT, pygame.K_LEFT):
        press(bench.stage, key)
        bench.look()
        seen.append(bench.scene.draft.brush)
    man, king = Piece(SECOND, "man"), Piece(SECOND, "king")
    assert seen == [Piece(FIRST, "man"), man, man, king, None, Piece(FIRST, "king")]


def test_a_general_put_down_elsewhere_has_moved() -> None:
    bench = Bench()
    bench.click("e1")
    assert (bench.at("e1"), bench.at("e0")) == (Piece(FIRST, "general"), None)
    assert bench.scene.draft.problem is None


def test_what_is_wrong_is_said_and_nothing_is_played_until_it_is_mended() -> None:
    bench = Bench()
    bench.right_click("e9")
    assert bench.say("Black has no general.")
    assert not widget(bench.scene, "play").enabled
    press(bench.stage, pygame.K_g)
    assert bench.stage.stack.top is bench.scene
    press(bench.stage, pygame.K_x)
    bench.click("e9")
    assert widget(bench.scene, "play").enabled


@pytest.mark.parametrize("downs", [0, 1, 2])
def test_a_game_goes_on_from_the_position(downs: int) -> None:
    bench = Bench("xiangqi", "4k4/9/9/9/9/9/9/9/4A4/R3K4 b")
    bench.right_click("a0")
    bench.right_click("e1")
    bench.scene.draft.brush = Piece(FIRST, "rook")
    bench.click("a1", "d1")
    assert bench.say("The generals face each other on an open file.")
    bench.drag("e0", bench.middle("f0"))
    press(bench.stage, pygame.K_g, *[pygame.K_DOWN] * downs, pygame.K_RETURN)
    (_, rules, position, side, _, _), *_ = bench.hall.sat_down
    assert rules.write_position(position) == "4k4/9/9/9/9/9/9/9/R2R5/5K3 b - - 0 1"
    assert side == (FIRST, SECOND, None)[downs]


def test_whose_move_it_is_follows_the_stones_in_gomoku() -> None:
    bench = Bench("gomoku-freestyle")
    bench.click("h8")
    assert bench.scene.draft.laid.turn is SECOND
    press(bench.stage, pygame.K_x)
    bench.click("h9")
    assert bench.scene.draft.laid.turn is FIRST
    assert bench.scene.draft.problem is None
    press(bench.stage, pygame.K_t)
    assert bench.say("With White to move there must be one black stone more than white: now 1 and 1.")


def test_everything_is_done_by_keys_alone() -> None:
    bench = Bench("reversi")
    assert bench.stage.stack.top is bench.scene
    press(bench.stage, pygame.K_RETURN)  # the cursor shows itself
    press(bench.stage, pygame.K_UP, pygame.K_UP, pygame.K_RETURN)
    put = [at for at in bench.scene.draft.laid.laid if at not in variant("reversi").start().pieces()]
    assert len(put) == 1
    press(bench.stage, pygame.K_DELETE)
    assert bench.scene.draft.piece_at(put[0]) is None
    press(bench.stage, pygame.K_TAB, pygame.K_DOWN)  # the pieces: the other colour
    assert bench.scene.brush == Piece(SECOND, "disc")
    press(bench.stage, pygame.K_RIGHT)
    assert bench.scene.brush is None
    press(bench.stage, pygame.K_c)
    assert bench.scene.draft.laid.laid == {}
    press(bench.stage, pygame.K_s)
    assert bench.scene.draft.position == variant("reversi").start()


def test_other_rules_and_boards() -> None:
    bench = Bench("draughts-russian")
    click_on(bench.stage, "variant")
    names = [entry.name for entry in bench.stage.stack.top.widgets.widgets]  # type: ignore[union-attr]
    press(bench.stage, *[pygame.K_DOWN] * (len(names) - 1 - names.index("Russian")), pygame.K_RETURN)
    english = bench.scene.draft.variant
    assert english.name == "draughts-english"
    # the same squares on a board as large; the colours stay whose men they are
    assert bench.scene.draft.laid.board == variant("draughts-russian").start().board
    gomoku = Bench("gomoku-renju")
    gomoku.click("h8")
    gomoku.scene.draft.set_variant(variant("gomoku-freestyle"))
    assert gomoku.at("h8") is not None
    click_on(gomoku.stage, "size")
    press(gomoku.stage, pygame.K_DOWN, pygame.K_RETURN)
    assert (gomoku.scene.draft.laid.board.rows, gomoku.scene.draft.laid.laid) == (19, {})
    click_on(gomoku.stage, "begin")
    assert gomoku.scene.draft.laid.board.rows == 19
    gomoku.scene.show_game("draughts")
    assert gomoku.scene.draft.variant.game == "draughts"
    assert gomoku.scene.brush == Piece(FIRST, "man")
    press(gomoku.stage, pygame.K_u)
    assert gomoku.scene.draft.laid.board.rows == 19


@pytest.mark.parametrize(
    ("readiness", "says"), [(Readiness.PREPARING, "Getting ready"), (Readiness.FAILED, "Can't play on this machine")]
)
def test_only_two_people_play_while_no_computer_can(readiness: Readiness, says: str) -> None:
    bench = Bench()
    bench.hall.levels = tuple(dataclasses.replace(each, readiness=readiness) for each in bench.hall.levels)
    press(bench.stage, pygame.K_g)
    assert f"You play Red · {says}" in {each.name for each in bench.stage.stack.top.widgets.widgets}
    press(bench.stage, pygame.K_RETURN)
    assert [side for _, _, _, side, _, _ in bench.hall.sat_down] == [None]


def test_a_position_is_copied_and_pasted(monkeypatch: pytest.MonkeyPatch) -> None:
    held: list[str] = []
    monkeypatch.setattr(clipboard, "put", lambda text: held.append(text) or "")
    monkeypatch.setattr(clipboard, "get", lambda: held[-1])
    bench = Bench()
    press(bench.stage, pygame.K_c, mod=pygame.KMOD_CTRL)
    assert held == ["rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"]
    held.append('"B:WK28:B10."')
    press(bench.stage, pygame.K_v, mod=pygame.KMOD_CTRL)
    assert bench.scene.draft.variant.game == "draughts"
    assert bench.at("28") == Piece(FIRST, "king")
    held.append("nothing of the kind")
    press(bench.stage, pygame.K_v, mod=pygame.KMOD_CTRL)
    assert "isn't a position" in bench.stage.toasts.text
    held.append("3k5/9/9/9/9/9/9/9/9/RRR1K4 w")
    press(bench.stage, pygame.K_v, mod=pygame.KMOD_CTRL)
    assert "(rook): at most 2" in bench.stage.toasts.text
    assert bench.at("28") == Piece(FIRST, "king")
    bench.right_click("28")
    count = len(held)
    press(bench.stage, pygame.K_c, mod=pygame.KMOD_CTRL)
    assert "White has no pieces." in bench.stage.toasts.text
    assert len(held) == count


def test_positions_are_told_from_games_and_other_texts() -> None:
    for rules in VARIANTS.values():
        found = position_in(rules.write_position(rules.start()))
        assert found is not None
        assert found[0].game == rules.game
        assert position_in(rules.write_position(rules.start()), [rules]) == (rules, rules.start())
    for text in ("", "h8h9i9", "hello", "[Event]\n1. h2e2", "x" * 5000, "W:W28"):
        assert position_in(text) is None


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("name", ["gomoku-renju", "xiangqi", "draughts-international", "reversi"])
def test_texts_fit(name: str, language: str) -> None:
    for window, scale in SIZES:
        bench = Bench(name, language=language, scale=scale)
        bench.stage.apply(window)
        bench.scene.draft.clear()
        assert not faults(bench.stage, window, bench.scene), (window, scale)


def test_the_square_that_a_problem_tells_of_is_marked() -> None:
    bench = Bench()
    assert bench.scene.board.annotations.faulty is None
    bench.scene.draft.move(bench.square("c0"), bench.square("e5"))
    bench.look()
    assert bench.scene.draft.problem is not None
    assert bench.scene.board.annotations.faulty == bench.square("e5")
    said = bench.scene.words().said
    assert said == "Red's elephant can't stand on the marked square."
    plain = pygame.image.tobytes(picture(bench.stage, WINDOW), "RGB")
    bench.scene.board.annotations.faulty = None
    assert pygame.image.tobytes(picture(bench.stage, WINDOW), "RGB") != plain
    press(bench.stage, pygame.K_u)
    assert bench.scene.draft.problem is None
    assert bench.scene.board.annotations.faulty is None


def test_the_position_is_looked_for_by_the_mouse() -> None:
    bench = Bench()
    click_on(bench.stage, "search")
    assert bench.stage.opened[-1:] == ["collections"]
    bench.scene.draft.clear()
    assert not widget(bench.scene, "search").enabled, "an empty board is no position of Xiangqi"
