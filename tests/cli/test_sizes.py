"""Sizes on the command line: packs, values and drafts that do not fit are told, and nothing is written or lost."""

from __future__ import annotations

from pathlib import Path

import pytest

from lpbe.kernel.base.canon import jcs
from lpbe.kernel.chain.acts.play import play_letter
from lpbe.kernel.chain.compose import sign
from lpbe.kernel.chain.writing import Beside
from lpbe.kernel.content.own import ID_LENGTH, MOST_ROWS
from lpbe.kernel.folder.folder import load, locate
from lpbe.kernel.folder.inbox import dump_letter

from .conftest import Stages
from .house import House, identity


def test_a_pack_that_overflows_a_view_begins_no_game(tmp_path: Path) -> None:
    house = House.begin(tmp_path / "one")
    rows = [f'[pebbles.{"p" * (ID_LENGTH - 4)}{n:04}]\ncolour = "grey"\nvalue = 1\n' for n in range(MOST_ROWS)]
    (house.root / "pack.toml").write_text("\n".join(rows))
    asked = ["new", "venus", "--game", "pebbles", "--seats", "red,blue", "--content", "pack.toml"]
    answer = house.lpbe("ana", *asked, "--json")
    assert (answer.status, answer.code) == (6, "E_PACK")
    assert not (house.root / "venus").exists()


@pytest.mark.parametrize("plan", [False, True], ids=["entry", "plan"])
def test_a_sealed_value_with_a_default_spelt_out_is_refused(house_at: Stages, plan: bool) -> None:
    house = house_at("bidding")
    game = load(locate(str(house.mars)))
    spelt = {"order": "keep", "pebble": "p01", "under": []}
    batch, beside = ([{"order": "bid", "coins": 0}], Beside([spelt])) if plan else ([spelt], Beside())
    letter = play_letter(game, "blue", identity("ben"), batch, [True], 0, "", beside)
    (house.root / "order.toml").write_bytes(dump_letter(sign(identity("ben"), letter), "order.toml"))
    answer = house.lpbe("ana", "apply", "mars/game.toml", "order.toml", "-o", "next.toml", "--json")
    assert (answer.status, answer.code) == (5, "E_SEAL_OPEN")
    assert not (house.root / "next.toml").exists()


def test_a_draft_that_does_not_fit_is_kept_as_far_as_it_does(house_at: Stages) -> None:
    """What comes after a draw is kept for later; a letter has room for so much of it."""
    house = house_at("turn")
    game = load(locate(str(house.mars)))
    (seat,) = game.state.window.waiting
    who = {"red": "ana", "blue": "ben", "green": "cleo"}[seat]
    batch = "; ".join(["dig", *["sell p01"] * 20])
    answer = house.lpbe(who, "order", "mars", batch, "--json")
    assert answer.status == 0, answer
    told = answer.told
    assert told["draft"] and told["lost"] and len(told["draft"]) + len(told["lost"]) == 20
    assert "Too long to be kept" in house.lpbe(who, "order", "mars", f"{batch}; end turn").out
    assert house.do("ana", "run", "mars")["applied"]


def test_what_must_be_sent_and_does_not_fit_is_refused(house_at: Stages) -> None:
    house = house_at("bidding")
    plan = "plan keep pebble=" + "p" * 24 + " under=" + ",".join(["p" * 24] * 3)
    answer = house.lpbe("ben", "order", "mars", "; ".join(["bid 1", *[plan] * 4]), "--json")
    assert (answer.status, answer.code) == (5, "E_SEAL_TOO_LARGE") and "plans alone" in answer.told["hint"]
    assert not list(house.inbox.iterdir())
    told = house.do("ben", "order", "mars", "; ".join([plan] * 4))
    assert len(told["plans"]) == 4 and house.run()["refused"] == []


@pytest.mark.parametrize("letters", ["x", "é", '"'])
def test_a_note_to_oneself_has_a_limit(house_at: Stages, letters: str) -> None:
    house, room = house_at("bidding"), 52 // len(jcs(letters)[1:-1])
    with house.untouched():
        answer = house.lpbe("ben", "order", "mars", "bid 1", "--memo", letters * (room + 1), "--json")
        assert (answer.status, answer.code) == (5, "E_SEAL_TOO_LARGE") and "52" in answer.told["message"]
    house.do("ben", "order", "mars", "bid 1", "--memo", letters * room)
