"""What a host should know about games and their mail, and what needs attention."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from os.path import dirname, realpath

from msgspec import Struct, field

from ...kernel.base.errors import Busy, Failure, MissingFile
from ...kernel.chain.deadlines import later
from ...kernel.chain.letter import present
from ...kernel.chain.records import GameFile
from ...kernel.disk import files, folders
from ..session.locale import game_language
from ..session.open_game import OpenGame, clock, is_ahead
from ..session.paths import shell_path, state_home
from ..session.session import Session
from .find_games import find_games
from .mail_holds import Hold, MailWatch
from .mail_status import SHORT_ID_CHARS, Channel, FaultCause, MailFault, MailStatus, UnsentMail, faults_of, load_status
from .rollback_signs import open_signs
from .run_record import LastRun, Runs, last_run, load_runs
from .todo import GameStatus, game_status

PATIENCE = "1d"
"""How long to wait for a problem to go away by itself before somebody has to look at it."""
MEGABYTE = 1 << 20


class Urgency(StrEnum):
    """Who must act."""

    SEAT = "seat"
    """A seat cannot be reached; the host has to find out why."""
    HOST = "host"
    """Something on this computer or in its settings needs fixing."""
    LATER = "later"
    """Nobody, yet: it may go away by itself."""


class Need(Struct, frozen=True):
    """One thing that needs attention: what is wrong, since when, in which game, at which seat."""

    urgency: Urgency
    cause: FaultCause
    since: str = ""
    path: str = ""
    """The path of the game, quoted for a shell."""
    seat: str = ""


class GameHealth(Struct, frozen=True):
    """What there is to say about one game."""

    path: str
    game: GameFile
    run: LastRun | None
    held: list[Hold]
    needs: list[Need]
    busy: bool
    """Whether another process works there now."""


class MailHealth(Struct, frozen=True):
    """One way of mail, in or out, as it was last tried: a mailbox, or the folders that e-mail is sent for."""

    incoming: bool
    name: str
    channel: Channel


class DiskHealth(Struct, frozen=True):
    path: str
    free_bytes: int


class Health(Struct):
    """Everything together."""

    games: list[GameHealth] = field(default_factory=list)
    broken: list[Failure] = field(default_factory=list)
    """Why some of the games cannot be read."""
    mail: list[MailHealth] = field(default_factory=list)
    unsent: Sequence[UnsentMail] = ()
    disks: list[DiskHealth] = field(default_factory=list)
    general: list[Need] = field(default_factory=list)
    """Problems that do not belong to a single game."""

    @property
    def needs(self) -> list[Need]:
        return [*self.general, *(need for game in self.games for need in game.needs)]


class Records(Struct, frozen=True):
    """What the host's commands have recorded."""

    now: str
    mail: MailStatus
    runs: Runs
    unsent: Sequence[UnsentMail]


def check_health(
    session: Session, paths: Sequence[str], unsent: Sequence[UnsentMail], now: str | None, min_free: int
) -> Health:
    """Look at the games at or below some paths, at their mail and at the disk.

    `unsent` is what the spool has, `min_free` how many megabytes a disk should have left. Nothing is changed.
    """
    records = Records(now=clock(now), mail=load_status(), runs=load_runs(), unsent=unsent)
    health = Health()
    opened = list(open_games(session, paths, health.broken))
    if not opened and not health.broken:
        raise MissingFile("E_FILE_MISSING", "there is no game here", "name the folder that contains your games")
    if len(opened) == 1:
        session.address(game_language(opened[0][1].game), opened[0][1].rules.game.name)
    known = {one.game.state.game[:SHORT_ID_CHARS] for _, one in opened}
    health.games = [game_health(session, path, one, records) for path, one in opened]
    health.unsent = [one for one in unsent if one.game in ("", *known)]
    health.mail = list(mail_health(opened, records.mail))
    health.disks = list(disk_health([state_home(), *(path for path, _ in opened)]))
    health.general = [*general_needs(records, health.mail, opened), *disk_needs(health.disks, min_free)]
    return health


