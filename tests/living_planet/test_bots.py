"""The bot as a player: it plays well, sees only what its seat sees, and many of its games can be counted."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs, to_builtins

from lpbe.app.local.simulate import summary
from lpbe.app.local.simulation_text import simulation_text
from lpbe.app.session.locale import Locale
from lpbe.bots.arena import GameResult, Match, Series, game_root, play
from lpbe.bots.strategies import choose_order, find_bot
from lpbe.games import book_of, game_of
from lpbe.games.living_planet.actions.construction import Build
from lpbe.games.living_planet.actions.market import CubesBought
from lpbe.games.living_planet.actions.trade_terms import SettleTrade
from lpbe.games.living_planet.bot.greedy import ANSWERS, greedy
from lpbe.games.living_planet.map.queries import kind_of
from lpbe.games.living_planet.state import Building, Decks, Hand, Map, Purse
from lpbe.kernel.base.errors import Malformed
from lpbe.kernel.engine.chance import Chance, Rng
from lpbe.kernel.engine.legality import refusal
from lpbe.kernel.engine.model import Order, Question, Seat, State
from lpbe.kernel.engine.table import Table, start, top
from tests.cli.world.person import Person

from ..size_limits import by_turns, part, soak_sizes
from .bots_before.greedy import greedy as greedy_before
from .contract_config import EDITIONS
from .positions import GAME, SEATS, position

BOOK = book_of(GAME, ())


def series(*bots: str, seats: int = 2, seed: int = 1, **options: Any) -> Series:
    given = {GAME: options} if options else {}
    return Series(GAME, (), given, SEATS[:seats], tuple(map(find_bot, bots)), seed)


def play_games(games: Series, count: int) -> list[GameResult]:
    done = [games.play_game(game_of(GAME), BOOK, number) for number in range(count)]
    assert [one.failure for one in done if one.failure] == []
    return done


def wins(done: list[GameResult], bot: str) -> int:
    return sum(one.bots[one.winners[0]] == bot for one in done if len(one.winners) == 1)


@pytest.mark.soak
def test_greedy_beats_random() -> None:
    done = play_games(series("greedy", "random"), 20)
    assert {bot for one in done for seat, bot in one.bots.items() if seat == "red"} == {"bot:greedy", "bot:random"}
    assert wins(done, "bot:greedy") >= 0.8 * len(done)


@pytest.mark.soak
def test_greedy_beats_random_in_five_hundred_games() -> None:
    done = play_games(series("greedy", "random", seed=2), part(500, 40))
    assert wins(done, "bot:greedy") >= 0.95 * len(done)


@pytest.mark.soak
def test_greedy_beats_the_defaults() -> None:
    done = play_games(series("greedy", "cautious"), 10)
    assert wins(done, "bot:greedy") >= 0.8 * len(done)


def one_against_three(number: int) -> GameResult:
    """Play today's greedy bot in one seat, in turn, against that of the first version in all others."""
    seat = SEATS[number % len(SEATS)]

    def either(view: State, question: Question, who: Seat, rng: Chance) -> Order | None:
        return (greedy if who == seat else greedy_before)(view, question, who, rng)

    game = structs.replace(game_of(GAME), bots={"bot:greedy": either})
    return series("greedy", seats=len(SEATS), seed=12).play_game(game, BOOK, number)


@soak_sizes("games", 400, 40)
def test_greedy_beats_three_of_what_it_was(games: int, capsys: pytest.CaptureFixture[str]) -> None:
    done = [one_against_three(number) for number in range(games)]
    assert [one.failure for one in done if one.failure] == []
    won = sum(one.winners == (SEATS[one.number % len(SEATS)],) for one in done)
    with capsys.disabled():
        print(f"\ngreedy against three of its first version: {won} of {games} games, {100 * won / games:.1f} %")
    assert won >= 0.6 * games


def builds_of(done: Match) -> dict[str, int]:
    kinds = [kind_of(done.table.state, building).kind for building in done.table.state[Map].buildings.values()]
    return dict(Counter(kinds))


def test_greedy_builds_shelters_and_offices_explores_and_buys() -> None:
    """Its first version never did: everything in the game is of use to somebody."""
    kinds, bought, laid = Counter[str](), 0, 0
    for number in range(6):
        match = Witness.of(number)
        kinds.update(builds_of(match))
        bought += match.bought
        laid += len(match.table.state[Map].hexes) - 1
    assert kinds["shelter"] >= 6 and kinds["office"] >= 1 and kinds["factory"] >= 6 * 8
    assert bought >= 1 and laid >= 6 * 9


