"""Run games in a repository and publish the result. A run that loses the race is discarded and repeated."""

from __future__ import annotations

from collections.abc import Sequence
from os.path import join

from msgspec import Struct
from msgspec.structs import replace

from ..app.hosting.find_games import find_all_games
from ..app.hosting.run_folders import GamesRun, RunFailure, RunResult, names_one_game, try_run_folder
from ..app.hosting.run_record import record_runs
from ..app.session.pending_pins import Unpublished, publishing
from ..app.session.session import Session
from ..kernel.base.errors import Failure
from ..kernel.base.safe_text import one_line
from ..kernel.disk import files, folders, safe_open
from .mirror import RESULT, TIP, Mirror, MirrorRole, open_mirror
from .publish import fast_forward, publish_with_retry, update_checkout
from .remote import Source, checkout_top, followed_source, local_source, named_source, path_inside

Targets = list[tuple[Source, list[str]]]
"""Repositories, and the folders of games in each; an empty list means all games."""


class PublishedRun(Struct, frozen=True):
    """The results for the games of a repository, and the new commit if anything happened."""

    results: list[RunResult | RunFailure]
    commit: str = ""
    behind: str = ""
    """Why the user's own checkout could not be updated."""


class RunAttempt(Struct):
    """One attempt: run the published games in the mirror."""

    mirror: Mirror
    session: Session
    now: str | None
    games: list[str]
    """The folders of the games in the repository; if there are none, all games."""
    unpublished: Unpublished
    heed_mail: bool = True
    """Whether to spare players whom mail did not reach from timeouts."""
    clock_is_right: bool = False
    results: list[RunResult | RunFailure] = []

    def make(self, base: str) -> str:
        """Run the games on top of a commit and return the new commit. Discard the previous attempt and its pins."""
        self.unpublished.forget()
        self.mirror.check_out(base)
        files.remove(self.mirror.checkout_mark)  # from here on the folder does not match any commit
        self.results = [self.run(folder) for folder in self.games or self.mirror.games(base)]
        for result in self.results:
            if isinstance(result, RunFailure):
                self.mirror.restore(base, self.name(result))
        changed = [result for result in self.results if isinstance(result, RunResult) and result.changed]
        changes: dict[str, str] = {}
        for result in changed:
            changes |= self.mirror.changes(base, self.name(result))
        if not changes:
            self.mirror.record_checkout(base)
            return ""
        return self.mirror.commit(base, changes, commit_message(changed, len(self.mirror.tree) + 1))

    def run(self, folder: str) -> RunResult | RunFailure:
        """Run one game."""
        where = join(self.mirror.tree, folder) if folder else self.mirror.tree
        result = try_run_folder(
            self.session,
            where,
            self.now,
            self.unpublished.guard,
            heed_mail=self.heed_mail,
            clock_is_right=self.clock_is_right,
        )
        if isinstance(result, RunFailure) and isinstance(result.fault, Failure):
            result.fault.file = self.published_path(result.fault.file)
        return result

    def name(self, result: RunResult | RunFailure) -> str:
        """Return the folder of a game in the repository; the top is the empty string."""
        return self.published_path(result.folder)

    def published_path(self, path: str) -> str:
        return path.removeprefix(self.mirror.tree).lstrip("/")

    def as_published(self, result: RunResult | RunFailure) -> RunResult | RunFailure:
        """Return a result with paths as the repository has them."""
        folder = self.name(result) or "."
        if isinstance(result, RunFailure):
            return RunFailure(folder, result.fault)
        return replace(result, folder=folder, repaired=[self.published_path(path) for path in result.repaired])


def run_repositories(
    session: Session,
    games: Sequence[str],
    now: str | None,
    *,
    push: bool,
    repo: str | None = None,
    branch: str | None = None,
    heed_mail: bool = True,
    clock_is_right: bool = False,
) -> GamesRun:
    """Run the selected games, repository by repository, and record the results."""
    done = [
        run_and_publish(session, source, folders, now, push, heed_mail=heed_mail, clock_is_right=clock_is_right)
        for source, folders in find_targets(games, push, repo, branch)
    ]
    ends = [end for one in done for end in one.results]
    record_runs(ends, now)
    for one in done:
        if one.behind:
            template = "your own checkout was not updated ({why}); to update it: git pull --rebase"
            session.warn(session.locale.localise(template, why=one.behind))
    single = repo is None and len(ends) == 1 and names_one_game(games)
    return GamesRun(ends, single, {"commits": [one.commit for one in done if one.commit], "pushed": push})


def find_targets(games: Sequence[str], push: bool, repo: str | None, branch: str | None) -> Targets:
    """Return the repositories and games that a command names."""
    if repo is not None:
        return [(named_source(repo, branch), [name.strip("/") for name in games if name.strip("/") != "."])]
    games_by_top: dict[str, list[str]] = {}
    for folder in find_all_games(games):
        if not files.is_folder(folder):
            raise safe_open.refusal(safe_open.MISSING, folder)
        top = checkout_top(folder)
        games_by_top.setdefault(top, []).append(path_inside(top, folder))
    return [(followed_source(top) if push else local_source(top), found) for top, found in games_by_top.items()]


def run_and_publish(
    session: Session,
    source: Source,
    games: list[str],
    now: str | None,
    push: bool,
    *,
    heed_mail: bool = True,
    clock_is_right: bool = False,
) -> PublishedRun:
    """Fetch, run, commit and publish. If somebody else was faster, start again from the new state."""
    mirror = open_mirror(source, MirrorRole.RUN)
    with folders.lock(mirror.home), publishing(session.identity) as unpublished:
        attempt = RunAttempt(
            mirror=mirror,
            session=session,
            now=now,
            games=games,
            unpublished=unpublished,
            heed_mail=heed_mail,
            clock_is_right=clock_is_right,
        )
        publish = mirror.push if push else (lambda commit: fast_forward(mirror, RESULT))
        commit = publish_with_retry(mirror, attempt.make, publish)
        unpublished.remember()
        if commit:
            mirror.record_checkout(commit)
        behind = update_checkout(mirror, RESULT if commit else TIP) if push else ""
        mirror.pack()
        return PublishedRun([attempt.as_published(result) for result in attempt.results], commit, behind)


def commit_message(changed: list[RunResult], start: int) -> str:
    """Return the commit message, which says how far each game advanced."""
    lines = [f"{one_line(result.folder[start:]) or 'game'}: {describe_run(result)}" for result in changed]
    return "\n".join(lines if len(lines) == 1 else [f"run: {len(lines)} games", "", *lines]) + "\n"


def describe_run(result: RunResult) -> str:
    done = result.done
    seq = result.seq
    first = done.applied[0].seq if done.applied else seq
    steps = f"steps {first} to {seq}" if first < seq else f"step {seq}"
    return f"{steps}, {len(done.refused)} refused" if done.refused else steps
