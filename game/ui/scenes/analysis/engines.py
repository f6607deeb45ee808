"""The engines of the analysis board: one or two side by side, on or off, for one to five lines; each follows the
position on the board, and what it says is taken over a few times a second."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from game.match.lines import Line
from game.match.live_analysis import MOST_LINES, LiveAnalysis
from game.match.players import TurnAsked
from game.match.win_line import WinLine
from game.rules.core import Position, Variant
from game.ui.scenes.analysis.engine_card import EngineView
from game.ui.scenes.analysis.lines import LONGEST_READ, AnalysedPosition, LineReader
from game.ui.scenes.match.thinking_card import thousands
from game.ui.scenes.names import level_name
from game.ui.stage.faults import reasons_worded
from game.ui.stage.stage import Stage

MOST_ENGINES: Final = 2
_AT_FIRST: Final = 3
"""Moves of each line, so that all lines are there in one frame."""
_LINES_A_FRAME: Final = 1
"""Read by the rules in one frame, once anything is shown."""
_SHOWN_EVERY_S: Final = 0.25
_AT_FIRST_S: Final = 0.1
"""What comes in the first quarter of a second is shown so often: the first depths follow each other quickly."""


class AnalysisEngine:
    """One engine and what it says now. `program` is another program's level name; empty: the engine of the house."""

    def __init__(self, stage: Stage, variant: Variant, program: str) -> None:
        self.program: Final = program
        self.shown: AnalysedPosition | None = None
        """What is shown of the position; None before anything is known of it."""
        self._stage = stage
        self._variant = variant
        self._live: LiveAnalysis | None = None
        self._is_gone = False
        self._asked: tuple[TurnAsked, int] | None = None
        self._reader: LineReader | None = None
        self._taken: object = None
        self._following: tuple[WinLine, Callable[[Line], None]] | None = None
        self._since_s = self._age_s = 0.0

    @property
    def name(self) -> str:
        """What it is called."""
        return level_name(self._stage.t, self.program) if self.program else self._stage.t("analysis.house")

    @property
    def is_thinking(self) -> bool:
        """Whether it looks at the position."""
        return self._live is not None and self._live.is_thinking

    @property
    def awaits(self) -> bool:
        """Whether it has yet to say its first word about the position."""
        return self._asked is not None and self.shown is None and (self._live is None or self.is_thinking)

    def look(self, turn: TurnAsked, position: Position, lines: int) -> None:
        """Look at a position from now on."""
        if self._reader is None or self._reader.position is not position:
            self._reader = LineReader(self._stage.t, self._variant, position)
            self.shown = None
        self._asked, self._taken, self._following = (turn, lines), None, None
        self._since_s = self._age_s = 0.0
        if self._begun() is not None:
            assert self._live is not None
            self._live.look(turn, lines)

    def complete(self, line: Line, on_complete: Callable[[Line], None]) -> None:
        """Follow a line that wins to its end, then look on; `on_complete` is called with it, unless another position
        is looked at meanwhile."""
        if self._live is not None and self._asked is not None:
            self._following = WinLine(self._live, self._variant, self._asked[0], line), on_complete

    def _follow(self, dt: float) -> None:
        """Carry on what `complete` has begun."""
        if self._following is None or self._asked is None or self._reader is None:
            return
        win, on_complete = self._following
        win.update(dt)
        if win.is_over:
            (turn, lines), position = self._asked, self._reader.position
            self.look(turn, position, lines)
            on_complete(win.line)

    def rest(self) -> None:
        """Look no further; what is known stays."""
        self._asked = self._following = None
        if self._live is not None:
            self._live.stop()

    def forget(self) -> None:
        """Another language or notation, or nothing to look at: what was read is not said any more."""
        self._reader = self.shown = self._taken = None

    def _begun(self) -> LiveAnalysis | None:
        if self._live is None and not self._is_gone:
            try:
                self._live = self._stage.services.tables.live_analysis(self._variant.game, self.program)
            except ValueError:  # the settings do not name it any more
                self._is_gone = True
        return self._live

    def update(self, dt: float) -> None:
        """Take over what it says, where that is due."""
        if self._live is None and self._asked is not None:
            turn, lines = self._asked
            if self._reader is not None and self._begun() is not None:
                self.look(turn, self._reader.position, lines)
        live = self._live
        if live is None:
            return
        if self._following is not None:
            self._follow(dt)
            return
        live.update()
        self._since_s += dt
        self._age_s += dt
        info, reader = live.info, self._reader
        wait_s = _AT_FIRST_S if self._age_s < _SHOWN_EVERY_S else _SHOWN_EVERY_S
        is_first = self.shown is None
        is_due = is_first or self._since_s >= wait_s or not live.is_thinking
        if info is None or reader is None:
            return
        if (info, live.is_solved) != self._taken and is_due:
            self._taken, self._since_s = (info, live.is_solved), 0.0
            reader.begin(info, live.is_solved, _AT_FIRST if is_first else LONGEST_READ)
        found = reader.read_on(MOST_LINES if is_first else _LINES_A_FRAME)
        if found is not None:
            self.shown = found

    def view(self) -> EngineView:
        """What its card tells."""
        t, live, shown = self._stage.t, self._live, self.shown
        if self._is_gone:
            return EngineView(said=t("analysis.gone"), is_fault=True)
        if live is not None and live.fault is not None:
            fault, key = live.fault, f"notice.{live.fault.code}"
            said = t(key, **reasons_worded(t, fault.values)) if fault.code and t.has(key) else fault.message
            return EngineView(said=said, is_fault=True)
        if live is None and self._asked is not None:
            return EngineView(said=t("analysis.preparing"))
        if shown is None:
            return EngineView(said=t("analysis.begins") if self._asked is not None else "")
        speed = shown.nodes / shown.time_s if shown.time_s > 0 else 0.0
        depth = t("analysis.depth", n=shown.depth)
        both = t("analysis.figures", depth=depth, speed=thousands(t, speed))
        wanted = self._asked[1] if self._asked is not None else 1
        is_alone = wanted > 1 and len(shown.lines) == 1 and live is not None and live.tells_one_line
        figures = (both, depth) if shown.nodes else (depth,)  # not every program counts its nodes
        return EngineView(figures, shown.lines, note=t("analysis.one_line") if is_alone else "")

    def close(self) -> None:
        """Give the engine back."""
        self._following = None
        if self._live is not None:
            self._live.close()
        self._live, self._asked = None, None


