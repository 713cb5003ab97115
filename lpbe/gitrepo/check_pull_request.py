"""Check a pull request or a player's push: it can only add letters to inboxes, each readable and signed by its seat."""

from __future__ import annotations

from msgspec import Struct, field

from ..app.hosting.received_letters import read_submitted
from ..kernel.base.errors import Failure, Rejected
from ..kernel.base.safe_text import quote
from ..kernel.chain.letter import kind_of
from ..kernel.chain.records import GameFile
from ..kernel.disk import files, safe_open
from .commit_checks import check_folders, check_history_size
from .objects import Change, Commits, Item
from .submitted_letters import check_mode, check_name, check_submitted, game_at, inbox_place, with_file

MAX_FAULTS = 20


class AcceptedLetter(Struct, frozen=True):
    """A letter that may be merged."""

    file: str
    seat: str
    kind: str


class Verdict(Struct):
    """The good letters of a pull request, and what is wrong with it."""

    letters: list[AcceptedLetter] = field(default_factory=list)
    faults: list[Failure] = field(default_factory=list)


class Request(Struct):
    """A pull request: what is merged into base, checked against what base has now."""

    commits: Commits
    base: str
    head: str
    games: list[str]
    _games: dict[str, GameFile] = field(default_factory=dict)
    _inboxes: dict[str, dict[str, Item]] = field(default_factory=dict)
    _blobs: dict[str, dict[str, str]] = field(default_factory=dict)
    """For each blob in an inbox, the first path that has it."""

    def game(self, folder: str) -> GameFile:
        """Return a game as it is in base, so that nobody can choose the game that checks their letters."""
        if folder not in self._games:
            self._games[folder] = game_at(self.commits, self.base, folder)
        return self._games[folder]

    def check_letter(self, change: Change) -> AcceptedLetter:
        """Check a change that must add a letter."""
        place = inbox_place(change.path, self.games)
        if place is None:
            raise not_allowed(change.path)
        folder, name = place
        if change.before and change.after:
            hint = "undo your change and send another order: lpbe order"
            raise Rejected("E_FILE_EXISTS", "'{path}' is there already", hint, path=quote(change.path))
        check_mode(change.path, change.after)
        check_name(change.path, name)
        self.check_name_is_free(change, folder)
        self.check_is_new(change, folder)
        envelope = read_submitted(change.path, self.content(change))
        check_submitted(self.game(folder), envelope)
        return AcceptedLetter(change.path, envelope.letter.seat, kind_of(envelope.letter))

    def inbox_files(self, folder: str) -> dict[str, Item]:
        """Return the files of an inbox and the letters accepted so far, by path in lower case, as some disks see it."""
        if folder not in self._inboxes:
            below = f"{folder}/inbox/" if folder else "inbox/"
            self._inboxes[folder] = {item.path.lower(): item for item in self.commits.items(self.base, below)}
        return self._inboxes[folder]

    def check_name_is_free(self, change: Change, folder: str) -> None:
        """Check that nobody else has taken the file name in the meantime."""
        own = Item(change.path, change.after, change.blob)
        taken = self.inbox_files(folder).setdefault(change.path.lower(), own)
        if (taken.path, taken.blob) != (own.path, own.blob):
            hint = "get the newest state with git pull --rebase, then give the order again"
            raise Rejected("E_FILE_EXISTS", "'{path}' is there already", hint, path=quote(change.path))

    def check_is_new(self, change: Change, folder: str) -> None:
        """Refuse a copy of a letter under another name before reading it, since every copy costs time."""
        if folder not in self._blobs:
            self._blobs[folder] = {item.blob: item.path for item in self.inbox_files(folder).values()}
        first = self._blobs[folder].setdefault(change.blob, change.path)
        if first != change.path:
            hint = "remove one of them: an order is sent only once"
            template = "'{path}' is the same order as '{other}'"
            raise Rejected("E_FILE_EXISTS", template, hint, path=quote(change.path), other=quote(first))

    def content(self, change: Change) -> bytes:
        if self.commits.blob_sizes([change.blob]).get(change.blob, files.MAX_ORDER_BYTES + 1) > files.MAX_ORDER_BYTES:
            raise Rejected.like(safe_open.too_large(change.path, files.MAX_ORDER_BYTES))
        return next(self.commits.contents([change.blob]))


def not_allowed(path: str) -> Rejected:
    hint = "remove that change: players can only add files to inbox/"
    return Rejected("E_FILE_PLACE", "you cannot change '{path}'", hint, path=quote(path))


def check_request(commits: Commits, base: str, head: str) -> Verdict:
    """Check whether the commits between base and head may be merged; no secret is needed."""
    base = commits.resolve(base)
    head = commits.resolve(head)
    merge_base = commits.git.line("merge-base", base, head)
    if not merge_base:
        raise Rejected(
            "E_GIT", "these commits have no history in common with the game", "start from a clone of the game"
        )
    verdict = Verdict(faults=[*check_folders(commits, base, head), *check_history_size(commits, base, head)])
    if verdict.faults:
        return verdict
    request = Request(commits, base, head, commits.games(base))
    for change in commits.changes_between(merge_base, head):
        try:
            verdict.letters.append(request.check_letter(change))
        except Rejected as fault:
            verdict.faults.append(with_file(fault, change.path))
        if len(verdict.faults) == MAX_FAULTS:
            break
    return verdict
