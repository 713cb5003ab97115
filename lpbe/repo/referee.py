"""A run whose result counts once it is pushed: until then nobody has seen it, and it can be forgotten."""

from __future__ import annotations

from os.path import join

from msgspec import Struct
from msgspec.structs import replace

from ..app.hosting import Fell, Ran, run_or_fall
from ..app.published import Unpublished, publishing
from ..kernel.base.errors import Failure
from ..kernel.base.text import one_line
from ..kernel.crypto.keys import Identity
from ..kernel.disk import files
from .checkout import catch_up, give
from .mirror import RESULT, TIP, Mirror, open_mirror
from .races import race
from .source import Source


class Committed(Struct, frozen=True):
    """What became of the games of a repository, and the commit that tells it, if anything happened."""

    ends: list[Ran | Fell]
    commit: str = ""
    behind: str = ""
    """Why the person's own checkout could not be brought to it."""


class Turn(Struct):
    """One try: the games as they are published, run in a folder of our own."""

    mirror: Mirror
    identity: Identity | None
    now: str | None
    wanted: list[str]
    """The folders of the games, as the repository names them; none: all."""
    unpublished: Unpublished
    ends: list[Ran | Fell] = []

    def make(self, base: str) -> str:
        """Run everything upon a commit; what the try before made is forgotten, with its pins."""
        self.unpublished.forget()
        self.mirror.show(base)
        files.remove(self.mirror.mark)  # from here on the folder shows no commit
        self.ends = [self.run(folder) for folder in self.wanted or self.mirror.games(base)]
        for end in self.ends:
            if isinstance(end, Fell):
                self.mirror.restore(base, self.name(end))
        ran = [end for end in self.ends if isinstance(end, Ran) and end.changed]
        changes = {path: blob for end in ran for path, blob in self.mirror.changes(base, self.name(end)).items()}
        if not changes:
            self.mirror.say_shown(base)
            return ""
        return self.mirror.commit(base, changes, message(ran, len(self.mirror.tree) + 1))

    def run(self, folder: str) -> Ran | Fell:
        where = join(self.mirror.tree, folder) if folder else self.mirror.tree
        end = run_or_fall(where, self.identity, self.now, self.unpublished.guard)
        if isinstance(end, Fell) and isinstance(end.fault, Failure):
            end.fault.file = end.fault.file.removeprefix(self.mirror.tree).lstrip("/")
        return end

    def name(self, end: Ran | Fell) -> str:
        return end.folder.removeprefix(self.mirror.tree).lstrip("/")


def run_committed(
    source: Source, wanted: list[str], identity: Identity | None, now: str | None, push: bool
) -> Committed:
    """Fetch, run, commit, publish; if another was faster, all of it again from what is there now."""
    mirror = open_mirror(source, "run")
    with files.lock(mirror.home), publishing(identity) as unpublished:
        turn = Turn(mirror, identity, now, wanted, unpublished)
        publish = mirror.push if push else (lambda commit: give(mirror, RESULT))
        commit = race(mirror, turn.make, publish)
        unpublished.remember()
        if commit:
            mirror.say_shown(commit)
        behind = catch_up(mirror, RESULT if commit else TIP) if push else ""
        mirror.pack()
        return Committed([named(turn, end) for end in turn.ends], commit, behind)


def named(turn: Turn, end: Ran | Fell) -> Ran | Fell:
    """A game by its folder in the repository."""
    folder = turn.name(end) or "."
    if isinstance(end, Fell):
        return Fell(folder, end.fault)
    mended = [path.removeprefix(turn.mirror.tree).lstrip("/") for path in end.mended]
    return replace(end, folder=folder, mended=mended)


def message(ran: list[Ran], start: int) -> str:
    """What a commit says: which games went how far."""
    lines = [f"{one_line(end.folder[start:]) or 'game'}: {deeds(end)}" for end in ran]
    return "\n".join(lines if len(lines) == 1 else [f"run: {len(lines)} games", "", *lines]) + "\n"


def deeds(end: Ran) -> str:
    done, seq = end.done, end.seq
    first = done.applied[0].seq if done.applied else seq
    steps = f"steps {first} to {seq}" if first < seq else f"step {seq}"
    return f"{steps}, {len(done.refused)} refused" if done.refused else steps
