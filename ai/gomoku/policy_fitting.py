"""Fits where the search looks first to the moves of quick games: `python -m ai.gomoku.policy_fitting FILE...`.

The model is a softmax over the points that the search would try (`ai.gomoku.move_order.generate`): each has the sum of
what its mixture of line patterns is worth to the side to move and what the other side's mixture there is. A mixture's
worth is made of a multiple of the hand-set looks, a part for each line, for its class, and one of its own, each pulled
towards nothing so that what is rare keeps to its likes. Positions where a five or a straight four is at hand or a win
is known teach nothing, for there the search is told what to do. In renju black's weights and white's are different.
L-BFGS finds the weights; every tenth game is held out.

`policy.npz` was made by

    for RULE in freestyle standard:
        python -m ai.arena.mill gomoku --variant gomoku-RULE --nodes 500 --games 2000 --seed 1 --files N --out FOLDER
    python -m ai.gomoku.policy_fitting FOLDER/*.npz

with an engine that ordered moves by their looks; N stands in ai/README.md. Rules without files keep the policy of the
file that is changed, or get that of the looks, as renju has it: what was fitted won nothing there.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ai.api import EngineError
from ai.common.control import new_control
from ai.common.kernels import KernelGroup, KernelSet, int16, int64
from ai.common.lbfgs import minimise
from ai.common.weights import UNREADABLE, read_about
from ai.gomoku import kernels
from ai.gomoku import layout as at
from ai.gomoku.board import ARRAYS, GomokuArrays, new_arrays, place, tables_of
from ai.gomoku.move_order import generate
from ai.gomoku.notation import BLACK, RULES
from ai.gomoku.policy import FILE, LARGEST, UNIT, Policy, read_policies, write_policies
from ai.gomoku.selfplay import SIZE
from ai.gomoku.tables import classes_of, looks
from ai.gomoku.weights import FITTED, mixture_of_pattern, mixtures
from ai.version import ShowVersion
from game.rules.gomoku.rows import RowRule

KERNELS = KernelSet()
Floats = NDArray[np.float64]

_HELD_OUT: Final = 10
_BY_LOOKS: Final = 0.02
"""The log of the odds for a point of the hand-set looks, up to `_MOST_LOOKS`: what the fit begins with."""
_MOST_LOOKS: Final = 400
_LOOKS: Final = (2.0, 1.5)
"""What a point of the looks is worth, own and the other's, in the policy of a rule that none was fitted for."""
_SPREADS: Final = (1.0, 1.0, 1.0, 0.5)
"""By how much the parts are expected to differ from what they begin with: the multiple, lines, classes, mixtures."""
_MOST_CHOICES: Final = 15 * 15 * 160
"""Rows that a game can have."""


class PolicyFittingError(Exception):
    """The fit can't be made. One sentence for a person."""


@dataclass(frozen=True, slots=True)
class Choices:
    """The points that could be tried in N positions, R in all, and what was played:

    own     int16 (R,)      the mixture of each for the side to move
    other   int16 (R,)      the mixture for the other side
    first   int64 (N + 1,)  where the points of each position begin; the last entry is R
    played  int64 (N,)      which of the R was played
    sides   int64 (N,)      the side to move
    games   int64 (N,)      the number of the game
    """

    own: NDArray[np.int16]
    other: NDArray[np.int16]
    first: NDArray[np.int64]
    played: NDArray[np.int64]
    sides: NDArray[np.int64]
    games: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.played)


@dataclass(frozen=True, slots=True)
class FittedPolicy:
    """A policy and, of games held out, the mean loss (in nats) and the share of moves that it puts first, for the
    hand-set looks and for the policy."""

    policy: Policy
    looks: tuple[float, float]
    fitted: tuple[float, float]


