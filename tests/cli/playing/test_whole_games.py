"""Whole games by people with keys of their own and a referee who does not play; a stranger's process verifies them.

After each run, everything that it wrote is searched for what players hold in secret.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
import pytest

from lpbe.kernel.chain.letter import BatchLetter
from lpbe.kernel.chain.records import Entry
from lpbe.kernel.chain.sealed_state import open_hidden, public_state, seat_state

from ...contract.contract_config import Secrets, config_of
from ..attacks.test_secrets import mask_values
from ..world.club import HOST, OUTSIDER, PEOPLE, Club, identity, secret_line
from ..world.person import typed_line

PLAYERS = (*[who for who in PEOPLE.values() if who != HOST], OUTSIDER)
STRANGER = "a stranger without a key"
COLOURS = ("red", "blue", "green")
NATIONS = ("planet", "human-1", "human-2", "human-3")
TYPED = 4
"""Every how many windows a player types the orders and writes something."""


@dataclass(frozen=True)
class Wish:
    """Which game, and with which options."""

    game: str
    seats: tuple[str, ...]
    nonce: str
    options: tuple[str, ...] = ()


GAMES = {
    "arboria": Wish("living-planet", COLOURS, "a1" * 32, ("--with", "arboria")),
    "aquarius": Wish("living-planet", COLOURS, "a2" * 32, ("--with", "aquarius")),
    "terra_h2o": Wish(
        "living-planet", COLOURS, "a3" * 32, ("--with", "aquarius", "--set", "aquarius.scenario=terra_h2o")
    ),
    "both": Wish("living-planet", COLOURS, "a4" * 32, ("--with", "aquarius", "--with", "arboria")),
    "2116": Wish("planet-2116", NATIONS, "c4" * 32),
}


class Visitors(Club):
    """A game whose host only referees; the others play."""

    def player(self, seat: str) -> str:
        return PLAYERS[self.seats.index(seat)]

    @classmethod
    def sit_down(cls, root: Path, wish: Wish) -> Visitors:
        club = cls(root, wish.seats, wish.nonce)
        for who in (HOST, *PLAYERS):
            club.give_key(who)
        asked = ["--game", wish.game, "--seats", ",".join(wish.seats), "--nonce", wish.nonce]
        club.do(HOST, "new", "mars", *asked, *wish.options)
        club.join_all()
        club.ready_all()
        return club

    def held(self, secrets: Secrets) -> set[str]:
        """Return what only one seat can see, and capitals that have not fallen."""
        game, book = self.game, self.rules.book
        views = open_hidden(game, (self.secret,)).views
        known = [secrets.in_sight(seat_state(book, game.state.table, seat, views[seat].screen), seat) for seat in views]
        cities = {str(view.screen.get("capital", {}).get("city", "")) for view in views.values()}
        lost = game.state.table.get("world", {}).get("cities", [])
        return set().union(*known, cities) - {"", *lost, *secrets.in_sight(public_state(book, game.state.table), None)}


@dataclass
class Evening:
    """A game being played, and what was searched for without being found."""

    club: Visitors
    secrets: Secrets
    read: set[str] = field(default_factory=set)
    lines: int = 0
    sought: set[str] = field(default_factory=set)
    marks: list[str] = field(default_factory=list)

    def play(self, windows: int) -> None:
        """Let every seat that is asked file the bot's choice; search everything that each run writes."""
        for _ in range(windows):
            window = self.club.game.state.window
            if window.kind == "over":
                return
            before = self.club.held(self.secrets)
            for seat in window.waiting:
                self.answer(seat, by_hand=window.number % TYPED == 0)
            self.club.run()
            if self.club.game.state.window.kind != "over":
                self.search(before & self.club.held(self.secrets))

    def answer(self, seat: str, by_hand: bool) -> None:
        who = self.club.player(seat)
        if not by_hand:
            self.club.do(who, "bot", "mars")
            return
        chosen = self.club.do(who, "bot", "mars", "-o", f"aside-{len(self.marks)}.toml")["order"]
        self.marks.append(f"mark-{len(self.marks)}-of-{seat}")
        self.club.do(who, "order", "mars", typed_line(chosen), "--memo", self.marks[-1])
        assert not named_in(self.club, self.marks[-1:])

    def search(self, kept: set[str]) -> None:
        """Check that no file names what is secret before and after the run and was not revealed in between."""
        new = self.club.entries[self.lines :]
        kept = kept - self.secrets.pieces(readable([*map(self.open_orders, new)]))
        self.sought |= kept
        for text in self.written(new):
            assert not [piece for piece in kept if re.search(rf"\b{re.escape(piece)}\b", text, re.IGNORECASE)], text

    def open_orders(self, entry: Entry) -> list[Any]:
        """Return the orders that a letter gave openly, without any secret ones."""
        batch = entry.letter.batch if isinstance(entry.letter, BatchLetter) else []
        given = [order for order in batch if order["order"] != "sealed"]
        assert not [order for order in given if self.club.rules.book.orders[order["order"]].secret]
        return given

    def written(self, new: Sequence[Entry]) -> Iterator[str]:
        """Yield the position, new entries of the log and new reports; ciphertexts by their sizes."""
        reports = self.club.files("reports")
        yield from map(readable, (self.club.game, *new))
        yield from (text.decode() for name, text in reports.items() if name not in self.read)
        self.lines, self.read = self.lines + len(new), set(reports)

    def leave(self) -> None:
        """Let players who do not want to play to the end leave."""
        for seat in self.club.seats if self.club.game.state.window.kind != "over" else ():
            self.club.do(self.club.player(seat), "resign", "mars", "--yes")
        assert self.club.run()["over"]


