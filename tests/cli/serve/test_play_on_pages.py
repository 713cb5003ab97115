"""lpbe play --web: pages on loopback that send, for whoever has the address and nobody else."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from http.client import HTTPConnection
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from lpbe.kernel.gamedir.gamedir import load, locate

from .conftest import PATIENCE_SECONDS, Reply

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ADDRESS = re.compile(r"http://127\.0\.0\.1:(\d+)/([0-9a-f]{32})/")


class Playing:
    """The program, and its address."""

    def __init__(self, folder: Path, *options: str) -> None:
        call = [sys.executable, "-m", "lpbe", "play", str(folder), "--web", "--game", "pebbles", *options]
        self.process = subprocess.Popen(call, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        assert self.process.stdout
        found = ADDRESS.search(self.process.stdout.readline())
        assert found, self.process.communicate()
        self.address, self.port, self.base = found[0], int(found[1]), f"/{found[2]}/"
        self.folder = folder

    def ask(self, method: str, path: str, body: bytes | None = None, **headers: str) -> Reply:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_SECONDS)
        try:
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            return Reply(answer.status, {k.lower(): v for k, v in answer.getheaders()}, answer.read())
        finally:
            connection.close()

    def send(self, orders: list[str], **changes: Any) -> Reply:
        state = load(locate(str(self.folder))).state
        letter = {"game": "pebbles", "seat": state.window.waiting[0], "window": state.window.number, "orders": orders}
        origin = f"http://127.0.0.1:{self.port}"
        return self.ask("POST", f"{self.base}orders", json.dumps({**letter, **changes}).encode(), Origin=origin)

    @property
    def step(self) -> int:
        return load(locate(str(self.folder))).state.seq

    def close(self) -> None:
        self.process.send_signal(signal.SIGINT)
        out, err = self.process.communicate(timeout=PATIENCE_SECONDS)
        assert "Traceback" not in out + err


@pytest.fixture
def play(tmp_path: Path) -> Iterator[Callable[..., Playing]]:
    begun: list[Playing] = []

    def start(*options: str) -> Playing:
        begun.append(Playing(tmp_path / "evening", *options))
        return begun[-1]

    yield start
    for one in begun:
        one.close()


def test_orders_of_a_page_are_carried_out_and_bots_answer(play: Callable[..., Playing]) -> None:
    game = play("--seats", "red,blue", "--bot", "blue", "--lang", "en")
    page = game.ask("GET", game.base)
    policy = page.headers["content-security-policy"]
    assert page.status == 200 and "script-src 'self' 'sha256-" in policy and "unsafe-inline'; connect" in policy
    assert "access-control-allow-origin" not in page.headers
    step = game.step
    assert game.send(["bid coins=1"]).data == {"state": "sent", "text": ""}
    assert game.step > step
    refused = game.send(["fly to the moon"])
    assert refused.status == 200 and refused.data["state"] == "refused" and "fly" in refused.data["text"]
    stale = game.send(["bid coins=1"], window=1)
    assert stale.data["state"] == "refused" and "reload" in stale.data["text"]


def test_nobody_else_can_open_it_or_send(play: Callable[..., Playing]) -> None:
    game = play("--seats", "red,blue", "--bot", "blue")
    step = game.step
    own = f"http://127.0.0.1:{game.port}"
    letter = json.dumps({"game": "", "seat": "red", "window": 0, "orders": []}).encode()
    orders = f"{game.base}orders"
    assert game.ask("GET", "/").status == 404
    assert game.ask("GET", "/" + "0" * 32 + "/").status == 404
    assert game.ask("GET", game.base, Host=f"evil.example:{game.port}").status == 404
    assert game.ask("POST", orders, letter).status == 403
    assert game.ask("POST", orders, letter, Origin="https://evil.example").status == 403
    assert game.ask("POST", orders, letter, Origin="null").status == 403
    assert game.ask("POST", orders, b"junk", Origin=own).status == 400
    assert game.ask("POST", orders, b"x" * 70_000, Origin=own).status == 413
    assert game.ask("PUT", orders, b"x", Origin=own).status == 404
    assert game.step == step
    for reply in (game.ask("GET", "/"), game.ask("POST", orders, b"junk", Origin=own)):
        assert reply.data["ok"] is False and reply.data["text"]


def test_people_at_one_computer_see_only_their_own_page(play: Callable[..., Playing]) -> None:
    game = play("--seats", "red,blue", "--lang", "fr")
    first = game.ask("GET", game.base).body.decode()
    assert "page-data" not in first and f"{game.base}seat/red" in first
    assert b"page-data" in game.ask("GET", f"{game.base}seat/red").body
    assert game.ask("GET", f"{game.base}seat/blue").status == 303
    assert game.send(["bid coins=1"]).data["state"] == "sent"
    then = game.ask("GET", game.base).body.decode()
    assert "page-data" not in then and f"{game.base}seat/blue" in then
    assert game.ask("GET", f"{game.base}seat/red").status == 303


def test_the_button_of_the_page_sends(play: Callable[..., Playing], browser: Browser) -> None:
    game = play("--seats", "red,blue", "--bot", "blue", "--lang", "en")
    context = browser.new_context(viewport={"width": 390, "height": 844})
    page = context.new_page()
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    try:
        page.goto(game.address)
        step = game.step
        for _ in range(2):
            page.locator("details.typing summary").click()
            page.locator("#typed").fill(next(iter(legal(game))))
            with page.expect_navigation():
                page.locator("#send").click()
            assert game.step > step
            step = game.step
        assert problems == [] and all(url.startswith(game.address) for url in asked)
    finally:
        context.close()


def legal(game: Playing) -> list[str]:
    """The orders that the first seat may give, as they are typed."""
    call = [sys.executable, "-m", "lpbe", "legal", str(game.folder), "--as", "red", "--json"]
    done = subprocess.run(call, capture_output=True, text=True, check=True)
    return list(json.loads(done.stdout)["texts"])


def test_a_game_goes_on_where_it_was_left(tmp_path: Path) -> None:
    options = ("--seats", "red,blue", "--bot", "blue", "--lang", "en")
    game = Playing(tmp_path / "evening", *options)
    assert game.send(["bid coins=1"]).data["state"] == "sent"
    step = game.step
    game.close()
    again = Playing(tmp_path / "evening")
    assert again.step == step and again.ask("GET", again.base).status == 200
    again.close()
