"""How the everyday suite runs: the same examples every time, no clock, and commands that speak English."""

from __future__ import annotations

import os
import shutil

from hypothesis import settings

settings.register_profile("everyday", deadline=None, derandomize=True)
settings.load_profile("everyday")
os.environ["LC_ALL"] = "C.UTF-8"


def chromium() -> str | None:
    """The browser that pages are tried in."""
    return shutil.which("chromium")


def pytest_report_header() -> str:
    return f"browser: {chromium() or 'no chromium here, tests of pages will be skipped'}"
