"""Receipts of refused orders, signed by the referee: the code for everybody, the reason for its sender only."""

# No `from __future__ import annotations`: msgspec would compile every string of a type again in each process.

import re
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from itertools import count
from os.path import join
from typing import TYPE_CHECKING, Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from ..base.canon import Plain, jcs, lp
from ..base.errors import Failure, Refused, Value, plain_value
from ..base.text import printable
from ..chain.acts.join import Join
from ..chain.checks import referee_keys
from ..chain.kinds import read_record
from ..chain.letters import Blob, Count, Digest, Letter, Record, Sig, letter_id, present
from ..chain.records import Envelope, GameFile
from ..chain.seating import seat_of
from ..chain.step import Referee, bare_signature, check_signature
from ..crypto import sshsig
from ..crypto.keys import Identity, b64, check_seal_key, unb64
from ..crypto.seals import seal, unseal
from ..disk import files
from .inbox import read_letter

if TYPE_CHECKING:
    from .folder import Place

NUMBERED = re.compile(r"([0-9]{6})(-[0-9]{1,9})?\.toml")
ROOM = 16
MOST = 4096

Code = Annotated[str, Meta(pattern=r"^E_[A-Z_]{1,30}\Z")]


class Refusal(Record, frozen=True):
    """An order that was not accepted, at which head, and why: that is for its sender only."""

    order: Digest
    head: Digest
    code: Code
    reason: Blob | UnsetType = UNSET


class Receipt(Record, frozen=True):
    """What one run refused."""

    format: Literal[2]
    game: Digest
    seq: Count
    head: Digest
    refused: Annotated[list[Refusal], Meta(max_length=MOST)]


class ReceiptFile(Record, frozen=True):
    receipt: Receipt
    sig: Sig


class Reason(Record, frozen=True):
    """Why, for whoever holds the seat's key."""

    code: str
    head: Digest
    message: str
    clause: str = ""
    hint: str = ""
    values: dict[str, str | int | list[str]] = {}


def reason_info(game: str, seat: str, head: str, order: str, code: str) -> bytes:
    return lp("reason", game, seat, head, order, code)


def refusal_of(game: GameFile, referee: Referee, letter: Letter, fault: Failure) -> Refusal:
    head, name = game.last.head.id, letter_id(letter)
    key = answer_key(game, letter)
    if isinstance(key, UnsetType) or referee.secret is None:
        return Refusal(name, head, fault.code)
    size = present(game.genesis.sizes).reason
    info = reason_info(game.state.game, letter.seat, head, name, fault.code)
    pair = referee.secret.pair(game.state.game, key)
    return Refusal(name, head, fault.code, b64(seal(pair, info, reason_of(fault, size), size)))


def answer_key(game: GameFile, letter: Letter) -> str | UnsetType:
    """To whom a reason is sealed: the seat, or who wanted to sit there, if that is a key to seal to."""
    if isinstance(letter, Join):
        return letter.args.seal if is_seal_key(letter.args.seal) else UNSET
    record = seat_of(game.state, letter.seat)
    return UNSET if record is None else record.seal


def is_seal_key(key: str) -> bool:
    try:
        check_seal_key(unb64(key))
    except Failure:
        return False
    return True


