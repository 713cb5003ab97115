"""Chapter fire, a token on a hex: nobody may enter or leave it, and buildings are of no use.

ARB-FIRE-21, ARB-FIRE-23, ARB-FIRE-24: it harms nothing by itself, and stops neither repairs nor healing.
"""

from __future__ import annotations

from .....kernel.engine.model import Event, Seat, State
from ...map.queries import around, controller, hex_of, kind_of, team_in
from ...state import Map, Place
from ...turn.cataclysms import protection
from .queries import WORKS_IN_FIRE, adrift, buildings_on, has_trait, is_burning, is_volcano, sails
from .state import Wilds


class FireSet(Event, frozen=True):
    """A hex is on fire; a driven fire also has the hex that it came from (ARB-FIRE-06, ARB-TORN-02)."""

    hex: str
    origin: str = ""

    def apply(self, state: State) -> None:
        state[Wilds].fires.append(self.hex)
        if self.origin:
            state[Wilds].driven[self.hex] = self.origin


class FireOut(Event, frozen=True):
    """A fire is out, and its token is removed (ARB-FIRE-26)."""

    hex: str

    def apply(self, state: State) -> None:
        state[Wilds].fires.remove(self.hex)
        state[Wilds].driven.pop(self.hex, None)


def nobody_enters_fire(answer: bool, state: State, name: str, place: Place) -> bool:
    """Veto steps into fire; boats go anywhere but onto the volcano.

    ARB-FIRE-19, ARB-VOLC-09, ARB-AQUA-01, ARB-AQUA-06.
    """
    hex = hex_of(state, place)
    return answer and not is_volcano(state, hex) and (sails(state, name) or not is_burning(state, hex))


def nobody_leaves_fire(answer: bool, state: State, name: str, here: Place, there: Place) -> bool:
    """Veto steps out of fire, even from one building to the next (ARB-FIRE-20, ARB-AMB-33, ARB-AMB-34, ARB-AQUA-06)."""
    return answer and (sails(state, name) or not is_burning(state, hex_of(state, here)))


def fire_stops_work(answer: bool, state: State, spot: Place) -> bool:
    """Veto production, shelters and offices in fire, except for a hydraulic post.

    ARB-FIRE-22, ARB-HYDRO-07, ARB-AMB-32.
    """
    return answer and (
        not is_burning(state, hex_of(state, spot)) or has_trait(state, state[Map].buildings[spot], WORKS_IN_FIRE)
    )


def nobody_lands_in_fire(answer: Place | None, state: State, seat: Seat) -> Place | None:
    """Veto arrivals on a burning colony, even by card 3 (ARB-FIRE-22, ARB-AMB-21)."""
    return None if answer and is_burning(state, hex_of(state, answer)) else answer


def nothing_is_built_in_fire(answer: bool, state: State, name: str, spot: Place) -> bool:
    """Veto builders that could not leave the fire to move in; boats do not have to (ARB-AMB-34, ARB-AQUA-10)."""
    return answer and (not is_burning(state, hex_of(state, spot)) or adrift(state, name))


def the_wounded_control_nothing(answer: Seat | None, state: State, spot: Place) -> Seat | None:
    """Give a building with only a wounded scientist to nobody, whatever the switch says (ARB-GEN-02)."""
    if state[Map].buildings[spot].chip:
        return answer
    found = team_in(state, spot)
    return None if found and found[1].wounded else answer


def burning_shelters_shield_nothing(
    answer: tuple[Place, ...], state: State, hex: str, kind: str, safe: tuple[Place, ...]
) -> tuple[Place, ...]:
    """Remove shelters whose hex burns when the strike comes, although they were fixed before.

    A shelter that was lost in the meantime, or that nobody holds any longer, still counts (ARB-AMB-35, ARB-FIRE-22).
    """
    near = [hex, *(around(state, hex) if protection(state).range else ())]
    shelters = [spot for one in near for spot in buildings_on(state, one) if shelters_from(state, spot, kind)]
    good = [controller(state, spot) for spot in shelters if not is_burning(state, hex_of(state, spot))]
    if len(good) == len(shelters) or None in good:
        return answer
    return tuple(spot for spot in answer if good and controller(state, spot) in (None, *good))


def shelters_from(state: State, spot: Place, kind: str) -> bool:
    return kind_of(state, state[Map].buildings[spot]).shelters == kind


EVENTS: tuple[type[Event], ...] = (FireSet, FireOut)
