"""Manage the mail of games: note addresses, list and clear lasting faults, and report whether all is well."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from ..app.hosting.health import Health, check_health
from ..app.hosting.mail_faults import fault_data, fault_lines
from ..app.hosting.mail_status import MailFault, load_status
from ..app.session.locale import Locale
from ..app.session.session import Session
from ..kernel.base.canonical import Plain
from ..kernel.base.errors import Misused
from .address_book import NotedAddresses, noted_addresses, set_address
from .incoming.process import mail_clock
from .outgoing.spool import unsent_mails
from .status import clear_faults, note_new_address


class FaultList(Struct, frozen=True):
    """The faults of mail that will not go away by themselves."""

    faults: Sequence[MailFault]
    locale: Locale

    def data(self) -> Plain:
        return {"faults": [fault_data(one) for one in self.faults]}

    def text(self) -> str:
        lines = [line for one in self.faults for line in fault_lines(one, self.locale)]
        return "\n".join(lines) or self.locale.localise("there are no known mail faults")


class AddressChange(Struct, frozen=True):
    """What is recorded for a player: where and how they read e-mails; without an address, they have been forgotten."""

    seat: str
    address: str = ""
    format: str = "html"
    unencrypted: bool = False
    """Whether their private part is sent in plain text."""
    lang: str | None = None


def list_faults(
    session: Session, clear: str | None = None, seat: str | None = None, now: str | None = None, *, clear_all: bool
) -> FaultList:
    """Return the recorded faults that have not been dealt with: of a game, of one of its seats, or all."""
    if seat and not clear:
        raise Misused("E_USAGE", "--seat needs --clear GAME")
    if clear or clear_all:
        game = session.open_game(clear).game.state.game if clear else ""
        clear_faults(mail_clock(now), game, seat or "")
    return FaultList(load_status().faults, session.locale)


def note_address(session: Session, game: str, change: AddressChange | None, players: str | None) -> NotedAddresses:
    """Record the address of a seat, if given, and return what is recorded for that seat or the whole game."""
    opened = session.open_game(game)
    session.address(opened.game.genesis.lang, opened.game.genesis.rules)
    if change is not None:
        set_address(
            opened,
            players,
            change.seat,
            change.address,
            form=change.format,
            clear=change.unencrypted,
            lang=change.lang,
        )
        note_new_address(opened.game.state.game, change.seat)
    return noted_addresses(opened, players, session.locale, change.seat if change else None)


def check_games_and_mail(session: Session, folders: Sequence[str], now: str | None, min_free: int) -> Health:
    """Return whether the games below some folders and their mail are in order."""
    return check_health(session, folders, list(unsent_mails()), now, min_free)
