"""Figures of the engines: `python -m ai.bench PART ...`."""
