"""Who stands at the door: takes what comes in over the LAN, each frame, whatever scene is open."""

from __future__ import annotations

from game.lan.views import GameTerms, Invitation, Lan, received
from game.rules.registry import VARIANTS
from game.ui.games.registry import SHOWN
from game.ui.scenes.lobby.invitations import InvitationOverlay
from game.ui.scenes.match.scene import MatchScene
from game.ui.scenes.people import short_person
from game.ui.stage.navigator import LAN_MATCH, LOBBY
from game.ui.stage.stage import Stage


class InvitationDispatcher:
    """Leads to the games that were agreed upon and shows invitations: over any scene but a dialog, and during a game as
    a toast and a badge only."""

    def __init__(self, stage: Stage, lan: Lan) -> None:
        self._stage = stage
        self._lan = lan
        self._announced: dict[str, GameTerms] = {}

    def update(self) -> None:
        """Each frame, before the scenes' own update."""
        seated_now = self._lan.update()
        for notice in self._lan.take_notices():  # also of a game that was interrupted, before the network is used
            self._stage.tell(notice)
        for seated in seated_now:
            # a game begins, goes on, or is to be watched: what was open is left for it
            self._stage.go_from_menu(LOBBY)
            self._stage.go(LAN_MATCH, seated.match, seated.table)
        if not self._lan.is_open:
            return
        for invitation in received(self._lan):
            if invitation.terms.variant in VARIANTS.keys() - SHOWN.keys():  # accepted, it could not be drawn
                self._lan.answer(invitation.id, False)
        asking = received(self._lan)
        self._announced = {each.id: terms for each in asking if (terms := self._announced.get(each.id)) is not None}
        for invitation in asking:
            if self._announced.get(invitation.id) != invitation.terms and self._announce(invitation):
                self._announced[invitation.id] = invitation.terms

    def _announce(self, invitation: Invitation) -> bool:
        """Announce an invitation; False while a dialog is open, which is not to be covered."""
        stage = self._stage
        top = stage.stack.top
        if top is None or top.is_overlay:
            return False
        if any(isinstance(scene, MatchScene) and scene.match.outcome is None for scene in stage.stack.scenes):
            name = short_person(stage, invitation.name, 200)
            stage.toasts.tell(stage.with_key("lan.toast_invited", "match", "invitation", name=name), "people")
        else:
            stage.open(InvitationOverlay(stage, self._lan, invitation))
        stage.sounds.play("chat")
        return True
