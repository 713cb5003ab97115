"""Who sits where, what time decided, who has the game now: all of it is told."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from lpbe.kernel.base.errors import Unauthentic
from lpbe.kernel.chain import compose as desk
from lpbe.kernel.chain.acts.pace import PaceArgs
from lpbe.kernel.chain.hidden import read_view
from lpbe.kernel.chain.letters import present
from lpbe.kernel.folder.inbox import dump_letter
from tests import acts

from .conftest import DAYS, bidding
from .house import HOST, House, identity
from .liar import Liar, headed, put_last, signed_anew, verify, with_public


def with_bot(root: Path, *options: str) -> House:
    return bidding(root, "--bot", "green", *options)


def test_a_seat_that_the_others_gave_away_is_told_with_who_agreed(tmp_path: Path) -> None:
    house = bidding(tmp_path / "a")
    line = house.do("eve", "key", "show", "--for", "mars", "--seat", "green")["public"]
    house.do(HOST, "replace", "mars", "green", "--to", line)
    house.run()
    assert verify(house).told["replaced"] == []
    for who in (HOST, "ben"):
        house.do(who, "endorse", "mars")
        house.run()
    told = verify(house).told["replaced"]
    assert told == [{"seq": house.game.state.seq, "seat": "green", "endorsed": ["red", "blue"]}]
    assert "green was given to other keys, endorsed by red, blue" in house.lpbe("eve", "verify", "mars").out


def test_a_seat_that_the_host_gave_away_alone_is_told_so(tmp_path: Path) -> None:
    """Of two seats one is the host's own: his voice is the only one."""
    house = House.begin(tmp_path / "a", seats=("red", "blue"))
    house.join_all()
    house.ready_all()
    line = house.do("eve", "key", "show", "--for", "mars", "--seat", "blue")["public"]
    house.do(HOST, "replace", "mars", "blue", "--to", line)
    house.run()
    house.do(HOST, "endorse", "mars")
    house.run()
    assert verify(house).told["replaced"][0]["host"] is True
    assert "blue was given to other keys by the host alone" in house.lpbe("ben", "verify", "mars").out


def paced_house(root: Path, *options: str) -> House:
    house = House.begin(root, "--pace", "2d", *options, "--now", DAYS[0])
    house.join_all("--now", DAYS[0])
    house.ready_all("--now", DAYS[0])
    return house


def test_time_is_told_and_what_it_did(tmp_path: Path) -> None:
    """Deadlines that passed, a longer pace, a pause, a later deadline, and a bot after silence."""
    house = paced_house(tmp_path / "a", "--bot-after", "1", "--set", "pebbles.rounds=3")
    house.order("red", "bid coins=1")
    house.order("blue", "bid coins=2")
    house.run("--now", DAYS[5])
    assert house.game.state.window.kind == "play"
    told = verify(house).told["timeouts"][0]
    assert (told["seats"], told["silent"], told["deadline"]) == (["green"], ["green"], DAYS[2])
    liar = Liar(house).follow(house.game.state.seq)
    host, at = identity(HOST), DAYS[6]
    liar.send(host, acts.pace_letter(liar.game, "4d"), at)
    liar.send(host, acts.pause_letter(liar.game, DAYS[9]), at)
    liar.send(host, acts.extend_letter(liar.game, DAYS[20]), at)
    liar.publish()
    told = verify(house).told
    assert [(change["kind"], change["to"]) for change in told["times"]] == [
        ("pace", "4d"),
        ("pause", DAYS[9]),
        ("extend", DAYS[20]),
    ]
    assert [(one["seat"], one["held"], one["missed"]) for one in told["replaced"]] == [("green", "bot:greedy@2", 1)]
    text = house.lpbe("eve", "verify", "mars").out
    for words in (
        f"time ran out at {DAYS[2]} ({DAYS[5]} by the referee's clock); no word of green",
        "the pace changed from 2d to 4d",
        f"paused until {DAYS[9]}",
        "the deadline was moved from",
        "green was given to bot:greedy@2 after 1 missed deadlines",
        "green is played by bot:greedy@2",
    ):
        assert words in text


def test_answers_that_were_taken_late_are_counted(tmp_path: Path) -> None:
    """Whom a host waits for and whom he times out is his choice: everybody sees how he chose."""
    house = paced_house(tmp_path / "a")
    house.order("red", "bid coins=1")
    house.run("--now", DAYS[2])
    assert verify(house).told["late"] == {}
    house.order("blue", "bid coins=1")
    house.order("green", "bid coins=0")
    house.run("--now", DAYS[9])
    assert verify(house).told["late"] == {"blue": 1, "green": 1}
    told = house.lpbe("eve", "verify", "mars").out
    assert "answers taken after their deadline, by the referee's clock: blue 1, green 1" in told


