"""Setting up a position and going on from it."""
