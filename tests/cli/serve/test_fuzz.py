"""Requests of all shapes: none reads or writes anything outside the games, and each gets an answer with a reason."""

from __future__ import annotations

import json
import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, seed
from hypothesis import strategies as st

from lpbe.app.session.session import Session
from lpbe.web.settings import ServeSettings

from ...size_limits import examples
from ..world.club import Club
from .conftest import Served, begin_serving, key_of, letter_from

SECRET = b"what nobody may read"


class Target:
    """A server, its games, and everything around them."""

    def __init__(self, root: Path) -> None:
        self.club = Club.begin(root / "club")
        self.club.join_all()
        self.letter = letter_from(self.club, "ben", "ready", "mars")
        for place in (root, self.club.root, self.club.mars, self.club.mars / "reports"):
            (place / "secret.txt").write_bytes(SECRET)
        client = root / "client"
        client.mkdir()
        (client / "index.html").write_text("<!doctype html><title>client</title>")
        os.symlink(root / "secret.txt", client / "link.txt")
        os.symlink(root, client / "up")
        os.symlink(root / "secret.txt", self.club.mars / "pack.toml")
        self.root = root
        settings = ServeSettings(
            games=[str(self.club.root)], client=str(client), per_address=10**6, per_seat=10**6, body_seconds=0.5
        )
        self.served: Served = begin_serving(Session(key=key_of(self.club, "eve"), keep_pins=False), settings, 2.0)
        self.before = self.files()

    def files(self) -> dict[str, bytes]:
        paths = (path for path in sorted(self.root.rglob("*")) if path.is_file() and not path.is_symlink())
        return {str(path): path.read_bytes() for path in paths}

    def ask(self, request: bytes) -> bytes:
        with socket.create_connection(("127.0.0.1", self.served.port), timeout=30) as connection:
            connection.sendall(request)
            answer = b""
            while len(answer) < 1 << 20 and (piece := connection.recv(1 << 16)):
                answer += piece
        return answer


@pytest.fixture(scope="module")
def target(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Target]:
    target = Target(tmp_path_factory.mktemp("fuzz"))
    yield target
    target.served.close()


METHODS = st.sampled_from(["GET", "HEAD", "POST", "OPTIONS", "PUT", "TRACE", "CONNECT", "get", "POST /x"])
PARTS = st.sampled_from(
    [
        *("games", "mars", "game.toml", "log.jsonl", "inbox", "refused", "000001.toml", "1-blue-0.toml", "index.html"),
        *("..", "%2e%2e", "%2E%2E%2F", "..%2f..", "%252e%252e", ".", "", "%00", "%ff", "secret.txt", "up", "link.txt"),
        *("pack.toml", "reports", "homes", "games.json", "events-", "%5c..", "\\..\\", "~", "C:", "con", "a" * 300),
    ]
)
PATHS = st.lists(PARTS, max_size=7).map(lambda parts: "/" + "/".join(parts))
NAMES = st.sampled_from(
    ["Range", "If-None-Match", "If-Range", "Accept-Language", "Content-Length", "Transfer-Encoding", "Expect", "X-Y"]
)
VALUES = st.one_of(
    st.sampled_from(["bytes=0-1", "bytes=9-1", "*", '"x"', "fr;q=9", "99999999999", "chunked", "100-continue", "0"]),
    st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=60),
)
BODIES = st.binary(max_size=300)


def is_good(answer: bytes) -> None:
    """Check an answer: a status that is not our fault, safe headers, a reason if it is a refusal, and no secret."""
    head, _, body = answer.partition(b"\r\n\r\n")
    status = int(head.split(b" ", 2)[1])
    assert status != 500 and 200 <= status < 600
    assert b"content-security-policy: " in head and b"nosniff" in head
    assert SECRET not in answer and b"Traceback" not in answer
    if status >= 400 and body:
        assert json.loads(body)["text"]


@seed(20261119)
@examples(600)
@given(
    method=METHODS,
    path=PATHS,
    query=st.sampled_from(["", "?", "?game=mars", "?game=%00", "?" + "a=b&" * 50]),
    headers=st.lists(st.tuples(NAMES, VALUES), max_size=4),
    body=BODIES,
)
def test_every_request_is_answered_and_nothing_else_happens(
    target: Target, method: str, path: str, query: str, headers: list[tuple[str, str]], body: bytes
) -> None:
    stated = "".join(f"{name}: {value}\r\n" for name, value in headers)
    request = f"{method} {path}{query} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n{stated}\r\n".encode() + body
    is_good(target.ask(request))
    assert target.files() == target.before


@seed(20261119)
@examples(300)
@given(at=st.integers(0, 4000), new=st.binary(max_size=6), cut=st.integers(0, 20))
def test_a_damaged_letter_is_refused_or_is_the_letter(target: Target, at: int, new: bytes, cut: int) -> None:
    at %= len(target.letter)
    body = target.letter[:at] + new + target.letter[at + cut :]
    head = f"POST /games/mars/inbox HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: {len(body)}\r\n\r\n"
    answer = target.ask(head.encode() + body)
    is_good(answer)
    inbox = target.club.mars / "inbox"
    written = {path: data for path, data in target.files().items() if target.before.get(path) != data}
    assert answer.startswith(b"HTTP/1.1 202") or body != target.letter
    if answer.startswith(b"HTTP/1.1 202"):
        assert [Path(path).parent for path in written] == [inbox]
        for path in written:
            Path(path).unlink()
    else:
        assert written == {}
