"""Another UCI or UCCI program as an engine in our window: Fairy-Stockfish, Pikafish, ElephantEye, our own.

Which of the two it speaks is tried out, and from which number it counts the ranks: with `UCI_Variant` from 1, as
Fairy-Stockfish does; without it its answer to the start position tells. It gets the game's start and all its moves, and
must answer with a legal one. Where several lines are asked for it is told so, if it knows that option. By the simple
rules of repetition it is told what may not be played (`banmoves` in UCCI, the others as `searchmoves` in UCI); if it
plays that all the same, another move is played for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Final

from ai.api import Choice, EngineError, Job, Limit, SearchInfo, SearchResult, StopFlag
from ai.protocols.external_engine import USUAL_S, ExternalProgramEngine, ExternalSearch, StartAgainError
from ai.protocols.external_process import (
    AnswerDeadline,
    Command,
    ExternalProcess,
    Introduction,
    ProgramError,
    clean_name,
)
from ai.protocols.uci.info import read_info
from ai.protocols.uci.moves import follow, read_legal_move, write_move
from ai.protocols.uci.quick import quick_move
from ai.xiangqi.notation import SIMPLE, VARIANT, banned_moves, position_at
from game.rules.core import Move
from game.rules.xiangqi.position import XiangqiPosition
from game.rules.xiangqi.variants import START, XIANGQI

_HELLO_S: Final = 10.0
"""For a program to be there and say what it speaks: some read large files first."""
_OTHER_S: Final = 2.5
"""Who has said nothing to `uci` for so long is asked by `ucci`."""
_AFTER_S: Final = 0.3
"""Who was asked by both and has answered gets so long to answer the second, too: it speaks that now."""
_LONGEST_LINE: Final = 20
"""Moves of an expected line that are read."""


@dataclass(frozen=True, slots=True)
class Speech:
    """How a program talks: UCCI or UCI, its name, its options' names, from which number it counts the ranks."""

    is_ucci: bool
    name: str = ""
    options: frozenset[str] = frozenset()
    first_rank: int = 0

    def option(self, name: str, value: str = "") -> str:
        """The line that sets an option."""
        if self.is_ucci:
            return f"setoption {name} {value}".rstrip()
        return f"setoption name {name}{f' value {value}' if value else ''}"


@dataclass(frozen=True, slots=True)
class _Game:
    """A start as FEN, the moves from it, and the position after them."""

    start: str
    moves: tuple[Move, ...]
    position: XiangqiPosition
    banned: frozenset[Move] = frozenset()
    """Legal moves but for the rules of repetition."""

    @property
    def allowed(self) -> list[Move]:
        """The moves that may be played."""
        return [move for move in self.position.legal_moves() if move not in self.banned]

    def follows(self, before: _Game) -> bool:
        """Whether this is how another game went on."""
        return self.start == before.start and self.moves[: len(before.moves)] == before.moves


class _UciSearch(ExternalSearch):
    """One position that is asked about."""

    def __init__(self, game: _Game, command: Command, limit: Limit, report: Callable[[SearchInfo], None]) -> None:
        super().__init__(limit, report)
        self.game = game
        self.first_rank = 0
        self._command = command
        self._others: dict[int, Choice] = {}
        """Of the best moves after the first, by their ranks, the newest that was heard."""

    def take(self, line: str, program: ExternalProcess) -> str | None:
        """Hear a line; the move if it is the answer."""
        word, *words = line.split()
        name = self._command.title
        if word == "info":
            self._hear(words)
        elif word == "nobestmove" or (word == "bestmove" and words[:1] in ([], ["(none)"], ["0000"], ["null"])):
            raise ProgramError("moveless", f"{name} names no move", name=name)
        elif word == "bestmove":
            move = read_legal_move(self.game.position, words[0], self.first_rank)
            if move is None:
                said = words[0][:10]
                raise ProgramError("illegal", f"{name} wants to play {said}, which is not legal", name=name, move=said)
            if move in self.game.banned:  # it knows other rules of repetition only, and has not heeded what it was told
                move = quick_move(self.game.position, self.game.allowed)
            return write_move(move, 0)
        return None

    def _hear(self, words: list[str]) -> None:
        heard = read_info(words)
        if heard.rank > self.limit.lines or (heard.depth is None and heard.score is None):
            return
        before, line = self.info, self._read_line(heard.pv)
        if heard.rank > 1:
            if heard.score is not None and line:
                self._others[heard.rank] = Choice(heard.score, line)
                self.tell(replace(before, time_s=self.elapsed_s, others=self._behind(before.line)))
            return
        self.tell(
            SearchInfo(
                before.depth if heard.depth is None else heard.depth,
                before.nodes if heard.nodes is None else heard.nodes,
                self.elapsed_s,
                heard.score or before.score,
                line or before.line,
                self._behind(line or before.line),
            )
        )

    def _behind(self, best: tuple[str, ...]) -> tuple[Choice, ...]:
        """The other moves by their ranks. While the ranks of a new depth are being told, one of the depth before may
        begin with the same move as a better one: it is left out."""
        seen, found = set(best[:1]), list[Choice]()
        for rank in sorted(self._others):
            choice = self._others[rank]
            if choice.line[0] not in seen:
                seen.add(choice.line[0])
                found.append(choice)
        return tuple(found)

    def _read_line(self, words: tuple[str, ...]) -> tuple[str, ...]:
        """The moves of an expected line as far as they can be made."""
        position, texts = self.game.position, []
        for word in words[:_LONGEST_LINE]:
            move = read_legal_move(position, word, self.first_rank)
            if move is None:
                break
            texts.append(write_move(move, 0))
            position = position.play(move)
        return tuple(texts)


