"""The moves of draughts: steps, and captures followed square by square to their end.

A captured piece stands until the whole move is made: it is not jumped twice and still blocks the way, while the square
that the capturing piece came from is empty (FMJD Official Rules, article 4).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from game.rules.draughts.board import EMPTY, Cells, Crowning, Ruleset, colour_at, forward, is_king, piece


@dataclass(frozen=True, slots=True)
class IndexedMove:
    """One move by indices: where it goes through (origin and target alone where nothing is captured, else also every
    square on which the piece lands between), what it takes, and whether a man is crowned."""

    route: tuple[int, ...]
    taken: frozenset[int] = frozenset()
    crowned: bool = False

    @property
    def origin(self) -> int:
        """Where it begins."""
        return self.route[0]

    @property
    def target(self) -> int:
        """Where it ends."""
        return self.route[-1]


def all_captures(rules: Ruleset, cells: Cells, colour: int) -> tuple[IndexedMove, ...]:
    """Every capture that is complete, by every route, also those that take less than others."""
    found: list[IndexedMove] = []
    man, king = piece(colour, False), piece(colour, True)
    other_man, other_king = piece(1 - colour, False), piece(1 - colour, True)
    jumps = rules.jumps[colour]
    for origin, value in enumerate(cells):
        if value == man:  # most have nothing to take, and need not be followed
            for over, landing in jumps[origin]:
                if (cells[over] == other_man or cells[over] == other_king) and not cells[landing]:
                    break
            else:
                continue
        elif value != king:
            continue
        found.extend(_from(rules, cells, colour, (origin,), frozenset(), value == king))
    return tuple(found)


def quiet_step(rules: Ruleset, cells: Cells, colour: int, origin: int, target: int) -> IndexedMove | None:
    """The one of `quiet_steps` with these ends; None if there is none."""
    value = cells[origin]
    if colour_at(value) != colour:
        return None
    king = is_king(value)
    for direction in range(4) if king else forward(colour):
        ray = rules.rays[origin][direction]
        if target not in (ray if king and rules.kings_fly else ray[:1]):
            continue
        if any(cells[between] for between in ray[: ray.index(target) + 1]):
            return None
        return IndexedMove((origin, target), crowned=not king and rules.is_crowning(target, colour))
    return None


def legal_captures(rules: Ruleset, captures: tuple[IndexedMove, ...]) -> tuple[IndexedMove, ...]:
    """Those of `all_captures` that may be played, by every route."""
    if not rules.majority or not captures:
        return captures
    most = max(len(step.taken) for step in captures)
    return tuple(step for step in captures if len(step.taken) == most)


def distinct(steps: tuple[IndexedMove, ...]) -> tuple[IndexedMove, ...]:
    """One step for each move, by route: what has the same ends and takes the same pieces is one move."""
    if not any(step.taken for step in steps):
        return tuple(sorted(steps, key=lambda step: step.route))  # each has its own ends
    chosen: dict[tuple[int, int, frozenset[int], bool], IndexedMove] = {}
    for step in sorted(steps, key=lambda step: step.route):
        chosen.setdefault((step.origin, step.target, step.taken, step.crowned), step)
    return tuple(chosen.values())


def quiet_steps(rules: Ruleset, cells: Cells, colour: int) -> Iterator[IndexedMove]:
    """The moves without a capture, whether or not there is one."""
    for origin, value in enumerate(cells):
        if colour_at(value) != colour:
            continue
        king = is_king(value)
        for direction in range(4) if king else forward(colour):
            for target in rules.rays[origin][direction]:
                if cells[target] != EMPTY:
                    break
                yield IndexedMove((origin, target), crowned=not king and rules.is_crowning(target, colour))
                if not (king and rules.kings_fly):
                    break


def _from(
    rules: Ruleset, cells: Cells, colour: int, route: tuple[int, ...], taken: frozenset[int], king: bool
) -> Iterator[IndexedMove]:
    """The complete captures that go on from the end of a route; nothing where the piece can't go on."""
    origin = route[0]
    was_king = is_king(cells[origin])
    for jumped, landings in _jumps(rules, cells, colour, route, taken, king):
        now = taken | {jumped}
        further: list[IndexedMove] = []
        for landing in landings:
            crowned = king or (rules.crowning is not Crowning.AT_END and rules.is_crowning(landing, colour))
            if crowned and not king and rules.crowning is Crowning.ENDS_MOVE:
                continue
            further.extend(_from(rules, cells, colour, (*route, landing), now, crowned))
        if further:
            yield from further
            continue
        for landing in landings:
            yield IndexedMove((*route, landing), now, not was_king and (king or rules.is_crowning(landing, colour)))


def _jumps(
    rules: Ruleset, cells: Cells, colour: int, route: tuple[int, ...], taken: frozenset[int], king: bool
) -> Iterator[tuple[int, list[int]]]:
    """The pieces that can be jumped next, each with the squares to land on."""
    flies = king and rules.kings_fly
    ways = range(4) if king or rules.men_capture_backwards else forward(colour)
    for direction in ways:
        ray = rules.rays[route[-1]][direction]
        nth = 0
        while flies and nth < len(ray) and _is_empty(cells, route[0], ray[nth]):
            nth += 1
        if nth >= len(ray) or ray[nth] in taken or colour_at(cells[ray[nth]]) != 1 - colour:
            continue
        landings = []
        for landing in ray[nth + 1 :]:
            if not _is_empty(cells, route[0], landing):
                break
            landings.append(landing)
            if not flies:
                break
        if landings:
            yield ray[nth], landings


def _is_empty(cells: Cells, origin: int, index: int) -> bool:
    return cells[index] == EMPTY or index == origin
