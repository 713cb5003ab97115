"""lpbe mail in --imap, against a real server where there is one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

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
def test_what_is_not_seen_is_read_once_and_then_seen(club: Club, account: dovecot.Account) -> None:
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
    assert club.lpbe("ana", "mail", "in", "mars", *args, "--json").code == "E_KEY_PERMS"
