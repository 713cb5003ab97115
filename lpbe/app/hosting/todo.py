"""Which games are waiting for somebody, and for what."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from os.path import join, normpath, realpath
from typing import Any

from msgspec import Struct, UnsetType, to_builtins

from ...kernel.base.canonical import Plain
from ...kernel.base.errors import Failure, Malformed, Rejected
from ...kernel.base.safe_text import one_line
from ...kernel.chain.deadlines import parse_time
from ...kernel.chain.genesis import Replacement, WindowKind, electors, names_of
from ...kernel.chain.letter import Letter
from ...kernel.chain.letter_checks import is_authentic, referee_keys
from ...kernel.chain.letters.endorse import Endorse
from ...kernel.chain.letters.join import Join
from ...kernel.chain.player_view import open_state, open_view, own_seats
from ...kernel.content import packs
from ...kernel.content.packs import Words
from ...kernel.crypto.keys import Identity, b64
from ...kernel.disk import files, folders
from ...kernel.engine.rulebook import tag
from ...kernel.engine.table import top
from ...kernel.gamedir.inbox import read_letter
from ...kernel.language.sentences import fill
from ...kernel.schemas.playing_answers import IdleReason, TodoItem, UnreadableFile, Wish
from ..creating.refused_joins import own_refused_lines
from ..ordering.outbox import inbox_of
from ..session.failures import failure_reason
from ..session.locale import Locale, list_language, seat_language
from ..session.open_game import OpenGame, clock
from ..session.paths import shell_path
from ..session.pins import notice
from ..session.session import Session
from .find_games import find_games
from .mail_faults import fault_lines
from .mail_status import SHORT_ID_CHARS, MailFault, load_status
from .waiting_times import Wait, vacation, wait_of, wait_parts

TIMED_REASONS = (IdleReason.OTHERS, IdleReason.ANSWERED)
"""The reasons for which a game wants nothing from the caller, but shows the times of those it is waiting for."""

Age = tuple[bool, str, float, str]


class GameStatus(Struct, frozen=True):
    """A game, its path, who is looking at it, and the letters that wait there."""

    opened: OpenGame
    path: str
    sign: str
    mine: list[str]
    letters: list[Letter]
    wait: Wait
    refused: list[str] = []
    """Why a join of the caller was refused."""
    answered: list[str] = []
    """The caller's seats whose plan or policy has answered the open window: only they can see that."""
    faults: list[MailFault] = []
    """What keeps mail from reaching players, until somebody deals with it."""

    def has_filed(self, seat: str) -> bool:
        """Return whether the seat's answer waits to be applied; of joins, only those with the caller's key count."""
        return any(
            letter.seat == seat
            and letter.window == self.opened.game.state.window.number
            and not letter.free
            and (not isinstance(letter, Join) or letter.args.sign == self.sign)
            for letter in self.letters
        )

    @property
    def runs(self) -> bool:
        """Return whether the caller may apply orders here: an open game is anybody's, any other its referee's."""
        genesis, state = self.opened.game.genesis, self.opened.game.state
        if not self.opened.place.folder:
            return False
        return genesis.trust == "open" or referee_keys(genesis, state).sign == self.sign

    @property
    def words(self) -> Words:
        game = self.opened.game
        return packs.words(game.genesis.rules, list_language(game, self.mine[0] if self.mine else None))

    def text(self, key: str, **values: Any) -> str:
        return fill(self.words, self.words.terms[key], values, names_of(self.opened.game.state))

    @property
    def late(self) -> bool:
        """Return whether a run would go on without those who still have to answer."""
        return self.wait.passed and not self.opened.game.state.window.is_over

    def times(self, seats: list[str]) -> list[str]:
        return wait_parts(self.opened, self.words, self.wait, seats)


