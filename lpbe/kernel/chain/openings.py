"""What an order says: sealed entries opened and checked against what was signed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from msgspec import UNSET, UnsetType

from ..base.canon import Plain, jcs, plain
from ..base.errors import Malformed, Rejected, Unauthentic
from ..crypto.keys import Secret, unb64
from ..crypto.seals import LETTER_SIZES, unseal
from ..play import table
from ..play.rulebook import Rules
from ..play.rules import Held, Opening, Order, Proof
from .checks import blaming_the_order
from .letters import BatchLetter, Letter, Raw, commit_to, kind_of, letter_id, seal_info

if TYPE_CHECKING:
    from .seating import Genesis

Entries = list[tuple[Plain, Proof | UnsetType]]
"""A batch as its sender meant it: each order, and what proves it where it was sealed."""


def open_letter(letter: Letter, sealed: str, key: bytes) -> Raw:
    with blaming_the_order():
        text = unseal(key, seal_info(letter), unb64(sealed), LETTER_SIZES[kind_of(letter)])
    return read_canonical(text)


def read_canonical(text: bytes) -> Raw:
    """What a player sealed, if it is in the one form that hashes agree on."""
    try:
        value: Raw = plain(msgspec.json.decode(text))
    except (Malformed, msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        raise Rejected("E_SEAL_OPEN", "a seal does not hold what it should") from None
    if jcs(value) != text:
        raise Rejected("E_SEAL_OPEN", "a seal does not hold canonical JSON")
    return value


class Secretly(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One opening inside an order's seal."""

    v: Plain
    r: str


def openings_of(letter: BatchLetter, secret: Secret | None) -> list[Secretly]:
    if isinstance(letter.hidden, UnsetType) or isinstance(letter.hidden.seal, UnsetType):
        return []
    if secret is None:
        raise Rejected("E_ORDER_KIND", "nothing is sealed in an open game")
    raw = open_letter(letter, letter.hidden.seal, secret.seal_secret)
    try:
        return msgspec.convert(raw, list[Secretly])
    except msgspec.ValidationError:
        raise Rejected("E_SEAL_OPEN", "a seal does not hold openings") from None


def open_entries(letter: BatchLetter, secret: Secret | None) -> Entries:
    """The batch as its sender meant it: sealed entries opened and checked against what was signed."""
    openings = openings_of(letter, secret)
    if len(openings) != len(letter.commits()):
        raise Rejected("E_COMMIT_MISMATCH", "the seal does not hold one opening for each sealed entry")
    out: Entries = []
    left = iter(openings)
    name = letter_id(letter)
    for index, entry in enumerate(letter.batch):
        if entry.get("order") != "sealed":
            out.append((entry, UNSET))
            continue
        own = next(left)
        if not opens(letter, index, own.v, own.r) or set(entry) != {"order", "commit"}:
            raise Rejected("E_COMMIT_MISMATCH", "a sealed entry is not what was committed to")
        out.append((own.v, Proof(name, index, own.r)))
    return out


def opens(letter: BatchLetter, index: int, value: Plain, r: str) -> bool:
    """Whether this value and nonce are what a sealed entry committed to."""
    try:
        nonce = bytes.fromhex(r)
    except ValueError:
        return False
    return commit_to(letter, index, nonce, value) == letter.batch[index].get("commit")


def open_batch(rules: Rules, genesis: Genesis, letter: BatchLetter, secret: Secret | None) -> list[Held[Order]]:
    entries = open_entries(letter, secret)
    orders = rules.book.read_orders([raw for raw, _ in entries])
    for order, (_, proof) in zip(orders, entries, strict=True):
        check_secrecy(genesis, order, proof)
    return [Held(order, proof) for order, (_, proof) in zip(orders, entries, strict=True)]


def travels_sealed(order: Order) -> bool:
    """An order type is clear or secret as a whole; a plan is always secret."""
    return type(order).secret


def check_secrecy(genesis: Genesis, order: Order, proof: Proof | UnsetType) -> None:
    """What is secret travels sealed, all else in clear; in an open game nothing is secret."""
    secret = travels_sealed(order) and genesis.trust != "open"
    if secret == isinstance(proof, UnsetType):
        template = "'{order}' must travel sealed" if secret else "'{order}' must travel in clear"
        raise Rejected("E_ORDER_KIND", template, "make it with: lpbe order", order=table.name_of(order))


def check_opening(letter: BatchLetter, opening: Opening) -> None:
    """A value made public is the one its seat signed."""
    entry = letter.batch[opening.index] if opening.index < len(letter.batch) else {}
    if entry.get("order") != "sealed" or not opens(letter, opening.index, opening.v, opening.r):
        raise Unauthentic("E_COMMIT_MISMATCH", "the referee revealed something else than was signed")
