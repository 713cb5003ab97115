"""Draw boards as text."""
