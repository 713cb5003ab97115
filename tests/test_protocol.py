"""docs/protocol.md says what the code does: its vectors, fields, events, labels and lists are computed and compared."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import NODEFAULT, UNSET, Struct, structs

from lpbe.games import game_of
from lpbe.games.living_planet.expansions.aquarius.options import AquariusOptions, Custom
from lpbe.games.living_planet.options import BUNDLES, LivingPlanetOptions, usual
from lpbe.games.living_planet.state import Building, Laid, Team, Tile
from lpbe.kernel.audit.event_causes import CAUSES, LETTER_EVENTS
from lpbe.kernel.audit.step_rules import CLOSINGS
from lpbe.kernel.chain import genesis, records
from lpbe.kernel.chain.commitments import Opening
from lpbe.kernel.chain.letter import Letter
from lpbe.kernel.chain.letter_registry import all_letter_types
from lpbe.kernel.content import packs
from lpbe.kernel.disk.base64_blocks import WRAPPED
from lpbe.kernel.engine.events import KERNEL_EVENTS, Private
from lpbe.kernel.engine.model import Component, Module, kebab
from lpbe.kernel.engine.rulebook import KERNEL, tag

from .protocol_vectors import block as vector_block

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "protocol.md").read_text()
LETTERS: tuple[type[Letter], ...] = all_letter_types()
MODULES = (*game_of("pebbles").modules(), *game_of("living-planet").modules(), game_of("planet-2116").base)
Table = list[list[str]]


def block(name: str) -> str:
    """Return the content of the fenced block with this name."""
    return PAGE.split(f"\n```{name}\n")[1].split("```\n")[0]


def chapter(title: str) -> str:
    """Return the text under a heading, up to the next one."""
    return re.split(r"^#+ .*\n", PAGE.split(f"\n{title}\n")[1], maxsplit=1, flags=re.M)[0]


def tables(text: str) -> list[Table]:
    """Return the rows of each table, without its head."""
    runs = re.findall(r"(?:^\|.*\n)+", text, flags=re.M)
    return [[cells(line) for line in run.splitlines()[2:]] for run in runs]


def cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip("|").split("|")]


def names(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


def fields(kind: type[Struct]) -> list[str]:
    """Return the fields of a record in order, with a mark on those that may be absent."""
    return [f.encode_name + "?" * is_optional(f) for f in structs.fields(kind)]


def is_optional(field: structs.FieldInfo) -> bool:
    return field.default is not NODEFAULT or field.default_factory is not NODEFAULT


def default_of(field: structs.FieldInfo) -> Any:
    return field.default_factory() if field.default_factory is not NODEFAULT else field.default


def test_the_vectors_are_what_the_code_computes() -> None:
    assert block("vectors") == vector_block()


def test_the_wrapped_fields_are_those_of_the_writer() -> None:
    assert block("wrapped").split() == sorted(WRAPPED)


@pytest.mark.parametrize(
    ("title", "nth", "kind"),
    [
        ("### 3.2 Genesis", 0, genesis.Genesis),
        ("### 3.2 Genesis", 1, genesis.SeatSpec),
        ("### 3.3 State", 0, records.StateRecord),
        ("### 3.3 State", 1, genesis.WindowRecord),
        ("### 3.3 State", 2, genesis.SeatRecord),
        ("### 3.4 Head", 0, records.Head),
        ("### 3.5 Public", 0, records.Public),
        ("### 3.5 Public", 1, Opening),
        ("### 3.6 Entry and game file", 0, records.Entry),
    ],
)
def test_the_fields_of_a_record_are_those_of_its_type(title: str, nth: int, kind: type[Struct]) -> None:
    assert [names(row[0])[0] for row in tables(chapter(title))[nth]] == fields(kind)


def test_the_fields_of_all_letters_are_those_of_their_type() -> None:
    listed = [names(row[0])[0] for row in tables(chapter("### 3.7 Letters"))[0]]
    assert listed == ["kind", *fields(Letter)]


def test_every_kind_of_letter_is_listed_as_it_is() -> None:
    assert [row[:5] for row in map(read_letter_row, tables(chapter("### 3.7 Letters"))[1])] == [
        [tag(kind), "referee" if kind.by_referee else "seat", sort_of(kind), many(kind), args_of(kind)]
        for kind in LETTERS
    ]


def read_letter_row(row: list[str]) -> list[Any]:
    kind, sender, sort, count, args, *_ = row
    outer = re.sub(r"\{[^}]*\}", "", args)
    return [names(kind)[0], sender, sort, count, sorted(name for name in names(outer))]


def sort_of(kind: type[Letter]) -> str:
    if not kind.free:
        return "window"
    shelf = {"standing": "standing", "note": "notes"}.get(kind.counter)
    return f"free, tally `{shelf}`" if shelf else "free"


def many(kind: type[Letter]) -> str:
    return str(kind.max_per_window) if kind.free and not kind.by_referee else ""


def args_of(kind: type[Letter]) -> list[str]:
    found = {f.name: f.type for f in structs.fields(kind)}
    return sorted(fields(found["args"])) if "args" in found else []


def test_letters_that_open_games_do_not_know_are_named() -> None:
    unknown = sorted(tag(kind) for kind in LETTERS if not kind.in_open_games)
    (line,) = re.findall(r"^(.*)do not exist in open games", chapter("### 3.7 Letters"), flags=re.M)
    assert sorted(names(line)) == unknown


def test_what_letters_have_beside_args_is_listed() -> None:
    rows = tables(chapter("### 3.7 Letters"))[1]
    listed = {names(row[0])[0]: [name for name in names(row[5]) if name not in ("note", "mail")] for row in rows}
    common = {*fields(Letter), "args", "args?"}
    assert listed == {tag(kind): [name for name in fields(kind) if name not in common] for kind in LETTERS}


def test_letters_that_may_come_before_the_start_are_named() -> None:
    early = [tag(kind) for kind in LETTERS if kind.free and kind.before_start]
    (line,) = re.findall(r"before the start \(S.window `join` or `ready`\) only (.*)$", PAGE, flags=re.M)
    assert sorted(names(line)) == sorted(early)


def test_what_each_letter_can_bring_about_is_what_verify_believes() -> None:
    rows = tables(chapter("### 9.2 What a letter can bring about"))[0]
    listed = {names(row[0])[0]: (set(names(row[1])), row[2] == "yes") for row in rows}
    known = {tag(kind): ({tag(event) for event in cause.causes}, cause.continues) for kind, cause in CAUSES.items()}
    assert listed == known and len(CAUSES) == len(LETTERS)
    assert {name for own, _ in listed.values() for name in own} == {tag(event) for event in LETTER_EVENTS}


def test_how_a_step_closes_is_what_verify_believes() -> None:
    (rows,) = re.findall(r"after all its other\s+events: ([^.]*)\.", PAGE)
    assert [tuple(names(row)) for row in rows.split(";")] == [tuple(map(tag, closing)) for closing in CLOSINGS]


def test_the_limits_of_a_tile_are_those_of_its_type() -> None:
    (text,) = re.findall(r"^`at` is a cell(.*?)\n\n", PAGE, flags=re.M | re.S)
    answer = [int(number) for number in re.findall(r"at\s+most\s+(\d+)", text)]
    tile = {f.name: f.type for f in msgspec.inspect.type_info(Tile).fields}
    zone = {f.name: f.type for f in tile["zones"].value_type.fields}
    spots = tile["spots"]
    limits = [spots.item_type, spots, tile["dice"], tile["zones"], zone["edges"], tile["beside"], tile["sides"]]
    assert answer == [kind.max_length for kind in limits]
    assert f"`players` {tile['players'].ge} to {tile['players'].le}" in text


@pytest.mark.parametrize(
    ("title", "nth", "kinds"),
    [
        ("### 8.3 Events", 0, [kind for kind in KERNEL_EVENTS if not issubclass(kind, Private)]),
        ("### 8.3 Events", 1, [kind for kind in KERNEL_EVENTS if issubclass(kind, Private)]),
        ("### 8.4 Pebbles", 0, MODULES[0].events),
        ("### 8.4 Pebbles", 1, MODULES[1].events),
        ("### 8.5 Living Planet", 1, MODULES[2].events),
        ("### 8.5 Living Planet", 2, MODULES[3].events),
        ("### 8.5 Living Planet", 3, MODULES[4].events),
        ("### 8.8 2116", 0, MODULES[5].events),
    ],
)
def test_every_event_is_listed_with_its_fields(title: str, nth: int, kinds: Iterable[type[Struct]]) -> None:
    listed = [(names(row[0])[0], names(row[1])) for row in tables(chapter(title))[nth]]
    assert listed == [(tag(kind), fields(kind)) for kind in kinds]


def test_objects_of_the_map_are_listed_with_their_fields() -> None:
    listed = {row[0]: names(row[1]) for row in tables(chapter("### 8.5 Living Planet"))[0]}
    kinds = {"laid hex": Laid, "building": Building, "team": Team, "tile": Tile}
    assert listed == {name: list(kind.__struct_fields__) for name, kind in kinds.items()}


def test_every_component_is_listed_with_its_visibility_and_defaults() -> None:
    rows = tables(chapter("### 8.1 The table"))[0]
    assert [row for row in rows if row[2] != "see 8.6"] == list(component_rows())


def component_rows() -> Iterator[list[str]]:
    for kind in KERNEL:
        yield component_row(kind, "")
    for module in MODULES:
        yield from (component_row(kind, f"{module.name}: ") for kind in listed_components(module))


def listed_components(module: Module) -> list[type[Component]]:
    """Return those of the table first, then screens and the box; options behind what the table holds."""
    apart = module.options in (LivingPlanetOptions, AquariusOptions)
    options = [module.options] if module.options and not apart else []
    at = [kind.visibility.value for kind in module.components].count("table")
    return [*module.components[:at], *options, *module.components[at:]]


def component_row(kind: type[Component], owner: str) -> list[str]:
    answer = ", ".join(f"`{f.name}` {format_value(default_of(f))}" for f in structs.fields(kind))
    return [f"{owner}`{kebab(kind.__name__)}`", kind.visibility.value, answer]


def format_value(value: Any) -> str:
    return "none" if value is UNSET else json.dumps(value)


def test_the_options_of_living_planet_are_those_of_the_code() -> None:
    usually = {f.name: default_of(f) for f in structs.fields(LivingPlanetOptions)}
    unset = [f"{name} {format_value(value)}" for name, value in usually.items() if value is not UNSET]
    assert block("options").splitlines() == unset
    settled = {names(row[0])[0]: row[1:] for row in tables(chapter("### 8.6 Options of Living Planet"))[0]}
    assert settled == {
        name: [msgspec.json.encode(usual(edition)[name], order="sorted").decode() for edition in BUNDLES]
        for name in BUNDLES["merged"]
    }
    assert set(settled) == {name for name, value in usually.items() if value is UNSET}


def test_every_step_of_the_agenda_is_listed_with_its_fields() -> None:
    known = [" ".join([module.name, tag(step), *fields(step)]) for module in MODULES for step in module.steps]
    assert block("steps").splitlines() == known


def test_the_market_cards_are_those_of_the_content() -> None:
    cards = packs.rows("living-planet")["living-planet"]["market"]
    decks = {deck: sorted(n for n, row in cards.items() if deck in row.get("decks", ["en25", "fr"])) for deck in DECKS}
    assert block("market").splitlines() == [f"{deck}: {' '.join(found)}" for deck, found in decks.items()]


def test_the_options_of_aquarius_are_those_of_the_code() -> None:
    usually = {f.name: default_of(f) for f in structs.fields(AquariusOptions)}
    assert block("aquarius").splitlines() == [
        f"{name} {format_value(value)}" for name, value in usually.items() if value is not UNSET and name != "custom"
    ]
    inner = ", ".join(f"`{f.name}` {format_value(default_of(f))}" for f in structs.fields(Custom))
    assert f"Inside `custom`: {inner}." in PAGE.replace("\n", " ")


DECKS = ("en25", "fr")


def rules_in(folder: Path) -> list[Path]:
    """Return the modules whose draws are a game's: a bot, and the worlds that it imagines, draw for themselves."""
    return [path for path in folder.rglob("[a-z]*.py") if path.parent.name != "bot" and path.name != "worlds.py"]


