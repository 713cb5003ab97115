"""Which games wait for somebody, and what for."""

from __future__ import annotations

from collections.abc import Iterator
from os.path import join, normpath, realpath
from typing import Any

from msgspec import Struct, UnsetType

from ..kernel.base.errors import Failure, Malformed, Rejected
from ..kernel.base.text import one_line
from ..kernel.chain.acts.endorse import Endorse
from ..kernel.chain.acts.join import Join
from ..kernel.chain.checks import authentic, referee_keys
from ..kernel.chain.compose import open_state, open_view, own_seats
from ..kernel.chain.letters import Letter
from ..kernel.chain.seating import Replacement, electors, names_of
from ..kernel.chain.times import parse_time
from ..kernel.content import packs
from ..kernel.content.packs import Words
from ..kernel.crypto.keys import Identity, b64
from ..kernel.disk import files
from ..kernel.folder.inbox import read_letter
from ..kernel.play.rulebook import tag
from ..kernel.play.table import top
from ..kernel.schemas.answers import Awaited
from ..kernel.words.sentences import fill
from .filing import inbox_of
from .game import OpenGame, open_game
from .joining import own_refused_lines
from .language import reader_language
from .pins import notice
from .waits import Wait, vacation, wait_of, wait_parts

DEPTH = 2

GAME_FILES = ("game.toml", "game.json")

TIMED = ("others", "answered")
"""Why nothing is wanted of me where it is told since and until when others are awaited."""

Age = tuple[bool, str, float, str]


class Spot(Struct, frozen=True):
    """A game, where it lies, who looks at it, and the orders that wait there."""

    opened: OpenGame
    path: str
    sign: str
    mine: list[str]
    letters: list[Letter]
    wait: Wait
    refused: list[str] = []
    """Why a join of mine came to nothing."""
    answered: list[str] = []
    """My seats whose plan or policy has answered the open window: only I can see that."""

    def filed(self, seat: str) -> bool:
        """The seat's answer to the open window waits to be applied. Anybody can write a join: mine has my key."""
        return any(
            letter.seat == seat
            and letter.window == self.opened.game.state.window.number
            and not letter.free
            and (not isinstance(letter, Join) or letter.args.sign == self.sign)
            for letter in self.letters
        )

    @property
    def runs(self) -> bool:
        """Whether I may apply orders here: an open game's folder is anybody's, else the referee's."""
        genesis, state = self.opened.game.genesis, self.opened.game.state
        if not self.opened.place.folder:
            return False
        return genesis.trust == "open" or referee_keys(genesis, state).sign == self.sign

    @property
    def words(self) -> Words:
        game = self.opened.game
        return packs.words(game.genesis.rules, reader_language(game, self.mine[0] if self.mine else None))

    def text(self, key: str, **values: Any) -> str:
        return fill(self.words, self.words.terms[key], values, names_of(self.opened.game.state))

    @property
    def late(self) -> bool:
        """Whether a run would go on without those who are awaited."""
        return self.wait.passed and self.opened.game.state.window.kind != "over"

    def times(self, seats: list[str]) -> list[str]:
        return wait_parts(self.opened, self.words, self.wait, seats)


