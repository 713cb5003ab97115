"""What `lpbe order` answers: what was understood, its effect, what it replaces, what is kept; and who learns of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from ..interface.test_json_answers import fits
from ..world.club import HOST, Club
from ..world.forged_letters import bid, play, save_letter, sign_letter
from ..world.open_game import Table


@pytest.fixture
def club(tmp_path: Path) -> Club:
    """Everybody bids; ben has chosen French."""
    club = Club.begin(tmp_path / "club", seats=("red", "blue"))
    code = club.do(HOST, "invite", "mars")["invitations"]["blue"]
    club.do("ben", "join", "mars", "--seat", "blue", "--name", "Ben", "--lang", "fr", "--code", code)
    club.run()
    club.ready_all()
    return club


def test_the_order_is_told_as_it_was_understood(club: Club) -> None:
    answer = club.lpbe(HOST, "order", "mars", "b 2").out.splitlines()
    assert answer[0] == "Understood: bid 2" and "Your answer is in" not in " ".join(answer), "not before the host's run"
    assert answer[-1] == "mars/inbox/2-red-0.toml"
    assert club.lpbe("ben", "order", "mars", "bid 2").out.splitlines()[0] == "Compris : miser 2"


def test_what_it_replaces_is_told(club: Club) -> None:
    club.order("red", "bid 1")
    assert "Replaces your earlier order (rev 0)." in club.lpbe(HOST, "order", "mars", "bid 2").out.splitlines()
    again = club.lpbe(HOST, "order", "mars", "bid 2").out
    assert "This order is already waiting." in again and "Replaces" not in again
    assert club.do(HOST, "order", "mars", "bid 3")["replaces"] == 1
    club.run()
    assert club.do(HOST, "order", "mars", "bid 4")["replaces"] == 2, "one that is in is replaced as well"


def test_what_was_refused_is_not_replaced(club: Club) -> None:
    save_letter(club, sign_letter(play(club.game, "blue", "ben", bid(99)), "ben"), "mars/inbox/2-blue-0.toml")
    club.run()
    answer = club.do("ben", "order", "mars", "bid 1")
    assert answer["files"] == ["mars/inbox/2-blue-1.toml"] and "replaces" not in answer


def test_preview_and_rest_are_told(club: Club) -> None:
    for seat in ("red", "blue"):
        club.order(seat, "bid 1" if seat == "red" else "bid 0")
    club.run()
    out = club.lpbe(HOST, "order", "mars", "dig; keep p01; end turn", "-o", "x.toml").out
    assert "Understood: dig" in out
    assert "What follows depends on a draw." in out
    assert "Saved as your draft: keep p01; end turn" in out
    answer = club.do(HOST, "order", "mars", "dig; keep p01; end turn", "-o", "x.toml")
    assert answer["orders"] == [{"order": "dig"}] and answer["texts"] == ["dig"]
    assert answer["depends"] == "chance" and [order["order"] for order in answer["draft"]] == ["keep", "end-turn"]
    assert answer["plans"] == [] and isinstance(answer["events"], list)


def test_what_is_left_out_is_told(tmp_path: Path) -> None:
    """The actions are over with the second one: nothing asks for their end, and nobody must think that it was sent."""
    mars = Table.begin(tmp_path, "--set", "living-planet.first_leader=red")
    for seat in ("red", "blue"):
        mars.done("order", "mars", "select card 4", "--as", seat)
    mars.done("run", "mars")
    batch = "dice red blue yellow green; subsidy; take fate; end actions"
    message = "Left out, because it can never be used: end actions"
    assert message in mars.done("order", "mars", batch, "--as", "red", "-o", "x.toml").out
    for command in (["order", "-o", "x.toml"], ["try"]):
        answer = mars.json(command[0], "mars", batch, "--as", "red", *command[1:])
        fits(answer, f"answer-{command[0]}")
        assert (answer["dropped"], answer["draft"], answer["plans"]) == ([{"order": "end-actions"}], [], [])


def test_what_is_left_out_does_not_depend_on_who_is_asked_next(tmp_path: Path) -> None:
    """Red acts last and is asked for a resource at once: one more order for the actions is still left out."""
    mars = Table.begin(tmp_path, "--set", "living-planet.first_leader=red")
    for seat in ("red", "blue"):
        mars.done("order", "mars", "select card 4", "--as", seat)
    mars.done("run", "mars")
    mars.done("order", "mars", "dice blue yellow green red", "--as", "red")
    mars.done("run", "mars")
    mars.done("order", "mars", "subsidy; take fate", "--as", "blue")
    mars.done("run", "mars")
    acts = [{"order": "subsidy"}, {"order": "take-fate"}]
    for extra in ("end actions", "end actions; heal R1; end actions"):
        answer = mars.json("order", "mars", f"subsidy; take fate; {extra}", "--as", "red", "-o", "x.toml")
        assert answer["orders"] == acts and len(answer["dropped"]) == extra.count(";") + 1
    whole = mars.json("order", "mars", "subsidy; take fate; end actions; exhaust iron", "--as", "red", "-o", "x.toml")
    assert whole["orders"] == [*acts, {"order": "exhaust", "resource": "iron"}]
    refused = mars.say("order", "mars", "subsidy; take fate; end actions; select card 4", "--as", "red")
    assert refused.status == 5 and "'select card 4' does not answer the question: exhaust a resource" in refused.err
    refused = mars.say("order", "mars", "end actions; select card 4", "--as", "red")
    assert refused.status == 5 and "'select card 4' does not answer the question: exhaust a resource" in refused.err


def test_a_rest_that_becomes_plans_is_told(tmp_path: Path) -> None:
    mars = Table.begin(tmp_path, "--set", "living-planet.first_leader=red")
    for seat in ("red", "blue"):
        mars.done("order", "mars", "select card 4", "--as", seat)
    mars.done("run", "mars")
    batch = "dice red blue yellow green; subsidy; take fate; exhaust iron"
    assert mars.json("try", "mars", batch, "--as", "red")["plans"] == [{"order": "exhaust", "resource": "iron"}]


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    mars = Table.begin(tmp_path)
    answer = mars.say("order", "mars", "select card 4", "--as", "red", "-o", "no/such/x.toml")
    assert answer.status == 6 and "there is no folder 'no/such'" in answer.err and "mkdir -p no/such" in answer.err


def test_a_report_tells_the_command_that_answers(club: Club) -> None:
    """Plain words in an e-mail are not an answer; only the armored order is."""
    for who, answer in ((HOST, "by e-mail, add --armor -o - and paste"), ("ben", "par courriel, ajoutez --armor -o -")):
        assert answer in " ".join(club.lpbe(who, "report", "mars").out.split())


def test_a_note_to_oneself_outlives_a_change_of_mind(club: Club) -> None:
    club.do(HOST, "order", "mars", "bid 1", "--memo", "ben bluffs")
    club.do(HOST, "order", "mars", "bid 2")
    club.do(HOST, "order", "mars", "bid 3")
    club.run()
    assert "ben bluffs" in club.lpbe(HOST, "report", "mars").out
    club.do(HOST, "order", "mars", "bid 1", "--memo", "ben is honest")
    club.run()
    assert "ben is honest" in club.lpbe(HOST, "report", "mars").out


def test_plans_are_told(club: Club) -> None:
    out = club.lpbe(HOST, "order", "mars", "bid 1; plan end turn", "-o", "x.toml").out
    assert "Planned for later questions: end turn" in out
    answer = club.do(HOST, "order", "mars", "bid 1; plan end turn", "-o", "x.toml")
    assert answer["plans"] == [{"order": "end-turn"}]


def test_a_report_says_that_the_answer_waits(club: Club) -> None:
    assert "Your turn: " in club.lpbe(HOST, "report", "mars").out
    club.order("red", "bid 1")
    out = club.lpbe(HOST, "report", "mars").out
    assert "Your turn: " not in out
    assert "Your answer is in inbox/. You can replace it until the host processes it" in out
    assert "To replace it, edit this and send it:" in out
    assert "À vous : " in club.lpbe("ben", "report", "mars").out
    club.run()
    assert "Your answer is in inbox/" not in club.lpbe(HOST, "report", "mars").out


def test_an_order_of_somebody_else_or_for_another_window_is_no_answer(club: Club) -> None:
    forged = sign_letter(play(club.game, "red", "ben", bid(1)), "ben")
    save_letter(club, forged, "mars/inbox/2-red-0.toml")
    (club.inbox / "2-red-1.toml").write_text("nonsense")
    assert "Your turn: " in club.lpbe(HOST, "report", "mars").out


def test_being_ready_waits_too(tmp_path: Path) -> None:
    club = Club.begin(tmp_path / "club", seats=("red", "blue"))
    club.join_all()
    assert "Your turn: check" in club.lpbe("ben", "report", "mars").out
    club.do("ben", "ready", "mars")
    assert "Your answer is in inbox/" in club.lpbe("ben", "report", "mars").out


def test_todo_says_that_the_answer_waits(club: Club) -> None:
    assert club.lpbe("ben", "todo", ".").out.startswith("mars: ")
    club.order("blue", "bid 1")
    answer = club.lpbe("ben", "todo", ".").out
    assert answer == "you have nothing to do\nmars: votre réponse est dans inbox/ ; l'hôte doit la traiter (lpbe run)\n"
    assert club.do("ben", "todo", ".")["games"] == []


def test_at_an_open_table_too(tmp_path: Path) -> None:
    mars = Table.begin(tmp_path)
    out = mars.done("order", "mars", "select card 4", "--as", "red").out
    assert out.startswith("Understood: select card 4\n")
    assert "Your answer is in inbox/" in mars.done("report", "mars", "--as", "red").out
