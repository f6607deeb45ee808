"""What a form of files can say of a game beside its moves, and what of a record would be lost in it: whoever writes a
game asks before."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator
from dataclasses import dataclass, replace
from typing import Final

from game.records.fault import Fault, fault
from game.records.record import AT_THE_TABLE, Record
from game.records.tree import GameNode, GameTree


class _All:
    """A container of everything."""

    def __contains__(self, _: object) -> bool:
        return True


ALL: Final[Container[object]] = _All()
NONE: Final[Container[object]] = frozenset()


def _every(_: str) -> bool:
    return True


def _nothing(_: Record) -> Container[object]:
    return NONE


def _none(_: Record) -> int:
    return 0


@dataclass(frozen=True, slots=True)
class FormSays:
    """What a form can say. `comments` is how many it can have after a move (None: any number), `root_comments` how many
    of the game where that is few; more are joined into one. `before` is where it can have some before a move: nowhere,
    at the first move of variations, anywhere. `root` are the kinds that it can say of the game as a whole as well.
    `glyphs` and `shapes` (kinds) are those that it knows, `scores` are values, with or without `depths`, `signatures`
    those of both sides of a game with somebody elsewhere. `misses` gives which of `players`, `event`, `date`, `result`
    and `rules` of a record it can't tell, `cut` counts its texts that are too long."""

    variations: bool = True
    comments: int | None = None
    root_comments: int = 1
    before: str = "anywhere"
    root: Container[object] = ALL
    glyphs: Container[object] = ALL
    times: bool = True
    clocks: bool = True
    scores: bool = True
    mates: bool = True
    depths: bool = True
    shapes: Container[object] = ALL
    colours: bool = True
    headers: Callable[[str], bool] = _every
    properties: Callable[[str], bool] = _every
    signatures: bool = False
    misses: Callable[[Record], Container[object]] = _nothing
    cut: Callable[[Record], int] = _none


EVERYTHING: Final = FormSays(signatures=True)
MOVES_ALONE: Final = FormSays(
    variations=False, comments=0, before="nowhere", root=NONE, glyphs=NONE, times=False, clocks=False, scores=False,
    mates=False, depths=False, shapes=NONE, colours=False, headers=lambda name: False, properties=lambda name: False,
)  # fmt: skip
FACTS: Final = frozenset({"players", "event", "date", "result"})


def moves_of(usual: str) -> FormSays:
    """What lists of moves can say, of which those who read them take the game for one of the variant of that name."""
    return replace(MOVES_ALONE, misses=lambda record: FACTS if record.variant == usual else FACTS | {"rules"})


def rules_of(usual: str) -> Callable[[Record], Container[object]]:
    """What a form misses that tells all but the rules, for which those of the variant of that name are taken."""
    return lambda record: NONE if record.variant == usual else {"rules"}


def unsaid(record: Record, says: FormSays) -> tuple[Fault, ...]:
    """What of a record a form can't say, each kind with how often; empty where nothing is lost."""
    counts = dict.fromkeys(_KINDS, 0)
    tree = record.tree
    if not says.variations:
        counts["variations"] = tree.variations
    for index, node in enumerate(tree.nodes):
        if says.variations or tree.plies[index] == index:  # else it is gone with its variation
            for kind in _lost(node, says, index, tree):
                counts[kind] += 1
    counts["signatures"] = bool(record.proof) and not says.signatures
    counts["headers"] = sum(not says.headers(name) for name in record.headers)
    counts["cut"] = says.cut(record)
    missed = says.misses(record)
    counts.update((fact, fact in missed) for fact in _facts(record))
    return tuple(_KINDS[kind](count) for kind, count in counts.items() if count)


def _facts(record: Record) -> Iterator[str]:
    """Which facts a record tells that its moves don't."""
    yield "rules"
    if any(seat.name for seat in record.seats):
        yield "players"
    if record.event:
        yield "event"
    if record.date:
        yield "date"
    if record.result is not None and record.result.termination in AT_THE_TABLE:
        yield "result"


def _lost(node: GameNode, says: FormSays, index: int, tree: GameTree) -> Iterator[str]:
    is_first = index > 0 and tree.children(tree.parent(index))[0] != index
    may_stand_before = says.before == "anywhere" or (says.before == "variations" and is_first)
    said = len(node.comments) + len(node.before)
    if says.comments == 0:
        yield from ["comments"] * said
    elif (node.before and not may_stand_before) or (
        says.comments == 1 and len(node.comments) > (1 if index else says.root_comments)
    ):
        yield "joined"
    yield from _lost_notes(node, says)
    if not index:
        told = {"glyphs": node.glyphs, "shapes": node.shapes, "properties": node.properties, "times": node.used_s}
        told |= {"clocks": node.clock_s is not None, "scores": node.score}
        yield from (kind for kind, value in told.items() if value and kind not in says.root)


def _lost_notes(node: GameNode, says: FormSays) -> Iterator[str]:
    """What is said about a node beside words."""
    yield from ("glyphs" for glyph in node.glyphs if glyph not in says.glyphs)
    yield from ("shapes" for shape in node.shapes if shape.kind not in says.shapes)
    if not says.colours:
        yield from ("colours" for shape in node.shapes if shape.kind in says.shapes and shape.colour)
    yield from ("properties" for name, _ in node.properties if not says.properties(name))
    if node.used_s and not says.times:
        yield "times"
    if node.clock_s is not None and not says.clocks:
        yield "clocks"
    if node.score is not None:
        is_said = says.mates if node.score.mate is not None else says.scores
        if not is_said or (node.score.depth and not says.depths):
            yield "scores"


_KINDS: Final[dict[str, Callable[[int], Fault]]] = {
    "variations": lambda count: fault("unsaid-variations", count=count),
    "comments": lambda count: fault("unsaid-comments", count=count),
    "joined": lambda count: fault("joined-comments", count=count),
    "glyphs": lambda count: fault("unsaid-glyphs", count=count),
    "times": lambda count: fault("unsaid-times", count=count),
    "clocks": lambda count: fault("unsaid-clocks", count=count),
    "scores": lambda count: fault("unsaid-scores", count=count),
    "shapes": lambda count: fault("unsaid-shapes", count=count),
    "colours": lambda count: fault("unsaid-colours", count=count),
    "cut": lambda count: fault("cut-texts", count=count),
    "signatures": lambda count: fault("unsaid-signatures"),
    "headers": lambda count: fault("unsaid-headers", count=count),
    "properties": lambda count: fault("unsaid-properties", count=count),
    "rules": lambda count: fault("unsaid-rules"),
    "players": lambda count: fault("unsaid-players"),
    "event": lambda count: fault("unsaid-event"),
    "date": lambda count: fault("unsaid-date"),
    "result": lambda count: fault("unsaid-result"),
}
