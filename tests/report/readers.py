"""Games in memory, and what their readers get."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from unicodedata import combining, east_asian_width

import msgspec

from lpbe.games.living_planet.actions.actions import Act
from lpbe.kernel.chain import player_view
from lpbe.kernel.chain.letters.play import Play
from lpbe.kernel.engine.table import top
from lpbe.report.content.public_page import public_page
from lpbe.report.content.seat_page import SeatContext, seat_page
from lpbe.report.document import Page

from ..kernel.party import Party

COLOURS = ("red", "blue", "yellow", "green")
SECTIONS = ["head", "mine", "board", "screen", "choices", "reply", "news", "table", "notes"]
PLAIN = [key for key in SECTIONS if key != "board"]
"""The sections of a game that has no board."""


def begin_game(game: str, players: int, **options: object) -> Party:
    if game == "pebbles":
        return Party(COLOURS[:players], ("moss",)).start()
    return Party(COLOURS[:players], options={game: dict(options)}, game_name=game).start()


def stages(game: str, players: int, seed: int, every: int) -> Iterator[Party]:
    """Yield a random game, shown at every so many of its steps and at its end."""
    party, chance = begin_game(game, players), random.Random(seed)
    for step in range(10_000):
        if party.game.state.window.kind != "play":
            break
        if step % every == 0:
            yield party
        seat = chance.choice(party.waiting)
        party.give(seat, msgspec.json.decode(msgspec.json.encode(chance.choice(party.legal(seat)))))
    yield party


def own_page(party: Party, seat: str, lang: str, note: str = "", draft: list[dict[str, object]] | None = None) -> Page:
    """Return what a seat reads: the story since its last order."""
    view = player_view.open_view(party.game, seat, party.people[seat])
    entries = [game.last for game in party.steps]
    mine = [n for n, entry in enumerate(entries) if isinstance(entry.letter, Play) and entry.letter.seat == seat]
    sitting = SeatContext(seat, view, party.state(seat), note, draft or [])
    last = mine[-1] if mine else 0
    return seat_page(party.rules, party.game, entries[last:], sitting, lang, earlier=entries[:last])


def step_page(party: Party, lang: str) -> Page:
    return public_page(party.rules, party.game, [party.game.last], lang)


@cache
def midgame() -> Party:
    """Four players in the sixth turn, one of them about to act on the third die."""

    def there(party: Party) -> bool:
        turn = party.game.state.table["turn"]
        late = turn["number"] == 6 and turn.get("column") == 2
        return bool(late and top(party.state(party.waiting[0])) == Act(party.waiting[0]))

    return begin_game("living-planet", 4).play_on(1, there)


def keys(page: Page) -> list[str]:
    return [section.key for section in page.sections]


def columns(line: str) -> int:
    """Return what a terminal needs for a line."""
    return sum(0 if combining(c) else 2 if east_asian_width(c) in "WF" else 1 for c in line)
