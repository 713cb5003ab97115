"""Firefox by its own driver, Marionette: commands as JSON over a socket, elements by CSS."""

from __future__ import annotations

import json
import os
import socket
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic, sleep
from typing import Any

PATIENCE_S = 120
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
"""The name by which WebDriver refers to elements."""
PREFERENCES = """user_pref("marionette.port", {port});
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("intl.accept_languages", "en-GB");
"""


class MarionetteError(Exception):
    """Firefox did not do what it was asked to do."""


class Firefox:
    """A Firefox that is asked to do one thing after the other."""

    def __init__(self, connection: socket.socket) -> None:
        self.connection = connection
        self.count = 0
        self.receive()
        self.ask("WebDriver:NewSession", {"capabilities": {"alwaysMatch": {"unhandledPromptBehavior": "accept"}}})

    def receive(self) -> Any:
        length = b""
        while (byte := self.connection.recv(1)) != b":":
            if not byte:
                raise MarionetteError("Firefox has gone")
            length += byte
        message = b""
        while len(message) < int(length):
            message += self.connection.recv(int(length) - len(message))
        return json.loads(message)

    def ask(self, command: str, arguments: dict[str, Any]) -> Any:
        self.count += 1
        message = json.dumps([0, self.count, command, arguments]).encode()
        self.connection.sendall(f"{len(message)}:".encode() + message)
        _, _, error, result = self.receive()
        if error:
            raise MarionetteError(f"{command} {arguments}: {error['error']}: {error['message']}")
        return result

    def until(self, work: Callable[[], Any]) -> Any:
        """Try something until it works and its answer is true."""
        until = monotonic() + PATIENCE_S
        while True:
            try:
                if answer := work():
                    return answer
                trouble = MarionetteError("there is nothing yet")
            except MarionetteError as error:
                trouble = error
            if monotonic() > until:
                raise trouble
            sleep(0.1)

    # what a player does

    def go(self, address: str) -> None:
        self.ask("WebDriver:Navigate", {"url": address})

    def find(self, css: str) -> dict[str, str]:
        return dict(self.ask("WebDriver:FindElement", {"using": "css selector", "value": css})["value"])

    def see(self, css: str) -> dict[str, str]:
        found: dict[str, str] = self.until(lambda: self.find(css))
        return found

    def click(self, css: str) -> None:
        self.until(lambda: self.ask("WebDriver:ElementClick", {"id": self.find(css)[ELEMENT]}))

    def type(self, css: str, text: str) -> None:
        self.ask("WebDriver:ElementSendKeys", {"id": self.see(css)[ELEMENT], "text": text})

    def run(self, script: str, *arguments: Any) -> Any:
        return self.ask("WebDriver:ExecuteScript", {"script": script, "args": list(arguments)})["value"]

    def text(self, css: str) -> str:
        return str(self.run("return arguments[0].textContent", self.see(css)))

    def enter(self, css: str) -> None:
        """Act inside a frame from now on."""
        self.ask("WebDriver:SwitchToFrame", {"element": self.see(css)[ELEMENT]})

    def leave(self) -> None:
        self.ask("WebDriver:SwitchToFrame", {"id": None})


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def firefox(program: str, folder: Path) -> Iterator[Firefox]:
    """Start a Firefox with a new profile."""
    port, profile = free_port(), folder / "profile"
    profile.mkdir(parents=True)
    (profile / "user.js").write_text(PREFERENCES.format(port=port))
    command = [program, "--headless", "--marionette", "--no-remote", "--profile", str(profile)]
    env = {**os.environ, "HOME": str(folder), "MOZ_DISABLE_CONTENT_SANDBOX": "1"}
    process = subprocess.Popen(command, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        with connect(port) as connection:
            browser = Firefox(connection)
            yield browser
            with suppress(MarionetteError, OSError):
                browser.ask("Marionette:Quit", {"flags": ["eForceQuit"]})
    finally:
        process.terminate()
        process.wait(60)


def connect(port: int) -> socket.socket:
    until = monotonic() + PATIENCE_S
    while True:
        try:
            return socket.create_connection(("127.0.0.1", port), PATIENCE_S)
        except OSError:
            if monotonic() > until:
                raise
            sleep(0.2)
