"""The case book: each file states a rule as a position, orders and what follows from them.

A file names the clauses it tries, the modules, seats and options in force (`options` are those of the base game;
those of another module stand under its name), what is `given`, what is done (a `play` is a seat's orders or
policy, its `timeout`, or that it `resigns`), and either what is `refused` or the events, the state and the questions
that follow. `listed` has the orders that the first who is asked is offered, by their kinds, or how many they are; kinds
that are not named do not matter, and `partly` has the kinds of which other orders than those would be accepted.
`sealed` has the kinds that are sealed, of all that may answer, and `opened` the seats whose sealed answers the rules
have made public.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from msgspec import UNSET, Struct, json

from lpbe.games import game_of
from lpbe.kernel.content import packs
from lpbe.kernel.engine import legality
from lpbe.kernel.engine.advance_orders import file_standing_orders
from lpbe.kernel.engine.leaving import resign
from lpbe.kernel.engine.model import Event, Held, Proof, Roster, Seat, State, Visibility, kebab
from lpbe.kernel.engine.table import Table, answers_wanted, start, submit, time_out

from .contract_config import ContractConfig, Plain, Position, Reader, root

KEYS = (
    {"case", "clauses", "title", "modules", "seats", "options", "given", "start", "seat", "orders", "play"}
    | {"refused", "events", "absent", "asked", "listed", "public", "sealed", "opened"}
    | {"told", "state"}
)

PARTLY = "partly"
"""What is offered: of which kinds that is not all."""
SENT = Proof(0, "0" * 64, "0" * 64)
"""The proofs of answers, for cases that check which ones are opened."""
OVER = -1
"""A phase that is over: a case tries the default answer to one question."""


def scenario_files(config: ContractConfig) -> list[Path]:
    """Return the cases of a game, and those of its expansions that have a folder of their own beside it.

    A game with many cases sorts them into folders by the chapters of its rules.
    """
    folders = (config.folder, *(config.folder.parent / name for name in game_of(config.game).expansions))
    return sorted(file for folder in folders for file in (folder / "scenarios").rglob("*.toml"))


@cache
def read_scenario(file: Path) -> dict[str, Any]:
    return tomllib.loads(file.read_text(encoding="utf-8"))


def plain(event: Event) -> dict[str, Any]:
    return json.decode(json.encode(event), type=dict[str, Any])


def differences(have: Any, want: Any, where: str = "") -> Iterator[str]:
    """Yield where a value is not as wanted; of a table only the named keys count, but an empty one is empty.

    What is left out is false, 0 or empty.
    """
    if isinstance(want, Mapping) and (want or not where) and (have is None or isinstance(have, Mapping)):
        for key, value in want.items():
            yield from differences((have or {}).get(key), value, f"{where}.{key}")
    elif not (have == want or (have is None and not want)):
        yield f"{where}: {have}, not {want}"


def missing_events(events: Iterator[Plain], wanted: list[Plain]) -> list[Plain]:
    """Return the wanted events that did not happen, one after the other."""
    return [event for event in wanted if not any(not any(differences(one, event)) for one in events)]


def seen_events(table: Table, reader: Reader) -> list[dict[str, Any]]:
    return [plain(one) for event in table.events if (one := event.seen_by(reader))]


def list_offers(table: Table, wanted: Plain) -> dict[str, Any]:
    """Return what the first asked seat is offered, of the wanted kinds: the orders, or their number."""
    seat, question = next(iter(answers_wanted(table.state).items()))
    offered: dict[str, list[Plain]] = {kind: [] for kind in wanted if kind != PARTLY}
    for order in legality.legal_orders(table.state.seen_by(seat), question, seat):
        fields = json.decode(json.encode(order), type=dict[str, Any])
        offered.setdefault(fields.pop("order"), []).append(fields)
    found = {kind: orders if isinstance(wanted.get(kind), list) else len(orders) for kind, orders in offered.items()}
    known = {kind: orders for kind, orders in found.items() if kind in wanted}
    offers = table.book.offers[type(question)].items()
    partly = [str(kind.__struct_config__.tag) for kind, offer in offers if not (offer.complete or offer.timeout_only)]
    return {**known, **({PARTLY: partly} if PARTLY in wanted else {})}


def sealed_kinds(table: Table) -> list[str]:
    """Return the kinds of orders that are sealed, of those that may answer the first question."""
    question = next(iter(answers_wanted(table.state).values()))
    offered = table.book.offers[type(question)]
    return [str(kind.__struct_config__.tag) for kind in offered if kind.secret]


def opened_seats(table: Table) -> list[Seat]:
    """Return the seats whose sealed answers the rules have made public."""
    return [seat for seat, _ in table.openings]


def sections(seats: list[Seat]) -> list[tuple[Visibility, Seat | None]]:
    return [(Visibility.PUBLIC, None), (Visibility.HIDDEN, None), *((Visibility.PRIVATE, seat) for seat in seats)]


def whole_state(config: ContractConfig, state: State) -> dict[str, Any]:
    """Return the state as a scenario names it: components, screens by seat, and what the game counts beside them."""
    out = dict[str, Any](config.counted(state))
    for visibility, seat in sections(state[Roster].seats):
        parts = components(state, visibility, seat)
        out |= {seat: parts} if seat else parts
    return json.decode(json.encode(out), type=dict[str, Any])


def components(state: State, visibility: Visibility, seat: Seat | None) -> dict[str, Any]:
    """Return the components of one kind with all their fields: files leave defaults out, and a case may want one."""
    kinds = state.book.components_with(visibility)
    return {kebab(kind.__name__): with_defaults(state[(kind, seat) if seat else kind]) for kind in kinds}


def with_defaults(value: Any) -> Any:
    """Return a record as a table with all its fields, and so the records in its tables; lists are as in files."""
    if isinstance(value, Struct):
        tag = value.__struct_config__.tag
        parts = ((name, getattr(value, name)) for name in value.__struct_fields__)
        fields = {name: with_defaults(part) for name, part in parts if part is not UNSET}
        return {**({value.__struct_config__.tag_field: tag} if tag else {}), **fields}
    return {key: with_defaults(item) for key, item in value.items()} if isinstance(value, Mapping) else value


def options_of(config: ContractConfig, case: Plain) -> dict[str, Plain]:
    """Return options by module; those under no module's name are the base game's."""
    given: Mapping[str, Any] = case.get("options", {})
    modules = {config.game, *game_of(config.game).expansions}
    base = {name: value for name, value in given.items() if name not in modules}
    named = {name: value for name, value in given.items() if name in modules}
    return {**named, config.game: {**named.get(config.game, {}), **base}}


def prepare_table(config: ContractConfig, case: Plain) -> Table:
    seats, more = case.get("seats", config.seats[: config.seated]), case.get("modules", [""])[1:]
    wanted = Position(case.get("given", {}), seats, options_of(config, case), more)
    if not case.get("start"):
        return config.position(wanted)
    return Table(config.book(more).blank(seats, wanted.options), root(0))


def carry_out(table: Table, case: Plain) -> None:
    plays = case.get("play", [case] if "orders" in case else [])
    if case.get("start"):
        start(table)
    elif not plays or "agenda" in case.get("given", {}):
        table.settle()
    for play in plays:
        if "timeout" in play:
            time_out(table, play["timeout"], OVER)
        elif "resigns" in play:
            resign(table, play["resigns"])
        elif "policy" in play:
            file_standing_orders(table, play["seat"], play["policy"], ())
            table.settle()
        else:
            proof = SENT if "opened" in case else UNSET
            submit(table, play["seat"], [Held(order, proof) for order in table.book.read_orders(play["orders"])])


def clauses_in(game: str, text: str) -> set[str]:
    """The clauses a text names, one by one or as a range, if they begin as those of the game and its expansions."""
    head = "|".join(sorted({clause.partition("-")[0] for clause in packs.clauses(game)}))
    clause = rf"\b((?:{head})(?:-[A-Z0-9]+)?-)(\d\d)\b"
    ranges = re.findall(rf"{clause} to {clause}", text)
    between = (f"{start}{n:02}" for start, first, _, last in ranges for n in range(int(first), int(last) + 1))
    return {*(start + number for start, number in re.findall(clause, text)), *between}
