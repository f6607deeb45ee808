"""What the end of a game says: from the person's view against the computer, else of the side that has won."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from sitting import FIRST, SECOND, Puppet, Sitting

from game.match.move_class import Appraisal, MoveClass
from game.match.players import PlayerKind
from game.rules.core import Outcome, Side, Square, Termination
from game.storage.paths import assets_folder
from game.ui.scenes.result.words import best_move, best_move_words, result_words
from game.ui.stage.language import Language

RESIGNED, DRAWN, GIVEN_UP = Termination.RESIGNATION, Termination.AGREEMENT, Termination.ABANDONED


@pytest.mark.parametrize(
    ("second", "winner", "termination", "headline", "seal", "is_win"),
    [
        (PlayerKind.ENGINE, FIRST, RESIGNED, "result.you_win", "勝", True),
        (PlayerKind.ENGINE, SECOND, RESIGNED, "Bo wins", "弈", False),
        (PlayerKind.ENGINE, None, DRAWN, "result.draw", "和", False),
        (PlayerKind.ENGINE, None, GIVEN_UP, "result.no_result", "弈", False),
        (PlayerKind.REMOTE, SECOND, RESIGNED, "Bo wins", "弈", False),
        (None, SECOND, RESIGNED, "White wins", "勝", True),
    ],
)
def test_who_has_won(
    second: PlayerKind | None, winner: Side | None, termination: Termination, headline: str, seal: str, is_win: bool
) -> None:
    t = Language(assets_folder() / "languages", "en")
    sitting = Sitting(second=Puppet(second) if second is not None else None)
    sitting.play("h8")
    words = result_words(t, sitting.match, Outcome(winner, termination))
    assert words.headline == (t(headline) if headline.startswith("result.") else headline)
    assert (words.seal, words.is_win) == (seal, is_win)
    sitting.match.close()


@pytest.mark.parametrize(
    ("line", "reason"),
    [((112, 113, 114, 115, 116), "Five in a row, H8 to L8"), ((112, 113, 114, 115, 116, 117), "6 in a row, H8 to M8")],
)
def test_the_row_that_decides_is_told_with_its_ends(line: tuple[int, ...], reason: str) -> None:
    t = Language(assets_folder() / "languages", "en")
    sitting = Sitting()
    sitting.play("h8")
    outcome = Outcome(FIRST, Termination.FIVE, tuple(map(Square, line)))
    assert result_words(t, sitting.match, outcome).reason == reason
    sitting.match.close()


def test_after_a_loss_the_best_move_is_told_of() -> None:
    t = Language(assets_folder() / "languages", "en")
    sitting = Sitting()
    sitting.play("h8", "h9", "i9", "g7", "g9")
    game = sitting.match.game

    def appraisal(ply: int, kind: MoveClass, before: float) -> Appraisal:
        return Appraisal(ply, Side(ply % 2 == 0), game.moves[ply - 1], kind, before, before)

    own, brilliant = appraisal(3, MoveClass.BEST, 0.45), appraisal(2, MoveClass.BRILLIANT, 0.5)
    hopeless, bad = appraisal(5, MoveClass.BEST, 0.02), appraisal(1, MoveClass.MISTAKE, 0.5)

    def best(*found: Appraisal) -> Appraisal | None:
        return best_move(sitting.match, SimpleNamespace(appraisals=found), FIRST)  # type: ignore[arg-type]

    assert best(bad, brilliant, own, hopeless) is own, "the other side's is not told of"
    assert best(bad, brilliant) is None
    only = appraisal(5, MoveClass.ONLY, 0.1)
    assert best(own, only) is only
    assert best_move_words(t, sitting.match, own) == "Your best move: 3. I9, the engine's choice too"
    assert best_move_words(t, sitting.match, only) == "Your best move: 5. G9, the only one that held"
    sitting.match.close()
