"""How the everyday suite runs: the same examples every time, and no clock."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("everyday", deadline=None, derandomize=True)
settings.load_profile("everyday")
