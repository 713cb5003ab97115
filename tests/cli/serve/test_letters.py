"""Letters that are posted: filed or carried out, each once, and refused with a reason."""

from __future__ import annotations

import json
import socket
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from lpbe.kernel.gamedir.inbox import dump_letter

from ..world.club import Club
from ..world.forged_letters import bid, play, sign_letter
from .conftest import Served, letter_from, outside
from .test_reading import fault

Stages = Callable[[str], Club]
Serve = Callable[..., Served]
BID = ("order", "mars", "bid coins=0")


def test_a_letter_is_carried_out_at_once_if_the_referees_key_is_here(club_at: Stages, serve: Serve) -> None:
    club = club_at("bids")
    server = serve(club)
    letter = letter_from(club, "cleo", *BID)
    reply = server.post("mars", letter)
    assert (reply.status, reply.data["state"]) == (200, "applied")
    assert reply.data["step"] <= club.game.state.seq
    step = club.entries[reply.data["step"]]
    assert step.letter and step.letter.seat == "green"
    assert server.post("mars", letter).data == reply.data
    assert list((club.mars / "inbox").iterdir()) == []


def test_without_the_key_it_waits_for_a_run(club_at: Stages, serve: Serve) -> None:
    club = club_at("bids")
    server = serve(club, who="eve")
    letter = letter_from(club, "cleo", *BID)
    step = club.game.state.seq
    reply = server.post("mars", letter)
    name = reply.data["file"]
    assert (reply.status, reply.data) == (202, {"ok": True, "state": "filed", "file": name})
    assert server.post("mars", letter).data == reply.data
    assert [path.name for path in (club.mars / "inbox").iterdir()] == [name]
    waiting = server.get(f"/games/mars/inbox/{name}")
    assert waiting.status == server.ask("HEAD", f"/games/mars/inbox/{name}").status == 200
    assert b"bid" not in waiting.body
    club.run()
    assert club.game.state.seq > step
    again = server.post("mars", letter)
    assert (again.status, again.data["state"]) == (200, "applied")
    assert server.get(f"/games/mars/inbox/{name}").status == 404


@pytest.mark.parametrize("form", ["armor", "json"])
def test_a_letter_may_have_any_form(club_at: Stages, serve: Serve, form: str) -> None:
    club = club_at("bids")
    name = "letter.json" if form == "json" else "letter.txt"
    club.do("cleo", *BID, "-o", str(club.root / name), *(["--armor"] if form == "armor" else []))
    assert serve(club).post("mars", (club.root / name).read_bytes()).status == 200


def test_a_second_answer_with_the_same_number_is_refused(club_at: Stages, serve: Serve) -> None:
    club = club_at("bidding")
    server = serve(club, who="eve")
    first = letter_from(club, "ben", "order", "mars", "bid coins=1", "--no-pin")
    second = letter_from(club, "ben", "order", "mars", "bid coins=2", "--rev", "0", "--no-pin")
    assert server.post("mars", first).status == 202
    reply = server.post("mars", second, accept_language="fr")
    assert (reply.status, fault(reply).code) == (409, "E_EQUIVOCATION")
    assert len(list((club.mars / "inbox").iterdir())) == 1


def test_letters_are_refused_with_the_reason_and_nothing_is_written(club_at: Stages, serve: Serve) -> None:
    club = club_at("bids")
    server = serve(club, who="eve")
    good = letter_from(club, "cleo", *BID)
    old = letter_from(club_at("bidding"), "cleo", *BID)
    forged = good.replace(b'seat = "green"', b'seat = "red"')
    before = {path: path.read_bytes() for path in club.mars.rglob("*") if path.is_file()}
    wanted = {
        b"": (422, "E_SCHEMA"),
        b"junk": (422, "E_FILE_SYNTAX"),
        b"\xff\xfe": (422, "E_FILE_UTF8"),
        b"{}": (422, "E_SCHEMA"),
        b"-----BEGIN LPBE ORDER-----\nabc": (422, "E_FILE_SYNTAX"),
        forged: (403, "E_SIG_FORMAT"),
        b"x" * 65537: (413, "E_FILE_SIZE"),
    }
    for body, (status, code) in wanted.items():
        reply = server.post("mars", body)
        assert (reply.status, fault(reply).code) == (status, code), (body[:40], reply)
    assert server.post("moon", good).status == 404
    assert old and {path: path.read_bytes() for path in club.mars.rglob("*") if path.is_file()} == before


def test_a_letter_that_the_rules_forbid_is_refused_by_the_run(club_at: Stages, serve: Serve) -> None:
    """The reason is the secret of the seat, so it is in the receipt."""
    club = club_at("bids")
    server = serve(club)
    envelope = sign_letter(play(club.game, "green", "cleo", bid(99)), "cleo")
    letter = dump_letter(envelope, "letter.toml")
    reply = server.post("mars", letter)
    assert reply.status == 422 and str(club.game.state.seq) in fault(reply).hint
    receipt = server.get(f"/games/mars/refused/{club.game.state.seq:06}.toml")
    assert receipt.status == 200
    again = server.post("mars", letter)
    assert (again.status, fault(again).code) == (409, "E_ORDER_AGAIN")


