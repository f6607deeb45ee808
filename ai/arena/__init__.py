"""Engines against engines: matches, ladders, ratings, records of self-play. Knows no game but through its judge."""
