"""Engines: text position in, text move out. Knows nothing of the table (`game`) or of the wire (`net`)."""
