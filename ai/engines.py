"""Every engine of the house by name: an explicit dictionary. Light: an engine's module is imported when it is made."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ai.api import Engine, Limit

if TYPE_CHECKING:
    from ai.common.blunders import Sight

_Make = Callable[[int, Mapping[str, int]], Engine]


@dataclass(frozen=True, slots=True)
class EngineKind:
    """One engine: how it is made from a seed and its options, whether it plays only once kernels are compiled, and
    whether it can use the other side's time (what it remembers of a search serves the next). `light` is the most depth,
    and the most nodes, with which it answers within a second where its kernels are interpreted
    (`ai.runtime.interpreter`)."""

    make: _Make
    needs_kernels: bool
    ponders: bool = False
    light: Limit | None = None

    def is_light(self, limit: Limit) -> bool:
        """Whether a search within a limit takes a second at most where the kernels are interpreted."""
        if self.light is None:
            return False
        return _within(limit.depth, self.light.depth) or _within(limit.nodes, self.light.nodes)


def _within(given: int | None, most: int | None) -> bool:
    return given is not None and most is not None and given <= most


def _lines(seed: int, options: Mapping[str, int]) -> Engine:
    from ai.classic.engine import LinesEngine

    return LinesEngine(seed, **options)


def _thesis(seed: int, options: Mapping[str, int]) -> Engine:
    from ai.classic.thesis import ThesisEngine

    return ThesisEngine(seed, **options)


def _patterns(seed: int, options: Mapping[str, int]) -> Engine:
    from ai.gomoku.engine import PatternEngine

    return PatternEngine(seed, **options)


def _xiangqi(seed: int, options: Mapping[str, int]) -> Engine:
    from ai.xiangqi.engine import XiangqiEngine

    return XiangqiEngine(seed, **options)


def _draughts(seed: int, options: Mapping[str, int]) -> Engine:
    from ai.draughts.engine import DraughtsEngine

    return DraughtsEngine(seed, **options)


def _draughts_classic(seed: int, options: Mapping[str, int]) -> Engine:
    from ai.classic.draughts import DraughtsClassicEngine

    return DraughtsClassicEngine(seed, **options)


def _reversi(seed: int, options: Mapping[str, int]) -> Engine:
    from ai.reversi.engine import ReversiEngine

    return ReversiEngine(seed, **options)


def _reversi_greedy(seed: int, options: Mapping[str, int]) -> Engine:
    from ai.reversi.simple import GreedyEngine

    return GreedyEngine(seed, **options)


def _gomoku_sight(seed: int, percent: int) -> Sight:
    from ai.gomoku.blunders import GomokuSight

    return GomokuSight(seed, percent)


def _xiangqi_sight(seed: int, percent: int) -> Sight:
    from ai.xiangqi.blunders import XiangqiSight

    return XiangqiSight(seed, percent)


def _draughts_sight(seed: int, percent: int) -> Sight:
    from ai.draughts.blunders import DraughtsSight

    return DraughtsSight(seed, percent)


def _reversi_sight(seed: int, percent: int) -> Sight:
    from ai.reversi.blunders import ReversiSight

    return ReversiSight(seed, percent)


def _xiangqi_classic(seed: int, options: Mapping[str, int]) -> Engine:
    from ai.classic.xiangqi import XiangqiClassicEngine

    return XiangqiClassicEngine(seed, **options)


def _forgetful(make: _Make, sight: Callable[[int, int], Sight]) -> _Make:
    """The same with one option more, `oversight`: in percent, see the games' `oversight`."""

    def make_forgetful(seed: int, options: Mapping[str, int]) -> Engine:
        engine = make(seed, {name: value for name, value in options.items() if name != "oversight"})
        if not options.get("oversight"):
            return engine
        from ai.common.blunders import OversightEngine

        return OversightEngine(engine, sight(seed, options["oversight"]))

    return make_forgetful


def _gomoku(make: _Make) -> _Make:
    """The same with what every Gomoku engine has: oversights where they are wished for, and opening rules."""
    forgetful = _forgetful(make, _gomoku_sight)

    def make_gomoku(seed: int, options: Mapping[str, int]) -> Engine:
        from ai.gomoku.swapping import SwappingEngine

        return SwappingEngine(forgetful(seed, options), seed)

    return make_gomoku


ENGINES: dict[str, EngineKind] = {
    "lines": EngineKind(_gomoku(_lines), needs_kernels=False),
    "thesis": EngineKind(_gomoku(_thesis), needs_kernels=True, light=Limit(depth=3)),
    "patterns": EngineKind(_gomoku(_patterns), needs_kernels=True, ponders=True),
    "xiangqi": EngineKind(
        _forgetful(_xiangqi, _xiangqi_sight), needs_kernels=True, ponders=True, light=Limit(depth=3, nodes=3_600)
    ),
    "xiangqi-classic": EngineKind(_xiangqi_classic, needs_kernels=True),
    "draughts-classic": EngineKind(_draughts_classic, needs_kernels=True),
    "draughts": EngineKind(
        _forgetful(_draughts, _draughts_sight), needs_kernels=True, ponders=True, light=Limit(depth=3, nodes=4_000)
    ),
    "reversi": EngineKind(
        _forgetful(_reversi, _reversi_sight), needs_kernels=True, ponders=True, light=Limit(depth=3, nodes=4_000)
    ),
    "reversi-greedy": EngineKind(_reversi_greedy, needs_kernels=False),
}
"""`lines` and `thesis` are the engines of the source documents (winning lines; runs of stones), `patterns` our Gomoku
engine; `xiangqi`, `draughts` and `reversi` are our engines for these. All of them take the option `oversight`, in
percent. `xiangqi-classic` and `draughts-classic` are the source documents' engines for these, for matches;
`reversi-greedy` looks no further than its own move."""
