"""Signs that a game here is older than what others have seen of it, as after an old backup was put back.

* A sure sign is one that only this host can have made: a newer state that its referee signed, or a mailbox in which
  more e-mails are marked as processed than this computer remembers.
* A letter that answers a question which this game has not asked yet may have been made up by its player. One seat alone
  stops no run: its mail waits, and timeouts are held back for a limited time. Two seats that signed count as sure; what
  came without a signature may have a forged sender.
"""

from __future__ import annotations

from collections.abc import Iterable
from os.path import join

import msgspec
from msgspec import Struct

from ...kernel.base.errors import Failure, Unauthentic
from ...kernel.chain.records import GameFile, head_id
from ...kernel.disk import files, folders
from ..session.open_game import OpenGame
from ..session.paths import state_home
from ..session.pins import RESTORE_HINT
from .mail_status import SHORT_ID_CHARS, FaultCause

MAX_SIGNS_BYTES = 1 << 20
MAX_SIGNS = 100
"""How many signs of one game are kept."""
ROLLBACK = "E_ROLLBACK"


class RollbackSign(Struct, frozen=True, omit_defaults=True):
    """One sign: what shows that the game is old, and which step or window it knows of."""

    cause: FaultCause
    since: str
    seat: str = ""
    """The seat whose word it is; empty for a sure sign."""
    window: int = 0
    """The question that a letter answers."""
    seen: str = ""
    """The head that a letter was made on."""
    step: int = 0
    """The step of a newer signed state."""
    mail: str = ""
    """The mail that waits."""

    def is_open(self, game: GameFile) -> bool:
        """Return whether the game has not come that far yet."""
        state = game.state
        if state.window.is_over and self.seat:
            return False
        if self.window:
            same_window = self.window == state.window.number
            return self.window > state.window.number or (same_window and not knows_head(game, self.seen))
        return self.step == 0 or self.step > state.seq


class RollbackSigns(Struct, omit_defaults=True):
    """The signs of one game, and the seats whose word the host no longer trusts."""

    signs: list[RollbackSign] = []
    dismissed: list[str] = []


def knows_head(game: GameFile, head: str) -> bool:
    """Return whether a head is the last or a recent one; letters without one count as known."""
    return not head or head == head_id(game.last.head) or head in game.state.recent


def signs_folder() -> str:
    return join(state_home(), "rollback")


def signs_path(game: str) -> str:
    return join(signs_folder(), f"{game[:SHORT_ID_CHARS]}.json")


def load_signs(game: str) -> RollbackSigns:
    """Return the signs of a game; none if there is no record, or none that can be read."""
    try:
        return msgspec.json.decode(files.read(signs_path(game), MAX_SIGNS_BYTES), type=RollbackSigns)
    except (Failure, msgspec.DecodeError):
        return RollbackSigns()


def write_signs(game: str, signs: RollbackSigns) -> None:
    files.write(signs_path(game), msgspec.json.encode(signs), 0o600)


def note_signs(game: str, found: Iterable[RollbackSign]) -> None:
    """Record signs, each once."""
    folders.make_folder(signs_folder(), 0o700)
    with folders.lock(signs_folder()):
        known = load_signs(game)
        added = [one for one in found if not any(is_same(one, other) for other in known.signs)]
        if added:
            write_signs(game, msgspec.structs.replace(known, signs=[*known.signs, *added][-MAX_SIGNS:]))


def is_same(one: RollbackSign, other: RollbackSign) -> bool:
    return msgspec.structs.replace(one, since=other.since) == other


def open_signs(game: GameFile) -> list[RollbackSign]:
    """Return the signs that still speak against this state of the game."""
    known = load_signs(game.state.game)
    return [one for one in known.signs if one.seat not in known.dismissed and one.is_open(game)]


def sure_sign(signs: Iterable[RollbackSign]) -> RollbackSign | None:
    """Return the sign that a run must not ignore, if any."""
    by_seat = {one.seat: one for one in signs if one.seen or not one.seat}
    return by_seat.get("") or (next(iter(by_seat.values())) if len(by_seat) > 1 else None)


def check_signs(opened: OpenGame) -> None:
    """Refuse a game of which others have certainly seen a newer state."""
    if sign := sure_sign(open_signs(opened.game)):
        hint = RESTORE_HINT
        raise Unauthentic(ROLLBACK, sign.cause.template, hint, **sign.cause.values)


def doubtful_sign(game: GameFile) -> RollbackSign | None:
    """Return the oldest sign that only a player vouches for."""
    return min(open_signs(game), key=lambda one: one.since, default=None)


def clear_signs(game: str, *, dismiss: bool) -> None:
    """Forget the signs of a game that was restored; `dismiss`: nothing newer exists, whatever these seats say."""
    known = load_signs(game)
    if not known.signs:
        return
    with folders.lock(signs_folder()):
        left = [one for one in known.signs if one.seat]
        seats = {*known.dismissed, *(one.seat for one in left if dismiss)}
        write_signs(game, RollbackSigns([] if dismiss else left, sorted(seats)))


def rollback_cause(template: str, **values: str) -> FaultCause:
    hint = "restore the newest copy first: lpbe restore {game} --from COPY"
    return FaultCause(ROLLBACK, template, hint, values=values)
