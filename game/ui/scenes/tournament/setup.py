"""A new tournament: who plays at the left, by which rules at the right."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Final

import pygame

from game.rules.registry import VARIANTS, variant
from game.storage.settings import OtherEngine
from game.tables.opponents import ADAPTIVE, Opponent, Readiness
from game.tournament.plan import MOST_PLAYERS, SEEDS, TournamentPlan, balanced_openings, variants_for
from game.ui.games.registry import GAMES
from game.ui.paint.canvas import Canvas
from game.ui.paint.text import Face
from game.ui.paint.theme import BODY, CAPTION, HEADING
from game.ui.scenes.game_tabs import game_tabs
from game.ui.scenes.library.words import face_of, readable_level
from game.ui.scenes.page import back_button, body, draw_footer, draw_header, measure
from game.ui.scenes.settings.engine_dialog import EngineDialog
from game.ui.scenes.settings.engines import MOST_PROGRAMS, free_name
from game.ui.scenes.tournament.players import PlayerCandidate, PlayerPicker
from game.ui.stage.navigator import TOURNAMENT
from game.ui.stage.overlays import ListEntry, Popup
from game.ui.stage.scene import Scene
from game.ui.stage.stage import Stage
from game.ui.widgets.base import Widget
from game.ui.widgets.buttons import Button, SquareButton
from game.ui.widgets.choices import Dropdown, Segment, Segmented
from game.ui.widgets.field import TextField

_TALLEST: Final = 700.0
_LOOK_S: Final = 0.5
"""How often it is looked at who has been prepared."""
_GAMES: Final = (2, 4, 10, 20, 50)
_SECONDS: Final = (None, 0.2, 1.0, 5.0)
_STEP: Final = (82.0, 98.0)
"""From a row of the rules to the next, with a line below it: the least and the most."""
_NO_LINE: Final = 18.0
"""So much less without the line."""
_LAST: Final = 80.0
"""The height of the last row, with its line."""
_SUM: Final = 36.0
"""How far above the button the number of games has its top."""


class NewTournamentScene(Scene):
    """Nothing is kept before the red button; what the newest tournament of a game was played by is proposed again."""

    def __init__(
        self,
        stage: Stage,
        game: str = "",
        chance: random.Random | None = None,
    ) -> None:
        """Proposed for a game; `chance` draws seeds."""
        super().__init__()
        self._stage = stage
        tournaments = self._tournaments = stage.services.tournaments
        self._chance = chance or random.Random()
        self._games_known = tuple(
            each for each in dict.fromkeys(rules.game for rules in VARIANTS.values())
            if each in GAMES and variants_for(each) and self._opponents(each)
        )  # fmt: skip
        newest = tournaments.states[0].plan.rules.game if tournaments.states else self._games_known[0]
        self._field = TextField(pygame.FRect(0, 0, 0, 0), "", "", self._typed, 6, self.start, name="seed")
        self._picker: PlayerPicker | None = None
        self._seen: tuple[Opponent, ...] = ()
        self._look_s = _LOOK_S
        self._area = self._left = self._right = pygame.FRect(0, 0, 0, 0)
        self._captions: list[tuple[str, float, str]] = []
        self._chosen: list[str] = []
        self._variant = ""
        self._games = 4
        self._balanced = True
        self._seconds: float | None = None
        self._propose(game if game in self._games_known else newest if newest in self._games_known else "")
        self.draw_seed()

    # ---- what is chosen

    def _propose(self, game: str) -> None:
        """Begin with what was played last in a game, else with its middle levels."""
        self._game = game or self._games_known[0]
        levels = [each.name for each in self._opponents(self._game)]
        plan = next((each.plan for each in self._tournaments.states if each.plan.rules.game == self._game), None)
        variants = [rules.name for rules in variants_for(self._game)]
        self._variant = plan.variant if plan is not None and plan.variant in variants else variants[0]
        self._chosen = [name for name in plan.players if name in levels] if plan is not None else levels[1:4]
        if plan is not None:
            self._games = min(_GAMES, key=lambda each: abs(each - plan.games))
            self._seconds = plan.seconds if plan.seconds in _SECONDS else None
            self._balanced = any(plan.openings)

    def _opponents(self, game: str) -> tuple[Opponent, ...]:
        """Who can take part: everybody but the level that goes by the person's results."""
        return tuple(each for each in self._stage.services.tables.opponents(game) if each.name != ADAPTIVE)

    @property
    def _has_balanced(self) -> bool:
        return bool(balanced_openings(variant(self._variant), 1, 0))

    def choose_game(self, game: str) -> None:
        """Turn to another game."""
        self._propose(game)
        self.layout()

    def toggle(self, level: str) -> None:
        """Take a player in or out."""
        t = self._stage.t
        if level in self._chosen:
            self._chosen.remove(level)
        elif len(self._chosen) == MOST_PLAYERS:
            self._stage.toasts.show(t("tournament.too_many", n=MOST_PLAYERS))
        else:
            self._chosen.append(level)
        self.layout()

    def choose_all(self) -> None:
        """Take in all who can play, as many as may; where they are, nobody."""
        able = [each.name for each in self._opponents(self._game) if each.readiness is not Readiness.FAILED]
        able = able[:MOST_PLAYERS]
        self._chosen = [] if set(able) <= set(self._chosen) else able
        self.layout()

    def add_program(self) -> None:
        """Add another program to the settings, and to this tournament if it plays its game."""
        stage, games = self._stage, self._stage.services.tables.externals.games
        if len(stage.settings.engines) >= MOST_PROGRAMS:
            self._stage.toasts.show(self._stage.t("tournament.too_many_programs"))
            return
        game = self._game if self._game in games else games[0]

        def keep(engine: OtherEngine) -> None:
            engines = stage.settings.engines
            own = engine.with_(name=free_name(engine.name, {each.name for each in engines if each.game == engine.game}))
            if own.game == self._game and len(self._chosen) < MOST_PLAYERS:
                self._chosen.append(f"external:{own.name}")
            stage.services.preferences.change(engines=(*engines, own))

        self._stage.open(EngineDialog(self._stage, OtherEngine(name="", path="", game=game), keep))

    def draw_seed(self) -> None:
        """Draw another seed."""
        self._field.text = str(self._chance.randrange(SEEDS))
        self._field.caret = len(self._field.text)

    def _typed(self, text: str) -> None:
        digits = "".join(character for character in text if character.isascii() and character.isdigit())
        if digits != text:
            self._field.text, self._field.caret = digits, len(digits)

    @property
    def plan(self) -> TournamentPlan | None:
        """What would be played; None while there are too few players."""
        order = [each.name for each in self._opponents(self._game)]
        players = tuple(name for name in order if name in self._chosen)
        if len(players) < 2:
            return None
        seed = int(self._field.text or "0")
        openings = balanced_openings(variant(self._variant), self._games // 2, seed) if self._balanced else ()
        return TournamentPlan(
            variant=self._variant, players=players, games=self._games, openings=openings or ("",),
            seconds=self._seconds, seed=seed,
        )  # fmt: skip

    def start(self) -> None:
        """Begin the tournament and show it."""
        plan = self.plan
        if plan is None:
            self._stage.toasts.show(self._stage.t("tournament.too_few"))
            return
        run = self._tournaments.new(plan)
        self._tournaments.start(run)
        self._stage.go_instead(TOURNAMENT, run)

    # ---- layout

    def layout(self) -> None:
        """Two cards; the games in the header."""
        area = self._area = body(self.size, _TALLEST)
        gap = 12.0 if area.width < 1000 else 24.0
        side = min(480.0, max(336.0, area.width * 0.38))
        self._left = pygame.FRect(area.left, area.top, area.width - side - gap, area.height)
        self._right = pygame.FRect(area.right - side, area.top, side, area.height)
        widgets = [*self._player_widgets(), *self._rule_widgets(), self._game_choice()]
        self.widgets.replace([*widgets, back_button(self._stage, area, self.size, self.close)], first="start")

    def _game_choice(self) -> Segmented:
        area = self._area
        cell = min(97.5, area.width * 0.105)
        return game_tabs(self._stage, area, self.size, self._games_known, self._game, self.choose_game, cell, "game")

    def _player_widgets(self) -> list[Widget]:
        t, box = self._stage.t, self._left
        foot = pygame.FRect(box.left + 16, box.bottom - 16 - 40, 0, 40)
        foot.width = measure(self._stage, t("tournament.add_program"), BODY, Face.MEDIUM) + 60
        add = Button(foot, t("tournament.add_program"), self.add_program, icon="plus", name="add")
        add.enabled = bool(self._stage.services.tables.externals.games)
        able = {each.name for each in self._opponents(self._game) if each.readiness is not Readiness.FAILED}
        label = t(
            "tournament.no_one" if len(able & set(self._chosen)) == min(len(able), MOST_PLAYERS) else "tournament.all"
        )
        width = max(measure(self._stage, t(f"tournament.{key}"), BODY, Face.MEDIUM) for key in ("all", "no_one")) + 44
        every = Button(pygame.FRect(box.right - 16 - width, foot.top, width, 40), label, self.choose_all, name="all")
        top = box.top + 60
        place = pygame.FRect(box.left + 16, top, box.width - 32, foot.top - 12 - top)
        self._seen = self._opponents(self._game)
        candidates = [self._candidate(each) for each in self._seen]
        picker = PlayerPicker(place, candidates, self._chosen, self.toggle)
        if self._picker is not None:
            picker.copy_place(self._picker)
        self._picker = picker
        return [picker, add, every]

    def _candidate(self, opponent: Opponent) -> PlayerCandidate:
        t = self._stage.t
        if opponent.readiness is Readiness.FAILED:
            line = t("tournament.failed")
        elif opponent.readiness is Readiness.PREPARING:
            line = t("tournament.preparing")
        elif opponent.rating is not None:
            line = f"{t('levels.rating')} {opponent.rating}"
        elif opponent.seconds is not None:
            line = t("levels.seconds_a_move", n=f"{opponent.seconds:g}")
        else:
            line = t("tournament.no_rating")
        can_play = opponent.readiness is not Readiness.FAILED
        return PlayerCandidate(opponent.name, face_of(opponent.name), readable_level(t, opponent.name), line, can_play)

    def _rule_widgets(self) -> list[Widget]:
        t, box = self._stage.t, self._right
        left, width = box.left + 20, box.width - 40
        start = pygame.FRect(left, box.bottom - 16 - 48, width, 48)
        variants = variants_for(self._game)
        # down to the sum above the button; rows without a line below them are closer to the next
        rows = 5 if len(variants) > 1 else 4
        room = start.top - _SUM - box.top + _NO_LINE * (rows - 3)
        y = box.top + (20 if room >= _STEP[0] * (rows - 1) + _LAST + 20 else 12)
        room -= y - box.top
        says_seed = room >= _STEP[0] * (rows - 1) + _LAST
        step = min(_STEP[1], (room - (_LAST if says_seed else _LAST - 20)) / (rows - 1))
        self._captions = []
        widgets: list[Widget] = []

        def place(caption: str, line: str, room: float = width) -> pygame.FRect:
            nonlocal y
            self._captions.append((t(f"tournament.{caption}"), y + 8, t(f"tournament.{line}") if line else ""))
            rect = pygame.FRect(left, y + 20, room, 40)
            y += step if line else step - _NO_LINE
            return rect

        if len(variants) > 1:
            name = t(f"levels.{self._variant}")
            widgets.append(Dropdown(place("rules", ""), name, self._choose_variant, "variant"))
        widgets.append(
            Segmented(
                place("each_pair", ""),
                [Segment(n, str(n)) for n in _GAMES],
                self._games,
                self._choose_games,
                name="games",
            )
        )
        has_balanced = self._has_balanced
        balanced = self._balanced and has_balanced
        lines = "openings_balanced" if balanced else "openings_start" if has_balanced else "no_openings"
        openings = [
            Segment(True, t("tournament.balanced"), enabled=has_balanced),
            Segment(False, t("tournament.start_position")),
        ]
        widgets.append(Segmented(place("openings", lines), openings, balanced, self._choose_openings, name="openings"))
        times = [
            Segment(s, t("tournament.own_limit") if s is None else t("common.seconds", n=f"{s:g}")) for s in _SECONDS
        ]
        line = "limit_own" if self._seconds is None else "limit_same"
        widgets.append(Segmented(place("limit", line), times, self._seconds, self._choose_seconds, name="limit"))
        seed = place("seed", "seed_line" if says_seed else "", 150.0)
        self._field.rect = seed
        dice = pygame.FRect(seed.right + 8, seed.top, 40, 40)
        widgets += [
            self._field,
            SquareButton(dice, "dice", self.draw_seed, t("tournament.draw_seed"), True, name="dice"),
        ]
        begin = Button(start, t("tournament.start"), self.start, "primary", "play", HEADING, name="start")
        begin.enabled = len(self._chosen) >= 2
        return [*widgets, begin]

    def _choose_variant(self) -> None:
        t = self._stage.t
        opener = next(each for each in self.widgets.widgets if each.name == "variant")

        def choose(name: str) -> Callable[[], None]:
            def act() -> None:
                self._variant = name
                self.layout()

            return act

        entries = [
            ListEntry(t(f"levels.{rules.name}"), choose(rules.name), checked=rules.name == self._variant)
            for rules in variants_for(self._game)
        ]
        self._stage.open(Popup(opener.rect, entries, opener.rect.width))

    def _choose_games(self, games: object) -> None:
        self._games = int(str(games))
        self.layout()

    def _choose_openings(self, balanced: object) -> None:
        self._balanced = bool(balanced)
        self.layout()

    def _choose_seconds(self, seconds: object) -> None:
        self._seconds = seconds if isinstance(seconds, float) else None
        self.layout()

    # ---- events and drawing

    def uncovered(self) -> None:
        """A program may have been added."""
        self.layout()

    def update(self, dt: float) -> None:
        """Follow who has been prepared meanwhile."""
        super().update(dt)
        self._look_s -= dt
        if self._look_s <= 0:
            self._look_s = _LOOK_S
            if self._seen != self._opponents(self._game):
                self.layout()

    def draw_scene(self, canvas: Canvas) -> None:
        """Paper, header, the cards and their captions."""
        t, area, theme = self._stage.t, self._area, canvas.theme
        self._stage.draw_backdrop(canvas, 0.55)
        room = area.copy()
        room.width -= min(390.0, area.width * 0.42) + 12
        draw_header(canvas, room, self.size, t("tournament.new"), t("tournament.setup_line"))
        for rect in (self._left, self._right):
            canvas.card(rect, 2)
        left, right = self._left, self._right
        x = left.left + 18
        x += canvas.text(t("tournament.choose_players"), x, left.top + 32, HEADING, face=Face.MEDIUM) + 14
        chosen = t("tournament.chosen", n=len(self._chosen), most=MOST_PLAYERS)
        canvas.text(chosen, x, left.top + 33, CAPTION, theme.muted, width=left.right - 16 - x)
        for caption, y, line in self._captions:
            canvas.text(caption, right.left + 22, y, CAPTION, theme.muted)
            canvas.text(line, right.left + 22, y + 63, CAPTION, theme.muted, width=right.width - 40)
        canvas.text(self._sum(), right.centerx, right.bottom - 16 - 48 - 18, BODY, None, "centre", Face.MEDIUM)
        draw_footer(canvas, self._stage, area.left, self.size, [("Tab", t("menu.focus"))])

    def _sum(self) -> str:
        """How many pairs and games there will be."""
        t, count = self._stage.t, len(self._chosen)
        if count < 2:
            return t("tournament.too_few")
        pairs = count * (count - 1) // 2
        return t(
            "tournament.sum", pairs=t("tournament.pairs", n=pairs), games=t("tournament.games", n=pairs * self._games)
        )
