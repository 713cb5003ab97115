"""Receipts that count: section 3.10."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from .canon import Unreadable, Wrong, jcs, need
from .forms import NONE, Record, blob, form, listed
from .ids import game_keys
from .keys import signed
from .reading import read_toml
from .records import COUNT, DIGEST, SIG, TWO

REFUSAL = Record(order=DIGEST, head=DIGEST, code=form(r"E_[A-Z_]+"), reason=(blob, NONE))
RECEIPT = Record(format=TWO, game=DIGEST, seq=COUNT, head=DIGEST, refused=listed(REFUSAL, 0, 4096))


def read_receipt(path: Path, game: str, key: str) -> dict[str, Any] | None:
    """A receipt that counts, or nothing."""
    try:
        data = read_toml(path.read_bytes())
        Record(receipt=RECEIPT, sig=SIG)(data)
        receipt = data["receipt"]
        mine = receipt["game"] == game and receipt["seq"] == int(path.stem)
        return receipt if mine and signed(key, "lpbe-receipt-v2", jcs(receipt), data["sig"]) else None
    except (Wrong, Unreadable, OSError, ValueError):
        return None


def receipts(folder: Path, game: dict[str, Any]) -> list[dict[str, Any]]:
    """The receipts of a folder that count."""
    key = game_keys(game["genesis"], {"handovers": game["state"].get("handovers", [])})[-1]["sign"]
    paths = sorted((folder / "refused").glob("[0-9][0-9][0-9][0-9][0-9][0-9].toml"))
    found = [read_receipt(path, game["state"]["game"], key) for path in paths]
    return [receipt for receipt in found if receipt]


def check_receipts(folder: Path, game: dict[str, Any], heads: dict[int, str]) -> None:
    """No receipt knows a later step or another history."""
    for receipt in receipts(folder, game):
        need(receipt["seq"] <= game["state"]["seq"], "a receipt of a later step")
        need(heads.get(receipt["seq"], receipt["head"]) == receipt["head"], "a receipt of another history")
        whole = len(heads) > game["state"]["seq"]
        strange = {refusal["head"] for refusal in receipt["refused"]} - set(heads.values())
        need(not (whole and strange), "a refusal in another history")
