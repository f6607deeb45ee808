"""The wire between two tables. It knows no game and no engine; LAN play is built here."""
