"""Sets tables: matches out of choices, with engines, clocks and journals."""
