"""The case book: each file states a rule as a position, orders and what follows from them."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from msgspec import json

import lpbe.games.pebbles
from lpbe.kernel.base.errors import Refused
from lpbe.kernel.content import packs
from lpbe.kernel.play.rules import Event, Held
from lpbe.kernel.play.table import Table, answers_wanted, start, submit

from .positions import SEATS, position

FILES = sorted((Path(__file__).parent / "scenarios").glob("*.toml"))
CLAUSE = re.compile(r"\b(?:PEB|MOSS)-[A-Z]+-\d\d\b")


def read(file: Path) -> dict[str, Any]:
    return tomllib.loads(file.read_text(encoding="utf-8"))


def plain(event: Event) -> dict[str, Any]:
    return json.decode(json.encode(event), type=dict[str, Any])


def matches(said: Mapping[str, Any], wanted: Mapping[str, Any]) -> bool:
    return all(said.get(key) == value for key, value in wanted.items())


def in_order(said: Iterator[Mapping[str, Any]], wanted: list[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """The wanted events that did not happen, one after the other."""
    return [event for event in wanted if not any(matches(one, event) for one in said)]


def carry_out(table: Table, case: Mapping[str, Any]) -> None:
    plays = case.get("play", [case] if "orders" in case else [])
    if case.get("start"):
        start(table)
    if not plays:
        table.settle()
    for play in plays:
        submit(table, play["seat"], [Held(order) for order in table.book.read_orders(play["orders"])])


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_scenario(file: Path) -> None:
    case = read(file)
    table = position(case.get("given", {}), case.get("modules", ["pebbles"])[1:], case.get("seats", SEATS[:2]))
    if "refused" in case:
        with pytest.raises(Refused) as refused:
            carry_out(table, case)
        assert refused.value.clause == case["refused"]
        return
    carry_out(table, case)
    events = [plain(event) for event in table.events]
    assert in_order(iter(events), case.get("events", [])) == []
    assert {event["event"] for event in events}.isdisjoint(case.get("absent", []))
    if "asked" in case:
        assert list(answers_wanted(table.state)) == case["asked"]
    if "public" in case:
        public = [plain(seen) for event in table.events if (seen := event.seen_by(None))]
        assert [event for event in public if event["event"] in {e["event"] for e in case["public"]}] == case["public"]


def test_every_clause_stands_in_the_code_the_rules_and_a_scenario() -> None:
    folder = Path(lpbe.games.pebbles.__file__).parent
    code = {clause for file in folder.glob("*.py") for clause in CLAUSE.findall(file.read_text(encoding="utf-8"))}
    scenarios = {clause for file in FILES for clause in read(file)["clauses"]}
    assert sorted(code) == sorted(packs.clauses("pebbles"))
    assert sorted(code) == sorted(scenarios)


def test_every_clause_has_a_line_in_both_languages() -> None:
    assert all(line.keys() == {"en", "fr"} and all(line.values()) for line in packs.clauses("pebbles").values())