class Survey:
    """All games below some folders, and what could not be read."""

    __slots__ = ("found", "identity", "now", "seen", "strange", "unread")

    def __init__(self, identity: Identity | None, now: str | None = None) -> None:
        self.identity, self.now = identity, now
        self.found: list[tuple[Age, Awaited]] = []
        self.unread: list[Failure] = []
        self.strange: list[Failure] = []
        """What the pins of this key say against games that were found."""
        self.seen: set[str] = set()

    def visit(self, path: str, depth: int = DEPTH) -> None:
        """A game, or a folder with games in it; a game's own folders are not looked into."""
        try:
            if not files.is_folder(path) or any(files.is_file(join(path, name)) for name in GAME_FILES):
                self.look(path)
            elif depth:
                for name in files.folders(path):
                    self.visit(join(path, name), depth - 1)
        except Failure as fault:
            fault.file = fault.file or path
            self.unread.append(fault)

    def look(self, path: str) -> None:
        opened = open_game(path)
        if realpath(opened.place.game) not in self.seen:
            self.seen.add(realpath(opened.place.game))
            self.compare(opened, path)
            spot = spot_of(opened, path, self.identity, self.now)
            self.found += [(age(spot), item) for item in wishes(spot)]

    def compare(self, opened: OpenGame, path: str) -> None:
        """With what this key saw last."""
        if self.identity and (fault := notice(opened, b64(self.identity.sign_public))):
            self.strange.append(fault.in_file(path))

    def items(self, everything: bool) -> list[Awaited]:
        """What waits for me, the oldest first, then the rest if it is wanted."""
        items = [item for _, item in sorted(self.found, key=lambda pair: pair[0])]
        waiting = [item for item in items if item.wants != "nothing"]
        return [*waiting, *(item for item in items if everything and item.wants == "nothing")]

    def filed(self) -> list[str]:
        """The games where my answer waits to be applied, a line each."""
        return [item.text for _, item in sorted(self.found, key=lambda pair: pair[0]) if item.why == "filed"]


def on_one_line(path: str) -> str:
    """A path on one line that cannot steer a terminal."""
    return one_line(normpath(path))


def spot_of(opened: OpenGame, path: str, identity: Identity | None, now: str | None) -> Spot:
    sign = b64(identity.sign_public) if identity else ""
    letters = list(waiting_letters(opened))
    mine = seats_of_mine(opened, identity, sign, letters)
    answered = [seat for seat in mine if has_answered(opened, seat, identity)]
    refused = own_refused_lines(opened, identity, reader_language(opened.game, None))
    return Spot(opened, on_one_line(path), sign, mine, letters, wait_of(opened, now), refused, answered)


def has_answered(opened: OpenGame, seat: str, identity: Identity | None) -> bool:
    if opened.game.state.window.kind != "play":
        return False
    return "answer" in open_view(opened.game, seat, identity).screen.get("standing", {})


def seats_of_mine(opened: OpenGame, identity: Identity | None, sign: str, letters: list[Letter]) -> list[str]:
    """The seats of my key, those kept for it, those I am about to take; in an open game those without a key."""
    genesis, seats = opened.game.genesis, opened.game.state.seats
    if genesis.trust == "open":
        return [s.id for s in seats if isinstance(s.sign, UnsetType) or s.sign == sign]
    mine = set(own_seats(opened.game, identity)) if identity else set()
    if sign and opened.game.state.window.kind == "join":
        mine |= {spec.id for spec in genesis.seats if spec.key == sign}
        mine |= {letter.seat for letter in letters if isinstance(letter, Join) and letter.args.sign == sign}
    return [s.id for s in seats if s.id in mine]


def waiting_letters(opened: OpenGame) -> Iterator[Letter]:
    """The orders of this game that wait to be applied; beside a lone game file only those named like one."""
    place, number = inbox_of(opened), opened.game.state.window.number
    for name in files.names(place):
        if opened.place.folder or name.startswith(f"{number}-"):
            try:
                envelope = read_letter(join(place, name))
            except (Malformed, Rejected):
                continue
            if authentic(opened.game.genesis, opened.game.state, envelope):
                yield envelope.order


def age(spot: Spot) -> Age:
    """What has a deadline comes first, the nearest before; the rest by how long it waits, as far as that is known."""
    game, place = spot.opened.game, spot.opened.place
    deadline, at = game.state.window.deadline, game.last.head.at
    if not isinstance(deadline, UnsetType):
        return False, deadline, 0.0, spot.path
    if not isinstance(at, UnsetType):
        return True, "", float((parse_time(at) - parse_time("1970-01-01T00:00:00Z")).total_seconds()), spot.path
    report = files.changed(place.report(game.state.window.since)) if place.folder else 0.0
    return True, "", report or files.changed(place.game), spot.path


