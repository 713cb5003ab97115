"""Whole games through the command line with four keys and a host who does not play, for each ending and each level.

Now and then everybody looks at all there is to look at, and finds nothing that only another seat may know.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from lpbe.games.planet_2116.ending import ENDINGS
from lpbe.kernel.chain.sealed_state import open_hidden, public_state, seat_state

from ..cli.playing.test_whole_games import NATIONS, STRANGER, Evening, Visitors, Wish, levels, named_in
from ..cli.world.club import HOST
from ..contract.contract_config import config_of
from .positions import GAME
from .test_chain import private_marks

SECRETS = config_of(GAME).secrets
LOOK = 11
"""Every few window everybody looks at everything."""
LATELY = 40
"""So many steps a report may tell of."""


@dataclass(frozen=True)
class Table:
    """Who plays how, and the expected ending."""

    nonce: str
    planet: str
    humans: str
    ending: str
    levels: frozenset[int] = frozenset({3})
    windows: int = 10_000


TABLES = {
    "heat": Table("c1" * 32, "greedy", "random", "heat", frozenset({2, 3})),
    "agreed": Table("c1" * 32, "random", "greedy", "agreed", windows=16),
    "deserted": Table("c1" * 32, "random", "random", "deserted", frozenset(), windows=10),
    "ark": Table("c2" * 32, "greedy", "greedy", "ark", frozenset({2, 3})),
    "ark again": Table("2b" * 32, "greedy", "greedy", "ark", frozenset({2, 3})),
    "capitals": Table("c4" * 32, "greedy", "greedy", "capitals", frozenset({1, 2, 3})),
}


LOOKS = (
    ("report", "mars"),
    ("report", "mars", "--lang", "fr", "--format", "html"),
    ("board", "mars"),
    ("board", "mars", "--format", "svg"),
    ("todo", "mars", "--all", "--json"),
    ("show", "mars", "--json"),
    ("legal", "mars", "--json"),
    ("policy", "mars", "--json"),
    ("remind", "mars", "--json"),
    ("replay", "mars", "--step", "{step}", "--json"),
)
"""What anybody can read without informing others; what needs a key is refused without one."""
PUBLIC = (*LOOKS[:4], LOOKS[5], LOOKS[-1])
PICTURES = ("html", "svg")
"""The pictures in which every city appears by name."""
FALLING_CITY = re.compile(r"\w+\s+\(\w+\)\s+falls")
"""What an attack would take: any city of the map by its name, capital or not."""


@dataclass
class Watched(Evening):
    """An evening at which everybody looks around."""

    table: Table = TABLES["heat"]

    def answer(self, seat: str, by_hand: bool) -> None:
        if self.club.game.state.window.number % LOOK == 0:
            self.look_around()
        if by_hand:
            super().answer(seat, by_hand)
            return
        bot = self.table.planet if seat == NATIONS[0] else self.table.humans
        self.club.do(self.club.player(seat), "bot", "mars", "--bot", bot)

    def look_around(self) -> None:
        """Nobody reads of a card or a capital that only another seat has in sight."""
        screens, lately = self.screens(), told_lately(self.club)
        for reader in NATIONS:
            who = self.club.player(reader)
            known = screens[reader].union(lately, screens[None])
            hidden = set().union(*screens.values()) - known
            self.sought |= hidden
            mine = self.seen(who, LOOKS[0])
            assert all(re.search(rf"\b{one}\b", mine, re.IGNORECASE) for one in screens[reader] - screens[None])
            for look in LOOKS:
                text = FALLING_CITY.sub("a city falls", self.seen(who, look))
                cards = {piece for piece in hidden if re.match(r"[PU]\d\d$", piece)}
                sought = cards if {*look} & {*PICTURES} else hidden
                assert not [one for one in sought if re.search(rf"\b{one}\b", text, re.IGNORECASE)], (who, look)
                own = re.findall(r"your capital, (?!is\b)(\w+)", text) + re.findall(r"(\w+), your capital, is\b", text)
                assert {city.lower() for city in own} <= known, (who, look)
        for look in PUBLIC:
            assert self.seen(HOST, look) == self.seen(STRANGER, look), "whoever only referees is told no more than all"

    def seen(self, who: str, look: Sequence[str]) -> str:
        return self.club.lpbe(who, *(part.format(step=self.club.game.state.seq) for part in look)).words

    def screens(self) -> dict[str | None, set[str]]:
        """Return what each seat, and everybody, has in sight: cards and their own capital."""
        game, book = self.club.game, self.club.rules.book
        found: dict[str | None, set[str]] = {None: SECRETS.in_sight(public_state(book, game.state.table), None)}
        found[None] |= set(game.state.table.get("world", {}).get("cities", []))
        for seat, view in open_hidden(game, (self.club.secret,)).views.items():
            home = view.screen.get("capital", {}).get("city", "")
            sight = SECRETS.in_sight(seat_state(book, game.state.table, seat, view.screen), seat)
            found[seat] = sight | ({home} if home else set())
        return found

    def part(self) -> None:
        """All agree to stop, or all leave, where the game is not over by itself."""
        if self.club.game.state.window.kind == "over":
            return
        how = ("stop",) if self.table.ending == "agreed" else ("resign",)
        for seat in NATIONS:
            assert self.club.game.state.window.kind != "over", "one of them has not said a word yet"
            self.club.do(self.club.player(seat), *how, "mars", "--yes")
            self.club.run()


def told_lately(club: Visitors) -> set[str]:
    """Cards that everybody has seen in the last steps: a report may tell of them, wherever they are now."""
    events = [event for entry in club.entries[-LATELY:] for event in entry.public.events]
    return SECRETS.pieces(json.dumps(events))


CASES = [pytest.param(name, marks=() if name == "agreed" else pytest.mark.soak) for name in TABLES]


@pytest.mark.parametrize("name", CASES)
def test_each_ending_and_level_with_four_keys_and_a_host(name: str, tmp_path: Path) -> None:
    table = TABLES[name]
    club = Visitors.sit_down(tmp_path, Wish(GAME, NATIONS, table.nonce))
    evening = Watched(club, SECRETS, table=table)
    evening.play(table.windows)
    evening.part()
    (end,) = [event for entry in club.entries for event in entry.public.events if event["event"] == "ended"]
    assert (end["why"], levels(club)) == (table.ending, table.levels)
    seen = club.shell(STRANGER, "verify", "mars", "--json")
    assert (seen.status, seen.payload["level"], seen.payload["over"]) == (0, 2, True), seen
    assert evening.sought and evening.marks and not named_in(club, evening.marks)
    assert not private_marks(tmp_path / "mars") and not club.files("refused")


def test_the_table_has_every_ending_and_level() -> None:
    """Except victory by Green factories, which is in a recorded game."""
    assert {table.ending for table in TABLES.values()} == {*ENDINGS, "agreed"} - {"greens"}
    assert {level for table in TABLES.values() for level in table.levels} == {1, 2, 3}
