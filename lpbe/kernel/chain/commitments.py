"""Open letters: unseal them, check their commitments, and make openings of what the rules reveal."""

from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING, Annotated

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType, field
from msgspec.structs import replace

from ..base.canonical import Plain, check_plain, jcs
from ..base.errors import Malformed, Rejected, Unauthentic, WrongKind
from ..crypto.keys import Secret, Secrets, b64, unb64
from ..crypto.seals import SLOTS, commit_nonce, plan_commitment, plan_commitments, plans_commitment, unseal
from ..engine import table
from ..engine.advance_orders import read_plan
from ..engine.model import AnyHeld, Held, Order, Plan, Proof
from ..engine.rulebook import Rules
from .genesis import given_seat
from .letter import (
    BatchLetter,
    Blob,
    CommitmentContext,
    Count,
    Digest,
    Record,
    Word,
    commit_to,
    commitment_context,
    letter_id,
    present,
)
from .letter_checks import blame_sender

if TYPE_CHECKING:
    from .genesis import Genesis
    from .records import GameFile, View
    from .transition import LetterContext

Slots = list[tuple[str, str]]
"""The four slots of a letter's plans: nonce and commitment of each."""
Entries = list[tuple[Plain, Proof | UnsetType]]
"""The orders of a batch, each with its proof if it was sealed."""


class Filing(Record, frozen=True):
    """What opens the waiting plans of a seat: the letter they came with and, slot by slot, a nonce or a commitment.

    It is kept as it was made: neither a new key of the seat nor a new referee changes what was signed.
    """

    letter_id: Digest = field(name="order")
    kind: Word
    window: Count
    rev: Count
    slots: Blob
    """32 bytes each: the nonce of a plan that waits, the commitment of any other slot."""


class Plans(Struct, frozen=True):
    """The plans of one letter: its id, its context, and nonce (if known) and commitment of each slot."""

    letter_id: str
    place: CommitmentContext
    slots: Slots

    def proof(self, slot: int) -> Proof:
        """Return the full proof that the plan of a slot is one of those that were signed."""
        others = sorted(commitment for other, (_, commitment) in enumerate(self.slots) if other != slot)
        return Proof(
            index=slot,
            letter_id=self.letter_id,
            r=self.slots[slot][0],
            others=b64(bytes.fromhex("".join(others))),
        )

    def to_filing(self, waiting: Collection[int]) -> Filing:
        """Return what is stored while some of the plans wait."""
        _, window, _, kind, rev = self.place
        parts = [nonce if slot in waiting else commitment for slot, (nonce, commitment) in enumerate(self.slots)]
        slots = b64(bytes.fromhex("".join(parts)))
        return Filing(letter_id=self.letter_id, kind=kind, window=window, rev=rev, slots=slots)


def read_filing(game: str, seat: str, view: "View") -> Plans:
    """Return the plans that a view stores: the commitment of each waiting plan follows from its nonce and content."""
    filed = present(view.filed)
    place: CommitmentContext = (game, filed.window, seat, filed.kind, filed.rev)
    raw = unb64(filed.slots)
    values = {one["proof"]["index"]: one["order"] for one in waiting_plans(view.screen)}
    kept = [raw[at : at + 32] for at in range(0, 32 * SLOTS, 32)]
    slots = [
        (part.hex(), plan_commitment(place, part, jcs(values[slot]))) if slot in values else ("", part.hex())
        for slot, part in enumerate(kept)
    ]
    return Plans(filed.letter_id, place, slots)


def waiting_plans(screen: Plain) -> list[Plain]:
    """Return the plans on a screen that only their filing can open."""
    return [held for held in screen.get("standing", {}).get("plan", []) if is_waiting(held)]


def waiting_slots(screen: Plain) -> list[int]:
    """Return the slots of the waiting plans."""
    return [held["proof"]["index"] for held in waiting_plans(screen)]


def is_waiting(held: Plain) -> bool:
    """Return whether an order is a plan whose proof is still in its filing."""
    return "proof" in held and "order" not in held["proof"]


class Opening(Record, frozen=True):
    """A commitment made public: its letter, its place in the batch or among the plans, value and nonce."""

    letter_id: Digest = field(name="order")
    v: Plain
    r: Digest
    index: Count | UnsetType = UNSET
    others: Annotated[list[Digest], Meta(min_length=3, max_length=3)] | UnsetType = UNSET
    """The commitments of the other plans: they show neither which plan this was nor how many there are."""


class Sealing(Struct, frozen=True, forbid_unknown_fields=True):
    """The content of a letter's seal: the values of its sealed entries, plans, and the draft."""

    draft: list[Plain]
    plans: list[Plain]
    v: list[Plain]


class Contents(Struct, frozen=True):
    """The opened content of a letter."""

    entries: Entries
    plans: list[Plain] = []
    draft: list[Plain] = []
    slots: Slots = []


