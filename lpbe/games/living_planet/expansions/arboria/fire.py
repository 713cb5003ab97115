"""Chapter fire, the event: it is put out at once, or people flee, perish, and every building suffers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from .....kernel.base.errors import require
from .....kernel.engine.model import Event, Offer, Order, Poll, Seat, State, Step
from .....kernel.engine.table import Table
from ...actions.trade_terms import cubes_in_play
from ...events import CubesSpent, TeamLost
from ...map.queries import clockwise, hex_of, inside, options
from ...state import Bank, Map, OpenPurses
from ...turn.strikes import Strike, Struck, TakeDamage, teams_outside, untouched_places
from .fire_tokens import FireOut, FireSet
from .flight import FleeFire
from .queries import adrift, cubes, fuels, has_post, is_burning, is_landing, switches
from .state import FIRE, FUELS, Fuel, Wilds

FIRE_TOKENS = 8
"""ARB-SETUP-09, ARB-FIRE-27: the fire tokens of the game."""


class PutOut(Order, frozen=True, tag="extinguish"):
    """Offer a cube of fuel to put the fire out, if no earlier seat does (ARB-FIRE-03)."""

    secret = True
    pay: Fuel


class LetBurn(Order, frozen=True):
    """Decline to put the fire out; for this fire that is final (ARB-FIRE-04)."""

    secret = True


class Extinguished(Event, frozen=True):
    """A seat puts the fire out, and nothing else happens (ARB-FIRE-05)."""

    seat: Seat
    hex: str


class NotExtinguished(Event, frozen=True):
    """Nobody could or would put the fire out; nobody learns which."""

    hex: str


class Fire(Strike, frozen=True):
    """Set a hex on fire, by its icon or because a tornado drives fire there (ARB-FIRE-01, ARB-FIRE-02)."""

    origin: str = ""

    def run(self, table: Table) -> None:
        table.emit(Struck(self.hex, FIRE, self.by))
        table.then(Extinguish(self.hex, self.origin))


def put_out(table: Table, seat: Seat, poll: Extinguish, order: PutOut) -> None:
    have = cubes(table.state, seat, order.pay)
    require(have, "ARB-HYDRO-04", "{seat} has no {resource}", seat=seat, resource=order.pay)


def put_outs(state: State, seat: Seat, poll: Extinguish) -> Iterator[Order]:
    return map(PutOut, fuels(state, seat))


def let_burn(table: Table, seat: Seat, poll: Extinguish, order: LetBurn) -> None:
    """Accept that a fire is left to burn (ARB-FIRE-04)."""


def burnings(state: State, seat: Seat, poll: Extinguish) -> Iterator[Order]:
    yield LetBurn()


def surely_without_fuel(state: State, seat: Seat) -> bool:
    """Return whether everybody can see that a seat has no fuel; asking does not reveal what its screen hides.

    ARB-AMB-25.
    """
    if options(state).screens == "open":
        shown = state[OpenPurses].cubes
        return not any(shown[f"{seat}.{fuel}"] for fuel in FUELS)
    return all(state[Bank].cubes[fuel] >= cubes_in_play(state, fuel) for fuel in FUELS)


class Extinguish(Poll, frozen=True):
    """Ask who puts the fire out, sealed; the first seat from the Leader on that accepts pays.

    ARB-FIRE-03, ARB-FIRE-04, ARB-HYDRO-05, ARB-AMB-25."""

    hex: str
    origin: str = ""
    offers = {
        LetBurn: Offer(let_burn, burnings, exact=True),
        PutOut: Offer(put_out, put_outs, exact=True),
    }

    def asks(self, state: State) -> Sequence[Seat]:
        near = [seat for seat in clockwise(state) if has_post(state, seat, self.hex)]
        return [seat for seat in near if not surely_without_fuel(state, seat)]

    def default(self, state: State, seat: Seat) -> Order:
        return LetBurn()

    def close(self, table: Table, answers: Mapping[Seat, Order]) -> None:
        for seat, answer in answers.items():
            if isinstance(answer, PutOut):
                table.reveal(seat)
                table.emit(CubesSpent(seat, answer.pay, 1))
                table.emit(Extinguished(seat, self.hex))
                douse(table, self.hex)
                return
        table.emit(NotExtinguished(self.hex))
        table.then(Ignite(self.hex, self.origin), FleeFire(self.hex), Perish(self.hex), Scorch(self.hex))


def douse(table: Table, hex: str) -> None:
    """Remove the token of a hex, if there is one (ARB-FIRE-26)."""
    if is_burning(table.state, hex):
        table.emit(FireOut(hex))


class Ignite(Step, frozen=True):
    hex: str
    origin: str = ""

    def run(self, table: Table) -> None:
        """Set one token per hex, eight in all (ARB-FIRE-06, ARB-FIRE-07, ARB-FIRE-27, ARB-AMB-21 to ARB-AMB-23)."""
        if may_catch_fire(table.state, self.hex):
            table.emit(FireSet(self.hex, self.origin))


def may_catch_fire(state: State, hex: str) -> bool:
    fires = state[Wilds].fires
    spare = switches(state).landing_fire == "no-token"
    return hex not in fires and len(fires) < FIRE_TOKENS and not (spare and is_landing(state, hex))


class Perish(Step, frozen=True):
    hex: str

    def run(self, table: Table) -> None:
        """Lose whoever is still outside, and the wounded, without another wound.

        ARB-FIRE-14, ARB-AMB-26, ARB-AMB-27.
        """
        for name in fire_victims(table.state, self.hex):
            table.emit(TeamLost(name))


def fire_victims(state: State, hex: str) -> list[str]:
    return sorted([*teams_outside(state, hex, FIRE), *wounded_inside(state, hex)])


def boats_do_not_burn(answer: list[str], state: State, hex: str, kind: str) -> list[str]:
    """Spare boats and whoever is aboard (ARB-FIRE-25, ARB-AQUA-04)."""
    return [name for name in answer if not adrift(state, name)] if kind == FIRE else answer


def wounded_inside(state: State, hex: str) -> list[str]:
    """Return the wounded that the option does not leave to the fate of their building.

    ARB-AMB-27, ARB-FIRE-17, ARB-AMB-31.
    """
    if switches(state).fire_wounded_inside == "base-hit":
        return []
    teams = state[Map].teams.items()
    here = [(name, team) for name, team in teams if team.wounded and hex_of(state, team.place) == hex]
    return [name for name, team in here if inside(state, team.place)]


class Scorch(Step, frozen=True):
    hex: str

    def run(self, table: Table) -> None:
        """Strike each building.

        ARB-FIRE-15, ARB-FIRE-16, ARB-FIRE-18, ARB-HYDRO-10, ARB-GEN-04, ARB-GEN-05, ARB-AQUA-05.
        """
        table.then(TakeDamage(self.hex, untouched_places(table.state, self.hex, FIRE, ())))


EVENTS: tuple[type[Event], ...] = (Extinguished, NotExtinguished)
STEPS: tuple[type[Step], ...] = (Fire, Extinguish, Ignite, Perish, Scorch)
