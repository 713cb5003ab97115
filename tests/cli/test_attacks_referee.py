"""A referee who cheats leaves proof: which step is false, under the referee's own signature."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest
from msgspec import UNSET
from msgspec.structs import replace

from lpbe.games.pebbles.bid import BidCoins
from lpbe.games.pebbles.state import Bag, Hand, Purse
from lpbe.kernel import desk, files
from lpbe.kernel.canon import kdf
from lpbe.kernel.chain import Step
from lpbe.kernel.keys import Secret
from lpbe.kernel.letters import Envelope, given
from lpbe.kernel.records import Entry, GameFile
from lpbe.kernel.rules import Held, Standing, State

from .conftest import DAYS, Stages
from .crook import Crook, headed, put_game, put_last, put_log, relinked, with_genesis, with_public, with_state
from .forge import join, signed
from .house import HOST, Answer, House, identity


def verify(house: House, *options: str) -> Answer:
    return house.lpbe("eve", "verify", "mars", "--evidence", "proof.json", *options, "--json")


def check_false(house: House, answer: Answer, code: str, seq: int) -> None:
    """Exit 4, the code, the step named, and a bundle that says the same."""
    assert (answer.status, answer.code) == (4, code), answer
    assert f"step {seq}:" in answer.told["message"]
    proof = files.parse_order((house.root / "proof.json").read_bytes(), "proof.json")
    assert (proof["kind"], proof["code"], proof["seq"]) == ("false-step", code, seq)
    assert proof["game"] == house.game.state.game


def live_of(step: Step) -> State:
    return given(step.live).copy()


# Cheating with what is hidden


def restack(crook: Crook, step: Step) -> Step:
    live = live_of(step)
    live[Bag].pebbles.reverse()
    return crook.resealed(step, live)


def enrich(crook: Crook, step: Step) -> Step:
    live = live_of(step)
    live[Purse, "red"].coins += 3
    return crook.resealed(step, live)


def deal_another_hand(crook: Crook, step: Step) -> Step:
    """The top of the bag goes to red, red's pebbles under the bag."""
    live = live_of(step)
    hand, bag = live[Hand, "red"].pebbles, live[Bag].pebbles
    live[Hand, "red"].pebbles, live[Bag].pebbles = bag[:2], [*bag[2:], *hand]
    return crook.resealed(step, live)


def lie_to_blue(crook: Crook, step: Step) -> Step:
    live = live_of(step)
    live[Purse, "blue"].coins = 0
    return crook.lied_to(step, "blue", live)


def change_policy(crook: Crook, step: Step) -> Step:
    live = live_of(step)
    live[Standing, "blue"].policy = {"pebbles": {"shelter": "never"}}
    return crook.resealed(step, live)


@pytest.mark.parametrize("spoil", [restack, enrich, deal_another_hand, lie_to_blue, change_policy])
@pytest.mark.parametrize("seq", [6, 8])
def test_a_false_hidden_state_is_found_at_its_step(house_at: Stages, spoil: object, seq: int) -> None:
    house = house_at("finished")
    Crook(house).cheat(seq, spoil)  # type: ignore[arg-type]
    assert house.game.state.window.kind == "over"
    check_false(house, verify(house), "E_AUDIT_DIVERGES", seq)


def test_before_the_end_nobody_but_the_referee_can_tell(house_at: Stages) -> None:
    house = house_at("bids")
    Crook(house).cheat(8, restack, more=0)
    assert verify(house).status == 3


# Cheating with what was chosen


def blue_bid_more(crook: Crook, step: Step) -> Step:
    """Blue's sealed bid is taken for another one; the opening that was signed for it is shown all the same."""
    live = live_of(step)
    held = given(live[Standing, "blue"].answer)
    live[Standing, "blue"].answer = Held(BidCoins(6), held.proof)
    return Step(step.game, live, crook.hidden(step, live))


def blue_bid_more_without_proof(crook: Crook, step: Step) -> Step:
    live = live_of(step)
    live[Standing, "blue"].answer = Held(BidCoins(6))
    return Step(step.game, live, crook.hidden(step, live))


def test_a_choice_that_is_altered_when_it_is_shown_is_found_at_once(house_at: Stages) -> None:
    house = house_at("bids")
    Crook(house).cheat(8, blue_bid_more, more=1)
    check_false(house, verify(house), "E_COMMIT_MISMATCH", 9)


def test_a_choice_that_is_altered_without_proof_is_found_at_the_end(house_at: Stages) -> None:
    house = house_at("bids")
    Crook(house).cheat(8, blue_bid_more_without_proof, more=1)
    assert verify(house).status == 3
    Crook(house).cheat(8, blue_bid_more_without_proof)
    check_false(house, verify(house), "E_AUDIT_DIVERGES", 9)


