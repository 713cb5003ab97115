"""Draw boards as text, SVG or PNG from the plain data in which a game describes them."""