class TodoList:
    """All games below some folders, and what could not be read."""

    __slots__ = ("everything", "found", "games", "mail", "now", "seen", "session", "strange", "unread")

    def __init__(self, session: Session, now: str | None = None, everything: bool = False) -> None:
        self.session = session
        self.now = now
        self.everything = everything
        """Whether games are listed that do not wait for the caller."""
        self.found: list[tuple[Age, TodoItem]] = []
        self.unread: list[Failure] = []
        self.strange: list[Failure] = []
        """How the pins of the caller's key contradict games that were found."""
        self.seen: set[str] = set()
        self.games: set[str] = set()
        """The short ids of the games that were found."""
        self.mail = load_status()

    def visit(self, path: str) -> None:
        """Look at a game file, a game folder, or all games below a folder."""
        games = find_games(path, on_failure=self.note_unread) if files.is_folder(path) else [path]
        for game in games:
            try:
                self.look_at(game)
            except Failure as fault:
                self.note_unread(game, fault)

    def note_unread(self, path: str, fault: Failure) -> None:
        fault.file = fault.file or path
        self.unread.append(fault)

    def look_at(self, path: str) -> None:
        opened = self.session.open_game(path)
        if realpath(opened.place.game) not in self.seen:
            self.seen.add(realpath(opened.place.game))
            self.games.add(opened.game.state.game[:SHORT_ID_CHARS])
            self.compare_with_pin(opened, path)
            faults = [one for one in self.mail.faults if opened.game.state.game.startswith(one.game or "-")]
            status = game_status(opened, path, self.session.identity, self.now, faults)
            self.found += [(age(status), item) for item in todo_items(status)]

    def compare_with_pin(self, opened: OpenGame, path: str) -> None:
        identity = self.session.identity
        if identity and (fault := notice(opened, b64(identity.sign_public))):
            self.strange.append(fault.in_file(path))

    def items(self) -> list[TodoItem]:
        """Return what is waiting for the caller, the oldest first, then the rest if requested."""
        items = [item for _, item in sorted(self.found, key=lambda pair: pair[0])]
        waiting = [item for item in items if item.wants is not Wish.NOTHING]
        return [*waiting, *(item for item in items if self.everything and item.wants is Wish.NOTHING)]

    def filed_lines(self) -> list[str]:
        """Return a line for each game where the caller's answer waits to be applied."""
        return [item.text for _, item in sorted(self.found, key=lambda pair: pair[0]) if item.why is IdleReason.FILED]

    def mail_lines(self) -> list[str]:
        """Return the faults that keep mail from everybody, which are those of the host's own settings."""
        general = [one for one in self.mail.faults if not one.game and one.concerns(self.games)]
        return [line for one in general for line in fault_lines(one, self.session.locale)]

    def strange_lines(self) -> list[str]:
        return [self.complaint(fault) for fault in self.strange]

    def unread_lines(self) -> list[str]:
        """Return one line for each file that could not be read."""
        return [self.complaint(fault) for fault in self.unread]

    def complaint(self, fault: Failure) -> str:
        return f"{on_one_line(fault.file)}: {failure_reason(fault, self.session.locale, named=False)}"

    def data(self) -> Plain:
        unread = [UnreadableFile(on_one_line(fault.file), fault.code, fault.message) for fault in self.unread]
        answer: Plain = to_builtins({"games": self.items(), "unread": unread})
        return answer

    def text(self) -> str:
        nothing = "you have nothing to do" if self.seen else "there is no game here"
        lines = [item.text for item in self.items()] or [self.session.locale.localise(nothing)]
        return "\n".join([*lines, *([] if self.everything else self.filed_lines())])


def list_todo(session: Session, paths: Sequence[str], now: str | None = None, everything: bool = False) -> TodoList:
    """Look at all games below some folders for what waits for the caller."""
    if now:
        clock(now)
    todo = TodoList(session, now, everything)
    for path in paths:
        todo.visit(path)
    for line in (*todo.strange_lines(), *todo.mail_lines()):
        session.warn(line)
    return todo


def on_one_line(path: str) -> str:
    """Return a path on one line that cannot steer a terminal."""
    return one_line(normpath(path))