def open_games(session: Session, paths: Sequence[str], broken: list[Failure]) -> Iterator[tuple[str, OpenGame]]:
    """Yield the games with their paths, each once; what cannot be read is noted."""

    def note(path: str, fault: Failure) -> None:
        fault.file = fault.file or path
        broken.append(fault)

    seen = set()
    for start in paths:
        for path in find_games(start, on_failure=note) if files.is_folder(start) else [start]:
            try:
                opened = session.open_game(path)
            except Failure as fault:
                note(path, fault)
                continue
            if realpath(opened.place.game) not in seen:
                seen.add(realpath(opened.place.game))
                yield path, opened


# one game


def game_health(session: Session, path: str, opened: OpenGame, records: Records) -> GameHealth:
    game = opened.game
    folder = opened.place.folder
    run = last_run(records.runs, game.state.game, folder) if folder else None
    watch = watch_of(opened, records.mail)
    held = watch.holds(game, records.now)
    faults = [one for one in records.mail.faults if one.game == game.state.game[:SHORT_ID_CHARS]]
    status = game_status(opened, path, session.identity, records.now, faults)
    where = shell_path(opened.place)
    needs = [
        *(fault_need(one, where) for one in faults),
        *run_needs(run, where, records.now),
        *overdue_needs(status, run, bool(held), where, records.now),
        *unsent_needs(records, watch, where),
        *clock_needs(game, where, records.now),
        *rollback_needs(game, where),
    ]
    return GameHealth(
        path=status.path, game=game, run=run, held=held, needs=needs, busy=bool(folder) and in_use(folder)
    )


def watch_of(opened: OpenGame, status: MailStatus) -> MailWatch:
    folder = opened.place.folder
    return MailWatch(status, opened.game.state.game, realpath(folder) if folder else "")


def fault_need(fault: MailFault, path: str = "") -> Need:
    urgency = Urgency.SEAT if fault.is_refusal else Urgency.HOST
    return Need(urgency=urgency, cause=fault.cause, since=fault.since, path=path, seat=fault.seat)


def run_needs(run: LastRun | None, path: str, now: str) -> Iterator[Need]:
    if run and run.cause:
        yield Need(urgency_of(run.cause, run.failing_since, now), run.cause, since=run.failing_since, path=path)


def overdue_needs(status: GameStatus, run: LastRun | None, held: bool, path: str, now: str) -> Iterator[Need]:
    """Yield a warning if nothing runs the game: orders are waiting or time is up, and the last run was long ago."""
    ended = present(status.wait.last) if status.wait.passed and not held else ""
    since = run.at if run and status.letters else ended
    if status.runs and since and not (run and run.cause) and is_long_ago(since, now):
        cause = FaultCause("E_IDLE", "this game has pending work, but nothing is running it", "lpbe run {game}")
        yield Need(Urgency.HOST, cause, since=since, path=path)


def unsent_needs(records: Records, watch: MailWatch, path: str) -> Iterator[Need]:
    """Yield e-mails that have been waiting for long although the server takes others."""
    if any(one.failing_since for one in watch.sending):
        return
    for mail in records.unsent:
        if (
            mail.game == watch.game[:SHORT_ID_CHARS]
            and not mail.refused
            and mail.since
            and is_long_ago(mail.since, records.now)
        ):
            cause = FaultCause(
                "E_MAIL_WAITS",
                "an e-mail to {to} has not been sent",
                "to see why: lpbe mail out",
                values={"to": mail.to},
            )
            yield Need(Urgency.SEAT, cause, since=mail.since, path=path, seat=mail.seat)


