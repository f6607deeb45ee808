"""The settings: a page for each subject, everything taking effect at once."""
