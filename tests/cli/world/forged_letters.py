"""Letters that no command would write: made with the project's own parts, edited by hand, signed by anybody."""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from lpbe.kernel.base.canonical import jcs, lp
from lpbe.kernel.chain import player_view
from lpbe.kernel.chain.letter import AnyLetter, commitment_context, present
from lpbe.kernel.chain.letters.join import Join
from lpbe.kernel.chain.letters.play import Play
from lpbe.kernel.chain.records import Envelope, GameFile
from lpbe.kernel.crypto import sshsig
from lpbe.kernel.crypto.keys import Identity, b64
from lpbe.kernel.crypto.seals import commit_nonce, commitment, pad, seal_text
from lpbe.kernel.disk import files
from lpbe.kernel.gamedir.inbox import dump_letter, read_letter
from tests import letter_types

from .club import Club, identity

Order = dict[str, Any]
SECRET = ("bid", "keep", "shelter", "no-shelter", "plan")


def bid(coins: int) -> Order:
    return {"order": "bid", "coins": coins}


def play(game: GameFile, seat: str, who: str, *orders: Order, rev: int = 0, clear: bool = False) -> Play:
    """Return an order as the program makes it, whatever the rules say about it."""
    secret = [not clear and order["order"] in SECRET for order in orders]
    return letter_types.play_letter(game, seat, identity(who), orders, secret, rev)


def join(club: Club, seat: str, who: str, code: str = "", name: str = "") -> Join:
    code = code or club.secret.invitation(seat)
    return letter_types.join_letter(club.game, seat, identity(who), name or who.capitalize(), "en", code)


def sign_letter(letter: AnyLetter, who: str) -> Envelope:
    return player_view.sign(identity(who), letter)


def signed_for(namespace: str, letter: AnyLetter, who: str) -> Envelope:
    return Envelope(letter, b64(identity(who).sign(namespace, jcs(letter))))


def under_any_key(letter: AnyLetter, key: str, signature: bytes) -> Envelope:
    """Return a signature of which every byte is chosen, the key in it too."""
    return Envelope(letter, b64(sshsig.prefix(b64decode(key), sshsig.ORDER) + signature))


def edit_letter(envelope: Envelope, **changes: Any) -> Envelope:
    """Return another letter under the old signature."""
    return Envelope(replace(envelope.letter, **changes), envelope.sig)


def save_letter(club: Club, envelope: Envelope, name: str = "attack.toml") -> str:
    """Put an order beside the game folder; its name there."""
    (club.root / name).write_bytes(dump_letter(envelope, name))
    return name


def by_hand(club: Club, envelope: Envelope, name: str = "attack.toml", **changes: Any) -> str:
    """Return the order file with fields of the order changed that no letter could hold."""
    raw = files.parse_order(dump_letter(envelope, "x.json"), "x.json")
    for path, value in changes.items():
        *above, last = path.split("__")
        part = raw["order"]
        for step in above:
            part = part.setdefault(step, {})
        part[last] = value
    (club.root / name).write_bytes(msgspec.json.encode(raw) if name.endswith(".json") else files.dump(raw, name))
    return name


def read_waiting(club: Club, name: str) -> Envelope:
    """Return an order from the inbox."""
    return read_letter(str(club.inbox / name))


def contents(*values: Order, plans: Sequence[Order] = (), draft: Sequence[Order] = ()) -> bytes:
    """Return what a letter's seal holds."""
    return jcs({"draft": list(draft), "plans": list(plans), "v": list(values)})


def pair(club: Club, who: str = "ben") -> bytes:
    """Return the key that somebody shares with the referee."""
    return identity(who).pair(club.game.state.game, present(club.game.genesis.referee).seal)


def sealed_by_hand(club: Club, letter: Play, text: bytes, size: int = 0, commits: Sequence[str] | None = None) -> Play:
    """Return the letter with another seal to the referee: any text, any size, any commitments in its context."""
    size = size or present(club.game.genesis.sizes).letter
    signed_commits = letter.commits() if commits is None else commits
    game, window, seat, kind, rev = commitment_context(letter)
    hidden = present(letter.hidden)
    info = lp("letter", game, seat, kind, window, rev, letter.seen, hidden.plans, *signed_commits)
    sealed = seal_text(pair(club), info, text if len(text) == size else pad(text, size))
    return replace(letter, hidden=replace(hidden, seal=b64(sealed)))


def commit_to(club: Club, letter: Play, value: Order) -> Play:
    """Return the letter with a commitment to another value in its first place."""
    nonce = commit_nonce(pair(club), commitment_context(letter), 0, letter.seen, jcs(value))
    commit = commitment(commitment_context(letter), 0, nonce, jcs(value))
    return replace(letter, batch=[{"order": "sealed", "commit": commit}])


def with_memo(letter: Play, memo: str) -> Play:
    return replace(letter, hidden=replace(present(letter.hidden), memo=memo))


def key_fields(key: Identity) -> dict[str, str]:
    sign, seal = key.keys
    return {"sign": sign, "seal": seal}
