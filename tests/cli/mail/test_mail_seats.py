"""Seats that play by mail, on the command line: what is reported about them, and what never plays for them."""

from __future__ import annotations

from pathlib import Path

import pytest

from lpbe.kernel.chain import mail_codes
from lpbe.kernel.chain.player_view import sign
from lpbe.kernel.gamedir.gamedir import load, locate
from lpbe.kernel.gamedir.inbox import dump_letter

from ..world.club import Club, identity


def test_a_new_game_says_what_mail_seats_are_worth(tmp_path: Path) -> None:
    """Their moves are the referee's word, and if nobody else plays, no draw is fair."""
    club = Club.begin(tmp_path / "one", "--mail", "blue", "--mail", "green")
    words = club.lpbe(
        "ana", "new", "venus", "--game", "pebbles", "--seats", "red,blue", "--as", "red", "--mail", "blue"
    )
    assert "not protected against the host" in words.out and "trust the host for its moves" in words.out
    assert all(seat.held == "mail" for seat in load(locate(str(club.mars))).state.seats[1:])


@pytest.mark.parametrize("more", [["--open"], ["--as", "blue"], ["--bot", "blue"], ["--mail", "pink"]])
def test_who_cannot_play_by_mail(tmp_path: Path, more: list[str]) -> None:
    club = Club.begin(tmp_path / "one")
    asked = ["new", "venus", "--game", "pebbles", "--seats", "red,blue", "--mail", "blue", *more]
    answer = club.lpbe("ana", *asked, "--json")
    assert (answer.status, answer.code) == (2, "E_USAGE")
    assert not (club.root / "venus").exists()


def test_a_player_by_mail_has_a_name(tmp_path: Path) -> None:
    """The host gives the name; in a French game an unnamed player is called by the colour in French."""
    club = Club(tmp_path, ("red", "blue"))
    club.give_key("ana")
    asked = ["new", "venus", "--game", "pebbles", "--seats", "red,blue,green", "--lang", "fr"]
    club.do("ana", *asked, "--mail", "green=Cléo Dupont", "--mail", "blue")
    names = {seat.id: seat.name for seat in load(locate(str(club.root / "venus"))).state.seats if seat.name}
    assert names == {"green": "Cléo Dupont", "blue": "Bleu"}
    assert club.lpbe("ana", "verify", "venus").status == 3, "all that can be checked before the end holds"


@pytest.mark.parametrize("name", ["a  b", "x" * 99, "\u202eeve"])
def test_a_name_by_mail_is_a_name(tmp_path: Path, name: str) -> None:
    club = Club(tmp_path, ("red", "blue"))
    club.give_key("ana")
    asked = ["new", "venus", "--game", "pebbles", "--seats", "red,blue", "--mail", f"blue={name}"]
    assert club.lpbe("ana", *asked, "--json").status
    assert not (club.root / "venus").exists()


def test_no_bot_plays_a_mail_seat_and_nobody_but_the_referee_signs_for_it(tmp_path: Path) -> None:
    club = Club.begin(tmp_path / "one", "--mail", "blue", seats=("red", "blue"))
    club.do("ana", "run", "mars")
    game = load(locate(str(club.mars)))
    assert game.state.window.kind == "play" and game.state.window.waiting == ["red", "blue"]
    club.do("ana", "order", "mars", "bid 1")
    club.do("ana", "run", "mars")
    game = load(locate(str(club.mars)))
    assert game.state.window.waiting == ["blue"]
    secrets = (club.secret,)
    code = mail_codes.code_for(game, secrets, "blue", 0)
    made = mail_codes.mail_letter(game, secrets, "blue", [{"order": "bid", "coins": 2}], [True], code, "bid 2")
    forged = sign(identity("eve"), made)
    (club.inbox / "mail.toml").write_bytes(dump_letter(forged, "mail.toml"))
    (result,) = club.do("ana", "run", "mars")["refused"]
    assert result["code"] == "E_SIG_FORMAT"
    assert "Seats played by e-mail: Blue." in club.lpbe("ana", "report", "mars").out
    (club.inbox / "2-blue-0.toml").write_bytes(dump_letter(sign(club.secret.held_identity("blue"), made), "mail.toml"))
    assert club.do("ana", "run", "mars")["applied"][0]["seat"] == "blue"
