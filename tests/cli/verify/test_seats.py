"""Who has which seat, what time decided, and who runs the game now: all of it is reported."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from lpbe.kernel.base.errors import Unauthentic
from lpbe.kernel.chain import player_view
from lpbe.kernel.chain.deadlines import format_utc
from lpbe.kernel.chain.letter import present
from lpbe.kernel.chain.letters.pace import PaceArgs
from lpbe.kernel.chain.sealed_state import read_view
from lpbe.kernel.gamedir.inbox import dump_letter
from tests import letter_types

from ..conftest import DAYS, start_game
from ..world.club import HOST, Club, identity
from ..world.forged_history import HistoryForger, put_last, sign_head, signed_anew, verify, with_public


def with_bot(root: Path, *options: str) -> Club:
    return start_game(root, "--bot", "green", *options)


def test_a_seat_that_the_others_gave_away_is_told_with_who_agreed(tmp_path: Path) -> None:
    club = start_game(tmp_path / "a")
    line = club.do("eve", "key", "show", "--for", "mars", "--seat", "green")["public"]
    club.do(HOST, "replace", "mars", "green", "--to", line)
    club.run()
    assert verify(club).payload["replaced"] == []
    for who in (HOST, "ben"):
        club.do(who, "endorse", "mars")
        club.run()
    result = verify(club).payload["replaced"]
    assert result == [{"seq": club.game.state.seq, "seat": "green", "endorsed": ["red", "blue"]}]
    text = club.lpbe("eve", "verify", "mars").out
    assert "Green's seat was given to another key, with the consent of Red, Blue" in text
    assert [line for line in text.splitlines() if "private" in line] == [
        "the private information of Green matches the table and what was signed"
    ], "it is said once"


def test_a_seat_that_the_host_gave_away_alone_is_told_so(tmp_path: Path) -> None:
    """Of two seats, one is the host's own, so the host's vote is the only one."""
    club = Club.begin(tmp_path / "a", seats=("red", "blue"))
    club.join_all()
    club.ready_all()
    line = club.do("eve", "key", "show", "--for", "mars", "--seat", "blue")["public"]
    club.do(HOST, "replace", "mars", "blue", "--to", line)
    club.run()
    club.do(HOST, "endorse", "mars")
    club.run()
    assert verify(club).payload["replaced"][0]["host"] is True
    assert "the host alone decided to give Blue's seat to another key" in club.lpbe("ben", "verify", "mars").out


def paced_club(root: Path, *options: str) -> Club:
    club = Club.begin(root, "--pace", "2d", *options, "--now", DAYS[0])
    club.join_all("--now", DAYS[0])
    club.ready_all("--now", DAYS[0])
    return club


def test_time_is_told_and_what_it_did(tmp_path: Path) -> None:
    """Deadlines that passed, a longer pace, a pause, a later deadline, and a bot after timeouts."""
    club = paced_club(tmp_path / "a", "--bot-after", "1", "--set", "pebbles.rounds=3")
    club.order("red", "bid coins=1")
    club.order("blue", "bid coins=2")
    club.run("--now", DAYS[5])
    assert club.game.state.window.kind == "play"
    result = verify(club).payload["timeouts"][0]
    assert (result["seats"], result["silent"], result["deadline"]) == (["green"], ["green"], DAYS[2])
    forger = HistoryForger(club).follow(club.game.state.seq)
    host, at = identity(HOST), DAYS[6]
    forger.send(host, letter_types.pace_letter(forger.game, "4d"), at)
    forger.send(host, letter_types.pause_letter(forger.game, DAYS[9]), at)
    forger.send(host, letter_types.extend_letter(forger.game, DAYS[20]), at)
    forger.publish()
    result = verify(club).payload
    assert [(change["kind"], change["to"]) for change in result["times"]] == [
        ("pace", "4d"),
        ("pause", DAYS[9]),
        ("extend", DAYS[20]),
    ]
    assert [(one["seat"], one["held"], one["missed"]) for one in result["replaced"]] == [("green", "bot:greedy@2", 1)]
    text = club.lpbe("eve", "verify", "mars").out
    for words in (
        f"time ran out at {format_utc(DAYS[2])} ({format_utc(DAYS[5])} by the referee's clock) without an answer",
        "the pace changed from 2 days to 4 days",
        f"paused until {format_utc(DAYS[9])}",
        "the deadline was moved from",
        "the bot greedy@2 took over Green's seat (missed deadlines: 1)",
        "Green is played by the bot greedy@2",
    ):
        assert words in text


def test_answers_that_were_taken_late_are_counted(tmp_path: Path) -> None:
    """A host chooses who to wait for and who to time out: everybody sees how they chose."""
    club = paced_club(tmp_path / "a")
    club.order("red", "bid coins=1")
    club.run("--now", DAYS[2])
    assert verify(club).payload["late"] == {}
    club.order("blue", "bid coins=1")
    club.order("green", "bid coins=0")
    club.run("--now", DAYS[9])
    assert verify(club).payload["late"] == {"blue": 1, "green": 1}
    result = club.lpbe("eve", "verify", "mars").out
    assert "answers accepted after their deadline, by the referee's clock: Blue (1), Green (1)" in result


def test_a_shorter_pace_by_the_referee_alone_is_found_in_a_log(tmp_path: Path) -> None:
    club = paced_club(tmp_path / "a")
    forger = HistoryForger(club).follow(club.game.state.seq)
    forger.send(identity(HOST), letter_types.pace_letter(forger.game, "4d"), DAYS[0])
    letter = replace(present(forger.game.last.letter), args=PaceArgs("1h"))
    state = replace(forger.game.state, pace="1h")
    forger.spoil(lambda game: signed_anew(replace(game, state=state), letter))
    forger.publish()
    assert (verify(club).status, verify(club).code) == (4, "E_ORDER_QUORUM")


def test_a_step_dated_later_than_it_was_seen_is_found_by_who_saw_it(tmp_path: Path) -> None:
    """Whoever dates a step ahead can time others out at once; a key remembers when it saw which step."""
    club = paced_club(tmp_path / "a")
    forger = HistoryForger(club).follow(club.game.state.seq)
    forger.send(identity(HOST), letter_types.pace_letter(forger.game, "4d"), "2036-11-01T08:00:00Z")
    forger.publish()
    club.lpbe("ben", "show", "mars")
    answer = verify(club, who="ben")
    assert (answer.status, answer.code) == (4, "E_AUDIT_VIEW"), answer
    assert "2036-11-01T08:00:00Z" in answer.payload["message"]
    assert verify(club, "--no-pin", who="ben").status == 3


def hand_over_seat(root: Path) -> Club:
    """Return a game that Eve has taken over, in which green is a bot; ben's order was made before."""
    club = with_bot(root)
    club.do("ben", "order", "mars", "bid coins=1", "-o", "late.toml")
    offer = club.lpbe("eve", "handover", "mars", "--offer").out.strip()
    club.do(HOST, "handover", "mars", "--to", offer)
    club.run()
    return club


