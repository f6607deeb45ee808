"""A rung that was won is won wherever the program is killed."""

from __future__ import annotations

import contextlib
from pathlib import Path

import pytest
from arcade_helpers import TODAY, come_back, play_on, sit_down, won
from sitting import BLACK_WINS, FIRST

from game.match import match_record
from game.match.journal import JournalFile, ReplayedGame
from game.match.saved_match import SavedMatch, unfinished
from game.progress.arcade.autosave import ArcadeAutosave, settle_seals
from game.progress.arcade.autosave import settle as settle_attempt
from game.progress.arcade.ladder import ladder
from game.progress.arcade.results import ArcadeResults
from game.progress.rating import PlayerRatings
from game.progress.rating import settle as settle_standing
from game.progress.seals.album import SealAlbum
from game.progress.seals.seal import SEALS
from game.storage import json_store
from game.storage.folders import Folders, find_folders


class Killed(BaseException):
    """The process is dead."""


class Death:
    """Kills the program after this many of its writes; nothing reaches the disk from then on."""

    def __init__(self, patch: pytest.MonkeyPatch, writes: int) -> None:
        self._left = writes
        self._files: list[JournalFile] = []
        self.has_come = False
        self._count(patch, JournalFile, "append")
        self._count(patch, JournalFile, "delete")
        self._count(patch, json_store, "write_safely")
        self._count(patch, match_record, "write_safely")

    def _count(self, patch: pytest.MonkeyPatch, owner: object, name: str) -> None:
        real = getattr(owner, name)

        def counted(*arguments: object) -> object:
            if isinstance(arguments[0], JournalFile):
                self._files.append(arguments[0])
            self.has_come = self.has_come or self._left == 0
            if self.has_come:
                raise Killed
            self._left -= 1
            return real(*arguments)

        patch.setattr(owner, name, counted)

    def bury(self, log: ArcadeAutosave) -> None:
        """What the system does for a dead process: end its threads, let its locks go."""
        log._disk.shutdown(wait=True)
        for file in self._files:
            file.close()


def start_again(folders: Folders) -> tuple[ArcadeResults, list[SavedMatch]]:
    """The next start of the program: its results, and the games that can be continued."""
    results, standings = ArcadeResults(folders, lambda: TODAY), PlayerRatings(folders)

    def settle(replayed: ReplayedGame, part_id: str) -> None:
        settle_seals(SealAlbum(folders, lambda: TODAY), standings, replayed)
        settle_standing(standings, replayed)
        settle_attempt(results, replayed, part_id)

    return results, unfinished(folders, settle)[0]


def killed_in(folder: Path, writes: int, texts: list[str]) -> tuple[Folders, bool]:
    """A game for the lowest rung, as the second of a run, killed after this many of the writes that the last of these
    moves brings about; and whether there were more."""
    folders = find_folders({"QIGUAN_DATA": str(folder)})
    results = ArcadeResults(folders, lambda: TODAY)
    won(results, ladder("gomoku")[1], "before")
    table = sit_down(folders, results)
    log = table.match._log
    assert isinstance(log, ArcadeAutosave)
    play_on(table, texts[:-1])
    with pytest.MonkeyPatch.context() as patch:
        death = Death(patch, writes)
        with contextlib.suppress(Killed):
            play_on(table, texts[-1:])
        death.bury(log)
    return folders, death.has_come


def test_a_rung_that_was_won_is_won_wherever_the_program_is_killed(tmp_path: Path) -> None:
    for writes in range(20):
        folders, was_killed = killed_in(tmp_path / str(writes), writes, BLACK_WINS)
        results, saved = start_again(folders)
        if saved:  # before the last move was written
            assert writes == 0
            match = come_back(folders, results)
            match.update()
            match.submit(FIRST, match.variant.read_move(BLACK_WINS[-1], match.position))
            match.update()
            match.close()
        results, saved = start_again(folders)  # also once more
        run = results.run("gomoku")
        assert run is not None
        assert (set(run.rungs), run.pending) == ({"first-steps", "beginner"}, "")
        assert "first-steps" in results.bests("gomoku")
        assert [place.rungs for place in results.places("gomoku")] == [2]
        standing = PlayerRatings(folders).of("gomoku")
        assert standing is not None
        assert standing.games == 1
        album = SealAlbum(folders, lambda: TODAY)
        assert {"first-win", "unaided"} <= set(album.prints)
        hundred = next(each for each in SEALS if each.name == "hundred-games")
        assert album.progress(hundred) == 1
        assert (folders.records / album.prints["first-win"].game).exists()
        assert saved == []
        assert list(folders.saves.glob("*.journal")) == []
        assert len(list(folders.records.glob("*.qiguan"))) == 1
        if not was_killed:
            break
    assert writes >= 6, "the move, the end, the seals, the standing, the ladder, the record and the journal"


def test_a_game_counts_once_for_the_seals_though_it_goes_on_after_its_end_and_a_break(tmp_path: Path) -> None:
    folders = find_folders({"QIGUAN_DATA": str(tmp_path)})
    results = ArcadeResults(folders, lambda: TODAY)
    table = sit_down(folders, results)
    play_on(table, BLACK_WINS)
    table.match.undo()
    table.match.close()
    match = come_back(folders, results)
    match.update()
    match.submit(FIRST, match.variant.read_move(BLACK_WINS[-1], match.position))
    match.update()
    match.close()
    hundred = next(each for each in SEALS if each.name == "hundred-games")
    assert SealAlbum(folders, lambda: TODAY).progress(hundred) == 1


def test_a_game_killed_right_after_its_first_move_still_ends_the_run_if_it_is_lost(tmp_path: Path) -> None:
    folders, _ = killed_in(tmp_path, 1, BLACK_WINS[:1])
    run = ArcadeResults(folders, lambda: TODAY).run("gomoku")
    assert run is not None
    assert run.pending == "", "the ladder did not hear of it"
    results, _ = start_again(folders)
    match = come_back(folders, results)
    match.resign()
    match.update()
    match.close()
    assert results.run("gomoku") is None
