"""The end of a match and its result, and what goes with the game."""

from __future__ import annotations

from types import SimpleNamespace

import pygame
import pytest
from fakes import FakeServices, click_on, make_stage, picture, press, settle
from looking import WINDOWS, faults, read
from match_table import BLACK_FIVE, Table, result_of, two_people
from sitting import Puppet

from game.match.players import Human
from game.records.control import TimeControl
from game.rules.core import Outcome, Side, Termination
from game.ui.scenes.result.aftermath import draw_leaves
from game.ui.scenes.result.scene import ResultScene
from game.ui.scenes.result.words import turning_point
from game.ui.stage.overlays import Dialog
from game.ui.stage.scene import Scene


def test_seals_that_are_won_together_are_told_together(monkeypatch: pytest.MonkeyPatch) -> None:
    computer = Puppet()
    computer.level = "expert"
    table = Table(Human(), computer)
    told: list[str] = []
    monkeypatch.setattr(
        table.stage.toasts, "tell", lambda text, **_: told.append(text if isinstance(text, str) else text())
    )
    for number, text in enumerate(BLACK_FIVE):
        if number % 2:
            computer.say(text)
        else:
            table.match.submit(table.match.turn, table.match.variant.read_move(text, table.match.position))
        table.frame()
        table.frame()
    (line,) = [each for each in told if "new seal" in each]
    number, names = line.split(" new seals: ")
    assert {"First win", "First five"} <= set(names.split(", "))
    assert int(number) == len(names.split(", "))


def test_a_clock_that_runs_out_ends_the_game() -> None:
    table = two_people(control=TimeControl(60, 0))
    table.click_square("h8")
    table.time.now += 61
    table.frame()
    assert table.match.outcome == Outcome(Side.FIRST, Termination.TIME)


def test_the_result_leads_on() -> None:
    table = two_people()
    table.play(BLACK_FIVE)
    settle(table.stage, 3.0)
    table.frame()
    for name in ("rematch", "swap", "levels", "menu"):
        click_on(table.stage, name)
    assert table.opened[1:] == ["menu", "match", "menu", "match", "menu", "levels", "menu"]
    assert table.hall.sat_down == [("rematch", table.match, False), ("rematch", table.match, True)]
    click_on(table.stage, "board")
    assert table.stage.stack.top is table.scene
    table.frame()
    click_on(table.stage, "action_trophy")
    assert isinstance(table.stage.stack.top, ResultScene)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_game_without_a_move_has_no_empty_graph(language: str) -> None:
    for window, scale in WINDOWS:
        table = two_people(window=window, language=language, scale=scale)
        table.match.resign(Side.FIRST)
        settle(table.stage, 3.0)
        table.frame()
        scene, t = table.stage.stack.top, table.stage.t
        assert isinstance(scene, ResultScene)
        said = [text for text, _ in read(table.stage, window, scene).drawn]
        assert t("result.no_moves") in said, f"{window} at {scale}"
        assert t("result.times") not in said
        assert faults(table.stage, window, scene) == []


def test_taking_back_the_last_move_of_a_finished_game_lets_it_go_on() -> None:
    table = two_people()
    table.play(BLACK_FIVE)
    settle(table.stage, 3.0)
    table.frame()
    click_on(table.stage, "board")
    press(table.stage, pygame.K_u)
    table.frame()
    assert table.match.outcome is None
    settle(table.stage, 3.0)
    assert table.opened == ["result"]
    table.click_square("e2")
    assert len(table.texts) == 9


def test_the_table_is_left_with_its_scene() -> None:
    table = two_people()
    press(table.stage, pygame.K_ESCAPE)
    assert table.opened == ["menu"]
    table.stage.stack.clear()
    assert "leave" in table.hall.done


def test_the_result_waits_until_the_board_is_seen_again() -> None:
    table = two_people()
    table.play(BLACK_FIVE[:-1])
    over = Recorder()
    table.match.submit(Side.FIRST, table.match.variant.read_move(BLACK_FIVE[-1], table.match.position))
    table.stage.stack.push(over)
    settle(table.stage, 4.0)
    assert table.opened == []
    over.close()
    settle(table.stage, 3.0)
    assert table.opened == ["result"]


def test_a_question_about_a_game_goes_with_the_game() -> None:
    table = two_people(control=TimeControl(60, 0))
    table.click_square("h8")
    press(table.stage, pygame.K_q)
    table.frame()
    assert isinstance(table.stage.stack.top, Dialog)
    table.time.now += 61
    table.frame()
    assert table.stage.stack.top is table.scene


def test_a_pause_ends_with_the_game() -> None:
    table = two_people()
    table.click_square("h8")
    press(table.stage, pygame.K_p)
    table.frame()
    table.match.resign()
    table.frame()
    assert not table.match.is_paused


class Recorder(Scene):
    """A scene that fills the window, such as the settings."""


# ---- how the board looks then


def over(won: bool, **settings: object) -> tuple[Table, ResultScene]:
    """A game against the computer that the person has won by a five or lost by resignation, its result just opened."""
    computer = Puppet()
    table = Table(Human(), computer, **settings)  # type: ignore[arg-type]  # the settings of a test
    if won:
        for mine, its in zip(BLACK_FIVE[::2], (*BLACK_FIVE[1::2], ""), strict=True):
            table.click_square(mine)
            computer.say(*([its] if its else []))
            table.frame()
    else:
        table.click_square("h8")
        table.match.resign()
        table.frame()
    for _ in range(60):
        settle(table.stage, 0.1)
        if isinstance(table.stage.stack.top, ResultScene):
            break
    result = table.stage.stack.top
    assert isinstance(result, ResultScene)
    return table, result


