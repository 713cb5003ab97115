"""Ways to send: nothing is lost or sent twice, whenever the program dies and whatever a server says."""

from __future__ import annotations

import mailbox
import shutil
import socket
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

from lpbe.mail.incoming.message import read_mail

from ..cli.world.club import HOST, Club
from ..cli.world.forked_commands import KILLED, Server, forks
from ..size_limits import every
from .post import ADDRESSES, REFEREE, Office, Post, agreed, free_port, kind_of, read


@pytest.fixture
def due(bidding: Post, tmp_path: Path) -> Club:
    """Return a club whose host has never sent anything, with three questions to mail."""
    club = bidding.copy(tmp_path / "club").club
    for name in ("sent", "spool"):
        for path in sorted((club.home(HOST) / "state/lpbe/mail" / name).rglob("*"), reverse=True):
            path.rmdir() if path.is_dir() else path.unlink()
    return club


NOW = ("--now", "2026-01-01T09:00:00Z")


def out(club: Club, to: str, *options: str, env: dict[str, str] | None = None) -> tuple[int, int, int, int]:
    answer = club.lpbe(HOST, "mail", "out", "mars", "--to", to, *NOW, *options, "--json", env=env)
    result = answer.payload
    return answer.status, result["sent"], result["waits"], result["failed"]


def ids(folder: Path) -> list[str]:
    return sorted(read_mail(path.read_bytes()).message_id for path in folder.iterdir())


def test_a_maildir_gets_each_mail_once(due: Club) -> None:
    assert out(due, "maildir:box") == (0, 3, 0, 0) and out(due, "maildir:box") == (0, 0, 0, 0)
    assert len(ids(due.root / "box/new")) == 3 and not list((due.root / "box/tmp").iterdir())
    assert (due.root / "box").stat().st_mode & 0o077 == 0


def test_an_mbox_and_standard_output_are_read_by_other_programs(due: Club) -> None:
    copy = due.copy(due.root.parent / "copy")
    assert out(due, "mbox:mails") == (0, 3, 0, 0) and out(due, "mbox:mails") == (0, 0, 0, 0)
    box = mailbox.mbox(str(due.root / "mails"))
    assert sorted(str(mail["To"]) for mail in box) == sorted(ADDRESSES.values())
    box.close()
    result = copy.lpbe(HOST, "mail", "out", "mars", "--to", "-", *NOW)
    assert result.status == 0 and result.out.encode() == (due.root / "mails").read_bytes()
    assert (due.root / "mails").stat().st_mode & 0o077 == 0


def test_what_lies_in_an_mbox_before_stays(due: Club) -> None:
    (due.root / "mails").write_bytes(b"From a@b Thu Jan  1 00:00:00 1970\nSubject: x\n\nhello\n\n")
    assert out(due, "mbox:mails") == (0, 3, 0, 0)
    box = mailbox.mbox(str(due.root / "mails"))
    assert len(box) == 4
    box.close()


# a program that dies


def killed(server: Server, club: Club, to: str, at: int, way: str) -> None:
    command = ["mail", "out", "mars", "--to", to, *NOW]
    done = server.call(club.home(HOST), *command, at=at, way=way, cwd=club.root, pins=True)
    assert done.code == KILLED, done


