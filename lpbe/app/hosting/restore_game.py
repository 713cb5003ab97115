"""Bring a game folder back to the newest signed state that any of its copies contains."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from os.path import join

from msgspec import Struct
from msgspec.structs import replace

from ...kernel.audit.verify import verify
from ...kernel.base.canonical import Plain
from ...kernel.base.errors import DiskFailure, Failure, FileFailure, Misused, NoAccess, Unauthentic
from ...kernel.chain.records import Entry, GameFile, head_id
from ...kernel.crypto.keys import b64
from ...kernel.disk import files, folders
from ...kernel.gamedir.gamedir import GAME_FILES, Place, dump_game, locate, write_report
from ...kernel.gamedir.log import log_line
from ..session.failures import failure_line
from ..session.locale import Locale, game_language
from ..session.open_game import OpenGame, check_rules, position, rules_for
from ..session.pin_file import read_pin
from ..session.pins import has_pin, reset_pin
from ..session.session import Session
from .game_copies import Attachments, Copy, logged_steps, read_folder, read_sources
from .lost_branch import LostBranch, file_again, find_lost
from .rollback_signs import clear_signs


class RestoredGame(Struct, frozen=True, kw_only=True):
    """What was brought back, from which file, and what no copy could give."""

    game: GameFile
    before: int
    """The step at which the folder was."""
    path: str
    """The copy with the newest state."""
    files: list[str]
    unreported: list[int]
    """The steps whose reports are not brought back."""
    pinned: int
    """The last step that the referee's key has seen, if that is even later."""
    unusable: list[Failure]
    """Why some of the files were left out."""
    lost: LostBranch
    """What was given up from another branch."""
    locale: Locale

    def data(self) -> Plain:
        missing: Plain = {"unreported": self.unreported, **({"pinned": self.pinned} if self.pinned else {})}
        return {
            **position(self.game),
            "before": self.before,
            "from": self.path,
            "files": self.files,
            "unusable": [fault.file for fault in self.unusable],
            **self.lost.data(),
            **missing,
        }

    def text(self) -> str:
        return "\n".join(self.lines())

    def lines(self) -> Iterator[str]:
        localise = self.locale.localise
        step = self.game.state.seq
        for fault in self.unusable:
            yield localise("left out: {fault}", fault=failure_line(fault, self.locale))
        if not self.files:
            yield localise("the game is at step {step}, and none of these copies is newer", step=step)
            yield localise("if there is no newer copy anywhere: lpbe restore GAME --none-newer")
        else:
            yield localise("restored from step {before} to step {step}", before=self.before, step=step)
            yield localise("not restored: receipts for refused orders, and orders that were not part of any step")
        yield from self.lost.lines(self.locale)
        if self.unreported:
            yield localise("not restored: the reports of the {count} steps in between", count=len(self.unreported))
        if self.pinned:
            yield localise("your key has seen step {step}; look for a newer copy", step=self.pinned)


def restore_game(
    session: Session, game: str, sources: Sequence[str], attachments: Attachments, *, adopt: bool = False
) -> RestoredGame:
    """Verify the copies, and bring the folder to the newest of them; a folder that is gone is made again.

    The log is written first, then the game file: until then a run of the old state is refused, and calling this
    again completes it. `adopt`: steps of the folder that the copies contradict are given up.
    """
    place = place_of(game)
    read = read_sources(sources, attachments)
    made = not files.is_folder(place.folder)
    if made:
        read.of_game("")
        folders.make_folder(place.folder)
    try:
        with folders.lock(place.folder):
            return restore_folder(session, place, read.of_game(known_id(place)), read.unusable, adopt)
    except Failure:
        if made:
            files.discard(place.folder)
        raise


def place_of(game: str) -> Place:
    """Return the folder of a game, whether or not there is a game file in it."""
    if files.is_folder(game) or not files.is_there(game):
        name = next((name for name in GAME_FILES if files.is_file(join(game, name))), GAME_FILES[0])
        return Place(join(game, name), game)
    place = locate(game)
    if not place.folder:
        raise Misused("E_USAGE", "restore needs a game folder")
    return place


