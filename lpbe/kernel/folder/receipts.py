"""Receipts of refused orders: the code for everybody, the reason for its sender only."""

from __future__ import annotations

import msgspec
from msgspec import UnsetType

from ..base.canon import Plain, jcs
from ..base.errors import Failure, Refused, Value, plain_value
from ..base.text import printable
from ..chain.letters import Blob, Digest, Letter, Record, letter_id, read_record, unwrap
from ..chain.openings import read_canonical
from ..chain.records import GameFile, head_id
from ..chain.seating import seat_of
from ..chain.step import Referee
from ..crypto.keys import Identity, b64, unb64
from ..crypto.seals import letter_info, seal, unseal
from ..disk import files

REFUSAL_SIZE = 1024
ROOM = 16
KEPT = 8
"""So many receipts stand in one file."""


class Refusal(Record, frozen=True):
    """The receipt of an order that was not accepted: why is for its sender only."""

    head: Digest
    code: str
    order: Digest | UnsetType = msgspec.UNSET
    seal: Blob | UnsetType = msgspec.UNSET


def refusal_info(game: str, order: str) -> bytes:
    return letter_info(game, 0, "", "refusal", 0, order, [])


def refusal_of(game: GameFile, referee: Referee, letter: Letter | None, fault: Failure) -> Refusal:
    head = head_id(game.last.head)
    if letter is None:
        return Refusal(head, fault.code)
    name = letter_id(letter)
    record = seat_of(game.state, letter.seat)
    if record is None or isinstance(record.seal, UnsetType) or referee.secret is None:
        return Refusal(head, fault.code, name)
    why = reason_of(fault)
    info = refusal_info(game.state.game, name)
    return Refusal(head, fault.code, name, b64(seal(referee.secret.eph, unb64(record.seal), info, why, REFUSAL_SIZE)))


def reason_of(fault: Failure) -> Plain:
    """Template and values, so that it can be told in any language; in English where they do not fit."""
    clause = fault.clause if isinstance(fault, Refused) else ""
    values = {name: short(value) for name, value in {**fault.values, **fault.advice.values}.items()}
    why: Plain = {"clause": clause, "message": fault.template, "hint": fault.advice.template, "values": values}
    if len(jcs(why)) < REFUSAL_SIZE - ROOM:
        return why
    return {"clause": clause, "message": "{text}", "values": {"text": cut(fault.message, 300)}}


def short(value: Value) -> str | int | list[str]:
    """A value that fits a seal, whatever an order made us quote."""
    plain = plain_value(value)
    if isinstance(plain, str):
        return cut(plain, 300)
    return plain if isinstance(plain, int) else [cut(item, 40) for item in plain[:12]]


def cut(text: str, size: int) -> str:
    """So much of a text that it fits a seal, whatever an order made us quote."""
    return printable(text).encode()[:size].decode("utf-8", "ignore")


class Reason(Record, frozen=True):
    """Why, for whoever holds the seat's key."""

    code: str
    head: Digest
    message: str
    clause: str = ""
    hint: str = ""
    values: dict[str, str | int | list[str]] = {}


def receipts_in(raw: Plain) -> list[Plain]:
    """The receipts in a file of them."""
    receipts = [receipt for receipt in raw.get("refused", []) if isinstance(receipt, dict)]
    for receipt in receipts:
        unwrap(receipt, "seal")
    return receipts


def receipt_orders(path: str) -> list[str]:
    """The ids of the orders whose refusal a file tells of."""
    return [str(receipt.get("order")) for receipt in read_receipts(path)]


def read_receipts(path: str) -> list[Plain]:
    return receipts_in(files.read_letter_data(path)) if files.is_file(path) else []


def add_receipt(path: str, refusal: Refusal) -> None:
    """A file keeps the last few, and none twice."""
    old, new = read_receipts(path), msgspec.to_builtins(refusal)
    if new not in old:
        files.write(path, files.dump({"refused": [*old[1 - KEPT :], new]}, path))


def open_refusals(raw: Plain, game: str, identity: Identity) -> list[Reason]:
    """The reasons in a file of receipts, as far as this key opens them."""
    found = (open_refusal(read_record(receipt, Refusal), game, identity) for receipt in receipts_in(raw))
    return [reason for reason in found if reason]


def open_refusal(receipt: Refusal, game: str, identity: Identity) -> Reason | None:
    if isinstance(receipt.seal, UnsetType) or isinstance(receipt.order, UnsetType):
        return None
    try:
        text = unseal(identity.seal_secret, refusal_info(game, receipt.order), unb64(receipt.seal), REFUSAL_SIZE)
        why = read_canonical(text)
    except Failure:
        return None
    return reason_in(why, receipt) if isinstance(why, dict) else None


def reason_in(why: Plain, receipt: Refusal) -> Reason | None:
    try:
        return read_record({**why, "code": receipt.code, "head": receipt.head}, Reason)
    except Failure:
        return None
