"""A referee who cheats with time, orders, events or what a player set leaves proof as well."""

from __future__ import annotations

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from lpbe.kernel.chain.compose import open_state
from lpbe.kernel.chain.letters import present
from lpbe.kernel.chain.records import Envelope, GameFile
from lpbe.kernel.chain.step import Link, bare_envelope
from lpbe.kernel.play.rules import Standing
from tests import acts

from .conftest import DAYS, Stages
from .crook import Crook, check_false, headed, put_last, put_next, verify, with_public, with_state
from .forge import bid, play, signed
from .house import HOST, House

# Cheating with time


def paced_step(house: House, order: Envelope, at: str) -> GameFile:
    crook = Crook(house)
    crook.follow(house.game.state.seq)
    crook.add(order, at)
    return crook.steps[-1].game


def blues_bid(house: House) -> Envelope:
    return signed(play(house.game, "blue", "ben", bid(2)), "ben")


@pytest.mark.parametrize("at", [DAYS[0], UNSET, "2026-99-99T99:99:99Z"], ids=["earlier", "missing", "no time"])
def test_time_that_runs_backwards_is_found(house_at: Stages, at: str) -> None:
    house = house_at("paced")
    game = paced_step(house, blues_bid(house), DAYS[2])
    false = headed(game, at=at)
    put_next(house, false)
    check_false(house, verify(house), "E_STATE_TIME", 7)


def test_time_in_a_game_without_a_pace_is_found(house_at: Stages) -> None:
    house = house_at("bidding")
    put_last(house, headed(house.game, at=DAYS[0]))
    check_false(house, verify(house), "E_STATE_TIME", 6)


@pytest.mark.parametrize("command", ["apply", "run"])
def test_a_clock_set_back_never_sets_the_game_back(house_at: Stages, command: str) -> None:
    """The step is dated like the one before, and whoever verifies finds nothing wrong."""
    house = house_at("paced")
    path = house.order("blue", "bid coins=2")
    order = [path] if command == "apply" else []
    answer = house.shell(HOST, command, "mars", *order, "--now", DAYS[0], "--json")
    assert (answer.status, house.game.state.seq, house.game.last.head.at) == (0, 7, DAYS[1])
    assert verify(house).status == 3


@pytest.mark.parametrize("command", ["apply", "run"])
def test_a_time_that_has_not_come_stops_the_referee(house_at: Stages, command: str) -> None:
    house = house_at("paced")
    path = house.order("blue", "bid coins=2")
    order = [path] if command == "apply" else []
    with house.untouched():
        answer = house.shell(HOST, command, "mars", *order, "--now", "2999-01-01T08:00:00Z", "--json")
    assert (answer.status, answer.code) == (75, "E_CLOCK")


def test_a_timeout_that_came_too_early_is_found(house_at: Stages) -> None:
    """The referee pretends that the deadline had passed, and dates the step truly."""
    house = house_at("paced")
    late = signed(acts.timeout_letter(house.game, open_state(house.rules, house.game, None, None)), HOST)
    game = paced_step(house, late, DAYS[9])
    false = headed(game, at=DAYS[2])
    put_next(house, false)
    check_false(house, verify(house), "E_ORDER_EARLY", 7)


# Cheating with orders and events


def handed_over(house: House) -> House:
    """Eve is the referee now."""
    house.do(HOST, "handover", "mars", "--to", house.do("eve", "handover", "mars", "--offer")["offer"])
    house.run()
    return house


def test_a_referee_who_has_handed_the_game_over_applies_nothing_any_more(house_at: Stages) -> None:
    house = handed_over(house_at("bidding"))
    path = house.order("blue", "bid coins=2")
    with house.untouched():
        for command in (["run", "mars"], ["apply", "mars", path]):
            answer = house.lpbe(HOST, *command, "--json")
            assert (answer.status, answer.code) == (6, "E_KEY_ROLE")
    assert house.lpbe("eve", "run", "mars").status == 0
    assert verify(house).status == 3


def test_a_step_signed_by_the_referee_before_is_found(house_at: Stages) -> None:
    house = handed_over(house_at("bidding"))
    house.order("blue", "bid coins=2")
    assert house.lpbe("eve", "run", "mars").status == 0
    put_last(house, headed(house.game, HOST))
    answer = verify(house)
    assert (answer.status, answer.code) == (4, "E_SIG_INVALID")