def test_an_opening_of_nobodys_order_is_found(house_at: Stages) -> None:
    house = house_at("turn")
    game = house.game
    stranger = replace(game.last.public.openings[0], order="00" * 32)
    put_last(house, with_public(game, replace(game.last.public, openings=[stranger])))
    check_false(house, verify(house), "E_COMMIT_MISMATCH", 9)


# Cheating with the secret


def test_another_secret_that_is_disclosed_is_found(house_at: Stages) -> None:
    house = house_at("finished")
    false = Secret(kdf(house.secret.raw, "another"))
    put_last(house, with_state(house.game, disclosed=false.raw.hex()))
    check_false(house, verify(house), "E_AUDIT_SEED", house.game.state.seq)


def test_an_order_that_discloses_another_secret_is_refused(house_at: Stages) -> None:
    house = house_at("kept")
    false = Secret(kdf(house.secret.raw, "another"))
    order = signed(desk.disclose_letter(house.game, false), HOST)
    from .forge import filed

    with house.untouched():
        answer = house.lpbe(HOST, "apply", "mars", filed(house, order), "--json")
    assert (answer.status, answer.code) == (5, "E_AUDIT_SEED")


# Cheating with the roster


def other_blue(house: House) -> Entry:
    """A join of blue by somebody else, whom the referee gave the invitation."""
    first = replace(house.game, state=replace(house.game.state, seq=0), last=house.entries[0])
    letter = replace(join(house, "blue", "eve"), window=0, seen=desk.head_id(first.last.head))
    code = desk.join_letter(
        replace(first, state=replace(first.state, window=replace(first.state.window, number=0))),
        "blue",
        identity("eve"),
        "Eve",
        "en",
        house.secret.invitation("blue"),
    )
    assert letter.window == code.window == 0
    order = signed(code, "eve")
    return replace(house.entries[2], order=order.order, sig=order.sig)


def test_a_join_that_was_swapped_does_not_fit_what_the_others_agreed_to(house_at: Stages) -> None:
    house = house_at("bidding")
    entries = house.entries
    entries[2] = other_blue(house)
    entries, game = relinked(entries, house.game)
    put_log(house, [files.jcs(entry) for entry in entries])
    put_game(house, game)
    check_false(house, verify(house), "E_ORDER_FORK", 4)


def test_a_join_that_was_dropped_leaves_the_ready_orders_without_a_window(house_at: Stages) -> None:
    house = house_at("bidding")
    entries = house.entries
    del entries[2]
    entries, game = relinked(entries, house.game)
    put_log(house, [files.jcs(entry) for entry in entries])
    put_game(house, game)
    check_false(house, verify(house), "E_ORDER_STALE", 3)


def test_a_roster_that_was_changed_in_the_state_is_not_what_the_log_tells(house_at: Stages) -> None:
    house = house_at("bidding")
    sign, seal = identity("eve").keys
    seats = [replace(s, sign=sign, seal=seal) if s.id == "blue" else s for s in house.game.state.seats]
    put_last(house, with_state(house.game, seats=seats))
    check_false(house, verify(house), "E_AUDIT_DIVERGES", 6)


CHANGED = {
    "a seat less": lambda game: {"seats": game.genesis.seats[:2]},
    "another order of seats": lambda game: {"seats": game.genesis.seats[::-1]},
    "an own key for a seat": lambda game: {"seats": [replace(s, key=identity("eve").keys[0]) for s in game.genesis.seats]},
    "another seed": lambda game: {"seed_commit": "00" * 32},
    "other options": lambda game: {"options": {"pebbles": {"rounds": 2}}},
}


@pytest.mark.parametrize("change", CHANGED.values(), ids=CHANGED)
def test_another_genesis_is_another_game(house_at: Stages, change: Callable[[GameFile], dict[str, object]]) -> None:
    """The referee signs it: the state, the log and every order name the old one."""
    house = house_at("bidding")
    changed = with_genesis(house.game, **change(house.game))
    put_game(house, replace(changed, state=house.game.state, last=house.game.last))
    answer = verify(house)
    assert (answer.status, answer.code) == (4, "E_STATE_GAME")
    put_game(house, changed)
    check_false(house, verify(house), "E_STATE_LOG", 0)


@pytest.mark.parametrize("change", [{"rules_sha256": "00" * 32}, {"rules_version": 2}])
def test_other_rules_are_refused_with_the_version_to_install(house_at: Stages, change: dict[str, object]) -> None:
    house = house_at("new")
    put_last(house, with_genesis(house.game, **change))
    for command in ("verify", "show", "run", "ready", "legal"):
        with house.untouched():
            answer = house.lpbe(HOST, command, "mars", "--json")
        assert (answer.status, answer.code) == (6, "E_RULES_VERSION"), command


