"""What commands answer with --json: stable keys, absent where there is nothing to say."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType

from ..base.canon import Plain
from ..chain.letters import Count, Digest, Slug, Time


class Answer(Struct, kw_only=True, forbid_unknown_fields=True):
    ok: Literal[True]
    warning: str | UnsetType = UNSET
    """What a person should know beside the answer."""


class Failed(Struct, kw_only=True, forbid_unknown_fields=True):
    """Why a command did not do what it was asked."""

    ok: Literal[False]
    code: str
    message: str
    clause: str | UnsetType = UNSET
    hint: str | UnsetType = UNSET
    file: str | UnsetType = UNSET
    line: int | UnsetType = UNSET
    warning: str | UnsetType = UNSET


class AwaitedWindow(Struct, forbid_unknown_fields=True):
    number: Count
    waiting: list[Slug]
    deadline: Time | UnsetType = UNSET


class Position(Answer, kw_only=True):
    """Where a game stands."""

    game: Digest
    seq: Count
    head: Digest
    window: AwaitedWindow
    over: bool


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


class RunDone(Position, kw_only=True):
    applied: list[AppliedOrder]
    refused: list[RefusedOrder]
    mended: list[str]
    ahead: Time | UnsetType = UNSET
    """When the last step says it was, where that is later than it is now: nobody is timed out."""
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


class Filed(Position, kw_only=True):
    """A letter on its way; orders as they were understood, what they come to and replace, what is kept for later."""

    files: list[str]
    orders: list[Plain] | UnsetType = UNSET
    texts: list[str] | UnsetType = UNSET
    events: list[Plain] | UnsetType = UNSET
    plans: list[Plain] | UnsetType = UNSET
    depends: str | UnsetType = UNSET
    replaces: int | UnsetType = UNSET
    draft: list[Plain] | UnsetType = UNSET
    dropped: list[Plain] | UnsetType = UNSET
    lost: list[Plain] | UnsetType = UNSET
    policy: Plain | UnsetType = UNSET
    key: str | UnsetType = UNSET
    terms: list[str] | UnsetType = UNSET


class SeatTold(Struct, forbid_unknown_fields=True):
    id: Slug
    name: str | UnsetType = UNSET
    sign: str | UnsetType = UNSET
    held: str | UnsetType = UNSET


class Shown(Position, kw_only=True):
    table: Plain
    seats: list[SeatTold]
    terms: list[str]
    seat: Slug | UnsetType = UNSET
    screen: Plain | UnsetType = UNSET
    news: list[Plain] | UnsetType = UNSET


class Foreseen(Struct, forbid_unknown_fields=True):
    """What is sure to follow from an order: what about, in words, whether it is good or bad for the seat, and where."""

    key: str
    text: str
    tone: Literal["good", "bad"] | UnsetType = UNSET
    place: str | UnsetType = UNSET


class LegalOrders(Position, kw_only=True):
    """The orders a seat may give, each as data, as it is typed, what it costs and brings, and what is foreseen."""

    seat: Slug
    orders: list[Plain]
    texts: list[str]
    effects: list[str]
    foresight: list[list[Foreseen]]
    complete: bool


class Tried(Position, kw_only=True):
    seat: Slug
    events: list[Plain]
    foresight: list[Foreseen]
    draft: list[Plain]
    dropped: list[Plain]
    plans: list[Plain]
    depends: str | UnsetType = UNSET


class Reported(Position, kw_only=True):
    events: list[Plain]
    report: str


class Copied(Position, kw_only=True):
    """A file to be mailed, and from which step on it tells what happened."""

    files: list[str]
    since: Count


class Drawn(Position, kw_only=True):
    format: Literal["text", "svg"]
    changed: list[str]
    files: list[str]
    seat: Slug | UnsetType = UNSET
    board: str | UnsetType = UNSET


class SeatGiven(Struct, forbid_unknown_fields=True):
    """A seat that was given to other keys: by whom, or after how many misses to which bot."""

    seq: Count
    seat: Slug
    endorsed: list[Slug] | UnsetType = UNSET
    host: bool | UnsetType = UNSET
    held: str | UnsetType = UNSET
    missed: Count | UnsetType = UNSET


class TimedOutWindow(Struct, forbid_unknown_fields=True):
    """A window that time closed."""

    seq: Count
    window: Count
    deadline: Time
    at: Time
    seats: list[Slug]
    silent: list[Slug] | UnsetType = UNSET


class TimeChanged(Struct, forbid_unknown_fields=True):
    """A change of pace, a pause, a later deadline."""

    seq: Count
    kind: Literal["pace", "pause", "extend"]
    to: str
    before: str | UnsetType = UNSET
    endorsed: list[Slug] | UnsetType = UNSET


class Verified(Answer, kw_only=True):
    game: Digest
    seq: Count
    head: Digest
    level: Literal[0, 1, 2]
    steps: Count
    history: bool
    signed: bool
    over: bool
    complete: bool
    """Everything there is has been checked: exit 0."""
    unfinished: bool
    held: list[Slug]
    holders: dict[Slug, str]
    own: list[Slug]
    reports: Count
    unchecked: Count
    unchecked_reports: list[Count]
    unchecked_bots: dict[str, Count]
    receipts: Count
    untried: Count
    other_rules: bool
    """The rules at hand are not those the game was begun with."""
    unproven: list[Literal["draws", "hidden", "end", "history", "players", "mail"]]
    terms: list[str]
    replaced: list[SeatGiven]
    rekeyed: list[SeatGiven]
    handovers: list[Count]
    timeouts: list[TimedOutWindow]
    times: list[TimeChanged]
    moves: dict[Slug, Count]
    late: dict[Slug, Count]


class Migrated(Position, kw_only=True):
    """How far a game was played again by the rules at hand; level none where it was begun with them."""

    level: Literal[0, 1, 2] | None
    steps: Count
    engine: str


class Evidence(Answer, kw_only=True):
    """What two files, or a bundle of evidence, prove: whom they convict, if anybody."""

    kind: Literal["fork", "letters", "receipts", "false-step", "complaint"]
    code: str
    convicts: str
    says: str
    files: list[str] | UnsetType = UNSET


class Awaited(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """What one game wants of whoever asks: an answer, an endorsement, a run, or nothing, and then why."""

    path: str
    game: Digest
    rules: Slug
    seq: Count
    since: Count
    wants: Literal["answer", "endorse", "run", "nothing"]
    text: str
    why: Literal["filed", "answered", "others", "over", "stranger"] | UnsetType = UNSET
    question: Slug | UnsetType = UNSET
    seats: list[Slug] | UnsetType = UNSET
    """Who is awaited: your own seats where an answer is wanted of you, else the others."""
    orders: Count | UnsetType = UNSET
    began: Time | UnsetType = UNSET
    deadline: Time | UnsetType = UNSET
    paused: Time | UnsetType = UNSET
    vacation: dict[Slug, Count] | UnsetType = UNSET
    """Days that your seats may still be late."""


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


class Reminded(Position, kw_only=True):
    messages: list[Reminder]


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


class Unread(Struct, forbid_unknown_fields=True):
    file: str
    code: str
    message: str


class ToDo(Answer, kw_only=True):
    games: list[Awaited]
    unread: list[Unread]


class Pinned(Position, kw_only=True):
    """What a key remembers of a game: the step it saw last, and whether the game file follows."""

    file: str
    pinned: Count | UnsetType = UNSET
    pinned_head: Digest | UnsetType = UNSET
    seen: Time | UnsetType = UNSET
    started: bool | UnsetType = UNSET
    roster: Digest | UnsetType = UNSET
    follows: str | UnsetType = UNSET
    reset: bool | UnsetType = UNSET


class Clause(Struct, forbid_unknown_fields=True):
    id: str
    text: str


class ToldClause(Clause, forbid_unknown_fields=True):
    game: Slug


class Clauses(Answer, kw_only=True):
    clauses: list[ToldClause]


class Chapter(Struct, forbid_unknown_fields=True):
    id: str
    title: str
    clauses: list[Clause]


class Option(Struct, forbid_unknown_fields=True):
    """An option of the rules as it is in force, and in words."""

    module: Slug
    name: str
    value: Any
    usual: bool
    label: str
    text: str


class RuleSheet(Answer, kw_only=True):
    rules: Slug
    version: Count
    lang: str
    overview: list[str]
    expansions: list[Slug]
    options: list[Option]
    chapters: list[Chapter]
    game: Digest | UnsetType = UNSET


class Completion(Answer, kw_only=True):
    shell: Literal["bash", "fish", "zsh"]
    script: str


class ToldStep(Struct, forbid_unknown_fields=True):
    """What one step of a replay tells; before the first turn it belongs to none."""

    seq: Count
    lines: list[str]
    events: list[Plain]
    seat: Slug | UnsetType = UNSET
    turn: Count | UnsetType = UNSET


class Replayed(Position, kw_only=True):
    """Where the last of these steps led to."""

    steps: list[ToldStep]
    files: list[str]


ANSWERS: dict[str, Any] = {
    "failure": Failed,
    "apply": Applied,
    "run": RunDone,
    "runs": RunsDone,
    "new": Begun,
    "repo": RepositoryBegun,
    "repo-send": LettersSent,
    "check-pr": RequestChecked,
    "order": Filed,
    "show": Shown,
    "legal": LegalOrders,
    "try": Tried,
    "report": Reported,
    "copy": Copied,
    "board": Drawn,
    "verify": Verified,
    "migrate": Migrated,
    "evidence": Evidence,
    "todo": ToDo,
    "remind": Reminded,
    "mail-in": MailRead,
    "pin": Pinned,
    "rule": Clauses,
    "rules": RuleSheet,
    "completion": Completion,
    "replay": Replayed,
}
