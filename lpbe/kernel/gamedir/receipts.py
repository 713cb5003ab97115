"""Signed receipts of refused letters: everybody can read the code, only the sender the reason."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import count
from os.path import join
from typing import TYPE_CHECKING, Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType, field

from ..base.canonical import Plain, jcs, lp
from ..base.errors import BadText, Failure, Refused, Value, plain_value
from ..base.safe_text import printable
from ..chain.genesis import seat_of
from ..chain.letter import Blob, Count, Digest, Letter, Record, Sig, letter_id, present
from ..chain.letter_checks import referee_keys
from ..chain.letter_registry import read_record
from ..chain.letters.join import Join
from ..chain.records import Envelope, GameFile
from ..chain.transition import Referee, bare_signature, check_signature
from ..crypto import sshsig
from ..crypto.keys import Identity, b64, check_seal_key, unb64
from ..crypto.seals import seal, unseal
from ..disk import files, folders
from .inbox import read_letter

if TYPE_CHECKING:
    from .gamedir import Place

RECEIPT_NAME = re.compile(r"([0-9]{6})(-[0-9]{1,9})?\.toml")
REASON_MARGIN_BYTES = 16
MAX_REFUSALS = 4096
"""Refusals in one file."""
MAX_RECEIPT_BYTES = files.MAX_GAME_BYTES // 2
"""A receipt is full once its refusals reach this size; as TOML it is longer, and must stay readable."""
MAX_SEAT_REFUSALS = 2048
"""Refusals of one seat that one run signs."""

Code = Annotated[str, Meta(pattern=r"^E_[A-Z_]{1,30}\Z")]


class Refusal(Record, frozen=True):
    """A letter that was not accepted: at which head, with which code, and the reason sealed to its sender."""

    letter_id: Digest = field(name="order")
    head: Digest
    code: Code
    reason: Blob | UnsetType = UNSET

    @property
    def is_about_text(self) -> bool:
        return self.code == BadText.CODE

    @property
    def is_by_rule(self) -> bool:
        return self.code == Refused.CODE


class Receipt(Record, frozen=True):
    """The letters that one run refused."""

    format: Literal[2]
    game: Digest
    seq: Count
    head: Digest
    refused: Annotated[list[Refusal], Meta(max_length=MAX_REFUSALS)]


class ReceiptFile(Record, frozen=True):
    """A receipt with the referee's signature."""

    receipt: Receipt
    sig: Sig


class Reason(Record, frozen=True):
    """Why a letter was refused, for the holder of the seat's key."""

    code: str
    head: Digest
    message: str
    clause: str = ""
    hint: str = ""
    values: dict[str, str | int | list[str]] = {}


def reason_info(game: str, seat: str, head: str, order: str, code: str) -> bytes:
    """Return what the seal of a reason is bound to."""
    return lp("reason", game, seat, head, order, code)


def make_refusal(game: GameFile, referee: Referee, letter: Letter, fault: Failure) -> Refusal:
    """Return the refusal of a letter, with its reason sealed if the sender has a key."""
    head = game.last.head.id
    name = letter_id(letter)
    key = answer_key(game, letter)
    if isinstance(key, UnsetType) or referee.secret is None:
        return Refusal(letter_id=name, head=head, code=fault.code)
    size = present(game.genesis.sizes).reason
    info = reason_info(game.state.game, letter.seat, head, name, fault.code)
    pair = referee.secret.pair(game.state.game, key)
    reason = b64(seal(pair, info, make_reason(fault, size), size))
    return Refusal(letter_id=name, head=head, code=fault.code, reason=reason)


def answer_key(game: GameFile, letter: Letter) -> str | UnsetType:
    """Return the key that a reason is sealed to: that of the seat, or of the person who wanted to join."""
    if isinstance(letter, Join):
        return letter.args.seal if is_seal_key(letter.args.seal) else UNSET
    record = seat_of(game.state, letter.seat)
    return UNSET if record is None else record.seal


