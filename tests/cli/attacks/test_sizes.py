"""Sizes on the command line: packs, values and drafts that do not fit are reported, and nothing is written or lost."""

from __future__ import annotations

from pathlib import Path

import pytest

from lpbe.kernel.base.canonical import jcs
from lpbe.kernel.chain.letter_builder import Beside
from lpbe.kernel.chain.letters.play import play_letter
from lpbe.kernel.chain.player_view import sign
from lpbe.kernel.content.custom_packs import MAX_ID_LENGTH, MAX_ROWS
from lpbe.kernel.gamedir.gamedir import load, locate
from lpbe.kernel.gamedir.inbox import dump_letter

from ..conftest import Stages
from ..world.club import Club, identity


def test_a_pack_that_overflows_a_view_begins_no_game(tmp_path: Path) -> None:
    club = Club.begin(tmp_path / "one")
    rows = [f'[pebbles.{"p" * (MAX_ID_LENGTH - 4)}{n:04}]\ncolour = "grey"\nvalue = 1\n' for n in range(MAX_ROWS)]
    (club.root / "pack.toml").write_text("\n".join(rows))
    asked = ["new", "venus", "--game", "pebbles", "--seats", "red,blue", "--content", "pack.toml"]
    answer = club.lpbe("ana", *asked, "--json")
    assert (answer.status, answer.code) == (6, "E_PACK")
    assert not (club.root / "venus").exists()


@pytest.mark.parametrize("plan", [False, True], ids=["entry", "plan"])
def test_a_sealed_value_with_a_default_spelt_out_is_refused(club_at: Stages, plan: bool) -> None:
    club = club_at("bidding")
    game = load(locate(str(club.mars)))
    spelt = {"order": "keep", "pebble": "p01", "under": []}
    batch, beside = ([{"order": "bid", "coins": 0}], Beside([spelt])) if plan else ([spelt], Beside())
    letter = play_letter(game, "blue", identity("ben"), batch, [True], 0, "", beside)
    (club.root / "order.toml").write_bytes(dump_letter(sign(identity("ben"), letter), "order.toml"))
    answer = club.lpbe("ana", "apply", "mars/game.toml", "order.toml", "-o", "next.toml", "--json")
    assert (answer.status, answer.code) == (5, "E_SEAL_OPEN")
    assert not (club.root / "next.toml").exists()


def test_a_draft_that_does_not_fit_is_kept_as_far_as_it_does(club_at: Stages) -> None:
    """What comes after a draw is kept for later; a letter has room for so much of it."""
    club = club_at("turn")
    game = load(locate(str(club.mars)))
    (seat,) = game.state.window.waiting
    who = {"red": "ana", "blue": "ben", "green": "cleo"}[seat]
    batch = "; ".join(["dig", *["sell p01"] * 20])
    answer = club.lpbe(who, "order", "mars", batch, "--json")
    assert answer.status == 0, answer
    result = answer.payload
    assert result["draft"] and result["lost"] and len(result["draft"]) + len(result["lost"]) == 20
    assert "Too long to save" in club.lpbe(who, "order", "mars", f"{batch}; end turn").out
    assert club.do("ana", "run", "mars")["applied"]


def test_what_must_be_sent_and_does_not_fit_is_refused(club_at: Stages) -> None:
    club = club_at("bidding")
    plan = "plan keep pebble=" + "p" * 24 + " under=" + ",".join(["p" * 24] * 3)
    answer = club.lpbe("ben", "order", "mars", "; ".join(["bid 1", *[plan] * 4]), "--json")
    assert (answer.status, answer.code) == (5, "E_SEAL_TOO_LARGE") and "plans on their own" in answer.payload["hint"]
    assert not list(club.inbox.iterdir())
    result = club.do("ben", "order", "mars", "; ".join([plan] * 4))
    assert len(result["plans"]) == 4 and club.run()["refused"] == []


@pytest.mark.parametrize("letters", ["x", "é", '"'])
def test_a_note_to_oneself_has_a_limit(club_at: Stages, letters: str) -> None:
    club, room = club_at("bidding"), 52 // len(jcs(letters)[1:-1])
    with club.untouched():
        answer = club.lpbe("ben", "order", "mars", "bid 1", "--memo", letters * (room + 1), "--json")
        assert (answer.status, answer.code) == (5, "E_SEAL_TOO_LARGE") and "52" in answer.payload["message"]
    club.do("ben", "order", "mars", "bid 1", "--memo", letters * room)
