"""What `lpbe order` answers: what was understood, what it comes to and replaces, what is kept; and who hears of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from .forge import bid, filed, play, signed
from .house import HOST, House
from .table import Table
from .test_answers import fits


@pytest.fixture
def house(tmp_path: Path) -> House:
    """Everybody bids; ben has chosen French."""
    house = House.begin(tmp_path / "house", seats=("red", "blue"))
    code = house.do(HOST, "invite", "mars")["invitations"]["blue"]
    house.do("ben", "join", "mars", "--seat", "blue", "--name", "Ben", "--lang", "fr", "--code", code)
    house.run()
    house.ready_all()
    return house


def test_the_order_is_told_as_it_was_understood(house: House) -> None:
    told = house.lpbe(HOST, "order", "mars", "b 2").out.splitlines()
    assert told[0] == "Understood: bid 2" and "Your answer is in" not in " ".join(told), "not before the host's run"
    assert told[-1] == "mars/inbox/2-red-0.toml"
    assert house.lpbe("ben", "order", "mars", "bid 2").out.splitlines()[0] == "Compris : miser 2"


def test_what_it_replaces_is_told(house: House) -> None:
    house.order("red", "bid 1")
    assert "Replaces your earlier order (rev 0)." in house.lpbe(HOST, "order", "mars", "bid 2").out.splitlines()
    again = house.lpbe(HOST, "order", "mars", "bid 2").out
    assert "This very order waits already." in again and "Replaces" not in again
    assert house.do(HOST, "order", "mars", "bid 3")["replaces"] == 1
    house.run()
    assert house.do(HOST, "order", "mars", "bid 4")["replaces"] == 2, "one that is in is replaced as well"


def test_what_was_refused_is_not_replaced(house: House) -> None:
    filed(house, signed(play(house.game, "blue", "ben", bid(99)), "ben"), "mars/inbox/2-blue-0.toml")
    house.run()
    told = house.do("ben", "order", "mars", "bid 1")
    assert told["files"] == ["mars/inbox/2-blue-1.toml"] and "replaces" not in told


def test_preview_and_rest_are_told(house: House) -> None:
    for seat in ("red", "blue"):
        house.order(seat, "bid 1" if seat == "red" else "bid 0")
    house.run()
    out = house.lpbe(HOST, "order", "mars", "dig; keep p01; end turn", "-o", "x.toml").out
    assert "Understood: dig" in out
    assert "What follows depends on a draw." in out
    assert "Kept as your draft: keep p01; end turn" in out
    told = house.do(HOST, "order", "mars", "dig; keep p01; end turn", "-o", "x.toml")
    assert told["orders"] == [{"order": "dig"}] and told["texts"] == ["dig"]
    assert told["depends"] == "chance" and [order["order"] for order in told["draft"]] == ["keep", "end-turn"]
    assert told["plans"] == [] and isinstance(told["events"], list)


def test_what_is_left_out_is_told(tmp_path: Path) -> None:
    """The actions are over with the second of them: nothing asks for their end, and nobody may think that it went."""
    mars = Table.begin(tmp_path, "--set", "living-planet.first_leader=red")
    for seat in ("red", "blue"):
        mars.done("order", "mars", "select card 4", "--as", seat)
    mars.done("run", "mars")
    batch = "dice red blue yellow green; subsidy; take fate; end actions"
    said = "Left out, for nothing will ask for it: end actions"
    assert said in mars.done("order", "mars", batch, "--as", "red", "-o", "x.toml").out
    for command in (["order", "-o", "x.toml"], ["try"]):
        told = mars.json(command[0], "mars", batch, "--as", "red", *command[1:])
        fits(told, f"answer-{command[0]}")
        assert (told["dropped"], told["draft"], told["plans"]) == ([{"order": "end-actions"}], [], [])


def test_a_rest_that_becomes_plans_is_told(tmp_path: Path) -> None:
    mars = Table.begin(tmp_path, "--set", "living-planet.first_leader=red")
    for seat in ("red", "blue"):
        mars.done("order", "mars", "select card 4", "--as", seat)
    mars.done("run", "mars")
    batch = "dice red blue yellow green; subsidy; take fate; exhaust iron"
    assert mars.json("try", "mars", batch, "--as", "red")["plans"] == [{"order": "exhaust", "resource": "iron"}]


def test_a_report_tells_the_command_that_answers(house: House) -> None:
    """Plain words that come by mail are no answer: only the armoured order is."""
    for who, told in ((HOST, "by mail add --armor -o - and paste"), ("ben", "par courrier, ajoutez --armor -o -")):
        assert told in " ".join(house.lpbe(who, "report", "mars").out.split())


def test_a_note_to_oneself_outlives_a_change_of_mind(house: House) -> None:
    house.do(HOST, "order", "mars", "bid 1", "--memo", "ben bluffs")
    house.do(HOST, "order", "mars", "bid 2")
    house.do(HOST, "order", "mars", "bid 3")
    house.run()
    assert "ben bluffs" in house.lpbe(HOST, "report", "mars").out
    house.do(HOST, "order", "mars", "bid 1", "--memo", "ben is honest")
    house.run()
    assert "ben is honest" in house.lpbe(HOST, "report", "mars").out


def test_plans_are_told(house: House) -> None:
    out = house.lpbe(HOST, "order", "mars", "bid 1; plan end turn", "-o", "x.toml").out
    assert "Planned, for questions still to come: end turn" in out
    told = house.do(HOST, "order", "mars", "bid 1; plan end turn", "-o", "x.toml")
    assert told["plans"] == [{"order": "end-turn"}]


def test_a_report_says_that_the_answer_waits(house: House) -> None:
    assert "You are asked: " in house.lpbe(HOST, "report", "mars").out
    house.order("red", "bid 1")
    out = house.lpbe(HOST, "report", "mars").out
    assert "You are asked: " not in out
    assert "Your answer is in: it waits in inbox/ for the host's run." in out
    assert "To replace it, change this and send it:" in out
    assert "À vous : " in house.lpbe("ben", "report", "mars").out
    house.run()
    assert "it waits in inbox/" not in house.lpbe(HOST, "report", "mars").out


def test_an_order_of_somebody_else_or_for_another_window_is_no_answer(house: House) -> None:
    forged = signed(play(house.game, "red", "ben", bid(1)), "ben")
    filed(house, forged, "mars/inbox/2-red-0.toml")
    (house.inbox / "2-red-1.toml").write_text("nonsense")
    assert "You are asked: " in house.lpbe(HOST, "report", "mars").out


def test_being_ready_waits_too(tmp_path: Path) -> None:
    house = House.begin(tmp_path / "house", seats=("red", "blue"))
    house.join_all()
    assert "You are awaited" in house.lpbe("ben", "report", "mars").out
    house.do("ben", "ready", "mars")
    assert "Your answer is in: it waits in inbox/" in house.lpbe("ben", "report", "mars").out


def test_todo_says_that_the_answer_waits(house: House) -> None:
    assert house.lpbe("ben", "todo", ".").out.startswith("mars: ")
    house.order("blue", "bid 1")
    told = house.lpbe("ben", "todo", ".").out
    assert told == "nothing waits for you\nmars: votre réponse est dans inbox/ ; l'hôte doit la traiter (lpbe run)\n"
    assert house.do("ben", "todo", ".")["games"] == []


def test_at_an_open_table_too(tmp_path: Path) -> None:
    mars = Table.begin(tmp_path)
    out = mars.done("order", "mars", "select card 4", "--as", "red").out
    assert out.startswith("Understood: select card 4\n")
    assert "Your answer is in: it waits in inbox/" in mars.done("report", "mars", "--as", "red").out
