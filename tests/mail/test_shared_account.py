"""Four people play several games through one account of a real server, which somebody else reads as well."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ..cli.world.club import HOST, Club
from . import dovecot
from .post import agreed, kind_of, read
from .test_imap import looked_at, needs_server

SEATS = ("red", "blue", "green", "yellow")
GAMES = ("mars", "venus", "luna")
REPEATED = 0.15
"""How many e-mails are delivered twice."""


@pytest.fixture
def account() -> Iterator[dovecot.Account]:
    with dovecot.running() as made:
        yield made


def begin(root: Path) -> Club:
    """Start the games: Ana hosts and does not play; each of four people has a mail seat in every game."""
    club = Club(root, SEATS)
    club.give_key(HOST)
    for number, name in enumerate(GAMES):
        mails = [part for seat in SEATS for part in ("--mail", seat)]
        options = ["--game", "pebbles", "--seats", ",".join(SEATS), "--set", "pebbles.rounds=12", *mails]
        club.do(HOST, "new", f"games/{name}", *options, "--nonce", f"{number:02}" * 32)
        for seat in SEATS:
            club.do(HOST, "mail", "address", f"games/{name}", seat, f"{seat}@example.org")
    club.do(HOST, "mail", "address", "games/mars", "referee", "lpbe@example.org")
    club.do(HOST, "run", "games")
    return club


def questions(club: Club) -> list[EmailMessage]:
    """Return what the host e-mails now that asks for an answer."""
    box = club.root / "out"
    for part in ("tmp", "new", "cur"):
        (box / part).mkdir(parents=True, exist_ok=True)
    club.do(HOST, "mail", "out", "games", "--to", f"maildir:{box}")
    mails = []
    for path in sorted((box / "new").iterdir()):
        mails.append(read(path.read_bytes()))
        path.unlink()
    return [mail for mail in mails if kind_of(mail) == "ask"]


def answer(mail: EmailMessage, number: int) -> bytes:
    made = EmailMessage()
    made["From"] = mail["To"]
    made["To"] = "lpbe@example.org"
    made["Subject"] = "Re: the game"
    made["Message-ID"] = f"<answer.{number}@example.org>"
    made["In-Reply-To"] = mail["Message-ID"]
    made.set_content(agreed(mail))
    return made.as_bytes(policy=SMTP)


def read_account(club: Club, account: dovecot.Account) -> list[dict[str, Any]]:
    args = ["mail", "in", "games", "--imap", f"imaps://lpbe@localhost:{account.tls}", "--json"]
    done = club.lpbe(HOST, *args, env=account.environment)
    assert done.status == 0, done
    return list(done.payload["mails"])


def applied(club: Club) -> Counter[tuple[str, int, str]]:
    """Game, window and seat of every answer by mail that a log has."""
    found: Counter[tuple[str, int, str]] = Counter()
    for name in GAMES:
        for line in (club.root / "games" / name / "log.jsonl").read_text().splitlines():
            letter = json.loads(line).get("order", {})
            if letter.get("via") == "mail":
                found[(name, letter["window"], letter["seat"])] += 1
    return found


@needs_server
@pytest.mark.parametrize("count", [12, pytest.param(200, marks=pytest.mark.soak)])
def test_orders_of_four_players_are_neither_lost_nor_doubled(
    tmp_path: Path, account: dovecot.Account, count: int
) -> None:
    club = begin(tmp_path / "club")
    chance = Random(count)
    processed: list[dict[str, Any]] = []
    senders: Counter[str] = Counter()
    sent = repeated = 0
    waiting: list[EmailMessage] = []
    with looked_at(account, Random(count + 1)) as seen:
        while sent < count:
            waiting += questions(club)
            chance.shuffle(waiting)
            for mail in [waiting.pop() for _ in range(min(len(waiting), count - sent, chance.randint(1, 6)))]:
                data = answer(mail, sent)
                twice = chance.random() < REPEATED
                account.deliver(data, *([data] if twice else []))
                senders[str(mail["To"])] += 1
                sent += 1
                repeated += twice
            processed += read_account(club, account) if chance.random() < 0.7 or not waiting else []
            club.do(HOST, "run", "games")
        processed += read_account(club, account)
        club.do(HOST, "run", "games")
    did = Counter(mail["did"] for mail in processed)
    letters = applied(club)
    lost = {f"<answer.{n}@example.org>" for n in range(count)} - {m["id"] for m in processed if m["did"] == "filed"}
    doubled = did["filed"] - count + len(lost) + sum(letters.values()) - len(letters)
    print(
        f"{sent} orders of {len(senders)} players in {len(GAMES)} games, {repeated} delivered twice, "
        f"{len(set(seen))} looked at by somebody else: {did['filed']} filed, {did['known']} known, "
        f"{sum(letters.values())} applied, {len(lost)} lost, {doubled} doubled"
    )
    assert (did, len(lost), doubled) == (Counter(filed=count, known=repeated), 0, 0)
    assert sum(letters.values()) == count and len(senders) == len(SEATS)
    assert len(set(seen)) > count // 5 and read_account(club, account) == []
