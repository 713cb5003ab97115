"""JSON answers of the commands that hosts use: new games, runs, repositories, reminders and mail."""

from __future__ import annotations

from enum import StrEnum
from typing import Literal

from msgspec import UNSET, Struct, UnsetType, field

from ..base.canonical import Plain
from ..chain.letter import Count, Digest, Slug, Time
from .answer import Answer, AwaitedWindow, Position


class ApplyAnswer(Position, kw_only=True):
    events: list[Plain]
    files: list[str]


class AppliedOrder(Struct, forbid_unknown_fields=True):
    seq: Count
    seat: Slug
    order: Digest


class RefusedOrder(Struct, forbid_unknown_fields=True):
    """A file of the inbox that was refused: why, the name it is kept under, and whose letter it was, if authentic."""

    file: str
    code: str
    kept: str
    message: str | UnsetType = UNSET
    seat: Slug | UnsetType = UNSET
    kind: Slug | UnsetType = UNSET


class HeldSeat(Struct, forbid_unknown_fields=True):
    """A seat that is not timed out yet because mail did not reach it or could not be read, and until when at most."""

    seat: Slug
    since: Time
    code: str
    message: str
    until: Time | UnsetType = UNSET


class RunAnswer(Position, kw_only=True):
    applied: list[AppliedOrder]
    refused: list[RefusedOrder]
    mended: list[str]
    ahead: Time | UnsetType = UNSET
    """The time of the last step, if that is in the future: then nobody is timed out."""
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


class RunsAnswer(Struct, kw_only=True, forbid_unknown_fields=True):
    """A run over many games; `ok` if none of them is broken."""

    ok: bool
    games: list[FolderRun]
    broken: list[BrokenFolder]
    commits: list[str] | UnsetType = UNSET
    pushed: bool | UnsetType = UNSET
    warning: str | UnsetType = UNSET


class HealthNeed(Struct, kw_only=True, forbid_unknown_fields=True):
    """Something that needs attention: at a seat, by the host, or later, since it may go away by itself."""

    urgency: Literal["seat", "host", "later"]
    code: str
    message: str
    hint: str | UnsetType = UNSET
    since: Time | UnsetType = UNSET
    path: str | UnsetType = UNSET
    seat: Slug | UnsetType = UNSET


class GameHealth(Struct, kw_only=True, forbid_unknown_fields=True):
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


class MailDirection(Struct, kw_only=True, forbid_unknown_fields=True):
    """Mail in or out: its mailbox or folders, when it was last tried, when it last worked, and why it fails."""

    way: Literal["in", "out"]
    name: str
    tried: Time | UnsetType = UNSET
    worked: Time | UnsetType = UNSET
    failing: Time | UnsetType = UNSET
    code: str | UnsetType = UNSET
    message: str | UnsetType = UNSET


class DiskSpace(Struct, forbid_unknown_fields=True):
    path: str
    free_mb: Count


class HealthAnswer(Struct, kw_only=True, forbid_unknown_fields=True):
    """The health of games and their mail; `ok` if nothing needs attention."""

    ok: bool
    needs: list[HealthNeed]
    games: list[GameHealth]
    broken: list[RejectedFile]
    mail: list[MailDirection]
    unsent: Count
    refused: Count
    disks: list[DiskSpace]
    warning: str | UnsetType = UNSET


class SentLetter(Struct, forbid_unknown_fields=True):
    """A letter that went into a repository, or may."""

    file: str
    seat: Slug
    kind: Slug


class RejectedFile(Struct, kw_only=True, forbid_unknown_fields=True):
    """A file that may not go into a repository, and why."""

    code: str
    message: str
    file: str | UnsetType = UNSET
    line: int | UnsetType = UNSET
    hint: str | UnsetType = UNSET
    clause: str | UnsetType = UNSET


class CheckAnswer(Struct, kw_only=True, forbid_unknown_fields=True):
    """Whether a pull request or a push may be accepted."""

    ok: bool
    letters: list[SentLetter]
    refused: list[RejectedFile]


class SendAnswer(Struct, kw_only=True, forbid_unknown_fields=True):
    """The letters sent to a repository, those that were refused, and the step that the game has reached there."""

    ok: bool
    letters: list[SentLetter]
    refused: list[RejectedFile]
    game: Digest
    seq: Count
    head: Digest
    window: AwaitedWindow
    over: bool
    commit: str | UnsetType = UNSET
    warning: str | UnsetType = UNSET


class RepositoryAnswer(Answer, kw_only=True):
    """The files of a new repository, and its first commit."""

    files: list[str]
    commit: str | UnsetType = UNSET
    game: Digest | UnsetType = UNSET
    seq: Count | UnsetType = UNSET
    head: Digest | UnsetType = UNSET
    window: AwaitedWindow | UnsetType = UNSET
    over: bool | UnsetType = UNSET


class NewGameAnswer(Position, kw_only=True):
    files: list[str]
    invitations: dict[Slug, str]
    terms: list[str]
    key: str | UnsetType = UNSET


class InviteAnswer(Position, kw_only=True):
    """The invitations to the seats that are still free: codes, and links with --link."""

    invitations: dict[Slug, str]
    links: dict[Slug, str] | UnsetType = UNSET


class Reminder(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A message to a seat that has to answer."""

    seat: Slug
    lang: str
    question: Slug
    since: Count
    text: str
    name: str | UnsetType = UNSET
    began: Time | UnsetType = UNSET
    deadline: Time | UnsetType = UNSET
    paused: Time | UnsetType = UNSET


class ReminderStatus(StrEnum):
    """What became of a reminder: queued, sent or queued today already, or before the question itself is sent."""

    QUEUED = "queued"
    KNOWN = "known"
    UNASKED = "unasked"


class MailedReminder(Struct, kw_only=True, forbid_unknown_fields=True):
    """A mail seat that has to answer: a reminder is queued, one was sent today, or its question is not sent yet."""

    seat: Slug
    to: str
    status: ReminderStatus = field(name="did")


class RemindAnswer(Position, kw_only=True):
    messages: list[Reminder]
    mails: list[MailedReminder]


class ProcessedMail(Struct, forbid_unknown_fields=True):
    """An e-mail that was read: what was done with it, why, and where its answer waits."""

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
    """An e-mail that could not be processed and stays where it is."""

    code: str
    message: str


class MailInAnswer(Answer, kw_only=True):
    mails: list[ProcessedMail]
    failed: list[FailedMail]