def game_status(
    opened: OpenGame, path: str, identity: Identity | None, now: str | None, faults: list[MailFault]
) -> GameStatus:
    sign = b64(identity.sign_public) if identity else ""
    letters = list(waiting_letters(opened))
    mine = seats_of_mine(opened, identity, sign, letters)
    answered = [seat for seat in mine if has_answered(opened, seat, identity)]
    refused = own_refused_lines(opened, identity, list_language(opened.game, None))
    return GameStatus(
        opened=opened,
        path=on_one_line(path),
        sign=sign,
        mine=mine,
        letters=letters,
        wait=wait_of(opened, now),
        refused=refused,
        answered=answered,
        faults=faults,
    )


def has_answered(opened: OpenGame, seat: str, identity: Identity | None) -> bool:
    if opened.game.state.window.kind != WindowKind.PLAY:
        return False
    return "answer" in open_view(opened.game, seat, identity).screen.get("standing", {})


def seats_of_mine(opened: OpenGame, identity: Identity | None, sign: str, letters: list[Letter]) -> list[str]:
    """Return the seats that a key has or will have, or that are reserved for it; in an open game, keyless seats."""
    genesis = opened.game.genesis
    seats = opened.game.state.seats
    if genesis.trust == "open":
        return [s.id for s in seats if isinstance(s.sign, UnsetType) or s.sign == sign]
    mine = set(own_seats(opened.game, identity)) if identity else set()
    if sign and opened.game.state.window.kind == WindowKind.JOIN:
        mine |= {spec.id for spec in genesis.seats if spec.key == sign}
        mine |= {letter.seat for letter in letters if isinstance(letter, Join) and letter.args.sign == sign}
    return [s.id for s in seats if s.id in mine]


def waiting_letters(opened: OpenGame) -> Iterator[Letter]:
    """Yield the orders waiting to be applied; for a lone game file, only files named like orders."""
    place = inbox_of(opened)
    number = opened.game.state.window.number
    for name in folders.file_names(place):
        if opened.place.folder or name.startswith(f"{number}-"):
            try:
                envelope = read_letter(join(place, name))
            except (Malformed, Rejected):
                continue
            if is_authentic(opened.game.genesis, opened.game.state, envelope):
                yield envelope.letter


def age(status: GameStatus) -> Age:
    """Return the sort key of a game: deadlines first, the nearest one first; then those that have waited longest."""
    game = status.opened.game
    place = status.opened.place
    deadline = game.state.window.deadline
    at = game.last.head.at
    if not isinstance(deadline, UnsetType):
        return False, deadline, 0.0, status.path
    if not isinstance(at, UnsetType):
        return True, "", float((parse_time(at) - parse_time("1970-01-01T00:00:00Z")).total_seconds()), status.path
    report = files.modified_time(place.report(game.state.window.since)) if place.folder else 0.0
    return True, "", report or files.modified_time(place.game), status.path


def todo_items(status: GameStatus) -> list[TodoItem]:
    """Return what a game wants from the caller; if that is nothing, why."""
    window = status.opened.game.state.window
    found = [endorse_item(status, seat, pending) for seat, pending in endorsements(status)]
    waiting = [seat for seat in window.waiting if seat not in status.answered]
    if asked := [seat for seat in status.mine if seat in waiting and not status.has_filed(seat)]:
        found.insert(0, answer_item(status, asked))
    if status.refused:
        found.append(join_item(status))
    if status.runs and (status.letters or status.late):
        found.append(run_item(status))
    if status.runs:
        found += [fault_item(status, fault) for fault in status.faults]
    return found or [idle_item(status)]


def answer_item(status: GameStatus, seats: list[str]) -> TodoItem:
    question = question_of(status.opened)
    parts = [f"{status.text(f'ask.{question}')} ({seat_terms(status, seats)})", *status.times(seats)]
    left = vacation(status.opened, seats)
    more = {"vacation": left} if left else {}
    return make_item(status, ", ".join(parts), wants=Wish.ANSWER, question=question, seats=seats, **more)


