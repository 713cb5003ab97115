"""Every event, order, component and piece of Living Planet has words, in both languages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest
from msgspec import Struct, structs, to_builtins

from lpbe.games import book_of
from lpbe.games.living_planet.options import LivingPlanetOptions
from lpbe.games.living_planet.reading import resource_names, team_kinds
from lpbe.games.living_planet.state import COLOURS, BuildingKind, MarketCard, OpenPurses, Tile
from lpbe.kernel.chain.drawers import write_drawer
from lpbe.kernel.content import packs
from lpbe.kernel.play.events import KERNEL_EVENTS
from lpbe.kernel.play.rulebook import tag
from lpbe.kernel.play.rules import Drawer, Seat, kebab
from lpbe.kernel.words.sentences import sentence
from lpbe.kernel.words.sentences import slots as slots_of
from lpbe.kernel.words.templates import order_text
from lpbe.report.compose import described
from lpbe.report.page import Lines

from .playouts import EDITIONS, Deed, legal, playout
from .positions import GAME, SEATS, new_game

LANGUAGES = ("en", "fr")
BOOK = book_of(GAME, ())
RESOURCES = resource_names(BOOK)
EVENTS: dict[str, type[Struct]] = {
    tag(kind): kind for kind in (*KERNEL_EVENTS, *(event for module in BOOK.modules for event in module.events))
}
LONGEST = 140
"""What everybody reads fits on a line or two of mail; what was drawn in private may be a longer list."""
Plain = Mapping[str, Any]
languages = pytest.mark.parametrize("lang", LANGUAGES)


def slots(template: str) -> set[str]:
    return set(slots_of(template))


def counted(template: str) -> set[str]:
    return {slot.partition(":")[0] for slot in template.split("{")[1:] if ":" in slot.partition("}")[0]}


def fields(kind: type[Struct], required: bool = False) -> set[str]:
    return {field.name for field in structs.fields(kind) if field.required or not required}


@languages
def test_every_event_has_words_or_is_silent(lang: str) -> None:
    words = packs.words(GAME, lang)
    assert {form.split(".")[0] for form in (*words.events, *words.silent)} == EVENTS.keys()
    assert all(name in words.events or name in words.silent for name in EVENTS)


@languages
def test_templates_name_fields_that_exist(lang: str) -> None:
    words = packs.words(GAME, lang)
    for form, template in words.events.items():
        assert slots(template) <= fields(EVENTS[form.split(".")[0]]), form


@languages
def test_special_forms_are_of_fields_that_exist(lang: str) -> None:
    """An own form needs a seat, a form of a kind of team a kind, a form of a true field that field."""
    for form in packs.words(GAME, lang).events:
        name, _, special = form.partition(".")
        if name in {tag(kind) for module in BOOK.modules for kind in module.events} and special not in ("", "empty"):
            needed = "kind" if special in team_kinds(BOOK) else "seat" if special == "own" else special
            assert needed in fields(EVENTS[name]), form


@languages
def test_what_is_counted_is_always_there(lang: str) -> None:
    """A default is left out of files: a number that may be one has no words for how many."""
    words = packs.words(GAME, lang)
    for form, template in words.events.items():
        assert counted(template) <= fields(EVENTS[form.split(".")[0]], required=True), form


def test_both_languages_say_the_same_things() -> None:
    english, french = (packs.words(GAME, lang) for lang in LANGUAGES)
    for section in ("events", "orders", "terms", "grammar", "parts", "about", "slots", "gauges"):
        assert getattr(english, section).keys() == getattr(french, section).keys()
    assert english.silent == french.silent
    assert all(slots(english.events[form]) == slots(french.events[form]) for form in english.events)


@languages
def test_every_piece_has_a_name(lang: str) -> None:
    """Hexes are called as they are labelled; start tiles, which have a mere letter or number, are not."""
    terms, kinds, tiles = packs.words(GAME, lang).terms, BOOK.entries(BuildingKind), BOOK.entries(Tile)
    built = {tile for kind in kinds.values() for tile in chain(kind.tiles, *kind.sets.values())}
    icons = {die for tile in tiles.values() for die in tile.dice}
    strikes = {strike for tile in tiles.values() for strike in tile.dice.values()}
    starts = {name for name, tile in tiles.items() if "start" in tile.traits}
    purses = {f"{seat}.{resource}" for seat in SEATS for resource in RESOURCES}
    colonies = {f"colony-{seat}" for seat in SEATS}
    pieces = {*COLOURS, *RESOURCES, *kinds, *built, *colonies, *BOOK.entries(MarketCard), *starts}
    assert sorted((pieces | icons | strikes | purses) - terms.keys()) == []


def literals(hint: Any) -> Iterator[str]:
    """The words that a type allows, however deep."""
    if get_origin(hint) is Literal:
        yield from (value for value in get_args(hint) if isinstance(value, str))
    else:
        yield from chain.from_iterable(map(literals, get_args(hint)))


@languages
@pytest.mark.parametrize("kind", [LivingPlanetOptions, *BOOK.orders.values()], ids=lambda kind: kind.__name__)
def test_every_value_has_a_name(lang: str, kind: type[Struct]) -> None:
    terms = packs.words(GAME, lang).terms
    values = {value for hint in get_type_hints(kind).values() for value in literals(hint)}
    assert values <= terms.keys()


@languages
def test_every_component_and_field_has_a_name(lang: str) -> None:
    words = packs.words(GAME, lang)
    for kind in BOOK.components:
        if not kind.__module__.startswith("lpbe.kernel"):
            name = kebab(kind.__name__)
            labels = [name, *(f"{name}.{field.encode_name}" for field in structs.fields(kind))]
            assert [label for label in labels if label not in words.terms] == []


def told(deed: Deed, lang: str, reader: Seat | None) -> Iterator[str]:
    words = packs.words(GAME, lang)
    for event in deed.table.events:
        if seen := event.seen_by(reader):
            plain = to_builtins(seen)
            if plain["event"] not in words.silent:
                yield sentence(words, plain, reader, {"red": "Ana"})


def well_said(line: str) -> bool:
    ends = line.endswith((".", "!"))
    return line[:1] == line[:1].upper() and ends and "{" not in line and "()" not in line and "  " not in line


@languages
@pytest.mark.parametrize("edition", range(len(EDITIONS)))
@pytest.mark.parametrize("seats", [2, 4])
def test_whole_games_can_be_told(lang: str, edition: int, seats: int) -> None:
    for deed in playout(edition, seats, 1):
        for reader in (None, *SEATS[:seats]):
            for line in filter(None, told(deed, lang, reader)):
                assert well_said(line) and (reader or len(line) <= LONGEST), line


@languages
def test_every_choice_can_be_told(lang: str) -> None:
    words = packs.words(GAME, lang)
    for deed in playout(0, 3, 0):
        if deed.order:
            line = order_text(words, to_builtins(deed.order))
            assert line and "{" not in line and "[" not in line, line


@languages
def test_the_table_and_the_screens_can_be_described(lang: str) -> None:
    words, state = packs.words(GAME, lang), playout(1, 2, 1)[-1].table.state
    for drawer, seat in ((Drawer.TABLE, None), (Drawer.SCREEN, "red")):
        parts = to_builtins(write_drawer(state, drawer, seat))
        shown = {name: part for name, part in parts.items() if name not in ("agenda", "roster", "standing")}
        blocks = [block for block in described(words, shown, {}) if isinstance(block, Lines)]
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
        "For a trade, you draw oil +2 and iron -1.",
        "Pour commercer, vous piochez pétrole +2 et fer -1.",
    ),
    (
        {"event": "card-recovered", "seat": "red"},
        "blue",
        "Card 6: Ana takes a planet card back in secret.",
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
        "Ana protège par ses abris : H04 et H16.",
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
        "The abandoned building on H24.2 is destroyed; back in the bank: vibranium mine 3.",
        "Le bâtiment abandonné en H24.2 est détruit ; retour en banque : mine de vibranium 3.",
    ),
    (
        {"event": "nothing-exhausted"},
        None,
        "Exhaustion: no mineral is left in the bank, an empty marker goes onto the track.",
        "Épuisement : plus aucun minerai en banque, un marqueur vide va sur la piste.",
    ),
    (
        {"event": "purse-shown", "seat": "blue", "money": 12, "cubes": {}},
        "blue",
        "Blue lifts the screen: 12 MC and no cube.",
        "Bleu lève son écran : 12 MC et aucun cube.",
    ),
    ({"event": "options-settled", "edition": "fr"}, None, "", ""),
]


@pytest.mark.parametrize(("event", "reader", "english", "french"), SAID, ids=lambda value: None)
def test_what_is_said(event: Plain, reader: Seat | None, english: str, french: str) -> None:
    assert sentence(packs.words(GAME, "en"), event, reader, {"red": "Ana"}) == english
    assert sentence(packs.words(GAME, "fr"), event, reader, {"red": "Ana"}) == french
