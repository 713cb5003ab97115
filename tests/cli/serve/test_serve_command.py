"""The command itself: what it says, what it refuses, several processes, a certificate."""

from __future__ import annotations

import re
import signal
import ssl
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from http.client import HTTPConnection, HTTPSConnection
from pathlib import Path

import pytest

from ..world.club import HOST, LPBE, Club
from .conftest import PATIENCE_SECONDS, letter_from

Stages = Callable[[str], Club]
ADDRESS = re.compile(r"(https?)://([\w.]+):(\d+)/")


class Serving:
    """The real program with a club's games."""

    def __init__(self, club: Club, *options: str, who: str = HOST) -> None:
        env = club.environment(who, {"PYTHONPATH": str(Path(__file__).parents[3])})
        call = [*LPBE, "serve", ".", "--port", "0", *options]
        self.process = subprocess.Popen(
            call, cwd=club.root, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        assert self.process.stdout
        found = ADDRESS.search(self.process.stdout.readline())
        assert found, self.process.communicate()
        self.scheme, self.port = found[1], int(found[3])

    def ask(self, method: str, path: str, body: bytes | None = None) -> tuple[int, bytes]:
        if self.scheme == "https":
            trusting = ssl.create_default_context()
            trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
            connection: HTTPConnection = HTTPSConnection(
                "127.0.0.1", self.port, timeout=PATIENCE_SECONDS, context=trusting
            )
        else:
            connection = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_SECONDS)
        try:
            connection.request(method, path, body)
            answer = connection.getresponse()
            return answer.status, answer.read()
        finally:
            connection.close()

    def stop(self, how: signal.Signals = signal.SIGTERM) -> tuple[int, str]:
        self.process.send_signal(how)
        out, err = self.process.communicate(timeout=PATIENCE_SECONDS)
        assert "Traceback" not in out + err
        return self.process.returncode, out + err


def test_several_processes_carry_out_each_letter_once(club_at: Stages) -> None:
    club = club_at("bidding")
    seats = {"ana": 1, "ben": 2, "cleo": 0}
    letters = [letter_from(club, who, "order", "mars", f"bid coins={coins}") for who, coins in seats.items()]
    serving = Serving(club, "--workers", "2")
    with ThreadPoolExecutor(6) as pool:
        replies = list(pool.map(lambda letter: serving.ask("POST", "/games/mars/inbox", letter), letters * 3))
    assert {status for status, _ in replies} <= {200, 202}
    serving.stop()
    club.run()
    applied = [entry.head.letter_id for entry in club.entries[1:]]
    assert len(applied) == len(set(applied))
    assert sum(bool(entry.letter and entry.letter.window == 2) for entry in club.entries) == 3


def test_a_server_with_a_certificate_answers_over_https(club_at: Stages, tmp_path: Path) -> None:
    cert, key = make_certificate(tmp_path)
    serving = Serving(club_at("new"), "--tls-cert", str(cert), "--tls-key", str(key))
    assert serving.scheme == "https" and serving.ask("GET", "/healthz") == (200, b'{"ok":true}\n')
    serving.stop()


def make_certificate(folder: Path) -> tuple[Path, Path]:
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "localhost")])
    now = datetime.now(UTC)
    made = x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
    made = made.serial_number(1).not_valid_before(now - timedelta(days=1)).not_valid_after(now + timedelta(days=1))
    cert, secret = folder / "cert.pem", folder / "key.pem"
    cert.write_bytes(made.sign(key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM))
    plain = serialization.NoEncryption()
    secret.write_bytes(key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, plain))
    return cert, secret


@pytest.mark.parametrize(
    ("options", "code"),
    [
        (["nowhere"], "E_FILE_MISSING"),
        ([".", "--client", "mars"], "E_FILE_MISSING"),
        ([".", "--tls-cert", "mars/game.toml"], "E_USAGE"),
        ([".", "--tls-cert", "mars/game.toml", "--tls-key", "mars/game.toml"], "E_FILE_SYNTAX"),
        ([".", "--base-url", "example.org"], "E_USAGE"),
        ([".", "--host", "203.0.113.7"], "E_USAGE"),
        ([".", "--host", "not a host"], "E_USAGE"),
    ],
)
def test_what_cannot_be_served_is_refused_at_once(club_at: Stages, options: list[str], code: str) -> None:
    answer = club_at("new").lpbe(HOST, "serve", *options)
    assert answer.status in (2, 6) and f"[{code}]" in answer.err and answer.out == ""


def test_a_port_that_is_taken_is_named(club_at: Stages) -> None:
    club = club_at("new")
    serving = Serving(club)
    answer = club.lpbe(HOST, "serve", ".", "--port", str(serving.port), env={"LANG": "fr_FR.UTF-8"})
    assert answer.status == 2 and str(serving.port) in answer.err and "écouter" in answer.err
    serving.stop(signal.SIGINT)


def test_without_the_libraries_the_extra_is_named(club_at: Stages) -> None:
    """As in an installation without them."""
    club = club_at("new")
    code = "import sys; sys.modules['uvicorn'] = None; from lpbe.cli.entry import run; sys.exit(run(['serve', '.']))"
    env = club.environment(HOST, {"PYTHONPATH": str(Path(__file__).parents[3])})
    done = subprocess.run([sys.executable, "-c", code], cwd=club.root, env=env, capture_output=True, text=True)
    assert done.returncode == 2 and "lpbe[serve]" in done.stderr and "Traceback" not in done.stderr
