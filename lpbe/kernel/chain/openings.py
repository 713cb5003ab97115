"""What a letter says: its seal opened, its commitments checked, and what of it the rules make public."""

# No `from __future__ import annotations`: msgspec would compile every string of a type again in each process.

from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING, Annotated

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import replace

from ..base.canon import Plain, jcs, plain
from ..base.errors import Malformed, Rejected, Unauthentic
from ..crypto.keys import Secret, Secrets, b64, unb64
from ..crypto.seals import SLOTS, commit_nonce, plan_commitment, plan_commitments, plans_commitment, unseal
from ..play import table
from ..play.filing import read_plan
from ..play.rulebook import Rules
from ..play.rules import AnyHeld, Held, Order, Plan, Proof
from .checks import blaming_the_order
from .letters import BatchLetter, Blob, Context, Count, Digest, Record, Word, commit_to, context, letter_id, present
from .seating import given_seat

if TYPE_CHECKING:
    from .records import GameFile, View
    from .seating import Genesis
    from .step import Deed

Slots = list[tuple[str, str]]
"""The four slots of a letter's plans: of each the nonce and the commitment."""
Entries = list[tuple[Plain, Proof | UnsetType]]
"""A batch as its sender meant it: each order, and what proves it where it was sealed."""


class Filing(Record, frozen=True):
    """What opens the plans of a seat that wait: the letter they came with and, slot by slot, a secret or a commitment.

    Kept as it was made: neither a new key of the seat nor a new referee changes what was signed.
    """

    order: Digest
    kind: Word
    window: Count
    rev: Count
    slots: Blob
    """32 bytes each: of a plan that waits its nonce, of any other slot its commitment."""


class Plans(Struct, frozen=True):
    """The plans of one letter: its id, its context, and of each slot the nonce, if it is known, and the commitment."""

    order: str
    place: Context
    slots: Slots

    def proof(self, slot: int) -> Proof:
        """All that shows the plan of a slot to be one of those that were signed."""
        others = sorted(commitment for other, (_, commitment) in enumerate(self.slots) if other != slot)
        return Proof(slot, self.order, self.slots[slot][0], b64(bytes.fromhex("".join(others))))

    def folded(self, waiting: Collection[int]) -> Filing:
        """As it is kept while some of them wait."""
        _, window, _, kind, rev = self.place
        parts = [nonce if slot in waiting else commitment for slot, (nonce, commitment) in enumerate(self.slots)]
        return Filing(self.order, kind, window, rev, b64(bytes.fromhex("".join(parts))))


def unfolded(game: str, seat: str, view: "View") -> Plans:
    """The plans that a view keeps: what each that waits commits to follows from its nonce and itself."""
    filed = present(view.filed)
    place: Context = (game, filed.window, seat, filed.kind, filed.rev)
    raw, values = unb64(filed.slots), {one["proof"]["index"]: one["order"] for one in waiting_in(view.screen)}
    kept = [raw[at : at + 32] for at in range(0, 32 * SLOTS, 32)]
    slots = [
        (part.hex(), plan_commitment(place, part, jcs(values[slot]))) if slot in values else ("", part.hex())
        for slot, part in enumerate(kept)
    ]
    return Plans(filed.order, place, slots)


def waiting_in(screen: Plain) -> list[Plain]:
    """The plans on a screen that only their filing can open."""
    return [held for held in screen.get("standing", {}).get("plan", []) if waits(held)]


def slots_waiting(screen: Plain) -> list[int]:
    return [held["proof"]["index"] for held in waiting_in(screen)]


def waits(held: Plain) -> bool:
    return "proof" in held and "order" not in held["proof"]


class Opening(Record, frozen=True):
    """A commitment made public: whose letter, at which place of its batch or as one of its plans, value and nonce."""

    order: Digest
    v: Plain
    r: Digest
    index: Count | UnsetType = UNSET
    others: Annotated[list[Digest], Meta(min_length=3, max_length=3)] | UnsetType = UNSET
    """The commitments of the other plans: shows neither which of them it was nor how many there are."""


class Sealing(Struct, frozen=True, forbid_unknown_fields=True):
    """What a letter's seal holds: the values of its sealed entries, plans, and what is kept for later."""

    draft: list[Plain]
    plans: list[Plain]
    v: list[Plain]


class Contents(Struct, frozen=True):
    """A letter as its sender meant it."""

    entries: Entries
    plans: list[Plain] = []
    draft: list[Plain] = []
    slots: Slots = []