def answer(given: dict[str, Any]) -> Order | None:
    """Return what red does in a position."""
    view = position(given).state.seen_by("red")
    question = top(view)
    assert question
    return greedy(view, question, "red", Rng(bytes(32)))


def test_a_shelter_is_built_where_factories_stand() -> None:
    """On the spot without an icon, against the cataclysms of the hex."""
    mine = [Building("iron_mine", "iron_mine-2", 2, "red"), Building("vib_mine", "vib_mine-3", 3, "red")]
    buildings = dict(zip(("H16.2", "H16.3"), map(to_builtins, mine), strict=True))
    laid = {"hexes": {"H16": {"at": "1,0"}}, "buildings": buildings, "teams": {"R1": {"seat": "red", "place": "H16.3"}}}
    acts = {"steps": [{"step": "act", "seat": "red"}]}
    order = answer({"agenda": acts, "map": laid, "turn": {"number": 3}, "red": {"purse": {"money": 5}}})
    assert order == Build("shelter_geyser", "H16.4", team="R1")


@pytest.mark.parametrize(("turn", "deal"), [(3, ("buy", "oil", 6)), (12, ("none", "", 0))])
def test_cubes_are_bought_while_they_can_be_sold_again(turn: int, deal: tuple[str, str, int]) -> None:
    own = {"purse": {"money": 30}, "hand": {"market": ["oil-2", "iron-1"]}}
    asked = {"steps": [{"step": "deal", "seat": "red", "volume": 6}]}
    order = answer({"agenda": asked, "bank": {"prices": {"oil": 4}}, "turn": {"number": turn}, "red": own})
    assert isinstance(order, SettleTrade) and (order.deal, order.resource, order.count) == deal


class Witness(Match):
    """A match of four greedy bots that counts what they buy."""

    bought = 0

    @classmethod
    def of(cls, number: int) -> Witness:
        root = game_root(12, number)
        match = cls(game_of(GAME), dict.fromkeys(SEATS, "bot:greedy"), Table(BOOK.blank(SEATS, {}), Rng(root)), root)
        match.play("none")
        return match

    def count_events(self) -> None:
        self.bought += sum(isinstance(event, CubesBought) for event in self.table.events)
        super().count_events()


class Watcher:
    """Greedy under observation: what it was shown, whether it knew an answer, and whether that was legal."""

    def __init__(self) -> None:
        self.asked: set[type[Question]] = set()

    def __call__(self, view: State, question: Question, seat: Seat, rng: Chance) -> Order | None:
        closed = [key for key in view if isinstance(key, tuple) and key[1] != seat]
        assert closed == [] and Decks not in view and (Purse, seat) in view and (Hand, seat) in view
        before = {key: structs.astuple(part) for key, part in view.copy().items()}
        order = greedy(view, question, seat, rng)
        assert {key: structs.astuple(part) for key, part in view.items()} == before
        if type(question) in ANSWERS:
            assert order is not None and refusal(view, question, seat, order) is None, (question, order)
        self.asked.add(type(question))
        return order


@by_turns("edition, seats", range(len(EDITIONS)), [2, 3, 4])
def test_greedy_needs_no_more_than_its_seat_sees(edition: int, seats: int) -> None:
    """Anything else it looked at would raise NotVisible; it changes nothing, and its answers are legal."""
    watcher = Watcher()
    game = structs.replace(game_of(GAME), bots={"bot:greedy": watcher})
    for seed in range(1 + (seats == 2)):
        match = play(game, BOOK, {GAME: EDITIONS[edition]}, dict.fromkeys(SEATS[:seats], "bot:greedy"), bytes([seed]))
        assert match.result
    assert {kind.__name__ for kind in watcher.asked} >= {"SelectCards", "Lead", "Act", "LayHex", "Produce", "Exhaust"}


def test_a_bot_says_the_same_to_the_same_view() -> None:
    match = begin_match()
    view = match.table.state.seen_by("red")
    chosen = [choose_order("bot:greedy", game_of(GAME), view, "red", Rng(bytes(32))) for _ in range(2)]
    assert chosen[0] == chosen[1]


def begin_match() -> Match:
    table = Table(BOOK.blank(SEATS[:2], {}), Rng(bytes(32)))
    start(table)
    return Match(game_of(GAME), dict.fromkeys(SEATS[:2], "bot:greedy"), table, bytes(32))


def test_a_game_without_a_greedy_player_gets_any_legal_order() -> None:
    pebbles = game_of("pebbles")
    match = play(pebbles, book_of("pebbles", ()), {}, {"red": "bot:greedy", "blue": "bot:random"}, game_root(0, 0))
    assert not pebbles.bots and match.result


