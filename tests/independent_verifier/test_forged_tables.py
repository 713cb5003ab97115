"""The second implementation and `lpbe verify` get the same table, whatever events are made up."""

from __future__ import annotations

import json
import random
import shutil
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from ..kernel.party import Party
from ..size_limits import one_in, sizes
from .answers import Ask, second
from .forger import TERMS, Data, Forger, Person, terms
from .verifier.events import MOSS, PEBBLES, PLANET, STEPS, WORLD
from .verifier.planet import RESOURCES

WORDS = {
    "seat": ["red", "blue"],
    "leader": ["red", "blue"],
    "resource": [*RESOURCES, "gold"],
    "colour": ["yellow", "green", "red"],
    "team": ["t1", "t2"],
    "place": ["a", "b", "H01.2"],
    "hex": ["H01", "H02"],
    "at": ["0,0", "1,-2", "-99,99", "100,0", "x"],
    "pebble": ["p01", "p02"],
}
HUMANS = ("human-1", "human-2", "human-3")
SEATS = {"pebbles": ("red", "blue"), "living-planet": ("red", "blue"), "planet-2116": ("planet", *HUMANS)}
ELSEWHERE = {
    "seat": ["planet", *HUMANS],
    "tile": ["D11", "D10", "F07"],
    "site": ["D10", "F07"],
    "card": ["U01", "U02", "P01", "P02"],
    "paid": ["U01", "U02"],
    "pot": ["U01", "U02"],
    "to": ["human-1", "human-2", "pot", "D11"],
    "kind": ["planet", "human", "tornado"],
    "group": ["P01:P02", "P01", "U01"],
    "continent": ["pon", "lev", ""],
    "city": ["arvik", "istrin"],
}
"""The words of 2116."""
OPTIONS: list[Data] = [
    {},
    {"edition": "fr"},
    {"edition": "en", "screens": "open"},
    {"edition": "published-like", "show_played": False},
    {"screens": "open", "first_leader": "random", "special_limit": 2},
    {"screens": "open", "market_deck": "fr", "protection": {"range": 1}},
    {"edition": "merged", "hex_deck": 21, "reselect": True, "bank_mc": 0},
]


SWITCHES: list[Data] = [
    {},
    {"continent_public": False, "fault_is_wild": False, "pot_users": "all"},
    {"reshuffle": "at-once", "bags": "chosen", "rebuild_restores_tile": False, "blast_respects_protection": False},
]


@cache
def terms_of(rules: str) -> Data:
    """Return the terms that every game of these rules has."""
    if golden := {"living-planet": "living-planet-two", "pebbles": "pebbles-1"}.get(rules):
        return terms(golden)
    party = Party(SEATS[rules], options={}, game_name=rules)
    genesis = json.loads(party.log[0])["genesis"]
    return {name: genesis[name] for name in TERMS}


def tile(chance: random.Random) -> Data:
    """Return a hex that was made for this game, now and then of another form."""
    zone = chance.choice(
        [{}, {"edges": []}, {"edges": [0, 5]}, {"ground": "water"}, {"ground": "land"}, {"edges": [6]}, {"x": 1}]
    )
    more = {
        "spots": [["iron", ""], ["x" * 25], []],
        "dice": [{"red4": "geyser"}, {"red7": "geyser"}],
        "players": [0, 4, 99, 100],
        "deck": ["land", "sea"],
        "zones": [{"W1": zone}, {"w": zone}],
        "beside": [[["W1"], []], [["x" * 25]], []],
    }
    some = {name: chance.choice(values) for name, values in more.items() if chance.random() < 0.2}
    return {"edges": chance.choice(["AABBCC", "AABBCC", "AABBCC", "abc"])} | some


def some(kind: str, name: str, chance: random.Random, words: dict[str, list[str]]) -> Any:
    """Return a value of a type, or now and then of another."""
    if chance.random() < 0.02:
        return chance.choice([0, "", True, [], {}, ["x"], -1])
    word = words.get(name, words.get(name.rstrip("s"), ["x", "y"]))
    number = chance.choice([0, 1, 2, 6, -1])
    return {
        "s": lambda: chance.choice(word),
        "p": lambda: chance.choice([*word, "x" * 24, "x" * 25]),
        "c": lambda: chance.choice(word),
        "P": lambda: chance.sample([*word, "x" * 25], 1),
        "i": lambda: number,
        "R": lambda: chance.choice(["A", "B", "C", "D"]),
        "b": lambda: chance.random() < 0.5,
        "S": lambda: chance.sample(word, chance.randrange(len(word))),
        "I": lambda: [number, 3],
        "M": lambda: dict.fromkeys(chance.sample(RESOURCES, 2), number),
        "O": lambda: {"yellow": [1, 2]},
        "T": lambda: {"H01": tile(chance)},
    }[kind]()


