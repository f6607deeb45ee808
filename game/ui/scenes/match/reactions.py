"""What the window does when something has happened in the match."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from game.match import events as happened
from game.match.events import MatchEvent, RequestKind
from game.match.match import MatchError
from game.match.players import PlayerKind
from game.rules.core import PASS, Side, Termination, must_pass
from game.ui.board.ending import RING_S
from game.ui.board.heard import sounds_of_row
from game.ui.games.registry import GAMES
from game.ui.scenes.boarded import hear_move
from game.ui.scenes.colours import player_words
from game.ui.scenes.match.actions import Actions
from game.ui.scenes.match.assists import Assists
from game.ui.scenes.match.lan_panel import LanPanel, is_from_elsewhere
from game.ui.scenes.match.menu import MatchMenu
from game.ui.scenes.match.search_info import ShownSearch
from game.ui.scenes.match.shown import ShownMatch
from game.ui.scenes.result.words import person_against_computer, side_name
from game.ui.stage.overlays import Dialog, DialogAnswer


@dataclass(frozen=True, slots=True)
class Stagehand:
    """What happens in the scene around the board: `lay_out` everything again, close what lies over it, show the result
    and other actions soon, or none because the `game_goes_on`."""

    lay_out: Callable[[], None]
    close_overlays: Callable[[], None]
    show_result_soon: Callable[[], None]
    game_goes_on: Callable[[], None]


class Reactions:
    """Animates, sounds and explains the events of one match."""

    def __init__(
        self,
        shown: ShownMatch,
        thoughts: ShownSearch,
        assists: Assists,
        company: LanPanel | None,
        actions: Actions,
        menu: MatchMenu,
        around: Stagehand,
    ) -> None:
        self._shown = shown
        self._thoughts = thoughts
        self._assists = assists
        self._company = company
        self._actions = actions
        self._menu = menu
        self._around = around

    def react(self, event: MatchEvent) -> None:
        """Animate, sound and explain one event."""
        shown = self._shown
        stage = shown.stage
        match event:
            case happened.MovePlayed():
                self._moved(event)
            case happened.MovesUndone():
                self._taken_back(event)
            case happened.MovesRedone() | happened.Restarted():
                self._thoughts.forget()
                self._around.game_goes_on()
                shown.show_ply(shown.match.ply)
                stage.sounds.play("stone")
            case happened.GameEnded():
                self._ended(event)
            case happened.RequestMade():
                self._asked(event)
            case happened.RequestDeclined():
                self._declined(event)
            case happened.MoveOffered():
                stage.sounds.play("refused")
                if shown.is_looking_back:
                    shown.show_ply(shown.match.ply)
            case happened.PremoveDropped(path=path):
                self._assists.dropped(path)
            case happened.HintReady():
                shown.after_change()
            case happened.PlayerFailed():
                self._failed(event)
            case happened.ClockLow():
                stage.sounds.play("tick")
            case happened.Told():
                stage.tell(event.notice)
            case happened.PlayerChanged():
                self._thoughts.forget()
                self._around.lay_out()
                shown.after_change()
            case happened.Paused() | happened.Resumed():
                shown.after_change()
            case happened.RequestLapsed():
                if self._company is not None:
                    self._company.withdraw(event.request)
            case happened.RequestGranted():
                pass  # what was granted follows as an event of its own

    def _moved(self, event: happened.MovePlayed) -> None:
        shown = self._shown
        if shown.match.game.moves[event.ply - 2 : event.ply - 1] != (PASS,):
            shown.stage.toasts.clear()  # of a pass is still told when the answer comes at once
        if shown.ply == event.ply - 1:
            shown.board.play(event.move, event.before, event.after)
            shown.ply = event.ply
        else:
            shown.show_ply(event.ply)  # whoever looked back is brought to the present by the new move
        if event.move.word == "pass":
            t = shown.stage.t
            key = "match.must_pass" if must_pass(event.before) else "match.passes"
            shown.stage.toasts.show(t(key, side=side_name(t, shown.match, event.side)), "info")
        elif event.move.word:
            self._tell_choice(event)
        hear_move(shown.stage, shown.match.variant, event.move, event.before, event.after)
        if shown.match.seat(event.side).player.kind is PlayerKind.ENGINE:
            self._thoughts.answered(event.side, event.before, event.info, event.used_s)
        shown.after_change()

    def _tell_choice(self, event: happened.MovePlayed) -> None:
        """What somebody has chosen in an opening; the only person here knows what they did."""
        shown = self._shown
        kinds = [shown.match.seat(side).player.kind for side in Side]
        if shown.match.seat(event.side).player.kind is PlayerKind.HUMAN and kinds.count(PlayerKind.HUMAN) == 1:
            return
        t = shown.stage.t
        seat = shown.match.seat(event.side)
        between_people = not seat.name and not seat.player.level
        name = player_words(t, shown.match.variant, event.before, event.side) if between_people else ""
        said = t(f"opening.said_{event.move.word}", name=name or shown.player_name(event.side))
        shown.stage.toasts.show(said, "info")

    def _taken_back(self, event: happened.MovesUndone) -> None:
        shown = self._shown
        shown.stage.toasts.clear()
        self._thoughts.forget()
        self._around.game_goes_on()
        game = shown.match.game
        if event.is_nudge and not shown.is_looking_back:
            shown.ply -= 1  # the move in its place follows at once
            shown.board.show(event.after)
            return
        if event.plies == 1 and shown.ply == shown.match.ply + 1 and event.move is not None:
            last = game.moves[-1] if game.moves else None
            shown.board.take_back(event.move, event.after, event.before, last)
            shown.ply = shown.match.ply
            shown.after_change()
        else:
            shown.show_ply(shown.match.ply)

    def _ended(self, event: happened.GameEnded) -> None:
        shown = self._shown
        outcome = event.outcome
        if outcome.termination is Termination.ABANDONED and self._company is None:
            return
        self._around.close_overlays()
        if shown.is_looking_back:
            shown.show_ply(shown.match.ply)
        shown.board.show_outcome(outcome)
        person = person_against_computer(shown.match)
        if outcome.winner is not None and (person is None or outcome.winner is person):
            shown.board.celebrate(outcome)
            touch, still = GAMES[shown.match.variant.game].touch, shown.board.reduced_motion
            shown.stage.sounds.play_all(sounds_of_row(outcome.line, RING_S, touch, still))
        shown.after_change()
        self._around.show_result_soon()

    def _asked(self, event: happened.RequestMade) -> None:
        shown = self._shown
        if self._company is not None:
            if is_from_elsewhere(shown.match, event.request):
                self._company.ask(event.request)
            return
        if shown.match.requests.to_answer is not event.request:
            return
        t = shown.stage.t
        kind = event.request.kind
        if kind is not RequestKind.DRAW:
            return  # the only request that a person at this screen has to answer

        def answer(yes: bool) -> None:
            if shown.match.requests.to_answer is event.request:
                shown.match.requests.answer(kind, yes)

        side = side_name(t, shown.match, event.request.by)
        answers = (
            DialogAnswer(t("match.accept"), lambda: answer(True), "primary"),
            DialogAnswer(t("match.decline"), lambda: answer(False)),
        )
        shown.stage.open(Dialog(t("match.draw_title", side=side), t("match.draw_text"), answers))

    def _declined(self, event: happened.RequestDeclined) -> None:
        shown = self._shown
        t = shown.stage.t
        if self._company is not None and is_from_elsewhere(shown.match, event.request):
            return  # the person here has just said so
        name = shown.player_name(event.request.by.other)
        key = {RequestKind.DRAW: "match.draw_declined", RequestKind.TAKE_BACK: "match.undo_declined"}
        shown.stage.toasts.show(t(key.get(event.request.kind, "match.declined"), side=name), "info")

    def _failed(self, event: happened.PlayerFailed) -> None:
        shown = self._shown
        t = shown.stage.t
        known = event.code and t.has(f"notice.{event.code}")
        message = t(f"notice.{event.code}", **event.values) if known else event.message
        if event.side is None:
            shown.stage.toasts.show(t("match.hint_failed", message=message))
            return
        side: Side = event.side

        def again() -> None:
            try:
                shown.match.retry()
            except MatchError as error:
                shown.stage.refuse(error.refusal)

        answers = (
            DialogAnswer(t("match.failed_retry"), again, "primary"),
            DialogAnswer(t("match.failed_level"), lambda: self._menu.choose_level(side)),
            DialogAnswer(t("match.failed_take_over"), lambda: self._actions.take_over(side)),
            DialogAnswer(t("match.failed_close"), lambda: None),
        )
        shown.stage.open(Dialog(t("match.failed_title"), t("match.failed_text", message=message), answers, 520))
