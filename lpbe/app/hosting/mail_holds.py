"""Which seats are not timed out since mail could not reach or be read from them, and how much time they get back.

* While the last `lpbe mail in` for a game has failed, or the host's server takes no mail, no seat with an address is
  timed out.
* While a seat's question is refused or comes back, the seat is not timed out either, but for three days at most, from
  the first time that this mailbox failed: nobody can stop the clock for good.
* Afterwards the deadline is extended where needed, so that the seat has at least as much time as a reminder leaves: a
  day, or half the pace if that is shorter. Trouble with incoming mail counts only if the deadline or grace ended then.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from os.path import realpath

from msgspec import Struct, UnsetType

from ...kernel.chain.deadlines import format_time, last_call, later, parse_time
from ...kernel.chain.records import GameFile
from .mail_status import SHORT_ID_CHARS, Channel, FaultCause, MailStatus, load_status
from .waiting_times import reminder_span

MAX_MAILBOX_HOLD = "3d"
"""How long a mailbox that fails keeps its seat from being timed out."""
ABANDONED_AFTER = "1d"
"""A mailbox that was tried this much earlier than another one is no longer in use."""


class Hold(Struct, frozen=True, omit_defaults=True):
    """A seat that is not timed out: since when and why, and until when at most."""

    seat: str
    since: str
    cause: FaultCause
    until: str = ""


class MailWatch:
    """What the mail status says about one game."""

    def __init__(self, status: MailStatus, game: str, folder: str) -> None:
        self.game = game
        self.reading = in_use(covering(status.reading.values(), game, folder))
        self.sending = covering(status.sending.values(), game, folder)
        self.asked = status.asked.get(game[:SHORT_ID_CHARS], {})

    def holds(self, game: GameFile, at: str) -> list[Hold]:
        """Return the seats that are awaited and must not be timed out now."""
        window = game.state.window
        return [hold for seat in window.waiting for hold in self.holds_of(seat, window.number, at)]

    def holds_of(self, seat: str, window: int, at: str) -> Iterator[Hold]:
        yield from (hold_of(one, seat) for one in self.reading if one.failing_since and one.serves(self.game, seat))
        asked = self.asked.get(seat)
        if asked is None or asked.window != window:
            yield from (hold_of(one, seat) for one in self.sending if one.failing_since and one.serves(self.game, seat))
        elif not asked.told and asked.cause:
            until = later(asked.first, MAX_MAILBOX_HOLD) if asked.first and not asked.server else ""
            if not until or at <= until:
                yield Hold(seat=seat, since=asked.since, cause=asked.cause, until=until)

    def owed_until(self, game: GameFile) -> str:
        """Return until when the seats that are awaited may answer, if that is later than the deadline; else nothing."""
        soonest = last_call(game.genesis, game.state, [])
        ended = [end for seat in game.state.window.waiting for end in self.trouble_ends(game, seat)]
        if isinstance(soonest, UnsetType) or not ended:
            return ""
        owed = format_time(parse_time(max(ended)) + reminder_span(game))
        return owed if owed > soonest else ""

    def trouble_ends(self, game: GameFile, seat: str) -> Iterator[str]:
        """Yield when troubles were over that cost this seat time to answer the open question."""
        deadline = game.state.window.deadline or ""
        soonest = last_call(game.genesis, game.state, []) or ""
        for one in self.reading:
            if one.serves(self.game, seat) and one.last_failed <= soonest and deadline < one.recovered:
                yield one.recovered
        asked = self.asked.get(seat)
        if asked and asked.window == game.state.window.number and asked.told and asked.until:
            yield min(asked.until, later(asked.first, MAX_MAILBOX_HOLD)) if asked.first else asked.until


def watch_mail(game: str, folder: str) -> MailWatch:
    """Read what the host's mail commands have left on record about a game."""
    return MailWatch(load_status(), game, realpath(folder) if folder else "")


def covering(channels: Iterable[Channel], game: str, folder: str) -> list[Channel]:
    """Return the channels of a game: those opened for its folder; for a copy of it elsewhere, all that know it."""
    known = [one for one in channels if game[:SHORT_ID_CHARS] in one.seats]
    return [one for one in known if one.is_above(folder)] or known


def in_use(channels: list[Channel]) -> list[Channel]:
    """Leave out mailboxes that the host no longer reads."""
    newest = max([one.tried for one in channels], default="")
    return [one for one in channels if later(one.tried, ABANDONED_AFTER) >= newest]


def hold_of(channel: Channel, seat: str) -> Hold:
    assert channel.cause
    return Hold(seat=seat, since=channel.failing_since, cause=channel.cause)
