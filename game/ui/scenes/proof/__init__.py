"""The proof who wins a game: to be played against, and looked at reply by reply."""
