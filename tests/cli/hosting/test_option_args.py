"""Options of the rules as they are typed: by module and name, part by part if an option has parts."""

from __future__ import annotations

import pytest

from lpbe.app.creating.genesis import read_settings
from lpbe.kernel.base.errors import Misused


def test_options_stand_under_their_module() -> None:
    typed = ("pebbles.rounds=6", "living-planet.protection.cost=1", "living-planet.protection.off=true", "a.b=x")
    assert read_settings(typed) == {
        "pebbles": {"rounds": 6},
        "living-planet": {"protection": {"cost": 1, "off": True}},
        "a": {"b": "x"},
    }


@pytest.mark.parametrize("typed", [("rounds=6",), ("a.b",), ("a.=1",), (".b=1",), ("a.b=1", "a.b.c=2"), ("a..c=1",)])
def test_what_is_no_option_is_refused(typed: tuple[str, ...]) -> None:
    with pytest.raises(Misused) as error:
        read_settings(typed)
    assert error.value.code == "E_USAGE"
