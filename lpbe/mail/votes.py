"""What players have to agree on, a new person in a seat, less time, the end of the game: who is asked, who is told."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct, UnsetType

from ..app.game import OpenGame
from ..app.history import told_steps
from ..kernel.chain.acts.endorse import Endorse
from ..kernel.chain.acts.pace import endorsers
from ..kernel.chain.records import StateRecord
from ..kernel.chain.seating import bots_in, electors, majority, names_of
from ..kernel.content.packs import Words
from ..kernel.words.sentences import phrase
from ..report.acts import span_text
from ..report.blocks import Reply
from ..report.page import Lines

REPLACE, PACE, STOP = "replace", "pace", "stop"


class Matter(Struct, frozen=True):
    """One thing to be agreed on: what tells it from others, whom it is about, who has agreed."""

    kind: str
    mark: str
    target: str
    said: list[str]


class Reader(Struct, frozen=True):
    """Who is written to, how commands name the game, what has them print a mail, and the empty block of a mail seat."""

    seat: str
    file: str
    send: str
    block: list[str]
    """Nothing for a seat with a key."""
    mailed: bool


def matters(opened: OpenGame) -> Iterator[Matter]:
    """All that waits for somebody's agreement."""
    genesis, state = opened.game.genesis, opened.game.state
    for pending in state.replacing:
        yield Matter(REPLACE, pending.order, pending.args.seat, pending.endorsed)
    wanted = majority(genesis, electors(state, ""))
    for one in state.agreed:
        if (said := endorsers(state, one.of)) and len(said) < wanted:
            yield Matter(PACE, one.of, "", said)
    if (stopping := roster(state, "stopping")) and state.window.kind == "play":
        yield Matter(STOP, stopping[0], "", stopping)


def roster(state: StateRecord, part: str) -> list[str]:
    return list(state.table.get("roster", {}).get(part, ()))


def has_say(state: StateRecord, matter: Matter, seat: str) -> bool:
    """Whether its word counts: a mail seat has no vote, but no game is stopped as long as one who plays wants it."""
    if matter.kind == STOP:
        return seat in roster(state, "seats") and seat not in [*roster(state, "resigned"), *bots_in(state)]
    return seat in electors(state, matter.target)


def is_told(state: StateRecord, matter: Matter, seat: str) -> bool:
    """Who has agreed knows; a bot is told nothing, but who it plays for hears what is done about the seat."""
    if seat in matter.said:
        return False
    return has_say(state, matter, seat) or seat == matter.target or (matter.kind != STOP and seat not in bots_in(state))


def told_of(opened: OpenGame, words: Words, matter: Matter, reader: Reader) -> Iterator[Lines | Reply]:
    """What it is about, and what to do to agree."""
    key, values = f"mail.vote.{matter.kind}", values_of(opened, words, matter)
    names = names_of(opened.game.state)
    if matter.kind == STOP and reader.mailed:
        lead = phrase(words, f"{key}.typed", names, **values)
        yield Reply(lead, [], "", [], reader.block) if reader.block else Lines([lead])
    elif reader.seat == matter.target:
        yield Lines([phrase(words, f"{key}.own", names, **values)])
    elif not has_say(opened.game.state, matter, reader.seat):
        yield Lines([phrase(words, f"{key}.told", names, **values)])
    else:
        yield Reply(phrase(words, key, names, **values), [], "", [command(opened, matter, reader)])


def values_of(opened: OpenGame, words: Words, matter: Matter) -> dict[str, str | int | Sequence[str]]:
    if matter.kind == STOP:
        return {"seats": matter.said}
    wanted = majority(opened.game.genesis, electors(opened.game.state, matter.target))
    counts: dict[str, str | int | Sequence[str]] = {"wanted": wanted, "count": len(matter.said)}
    if matter.kind == PACE:
        return {**counts, "pace": span_text(words, pace_meant(opened, matter))}
    return {**counts, "target": matter.target}


def command(opened: OpenGame, matter: Matter, reader: Reader) -> str:
    """What signs the agreement and prints the mail that brings it."""
    meant = {
        REPLACE: lambda: f"endorse {reader.file} --of {matter.target}",
        PACE: lambda: f"endorse {reader.file} --pace {pace_meant(opened, matter)}",
        STOP: lambda: f"stop {reader.file} --yes",
    }
    return f"lpbe {meant[matter.kind]()} {reader.send}"


def pace_meant(opened: OpenGame, matter: Matter) -> str:
    """The game keeps what was agreed to as a mark alone: the pace itself stands in the letters."""
    letters = [entry.order for entry in told_steps(opened)]
    found = [one.args.pace for one in letters if isinstance(one, Endorse) and one.args.of == matter.mark]
    return next((pace for pace in found if not isinstance(pace, UnsetType)), "")