def reason_of(fault: Failure, size: int) -> Plain:
    """Template and values, so that it can be told in any language; in English where they do not fit."""
    clause = fault.clause if isinstance(fault, Refused) else ""
    values = {name: short(value) for name, value in {**fault.values, **fault.advice.values}.items()}
    why: Plain = {"clause": clause, "message": fault.template, "hint": fault.advice.template, "values": values}
    if len(jcs(why)) < size - ROOM:
        return why
    return {"clause": clause, "message": "{text}", "values": {"text": cut(fault.message, size // 3)}}


def short(value: Value) -> str | int | list[str]:
    """A value that fits a seal, whatever an order made us quote."""
    plain = plain_value(value)
    if isinstance(plain, str):
        return cut(plain, 300)
    return plain if isinstance(plain, int) else [cut(item, 40) for item in plain[:12]]


def cut(text: str, size: int) -> str:
    """So much of a text that it fits a seal, whatever an order made us quote."""
    return printable(text).encode()[:size].decode("utf-8", "ignore")


def receipt_path(place: "Place", game: GameFile) -> tuple[str, list[Refusal]]:
    """Where this step's receipt stands or will stand, and what it says so far.

    What lies there already and is not it, another referee's receipt or anything else, stays where it is.
    """
    seq, head = game.state.seq, game.last.head.id
    for extra in count():
        path = join(place.refused, f"{seq:06}-{extra}.toml" if extra else f"{seq:06}.toml")
        if not files.is_there(path):
            break
        earlier = read_receipt(path, game)
        if earlier and earlier.head == head:
            return path, earlier.refused
    return path, []


def write_receipt(place: "Place", game: GameFile, referee: Referee, refused: Sequence[Refusal]) -> str:
    """One file and one signature a run; what an earlier run refused at the same step stays in it."""
    path, old = receipt_path(place, game)
    new = [*old, *(refusal for refusal in refused if refusal not in old)][-MOST:]
    receipt = Receipt(2, game.state.game, game.state.seq, game.last.head.id, new)
    signed = present(bare_signature(referee.identity, sshsig.RECEIPT, jcs(receipt)))
    files.write(path, files.dump(msgspec.to_builtins(ReceiptFile(receipt, signed)), path))
    return path


def read_receipt(path: str, game: GameFile) -> Receipt | None:
    """A receipt of this game that its referee signed; whatever else lies there tells nothing."""
    try:
        file = read_receipt_file(path)
        if file.receipt.game != game.state.game:
            return None
        check_signature(referee_keys(game.genesis, game.state).sign, sshsig.RECEIPT, jcs(file.receipt), file.sig)
    except Failure:
        return None
    return file.receipt


def read_receipt_file(path: str) -> ReceiptFile:
    return read_record(files.read_game_data(path), ReceiptFile)


def receipts(place: "Place", game: GameFile, since: int = 0) -> Iterator[Receipt]:
    """What was refused at this step or later, as far as the referee signed it."""
    for name in files.names(place.refused):
        numbered = NUMBERED.fullmatch(name)
        if numbered and int(numbered[1]) >= since:
            receipt = read_receipt(join(place.refused, name), game)
            if receipt and receipt.seq == int(numbered[1]):
                yield receipt


def was_refused(place: "Place", game: GameFile, letter: Letter) -> bool:
    """Whether this very letter was refused in this history: it is not tried again, whoever sends it again."""
    name, known = letter_id(letter), {*game.state.recent, game.last.head.id}
    since = max(0, game.state.seq - len(game.state.recent))
    return any(
        refusal.order == name and refusal.head in known
        for receipt in receipts(place, game, since)
        for refusal in receipt.refused
    )


def open_reason(refusal: Refusal, game: GameFile, seat: str, identity: Identity, referee_key: str) -> Reason | None:
    """Why, if this is the key it was sealed for."""
    if isinstance(refusal.reason, UnsetType):
        return None
    try:
        return unsealed_reason(refusal, game, seat, identity.pair(game.state.game, referee_key))
    except Failure:
        return None


def referee_reason(refusal: Refusal, game: GameFile, letter: Letter, referee: Referee) -> Reason | None:
    """The same for the referee, who wrote it."""
    key = answer_key(game, letter)
    if isinstance(refusal.reason, UnsetType) or isinstance(key, UnsetType):
        return None
    pairs = (secret.pair(game.state.game, key) for secret in reversed(referee.secrets))
    found = (unsealed_reason(refusal, game, letter.seat, pair) for pair in pairs)
    return next((reason for reason in found if reason), None)


def unsealed_reason(refusal: Refusal, game: GameFile, seat: str, pair: bytes) -> Reason | None:
    info = reason_info(game.state.game, seat, refusal.head, refusal.order, refusal.code)
    try:
        text = unseal(pair, info, unb64(present(refusal.reason)), present(game.genesis.sizes).reason)
        why = msgspec.json.decode(text)
        return read_record({**why, "code": refusal.code, "head": refusal.head}, Reason)
    except (Failure, TypeError):
        return None


def receipt_name(place: "Place", game: GameFile, refusal: Refusal) -> str:
    """The file whose receipt says so; nothing where there is none."""
    numbered = [name for name in files.names(place.refused) if NUMBERED.fullmatch(name)]
    read = ((name, read_receipt(join(place.refused, name), game)) for name in numbered)
    return next((name for name, receipt in read if receipt and refusal in receipt.refused), "")


def receipt_files(place: "Place") -> list[ReceiptFile]:
    """All that looks like a receipt, whoever signed it; what does not is passed over."""
    found = []
    for name in files.names(place.refused):
        if NUMBERED.fullmatch(name):
            with suppress(Failure, AttributeError, TypeError):
                found.append(read_receipt_file(join(place.refused, name)))
    return found


def refused_letters(place: "Place", wanted: Collection[str]) -> dict[str, list[Envelope]]:
    """The letters of these ids that lie beside their receipts, under whatever names; one may lie there twice."""
    found: dict[str, list[Envelope]] = {}
    for name in files.names(place.refused) if wanted else ():
        if not NUMBERED.fullmatch(name) and not name.endswith((".junk", ".txt")):
            with suppress(Failure):
                envelope = read_letter(join(place.refused, name))
                if letter_id(envelope.order) in wanted:
                    found.setdefault(letter_id(envelope.order), []).append(envelope)
    return found