@KERNELS.kernel(int64(ARRAYS, int16[::1], int16[::1], int16[::1], int16[::1], int16[::1], int64[:, ::1]))
def note_choices(
    a: GomokuArrays,
    moves: NDArray[np.int16],
    scores: NDArray[np.int16],
    by_pattern: NDArray[np.int16],
    own: NDArray[np.int16],
    other: NDArray[np.int16],
    positions: NDArray[np.int64],
) -> int:
    """Play a game on an empty board and write the mixtures of all points that could be tried; `positions` gets for each
    position where its points begin, which of them was played, and the side. Gives the number of positions."""
    state = a.state
    rows = 0
    noted = 0
    for ply in range(len(moves)):
        side = ply & 1
        mine = at.COUNTS + side * at.CLASSES
        theirs = at.COUNTS + (1 - side) * at.CLASSES
        forced = state[mine + at.WINS] + state[theirs + at.WINS]
        forced += state[mine + at.WINNING_FOUR] + state[theirs + at.WINNING_FOUR]
        # NO_SCORE, of random stones, is beyond all of them
        if forced == 0 and abs(int64(scores[ply])) < at.MATE_IN_MAX:
            count = generate(a, side, 0, 0, 0)
            positions[noted, 0] = rows
            positions[noted, 1] = -1
            positions[noted, 2] = side
            for index in range(count):
                point = int64(state[at.MOVES + index]) & 1023
                record = point * at.RECORD + at.PATTERN
                own[rows + index] = by_pattern[state[record + side]]
                other[rows + index] = by_pattern[state[record + 1 - side]]
                if point == moves[ply]:
                    positions[noted, 1] = rows + index
            if positions[noted, 1] >= 0:
                noted += 1
                rows += count
        place(a, int64(moves[ply]), side)
    positions[noted, 0] = rows
    return noted


ALL = KernelGroup(*kernels.MODULES, sys.modules[__name__])


def read_choices(path: Path, first_game: int = 0) -> tuple[RowRule, Choices, dict[str, Any]]:
    """The rule of a file of the mill, its choices, their games counted from `first_game` on, and how the file was made.
    Raises PolicyFittingError."""
    try:
        with np.load(path, allow_pickle=False) as file:
            about: dict[str, Any] = json.loads(str(file["about"]))
            moves, scores, first = file["moves"], file["scores"], file["first"]
            if about.get("variant") not in RULES:
                raise PolicyFittingError(f"{path} holds no games of Gomoku")
    except UNREADABLE as error:
        raise PolicyFittingError(f"cannot read {path}: {error}") from error
    rule = RULES[about["variant"]]
    return rule, choices_of(rule, moves, scores, first, first_game), about


def choices_of(
    rule: RowRule,
    moves: NDArray[np.int16],
    scores: NDArray[np.int16],
    first: NDArray[np.int64],
    first_game: int = 0,
) -> Choices:
    """The choices of games as `ai.gomoku.selfplay.play_games` gives them."""
    by_pattern = mixture_of_pattern()
    own, other = np.zeros((2, _MOST_CHOICES), np.int16)
    positions = np.zeros((SIZE * SIZE, 3), np.int64)
    parts: list[tuple[NDArray[Any], ...]] = []
    rows = 0
    for game, (begin, end) in enumerate(pairwise(first.tolist()), first_game):
        board = new_arrays(tables_of(rule), SIZE, new_control(), np.zeros(4, np.int64))
        noted = note_choices(board, moves[begin:end], scores[begin:end], by_pattern, own, other, positions)
        seen, used = positions[:noted], int(positions[noted, 0])
        games = np.full(noted, game)
        parts.append(
            (own[:used].copy(), other[:used].copy(), seen[:, 0] + rows, seen[:, 1] + rows, seen[:, 2].copy(), games)
        )
        rows += used
    columns = [np.concatenate([part[index] for part in parts]) for index in range(6)]
    columns[2] = np.append(columns[2], rows)
    return Choices(*columns)


def joined_choices(parts: Sequence[Choices]) -> Choices:
    """All choices in a row."""
    begins = np.cumsum([0, *(len(part.own) for part in parts)])
    return Choices(
        np.concatenate([part.own for part in parts]),
        np.concatenate([part.other for part in parts]),
        np.append(
            np.concatenate([part.first[:-1] + begin for part, begin in zip(parts, begins, strict=False)]), begins[-1]
        ),
        np.concatenate([part.played + begin for part, begin in zip(parts, begins, strict=False)]),
        np.concatenate([part.sides for part in parts]),
        np.concatenate([part.games for part in parts]),
    )


