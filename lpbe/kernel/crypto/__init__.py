"""Keys, signatures and seals. May import base."""
