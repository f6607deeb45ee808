"""The composition root: builds window, services and stage, and keeps them going frame by frame."""

from __future__ import annotations

import contextlib
import gc
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from importlib import import_module
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Final

from game.rules.registry import VARIANTS
from game.services import Services
from game.storage.folders import Folders
from game.storage.notice import Notice
from game.storage.paths import assets_folder
from game.ui.games.registry import GAMES
from game.ui.paint.text import Fonts
from game.ui.scenes.menu import Menu
from game.ui.sound.player import SoundPlayer
from game.ui.stage.bindings import Bindings
from game.ui.stage.language import Language, system_language
from game.ui.stage.navigator import KEYS, LEVELS, MATCH, RESULT, Route
from game.ui.stage.overlays import Dialog, DialogAnswer
from game.ui.stage.stage import Stage
from game.ui.window.icon import program_icon
from game.ui.window.loop import Loop, Window

if TYPE_CHECKING:
    from game.lan.views import Lan
    from game.ui.scenes.library.arrivals import Arrivals
    from game.ui.scenes.lobby.invitation_dispatcher import InvitationDispatcher

_LAYS_NOTHING_OUT = frozenset(
    (
        "analysis",
        "choices",
        "explorer",
        "has_played",
        "lan",
        "learned",
        "music",
        "music_volume",
        "name",
        "port",
        "quiet",
        "stories",
        "volume",
    )
)
"""Settings with which nothing looks otherwise."""
_TIDY_AFTER_FRAMES = 3
_DRAWERS_OUT_FRAMES = 30
"""By then the menu stands still, whose drawers come out when it is first seen."""

_COME_SOON: Final[tuple[Route[...], ...]] = (LEVELS, MATCH, RESULT)
"""What is gone to first. Their modules are imported while the menu stands still: up to 100 ms, not with the click, and
in a thread, or three frames of the menu would have them."""


def _import_soon() -> None:
    for route in _COME_SOON:
        route.made_by()
    import_module("game.ui.scenes.level_select.ahead")
    import_module("game.ui.scenes.match.ahead")