def test_a_game_that_cannot_be_played_is_counted_as_such() -> None:
    def stumble(view: State, question: Question, seat: Seat, rng: Chance) -> Order | None:
        raise KeyError(seat)

    games = series("greedy", "random")
    done = games.play_game(structs.replace(game_of(GAME), bots={"bot:greedy": stumble}), BOOK, 0)
    assert done.failure.startswith("KeyError") and not done.winners
    output = summary(games, [done, *play_games(games, 1)])
    assert output["games"] == 2 and [one["number"] for one in output["failures"]] == [0]
    assert sum(one["wins"] for one in output["bots"].values()) + output["shared"] == 1
    assert "game 0 failed: KeyError" in simulation_text({"game": GAME, "players": 2, "seed": 1, **output}, Locale("en"))


def test_a_bot_of_another_name_is_refused() -> None:
    with pytest.raises(Malformed):
        find_bot("clever")


@pytest.fixture
def ana(tmp_path: Path) -> Person:
    return Person(tmp_path / "ana", tmp_path)


@pytest.mark.parametrize(("games", "players"), [(1, 2), pytest.param(4, 3, marks=pytest.mark.soak)])
def test_simulate_counts_every_game(ana: Person, tmp_path: Path, games: int, players: int) -> None:
    args = ["simulate", "--game", GAME, "--games", str(games), "--players", str(players)]
    args += ["--bots", "greedy,random", "--seed", "3"]
    output = ana.json(*args, "--csv", "games.csv")
    assert output["games"] == games and output["failures"] == [] and output["turns"] == 12
    for side in ("bots", "seats"):
        assert sum(one["wins"] for one in output[side].values()) + output["shared"] == games
        assert sum(one["played"] for one in output[side].values()) == games * players
    assert output["orders_per_turn"] >= output["messages_per_turn"] > 0
    rows = [line.split(",") for line in (tmp_path / "games.csv").read_text().splitlines()]
    assert len(rows) == 1 + games * players and {len(row) for row in rows} == {len(rows[0])}
    points = [int(row[3]) for row in rows[1:] if row[2] == "bot:greedy"]
    assert output["bots"]["bot:greedy"]["mean_points"] == round(sum(points) / len(points), 2)
    assert ana.json(*args, "--jobs", "2") == output
    assert ana.json(*args[:-1], "4") != output
    text = ana.call(*args)
    assert "\ngreedy " in text and "messages per turn" in text


def test_simulate_says_what_it_cannot_play(ana: Person) -> None:
    ana.call("simulate", "--game", "chess", code=6)
    ana.call("simulate", "--bots", "clever", code=6)
    ana.call("simulate", "--bots", ",", code=2)
    ana.call("simulate", "--players", "5", code=2)


def test_a_bot_chooses_and_files_an_order(ana: Person, tmp_path: Path) -> None:
    ana.call("new", "mars", "--game", GAME, "--seats", "red,blue", "--as", "red", "--bot", "blue=bot:greedy")
    ana.call("run", "mars")
    chosen = ana.json("bot", "mars")
    assert chosen["order"]["order"] == "select-card"
    assert chosen["files"] == [str(Path("mars") / "inbox" / "2-red-0.toml")]
    assert ana.json("bot", "mars") == chosen
    for bot in ("cautious", "random", "bot:greedy"):
        ana.json("bot", "mars", "--bot", bot)
    ana.call("bot", "mars", "--bot", "clever", code=6)
    assert "BEGIN" in ana.call("bot", "mars", "--as", "red", "--armor", "-o", "-")
    ana.call("run", "mars")
    for _ in range(3):
        if "red" in ana.json("show", "mars")["window"]["waiting"]:
            ana.call("bot", "mars")
        assert ana.json("run", "mars")["refused"] == []


def test_a_bot_plays_an_open_game_too(ana: Person) -> None:
    ana.call("new", "mars", "--game", GAME, "--seats", "red,blue", "--open")
    for seat in ("red", "blue"):
        assert ana.json("bot", "mars", "--as", seat)["order"]["order"] == "select-card"
    ana.call("run", "mars")
    assert "has nothing to answer right now" in asked_too_early(ana)


def asked_too_early(ana: Person) -> str:
    waiting = ana.json("show", "mars", "--as", "red")["window"]["waiting"]
    other = "blue" if waiting == ["red"] else "red"
    return str(ana.json("bot", "mars", "--as", other, code=5))
