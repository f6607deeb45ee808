"""A small file browser: to choose files with games in them, or the folder and name of a file to be written.

The window library has no dialog of the desktop's own. A path can also be typed, pasted, or dropped onto the window.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final, Literal

import pygame

from game.library.folder_list import MOST, FolderEntry, FolderList, read_path
from game.library.library import Library
from game.records.formats import FORMS
from game.ui.paint.canvas import Canvas
from game.ui.paint.text import Face
from game.ui.paint.theme import BODY, CAPTION
from game.ui.scenes.library.desktop import places, save_folder
from game.ui.scenes.library.files import ROW, FileList
from game.ui.scenes.page import back_button, body, draw_header, draw_key_hints, footer_y, is_compact
from game.ui.stage.faults import fault_words
from game.ui.stage.overlays import Dialog, DialogAnswer, ListEntry, Popup
from game.ui.stage.scene import Scene
from game.ui.stage.stage import Stage
from game.ui.widgets.base import Pressable, Widget
from game.ui.widgets.buttons import Button, SquareButton
from game.ui.widgets.choices import Segment, Segmented
from game.ui.widgets.field import TextField

_TALLEST: Final = 860.0
_SIDE_BY_SIDE: Final = 7
"""The most forms of files that stand beside each other; more are a list."""
_LONGEST_PATH: Final = 1024
_BAD_IN_NAMES: Final = re.compile(r'[\\/:*?"<>|\x00-\x1f]+')

_last_folder: dict[str, Path] = {}
"""Where the person was last, by what for; as long as the program runs."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What the browser is opened for: files to be read, or one to be written, of that name (without its ending) and
    with games of that kind (empty: of several), or with what else its `ending` tells. `lost`
    gives in words what can't be told in a form, by its name; empty for nothing."""

    purpose: Literal["open", "save"]
    name: str = ""
    game: str = ""
    ending: str = ""
    lost: Callable[[str], str] = lambda form: ""