def test_an_order_that_nobody_signed_is_found(house_at: Stages) -> None:
    """The referee bids for green, and signs it as the referee."""
    house = house_at("bids")
    crook = Crook(house)
    crook.follow(8)
    crook.play_on()
    forged = crook.steps[-1].game
    sig = bare_envelope(signed(present(forged.last.order), HOST)).sig
    forged = replace(forged, last=replace(forged.last, sig=sig))
    put_next(house, forged)
    check_false(house, verify(house), "E_SIG_INVALID", 9)


EVENTS = {
    "without a name": [{}],
    "that does not exist": [{"event": "steal"}],
    "that asks nobody's seat": [{"event": "asked"}],
    "with a field too many": [{"event": "asked", "seats": [], "more": 1}],
    "of the wrong kind": [{"event": "asked", "seats": 1}],
    "that cannot have happened": [{"event": "washed", "pebbles": ["p01"]}],
    "of an expansion that is not in play": [{"event": "moss-grew", "pebbles": ["p01"]}],
}


@pytest.mark.parametrize("events", EVENTS.values(), ids=EVENTS)
@pytest.mark.parametrize("stage", ["new", "joined", "turn"])
def test_an_event_that_cannot_be_is_found(house_at: Stages, events: list[dict[str, object]], stage: str) -> None:
    house = house_at(stage)
    put_last(house, with_public(house.game, replace(house.game.last.public, events=events)))
    check_false(house, verify(house), "E_AUDIT_DIVERGES", house.game.state.seq)


def test_an_event_that_did_not_happen_gives_another_table(house_at: Stages) -> None:
    house = house_at("turn")
    public = house.game.last.public
    gift = {"event": "coins-taken", "seat": "red", "coins": 2}
    put_last(house, with_public(house.game, replace(public, events=[*public.events, gift])))
    check_false(house, verify(house), "E_AUDIT_DIVERGES", 9)


def test_an_event_and_its_table_are_found_at_the_end(house_at: Stages) -> None:
    """A false event with the table it makes holds at level 0, and does not at level 2."""
    house = house_at("finished")
    game = house.game
    public = game.last.public
    ended = [{**event, "winners": ["red"]} if event["event"] == "ended" else event for event in public.events]
    assert ended != public.events
    put_last(house, with_public(game, replace(public, events=ended)))
    check_false(house, verify(house), "E_AUDIT_DIVERGES", game.state.seq)


def test_a_window_that_was_moved_is_found(house_at: Stages) -> None:
    house = house_at("bidding")
    put_last(house, with_state(house.game, window=replace(house.game.state.window, waiting=["red"])))
    check_false(house, verify(house), "E_AUDIT_DIVERGES", 6)


def test_a_policy_that_is_kept_from_the_rules_is_found_by_its_seat(house_at: Stages) -> None:
    """Level 1: what the referee keeps for a seat is what that seat signed."""
    house = house_at("bidding")
    (house.root / "policy.toml").write_text("[pebbles]\nbid = 1\n")
    house.do("ben", "policy", "mars", "policy.toml")
    house.run()

    def drop(crook: Crook, step: Link) -> Link:
        live = crook.live(step)
        live[Standing, "blue"].policy = {}
        return crook.resealed(step, live)

    Crook(house).cheat(7, drop, more=0)
    assert verify(house).status == 3
    answer = house.lpbe("ben", "verify", "mars", "--evidence", "proof.json", "--json")
    assert (answer.status, answer.code) == (4, "E_AUDIT_VIEW")


def test_a_policy_of_an_earlier_key_accuses_nobody(house_at: Stages) -> None:
    house = house_at("bidding")
    (house.root / "policy.toml").write_text("[pebbles]\nbid = 1\n")
    house.do("ben", "policy", "mars", "policy.toml")
    house.run()
    key = house.home("eve") / "lpbe" / "key"
    house.do("ben", "rekey", "mars", "--to", str(key))
    house.run()
    assert house.lpbe("eve", "verify", "mars", "--json").told["level"] == 1


def test_names_that_steer_a_terminal_are_escaped(house_at: Stages) -> None:
    """Whatever the referee puts into a state: what is printed is clean."""
    house = house_at("bidding")
    seats = [replace(s, name="Ben\x1b[2J\u202e") if s.id == "blue" else s for s in house.game.state.seats]
    put_last(house, with_state(house.game, seats=seats))
    for command in ("show", "report", "legal"):
        answer = house.shell("ben", command, "mars")
        assert answer.status == 0
        assert "\\u{1b}[2J" in answer.out or command == "legal"
