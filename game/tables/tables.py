"""Sets the tables: makes matches out of what was chosen, with the engines, journals and clocks that they need."""

from __future__ import annotations

import dataclasses
import logging
import random
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from weakref import WeakKeyDictionary

import msgspec

from ai import levels
from ai.api import Limit
from ai.common.kept import forget_tables
from ai.level import MAX_SECONDS, Level
from ai.levels import ADAPTIVE
from ai.protocols.registry import ExternalLevel
from ai.runtime.worker import Worker
from game.match.attempt import Attempt
from game.match.clock import MatchClock
from game.match.hint import HINT_MOVES
from game.match.journal import ReplayedGame
from game.match.live_analysis import LiveAnalysis
from game.match.match import Match, Seat
from game.match.players import (
    Analyst,
    EnginePlayer,
    EngineRoom,
    Human,
    Player,
    PlayerKind,
)
from game.match.review import Review
from game.match.saved_match import GameTakenError, resume, unfinished
from game.match.saved_match import SavedMatch as JournalledGame
from game.progress.arcade.autosave import ArcadeAutosave, settle_seals
from game.progress.arcade.autosave import settle as settle_attempt
from game.progress.arcade.ladder import Rung
from game.progress.arcade.results import ArcadeResults
from game.progress.day import today
from game.progress.rating import PlayerRating, PlayerRatings, RatingChange
from game.progress.rating import settle as settle_standing
from game.progress.seals.album import SealAlbum
from game.records.control import TimeControl
from game.records.record import SeatInfo
from game.rules.core import FREE_OPENING, Position, RulesError, Side, Variant
from game.rules.game import Game
from game.rules.handicaps import handicapped, handicaps_of, usual_giver, with_sides_swapped
from game.rules.registry import GAMES, variant, variants_of
from game.storage.folders import Folders
from game.storage.notice import Notice
from game.storage.settings import LevelChoice, OtherEngine
from game.tables.advisers import Adviser, LateJudge
from game.tables.external_engines import BrokenLevel, ExternalEngines
from game.tables.opponents import EXTERNAL, Opponent, Preparation, Readiness
from game.tables.preparing import Preparing
from game.tables.saved_game import SavedGame
from game.tournament.host import PlayerPresence

log = logging.getLogger(__name__)

WATCH_PACE_S = 0.8
"""The least time between the moves of two computers, until the person chooses another."""

_SHOWN_FROM = 400
"""Elo has no zero: what the weakest level's rating is shown as."""

_ADVISER = "seconds:1"
"""Who gives hints: a strong level for a second, and while that is not prepared the strongest that can play. Reviews are
left to the strong one."""
_ADVISERS_TABLE_MB = 32


def _giver(game: str, seats: tuple[Seat, Seat]) -> Side:
    """Who gives the handicap: the computer that a person plays against, else as is usual."""
    engines = [side for side in Side if seats[side].player.kind is PlayerKind.ENGINE]
    return engines[0] if len(engines) == 1 else usual_giver(game)


def _strong_adviser(game: str) -> Level:
    """Who gives hints, judges and reviews once it is prepared. Its table of positions is small, for it stands beside
    the opponent's and thinks for a second at most."""
    level = levels.level(game, _ADVISER).attentive()
    if not level.ponders:  # then it remembers nothing between two searches
        return level
    return dataclasses.replace(level, options={**level.options, "table_mb": _ADVISERS_TABLE_MB})


