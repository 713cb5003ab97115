"""What commands print: JSON that fits its schema, useful help, errors that say what to do."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import jsonschema
import msgspec
import pytest

from lpbe.games import rules_of, schema_of
from lpbe.kernel.chain import player_view
from lpbe.kernel.crypto.keys import Identity, KeyFile
from lpbe.kernel.gamedir.gamedir import load, locate
from lpbe.kernel.gamedir.inbox import dump_letter
from tests import letter_types

from ..world.forked_commands import LPBE
from ..world.person import Person


def fits(answer: Any, name: str) -> None:
    text = schema_of(name)
    assert text
    jsonschema.Draft202012Validator(json.loads(text)).validate(answer)


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a game of two that waits for bids; every answer on the way there has been checked."""
    work = tmp_path_factory.mktemp("answers")
    ana, ben = Person(work / "ana", work), Person(work / "ben", work)
    begun = ana.json("new", "mars", "--game", "pebbles", "--seats", "red,blue", "--as", "red")
    fits(begun, "answer-new")
    joined = ben.json(
        "join", "mars", "--seat", "blue", "--name", "Ben", "--lang", "fr", "--code", begun["invitations"]["blue"]
    )
    fits(joined, "answer-order")
    fits(ana.json("run", "mars"), "answer-run")
    fits(ben.json("ready", "mars"), "answer-order")
    fits(ana.json("run", "mars"), "answer-run")
    return work


@pytest.fixture
def mars(club: Path, tmp_path: Path) -> Path:
    shutil.copytree(club / "mars", tmp_path / "mars")
    return tmp_path


@pytest.fixture
def ana(club: Path, mars: Path) -> Person:
    return Person(club / "ana", mars)


@pytest.fixture
def ben(club: Path, mars: Path) -> Person:
    return Person(club / "ben", mars)


def test_every_answer_fits_its_schema(ana: Person, ben: Person) -> None:
    fits(ben.json("show", "mars"), "answer-show")
    fits(ben.json("legal", "mars"), "answer-legal")
    fits(ben.json("try", "mars", "bid coins=1"), "answer-try")
    fits(ben.json("report", "mars"), "answer-report")
    fits(ben.json("order", "mars", "bid coins=1"), "answer-order")
    fits(ana.json("apply", "mars/game.toml", "mars/inbox/2-blue-0.toml", "-o", "next.toml"), "answer-apply")
    fits(ana.json("verify", "mars", code=3), "answer-verify")
    fits(ben.json("order", "mars", "bid coins=99", code=5), "answer-failure")


def test_every_file_fits_its_schema(ana: Person, ben: Person, mars: Path) -> None:
    ben.call("order", "mars", "bid coins=1", "-o", "order.json")
    fits(json.loads((mars / "order.json").read_text()), "order")
    ana.call("apply", "mars/game.toml", "order.json", "-o", "next.json")
    fits(json.loads((mars / "next.json").read_text()), "game")
    for line in (mars / "mars" / "log.jsonl").read_bytes().splitlines():
        fits(json.loads(line), "log-entry")


def test_a_refusal_names_its_clause_and_rule_prints_it(ben: Person) -> None:
    refused = ben.json("order", "mars", "bid coins=99", code=5)
    assert refused["code"] == "E_RULE"
    assert refused["clause"] in ben.call("rule", refused["clause"])
    assert ben.call("rule", refused["clause"], "--lang", "fr") != ben.call("rule", refused["clause"])


def illegal_order(ben: Person, mars: Path) -> None:
    """An order that no honest program would send: 99 coins, rightly signed and sealed."""
    game = load(locate(str(mars / "mars")))
    identity = Identity(KeyFile((ben.home / "lpbe" / "key").read_text()).seed())
    assert rules_of(game.genesis)
    letter = letter_types.play_letter(game, "blue", identity, [{"order": "bid", "coins": 99}], [True], 0)
    (mars / "mars" / "inbox" / "2-blue-0.toml").write_bytes(
        dump_letter(player_view.sign(identity, letter), "order.toml")
    )


