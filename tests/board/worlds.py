"""A game that no registry has: a world of 330 small tiles, with cities, factories, storms and secret capitals."""

from __future__ import annotations

from random import Random

from msgspec.structs import replace

from lpbe.board.model import Chart, Look, Phrase, TileView, TokenView
from lpbe.kernel.content import packs
from lpbe.kernel.content.packs import Words

ROWS, COLUMNS = "ABCDEFGHIJKLMNO", 22
GROUNDS = ("sea", "coast", "forest", "mountain", "fault", "ruin")
KINDS = ("city", "factory", "shield", "capital")
SEATS = ("planet", "human-1", "human-2", "human-3", "human-4")
CAPITALS = {"human-1": "C04", "human-2": "G17", "human-3": "K10", "human-4": "L18"}
STORM = ("H09", "H10", "H11", "I11")
LOOK = Look(
    colours={"planet": "black", "human-1": "red", "human-2": "blue", "human-3": "yellow", "human-4": "green"},
    patterns={
        "sea": "waves",
        "coast": "dots",
        "forest": "crosses",
        "mountain": "hills",
        "fault": "slashes",
        "ruin": "lines",
    },
    chips={"planet": "hexagon", "human-1": "disc", "human-2": "square", "human-3": "diamond", "human-4": "triangle"},
    tokens={"city": "city", "factory": "works", "shield": "ring", "capital": "star"},
)
SIGNS = {"sea": "~", "coast": ".", "forest": "f", "mountain": "m", "fault": "x", "ruin": "#"}
SIGNS |= {"city": "O", "factory": "F", "shield": "S", "capital": "C"}
GLYPHS = {"mountain": "▲", "coast": "·", "forest": "♣"}
LETTERS = {"planet": "P", "human-1": "1", "human-2": "2", "human-3": "3", "human-4": "4"}
NAMES = {
    "en": {
        "sea": "sea",
        "coast": "coast",
        "forest": "forest",
        "mountain": "mountain",
        "fault": "fault line",
        "ruin": "ruins",
        "city": "city",
        "factory": "factory",
        "shield": "shield",
        "capital": "your capital",
        "planet": "The Planet",
        "human-1": "Human 1",
        "human-2": "Human 2",
        "human-3": "Human 3",
        "human-4": "Human 4",
        "smoke": "smoke {amount}",
        "board.threatened": "announced storm",
    },
    "fr": {
        "sea": "mer",
        "coast": "côte",
        "forest": "forêt",
        "mountain": "montagne",
        "fault": "faille",
        "ruin": "ruines",
        "city": "ville",
        "factory": "usine",
        "shield": "bouclier",
        "capital": "votre capitale",
        "planet": "La Planète",
        "human-1": "Humain 1",
        "human-2": "Humain 2",
        "human-3": "Humain 3",
        "human-4": "Humain 4",
        "smoke": "fumée {amount}",
        "board.threatened": "tempête annoncée",
    },
}


def words(lang: str = "en") -> Words:
    """Return the words that every game has, and those of this game."""
    own = {f"{kind}.{key}": sign for kind, signs in (("sign", SIGNS), ("glyph", GLYPHS)) for key, sign in signs.items()}
    letters = {f"letter.{seat}": letter for seat, letter in LETTERS.items()}
    base = packs.words("pebbles", lang)
    return replace(base, terms=base.terms | own | letters | NAMES[lang])


def world(reader: str | None = None) -> Chart:
    """Return the world as one seat or as everybody sees it; a capital is shown to its Human alone."""
    random = Random("a world")
    tiles = [tile(random, row, column, reader) for row in range(len(ROWS)) for column in range(COLUMNS)]
    return Chart(
        tiles=tuple(tiles),
        colours=SEATS,
        grounds=GROUNDS,
        kinds=KINDS,
        across=tuple(f"{n:02}" for n in range(1, COLUMNS + 1)),
        down=tuple(ROWS),
        look=LOOK,
    )


def tile(random: Random, row: int, column: int, reader: str | None) -> TileView:
    name, ground = f"{ROWS[row]}{column + 1:02}", ground_of(random, row, column)
    owner = f"human-{1 + (column > 10) + 2 * (row > 7)}" if ground != "sea" and random.random() < 0.3 else ""
    tokens = [*draw_token(random, name, ground, owner)]
    if reader and CAPITALS.get(reader) == name:
        tokens.append(TokenView("capital", owner=reader, private=True))
    return TileView(
        name,
        column - row // 2,
        row,
        ground,
        tuple(tokens),
        owner=owner,
        threatened=name in STORM,
        abandoned=ground == "ruin",
    )


def ground_of(random: Random, row: int, column: int) -> str:
    """Two lands in a sea."""
    off = min((row - 4) ** 2 * 2 + (column - 6) ** 2, (row - 10) ** 2 * 2 + (column - 15) ** 2)
    if off > 40:
        return "sea"
    return "coast" if off > 26 else random.choice(("forest", "forest", "mountain", "coast", "fault", "ruin"))


def draw_token(random: Random, name: str, ground: str, owner: str) -> list[TokenView]:
    if not owner or random.random() < 0.4:
        return []
    if random.random() < 0.5:
        return [TokenView("city", name=f"city-{name}", owner=owner)]
    factory = TokenView("factory", owner=owner, worth=Phrase("smoke", {"amount": random.randint(1, 3)}))
    return [factory, TokenView("shield", owner=owner)] if random.random() < 0.3 else [factory]
