"""Every scenario, and that together they test every clause and every switch."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest
from msgspec import structs

from lpbe.games import GAMES, game_of
from lpbe.kernel.base.errors import Failure, Refused
from lpbe.kernel.content import packs
from lpbe.kernel.engine.table import answers_wanted

from .contract_config import ContractConfig, config_of
from .scenarios import (
    KEYS,
    carry_out,
    clauses_in,
    differences,
    list_offers,
    missing_events,
    opened_seats,
    options_of,
    plain,
    prepare_table,
    read_scenario,
    scenario_files,
    sealed_kinds,
    seen_events,
    whole_state,
)

FILES = [(game, file) for game in GAMES for file in scenario_files(config_of(game))]
every_game = pytest.mark.parametrize("game", GAMES)


@pytest.mark.parametrize(("game", "file"), FILES, ids=lambda part: part.stem if isinstance(part, Path) else part)
def test_scenario(game: str, file: Path) -> None:
    case = read_scenario(file)
    assert case.keys() <= KEYS
    if "refused" in case:
        with pytest.raises(Failure) as rejected:
            carry_out(prepare_table(config_of(game), case), case)
        error = rejected.value
        assert (error.clause if isinstance(error, Refused) else error.code) == case["refused"]
        return
    table = prepare_table(config_of(game), case)
    carry_out(table, case)
    events = [plain(event) for event in table.events]
    assert missing_events(iter(events), case.get("events", [])) == []
    assert {event["event"] for event in events}.isdisjoint(case.get("absent", []))
    assert list(differences(whole_state(config_of(game), table.state), case.get("state", {}))) == []
    if "asked" in case:
        assert list(answers_wanted(table.state)) == case["asked"]
    if wanted := case.get("listed"):
        assert list_offers(table, wanted) == wanted
    if "sealed" in case:
        assert sealed_kinds(table) == case["sealed"]
    assert opened_seats(table) == case.get("opened", opened_seats(table))
    for reader, wanted in {None: case.get("public", []), **case.get("told", {})}.items():
        kinds = {event["event"] for event in wanted}
        assert [event for event in seen_events(table, reader) if event["event"] in kinds] == wanted


@every_game
def test_every_clause_stands_in_the_code_the_rules_and_a_scenario(game: str) -> None:
    module = import_module(game_of(game).base.setup.__module__)
    assert module.__file__
    code = {
        clause
        for file in Path(module.__file__).parent.rglob("*.py")
        for clause in clauses_in(game, file.read_text(encoding="utf-8"))
    }
    scenarios = {clause for file in scenario_files(config_of(game)) for clause in read_scenario(file)["clauses"]}
    assert sorted(code) == sorted(packs.clauses(game))
    assert sorted(scenarios - code) == []
    assert sorted(code - scenarios) == sorted(config_of(game).untried)


@every_game
def test_every_clause_has_a_line_in_both_languages(game: str) -> None:
    assert all(line.keys() == {"en", "fr"} and all(line.values()) for line in packs.clauses(game).values())


def values(kind: Any) -> Iterator[Any]:
    """Yield the values of a switch that has but a few."""
    for part in get_args(kind) or (kind,):
        if get_origin(kind) is Literal:
            yield part
        elif part is bool:
            yield from (True, False)
        elif get_origin(part) is Literal:
            yield from get_args(part)


def tried_clauses(config: ContractConfig, module: str) -> set[tuple[str, str]]:
    files = map(read_scenario, scenario_files(config))
    return {(name, str(value)) for case in files for name, value in options_of(config, case).get(module, {}).items()}


@every_game
def test_every_value_of_every_switch_is_tried(game: str) -> None:
    known = game_of(game)
    for module in known.modules():
        if module.options:
            fields, found = structs.fields(module.options), tried_clauses(config_of(game), module.name)
            kinds = get_type_hints(module.options)
            few = {(field.name, str(value)) for field in fields for value in values(kinds[field.name])}
            assert sorted(few - found - {(field.name, str(field.default)) for field in fields}) == []
            assert {field.name for field in fields} - {name for name, _ in found} == set()


def test_a_case_may_want_what_files_leave_out() -> None:
    """An empty table is compared too, and so is a default: neither is written into a game file."""
    assert list(differences({"front": {"U01": "red"}}, {"front": {}})) == [".front: {'U01': 'red'}, not {}"]
    assert not [*differences({"front": {}}, {"front": {}}), *differences({"front": 1}, {})]
    for config in map(config_of, GAMES):
        state = prepare_table(config, {}).state
        assert whole_state(config, state)["roster"]["resigned"] == []
