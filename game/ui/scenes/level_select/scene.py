"""The level select as a scene: the opponents at the left, the panel at the right, the mode above it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pygame

from game.progress.challenges import SETS
from game.rules.core import FREE_OPENING, Position, Side
from game.rules.handicaps import NO_HANDICAP, handicapped, usual_giver
from game.storage.settings import Blindfold
from game.tables.opponents import Opponent, Preparation, Readiness
from game.ui.paint.canvas import Canvas
from game.ui.paint.text import Face
from game.ui.paint.theme import BODY, CAPTION, CARD_RADIUS
from game.ui.scenes.arcade.climb import Climb
from game.ui.scenes.keyed import Act, KeyedScene
from game.ui.scenes.level_select.draft import CUSTOM, PROGRAMS, Draft
from game.ui.scenes.level_select.examples import opening_of
from game.ui.scenes.level_select.opponents import OpponentEntry, OpponentList
from game.ui.scenes.level_select.panel import Panel, boxes, handicap_help, has_handicap_row
from game.ui.scenes.match.ahead import make_match_ahead
from game.ui.scenes.match.blindfold import form_entries
from game.ui.scenes.names import level_about, level_name
from game.ui.scenes.page import back_button, draw_footer, draw_header, header_top, is_compact, measure
from game.ui.scenes.pictures import Pictures, emblem_mark
from game.ui.stage.navigator import LEARN, MATCH, PROOF, SETUP, SOLVED, STORY, TOURNAMENTS
from game.ui.stage.overlays import ListEntry as Choosable
from game.ui.stage.overlays import Popup
from game.ui.stage.stage import Stage
from game.ui.widgets.base import Widget
from game.ui.widgets.buttons import Button, SquareButton
from game.ui.widgets.choices import Segment, Segmented
from game.ui.widgets.pick_list import RAIL

_BESIDE_GAP = 6.0
"""Between the buttons beside the title."""


@dataclass(frozen=True, slots=True)
class _Way:
    """The button beside the title: its name, icon, text and help, where it leads, and the action whose key does so
    too."""

    name: str
    icon: str
    label: str
    help: str
    leads: Callable[[], None]
    action: str = ""


class LevelSelect(KeyedScene):
    """Chooses the terms of a game. Up and Down choose the opponent, Enter starts, L teaches the rules, C leads to the
    challenges, W to the proof who wins, Escape goes back."""

    scope = "levels"

    def __init__(self, stage: Stage, game: str) -> None:
        super().__init__(stage)
        self._draft = Draft(stage, game, self.layout)
        self._pictures = Pictures(stage)
        self._area = pygame.FRect(0, 0, 0, 0)
        self._left = pygame.FRect(0, 0, 0, 0)
        self._list: OpponentList | None = None
        self._panel: Panel | None = None
        self._preparation: Preparation | None = None
        """How far the engines were prepared when the list was made: who can play depends on it."""
        self._climb = Climb(stage, game, self.layout)

    @property
    def _is_arcade(self) -> bool:
        """Whether the ladder is shown."""
        return self._draft.choice.mode == "arcade" and self._climb.is_there

    def opened(self) -> None:
        """Whoever comes to a game for the first time is told it."""
        if self._draft.game not in self.stage.settings.stories:
            self.stage.go(STORY, self._draft.game)

    def uncovered(self) -> None:
        """There may be more stars now."""
        self._climb.look()
        self.layout()

    def layout(self) -> None:
        """List or board at the left, panel at the right."""
        area, self._left, box = boxes(self.size)
        self._area = area
        challenges = [] if self._is_arcade else self._beside_title()  # the ladder has a way to them of its own
        above = [self._mode(box), *self._handicap(box), *challenges, self._learn(box), self._blindfold(box)]
        widgets = [*self._below(box), *above]
        back = back_button(self.stage, area, self.size, self.close)
        self.widgets.replace([*widgets, back])
        if self._is_arcade:
            self._climb.expect()
        else:
            self._draft.expect()
        make_match_ahead(self.stage, self._draft.variant)
        if self.widgets.focus is None:
            self.widgets.focus_on("rungs" if self._is_arcade else "opponents" if self._list else "start")

    def _below(self, box: pygame.FRect) -> list[Widget]:
        """What is to be chosen under the mode."""
        before, self._list, self._panel = self._list, None, None
        if self._is_arcade:
            return self._climb.widgets(self._left, box)
        panel = self._panel = Panel(self.stage, self._draft, self._pictures, box, self._start)
        if self._draft.choice.mode == "two":
            return panel.widgets()
        self._list = self._opponents()
        self._list.follow(before)
        return [self._list, *panel.widgets()]

    def _opponents(self) -> OpponentList:
        draft = self._draft
        self._preparation = self.stage.services.tables.preparation()
        marks = (emblem_mark(draft.variant, Side.FIRST, 22), emblem_mark(draft.variant, Side.SECOND, 22))
        made = OpponentList(self._left, self._entries(), draft.entry, draft.choose_entry, marks)
        made.still = self.stage.settings.reduced_motion
        return made

    def _mode(self, panel: pygame.FRect) -> Segmented:
        t = self.stage.t
        top = header_top(self.size, panel.top)
        buttons = 3 if self._has_handicap_button else 2
        rect = pygame.FRect(panel.left, top + 4, panel.width - 6 - 46 * buttons, 40)
        long = {"computer": "levels.computer", "two": "levels.two", "watch": "levels.watch", "arcade": "arcade.title"}
        if not self._climb.is_there:
            del long["arcade"]
        short = {**long, "two": "levels.two_short"}
        cell = (rect.width - 8) / len(long) - 8
        for size, keys in ((BODY, long), (BODY, short), (CAPTION, short)):
            if all(measure(self.stage, t(key), size, Face.MEDIUM) <= cell for key in keys.values()):
                break
        modes = [Segment(mode, t(key)) for mode, key in keys.items()]
        return Segmented(
            rect, modes, self._draft.choice.mode, lambda mode: self._draft.change(mode=mode), size, name="mode"
        )

    @property
    def _has_handicap_button(self) -> bool:
        """Whether handicaps are chosen above the panel, as it has no row for them."""
        offered = len(self._draft.handicaps) > 1 and not has_handicap_row(self._draft.variant)
        return offered and not self._is_arcade

    def _handicap(self, panel: pygame.FRect) -> list[SquareButton]:
        """The button beside the mode that offers handicaps; an opening rule gives way to one."""
        if not self._has_handicap_button:
            return []
        draft, t = self._draft, self.stage.t
        now = draft.choice.handicap
        rect = pygame.FRect(panel.right - 132, header_top(self.size, panel.top) + 4, 40, 40)

        def chooser(name: str) -> Callable[[], None]:
            return lambda: draft.change(handicap=name, opening=FREE_OPENING)

        def look() -> None:
            entries = [
                Choosable(t(f"levels.handicap_{name}"), chooser(name), checked=name == now) for name in draft.handicaps
            ]
            self.stage.open(Popup(rect, entries, 240))

        says = f"{t('levels.handicap')} · {handicap_help(t, draft)}"
        button = SquareButton(rect, "scales", look, says, True, 22, name="handicap")
        button.on = now != NO_HANDICAP
        return [button]

    @property
    def _offers_proof(self) -> bool:
        """Whether there is a proof who wins the game, or a small board on which it is solved, to be played against like
        a computer."""
        services, game = self.stage.services, self._draft.game
        return self._draft.choice.mode == "computer" and (services.proofs.offers(game) or self._is_solved)

    @property
    def _is_solved(self) -> bool:
        return self.stage.services.solutions.offers(self._draft.game)

    @property
    def _proof_words(self) -> tuple[str, str]:
        """The names of the texts on the button and of its help."""
        return ("solved.short", "solved.open_help") if self._is_solved else ("proof.title", "proof.open_help")

    def _proof(self, beside: pygame.FRect) -> list[Widget]:
        """The button to the proof who wins, at the left of the one beside the title and without words where that has
        none."""
        if not self._offers_proof:
            return []
        width, key = self._proof_width, self.key_of("proof")
        title, help_text = map(self.stage.t, self._proof_words)
        rect = pygame.FRect(beside.left - _BESIDE_GAP - width, beside.top, width, 40)
        if width <= 40:
            return [SquareButton(rect, "check", self._show_proof, help_text, True, 22, key, "proof")]
        button = Button(rect, title, self._show_proof, icon="check", name="proof")
        button.tooltip, button.shortcut = help_text, key
        return [button]

    def _show_proof(self) -> None:
        self.stage.go(SOLVED if self._is_solved else PROOF, self._draft.game)

    def _learn(self, panel: pygame.FRect) -> SquareButton:
        """The button beside the mode that shows the rules."""
        rect = pygame.FRect(panel.right - 86, header_top(self.size, panel.top) + 4, 40, 40)
        says = self.stage.t("learn.open_help")
        return SquareButton(rect, "book", self._show_rules, says, True, 22, self.key_of("learn_open"), "learn")

    def _beside_title(self) -> list[Widget]:
        """The button beside the title, without words where there is little room: to the challenges; where two computers
        play to tournaments, where two people do to laying out a position."""
        t, width, way = self.stage.t, self._beside_width, self._way_on
        if way is None:
            return []
        rect = pygame.FRect(self._left.right - width, header_top(self.size, self._left.top) + 4, width, 40)
        key = self.key_of(way.action) if way.action else ""
        if width <= 40:
            narrow = SquareButton(rect, way.icon, way.leads, t(way.help), True, 22, key, way.name)
            return [narrow, *self._proof(rect)]
        button = Button(rect, t(way.label), way.leads, icon=way.icon, name=way.name)
        button.tooltip, button.shortcut = t(way.help), key
        return [button, *self._proof(rect)]

    @property
    def _way_on(self) -> _Way | None:
        """Where the button beside the title leads, if there is one."""
        mode = self._draft.choice.mode
        if mode == "watch":
            return _Way("tournaments", "trophy", "tournament.title", "tournament.line", self._show_tournaments)
        if mode == "two":
            return _Way("set_up", "pieces", "setup.title", "setup.open_help", self._set_up, "set_up")
        if self._draft.game in SETS:
            leads = self._climb.show_challenges
            return _Way("challenges", "target", "challenges.title", "challenges.open_help", leads, "challenges")
        return None

    def _set_up(self) -> None:
        """Lay out a position, beginning with the start of what is chosen."""
        draft, choice = self._draft, self._draft.choice
        is_even = choice.handicap == NO_HANDICAP
        self.stage.go(SETUP, draft.variant, draft.variant.start(choice.size) if is_even else self._handicapped())

    def _show_rules(self) -> None:
        self.stage.go(LEARN, self._draft.game)

    def _show_tournaments(self) -> None:
        self.stage.go(TOURNAMENTS, self._draft.game)

    @property
    def _beside_width(self) -> float:
        """Of the button beside the title, if there is one."""
        way = self._way_on
        if way is None:
            return 0.0
        return max(148.0, self._worded(way.label)) if self._has_words else 40.0

    @property
    def _proof_width(self) -> float:
        """Of the button to the proof, if there is one."""
        if not self._offers_proof:
            return 0.0
        return self._worded(self._proof_words[0]) if self._has_words else 40.0

    @property
    def _has_words(self) -> bool:
        """Whether there is room for words in the buttons beside the title."""
        return self._left.width >= 520

    def _worded(self, key: str) -> float:
        """How wide a button with an icon and this text is."""
        return measure(self.stage, self.stage.t(key), BODY, Face.MEDIUM) + 56

    def _blindfold(self, panel: pygame.FRect) -> SquareButton:
        """The button beside the mode: how much of the pieces is to be seen."""
        stage, t = self.stage, self.stage.t
        now = stage.settings.blindfold
        rect = pygame.FRect(panel.right - 40, header_top(self.size, panel.top) + 4, 40, 40)

        def choose(form: Blindfold) -> None:
            stage.services.preferences.change(blindfold=form)

        def look() -> None:
            stage.open(Popup(rect, form_entries(t, now, choose), 240))

        says = f"{t('blindfold.title')} · {t(f'blindfold.{now}')}"
        button = SquareButton(rect, "blindfold", look, says, True, 22, name="blindfold")
        button.on = now != "off"
        return button

    def _entries(self) -> tuple[OpponentEntry, ...]:
        named = tuple(self._entry(opponent) for opponent in self._draft.opponents)
        custom = self._draft.opponent("depth:6")
        programs = (self._programs_entry(),) if self._draft.programs else ()
        return (*named, *programs, self._entry(custom, CUSTOM))

    def _programs_entry(self) -> OpponentEntry:
        """One row for all other programs: the panel tells them apart."""
        t, draft = self.stage.t, self._draft
        seats = self._seats(PROGRAMS)
        names = t("common.list_separator").join(level_name(t, each.name) for each in draft.programs)
        return OpponentEntry(PROGRAMS, t("engines.others"), names, ("", ""), None, Readiness.READY, "", seats)

    def _entry(self, opponent: Opponent, name: str = "") -> OpponentEntry:
        t = self.stage.t
        name = name or opponent.name
        state = t("levels.row_preparing" if opponent.readiness is Readiness.PREPARING else "levels.row_failed")
        title, about = t(f"common.{name}"), level_about(t, self._draft.game, name)
        measured = self._measure(opponent) if name != CUSTOM else ("", "")
        stars = self._climb.stars_of(name) if self._draft.choice.mode == "computer" else None
        return OpponentEntry(
            name, title, about, measured, opponent.rating, opponent.readiness, state, self._seats(name), stars
        )

    def _seats(self, entry: str) -> tuple[Side, ...]:
        """When two computers play: the sides that an entry of the list plays."""
        return self._draft.seats_of(entry) if self._draft.choice.mode == "watch" else ()

    def _measure(self, opponent: Opponent) -> tuple[str, str]:
        """The rating once it is measured, else how far or how long the level looks ahead."""
        t = self.stage.t
        if opponent.rating is not None:
            return t("levels.rating"), str(opponent.rating)
        if opponent.seconds is not None:
            return t("levels.time"), t("common.seconds", n=f"{opponent.seconds:g}")
        return (t("levels.depth"), str(opponent.depth)) if opponent.depth is not None else ("", "")

    # ---- acting

    def acts(self) -> dict[str, Act]:
        """What the keys do."""
        acts = {"start": self._start, "learn_open": self._show_rules, "set_up": self._set_up}
        if self._draft.game in SETS:
            acts["challenges"] = self._climb.show_challenges
        if self._offers_proof:
            acts["proof"] = self._show_proof
        return acts | ({"arcade_results": self._climb.show_results} if self._is_arcade else {})

    def _start(self) -> None:
        if self._is_arcade:
            self._climb.start()
        elif self._draft.readiness() is Readiness.READY:
            match = self.stage.services.tables.new_match(self._draft.game, self._draft.choice, self.stage.settings.name)
            self.stage.go_instead(MATCH, match)

    def update(self, dt: float) -> None:
        """Follow what has been prepared meanwhile."""
        super().update(dt)
        if self._list and self._preparation != self.stage.services.tables.preparation():
            self._preparation = self.stage.services.tables.preparation()
            self._list.entries = self._entries()
        if self._panel:
            self._panel.update()
        if self._is_arcade:
            self._climb.update()

    # ---- drawing

    def draw_scene(self, canvas: Canvas) -> None:
        """Paper, header, the board of two people, panel, key hints."""
        self.stage.draw_backdrop(canvas, 0.55)
        t, area = self.stage.t, self._area
        beside = self._beside_width + (self._proof_width + _BESIDE_GAP if self._offers_proof else 0.0)
        room = pygame.FRect(area.left, area.top, self._left.width - beside - 10, area.height)
        mode = self._draft.choice.mode
        subtitle = self._climb.subtitle if self._is_arcade else t(f"levels.{mode}_subtitle")
        draw_header(canvas, room, self.size, t(f"common.{self._draft.game}"), subtitle)
        if mode == "two":
            self._draw_board(canvas)
        if self._panel is not None:
            self._panel.draw(canvas)
        else:
            self._climb.draw(canvas)
        below = self._climb.below if self._is_arcade else self._list.below if self._list is not None else ()
        if below and not is_compact(self.size):
            self._draw_below(canvas, below)
        has_rows = self._list is not None or self._is_arcade
        hints = [(t("levels.up_down"), t("levels.choose"))] if has_rows else []
        hints.append((self.key_of("start"), t("levels.start")))
        draw_footer(canvas, self.stage, area.left, self.size, hints)

    def _draw_below(self, canvas: Canvas, names: Sequence[str]) -> None:
        """Who follows below what is in sight."""
        t, theme, x, y = self.stage.t, canvas.theme, self._left.left + RAIL, self._left.bottom + 24
        room = self._left.width - RAIL - 24
        says = t("levels.more_named", n=len(names), names=t("common.enumeration").join(names))
        if canvas.text_width(says, CAPTION) > room:
            says = t("levels.more", n=len(names))
        width = canvas.text(says, x, y, CAPTION, theme.muted)
        canvas.icon("chevron_down", x + width + 14, y, 16, theme.muted)

    def _handicapped(self) -> Position:
        """The start between two people, of whom one gives something."""
        choice, giver = self._draft.choice, usual_giver(self._draft.game)
        return handicapped(self._draft.variant, choice.handicap, giver, choice.size)

    def _draw_board(self, canvas: Canvas) -> None:
        """Between two people there is no opponent to choose: the board itself, as large as it fits."""
        rect = self._left
        aspect = self.stage.painter(self._draft.variant).frame.aspect
        height = min(rect.width / aspect, rect.height)
        card = pygame.FRect(0, 0, height * aspect, height)
        card.center = rect.center
        canvas.card(card, 2)
        area = card.inflate(-2, -2)
        position, last = opening_of(self._draft.variant.name, self._draft.choice.size)
        if self._draft.choice.handicap != NO_HANDICAP:
            position, last = self._handicapped(), None
        picture = self._pictures.board(self._draft.variant, position, area.size, None, last)
        canvas.picture(picture, area, CARD_RADIUS - 1)
