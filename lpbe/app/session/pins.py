"""Pins: the last step of each game that a key saw, so that it notices a rollback or another history."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Protocol

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from ...kernel.base.errors import Busy, Failure, MissingFile, Unauthentic
from ...kernel.chain.deadlines import TIME_FORMAT
from ...kernel.chain.genesis import roster_of, seat_of
from ...kernel.chain.letter import present
from ...kernel.chain.letter_checks import sender_key
from ...kernel.chain.letters.play import Play
from ...kernel.chain.letters.ready import Ready
from ...kernel.chain.letters.rekey import Rekey
from ...kernel.chain.records import Entry, Envelope, GameFile, Head
from ...kernel.chain.sealed_state import has_started
from ...kernel.chain.transition import head_signer
from ...kernel.crypto.keys import Identity, b64
from ...kernel.disk import environment, files, folders
from ...kernel.gamedir.gamedir import load
from ...kernel.gamedir.log import chained_entries, has_log
from .open_game import OpenGame
from .pin_file import (
    MAX_SIGNED,
    Pin,
    SignedOrder,
    SignedStep,
    advising,
    is_pin,
    lock_pins,
    newest_order,
    pin_folder,
    pin_path,
    read_pin,
    read_pin_or_none,
    signed_order,
    with_order,
    write_pin,
)


class Count(Protocol):
    """Keeps the pin of a game at its newest step while a run signs more of them."""

    def prepare(self, game: GameFile) -> None:
        """Make sure that the pin of a step can be written, before the step is committed."""

    def __call__(self, game: GameFile) -> None:
        """Pin a step that is committed."""


class NoCount:
    """Keeps no pin."""

    def prepare(self, game: GameFile) -> None:
        pass

    def __call__(self, game: GameFile) -> None:
        pass


def keeps_pins(opened: OpenGame) -> bool:
    """Return whether pins are kept for a game: an open one has no signed heads."""
    return opened.game.genesis.trust == "referee" and opened.keep_pins and not environment.get_variable("LPBE_NO_PIN")


class PinCount:
    """Pins steps in two parts: what needs disk space comes before the step, and only a renaming after it."""

    NEXT = ".next"

    def __init__(self, opened: OpenGame, sign: str) -> None:
        self.opened = opened
        self.sign = sign
        self.pin = read_pin(sign, opened.game.state.game)

    def prepare(self, game: GameFile) -> None:
        if self.pin:
            check_only_step(self.pin, step_of(game), GO_ON_HINT)
        write_pin(self.sign, pin_of(self.opened.at(game), self.pin), self.NEXT)

    def __call__(self, game: GameFile) -> None:
        self.pin = pin_of(self.opened.at(game), self.pin)
        path = pin_path(self.sign, game.state.game)
        with advising():
            files.move(path + self.NEXT, path)


def pin_of(opened: OpenGame, before: Pin | None, roster: str | UnsetType = UNSET) -> Pin:
    """Return the pin of a step, with what the pin before it knew."""
    game = opened.game
    started = has_started(game.state)
    known: dict[str, Any] = {}
    if before:
        known = {
            "started": before.started or started,
            "roster": before.roster or roster,
            "signed": before.signed,
            "aside": before.aside,
        }
        if before.head == game.last.head:
            return replace(before, **known)
    seen = time.strftime(TIME_FORMAT, time.gmtime())
    pin = Pin(
        format=2,
        head=game.last.head,
        sig=present(game.last.head_sig),
        seen=seen,
        referee=head_signer(game),
        started=started,
        roster=roster,
    )
    return replace(pin, **known)


RESTORE_HINT = "restore the newest copy first: lpbe restore GAME --from COPY"


def check_pin(opened: OpenGame, pin: Pin, sign: str = "") -> None:
    """Refuse a game file that does not follow the step seen last; a referee is advised to restore the game."""
    if opened.game.state.seq < pin.head.seq:
        check_still(opened)
        newest = "get the newest copy; if there is none: lpbe pin GAME"
        raise Unauthentic(
            "E_ROLLBACK",
            "your key has seen step {step} of this game, but this file is older: step {older}",
            RESTORE_HINT if sign == head_signer(opened.game) else newest,
            step=pin.head.seq,
            older=opened.game.state.seq,
        )
    if not in_history(opened, pin.head):
        raise Unauthentic(
            "E_FORK",
            "step {step} of this game was different when your key saw it",
            "do not sign anything and keep both files: lpbe evidence proves who "
            "signed two contradictory statements; see: lpbe pin GAME",
            step=pin.head.seq,
        )


def check_still(opened: OpenGame) -> None:
    """Refuse a file that was replaced while it was being read: it is not out of date."""
    if load(opened.place).last.head != opened.game.last.head:
        raise Busy("E_BUSY", "the game moved on while it was being read", "try again")


def in_history(opened: OpenGame, head: Head) -> bool:
    """Return whether a head is the game's last, or an earlier one of its history."""
    state = opened.game.state
    if state.seq == head.seq:
        return opened.head == head.id
    if state.seq - head.seq <= len(state.recent):
        return state.recent[head.seq - state.seq] == head.id
    return any(entry.head == head for entry in earlier_entries(opened, head.seq))


