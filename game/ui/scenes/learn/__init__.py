"""Learning the rules: a few pages per game, each with a board to try on."""
