"""A browser and its files, which must work without a network and without errors."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, Request, expect

from ..cli.world.club import run_here
from ..report.folders import leave_game, planet, write

PATIENCE = 60_000
"""Milliseconds; a loaded machine may need them."""
WIDE, PHONE = (1280, 900), (390, 844)
screens = pytest.mark.parametrize(
    ("size", "scheme"),
    [
        (WIDE, "light"),
        (PHONE, "dark"),
        pytest.param(WIDE, "dark", marks=pytest.mark.soak),
        pytest.param(PHONE, "light", marks=pytest.mark.soak),
    ],
    ids=str,
)

expect.set_options(timeout=PATIENCE)


@dataclass
class Seen:
    """A page that is open, and all it asked for or complained about."""

    page: Page
    requests: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)

    def asked(self, request: Request) -> None:
        self.requests.append(request.url)

    def record_message(self, message: ConsoleMessage) -> None:
        self.complaints.append(f"{message.type}: {message.text}")

    @property
    def colour(self) -> str:
        """Return the colour of the paper."""
        return str(self.page.evaluate("getComputedStyle(document.body).backgroundColor"))

    @property
    def overflow(self) -> int:
        """Return how much wider the page is than the window."""
        return int(self.page.evaluate("document.documentElement.scrollWidth - innerWidth"))


Open = Callable[..., Seen]


@pytest.fixture
def show(browser: Browser) -> Iterator[Open]:
    """Opens a file; in the end every file has asked for nothing else and complained about nothing."""
    opened: list[Seen] = []

    def open_file(
        path: Path,
        hash: str = "",
        *,
        size: tuple[int, int] = WIDE,
        scheme: str = "light",
        scripts: bool = True,
        clock: bool = False,
    ) -> Seen:
        context = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            color_scheme="dark" if scheme == "dark" else "light",
            java_script_enabled=scripts,
        )
        context.set_default_timeout(PATIENCE)
        seen = Seen(context.new_page())
        seen.page.on("request", seen.asked)
        seen.page.on("console", seen.record_message)
        seen.page.on("pageerror", lambda error: seen.complaints.append(str(error)))
        if clock:
            seen.page.clock.install(time=0)
        seen.page.goto(path.as_uri() + hash)
        opened.append(seen)
        return seen

    yield open_file
    for seen in opened:
        seen.page.context.close()
    assert [seen.complaints for seen in opened] == [[] for _ in opened]
    assert all(url.startswith("file://") for seen in opened for url in seen.requests)
    assert all(len(set(seen.requests)) == 1 for seen in opened), "one file is all there is"


@pytest.fixture(scope="session")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a finished game, one that is being played, the report of a player, and a replay of each."""
    root = tmp_path_factory.mktemp("pages")
    write(leave_game(planet()), root / "mars")
    write(planet(), root / "under-way")
    lpbe(root, "replay", "mars", "--html", "mars.html")
    lpbe(root, "replay", "under-way", "--html", "under-way.html")
    waiting = "red" if "red" in planet().waiting else "blue"
    lpbe(root, "report", "under-way", "--key", f"{waiting}.key", "--format", "html", "-o", "report.html")
    return root


def lpbe(root: Path, *args: str) -> str:
    env = {"PATH": os.environ["PATH"], "LANG": "C.UTF-8", "XDG_CONFIG_HOME": str(root / "nowhere")}
    status, out, err = run_here(list(args), root, env, b"")
    assert status == 0, err
    return out.decode()
