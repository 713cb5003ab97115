"""Mails as programs and people write them: each is understood or answered, and none is taken for something else."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from lpbe.mail.answer import text_of
from lpbe.mail.arrive import decide
from lpbe.mail.block import LAST, without_comment
from lpbe.mail.hall import Hall
from lpbe.mail.outcome import Outcome
from lpbe.mail.parse import read_mail
from lpbe.mail.players import plain, read_players

from ..cli.house import House, identity, surroundings
from .hall import CODES, GAME, begin, code, settled

CORPUS = Path(__file__).parent / "corpus"
EXPECTED: dict[str, dict[str, Any]] = tomllib.loads((CORPUS / "expected.toml").read_text())


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> House:
    return begin(tmp_path_factory.mktemp("corpus") / "one")


@pytest.fixture(scope="module")
def real(house: House) -> dict[str, str]:
    """What stands in the corpus, and what it is in this game."""
    return {GAME: house.game.state.game[:12], **{CODES[seat]: code(house, seat) for seat in CODES}}


def outcome_of(house: House, real: dict[str, str], name: str) -> Outcome:
    players = read_players(str(house.home("ana") / "lpbe" / "players.toml"))
    hall = Hall([str(house.mars)], players, identity("ana"))
    with surroundings(house.environment("ana"), b""):
        return decide(settled(read_mail((CORPUS / f"{name}.eml").read_bytes()), real), hall)


def orders_of(outcome: Outcome) -> list[str]:
    """The answer as it was understood, which the confirmation repeats."""
    lines = outcome.answer.block[1:] if outcome.answer and outcome.answer.block else []
    return [text for line in lines if line != LAST and (text := without_comment(line))]


@pytest.mark.parametrize("name", EXPECTED)
def test_what_comes_of_it(house: House, real: dict[str, str], name: str) -> None:
    wanted = EXPECTED[name]
    with house.untouched():
        outcome = outcome_of(house, real, name)
    told = text_of(outcome.answer) if outcome.answer else ""
    assert (outcome.did, outcome.why) == (wanted["did"], wanted.get("why", "")), told
    assert orders_of(outcome) == wanted.get("orders", [])
    assert len(outcome.letters) == wanted.get("letters", int(wanted["did"] == "filed"))
    assert wanted.get("says", "") in told
    if "to" in wanted:
        assert outcome.answer and plain(outcome.answer.to) == wanted["to"]
    assert bool(outcome.answer) is (wanted["did"] != "ignored")


def test_the_corpus_is_large_and_nothing_in_it_is_left_out() -> None:
    assert len(EXPECTED) >= 80
    assert sorted(EXPECTED) == sorted(path.stem for path in CORPUS.glob("*.eml"))


def test_no_two_mails_differ_in_the_order_alone() -> None:
    """Not even once all numbers are gone."""
    bare = ["".join(char for char in path.read_text("latin-1") if not char.isdigit()) for path in CORPUS.glob("*.eml")]
    assert len(set(bare)) == len(bare)


def test_programs_wrote_most_of_it() -> None:
    """Named by themselves in their headers, or known by their ids and boundaries."""
    heads = [path.read_text("latin-1").lower() for path in CORPUS.glob("*.eml")]
    named = ("x-mailer", "user-agent", "mail.gmail.com", "x-ms-has-attach", "proton", "tuta.io", "gmx", "mutt", "fsf@")
    assert sum(any(name in head for name in named) for head in heads) > 60
