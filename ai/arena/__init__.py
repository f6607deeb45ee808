"""Engines against engines: matches, ladders, ratings, records of self-play. Judged by the table's rules."""
