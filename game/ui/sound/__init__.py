"""The sounds of the table: made by arithmetic, dry, close and wooden, and played without ever getting in the way."""
