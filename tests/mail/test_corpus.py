"""E-mails as programs and people write them: each is understood or answered, and none is mistaken for another."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from lpbe.mail.address_book import bare_address, read_players
from lpbe.mail.game_index import GameIndex
from lpbe.mail.incoming.decide import decide
from lpbe.mail.incoming.message import read_mail
from lpbe.mail.incoming.outcome import Outcome
from lpbe.mail.incoming.reply import reply_text
from lpbe.mail.reply_block import END_LINE, without_comment

from ..cli.world.club import Club, identity, surroundings
from .game_folder import CODES, GAME, begin, code, settled

CORPUS = Path(__file__).parent / "corpus"
EXPECTED: dict[str, dict[str, Any]] = tomllib.loads((CORPUS / "expected.toml").read_text())


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Club:
    return begin(tmp_path_factory.mktemp("corpus") / "one")


@pytest.fixture(scope="module")
def real(club: Club) -> dict[str, str]:
    """Return the placeholders of the corpus, and their values in this game."""
    return {GAME: club.game.state.game[:12], **{CODES[seat]: code(club, seat) for seat in CODES}}


def outcome_of(club: Club, real: dict[str, str], name: str) -> Outcome:
    players = read_players(str(club.home("ana") / "lpbe" / "players.toml"))
    index = GameIndex([str(club.mars)], players, identity("ana"))
    with surroundings(club.environment("ana"), b""):
        return decide(settled(read_mail((CORPUS / f"{name}.eml").read_bytes()), real), index)


def orders_of(outcome: Outcome) -> list[str]:
    """Return the answer as it was understood, which the confirmation repeats."""
    lines = outcome.reply.block[1:] if outcome.reply and outcome.reply.block else []
    return [text for line in lines if line != END_LINE and (text := without_comment(line))]


@pytest.mark.parametrize("name", EXPECTED)
def test_what_comes_of_it(club: Club, real: dict[str, str], name: str) -> None:
    wanted = EXPECTED[name]
    with club.untouched():
        outcome = outcome_of(club, real, name)
    answer = reply_text(outcome.reply) if outcome.reply else ""
    assert (outcome.action, outcome.reason) == (wanted["did"], wanted.get("why", "")), answer
    assert orders_of(outcome) == wanted.get("orders", [])
    assert len(outcome.letters) == wanted.get("letters", int(wanted["did"] == "filed"))
    assert wanted.get("says", "") in answer
    if "to" in wanted:
        assert outcome.reply and bare_address(outcome.reply.to) == wanted["to"]
    assert bool(outcome.reply) is (wanted["did"] != "ignored")


def test_the_corpus_is_large_and_nothing_in_it_is_left_out() -> None:
    assert len(EXPECTED) >= 80
    assert sorted(EXPECTED) == sorted(path.stem for path in CORPUS.glob("*.eml"))


def test_no_two_mails_differ_in_the_order_alone() -> None:
    """Not even when all numbers are removed."""
    bare = ["".join(char for char in path.read_text("latin-1") if not char.isdigit()) for path in CORPUS.glob("*.eml")]
    assert len(set(bare)) == len(bare)


def test_programs_wrote_most_of_it() -> None:
    """They name themselves in headers, or are recognised by their ids and boundaries."""
    heads = [path.read_text("latin-1").lower() for path in CORPUS.glob("*.eml")]
    named = ("x-mailer", "user-agent", "mail.gmail.com", "x-ms-has-attach", "proton", "tuta.io", "gmx", "mutt", "fsf@")
    assert sum(any(name in head for name in named) for head in heads) > 60