def own_copy(place: Place) -> Copy | None:
    """Return what the folder has; nothing if its game file is gone or damaged."""
    try:
        return read_folder(place)
    except (DiskFailure, NoAccess):
        raise
    except Failure:
        return None


def known_id(place: Place) -> str:
    """Return the id of the game in a folder, from its file or what is left of its log; nothing if neither shows it."""
    own = own_copy(place)
    if own:
        return own.game.state.game
    return next((entry.head.game for entry in logged_steps(place)), "")


def restore_folder(
    session: Session, place: Place, copies: list[Copy], unusable: list[Failure], adopt: bool
) -> RestoredGame:
    own = own_copy(place)
    newest = max([*copies, *([own] if own and not adopt else [])], key=lambda copy: copy.game.state.seq)
    if own and own.game.state.seq >= newest.game.state.seq and own.game.last.head == newest.game.last.head:
        newest = own
    session.address(game_language(newest.game))
    every = [*([own] if own else []), *copies]
    entries = join_history(newest, every, logged_steps(place), adopt)
    check_one_history(entries, copies)
    if own and not adopt:
        check_own_history(entries, own)
    opened = open_restored(place, newest.game, entries, session.keep_pins)
    lost = find_lost(opened, entries, own) if own else LostBranch()
    pinned = later_pin(session, opened)
    written = write_restored(opened, entries) if differs(place, own, newest, opened, entries) else []
    if lost.letters:
        lost = file_again(opened, lost)
    if adopt and session.identity:
        reset_pin(opened, b64(session.identity.sign_public))
    if written:
        clear_signs(opened.game.state.game, dismiss=False)
    before = own.game.state.seq if own else 0
    return RestoredGame(
        game=opened.game,
        before=before,
        path=newest.path,
        files=written,
        unreported=[seq for seq in range(before + 1, newest.game.state.seq) if not files.is_file(place.report(seq))],
        pinned=pinned,
        unusable=unusable,
        lost=lost,
        locale=session.locale,
    )


def differs(place: Place, own: Copy | None, newest: Copy, opened: OpenGame, entries: Sequence[Entry]) -> bool:
    """Return whether the folder is older than the newest copy, or its log is incomplete."""
    if own is None or own.game.last.head != newest.game.last.head or not files.is_file(place.log):
        return True
    log = b"".join(line + b"\n" for line in history_lines(opened.game, entries))
    return files.size(place.log) != len(log) or files.read(place.log, len(log)) != log


# one history


def join_history(newest: Copy, copies: Sequence[Copy], logged: Iterator[Entry], adopt: bool) -> list[Entry]:
    """Return all steps that lead to the newest state, each named by the one after it."""
    known = {entry.head.id: entry for entry in logged}
    known |= {entry.head.id: entry for copy in copies for entry in copy.entries}
    steps = [newest.game.last]
    while steps[-1].head.seq:
        entry = known.get(steps[-1].head.prev)
        if entry is None:
            raise missing_steps(steps[-1].head.seq - 1, copies, newest, adopt)
        steps.append(entry)
    return steps[::-1]


def missing_steps(last: int, copies: Sequence[Copy], newest: Copy, adopt: bool) -> Failure:
    """Return the failure for steps that no copy has, or for a folder that went on otherwise before."""
    recent = newest.game.state.recent
    for copy in copies:
        back = newest.game.state.seq - copy.game.state.seq
        if 0 < back <= len(recent) and recent[-back] != copy.game.last.head.id and not adopt:
            return conflict(copy, copy.game.state.seq)
    return FileFailure(
        "E_FILE_MISSING",
        "step {step} and perhaps earlier steps are missing from all these copies",
        "give older copies as well: lpbe restore GAME --from NEWEST OLDER...",
        step=last,
    )


