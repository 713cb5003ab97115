"""Which seats are not timed out because mail could not be sent to or read from them, and how much time they get.

* While the last `lpbe mail in` for a game has failed, or the host's server takes no e-mail, no seat with an address is
timed out. * While a seat's question is refused or bounces, the seat is not timed out either, for at most three days,
from the first time that this mailbox failed: nobody can stop the clock for good. * Nor is anybody timed out who may
have answered unheard, because the last `lpbe mail in` was before the time was over or mail of this game had to be left
in the mailbox, or who was never mailed the open question. A host who reads and sends no e-mail for a game is not
concerned. * If a letter from a later position waits, the game may be an old backup: nobody is timed out for three days.
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
from .rollback_signs import doubtful_sign
from .waiting_times import reminder_span

MAX_MAILBOX_HOLD = "3d"
"""How long a mailbox that fails keeps its seat from being timed out."""
ABANDONED_AFTER = "1d"
"""A mailbox that was tried this much earlier than another one is no longer in use."""

STANDARD_INPUT = "-"
"""The mailbox of e-mails that a mail server hands over one by one: nobody has to ask whether there are any."""
UNREAD = FaultCause(
    "E_MAIL_UNREAD",
    "nobody has read the e-mail for this game since its deadline passed",
    "read it: lpbe mail in; if nobody answers by e-mail: lpbe run {game} --despite-mail-faults",
)
LEFT = FaultCause("E_MAIL_UNREAD", "e-mails for this game had to be left in the mailbox", "to see why: lpbe mail in")
UNASKED = FaultCause(
    "E_MAIL_UNASKED",
    "the open question has not been e-mailed to this seat",
    "send it: lpbe mail out; if nobody plays by e-mail: lpbe run {game} --despite-mail-faults",
)


class Hold(Struct, frozen=True, omit_defaults=True):
    """A seat that is not timed out: since when, why, and until when at most."""

    seat: str
    since: str
    cause: FaultCause
    until: str = ""


class MailWatch:
    """What the mail status says about one game."""

    def __init__(self, status: MailStatus, game: str, folder: str) -> None:
        self.game = game
        self.reading = in_use(covering(status.reading.values(), game, folder))
        polled = (one for name, one in status.reading.items() if name != STANDARD_INPUT)
        self.polled = in_use(covering(polled, game, folder))
        self.sending = covering(status.sending.values(), game, folder)
        self.asked = status.asked.get(game[:SHORT_ID_CHARS], {})

    def holds(self, game: GameFile, at: str) -> list[Hold]:
        """Return the seats that the game is waiting for and that must not be timed out now."""
        window = game.state.window
        return [
            hold
            for seat in window.waiting
            for hold in [*self.holds_of(seat, window.number, at)] or [*self.silent_holds(game, seat, at)][:1]
        ]

    def silent_holds(self, game: GameFile, seat: str, at: str) -> Iterator[Hold]:
        """Yield why a seat whose time seems to be over may have answered unheard, or was never asked."""
        end = last_call(game.genesis, game.state, [seat])
        soonest = last_call(game.genesis, game.state, [])
        if isinstance(end, UnsetType) or isinstance(soonest, UnsetType) or at <= soonest:
            return
        for one in self.polled:
            if one.serves(self.game, seat) and not one.failing_since:
                if one.worked <= (end if end < at else soonest):
                    yield Hold(seat=seat, since=one.worked, cause=UNREAD)
                elif left := one.left.get(self.game[:SHORT_ID_CHARS]):
                    yield Hold(seat=seat, since=left, cause=LEFT)
        asked = self.asked.get(seat)
        if asked is None or asked.window != game.state.window.number:
            sending = [one for one in self.sending if one.serves(self.game, seat) and not one.failing_since]
            yield from (Hold(seat=seat, since=one.tried, cause=UNASKED) for one in sending[:1])
        if sign := doubtful_sign(game):
            until = later(sign.since, MAX_MAILBOX_HOLD)
            if at <= until:
                yield Hold(seat=seat, since=sign.since, cause=sign.cause, until=until)

    def first_read_after(self, time: str) -> str:
        """Return until when a letter may arrive that was in the mailbox at a time; nothing if it was read before."""
        late = [later(one.worked, "1h") for one in self.reading if one.previous <= time < one.worked]
        return max(late, default="")

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
        """Return until when the seats may still answer, if that is later than the deadline; otherwise nothing."""
        soonest = last_call(game.genesis, game.state, [])
        ended = [end for seat in game.state.window.waiting for end in self.trouble_ends(game, seat)]
        if isinstance(soonest, UnsetType) or not ended:
            return ""
        owed = format_time(parse_time(max(ended)) + reminder_span(game))
        return owed if owed > soonest else ""

    def trouble_ends(self, game: GameFile, seat: str) -> Iterator[str]:
        """Yield when each problem ended that cost this seat time to answer the open question."""
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
    """Return the channels of a game: those opened for its folder; if the game is a copy elsewhere, all that know it."""
    known = [one for one in channels if game[:SHORT_ID_CHARS] in one.seats]
    return [one for one in known if one.is_above(folder)] or known


def in_use(channels: list[Channel]) -> list[Channel]:
    """Leave out mailboxes that the host no longer reads."""
    newest = max([one.tried for one in channels], default="")
    return [one for one in channels if later(one.tried, ABANDONED_AFTER) >= newest]


def hold_of(channel: Channel, seat: str) -> Hold:
    assert channel.cause
    return Hold(seat=seat, since=channel.failing_since, cause=channel.cause)
