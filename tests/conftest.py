"""Set up the suite: the same examples every time, no clock, and commands in English."""

from __future__ import annotations

import os
import shutil
import signal
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

from .size_limits import Soak, examples

if TYPE_CHECKING:
    from playwright.sync_api import Browser

os.environ["LC_ALL"] = "C.UTF-8"
QUIET = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-dev-shm-usage"]
"""Arguments of Chromium: no sandbox for root, no traffic of its own."""
EXAMPLES = Path(__file__).parents[1] / "examples"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--soak", type=float, default=0.0, metavar="SHARE", help="share of the soaks to run: 1 for all")


def pytest_configure(config: pytest.Config) -> None:
    """Set the sizes before any test is imported: decorators use them."""
    os.environ["XDG_STATE_HOME"] = tempfile.mkdtemp(prefix="lpbe-pins-")
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # a suite in the background of a script; tests press Ctrl+C
        signal.signal(signal.SIGINT, signal.default_int_handler)
    Soak.share = config.getoption("soak")
    settings.register_profile("lpbe", examples(100))
    settings.load_profile("lpbe")


def pytest_unconfigure() -> None:
    shutil.rmtree(os.environ["XDG_STATE_HOME"], ignore_errors=True)


def chromium() -> str | None:
    """Return the browser that pages are tested in."""
    return shutil.which("chromium")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Return the only browser of a process: Playwright cannot be started twice in it."""
    if not chromium():
        pytest.skip("no chromium here")
    from playwright.sync_api import sync_playwright  # most workers run no test of a page

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=QUIET)
        yield browser
        browser.close()


def pytest_report_header() -> list[str]:
    from .web.node import why_not  # it needs nothing but node

    return [
        f"browser: {chromium() or 'no chromium here, tests of pages will be skipped'}",
        f"node: {f'{why_not()}; tests of the web client will be skipped' if why_not() else 'for the web client'}",
    ]


@pytest.fixture
def example(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """Return a check that an example file is what the program writes today; `--snapshot-update` writes it."""

    def same(name: str, written: str) -> None:
        if request.config.getoption("update_snapshots"):
            (EXAMPLES / name).write_text(written, encoding="utf-8")
        assert written == (EXAMPLES / name).read_text(encoding="utf-8")

    return same