class FileBrowser(Scene):
    """Places at the left; path, folders and files at the right; the name of a new file and its form below."""

    def __init__(
        self,
        stage: Stage,
        library: Library,
        wish: Wish,
        on_open: Callable[[list[Path]], None] = lambda paths: None,
        on_save: Callable[[Path, str], None] = lambda path, form: None,
        start: Path | None = None,
    ) -> None:
        """`on_open` gets the files that were chosen, `on_save` the one to be written and the name of its form."""
        super().__init__()
        self._stage = stage
        self._library = library
        self._wish = wish
        self._on_open = on_open
        self._on_save = on_save
        self._places = [*places(), ("library", library.folder)]
        forms = FORMS.get(wish.game, ())
        self._form = forms[0].name if forms else ""
        self._area = self._box = self._side = pygame.FRect(0, 0, 0, 0)
        self._list = FileList(pygame.FRect(0, 0, 0, 0), self._went, self._changed, several=wish.purpose == "open")
        usual = save_folder() if wish.purpose == "save" else Path.home()
        folder = start or _last_folder.get(wish.purpose, usual)
        self._path = TextField(
            pygame.FRect(0, 0, 0, 0), "", "", lambda text: None, _LONGEST_PATH, self._typed, "path", "folder"
        )
        name = _BAD_IN_NAMES.sub(" ", wish.name).strip()[:80]
        self._name = TextField(
            pygame.FRect(0, 0, 0, 0), name, "", lambda text: self._changed(), 120, self._take, "name"
        )
        self._button = Button(pygame.FRect(0, 0, 0, 0), "", self._take, "primary", name="take")
        self._shown = FolderList(folder)
        self._reading: Future[FolderList] | None = None
        self.go(folder)

    # ---- where it is

    @property
    def folder(self) -> Path:
        """The folder that is shown, or being read."""
        return self._shown.folder

    def go(self, folder: Path) -> None:
        """Show another folder."""
        self._shown = FolderList(folder)
        _last_folder[self._wish.purpose] = folder
        self._path.text = str(folder)
        self._path.caret = len(self._path.text)
        self._list.show(())
        self._reading = self._library.list_folder(folder)

    def up(self) -> None:
        """Show the folder that this one lies in."""
        if self.folder.parent != self.folder:
            self.go(self.folder.parent)

    def _typed(self) -> None:
        """Go where the path leads: into a folder, or to a file, which is taken."""
        path = read_path(self._path.text, self.folder)
        try:
            is_folder, is_file = path.is_dir(), path.is_file()
        except (OSError, ValueError):
            is_folder = is_file = False
        if is_folder:
            self.go(path)
            self.widgets.focus_on("files", show=True)
        elif is_file and self._wish.purpose == "open":
            self._finish([path])
        elif self._wish.purpose == "save" and path.parent.is_dir():
            self._name.text = path.name
            self.go(path.parent)
            self.widgets.focus_on("name", show=True)
        else:
            self._stage.toasts.show(self._stage.t("library.browse_nothing", path=str(path)))

    def _went(self, entry: FolderEntry) -> None:
        """A folder or a file of the list was opened."""
        if entry.is_folder:
            self.go(entry.path)
        elif self._wish.purpose == "open":
            self._finish([entry.path])
        else:
            self._name.text = entry.path.name
            self._name.caret = len(self._name.text)
            self._changed()

    def _changed(self) -> None:
        if self._list.chosen and self._wish.purpose == "save":
            file = next((each for each in self._list.chosen if not each.is_folder), None)
            if file is not None and self.widgets.focus is self._list:
                self._name.text = file.path.stem
                self._name.caret = len(self._name.text)
        self._refresh()

    # ---- taking

    def _take(self) -> None:
        """What the large button does."""
        if self._wish.purpose == "open":
            files = [each.path for each in self._list.chosen if not each.is_folder]
            if files:
                self._finish(files)
            elif self._list.chosen:
                self.go(self._list.chosen[0].path)
            return
        target = self._target()
        if target is None:
            return
        lost = self._wish.lost(self._form)
        if not lost:
            self._ask_over(target)
            return
        t = self._stage.t
        form = t(f"library.form_{self._form}")
        answers = (
            DialogAnswer(t("library.less_yes"), lambda: self._ask_over(target), "primary"),
            DialogAnswer(t("library.less_no"), lambda: self.widgets.focus_on("form", show=True)),
        )
        self._stage.open(Dialog(t("library.less_title"), t("library.less_text", form=form, what=lost), answers))

    def _ask_over(self, target: Path) -> None:
        """Write the file, in the place of one that is there only if the person wants that."""
        t = self._stage.t
        if (self._wish.game or self._wish.ending) and target.exists():
            answers = (
                DialogAnswer(t("library.over_yes"), lambda: self._save(target), "primary"),
                DialogAnswer(t("library.over_no"), lambda: None),
            )
            self._stage.open(Dialog(t("library.over_title"), t("library.over_text", file=target.name), answers))
        else:
            self._save(target)

    def _target(self) -> Path | None:
        """The file to be written, None while it has no name."""
        name = _BAD_IN_NAMES.sub(" ", self._name.text).strip(" .")
        if not name:
            return None
        form = next((each for each in FORMS.get(self._wish.game, ()) if each.name == self._form), None)
        ending = form.extension if form is not None else self._wish.ending
        if not name.lower().endswith(ending):
            name += ending
        return self.folder / name

    def _save(self, target: Path) -> None:
        self.close()
        self._on_save(target, self._form)

    def _finish(self, paths: list[Path]) -> None:
        self.close()
        self._on_open(paths)

    # ---- layout

    def layout(self) -> None:
        """Places, path row, list, and what stands below."""
        t, area = self._stage.t, body(self.size, _TALLEST)
        self._area = area
        wide = area.width >= 1000
        side = 220.0 if wide else 176.0
        gap = 24.0 if wide else 16.0
        self._side = pygame.FRect(area.left, area.top, side, 60 + 44.0 * len(self._places))
        self._box = box = pygame.FRect(area.left + side + gap, area.top, area.width - side - gap, area.height)
        widgets: list[Widget] = []
        for index, (name, path) in enumerate(self._places):
            rect = pygame.FRect(self._side.left + 10, self._side.top + 50 + 44 * index, side - 20, 40)
            widgets.append(Place(rect, t(f"library.browse_{name}"), name, self._goer(path)))
        up = SquareButton(
            pygame.FRect(box.left + 16, box.top + 14, 40, 40), "chevron_up", self.up, t("library.browse_up"), True, 22,
            "Backspace", "up",
        )  # fmt: skip
        self._path.rect = pygame.FRect(up.rect.right + 10, box.top + 14, box.right - 16 - up.rect.right - 10, 40)
        self._path.placeholder = t("library.browse_path")
        foot = box.bottom - 16 - 44
        width = 200.0 if wide else 168.0
        self._button.rect = pygame.FRect(box.right - 16 - width, foot, width, 44)
        below: list[Widget] = [self._button]
        lower = foot
        if self._wish.purpose == "save":
            left = box.left + 16
            self._name.rect = pygame.FRect(left, foot + 2, self._button.rect.left - 12 - left, 40)
            self._name.placeholder = t("library.browse_name")
            forms = FORMS.get(self._wish.game, ())
            below.insert(0, self._name)
            if forms:
                place = pygame.FRect(left + 64, foot - 50, min(120.0 * len(forms), box.width - 32 - 64), 40)
                below.insert(1, self._form_choice(place, [form.name for form in forms]))
                lower = place.top
        top = box.top + 64
        self._list.rect = pygame.FRect(box.left + 14, top, box.width - 16, (lower - 12 - top) // ROW * ROW)
        self.widgets.replace([
            self._list, *widgets, up, self._path, *below, back_button(self._stage, area, self.size, self.close)
        ])  # fmt: skip
        if self.widgets.focus is None:
            self.widgets.focus_on("name" if self._wish.purpose == "save" else "files")
            self._name.select_all()  # what is typed takes the place of the name that is proposed
        self._refresh()

    def _goer(self, path: Path) -> Callable[[], None]:
        return lambda: self.go(path)

    def _form_choice(self, place: pygame.FRect, names: Sequence[str]) -> Widget:
        """The forms side by side, or where they are many the chosen one, which opens their list."""
        t = self._stage.t
        if len(names) <= _SIDE_BY_SIDE:
            choices = [Segment(name, t(f"library.form_{name}")) for name in names]
            return Segmented(place, choices, self._form, self._choose_form, CAPTION, name="form")
        place.width = 240.0

        def open_list() -> None:
            entries = [
                ListEntry(t(f"library.form_{name}"), partial(self._choose_listed, name), checked=name == self._form)
                for name in names
            ]
            self._stage.open(Popup(place, entries, place.width))

        return Button(place, t(f"library.form_{self._form}"), open_list, icon="chevron_down", name="form")

    def _choose_form(self, form: object) -> None:
        self._form = str(form)

    def _choose_listed(self, form: str) -> None:
        self._form = form
        self.layout()

    def _refresh(self) -> None:
        t = self._stage.t
        if self._wish.purpose == "save":
            self._button.label, self._button.icon = t("library.browse_write"), "save"
            self._button.enabled = self._target() is not None
        else:
            n = sum(not each.is_folder for each in self._list.chosen)
            self._button.label = t("library.browse_take", n=n) if n else t("library.browse_take_none")
            self._button.icon = "bring_in" if n else ""
            self._button.enabled = n > 0

    # ---- events and frames

    def handle(self, event: pygame.event.Event) -> bool:
        """A dropped file or folder is taken like one that was typed."""
        if event.type == pygame.DROPFILE:
            self._path.text = event.file[:_LONGEST_PATH]
            self._typed()
            return True
        before = self.widgets.focus
        used = super().handle(event)
        if self.widgets.focus is not before and isinstance(self.widgets.focus, TextField):
            self.widgets.focus.select_all()  # another path or name is mostly typed as a whole
        return used

    def handle_key(self, event: pygame.event.Event) -> bool:
        """Backspace leads one folder up."""
        if event.key == pygame.K_BACKSPACE and self.text_field() is None:
            self.up()
            return True
        return super().handle_key(event)

    def update(self, dt: float) -> None:
        """Take the folder's list once it is read."""
        super().update(dt)
        if self._reading is not None and self._reading.done():
            self._shown = self._reading.result()
            self._reading = None
            self._list.show(self._shown.entries)
            self._refresh()

    # ---- drawing

    def draw_scene(self, canvas: Canvas) -> None:
        """Paper, header, cards, and what is to be said where there are no rows."""
        t, area, box = self._stage.t, self._area, self._box
        self._stage.draw_backdrop(canvas, 0.55)
        saves = self._wish.purpose == "save"
        subtitle = t("library.browse_into", folder=self.folder) if saves else t("library.browse_open_line")
        draw_header(canvas, area, self.size, t("library.browse_save" if saves else "library.browse_open"), subtitle)
        canvas.card(self._side, 1)
        canvas.text(t("library.browse_places"), self._side.left + 20, self._side.top + 28, BODY, face=Face.MEDIUM)
        canvas.card(box, 2)
        if saves and FORMS.get(self._wish.game):
            form = next(each for each in self.widgets.widgets if each.name == "form")
            canvas.text(t("library.browse_form"), box.left + 20, form.rect.centery, BODY, canvas.theme.muted)
        note = ""
        if self._reading is not None:
            note = t("library.browse_reading")
        elif self._shown.problem is not None:
            note = t("library.browse_unreadable", why=fault_words(t, self._shown.problem))
        elif not self._shown.entries:
            note = t("library.browse_empty")
        rect = self._list.rect
        if note:
            canvas.icon("folder", rect.centerx, rect.centery - 40, 44, canvas.theme.disabled)
            y = rect.centery + 6
            canvas.paragraph(note, rect.centerx, y, rect.width - 48, BODY, canvas.theme.muted, 23, align="centre")
        if self._shown.is_cut and not saves:
            canvas.text(t("library.browse_more", n=MOST), box.left + 24, box.bottom - 38, CAPTION, canvas.theme.muted)
        hints = [("Esc", t("common.back")), ("Enter", t("library.open")), ("Backspace", t("library.browse_up"))]
        draw_key_hints(canvas, area.left, footer_y(self.size), hints if not is_compact(self.size) else hints[:2])


class Place(Pressable):
    """One of the person's usual folders."""

    def __init__(self, rect: pygame.FRect, label: str, name: str, on_click: Callable[[], None]) -> None:
        super().__init__(rect, on_click, f"place-{name}")
        self._label = label
        self._icon = {"home": "home", "desktop": "display", "library": "shelf"}.get(name, "folder")

    def draw(self, canvas: Canvas) -> None:
        """Icon and name on a ground that shows under the mouse."""
        theme, rect = canvas.theme, self.rect
        if self.hover_share > 0:
            canvas.rounded(rect, 8, theme.hover)
        if self.focused:
            canvas.rounded(rect, 8, None, theme.indigo, 2.0)
        canvas.icon(self._icon, rect.left + 20, rect.centery, 20, theme.ink)
        canvas.text(self._label, rect.left + 42, rect.centery, BODY, width=rect.width - 48)
