"""The case book: each file states a rule as a position, orders and what follows from them."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest
from msgspec import json, structs

import lpbe.games.living_planet
from lpbe.games.living_planet.options import LivingPlanetOptions
from lpbe.games.living_planet.reading import chips_left, reserve
from lpbe.kernel.base.errors import Refused, Rejected
from lpbe.kernel.chain.drawers import write_drawer
from lpbe.kernel.content import packs
from lpbe.kernel.play.rules import Event, Held, Roster, State
from lpbe.kernel.play.table import Table, answers_wanted, resign, start, submit, time_out

from .positions import GAME, SEATS, drawers, new_game, position

FILES = sorted((Path(__file__).parent / "scenarios").glob("*.toml"))
CLAUSE = re.compile(r"\b(?:LP-[A-Z0-9]+-\d\d|[GC]-\d\d)\b")
RANGE = re.compile(r"\b(LP-[A-Z0-9]+-)(\d\d) to LP-[A-Z0-9]+-(\d\d)\b")
NOTHING_TO_TRY = {"G-88"}
"""No order gives anything to another player, so none can be refused."""
KEYS = {"case", "clauses", "title", "modules", "seats", "options", "given", "start", "seat", "orders", "play"} | {
    "refused",
    "events",
    "absent",
    "asked",
    "public",
    "told",
    "state",
}


def read(file: Path) -> dict[str, Any]:
    return tomllib.loads(file.read_text(encoding="utf-8"))


def plain(event: Event) -> dict[str, Any]:
    return json.decode(json.encode(event), type=dict[str, Any])


def differences(have: Any, want: Any, where: str = "") -> Iterator[str]:
    """Where a value is not as wanted; of a table only the named keys count, what is left out is false, 0 or empty."""
    if isinstance(want, Mapping) and (have is None or isinstance(have, Mapping)):
        for key, value in want.items():
            yield from differences((have or {}).get(key), value, f"{where}.{key}")
    elif not (have == want or (have is None and not want)):
        yield f"{where}: {have}, not {want}"


def matches(said: Mapping[str, Any], wanted: Mapping[str, Any]) -> bool:
    return not any(differences(said, wanted))


def in_order(said: Iterator[Mapping[str, Any]], wanted: list[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """The wanted events that did not happen, one after the other."""
    return [event for event in wanted if not any(matches(one, event) for one in said)]


def seen(table: Table, reader: str | None) -> list[dict[str, Any]]:
    return [plain(one) for event in table.events if (one := event.seen_by(reader))]


def everything(state: State) -> dict[str, Any]:
    """The state as a scenario names it: components, screens by seat, and what is left in each reserve."""
    seats, out = state[Roster].seats, dict[str, Any]()
    for drawer, seat in drawers(seats):
        out |= {seat: write_drawer(state, drawer, seat)} if seat else write_drawer(state, drawer)
    out["reserve"] = {
        seat: {
            "scientists": len(reserve(state, seat, "scientist")),
            "motorized": len(reserve(state, seat, "motorized")),
            "chips": chips_left(state, seat),
        }
        for seat in seats
    }
    return json.decode(json.encode(out), type=dict[str, Any])


def carry_out(table: Table, case: Mapping[str, Any]) -> None:
    plays = case.get("play", [case] if "orders" in case else [])
    if case.get("start"):
        start(table)
    if not case.get("start") and not (plays and "agenda" not in case.get("given", {})):
        table.settle()
    for play in plays:
        if "timeout" in play:
            time_out(table, play["timeout"])
        elif "resigns" in play:
            resign(table, play["resigns"])
        else:
            submit(table, play["seat"], [Held(order) for order in table.book.read_orders(play["orders"])])


def prepared(case: Mapping[str, Any]) -> Table:
    seats, options, more = case.get("seats", SEATS), case.get("options", {}), case.get("modules", [""])[1:]
    if case.get("start"):
        return new_game(0, seats, options, more, begin=False)
    return position(case.get("given", {}), seats, options, more)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_scenario(file: Path) -> None:
    case = read(file)
    assert case.keys() <= KEYS
    if "refused" in case:
        with pytest.raises(Rejected) as rejected:
            carry_out(prepared(case), case)
        error = rejected.value
        assert (error.clause if isinstance(error, Refused) else error.code) == case["refused"]
        return
    table = prepared(case)
    carry_out(table, case)
    events = [plain(event) for event in table.events]
    assert in_order(iter(events), case.get("events", [])) == []
    assert {event["event"] for event in events}.isdisjoint(case.get("absent", []))
    assert list(differences(everything(table.state), case.get("state", {}))) == []
    if "asked" in case:
        assert list(answers_wanted(table.state)) == case["asked"]
    for reader, wanted in {None: case.get("public", []), **case.get("told", {})}.items():
        kinds = {event["event"] for event in wanted}
        assert [event for event in seen(table, reader) if event["event"] in kinds] == wanted


def clauses_in(text: str) -> set[str]:
    """The clauses a text names, one by one or as a range."""
    ranges = ((start, int(n), int(m)) for start, n, m in RANGE.findall(text))
    return {*CLAUSE.findall(text), *(f"{start}{n:02}" for start, first, last in ranges for n in range(first, last + 1))}


def test_every_clause_stands_in_the_code_the_rules_and_a_scenario() -> None:
    folder = Path(lpbe.games.living_planet.__file__).parent
    code = {clause for file in folder.glob("*.py") for clause in clauses_in(file.read_text(encoding="utf-8"))}
    scenarios = {clause for file in FILES for clause in read(file)["clauses"]}
    assert sorted(code) == sorted(packs.clauses(GAME))
    assert sorted(scenarios - code) == []
    assert sorted(code - scenarios) == sorted(NOTHING_TO_TRY)


def test_every_case_of_the_catalogue_is_tried() -> None:
    cases = {case for file in FILES if (case := read(file).get("case"))}
    numbered = {f"S-{n:02}" for n in range(1, 74)} | {f"E-{n:02}" for n in (1, 2, 4, 5, 6, 7)}
    assert cases == numbered | {f"E-03{part}" for part in "abcd"}


def values(kind: Any) -> Iterator[Any]:
    """The values of a switch that has but a few."""
    for part in get_args(kind) or (kind,):
        if get_origin(kind) is Literal:
            yield part
        elif part is bool:
            yield from (True, False)
        elif get_origin(part) is Literal:
            yield from get_args(part)


def test_every_value_of_every_switch_is_tried() -> None:
    tried = [(name, str(value)) for file in FILES for name, value in read(file).get("options", {}).items()]
    kinds = get_type_hints(LivingPlanetOptions)
    missing = {(name, str(value)) for name, kind in kinds.items() for value in values(kind)} - {*tried}
    defaults = {(f.name, str(f.default)) for f in structs.fields(LivingPlanetOptions)}
    assert sorted(missing - defaults) == []
    assert kinds.keys() - {name for name, _ in tried} == set()
