"""What scenes say, in tables: levels, clocks and moments, people, games of the library, ends, judgements, lines."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
from contesting import plan_of
from sitting import FIRST, SECOND, Puppet, Sitting

from game.lan.views import Lan, Person, PersonPresence, RecentPerson
from game.library.library import LibraryEntry
from game.library.summary import Summary
from game.match.evaluation import Cp, Mate, Score
from game.match.judgement import Judgement, Mark
from game.match.lesson import MoveLesson, Offer, Reason
from game.match.lines import Line
from game.match.match import Match, Seat
from game.match.players import Human, PlayerKind
from game.match.review import Finding
from game.records.control import TimeControl
from game.records.record import SeatInfo
from game.rules.core import Outcome, Side, Termination
from game.rules.game import Game
from game.rules.registry import VARIANTS, variant
from game.storage.paths import assets_folder
from game.tournament.plan import schedule
from game.tournament.standings import TournamentStandings
from game.tournament.state import PlayedGame, TournamentFault
from game.ui.scenes.library import words as library_words
from game.ui.scenes.lobby.invitations import recent_with, results_words
from game.ui.scenes.match.lesson_card import lesson_words
from game.ui.scenes.names import game_title, level_name, moment_of, portrait_of, short_name, time_limit
from game.ui.scenes.notation import move_words, names_squares, shown_line, shown_way
from game.ui.scenes.people import delay_text, presence_words, strength, variant_words
from game.ui.scenes.result.words import result_words
from game.ui.scenes.review.words import chip_of, sentence, standing
from game.ui.scenes.tournament import words as tournament_words
from game.ui.stage.language import Language

NOW = datetime(2026, 5, 9, 21, 40).astimezone()


@pytest.fixture(scope="module")
def t() -> Language:
    return Language(assets_folder() / "languages", "en")


# ---- levels, clocks, moments


@pytest.mark.parametrize(
    ("level", "name", "short", "portrait"),
    [
        ("expert", "Expert", "Expert", "expert"),
        ("classic", "Classic", "Classic", "classic"),
        ("classic:4", "Classic, depth 4", "4 plies", "classic"),
        ("depth:1", "Depth 1", "1 ply", "custom"),
        ("seconds:2.0", "2 s per move", "2 s", "custom"),
        ("seconds:0.5", "0.5 s per move", "0.5 s", "custom"),
        ("external:Pela 2: slow", "Pela 2: slow", "Pela 2: slow", "external"),
    ],
)
def test_levels(t: Language, level: str, name: str, short: str, portrait: str) -> None:
    assert (level_name(t, level), short_name(t, level), portrait_of(level)) == (name, short, portrait)


def test_clocks_and_titles(t: Language) -> None:
    assert time_limit(t, None) == "No time limit"
    assert time_limit(t, TimeControl(600, 0)) == "10 min"
    assert time_limit(t, TimeControl(60, 2.4)) == "1 + 2 s"
    assert game_title(t, variant("xiangqi")) == "Xiangqi"
    assert game_title(t, variant("gomoku-renju")) == "Gomoku · Renju"


def test_moments_of_a_file(t: Language) -> None:
    assert moment_of(t, (NOW - timedelta(hours=1)).isoformat(), NOW) == "today 20:40"
    assert moment_of(t, (NOW - timedelta(days=1)).isoformat(), NOW) == "yesterday 21:40"
    for nonsense in ("", "soon", "9999-99-99"):
        assert moment_of(t, nonsense, NOW) == ""


# ---- people


@pytest.mark.parametrize(
    ("round_trip_s", "bars", "told"),
    [
        (None, 0, "-"), (0.0, 4, "1 ms"), (0.020, 4, "20 ms"), (0.021, 3, "21 ms"), (0.050, 3, "50 ms"),
        (0.051, 2, "51 ms"), (0.150, 2, "150 ms"), (0.151, 1, "151 ms"), (60.0, 1, "9999 ms"),
    ],
)  # fmt: skip
def test_a_line_has_bars_and_milliseconds(t: Language, round_trip_s: float | None, bars: int, told: str) -> None:
    assert (strength(round_trip_s), delay_text(t, round_trip_s)) == (bars, told)


@pytest.mark.parametrize(
    ("presence", "since_s", "told"),
    [
        (PersonPresence.FREE, 500.0, "Free"),
        (PersonPresence.PLAYING, 500.0, "Playing"),
        (PersonPresence.AWAY, 59.0, "Away"),
        (PersonPresence.AWAY, 119.0, "Away 1 min"),
        (PersonPresence.AWAY, 600.0, "Away 10 min"),
    ],
)
def test_what_somebody_is_doing(t: Language, presence: PersonPresence, since_s: float, told: str) -> None:
    assert presence_words(t, person(presence=presence, since_s=since_s)) == told


def person(presence: PersonPresence, since_s: float) -> Person:
    return Person("ab" * 16, "Bo", presence, "", "10.0.0.2", None, since_s, compatible=True)


def recent(name: str, address: str, won: int = 0, lost: int = 0, drawn: int = 0) -> RecentPerson:
    return RecentPerson(name, address, "gomoku-freestyle", NOW.isoformat(), won, lost, drawn, None)


def test_games_elsewhere(t: Language) -> None:
    assert variant_words(t, "xiangqi") == "Xiangqi"
    assert variant_words(t, "draughts") == "Draughts", "any of its rules will do"
    assert variant_words(t, "draughts-russian") == "Draughts · Russian"
    assert variant_words(t, "tiddlywinks") == "a game not played here"


def test_how_games_with_somebody_went(t: Language) -> None:
    assert results_words(t, recent("Bo", "", won=2, lost=1)) == "2 won, 1 lost"
    assert results_words(t, recent("Bo", "", won=2, lost=1, drawn=3)) == "2 won, 1 lost · 3 drawn"
    one, other = recent("Bo", "10.0.0.2"), recent("Bo", "10.0.0.3")
    lan = cast(Lan, SimpleNamespace(recent=(recent("Al", "10.0.0.3"), one, other)))
    assert recent_with(lan, "Bo", "10.0.0.3") is other
    assert recent_with(lan, "Bo", "10.0.0.9") is one, "the machine has another address today"
    assert recent_with(lan, "Cy", "10.0.0.3") is None


# ---- games of the library

PERSON, LEVEL, OTHER = SeatInfo("human", ""), SeatInfo("engine", "", "expert"), SeatInfo("remote", "Bo")


@pytest.mark.parametrize(
    ("seats", "first_colour", "own_name", "names"),
    [
        ((PERSON, LEVEL), 0, "", ("You", "Expert")),
        ((PERSON, LEVEL), 1, "Lin", ("Lin", "Expert")),
        ((SeatInfo("human", "Ada"), OTHER), 0, "Lin", ("Ada", "Bo")),
        ((PERSON, PERSON), 0, "Lin", ("Black", "White")),
        ((PERSON, PERSON), 1, "Lin", ("White", "Black")),  # the colours were exchanged
        ((LEVEL, SeatInfo("engine", "", "holo:9")), 0, "", ("Expert", "holo:9")),
        ((SeatInfo("engine"), SeatInfo("remote")), 0, "", ("Black", "White")),
    ],
)
def test_who_played(
    t: Language, seats: tuple[SeatInfo, SeatInfo], first_colour: int, own_name: str, names: tuple[str, str]
) -> None:
    told = Summary(variant="gomoku-freestyle", seats=seats, first_colour=first_colour)
    assert library_words.seat_names(t, told, own_name) == names


@pytest.mark.parametrize(
    ("winner", "first_colour", "termination", "result"),
    [
        (None, 0, "", "Unfinished"),
        (None, 0, "abandoned", "No result"),
        (None, 0, "agreement", "Draw"),
        (0, 0, "five", "Black won"),
        (1, 0, "five", "White won"),
        (0, 1, "five", "White won"),
        (1, 1, "abandoned", "Black won"),
    ],
)
def test_who_won(t: Language, winner: int | None, first_colour: int, termination: str, result: str) -> None:
    told = Summary(
        variant="gomoku-freestyle",
        seats=(PERSON, LEVEL),
        winner=winner,
        first_colour=first_colour,
        termination=termination,
    )
    assert library_words.result_words(t, told) == result


@pytest.mark.parametrize(
    ("date", "told"),
    [
        ((NOW - timedelta(hours=2)).isoformat(), "today 19:40"),
        ((NOW - timedelta(days=1)).isoformat(), "yesterday 21:40"),
        ((NOW - timedelta(days=2)).isoformat(), "7 May"),
        ((NOW + timedelta(days=1)).isoformat(), "10 May"),  # of a clock that goes wrong
        ("2026-05-09", "9 May"),
        ("2025-12-31", "31 Dec 2025"),
        ("1890", "1890"),
        ("", ""),
        ("about the tenth century or so", "about the tenth "),
    ],
)
def test_when_it_was_played(t: Language, date: str, told: str) -> None:
    assert library_words.date_words(t, date, NOW) == told


def test_a_search_looks_through_all_that_is_told(t: Language) -> None:
    told = Summary(
        variant="gomoku-renju",
        seats=(SeatInfo("human", "Ada"), LEVEL),
        winner=1,
        termination="resignation",
        date="2025-12-31",
        event="City Final",
    )
    entry = LibraryEntry("a.qiguan", Path("a.qiguan"), 0, 0, told)
    words = library_words.words_of(t, entry, "Lin", NOW)
    assert words.title == "Ada v Expert"
    for wanted in ("ada", "expert", "renju", "white won", "city final", "2025-12-31", words.reason.lower()):
        assert wanted in words.search
    damaged = library_words.words_of(t, LibraryEntry("B.qiguan", Path("B.qiguan"), 0, 0, Summary()), "Lin", NOW)
    assert (damaged.title, damaged.search, damaged.result) == ("B.qiguan", "b.qiguan", t("library.damaged"))


# ---- how games end


@pytest.mark.parametrize("name", VARIANTS)
def test_every_end_is_told_and_the_loser_is_the_other_side(t: Language, name: str) -> None:
    sitting = Sitting(name=name)
    names = [t(f"common.{colour}") for colour in sitting.match.variant.side_names]
    for termination in Termination:
        for winner in (*Side, None):
            reason = result_words(t, sitting.match, Outcome(winner, termination, (), (40, 24))).reason
            text = t(f"result.{termination}")
            assert reason
            assert "result." not in reason
            if "{loser}" in text and winner is not None and termination is not Termination.ABANDONED:
                assert names[winner.other] in reason
                assert names[winner] not in reason
            if termination is Termination.DISC_COUNT:
                assert reason == "Discs: 40 to 24"
    sitting.match.close()


def test_an_opponent_elsewhere_is_told_by_name_and_two_people_by_the_game(t: Language) -> None:
    sitting = Sitting(second=Puppet(PlayerKind.REMOTE))
    sitting.play("h8")
    outcome = Outcome(FIRST, Termination.RESIGNATION)
    assert result_words(t, sitting.match, outcome).detail == "After 1 move, against Bo"
    sitting.match.close()
    people = Sitting(name="gomoku-renju")
    assert result_words(t, people.match, outcome).detail == "After 0 moves, Gomoku · Renju"
    people.match.close()


def test_who_did_not_come_back_is_told_by_name(t: Language) -> None:
    sitting = Sitting()
    told = result_words(t, sitting.match, Outcome(FIRST, Termination.ABANDONED)).reason
    assert told == t("lan.claimed", loser="Bo")
    sitting.match.close()


@pytest.mark.parametrize("seat", Side)
def test_the_opponent_of_a_person_is_told_by_the_level(t: Language, seat: Side) -> None:
    computer = Puppet()
    computer.level = "expert"
    seats = (Seat(computer), Seat(Human(), "Ada")) if seat is FIRST else (Seat(Human(), "Ada"), Seat(computer))
    match = Match(Game(variant("gomoku-freestyle")), seats)
    words = result_words(t, match, Outcome(seat, Termination.RESIGNATION))
    assert (words.headline, words.seal, words.is_win) == ("Expert wins", "弈", False)
    assert words.detail == "After 0 moves, against Expert"
    match.close()


# ---- reviews


@pytest.mark.parametrize(
    ("mark", "side", "before", "after", "told"),
    [
        (Mark.MISSED_WIN, FIRST, Mate(3), Cp(10), "Misses a win in 2 moves"),
        (Mark.MISSED_WIN, FIRST, Mate(1), -Mate(4), "Misses a win in 1 move, and now White wins"),
        (Mark.MISSED_WIN, SECOND, -Mate(5), Mate(2), "Misses a win in 3 moves, and now Black wins"),
        (Mark.ALLOWED_WIN, FIRST, Cp(0), -Mate(4), "Lets White win in 2 moves"),
        (Mark.ALLOWED_WIN, SECOND, Cp(0), Mate(2), "Lets Black win in 1 move"),
        (Mark.ALLOWED_WIN, FIRST, Cp(0), -Mate(0), "Loses at once"),
        (Mark.BLUNDER, FIRST, Cp(0), Cp(-900), "Loses a big advantage"),
        (Mark.MISTAKE, FIRST, Cp(0), Cp(-400), "Loses a clear advantage"),
        (Mark.INACCURACY, FIRST, Cp(0), Cp(-100), "Loses a small advantage"),
    ],
)
def test_what_is_wrong_with_a_move(t: Language, mark: Mark, side: Side, before: Score, after: Score, told: str) -> None:
    sitting = Sitting()
    move = sitting.move("h8")
    line = Line((sitting.match.position,), ())
    finding = Finding(1, mark, side, move, Judgement(before), Judgement(after), line, line)
    assert sentence(t, sitting.match, finding) == told
    sitting.match.close()


@pytest.mark.parametrize(
    ("score", "told", "chips"),
    [
        (Cp(0), "Even", ("+0.00", "+0.00")),
        (Cp(250), "Black is better", ("+2.50", "−2.50")),
        (Cp(-250), "White is better", ("−2.50", "+2.50")),
        (Mate(3), "Black wins in 2 moves", ("Win in 2", "Loss in 2")),
        (-Mate(4), "White wins in 2 moves", ("Loss in 2", "Win in 2")),
        (-Mate(0), "Black wins", ("Won", "Lost")),
        (Mate(0), "White wins", ("Lost", "Won")),
    ],
)
def test_how_a_position_stands(t: Language, score: Score, told: str, chips: tuple[str, str]) -> None:
    sitting = Sitting()
    judged = Judgement(score)
    assert standing(t, sitting.match, judged) == told
    assert tuple(chip_of(t, judged, side) for side in Side) == chips
    sitting.match.close()


@pytest.mark.parametrize(
    ("rules", "lesson", "told"),
    [
        ("xiangqi", MoveLesson(Reason.LOSES, 1), "loses_at_once"),
        ("xiangqi", MoveLesson(Reason.LOSES, 2), "loses 1"),
        ("xiangqi", MoveLesson(Reason.LOSES, 5), "loses 3"),
        ("xiangqi", MoveLesson(Reason.LOSES, 5, is_old=True), "threat_wins 3"),
        ("xiangqi", MoveLesson(Reason.MISSED, 7), "missed 4"),
        ("xiangqi", MoveLesson(Reason.THREAT, is_old=True), "threat"),
        ("xiangqi", MoveLesson(Reason.LOST, lost=(("rook", 1),)), "lost rook:1"),
        ("xiangqi", MoveLesson(Reason.LOST, lost=(("rook", 1),), won=(("horse", 2),)), "lost_for rook:1 horse:2"),
        ("xiangqi", MoveLesson(Reason.LOST, lost=(("rook", 1), ("soldier", 2))), "lost rook:1+soldier:2"),
        ("draughts", MoveLesson(Reason.WORSE, worth=310), "worse 3"),
        ("draughts", MoveLesson(Reason.WORSE, worth=300), "worse 3"),
        ("draughts", MoveLesson(Reason.WORSE, worth=270), "worse 2.5"),
        ("draughts", MoveLesson(Reason.WORSE, worth=120), "worse 1"),
        ("gomoku", MoveLesson(Reason.WORSE, worth=310), "worse_gomoku"),
    ],
)
def test_why_a_move_is_offered_back(t: Language, rules: str, lesson: MoveLesson, told: str) -> None:
    name = {"draughts": "draughts-international", "gomoku": "gomoku-freestyle"}.get(rules, rules)
    sitting = Sitting(name=name)
    start = sitting.match.position
    first, second = start.legal_moves()[:2]
    after = start.play(first)
    answer = Line((after,), (after.legal_moves()[0],))
    better = Line((start,), (second,))
    offer = Offer(1, FIRST, first, Mark.BLUNDER, lesson, answer, better)
    key, *values = told.split()
    names = sitting.match.variant.side_names
    pieces = [
        [t(f"comfort.{rules}_{kind}", n=int(n)) for kind, _, n in (each.partition(":") for each in value.split("+"))]
        for value in values
        if ":" in value
    ]
    lost, won = (
        *(each[0] if len(each) == 1 else t("comfort.both", one=each[0], other=each[1]) for each in pieces),
        "",
        "",
    )[:2]
    expected = t(
        f"comfort.{key}",
        side=t(f"common.{names[1]}"),
        n=int(values[0]) if values and values[0].isdecimal() else 0,
        reply=move_words(t, sitting.match.variant, answer.moves[0], after),
        better=move_words(t, sitting.match.variant, second, start),
        lost=lost,
        won=won,
        worth=f"{values[0]} {'man' if values[0] == '1' else 'men'}" if key == "worse" else "",
    )
    assert lesson_words(t, sitting.match, offer) == expected
    assert "comfort." not in expected
    sitting.match.close()


# ---- notation


def test_lines_are_written_as_the_move_list_has_them_and_what_is_no_move_stays(t: Language) -> None:
    rules = variant("gomoku-freestyle")
    assert shown_line(t, rules, rules.start(), ("h8", "i9", "h8", "j1")) == ("H8", "I9", "H8", "J1")
    xiangqi = variant("xiangqi")
    start = xiangqi.start()
    move = xiangqi.read_move("h2e2", start)
    after = start.play(move)
    shown = t.notation("xiangqi")
    first, second, *rest = shown_line(t, xiangqi, start, ("h2e2", "h9g7", "h2e2"))
    assert first == xiangqi.notations(move, start)[shown]
    assert second == xiangqi.notations(xiangqi.read_move("h9g7", after), after)[shown]
    assert rest == ["h2e2"], "nothing stands there any more"


def test_a_capture_is_told_with_all_its_squares(t: Language) -> None:
    rules = variant("draughts-international")
    position = rules.read_position("W:W31:B27,17")
    (move,) = position.legal_moves()
    assert shown_way(rules, move, position.board) == "31×22×11"
    assert names_squares(t, rules)


# ---- tournaments


def test_pairs_ends_and_forfeits(t: Language) -> None:
    plan = plan_of("beginner", "expert", "master")
    pairings = schedule(plan)
    fault = TournamentFault("it crashed", "program-crashed", {"name": "Pela", "why": "signal 11"})
    common = {"plies": 9, "used_s": (1.0, 1.0), "record": ""}
    games = [
        PlayedGame(number=0, winner=1, end="five", **common),
        PlayedGame(number=1, winner=None, end="ply-limit", **common),
        PlayedGame(number=2, winner=0, end="fault", fault=fault, **common),
    ]
    table = TournamentStandings(plan, pairings, games)
    assert pairings[2].players == (0, 2)
    assert tournament_words.pair_words(t, table, (0, 1)) == "Beginner v Expert: ½ of 2 (+0 =1 -1)"
    assert tournament_words.pair_words(t, table, (1, 0)) == "Expert v Beginner: 1½ of 2 (+1 =1 -0)"
    assert tournament_words.pair_words(t, table, (1, 2)) == "Expert v Master: no game yet"
    assert tournament_words.pair_words(t, table, (0, 0)) == "Beginner: 1½ of 3 (+1 =1 -1)"
    assert [tournament_words.result_text(game) for game in games] == ["0-1", "½-½", "1-0"]
    assert tournament_words.end_words(t, games[0]) == t("library.by_five")
    assert tournament_words.end_words(t, games[1]) == t("tournament.by_ply-limit")
    why = t("notice.program-crashed", **fault.values)
    assert tournament_words.fault_words(t, plan, pairings[2].players, games[2]) == (f"Game 3: Master forfeited. {why}")
    plain = PlayedGame(number=2, winner=1, end="fault", fault=TournamentFault("it crashed"), **common)
    assert tournament_words.fault_words(t, plan, pairings[2].players, plain) == "Game 3: Beginner forfeited. it crashed"
    assert tournament_words.fault_words(t, plan, pairings[0].players, games[0]) == ""
    assert tournament_words.rules_of(t, plan) == "Freestyle"
