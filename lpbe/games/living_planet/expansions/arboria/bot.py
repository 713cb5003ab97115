"""How a bot plays Arboria: its answers, and what oxygen, wood and posts are worth to it."""

from __future__ import annotations

from .....kernel.engine.model import Order, Question, Seat, State
from ...actions.actions import Act
from ...actions.construction import Build, builds
from ...bot.cataclysm_risk import calm, threatened_place
from ...bot.valuation import lifetime_value
from ...map.queries import building_kinds, buildings_of, colony_of, controller, hex_name, hex_of, teams_of, turns
from ...scoring import MONEY_PER_POINT
from ...state import Map, Turn
from ...turn.production import ProduceOne
from ...turn.strikes import is_spared
from .driven_fire import SpreadFire
from .fire import Extinguish
from .flight import FleeFire
from .flood import BuildOnPlatform, floods, wood_for
from .oxygen import holders
from .policies import ArboriaPolicy, dam, extinguish_for, quench
from .queries import (
    FLOOD_PROOF,
    FUNGAL,
    HYDRAULIC,
    buildings_on,
    cubes,
    fuels,
    has_post,
    is_burning,
    kinds_with,
    stars_by_hex,
)
from .sawmill_and_culture import FeedCulture, TendCulture, is_culture, worth_feeding
from .state import FIRE, FLOOD, FUELS, WOOD
from .volcano_placement import SetVolcano

CAREFUL_POLICIES = (
    ArboriaPolicy(quench="own", dams="iron"),
    ArboriaPolicy(quench="own", dams="vibranium"),
)
"""The policies of a careful player."""
MIN_TURNS_LEFT = 3
"""With fewer turns than this to come, nothing is built against lava or floods."""
STARS_KEPT_CHANCE = 0.5
"""The chance that whoever has most buildings on a hex still has them in the end."""
GAIN_PER_WATCHED_BUILDING = 0.4
"""What a building that a post watches over gains per turn, in MC."""
WITHOUT_FUEL = 0.4
"""The share of its worth that is left of a post without fuel, which can be bought or made."""
FED_CULTURE_FACTOR = 1.5
"""The factor by which wood now and then increases what a culture produces."""


def bot_plays(answer: Order | None, state: State, seat: Seat, question: Question) -> Order | None:
    """Answer safely: save the seat's pieces, flee, and drive fires where they do the seat the least harm."""
    if isinstance(question, Extinguish):
        return extinguish_for(state, seat, question)
    if isinstance(question, FleeFire | SpreadFire | SetVolcano):
        return question.default(state, seat)
    if isinstance(question, TendCulture):
        fed = cubes(state, seat, WOOD) and worth_feeding(state, question.place)
        return FeedCulture(question.place) if fed else question.default(state, seat)
    if isinstance(question, Act):
        return answer or act(state, seat, question)
    return answer


def act(state: State, seat: Seat, question: Act) -> Order | None:
    """Return what to do at the start of the actions; None: what the base would do."""
    if question.taken:
        return None
    return quench(state, seat, CAREFUL_POLICIES[0]) or stem(state, seat) or resettle(state, seat, question)


def stem(state: State, seat: Seat) -> Order | None:
    if turns(state) - state[Turn].number < MIN_TURNS_LEFT:
        return None
    return next(filter(None, (dam(state, seat, own) for own in CAREFUL_POLICIES)), None)


def resettle(state: State, seat: Seat, question: Act) -> Order | None:
    """Found a lost colony anew, where nothing burns, for a seat without a team to act with (ARB-AMB-20)."""
    free = [team for _, team in teams_of(state, seat) if not is_burning(state, hex_of(state, team.place))]
    if free or colony_of(state, seat):
        return None
    kinds = building_kinds(state.book)
    orders = (order for order in builds(state, seat, question) if isinstance(order, Build))
    homes = (order for order in orders if kinds[order.building].is_colony)
    return next((order for order in homes if not is_burning(state, hex_name(order.place))), None)


