"""The window's own widgets: each knows its rectangle in units, its states, and how to answer mouse and keyboard."""
