"""Every forged, replayed, misplaced or malformed order meets its code and its exit status, and changes nothing."""

from __future__ import annotations

import pytest

from .attack import Attack, apply, apply_outside
from .attack_orders import ORDERS
from .attack_seats import SEATS
from .conftest import Stages
from .house import HOST, House

ATTACKS = [*ORDERS, *SEATS]


def check_refused(attack: Attack, told: dict[str, object]) -> None:
    assert (told["ok"], told["code"]) == (False, attack.code), told
    assert told.get("clause", "") == attack.clause


@pytest.mark.parametrize("attack", ATTACKS, ids=str)
def test_apply_refuses(attack: Attack, house_at: Stages, stages: Stages) -> None:
    house = house_at(attack.stage)
    path = attack.prepared(house, stages)
    with house.untouched():
        answer = apply(house, path, *attack.time, "--json")
    check_refused(attack, answer.told)
    assert answer.status == attack.status
