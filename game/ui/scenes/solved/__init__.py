"""A small board on which the game is solved: to be played against best play, and walked move by move."""
