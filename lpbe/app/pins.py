"""What a key remembers of each game: the last step it saw. Nobody can show it another past without its noticing."""

# No `from __future__ import annotations`: msgspec would compile every string of a type again in each process.

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from os.path import join
from typing import Literal

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from ..kernel.base.canon import data, tagged
from ..kernel.base.errors import Busy, Failure, Malformed, Unauthentic
from ..kernel.chain.acts.ready import Ready
from ..kernel.chain.acts.rekey import Rekey
from ..kernel.chain.checks import sender_key
from ..kernel.chain.hidden import has_started
from ..kernel.chain.kinds import read_record
from ..kernel.chain.letters import Digest, Key, Record, Sig, Time, present
from ..kernel.chain.randomness import roster_of
from ..kernel.chain.records import Entry, Envelope, GameFile, Head
from ..kernel.chain.step import head_signer
from ..kernel.chain.times import FORM
from ..kernel.crypto.keys import Identity, b64, unb64
from ..kernel.disk import files
from ..kernel.folder.folder import load
from ..kernel.folder.log import chained, has_log
from .game import OpenGame
from .homes import state_home

NO_PLACE = "give a place for pins: XDG_STATE_HOME; or do without: --no-pin"

Count = Callable[[GameFile], None]
"""Tell the pin of a step that counts."""


class Pin(Record, frozen=True):
    """The last step of a game that a key saw, with the signature that proves it."""

    format: Literal[2]
    head: Head
    sig: Sig
    seen: Time
    """When it was seen first, by the clock of this machine."""
    referee: Key
    """Who signed it."""
    started: bool = False
    roster: Digest | UnsetType = UNSET
    """For whom this key has shown its draw: it never does so for others."""


class Setting:
    """Whether this command was asked to leave pins alone."""

    off = False


def leave_pins(off: bool) -> None:
    Setting.off = off


def pinned_here(opened: OpenGame) -> bool:
    """Whether pins are kept for such a game: an open one has no signed heads."""
    return opened.game.genesis.trust == "referee" and not Setting.off and not files.environment("LPBE_NO_PIN")


def pin_folder(sign: str) -> str:
    """Where one key keeps its pins."""
    with advising():
        return join(state_home(), "pins", tagged("pin", unb64(sign)).hex()[:16])


def pin_path(sign: str, game: str) -> str:
    return join(pin_folder(sign), f"{game}.json")


@contextmanager
def advising() -> Iterator[None]:
    """What cannot be written there is told with what to do about it."""
    try:
        yield
    except Malformed as fault:
        fault.advise(NO_PLACE)
        raise


@contextmanager
def held(sign: str, wait: float = 30.0) -> Iterator[None]:
    """The pins of one key, for one process at a time."""
    folder = pin_folder(sign)
    with advising():
        files.make_folder(folder, 0o700)
    with files.lock(folder, wait):
        yield


def is_pin(path: str) -> bool:
    with advising():
        return files.is_file(path)


def read_pin(sign: str, game: str) -> Pin | None:
    path = pin_path(sign, game)
    if not is_pin(path):
        return None
    try:
        return parse_pin(path, game)
    except Malformed as fault:
        fault.advise("look at it, then begin anew: lpbe pin GAME --reset")
        raise


def parse_pin(path: str, game: str) -> Pin:
    raw = files.parse(files.read(path, files.KEY), path, width=1024, lines=64)
    with files.naming(path):
        pin = read_record(raw, Pin)
        if pin.head.game != game:
            raise Malformed("E_SCHEMA", "this pin belongs to another game")
        return pin


def write_pin(sign: str, pin: Pin) -> None:
    path = pin_path(sign, pin.head.game)
    with advising():
        files.write(path, files.dump(data(pin), path), 0o600)


def pin_of(opened: OpenGame, before: Pin | None, roster: str | UnsetType = UNSET) -> Pin:
    """What is remembered from now on."""
    game = opened.game
    started = has_started(game.state)
    if before and before.head == game.last.head:
        return replace(before, started=before.started or started, roster=before.roster or roster)
    seen = time.strftime(FORM, time.gmtime())
    pin = Pin(2, game.last.head, present(game.last.head_sig), seen, head_signer(game), started, roster)
    return replace(pin, started=before.started or started, roster=before.roster or roster) if before else pin


def check_pin(opened: OpenGame, pin: Pin) -> None:
    """Refuse a game file that does not follow the step seen last."""
    if opened.game.state.seq < pin.head.seq:
        check_still(opened)
        raise Unauthentic(
            "E_ROLLBACK",
            "your key has seen step {step} of this game; this file is older: step {older}",
            "get the newest one; if there is none: lpbe pin GAME",
            step=pin.head.seq,
            older=opened.game.state.seq,
        )
    if not in_history(opened, pin.head):
        raise Unauthentic(
            "E_FORK",
            "step {step} of this game was another one when your key saw it",
            "sign nothing, keep both files: lpbe evidence proves who signed two truths; see: lpbe pin GAME",
            step=pin.head.seq,
        )


