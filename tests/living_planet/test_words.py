"""Every piece of Living Planet has a name in both languages, and its descriptions read well."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain
from typing import Any

import pytest
from msgspec import to_builtins

from lpbe.games import book_of
from lpbe.games.living_planet.actions.construction import Build
from lpbe.games.living_planet.map.queries import resource_names
from lpbe.games.living_planet.state import COLOURS, BuildingKind, MarketCard, OpenPurses, Tile
from lpbe.kernel.base.errors import Refused
from lpbe.kernel.chain.sealed_state import write_components
from lpbe.kernel.content import packs
from lpbe.kernel.engine.model import Held, Seat, Visibility
from lpbe.kernel.engine.table import submit
from lpbe.kernel.language.sentences import sentence
from lpbe.kernel.language.templates import order_text
from lpbe.kernel.language.translate import translate_message
from lpbe.report.content.public_page import component_blocks
from lpbe.report.document import Lines

from ..contract.playouts import legal
from .playouts import playout
from .positions import GAME, SEATS, new_game, position

LANGUAGES = ("en", "fr")
BOOK = book_of(GAME, ())
RESOURCES = resource_names(BOOK)
Plain = Mapping[str, Any]
languages = pytest.mark.parametrize("lang", LANGUAGES)


@languages
def test_every_piece_has_a_name(lang: str) -> None:
    """Hexes have the names printed on them; start tiles, which have only a letter or number, do not."""
    terms, kinds, tiles = packs.words(GAME, lang).terms, BOOK.rows_of(BuildingKind), BOOK.rows_of(Tile)
    built = {tile for kind in kinds.values() for tile in chain(kind.tiles, *kind.sets.values())}
    icons = {die for tile in tiles.values() for die in tile.dice}
    strikes = {strike for tile in tiles.values() for strike in tile.dice.values()}
    starts = {name for name, tile in tiles.items() if "start" in tile.traits}
    purses = {f"{seat}.{resource}" for seat in SEATS for resource in RESOURCES}
    colonies = {f"colony-{seat}" for seat in SEATS}
    pieces = {*COLOURS, *RESOURCES, *kinds, *built, *colonies, *BOOK.rows_of(MarketCard), *starts}
    assert sorted((pieces | icons | strikes | purses) - terms.keys()) == []


@languages
def test_the_table_and_the_screens_can_be_component_blocks(lang: str) -> None:
    words, state = packs.words(GAME, lang), playout(1, 2, 1)[-1].table.state
    for drawer, seat in ((Visibility.PUBLIC, None), (Visibility.PRIVATE, "red")):
        parts = to_builtins(write_components(state, drawer, seat))
        shown = {name: part for name, part in parts.items() if name not in ("agenda", "roster", "standing")}
        blocks = [block for block in component_blocks(words, shown, {}) if isinstance(block, Lines)]
        assert blocks[0].title == words.terms[next(iter(shown))]
        assert not [line for block in blocks for line in block.lines if "_" in line or "{" in line]
    assert state[OpenPurses].money


def test_every_choice_of_a_new_game_can_be_told() -> None:
    table = new_game(0)
    lines = [order_text(packs.words(GAME, "fr"), to_builtins(order)) for order in legal(table.state, "red")]
    assert lines == [f"choisir carte {card}" for card in range(1, 7)]


SAID: list[tuple[Plain, Seat | None, str, str]] = [
    (
        {"event": "hexes-drawn", "seat": "red", "count": 2, "hexes": ["H05", "H11"]},
        "red",
        "You explore and draw H05 and H11.",
        "Vous explorez et piochez H05 et H11.",
    ),
    (
        {"event": "market-drawn", "seat": "blue", "count": 2, "cards": ["oil+2", "iron-1"]},
        "blue",
        "You draw oil +2 and iron -1 for a trade.",
        "Pour commercer, vous piochez pétrole +2 et fer -1.",
    ),
    (
        {"event": "card-recovered", "seat": "red"},
        "blue",
        "Card 6: Ana secretly takes back a planet card.",
        "Carte 6 : Ana reprend en secret une carte Planète.",
    ),
    (
        {"event": "team-arrived", "team": "RM1", "seat": "red", "place": "A.1", "kind": "motorized"},
        "red",
        "Motorized team RM1 (Ana) arrives on A.1.",
        "L'équipe motorisée RM1 (Ana) arrive en A.1.",
    ),
    (
        {"event": "protected", "seat": "red", "hexes": ["H04", "H16"]},
        None,
        "Ana uses shelters to protect H04 and H16.",
        "Ana protège H04 et H16 grâce à ses abris.",
    ),
    (
        {"event": "struck", "hex": "H24", "kind": "earthquake", "colour": "green"},
        None,
        "Earthquake on H24!",
        "Tremblement de terre en H24 !",
    ),
    (
        {"event": "building-lost", "place": "H24.2", "tile": "vib_mine-3"},
        None,
        "The abandoned building on H24.2 is destroyed; vibranium mine 3 goes back to the bank.",
        "Le bâtiment abandonné en H24.2 est détruit ; retour en banque : mine de vibranium 3.",
    ),
    (
        {"event": "nothing-exhausted"},
        None,
        "Exhaustion: the bank has no minerals left, so an empty marker goes on the track.",
        "Épuisement : plus aucun minerai en banque, un marqueur vide va sur la piste.",
    ),
    (
        {"event": "purse-shown", "seat": "blue", "money": 12, "cubes": {}},
        "blue",
        "Blue lifts the screen: 12 MC and no cubes.",
        "Bleu lève son écran : 12 MC et aucun cube.",
    ),
    ({"event": "options-settled", "edition": "fr"}, None, "", ""),
]


@pytest.mark.parametrize(("event", "reader", "english", "french"), SAID, ids=lambda value: None)
def test_what_is_said(event: Plain, reader: Seat | None, english: str, french: str) -> None:
    assert sentence(packs.words(GAME, "en"), event, reader, {"red": "Ana"}) == english
    assert sentence(packs.words(GAME, "fr"), event, reader, {"red": "Ana"}) == french


def test_who_leaves_out_a_value_is_asked_which_one() -> None:
    table = position(
        {
            "agenda": {"steps": [{"step": "act", "seat": "red"}]},
            "map": {"hexes": {"H03": {"at": "1,0", "turn": 3, "nth": 1}}, "teams": {"R1": {"place": "H03"}}},
        }
    )
    with pytest.raises(Refused) as fault:
        submit(table, "red", [Held(Build("oil_drill", "H03.2"))])
    assert fault.value.clause == "G-08"
    assert translate_message(fault.value.sentence, "en") == "which one: 1, 2, 3, 4, 5 or 6?"
    assert translate_message(fault.value.sentence, "fr") == "laquelle : 1, 2, 3, 4, 5 ou 6 ?"