def clock_needs(game: GameFile, path: str, now: str) -> Iterator[Need]:
    if not game.state.window.is_over and is_ahead(game, now):
        last = present(game.last.head.at)
        template = "the last step is dated {last}, ahead of this clock, so no deadline can pass"
        cause = FaultCause("E_CLOCK", template, "set the clock of this computer", values={"last": last})
        yield Need(Urgency.HOST, cause, path=path)


def rollback_needs(game: GameFile, path: str) -> Iterator[Need]:
    """Yield signs that this game is older than what others have seen of it."""
    for sign in open_signs(game):
        yield Need(Urgency.HOST, sign.cause, since=sign.since, path=path, seat=sign.seat)


def in_use(folder: str) -> bool:
    """Return whether another process holds the lock of a game; a process that has died holds none."""
    try:
        with folders.lock(folder, wait=0):
            return False
    except Busy:
        return True


# mail


def mail_health(opened: Iterable[tuple[str, OpenGame]], status: MailStatus) -> Iterator[MailHealth]:
    """Yield the mail channels that serve these games."""
    watches = [watch_of(one, status) for _, one in opened]
    for name, channel in status.reading.items():
        if any(channel is one for watch in watches for one in watch.reading):
            yield MailHealth(incoming=True, name=name, channel=channel)
    for name, channel in status.sending.items():
        if any(channel is one for watch in watches for one in watch.sending):
            yield MailHealth(incoming=False, name=name, channel=channel)


def general_needs(
    records: Records, mail: Iterable[MailHealth], opened: Sequence[tuple[str, OpenGame]]
) -> Iterator[Need]:
    games = [one.game.state.game[:SHORT_ID_CHARS] for _, one in opened]
    faults = [one for one in faults_of(records.mail, games) if not one.game]
    yield from map(fault_need, faults)
    going_on = any(not one.game.state.window.is_over for _, one in opened)
    for one in mail:
        yield from channel_needs(one, faults, going_on, records.now)


def channel_needs(mail: MailHealth, faults: Sequence[MailFault], going_on: bool, now: str) -> Iterator[Need]:
    """Yield that e-mail cannot be read or sent, unless a lasting fault already says so, or that nobody tries to."""
    channel = mail.channel
    if channel.failing_since and channel.cause:
        if channel.cause.code not in [one.cause.code for one in faults]:
            urgency = urgency_of(channel.cause, channel.failing_since, now)
            yield Need(urgency, channel.cause, since=channel.failing_since)
    elif going_on and is_long_ago(channel.tried, now):
        template = (
            "nobody has read the e-mail for these games" if mail.incoming else "nobody has sent e-mail for these games"
        )
        hint = "lpbe mail in --help" if mail.incoming else "lpbe mail out --help"
        yield Need(Urgency.HOST, FaultCause("E_IDLE", template, hint), since=channel.tried)


def urgency_of(cause: FaultCause, since: str, now: str) -> Urgency:
    """Return who must act: nobody yet, if the problem is recent and may go away."""
    return Urgency.LATER if cause.may_pass and not is_long_ago(since, now) else Urgency.HOST


def is_long_ago(since: str, now: str) -> bool:
    return later(since, PATIENCE) < now


# the disk


def disk_health(paths: Iterable[str]) -> Iterator[DiskHealth]:
    """Yield how much room there is at each of these paths, once for each file system."""
    seen = set()
    for path in map(existing_part, map(realpath, paths)):
        device, free = files.free_space(path)
        if device not in seen:
            seen.add(device)
            yield DiskHealth(path, free)


def existing_part(path: str) -> str:
    return path if files.is_there(path) else existing_part(dirname(path))


def disk_needs(disks: Iterable[DiskHealth], min_free: int) -> Iterator[Need]:
    for disk in disks:
        if disk.free_bytes < min_free * MEGABYTE:
            values = {"path": disk.path, "free": str(disk.free_bytes // MEGABYTE)}
            template = "there are only {free} MB left on the disk of '{path}'"
            yield Need(Urgency.HOST, FaultCause("E_DISK", template, "free some space", values=values))
