"""lpbe mail in against malicious people, and against broken mailboxes and servers."""

from __future__ import annotations

import fcntl
import json
import os
import re
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from lpbe.mail.address_book import Players
from lpbe.mail.game_index import GameIndex
from lpbe.mail.incoming import mailboxes
from lpbe.mail.incoming.process import ProcessedMail, process_all
from lpbe.mail.incoming.rate_limits import MAX_DAILY_REPLIES, MAX_DAILY_STRANGERS, Recipient, count_entry
from lpbe.mail.state_dir import file_name_for

from ..cli.world.club import Club
from .game_folder import begin, block, code, quoted
from .test_mail_in import ANSWERED, answer_in, attached, letter, logged, mail_in, maildir, one, reply_text, typed
from .test_sending import certificate

DAMAGED = "-----BEGIN LPBE ORDER-----\nAAAA\n-----END LPBE ORDER-----\n"
OUTLOOK = "<" + "PH0PR10MB5563" * 5 + "@PH0PR10MB5563.namprd10.prod.outlook.com>"
NOW = ("--now", "2026-11-16T09:00:00Z")


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> Club:
    return begin(tmp_path_factory.mktemp("hostile") / "one")


@pytest.fixture
def club(first: Club, tmp_path: Path) -> Club:
    return first.copy(tmp_path / "club")


# what is said to strangers


def test_all_strangers_together_get_no_more_than_fifty_answers_a_day(club: Club) -> None:
    """Somebody who invents addresses never uses one twice."""
    note_answers(club, count_entry(Recipient.STRANGER), MAX_DAILY_STRANGERS - 2)
    mails = [letter(DAMAGED, n, f"victim+{n}@example.net") for n in range(4)]
    came = mail_in(club, b"", "--maildir", str(maildir(club, *mails)), *NOW)["mails"]
    assert ["to" in mail for mail in came] == [True, True, False, False]
    assert one(club, letter("hello", "ben"), *NOW)["to"] == "ben@example.org", "players are answered all the same"


def test_nothing_of_a_mail_is_repeated_to_a_stranger(club: Club) -> None:
    spam = "buy-at.example"
    ours = ("In-Reply-To: <lpbe.0123456789ab.red.ask.2-x@lpbe.invalid>", f"X: {spam}")
    text = f"--b\n\n{spam}\n--b\nContent-Type: application/zip; name={spam}.zip\n\nx\n--b--"
    data = letter(text, 1, "victim@example.net", *ours).replace(b"text/plain; ", b"multipart/mixed; boundary=b; ")
    mail = one(club, data.replace(b"Re: mars", f"Re: {spam}".encode()))
    assert mail["to"] == "victim@example.net"
    assert spam.encode() not in Path(mail["answer"]).read_bytes().split(b"References:", 1)[1]
    assert answer_in(mail)["Subject"] == "Re: your e-mail"
    long = json.dumps({"order": {"x" * 5000: 1}}).encode()
    mail = one(club, attached("o.json", "application/json", long).replace(b"eve@", b"other@"))
    assert len(Path(mail["answer"]).read_bytes()) < 2500


def test_forged_mails_do_not_silence_what_is_told_of_an_order(club: Club) -> None:
    note_answers(club, count_entry(Recipient.KNOWN, "ben@example.org"), MAX_DAILY_REPLIES[Recipient.KNOWN])
    assert "to" not in one(club, letter("hello", "x"), *NOW)
    assert one(club, letter(typed(club, "select card 4"), "order"), *NOW)["to"] == "ben@example.org"


def note_answers(club: Club, mark: bytes, times: int) -> None:
    """As if that had been said so often today."""
    path = club.home("ana") / "state/lpbe/mail/answered/2026-11-16.txt"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes((mark + b"\n") * times)


def test_of_an_odd_sender_the_player_is_told_where_the_host_noted_it(club: Club) -> None:
    mail = one(club, letter(typed(club, "select card 4"), 1, "b\u00e9n@example.org"))
    assert (mail["did"], mail["why"], mail["to"]) == ("refused", "E_MAIL_SENDER", "ben@example.org")


# ids


@pytest.mark.parametrize("ident", [OUTLOOK, "<a@b>"])
def test_ids_of_other_mails_are_repeated_as_they_stand(club: Club, ident: str) -> None:
    """A program whose id comes back encoded does not recognise it, and the thread is broken."""
    data = letter("hello", 1, "ben@example.org", f"References: <first@x> {OUTLOOK}")
    mail = one(club, data.replace(b"<1@example.org>", ident.encode()))
    raw = Path(mail["answer"]).read_bytes().partition(b"\r\n\r\n")[0].decode()
    assert f"In-Reply-To: {ident}\r\n" in raw
    assert re.search(rf"References: <first@x>\r\n {re.escape(OUTLOOK)}\r\n {re.escape(ident)}\r\n", raw)


