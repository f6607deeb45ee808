"""A game told in ten seconds, at its first opening and whenever one likes."""
