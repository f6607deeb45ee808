"""Everything that touches pygame: the loop, scenes, widgets, boards, text and sound."""

import os

# pygame greets on standard output as it is imported; that stream belongs to whoever started the program.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
