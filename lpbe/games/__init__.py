"""The games this program plays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module

from msgspec import Struct

from ..kernel.base.canon import Plain
from ..kernel.base.errors import Malformed
from ..kernel.chain.seating import Genesis
from ..kernel.content import packs
from ..kernel.play.rulebook import Rulebook, Rules, bind
from ..kernel.play.rules import Content, Game


class GameEntry(Struct, frozen=True):
    """A row of the registry: the package beside this one that has the game as GAME, and what else it may be called."""

    package: str
    aliases: tuple[str, ...] = ()


GAMES: Mapping[str, GameEntry] = {
    "living-planet": GameEntry("living_planet", ("lp",)),
    "pebbles": GameEntry("pebbles"),
    "planet-2116": GameEntry("planet_2116", ("2116",)),
}


def full_name(typed: str, games: Mapping[str, GameEntry] = GAMES) -> str:
    """The name of a game by its name or by what else it may be called; anything else as it was typed."""
    return next((name for name, entry in games.items() if typed in entry.aliases), typed)


def game_of(name: str) -> Game:
    game: Game = import_module(f".{GAMES[check_game(full_name(name))].package}", __name__).GAME
    return game


def check_game(name: str) -> str:
    if name not in GAMES:
        raise Malformed("E_SCHEMA", "no game is called '{game}'", "known: {known}", game=name, known=list(GAMES))
    return name


def in_order(game: Game, expansions: Sequence[str]) -> tuple[str, ...]:
    """These expansions in the one order in which the game binds them, whatever order they were named in."""
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
        raise Malformed("E_SCHEMA", "an expansion is named twice")
    return tuple(name for name in game.expansions if name in expansions)


def book_of(game: str, expansions: Sequence[str], pack: Plain | None = None, again: bool = False) -> Rulebook:
    """The rulebook of a game with these expansions, perhaps with content of the players' own."""
    known = game_of(game)
    modules = known.modules(in_order(known, expansions))
    rows: Content = packs.rows(known.name, tuple(module.name for module in modules))
    if pack:
        from ..kernel.content.own import laid_over  # saves it for games with printed content

        rows = laid_over(rows, modules, pack)
    clock = known.clock[0] if known.clock else ""
    book = bind(*modules, content=rows, again=again, clock=clock)
    for wrong in (told for module in book.modules if pack for told in module.audit(book)):
        raise Malformed("E_SCHEMA", "content pack: {reason}", reason=wrong)
    return book


def rules_of(genesis: Genesis, pack: Plain | None = None) -> Rules:
    """The rules a running game is played by; its file has the full name."""
    check_known(genesis)
    book = book_of(genesis.rules, genesis.expansions, pack, again=True)
    if not pack:
        return Rules(game_of(genesis.rules), book)
    from ..kernel.content.own import pack_hash  # saves it for games with printed content

    return Rules(game_of(genesis.rules), book, pack_hash(pack))


def check_known(genesis: Genesis) -> None:
    """A game or an expansion that is not here may be one of a newer lpbe, which the file names."""
    try:
        in_order(game_of(check_game(genesis.rules)), genesis.expansions)
    except Malformed as fault:
        if genesis.engine:
            fault.advise("install the lpbe that began it: {engine}", engine=genesis.engine)
        raise


def schema_of(name: str) -> str | None:
    """A JSON Schema by its name: of a file, an answer, or a game's orders and policies."""
    from ..kernel.schemas import schemas  # saves all schemas for who plays

    if name in schemas.RECORDS:
        return schemas.schema(name)
    typed, _, part = name.rpartition("-")
    game = full_name(typed)
    if game not in GAMES or part not in ("orders", "policy"):
        return None
    book = book_of(game, list(game_of(game).expansions))
    return schemas.orders_schema(game, book) if part == "orders" else schemas.policy_schema(game, book)


def schema_names() -> list[str]:
    from ..kernel.schemas import schemas  # saves all schemas for who plays

    return [*schemas.RECORDS, *(f"{game}-{part}" for game in GAMES for part in ("orders", "policy"))]


def all_schemas() -> dict[str, str]:
    return {name: text for name in schema_names() if (text := schema_of(name))}
