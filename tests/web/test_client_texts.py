"""Without a key lpbe says byte for byte what the commands print for the holder of the key."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import msgspec
import pytest

from lpbe.app.browser.client import Client
from lpbe.kernel.chain.letter_builder import Beside
from lpbe.kernel.chain.letters.play import play_letter
from lpbe.kernel.gamedir.inbox import read_letter
from lpbe.kernel.schemas.client_records import METHODS

from ..browser.chosen import KINDS
from ..size_limits import part
from .seats import Seat, seats, typed_orders

DAILY = [("two", 1), ("both", 1), ("human", 1), ("pebbles", 2)]
CASES = [*DAILY, *(pytest.param(kind, part(10), marks=pytest.mark.soak) for kind in KINDS)]


def ask(client: Client, method: str, **request: Any) -> dict[str, Any]:
    """Return the answer of a method, which has the form of its schema."""
    answer: dict[str, Any] = json.loads(client.answer(method, json.dumps(request)))
    if answer["ok"]:
        msgspec.convert(answer, METHODS[method][1])
    return answer


def opened(seat: Seat, folder: Path, **changes: Any) -> Client:
    client = Client(str(folder))
    answer = ask(client, "open", **seat.open_message(**changes)[1])
    assert answer["ok"], answer
    return client


def same_text(answer: dict[str, Any], printed: str) -> None:
    """An answer is what was printed; a failure is printed behind the name of the program."""
    assert printed.rstrip("\n").endswith(answer["text"]), (answer, printed)
    if answer["ok"]:
        assert answer["text"] + "\n" == printed


@pytest.mark.parametrize(("kind", "count"), CASES)
def test_a_client_reads_what_the_commands_print(kind: str, count: int, tmp_path: Path) -> None:
    for seat in seats(kind, count, 24, tmp_path):
        client = opened(seat, tmp_path / "client")
        lang = ["--lang", seat.lang]
        for form in ("html", "text"):
            assert ask(client, "report", format=form)["report"] == seat.printed("report", "--format", form, *lang)
        same_text(ask(client, "legal"), seat.printed("legal", *lang))
        for typed in typed_orders(seat):
            same_text(ask(client, "try", typed=typed), seat.printed("try", typed, *lang))
        if seat.lang == "en":
            same_text(ask(client, "policy"), seat.printed("policy"))
        shutil.rmtree(seat.home)


@pytest.mark.parametrize(("kind", "count"), CASES)
def test_the_letter_of_a_client_is_that_of_the_command(kind: str, count: int, tmp_path: Path) -> None:
    """The parts that a client gets make exactly the letter that `lpbe order` signs."""
    for seat in seats(kind, count, 42, tmp_path):
        client = opened(seat, tmp_path / "client", lang="en")
        typed = typed_orders(seat)[0]
        parts = ask(client, "read", typed=typed, note="hello", memo="mine")
        printed = seat.printed("order", typed, "--note", "hello", "--memo", "mine", "-o", "letter.toml")
        assert printed == parts["text"] + "\nletter.toml\n"
        who = seat.party.people[seat.seat]
        beside = Beside(parts["plans"], parts["draft"], parts["memo"])
        made = play_letter(seat.party.game, seat.seat, who, parts["orders"], parts["secret"], 0, parts["note"], beside)
        assert made == read_letter(str(seat.home / "letter.toml")).letter
        shutil.rmtree(seat.home)
