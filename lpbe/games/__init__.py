"""The games this program plays."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ..kernel.base.errors import Malformed
from ..kernel.chain.seating import Genesis
from ..kernel.content import packs
from ..kernel.play.rulebook import Rulebook, Rules, bind
from ..kernel.play.rules import Game


def pebbles() -> Game:
    from .pebbles import GAME  # saves it for players of other games

    return GAME


def living_planet() -> Game:
    from .living_planet import GAME  # saves it for players of other games

    return GAME


GAMES: Mapping[str, Callable[[], Game]] = {"living-planet": living_planet, "pebbles": pebbles}


def game_of(name: str) -> Game:
    if name not in GAMES:
        raise Malformed("E_SCHEMA", "no game is called '{game}'", "known: {known}", game=name, known=list(GAMES))
    return GAMES[name]()


def book_of(game: str, expansions: Sequence[str], pack: Mapping[str, Any] | None = None) -> Rulebook:
    """The rulebook of a game with these expansions, bound in this order, perhaps with content of the players' own."""
    known = game_of(game)
    for name in expansions:
        if name not in known.expansions:
            raise Malformed(
                "E_SCHEMA",
                "{game} has no expansion '{expansion}'",
                "known: {known}",
                game=game,
                expansion=name,
                known=list(known.expansions),
            )
    if len(set(expansions)) < len(expansions):
        raise Malformed("E_SCHEMA", "an expansion is named twice")
    rows: Mapping[str, Mapping[str, Mapping[str, Any]]] = packs.rows(game)
    if pack:
        from ..kernel.content.own import laid_over  # saves it for games with printed content

        rows = laid_over(rows, known.base, pack)
    book = bind(known.base, *(known.expansions[name] for name in expansions), content=rows)
    for wrong in (told for module in book.modules if pack for told in module.audit(book)):
        raise Malformed("E_SCHEMA", "content pack: {reason}", reason=wrong)
    return book


def rules_of(genesis: Genesis, pack: Mapping[str, Any] | None = None) -> Rules:
    """The rules a running game is played by."""
    book = book_of(genesis.rules, genesis.expansions, pack)
    if not pack:
        return Rules(game_of(genesis.rules), book)
    from ..kernel.content.own import pack_hash  # saves it for games with printed content

    return Rules(game_of(genesis.rules), book, pack_hash(pack))


def schema_of(name: str) -> str | None:
    """A JSON Schema by its name: of a file, an answer, or a game's orders and policies."""
    from ..kernel.schemas import schemas  # saves them for commands that play

    if name in schemas.RECORDS:
        return schemas.schema(name)
    for game in GAMES:
        book = book_of(game, list(game_of(game).expansions))
        if name == f"{game}-orders":
            return schemas.orders_schema(game, book)
        if name == f"{game}-policy":
            return schemas.policy_schema(game, book)
    return None


def schema_names() -> list[str]:
    from ..kernel.schemas import schemas  # saves them for commands that play

    return [*schemas.RECORDS, *(f"{game}-{part}" for game in GAMES for part in ("orders", "policy"))]


def all_schemas() -> dict[str, str]:
    return {name: text for name in schema_names() if (text := schema_of(name))}
