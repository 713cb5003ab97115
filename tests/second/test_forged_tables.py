"""The second fold and that of `lpbe verify` come to the same table, whatever events are made up."""

from __future__ import annotations

import random
import shutil
from pathlib import Path
from typing import Any

from ..sizes import sizes
from .answers import Ask, second
from .forger import Data, Forger, Person, terms
from .verifier.events import MOSS, PEBBLES, PLANET, STEPS
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
OPTIONS: list[Data] = [
    {},
    {"edition": "fr"},
    {"edition": "en", "screens": "open"},
    {"edition": "published-like", "show_played": False},
    {"screens": "open", "first_leader": "random", "special_limit": 2},
    {"screens": "open", "market_deck": "fr", "protection": {"range": 1}},
    {"edition": "merged", "hex_deck": 21, "reselect": True, "bank_mc": 0},
]


def tile(chance: random.Random) -> Data:
    """A hex that was made for this game, now and then of another form."""
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


def some(kind: str, name: str, chance: random.Random) -> Any:
    """A value of a type, or now and then of another."""
    if chance.random() < 0.02:
        return chance.choice([0, "", True, [], {}, ["x"], -1])
    word = WORDS.get(name, WORDS.get(name.rstrip("s"), ["x", "y"]))
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


def row_event(row: str, mark: str, chance: random.Random) -> Data:
    """An event or a step of a row."""
    name, *fields = row.split()
    made: Data = {mark: name}
    for field in fields:
        key, kind = field.rstrip("?").split(":")
        if not field.endswith("?") or chance.random() < 0.5:
            made[key] = some(kind, key, chance)
    if chance.random() < 0.01:
        made["extra"] = 1
    if chance.random() < 0.01:
        made.pop(chance.choice(sorted(made)))
    return made


class Maker:
    """A started game of two seats whose events are made up."""

    def __init__(self, chance: random.Random, rules: str) -> None:
        """Everybody is ready."""
        self.chance, self.rules = chance, rules
        golden = {"living-planet": "living-planet-two", "pebbles": "pebbles-1"}[rules]
        made = terms(golden)
        if rules == "living-planet":
            made["options"] = {rules: chance.choice(OPTIONS)}
        self.game = game = Forger(chance, made | {"disclose": False}, [{"id": "red"}, {"id": "blue"}])
        for seat in ("red", "blue"):
            person = game.people[seat] = Person(chance.randbytes(32))
            args = person.keys(game.id, seat) | {"draw": person.draw(game.id), "name": seat, "lang": "en"}
            game.step(game.letter(seat, "join", args), person)
        roster = game.books.roster()
        for seat, events in (("red", []), ("blue", self.first())):
            proof = game.people[seat].prove(game.id, roster)
            game.step(game.letter(seat, "ready", {"proof": proof}), game.people[seat], events)

    def first(self) -> list[Data]:
        """The events of the start."""
        asked = {"event": "asked", "seats": ["red", "blue"], "several": True, "replace": True}
        if self.rules == "pebbles":
            return [
                {"event": "bag-filled", "count": 30},
                {"event": "dealt", "seat": "red", "coins": 6, "count": 2},
                asked,
            ]
        bank = {"event": "bank-filled", "cubes": dict.fromkeys(RESOURCES, 12), "price": 5, "money": 300}
        events = [{"event": "equipped", "seat": "red", "money": 20, "goods": {"oil": 2}}, asked]
        settled = [{"event": "options-settled", "edition": "merged"}] if self.chance.random() < 0.7 else []
        return [*settled, bank, *events]

    def events(self) -> list[Data]:
        """Some events of the game, and sometimes an agenda."""
        rows = {"pebbles": PEBBLES + MOSS, "living-planet": PLANET}[self.rules]
        choices = [row for row in rows.split("\n") if row]
        found = [row_event(self.chance.choice(choices), "event", self.chance) for _ in range(self.chance.randint(1, 3))]
        if self.chance.random() < 0.3:
            rows = STEPS[self.rules] + (STEPS["moss"] if self.rules == "pebbles" else "")
            choices = [row for row in rows.split("\n") if row]
            steps = [row_event(self.chance.choice(choices), "step", self.chance) for _ in range(2)]
            found.append({"event": "stopped", "keep": self.chance.choice([0, 1, 5]), "steps": steps})
        return found

    def move(self) -> list[Data]:
        """One step with such events."""
        game, seat = self.game, self.chance.choice(["red", "blue"])
        events = self.events()
        letter = game.letter(seat, "play", batch=[{"order": "look"}], hidden=game.hidden("play"))
        if letter["rev"] > 15:
            events.append({"event": "asked", "seats": ["red", "blue"], "several": True, "replace": True})
            letter = game.letter(seat, "play", batch=[{"order": "look"}], hidden=game.hidden("play"), rev=15)
        game.step(letter, game.people[seat], events)
        return events


def fold(seed: int, moves: int, folder: Path, ask: Ask) -> int:
    """Make up events again and again, and compare; how many steps held."""
    chance = random.Random(seed)
    maker, held = Maker(chance, chance.choice(["pebbles", "living-planet", "living-planet"])), 0
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


@sizes("count", 3, 40)
def test_forged_tables(count: int, tmp_path: Path, ask: Ask) -> None:
    assert sum(fold(seed, 40, tmp_path / "game", ask) for seed in range(count)) > 10 * count
