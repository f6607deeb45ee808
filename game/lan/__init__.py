"""LAN play between the wire (`net`) and the sitting (`game.match`): who is there, invitations, tables, resuming."""
