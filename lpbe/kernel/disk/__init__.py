"""Files read with care and written whole. May import base."""
