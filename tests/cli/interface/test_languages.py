"""Every command uses the language of its reader; programs always get the same words."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from ..world.club import HOST, Club
from ..world.forged_letters import bid, play, save_letter, sign_letter

FRANCE = {"LANG": "fr_FR.UTF-8"}


@pytest.fixture(scope="module")
def mixed_club(tmp_path_factory: pytest.TempPathFactory) -> Club:
    """Everybody bids; ben has chosen French."""
    club = Club.begin(tmp_path_factory.mktemp("mixed") / "club", seats=("red", "blue"))
    code = club.do(HOST, "invite", "mars")["invitations"]["blue"]
    club.do("ben", "join", "mars", "--seat", "blue", "--name", "Ben", "--lang", "fr", "--code", code)
    club.run()
    club.ready_all()
    return club


def test_a_refusal_speaks_the_language_of_the_seat(mixed_club: Club) -> None:
    answer = mixed_club.lpbe("ben", "order", "mars", "bid coins=99")
    assert (answer.status, answer.err) == (5, "vous n'avez que 6 pièces [PEB-BID-01]\n")
    answer = mixed_club.lpbe(HOST, "order", "mars", "bid coins=99", env=FRANCE)
    assert (answer.status, answer.err) == (5, "you have only 6 coins [PEB-BID-01]\n")


def test_whoever_joins_an_english_game_is_answered_in_their_own_language(tmp_path: Path) -> None:
    club = Club.begin(tmp_path / "club", seats=("red", "blue"))
    answer = club.lpbe("eve", "join", "mars", "--seat", "blue", "--name", "Eve", env=FRANCE)
    assert answer.status == 2 and "il faut une invitation" in answer.err


def test_a_program_is_told_the_same_in_every_language(mixed_club: Club) -> None:
    answer = mixed_club.lpbe("ben", "order", "mars", "bid coins=99", "--json", env=FRANCE).payload
    assert answer["message"] == "blue has only 6 coins"
    answer = mixed_club.lpbe("eve", "run", "mars", "--json", env=FRANCE).payload
    assert answer["message"] == "this is not the referee's key, and only the referee can apply orders"


@pytest.mark.parametrize(
    ("settings", "french"),
    [
        ({}, False),
        (FRANCE, True),
        ({"LC_ALL": "fr_CH.UTF-8"}, True),
        ({"LC_MESSAGES": "fr"}, True),
        ({**FRANCE, "LC_ALL": "C"}, False),
        ({**FRANCE, "LPBE_LANG": "en"}, False),
        ({"LPBE_LANG": "fr"}, True),
        ({"LANG": "de_DE.UTF-8"}, False),
    ],
)
def test_without_a_seat_the_environment_decides(mixed_club: Club, settings: dict[str, str], french: bool) -> None:
    answer = mixed_club.lpbe("eve", "order", "mars", "bid coins=1", env=settings).err
    english = "this key has no seat in this game [E_KEY_ROLE]\n  give the right one: --key FILE\n"
    translated = "cette clé n'a pas de place dans cette partie [E_KEY_ROLE]\n  donnez la bonne : --key FICHIER\n"
    assert answer == (translated if french else english)


def test_one_command_does_not_speak_as_the_one_before(mixed_club: Club) -> None:
    assert "pièces" in mixed_club.lpbe("ben", "order", "mars", "bid coins=99").err
    assert "this key has no seat" in mixed_club.lpbe("eve", "legal", "mars").err


def test_whoever_joins_in_french_is_told_in_french_why_not(mixed_club: Club) -> None:
    answer = mixed_club.lpbe("eve", "join", "mars", "--seat", "blue", "--name", "Eve", "--lang", "fr")
    assert answer.err.startswith("cette partie est complète : toutes les places sont prises [E_ORDER_KIND]")


def test_whoever_joins_in_french_without_an_invitation_is_told_so_in_french(tmp_path: Path) -> None:
    club = Club.begin(tmp_path / "club", seats=("red", "blue"))
    answer = club.lpbe("eve", "join", "mars", "--seat", "blue", "--name", "Eve", "--lang", "fr")
    assert answer.err == "il faut une invitation pour Bleu [E_USAGE]\n  lpbe join ... --code CODE\n"


def test_what_is_to_be_typed_keeps_its_letters(mixed_club: Club) -> None:
    answer = mixed_club.lpbe("eve", "show", "mars", "--as", "oil", env=FRANCE).err
    assert answer == "il n'y a pas de place « oil » dans cette partie [E_SEAT]\n  places : red, blue\n"


def test_a_wrong_command_is_answered_in_french(mixed_club: Club) -> None:
    answer = mixed_club.lpbe("eve", "ordre", env=FRANCE).err
    assert answer == "la commande « ordre » n'existe pas [E_USAGE]\n  vouliez-vous dire « order » ?\n"


def test_success_is_told_in_french_too(mixed_club: Club) -> None:
    assert mixed_club.lpbe("ben", "policy", "mars").out.startswith("# Vous n'avez pas de consigne : ")
    assert mixed_club.lpbe(HOST, "policy", "mars").out.startswith("# You have no policy, so you are asked about ")
    assert mixed_club.lpbe("eve", "verify", "mars", env=FRANCE).out.startswith("vérifié : niveau 0, ")
    assert mixed_club.lpbe("eve", "verify", "mars").out.startswith("verified: level 0, ")


def test_a_game_in_french_tells_its_host_in_french(tmp_path: Path) -> None:
    club = Club.begin(tmp_path / "club", "--lang", "fr", seats=("red", "blue"))
    assert club.lpbe(HOST, "run", "mars").out.endswith("étape 1, question 0 : on attend Bleu\n")


def test_receipts_of_refused_orders_are_read_in_the_language_of_the_reader(mixed_club: Club, tmp_path: Path) -> None:
    club = mixed_club.copy(tmp_path / "club")
    save_letter(club, sign_letter(play(club.game, "blue", "ben", bid(99)), "ben"), "mars/inbox/2-blue-0.toml")
    assert len(club.run()["refused"]) == 1
    assert "vous n'avez que 6 pièces [PEB-BID-01]" in club.lpbe("ben", "report", "mars").out
    assert "you have only 6 coins [PEB-BID-01]" in club.lpbe("ben", "report", "mars", "--lang", "en").out


def test_an_english_failure_loads_no_catalogue(tmp_path: Path) -> None:
    code = "import sys; from lpbe.cli.entry import run; run(['apply', 'none', 'x']); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert "lpbe.kernel.language.translate" not in done.stdout.split()
    assert "'none': no such file or folder" in done.stderr