@every(17, 1)
@pytest.mark.parametrize("to", ["maildir:box", "mbox:mails"])
def test_mail_out_killed_at_any_instant_is_completed_by_the_next(
    due: Club, tmp_path: Path, to: str, every: int
) -> None:
    """Even if somebody takes the e-mails out of the Maildir in between."""
    server, measured = forks(), due.copy(tmp_path / "measured")
    trace = server.trace(
        measured.home(HOST), "mail", "out", measured.mars, "--to", absolute(measured, to), *NOW, pins=True
    )
    wanted = arrived(measured, to)
    assert len(wanted) == 3 == len(set(wanted))
    for at, way in trace.instants[every // 2 :: every]:
        club = due.copy(tmp_path / f"{at}-{way}")
        killed(server, club, to, at, way)
        taken = taken_out(club) if to.startswith("maildir") else []
        assert out(club, to)[0] == 0
        assert sorted([*taken, *arrived(club, to)]) == wanted, (at, way)
        assert out(club, to) == (0, 0, 0, 0)


@every(17, 1)
def test_mail_in_killed_at_any_instant_is_completed_by_the_next(post: Post, tmp_path: Path, every: int) -> None:
    """Every order is filed and applied once, and answered once."""
    post.answer("blue", post.asked("blue"), agreed)
    post.bot("red", post.asked("red"))
    shutil.copytree(post.office.box(REFEREE), post.club.root / "in")
    server, measured = forks(), post.club.copy(tmp_path / "measured")
    command = ["mail", "in", str(measured.mars), "--maildir", str(measured.root / "in"), *NOW]
    trace = server.trace(measured.home(HOST), *command, pins=True)
    assert out(measured, "maildir:box")[:2] == (0, 2)
    wanted, letters = ids(measured.root / "box/new"), inbox_names(measured)
    assert len(letters) == 2
    for at, way in trace.instants[every // 2 :: every]:
        club = post.club.copy(tmp_path / f"{at}-{way}")
        command = ["mail", "in", "mars", "--maildir", "in", *NOW]
        done = server.call(club.home(HOST), *command, at=at, way=way, cwd=club.root, pins=True)
        assert done.code == KILLED, done
        club.do(HOST, *command)
        assert inbox_names(club) == letters
        applied = club.run(*NOW)["applied"]
        assert sorted(one["seat"] for one in applied) == ["blue", "red"]
        club.do(HOST, *command)
        assert out(club, "maildir:box")[0] == 0
        assert [one for one in ids(club.root / "box/new") if ".answer." in one] == wanted, (at, way)


def inbox_names(club: Club) -> list[str]:
    return sorted(path.name for path in club.inbox.iterdir() if not path.name.startswith("."))


def absolute(club: Club, to: str) -> str:
    kind, _, name = to.partition(":")
    return f"{kind}:{club.root / name}"


def arrived(club: Club, to: str) -> list[str]:
    if to.startswith("maildir"):
        return ids(club.root / "box/new")
    box = mailbox.mbox(str(club.root / "mails"))
    found = sorted(str(mail["Message-ID"]) for mail in box)
    box.close()
    return found


def taken_out(club: Club) -> list[str]:
    folder = club.root / "box/new"
    found = ids(folder) if folder.is_dir() else []
    for path in folder.iterdir() if found else ():
        path.unlink()
    return found


# servers


class Moody:
    """A server that answers as it is configured to, and counts what it accepts."""

    def __init__(self) -> None:
        self.moods: list[str] = []
        self.taken: list[str] = []

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        mood = self.moods.pop(0) if self.moods else "250 taken"
        assert isinstance(envelope.content, bytes)
        if mood.startswith("250"):
            self.taken.append(str(read(envelope.content)["Message-ID"]))
        return mood


@contextmanager
def moody(**options: object) -> Iterator[tuple[Moody, int]]:
    handler, port = Moody(), free_port()
    controller = Controller(handler, hostname="127.0.0.1", port=port, **options)
    controller.start()
    try:
        yield handler, port
    finally:
        controller.stop()


def test_what_a_server_does_not_take_now_waits_and_what_it_refuses_is_kept(due: Club) -> None:
    with moody() as (server, port):
        server.moods = ["451 later", "250 taken", "550 never"]
        assert out(due, f"smtp://127.0.0.1:{port}") == (5, 1, 1, 1)
        assert out(due, f"smtp://127.0.0.1:{port}") == (5, 1, 0, 0)
        assert out(due, f"smtp://127.0.0.1:{port}") == (5, 0, 0, 0)
        assert out(due, f"smtp://127.0.0.1:{port}", "--again") == (0, 1, 0, 0)
        assert len(server.taken) == 3 == len(set(server.taken))
    log = (due.home(HOST) / "state/lpbe/mail/log.jsonl").read_text()
    assert '"did":"failed"' in log and "550 never" in log and log.count('"did":"sent"') >= 3


def test_without_a_server_everything_waits(due: Club) -> None:
    assert out(due, f"smtp://127.0.0.1:{free_port()}") == (75, 0, 3, 0)
    assert out(due, "sendmail:there-is-none") == (75, 0, 3, 0)
    assert out(due, "maildir:box") == (0, 3, 0, 0)


@pytest.mark.filterwarnings("ignore:Requiring AUTH while not requiring TLS")
def test_a_name_and_a_password_open_a_server(due: Club) -> None:
    def know(server: SMTP, session: Session, envelope: Envelope, way: str, given: object) -> AuthResult:
        assert isinstance(given, LoginPassword)
        return AuthResult(success=(given.login, given.password) == (b"lpbe", b"secret"))

    with moody(authenticator=know, auth_required=True, auth_require_tls=False) as (server, port):
        url = f"smtp://lpbe@127.0.0.1:{port}"
        assert out(due, url, env={"LPBE_SMTP_PASSWORD": "secret"}) == (0, 3, 0, 0)
        assert len(server.taken) == 3
    answer = due.lpbe(HOST, "mail", "out", "mars", "--to", url, "--json")
    assert (answer.status, answer.code) == (6, "E_KEY_MISSING")
    (due.root / "password").write_text("secret\n")
    answer = due.lpbe(HOST, "mail", "out", "mars", "--to", url, "--password-file", "password", "--json")
    assert (answer.status, answer.code) == (6, "E_KEY_PERMS")


def certificate(folder: Path) -> tuple[Path, ssl.SSLContext]:
    """Return a self-signed certificate for localhost, and a server's settings for it."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = datetime.now(UTC)
    made = x509.CertificateBuilder(name, name, key.public_key(), 1, now - timedelta(1), now + timedelta(1))
    signed = made.add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), False).sign(key, SHA256())
    secret = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    (folder / "cert.pem").write_bytes(signed.public_bytes(Encoding.PEM))
    (folder / "both.pem").write_bytes(secret + signed.public_bytes(Encoding.PEM))
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(folder / "both.pem")
    return folder / "cert.pem", context


def test_tls_is_spoken_only_with_who_proves_to_be_the_server(due: Club, tmp_path: Path) -> None:
    trusted, context = certificate(tmp_path)
    with moody(ssl_context=context) as (server, port):
        assert out(due, f"smtps://localhost:{port}") == (6, 0, 3, 0) and not server.taken
        assert out(due, f"smtps://localhost:{port}", env={"SSL_CERT_FILE": str(trusted)}) == (0, 3, 0, 0)
        assert len(server.taken) == 3


@pytest.mark.parametrize(
    "to",
    [
        "",
        "maildir:",
        "nowhere",
        "smtp://",
        "smtp://a:b@example.org",
        "smtp://example.org/x",
        "smtp://a:99999999",
        "mbox",
    ],
)
def test_what_is_no_place_to_send_to(due: Club, to: str) -> None:
    answer = due.lpbe(HOST, "mail", "out", "mars", "--to", to, "--json")
    assert (answer.status, answer.code) == (2, "E_USAGE")


def test_sendmail_gets_each_mail_whole(due: Club) -> None:
    program = due.root / "sendmail"
    program.write_text(f'#!/bin/sh\necho "$@" >> {due.root}/calls\ncat >> {due.root}/taken\necho >> {due.root}/taken\n')
    program.chmod(0o755)
    assert out(due, f"sendmail:{program}") == (0, 3, 0, 0)
    calls = (due.root / "calls").read_text().splitlines()
    assert sorted(line.split()[-1] for line in calls) == ["ben@example.org", "cleo@example.org", "dan@example.org"]
    assert (due.root / "taken").read_bytes().count(b"\nMessage-ID: <lpbe.") == 3
    program.write_text("#!/bin/sh\necho nobody >&2\nexit 67\n")
    copy = due.copy(due.root.parent / "again")
    copy.lpbe(HOST, "mail", "out", "mars", "--to", f"sendmail:{program}", "--now", "2026-01-02T10:00:00Z")
    assert len(list((copy.home(HOST) / "state/lpbe/mail/spool").glob("*.failed"))) == 3


def test_our_own_mails_are_known_when_they_come_back(due: Club, place: Office) -> None:
    assert out(due, "maildir:box") == (0, 3, 0, 0)
    came = due.do(HOST, "mail", "in", "mars", "--maildir", "box")
    assert [mail["did"] for mail in came["mails"]] == ["ignored"] * 3
    assert {kind_of(read(path.read_bytes())) for path in (due.root / "box/new").iterdir()} == {"ask"}
    assert due.do(HOST, "mail", "in", "mars", "--maildir", "box")["mails"] == []


# servers and spools that are not as they should be


class Rude:
    """Hangs up in the middle of every e-mail to one recipient."""

    def __init__(self, to: str) -> None:
        self.to, self.taken = to, 0

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        if self.to in envelope.rcpt_tos[0]:
            assert server.transport
            server.transport.abort()
        self.taken += 1
        return "250 taken"


@pytest.mark.parametrize(("to", "wanted"), [("ben@", (75, 2, 1, 0)), ("@", (75, 0, 3, 0))])
def test_a_mail_at_which_a_server_hangs_up_stops_no_other(due: Club, to: str, wanted: tuple[int, ...]) -> None:
    rude, port = Rude(to), free_port()
    controller = Controller(rude, hostname="127.0.0.1", port=port)
    controller.start()
    try:
        assert out(due, f"smtp://127.0.0.1:{port}") == wanted
    finally:
        controller.stop()
    assert out(due, "maildir:box") == (0, wanted[2], 0, 0)


def test_a_server_that_turns_us_away_at_the_door_refuses_no_mail(due: Club) -> None:
    """A block list, for example: no e-mail is given up because of it."""
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def turn_away() -> None:
            line, _ = listening.accept()
            with line:
                line.sendall(b"554 5.7.1 not you\r\n")
                line.recv(100)

        thread = threading.Thread(target=turn_away, daemon=True)
        thread.start()
        assert out(due, f"smtp://127.0.0.1:{listening.getsockname()[1]}") == (75, 0, 3, 0)
        thread.join(5)
    assert out(due, "maildir:box") == (0, 3, 0, 0)


def test_a_spool_that_was_damaged_stops_nothing_else(due: Club) -> None:
    assert out(due, f"smtp://127.0.0.1:{free_port()}") == (75, 0, 3, 0)
    kept = due.home(HOST) / "state/lpbe/mail/spool"
    noted, headless, _ = sorted(kept.glob("*.eml"))
    noted.with_suffix(".going").write_text("{")
    headless.write_bytes(b"hello")
    (kept / f"{'0' * 40}.eml").write_bytes(b"x" * (9 << 20))
    assert out(due, "maildir:box") == (5, 1, 1, 2)
    assert out(due, "maildir:box", "--again") == (5, 1, 1, 1), "what was noted is forgotten: it goes out"


def test_who_does_not_say_where_answers_are_read_is_told(due: Club) -> None:
    path = due.home(HOST) / "lpbe/players.toml"
    text = path.read_text()
    path.write_text(text.replace(f'address = "{REFEREE}"', ""))
    answer = due.lpbe(HOST, "mail", "out", "mars", "--to", "maildir:box", *NOW, "--json")
    assert answer.status == 0 and "lpbe mail address GAME referee" in answer.payload["warning"]
    path.write_text(text.replace(REFEREE, "nonsense"))
    answer = due.lpbe(HOST, "mail", "out", "mars", "--to", "maildir:box", *NOW, "--json")
    assert (answer.status, answer.code) == (2, "E_USAGE")


def test_an_address_that_not_every_server_takes_is_not_noted(due: Club) -> None:
    for address in ("b\u00e9n@example.org", "ben@ex\u00e4mple.org", "a..b@example.org"):
        assert due.lpbe(HOST, "mail", "address", "mars", "blue", address, "--json").code == "E_USAGE"
