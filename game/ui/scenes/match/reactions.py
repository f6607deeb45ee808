"""What the window does when something has happened in the match."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.match import events as happened
from game.match.events import Event, RequestKind
from game.match.match import MatchError
from game.match.players import PlayerKind
from game.rules.core import PASS, Side, Termination, must_pass
from game.ui.scenes.boarded import sound_of
from game.ui.scenes.colours import player_words
from game.ui.scenes.match.lan_panel import is_from_elsewhere
from game.ui.scenes.result.words import person_against_computer, side_name
from game.ui.widgets.overlays import Answer, Dialog

if TYPE_CHECKING:
    from game.ui.scenes.match.scene import MatchScene


def react(scene: MatchScene, event: Event) -> None:
    """Animate, sound and explain one event."""
    stage = scene.stage
    match event:
        case happened.MovePlayed():
            _moved(scene, event)
        case happened.MovesUndone():
            _taken_back(scene, event)
        case happened.MovesRedone() | happened.Restarted():
            scene.thoughts.forget()
            scene.game_goes_on()
            scene.show_ply(scene.match.ply)
            stage.sounds.play("stone")
        case happened.GameEnded():
            _ended(scene, event)
        case happened.RequestMade():
            _asked(scene, event)
        case happened.RequestDeclined():
            _declined(scene, event)
        case happened.MoveOffered():
            stage.sounds.play("refused")
            if scene.is_looking_back:
                scene.show_ply(scene.match.ply)
        case happened.PremoveDropped(path=path):
            scene.comforts.dropped(path)
        case happened.HintReady():
            scene.after_change()
        case happened.PlayerFailed():
            _failed(scene, event)
        case happened.ClockLow():
            stage.sounds.play("tick")
        case happened.Told():
            stage.tell(event.notice)
        case happened.PlayerChanged():
            scene.thoughts.forget()
            scene.layout()
            scene.after_change()
        case happened.Paused() | happened.Resumed():
            scene.after_change()
        case happened.RequestLapsed():
            if scene.company is not None:
                scene.company.withdraw(event.request)
        case happened.RequestGranted():
            pass  # what was granted follows as an event of its own


def _moved(scene: MatchScene, event: happened.MovePlayed) -> None:
    if scene.match.game.moves[event.ply - 2 : event.ply - 1] != (PASS,):
        scene.stage.toasts.clear()  # of a pass is still told when the answer comes at once
    if scene.shown_ply == event.ply - 1:
        scene.board.play(event.move, event.before, event.after)
        scene.shown_ply = event.ply
    else:
        scene.show_ply(event.ply)  # whoever looked back is brought to the present by the new move
    if event.move.word == "pass":
        t = scene.stage.t
        key = "match.must_pass" if must_pass(event.before) else "match.passes"
        scene.stage.toasts.show(t(key, side=side_name(t, scene.match, event.side)), "info")
    elif event.move.word:
        _tell_choice(scene, event)
    scene.stage.sounds.play(sound_of(event.move, event.after))
    if scene.match.seat(event.side).player.kind is PlayerKind.ENGINE:
        scene.thoughts.answered(event.side, event.before, event.info, event.used_s)
    scene.after_change()


def _tell_choice(scene: MatchScene, event: happened.MovePlayed) -> None:
    """What somebody has chosen in an opening; the only person here knows what they did."""
    kinds = [scene.match.seat(side).player.kind for side in Side]
    if scene.match.seat(event.side).player.kind is PlayerKind.HUMAN and kinds.count(PlayerKind.HUMAN) == 1:
        return
    t = scene.stage.t
    seat = scene.match.seat(event.side)
    between_people = not seat.name and not seat.player.level
    name = player_words(t, scene.match.variant, event.before, event.side) if between_people else ""
    said = t(f"opening.said_{event.move.word}", name=name or scene.player_name(event.side))
    scene.stage.toasts.show(said, "info")


def _taken_back(scene: MatchScene, event: happened.MovesUndone) -> None:
    scene.stage.toasts.clear()
    scene.thoughts.forget()
    scene.game_goes_on()
    game = scene.match.game
    if event.is_nudge and not scene.is_looking_back:
        scene.shown_ply -= 1  # the move in its place follows at once
        scene.board.show(event.after)
        return
    if event.plies == 1 and scene.shown_ply == scene.match.ply + 1 and event.move is not None:
        last = game.moves[-1] if game.moves else None
        scene.board.take_back(event.move, event.after, event.before, last)
        scene.shown_ply = scene.match.ply
        scene.after_change()
    else:
        scene.show_ply(scene.match.ply)


def _ended(scene: MatchScene, event: happened.GameEnded) -> None:
    outcome = event.outcome
    if outcome.termination is Termination.ABANDONED and scene.company is None:
        return
    scene.stage.stack.close_overlays_above(scene)
    if scene.is_looking_back:
        scene.show_ply(scene.match.ply)
    scene.board.show_outcome(outcome)
    person = person_against_computer(scene.match)
    if outcome.winner is not None and (person is None or outcome.winner is person):
        scene.stage.sounds.play("win")
    scene.layout()  # other actions now
    scene.after_change()
    scene.show_result_soon()


def _asked(scene: MatchScene, event: happened.RequestMade) -> None:
    if scene.company is not None:
        if is_from_elsewhere(scene, event.request):
            scene.company.ask(event.request)
        return
    if scene.match.requests.to_answer is not event.request:
        return
    t = scene.stage.t
    kind = event.request.kind
    if kind is not RequestKind.DRAW:
        return  # the only request that a person at this screen has to answer

    def answer(yes: bool) -> None:
        if scene.match.requests.to_answer is event.request:
            scene.match.requests.answer(kind, yes)

    side = side_name(t, scene.match, event.request.by)
    answers = (
        Answer(t("match.accept"), lambda: answer(True), "primary"),
        Answer(t("match.decline"), lambda: answer(False)),
    )
    scene.stage.open(Dialog(t("match.draw_title", side=side), t("match.draw_text"), answers))


def _declined(scene: MatchScene, event: happened.RequestDeclined) -> None:
    t = scene.stage.t
    if scene.company is not None and is_from_elsewhere(scene, event.request):
        return  # the person here has just said so
    name = scene.player_name(event.request.by.other)
    key = {RequestKind.DRAW: "match.draw_declined", RequestKind.TAKE_BACK: "match.undo_declined"}
    scene.stage.toasts.show(t(key.get(event.request.kind, "match.declined"), side=name), "info")


def _failed(scene: MatchScene, event: happened.PlayerFailed) -> None:
    t = scene.stage.t
    known = event.code and t.has(f"notice.{event.code}")
    message = (t(f"notice.{event.code}", **event.values) if known else event.message).rstrip(".。")
    if event.side is None:
        scene.stage.toasts.show(t("match.hint_failed", message=message))
        return
    side: Side = event.side

    def again() -> None:
        try:
            scene.match.retry()
        except MatchError as error:
            scene.stage.refuse(error.refusal)

    answers = (
        Answer(t("match.failed_retry"), again, "primary"),
        Answer(t("match.failed_level"), lambda: scene.commands.choose_level(side)),
        Answer(t("match.failed_take_over"), lambda: scene.commands.take_over(side)),
        Answer(t("match.failed_close"), lambda: None),
    )
    scene.stage.open(Dialog(t("match.failed_title"), t("match.failed_text", message=message), answers, 520))
