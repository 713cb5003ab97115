"""Write letters: the fields that all of them have, and the sealed part of a batch."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, TypedDict, TypeVar

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from ..base.canonical import Plain, jcs
from ..crypto.keys import Identity, b64
from ..crypto.seals import commit_nonce, plan_commitments, plans_commitment, seal
from .letter import BatchLetter, Sealed, commit_to, commitment_context, memo_info, present
from .letter_checks import seal_keys

if TYPE_CHECKING:
    from .records import GameFile

    class Heading(TypedDict):
        """The fields that every letter begins with."""

        format: Literal[2]
        game: str
        seat: str
        window: int
        seen: str
        rev: int
        note: str | UnsetType


L = TypeVar("L", bound=BatchLetter)


class Beside(Struct, frozen=True):
    """What goes along with a batch in secret: plans, a draft for later, and a memo to oneself."""

    plans: Sequence[Plain] = ()
    draft: Sequence[Plain] = ()
    memo: str = ""


ALONE = Beside()


def heading(game: GameFile, seat: str, rev: int, note: str = "") -> Heading:
    """Return the fields that every letter begins with: its game, seat and window, and what its sender had seen."""
    return {
        "format": 2,
        "game": game.state.game,
        "seat": seat,
        "window": game.state.window.number,
        "seen": game.last.head.id,
        "rev": rev,
        "note": note or UNSET,
    }


def referee_key(game: GameFile) -> str:
    """Return the sealing key that letters are sealed to now; empty in an open game."""
    return next(reversed(seal_keys(game.genesis, game.state)), "")


def seal_batch(game: GameFile, letter: L, identity: Identity, secret: Sequence[bool], beside: Beside) -> L:
    """Commit to the secret entries of a batch and to the plans, and seal what opens them."""
    pair = identity.pair(letter.game, referee_key(game))
    values = [value for value, hide in zip(letter.batch, secret, strict=True) if hide]
    committed = replace(letter, batch=list(commit_entries(letter, pair, secret)))
    slots = plan_commitments(pair, commitment_context(letter), letter.seen, [jcs(plan) for plan in beside.plans])
    plans = plans_commitment([commitment for _, commitment in slots])
    content = {"draft": list(beside.draft), "plans": list(beside.plans), "v": values}
    sealed = seal(pair, committed.info(plans), content, letter.seal_size(game.genesis))
    memo = sealed_memo(game, letter, identity, beside.memo) if letter.has_memo else UNSET
    return replace(committed, hidden=Sealed(plans, b64(sealed), memo))


def commit_entries(letter: BatchLetter, pair: bytes, secret: Sequence[bool]) -> Sequence[Plain]:
    return [
        sealed_entry(letter, pair, index, value) if hide else value
        for index, (value, hide) in enumerate(zip(letter.batch, secret, strict=True))
    ]


def sealed_entry(letter: BatchLetter, pair: bytes, index: int, value: Plain) -> Plain:
    nonce = commit_nonce(pair, commitment_context(letter), index, letter.seen, jcs(value))
    return {"order": "sealed", "commit": commit_to(letter, index, nonce, jcs(value))}


def sealed_memo(game: GameFile, letter: BatchLetter, identity: Identity, memo: str) -> str:
    _, window, seat, kind, rev = commitment_context(letter)
    info = memo_info(letter.game, seat, kind, window, rev, letter.seen)
    return b64(seal(identity.memo_key(letter.game), info, {"memo": memo}, present(game.genesis.sizes).memo))