def instead(order: Order, state: State, seat: Seat, meant: Order) -> Order:
    """Return a platform below what a flood would reach, or wood for a culture that produces."""
    if isinstance(order, Build) and floats(state, seat, order):
        return BuildOnPlatform(order.building, order.place, value=order.value, team=order.team, piece=order.piece)
    if not isinstance(order, ProduceOne) or order.what != "factory" or not is_culture(state, order.place):
        return order
    fed = cubes(state, seat, WOOD) and worth_feeding(state, order.place)
    return FeedCulture(order.place) if fed else order


def floats(state: State, seat: Seat, order: Build) -> bool:
    """Return whether a platform is affordable and of use for more than a turn or two (ARB-PLAT-03, ARB-PLAT-04)."""
    kind = building_kinds(state.book)[order.building]
    if FLOOD_PROOF in kind.traits or kind.is_colony or turns(state) - state[Turn].number < MIN_TURNS_LEFT:
        return False
    wet = floods(state, hex_name(order.place)) and not is_spared(state, order.place, FLOOD)
    return wet and cubes(state, seat, WOOD) >= wood_for(state, order.building)


def discovery(answer: float, state: State, seat: Seat, hex: str) -> float:
    """Add a point for exploring it (ARB-OXY-02)."""
    return answer + (MONEY_PER_POINT if hex in stars_by_hex(state.book) else 0)


def air(answer: float, state: State, seat: Seat, hex: str) -> float:
    """Return the stars of a hex where one more building puts a seat among those with the most (ARB-OXY-04)."""
    stars = stars_by_hex(state.book).get(hex, 0)
    if not stars or hex not in state[Map].hexes or seat in holders(state, hex):
        return answer
    held = [controller(state, spot) for spot in buildings_on(state, hex)]
    most = max(map(held.count, held), default=0)
    return answer + STARS_KEPT_CHANCE * stars * MONEY_PER_POINT if held.count(seat) + 1 >= most else answer


def watch(answer: float, state: State, seat: Seat, building: str) -> float:
    """Return what a post keeps from burning per turn, if it is the first one (ARB-HYDRO-04)."""
    posts = kinds_with(state.book, HYDRAULIC)
    mine = [state[Map].buildings[spot].kind for spot in buildings_of(state, seat)]
    return (
        answer + GAIN_PER_WATCHED_BUILDING * len(mine) if building in posts and not posts.intersection(mine) else answer
    )


def stock(answer: int, state: State, seat: Seat, resource: str) -> int:
    """Keep a wood for a platform, a post or a culture, and a fuel for a post."""
    posts = kinds_with(state.book, HYDRAULIC)
    guarded = resource in FUELS and any(state[Map].buildings[spot].kind in posts for spot in buildings_of(state, seat))
    return max(answer, int(resource == WOOD or guarded))


def crops(answer: float, state: State, building: str) -> float:
    """Feed a culture as often as there is wood (ARB-FUNGI-04)."""
    return answer * FED_CULTURE_FACTOR if building in kinds_with(state.book, FUNGAL) else answer


def shield_from_fire(answer: float, state: State, seat: Seat) -> float:
    """Add what the seat's posts save of its buildings in their range: most while there is fuel (ARB-HYDRO-04)."""
    posts = kinds_with(state.book, HYDRAULIC)
    built = state[Map].buildings
    mine = buildings_of(state, seat)
    if not any(built[spot].kind in posts for spot in mine):
        return answer
    guarded = [spot for spot in mine if has_post(state, seat, hex_name(spot))]
    saved = sum(saved_from_fire(state, seat, spot) for spot in guarded)
    return answer + saved * (1.0 if fuels(state, seat) else WITHOUT_FUEL)


def saved_from_fire(state: State, seat: Seat, spot: str) -> float:
    """Return how much more a building is worth where fires are put out."""
    kind = state[Map].buildings[spot].kind
    if building_kinds(state.book)[kind].is_colony:
        return 0.0
    place = threatened_place(state, spot)
    safe, bare = (lifetime_value(state, seat, kind, calm(state, seat, place, guard)) for guard in (FIRE, ""))
    return safe - bare
