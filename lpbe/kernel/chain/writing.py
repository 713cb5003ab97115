"""How letters are written: what all of them say, and how the secret part of a batch is sealed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, TypedDict, TypeVar

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from ..base.canon import Plain, jcs, kdf, tagged
from ..crypto.keys import Identity, b64, unb64
from ..crypto.seals import LETTER_SIZES, MINE_SIZE, commit_nonce, seal
from .letters import BatchLetter, Sealed, commit_to, context, kind_of, present, seal_info

if TYPE_CHECKING:
    from .records import GameFile

    class Heading(TypedDict):
        """What every letter says first."""

        format: Literal[1]
        game: str
        seat: str
        window: int
        seen: str
        rev: int
        note: str | UnsetType


L = TypeVar("L", bound=BatchLetter)


class Mine(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a seat keeps for itself: openings of its own secrets, the rest of a batch, a note."""

    entries: list[Plain] = []
    draft: list[Plain] = []
    note: str = ""


def heading(game: GameFile, seat: str, rev: int, note: str = "") -> Heading:
    """For which game and window a letter is, and what its sender had seen."""
    return {
        "format": 1,
        "game": game.state.game,
        "seat": seat,
        "window": game.state.window.number,
        "seen": game.last.head.id,
        "rev": rev,
        "note": note or UNSET,
    }


def own_nonce(identity: Identity, game: str) -> bytes:
    return kdf(identity.det, "nonce", game)


def nonce_commitment(game: str, seat: str, nonce: bytes) -> str:
    return tagged("nonce", game, seat, nonce).hex()


def secret_nonce(letter: BatchLetter, index: int, value: Plain, identity: Identity) -> bytes:
    """What hides a value behind its commitment: its sender can make it again."""
    game, window, seat, kind, rev, seen, _ = context(letter)
    return commit_nonce(identity.det, game, window, seat, kind, rev, index, seen, value)


def own_commitment(letter: BatchLetter, index: int, value: Plain, identity: Identity) -> str:
    return commit_to(letter, index, secret_nonce(letter, index, value, identity), value)


def seal_batch(
    game: GameFile, letter: L, identity: Identity, secret: Sequence[bool], draft: list[Plain], memo: str
) -> L:
    """Commit to the secret entries of a batch, and seal what opens them."""
    openings, batch = [], list(letter.batch)
    for index, (value, hide) in enumerate(zip(letter.batch, secret, strict=True)):
        if hide:
            nonce = secret_nonce(letter, index, value, identity)
            openings.append({"v": value, "r": nonce.hex()})
            batch[index] = {"order": "sealed", "commit": commit_to(letter, index, nonce, value)}
    committed = replace(letter, batch=batch)
    info, public = seal_info(committed), unb64(present(game.genesis.referee).seal)
    size = LETTER_SIZES[kind_of(letter)]
    sealed = b64(seal(identity.det, public, info, openings, size)) if openings else UNSET
    kept = Mine(openings if kind_of(letter) == "play" else [], draft, memo)
    small = kept if len(jcs(kept)) < MINE_SIZE else Mine(note=memo)
    mine = b64(seal(identity.det, identity.seal_public, info, small, MINE_SIZE))
    return replace(committed, hidden=Sealed(sealed, mine))