def is_seal_key(key: str) -> bool:
    """Return whether a text is a valid sealing key."""
    try:
        check_seal_key(unb64(key))
    except Failure:
        return False
    return True


def make_reason(fault: Failure, size: int) -> Plain:
    """Return template and values, to be shown in any language, or the English text if they do not fit."""
    clause = fault.clause if isinstance(fault, Refused) else ""
    values = {name: shorten(value) for name, value in {**fault.values, **fault.advice.values}.items()}
    why: Plain = {"clause": clause, "message": fault.template, "hint": fault.advice.template, "values": values}
    if len(jcs(why)) < size - REASON_MARGIN_BYTES:
        return why
    return {"clause": clause, "message": "{text}", "values": {"text": truncate(fault.message, size // 3)}}


def shorten(value: Value) -> str | int | list[str]:
    """Return a value that fits into a seal, however long the quoted order is."""
    plain = plain_value(value)
    if isinstance(plain, str):
        return truncate(plain, 300)
    return plain if isinstance(plain, int) else [truncate(item, 40) for item in plain[:12]]


def truncate(text: str, size: int) -> str:
    """Return as much of a text as fits into a seal."""
    return printable(text).encode()[:size].decode("utf-8", "ignore")


def receipt_path(place: "Place", game: GameFile) -> tuple[str, list[Refusal]]:
    """Return the path of a receipt of this step that has room, and what it refuses already.

    Other files of that name, such as a receipt of another referee, are left alone.
    """
    seq = game.state.seq
    head = game.last.head.id
    for extra in count():
        path = join(place.refused, f"{seq:06}-{extra}.toml" if extra else f"{seq:06}.toml")
        if not files.is_there(path):
            break
        earlier = read_receipt(path, game)
        if earlier and earlier.head == head and has_room(earlier.refused):
            return path, earlier.refused
    return path, []


def has_room(refused: Sequence[Refusal]) -> bool:
    """Return whether one more refusal fits into a receipt."""
    return len(refused) < MAX_REFUSALS and len(jcs(refused)) < MAX_RECEIPT_BYTES


def write_receipts(place: "Place", game: GameFile, referee: Referee, refused: Sequence[Refusal]) -> None:
    """Sign refusals, in as few readable files as possible; they keep what an earlier run refused at the same step."""
    left = list(refused)
    while left:
        path, old = receipt_path(place, game)
        new = [refusal for refusal in left if refusal not in old]
        fitting = count_fitting(old, new)
        write_receipt(path, game, referee, [*old, *new[:fitting]])
        left = new[fitting:]


def count_fitting(old: Sequence[Refusal], new: Sequence[Refusal]) -> int:
    """Return how many more refusals go into a receipt that has room."""
    size = len(jcs(old))
    for number, refusal in enumerate(new):
        if len(old) + number >= MAX_REFUSALS or size >= MAX_RECEIPT_BYTES:
            return number
        size += len(jcs(refusal)) + 1
    return len(new)


def write_receipt(path: str, game: GameFile, referee: Referee, refused: list[Refusal]) -> None:
    """Write one file with one signature."""
    receipt = Receipt(format=2, game=game.state.game, seq=game.state.seq, head=game.last.head.id, refused=refused)
    signed = present(bare_signature(referee.identity, sshsig.RECEIPT, jcs(receipt)))
    files.write(path, files.dump(msgspec.to_builtins(ReceiptFile(receipt, signed)), path))


def read_receipt(path: str, game: GameFile) -> Receipt | None:
    """Return a receipt of this game that its referee signed, or None for anything else."""
    try:
        file = read_receipt_file(path)
        if file.receipt.game != game.state.game:
            return None
        check_signature(referee_keys(game.genesis, game.state).sign, sshsig.RECEIPT, jcs(file.receipt), file.sig)
    except Failure:
        return None
    return file.receipt


def read_receipt_file(path: str) -> ReceiptFile:
    """Decode a receipt file without checking its signature."""
    return read_record(files.read_game_data(path), ReceiptFile)


def receipts(place: "Place", game: GameFile, since: int = 0) -> Iterator[Receipt]:
    """Yield the receipts of this step or later that the referee signed."""
    for name in folders.file_names(place.refused):
        numbered = RECEIPT_NAME.fullmatch(name)
        if numbered and int(numbered[1]) >= since:
            receipt = read_receipt(join(place.refused, name), game)
            if receipt and receipt.seq == int(numbered[1]):
                yield receipt


def refused_heads(place: "Place", game: GameFile) -> dict[str, set[str]]:
    """Return the heads at which letters were refused recently, by the ids of the letters."""
    found: dict[str, set[str]] = {}
    for receipt in receipts(place, game, max(0, game.state.seq - len(game.state.recent))):
        for refusal in receipt.refused:
            found.setdefault(refusal.letter_id, set()).add(refusal.head)
    return found


def is_among_refused(refused: Mapping[str, set[str]], game: GameFile, letter: Letter) -> bool:
    """Return whether this letter was already refused in this history: then it is not tried again."""
    heads = refused.get(letter_id(letter), set())
    return not heads.isdisjoint([*game.state.recent, game.last.head.id])


def open_reason(refusal: Refusal, game: GameFile, seat: str, identity: Identity, referee_key: str) -> Reason | None:
    """Return why a letter was refused, if this key can open the reason."""
    if isinstance(refusal.reason, UnsetType):
        return None
    try:
        return unseal_reason(refusal, game, seat, identity.pair(game.state.game, referee_key))
    except Failure:
        return None


def referee_reason(refusal: Refusal, game: GameFile, letter: Letter, referee: Referee) -> Reason | None:
    """Return why a letter was refused, for the referee who wrote the reason."""
    key = answer_key(game, letter)
    if isinstance(refusal.reason, UnsetType) or isinstance(key, UnsetType):
        return None
    pairs = (secret.pair(game.state.game, key) for secret in reversed(referee.secrets))
    found = (unseal_reason(refusal, game, letter.seat, pair) for pair in pairs)
    return next((reason for reason in found if reason), None)


def unseal_reason(refusal: Refusal, game: GameFile, seat: str, pair: bytes) -> Reason | None:
    """Return the reason sealed with a pair key, or None."""
    info = reason_info(game.state.game, seat, refusal.head, refusal.letter_id, refusal.code)
    try:
        text = unseal(pair, info, unb64(present(refusal.reason)), present(game.genesis.sizes).reason)
        why = msgspec.json.decode(text)
        return read_record({**why, "code": refusal.code, "head": refusal.head}, Reason)
    except (Failure, TypeError):
        return None


def receipt_name(place: "Place", game: GameFile, refusal: Refusal) -> str:
    """Return the name of the file that contains a refusal, or an empty text."""
    numbered = [name for name in folders.file_names(place.refused) if RECEIPT_NAME.fullmatch(name)]
    read = ((name, read_receipt(join(place.refused, name), game)) for name in numbered)
    return next((name for name, receipt in read if receipt and refusal in receipt.refused), "")


def receipt_files(place: "Place") -> list[ReceiptFile]:
    """Return all files that look like receipts, whoever signed them."""
    found = []
    for name in folders.file_names(place.refused):
        if RECEIPT_NAME.fullmatch(name):
            with suppress(Failure, AttributeError, TypeError):
                found.append(read_receipt_file(join(place.refused, name)))
    return found


def refused_letters(place: "Place", wanted: Collection[str]) -> dict[str, list[Envelope]]:
    """Return the refused letters with these ids whose files are still kept, under whatever names."""
    found: dict[str, list[Envelope]] = {}
    for name in folders.file_names(place.refused) if wanted else ():
        if not RECEIPT_NAME.fullmatch(name) and not name.endswith((".junk", ".txt")):
            with suppress(Failure):
                envelope = read_letter(join(place.refused, name))
                if letter_id(envelope.letter) in wanted:
                    found.setdefault(letter_id(envelope.letter), []).append(envelope)
    return found
