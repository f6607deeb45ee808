"""A game shared with others: as text, as a link, as pictures of its board, of its course and of its result."""