def row_event(row: str, mark: str, chance: random.Random, words: dict[str, list[str]]) -> Data:
    """Return an event or a step of a row."""
    name, *fields = row.split()
    made: Data = {mark: name}
    for field in fields:
        key, kind = field.rstrip("?").split(":")
        if not field.endswith("?") or chance.random() < 0.5:
            made[key] = some(kind, key, chance, words)
    if chance.random() < 0.01:
        made["extra"] = 1
    if chance.random() < 0.01:
        made.pop(chance.choice(sorted(made)))
    return made


class Maker:
    """A started game whose events are made up."""

    def __init__(self, chance: random.Random, rules: str) -> None:
        """Everybody is ready."""
        self.chance, self.rules = chance, rules
        self.seats, self.words = SEATS[rules], ELSEWHERE if rules == "planet-2116" else WORDS
        made = dict(terms_of(rules))
        if switches := {"living-planet": OPTIONS, "planet-2116": SWITCHES}.get(rules):
            made["options"] = {rules: chance.choice(switches)}
        self.game = game = Forger(chance, made | {"disclose": False}, [{"id": seat} for seat in self.seats])
        for seat in self.seats:
            person = game.people[seat] = Person(chance.randbytes(32))
            args = person.keys(game.id, seat) | {"draw": person.draw(game.id), "name": seat, "lang": "en"}
            args["claim"] = game.claim(person, seat)
            game.step(game.letter(seat, "join", args), person)
        roster = game.books.roster()
        for seat in self.seats:
            proof, events = game.people[seat].prove(game.id, roster), self.first() if seat == self.seats[-1] else []
            game.step(game.letter(seat, "ready", {"proof": proof}), game.people[seat], events)

    def first(self) -> list[Data]:
        """Return the events of the start."""
        asked = self.asked
        if self.rules == "pebbles":
            return [
                {"event": "bag-filled", "count": 30},
                {"event": "dealt", "seat": "red", "coins": 6, "count": 2},
                asked,
            ]
        if self.rules == "planet-2116":
            piles = [{"event": "pile-shuffled", "kind": kind, "count": 19} for kind in ("planet", "human")]
            return [*piles, *({"event": "cards-drawn", "seat": seat, "count": 4} for seat in self.seats), asked]
        bank = {"event": "bank-filled", "cubes": dict.fromkeys(RESOURCES, 12), "price": 5, "money": 300}
        events = [{"event": "equipped", "seat": "red", "money": 20, "goods": {"oil": 2}}, asked]
        settled = [{"event": "options-settled", "edition": "merged"}] if self.chance.random() < 0.7 else []
        return [*settled, bank, *events]

    @property
    def asked(self) -> Data:
        return {"event": "asked", "seats": [*self.seats], "several": True, "replace": True}

    def made_up(self, rows: str, mark: str) -> Data:
        row = self.chance.choice([row for row in rows.split("\n") if row])
        return row_event(row, mark, self.chance, self.words)

    def events(self) -> list[Data]:
        """Return some events of the game, and sometimes an agenda."""
        rows = {"pebbles": PEBBLES + MOSS, "living-planet": PLANET, "planet-2116": WORLD}[self.rules]
        found = [self.made_up(rows, "event") for _ in range(self.chance.randint(1, 3))]
        if self.chance.random() < 0.3:
            rows = STEPS[self.rules] + (STEPS["moss"] if self.rules == "pebbles" else "")
            steps = [self.made_up(rows, "step") for _ in range(2)]
            found.append({"event": "stopped", "keep": self.chance.choice([0, 1, 5]), "steps": steps})
        return found

    def move(self) -> list[Data]:
        """Return one step with such events."""
        game, seat = self.game, self.chance.choice(self.seats)
        events = self.events()
        letter = game.letter(seat, "play", batch=[{"order": "look"}], hidden=game.hidden("play"))
        if letter["rev"] > 15:
            events.append(self.asked)
            letter = game.letter(seat, "play", batch=[{"order": "look"}], hidden=game.hidden("play"), rev=15)
        game.step(letter, game.people[seat], events)
        return events


def fold(rules: str, seed: int, moves: int, folder: Path, ask: Ask) -> int:
    """Make up events again and again, and compare; return how many steps were valid."""
    chance = random.Random(f"{rules} {seed}")
    maker, held = Maker(chance, rules), 0
    for number in range(moves):
        saved = maker.game.save()
        try:
            events = maker.move()
        except Exception:
            maker.game.back(saved)
            continue
        shutil.rmtree(folder, ignore_errors=True)
        maker.game.write(folder)
        (first, code), (other, why) = ask(folder), second(folder)
        assert first == other, (seed, number, first, code, other, why, events, maker.game.genesis["options"])
        held += first != "refused"
        if first == "refused":
            maker.game.back(saved)
    return held


@pytest.mark.parametrize("rules", one_in(2, [*SEATS]))
@sizes("count", 1, 20)
def test_forged_tables(rules: str, count: int, tmp_path: Path, ask: Ask) -> None:
    assert sum(fold(rules, seed, 40, tmp_path / "game", ask) for seed in range(count)) > 10 * count
