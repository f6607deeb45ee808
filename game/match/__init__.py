"""A sitting: who plays, the clocks, what happened, and the journal that loses nothing. No pygame."""
