"""The games of this program: its own, and those that other packages provide as plug-ins."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from os.path import dirname
from types import ModuleType

from msgspec import Struct

from ..kernel.base.canonical import Plain
from ..kernel.base.errors import Malformed
from ..kernel.chain.genesis import Genesis
from ..kernel.content import packs
from ..kernel.engine.game import Game
from ..kernel.engine.model import Content
from ..kernel.engine.rulebook import Rulebook, Rules, bind


class GameEntry(Struct, frozen=True):
    """A row of the registry: the package in this folder that defines the game as GAME, and its other names."""

    package: str
    aliases: tuple[str, ...] = ()


GAMES: Mapping[str, GameEntry] = {
    "living-planet": GameEntry("living_planet", ("lp",)),
    "pebbles": GameEntry("pebbles"),
    "planet-2116": GameEntry("planet_2116", ("2116",)),
}

PLUGIN_GROUP = "lpbe.games"
"""The entry points by which other packages name their games: `name = "package:GAME"`."""

for name, entry in GAMES.items():
    packs.register(name, f"{__path__[0]}/{entry.package}/content")


def full_name(typed: str, games: Mapping[str, GameEntry] = GAMES) -> str:
    """Return the full name of a game, given that name or a short one; anything else is returned unchanged."""
    return next((name for name, entry in games.items() if typed in entry.aliases), typed)


def game_of(name: str) -> Game:
    """Return a game by its name; if it is not one of our own, look for a plug-in."""
    name = full_name(name)
    if name not in GAMES:
        return plugin_game(name)
    game: Game = import_game(name, f"{__name__}.{GAMES[name].package}").GAME
    return game


def import_game(name: str, package: str) -> ModuleType:
    try:
        return import_module(package)
    except ModuleNotFoundError as error:
        if error.name != package:
            raise
        raise Malformed("E_CONTENT", "there is no package '{package}' for {game}", package=package, game=name) from None


@cache
def plugin_game(name: str) -> Game:
    """Import the game that an installed package names, with its content; refuse an unknown name."""
    found = plugins().get(name)
    if found is None:
        known = known_games()
        raise Malformed("E_SCHEMA", "there is no game called '{game}'", "known: {known}", game=name, known=known)
    package, _, variable = found.partition(":")
    module = import_game(name, package)
    packs.register(name, f"{dirname(str(module.__file__))}/content")
    game: Game = getattr(module, variable or "GAME")
    if game.name != name:
        raise Malformed(
            "E_CONTENT",
            "package '{package}' calls its game {own}, not {game}",
            package=package,
            own=game.name,
            game=name,
        )
    return game


@cache
def plugins() -> Mapping[str, str]:
    """Return the games of other packages: where each is, by its name."""
    from importlib.metadata import entry_points  # saves it for games of our own: it looks at every installed package

    return {point.name: point.value for point in entry_points(group=PLUGIN_GROUP) if point.name not in GAMES}


def known_games() -> list[str]:
    return [*GAMES, *plugins()]


def each_game() -> Iterator[str]:
    """Yield the name of every game whose content can be read: our own, then those of plug-ins."""
    yield from GAMES
    yield from (game_of(name).name for name in plugins())


def is_game_name(name: str) -> bool:
    return full_name(name) in GAMES or name in plugins()


def in_order(game: Game, expansions: Sequence[str]) -> tuple[str, ...]:
    """Return these expansions in the order in which the game binds them, whatever order they were named in."""
    for name in expansions:
        if name not in game.expansions:
            raise Malformed(
                "E_SCHEMA",
                "{game} has no expansion '{expansion}'",
                "known: {known}" if game.expansions else "",
                game=game.name,
                expansion=name,
                known=list(game.expansions),
            )
    if len(set(expansions)) < len(expansions):
        raise Malformed("E_SCHEMA", "the same expansion is named twice")
    return tuple(name for name in game.expansions if name in expansions)


def book_of(game: str, expansions: Sequence[str], pack: Plain | None = None, again: bool = False) -> Rulebook:
    """Return the rulebook of a game with these expansions, perhaps with the players' own content."""
    known = game_of(game)
    modules = known.modules(in_order(known, expansions))
    rows: Content = packs.rows(known.name, tuple(module.name for module in modules))
    if pack:
        from ..kernel.content.custom_packs import overlay_pack  # saves it for games with printed content

        rows = overlay_pack(rows, modules, pack)
    clock = known.clock[0] if known.clock else ""
    book = bind(*modules, content=rows, again=again, clock=clock)
    for wrong in (reason for module in book.modules if pack for reason in module.audit(book)):
        raise Malformed("E_SCHEMA", "content pack: {reason}", reason=wrong)
    return book


def rules_of(genesis: Genesis, pack: Plain | None = None) -> Rules:
    """Return the rules of a running game; its file has the full name."""
    check_known(genesis)
    book = book_of(genesis.rules, genesis.expansions, pack, again=True)
    if not pack:
        return Rules(game_of(genesis.rules), book)
    from ..kernel.content.custom_packs import pack_hash  # saves it for games with printed content

    return Rules(game_of(genesis.rules), book, pack_hash(pack))


def check_known(genesis: Genesis) -> None:
    """Refuse a game or an expansion that is not installed; it may need a newer lpbe, which the file names.

    An alias is for people who type; a file has the full name.
    """
    try:
        game = game_of(genesis.rules) if genesis.rules in GAMES else plugin_game(genesis.rules)
        in_order(game, genesis.expansions)
    except Malformed as fault:
        if genesis.engine:
            fault.advise("install the version of lpbe that started it: {engine}", engine=genesis.engine)
        raise


def schema_of(name: str) -> str | None:
    """Return a JSON Schema by its name: of a file, an answer, or a game's orders and policies."""
    from ..kernel.schemas import schemas  # saves all schemas for players, who need none

    if name in schemas.RECORDS:
        return schemas.schema(name)
    typed, _, part = name.rpartition("-")
    game = full_name(typed)
    if part not in ("orders", "policy") or not is_game_name(game):
        return None
    book = book_of(game, list(game_of(game).expansions))
    return schemas.orders_schema(game, book) if part == "orders" else schemas.policy_schema(game, book)


def schema_names() -> list[str]:
    from ..kernel.schemas import schemas  # saves all schemas for players, who need none

    return [*schemas.RECORDS, *(f"{game}-{part}" for game in GAMES for part in ("orders", "policy"))]


def all_schemas() -> dict[str, str]:
    return {name: text for name in schema_names() if (text := schema_of(name))}
