"""What an order says: sealed entries opened and checked against what was signed."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from ..base.canon import Plain, jcs, plain
from ..base.errors import Malformed, Rejected, Unauthentic
from ..crypto.keys import Secret, unb64
from ..crypto.seals import LETTER_SIZES, commitment, letter_info, unseal
from ..play import table
from ..play.events import PolicySet
from ..play.rulebook import Rules
from ..play.rules import Held, Opening, Order, Plan, Proof
from ..play.standing import POLICY_LIMIT
from ..play.table import Table
from .checks import blaming_the_order
from .letters import AnyLetter, Join, Play, SetPolicy, commits_of, kind_of, letter_id
from .records import GameFile


def open_letter(letter: Join | Play | SetPolicy, sealed: str, key: bytes) -> Any:
    kind = kind_of(letter)
    info = letter_info(letter.game, letter.window, letter.seat, kind, letter.rev, letter.seen, commits_of(letter))
    with blaming_the_order():
        text = unseal(key, info, unb64(sealed), LETTER_SIZES[kind])
    return read_canonical(text)


def read_canonical(text: bytes) -> Any:
    """What a player sealed, if it is in the one form that hashes agree on."""
    try:
        value = plain(msgspec.json.decode(text))
    except (Malformed, msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        raise Rejected("E_SEAL_OPEN", "a seal does not hold what it should") from None
    if jcs(value) != text:
        raise Rejected("E_SEAL_OPEN", "a seal does not hold canonical JSON")
    return value


class Secretly(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One opening inside an order's seal."""

    v: dict[str, Any]
    r: str


def openings_of(letter: Play | SetPolicy, secret: Secret | None) -> list[Secretly]:
    if isinstance(letter.hidden, UnsetType) or isinstance(letter.hidden.seal, UnsetType):
        return []
    if secret is None:
        raise Rejected("E_ORDER_KIND", "nothing is sealed in an open game")
    raw = open_letter(letter, letter.hidden.seal, secret.seal_secret)
    try:
        return msgspec.convert(raw, list[Secretly])
    except msgspec.ValidationError:
        raise Rejected("E_SEAL_OPEN", "a seal does not hold openings") from None


def open_entries(letter: Play | SetPolicy, secret: Secret | None) -> list[tuple[Plain, Proof | UnsetType]]:
    """The batch as its sender meant it: sealed entries opened and checked against what was signed."""
    openings = openings_of(letter, secret)
    if len(openings) != len(commits_of(letter)):
        raise Rejected("E_COMMIT_MISMATCH", "the seal does not hold one opening for each sealed entry")
    out: list[tuple[Plain, Proof | UnsetType]] = []
    left = iter(openings)
    name = letter_id(letter)
    for index, entry in enumerate(letter.batch):
        if entry.get("order") != "sealed":
            out.append((entry, UNSET))
            continue
        said = next(left)
        if opened(letter, index, said.v, said.r) != entry.get("commit") or set(entry) != {"order", "commit"}:
            raise Rejected("E_COMMIT_MISMATCH", "a sealed entry is not what was committed to")
        out.append((said.v, Proof(name, index, said.r)))
    return out


def opened(letter: AnyLetter, index: int, value: Plain, r: str) -> str:
    """The commitment that this value and nonce make."""
    try:
        nonce = bytes.fromhex(r)
    except ValueError:
        return ""
    return commitment(letter.game, letter.window, letter.seat, kind_of(letter), letter.rev, index, nonce, value)


def open_batch(rules: Rules, game: GameFile, letter: Play, secret: Secret | None) -> list[Held[Any]]:
    entries = open_entries(letter, secret)
    orders = rules.book.read_orders([raw for raw, _ in entries])
    for order, (_, proof) in zip(orders, entries, strict=True):
        check_secrecy(game, order, proof)
    return [Held(order, proof) for order, (_, proof) in zip(orders, entries, strict=True)]


def check_secrecy(game: GameFile, order: Order, proof: Proof | UnsetType) -> None:
    """An order type is clear or secret as a whole; a plan is always secret. Nothing is in an open game."""
    secret = type(order).secret or isinstance(order, Plan)
    if game.genesis.trust == "open":
        secret = False
    if secret == isinstance(proof, UnsetType):
        name = table.name_of(order)
        told = "'{order}' must travel sealed" if secret else "'{order}' must travel in clear"
        raise Rejected("E_ORDER_KIND", told, "make it with: lpbe order", order=name)


def set_policy(rules: Rules, game: GameFile, play: Table, letter: SetPolicy, secret: Secret | None) -> None:
    raw, proof = open_entries(letter, secret)[0]
    if game.genesis.trust == "referee" and isinstance(proof, UnsetType):
        raise Rejected("E_ORDER_KIND", "a policy must travel sealed", "make it with: lpbe policy")
    if (
        raw.get("order") != "set-policy"
        or set(raw) - {"order", "policy"}
        or not isinstance(raw.get("policy", {}), dict)
    ):
        raise Rejected("E_ORDER_KIND", "this is not a policy")
    policy = rules.book.read_policy(raw.get("policy", {}))
    if len(jcs(policy)) > POLICY_LIMIT:
        raise Rejected("E_SEAL_TOO_LARGE", "a policy has at most {limit} bytes", limit=POLICY_LIMIT)
    play.emit(PolicySet(letter.seat, policy))


def check_opening(letter: AnyLetter, opening: Opening) -> None:
    """A value made public is the one its seat signed."""
    entry = letter.batch[opening.index] if isinstance(letter, Play) and opening.index < len(letter.batch) else {}
    if entry.get("order") != "sealed" or opened(letter, opening.index, opening.v, opening.r) != entry.get("commit"):
        raise Unauthentic("E_COMMIT_MISMATCH", "the referee revealed something else than was signed")
