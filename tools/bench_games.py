"""The games to measure: real games of four seats, and order files made to keep a reader busy."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple

import bench_engine as engine
from bench_engine import Host

GAMES = ("living-planet", "pebbles")
PLANS = {
    "living-planet": [{"order": "select-card", "card": card} for card in (1, 2, 3, 4)],
    "pebbles": [{"order": "bid", "coins": coins} for coins in (1, 2, 1, 2)],
}
"""The maximum number of plans of a seat."""
SAID: dict[str, Any] = {
    "cards": [3, 1, 4, 6, 2, 5, 5, 2, 6, 4, 1, 3],
    "double": ["iron", "oil", "vibranium", "mycelium", "electricity"],
    "remove": ["mycelium", "oil", "iron", "vibranium", "electricity"],
    "recover": [6, 5, 4, 3, 2, 1],
    "fate": {"A": "never", "B": 4, "C": "never"},
    "change": {"die": "yellow", "value": 6},
    "produce": {"ranking": ["vibranium", "iron", "oil"], "repair_first": True, "colony": "scientist"},
    "call": "always",
    "heal": "inside-first",
    "bury": "drawn",
    "trigger": {"ranking": ["H01", "H02", "H03", "H05", "H08", "H13"], "strike": "all", "unlisted": "last"},
    "damage": {"unwounded": "team", "wounded": "team", "motorized": "chip"},
    "protect": "always",
    "exhaust": ["iron", "vibranium", "oil"],
}
"""A policy with an answer to everything in Living Planet."""
AHEAD: list[dict[str, Any]] = [
    {"order": "trade-plan", "cards": ["oil:up:avoid", "iron:down", "any:up"], "deals": ["sell:oil:max:>=6"]},
    {"order": "select-card", "card": 3},
    {"order": "arrange-dice", "dice": ["red", "blue", "green", "yellow"]},
    {"order": "recover-card", "card": 2},
]
"""Four plans of four kinds."""
OFTEN = 3
"""How often a seat changes its policy before a move in a long log; it may do so once more at the end."""
LONGEST = {"living-planet": 1000, "pebbles": 300}
"""The entries of a long log; a game with few policy changes has about two hundred."""


class Deed(NamedTuple):
    """One letter of a game, the position it was sent in, and the result."""

    before: Any
    envelope: Any
    after: Any


def host(name: str = "living-planet", expansions: Sequence[str] = ()) -> Host:
    return engine.host(name, expansions)


def start(table: Host) -> Any:
    return engine.start(table)


def do_deed(table: Host, before: Any, envelope: Any) -> Deed:
    return Deed(before, envelope, engine.apply(table, before, envelope))


def sit_down(table: Host) -> Iterator[Deed]:
    """Let everybody join and then be ready."""
    step = start(table)
    for seat in (*table.people, *table.people):
        deed = do_deed(table, step, engine.greeting(table, step, seat))
        step = deed.after
        yield deed


def policy_of(table: Host, nth: int) -> dict[str, Any]:
    """Return a policy that gives the safe answers, a different one each time."""
    name = table.rules.game.name
    if name == "pebbles":
        return {name: {"bid": nth % 5}}
    return {name: {**engine.default_policy(table)[name], "recover": [1 + nth % 6]}}


def play(table: Host, seed: int) -> Iterator[Deed]:
    """Play a whole game of random legal orders, with policies and plans for everybody."""
    return played_with(table, seed, policies)


def orders_only(table: Host, seed: int) -> Iterator[Deed]:
    """Play the same without policies and plans, so that every question is asked."""
    return played_with(table, seed, nothing_said)


def play_well(table: Host, seed: int) -> Iterator[Deed]:
    """Play a whole game between bots, which build more than random players."""
    return played_with(table, seed, nothing_said, "greedy")


def play_by_the_book(table: Host, seed: int) -> Iterator[Deed]:
    """Play a whole game of Living Planet in which everybody has decided in advance whatever can be decided."""
    return played_with(table, seed, words_on_everything)


def nothing_said(table: Host, step: Any) -> Iterator[Deed]:
    return iter(())


def words_on_everything(table: Host, step: Any) -> Iterator[Deed]:
    for seat in table.people:
        said = engine.standing_said(table, step, seat, {table.rules.game.name: SAID}, AHEAD)
        deed = do_deed(table, step, said)
        step = deed.after
        yield deed


def played_with(
    table: Host, seed: int, say: Callable[[Host, Any], Iterator[Deed]], bot: str = "random"
) -> Iterator[Deed]:
    """Play from joining to the end, with everybody's standing orders sent before the first move."""
    step = start(table)
    for deed in sit_down(table):
        step = deed.after
        yield deed
    for deed in say(table, step):
        step = deed.after
        yield deed
    while engine.window(step)[0] == "play":
        deed = do_deed(table, step, move(table, step, seed, bot))
        step = deed.after
        yield deed