def wishes(spot: Spot) -> list[Awaited]:
    """What a game wants of me; if that is nothing, why."""
    window = spot.opened.game.state.window
    found = [wish_endorse(spot, seat, pending) for seat, pending in endorsements(spot)]
    waiting = [seat for seat in window.waiting if seat not in spot.answered]
    if asked := [seat for seat in spot.mine if seat in waiting and not spot.filed(seat)]:
        found.insert(0, wish_answer(spot, asked))
    if spot.refused:
        found.append(wish_join(spot))
    if spot.runs and (spot.letters or spot.late):
        found.append(wish_run(spot))
    return found or [no_wish(spot)]


def wish_answer(spot: Spot, seats: list[str]) -> Awaited:
    question = question_of(spot.opened)
    parts = [f"{spot.text(f'ask.{question}')} ({', '.join(seats)})", *spot.times(seats)]
    left = vacation(spot.opened, seats)
    more = {"vacation": left} if left else {}
    return awaited(spot, ", ".join(parts), wants="answer", question=question, seats=seats, **more)


def question_of(opened: OpenGame) -> str:
    """The open question by its name; before the game there are two."""
    kind = opened.game.state.window.kind
    if kind != "play":
        return kind
    state = open_state(opened.rules, opened.game, None, None)
    question = top(state) if state is not None else None
    assert question is not None
    return tag(type(question))


def endorsements(spot: Spot) -> Iterator[tuple[str, Replacement]]:
    """Replacements that a seat of mine has a say in, and has not said it."""
    state = spot.opened.game.state
    for pending in state.replacing:
        letters = [letter for letter in spot.letters if isinstance(letter, Endorse)]
        said = {*pending.endorsed, *(letter.seat for letter in letters if letter.args.of == pending.order)}
        for seat in spot.mine:
            if seat in electors(state, pending.args.seat) and seat not in said:
                yield seat, pending


def wish_endorse(spot: Spot, seat: str, pending: Replacement) -> Awaited:
    text = f"{spot.text('ask.endorse', target=pending.args.seat)} ({seat})"
    return awaited(spot, text, wants="endorse", question="endorse", seats=[seat])


def wish_join(spot: Spot) -> Awaited:
    """A join that was refused can be sent again, better."""
    return awaited(spot, "; ".join(line.strip() for line in spot.refused), wants="answer", question="join")


def wish_run(spot: Spot) -> Awaited:
    """Of several orders for one window the host's run takes the newest: they count as one."""
    slots = {(letter.seat, letter.window, letter.rev if letter.free else -1) for letter in spot.letters}
    told = spot.text("todo.run", orders=len(slots)) if slots else spot.text("todo.late", seats=asked_seats(spot))
    return awaited(spot, told, wants="run", orders=len(slots))


def asked_seats(spot: Spot) -> list[str]:
    return spot.opened.game.state.window.waiting


def no_wish(spot: Spot) -> Awaited:
    why = reason(spot)
    others = [seat for seat in asked_seats(spot) if seat not in spot.mine]
    parts = [spot.text(f"todo.{why}", seats=others), *(spot.times(others) if others and why in TIMED else [])]
    return awaited(spot, ", ".join(parts), wants="nothing", why=why, **({"seats": others} if others else {}))


def reason(spot: Spot) -> str:
    window = spot.opened.game.state.window
    if window.kind == "over":
        return "over"
    if not spot.mine and not spot.runs:
        return "stranger"
    if any(spot.filed(seat) for seat in spot.mine):
        return "filed"
    done = [*spot.answered, *(done.seat for done in window.accepted if done.seat in spot.mine)]
    return "answered" if done else "others"


def awaited(spot: Spot, text: str, **more: Any) -> Awaited:
    state = spot.opened.game.state
    return Awaited(
        path=spot.path,
        game=state.game,
        rules=spot.opened.game.genesis.rules,
        seq=state.seq,
        since=state.window.since,
        began=spot.wait.began,
        deadline=spot.wait.until,
        paused=spot.wait.paused,
        text=f"{spot.path}: {text}",
        **more,
    )