def open_letter(game: "GameFile", letter: BatchLetter, secrets: Secrets) -> Contents:
    """Open the sealed entries of a letter and check them against what was signed; in an open game nothing is sealed."""
    if not secrets:
        return Contents([(entry, UNSET) for entry in letter.batch])
    text, secret = open_seal(game, letter, secrets)
    sealing = read_sealing(text)
    pair = letter_pair_key(game, letter, secret)
    slots = check_plans(letter, pair, sealing.plans)
    entries = open_entries(letter, pair, sealing.v)
    return Contents(entries=entries, plans=sealing.plans, draft=sealing.draft, slots=slots)


def letter_pair_key(game: "GameFile", letter: BatchLetter, secret: Secret) -> bytes:
    """Return the key that the referee shares with the sender of a letter."""
    return secret.pair(letter.game, present(given_seat(game.state, letter.seat).seal))


def open_seal(game: "GameFile", letter: BatchLetter, secrets: Secrets) -> tuple[bytes, Secret]:
    """Return the content of a letter's seal and the secret that opened it, the newest one that does.

    It may be an earlier one: a letter may have been on its way when the game was handed over.
    """
    hidden = present(letter.hidden)
    size = letter.seal_size(game.genesis)
    info = letter.info(hidden.plans)
    sealed = unb64(hidden.seal)
    for secret in secrets[:0:-1]:
        try:
            return unseal(letter_pair_key(game, letter, secret), info, sealed, size), secret
        except Unauthentic:
            continue
    with blame_sender():
        return unseal(letter_pair_key(game, letter, secrets[0]), info, sealed, size), secrets[0]


def read_sealing(text: bytes) -> Sealing:
    try:
        return msgspec.convert(check_plain(msgspec.json.decode(text)), Sealing)
    except (msgspec.ValidationError, Malformed):
        raise Rejected("E_SEAL_OPEN", "a seal does not contain what it should") from None


def check_plans(letter: BatchLetter, pair: bytes, plans: Sequence[Plain]) -> Slots:
    if len(plans) > SLOTS:
        raise Rejected("E_SEAL_OPEN", "a seal does not contain what it should")
    slots = plan_commitments(pair, commitment_context(letter), letter.seen, [jcs(plan) for plan in plans])
    if plans_commitment([commitment for _, commitment in slots]) != present(letter.hidden).plans:
        raise Rejected("E_COMMIT_MISMATCH", "the plans are not the ones that were committed to")
    return slots


def open_entries(letter: BatchLetter, pair: bytes, values: Sequence[Plain]) -> Entries:
    if len(values) != len(letter.commits()):
        raise Rejected("E_COMMIT_MISMATCH", "the seal does not contain one value for each sealed order")
    return list(check_entries(letter, pair, iter(values)))


def check_entries(letter: BatchLetter, pair: bytes, left: Iterator[Plain]) -> Iterator[tuple[Plain, Proof | UnsetType]]:
    name = letter_id(letter)
    for index, entry in enumerate(letter.batch):
        if entry.get("order") != "sealed":
            yield entry, UNSET
            continue
        value = next(left)
        nonce = commit_nonce(pair, commitment_context(letter), index, letter.seen, jcs(value))
        if commit_to(letter, index, nonce, jcs(value)) != entry.get("commit") or set(entry) != {"order", "commit"}:
            raise Rejected("E_COMMIT_MISMATCH", "a sealed order is not the one that was committed to")
        yield value, Proof(index, name, nonce.hex())


def read_batch(rules: Rules, genesis: "Genesis", entries: Entries) -> list[Held[Order]]:
    """Return the orders of a batch; each must be sealed if it is secret, and written as its type writes it."""
    orders = rules.book.read_orders([raw for raw, _ in entries])
    for order, (raw, proof) in zip(orders, entries, strict=True):
        check_secrecy(genesis, order, proof)
        if isinstance(order, Plan) and genesis.trust != "open":
            raise WrongKind("E_ORDER_KIND", "plans must be sent next to the orders, not among them", "use: lpbe order")
        if not isinstance(proof, UnsetType) and jcs(order) != jcs(raw):
            raise Rejected("E_SEAL_OPEN", "a sealed order does not have the form of its type")
    return [Held(order, proof) for order, (_, proof) in zip(orders, entries, strict=True)]


def file_letter_plans(context: "LetterContext", letter: BatchLetter, contents: Contents) -> list[AnyHeld | Rejected]:
    """Return the plans of a letter, each with its slot, or why it was rejected; remember what opens them later."""
    if not contents.plans:
        clear = [raw["then"] for raw, _ in contents.entries[1:] if raw.get("order") == "plan" and "then" in raw]
        return [read_held_plan(context.rules, raw, UNSET) for raw in (clear if letter.free else [])]
    context.filed[letter.seat] = Plans(letter_id(letter), commitment_context(letter), contents.slots)
    return [read_held_plan(context.rules, raw, Proof(slot)) for slot, raw in enumerate(contents.plans)]