def move(table: Host, step: Any, seed: int, bot: str = "random") -> Any:
    """Return an order of the first awaited seat, made from what that seat can see."""
    seat, root = engine.window(step)[1][0], b"%d/%d" % (seed, step.game.state.seq)
    return engine.move_said(table, step, seat, engine.bot_order(table, step, seat, root, bot))


def lines_of(table: Host, deeds: list[Deed]) -> list[bytes]:
    """Return the log of a game."""
    return [engine.line_of(start(table)), *(engine.line_of(deed.after) for deed in deeds)]


def middle(table: Host, deeds: list[Deed]) -> Deed:
    """Return a move from the middle of the game, with at least the median number of events."""
    plays = deeds[3 * len(table.people) :]
    answer = sorted(len(deed.after.events) for deed in plays)[len(plays) // 2]
    later = plays[len(plays) // 2 :]
    return next(deed for deed in later if len(deed.after.events) >= answer)


def policies(table: Host, step: Any, rounds: int = 1) -> Iterator[Deed]:
    """Let everybody change policy and plans as often as allowed before a question is answered."""
    for seat in [*table.people] * rounds:
        deed = do_deed(table, step, change_policy(table, step, seat))
        step = deed.after
        yield deed


def change_policy(table: Host, step: Any, seat: str) -> Any:
    """Return a different policy, with the same plans."""
    policy = policy_of(table, engine.times_said(step, seat))
    return engine.standing_said(table, step, seat, policy, PLANS[table.rules.game.name])


def long_log(table: Host, entries: int) -> Iterator[tuple[bytes, Any]]:
    """Return the lines of a log with about this many entries, each with the step it leads to."""
    first = start(table)
    yield engine.line_of(first), first
    for deed in islice(wordy(table), entries - 1):
        yield engine.line_of(deed.after), deed.after


def wordy(table: Host) -> Iterator[Deed]:
    """Play a game in which everybody changes their policy several times per question."""
    asked = 0
    for deed in sit_down(table):
        step = deed.after
        yield deed
    while engine.window(step)[0] == "play":
        for deed in policies(table, step, OFTEN if engine.question(step) > asked else 0):
            step = deed.after
            yield deed
        asked = engine.question(step)
        deed = do_deed(table, step, move(table, step, 0))
        step = deed.after
        yield deed


def rows(count: int, row: str) -> str:
    """Return many lines; `{}` is replaced by the number of each."""
    return "\n".join(row.replace("{}", str(n)) for n in range(count))


def dotted_key(parts: int) -> str:
    return ".".join(["a"] * parts)


HOSTILE = {
    "dotted key.toml": dotted_key(32000) + "=1",
    "header.toml": f"[{dotted_key(32000)}]",
    "dotted keys.toml": rows(800, '"{}".' + dotted_key(31) + "=1"),
    "flat dotted keys.toml": rows(900, '"{}".' + dotted_key(30) + "=1"),
    "deep header.toml": f"[{dotted_key(32)}]\n" + rows(4000, "k{}=1"),
    "arrays of tables.toml": "[[a]]\n" * 4000,
    "deep arrays of tables.toml": f"[[{dotted_key(30)}]]\n" * 1000,
    "arrays over lines.toml": "a=" + "[\n" * 3000 + "]\n" * 900,
    "tables.toml": rows(4000, "[t{}]"),
    "small tables.toml": "a=[" + rows(1500, "{x={x={x={x={x=1}}}}},{x=1},{x=1},") + "]",
    "unterminated string.toml": 'a="""' + ('\\"' * 120 + "\n") * 260,
    "dashes.toml": "-" * 64000,
    "white space.toml": rows(250, " " * 250 + "x"),
    "hexadecimal numbers.toml": rows(250, "k{}=0x" + "f" * 240),
    "decimal numbers.toml": rows(250, "k{}=" + "9" * 240),
    "underscores.toml": rows(250, "k{}=" + "_".join("9" * 120)),
    "floats.toml": rows(250, "k{}=" + "9" * 80 + "." + "9" * 80 + "e" + "9" * 60),
    "dates.toml": rows(250, "k{}=2020-01-01T00:00:00." + "9" * 200),
    "escapes.toml": rows(250, 'k{}="' + "\\u0041" * 38 + '"'),
    "comments.toml": rows(250, "#" + "x" * 250),
    "wide array.toml": "a=[" + rows(250, "1," * 120) + "]",
    "nested arrays.json": "[" * 60000,
    "nested objects.json": '{"a":' * 10000 + "1" + "}" * 10000,
    "long number.json": '{"a":' + "9" * 60000 + "}",
    "last key twice.json": "{" + ",".join(f'"{n}":1' for n in [*range(6500), 6499]) + "}",
    "escapes.json": '{"b":"' + "\\u0041" * 10000 + '","a":1}',
    "wide array.json": '{"b":[' + "1," * 32000 + "1]}",
    "half open.json": '{"a":"' + "\\" * 60000,
}
