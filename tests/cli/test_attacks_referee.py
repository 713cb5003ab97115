"""A referee who cheats with secrets, choices or seats leaves proof: the false step, under the referee's signature."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from lpbe.games.pebbles.bid import BidCoins
from lpbe.games.pebbles.state import Bag, Hand, Purse
from lpbe.kernel.base.canon import kdf
from lpbe.kernel.chain.letters import present
from lpbe.kernel.chain.records import Entry, GameFile
from lpbe.kernel.chain.seating import SeatSpec
from lpbe.kernel.chain.step import Link, bare_envelope
from lpbe.kernel.crypto.keys import Secret
from lpbe.kernel.play.rules import Held, Standing
from tests import acts

from .conftest import Stages
from .crook import (
    Crook,
    check_false,
    put_game,
    put_last,
    put_relinked,
    verify,
    with_genesis,
    with_public,
    with_state,
)
from .forge import signed
from .house import HOST, House, identity

# Cheating with what is hidden


def restack(crook: Crook, step: Link) -> Link:
    live = crook.live(step)
    live[Bag].pebbles.reverse()
    return crook.resealed(step, live)


def enrich(crook: Crook, step: Link) -> Link:
    live = crook.live(step)
    live[Purse, "red"].coins += 3
    return crook.resealed(step, live)


def deal_another_hand(crook: Crook, step: Link) -> Link:
    """The top of the bag goes to red, red's pebbles under the bag."""
    live = crook.live(step)
    hand, bag = live[Hand, "red"].pebbles, live[Bag].pebbles
    live[Hand, "red"].pebbles, live[Bag].pebbles = bag[:2], [*bag[2:], *hand]
    return crook.resealed(step, live)


def lie_to_blue(crook: Crook, step: Link) -> Link:
    live = crook.live(step)
    live[Purse, "blue"].coins = 0
    return crook.lied_to(step, "blue", live)


def change_policy(crook: Crook, step: Link) -> Link:
    live = crook.live(step)
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


def blue_bid_more(crook: Crook, step: Link) -> Link:
    """Blue's sealed bid is taken for another one; the opening that was signed for it is shown all the same."""
    live = crook.live(step)
    held = present(live[Standing, "blue"].answer)
    live[Standing, "blue"].answer = Held(BidCoins(6), held.proof)
    return Link(step.game, crook.hidden(step, live))


def blue_bid_more_without_proof(crook: Crook, step: Link) -> Link:
    live = crook.live(step)
    live[Standing, "blue"].answer = Held(BidCoins(6))
    return Link(step.game, crook.hidden(step, live))


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


def show_the_bid_that_was_replaced(crook: Crook, step: Link) -> Link:
    """Blue has changed the bid; the referee shows the first one, which blue did sign."""
    live = crook.live(step)
    first = present(crook.live(crook.steps[-2])[Standing, "blue"].answer)
    live[Standing, "blue"].answer = first
    return Link(step.game, crook.hidden(step, live))


def test_a_choice_that_its_seat_has_replaced_cannot_be_shown(house_at: Stages) -> None:
    house = house_at("bids")
    house.order("blue", "bid coins=6")
    house.run()
    Crook(house).cheat(9, show_the_bid_that_was_replaced, more=1)
    check_false(house, verify(house), "E_COMMIT_MISMATCH", 10)


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
    put_last(house, with_public(house.game, replace(house.game.last.public, disclosed=[false.raw.hex()])))
    check_false(house, verify(house), "E_AUDIT_SEED", house.game.state.seq)


def test_another_secret_that_is_disclosed_later_is_found(house_at: Stages) -> None:
    """A letter cannot disclose a false one: it holds none. A step can, and is false."""
    house = house_at("kept")
    house.do(HOST, "disclose", "mars")
    house.run()
    assert house.game.last.public.disclosed == [house.secret.raw.hex()]
    assert verify(house).status == 0
    false = Secret(kdf(house.secret.raw, "another"))
    put_last(house, with_public(house.game, replace(house.game.last.public, disclosed=[false.raw.hex()])))
    check_false(house, verify(house), "E_AUDIT_SEED", house.game.state.seq)


# Cheating with the roster


def other_blue(house: House) -> Entry:
    """A join of blue by somebody else, whom the referee gave the invitation."""
    state, last = house.game.state, house.entries[0]
    begun = replace(house.game, state=replace(state, window=replace(state.window, number=0)), last=last)
    order = signed(
        acts.join_letter(begun, "blue", identity("eve"), "Eve", "en", house.secret.invitation("blue")), "eve"
    )
    return replace(house.entries[2], order=order.order, sig=bare_envelope(order).sig)


def test_a_join_that_was_swapped_does_not_fit_what_the_others_agreed_to(house_at: Stages) -> None:
    house = house_at("bidding")
    entries = house.entries
    entries[2] = other_blue(house)
    put_relinked(house, entries)
    check_false(house, verify(house), "E_ORDER_FORK", 4)


def test_a_join_that_was_dropped_leaves_the_ready_orders_without_a_window(house_at: Stages) -> None:
    house = house_at("bidding")
    entries = house.entries
    del entries[2]
    put_relinked(house, entries)
    check_false(house, verify(house), "E_ORDER_STALE", 3)


def test_a_roster_that_was_changed_in_the_state_is_not_what_the_log_tells(house_at: Stages) -> None:
    house = house_at("bidding")
    sign, seal = identity("dan").keys
    seats = [replace(s, sign=sign, seal=seal) if s.id == "blue" else s for s in house.game.state.seats]
    put_last(house, with_state(house.game, seats=seats))
    check_false(house, verify(house), "E_AUDIT_DIVERGES", 6)


CHANGED: dict[str, tuple[Callable[[GameFile], dict[str, object]], str]] = {
    "a seat less": (lambda game: {"seats": game.genesis.seats[:2]}, "E_STATE_GAME"),
    "another order of seats": (lambda game: {"seats": game.genesis.seats[::-1]}, "E_STATE_GAME"),
    "an own key for a seat": (lambda game: {"seats": kept_for_eve(game)}, "E_STATE_LOG"),
    "another seed": (lambda game: {"seed_commit": "00" * 32}, "E_STATE_LOG"),
    "other options": (lambda game: {"options": {"pebbles": {"rounds": 2}}}, "E_STATE_LOG"),
}


def kept_for_eve(game: GameFile) -> list[SeatSpec]:
    return [replace(spec, key=identity("eve").keys[0]) for spec in game.genesis.seats]


@pytest.mark.parametrize(("change", "code"), CHANGED.values(), ids=CHANGED)
def test_another_genesis_is_another_game(
    house_at: Stages, change: Callable[[GameFile], dict[str, object]], code: str
) -> None:
    """The referee signs it: the state, the log and every order name the old one."""
    house = house_at("bidding")
    changed = with_genesis(house.game, **change(house.game))
    put_game(house, replace(changed, state=house.game.state, last=house.game.last))
    answer = verify(house)
    assert (answer.status, answer.code) == (4, "E_STATE_GAME")
    put_game(house, changed)
    answer = verify(house)
    assert (answer.status, answer.code) == (4, code)


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
    seals = present(game.state.seals)
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
    seals = dict(present(house.game.state.seals))
    if what == "missing":
        del seals["blue"]
    else:
        seals["yellow" if what == "one more" else "blue"] = seals["blue"][:-4]
    put_last(house, with_state(house.game, seals=seals))
    answer = verify(house)
    assert (answer.status, answer.code) == (4, "E_SEAL_SIZE")
