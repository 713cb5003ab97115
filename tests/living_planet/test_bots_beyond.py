"""The bot with the expansions, alone and together: it wins, sees only what its seat sees, and uses what there is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

import pytest
from msgspec import structs

from lpbe.bots.arena import GameResult, Match, Series, game_root, play
from lpbe.bots.strategies import find_bot
from lpbe.games import book_of, game_of, in_order
from lpbe.games.living_planet.actions.construction import Build
from lpbe.games.living_planet.actions.repairs import Repair
from lpbe.games.living_planet.bot.greedy import greedy
from lpbe.games.living_planet.bot.module_answers import bot_instead
from lpbe.games.living_planet.expansions.aquarius.walls import BuildWall
from lpbe.games.living_planet.expansions.arboria.flood import BuildOnPlatform
from lpbe.games.living_planet.expansions.arboria.sawmill_and_culture import FeedCulture
from lpbe.games.living_planet.turn.production import ProduceOne
from lpbe.kernel.engine.chance import Rng
from lpbe.kernel.engine.model import Order, Seat
from lpbe.kernel.engine.rulebook import Rulebook
from lpbe.kernel.engine.table import Table, top

from ..size_limits import one_in, part, soak_sizes
from .positions import GAME, SEATS, position
from .test_bots import Watcher, wins


class Box(NamedTuple):
    """What is played with, and how many messages a turn of four may take."""

    expansions: tuple[str, ...]
    options: dict[str, dict[str, Any]]
    messages: float

    @property
    def output(self) -> str:
        scenario = self.options.get("aquarius", {}).get("scenario", "")
        return " and ".join(self.expansions) + (f", {scenario}" if scenario else "")

    @property
    def book(self) -> Rulebook:
        return book_of(GAME, in_order(game_of(GAME), self.expansions))


TERRA = {"aquarius": {"scenario": "terra_h2o"}}
BOXES = {
    "arboria": Box(("arboria",), {}, 8),
    "aquarius": Box(("aquarius",), {}, 8),
    "terra-h2o": Box(("aquarius",), TERRA, 8),
    "both": Box(("arboria", "aquarius"), {}, 9.5),
    "both-terra-h2o": Box(("arboria", "aquarius"), TERRA, 9.5),
}
every_box = pytest.mark.parametrize("box", BOXES.values(), ids=BOXES)


def play_games(box: Box, bots: Sequence[str], seats: int, games: int, policies: str = "none") -> list[GameResult]:
    series = Series(GAME, box.expansions, box.options, SEATS[:seats], tuple(map(find_bot, bots)), 1, policies)
    book = box.book
    done = [series.play_game(game_of(GAME), book, number) for number in range(games)]
    assert [one.failure for one in done if one.failure] == []
    return done


@soak_sizes("games", 200, 20)
@every_box
def test_greedy_beats_random_with_expansions(box: Box, games: int, capsys: pytest.CaptureFixture[str]) -> None:
    won = wins(play_games(box, ("greedy", "random"), 2, games), "bot:greedy")
    with capsys.disabled():
        print(f"\ngreedy against random with {box.output}: {won} of {games} games")
    assert won >= 0.9 * games


@pytest.mark.parametrize("name", one_in(2, [*BOXES]))
def test_greedy_needs_no_more_than_its_seat_sees_with_expansions(name: str) -> None:
    box = BOXES[name]
    watcher = Watcher()
    game = structs.replace(game_of(GAME), bots={"bot:greedy": watcher})
    assert play(game, box.book, box.options, dict.fromkeys(SEATS[:3], "bot:greedy"), b"3").result


@pytest.mark.soak
@every_box
def test_a_turn_takes_few_messages_with_expansions(box: Box, capsys: pytest.CaptureFixture[str]) -> None:
    done = play_games(box, ("greedy",), 4, part(100, 8), "next-cards")
    each = sum(one.messages for one in done) / sum(one.counts["turns"] for one in done)
    with capsys.disabled():
        print(f"\nmessages a turn with {box.output}: {each:.2f}")
    assert each <= box.messages


ACTS = {"steps": [{"step": "act", "seat": "red"}]}
RIG = {"kind": "oil_platform", "tile": "oil_platform-3", "value": 3}
BESIDE_IT = {"hexes": {"AQ03": {"at": "1,0"}}, "teams": {"RB1": {"seat": "red", "place": "AQ03.W1", "kind": "boat"}}}
ON_O3 = {"hexes": {"O3": {"at": "1,0"}}, "teams": {"R1": {"seat": "red", "place": "O3"}}}
CULTURE = {
    "hexes": {"O1": {"at": "1,0"}},
    "buildings": {"O1.3": {"kind": "fungal_culture", "tile": "fungal_culture-3", "value": 3, "chip": "red"}},
}


def answer(box: Box, given: dict[str, Any], **purse: Any) -> Order | None:
    """Return what red does in the third turn, with these things behind its screen."""
    laid = {"turn": {"number": 3, "dice": {"red": 3}}, "red": {"purse": purse}, **given}
    view = position(laid, expansions=box.expansions, others=box.options).state.seen_by("red")
    question = top(view)
    assert question
    return greedy(view, question, "red", Rng(bytes(32)))


def test_a_boat_walls_in_what_a_wave_would_take_and_repairs_what_it_took() -> None:
    box = BOXES["terra-h2o"]
    built = {"agenda": ACTS, "map": {**BESIDE_IT, "buildings": {"AQ03.1": {**RIG, "chip": "red"}}}}
    bare = {"agenda": ACTS, "map": {**BESIDE_IT, "buildings": {"AQ03.1": RIG}}}
    assert answer(box, built, money=0, cubes={"iron": 1}) == BuildWall("AQ03.1", "iron")
    assert not isinstance(answer(box, built, money=0, cubes={"iron": 0}), BuildWall)
    assert answer(box, bare, money=5, cubes={}) == Repair("AQ03.1", "RB1")


@pytest.mark.parametrize(("place", "wood", "floats"), [("O3.3", 1, True), ("O3.3", 0, False), ("O3.1", 1, False)])
def test_wood_goes_below_what_a_flood_would_reach(place: str, wood: int, floats: bool) -> None:
    """If there is wood, and no mountain."""
    given = {
        "agenda": ACTS,
        "map": ON_O3,
        "turn": {"number": 3},
        "red": {"purse": {"money": 5, "cubes": {"wood": wood}}},
    }
    view = position(given, expansions=("arboria",)).state.seen_by("red")
    kind = {"O3.1": "vib_mine", "O3.3": "turbine"}[place]
    order = bot_instead(view, "red", Build(kind, place, 2, "R1"))
    assert order == (BuildOnPlatform if floats else Build)(kind, place, 2, "R1")


def test_wood_is_fed_to_a_culture() -> None:
    box, given = BOXES["arboria"], {"agenda": {"steps": [{"step": "produce", "seat": "red"}]}, "map": CULTURE}
    assert answer(box, given, cubes={"wood": 1}) == FeedCulture("O1.3")
    assert answer(box, given, cubes={"wood": 0}) == ProduceOne("factory", "O1.3")


class Tally(Match):
    """A match that counts the kinds of orders."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.orders_given = Counter[str]()

    def send(self, seat: Seat, orders: Sequence[Order], goes_on: bool) -> None:
        self.orders_given.update(str(order.__struct_config__.tag) for order in orders)
        super().send(seat, orders, goes_on)


def count_orders(box: Box, games: int) -> Counter[str]:
    """Return what four machines say in some games."""
    total, book = Counter[str](), box.book
    for number in range(games):
        root = game_root(2, number)
        table = Table(book.blank(list(SEATS), box.options), Rng(root))
        match = Tally(game_of(GAME), dict.fromkeys(SEATS, "bot:greedy"), table, root, False)
        match.play("none")
        total += match.orders_given
    return total


@soak_sizes("games", 40, 16)
def test_greedy_uses_what_the_expansions_have(games: int) -> None:
    arboria, aquarius = (count_orders(BOXES[name], games) for name in ("arboria", "aquarius"))
    assert {"build-dam", "build-on-platform", "feed", "flee"} <= arboria.keys()
    assert {"build-wall", "save-boats", "pick-hex", "choose-port", "repair"} <= aquarius.keys()