class Tables:
    """The engines of the program and the matches that are played with them."""

    def __init__(
        self,
        folders: Folders,
        seeds: random.Random,
        ponders: Callable[[], bool] = lambda: False,
        engines: Callable[[], Sequence[OtherEngine]] = tuple,
        seals: SealAlbum | None = None,
    ) -> None:
        """`seeds` gives engines their seeds and draws colours; `ponders` tells whether the computer may think on the
        person's time, `engines` which other programs there are; `seals` count the games that end."""
        self._seals = seals
        self.externals = ExternalEngines(engines)
        self._folders = folders
        self._ponders = ponders
        self._seeds = seeds
        self._standings = PlayerRatings(folders)
        self.results = ArcadeResults(folders, today)
        """What the person has reached on the ladders."""
        self._preparing = Preparing()
        self._worker: Worker | None = None
        self._room: EngineRoom | None = None
        self._judging: tuple[str, Analyst] | None = None
        self._reasoning = ThreadPoolExecutor(1, thread_name_prefix="reasons")
        self._expected = levels.level(next(iter(GAMES)), "expert")
        self._loaded: set[str] = set()
        self._loads_ahead = True
        self._logs: WeakKeyDictionary[Match, ArcadeAutosave] = WeakKeyDictionary()
        self._saved: list[JournalledGame] = []
        self._notices = self._preparing.notices()
        self.look_for_saved()

    # ---- engines

    def prepare(self) -> None:
        """Begin to compile what is missing; called once the first frame is on the screen."""
        self._preparing.start()

    def update(self) -> None:
        """Each frame: load the kernels in the background as soon as they are compiled."""
        self._preparing.update()
        level = self._expected
        if self._loads_ahead and level.engine not in self._loaded and self._preparing.is_prepared(level):
            self._loaded.add(level.engine)
            self._engines()
            assert self._worker is not None
            self._worker.preload(level.new_engine())

    def expect(self, game: str, level: str) -> None:
        """Somebody is about to play against a level: what it needs, or else the strong ones of its game, is compiled
        before everything else, and then loaded."""
        if level.startswith(EXTERNAL) or not levels.levels_for(game):
            return
        try:
            found = self._level(game, level)
        except levels.LevelError:
            return
        self._expected = found if found.needs_kernels else _strong_adviser(game)
        self._loads_ahead = True
        self._preparing.expect(found, self._expected.engine)

    def rest(self) -> None:
        """Nobody plays: give back the memory of what engines read. Who is expected next loads it again."""
        forget_tables()
        self._loaded.clear()
        self._loads_ahead = False

    def preparation(self) -> Preparation:
        """How far the engines are prepared."""
        return self._preparing.state()

    def opponents(self, game: str) -> tuple[Opponent, ...]:
        """The computer's levels of a game, weakest first, the one that adapts itself, then other programs."""
        house = tuple(self._opponent(level) for level in levels.levels_for(game))
        adaptive = (self.opponent(game, ADAPTIVE),) if game in levels.SCALES else ()
        return (*house, *adaptive, *self.externals.opponents(game))

    def opponent(self, game: str, name: str) -> Opponent:
        """One level by its name. Raises ValueError for a text that names none."""
        if name.startswith(EXTERNAL):
            return self.externals.opponent(game, name)
        opponent = self._opponent(self._level(game, name))
        return dataclasses.replace(opponent, name=ADAPTIVE) if name == ADAPTIVE else opponent

    def _opponent(self, level: Level) -> Opponent:
        return Opponent(
            level.name,
            level.limit.depth,
            level.limit.time_s,
            level.rating.elo + _SHOWN_FROM if level.rating else None,
            self._preparing.readiness(level),
            self._preparing.steps(level),
        )

    def _level(self, game: str, name: str) -> Level:
        """The level of the house of this name; the adaptive one as strong as the person now is. Raises LevelError."""
        standing = self._standings.of(game) if name == ADAPTIVE else None
        return levels.level(game, f"{ADAPTIVE}:{round(standing.rating)}" if standing else name)

    def rating(self, game: str) -> PlayerRating | None:
        """The person's rating as it is shown; None before the first game that counts."""
        held = self._standings.measured(game)
        return None if held is None else _shown(held)

    def rating_change(self, match: Match) -> RatingChange | None:
        """What a match that has ended has done to the person's rating, as it is shown; None if it did not count."""
        change = self._standings.changes.get(match)
        if change is None:
            return None
        return RatingChange(None if change.before is None else _shown(change.before), _shown(change.now))

    def _engines(self) -> EngineRoom:
        if self._room is None:
            self._worker = Worker()
            self._room = EngineRoom(self._worker)
        return self._room

    def _engine(self, game: str, name: str) -> EnginePlayer:
        self.expect(game, name)
        level = (
            self.externals.level(game, name)
            if name.startswith(EXTERNAL)
            else self._preparing.seatable(self._level(game, name))
        )
        return EnginePlayer(level, self._engines(), self._seeds.getrandbits(31), ponders=self._ponders())

    def presence(self, game: str, level: str) -> PlayerPresence:
        """Whether a level can play in a tournament, which waits for those that are still being prepared."""
        try:
            readiness = self.opponent(game, level).readiness
            if not level.startswith(EXTERNAL) and self._preparing.plays_meanwhile(self._level(game, level)):
                readiness = Readiness.READY if self.preparation().failed else Readiness.PREPARING
        except levels.LevelError:
            return PlayerPresence.GONE
        states = {Readiness.READY: PlayerPresence.HERE, Readiness.PREPARING: PlayerPresence.PREPARING}
        return states.get(readiness, PlayerPresence.FAILED)

    def contestant(self, game: str, level: str, seconds: float | None, seed: int) -> EnginePlayer:
        """A level as a player in a tournament, that does not ponder; `seconds` a move in place of its own limit. Raises
        LevelError for a text that names none."""
        if level.startswith(EXTERNAL):
            other = self.externals.level(game, level)
            if seconds is not None:
                other = dataclasses.replace(other, limit=Limit(time_s=seconds))
            return EnginePlayer(other, self._engines(), seed)
        found = self._level(game, level)
        seat = self._preparing.seatable(found)
        if seconds is not None:
            # what never gets prepared here keeps to the little that it can look at
            limit = Limit(time_s=seconds) if seat is found else dataclasses.replace(found.limit, time_s=seconds)
            seat = self._preparing.seatable(dataclasses.replace(found, limit=limit))
        return EnginePlayer(seat, self._engines(), seed)

    def _adviser(self, game: str) -> Player | None:
        def choose() -> EnginePlayer:
            level = _strong_adviser(game)
            if not self._preparing.is_prepared(level):
                able = [each for each in levels.levels_for(game) if self._preparing.readiness(each) is Readiness.READY]
                level = able[-1].attentive()
            level = dataclasses.replace(level, limit=dataclasses.replace(level.limit, lines=HINT_MOVES))
            return EnginePlayer(self._preparing.seatable(level), self._engines(), self._seeds.getrandbits(31))

        return Adviser(choose) if levels.levels_for(game) else None

    def _taught(self, match: Match) -> Match:
        """The match, with somebody who can judge the person's moves where the computer plays the game."""
        judge = self.judge(match.variant.game)
        if judge is not None:
            match.teaching.judge_with(judge)
        return match

    def judge(self, game: str) -> LateJudge | None:
        """Somebody who can judge the person's moves in a game, once that is prepared; None where the computer does not
        play it."""
        if not levels.levels_for(game):
            return None
        level = _strong_adviser(game)
        return LateJudge(lambda: self._analyst(level), lambda: self._preparing.readiness(level) is Readiness.READY)

    def _analyst(self, level: Level) -> Analyst:
        """Who judges moves of a game; one is kept, that of the last game, for its memory is large."""
        if self._judging is None or self._judging[0] != level.game:
            self._judging = None
            self._judging = level.game, Analyst(level, self._engines(), self._seeds.getrandbits(31))
        return self._judging[1]

    def review(self, match: Match) -> Review | None:
        """A review of what was played in a match, not begun; None without moves, for a game that the computer does not
        play, and while its engine is not prepared."""
        game = match.variant.game
        if not match.ply or not levels.levels_for(game):
            return None
        level = _strong_adviser(game)
        if self._preparing.readiness(level) is not Readiness.READY:
            return None
        return Review(match.game, Analyst(level, self._engines(), self._seeds.getrandbits(31)), self._reasoning)

    def live_analysis(self, game: str, program: str) -> LiveAnalysis | None:
        """An engine that analyses positions of a game, with a thread of its own, which whoever asked for it closes: the
        strongest of the house, or another program by its level name. None for a game that the computer does not play,
        and while the engine is not prepared. Raises LevelError for a program that the settings do not name."""
        level: Level | ExternalLevel | BrokenLevel
        if program:
            self.externals.opponent(game, program)
            level = dataclasses.replace(self.externals.level(game, program), limit=Limit(time_s=MAX_SECONDS))
        elif not levels.levels_for(game):
            return None
        else:
            own = levels.level(game, _ADVISER).attentive()
            if self._preparing.readiness(own) is not Readiness.READY:
                return None
            level = dataclasses.replace(own, limit=Limit())
        return LiveAnalysis(level, Worker(), self._seeds.getrandbits(31))

    # ---- matches

    def new_match(self, game: str, choice: LevelChoice, name: str) -> Match:
        """Sit down to a new game; `name` is the person's. A choice that does not fit (any more) falls back."""
        rules = self._variant(game, choice)
        size = choice.size if choice.size in rules.sizes else None
        control = TimeControl(choice.base_s, choice.increment_s) if choice.base_s else None
        seats = self._seats(game, choice, name)
        opening = choice.opening if choice.opening in rules.openings else FREE_OPENING
        start = rules.start(size, opening)
        if opening == FREE_OPENING and choice.handicap in handicaps_of(game)[1:]:
            start = handicapped(rules, choice.handicap, _giver(game, seats), size)
        return self._match(Game(rules, start), seats, control, choice.undo)

    def new_attempt(self, rung: Rung, name: str) -> Match:
        """Sit down to a game for the ladder, by the usual rules of the game; `name` is the person's. Its clock is
        tight, so its result tells nothing to the adaptive level."""
        rules = variants_of(rung.game)[0]
        engine = Seat(self._engine(rung.game, rung.level))
        seats = (Seat(Human(), name), engine) if rung.person is Side.FIRST else (engine, Seat(Human(), name))
        clock = MatchClock(rung.control)
        game = Game(rules, rules.start())
        return self._sit(game, seats, clock, take_backs=True, counts=False, attempt=Attempt(rung.note()))

    def rematch(self, match: Match, swapped: bool) -> Match:
        """Another game on the same terms."""
        order = (Side.SECOND, Side.FIRST) if swapped else (Side.FIRST, Side.SECOND)
        seats = [Seat(self._like(match, match.seat(side).player), match.seat(side).name) for side in order]
        start = match.game.start
        game = Game(match.variant, with_sides_swapped(match.variant, start) if swapped else start)
        again = self._match(game, (seats[0], seats[1]), match.clock.control, match.take_backs)
        again.pace_s = match.pace_s
        return again

    def play_from(self, match: Match, ply: int) -> Match:
        """Another game that begins with the first moves of one that has ended, without a clock. Where somebody
        elsewhere sat, the strongest level takes the seat."""
        game = Game(match.variant, match.game.start)
        for move in match.game.moves[:ply]:
            game.play(move)
        clock = MatchClock()
        clock.replay([game.at(before).turn for before in range(ply)], match.clock.times_s[:ply])
        seats = [self._again(match, side) for side in Side]
        return self._sit(game, (seats[0], seats[1]), clock, take_backs=True, counts=False)

    def play_on(self, match: Match, ply: int, person: Side | None, choice: LevelChoice, name: str) -> Match:
        """Another game that begins with the first moves of a recorded one, without a clock: a person of this name has
        that side, and on the other sits the computer that played in the record, else the one of the choice, else (while
        that is not prepared) the strongest that can play. Without a side two people play. Where people had gone on
        after what is an end by the rules, the new game begins with the position instead: its line would be over."""
        rules = match.variant
        game = Game(rules, match.game.start)
        end = match.game.first_end
        if end is not None and end <= ply:
            game, ply = Game(rules, match.game.at(ply).unclaimed()), 0
        for move in match.game.moves[:ply]:
            game.play(move)
        clock = MatchClock()
        clock.replay([game.at(before).turn for before in range(ply)], match.clock.times_s[:ply])
        there = () if person is None else (match.seat(person.other).player.level, match.seat(person).player.level)
        level = next(filter(None, (*there, choice.level)), "")
        return self._sit(game, self._seats_on(rules, person, level, name), clock, take_backs=True, counts=False)

    def play_position(self, rules: Variant, start: Position, person: Side | None, level: str, name: str) -> Match:
        """A game from a position, without a clock: a person of this name has that side, and on the other sits the
        computer of that level (while that is not prepared, the strongest that can play). Without a side two people
        play."""
        seats = self._seats_on(rules, person, level, name)
        return self._sit(Game(rules, start), seats, MatchClock(), take_backs=True, counts=False)

    def _seats_on(self, rules: Variant, person: Side | None, level: str, name: str) -> tuple[Seat, Seat]:
        seats = [Seat(Human()), Seat(Human())]
        if person is not None:
            seats[person] = Seat(Human(), name)
            seats[person.other] = self._some_engine(rules.game, level)
        return seats[0], seats[1]

    def _some_engine(self, game: str, level: str) -> Seat:
        """The computer of that level where it can play, else the strongest that can, else a person."""
        known = self._known(game, level)
        if known.startswith(EXTERNAL) or self._preparing.readiness(self._level(game, known)) is Readiness.READY:
            return Seat(self._engine(game, known))
        return self._strongest(game)

    def _strongest(self, game: str) -> Seat:
        ready = [each for each in levels.levels_for(game) if self._preparing.readiness(each) is Readiness.READY]
        return Seat(self._engine(game, ready[-1].name) if ready else Human())

    def _again(self, match: Match, side: Side) -> Seat:
        seat, game = match.seat(side), match.variant.game
        if seat.player.kind is not PlayerKind.REMOTE:
            return Seat(self._like(match, seat.player), seat.name)
        return self._strongest(game)

    def change_level(self, match: Match, side: Side, name: str) -> None:
        """Seat another level in the middle of a game. Raises ValueError for a text that names none."""
        match.change_player(side, self._engine(match.variant.game, name))

    def _like(self, match: Match, player: Player) -> Player:
        if player.kind is PlayerKind.ENGINE and player.level:
            adapts = player.level.startswith(f"{ADAPTIVE}:")
            return self._engine(match.variant.game, ADAPTIVE if adapts else player.level)
        return Human()

    def _variant(self, game: str, choice: LevelChoice) -> Variant:
        if choice.variant:
            try:
                found = variant(choice.variant)
            except RulesError:
                log.warning("the variant %r that was chosen last is not on offer", choice.variant)
            else:
                if found.game == game:
                    return found
        return variants_of(game)[0]

    def _seats(self, game: str, choice: LevelChoice, name: str) -> tuple[Seat, Seat]:
        if choice.mode == "two":
            return Seat(Human()), Seat(Human())
        engine = Seat(self._engine(game, self._known(game, choice.level)))
        if choice.mode == "watch":
            other = Seat(self._engine(game, self._known(game, choice.second_level)))
        else:
            other = Seat(Human(), name)
            engine, other = other, engine  # the person's side is what was chosen
        second = choice.side == "second" or (choice.side == "random" and self._seeds.random() < 0.5)
        return (other, engine) if second else (engine, other)

    def _known(self, game: str, name: str) -> str:
        """The level's name, or the usual level's where there is none of that name; another program that is gone stays
        and says so when it is asked for a move."""
        if name.startswith(EXTERNAL):
            return name
        try:
            self._level(game, name)
        except levels.LevelError as error:
            log.warning("%s", error)
            # a strength that the scale, measured again since, does not reach any more is the person's present one
            adapts = name.startswith(f"{ADAPTIVE}:") and game in levels.SCALES
            return ADAPTIVE if adapts else levels.levels_for(game)[0].name
        return name

    def _match(self, game: Game, seats: tuple[Seat, Seat], control: TimeControl | None, take_backs: bool) -> Match:
        return self._sit(game, seats, MatchClock(control), take_backs)

    def _sit(
        self,
        game: Game,
        seats: tuple[Seat, Seat],
        clock: MatchClock,
        take_backs: bool,
        counts: bool = True,
        attempt: Attempt | None = None,
    ) -> Match:
        watched = all(seat.player.kind is PlayerKind.ENGINE for seat in seats)
        log = self._log(counts)
        match = Match(
            game,
            seats,
            clock,
            adviser=None if watched else self._adviser(game.variant.game),
            take_backs=take_backs,
            pace_s=WATCH_PACE_S if watched else 0.0,
            log=log,
            attempt=attempt,
        )
        self._logs[match] = log
        return self._taught(match)

    def record_key(self, match: Match) -> str:
        """The key in the library of a match of this table that is over; empty for one that has none there."""
        log = self._logs.get(match)
        return log.record.name if log is not None and log.record is not None else ""

    def written_key(self, match: Match) -> str:
        """The same once that file is written, empty before."""
        log = self._logs.get(match)
        return log.record.name if log is not None and log.record is not None and log.is_safe else ""

    def is_unaided(self, match: Match) -> bool:
        """Whether the person has played a match of this table without a hint and a take-back, from its beginning; on
        the ladder its stars tell."""
        log = self._logs.get(match)
        return log is not None and log.is_own_work(match)

    def game_id(self, match: Match) -> str:
        """The name of a match of this table in all files about it; empty for one that is not kept."""
        log = self._logs.get(match)
        return log.id if log is not None else ""

    def _log(self, counts: bool = True) -> ArcadeAutosave:
        return ArcadeAutosave(self._folders, self._standings, self.results, self._seals, counts=counts)

    # ---- games that were not finished

    def look_for_saved(self) -> None:
        """Look again for games to continue; what is wrong with them goes to the notices."""
        games, notices = unfinished(self._folders, self._settle)
        # a game with somebody elsewhere is taken up again in the lobby
        self._saved = [game for game in games if all(seat.kind != "remote" for seat in game.seats)]
        self._notices.extend(notices)

    def _settle(self, replayed: ReplayedGame, part_id: str) -> None:
        """Count a game that had just ended when the program was killed."""
        if self._seals is not None:
            settle_seals(self._seals, self._standings, replayed)
        settle_standing(self._standings, replayed)
        settle_attempt(self.results, replayed, part_id)

    def saved_game(self) -> SavedGame | None:
        """The unfinished game that was saved last."""
        if not self._saved:
            return None
        saved = self._saved[0]
        rules = variant(saved.variant)
        game = Game(rules, rules.read_position(saved.start))
        for text in saved.moves:
            game.play_text(text)
        engines = [side for side in Side if PlayerKind(saved.seats[side].kind) is PlayerKind.ENGINE]
        people = [side for side in Side if PlayerKind(saved.seats[side].kind) is PlayerKind.HUMAN]
        return SavedGame(
            variant=saved.variant,
            position=game.position,
            level=saved.seats[engines[0]].level if engines else None,
            person=people[0] if len(people) == 1 else None,
            ply=saved.ply,
            saved_at=saved.saved,
            readiness=self._saved_readiness(saved),
            is_attempt=saved.is_attempt,
        )

    def _saved_readiness(self, saved: JournalledGame) -> Readiness:
        """Whether the computers of a saved game can play already."""
        game = variant(saved.variant).game
        names = [seat.level or "" for seat in saved.seats if PlayerKind(seat.kind) is PlayerKind.ENGINE]
        known = [self._known(game, name) for name in names if not name.startswith(EXTERNAL)]
        states = [self._preparing.readiness(self._level(game, name)) for name in known]
        return next((state for state in states if state is not Readiness.READY), Readiness.READY)

    def resume(self) -> Match | None:
        """Take up the saved game; None, and a notice, if that is not possible any more."""
        if not self._saved:
            return None
        saved = self._saved[0]
        game = variant(saved.variant).game

        def player_for(side: Side, seat: SeatInfo) -> Player:
            if PlayerKind(seat.kind) is PlayerKind.ENGINE:
                return self._engine(game, self._known(game, seat.level or ""))
            return Human()

        log = self._log()
        try:
            match = resume(saved, self._folders, player_for, adviser=self._adviser(game), log=log)
        except GameTakenError as error:
            self._notices.append(error.notice)
            self.look_for_saved()
            return None
        self._logs[match] = log
        return self._taught(match)

    def leave(self, match: Match) -> None:
        """The person leaves a table: an unfinished game is kept, to be continued."""
        match.close()
        self.look_for_saved()

    def discard_saved(self) -> None:
        """Give up the saved game: it can't be continued any more."""
        match = self.resume()
        if match is not None:
            match.abandon()
            match.close()
        self.look_for_saved()

    def take_notices(self) -> list[Notice]:
        """What has to be told since the last call."""
        notices = [*self._notices, *self._standings.take_notices(), *self.results.take_notices()]
        self._notices = []
        return notices

    def close(self) -> None:
        """End what prepares, the worker, and the thread of reasons."""
        self._preparing.close()
        self._reasoning.shutdown(wait=True, cancel_futures=True)
        if self._worker is not None:
            self._worker.close()


def _shown(held: PlayerRating) -> PlayerRating:
    """On the scale of the levels as they are shown."""
    curve = [msgspec.structs.replace(point, rating=point.rating + _SHOWN_FROM) for point in held.curve]
    return msgspec.structs.replace(held, rating=held.rating + _SHOWN_FROM, curve=curve)