@pytest.mark.parametrize(("nth", "folder"), [(0, "pebbles"), (1, "living_planet"), (2, "planet_2116")])
def test_every_label_of_a_draw_is_listed(nth: int, folder: str) -> None:
    listed = {re.sub(r"[A-Z]+", "*", names(row[0])[0]) for row in tables(chapter("### 7.5 What is drawn"))[nth]}
    drawn = {label for path in rules_in(ROOT / "lpbe" / "games" / folder) for label in labels_in(path)}
    spelt = {re.sub(r"/(land|1)$", "/*", label) for label in listed}
    assert spelt == drawn


def labels_in(path: Path) -> Iterator[str]:
    """Yield the labels of draws in a file of rules, with a star in place of what is filled in."""
    tree = ast.parse(path.read_text())
    named = {node.targets[0].id: node.value for node in ast.walk(tree) if is_named_text(node)}  # type: ignore[attr-defined]
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "attr", "") in ("shuffled", "pick", "below"):
            label = node.args[-1]
            yield label_pattern(named.get(label.id, label) if isinstance(label, ast.Name) else label)


def is_named_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Assign) and isinstance(node.value, ast.JoinedStr)


def label_pattern(label: ast.expr) -> str:
    if isinstance(label, ast.Constant):
        return re.sub(r"/1$", "/*", str(label.value))
    assert isinstance(label, ast.JoinedStr)
    text = "".join(str(part.value) if isinstance(part, ast.Constant) else "*" for part in label.values)
    return re.sub(r"/1$", "/*", text)
