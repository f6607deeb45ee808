"""What the signatures of a game prove, in words, and the seals of those who have signed it."""

from __future__ import annotations

from typing import Final

import pygame

from game.lan.signing import ProofKind, RecordProof, SignedSide
from game.lan.views import Standing
from game.ui.paint.canvas import Canvas
from game.ui.paint.surfaces import Colour
from game.ui.paint.text import Face
from game.ui.paint.theme import BODY, CAPTION, HEADING, Theme
from game.ui.scenes.page import measure
from game.ui.scenes.people import draw_known, seal_lines
from game.ui.stage.language import Language
from game.ui.stage.overlays import Overlay
from game.ui.stage.stage import Stage
from game.ui.widgets.base import Action, Pressable
from game.ui.widgets.buttons import Button

_WIDTH: Final = 560.0
_PAD: Final = 32.0
_SEAL: Final = 112.0
_LINE: Final = 23.0
_WORDS: Final = 21.0


def is_sound(proof: RecordProof) -> bool:
    """Whether nothing speaks against a proof, as far as it goes."""
    return proof.kind in (ProofKind.SIGNED, ProofKind.PARTLY)


def proof_words(t: Language, proof: RecordProof) -> str:
    """What a proof comes to, in a few words."""
    return t(f"signed.{_key(proof)}", n=proof.plies)


def proof_icon(proof: RecordProof) -> str:
    """The icon beside them."""
    return "check" if proof.kind is ProofKind.SIGNED else "info" if is_sound(proof) else "warning"


def proof_ink(theme: Theme, proof: RecordProof) -> Colour:
    """The colour of both."""
    if proof.kind is ProofKind.SIGNED:
        return theme.jade
    return theme.muted if is_sound(proof) else theme.red


def _key(proof: RecordProof) -> str:
    if proof.kind is ProofKind.SIGNED:
        return "both"
    if not is_sound(proof):
        return proof.kind.name.lower()
    if proof.plies == 0:
        return "alone"
    return "moves" if _has_all_moves(proof) else "up_to"


def _has_all_moves(proof: RecordProof) -> bool:
    return all(side.plies == proof.length for side in proof.sides)


def _line(t: Language, proof: RecordProof) -> str:
    """The same in a sentence."""
    key = _key(proof)
    ended = [side.name for side in proof.sides if side.has_signed_end]
    if key == "moves" and not ended:
        return t("signed.no_end_line")
    return t(f"signed.{key}_line", name=ended[0] if ended else "")


class SignedMark(Pressable):
    """What the signatures prove, in words if they have room, else as an icon. A press shows who has signed what."""

    def __init__(self, stage: Stage, room: pygame.FRect, proof: RecordProof, on_click: Action) -> None:
        words = proof_words(stage.t, proof)
        width = 20 + measure(stage, words, CAPTION, Face.MEDIUM)
        self._words = words if width <= room.width else ""
        self._proof = proof
        place = pygame.FRect(room.left, room.top, width if self._words else 20.0, room.height)
        super().__init__(place, on_click, "signatures")
        self.tooltip = f"{words}: {stage.t('signed.show')}" if not self._words else stage.t("signed.show")

    def draw(self, canvas: Canvas) -> None:
        """Icon and words."""
        rect, ink = self.rect, proof_ink(canvas.theme, self._proof)
        if self.focused:
            canvas.rounded(rect.inflate(8, 2), 6, None, canvas.theme.indigo, 2.0)
        canvas.icon(proof_icon(self._proof), rect.left + 8, rect.centery, 16, ink)
        if self._words:
            canvas.text(self._words, rect.left + 20, rect.centery, CAPTION, ink, face=Face.MEDIUM)


class SignaturesOverlay(Overlay):
    """Both sides with their seals and what each has signed. `own` is the key of this computer."""

    closes_beside = True

    def __init__(self, stage: Stage, proof: RecordProof, own: str) -> None:
        lines = len(seal_lines(stage.t, proof.sides[0].key)) if proof.sides else 0
        self._below = 76 + (_SEAL + 67 + lines * _WORDS if lines else 0)
        super().__init__((_WIDTH, self._below + 134))
        self._stage = stage
        self._proof = proof
        self._own = own

    def layout(self) -> None:
        """The button that closes it."""
        t, box = self._stage.t, self._centre()
        width = max(120.0, measure(self._stage, t("common.close"), BODY, Face.MEDIUM) + 48)
        place = pygame.FRect(box.right - _PAD - width, box.bottom - 68, width, 44)
        self.widgets.replace([Button(place, t("common.close"), self.close, name="close")], first="close", show=True)

    def draw_scene(self, canvas: Canvas) -> None:
        """Title, the seals with what they say, what it means."""
        super().draw_scene(canvas)
        t, box, proof = self._stage.t, self._box, self._proof
        across, ink = box.width - 2 * _PAD, proof_ink(canvas.theme, proof)
        canvas.icon(proof_icon(proof), box.left + _PAD + 11, box.top + 40, 22, ink)
        canvas.text(
            proof_words(t, proof), box.left + _PAD + 32, box.top + 40, HEADING, face=Face.MEDIUM, width=across - 32
        )
        top = box.top + 76
        for number, side in enumerate(proof.sides):
            self._draw_side(canvas, box.left + _PAD + across * (1 + 2 * number) / 4, top, side, across / 2 - 12)
        y = box.top + self._below + 6
        canvas.paragraph(_line(t, proof), box.left + _PAD, y, across, BODY, canvas.theme.muted, _LINE)

    def _draw_side(self, canvas: Canvas, x: float, top: float, side: SignedSide, room: float) -> None:
        t = self._stage.t
        standing = Standing.OWN if side.key == self._own else Standing.MET
        draw_known(canvas, side.name, side.key, standing, x, top + _SEAL / 2, _SEAL)
        y = top + _SEAL + 20
        for line in seal_lines(t, side.key):
            canvas.text(line, x, y, BODY, canvas.theme.ink, "centre", Face.MEDIUM, width=room)
            y += _WORDS
        canvas.text(side.name, x, y + 2, BODY, canvas.theme.ink, "centre", width=room)
        is_whole = side.plies == self._proof.length and side.has_signed_end
        key = "side_all" if is_whole else "side" if side.plies else "side_none"
        canvas.text(t(f"signed.{key}", n=side.plies), x, y + 23, CAPTION, canvas.theme.muted, "centre", width=room)
