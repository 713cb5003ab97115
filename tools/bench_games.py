"""What is measured: real games, and order files that want to keep a reader busy."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle, islice
from typing import NamedTuple

from lpbe.bots import choose
from lpbe.games import game_of, rules_of
from lpbe.kernel.base.canon import data
from lpbe.kernel.chain.acts import AnyLetter
from lpbe.kernel.chain.acts.join import join_letter
from lpbe.kernel.chain.acts.play import play_letter
from lpbe.kernel.chain.acts.ready import ready_letter
from lpbe.kernel.chain.acts.set_policy import policy_letter
from lpbe.kernel.chain.compose import open_state, open_view, sign
from lpbe.kernel.chain.records import Envelope
from lpbe.kernel.chain.seating import Genesis, RefereeKeys, SeatSpec, seat_of
from lpbe.kernel.chain.step import Link, Referee, begin, extend
from lpbe.kernel.content import packs
from lpbe.kernel.crypto.keys import Identity, b64, game_secret
from lpbe.kernel.folder.log import log_line
from lpbe.kernel.play.chance import Rng
from lpbe.kernel.play.rulebook import Rules

SEATS = 4
NONCE = "ab" * 32


class Host(NamedTuple):
    """A game about to begin: its rules, its referee, and the people who play it."""

    rules: Rules
    genesis: Genesis
    referee: Referee
    people: dict[str, Identity]


class Deed(NamedTuple):
    """One order of a game, and what it was played on and led to."""

    before: Link
    envelope: Envelope
    after: Link


def host(name: str = "pebbles") -> Host:
    """Four people and a referee, all with keys of their own."""
    game, identity = game_of(name), Identity(b"R" * 32)
    secret = game_secret(identity.seed, NONCE)
    people = {seat: Identity(seat.encode().ljust(32, b"!")) for seat in game.seats[:SEATS]}
    genesis = Genesis(
        format=1,
        rules=game.name,
        rules_version=game.version,
        rules_sha256=packs.rules_hash(game.name, ()),
        expansions=[],
        options={},
        seats=[SeatSpec(seat, b64(person.sign_public)) for seat, person in people.items()],
        trust="referee",
        rng=1,
        nonce=NONCE,
        lang="en",
        referee=RefereeKeys(b64(identity.sign_public), b64(secret.seal_public)),
        seed_commit=secret.commitment,
    )
    return Host(rules_of(genesis), genesis, Referee(secret, identity), people)


def start(table: Host) -> Link:
    return begin(table.genesis, table.rules, table.referee, None)


def apply(table: Host, step: Link, envelope: Envelope) -> Link:
    return extend(table.rules, step, envelope, table.referee, None)


def sit_down(table: Host) -> Iterator[Deed]:
    """Everybody joins, then everybody is ready."""
    step = start(table)
    for seat in (*table.people, *table.people):
        before, envelope = step, sign(table.people[seat], first_letter(table, step, seat))
        step = apply(table, before, envelope)
        yield Deed(before, envelope, step)


def first_letter(table: Host, step: Link, seat: str) -> AnyLetter:
    if step.game.state.window.kind == "join":
        return join_letter(step.game, seat, table.people[seat], f"{seat.capitalize()} Player", "en", "")
    return ready_letter(step.game, seat, table.people[seat])


def play(table: Host, seed: int) -> Iterator[Deed]:
    """A whole game between people who do anything legal."""
    step = start(table)
    for deed in sit_down(table):
        step = deed.after
        yield deed
    while step.game.state.window.kind == "play":
        before, envelope = step, move(table, step, seed)
        step = apply(table, before, envelope)
        yield Deed(before, envelope, step)


def move(table: Host, step: Link, seed: int) -> Envelope:
    """An order of the first seat that is waited for, made from what that seat can see."""
    game, seat = step.game, step.game.state.window.waiting[0]
    person = table.people[seat]
    state = open_state(table.rules, game, seat, open_view(table.rules, game, seat, person))
    assert state
    order = choose("bot:random", table.rules.game, state, seat, Rng(b"%d/%d" % (seed, game.state.seq)))
    return sign(person, play_letter(game, seat, person, [data(order)], [type(order).secret], 0))


def lines_of(table: Host, deeds: list[Deed]) -> list[bytes]:
    """The log of a game."""
    return [log_line(start(table).game), *(log_line(deed.after.game) for deed in deeds)]


def middle(deeds: list[Deed]) -> Deed:
    """The sealed bid that closes the window of the third round."""
    shown = [deed for deed in deeds if any(event["event"] == "bids-shown" for event in deed.after.events)]
    return shown[2]


def policies(table: Host, step: Link) -> Iterator[Deed]:
    """An endless log: seats change their standing policies, which is always allowed."""
    for seat in cycle(table.people):
        before, envelope = step, change_policy(table, step, seat)
        step = apply(table, before, envelope)
        yield Deed(before, envelope, step)


def change_policy(table: Host, step: Link, seat: str) -> Envelope:
    record = seat_of(step.game.state, seat)
    assert record
    policy = {"pebbles": {"bid": record.free % 5}}
    return sign(table.people[seat], policy_letter(step.game, seat, table.people[seat], policy, record.free))


def long_log(table: Host, entries: int) -> Iterator[tuple[bytes, Link]]:
    """The lines of a log with so many entries, each with the step it leads to."""
    step = start(table)
    yield log_line(step.game), step
    for deed in sit_down(table):
        step = deed.after
        yield log_line(step.game), step
    for deed in islice(policies(table, step), entries - 2 * SEATS - 1):
        yield log_line(deed.after.game), deed.after


def rows(count: int, row: str) -> str:
    """Many lines; `{}` is the number of each."""
    return "\n".join(row.replace("{}", str(n)) for n in range(count))


def dotted(parts: int) -> str:
    return ".".join(["a"] * parts)


HOSTILE = {
    "dotted key.toml": dotted(32000) + "=1",
    "header.toml": f"[{dotted(32000)}]",
    "dotted keys.toml": rows(800, '"{}".' + dotted(31) + "=1"),
    "flat dotted keys.toml": rows(900, '"{}".' + dotted(30) + "=1"),
    "deep header.toml": f"[{dotted(32)}]\n" + rows(4000, "k{}=1"),
    "arrays of tables.toml": "[[a]]\n" * 4000,
    "deep arrays of tables.toml": f"[[{dotted(30)}]]\n" * 1000,
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
