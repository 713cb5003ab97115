"""The beginning of a game: built and checked in memory, then written as a whole or not at all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from os.path import dirname, join, lexists

from msgspec import Struct

from ..games import rules_of
from ..kernel.base.canon import Plain
from ..kernel.base.errors import Malformed
from ..kernel.base.text import check_name
from ..kernel.chain.acts.join import join_letter
from ..kernel.chain.compose import sign
from ..kernel.chain.records import Envelope, GameFile
from ..kernel.chain.step import Referee, begin
from ..kernel.content import packs
from ..kernel.crypto.keys import Identity, game_secret
from ..kernel.disk import files
from ..kernel.folder.folder import Place, dump_game, store_as
from ..kernel.folder.inbox import letter_name
from ..kernel.folder.run import Run
from .complete import check_complete
from .filing import file_letter
from .game import OpenGame, time_to_write
from .genesis import Wish, check_options, make_genesis, with_sizes
from .keys import write_key
from .pins import pin_path, pinned_here
from .rehearsal import rehearse
from .run import make_run, stand_in


class Beginning(Struct, frozen=True):
    """All that is written for a new game: its first steps, their reports, the host's own letter."""

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
        return OpenGame(self.opened.place, self.game, self.opened.rules)

    def paths(self) -> list[str]:
        """The files and folders it may make in the folder of the game, each folder before what lies in it."""
        place = self.opened.place
        letters = [join(place.inbox, letter_name(envelope.order)) for envelope in self.joining]
        reports = [place.report(seq) for seq in self.reports]
        return [place.inbox, dirname(place.report(0)), place.log, place.pack, place.game, *reports, *letters]


def check_vacant(folder: str) -> None:
    """Asked twice: early, and again when nobody else can begin one here."""
    if any(files.is_file(join(folder, known)) for known in ("game.toml", "game.json")):
        hint = "to go on with it: lpbe run {folder}; else choose another folder"
        raise Malformed("E_FILE_EXISTS", "there is a game in this folder already", hint, folder=folder).in_file(folder)
    if files.size(join(folder, "log.jsonl")):
        raise Malformed("E_FILE_EXISTS", "there is a log in this folder already", "choose another folder").in_file(
            folder
        )


def build_game(wish: Wish, identity: Identity | None, place: Place, now: str | None) -> Beginning:
    """What is wrong with a game shows here, before anything is written."""
    check_complete(wish.game)
    terms = make_genesis(wish, identity)
    rules = rules_of(terms, wish.pack)
    check_options(terms, rules)
    genesis = with_sizes(terms, rules)
    rehearse(genesis, rules, wish.pack)
    referee = Referee((game_secret(identity.seed, genesis.nonce),), identity) if identity else Referee()
    first = begin(genesis, rules, referee, time_to_write(genesis, now))
    opened = OpenGame(place, first.game, rules)
    run = make_run(opened, referee, now)
    run.step = first
    steps = [(first.game, dump_game(first.game, place.game)), *seat_held(run)]
    reports = {game.state.seq: opened.render(game) for game, _ in steps}
    return Beginning(opened, referee, wish.pack, steps, reports, own_join(steps[-1][0], wish, identity))


def seat_held(run: Run) -> Iterator[tuple[GameFile, bytes]]:
    """Seats the referee holds sit down at once, and are ready as soon as all have joined."""
    while run.referee.secret and run.step.game.state.window.kind in ("join", "ready") and (envelope := stand_in(run)):
        run.step, data = run.play(envelope, run.now())
        yield run.step.game, data


def own_join(game: GameFile, wish: Wish, identity: Identity | None) -> list[Envelope]:
    """The letter by which a host who plays takes a seat."""
    if not identity or not wish.own:
        return []
    name = wish.name or packs.words(wish.game, wish.lang).terms.get(wish.own, wish.own.capitalize())
    return [sign(identity, join_letter(game, wish.own, identity, check_name(name), wish.lang, ""))]


def write_game(beginning: Beginning, new_key: str = "") -> list[str]:
    """Everything, also a key that was made for it; what fails on the way leaves nothing behind."""
    place = beginning.opened.place
    with undone_if_it_fails(missing_folders(place.folder)):
        files.make_folder(place.folder)
        with files.lock(place.folder):
            check_vacant(place.folder)
            kept = keeping_key(new_key, beginning.referee.identity, place.game)
            with kept, undone_if_it_fails(beginning.paths()):
                write_surroundings(place, beginning.pack)
                return write_steps(beginning)


def write_surroundings(place: Place, pack: Plain) -> None:
    files.make_folder(place.inbox)
    files.write(place.log, b"", sync=False)
    if pack:
        files.write(place.pack, files.dump(pack, place.pack))


def write_steps(beginning: Beginning) -> list[str]:
    place = beginning.opened.place
    for game, data in beginning.steps:
        store_as(place, game, data, lambda game: beginning.reports[game.state.seq])
    latest = beginning.latest
    letters = [file_letter(latest, envelope, None, False) for envelope in beginning.joining]
    return [place.game, place.log, place.report(0), *letters]


@contextmanager
def keeping_key(path: str, identity: Identity | None, signed: str) -> Iterator[None]:
    """A new key is there before what it signs, and goes again only where that is not there either."""
    if not path or identity is None:
        yield
        return
    with undone_if_it_fails(missing_folders(dirname(path))):
        write_key(path, identity)
        try:
            yield
        except BaseException:
            if not lexists(signed):
                files.discard(path)
            raise


@contextmanager
def pin_undone_if_it_fails(opened: OpenGame, sign: str) -> Iterator[None]:
    """A game that was not begun, or not joined, is not remembered either."""
    path = pin_path(sign, opened.game.state.game) if pinned_here(opened) else ""
    with undone_if_it_fails([*missing_folders(dirname(path)), path] if path else []):
        yield


def missing_folders(path: str) -> list[str]:
    """The folders that must be made for this one to be there, the outermost first."""
    return [] if not path or files.is_there(path) else [*missing_folders(dirname(path)), path]


@contextmanager
def undone_if_it_fails(paths: Sequence[str]) -> Iterator[None]:
    """Whatever goes wrong inside, these files and folders are then as they were before."""
    there = [path for path in paths if files.is_there(path)]
    before = {path: files.read(path, files.GAME) if files.is_file(path) else None for path in there}
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
    """As well as it can be done: why the work failed is more important."""
    with suppress(Malformed):
        if data is not None and files.read(path, files.GAME) != data:
            files.write(path, data)
