"""Two small expansions of our own that go through every door of the base game."""
