"""Every forged, replayed, misplaced or malformed order gets its code and exit status, and changes nothing."""

from __future__ import annotations

import pytest

from ...size_limits import some
from ..conftest import Stages
from ..world.club import HOST, Answer, Club
from .attack import Attack
from .attack_files import FILES
from .attack_orders import ORDERS
from .attack_seals import SECRETS
from .attack_seats import SEATS

ATTACKS = [*ORDERS, *SECRETS, *SEATS, *FILES]
POLICY = "[pebbles]\nbid = 1\n"


def check_refused(attack: Attack, answer: Answer) -> None:
    result = answer.payload
    assert (result["ok"], result["code"], result.get("clause", "")) == (False, attack.code, attack.clause), result
    assert answer.status == attack.status


@pytest.mark.parametrize("attack", ATTACKS, ids=str)
def test_apply_refuses_it_with_its_code_and_in_two_lines(attack: Attack, club_at: Stages, stages: Stages) -> None:
    club = club_at(attack.stage)
    path = attack.prepared(club, stages)
    with club.untouched():
        result = club.lpbe(HOST, "apply", "mars", path, *attack.time, "--json")
        words = club.lpbe(HOST, "apply", "mars", path, "-o", "next.toml", *attack.time)
    check_refused(attack, result)
    assert (words.status, words.out) == (attack.status, "")
    assert f"[{attack.clause or attack.code}]" in words.err
    assert len(words.err.splitlines()) <= 2
    assert not (club.root / "next.toml").exists()


ONE_PER_CODE = tuple({attack.code: attack for attack in (*ORDERS, *FILES)}.values())
"""A real process per attack takes long: daily one per refusal code, all of them in a soak."""


@pytest.mark.parametrize("attack", some([*ORDERS, *FILES], *ONE_PER_CODE), ids=str)
def test_the_real_program_refuses_it_and_changes_nothing(attack: Attack, club_at: Stages, stages: Stages) -> None:
    club = club_at(attack.stage)
    path = attack.prepared(club, stages)
    with club.untouched():
        answer = club.shell(HOST, "apply", "mars", path, *attack.time, "--json")
    check_refused(attack, answer)
    assert answer.err == ""


def add_a_good_order(club: Club, stage: str) -> int:
    """Let somebody else send something applicable at this stage; return how many such orders wait now."""
    if stage == "joined":
        club.do("cleo", "ready", "mars")
    elif stage not in ("new", "finished"):
        (club.root / "good.toml").write_text(POLICY)
        club.do(HOST, "policy", "mars", "good.toml", "--as", "red")
    return len(list(club.inbox.iterdir()))


def send(club: Club, path: str) -> None:
    (club.root / path).rename(club.inbox / path)


WAITING = [attack for attack in ATTACKS if attack.code not in ("E_FILE_TYPE", "E_FILE_MISSING")]


ONE_PER_CODE_AND_STAGE = tuple({(attack.code, attack.clause, attack.stage): attack for attack in WAITING}.values())
"""Three commands per attack: daily one attack for each refusal at each stage, all of them in a soak."""


@pytest.mark.parametrize("attack", some(WAITING, *ONE_PER_CODE_AND_STAGE), ids=str)
def test_a_run_refuses_it_and_goes_on_with_the_others(attack: Attack, club_at: Stages, stages: Stages) -> None:
    club = club_at(attack.stage)
    path = attack.prepared(club, stages)
    good = add_a_good_order(club, attack.stage)
    send(club, path)
    done = club.run(*attack.time)
    assert len([step for step in done["applied"] if step["seat"] != "referee"]) == good
    refused = [(item["file"], item["code"]) for item in done["refused"]]
    assert refused == ([] if attack.forgotten else [(path, attack.code)])
    assert all((club.mars / "refused" / item["kept"]).exists() for item in done["refused"])
    assert not list(club.inbox.iterdir())
    with club.untouched():
        assert club.run(*attack.time)["applied"] == []