def test_a_letter_on_the_way_is_accepted_by_the_new_referee(tmp_path: Path) -> None:
    club = hand_over_seat(tmp_path / "a")
    (club.inbox / "late.toml").write_bytes((club.root / "late.toml").read_bytes())
    result = club.do("eve", "run", "mars")
    assert result["refused"] == [] and result["applied"]
    answer = verify(club)
    assert (answer.status, len(answer.payload["handovers"])) == (3, 1)
    assert "the previous one could foresee every draw" in club.lpbe("ben", "verify", "mars").out


def test_the_old_referee_opens_nothing_later_and_signs_for_nobody(tmp_path: Path) -> None:
    club = hand_over_seat(tmp_path / "a")
    (club.inbox / "late.toml").write_bytes((club.root / "late.toml").read_bytes())
    assert club.do("eve", "run", "mars")["applied"]
    game = club.game
    for seat in ("blue", "green"):
        pair = club.secret.pair(game.state.game, present(next(s for s in game.state.seats if s.id == seat).seal))
        with pytest.raises(Unauthentic) as fault:
            read_view(game, seat, pair)
        assert fault.value.code == "E_SEAL_OPEN"
    old = club.secret.held_identity("green")
    letter = letter_types.note_letter(game, "green", "hello", 0)
    (club.root / "forged.toml").write_bytes(dump_letter(player_view.sign(old, letter), "forged.toml"))
    answer = club.lpbe("eve", "apply", "mars", "forged.toml", "-o", "next.toml", "--json")
    assert (answer.status, answer.code) == (5, "E_SIG_FORMAT")
    put_last(club, sign_head(game, who=HOST))
    assert (verify(club).status, verify(club).code) == (4, "E_SIG_INVALID")


def test_every_secret_of_a_game_that_was_handed_over_is_checked(tmp_path: Path) -> None:
    club = hand_over_seat(tmp_path / "a")
    while club.game.state.window.kind != "over":
        for seat in club.game.state.window.waiting:
            club.order(seat, club.legal(seat)[0])
        club.do("eve", "run", "mars")
    assert verify(club).status == 0
    first, second = club.game.last.public.disclosed
    for secrets in ([first], [second, first], [first, "77" * 32], [first, first]):
        put_last(club, sign_head(with_public(club.game, disclosed=secrets), who="eve"))
        assert (verify(club).status, verify(club).code) == (4, "E_AUDIT_SEED")
