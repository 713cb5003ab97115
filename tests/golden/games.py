"""Recorded games: a set-up and what everybody sent, as data; replayed, they report the same."""

from __future__ import annotations

import json
import lzma
import tomllib
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from lpbe.kernel.base.canonical import expand, jcs, lp
from lpbe.kernel.chain import player_view
from lpbe.kernel.chain.genesis import Sizes
from lpbe.kernel.content import packs
from lpbe.kernel.engine.chance import Chance, Rng, keyed_words
from lpbe.kernel.gamedir.gamedir import dump_game
from lpbe.report import public_report
from tests import letter_types

from ..kernel.party import Party

HERE = Path(__file__).parent
NAMES = sorted(path.parent.name for path in HERE.glob("*/told.jsonl.xz"))
DAILY = ("living-planet-mixed", "living-planet-two", "pebbles-1", "pebbles-2")
"""Those that are played every day: deadlines and plans, the fewest players, and the small game."""
FILED = sorted(path.parent.name for path in HERE.glob("*/game.toml"))
"""Those that are also kept as a host has them, with game file and log, which contains what was sent."""
RULES = {
    "living-planet": "9a061ef1dba5147c36c1fededb5fc3d2404960ee2af3fb8ed5b5eddb8d4cd929",
    "pebbles": "03acd1a3f964c986408afc866e3a8d39909f22cfd28474a949e2c4c3a2e0df44",
}
"""The hash of the rules by which each game was recorded. Its draws depend on that, so it is started again with it."""
ROOTS: dict[str, str] = json.loads((HERE / "roots.json").read_text())
"""What each recorded game drew from."""
ROOMY = Sizes(4080, 1024, 384, 2048, 96, 512)
"""The larger size of news when these games were recorded."""
Told = dict[str, Any]


class Recording(Rng):
    """The chance of a recorded game: its own root, and the label that streams had then."""

    def stream(self, label: str) -> Iterator[int]:
        assert label not in self.used
        self.used[label] = None
        return keyed_words(expand(self.root, lp("lpbe/v1", f"rng/{label}"), 32))


class Recorded(NamedTuple):
    """Who plays what with which options, and what was sent, one act after the other."""

    setup: dict[str, Any]
    acts: list[dict[str, Any]]


@cache
def read_recording(name: str) -> Recorded:
    raw = tomllib.loads((HERE / name / "orders.toml").read_text())
    return Recorded(raw["setup"], raw["acts"])


def begin_game(setup: dict[str, Any], rules: str, chance: Callable[[bytes], Chance] = Rng, **changes: Any) -> Party:
    """Return the game after its start, under a hash of its rules."""
    changes |= {key: setup[key] for key in ("lang", "pace") if key in setup} | {"rules_sha256": rules}
    at = "2026-01-01T00:00:00Z" if "pace" in setup else None
    party = Party(
        setup["seats"],
        setup.get("expansions", []),
        setup.get("options", {}),
        changes,
        at=at,
        game_name=setup["game"],
    )
    party.rules = msgspec.structs.replace(party.rules, chance=chance)
    return party.start()


def act(party: Party, done: dict[str, Any]) -> None:
    """Carry out one act as it was recorded: a batch, a policy, leaving, or a deadline that passed."""
    if "batch" in done:
        party.give(done["seat"], *done["batch"], rev=done.get("rev", 0), note=done.get("note", ""))
    elif "policy" in done:
        party.policy(done["seat"], done["policy"])
    elif "silent" in done:
        party.at = done["silent"]
        table = player_view.open_state(party.rules, party.game, None, None)
        party.send(party.sign("referee", letter_types.timeout_letter(party.game, table)))
    else:
        free = next(record.free.next for record in party.game.state.seats if record.id == done["seat"])
        party.send(party.sign(done["seat"], letter_types.resign_letter(party.game, done["seat"], free)))


def replay(name: str) -> Iterator[Party]:
    """Yield the game after its start, then after each act.

    When these were recorded a deadline answered one question, as it does today in a game without a clock.
    """
    game = read_recording(name)
    root = bytes.fromhex(ROOTS[name])
    party = begin_game(game.setup, RULES[game.setup["game"]], lambda _: Recording(root), sizes=ROOMY)
    party.rules.book.clock = None
    yield party
    for done in game.acts:
        act(party, done)
        yield party


@cache
def finish_game(name: str) -> Party:
    return list(replay(name))[-1]


def tells(party: Party) -> Told:
    """Return the events of a step for everybody and for each seat, and its reports."""
    views = {seat: player_view.open_view(party.game, seat, party.people[seat]) for seat in party.seats}
    return msgspec.json.decode(
        jcs(
            {
                "seq": party.game.state.seq,
                "events": party.game.last.public.events,
                "openings": len(party.game.last.public.openings),
                "table": party.game.state.table,
                "views": views,
                "window": party.game.state.window,
                "report": public_report(party.rules, party.game),
            }
        )
    )


def story(name: str) -> Iterator[Told]:
    return map(tells, replay(name))


def told_before(name: str) -> list[Told]:
    """Return the same as it was when the game was recorded."""
    lines = lzma.decompress((HERE / name / "told.jsonl.xz").read_bytes()).splitlines()
    return [msgspec.json.decode(line) for line in lines]


def compress_reports(answer: Iterator[Told]) -> bytes:
    return lzma.compress(b"".join(jcs(step) + b"\n" for step in answer), preset=9)


def play_to_the_end(name: str) -> Party:
    """Play to the end with today's rules: the draws differ from those of the recorded game, so it is played again."""
    setup = read_recording(name).setup
    return begin_game(setup, packs.rules_hash(setup["game"], setup.get("expansions", ()))).play_on()


def as_files(name: str) -> dict[str, bytes]:
    """Return the finished game as a host has it: its file and its log."""
    party = play_to_the_end(name)
    log = b"".join(line + b"\n" for line in party.log)
    return {f"{name}/game.toml": dump_game(party.game, "game.toml"), f"{name}/log.jsonl": log}