# Cheating with seals


def swap(game: GameFile) -> GameFile:
    seals = given(game.state.seals)
    return with_state(game, seals={**seals, "blue": seals["green"], "green": seals["blue"]})


def test_a_seal_of_another_seat_does_not_open(house_at: Stages) -> None:
    house = house_at("bidding")
    put_last(house, swap(house.game))
    for command in ("show", "legal", "report"):
        answer = house.lpbe("ben", command, "mars", "--json")
        assert (answer.status, answer.code) == (4, "E_SEAL_OPEN")
    answer = house.lpbe("ben", "verify", "mars", "--evidence", "proof.json", "--json")
    assert (answer.status, answer.code) == (4, "E_SEAL_OPEN")


@pytest.mark.parametrize("what", ["shorter", "missing", "one more"])
def test_seals_have_one_size_and_one_number(house_at: Stages, what: str) -> None:
    house = house_at("bidding")
    seals = dict(given(house.game.state.seals))
    if what == "missing":
        del seals["blue"]
    else:
        seals["yellow" if what == "one more" else "blue"] = seals["blue"][:-4]
    put_last(house, with_state(house.game, seals=seals))
    answer = verify(house)
    assert (answer.status, answer.code) == (4, "E_SEAL_SIZE")


# Cheating with time


def paced_step(house: House, order: Envelope, at: str) -> GameFile:
    crook = Crook(house)
    crook.follow(house.game.state.seq)
    crook.add(order, at)
    return crook.steps[-1].game


def blues_bid(house: House) -> Envelope:
    return signed(desk.play_letter(house.game, "blue", identity("ben"), [{"order": "bid", "coins": 2}], [True], 0), "ben")


@pytest.mark.parametrize("at", [DAYS[0], UNSET, "2026-99-99T99:99:99Z"], ids=["earlier", "missing", "no time"])
def test_time_that_runs_backwards_is_found(house_at: Stages, at: str) -> None:
    house = house_at("paced")
    game = paced_step(house, blues_bid(house), DAYS[2])
    lines = house.log.read_bytes().splitlines()
    false = headed(game, at=at)
    put_game(house, false)
    put_log(house, [*lines, files.jcs(false.last)])
    check_false(house, verify(house), "E_STATE_TIME", 7)


def test_time_in_a_game_without_a_pace_is_found(house_at: Stages) -> None:
    house = house_at("bidding")
    put_last(house, headed(house.game, at=DAYS[0]))
    check_false(house, verify(house), "E_STATE_TIME", 6)


@pytest.mark.parametrize("command", ["apply", "run"])
def test_a_clock_set_back_stops_the_referee(house_at: Stages, command: str) -> None:
    house = house_at("paced")
    path = house.order("blue", "bid coins=2")
    order = [path] if command == "apply" else []
    with house.untouched():
        answer = house.shell(HOST, command, "mars", *order, "--now", DAYS[0], "--json")
    assert (answer.status, answer.code) == (4, "E_STATE_TIME")


def test_a_timeout_that_came_too_early_is_found(house_at: Stages) -> None:
    """The referee pretends that the deadline had passed, and dates the step truly."""
    house = house_at("paced")
    late = signed(desk.timeout_letter(house.game), HOST)
    game = paced_step(house, late, DAYS[9])
    false = headed(game, at=DAYS[2])
    put_game(house, false)
    put_log(house, [*house.log.read_bytes().splitlines(), files.jcs(false.last)])
    check_false(house, verify(house), "E_ORDER_EARLY", 7)


# Cheating with orders and events


def test_an_order_that_nobody_signed_is_found(house_at: Stages) -> None:
    """The referee bids for green, and signs it as the referee."""
    house = house_at("bids")
    crook = Crook(house)
    crook.follow(8)
    crook.play_on()
    forged = crook.steps[-1].game
    sig = signed(given(forged.last.order), HOST).sig
    forged = replace(forged, last=replace(forged.last, sig=sig))
    put_game(house, forged)
    put_log(house, [*house.log.read_bytes().splitlines(), files.jcs(forged.last)])
    check_false(house, verify(house), "E_SIG_FORMAT", 9)


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

    def drop(crook: Crook, step: Step) -> Step:
        live = live_of(step)
        live[Standing, "blue"].policy = {}
        return crook.resealed(step, live)

    Crook(house).cheat(7, drop, more=0)
    assert verify(house).status == 3
    answer = house.lpbe("ben", "verify", "mars", "--evidence", "proof.json", "--json")
    assert (answer.status, answer.code) == (4, "E_COMMIT_MISMATCH")


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


def test_msgspec_reads_what_the_crook_writes(stages: Stages) -> None:
    assert msgspec.to_builtins(stages("bidding").game.last.head)["seq"] == 6
