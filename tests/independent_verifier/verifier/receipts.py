"""Receipts that count, and what they show: sections 3.10 and 9.1, point 7."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from .canon import Unreadable, Wrong, jcs, need
from .forms import NONE, Record, blob, form, list_check
from .ids import head_id
from .keys import is_signed
from .reading import read_toml
from .records import COUNT, DIGEST, SIG, TWO

REFUSAL = Record(order=DIGEST, head=DIGEST, code=form(r"E_[A-Z_]{1,30}"), reason=(blob, NONE))
RECEIPT = Record(format=TWO, game=DIGEST, seq=COUNT, head=DIGEST, refused=list_check(REFUSAL, 0, 4096))
NAME = re.compile(r"[0-9]{6}(-[0-9]{1,9})?\.toml")
BY_TASTE = "E_TEXT"
Data = dict[str, Any]


def read_receipt(path: Path) -> Data | None:
    """Return what looks like a receipt, or nothing."""
    try:
        data = read_toml(path.read_bytes())
        Record(receipt=RECEIPT, sig=SIG)(data)
    except (Wrong, Unreadable, OSError, ValueError):
        return None
    return data


def counts(data: Data, entries: list[Data]) -> bool:
    """Return whether somebody signed it who was referee at its step."""
    receipt, game = data["receipt"], entries[0]["head"]["game"]
    handed = [(entry["head"]["seq"], entry["order"]["args"]["sign"]) for entry in entries[1:] if is_handover(entry)]
    terms = [(0, entries[0]["genesis"]["referee"]["sign"]), *handed]
    ends = [*(seq for seq, _ in handed), 2**31]
    keys = [key for (since, key), until in zip(terms, ends, strict=True) if since <= receipt["seq"] <= until]
    return receipt["game"] == game and any(is_signed(key, "lpbe-receipt-v2", jcs(receipt), data["sig"]) for key in keys)


def is_handover(entry: Data) -> bool:
    """Return whether the referee changes with this step."""
    return entry["order"]["kind"] == "handover"


def check_receipts(folder: Path, entries: list[Data]) -> None:
    """No receipt knows a later step or another history, and nothing was refused for two reasons."""
    heads = {head_id(entry["head"]): entry["head"]["seq"] for entry in entries}
    found = [read_receipt(path) for path in sorted((folder / "refused").glob("*")) if NAME.fullmatch(path.name)]
    codes: dict[tuple[str, str], str] = {}
    for receipt in [data["receipt"] for data in found if data and counts(data, entries)]:
        need(receipt["seq"] < len(entries), "a receipt of a later step")
        need(heads.get(receipt["head"]) == receipt["seq"], "a receipt of another history")
        for refusal in receipt["refused"]:
            need(refusal["head"] in heads, "a refusal in another history")
            if refusal["code"] != BY_TASTE:
                known = codes.setdefault((refusal["order"], refusal["head"]), refusal["code"])
                need(known == refusal["code"], "one order refused for two reasons")
