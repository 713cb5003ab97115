"""Names that could be mistaken for somebody else's are refused, whatever program made the letter."""

# ruff: noqa: RUF001

from __future__ import annotations

import pytest

from ..conftest import Stages
from ..world.club import HOST, Club
from ..world.forged_letters import join, save_letter, sign_letter

FALSE = {
    "Cyrillic beside Latin": "Аna",
    "the name of another": "Ana",
    "in other letters alone": "Отто",
    "a digit for a letter": "0tto",
    "another's seat": "Red",
    "another's seat in other letters": "rеd",
    "the referee": "Referee",
    "the referee with a dash": "Referee-",
    "the program": "LPBE",
    "l'arbitre": "Arbitre",
    "a mark of mails": "-----BEGIN LPBE ORDER-----",
    "the mark of a signature": "-----BEGIN PGP SIGNATURE-----",
    "half a mark of mails": "LPBE REPLY",
}


@pytest.fixture
def hall(club_at: Stages) -> Club:
    """Return a game that two have joined under names that others could imitate; blue is still free."""
    club = club_at("new")
    codes = club.do(HOST, "invite", "mars")["invitations"]
    club.run()
    club.do("cleo", "join", "mars", "--seat", "green", "--name", "Otto", "--code", codes["green"])
    club.run()
    assert [seat.name for seat in club.game.state.seats if seat.name] == ["Ana", "Otto"]
    return club


@pytest.mark.parametrize("name", FALSE.values(), ids=FALSE)
def test_a_name_that_looks_like_another_is_not_taken(hall: Club, name: str) -> None:
    """The player's own command refuses it, and so does the host's if the letter was made otherwise."""
    code = hall.secret.invitation("blue")
    with hall.untouched():
        answer = hall.lpbe("ben", "join", "mars", "--seat", "blue", "--name", name, "--code", code, "--json")
        assert (answer.code, answer.status) == ("E_TEXT", 6)
    letter = save_letter(hall, sign_letter(join(hall, "blue", "ben", name=name), "ben"))
    with hall.untouched():
        answer = hall.lpbe(HOST, "apply", "mars", letter, "--json")
        assert answer.code == "E_TEXT" and answer.status in (5, 6)


@pytest.mark.parametrize("name", ["Rouge", "ROUGE", "R0uge"])
def test_the_name_of_another_seat_in_another_language_is_shown_with_its_own(hall: Club, name: str) -> None:
    """A host who accepts a name knows only the ids of seats; French readers know red as Rouge."""
    code = hall.secret.invitation("blue")
    hall.do("ben", "join", "mars", "--seat", "blue", "--name", name, "--lang", "fr", "--code", code)
    hall.run()
    hall.ready_all()
    hall.do("ben", "note", "mars", "salut")
    hall.run()
    french = hall.lpbe("ben", "report", "mars").out
    assert f"{name} (Bleu) écrit : salut" in french and f"{name} écrit" not in french
    assert f"{name} writes: salut" in hall.lpbe("cleo", "report", "mars").out


@pytest.mark.parametrize("name", ["Ben", "Анна", "Zoé", "李小龙"])
def test_a_name_of_ones_own_is_taken(hall: Club, name: str) -> None:
    hall.do("ben", "join", "mars", "--seat", "blue", "--name", name, "--code", hall.secret.invitation("blue"))
    assert hall.run()["applied"]
    assert name in [seat.name for seat in hall.game.state.seats]
