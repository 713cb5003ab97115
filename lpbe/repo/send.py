"""A player's letters on their way: into the repository as it is now, whoever else pushes meanwhile."""

from __future__ import annotations

from os.path import join

from msgspec import Struct, field

from ..app.game import time_to_write
from ..kernel.base.errors import Failure, Rejected
from ..kernel.base.text import quote
from ..kernel.chain.checks import check_letter
from ..kernel.chain.letters import kind_of, letter_id
from ..kernel.chain.records import Envelope, GameFile, head_id
from ..kernel.disk import files
from .checkout import catch_up, is_filtered
from .commits import Commits
from .git import Git
from .letters import check_name, game_at, in_file, read_sent
from .mirror import LONGEST_LOG, RESULT, TIP, Mirror, open_mirror
from .pull import Checked
from .races import race
from .source import followed_source, inside, top_of


class Sent(Struct, frozen=True):
    """What left, what was not fit to leave, and how the game stands there."""

    letters: list[Checked]
    faults: list[Failure]
    game: GameFile
    commit: str = ""
    behind: str = ""


class Errand(Struct):
    """Letters of one inbox, on their way."""

    mirror: Mirror
    folder: str
    letters: dict[str, bytes]
    """What is to be sent, by its place in the repository."""
    game: GameFile | None = None
    sent: list[Checked] = field(default_factory=list)
    faults: list[Failure] = field(default_factory=list)
    blobs: dict[str, str] = field(default_factory=dict)

    def make(self, base: str) -> str:
        """A commit with what is new and fits the game as it is now."""
        self.sent, self.faults, self.blobs = [], [], {}
        self.game = game_at(self.mirror, base, self.folder)
        for path, data in self.letters.items():
            try:
                self.add(base, path, data)
            except Rejected as fault:
                if not self.is_done(base, path, data):
                    self.faults.append(in_file(fault, path))
        told = ", ".join(f"{one.seat}: {one.kind}" for one in self.sent)
        return self.mirror.commit(base, self.blobs, f"{told}\n") if self.sent else ""

    def add(self, base: str, path: str, data: bytes) -> None:
        assert self.game
        blob = self.mirror.keep_data(data)
        there = [item.blob for item in self.mirror.items(base, path)]
        if there == [blob]:
            return
        if there:
            hint = "order again, now that you have the newest state: lpbe order"
            raise Rejected("E_FILE_EXISTS", "another order lies there as '{path}'", hint, path=quote(path))
        check_name(path, path.rpartition("/")[2])
        envelope = read_sent(path, data)
        check_fresh(self.game, envelope)
        self.blobs[path] = blob
        self.sent.append(Checked(path, envelope.order.seat, kind_of(envelope.order)))

    def is_done(self, base: str, path: str, data: bytes) -> bool:
        """What was applied long ago need not be sent, though it still lies here."""
        try:
            name = letter_id(read_sent(path, data).order)
        except Rejected:
            return False
        log = f"{self.folder}/log.jsonl" if self.folder else "log.jsonl"
        return f'"order":"{name}"'.encode() in self.mirror.content(base, log, LONGEST_LOG)


def check_fresh(game: GameFile, envelope: Envelope) -> None:
    """It can still be applied, as far as anybody sees without secrets."""
    at = time_to_write(game.genesis, None, game.last.head)
    check_letter(game.genesis, game.state, head_id(game.last.head), envelope, at)


def send(folder: str) -> Sent:
    """Send what lies in the inbox of a checkout and its remote does not have; bring the checkout up to date."""
    top = top_of(folder)
    source = followed_source(top)
    mirror = open_mirror(source, "send")
    with files.lock(mirror.home):
        place = inside(top, folder)
        errand = Errand(mirror, place, unsent(top, place))
        commit = race(mirror, errand.make, mirror.push)
        behind = settle(mirror, errand.blobs if commit else {}, RESULT if commit else TIP)
        mirror.pack()
        assert errand.game
        return Sent(errand.sent, errand.faults, errand.game, commit, behind)


def unsent(top: str, folder: str) -> dict[str, bytes]:
    """What lies in the inbox and was not in the repository when it was seen last."""
    git = Git("-C", top)
    start = f"{folder}/inbox/" if folder else "inbox/"
    seen = git.word("rev-parse", "--verify", "--quiet", "@{upstream}") or git.word("rev-parse", "--verify", "HEAD")
    known = {item.path: item.blob for item in Commits(git).items(seen, start)}
    found = [start + name for name in files.names(join(top, start))]
    letters = {path: content(join(top, path)) for path in found}
    return {path: data for path, data in letters.items() if known.get(path) != blob_name(git, data)}


def content(path: str) -> bytes:
    """What a file of an inbox holds, as far as a letter may be long."""
    try:
        return files.read(path, files.ORDER)
    except Failure as fault:
        if fault.code != "E_FILE_SIZE":
            raise
        return b"\0" * (files.ORDER + 1)


def blob_name(git: Git, data: bytes) -> str:
    return git("hash-object", "--no-filters", "--stdin", data=data).decode().strip()


def settle(mirror: Mirror, blobs: dict[str, str], ref: str) -> str:
    """Bring the checkout to what was pushed: the letters lie in it already, as files that git did not know."""
    git = Git("-C", mirror.source.checkout)
    fresh = [] if is_filtered(git) else [path for path in blobs if not git.word("ls-files", "--", path)]
    for path in fresh:
        git.attempt("update-index", "--add", "--cacheinfo", f"100644,{blobs[path]},{path}")
    behind = catch_up(mirror, ref)
    if behind:
        for path in fresh:
            git.attempt("update-index", "--force-remove", "--", path)
    return behind