@pytest.mark.parametrize(
    "ident",
    [b"<" + b"a" * 100_000 + b"@x>", b"<\xe9\xff\x1b[31m@x>", b"<a b\n\tBcc: eve@x>", b"<a@x>\nMessage-ID: <b@x>"],
)
def test_ids_that_no_program_writes(club: Club, ident: bytes) -> None:
    mail = one(club, letter("hello", 1).replace(b"<1@example.org>", ident))
    made = answer_in(mail)
    assert "Bcc" not in made and all(len(line) < 300 for line in str(made).splitlines())
    assert "\x1b" not in (club.home("ana") / "state/lpbe/mail/log.jsonl").read_text()
    assert one(club, letter("hello", 1).replace(b"<1@example.org>", ident))["did"] == "known"


# orders that are not what they seem


def test_what_is_typed_above_two_reports_is_for_neither(club: Club) -> None:
    both = quoted(block(club, "blue")) + "\n" + quoted(block(club, "green"))
    with club.untouched():
        mail = one(club, letter(f"select card 4\n\n{ANSWERED}{both}", 1))
    assert (mail["did"], mail["why"]) == ("asked", "E_ORDER_GAME") and "two reports" in reply_text(mail)


def test_two_signed_orders_in_one_mail_are_both_judged(club: Club) -> None:
    orders = [club.lpbe("ana", "order", "mars", f"select card {card}", "--mail").out for card in (2, 5)]
    mail = one(club, letter("\n\n".join(orders), 1))
    assert len(set(mail["files"])) == 2
    done = club.run()
    assert [step["seat"] for step in done["applied"]] == ["red"]
    assert [no["code"] for no in done["refused"]] == ["E_ORDER_REV"], "the second replaces the first"


def test_of_very_many_signed_letters_some_are_read_and_that_is_said(club: Club) -> None:
    club.do("ana", "order", "mars", "select card 2", "-o", "order.json")
    signed = json.loads((club.root / "order.json").read_text())
    made: list[bytes] = []
    for number in range(40):
        signed["order"]["game"] = f"{number:064x}"
        made.append(json.dumps(signed).encode())
    parts = b"".join(b"--b\nContent-Type: application/json; name=o.json\n\n%b\n" % data for data in made)
    data = letter("", 1, "ana@example.org").replace(b"text/plain; charset=utf-8", b"multipart/mixed; boundary=b")
    mail = one(club, data + parts + b"--b--\n")
    assert mail["did"] == "refused" and "at most 12 signed messages" in reply_text(mail)
    assert reply_text(mail).count("E_SIG_INVALID") == 12


def test_codes_and_orders_stay_out_of_the_log(club: Club) -> None:
    one(club, letter(typed(club, "select card 4\nnote My secret"), 1))
    one(club, letter(typed(club, "select card 9"), 2))
    text = json.dumps(logged(club))
    assert code(club, "blue") not in text and code(club, "blue", 1) not in text
    assert "select" not in text and "secret" not in text
    for path in (club.home("ana") / "state/lpbe/mail").rglob("*"):
        assert not path.is_dir() or path.stat().st_mode & 0o077 == 0, path
        assert path.suffix != ".eml" or path.stat().st_mode & 0o077 == 0, path


# boxes


def test_a_mistake_of_ours_about_one_mail_stops_no_other(club: Club) -> None:
    """It would do so every time: what was decided about this e-mail can no longer be read."""
    doing = club.home("ana") / "state/lpbe/mail/doing"
    doing.mkdir(parents=True)
    (doing / file_name_for("<1@example.org>")).write_bytes(b"junk")
    box = maildir(club, letter("hello", 1), letter(typed(club, "select card 4"), 2))
    answer = club.lpbe("ana", "mail", "in", "mars", "--maildir", str(box), "--json")
    assert answer.status == 70 and [mail["did"] for mail in answer.payload["mails"]] == ["filed"]
    assert [fault["code"] for fault in answer.payload["failed"]] == ["E_OURS"]
    assert [path.read_bytes() for path in (box / "new").iterdir()] == [letter("hello", 1)]


