"""What the game asks of the session of a game in progress."""

from __future__ import annotations

from net.session import actions
from net.session.game_session import GameSession


def act(game_session: GameSession, action: actions.GameAction, now: float) -> None:
    """Do it. Raises RefusedError where it makes no sense (any more)."""
    match action:
        case actions.Play():
            game_session.play(action, now)
        case actions.AcceptMove():
            game_session.accept(action, now)
        case actions.RefuseMove():
            game_session.refuse(action, now)
        case actions.Ask(kind=kind, plies=plies):
            game_session.ask(kind, plies)
        case actions.AnswerRequest(request=request, yes=yes):
            game_session.answer(request, yes, now)
        case actions.EndPause():
            game_session.state.end_pause()
        case actions.Resign():
            game_session.resign(now)
        case actions.DeclareEnd():
            game_session.declare(action, now)
        case actions.RefuseEnd():
            game_session.refuse_end()
        case actions.AcknowledgeEnd():
            game_session.state.finish.keep()
        case actions.TellClock():
            game_session.state.running.tell(action)
        case actions.ClaimEnd():
            game_session.claim(now)
