"""JSON answers of the commands that hosts use: new games, runs, repositories, reminders and mail."""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from ..base.canonical import Plain
from ..chain.letter import Count, Digest, Slug, Time
from .answer import Answer, AwaitedWindow, Position


class Applied(Position, kw_only=True):
    events: list[Plain]
    files: list[str]


class AppliedOrder(Struct, forbid_unknown_fields=True):
    seq: Count
    seat: Slug
    order: Digest


class RefusedOrder(Struct, forbid_unknown_fields=True):
    """A file of the inbox that came to nothing: under which name it is kept, and whose letter it was, if it was one."""

    file: str
    code: str
    kept: str
    message: str | UnsetType = UNSET
    seat: Slug | UnsetType = UNSET
    kind: Slug | UnsetType = UNSET


class HeldSeat(Struct, forbid_unknown_fields=True):
    """A seat that is not timed out, since mail did not reach it or could not be read: until when at most."""

    seat: Slug
    since: Time
    code: str
    message: str
    until: Time | UnsetType = UNSET


class RunDone(Position, kw_only=True):
    applied: list[AppliedOrder]
    refused: list[RefusedOrder]
    mended: list[str]
    ahead: Time | UnsetType = UNSET
    """When the last step says it was, where that is later than it is now: nobody is timed out."""
    held: list[HeldSeat] | UnsetType = UNSET
    commits: list[str] | UnsetType = UNSET
    """With --commit: what was committed."""
    pushed: bool | UnsetType = UNSET


class FolderRun(Struct, kw_only=True, forbid_unknown_fields=True):
    """One of many games that were run."""

    folder: str
    applied: list[AppliedOrder]
    refused: list[RefusedOrder]
    mended: list[str]
    game: Digest
    seq: Count
    head: Digest
    window: AwaitedWindow
    over: bool
    ahead: Time | UnsetType = UNSET
    held: list[HeldSeat] | UnsetType = UNSET


class BrokenFolder(Struct, kw_only=True, forbid_unknown_fields=True):
    """One of many games that could not be run, and why."""

    folder: str
    code: str
    message: str
    hint: str | UnsetType = UNSET
    file: str | UnsetType = UNSET
    line: int | UnsetType = UNSET
    clause: str | UnsetType = UNSET


class RunsDone(Struct, kw_only=True, forbid_unknown_fields=True):
    """A run over many games: it is well if none of them is broken."""

    ok: bool
    games: list[FolderRun]
    broken: list[BrokenFolder]
    commits: list[str] | UnsetType = UNSET
    pushed: bool | UnsetType = UNSET
    warning: str | UnsetType = UNSET


class HealthNeed(Struct, kw_only=True, forbid_unknown_fields=True):
    """What somebody has to do something about: at a seat, here, or nothing yet since it may pass by itself."""

    urgency: Literal["seat", "host", "later"]
    code: str
    message: str
    hint: str | UnsetType = UNSET
    since: Time | UnsetType = UNSET
    path: str | UnsetType = UNSET
    seat: Slug | UnsetType = UNSET


class GameTold(Struct, kw_only=True, forbid_unknown_fields=True):
    """One game: when it was last run, who is not timed out, and whether another process works there now."""

    path: str
    game: Digest
    seq: Count
    head: Digest
    window: AwaitedWindow
    over: bool
    held: list[HeldSeat]
    busy: bool
    run: Time | UnsetType = UNSET
    failed: bool | UnsetType = UNSET


class MailWay(Struct, kw_only=True, forbid_unknown_fields=True):
    """Mail in or out: the mailbox, or the folders it is sent for; when it was tried, when it worked, why it fails."""

    way: Literal["in", "out"]
    name: str
    tried: Time | UnsetType = UNSET
    worked: Time | UnsetType = UNSET
    failing: Time | UnsetType = UNSET
    code: str | UnsetType = UNSET
    message: str | UnsetType = UNSET


class DiskTold(Struct, forbid_unknown_fields=True):
    path: str
    free_mb: Count


class HealthTold(Struct, kw_only=True, forbid_unknown_fields=True):
    """The health of games and their mail: it is well if nobody has to do anything."""

    ok: bool
    needs: list[HealthNeed]
    games: list[GameTold]
    broken: list[NotTaken]
    mail: list[MailWay]
    unsent: Count
    refused: Count
    disks: list[DiskTold]
    warning: str | UnsetType = UNSET


class SentLetter(Struct, forbid_unknown_fields=True):
    """A letter that went into a repository, or may."""

    file: str
    seat: Slug
    kind: Slug


class NotTaken(Struct, kw_only=True, forbid_unknown_fields=True):
    """A file that may not go into a repository, and why."""

    code: str
    message: str
    file: str | UnsetType = UNSET
    line: int | UnsetType = UNSET
    hint: str | UnsetType = UNSET
    clause: str | UnsetType = UNSET


class RequestChecked(Struct, kw_only=True, forbid_unknown_fields=True):
    """Whether a pull request or a push may come in."""

    ok: bool
    letters: list[SentLetter]
    refused: list[NotTaken]


class LettersSent(Struct, kw_only=True, forbid_unknown_fields=True):
    """What left for a repository, what was not fit to leave, and where the game stands there."""

    ok: bool
    letters: list[SentLetter]
    refused: list[NotTaken]
    game: Digest
    seq: Count
    head: Digest
    window: AwaitedWindow
    over: bool
    commit: str | UnsetType = UNSET
    warning: str | UnsetType = UNSET


class RepositoryBegun(Answer, kw_only=True):
    """The files that a repository got, and its first commit."""

    files: list[str]
    commit: str | UnsetType = UNSET
    game: Digest | UnsetType = UNSET
    seq: Count | UnsetType = UNSET
    head: Digest | UnsetType = UNSET
    window: AwaitedWindow | UnsetType = UNSET
    over: bool | UnsetType = UNSET


class Begun(Position, kw_only=True):
    files: list[str]
    invitations: dict[Slug, str]
    terms: list[str]
    key: str | UnsetType = UNSET


class Reminder(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A message to one seat that is awaited."""

    seat: Slug
    lang: str
    question: Slug
    since: Count
    text: str
    name: str | UnsetType = UNSET
    began: Time | UnsetType = UNSET
    deadline: Time | UnsetType = UNSET
    paused: Time | UnsetType = UNSET


class MailedReminder(Struct, kw_only=True, forbid_unknown_fields=True):
    """A mail seat that is awaited: a reminder is queued, there was one today, or the question is not sent yet."""

    seat: Slug
    to: str
    did: Literal["queued", "known", "unasked"]


class Reminded(Position, kw_only=True):
    messages: list[Reminder]
    mails: list[MailedReminder]


class DealtMail(Struct, forbid_unknown_fields=True):
    """A mail that was read: filed, again, refused, asked, ignored or known; why, and where its answer waits."""

    id: str
    did: Literal["filed", "again", "refused", "asked", "ignored", "known"]
    sender: str | UnsetType = UNSET
    why: str | UnsetType = UNSET
    game: str | UnsetType = UNSET
    seat: str | UnsetType = UNSET
    files: list[str] | UnsetType = UNSET
    answer: str | UnsetType = UNSET
    to: str | UnsetType = UNSET


class FailedMail(Struct, forbid_unknown_fields=True):
    """A mail that could not be dealt with and stays where it is."""

    code: str
    message: str


class MailRead(Answer, kw_only=True):
    mails: list[DealtMail]
    failed: list[FailedMail]