class AnalysisEngines:
    """All engines of the board. `engines` are those that are chosen, the first one's lines are drawn on the board."""

    def __init__(self, stage: Stage, variant: Variant) -> None:
        """As they were left the last time."""
        self._stage = stage
        self.variant = variant
        """The rules of what is analysed."""
        self.engines = self._usual()
        self.lines = stage.settings.analysis.lines
        """How many of the best moves each looks for."""
        self.is_on = True
        """Whether they are to think."""
        self._is_held = False
        self._position: Position | None = None
        self._turn: TurnAsked | None = None

    @property
    def first(self) -> AnalysisEngine:
        """The one whose lines are drawn."""
        return self.engines[0]

    @property
    def is_thinking(self) -> bool:
        """Whether any of them thinks."""
        return any(each.is_thinking for each in self.engines)

    @property
    def awaits(self) -> bool:
        """Whether a first word is awaited of any of them."""
        return any(each.awaits for each in self.engines)

    @property
    def programs(self) -> tuple[str, ...]:
        """The level names of the chosen ones, empty for the house's own."""
        return tuple(each.program for each in self.engines)

    def look(self, turn: TurnAsked | None, position: Position) -> None:
        """Another position is on the board; without a turn there is nothing to be thought of it."""
        self._turn, self._position = turn, position
        for each in self.engines:
            each.forget()
        self._begin()

    def _begin(self) -> None:
        for each in self.engines:
            if self.is_on and not self._is_held and self._turn is not None and self._position is not None:
                each.look(self._turn, self._position, self.lines)
            else:
                each.rest()

    def hold(self, yes: bool) -> None:
        """Nobody sees what they say, or again somebody does."""
        if yes != self._is_held:
            self._is_held = yes
            self._begin()

    def switch(self, on: bool) -> None:
        """Let them think, or not."""
        self.is_on = on
        self._begin()

    def set_lines(self, lines: int) -> None:
        """Look for another number of moves, from one to the most."""
        wanted = min(max(1, lines), MOST_LINES)
        if wanted != self.lines:
            self.lines = wanted
            self._note(lines=wanted)
            self._begin()

    def choose(self, programs: tuple[str, ...]) -> None:
        """Have these engines, in this order; those that stay go on."""
        kept = {each.program: each for each in self.engines}
        self.engines = tuple(
            kept.pop(program) if program in kept else AnalysisEngine(self._stage, self.variant, program)
            for program in dict.fromkeys(programs[:MOST_ENGINES])
        )
        for each in kept.values():
            each.close()
        chosen = self._stage.settings.analysis.engines
        self._note(engines={**chosen, self.variant.game: self.programs})
        self._begin()

    def _usual(self) -> tuple[AnalysisEngine, ...]:
        """Those that were chosen for the game the last time, as far as they are still there."""
        stage, game = self._stage, self.variant.game
        there = {"", *(each.name for each in stage.services.tables.opponents(game))}
        programs = [each for each in stage.settings.analysis.engines.get(game, ()) if each in there][:MOST_ENGINES]
        return tuple(AnalysisEngine(stage, self.variant, each) for each in dict.fromkeys(programs or [""]))

    def _note(self, **changed: object) -> None:
        """Remember how it is left."""
        settings = self._stage.settings
        self._stage.services.preferences.change(analysis=settings.analysis.with_(**changed))

    def change_game(self, variant: Variant) -> None:
        """Analyse another game: by the engines that were chosen for it."""
        for each in self.engines:
            each.close()
        self.variant, self._turn, self._position = variant, None, None
        self.engines = self._usual()

    def reword(self) -> None:
        """The language or the notation is another one."""
        if self._position is not None:
            self.look(self._turn, self._position)

    def update(self, dt: float) -> None:
        """Take over what they say."""
        for each in self.engines:
            each.update(dt)

    def close(self) -> None:
        """Give them back."""
        for each in self.engines:
            each.close()
