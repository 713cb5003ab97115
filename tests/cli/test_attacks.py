"""Every forged, replayed, misplaced or malformed order meets its code and its exit status, and changes nothing."""

from __future__ import annotations

import pytest

from .attack import Attack
from .attack_files import FILES
from .attack_orders import ORDERS
from .attack_seals import SECRETS
from .attack_seats import SEATS
from .conftest import Stages
from .house import HOST, Answer, House

ATTACKS = [*ORDERS, *SECRETS, *SEATS, *FILES]
POLICY = "[pebbles]\nbid = 1\n"


def check_refused(attack: Attack, answer: Answer) -> None:
    told = answer.told
    assert (told["ok"], told["code"], told.get("clause", "")) == (False, attack.code, attack.clause), told
    assert answer.status == attack.status


@pytest.mark.parametrize("attack", ATTACKS, ids=str)
def test_apply_refuses_it_with_its_code_and_in_two_lines(attack: Attack, house_at: Stages, stages: Stages) -> None:
    house = house_at(attack.stage)
    path = attack.prepared(house, stages)
    with house.untouched():
        told = house.lpbe(HOST, "apply", "mars", path, *attack.time, "--json")
        words = house.lpbe(HOST, "apply", "mars", path, "-o", "next.toml", *attack.time)
    check_refused(attack, told)
    assert (words.status, words.out) == (attack.status, "")
    assert f"[{attack.clause or attack.code}]" in words.err
    assert len(words.err.splitlines()) <= 2
    assert not (house.root / "next.toml").exists()


@pytest.mark.parametrize("attack", [*ORDERS, *FILES], ids=str)
def test_the_real_program_refuses_it_and_changes_nothing(attack: Attack, house_at: Stages, stages: Stages) -> None:
    house = house_at(attack.stage)
    path = attack.prepared(house, stages)
    with house.untouched():
        answer = house.shell(HOST, "apply", "mars", path, *attack.time, "--json")
    check_refused(attack, answer)
    assert answer.err == ""


def add_a_good_order(house: House, stage: str) -> int:
    """Let somebody else send something that can be applied at this stage; how many such orders wait now."""
    if stage == "joined":
        house.do("cleo", "ready", "mars")
    elif stage not in ("new", "finished"):
        (house.root / "good.toml").write_text(POLICY)
        house.do(HOST, "policy", "mars", "good.toml", "--as", "red")
    return len(list(house.inbox.iterdir()))


def send(house: House, path: str) -> None:
    (house.root / path).rename(house.inbox / path)


WAITING = [attack for attack in ATTACKS if attack.code not in ("E_FILE_TYPE", "E_FILE_MISSING")]


@pytest.mark.parametrize("attack", WAITING, ids=str)
def test_a_run_refuses_it_and_goes_on_with_the_others(attack: Attack, house_at: Stages, stages: Stages) -> None:
    house = house_at(attack.stage)
    path = attack.prepared(house, stages)
    good = add_a_good_order(house, attack.stage)
    send(house, path)
    done = house.run(*attack.time)
    assert len([step for step in done["applied"] if step["seat"] != "referee"]) == good
    refused = [(item["file"], item["code"]) for item in done["refused"]]
    assert refused == ([] if attack.forgotten else [(path, attack.code)])
    assert all((house.mars / "refused" / item["kept"]).exists() for item in done["refused"])
    assert not list(house.inbox.iterdir())
    with house.untouched():
        assert house.run(*attack.time)["applied"] == []