def readable(value: Any) -> str:
    return msgspec.json.encode(mask_values(msgspec.to_builtins(value))).decode()


def named_in(club: Club, marks: Sequence[str]) -> list[str]:
    """Return the files of the game folder that contain a mark."""
    return [name for name, data in club.files().items() if any(mark.encode() in data for mark in marks)]


def levels(club: Club) -> set[int]:
    """Return which levels of clairvoyance cards were laid at."""
    events = [event for entry in club.entries for event in entry.public.events]
    return {event["level"] for event in events if event["event"] == "cards-laid"}


CASES = [pytest.param("both", 8, id="both, the beginning")] + [
    pytest.param(name, 10_000, id=name, marks=pytest.mark.soak) for name in GAMES
]


@pytest.mark.parametrize(("name", "windows"), CASES)
def test_a_game_with_keys_and_a_referee(tmp_path: Path, name: str, windows: int) -> None:
    wish = GAMES[name]
    club = Visitors.sit_down(tmp_path, wish)
    evening = Evening(club, config_of(wish.game).secrets)
    evening.play(windows)
    evening.leave()
    seen = club.shell(STRANGER, "verify", "mars", "--json")
    assert (seen.status, seen.payload["level"], seen.payload["over"]) == (0, 2, True), seen
    assert seen.payload["steps"] == seen.payload["seq"] == len(club.entries) - 1
    assert club.shell(STRANGER, "verify", "mars").out.startswith(f"verified: level 2, {seen.payload['seq']} steps")
    assert not club.files("refused")
    seeds = [secret for who in (HOST, *PLAYERS) for secret in (secret_line(who), identity(who).seed.hex())]
    assert evening.marks and evening.sought and not named_in(club, [*evening.marks, *seeds])
    assert windows < 10_000 or wish.game != "planet-2116" or levels(club) == {1, 2, 3}


def test_the_search_finds_what_a_report_gives_away(tmp_path: Path) -> None:
    club = Visitors.sit_down(tmp_path, GAMES["2116"])
    evening = Evening(club, config_of("planet-2116").secrets)
    evening.play(12)
    held = club.held(evening.secrets)
    assert any(piece.isalpha() for piece in held) and {"P", "U"} <= {piece[0] for piece in held}
    for piece in sorted(held):
        evening.search(held)
        report = club.mars / "reports" / "planted.txt"
        report.write_text(f"who has {piece.capitalize()}?")
        with pytest.raises(AssertionError):
            evening.search(held)
        report.unlink()
