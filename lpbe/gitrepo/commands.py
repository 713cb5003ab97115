"""What people do with a repository: create one, send orders to it, check pushes. Each returns what to print."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct, to_builtins

from ..app.hosting.find_games import around
from ..app.hosting.run_folders import require_folder
from ..app.session.failures import failure_line, listed_failure_data
from ..app.session.locale import Locale, game_language
from ..app.session.open_game import position
from ..app.session.session import Session
from ..kernel.base.canonical import Plain
from ..kernel.base.errors import Failure
from ..kernel.base.safe_text import one_line
from ..kernel.chain.records import GameFile
from ..kernel.disk import files
from . import scaffold
from .check_pull_request import AcceptedLetter, check_request
from .check_push import check_updates, parse_updates
from .git import Git
from .objects import Commits
from .pinned_program import PinnedProgram
from .send_letters import SentLetters, send_letters

MAX_UPDATES_BYTES = 64 << 10


class NewFiles(Struct, frozen=True):
    """Files that were added to a repository."""

    facts: Plain
    lines: list[str]

    def data(self) -> Plain:
        return self.facts

    def text(self) -> str:
        return "\n".join(self.lines)


def init_repository(session: Session, game: str, ci: str, program: PinnedProgram | None = None) -> NewFiles:
    """Make a git repository of a game folder, or add the files to the repository around it."""
    opened = session.open_game(require_folder(game).folder)
    session.address(game_language(opened.game))
    new, commit = scaffold.init_game_repo(opened, scaffold.Workflows(ci), program)
    hint = "git remote add origin URL && git push -u origin main" if commit else "git add, git commit, git push"
    facts = {**position(opened.game), "files": new, **({"commit": commit} if commit else {})}
    return NewFiles(facts, [*new, session.locale.localise("next: {command}", command=hint)])


def init_referee(folder: str, url: str, program: PinnedProgram | None = None) -> NewFiles:
    """Make a second repository whose workflow is the referee of the game at a URL."""
    new, commit = scaffold.init_referee_repo(folder, url, program)
    return NewFiles({"files": new, "commit": commit}, new)


def install_hooks(bare: str, program: str, key: str | None) -> NewFiles:
    """Make a bare repository the referee of its games."""
    new = scaffold.install_hooks(bare, program, key)
    return NewFiles({"files": new}, new)


class SentOrders(Struct, frozen=True):
    """What was sent to a repository, and what was not."""

    sent: SentLetters
    locale: Locale

    @property
    def faults(self) -> list[Failure]:
        return list(self.sent.faults)

    @property
    def game(self) -> GameFile:
        return self.sent.game

    def data(self) -> Plain:
        sent = self.sent
        return {
            "ok": not sent.faults,
            "letters": to_builtins(sent.letters),
            "refused": [listed_failure_data(fault) for fault in sent.faults],
            **({"commit": sent.commit} if sent.commit else {}),
            **position(sent.game),
        }

    def lines(self) -> Iterator[str]:
        localise = self.locale.localise
        seq = self.game.state.seq
        window = self.game.state.window
        for letter in self.sent.letters:
            file = one_line(letter.file)
            yield localise("sent {file}: {seat}, {kind}", file=file, seat=letter.seat, kind=letter.kind)
        if not self.sent.letters and not self.faults:
            yield localise("nothing to send")
        if window.is_over:
            yield localise("step {step}, question {window}: the game is over", step=seq, window=window.number)
        else:
            template = "step {step}, question {window}: waiting for {seats}"
            yield localise(template, step=seq, window=window.number, seats=window.waiting)

    def refused_lines(self) -> list[str]:
        return [failure_line(fault, self.locale) for fault in self.faults]


def send_orders_of(session: Session, game: str) -> SentOrders:
    """Send what waits in a game's inbox to the repository, and get its newest state."""
    sent = send_letters(require_folder(around(game)).folder)
    session.address(game_language(sent.game))
    if sent.behind:
        template = "your own checkout was not updated ({why}); to update it: git pull --rebase"
        session.warn(session.locale.localise(template, why=sent.behind))
    return SentOrders(sent, session.locale)


class CheckedCommits(Struct, frozen=True):
    """The verdict on whether commits can be accepted."""

    letters: list[AcceptedLetter]
    faults: list[Failure]
    locale: Locale

    def data(self) -> Plain:
        refused = [listed_failure_data(fault) for fault in self.faults]
        return {"ok": not refused, "letters": to_builtins(self.letters), "refused": refused}

    def lines(self) -> Iterator[str]:
        template = "accepted: {file}: {seat}, {kind}"
        for letter in self.letters:
            file = one_line(letter.file)
            yield self.locale.localise(template, file=file, seat=letter.seat, kind=letter.kind)

    def refused_lines(self) -> list[str]:
        return [failure_line(fault, self.locale) for fault in self.faults]


def check_commits(session: Session, repo: str, base: str, head: str) -> CheckedCommits:
    """Check that the commits from base to head only add orders."""
    verdict = check_request(Commits(Git("-C", repo)), base, head)
    return CheckedCommits(list(verdict.letters), list(verdict.faults), session.locale)


def check_pushed(session: Session, repo: str) -> CheckedCommits:
    """Check a push in a pre-receive hook, from the lines that git writes to standard input."""
    lines = files.read_stdin(MAX_UPDATES_BYTES).decode("utf-8", "replace")
    verdict = check_updates(Git("-C", repo, quarantine=True), parse_updates(lines))
    return CheckedCommits(list(verdict.letters), list(verdict.faults), session.locale)
