"""Handover: the referee gives the game to another, who continues with their own secret."""

from typing import TYPE_CHECKING, Annotated

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from ...base.canonical import lp
from ...base.errors import Malformed, Rejected, Unauthentic
from ...crypto.keys import Identity, Secret, Secrets, b64, exchange, handed_secret, unb64
from ...crypto.seals import pair_key, seal, unseal
from ..genesis import Genesis, RefereeKeys, StepOutcome, given_seat, is_held, use_rev, with_seat
from ..letter import Blob, Digest, Key, Letter, Record, Slug
from ..letter_builder import heading
from ..letter_checks import blame_sender, check_keys, check_referee, check_started, seal_keys

if TYPE_CHECKING:
    from ..records import Envelope, GameFile, StateRecord
    from ..transition import LetterContext

SECRETS_BYTES = 1024
PLACEHOLDER = "AAAA"
"""Replaced by the sealed secrets."""
OFFER_PREFIX = "lpbe-offer-2"


class HeldKeys(Record, frozen=True):
    """The new keys of a seat that the referee holds."""

    sign: Key
    seal: Key
    tie: Digest


class Offer(Record, frozen=True):
    """What the next referee sends to the current one; all of it is public."""

    sign: Key
    seal: Key
    seed_commit: Digest
    head: Digest
    """The head at which the offer was made: the new secret depends on it."""
    held: Annotated[dict[Slug, HeldKeys], Meta(max_length=8)] = {}
    """The keys of the seats that the next referee will hold."""


class HandoverArgs(Offer, frozen=True, kw_only=True):
    """An accepted offer, with the game's secrets sealed to the next referee."""

    secrets: Blob


class Handover(Letter, frozen=True, kw_only=True, tag="handover"):
    """The letter by which a referee hands the game over."""

    free = True
    by_referee = True
    in_open_games = False

    args: HandoverArgs

    def new_referee(self) -> RefereeKeys:
        return RefereeKeys(self.args.sign, self.args.seal)

    def info(self) -> bytes:
        """Return what the seal of the secrets is bound to."""
        new = unb64(self.args.sign), unb64(self.args.seal)
        return lp("handover", self.game, self.window, self.rev, self.seen, *new, self.args.seed_commit)

    def secrets_for(self, genesis: Genesis, before: str, identity: Identity) -> Secrets:
        """Return all secrets of the game if it was handed to this identity; `before` is the previous sealing key."""
        own = handed_secret(identity.seed, genesis.nonce, self.game, self.args.head)
        if own.commitment != self.args.seed_commit:
            return ()
        shared = exchange(own.seal_secret, unb64(before))
        pair = pair_key(self.game, unb64(before), own.seal_public, shared)
        text = unseal(pair, self.info(), unb64(self.args.secrets), SECRETS_BYTES)
        try:
            earlier = msgspec.json.decode(text, type=list[Digest])
        except msgspec.ValidationError:
            earlier = []
        return (*(Secret(bytes.fromhex(raw)) for raw in earlier), own)

    def check(self, genesis: Genesis, state: "StateRecord", at: str | None) -> None:
        args = self.args
        held = [seat.id for seat in state.seats if is_held(seat)]
        check_started(state)  # whoever knew the secret first could draw last, and new keys would make a second roster
        with blame_sender():
            check_referee(self.new_referee())
            check_offered_keys(genesis, state, args)
        if sorted(args.held) != sorted(held):
            raise Rejected("E_KEY_SEAT", "a handover must give new keys to exactly the seats that the referee plays")

    def bookkeep(
        self, genesis: Genesis, state: "StateRecord", envelope: "Envelope", outcome: StepOutcome
    ) -> "StateRecord":
        for seat, keys in self.args.held.items():
            record = given_seat(state, seat)
            state = with_seat(state, replace(record, sign=keys.sign, seal=keys.seal, tie=keys.tie))
        return use_rev(replace(state, handovers=[*state.handovers, envelope]), self)

    def carry_out(self, context: "LetterContext") -> None:
        """Check that the new referee can open the game: the same bytes result only if all secrets are inside."""
        if self.args.secrets != sealed_secrets(self, context.secrets):
            raise Rejected("E_SEAL_OPEN", "the handover does not contain the game's secrets", "use: lpbe handover")


def check_offered_keys(genesis: Genesis, state: "StateRecord", args: HandoverArgs) -> None:
    """Check the new keys of the game and of its held seats: not weak, not in use, and all different."""
    seals = [args.seal, *(keys.seal for keys in args.held.values())]
    signs = [keys.sign for keys in args.held.values()]
    used = args.seal in [*seal_keys(genesis, state), *(seat.seal for seat in state.seats)]
    if used or len({*seals}) < len(seals) or len({*signs}) < len(signs):
        raise Unauthentic("E_KEY_REUSED", "this sealing key is already in use", "make a new offer")
    for seat, keys in args.held.items():
        check_keys(genesis, state, seat, keys.sign, keys.seal)


def sealed_secrets(letter: Handover, secrets: Secrets) -> str:
    """Return the game's secrets sealed to the next referee."""
    pair = secrets[-1].pair(letter.game, letter.args.seal)
    return b64(seal(pair, letter.info(), [secret.raw.hex() for secret in secrets], SECRETS_BYTES))


def make_offer(game: "GameFile", identity: Identity) -> Offer:
    """Return the offer of a person who is willing to referee a game from here on."""
    head = game.last.head.id
    secret = handed_secret(identity.seed, game.genesis.nonce, game.state.game, head)
    held = {seat.id: held_keys(game, secret, seat.id) for seat in game.state.seats if is_held(seat)}
    return Offer(
        sign=b64(identity.sign_public),
        seal=b64(secret.seal_public),
        seed_commit=secret.commitment,
        head=head,
        held=held,
    )


def held_keys(game: "GameFile", secret: Secret, seat: str) -> HeldKeys:
    """Return the keys that an offer names for a held seat."""
    return HeldKeys(*held_seat_keys(game, secret, seat))


def held_seat_keys(game: "GameFile", secret: Secret, seat: str) -> tuple[str, str, str]:
    """Return signing key, sealing key and tie of a seat that the referee holds."""
    holder = secret.held_identity(seat)
    return *holder.keys, holder.tie(game.state.game, seat)


def offer_text(offer: Offer) -> str:
    """Return an offer as one line, to be sent to the current referee."""
    return f"{OFFER_PREFIX} {b64(msgspec.json.encode(offer))}"


def read_offer(line: str) -> Offer:
    """Parse the line of an offer."""
    words = line.split()
    try:
        if len(words) == 2 and words[0] == OFFER_PREFIX:
            offer = msgspec.json.decode(unb64(words[1], "E_KEY_FORMAT"), type=Offer)
            check_referee(RefereeKeys(offer.sign, offer.seal))
            return offer
    except msgspec.DecodeError:
        pass
    except Unauthentic as fault:
        raise Malformed.like(fault) from None
    raise Malformed(
        "E_KEY_FORMAT",
        "an offer is a single line: lpbe-offer-2 ...",
        "the new referee prints it with: lpbe handover GAME --offer",
    )


def handover_letter(game: "GameFile", offer: Offer, secrets: Secrets, rev: int) -> Handover:
    """Return the letter that accepts an offer."""
    args = HandoverArgs(
        sign=offer.sign,
        seal=offer.seal,
        seed_commit=offer.seed_commit,
        head=offer.head,
        held=offer.held,
        secrets=PLACEHOLDER,
    )
    letter = Handover(**heading(game, "referee", rev), args=args)
    return replace(letter, args=replace(args, secrets=sealed_secrets(letter, secrets)))
