"""A pull request, or a push of a player's: only new letters in inboxes, each readable and signed by its seat."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct, field

from ..kernel.base.errors import Failure, Rejected
from ..kernel.base.text import quote
from ..kernel.chain.letters import kind_of
from ..kernel.chain.records import GameFile
from ..kernel.disk import files
from .commits import Change, Commits
from .letters import check_mode, check_name, check_sent, game_at, in_file, inbox_place, read_sent

MOST_OBJECTS = 1000
"""So many things a pull request may bring into the history, also such as it takes away again."""
MOST_COMPLAINTS = 20


class Checked(Struct, frozen=True):
    """A letter that may come in."""

    file: str
    seat: str
    kind: str


class Verdict(Struct):
    """What a pull request brings, and what stands against it."""

    letters: list[Checked] = field(default_factory=list)
    faults: list[Failure] = field(default_factory=list)


class Request(Struct):
    """The changes from where somebody began to what he offers, judged by what is there now."""

    commits: Commits
    base: str
    head: str
    games: list[str]
    known: dict[str, GameFile] = field(default_factory=dict)

    def game(self, folder: str) -> GameFile:
        """Always as it is there now: nobody says himself by which game he is judged."""
        if folder not in self.known:
            self.known[folder] = game_at(self.commits, self.base, folder)
        return self.known[folder]

    def letter(self, change: Change) -> Checked:
        place = inbox_place(change.path, self.games)
        if place is None:
            raise not_yours(change.path)
        folder, name = place
        if change.before and change.after:
            hint = "take your change back, and send another order: lpbe order"
            raise Rejected("E_FILE_EXISTS", "'{path}' is there already", hint, path=quote(change.path))
        check_mode(change.path, change.after)
        check_name(change.path, name)
        self.check_free(change)
        envelope = read_sent(change.path, self.content(change))
        check_sent(self.game(folder), envelope)
        return Checked(change.path, envelope.order.seat, kind_of(envelope.order))

    def check_free(self, change: Change) -> None:
        """Since somebody began, another may have taken the name."""
        taken = [item for item in self.commits.items(self.base, change.path) if item.blob != change.blob]
        if taken:
            hint = "get the newest state, then order again: git pull --rebase"
            raise Rejected("E_FILE_EXISTS", "'{path}' is there already", hint, path=quote(change.path))

    def content(self, change: Change) -> bytes:
        if self.commits.sizes([change.blob]).get(change.blob, files.ORDER + 1) > files.ORDER:
            raise Rejected.like(files.too_large(change.path, files.ORDER))
        return next(self.commits.contents([change.blob]))


def not_yours(path: str) -> Rejected:
    hint = "take that change out: players only add files to inbox/"
    return Rejected("E_FILE_PLACE", "'{path}' is not yours to change", hint, path=quote(path))


def check_request(commits: Commits, base: str, head: str) -> Verdict:
    """Whether what lies between two commits may be taken in, without any secret."""
    base, head = commits.named(base), commits.named(head)
    begun = commits.git.word("merge-base", base, head)
    if not begun:
        raise Rejected("E_GIT", "this has no history in common with the game", "begin from a clone of it")
    verdict = Verdict(faults=list(hidden_weight(commits, base, head)))
    request = Request(commits, base, head, commits.games(base))
    changes = commits.changes_between(begun, head)
    for change in changes if not verdict.faults else []:
        try:
            verdict.letters.append(request.letter(change))
        except Rejected as fault:
            verdict.faults.append(in_file(fault, change.path))
        if len(verdict.faults) == MOST_COMPLAINTS:
            break
    return verdict


def hidden_weight(commits: Commits, base: str, head: str) -> Iterator[Failure]:
    """What a history brings along, though its last commit may not show it."""
    told = commits.git("rev-list", "--objects", "--no-object-names", f"--max-count={MOST_OBJECTS}", head, f"^{base}")
    names = told.decode().split()
    if len(names) >= MOST_OBJECTS:
        yield Rejected("E_FILE_SIZE", "this brings more than {most} objects into the history", most=MOST_OBJECTS)
        return
    largest = max(commits.sizes(names).values(), default=0)
    if largest > files.ORDER:
        hint = "make a new branch without it: what was committed once stays in the history"
        told_of = "a file of {size} bytes stands in these commits; an order has {limit} at most"
        yield Rejected("E_FILE_SIZE", told_of, hint, size=largest, limit=files.ORDER)