def earlier_entries(opened: OpenGame, seq: int) -> Iterator[Entry]:
    """Return the steps of a game, each named by the one after it, from its log or from the tail of a lone file."""
    if has_log(opened.place):
        return chained_entries(opened.place, opened.game)
    steps = list(tail_of(opened.game))
    if not steps or steps[-1].head.seq > seq:
        raise MissingFile(
            "E_FILE_MISSING",
            "step {step}, the last one your key saw, is too old to be in this file",
            "keep log.jsonl next to it, or start over: lpbe pin GAME --reset",
            step=seq,
        )
    return iter(steps)


def tail_of(game: GameFile) -> Iterator[Entry]:
    """Yield the steps of the tail as far as they are chained, the last one first."""
    before = game.last.head.prev
    for entry in reversed(game.tail):
        if entry.head.id != before:
            return
        before = entry.head.prev
        yield entry


def check_roster(pin: Pin, roster: str | UnsetType) -> None:
    if roster and pin.roster and pin.roster != roster:
        raise Unauthentic(
            "E_FORK",
            "your key agreed to play with other players or other keys in this game",
            "somebody may want to see two of your draws; do not sign anything, and ask the others",
        )


def check_known(opened: OpenGame, sign: str) -> bool:
    """Refuse a game that does not follow its pin; return whether this key knew the game."""
    if not keeps_pins(opened):
        return True
    pin = read_pin(sign, opened.game.state.game)
    if pin:
        check_pin(opened, pin, sign)
    return pin is not None


def has_pin(opened: OpenGame, sign: str) -> bool:
    return keeps_pins(opened) and is_pin(pin_path(sign, opened.game.state.game))


def renew(opened: OpenGame, sign: str, roster: str | UnsetType = UNSET, order: SignedOrder | None = None) -> bool:
    """Pin this step, if it follows; return whether the game was known. The caller has locked the pins."""
    before = read_pin(sign, opened.game.state.game)
    if before:
        check_roster(before, roster)
        check_pin(opened, before, sign)
    after = pin_of(opened, before, roster)
    if order:
        after = replace(after, signed=with_order(after.signed, order))
    if after != before:
        write_pin(sign, after)
    return before is not None


def order_signed(opened: OpenGame, seat: str) -> SignedOrder | None:
    """Return the last answer to the open question that this seat's key signed, as far as its pin knows."""
    record = seat_of(opened.game.state, seat)
    if record is None or isinstance(record.sign, UnsetType) or not keeps_pins(opened):
        return None
    pin = read_pin(record.sign, opened.game.state.game)
    return newest_order(pin.signed, seat, opened.game.state.window.number) if pin else None


def remember(opened: OpenGame, sign: str, roster: str | UnsetType = UNSET, order: SignedOrder | None = None) -> None:
    """Pin a step: before anything signed leaves, and after a push that published it."""
    if keeps_pins(opened):
        with lock_pins(sign):
            renew(opened, sign, roster, order)


