"""What is given up when a host switches to the branch of a game that the players have: its steps and their letters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from os.path import join

from msgspec import Struct
from msgspec.structs import replace

from ...kernel.base.canonical import Plain
from ...kernel.base.errors import Failure
from ...kernel.chain.letter import kind_of, letter_id
from ...kernel.chain.letter_checks import check_letter
from ...kernel.chain.records import Entry, Envelope
from ...kernel.disk import files, folders
from ...kernel.gamedir.gamedir import dump_game
from ...kernel.gamedir.inbox import dump_letter, letter_name
from ..session.locale import Locale
from ..session.open_game import OpenGame, time_to_write
from .game_copies import Copy
from .rollback_signs import signs_folder


class LostBranch(Struct, frozen=True):
    """The steps that are given up, the letters that only they carried out, and those of them that are filed again."""

    steps: list[int] = []
    letters: list[Envelope] = []
    filed: list[str] = []
    kept: str = ""
    """Where the last state of the abandoned branch is kept."""

    def data(self) -> Plain:
        if not self.steps:
            return {}
        lost = [{"seat": one.letter.seat, "kind": kind_of(one.letter)} for one in self.letters]
        return {"lost": self.steps, "letters": lost, "filed": self.filed, "kept": self.kept}

    def lines(self, locale: Locale) -> Iterator[str]:
        if not self.steps:
            return
        template = "discarded: your own steps {first} to {last}, saved in {path}"
        yield locale.localise(template, first=self.steps[0], last=self.steps[-1], path=self.kept)
        if self.filed:
            yield locale.localise("put back into the inbox: {count} orders that still count", count=len(self.filed))
        gone = sorted({one.letter.seat for one in self.letters if letter_name(one.letter) not in self.filed})
        if gone:
            yield locale.localise("some orders are no longer valid: those of {seats}; ask for them again", seats=gone)


def find_lost(opened: OpenGame, entries: Sequence[Entry], own: Copy) -> LostBranch:
    """Return what a folder has that the adopted history does not."""
    taken = {entry.head.id for entry in entries}
    carried_out = {entry.head.letter_id for entry in entries}
    gone = sorted([one for one in own.entries if one.head.id not in taken], key=lambda one: one.head.seq)
    if not gone or own.game.last.head.id in taken:
        return LostBranch()
    letters = {letter_id(one.envelope.letter): one.envelope for one in gone if one.head.letter_id}
    return LostBranch(
        steps=sorted({one.head.seq for one in gone}),
        letters=[one for name, one in letters.items() if name not in carried_out and not one.letter.by_referee],
        kept=keep_branch(own),
    )


def keep_branch(own: Copy) -> str:
    """Keep the last state of a branch, which others may show as proof."""
    folders.make_folder(signs_folder(), 0o700)
    path = join(signs_folder(), f"{own.game.state.game[:12]}-{own.game.state.seq}-{own.game.last.head.id[:12]}.toml")
    files.write(path, dump_game(own.game, path), 0o600)
    return path


def file_again(opened: OpenGame, lost: LostBranch) -> LostBranch:
    """Put the letters that still count into the inbox."""
    names = []
    for envelope in lost.letters:
        if still_counts(opened, envelope):
            name = letter_name(envelope.letter)
            folders.make_folder(opened.place.inbox)
            files.write(join(opened.place.inbox, name), dump_letter(envelope, name))
            names.append(name)
    return replace(lost, filed=names)


def still_counts(opened: OpenGame, envelope: Envelope) -> bool:
    game = opened.game
    at = time_to_write(game.genesis, None, game.last.head)
    try:
        check_letter(game.genesis, game.state, opened.head, envelope, at)
    except Failure:
        return False
    return True
