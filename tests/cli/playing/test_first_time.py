"""A first-time player, who knows only the page, plays the first turns of every game and is never refused.

Such a player reads the text report of their own seat, and sends the suggested answer unchanged, or one of the orders
listed on the page. Everybody in the game plays like this.
"""

from __future__ import annotations

import re
from random import Random

from lpbe.app.creating.genesis import GameRequest, every_seat
from lpbe.app.creating.new_game import build_game
from lpbe.app.hosting.referee_actions import make_run
from lpbe.app.local.hot_seat import HotSeat
from lpbe.app.ordering.place_order import prepare_order
from lpbe.app.ordering.typed_orders import parse_batch
from lpbe.app.reading.history import answers_for
from lpbe.app.reading.pages import report_text
from lpbe.app.session.open_game import OpenGame
from lpbe.app.session.seat_view import SeatView
from lpbe.app.session.session import Session
from lpbe.cli.prompt import Prompt
from lpbe.games import GAMES, game_of
from lpbe.kernel.base.errors import Failure
from lpbe.kernel.chain.letter import Lang
from lpbe.kernel.chain.records import Entry, Envelope
from lpbe.kernel.chain.transition import Referee
from lpbe.kernel.engine.model import Order
from lpbe.kernel.gamedir.gamedir import Place

from ...size_limits import by_turns, sizes

TITLES = {
    "en": ("What you can do now", "Your answer, ready to send"),
    "fr": ("Ce que vous pouvez faire", "Votre réponse, prête à partir"),
}
TURNS = ("turn-began", "round-began")
WATCHED = 3
LONGEST = 60
"""A longer order may continue on the next line."""
PLAYED = [(game, more) for game in GAMES for more in ((), *((name,) for name in game_of(game).expansions))]


class Table(HotSeat):
    """A game in memory."""

    __slots__ = ("entries",)

    def __init__(self, opened: OpenGame) -> None:
        super().__init__(Session(), Prompt(), opened, make_run(opened, Referee()))
        self.entries: list[Entry] = [opened.game.last]

    def keep(self, envelope: Envelope, orders: list[Order]) -> None:
        self.run.step, _ = self.run.play(envelope, None)
        self.opened = OpenGame(self.opened.place, self.run.step.game, self.opened.rules)
        self.entries.append(self.run.step.entry)

    def page(self, seat_view: SeatView) -> str:
        """Return what a seat reads: the story since its last order."""
        mine = [at for at, entry in enumerate(self.entries) if answers_for(entry, seat_view.seat)]
        return report_text(self.opened, seat_view, self.entries[mine[-1] if mine else 0 :], self.lang)

    @property
    def turns(self) -> int:
        return sum(event["event"] in TURNS for entry in self.entries for event in entry.public.events)


def section(page: str, title: str) -> list[str]:
    """Return the lines below a title, up to the next one."""
    _, _, rest = page.partition(f"\n-- {title} -")
    return re.split(r"\n-- .*-\n", rest)[0].splitlines()[1:]


def ready(page: str, lang: Lang) -> str:
    """Return the suggested answer: the first lines that are indented further."""
    lines = section(page, TITLES[lang][1])
    start = next(at for at, line in enumerate(lines) if line.startswith("    "))
    end = next(at for at, line in enumerate(lines) if at > start and not line.startswith("    "))
    return "\n".join(line.strip() for line in lines[start:end])


def listed_orders(page: str, lang: Lang) -> list[str]:
    """Return the listed orders without what is beside them; sentences begin with a capital."""
    lines = [line[4:] for line in section(page, TITLES[lang][0]) if re.match(r"    [^\W\d_]", line)]
    return [
        order for line in lines if (order := line.partition("  ")[0]) and order[0].islower() and len(order) < LONGEST
    ]


def new_table(game: str, more: tuple[str, ...], lang: Lang, seed: int, crowd: bool) -> Table:
    known = game_of(game)
    seats = every_seat(known) if crowd else ",".join(known.first_seats(max(2, known.players[0])))
    request = GameRequest(game=game, seats=seats, expansions=more, lang=lang, seed=f"{seed:064x}", nonce=f"{seed:064x}")
    return Table(build_game(request, None, Place("first-time"), None).latest)


@by_turns("lang, played", ["en", "fr"], PLAYED)
@sizes("tries", 1, 12)
def test_who_knows_nothing_but_the_page_is_never_refused(
    played: tuple[str, tuple[str, ...]], lang: Lang, tries: int
) -> None:
    """Three turns: every day with the fewest players possible, in a soak with all numbers of players."""
    game, more = played
    for seed in range(tries):
        play_on(new_table(game, more, lang, seed, tries > 1), lang, Random(f"{game}/{more}/{lang}/{seed}"))


def play_on(table: Table, lang: Lang, chance: Random) -> None:
    """Play until the fourth turn begins."""
    sent = {"ready": 0, "listed": 0}
    while table.turns <= WATCHED and table.opened.game.state.window.kind == "play":
        seat_view = SeatView(table.opened, None, chance.choice(table.opened.game.state.window.waiting))
        page = table.page(seat_view)
        choices = {"ready": ready(page, lang), "listed": chance.choice(listed_orders(page, lang))}
        way = chance.choice(list(choices))
        sent[way] += 1
        try:
            table.send(seat_view, prepare_order(seat_view, parse_batch(seat_view, choices[way])))
        except Failure as failure:
            raise AssertionError(f"{choices[way]!r} is refused: {failure}\n{page}") from failure
    assert min(sent.values()) >= WATCHED, "both ways were tried"
