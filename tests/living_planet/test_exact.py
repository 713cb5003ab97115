"""Lists that nobody tries, under switches that change what may be done."""

from __future__ import annotations

import pytest

from ..contract.test_offers import check_exact
from ..contract.trial import Plain
from .playouts import deeds

SWITCHES: tuple[Plain, ...] = (
    {"direct_entry": False, "repair": "separate", "protection": {"range": 1, "cost": 1}, "card3": "production"},
    {"direct_entry": False, "scientist_limit": "one-step", "repair": "free", "special_limit": 1, "bank_mc": 90},
)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("switches", range(len(SWITCHES)))
def test_what_is_listed_without_a_trial_is_what_a_trial_accepts(switches: int, seats: int) -> None:
    check_exact(deeds(SWITCHES[switches], seats, 1))