def remember_letter(opened: OpenGame, envelope: Envelope) -> None:
    """Write the pin of a letter's sender before the letter leaves; a new key then knows what the old one knew."""
    if not keeps_pins(opened):
        return
    letter = envelope.letter
    key = sender_key(opened.game.genesis, opened.game.state, letter)
    roster = roster_of(opened.game.state) if isinstance(letter, Ready) else UNSET
    order = signed_order(letter) if isinstance(letter, Play) else None
    remember(opened, present(key), roster, order)
    if isinstance(letter, Rekey):
        remember(opened, letter.args.sign)


def notice(opened: OpenGame, sign: str) -> Failure | None:
    """Return what is wrong with a game that the reader's key knows; if nothing is, pin it unless pins are locked."""
    try:
        if has_pin(opened, sign):
            with lock_pins(sign, 0):
                renew(opened, sign)
    except Busy:
        return None
    except Failure as fault:
        return fault
    return None


@contextmanager
def refereeing(opened: OpenGame, identity: Identity | None) -> Iterator[Count]:
    """Lock the pins of the referee's key, so that no other run, even on a copy of the game, signs in the meantime.

    Each committed step is pinned. A run that is killed leaves the pin at most one step behind its game, never ahead.
    """
    if identity is None or not keeps_pins(opened):
        yield NoCount()
        return
    sign = b64(identity.sign_public)
    with lock_pins(sign):
        renew(opened, sign)
        yield PinCount(opened, sign)


def remember_step(opened: OpenGame, game: GameFile) -> None:
    """Remember a step that is written elsewhere; refuse a second, different one of the same number."""
    if not keeps_pins(opened):
        return
    sign = head_signer(opened.game)
    with lock_pins(sign):
        pin = read_pin(sign, opened.game.state.game) or pin_of(opened, None)
        step = step_of(game)
        check_only_step(pin, step, LOOK_AHEAD_HINT)
        if step not in pin.aside:
            write_pin(sign, replace(pin, aside=[*pin.aside, step][-MAX_SIGNED:]))


def check_step(opened: OpenGame, game: GameFile) -> None:
    """Refuse a step if this key has signed a different one of the same number that was written elsewhere."""
    pin = read_pin(head_signer(opened.game), opened.game.state.game) if keeps_pins(opened) else None
    if pin:
        check_only_step(pin, step_of(game), LOOK_AHEAD_HINT)


def step_of(game: GameFile) -> SignedStep:
    return SignedStep(seq=game.state.seq, head=game.last.head.id)


LOOK_AHEAD_HINT = "to look ahead: lpbe apply --unsigned"
GO_ON_HINT = (
    "go on from the file that you wrote with lpbe apply -o: lpbe restore GAME --from FILE; if nobody else has that "
    "file and it is gone: lpbe pin GAME --reset"
)


def check_only_step(pin: Pin, step: SignedStep, advice: str) -> None:
    """Refuse a step if another one of its number was signed before."""
    others = [SignedStep(seq=pin.head.seq, head=pin.head.id), *pin.aside]
    if step not in others and (step.seq < pin.head.seq or any(one.seq == step.seq for one in others)):
        raise Unauthentic(
            "E_FORK",
            "your key may already have signed a different step {step} of this game; "
            "signing two would be proof of cheating",
            advice,
            step=step.seq,
        )


def reset_pin(opened: OpenGame, sign: str) -> None:
    """Pin this game file whatever the pin was; keep the record of orders signed, not of steps signed elsewhere."""
    with lock_pins(sign):
        before = read_pin_or_none(sign, opened.game.state.game)
        pin = pin_of(opened, None, before.roster if before else UNSET)
        write_pin(sign, replace(pin, signed=before.signed) if before else pin)


def never_started(opened: OpenGame, sign: str) -> int:
    """Return how many other games of this referee this key joined that never began."""
    if not keeps_pins(opened):
        return 0
    folder = pin_folder(sign)
    referee = head_signer(opened.game)
    games = [name.removesuffix(".json") for name in folders.file_names(folder)]
    pins = [pin for game in games if game != opened.game.state.game and (pin := read_pin_or_none(sign, game))]
    return sum(pin.referee == referee and not pin.started for pin in pins)
