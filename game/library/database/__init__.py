"""The collections that were brought in: 100,000 games and more in one store, searched by words and positions."""
