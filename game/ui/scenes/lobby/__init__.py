"""The LAN on the screen: the lobby, invitations over any scene, and the page that says what is seen of the network."""