class Program:
    """The running program."""

    def __init__(
        self, folders: Folders, seed: int | None = None, new_lan: Callable[[Folders, str], Lan] | None = None
    ) -> None:
        """`seed` makes colours drawn by lot and engines repeatable; None draws one. `new_lan` makes the LAN for the
        person's folders and name, by default on the network's usual ports.

        Raises DisplayError without a screen, and LanguageError or FileNotFoundError where the assets are missing.
        """
        assets = assets_folder()
        self._notices: list[Notice] = []
        self.services = Services(folders, seed, new_lan)
        preferences = self.services.preferences
        settings = preferences.settings
        language = Language(assets / "languages", settings.language or system_language())
        keys, faults = Bindings.of(settings.keys)
        if faults:
            preferences.settings = settings.with_(keys=keys.changed)
            names = language("common.enumeration").join(language(f"keys.{each.partition('.')[2]}") for each in faults)
            self._notices.append(Notice("keys-damaged", {"names": names}))
        self.window = Window(settings.window, settings.fullscreen, program_icon)
        fonts = Fonts(assets / "fonts")
        if fonts.missing:
            self._notices.append(Notice("fonts-missing", {"files": ", ".join(fonts.missing)}))
        self._maker = ThreadPoolExecutor(1, thread_name_prefix="sounds")
        sounds = SoundPlayer(self._maker, settings.volume, settings.sound, folders.sounds)
        self.stage = Stage(self.services, fonts, language, sounds)
        self.stage.apply(self.window.size)
        self.loop = Loop(
            self.stage,
            self.window,
            self._each_frame,
            self.stage.toggle_full_screen,
            self._show_keys,
            self._ask_to_quit,
            self.pictures,
            lambda path: self._arrivals.drop(path),
            lambda: self._arrivals.paste(),
            self._is_busy,
        )
        preferences.follow(self._follow)
        self._frames = 0
        self._tidy_in = 0
        self._importing: Thread | None = None
        self._arrivals_made: Arrivals | None = None
        self._dispatcher: InvitationDispatcher | None = None
        self.stage.open(Menu(self.stage))

    # ---- frames

    def _each_frame(self) -> None:
        self._frames += 1
        if self._frames == 2:  # the first frame is on the screen: now what takes a while may begin
            self.stage.sounds.open()
            self.services.tables.prepare()
        elif self._frames == 3:
            self._prepare_lan()
        elif self._frames == 4:
            self.services.library.look()
        elif self._frames > 4:
            self._update()
        if self._frames == _DRAWERS_OUT_FRAMES:
            self._importing = Thread(target=_import_soon, name="imports", daemon=True)
            self._importing.start()
        elif self._importing is not None and not self._importing.is_alive():
            self._importing = None
            self._look_ahead()
        notices = (*self._notices, *self.services.take_notices())
        self._notices.clear()
        for notice in notices:
            self.stage.tell(notice)
        self._tidy()
        self.services.preferences.update()
        if self.stage.has_ended:
            self.loop.running = False

    def _update(self) -> None:
        """What goes on behind every scene."""
        self.services.tables.update()
        if self._dispatcher is not None:
            self._dispatcher.update()
        tournaments = self.services.tournaments_made
        is_wanted = any(scene.wants_engine for scene in self.stage.stack.scenes)
        plays = tournaments is not None and tournaments.running is not None
        self.services.mistakes.update(is_free=not is_wanted and not plays)
        if tournaments is not None:  # only one thinks at a time
            tournaments.hold(is_wanted)
            tournaments.update()
            for notice in tournaments.take_notices():
                self.stage.tell(notice)
        if self._arrivals_made is not None:
            self._arrivals_made.update()

    def _tidy(self) -> None:
        """Some frames after scenes were left: Python would see many with their pictures pile up before."""
        if self.stage.has_returned:
            self.stage.has_returned = False
            self._tidy_in = _TIDY_AFTER_FRAMES
        if self._tidy_in:
            self._tidy_in -= 1
            if not self._tidy_in:
                gc.collect()
                if isinstance(self.stage.stack.scenes[-1], Menu) and not self._is_busy():
                    self.services.tables.rest()

    def _is_busy(self) -> bool:
        """Whether somebody thinks, or something is being worked at."""
        tournaments = self.services.tournaments_made
        if tournaments is not None and tournaments.running is not None:
            return True
        if self.services.mistakes.is_looking or self.stage.ahead.is_going_on:
            return True
        return any(scene.is_busy for scene in self.stage.stack.working)

    def _look_ahead(self) -> None:
        """Have made what is seen first when a game is chosen, while the menu stands still."""
        from game.ui.scenes.level_select.ahead import make_levels_ahead
        from game.ui.scenes.match.ahead import make_match_ahead

        self.stage.ahead.wish(partial(self.stage.backdrop, hills=0.55))
        for game in GAMES:
            make_levels_ahead(self.stage, game)
        make_match_ahead(self.stage, next(iter(VARIANTS.values())))

    def _prepare_lan(self) -> None:
        from game.ui.scenes.lobby.invitation_dispatcher import InvitationDispatcher

        self._dispatcher = InvitationDispatcher(self.stage, self.services.lan)

    @property
    def _arrivals(self) -> Arrivals:
        """Who takes what comes in from elsewhere, made when something does."""
        if self._arrivals_made is None:
            from game.ui.scenes.library.arrivals import Arrivals

            self._arrivals_made = Arrivals(self.stage)
        return self._arrivals_made

    def close(self) -> None:
        """Leave every scene (an unfinished game is kept), keep the settings, end what runs. Each is done even where
        another one fails; the failure is raised at the end."""
        preferences = self.services.preferences
        preferences.settings = preferences.settings.with_(window=self.window.windowed_size)
        with contextlib.ExitStack() as ending:  # the last one first
            if self._importing is not None:
                ending.callback(self._importing.join)
            ending.callback(self.services.close)
            ending.callback(self._maker.shutdown, cancel_futures=True)
            ending.callback(self.stage.sounds.stop_making)
            ending.callback(self.stage.stack.clear)

    # ---- what the window, the keys and the command line ask for

    @property
    def pictures(self) -> Path:
        """Where F12 saves what is seen."""
        return self.services.folders.data / "pictures"

    def _follow(self, changed: frozenset[str]) -> None:
        """Let changed settings take effect at once."""
        settings = self.stage.settings
        if changed - _LAYS_NOTHING_OUT:
            if changed & {"fullscreen", "scale"}:
                self.loop.hold_picture()
            self.window.set_full_screen(settings.fullscreen)
            self.stage.apply(self.window.size)
        else:
            self.stage.follow_volume()

    def resize(self, size: tuple[int, int]) -> None:
        """Give the window another size in pixels."""
        self.window.resize(size)
        self.stage.apply(self.window.size)

    def open_files(self, paths: Sequence[Path | str]) -> None:
        """Bring the games of files and links in (those named on the command line) and show them."""
        self._arrivals.open_files(paths)

    def _show_keys(self) -> None:
        if not isinstance(self.stage.stack.top, KEYS.made_by()):
            self.stage.go(KEYS)

    def _ask_to_quit(self) -> None:
        """The window is being closed: a game against somebody elsewhere is left after a question only."""
        stack, t = self.stage.stack, self.stage.t
        peer = next((scene.peer_in_game for scene in stack.scenes if scene.peer_in_game is not None), None)
        if peer is None or isinstance(stack.top, Dialog):  # asked twice is answered
            self.stage.quit()
            return
        answers = (
            DialogAnswer(t("lan.leave_yes"), self.stage.quit, "primary"),
            DialogAnswer(t("match.stay"), lambda: None),
        )
        self.stage.open(Dialog(t("lan.quit_title"), t("lan.quit_text", name=peer), answers))