def open_letter(game: "GameFile", letter: BatchLetter, secrets: Secrets) -> Contents:
    """Sealed entries opened and checked against what was signed; in an open game everything stands there in clear."""
    if not secrets:
        return Contents([(entry, UNSET) for entry in letter.batch])
    text, secret = open_seal(game, letter, secrets)
    sealing = read_sealing(text)
    pair = pair_of(game, letter, secret)
    slots = check_plans(letter, pair, sealing.plans)
    return Contents(open_entries(letter, pair, sealing.v), sealing.plans, sealing.draft, slots)


def pair_of(game: "GameFile", letter: BatchLetter, secret: Secret) -> bytes:
    return secret.pair(letter.game, present(given_seat(game.state, letter.seat).seal))


def open_seal(game: "GameFile", letter: BatchLetter, secrets: Secrets) -> tuple[bytes, Secret]:
    """By the newest secret that opens it: a letter may have been on its way when the game was handed over."""
    hidden, size = present(letter.hidden), letter.seal_size(game.genesis)
    info, sealed = letter.info(hidden.plans), unb64(hidden.seal)
    for secret in secrets[:0:-1]:
        try:
            return unseal(pair_of(game, letter, secret), info, sealed, size), secret
        except Unauthentic:
            continue
    with blaming_the_order():
        return unseal(pair_of(game, letter, secrets[0]), info, sealed, size), secrets[0]


def read_sealing(text: bytes) -> Sealing:
    try:
        return msgspec.convert(plain(msgspec.json.decode(text)), Sealing)
    except (msgspec.ValidationError, Malformed):
        raise Rejected("E_SEAL_OPEN", "a seal does not hold what it should") from None


def check_plans(letter: BatchLetter, pair: bytes, plans: Sequence[Plain]) -> Slots:
    if len(plans) > SLOTS:
        raise Rejected("E_SEAL_OPEN", "a seal does not hold what it should")
    slots = plan_commitments(pair, context(letter), letter.seen, [jcs(plan) for plan in plans])
    if plans_commitment([commitment for _, commitment in slots]) != present(letter.hidden).plans:
        raise Rejected("E_COMMIT_MISMATCH", "the plans are not what was committed to")
    return slots


def open_entries(letter: BatchLetter, pair: bytes, values: Sequence[Plain]) -> Entries:
    if len(values) != len(letter.commits()):
        raise Rejected("E_COMMIT_MISMATCH", "the seal does not hold one value for each sealed entry")
    return list(entries_with(letter, pair, iter(values)))


def entries_with(letter: BatchLetter, pair: bytes, left: Iterator[Plain]) -> Iterator[tuple[Plain, Proof | UnsetType]]:
    name = letter_id(letter)
    for index, entry in enumerate(letter.batch):
        if entry.get("order") != "sealed":
            yield entry, UNSET
            continue
        value = next(left)
        nonce = commit_nonce(pair, context(letter), index, letter.seen, jcs(value))
        if commit_to(letter, index, nonce, jcs(value)) != entry.get("commit") or set(entry) != {"order", "commit"}:
            raise Rejected("E_COMMIT_MISMATCH", "a sealed entry is not what was committed to")
        yield value, Proof(index, name, nonce.hex())


def read_batch(rules: Rules, genesis: "Genesis", entries: Entries) -> list[Held[Order]]:
    """The orders of a batch, each sealed if it must be, and in the one form that its type writes."""
    orders = rules.book.read_orders([raw for raw, _ in entries])
    for order, (raw, proof) in zip(orders, entries, strict=True):
        check_secrecy(genesis, order, proof)
        if isinstance(order, Plan) and genesis.trust != "open":
            raise Rejected("E_ORDER_KIND", "plans travel beside a batch, not in it", "make it with: lpbe order")
        if not isinstance(proof, UnsetType) and jcs(order) != jcs(raw):
            raise Rejected("E_SEAL_OPEN", "a sealed order is not written as its type writes it")
    return [Held(order, proof) for order, (_, proof) in zip(orders, entries, strict=True)]


def file_letter_plans(deed: "Deed", letter: BatchLetter, contents: Contents) -> list[AnyHeld | Rejected]:
    """The plans of a letter, each with its slot, or why it is none; what opens them later is kept."""
    if not contents.plans:
        clear = [raw["then"] for raw, _ in contents.entries[1:] if raw.get("order") == "plan" and "then" in raw]
        return [held_plan(deed.rules, raw, UNSET) for raw in (clear if letter.free else [])]
    deed.filed[letter.seat] = Plans(letter_id(letter), context(letter), contents.slots)
    return [held_plan(deed.rules, raw, Proof(slot)) for slot, raw in enumerate(contents.plans)]


