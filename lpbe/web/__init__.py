"""Games on the web: a small server, the same as static files, and pages to play on at one computer."""
