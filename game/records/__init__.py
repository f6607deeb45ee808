"""A game as a file: our own save format, and later those of the field."""