def question_of(opened: OpenGame) -> str:
    """Return the name of the open question; before the start, join or ready."""
    kind = opened.game.state.window.kind
    if kind != WindowKind.PLAY:
        return kind
    state = open_state(opened.rules, opened.game, None, None)
    question = top(state) if state is not None else None
    assert question is not None
    return tag(type(question))


def endorsements(status: GameStatus) -> Iterator[tuple[str, Replacement]]:
    """Yield the replacements that a seat of the caller may endorse and has not endorsed."""
    game = status.opened.game
    for pending in game.state.replacing:
        letters = [letter for letter in status.letters if isinstance(letter, Endorse)]
        endorsers = {*pending.endorsed, *(letter.seat for letter in letters if letter.args.of == pending.letter_id)}
        for seat in status.mine:
            if seat in electors(game.genesis, game.state, pending.args.seat) and seat not in endorsers:
                yield seat, pending


def seat_terms(status: GameStatus, seats: Sequence[str]) -> str:
    """Return what seats are called in the reader's language."""
    return ", ".join(status.words.terms.get(seat, seat) for seat in seats)


def endorse_item(status: GameStatus, seat: str, pending: Replacement) -> TodoItem:
    text = f"{status.text('ask.endorse', target=pending.args.seat)} ({seat_terms(status, [seat])})"
    return make_item(status, text, wants=Wish.ENDORSE, question="endorse", seats=[seat])


def join_item(status: GameStatus) -> TodoItem:
    """Return the item for a refused join, which can be corrected and sent again."""
    return make_item(
        status,
        status.words.grammar["effect.next"].join(line.strip() for line in status.refused),
        wants=Wish.ANSWER,
        question="join",
    )


def run_item(status: GameStatus) -> TodoItem:
    """Return the item for the host. Several orders of a seat for one window count as one: a run takes the newest."""
    slots = {(letter.seat, letter.window, letter.rev if letter.free else -1) for letter in status.letters}
    late = status.text("todo.late", seats=waiting_seats(status))
    text = status.text("todo.run", orders=len(slots)) if slots else late
    return make_item(status, text, wants=Wish.RUN, orders=len(slots))


def fault_item(status: GameStatus, fault: MailFault) -> TodoItem:
    """Return the item for a host whose mail does not reach a seat: what is wrong, since when, and what to do."""
    locale = Locale(seat_language(status.opened.game, status.mine[0] if status.mine else None))
    first, *advice = fault_lines(fault, locale, shell_path(status.opened.place))
    text = status.words.grammar["effect.next"].join([first, *(line.strip() for line in advice)])
    return make_item(status, text, wants=Wish.MEND, code=fault.cause.code, seats=[fault.seat])


def waiting_seats(status: GameStatus) -> list[str]:
    return status.opened.game.state.window.waiting


def idle_item(status: GameStatus) -> TodoItem:
    why = reason(status)
    others = [seat for seat in waiting_seats(status) if seat not in status.mine]
    parts = [
        status.text(f"todo.{why}", seats=others),
        *(status.times(others) if others and why in TIMED_REASONS else []),
    ]
    return make_item(status, ", ".join(parts), wants=Wish.NOTHING, why=why, **({"seats": others} if others else {}))


def reason(status: GameStatus) -> IdleReason:
    window = status.opened.game.state.window
    if window.is_over:
        return IdleReason.OVER
    if not status.mine and not status.runs:
        return IdleReason.STRANGER
    if any(status.has_filed(seat) for seat in status.mine):
        return IdleReason.FILED
    done = [*status.answered, *(done.seat for done in window.accepted if done.seat in status.mine)]
    return IdleReason.ANSWERED if done else IdleReason.OTHERS


def make_item(status: GameStatus, text: str, **more: Any) -> TodoItem:
    state = status.opened.game.state
    return TodoItem(
        path=status.path,
        game=state.game,
        rules=status.opened.game.genesis.rules,
        seq=state.seq,
        since=state.window.since,
        began=status.wait.began,
        deadline=status.wait.until,
        paused=status.wait.paused,
        text=f"{status.path}: {text}",
        **more,
    )