def test_what_cannot_be_read_in_a_maildir_stops_nothing(
    club: Club, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An e-mail that somebody else removes meanwhile, one that becomes a link, and something that is not an e-mail."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    box = maildir(club, *(letter("hello", number) for number in range(4)))
    os.mkfifo(box / "new" / "0")
    (box / "new" / "1").symlink_to("/etc/passwd")
    _, second, third, _ = sorted(path for path in (box / "new").iterdir() if path.name.endswith("host"))
    now = datetime.now(UTC)
    came = process_all(mailboxes.from_maildir(str(box), now), GameIndex([str(club.mars)], Players(), None), now)
    did = [next(came)]
    second.unlink()
    third.unlink()
    third.symlink_to("/etc/passwd")
    did += came
    assert [one.action if isinstance(one, ProcessedMail) else getattr(one, "code", one) for one in did] == [
        "ignored",
        "E_FILE_TYPE",
        "ignored",
    ]


HELD = """
import fcntl, sys
with open(sys.argv[1], "rb+") as box:
    fcntl.lockf(box, fcntl.LOCK_EX)
    box.seek(0, 2)
    print("held", flush=True)
    sys.stdin.buffer.readline()
    box.write(sys.stdin.buffer.read())
"""


def test_an_mbox_is_read_when_nobody_writes_into_it(club: Club) -> None:
    """Otherwise half an e-mail would be processed as a whole one, and its end never read."""
    path = club.root / "mbox"
    data = b"From x Mon Nov 16 09:41:07 2026\n" + letter(typed(club, "select card 4"), 1) + b"\n"
    path.write_bytes(data[:300])
    with subprocess.Popen([sys.executable, "-c", HELD, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdin and other.stdout and other.stdout.readline() == b"held\n"
        with path.open("rb") as stream, pytest.raises(OSError):
            fcntl.lockf(stream, fcntl.LOCK_SH | fcntl.LOCK_NB)
        threading.Timer(0.3, other.communicate, [b"\n" + data[300:]]).start()
        assert [mail["did"] for mail in mail_in(club, b"", "--mbox", str(path))["mails"]] == ["filed"]


# servers


@contextmanager
def lying(folder: Path, *answer: bytes) -> Iterator[tuple[int, dict[str, str], list[bytes]]]:
    """Run an IMAP server with a good certificate that answers the third and later commands as configured."""
    trusted, context = certificate(folder)
    heard: list[bytes] = []
    listening = socket.create_server(("127.0.0.1", 0))

    def talk() -> None:
        plain, _ = listening.accept()
        with context.wrap_socket(plain, server_side=True) as line, line.makefile("rb") as lines:
            line.sendall(b"* OK [CAPABILITY IMAP4rev1] here\r\n")
            answers = [b"* CAPABILITY IMAP4rev1\r\n", b"", b"* 1 EXISTS\r\n", *answer]
            for command in lines:
                heard.append(command.partition(b" ")[2].strip())
                line.sendall((answers.pop(0) if answers else b"") + command.split()[0] + b" OK done\r\n")

    def quietly() -> None:
        try:
            talk()
        except OSError:
            return

    thread = threading.Thread(target=quietly, daemon=True)
    thread.start()
    try:
        yield listening.getsockname()[1], {"SSL_CERT_FILE": str(trusted), "LPBE_IMAP_PASSWORD": "x"}, heard
    finally:
        listening.close()
        thread.join(5)


def asked(club: Club, port: int, env: dict[str, str]) -> Any:
    return club.lpbe("ana", "mail", "in", "mars", "--imap", f"imaps://lpbe@localhost:{port}", "--json", env=env)


def test_an_imap_server_that_promises_too_much_is_left(club: Club, tmp_path: Path) -> None:
    fetched = b"* 1 FETCH (UID 7 RFC822.SIZE 5 BODY[]<0> {99999999999}\r\n"
    with lying(tmp_path, b"* SEARCH 7\r\n", b"* SEARCH 7\r\n", fetched) as (port, env, heard):
        answer = asked(club, port, env)
    assert (answer.status, answer.code) == (75, "E_BUSY") and any(line.startswith(b"UID FETCH 7 ") for line in heard)


def test_numbers_of_mails_that_are_none_are_not_repeated_to_an_imap_server(club: Club, tmp_path: Path) -> None:
    numbers = b"* SEARCH 1:* -1 x 7\r\n"
    with lying(tmp_path, numbers, numbers, b"") as (port, env, heard):
        assert asked(club, port, env).status == 0
    assert [line.split()[2] for line in heard if line.startswith(b"UID FETCH")] == [b"7"]