def test_a_shorter_pace_by_the_referee_alone_is_found_in_a_log(tmp_path: Path) -> None:
    house = paced_house(tmp_path / "a")
    liar = Liar(house).follow(house.game.state.seq)
    liar.send(identity(HOST), acts.pace_letter(liar.game, "4d"), DAYS[0])
    letter = replace(present(liar.game.last.order), args=PaceArgs("1h"))
    state = replace(liar.game.state, pace="1h")
    liar.spoil(lambda game: signed_anew(replace(game, state=state), letter))
    liar.publish()
    assert (verify(house).status, verify(house).code) == (4, "E_ORDER_QUORUM")


def test_a_step_dated_later_than_it_was_seen_is_found_by_who_saw_it(tmp_path: Path) -> None:
    """Whoever dates a step ahead can time others out at once; a key remembers when it saw which step."""
    house = paced_house(tmp_path / "a")
    liar = Liar(house).follow(house.game.state.seq)
    liar.send(identity(HOST), acts.pace_letter(liar.game, "4d"), "2036-11-01T08:00:00Z")
    liar.publish()
    house.lpbe("ben", "show", "mars")
    answer = verify(house, who="ben")
    assert (answer.status, answer.code) == (4, "E_AUDIT_VIEW"), answer
    assert "2036-11-01T08:00:00Z" in answer.told["message"]
    assert verify(house, "--no-pin", who="ben").status == 3


def handed(root: Path) -> House:
    """Eve has taken over a game in which green is a bot; ben's order was made before."""
    house = with_bot(root)
    house.do("ben", "order", "mars", "bid coins=1", "-o", "late.toml")
    offer = house.lpbe("eve", "handover", "mars", "--offer").out.strip()
    house.do(HOST, "handover", "mars", "--to", offer)
    house.run()
    return house


def test_a_letter_on_the_way_is_accepted_by_the_new_referee(tmp_path: Path) -> None:
    house = handed(tmp_path / "a")
    (house.inbox / "late.toml").write_bytes((house.root / "late.toml").read_bytes())
    told = house.do("eve", "run", "mars")
    assert told["refused"] == [] and told["applied"]
    answer = verify(house)
    assert (answer.status, len(answer.told["handovers"])) == (3, 1)
    assert "the one before could foresee every draw" in house.lpbe("ben", "verify", "mars").out


def test_the_old_referee_opens_nothing_later_and_signs_for_nobody(tmp_path: Path) -> None:
    house = handed(tmp_path / "a")
    (house.inbox / "late.toml").write_bytes((house.root / "late.toml").read_bytes())
    assert house.do("eve", "run", "mars")["applied"]
    game = house.game
    for seat in ("blue", "green"):
        pair = house.secret.pair(game.state.game, present(next(s for s in game.state.seats if s.id == seat).seal))
        with pytest.raises(Unauthentic) as fault:
            read_view(game, seat, pair)
        assert fault.value.code == "E_SEAL_OPEN"
    old = house.secret.held("green")
    letter = acts.note_letter(game, "green", "hello", 0)
    (house.root / "forged.toml").write_bytes(dump_letter(desk.sign(old, letter), "forged.toml"))
    answer = house.lpbe("eve", "apply", "mars", "forged.toml", "-o", "next.toml", "--json")
    assert (answer.status, answer.code) == (5, "E_SIG_FORMAT")
    put_last(house, headed(game, who=HOST))
    assert (verify(house).status, verify(house).code) == (4, "E_SIG_INVALID")


def test_every_secret_of_a_game_that_was_handed_over_is_checked(tmp_path: Path) -> None:
    house = handed(tmp_path / "a")
    while house.game.state.window.kind != "over":
        for seat in house.game.state.window.waiting:
            house.order(seat, house.legal(seat)[0])
        house.do("eve", "run", "mars")
    assert verify(house).status == 0
    first, second = house.game.last.public.disclosed
    for secrets in ([first], [second, first], [first, "77" * 32], [first, first]):
        put_last(house, headed(with_public(house.game, disclosed=secrets), who="eve"))
        assert (verify(house).status, verify(house).code) == (4, "E_AUDIT_SEED")