def read_held_plan(rules: Rules, raw: Plain, proof: Proof | UnsetType) -> AnyHeld | Rejected:
    """Return a plan with its proof, or why it was rejected."""
    order = read_plan(rules.book, raw)
    if isinstance(order, Rejected):
        return order
    if not isinstance(proof, UnsetType) and jcs(order) != jcs(raw):
        raise Rejected("E_SEAL_OPEN", "a sealed order does not have the form of its type")
    return Held(order, proof)


def read_draft(rules: Rules, contents: Contents) -> list[Order]:
    """Return the readable orders of the draft: nobody else sees it, so nothing in it is refused."""
    read = (read_plan(rules.book, raw) for raw in contents.draft)
    return [order for order in read if not isinstance(order, Rejected)]


def travels_sealed(order: Order) -> bool:
    """Return whether an order is secret: that depends only on its type."""
    return type(order).secret


def check_secrecy(genesis: "Genesis", order: Order, proof: Proof | UnsetType) -> None:
    """Check that secret orders are sealed and all others are not; in an open game nothing is secret."""
    secret = travels_sealed(order) and genesis.trust != "open"
    if secret == isinstance(proof, UnsetType):
        template = "'{order}' must be sent sealed" if secret else "'{order}' must be sent unencrypted"
        raise WrongKind("E_ORDER_KIND", template, "use: lpbe order", order=table.name_of(order))


def public_openings(context: "LetterContext") -> list[Opening]:
    """Return the openings of what a step made public."""
    return [make_opening(context, seat, held, present(held.proof)) for seat, held in context.table.openings]


def make_opening(context: "LetterContext", seat: str, held: AnyHeld, proof: Proof) -> Opening:
    """Return the opening of one order that the rules reveal."""
    value = msgspec.to_builtins(held.order)
    if not proof.plan:
        return Opening(letter_id=proof.letter_id, v=value, r=proof.r, index=proof.index)
    whole = proof if proof.others else current_plans(context, seat).proof(proof.index)
    joined = unb64(whole.others).hex()
    others = [joined[at : at + 64] for at in range(0, len(joined), 64)]
    return Opening(letter_id=whole.letter_id, v=value, r=whole.r, others=others)


def current_plans(context: "LetterContext", seat: str) -> Plans:
    """Return the plans that a seat has now, filed by this letter or by an earlier one."""
    return context.filed.get(seat) or read_filing(context.letter.game, seat, context.hidden.views[seat])


def keep_filing(old: "View", game: str, seat: str, new: Plans | None, screen: Plain) -> "View":
    """Return a view with a new screen and what opens its plans.

    A plan that has answered a question which is still open gets its whole proof.
    """
    left = waiting_slots(screen)
    answer = screen.get("standing", {}).get("answer", {})
    if new is None and not is_waiting(answer) and left == waiting_slots(old.screen):
        return replace(old, screen=screen)
    plans = new or (read_filing(game, seat, old) if old.filed else None)
    kept = plans.to_filing(left) if plans and left else UNSET
    if plans and is_waiting(answer):
        whole = msgspec.to_builtins(plans.proof(answer["proof"]["index"]))
        screen = {**screen, "standing": {**screen["standing"], "answer": {**answer, "proof": whole}}}
    return replace(old, screen=screen, filed=kept)


def check_opening(letter: BatchLetter, opening: Opening) -> None:
    """Check that a revealed value is the one its seat signed."""
    if not (opens_entry(letter, opening) or opens_plan(letter, opening)):
        raise Unauthentic("E_COMMIT_MISMATCH", "the referee revealed something different from what was signed")


def opens_entry(letter: BatchLetter, opening: Opening) -> bool:
    """Return whether an opening is a valid one of an entry of the batch."""
    index = opening.index
    if isinstance(index, UnsetType) or not isinstance(opening.others, UnsetType) or index >= len(letter.batch):
        return False
    entry = letter.batch[index]
    commit = commit_to(letter, index, bytes.fromhex(opening.r), jcs(opening.v))
    return entry.get("order") == "sealed" and entry.get("commit") == commit


def opens_plan(letter: BatchLetter, opening: Opening) -> bool:
    """Return whether an opening is a valid one of a plan."""
    if isinstance(opening.others, UnsetType) or not isinstance(opening.index, UnsetType):
        return False
    if isinstance(letter.hidden, UnsetType):
        return False
    own = plan_commitment(commitment_context(letter), bytes.fromhex(opening.r), jcs(opening.v))
    return plans_commitment([own, *opening.others]) == letter.hidden.plans