def held_plan(rules: Rules, raw: Plain, proof: Proof | UnsetType) -> AnyHeld | Rejected:
    order = read_plan(rules.book, raw)
    if isinstance(order, Rejected):
        return order
    if not isinstance(proof, UnsetType) and jcs(order) != jcs(raw):
        raise Rejected("E_SEAL_OPEN", "a sealed order is not written as its type writes it")
    return Held(order, proof)


def read_draft(rules: Rules, contents: Contents) -> list[Order]:
    """What is kept for later, as far as it can be read: nobody else sees it, and nothing of it is refused."""
    read = (read_plan(rules.book, raw) for raw in contents.draft)
    return [order for order in read if not isinstance(order, Rejected)]


def travels_sealed(order: Order) -> bool:
    """An order type is clear or secret as a whole."""
    return type(order).secret


def check_secrecy(genesis: "Genesis", order: Order, proof: Proof | UnsetType) -> None:
    """What is secret travels sealed, all else in clear; in an open game nothing is secret."""
    secret = travels_sealed(order) and genesis.trust != "open"
    if secret == isinstance(proof, UnsetType):
        template = "'{order}' must travel sealed" if secret else "'{order}' must travel in clear"
        raise Rejected("E_ORDER_KIND", template, "make it with: lpbe order", order=table.name_of(order))


def shown(deed: "Deed") -> list[Opening]:
    """The openings of what a step made public."""
    return [show(deed, seat, held, present(held.proof)) for seat, held in deed.table.openings]


def show(deed: "Deed", seat: str, held: AnyHeld, proof: Proof) -> Opening:
    value = msgspec.to_builtins(held.order)
    if not proof.plan:
        return Opening(proof.order, value, proof.r, proof.index)
    whole = proof if proof.others else plans_of(deed, seat).proof(proof.index)
    others = unb64(whole.others).hex()
    return Opening(whole.order, value, whole.r, others=[others[at : at + 64] for at in range(0, len(others), 64)])


def plans_of(deed: "Deed", seat: str) -> Plans:
    """Of the plans that a seat has now: filed by this very letter, or by an earlier one."""
    return deed.filed.get(seat) or unfolded(deed.letter.game, seat, deed.hidden.views[seat])


def keep_filing(old: "View", game: str, seat: str, new: Plans | None, screen: Plain) -> "View":
    """A screen with what opens its plans; one that has answered a question which is still open gets its whole proof."""
    left, answer = slots_waiting(screen), screen.get("standing", {}).get("answer", {})
    if new is None and not waits(answer) and left == slots_waiting(old.screen):
        return replace(old, screen=screen)
    plans = new or (unfolded(game, seat, old) if old.filed else None)
    kept = plans.folded(left) if plans and left else UNSET
    if plans and waits(answer):
        whole = msgspec.to_builtins(plans.proof(answer["proof"]["index"]))
        screen = {**screen, "standing": {**screen["standing"], "answer": {**answer, "proof": whole}}}
    return replace(old, screen=screen, filed=kept)


def check_opening(letter: BatchLetter, opening: Opening) -> None:
    """A value made public is the one its seat signed."""
    if not (opens_entry(letter, opening) or opens_plan(letter, opening)):
        raise Unauthentic("E_COMMIT_MISMATCH", "the referee revealed something else than was signed")


def opens_entry(letter: BatchLetter, opening: Opening) -> bool:
    index = opening.index
    if isinstance(index, UnsetType) or not isinstance(opening.others, UnsetType) or index >= len(letter.batch):
        return False
    entry = letter.batch[index]
    commit = commit_to(letter, index, bytes.fromhex(opening.r), jcs(opening.v))
    return entry.get("order") == "sealed" and entry.get("commit") == commit


def opens_plan(letter: BatchLetter, opening: Opening) -> bool:
    if isinstance(opening.others, UnsetType) or not isinstance(opening.index, UnsetType):
        return False
    if isinstance(letter.hidden, UnsetType):
        return False
    own = plan_commitment(context(letter), bytes.fromhex(opening.r), jcs(opening.v))
    return plans_commitment([own, *opening.others]) == letter.hidden.plans