def test_floods_are_refused_and_may_be_sent_later(club_at: Stages, serve: Serve) -> None:
    club = club_at("bids")
    server = serve(club, who="eve", per_address=3)
    statuses = [server.post("mars", b"junk").status for _ in range(5)]
    assert statuses == [422, 422, 422, 429, 429]
    assert int(server.post("mars", b"junk").headers["retry-after"]) > 0
    assert server.get("/games.json").status == 200


def test_one_seat_cannot_flood_the_inbox(club_at: Stages, serve: Serve) -> None:
    club = club_at("bids")
    server = serve(club, who="eve", per_seat=2)
    letter = letter_from(club, "cleo", *BID)
    assert [server.post("mars", letter).status for _ in range(3)] == [202, 202, 429]


def test_a_body_that_never_ends_is_given_up(club_at: Stages, serve: Serve) -> None:
    server = serve(club_at("bids"), body_seconds=0.2)
    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as connection:
        connection.sendall(b"POST /games/mars/inbox HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nabc")
        answer = read_until(connection, b"}")
    assert answer.startswith(b"HTTP/1.1 408 ") and b"E_WEB_TIMEOUT" in answer


def test_headers_that_never_end_are_given_up(club_at: Stages, serve: Serve) -> None:
    server = serve(club_at("bids"), request_seconds=0.2)
    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nHost")
        assert connection.recv(100) == b""


@pytest.mark.parametrize(
    "request_bytes",
    [
        b"nonsense\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX: " + b"a" * 100_000 + b"\r\n\r\n",
        b"GET /\x80 HTTP/1.1\r\nHost: x\r\n\r\n",
        b"POST /games/mars/inbox HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
        b"POST /games/mars/inbox HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    ],
)
def test_what_is_not_http_gets_a_reason(club_at: Stages, serve: Serve, request_bytes: bytes) -> None:
    server = serve(club_at("bids"))
    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as connection:
        connection.sendall(request_bytes)
        connection.settimeout(30)
        answer = b""
        while piece := connection.recv(65536):
            answer += piece
    assert answer.startswith(b"HTTP/1.1 4"), answer
    told = json.loads(answer.partition(b"\r\n\r\n")[2])
    assert told["ok"] is False and told["text"]


def test_two_servers_and_a_run_make_each_step_once(club_at: Stages, serve: Serve) -> None:
    club = club_at("bidding")
    servers = [serve(club), serve(club)]
    seats = {"ana": 1, "ben": 2, "cleo": 0}
    letters = [letter_from(club, who, "order", "mars", f"bid coins={coins}") for who, coins in seats.items()]
    posts = [(server, letter) for letter in letters for server in servers * 3]
    before = outside(club)
    with ThreadPoolExecutor(8) as pool:
        replies = list(pool.map(lambda one: one[0].post("mars", one[1]), posts))
        club.run()
    assert {reply.status for reply in replies} <= {200, 202}
    applied = [entry.head.letter_id for entry in club.entries[1:]]
    assert len(applied) == len(set(applied))
    assert {entry.letter.seat for entry in club.entries[-3:] if entry.letter} == {"red", "blue", "green"}
    assert outside(club).keys() == before.keys()
    assert club.lpbe("ana", "verify", "mars").status == 3


def test_letters_that_came_another_way_are_carried_out_too(club_at: Stages, serve: Serve) -> None:
    """Also those that a server which was killed had filed."""
    club = club_at("bids")
    club.order("green", "bid coins=0")
    step = club.game.state.seq
    serve(club, look_seconds=0.05)
    wait_for(lambda: club.game.state.seq > step)
    assert list((club.mars / "inbox").iterdir()) == []


def test_changes_are_told_to_open_pages(club_at: Stages, serve: Serve) -> None:
    club = club_at("bids")
    server = serve(club, who="eve")
    with socket.create_connection(("127.0.0.1", server.port), timeout=60) as connection:
        connection.sendall(b"GET /events?game=mars HTTP/1.1\r\nHost: x\r\n\r\n")
        heard = read_until(connection, b"retry:")
        assert b"text/event-stream" in heard
        club.order("green", "bid coins=0")
        club.run()
        heard = read_until(connection, b"event: changed\ndata: ")
        heard += read_until(connection, b"}") if b"}" not in heard.rpartition(b"data: ")[2] else b""
    told = json.loads(heard.rpartition(b"data: ")[2].partition(b"\n")[0])
    assert told == {"name": "mars", "step": club.game.state.seq}
    assert serve(club).get("/events?game=moon").status == 404


def read_until(connection: socket.socket, mark: bytes) -> bytes:
    heard = b""
    while mark not in heard:
        piece = connection.recv(65536)
        assert piece, heard
        heard += piece
    return heard


def wait_for(done: Callable[[], bool]) -> None:
    from time import monotonic, sleep

    until = monotonic() + 60
    while not done():
        assert monotonic() < until
        sleep(0.02)
