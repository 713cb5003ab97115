"""Whatever an armored letter contains, it stops no run, no mailbox and no check of a pull request."""

from __future__ import annotations

import os
from itertools import islice
from pathlib import Path
from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from lpbe.kernel.base.errors import Rejected
from lpbe.kernel.chain.letter_checks import check_letter

from ...size_limits import sizes
from ..conftest import Stages
from ..world.armored_letters import armor_letter, hostile_letters, nest_value, sign_raw, tables
from ..world.clones import Clone, Clones
from ..world.club import HOST, Club
from ..world.forged_letters import bid, play, sign_letter

BATCH = 12
"""Letters that come at once; check-pr reports at most twenty faults."""
DEEP = {"lists": nest_value(40), "tables": tables(40), "lists within limits": nest_value(20)}


def deep_letter(club: Club, value: object) -> str:
    """An order of blue with one value nested more deeply than any program of ours writes."""
    raw = msgspec.to_builtins(play(club.game, "blue", "ben", {"order": "bid", "coins": value}, clear=True))
    return armor_letter(sign_raw(raw, "ben"))


def mail(text: str, number: int) -> bytes:
    head = ["From: ben@example.org", "To: lpbe@example.org", "Subject: x", f"Message-ID: <{number}@example.org>"]
    return "\n".join([*head, "", text]).encode()


def mail_in(club: Club, texts: list[str]) -> None:
    """Deliver mails into a Maildir and process them.

    Only a good letter for a question that was not asked yet stays there, and the host is told: perhaps an old backup
    was put back.
    """
    box = club.root / "box"
    for part in ("new", "cur", "tmp"):
        (box / part).mkdir(parents=True, exist_ok=True)
    for number, text in enumerate(texts):
        (box / "new" / f"{number}.mail").write_bytes(mail(text, number))
    answer = club.lpbe(HOST, "mail", "in", "mars", "--maildir", str(box), "--json")
    failed = answer.payload["failed"]
    assert answer.status == (4 if failed else 0), answer
    assert {one["code"] for one in failed} <= {"E_ROLLBACK"}, answer
    assert len(os.listdir(box / "new")) == len(failed), answer


@pytest.mark.parametrize("value", DEEP.values(), ids=list(DEEP))
def test_a_deep_value_stops_no_run(club_at: Stages, value: object) -> None:
    club = club_at("bidding")
    (club.inbox / "0.txt").write_text(deep_letter(club, value))
    club.order("green", "bid coins=1")
    done = club.run()
    assert [step["seat"] for step in done["applied"]] == ["green"]
    assert len(done["refused"]) == 1 and not list(club.inbox.iterdir())


@pytest.mark.parametrize("value", DEEP.values(), ids=list(DEEP))
def test_a_deep_value_stops_no_mailbox(club_at: Stages, value: object) -> None:
    club = club_at("bidding")
    club.do(HOST, "mail", "address", "mars", "referee", "lpbe@example.org")
    mail_in(club, [deep_letter(club, value)])


def test_a_deep_value_is_the_fault_of_its_sender_however_it_came(club_at: Stages) -> None:
    """A receipt names a schema error: the disk is not to blame."""
    club = club_at("bidding")
    letter = play(club.game, "blue", "ben", bid(1), clear=True)
    deep = sign_letter(replace(letter, batch=[{"order": "bid", "coins": nest_value(40)}]), "ben")
    game = club.game
    with pytest.raises(Rejected) as caught:
        check_letter(game.genesis, game.state, club.head, deep, None)
    assert caught.value.code == "E_SCHEMA"


# whatever else is in it


@sizes("rounds", 3, 400)
def test_mutated_letters_stop_no_run(stages: Stages, tmp_path: Path, rounds: int) -> None:
    for number in range(rounds):
        stage = ("bidding", "bids", "turn", "replacing", "joined", "paced", "finished")[number % 7]
        club = stages(stage).copy(tmp_path / f"run{number}")
        for name, text in enumerate(islice(hostile_letters(club, "blue", "ben", Random(number)), BATCH)):
            (club.inbox / f"{name}.txt").write_text(text)
        now = ("--now", "2026-11-02T09:00:00Z") if stage == "paced" else ()
        answer = club.lpbe(HOST, "run", "mars", *now, "--json")
        assert answer.status == 0, (number, answer)
        assert not list(club.inbox.iterdir()), number
        assert club.lpbe("eve", "verify", "mars").status in (0, 3), number


@sizes("rounds", 2, 200)
def test_mutated_letters_stop_no_mailbox(stages: Stages, tmp_path: Path, rounds: int) -> None:
    for number in range(rounds):
        club = stages(("bidding", "turn", "joined")[number % 3]).copy(tmp_path / f"mail{number}")
        club.do(HOST, "mail", "address", "mars", "referee", "lpbe@example.org")
        texts = list(islice(hostile_letters(club, "blue", "ben", Random(1000 + number)), BATCH))
        mail_in(club, texts)
        assert club.lpbe(HOST, "run", "mars", "--json").status == 0, number


def submit(clone: Clone, texts: list[str]) -> None:
    clone.git("reset", "-q", "--hard", "origin/main")
    for name, text in enumerate(texts):
        (clone.mars / "inbox" / f"{name}.txt").write_text(text)
    clone.git("add", "-A", "--force")
    clone.git("commit", "-qm", "x")


@sizes("rounds", 2, 200)
def test_mutated_letters_stop_no_check(club_at: Stages, tmp_path: Path, rounds: int) -> None:
    club = club_at("bidding")
    game = club.copy(tmp_path / "beside")
    clone = Clones.of(club, tmp_path / "repo").clone("ben")
    for number in range(rounds):
        submit(clone, list(islice(hostile_letters(game, "blue", "ben", Random(2000 + number)), BATCH)))
        answer = clone.here("check-pr", "origin/main", "HEAD", "--json")
        assert answer.status in (0, 5), (number, answer)
