"""Answer a client that holds the key itself, such as a browser page: JSON in, JSON out, and never a key."""
