"""An order and new keys of its seat in one inbox: both count, whichever key signed the order."""

from __future__ import annotations

import pytest

from lpbe.kernel.chain.letter import kind_of
from tests import letter_types

from ..conftest import Stages
from ..world.club import Club, identity
from ..world.forged_letters import play, sign_letter
from .test_inbox import drop


def rekey(club: Club, who: str = "ben") -> None:
    letter = letter_types.rekey_letter(club.game, "blue", identity("eve"), 0)
    drop(club, "free-blue-0.toml", sign_letter(letter, who))


def kinds(club: Club) -> list[str]:
    done = club.run()
    assert done["refused"] == []
    return [kind_of(entry.letter) for entry in club.entries[-len(done["applied"]) :] if entry.letter]


def test_an_order_of_the_old_key_is_not_lost(club_at: Stages) -> None:
    club = club_at("bidding")
    club.order("blue", "bid coins=2")
    rekey(club)
    assert kinds(club) == ["play", "rekey"]


def test_an_order_of_the_new_key_is_not_lost_either(club_at: Stages) -> None:
    club = club_at("bidding")
    rekey(club)
    order = play(club.game, "blue", "eve", {"order": "bid", "coins": 2})
    drop(club, "2-blue-0.toml", sign_letter(order, "eve"))
    assert kinds(club) == ["rekey", "play"]


@pytest.mark.parametrize("forger", ["cleo", "eve"])
def test_new_keys_that_somebody_else_signed_delay_nothing(club_at: Stages, forger: str) -> None:
    club = club_at("bidding")
    club.order("blue", "bid coins=2")
    rekey(club, forger)
    done = club.run()
    assert [step["seat"] for step in done["applied"]] == ["blue"]
    assert [item["code"] for item in done["refused"]] == ["E_SIG_FORMAT"]