def check_one_history(entries: Sequence[Entry], copies: Sequence[Copy]) -> None:
    """Refuse copies of different branches: only one of them can be right."""
    for copy in copies:
        seq = copy.game.state.seq
        if seq >= len(entries) or head_id(entries[seq].head) != head_id(copy.game.last.head):
            raise conflict(copy, min(seq, len(entries) - 1))


def check_own_history(entries: Sequence[Entry], own: Copy) -> None:
    """Refuse to give up steps of the folder unless the caller says so."""
    seq = own.game.state.seq
    if head_id(entries[seq].head) != head_id(own.game.last.head):
        raise Unauthentic(
            "E_FORK",
            "step {step} in your folder differs from step {step} in the newest copy",
            "if the players have the copy, use it and discard your own steps: lpbe restore GAME --from COPY --adopt",
            step=seq,
        ).in_file(own.path)


def conflict(copy: Copy, seq: int) -> Failure:
    return Unauthentic(
        "E_FORK",
        "step {step} here differs from step {step} in the newest copy",
        "find out which one the players have, and give only copies of it: lpbe restore GAME --from COPY --adopt",
        step=seq,
    ).in_file(copy.path)


def open_restored(place: Place, game: GameFile, entries: Sequence[Entry], keep_pins: bool) -> OpenGame:
    """Verify the whole history before anything is written."""
    rules = rules_for(place, game.genesis)
    check_rules(game.genesis, rules)
    verify(rules, game, history_lines(game, entries))
    return OpenGame(place, replace(game, tail=[]), rules, keep_pins)


def history_lines(game: GameFile, entries: Sequence[Entry]) -> list[bytes]:
    """Return the lines of the log; the first one has the genesis."""
    first = replace(entries[0], genesis=game.genesis, sig=game.sig)
    return [log_line(replace(game, last=entry)) for entry in (first, *entries[1:])]


# writing


def write_restored(opened: OpenGame, entries: Sequence[Entry]) -> list[str]:
    """Write the log, then the game file, each whole or not at all; then the report of the last step."""
    place = opened.place
    files.write(place.log, b"".join(line + b"\n" for line in history_lines(opened.game, entries)))
    files.write(place.game, dump_game(opened.game, place.game))
    folders.make_folder(join(place.folder, "reports"))
    reported = write_report(place, opened.game, opened.render)
    return [place.log, place.game, *([place.report(opened.game.state.seq)] if reported else [])]


def later_pin(session: Session, opened: OpenGame) -> int:
    """Return the step that the caller's key saw last if it is later than the game now, else 0."""
    sign = b64(session.identity.sign_public) if session.identity else ""
    pin = read_pin(sign, opened.game.state.game) if sign and has_pin(opened, sign) else None
    return pin.head.seq if pin and pin.head.seq > opened.game.state.seq else 0


class AcceptedGame(Struct, frozen=True):
    """A game that continues as it is."""

    game: GameFile
    pinned: int
    """The later step that the caller's key had seen, if any."""
    locale: Locale

    def data(self) -> Plain:
        return {**position(self.game), **({"pinned": self.pinned} if self.pinned else {})}

    def text(self) -> str:
        return "\n".join(self.lines())

    def lines(self) -> Iterator[str]:
        localise = self.locale.localise
        yield localise("the game continues from step {step}", step=self.game.state.seq)
        if self.pinned:
            template = "your key had seen step {step}; whoever has the lost steps can prove that they were signed twice"
            yield localise(template, step=self.pinned)


def accept_as_newest(session: Session, game: str) -> AcceptedGame:
    """Continue from the state of a folder: the host says that no newer one exists anywhere.

    The caller's key forgets the later steps it has seen: otherwise it would refuse every run.
    """
    opened = session.open_game(game)
    session.address(game_language(opened.game))
    clear_signs(opened.game.state.game, dismiss=True)
    pinned = later_pin(session, opened)
    if pinned and session.identity:
        reset_pin(opened, b64(session.identity.sign_public))
    return AcceptedGame(opened.game, pinned, session.locale)