class UciEngine(ExternalProgramEngine[_UciSearch]):
    """Another program, as `ai.api.Engine` wants it."""

    farewell = "quit"
    stop_words = ("stop",)
    over_s = 0.0

    def __init__(self, command: Command, seed: int = 0) -> None:
        super().__init__(command, seed)
        self._speech = Speech(is_ucci=False)
        self._ends_at_uci = False
        self._known: _Game | None = None
        self._lines = 1

    @property
    def speech(self) -> Speech:
        """How it talks, once it is loaded."""
        return self._speech

    @property
    def tells_one_line(self) -> bool:
        """Whether it is loaded and has no option for several."""
        return bool(self._speech.options) and "multipv" not in self._speech.options

    def about(self) -> Introduction:
        """Start it and have it say who it is. Raises EngineError where it speaks neither protocol or does not play."""
        self._running()
        return Introduction(self._speech.name)

    def search(self, job: Job, limit: Limit, stop: StopFlag, report: Callable[[SearchInfo], None]) -> SearchResult:
        """Its move. Raises EngineError for a job that can't be read, a finished game, and whatever is wrong with the
        program."""
        game = _read_game(job)
        if not game.allowed:
            raise EngineError("the game is over: there is no legal move")

        try:
            return self._ask(game, limit, stop, report)
        except ProgramError as error:
            if error.code != "program-moveless" or not game.moves:
                raise
        # by its own rules of repetition the game is over: it is shown the position without what led there
        return self._ask(replace(game, start=str(game.position), moves=()), limit, stop, report)

    def _ask(self, game: _Game, limit: Limit, stop: StopFlag, report: Callable[[SearchInfo], None]) -> SearchResult:
        return self._answer(lambda part: _UciSearch(game, self._command, part, report), limit, stop)

    # --- getting to know it -----------------------------------------------------------------------------------------

    def _greet(self, program: ExternalProcess) -> None:
        self._known, self._lines = None, 1
        speech = self._tried(program)
        if speech.is_ucci:
            if "usemillisec" in speech.options:
                program.say(speech.option("usemillisec", "true"))
        elif "uci_variant" in speech.options:
            program.say(speech.option("UCI_Variant", VARIANT))
            speech = replace(speech, first_rank=1)
        self._speech = speech
        program.say("isready")
        self._wait_for(program, "readyok")
        if not speech.is_ucci and not speech.first_rank:
            self._speech = replace(speech, first_rank=self._count_ranks(program))

    def _tried(self, program: ExternalProcess) -> Speech:
        """Ask by `uci`, and if nothing comes by `ucci`. Raises ProgramError for a program that answers neither, or
        whose variants are those of other games, and StartAgainError for one that `uci` has ended: to ElephantEye any
        first line but `ucci` is a farewell."""
        program.begin()
        speech, ends_at_uci = None, self._ends_at_uci
        self._ends_at_uci = False  # unless it answers to `ucci`, it has ended for another reason
        if not ends_at_uci:
            try:
                speech = self._introduced(program, "uci", _OTHER_S)
            except ProgramError:
                if program.is_running:
                    raise
                self._ends_at_uci = True
                raise StartAgainError from None
        speech = speech or self._introduced(program, "ucci", _HELLO_S)
        if speech is None:
            raise self._silent(_HELLO_S)
        self._ends_at_uci = ends_at_uci
        return speech

    def _introduced(self, program: ExternalProcess, word: str, silent_s: float) -> Speech | None:
        """What a program answers to `uci` or `ucci`; None if it has not begun to answer in this many seconds."""
        program.say(word)
        speech: Speech | None = None
        name, options = "", set[str]()
        patience, first = AnswerDeadline(_HELLO_S), AnswerDeadline(silent_s)
        while patience.left_s:
            begun = bool(name or options or speech)
            line = program.hear((patience if begun else first).left_s)
            if line is None:
                break
            words = line.split()
            if words[:2] == ["id", "name"]:
                name = clean_name(" ".join(words[2:]))
            elif words[0] == "option":
                option = _option_name(words[1:])
                if option == "uci_variant" and "var" in words and VARIANT not in words[words.index("var") :]:
                    raise self._foreign()
                options.add(option)
            elif words in (["uciok"], ["ucciok"]):
                speech = Speech(words == ["ucciok"], name, frozenset(options))
                if line == f"{word}ok":
                    break
                patience, options = (
                    AnswerDeadline(_AFTER_S),
                    set(),
                )  # late, to the search task before: it may answer this, too
        return speech

    def _count_ranks(self, program: ExternalProcess) -> int:
        """From which number a program counts the ranks: no first move is legal in both counts. Raises ProgramError for
        one that does not play Xiangqi."""
        program.begin()
        program.say("position startpos")
        program.say("go depth 1")
        answer = self._wait_for(program, "bestmove", "stop").split()[1:2]
        for first_rank in (0, 1):
            if answer and read_legal_move(XIANGQI.start(), answer[0], first_rank) is not None:
                return first_rank
        raise self._foreign()

    def _wait_for(self, program: ExternalProcess, word: str, hurry: str | None = None) -> str:
        """The line that begins with a word; `hurry` is said when it is long in coming. Raises ProgramError."""
        patience, first = AnswerDeadline(_HELLO_S), AnswerDeadline(_OTHER_S)
        while patience.left_s:
            line = program.hear(min(first.left_s, patience.left_s) or patience.left_s)
            if line is not None and line.split()[0] == word:
                return line
            if not first.left_s and hurry is not None:
                program.say(hurry)
                hurry = None
        raise self._silent(_HELLO_S)

    def _foreign(self) -> ProgramError:
        name = self._command.title
        return ProgramError("foreign", f"{name} does not play Xiangqi", name=name)

    # --- asking -----------------------------------------------------------------------------------------------------

    def _put(self, program: ExternalProcess, asked: _UciSearch) -> None:
        """The game as it stands, then `go`."""
        game, speech = asked.game, self._speech
        asked.first_rank = speech.first_rank
        program.begin()
        if self._known is None or not game.follows(self._known):
            if not speech.is_ucci:
                program.say("ucinewgame")
            elif "newgame" in speech.options:
                program.say(speech.option("newgame"))
        self._known = game
        if "multipv" in speech.options and asked.limit.lines != self._lines:
            self._lines = asked.limit.lines
            program.say(speech.option("multipv" if speech.is_ucci else "MultiPV", str(self._lines)))
        start = "startpos" if game.start == START else f"fen {game.start}"
        moves = "".join(f" {write_move(move, speech.first_rank)}" for move in game.moves)
        program.say(f"position {start}{' moves' if moves else ''}{moves}")
        go = go_words(asked.limit, speech)
        if game.banned and speech.is_ucci:
            program.say(f"banmoves {_written(game.banned, speech)}")
        elif game.banned:
            go = f"{go} searchmoves {_written(game.allowed, speech)}"
        program.say(go)


