"""Start a game: build and check it in memory, then write it completely or not at all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from os.path import dirname, join, lexists

from msgspec import Struct

from ...bots.arena import play
from ...games import game_of, rules_of
from ...kernel.base.canonical import Plain, jcs
from ...kernel.base.errors import FileFailure, Malformed, Message, Rejected
from ...kernel.base.safe_text import check_name, quote
from ...kernel.chain.genesis import Genesis, first_secret
from ...kernel.chain.letters.join import Join, join_letter
from ...kernel.chain.player_view import sign
from ...kernel.chain.records import Envelope, GameFile
from ...kernel.chain.transition import Referee, begin
from ...kernel.content import packs
from ...kernel.crypto.keys import Identity
from ...kernel.disk import files, folders
from ...kernel.engine.chance import Rng
from ...kernel.engine.events import KERNEL_EVENTS
from ...kernel.engine.game import Game
from ...kernel.engine.model import Module, Question
from ...kernel.engine.rulebook import Rules, tag
from ...kernel.engine.table import Table, start
from ...kernel.gamedir.gamedir import Place, dump_game, store_as
from ...kernel.gamedir.inbox import letter_name
from ...kernel.gamedir.referee_run import Run
from ..hosting.find_games import is_game_folder
from ..hosting.referee_actions import Host, make_run
from ..ordering.outbox import file_letter
from ..session.key_files import write_key
from ..session.open_game import OpenGame, time_to_write
from ..session.pin_file import pin_path
from ..session.pins import keeps_pins
from .genesis import GameRequest, check_options, make_genesis, with_seals


class Beginning(Struct, frozen=True):
    """Everything that is written for a new game: its first steps, their reports, the host's own letter."""

    opened: OpenGame
    referee: Referee
    pack: Plain
    steps: list[tuple[GameFile, bytes]]
    reports: dict[int, str]
    joining: list[Envelope]

    @property
    def game(self) -> GameFile:
        return self.steps[-1][0]

    @property
    def latest(self) -> OpenGame:
        return self.opened.at(self.game)

    def paths(self) -> list[str]:
        """Return the files and folders it may make in the game folder, each folder before its content."""
        place = self.opened.place
        letters = [join(place.inbox, letter_name(envelope.letter)) for envelope in self.joining]
        reports = [place.report(seq) for seq in self.reports]
        return [place.inbox, dirname(place.report(0)), place.log, place.pack, place.game, *reports, *letters]


def check_vacant(folder: str) -> None:
    """Refuse a folder that has a game; called early, and again under the lock of the folder."""
    if is_game_folder(folder):
        hint = "to continue it: lpbe run {folder}; otherwise choose another folder"
        raise FileFailure("E_FILE_EXISTS", "there is already a game in this folder", hint, folder=folder).in_file(
            folder
        )
    if files.size(join(folder, "log.jsonl")):
        raise FileFailure("E_FILE_EXISTS", "there is already a log in this folder", "choose another folder").in_file(
            folder
        )


def build_game(
    request: GameRequest, identity: Identity | None, place: Place, now: str | None, keep_pins: bool = True
) -> Beginning:
    """Build a game in memory, so that problems show before anything is written."""
    check_complete(request.game)
    terms = make_genesis(request, identity)
    rules = rules_of(terms, request.pack)
    check_options(terms, rules)
    genesis = with_seals(terms, rules, identity)
    rehearse(genesis, rules, request.pack)
    referee = Referee((first_secret(identity.seed, genesis),), identity) if identity else Referee()
    first = begin(genesis, rules, referee, time_to_write(genesis, now))
    opened = OpenGame(place, first.game, rules, keep_pins)
    run = make_run(opened, referee, Host(opened, now))
    run.step = first
    steps = [(first.game, dump_game(first.game, place.game)), *seat_held(run, request)]
    reports = {game.state.seq: opened.render(game) for game, _ in steps}
    return Beginning(
        opened=opened,
        referee=referee,
        pack=request.pack,
        steps=steps,
        reports=reports,
        joining=own_join(steps[-1][0], request, identity),
    )


def seat_held(run: Run, request: GameRequest) -> Iterator[tuple[GameFile, bytes]]:
    """Yield the steps by which seats that the referee holds join at once, and are ready as soon as all have joined."""
    while run.referee.secret and run.step.game.state.window.before_start:
        envelope = run.host.own_letter(run)
        if envelope is None:
            return
        run.step, data = run.play(with_name(envelope, run, request), run.now())
        yield run.step.game, data


def with_name(envelope: Envelope, run: Run, request: GameRequest) -> Envelope:
    """Return the join of a player by mail under the name that the host has given."""
    seat = envelope.letter.seat
    name = request.mail_names.get(seat, "")
    if not name or not run.referee.secret or not isinstance(envelope.letter, Join):
        return envelope
    holder = run.referee.secret.held_identity(seat)
    return sign(holder, join_letter(run.step.game, seat, holder, check_name(name), request.lang, ""))


def own_join(game: GameFile, request: GameRequest, identity: Identity | None) -> list[Envelope]:
    """Return the letter by which a host who plays takes a seat."""
    if not identity or not request.own:
        return []
    name = request.name or packs.words(request.game, request.lang).terms.get(request.own, request.own.capitalize())
    return [sign(identity, join_letter(game, request.own, identity, check_name(name), request.lang, ""))]