def test_why_an_order_was_refused_reaches_its_sender_only(ana: Person, ben: Person, mars: Path) -> None:
    illegal_order(ben, mars)
    run = ana.json("run", "mars")
    fits(run, "answer-run")
    (refusal,) = run["refused"]
    kept = refusal.pop("kept")
    assert refusal == {"file": "2-blue-0.toml", "code": "E_RULE", "seat": "blue", "kind": "play"}
    for name in ("000004.toml", "000004.txt", kept):
        answer = (mars / "mars" / "refused" / name).read_text()
        assert "PEB-" not in answer and "coins" not in answer
    assert "PEB-BID" in ben.call("report", "mars")
    assert "PEB-BID" not in ana.call("report", "mars")
    ben.call("order", "mars", "bid coins=1")
    assert ana.json("run", "mars")["applied"][0]["seat"] == "blue"
    assert (mars / "mars" / "refused" / kept).exists()


def test_an_order_refused_once_is_not_tried_again(ana: Person, ben: Person, mars: Path) -> None:
    illegal_order(ben, mars)
    ana.call("run", "mars")
    receipt = (mars / "mars" / "refused" / "000004.toml").read_bytes()
    illegal_order(ben, mars)
    assert [refusal["code"] for refusal in ana.json("run", "mars")["refused"]] == ["E_ORDER_AGAIN"]
    assert (mars / "mars" / "refused" / "000004.toml").read_bytes() == receipt
    assert not list((mars / "mars" / "inbox").iterdir())


@pytest.mark.parametrize(
    ("orders", "hint"),
    [
        ("bidd coins=1", "did you mean 'bid'?"),
        ("bid coin=1", "try: bid coins=..."),
        ("bid coins=many", "lpbe legal"),
        (" ; ", "lpbe legal"),
    ],
)
def test_what_is_not_understood_gets_a_hint(ben: Person, orders: str, hint: str) -> None:
    assert hint in ben.json("order", "mars", orders, code=2)["hint"]


def test_a_command_that_is_almost_right_gets_a_hint(ben: Person) -> None:
    assert "did you mean 'report'?" in ben.json("reprot", "mars", code=2)["hint"]


def test_reports_come_in_the_players_language(ana: Person, ben: Person) -> None:
    assert "What you can do now" in ana.call("report", "mars")
    assert "Ce que vous pouvez faire" in ben.call("report", "mars")
    assert "What you can do now" in ben.call("report", "mars", "--lang", "en")


def test_a_file_of_orders_is_as_good_as_typing(ana: Person, ben: Person, mars: Path) -> None:
    (mars / "bid.toml").write_text('[[batch]]\norder = "bid"\ncoins = 2\n')
    fits({"batch": [{"order": "bid", "coins": 2}]}, "pebbles-orders")
    ben.call("order", "mars", "-f", "bid.toml")
    assert ana.json("run", "mars")["refused"] == []
    assert ben.json("show", "mars")["screen"]["standing"]["answer"]["order"] == {"order": "bid", "coins": 2}


def test_a_policy_that_says_nonsense_is_refused(ben: Person, mars: Path) -> None:
    for text in ("[moons]\nbid = 1\n", '[pebbles]\nbid = "much"\n', "[pebbles]\nmoons = 1\n"):
        (mars / "policy.toml").write_text(text)
        assert ben.json("policy", "mars", "policy.toml", code=6)["code"] == "E_SCHEMA"
    assert not list((mars / "mars" / "inbox").iterdir())


def test_the_help_lists_commands_and_exit_codes(ben: Person) -> None:
    text = ben.call("--help")
    assert "verify" in text and "75 busy" in text


def test_nothing_is_asked_of_whoever_has_answered(ana: Person, ben: Person) -> None:
    ben.call("order", "mars", "bid coins=1")
    ana.call("run", "mars")
    assert msgspec.json.decode(ben.call("legal", "mars", "--json"))["orders"], "the answer may still be replaced"
    ana.call("order", "mars", "bid coins=5")
    ana.call("run", "mars")
    assert ben.json("legal", "mars")["orders"] == []
    assert ben.json("order", "mars", "end-turn", code=5)["code"] == "E_ORDER_NOT_WAITING"


@pytest.mark.parametrize(
    "command", [["show", "mars", "--json"], ["order", "mars", "bid coins=1", "-o", "-"], ["--version"]]
)
def test_an_answer_that_cannot_be_written_is_an_error(ben: Person, command: list[str]) -> None:
    """A full disk behind standard output must not look like success."""
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [*LPBE, *command],
            cwd=ben.work,
            env={**os.environ, "XDG_CONFIG_HOME": str(ben.home)},
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 6
    assert "could not be written" in done.stderr or "n'a pas pu être écrite" in done.stderr
    assert "Traceback" not in done.stderr