def go_words(limit: Limit, speech: Speech) -> str:
    """The limit of a move as a program is told it. UCCI knows one kind of limit at a time, and none for one move: it is
    told of a clock with that move alone to go."""
    clock, time_s = limit.clock, limit.time_s
    if speech.is_ucci:
        unit = 1000 if "usemillisec" in speech.options else 1
        if clock is not None:
            words = f"go time {max(1, round(clock.left_s * unit))}"
            if clock.moves_left:
                return f"{words} movestogo {clock.moves_left}"
            return f"{words} increment {round(clock.increment_s * unit)}" if clock.increment_s else words
        if limit.depth is not None or limit.nodes is not None:
            return f"go nodes {limit.nodes}" if limit.depth is None else f"go depth {limit.depth}"
        return f"go time {max(1, round((time_s or USUAL_S) * unit))} movestogo 1"
    parts = [f"depth {limit.depth}"] if limit.depth is not None else []
    parts += [f"nodes {limit.nodes}"] if limit.nodes is not None else []
    if clock is not None:
        left_ms, added_ms = max(1, round(clock.left_s * 1000)), round(clock.increment_s * 1000)
        parts.append(f"wtime {left_ms} btime {left_ms} winc {added_ms} binc {added_ms}")
        parts += [f"movestogo {clock.moves_left}"] if clock.moves_left else []
    if time_s is not None or not parts:
        parts.append(f"movetime {max(1, round((time_s or USUAL_S) * 1000))}")
    return f"go {' '.join(parts)}"


def _written(moves: Iterable[Move], speech: Speech) -> str:
    return " ".join(write_move(move, speech.first_rank) for move in moves)


def _read_game(job: Job) -> _Game:
    if job.variant not in (VARIANT, SIMPLE):
        raise EngineError(f"{job.variant[:40]!r} is not played by UCI or UCCI here")
    start = position_at(job.start)
    moves, position = follow(start, job.moves, 0)
    if len(moves) < len(job.moves):
        raise EngineError(f"{job.moves[len(moves)][:20]} is not a legal move")
    return _Game(str(start), tuple(moves), position, banned_moves(job))


def _option_name(words: list[str]) -> str:
    """The name in `[name] Clear Hash type button`, in lower case."""
    end = words.index("type") if "type" in words else len(words)
    return " ".join(words[words[:1] == ["name"] : end]).lower()
