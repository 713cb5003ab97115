"""What a machine does of its own accord, and what it sees in oxygen, wood and posts: loaded when one plays."""

from __future__ import annotations

from .....kernel.play.rules import Order, Seat, State
from ...act import Act
from ...build import Build, builds
from ...produce import ProduceOne
from ...reading import building_kinds, colony_of, controlled, controller, hex_of, named_hex, teams_of, turns
from ...scoring import MONEY_A_POINT
from ...state import Map, Turn
from ...strike import spared
from .culture import FeedCulture, is_culture, worth_feeding
from .flood import BuildOnPlatform, floods, wood_for
from .oxygen import holders
from .policies import ArboriaPolicy, dam, quench
from .reading import FLOOD_PROOF, FUNGAL, HYDRAULIC, buildings_on, burning, cubes, kinds_with, stars_by_hex
from .state import FLOOD, FUELS, WOOD

WATCHFUL = (
    ArboriaPolicy(quench="own", dams="iron"),
    ArboriaPolicy(quench="own", dams="vibranium"),
)
"""As a careful player would have it."""
WORTHWHILE = 3
"""With fewer turns to come nothing is built against lava or floods."""
STARS = 0.5
"""How likely who has most buildings on a hex has them in the end."""
WATCHED = 0.4
"""What a building gains a turn that a post watches over."""
FEEDS = 1.5
"""How much more a culture makes that has wood now and then."""


def act(state: State, seat: Seat, question: Act) -> Order | None:
    """At the start of its actions; None: what the base would do."""
    if question.taken:
        return None
    return quench(state, seat, WATCHFUL[0]) or stem(state, seat) or resettle(state, seat, question)


def stem(state: State, seat: Seat) -> Order | None:
    if turns(state) - state[Turn].number < WORTHWHILE:
        return None
    return next(filter(None, (dam(state, seat, own) for own in WATCHFUL)), None)


def resettle(state: State, seat: Seat, question: Act) -> Order | None:
    """ARB-AMB-20: a seat that has lost its colony and has no team to act with founds it anew, where nothing burns."""
    free = [team for _, team in teams_of(state, seat) if not burning(state, hex_of(state, team.place))]
    if free or colony_of(state, seat):
        return None
    kinds = building_kinds(state.book)
    orders = (order for order in builds(state, seat, question) if isinstance(order, Build))
    homes = (order for order in orders if kinds[order.building].kind == "colony")
    return next((order for order in homes if not burning(state, named_hex(order.place))), None)


def instead(state: State, seat: Seat, order: Order) -> Order:
    """Wood below what a flood would reach; wood for a culture that produces."""
    if isinstance(order, Build) and floats(state, seat, order):
        return BuildOnPlatform(order.building, order.place, order.value, order.team, order.piece)
    if not isinstance(order, ProduceOne) or order.what != "factory" or not is_culture(state, order.place):
        return order
    fed = cubes(state, seat, WOOD) and worth_feeding(state, order.place)
    return FeedCulture(order.place) if fed else order


def floats(state: State, seat: Seat, order: Build) -> bool:
    """ARB-PLAT-03, ARB-PLAT-04: whether a platform can be paid, and is of use for more than a turn or two."""
    kind = building_kinds(state.book)[order.building]
    if FLOOD_PROOF in kind.traits or kind.kind == "colony" or turns(state) - state[Turn].number < WORTHWHILE:
        return False
    wet = floods(state, named_hex(order.place)) and not spared(state, order.place, FLOOD)
    return wet and cubes(state, seat, WOOD) >= wood_for(state, order.building)


def discovery(state: State, seat: Seat, hex: str) -> float:
    """ARB-OXY-02: a point for who explores it."""
    return float(MONEY_A_POINT) if hex in stars_by_hex(state.book) else 0.0


def air(state: State, seat: Seat, hex: str) -> float:
    """ARB-OXY-04: the stars of a hex, where one more building makes a seat one of those who have most."""
    stars = stars_by_hex(state.book).get(hex, 0)
    if not stars or hex not in state[Map].hexes or seat in holders(state, hex):
        return 0.0
    held = [controller(state, spot) for spot in buildings_on(state, hex)]
    most = max(map(held.count, held), default=0)
    return STARS * stars * MONEY_A_POINT if held.count(seat) + 1 >= most else 0.0


def watch(state: State, seat: Seat, building: str) -> float:
    """ARB-HYDRO-04: what a post keeps from burning in a turn, if it is the first one."""
    posts = kinds_with(state.book, HYDRAULIC)
    mine = [state[Map].buildings[spot].kind for spot in controlled(state, seat)]
    return WATCHED * len(mine) if building in posts and not posts.intersection(mine) else 0.0


def stock(state: State, seat: Seat, resource: str) -> int:
    """A wood, for a platform, a post or a culture; a fuel, for who has a post."""
    posts = kinds_with(state.book, HYDRAULIC)
    guarded = resource in FUELS and any(state[Map].buildings[spot].kind in posts for spot in controlled(state, seat))
    return int(resource == WOOD or guarded)


def crops(state: State, building: str) -> float:
    """ARB-FUNGI-04: a culture is fed as often as there is wood."""
    return FEEDS if building in kinds_with(state.book, FUNGAL) else 1.0
