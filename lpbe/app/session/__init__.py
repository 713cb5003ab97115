"""Open a game as one person: keys, pins, seats and language."""
