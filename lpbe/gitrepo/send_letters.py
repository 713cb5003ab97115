"""Send a player's letters: commit them on top of the newest state and push, even while others push."""

from __future__ import annotations

from os.path import join

from msgspec import Struct, field

from ..app.hosting.received_letters import read_submitted
from ..app.session.open_game import time_to_write
from ..kernel.base.errors import Failure, FileTooLarge, Rejected
from ..kernel.base.safe_text import quote
from ..kernel.chain.letter import kind_of, letter_id
from ..kernel.chain.letter_checks import check_letter
from ..kernel.chain.records import Envelope, GameFile, head_id
from ..kernel.disk import files, folders
from .check_pull_request import AcceptedLetter
from .git import Git
from .mirror import MAX_LOG_BYTES, RESULT, TIP, Mirror, MirrorRole, open_mirror
from .objects import Commits
from .publish import has_filters, publish_with_retry, update_checkout
from .remote import checkout_top, followed_source, path_inside
from .submitted_letters import check_name, game_at, with_file


class SentLetters(Struct, frozen=True):
    """The letters that were sent, those that were refused, and the game as the repository has it."""

    letters: list[AcceptedLetter]
    faults: list[Failure]
    game: GameFile
    commit: str = ""
    behind: str = ""


class Submission(Struct):
    """The letters of one inbox to be sent."""

    mirror: Mirror
    folder: str
    letters: dict[str, bytes]
    """Letters by their path in the repository."""
    game: GameFile | None = None
    sent: list[AcceptedLetter] = field(default_factory=list)
    faults: list[Failure] = field(default_factory=list)
    blobs: dict[str, str] = field(default_factory=dict)

    def make(self, base: str) -> str:
        """Commit the letters that are new and can be applied to the game as it is now; return the commit."""
        self.sent = []
        self.faults = []
        self.blobs = {}
        self.game = game_at(self.mirror, base, self.folder)
        for path, data in self.letters.items():
            try:
                self.add(base, path, data)
            except Rejected as fault:
                if not self.is_applied(base, path, data):
                    self.faults.append(with_file(fault, path))
        message = ", ".join(f"{one.seat}: {one.kind}" for one in self.sent)
        return self.mirror.commit(base, self.blobs, f"{message}\n") if self.sent else ""

    def add(self, base: str, path: str, data: bytes) -> None:
        """Add a letter to the commit unless it is already there. Raise if it cannot be applied."""
        assert self.game
        blob = self.mirror.store_data(data)
        there = [item.blob for item in self.mirror.items(base, path)]
        if there == [blob]:
            return
        if there:
            hint = "now that you have the newest state, give the order again: lpbe order"
            raise Rejected("E_FILE_EXISTS", "there is already another order called '{path}'", hint, path=quote(path))
        check_name(path, path.rpartition("/")[2])
        envelope = read_submitted(path, data)
        check_fresh(self.game, envelope)
        self.blobs[path] = blob
        self.sent.append(AcceptedLetter(path, envelope.letter.seat, kind_of(envelope.letter)))

    def is_applied(self, base: str, path: str, data: bytes) -> bool:
        """Return whether the letter has already been applied, although it is still in this inbox."""
        try:
            name = letter_id(read_submitted(path, data).letter)
        except Rejected:
            return False
        log = f"{self.folder}/log.jsonl" if self.folder else "log.jsonl"
        return f'"order":"{name}"'.encode() in self.mirror.content(base, log, MAX_LOG_BYTES)


def check_fresh(game: GameFile, envelope: Envelope) -> None:
    """Check that a letter can still be applied, as far as this can be known without secrets."""
    at = time_to_write(game.genesis, None, game.last.head)
    check_letter(game.genesis, game.state, head_id(game.last.head), envelope, at)


def send_letters(folder: str) -> SentLetters:
    """Send the letters of a checkout's inbox that its remote does not have, and bring the checkout up to date."""
    top = checkout_top(folder)
    source = followed_source(top)
    mirror = open_mirror(source, MirrorRole.SEND)
    with folders.lock(mirror.home):
        place = path_inside(top, folder)
        submission = Submission(mirror, place, unsent_letters(top, place))
        commit = publish_with_retry(mirror, submission.make, mirror.push)
        behind = update_checkout_after_push(mirror, submission.blobs if commit else {}, RESULT if commit else TIP)
        mirror.pack()
        assert submission.game
        return SentLetters(
            letters=submission.sent, faults=submission.faults, game=submission.game, commit=commit, behind=behind
        )


def unsent_letters(top: str, folder: str) -> dict[str, bytes]:
    """Return the letters of the inbox that were not in the repository when it was last fetched."""
    git = Git("-C", top)
    start = f"{folder}/inbox/" if folder else "inbox/"
    seen = git.line("rev-parse", "--verify", "--quiet", "@{upstream}") or git.line("rev-parse", "--verify", "HEAD")
    known = {item.path: item.blob for item in Commits(git).items(seen, start)}
    found = [start + name for name in folders.file_names(join(top, start))]
    letters = {path: letter_bytes(join(top, path)) for path in found}
    return {path: data for path, data in letters.items() if known.get(path) != blob_id(git, data)}


def letter_bytes(path: str) -> bytes:
    """Return the bytes of a letter. For a file that is too long, return bytes that will be refused for that."""
    try:
        return files.read(path, files.MAX_ORDER_BYTES)
    except FileTooLarge:
        return b"\0" * (files.MAX_ORDER_BYTES + 1)


def blob_id(git: Git, data: bytes) -> str:
    return git("hash-object", "--no-filters", "--stdin", data=data).decode().strip()


def update_checkout_after_push(mirror: Mirror, blobs: dict[str, str], ref: str) -> str:
    """Update the checkout. The letters are already there, as files that git did not know."""
    git = Git("-C", mirror.source.checkout)
    fresh = [] if has_filters(git) else [path for path in blobs if not git.line("ls-files", "--", path)]
    for path in fresh:
        git.attempt("update-index", "--add", "--cacheinfo", f"100644,{blobs[path]},{path}")
    behind = update_checkout(mirror, ref)
    if behind:
        for path in fresh:
            git.attempt("update-index", "--force-remove", "--", path)
    return behind
