"""What `bind` refuses: everything wrong with some modules, at once and as text."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import pytest
from msgspec import Meta, Struct, json
from msgspec.structs import replace

from lpbe.games import GAMES, book_of, game_of
from lpbe.games.pebbles.module import BASE
from lpbe.games.pebbles.moss import MOSS
from lpbe.games.pebbles.turn import EndTurn, Lay, Turn
from lpbe.kernel.base.errors import Malformed
from lpbe.kernel.content import packs
from lpbe.kernel.engine.model import Component, Content, Event, Module, Name, Offer, Order, Question, Row, Step
from lpbe.kernel.engine.rulebook import bind

from .frost import FROST, Ice
from .tide import TIDE

ROWS = packs.rows("pebbles")


class Path(Component):
    """Called like one of the base."""


class Laid(Event, frozen=True):
    pass


class Asked(Event, frozen=True):
    """Named like one of the kernel."""


class Rain(Step, frozen=True):
    pass


class Other(Order, frozen=True, tag="lay"):
    pass


class Ahead(Order, frozen=True, tag="plan"):
    pass


class Nobody(Question, frozen=True):
    pass


class Point(Struct, frozen=True):
    x: int = 0


class Wrong(Component):
    mood: str = "calm"
    weather: Literal["calm", "rough"] = "calm"
    place: Name | None = "reef"
    size: int = 1000
    share: float = 0.5
    pair: tuple[int, int] = (1, 2)
    point: Point = Point()


class Right(Component):
    mood: str = ""
    weather: Literal["calm", "rough", ""] = ""
    size: int = 256
    pair: tuple[int, ...] = ()
    known: bool = True
    names: list[str] = []
    point: Point | None = None


def nothing(*args: object) -> None:
    pass


OFFER = Offer(nothing, lambda state, seat, question: ())


def wrong(*modules: Module, content: Content = ROWS) -> list[str]:
    with pytest.raises(Malformed, match="contradict each other") as refused:
        bind(*modules, content=content)
    assert refused.value.code == "E_SCHEMA"
    found = refused.value.values["complaints"]
    assert isinstance(found, list)
    return found


@pytest.mark.parametrize(
    ("module", "complaint"),
    [
        (Module("moss"), "two modules are called moss"),
        (Module("reef", requires=("pebbles", "sea")), "reef needs sea"),
        (Module("reef", components=(Path,)), "two components are called path"),
        (Module("reef", options=Path), "two components are called path"),
        (Module("reef", events=(Laid,)), "two events are called laid"),
        (Module("reef", events=(Asked,)), "two events are called asked"),
        (Module("reef", steps=(Rain,)), "two steps are called rain"),
        (Module("reef", offers={Nobody: {Lay: OFFER}}), "reef answers Nobody, which no module asks"),
        (Module("reef", offers={Turn: {EndTurn: OFFER}}), "reef replaces how EndTurn answers Turn"),
        (Module("reef", offers={Turn: {Other: OFFER}}), "two orders are called lay"),
        (Module("reef", offers={Turn: {Ahead: OFFER}}), "two orders are called plan"),
    ],
)
def test_a_module_that_is_at_odds_with_another(module: Module, complaint: str) -> None:
    assert wrong(BASE, MOSS, module) == [complaint]
    assert set(wrong(BASE, module, MOSS)) == {complaint}


def test_an_expansion_cannot_replace_what_another_one_offers() -> None:
    rival = replace(TIDE, name="rival", components=(), events=(), steps=(), stop=None)
    assert wrong(BASE, TIDE, rival) == ["rival replaces how Wade answers Turn"]


def test_an_id_names_one_row() -> None:
    twice = {**ROWS, "moss": {"pebbles": {"p01": {}}, "shells": {"p02": {}, "m01": {}}}}
    assert wrong(BASE, MOSS, content=twice) == [
        "p01 is a row of pebbles/pebbles and of moss/pebbles",
        "p02 is a row of pebbles/pebbles and of moss/shells",
    ]
    assert bind(BASE, content=twice).modules == (BASE,)


def test_one_word_of_a_few_is_written_in_two_ways() -> None:
    """As the rules set it, and as a log contains it: so no word may be a default."""
    by_rule, by_log = Wrong(weather="calm"), Wrong()
    by_log.weather = json.decode(b'"calm"', type=str)  # type: ignore[assignment]
    assert by_rule == by_log
    assert json.encode(by_rule) != json.encode(by_log)


def test_a_default_that_its_bytes_do_not_tell() -> None:
    assert wrong(BASE, Module("reef", components=(Wrong,))) == [
        "Wrong.mood cannot have the default 'calm'",
        "Wrong.weather cannot have the default 'calm'",
        "Wrong.place cannot have the default 'reef'",
        "Wrong.size cannot have the default 1000",
        "Wrong.share cannot have the default 0.5",
        "Wrong.pair cannot have the default (1, 2)",
        "Wrong.point cannot have the default Point(x=0)",
    ]
    assert bind(BASE, Module("reef", components=(Right,)), content=ROWS)


class Part(Struct, frozen=True):
    tag: str
    rest: tuple[Part, ...] = ()


class Loose(Row, frozen=True):
    pack = "loose"
    name: str
    short: Annotated[str, Meta(max_length=9)]
    fixed: Annotated[str, Meta(pattern=r"^[+-][a-z*]{1,9}\Z")]
    open_end: Annotated[str, Meta(pattern=r"^[a-z]{1,9}")]
    many: Annotated[str, Meta(pattern=r"^[a-z]+\Z")]
    at_least: Annotated[str, Meta(pattern=r"^[a-z]{2,}\Z")]
    newline: Annotated[str, Meta(pattern=r"^[a-z]{1,9}$")]
    names: list[Name] = []
    pair: tuple[Name, str] = ("", "")
    table: dict[str, int] = {}
    closed: Annotated[dict[Name, Annotated[list[Name], Meta(max_length=3)]], Meta(max_length=4)] = {}
    kind: Literal["calm", "rough"] | None = None
    part: Part | None = None
    whatever: Any = None


LOOSE = [
    "Loose.name is a text without a limit",
    "Loose.open_end is a text without a limit",
    "Loose.many is a text without a limit",
    "Loose.at_least is a text without a limit",
    "Loose.newline is a text without a limit",
    "Loose.names is a list without a limit",
    "Loose.pair[] is a text without a limit",
    "Loose.table is a table without a limit",
    "Loose.table's key is a text without a limit",
    "Loose.part.tag is a text without a limit",
    "Loose.part.rest is a list without a limit",
    "Loose.whatever may be anything",
]


class Say(Order, frozen=True):
    words: str


class Manner(Struct, frozen=True):
    words: list[Name]


class ReefOptions(Component):
    words: dict[Name, int] = {}


@pytest.mark.parametrize(
    ("module", "complaints"),
    [
        (Module("reef", content=(Loose,)), LOOSE),
        (Module("reef", offers={Turn: {Say: OFFER}}), ["Say.words is a text without a limit"]),
        (Module("reef", policy=Manner), ["Manner.words is a list without a limit"]),
        (Module("reef", options=ReefOptions), ["ReefOptions.words is a table without a limit"]),
    ],
)
def test_what_people_can_send_has_a_limit(module: Module, complaints: list[str]) -> None:
    assert wrong(BASE, module) == complaints


def test_everything_is_told_at_once() -> None:
    reef = Module("reef", requires=("sea",), components=(Path, Ice), events=(Laid,), offers={Turn: {EndTurn: OFFER}})
    assert wrong(BASE, FROST, reef) == [
        "reef needs sea",
        "two components are called path",
        "two components are called ice",
        "two events are called laid",
        "reef replaces how EndTurn answers Turn",
    ]


@pytest.mark.parametrize("game", GAMES)
def test_every_game_of_ours_can_be_bound(game: str) -> None:
    assert book_of(game, list(game_of(game).expansions)).modules[0].name == game
