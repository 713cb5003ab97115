"""What anybody may read from a server, and nothing else."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from lpbe.kernel.schemas.web_answers import Lobby, WebFailure
from lpbe.web.answers import request_language
from lpbe.web.policies import CLIENT_POLICY, page_policy

from ..world.club import Club
from .conftest import Reply, Served

Stages = Callable[[str], Club]
Serve = Callable[..., Served]


def fault(reply: Reply) -> WebFailure:
    """The reason for a refusal, which every answer but a good one has."""
    assert 400 <= reply.status < 600 and b"Traceback" not in reply.body
    return msgspec.json.decode(reply.body, type=WebFailure)


def test_the_lobby_lists_the_games_and_their_seats(club_at: Stages, serve: Serve) -> None:
    club = club_at("new")
    lobby = msgspec.json.decode(serve(club, who="eve").get("/games.json").body, type=Lobby)
    [mars] = lobby.games
    assert (mars.name, mars.kind, mars.step, mars.over) == ("mars", "pebbles", 0, False)
    assert mars.game == club.game.state.game
    assert {seat.seat: seat.state for seat in mars.seats} == {"red": "taken", "blue": "invited", "green": "invited"}
    assert (mars.open, mars.awaited) == (["blue", "green"], club.game.state.window.waiting)
    assert lobby.server.accepts is True


def test_the_lobby_says_how_a_game_ended(club_at: Stages, serve: Serve) -> None:
    club = club_at("finished")
    server = serve(club)
    [mars] = msgspec.json.decode(server.get("/games.json").body, type=Lobby).games
    assert mars.over and mars.winners and set(mars.scores) == {seat.seat for seat in mars.seats}
    assert max(mars.scores, key=mars.scores.__getitem__) in mars.winners
    page = server.get("/lobby.html", accept_language="fr").body.decode()
    assert "la partie est finie" in page and "Ana" in page


def test_files_of_a_game_come_as_they_are(club_at: Stages, serve: Serve) -> None:
    club = club_at("bids")
    server = serve(club)
    for name in ("game.toml", "log.jsonl"):
        reply = server.get(f"/games/mars/{name}")
        assert (reply.status, reply.body) == (200, (club.mars / name).read_bytes())
        assert reply.headers["access-control-allow-origin"] == "*"
        assert reply.headers["cache-control"] == "no-cache"
        again = server.get(f"/games/mars/{name}", if_none_match=reply.headers["etag"])
        assert (again.status, again.body) == (304, b"")
        head = server.ask("HEAD", f"/games/mars/{name}")
        assert (head.status, head.body, head.headers["content-length"]) == (200, b"", str(len(reply.body)))


RANGES = {
    "bytes=0-9": (0, 10),
    "bytes=10-": (10, None),
    "bytes=-7": (-7, None),
    "bytes=5-99999999": (5, None),
    "bytes=0-3,5-7": (0, None),
    "lines=1-2": (0, None),
    "bytes=-": (0, None),
}


@pytest.mark.parametrize("wanted", RANGES)
def test_the_log_comes_in_parts(club_at: Stages, serve: Serve, wanted: str) -> None:
    club = club_at("bids")
    whole = (club.mars / "log.jsonl").read_bytes()
    reply = serve(club).get("/games/mars/log.jsonl", range=wanted)
    first, end = RANGES[wanted]
    assert reply.body == whole[first:end]
    assert reply.status == (200 if reply.body == whole else 206)


def test_a_part_that_is_not_there_is_refused_with_the_size(club_at: Stages, serve: Serve) -> None:
    club = club_at("new")
    reply = serve(club, who="eve").get("/games/mars/game.toml", range="bytes=999999-")
    assert (reply.status, fault(reply).code) == (416, "E_WEB_RANGE")
    assert str((club.mars / "game.toml").stat().st_size) in fault(reply).text


def test_pages_are_rendered_again_when_the_game_changes(club_at: Stages, serve: Serve) -> None:
    club = club_at("bids")
    server = serve(club, who="eve")
    before = server.get("/games/mars/index.html")
    assert (
        "'unsafe-inline'" not in before.headers["content-security-policy"].partition("script-src")[2].partition(";")[0]
    )
    assert server.get("/games/mars/index.html", if_none_match=before.headers["etag"]).status == 304
    club.order("green", "bid coins=0")
    club.run()
    after = server.get("/games/mars/index.html")
    assert before.headers["etag"] != after.headers["etag"] and before.body != after.body
    replay = server.get("/games/mars/replay.html", accept_language="fr-CA, en;q=0.5")
    assert replay.status == 200 and b'lang="fr"' in replay.body


def test_a_feed_has_the_latest_steps(club_at: Stages, serve: Serve) -> None:
    from xml.etree import ElementTree

    server = serve(club_at("bids"), base_url="https://games.example.org/")
    for path in ("/feed.atom", "/games/mars/feed.atom"):
        feed = ElementTree.fromstring(server.get(path).body)
        entries = feed.findall("{http://www.w3.org/2005/Atom}entry")
        links = [entry.find("{http://www.w3.org/2005/Atom}link") for entry in entries]
        assert len(entries) > 5
        assert {link.get("href") for link in links if link is not None} == {
            "https://games.example.org/games/mars/index.html"
        }


@pytest.mark.parametrize(
    "path",
    [
        "/games/mars/../mars/secret.txt",
        "/games/mars/%2e%2e/secret.txt",
        "/games/..%2fsecret.txt/game.toml",
        "/games/mars/game.toml%00.html",
        "/games/mars/refused/..%2f..%2fsecret.txt",
        "/games/mars/refused/secret.toml",
        "/games/mars/inbox/secret.toml",
        "/games/mars/inbox/..%2f..%2fsecret.txt",
        "/games/mars/reports/000000.txt",
        "/games/homes/game.toml",
        "/games//game.toml",
        "/secret.txt",
        "//secret.txt",
        "/%2e%2e/secret.txt",
        "/.hidden",
        "/link.txt",
        "/folder/secret.txt",
        "/..%5csecret.txt",
        "/games/mars/game.toml/",
    ],
)
def test_nothing_outside_the_folders_is_read(club_at: Stages, serve: Serve, tmp_path: Path, path: str) -> None:
    club = club_at("new")
    (club.root / "secret.txt").write_text("a secret")
    (club.root / "folder").mkdir()
    (club.root / "folder" / "secret.txt").write_text("a secret")
    client = tmp_path / "client"
    client.mkdir()
    (client / "index.html").write_text("<!doctype html><title>client</title>")
    (client / ".hidden").write_text("a secret")
    os.symlink(club.root / "secret.txt", client / "link.txt")
    os.symlink(club.root / "folder", client / "folder")
    server = serve(club, client=str(client))
    reply = server.get(path)
    assert reply.status == 404 and fault(reply).code.startswith("E_FILE"), reply
    assert b"a secret" not in reply.body and str(tmp_path).encode() not in reply.body


def test_a_game_file_that_is_a_link_is_not_served(club_at: Stages, serve: Serve) -> None:
    club = club_at("new")
    (club.root / "secret.txt").write_text("a secret")
    (club.mars / "pack.toml").symlink_to(club.root / "secret.txt")
    assert serve(club).get("/games/mars/pack.toml").status == 404


def test_the_client_is_served_with_the_policy_of_its_page(club_at: Stages, serve: Serve, tmp_path: Path) -> None:
    own = "default-src 'none'; script-src 'self'"
    (tmp_path / "python").mkdir()
    (tmp_path / "index.html").write_text(f'<meta http-equiv="Content-Security-Policy" content="{own}">')
    (tmp_path / "python" / "files.json").write_text("{}")
    (tmp_path / "shell.js").write_text("0")
    server = serve(club_at("new"), client=str(tmp_path))
    assert server.get("/").headers["content-security-policy"].startswith(own)
    assert server.get("/python/files.json").headers["content-type"] == "application/json"
    script = server.get("/shell.js").headers
    assert script["content-type"].startswith("text/javascript") and script["x-content-type-options"] == "nosniff"
    assert "'unsafe-eval'" not in script["content-security-policy"].replace("'wasm-unsafe-eval'", "")


@pytest.mark.parametrize("weak", ["script-src 'unsafe-inline'", "default-src 'none'; script-src 'self' 'unsafe-eval'"])
def test_a_weak_policy_is_not_taken_over(weak: str) -> None:
    page = f'<meta http-equiv="Content-Security-Policy" content="{weak}">'.encode()
    assert page_policy(page, CLIENT_POLICY) == CLIENT_POLICY


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "POST", "BREW"])
def test_other_methods_are_refused_with_those_that_work(club_at: Stages, serve: Serve, method: str) -> None:
    reply = serve(club_at("new")).ask(method, "/games/mars/game.toml", accept_language="fr")
    assert reply.status == 405 and "GET" in reply.headers["allow"]
    assert method in fault(reply).text and "adresse" in fault(reply).text


def test_a_browser_of_another_origin_may_ask_first(club_at: Stages, serve: Serve) -> None:
    reply = serve(club_at("new")).ask("OPTIONS", "/games/mars/inbox", origin="https://client.example")
    assert reply.status == 204 and "POST" in reply.headers["access-control-allow-methods"]
    assert "content-type" in reply.headers["access-control-allow-headers"].lower()


@pytest.mark.parametrize(
    ("header", "lang"),
    [
        ("fr", "fr"),
        ("en-GB,fr;q=0.9", "en"),
        ("de, fr;q=0.8, en;q=0.7", "fr"),
        ("de", ""),
        ("fr;q=0, en;q=0.1", "en"),
        ("fr;q=nonsense", "fr"),
        ("", ""),
    ],
)
def test_the_language_is_the_one_that_the_reader_prefers(header: str, lang: str) -> None:
    from starlette.requests import Request

    scope = {"type": "http", "headers": [(b"accept-language", header.encode())]}
    assert request_language(Request(scope)) == lang