def board_of(table: Table) -> pygame.Surface:
    """The board as it is seen, without the pieces and what marks them."""
    seen = picture(table.stage, (1280, 800))
    board = table.scene.board
    for square in table.match.position.pieces():
        place = board.square_rect(square)
        seen.fill((0, 0, 0), place.inflate(place.width * 0.4, place.height * 0.4))
    return seen.subsurface(pygame.Rect(board.slab_rect)).copy()


def pinks(board: pygame.Surface) -> int:
    pixels = pygame.surfarray.array3d(board).astype(int)
    return int(((pixels[..., 0] - pixels[..., 1] > 60) & (abs(pixels[..., 1] - pixels[..., 2]) < 30)).sum())


def test_petals_fall_on_free_points_after_a_win_and_stay() -> None:
    table, _ = over(won=True)
    settle(table.stage, 0.3)
    falling = pinks(board_of(table))
    settle(table.stage, 3.0)
    lying = pinks(board_of(table))
    assert lying > falling >= 0
    assert lying > 1000
    settle(table.stage, 3.0)
    assert pinks(board_of(table)) == lying
    still, _ = over(won=True, reduced_motion=True)
    assert pinks(board_of(still)) == lying, "where nothing moves they lie there at once"


def test_a_loss_lies_in_the_dusk_without_petals() -> None:
    table, _ = over(won=False, reduced_motion=True)
    other, _ = over(won=True, reduced_motion=True)
    lost, won = board_of(table), board_of(other)
    assert pinks(lost) == 0
    corner = pygame.Rect(lost.get_width() - 60, lost.get_height() - 60, 30, 30)
    darker, lighter = (sum(pygame.transform.average_color(each, corner)[:3]) for each in (lost, won))
    assert darker < lighter * 0.92


def test_high_contrast_keeps_the_board_bare() -> None:
    table, _ = over(won=True, theme="contrast", reduced_motion=True)
    assert pinks(board_of(table)) == 0


@pytest.mark.parametrize("won", [True, False])
@pytest.mark.parametrize("theme", ["light", "dark", "contrast"])
def test_the_seal_comes_down_and_again_is_ready_at_once(won: bool, theme: str) -> None:
    table, result = over(won, theme=theme)
    press(table.stage, pygame.K_RETURN)
    assert table.hall.sat_down == [("rematch", table.match, False)], "from the first frame on"
    place = pygame.Rect(result._verdict.right - 120, result._verdict.top + 16, 100, 100)
    before = picture(table.stage, (1280, 800)).subsurface(place).copy()
    settle(table.stage, 3.0)
    after = picture(table.stage, (1280, 800)).subsurface(place)
    assert pygame.image.tobytes(before, "RGB") != pygame.image.tobytes(after, "RGB")
    reds = sum(after.get_at((x, y)).r > after.get_at((x, y)).g + 80 for x in range(100) for y in range(100))
    assert (reds > 2000) is won


@pytest.mark.parametrize("won", [True, False])
def test_the_first_button_tells_its_key(won: bool) -> None:
    table, result = over(won, reduced_motion=True)
    assert [text for text, _ in read(table.stage, (1280, 800), result).drawn].count("Enter") == 1


def test_in_a_narrow_card_no_leaf_lies_on_the_words() -> None:
    stage = make_stage((960, 640), FakeServices())
    for width, leaves in ((300, 1), (456, 2)):
        paper = pygame.Surface((960, 640), pygame.SRCALPHA)
        draw_leaves(stage.canvas(paper), pygame.FRect(0, 0, width, 150), 1.0)
        seen = pygame.mask.from_surface(paper, 100)
        assert len([each for each in seen.connected_components() if each.count() > 20]) == leaves


def test_a_loss_leads_to_the_move_that_cost_most() -> None:
    table, result = over(won=False, reduced_motion=True)
    before, after, small = (SimpleNamespace(chance=lambda side, c=c: c) for c in (0.9, 0.2, 0.8))
    findings = (
        SimpleNamespace(side=Side.FIRST, before=before, after=small, ply=3),
        SimpleNamespace(side=Side.FIRST, before=before, after=after, ply=7),
        SimpleNamespace(side=Side.SECOND, before=before, after=SimpleNamespace(chance=lambda side: 0.0), ply=8),
    )
    assert turning_point(table.match, SimpleNamespace(findings=findings)) == 7  # type: ignore[arg-type]
    assert turning_point(table.match, SimpleNamespace(findings=findings[2:])) is None  # type: ignore[arg-type]
    assert result is table.stage.stack.top


@pytest.mark.parametrize("window", [(1280, 800), (1920, 1080)])
def test_a_message_lies_below_the_stones_of_the_lowest_row(window: tuple[int, int]) -> None:
    table = two_people(window=window)
    result = result_of(table)
    one_line = 26 + 22
    (across, below), _ = result.toast_place()
    assert below - one_line >= table.scene.board.lowest
    assert below <= table.stage.size[1]
    assert across == table.scene.board.slab_rect.centerx


def test_the_course_keeps_its_graph_in_the_least_window() -> None:
    table, result = over(won=True, window=(1920, 1080), scale=2.0)
    result._rating = SimpleNamespace()  # type: ignore[assignment]  # the layout asks only whether there is one
    result.resized(table.stage.size)
    assert result._middle.height > 0
    assert result._graph_place().height > 48, "both sides' names fit into it"
