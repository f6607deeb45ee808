"""The album of seals: an opened book, and the card of the seal that is looked at."""
