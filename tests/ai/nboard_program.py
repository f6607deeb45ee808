"""Our NBoard engine as a program of its own that compiles no other game's kernels first: an opponent for the tests."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent.parent))

from ai.protocols.conversation import Conversation, SpeakOptions
from ai.protocols.engine_session import EngineSession
from ai.protocols.lines import Output, lines_from
from ai.protocols.nboard.protocol import NBoardProtocol
from ai.reversi.engine import ReversiEngine


def main() -> None:
    conversation = Conversation(lambda post: EngineSession(lambda options, level: ReversiEngine(0, **options), post))
    options = SpeakOptions("1.2", hash_mb=1)
    protocol = NBoardProtocol(Output(sys.stdout.fileno()).say, conversation.engine_session, options)
    conversation.run(protocol, lines_from(sys.stdin.fileno()), lambda: None)


if __name__ == "__main__":
    main()
