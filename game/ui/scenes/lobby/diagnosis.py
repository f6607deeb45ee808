"""The diagnosis page: what the program sees of the network, what may block it, and the way out by address."""

from __future__ import annotations

import pygame

from game.lan.views import Lan, NetworkHint, Observation, PathReport
from game.ui.paint.canvas import Canvas
from game.ui.paint.text import Face
from game.ui.paint.theme import BODY, CAPTION, HEADING
from game.ui.scenes.lobby.parts import ConnectBox
from game.ui.scenes.lobby.terms import chosen_terms
from game.ui.scenes.page import back_button, body, draw_footer, draw_header, is_compact
from game.ui.stage.scene import Scene
from game.ui.stage.stage import Stage
from game.ui.widgets.field import TextField
from game.ui.widgets.scrolled import Scrolled

_TALLEST = 660.0
_LOOK_AGAIN_S = 1.0
_LINE = 21.0
_PATH_ROW = 46.0
_LOOK_AT = (("warning", "firewall"), ("people", "guest"), ("globe", "vpn"))
_TOO_EARLY_S = 5.0
"""Before this many seconds nothing can be said of silence."""


class _Scrolled(Scrolled):
    """A part of a card whose contents scroll by the wheel and the arrow keys."""

    key_step = Scrolled.wheel_step

    def __init__(self, rect: pygame.FRect, name: str) -> None:
        super().__init__(rect, name)
        self.whole = 0.0
        """The height of the contents, as last drawn."""

    @property
    def scroll(self) -> float:
        """How far the contents have moved up: no further than to their end, where there are fewer than before."""
        return min(self._scroll, self._most_scroll())

    def _whole(self) -> float:
        return self.whole

    def draw(self, canvas: Canvas) -> None:
        """The scroll bar where there is more than is seen, and the focus."""
        if self.focused:
            canvas.rounded(self.rect.inflate(12, 8), 10, None, canvas.theme.indigo, 2.0)
        self._draw_bar(canvas, self.rect.right + 4)


