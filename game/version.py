"""The version, in one place: the window shows it and the package carries it."""

VERSION = "0.1.0"
