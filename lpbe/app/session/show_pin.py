"""Show or reset what a key remembers of a game."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from ...kernel.base.canonical import Plain
from ...kernel.base.errors import Failure, Malformed, Misused
from ...kernel.crypto.keys import b64
from .failures import failure_reason
from .locale import Locale, game_language
from .open_game import OpenGame, position
from .pin_file import Pin, pin_path, read_pin
from .pins import check_pin, reset_pin
from .session import Session


class PinReport(Struct, frozen=True, kw_only=True):
    """Which step a key saw last, and whether the game file follows it."""

    opened: OpenGame
    path: str
    pin: Pin | None
    fault: Failure | None
    """What is wrong with the pin, or with the game file."""
    locale: Locale

    def data(self) -> Plain:
        follows = {"follows": self.fault.code if self.fault else "yes"} if self.pin or self.fault else {}
        return {**position(self.opened.game), "file": self.path, **pin_data(self.pin), **follows}

    def text(self) -> str:
        localise = self.locale.localise
        state = self.opened.game.state
        lines = [localise("this file: step {step}, head {head}", step=state.seq, head=self.opened.head)]
        if pin := self.pin:
            template = "your key saw: step {step}, head {head}, first on {day}"
            lines.append(localise(template, step=pin.head.seq, head=pin.head.id, day=pin.seen))
        if self.pin and self.pin.roster:
            lines.append(localise("your key agreed to play with these players: {roster}", roster=self.pin.roster))
        if self.fault:
            lines.append(failure_reason(self.fault, self.locale, named=False))
        elif self.pin:
            lines.append(localise("this file follows it"))
        else:
            lines.append(localise("your key remembers nothing about this game on this computer"))
        return "\n".join(lines)


class PinReset(Struct, frozen=True):
    """Whether the pin was reset, and what it was before."""

    before: PinReport
    reset: bool

    def data(self) -> Plain:
        return {**self.before.data(), "reset": self.reset}

    def text(self) -> str:
        localise = self.before.locale.localise
        return localise("the pin has been reset") if self.reset else localise("the pin is unchanged")


def show_pin(session: Session, game: str) -> PinReport:
    """Return what the caller's key remembers of a game."""
    opened = session.open_game(game)
    session.address(game_language(opened.game))
    if opened.game.genesis.trust == "open":
        raise Misused("E_USAGE", "an open game has no signed heads")
    sign = b64(session.require_identity().sign_public)
    pin, fault = read_and_check(opened, sign)
    path = pin_path(sign, opened.game.state.game)
    return PinReport(opened=opened, path=path, pin=pin, fault=fault, locale=session.locale)


def reset_shown_pin(session: Session, shown: PinReport, confirm: Callable[[str], bool]) -> PinReset:
    """Trust this game file from now on, once the caller has confirmed it."""
    if not confirm(session.locale.localise("trust this game file from now on?")):
        return PinReset(shown, False)
    reset_pin(shown.opened, b64(session.require_identity().sign_public))
    return PinReset(shown, True)


def read_and_check(opened: OpenGame, sign: str) -> tuple[Pin | None, Failure | None]:
    """Return what is remembered, and what is wrong with it or with the game file."""
    try:
        pin = read_pin(sign, opened.game.state.game)
    except Malformed as fault:
        return None, fault
    try:
        if pin:
            check_pin(opened, pin)
    except Failure as fault:
        return pin, fault
    return pin, None


def pin_data(pin: Pin | None) -> Plain:
    if pin is None:
        return {}
    facts = {"pinned": pin.head.seq, "pinned_head": pin.head.id, "seen": pin.seen, "started": pin.started}
    return {**facts, **({"roster": pin.roster} if pin.roster else {})}