def write_game(beginning: Beginning, new_key: str = "") -> list[str]:
    """Write everything, including a key that was made for it; a failure leaves nothing behind."""
    place = beginning.opened.place
    with undo_on_failure(missing_folders(place.folder)):
        folders.make_folder(place.folder)
        with folders.lock(place.folder):
            check_vacant(place.folder)
            kept = keeping_key(new_key, beginning.referee.identity, place.game)
            with kept, undo_on_failure(beginning.paths()):
                write_surroundings(place, beginning.pack)
                return write_steps(beginning)


def write_surroundings(place: Place, pack: Plain) -> None:
    folders.make_folder(place.inbox)
    files.write(place.log, b"", sync=False)
    if pack:
        files.write(place.pack, files.dump(pack, place.pack))


def write_steps(beginning: Beginning) -> list[str]:
    place = beginning.opened.place
    for game, data in beginning.steps:
        store_as(place, game, data, lambda game: beginning.reports[game.state.seq])
    latest = beginning.latest
    letters = [file_letter(latest, envelope).path for envelope in beginning.joining]
    return [place.game, place.log, place.report(0), *letters]


@contextmanager
def keeping_key(path: str, identity: Identity | None, signed: str) -> Iterator[None]:
    """Write a new key before what it signs; if that fails, remove the key unless what it signed has been written."""
    if not path or identity is None:
        yield
        return
    with undo_on_failure(missing_folders(dirname(path))):
        write_key(path, identity)
        try:
            yield
        except BaseException:
            if not lexists(signed):
                files.discard(path)
            raise


@contextmanager
def undo_pin_on_failure(opened: OpenGame, sign: str) -> Iterator[None]:
    """Forget a game that was not started or joined after all."""
    path = pin_path(sign, opened.game.state.game) if keeps_pins(opened) else ""
    with undo_on_failure([*missing_folders(dirname(path)), path] if path else []):
        yield


def missing_folders(path: str) -> list[str]:
    """Return the folders that must be made for this one to exist, the outermost first."""
    return [] if not path or files.is_there(path) else [*missing_folders(dirname(path)), path]


@contextmanager
def undo_on_failure(paths: Sequence[str]) -> Iterator[None]:
    """Restore these files and folders if anything goes wrong inside."""
    there = [path for path in paths if files.is_there(path)]
    before = {path: files.read(path, files.MAX_GAME_BYTES) if files.is_file(path) else None for path in there}
    try:
        yield
    except BaseException:
        for path in reversed(paths):
            if path not in before:
                files.discard(path)
        for path, data in before.items():
            restore(path, data)
        raise


def restore(path: str, data: bytes | None) -> None:
    """Restore a file as far as possible: why the work failed is more important."""
    with suppress(Malformed):
        if data is not None and files.read(path, files.MAX_GAME_BYTES) != data:
            files.write(path, data)


# checks before a game begins


LANGUAGE = "en"
"""The only language that a game must have: its texts stand in for those that another language lacks."""


def check_complete(name: str) -> None:
    """Refuse a game that lacks words, with all that is missing in one list."""
    if missing := list(missing_words(game_of(name))):
        raise Malformed(
            "E_CONTENT",
            "{game} is incomplete: {missing} is missing",
            "write it in {path}",
            game=name,
            missing=missing,
            path=packs.FOLDERS[name],
        )


def missing_words(game: Game) -> Iterator[str]:
    words = packs.words(game.name, LANGUAGE)
    known = {"event": {*words.events, *words.silent}, "order": words.orders, "term": words.terms}
    for kind, names in needed_words(game).items():
        yield from (f"{kind} '{name}' ({LANGUAGE})" for name in names if name not in known[kind])


def needed_words(game: Game) -> dict[str, list[str]]:
    """Return the words that every report and every list of orders needs, by their kind."""
    modules = game.modules()
    return {
        "event": list(dict.fromkeys(tag(event) for event in (*KERNEL_EVENTS, *(e for m in modules for e in m.events)))),
        "order": list(dict.fromkeys(name for module in modules for name in orders_of(module))),
        "term": [
            *dict.fromkeys(f"ask.{tag(step)}" for m in modules for step in m.steps if issubclass(step, Question)),
            *([game.clock[0]] if game.clock else []),
        ],
    }


def orders_of(module: Module) -> Iterator[str]:
    asked = [step.offers for step in module.steps if issubclass(step, Question)]
    yield from (tag(order) for offered in (*asked, *module.offers.values()) for order in offered)


TRIAL_ROOT = bytes(32)
"""The root of draws that have no effect."""


def check_first_step(table: Table) -> None:
    """Refuse a first step that does not fit into a line of the log; most of it is events."""
    if len(jcs(table.events)) > files.MAX_LOG_LINE_BYTES // 2:
        raise Malformed("E_SCHEMA", "the first step of such a game is too large", "remove some of the content")


def rehearse(genesis: Genesis, rules: Rules, pack: Plain) -> None:
    """Refuse options with which no game can start, and content with which a game between bots fails."""
    seats = [spec.id for spec in genesis.seats]
    try:
        table = Table(rules.book.blank(seats, genesis.options), Rng(TRIAL_ROOT))
        start(table)
        check_first_step(table)
        if pack:
            play(rules.game, rules.book, genesis.options, dict.fromkeys(seats, "bot:random"), TRIAL_ROOT)
    except Rejected as fault:
        raise Malformed("E_SCHEMA", "a game cannot start like this: {reason}", reason=fault.sentence) from None
    except Exception as error:
        if not pack or isinstance(error, Malformed):
            raise
        reason = Message("a game with this pack fails: {error}", {"error": quote(f"{type(error).__name__}: {error}")})
        raise Malformed("E_SCHEMA", "content pack: {reason}", reason=reason) from None