def _part_of(choices: Choices, kept: NDArray[np.bool_]) -> Choices:
    lengths = np.diff(choices.first)
    rows = np.repeat(kept, lengths)
    first = np.concatenate([[0], np.cumsum(lengths[kept])])
    played = (choices.played - choices.first[:-1])[kept] + first[:-1]
    return Choices(choices.own[rows], choices.other[rows], first, played, choices.sides[kept], choices.games[kept])


def by_looks(rule: RowRule) -> Policy:
    """The policy of the hand-set looks: a third more for the own than for what is taken from the other side."""
    tables = [_LOOKS[index & 1] * _looks_of(rule, index) for index in range(4)]
    whole = [np.rint(np.minimum(table, LARGEST)).astype(np.int16) for table in tables]
    return Policy(np.stack(whole[0::2]), np.stack(whole[1::2]))


def _classes_of(rule: RowRule, index: int) -> NDArray[np.int32]:
    """The classes of mixtures for one of the tables (black's own, the other's for black, white's own, ...)."""
    return classes_of(mixtures().T, strict=rule is RowRule.RENJU and (BLACK, 1, 1, BLACK)[index] == BLACK)


def _looks_of(rule: RowRule, index: int) -> NDArray[np.int32]:
    shown = looks(mixtures().T, _classes_of(rule, index))
    return np.where(_classes_of(rule, index) == at.FORBIDDEN, 0, shown)


class _PolicyModel:
    """Four tables of mixtures (black's own, the other's for black, white's own, the other's for white; two that serve
    for both where the colours are equal) and the numbers that they are made of, scaled to be expected near 1."""

    def __init__(self, rule: RowRule) -> None:
        self.times = 2 if rule is RowRule.RENJU else 1
        lines = mixtures().T
        self._designs = []
        for index in range(2 * self.times):
            kinds = _classes_of(rule, index)
            shown = np.minimum(looks(lines, kinds), _MOST_LOOKS) * _BY_LOOKS
            counted = [(lines == made).sum(axis=0) for made in range(1, at.FIVE + 1)]
            classed = [kinds == kind for kind in range(1, at.CLASSES)]
            parts = [shown[None], np.stack(counted), np.stack(classed)]
            self._designs.append(np.vstack([s * p for s, p in zip(_SPREADS, parts, strict=False)]).T)
        self._shared = self._designs[0].shape[1]
        self.start = np.zeros((2 * self.times, self._shared + lines.shape[1]))
        self.start[:, 0] = 1

    def tables(self, numbers: Floats) -> Floats:
        """The tables, flat: float64[2 * times * MIXTURES]."""
        rows = numbers.reshape(self.start.shape)
        made = [
            d @ row[: self._shared] + _SPREADS[3] * row[self._shared :]
            for d, row in zip(self._designs, rows, strict=True)
        ]
        return np.concatenate(made)

    def slope(self, tables: Floats) -> Floats:
        """The slope by the numbers for one by the tables."""
        rows = tables.reshape(2 * self.times, -1)
        made = [np.concatenate([d.T @ row, _SPREADS[3] * row]) for d, row in zip(self._designs, rows, strict=True)]
        return np.concatenate(made)

    def cells(self, choices: Choices) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """For each point its places in the tables: the own mixture's and the other's."""
        count = len(mixtures())
        block = np.repeat(choices.sides * (2 * count if self.times == 2 else 0), np.diff(choices.first))
        return choices.own + block, choices.other + block + count


def _judge(
    tables: Floats, choices: Choices, cells: tuple[NDArray[np.int64], NDArray[np.int64]]
) -> tuple[Floats, Floats]:
    """The loss of each position, and the chance of each point."""
    worth = tables[cells[0]] + tables[cells[1]]
    begins, lengths = choices.first[:-1], np.diff(choices.first)
    worth -= np.repeat(np.maximum.reduceat(worth, begins), lengths)
    odds = np.exp(worth)
    sums = np.add.reduceat(odds, begins)
    return np.log(sums) - worth[choices.played], odds / np.repeat(sums, lengths)


