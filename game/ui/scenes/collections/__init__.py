"""The collections that were brought in: which there are, their games, how they are searched."""
