"""What all scenes share: language, theme, scale, fonts, sounds, the stack they lie on, the ways between
them, and the services behind them."""

from __future__ import annotations

import logging
from typing import ParamSpec

import pygame

from game.rules.core import Refusal, Variant
from game.services import Services
from game.storage.notice import Notice
from game.storage.settings import Settings
from game.ui.board.painter import BoardPainter
from game.ui.games.descriptor import StyleKind
from game.ui.games.registry import GAMES, painter_for
from game.ui.paint.ahead import PicturesAhead
from game.ui.paint.canvas import Canvas
from game.ui.paint.kept import forget_pictures
from game.ui.paint.paper import paper
from game.ui.paint.scale import scale_for
from game.ui.paint.text import Fonts
from game.ui.paint.theme import THEMES, Theme
from game.ui.sound.player import SoundPlayer
from game.ui.stage.bindings import Bindings
from game.ui.stage.faults import reasons_worded
from game.ui.stage.keyboard_key import key_text
from game.ui.stage.language import Language, system_language
from game.ui.stage.navigator import Route
from game.ui.stage.scene import Scene, SceneStack
from game.ui.widgets.plates import Toasts

log = logging.getLogger(__name__)

P = ParamSpec("P")


class Stage:
    """Given to every scene. `language` and `theme` follow the settings; `apply` makes a change take effect at once."""

    def __init__(self, services: Services, fonts: Fonts, language: Language, sounds: SoundPlayer) -> None:
        self.services = services
        self.fonts = fonts
        self.t = language
        self.sounds = sounds
        self.stack = SceneStack()
        self.toasts = Toasts()
        self.ahead = PicturesAhead()
        self.theme: Theme = THEMES["light"]
        self.scale = 1.0
        self.keys = Bindings({})
        """The keys as the person has them."""
        self._window = (0, 0)
        self.has_returned = False
        """Whether the menu was gone back to; whoever tidies up after it sets this back."""
        self.is_idle = False
        """Whether the window has slept before this frame, as it does where nothing moves, and no event woke it."""
        self.is_moving = False
        """Whether the frame before has shown more change than a tick of a clock is."""
        self.has_ended = False
        """Whether the window is to be closed after this frame."""

    @property
    def settings(self) -> Settings:
        """What the person has chosen, now."""
        return self.services.preferences.settings

    @property
    def window(self) -> tuple[int, int]:
        """Width and height in pixels of the window that is laid out."""
        return self._window

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the window in units."""
        return self._window[0] / self.scale, self._window[1] / self.scale

    def apply(self, window: tuple[int, int]) -> None:
        """Take over the settings and the window's size in pixels, and lay all scenes out again."""
        settings = self.settings
        self._window = window
        theme, scale = THEMES[settings.theme], scale_for(window, settings.scale)
        if (theme, scale) != (self.theme, self.scale):
            forget_pictures()
            self.fonts.forget_sizes()
        self.ahead.forget()
        self.theme, self.scale = theme, scale
        self.t.choose(settings.language or system_language())
        self.keys = Bindings.of(settings.keys)[0]
        self.t.notations = {game: look.notation for game, look in settings.looks.items()}
        self.sounds.set_on(settings.sound)
        self.follow_volume()
        self.stack.resized(self.size)

    def follow_volume(self) -> None:
        """Take over how loud sounds and music are to be."""
        settings = self.settings
        self.sounds.choose(settings.sounds)
        self.sounds.set_volume(settings.volume)
        self.sounds.music.set_volume(settings.music_volume, settings.music)

    def update(self, dt: float) -> None:
        """Let `dt` seconds go by: in the scenes, the toast, and the music of the topmost scene that has one."""
        self.stack.update(dt)
        self.toasts.update(dt)
        wished = [scene.music for scene in self.stack.scenes if scene.music]
        is_made = self.sounds.update(dt, self.is_moving)
        self.sounds.music.wish(wished[-1] if wished else None)
        self.sounds.music.update(dt, self.is_idle, self.is_moving or is_made)

    def key(self, scope: str, action: str) -> str:
        """What is told as the key of an action, for tooltips, menus and key hints; empty where it has none. Raises
        KeyError for an action that does not exist."""
        keys = self.keys.keys(scope, action)
        return key_text(self.t, keys[0]) if keys else ""

    def with_key(self, text: str, scope: str, action: str, **values: str) -> str:
        """A text of the language files that tells the key of an action as `how`; where it has none the text
        `TEXT_keyless`. Raises KeyError for an action that does not exist."""
        how = self.key(scope, action)
        return self.t(text, how=how, **values) if how else self.t(f"{text}_keyless", **values)

    def canvas(self, surface: pygame.Surface) -> Canvas:
        """A canvas on a surface in the present theme and scale."""
        return Canvas(surface, self.theme, self.fonts, self.scale)

    def painter(self, rules: Variant) -> BoardPainter:
        """The painter of a variant with the board, pieces and coordinates that the person has chosen. Raises KeyError
        for a game without a painter."""
        look, looks = self.settings.look(rules.game), GAMES[rules.game].looks
        board = look.board if look.board in looks.boards else looks.usual_board(self.theme)
        pieces = look.pieces
        if not self.has_style(rules.game, "board", board):
            board = looks.usual_board(self.theme)
        if not self.has_style(rules.game, "pieces", pieces):
            pieces = looks.pieces[0]
        return painter_for(rules, board, pieces, self.fonts, self.t.notation(rules.game))

    def has_style(self, game: str, kind: StyleKind, name: str) -> bool:
        """Whether the person may choose a style of the game's board or pieces: it is everybody's, or was won."""
        stage = GAMES[game].looks.won(kind).get(name)
        return stage is None or self.services.tables.results.has_won(game, stage)

    def open(self, scene: Scene) -> None:
        """Open a scene above the present one."""
        log.info("open %s", type(scene).__name__)
        self.toasts.clear()
        self.stack.push(scene)

    def replace(self, scene: Scene) -> None:
        """Open a scene in the place of the present one."""
        log.info("go to %s", type(scene).__name__)
        self.toasts.clear()
        self.stack.replace(scene)

    def go(self, route: Route[P], *values: P.args, **named: P.kwargs) -> None:
        """Open the scene at the end of a route above the present one, with the values that it needs."""
        self.open(route.scene(self, *values, **named))

    def go_instead(self, route: Route[P], *values: P.args, **named: P.kwargs) -> None:
        """Open the scene at the end of a route in the place of the present one."""
        self.replace(route.scene(self, *values, **named))

    def go_from_menu(self, route: Route[P], *values: P.args, **named: P.kwargs) -> None:
        """Leave everything but the menu and open the scene at the end of a route above it."""
        self.to_menu()
        self.go(route, *values, **named)

    def to_menu(self) -> None:
        """Leave everything but the menu."""
        self.has_returned = True
        self.toasts.clear()
        self.stack.back_to_bottom()

    def toggle_full_screen(self) -> None:
        """Between window and full screen."""
        self.services.preferences.change(fullscreen=not self.settings.fullscreen)

    def quit(self) -> None:
        """End the program after this frame."""
        self.has_ended = True

    def tell(self, notice: Notice) -> None:
        """Show a notice as a message, and keep it in the log: of the network's only the code, for they may quote what
        somebody said."""
        log.warning("%s", notice.code if notice.code.startswith("lan-") else notice)
        self.toasts.tell(self.t(f"notice.{notice.code}", **reasons_worded(self.t, notice.values)))

    def refuse(self, refusal: Refusal) -> None:
        """Say in one sentence why something can't be played, with the soft low tap."""
        self.sounds.play("refused")
        self.toasts.show(self.t(f"refusal.{refusal.code}", **refusal.values))

    def draw_backdrop(self, canvas: Canvas, hills: float = 0.0, sun: tuple[float, float, float] | None = None) -> None:
        """Draw the paper under a scene: hills as ink wash of that strength, and a sun (x, y, radius in units)."""
        canvas.lay(self.backdrop(canvas, hills, sun), (0, 0))

    def backdrop(
        self, canvas: Canvas, hills: float = 0.0, sun: tuple[float, float, float] | None = None
    ) -> pygame.Surface:
        """The picture that `draw_backdrop` draws."""
        width, height = canvas.pixel_size
        theme = canvas.theme
        scaled = (sun[0] * canvas.scale, sun[1] * canvas.scale, sun[2] * canvas.scale) if sun else None
        return paper(
            width, height, theme.paper, theme.mountain, theme.sun, hills, scaled, theme.is_dark, theme.is_contrast
        )
