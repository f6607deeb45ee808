"""Seals: what the hall's and the company's are won by, what is counted for them, and the file that keeps them."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import pytest

from game.progress.seals.album import SealAlbum
from game.progress.seals.facts import Fact, FinishedGame, ReviewedGame, TriedChallenge
from game.progress.seals.seal import SEALS, Seal
from game.rules.core import Outcome, Side, Termination
from game.rules.game import Game
from game.rules.registry import GAMES
from game.storage.folders import find_folders

FIRST_DAY = date(2026, 11, 23)


def day(number: int) -> str:
    return (FIRST_DAY + timedelta(days=number)).isoformat()


def game_of(kind: str = "gomoku", won: bool = True, on: int = 0, **changes: object) -> FinishedGame:
    """A game that the person has won or lost by resignation, on that day."""
    winner = Side.FIRST if won else Side.SECOND
    fact = FinishedGame(
        day(on), Game(GAMES[kind].variants[0]), Outcome(winner, Termination.RESIGNATION), Side.FIRST, "expert"
    )
    return replace(fact, **changes)  # type: ignore[arg-type]


class Collector:
    """A person with an album, on a day that the test says."""

    def __init__(self, folder: Path) -> None:
        self.today = FIRST_DAY
        self.folders = find_folders({"QIGUAN_DATA": str(folder)})
        self.album = self.open()

    def open(self) -> SealAlbum:
        return SealAlbum(self.folders, lambda: self.today)

    def note(self, *facts: Fact) -> list[str]:
        """Note all of them; the names of the seals that the last one won."""
        won: tuple[Seal, ...] = ()
        for fact in facts:
            won = self.album.note(fact)
        return [each.name for each in won]


@pytest.fixture
def person(tmp_path: Path) -> Collector:
    return Collector(tmp_path)


def test_each_has_a_name_and_characters_of_its_own() -> None:
    assert len(SEALS) == 12 + sum(len(rules.feats) for rules in GAMES.values())
    assert len({each.name for each in SEALS}) == len(SEALS)
    assert len({each.mark for each in SEALS}) == len(SEALS)


def test_a_first_win_counts_against_a_computer_alone(person: Collector) -> None:
    assert person.note(game_of(won=False)) == []
    assert person.note(game_of()) == ["first-win"]
    assert person.note(game_of()) == [], "once"
    assert "unaided" in person.note(game_of(is_unaided=True))
    other = game_of(is_lan=True, opponent="Lin", is_unaided=True)
    assert person.note(other) == ["first-guest"]


def test_help_keeps_a_feat_from_counting(person: Collector) -> None:
    swapped = game_of("xiangqi", outcome=Outcome(Side.FIRST, Termination.STALEMATE))
    assert "xiangqi-stalemate" not in person.note(swapped)
    assert "xiangqi-stalemate" in person.note(replace(swapped, is_unaided=True))


def test_a_feat_counts_against_people_too(person: Collector) -> None:
    fact = game_of("xiangqi", outcome=Outcome(Side.FIRST, Termination.PERPETUAL_CHECK), is_lan=True, opponent="Lin")
    assert "xiangqi-perpetual" in person.note(fact)


def test_a_feat_of_one_game_is_none_of_another(person: Collector) -> None:
    fact = game_of("draughts", outcome=Outcome(Side.FIRST, Termination.FIVE), is_unaided=True)
    assert "gomoku-five" not in person.note(fact)


def test_all_games_are_won_on_one_day(person: Collector) -> None:
    *most, last = GAMES
    person.note(*(game_of(kind) for kind in most))
    assert "all-games" not in person.note(game_of(most[0]))
    assert "all-games" not in person.note(game_of(last, on=1)), "the day after"
    assert "all-games" in person.note(*(game_of(kind, on=1) for kind in most))


def test_seven_wins_running_begin_again_with_a_loss(person: Collector) -> None:
    person.note(*[game_of()] * 6, game_of(won=False))
    assert "seven-wins" not in person.note(*[game_of()] * 6)
    assert "seven-wins" in person.note(game_of())


def test_a_clock_that_is_set_back_leaves_out_no_day(person: Collector) -> None:
    person.note(*[ReviewedGame(day(number)) for number in (0, 1, 2, 1, 2)])
    person.today = FIRST_DAY + timedelta(days=2)
    assert person.album.days_running == 4, "the third day came twice"
    person.note(ReviewedGame(day(-300)))
    person.today = FIRST_DAY - timedelta(days=300)
    assert person.album.days_running == 4


def test_ten_days_running_have_no_gap(person: Collector) -> None:
    for number in (*range(9), *range(10, 19)):
        person.note(game_of(on=number))
    person.today = FIRST_DAY + timedelta(days=18)
    assert person.album.days_running == 9
    assert "ten-days" in person.note(ReviewedGame(day(19)))
    person.today = FIRST_DAY + timedelta(days=20)
    assert person.album.days_running == 10, "today can still follow"
    person.today = FIRST_DAY + timedelta(days=21)
    assert person.album.days_running == 0


def test_a_hundred_games_count_lost_ones_too(person: Collector) -> None:
    for _ in range(99):
        assert "hundred-games" not in person.note(game_of(won=False))
    assert "hundred-games" in person.note(game_of(won=False))


def test_twenty_reviews(person: Collector) -> None:
    assert person.note(*[ReviewedGame(day(0))] * 19) == []
    assert person.note(ReviewedGame(day(0))) == ["twenty-reviews"]


def test_ten_challenges_running_are_solved_at_the_first_try(person: Collector) -> None:
    right, wrong = TriedChallenge(day(0), at_once=True), TriedChallenge(day(0), at_once=False)
    assert person.note(*[right] * 9, wrong, *[right] * 9) == []
    assert person.note(right) == ["ten-challenges"]


def test_the_company_one_keeps(person: Collector) -> None:
    lan = game_of(is_lan=True, won=False)
    assert person.note(replace(lan, opponent="Lin")) == ["first-guest"]
    assert person.note(replace(lan, opponent="Lin"), replace(lan, opponent="Mo")) == []
    assert person.note(replace(lan, opponent="Ada")) == ["three-guests"]
    as_second = replace(lan, person=Side.SECOND, opponent="Ada")
    assert person.note(as_second) == ["second-wins"]
    assert "twenty-guests" in person.note(*[lan] * 15)


def test_every_seal_of_the_hall_and_the_company_is_won_above() -> None:
    told = Path(__file__).read_text(encoding="utf-8")
    assert [each.name for each in SEALS if each.group in ("hall", "company") and f'"{each.name}"' not in told] == []


def test_a_print_tells_of_its_game_and_is_kept(person: Collector) -> None:
    fact = game_of("reversi", is_unaided=True, key="20261123-reversi.qgr")
    fact.game.play_text("f5")
    person.note(fact)
    again = person.open()
    found = again.prints["first-win"]
    assert (found.day, found.opponent, found.variant, found.moves) == (day(0), "expert", "reversi", 1)
    assert found.game == fact.key
    assert GAMES["reversi"].variants[0].read_position(found.position) == fact.game.position
    assert again.won == len(again.prints) == 2


def test_new_seals_are_seen_once(person: Collector) -> None:
    person.note(game_of())
    assert person.album.see() == ("first-win",)
    assert person.album.see() == ()
    assert person.open().see() == ()


def test_the_nearest_are_those_with_the_greatest_share(person: Collector) -> None:
    person.note(*[ReviewedGame(day(0))] * 19, *[game_of(won=False)] * 50)
    assert [each.name for each in person.album.nearest(2)] == ["twenty-reviews", "hundred-games"]
    seals = {each.name: each for each in SEALS}
    assert person.album.progress(seals["twenty-reviews"]) == 19
    person.note(ReviewedGame(day(0)))
    assert person.album.nearest(1)[0].name == "hundred-games"
    assert person.album.progress(seals["twenty-reviews"]) == 20


def test_a_damaged_file_is_told_and_kept_aside(person: Collector) -> None:
    person.note(game_of())
    file = person.folders.data / "seals.json"
    file.write_bytes(b'{"prints": [')
    again = person.open()
    assert [notice.code for notice in again.take_notices()] == ["seals-damaged"]
    assert again.prints == {}
    assert [each.read_bytes() for each in person.folders.data.glob("seals.json.damaged-*")] == [b'{"prints": [']


def test_counts_that_somebody_wrote_into_the_file_do_no_harm(person: Collector) -> None:
    (person.folders.data).mkdir(exist_ok=True)
    text = '{"tally": {"day": "yesterday", "days_running": 5}, "prints": {"of-a-later-release": {"day": "soon"}}}'
    (person.folders.data / "seals.json").write_text(text, encoding="utf-8")
    again = person.open()
    assert again.take_notices() == []
    assert (again.won, again.days_running) == (0, 0)
    assert [each.name for each in again.note(game_of())] == ["first-win"]
    assert "of-a-later-release" in again.prints
