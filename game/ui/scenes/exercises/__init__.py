"""Learn from mistakes: the exercises out of the person's own games, and the board on which they are solved."""
