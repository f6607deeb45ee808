"""What is said of tournaments: names, points, times, ends of games, and the crosstable as text."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from datetime import datetime

from game.rules.registry import variants_of
from game.tournament.plan import TournamentPlan
from game.tournament.standings import Strength, TournamentStandings
from game.tournament.state import PlayedGame, TournamentState
from game.ui.scenes.library.words import readable_level
from game.ui.scenes.names import moment_of
from game.ui.stage.language import Language


def player_names(t: Language, plan: TournamentPlan) -> tuple[str, ...]:
    """The players as people read them, by place in the plan."""
    return tuple(readable_level(t, name) for name in plan.players)


def title_of(t: Language, plan: TournamentPlan) -> str:
    """What a tournament is called: by its game."""
    return t("tournament.heading", game=t(f"common.{plan.rules.game}"))


def rules_of(t: Language, plan: TournamentPlan) -> str:
    """The rules, where the game has several; else empty."""
    return t(f"levels.{plan.variant}") if len(variants_of(plan.rules.game)) > 1 else ""


def when_begun(t: Language, state: TournamentState, now: datetime) -> str:
    """When a tournament was begun; empty where its file does not say."""
    begun = moment_of(t, state.begun, now)
    return t("tournament.begun", when=begun) if begun else ""


def points_text(points: float) -> str:
    """Points as in crosstables: `0`, `½`, `2½`."""
    whole, half = int(points), points != int(points)
    return (str(whole) if whole or not half else "") + ("½" if half else "")


def elo_text(strength: Strength) -> str:
    """A rating with its error, as `+120 ±85`."""
    return f"{signed(strength.elo)} ±{strength.error:.0f}"


def signed(elo: float) -> str:
    """A distance from the average: `+120`, `-35`, `0`."""
    whole = round(elo)
    return f"{whole:+d}".replace("-", "−") if whole else "0"


def time_left(t: Language, seconds: float) -> str:
    """About how much time is left: minutes, from two hours on hours too."""
    minutes = round(seconds / 60)
    if minutes < 1:
        return t("tournament.left_short")
    if minutes < 120:
        return t("tournament.left", time=t("tournament.duration_minutes", n=minutes))
    return t("tournament.left", time=t("tournament.duration_hours", h=minutes // 60, m=minutes % 60))


def end_words(t: Language, game: PlayedGame) -> str:
    """Why a game ended."""
    own = f"tournament.by_{game.end}"
    return t(own if t.has(own) else f"library.by_{game.end}")


def result_text(game: PlayedGame) -> str:
    """The result as in tables: who played FIRST comes first."""
    return {None: "½-½", 0: "1-0", 1: "0-1"}[game.winner]


def fault_words(t: Language, plan: TournamentPlan, players: tuple[int, int], game: PlayedGame) -> str:
    """Why a game was forfeited, and by whom; empty where it was not."""
    fault = game.fault
    if fault is None or game.winner is None:
        return ""
    known = fault.code and t.has(f"notice.{fault.code}")
    why = t(f"notice.{fault.code}", **fault.values) if known else fault.message
    name = readable_level(t, plan.players[players[1 - game.winner]])
    return t("tournament.fault", n=game.number + 1, name=name, why=why)


def pair_words(t: Language, standing: TournamentStandings, pair: tuple[int, int]) -> str:
    """What a player got against another one, or, where both are the same, against all."""
    names = player_names(t, standing.plan)
    one, other = pair
    score = standing.total(one) if one == other else standing.score(one, other)
    if one != other and not score.games:
        return t("tournament.pair_none", one=names[one], other=names[other])
    return t(
        "tournament.total_score" if one == other else "tournament.pair_score", one=names[one], other=names[other],
        points=points_text(score.points), games=score.games, won=score.won, drawn=score.drawn, lost=score.lost,
    )  # fmt: skip


def table_text(t: Language, standing: TournamentStandings) -> str:
    """The crosstable as lines of text for other programs, the best player first, in columns for a font of fixed
    width."""
    names = player_names(t, standing.plan)
    order, strengths = standing.order, standing.strengths
    head = ["", t("tournament.column_player"), t("tournament.column_points"), t("tournament.column_elo"), "±"]
    rows = [[*head, *(str(place + 1) for place in range(len(order)))]]
    for place, one in enumerate(order):
        total = standing.total(one)
        strength = strengths[one] if strengths is not None else None
        rows.append(
            [
                str(place + 1),
                names[one],
                f"{points_text(total.points)}/{total.games}",
                signed(strength.elo) if strength else "",
                f"{strength.error:.0f}" if strength else "",
                *(_cell_text(standing, one, other) for other in order),
            ]
        )
    widths = [max(_width(row[column]) for row in rows) for column in range(len(rows[0]))]
    title = t("common.list_separator").join(filter(None, (title_of(t, standing.plan), rules_of(t, standing.plan))))
    lines = [title, "", *("  ".join(_padded(row, widths)).rstrip() for row in rows)]
    return "\n".join(lines) + "\n"


def _cell_text(standing: TournamentStandings, one: int, other: int) -> str:
    if one == other:
        return "*"
    score = standing.score(one, other)
    return f"{points_text(score.points)}/{score.games}" if score.games else "-"


def _padded(row: Sequence[str], widths: Sequence[int]) -> list[str]:
    """The name is set to the left, everything else to the right."""
    gaps = [" " * (width - _width(text)) for text, width in zip(row, widths, strict=True)]
    return [text + gap if column == 1 else gap + text for column, (text, gap) in enumerate(zip(row, gaps, strict=True))]


def _width(text: str) -> int:
    """Columns that a text takes: a Chinese character two."""
    return sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in text)
