"""A pull request, or a push of a player's: only new letters in inboxes, each readable and signed by its seat."""

from __future__ import annotations

from msgspec import Struct, field

from ..kernel.base.errors import Failure, Rejected
from ..kernel.base.text import quote
from ..kernel.chain.letters import kind_of
from ..kernel.chain.records import GameFile
from ..kernel.disk import files
from .brought import hidden_weight, odd_folders
from .commits import Change, Commits, Item
from .letters import check_mode, check_name, check_sent, game_at, in_file, inbox_place, read_sent

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
    lying: dict[str, dict[str, Item]] = field(default_factory=dict)

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
        self.check_free(change, folder)
        envelope = read_sent(change.path, self.content(change))
        check_sent(self.game(folder), envelope)
        return Checked(change.path, envelope.order.seat, kind_of(envelope.order))

    def waiting(self, folder: str) -> dict[str, Item]:
        """What lies in an inbox or has just been found good, by its name on a disk that does not tell A from a."""
        if folder not in self.lying:
            below = f"{folder}/inbox/" if folder else "inbox/"
            self.lying[folder] = {item.path.lower(): item for item in self.commits.items(self.base, below)}
        return self.lying[folder]

    def check_free(self, change: Change, folder: str) -> None:
        """Since somebody began, another may have taken the name."""
        own = Item(change.path, change.after, change.blob)
        taken = self.waiting(folder).setdefault(change.path.lower(), own)
        if (taken.path, taken.blob) != (own.path, own.blob):
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
    verdict = Verdict(faults=[*odd_folders(commits, base, head), *hidden_weight(commits, base, head)])
    if verdict.faults:
        return verdict
    request = Request(commits, base, head, commits.games(base))
    for change in commits.changes_between(begun, head):
        try:
            verdict.letters.append(request.letter(change))
        except Rejected as fault:
            verdict.faults.append(in_file(fault, change.path))
        if len(verdict.faults) == MOST_COMPLAINTS:
            break
    return verdict
