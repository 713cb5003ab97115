"""Draw boards as SVG."""
