"""The person's games: what was played here and what was brought in, listed, read, written and thrown away."""