def check_still(opened: OpenGame) -> None:
    """A file that was replaced while it was read is not old."""
    if load(opened.place).last.head != opened.game.last.head:
        raise Busy("E_BUSY", "the game went on while it was read", "try again")


def in_history(opened: OpenGame, head: Head) -> bool:
    """Whether a head is this game's, or stands before it."""
    state = opened.game.state
    if state.seq == head.seq:
        return opened.head == head.id
    if state.seq - head.seq <= len(state.recent):
        return state.recent[head.seq - state.seq] == head.id
    return any(entry.head == head for entry in past(opened, head.seq))


def past(opened: OpenGame, seq: int) -> Iterator[Entry]:
    """The steps of a game, each named by the one after it, from a log or from the tail of a lone file."""
    if has_log(opened.place):
        return chained(opened.place, opened.game)
    steps = list(tail_of(opened.game))
    if not steps or steps[-1].head.seq > seq:
        raise Malformed(
            "E_FILE_MISSING",
            "step {step}, which your key saw last, is too long ago to be in this file",
            "keep log.jsonl beside it; or begin anew: lpbe pin GAME --reset",
            step=seq,
        )
    return iter(steps)


def tail_of(game: GameFile) -> Iterator[Entry]:
    """The last step first."""
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
            "your key was ready for other players or other keys of this very game",
            "somebody wants to see two draws of yours: sign nothing, ask the others",
        )


def check_known(opened: OpenGame, sign: str) -> bool:
    """Refuse what does not follow; tell whether this key knew the game."""
    if not pinned_here(opened):
        return True
    pin = read_pin(sign, opened.game.state.game)
    if pin:
        check_pin(opened, pin)
    return pin is not None


def has_pin(opened: OpenGame, sign: str) -> bool:
    return pinned_here(opened) and is_pin(pin_path(sign, opened.game.state.game))


def renew(opened: OpenGame, sign: str, roster: str | UnsetType = UNSET) -> bool:
    """Remember this step, if it follows; tell whether the game was known. For who holds the pins."""
    before = read_pin(sign, opened.game.state.game)
    if before:
        check_roster(before, roster)
        check_pin(opened, before)
    after = pin_of(opened, before, roster)
    if after != before:
        write_pin(sign, after)
    return before is not None


def remember(opened: OpenGame, sign: str, roster: str | UnsetType = UNSET) -> None:
    """Before anything signed leaves; and after a push that succeeded, for the steps that it carried."""
    if pinned_here(opened):
        with held(sign):
            renew(opened, sign, roster)


def remember_letter(opened: OpenGame, envelope: Envelope) -> None:
    """A letter leaves only when its sender's pin is written; a new key knows from then on what the old one knew."""
    if not pinned_here(opened):
        return
    letter = envelope.order
    key = sender_key(opened.game.genesis, opened.game.state, letter)
    remember(opened, present(key), roster_of(opened.game.state) if isinstance(letter, Ready) else UNSET)
    if isinstance(letter, Rekey):
        remember(opened, letter.args.sign)


def notice(opened: OpenGame, sign: str) -> Failure | None:
    """For who only reads: what is strange about this game, if its key knows it. It is remembered where that can be."""
    try:
        if has_pin(opened, sign):
            with held(sign, 0):
                renew(opened, sign)
    except Busy:
        return None
    except Failure as fault:
        return fault
    return None


@contextmanager
def refereeing(opened: OpenGame, identity: Identity | None) -> Iterator[Count]:
    """No other run of this key goes on meanwhile, also not on a copy of the game; each step that counts is remembered.

    A run that is killed leaves the pin at most one step behind its game, which is no lie.
    """
    if identity is None or not pinned_here(opened):
        yield lambda game: None
        return
    sign = b64(identity.sign_public)
    with held(sign):
        renew(opened, sign)
        pin = read_pin(sign, opened.game.state.game)

        def count(game: GameFile) -> None:
            nonlocal pin
            pin = pin_of(OpenGame(opened.place, game, opened.rules), pin)
            write_pin(sign, pin)

        yield count


def reset_pin(opened: OpenGame, sign: str) -> None:
    """Believe this game file from now on. For whom the key has shown its draw is not forgotten."""
    with held(sign):
        write_pin(sign, pin_of(opened, None, roster_shown(sign, opened.game.state.game)))


def roster_shown(sign: str, game: str) -> str | UnsetType:
    try:
        pin = read_pin(sign, game)
    except Malformed:
        return UNSET
    return pin.roster if pin else UNSET


def never_started(opened: OpenGame, sign: str) -> int:
    """How many other games of this referee this key sat down at, and none of them began."""
    if not pinned_here(opened):
        return 0
    folder, referee = pin_folder(sign), head_signer(opened.game)
    games = [name.removesuffix(".json") for name in files.names(folder)]
    pins = [pin for game in games if game != opened.game.state.game and (pin := read_or_none(sign, game))]
    return sum(pin.referee == referee and not pin.started for pin in pins)


def read_or_none(sign: str, game: str) -> Pin | None:
    try:
        return read_pin(sign, game)
    except Malformed:
        return None
