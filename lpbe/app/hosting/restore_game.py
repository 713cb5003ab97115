"""Bring a game folder back to the newest signed state that copies of it hold."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from os.path import join

from msgspec import Struct
from msgspec.structs import replace

from ...kernel.audit.verify import verify
from ...kernel.base.canonical import Plain
from ...kernel.base.errors import Failure, FileFailure, Malformed, Misused, Unauthentic
from ...kernel.chain.records import Entry, GameFile, head_id, read_game
from ...kernel.chain.transition import authenticate
from ...kernel.crypto.keys import b64
from ...kernel.disk import files, folders
from ...kernel.gamedir.gamedir import Place, dump_game, load, locate, write_report
from ...kernel.gamedir.log import check_tail, entry_or_none, has_log, log_line, log_lines, without_genesis
from ..session.locale import Locale, game_language
from ..session.open_game import OpenGame, check_rules, position, rules_for
from ..session.pins import has_pin, read_pin
from ..session.session import Session
from .rollback_signs import clear_signs

Attachments = Callable[[bytes], Iterable[bytes]]
"""Return the files attached to a mail."""
MAX_MAIL_BYTES = 16 << 20


class Copy(Struct, frozen=True):
    """A copy of the game: where it was found, its state, and the steps that come with it."""

    path: str
    game: GameFile
    steps: list[Entry]


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
    """The step that the key of the referee saw last, if that is later still."""
    locale: Locale

    def data(self) -> Plain:
        missing: Plain = {"unreported": self.unreported, **({"pinned": self.pinned} if self.pinned else {})}
        return {**position(self.game), "before": self.before, "from": self.path, "files": self.files, **missing}

    def text(self) -> str:
        return "\n".join(self.lines())

    def lines(self) -> Iterator[str]:
        localise = self.locale.localise
        step = self.game.state.seq
        if not self.files:
            yield localise("the game is at step {step}; none of these copies is newer", step=step)
        else:
            yield localise("restored from step {before} to step {step}", before=self.before, step=step)
            yield localise("not restored: receipts of refused orders, and orders that no step carried out")
        if self.unreported:
            yield localise("not restored: the reports of {count} steps in between", count=len(self.unreported))
        if self.pinned:
            yield localise("your key has seen step {step}: look for a newer copy", step=self.pinned)


def restore_game(session: Session, game: str, sources: Sequence[str], attachments: Attachments) -> RestoredGame:
    """Verify the copies, and bring the folder to the newest of them.

    The log is written first, then the game file: until then a run of the old state is refused, and calling this
    again completes it.
    """
    place = locate(game)
    if not place.folder:
        raise Misused("E_USAGE", "restore works on a game folder")
    copies = [copy for source in sources for copy in read_copies(source, attachments)]
    with folders.lock(place.folder):
        own = read_folder(place)
        session.address(game_language(own.game))
        newest = max([own, *copies], key=lambda copy: copy.game.state.seq)
        entries = join_history(newest, [own, *copies])
        check_one_history(entries, [own, *copies])
        opened = open_restored(place, newest.game, entries, session.keep_pins)
        written = write_restored(opened, entries) if newest is not own else []
        if written:
            clear_signs(opened.game.state.game, dismiss=False)
    step = newest.game.state.seq
    return RestoredGame(
        game=opened.game,
        before=own.game.state.seq,
        path=newest.path,
        files=written,
        unreported=[seq for seq in range(own.game.state.seq + 1, step) if not files.is_file(place.report(seq))],
        pinned=later_pin(session, opened),
        locale=session.locale,
    )


# reading copies


def read_copies(path: str, attachments: Attachments) -> list[Copy]:
    """Return the copies in a game file, a game folder or a mail."""
    if files.is_folder(path) or locate(path).folder:
        return [read_folder(locate(path))]
    data = files.read(path, MAX_MAIL_BYTES)
    if path.endswith((".toml", ".json")):
        return [read_copy(path, data, path)]
    found = [copy for part in attachments(data) if (copy := copy_or_none(path, part))]
    if not found:
        raise FileFailure(
            "E_FILE_SYNTAX", "there is no copy of a game in this file", "give a game file, a folder or a mail"
        ).in_file(path)
    return found


def read_folder(place: Place) -> Copy:
    """Return the game of a folder with its log, as far as that can be read."""
    game = load(place)
    lines = log_lines(place.log) if has_log(place) else ()
    steps = [without_genesis(entry) for line in lines if (entry := entry_or_none(line))]
    return checked(Copy(place.folder or place.game, game, [*steps, *game.tail]))


def read_copy(path: str, data: bytes, name: str) -> Copy:
    game = read_game(files.parse_game(data, name))
    if game.tail:
        check_tail(game)
    return checked(Copy(path, game, list(game.tail)))


def copy_or_none(path: str, data: bytes) -> Copy | None:
    """Return the copy in an attachment; None for attachments of other kinds."""
    if b"genesis" not in data or len(data) > files.MAX_GAME_BYTES:
        return None
    try:
        return read_copy(path, data, "copy.toml")
    except Malformed:
        return None


def checked(copy: Copy) -> Copy:
    """Refuse a copy that the referee did not sign."""
    try:
        authenticate(copy.game)
    except Failure as fault:
        fault.file = fault.file or copy.path
        raise
    return copy


# one history


def join_history(newest: Copy, copies: Sequence[Copy]) -> list[Entry]:
    """Return all steps that lead to the newest state, each named by the one after it."""
    for copy in copies:
        if copy.game.state.game != newest.game.state.game:
            raise Malformed("E_STATE_GAME", "this file belongs to another game").in_file(copy.path)
    known = {entry.head.id: entry for copy in copies for entry in (*copy.steps, copy.game.last)}
    steps = [newest.game.last]
    while steps[-1].head.seq:
        entry = known.get(steps[-1].head.prev)
        if entry is None:
            raise missing_steps(steps[-1].head.seq - 1, copies, newest)
        steps.append(entry)
    return steps[::-1]


def missing_steps(last: int, copies: Sequence[Copy], newest: Copy) -> Failure:
    """Return the failure for steps that no copy has, or for a folder that went on otherwise before."""
    recent = newest.game.state.recent
    for copy in copies:
        back = newest.game.state.seq - copy.game.state.seq
        if 0 < back <= len(recent) and recent[-back] != copy.game.last.head.id:
            return conflict(copy, copy.game.state.seq)
    return FileFailure(
        "E_FILE_MISSING",
        "step {step} and perhaps steps before it are in none of these copies",
        "give older copies as well: lpbe restore GAME --from NEWEST OLDER...",
        step=last,
    )


def check_one_history(entries: Sequence[Entry], copies: Sequence[Copy]) -> None:
    """Refuse copies of another branch: only one of them can be true."""
    for copy in copies:
        seq = copy.game.state.seq
        if head_id(entries[seq].head) != head_id(copy.game.last.head):
            raise conflict(copy, seq)


def conflict(copy: Copy, seq: int) -> Failure:
    return Unauthentic(
        "E_FORK",
        "step {step} is another one here than in the newest copy",
        "write nothing, keep both files, and find out which one the players have",
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
