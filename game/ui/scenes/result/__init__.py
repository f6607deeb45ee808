"""The result scene and its parts."""