def fit_policy(choices: Choices, rule: RowRule, rounds: int) -> FittedPolicy:
    """The policy by which the moves of these games are likeliest, as far as `rounds` rounds find it."""
    model = _PolicyModel(rule)
    held_out = choices.games % _HELD_OUT == 0
    learnt, held = _part_of(choices, ~held_out), _part_of(choices, held_out)
    cells = model.cells(learnt)

    def value_and_slope(numbers: Floats) -> tuple[float, Floats]:
        losses, chances = _judge(model.tables(numbers), learnt, cells)
        chances[learnt.played] -= 1
        size = 2 * model.times * len(mixtures())
        own, other = (np.bincount(each, chances, size).astype(np.float64) for each in cells)
        away = numbers - model.start.reshape(-1)
        value = losses.sum() + away @ away / 2
        return float(value) / len(learnt), (model.slope(own + other) + away) / len(learnt)

    found = minimise(value_and_slope, model.start.reshape(-1), rounds)
    return FittedPolicy(
        _rounded(model.tables(found).reshape(2 * model.times, -1), learnt),
        *(_told(model.tables(each), held, model) for each in (model.start.reshape(-1), found)),
    )


def _told(tables: Floats, held: Choices, model: _PolicyModel) -> tuple[float, float]:
    losses, chances = _judge(tables, held, model.cells(held))
    most = np.maximum.reduceat(chances, held.first[:-1])
    return float(losses.mean()), float((chances[held.played] >= most).mean())


def _rounded(tables: Floats, choices: Choices) -> Policy:
    """The policy in whole units, shifted so that what is met most often is worth about nothing."""
    usual = [np.bincount(each, minlength=tables.shape[1]).argmax() for each in (choices.own, choices.other)]
    rows = [tables[index] - tables[index, usual[index & 1]] for index in range(len(tables))]
    whole = [np.rint(np.clip(UNIT * row, -LARGEST, LARGEST)).astype(np.int16) for row in (rows * 2)[:4]]
    return Policy(np.stack(whole[0::2]), np.stack(whole[1::2]))


def _parser() -> argparse.ArgumentParser:
    told = (__doc__ or "").partition("\n")[0]
    parser = argparse.ArgumentParser(prog="python -m ai.gomoku.policy_fitting", description=told)
    parser.add_argument("--version", action=ShowVersion)
    parser.add_argument("files", nargs="+", type=Path, help="of python -m ai.arena.mill gomoku")
    parser.add_argument("--rounds", type=int, default=40, help="at most (40)")
    parser.add_argument("--out", type=Path, default=FILE, help="the file to change, or make (default: the engine's)")
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; gives the exit status."""
    options = _parser().parse_args(arguments)
    try:
        _run(options)
    except (PolicyFittingError, EngineError, OSError) as error:
        sys.stderr.write(f"{error}\n")
        return 1
    return 0


def _run(options: argparse.Namespace) -> None:
    for _ in ALL.compile():
        pass
    policies, about = {rule: by_looks(rule) for rule in FITTED}, {}
    if options.out.exists():
        policies, about = read_policies(options.out), read_about(options.out)
    games: dict[RowRule, list[tuple[Choices, dict[str, Any]]]] = {}
    number = 0
    for path in options.files:
        rule, choices, made = read_choices(path, number)
        number += int(made.get("games", 0))
        games.setdefault(rule, []).append((choices, made))
    for rule, parts in sorted(games.items()):
        choices = joined_choices([part for part, _ in parts])
        fitted = fit_policy(choices, rule, options.rounds)
        policies[rule] = fitted.policy
        reached = {
            "positions": len(choices),
            "held_out_loss": round(fitted.fitted[0], 4),
            "held_out_first": round(fitted.fitted[1], 4),
            "looks_loss": round(fitted.looks[0], 4),
            "looks_first": round(fitted.looks[1], 4),
        }
        about[rule.name.lower()] = reached | {"files": [made for _, made in parts]}
        told = ", ".join(f"{name.replace('_', ' ')} {worth:,}" for name, worth in reached.items())
        sys.stdout.write(f"{rule.name.lower()}: {told}\n")
    write_policies(options.out, policies, about)


if __name__ == "__main__":
    sys.exit(main())
