"""Play in a git repository: publish runs, send letters, check pushes and pull requests."""
