"""lpbe in the worker of a real browser, as the bundle has it."""

from __future__ import annotations

import fcntl
import json
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route

from ..browser.conftest import PATIENCE
from .phone import Phone
from .static_site import StaticSite

ROOT = Path(__file__).parents[2]
BUNDLE = ROOT / "build" / "web-python" / "bundle"
ORIGIN = "https://lpbe.invalid"
TOOLS = ("node", "npm", "make")
TYPES = {".js": "text/javascript", ".mjs": "text/javascript", ".json": "application/json"}
POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src blob:; connect-src 'self'; img-src data:"
HARNESS = '<!doctype html><link rel="icon" href="data:,"><script type="module" src="harness.mjs"></script>'


def make(*targets: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["make", "-s", *targets], cwd=ROOT, capture_output=True, text=True, check=False)


@contextmanager
def building_alone() -> Iterator[None]:
    (ROOT / "build").mkdir(exist_ok=True)
    with (ROOT / "build" / "web-python.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def fetch_packages() -> None:
    """Fetch what the bundle is made of; skips where its tools or packages cannot be had."""
    if missing := [tool for tool in TOOLS if not shutil.which(tool)]:
        pytest.skip(f"no {missing[0]} here, which builds lpbe for the browser")
    with building_alone():
        fetched = make("web-python-packages", "web/node_modules/.package-lock.json")
    if fetched.returncode:
        pytest.skip(f"the packages for the browser cannot be fetched here: {fetched.stderr.strip()[-200:]}")


def make_bundle() -> Path:
    """The bundle, built if anything in it has changed."""
    fetch_packages()
    with building_alone():
        built = make("web-python")
    assert built.returncode == 0, built.stderr
    return BUNDLE


def make_site() -> Path:
    """The client as a static site, built if anything in it has changed."""
    fetch_packages()
    with building_alone():
        built = make("web")
    assert built.returncode == 0, built.stdout + built.stderr
    return ROOT / "dist" / "web"


@dataclass
class BrowserPython:
    """lpbe in the worker of a page, and every request that page and worker made."""

    page: Page
    started: dict[str, Any]
    requests: list[str]
    complaints: list[str] = field(default_factory=list)

    def ask(self, method: str, request: dict[str, Any]) -> dict[str, Any]:
        answer: dict[str, Any] = self.page.evaluate("([method, args]) => python.ask(method, args)", [method, request])
        return answer


def open_python(browser: Browser, bundle: Path) -> BrowserPython:
    context = browser.new_context()
    context.set_default_timeout(5 * PATIENCE)
    requests: list[str] = []
    complaints: list[str] = []

    def serve(route: Route) -> None:
        name = route.request.url.removeprefix(f"{ORIGIN}/")
        if not name:
            route.fulfill(body=HARNESS, content_type="text/html", headers={"content-security-policy": POLICY})
            return
        file = Path(__file__).parent / name if name == "harness.mjs" else bundle / name
        route.fulfill(body=file.read_bytes(), content_type=TYPES.get(file.suffix, "application/octet-stream"))

    context.route("**/*", serve)
    page = context.new_page()
    context.on("request", lambda request: requests.append(request.url))
    page.on("console", lambda message: complaints.append(f"{message.type}: {message.text}"))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(f"{ORIGIN}/")
    started = page.evaluate("started")
    return BrowserPython(page, started, requests, complaints)


@pytest.fixture(scope="session")
def client_site() -> Path:
    return make_site()


@pytest.fixture(scope="session")
def site(client_site: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[StaticSite]:
    with StaticSite(tmp_path_factory.mktemp("site") / "site", client_site).serving() as served:
        yield served


@pytest.fixture(scope="session")
def warm_phone(browser: Browser, site: StaticSite) -> Iterator[Phone]:
    """One profile with one warm worker for all tests that do not need another one."""
    phone = Phone(browser, site.base)
    phone.open()
    yield phone
    phone.close()


@pytest.fixture
def phone(warm_phone: Phone) -> Phone:
    """A profile that remembers nothing: the games of tests have the same ids."""
    warm_phone.open()
    warm_phone.forget_everything()
    return warm_phone


@pytest.fixture(scope="session")
def bundle() -> Path:
    return make_bundle()


@pytest.fixture(scope="session")
def browser_python(browser: Browser, bundle: Path) -> BrowserPython:
    return open_python(browser, bundle)


def listed_files(bundle: Path) -> list[dict[str, Any]]:
    """Return the files of a bundle with their sizes and hashes."""
    files: list[dict[str, Any]] = json.loads((bundle / "files.json").read_text())["files"]
    return files
