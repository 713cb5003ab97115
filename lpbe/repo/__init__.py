"""A game in a git repository, whoever else pushes there. May import everything but cli."""
