"""Two small expansions of our own that use every extension point of the base game."""
