"""Which receipts count, and what they show: both verifiers agree."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from .answers import Ask, second
from .forger import Data, Forger, Person, terms
from .scenes import handover, new, started_scene
from .verifier.canon import jcs


def joined_scene() -> Forger:
    """Return a game that one of two seats has joined."""
    game = Forger(random.Random(1), terms("pebbles-2"), [{"id": "red"}, {"id": "blue"}])
    person = Person(b"\x07" * 32)
    args = person.keys(game.id, "red") | {"draw": person.draw(game.id), "name": "Red", "lang": "en"}
    args["claim"] = game.claim(person, "red")
    game.step(game.letter("red", "join", args), person)
    return game


def receipt_file(receipt: Data, sig: str) -> str:
    """Return a receipt as its file has it."""
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
    ({}, {}, "000007", NOTHING),
    ({"seq": 9}, {}, "000001", STRANGE),
    ({"head": "0" * 64}, {}, "000000", STRANGE),
    ({"head": "0" * 64}, {}, "000001-2", STRANGE),
    ({"head": "0" * 64}, {}, "1", NOTHING),
    ({"seq": 0}, {}, "000000", STRANGE),
    ({}, {"code": "E_" + "A" * 31}, "000001", NOTHING),
]
"""What is signed, which part of it is exchanged, the name of its file, and what it shows: the name means nothing."""


@pytest.mark.parametrize(("more", "refusal", "name", "verdict"), RECEIPTS)
def test_receipts(more: Data, refusal: Data, name: str, verdict: str, tmp_path: Path, ask: Ask) -> None:
    game, folder = joined_scene(), tmp_path / "game"
    item = {"order": "1" * 64, "head": game.last(), "code": "E_ORDER_STALE"} | refusal
    put(game, folder, name, [item], more)
    assert ask(folder)[0] == second(folder)[0] == verdict


def put(game: Forger, folder: Path, name: str, refused: list[Data], more: Data, by: Person | None = None) -> None:
    """A receipt of the last step in its folder."""
    receipt = {"format": 2, "game": game.id, "seq": len(game.entries) - 1, "head": game.last()} | {"refused": refused}
    receipt |= more
    if not folder.exists():
        game.write(folder)
    (folder / "refused").mkdir(exist_ok=True)
    sig = (by or game.referee).signs("lpbe-receipt-v2", jcs(receipt))
    (folder / "refused" / f"{name}.toml").write_text(receipt_file(receipt, sig))


@pytest.mark.parametrize(
    ("codes", "verdict"),
    [
        (("E_ORDER_STALE", "E_ORDER_STALE"), NOTHING),
        (("E_ORDER_STALE", "E_ORDER_SIZE"), STRANGE),
        (("E_ORDER_STALE", "E_TEXT"), NOTHING),
    ],
)
def test_one_letter_is_refused_for_one_reason(codes: tuple[str, str], verdict: str, tmp_path: Path, ask: Ask) -> None:
    game, folder = joined_scene(), tmp_path / "game"
    for name, code in zip(("000001", "000001-1"), codes, strict=True):
        put(game, folder, name, [{"order": "1" * 64, "head": game.last(), "code": code}], {})
    assert ask(folder)[0] == second(folder)[0] == verdict


@pytest.mark.parametrize(
    ("seq", "by_new", "verdict"), [(-1, False, STRANGE), (-1, True, NOTHING), (0, False, STRANGE), (0, True, STRANGE)]
)
def test_a_receipt_is_of_whoever_was_referee(seq: int, by_new: bool, verdict: str, tmp_path: Path, ask: Ask) -> None:
    """Both in the step of a handover, the old referee before it and the new one after it."""
    game, folder = started_scene(), tmp_path / "game"
    old = game.referee
    game.step(*handover(game))
    more = {"seq": len(game.entries) - 1 + seq, "head": "0" * 64}
    refused = [{"order": "1" * 64, "head": game.last(), "code": "E_ORDER_STALE"}]
    put(game, folder, "000001", refused, more, game.referee if by_new else old)
    assert ask(folder)[0] == second(folder)[0] == verdict


@pytest.mark.parametrize("log", [b"", b"junk", b'{"head":'])
def test_a_new_game_whose_first_line_was_not_written_is_unfinished(log: bytes, tmp_path: Path, ask: Ask) -> None:
    new().write(tmp_path / "game")
    (tmp_path / "game" / "log.jsonl").write_bytes(log)
    assert ask(tmp_path / "game")[0] == second(tmp_path / "game")[0] == NOTHING
