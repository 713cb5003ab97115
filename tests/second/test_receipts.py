"""Which receipts count, and what they show: both verifiers agree."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from .answers import Ask, second
from .forger import Data, Forger, Person
from .player import terms
from .verifier.canon import jcs
from .verifier.ids import head_id


def joined() -> Forger:
    """A game that one of two seats has joined."""
    game = Forger(random.Random(1), terms("pebbles-2"), [{"id": "red"}, {"id": "blue"}])
    person = Person(b"\x07" * 32)
    args = person.keys(game.id, "red") | {"draw": person.draw(game.id), "name": "Red", "lang": "en"}
    game.step(game.letter("red", "join", args), person)
    return game


def receipt_file(receipt: Data, sig: str) -> str:
    """A receipt as its file has it."""
    lines = [f"sig = '''\n{sig[:64]}\n{sig[64:]}\n'''\n\n[receipt]"]
    lines += [f"{name} = {json.dumps(item)}" for name, item in receipt.items() if name != "refused"]
    for refusal in receipt["refused"]:
        lines += ["\n[[receipt.refused]]", *(f"{name} = {json.dumps(item)}" for name, item in refusal.items())]
    return "\n".join(lines) + "\n"


NOTHING, STRANGE = "holds", "refused"
RECEIPTS = [
    ({}, {}, "000001", NOTHING),
    ({"seq": 9}, {}, "000009", STRANGE),
    ({"head": "0" * 64}, {}, "000001", STRANGE),
    ({"game": "0" * 64}, {}, "000001", NOTHING),
    ({"extra": 1}, {}, "000001", NOTHING),
    ({}, {"head": "0" * 64}, "000001", STRANGE),
    ({}, {"code": "x"}, "000001", NOTHING),
]


@pytest.mark.parametrize(("more", "refusal", "name", "verdict"), RECEIPTS)
def test_receipts(more: Data, refusal: Data, name: str, verdict: str, tmp_path: Path, ask: Ask) -> None:
    game, folder = joined(), tmp_path / "game"
    head = head_id(game.entries[1]["head"])
    item = {"order": "1" * 64, "head": head, "code": "E_ORDER_STALE"} | refusal
    receipt = {"format": 2, "game": game.id, "seq": 1, "head": head, "refused": [item]} | more
    game.write(folder)
    (folder / "refused").mkdir()
    sig = game.referee.signs("lpbe-receipt-v2", jcs(receipt))
    (folder / "refused" / f"{name}.toml").write_text(receipt_file(receipt, sig))
    assert ask(folder)[0] == second(folder)[0] == verdict
