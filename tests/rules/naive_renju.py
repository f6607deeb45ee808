"""A second opinion on renju's forbidden moves: the definitions of RIF 9.2 and 9.3 spelled out over sets of points.

Where the rules look at the cells of a line around a point, this enumerates every group of four or five neighbours on
the board that could matter. Slow, and with no code in common.
"""

from __future__ import annotations

Point = tuple[int, int]
DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))


class NaiveBoard:
    """Stones as two sets of (column, row)."""

    def __init__(self, size: int, black: frozenset[Point], white: frozenset[Point]) -> None:
        self.size, self.black, self.white = size, black, white

    def with_black(self, *points: Point) -> NaiveBoard:
        return NaiveBoard(self.size, self.black | set(points), self.white)

    def is_empty(self, point: Point) -> bool:
        on_board = 0 <= point[0] < self.size and 0 <= point[1] < self.size
        return on_board and point not in self.black and point not in self.white

    def groups(self, point: Point, direction: Point, length: int) -> list[list[Point]]:
        """All straight groups of this many neighbours with `point` among them, on the board or not."""
        (x, y), (dx, dy) = point, direction
        return [[(x + (at - back) * dx, y + (at - back) * dy) for at in range(length)] for back in range(length)]

    def is_exact_five(self, group: list[Point], direction: Point) -> bool:
        """Whether the five neighbours are black and the row ends with them."""
        dx, dy = direction
        ends = {(group[0][0] - dx, group[0][1] - dy), (group[-1][0] + dx, group[-1][1] + dy)}
        return self.black.issuperset(group) and not ends & self.black

    def makes_five(self, point: Point) -> bool:
        after = self.with_black(point)
        return any(after.is_exact_five(group, way) for way in DIRECTIONS for group in self.groups(point, way, 5))

    def makes_overline(self, point: Point) -> bool:
        after = self.with_black(point)
        return any(after.black.issuperset(group) for way in DIRECTIONS for group in self.groups(point, way, 6))

    def fours(self, point: Point, direction: Point) -> set[frozenset[Point]]:
        """The different fours of a line that a stone on `point` is part of."""
        after = self.with_black(point)
        found = set()
        for group in self.groups(point, direction, 5):
            empty = [each for each in group if after.is_empty(each)]
            if len(empty) == 1 and after.with_black(empty[0]).is_exact_five(group, direction):
                found.add(frozenset(group) - {empty[0]})
        return found

    def is_straight_four(self, group: list[Point], direction: Point) -> bool:
        """Whether four neighbours are black and a stone on either end makes an exact five."""
        dx, dy = direction
        low, high = (group[0][0] - dx, group[0][1] - dy), (group[-1][0] + dx, group[-1][1] + dy)
        return (
            self.black.issuperset(group)
            and self.is_empty(low)
            and self.is_empty(high)
            and self.with_black(low).is_exact_five([low, *group], direction)
            and self.with_black(high).is_exact_five([*group, high], direction)
        )

    def makes_three(self, point: Point, direction: Point, depth: int | None) -> bool:
        after = self.with_black(point)
        if self.fours(point, direction):
            return False
        for group in self.groups(point, direction, 4):
            missing = [each for each in group if each not in after.black]
            if len(missing) != 1 or not after.is_empty(missing[0]):
                continue
            fourth = missing[0]
            if not after.with_black(fourth).is_straight_four(group, direction):
                continue
            if after.makes_five(fourth):
                continue
            if depth == 0 or after.foul(fourth, None if depth is None else depth - 1) is None:
                return True
        return False

    def foul(self, point: Point, depth: int | None = None) -> str | None:
        """Why Black may not take an empty point. `depth` bounds how many levels of the fourth stone's own legality are
        looked into; None is the rule as it stands, 0 takes every three for real."""
        if self.makes_five(point):
            return None
        if self.makes_overline(point):
            return "overline"
        if sum(len(self.fours(point, way)) for way in DIRECTIONS) >= 2:
            return "double-four"
        if sum(self.makes_three(point, way, depth) for way in DIRECTIONS) >= 2:
            return "double-three"
        return None

    def forbidden(self, depth: int | None = None) -> dict[Point, str]:
        points = [(x, y) for y in range(self.size) for x in range(self.size)]
        fouls = {point: self.foul(point, depth) for point in points if self.is_empty(point)}
        return {point: foul for point, foul in fouls.items() if foul}