class DiagnosisPage(Scene):
    """Looks again every second while it is open."""

    def __init__(self, stage: Stage, lan: Lan) -> None:
        super().__init__()
        self._stage = stage
        self._lan = lan
        self._connect = ConnectBox(stage, self._invite)
        self._seen: Observation | None = None
        self._hints: tuple[NetworkHint, ...] = ()
        self._looked_s = 0.0
        self._area = self._paths_card = self._hints_card = self._tips_card = self._connect_card = pygame.FRect(
            0, 0, 0, 0
        )
        self._paths = _Scrolled(pygame.FRect(0, 0, 0, 0), "paths")
        self._findings = _Scrolled(pygame.FRect(0, 0, 0, 0), "findings")
        self._look()

    def _look(self) -> None:
        self._seen = self._lan.observe()
        self._hints = self._lan.hints()

    def _invite(self, address: str) -> str | None:
        return self._lan.invite_address(address, chosen_terms(self._stage.settings))

    # ---- layout

    def layout(self) -> None:
        """Addresses and what to look at at the left, findings and the field at the right."""
        area = self._area = body(self.size, _TALLEST)
        compact = is_compact(self.size)
        gap = 12.0 if compact else 16.0
        pad = self._pad
        across = (area.width - gap - 8) / 2
        foot = 112.0 if compact else 140.0
        tips = pygame.FRect(area.left, 0, across, 44 + len(_LOOK_AT) * (48 if compact else 54) + 8)
        tips.bottom = area.bottom
        self._tips_card = tips
        self._paths_card = pygame.FRect(area.left, area.top, across, tips.top - gap - area.top)
        left = area.right - across
        self._connect_card = pygame.FRect(left, area.bottom - foot, across, foot)
        self._hints_card = pygame.FRect(left, area.top, across, self._connect_card.top - gap - area.top)
        head = 84.0
        self._paths.rect = pygame.FRect(
            area.left + pad, area.top + head, across - 2 * pad, self._paths_card.height - head - 12
        )
        self._findings.rect = pygame.FRect(left + pad, area.top + 62, across - 2 * pad, self._hints_card.height - 74)
        top, height = (36.0, 42.0) if compact else (46.0, 48.0)
        card = self._connect_card
        row = pygame.FRect(card.left + pad, card.top + top, card.width - 2 * pad, height)
        back = back_button(self._stage, area, self.size, self.close)
        self.widgets.replace([self._paths, self._findings, *self._connect.widgets(row), back], first="address")

    @property
    def _pad(self) -> float:
        return 24.0 if self.size[0] >= 1060 else 20.0

    def back(self) -> None:
        """Leave the field, then the page."""
        if isinstance(self.widgets.focus, TextField) and self._connect.text:
            self.widgets.focus_on("back", show=True)
        else:
            self.close()

    def update(self, dt: float) -> None:
        """Look again every second."""
        super().update(dt)
        self._looked_s += dt
        if self._looked_s >= _LOOK_AGAIN_S:
            self._looked_s = 0.0
            self._look()

    # ---- drawing

    def draw_scene(self, canvas: Canvas) -> None:
        """Paper, header, four cards."""
        t, area = self._stage.t, self._area
        self._stage.draw_backdrop(canvas, 0.55)
        draw_header(canvas, area, self.size, t("lan.diagnosis"), t("lan.diagnosis_line"))
        self._draw_paths(canvas)
        self._draw_findings(canvas)
        self._draw_tips(canvas)
        card, compact = self._connect_card, is_compact(self.size)
        canvas.card(card, 1)
        left = card.left + self._pad
        canvas.text(t("lan.by_address"), left, card.top + (20 if compact else 26), BODY, face=Face.MEDIUM)
        y = card.bottom - (18 if compact else 25)
        if not self._connect.draw_error(canvas, left, y, card.width - 2 * self._pad):
            canvas.text(t("lan.address_where"), left, y, CAPTION, canvas.theme.muted, width=card.width - 2 * self._pad)
        draw_footer(canvas, self._stage, area.left, self.size)

    def _title(self, canvas: Canvas, card: pygame.FRect, text: str) -> None:
        canvas.card(card, 1)
        canvas.text(text, card.left + self._pad, card.top + 26, HEADING, face=Face.MEDIUM, width=card.width - 48)

    def _draw_paths(self, canvas: Canvas) -> None:
        t, theme, card, seen = self._stage.t, canvas.theme, self._paths_card, self._seen
        self._title(canvas, card, t("lan.interfaces"))
        left, right = card.left + self._pad, card.right - self._pad
        if seen is None:
            canvas.paragraph(t("lan.closed_line"), left, card.top + 62, right - left, BODY, theme.muted)
            return
        heard = len(seen.peers)
        words = [
            t(f"lan.state_{seen.state.name.lower()}"),
            t("lan.people_heard", n=heard) if heard else t("lan.people_none"),
            t("lan.running_for", n=int(seen.running_s // 60)) if seen.running_s >= 60 else "",
        ]
        line = " · ".join(filter(None, words))
        if canvas.text_width(line, CAPTION) > right - left:
            line = " · ".join(words[:2])
        canvas.text(line, left, card.top + 50, CAPTION, theme.muted, width=right - left)
        columns = self._columns(canvas, right)
        for x, key in zip(columns, ("sent_out", "heard_in", "own_heard"), strict=True):
            canvas.text(t(f"lan.{key}"), x, card.top + 72, CAPTION, theme.muted, "right")
        view = self._paths.rect
        self._paths.whole = _PATH_ROW * len(seen.paths)
        with canvas.clipped(view.inflate(8, 0)):
            for i, path in enumerate(seen.paths):
                row = pygame.FRect(view.left, view.top + i * _PATH_ROW - self._paths.scroll, view.width, _PATH_ROW)
                if row.bottom > view.top and row.top < view.bottom:
                    self._draw_path(canvas, row, path, columns)

    def _columns(self, canvas: Canvas, right: float) -> tuple[float, float, float]:
        """The right edges of the three columns of figures."""
        t = self._stage.t
        third = right
        second = third - max(44.0, canvas.text_width(t("lan.own_heard"), CAPTION)) - 18
        return second - max(44.0, canvas.text_width(t("lan.heard_in"), CAPTION)) - 18, second, third

    def _draw_path(
        self, canvas: Canvas, row: pygame.FRect, path: PathReport, columns: tuple[float, float, float]
    ) -> None:
        t, theme = self._stage.t, canvas.theme
        canvas.hairline(row.left, row.top, row.width)
        t_kind = t(f"lan.kind_{path.kind.value}")
        trouble = ""
        if path.trouble is not None:
            trouble = t("lan.path_fails", error=path.trouble)
        elif path.deaf is not None:
            trouble = t("lan.path_deaf", error=path.deaf)
        icon = "warning" if trouble else "check"
        canvas.icon(icon, row.left + 10, row.centery, 18, theme.gold_ink if trouble else theme.jade)
        x = row.left + 30
        room = columns[0] - 42 - x
        canvas.text(path.address, x, row.centery - 9, BODY, face=Face.MEDIUM, width=room)
        second = f"{path.interface} · {trouble or t_kind}"
        if canvas.text_width(second, CAPTION) > room:
            second = trouble or path.interface
        canvas.text(second, x, row.centery + 11, CAPTION, theme.gold_ink if trouble else theme.muted, width=room)
        figures = (path.sent, path.direct + path.group, path.own_heard)
        for right, figure in zip(columns, figures, strict=True):
            canvas.text(str(figure), right, row.centery, BODY, align="right")

    def _draw_findings(self, canvas: Canvas) -> None:
        t, theme, card, seen = self._stage.t, canvas.theme, self._hints_card, self._seen
        self._title(canvas, card, t("lan.findings"))
        view = self._findings.rect
        canvas.hairline(view.left, card.top + 48, view.width)
        if seen is None or not self._hints:
            self._findings.whole = 0.0
            early = seen is not None and seen.running_s < _TOO_EARLY_S
            key = "lan.closed_line" if seen is None else "lan.too_early" if early else "lan.all_well"
            middle = view.centery - 16
            calm = seen is not None and not early
            canvas.icon(
                "check" if calm else "clock", view.centerx, middle - 16, 34, theme.jade if calm else theme.muted
            )
            canvas.text(t(key), view.centerx, middle + 22, BODY, align="centre", face=Face.MEDIUM, width=view.width)
            if calm:
                line = t("lan.all_well_line")
                canvas.text(line, view.centerx, middle + 46, CAPTION, theme.muted, "centre", width=view.width)
            return
        y = view.top - self._findings.scroll
        with canvas.clipped(view.inflate(8, 0)):
            for i, hint in enumerate(self._hints):
                text = t(f"lan.hint_{hint.code.value}", **hint.values)
                lines = canvas.wrapped(text, view.width - 54, BODY)  # punctuation may hang over
                height = max(32.0, len(lines) * _LINE) + 14
                if y + height > view.top and y < view.bottom:
                    if i:
                        canvas.hairline(view.left, y, view.width)
                    canvas.icon("warning", view.left + 12, y + 7 + _LINE / 2, 20, theme.gold_ink)
                    for n, line in enumerate(lines):
                        canvas.text(line, view.left + 34, y + 7 + _LINE * (n + 0.5), BODY, width=view.width - 34)
                y += height
        self._findings.whole = y + self._findings.scroll - view.top

    def _draw_tips(self, canvas: Canvas) -> None:
        t, theme, card = self._stage.t, canvas.theme, self._tips_card
        self._title(canvas, card, t("lan.to_look_at"))
        step = (card.height - 44 - 8) / len(_LOOK_AT)
        y = card.top + 44 + step / 2
        x = card.left + self._pad
        room = card.width - 2 * self._pad - 42
        for icon, key in _LOOK_AT:
            canvas.circle(x + 15, y, 15, theme.inset)
            if theme.is_contrast:
                canvas.circle(x + 15, y, 15, theme.ink, stroke=1.5)
            canvas.icon(icon, x + 15, y, 18, theme.indigo)
            text = t(f"lan.look_{key}")
            size = BODY if len(canvas.wrapped(text, room, BODY)) <= 2 else CAPTION
            lines = canvas.wrapped(text, room, size)[:2]
            for n, line in enumerate(lines):
                canvas.text(line, x + 42, y + 20 * (n - (len(lines) - 1) / 2), size, width=room)
            y += step
