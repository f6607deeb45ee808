"""Seals: what the person has done once and may be proud of, and how near they are to what they have not."""
