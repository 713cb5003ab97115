"""lpbe mail in --imap, against a real server if there is one."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from random import Random
from threading import Event
from time import sleep
from typing import Any

import pytest

from lpbe.mail.incoming import imap

from ..cli.world.club import Club
from . import dovecot
from .game_folder import begin
from .test_mail_in import letter, typed

needs_server = pytest.mark.skipif(
    not (dovecot.PROGRAM and dovecot.OPENSSL), reason="Dovecot or openssl is not installed"
)


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Club:
    return begin(tmp_path_factory.mktemp("imap") / "one")


@pytest.fixture(scope="module")
def account() -> Iterator[dovecot.Account]:
    with dovecot.running() as made:
        yield made


@needs_server
def test_what_is_not_processed_is_read_once_and_then_seen(club: Club, account: dovecot.Account) -> None:
    large = letter(typed(club, "choisir carte 4", "green"), 2, "cleo@example.org")
    large = large.replace(
        b"Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n",
        b'Content-Type: multipart/mixed; boundary="b"\n\n--b\nContent-Type: text/plain; charset=utf-8\n\n',
    )
    large += b"\n--b\nContent-Type: image/png; name=photo.png\n\n" + b"x" * 76 * 70_000 + b"\n--b--\n"
    account.deliver(letter(typed(club, "select card 4"), 1), large)
    for url in (f"imaps://lpbe@localhost:{account.tls}", f"imap://lpbe@localhost:{account.plain}/INBOX"):
        answer = club.lpbe("ana", "mail", "in", "mars", "--imap", url, "--json", env=account.environment)
        assert answer.status == 0, answer
        did = [mail["did"] for mail in answer.payload["mails"]]
        assert did == (["filed", "filed"] if url.startswith("imaps") else [])
    assert all(b"\\Seen" in flags for flags in account.flags())
    assert {step["seat"] for step in club.run()["applied"]} == {"blue", "green"}


@contextmanager
def looked_at(account: dovecot.Account, chance: Random) -> Iterator[list[int]]:
    """Let a phone fetch bodies at times of its own, which marks e-mails as seen; yield what it has seen."""
    over = Event()
    seen: list[int] = []

    def look() -> None:
        with account.signed_in() as server:
            while not over.wait(chance.uniform(0, 0.1)):
                server.select("INBOX")
                unseen = server.uid("SEARCH", "UNSEEN")[1][0].split()
                for uid in chance.sample(unseen, len(unseen) // 2 + len(unseen) % 2):
                    server.uid("FETCH", uid, "(BODY[])")
                    seen.append(int(uid))

    with ThreadPoolExecutor(1) as pool:
        looking = pool.submit(look)
        try:
            yield seen
        finally:
            over.set()
            looking.result()


def read_account(club: Club, account: dovecot.Account, *args: str) -> list[dict[str, Any]]:
    url = f"imaps://lpbe@localhost:{account.tls}"
    answer = club.lpbe("ana", "mail", "in", "mars", "--imap", url, *args, "--json", env=account.environment)
    assert answer.status == 0, answer
    return list(answer.payload["mails"])


@needs_server
@pytest.mark.parametrize("count", [20, pytest.param(200, marks=pytest.mark.soak)])
def test_no_order_is_lost_or_doubled_while_somebody_else_reads_the_account(
    tmp_path: Path, account: dovecot.Account, count: int
) -> None:
    account.empty()
    club = begin(tmp_path / "club")
    chance = Random(count)
    processed: list[dict[str, Any]] = []
    sent = 0
    with looked_at(account, Random(count + 1)) as seen:
        while sent < count:
            some = range(sent, min(count, sent + chance.randint(1, 5)))
            sent = some.stop
            account.deliver(*(letter(typed(club, f"select card {n % 6 + 1}"), f"{count}.{n}") for n in some))
            sleep(chance.uniform(0, 0.2))
            processed += read_account(club, account) if chance.random() < 0.6 else []
        processed += read_account(club, account)
    print(f"{count} orders, {len(processed)} processed, {len(set(seen))} seen by somebody else first")
    assert [mail["id"] for mail in processed] == [f"<{count}.{n}@example.org>" for n in range(count)]
    assert {mail["did"] for mail in processed} == {"filed"}
    assert len(set(seen)) > count // 5
    assert [path.name for path in club.inbox.iterdir()] == ["2-blue-0.toml"]
    assert read_account(club, account) == []


@needs_server
def test_a_mail_that_fails_is_read_again_and_a_new_mailbox_is_not_read_from_the_start(
    tmp_path: Path, account: dovecot.Account
) -> None:
    club = begin(tmp_path / "club")
    read_account(club, account, "--now", "2099-01-01T00:00:00Z")
    account.deliver(letter(typed(club, "select card 4"), "waits"), letter("hello", "later", "eve@example.net"))
    text = (club.mars / "game.toml").read_bytes()
    (club.mars / "game.toml").write_bytes(text[: len(text) // 2])
    url = f"imaps://lpbe@localhost:{account.tls}"
    answer = club.lpbe("ana", "mail", "in", "mars", "--imap", url, "--json", env=account.environment)
    assert answer.status == 6 and [mail["id"] for mail in answer.payload["mails"]] == ["<later@example.org>"]
    (club.mars / "game.toml").write_bytes(text)
    assert [(mail["id"], mail["did"]) for mail in read_account(club, account)] == [("<waits@example.org>", "filed")]
    assert read_account(club, account) == []


@needs_server
@pytest.mark.parametrize(("mails", "retries"), [(10, 3), pytest.param(500, 100, marks=pytest.mark.soak)])
def test_many_mails_that_fail_keep_no_other_from_being_read_and_are_all_read_once(
    tmp_path: Path, account: dovecot.Account, monkeypatch: pytest.MonkeyPatch, mails: int, retries: int
) -> None:
    """There are more of them than are read at a time; an e-mail of another game comes after them."""
    monkeypatch.setattr(imap, "MAX_MAILS", mails)
    monkeypatch.setattr(imap, "MAX_RETRIES", retries)
    account.empty()
    club = begin(tmp_path / "club")
    text = (club.mars / "game.toml").read_bytes()
    wanted = [f"<many.{n}@example.org>" for n in range(mails + retries)]
    account.deliver(*(letter(typed(club, f"select card {n % 6 + 1}"), f"many.{n}") for n in range(len(wanted))))
    (club.mars / "game.toml").write_bytes(text[: len(text) // 2])
    url = f"imaps://lpbe@localhost:{account.tls}"
    came = []
    for number in range(3):
        answer = club.lpbe("ana", "mail", "in", "mars", "--imap", url, "--json", env=account.environment)
        assert answer.status == 6
        came.append([mail["id"] for mail in answer.payload["mails"]])
        account.deliver(letter("hello", f"stranger.{number}", "eve@example.net"))
    assert came == [[], ["<stranger.0@example.org>"], ["<stranger.1@example.org>"]]
    (club.mars / "game.toml").write_bytes(text)
    readings = [read_account(club, account) for _ in range(len(wanted) // retries + 2)]
    ids = [mail["id"] for reading in readings for mail in reading]
    assert sorted(ids) == sorted([*wanted, "<stranger.2@example.org>"])
    assert max(map(len, readings)) <= retries + 1 and readings[-1] == []


@needs_server
@pytest.mark.parametrize(
    ("url", "more", "status", "code"),
    [
        ("imaps://lpbe@localhost:{tls}", {"LPBE_IMAP_PASSWORD": "wrong"}, 6, "E_IMAP"),
        ("imaps://lpbe@localhost:{tls}/Nowhere", {}, 6, "E_IMAP"),
        ("imaps://lpbe@localhost:{tls}", {"SSL_CERT_FILE": "/dev/null"}, 75, "E_BUSY"),
    ],
)
def test_servers_that_refuse(
    club: Club, account: dovecot.Account, url: str, more: dict[str, str], status: int, code: str
) -> None:
    env = {**account.environment, **more}
    answer = club.lpbe("ana", "mail", "in", "mars", "--imap", url.format(tls=account.tls), "--json", env=env)
    assert (answer.status, answer.code) == (status, code)
    assert "for-tests-only" not in answer.words


def test_a_server_that_is_not_there_is_asked_again_later(club: Club) -> None:
    url = f"imaps://lpbe@localhost:{dovecot.free_port()}"
    answer = club.lpbe("ana", "mail", "in", "mars", "--imap", url, "--json", env={"LPBE_IMAP_PASSWORD": "x"})
    assert (answer.status, answer.code) == (75, "E_BUSY")


@pytest.mark.parametrize(
    ("url", "env", "code"),
    [
        ("imaps://localhost", {"LPBE_IMAP_PASSWORD": "x"}, "E_USAGE"),
        ("https://a@localhost", {"LPBE_IMAP_PASSWORD": "x"}, "E_USAGE"),
        ("imaps://a:secret@localhost", {"LPBE_IMAP_PASSWORD": "x"}, "E_USAGE"),
        ("imaps://a@localhost:x", {"LPBE_IMAP_PASSWORD": "x"}, "E_USAGE"),
        ("imaps://a@localhost", {}, "E_KEY_MISSING"),
    ],
)
def test_accounts_that_are_none(club: Club, url: str, env: dict[str, str], code: str) -> None:
    answer = club.lpbe("ana", "mail", "in", "mars", "--imap", url, "--json", env=env)
    assert answer.code == code and "secret" not in answer.words


def test_a_password_that_others_can_read_is_refused(club: Club, tmp_path: Path) -> None:
    (tmp_path / "password").write_text("x\n")
    (tmp_path / "password").chmod(0o644)
    args = ["--imap", "imaps://a@localhost", "--password-file", str(tmp_path / "password")]
    answer = club.lpbe("ana", "mail", "in", "mars", *args, "--json")
    assert answer.code == "E_KEY_PERMS" and "the key" not in answer.words
