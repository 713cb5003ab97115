"""What the host's mail commands have left on record: whether mail comes in and goes out, who was reached, and faults.

`lpbe mail in` and `lpbe mail out` write it (`lpbe/mail/status.py`); runs, `lpbe todo` and `lpbe health` read it.
"""

from collections.abc import Collection
from enum import StrEnum
from os.path import join

import msgspec
from msgspec import Struct, field

from ...kernel.base.errors import Failure, Message, in_english
from ...kernel.disk import files
from ..session.failures import INTERNAL
from ..session.paths import state_home

STATUS_FILE = "status.json"
MAX_STATUS_BYTES = 32 << 20

SHORT_ID_CHARS = 12
"""How much of a game's id the address book has."""


class MailCode(StrEnum):
    """The error codes that identify a recorded fault after its exception is gone."""

    REFUSED = "E_MAIL_REFUSED"
    BOUNCED = "E_MAIL_BOUNCED"
    ADDRESS = "E_MAIL_ADDRESS"
    """There is no address."""
    LOGIN = "E_SMTP_LOGIN"
    TLS = "E_SMTP_TLS"
    BUSY = "E_BUSY"
    """The fault may go away by itself."""


SEAT_CODES = (MailCode.REFUSED, MailCode.BOUNCED, MailCode.ADDRESS)
"""Faults of one seat's address, not of the host's settings."""
SERVER_CODES = (MailCode.LOGIN, MailCode.TLS)
"""Faults of the server that sends, whoever is written to."""


class FaultCause(Struct, frozen=True, omit_defaults=True):
    """Why mail does not get through: an error code, what is wrong and what to do, both with the same values."""

    code: str
    template: str
    hint: str = ""
    values: dict[str, str] = {}

    @property
    def message(self) -> Message:
        return Message(self.template, self.values)

    @property
    def may_pass(self) -> bool:
        return self.code == MailCode.BUSY

    def advice(self, game: str = "GAME") -> Message:
        """Return what to do; `game` is where the host has the game, which this record does not know."""
        return Message(self.hint, {**self.values, "game": game})


def cause_of(fault: Exception) -> FaultCause:
    """Return the cause of a failure; anything that is not a failure is an internal error."""
    if isinstance(fault, Failure):
        values = {name: in_english(value) for name, value in {**fault.advice.values, **fault.values}.items()}
        return FaultCause(fault.code, fault.template, fault.advice.template, values=values)
    return FaultCause(INTERNAL, "internal error: {fault}", values={"fault": repr(fault)[:300]})


class Channel(Struct, omit_defaults=True):
    """One channel of mail, in or out: which games and seats it serves, when it last worked, since when it has not."""

    folders: list[str] = []
    seats: dict[str, list[str]] = {}
    """The seats with an address, by the short id of their game."""
    tried: str = ""
    worked: str = ""
    previous: str = ""
    """When it worked the time before last."""
    left: dict[str, str] = {}
    """The games whose mail was left where it is, by short id, and since when."""
    failing_since: str = ""
    """Since when it has been failing; empty while it works."""
    cause: FaultCause | None = None
    last_failed: str = ""
    """When the last problem that is over began."""
    recovered: str = ""
    """When the last problem was over."""

    def serves(self, game: str, seat: str) -> bool:
        return seat in self.seats.get(game[:SHORT_ID_CHARS], ())

    def shares_games_with(self, other: "Channel") -> bool:
        """Return whether both were opened for the same folder, or for one below the other."""
        return any(self.is_above(one) for one in other.folders) or any(other.is_above(one) for one in self.folders)

    def is_above(self, folder: str) -> bool:
        """Return whether a game in this folder is one of those that the channel was opened for."""
        return any(folder == one or folder.startswith(join(one, "")) for one in self.folders)


class AskedSeat(Struct, omit_defaults=True):
    """Whether the player of a seat was mailed the open question."""

    window: int
    mail: str = ""
    """The name of the mail in the spool."""
    told: bool = True
    since: str = ""
    """Since when the question could not be mailed."""
    until: str = ""
    """When it could be mailed after all."""
    server: bool = False
    """Whether the host's own server is the cause, and not the player's mailbox."""
    bounced: bool = False
    first: str = ""
    """When the player's mailbox first failed: from then on it stops the clock for a limited time only."""
    cause: FaultCause | None = None


class MailFault(Struct, omit_defaults=True):
    """A lasting fault, kept until somebody deals with it."""

    cause: FaultCause
    since: str
    last: str
    game: str = ""
    """The short id of the game, if the fault concerns one seat."""
    seat: str = ""
    address: str = ""
    """The address or server that is concerned."""
    mails: list[str] = []
    """The names in the spool of the e-mails that were refused."""
    games: list[str] = []
    """The short ids of the games that a fault of the host's own settings concerns; all games if there are none."""

    @property
    def is_refusal(self) -> bool:
        """Return whether one seat cannot be reached; otherwise the host's own settings are wrong."""
        return self.cause.code in SEAT_CODES

    def concerns(self, games: Collection[str]) -> bool:
        """Return whether it concerns one of these games, which are short ids."""
        own = [self.game] if self.game else self.games
        return not own or not set(own).isdisjoint(games)

    @property
    def key(self) -> tuple[str, str, str, str]:
        return self.cause.code, self.game, self.seat, self.address


class UnsentMail(Struct, frozen=True, omit_defaults=True):
    """An e-mail in the spool: to whom, since when it has been there, and whether it was refused for good."""

    to: str
    since: str = ""
    game: str = ""
    """The short id of the game."""
    seat: str = ""
    refused: bool = False


class MailStatus(Struct, omit_defaults=True):
    """The whole record."""

    reading: dict[str, Channel] = field(default_factory=dict)
    """By mailbox."""
    sending: dict[str, Channel] = field(default_factory=dict)
    """By folders of games: one server may accept what another does not."""
    asked: dict[str, dict[str, AskedSeat]] = field(default_factory=dict)
    """By the short id of the game, then by seat."""
    faults: list[MailFault] = []


def status_path() -> str:
    return join(state_home(), "mail", "status", STATUS_FILE)


def load_status() -> MailStatus:
    """Return the record, or an empty one if there is none or it cannot be read: it must not stop any run."""
    try:
        return msgspec.json.decode(files.read(status_path(), MAX_STATUS_BYTES), type=MailStatus)
    except (Failure, msgspec.DecodeError):
        return MailStatus()


def new_faults(before: MailStatus) -> list[MailFault]:
    """Return the faults that were not on record before."""
    known = {one.key for one in before.faults}
    return [one for one in load_status().faults if one.key not in known]


def faults_of(status: MailStatus, games: Collection[str]) -> list[MailFault]:
    """Return the faults that concern these games, by their short ids."""
    return [one for one in status.faults if one.concerns(games)]
